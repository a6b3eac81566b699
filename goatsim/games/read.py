"""Keys of the rules from what a TOML file, a record or the command line holds, to plain Python values."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from goatsim import cards
from goatsim.errors import LONGEST_ECHO, RequestError, brief, shown, wrong

_LONGEST_NUMBER = 9
"""Digits; nothing in the rules of a game is larger."""


LONGEST_TITLE = 200
"""Characters of a title; whatever is said about a game in a line must fit in one."""

# Characters that turn the direction of writing can make a line say something else than it holds.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _keys_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise RequestError(f"expected every key once, got {shown(twice)} twice")
    return found


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise wrong("finite numbers", text)
    return value


STRICT = json.JSONDecoder(object_pairs_hook=_keys_once, parse_float=_finite, parse_constant=_finite)
"""Reads JSON; a key given twice and a number that is not finite are a RequestError."""


def structure(given: object, key: str) -> object:
    """Return what JSON makes of a text that starts like a list or an object of JSON, and anything else as it stands.

    RequestError if such a text is no JSON.
    """
    if not isinstance(given, str) or not given.lstrip().startswith(("[", "{")):
        return given
    try:
        return STRICT.decode(given)
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        raise RequestError(f"expected JSON for {key}, got an error at column {error.pos + 1}: {what}") from None
    except RequestError as error:
        raise RequestError(f"{key}: {error}") from None
    except (ValueError, RecursionError):
        raise RequestError(f"expected JSON for {key}, got numbers or nesting beyond all bounds") from None


def settings(words: Iterable[object], form: str = "OPTION=VALUE") -> dict[str, str]:
    """Return texts OPTION=VALUE as a mapping; RequestError, saying `form`, for one without ``=`` and for an option that
    is given twice, be it in another case.
    """
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=") if isinstance(word, str) else ("", "", "")
        if not equals or not key.strip():
            raise wrong(form, word)
        if key.strip().casefold() in map(str.casefold, found):
            raise RequestError(f"expected {form} with {brief(key.strip())} once, got it twice")
        found[key.strip()] = value.strip()
    return found


def once(names: Iterable[str], what: str) -> None:
    """Raise RequestError, naming `what`, if a name comes twice, be it in another case."""
    seen: dict[str, str] = {}
    for name in names:
        folded = name.strip().casefold()
        if folded in seen:
            before = seen[folded]
            again = f"{brief(name)} twice" if name == before else f"both {brief(before)} and {brief(name)}"
            raise RequestError(f"expected every {what} once, got {again}")
        seen[folded] = name


def line(given: object, what: str, longest: int = LONGEST_ECHO) -> str:
    """Return a text that people read in a line; RequestError, naming `what`, if it is too long or could play tricks on
    a terminal.
    """
    if not isinstance(given, str):
        raise wrong(f"{what} to be a text", given)
    if len(given) > longest:
        raise wrong(f"{what} to be a text of at most {longest} characters", given)
    return page(given, what, ends="")


def page(given: object, what: str, ends: str = "\r\n\t") -> str:
    """Return a text of lines; RequestError, naming `what`, for control characters other than `ends`."""
    if not isinstance(given, str):
        raise wrong(f"{what} to be a text", given)
    if given.isprintable():
        return given
    for each in given:
        if each not in ends and (unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or each in _TURNING):
            raise RequestError(f"expected {what} to be a text without control characters, got {shown(each)} in it")
    return given


def number(given: object, expected: str) -> int:
    """Return a whole number given as such or as text; RequestError, saying `expected`, otherwise."""
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 10**_LONGEST_NUMBER:
        return given
    if isinstance(given, str) and re.fullmatch(rf"\s*-?[0-9]{{1,{_LONGEST_NUMBER}}}\s*", given):
        return int(given)
    raise wrong(expected, given)


def truth(given: object, key: str) -> bool:
    """Return a truth given as such or as the text true or false; RequestError, naming `key`, otherwise."""
    word = given.strip().casefold() if isinstance(given, str) else given
    if word in ("true", "false"):
        return word == "true"
    if isinstance(word, bool):
        return word
    raise wrong(f"true or false for {key}", given)


def numbers(given: object, key: str) -> tuple[int, ...]:
    """Return whole numbers given as a list or as text parted by spaces or commas."""
    return tuple(number(item, f"whole numbers in {key}") for item in items(given, key))


def words(given: object, known: Sequence[str], what: str) -> tuple[str, ...]:
    """Return words of `known`, in any case, given as a list or as text; RequestError for a word unknown or repeated."""
    found: list[str] = []
    for item in items(given, what):
        word = item.strip().casefold() if isinstance(item, str) else ""
        if word not in known:
            raise wrong(f"{what} among {', '.join(known)}", item, known)
        if word in found:
            raise RequestError(f"expected {what} once, got {word} twice")
        found.append(word)
    return tuple(found)


def ranks(given: object) -> str:
    """Return ranks, high to low, such as ``ATK987``, given as text or as a list; ten may be written 10."""
    given = structure(given, "plain_order")
    words = re.findall(r"10|[^\s,]", given) if isinstance(given, str) else items(given, "plain_order")
    found = [cards.rank_of(word) if isinstance(word, str) else None for word in words]
    for item, rank in zip(words, found, strict=True):
        if rank is None:
            raise wrong(f"plain_order to hold ranks among {' '.join(cards.RANKS)}", item)
    return "".join(rank for rank in found if rank)


def points(given: object) -> dict[str, int]:
    """Return rank or card -> points, given as a table or as text such as ``A=11 T=10 QC=5``."""
    given = structure(given, "points")
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


def items(given: object, key: str) -> list[object]:
    """Return what a list holds, given as such, as JSON, or as words parted by spaces or commas."""
    given = structure(given, key)
    if isinstance(given, str):
        return [item for item in re.split(r"[\s,]+", given) if item]
    if isinstance(given, list | tuple):
        return list(given)
    raise wrong(f"{key} as a list", given)
