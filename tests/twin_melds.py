"""The slow, obvious twin of Bezique's cards and melds (11): which can be made, and of which cards.

Written from the rules alone, with names and lists.

**Cards.** The pack goes suit by suit (C S H D), in a suit A T K Q J 9 8 7, both copies side by side: AC AC TC TC ...
The stock has 48 cards, top first; the last is the turn-up. Yardstick order is that of the deal: plain cards rank by
rank from the seven, within a rank C S H D, and then the trumps from the seven; the copies of a card side by side.

**Copies.** A player names a card, not a copy. Every copy has a mark: the sum of 16 if it was declared (sevens), 8 if it
served in a sequence, 4 in a marriage, 2 in a bezique, 1 in four of a rank. Of two copies in a hand the one with the
greater mark is taken (copies with equal marks are interchangeable: the first of the pack): played, exchanged, and used
in a meld among those that may serve. So nobody plays a fresh card while he holds its worn copy, a record of names says
everything, and no result depends on which copy is called the first.

**Melds**, in the order of the table: `sequence` 250, `royal_marriage` 40, `marriage` 20 (of each plain suit: C S H D),
`four_aces` 100, `four_kings` 80, `four_queens` 60, `four_jacks` 40, `bezique` 40, `double_bezique` 500. One can be made
if the hand, open cards included, holds cards for it that may serve:

* `sequence`: A T K Q J of trumps, none with mark 8.
* marriages: K and Q of a suit, none with mark 4; in a royal marriage not both with mark 8, whether of one sequence or
  of two.
* four of a rank: four cards of it, none with mark 1, of any suits, equal ones too. Taken by the greatest mark, then in
  yardstick order.
* `double_bezique`: both QS and both JD, of which either all four are without mark 2, or (`double_after_single`) just
  one of each has it.
* `bezique`: QS and JD without mark 2, but not where one of each in the hand has it and a double bezique can be made
  instead.

Cards are chosen from left to right as the meld is written here; each is the one of the greatest mark with which the
meld can still be made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

SUITS = "CSHD"
RANKS = "ATKQJ987"
# The second copy of a card bears a stroke, which no record shows.
PACK = [rank + suit + copy for suit in SUITS for rank in RANKS for copy in ("", "'")]

DECLARED, RUN, MARRIAGE, BEZIQUE, FOUR = 16, 8, 4, 2, 1
FOURS = {"A": ("four_aces", 100), "K": ("four_kings", 80), "Q": ("four_queens", 60), "J": ("four_jacks", 40)}


@dataclass
class Options:
    """The options of section 11 under their names there, with their defaults."""

    last_trick: int = 32
    meld_after_trick_24: bool = False
    double_after_single: bool = True
    target: int = 1000
    target_check: str = "end_of_deal"
    seven_score: str = "once_per_card"
    seven_uses_meld: bool = False


@dataclass
class Meld:
    """A meld that can be made. cards: copies. mark: what they are marked with."""

    name: str
    points: int
    mark: int
    cards: list[str]


# ---------------------------------------------------------------------------------------------------------------------
# Cards


def name(card: str) -> str:
    """Return the name of a copy."""
    return card[:2]


def copies(hands: Sequence[Sequence[str]], stock: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Return hands and a stock of names as copies: the first of a name met is the first copy."""
    seen: list[str] = []

    def copy(card: str) -> str:
        seen.append(card + "'" if card in seen else card)
        return seen[-1]

    return [[copy(card) for card in hand] for hand in hands], [copy(card) for card in stock]


def in_order(cards: Sequence[str], trump: str) -> list[str]:
    """Return the cards in yardstick order."""
    return sorted(cards, key=lambda card: (card[1] == trump, -RANKS.index(card[0]), SUITS.index(card[1]), card))


def higher(card: str, other: str) -> bool:
    """Return whether a card is of a rank above another's."""
    return RANKS.index(card[0]) < RANKS.index(other[0])


def takes(led: str, answer: str, trump: str) -> bool:
    """Return whether the answer wins the trick; of identical cards the first played does."""
    if answer[1] == led[1]:
        return higher(answer, led)
    return answer[1] == trump


def strict(hand: Sequence[str], led: str, trump: str) -> list[str]:
    """Return the cards that may be answered in the last eight tricks."""
    suit = [card for card in hand if card[1] == led[1]]
    if suit:
        return [card for card in suit if higher(card, led)] or suit
    return [card for card in hand if card[1] == trump] or list(hand)


# ---------------------------------------------------------------------------------------------------------------------
# Melds


def melds_of(options: Options, hand: Sequence[str], marks: dict[str, int], trump: str) -> list[Meld]:
    """Return the melds that can be made with a hand, in the order of the table. marks: of every copy."""
    worn_first = sorted(hand, key=lambda card: (-marks[card], PACK.index(card)))

    def fresh(wanted: str, mark: int) -> list[str]:
        """The copies of a card that may serve."""
        return [card for card in worn_first if name(card) == wanted and not marks[card] & mark]

    found = []
    run = [fresh(rank + trump, RUN) for rank in "ATKQJ"]
    if all(run):
        found.append(Meld("sequence", 250, RUN, [copies[0] for copies in run]))
    for suit in [trump, *(suit for suit in SUITS if suit != trump)]:
        for pair in product(fresh("K" + suit, MARRIAGE), fresh("Q" + suit, MARRIAGE)):
            if not all(marks[card] & RUN for card in pair):
                royal = suit == trump
                found.append(Meld("royal_marriage" if royal else "marriage", 40 if royal else 20, MARRIAGE, [*pair]))
                break
    for rank, (called, points) in FOURS.items():
        four = [card for card in hand if card[0] == rank and not marks[card] & FOUR]
        four = sorted(in_order(four, trump), key=lambda card: -marks[card])[:4]
        if len(four) == 4:
            found.append(Meld(called, points, FOUR, in_order(four, trump)))
    queens = [card for card in worn_first if name(card) == "QS"]
    jacks = [card for card in worn_first if name(card) == "JD"]
    all_four = len(queens) == len(jacks) == 2
    served = [sum(1 for card in pair if marks[card] & BEZIQUE) for pair in (queens, jacks)]
    second = all_four and served == [1, 1] and options.double_after_single
    if fresh("QS", BEZIQUE) and fresh("JD", BEZIQUE) and not second:
        found.append(Meld("bezique", 40, BEZIQUE, [fresh("QS", BEZIQUE)[0], fresh("JD", BEZIQUE)[0]]))
    if second or (all_four and served == [0, 0]):
        found.append(Meld("double_bezique", 500, BEZIQUE, queens + jacks))
    return found
