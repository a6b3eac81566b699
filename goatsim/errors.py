"""The two ways in which goatsim says no, and the one sentence in which it says it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

LONGEST_ECHO = 60
"""Characters of a wrong input that an error repeats; a whole file pasted by mistake must not fill the screen."""


LONGEST_PATH = 120
"""The same for paths, which are of use only if they lead somewhere."""

MOST_WORDS = 12
"""Words of a list that an error repeats."""

_ENDLESS = re.compile(rf"\w{{{LONGEST_ECHO + 1},}}")


def _readable(sentence: str) -> str:
    # Names come from people's files, where nothing keeps them short.
    return _ENDLESS.sub(lambda found: brief(found[0]), sentence)


class RequestError(ValueError):
    """A request that cannot be met as it stands (exit status 2); its text is one sentence."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(_readable(sentence))


class PlayError(Exception):
    """The work itself found something wrong, such as an illegal record or policy (exit status 1)."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(_readable(sentence))


def printable(text: str) -> str:
    """Return `text` with characters that cannot be printed, line ends among them, written as escapes."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def brief(text: str) -> str:
    """Return `text` as an error repeats it without quotes: printable, and cut to a readable length."""
    # Cut twice: the first keeps an enormous text from being escaped, the second what escapes have made longer.
    text = printable(text[: LONGEST_ECHO + 1])
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 3] + "..."


def brief_path(path: object) -> str:
    """Return a path as an error repeats it without quotes: of a long one the end, which names the file."""
    text = printable(str(path)[-LONGEST_PATH - 1 :])
    return text if len(text) <= LONGEST_PATH else f"...{text[3 - LONGEST_PATH :]}"


def shown_path(path: object) -> str:
    """Return a path as an error repeats it, in quotes: of a long one the end, which names the file."""
    return f'"{brief_path(path)}"'


def among(words: Iterable[str]) -> str:
    """Return words as a list in a sentence, and of many only the first."""
    every = list(words)
    more = [f"and {len(every) - MOST_WORDS} more"] if len(every) > MOST_WORDS else []
    return ", ".join([*map(brief, every[:MOST_WORDS]), *more])


def nearest(word: object, words: Iterable[str]) -> str:
    """Return ``"; nearest is X"`` for the X of `words` that resembles the text `word` most, or ``""`` if none does."""
    if not isinstance(word, str):
        return ""
    by_fold = {candidate.casefold(): candidate for candidate in words}
    found = difflib.get_close_matches(word[:LONGEST_ECHO].casefold(), list(by_fold), n=1, cutoff=0.5)
    return f"; nearest is {brief(by_fold[found[0]])}" if found else ""


def shown(value: object) -> str:
    """Return `value` as an error repeats it: text in quotes, truth as TOML writes it, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'"{brief(value)}"'
    try:
        return brief(str(value))
    except ValueError:  # Python refuses to write out whole numbers of more than some thousand digits
        return "an enormous number"
    except Exception:  # an object of somebody else's, or a list too deep
        return f"a {brief(type(value).__name__)}"


def wrong(expected: str, got: object, words: Iterable[str] = ()) -> RequestError:
    """Build the error that says what was `expected`, what came instead, and which of `words` is nearest to it."""
    return RequestError(f"expected {expected}, got {shown(got)}{nearest(got, words)}")


def whole(what: str, value: object, least: int, most: int) -> int:
    """Return `value` if it is a whole number from `least` to `most`; RequestError, naming `what`, for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise wrong(f"{what} from {least} to {most}", value)
    return value
