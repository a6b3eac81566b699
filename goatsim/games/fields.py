"""Tables of a game's file made frozen dataclasses. What a field must be is its annotation: a plain type, several of
them, words, tuples, dicts, other such dataclasses, and numbers with their `Bounds`.

A game is read before every answer; a library that is made for this takes longer to import than most questions to count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from goatsim.errors import RequestError, brief, nearest, shown

Place = tuple[str | int, ...]
"""The keys and items that lead to a value."""

Reader = Callable[[Any, Mapping[str, Any]], object]
"""Reads a field, given the fields before it; what it returns is then checked."""
Readers = Mapping[str, Reader]
"""By the fields' names."""

TableKind = TypeVar("TableKind", bound="Table")

_PLAIN: Mapping[object, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "a valid boolean"),
    int: ((int,), "a valid integer"),
    float: ((int, float), "a valid number"),
    str: ((str,), "a valid string"),
    type(None): ((type(None),), "none"),
}


class Bounds(NamedTuple):
    """The least and the most of a whole number, both allowed."""

    least: int
    most: int | None = None


class Misfit(Exception):
    """What does not fit and where: a sentence without the name of the game that it begins with."""


@dataclass(frozen=True)
class Table:
    """Base of the dataclasses that tables are made into."""

    THING: ClassVar[str] = "it"
    """What a sentence calls such a table."""
    READERS: ClassVar[Readers] = {}
    """How fields are read that may be written in several ways."""

    def hold_together(self) -> None:
        """Raise `RequestError` if fields that fit do not go together."""


@contextmanager
def in_one_sentence(game: str) -> Iterator[None]:
    """Turn a `Misfit` inside the block into a `RequestError` about `game`."""
    try:
        yield
    except Misfit as misfit:
        raise RequestError(f"{brief(game)}{misfit}") from None


def table(kind: type[TableKind], given: object, place: Place = ()) -> TableKind:
    """Return a table as a dataclass, which it may be already. Raises `Misfit` for the first thing that is wrong."""
    if isinstance(given, kind):
        return given
    if not isinstance(given, Mapping):
        raise _unlike("a valid table", given, place, kind.THING)
    wanted = _wanted(cast(Any, kind))
    if missing := [(*place, name) for name, (_, needed) in wanted.items() if needed and name not in given]:
        raise _missing(missing)
    known: dict[str, object] = {}
    for name in wanted:
        if name in given:
            with _caused(*place, name):
                value = kind.READERS[name](given[name], known) if name in kind.READERS else given[name]
            known[name] = _fitted(wanted[name][0], value, (*place, name))
    for name in given:
        if name not in wanted:
            inside = f" in {_said(place)}" if place else ""
            got = f"{shown(str(name))}{nearest(name, wanted)}"
            raise Misfit(f": expected a key among {', '.join(wanted)}{inside}, got {got}")
    make: Callable[..., TableKind] = kind
    made = make(**known)
    with _caused(*place):
        made.hold_together()
    return made


def plain(value: object) -> Any:
    """Return a value of a field as values of JSON."""
    if isinstance(value, Table):
        return {name: plain(getattr(value, name)) for name in _wanted(cast(Any, type(value)))}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return list(map(plain, value)) if isinstance(value, list | tuple) else value


@cache
def _wanted(kind: Any) -> Mapping[str, tuple[Any, bool]]:
    """What each field of a table must be, and whether it must be given."""
    hints, made = get_type_hints(kind, include_extras=True), fields(kind)
    return {one.name: (hints[one.name], one.default is one.default_factory is MISSING) for one in made}


def _fitted(wanted: Any, given: object, place: Place) -> object:
    """Return a value as what an annotation asks for; lists become tuples, and tables dataclasses."""
    if wanted is object:
        return given
    if wanted in _PLAIN:
        types, said = _PLAIN[wanted]
        if isinstance(given, types) and isinstance(given, bool) == (wanted is bool):
            return given
        raise _unlike(said, given, place)
    if isinstance(wanted, type) and issubclass(wanted, Table):
        return table(wanted, given, place)
    origin, parts = get_origin(wanted), get_args(wanted)
    if origin is Annotated:
        return _bounded(parts[1], _fitted(parts[0], given, place), place)
    if origin is Literal:
        if any(type(given) is type(word) and given == word for word in parts):
            return given
        *words, last = map(repr, parts)
        raise _unlike(f"{', '.join(words)} or {last}" if words else last, given, place)
    if origin in (Union, UnionType):
        return _one_of(parts, given, place)
    if origin is dict:
        if not isinstance(given, Mapping):
            raise _unlike("a valid table", given, place)
        return {_fitted(str, key, place): _fitted(parts[1], each, (*place, key)) for key, each in given.items()}
    if not isinstance(given, list | tuple):
        raise _unlike("a valid list", given, place)
    every = (parts[0],) * len(given) if parts[1:] == (...,) else parts
    if len(given) < len(every):
        raise _missing([(*place, len(given))])
    if len(given) > len(every):
        raise _unlike(f"a list of {len(every)} values", list(given), place)
    return tuple(_fitted(part, each, (*place, k)) for k, (part, each) in enumerate(zip(every, given, strict=True)))


def _one_of(kinds: tuple[Any, ...], given: object, place: Place) -> object:
    if type(given) in kinds:
        return given
    first = None
    for kind in kinds:
        try:
            return _fitted(kind, given, place)
        except Misfit as misfit:
            first = first or misfit
    raise first or Misfit()


def _bounded(bounds: Bounds, given: Any, place: Place) -> object:
    if given < bounds.least:
        raise _unlike(f"greater than or equal to {bounds.least}", given, place)
    if bounds.most is not None and given > bounds.most:
        raise _unlike(f"less than or equal to {bounds.most}", given, place)
    return given


def _missing(places: Sequence[Place]) -> Misfit:
    return Misfit(f": expected a value for {', '.join(map(_said, places))}, got none")


def _unlike(wanted: str, given: object, place: Place, thing: str = "it") -> Misfit:
    return Misfit(f": expected {_said(place) or thing} to be {wanted}, got {shown(given)}")


@contextmanager
def _caused(*place: str | int) -> Iterator[None]:
    """Give a `RequestError` inside the block its place."""
    try:
        yield
    except RequestError as error:
        raise Misfit(f"{''.join(f', {word}' for word in [_said(place)] if word)}: {error}") from None


def _said(place: Place) -> str:
    """Say where a value stands, such as "scoring row 1 points item 2"."""
    before = ("", *place)
    return " ".join(
        brief(part) if isinstance(part, str) else f"{'row' if before[at] == 'scoring' else 'item'} {part + 1}"
        for at, part in enumerate(place)
    )
