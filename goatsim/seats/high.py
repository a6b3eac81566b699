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
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return highest(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return highest(v.legal)
