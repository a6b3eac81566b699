"""What a hand, and its partner's, must hold for a trump to be passed (rules.md 2), as truths about dealt cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goatsim.games import Rules
from goatsim.lang import Measure, me, partner

OFFERS: Mapping[str, Callable[[Rules], Measure]] = {
    "one": lambda rules: me.trumps == 1,
    "two": lambda rules: (me.trumps == 2) & (me.cards(scoring(rules)) == 1),
}
"""What a hand must hold for the swap of one trump, and for that of two."""


def scoring(rules: Rules) -> list[str]:
    """The trumps with card points."""
    return [card for card in rules.trumps if rules.card_points(card)]


def offering(rules: Rules, swap: str) -> Measure:
    """Whether I can make a swap (`one` or `two`, a key of `OFFERS`): my partner needs a plain card to give back."""
    found: Measure = OFFERS[swap](rules) & (partner.trumps < rules.hand_size)
    return found
