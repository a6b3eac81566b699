"""Is one better? Intervals for a mean that hold at every look together, so that one may stop as soon as they say so.

The normal-mixture confidence sequence (H. Robbins, 1970) in its asymptotic form: I. Waudby-Smith, D. Arbour, R. Sinha,
E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences" (2021), theorem
2.2. An interval made for one number of deals fails, sooner or later, when it is looked at again and again; with these
the chance that any of all looks calls a difference that is not there is at most 1 - confidence. Being asymptotic, they
know nothing of what is rare and was not seen yet. So nothing is decided before `FEW` deals differ, and the variance is
taken as if deals at the far end of what is possible were as frequent as their absence lets them be.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from goatsim.runs.intervals import FEW, Estimate, z_of

if TYPE_CHECKING:
    from goatsim.runs.tasks import Table

BEST_AT = 100_000
"""The number of deals for which the sequence is narrowest in proportion; at others it is a little wider."""


def tuning(confidence: float, best_at: int = BEST_AT) -> float:
    """The variance of the mixture, rho squared, that makes the sequence narrow at a number of deals."""
    twice = -2 * math.log(1 - confidence)
    return (twice + math.log(twice + 1)) / best_at


def half_width(deals: Any, deviation: Any, reach: float, confidence: float, best_at: int = BEST_AT) -> Any:
    """Half the width of the sequence after some deals, `deviation` being the standard deviation so far and `reach` the
    greatest difference that a deal can have. Takes numbers or arrays of them.
    """
    spread = deals * tuning(confidence, best_at)
    # The upper end of Wilson's interval for a share of which nothing was seen.
    unseen = z_of(confidence) ** 2 / (deals + z_of(confidence) ** 2)
    wary = np.sqrt(np.square(deviation) + reach * reach * unseen)
    return wary * np.sqrt(2 * (spread + 1) / (deals * spread) * np.log(np.sqrt(spread + 1) / (1 - confidence)))


def decides(deals: Any, differing: Any, mean: Any, deviation: Any, reach: float, confidence: float) -> Any:
    """Whether the sign of a mean is known: `FEW` deals or more are not 0 (`differing`), and 0 is outside of the
    sequence. Takes numbers or arrays of them.
    """
    return (differing >= FEW) & (abs(mean) > half_width(deals, deviation, reach, confidence))


def decided(table: Table) -> bool:
    """Whether the sign of a table's mean is known."""
    mean = table.mean().value
    if not mean:
        return False
    return bool(decides(table.deals, _differing(table), mean, table.deviation(), _reach(table), table.confidence))


def interval(table: Table) -> Estimate:
    """A table's mean with the sequence's interval. While only a few deals differ it is at least as wide as the interval
    for one number of deals, and holds 0.
    """
    found = table.mean()
    if found.value is None or found.low is None or found.high is None or table.deals < 2:
        return found
    least, most = (float(table.values[end]) / table.ask.divisor for end in (0, -1))
    half = float(half_width(table.deals, table.deviation(), _reach(table), table.confidence))
    low, high = max(least, found.value - half), min(most, found.value + half)
    if _differing(table) < FEW:
        low, high = min(low, found.low, 0.0), max(high, found.high, 0.0)
    return Estimate(found.value, low, high, None, found.deals)


def _differing(table: Table) -> int:
    return table.deals - int(table.histogram[table.values == 0].sum())


def _reach(table: Table) -> float:
    return float(max(abs(table.values[0]), abs(table.values[-1]))) / table.ask.divisor
