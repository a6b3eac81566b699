"""The deals that are possible, counted and numbered.

A deal gives k cards to each seat in turn and what is left to the talon. Its number is its rank among all deals of the
pack: hands are ranked one after another, each among the subsets of the cards that are still there, in pack order
(clubs, spades, hearts, diamonds; ace, ten, king, queen, jack, nine ... in each), subsets in colexicographic order (the
combinatorial number system: D. H. Lehmer, 1964). Where the cards left are a stock that is drawn from the top, its order
is part of the deal: among the deals of the same hands it ranks as words do in a dictionary, the top card first, by pack
order. A pack in two halves gives each seat another hand when all have their first; where the dealer's last card is
turned up, its place in pack order among his cards of the first half ranks the deals of the same hands. Trumps play no
part, so the same cards have the same number in every game of a pack that deals alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, prod

from goatsim.cards import COPY, shown
from goatsim.errors import RequestError, wrong
from goatsim.games import Rules


@dataclass(frozen=True)
class Space:
    """All deals of a pack (names in pack order) to `seats` hands of `hand_size` cards, the rest being the talon or, if
    it is `ordered`, the stock, or a talon of which the order counts. Of a pack in two `halves` a seat's hand is its
    cards of the first half and then those of the second. `turned`: the last card that the dealer is dealt of the first
    half is turned up, and so told from his others.
    """

    pack: tuple[str, ...]
    seats: int
    hand_size: int
    ordered: bool = False
    halves: int = 1
    turned: bool = False

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """For each hand, how many there can be once those before it are dealt."""
        hands = self.seats * self.halves
        return tuple(comb(len(self.pack) - hand * self.hand_size, self.hand_size) for hand in range(hands))

    @cached_property
    def orders(self) -> int:
        """In how many orders the cards left can lie; 1 where their order is no part of a deal."""
        return factorial(len(self.pack) - self.seats * self.halves * self.hand_size) if self.ordered else 1

    @property
    def count(self) -> int:
        """How many deals there are."""
        return prod(self.ways) * self.orders * (self.hand_size if self.turned else 1)

    def rank(self, hands: Sequence[Sequence[str]], stock: Sequence[str] = (), dealer: int = -1) -> int:
        """The number of a deal, 0 .. count - 1, from its hands in the order of the seats, and from the stock, top
        first, where there is one; `dealer`: whose last card of the first half is turned up, if one is. Raises
        `RequestError` if they are no deal of the pack.
        """
        hands, stock = self._apart(hands, stock)
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
        if not self.ordered:
            return number
        if sorted(stock) != sorted(left):
            raise RequestError(f"expected the stock to hold {' '.join(left)}, got {' '.join(stock) or 'none'}")
        for card in stock:
            number = number * len(left) + left.index(card)
            left.remove(card)
        return number

    def unrank(self, number: int, dealer: int = -1) -> tuple[list[list[str]], list[str]]:
        """The hands, as `rank` takes them, and the talon, or the stock, top first, of the deal with a number. Raises
        `RequestError` outside 0 .. count - 1.
        """
        if not 0 <= number < self.count:
            raise wrong(f"the number of a deal from 0 to {self.count - 1}", number)
        number, order = divmod(number, self.orders)
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
        held = [[card for hand in hands[seat :: self.seats] for card in hand] for seat in range(self.seats)]
        rest = _nth_order(left, order) if self.ordered else left
        return [list(map(shown, hand)) for hand in held], list(map(shown, rest))

    def least(self, number: int) -> int:
        """The least number of the deal with a number, by which the deal is called: where the pack holds every card
        twice, a deal has a number for every way in which its copies can be told apart.
        """
        return self.rank(*self.unrank(number)) if self._double else number

    @property
    def _double(self) -> bool:
        return self.pack[1] == self.pack[0] + COPY

    def _apart(
        self, hands: Sequence[Sequence[str]], stock: Sequence[str]
    ) -> tuple[Sequence[Sequence[str]], Sequence[str]]:
        """The same with copies told apart, where the pack holds every card twice: in the order in which they come."""
        if not self._double:
            return hands, stock
        seen: set[str] = set()

        def told(cards: Sequence[str]) -> list[str]:
            found = []
            for card in cards:
                found.append(card + COPY if card in seen else card)
                seen.add(card)
            return found

        return [told(hand) for hand in hands], told(stock)

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
    turned = rules.turned == "last_card"
    return Space(rules.pack, rules.seats, rules.hand_size, rules.ordered, rules.halves, turned)


def _nth_order(cards: Sequence[str], number: int) -> list[str]:
    """The order of some cards with a number, from 0, as words stand in a dictionary."""
    left, found = list(cards), []
    for n in range(len(left), 0, -1):
        place, number = divmod(number, factorial(n - 1))
        found.append(left.pop(place))
    return found
