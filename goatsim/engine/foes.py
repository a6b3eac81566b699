"""What a seat may see of the other sides at the table, of captures, and of what a game is about: words of the view, as
those in `view`.
"""

from __future__ import annotations

from goatsim.engine.bits import get, when, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import BELOW, CATCHER, CAUGHT, TABLE, G
from goatsim.engine.tricks import side_of
from goatsim.engine.view import Cards, other_seat, played, position


@text
def opponents(block: list[int], lane: int, seat: int) -> int:
    """How many seats of other sides play after me in this trick."""
    place = position(block, lane, seat)
    found = 0
    for distance in range(1, G.seats):
        apart = side_of(block, lane, other_seat(seat, distance)) != side_of(block, lane, seat)
        found += 1 * (place + distance < G.seats and apart)
    return found


@text
def opposing(block: list[int], lane: int, seat: int) -> Cards:
    """The cards on the table that seats of other sides have played, as far as I have seen them."""
    place = position(block, lane, seat)
    cards = word(0)
    for distance in range(1, G.seats):
        apart = side_of(block, lane, other_seat(seat, distance)) != side_of(block, lane, seat)
        cards |= when(place != 0 and apart, played(block, lane, seat, distance))
    return cards & get(block, TABLE, lane)


@where("capture", other=False)
@text
def catching(block: list[int], lane: int, seat: int) -> bool:
    """Whether this is a game in which a card may catch another one of the other side, which ends the deal."""
    return G.capture > 0


@text
def catchers(block: list[int], lane: int, seat: int, cards: Cards) -> Cards:
    """The cards that catch one of a set if both lie in a trick from different sides."""
    return word(beside(block, lane, cards, CAUGHT, CATCHER))


@text
def caught(block: list[int], lane: int, seat: int, cards: Cards) -> Cards:
    """The cards that one of a set catches if both lie in a trick from different sides."""
    return word(beside(block, lane, cards, CATCHER, CAUGHT))


@where("capture", other=0)
@text
def beside(block: list[int], lane: int, cards: int, first: int, second: int) -> int:
    """The cards in the second of two columns of the captures, of those that have one of a set in the first."""
    found = word(0)
    for row in range(G.capture):
        found |= when(cards & get(block, first + row, lane) != 0, get(block, second + row, lane))
    return found


@where("free", other=False)
@text
def at_will(block: list[int], lane: int, seat: int) -> bool:
    """Whether this is a game in which nobody need follow suit, so that any card may be played at will."""
    return G.free == 1


@where("melds", other=False)
@text
def melding(block: list[int], lane: int, seat: int) -> bool:
    """Whether tricks are played for melds: as long as a card lies open below the stock, where there are melds."""
    return G.below == 1 and get(block, BELOW, lane) != word(0)
