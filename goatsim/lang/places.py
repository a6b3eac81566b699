"""Who a question is about: a seat, a side, the deal, the match, or several seats at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from goatsim.cards import suit, wanted
from goatsim.engine.layout import MAX_SEATS
from goatsim.errors import RequestError, nearest, whole, wrong
from goatsim.lang.binding import AWAY, SIDES
from goatsim.lang.kinds import NUMBER, PATTERN, TRUTH, Word
from goatsim.lang.measures import Measure, measure_of
from goatsim.lang.operations import OVER
from goatsim.lang.words import TABLE

MATCH = "match"
TALON = "talon"


@dataclass(frozen=True, repr=False)
class Who:
    """A seat, a side, the deal or the match, with every word about it: `me.trumps`, `us.points`,
    `partner.has("QC QS")`. `dir` lists the words, `str` says what each means.
    """

    name: str

    def __dir__(self) -> list[str]:
        about = {"": ("deal",), MATCH: ("match",), **dict.fromkeys(AWAY, ("seat",))}
        of = about.get(self.name, ("seat", "side", "side of a match"))
        return [word.name for word in TABLE.values() if word.of in of and not (word.lone and self.name in AWAY)]

    def __repr__(self) -> str:
        return f"<{self.name or 'the deal'}: {', '.join(dir(self))}>"

    def __str__(self) -> str:
        words = [TABLE[name] for name in dir(self)]
        calls = [f"{word.name}({word.takes})" if word.takes else word.name for word in words]
        wide = max(map(len, calls))
        return "\n".join(f"{call:{wide}}  {word.doc}" for call, word in zip(calls, words, strict=True))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        fitting = dir(self)
        if name not in fitting:
            known = f"a word about {self.name or 'the deal'} ({', '.join(fitting)})"
            raise AttributeError(f"expected {known}, got {name}{nearest(name, fitting)}")
        word = TABLE[name]
        if word.takes is None:
            return Measure(word.kind, "word", word=word, who=self.name)
        return lambda given: Measure(word.kind, "word", word=word, who=self.name, given=_given(word, given))


def _given(word: Word, given: object) -> object:
    if word.takes == "cards":
        if not isinstance(given, str | list | tuple):
            raise wrong(f"cards for {word.name}, such as QC QS", given)
        return wanted(given)
    if word.takes == "number":
        if isinstance(given, bool) or not isinstance(given, int):
            raise wrong(f"a whole number for {word.name}", given)
        return given
    if word.takes == "meld":
        if not isinstance(given, str):
            raise wrong(f"the name of a meld for {word.name}", given)
        return given.strip().casefold()
    return suit(given)


me, left, partner, right = (Who(name) for name in ("me", "left", "partner", "right"))
us, them = (Who(name) for name in SIDES)
players, others = Who("players"), Who("others")
the_deal = Who("")
the_match = Who(MATCH)
talon, turned, discard = (Who(name) for name in AWAY)
soloist = Who("soloist")


def seat_at(number: int) -> Who:
    """The seat with a number, 0 .. seats - 1, whoever `me` is."""
    return Who(f"seat{whole('the number of a seat', number, 0, MAX_SEATS - 1)}")


def over(what: str, who: Who | Sequence[Who], measure: Measure) -> Measure:
    """`any`, `all`, `count` of a truth, `sum`, `min`, `max` of a number over seats (`players`, `others`, `us`, `them`
    or a list of seats); in the measure `me`, `left`, `partner` and `right` are seen from each of them in turn.
    """
    if what not in OVER:
        raise wrong(f"one of {', '.join(OVER)}", what, OVER)
    wanted = TRUTH if what in ("any", "all", "count") else NUMBER
    measure = measure_of(measure)
    if measure.kind != wanted:
        raise RequestError(f"expected a {wanted} in {what}(...), got the {measure.kind} {measure}")
    return Measure(TRUTH if what in ("any", "all") else NUMBER, what, (measure,), who=_several(who))


def pattern(who: Who | Sequence[Who], measure: Measure) -> Measure:
    """How a number is split among several seats, as `over` takes them: it compares with texts such as "3-2-1", the
    largest first, by == and !=.
    """
    measure = measure_of(measure)
    if measure.kind != NUMBER:
        raise RequestError(f"expected a number in pattern(...), got the {measure.kind} {measure}")
    return Measure(PATTERN, "pattern", (measure,), who=_several(who))


def _several(who: Who | Sequence[Who]) -> str:
    seats: list[object] = [who] if isinstance(who, Who) else list(who)
    names = [one.name for one in seats if isinstance(one, Who) and one.name not in ("", MATCH, "soloist", *AWAY)]
    if len(names) != len(seats) or not names:
        raise wrong("players, others, us, them or a list of seats", who)
    return " ".join(names)
