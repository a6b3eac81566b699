"""The policy `low`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import lowest


@policy
class Low:
    """Plays the first of its legal cards in yardstick order. That order is the plain cards rank by rank from the
    lowest, within a rank clubs, spades, hearts, diamonds, and then the trumps from the lowest. It never buys a talon;
    who lays cards aside for one as it does lays aside the first of them, each time.
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
