"""What is to be run, as plain data: arms (rules and line-ups that play the same deals), what is asked of them, and the
seed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.engine import program as op
from goatsim.errors import RequestError
from goatsim.game import Game
from goatsim.lang.binding import Bound
from goatsim.lang.kinds import TRUTH
from goatsim.lang.measures import Measure
from goatsim.matches import Start
from goatsim.runs import intervals
from goatsim.runs.intervals import Estimate
from goatsim.runs.strata import Strata
from goatsim.seats.define import Policy

if TYPE_CHECKING:
    import pandas

MOST_CELLS = 1 << 22
DEEPEST = 64


@dataclass(frozen=True)
class Arm:
    """A game and the policy of every seat."""

    game: Game
    policies: tuple[Policy, ...]


class Seen(NamedTuple):
    """A measure as it is seen in one arm from one seat (None: the seat of the task), times a factor."""

    factor: int = 1
    arm: int = 0
    seat: int | None = None


def difference(arm: int, minus: int) -> tuple[Seen, Seen]:
    """A measure in one arm less the same in another, on the same deal."""
    return Seen(1, arm), Seen(-1, minus)


@dataclass(frozen=True, eq=False)
class Ask:
    """A measure to be counted, in groups by other measures. What is counted of a deal is the sum of the measure over
    `seen`; `divisor` is what its mean is divided by. The groups are those of the arm `by_arm`.
    """

    name: str
    measure: Measure
    by: tuple[Measure, ...] = ()
    seen: tuple[Seen, ...] = (Seen(),)
    by_arm: int = 0
    divisor: int = 1

    @property
    def is_share(self) -> bool:
        """Whether what is estimated is a share: a truth, and no sum or difference of truths."""
        return self.measure.kind == TRUTH and len(self.seen) == 1 and self.seen[0].factor == 1 == self.divisor


@dataclass(frozen=True, eq=False)
class Task:
    """Arms, what is asked, and the seed; `seat` is who `me` is. With a `start` whole matches are played and
    asked about, by one arm whose game is `match_of` another. With `strata` deals of their groups in turn are played,
    in games whose first deals are played as they are.
    """

    arms: tuple[Arm, ...]
    asks: tuple[Ask, ...]
    seed: int = 0
    seat: int = 0
    start: Start | None = None
    strata: Strata | None = None

    @cached_property
    def plan(self) -> Plan:
        """The program of all asks and where their cells lie."""
        return Plan.of(self)


@dataclass(frozen=True)
class Axes:
    """Where the cells of one ask lie: from `start`, an axis for every group and one for the value, each from low to
    high.
    """

    start: int
    lows: tuple[int, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A task as the engine takes it."""

    program: tuple[tuple[int, int, int, int], ...]
    axes: tuple[Axes, ...]
    cells: int
    depth: int

    @classmethod
    def of(cls, task: Task) -> Plan:
        """Lay out a task's program and cells. Raises `RequestError` if a measure has too many values to be counted."""
        program: list[tuple[int, int, int, int]] = []
        axes: list[Axes] = []
        start = 0
        for ask in task.asks:
            parts = [_code(task, measure, (Seen(1, ask.by_arm),)) for measure in ask.by]
            parts.append(_code(task, ask.measure, ask.seen))
            sizes = tuple(high - low + 1 for low, high, _ in parts)
            if math.prod(sizes) > MOST_CELLS:
                raise RequestError(
                    f"expected at most {MOST_CELLS} different values of {ask.measure} by group, got {math.prod(sizes)}"
                )
            for k, (low, _, code) in enumerate(parts):
                if k:
                    program += [(op.CONSTANT, sizes[k], 0, 0), (op.MUL, 0, 0, 0)]
                program += [*code, (op.CONSTANT, low, 0, 0), (op.SUB, 0, 0, 0)]
                program += [(op.ADD, 0, 0, 0)] if k else []
            program.append((op.TALLY, start, 0, math.prod(sizes)))
            axes.append(Axes(start, tuple(low for low, _, _ in parts), sizes))
            start += math.prod(sizes)
        return cls(tuple(program), tuple(axes), start, _depth(program))

    @classmethod
    def of_rows(cls, task: Task, deals: int) -> Plan:
        """Lay out a task that writes down what it asks of every deal, without groups: a row a deal, at most `deals` of
        them at a time, and in it a number for each ask, not divided by its divisor.
        """
        wide = len(task.asks)
        program: list[tuple[int, int, int, int]] = []
        for place, ask in enumerate(task.asks):
            program += [*_code(task, ask.measure, ask.seen)[2], (op.KEEP, place, 0, wide)]
        return cls(tuple(program), (), deals * wide, _depth(program))


Code = list[tuple[int, int, int, int]]


def _code(task: Task, measure: Measure, seen: Sequence[Seen]) -> tuple[int, int, Code]:
    """The least and the greatest sum of a measure over what is seen, and its program."""
    low = high = 0
    code: Code = []
    for k, (factor, arm, seat) in enumerate(seen):
        bound = measure.bound(task.arms[arm].game, task.seat if seat is None else seat)
        ends = factor * bound.low, factor * bound.high
        low, high = low + min(ends), high + max(ends)
        code += _in_arm(bound, arm)
        if abs(factor) != 1:
            code += [(op.CONSTANT, abs(factor), 0, 0), (op.MUL, 0, 0, 0)]
        if k == 0 and factor < 0:
            code = [(op.CONSTANT, 0, 0, 0), *code, (op.SUB, 0, 0, 0)]
        elif k:
            code.append((op.ADD if factor > 0 else op.SUB, 0, 0, 0))
    return low, high, code


def _in_arm(bound: Bound, arm: int) -> list[tuple[int, int, int, int]]:
    return [(operation, a, arm, c) for operation, a, c in bound.code]


def _depth(program: Sequence[tuple[int, int, int, int]]) -> int:
    depth = deepest = 0
    for operation, *_ in program:
        depth += 1 if operation <= op.TOP else 0 if operation == op.NOT else -1
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise RequestError(f"expected a measure at most {DEEPEST} values deep, got {deepest}")
    return deepest


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """What was counted of one ask: `cells[g1, .., v]` deals of each group had each value; axis k counts from
    `lows[k]`.
    """

    ask: Ask
    lows: tuple[int, ...]
    cells: NDArray[np.int64] = field(repr=False)
    confidence: float
    partial: bool = False
    """Whether the run was stopped before its end."""
    strata: Strata | None = None
    """What was dealt, if not deals as they come; only the groups are then known as such (`runs.groups.Grouped`)."""
    exact: bool = False
    """Whether intervals of shares are those of Clopper and Pearson, not Wilson's."""

    def __repr__(self) -> str:
        found = self.estimate()
        value = f"{found.value:.6g} ({found.low:.6g} to {found.high:.6g})" if found.deals else "unknown"
        stopped = ", stopped before the end" if self.partial else ""
        return f"<{self.asked}: {value}, {self.deals:,} {self.unit}{stopped}>"

    @property
    def asked(self) -> str:
        """What was asked, in the words of Python: ``us.points by me.trumps``."""
        less = " less that of the other Lab" if len(self.ask.seen) > 1 else ""
        return f"{self.ask.measure}{less}" + "".join(f" by {measure}" for measure in self.ask.by)

    @property
    def unit(self) -> str:
        """What was counted: deals or matches."""
        return "matches" if self.ask.measure.about_matches else "deals"

    def to_frame(self) -> pandas.DataFrame:
        """The `rows` as a data frame."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """A row for every value (value, share, low, high, hits) or, in groups, for every group (one column a
        group, then mean or, of a truth, share; low, high, deals).
        """
        if not self.ask.by:
            seen = [int(value) for value, hits in zip(self.values, self.histogram, strict=True) if hits]
            return [{"value": value, **self.share(value).row("share")} for value in seen]
        rows = []
        for group, counts in self.groups():
            names = {str(measure): value for measure, value in zip(self.ask.by, group, strict=True)}
            found = self.share_of(counts) if self.is_share else self.mean_of(counts)
            rows.append({**names, **found.row("share" if self.is_share else "mean"), "deals": found.deals})
        return rows

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import tally_html

        return tally_html(self)

    @property
    def deals(self) -> int:
        """How many deals, or matches, were counted."""
        return int(self.cells.sum())

    @property
    def values(self) -> NDArray[np.int64]:
        """The possible values of what is counted, in order: sums, not yet divided by the ask's divisor."""
        return np.arange(self.cells.shape[-1]) + self.lows[-1]

    @property
    def histogram(self) -> NDArray[np.int64]:
        """How many deals had each value, over all groups."""
        counted: NDArray[np.int64] = self.cells.reshape(-1, self.cells.shape[-1]).sum(axis=0)
        return counted

    @property
    def is_share(self) -> bool:
        """Whether what is estimated is a share (`Ask.is_share`)."""
        return self.ask.is_share

    def estimate(self) -> Estimate:
        """The share of a truth, the mean of a number or of a difference."""
        return self.share() if self.is_share else self.mean()

    def share(self, *values: int, exact: bool = False) -> Estimate:
        """The share of all deals with one of the values; for a truth, without arguments, the share where it holds. The
        interval is Wilson's, or with `exact` the one of Clopper and Pearson.
        """
        wanted = np.isin(self.values, values or (1,))
        hits = int(self.histogram[wanted].sum())
        return intervals.share(hits, self.deals, self.confidence, exact or self.exact)

    def mean(self) -> Estimate:
        """The mean over all deals."""
        return self.mean_of(self.histogram)

    def among(self, many: int) -> Table:
        """The same table with intervals that hold for so many comparisons at once."""
        return replace(self, confidence=intervals.at_once(self.confidence, many))

    def deviation(self) -> float:
        """The standard deviation over all deals."""
        return intervals.deviation(self.values, self.histogram) / self.ask.divisor

    def groups(self) -> list[tuple[tuple[int, ...], NDArray[np.int64]]]:
        """Every group that occurred, with how many of its deals had each value."""
        seen = np.argwhere(self.cells.any(axis=-1)).tolist()
        return [
            (tuple(low + k for low, k in zip(self.lows, place, strict=False)), self.cells[*place]) for place in seen
        ]

    def mean_of(self, counts: NDArray[np.int64]) -> Estimate:
        """The mean in one of `groups`."""
        return intervals.mean(self.values, counts, self.confidence).over(self.ask.divisor)

    def share_of(self, counts: NDArray[np.int64], *values: int) -> Estimate:
        """The share of some values in one of `groups`."""
        wanted = np.isin(self.values, values or (1,))
        return intervals.share(int(counts[wanted].sum()), int(counts.sum()), self.confidence, self.exact)
