"""Matches of a game: how they begin, and what the engine's loop over them is told (rules.md, 1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goatsim.engine import layout
from goatsim.errors import RequestError, whole
from goatsim.game import LARGEST_ORDERED, Game
from goatsim.games import Rules
from goatsim.ledger import EGG, LUCY, plays_matches, terms_of


@dataclass(frozen=True)
class Start:
    """How matches begin: with the rules of a first deal or in the middle, with eyes by side as they stand then, and
    the dealer of the next deal (None: as the rules say).
    """

    first_deal: bool = True
    eyes: tuple[int, int] = (0, 0)
    dealer: int | None = None


def unfit(rules: Rules) -> str:
    """Why rules have no matches, in a clause; "" if they have."""
    if rules.side_count != 2:
        return f"a match is played by two sides, and {rules.name} has {rules.side_count}"
    if not plays_matches(rules):
        return f"{rules.name} has no target that would end a match"
    if rules.hand_size > LARGEST_ORDERED:
        return f"a match needs hands of at most {LARGEST_ORDERED} cards, and {rules.name} has {rules.hand_size}"
    if rules.first_leader:
        return f"who leads first goes round the table in a match, and {rules.name} says seat {rules.first_leader}"
    scored = any(row.eyes or row.penalty for row in rules.scoring_rows())
    return "" if scored else f"no deal of {rules.name} is worth eyes, so that no match would end"


def match_of(game: Game) -> Game:
    """The same game with its deals played as parts of a match. Raises `RequestError` if it cannot be played so."""
    reason = unfit(game.rules)
    if reason:
        raise RequestError(f"expected a game that has matches, got {game.rules.name}: {reason}")
    return replace(game, shape=game.shape._replace(match=1, early=1))


def match_terms(game: Game, start: Start) -> dict[int, int]:
    """What the loop over matches is told, by place (`engine.layout`). Raises `RequestError` for a start at which the
    match would be over.
    """
    rules, terms = game.rules, terms_of(game.rules)
    for eyes in start.eyes:
        whole("the eyes of a side at the start", eyes, 0, terms.target - 1)
    outcomes = [row.outcome for row in rules.scoring_rows()]
    dealer = layout.NOBODY if rules.options.get("first_dealer") == "random" else rules.seats - 1
    return {
        layout.TARGET: terms.target,
        layout.TAIL_MIN: terms.tail_min,
        layout.AFTER_EGG: terms.after_egg,
        layout.LUCY_WINS: int(terms.lucy_wins),
        layout.LUCY_SCORES: int(terms.lucy_scores),
        layout.EGG_ROWS: sum(1 << k for k, outcome in enumerate(outcomes) if outcome == EGG),
        layout.LUCY_ROWS: sum(1 << k for k, outcome in enumerate(outcomes) if outcome == LUCY),
        layout.SEATED: sum(side << 4 * seat for seat, side in enumerate(rules.sides)),
        layout.START_DEALER: dealer if start.dealer is None else start.dealer,
        layout.START_FIRST: int(start.first_deal),
        # What is charged to a side is what the other has won (rules.md, 0.3).
        layout.START_SCORE: start.eyes[1],
        layout.START_SCORE + 1: start.eyes[0],
    }
