"""The games of sets: bura, bura-two and bura-hammer (rules.md, 10)."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
import twin_bura as twin
import twin_bura_match as twin_match
from settling import settled

import goatsim
from goatsim.engine import layout, sets
from goatsim.engine.jit import form
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import us
from goatsim.records.sethearing import board_of
from goatsim.runs.execute import run
from goatsim.runs.steps import decisions
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.named import line_up, named

PLAYERS = {"random": twin.random_player, "low": twin.low_player}

CASES: dict[str, tuple[str, dict[str, Any], twin.Options]] = {
    "bura": ("bura", {}, twin.bura()),
    "two": ("bura-two", {}, twin.bura_two()),
    "hammer": ("bura-hammer", {}, twin.bura_hammer()),
    **{f"hammer {n}": ("bura-hammer", {"players": n}, twin.bura_hammer(n)) for n in (2, 3, 6)},
    "in order": (
        "bura",
        {"pairing": "positional", "rank_leads": "on", "trump": "cut_card", "hammer_when": "first_lead"},
        twin.Options(pairing="positional", rank_leads="on", trump="cut_card", hammer_when="first_lead"),
    ),
    "no claims": ("bura-two", {"out_of_turn": "off"}, twin.Options(players=2, rank_leads="on", out_of_turn="off")),
}


@pytest.mark.parametrize(("rules", "options"), [("bura", {}), ("bura-two", {"rank_leads": "on"})])
def test_the_sets_that_may_be_led_are_counted_and_numbered(rules: str, options: dict[str, Any]) -> None:
    game, draw = game_of(load(rules, options)), random.Random(1)
    block = game.contract.block().tolist()
    some_of, is_set, lead_in, leads_in = (
        form(function, game.shape) for function in (sets.some_of, sets.is_set, sets.lead_in, sets.leads_in)
    )
    for _ in range(300):
        trumps = game.set_of(draw.choice(list(game.rules.plain.values())))
        block[layout.TRUMPS * layout.STRIDE] = block[layout.ALL_TRUMPS * layout.STRIDE] = trumps
        hand = sum(1 << at for at in draw.sample(range(game.shape.cards), draw.randint(1, game.shape.hand)))
        every = (some_of(block, 0, hand, number) for number in range(1, 1 << hand.bit_count()))
        may = [cards for cards in every if is_set(block, 0, cards)]
        assert leads_in(block, 0, hand) == len(may)
        assert [lead_in(block, 0, hand, k) for k in range(len(may) + 1)] == [*may, 0]


def plays_of(record: dict[str, Any]) -> list[Any]:
    """What a record says of the play, cards of a set in no order."""
    return [
        (
            trick["leader"],
            bool(trick.get("claim")),
            [(play["seat"], sorted(play["cards"]), play.get("beat") is True) for play in trick["plays"]],
            trick["winner"],
            trick["points"],
        )
        for trick in record["tricks"]
    ]


def same(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    return (
        list(map(sorted, ours["hands"])) == list(map(sorted, theirs["hands"]))
        and all(list(ours[key]) == list(theirs[key]) for key in ("stock", "turned", "trump"))
        and plays_of(ours) == plays_of(theirs)
        and ours["result"] == theirs["result"]
    )


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("case", CASES)
def test_the_slow_twin_agrees(case: str, policy: str, daily_seed: int, size: float) -> None:
    game, options, told = CASES[case]
    lab = goatsim.at(game, options=options, policies=policy, seed=daily_seed, progress="never")
    players = [PLAYERS[policy]()] * told.players
    records = [record.to_json() for record in lab.replay(0, int(1000 * size))]
    for index, record in enumerate(records):
        assert same(record, twin.play(told, players, daily_seed, index)), index
    assert all(verdict.legal for verdict in goatsim.score(records))


def views_of(game: str, options: dict[str, Any], policy: str, seed: int, index: int) -> list[Any]:
    made = game_of(load(game, options))
    return list(decisions(Arm(made, line_up(policy, made.rules.sides)), seed, index))


@pytest.mark.parametrize("case", CASES)
def test_a_seat_sees_no_card_that_others_laid_face_down(case: str, daily_seed: int) -> None:
    game, options, told = CASES[case]
    views = views_of(game, options, "random", daily_seed, 1)
    record = twin.play(told, [twin.random_player()] * told.players, daily_seed, 1)
    laid = [(play["seat"], card) for trick in record["tricks"] for play in trick["plays"] for card in play["cards"]]
    down = {
        card: play["seat"]
        for trick in record["tricks"]
        for play in trick["plays"]
        if play.get("beat") is False
        for card in play["cards"]
    }
    assert len(laid) == len(set(laid)) == 36
    hidden = 0
    for view in views:
        for card in (*view.gone.names(), *view.table.names()):
            assert down.get(card, view.seat) == view.seat
        unseen = set(view.unseen.names())
        assert not unseen & set(view.hand.names())
        hidden += sum(card in unseen for card, seat in down.items() if seat != view.seat)
    assert hidden


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("rules", ["bura", "bura-two", "bura-hammer"])
def test_all_drivers_agree(rules: str, policy: str, daily_seed: int, size: float) -> None:
    game = game_of(load(rules, {}))
    task = Task((Arm(game, line_up(policy, game.rules.sides)),), (Ask("points", us.points),), daily_seed)
    scalar, asking = (run(task, deals=int(20_000 * size), driver=driver) for driver in ("scalar", "asking"))
    assert scalar.tables["points"].histogram.tolist() == asking.tables["points"].histogram.tolist()


def example() -> dict[str, Any]:
    """The worked example of rules.md, 10.1."""

    def trick(leader: int, *laid: str, claim: bool = False) -> dict[str, Any]:
        plays = []
        for place, text in enumerate(laid):
            beat = text.startswith("BEAT ")
            cards = text.removeprefix("BEAT ").split()
            plays.append({"seat": (leader + place) % 4, "cards": cards, **({"beat": beat} if place else {})})
        return {"leader": leader, "plays": plays, **({"claim": True} if claim else {})}

    return {
        "game": "bura",
        "turned": "7C",
        "hands": [text.split() for text in ("9S KD JC 6S", "AS JH TH 7H", "QD 9C KC 9H", "6H TD KH JD")],
        "tricks": [
            trick(0, "9S 6S", "7H JH", "QD 9H", "6H JD"),
            trick(0, "KD 9D", "6D TH", "8D 8H", "BEAT TD 8C"),
            trick(2, "9C KC QC 7C", "7S JS KH AC", "AH AD JC 6C", "7D TS AS TC", claim=True),
            trick(2, "QH", "8S", "KS", "QS"),
        ],
    }


def judged(record: dict[str, Any]) -> Any:
    (verdict,) = goatsim.score(record)
    return verdict


def test_the_worked_example_is_scored() -> None:
    record = example()
    # Cards that the example does not name were discarded with those that it does.
    verdict = judged(record)
    assert verdict.legal, verdict.errors
    assert verdict.result == {"points": [96, 24], "tricks": [3, 1], "eyes": [4, 0], "outcome": "ninety"}
    for trick, (winner, points) in zip(record["tricks"], [(0, 7), (3, 24), (2, 79), (2, 10)], strict=True):
        trick.update(winner=winner, points=points)
    assert judged(record).legal


def changed(record: dict[str, Any], path: Sequence[Any], value: object) -> dict[str, Any]:
    found = copy.deepcopy(record)
    inner: Any = found
    for key in path[:-1]:
        inner = inner[key]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return found


FAULTS = {
    "illegal beat": (("tricks", 0, "plays", 1, "beat"), True, "seat 1 is said to beat with 7H JH, which do not beat"),
    "not one suit": (("tricks", 3, "plays", 0, "cards"), ["QH", "8S"], "8S QH, which are not of one suit"),
    "wrong count": (
        ("tricks", 0, "plays", 2, "cards"),
        ["QD"],
        "expected as many cards as were led, 2, got 1",
    ),
    "wrong winner": (("tricks", 1, "winner"), 0, "trick 2: expected winner 3, got 0"),
    "wrong points": (("tricks", 2, "points"), 78, "trick 3: expected 79 points, got 78"),
    "no claim": (("tricks", 2, "claim"), None, "expected seat 3, which took trick 2, to lead, or a claim, got seat 2"),
    "claim without four": (("tricks", 1, "claim"), True, "out of turn, for which it must lead all 4"),
    "card twice": (("tricks", 3, "plays", 1, "cards"), ["9S"], "9S, which seat 0 played in trick 1 already"),
    "another's card": (("tricks", 0, "plays", 1, "cards"), ["7H", "KH"], "KH, which is in the hand of seat 3"),
    "not in the pack": (("tricks", 0, "plays", 1, "cards"), ["7H", "2H"], "2H, which is not in the pack"),
    "shown card dealt": (("turned",), "9C", "expected a card of the stock, got 9C, which is in the hand of seat 2"),
    "another trump": (("trump",), "H", "expected trump C, the suit of 7C"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_named(name: str) -> None:
    path, value, said = FAULTS[name]
    verdict = judged(changed(example(), path, value))
    assert not verdict.legal
    assert any(said in error for error in verdict.errors), verdict.errors


def test_a_card_is_drawn_in_its_turn(daily_seed: int) -> None:
    record = next(iter(goatsim.at("bura", policies="low", seed=daily_seed).replay(0, 1))).to_json()
    assert judged(record).legal
    early = judged(changed(record, ("tricks", 1, "claim"), True)).errors
    assert any("expected 4 cards of one suit for a lead out of turn" in error for error in early)
    stock = list(record["stock"])
    stock[0], stock[1] = stock[1], stock[0]
    errors = judged({**record, "stock": stock, "number": record["number"]}).errors
    assert any("number" in error for error in errors)
    del record["number"]
    assert any("in the hand of seat" in error for error in judged({**record, "stock": stock}).errors)


def test_sets_of_one_rank_are_beaten_card_by_card() -> None:
    rules = load("bura-two", {})
    board, game = board_of(rules), game_of(rules)
    board.deal([game.set_of(["QS", "QD", "6C", "7C"]), game.set_of(["KS", "6H", "7S", "AS"])], game.set_of(["9H"]), 0)
    led = game.set_of(["QS", "QD"])
    assert board.is_set(led) and not board.is_set(game.set_of(["QS", "6C"]))
    board.lay(0, True, led, False)
    assert board.beats(game.set_of(["KS", "6H"]))
    assert not board.beats(game.set_of(["7S", "6H"])) and not board.beats(game.set_of(["KS", "AS"]))


@pytest.mark.parametrize(
    ("points", "tricks", "penalty", "outcome"),
    [
        ([40, 40, 40], [4, 4, 4], [0, 0, 0], "egg"),
        ([39, 41, 40], [4, 4, 4], [2, 0, 0], "win"),
        ([21, 49, 50], [1, 4, 4], [2, 0, 0], "win"),
        ([20, 50, 50], [1, 4, 4], [4, 0, 0], "ninety"),
        ([0, 0, 120], [1, 0, 8], [4, 6, 0], "lucy"),
        ([30, 30, 60], [3, 3, 3], [2, 2, 0], "win"),
    ],
)
def test_of_three_whoever_has_fewest_points_pays(
    points: list[int], tricks: list[int], penalty: list[int], outcome: str
) -> None:
    game = game_of(load("bura-hammer", {"players": 3}))
    assert settled(game, points, tricks, {}) == (penalty, outcome)


FOUR = " or ".join(f"cards(*{suit}) == 4" for suit in "CSHD")


@pytest.mark.parametrize(
    ("game", "question", "chance"),
    [
        ("bura", FOUR, Fraction(8, 935)),
        ("bura", f"any({FOUR})", Fraction(6267641987, 186080076875)),
        ("bura", "trumps == 4", Fraction(1, 748)),
        ("bura-hammer", "trumps == 4", Fraction(2, 935)),
    ],
)
def test_hands_of_one_suit_are_counted_exactly(game: str, question: str, chance: Fraction) -> None:
    assert Fraction(*goatsim.ask(question, rules=game, fresh=True).to_json()["fraction"]) == chance


@pytest.mark.large
@pytest.mark.turns(12)
@pytest.mark.parametrize("case", ["bura", "two", "hammer", "hammer 3"])
def test_matches_agree_with_the_slow_twin(case: str, daily_seed: int, size: float) -> None:
    game, options, told = CASES[case]
    lab = goatsim.at(game, options=options, policies="random", seed=daily_seed, progress="never")
    matches = int(50 * size)
    ours = [record.to_json() for record in lab.replay(0, matches, match=True)]
    players = [twin.random_player()] * told.players
    theirs = [record for k in range(matches) for record in twin_match.play(told, players, daily_seed, k)[0]]
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert plays_of(one) == plays_of(other)
        assert one["result"] == other["result"]
        for key in ("dealer", "first_leader", "multiplier"):
            assert one[key] == other[key]
        assert one["match"]["score_after"] == other["match"]["score_after"]
        assert one["match"].get("title") == other["match"]["title"]
    assert all(verdict.legal for verdict in goatsim.score(ours))


def test_an_illegal_set_is_named() -> None:
    @goatsim.policy(base="low")
    class Greed:
        """Leads its whole hand."""

        def set_lead(v: Any) -> Any:
            """Answer the cards to lead."""
            return v.legal

    lab = goatsim.at("bura", policies=[Greed, named("low"), named("low"), named("low")], seed=1, progress="never")
    with pytest.raises(goatsim.PlayError, match="which must be cards of one suit of its hand"):
        list(lab.views(0))
