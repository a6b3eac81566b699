"""How many first deals there are with each value of some measures about dealt cards: exact, without dealing any.

Places and classes of cards are those of `patterns`, but patterns are not gone through one by one. The places get their
cards one after another, and all that is kept of those that have theirs is how many cards of each class are left and
what the measures still need to know: the values of the largest parts of them that are settled by then. What agrees in
all of it is counted together, so that a question about every hand ("has any player ...?") costs little more than one
about two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goatsim.engine import program as op
from goatsim.exact.patterns import binomials, enumerated, lowest_of, parted, rooms_of
from goatsim.exact.turnups import card_shown, turned_up
from goatsim.game import Game
from goatsim.lang.looks import Instruction, Uncountable, fixed_columns, looks, places_by_column, values
from goatsim.lang.measures import Measure

MOST_PAIRS = 1 << 21
"""How many hands are dealt to states, one by one, for one place; questions that need more are left to sampling."""
MOST_TRIED = 16 * MOST_PAIRS
"""The same for those of which it is only seen whether the state has the cards for it."""
PIECE = 1 << 20
"""How many of these at once."""
TOO_MUCH = "there are too many different deals to count"
GUARDS = np.uint64(0x8080808080808080)


def counted(game: Game, measures: Sequence[Measure], seat: int = 0) -> dict[tuple[int, ...], int]:
    """In how many ways each tuple of values comes about, in the order of the tuples; a truth is 0 or 1. Together they
    are the ways to deal the pack to the places that the measures tell apart. `seat`: who `me` is.

    Raises `Uncountable`, saying why, if a measure is about something else than dealt cards or there is too much to
    count; `RequestError` if one has no meaning in the game.
    """
    if game.shape.turnup:
        return turned_up(game, measures, seat, counted)
    if game.shape.shown:
        return card_shown(game, measures, seat, counted)
    bounds = [measure.bound(game, seat) for measure in measures]
    seen = [look for bound in bounds for look in looks(bound, game)]
    places, classes = parted(game, seen)
    rooms = rooms_of(game, places)
    sizes = [cards.bit_count() for cards in classes]
    ways = binomials(rooms)
    states = _States(np.array([sizes], np.uint8), np.zeros((1, 0), np.int64), np.ones(1, ways.dtype))
    codes: list[Sequence[Instruction]] = [bound.code for bound in bounds]
    settled: set[int] = set()
    for k, (seats, room) in enumerate(zip(places, rooms, strict=True)):
        if not any(look.places & set(seats) for look in seen):
            break
        settled |= set(seats)
        codes, parts = _cut(codes, game, settled)
        hands = None if k == len(places) - 1 else enumerated(sizes, [room, sum(rooms) - room])[0][:, :, 0]
        pieces = []
        for row, taken in _pairs(states.left, hands):
            cards = {one: np.zeros(len(row), np.uint64) for one in seats}
            weights = states.weights[row]
            for one, members in enumerate(classes):
                cards[seats[0]] |= lowest_of(members)[taken[:, one]]
                weights = weights * ways[states.left[row, one], taken[:, one]]
            known = values(parts, game, len(row), cards, states.known[row])
            pieces.append(_States.joined([_States(states.left[row] - taken, known, weights)]))
        states = _States.joined(pieces)
    found = values(codes, game, len(states.weights), {}, states.known)
    totals: Counter[tuple[int, ...]] = Counter()
    for row, n in zip(found.tolist(), states.weights.tolist(), strict=True):
        totals[tuple(row)] += n
    return dict(sorted(totals.items()))


def chance(game: Game, truth: Measure, seat: int = 0) -> Fraction:
    """The share of the first deals in which a truth about dealt cards holds. Raises as `counted`."""
    ways = counted(game, [truth], seat)
    return Fraction(ways.get((1,), 0), sum(ways.values()))


@dataclass(frozen=True, eq=False)
class _States:
    """What is kept of the places that have their cards, a row a state: `left[row, class]` cards, `known[row, k]` parts
    of the measures, and in how many ways.
    """

    left: NDArray[np.uint8]
    known: NDArray[np.int64]
    weights: NDArray[Any]

    @classmethod
    def joined(cls, parts: Sequence[_States]) -> _States:
        """The states of several pieces, equal ones as one."""
        left = np.concatenate([part.left for part in parts])
        known = np.concatenate([part.known for part in parts])
        weights = np.concatenate([part.weights for part in parts])
        keys = [*_packed(left).T, *known.T]
        if not keys:
            return cls(left[:1], known[:1], np.array([weights.sum()], weights.dtype))
        order = np.lexsort(keys)
        new = np.zeros(len(order), bool)
        new[0] = True
        for key in keys:
            new[1:] |= key[order][1:] != key[order][:-1]
        first = np.flatnonzero(new)
        return cls(left[order[first]], known[order[first]], np.add.reduceat(weights[order], first))


def _packed(counts: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Numbers of cards below 128, eight to a word: a row a row, as many words as it takes."""
    rows, classes = counts.shape
    words = np.zeros((rows, -(-classes // 8) * 8), np.uint8)
    words[:, :classes] = counts
    return words.view(np.uint64)


def _pairs(
    left: NDArray[np.uint8], hands: NDArray[np.uint8] | None
) -> list[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """Every state with every hand that can be dealt from what is left in it, in pieces: the row of the state, and the
    cards taken. Without `hands` all that is left is taken. Raises `Uncountable` if there are too many.
    """
    if hands is None:
        return [(np.arange(len(left)), left)]
    state, hand = _packed(left) | GUARDS, _packed(hands)
    step = max(1, PIECE // len(hands))
    found = []
    pairs = 0
    if len(left) * len(hands) > MOST_TRIED:
        raise Uncountable(TOO_MUCH)
    for begin in range(0, len(left), step):
        some = state[begin : begin + step]
        fits = np.ones((len(some), len(hands)), bool)
        for k in range(hand.shape[1]):
            # A guard bit is lost where a hand wants more cards than there are.
            fits &= (some[:, k, None] - hand[None, :, k]) & GUARDS == GUARDS
        row, one = np.nonzero(fits)
        found.append((begin + row, hands[one]))
        pairs += len(row)
        if pairs > MOST_PAIRS:
            raise Uncountable(TOO_MUCH)
    return found


def _cut(
    codes: Sequence[Sequence[Instruction]], game: Game, settled: set[int]
) -> tuple[list[Sequence[Instruction]], list[tuple[Instruction, ...]]]:
    """The programs with the largest parts that look at settled places only, or at what is known already, each replaced
    by one instruction COLUMN k; and these parts.
    """
    places, fixed = places_by_column(game), fixed_columns(game)
    parts: dict[tuple[Instruction, ...], int] = {}
    cut: list[Sequence[Instruction]] = []
    for code in codes:
        # The programs that lead to the values of the stack, and whether all they look at is settled; None: nothing is.
        stack: list[tuple[tuple[Instruction, ...], bool | None]] = []

        def known(part: tuple[Instruction, ...], ready: bool | None) -> tuple[Instruction, ...]:
            return ((op.COLUMN, parts.setdefault(part, len(parts)), 0),) if ready else part

        for instruction in code:
            operation, column, _ = instruction
            if operation <= op.TOP:
                looked = operation == op.COLUMN or places.get(column) in settled
                free = operation == op.CONSTANT or (operation != op.COLUMN and column in fixed)
                stack.append(((instruction,), None if free else looked))
            elif operation == op.NOT:
                part, ready = stack.pop()
                stack.append(((*part, instruction), ready))
            else:
                (right, second), (left, first) = stack.pop(), stack.pop()
                if first is False or second is False:
                    stack.append(((*known(left, first), *known(right, second), instruction), False))
                else:
                    stack.append(((*left, *right, instruction), first or second))
        cut.append(known(*stack[-1]))
    return cut, list(parts)
