"""What one way to play the same deals changes for a side against another way: card points, eyes and deals won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from goatsim.lang import Measure
from goatsim.lang.places import Who
from goatsim.runs import intervals
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table, difference

POINTS = "card points"

CHANGES: Mapping[str, tuple[Callable[[Who, Who], Measure], int]] = {
    POINTS: (lambda side, other: side.points, 1),
    "eyes": (lambda side, other: side.eyes - other.eyes, 1),
    "deals won of 100": (lambda side, other: side.winner, 100),
}
"""What can change for a side against the other, and what it is multiplied by to be told."""

OTHERS = [what for what in CHANGES if what != POINTS]
"""All of it but the points."""

NOTE_CHANGES = "Eyes are those of the side less those of the other; a deal is won by more card points."

NOTE_INTERVALS = (
    "The intervals of a table of differences hold for all its rows at once; of fewer than "
    f"{intervals.FEW} deals they span all that is possible."
)

Counts = NDArray[np.int64]
"""How many deals had each value, on the last axis; the others are groups."""


def changes_of(
    name: str, side: Who, other: Who, by: Sequence[Measure] = (), arms: tuple[int, int] = (0, 1)
) -> list[Ask]:
    """Ask for all that changes for a side if deals are played as in the first arm and not as in the second, in groups
    of the first one.
    """
    return [
        Ask(f"{name}: {what}", measure(side, other), tuple(by), difference(*arms), arms[0])
        for what, (measure, _) in CHANGES.items()
    ]


class Change:
    """How one thing changes: what was counted of some asks of `changes_of` that have the same groups, one a name.
    `cells[name, .., value]`: how many deals.
    """

    def __init__(self, tables: Mapping[str, Table], names: Sequence[str], what: str) -> None:
        found = [tables[f"{name}: {what}"] for name in names]
        self.cells: Counts = np.stack([table.cells for table in found])
        self.values: Counts = found[0].values * CHANGES[what][1]
        self.confidence = found[0].confidence

    def of(self, counts: Counts, among: int = 1) -> Estimate:
        """The mean change in some of the deals, with an interval that holds for so many means at once."""
        summed = counts.reshape(-1, len(self.values)).sum(axis=0)
        return intervals.cautious(self.values, summed, self.confidence, among)
