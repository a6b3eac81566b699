"""How often a freshly dealt hand, or side, has a trump to pass to its partner (rules.md 2), counted exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from goatsim.games import Rules

Held = tuple[int, int]
"""How many trumps with card points, and how many without, a hand holds."""

OFFERS: Mapping[str, Callable[[Held], bool]] = {
    "one": lambda held: sum(held) == 1,
    "two": lambda held: held == (1, 1),
}
"""What a hand must hold for the swap of one trump, and for that of two."""

Ways = dict[tuple[Held, int], int]
"""How many ways there are to fill some places with trumps so that so many sides have a swap to make."""


def _trumps(rules: Rules) -> Held:
    scoring = sum(rules.card_points(card) > 0 for card in rules.trumps)
    return scoring, len(rules.trumps) - scoring


def _hands(rules: Rules, size: int) -> dict[Held, int]:
    """In how many ways places of one hand hold so many trumps of either kind."""
    scoring, others = _trumps(rules)
    held = product(range(min(scoring, size) + 1), range(min(others, size) + 1))
    return {(a, b): comb(size, a) * comb(size - a, b) for a, b in held if a + b <= size}


def hand_chance(rules: Rules, swap: str) -> Fraction:
    """The chance that a given hand holds what a swap (`one` or `two`, a key of `OFFERS`) needs."""
    scoring, others = _trumps(rules)
    plain, size = len(rules.pack) - scoring - others, rules.hand_size
    fitting = [held for held in _hands(rules, size) if OFFERS[swap](held)]
    ways = sum(comb(scoring, a) * comb(others, b) * comb(plain, size - a - b) for a, b in fitting)
    return Fraction(ways, comb(len(rules.pack), size))


def side_chances(rules: Rules, swap: str) -> Sequence[Fraction]:
    """The chances that no side, exactly one, two .. have such a swap to make: a hand that fits, and a partner with a
    plain card to give back. A side of any but two seats has none.
    """
    hands = _hands(rules, rules.hand_size)
    ways: Ways = {((0, 0), 0): 1}
    for side in range(rules.side_count):
        seats = rules.sides.count(side)
        fits = _pair_fits(rules, swap) if seats == 2 else _never
        ways = _joined(ways, _side(hands, seats, fits))
    talon = {(held, 0): count for held, count in _hands(rules, rules.talon_size).items()}
    found = _joined(ways, talon)
    scoring, others = _trumps(rules)
    everything = comb(len(rules.pack), scoring) * comb(len(rules.pack) - scoring, others)
    return [Fraction(found.get((_trumps(rules), sides), 0), everything) for sides in range(rules.side_count + 1)]


def _never(hands: Sequence[Held]) -> bool:
    return False


def _pair_fits(rules: Rules, swap: str) -> Callable[[Sequence[Held]], bool]:
    def fits(hands: Sequence[Held]) -> bool:
        one, other = hands
        size = rules.hand_size
        return (OFFERS[swap](one) and sum(other) < size) or (OFFERS[swap](other) and sum(one) < size)

    return fits


def _side(hands: Mapping[Held, int], seats: int, fits: Callable[[Sequence[Held]], bool]) -> Ways:
    ways: Ways = defaultdict(int)
    for held in product(hands, repeat=seats):
        count = 1
        for hand in held:
            count *= hands[hand]
        ways[(sum(a for a, _ in held), sum(b for _, b in held)), int(fits(held))] += count
    return ways


def _joined(first: Ways, second: Ways) -> Ways:
    ways: Ways = defaultdict(int)
    for ((a, b), sides), count in first.items():
        for ((c, d), more), many in second.items():
            ways[(a + c, b + d), sides + more] += count * many
    return ways
