"""What measures look at: which cards of which places, read off their programs.

A measure about dealt cards counts cards of some sets in the hands as they were dealt, or in the talon. Deals that agree
in these counts are one to it, which is what exact answers and deals of one group rest on (`goatsim.exact.patterns`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.game import Game
from goatsim.lang.binding import Bound


class Uncountable(Exception):
    """Deals cannot be counted, or dealt, by what is asked of them; the text says why in a clause."""


Instruction = tuple[int, int, int]
"""Of a program of `engine.program`, without the arm."""


class Look(NamedTuple):
    """One look: how many cards of each of some sets (in strength order) the places hold together. Places are the seats,
    and behind them the talon, and the card that lies open below a stock.
    """

    places: frozenset[int]
    sets: frozenset[int]


def looks(bound: Bound, game: Game) -> list[Look]:
    """All looks of a measure. Raises `Uncountable` if it is not about dealt cards alone."""
    found: list[Look] = []
    # The same look at several places whose counts are added is one look at them together: each value of the stack is
    # what may still be joined so.
    stack: list[dict[frozenset[int], frozenset[int]]] = []

    def close(value: Mapping[frozenset[int], frozenset[int]]) -> dict[frozenset[int], frozenset[int]]:
        found.extend(Look(places, sets) for sets, places in value.items())
        return {}

    places, fixed = places_by_column(game), fixed_columns(game)
    for operation, a, c in bound.code:
        if operation == op.CONSTANT:
            stack.append({})
        elif operation <= op.TOP:
            sets = _sets(operation, c, game)
            if sets is not None and a in fixed:
                stack.append({})
                continue
            if sets is None or a not in places:
                if operation != op.COLUMN and _hangs(game):
                    raise Uncountable(f"{bound.measure} hangs on the trump suit, which is turned up")
                raise Uncountable(f"{bound.measure} is not about dealt cards alone")
            look = {sets: frozenset([places[a]])}
            stack.append(close(look) if operation == op.TOP else look)
        elif operation == op.NOT:
            stack[-1] = close(stack[-1])
        else:
            right, left = stack.pop(), stack.pop()
            apart = all(left[sets].isdisjoint(right[sets]) for sets in left.keys() & right.keys())
            if operation == op.ADD and apart:
                nowhere: frozenset[int] = frozenset()
                both = left.keys() | right.keys()
                stack.append({sets: left.get(sets, nowhere) | right.get(sets, nowhere) for sets in both})
            else:
                stack.append(close(left) | close(right))
    for value in stack:
        close(value)
    return found


def _sets(operation: int, operand: int, game: Game) -> frozenset[int] | None:
    """The sets whose cards an instruction counts in a place; None if it does something else."""
    if operation == op.WORTH:
        return frozenset(game.contract.planes)
    if operation == op.COUNT_SET:
        return frozenset([operand])
    cards = fixed_columns(game).get(operand)
    if operation == op.COLUMN or cards is None:
        return None
    if operation == op.TOP:
        return frozenset(1 << place for place in range(layout.MAX_CARDS) if cards >> place & 1)
    return frozenset([cards])


def fixed_columns(game: Game) -> dict[int, int]:
    """The columns of a block that hold the same set of cards in every deal of a game."""
    # Trumps may be announced to be plain, or be a suit that is turned up.
    hanging = {layout.TRUMPS}
    if _hangs(game):
        hanging |= {layout.ALL_TRUMPS, layout.TURNED, *range(layout.SUIT, layout.SUIT + layout.MAX_SUITS)}
    return {column: cards for column, cards in game.contract.columns().items() if column not in hanging}


def _hangs(game: Game) -> bool:
    """Whether the trump suit hangs on the deal."""
    return bool(game.shape.turnup or game.shape.shown or game.shape.below)


def places_by_column(game: Game) -> dict[int, int]:
    """The columns of the places: hands as dealt, and the talon, or the card that lies open below a stock."""
    seats = range(game.rules.seats)
    left = {layout.TURNED: len(seats) + 1} if game.shape.below else {layout.TALON: len(seats)}
    return {**{layout.DEALT + seat: seat for seat in seats}, **left}


def sizes_of_places(game: Game) -> list[int]:
    """How many cards each place gets: the seats, what is left over, and the card that lies open below a stock."""
    left = game.rules.talon_size
    rest = [left - 1, 1] if game.shape.below else [left] * (left > 0)
    return [*[game.rules.dealt] * game.rules.seats, *rest]


def values(
    codes: Sequence[Sequence[Instruction]],
    game: Game,
    many: int,
    cards: Mapping[int, NDArray[np.uint64]],
    known: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """What the programs of measures about dealt cards leave in so many deals, at [deal, program]: what `engine.program`
    defines, without compiling anything. `cards[place]` are the sets that the places hold; an instruction COLUMN k
    pushes `known[:, k]`.
    """
    found = np.empty((many, len(codes)), np.int64)
    for k, code in enumerate(codes):
        found[:, k] = _value(code, game, many, cards, known)
    return found


def _value(
    code: Sequence[Instruction],
    game: Game,
    many: int,
    cards: Mapping[int, NDArray[np.uint64]],
    known: NDArray[np.int64] | None,
) -> NDArray[np.int64]:
    fixed, places = fixed_columns(game), places_by_column(game)
    stack: list[NDArray[np.int64]] = []
    for operation, a, c in code:
        if operation == op.CONSTANT:
            stack.append(np.full(many, a, np.int64))
        elif operation == op.COLUMN:
            assert known is not None
            stack.append(known[:, a])
        elif operation <= op.TOP:
            held = np.full(many, fixed[a], np.uint64) if a in fixed else cards[places[a]]
            if operation == op.WORTH:
                planes = enumerate(game.contract.planes)
                stack.append(sum((_count(held, plane) << k for k, plane in planes), np.zeros(many, np.int64)))
            elif operation == op.TOP:
                stack.append(_top(held & np.uint64(fixed[c])))
            else:
                stack.append(_count(held, c if operation == op.COUNT_SET else fixed[c]))
        elif operation == op.NOT:
            stack.append(1 - stack.pop())
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(_JOINED[operation](left, right).astype(np.int64))
    return stack[-1]


_JOINED: dict[int, Callable[[Any, Any], Any]] = {
    op.ADD: np.add,
    op.SUB: np.subtract,
    op.MUL: np.multiply,
    op.EQ: np.equal,
    op.NE: np.not_equal,
    op.LT: np.less,
    op.LE: np.less_equal,
    op.AND: np.minimum,
    op.OR: np.maximum,
    op.LEAST: np.minimum,
    op.GREATEST: np.maximum,
}


def _count(held: NDArray[np.uint64], cards: int) -> NDArray[np.int64]:
    counted: NDArray[np.int64] = np.bitwise_count(held & np.uint64(cards)).astype(np.int64)
    return counted


def _top(held: NDArray[np.uint64]) -> NDArray[np.int64]:
    """1 + the place of the highest card of each set; 0 for the empty set."""
    filled = held.copy()
    for step in (1, 2, 4, 8, 16, 32):
        filled |= filled >> np.uint64(step)
    return np.bitwise_count(filled).astype(np.int64)
