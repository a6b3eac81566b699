"""How often hands allow a redeal and swaps are possible: exact fractions, counted over hands, against sampled deals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest
from classic_players import PAIRS
from numpy.typing import NDArray

from goatsim.engine import layout
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm

SAMPLE = 2_000_000
DEVIATIONS = 3.891
"""The half-width of a 99.99 % interval."""

HANDS = comb(32, 8)
DEALS = math.factorial(32) // math.factorial(8) ** 4
LOW = 12
WORTH = (11, 10, 4, 2)
"""Aces, tens, kings and jacks, four of each; queens are worth 3, the other twelve cards nothing."""


def splits(cards: int, hands: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many of some cards each hand may hold (others may lie elsewhere), and in how many ways."""
    for counts in product(range(cards + 1), repeat=hands):
        left = cards - sum(counts)
        if left >= 0:
            yield counts, math.factorial(cards) // math.prod(map(math.factorial, (*counts, left)))


def all_low(hands: int) -> Fraction:
    """The chance that so many given hands all hold 12 card points or fewer."""
    ways: Counter[tuple[tuple[int, int], ...]] = Counter({((0, 0),) * hands: 1})
    for worth in (*WORTH, 3):
        found: Counter[tuple[tuple[int, int], ...]] = Counter()
        options = list(splits(4, hands))
        for state, n in ways.items():
            for counts, m in options:
                after = tuple((c + k, p + k * worth) for (c, p), k in zip(state, counts, strict=True))
                if all(c <= 8 and p <= LOW for c, p in after):
                    found[after] += n * m
        ways = found
    total = 0
    for state, n in ways.items():
        wanted = [8 - cards for cards, _ in state]
        left = 12 - sum(wanted)
        if left >= 0:
            total += n * math.factorial(12) // math.prod(map(math.factorial, (*wanted, left)))
    return Fraction(total, math.prod(comb(32 - 8 * k, 8) for k in range(hands)))


def any_of_four(chance: list[Fraction]) -> Fraction:
    """The chance that something holds for some hand, from the chances that it holds for 1, 2, 3, 4 given hands."""
    return sum(((-1) ** k * comb(4, k + 1) * p for k, p in enumerate(chance)), Fraction())


def all_single(hands: int) -> Fraction:
    """The chance that so many given hands all hold exactly one trump."""
    ways = math.prod((14 - k) * comb(18 - 7 * k, 7) for k in range(hands))
    return Fraction(ways, math.prod(comb(32 - 8 * k, 8) for k in range(hands)))


def no_high_queen() -> Fraction:
    """The chance that a side holds none of the three highest queens; it cannot hold for both."""
    return Fraction(2 * comb(29, 16), comb(32, 16))


def four_alike() -> Fraction:
    """The chance that some hand holds all four nines; the same for four queens."""
    return Fraction(4 * comb(28, 4), HANDS)


def four_dry_queens() -> Fraction:
    """The chance that some hand holds four queens and no other trump."""
    return Fraction(4 * comb(18, 4), HANDS)


def four_ways(cards: int) -> list[tuple[tuple[int, ...], int]]:
    """The splits of some cards over all four hands."""
    return [(counts, ways) for counts, ways in splits(cards, 4) if sum(counts) == cards]


@cache
def any_condition() -> Fraction:
    """The chance that any condition of a redeal holds, by counting the deals in which none does.

    All that matters of hands before the queens is how many cards and points they hold, in order, since any of the
    three others is as likely to be the partner of the first. Points count up to 13 only: no less is asked for.
    """
    ways: Counter[tuple[tuple[int, int], ...]] = Counter({((0, 0),) * 4: 1})
    for worth in WORTH:
        found: Counter[tuple[tuple[int, int], ...]] = Counter()
        for state, n in ways.items():
            for counts, m in four_ways(4):
                after = sorted((c + k, min(p + k * worth, LOW + 1)) for (c, p), k in zip(state, counts, strict=True))
                if after[-1][0] <= 8:
                    found[tuple(after)] += n * m
        ways = found
    queens: Counter[tuple[int, ...]] = Counter()
    for (high, n), (low, m) in product(four_ways(3), four_ways(1)):
        counts = tuple(map(sum, zip(high, low, strict=True)))
        if max(counts) < 4:
            queens[counts] += n * m * sum(0 < high[0] + high[partner] < 3 for partner in (1, 2, 3))
    sizes: Counter[tuple[int, ...]] = Counter()
    for state, n in ways.items():
        for counts, m in queens.items():
            if all(c + k <= 8 and p + 3 * k > LOW for (c, p), k in zip(state, counts, strict=True)):
                sizes[tuple(c + k for (c, _), k in zip(state, counts, strict=True))] += n * m
    total = 0
    for held, n in sizes.items():
        for counts, m in four_ways(4):
            left = [8 - c - k for c, k in zip(held, counts, strict=True)]
            if max(counts) < 4 and min(left) >= 0:
                total += n * m * math.factorial(8) // math.prod(map(math.factorial, left))
    return 1 - Fraction(total, 3 * DEALS)


def test_the_printed_numbers() -> None:
    assert all_low(1) == Fraction(428813, 10518300)
    low = any_of_four([all_low(k) for k in (1, 2, 3)])
    assert low == Fraction(46617245761, 288984942675)
    assert f"{float(low):.3%}" == "16.131%"
    assert no_high_queen() == Fraction(7, 31)
    assert f"{float(four_alike()):.4%}" == "0.7786%"
    assert f"{float(four_dry_queens()):.4%}" == "0.1164%"
    assert f"{float(all_single(1)):.4%}" == "4.2358%"
    assert f"{float(any_of_four([all_single(k) for k in (1, 2)])):.3%}" == "16.795%"
    assert f"{float(any_condition()):.2%}" == "35.51%"
    assert f"{float(any_condition() ** 3):.2%}" == "4.48%"


OFF = {f"redeal_{reason}": "off" for reason in ("four_nines", "low_hand", "four_queens", "no_high_queen")}


def columns(options: Mapping[str, object], policy: str, seed: int, deals: int) -> Iterator[NDArray[np.uint64]]:
    game = game_of(load("classic", options))
    bench = Bench(Arm(game, (PAIRS[policy].policy,) * 4), seed)
    for first in range(0, deals, layout.LANES):
        some = min(layout.LANES, deals - first)
        bench.play(first, some)
        yield bench.columns[:, :some]


def fits(hits: int, deals: int, chance: Fraction) -> bool:
    """Whether a count lies in the 99.99 % interval around an exact chance."""
    p = float(chance)
    return abs(hits - deals * p) <= DEVIATIONS * math.sqrt(deals * p * (1 - p)) + 1


CONDITIONS = {
    "redeal_four_nines": ("on", four_alike),
    "redeal_low_hand": ("on", lambda: any_of_four([all_low(k) for k in (1, 2, 3)])),
    "redeal_no_high_queen": ("on", no_high_queen),
}
QUEENS = {"mandatory": four_alike, "optional": four_alike, "dry_only": four_dry_queens}
ALONE = [
    *((name, value, chance) for name, (value, chance) in CONDITIONS.items()),
    *(("redeal_four_queens", value, chance) for value, chance in QUEENS.items()),
]


@pytest.mark.parametrize(("name", "value", "chance"), ALONE, ids=lambda one: one if isinstance(one, str) else "")
def test_conditions_alone_are_claimed_as_often_as_counted(
    name: str, value: str, chance: object, daily_seed: int
) -> None:
    assert callable(chance)
    exact, deals = chance(), SAMPLE
    claims: Counter[int] = Counter()
    for found in columns({**OFF, "swap_one": "off", name: value}, "low", daily_seed, deals):
        claims.update(found[layout.CLAIMS].tolist())
    for least in (1, 2, 3):
        hits = sum(n for made, n in claims.items() if made >= least)
        assert fits(hits, deals, exact**least), (least, hits)


def test_conditions_together_end_deals_as_often_as_counted(daily_seed: int) -> None:
    deals, exact = SAMPLE, any_condition()
    claims: Counter[int] = Counter()
    ended = 0
    for found in columns({}, "low", daily_seed, deals):
        claims.update(found[layout.CLAIMS].tolist())
        ended += int((found[layout.ENDED] == layout.THIRD_CLAIM).sum())
    assert fits(deals - claims[0], deals, exact)
    assert fits(ended, deals, exact**3)
    assert ended == claims[3]


def test_single_trumps_are_passed_as_often_as_counted(daily_seed: int) -> None:
    deals = SAMPLE
    given = dealt = some = 0
    for found in columns(OFF, "low", daily_seed, deals):
        hands = found[layout.DEALT : layout.DEALT + 4] & found[layout.ALL_TRUMPS]
        single = np.bitwise_count(hands) == 1
        dealt += int(single[0].sum())
        some += int(single.any(axis=0).sum())
        given += int((found[layout.SWAPS] > 0).sum())
    assert fits(dealt, deals, all_single(1))
    assert fits(some, deals, any_of_four([all_single(k) for k in (1, 2)]))
    # Only a partner with eight trumps has nothing to give back; then five are left for the others.
    facing_eight = Fraction(4 * 14 * comb(18, 7) * comb(13, 8), HANDS * comb(24, 8))
    nobody_else = 1 - Fraction(2 * 5 * comb(11, 7), comb(16, 8))
    assert fits(given, deals, any_of_four([all_single(k) for k in (1, 2)]) - facing_eight * nobody_else)


def test_cuts_go_wrong_as_often_as_the_options_say(daily_seed: int) -> None:
    deals = SAMPLE
    charged: Counter[int] = Counter()
    options: dict[str, object] = {**OFF, "swap_one": "off", "p_no_cut": 0.1, "p_wrong_cut": 0.2}
    for found in columns(options, "low", daily_seed, deals):
        fault = found[layout.ENDED] == layout.CUT_FAULT
        charged.update(found[layout.CHARGED][fault].tolist())
    assert fits(charged[3], deals, Fraction(1, 10))
    for seat in (1, 2):
        assert fits(charged[seat], deals, Fraction(9, 100))
    assert set(charged) == {1, 2, 3}
