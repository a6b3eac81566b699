"""A pack that holds every card twice: copies side by side, and which of them a player plays.

Bits 2k and 2k + 1 of a set are the two copies of one card. A player names a card, not a copy: of two copies in a hand
the more worn one is taken, the one that has served in more telling melds (`SERVED`), so that a record of names says
everything. While the cards are dealt, the copy that comes first (by seat, then in the stock from the top) is called the
first, so that names alone tell the sets.
"""

from __future__ import annotations

from goatsim.engine.bits import bit, get, put, shl, shr, upto, without, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import DECK, HAND, MARKS, SERVED, TALON, G

FIRSTS = 0x5555555555555555
"""All first copies."""


@text
def named(cards: int) -> int:
    """The first copies of the cards that a set holds by name."""
    return (cards | shr(cards, 1)) & word(FIRSTS)


@text
def with_copies(cards: int) -> int:
    """The cards of a set and their copies."""
    firsts = named(cards)
    return firsts | shl(firsts, 1)


@text
def second_copy(card: int) -> int:
    """The second copy of a card; of no card none."""
    return shl(named(card), 1)


@text
def worn_seconds(block: list[int], lane: int) -> int:
    """The cards, as first copies, of which the second copy is more worn than the first."""
    found = word(0)
    settled = word(0)
    for place in range(MARKS):
        served = get(block, SERVED + MARKS - 1 - place, lane)
        first = served & word(FIRSTS)
        second = shr(served, 1) & word(FIRSTS)
        apart = without(first ^ second, settled)
        found |= apart & second
        settled |= apart
    return found


@where("double", other=0)
@text
def one_of_each(block: list[int], lane: int, cards: int) -> int:
    """One card of each name in a set: of two copies the more worn one, among equals the first."""
    first = cards & word(FIRSTS)
    second = shr(cards, 1) & word(FIRSTS)
    taken = without(second, first)
    both = first & second
    if both != word(0):
        taken |= both & worn_seconds(block, lane)
    return without(first | second, taken) | shl(taken, 1)


@where("double")
@text
def name_copies(block: list[int], lane: int) -> None:
    """Call the copy of every card that was dealt first the first one."""
    seen = word(0)
    left = upto(bit(G.cards - 1))
    for seat in range(G.seats):
        cards = get(block, HAND + seat, lane)
        names = named(cards)
        both = cards & shr(cards, 1) & word(FIRSTS)
        once = without(names, both)
        cards = both | shl(both, 1) | without(once, seen) | shl(once & seen, 1)
        put(block, HAND + seat, lane, cards)
        left = without(left, cards)
        seen |= names
    for at in range(G.cards - G.seats * G.hand):
        name = named(get(block, DECK + at, lane))
        put(block, DECK + at, lane, without(name, seen) | shl(name & seen, 1))
        seen |= name
    put(block, TALON, lane, left)
