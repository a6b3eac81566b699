"""The table of question words: one row a word.

A word is about a seat (`trumps`), a side (`points`; a seat's is its side's), the deal (`egg`), a match (`deals`) or a
side of a match (`wins`).
"""

from __future__ import annotations

from typing import NamedTuple

from goatsim.lang import dealt, matches, melding, results, sharing, swaps
from goatsim.lang.kinds import NUMBER, PATTERN, TRUTH, Word

_SOURCES = (dealt, swaps, results, melding, sharing, matches)
TABLE: dict[str, Word] = {row.name: row for source in _SOURCES for row in source.ROWS}
"""Every word by name."""


class Line(NamedTuple):
    """A word as a person is told of it: whom it is about, the kind of its answer, what it is given, what it means."""

    name: str
    of: str
    kind: str
    takes: str
    doc: str


_OVER = (
    Line("any", "seats", TRUTH, "a truth", "whether it is so for one of the seats (of all players, if none are named)"),
    Line("all", "seats", TRUTH, "a truth", "whether it is so for all of the seats"),
    Line("count", "seats", NUMBER, "a truth", "for how many of the seats it is so"),
    Line("sum", "seats", NUMBER, "a number", "the sum over the seats"),
    Line("min", "seats", NUMBER, "a number", "the smallest over the seats"),
    Line("max", "seats", NUMBER, "a number", "the largest over the seats"),
    Line("pattern", "seats", PATTERN, "a number", "how it is split among the seats, largest first, such as 3-2-1"),
)


def lines() -> list[Line]:
    """Every word of the language of questions, those that go over several seats last."""
    rows = [Line(row.name, row.of, row.kind, row.takes or "", row.doc) for row in TABLE.values()]
    return [*rows, *_OVER]
