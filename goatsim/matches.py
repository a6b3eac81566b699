"""Matches of a game: how they begin, and what the engine's loop over them is told (rules.md, 1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goatsim.engine import layout
from goatsim.errors import RequestError, whole
from goatsim.game import LARGEST_ORDERED, Game
from goatsim.games import Rules
from goatsim.ledger import EGG, LUCY, plays_matches, terms_of

LATER = {"first": layout.LEADS_AS_FIRST, "dealer": layout.DEALER_LEADS, "last_winner": layout.WINNER_LEADS}
"""Who leads first in later deals of a match, by what the rules say of it."""


@dataclass(frozen=True)
class Start:
    """How matches begin: with the rules of a first deal or in the middle, with the score by side as it is shown then
    (`Terms.shown`; nothing yet if it is empty), and the dealer of the next deal (None: as the rules say).
    """

    first_deal: bool = True
    eyes: tuple[int, ...] = ()
    dealer: int | None = None


def unfit(rules: Rules) -> str:
    """Why rules have no matches, in a clause; "" if they have."""
    if not plays_matches(rules):
        return f"{rules.name} has no target that would end a match"
    if rules.hand_size > LARGEST_ORDERED:
        return f"a match needs hands of at most {LARGEST_ORDERED} cards, and {rules.name} has {rules.hand_size}"
    if rules.first_leader:
        return f"who leads first goes round the table in a match, and {rules.name} says seat {rules.first_leader}"
    scored = rules.meld or any(row.eyes or row.penalty for row in rules.scoring_rows())
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
        whole("the score of a side at the start", eyes, int(terms.stocks), terms.target - int(not terms.stocks))
    if terms.counts_pairs and start.eyes:
        raise RequestError(f"expected matches of {rules.name} from the beginning, got a score of {list(start.eyes)}")
    outcomes = [row.outcome for row in rules.scoring_rows()]
    dealer = layout.NOBODY if rules.options.get("first_dealer") == "random" else rules.dealer
    start_score = terms.shown(start.eyes) if start.eyes else (0,) * rules.side_count
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
        layout.SEATED_FROM: int(not rules.dealer_leads),
        layout.LATER_LEADS: LATER[rules.leads_later],
        layout.EGG_MOVES: int(terms.egg_moves),
        layout.MOST_WINS: int(terms.most_wins),
        layout.FATAL_ROWS: sum(1 << k for k, outcome in enumerate(outcomes) if outcome in terms.fatal),
        **{layout.START_SCORE + side: charged for side, charged in enumerate(start_score)},
    }
