"""What a seat may see of a stock from which cards are drawn: a word of the view, as those in `view`."""

from __future__ import annotations

from goatsim.engine.bits import get, number
from goatsim.engine.jit import text, where
from goatsim.engine.layout import DREW, G


@where("draw", other=0)
@text
def stock_left(block: list[int], lane: int, seat: int) -> int:
    """How many cards of the stock are still to be drawn; 0 in games without one."""
    return G.cards - G.seats * G.hand - number(get(block, DREW, lane))
