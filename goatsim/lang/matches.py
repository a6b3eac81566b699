"""Question words about the result of a whole match. One row a word."""

from __future__ import annotations

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.game import Game
from goatsim.lang.kinds import NUMBER, TRUTH, Code, Deal, Ended, Word, truth
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


def _most_eyes(game: Game) -> int:
    terms = terms_of(game.rules)
    worth = max(max(row.eyes, row.penalty) for row in game.rules.scoring_rows()) * terms.after_egg
    return terms.target + max(worth, layout.UNPLAYED_CHARGE, layout.CHALLENGE_CHARGE)


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
        "whether the side won the match",
        truth,
        lambda game, side, given: [(op.COLUMN, layout.LOSER, 0), (op.CONSTANT, 2 - side, 0), (op.EQ, 0, 0)],
        lambda game, deal, side, given: int(_ended(deal).loser != side),
    ),
    Word(
        "final_eyes",
        "side of a match",
        NUMBER,
        "the eyes of the side at the end of the match",
        lambda game, given: (0, _most_eyes(game)),
        lambda game, side, given: [(op.COLUMN, layout.SCORE + 1 - side, 0)],
        lambda game, deal, side, given: _ended(deal).eyes[side],
    ),
)
