"""What is given to the laboratory, checked: rules, options, indices and numbers of deals."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from goatsim.errors import RequestError, whole, wrong
from goatsim.games import Rules, load
from goatsim.games import names as game_names
from goatsim.games.read import settings

LAST_INDEX = (1 << 64) - 1
LARGEST_PRECISION = 1e18


def indices(index: int, count: int) -> None:
    """Raise `RequestError` unless deals `index .. index + count - 1` stand in a stream."""
    whole("the index of a deal", index, 0, LAST_INDEX)
    whole("a count of deals", count, 1, LAST_INDEX - index + 1)


def number_of(number: int | str, deals: int) -> int:
    """The number of a deal among so many, as a whole number. Raises `RequestError`."""
    if isinstance(number, str) and number.isascii() and number.isdigit() and len(number) < 100:
        number = int(number)
    return whole("the number of a deal", number, 0, deals - 1)


def above(what: str, value: object) -> None:
    """Raise `RequestError` unless a value is a number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LARGEST_PRECISION:
        raise wrong(f"{what} above 0", value)


def rules_from(rules: str | Path | Rules, options: Mapping[str, object]) -> Rules:
    """Rules by name, from a file, or as they are, with options changed. Raises `RequestError`."""
    if isinstance(rules, Rules):
        if options:
            raise RequestError("expected options together with the name of a game, got them beside Rules already made")
        return rules
    return load(_text_of(rules), options)


def _text_of(name: object) -> str:
    if not isinstance(name, str | Path):
        raise wrong("a game by name, a TOML file or Rules", type(name).__name__, game_names())
    return os.fspath(name)


def options_from(options: Mapping[str, object] | Iterable[str] | None) -> Mapping[str, object]:
    """Options as a mapping, from one or from texts OPTION=VALUE. Raises `RequestError`."""
    if options is None or isinstance(options, Mapping):
        return options or {}
    if not isinstance(options, str | list | tuple):
        raise wrong("options as a mapping or as texts OPTION=VALUE", options)
    return settings([options] if isinstance(options, str) else options)
