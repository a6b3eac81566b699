"""A measure in groups of deals by dealt cards, rare groups as precise as common ones: each group has its exact share
and as many deals as any other, and the mean over all deals is the weighted one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from goatsim.exact.patterns import reason
from goatsim.lang.looks import Uncountable
from goatsim.runs import intervals
from goatsim.runs.goals import MOST_SAMPLED, Goal
from goatsim.runs.intervals import Estimate
from goatsim.runs.strata import Strata, strata_of
from goatsim.runs.tasks import Table, Task

if TYPE_CHECKING:
    import pandas

    from goatsim.runs.execute import Outcome

Enough = Callable[[Mapping[str, Table]], bool]
"""Whether what was counted so far is precise enough."""


class Group(NamedTuple):
    """One group: the values of the measures that part the groups, its share of all deals (with an interval of no width
    where it is exact, as a `fraction`, too) and what was found in it: the measure's mean, or the share of a truth.
    """

    values: tuple[int, ...]
    share: Estimate
    fraction: Fraction | None
    found: Estimate


@dataclass(frozen=True, eq=False, repr=False)
class Grouped:
    """What was found by group. `strata`: what was dealt; None, with the `reason`, where deals of all groups were played
    as they came.
    """

    table: Table
    strata: Strata | None
    reason: str = ""

    def __repr__(self) -> str:
        groups = len(self.groups())
        return f"<{self.table.ask.measure} in {groups} group{'s' * (groups != 1)}, {self.table.deals:,} deals>"

    def among(self, many: int) -> Grouped:
        """The same with intervals that hold for so many comparisons at once."""
        return replace(self, table=self.table.among(many))

    def groups(self) -> list[Group]:
        """Every group, in the order of its values."""
        return _groups(self.table, self.strata)

    def estimate(self) -> Estimate:
        """The measure's mean, or a truth's share, over all deals: what the groups give, by their shares.

        Its interval joins those of the groups: the distances of the limits from the value, each by the group's share,
        add as squares (G. Y. Zou and A. Donner, 2008). Where the groups' intervals are normal that is the interval of
        a stratified sample, and it keeps some width where a group was always alike.
        """
        if self.strata is None:
            return self.table.estimate()
        value = below = above = 0.0
        for group in self.groups():
            share, found = group.share.value, group.found
            if share is None or found.value is None or found.low is None or found.high is None:
                return Estimate(None, None, None, None, self.table.deals)
            value += share * found.value
            below = math.hypot(below, share * (found.value - found.low))
            above = math.hypot(above, share * (found.high - found.value))
        first, last = (0, 1) if self.table.is_share else (int(self.table.values[0]), int(self.table.values[-1]))
        least, most = first / self.table.ask.divisor, last / self.table.ask.divisor
        return Estimate(value, max(least, value - below), min(most, value + above), None, self.table.deals)

    def rows(self) -> list[dict[str, object]]:
        """A row a group, ready for a table or JSON: one field a measure that parts the groups; share and fraction
        (numerator and denominator, or None) of the group; mean (of a truth: its share in the group), low, high, deals.
        """
        names = [str(measure) for measure in self.table.ask.by]
        return [
            {
                **dict(zip(names, group.values, strict=True)),
                "share": group.share.value,
                "fraction": None if group.fraction is None else list(group.fraction.as_integer_ratio()),
                "mean": group.found.value,
                "low": group.found.low,
                "high": group.found.high,
                "deals": group.found.deals,
            }
            for group in self.groups()
        ]

    def to_frame(self) -> pandas.DataFrame:
        """`rows` as a DataFrame; the fraction as numerator/denominator in a text."""
        import pandas as pd

        rows = self.rows()
        for row, group in zip(rows, self.groups(), strict=True):
            row["fraction"] = None if group.fraction is None else str(group.fraction)
        return pd.DataFrame(rows)


def _groups(table: Table, strata: Strata | None) -> list[Group]:
    found = table.share_of if table.is_share else table.mean_of
    if strata is None:
        share = partial(intervals.share, deals=table.deals, confidence=table.confidence)
        return [Group(values, share(int(counts.sum())), None, found(counts)) for values, counts in table.groups()]
    groups = []
    for values, ways in zip(strata.groups, strata.ways, strict=True):
        counts = table.cells[tuple(value - low for value, low in zip(values, table.lows, strict=False))]
        fraction = Fraction(ways, strata.total)
        exact = Estimate(float(fraction), float(fraction), float(fraction), None, int(counts.sum()))
        groups.append(Group(values, exact, fraction, found(counts)))
    return groups


def strata_for(task: Task) -> tuple[Strata | None, str]:
    """The groups of a task's only question, as what its deals can be dealt from; or None, and why not."""
    (ask,) = task.asks
    try:
        for arm in task.arms:
            if why := reason(arm.game):
                raise Uncountable(why)
        return strata_of(task.arms[ask.by_arm].game, ask.by, seat=task.seat), ""
    except Uncountable as error:
        return None, str(error)


def every_reached(goal: Goal, table: Table) -> bool:
    """Whether each group of a table, taken alone, is as precise as a goal asks for."""
    alone = replace(table.ask, by=())
    parts = (replace(table, ask=alone, lows=table.lows[-1:], cells=counts) for _, counts in table.groups())
    return all(goal.reached(part) for part in parts)


def in_groups(task: Task, goal: Goal, play: Callable[[Task, Enough], Outcome]) -> Grouped:
    """Answer a task's only question group by group; `play` plays a task until it is told that a look is enough. Where
    the groups can be dealt directly, a number of deals is shared out evenly; without one, every group is played to the
    goal's precision, however rare it is. Evenly, so that rare groups are known as well as common ones; the mean over
    all deals is then known less well than from as many deals as they come.
    """
    (ask,) = task.asks
    strata, why = strata_for(task)

    def enough(tables: Mapping[str, Table]) -> bool:
        table = tables[ask.name]
        if strata is None:
            return goal.reached(table)
        return table.deals >= MOST_SAMPLED or every_reached(goal, table)

    outcome = play(replace(task, strata=strata), enough)
    return Grouped(outcome.tables[ask.name], strata, why)
