"""Question words about trumps passed to a partner (rules.md 2). One row a word."""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.game import Game
from goatsim.lang.kinds import NUMBER, Code, Deal, Word
from goatsim.lang.trumps import most_trumps, strength_code, trump_strength, turned_suit


def most_swaps(game: Game) -> int:
    """How many trumps can be passed in a deal: nobody gives or receives twice."""
    shape = game.shape
    return min(shape.seats // 2, layout.MAX_SWAPS) if shape.swap_one or shape.swap_two else 0


def plain_cards(game: Game) -> list[str]:
    """The plain cards from the lowest: rank by rank, within a rank in the order of the suits C S H D."""
    plain = [card for card in game.rules.pack if card not in game.rules.trumps]
    return sorted(plain, key=lambda card: game.set_of([card]))


def _made_by(game: Game, giver: int, what: Callable[[int], Code]) -> Code:
    """What is asked of the swap that a seat began, by the first of its columns; 0 if it began none."""
    code: Code = [(op.CONSTANT, 0, 0)]
    for k in range(most_swaps(game)):
        at = layout.SWAP + 4 * k
        code += [
            # Columns of swaps that were not made hold what an earlier deal left there.
            (op.CONSTANT, k, 0),
            (op.COLUMN, layout.SWAPS, 0),
            (op.LT, 0, 0),
            (op.COLUMN, at, 0),
            (op.CONSTANT, giver, 0),
            (op.EQ, 0, 0),
            (op.AND, 0, 0),
            *what(at),
            (op.MUL, 0, 0),
            (op.ADD, 0, 0),
        ]
    return code


def _passed(game: Game, seat: int, given: object) -> Code:
    return _made_by(game, seat, lambda at: strength_code(game, at + 1))


def _returned(game: Game, seat: int, given: object) -> Code:
    giver = game.partner(seat) if seat >= 0 else seat
    return _made_by(game, giver, lambda at: [(op.TOP, at + 2, at + 2)])


def _walk_returned(game: Game, deal: Deal, seat: int, given: object) -> int:
    return sum(1 + plain_cards(game).index(swap.got) for swap in deal.swaps if swap.receiver == seat)


ROWS = (
    Word(
        "passed_trump",
        "seat",
        NUMBER,
        "the strength of the trump the seat passed to its partner, 1 for the lowest of all; 0 if it passed none",
        lambda game, given: (0, most_trumps(game) if most_swaps(game) else 0),
        _passed,
        lambda game, deal, seat, given: sum(
            trump_strength(game, one.gave, turned_suit(game, deal)) for one in deal.swaps if one.giver == seat
        ),
        strength=True,
    ),
    Word(
        "returned_plain",
        "seat",
        NUMBER,
        "the place of the plain card the seat gave back for a trump, 1 for the lowest (rank by rank, in the order of "
        "the suits C S H D); 0 if it was passed none",
        lambda game, given: (0, len(plain_cards(game)) if most_swaps(game) else 0),
        _returned,
        _walk_returned,
    ),
)
