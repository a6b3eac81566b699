"""The policy `reader`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.expert import following, leading
from goatsim.seats.view import Cards


@helper
def promised(v: Any, helpers: Cards) -> Cards:
    """The cards that partners who play later are known to hold; `helpers`: those that they may hold."""
    others = helpers
    for distance in range(1, 6):
        if v.mine(distance):
            others -= v.shows(distance)
    return helpers - others


@policy(base="expert")
class Reader:
    """Plays as `expert`, and by what its partners have told it with signs: it leads its points to suits that they beat,
    gives them to tricks that they are known to win, and leads low to the ace that one of them holds.

    It weighs its cards as `expert` does; only the chance of a trick is another where signs are known. To hold a card
    means here: to be known to hold it, by signs or since it lay open. To ruff a suit means: to have none of it, as is
    known by signs, and perhaps a trump.

    Leading a card: it counts for the highest one of its class that a partner holds, if that is higher. The chance is 9
    where an opponent may hold a card of the class that beats this one, and where `expert` says that the lead may be
    ruffed; but 64 if a partner ruffs the suit, unless an opponent is known to have none of it. Else it is 64.

    Following: the sure card is the highest one that beats the best on the table, that a partner who plays later holds
    and, if one of those may hold cards of the class led, that is of this class. If there is one, the chance of each
    card is at least the chance that the sure card stands.

    Where nothing is known of the cards of partners, and where sets of cards are led, it plays as `expert`.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        ruffed = v.nothing
        for distance in range(1, 6):
            if v.mine(distance):
                ruffed |= v.ruffs(distance)
        return leading(v, promised(v, v.helpers), ruffed)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return following(v, promised(v, v.helpers))
