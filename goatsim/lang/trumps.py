"""The trumps of a deal as question words know them: the same in every deal, or with a suit that is turned up."""

from __future__ import annotations

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.game import Game
from goatsim.games import Rules
from goatsim.lang.kinds import Code, Deal


def turns_up(game: Game) -> bool:
    """Whether the trump suit hangs on the deal."""
    return game.rules.turns_up


def turned_suit(game: Game, deal: Deal) -> str:
    """The suit that was turned up to be trump; "" where none is."""
    return deal.turned[0][1] if turns_up(game) and deal.turned else ""


def trumps_in(game: Game, deal: Deal) -> tuple[str, ...]:
    """The trumps of a deal, high to low."""
    return (*game.rules.trumps, *game.rules.plain.get(turned_suit(game, deal), ()))


def plain_in(game: Game, deal: Deal, suit: str) -> tuple[str, ...]:
    """The plain cards of a suit in a deal; none of a suit that is trump."""
    return () if suit == turned_suit(game, deal) else game.rules.plain.get(suit, ())


def trump_counts(rules: Rules) -> list[int]:
    """How many trumps there may be in a deal, the fewest first."""
    suits = {len(suit) for suit in rules.plain.values()} if rules.turns_up else {0}
    return sorted(len(rules.trumps) + cards for cards in suits)


def most_trumps(game: Game) -> int:
    """How many trumps a deal has at most."""
    return trump_counts(game.rules)[-1]


def trump_strength(game: Game, card: str, suit: str = "") -> int:
    """How strong a trump is: 1 for the lowest; 0 for a plain card. Where the trump suit hangs on the deal, its cards
    count by rank, and are plain ones unless `suit` says that it is theirs.
    """
    trumps = game.rules.trumps
    ranks = game.rules.plain_order if turns_up(game) else ""
    if card in trumps:
        return len(ranks) + len(trumps) - trumps.index(card)
    return len(ranks) - ranks.index(card[0]) if ranks and card[1] == suit else 0


def trump_names(game: Game) -> tuple[str, ...]:
    """The trumps by their strength, the lowest first; those of a suit that is turned up by rank alone."""
    ranks = game.rules.plain_order if turns_up(game) else ""
    return (*reversed(ranks), *reversed(game.rules.trumps))


def strength_code(game: Game, column: int) -> Code:
    """The strength of the highest trump in a column."""
    plain = len(game.rules.pack) - len(game.rules.trumps)
    top = (op.TOP, column, layout.ALL_TRUMPS)
    if not turns_up(game):
        return [top, (op.CONSTANT, plain, 0), (op.SUB, 0, 0), (op.CONSTANT, 0, 0), (op.GREATEST, 0, 0)]
    # Cards of the suit stand among the plain ones, rank by rank: a step for every rank and every other trump.
    order, ranks = game.contract.strength, game.rules.plain_order
    steps = [min(place for place, card in enumerate(order[:plain]) if card[0] == rank) for rank in ranks]
    code: Code = [(op.CONSTANT, 0, 0)]
    for step in (*steps, *range(plain, len(order))):
        code += [(op.CONSTANT, step, 0), top, (op.LT, 0, 0), (op.ADD, 0, 0)]
    return code


def is_suit_code(game: Game, suit: str) -> Code:
    """Whether a suit is a plain one in the deal."""
    own = layout.SUIT + list(game.rules.plain).index(suit)
    return [(op.CONSTANT, 0, 0), (op.COUNT, own, own), (op.LT, 0, 0)]
