"""Matches against numbers known from elsewhere: their own single deals, and what symmetry and short targets imply."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from statistics import NormalDist
from typing import Any

import pytest

import goatsim
from goatsim import the_deal, the_match, them, us
from goatsim.engine import layout
from goatsim.game import game_of
from goatsim.games import load
from goatsim.matches import Start, match_of
from goatsim.runs.intervals import Estimate
from goatsim.runs.machine import Bench
from goatsim.runs.matches import MatchBench
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up

SURE = 1 - 1e-6
"""Confidence of the intervals: with a new seed every day one must not fail by chance within years."""


def lab_of(rules: str, policies: str, seed: int, deals: int, **options: Any) -> goatsim.Lab:
    settings: dict[str, Any] = {"seed": seed, "confidence": SURE, "progress": "never"}
    return goatsim.at(rules, policies=policies, options=options, deals=deals, **settings)


def holds(estimate: Estimate, value: float) -> bool:
    assert estimate.low is not None and estimate.high is not None
    return estimate.low <= value <= estimate.high


def agree(one: Estimate, two: Estimate) -> bool:
    """Whether two shares, counted on different deals, can be the same."""
    assert one.value is not None and two.value is not None
    both = ((one.hits or 0) + (two.hits or 0)) / (one.deals + two.deals)
    spread = math.sqrt(both * (1 - both) * (1 / one.deals + 1 / two.deals))
    return abs(one.value - two.value) <= NormalDist().inv_cdf((1 + SURE) / 2) * spread


@pytest.mark.parametrize("rules", ["bare", "classic"])
@pytest.mark.parametrize("policies", ["greedy", "random"])
@pytest.mark.large
def test_like_sides_win_half_of_the_matches(
    rules: str, policies: str, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    matches = int(1_000_000 * size)
    lab = lab_of(rules, policies, daily_seed, matches, first_dealer="random")
    assert holds(lab.tally(us.wins).share(), 0.5)
    assert holds(lab.tally(us.final_eyes - them.final_eyes).mean(), 0)
    record_property("deals", matches)


def test_one_side_wins_exactly_when_the_other_does_not(daily_seed: int) -> None:
    lab = lab_of("classic", "greedy,low", daily_seed, 5_000)
    assert lab.tally(us.wins == them.wins).share().hits == 0
    assert lab.tally((us.final_eyes >= 12) == us.wins).share().hits == 5_000
    assert lab.tally((them.final_eyes < 12) == us.wins).share().hits == 5_000
    # The same players seen from the other side.
    other = goatsim.at("classic", policies="low,greedy", seed=daily_seed, seat=1, deals=5_000, progress="never")
    assert lab.tally(us.wins).share().hits == other.tally(them.wins).share().hits


@pytest.mark.parametrize("policies", ["greedy", "random"])
@pytest.mark.large
def test_a_match_to_two_eyes_ends_with_its_first_counted_deal(
    policies: str, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    """Without rules of a first deal every deal is like a single one: the match goes on as long as deals are eggs."""
    some = int(2_000_000 * size)
    single = lab_of("bare", policies, (daily_seed + 1) % 2**64, some)
    egg = single.tally(the_deal.egg).share()
    rich = single.tally(the_deal.egg | (us.points < 90) & (them.points < 90)).share()
    lab = lab_of("bare", policies, daily_seed, some, target=2, first_deal_leader="left_of_dealer")
    deals = lab.tally(the_match.deals)
    longer = [int(deals.histogram[deals.values > k].sum()) for k in range(1, 4)]
    # After so many eggs, another: each step of the geometric distribution is a share of its own.
    for before, after in zip([some, *longer], longer, strict=False):
        if before > 1000:
            assert agree(Estimate(after / before, None, None, after, before), egg)
    assert agree(deals.share(1), _not(egg))
    mean = deals.mean()
    assert mean.low is not None and mean.high is not None and egg.low is not None and egg.high is not None
    assert mean.low <= 1 / (1 - egg.high) and 1 / (1 - egg.low) <= mean.high
    # The winners stood at target - 2 = 0, so that ninety points are a tail.
    tail = lab.tally(the_match.tail).share()
    counted = egg.deals - (egg.hits or 0)
    ninety = rich.deals - (rich.hits or 0)
    assert agree(tail, Estimate(ninety / counted, None, None, ninety, counted))
    assert lab.tally(the_match.eggs == the_match.deals - 1).share().hits == some
    record_property("deals", 2 * some)


def _not(share: Estimate) -> Estimate:
    hits = share.deals - (share.hits or 0)
    return Estimate(hits / share.deals, None, None, hits, share.deals)


def test_a_first_deal_of_chance_is_as_good_for_both(daily_seed: int) -> None:
    """The holder of AD leads the first deal: with target 2 nobody else's lead matters but after an egg."""
    wins = lab_of("bare", "greedy", daily_seed, 100_000, target=2).tally(us.wins, by=[the_match.eggs])
    (none,) = (counts for (eggs,), counts in wins.groups() if eggs == 0)
    assert holds(wins.share_of(none), 0.5)


ALONE: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("bare", {}, "greedy"),
    ("bare", {"trump_lead": "all"}, "random"),
    ("classic", {"p_no_cut": 0.1, "p_wrong_cut": 0.1, "swap_two": "optional"}, "random"),
    ("classic", {"praise": "PANTS", "pants_challenge": 0.2}, "greedy"),
)


@pytest.mark.parametrize(("rules", "options", "policies"), ALONE)
def test_later_deals_are_single_deals_of_the_same_index(
    rules: str, options: Mapping[str, object], policies: str, daily_seed: int
) -> None:
    """Who is left of the dealer sits where seat 0 sits in a single deal; nothing else of the match matters to play."""
    game = game_of(load(rules, options))
    bench = Bench(Arm(game, line_up(policies, game.rules.sides)), daily_seed)
    matches = MatchBench(Arm(match_of(game), line_up(policies, game.rules.sides)), daily_seed, Start())
    compared = 0
    for match in range(12):
        for number, (played, _) in enumerate(matches.deals(match)):
            if number == 0:
                continue
            index = (match << 20) + number
            bench.play(index, 1)
            alone = bench.columns[:, 0].tolist()
            turned = (played[layout.DEALER] + 1) % 2
            for column in (layout.POINTS, layout.TRICKS, layout.PENALTY):
                assert [played[column + (side + turned) % 2] for side in (0, 1)] == alone[column : column + 2]
            same = [layout.OUTCOME, layout.ENDED, layout.CLAIMS, layout.SWAPS]
            if not alone[layout.ENDED]:
                same += [*range(layout.LOG, layout.LOG + 32), *range(layout.TOOK, layout.TOOK + 8)]
            assert [played[column] for column in same] == [alone[column] for column in same], (match, number)
            compared += 1
    assert compared > 50


@pytest.mark.large
def test_a_lucy_in_the_first_deal_wins_at_once_and_nothing_else_does(
    daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    some = int(2_000_000 * size)
    lucy = lab_of("classic", "greedy", (daily_seed + 1) % 2**64, some).tally(the_deal.lucy).share()
    lab = lab_of("classic", "greedy", daily_seed, some, first_deal_leader="left_of_dealer")
    assert agree(lab.tally(the_match.deals).share(1), lucy)
    # Nobody comes to twelve with two deals, and whoever wins so is written with just as many.
    won = lab.tally(us.final_eyes + them.final_eyes, by=[the_match.deals == 1])
    assert [set(won.values[counts > 0]) for (first,), counts in won.groups() if first] == [{12}]
    record_property("deals", 2 * some)
