"""Records: a deal written down as one JSON object a line.

What a record may hold, and how it is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StrictInt, StrictStr, ValidationError
from pydantic_core import ErrorDetails

from goatsim import cards
from goatsim.engine.layout import MAX_SEATS
from goatsim.errors import RequestError, nearest, shown, wrong
from goatsim.games.read import STRICT

LONGEST_LINE = 1_000_000
"""Bytes of a line; a record of any game stays a hundred times below."""

MOST_ERRORS = 20
"""Sentences that are spelled out; a record that is wrong altogether must not fill the screen."""

_LARGEST_WORD = 2**64 - 1
_LONGEST_NUMBER = 200
_KNOWN = frozenset(cards.NAMES)


def _read_card(given: object) -> str:
    return given if isinstance(given, str) and given in _KNOWN else cards.card(given)


def _read_cards(given: object) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise wrong("a list of cards", given)
    return tuple([_read_card(name) for name in given])


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


def _read_played(given: object) -> Literal["whole", "none"]:
    if given == "whole":
        return "whole"
    if given == "none":
        return "none"
    if given == "stopped":
        raise wrong('"whole" or "none", since this version cannot play deals that are stopped yet', given)
    raise wrong('"whole", "stopped" or "none"', given, ("whole", "stopped", "none"))


Card = Annotated[str, PlainValidator(_read_card)]
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


class Redeal(_Part):
    """A claim that cancelled the deal before, or the third one, which ended it: who claimed (the seat, or the
    side if its hands together gave the reason), why, and what the seats held when the claim was made.

    `hands` may be left out; the third claim has none of its own, since it cancels nothing.
    """

    seat: Seat | None = None
    side: Seat | None = None
    reason: StrictStr
    hands: Hands = None


class Cut(_Part):
    """A fault of the cut: the seat that cut wrongly, or the dealer, who offered no cut."""

    seat: Seat


class Swap(_Part):
    """A trump passed to the partner and the plain card given back; `announced`: the giver's other trump, plain in this
    deal.
    """

    giver: Seat
    receiver: Seat
    gave: Card
    got: Card
    announced: Card | None = None
    trick: Unbuilt = None


class Result(_Part):
    """A result by side: card points, tricks, eyes (two sides) or penalty; and the scoring row that applied, or
    how a deal ended that was not played.
    """

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
    """A deal written down. Only `game`, `hands` and `tricks` are needed; a hand may be None or short, tricks
    may end.

    `hands` are what each seat was dealt at last, after redeals and before swaps, seats counting from 0; `deal`
    is the index in the stream of `seed`, `number` the rank of the cards among all deals. `played` is "none"
    after a third claim or a fault of the cut. Making one from wrong data raises pydantic's ValidationError;
    `parse` turns that into a sentence.
    """

    game: StrictStr
    options: dict[StrictStr, Any] = {}
    seed: Word | None = None
    deal: Word | None = None
    number: Annotated[str, PlainValidator(_read_number)] | None = None
    dealer: Seat | None = None
    played: Annotated[Literal["whole", "none"], PlainValidator(_read_played)] | None = None
    hands: Hands
    redeals: tuple[Redeal, ...] | None = None
    cut: Cut | None = None
    praise: Unbuilt = None
    swaps: tuple[Swap, ...] | None = None
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


_PARTS: Mapping[object, type[_Part]] = {
    "tricks": Trick,
    "redeals": Redeal,
    "cut": Cut,
    "swaps": Swap,
    "result": Result,
    "stated": Stated,
}
_ONE = {"tricks": "trick", "redeals": "redeal", "swaps": "swap"}

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
        known = (_PARTS[loc[0]] if len(loc) > 1 else Record).model_fields
        where = f" of {_place(loc[:-1])}" if len(loc) > 1 else ""
        return f"expected a known key{where or ' of a record'}, got {shown(str(loc[-1]))}{nearest(str(loc[-1]), known)}"
    if kind in ("greater_than_equal", "less_than_equal", "less_than"):
        most = context.get("le", context.get("lt", 0) - 1)
        wanted = f"{context['ge']} or more" if "ge" in context else f"at most {most}"
    else:
        wanted = _WANTED.get(kind, detail["msg"].partition(" should be ")[2] or "of another kind")
    return f"expected {_place(loc) or 'a record'} to be {wanted}, got {shown(given)}"


def _place(loc: Sequence[int | str]) -> str:
    """Say where a value stands, such as "trick 3 leader" or "result points of side 1"; what happens in turn
    counts from 1.
    """
    if not loc:
        return ""
    if loc[0] in _ONE and len(loc) > 1:
        return " ".join([_ONE[str(loc[0])], str(int(loc[1]) + 1), *map(str, loc[2:3])])
    words = [str(part) for part in loc if isinstance(part, str)]
    sides = [f"of side {part}" for part in loc if isinstance(part, int)]
    return " ".join([*words, *sides])
