"""What is wrong with a question, and where: one sentence that points at the character."""

from __future__ import annotations

from collections.abc import Iterable

from goatsim.errors import RequestError, brief, nearest, printable, shown

BROADEST = 24
"""Characters around a mistake that an error repeats."""


class Slip(Exception):
    """Something wrong at characters start .. end of a question: what was expected there, the words that may have been
    meant, and what else to say.
    """

    def __init__(self, expected: str, start: int, end: int, words: Iterable[str] = (), also: str = "") -> None:
        super().__init__(expected)
        self.start, self.end, self.words, self.also = start, end, words, also

    def pointed(self, text: str) -> RequestError:
        """The error that shows where it is."""
        got = text[self.start : self.end]
        said = f"got {shown(got)}" if got else "got nothing more"
        where = _mark(text, self.start, self.end)
        return RequestError(f"expected {self}, {said} at {where}{self.also or nearest(got, self.words)}")


class Refused(Slip):
    """The same where a whole sentence says already what was expected and what came."""

    def pointed(self, text: str) -> RequestError:
        """The error that shows where it is."""
        return RequestError(f"{self} at {_mark(text, self.start, self.end)}")


def _mark(text: str, start: int, end: int) -> str:
    """Where in a text characters stand: their number, and the text with brackets around them."""
    before, after = text[max(0, start - BROADEST) : start], text[end : end + BROADEST]
    before = f"{'...' if start > BROADEST else ''}{printable(before)}"
    after = f"{printable(after)}{'...' if end + BROADEST < len(text) else ''}"
    return f"character {start + 1} ({before}[{brief(text[start:end])}]{after})"
