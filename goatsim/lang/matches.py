"""Question words about the result of a whole match. One row a word."""

from __future__ import annotations

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import RequestError
from goatsim.game import Game
from goatsim.lang.kinds import NUMBER, TRUTH, Code, Deal, Ended, Word, truth
from goatsim.lang.melding import most_scored
from goatsim.ledger import terms_of

MOST_EGGS = 15
"""Eggs of a match beyond which no more are told apart."""


def most_deals(game: Game) -> int:
    """Deals of a match beyond which no more are told apart: far more than matches last."""
    return 64 + 32 * terms_of(game.rules).target


def _ended(deal: Deal) -> Ended:
    assert deal.match is not None
    return deal.match


def _counted(column: int, most: int) -> Code:
    return [(op.COLUMN, column, 0), (op.CONSTANT, most, 0), (op.LEAST, 0, 0)]


def _most_charged(game: Game) -> int:
    terms = terms_of(game.rules)
    own = game.rules.side_count - 1 if game.rules.ledger == "winner" else 1
    worth = max(max(row.eyes * own, row.penalty) for row in game.rules.scoring_rows()) * terms.after_egg
    # Where the best are equal at the target, further deals count.
    more = 8 * most_scored(game)
    return terms.target + max(worth, layout.UNPLAYED_CHARGE, layout.CHALLENGE_CHARGE, more)


def _wins_code(game: Game, side: int, given: object) -> Code:
    if game.rules.stocks:
        return [(op.COLUMN, layout.VICTOR, 0), (op.CONSTANT, side + 1, 0), (op.EQ, 0, 0)]
    return [(op.COUNT_SET, layout.LOSERS, 1 << side), (op.NOT, 0, 0)]


def _left(game: Game, given: object) -> tuple[int, int]:
    terms = terms_of(game.rules)
    if not terms.stocks or terms.counts_pairs:
        raise RequestError(f"expected a word that {game.rules.name} knows, got final_stock: its sides have none")
    return terms.target - _most_charged(game), terms.target


def _eyes_code(game: Game, side: int, given: object) -> Code:
    others = [other for other in range(game.rules.side_count) if other != side]
    code: Code = [(op.COLUMN, layout.SCORE + others[0], 0)]
    for other in others[1:]:
        code += [(op.COLUMN, layout.SCORE + other, 0), (op.ADD, 0, 0)]
    return code


ROWS = (
    Word(
        "deals",
        "match",
        NUMBER,
        "how many deals the match had, eggs and deals that were not played among them",
        lambda game, given: (0, most_deals(game)),
        lambda game, side, given: _counted(layout.PLAYED, most_deals(game)),
        lambda game, deal, side, given: min(_ended(deal).deals, most_deals(game)),
    ),
    Word(
        "eggs",
        "match",
        NUMBER,
        "how many of its deals were eggs (60:60)",
        lambda game, given: (0, MOST_EGGS),
        lambda game, side, given: _counted(layout.EGGS, MOST_EGGS),
        lambda game, deal, side, given: min(_ended(deal).eggs, MOST_EGGS),
    ),
    Word(
        "tail",
        "match",
        TRUTH,
        "whether the losers of the match have a tail",
        truth,
        lambda game, side, given: [(op.COLUMN, layout.TAIL, 0)],
        lambda game, deal, side, given: int(_ended(deal).tail),
    ),
    Word(
        "wins",
        "side of a match",
        TRUTH,
        "whether the side won the match: it emptied a stock, or, without stocks, it is none of those that lost it",
        truth,
        _wins_code,
        lambda game, deal, side, given: int(
            _ended(deal).winner == side if game.rules.stocks else side not in _ended(deal).losers
        ),
    ),
    Word(
        "final_eyes",
        "side of a match",
        NUMBER,
        "the eyes of the side at the end of the match (what is then charged to the others)",
        lambda game, given: (0, _most_charged(game) * (game.rules.side_count - 1)),
        _eyes_code,
        lambda game, deal, side, given: sum(_ended(deal).penalty) - _ended(deal).penalty[side],
    ),
    Word(
        "final_penalty",
        "side of a match",
        NUMBER,
        "what is charged to the side at the end of the match",
        lambda game, given: (0, _most_charged(game)),
        lambda game, side, given: [(op.COLUMN, layout.SCORE + side, 0)],
        lambda game, deal, side, given: _ended(deal).penalty[side],
    ),
    Word(
        "final_stock",
        "side of a match",
        NUMBER,
        "what is left of the side's stock at the end of the match",
        _left,
        lambda game, side, given: [
            (op.CONSTANT, terms_of(game.rules).target, 0),
            (op.COLUMN, layout.SCORE + side, 0),
            (op.SUB, 0, 0),
        ],
        lambda game, deal, side, given: terms_of(game.rules).target - _ended(deal).penalty[side],
    ),
)
