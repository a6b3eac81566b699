"""The three kinds of value that a policy works with, and how large a value can become."""

from __future__ import annotations

import ast
from typing import NamedTuple

CARDS = "cards"
NUMBER = "number"
TRUTH = "truth"

BY_ANNOTATION = {"Cards": CARDS, "int": NUMBER, "bool": TRUTH}
"""What an annotation of the engine's words and of helpers means."""

SAID = {CARDS: "a set of cards", NUMBER: "a number", TRUTH: "a truth"}

LARGEST = (1 << 31) - 1
"""The largest number of a policy. Products of two such numbers fit in 64 bits, so that compiled and plain Python agree.
"""


class Span(NamedTuple):
    """What a value can be: of a number the least and the greatest, of a set the fewest and the most cards, of a truth 0
    and 1.
    """

    low: int
    high: int

    def joined(self, other: Span) -> Span:
        """The span of a value that is one or the other."""
        return Span(min(self.low, other.low), max(self.high, other.high))


EITHER = Span(0, 1)


class Value(NamedTuple):
    """An expression as engine text, with its kind and its span."""

    made: ast.expr
    kind: str
    span: Span
