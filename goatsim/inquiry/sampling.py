"""Numbers of single deals: which measures may be asked, and the rows as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.errors import RequestError, whole
from goatsim.game import game_of
from goatsim.inquiry.conditions import Hand, condition_of, dealt_part, first_share
from goatsim.lang.kinds import TRUTH
from goatsim.lang.measures import Measure
from goatsim.lang.reading import counted
from goatsim.runs.execute import MOST_DEALS
from goatsim.runs.rows import pieces
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


class Rows(NamedTuple):
    """Rows of deals: the `indices` of these, rising, and `values[k, c]`, what measure c says of deal `indices[k]`."""

    indices: NDArray[np.int64]
    values: NDArray[np.int64]


def sampled(
    lab: Lab,
    measures: Sequence[Measure],
    deals: int | None,
    given: Measure | str | None = None,
    hand: Hand | None = None,
) -> Iterator[Rows]:
    """The rows of deals 0 .. deals - 1, a number for each measure, in pieces; with `given` or `hand` of those deals
    among them that fulfil the condition. Raises `RequestError` at once without a number of deals, for a condition that
    no deal fulfils or a measure that the rules have no meaning for, and later `PlayError` if a policy gives an illegal
    answer.
    """
    count = lab.goal.deals if deals is None else whole("a number of deals", deals, 1, MOST_DEALS)
    if count is None:
        raise RequestError("expected a number of deals to sample, got none")
    lab.rules.require_built()
    game = game_of(lab.rules)
    condition = condition_of(given, hand, lab.rules)
    if condition is not None:
        dealt, _ = dealt_part(condition, game, lab.seat)
        first_share(dealt, game, lab.seat)
    arm = Arm(game, lab.policies)
    asks = tuple(Ask(str(measure), measure) for measure in measures)
    asks += () if condition is None else (Ask(f"given {condition}", condition),)
    task = Task((arm,), asks, lab.seed, lab.seat)
    # Laid out once ahead, so that what these rules have no meaning for is refused before a row is asked for.
    Plan.of_rows(task, 1)
    return _watched(lab, task, count, len(measures))


def _watched(lab: Lab, task: Task, deals: int, wide: int) -> Iterator[Rows]:
    with lab.watched("deals played") as watch:
        for first, values in pieces(task, deals, threads=lab.threads, watch=watch):
            # What stands behind the measures says whether the condition holds.
            kept = np.flatnonzero(values[:, wide:].all(axis=1))
            yield Rows(first + kept, values[kept, :wide])


def frame(measures: Sequence[Measure], rows: Rows) -> pandas.DataFrame:
    """Rows as a DataFrame: the index of the deal, then a column a measure named by its text. Truths are bool, numbers
    64-bit whole numbers: sums of smaller ones could overflow without a word.
    """
    import pandas as pd

    found = {INDEX: rows.indices}
    for place, measure in enumerate(measures):
        column = rows.values[:, place]
        found[str(measure)] = column.astype(bool) if measure.kind == TRUTH else column
    return pd.DataFrame(found)
