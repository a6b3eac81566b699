"""Melds after a trick, the sevens of trumps, and what both are worth (rules.md, 11)."""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine.bits import add, bit, count, get, lowest, number, peek, put, signed, when, without, word
from goatsim.engine.copies import named, one_of_each, with_copies
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    ASKED,
    BELOW,
    BETWEEN,
    DECLARED,
    EVENT,
    EVENTS,
    FAULT,
    FINAL,
    HAND,
    LAST_POINTS,
    LAST_TRICK,
    LEADER,
    LEGAL,
    LOGGED,
    MADE,
    MARKS,
    MAX_MELDS,
    MELD,
    MELD_CARDS,
    MELD_EACH,
    MELD_GIVES_WAY,
    MELD_GROWS,
    MELD_KIND,
    MELD_LATE,
    MELD_NOT_ALL,
    MELD_POINTS,
    MELD_SIZE,
    MELD_SUIT,
    MELD_WORDS,
    MELDED,
    MELDS,
    OFFER,
    OFFERED,
    OFFERED_POINTS,
    OFFERED_SLOT,
    PENALTY,
    POINTS,
    SERVED,
    SEVEN_EVERY,
    SEVEN_MELDS,
    SEVENS,
    SEVENS_SCORED,
    SHOWN,
    TABLE,
    TRUMPS,
    WRONG,
    G,
)
from goatsim.engine.stock import draw_each
from goatsim.engine.tricks import hand_of, side_of

Decide = Callable[[list[int], int, int], int]

OF_TRUMPS = 1
OF_PLAIN = 2
SEVEN_POINTS = 10
LAST_TRICK_POINTS = 10
EXCHANGE_NOTED = MAX_MELDS  # in the log of events: a seven exchanged for the card turned up
SEVEN_NOTED = MAX_MELDS + 1  # a seven declared


@text
def sevens_in(block: list[int], lane: int, cards: int) -> int:
    """The sevens of trumps in a set."""
    return cards & get(block, SEVENS, lane) & get(block, TRUMPS, lane)


@text
def score(block: list[int], lane: int, column: int, seat: int, points: int) -> None:
    """Give points to the side of a seat."""
    side = side_of(block, lane, seat)
    put(block, column + side, lane, add(get(block, column + side, lane), word(points)))


@text
def more_worn(block: list[int], lane: int, cards: int, size: int) -> int:
    """So many cards of a set: the most worn, among equals the first in yardstick order."""
    found = word(0)
    trumps = get(block, TRUMPS, lane)
    for back in range(1 << (MARKS - 1)):
        level = (1 << (MARKS - 1)) - 1 - back
        same = cards
        for place in range(MARKS - 1):
            served = get(block, SERVED + place, lane)
            same = same & served if level >> place & 1 else without(same, served)
        for group in range(2):
            some = without(same, trumps) if group == 0 else same & trumps
            while some != word(0) and count(found) < size:
                card = lowest(some)
                some = without(some, card)
                found |= card
    return found


@text
def doubled(block: list[int], lane: int, melds: list[int], slot: int, hand: int) -> int:
    """The cards of a meld of both copies, if the hand can make it."""
    base = slot * MELD_WORDS
    cards = peek(melds, base + MELD_CARDS)
    served = count(cards & get(block, SERVED + signed(melds, base + MELD_KIND), lane))
    size = signed(melds, base + MELD_SIZE)
    fresh = served == 0 or (signed(melds, base + MELD_GROWS) == 1 and 2 * served == size)
    return when(without(cards, hand) == word(0) and fresh, cards)


@text
def freshened(block: list[int], lane: int, cards: int, free: int, kind: int) -> int:
    """The cards of a meld of which not all may have served in a kind: one is replaced by a copy that has not, if need
    be; none if there is no such copy.
    """
    served = get(block, SERVED + kind, lane)
    found = cards
    if without(cards, served) == word(0):
        found = word(0)
        rest = cards
        while rest != word(0) and found == word(0):
            card = lowest(rest)
            rest = without(rest, card)
            other = without(with_copies(card) & free, served)
            found = when(other != word(0), without(cards, card) | other)
    return found


@text
def meldable(block: list[int], lane: int, melds: list[int], slot: int, hand: int) -> int:
    """The cards with which a hand can make a meld; none if it cannot."""
    base = slot * MELD_WORDS
    cards = peek(melds, base + MELD_CARDS)
    trumps = get(block, TRUMPS, lane)
    suit = signed(melds, base + MELD_SUIT)
    if suit == OF_TRUMPS:
        cards &= trumps
    size = signed(melds, base + MELD_SIZE)
    found = word(0)
    if count(hand & cards) >= size and not (suit == OF_PLAIN and cards & trumps != word(0)):
        served = get(block, SERVED + signed(melds, base + MELD_KIND), lane)
        free = without(hand & cards, served)
        each = signed(melds, base + MELD_EACH)
        if each == 2:
            found = doubled(block, lane, melds, slot, hand)
        elif each == 0:
            if count(free) >= size:
                found = more_worn(block, lane, free, size)
        elif count(named(free)) == size:
            found = one_of_each(block, lane, free)
            if signed(melds, base + MELD_NOT_ALL) != 0:
                found = freshened(block, lane, found, free, signed(melds, base + MELD_NOT_ALL) - 1)
            other = signed(melds, base + MELD_GIVES_WAY)
            if other != 0 and hand & cards & served != word(0):
                found = when(doubled(block, lane, melds, other - 1, hand) == word(0), found)
    return found


@where("melds", other=0)
@text
def offer(block: list[int], lane: int, melds: list[int], hand: int) -> int:
    """Write down the melds that a hand can make, in the order of the table; returns how many."""
    many = 0
    for slot in range(G.melds):
        cards = meldable(block, lane, melds, slot, hand)
        if cards != word(0):
            put(block, OFFER + many, lane, cards)
            put(block, OFFERED_POINTS + many, lane, peek(melds, slot * MELD_WORDS + MELD_POINTS))
            put(block, OFFERED_SLOT + many, lane, word(slot))
            many += 1
    put(block, OFFERED, lane, word(many))
    return many


@text
def note_event(block: list[int], lane: int, env: list[int], trick: int, seat: int, what: int, cards: int) -> None:
    """Write down a meld, an exchange or a declaration, where deals are written down."""
    if signed(env, LOGGED) == 1:
        at = EVENT + 2 * number(get(block, EVENTS, lane))
        put(block, at, lane, word(what + 256 * seat + 65536 * trick))
        put(block, at + 1, lane, cards)
        put(block, EVENTS, lane, add(get(block, EVENTS, lane), bit(0)))


@where("melds")
@text
def exchange_seven(block: list[int], lane: int, env: list[int], trick: int, seat: int) -> None:
    """Put a seven of a seat in the place of the card turned up, which it takes."""
    seven = one_of_each(block, lane, sevens_in(block, lane, hand_of(block, lane, seat)))
    card = get(block, BELOW, lane)
    put(block, BELOW, lane, seven)
    put(block, HAND + seat, lane, without(get(block, HAND + seat, lane), seven) | card)
    # Everybody saw it lie there.
    put(block, SHOWN, lane, without(get(block, SHOWN, lane), seven) | card)
    score(block, lane, SEVENS_SCORED, seat, SEVEN_POINTS)
    note_event(block, lane, env, trick, seat, EXCHANGE_NOTED, seven)


@where("melds")
@text
def declare_seven(block: list[int], lane: int, env: list[int], trick: int, seat: int, seven: int) -> None:
    """Lay a seven of a seat open."""
    put(block, SERVED + DECLARED, lane, get(block, SERVED + DECLARED, lane) | seven)
    put(block, SHOWN, lane, get(block, SHOWN, lane) | seven)
    score(block, lane, SEVENS_SCORED, seat, SEVEN_POINTS)
    note_event(block, lane, env, trick, seat, SEVEN_NOTED, seven)


@where("melds")
@text
def make_meld(block: list[int], lane: int, env: list[int], trick: int, seat: int, slot: int, cards: int) -> None:
    """Lay a meld of a seat open."""
    base = slot * MELD_WORDS
    melds = signed(env, MELDS)
    kind = SERVED + signed(melds, base + MELD_KIND)
    put(block, kind, lane, get(block, kind, lane) | cards)
    put(block, SHOWN, lane, get(block, SHOWN, lane) | cards)
    side = side_of(block, lane, seat)
    made = MADE + MAX_MELDS * side + slot
    put(block, made, lane, add(get(block, made, lane), bit(0)))
    score(block, lane, MELDED, seat, signed(melds, base + MELD_POINTS))
    note_event(block, lane, env, trick, seat, slot, cards)


@text
def may_exchange(block: list[int], lane: int, hand: int) -> bool:
    """Whether a hand holds a seven of trumps, and the card turned up is none."""
    turned = sevens_in(block, lane, get(block, BELOW, lane))
    return sevens_in(block, lane, hand) != word(0) and turned == word(0)


@text
def may_declare(block: list[int], lane: int, hand: int) -> int:
    """A seven of trumps in a hand that was not declared; none if there is no such one."""
    return lowest(without(sevens_in(block, lane, hand), get(block, SERVED + DECLARED, lane)))


@text
def question(block: list[int], lane: int, seat: int, decide: Decide, legal: int) -> int:
    """The answer of a seat's policy to a question between two tricks; each is counted, so that it has coins of its
    own.
    """
    put(block, LEGAL, lane, legal)
    put(block, ASKED + seat, lane, add(get(block, ASKED + seat, lane), bit(0)))
    put(block, BETWEEN, lane, bit(0))
    answer = word(decide(block, lane, seat))
    put(block, BETWEEN, lane, 0)
    return answer


@text
def score_sevens(block: list[int], lane: int, env: list[int], trick: int) -> None:
    """Score the sevens on the table that were not declared, or all of them, for whoever played them."""
    sevens = sevens_in(block, lane, get(block, TABLE, lane))
    if signed(env, SEVEN_EVERY) == 0:
        sevens = without(sevens, get(block, SERVED + DECLARED, lane))
    if trick < G.tricks - G.hand and sevens != word(0):
        for seat in range(G.seats):
            many = count(sevens & get(block, HAND + seat, lane))
            score(block, lane, SEVENS_SCORED, seat, SEVEN_POINTS * many)


@text
def ask_sevens(
    block: list[int], lane: int, env: list[int], trick: int, seat: int, exchange: Decide, declare: Decide
) -> int:
    """Ask a seat whether it exchanges and declares sevens; returns how often it does."""
    most = 1 if signed(env, SEVEN_MELDS) == 1 else G.cards
    done = 0
    hand = hand_of(block, lane, seat)
    if may_exchange(block, lane, hand) and question(block, lane, seat, exchange, word(0)) != word(0):
        exchange_seven(block, lane, env, trick, seat)
        done += 1
    more = True
    while more and done < most:
        seven = may_declare(block, lane, hand_of(block, lane, seat))
        more = seven != word(0) and question(block, lane, seat, declare, seven) != word(0)
        if more:
            declare_seven(block, lane, env, trick, seat, seven)
            done += 1
    return done


@text
def ask_meld(block: list[int], lane: int, env: list[int], trick: int, seat: int, meld: Decide) -> None:
    """Ask a seat which meld it makes, if it can make one. An answer that is neither a meld nor none is noted in FAULT
    and taken for none.
    """
    many = offer(block, lane, signed(env, MELDS), hand_of(block, lane, seat))
    if many > 0:
        answer = question(block, lane, seat, meld, hand_of(block, lane, seat))
        found = False
        for k in range(many):
            if not found and answer == get(block, OFFER + k, lane):
                found = True
                make_meld(block, lane, env, trick, seat, number(get(block, OFFERED_SLOT + k, lane)), answer)
        if not found and answer != word(0) and get(block, FAULT, lane) == word(0):
            put(block, FAULT, lane, word(1 + G.tricks * G.seats + seat))
            put(block, WRONG, lane, answer)
            put(block, WRONG + 1, lane, get(block, LEGAL, lane))
            put(block, WRONG + 2, lane, word(MELD))
        put(block, OFFERED, lane, 0)


@text
def draw_one_each(block: list[int], lane: int, winner: int, trick: int) -> None:
    """Let each seat draw a card, the winner first; the last one is whatever lies open below the stock."""
    final = winner + G.seats - 1
    final -= G.seats * (final >= G.seats)
    held = word(0)
    for seat in range(G.seats):
        held |= when(seat == final, get(block, HAND + seat, lane))
    draw_each(block, lane, winner, trick * G.seats)
    if trick == G.tricks - G.hand - 1:
        below = get(block, BELOW, lane)
        for seat in range(G.seats):
            drawn = when(seat == final, held | below) | when(seat != final, get(block, HAND + seat, lane))
            put(block, HAND + seat, lane, drawn)
        put(block, SHOWN, lane, get(block, SHOWN, lane) | below)
        put(block, BELOW, lane, 0)


@where("melds")
@text
def after_trick(
    block: list[int], lane: int, env: list[int], trick: int, exchange: Decide, declare: Decide, meld: Decide
) -> None:
    """What follows a trick that was taken: melds of its winner, and cards from the stock."""
    winner = number(get(block, LEADER, lane))
    score_sevens(block, lane, env, trick)
    if trick + 1 == signed(env, LAST_TRICK):
        score(block, lane, LAST_POINTS, winner, LAST_TRICK_POINTS)
    last = G.tricks - G.hand - 1
    if trick < last or (trick == last and signed(env, MELD_LATE) == 1):
        sevens = ask_sevens(block, lane, env, trick, winner, exchange, declare)
        if sevens == 0 or signed(env, SEVEN_MELDS) == 0:
            ask_meld(block, lane, env, trick, winner, meld)
    if trick <= last:
        draw_one_each(block, lane, winner, trick)


@where("melds")
@text
def begin_melds(block: list[int], lane: int) -> None:
    """Make a dealt lane ready for melds; the dealer, the last seat, scores a seven that was turned up."""
    for place in range(MARKS):
        put(block, SERVED + place, lane, 0)
    for column in (SHOWN, EVENTS, OFFERED, BETWEEN, FINAL):
        put(block, column, lane, 0)
    for side in range(G.sides):
        for column in (MELDED, SEVENS_SCORED, LAST_POINTS):
            put(block, column + side, lane, 0)
        for slot in range(G.melds):
            put(block, MADE + MAX_MELDS * side + slot, lane, 0)
    if sevens_in(block, lane, get(block, BELOW, lane)) != word(0):
        score(block, lane, SEVENS_SCORED, G.seats - 1, SEVEN_POINTS)


@where("melds", other=0)
@text
def total_of(block: list[int], lane: int, side: int) -> int:
    """What a side has scored in a deal that is over."""
    total = add(get(block, MELDED + side, lane), get(block, SEVENS_SCORED + side, lane))
    return number(add(total, add(get(block, LAST_POINTS + side, lane), get(block, POINTS + side, lane))))


@where("melds", other=True)
@text
def is_ahead(block: list[int], lane: int, side: int) -> bool:
    """Whether a side has scored more than every other."""
    found = True
    for other in range(G.sides):
        found = found and (other == side or total_of(block, lane, side) > total_of(block, lane, other))
    return found


@where("melds")
@text
def charge_scores(block: list[int], lane: int) -> None:
    """Charge to every side what the others have scored."""
    for side in range(G.sides):
        others = 0
        for other in range(G.sides):
            others += total_of(block, lane, other) * (other != side)
        put(block, PENALTY + side, lane, word(others))
