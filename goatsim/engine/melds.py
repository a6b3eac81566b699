"""Melds: which a hand can make, and with which cards (rules.md, 11)."""

from __future__ import annotations

from goatsim.engine.bits import count, get, lowest, peek, put, shr, signed, when, without, word
from goatsim.engine.copies import FIRSTS, named, one_of_each, with_copies
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import (
    MARKS,
    MELD_CARDS,
    MELD_EACH,
    MELD_GIVES_WAY,
    MELD_GROWS,
    MELD_KIND,
    MELD_NOT_ALL,
    MELD_POINTS,
    MELD_SIZE,
    MELD_SUIT,
    MELD_WORDS,
    OFFER,
    OFFERED,
    OFFERED_POINTS,
    OFFERED_SLOT,
    SERVED,
    SEVENS,
    TRUMPS,
    G,
)

OF_TRUMPS = 1
OF_PLAIN = 2


@text
def sevens_in(block: list[int], lane: int, cards: int) -> int:
    """The sevens of trumps in a set."""
    return cards & get(block, SEVENS, lane) & get(block, TRUMPS, lane)


@apart
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


@apart
def doubled(block: list[int], lane: int, melds: list[int], slot: int, hand: int) -> int:
    """The cards of a meld of both copies, if the hand can make it."""
    base = slot * MELD_WORDS
    cards = peek(melds, base + MELD_CARDS)
    served = count(cards & get(block, SERVED + signed(melds, base + MELD_KIND), lane))
    size = signed(melds, base + MELD_SIZE)
    fresh = served == 0 or (signed(melds, base + MELD_GROWS) == 1 and 2 * served == size)
    return when(without(cards, hand) == word(0) and fresh, cards)


@apart
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
def settled(block: list[int], lane: int, melds: list[int], slot: int, hand: int, offered: int, answer: int) -> int:
    """The cards of a meld that was offered, if an answer means it; of melds of any cards of a rank other ones than
    those offered, too, of two copies the more worn.
    """
    base = slot * MELD_WORDS
    found = when(answer == offered, offered)
    if found == word(0) and signed(melds, base + MELD_EACH) == 0:
        served = get(block, SERVED + signed(melds, base + MELD_KIND), lane)
        free = without(hand & peek(melds, base + MELD_CARDS), served)
        if count(answer) == signed(melds, base + MELD_SIZE) and without(answer, free) == word(0):
            both = with_copies(answer & shr(answer, 1) & word(FIRSTS))
            both &= answer
            found = both | one_of_each(block, lane, with_copies(without(answer, both)) & free)
    return found
