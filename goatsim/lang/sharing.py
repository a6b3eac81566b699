"""Words about deals of which the sides are made deal by deal (rules.md, 6): whoever bought the talon plays alone
against all others, and where nobody did, everybody for himself. What a seat shares with its
friends, and one row a word.
"""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import RequestError
from goatsim.game import Game
from goatsim.lang.kinds import TRUTH, Code, Deal, Word

SOLOIST = "soloist"
"""The seat that bought the talon, as a question calls it."""


def is_soloist(seat: int) -> Code:
    """Whether a seat is the soloist, in a single deal."""
    return [(op.COLUMN, layout.SOLOIST, 0), (op.CONSTANT, seat + 1, 0), (op.EQ, 0, 0)]


def friends_code(one: int, other: int) -> Code:
    """Whether two seats play together."""
    if one == other:
        return [(op.CONSTANT, 1, 0)]
    code: Code = [(op.CONSTANT, 0, 0), (op.COLUMN, layout.SOLOIST, 0), (op.LT, 0, 0)]
    for seat in (one, other):
        code += [*is_soloist(seat), (op.NOT, 0, 0), (op.AND, 0, 0)]
    return code


def shared_code(game: Game, seat: int, of: Callable[[int], Code], theirs: bool = False) -> Code:
    """The sum of a number over the seats that play with a seat, itself among them, or over all others (`theirs`)."""
    code: Code = [(op.CONSTANT, 0, 0)]
    for other in range(game.rules.seats):
        with_it = [*friends_code(seat, other), *([(op.NOT, 0, 0)] if theirs else [])]
        code += [*with_it, *of(other), (op.MUL, 0, 0), (op.ADD, 0, 0)]
    return code


def friends(game: Game, deal: Deal, seat: int) -> list[int]:
    """The seats that play with a seat in a deal, itself among them."""
    if deal.soloist is None or seat == deal.soloist:
        return [seat]
    return [other for other in range(game.rules.seats) if other != deal.soloist]


def winner_code(game: Game, seat: int) -> Code:
    """Whether the side of a seat took more card points than every other."""

    def points(one: int) -> Code:
        return shared_code(game, one, lambda other: [(op.COLUMN, layout.POINTS + other, 0)])

    code: Code = [(op.CONSTANT, 1, 0)]
    for other in range(game.rules.seats):
        if other != seat:
            less = [*points(other), *points(seat), (op.LT, 0, 0)]
            code += [*friends_code(seat, other), *less, (op.OR, 0, 0), (op.AND, 0, 0)]
    return code


def wins(game: Game, deal: Deal, seat: int) -> bool:
    """The same of a deal by name."""
    mine = friends(game, deal, seat)
    sums = [sum(deal.points[one] for one in friends(game, deal, other)) for other in range(game.rules.seats)]
    return all(sums[seat] > sums[other] for other in range(game.rules.seats) if other not in mine)


def _known(name: str) -> Callable[[Game, object], tuple[int, int]]:
    def bounds(game: Game, given: object) -> tuple[int, int]:
        if not game.rules.buys:
            raise RequestError(f"expected a word that {game.rules.name} knows, got {name}: nobody buys a talon in it")
        return 0, 1

    return bounds


ROWS = (
    Word(
        "bought",
        "seat",
        TRUTH,
        "whether the seat, or a seat of the side, bought the talon",
        _known("bought"),
        lambda game, seat, given: is_soloist(seat),
        lambda game, deal, seat, given: int(deal.soloist == seat),
        lone=True,
    ),
    Word(
        "for_less",
        "deal",
        TRUTH,
        "whether nobody bought the talon, so that everybody played for himself",
        _known("for_less"),
        lambda game, side, given: [(op.COLUMN, layout.SOLOIST, 0), (op.CONSTANT, 0, 0), (op.EQ, 0, 0)],
        lambda game, deal, side, given: int(deal.soloist is None),
    ),
)
