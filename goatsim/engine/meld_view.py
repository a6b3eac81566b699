"""What a seat may see of melds and of the card below the stock: words of the view, as those in `view`."""

from __future__ import annotations

from goatsim.engine.bits import get, number, when, word
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    DECLARED,
    MARKS,
    MELD_PARTS,
    OFFER,
    OFFERED,
    OFFERED_POINTS,
    RUN,
    SERVED,
    SEVENS,
    TRUMPS,
    G,
)
from goatsim.engine.view import Cards


@text
def melds(block: list[int], lane: int, seat: int) -> int:
    """How many melds I can make now; 0 while a trick is played."""
    return number(get(block, OFFERED, lane))


@text
def meld_at(block: list[int], lane: int, seat: int, n: int) -> Cards:
    """The cards of meld n, from 0, of those that I can make now, in the order of the table; none if there are fewer."""
    found = word(0)
    for k in range(G.melds):
        found |= when(k == n and k < number(get(block, OFFERED, lane)), get(block, OFFER + k, lane))
    return found


@text
def meld_points(block: list[int], lane: int, seat: int, n: int) -> int:
    """The points of meld n, from 0, of those that I can make now; 0 if there are fewer."""
    found = word(0)
    for k in range(G.melds):
        found |= when(k == n and k < number(get(block, OFFERED, lane)), get(block, OFFERED_POINTS + k, lane))
    return number(found)


@text
def best_meld(block: list[int], lane: int, seat: int) -> Cards:
    """The cards of the meld worth most of those that I can make now, the first in the order of the table among equals;
    none if I can make none.
    """
    found = word(0)
    most = word(0)
    for k in range(number(get(block, OFFERED, lane))):
        points = get(block, OFFERED_POINTS + k, lane)
        if points > most:
            most = points
            found = get(block, OFFER + k, lane)
    return found


@text
def served(block: list[int], lane: int, seat: int, n: int) -> Cards:
    """The cards that have served in melds of kind n, and so serve in no other of it. Kinds: 0 four of a rank,
    1 bezique, 2 marriage, 3 sequence; 4: the sevens that were declared.
    """
    found = word(0)
    for k in range(MARKS):
        found |= when(k == n, get(block, SERVED + k, lane))
    return found


@text
def parts(block: list[int], lane: int, seat: int, n: int) -> Cards:
    """The cards that melds of kind n are made of (kinds as for `served`), played or not."""
    found = word(0)
    for k in range(MARKS - 1):
        found |= when(k == n, get(block, MELD_PARTS + k, lane))
    if n == RUN:
        found &= get(block, TRUMPS, lane)
    if n == DECLARED:
        found = get(block, SEVENS, lane) & get(block, TRUMPS, lane)
    return found
