"""Estimates with their intervals.

Shares: Wilson's score interval (E. B. Wilson, 1927), or the exact one of Clopper and Pearson (1934). Means: the normal
interval, for few deals with Student's quantile (1908); where every value seen was the same, the bound that follows from
how rare another value must be, since no spread was seen does not mean that there is none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

FEW = 30
RARE = 0.1
"""The normal interval of a mean is not trusted alone if fewer deals than `FEW`, and a smaller part than `RARE`, are off
the usual value.
"""

MANY = 200
"""Deals whose spread is known as well as if they were all."""


@dataclass(frozen=True)
class Estimate:
    """A value with its interval `low .. high`; `hits` deals counted (shares only) of `deals`. A value over no deals at
    all is None.
    """

    value: float | None
    low: float | None
    high: float | None
    hits: int | None
    deals: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval; infinite without deals."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2

    def over(self, divisor: int) -> Estimate:
        """The same with value and interval divided."""
        if divisor == 1 or self.value is None or self.low is None or self.high is None:
            return self
        return Estimate(self.value / divisor, self.low / divisor, self.high / divisor, self.hits, self.deals)

    def turned(self) -> Estimate:
        """The same difference seen from the other side."""
        if self.value is None or self.low is None or self.high is None:
            return self
        # 0 less a number, since a minus sign would make -0.0 of 0.
        return Estimate(0 - self.value, 0 - self.high, 0 - self.low, None, self.deals)

    @property
    def sign(self) -> int:
        """1 where a difference is above nought, -1 where it is below, 0 where that cannot be told."""
        return int((self.low or 0.0) > 0) - int((self.high or 0.0) < 0)

    def row(self, key: str) -> dict[str, float | int | None]:
        """The same as the cells of a row, the value under `key`, without the deals."""
        fields = self.to_json()
        fields.pop("deals")
        return {key: fields.pop("value"), **fields}

    def to_json(self) -> dict[str, float | int | None]:
        """The fields as they stand in answers; `hits` only where it has a meaning."""
        fields: dict[str, float | int | None] = {"value": self.value, "low": self.low, "high": self.high}
        return {**fields, **({} if self.hits is None else {"hits": self.hits}), "deals": self.deals}


def z_of(confidence: float) -> float:
    """The number of standard deviations on either side that holds a share `confidence` of the normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def at_once(confidence: float, many: int) -> float:
    """The confidence of each of so many intervals that hold together with a given one (Bonferroni's inequality)."""
    return 1 - (1 - confidence) / max(many, 1)


def share(hits: int, deals: int, confidence: float, exact: bool = False) -> Estimate:
    """The share hits/deals with Wilson's interval, or Clopper and Pearson's if `exact`; always inside 0..1 and never of
    no width.
    """
    if deals == 0:
        return Estimate(None, None, None, 0, 0)
    value = hits / deals
    if exact:
        from scipy.special import betaincinv

        tail = (1 - confidence) / 2
        low = float(betaincinv(hits, deals - hits + 1, tail)) if hits else 0.0
        high = float(betaincinv(hits + 1, deals - hits, 1 - tail)) if hits < deals else 1.0
    else:
        z2 = z_of(confidence) ** 2
        centre = (hits + z2 / 2) / (deals + z2)
        spread = math.sqrt(z2 * (hits * (deals - hits) / deals + z2 / 4)) / (deals + z2)
        low = 0.0 if hits == 0 else max(0.0, centre - spread)
        high = 1.0 if hits == deals else min(1.0, centre + spread)
    return Estimate(value, min(low, value), max(high, value), hits, deals)


def mean(values: NDArray[np.int64], counts: NDArray[np.int64], confidence: float) -> Estimate:
    """The mean of whole numbers: `counts[k]` deals had `values[k]`; `values` spans all that is possible.

    Where nearly all deals had one value, their spread says little about the others: the interval is then at least as
    wide as what follows from how often another value may occur, were it the most distant one that was seen, and from
    how often one that was not seen may, were it the most distant of all.
    """
    deals = int(counts.sum())
    if deals == 0:
        return Estimate(None, None, None, None, 0)
    # Sums of whole numbers in Python integers: exact, whatever the number of deals.
    total = sum(int(v) * int(c) for v, c in zip(values, counts, strict=True))
    squares = sum(int(v) ** 2 * int(c) for v, c in zip(values, counts, strict=True))
    value = total / deals
    least, most = float(values[0]), float(values[-1])
    variation = squares * deals - total * total
    error = _quantile(confidence, deals) * math.sqrt(variation / deals / max(deals - 1, 1) / deals)
    low, high = max(least, value - error), min(most, value + error)
    usual = int(counts.argmax())
    others = deals - int(counts[usual])
    if others < FEW and others < RARE * deals:
        rare, unseen = (share(hits, deals, confidence).high or 0.0 for hits in (others, 0))
        seen = values[counts > 0]
        first, last, centre = float(seen[0]), float(seen[-1]), float(values[usual])
        low = min(low, max(least, centre - rare * (centre - first) - unseen * (first - least)))
        high = max(high, min(most, centre + rare * (last - centre) + unseen * (most - last)))
    return Estimate(value, float(low), float(high), None, deals)


def _quantile(confidence: float, deals: int) -> float:
    """How many standard errors to either side hold a share `confidence`: Student's number while the spread of so few
    deals is itself uncertain, from `MANY` on the normal one, which is then within a part in 150 of it.
    """
    if not 1 < deals < MANY:
        return z_of(confidence)
    from scipy.special import stdtrit

    return float(stdtrit(deals - 1, (1 + confidence) / 2))


def cautious(values: NDArray[np.int64], counts: NDArray[np.int64], confidence: float, among: int = 1) -> Estimate:
    """The mean of a group that may be small, with an interval that holds for so many groups at once: of
    fewer deals than `FEW` it spans all that is possible, since their normal interval would promise more than it keeps.
    """
    found = mean(values, counts, at_once(confidence, among))
    if 0 < found.deals < FEW:
        return Estimate(found.value, float(values[0]), float(values[-1]), None, found.deals)
    return found


def deviation(values: NDArray[np.int64], counts: NDArray[np.int64]) -> float:
    """The standard deviation of whole numbers counted as for `mean`; 0 for fewer than two deals."""
    deals = int(counts.sum())
    if deals < 2:
        return 0.0
    total = sum(int(v) * int(c) for v, c in zip(values, counts, strict=True))
    squares = sum(int(v) ** 2 * int(c) for v, c in zip(values, counts, strict=True))
    return math.sqrt(max(0, squares * deals - total * total) / deals / (deals - 1))
