"""Question words about dealt cards: the hands of the deal that is played. One row a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goatsim.cards import SUIT_NAMES, shown
from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import wrong
from goatsim.game import Game
from goatsim.lang.kinds import NUMBER, TRUTH, Code, Deal, Word, named, truth
from goatsim.lang.trumps import (
    is_suit_code,
    most_trumps,
    plain_in,
    strength_code,
    trump_strength,
    trumps_in,
    turned_suit,
    turns_up,
)

TALON = -1
"""The place of the cards dealt to nobody, where a word about a seat takes a seat."""


TURNED = -2
"""The place of the card that was turned up."""
DISCARD = -3
"""The place of the cards that were laid aside for the talon."""

_COLUMNS = {TALON: layout.TALON, TURNED: layout.TURNED, DISCARD: layout.DISCARDED}


def _column(place: int) -> int:
    return _COLUMNS.get(place, layout.DEALT + place)


def _dealt(deal: Deal, place: int) -> Sequence[str]:
    if place >= 0:
        return deal.hands[place]
    return {TALON: deal.talon, TURNED: deal.turned, DISCARD: deal.discard}[place]


def _most(game: Game) -> int:
    return max(game.rules.dealt, game.rules.talon_size)


def _hand(game: Game, given: object) -> tuple[int, int]:
    return 0, _most(game)


def _size(of: Callable[[Game], int]) -> Callable[[Game, object], tuple[int, int]]:
    return lambda game, given: (0, min(_most(game), of(game)))


def _rank(name: str, rank: str, column: int) -> Word:
    return Word(
        name,
        "seat",
        NUMBER,
        f"how many {name} the seat was dealt, trumps among them",
        _size(lambda game: sum(card[0] == rank for card in game.rules.pack)),
        lambda game, seat, given: [(op.COUNT, _column(seat), column)],
        lambda game, deal, seat, given: sum(card[0] == rank for card in _dealt(deal, seat)),
    )


def _suit_code(game: Game, seat: int, suit: str) -> Code:
    suits = list(game.rules.plain)
    if suit not in suits:
        return [(op.CONSTANT, 0, 0)]
    return [(op.COUNT, _column(seat), layout.SUIT + suits.index(suit))]


def _suit(name: str, suit: str) -> Word:
    return Word(
        name,
        "seat",
        NUMBER,
        f"how many plain {name} the seat was dealt",
        _size(lambda game: len(game.rules.plain.get(suit, ()))),
        lambda game, seat, given: _suit_code(game, seat, suit),
        lambda game, deal, seat, given: sum(card in plain_in(game, deal, suit) for card in _dealt(deal, seat)),
    )


def _voids_code(game: Game, seat: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for suit in game.rules.plain:
        code += [*_void_code(game, seat, suit), (op.ADD, 0, 0)]
    return code


def _longest_code(game: Game, seat: int, given: object) -> Code:
    code: Code = [(op.CONSTANT, 0, 0)]
    for suit in game.rules.plain:
        code += [*_suit_code(game, seat, suit), (op.GREATEST, 0, 0)]
    return code


def _lengths(game: Game, deal: Deal, seat: int) -> list[int]:
    suits = [plain_in(game, deal, suit) for suit in game.rules.plain]
    return [sum(card in cards for card in _dealt(deal, seat)) for cards in suits if cards]


def _high_trumps(game: Game, given: object) -> tuple[str, ...]:
    assert isinstance(given, int)
    if not 1 <= given <= len(game.rules.trumps):
        raise wrong(f"a number of trumps from 1 to {len(game.rules.trumps)} for high_trumps", given)
    return game.rules.trumps[:given]


def _void_code(game: Game, seat: int, given: object) -> Code:
    suit = _plain_suit(game, given)
    none = [*_suit_code(game, seat, suit), (op.CONSTANT, 0, 0), (op.EQ, 0, 0)]
    return [*none, *is_suit_code(game, suit), (op.AND, 0, 0)] if turns_up(game) else none


def _is_void(game: Game, deal: Deal, seat: int, suit: str) -> bool:
    cards = plain_in(game, deal, suit)
    return bool(cards) and not any(card in cards for card in _dealt(deal, seat))


def _plain_suit(game: Game, given: object) -> str:
    if given not in game.rules.plain:
        raise wrong(f"a plain suit ({' '.join(game.rules.plain)}) for void", given)
    return str(given)


def _has_code(game: Game, seat: int, given: object) -> Code:
    if not game.rules.double:
        cards = (op.COUNT_SET, _column(seat), game.set_of(named(given)))
        return [cards, (op.CONSTANT, len(named(given)), 0), (op.EQ, 0, 0)]
    code: Code = [(op.CONSTANT, 1, 0)]
    for name in dict.fromkeys(map(shown, named(given))):
        copies = (op.COUNT_SET, _column(seat), game.set_of([name, name]))
        code += [(op.CONSTANT, 0, 0), copies, (op.LT, 0, 0), (op.AND, 0, 0)]
    return code


ROWS = (
    Word(
        "trumps",
        "seat",
        NUMBER,
        "how many trumps the seat was dealt",
        _size(most_trumps),
        lambda game, seat, given: [(op.COUNT, _column(seat), layout.ALL_TRUMPS)],
        lambda game, deal, seat, given: sum(card in trumps_in(game, deal) for card in _dealt(deal, seat)),
    ),
    _rank("aces", "A", layout.RANK),
    _rank("tens", "T", layout.RANK + 1),
    _rank("kings", "K", layout.RANK + 2),
    _rank("queens", "Q", layout.RANK + 3),
    _rank("jacks", "J", layout.RANK + 4),
    *(_suit(name, suit) for suit, name in SUIT_NAMES.items()),
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
        lambda game, seat, given: [(op.WORTH, _column(seat), 0)],
        lambda game, deal, seat, given: sum(game.rules.card_points(card) for card in _dealt(deal, seat)),
    ),
    Word(
        "high_trumps",
        "seat",
        NUMBER,
        "how many of the n highest trumps the seat was dealt",
        lambda game, given: (0, min(_most(game), len(_high_trumps(game, given)))),
        lambda game, seat, given: [(op.COUNT_SET, _column(seat), game.set_of(_high_trumps(game, given)))],
        lambda game, deal, seat, given: sum(card in _high_trumps(game, given) for card in _dealt(deal, seat)),
        "number",
    ),
    Word(
        "top_trump",
        "seat",
        NUMBER,
        "the strength of the highest trump the seat was dealt, 1 for the lowest of all; 0 without a trump",
        lambda game, given: (0, len(game.rules.trumps) + len(game.rules.plain_order) * turns_up(game)),
        lambda game, seat, given: strength_code(game, _column(seat)),
        lambda game, deal, seat, given: max(
            (trump_strength(game, card, turned_suit(game, deal)) for card in _dealt(deal, seat)), default=0
        ),
        strength=True,
    ),
    Word(
        "cards",
        "seat",
        NUMBER,
        "how many of the named cards the seat was dealt",
        lambda game, given: (0, min(_most(game), len(named(given)))),
        lambda game, seat, given: [(op.COUNT_SET, _column(seat), game.set_of(named(given)))],
        lambda game, deal, seat, given: sum(card in named(given) for card in _dealt(deal, seat)),
        "cards",
    ),
    Word(
        "has",
        "seat",
        TRUTH,
        "whether the seat was dealt all the named cards, or a copy of each",
        truth,
        _has_code,
        lambda game, deal, seat, given: int(all(card in _dealt(deal, seat) for card in map(shown, named(given)))),
        "cards",
    ),
    Word(
        "void",
        "seat",
        TRUTH,
        "whether the seat was dealt no card of a plain suit",
        truth,
        _void_code,
        lambda game, deal, seat, given: int(_is_void(game, deal, seat, _plain_suit(game, given))),
        "suit",
    ),
)
