"""When an answer is good enough: a number of deals, or an interval that is narrow enough at one of the fixed looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goatsim.runs.intervals import Estimate
    from goatsim.runs.tasks import Table

SHARE = 0.001
"""The half-width of a share's interval that is asked for by default."""
DEVIATIONS = 0.01
"""The same for a mean, in standard deviations."""
RANGE = 0.001
"""No default asks more of a mean than this part of what its values span, or could span where only one was seen: it
has no deviation.
"""
MOST_SAMPLED = 1_000_000_000
"""Deals after which a run that waits for its precision stops without it."""


@dataclass(frozen=True)
class Goal:
    """What is asked of a run: exactly `deals`, or a half-width of at most `precision` (in the measure's unit) or
    `relative` (a part of the value); by default the constants above.
    """

    deals: int | None
    precision: float | None
    relative: float | None
    confidence: float

    def reached(self, table: Table) -> bool:
        """Whether a table is precise enough, or as precise as it will get."""
        if table.deals >= MOST_SAMPLED:
            return True
        estimate = table.estimate()
        if self.precision is not None:
            return estimate.half_width <= self.precision
        if self.relative is not None:
            return estimate.half_width <= self.relative * abs(estimate.value or 0.0)
        if table.is_share:
            return estimate.half_width <= SHARE
        seen = table.values[table.histogram > 0]
        span = float(seen[-1] - seen[0]) if len(seen) > 1 else float(table.values[-1] - table.values[0])
        return estimate.half_width <= max(DEVIATIONS * table.deviation(), RANGE * span)

    def reached_by(self, share: Estimate) -> bool:
        """Whether a share, of whatever kind of values, is known well enough."""
        if self.relative is not None:
            return share.half_width <= self.relative * (share.value or 0.0)
        return share.half_width <= (SHARE if self.precision is None else self.precision)

    def missed(self, table: Table) -> bool:
        """Whether a run that waited for its precision stopped without it."""
        return self.deals is None and table.deals >= MOST_SAMPLED
