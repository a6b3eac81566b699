"""Deals of one group dealt directly: the same cards as in plain Python from the same random words, all equally likely,
and the means that ordinary deals give.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.special import chdtrc
from test_deals import P_BOUND, TINY, WORD, numpy_words, slow_subset
from test_patterns import OFF, SIX, SMALL, every_deal

from goatsim.compiler import store
from goatsim.engine import layout
from goatsim.engine.strata import deal_groups
from goatsim.errors import RequestError
from goatsim.game import Game, game_of
from goatsim.games import load
from goatsim.lab import at
from goatsim.lang import Measure, me, over, partner, players, the_deal, us
from goatsim.lang.kinds import Deal
from goatsim.lang.looks import Uncountable
from goatsim.matches import match_of
from goatsim.runs import intervals
from goatsim.runs.execute import Outcome, run
from goatsim.runs.goals import Goal
from goatsim.runs.groups import Enough, Grouped, in_groups
from goatsim.runs.machine import LOOP, Bench
from goatsim.runs.strata import Strata, strata_of
from goatsim.runs.tasks import Arm, Ask, Table, Task
from goatsim.seats.named import line_up

BARE = game_of(load("bare"))
# Four hands and a talon of two; seats 1 and 2, and the talon, lie in one place if only seat 0 is asked.
FOUR_AND_TALON: dict[str, object] = {**TINY, "hand_size": 1, "sides": "0 1 0 1"}


def dealt(game: Game, strata: Strata, seed: int, first: int, deals: int) -> list[list[list[str]]]:
    """The hands and the talon that the machine code deals, each in pack order; one code serves all games."""
    call = ctypes.CFUNCTYPE(None, *(ctypes.c_int64,) * 4)(
        store.entry(deal_groups, LOOP._replace(cards=layout.MAX_CARDS), 4, False, "test: deal_groups")
    )
    bench = Bench(Arm(game, line_up("low", game.rules.sides)), seed)
    bench.env[layout.STRATA] = strata.table.ctypes.data
    columns = [*range(layout.HAND, layout.HAND + game.rules.seats), layout.TALON]
    found = []
    for start in range(first, first + deals, layout.LANES):
        some = min(layout.LANES, first + deals - start)
        call(bench.block.ctypes.data, bench.env.ctypes.data, start, some)
        for lane in bench.columns[columns, :some].T.tolist():
            found.append([sorted(game.cards_of(cards), key=game.rules.pack.index) for cards in lane])
    return found


# ---------------------------------------------------------------------------------------------------------------------
# The twin: by names, lists and numpy's random words

Classes = Sequence[Sequence[str]]
Shares = tuple[tuple[int, ...], ...]
"""How many cards of each class each place gets."""


def shares_of(classes: Classes, rooms: Sequence[int]) -> Iterator[tuple[Shares, int]]:
    """All patterns in order, each with its weight: the number of ways to deal it."""
    every = [
        [share for share in product(*(range(room + 1) for room in rooms)) if sum(share) == len(cards)]
        for cards in classes
    ]
    for shares in product(*every):
        if [sum(column) for column in zip(*shares, strict=True)] == list(rooms):
            ways = 1
            for cards, share in zip(classes, shares, strict=True):
                ways *= math.factorial(len(cards)) // math.prod(map(math.factorial, share))
            yield shares, ways


class Draws:
    """Numbers drawn for a deal: draw k uses word k of the stream with purpose 6, and one that would leave a bias the
    word 16 blocks on.
    """

    def __init__(self, seed: int, index: int) -> None:
        self._at = seed, index
        self._draws = 0

    def below(self, ways: int) -> int:
        low = -1
        trial = 0
        while low < WORD % ways:
            words = numpy_words(*self._at, 0, 6, self._draws // 4 + 16 * trial)
            digit, low = divmod(words[self._draws % 4] * ways, WORD)
            trial += 1
        self._draws += 1
        return digit

    def shared(self, cards: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
        """Some cards dealt to receivers one after another, of which each gets so many."""
        left = list(cards)
        found = []
        for k in sizes:
            taken = left if k == len(left) else []
            if 0 < k < len(left):
                taken = [left[place] for place in slow_subset(len(left), k, self.below(math.comb(len(left), k)))]
            found.append(list(taken))
            left = [card for card in left if card not in taken]
        return found


def slow_deal(
    game: Game,
    groups: Sequence[Sequence[tuple[Shares, int]]],
    classes: Classes,
    places: Sequence[Sequence[int]],
    seed: int,
    index: int,
) -> list[list[str]]:
    """The hands and the talon; `places` holds seats, and one more than the last of them for the talon."""
    rules, pack = game.rules, game.rules.pack
    sizes = [*[rules.hand_size] * rules.seats, rules.talon_size]
    draws = Draws(seed, index)
    patterns = groups[index % len(groups)]
    digit = draws.below(sum(ways for _, ways in patterns)) if len(patterns) > 1 else 0
    chosen: Shares = ()
    for shares, ways in patterns:
        if digit < ways:
            chosen = shares
            break
        digit -= ways
    held: list[list[str]] = [[] for _ in places]
    for cards, share in zip(classes, chosen, strict=True):
        in_order = sorted(cards, key=pack.index)
        for place, taken in enumerate(draws.shared(in_order, share)):
            held[place] += taken
    hands: list[list[str]] = [[] for _ in sizes]
    for mine, seats in zip(held, places, strict=True):
        for seat, taken in zip(
            seats, draws.shared(sorted(mine, key=pack.index), [sizes[s] for s in seats]), strict=True
        ):
            hands[seat] = taken
    return hands


TRUMPS = BARE.rules.trumps
QUEENS = [card for card in BARE.rules.pack if card[0] == "Q"]
PLAIN = [card for card in BARE.rules.pack if card not in TRUMPS]
OTHER_TRUMPS = [card for card in TRUMPS if card not in QUEENS]
# Rules, what parts the groups, a condition, the classes (small ones first), and the places: seats that only count
# together lie in one, the others behind those that are looked at.
CASES: dict[str, tuple[Game, list[Measure], Measure | None, Classes, list[list[int]]]] = {
    "a hand": (BARE, [me.trumps], None, [TRUMPS, PLAIN], [[0], [1, 2, 3]]),
    "a side": (BARE, [us.trumps, us.queens], None, [QUEENS, OTHER_TRUMPS, PLAIN], [[0, 2], [1, 3]]),
    "a condition": (BARE, [], me.queens + me.trumps >= 9, [QUEENS, OTHER_TRUMPS, PLAIN], [[0], [1, 2, 3]]),
    "two hands": (BARE, [partner.trumps], me.trumps == 1, [TRUMPS, PLAIN], [[0], [2], [1, 3]]),
    "every hand": (BARE, [over("count", players, me.trumps == 0)], None, [TRUMPS, PLAIN], [[0], [1], [2], [3]]),
    "a talon": (
        game_of(load("bare", FOUR_AND_TALON)),
        [me.aces],
        None,
        [["AC", "AS"], ["TC", "KC", "TS", "KS"]],
        [[0], [1, 2, 3, 4]],
    ),
    "six players": (
        game_of(load("bare", SIX)),
        [me.aces],
        None,
        [["AC", "AS", "AH", "AD"], [card for card in game_of(load("bare", SIX)).rules.pack if card[0] != "A"]],
        [[0], [1, 2, 3, 4, 5]],
    ),
    # So few ways that a number often lies on the edge of two patterns.
    "few ways": (
        game_of(load("bare", FOUR_AND_TALON)),
        [me.trumps == partner.trumps],
        None,
        [["KC", "TS"], ["AC", "TC", "AS", "KS"]],
        [[0], [2], [1, 3, 4]],
    ),
    "hands for a talon": (
        game_of(load("bare", TINY)),
        [me.trumps],
        None,
        [["KC", "TS"], ["AC", "TC", "AS", "KS"]],
        [[0], [1, 2]],
    ),
}


@cache
def groups_of(name: str) -> list[list[tuple[Shares, int]]]:
    """The groups of a case, each its patterns: by measuring a deal of every pattern word by word."""
    game, by, given, classes, places = CASES[name]
    rules = game.rules
    sizes = [*[rules.hand_size] * rules.seats, rules.talon_size]
    found: dict[tuple[int, ...], list[tuple[Shares, int]]] = {}
    for shares, ways in shares_of(classes, [sum(sizes[seat] for seat in seats) for seats in places]):
        held: list[list[str]] = [[] for _ in places]
        for cards, share in zip(classes, shares, strict=True):
            left = list(cards)
            for place, k in enumerate(share):
                held[place] += left[:k]
                left = left[k:]
        hands: list[list[str]] = [[] for _ in sizes]
        for mine, seats in zip(held, places, strict=True):
            for seat in seats:
                hands[seat], mine = mine[: sizes[seat]], mine[sizes[seat] :]
        deal = Deal(hands, [], [], [], [], None, None, None, None)
        if given is None or given.walk(game, deal):
            found.setdefault(tuple(measure.walk(game, deal) for measure in by), []).append((shares, ways))
    return [patterns for _, patterns in sorted(found.items())]


@pytest.mark.parametrize("name", CASES)
def test_the_twin_deals_the_same_cards(name: str, daily_seed: int) -> None:
    game, by, given, classes, places = CASES[name]
    strata = strata_of(game, by, given)
    groups = groups_of(name)
    assert strata.ways == tuple(sum(ways for _, ways in patterns) for patterns in groups)
    first = daily_seed % 1000
    expected = [slow_deal(game, groups, classes, places, daily_seed, first + k) for k in range(100)]
    assert dealt(game, strata, daily_seed, first, 100) == expected
    for k in range(3):
        hands = strata.hands(game, daily_seed, first + k)
        assert [sorted(hand, key=game.rules.pack.index) for hand in hands] == expected[k][: game.rules.seats]


# ---------------------------------------------------------------------------------------------------------------------
# Every deal of a group equally likely


UNIFORM = [
    (SMALL[0], [me.trumps, partner.trumps], None),
    (SMALL[0], [us.trumps], None),
    (SMALL[0], [], over("any", players, me.trumps == 2)),
    (FOUR_AND_TALON, [me.hand_points], None),
    (TINY, [], (me.trumps == 1) & ~me.has("AC")),
]


@pytest.mark.parametrize("case", range(len(UNIFORM)))
@pytest.mark.large
def test_every_deal_of_a_group_is_equally_likely(case: int, daily_seed: int, size: float) -> None:
    options, by, given = UNIFORM[case]
    game = game_of(load("bare", options))
    strata = strata_of(game, by, given)
    members: dict[tuple[int, ...], list[str]] = {}
    for hands in every_deal(game.rules.pack, game.rules.seats, game.rules.hand_size):
        deal = Deal(hands, [], [], [], [], None, None, None, None)
        if given is None or given.walk(game, deal):
            members.setdefault(tuple(measure.walk(game, deal) for measure in by), []).append(str(hands))
    assert list(strata.groups) == sorted(members)
    deals = int(200_000 * size)
    found: dict[tuple[int, ...], Counter[str]] = {values: Counter() for values in strata.groups}
    for index, (*hands, _) in enumerate(dealt(game, strata, daily_seed, 0, deals)):
        found[strata.groups[index % len(strata.groups)]][str(hands)] += 1
    for values, hits in found.items():
        assert set(hits) <= set(members[values])
        expected = hits.total() / len(members[values])
        squares = sum((hits[one] - expected) ** 2 / expected for one in members[values])
        assert len(members[values]) == 1 or chdtrc(len(members[values]) - 1, squares) > P_BOUND, values


# ---------------------------------------------------------------------------------------------------------------------
# Played


def task_of(by: Sequence[Measure], strata: Strata | None, seed: int) -> Task:
    arm = Arm(BARE, line_up("greedy", BARE.rules.sides))
    return Task((arm,), (Ask("points", us.points, tuple(by)),), seed, strata=strata)


@pytest.mark.large
def test_groups_have_the_means_of_ordinary_deals(daily_seed: int, size: float) -> None:
    by = [us.trumps, me.queens]
    strata = strata_of(BARE, by)
    deals = int(2_000_000 * size)
    ordinary = run(task_of(by, None, daily_seed), deals=deals, confidence=0.9999, threads=1).tables["points"]
    task = task_of(by, strata, daily_seed)
    table = run(task, deals=deals, confidence=0.9999, threads=1, driver="asking").tables["points"]
    again = run(task, deals=deals, threads=2, piece=768, driver="asking").tables["points"]
    assert (table.cells == again.cells).all()
    found = {group.values: group for group in Grouped(table, strata).groups()}
    assert list(found) == list(strata.groups)
    assert max(group.found.deals for group in found.values()) - deals // len(found) <= 1
    compared = 0
    for values, counts in ordinary.groups():
        hits, expected = int(counts.sum()), deals * float(strata.share(values))
        assert abs(hits - expected) <= 6 * math.sqrt(expected) + 6
        if hits >= 500:
            one, other = ordinary.mean_of(counts), found[values].found
            assert one.value is not None and other.value is not None
            # Six standard deviations: 3.9 of them are a half-width here.
            assert abs(one.value - other.value) <= 6 / 3.9 * math.hypot(one.half_width, other.half_width), values
            compared += 1
    assert compared > 20
    whole, plain = Grouped(table, strata).estimate(), ordinary.estimate()
    assert whole.value is not None and plain.value is not None
    assert abs(whole.value - plain.value) <= 6 / 3.9 * math.hypot(whole.half_width, plain.half_width)


def test_a_rare_hand_is_in_every_deal(daily_seed: int) -> None:
    lab = at("bare", deals=2_000, seed=daily_seed, progress="never", threads=1)
    found = lab.by_groups(us.points > 60, [me.trumps == 8])
    common, rare = found.groups()
    assert (rare.values, rare.fraction, rare.found.deals) == ((1,), Fraction(77, 269700), 1_000)
    assert (common.fraction, common.found.deals) == (1 - Fraction(77, 269700), 1_000)
    assert (rare.share.low, rare.share.high) == (rare.share.value, rare.share.value) == (77 / 269700,) * 2
    row = found.rows()[1]
    assert list(row) == ["me.trumps == 8", "share", "fraction", "mean", "low", "high", "deals"]
    assert list(row.values())[:3] == [1, 77 / 269700, [77, 269700]] and row["mean"] == rare.found.value
    frame = found.to_frame()
    assert list(frame["fraction"]) == ["269623/269700", "77/269700"] and frame["deals"].sum() == 2_000
    # One deal in 3,500 would be about one in all of these.
    assert rare.found.low is not None and rare.found.low > 0.9


# ---------------------------------------------------------------------------------------------------------------------
# What the groups say together


def table_of(cells: Sequence[Sequence[int]], measure: Measure = us.tricks) -> Table:
    return Table(Ask("", measure, (me.trumps,)), (0, 0), np.array(cells), 0.95)


def of_two(ways: tuple[int, int]) -> Strata:
    return Strata(((0,), (1,)), ways, sum(ways), np.zeros(0, np.uint64))


def test_the_mean_over_all_deals_is_weighted() -> None:
    cells = [[100, 200, 100], [50, 0, 350]]
    found = Grouped(table_of(cells), of_two((3, 1))).estimate()
    means, variances = (1, 1.75), (0.5, 0.4375)
    assert found.value == pytest.approx((3 * means[0] + means[1]) / 4)
    error = math.sqrt(sum((w / 4) ** 2 * v / 399 for w, v in zip((3, 1), variances, strict=True)))
    assert found.half_width == pytest.approx(intervals.z_of(0.95) * error)
    assert found.deals == 800
    halves = table_of(cells)
    halved = Grouped(replace(halves, ask=replace(halves.ask, divisor=2)), of_two((3, 1))).estimate()
    assert (halved.value, halved.high) == pytest.approx(((found.value or 0) / 2, (found.high or 0) / 2))
    sure = Grouped(replace(table_of([[0, 3], [0, 3]]), ask=replace(halves.ask, divisor=2)), of_two((3, 1))).estimate()
    assert sure.value == sure.high == 0.5
    by_one = Grouped(table_of(cells), of_two((0, 1))).estimate()
    assert by_one.value == pytest.approx(1.75)


def test_groups_that_were_always_alike_leave_doubt() -> None:
    found = Grouped(table_of([[400, 0], [0, 400]], us.tricks > 4), of_two((1, 1))).estimate()
    assert found.value == 0.5 and found.low is not None and found.high is not None
    bound = intervals.share(0, 400, 0.95).high
    assert bound is not None
    assert found.low == pytest.approx(0.5 - bound / 2) and found.high == pytest.approx(0.5 + bound / 2)


def test_without_deals_of_a_group_nothing_is_said() -> None:
    found = Grouped(table_of([[400, 0], [0, 0]]), of_two((1, 1)))
    assert found.estimate().value is None and found.groups()[1].found.value is None
    assert "400 deals" in repr(found)


def test_the_intervals_cover(daily_seed: int) -> None:
    """Two groups of known means, 2,000 small samples: nineteen intervals in twenty hold the weighted mean."""
    random = np.random.default_rng(daily_seed)
    chances, ways, deals = (0.02, 0.7), (9, 1), 60
    truth = sum(p * w for p, w in zip(chances, ways, strict=True)) / sum(ways)
    held = 0
    for _ in range(2_000):
        hits = random.binomial(deals, chances)
        cells = [[deals - int(one), int(one)] for one in hits]
        found = Grouped(table_of(cells, us.tricks > 4), of_two(ways)).estimate()
        assert found.low is not None and found.high is not None
        held += found.low <= truth <= found.high
    assert 0.93 < held / 2_000 < 0.99


# ---------------------------------------------------------------------------------------------------------------------
# Where groups cannot be dealt


def asked_in_groups(task: Task, goal: Goal, first: int = 600) -> tuple[Grouped, Task, bool]:
    """What is said of a task that is not played: instead every cell of its table has 600 deals in it, or those of the
    first group so many.
    """
    seen: list[tuple[Task, bool]] = []

    def play(task: Task, enough: Enough) -> Outcome:
        (axes,) = task.plan.axes
        cells = np.full(axes.sizes, 600)
        cells[0] = first
        table = Table(task.asks[0], axes.lows, cells, 0.95)
        tables = {task.asks[0].name: table}
        seen.append((task, enough(tables)))
        return Outcome(tables, table.deals, False)

    return in_groups(task, goal, play), *seen[0]


@pytest.mark.parametrize("options", [{}, {**OFF, "praise": "free"}])
def test_other_games_are_played_as_they_come(options: Mapping[str, object]) -> None:
    game = game_of(load("classic", options))
    task = Task((Arm(game, line_up("low", game.rules.sides)),), (Ask("", the_deal.egg, (us.queens,)),))
    found, played, _ = asked_in_groups(task, Goal(None, None, None, 0.95))
    assert found.strata is None and played.strata is None and found.reason
    for group in found.groups():
        assert group.fraction is None and group.share.value == 1 / 9 and group.share.half_width > 0
        assert group.found.deals == 1_200
    assert found.estimate() == found.table.estimate()
    assert found.rows()[0]["fraction"] is None and found.to_frame()["fraction"].isna().all()


@pytest.mark.parametrize("by", [us.points, over("sum", players, me.hand_points * me.trumps)])
def test_groups_that_cannot_be_counted_are_played_as_they_come(by: Measure) -> None:
    task = task_of([by], None, 0)
    with pytest.raises(Uncountable) as refused:
        strata_of(BARE, [by])
    found, *_ = asked_in_groups(replace(task, asks=(Ask("points", me.has("QC"), (by,)),)), Goal(None, 0.1, None, 0.95))
    assert found.strata is None and found.reason == str(refused.value)


def test_every_group_must_be_precise_enough() -> None:
    task = replace(task_of([], None, 0), asks=(Ask("", the_deal.egg, (me.trumps,)),))
    # 1,200 deals in each of nine groups: a share of a half, to 2.8 % in each and to 1.3 % over all.
    for precision, enough in ((0.02, False), (0.03, True)):
        found, played, said = asked_in_groups(task, Goal(None, precision, None, 0.95))
        assert played.strata is not None and said == enough
        assert found.estimate().half_width < 0.02 < found.groups()[0].found.half_width
    assert not asked_in_groups(task, Goal(None, 0.03, None, 0.95), first=400)[2]


def test_groups_of_too_many_deals_are_not_dealt() -> None:
    with pytest.raises(Uncountable, match=r"more than 2\^64 ways"):
        strata_of(game_of(load("bare", SIX)), [over("any", players, me.trumps == 1)])


def test_conditions_must_be_truths_that_can_happen() -> None:
    with pytest.raises(RequestError, match="some deal of bare fulfils"):
        strata_of(BARE, [], me.queens == 5)
    with pytest.raises(RequestError, match="a truth as a condition"):
        strata_of(BARE, [], me.queens)
    with pytest.raises(Uncountable, match="who praises"):
        strata_of(match_of(game_of(load("classic", OFF))), [me.trumps])


def test_the_chance_of_a_condition_is_told() -> None:
    strata = strata_of(BARE, [me.trumps], me.trumps >= 7)
    assert strata.groups == ((7,), (8,)) and strata.chance == Fraction(132, 22475) + Fraction(77, 269700)
    assert strata.share((8,)) == Fraction(77, 269700) / strata.chance
