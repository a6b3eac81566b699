"""What follows a trick in games with melds: sevens, melds, and what all of it is worth (rules.md, 11)."""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine.bits import add, bit, get, lowest, number, put, signed, when, without, word
from goatsim.engine.copies import one_of_each
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import (
    ASKED,
    BELOW,
    BETWEEN,
    DECLARED,
    EVENT,
    EVENTS,
    FAULT,
    FINAL,
    FIRST,
    HAND,
    INSTANT,
    LAST_POINTS,
    LAST_TRICK,
    LEADER,
    LEGAL,
    LOGGED,
    MADE,
    MARKS,
    MAX_MELDS,
    MELD,
    MELD_KIND,
    MELD_LATE,
    MELD_POINTS,
    MELD_WORDS,
    MELDED,
    MELDS,
    NOBODY,
    OFFER,
    OFFERED,
    OFFERED_SLOT,
    OPENED,
    OPENER,
    PENALTY,
    POINTS,
    SCORE,
    SERVED,
    SEVEN_EVERY,
    SEVEN_MELDS,
    SEVENS_SCORED,
    SHOWN,
    TABLE,
    WRONG,
    G,
)
from goatsim.engine.melds import offer, settled, sevens_in
from goatsim.engine.stock import draw_each
from goatsim.engine.tricks import hand_of, side_of, take

Decide = Callable[[list[int], int, int], int]

SEVEN_POINTS = 10
LAST_TRICK_POINTS = 10
EXCHANGE_NOTED = MAX_MELDS  # in the log of events: a seven exchanged for the card turned up
SEVEN_NOTED = MAX_MELDS + 1  # a seven declared


@apart
def score(block: list[int], lane: int, env: list[int], column: int, seat: int, points: int) -> None:
    """Give points to the side of a seat. Where the target of a match ends it at once, note the side that has reached
    it, with more than the other.
    """
    side = side_of(block, lane, seat)
    put(block, column + side, lane, add(get(block, column + side, lane), word(points)))
    if G.match and signed(env, INSTANT) > 0:
        ours = 0
        theirs = 0
        for other in range(G.sides):
            # What is charged to a side is what the other one has scored.
            before = number(get(block, SCORE + G.sides - 1 - other, lane))
            scored = before + so_far(block, lane, other)
            ours += scored * (other == side)
            theirs += scored * (other != side)
        if get(block, FINAL, lane) == word(0) and ours >= signed(env, INSTANT) and ours > theirs:
            put(block, FINAL, lane, word(1 + side))


@text
def so_far(block: list[int], lane: int, side: int) -> int:
    """What a side has scored in a deal without its brisques."""
    total = add(get(block, MELDED + side, lane), get(block, SEVENS_SCORED + side, lane))
    return number(add(total, get(block, LAST_POINTS + side, lane)))


@where("melds", other=False)
@text
def is_final(block: list[int], lane: int) -> bool:
    """Whether the deal has ended, since somebody has won the match."""
    return get(block, FINAL, lane) != word(0)


@apart
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
    score(block, lane, env, SEVENS_SCORED, seat, SEVEN_POINTS)
    note_event(block, lane, env, trick, seat, EXCHANGE_NOTED, seven)


@where("melds")
@text
def declare_seven(block: list[int], lane: int, env: list[int], trick: int, seat: int, seven: int) -> None:
    """Lay a seven of a seat open."""
    put(block, SERVED + DECLARED, lane, get(block, SERVED + DECLARED, lane) | seven)
    put(block, SHOWN, lane, get(block, SHOWN, lane) | seven)
    score(block, lane, env, SEVENS_SCORED, seat, SEVEN_POINTS)
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
    score(block, lane, env, MELDED, seat, signed(melds, base + MELD_POINTS))
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
def score_sevens(block: list[int], lane: int, env: list[int], trick: int, leader: int) -> None:
    """Score the sevens on the table that were not declared, or all of them, for whoever played them, the leader
    first.
    """
    sevens = sevens_in(block, lane, get(block, TABLE, lane))
    if signed(env, SEVEN_EVERY) == 0:
        sevens = without(sevens, get(block, SERVED + DECLARED, lane))
    if trick < G.tricks - G.hand and sevens != word(0):
        for place in range(G.seats):
            seat = leader + place
            seat -= G.seats * (seat >= G.seats)
            if sevens & get(block, HAND + seat, lane) != word(0):
                score(block, lane, env, SEVENS_SCORED, seat, SEVEN_POINTS)


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
    while more and done < most and not is_final(block, lane):
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
    hand = hand_of(block, lane, seat)
    melds = signed(env, MELDS)
    many = offer(block, lane, melds, hand)
    if many > 0:
        answer = question(block, lane, seat, meld, hand)
        made = word(0)
        for k in range(many):
            slot = number(get(block, OFFERED_SLOT + k, lane))
            cards = settled(block, lane, melds, slot, hand, get(block, OFFER + k, lane), answer)
            if made == word(0) and cards != word(0):
                made = cards
                make_meld(block, lane, env, trick, seat, slot, cards)
        if made == word(0) and answer != word(0) and get(block, FAULT, lane) == word(0):
            put(block, FAULT, lane, word(1 + G.tricks * G.seats + seat))
            put(block, WRONG, lane, answer)
            put(block, WRONG + 1, lane, hand)
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
def close_trick(
    block: list[int], lane: int, env: list[int], trick: int, exchange: Decide, declare: Decide, meld: Decide
) -> None:
    """Give a trick to its winner, let him meld, and draw."""
    leader = number(get(block, LEADER, lane))
    take(block, lane, trick)
    winner = number(get(block, LEADER, lane))
    score_sevens(block, lane, env, trick, leader)
    if trick + 1 == signed(env, LAST_TRICK):
        score(block, lane, env, LAST_POINTS, winner, LAST_TRICK_POINTS)
    last = G.tricks - G.hand - 1
    melding = trick < last or (trick == last and signed(env, MELD_LATE) == 1)
    if melding and not is_final(block, lane):
        sevens = ask_sevens(block, lane, env, trick, winner, exchange, declare)
        if (sevens == 0 or signed(env, SEVEN_MELDS) == 0) and not is_final(block, lane):
            ask_meld(block, lane, env, trick, winner, meld)
    if trick <= last and not is_final(block, lane):
        draw_one_each(block, lane, winner, trick)


@where("melds")
@text
def begin_melds(block: list[int], lane: int, env: list[int]) -> None:
    """Make a dealt lane ready for melds; the dealer, the seat before the one that leads, scores a seven that was turned
    up.
    """
    for place in range(MARKS):
        put(block, SERVED + place, lane, 0)
    for column in (SHOWN, EVENTS, OFFERED, BETWEEN, FINAL):
        put(block, column, lane, 0)
    put(block, FIRST, lane, word(NOBODY))
    put(block, OPENED, lane, 0)
    for side in range(G.sides):
        for column in (MELDED, SEVENS_SCORED, LAST_POINTS):
            put(block, column + side, lane, 0)
        for slot in range(G.melds):
            put(block, MADE + MAX_MELDS * side + slot, lane, 0)
    dealer = number(get(block, OPENER, lane)) - 1
    dealer += G.seats * (dealer < 0)
    if sevens_in(block, lane, get(block, BELOW, lane)) != word(0):
        score(block, lane, env, SEVENS_SCORED, dealer, SEVEN_POINTS)


@where("melds", other=0)
@text
def total_of(block: list[int], lane: int, side: int) -> int:
    """What a side has scored in a deal that is over."""
    return so_far(block, lane, side) + number(get(block, POINTS + side, lane))


@where("melds")
@text
def count_brisques(block: list[int], lane: int) -> None:
    """Leave brisques out where the deal was not played to its end."""
    for side in range(G.sides):
        put(block, POINTS + side, lane, when(not is_final(block, lane), get(block, POINTS + side, lane)))


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
