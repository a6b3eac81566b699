"""The deals that are possible, counted and numbered.

A deal gives k cards to each seat in turn and what is left to the talon. Its number is its rank among all deals of the
pack: hands are ranked one after another, each among the subsets of the cards that are still there, in pack order
(clubs, spades, hearts, diamonds; ace, ten, king, queen, jack, nine ... in each), subsets in colexicographic order (the
combinatorial number system: D. H. Lehmer, 1964). Trumps play no part, so the same cards have the same number in every
game of a pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from goatsim.errors import RequestError, wrong
from goatsim.games import Rules


@dataclass(frozen=True)
class Space:
    """All deals of a pack (names in pack order) to `seats` hands of `hand_size` cards, the rest being the talon. Of a
    pack in two `halves` a seat's hand is its cards of the first half and then those of the second, which are dealt when
    all seats have the first. `turned`: the dealer's last card of the first is turned up, and so told from his others.
    """

    pack: tuple[str, ...]
    seats: int
    hand_size: int
    halves: int = 1
    turned: bool = False

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """For each hand, how many there can be once those before it are dealt."""
        hands = self.seats * self.halves
        return tuple(comb(len(self.pack) - hand * self.hand_size, self.hand_size) for hand in range(hands))

    @property
    def count(self) -> int:
        """How many deals there are."""
        return prod(self.ways) * (self.hand_size if self.turned else 1)

    def rank(self, hands: Sequence[Sequence[str]], dealer: int = -1) -> int:
        """The number of a deal, 0 .. count - 1, from its hands in the order of the seats; `dealer`: whose last card of
        the first half is turned up, if one is. Raises `RequestError` if they are no deal of the pack.
        """
        self._check(hands)
        left = list(self.pack)
        number = 0
        dealt = [hand[half * self.hand_size :][: self.hand_size] for half in range(self.halves) for hand in hands]
        for ways, hand in zip(self.ways, dealt, strict=True):
            places = sorted(left.index(card) for card in hand)
            number = number * ways + sum(comb(place, k + 1) for k, place in enumerate(places))
            left = [card for card in left if card not in hand]
        if self.turned:
            first = hands[dealer][: self.hand_size]
            number = number * self.hand_size + sorted(first, key=self.pack.index).index(first[-1])
        return number

    def unrank(self, number: int, dealer: int = -1) -> tuple[list[list[str]], list[str]]:
        """The hands and the talon of the deal with a number. Raises `RequestError` outside 0 .. count - 1."""
        if not 0 <= number < self.count:
            raise wrong(f"the number of a deal from 0 to {self.count - 1}", number)
        number, up = divmod(number, self.hand_size) if self.turned else (number, 0)
        digits = []
        for ways in reversed(self.ways):
            number, digit = divmod(number, ways)
            digits.append(digit)
        left = list(self.pack)
        hands = []
        for digit in reversed(digits):
            places = []
            for k in range(self.hand_size, 0, -1):
                place = k - 1
                while comb(place + 1, k) <= digit:
                    place += 1
                digit -= comb(place, k)
                places.append(place)
            hand = [left[place] for place in sorted(places)]
            hands.append(hand)
            left = [card for card in left if card not in hand]
        if self.turned:
            hands[: self.seats][dealer].append(hands[: self.seats][dealer].pop(up))
        return [[card for hand in hands[seat :: self.seats] for card in hand] for seat in range(self.seats)], left

    def _check(self, hands: Sequence[Sequence[str]]) -> None:
        if len(hands) != self.seats:
            raise RequestError(f"expected {self.seats} hands, got {len(hands)}")
        dealt: set[str] = set()
        for seat, hand in enumerate(hands):
            if len(hand) != self.hand_size * self.halves:
                size = self.hand_size * self.halves
                raise RequestError(f"expected {size} cards in the hand of seat {seat}, got {len(hand)}")
            for card in hand:
                if card not in self.pack:
                    raise wrong(f"cards of the pack in the hand of seat {seat}", card, self.pack)
                if card in dealt:
                    raise RequestError(f"expected every card once, got {card} twice")
                dealt.add(card)


def space_of(rules: Rules) -> Space:
    """The space of first deals of a game."""
    return Space(rules.pack, rules.seats, rules.hand_size, rules.halves, rules.turns_up and rules.turned == "last_card")
