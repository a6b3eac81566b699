"""The policy `high`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import highest


@policy
class High:
    """Plays the last of its legal cards in yardstick order. That order is the plain cards rank by rank from the lowest,
    within a rank clubs, spades, hearts, diamonds, and then the trumps from the lowest; so it plays its highest trump if
    it may.

    Where sets of cards are led it leads the last card of its hand alone, and answers with the last cards of its hand,
    face up if they beat what is winning; it takes the lead out of turn if it may.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return highest(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return highest(v.legal)

    def set_lead(v: Any) -> Any:
        """Answer the cards to lead."""
        return highest(v.legal)

    def set_answer(v: Any) -> Any:
        """Answer the cards to lay to a set."""
        cards = v.nothing
        for _ in range(v.set_size):
            cards |= highest(v.legal - cards)
        return cards
