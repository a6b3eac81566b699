"""What a seat may see: the functions behind `v.WORD` in a policy.

Every function takes (block, lane, seat) first, and then what the policy gave it. Nothing here may depend on a card that
the seat cannot know: hands of others are touched only where they have been laid (`GONE`). A seat at distance k is the
k-th clockwise from the seat that is asked.
"""

from __future__ import annotations

from typing import TypeAlias

from goatsim.engine.beating import ahead_of
from goatsim.engine.bits import bit, get, number, upto, when, without, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    BELOW,
    BEST,
    DISCARDED,
    DOWN,
    FACE_UP,
    FIRST_DEAL,
    GONE,
    LACKS,
    LEADER,
    LED,
    LEGAL,
    MAX_SEATS,
    OPENER,
    RANK,
    SCORE,
    SHOWN,
    SOLOIST,
    TABLE,
    TALON,
    TRICK,
    TRICKS,
    TRUMPS,
    TURNED,
    WINNING,
    WON,
    G,
)
from goatsim.engine.settle import points_of
from goatsim.engine.signalling import told
from goatsim.engine.signals import HELD, LACKED, RUFFED
from goatsim.engine.tricks import (
    account_of,
    dealt_to,
    hand_of,
    may_lead_trumps,
    side_of,
    side_of_account,
)

Cards: TypeAlias = int
"""A set of cards, as against a number: the policy compiler reads these annotations."""


@text
def other_seat(seat: int, distance: int) -> int:
    """The seat at a distance clockwise (0 .. 5), counted round the table as often as need be."""
    found = seat + distance
    for _ in range((G.seats + MAX_SEATS - 2) // G.seats):
        found -= G.seats * (found >= G.seats)
    return found


@text
def face_up(block: list[int], lane: int, seat: int, cards: int) -> int:
    """Those cards of a set of played ones that the seat has seen: all, but for others' cards laid face down."""
    if G.sets:
        cards &= get(block, FACE_UP, lane) | dealt_to(block, lane, seat)
    return cards


@text
def hand(block: list[int], lane: int, seat: int) -> Cards:
    """The cards I hold."""
    return hand_of(block, lane, seat)


@text
def legal(block: list[int], lane: int, seat: int) -> Cards:
    """The cards I may play now."""
    return get(block, LEGAL, lane)


@text
def position(block: list[int], lane: int, seat: int) -> int:
    """My place in the trick: 0 if I lead."""
    place = seat - number(get(block, LEADER, lane))
    return place + G.seats * (place < 0)


@text
def trick(block: list[int], lane: int, seat: int) -> int:
    """The number of the trick, from 1; 0 before the first one."""
    turn = number(get(block, TRICK, lane))
    return (turn + 1) * (turn < G.tricks)


@text
def last(block: list[int], lane: int, seat: int) -> bool:
    """Whether nobody plays after me in this trick."""
    return position(block, lane, seat) == G.seats - 1


@text
def table(block: list[int], lane: int, seat: int) -> Cards:
    """The cards on the table; empty if I lead."""
    cards = when(position(block, lane, seat) != 0, get(block, TABLE, lane))
    return face_up(block, lane, seat, cards)


@text
def led(block: list[int], lane: int, seat: int) -> Cards:
    """All cards of the class led (trumps, or a plain suit); empty if I lead."""
    return when(position(block, lane, seat) != 0, get(block, LED, lane))


@text
def best(block: list[int], lane: int, seat: int) -> Cards:
    """The card that is winning the trick; empty if I lead."""
    return when(position(block, lane, seat) != 0, get(block, BEST, lane))


@text
def table_points(block: list[int], lane: int, seat: int) -> int:
    """The card points on the table."""
    return points_of(block, lane, table(block, lane, seat))


@text
def partner_winning(block: list[int], lane: int, seat: int) -> bool:
    """Whether a card of my own side is winning the trick."""
    mine = side_of(block, lane, number(get(block, WINNING, lane))) == side_of(block, lane, seat)
    return mine and position(block, lane, seat) != 0


@text
def winners(block: list[int], lane: int, seat: int) -> Cards:
    """My legal cards that would be winning if I played them now."""
    ahead = ahead_of(block, lane, get(block, LEGAL, lane), get(block, BEST, lane), get(block, LED, lane))
    leading = position(block, lane, seat) == 0
    return when(leading, get(block, LEGAL, lane)) | when(not leading, ahead)


@text
def gone(block: list[int], lane: int, seat: int) -> Cards:
    """Every card played so far, those on the table among them, but none that others laid face down."""
    return face_up(block, lane, seat, get(block, GONE, lane))


@text
def unseen(block: list[int], lane: int, seat: int) -> Cards:
    """Every card that I have not seen: neither played nor in my hand, nor laid face down by me, nor turned up."""
    pack = upto(bit(G.cards - 1))
    seen = face_up(block, lane, seat, get(block, GONE, lane))
    hidden = without(pack, seen | hand_of(block, lane, seat) | get(block, DOWN, lane))
    if G.buy:
        aside = when(get(block, SOLOIST, lane) == word(1 + seat), get(block, DISCARDED, lane))
        hidden = without(hidden, aside | get(block, TURNED, lane))
    return hidden


@text
def lacks(block: list[int], lane: int, seat: int, distance: int) -> Cards:
    """The cards of the classes of which the seat at a distance has shown to hold none: by not following, or by signs
    that I know.
    """
    other = other_seat(seat, distance)
    cards = get(block, LACKS, lane)
    for k in range(1, G.seats):
        cards = when(other == k, get(block, LACKS + k, lane)) | when(other != k, cards)
    if G.signals:
        cards |= word(told(block, lane, seat, other, RUFFED))
    return cards


@text
def shows(block: list[int], lane: int, seat: int, distance: int) -> Cards:
    """The cards that I know the seat at a distance to hold, by its signs, or since they lay open when the trump suit
    was turned up, or lie open as melds and declared sevens do. Of a seat that has laid cards face down signs tell
    nothing any more.
    """
    other = other_seat(seat, distance)
    cards = word(0)
    if G.turnup or G.melds:
        cards = hand_of(block, lane, other) & get(block, SHOWN, lane)
    if G.signals:
        signed = without(word(told(block, lane, seat, other, HELD)), get(block, GONE, lane))
        if G.sets:
            covered = without(dealt_to(block, lane, other) & get(block, GONE, lane), get(block, FACE_UP, lane))
            signed = when(covered == 0, signed)
        cards |= signed
    return cards


@where("turnup", "signals", other=0)
@text
def shown_by_others(block: list[int], lane: int, seat: int, distance: int) -> Cards:
    """The cards that a seat knows not to be with the one at a distance, since it knows them to be with another one."""
    cards = word(0)
    asked = other_seat(seat, distance)
    for other in range(1, G.seats):
        cards |= when(other_seat(seat, other) != asked, shows(block, lane, seat, other))
    return cards


@text
def may_hold(block: list[int], lane: int, seat: int, distance: int, cards: Cards) -> Cards:
    """Those of a set that, as far as a seat can know, the seat at a distance may hold."""
    if G.turnup or G.signals:
        cards = without(cards, shown_by_others(block, lane, seat, distance))
    if G.signals:
        cards = without(cards, word(told(block, lane, seat, other_seat(seat, distance), LACKED)))
    return without(cards, lacks(block, lane, seat, distance))


@text
def can_be_beaten(block: list[int], lane: int, seat: int) -> bool:
    """Whether, as far as I can know, a seat that plays after me may still beat the card that is winning."""
    better = ahead_of(block, lane, unseen(block, lane, seat), get(block, BEST, lane), get(block, LED, lane))
    place = position(block, lane, seat)
    found = False
    for distance in range(1, G.seats):
        found = found or (place + distance < G.seats and may_hold(block, lane, seat, distance, better) != 0)
    return found and place != 0


@text
def to_play(block: list[int], lane: int, seat: int, ours: bool) -> Cards:
    """The cards that, as far as the seat can know, those of its own or of other sides who play after it may hold."""
    hidden = unseen(block, lane, seat)
    place = position(block, lane, seat)
    cards = word(0)
    for distance in range(1, G.seats):
        same = side_of(block, lane, other_seat(seat, distance)) == side_of(block, lane, seat)
        asked = place + distance < G.seats and same == ours
        cards |= when(asked, may_hold(block, lane, seat, distance, hidden))
    return cards


@text
def rivals(block: list[int], lane: int, seat: int) -> Cards:
    """The cards that, as far as I can know, the opponents who play after me in this trick may hold."""
    return to_play(block, lane, seat, False)


@text
def helpers(block: list[int], lane: int, seat: int) -> Cards:
    """The cards that, as far as I can know, the partners who play after me in this trick may hold."""
    return to_play(block, lane, seat, True)


@text
def mine(block: list[int], lane: int, seat: int, distance: int) -> bool:
    """Whether the seat at a distance plays on my side."""
    return side_of(block, lane, other_seat(seat, distance)) == side_of(block, lane, seat)


@text
def played(block: list[int], lane: int, seat: int, distance: int) -> Cards:
    """Every card that the seat at a distance has played so far, as far as I have seen them."""
    cards = dealt_to(block, lane, other_seat(seat, distance)) & get(block, GONE, lane)
    return face_up(block, lane, seat, cards)


@text
def may_lead(block: list[int], lane: int, seat: int, distance: int) -> bool:
    """Whether the seat at a distance (0: myself) may lead trumps at will."""
    return may_lead_trumps(block, lane, other_seat(seat, distance))


@text
def trumps(block: list[int], lane: int, seat: int) -> Cards:
    """All trumps of the deal."""
    return get(block, TRUMPS, lane)


@text
def aces(block: list[int], lane: int, seat: int) -> Cards:
    """All aces, trumps among them."""
    return get(block, RANK, lane)


@text
def tens(block: list[int], lane: int, seat: int) -> Cards:
    """All tens, trumps among them."""
    return get(block, RANK + 1, lane)


@text
def kings(block: list[int], lane: int, seat: int) -> Cards:
    """All kings, trumps among them."""
    return get(block, RANK + 2, lane)


@text
def queens(block: list[int], lane: int, seat: int) -> Cards:
    """All queens."""
    return get(block, RANK + 3, lane)


@text
def jacks(block: list[int], lane: int, seat: int) -> Cards:
    """All jacks."""
    return get(block, RANK + 4, lane)


@text
def our_points(block: list[int], lane: int, seat: int) -> int:
    """The card points in the tricks that my side has won, as far as I have seen the cards."""
    side = side_of(block, lane, seat)
    won = word(0)
    for other in range(G.sides):
        won |= when(side_of_account(block, lane, other) == side, get(block, WON + other, lane))
    return points_of(block, lane, face_up(block, lane, seat, won))


@text
def their_points(block: list[int], lane: int, seat: int) -> int:
    """The card points in the tricks that the other sides have won, as far as I have seen the cards."""
    side = side_of(block, lane, seat)
    won = word(0)
    for other in range(G.sides):
        won |= when(side_of_account(block, lane, other) != side, get(block, WON + other, lane))
    return points_of(block, lane, face_up(block, lane, seat, won))


@text
def our_tricks(block: list[int], lane: int, seat: int) -> int:
    """How many tricks my side has won."""
    side = side_of(block, lane, seat)
    total = 0
    for other in range(G.sides):
        total += number(when(side_of_account(block, lane, other) == side, get(block, TRICKS + other, lane)))
    return total


@text
def our_eyes(block: list[int], lane: int, seat: int) -> int:
    """The eyes of my side in the match before this deal, what is charged to the others; 0 in a single deal."""
    side = account_of(block, lane, seat)
    total = 0
    for other in range(G.sides):
        total += number(when(other != side, get(block, SCORE + other, lane)))
    return total


@text
def their_eyes(block: list[int], lane: int, seat: int) -> int:
    """The eyes of the other side in the match before this deal, what is charged to mine; 0 in a single deal."""
    side = account_of(block, lane, seat)
    total = 0
    for other in range(G.sides):
        total += number(when(other == side, get(block, SCORE + other, lane)))
    return total


@text
def first_deal(block: list[int], lane: int, seat: int) -> bool:
    """Whether this is the first deal of a match."""
    return number(get(block, FIRST_DEAL, lane)) == 1


@text
def alone(block: list[int], lane: int, seat: int) -> bool:
    """Whether I have bought the talon and play against all others."""
    return G.buy == 1 and get(block, SOLOIST, lane) == word(1 + seat)


@where("buy", other=False)
@text
def for_less(block: list[int], lane: int, seat: int) -> bool:
    """Whether nobody has bought the talon, so that everybody plays for himself and points count against him."""
    return G.buy == 1 and get(block, SOLOIST, lane) == word(0) and number(get(block, TRICK, lane)) < G.tricks


@text
def talon(block: list[int], lane: int, seat: int) -> Cards:
    """The cards of the talon as far as I have seen them: both if I bought it, and what lay open."""
    return when(alone(block, lane, seat), get(block, TALON, lane)) | when(G.buy == 1, get(block, SHOWN, lane))


@text
def turned(block: list[int], lane: int, seat: int) -> Cards:
    """The card that was turned up, or that lies open below the stock; none if there is no such card, or no longer."""
    card = when(G.buy == 1 or G.turnup == 1 or G.shown == 1, get(block, TURNED, lane))
    return card | when(G.below == 1, get(block, BELOW, lane))


@text
def from_praiser(block: list[int], lane: int, seat: int) -> int:
    """My place clockwise from the praiser: 0 if I am the praiser."""
    place = seat - number(get(block, OPENER, lane))
    return place + G.seats * (place < 0)
