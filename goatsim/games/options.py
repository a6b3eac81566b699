"""Options of a game as data: what each may be, what it is by default, and which values this version can play."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from goatsim.errors import RequestError, among, nearest, shown, wrong
from goatsim.games import read, signs
from goatsim.games.fields import Reader, Readers, Table

Value = bool | int | float | str
"""What an option can hold; ``true`` and 1 stay apart."""

LARGEST_COUNT = 1_000_000
"""Upper end of a whole-number option that names none."""

_YES, _NO = ("true", "on", "yes"), ("false", "off", "no")


def spelled(value: Value) -> str:
    """Return `value` as it is written on the command line."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _line_about(what: str) -> Reader:
    return lambda given, known: read.line(given, what, read.LONGEST_TITLE) if isinstance(given, str) else given


def _words(given: object, known: Mapping[str, object]) -> object:
    for value in given if isinstance(given, list | tuple) else ():
        if isinstance(value, str):
            read.line(value, "a value of an option")
    return given


class Option(Table, frozen=True, kw_only=True):
    """One option: its legal values, its default, where the rule stands, and what of it can be played.

    `values` lists words; `type` admits a range of numbers, or signs of partners, besides. `built` lists the playable
    values, or is "all".
    """

    THING = "the declaration of an option"
    READERS: ClassVar[Readers] = {
        "values": _words,
        **dict.fromkeys(("source", "section"), _line_about("the source or section of an option")),
        "text": lambda given, known: read.page(given, "the text of an option") if isinstance(given, str) else given,
    }

    values: tuple[Value, ...] = ()
    type: Literal["int", "probability", "signs"] | None = None
    min: int = 0
    max: int = LARGEST_COUNT
    default: Value
    source: str
    section: str = "Own options"
    text: str
    built: Literal["all"] | tuple[Value, ...] = "all"

    def hold_together(self) -> None:
        """Raise `RequestError` if the default and what is built are not among the legal values."""
        if not self.values and self.type is None:
            raise RequestError("expected an option to have values or a type, got neither")
        given = (self.default, *(() if self.built == "all" else self.built))
        for value in given:
            parsed = self._find(value)
            if parsed is None or type(parsed) is not type(value):
                raise wrong(f"{among(self._legal())} as default and built values of an option", value)

    @property
    def values_text(self) -> str:
        """The legal values in words, such as ``praiser_team, all`` or ``off, a probability from 0 to 1``."""
        return ", ".join(self._legal())

    def _legal(self) -> list[str]:
        parts = [spelled(value) for value in self.values]
        if self.type == "int":
            parts.append(f"a whole number from {self.min} to {self.max}")
        elif self.type == "probability":
            parts.append("a probability from 0 to 1")
        elif self.type == "signs":
            parts.append("groups and signs joined by +")
        return parts

    @property
    def is_whole(self) -> bool:
        """Whether every legal value is a whole number, so that a scoring row can use the option as a bound."""
        return self.type in (None, "int") and all(type(value) is int for value in self.values)

    def can_play(self, value: Value) -> bool:
        """Whether this version can play `value`."""
        return self.built == "all" or value in self.built

    def parse(self, name: str, given: object) -> Value:
        """Return the legal value that `given` (text, or a value of TOML or JSON) means for the option called `name`.

        RequestError if it means none.
        """
        value = self._find(given)
        if value is None:
            legal = self._legal()
            wanted = among(legal) if len(legal) == 1 else f"one of {among(legal)}"
            # Of numbers the one that looks most alike is seldom the nearest.
            words = [spelled(one) for one in self.values if not _is_number(one)]
            words += signs.words() if self.type == "signs" else ()
            raise wrong(f"{wanted} for {name}", given, words)
        return value

    def _find(self, given: object) -> Value | None:
        word = given.strip().casefold() if isinstance(given, str) else given
        if isinstance(word, str | bool):
            for value in self.values:
                if _same_word(value, word):
                    return value
        if self.type == "signs":
            return signs.read(given)
        for value in self.values:
            if _is_number(value) and _is_number(given) and value == given:
                return value
        return self._number(word)

    def _number(self, word: object) -> int | float | None:
        if self.type is None or isinstance(word, bool):
            return None
        try:
            number = float(word) if isinstance(word, int | float | str) else math.nan
        except (ValueError, OverflowError):
            return None
        if self.type == "probability":
            return number if 0 <= number <= 1 else None
        return int(number) if number.is_integer() and self.min <= number <= self.max else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same_word(value: Value, word: str | bool) -> bool:
    """Whether `word` (folded text, or a truth) means `value`; true, on and yes are the same, as are their opposites."""
    folded = spelled(value).casefold()
    meant = spelled(word) if isinstance(word, bool) else word
    return meant == folded or any(meant in family and folded in family for family in (_YES, _NO))


class Contradiction(Table, frozen=True, kw_only=True):
    """Option values that exclude each other, and why; if `trump` names a card, only where that is a trump."""

    THING = "a contradiction"
    READERS: ClassVar[Readers] = {"why": _line_about("why options exclude each other")}

    options: dict[str, Value]
    why: str
    trump: str = ""

    def read(self, option_defs: Mapping[str, Option]) -> Contradiction:
        """Return this with names and values spelled as `option_defs` declares them; RequestError for unknown ones."""
        read.once(self.options, "option of a contradiction")
        names = {option_named(name, option_defs): value for name, value in self.options.items()}
        return Contradiction(
            options={name: option_defs[name].parse(name, value) for name, value in names.items()},
            why=self.why,
            trump=self.trump,
        )

    def check(self, chosen: Mapping[str, Value], trumps: Sequence[str] = ()) -> None:
        """Raise RequestError if `chosen` (option name -> value) holds all the values that exclude each other."""
        if self.trump and self.trump not in trumps:
            return
        if all(name in chosen and chosen[name] == value for name, value in self.options.items()):
            pairs = " with ".join(f"{name}={spelled(value)}" for name, value in self.options.items())
            raise RequestError(f"expected options that agree, got {pairs}, but {self.why}")


def option_named(name: str, options: Mapping[str, Option]) -> str:
    """Return the name as declared of the option that `name` writes in any case; RequestError if there is none."""
    if name in options:
        return name
    for declared in options:
        if declared.casefold() == name.strip().casefold():
            return declared
    raise RequestError(f"expected the name of an option, got {shown(name)}{nearest(name, options)}")


def fits(when: Mapping[str, Value], name: str, options: Mapping[str, Value], option_defs: Mapping[str, Option]) -> bool:
    """Whether the options hold all the values that a row called `name` asks for; RequestError for unknown words."""
    read.once(when, f"option of when in {name}")
    asked = {option_named(key, option_defs): value for key, value in when.items()}
    wanted = {key: option_defs[key].parse(f"{key} in {name}", value) for key, value in asked.items()}
    return all(options[key] == value for key, value in wanted.items())
