"""How the deal and the match stand for a seat, and what lies open beside the tricks: words of the view, as those in
`view`.
"""

from __future__ import annotations

from goatsim.engine.bits import get, number, when, word
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    BELOW,
    FIRST_DEAL,
    OPENER,
    SCORE,
    SHOWN,
    SOLOIST,
    TALON,
    TRICK,
    TRICKS,
    TURNED,
    WON,
    G,
)
from goatsim.engine.settle import points_of
from goatsim.engine.tricks import account_of, side_of, side_of_account
from goatsim.engine.view import Cards, face_up


@text
def our_points(block: list[int], lane: int, seat: int) -> int:
    """The card points in the tricks that my side has won, as far as I have seen the cards."""
    side = side_of(block, lane, seat)
    won = word(0)
    for other in range(G.sides):
        won |= when(side_of_account(block, lane, other) == side, get(block, WON + other, lane))
    return points_of(block, lane, face_up(block, lane, seat, won))


@text
def their_points(block: list[int], lane: int, seat: int) -> int:
    """The card points in the tricks that the other sides have won, as far as I have seen the cards."""
    side = side_of(block, lane, seat)
    won = word(0)
    for other in range(G.sides):
        won |= when(side_of_account(block, lane, other) != side, get(block, WON + other, lane))
    return points_of(block, lane, face_up(block, lane, seat, won))


@text
def our_tricks(block: list[int], lane: int, seat: int) -> int:
    """How many tricks my side has won."""
    side = side_of(block, lane, seat)
    total = 0
    for other in range(G.sides):
        total += number(when(side_of_account(block, lane, other) == side, get(block, TRICKS + other, lane)))
    return total


@text
def our_eyes(block: list[int], lane: int, seat: int) -> int:
    """The eyes of my side in the match before this deal, what is charged to the others; 0 in a single deal."""
    side = account_of(block, lane, seat)
    total = 0
    for other in range(G.sides):
        total += number(when(other != side, get(block, SCORE + other, lane)))
    return total


@text
def their_eyes(block: list[int], lane: int, seat: int) -> int:
    """The eyes of the other side in the match before this deal, what is charged to mine; 0 in a single deal."""
    side = account_of(block, lane, seat)
    total = 0
    for other in range(G.sides):
        total += number(when(other == side, get(block, SCORE + other, lane)))
    return total


@text
def first_deal(block: list[int], lane: int, seat: int) -> bool:
    """Whether this is the first deal of a match."""
    return number(get(block, FIRST_DEAL, lane)) == 1


@text
def alone(block: list[int], lane: int, seat: int) -> bool:
    """Whether I have bought the talon and play against all others."""
    return G.buy == 1 and get(block, SOLOIST, lane) == word(1 + seat)


@text
def for_less(block: list[int], lane: int, seat: int) -> bool:
    """Whether nobody has bought the talon, so that everybody plays for himself and points count against him."""
    return G.buy == 1 and get(block, SOLOIST, lane) == word(0) and number(get(block, TRICK, lane)) < G.tricks


@text
def talon(block: list[int], lane: int, seat: int) -> Cards:
    """The cards of the talon as far as I have seen them: both if I bought it, and what lay open."""
    return when(alone(block, lane, seat), get(block, TALON, lane)) | when(G.buy == 1, get(block, SHOWN, lane))


@text
def turned(block: list[int], lane: int, seat: int) -> Cards:
    """The card that was turned up, or that lies open below the stock; none if there is no such card, or no longer."""
    card = when(G.buy == 1 or G.turnup == 1 or G.shown == 1, get(block, TURNED, lane))
    return card | when(G.below == 1, get(block, BELOW, lane))


@text
def from_praiser(block: list[int], lane: int, seat: int) -> int:
    """My place clockwise from the praiser: 0 if I am the praiser."""
    place = seat - number(get(block, OPENER, lane))
    return place + G.seats * (place < 0)
