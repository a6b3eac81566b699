"""Pants and double pants (rules.md, 3.5 and 3.6): cards taken from both ends of the deck, bad ones put to tricks."""

from __future__ import annotations

from goatsim.engine.asking import choose, knows
from goatsim.engine.bits import count, get, number, put, sub, when, without, word
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    ASIDE,
    COMMIT,
    DECK,
    FORCED,
    GONE,
    HAND,
    HOLD,
    LAID,
    RANK,
    TRUMPS,
    G,
)
from goatsim.engine.view import cheapest


@text
def is_one(cards: int) -> bool:
    """Whether a set holds a single card."""
    return cards != word(0) and cards & sub(cards, 1) == word(0)


@text
def taken(block: list[int], lane: int, top: int, end: int, k: int, double: bool) -> int:
    """The k-th card of a step: from the top, then from the bottom."""
    half = 1 + 1 * double
    at = top + k if k < half else end - 1 - (k - half)
    return get(block, DECK + at, lane)


@text
def first_of(block: list[int], lane: int, top: int, end: int, double: bool, cards: int) -> int:
    """The first of some cards of a step, in the order taken."""
    found = word(0)
    for k in range(2 + 2 * double):
        card = taken(block, lane, top, end, k, double)
        found |= when(found == word(0), card & cards)
    return found


@text
def commit(block: list[int], lane: int, seat: int, trick: int, card: int, double: bool) -> None:
    """Put a card of a seat to a trick; who lies open is seen by all."""
    put(block, FORCED + trick, lane, get(block, FORCED + trick, lane) | card)
    put(block, LAID + seat, lane, get(block, LAID + seat, lane) | card)
    if trick == 1 or (not double and seat >= G.seats >> 1):
        put(block, GONE, lane, get(block, GONE, lane) | card)


@text
def hidden(block: list[int], lane: int, seat: int, own_aside: int) -> None:
    """Let a seat know what it has laid face down or put aside."""
    knows(block, lane, without(get(block, LAID + seat, lane) | own_aside, get(block, GONE, lane)))


@text
def pants(block: list[int], lane: int, double: bool) -> tuple[int, int, int]:
    """Let the seats draw and commit. Returns where the rest of the deck begins and ends, and how many cards were put
    aside.
    """
    half = 1 + 1 * double
    room = G.tricks - half
    trumps = get(block, TRUMPS, lane)
    aces = without(get(block, RANK, lane), trumps)
    top = 0
    end = G.seats * G.tricks
    aside = 0
    put(block, GONE, lane, 0)
    for seat in range(G.seats):
        partner = seat + (G.seats >> 1)
        partner -= G.seats * (partner >= G.seats)
        own_aside = word(0)
        done = 0
        while done < half:
            if top == end:
                # Nothing is left to draw: a plain ace from the hand, else any card, else what was put aside first.
                hand = get(block, HAND + seat, lane)
                choice = hand & aces if hand & aces != word(0) else hand
                if choice == word(0):
                    card = get(block, ASIDE, lane)
                    aside -= 1
                    for k in range(aside):
                        put(block, ASIDE + k, lane, get(block, ASIDE + k + 1, lane))
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
                    cards |= taken(block, lane, top, end, k, double)
                going = True
                while going and done < half:
                    bad = without(cards, trumps | aces)
                    choice = bad | when(seat > 0, cards & aces)
                    card = choice
                    if choice != word(0) and not (is_one(choice) and bad != word(0)):
                        hidden(block, lane, seat, own_aside)
                        usual = first_of(block, lane, top, end, double, bad)
                        card = choose(block, lane, seat, COMMIT, choice, usual, bad == word(0))
                    going = card != word(0)
                    if going:
                        cards = without(cards, card)
                        commit(block, lane, seat, done, card, double)
                        done += 1
                # Good cards find their places first.
                good = cards & (trumps | aces)
                free = room - number(count(get(block, HAND + seat, lane)))
                while good != word(0) and free > 0:
                    card = first_of(block, lane, top, end, double, good)
                    if free < count(good):
                        hidden(block, lane, seat, own_aside)
                        card = choose(block, lane, seat, HOLD, good, card, False)
                    put(block, HAND + seat, lane, get(block, HAND + seat, lane) | card)
                    good = without(good, card)
                    free -= 1
                for k in range(2 * half):
                    card = taken(block, lane, top, end, k, double) & good
                    if card != word(0):
                        if count(get(block, HAND + partner, lane)) < room:
                            put(block, HAND + partner, lane, get(block, HAND + partner, lane) | card)
                        else:
                            put(block, ASIDE + aside, lane, card)
                            own_aside |= card
                            aside += 1
                for k in range(2 * half):
                    card = without(taken(block, lane, top, end, k, double) & cards, trumps | aces)
                    if card != word(0):
                        if count(get(block, HAND + seat, lane)) < room:
                            put(block, HAND + seat, lane, get(block, HAND + seat, lane) | card)
                        else:
                            put(block, ASIDE + aside, lane, card)
                            own_aside |= card
                            aside += 1
                top += half
                end -= half
    knows(block, lane, word(0))
    put(block, GONE, lane, 0)
    return top, end, aside
