"""The table of question words: one row a word, with its kind, its range, how it is read from a block of deals and, as
its own twin, from one deal by name.

A word is about a seat (`trumps`), a side (`points`; a seat's is its side's) or the deal (`egg`). Dealt words mean the
hands of the deal that is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from goatsim.cards import SUITS
from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import RequestError, wrong
from goatsim.game import Game

NUMBER = "number"
TRUTH = "truth"

Code = list[tuple[int, int, int]]
"""Instructions (operation, a, c); the arm is filled in later."""


class Deal(NamedTuple):
    """A played deal by name: what the slow twin of a measure reads. `won` are the cards of each side's tricks, the
    talon included where a side takes it.
    """

    hands: list[list[str]]
    won: list[list[str]]
    points: list[int]
    tricks: list[int]
    penalty: list[int]
    outcome: str | None
    first_trick: int
    last_trick: int
    opened: str


@dataclass(frozen=True)
class Word:
    """A row. `of` is what it is about: seat, side or deal. `takes`: what it is given in brackets (cards, number, suit,
    outcome or None).
    """

    name: str
    of: str
    kind: str
    doc: str
    bounds: Callable[[Game, object], tuple[int, int]]
    code: Callable[[Game, int, object], Code]
    walk: Callable[[Game, Deal, int, object], int]
    takes: str | None = None
    dealt: bool = True


def _truth(game: Game, given: object) -> tuple[int, int]:
    return 0, 1


def _hand(game: Game, given: object) -> tuple[int, int]:
    return 0, game.rules.hand_size


def _size(of: Callable[[Game], int]) -> Callable[[Game, object], tuple[int, int]]:
    return lambda game, given: (0, min(game.rules.hand_size, of(game)))


def _rank(name: str, rank: str, column: int) -> Word:
    return Word(
        name,
        "seat",
        NUMBER,
        f"how many {name} the seat was dealt, trumps among them",
        _size(lambda game: sum(card[0] == rank for card in game.rules.pack)),
        lambda game, seat, given: [(op.COUNT, layout.HAND + seat, column)],
        lambda game, deal, seat, given: sum(card[0] == rank for card in deal.hands[seat]),
    )


def _plain(game: Game, suit: str) -> tuple[str, ...]:
    return game.rules.plain.get(suit, ())


def _suit_code(game: Game, seat: int, suit: str) -> Code:
    suits = list(game.rules.plain)
    if suit not in suits:
        return [(op.CONSTANT, 0, 0)]
    return [(op.COUNT, layout.HAND + seat, layout.SUIT + suits.index(suit))]


def _suit(name: str, suit: str) -> Word:
    return Word(
        name,
        "seat",
        NUMBER,
        f"how many plain {name} the seat was dealt",
        _size(lambda game: len(_plain(game, suit))),
        lambda game, seat, given: _suit_code(game, seat, suit),
        lambda game, deal, seat, given: sum(card in _plain(game, suit) for card in deal.hands[seat]),
    )


def _voids_code(game: Game, seat: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for suit in game.rules.plain:
        code += [*_suit_code(game, seat, suit), (op.CONSTANT, 0, 0), (op.EQ, 0, 0), (op.ADD, 0, 0)]
    return code


def _longest_code(game: Game, seat: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for suit in game.rules.plain:
        code += [*_suit_code(game, seat, suit), (op.GREATEST, 0, 0)]
    return code


def _lengths(game: Game, deal: Deal, seat: int) -> list[int]:
    return [sum(card in cards for card in deal.hands[seat]) for cards in game.rules.plain.values()]


def _named(given: object) -> tuple[str, ...]:
    assert isinstance(given, tuple)
    return given


def _high_trumps(game: Game, given: object) -> tuple[str, ...]:
    assert isinstance(given, int)
    if not 1 <= given <= len(game.rules.trumps):
        raise wrong(f"a number of trumps from 1 to {len(game.rules.trumps)} for high_trumps", given)
    return game.rules.trumps[:given]


def _void_code(game: Game, seat: int, given: object) -> Code:
    return [*_suit_code(game, seat, _plain_suit(game, given)), (op.CONSTANT, 0, 0), (op.EQ, 0, 0)]


def _plain_suit(game: Game, given: object) -> str:
    if given not in game.rules.plain:
        raise wrong(f"a plain suit ({' '.join(game.rules.plain)}) for void", given)
    return str(given)


def _eyes_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for other in range(game.rules.side_count):
        if other != side:
            code += [(op.COLUMN, layout.PENALTY + other, 0), (op.ADD, 0, 0)]
    return code


def _most(game: Game) -> int:
    return max(
        (max(row.eyes * (game.rules.side_count - 1), row.penalty) for row in game.rules.scoring_rows()), default=0
    )


def _outcome_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for k, row in enumerate(game.rules.scoring_rows()):
        if row.outcome == given:
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
        dealt=False,
    )


def _wins_code(game: Game, side: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 1, 0)]
    for other in range(game.rules.side_count):
        if other != side:
            code += [
                (op.COLUMN, layout.POINTS + other, 0),
                (op.COLUMN, layout.POINTS + side, 0),
                (op.LT, 0, 0),
                (op.AND, 0, 0),
            ]
    return code


def _won_by(name: str, doc: str, column: int, walk: Callable[[Deal], int]) -> Word:
    def code(game: Game, side: int, given: object) -> Code:
        made: Code = [(op.CONSTANT, 0, 0)]
        for seat in range(game.rules.seats):
            if game.rules.sides[seat] == side:
                made += [(op.COLUMN, column, 0), (op.CONSTANT, seat, 0), (op.EQ, 0, 0), (op.ADD, 0, 0)]
        return made

    return Word(
        name,
        "side",
        TRUTH,
        doc,
        _truth,
        code,
        lambda game, deal, side, given: int(game.rules.sides[walk(deal)] == side),
        dealt=False,
    )


TABLE = {
    row.name: row
    for row in (
        Word(
            "trumps",
            "seat",
            NUMBER,
            "how many trumps the seat was dealt",
            _size(lambda game: len(game.rules.trumps)),
            lambda game, seat, given: [(op.COUNT, layout.HAND + seat, layout.TRUMPS)],
            lambda game, deal, seat, given: sum(card in game.rules.trumps for card in deal.hands[seat]),
        ),
        _rank("aces", "A", layout.RANK),
        _rank("tens", "T", layout.RANK + 1),
        _rank("kings", "K", layout.RANK + 2),
        _rank("queens", "Q", layout.RANK + 3),
        _rank("jacks", "J", layout.RANK + 4),
        *(_suit(name, suit) for name, suit in zip(("clubs", "spades", "hearts", "diamonds"), SUITS, strict=True)),
        Word(
            "voids",
            "seat",
            NUMBER,
            "how many plain suits the seat was dealt no card of",
            lambda game, given: (0, len(game.rules.plain)),
            _voids_code,
            lambda game, deal, seat, given: _lengths(game, deal, seat).count(0),
        ),
        Word(
            "longest",
            "seat",
            NUMBER,
            "the length of the longest plain suit the seat was dealt",
            _hand,
            _longest_code,
            lambda game, deal, seat, given: max(_lengths(game, deal, seat), default=0),
        ),
        Word(
            "hand_points",
            "seat",
            NUMBER,
            "the card points the seat was dealt",
            lambda game, given: (0, game.rules.total_points),
            lambda game, seat, given: [(op.WORTH, layout.HAND + seat, 0)],
            lambda game, deal, seat, given: sum(game.rules.card_points(card) for card in deal.hands[seat]),
        ),
        Word(
            "high_trumps",
            "seat",
            NUMBER,
            "how many of the n highest trumps the seat was dealt",
            lambda game, given: (0, min(game.rules.hand_size, len(_high_trumps(game, given)))),
            lambda game, seat, given: [(op.COUNT_SET, layout.HAND + seat, game.set_of(_high_trumps(game, given)))],
            lambda game, deal, seat, given: sum(card in _high_trumps(game, given) for card in deal.hands[seat]),
            "number",
        ),
        Word(
            "cards",
            "seat",
            NUMBER,
            "how many of the named cards the seat was dealt",
            lambda game, given: (0, min(game.rules.hand_size, len(_named(given)))),
            lambda game, seat, given: [(op.COUNT_SET, layout.HAND + seat, game.set_of(_named(given)))],
            lambda game, deal, seat, given: sum(card in _named(given) for card in deal.hands[seat]),
            "cards",
        ),
        Word(
            "has",
            "seat",
            TRUTH,
            "whether the seat was dealt all the named cards",
            _truth,
            lambda game, seat, given: [
                (op.COUNT_SET, layout.HAND + seat, game.set_of(_named(given))),
                (op.CONSTANT, len(_named(given)), 0),
                (op.EQ, 0, 0),
            ],
            lambda game, deal, seat, given: int(all(card in deal.hands[seat] for card in _named(given))),
            "cards",
        ),
        Word(
            "void",
            "seat",
            TRUTH,
            "whether the seat was dealt no card of a plain suit",
            _truth,
            _void_code,
            lambda game, deal, seat, given: int(
                not any(card in _plain(game, _plain_suit(game, given)) for card in deal.hands[seat])
            ),
            "suit",
        ),
        Word(
            "points",
            "side",
            NUMBER,
            "the card points the side took",
            lambda game, given: (0, game.rules.total_points),
            lambda game, side, given: [(op.COLUMN, layout.POINTS + side, 0)],
            lambda game, deal, side, given: deal.points[side],
            dealt=False,
        ),
        Word(
            "tricks",
            "side",
            NUMBER,
            "how many tricks the side took",
            lambda game, given: (0, game.rules.tricks),
            lambda game, side, given: [(op.COLUMN, layout.TRICKS + side, 0)],
            lambda game, deal, side, given: deal.tricks[side],
            dealt=False,
        ),
        Word(
            "penalty",
            "side",
            NUMBER,
            "what the deal charges to the side",
            lambda game, given: (0, _most(game)),
            lambda game, side, given: [(op.COLUMN, layout.PENALTY + side, 0)],
            lambda game, deal, side, given: deal.penalty[side],
            dealt=False,
        ),
        Word(
            "eyes",
            "side",
            NUMBER,
            "the eyes the deal gives to the side (what it charges to the others); eyes are not card points",
            lambda game, given: (0, _most(game)),
            _eyes_code,
            lambda game, deal, side, given: sum(deal.penalty) - deal.penalty[side],
            dealt=False,
        ),
        Word(
            "takes",
            "side",
            NUMBER,
            "how many of the named cards the side won in tricks",
            lambda game, given: (0, len(_named(given))),
            lambda game, side, given: [(op.COUNT_SET, layout.WON + side, game.set_of(_named(given)))],
            lambda game, deal, side, given: sum(card in _named(given) for card in deal.won[side]),
            "cards",
            dealt=False,
        ),
        Word(
            "wins",
            "side",
            TRUTH,
            "whether the side took more card points than every other",
            _truth,
            _wins_code,
            lambda game, deal, side, given: int(
                all(deal.points[side] > p for k, p in enumerate(deal.points) if k != side)
            ),
            dealt=False,
        ),
        _won_by("first_trick", "whether the side won the first trick", layout.FIRST, lambda deal: deal.first_trick),
        _won_by("last_trick", "whether the side won the last trick", layout.LEADER, lambda deal: deal.last_trick),
        _outcome("egg", "whether both sides took half of the card points (60:60)"),
        _outcome("lucy", "whether one side took all the tricks"),
        Word(
            "opens",
            "deal",
            TRUTH,
            "whether the opening lead was one of the named cards",
            _truth,
            lambda game, side, given: [(op.COUNT_SET, layout.OPENED, game.set_of(_named(given)))],
            lambda game, deal, side, given: int(deal.opened in _named(given)),
            "cards",
            dealt=False,
        ),
    )
}
"""Every word by name."""
