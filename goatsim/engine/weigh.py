"""Playing by a table of weights: the situations that such a table tells apart, and the card of greatest weight.

One text serves all tables. The numbers lie behind an address in the block (a list, where the text runs as plain
Python), two rows of `MAX_CARDS` for every situation: of the cards that would not be winning if they were played now,
and of those that would. Card k of the strength order has place k in its row.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from goatsim.engine.bits import get, number, place, signed, without, word
from goatsim.engine.jit import text
from goatsim.engine.layout import LEGAL, MAX_CARDS, TRICK, WEIGHTS, G
from goatsim.engine.order import lowest
from goatsim.engine.view import can_be_beaten, last, may_lead, partner_winning, table_points, winners

RICH = 10  # card points on the table that make a trick worth taking
LEAST = -(1 << 31)  # below every weight


class Situation(NamedTuple):
    """What a table of weights calls a situation, the decision that may fall into it, and what it is in words."""

    name: str
    decision: str
    meaning: str


_RIGHTS = {
    "free": "you may lead trumps at will",
    "barred": "you may not lead trumps at will",
}
_THIRDS = {
    "early": "first third of the tricks",
    "middle": "second third of the tricks",
    "late": "last third of the tricks",
}
_STANDINGS = {
    "sure": "your side is winning, and nobody after you can beat it",
    "shaky": "your side is winning, and a seat after you may beat it",
    "contested": "they are winning, you can beat them, and others follow",
    "closing": "they are winning, you can beat them, and play last",
    "lost": "they are winning, and you cannot beat them",
}
_PRIZES = {
    "poor": f"less than {RICH} points",
    "rich": f"{RICH} points or more",
}

# Each decision falls into one of its situations, whose number is its place here; the two texts below find it. A text
# for every situation would be one place less to keep in step, and much more machine code.
SITUATIONS = tuple(
    Situation(f"{one}_{other}", decision, f"{first[one]}; {second[other]}")
    for decision, first, second in (("lead", _RIGHTS, _THIRDS), ("follow", _STANDINGS, _PRIZES))
    for one, other in product(first, second)
)
_FOLLOWING = len(_RIGHTS) * len(_THIRDS)


@text
def leading(block: list[int], lane: int, seat: int) -> int:
    """The number of the situation of a seat that leads."""
    over = 3 * number(get(block, TRICK, lane))
    third = 1 * (over >= G.tricks) + 1 * (over >= 2 * G.tricks)
    return third + 3 * (1 - 1 * may_lead(block, lane, seat, 0))


@text
def following(block: list[int], lane: int, seat: int) -> int:
    """The number of the situation of a seat that follows."""
    if partner_winning(block, lane, seat):
        standing = 1 * can_be_beaten(block, lane, seat)
    elif winners(block, lane, seat) != word(0):
        standing = 2 + 1 * last(block, lane, seat)
    else:
        standing = 4
    return _FOLLOWING + 2 * standing + 1 * (table_points(block, lane, seat) >= RICH)


@text
def heaviest(block: list[int], lane: int, seat: int, situation: int) -> int:
    """The legal card of greatest weight in a situation, of several the first in yardstick order."""
    weights = number(get(block, WEIGHTS + seat, lane))
    ahead = winners(block, lane, seat)
    cards = get(block, LEGAL, lane)
    best = lowest(block, lane, seat, cards)
    most = LEAST
    while cards != word(0):
        card = lowest(block, lane, seat, cards)
        row = 2 * situation + 1 * (card & ahead != word(0))
        weight = signed(weights, row * MAX_CARDS + place(card))
        if weight > most:
            most = weight
            best = card
        cards = without(cards, card)
    return best


@text
def lead(block: list[int], lane: int, seat: int) -> int:
    """The card to lead."""
    return heaviest(block, lane, seat, leading(block, lane, seat))


@text
def follow(block: list[int], lane: int, seat: int) -> int:
    """The card to follow with."""
    return heaviest(block, lane, seat, following(block, lane, seat))


TEXTS: dict[str, Callable[[list[int], int, int], int]] = {"lead": lead, "follow": follow}
"""The decisions that a table of weights answers, as engine text."""
