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

    Where sets of cards are led, a set of its hand has a number: the first card in yardstick order counts 1, the second
    2, the third 4, the fourth 8; sets come in the order of their numbers. Of the n sets that it may lead it leads
    number floor(c n / 2^32), counted from 0. It answers with number floor(j / 2) of the n sets that are as large as the
    one led, where j is floor(2 c n / 2^32), and lays it face up if that beats what is winning and j is even. It takes
    the lead out of turn if floor(2 c / 2^32) is 1, c being the number of each question.

    Where there are melds it exchanges and declares sevens as it buys, and of the n melds that it can make it makes
    number floor((n + 1) c / 2^32) in the order of the table, none if that is n.
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
