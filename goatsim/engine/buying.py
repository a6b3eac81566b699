"""Buying the talon (rules.md, 6): who buys it, what is laid aside for it, and what holds where nobody buys.

Whoever buys the talon is the soloist: he plays against all others, who are one side for the deal. Every seat has an
account of its own all the same, for the cards that it wins and for what the deal charges to it.
"""

from __future__ import annotations

from goatsim.engine.asking import choose, consult
from goatsim.engine.beating import class_of
from goatsim.engine.bits import bit, get, number, put, shl, signed, upto, when, without, word
from goatsim.engine.cardwords import cheapest
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    ACCOUNTS,
    ALONE_LEADS,
    ALONE_LEADS_TRUMPS,
    BOUND,
    BUY,
    BY_CLASS,
    BY_PERMIT,
    BY_SUIT,
    DECK,
    DISCARD,
    DISCARDED,
    ENDED,
    HAND,
    OPENER,
    OPENING_SEAT,
    RIGHTS,
    SHOW_TALON,
    SHOWN,
    SIDES,
    SOLOIST,
    TALON,
    TRUMPS,
    TURNED,
    UPCARD_RULE,
    G,
)
from goatsim.engine.tricks import account_of, in_turn


@where("buy")
@text
def unsold(block: list[int], lane: int, env: list[int]) -> None:
    """Nobody has bought yet: everybody plays for himself, may lead trumps, and the first seat leads first."""
    put(block, SIDES, lane, get(block, ACCOUNTS, lane))
    put(block, RIGHTS, lane, upto(bit(G.seats - 1)))
    if not G.match:
        put(block, OPENER, lane, word(signed(env, OPENING_SEAT)))
    for column in (SOLOIST, DISCARDED, TURNED, SHOWN, BOUND):
        put(block, column, lane, 0)


@where("buy")
@text
def part_sides(block: list[int], lane: int, soloist: int) -> None:
    """Make all seats but one a side, which bears the number of the first of their accounts."""
    together = 15
    for seat in range(G.seats):
        if seat != soloist:
            together = min(together, account_of(block, lane, seat))
    sides = word(0)
    for seat in range(G.seats):
        side = account_of(block, lane, seat) if seat == soloist else together
        sides |= shl(word(side), 4 * seat)
    put(block, SIDES, lane, sides)


@where("buy")
@text
def sold(block: list[int], lane: int, env: list[int]) -> None:
    """The soloist plays against all others; see who may lead trumps, and who leads first."""
    soloist = number(get(block, SOLOIST, lane)) - 1
    part_sides(block, lane, soloist)
    put(block, SHOWN, lane, when(signed(env, SHOW_TALON) == 1, get(block, TALON, lane)))
    if signed(env, ALONE_LEADS_TRUMPS) == 1:
        put(block, RIGHTS, lane, shl(bit(0), soloist))
    if signed(env, ALONE_LEADS) == 1:
        put(block, OPENER, lane, word(soloist))


@where("buy")
@text
def lay_aside(block: list[int], lane: int, soloist: int) -> None:
    """Let the soloist take the talon and lay aside as many cards, one after another."""
    put(block, HAND + soloist, lane, get(block, HAND + soloist, lane) | get(block, TALON, lane))
    for _ in range(G.cards - G.seats * G.hand):
        hand = get(block, HAND + soloist, lane)
        card = choose(block, lane, soloist, DISCARD, hand, cheapest(block, lane, soloist, hand), False)
        put(block, DISCARDED, lane, get(block, DISCARDED, lane) | card)
        put(block, HAND + soloist, lane, without(hand, card))


@where("buy")
@text
def turn_talon(block: list[int], lane: int, env: list[int]) -> None:
    """Turn up the talon's upper card, which may bind the first lead."""
    card = get(block, DECK, lane)
    put(block, TURNED, lane, card)
    put(block, SHOWN, lane, card)
    rule = signed(env, UPCARD_RULE)
    trump = card & get(block, TRUMPS, lane) != word(0)
    plain = without(upto(bit(G.cards - 1)), get(block, TRUMPS, lane))
    if rule == BY_SUIT or (rule == BY_CLASS and trump):
        put(block, BOUND, lane, class_of(block, lane, card))
    elif rule == BY_CLASS or (rule == BY_PERMIT and not trump):
        put(block, BOUND, lane, plain)


@where("buy")
@text
def buy(block: list[int], lane: int, env: list[int]) -> None:
    """Offer the talon to the seats in order, until one buys it; if none does, turn up its first card."""
    for place in range(G.seats):
        seat = in_turn(block, lane, place)
        asked = get(block, SOLOIST, lane) == word(0) and get(block, ENDED, lane) == word(0)
        if asked and consult(block, lane, seat, BUY, word(0)) != word(0):
            put(block, SOLOIST, lane, word(1 + seat))
    if get(block, SOLOIST, lane) != word(0):
        sold(block, lane, env)
        lay_aside(block, lane, number(get(block, SOLOIST, lane)) - 1)
    elif get(block, ENDED, lane) == word(0):
        turn_talon(block, lane, env)
