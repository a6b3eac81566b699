"""Pants and double pants (rules.md, 3.5 and 3.6): cards taken from both ends of the deck, bad ones put to tricks."""

from __future__ import annotations

from goatsim.engine.asking import choose, knows
from goatsim.engine.bits import (
    bit,
    count,
    get,
    highest,
    lowest,
    number,
    place,
    put,
    shl,
    sub,
    when,
    without,
    word,
)
from goatsim.engine.cardwords import cheapest
from goatsim.engine.deck import card_at, give, lay_open, whole_deck
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    COMMIT,
    DECK,
    GONE,
    HAND,
    HOLD,
    LAID,
    RANK,
    TRUMPS,
    G,
)


@text
def is_one(cards: int) -> bool:
    """Whether a set holds a single card."""
    return cards != word(0) and cards & sub(cards, 1) == word(0)


@text
def step(deck: int, k: int, double: bool) -> int:
    """The place of the k-th card of a step, from the top and then from the bottom of what is left of the deck."""
    if double and k & 1 == 1:
        # The second from the top or from the bottom.
        deck = without(deck, lowest(deck) | highest(deck))
    return highest(deck) if k >= 1 + 1 * double else lowest(deck)


@text
def first_of(block: list[int], lane: int, deck: int, double: bool, cards: int) -> int:
    """The first of some cards of a step, in the order taken."""
    found = word(0)
    for k in range(2 + 2 * double):
        card = card_at(block, lane, step(deck, k, double))
        found |= when(found == word(0), card & cards)
    return found


@text
def commit(block: list[int], lane: int, seat: int, trick: int, card: int, double: bool) -> None:
    """Put a card of a seat to a trick; who lies open is seen by all."""
    lay_open(block, lane, trick, seat, card)
    if trick == 1 or (not double and seat >= G.seats >> 1):
        put(block, GONE, lane, get(block, GONE, lane) | card)


@text
def hidden(block: list[int], lane: int, seat: int, cards: int) -> None:
    """Let a seat know the cards that it has just drawn, put aside or laid face down."""
    knows(block, lane, without(get(block, LAID + seat, lane) | cards, get(block, GONE, lane)))


@text
def put_aside(block: list[int], lane: int, left: int, card: int) -> int:
    """Put a card aside: behind the deck, in which it will be dealt last. Returns what is left then."""
    last = highest(left | bit(G.seats * G.hand - 1))
    put(block, DECK + place(last) + 1, lane, card)
    return left | shl(last, 1)


@text
def pants(block: list[int], lane: int, double: bool) -> int:
    """Let the seats draw and commit. Returns the places left in the deck, those of cards put aside among them."""
    half = 1 + 1 * double
    room = G.hand - half
    trumps = get(block, TRUMPS, lane)
    aces = without(get(block, RANK, lane), trumps)
    places = whole_deck()
    left = places
    put(block, GONE, lane, 0)
    for seat in range(G.seats):
        partner = seat + (G.seats >> 1)
        partner -= G.seats * (partner >= G.seats)
        own_aside = word(0)
        done = 0
        while done < half:
            deck = left & places
            if deck == word(0):
                # Nothing is left to draw: a plain ace from the hand, else any card, else what was put aside first.
                hand = get(block, HAND + seat, lane)
                choice = hand & aces if hand & aces != word(0) else hand
                if choice == word(0):
                    card = card_at(block, lane, left)
                    left = without(left, lowest(left))
                elif is_one(choice):
                    card = choice
                else:
                    hidden(block, lane, seat, own_aside)
                    card = choose(block, lane, seat, COMMIT, choice, cheapest(block, lane, seat, choice), False)
                put(block, HAND + seat, lane, without(hand, card))
                commit(block, lane, seat, done, card, double)
                done += 1
            else:
                cards = word(0)
                for k in range(2 * half):
                    cards |= card_at(block, lane, step(deck, k, double))
                    left = without(left, step(deck, k, double))
                going = True
                while going and done < half:
                    bad = without(cards, trumps | aces)
                    choice = bad | when(seat > 0, cards & aces)
                    card = choice
                    if choice != word(0) and not (is_one(choice) and bad != word(0)):
                        hidden(block, lane, seat, own_aside | cards)
                        usual = first_of(block, lane, deck, double, bad)
                        card = choose(block, lane, seat, COMMIT, choice, usual, bad == word(0))
                    going = card != word(0)
                    if going:
                        cards = without(cards, card)
                        commit(block, lane, seat, done, card, double)
                        done += 1
                # Good cards find their places first.
                good = cards & (trumps | aces)
                bad = without(cards, trumps | aces)
                free = room - number(count(get(block, HAND + seat, lane)))
                if count(good) <= free:
                    give(block, lane, seat, good)
                    good = word(0)
                while good != word(0) and free > 0:
                    card = first_of(block, lane, deck, double, good)
                    if free < count(good):
                        hidden(block, lane, seat, own_aside | good | bad)
                        card = choose(block, lane, seat, HOLD, good, card, False)
                    give(block, lane, seat, card)
                    good = without(good, card)
                    free -= 1
                while good | bad != word(0):
                    # Good cards that the hand has no room for go to the partner.
                    passed = good != word(0)
                    card = first_of(block, lane, deck, double, good if passed else bad)
                    good = without(good, card)
                    bad = without(bad, card)
                    taker = partner if passed else seat
                    if count(get(block, HAND + taker, lane)) < room:
                        give(block, lane, taker, card)
                    else:
                        left = put_aside(block, lane, left, card)
                        own_aside |= card
    knows(block, lane, word(0))
    put(block, GONE, lane, 0)
    return left
