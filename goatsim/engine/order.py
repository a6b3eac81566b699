"""Yardstick order: plain cards rank by rank from the lowest, within a rank by suit, then the trumps from the lowest.

Mostly it is the order of the bits. Where the trump suit hangs on the deal (`Shape.mixed`) trumps have bits among those
of plain cards, and the two are looked at one after the other. A trump that was announced to be plain keeps its place.
"""

from __future__ import annotations

from goatsim.engine.bits import count, get, number, when, without
from goatsim.engine.bits import highest as highest_bit
from goatsim.engine.bits import lowest as lowest_bit
from goatsim.engine.bits import nth as nth_bit
from goatsim.engine.jit import text
from goatsim.engine.layout import ALL_TRUMPS, G


@text
def lowest(block: list[int], lane: int, seat: int, cards: int) -> int:
    """The card of a set that comes first in yardstick order; of no cards none."""
    if G.mixed:
        plain = without(cards, get(block, ALL_TRUMPS, lane))
        cards = plain | when(plain == 0, cards)
    return lowest_bit(cards)


@text
def highest(block: list[int], lane: int, seat: int, cards: int) -> int:
    """The card of a set that comes last in yardstick order; of no cards none."""
    if G.mixed:
        trumps = cards & get(block, ALL_TRUMPS, lane)
        cards = trumps | when(trumps == 0, cards)
    return highest_bit(cards)


@text
def nth(block: list[int], lane: int, cards: int, k: int) -> int:
    """The card of a set with number k, from 0, in yardstick order; none if there are fewer."""
    if G.mixed:
        plain = without(cards, get(block, ALL_TRUMPS, lane))
        before = number(count(plain))
        among = plain if k < before else without(cards, plain)
        return nth_bit(among, k if k < before else k - before)
    return nth_bit(cards, k)
