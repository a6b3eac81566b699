"""Records and the referee: what is read, what is refused, and that no wrong card gets past."""

from __future__ import annotations

import copy
import io
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import twin
from hypothesis import given, settings
from hypothesis import strategies as st

from goatsim.cards import NAMES
from goatsim.errors import PlayError, RequestError
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import load
from goatsim.games.load import KEYS
from goatsim.records import LONGEST_LINE, MOST_ERRORS, Record
from goatsim.records.referee import GAMES_KEPT, Referee, Verdict, referee, verdicts
from goatsim.records.written import build

HERE = Path(__file__).parent
WORKED = json.loads((HERE / "cases" / "worked.jsonl").read_text())
GAMES = ["bare", *(str(HERE / "games" / f"{name}.toml") for name in ("kozel24", "kozel28", "skat_grand", "skat_null"))]

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> dict[str, Any]:
    """Return the worked example of rules.md 1 with a change made to it."""
    record: dict[str, Any] = copy.deepcopy(WORKED)
    change(record)
    return record


def errors(change: Change) -> str:
    verdict = referee(changed(change))
    assert verdict.legal is not bool(verdict.errors)
    return "\n".join(verdict.errors)


def written(rules: str, seed: int) -> Record:
    """Return the full record of a random deal, played by the twin at random."""
    game = game_of(load(rules))
    pack = list(game.rules.pack)
    chance = random.Random(seed)
    chance.shuffle(pack)
    size, seats = game.rules.hand_size, game.rules.seats
    hands = [pack[size * seat : size * (seat + 1)] for seat in range(seats)]
    slow = twin.Game(
        pack=pack,
        trumps=list(game.rules.trumps),
        plain_order=game.rules.plain_order,
        points=game.rules.points,
        sides=list(game.rules.sides),
        hand_size=size,
        trump_lead=str(game.rules.options["trump_lead"]),
    )
    played = twin.play(slow, hands, [twin.random_policy] * seats, seed, 0)
    return build(
        game,
        seed,
        0,
        space_of(game.rules).rank(hands),
        hands,
        pack[size * seats :],
        [trick["cards"] for trick in played["tricks"]],
        [trick["winner"] for trick in played["tricks"]],
    )


# Whole records


def test_the_worked_example_scores_as_printed() -> None:
    verdict = referee(WORKED)
    assert verdict == Verdict(1, True, (), {"points": [103, 17], "tricks": [6, 2], "eyes": [4, 0], "outcome": "ninety"})
    assert verdict.to_json() == {"line": 1, "legal": True, "errors": [], "result": verdict.result}


def test_the_relatives_score_as_their_sheets_say() -> None:
    path = HERE / "cases" / "relatives.jsonl"
    sheets = [json.loads(line)["stated"] for line in path.read_text().splitlines()]
    found = list(verdicts(path))
    assert [verdict.line for verdict in found] == list(range(1, 15))
    assert all(verdict.legal for verdict in found)
    assert [
        verdict.result["points"][sheet["side"]] for verdict, sheet in zip(found, sheets, strict=True) if verdict.result
    ] == [sheet["points"] for sheet in sheets]


def test_sheets_that_are_off_by_one_are_caught() -> None:
    for line in (HERE / "cases" / "relatives.jsonl").read_text().splitlines():
        record = json.loads(line)
        record["stated"]["points"] += 1
        assert "stated: expected" in "\n".join(referee(record).errors)


@pytest.mark.parametrize("rules", GAMES)
def test_a_built_record_is_clean_and_comes_back(rules: str) -> None:
    judge = Referee()
    for seed in range(20):
        record = written(rules, seed)
        line = json.dumps(record.to_json())
        assert judge.judge(record).errors == ()
        verdict = judge.judge(line)
        assert verdict.legal and record.result and verdict.result == record.result.to_json()
        assert json.dumps(Record.parse(line).to_json()) == line


def test_a_built_record_has_the_documented_form() -> None:
    plain = written("bare", 1).to_json()
    keys = ["game", "options", "seed", "deal", "number", "dealer", "played", "hands", "tricks", "result"]
    assert list(plain) == keys
    assert list(plain["tricks"][0]) == ["leader", "cards", "winner", "points"]
    assert list(plain["result"]) == ["points", "tricks", "eyes", "outcome"]
    assert (plain["game"], plain["options"], plain["dealer"], plain["played"]) == ("bare", {}, 3, "whole")
    assert isinstance(plain["number"], str)
    assert all(hand == game_of(load("bare")).cards_of(game_of(load("bare")).set_of(hand)) for hand in plain["hands"])
    assert "talon" in written(GAMES[3], 1).to_json()


def test_three_sides_have_a_penalty() -> None:
    record = changed(lambda r: (r.update(options={"sides": [0, 1, 2, 0]}), r.pop("result")))
    record["tricks"] = [{key: trick[key] for key in ("leader", "cards")} for trick in record["tricks"]]
    record["options"]["trump_lead"] = "all"
    verdict = referee(record)
    assert verdict.legal and verdict.result and len(verdict.result["penalty"]) == 3 and "eyes" not in verdict.result
    record["result"] = {"eyes": [0, 0, 0]}
    assert "expected penalty in bare, got eyes" in referee(record).errors[0]


def test_a_winner_that_the_text_does_not_know_is_no_record() -> None:
    plain = written("bare", 1)
    tookers = [trick.winner or 0 for trick in plain.tricks]
    tookers[2] = (tookers[2] + 1) % 4
    game = game_of(load("bare"))
    hands = [hand or () for hand in plain.hands or ()]
    with pytest.raises(PlayError, match="deal 0, trick 3: expected seat"):
        build(game, 1, 0, 0, hands, [], [trick.cards for trick in plain.tricks], tookers)


# One card changed


def places(record: dict[str, Any]) -> list[list[str]]:
    return [
        *record["hands"],
        *(trick["cards"] for trick in record["tricks"]),
        *([record["talon"]] if "talon" in record else []),
    ]


JUDGE = Referee()


@settings(max_examples=150)
@given(st.sampled_from(GAMES), st.integers(0, 9), st.data())
def test_one_card_changed_anywhere_is_caught_and_named(rules: str, seed: int, data: st.DataObject) -> None:
    record = written(rules, seed).to_json()
    spot = data.draw(st.sampled_from(places(record)))
    at = data.draw(st.integers(0, len(spot) - 1))
    pack = game_of(load(rules)).rules.pack
    before, after = spot[at], data.draw(st.sampled_from([card for card in pack if card != spot[at]]))
    spot[at] = after
    found = JUDGE.judge(record)
    assert not found.legal
    assert before in "\n".join(found.errors) and after in "\n".join(found.errors)


@settings(max_examples=100)
@given(st.sampled_from(GAMES), st.integers(0, 9), st.data())
def test_two_cards_of_different_seats_swapped_are_caught_and_named(rules: str, seed: int, data: st.DataObject) -> None:
    record = written(rules, seed).to_json()
    seats = len(record["hands"])
    if data.draw(st.booleans()):
        one, other = data.draw(st.lists(st.sampled_from(record["hands"]), min_size=2, max_size=2, unique_by=id))
        k, m = (data.draw(st.integers(0, len(spot) - 1)) for spot in (one, other))
    else:
        trick = data.draw(st.sampled_from(record["tricks"]))
        one = other = trick["cards"]
        k, m = data.draw(st.lists(st.integers(0, seats - 1), min_size=2, max_size=2, unique=True))
    cards = {one[k], other[m]}
    one[k], other[m] = other[m], one[k]
    found = JUDGE.judge(record)
    assert not found.legal
    assert all(card in "\n".join(found.errors) for card in cards)


def test_every_single_card_of_a_record_changed_is_caught() -> None:
    base = written("bare", 3).to_json()
    for spot in range(len(places(base))):
        for at in range(len(places(base)[spot])):
            record = copy.deepcopy(base)
            cards = places(record)[spot]
            cards[at] = "QC" if cards[at] != "QC" else "7C"
            assert not JUDGE.judge(record).legal


# Each fault has its sentence


def put(place: str, seat: int, at: int, card: str) -> Change:
    return lambda r: (r["hands"][seat] if place == "hand" else r["tricks"][seat]["cards"]).__setitem__(at, card)


def swap_plays(record: dict[str, Any]) -> None:
    """Let seat 1 lead JD, its trump, in trick 3, and play TS in trick 4."""
    record["tricks"][2]["cards"][0], record["tricks"][3]["cards"][3] = "JD", "TS"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: r["tricks"][0].update(leader=1), "trick 1: expected seat 0 to lead, got seat 1"),
        (
            lambda r: r["tricks"][2].update(leader=2),
            "trick 3: expected seat 1, which took trick 2, to lead, got seat 2",
        ),
        (lambda r: r["tricks"][2].update(leader=5), "trick 3: expected a leader from 0 to 3, got 5"),
        (lambda r: r["tricks"][0].update(winner=0), "trick 1: expected winner 1, who played QC, got 0"),
        (lambda r: r["tricks"][0].update(points=7), "trick 1: expected 6 points, got 7"),
        (
            put("trick", 0, 0, "KC"),
            "trick 1: seat 0 led KC, which is in the hand of seat 2 (it never plays QS); "
            "legal were QS JC JH AD KD 7D KS 8S",
        ),
        (
            put("trick", 7, 2, "8D"),
            "trick 8: seat 2 played 8D, which seat 2 played in trick 1 already (it never plays 9C); legal was 9C",
        ),
        (put("trick", 0, 0, "6C"), "trick 1: seat 0 led 6C, which is not in the pack (it never plays QS); legal were"),
        (put("hand", 0, 0, "6C"), "hand of seat 0: expected cards of the pack, got 6C"),
        (put("hand", 0, 0, "6C"), "expected every card of the pack, got no QS"),
        (
            put("hand", 0, 0, "7C"),
            "hand of seat 2: expected every card once, got 7C, which is in the hand of seat 0 too",
        ),
        (put("hand", 0, 0, "JC"), "hand of seat 0: expected every card once, got JC twice"),
        (lambda r: r["hands"][0].append("QC"), "hand of seat 0: expected at most 8 cards, got 9"),
        (lambda r: r["hands"].pop(), "expected 4 hands, got 3"),
        (swap_plays, "trick 3: seat 1 led JD, a trump that it may not lead yet; legal were TC TS 9H"),
        (swap_plays, "trick 3: seat 0 played KS to the lead of JD; legal were JC JH AD KD 7D"),
        (lambda r: r["tricks"][1]["cards"].pop(), "trick 2: expected 4 cards, got 3"),
        (lambda r: r["tricks"][1]["cards"].append("QC"), "trick 2: expected 4 cards, got 5"),
        (lambda r: r["tricks"].append(r["tricks"][0]), "expected at most 8 tricks, got 9"),
        (lambda r: r["tricks"].pop(), "expected 8 whole tricks of a deal with a result, got 7"),
        (
            lambda r: (r.pop("result"), r["tricks"][7]["cards"].pop()),
            "trick 8: expected no winner or points before 4 cards lie, got 3 cards",
        ),
        (lambda r: r["result"].update(points=[102, 18]), "result: expected points [103, 17], got [102, 18]"),
        (lambda r: r["result"].update(points=[103]), "result: expected points [103, 17], got [103]"),
        (lambda r: r["result"].update(tricks=[8, 0]), "result: expected tricks [6, 2], got [8, 0]"),
        (lambda r: r["result"].update(eyes=[2, 0]), "result: expected eyes [4, 0], got [2, 0]"),
        (lambda r: r["result"].update(penalty=[4, 0]), "result: expected penalty [0, 4], got [4, 0]"),
        (lambda r: r["result"].update(outcome="win"), 'result: expected outcome ninety, got "win"'),
        (lambda r: r.update(stated={"side": 1, "points": 18}), "stated: expected 17 points of side 1, got 18"),
        (lambda r: r.update(stated={"side": 2, "points": 1}), "stated: expected a side from 0 to 1, got 2"),
        (lambda r: r.update(dealer=0), "trick 1: expected seat 1 to lead, got seat 0"),
        (lambda r: r.update(dealer=4), "expected a dealer from 0 to 3, got 4"),
        (lambda r: r.update(number="5"), "number 5: expected hands as it deals them, got QS"),
        (lambda r: r.update(number=str(10**30)), "expected number to be at most 99561092450390999, got 1000000"),
        (lambda r: r.update(talon=["QC"]), "expected no talon, got QC"),
        # What the shape of a record refuses
        (lambda r: r.update(gmae="bare"), 'expected a known key of a record, got "gmae"; nearest is game'),
        (lambda r: r["tricks"][4].update(winer=0), 'expected a known key of trick 5, got "winer"; nearest is winner'),
        (lambda r: r["result"].update(eye=0), 'expected a known key of result, got "eye"; nearest is eyes'),
        (lambda r: r.pop("hands"), "expected a value for hands, got none"),
        (lambda r: r["tricks"][0].pop("cards"), "expected a value for trick 1 cards, got none"),
        (lambda r: r["tricks"][0].update(leader="0"), 'expected trick 1 leader to be a whole number, got "0"'),
        (lambda r: r["tricks"][0].update(leader=1.5), "expected trick 1 leader to be a whole number, got 1.5"),
        (lambda r: r["tricks"][0].update(leader=True), "expected trick 1 leader to be a whole number, got true"),
        (lambda r: r["tricks"][0].update(leader=-1), "expected trick 1 leader to be 0 or more, got -1"),
        (lambda r: r["tricks"][0].update(leader=6), "expected trick 1 leader to be at most 5, got 6"),
        (lambda r: r.update(tricks=3), "expected tricks to be a list, got 3"),
        (lambda r: r["tricks"].__setitem__(1, 3), "expected trick 2 to be an object, got 3"),
        (lambda r: r.update(hands=3), "hands: expected a list of hands, got 3"),
        (lambda r: r["hands"].__setitem__(1, "QC"), 'hands: hand of seat 1: expected a list of cards, got "QC"'),
        (put("hand", 1, 0, "XX"), 'hands: hand of seat 1: expected a card such as QC, TD or 9S, got "XX"'),
        (put("trick", 1, 0, ""), 'trick 2 cards: expected a card such as QC, TD or 9S, got ""'),
        (
            lambda r: r["result"].update(points=[1, "2"]),
            'expected result points of side 1 to be a whole number, got "2"',
        ),
        (lambda r: r.update(seed=2**64), "expected seed to be at most 18446744073709551615, got 18446744073709551616"),
        (lambda r: r.update(deal=-1), "expected deal to be 0 or more, got -1"),
        (lambda r: r.update(number=7), "number: expected decimal digits in quotes, got 7"),
        (lambda r: r.update(number="-7"), 'number: expected decimal digits in quotes, got "-7"'),
        (lambda r: r.update(number="7" * 9999), "number: expected decimal digits in quotes"),
        (
            lambda r: r.update(played="hole"),
            'played: expected "whole", "stopped" or "none", got "hole"; nearest is whole',
        ),
        (lambda r: r.update(played="stopped"), "expected played to be whole, got stopped"),
        (lambda r: r.update(played="none"), "expected 3 redeals or a fault of the cut in a deal that was not played"),
        (lambda r: r.update(swaps=[{}]), "expected a value for swap 1 giver, got none"),
        (lambda r: r.update(redeals=[{"sea": 1}]), 'expected a known key of redeal 1, got "sea"; nearest is seat'),
        (lambda r: r.update(praise={"type": "PANTS"}), "praise: expected none, since praise=none, got PANTS"),
        (lambda r: r.update(praise={"type": "PANT"}), "praise type: expected one of REGULAR, ONE, HAPPY, MIRROR"),
        (lambda r: r.update(praise={"typ": "PANT"}), 'expected a known key of praise, got "typ"; nearest is type'),
        (
            lambda r: r["tricks"][0].update(pre=True),
            "trick 1: expected pre to be false, since REGULAR plays no tricks while the cards are dealt, got true",
        ),
        (lambda r: r["tricks"][0].update(pre=1), "expected trick 1 pre to be true or false, got 1"),
        (
            lambda r: r.update(redeals=[{"seat": 0, "reason": "x", "praise": {"tpe": 1}}]),
            'expected a known key of redeal 1 praise, got "tpe"; nearest is type',
        ),
        (lambda r: r.update(soloist=1), "expected no soloist, since no talon is bought in bare, got 1"),
        (lambda r: r.update(score_before=[0]), "expected score_before for 2 sides, got [0]"),
        (
            lambda r: r.update(score_before=[0, 2, 4]),
            "expected score_before for 2 sides, got [0, 2, 4]",
        ),
        (lambda r: r.update(score_before=[0, -2]), "expected score_before of side 1 to be 0 or more, got -2"),
        (lambda r: r.update(multiplier=3), "expected multiplier to be at most 2, got 3"),
        (lambda r: r.update(match={"number": 1}), "expected a value for match deal, got none"),
        (
            lambda r: r.update(match={"number": 1, "deal": 0, "title": "sheep"}),
            "match title: expected one of goat, goat+tail, goat+eggs, goat+eggs+tail, got",
        ),
        (lambda r: r.update(options={"trump_led": 1}), 'got "trump_led"; nearest is trump_lead'),
        (lambda r: r.update(options=[1]), "expected options to be an object, got [1]"),
        (lambda r: r.update(game="barre"), 'got "barre"; nearest is bare'),
        (lambda r: r.update(game="nowhere.toml"), 'got "nowhere.toml": no such file'),
        (lambda r: r.update(game=3), "expected game to be a text, got 3"),
        (
            lambda r: r.update(options={"praise": "PANTS"}),
            "trick 1: expected pre to be true, since PANTS plays it while the cards are dealt, got false",
        ),
    ],
)
def test_each_fault_has_its_sentence(change: Change, sentence: str) -> None:
    assert sentence in errors(change)


def test_keys_of_games_to_come_pass_while_they_are_empty() -> None:
    empty: dict[str, object] = {
        "redeals": [],
        "swaps": [],
        "praise": None,
        "first_deal": False,
        "soloist": None,
        "note": {"any": ["thing"]},
    }
    assert errors(lambda r: r.update(empty)) == ""


def test_a_classic_record_without_swaps_and_redeals_is_judged() -> None:
    assert errors(lambda r: r.update(game="classic")) == ""
    record = changed(lambda r: r.update(game="classic", tricks=[], result=None))
    hands = record["hands"]
    for queen, seat, gift in (("QC", 1, "JC"), ("QH", 2, "JH"), ("QD", 2, "AD")):
        hands[seat][hands[seat].index(queen)] = gift
        hands[0][hands[0].index(gift)] = queen
    assert referee(record).errors == ("hand of seat 0: expected a redeal of four queens, which is mandatory, got none",)


def test_the_errors_of_one_record_are_capped() -> None:
    found = referee(changed(lambda r: r["hands"].__setitem__(0, ["QC"] * 100))).errors
    assert len(found) == MOST_ERRORS + 1 and found[-1].startswith("and ") and found[-1].endswith(" more")
    found = referee(changed(lambda r: r.update({f"key{k}": k for k in range(50)}))).errors
    assert len(found) == MOST_ERRORS + 1 and found[-1] == "and 30 more"


# Partial records


def plain_tricks(record: dict[str, Any]) -> None:
    record.pop("result")
    record["tricks"] = [{"leader": trick["leader"], "cards": trick["cards"]} for trick in record["tricks"]]


@pytest.mark.parametrize("tricks", range(8))
@pytest.mark.parametrize("cards", range(4))
def test_a_record_may_end_anywhere(tricks: int, cards: int) -> None:
    record = changed(plain_tricks)
    del record["tricks"][tricks + 1 :]
    del record["tricks"][tricks]["cards"][cards:]
    record["stated"] = {"side": 0, "points": 1}
    assert referee(record) == Verdict(1, True, (), None)


def test_hands_may_be_unknown_or_short() -> None:
    for unknown in ([0], [1, 2], [0, 1, 2, 3]):
        record = copy.deepcopy(WORKED)
        record["hands"] = [None if seat in unknown else hand for seat, hand in enumerate(record["hands"])]
        verdict = referee(record)
        assert verdict.legal and verdict.result and verdict.result["points"] == [103, 17]
    assert referee(changed(lambda r: r.update(hands=None))).legal
    assert referee(changed(lambda r: [hand.pop() for hand in r["hands"]])).legal


def test_an_unknown_hand_is_held_to_what_it_shows() -> None:
    def revoke(record: dict[str, Any]) -> None:
        record["hands"][1] = record["hands"][2] = None
        swap_plays(record)

    found = errors(revoke)
    assert (
        "trick 3: seat 1 led JD, a trump that it may not lead yet; legal were TC TS 9H, since it plays TS in trick 4"
        in found
    )
    assert "trick 4: seat 1 played TS to the lead of QH; legal were JS TD, since it plays JS in trick 6" in found
    record = changed(revoke)
    record["tricks"][0]["cards"][1] = "KS"
    assert "trick 1: seat 1 played KS, which is in the hand of seat 0" in "\n".join(referee(record).errors)


def test_a_short_hand_that_would_be_too_long_is_named() -> None:
    record = changed(plain_tricks)
    record["hands"][2] = None
    record["hands"][1] = ["QC", "JS", "JD", "TD", "TC", "9H", "AS"]
    record["tricks"] = [{"leader": 0, "cards": ["QS", "QD"]}, {"leader": 1, "cards": ["7C"]}]
    assert "seat 1: expected at most 8 cards with those it plays, got" in "\n".join(referee(record).errors)


def test_the_number_fills_in_the_hands() -> None:
    number = str(space_of(load("bare")).rank(WORKED["hands"]))
    record = changed(lambda r: r.update(number=number, hands=[None] * 4))
    assert referee(record).legal
    record["tricks"][0]["cards"][2] = "KS"
    assert "which is in the hand of seat 0" in referee(record).errors[0]
    assert errors(lambda r: r.update(number=number)) == ""


def test_a_talon_is_what_is_left() -> None:
    record = written(GAMES[3], 5).to_json()
    talon = record.pop("talon")
    assert referee(record).legal
    record["talon"] = talon[:1]
    assert "expected a talon of 2 cards" in referee(record).errors[0]
    record["talon"] = talon
    record["hands"][1] = None
    assert referee(record).legal
    record["tricks"][0]["cards"][(1 - record["tricks"][0]["leader"]) % 3] = talon[0]
    assert "which is in the talon" in "\n".join(referee(record).errors)


def test_cards_are_read_in_every_spelling_and_written_in_one() -> None:
    record = changed(lambda r: r["hands"].__setitem__(0, ["Дп", "jc", "J♥", "Тб", "кб", "7D", "ks", " 8S"]))
    record["hands"][1][3] = "10D"
    assert referee(record).legal
    assert Record.parse(json.dumps(record)).to_json()["hands"] == WORKED["hands"]


# Lines and files


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"\xff\xfe{", "expected text in UTF-8, got byte 255 at column 1"),
        (json.dumps(WORKED)[:400], "got an error at column 401, where it ends"),
        ('{"game" "bare"}', "got an error at column 9"),
        ("\x00", "got an error at column 1"),
        ('{"game": "bare", "game": "bare"}', 'expected every key once, got "game" twice'),
        ('{"note": NaN}', 'expected finite numbers, got "NaN"'),
        ('{"note": -Infinity}', 'expected finite numbers, got "-Infinity"'),
        ('{"note": 1e999}', 'expected finite numbers, got "1e999"'),
        ("1" * 5000, "expected numbers within reason"),
        ("[" * 100_000, "expected a record, got nesting beyond all bounds"),
        ("[]", "expected a record to be an object, got []"),
        ("null", "expected a record to be an object, got nothing"),
        ("{}", "expected a value for game, got none"),
    ],
)
def test_a_line_that_is_no_record_becomes_a_verdict(line: bytes | str, sentence: str) -> None:
    found = list(verdicts([line, json.dumps(WORKED)]))
    assert [verdict.legal for verdict in found] == [False, True]
    assert sentence in found[0].errors[0] and found[0].result is None
    with pytest.raises(RequestError):
        Record.parse(line)


@settings(max_examples=150)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_garbage_is_a_verdict(line: bytes | str) -> None:
    assert not JUDGE.judge(line).legal


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["QC", "bare", "10d"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=200)
@given(
    st.sampled_from(sorted(Record.model_fields)), JSON, st.sampled_from(["leader", "cards", "winner", "points"]), JSON
)
def test_any_value_anywhere_is_a_verdict(key: str, value: object, inner: str, other: object) -> None:
    verdict = JUDGE.judge(changed(lambda r: (r["tricks"][3].update({inner: other}), r.update({key: value}))))
    json.dumps(verdict.to_json(), ensure_ascii=False).encode()
    assert all("\n" not in sentence for sentence in verdict.errors)


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from([*KEYS, *load("classic").options]), JSON, max_size=3))
def test_any_option_is_a_verdict(options: dict[str, object]) -> None:
    assert all("\n" not in sentence for sentence in JUDGE.judge({**WORKED, "options": options}).errors)


HANDS = st.lists(st.none() | st.lists(st.sampled_from(NAMES), max_size=9), min_size=3, max_size=5)
TRICK = st.fixed_dictionaries({"leader": st.integers(0, 5), "cards": st.lists(st.sampled_from(NAMES), max_size=5)})


@settings(max_examples=300)
@given(st.sampled_from(GAMES), st.none() | HANDS, st.lists(TRICK, max_size=10), st.booleans())
def test_any_cards_anywhere_are_a_verdict(rules: str, hands: object, tricks: object, numbered: bool) -> None:
    record = {"game": rules, "hands": hands, "tricks": tricks, "number": "77" if numbered else None}
    assert all("\n" not in sentence for sentence in JUDGE.judge(record).errors)


@settings(max_examples=100)
@given(st.integers(0, 2000), st.binary(min_size=1, max_size=3))
def test_a_record_with_bytes_overwritten_is_a_verdict(at: int, bytes_in: bytes) -> None:
    line = bytearray(json.dumps(WORKED).encode())
    line[at % len(line) :][: len(bytes_in)] = bytes_in
    line[at % len(line)] = bytes_in[0]
    JUDGE.judge(bytes(line))


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    good = json.dumps(WORKED)
    path = tmp_path / "records.jsonl"
    path.write_bytes(f"\ufeff{good}\r\n\n  \n{{\n{good}".encode())
    assert [(verdict.line, verdict.legal) for verdict in verdicts(str(path))] == [(1, True), (4, False), (5, True)]
    assert [verdict.legal for verdict in verdicts(path.read_bytes())] == [True, False, True]
    with path.open(encoding="utf-8") as stream:
        assert [verdict.legal for verdict in verdicts(stream)] == [True, False, True]


def test_stdin_one_record_and_lists_are_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps(WORKED)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(good.encode())))
    assert [verdict.legal for verdict in verdicts("-")] == [True]
    assert [verdict.legal for verdict in verdicts(Record.parse(good))] == [True]
    assert [verdict.legal for verdict in verdicts(WORKED)] == [True]
    assert [verdict.legal for verdict in verdicts([WORKED, good, Record.parse(good), 7])] == [True] * 3 + [False]
    wrong: Any = 7
    with pytest.raises(RequestError, match="expected a file of records, or records one after another, got 7"):
        verdicts(wrong)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b" "])
def test_no_record_at_all_is_a_wrong_request(content: bytes) -> None:
    with pytest.raises(RequestError, match="expected at least one record, got none"):
        list(verdicts(content))


def test_what_cannot_be_read_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="got a folder"):
        verdicts(tmp_path)
    with pytest.raises(RequestError, match="no such file"):
        verdicts(str(tmp_path / "nowhere.jsonl"))
    with pytest.raises(RequestError, match="expected the path of a file of records"):
        verdicts("a\x00b")


class Endless(io.RawIOBase):
    """A stream of one line of a given length without a newline, and a record after it."""

    def __init__(self, size: int) -> None:
        self.left = size
        self.tail = io.BytesIO(b"\n" + json.dumps(WORKED).encode())

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = min(len(buffer), self.left)
        if not count:
            return self.tail.readinto(buffer)
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_a_line_without_end_is_skipped_without_being_held() -> None:
    tracemalloc.start()
    found = list(verdicts(io.BufferedReader(Endless(100_000_000))))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(verdict.line, verdict.legal) for verdict in found] == [(1, False), (2, True)]
    assert found[0].errors == (f"expected a record of at most {LONGEST_LINE} bytes, got a longer line",)
    assert peak < 10_000_000


def test_of_many_games_only_some_are_kept() -> None:
    judge = Referee()
    for target in range(1, 2 * GAMES_KEPT):
        record = copy.deepcopy(WORKED)
        record["options"] = {"target": target}
        assert judge.judge(record).legal
    assert len(judge._tables) == GAMES_KEPT


def test_half_a_letter_is_shown_safely() -> None:
    found = referee('{"game": "\\ud800", "hands": null, "tricks": []}')
    assert not found.legal and found.errors[0].encode()


@pytest.mark.parametrize(
    "filler",
    [
        '"note": ' + "[1,2]," * 3,
        ", ".join(f'"k{k}": 1' for k in range(50_000)),
        '"tricks": [' + ", ".join('{"leader": "x"}' for _ in range(40_000)) + "]",
        '"hands": [[' + ", ".join(['"QC"'] * 100_000) + '], null, null, null], "game": "bare", "tricks": []',
        ", ".join('"game": 1' for _ in range(60_000)),
    ],
    ids=["broken", "keys", "tricks", "hands", "twice"],
)
def test_a_huge_wrong_line_takes_no_long_time(filler: str) -> None:
    line = "{" + filler + "}"
    assert len(line) < LONGEST_LINE
    start = time.perf_counter()
    assert not referee(line).legal
    assert time.perf_counter() - start < 5
