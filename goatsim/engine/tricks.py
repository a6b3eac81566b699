"""The play of tricks, single cards led and followed: what is legal, what a card does, who takes (rules.md, 0.4).

Written without early returns and with selections instead of branches where lanes may differ, so that a loop over lanes
becomes vector code.
"""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine.beating import class_of, strictly_legal
from goatsim.engine.bits import add, bit, count, get, lowest, number, put, shl, shr, sub, when, without, word
from goatsim.engine.copies import one_of_each, second_copy, with_copies
from goatsim.engine.halves import half_time
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    ACCOUNTS,
    BEST,
    BOUND,
    CAPTOR,
    CAPTURE,
    CAPTURED,
    CATCHER,
    CAUGHT,
    CHARGED,
    ENDED,
    EXCHANGED,
    FAULT,
    FIRST,
    FORCED,
    GONE,
    HAND,
    LACKS,
    LEADER,
    LED,
    LED_BY,
    LEGAL,
    MAX_PRE,
    NOBODY,
    OPENED,
    OPENER,
    PRE,
    RIGHTS,
    SIDES,
    STOPPED,
    SWAP,
    SWAPS,
    TABLE,
    TRICK,
    TRICKS,
    TRUMPS,
    WINNING,
    WON,
    G,
)
from goatsim.engine.signals import forget_signs
from goatsim.engine.stock import draw_each


@text
def side_of(block: list[int], lane: int, seat: int) -> int:
    """The side that a seat plays for."""
    return number(shr(get(block, SIDES, lane), 4 * seat)) & 15


@text
def account_of(block: list[int], lane: int, seat: int) -> int:
    """The account that a seat plays for: its side's, or its own where sides are made deal by deal."""
    if G.buy:
        return number(shr(get(block, ACCOUNTS, lane), 4 * seat)) & 15
    return side_of(block, lane, seat)


@text
def side_of_account(block: list[int], lane: int, account: int) -> int:
    """The side that an account counts for in this deal."""
    side = account
    if G.buy:
        for seat in range(G.seats):
            if account_of(block, lane, seat) == account:
                side = side_of(block, lane, seat)
    return side


@text
def seat_at(block: list[int], lane: int, position: int) -> int:
    """The seat that plays at a position of the trick, 0 being the leader."""
    seat = number(get(block, LEADER, lane)) + position
    return seat - G.seats * (seat >= G.seats)


@text
def in_turn(block: list[int], lane: int, place: int) -> int:
    """The seat that is asked at a place in the order from the praiser."""
    seat = number(get(block, OPENER, lane)) + place
    return seat - G.seats * (seat >= G.seats)


@text
def dealt_to(block: list[int], lane: int, seat: int) -> int:
    """The cards dealt to a seat."""
    if G.indexed:
        return get(block, HAND + seat, lane)
    cards = get(block, HAND, lane)
    for other in range(1, G.seats):
        cards = when(seat == other, get(block, HAND + other, lane)) | when(seat != other, cards)
    return cards


@text
def hand_of(block: list[int], lane: int, seat: int) -> int:
    """The cards that a seat still holds."""
    return without(dealt_to(block, lane, seat), get(block, GONE, lane))


@text
def may_lead_trumps(block: list[int], lane: int, seat: int) -> bool:
    """Whether a seat may lead trumps at will."""
    return number(shr(get(block, RIGHTS, lane), seat)) & 1 == 1


@text
def legal_cards(block: list[int], lane: int, seat: int, trick: int, opening: bool) -> int:
    """The cards of its hand that a seat may play now, in a trick counted from 0; `opening`: it leads."""
    hand = hand_of(block, lane, seat)
    if opening:
        plain = without(hand, get(block, TRUMPS, lane))
        allowed = may_lead_trumps(block, lane, seat)
        if G.plain_first:
            allowed = allowed and trick > 0
        barred = plain != 0 and not allowed
        cards = when(barred, plain) | when(not barred, hand)
        if G.buy:
            bound = hand & when(trick == 0, get(block, BOUND, lane))
            cards = bound | when(bound == 0, cards)
    elif G.free:
        cards = hand
    elif G.strict:
        cards = word(strictly_legal(block, lane, hand, trick))
    else:
        same = hand & get(block, LED, lane)
        cards = same | when(same == 0, hand)
    if G.kinds:
        forced = hand & get(block, FORCED + min(trick, MAX_PRE), lane)
        cards = forced | when(forced == 0, cards)
    elif G.match and opening:
        forced = hand & when(trick == 0, get(block, FORCED, lane))
        cards = forced | when(forced == 0, cards)
    return cards


@text
def played_already(block: list[int], lane: int, trick: int) -> bool:
    """Whether a trick, counted from 0, was played while the cards were dealt."""
    return trick < number(get(block, PRE, lane))


@text
def begin(block: list[int], lane: int) -> None:
    """Make a dealt lane ready for its first trick."""
    put(block, GONE, lane, 0)
    put(block, LEADER, lane, get(block, OPENER, lane))
    for side in range(G.sides):
        put(block, WON + side, lane, 0)
        put(block, TRICKS + side, lane, 0)
    if G.capture:
        put(block, STOPPED, lane, 0)
        put(block, CAPTURE, lane, 0)
        put(block, CAPTOR, lane, word(NOBODY))
    if G.memory:
        for seat in range(G.seats):
            put(block, LACKS + seat, lane, 0)
    if G.turn_rights:
        # Nobody has led a trick before.
        put(block, RIGHTS, lane, sub(shl(bit(0), G.seats), bit(0)))
    if G.last_swap:
        put(block, EXCHANGED, lane, 0)
        if not (G.swap_one or G.swap_two):
            put(block, SWAPS, lane, 0)


@text
def rights_of(block: list[int], lane: int, leader: int, ours: bool) -> int:
    """The seats that play on the side of a leader (`ours`) or on others, one bit each."""
    seats = word(0)
    for seat in range(G.seats):
        same = side_of(block, lane, seat) == side_of(block, lane, leader)
        seats |= when(same == ours, shl(bit(0), seat))
    return seats


@text
def partner_of(block: list[int], lane: int, seat: int) -> int:
    """The one other seat of a seat's side; the seat itself if there is none, or more than one."""
    partner = seat
    others = 0
    for other in range(G.seats):
        if other != seat and side_of(block, lane, other) == side_of(block, lane, seat):
            partner = other
            others += 1
    return partner if others == 1 else seat


@where("last_swap")
@text
def exchange_last(block: list[int], lane: int) -> None:
    """Let a leader who may lead no trump and has nothing else exchange it with the partner's last card, if that is
    plain (rules.md, 7). It is noted as a swap.
    """
    trumps = get(block, TRUMPS, lane)
    leader = number(get(block, LEADER, lane))
    partner = partner_of(block, lane, leader)
    gave = hand_of(block, lane, leader)
    got = hand_of(block, lane, partner)
    barred = not may_lead_trumps(block, lane, leader)
    done = barred and without(gave, trumps) == 0 and got & trumps == 0 and partner != leader
    if G.capture:
        done = done and not stopped(block, lane)
    passed = when(done, gave | got)
    for seat in range(G.seats):
        ours = seat == leader or seat == partner
        put(block, HAND + seat, lane, get(block, HAND + seat, lane) ^ when(ours, passed))
        if G.memory:
            put(block, LACKS + seat, lane, when(not (done and ours), get(block, LACKS + seat, lane)))
        if G.signals:
            forget_signs(block, lane, seat, done and ours, True)
    swaps = 0
    if G.swap_one or G.swap_two:
        swaps = number(get(block, SWAPS, lane))
    put(block, SWAP + 4 * swaps, lane, word(leader))
    put(block, SWAP + 4 * swaps + 1, lane, gave)
    put(block, SWAP + 4 * swaps + 2, lane, got)
    put(block, SWAP + 4 * swaps + 3, lane, 0)
    put(block, SWAPS, lane, word(swaps + 1 * done))
    put(block, EXCHANGED, lane, word(1 * done))


@text
def lay(block: list[int], lane: int, seat: int, opening: bool, card: int) -> None:
    """Put a card on the table and see who is winning; of two copies in the hand, whichever is named, the more worn."""
    if G.double:
        card = word(one_of_each(block, lane, with_copies(card) & hand_of(block, lane, seat)))
    if opening:
        put(block, LED, lane, class_of(block, lane, card))
        put(block, TABLE, lane, card)
        put(block, BEST, lane, card)
        put(block, WINNING, lane, word(seat))
    else:
        led = get(block, LED, lane)
        best = get(block, BEST, lane)
        trumps = get(block, TRUMPS, lane)
        beaten = second_copy(best) if G.double else best
        if G.mixed and G.cards <= 32:
            # Trumps are moved above all plain cards, into the other half of a word: one comparison does.
            better = card & led | shl(card & trumps, 32) > beaten & led | shl(beaten & trumps, 32)
        elif G.mixed:
            # Trumps are compared by themselves first.
            higher = card & trumps > beaten & trumps
            better = higher or (card & trumps == beaten & trumps and card & led > beaten)
        else:
            better = card & (led | trumps) > beaten
        put(block, TABLE, lane, get(block, TABLE, lane) | card)
        put(block, BEST, lane, when(better, card) | when(not better, best))
        put(block, WINNING, lane, when(better, word(seat)) | when(not better, get(block, WINNING, lane)))
        if G.memory and not G.free:
            turn = number(get(block, TRICK, lane))
            # Cards that lay open while the cards were dealt follow no suit.
            follows = not G.kinds or not played_already(block, lane, turn)
            if G.strict:
                follows = follows and turn >= G.tricks - G.hand
            for other in range(G.seats):
                shown = when(seat == other and card & led == 0 and follows, led)
                put(block, LACKS + other, lane, get(block, LACKS + other, lane) | shown)
    put(block, GONE, lane, get(block, GONE, lane) | card)
    if G.capture:
        catch(block, lane)


@where("capture")
@text
def holder(block: list[int], lane: int, card: int) -> int:
    """The seat to which a card was dealt."""
    found = 0
    for seat in range(G.seats):
        found += seat * (get(block, HAND + seat, lane) & card != 0)
    return found


@where("capture")
@text
def catch(block: list[int], lane: int) -> None:
    """End the deal where a card that takes another one and that one lie on the table from different sides, whichever of
    them was played first (rules.md, 5 and 8).
    """
    table = get(block, TABLE, lane)
    for row in range(G.capture):
        catcher = get(block, CATCHER + row, lane)
        caught = get(block, CAUGHT + row, lane)
        captor = holder(block, lane, catcher)
        loser = holder(block, lane, caught)
        met = table & (catcher | caught) == catcher | caught
        apart = side_of(block, lane, captor) != side_of(block, lane, loser)
        # What ended before, or without play, is over.
        ends = met and apart and get(block, ENDED, lane) == 0
        place = number(get(block, TRICK, lane)) * G.seats + count(table)
        put(block, STOPPED, lane, when(ends, word(place)) | when(not ends, get(block, STOPPED, lane)))
        put(block, CAPTURE, lane, when(ends, word(row + 1)) | when(not ends, get(block, CAPTURE, lane)))
        put(block, CAPTOR, lane, when(ends, word(captor)) | when(not ends, get(block, CAPTOR, lane)))
        put(block, CHARGED, lane, when(ends, word(loser)) | when(not ends, get(block, CHARGED, lane)))
        put(block, ENDED, lane, when(ends, word(CAPTURED)) | when(not ends, get(block, ENDED, lane)))


@where("capture", other=False)
@text
def stopped(block: list[int], lane: int) -> bool:
    """Whether a capture has ended the deal. Lanes go on behind it, without effect."""
    return get(block, STOPPED, lane) != 0


@text
def turn(block: list[int], lane: int, trick: int, position: int, decide: Callable[[list[int], int, int], int]) -> int:
    """Let the seat at a position play: ask its policy, check the answer, lay the card. Returns the answer.

    An answer that is not one legal card is noted in FAULT (the first one of a deal) and the lowest legal card is laid
    for it, so that other lanes can go on.
    """
    opening = position == 0
    seat = seat_at(block, lane, position)
    legal = legal_cards(block, lane, seat, trick, opening)
    put(block, LEGAL, lane, legal)
    answer = decide(block, lane, seat)
    if G.kinds:
        given = played_already(block, lane, trick)
        answer = when(given, legal) | when(not given, answer)
    wrong = answer & legal == 0 or answer & sub(answer, 1) != 0
    fault = get(block, FAULT, lane)
    noted = wrong and fault == 0
    if G.capture:
        noted = noted and not stopped(block, lane)
    put(block, FAULT, lane, fault | when(noted, word(1 + trick * G.seats + position)))
    lay(block, lane, seat, opening, when(wrong, lowest(legal)) | when(not wrong, answer))
    return answer


@text
def take(block: list[int], lane: int, trick: int) -> None:
    """Give the trick to its winner, who leads the next."""
    winner = number(get(block, WINNING, lane))
    led_by = number(get(block, LEADER, lane))
    side = account_of(block, lane, winner)
    for other in range(G.sides):
        takes = side == other
        if G.capture:
            takes = takes and not stopped(block, lane)
        put(block, WON + other, lane, get(block, WON + other, lane) | when(takes, get(block, TABLE, lane)))
        put(block, TRICKS + other, lane, add(get(block, TRICKS + other, lane), when(takes, bit(0))))
    if trick == 0:
        first = word(winner)
        if G.capture:
            first = when(stopped(block, lane), word(NOBODY)) | when(not stopped(block, lane), first)
        put(block, FIRST, lane, first)
    if G.kinds:
        led = get(block, TABLE, lane) & dealt_to(block, lane, led_by)
        opening = trick == number(get(block, PRE, lane))
        put(block, OPENED, lane, when(opening, led) | when(not opening, get(block, OPENED, lane)))
        how = number(shr(get(block, LED_BY, lane), 2 * (trick + 1))) & 3
        next_leader = when(how == 0, word(winner)) | when(how == 1, get(block, OPENER, lane))
        put(block, LEADER, lane, next_leader | when(how == 2, get(block, FIRST, lane)))
    else:
        if trick == 0:
            opener = number(get(block, OPENER, lane))
            put(block, OPENED, lane, get(block, TABLE, lane) & dealt_to(block, lane, opener))
        put(block, LEADER, lane, word(winner))
    put(block, TRICK, lane, word(trick + 1))
    if G.draw and not G.melds and trick < G.tricks - G.hand:
        draw_each(block, lane, winner, trick * G.seats)
    if G.turn_rights:
        put(block, RIGHTS, lane, rights_of(block, lane, led_by, False))
    if G.last_swap and trick == G.tricks - 2:
        exchange_last(block, lane)
    if G.halves:
        half_time(block, lane, trick)
