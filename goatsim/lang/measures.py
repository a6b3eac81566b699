"""Measures: questions as typed trees. `us.points > 60`, `me.trumps + partner.trumps`, `the_deal.egg`.

A measure is bound to a game only when it is used: then its seats and sides are known, its range is worked out and it
becomes a program for the engine (`engine.program`). `walk` answers the same for one deal given by name, slowly and from
the table of words alone: the twin of the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from goatsim.cards import SUIT_NAMES, card
from goatsim.errors import RequestError, wrong
from goatsim.game import Game
from goatsim.lang import patterns
from goatsim.lang.binding import Bound, bind, chairs, gift, named_numbers, strength, walked
from goatsim.lang.kinds import NUMBER, PATTERN, TRUTH, Deal, Word, named
from goatsim.lang.operations import COMPARISONS, NUMBERS, OVER, TRUTHS

MOST_NODES = 2000
DEEPEST = 100
"""Words and signs of a measure, and how deep they may lie within each other."""

LARGEST_CONSTANT = 1 << 31


@dataclass(frozen=True, eq=False, repr=False)
class Measure:
    """A question: `kind` number, truth or pattern. Build it from words of seats and sides with + - *, comparisons,
    & | ~ (and, or, not), or with `lang.reading` from a text; `str` gives it back as a text.
    """

    kind: str
    what: str
    parts: tuple[Measure, ...] = ()
    value: int = 0
    word: Word | None = None
    who: str = ""
    given: object = None

    def __post_init__(self) -> None:
        if self.nodes > MOST_NODES:
            raise RequestError(f"expected a measure of at most {MOST_NODES} words and signs, got {self.nodes}")
        if self.depth > DEEPEST:
            raise RequestError(f"expected a measure at most {DEEPEST} signs deep, got {self.depth}")

    @cached_property
    def nodes(self) -> int:
        """How many words and signs it has."""
        return 1 + sum(part.nodes for part in self.parts)

    @cached_property
    def depth(self) -> int:
        """How deep they lie within each other."""
        return 1 + max((part.depth for part in self.parts), default=0)

    def __add__(self, other: Measure | int) -> Measure:
        return _joined(self, "+", other)

    def __sub__(self, other: Measure | int) -> Measure:
        return _joined(self, "-", other)

    def __mul__(self, other: Measure | int) -> Measure:
        return _joined(self, "*", other)

    def __neg__(self) -> Measure:
        return _joined(measure_of(0), "-", self)

    def __truediv__(self, other: object) -> Measure:
        raise RequestError(f"expected + - or * between measures, got {self} divided by {other}")

    __floordiv__ = __mod__ = __truediv__
    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: int) -> Measure:
        return _joined(measure_of(other), "-", self)

    def __eq__(self, other: object) -> Any:
        return _joined(self, "==", other)

    def __ne__(self, other: object) -> Any:
        return _joined(self, "!=", other)

    def __lt__(self, other: Measure | int) -> Measure:
        return _joined(self, "<", other)

    def __le__(self, other: Measure | int) -> Measure:
        return _joined(self, "<=", other)

    def __gt__(self, other: Measure | int) -> Measure:
        return _joined(self, ">", other)

    def __ge__(self, other: Measure | int) -> Measure:
        return _joined(self, ">=", other)

    def __and__(self, other: Measure) -> Measure:
        return _joined(self, "and", other)

    def __or__(self, other: Measure) -> Measure:
        return _joined(self, "or", other)

    def __invert__(self) -> Measure:
        if self.kind != TRUTH:
            raise RequestError(f"expected a truth after not, got the number {self}")
        return Measure(TRUTH, "not", (self,))

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise RequestError(
            f"expected & | ~ between measures instead of and, or, not and chained comparisons, got {self}"
        )

    def __str__(self) -> str:
        return self._told("me")

    def _told(self, me: str) -> str:
        """The text of a measure; `me`: what stands before a word about me, nothing where every chair is meant."""
        if self.what == "constant":
            return str(self.value)
        if self.what == "card":
            return str(self.given)
        if self.what == "label":
            return patterns.written(named_numbers(self.given))
        if self.what in OVER or self.what == "pattern":
            return f"{self.what}({self.who}, {self.parts[0]._told('')})"
        if self.what == "word":
            return self._said(me if self.who == "me" else self.who)
        if self.what == "not":
            return f"not {self.parts[0]._inner(me)}"
        return f" {self.what} ".join(part._inner(me) for part in self.parts)

    def _inner(self, me: str) -> str:
        simple = self.what in ("constant", "word", "card", "label", "pattern") or self.what in OVER
        return self._told(me) if simple else f"({self._told(me)})"

    def _said(self, who: str) -> str:
        assert self.word is not None
        if self.word.takes is None:
            return f"{who}.{self.word.name}" if who else self.word.name
        given = " ".join(named(self.given)) if self.word.takes == "cards" else str(self.given)
        given = SUIT_NAMES[given] if self.word.takes == "suit" else given
        if self.kind == TRUTH:
            return f"{who} {self.word.name} {given}".lstrip()
        return f"{who}.{self.word.name}({given})" if who else f"{self.word.name}({given})"

    def __repr__(self) -> str:
        return f"<{self.kind} {self}>"

    @property
    def about_matches(self) -> bool:
        """Whether it asks about whole matches."""
        return any(part.about_matches for part in self.parts) or (self.word is not None and self.word.about_matches)

    def bound(self, game: Game, seat: int = 0) -> Bound:
        """The measure for a game, `me` being a seat: its range and its program."""
        return bind(self, game, seat)

    def walk(self, game: Game, deal: Deal, seat: int = 0) -> int:
        """The value for one deal by name, word by word; a truth is 0 or 1, a pattern a number (`lang.patterns`)."""
        if self.what == "constant":
            return self.value
        if self.what == "word":
            assert self.word is not None
            given = gift(self, game)
            return sum(self.word.walk(game, deal, place, given) for place in walked(self, game, seat, deal))
        if self.what == "card":
            return strength(self, game)
        if self.what in OVER or self.what == "pattern":
            over = [self.parts[0].walk(game, deal, chair) for chair in chairs(self, game, seat)]
            return int(OVER[self.what][1](over)) if self.what in OVER else patterns.number(over, max(over))
        if self.what == "label":
            wanted = named_numbers(self.given)
            return patterns.number(wanted, max(wanted))
        values = [part.walk(game, deal, seat) for part in self.parts]
        if self.what == "not":
            return 1 - values[0]
        for table in (NUMBERS, COMPARISONS, TRUTHS):
            if self.what in table:
                return int(table[self.what][1](values[0], values[1]))
        raise AssertionError(self.what)


def measure_of(value: object) -> Measure:
    """A measure as it is; a whole number, a card or a pattern such as "3-2-1" as one. Raises `RequestError` for
    anything else.
    """
    if isinstance(value, Measure):
        return value
    if isinstance(value, str):
        numbers = patterns.read(value)
        return Measure(PATTERN, "label", given=numbers) if numbers else Measure(NUMBER, "card", given=card(value))
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST_CONSTANT:
        raise wrong("a measure, a whole number or a card", value)
    return Measure(NUMBER, "constant", value=value)


def _joined(left: Measure, what: str, other: object) -> Measure:
    right = measure_of(other)
    wanted = TRUTH if what in TRUTHS else NUMBER
    equal = what in ("==", "!=")
    for part, beside in ((left, right), (right, left)):
        if part.what == "pattern" and not (equal and beside.what == "label"):
            raise RequestError(f"expected == or != and numbers such as 3-2-1 beside {part}, got {what} {beside}")
        if part.what == "label" and beside.what != "pattern":
            raise RequestError(f"expected a pattern(...) to compare {part} with, got {beside}")
        if part.kind != wanted and not (equal and left.kind == right.kind):
            raise RequestError(f"expected a {wanted} beside {what}, got the {part.kind} {part}")
        if part.what == "card" and (what in NUMBERS or beside.word is None or not beside.word.strength):
            raise RequestError(f"expected the card {part} beside a comparison with top_trump, got {beside}")
    if left.what == "label":
        left, right = right, left
    return Measure(NUMBER if what in NUMBERS else TRUTH, what, (left, right))
