"""The game `turnup`, whose trump suit is turned up from the first hand (rules.md, 8)."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from test_measures import measured

from goatsim.engine import order
from goatsim.engine.jit import form
from goatsim.exact.counting import counted
from goatsim.game import game_of
from goatsim.games import load
from goatsim.games.read import STRICT
from goatsim.lab import at
from goatsim.lang.kinds import Deal
from goatsim.lang.reading import read
from goatsim.records.referee import referee
from goatsim.runs.steps import dealt, decisions, turned
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up

ALWAYS = "7C QC QS QH QD JC JS JH JD".split()
PACK = [rank + suit for suit in "CSHD" for rank in "ATKQJ987"]
WORD = 1 << 64
DEAL, ORDER = 1, 3


def words_of(seed: int, index: int, attempt: int, purpose: int) -> list[int]:
    """The first four words of a stream, by numpy's own generator."""
    generator = np.random.Philox(key=[seed, 0], counter=[0, index, attempt, purpose])
    return [int(word) for word in generator.random_raw(4)]


def hands_by_hand(seed: int, index: int, attempt: int) -> list[list[str]]:
    """The hands of a deal: each a subset of the cards left, numbered by groups of sixteen cards from the first."""
    left, hands = list(PACK), []
    for word in words_of(seed, index, attempt, DEAL):
        ways = math.comb(len(left), 8)
        places = subset(len(left), 8, word * ways // WORD)
        hands.append([left[place] for place in places])
        left = [card for card in left if card not in hands[-1]]
    return hands


@cache
def by_value(n: int, k: int) -> list[tuple[int, ...]]:
    return sorted(combinations(range(n), k), key=lambda places: sum(1 << place for place in places))


def subset(n: int, k: int, digit: int) -> list[int]:
    """Subset number `digit`: those with fewest cards among the first sixteen first, then by these, then by the rest;
    sixteen cards or fewer by the number that their places make.
    """
    if n <= 16:
        return list(by_value(n, k)[digit])
    inside = 0
    while digit >= (ways := math.comb(16, inside) * math.comb(n - 16, k - inside)):
        digit -= ways
        inside += 1
    which, rest = divmod(digit, math.comb(n - 16, k - inside))
    return [*subset(16, inside, which), *(16 + place for place in subset(n - 16, k - inside, rest))]


def turned_by_hand(seed: int, index: int, most: int = 8, unwanted: Sequence[str] = ()) -> tuple[int, list[str], str]:
    """The attempt at which a deal is kept, the trumps that lie open, and the card that shows the suit."""
    for attempt in range(1000):
        (first, *_) = hands_by_hand(seed, index, attempt)
        number = words_of(seed, index, attempt, ORDER)[0] * math.factorial(8) // WORD
        opened: list[str] = []
        for left in range(8, 0, -1):
            place, number = divmod(number, math.factorial(left - 1))
            opened.append(first.pop(place))
            if len(opened) > most or opened[-1] in unwanted:
                break
            if opened[-1] not in ALWAYS:
                return attempt, opened[:-1], opened[-1]
    raise AssertionError("no deal was kept")


@pytest.mark.parametrize(("most", "unwanted"), [(8, []), (1, []), (3, ["7C", "QC"])])
def test_cards_are_turned_up_as_the_rules_say(most: int, unwanted: list[str], daily_seed: int) -> None:
    options = {"turnup_max_specials": most, "praise_suit_redo_on_7C_or_QC": bool(unwanted)}
    game = game_of(load("turnup", options))
    attempts = set()
    for index in range(20):
        attempt, shown, card = turned_by_hand(daily_seed, index, most, unwanted)
        found = turned(game, daily_seed, index)
        assert found is not None and (sorted(found[0]), found[1]) == (sorted(shown), card), index
        hands, _ = dealt(game, daily_seed, index)
        assert list(map(sorted, hands)) == list(map(sorted, hands_by_hand(daily_seed, index, attempt)))
        attempts.add(attempt)
    assert len(attempts) > (most < 8)


# Records

# The example of rules.md 8: JH and 9S are turned up, so that spades are trumps below the jacks.
EXAMPLE: dict[str, Any] = {
    "game": "turnup",
    "turned": "9S",
    "shown": ["JH"],
    "trump": "S",
    "hands": [
        "JH 9S QC AC TC KH 8D 7D".split(),
        "QS 8S 9C AH TH 9H AD TD".split(),
        "7C JC AS KC 8C 8H KD 9D".split(),
        "QH QD JS JD TS KS 7S 7H".split(),
    ],
    "tricks": [
        {"leader": 0, "cards": "AC 9C KC QH".split()},
        {"leader": 3, "cards": "7H KH AH 8H".split()},
        {"leader": 1, "cards": "TH AS JD TC".split()},
    ],
}


def told(change: Callable[[dict[str, Any]], object]) -> tuple[str, ...]:
    record = json.loads(json.dumps(EXAMPLE))
    change(record)
    return referee(record).errors


def test_the_worked_example_is_played_with_spades_as_trumps() -> None:
    assert told(lambda record: None) == ()
    # Without the card itself its suit is enough, and with the card the suit is known.
    assert told(lambda record: [record.pop("turned"), record.pop("shown")]) == ()
    assert told(lambda record: record.pop("trump")) == ()


def test_sixty_six_to_fifty_four_gives_two_eyes(daily_seed: int) -> None:
    rows = load("turnup").scoring_rows()
    (fits,) = [row for row in rows if row.points[0] <= 66 <= row.points[1] and row.tricks[0] <= 5 <= row.tricks[1]]
    assert (fits.outcome, fits.eyes) == ("win", 2)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: r.update(trump="H"), "trump: expected S, the suit of 9S, which was turned up, got H"),
        (lambda r: r.update(turned="8S"), "turned: expected a card of seat 0, the first to be dealt to, got 8S"),
        (lambda r: r.update(turned="JH"), "turned: expected a card of a suit, got JH, which is a trump in every deal"),
        (lambda r: r.update(turned="6S"), "turned: expected a card of a suit, got 6S, which is not in the pack"),
        (lambda r: r.update(shown=["AC"]), "shown: expected trumps of every deal, got AC"),
        (lambda r: r.update(shown=["QS"]), "shown: expected a card of seat 0, the first to be dealt to, got QS"),
        (lambda r: r.update(shown=["JH", "JH"]), "shown: expected every card once, got JH JH"),
        (
            lambda r: r.update(options={"turnup_max_specials": 1}),
            "shown: expected at most 0 cards before the one turned up, got 1",
        ),
        (
            lambda r: r.update(shown=["QC"], options={"praise_suit_redo_on_7C_or_QC": True}),
            "shown: expected the deal to be dealt again after QC, got a trump suit",
        ),
        (
            lambda r: [r.pop(key) for key in ("turned", "trump", "shown")],
            "expected the card turned up (turned) or its suit (trump), got neither",
        ),
        (lambda r: r.update(trump="X"), "expected a suit"),
        (lambda r: r.update(game="clubs"), "expected no turned, since no trump suit is turned up in clubs, got 9S"),
        # Other trumps make another play of the same cards.
        (
            lambda r: [r.pop("shown"), r.update(turned="AC", trump="C")],
            "trick 1: seat 3 played QH to the lead of AC; legal were",
        ),
    ],
)
def test_each_fault_is_named(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    found = told(change)
    assert any(sentence in error for error in found) or sentence.startswith("trick 1"), found
    assert found or sentence.startswith("trick 1")


# Exact counting


# Eight cards for four players, three of them trumps of every deal.
SMALL: dict[str, Any] = {
    "pack": "7C QC JD AC AS TS AH TH",
    "hand_size": 2,
    "trumps": "7C QC JD",
    "plain_order": "AT",
    "points": {"A": 30, "T": 20, "Q": 6, "J": 4},
}


def every_deal(pack: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every deal of two cards to four players, the first hand in every order."""
    for one in permutations(pack, 2):
        rest = [card for card in pack if card not in one]
        for two in combinations(rest, 2):
            left = [card for card in rest if card not in two]
            for three in combinations(left, 2):
                yield [one, two, three, tuple(card for card in left if card not in three)]


QUESTIONS = [
    "trumps",
    "left.trumps",
    "count(trumps == 0)",
    "trump clubs",
    "turned.hand_points",
    "turned.cards(AS AH)",
    "me.voids",
    "void spades",
    "partner.top_trump",
    "has QC",
    "any(us, has 7C) and any(them, has QC)",
    "pattern(players, trumps)",
]


@pytest.mark.parametrize("most", [1, 2])
@pytest.mark.parametrize("redo", [False, True])
def test_counts_are_those_of_every_deal_in_every_order(most: int, redo: bool) -> None:
    options = {"turnup_max_specials": most, "praise_suit_redo_on_7C_or_QC": redo, "swap_one": "off"}
    game = game_of(load("turnup", {**SMALL, **options}))
    measures = [read(question) for question in QUESTIONS]
    found: list[Counter[int]] = [Counter() for _ in measures]
    for hands in every_deal(SMALL["pack"].split()):
        opened = next((k for k, card in enumerate(hands[0]) if card not in game.rules.trumps), None)
        if opened is None or opened >= most or (redo and {"7C", "QC"} & set(hands[0][:opened])):
            continue
        deal = Deal([list(hand) for hand in hands], [], [], [], [], None, None, None, None, turned=(hands[0][opened],))
        for counts, measure in zip(found, measures, strict=True):
            counts[measure.walk(game, deal)] += 1
    for question, counts, measure in zip(QUESTIONS, found, measures, strict=True):
        total = sum(counts.values())
        ways = {values[0]: Fraction(many, 1) for values, many in counted(game, [measure]).items()}
        every = sum(ways.values())
        assert {value: share / every for value, share in ways.items()} == {
            value: Fraction(many, total) for value, many in counts.items()
        }, question


def test_numbers_of_the_rules() -> None:
    lab = at("turnup")
    assert lab.ask("trump clubs").fraction == lab.ask("turned.cards(*C)").fraction == Fraction(5, 23)
    assert lab.ask("trump clubs", fresh=True).fraction == Fraction(5, 23)
    assert lab.ask("turned.cards(AS)").fraction == Fraction(1, 23)
    # Fifteen trumps in a hand of eight.
    named = f"cards({' '.join(ALWAYS)} AS TS KS 9S 8S 7S)"
    rows = lab.spread(named, fresh=True).rows
    ways = [math.comb(15, k) * math.comb(17, 8 - k) for k in range(9)]
    assert [tuple(row["fraction"]) for row in rows] == [Fraction(k, sum(ways)).as_integer_ratio() for k in ways]
    printed = [0.231, 2.774, 12.355, 26.768, 30.886, 19.414, 6.471, 1.040, 0.061]
    assert [100 * row["share"] for row in rows] == pytest.approx(printed, abs=0.001)
    # The first seat holds the card turned up, so it is never without a trump.
    assert lab.ask("trumps == 0").fraction == 0
    assert lab.ask("sum(trumps)").fraction == 14 * Fraction(5, 23) + 15 * Fraction(18, 23)


# What is played, asked and seen

ASKED = [
    *("trumps", "clubs", "spades", "hearts", "diamonds", "voids", "longest", "top_trump", "queens", "hand_points"),
    *("us.points", "us.tricks", "us.eyes", "capture", "us.captor", "me.captor", "them.caught", "played", "whole"),
    *("void spades", "trump clubs", "turned.cards(*C)", "turned.trumps", "turned.top_trump", "left.passed_trump"),
    *("me.returned_plain", "top_trump >= JD", "first_trick == us", "last_trick == us", "high_trumps(3)"),
]


def by_name(record: Mapping[str, Any], rules: Any, swaps: Any) -> Deal:
    sides, tricks = rules.sides, record["tricks"]
    won: list[list[str]] = [[], []]
    for trick in tricks:
        if "winner" in trick:
            won[sides[trick["winner"]]] += trick["cards"]
    last, pair = tricks[-1], []
    if record["played"] == "stopped":
        pair = [(last["leader"] + last["cards"].index(card)) % rules.seats for card in ("7C", "QC")]
    result = record["result"]
    return Deal(
        record["hands"],
        won,
        result["points"],
        result["tricks"],
        result["eyes"][::-1],
        result["outcome"],
        tricks[0].get("winner"),
        last.get("winner"),
        tricks[0]["cards"][0],
        swaps=swaps or (),
        turned=(record["turned"],),
        captor=pair[0] if pair else None,
        caught=pair[1] if pair else None,
    )


def test_words_and_records_agree(daily_seed: int) -> None:
    """The one test here that plays in machine code."""
    lab = at("turnup", policies="random", seed=daily_seed)
    game = game_of(lab.rules)
    records = list(lab.replay(0, 120))
    written = [STRICT.decode(json.dumps(record.to_json())) for record in records]
    assert [found.errors for found in map(referee, written) if not found.legal] == []
    assert {record["played"] for record in written} == {"whole", "stopped"}
    deals = [by_name(told, lab.rules, one.swaps) for told, one in zip(written, records, strict=True)]
    measures = [read(question) for question in ASKED]
    found = measured(Arm(game, lab.policies), measures, daily_seed, 1)
    for index, (values, deal) in enumerate(zip(found, deals, strict=False)):
        walked = [measure.walk(game, deal, 1) for measure in measures]
        wrong = [question for question, a, b in zip(ASKED, values, walked, strict=True) if a != b]
        assert not wrong, (index, wrong)


def test_what_lies_open_is_known_to_all(daily_seed: int) -> None:
    game = game_of(load("turnup", {"swap_one": "off"}))
    arm = Arm(game, line_up("random", game.rules.sides))
    seen = 0
    for index in range(12):
        shown, card = turned(game, daily_seed, index) or ([], "")
        opened = {*shown, card}
        for view in decisions(arm, daily_seed, index):
            first = -view.seat % 4
            left = opened - set(view.gone.names())
            assert set(view.shows(first).names()) == left
            assert not view.shows((first + 1) % 4)
            assert left <= set(view.unseen.names()) or not first
            if view.position == 2 and first != 1:
                # Nobody but the first seat can hold them, and it has played or is not asked again.
                assert not set(view.rivals.names()) & left
                seen += bool(left)
    assert seen


def test_yardstick_order_is_that_of_the_deal(daily_seed: int) -> None:
    game = game_of(load("turnup", {"swap_one": "off"}))
    arm = Arm(game, line_up("random", game.rules.sides))
    random = Random(daily_seed)
    for index in range(4):
        view = next(decisions(arm, daily_seed, index))
        _, card = turned(game, daily_seed, index) or ([], "")
        trumps = [rank + card[1] for rank in "789KTA" if rank + card[1] in PACK and rank + card[1] != "7C"]
        plain = [rank + suit for rank in "789KTA" for suit in "CSHD" if suit != card[1] and rank + suit != "7C"]
        yardstick = [*plain, *trumps, *reversed(ALWAYS)]
        for _ in range(40):
            names = random.sample(PACK, random.randint(1, 12))
            names.sort(key=yardstick.index)
            cards = reduce(lambda found, name: found | game.set_of([name]), names, 0)
            first, last = (
                game.cards_of(form(word, game.shape)(view.block, 0, 0, cards)) for word in (order.lowest, order.highest)
            )
            assert (first, last) == ([names[0]], [names[-1]])
            nth = [game.cards_of(form(order.nth, game.shape)(view.block, 0, cards, k)) for k in range(len(names))]
            assert nth == [[name] for name in names]
            assert [one.names() for one in view.cards(" ".join(names))] == nth
