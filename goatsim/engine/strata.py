"""Dealing one group of deals directly: all deals of a group with exactly the same probability, without a deal thrown
away, however rare the group is.

The cards are cut into classes, the seats and the talon into *places* (seats that nobody asks about lie together in
one). A group is a list of *patterns*, of which each says how many cards of each class each place gets. A pattern is
drawn with its exact weight, the number of ways to deal it; then every class is dealt to the places, a random subset to
one after another, and every place to its seats. Whole numbers are drawn as in `draw`, from a stream of this purpose
alone: draw number k uses word k of it. At most 64 draws are needed, since nothing is drawn where there is no choice: in
a group of one pattern, or for whoever gets none, or all, of the cards that are left.

Deal i belongs to group i modulo the number of groups, so that any run of deals has as many of each group, give or take
one.
"""

from __future__ import annotations

from goatsim.engine.bits import count, get, high, number, peek, put, scatter, shr, signed, without, word
from goatsim.engine.draw import fair, in_strength_order, subset
from goatsim.engine.jit import text
from goatsim.engine.layout import BINOMIAL, DECK, HAND, SEED, STRATA, TABLES, TALON
from goatsim.engine.philox import STRATUM, philox

# The table of strata: first these words, then the blocks that they say the beginning of.
GROUPS = 0  # how many groups
CLASSES = 1  # how many classes
PLACES = 2  # how many places
GROUP = 3  # three words a group: its first pattern, how many it has, their weight together
SOURCE = 4  # a word a class: its cards in pack order; then a word a place: how many cards each seat gets, 8 bits a seat
RUNNING = 5  # a word a pattern: the weight of the patterns of its group up to and with it
SHARES = 6  # `CLASSES` words a pattern: how many cards of the class each place gets, 8 bits a place
HEADER = 7


@text
def pattern_of(strata: list[int], first: int, patterns: int, digit: int) -> int:
    """The first of some patterns, from `first` on, of which the running weight exceeds a number."""
    running = signed(strata, RUNNING) + first
    found = 0
    while patterns > 1:
        half = patterns >> 1
        found += half * (peek(strata, running + found + half - 1) <= digit)
        patterns -= half
    return first + found


@text
def deal_group(block: list[int], lane: int, tables: list[int], strata: list[int], seed: int, index: int) -> None:
    """Deal the pack into a lane, as a deal of the group that the index belongs to."""
    classes = signed(strata, CLASSES)
    places = signed(strata, PLACES)
    group = signed(strata, GROUP) + 3 * (index % signed(strata, GROUPS))
    pattern = signed(strata, group)
    patterns = signed(strata, group + 1)
    a, b, c, d = philox(seed, index, 0, STRATUM, 0)
    drawn = 0
    if patterns > 1:
        weight = peek(strata, group + 2)
        digit = high(fair(seed, index, 0, STRATUM, 0, a, weight), weight)
        pattern = pattern_of(strata, pattern, patterns, digit)
        a, b, c, d = b, c, d, a
        drawn = 1
    shares = signed(strata, SHARES) + classes * pattern
    # The deck is not used otherwise: what a place gets lies there until its seats get it.
    for place in range(places):
        put(block, DECK + place, lane, 0)
    put(block, TALON, lane, 0)
    for source in range(classes + places):
        of_class = source < classes
        at = signed(strata, SOURCE) + source
        cards = peek(strata, at) if of_class else get(block, DECK + source - classes, lane)
        share = peek(strata, shares + source) if of_class else peek(strata, at)
        column = DECK if of_class else HAND
        n = count(cards)
        while n > 0:
            k = number(share & word(255))
            taken = cards if k == n else word(0)
            if k > 0 and k < n:
                if drawn > 0 and drawn & 3 == 0:
                    a, b, c, d = philox(seed, index, 0, STRATUM, drawn >> 2)
                ways = peek(tables, BINOMIAL + 65 * n + k)
                digit = high(fair(seed, index, 0, STRATUM, drawn, a, ways), ways)
                taken = scatter(subset(tables, n, k, digit), cards)
                a, b, c, d = b, c, d, a
                drawn += 1
            if of_class:
                put(block, column, lane, get(block, column, lane) | taken)
            elif k > 0:
                put(block, column, lane, in_strength_order(tables, taken))
            cards = without(cards, taken)
            n -= k
            share = shr(share, 8)
            column += 1


@text
def deal_groups(block: list[int], env: list[int], first: int, deals: int) -> None:
    """Deal some deals into the first lanes."""
    tables, strata, seed = signed(env, TABLES), signed(env, STRATA), peek(env, SEED)
    for lane in range(deals):
        deal_group(block, lane, tables, strata, seed, first + lane)
