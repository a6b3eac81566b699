"""What a seat may see of the signs that partners give: words behind `v.WORD` in a policy, as those of `view`."""

from __future__ import annotations

from goatsim.engine.bits import get, when, word
from goatsim.engine.jit import text
from goatsim.engine.layout import TRUMPS, G
from goatsim.engine.signalling import told
from goatsim.engine.signals import RUFFED
from goatsim.engine.view import Cards, may_hold, other_seat, unseen


@text
def ruffs(block: list[int], lane: int, seat: int, distance: int) -> Cards:
    """All cards of the plain suits of which the seat at a distance holds none, as I know by its signs, as long as it
    may still hold a trump to beat them with.
    """
    cards = word(0)
    if G.signals:
        trumps = may_hold(block, lane, seat, distance, unseen(block, lane, seat) & get(block, TRUMPS, lane))
        cards = when(trumps != 0, word(told(block, lane, seat, other_seat(seat, distance), RUFFED)))
    return cards
