"""How often a freshly dealt hand, or side, has a trump to pass to its partner (rules.md 2), counted exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from goatsim.exact.counting import chance, counted
from goatsim.game import game_of
from goatsim.games import Rules
from goatsim.lang import Measure, me, over, seat_at

OFFERS: Mapping[str, Callable[[Rules], Measure]] = {
    "one": lambda rules: me.trumps == 1,
    "two": lambda rules: (me.trumps == 2) & (me.cards(scoring(rules)) == 1),
}
"""What a hand must hold for the swap of one trump, and for that of two."""


def scoring(rules: Rules) -> list[str]:
    """The trumps with card points."""
    return [card for card in rules.trumps if rules.card_points(card)]


def hand_chance(rules: Rules, swap: str) -> Fraction:
    """The chance that a given hand holds what a swap (`one` or `two`, a key of `OFFERS`) needs."""
    return chance(game_of(rules), OFFERS[swap](rules))


def side_chances(rules: Rules, swap: str) -> Sequence[Fraction]:
    """The chances that no side, exactly one, two .. have such a swap to make: a hand that fits, and a partner with a
    plain card to give back. A side of any but two seats has none.
    """
    sides = [[seat for seat in range(rules.seats) if rules.sides[seat] == side] for side in range(rules.side_count)]
    makes = [_makes(rules, swap, *seats) | _makes(rules, swap, *seats[::-1]) for seats in sides if len(seats) == 2]
    ways = counted(game_of(rules), makes)
    found = [sum(n for truths, n in ways.items() if sum(truths) == many) for many in range(rules.side_count + 1)]
    return [Fraction(n, sum(ways.values())) for n in found]


def _makes(rules: Rules, swap: str, seat: int, other: int) -> Measure:
    back: Measure = seat_at(other).trumps < rules.hand_size
    return over("any", [seat_at(seat)], OFFERS[swap](rules)) & back
