"""Words on sets of cards, and what a seat may draw by chance: functions behind `v.WORD(...)` in a policy.

As in `view`, every function takes (block, lane, seat) first, and nothing here may depend on a card that the seat cannot
know.
"""

from __future__ import annotations

from goatsim.engine.asking import early_coin
from goatsim.engine.beating import ahead_of, class_of
from goatsim.engine.bits import count, get, highest, number, shl, shr, upto, when, without, word
from goatsim.engine.jit import text
from goatsim.engine.layout import BETWEEN, CLAIMING, COIN, COIN_WORDS, FREE, LIGHT, PLANE, SUIT, TRICK, TRUMPS, G
from goatsim.engine.order import lowest, nth
from goatsim.engine.settle import points_of
from goatsim.engine.view import Cards, unseen


@text
def worth(block: list[int], lane: int, seat: int, cards: Cards) -> int:
    """The card points of a set."""
    return points_of(block, lane, cards)


@text
def cheapest(block: list[int], lane: int, seat: int, cards: Cards) -> Cards:
    """The first card in yardstick order among those worth no points, else among those worth at most 4, else of all."""
    free = cards & get(block, FREE, lane)
    light = cards & get(block, LIGHT, lane)
    left = light | when(light == 0, cards)
    return lowest(block, lane, seat, free | when(free == 0, left))


@text
def richest(block: list[int], lane: int, seat: int, cards: Cards) -> Cards:
    """The card worth most points; among equals the first in yardstick order."""
    for k in range(G.planes):
        some = cards & get(block, PLANE + (G.planes - 1 - k), lane)
        cards = some | when(some == 0, cards)
    return lowest(block, lane, seat, cards)


@text
def beats(block: list[int], lane: int, seat: int, cards: Cards, card: Cards) -> Cards:
    """Those of a set that beat a card: higher ones of its class, and trumps over a plain card."""
    return ahead_of(block, lane, cards, card, class_of(block, lane, card))


@text
def suit_of(block: list[int], lane: int, seat: int, card: Cards) -> Cards:
    """All cards of the class of a card: the trumps, or its plain suit; of several cards, all their classes."""
    return class_of(block, lane, card)


@text
def masters(block: list[int], lane: int, seat: int, cards: Cards) -> Cards:
    """Those of a set that no unseen card of their class beats."""
    hidden = unseen(block, lane, seat)
    found = mastering(cards, hidden, get(block, TRUMPS, lane))
    for k in range(G.suits):
        found |= mastering(cards, hidden, get(block, SUIT + k, lane))
    return found


@text
def mastering(cards: int, hidden: int, group: int) -> int:
    """The cards of a set and of a class below no hidden card of that class."""
    top = highest(hidden & group)
    return without(cards & group, without(upto(top), top))


@text
def coin(block: list[int], lane: int, seat: int, n: int) -> int:
    """A number from 0 to n - 1, all equally likely to within 1 in 2**32: a pure function of the deal, the seat and the
    trick, or which question it is of those that are asked before or between tricks.
    """
    turn = number(get(block, TRICK, lane))
    bits = get(block, COIN + seat * COIN_WORDS + (turn >> 1), lane)
    piece = number(shr(shl(bits, 32 * (1 - (turn & 1))), 32))
    if G.early and turn == G.tricks:
        piece = early_coin(block, lane, seat)
    if G.sets and get(block, CLAIMING, lane) != word(0):
        piece = early_coin(block, lane, seat)
    if G.melds and get(block, BETWEEN, lane) != word(0):
        piece = early_coin(block, lane, seat)
    return (piece * n) >> 32


@text
def any_of(block: list[int], lane: int, seat: int, cards: Cards) -> Cards:
    """A card of the set, all equally likely to within 1 in 2**32."""
    return nth(block, lane, cards, coin(block, lane, seat, count(cards)))


@text
def nothing(block: list[int], lane: int, seat: int) -> Cards:
    """No card: the empty set."""
    return word(0)
