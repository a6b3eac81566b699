"""The two ways in which goatsim says no, and the one sentence in which it says it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST_ECHO = 60
"""Characters of a wrong input that an error repeats; a whole file pasted by mistake must not fill the screen."""


class RequestError(ValueError):
    """A request that cannot be met as it stands (exit status 2); its text is one sentence."""


class PlayError(Exception):
    """The work itself found something wrong, such as an illegal record or policy (exit status 1)."""


def nearest(word: object, words: Iterable[str]) -> str:
    """Return ``"; nearest is X"`` for the X of `words` that resembles the text `word` most, or ``""`` if none does."""
    if not isinstance(word, str):
        return ""
    by_fold = {candidate.casefold(): candidate for candidate in words}
    found = difflib.get_close_matches(word[:LONGEST_ECHO].casefold(), list(by_fold), n=1, cutoff=0.5)
    return f"; nearest is {by_fold[found[0]]}" if found else ""


def shown(value: object) -> str:
    """Return `value` as an error repeats it: text in quotes, truth as TOML writes it, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "nothing"
    plain = value.encode("unicode_escape").decode() if isinstance(value, str) and not value.isprintable() else value
    try:
        text = str(plain)
    except ValueError:  # Python refuses to write out whole numbers of more than some thousand digits
        return "an enormous number"
    text = text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 3] + "..."
    return f'"{text}"' if isinstance(value, str) else text


def wrong(expected: str, got: object, words: Iterable[str] = ()) -> RequestError:
    """Build the error that says what was `expected`, what came instead, and which of `words` is nearest to it."""
    return RequestError(f"expected {expected}, got {shown(got)}{nearest(got, words)}")


def whole(what: str, value: object, least: int, most: int) -> int:
    """Return `value` if it is a whole number from `least` to `most`; RequestError, naming `what`, for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise wrong(f"{what} from {least} to {most}", value)
    return value
