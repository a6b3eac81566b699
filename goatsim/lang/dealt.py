"""Question words about dealt cards: the hands of the deal that is played. One row a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goatsim.cards import SUIT_NAMES
from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import RequestError, wrong
from goatsim.game import Game
from goatsim.lang.kinds import NUMBER, TRUTH, Code, Deal, Word, named, truth

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


def _plain(game: Game, suit: str, deal: Deal | None = None) -> tuple[str, ...]:
    """The plain cards of a suit, of which there are none in a deal in which that is the suit turned up."""
    turned = deal is not None and suit == trump_suit(game, deal)
    return () if turned else game.rules.plain.get(suit, ())


def trump_suit(game: Game, deal: Deal) -> str:
    """The suit that a card turned up makes trump in a deal; "" where none does."""
    return deal.turned[0][1] if game.rules.turns_up else ""


def trumps_of(game: Game, deal: Deal) -> tuple[str, ...]:
    """The trumps of a deal: those that always are, and those of the suit turned up."""
    return game.rules.trumps + game.rules.plain.get(trump_suit(game, deal), ())


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
        _size(lambda game: len(_plain(game, suit))),
        lambda game, seat, given: _suit_code(game, seat, suit),
        lambda game, deal, seat, given: sum(card in _plain(game, suit, deal) for card in _dealt(deal, seat)),
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
    return [sum(card in _plain(game, suit, deal) for card in _dealt(deal, seat)) for suit in game.rules.plain]


def _high_trumps(game: Game, given: object) -> tuple[str, ...]:
    assert isinstance(given, int)
    if not 1 <= given <= len(game.rules.trumps):
        raise wrong(f"a number of trumps from 1 to {len(game.rules.trumps)} for high_trumps", given)
    return game.rules.trumps[:given]


def trump_strength(game: Game, card: str) -> int:
    """How strong a trump is: 1 for the lowest; 0 for a plain card."""
    trumps = game.rules.trumps
    return len(trumps) - trumps.index(card) if card in trumps else 0


def _strengths(game: Game, given: object) -> tuple[int, int]:
    if game.shape.turnup:
        why = "which cards are trumps hangs on the card turned up"
        raise RequestError(f"expected a word that {game.rules.name} knows, got top_trump: {why}")
    return 0, len(game.rules.trumps)


def _top_trump_code(game: Game, seat: int, given: object) -> Code:
    plain = len(game.rules.pack) - len(game.rules.trumps)
    return [
        (op.TOP, _column(seat), layout.ALL_TRUMPS),
        (op.CONSTANT, plain, 0),
        (op.SUB, 0, 0),
        (op.CONSTANT, 0, 0),
        (op.GREATEST, 0, 0),
    ]


def _void_code(game: Game, seat: int, given: object) -> Code:
    return [*_suit_code(game, seat, _plain_suit(game, given)), (op.CONSTANT, 0, 0), (op.EQ, 0, 0)]


def _plain_suit(game: Game, given: object) -> str:
    if given not in game.rules.plain:
        raise wrong(f"a plain suit ({' '.join(game.rules.plain)}) for void", given)
    return str(given)


ROWS = (
    Word(
        "trumps",
        "seat",
        NUMBER,
        "how many trumps the seat was dealt",
        _size(lambda game: game.rules.most_trumps),
        lambda game, seat, given: [(op.COUNT, _column(seat), layout.ALL_TRUMPS)],
        lambda game, deal, seat, given: sum(card in trumps_of(game, deal) for card in _dealt(deal, seat)),
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
        _strengths,
        _top_trump_code,
        lambda game, deal, seat, given: max((trump_strength(game, card) for card in _dealt(deal, seat)), default=0),
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
        "whether the seat was dealt all the named cards",
        truth,
        lambda game, seat, given: [
            (op.COUNT_SET, _column(seat), game.set_of(named(given))),
            (op.CONSTANT, len(named(given)), 0),
            (op.EQ, 0, 0),
        ],
        lambda game, deal, seat, given: int(all(card in _dealt(deal, seat) for card in named(given))),
        "cards",
    ),
    Word(
        "void",
        "seat",
        TRUTH,
        "whether the seat was dealt no card of a plain suit",
        truth,
        _void_code,
        lambda game, deal, seat, given: int(
            not any(card in _plain(game, _plain_suit(game, given), deal) for card in _dealt(deal, seat))
        ),
        "suit",
    ),
)
