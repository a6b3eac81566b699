"""Question words about melds and what they score (rules.md, 11). One row a word."""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.engine.melding import LAST_TRICK_POINTS, SEVEN_POINTS
from goatsim.errors import RequestError, wrong
from goatsim.game import Game
from goatsim.games.melds import ResolvedMeld
from goatsim.lang.kinds import NUMBER, Code, Deal, Word


def _times(meld: ResolvedMeld) -> int:
    """How often a side can make a meld at most."""
    suits = len({card[1] for card in meld.cards}) if meld.suit == "trump" else 1
    return len(meld.cards) // suits // meld.size


def _most_melded(game: Game) -> int:
    return sum(meld.points * _times(meld) for meld in game.rules.meld_rows())


def _most_sevens(game: Game) -> int:
    # Each of the two is declared and played; one is exchanged, and one turned up.
    return 6 * SEVEN_POINTS


def most_scored(game: Game) -> int:
    """The most that a side can score in a deal; 0 where there are no melds."""
    if not game.shape.melds:
        return 0
    return _most_melded(game) + _most_sevens(game) + LAST_TRICK_POINTS + game.rules.total_points


def score_code(game: Game, side: int) -> Code:
    """What a side has scored."""
    parts = (layout.MELDED, layout.SEVENS_SCORED, layout.LAST_POINTS, layout.POINTS)
    code: Code = [(op.COLUMN, parts[0] + side, 0)]
    for column in parts[1:]:
        code += [(op.COLUMN, column + side, 0), (op.ADD, 0, 0)]
    return code


def score_of(deal: Deal, side: int) -> int:
    """The same of a deal by name."""
    return deal.scores.total[side] if deal.scores else 0


def _known(name: str, most: Callable[[Game], int]) -> Callable[[Game, object], tuple[int, int]]:
    def bounds(game: Game, given: object) -> tuple[int, int]:
        if not game.shape.melds:
            raise RequestError(f"expected a word that {game.rules.name} knows, got {name}: nothing is melded in it")
        return 0, most(game)

    return bounds


def _named(game: Game, given: object) -> list[tuple[int, ResolvedMeld]]:
    """The melds of a name, with their places in the table."""
    rows = list(enumerate(game.rules.meld_rows()))
    found = [(slot, meld) for slot, meld in rows if meld.meld == given]
    if not found:
        names = list(dict.fromkeys(meld.meld for _, meld in rows))
        raise wrong(f"a meld of {game.rules.name} ({', '.join(names)})", given, names)
    return found


def _how_often(game: Game, given: object) -> tuple[int, int]:
    _known("meld", _most_melded)(game, given)
    return 0, sum(_times(meld) for _, meld in _named(game, given))


def _meld_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for slot, _ in _named(game, given):
        code += [(op.COLUMN, layout.MADE + layout.MAX_MELDS * side + slot, 0), (op.ADD, 0, 0)]
    return code


def _part(name: str, column: int, doc: str, most: Callable[[Game], int], walk: Callable[[Deal, int], int]) -> Word:
    return Word(
        name,
        "side",
        NUMBER,
        doc,
        _known(name, most),
        lambda game, side, given: [(op.COLUMN, column + side, 0)],
        lambda game, deal, side, given: walk(deal, side) if deal.scores else 0,
    )


ROWS = (
    Word(
        "score",
        "side",
        NUMBER,
        "what the side scored in the deal: melds, sevens, brisques and the last trick",
        _known("score", most_scored),
        lambda game, side, given: score_code(game, side),
        lambda game, deal, side, given: score_of(deal, side),
    ),
    _part(
        "melds",
        layout.MELDED,
        "what the side scored by melds, without sevens",
        _most_melded,
        lambda deal, side: deal.scores.melds[side] if deal.scores else 0,
    ),
    Word(
        "meld",
        "side",
        NUMBER,
        "how often the side made the meld of that name, such as royal_marriage",
        _how_often,
        _meld_code,
        lambda game, deal, side, given: sum((side, given) == made for made in deal.made),
        "meld",
    ),
    _part(
        "sevens",
        layout.SEVENS_SCORED,
        "what the side scored by sevens of trumps: turned up, exchanged, declared or played",
        _most_sevens,
        lambda deal, side: deal.scores.sevens[side] if deal.scores else 0,
    ),
    _part(
        "brisques",
        layout.POINTS,
        "what the side scored by brisques, the aces and tens in its tricks",
        lambda game: game.rules.total_points,
        lambda deal, side: deal.scores.brisques[side] if deal.scores else 0,
    ),
)
