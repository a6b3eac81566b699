"""Which cards beat which, and what must be followed where a game asks for more than the class led."""

from __future__ import annotations

from goatsim.engine.bits import get, upto, when, without
from goatsim.engine.copies import second_copy
from goatsim.engine.jit import text, where
from goatsim.engine.layout import BEST, LED, SUIT, TRUMPS, G


@text
def class_of(block: list[int], lane: int, card: int) -> int:
    """All cards of the class of a card: the trumps, or its plain suit."""
    trumps = get(block, TRUMPS, lane)
    cards = when(card & trumps != 0, trumps)
    for k in range(G.suits):
        suit = get(block, SUIT + k, lane)
        cards |= when(card & suit != 0, suit)
    return cards


@text
def ahead_of(block: list[int], lane: int, cards: int, card: int, led: int) -> int:
    """Those of a set that would win over a card where a class was led."""
    trumps = get(block, TRUMPS, lane)
    if G.double:
        # Of equal cards the first one played wins.
        card = second_copy(card)
    found = without(cards & (led | trumps), upto(card))
    if G.mixed:
        # A trump beats every plain card, those with a higher bit too, and is beaten by none.
        plain = when(card & trumps == 0, without(found, trumps))
        found = without(cards & trumps, upto(card & trumps)) | plain
    return found


@where("strict", other=0)
@text
def strictly_legal(block: list[int], lane: int, hand: int, trick: int) -> int:
    """The cards that may follow: any until the stock is gone; then the class led or else a trump, a winning one if
    there is one, and else any card (rules.md, 11).
    """
    cards = hand & get(block, LED, lane)
    cards = cards | when(cards == 0, hand & get(block, TRUMPS, lane))
    higher = ahead_of(block, lane, cards, get(block, BEST, lane), get(block, LED, lane))
    cards = higher | when(higher == 0, cards)
    free = cards == 0 or trick < G.tricks - G.hand
    return when(free, hand) | when(not free, cards)
