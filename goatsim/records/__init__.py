"""Records: a deal written down as one JSON object a line.

What a record may hold, and how it is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StrictBool, StrictInt, StrictStr, ValidationError
from pydantic_core import ErrorDetails

from goatsim.errors import RequestError, nearest, shown
from goatsim.games.read import STRICT
from goatsim.records.parts import (
    NO_CARDS,
    Card,
    Cards,
    Cut,
    Eyes,
    Hands,
    Match,
    Meld,
    Part,
    Play,
    Praise,
    Redeal,
    Result,
    Seat,
    Signs,
    Stated,
    Stopped,
    Suit,
    Swap,
    Trick,
    Word,
    read_number,
    read_played,
)

LONGEST_LINE = 1_000_000
"""Bytes of a line; a record of any game stays a hundred times below."""

MOST_ERRORS = 20
"""Sentences that are spelled out; a record that is wrong altogether must not fill the screen."""


class Record(Part):
    """A deal written down. Only `game`, `hands` and `tricks` are needed; a hand may be None or short, tricks
    may end.

    `hands` are what each seat was dealt at last, after redeals and before swaps, seats counting from 0; `deal`
    is the index in the stream of `seed`, `number` the rank of the cards among all deals. `played` is "none"
    after a third claim, a fault of the cut, or a challenge that ended the match, and "stopped" where a capture ended
    the deal; `stopped` says where that was, and points and tricks are then those of the tricks before.

    `turned` is the card turned up, whose suit is `trump`, and `shown` are trumps of every deal that lay open before it.
    Of a pack in two halves a hand lists the cards of the first half before those of the second.

    Where a talon is bought, its upper card stands first in `talon`; `buys` are the answers of those who were offered
    it, in order, `soloist` is who took it and `discard` what he laid aside; `turned` is the card that was turned up
    where nobody did.

    `signals` are the signs of those who gave any, and which of them the opponents noticed.

    Of deals of matches: `first_deal` is true in the first one, `first_leader` makes the first lead, `multiplier` (1 or
    2) holds for the eyes if the deal is counted, `score_before` is the score by side before it: the eyes of two sides,
    what is charged to each of more.

    Making one from wrong data raises pydantic's ValidationError; `parse` turns that into a sentence.
    """

    game: StrictStr
    options: dict[StrictStr, Any] = Field(default_factory=dict)
    seed: Word | None = None
    deal: Word | None = None
    number: Annotated[str, PlainValidator(read_number)] | None = None
    dealer: Seat | None = None
    played: Annotated[Literal["whole", "stopped", "none"], PlainValidator(read_played)] | None = None
    hands: Hands
    redeals: tuple[Redeal, ...] | None = None
    cut: Cut | None = None
    praise: Praise | None = None
    swaps: tuple[Swap, ...] | None = None
    signals: tuple[Signs, ...] | None = None
    tricks: tuple[Trick, ...]
    result: Result | None = None
    stated: Stated | None = None
    note: Any = None
    stock: Cards | None = None
    talon: Cards | None = None
    turned: Card | None = None
    shown: Cards | None = None
    trump: Suit | None = None
    buys: tuple[StrictBool, ...] | None = None
    soloist: Seat | None = None
    discard: Cards | None = None
    melds: tuple[Meld, ...] | None = None
    stopped: Stopped | None = None
    first_deal: StrictBool | None = None
    first_leader: Seat | None = None
    multiplier: Annotated[StrictInt, Field(ge=1, le=2)] | None = None
    score_before: tuple[Eyes, ...] | None = None
    match: Match | None = None

    def to_json(self) -> dict[str, Any]:
        """Return what is known, ready for JSON, keys in the documented order; an unknown hand is null."""
        plain = super().to_json()
        return {key: plain.get(key) for key in type(self).model_fields if key in plain or key == "hands"}

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import record_html

        return record_html(self.to_json())

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


_PARTS: Mapping[object, type[Part]] = {
    "tricks": Trick,
    "redeals": Redeal,
    "cut": Cut,
    "praise": Praise,
    "match": Match,
    "swaps": Swap,
    "result": Result,
    "stated": Stated,
    "plays": Play,
    "stopped": Stopped,
    "melds": Meld,
    "signals": Signs,
}
_ONE = {"tricks": "trick", "redeals": "redeal", "swaps": "swap", "plays": "play", "melds": "meld", "signals": "signals"}

_WANTED = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "tuple_type": "a list",
    "too_long": "a list of two numbers",
    "dict_type": "an object",
    "model_type": "an object",
}


def _fault(detail: ErrorDetails) -> str:
    """Say in one sentence what pydantic found wrong."""
    kind, loc, given = detail["type"], detail["loc"], detail["input"]
    context = detail.get("ctx", {})
    if isinstance(cause := context.get("error"), RequestError):
        return f"{_place(loc)}: {cause}" if loc else str(cause)
    if kind in ("missing", NO_CARDS):
        return f"expected a value for {_place(loc)}{' cards' * (kind == NO_CARDS)}, got none"
    if kind == "extra_forbidden":
        within = next((key for key in ("praise", "plays") if key in loc[:-1]), loc[0])
        known = (_PARTS[within] if len(loc) > 1 else Record).model_fields
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
        rest = _place(loc[2:]) if loc[2:3] in [(key,) for key in _ONE] else " ".join(map(str, loc[2:]))
        return f"{_ONE[str(loc[0])]} {int(loc[1]) + 1} {rest}".rstrip()
    words = [str(part) for part in loc if isinstance(part, str)]
    sides = [f"of side {part}" for part in loc if isinstance(part, int)]
    return " ".join([*words, *sides])
