"""The policy `memory`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.seats.partner import spared
from goatsim.words import count, highest, masters, richest, suit_of


@policy(base="partner")
class Memory:
    """Remembers every card: what is now the highest of its suit, who is out of a suit, how many trumps are out, and who
    may lead them. Leading, if no opponent may hold a trump: the card worth most of its masters, the cards that no
    unseen card of their class (the trumps, or a plain suit) beats. If opponents may hold trumps, but no more than it
    has masters among its own: the highest trump. Else its first plain master of a suit that every opponent has followed
    so far, if two cards of the suit are unseen, so that it is likely to be followed rather than taken by a trump; one
    is enough if an opponent may lead trumps at will, since then there is no time to wait. Else the card that `partner`
    would spare, among the classes that every opponent has followed, or among all. Unseen is what is neither played nor
    in its own hand; an opponent may hold every unseen card but those of a class that it has not followed before. Signs
    of partners, as far as it knows them, count like that: who beats a suit by a sign has not followed it, and a card is
    not with who lacks it by signs, nor with others than who holds it. Following: as `partner`. First, also among cards
    worth the same, means in yardstick order: plain cards rank by rank from the lowest, within a rank clubs, spades,
    hearts, diamonds, then the trumps from the lowest. All of this is about legal cards.

    It knows nothing of captures, and wins points even where they count against it. Where sets of cards are led it has
    no plan of its own: it leads its cheapest card alone, answers with its cheapest cards, one after another, face up if
    they beat what is winning, and takes the lead out of turn if it may.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        tops = masters(v.legal)
        danger = count(v.rivals & v.trumps)
        if danger == 0 and tops:
            return richest(tops)
        if danger and count(tops & v.trumps) >= danger:
            return highest(tops & v.trumps)
        shown = v.nothing
        needed = 2
        for distance in range(1, 6):
            if not v.mine(distance):
                shown |= v.lacks(distance)
                if v.may_lead(distance):
                    needed = 1
        for card in tops - v.trumps - shown:
            if count(suit_of(card) & v.unseen) >= needed:
                return card
        return spared(v, v.legal - shown or v.legal)
