"""What a mirror for the praiser brings him, exactly (rules.md, 3.2)."""

from __future__ import annotations

from fractions import Fraction
from math import perm


def praisers_trumps(cards: int, trumps: int, hand: int, seats: int) -> Fraction:
    """How many trumps the praiser has on average in a deal of so many cards, so many of them trumps, when only he
    looks into the mirror.

    He lifts a packet of a quarter to three quarters of the deck and takes the trumps at its bottom; where he stops lies
    a plain card, and every other card of the deck is a trump with one and the same chance.
    """
    packets = range(-(-cards // 4), 3 * cards // 4 + 1)
    found = Fraction(0)
    for drawn in range(hand + 1):
        chance = Fraction(perm(trumps, drawn), perm(cards, drawn))
        stopped = drawn < hand
        if stopped:
            chance *= Fraction(cards - trumps, cards - drawn)
        his = _his_places(hand - drawn, hand, seats)
        unknown = cards - drawn - stopped
        for packet in packets:
            fresh = len(his) - (stopped and packet - 1 - drawn in his)
            found += chance / len(packets) * (drawn + Fraction(fresh * (trumps - drawn), unknown))
    return found


def _his_places(lacks: int, hand: int, seats: int) -> set[int]:
    """The places of the deck, from the top, that come to the first seat, which lacks so many cards of a full hand."""
    lacking, found, place = [lacks, *[hand] * (seats - 1)], set(), 0
    while any(lacking):
        for seat in range(seats):
            if lacking[seat]:
                lacking[seat] -= 1
                if seat == 0:
                    found.add(place)
                place += 1
    return found
