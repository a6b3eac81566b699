"""Where a deal keeps the signs that partners gave, and what they tell; what of it is forgotten when cards move.

Signs are given in `signalling`.
"""

from __future__ import annotations

from goatsim.engine.bits import get, put, when
from goatsim.engine.jit import text, where
from goatsim.engine.layout import MAX_SEATS, SIGNALS

GIVEN = SIGNALS  # a column a seat: the signs that it gave, one bit each by their places in the table of all signs
NOTICED = GIVEN + MAX_SEATS  # a column a seat: those of them that its opponents noticed
# What signs tell, a column a seat for what its own side knows of it, and one for what others know:
HELD = NOTICED + MAX_SEATS  # cards that it holds, or has played since
LACKED = HELD + 2 * MAX_SEATS  # cards that it does not hold
RUFFED = LACKED + 2 * MAX_SEATS  # plain suits of which it holds nothing, while it had a trump


@where("signals")
@text
def clear_signs(block: list[int], lane: int) -> None:
    """Take away the signs of the deal before."""
    for column in range(GIVEN, RUFFED + 2 * MAX_SEATS):
        put(block, column, lane, 0)


@where("signals")
@text
def forget_signs(block: list[int], lane: int, seat: int, now: bool, passes: bool) -> None:
    """Forget, when a seat gets cards (`now`), what signs told of those that it does not hold; and of those that it
    holds, too, if it `passes` cards on.
    """
    for others in range(2):
        at = others * MAX_SEATS + seat
        put(block, LACKED + at, lane, when(not now, get(block, LACKED + at, lane)))
        put(block, RUFFED + at, lane, when(not now, get(block, RUFFED + at, lane)))
        put(block, HELD + at, lane, when(not (now and passes), get(block, HELD + at, lane)))
