"""The deck of a deal, and what is done with a card of it."""

from __future__ import annotations

from goatsim.engine.bits import bit, get, place, put, upto
from goatsim.engine.jit import text
from goatsim.engine.layout import DECK, FORCED, HAND, LAID, G


@text
def whole_deck() -> int:
    """The places of the deck, as a set; the cards of a deck that is being dealt lie at those that are left in it."""
    return upto(bit(G.seats * G.hand - 1))


@text
def card_at(block: list[int], lane: int, at: int) -> int:
    """The card at a place of the deck, given as a set of one."""
    return get(block, DECK + place(at), lane)


@text
def give(block: list[int], lane: int, seat: int, card: int) -> None:
    """Put a card into a hand."""
    put(block, HAND + seat, lane, get(block, HAND + seat, lane) | card)


@text
def lay_open(block: list[int], lane: int, trick: int, seat: int, card: int) -> None:
    """Put a card of a seat to a trick that is played while the cards are dealt."""
    put(block, FORCED + trick, lane, get(block, FORCED + trick, lane) | card)
    put(block, LAID + seat, lane, get(block, LAID + seat, lane) | card)
