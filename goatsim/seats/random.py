"""The policy `random`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import any_of


@policy
class Random:
    """Plays any of its legal cards, all equally likely. With n of them in yardstick order, and the seat's 32-bit random
    number c for the trick, it is number floor(c n / 2^32), counted from 0. It buys a talon if floor(2 c / 2^32) is 1,
    and lays aside any of its cards in the same way, c being the number of each question.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return any_of(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return any_of(v.legal)

    def buy(v: Any) -> Any:
        """Answer whether to buy the talon."""
        return v.coin(2) == 1

    def discard(v: Any) -> Any:
        """Answer a card to lay aside."""
        return any_of(v.legal)
