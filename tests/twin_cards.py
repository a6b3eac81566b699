"""The slow, obvious twin of dealing: hands that are subsets of what is left, and the order of a stock.

Written from the definitions alone, with names and lists. What is drawn is a pure function of seed, index and attempt.
"""

import math
from collections.abc import Sequence

from twin_kinds import ORDER_OF_DECK, below

DEAL = 1
GROUP = 10
FIRST_GROUP = 8
SHOWN = 15
SUITS = "CSHD"


def pack_of(ranks: str) -> list[str]:
    """Return the cards of these ranks suit by suit, in the fixed order of a pack."""
    return [rank + suit for suit in SUITS for rank in ranks]


def subset(n: int, k: int, number: int) -> list[int]:
    """Return subset `number` of k of n places: by how many of the first 16, then by the value of those as a number in
    base two, then by the rest in the same way.
    """
    if n <= 16:
        taken = []
        for size in range(k, 0, -1):
            place = max(p for p in range(n) if math.comb(p, size) <= number)
            number -= math.comb(place, size)
            taken.append(place)
        return sorted(taken)
    for inside in range(max(0, k - (n - 16)), min(16, k) + 1):
        rest = math.comb(n - 16, k - inside)
        ways = math.comb(16, inside) * rest
        if number < ways:
            which, other = divmod(number, rest)
            return subset(16, inside, which) + [16 + place for place in subset(n - 16, k - inside, other)]
        number -= ways
    raise AssertionError


def deal(
    pack: Sequence[str], seats: int, size: int, seed: int, index: int, attempt: int = 0
) -> tuple[list[list[str]], list[str]]:
    """Return the hands, one after another from what is left of the pack, and the cards that are left; all in the order
    of the pack.
    """
    left = list(pack)
    hands = []
    for seat in range(seats):
        number = below(math.comb(len(left), size), seed, index, attempt, DEAL, seat)
        hand = [left[place] for place in subset(len(left), size, number)]
        left = [card for card in left if card not in hand]
        hands.append(hand)
    return hands, left


def order_of_hand(hand: Sequence[str], seed: int, index: int, attempt: int, place: int) -> list[str]:
    """Return the cards of a hand, given in the order of the pack, in the order in which they were dealt.

    place: the seat, or the place in the order of dealing where a seat has several hands.
    """
    number = below(math.factorial(len(hand)), seed, index, attempt, ORDER_OF_DECK, place)
    digits = []
    for base in range(1, len(hand) + 1):
        digits.append(number % base)
        number //= base
    left = list(hand)
    return [left.pop(digit) for digit in reversed(digits)]


def stacked(cards: Sequence[str], seed: int, index: int, attempt: int = 0) -> list[str]:
    """Return a stock, top first: each of its places takes one of the cards that are left, in the order of the pack.

    cards: in the order of the pack. Ten places share a number; its first digit is the top one's.
    """
    left = list(cards)
    stock: list[str] = []
    group = 0
    while left:
        bases = [len(left) - place for place in range(min(GROUP, len(left)))]
        number = below(math.prod(bases), seed, index, attempt, ORDER_OF_DECK, FIRST_GROUP + group)
        digits = []
        for base in reversed(bases):
            digits.append(number % base)
            number //= base
        for digit in reversed(digits):
            stock.append(left.pop(digit))
        group += 1
    return stock


def shown(ways: int, seed: int, index: int, attempt: int = 0) -> int:
    """Return which of so many cards is shown."""
    return below(ways, seed, index, attempt, ORDER_OF_DECK, SHOWN)
