"""What is answered for a policy that leaves a decision open."""

from __future__ import annotations

from goatsim.engine.bits import get, without
from goatsim.engine.cardwords import cheapest, nothing
from goatsim.engine.jit import text
from goatsim.engine.layout import REGULAR, USUAL
from goatsim.engine.meld_view import best_meld
from goatsim.engine.setview import set_size
from goatsim.engine.view import legal


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
def best_of_melds(block: list[int], lane: int, seat: int) -> int:
    """The meld worth most, the first in the order of the table among equals."""
    return best_meld(block, lane, seat)


@text
def cheapest_set(block: list[int], lane: int, seat: int) -> int:
    """As many cards as were led, the cheapest one after another."""
    found = nothing(block, lane, seat)
    for _ in range(set_size(block, lane, seat)):
        found |= cheapest(block, lane, seat, without(legal(block, lane, seat), found))
    return found


@text
def regular(block: list[int], lane: int, seat: int) -> int:
    """The regular deal."""
    return REGULAR


@text
def usual(block: list[int], lane: int, seat: int) -> int:
    """What is done by default: the first bad card from the top is committed, the first good one kept."""
    return get(block, USUAL, lane)
