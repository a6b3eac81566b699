"""From the praise to the hands that are played: the phases of a deal before swaps and tricks, in order."""

from __future__ import annotations

from goatsim.engine.asking import consult
from goatsim.engine.bits import bit, get, number, peek, put, shl, signed, when, word
from goatsim.engine.copies import name_copies
from goatsim.engine.cutting import cut
from goatsim.engine.draw import deal, in_pack_order
from goatsim.engine.halves import halve
from goatsim.engine.jit import apart, text, where
from goatsim.engine.kinds import deal_first, deal_kind, no_tricks
from goatsim.engine.layout import (
    ALL_MAY,
    ALL_READY,
    CHALLENGER,
    CHARGED,
    CLAIM_LIMIT,
    CLAIMS,
    DEALT,
    DREW,
    ENDED,
    FIRST_CARD,
    FIRST_DEAL,
    FIRST_LEAD,
    FIRST_ONE,
    FIRST_RIGHTS,
    FORCED,
    FORCED_KIND,
    FREE_KIND,
    HAND,
    KIND,
    LATER,
    OPENER,
    OTHERS_MAY,
    PRAISE,
    PRAISER_SIDE_MAY,
    READY,
    REGULAR,
    RIGHTS,
    RIGHTS_RULE,
    SEED,
    STOCK,
    TABLES,
    TALON,
    THIRD_CLAIM,
    TRICK,
    G,
)
from goatsim.engine.redeals import claimed
from goatsim.engine.shown import show_trump
from goatsim.engine.stock import lay_below, stack_stock
from goatsim.engine.tricks import side_of
from goatsim.engine.turnup import turn_up


@where("match")
@apart
def appoint(block: list[int], lane: int, env: list[int]) -> None:
    """Settle who is praiser in a deal of a match, who may lead trumps, and which card must be led."""
    first = get(block, FIRST_DEAL, lane) == bit(0)
    opener = 0
    for seat in range(G.seats):
        if first and get(block, HAND + seat, lane) & peek(env, FIRST_CARD) != word(0):
            opener = seat
    put(block, OPENER, lane, word(opener))
    rule = signed(env, FIRST_RIGHTS) if first else signed(env, RIGHTS_RULE)
    rights = word(0)
    for seat in range(G.seats):
        ours = side_of(block, lane, seat) == side_of(block, lane, opener)
        may = rule == ALL_MAY or (rule == PRAISER_SIDE_MAY and ours) or (rule == OTHERS_MAY and not ours)
        rights |= when(may, shl(bit(0), seat))
    put(block, RIGHTS, lane, rights)
    led = when(first, get(block, HAND + opener, lane) & peek(env, FIRST_LEAD))
    put(block, FORCED, lane, get(block, FORCED, lane) | led)


@where("kinds", other=0)
@text
def praised_kind(block: list[int], lane: int, env: list[int]) -> int:
    """The kind of deal: as the rules say, or as the praiser answers, who has seen no card."""
    kind = signed(env, FORCED_KIND)
    if G.match and get(block, FIRST_DEAL, lane) == bit(0):
        kind = REGULAR
    elif kind == FREE_KIND:
        kind = number(consult(block, lane, number(get(block, OPENER, lane)), PRAISE, word(0)))
    return kind


@where("draw", "buy")
@text
def order_stock(block: list[int], lane: int, env: list[int], index: int, attempt: int, ready: bool) -> None:
    """Put the stock in order, unless it stands so already; `ready`: it was not dealt here."""
    if ready:
        put(block, STOCK, lane, in_pack_order(signed(env, TABLES), get(block, TALON, lane)))
    if not ready or signed(env, READY) == 1:
        cards = get(block, STOCK, lane)
        stack_stock(block, lane, env, index, attempt, cards, G.cards - G.seats * G.hand)
    put(block, DREW, lane, 0)
    if G.double:
        name_copies(block, lane)
    if G.below:
        lay_below(block, lane)


@text
def deal_until_kept(block: list[int], lane: int, env: list[int], index: int, ready: bool) -> None:
    """Praise, deal a lane, see to the cut, and deal again after every claim; the claim that reaches the limit ends the
    deal instead, at the dealer's charge.
    """
    put(block, CLAIMS, lane, 0)
    put(block, ENDED, lane, 0)
    put(block, TRICK, lane, word(G.tricks))
    kind = REGULAR
    if (G.kinds or G.match) and not ready:
        # Nobody holds a card yet, and the lane's last deal must not be seen.
        for seat in range(G.seats):
            put(block, HAND + seat, lane, 0)
    if G.kinds:
        if G.match:
            # The praiser of a first deal is known by its cards; until then it is whoever sits left of the dealer.
            appoint(block, lane, env)
        kind = praised_kind(block, lane, env)
        put(block, KIND, lane, word(kind))
    attempt = 0
    going = True
    while going:
        going = False
        if not ready:
            deal(block, lane, signed(env, TABLES), peek(env, SEED), index, attempt)
            if G.match and get(block, FIRST_DEAL, lane) == bit(0) and signed(env, FIRST_ONE) == 1:
                deal_first(block, lane, env, index, attempt)
            if G.kinds and kind != REGULAR:
                deal_kind(block, lane, env, index, kind)
        if G.halves and ready and signed(env, READY) != ALL_READY:
            halve(block, lane, env, index)
        if G.turnup:
            attempt = turn_up(block, lane, env, index, attempt, ready)
        if G.draw or G.buy:
            order_stock(block, lane, env, index, attempt, ready)
        if G.shown:
            show_trump(block, lane, env, index, attempt)
        if G.match:
            appoint(block, lane, env)
        if G.cuts:
            cut(block, lane, env, index, attempt)
            if G.kinds and attempt == 0 and get(block, ENDED, lane) != word(0):
                # Nothing was praised where the cut went wrong.
                put(block, KIND, lane, word(REGULAR))
                put(block, CHALLENGER, lane, 0)
        if G.redeals and get(block, ENDED, lane) == word(0) and claimed(block, lane, env, kind != REGULAR):
            if get(block, CLAIMS, lane) == word(CLAIM_LIMIT):
                put(block, ENDED, lane, word(THIRD_CLAIM))
                put(block, CHARGED, lane, word(G.seats - 1))
            else:
                going = True
                ready = False
                attempt += 1
                kind = REGULAR
                no_tricks(block, lane)
    for seat in range(G.seats):
        put(block, DEALT + seat, lane, get(block, HAND + seat, lane))
        if G.halves:
            put(block, DEALT + seat, lane, get(block, DEALT + seat, lane) | get(block, LATER + seat, lane))
