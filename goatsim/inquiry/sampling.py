"""Numbers of single deals: which measures may be asked, and the rows as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from goatsim.errors import RequestError, whole
from goatsim.game import game_of
from goatsim.lang.kinds import TRUTH
from goatsim.lang.measures import Measure
from goatsim.lang.reading import counted
from goatsim.runs.execute import MOST_DEALS
from goatsim.runs.rows import Piece, pieces
from goatsim.runs.tasks import Arm, Ask, Plan, Task

if TYPE_CHECKING:
    import pandas

    from goatsim.lab import Lab

INDEX = "index"
"""The column that says which deal a row is."""


def columns(given: Sequence[object]) -> list[Measure]:
    """The measures to be written down, as they are or from text. Raises `RequestError` for none, for one twice, and for
    those about matches.
    """
    found = [counted(one) for one in given]
    if not found:
        raise RequestError("expected a measure to sample, such as us.points, got none")
    names: set[str] = set()
    for one in found:
        if one.about_matches:
            why = "since a match has no row of its own among those of deals"
            raise RequestError(f"expected measures about deals, {why}, got {one}, which is about matches")
        if str(one) in names:
            raise RequestError(f"expected every measure once, got {one} twice")
        names.add(str(one))
    return found


def sampled(lab: Lab, measures: Sequence[Measure], deals: int | None) -> Iterator[Piece]:
    """The rows of deals 0 .. deals - 1, a number for each measure, in pieces. Raises `RequestError` at once without a
    number of deals or for a measure that the rules have no meaning for, and later `PlayError` if a policy gives an
    illegal answer.
    """
    count = lab.goal.deals if deals is None else whole("a number of deals", deals, 1, MOST_DEALS)
    if count is None:
        raise RequestError("expected a number of deals to sample, got none")
    lab.rules.require_built()
    arm = Arm(game_of(lab.rules), lab.policies)
    asks = tuple(Ask(str(measure), measure) for measure in measures)
    task = Task((arm,), asks, lab.seed, lab.seat)
    # Laid out once ahead, so that what these rules have no meaning for is refused before a row is asked for.
    Plan.of_rows(task, 1)
    return _watched(lab, task, count)


def _watched(lab: Lab, task: Task, deals: int) -> Iterator[Piece]:
    with lab.watched("deals played") as watch:
        yield from pieces(task, deals, threads=lab.threads, watch=watch)


def frame(measures: Sequence[Measure], piece: Piece) -> pandas.DataFrame:
    """Rows as a DataFrame: the index of the deal, then a column a measure named by its text. Truths are bool, numbers
    64-bit whole numbers: sums of smaller ones could overflow without a word.
    """
    import numpy as np
    import pandas as pd

    found = {INDEX: np.arange(piece.first, piece.first + len(piece.values))}
    for place, measure in enumerate(measures):
        column = piece.values[:, place]
        found[str(measure)] = column.astype(bool) if measure.kind == TRUTH else column
    return pd.DataFrame(found)
