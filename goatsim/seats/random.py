"""The policy `random`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import any_of


@policy
class Random:
    """Plays any of its legal cards, all equally likely. With n of them in yardstick order, and the seat's 32-bit random
    number c for the trick, it is number floor(c n / 2^32), counted from 0.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return any_of(v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return any_of(v.legal)

    def set_lead(v: Any) -> Any:
        """Answer the cards to lead."""
        return v.lead_number(v.coin(v.lead_count))

    def set_answer(v: Any) -> Any:
        """Answer the cards to lay to a set."""
        return v.answer_number(v.coin(2 * v.answer_count) // 2)

    def beat(v: Any) -> Any:
        """Answer whether to lay them face up."""
        j = v.coin(2 * v.answer_count)
        return j - j // 2 * 2 == 0

    def claim_lead(v: Any) -> Any:
        """Answer whether to lead out of turn."""
        return v.coin(2) == 1
