"""What is answered for a policy that leaves a decision open."""

from __future__ import annotations

from goatsim.engine.jit import text
from goatsim.engine.view import cheapest, legal


@text
def yes(block: list[int], lane: int, seat: int) -> bool:
    """Yes."""
    return True


@text
def cheapest_legal(block: list[int], lane: int, seat: int) -> int:
    """The cheapest of the cards that may be chosen."""
    return cheapest(block, lane, seat, legal(block, lane, seat))
