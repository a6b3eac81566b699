"""A trump suit that a card makes which is turned up while the cards are dealt (rules.md, 8 and 9)."""

from __future__ import annotations

from goatsim.engine.bits import get, high, low, nth, number, peek, put, signed, when, without, word
from goatsim.engine.draw import fair, in_pack_order, in_strength_order, word_of
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import ALL_TRUMPS, ALWAYS, HAND, PRINTED, SEED, SUIT, TABLES, TRUMPS, TURNED, G
from goatsim.engine.philox import ORDER, philox


@where("turned")
@text
def make_trumps(block: list[int], lane: int, card: int) -> None:
    """Turn a card up: all cards that bear its suit are trumps, beside those that always are."""
    always = get(block, ALWAYS, lane)
    trumps = always
    for k in range(G.suits):
        printed = get(block, PRINTED + k, lane)
        plain = without(printed, always)
        turned = printed & card != 0
        trumps |= when(turned, plain)
        put(block, SUIT + k, lane, when(not turned, plain))
    put(block, TRUMPS, lane, trumps)
    put(block, ALL_TRUMPS, lane, trumps)
    put(block, TURNED, lane, card)


@text
def last_dealt(block: list[int], lane: int, env: list[int], index: int, attempt: int, seat: int) -> int:
    """The last card of a hand in the order in which it was dealt, all of which are equally likely."""
    tables = signed(env, TABLES)
    ways = word(1)
    for k in range(2, G.hand + 1):
        ways = low(ways, word(k))
    a, b, c, d = philox(peek(env, SEED), index, attempt, ORDER, seat >> 2)
    digits = fair(peek(env, SEED), index, attempt, ORDER, seat, word_of(a, b, c, d, seat), ways)
    rest = in_pack_order(tables, get(block, HAND + seat, lane))
    for k in range(G.hand - 1):
        n = word(G.hand - k)
        rest = without(rest, nth(rest, number(high(digits, n))))
        digits = low(digits, n)
    return in_strength_order(tables, rest)


@where("turned")
@apart
def turn_up(block: list[int], lane: int, env: list[int], index: int, attempt: int) -> None:
    """Turn up the last card that the last seat, the dealer, is dealt."""
    make_trumps(block, lane, last_dealt(block, lane, env, index, attempt, G.seats - 1))
