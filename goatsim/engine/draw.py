"""Dealing: every deal of the pack with exactly the same probability, from the random words of (seed, index, attempt).

The places (the seats in order, then the talon) draw one after another: a place that gets k of the n cards left draws a
number uniformly below C(n, k) from a 64-bit word by multiplication, with the rejection that makes it exact (D. Lemire,
"Fast random integer generation in an interval", 2019), and takes the k-subset of that number; the last place gets what
is left. Cards are counted in pack order whatever the trumps, so that the same index deals the same cards by name in
every game of the pack; only then are they put into the deal's strength order.
"""

from __future__ import annotations

from goatsim.engine.bits import (
    add,
    bit,
    high,
    low,
    number,
    peek,
    put,
    scatter,
    shl,
    shr,
    sub,
    upto,
    when,
    without,
    word,
)
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import (
    BINOMIAL,
    CARD,
    DRAWN,
    HAND,
    INSIDE,
    LATER,
    ORDER,
    SIZE,
    STOCK,
    SUBSET,
    TALON,
    G,
)
from goatsim.engine.philox import DEAL, philox

TRIALS = 16
"""Blocks between a place's word and the one it takes if that must be rejected."""


@text
def subset(tables: list[int], n: int, k: int, digit: int) -> int:
    """The k-subset number `digit` (below C(n, k)) of n places, as a set of places.

    The places are cut into groups of 16 from the lowest. Subsets are ordered by how many places they take from the
    first group, then by which, then in the same way by the rest; sets within a group by their value. Groups of 16 let a
    table give each part at once.
    """
    taken = word(0)
    base = 0
    while n > 16:
        # How many places lie in the first group: count the steps passed, all of them, rather than look for the last
        # one.
        steps = INSIDE + 17 * (65 * n + k)
        inside = 0
        for step in range(1, 17):
            inside += digit >= peek(tables, steps + step)
        digit = sub(digit, peek(tables, steps + inside))
        rest = n - 16
        others = peek(tables, BINOMIAL + 65 * rest + k - inside)
        which = digit // others
        digit = sub(digit, low(which, others))
        taken |= shl(peek(tables, SUBSET + number(add(peek(tables, SIZE + inside), which))), base)
        base += 16
        n = rest
        k -= inside
    return taken | shl(peek(tables, SUBSET + number(add(peek(tables, SIZE + k), digit))), base)


@text
def in_strength_order(tables: list[int], cards: int) -> int:
    """A set in pack order as a set in strength order."""
    found = word(0)
    for k in range((G.cards + 7) >> 3):
        found |= peek(tables, ORDER + 256 * k + (number(shr(cards, 8 * k)) & 255))
    return found


@text
def card_of(tables: list[int], at: int) -> int:
    """The card at a place of the pack, in strength order."""
    return peek(tables, CARD + at)


@text
def in_pack_order(tables: list[int], cards: int) -> int:
    """A set in strength order as a set in pack order."""
    found = word(0)
    for at in range(G.cards):
        found |= when(card_of(tables, at) & cards != 0, bit(at))
    return found


@text
def word_of(a: int, b: int, c: int, d: int, place: int) -> int:
    """The word of a place among the four of its block."""
    found = a
    if place & 3 == 1:
        found = b
    elif place & 3 == 2:
        found = c
    elif place & 3 == 3:
        found = d
    return found


@apart
def drawn_again(seed: int, index: int, attempt: int, purpose: int, place: int, ways: int, bias: int) -> int:
    """The first word of a place after its first one that leads to no bias below `ways`."""
    found = word(0)
    trial = 0
    while trial == 0 or low(found, ways) < bias:
        trial += 1
        a, b, c, d = philox(seed, index, attempt, purpose, (place >> 2) + TRIALS * trial)
        found = word_of(a, b, c, d, place)
    return found


@text
def fair(seed: int, index: int, attempt: int, purpose: int, place: int, drawn: int, ways: int) -> int:
    """A word of which the high half of the product with `ways` is exactly uniform: the word drawn for a place of a
    stream, or, if that would make some numbers likelier, a later one.
    """
    found = drawn
    # 2**64 modulo `ways` is below `ways`: it is worked out only if the cheap test cannot rule a bias out.
    if low(drawn, ways) < ways:
        bias = sub(0, ways) % ways
        if low(drawn, ways) < bias:
            found = drawn_again(seed, index, attempt, purpose, place, ways, bias)
    return found


@text
def orders() -> int:
    """In how many orders a hand can be dealt."""
    ways = word(1)
    for k in range(2, G.hand + 1):
        ways = low(ways, word(k))
    return ways


@text
def deal(block: list[int], lane: int, tables: list[int], seed: int, index: int, attempt: int) -> None:
    """Deal the pack into a lane: the hands of all seats, and the talon."""
    a, b, c, d = philox(seed, index, attempt, DEAL, 0)
    rest = upto(bit(G.cards - 1))
    n = G.cards
    for seat in range(G.seats):
        cards = rest
        if n > G.hand:
            if seat == 4:
                a, b, c, d = philox(seed, index, attempt, DEAL, 1)
            ways = peek(tables, BINOMIAL + 65 * n + G.hand)
            a = fair(seed, index, attempt, DEAL, seat, a, ways)
            cards = scatter(subset(tables, n, G.hand, high(a, ways)), rest)
            a, b, c, d = b, c, d, a
        if G.kinds or G.match or G.turnup:
            put(block, DRAWN + seat, lane, cards)
        put(block, HAND + seat, lane, in_strength_order(tables, cards))
        rest = without(rest, cards)
        n -= G.hand
    if G.halves:
        rest = word(deal_later(block, lane, tables, seed, index, attempt, rest))
    put(block, TALON, lane, in_strength_order(tables, rest))
    if G.draw or G.buy:
        put(block, STOCK, lane, rest)


@where("halves", other=0)
@text
def deal_later(block: list[int], lane: int, tables: list[int], seed: int, index: int, attempt: int, rest: int) -> int:
    """Draw the hands of the second half from the cards left; returns what is left then."""
    n = G.cards - G.seats * G.hand
    a, b, c, d = philox(seed, index, attempt, DEAL, G.seats >> 2)
    for seat in range(G.seats):
        place = G.seats + seat
        if seat > 0 and place & 3 == 0:
            a, b, c, d = philox(seed, index, attempt, DEAL, place >> 2)
        cards = rest
        if n > G.hand:
            ways = peek(tables, BINOMIAL + 65 * n + G.hand)
            drawn = fair(seed, index, attempt, DEAL, place, word_of(a, b, c, d, place), ways)
            cards = scatter(subset(tables, n, G.hand, high(drawn, ways)), rest)
        put(block, LATER + seat, lane, in_strength_order(tables, cards))
        rest = without(rest, cards)
        n -= G.hand
    return rest
