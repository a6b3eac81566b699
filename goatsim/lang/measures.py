"""Measures: questions as typed trees. `us.points > 60`, `me.trumps + partner.trumps`, `the_deal.egg`.

A measure is bound to a game only when it is used: then its seats and sides are known, its range is worked out and it
becomes a program for the engine (`engine.program`). `walk` answers the same for one deal given by name, slowly and from
the table of words alone: the twin of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from goatsim.cards import card
from goatsim.engine import program as op
from goatsim.errors import RequestError, wrong
from goatsim.game import Game
from goatsim.lang.dealt import trump_strength
from goatsim.lang.kinds import NUMBER, TRUTH, Deal, Word, named

LARGEST = 1 << 62
SEATS = ("me", "left", "partner", "right")
SIDES = ("us", "them")

_NUMBERS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "+": (op.ADD, lambda a, b: a + b),
    "-": (op.SUB, lambda a, b: a - b),
    "*": (op.MUL, lambda a, b: a * b),
}
_COMPARISONS: dict[str, tuple[int, Callable[[int, int], bool]]] = {
    "==": (op.EQ, lambda a, b: a == b),
    "!=": (op.NE, lambda a, b: a != b),
    "<": (op.LT, lambda a, b: a < b),
    "<=": (op.LE, lambda a, b: a <= b),
    ">": (op.LT, lambda a, b: a > b),
    ">=": (op.LE, lambda a, b: a >= b),
}
OVER: dict[str, tuple[int, Callable[[list[int]], int]]] = {
    "any": (op.OR, max),
    "all": (op.AND, min),
    "count": (op.ADD, sum),
    "sum": (op.ADD, sum),
    "min": (op.LEAST, min),
    "max": (op.GREATEST, max),
}
_TRUTHS: dict[str, tuple[int, Callable[[int, int], int]]] = {"and": (op.AND, min), "or": (op.OR, max)}


@dataclass(frozen=True, eq=False, repr=False)
class Measure:
    """A question: `kind` number or truth. Build it from words of seats and sides with + - *, comparisons, & | ~ (and,
    or, not); `str` gives it back as words.
    """

    kind: str
    what: str
    parts: tuple[Measure, ...] = ()
    value: int = 0
    word: Word | None = None
    who: str = ""
    given: object = None

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
        if self.what == "constant":
            return str(self.value)
        if self.what == "card":
            return str(self.given)
        if self.what in OVER:
            return f"{self.what}({self.who}, {self.parts[0]})"
        if self.what == "word":
            assert self.word is not None
            shown = " ".join(self.given) if isinstance(self.given, tuple) else self.given
            name = self.word.name if self.given is None else f"{self.word.name}({shown})"
            return f"{self.who}.{name}" if self.who else name
        if self.what == "not":
            return f"not {_inner(self.parts[0])}"
        return f" {self.what} ".join(_inner(part) for part in self.parts)

    def __repr__(self) -> str:
        return f"<{self.kind} {self}>"

    @property
    def about_matches(self) -> bool:
        """Whether it asks about whole matches."""
        return any(part.about_matches for part in self.parts) or (self.word is not None and self.word.about_matches)

    def bound(self, game: Game, seat: int = 0) -> Bound:
        """The measure for a game, `me` being a seat: its range and its program."""
        low, high, code = _within(self, game, seat)
        return Bound(self, low, high, tuple(code))

    def walk(self, game: Game, deal: Deal, seat: int = 0) -> int:
        """The value for one deal by name, word by word; a truth is 0 or 1."""
        if self.what == "constant":
            return self.value
        if self.what == "word":
            assert self.word is not None
            return sum(self.word.walk(game, deal, place, self.given) for place in _places(self, game, seat))
        if self.what == "card":
            return _strength(self, game)
        if self.what in OVER:
            over = [self.parts[0].walk(game, deal, chair) for chair in _chairs(self, game, seat)]
            return int(OVER[self.what][1](over))
        values = [part.walk(game, deal, seat) for part in self.parts]
        if self.what == "not":
            return 1 - values[0]
        for table in (_NUMBERS, _COMPARISONS, _TRUTHS):
            if self.what in table:
                return int(table[self.what][1](values[0], values[1]))
        raise AssertionError(self.what)


@dataclass(frozen=True)
class Bound:
    """A measure for a game: every value lies in low .. high; `code` leaves it on top of the stack."""

    measure: Measure
    low: int
    high: int
    code: tuple[tuple[int, int, int], ...]


def _inner(measure: Measure) -> str:
    simple = measure.what in ("constant", "word", "card") or measure.what in OVER
    return str(measure) if simple else f"({measure})"


def measure_of(value: object) -> Measure:
    """A measure as it is, a whole number or a card as one. Raises `RequestError` for anything else."""
    if isinstance(value, Measure):
        return value
    if isinstance(value, str):
        return Measure(NUMBER, "card", given=card(value))
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1 << 31:
        raise wrong("a measure, a whole number or a card", value)
    return Measure(NUMBER, "constant", value=value)


def _joined(left: Measure, what: str, other: object) -> Measure:
    right = measure_of(other)
    wanted = TRUTH if what in _TRUTHS else NUMBER
    for part in (left, right):
        if part.kind != wanted and not (what in ("==", "!=") and left.kind == right.kind):
            raise RequestError(f"expected a {wanted} beside {what}, got the {part.kind} {part}")
    for part, beside in ((left, right), (right, left)):
        if part.what == "card" and (what in _NUMBERS or beside.word is None or beside.word.name != "top_trump"):
            raise RequestError(f"expected the card {part} beside a comparison with top_trump, got {beside}")
    return Measure(NUMBER if what in _NUMBERS else TRUTH, what, (left, right))


def _chairs(measure: Measure, game: Game, seat: int) -> list[int]:
    """The seats that any, all, count, sum, min, max go over."""
    seats = range(game.rules.seats)
    mine = game.rules.sides[seat]
    groups = {
        "players": list(seats),
        "others": [place for place in seats if place != seat],
        "us": [place for place in seats if game.rules.sides[place] == mine],
        "them": [place for place in seats if game.rules.sides[place] != mine],
    }
    found = [chair for name in measure.who.split() for chair in groups.get(name) or [_seat(name, game, seat)]]
    return sorted(set(found))


def _strength(measure: Measure, game: Game) -> int:
    strength = trump_strength(game, str(measure.given))
    if strength == 0:
        raise wrong(f"a trump of {game.rules.name} to compare top_trump with", measure.given)
    return strength


def _places(measure: Measure, game: Game, seat: int) -> list[int]:
    """The seats, the side or the one place that a word is about."""
    assert measure.word is not None
    rules = game.rules
    of, who = measure.word.of, measure.who
    if of in ("deal", "match"):
        return [0]
    if who in SIDES:
        others = sorted({side for side in rules.sides if side != rules.sides[seat]})
        sides = [rules.sides[seat]] if who == "us" else others
        if of != "seat":
            if len(sides) > 1 and measure.kind == TRUTH:
                raise RequestError(f"expected one side for {measure}, got {len(sides)} other sides in {rules.name}")
            return sides
        seats = [place for place in range(rules.seats) if rules.sides[place] in sides]
        if measure.kind == TRUTH and len(seats) > 1:
            raise RequestError(f"expected a seat for {measure.word.name}, got {who}: say any(us, ...) or all(us, ...)")
        return seats
    place = _seat(who, game, seat)
    return [place] if of == "seat" else [rules.sides[place]]


def _seat(who: str, game: Game, seat: int) -> int:
    seats = game.rules.seats
    if who.startswith("seat"):
        place = int(who[4:])
        if place >= seats:
            raise wrong(f"seat0 to seat{seats - 1} in {game.rules.name}", who)
        return place
    words = {
        4: SEATS,
        3: ("me", "left", "right"),
        2: ("me", "opponent"),
        6: ("me", "left", "partner2", "across", "partner4", "right"),
    }
    known = words.get(seats, ("me",))
    if who not in known:
        raise wrong(f"a seat of {game.rules.name} ({', '.join(known)})", who, known)
    return (seat + known.index(who)) % seats


def _within(measure: Measure, game: Game, seat: int) -> tuple[int, int, list[tuple[int, int, int]]]:
    """The code of a measure whose values all fit in a word of the engine."""
    low, high, code = _code(measure, game, seat)
    if max(abs(low), abs(high)) > LARGEST:
        raise RequestError(
            f"expected numbers of at most 2^62 in a measure, got {measure}, which could reach {max(-low, high)}"
        )
    return low, high, code


def _code(measure: Measure, game: Game, seat: int) -> tuple[int, int, list[tuple[int, int, int]]]:
    if measure.what == "constant":
        return measure.value, measure.value, [(op.CONSTANT, measure.value, 0)]
    if measure.what == "word":
        return _word_code(measure, game, seat)
    if measure.what == "card":
        return (strength := _strength(measure, game)), strength, [(op.CONSTANT, strength, 0)]
    if measure.what in OVER:
        return _over_code(measure, game, seat)
    if measure.what == "not":
        return 0, 1, [*_code(measure.parts[0], game, seat)[2], (op.NOT, 0, 0)]
    (low, high, first), (least, most, second) = (_within(part, game, seat) for part in measure.parts)
    if measure.what in _NUMBERS:
        operation, value = _NUMBERS[measure.what]
        corners = [value(a, b) for a in (low, high) for b in (least, most)]
        return min(corners), max(corners), [*first, *second, (operation, 0, 0)]
    operation = (_COMPARISONS.get(measure.what) or _TRUTHS[measure.what])[0]
    if measure.what in (">", ">="):
        first, second = second, first
    return 0, 1, [*first, *second, (operation, 0, 0)]


def _over_code(measure: Measure, game: Game, seat: int) -> tuple[int, int, list[tuple[int, int, int]]]:
    operation = OVER[measure.what][0]
    bounds = [_within(measure.parts[0], game, chair) for chair in _chairs(measure, game, seat)]
    code = list(bounds[0][2])
    for _, _, more in bounds[1:]:
        code += [*more, (operation, 0, 0)]
    lows, highs = [low for low, _, _ in bounds], [high for _, high, _ in bounds]
    joined = OVER[measure.what][1]
    return joined(lows), joined(highs), code


def _word_code(measure: Measure, game: Game, seat: int) -> tuple[int, int, list[tuple[int, int, int]]]:
    word = measure.word
    assert word is not None
    for name in named(measure.given) if word.takes == "cards" else ():
        if name not in game.rules.pack:
            raise wrong(f"cards of {game.rules.name} for {word.name}", name, game.rules.pack)
    if word.about_matches != (game.shape.match == 1):
        what, other = ("deals", "matches") if word.about_matches else ("matches", "deals")
        raise RequestError(f"expected a word about {what}, got {word.name}, which is about {other}")
    low, high = word.bounds(game, measure.given)
    places = _places(measure, game, seat)
    code: list[tuple[int, int, int]] = []
    for k, place in enumerate(places):
        code += [*word.code(game, place, measure.given), *([(op.ADD, 0, 0)] if k else [])]
    return low * len(places), high * len(places), code
