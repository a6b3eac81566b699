"""The slow, obvious twin of chance: which cards a seed deals, and in which order cards lie where their order matters.

Written with names and lists. A pack is a list of names in its fixed order, whatever is trump. A deal goes to places:
the seats' hands in turn (in a game of two halves the second hands after them), and a talon or a stock as the last one.
"""

from collections.abc import Sequence
from math import comb, factorial, prod

from twin_kinds import below

DEAL = 1
ORDER = 3
FIRST_OF_STOCK = 8
GROUP = 10
SUITS = "CSHD"


def pack_of(ranks: str) -> list[str]:
    """Return the cards of these ranks suit by suit, in the fixed order of a pack."""
    return [rank + suit for suit in SUITS for rank in ranks]


def subset(n: int, k: int, number: int) -> list[int]:
    """Return subset `number` of k among places 0 .. n-1: first those with fewer of the lowest 16 places, then by the
    value of these as a binary number, then by the rest, numbered in the same way.
    """
    if n <= 16:
        taken = []
        for size in range(k, 0, -1):
            place = max(place for place in range(n) if comb(place, size) <= number)
            number -= comb(place, size)
            taken.append(place)
        return sorted(taken)
    for inside in range(max(0, k - (n - 16)), min(16, k) + 1):
        ways = comb(16, inside) * comb(n - 16, k - inside)
        if number < ways:
            which, rest = divmod(number, comb(n - 16, k - inside))
            return subset(16, inside, which) + [16 + place for place in subset(n - 16, k - inside, rest)]
        number -= ways
    raise ValueError(f"there are {comb(n, k)} subsets of {k} among {n}")


def deal(pack: Sequence[str], sizes: Sequence[int], seed: int, index: int, attempt: int = 0) -> list[list[str]]:
    """Deal a pack to places of these sizes, which add up to the pack; each place's cards are in the order of the pack.

    A place draws one of the subsets of the cards that are left; the last one takes the rest.
    """
    left = list(pack)
    dealt = []
    for place, size in enumerate(sizes):
        number = below(comb(len(left), size), seed, index, attempt, DEAL, place) if size < len(left) else 0
        cards = [left[one] for one in subset(len(left), size, number)]
        left = [card for card in left if card not in cards]
        dealt.append(cards)
    if left:
        raise ValueError(f"{len(left)} cards of {len(pack)} were not dealt")
    return dealt


def order_of_hand(
    pack: Sequence[str], hand: Sequence[str], seed: int, index: int, attempt: int, place: int
) -> list[str]:
    """Return the cards of a place in the order in which they were dealt to it."""
    number = below(factorial(len(hand)), seed, index, attempt, ORDER, place)
    digits = []
    for base in range(1, len(hand) + 1):
        digits.append(number % base)
        number //= base
    left = [card for card in pack if card in hand]
    return [left.pop(digit) for digit in reversed(digits)]


def order_of_stock(pack: Sequence[str], cards: Sequence[str], seed: int, index: int, attempt: int = 0) -> list[str]:
    """Return a stock or a talon, top first. Ten positions share a number; the first of them takes its leading digit."""
    left = [card for card in pack if card in cards]
    stock = []
    for group in range(0, len(cards), GROUP):
        sizes = [len(cards) - position for position in range(group, min(group + GROUP, len(cards)))]
        number = below(prod(sizes), seed, index, attempt, ORDER, FIRST_OF_STOCK + group // GROUP)
        for place in range(len(sizes)):
            digit, number = divmod(number, prod(sizes[place + 1 :]))
            stock.append(left.pop(digit))
    return stock
