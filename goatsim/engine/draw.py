"""Dealing: every deal of the pack with exactly the same probability, from the random words of (seed, index, attempt).

The places (the seats in order, then the talon) draw one after another: a place that gets k of the n cards left draws a
number uniformly below C(n, k) from a 64-bit word by multiplication, with the rejection that makes it exact (D. Lemire,
"Fast random integer generation in an interval", 2019), and takes the k-subset of that number; the last place gets what
is left. Cards are counted in pack order whatever the trumps, so that the same index deals the same cards by name in
every game of the pack; only then are they put into the deal's strength order.
"""

from __future__ import annotations

from goatsim.engine.bits import add, bit, high, low, number, peek, put, scatter, shl, shr, sub, upto, without, word
from goatsim.engine.jit import text
from goatsim.engine.layout import ATTEMPT, BINOMIAL, HAND, ORDER, SIZE, SUBSET, TALON, G
from goatsim.engine.philox import DEAL, philox


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
        rest = n - 16
        inside = k - rest if k > rest else 0
        ways = low(peek(tables, BINOMIAL + 65 * 16 + inside), peek(tables, BINOMIAL + 65 * rest + k - inside))
        while digit >= ways:
            digit = sub(digit, ways)
            inside += 1
            ways = low(peek(tables, BINOMIAL + 65 * 16 + inside), peek(tables, BINOMIAL + 65 * rest + k - inside))
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
def deal(block: list[int], lane: int, tables: list[int], seed: int, index: int, attempt: int) -> None:
    """Deal the pack into a lane: the hands of all seats, and the talon."""
    a, b, c, d = philox(seed, index, attempt, DEAL, 0)
    used = 0
    rest = upto(bit(G.cards - 1))
    n = G.cards
    put(block, ATTEMPT, lane, attempt)
    for seat in range(G.seats):
        cards = rest
        if n > G.tricks:
            ways = peek(tables, BINOMIAL + 65 * n + G.tricks)
            left = low(a, ways)
            digit = high(a, ways)
            # 2**64 modulo `ways` is below `ways`: the division is needed only if the cheap test cannot rule a rejection
            # out.
            if left < ways:
                bias = sub(0, ways) % ways
                while left < bias:
                    a, b, c, d, used = step(seed, index, attempt, a, b, c, d, used)
                    left = low(a, ways)
                    digit = high(a, ways)
            cards = scatter(subset(tables, n, G.tricks, digit), rest)
            a, b, c, d, used = step(seed, index, attempt, a, b, c, d, used)
        put(block, HAND + seat, lane, in_strength_order(tables, cards))
        rest = without(rest, cards)
        n -= G.tricks
    put(block, TALON, lane, in_strength_order(tables, rest))


@text
def step(
    seed: int, index: int, attempt: int, a: int, b: int, c: int, d: int, used: int
) -> tuple[int, int, int, int, int]:
    """The stream moved on by one word: the first of the four is the next to use."""
    used += 1
    if used & 3 == 0:
        a, b, c, d = philox(seed, index, attempt, DEAL, used >> 2)
    else:
        a, b, c, d = b, c, d, a
    return a, b, c, d, used
