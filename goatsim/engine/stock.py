"""The stock: the cards dealt to nobody, in an order of their own, and how they are drawn from the top.

The cards on top come first. Positions are cut into groups of ten, since the number of orders of one group still fits
into a word: of group g the word of place `FIRST_GROUP` + g of the stream of orders, multiplied by the number of orders,
has the digits of the order one after another (as in `kinds.stack`), each counting in pack order the cards that are
left. So the same index gives the same stock in every game of a pack, whatever its trumps.
"""

from __future__ import annotations

from goatsim.engine.bits import get, high, low, nth, number, peek, place, put, signed, when, without, word
from goatsim.engine.draw import card_of, fair
from goatsim.engine.jit import text, where
from goatsim.engine.layout import BELOW, DECK, DREW, HAND, LACKS, SEED, TABLES, G
from goatsim.engine.philox import ORDER, philox
from goatsim.engine.signals import forget_signs
from goatsim.engine.turnup import make_trump

FIRST_GROUP = 8
"""Places of the stream before it belong to the orders of hands."""
GROUP = 10


@text
def word_at(seed: int, index: int, attempt: int, purpose: int, at: int) -> int:
    """The word of a place of a stream."""
    a, b, c, d = philox(seed, index, attempt, purpose, at >> 2)
    found = when(at & 3 == 0, a) | when(at & 3 == 1, b)
    return found | when(at & 3 == 2, c) | when(at & 3 == 3, d)


@text
def stack_stock(block: list[int], lane: int, env: list[int], index: int, attempt: int, cards: int, n: int) -> None:
    """Put a stock of n cards, given as a set in pack order, into the places of the deck from the top, in an order of
    which all are equally likely.
    """
    tables, seed = signed(env, TABLES), peek(env, SEED)
    for group in range((n + GROUP - 1) // GROUP):
        first = GROUP * group
        size = min(GROUP, n - first)
        ways = word(1)
        for k in range(size):
            ways = low(ways, word(n - first - k))
        at = FIRST_GROUP + group
        digits = fair(seed, index, attempt, ORDER, at, word_at(seed, index, attempt, ORDER, at), ways)
        for k in range(size):
            left = word(n - first - k)
            card = nth(cards, number(high(digits, left)))
            digits = low(digits, left)
            cards = without(cards, card)
            put(block, DECK + first + k, lane, card_of(tables, place(card)))


@where("below")
@text
def lay_below(block: list[int], lane: int) -> None:
    """Lay the last card of the stock open below it: its suit is trump."""
    card = get(block, DECK + G.cards - G.seats * G.hand - 1, lane)
    make_trump(block, lane, card, word(0))
    put(block, BELOW, lane, card)


@where("draw")
@text
def draw_each(block: list[int], lane: int, first: int, at: int) -> None:
    """Let each seat draw one card, from seat `first` on clockwise; `at`: how many were drawn before. What a seat has
    shown not to hold is forgotten.
    """
    for k in range(G.seats):
        seat = first + k
        seat -= G.seats * (seat >= G.seats)
        card = get(block, DECK + at + k, lane)
        for other in range(G.seats):
            put(block, HAND + other, lane, get(block, HAND + other, lane) | when(other == seat, card))
    if G.memory:
        for seat in range(G.seats):
            put(block, LACKS + seat, lane, 0)
    if G.signals:
        for seat in range(G.seats):
            forget_signs(block, lane, seat, True, False)
    put(block, DREW, lane, word(at + G.seats))
