"""Stopping when it is decided: how often a difference is called that is not there, in thousands of made-up runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import us
from goatsim.runs import intervals, sequence
from goatsim.runs.intervals import FEW
from goatsim.runs.tasks import Arm, Ask, Table, Task, difference
from goatsim.seats.named import line_up

RUNS, LOOKS = 2_000, 200
FALSE_CALLS = 0.05

# How many of 20,000 deals of `bare` differed by how much between the two rules for leading trumps, greedy players: card
# points by tens (those that differ by less than five as ten), and eyes. The last is made up: greater differences one
# way are so rare that they come late.
POINTS = {
    -70: 2,
    -60: 15,
    -50: 48,
    -40: 188,
    -30: 392,
    -20: 992,
    -10: 2371,
    0: 11591,
    10: 2377,
    20: 1240,
    30: 502,
    40: 226,
    50: 46,
    60: 9,
    70: 1,
}
EYES = {-4: 38, -2: 1120, 0: 17804, 2: 1021, 4: 17}
RARE = {-8: 1, 0: 9990, 1: 8}

Run = tuple[int, Any, Any, Any]


def null_runs(counts: dict[int, int], looks: list[int], seed: int) -> Iterator[Run]:
    """Runs of deals whose differences have the shape of a histogram and a mean of exactly 0.

    At every look: the deals so far, and for every run how many differ, the mean and the standard deviation.
    """
    values = np.array(list(counts), float)
    shares = np.array(list(counts.values())) / sum(counts.values())
    values = values - float(values @ shares) * (values != 0) / float(shares[values != 0].sum())
    assert abs(float(values @ shares)) < 1e-12
    rng = np.random.default_rng(seed)
    seen: NDArray[np.int64] = np.zeros((RUNS, len(values)), np.int64)
    for before, deals in zip([0, *looks], looks, strict=False):
        seen += rng.multinomial(deals - before, shares, RUNS)
        mean = seen @ values / deals
        variance = (seen @ values**2 / deals - mean**2) * deals / (deals - 1)
        yield deals, deals - seen[:, values == 0].sum(axis=1), mean, np.sqrt(np.maximum(variance, 0))


def false_calls(rule: Callable[..., Any], counts: dict[int, int], looks: list[int], seed: int) -> float:
    """The share of runs in which a rule calls a difference at any look."""
    assert len(looks) == LOOKS
    called: NDArray[np.bool_] = np.zeros(RUNS, bool)
    for deals, differing, mean, deviation in null_runs(counts, looks, seed):
        called |= rule(deals, differing, mean, deviation, float(max(map(abs, counts))), 0.95)
    return float(called.mean())


def naive(deals: int, differing: Any, mean: Any, deviation: Any, reach: float, confidence: float) -> Any:
    """Stop when the interval for one number of deals does not hold 0."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return (differing >= FEW) & (abs(mean) > z * deviation / np.sqrt(deals))


EARLY = list(range(64, 64 * LOOKS + 1, 64))
LONG = [int(500 * 1.08**k) for k in range(LOOKS)]


@pytest.mark.parametrize("looks", [EARLY, LONG], ids=["early", "long"])
@pytest.mark.parametrize("counts", [POINTS, EYES, RARE], ids=["points", "eyes", "rare"])
def test_a_difference_that_is_not_there_is_seldom_called(
    counts: dict[int, int], looks: list[int], daily_seed: int
) -> None:
    # The share of calls is at most 5 % but for the luck of 2,000 runs, of which it has far less than there is room for.
    assert false_calls(sequence.decides, counts, looks, daily_seed) <= FALSE_CALLS


@pytest.mark.parametrize("looks", [EARLY, LONG], ids=["early", "long"])
def test_looking_again_and_again_with_one_interval_fails_the_same_test(looks: list[int], daily_seed: int) -> None:
    assert false_calls(naive, POINTS, looks, daily_seed) > 3 * FALSE_CALLS


def test_a_difference_that_is_there_is_found() -> None:
    deals, deviation = 20_000, 15.0
    assert sequence.decides(deals, 5_000, 0.6, deviation, 60.0, 0.95)
    assert not sequence.decides(deals, 5_000, 0.2, deviation, 60.0, 0.95)
    assert not sequence.decides(deals, FEW - 1, 0.6, 0.1, 1.0, 0.95)


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_sequence_is_narrowest_where_it_should_be(confidence: float) -> None:
    at = sequence.BEST_AT
    best = sequence.half_width(at, 1.0, 0.0, confidence)
    for other in (at // 3, at * 3):
        assert best < sequence.half_width(at, 1.0, 0.0, confidence, best_at=other)
    single = NormalDist().inv_cdf((1 + confidence) / 2) / at**0.5
    assert single < best < (3 if confidence == 0.5 else 1.7) * single


def table(counts: dict[int, int]) -> Table:
    """A table of differences of points in `bare` with made-up counts."""
    game = game_of(load("bare"))
    arm = Arm(game, line_up("low", game.rules.sides))
    ask = Ask("difference", us.points, (), difference(0, 1))
    (axes,) = Task((arm, arm), (ask,)).plan.axes
    cells = np.zeros(axes.sizes, np.int64)
    for value, count in counts.items():
        cells[value - axes.lows[0]] = count
    return Table(ask, axes.lows, cells, 0.95)


def test_an_interval_is_the_sequences_and_holds_nought_while_few_deals_differ() -> None:
    many = table({0: 9_000, 5: 800, -5: 200})
    found = sequence.interval(many)
    assert found.value == pytest.approx(0.3)
    assert found.low is not None and found.high is not None
    assert (
        found.high - 0.3
        == pytest.approx(0.3 - found.low)
        == pytest.approx(float(sequence.half_width(10_000, many.deviation(), 120.0, 0.95)))
    )
    assert sequence.decided(many) and found.low > 0
    few = table({0: 10, 5: FEW - 1})
    bounds = sequence.interval(few)
    assert not sequence.decided(few)
    assert bounds.low is not None and bounds.low <= 0
    for nothing in ({}, {0: 1}, {0: 100}):
        assert not sequence.decided(table(nothing))
    assert sequence.interval(table({})).value is None


@pytest.mark.parametrize("deals", [2, 4, 12])
def test_few_deals_call_no_more_false_differences_than_many(deals: int, daily_seed: int) -> None:
    """Differences between two players who are alike, as a normal distribution has them: Student's numbers, not those of
    an endless number of deals, which four deals would belie one time in seven.
    """
    random = np.random.default_rng(daily_seed)
    values, runs, false = np.arange(-60, 61), 2_000, 0
    for _ in range(runs):
        gaps = np.clip(np.rint(random.normal(0, 12, deals)), -60, 60).astype(int)
        found = intervals.mean(values, np.bincount(gaps + 60, minlength=121), 0.95)
        assert found.low is not None and found.high is not None
        false += found.low > 0 or found.high < 0
    assert false < (0.05 + 4 * (0.05 * 0.95 / runs) ** 0.5) * runs
