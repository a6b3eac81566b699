"""The policy `melder`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.view import Cards
from goatsim.words import cheapest, lowest


@helper
def spared(v: Any) -> Cards:
    """The legal cards that are no parts of melds."""
    spare: Cards = v.legal
    for kind in range(4):
        spare -= v.parts(kind) - v.served(kind)
    return spare


@policy(base="greedy")
class Melder:
    """Spares cards for melds: as long as a card lies open below the stock, and it has cards that are no parts of melds,
    it leads its cheapest such card. Following: its first such card that wins, if there are 10 card points or more on
    the table; else its first plain ace or ten that wins; else its cheapest such card. Without such cards, and when
    nothing lies open any more, as `greedy`. It makes the meld worth most, the first in the order of the table among
    equals, and exchanges and declares sevens whenever it can. A card is a part of melds if there is a kind of melds
    (four of a rank, bezique, marriage, sequence) that it belongs to and has not served in; first means in yardstick
    order, and the cheapest card is the first among those worth no points, else among those worth at most 4, else of
    all. All of this is about legal cards.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        spare = spared(v)
        if v.turned and spare:
            return cheapest(spare)
        return v.base.lead

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        spare = spared(v)
        if v.turned and spare:
            if v.table_points >= 10 and v.winners & spare:
                return lowest(v.winners & spare)
            rich = v.winners & (v.aces | v.tens) - v.trumps
            if rich:
                return lowest(rich)
            return cheapest(spare)
        return v.base.follow
