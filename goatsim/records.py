"""Records: a deal written down as one JSON object a line.

What a record may hold, how it is read, and how a played deal becomes one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictInt, StrictStr, ValidationError
from pydantic_core import ErrorDetails

from goatsim import cards
from goatsim.board import Board
from goatsim.engine.layout import MAX_SEATS
from goatsim.errors import PlayError, RequestError, nearest, shown, wrong
from goatsim.game import Game
from goatsim.games import changed
from goatsim.games.read import STRICT

LONGEST_LINE = 1_000_000
"""Bytes of a line; a record of any game stays a hundred times below."""

MOST_ERRORS = 20
"""Sentences that are spelled out; a record that is wrong altogether must not fill the screen."""

_LARGEST_WORD = 2**64 - 1
_LONGEST_NUMBER = 200
_KNOWN = frozenset(cards.NAMES)


def _read_cards(given: object) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise wrong("a list of cards", given)
    return tuple([name if isinstance(name, str) and name in _KNOWN else cards.card(name) for name in given])


def _read_hands(given: object) -> tuple[tuple[str, ...] | None, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list | tuple):
        raise wrong("a list of hands", given)
    hands: list[tuple[str, ...] | None] = []
    for seat, hand in enumerate(given):
        try:
            hands.append(None if hand is None else _read_cards(hand))
        except RequestError as error:
            raise RequestError(f"hand of seat {seat}: {error}") from None
    return tuple(hands)


def _read_number(given: object) -> str:
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) <= _LONGEST_NUMBER:
        return given
    raise wrong("decimal digits in quotes", given)


def _refuse(given: object) -> None:
    # The rules behind the key are not built, and to skip what it says would be to judge wrongly.
    if given is None or given is False or (isinstance(given, list | dict | str) and not given):
        return
    why = "since this version cannot play such deals yet"
    raise RequestError(f"expected none, {why}, got {shown(given)}")


def _whole(given: object) -> Literal["whole"]:
    if given == "whole":
        return "whole"
    if given in ("stopped", "none"):
        raise wrong('"whole", since this version cannot play other deals yet', given)
    raise wrong('"whole", "stopped" or "none"', given, ("whole", "stopped", "none"))


Cards = Annotated[tuple[str, ...], PlainValidator(_read_cards)]
Hands = Annotated[tuple[tuple[str, ...] | None, ...] | None, PlainValidator(_read_hands)]
Seat = Annotated[StrictInt, Field(ge=0, lt=MAX_SEATS)]
Word = Annotated[StrictInt, Field(ge=0, le=_LARGEST_WORD)]
Unbuilt = Annotated[None, PlainValidator(_refuse)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """Return what is known, ready for JSON, keys in the documented order."""
        values = ((key, getattr(self, key)) for key in type(self).model_fields)
        return {key: _plain(value) for key, value in values if value is not None}


class Trick(_Part):
    """One trick: cards run clockwise from the leader. Seats count from 0; `points` are card points."""

    leader: Seat
    cards: Cards
    winner: Seat | None = None
    points: StrictInt | None = None
    pre: Unbuilt = None
    plays: Unbuilt = None
    claim: Unbuilt = None


class Result(_Part):
    """A result by side: card points, tricks, eyes (two sides) or penalty; and the scoring row that applied."""

    points: tuple[StrictInt, ...] | None = None
    tricks: tuple[StrictInt, ...] | None = None
    eyes: tuple[StrictInt, ...] | None = None
    penalty: tuple[StrictInt, ...] | None = None
    outcome: StrictStr | None = None
    stocks: Unbuilt = None
    score: Unbuilt = None
    melds: Unbuilt = None
    brisques: Unbuilt = None
    sevens: Unbuilt = None
    last_trick: Unbuilt = None


class Stated(_Part):
    """What a score sheet says: the card points of one side."""

    side: Seat
    points: StrictInt


class Record(_Part):
    """A deal written down. Only `game`, `hands` and `tricks` are needed; a hand may be None or short, tricks may end.

    `hands` are what each seat held before the first trick, seats counting from 0; `deal` is the index in the stream of
    `seed`, `number` the rank of the cards among all deals. Making one from wrong data raises pydantic's
    ValidationError; `parse` turns that into a sentence.
    """

    game: StrictStr
    options: dict[StrictStr, Any] = {}
    seed: Word | None = None
    deal: Word | None = None
    number: Annotated[str, PlainValidator(_read_number)] | None = None
    dealer: Seat | None = None
    played: Annotated[Literal["whole"], PlainValidator(_whole)] | None = None
    hands: Hands
    redeals: Unbuilt = None
    praise: Unbuilt = None
    swaps: Unbuilt = None
    tricks: tuple[Trick, ...]
    result: Result | None = None
    stated: Stated | None = None
    note: Any = None
    stock: Unbuilt = None
    talon: Cards | None = None
    turned: Unbuilt = None
    trump: Unbuilt = None
    buys: Unbuilt = None
    soloist: Unbuilt = None
    discard: Unbuilt = None
    melds: Unbuilt = None
    stopped: Unbuilt = None
    first_deal: Unbuilt = None
    first_leader: Unbuilt = None
    multiplier: Unbuilt = None
    score_before: Unbuilt = None

    def to_json(self) -> dict[str, Any]:
        """Return what is known, ready for JSON, keys in the documented order; an unknown hand is null."""
        plain = super().to_json()
        return {key: plain.get(key) for key in type(self).model_fields if key in plain or key == "hands"}

    @staticmethod
    def parse(line: bytes | str) -> Record:
        """Read one line. RequestError, in one sentence, for the first thing that makes it no record."""
        found = read(line)
        if isinstance(found, Record):
            return found
        raise RequestError(found[0])


def read(given: bytes | str | Mapping[str, object]) -> Record | list[str]:
    """Return the record in a line (or in what JSON made of one), or a sentence for each thing that makes it none."""
    try:
        return Record.model_validate(given if isinstance(given, Mapping) else _json(given))
    except RequestError as error:
        return [str(error)]
    except ValidationError as error:
        details = error.errors(include_url=False)
        return capped([_fault(detail) for detail in details[:MOST_ERRORS]], len(details))
    except RecursionError:
        return ["expected a record, got nesting beyond all bounds"]


def capped(sentences: list[str], total: int) -> list[str]:
    """Return the first of `total` sentences, and how many more there are."""
    return sentences[:MOST_ERRORS] + ([f"and {total - MOST_ERRORS} more"] if total > MOST_ERRORS else [])


def build(
    game: Game,
    seed: int,
    index: int,
    number: int,
    hands: Sequence[Sequence[str]],
    talon: Sequence[str],
    plays: Sequence[Sequence[str]],
    tookers: Sequence[int],
) -> Record:
    """Write down a deal that was played to its end.

    `number` is the rank of the cards, `hands` the cards dealt to each seat, `plays` the tricks with their cards in the
    order played, `tookers` the seat that won each trick. PlayError if the text of the play, run here once more, gives a
    trick to another seat.
    """
    board = Board(game)
    talon_set = game.set_of(talon)
    board.deal([game.set_of(hand) for hand in hands], talon_set)
    tricks = []
    for place, (played, tooker) in enumerate(zip(plays, tookers, strict=True)):
        leader = board.leader()
        for position, card in enumerate(played):
            board.lay((leader + position) % game.shape.seats, position == 0, game.set_of([card]))
        winner = board.take(place)
        if winner != tooker:
            what = f"expected seat {winner} to take {' '.join(played)}, got {tooker}"
            raise PlayError(f"deal {index}, trick {place + 1}: {what}")
        points = board.points(game.set_of(played))
        tricks.append(Trick.model_construct(leader=leader, cards=tuple(played), winner=winner, points=points))
    return Record.model_construct(
        game=game.rules.origin,
        options=changed(game.rules),
        seed=seed,
        deal=index,
        number=str(number),
        dealer=game.shape.seats - 1,
        played="whole",
        hands=tuple(tuple(game.cards_of(game.set_of(hand))) for hand in hands),
        tricks=tuple(tricks),
        result=result_of(board, talon_set),
        talon=tuple(talon) if talon else None,
    )


def result_of(board: Board, talon: int) -> Result:
    """Return the result of a deal of which all tricks lie on the board; `talon`: the cards dealt to nobody."""
    points, tricks, penalty, outcome = board.settle(talon)
    two = len(penalty) == 2
    return Result.model_construct(
        points=tuple(points),
        tricks=tuple(tricks),
        # Two sides: what is charged to one is what the other gets (rules.md, 0.3).
        eyes=tuple(reversed(penalty)) if two else None,
        penalty=None if two else tuple(penalty),
        outcome=outcome,
    )


def _plain(value: object) -> object:
    if isinstance(value, _Part):
        return value.to_json()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _json(line: bytes | str) -> object:
    if isinstance(line, bytes):
        try:
            line = line.decode()
        except UnicodeDecodeError as error:
            byte, column = line[error.start], error.start + 1
            raise RequestError(f"expected text in UTF-8, got byte {byte} at column {column}") from None
    try:
        return STRICT.decode(line)
    except RequestError:
        raise
    except json.JSONDecodeError as error:
        place = f"column {error.pos + 1}{', where it ends' if error.pos >= len(line.rstrip()) else ''}"
        what = error.msg[:1].lower() + error.msg[1:]
        raise RequestError(f"expected one JSON object in a line, got an error at {place}: {what}") from None
    except ValueError:  # Python refuses to read whole numbers of more than some thousand digits
        raise RequestError("expected numbers within reason, got an enormous number") from None


_WANTED = {
    "int_type": "a whole number",
    "string_type": "a text",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
}


def _fault(detail: ErrorDetails) -> str:
    """Say in one sentence what pydantic found wrong."""
    kind, loc, given = detail["type"], detail["loc"], detail["input"]
    context = detail.get("ctx", {})
    if isinstance(cause := context.get("error"), RequestError):
        return f"{_place(loc)}: {cause}" if loc else str(cause)
    if kind == "missing":
        return f"expected a value for {_place(loc)}, got none"
    if kind == "extra_forbidden":
        parts: dict[object, type[_Part]] = {"tricks": Trick, "result": Result, "stated": Stated}
        known = (parts[loc[0]] if len(loc) > 1 else Record).model_fields
        where = f" of {_place(loc[:-1])}" if len(loc) > 1 else ""
        return f"expected a known key{where or ' of a record'}, got {shown(str(loc[-1]))}{nearest(str(loc[-1]), known)}"
    if kind in ("greater_than_equal", "less_than_equal", "less_than"):
        most = context.get("le", context.get("lt", 0) - 1)
        wanted = f"{context['ge']} or more" if "ge" in context else f"at most {most}"
    else:
        wanted = _WANTED.get(kind, detail["msg"].partition(" should be ")[2] or "of another kind")
    return f"expected {_place(loc) or 'a record'} to be {wanted}, got {shown(given)}"


def _place(loc: Sequence[int | str]) -> str:
    """Say where a value stands, such as "trick 3 leader" or "result points of side 1"; tricks count from 1."""
    if not loc:
        return ""
    if loc[0] == "tricks" and len(loc) > 1:
        return " ".join(["trick", str(int(loc[1]) + 1), *map(str, loc[2:3])])
    words = [str(part) for part in loc if isinstance(part, str)]
    sides = [f"of side {part}" for part in loc if isinstance(part, int)]
    return " ".join([*words, *sides])
