"""What a seat may see of the play of sets: the functions behind words of `v` that are about sets of cards led together.

As in `view`, nothing here may depend on a card that the seat cannot know.
"""

from __future__ import annotations

from goatsim.engine.bits import get, number, word
from goatsim.engine.jit import text
from goatsim.engine.layout import BEST, LED_SIZE
from goatsim.engine.sets import beats_set, lead_in, leads_in, set_in, sets_in
from goatsim.engine.tricks import hand_of
from goatsim.engine.view import Cards


@text
def set_size(block: list[int], lane: int, seat: int) -> int:
    """How many cards were led together; 0 if I lead."""
    return number(get(block, LED_SIZE, lane))


@text
def lead_count(block: list[int], lane: int, seat: int) -> int:
    """How many sets of my hand I may lead."""
    return leads_in(block, lane, hand_of(block, lane, seat))


@text
def lead_number(block: list[int], lane: int, seat: int, k: int) -> Cards:
    """Set number k, from 0, of those I may lead; none if there are fewer. A set's number is read in binary: 1 stands
    for the first card of my hand in yardstick order, 2 for the second, 4 for the third and so on.
    """
    return word(lead_in(block, lane, hand_of(block, lane, seat), k))


@text
def answer_count(block: list[int], lane: int, seat: int) -> int:
    """How many sets of my hand are as large as the one led; 0 if I lead."""
    size = number(get(block, LED_SIZE, lane))
    return sets_in(hand_of(block, lane, seat), size) * (size > 0)


@text
def answer_number(block: list[int], lane: int, seat: int, k: int) -> Cards:
    """Set number k, from 0, of those as large as the one led, in the order of `lead_number`; none if there are
    fewer.
    """
    return word(set_in(block, lane, hand_of(block, lane, seat), number(get(block, LED_SIZE, lane)), k))


@text
def beating(block: list[int], lane: int, seat: int, cards: Cards) -> bool:
    """Whether cards beat the set that is winning, each of them one of its cards."""
    return beats_set(block, lane, cards, get(block, BEST, lane))
