"""Question words about the result of a deal. A word of a side asked of a seat means the seat's side. One row a word."""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import RequestError
from goatsim.game import Game
from goatsim.lang import sharing
from goatsim.lang.kinds import NUMBER, TRUTH, Code, Deal, Word, named, truth
from goatsim.lang.melding import most_scored, score_code, score_of
from goatsim.lang.trumps import trumps_in, turns_up


def _eyes(game: Game, given: object) -> tuple[int, int]:
    instead = "score" if game.rules.meld else "stocks" if game.rules.stocks else ""
    if instead:
        why = f"what a deal is worth is called {instead} in it"
        raise RequestError(f"expected a word that {game.rules.name} knows, got eyes: {why}")
    return 0, _most(game)


def _eyes_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for other in range(game.rules.side_count):
        if other != side:
            code += [(op.COLUMN, layout.PENALTY + other, 0), (op.ADD, 0, 0)]
    return code


def _most(game: Game) -> int:
    others = game.rules.side_count - 1
    unplayed = layout.UNPLAYED_CHARGE * bool(game.shape.redeals or game.shape.cuts)
    captured = [row.eyes for row in game.rules.capture_rows()]
    rows = game.rules.scoring_rows()
    most = max([unplayed, *captured, *(max(row.eyes * others, row.penalty) for row in rows)])
    return most + _charged(game) + most_scored(game)


def _stocks(game: Game, given: object) -> tuple[int, int]:
    if not game.rules.stocks:
        raise RequestError(f"expected a word that {game.rules.name} knows, got stocks: its sides have none")
    return -_most(game), 0


def _outcome_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    scored = [row.outcome for row in game.rules.scoring_rows()]
    # Deals that were not counted out are numbered behind the scoring rows.
    for k, outcome in enumerate([*scored, *layout.UNCOUNTED.values()]):
        if outcome == given:
            code += [(op.COLUMN, layout.OUTCOME, 0), (op.CONSTANT, k + 1, 0), (op.EQ, 0, 0), (op.ADD, 0, 0)]
    return code


def _outcome(name: str, doc: str) -> Word:
    def known(game: Game, given: object) -> tuple[int, int]:
        if name not in game.rules.outcomes:
            raise RequestError(
                f"expected a word that {game.rules.name} knows, got {name}: no scoring row of it has that outcome"
            )
        return 0, 1

    return Word(
        name,
        "deal",
        TRUTH,
        doc,
        known,
        lambda game, side, given: _outcome_code(game, side, name),
        lambda game, deal, side, given: int(deal.outcome == name),
    )


def _charged(game: Game) -> int:
    """What a wrong challenge charges; 0 where nobody makes one."""
    return layout.CHALLENGE_CHARGE * bool(game.shape.kinds and game.settings.get(layout.CHALLENGE))


def _challenged_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for seat in range(game.rules.seats):
        if game.rules.sides[seat] == side and _charged(game):
            code += [(op.COLUMN, layout.CHALLENGER, 0), (op.CONSTANT, seat + 1, 0), (op.EQ, 0, 0), (op.ADD, 0, 0)]
    return [*code, (op.CONSTANT, _charged(game), 0), (op.MUL, 0, 0)]


def _played_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 1, 0)]
    for ending in layout.ENDINGS:
        code += [(op.COLUMN, layout.ENDED, 0), (op.CONSTANT, ending, 0), (op.NE, 0, 0), (op.AND, 0, 0)]
    return code


def _winner_code(game: Game, side: int, given: object) -> Code:
    if game.rules.buys:
        return sharing.winner_code(game, side)

    def taken(one: int) -> Code:
        return score_code(game, one) if game.shape.melds else [(op.COLUMN, layout.POINTS + one, 0)]

    code: Code = [(op.CONSTANT, 1, 0)]
    for other in range(game.rules.side_count):
        if other != side:
            code += [*taken(other), *taken(side), (op.LT, 0, 0), (op.AND, 0, 0)]
    return code


def _wins(game: Game, deal: Deal, side: int) -> bool:
    if game.rules.buys:
        return sharing.wins(game, deal, side)
    if deal.scores:
        return all(score_of(deal, side) > score_of(deal, other) for other in range(len(deal.points)) if other != side)
    return all(deal.points[side] > points for other, points in enumerate(deal.points) if other != side)


def _laid_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    # Four cards that were laid to one trick are won together, so that any of them tells who has won them all.
    for trick in range(layout.MAX_PRE if game.shape.kinds else 0):
        cards = layout.FORCED + trick
        won = [(op.CONSTANT, 0, 0), (op.COUNT, layout.WON + side, cards), (op.LT, 0, 0)]
        code += [*won, (op.WORTH, cards, 0), (op.MUL, 0, 0), (op.ADD, 0, 0)]
    return code


def _won_by(name: str, column: int, walk: Callable[[Deal], int | None]) -> Word:
    return Word(
        name,
        "seat",
        TRUTH,
        f"whether the seat, or a seat of the side, won the {name.replace('_', ' ')}",
        truth,
        lambda game, seat, given: [(op.COLUMN, column, 0), (op.CONSTANT, seat, 0), (op.EQ, 0, 0)],
        lambda game, deal, seat, given: int(walk(deal) == seat),
        lone=True,
    )


def _captured_by(name: str, column: int, doc: str, walk: Callable[[Deal], int | None]) -> Word:
    def code(game: Game, seat: int, given: object) -> Code:
        # Where no capture ended the deal the columns hold what an earlier deal left there.
        ended: Code = [(op.COLUMN, layout.ENDED, 0), (op.CONSTANT, layout.CAPTURED, 0), (op.EQ, 0, 0)]
        return [*ended, (op.COLUMN, column, 0), (op.CONSTANT, seat, 0), (op.EQ, 0, 0), (op.AND, 0, 0)]

    return Word(
        name, "seat", TRUTH, doc, truth, code, lambda game, deal, seat, given: int(walk(deal) == seat), lone=True
    )


def _trump_code(game: Game, side: int, given: object) -> Code:
    plain = game.rules.plain.get(str(given), ())
    if not turns_up(game) or not plain:
        return [(op.CONSTANT, int(not plain and any(card[1] == given for card in game.rules.trumps)), 0)]
    return [(op.CONSTANT, 0, 0), (op.COUNT_SET, layout.ALL_TRUMPS, game.set_of(plain)), (op.LT, 0, 0)]


def _is_trump(game: Game, deal: Deal, side: int, given: object) -> int:
    trumps = trumps_in(game, deal)
    cards = [card for card in game.rules.pack if card[1] == given]
    return int(bool(cards) and all(card in trumps for card in cards))


def _claims(game: Game, given: object) -> tuple[int, int]:
    if not game.settings[layout.CLAIM_RULE]:
        raise RequestError(f"expected a word that {game.rules.name} knows, got claims: nobody leads out of turn in it")
    return 0, game.rules.tricks


def _opens_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.COUNT_SET, layout.OPENED, game.set_of(named(given)))]
    return [(op.CONSTANT, 0, 0), *code, (op.LT, 0, 0)] if game.shape.sets else code


ROWS = (
    Word(
        "points",
        "side",
        NUMBER,
        "the card points the side took",
        lambda game, given: (0, game.rules.total_points),
        lambda game, side, given: [(op.COLUMN, layout.POINTS + side, 0)],
        lambda game, deal, side, given: deal.points[side],
        shared=True,
    ),
    Word(
        "tricks",
        "side",
        NUMBER,
        "how many tricks the side took",
        lambda game, given: (0, game.rules.tricks),
        lambda game, side, given: [(op.COLUMN, layout.TRICKS + side, 0)],
        lambda game, deal, side, given: deal.tricks[side],
        shared=True,
    ),
    Word(
        "penalty",
        "side",
        NUMBER,
        "what the deal charges to the side",
        lambda game, given: (0, _most(game)),
        lambda game, side, given: [(op.COLUMN, layout.PENALTY + side, 0)],
        lambda game, deal, side, given: deal.penalty[side],
    ),
    Word(
        "eyes",
        "side",
        NUMBER,
        "the eyes the deal gives to the side (what it charges to the others), not card points",
        _eyes,
        _eyes_code,
        lambda game, deal, side, given: sum(deal.penalty) - deal.penalty[side],
    ),
    Word(
        "stocks",
        "side",
        NUMBER,
        "how the deal changes the stock of the side: less what it charges to it",
        _stocks,
        lambda game, side, given: [(op.CONSTANT, 0, 0), (op.COLUMN, layout.PENALTY + side, 0), (op.SUB, 0, 0)],
        lambda game, deal, side, given: -deal.penalty[side],
    ),
    Word(
        "challenged",
        "side",
        NUMBER,
        "what the side is charged for a wrong challenge, which is among its penalty",
        lambda game, given: (0, _charged(game)),
        _challenged_code,
        lambda game, deal, side, given: deal.challenged[side] if deal.challenged else 0,
    ),
    Word(
        "takes",
        "side",
        NUMBER,
        "how many of the named cards the side won in tricks",
        lambda game, given: (0, len(named(given))),
        lambda game, side, given: [(op.COUNT_SET, layout.WON + side, game.set_of(named(given)))],
        lambda game, deal, side, given: sum(card in named(given) for card in deal.won[side]),
        "cards",
        shared=True,
    ),
    Word(
        "laid_points",
        "side",
        NUMBER,
        "the card points the side took in tricks that were played while the cards were dealt, as after some praises",
        lambda game, given: (0, game.rules.total_points),
        _laid_code,
        lambda game, deal, side, given: sum(map(game.rules.card_points, deal.laid[side])) if deal.laid else 0,
    ),
    Word(
        "winner",
        "side",
        TRUTH,
        "whether the side took more card points than every other, or scored more where melds score, too",
        truth,
        _winner_code,
        lambda game, deal, side, given: int(_wins(game, deal, side)),
    ),
    _won_by("first_trick", layout.FIRST, lambda deal: deal.first_trick),
    _won_by("last_trick", layout.LEADER, lambda deal: deal.last_trick),
    _outcome("egg", "whether both sides took half of the card points (60:60)"),
    _outcome("lucy", "whether one side took all the tricks"),
    _outcome("capture", "whether a captured card ended the deal"),
    _captured_by(
        "captor",
        layout.CAPTOR,
        "whether the seat, or a seat of the side, took a card of the other side by a capture",
        lambda deal: deal.captor,
    ),
    _captured_by(
        "caught",
        layout.CHARGED,
        "whether the seat, or a seat of the side, lost a card by a capture",
        lambda deal: deal.caught,
    ),
    Word(
        "trump",
        "deal",
        TRUTH,
        "whether a suit is trump in the deal, all of it",
        truth,
        _trump_code,
        _is_trump,
        "suit",
    ),
    Word(
        "claims",
        "seat",
        NUMBER,
        "how often the seat took the lead by a claim, with four cards of a suit or four trumps",
        _claims,
        lambda game, seat, given: [(op.COLUMN, layout.TOOK_LEAD + seat, 0)],
        lambda game, deal, seat, given: deal.claims[seat] if deal.claims else 0,
    ),
    _outcome("third_claim", "whether the deal ended by a third claim of a redeal"),
    _outcome("fault", "whether the deal ended by a fault in the cut"),
    Word(
        "played",
        "deal",
        TRUTH,
        "whether the deal was played, be it only until a capture ended it (see whole), and was not over before its "
        "first trick by a third claim or a fault in the cut",
        truth,
        _played_code,
        lambda game, deal, side, given: int(deal.outcome not in layout.ENDINGS.values()),
    ),
    Word(
        "whole",
        "deal",
        TRUTH,
        "whether the deal was played to its end and counted, and not ended before by anything",
        truth,
        lambda game, side, given: [(op.COLUMN, layout.ENDED, 0), (op.CONSTANT, 0, 0), (op.EQ, 0, 0)],
        lambda game, deal, side, given: int(deal.outcome not in layout.UNCOUNTED.values()),
    ),
    Word(
        "redealt",
        "deal",
        TRUTH,
        "whether a redeal was claimed",
        truth,
        lambda game, side, given: [(op.CONSTANT, 0, 0), (op.COLUMN, layout.CLAIMS, 0), (op.LT, 0, 0)],
        lambda game, deal, side, given: int(deal.redeals > 0),
    ),
    Word(
        "swapped",
        "deal",
        TRUTH,
        "whether a trump was passed to a partner",
        truth,
        lambda game, side, given: [(op.CONSTANT, 0, 0), (op.COLUMN, layout.SWAPS, 0), (op.LT, 0, 0)],
        lambda game, deal, side, given: int(len(deal.swaps) > 0),
    ),
    Word(
        "opens",
        "deal",
        TRUTH,
        "whether the opening lead was one of the named cards, or held one of them where sets are led",
        truth,
        _opens_code,
        lambda game, deal, side, given: int(deal.opened in named(given)),
        "cards",
    ),
)
