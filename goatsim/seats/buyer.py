"""The policy `buyer`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.words import cheapest, count, lowest, richest, suit_of, worth


@helper
def strength(v: Any) -> int:
    """What a hand is worth to a soloist: 2 for a trump, 1 more for a queen, 3 for a plain ace."""
    return 2 * count(v.hand & v.trumps) + count(v.hand & v.queens) + 3 * count(v.hand & v.aces - v.trumps)


@policy(base="expert")
class Buyer:
    """Buys the talon with a strong hand, and gives tricks away where nobody bought. It buys if its hand is worth
    `least` or more: 2 for each trump, 1 more for each queen, 3 for each plain ace. It lays aside plain cards but aces,
    as long as it has one: the one with the greatest value, the first among equals in yardstick order, the value being
    its points, 15 more if it has no other card of the suit, and 10 more if it has one other; else its cheapest plain
    card, else its cheapest trump. Where nobody bought, it leads its first card in yardstick order; it follows with the
    richest of its cards that do not win, as long as it has one, else with its cheapest card if it plays last, else with
    its first card. In all other deals it leads and follows as `expert`. The yardstick order is plain cards rank by rank
    from the lowest, within a rank clubs, spades, hearts, diamonds, then the trumps from the lowest. All of this is
    about legal cards.
    """

    least = 14

    def buy(v: Any) -> Any:
        """Answer whether to buy the talon."""
        return strength(v) >= v.least

    def discard(v: Any) -> Any:
        """Answer a card to lay aside."""
        plain = v.legal - v.trumps
        most = -1
        found = cheapest(plain or v.legal)
        for card in plain - v.aces:
            value = worth(card)
            others = count(v.hand & suit_of(card)) - 1
            if others == 0:
                value += 15
            if others == 1:
                value += 10
            if value > most:
                most = value
                found = card
        return found

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return lowest(v.legal) if v.for_less else v.base.lead

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        if not v.for_less:
            return v.base.follow
        if v.legal - v.winners:
            return richest(v.legal - v.winners)
        return cheapest(v.legal) if v.last else lowest(v.legal)
