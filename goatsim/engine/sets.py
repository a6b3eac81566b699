"""The play of sets: several cards of one suit led together, beaten one by one or discarded face down (rules.md, 10).

A trick begins with the right to lead out of turn, in the order from the leader. Then every seat lays as many cards as
were led; whoever beats the set that is winning lays his cards face up and wins so far, all others lie face down.
"""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine.beating import ahead_of, class_of
from goatsim.engine.bits import (
    add,
    bit,
    count,
    get,
    highest,
    lowest,
    number,
    put,
    scatter,
    shl,
    shr,
    signed,
    upto,
    when,
    without,
    word,
)
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    ASKED,
    BEAT,
    BEST,
    CLAIM_LEAD,
    CLAIM_ONCE,
    CLAIM_RULE,
    CLAIMING,
    DREW,
    FACE_UP,
    FAULT,
    FIRST,
    GONE,
    HOW,
    LEADER,
    LED,
    LED_SIZE,
    LEGAL,
    LOG,
    OPENED,
    RANK,
    RANKS,
    SET_ANSWER,
    SET_LEAD,
    SUIT,
    SUIT_CLAIMS,
    TABLE,
    TOOK,
    TOOK_LEAD,
    TRICK,
    TRICKS,
    TRUMP_CLAIMS,
    TRUMPS,
    WINNING,
    WON,
    G,
)
from goatsim.engine.order import lowest as first
from goatsim.engine.order import nth
from goatsim.engine.stock import draw_each
from goatsim.engine.tricks import hand_of, seat_at, side_of

OF_ONE_RANK = 2
"""The bit of `Shape.sets` by which cards of one rank are a set, too."""
IN_ORDER = 4
"""The bit by which cards are beaten in order, the first of the answer the first of the set, and so on."""

OUT_OF_TURN = 16
"""The bit of HOW for a lead by that right; the leader stands below it, above it one bit a position: it beat."""
BEATEN_AT = 5


@where("sets", other=False)
@text
def is_set(block: list[int], lane: int, cards: int) -> bool:
    """Whether some cards may be led together: they are of one suit, or of one rank where that is allowed."""
    alike = without(cards, class_of(block, lane, lowest(cards))) == 0
    if G.sets & OF_ONE_RANK:
        for k in range(RANKS):
            alike = alike or without(cards, get(block, RANK + k, lane)) == 0
    return alike and cards != 0


@where("sets", other=False)
@text
def beats_set(block: list[int], lane: int, cards: int, best: int) -> bool:
    """Whether cards beat as many others, each of them one: a lower card of its suit, or a trump a plain card."""
    fits = count(cards) == count(best) and cards != 0
    if G.sets & IN_ORDER:
        while cards != 0:
            mine, other = first(block, lane, 0, cards), first(block, lane, 0, best)
            fits = fits and ahead_of(block, lane, mine, other, class_of(block, lane, other)) != 0
            cards, best = without(cards, mine), without(best, other)
    else:
        # No plain card beats any but lower ones of its suit, and no trump is beaten but by higher ones. If there are
        # enough of these (P. Hall, 1935), the other trumps of the answer beat the other plain cards of the set.
        trumps = get(block, TRUMPS, lane)
        rest = without(cards, trumps)
        while rest != 0:
            card = highest(rest)
            below = class_of(block, lane, card) & upto(card)
            fits = fits and count(cards & below) <= count(best & below)
            rest = without(rest, card)
        rest = best & trumps
        while rest != 0:
            card = lowest(rest)
            fits = fits and count(rest) <= count(without(cards & trumps, upto(card)))
            rest = without(rest, card)
    return fits


@where("sets", other=False)
@text
def may_claim(block: list[int], lane: int, seat: int, rule: int) -> bool:
    """Whether a seat may take the lead out of turn: with a full hand of one suit, or of trumps."""
    cards = hand_of(block, lane, seat)
    group = when(rule == SUIT_CLAIMS, class_of(block, lane, lowest(cards)))
    group |= when(rule == TRUMP_CLAIMS, get(block, TRUMPS, lane))
    return count(cards) == G.hand and without(cards, group) == 0


@where("sets")
@text
def clear_table(block: list[int], lane: int) -> None:
    """Make the table ready for a trick."""
    for column in (TABLE, BEST, LED, LED_SIZE):
        put(block, column, lane, 0)


@where("sets")
@text
def lay_set(block: list[int], lane: int, seat: int, opening: bool, cards: int, beats: bool) -> None:
    """Put the cards of a seat on the table, face up if they are led or beat what is winning."""
    if opening:
        put(block, LED, lane, class_of(block, lane, cards))
        put(block, LED_SIZE, lane, word(count(cards)))
        put(block, LEADER, lane, word(seat))
    if opening or beats:
        put(block, BEST, lane, cards)
        put(block, WINNING, lane, word(seat))
        put(block, FACE_UP, lane, get(block, FACE_UP, lane) | cards)
    put(block, TABLE, lane, get(block, TABLE, lane) | cards)
    put(block, GONE, lane, get(block, GONE, lane) | cards)


@where("sets")
@text
def take_set(block: list[int], lane: int, trick: int) -> None:
    """Give a trick to its winner, who leads the next, and let everybody draw as many cards as he laid."""
    winner = number(get(block, WINNING, lane))
    side = side_of(block, lane, winner)
    for other in range(G.sides):
        put(block, WON + other, lane, get(block, WON + other, lane) | when(side == other, get(block, TABLE, lane)))
        put(block, TRICKS + other, lane, add(get(block, TRICKS + other, lane), when(side == other, bit(0))))
    if trick == 0:
        put(block, FIRST, lane, word(winner))
    put(block, LEADER, lane, word(winner))
    put(block, TRICK, lane, word(trick + 1))
    if G.draw:
        for _ in range(number(get(block, LED_SIZE, lane))):
            drawn = number(get(block, DREW, lane))
            if drawn < G.cards - G.seats * G.hand:
                draw_each(block, lane, winner, drawn)


@where("sets", other=0)
@text
def first_cards(block: list[int], lane: int, cards: int, n: int) -> int:
    """The first n cards of a set in yardstick order."""
    found = word(0)
    for _ in range(n):
        found |= first(block, lane, 0, without(cards, found))
    return found


@where("sets", other=0)
@text
def some_of(block: list[int], lane: int, cards: int, which: int) -> int:
    """Those cards of a set that a number takes in binary: its lowest bit the first card in yardstick order."""
    trumps = get(block, TRUMPS, lane)
    plain = without(cards, trumps)
    return scatter(which, plain) | scatter(shr(which, count(plain)), cards & trumps)


@where("sets", other=0)
@text
def leads_in(block: list[int], lane: int, cards: int) -> int:
    """How many sets of some cards may be led."""
    found = (1 << count(cards & get(block, TRUMPS, lane))) - 1
    for k in range(G.suits):
        found += (1 << count(without(cards & get(block, SUIT + k, lane), get(block, TRUMPS, lane)))) - 1
    if G.sets & OF_ONE_RANK:
        for k in range(RANKS):
            alike = count(cards & get(block, RANK + k, lane))
            found += (1 << alike) - 1 - alike
    return found


@where("sets", other=0)
@text
def lead_in(block: list[int], lane: int, cards: int, k: int) -> int:
    """Set number k, from 0, of those that may be led, in the order of the numbers of `some_of`; none if there are
    fewer.
    """
    trumps = get(block, TRUMPS, lane)
    # A hand holds four cards at most, and so no more than two groups of one suit or of one rank.
    suit, suits = grouped(word(0), word(0), cards & trumps)
    for place in range(G.suits):
        suit, suits = grouped(suit, suits, without(cards & get(block, SUIT + place, lane), trumps))
    rank, ranks = word(0), word(0)
    if G.sets & OF_ONE_RANK:
        for place in range(RANKS):
            rank, ranks = grouped(rank, ranks, cards & get(block, RANK + place, lane))
    other_suit, other_rank = without(suits, suit), without(ranks, rank)
    found = word(0)
    for which in range(1, 1 << count(cards)):
        some = some_of(block, lane, cards, word(which))
        alike = without(some, suit) == 0 or without(some, other_suit) == 0
        alike = alike or without(some, rank) == 0 or without(some, other_rank) == 0
        if alike or count(some) == 1:
            if k == 0:
                found = some
                break
            k -= 1
    return found


@text
def grouped(group: int, groups: int, cards: int) -> tuple[int, int]:
    """The first group of several cards and the cards of all of them, when some further cards have been looked at."""
    several = when(count(cards) > 1, cards)
    return group | when(group == 0, several), groups | several


@where("sets", other=0)
@text
def sets_in(cards: int, size: int) -> int:
    """How many sets of a size there are in some cards."""
    n = count(cards)
    ways = n
    for k in range(1, size):
        ways = ways * (n - k) // (k + 1)
    return ways


@where("sets", other=0)
@text
def set_in(block: list[int], lane: int, cards: int, size: int, k: int) -> int:
    """Set number k, from 0, of those of a size, in the order of the numbers of `some_of`; none if there are fewer."""
    if size == 1:
        return nth(block, lane, cards, k)
    found = word(0)
    for which in range(1, 1 << count(cards)):
        if count(word(which)) == size:
            if k == 0:
                found = some_of(block, lane, cards, word(which))
                break
            k -= 1
    return found


@where("sets")
@text
def blame(block: list[int], lane: int, trick: int, position: int) -> None:
    """Note the first illegal answer of a deal."""
    if get(block, FAULT, lane) == word(0):
        put(block, FAULT, lane, word(1 + trick * G.seats + position))


@where("sets", other=0)
@text
def lead_out_of_turn(
    block: list[int], lane: int, trick: int, rule: int, decide: Callable[[list[int], int, int, int], int]
) -> int:
    """Ask whoever may take the lead, from the leader on, until somebody does. Returns 1 + the distance of that seat
    from the leader, or 0.
    """
    found = 0
    for distance in range(G.seats):
        seat = seat_at(block, lane, distance)
        if found == 0 and may_claim(block, lane, seat, rule):
            put(block, LEGAL, lane, hand_of(block, lane, seat))
            put(block, ASKED + seat, lane, add(get(block, ASKED + seat, lane), bit(0)))
            put(block, CLAIMING, lane, bit(0))
            if decide(block, lane, seat, CLAIM_LEAD) != word(0):
                found = 1 + distance
                put(block, TOOK_LEAD + seat, lane, add(get(block, TOOK_LEAD + seat, lane), bit(0)))
            put(block, CLAIMING, lane, 0)
    return found


@where("sets")
@text
def play_sets(
    block: list[int], lane: int, env: list[int], logged: bool, decide: Callable[[list[int], int, int, int], int]
) -> None:
    """Play all tricks of a deal. `decide`: the answer of a seat's policy to a decision."""
    rule = signed(env, CLAIM_RULE)
    once = signed(env, CLAIM_ONCE) == 1
    pack = upto(bit(G.cards - 1))
    put(block, FACE_UP, lane, 0)
    for seat in range(G.seats):
        put(block, TOOK_LEAD + seat, lane, 0)
    trick = 0
    while get(block, GONE, lane) != pack and trick < G.tricks:
        clear_table(block, lane)
        claimed = 0
        if rule != 0 and (trick == 0 or not once):
            claimed = lead_out_of_turn(block, lane, trick, rule, decide)
        leader = seat_at(block, lane, max(0, claimed - 1))
        hand = hand_of(block, lane, leader)
        cards = hand
        if claimed == 0:
            put(block, LEGAL, lane, hand)
            cards = decide(block, lane, leader, SET_LEAD)
        right = without(cards, hand) == 0 and is_set(block, lane, cards)
        if logged:
            put(block, LOG + trick * G.seats, lane, cards)
        if not right:
            blame(block, lane, trick, 0)
            cards = first(block, lane, 0, hand)
        lay_set(block, lane, leader, True, cards, False)
        if trick == 0:
            put(block, OPENED, lane, cards)
        how = word(leader) | when(claimed > 0, word(OUT_OF_TURN))
        size = count(cards)
        for position in range(1, G.seats):
            seat = seat_at(block, lane, position)
            hand = hand_of(block, lane, seat)
            put(block, LEGAL, lane, hand)
            cards = decide(block, lane, seat, SET_ANSWER)
            if logged:
                put(block, LOG + trick * G.seats + position, lane, cards)
            if without(cards, hand) != 0 or count(cards) != size:
                blame(block, lane, trick, position)
                cards = first_cards(block, lane, hand, size)
            beats = beats_set(block, lane, cards, get(block, BEST, lane))
            if beats:
                put(block, LEGAL, lane, cards)
                beats = decide(block, lane, seat, BEAT) != word(0)
            lay_set(block, lane, seat, False, cards, beats)
            how |= when(beats, shl(bit(BEATEN_AT), position))
        take_set(block, lane, trick)
        if logged:
            put(block, TOOK + trick, lane, get(block, WINNING, lane))
            put(block, HOW + trick, lane, how)
        trick += 1
