"""The policy `low`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import lowest


@policy
class Low:
    """Plays the first of its legal cards in yardstick order. That order is the plain cards rank by rank from the
    lowest, within a rank clubs, spades, hearts, diamonds, and then the trumps from the lowest. It never buys a talon;
    who lays cards aside for one as it does lays aside the first of them, each time. It is a yardstick, not a player: it
    wins so few tricks that chance wins more, but where points count against whoever has them or there are melds.

    Where sets of cards are led it never takes the lead out of turn, leads the first card of its hand alone, and answers
    with the first cards of its hand, face up if they beat what is winning. Where there are melds it exchanges and
    declares sevens whenever it can, and makes the one worth most, the first in the order of the table among equals.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return lowest(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return lowest(v.legal)

    def discard(v: Any) -> Any:
        """Answer a card to lay aside."""
        return lowest(v.legal)

    def set_lead(v: Any) -> Any:
        """Answer the cards to lead."""
        return lowest(v.legal)

    def set_answer(v: Any) -> Any:
        """Answer the cards to lay to a set."""
        cards = v.nothing
        for _ in range(v.set_size):
            cards |= lowest(v.legal - cards)
        return cards

    def beat(v: Any) -> Any:
        """Answer whether to lay them face up."""
        return True

    def claim_lead(v: Any) -> Any:
        """Answer whether to lead out of turn."""
        return False
