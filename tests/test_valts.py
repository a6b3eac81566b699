"""Two halves of a pack with jacks on top (rules.md, 9): the engine against its twin, records, words and matches."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial
from pathlib import Path
from typing import Any

import pytest
import twin_ledgers
import twin_valts
from made import answer_of

import goatsim
from goatsim.answers import StudyAnswer
from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.jit import form
from goatsim.engine.settle import settle
from goatsim.errors import RequestError
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import load
from goatsim.ledger import Facts, Ledger, terms_of
from goatsim.records.playing import matches_played, played
from goatsim.runs.steps import decisions
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up
from goatsim.studies.base import study_named

EXAMPLE = (67, 21, 20, 12)
"""The points of the worked example of rules.md, 9, the dealer, who has 12, being the last."""


def plain(record: dict[str, Any]) -> dict[str, Any]:
    """What the twin tells of a deal, the cards of each half in no order."""
    kept = {key: record[key] for key in ("dealer", "played", "turned", "trump")}
    half = len(record["hands"][0]) // 2
    kept["hands"] = [[sorted(hand[:half]), sorted(hand[half:])] for hand in record["hands"]]
    keys = ("leader", "winner", "points")
    kept["tricks"] = [[list(trick["cards"]), *(trick[key] for key in keys)] for trick in record["tricks"]]
    return {**kept, "result": {key: record["result"][key] for key in ("points", "tricks", "stocks", "outcome")}}


def compare(options: dict[str, Any], policies: str, seed: int, deals: int) -> set[str]:
    """Play deals with the engine and the twin. Returns the outcomes that came about."""
    game = game_of(load("valts", options))
    seats = policies.split(",") if "," in policies else [policies] * game.shape.seats
    outcomes = set()
    for record in played(game, line_up(policies, game.rules.sides), seed, 0, deals):
        told = record.to_json()
        assert plain(told) == plain(twin_valts.play(twin_valts.Options(**options), seats, seed, told["deal"]))
        outcomes.add(told["result"]["outcome"])
    return outcomes


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("policies", ["random", "low", "greedy", "greedy,random,low,random"])
def test_the_twin_agrees(policies: str, daily_seed: int, size: float) -> None:
    assert compare({}, policies, daily_seed, int(5000 * size)) == {"win", "nobody"}


def walk_match(options: dict[str, Any], policies: str, seed: int, number: int) -> None:
    """Play a match with the engine and the twin, and compare every deal, the accounts, and who wins."""
    game = game_of(load("valts", options))
    seats = policies.split(",") if "," in policies else [policies] * game.shape.seats
    deals, match = twin_ledgers.play_valts(twin_valts.Options(**options), seats, seed, number)
    told = [record.to_json() for record in matches_played(game, line_up(policies, game.rules.sides), seed, number, 1)]
    assert len(told) == len(deals) == match.deals
    for record, expected in zip(told, deals, strict=True):
        assert plain(record) == plain(expected)
    last = told[-1]["match"]
    pairs = options.get("valts_ledger") == "pairwise"
    assert last["score_after"] == ([taken for row in match.table for taken in row] if pairs else match.accounts)
    assert [last["winner"]] == match.winners and last.get("title") == match.title
    lost = last.get("losers") or [last["loser"]]
    assert lost == (match.goats or [seat for seat in range(game.shape.seats) if seat not in match.winners])
    assert [verdict.errors for verdict in goatsim.score(told)] == [()] * len(told)


DEALT: list[dict[str, Any]] = [
    {"valts_count": "per_half"},
    {"valts_ledger": "pairwise"},
    {"valts_ledger": "own_countdown"},
    {"valts_follow": "follow_suit"},
    {"players": 2},
    {"players": 2, "valts_count": "per_half", "valts_ledger": "own_countdown", "valts_follow": "follow_suit"},
]
MATCHED: list[dict[str, Any]] = [
    {},
    {"valts_ledger": "pairwise"},
    {"valts_ledger": "own_countdown"},
    {"players": 2, "valts_ledger": "pairwise"},
    {"players": 2},
    {"first_dealer": "random", "target": 30, "valts_count": "per_half"},
]


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize(("options", "matches"), [*((one, False) for one in DEALT), *((one, True) for one in MATCHED)])
def test_the_twin_agrees_on_every_option(options: dict[str, Any], matches: bool, daily_seed: int, size: float) -> None:
    if not matches:
        assert compare(options, "random", daily_seed, int(1000 * size)) == {"win", "nobody"}
    for number in range(int(20 * size) * matches):
        walk_match(options, "random" if number % 2 else "greedy", daily_seed, number)


def parted(points: tuple[int, ...]) -> list[list[str]]:
    """The pack parted into sets worth so many points."""
    rules = load("valts")
    left, found = sorted(rules.pack, key=rules.card_points, reverse=True), []
    for wanted in points:
        ways: dict[int, tuple[str, ...]] = {0: ()}
        for card in left:
            for total, cards in list(ways.items()):
                ways.setdefault(total + rules.card_points(card), (*cards, card))
        found.append(list(ways[wanted]))
        left = [card for card in left if card not in found[-1]]
    found[-1] += left
    return found


def settled(options: dict[str, Any], points: tuple[int, ...], first: int = 0) -> tuple[list[int], str]:
    """What the engine charges for so many points of each seat where seat `first` led first, and the outcome."""
    game = game_of(load("valts", options))
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    words = {**game.contract.columns(), layout.OPENER: first}
    words |= {layout.WON + side: game.set_of(cards) for side, cards in enumerate(parted(points))}
    for column, word in words.items():
        put(block, column, 0, word)
    form(settle, game.shape)(block, 0, list(game.rows))
    outcome = game.rules.scoring_rows()[get(block, layout.OUTCOME, 0) - 1].outcome
    return [get(block, layout.PENALTY + side, 0) for side in range(len(points))], outcome


@pytest.mark.parametrize(
    ("options", "points", "first", "penalty"),
    [
        ({}, EXAMPLE, 0, [0, 2, 2, 1]),
        ({}, EXAMPLE, 1, [0, 2, 2, 2]),
        ({}, (60, 60, 0, 0), 0, [0, 0, 0, 0]),
        ({}, (0, 61, 59, 0), 0, [2, 0, 2, 1]),
        ({}, (0, 0, 0, 120), 0, [2, 2, 2, 0]),
        ({"valts_ledger": "own_countdown"}, EXAMPLE, 0, [5, 0, 0, 0]),
        ({"valts_ledger": "own_countdown"}, (12, 21, 20, 67), 0, [0, 0, 0, 6]),
        ({"valts_ledger": "pairwise"}, EXAMPLE, 0, [0, 2, 2, 1]),
    ],
)
def test_what_a_deal_takes(options: dict[str, Any], points: tuple[int, ...], first: int, penalty: list[int]) -> None:
    outcome = "win" if any(penalty) else "nobody"
    assert settled(options, points, first) == (penalty, outcome)


def test_worked_example_in_the_ledgers() -> None:
    def after(ledger: str, *penalties: tuple[int, ...]) -> Ledger:
        state = Ledger(terms_of(load("valts", {"valts_ledger": ledger})), (0, 0, 0, 0))
        for penalty in penalties:
            state = state.after(Facts("win" if any(penalty) else "nobody", penalty))
        return state

    state = after("stock", (0, 2, 2, 1))
    assert (state.eyes, state.dealer, state.losers) == ((12, 10, 10, 11), 0, ())
    state = after("stock", *[(0, 2, 2, 1)] * 6)
    assert (state.eyes, state.winner, state.losers, state.title) == ((12, 0, 0, 6), 0, (1, 2), "goat")
    state = after("pairwise", *[(0, 2, 2, 1)] * 5, (0, 0, 0, 0), (2, 0, 2, 1))
    assert state.eyes[:4] == (0, 10, 10, 5) and state.eyes[4:8] == (2, 0, 2, 1) and state.winner is None
    assert state.after(Facts("win", (0, 2, 2, 2))).losers == (1, 2)
    state = after("own_countdown", (5, 0, 0, 0), (5, 0, 0, 0), (0, 6, 0, 0), (5, 0, 0, 0))
    assert (state.eyes, state.winner, state.losers, state.title) == ((-3, 6, 12, 12), 0, (1, 2, 3), "")


def told() -> dict[str, Any]:
    """A deal in which hearts are trumps: the dealer's last card of the first half is a jack."""
    hands = [
        "AH 9S 8S 7S AC TC 9C 8C",
        "JC 9D 8D 7D KC QC JD 7C",
        "QH TS KS QS TH KH 9H 8H",
        "JH AS TD KD 7H JS AD QD",
    ]
    plays = [
        "AH JC QH JH", "9D TS TD 9S", "KD 8S 8D KS", "AS 7S 7D QS",
        "7H AC KC TH", "KH JS TC QC", "AD 9C JD 9H", "7C 8H QD 8C",
    ]  # fmt: skip
    leaders = [0, 1, 3, 3, 3, 2, 3, 1]
    tricks = [{"leader": one, "cards": cards.split()} for one, cards in zip(leaders, plays, strict=True)]
    return {"game": "valts", "hands": [hand.split() for hand in hands], "turned": "JH", "tricks": tricks}


def faults(**changes: Any) -> str:
    """What the referee says of the deal with some keys changed."""
    (verdict,) = goatsim.score({**told(), **changes})
    return "; ".join(verdict.errors)


def test_a_deal_by_hand() -> None:
    (verdict,) = goatsim.score(told())
    assert verdict.errors == ()
    assert verdict.result == {
        "points": [0, 31, 28, 61], "tricks": [0, 2, 2, 4], "outcome": "win", "stocks": [-2, -2, -2, 0]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"turned": "7H"}, "turned: expected a card of seat 3, the dealer, dealt with the first cards, got 7H"),
        ({"turned": "AH"}, "turned: expected a card of seat 3"),
        ({"turned": None}, "expected the card turned up (turned) or its suit (trump), got neither"),
        ({"trump": "S"}, "trump: expected H, the suit of JH, which was turned up, got S"),
        ({"turned": "TD"}, "trick 5: expected seat 1, which took trick 4, to lead, got seat 3"),
        ({"result": {"stocks": [-2, -2, -2, -1]}}, "expected stocks [-2, -2, -2, 0], got [-2, -2, -2, -1]"),
        ({"result": {"penalty": [0, 0, 0, 0]}}, "result: expected stocks in valts, got penalty"),
        ({"result": {"points": [0, 31, 29, 60]}}, "result: expected points [0, 31, 28, 61], got [0, 31, 29, 60]"),
        ({"options": {"valts_follow": "follow_suit"}}, "trick 5: seat 1 played KC to the lead of 7H; legal was JD"),
    ],
)
def test_planted_faults_are_named(changes: dict[str, Any], said: str) -> None:
    assert said in faults(**changes)


def test_cards_of_the_second_half_cannot_come_early() -> None:
    hands = told()["hands"]
    hands[0][3], hands[0][4] = hands[0][4], hands[0][3]
    assert "trick 4: seat 0 played 7S, which it is dealt with the second half of the pack" in faults(hands=hands)
    assert faults(hands=[None] * 4) == "" and faults(hands=[None, *told()["hands"][1:]]) == ""


def test_the_number_of_a_deal_tells_halves_and_the_card_turned_up() -> None:
    space = space_of(load("valts"))
    assert space.count == factorial(32) // factorial(4) ** 8 * 4
    hands, talon = space.unrank(12345678901234567890123)
    assert talon == [] and space.rank(hands) == 12345678901234567890123
    moved = [*hands[:3], [*hands[3][1:4], hands[3][0], *hands[3][4:]]]
    assert space.rank(moved) != space.rank(hands) and space.rank(moved) // 4 == space.rank(hands) // 4


def test_dealt_cards_are_counted_exactly() -> None:
    def share(question: str) -> Fraction:
        found = goatsim.ask(question, rules="valts", progress="never").fraction
        assert found is not None
        return found

    assert share("me.jacks == 4") == Fraction(comb(4, 4) * comb(28, 4), comb(32, 8))
    assert share("turned.has(JC)") == Fraction(1, 32)
    # Beside the card turned up the dealer has seven of the 31 others, of which 10 or, if that is a jack, 10 are trumps.
    assert share("seat3.trumps == 1") == Fraction(comb(21, 7), comb(31, 7))
    assert share("seat3.trumps == 0") == 0


def test_nobody_sees_the_second_half_before_it_is_dealt(daily_seed: int) -> None:
    game = game_of(load("valts"))
    (deal,) = goatsim.deal(rules="valts", seed=daily_seed)
    first, later = [hand[:4] for hand in deal.hands], [hand[4:] for hand in deal.hands]
    # The card turned up ends the dealer's first hand.
    first[3] = (*(card for card in first[3] if card != deal.turned), deal.turned)
    for name in ("greedy", "expert", "memory", "random"):
        arm = Arm(game, line_up(name, game.rules.sides))
        seen = []
        for shift in (0, 1):
            hands = [[*hand, *later[(seat + shift) % 4]] for seat, hand in enumerate(first)]
            views = list(decisions(arm, daily_seed, 0, hands))
            assert all(view.legal == view.hand for view in views)
            seen.append([view.answered for view in views[:16]])
        assert seen[0] == seen[1], name


def studied(**matches: int) -> StudyAnswer:
    """The study of made-up counts: 1,000 packs, 400 of which give somebody more than half of the points."""
    counts: dict[str, dict[Any, int]] = {
        "taken per_pack": {0: 600, 1: 400},
        "taken per_half": {0: 920, 1: 80},
        **{f"wins {seat}": {0: 900 - 20 * seat, 1: 100 + 20 * seat} for seat in range(4)},
        **{f"points {seat}": {30: 1000} for seat in range(4)},
        **{f"stock {seat}": {-2: 300, 0: 700} for seat in range(4)},
    }
    for ledger, deals in matches.items():
        counts[f"deals {ledger}"] = {deals: 200, deals + 2: 200}
        counts |= {f"match {ledger} {seat}": {0: 300, 1: 100} for seat in range(4)}
    return answer_of("valts", counts, "valts")


def test_the_study_says_how_long_matches_are() -> None:
    answer = studied(stock=18, pairwise=40, own_countdown=12)
    assert answer.headline.startswith("Somebody takes more than half of the points in 40.0")
    assert "a match takes 19.0" in answer.headline
    taken = {(row["counted"], row["of"]): row["share"] for row in answer.tables["taken"]}
    assert taken == {("per_pack", "packs"): 0.4, ("per_half", "packs"): 0.08, ("per_half", "halves"): 0.04}
    assert [row["mean"] for row in answer.tables["matches"]] == [19, 41, 13]
    assert [row["over_50%"] for row in answer.tables["matches"]] == [18, 40, 12]
    assert [row["share"] for row in answer.tables["by_seat"]] == [0.1, 0.12, 0.14, 0.16]
    assert studied().headline.endswith("of the packs.")


@pytest.mark.parametrize("row", ["eyes = 2\npenalty = 1", "eyes = 2\ndealer = 0", "penalty = 2"])
def test_a_row_that_names_no_taker_is_refused(row: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    rows = f'[[scoring]]\noutcome = "win"\npoints = ["more_than_half", "all"]\n{row}\n'
    file.write_text(f'base = "valts"\n{rows}', "utf-8")
    with pytest.raises(RequestError, match="charge every other side something"):
        load(str(file))


def test_which_studies_are_for_it() -> None:
    assert study_named("valts").unfit(load("valts")) == ""
    assert study_named("valts").unfit(load("classic")) == "no stocks are kept in classic"
    for players in (2, 4):
        assert study_named("match").unfit(load("valts", {"players": players})).endswith("says the study valts")


@pytest.mark.large
def test_the_decent_player_beats_the_simple_one(daily_seed: int, size: float) -> None:
    found = goatsim.compare("expert", "greedy", rules="valts", seed=daily_seed, deals=int(20_000 * size))
    low = found.to_json()["low"]
    assert low > 1.5
