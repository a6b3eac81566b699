"""The policy `greedy`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import cheapest, count, highest, lowest


@policy
class Greedy:
    """Leads high from many trumps, feeds its partner's tricks, takes rich ones as cheaply as it can, and throws its
    cheapest card else. Leading: its highest trump if it may lead four or more, else its cheapest card. Following: if
    its own side is winning the trick, its first ace, else its first ten, else its first king, else its cheapest card;
    if not, its first card that wins, if there are 10 card points or more on the table; else its cheapest card. First
    means in yardstick order: plain cards rank by rank from the lowest, within a rank clubs, spades, hearts, diamonds,
    then the trumps from the lowest. The cheapest card is the first among those worth no points, else among those worth
    at most 4, else of all. All of this is about legal cards.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        trumps = v.legal & v.trumps
        if count(trumps) >= 4:
            return highest(trumps)
        return cheapest(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
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
