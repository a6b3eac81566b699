"""The policy `random`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import any_of


@policy
class Random:
    """Plays any of its legal cards, all equally likely. With n of them in yardstick order, and the seat's 32-bit random
    number c for the trick, it is number floor(c n / 2^32), counted from 0. It buys a talon if floor(2 c / 2^32) is 1,
    and lays aside any of its cards in the same way, exchanges and declares sevens as it buys, and of the n melds that
    it can make it makes number floor((n + 1) c / 2^32), none if that is n; c is then the number of each question.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return any_of(v.legal)

    def exchange(v: Any) -> Any:
        """Answer whether to exchange a seven."""
        return v.coin(2) == 1

    def declare(v: Any) -> Any:
        """Answer whether to declare a seven."""
        return v.coin(2) == 1

    def meld(v: Any) -> Any:
        """Answer a meld, or none."""
        return v.meld_at(v.coin(v.melds + 1))

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return any_of(v.legal)

    def buy(v: Any) -> Any:
        """Answer whether to buy the talon."""
        return v.coin(2) == 1

    def discard(v: Any) -> Any:
        """Answer a card to lay aside."""
        return any_of(v.legal)
