"""First deals counted by classes of cards: the exact distribution of measures about dealt cards.

What some measures look at (`goatsim.lang.looks`) cuts the pack into *classes* of cards that they cannot tell apart,
and the seats and the talon into *places* that they cannot tell apart either: seats of which only sums are asked lie
together in one, and so do all that nobody asks about. A *pattern* says how many cards of each class each place gets.
Its weight, the number of ways to deal it, is a product of binomial coefficients, and all patterns together weigh the
number of ways to deal the pack to the places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goatsim.engine import layout
from goatsim.game import Game
from goatsim.lang.looks import Look, Uncountable, looks, sizes_of_places, values
from goatsim.lang.measures import Measure

MOST_PATTERNS = 1 << 20
"""How many patterns are counted one by one; questions with more are left to sampling."""


@dataclass(frozen=True, eq=False, repr=False)
class Patterns:
    """All patterns of a game's first deals. `places`: the seats of each place, the number of seats standing for the
    talon, and the one behind it for the card that lies open below a stock; `classes`: sets in strength order;
    `counts[pattern, class, place]`: how many cards; `weights[pattern]`: in how many ways, as whole numbers of 64 bits
    or, where these are too small, of Python.
    """

    game: Game
    places: tuple[tuple[int, ...], ...]
    classes: tuple[int, ...]
    counts: NDArray[np.uint8]
    weights: NDArray[Any]

    @cached_property
    def total(self) -> int:
        """How many ways there are to deal the pack to the places."""
        return int(self.weights.sum())

    def values(self, measures: Sequence[Measure], seat: int = 0) -> NDArray[np.int64]:
        """The value of every measure in every pattern, a row a pattern; a truth is 0 or 1. The measures must be among
        those that the patterns were made for.
        """
        codes = [measure.bound(self.game, seat).code for measure in measures]
        return values(codes, self.game, len(self.weights), self._cards)

    def groups(self, measures: Sequence[Measure], seat: int = 0) -> tuple[list[tuple[int, ...]], NDArray[np.int64]]:
        """Every tuple of values that comes about, in order, and for each pattern the place of its own."""
        if not measures:
            return [()], np.zeros(len(self.weights), np.int64)
        found = self.values(measures, seat)
        order = np.lexsort(found.T[::-1])
        found = found[order]
        new = np.concatenate([[True], (found[1:] != found[:-1]).any(axis=1)])
        group = np.empty(len(order), np.int64)
        group[order] = np.cumsum(new) - 1
        return [tuple(row) for row in found[new].tolist()], group

    @cached_property
    def _cards(self) -> dict[int, NDArray[np.uint64]]:
        """Cards for each pattern that fit it, by seat: a place's cards all lie at its first seat, since nobody tells
        the seats of a place apart.
        """
        many = len(self.weights)
        held = {seat: np.zeros(many, np.uint64) for seats in self.places for seat in seats}
        for k, cards in enumerate(self.classes):
            lowest = lowest_of(cards)
            ends = np.cumsum(self.counts[:, k].astype(np.int64), axis=1)
            for place, seats in enumerate(self.places):
                begins = ends[:, place] - self.counts[:, k, place]
                held[seats[0]] |= lowest[ends[:, place]] & ~lowest[begins]
        return held


def reason(game: Game) -> str:
    """Why the cards of a game's deals are not those of a first deal, each as likely as any other; "" if they are."""
    if game.shape.match:
        return "in a match, who praises decides about the cards"
    if game.shape.kinds:
        return f"praise={game.rules.options['praise']} may give out the cards in another way"
    if game.shape.redeals:
        claims = [name for name, value in game.rules.options.items() if name.startswith("redeal_") and value != "off"]
        return f"a hand may be dealt again ({', '.join(claims) or 'as the rules say'})"
    return ""


def patterns_of(game: Game, measures: Sequence[Measure], seat: int = 0) -> Patterns:
    """The patterns of first deals that some measures about dealt cards tell apart. Raises `Uncountable`, saying why, if
    a measure is about something else or there are more than `MOST_PATTERNS`; `RequestError` if one has no meaning in
    the game.
    """
    places, classes = parted(game, [look for measure in measures for look in looks(measure.bound(game, seat), game)])
    counts, weights = enumerated([cards.bit_count() for cards in classes], rooms_of(game, places))
    return Patterns(game, places, classes, counts, weights)


def parted(game: Game, seen: Sequence[Look]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """The places and the classes that some looks tell apart: places that are looked at first, small classes first."""
    return _places(game, seen), _classes(game, seen)


def rooms_of(game: Game, places: Sequence[Sequence[int]]) -> list[int]:
    """How many cards each place gets."""
    sizes = sizes_of_places(game)
    return [sum(sizes[one] for one in seats) for seats in places]


def binomials(rooms: Sequence[int]) -> NDArray[Any]:
    """How many subsets of k there are of n cards, at [n, k], in the kind of number that the ways to fill the rooms fit
    into: of 64 bits or, where these are too small, of Python.
    """
    cards = sum(rooms)
    ways = prod(comb(cards - sum(rooms[:k]), room) for k, room in enumerate(rooms))
    exact: Any = np.int64 if ways < 1 << 63 else object
    return np.array([[comb(n, k) for k in range(cards + 1)] for n in range(cards + 1)], exact)


def lowest_of(cards: int) -> NDArray[np.uint64]:
    """The n lowest cards of a set, for n from 0 to its size."""
    singles = [1 << place for place in range(layout.MAX_CARDS) if cards >> place & 1]
    return np.array([sum(singles[:n]) for n in range(len(singles) + 1)], np.uint64)


def _places(game: Game, seen: Sequence[Look]) -> tuple[tuple[int, ...], ...]:
    """The seats, and the talon where there is one, parted by the looks at them; those that are looked at first."""
    groups: defaultdict[tuple[bool, ...], list[int]] = defaultdict(list)
    for one in range(len(sizes_of_places(game))):
        groups[tuple(one in look.places for look in seen)].append(one)
    return tuple(tuple(seats) for _, seats in sorted(groups.items(), key=lambda item: (not any(item[0]), item[1])))


def _classes(game: Game, seen: Sequence[Look]) -> tuple[int, ...]:
    """The pack parted by the sets that are looked at, small classes first."""
    sets = sorted({cards for look in seen for cards in look.sets})
    groups: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for place in range(len(game.rules.pack)):
        groups[tuple(cards >> place & 1 for cards in sets)] |= 1 << place
    return tuple(sorted(groups.values(), key=lambda cards: (cards.bit_count(), cards)))


def enumerated(sizes: Sequence[int], rooms: Sequence[int]) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """All ways to share out classes of some sizes among places with so much room, all of which is filled, and the
    weight of each. Place by place and class by class every number of cards is tried that leaves the rest dealable, so
    no row is in vain.
    """
    ways = binomials(rooms)
    counts = np.zeros((1, len(sizes), len(rooms)), np.uint8)
    weights = np.ones(1, ways.dtype)
    room = np.array([rooms], np.int64)
    for k, size in enumerate(sizes):
        left = np.full(len(weights), size)
        for place in range(len(rooms)):
            least = np.maximum(0, left - room[:, place + 1 :].sum(axis=1))
            choices = np.minimum(left, room[:, place]) - least + 1
            rows = int(choices.sum())
            if rows > MOST_PATTERNS:
                raise Uncountable(f"there are more than {MOST_PATTERNS:,} patterns of cards to count")
            row = np.repeat(np.arange(len(choices)), choices)
            taken = least[row] + np.arange(rows) - (np.cumsum(choices) - choices)[row]
            counts, room, left = counts[row], room[row], left[row]
            counts[:, k, place] = taken
            room[:, place] -= taken
            weights = weights[row] * ways[left, taken]
            left = left - taken
    return counts, weights
