"""The trump suit turned up while the cards are dealt (rules.md, 8 and 9).

A trump suit of a deal lies below the trumps of every deal, and its cards keep the bits that they have as plain ones.
"""

from __future__ import annotations

from goatsim.engine.bits import (
    bit,
    get,
    high,
    low,
    nth,
    number,
    peek,
    place,
    put,
    signed,
    upto,
    when,
    without,
    word,
)
from goatsim.engine.cutting import cut
from goatsim.engine.draw import card_of, deal, fair, in_pack_order, in_strength_order, orders, word_of
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import (
    ALL_READY,
    ALL_TRUMPS,
    DRAWN,
    ENDED,
    GROUP,
    HAND,
    LAST_CARD,
    PRINTED,
    READY,
    SEED,
    SHOWN,
    SUIT,
    TABLES,
    TRUMPS,
    TURNED,
    TURNUP_MOST,
    TURNUP_REDO,
    G,
)
from goatsim.engine.philox import ORDER, philox

PATIENCE = 64
"""Orders tried of a hand that was not dealt here, before no suit is made trump: there are hands that turn up none."""


@where("turnup", "below", "shown")
@text
def make_trump(block: list[int], lane: int, turned: int, shown: int) -> None:
    """Make the suit of a card trump, below the trumps of every deal; none if there is no card. `shown`: what else lay
    open.
    """
    plain = word(0)
    suit = word(0)
    for k in range(G.suits):
        group = get(block, GROUP + k, lane)
        ours = get(block, PRINTED + k, lane) & turned != word(0)
        plain |= when(not ours, group)
        suit |= when(ours, group)
        put(block, SUIT + k, lane, when(not ours, group))
    trumps = without(upto(bit(G.cards - 1)), plain)
    put(block, TURNED, lane, turned)
    put(block, SHOWN, lane, shown | turned)
    put(block, TRUMPS, lane, trumps)
    put(block, ALL_TRUMPS, lane, trumps)


@where("turnup")
@apart
def turn_up_last(block: list[int], lane: int, env: list[int], index: int, attempt: int) -> None:
    """Turn up the card that the last seat, the dealer, is dealt last: each of its hand is as likely as any other."""
    tables, seed, seat, ways = signed(env, TABLES), peek(env, SEED), G.seats - 1, orders()
    a, b, c, d = philox(seed, index, attempt, ORDER, seat >> 2)
    digits = fair(seed, index, attempt, ORDER, seat, word_of(a, b, c, d, seat), ways)
    rest = in_pack_order(tables, get(block, HAND + seat, lane))
    for k in range(G.hand - 1):
        n = word(G.hand - k)
        rest = without(rest, nth(rest, number(high(digits, n))))
        digits = low(digits, n)
    make_trump(block, lane, in_strength_order(tables, rest), word(0))


@where("turnup", other=0)
@text
def turn_up(block: list[int], lane: int, env: list[int], index: int, attempt: int, ready: bool) -> int:
    """Turn up the trump suit, by a card that is told already, or as the rules say. Returns the attempt at which the
    cards were dealt. `ready`: the hands stand.
    """
    told = ready and signed(env, READY) == ALL_READY and get(block, TURNED, lane) != word(0)
    if told:
        make_trump(block, lane, get(block, TURNED, lane), word(0))
    elif G.turnup == LAST_CARD:
        turn_up_last(block, lane, env, index, attempt)
    else:
        attempt = turn_up_first(block, lane, env, index, attempt, ready)
    return attempt


@where("turnup", other=0)
@apart
def turn_up_first(block: list[int], lane: int, env: list[int], index: int, attempt: int, ready: bool) -> int:
    """Turn up the cards of the first seat, one by one, until one belongs to a suit, which is trump. Deals again where
    that takes too many cards, or shows one that must not be shown. Returns the attempt at which the cards were dealt.
    `ready`: the hands stand, and only their order is drawn.
    """
    tables = signed(env, TABLES)
    seed = peek(env, SEED)
    most = signed(env, TURNUP_MOST)
    unwanted = peek(env, TURNUP_REDO)
    groups = word(0)
    for k in range(G.suits):
        groups |= get(block, GROUP + k, lane)
    ways = orders()
    first = attempt
    shown = word(0)
    turned = word(0)
    going = True
    while going:
        a, _, _, _ = philox(seed, index, attempt, ORDER, 0)
        digits = fair(seed, index, attempt, ORDER, 0, a, ways)
        rest = in_pack_order(tables, get(block, HAND, lane)) if ready else get(block, DRAWN, lane)
        shown = word(0)
        turned = word(0)
        again = False
        for k in range(G.hand):
            n = word(G.hand - k)
            at = nth(rest, number(high(digits, n)))
            digits = low(digits, n)
            rest = without(rest, at)
            card = card_of(tables, number(place(at)))
            opened = turned == word(0) and not again
            again = again or (opened and (k >= most or card & unwanted != word(0)))
            turned |= when(opened, card & groups)
            shown |= when(opened, without(card, groups))
        going = again or turned == word(0)
        if G.cuts and going and not ready:
            # Before each deal the pack is cut, and a cut that goes wrong ends it.
            cut(block, lane, env, index, attempt)
            going = get(block, ENDED, lane) == word(0)
        if going and ready and attempt - first == PATIENCE:
            going = False
        elif going:
            attempt += 1
            if not ready:
                deal(block, lane, tables, seed, index, attempt)
    make_trump(block, lane, turned, shown)
    return attempt
