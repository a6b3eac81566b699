"""The policy `greedy`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.view import Cards
from goatsim.words import beating, cheapest, count, highest, lowest, richest, worth


@helper
def thrifty(v: Any) -> Cards:
    """The card that costs least where any may be played, trumps being kept, or one that takes a rich trick."""
    takers: Cards = v.winners - v.parts(3)
    if v.table_points >= 10 and takers:
        return lowest(takers)
    return lowest(v.legal)


@helper
def dodging(v: Any) -> Cards:
    """A card that wins as few points as it can, where points count against whoever has them."""
    if v.position == 0:
        return lowest(v.legal)
    if v.legal - v.winners:
        return richest(v.legal - v.winners)
    return cheapest(v.legal) if v.last else lowest(v.legal)


@policy
class Greedy:
    """Leads high from many trumps, feeds its partner's tricks, takes rich ones as cheaply as it can, and throws its
    cheapest card else. Leading: its highest trump if it may lead four or more, else its cheapest card. Following: if
    its own side is winning the trick, its first ace, else its first ten, else its first king, else its cheapest card;
    if not, its first card that wins, if there are 10 card points or more on the table; else its cheapest card. First
    means in yardstick order: plain cards rank by rank from the lowest, within a rank clubs, spades, hearts, diamonds,
    then the trumps from the lowest. The cheapest card is the first among those worth no points, else among those worth
    at most 4, else of all. All of this is about legal cards.

    Where sets of cards are led: it leads all its cards of the suit of which it holds most, of several such suits of the
    one whose cards are worth least, then of the one with the lowest number; a set's number counts 1 for the first card
    of its hand in yardstick order, 2 for the second, 4 for the third and 8 for the fourth. If its own side is winning,
    it answers with the cards worth most, one after another; else with the first set, by number, that beats; else with
    its cheapest cards, one after another. It lays face up what beats, and takes the lead out of turn if it may.

    Where nobody need follow suit, or tricks are played for melds and a card lies open below the stock, it keeps its
    trumps: if there are 10 card points or more on the table, its first card that wins and is no part of a sequence to
    meld; else its first card. It exchanges, declares and melds as `low`.

    It never buys a talon. Where nobody bought, so that points count against whoever has them: it leads its first card,
    and follows with the richest of its cards that do not win, as long as it has one, else with its cheapest card if it
    plays last, else with its first card.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        if v.at_will:
            return thrifty(v)
        if v.melding:
            return thrifty(v)
        if v.for_less:
            return dodging(v)
        trumps = v.legal & v.trumps
        if count(trumps) >= 4:
            return highest(trumps)
        return cheapest(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        if v.at_will:
            return thrifty(v)
        if v.melding:
            return thrifty(v)
        if v.for_less:
            return dodging(v)
        if v.partner_winning:
            if v.legal & v.aces:
                return lowest(v.legal & v.aces)
            if v.legal & v.tens:
                return lowest(v.legal & v.tens)
            if v.legal & v.kings:
                return lowest(v.legal & v.kings)
            return cheapest(v.legal)
        if v.table_points >= 10 and v.winners:
            return lowest(v.winners)
        return cheapest(v.legal)

    def set_lead(v: Any) -> Any:
        """Answer the cards to lead."""
        most = -100000
        found = lowest(v.legal)
        for k in range(v.lead_count):
            cards = v.lead_number(k)
            value = 200 * count(cards) - worth(cards)
            if value > most:
                most = value
                found = cards
        return found

    def set_answer(v: Any) -> Any:
        """Answer the cards to lay to a set."""
        if not v.partner_winning:
            for k in range(v.answer_count):
                if beating(v.answer_number(k)):
                    return v.answer_number(k)
        cards = v.nothing
        for _ in range(v.set_size):
            rest = v.legal - cards
            cards |= richest(rest) if v.partner_winning else cheapest(rest)
        return cards
