"""Signs of partners (rules.md, 12): the table, what is given and noticed, what records say of it, and its worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import twin
import twin_signals
from matplotlib.figure import Figure
from twin_players import PLAYERS
from twin_tricks import Play, Player

import goatsim
from goatsim.engine import layout, signals
from goatsim.engine.jit import form
from goatsim.engine.view import may_hold
from goatsim.games import load, names
from goatsim.games import signs as table
from goatsim.runs.execute import run
from goatsim.runs.tasks import Table, Task
from goatsim.seats.named import named
from goatsim.seats.named import names as policies
from goatsim.seats.view import View
from goatsim.studies.base import Part, Setting, study_named

SINGLE = ("bare", "six", "clubs", "turnup")
WITH_PARTNERS = [game for game in names() if "signals" in load(game).options]


def refusal(game: str, **options: object) -> str:
    with pytest.raises(goatsim.RequestError) as caught:
        load(game, options)
    return str(caught.value)


# The table and the options


def test_the_table_is_that_of_the_rules() -> None:
    assert [sign.id for sign in table.signs()] == twin_signals.TABLE
    assert table.groups()["beats"] == ("beat_C", "beat_S", "beat_H")
    assert all(sign.gesture and sign.meaning and "rules 12" in sign.source for sign in table.signs())


def test_games_of_partners_have_the_options_and_no_others() -> None:
    assert set(names()) - set(WITH_PARTNERS) == {"bezique", "bura-two", "three", "valts"}
    for game in WITH_PARTNERS:
        options = load(game).options
        assert (options["signals"], options["signals_by"], options["p_noticed"]) == ("off", "everybody", 0)


@pytest.mark.parametrize(
    ("given", "spelled", "many"),
    [
        ("all", "all", 19),
        ("off", "off", 0),
        ("BEATS", "beats", 3),
        ("q_c, beat_C", "beat_C+Q_C", 2),
        ("aces+tens t_trump", "tens+aces", 8),
        ("Q_C+Q_S+Q_H+Q_D", "queens", 4),
        ("beats+all", "all", 19),
        (["jacks", "A_trump"], "A_trump+jacks", 5),
        ("beats+tens+aces+queens+jacks", "all", 19),
    ],
)
def test_signs_are_named_one_by_one_or_in_groups(given: object, spelled: str, many: int) -> None:
    rules = load("bare", {"signals": given})
    assert rules.options["signals"] == spelled
    assert len(table.given_signs(rules)) == many


def test_what_is_no_sign_of_a_game_is_refused_with_the_reason() -> None:
    assert 'got "T_X"; nearest is T_' in refusal("bare", signals="T_X")
    assert "TC is a trump in clubs" in refusal("clubs", signals="T_C")
    assert "no clubs are plain cards" in refusal("stock", signals="beat_C")
    assert "expected partners for signals=all, got sides 0 1 2" in refusal("bura-hammer", signals="all", players=3)
    assert "off+beats" in refusal("bare", signals="off+beats")
    assert "p_noticed" in refusal("bare", p_noticed=1.5)
    left = {sign.id for sign in table.signs()} - {sign.id for sign in table.readable(load("clubs"))}
    assert left == {"beat_C", "T_C", "A_C"}
    assert len(table.given_signs(load("clubs", {"signals": "tens"}))) == 3


def test_a_sign_is_added_by_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = '[[sign]]\nid = "K_S"\ngroup = "kings"\ngesture = "sneeze"\nmeaning = "king of spades"\nholds = "KS"\n'
    (tmp_path / "more.toml").write_text(row + 'source = "house"\n', "utf-8")
    monkeypatch.setattr(table, "FILES", [*table.FILES, tmp_path / "more.toml"])
    table.signs.cache_clear()
    try:
        assert [sign.id for sign in table.given_signs(load("bare", {"signals": "kings"}))] == ["K_S"]
        views = list(goatsim.at("bare", options={"signals": "K_S"}, policies="low").views(0))
        held = [column(views[0], layout.HAND + seat) & views[0].game.set_of(["KS"]) != 0 for seat in range(4)]
        assert [column(views[0], signals.GIVEN + seat) >> 19 for seat in range(4)] == held
    finally:
        table.signs.cache_clear()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('id = "X"\nholds = "KS"\nvoid = "C"', "one of void and holds, got both or neither"),
        ('id = "X"\nvoid = "CS"', 'among C S H D, got "CS"'),
        ('id = "X"\nholds = "XX"', 'a card or a rank, got "XX"'),
        ('id = "beats"\nholds = "KS"', "a name of its own, got beats twice"),
        ('id = "X"\nholds = "KS"\nhold = "KS"', "nearest is holds"),
    ],
)
def test_a_wrong_row_is_refused(row: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = 'group = "more"\ngesture = "sneeze"\nmeaning = "nothing"\nsource = "house"\n'
    (tmp_path / "more.toml").write_text(f"[[sign]]\n{row}\n{rest}", "utf-8")
    monkeypatch.setattr(table, "FILES", [*table.FILES, tmp_path / "more.toml"])
    table.signs.cache_clear()
    try:
        with pytest.raises(goatsim.RequestError) as caught:
            table.signs()
        assert said in str(caught.value)
    finally:
        table.signs.cache_clear()


# What is given


def column(view: View, place: int) -> int:
    return view.block[place * layout.STRIDE]


def first_play(lab: goatsim.Lab, index: int) -> View | None:
    """The first decision behind the signs; none where nothing is played."""
    return next((view for view in lab.views(index) if view.decision in ("lead", "set_lead", "claim_lead")), None)


def twin_game(view: View) -> tuple[twin.Game, list[list[str]]]:
    """A deal as its twin has it, and the hands that are played."""
    rules, cards = view.game.rules, view.game.cards_of
    game = twin.Game(
        pack=list(rules.pack),
        trumps=cards(column(view, layout.TRUMPS)),
        plain_order=rules.plain_order,
        points={card[0]: rules.card_points(card) for card in rules.pack},
        sides=list(rules.sides),
        hand_size=rules.hand_size,
        trump_lead="all" if rules.options.get("trump_lead") == "all" else "praiser_team",
        leader=column(view, layout.OPENER),
    )
    pre = column(view, layout.PRE)
    laid = [column(view, layout.LAID + seat) if pre else 0 for seat in range(rules.seats)]
    return game, [cards(column(view, layout.HAND + seat) & ~laid[seat]) for seat in range(rules.seats)]


def signs_of(view: View, place: int) -> list[list[str]]:
    """The signs that stand in a column of the seats."""
    masks = [column(view, place + seat) for seat in range(view.game.rules.seats)]
    return [[sign for k, sign in enumerate(twin_signals.TABLE) if mask >> k & 1] for mask in masks]


DEALT: list[tuple[str, dict[str, object]]] = [
    *((game, {}) for game in WITH_PARTNERS),
    ("classic", {"swap_two": "optional", "swap_one": "forced"}),
    ("classic", {"praise": "HAPPY"}),
    ("bura-hammer", {"players": 6}),
]


@pytest.mark.large
@pytest.mark.parametrize(("game", "options"), DEALT, ids=str)
def test_what_is_given_and_noticed_goes_like_the_twin(
    game: str, options: dict[str, object], daily_seed: int, size: float
) -> None:
    asked = {"signals": "all", "p_noticed": 0.5, **options}
    lab = goatsim.at(game, options=asked, policies="low", seed=daily_seed)
    some = 0
    for index in range(max(3, int(60 * size))):
        view = first_play(lab, index)
        if view is None:
            continue
        told = twin_signals.give(*twin_game(view), twin_signals.Signals(p_noticed=0.5), daily_seed, index)
        assert (signs_of(view, signals.GIVEN), signs_of(view, signals.NOTICED)) == (told.given, told.noticed)
        some += sum(map(len, told.given))
    assert some > 0


def told_in(lab: goatsim.Lab, index: int) -> int:
    """How many cards seats know to be with others, all decisions of a deal together; what they know must be true."""
    known = 0
    for view in lab.views(index):
        seats = view.game.shape.seats
        for distance in range(1, seats):
            seat = (view.seat + distance) % seats
            held = column(view, layout.HAND + seat) & ~column(view, layout.GONE)
            shown, barred = int(view.shows(distance)), int(view.lacks(distance)) | int(view.ruffs(distance))
            may = form(may_hold, view.game.shape)(view.block, 0, view.seat, distance, held)
            assert (shown & ~held, barred & held, may) == (0, 0, held), (index, view, distance)
            known += shown.bit_count()
    return known


@pytest.mark.large
@pytest.mark.parametrize(("game", "options"), DEALT, ids=str)
def test_what_signs_tell_is_true_to_the_end(
    game: str, options: dict[str, object], daily_seed: int, size: float
) -> None:
    asked = {"signals": "all", "p_noticed": 0.5, **options}
    lab = goatsim.at(game, options=asked, policies="greedy", seed=daily_seed)
    assert sum(told_in(lab, index) for index in range(max(2, int(30 * size))))


def test_a_last_trump_that_is_passed_is_with_its_giver_no_more() -> None:
    lab = goatsim.at("stock", options={"signals": "all", "p_noticed": 0.5}, policies="greedy", seed=1)
    for index in (7, 12):
        assert told_in(lab, index)
        *_, last = lab.views(index)
        assert column(last, layout.EXCHANGED)


def test_what_is_noticed_is_noticed_at_every_greater_chance_and_moves_nothing_else() -> None:
    before: list[int] = [0] * 4
    played = []
    for chance in (0, 0.25, 0.5, 1):
        options = {"signals": "all" if chance else "beats", "p_noticed": chance}
        lab = goatsim.at("bare", options=options, policies="random", seed=5)
        views = list(lab.views(3))
        played.append([int(view.answer) for view in views])
        noticed = [column(views[0], signals.NOTICED + seat) for seat in range(4)]
        assert all(less & ~more == 0 for less, more in zip(before, noticed, strict=True))
        before = noticed
    assert before == [column(views[0], signals.GIVEN + seat) for seat in range(4)] != [0] * 4
    assert all(cards == played[0] for cards in played)


@pytest.mark.parametrize(("by", "who"), [("first_side", {0, 2}), ("other_sides", {1, 3}), ("everybody", {0, 1, 2, 3})])
def test_one_side_alone_may_give_signs(by: str, who: set[int]) -> None:
    lab = goatsim.at("bare", options={"signals": "queens+jacks", "signals_by": by}, policies="low")
    views = [view for index in range(6) if (view := first_play(lab, index))]
    gave = {seat for view in views for seat, signs in enumerate(signs_of(view, signals.GIVEN)) if signs}
    assert gave == who


# Players


class Signalling(Play):
    """Tricks in which partners have given signs."""

    signals: twin_signals.Signals

    def told(self, seat: int) -> twin.Told:
        return twin_signals.known(self.game, self.signals, seat)


def twin_cards(play: Signalling, asked: twin_signals.Signals) -> list[str]:
    """The cards that are played, in order."""
    play.signals = twin_signals.give(play.game, play.held, asked, play.seed, play.index)
    play.run(play.game.hand_size)
    return [card for trick in play.tricks for card in trick["cards"]]


@pytest.mark.large
@pytest.mark.parametrize("chance", [0, 0.5, 1])
@pytest.mark.parametrize("game", ["bare", "six", "clubs"])
def test_players_who_read_signs_go_like_the_twin(game: str, chance: float, daily_seed: int, size: float) -> None:
    policies = ["reader", "expert", "memory", "partner"]
    seats = [policies[(seat + daily_seed) % 4] for seat in range(load(game).seats)]
    lab = goatsim.at(game, options={"signals": "all", "p_noticed": chance}, policies=",".join(seats), seed=daily_seed)
    rows = lab.rules.capture_rows()
    capture = (rows[0].card, rows[0].takes) if rows else None
    for index in range(max(1, int(30 * size))):
        views = [view for view in lab.views(index) if view.decision in ("lead", "follow")]
        made, hands = twin_game(views[0])
        players = [Player(PLAYERS[name]) for name in seats]
        play = Signalling(made, hands, players, daily_seed, index, capture=capture)
        ours = [view.answer.names()[0] for view in views]
        assert ours == twin_cards(play, twin_signals.Signals(p_noticed=chance)), index


# Records: the worked example of the rules (1), of which these are the signs

EXAMPLE: dict[str, Any] = {
    "game": "bare",
    "options": {"signals": "all", "p_noticed": 0.5},
    "hands": [
        "QS JC JH AD KD 7D KS 8S".split(),
        "QC JS JD TD TC 9H AS TS".split(),
        "QH QD 8D KC 9C 7C KH 7S".split(),
        "9D AC 8C AH TH 8H 7H 9S".split(),
    ],
    "signals": [
        {"seat": 0, "signs": ["beat_C", "beat_H", "A_trump", "Q_S", "J_C", "J_H"], "noticed": ["A_trump"]},
        {"seat": 1, "signs": ["T_trump", "T_C", "T_S", "A_S", "Q_C", "J_S", "J_D"]},
        {"seat": 2, "signs": ["Q_H", "Q_D"], "noticed": ["Q_H", "Q_D"]},
        {"seat": 3, "signs": ["T_H", "A_C", "A_H"]},
    ],
    "tricks": [{"leader": 0, "cards": "QS QC 8D 9D".split()}],
}


def errors(**changes: object) -> list[str]:
    (verdict,) = goatsim.score({**EXAMPLE, **changes})
    return list(verdict.errors)


def changed(seat: int, **keys: object) -> list[dict[str, Any]]:
    return [{**one, **(keys if one["seat"] == seat else {})} for one in EXAMPLE["signals"]]


def faults() -> Iterator[tuple[dict[str, object], list[str]]]:
    """Records with a fault, and words of its sentences."""
    more = [*EXAMPLE["signals"][2]["signs"], "beat_S"]
    yield {"signals": changed(2, signs=more)}, ["seat 2", "true, got beat_S from QH QD"]
    yield {"signals": changed(2, signs=["Q_H"], noticed=None)}, ["seat 2", "expected Q_D, which is true"]
    yield {"signals": EXAMPLE["signals"][:3]}, ["seat 3", "T_H, which", "A_C, which", "A_H, which"]
    yield {"signals": changed(2, signs=["Q_H", "Q_D", "Q_X"])}, ['got "Q_X"; nearest is']
    yield {"signals": changed(2, signs=["Q_H", "Q_D", "Q_D"])}, ["once, got Q_D again"]
    yield {"signals": changed(3, noticed=["T_S"])}, ["seat 3", 'gave to be noticed, got "T_S"']
    yield {"signals": [*EXAMPLE["signals"], EXAMPLE["signals"][0]]}, ["got seat 0 again"]
    yield {"signals": [*EXAMPLE["signals"][:3], {"seat": 5, "signs": []}]}, ["from 0 to 3, got seat 5"]
    yield {"options": {"signals": "all"}}, ["p_noticed is 0, got A_trump"]
    yield {"options": {"signals": "all", "p_noticed": 1}}, ["p_noticed is 1, got beat_C unnoticed"]
    yield {"options": {}}, ["expected none, since partners give no signs"]
    yield {"options": {"signals": "all", "p_noticed": 0.5, "signals_by": "first_side"}}, ["no signs of it"]
    yield {"signals": [{"seat": 0, "signs": "Q_S"}]}, ["a list of names"]
    yield {"signals": [{"seat": 0, "sings": ["Q_S"]}]}, ["nearest is signs"]


def test_the_signs_of_a_record_are_judged() -> None:
    assert errors() == []
    for changes, words in faults():
        found = " ".join(errors(**changes))
        assert all(word in found for word in words), found


def test_a_record_without_signs_or_with_unknown_hands_is_legal() -> None:
    silent = {key: value for key, value in EXAMPLE.items() if key != "signals"}
    assert [verdict.errors for verdict in goatsim.score(silent)] == [()]
    hands = [EXAMPLE["hands"][0], None, None, None]
    assert errors(hands=hands, signals=[EXAMPLE["signals"][0]]) == []
    assert "got beat_S from QS" in " ".join(errors(hands=hands, signals=[{"seat": 0, "signs": ["beat_S"]}]))


def test_signs_of_a_game_of_sets_are_judged_by_the_suit_that_is_trump() -> None:
    hands = [text.split() for text in ("9S KD JC 6S", "AS JH TH 7H", "QD 9C KC 9H", "6H TD KH JD")]
    gave = ["beat_H J_C", "T_H A_S J_H", "beat_S Q_D", "J_D"]
    signs = [{"seat": seat, "signs": text.split()} for seat, text in enumerate(gave)]
    record = {"game": "bura", "options": {"signals": "all"}, "turned": "7C", "hands": hands, "signals": signs}
    (verdict,) = goatsim.score({**record, "tricks": []})
    assert verdict.errors == ()
    (other,) = goatsim.score({**record, "turned": "7S", "tricks": []})
    found = " ".join(other.errors)
    assert "got A_S from" in found and "expected A_trump" in found and "seat 3" not in found


def test_a_person_is_shown_the_signs() -> None:
    from goatsim.records import Record
    from goatsim.show.text import record_text

    text = record_text(Record.model_validate(EXAMPLE).to_json(), load("bare"))
    assert "Seat 2 signs: queen of hearts (noticed), queen of diamonds (noticed)" in text
    assert "Seat 0 signs: beats clubs, beats hearts, trump ace (noticed)" in text


# What signs are worth


def setting(game: str, policy: str = "greedy") -> Setting:
    rules = load(game)
    return Setting(rules, (named(policy),) * rules.seats)


def counted(parts: Sequence[Part], worth: Callable[[str], int]) -> dict[str, Table]:
    """Tables as if deals had been played in which some signs are worth so many points, two seatings together, give or
    take one.
    """
    found = {}
    for ask in (ask for part in parts for ask in part.asks):
        cells = np.zeros(481, np.int64)
        cells[240 + worth(ask.name) - 1 : 240 + worth(ask.name) + 2] = 1000
        found[ask.name] = Table(ask, (-240,), cells, 0.95)
    return found


def test_the_study_weighs_every_sign_every_group_and_all_at_every_chance() -> None:
    study = study_named("signals")
    (first, *more) = parts = study.parts(setting("clubs"))
    whats = ["all signs", "beats", "tens", "aces", "queens", "jacks", *(s.id for s in table.readable(load("clubs")))]
    chances = ("0", "0.25", "0.5", "1")
    assert [ask.name for part in parts for ask in part.asks] == [f"{w} at {p}" for w in whats for p in chances]
    assert first.judge == "all signs at 0" and len(more) == 21
    assert all(len(part.arms) == 9 and not part.arms[0].game.shape.signals for part in parts)
    for arm, by in zip(parts[1].arms[1:3], ("first_side", "other_sides"), strict=True):
        options = arm.game.rules.options
        assert (options["signals"], options["signals_by"], options["p_noticed"]) == ("beats", by, 0)
    assert {policy.name for policy in first.arms[1].policies} == {"Reader"}


def test_the_study_says_what_is_worth_what() -> None:
    study, here = study_named("signals"), setting("clubs")
    tables = counted(study.parts(here), lambda name: {"all signs at 0": 40, "all signs at 1": -20}.get(name, 0))
    report = study.report(here, tables)
    assert "All signs are worth +20.0" in report.headline and "but \u221210.0" in report.headline
    assert [row["left_out"] for row in report.tables["left_out"]][1] == "TC is a trump in clubs"
    assert [len(report.tables[name]) for name in ("worth", "groups", "each")] == [4, 20, 64]
    assert report.who == "reader in every seat"
    assert report.tables["worth"][0]["low"] > 19.9 and report.tables["worth"][0]["share_changed"] == 1
    assert any("exactly nothing to greedy in clubs" in note and "lead, follow" in note for note in report.notes)
    for draw in report.charts.values():
        axes = Figure().add_subplot()
        draw(axes)
        assert axes.get_title(loc="left")


def test_a_sign_that_often_changes_something_is_drawn_beside_one_that_hardly_does() -> None:
    study, here = study_named("signals"), setting("bare")
    tables = counted(study.parts(here), lambda name: 0)
    wide = tables["Q_C at 0"].cells
    wide[:] = 0
    wide[[0, -1]] = 1000, 2000
    axes = Figure().add_subplot()
    study.report(here, tables).charts["each"](axes)
    shown = [label.get_text() for label in axes.get_yticklabels()]
    assert shown[0] == "Q_C: queen of clubs" and len(shown) == 19
    assert axes.get_title(loc="left").startswith("1 of 19 signs alone is worth points")


def test_who_reads_signs_is_known_by_the_words_it_uses() -> None:
    play = ("lead", "follow")
    reading = {name for name in policies() if named(name).reads_signs(play)}
    assert {"reader", "expert", "memory", "hunter", "partner"} <= reading
    assert not {"random", "low", "high", "greedy"} & reading
    assert named("reader").reads_signs(("set_lead",)) and not named("greedy").reads_signs(("set_lead",))


@pytest.mark.parametrize("game", ["clubs", "stock", "three", "bezique"])
def test_a_reader_without_signs_plays_as_expert(game: str, daily_seed: int) -> None:
    reader, expert = (goatsim.at(game, policies=name, seed=daily_seed) for name in ("reader", "expert"))
    for index in range(8):
        first, second = ([view.answer for view in lab.views(index)] for lab in (reader, expert))
        assert first == second, index


@pytest.mark.large
@pytest.mark.turns(12)
@pytest.mark.parametrize("game", ["bare", "six", "clubs", "turnup"])
def test_a_reader_with_signs_beats_itself_without_them(game: str, daily_seed: int, size: float) -> None:
    parts = study_named("signals").parts(setting(game))
    task = Task(parts[0].arms[:3], parts[0].asks[:1], daily_seed)
    worth = run(task, deals=int(100_000 * size)).tables["all signs at 0"].mean()
    assert worth.low is not None and worth.low > 0


@pytest.mark.large
@pytest.mark.turns(12)
@pytest.mark.parametrize("game", ["bare", "six", "clubs", "stock"])
def test_compiled_signs_go_like_the_twin(game: str, daily_seed: int, size: float) -> None:
    options = {"signals": "all", "p_noticed": 0.25}
    lab = goatsim.at(game, options=options, policies="reader", seed=daily_seed)
    told = list(lab.replay(0, int(2000 * size)))
    assert [verdict.errors for verdict in goatsim.score(told)] == [()] * len(told)
    for index, record in enumerate(told[:40]):
        views = [view for view in lab.views(index) if view.decision in ("lead", "follow")]
        assert [card for trick in record.tricks for card in trick.cards] == [view.answer.names()[0] for view in views]
        given = twin_signals.give(*twin_game(views[0]), twin_signals.Signals(p_noticed=0.25), daily_seed, index)
        written = {one.seat: [list(one.signs), list(one.noticed or ())] for one in record.signals or ()}
        twins = {seat: [given.given[seat], given.noticed[seat]] for seat in range(len(given.given))}
        assert written == {seat: both for seat, both in twins.items() if both[0]}
