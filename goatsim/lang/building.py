"""What every rule of the grammar of questions makes of its parts: measures, and slips where they do not fit."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

from lark import Token, Transformer

from goatsim.engine.layout import MAX_SEATS
from goatsim.errors import RequestError
from goatsim.lang import places
from goatsim.lang.binding import AWAY
from goatsim.lang.measures import LARGEST_CONSTANT, Measure, measure_of
from goatsim.lang.operations import OVER
from goatsim.lang.places import Who
from goatsim.lang.slips import Refused, Slip
from goatsim.lang.words import TABLE

SEATS = (
    *("me", "left", "partner", "right", "partner2", "across", "partner4", "opponent"),
    *("leader", "dealer", "praiser", "soloist"),
    *(f"seat{number}" for number in range(MAX_SEATS)),
)
GROUPS = ("players", "others")
PLACES = {name: Who(name) for name in (*SEATS, "us", "them", places.MATCH, *AWAY)}
"""Whom a word may be about; which of the seats a game has is known when the question meets it."""

WINNERS = ("winner", *(word.name for word in TABLE.values() if word.lone))
"""Words that also compare with seats and sides."""

WORDS = (*TABLE, *PLACES, *OVER, "pattern", "not")
"""Everything that a question can begin with."""

MOST_EYES = 24
"""Eyes that no deal is worth."""

JOINED: dict[str, Callable[[Measure, Measure], Measure]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Piece(NamedTuple):
    """A part of a question and where it stands: a measure, or whom one is about. `name`: a bare word, as written."""

    made: Measure | Who
    start: int
    end: int
    name: str = ""


def measure_in(piece: Piece) -> Measure:
    """The measure of a piece that must be one."""
    if isinstance(piece.made, Who):
        example = "deals" if piece.made.name == places.MATCH else "trumps"
        expected = f"a word about {piece.made.name}, such as {piece.made.name}.{example}"
        raise Slip(expected, piece.start, piece.end)
    return piece.made


class Builder(Transformer[Token, Any]):
    """What every rule of the grammar makes of its parts."""

    def question(self, parts: list[Piece]) -> Piece:
        """The whole text."""
        return parts[0]

    def joined(self, parts: list[Any]) -> Piece:
        """``a + b``, ``a and b``."""
        return _join(*parts)

    def chain(self, parts: list[Any]) -> Piece:
        """``a < b <= c``: every two neighbours compared."""
        pairs = [_join(*parts[k : k + 3]) for k in range(0, len(parts) - 2, 2)]
        return reduce(lambda a, b: _join(a, "and", b), pairs)

    def denied(self, parts: list[Any]) -> Piece:
        """``not a``."""
        said, piece = parts
        return _built(lambda: ~measure_in(piece), said.start_pos, piece.end)

    def within(self, parts: list[Any]) -> Piece:
        """``a in 3..5``."""
        piece, _, low, _, high = parts
        if low.made.value > high.made.value:
            raise Slip("the smaller number first", low.start, high.end)
        return _join(_join(piece, ">=", low), "and", _join(piece, "<=", high))

    def bound(self, parts: list[Any]) -> Piece:
        """One end of ``3..5``."""
        minus, digits = parts
        return _number(digits, minus)

    def pattern(self, parts: list[Any]) -> Piece:
        """``pattern(others, trumps)``."""
        said, (who, piece) = parts
        return _built(lambda: places.pattern(who or places.players, measure_in(piece)), said.start_pos, piece.end)

    def patterned(self, parts: list[Any]) -> Piece:
        """``pattern(others, trumps) == 3-2-1``."""
        pattern, how, label = parts
        return _join(pattern, how, Piece(measure_of(str(label)), label.start_pos, label.end_pos))

    def negative(self, parts: list[Any]) -> Piece:
        """``-a``; a number below 0 is one number."""
        minus, piece = parts
        measure = measure_in(piece)
        if measure.what == "constant":
            return _built(lambda: measure_of(-measure.value), minus.start_pos, piece.end)
        return _built(lambda: -measure, minus.start_pos, piece.end)

    def number(self, parts: list[Token]) -> Piece:
        """``60``."""
        return _number(parts[0])

    def card(self, parts: list[Token]) -> Piece:
        """``QC``."""
        return Piece(measure_of(str(parts[0])), *_ends(parts[0]))

    def name(self, parts: list[Token]) -> Piece:
        """A bare word, or whom a word is about."""
        (token,) = parts
        if token in PLACES:
            return Piece(PLACES[token], *_ends(token))
        if token not in TABLE:
            raise Slip("a word such as trumps or us.points", *_ends(token), WORDS)
        return Piece(_about(None, token, None), *_ends(token), str(token))

    def about(self, parts: list[Token]) -> Piece:
        """``us.points``."""
        place, word = parts
        return Piece(_about(place, word, None), _ends(place)[0], _ends(word)[1])

    def given(self, parts: list[Any]) -> Piece:
        """``me has QC QS``, ``cards(J*)``, ``void spades``, ``high_trumps(3)``."""
        place, word, (given, end) = parts
        start = _ends(place or word)[0]
        return _built(lambda: _about(place, word, given), start, end)

    def place(self, parts: list[Token]) -> Token:
        """Whom a word with something in brackets is about."""
        return parts[0]

    def seen(self, parts: list[Any]) -> tuple[list[Who], Piece]:
        """What stands in the brackets of ``any(us, a)``: whose chairs it is seen from, and what."""
        if len(parts) == 1:
            return [], parts[0]
        names, (more, piece) = parts
        return [*names, *more], piece

    def names(self, parts: list[Token]) -> list[Who]:
        """Whose chairs."""
        groups = {name: who for name, who in PLACES.items() if name not in (places.MATCH, "soloist", *AWAY)}
        groups |= {name: Who(name) for name in GROUPS}
        for token in parts:
            if token not in groups:
                raise Slip("players, others, us, them or seats", *_ends(token), groups)
        return [groups[token] for token in parts]

    def over(self, parts: list[Any]) -> Piece:
        """``any(us, a)``."""
        what, (who, piece) = parts
        return _built(lambda: places.over(what, who or places.players, measure_in(piece)), what.start_pos, piece.end)

    def cards(self, parts: list[Token]) -> tuple[object, int]:
        """Cards as written, and where they end."""
        return [str(token) for token in parts], _ends(parts[-1])[1]

    def suit(self, parts: list[Token]) -> tuple[object, int]:
        """A suit as written, and where it ends."""
        return str(parts[0]), _ends(parts[0])[1]

    def meld(self, parts: list[Token]) -> tuple[object, int]:
        """The name of a meld, and where it ends."""
        return str(parts[0]), _ends(parts[0])[1]

    def count(self, parts: list[Token]) -> tuple[object, int]:
        """A number for a word, and where it ends."""
        return measure_in(_number(parts[0])).value, _ends(parts[0])[1]


def _ends(token: Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0


def _built(make: Callable[[], Measure], start: int, end: int) -> Piece:
    """What `make` makes of characters start .. end, which are to blame if it refuses."""
    try:
        return Piece(make(), start, end)
    except RequestError as error:
        raise Refused(str(error), start, end) from None


def _number(digits: Token, minus: Token | None = None) -> Piece:
    start, end = _ends(digits)
    if len(digits.lstrip("0")) > len(str(LARGEST_CONSTANT)) or int(digits) > LARGEST_CONSTANT:
        raise Slip(f"a whole number of at most {LARGEST_CONSTANT}", start, end)
    return Piece(measure_of(-int(digits) if minus else int(digits)), _ends(minus or digits)[0], end)


def _about(place: Token | None, word: Token, given: object) -> Measure:
    """A word about somebody: about `me` where nobody is named."""
    row = TABLE.get(word)
    if place is None:
        assert row is not None
        who = {"deal": places.the_deal, "match": places.the_match}.get(row.of, places.me)
    elif place in PLACES:
        who = PLACES[place]
    elif place in GROUPS:
        raise Slip(f"any({place}, ...), sum({place}, ...) or another of {', '.join(OVER)}", *_ends(place))
    else:
        raise Slip("a seat or a side before the dot, such as us.points", *_ends(place), PLACES)
    if word not in dir(who):
        alone = f"; say {word} alone" if row is not None and row.of in ("deal", "match") else ""
        raise Slip(f"a word about {who.name}", *_ends(word), dir(who), alone)
    made = getattr(who, word)
    measure: Measure = made if given is None else made(given)
    return measure


def _join(left: Piece, how: str, right: Piece) -> Piece:
    """Two pieces joined by a word or a sign."""
    for word, place in ((left, right), (right, left)):
        if isinstance(place.made, Who) and word.name in WINNERS:
            if how not in ("==", "!="):
                raise Slip(f"== or != between {word.name} and a seat or a side", left.start, right.end)
            won = getattr(place.made, word.name)
            return Piece(won if how == "==" else ~won, left.start, right.end)
        _points_meant(word, place)
    if isinstance(left.made, Who) and isinstance(right.made, Who):
        raise Slip(_instead(left.made.name, right.made.name), left.start, right.end)
    first, second = measure_in(left), measure_in(right)
    return _built(lambda: JOINED[how](first, second), left.start, right.end)


def _instead(one: str, other: str) -> str:
    """What to ask instead of whether two words mean the same seat or side."""
    if places.soloist.name in (one, other):
        who = other if one == places.soloist.name else one
        return f"{who}.bought to ask whether {who} is the soloist"
    return f"a word beside a seat or a side, such as winner == {other}"


def _points_meant(word: Piece, beside: Piece) -> None:
    """Refuse what only somebody asks who calls card points eyes, as Skat players do."""
    if not isinstance(word.made, Measure) or not isinstance(beside.made, Measure) or word.made.word is None:
        return
    if word.made.word.name == "eyes" and beside.made.what == "constant" and beside.made.value > MOST_EYES:
        expected = "a small number beside eyes, which are what a deal is worth (card points are called points)"
        raise Slip(expected, beside.start, beside.end)
