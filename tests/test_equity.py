"""Match equity: chains whose answer is known by hand, a twin that plays them out, errors that cover, and the engine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import goatsim
from goatsim.equity import Asked, Cell, Equity, after_one, beside, largest_z, solve
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.ledger import Facts, Terms
from goatsim.outcomes import Fate, Outcomes, samples_of, step_of
from goatsim.runs import intervals
from goatsim.runs.execute import run
from goatsim.runs.tasks import Arm, Task
from goatsim.seats.named import line_up

SURE = 1 - 1e-6
"""Confidence of the intervals: with a new seed every day one must not fail by chance within years."""


class Deal(NamedTuple):
    """What a deal brings. by: who gets the eyes, "praiser", "other" or "" in an egg. challenger: whose challenge was
    wrong, for which the opponents get 4.
    """

    by: str
    eyes: int = 0
    what: str = "win"
    challenger: str = ""


WIN, LOSS, EGG = Deal("praiser", 2), Deal("other", 2), Deal("", 0, "egg")
NINETY, LOST_NINETY = Deal("praiser", 4), Deal("other", 4)
LUCY, LOST_LUCY = Deal("praiser", 4, "lucy"), Deal("other", 4, "lucy")
CLAIM = Deal("praiser", 2, "claim")
CHALLENGE, LOST_CHALLENGE = Deal("praiser", 2, "win", "other"), Deal("praiser", 4, "lucy", "praiser")
DEALS = (WIN, LOSS, EGG, NINETY, LOST_NINETY, LUCY, LOST_LUCY, CLAIM, CHALLENGE, LOST_CHALLENGE)


def facts(deal: Deal) -> Facts:
    """The same for the ledger, in which side 0 is the praiser's."""
    side = {"praiser": 0, "other": 1}
    charged = None if not deal.by else 1 - side[deal.by]
    return Facts(
        deal.what,
        tuple(deal.eyes * (one == charged) for one in (0, 1)),
        tricks=tuple(int(deal.what != "lucy" or one != charged) for one in (0, 1)),
        counted=deal.what != "claim",
        accuser=side.get(deal.challenger),
    )


def sample(counts: Mapping[Deal, int]) -> Outcomes:
    return Outcomes(tuple(map(facts, counts)), np.array(list(counts.values()), np.int64))


def chances(equity: Equity) -> NDArray[np.float64]:
    return np.array([chance.value for chance in equity.chances])


# ---------------------------------------------------------------------------------------------------------------------
# Answers by hand


def test_one_deal_decides_a_match_to_two() -> None:
    one = sample({WIN: 3, LOSS: 1, EGG: 4})
    equity = solve(Terms(target=2), (one, one))
    assert equity.at((0, 0)).value == pytest.approx(3 / 4)
    assert equity.at((0, 0), praiser=1).value == pytest.approx(1 / 4)
    assert equity.at((0, 0), side=1).value == pytest.approx(1 / 4)
    # The share w / (w + l) of 4 deals that were no eggs: its error, since 8 deals were sampled.
    assert equity.at((0, 0)).error == pytest.approx(math.sqrt(3 / 4 * 1 / 4 / 4))
    # Half of the deals are eggs, so two are needed on average.
    assert equity.at((0, 0)).unseen == pytest.approx(2 / 8)


def test_a_match_to_four() -> None:
    one = sample({WIN: 3, LOSS: 1})
    equity = solve(Terms(target=4), (one, one))
    by_hand = {
        Cell((2, 2), 0): 3 / 4,
        Cell((2, 2), 1): 1 / 4,
        Cell((2, 0), 0): 13 / 16,
        Cell((2, 0), 1): 13 / 16,
        Cell((0, 2), 0): 3 / 16,
        Cell((0, 2), 1): 3 / 16,
        Cell((0, 0), 0): 21 / 32,
        Cell((0, 0), 1): 11 / 32,
    }
    assert {cell: equity.at(*cell).value for cell in by_hand} == pytest.approx(by_hand)
    # Four seats of which two are alike are the same match.
    seats = solve(Terms(target=4), (one,) * 4, (0, 1, 0, 1))
    assert {cell: seats.at(cell.eyes, cell.praiser + 2).value for cell in by_hand} == pytest.approx(by_hand)
    assert seats.at((2, 0), 3).error == pytest.approx(equity.at((2, 0), 1).error)


def test_a_lucy_leads_back_to_an_earlier_score() -> None:
    """Praisers take all tricks or lose two eyes. From 0:0 the way 0:2, 2:2, 2:0 leads back to it: A = 9/16 + A/16."""
    one = sample({LUCY: 1, LOSS: 1})
    equity = solve(Terms(target=4, lucy_scores=False), (one, one))
    assert equity.at((0, 0)).value == pytest.approx(3 / 5)
    # With its normal eyes a lucy of four ends a match to four.
    assert solve(Terms(target=4), (one, one)).at((2, 2)).value == pytest.approx(1 / 2)
    celebrated = solve(Terms(target=8, lucy_wins=False), (sample({LUCY: 1}),) * 2)
    assert celebrated.at((0, 4)).value == 0 and celebrated.at((0, 2)).value == 1


def test_an_egg_doubles_the_next_counted_deal() -> None:
    one = sample({WIN: 1, EGG: 1})
    equity = solve(Terms(target=4, after_egg=2), (one, one))
    assert equity.at((0, 0), 0, 2).value == pytest.approx(1)
    assert equity.at((2, 0), 1).value == pytest.approx(1 / 2)
    assert equity.at((0, 0), 0).value == pytest.approx(3 / 4)
    # A claim is not doubled and leaves the doubling to the deal after it.
    ways = sample({CLAIM: 1}), sample({WIN: 1})
    assert solve(Terms(target=6, after_egg=2), ways).at((2, 2), 0, 2).value == 0
    assert solve(Terms(target=6, after_egg=2), ways).at((2, 2), 0, 1).value == 1
    with pytest.raises(RequestError, match="1 or 1 as the multiplier of a deal, got 2"):
        solve(Terms(target=4), (one, one)).at((0, 0), 0, 2)


def test_requests_that_have_no_answer() -> None:
    with pytest.raises(RequestError, match="by which every match ends, got a match at"):
        solve(Terms(target=4), (sample({EGG: 5}), sample({WIN: 1})))
    with pytest.raises(RequestError, match="at least one deal, got none"):
        solve(Terms(), (sample({WIN: 0}), sample({WIN: 1})))
    with pytest.raises(RequestError, match="for each of 2 places, got 1"):
        solve(Terms(), (sample({WIN: 1}),))
    with pytest.raises(RequestError, match="at most 5000 states for its equity, got 20000"):
        solve(Terms(target=100), (sample({WIN: 1}),) * 2)
    with pytest.raises(RequestError, match="the eyes of a side from 0 to 11, got 12"):
        solve(Terms(), (sample({WIN: 1}),) * 2).at((0, 12))


# ---------------------------------------------------------------------------------------------------------------------
# The twin: matches played out


def win_match(terms: Terms, by_place: Sequence[Mapping[Deal, int]], cell: Cell, chance: Random) -> int:
    """Play a match deal by deal (rules.md, 1 and 3.5); returns the side that wins it. Places belong to sides in
    turns.
    """
    eyes, praiser, times = list(cell.eyes), cell.praiser, cell.multiplier
    while True:
        deals = by_place[praiser]
        (deal,) = chance.choices(list(deals), list(deals.values()))
        side = {"praiser": praiser % 2, "other": 1 - praiser % 2}
        if deal.challenger:
            eyes[1 - side[deal.challenger]] += 4
            if eyes[1 - side[deal.challenger]] >= terms.target:
                return 1 - side[deal.challenger]
        if deal.what == "egg":
            times = terms.after_egg
            continue
        winner = side[deal.by]
        factor = 1 if deal.what == "claim" else times
        times = times if deal.what == "claim" else 1
        if deal.what == "lucy" and terms.lucy_wins:
            if eyes[1 - winner] == 0:
                return winner
            eyes[1 - winner] = 0
            factor *= terms.lucy_scores
        eyes[winner] += deal.eyes * factor
        if eyes[winner] >= terms.target:
            return winner
        praiser = (praiser + 1) % len(by_place)


@pytest.mark.parametrize("number", range(6))
def test_matches_played_out_agree(number: int, daily_seed: int) -> None:
    chance = Random(f"{daily_seed} {number}")
    terms = Terms(
        target=chance.choice((3, 6, 8)),
        after_egg=1 + number % 2,
        lucy_wins=number % 3 > 0,
        lucy_scores=chance.random() < 0.5,
    )
    by_place = [{deal: chance.randrange(9) for deal in DEALS} | {WIN: 2, LOSS: 3} for _ in range((2, 4)[number // 3])]
    equity = solve(terms, [sample(counts) for counts in by_place], tuple(place % 2 for place in range(len(by_place))))
    cells = chance.sample(list(equity.chain.cells), 6)
    for cell in cells:
        won = sum(win_match(terms, by_place, cell, chance) == 0 for _ in range(2000))
        played = intervals.share(won, 2000, SURE)
        assert played.low is not None and played.high is not None
        assert played.low <= equity.at(*cell).value <= played.high, (daily_seed, number, cell)


def random_counts(chance: Random) -> dict[Deal, int]:
    return {deal: chance.randrange(1, 50) for deal in DEALS}


def test_sides_exchanged(daily_seed: int) -> None:
    chance = Random(daily_seed)
    terms = Terms(after_egg=2)
    one, two = sample(random_counts(chance)), sample(random_counts(chance))
    here, there = solve(terms, (one, two)), solve(terms, (two, one))
    for eyes, praiser, times in here.chain.cells:
        ours, theirs = here.at(eyes, praiser, times), there.at(eyes[::-1], 1 - praiser, times)
        assert ours.value + theirs.value == pytest.approx(1)
        assert (ours.error, ours.unseen) == pytest.approx((theirs.error, theirs.unseen))
        assert here.at(eyes, praiser, times, side=1).value == pytest.approx(theirs.value)
    alike = solve(terms, (one, one))
    for score in range(terms.target):
        assert alike.at((score, score)).value + alike.at((score, score), 1).value == pytest.approx(1)


# ---------------------------------------------------------------------------------------------------------------------
# Errors


def test_the_same_deals_twice_are_one_sample(daily_seed: int) -> None:
    counts = random_counts(Random(daily_seed))
    one, two = sample(counts), sample(counts)
    same = solve(Terms(), (one, one))
    paired = solve(Terms(), (one, two), together={(one, two): np.diag(one.counts)})
    apart = solve(Terms(), (one, two))
    errors = [np.array([chance.error for chance in equity.chances]) for equity in (same, paired, apart)]
    assert errors[0] == pytest.approx(errors[1])
    # A deal that is good for whoever praises does little for either side.
    assert (errors[0] < 0.5 * errors[2]).any() and not (errors[0] > 1.01 * errors[2]).any()


KINDS = (WIN, LOSS, LUCY, LOST_LUCY, EGG, NINETY)


def test_errors_cover_the_truth(daily_seed: int) -> None:
    """The same deals played in three ways, by which side praises and by kind of deal: the chances worked out from them
    lie as far from the true ones as their errors say.
    """
    draw = np.random.default_rng(daily_seed)
    # What a deal brings in one way tells much about the two others.
    joint = draw.dirichlet(np.full(216, 0.3)) * 0.7
    joint[[k * 43 for k in range(6)]] += 0.05
    joint = joint.reshape(6, 6, 6)
    known = tuple(map(facts, KINDS))
    terms = Terms(target=4)
    rounds, deals = 150, 1000
    pairs = ((0, 1), (0, 2), (1, 2))

    def solved(counts: NDArray[np.int64]) -> tuple[Equity, dict[Cell, Asked]]:
        rest = [tuple({0, 1, 2} - {axis}) for axis in range(3)]
        ways = [Outcomes(known, counts.sum(axis=axes)) for axes in rest]
        together = {(ways[a], ways[b]): counts.sum(axis=3 - a - b) for a, b in pairs}
        equity = solve(terms, ways[:2], together=together)
        return equity, after_one((ways[2], ways[2]), equity, together)

    cells = [Cell((ours, theirs), praiser) for ours in (0, 2) for theirs in (0, 2) for praiser in (0, 1)]

    def found(counts: NDArray[np.int64]) -> tuple[list[float], list[float]]:
        equity, asked = solved(counts)
        all_of = [equity.at(*cell) for cell in cells]
        all_of += [each for cell in cells for each in asked[cell]]
        return [one.value for one in all_of], [one.error for one in all_of]

    truth, _ = found(np.round(joint * 1e15).astype(np.int64))
    off = np.empty((rounds, len(truth)))
    for number in range(rounds):
        values, errors = found(draw.multinomial(deals, joint.reshape(-1)).reshape(6, 6, 6))
        off[number] = (np.array(values) - truth) / errors
    assert abs(off.mean(axis=0)).max() < 6 / math.sqrt(rounds)
    assert abs(off.std(axis=0) - 1).max() < 6 / math.sqrt(2 * rounds)
    covered = (abs(off) < 1.96).mean(axis=0)
    assert covered.min() > 0.95 - 6 * math.sqrt(0.05 * 0.95 / rounds)
    assert covered.mean() == pytest.approx(0.95, abs=0.03)


def test_few_deals_leave_everything_open() -> None:
    one = sample({WIN: 1})
    chance = solve(Terms(target=2), (one, one)).at((0, 0))
    assert (chance.value, chance.error) == (1, 0)
    assert (chance.estimate(0.95).low, chance.estimate(0.95).high) == (0, 1)
    many = sample({WIN: 10_000})
    interval = solve(Terms(target=2), (many, many)).at((0, 0)).estimate(0.95)
    assert interval.low == pytest.approx(1 - 1.96**2 / 10_000, abs=1e-6)
    assert interval.deals == 10_000
    sampled = sample({WIN: 5000, LOSS: 5000})
    interval = solve(Terms(target=2), (sampled, sampled)).at((0, 0)).estimate(0.95)
    assert interval.half_width == pytest.approx(1.96 * math.sqrt(0.25 / 10_000), rel=1e-3)


# ---------------------------------------------------------------------------------------------------------------------
# One deal of another kind, and matches beside the equity


def test_one_deal_of_another_kind(daily_seed: int) -> None:
    chance = Random(daily_seed)
    one, two = sample(random_counts(chance)), sample(random_counts(chance))
    equity = solve(Terms(), (one, two))
    for cell, asked in after_one((one, two), equity).items():
        own = equity.at(*cell, side=cell.praiser)
        assert (asked.chance.value, asked.chance.error) == pytest.approx((own.value, own.error))
        assert (asked.difference.value, asked.difference.error) == pytest.approx((0, 0), abs=1e-9)
    sure = sample({NINETY: 100})
    for cell, asked in after_one((sure, sure), equity).items():
        own = equity.at(*cell, side=cell.praiser)
        score = cell.eyes[cell.praiser] + 4
        if score >= 12:
            assert (asked.chance.value, asked.chance.error) == (1, 0)
            assert asked.difference.error == pytest.approx(own.error)
            assert asked.chance.unseen == pytest.approx(1 / 100)
            assert asked.difference.unseen == pytest.approx(1 / 100 + own.unseen)
        else:
            eyes = (score, cell.eyes[1]) if cell.praiser == 0 else (cell.eyes[0], score)
            later = equity.at(eyes, 1 - cell.praiser, side=cell.praiser)
            assert (asked.chance.value, asked.chance.error) == pytest.approx((later.value, later.error))
            assert asked.chance.unseen == pytest.approx(1 / 100 + later.unseen)
        assert asked.difference.value == pytest.approx(asked.chance.value - own.value)
        assert asked.difference.estimate(0.95).low == pytest.approx(
            max(-1, asked.difference.value - max(1.95996 * asked.difference.error, 3.8415 * asked.difference.unseen)),
            abs=1e-4,
        )


def test_a_share_far_off_stands_out() -> None:
    one = sample({WIN: 300, LOSS: 100})
    equity = solve(Terms(target=2), (one, one))
    close = beside(equity, Cell((0, 0), 0), 7500, 10_000)
    far = beside(equity, Cell((0, 0), 1), 3000, 10_000)
    assert close.z == pytest.approx(0) and close.played.hits == 7500
    assert far.z == pytest.approx(0.05 / math.sqrt(0.1875 / 400 + 0.1875 / 10_000))
    other = beside(equity, Cell((0, 0), 1), 7000, 10_000, side=1)
    assert other.z == pytest.approx(-far.z) and other.solved.value == pytest.approx(0.75)
    assert largest_z(1, 0.95) == pytest.approx(1.95996, abs=1e-4)
    assert largest_z(72, 0.95) == pytest.approx(intervals.z_of(1 - 0.05 / 72))
    # Three deals that all went one way make nothing certain.
    certain = solve(Terms(target=2), (sample({WIN: 3}),) * 2)
    assert beside(certain, Cell((0, 0), 0), 5, 5).z == 0
    assert beside(certain, Cell((0, 0), 1), 1, 5).z == pytest.approx(0.2 / (1 / 3))


# ---------------------------------------------------------------------------------------------------------------------
# The engine


SETTINGS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("bare", {}, "greedy"),
    ("bare", {"loser_scale": "loser_based"}, "greedy,low"),
    ("classic", {"swap_two": "optional", "p_no_cut": 0.1, "p_wrong_cut": 0.1}, "random"),
    ("classic", {"praise": "PANTS", "pants_challenge": 0.5, "no_queen_after_praise": True}, "random"),
)


def told(record: dict[str, Any]) -> Facts:
    """What a record of a single deal says of it."""
    praised = [one.get("praise", {}) for one in (record, *record.get("redeals", []))]
    accusers = [praise["challenge"] % 2 for praise in praised if "challenge" in praise]
    result = record["result"]
    penalty = [result["eyes"][1], result["eyes"][0]]
    if accusers:
        penalty[accusers[0]] -= 4
    outcome = result["outcome"] if result["outcome"] in ("egg", "lucy") else "plain"
    lost = [int(tricks > 0) for tricks in result["tricks"]]
    return Facts(
        outcome,
        (penalty[0], penalty[1]),
        tricks=tuple(lost) if outcome == "lucy" else (1, 1),
        counted=record["played"] != "none",
        accuser=accusers[0] if accusers else None,
    )


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_outcomes_are_what_records_tell(setting: int, daily_seed: int) -> None:
    rules, options, policies = SETTINGS[setting]
    lab = goatsim.at(rules, options=options, policies=policies, seed=daily_seed)
    fate = Fate((game_of(lab.rules),))
    task = Task((Arm(fate.games[0], lab.policies),), (fate.ask("fate"),), daily_seed)
    outcomes = fate.outcomes(run(task, deals=150, driver="asking").tables["fate"])
    expected = Counter(told(record.to_json()) for record in lab.replay(0, 150))
    assert dict(zip(outcomes.facts, outcomes.counts.tolist(), strict=True)) == expected
    assert outcomes.deals == 150 and outcomes.shares.sum() == pytest.approx(1)


def test_two_ways_of_the_same_deals(daily_seed: int) -> None:
    labs = [
        goatsim.at(rules, policies=policies, seed=daily_seed, options=options)
        for rules, options, policies in SETTINGS[2:]
    ]
    fate = Fate(tuple(game_of(lab.rules) for lab in labs))
    arms = tuple(Arm(game, lab.policies) for game, lab in zip(fate.games, labs, strict=True))
    task = Task(arms, (fate.ask("one", 0), fate.ask("two", 1), fate.pair("both", 0, 1)), daily_seed)
    tables = run(task, deals=200, driver="asking").tables
    one, two = fate.outcomes(tables["one"]), fate.outcomes(tables["two"])
    joint = fate.pairs(tables["both"], one, two)
    deals = zip(*(lab.replay(0, 200) for lab in labs), strict=True)
    expected = Counter((told(a.to_json()), told(b.to_json())) for a, b in deals)
    found = {(a, b): joint[k, j] for k, a in enumerate(one.facts) for j, b in enumerate(two.facts) if joint[k, j]}
    assert found == expected
    assert one.counts.tolist() == joint.sum(axis=1).tolist() and two.counts.tolist() == joint.sum(axis=0).tolist()


def test_as_few_samples_as_will_do() -> None:
    game = game_of(load("bare"))

    def of(policies: str) -> tuple[list[str], tuple[int, ...], tuple[int, ...]]:
        arms, by_place, sides = samples_of(Arm(game, line_up(policies, game.rules.sides)))
        return [" ".join(policy.label for policy in arm.policies) for arm in arms], by_place, sides

    assert of("greedy") == (["greedy greedy greedy greedy"], (0, 0), (0, 1))
    assert of("greedy,low") == (["greedy low greedy low", "low greedy low greedy"], (0, 1), (0, 1))
    lines = ["greedy low low low", "low low low greedy", "low low greedy low", "low greedy low low"]
    assert of("greedy,low,low,low") == (lines, (0, 1, 2, 3), (0, 1, 0, 1))
    beside = game_of(load("bare", {"sides": "0 0 1 1"}))
    with pytest.raises(RequestError, match=r"two sides that sit in turns for match equity, got sides \[0, 0, 1, 1\]"):
        samples_of(Arm(beside, line_up("low", beside.rules.sides)))


def test_scores_stand_as_far_apart_as_charges() -> None:
    assert step_of(game_of(load("bare"))) == step_of(game_of(load("classic", {"loser_scale": "loser_based"}))) == 2


@pytest.mark.large
@pytest.mark.parametrize(
    ("policies", "seat", "praisers"),
    [("greedy", 1, {"us"}), ("greedy,low", 1, {"us", "them"}), ("greedy,low,low,low", 0, set("0123"))],
)
def test_played_matches_agree_with_the_chain(
    policies: str,
    seat: int,
    praisers: set[str],
    daily_seed: int,
    size: float,
    record_property: Callable[[str, object], None],
) -> None:
    """Later deals of a match are single deals of other indices: from every score both ways must agree."""
    matches = int(200_000 * size)
    lab = goatsim.at(
        "bare",
        options={"lucy": "auto_win_or_reset", "egg_next_deal_multiplier": 2},
        policies=policies,
        seat=seat,
        seed=daily_seed,
        deals=matches,
        confidence=SURE,
        progress="never",
    )
    (answer,) = lab.study("match")
    rows = answer.tables["equity"]
    assert {row["praises"].removeprefix("seat ") for row in rows} == praisers
    scores = {(row["us"], row["them"]) for row in rows}
    assert scores == {(ours, theirs) for ours in range(0, 12, 2) for theirs in range(0, 12, 2)}
    assert len(rows) == 36 * len(praisers)
    judged = [row for row in rows if row["matches"] * row["value"] * (1 - row["value"]) >= 25]
    assert len(judged) > len(rows) / 2
    assert max(abs(row["z"]) for row in judged) < largest_z(len(rows), SURE)
    (said,) = (note for note in answer.notes if note.startswith("They differ by at most"))
    assert f"{max(abs(row['z']) for row in judged):.1f} standard errors" in said
    assert said.endswith(f"chance allows {largest_z(len(judged), SURE):.1f}.")
    best, worst = (next(row for row in rows if (row["us"], row["them"]) == at) for at in ((10, 0), (0, 10)))
    assert best["value"] > 0.8 and worst["value"] < 0.4
    record_property("deals", answer.deals)


def test_the_table_of_a_study() -> None:
    (answer,) = goatsim.study("match", rules="bare", deals=40_000, options={"target": 4}, progress="never")
    rows = answer.tables["equity"]
    assert [(row["us"], row["them"], row["praises"]) for row in rows] == [
        (ours, theirs, "us") for ours in (0, 2) for theirs in (0, 2)
    ]
    assert all(row["low"] < row["value"] < row["high"] and row["matches"] == 2000 for row in rows)
    assert all(row["share_played_low"] < row["share_played"] < row["share_played_high"] for row in rows)
    page = " ".join(answer.text().split())
    assert "worked out from 400,000 single deals, and beside it as 2,000 matches played on from there have it." in page
    axes = answer.plot(chart="equity")
    title = " ".join(axes.get_title(loc="left").split())
    assert title.startswith("When it praises, our side wins ") and " from 0 : 0, " in title
    assert sorted(text.get_text() for text in axes.texts if text.get_text().endswith("%")) == sorted(
        f"{row['value']:.0%}" for row in rows
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"target": 25}, "There is no equity table, since a match to 25 has too many scores."),
        ({"sides": "0 0 1 1"}, "There is no equity table, since the sides of bare do not sit in turns."),
    ],
)
def test_studies_without_a_table_say_why(options: dict[str, Any], said: str) -> None:
    (answer,) = goatsim.study("match", rules="bare", options=options, deals=20, progress="never")
    assert "equity" not in answer.tables and said in answer.notes


def test_few_matches_show_nothing() -> None:
    (answer,) = goatsim.study("match", rules="bare", deals=20, progress="never")
    assert "So few matches do not show whether the two agree." in answer.notes
    axes = answer.plot(chart="equity")
    assert {text.get_text() for text in axes.texts if text.get_text().startswith("too")} == {"too\nfew"}
