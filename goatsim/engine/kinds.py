"""The kinds of deal (rules.md, 3): who gets which card of the deck, and which tricks are played meanwhile.

All kinds deal the same deck of an index: the one that gives the regular deal's hands when it is dealt in two packets to
each seat. The seats are asked and served from the praiser on, who is seat 0.
"""

from __future__ import annotations

from goatsim.engine.bits import (
    add,
    bit,
    count,
    get,
    high,
    low,
    lowest,
    nth,
    number,
    peek,
    place,
    put,
    shl,
    signed,
    when,
    without,
    word,
)
from goatsim.engine.deck import card_at, give, lay_open, whole_deck
from goatsim.engine.draw import card_of, fair, orders
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import (
    CHALLENGE,
    CHALLENGER,
    DECK,
    DRAWN,
    FISH,
    FOR_ALL,
    FORCED,
    GONE,
    HAND,
    HAPPY,
    LAID,
    LED_BY,
    MAX_CARDS,
    MAX_PRE,
    MIRROR,
    MIRROR_TRICK,
    ONE,
    OPEN_LEAD,
    PANTS2,
    PRE,
    SEED,
    SELF,
    TABLES,
    TRUMPS,
    G,
)
from goatsim.engine.pants import pants
from goatsim.engine.philox import CHANCES, philox
from goatsim.engine.philox import ORDER as ORDER_PURPOSE

BY_OPENER = 1
BY_FIRST_WINNER = 2


@apart
def stack(block: list[int], lane: int, env: list[int], index: int, attempt: int) -> None:
    """Put the deck in order: each seat's cards in an order of their own, as packets that the regular deal would give
    back to it.
    """
    tables = signed(env, TABLES)
    ways = orders()
    packet = (G.hand + 1) >> 1
    a, b, c, d = philox(peek(env, SEED), index, attempt, ORDER_PURPOSE, 0)
    for seat in range(G.seats):
        if seat == 4:
            a, b, c, d = philox(peek(env, SEED), index, attempt, ORDER_PURPOSE, 1)
        digits = fair(peek(env, SEED), index, attempt, ORDER_PURPOSE, seat, a, ways)
        rest = get(block, DRAWN + seat, lane)
        for k in range(G.hand):
            # The word times n! in one product has the digits of the number below n! one after another.
            n = word(G.hand - k)
            card = nth(rest, number(high(digits, n)))
            digits = low(digits, n)
            rest = without(rest, card)
            at = packet * seat + k if k < packet else packet * G.seats + (G.hand - packet) * seat + k - packet
            put(block, DECK + at, lane, card_of(tables, place(card)))
        a, b, c, d = b, c, d, a


@text
def is_trump(block: list[int], lane: int, card: int) -> bool:
    """Whether a card is a trump."""
    return card & get(block, TRUMPS, lane) != word(0)


@text
def deal_rest(block: list[int], lane: int, left: int, room: int) -> None:
    """Deal what is left of the deck, one card at a time to whoever has fewer than `room` cards in hand."""
    while left != word(0):
        for seat in range(G.seats):
            hand = get(block, HAND + seat, lane)
            takes = count(hand) < room
            first = lowest(left)
            # The last place is that of no card: it keeps what is read within the deck when nothing is left.
            card = get(block, DECK + place(first | bit(MAX_CARDS - 1)), lane)
            put(block, HAND + seat, lane, hand | when(takes, card))
            left = without(left, when(takes, first))


@text
def happy(block: list[int], lane: int) -> None:
    """Cards down and up in turn; what lies open is a trick."""
    for trick in range(G.hand >> 1):
        for seat in range(G.seats):
            give(block, lane, seat, get(block, DECK + 2 * trick * G.seats + seat, lane))
            lay_open(block, lane, trick, seat, get(block, DECK + (2 * trick + 1) * G.seats + seat, lane))
    put(block, PRE, lane, word(G.hand >> 1))


@text
def mirror(block: list[int], lane: int, env: list[int], index: int) -> None:
    """Players lift a packet and take the trumps at its bottom, up to the first plain card."""
    seed = peek(env, SEED)
    tricked = signed(env, MIRROR_TRICK) == 1
    room = G.hand - 1 * tricked
    left = whole_deck()
    a, b, c, d = philox(seed, index, 0, CHANCES, 0)
    for seat in range(G.seats):
        if seat == 0 or signed(env, FOR_ALL) >> MIRROR & 1 == 1:
            cards = number(count(left))
            least = (cards + 3) >> 2
            ways = word((3 * cards >> 2) - least + 1)
            packet = least + number(high(fair(seed, index, 0, CHANCES, seat, a, ways), ways))
            going = True
            while going and packet > 0:
                at = nth(left, packet - 1)
                card = card_at(block, lane, at)
                plain = not is_trump(block, lane, card)
                full = count(get(block, HAND + seat, lane)) >= room
                going = not plain and not full
                if going:
                    give(block, lane, seat, card)
                elif tricked:
                    lay_open(block, lane, 0, seat, card)
                if going or tricked:
                    left = without(left, at)
                packet -= 1
            if tricked and get(block, LAID + seat, lane) == word(0):
                lay_open(block, lane, 0, seat, card_at(block, lane, lowest(left)))
                left = without(left, lowest(left))
        a, b, c, d = b, c, d, a
    put(block, PRE, lane, word(1 * tricked))
    deal_rest(block, lane, left, room)


@text
def draw_trumps(block: list[int], lane: int, env: list[int], to_trick: bool) -> None:
    """Players draw up to their first plain card, which goes to a trick (`to_trick`) or stays in hand."""
    room = G.hand - 1 * to_trick
    left = whole_deck()
    for seat in range(G.seats):
        if seat == 0 or to_trick or signed(env, FOR_ALL) >> FISH & 1 == 1:
            going = True
            while going:
                at = lowest(left)
                card = card_at(block, lane, at)
                full = count(get(block, HAND + seat, lane)) >= room
                going = is_trump(block, lane, card) and not full
                if to_trick and not going:
                    lay_open(block, lane, 0, seat, card)
                    left = without(left, at)
                elif not full:
                    give(block, lane, seat, card)
                    left = without(left, at)
    put(block, PRE, lane, word(1 * to_trick))
    deal_rest(block, lane, left, room)


@text
def challenge(block: list[int], lane: int, env: list[int], index: int) -> None:
    """See whether a player accuses another of keeping a bad card; nobody does, so that his own side pays."""
    a, b, _, _ = philox(peek(env, SEED), index, 0, CHANCES, 1)
    made = a < peek(env, CHALLENGE)
    put(block, CHALLENGER, lane, when(made, add(high(b, word(G.seats)), bit(0))))


@text
def lead_order(kind: int, open_lead: bool) -> int:
    """Who leads each trick after a kind of deal, two bits a trick: the winner of the one before, BY_OPENER,
    or BY_FIRST_WINNER. `open_lead`: the winner of the face-down trick of double pants leads the open one.
    """
    leads = word(0)
    if kind == HAPPY:
        for trick in range(1, G.hand >> 1):
            leads |= shl(word(BY_OPENER), 2 * trick)
    if kind == PANTS2 and not open_lead:
        leads = shl(word(BY_OPENER), 2) | shl(word(BY_FIRST_WINNER), 4)
    return leads


@where("kinds", "match")
@text
def no_tricks(block: list[int], lane: int) -> None:
    """Take away the tricks that a kind of deal has played."""
    put(block, PRE, lane, 0)
    put(block, GONE, lane, 0)
    put(block, LED_BY, lane, 0)
    for trick in range(MAX_PRE):
        put(block, FORCED + trick, lane, 0)


@text
def deal_one(block: list[int], lane: int) -> None:
    """Deal the deck one card at a time."""
    for seat in range(G.seats):
        hand = word(0)
        for k in range(G.hand):
            hand |= get(block, DECK + k * G.seats + seat, lane)
        put(block, HAND + seat, lane, hand)


@where("match")
@apart
def deal_first(block: list[int], lane: int, env: list[int], index: int, attempt: int) -> None:
    """Deal the first deal of a match: one card at a time (rules.md, 3)."""
    stack(block, lane, env, index, attempt)
    deal_one(block, lane)


@where("kinds")
@apart
def deal_kind(block: list[int], lane: int, env: list[int], index: int, kind: int) -> None:
    """Deal the deck as a kind of deal (not the regular one), asking the players what it leaves to them."""
    stack(block, lane, env, index, 0)
    for seat in range(G.seats):
        put(block, HAND + seat, lane, 0)
        put(block, LAID + seat, lane, 0)
    if kind == ONE:
        deal_one(block, lane)
    elif kind == HAPPY:
        happy(block, lane)
    elif kind == MIRROR:
        mirror(block, lane, env, index)
    elif kind == SELF:
        draw_trumps(block, lane, env, True)
    elif kind == FISH:
        draw_trumps(block, lane, env, False)
    else:
        double = kind == PANTS2
        left = pants(block, lane, double)
        put(block, PRE, lane, word(1 + 1 * double))
        deal_rest(block, lane, left, G.hand - 1 - 1 * double)
        challenge(block, lane, env, index)
    for seat in range(G.seats):
        give(block, lane, seat, get(block, LAID + seat, lane))
    # What lies open is seen before the play, by whoever may claim a redeal.
    shown = word(0)
    for trick in range(MAX_PRE):
        shown |= get(block, FORCED + trick, lane)
    put(block, GONE, lane, shown)
    put(block, LED_BY, lane, lead_order(kind, signed(env, OPEN_LEAD) == 1))
