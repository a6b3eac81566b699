"""Keys of the rules from what a TOML file, a record or the command line holds, to plain Python values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from goatsim import cards
from goatsim.errors import RequestError, wrong

_LONGEST_NUMBER = 9
"""Digits; nothing in the rules of a game is larger."""


def number(given: object, expected: str) -> int:
    """Return a whole number given as such or as text; RequestError, saying `expected`, otherwise."""
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 10**_LONGEST_NUMBER:
        return given
    if isinstance(given, str) and re.fullmatch(rf"\s*-?[0-9]{{1,{_LONGEST_NUMBER}}}\s*", given):
        return int(given)
    raise wrong(expected, given)


def numbers(given: object, key: str) -> tuple[int, ...]:
    """Return whole numbers given as a list or as text parted by spaces or commas."""
    return tuple(number(item, f"whole numbers in {key}") for item in _items(given, key))


def words(given: object, known: Sequence[str], what: str) -> tuple[str, ...]:
    """Return words of `known`, in any case, given as a list or as text; RequestError for a word unknown or repeated."""
    found: list[str] = []
    for item in _items(given, what):
        word = item.strip().casefold() if isinstance(item, str) else ""
        if word not in known:
            raise wrong(f"{what} among {', '.join(known)}", item, known)
        if word in found:
            raise RequestError(f"expected {what} once, got {word} twice")
        found.append(word)
    return tuple(found)


def ranks(given: object) -> str:
    """Return ranks, high to low, such as ``ATK987``, given as text or as a list; ten may be written 10."""
    items = re.findall(r"10|[^\s,]", given) if isinstance(given, str) else _items(given, "plain_order")
    found = [cards.rank_of(item) if isinstance(item, str) else None for item in items]
    for item, rank in zip(items, found, strict=True):
        if rank is None:
            raise wrong(f"plain_order to hold ranks among {' '.join(cards.RANKS)}", item)
    return "".join(rank for rank in found if rank)


def points(given: object) -> dict[str, int]:
    """Return rank or card -> points, given as a table or as text such as ``A=11 T=10 QC=5``."""
    if isinstance(given, str):
        pairs: Iterable[Sequence[object]] = [
            re.split("[=:]", item, maxsplit=1) for item in re.split(r"[\s,]+", given) if item
        ]
    elif isinstance(given, Mapping):
        pairs = given.items()
    else:
        raise wrong("points as a table of ranks or cards", given)
    found: dict[str, int] = {}
    for pair in pairs:
        key, value = pair if len(pair) == 2 else (pair[0], None)
        name = cards.rank_of(key.strip()) if isinstance(key, str) else None
        name = name or cards.card(key)
        if name in found:
            raise RequestError(f"expected the points of {name} once, got them twice")
        found[name] = number(value, f"a whole number from 0 to 31 as points of {name}")
    return found


def _items(given: object, key: str) -> list[object]:
    if isinstance(given, str):
        return [item for item in re.split(r"[\s,]+", given) if item]
    if isinstance(given, list | tuple):
        return list(given)
    raise wrong(f"{key} as a list", given)
