"""A pack that is dealt in two halves, of which the second follows when the first is played (rules.md, 9)."""

from __future__ import annotations

from goatsim.engine.bits import get, high, peek, put, scatter, signed, when, without
from goatsim.engine.draw import fair, in_pack_order, in_strength_order, subset, word_of
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import BINOMIAL, EARNED, HAND, LACKS, LATER, SEED, TABLES, WON, G
from goatsim.engine.philox import HALVES, philox
from goatsim.engine.signals import forget_signs


@where("halves")
@apart
def halve(block: list[int], lane: int, env: list[int], index: int) -> None:
    """Part the hands of both halves, which lie together, into those of either, all ways equally likely."""
    tables = signed(env, TABLES)
    a, b, c, d = philox(peek(env, SEED), index, 0, HALVES, 0)
    ways = peek(tables, BINOMIAL + 65 * 2 * G.hand + G.hand)
    for seat in range(G.seats):
        if seat == 4:
            a, b, c, d = philox(peek(env, SEED), index, 0, HALVES, 1)
        drawn = fair(peek(env, SEED), index, 0, HALVES, seat, word_of(a, b, c, d, seat), ways)
        both = get(block, HAND + seat, lane)
        taken = scatter(subset(tables, 2 * G.hand, G.hand, high(drawn, ways)), in_pack_order(tables, both))
        put(block, HAND + seat, lane, in_strength_order(tables, taken))
        put(block, LATER + seat, lane, without(both, in_strength_order(tables, taken)))


@where("halves")
@text
def half_time(block: list[int], lane: int, trick: int) -> None:
    """After the last trick of the first half deal the second: nobody has shown to lack any of those cards."""
    now = trick == G.hand - 1
    for seat in range(G.seats):
        put(block, HAND + seat, lane, get(block, HAND + seat, lane) | when(now, get(block, LATER + seat, lane)))
        if G.memory:
            put(block, LACKS + seat, lane, when(not now, get(block, LACKS + seat, lane)))
        if G.signals:
            forget_signs(block, lane, seat, now, False)
    for side in range(G.sides):
        earned = when(now, get(block, WON + side, lane)) | when(not now, get(block, EARNED + side, lane))
        put(block, EARNED + side, lane, earned)
