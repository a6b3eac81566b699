"""Trumps passed to the partner before the first lead (rules.md, 2)."""

from __future__ import annotations

from goatsim.engine.asking import choose, consult
from goatsim.engine.bits import add, bit, count, get, number, peek, put, shl, signed, when, without, word
from goatsim.engine.cardwords import cheapest
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    ACCEPT,
    ALL_TRUMPS,
    DEALT,
    ENDED,
    FIRST_DEAL,
    FIRST_LEAD,
    GIVE,
    GIVE_BACK,
    HAND,
    PLANE,
    PRE,
    REFUSABLE,
    SUIT,
    SWAP,
    SWAPPED,
    SWAPS,
    TRUMPS,
    G,
)
from goatsim.engine.tricks import in_turn, partner_of


@text
def offered(block: list[int], lane: int, seat: int) -> int:
    """The trump that a seat may pass, by the cards it was dealt: its only one, or the one of two that alone
    carries points.
    """
    trumps = get(block, DEALT + seat, lane) & get(block, ALL_TRUMPS, lane)
    scoring = word(0)
    for k in range(G.planes):
        scoring |= trumps & get(block, PLANE + k, lane)
    one = G.swap_one > 0 and count(trumps) == 1
    two = G.swap_two > 0 and count(trumps) == 2 and count(scoring) == 1
    return when(one, trumps) | when(two, scoring)


@text
def returnable(block: list[int], lane: int, env: list[int], seat: int) -> int:
    """The cards that a seat may give back: its plain ones, but none that must be led."""
    plain = without(get(block, HAND + seat, lane), get(block, ALL_TRUMPS, lane))
    if G.match and get(block, FIRST_DEAL, lane) == bit(0):
        plain = without(plain, peek(env, FIRST_LEAD))
    return plain


@text
def pass_trump(block: list[int], lane: int, env: list[int], seat: int, partner: int, gift: int) -> None:
    """Pass a trump, take what the partner gives back, and announce a second trump to be plain."""
    plain = returnable(block, lane, env, partner)
    back = choose(block, lane, partner, GIVE_BACK, plain, cheapest(block, lane, partner, plain), False)
    rest = without(get(block, DEALT + seat, lane) & get(block, ALL_TRUMPS, lane), gift)
    put(block, HAND + seat, lane, without(get(block, HAND + seat, lane), gift) | back)
    put(block, HAND + partner, lane, without(get(block, HAND + partner, lane), back) | gift)
    put(block, SWAPPED, lane, get(block, SWAPPED, lane) | shl(bit(0), seat) | shl(bit(0), partner))
    swaps = number(get(block, SWAPS, lane))
    put(block, SWAP + 4 * swaps, lane, word(seat))
    put(block, SWAP + 4 * swaps + 1, lane, gift)
    put(block, SWAP + 4 * swaps + 2, lane, back)
    put(block, SWAP + 4 * swaps + 3, lane, rest)
    put(block, SWAPS, lane, add(get(block, SWAPS, lane), bit(0)))
    if G.swap_two:
        put(block, TRUMPS, lane, without(get(block, TRUMPS, lane), rest))
        # An announced card is a plain suit of its own; the shape keeps a column for one of each side.
        own = SUIT + G.suits - 1 - swaps
        put(block, own, lane, rest)


@where("swap_one", "swap_two")
@text
def swap(block: list[int], lane: int, env: list[int]) -> None:
    """Ask the seats in order, each at most once, whether they pass a trump; nobody gives or receives twice."""
    put(block, SWAPS, lane, 0)
    put(block, SWAPPED, lane, 0)
    for place in range(G.seats):
        seat = in_turn(block, lane, place)
        gift = offered(block, lane, seat)
        if G.match and get(block, FIRST_DEAL, lane) == bit(0):
            # A card that must be led is not passed on.
            gift = without(gift, peek(env, FIRST_LEAD))
        # Few seats have a trump to pass, so all else is asked only then.
        able = gift != word(0) and get(block, ENDED, lane) == word(0)
        if G.kinds:
            able = able and get(block, PRE, lane) == word(0)
        partner = seat
        if able:
            partner = partner_of(block, lane, seat)
            busy = get(block, SWAPPED, lane) & (shl(bit(0), seat) | shl(bit(0), partner))
            able = busy == word(0) and returnable(block, lane, env, partner) != word(0) and partner != seat
        if able:
            gives = G.swap_one == 2 and count(get(block, DEALT + seat, lane) & get(block, ALL_TRUMPS, lane)) == 1
            if not gives:
                gives = consult(block, lane, seat, GIVE, gift) != word(0)
            if gives and signed(env, REFUSABLE) == 1:
                gives = consult(block, lane, partner, ACCEPT, word(0)) != word(0)
            if gives:
                pass_trump(block, lane, env, seat, partner, gift)
