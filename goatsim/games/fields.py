"""Tables of a game's file made frozen structures: msgspec checks that every field is what its annotation says; here are
fields read that may be written in several ways, and what does not fit is told in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

import msgspec

from goatsim.errors import RequestError, brief, shown, wrong

Reader = Callable[[Any, Mapping[str, Any]], object]
"""Reads a field, given the others, of which those before it are read already; what it returns is then checked."""
Readers = Mapping[str, Reader]
"""By the fields' names, in the order in which they are read."""

TableKind = TypeVar("TableKind", bound="Table")

_SAID = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


class Misfit(RequestError):
    """What does not fit, and where, such as "scoring row 1 points item 2", in a game that is still to be named."""

    def __init__(self, sentence: str, place: str) -> None:
        super().__init__(sentence)
        self.place = place


class Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the structures that tables are made into."""

    THING: ClassVar[str] = "a row"
    """What a sentence calls such a table."""
    READERS: ClassVar[Readers] = {}
    """How fields are read that may be written in several ways."""

    def hold_together(self) -> None:
        """Raise `RequestError` if fields that fit do not go together."""


@contextmanager
def in_one_sentence(game: str) -> Iterator[None]:
    """Name `game` in a `Misfit` raised inside the block."""
    try:
        yield
    except Misfit as misfit:
        raise RequestError(f"{', '.join(filter(None, (brief(game), misfit.place)))}: {misfit}") from None


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Say where the block is in a `RequestError` raised inside it."""
    try:
        yield
    except RequestError as error:
        within = error.place if isinstance(error, Misfit) else ""
        raise Misfit(str(error), f"{place} {within}".strip()) from None


def table(kind: type[TableKind], given: object) -> TableKind:
    """Return a table as a structure, which it may be already. Raises `Misfit` for the first thing that is wrong."""
    if isinstance(given, kind):
        return given
    with _at(""):
        if not isinstance(given, Mapping):
            raise wrong(f"{kind.THING} as a table", given)
        known = dict(given)
        for name, read in kind.READERS.items():
            if name in known:
                with _at(name):
                    known[name] = read(known[name], known)
        try:
            made = msgspec.convert(known, kind)
        except msgspec.ValidationError as error:
            raise _told(kind, known, str(error)) from None
        made.hold_together()
    return made


def tables(kind: type[Table], given: object) -> object:
    """Return a list of tables as structures, and anything else as it stands."""
    if not isinstance(given, list | tuple):
        return given
    return [_row(kind, each, number) for number, each in enumerate(given, 1)]


def _row(kind: type[TableKind], given: object, number: int) -> TableKind:
    with _at(f"row {number}"):
        return table(kind, given)


def plain(value: object) -> Any:
    """Return a value of a field as values of JSON."""
    if isinstance(value, Table):
        return plain(msgspec.structs.asdict(value))
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return list(map(plain, value)) if isinstance(value, list | tuple) else value


def _told(kind: type[Table], given: Mapping[str, Any], error: str) -> RequestError:
    """Say what msgspec found wrong, as in "Expected `int` >= 0 - at `$.points[1]`"."""
    known = {each.name: each for each in msgspec.structs.fields(kind)}
    for key in given:
        if key not in known:
            return wrong(f"a key among {', '.join(known)}", key, known)
    if missing := [name for name, each in known.items() if each.required and name not in given]:
        return RequestError(f"expected a value for {', '.join(missing)}, got none")
    said, _, path = error.rpartition(" - at ")
    name, *items = re.findall(r"\w+", path.partition("$")[2])
    place, value, kinds = name, given[name], known[name].type
    for item in items:
        place, value = f"{place} item {int(item) + 1}", value[int(item)]
    literals = [part for part in (kinds, *get_args(kinds)) if get_origin(part) is Literal and not items]
    words = [word for part in literals for word in get_args(part)]
    wanted = " or ".join(map(shown, words)) or _in_words(said)
    return Misfit(str(wrong(wanted, value, map(str, words))), place)


def _in_words(said: str) -> str:
    wanted = (
        said.partition(", got ")[0].removeprefix("Expected ").replace(">=", "of at least").replace("<=", "of at most")
    )
    return re.sub(r"`(.*)`", lambda found: " or ".join(_SAID[each] for each in found[1].split(" | ")), wanted)
