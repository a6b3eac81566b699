"""What is answered for a policy that leaves a decision open."""

from __future__ import annotations

from goatsim.engine.bits import get
from goatsim.engine.jit import text
from goatsim.engine.layout import REGULAR, USUAL
from goatsim.engine.view import cheapest, legal


@text
def yes(block: list[int], lane: int, seat: int) -> bool:
    """Yes."""
    return True


@text
def no(block: list[int], lane: int, seat: int) -> bool:
    """No."""
    return False


@text
def cheapest_legal(block: list[int], lane: int, seat: int) -> int:
    """The cheapest of the cards that may be chosen."""
    return cheapest(block, lane, seat, legal(block, lane, seat))


@text
def regular(block: list[int], lane: int, seat: int) -> int:
    """The regular deal."""
    return REGULAR


@text
def usual(block: list[int], lane: int, seat: int) -> int:
    """What is done by default: the first bad card from the top is committed, the first good one kept."""
    return get(block, USUAL, lane)
