"""What a policy sees: the view `v`, and the sets of cards it works with, for running a policy as plain Python.

The words themselves are the functions of `goatsim.engine.view`; compiled policies call those directly, a `View` calls the same text uncompiled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from goatsim.engine import bits
from goatsim.engine import view as text
from goatsim.engine.jit import form, is_text
from goatsim.errors import nearest

if TYPE_CHECKING:
    from goatsim.game import Game
    from goatsim.seats.define import Policy

CARDS = "cards"
NUMBER = "number"
TRUTH = "truth"

_KINDS = {"Cards": CARDS, "int": NUMBER, "bool": TRUTH}


class Word(NamedTuple):
    """A word of policies: its text, the kinds of what it is given and of what it answers, and whether it must know who asks."""

    name: str
    text: Callable[..., Any]
    given: tuple[str, ...]
    answer: str
    placed: bool

    @property
    def doc(self) -> str:
        """What the word means, in a sentence."""
        return (self.text.__doc__ or "").strip()


# Words that are called like functions rather than read off the view; everything else in engine.view is a word of the view.
FUNCTIONS = ("worth", "cheapest", "richest", "beats", "any_of")
BITS = ("lowest", "highest", "count")
MEMORY = ("lacks", "can_be_beaten")
"""Words that need what the seats have shown (`Shape.memory`)."""
COINS = ("coin", "any_of")
"""Words that draw coins."""


def _word(module: ModuleType, name: str, placed: bool) -> Word:
    function = getattr(module, name)
    kinds = {given: _KINDS[kind] for given, kind in function.__annotations__.items() if kind in _KINDS}
    answer = kinds.pop("return")
    for place in ("block", "lane", "seat"):
        kinds.pop(place, None)
    return Word(name, function, tuple(kinds.values()), answer, placed)


def _own(module: ModuleType) -> Iterator[str]:
    for name, value in vars(module).items():
        if is_text(value) and value.__module__ == module.__name__ and name != "other_seat":
            yield name


@cache
def view_words() -> dict[str, Word]:
    """The words of the view, `v.WORD` or `v.WORD(distance)`."""
    return {name: _word(text, name, True) for name in _own(text) if name not in FUNCTIONS}


@cache
def card_words() -> dict[str, Word]:
    """The words on sets of cards, `WORD(cards)`, importable from `goatsim.words`."""
    words = {name: _word(text, name, True) for name in FUNCTIONS}
    # In `bits` a set is an int like any other; these three have their kinds said here.
    words["lowest"] = Word("lowest", bits.lowest, (CARDS,), CARDS, False)
    words["highest"] = Word("highest", bits.highest, (CARDS,), CARDS, False)
    words["count"] = Word("count", bits.count, (CARDS,), NUMBER, False)
    return words


class Cards(int):
    """A set of cards of a game. `&`, `|`, `^` and `-` work as on sets; iterating gives the cards one by one from the lowest; true if not empty."""

    view: View

    def __new__(cls, value: int, view: View) -> Cards:
        made = super().__new__(cls, value)
        made.view = view
        return made

    def __and__(self, other: int) -> Cards:
        return Cards(int(self) & int(other), self.view)

    def __or__(self, other: int) -> Cards:
        return Cards(int(self) | int(other), self.view)

    def __xor__(self, other: int) -> Cards:
        return Cards(int(self) ^ int(other), self.view)

    def __sub__(self, other: int) -> Cards:
        return Cards(int(self) & ~int(other), self.view)

    def __contains__(self, card: int) -> bool:
        return int(self) & int(card) != 0

    def __iter__(self) -> Iterator[Cards]:
        rest = int(self)
        while rest:
            card = bits.lowest(rest)
            rest &= ~card
            yield Cards(card, self.view)

    def __repr__(self) -> str:
        return "{" + " ".join(self.names()) + "}"

    __str__ = __repr__

    def names(self) -> list[str]:
        """The names of the cards, strongest first."""
        return self.view.game.cards_of(int(self))


@dataclass(frozen=True)
class View:
    """What one seat sees at one decision. `v.WORD` answers as in a compiled policy; a parameter of the policy is `v.NAME`; `v.base.DECISION` asks the policy's base."""

    game: Game
    block: Sequence[Any]
    seat: int
    decision: str
    policy: Policy

    def __getattr__(self, name: str) -> Any:
        words = view_words()
        if name in words:
            word = words[name]
            if word.given:
                return lambda *given: self.say(word, *given)
            return self.say(word)
        if name in self.policy.params:
            return self.policy.params[name]
        if name == "base":
            return _Base(self)
        raise AttributeError(f"expected a word of the view or a parameter, got v.{name}{nearest(name, words)}")

    def say(self, word: Word, *given: int) -> Any:
        """The value of a word for this seat, with whatever the word is given."""
        function = form(word.text, self.game.shape._replace(memory=1), False)
        plain = [int(value) for value in given]
        value = function(self.block, 0, self.seat, *plain) if word.placed else function(*plain)
        return Cards(value, self) if word.answer == CARDS else value

    def cards(self, names: str) -> Cards:
        """The set of some cards by name, for tests of a policy in plain Python."""
        from goatsim.cards import cards

        return Cards(self.game.set_of(cards(names)), self)


@dataclass(frozen=True)
class _Base:
    """`v.base`: what the base of the policy would answer."""

    view: View

    def __getattr__(self, decision: str) -> Any:
        view = self.view
        base = view.policy.base
        if base is None or decision not in base.decisions:
            raise AttributeError(f"expected a decision of the base of {view.policy.name}, got v.base.{decision}")
        return base.plain(decision, View(view.game, view.block, view.seat, decision, base))
