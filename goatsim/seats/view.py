"""What a policy sees when it runs as plain Python: the view `v`, and the sets of cards that it works with.

The words themselves are the functions of `goatsim.engine.view`: a compiled policy calls them as machine code, a
`View` calls the same text as Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from goatsim.cards import cards as cards_named
from goatsim.engine.jit import form
from goatsim.errors import nearest
from goatsim.seats.decisions import ROWS
from goatsim.seats.language.kinds import CARDS, TRUTH
from goatsim.seats.language.vocabulary import Word, card_words, view_words

if TYPE_CHECKING:
    from goatsim.game import Game
    from goatsim.seats.define import Policy


class Cards(int):
    """A set of cards of a game. `&`, `|`, `^` and `-` work as on sets, `in` asks for a card; a loop gives the cards one
    by one in yardstick order; a set is true if it holds a card.
    """

    view: View

    def __new__(cls, value: int, view: View) -> Cards:
        """Make a set of cards for the player of a view, from its bits in strength order."""
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
            card = self.view.say(card_words()["lowest"], rest)
            rest &= ~card
            yield card

    def __repr__(self) -> str:
        return "{" + " ".join(self.names()) + "}"

    __str__ = __repr__

    def names(self) -> list[str]:
        """The names of the cards, strongest first."""
        return self.view.game.cards_of(int(self))


@dataclass(frozen=True)
class View:
    """What one seat sees at one decision, for running a policy as plain Python.

    `v.WORD` answers as in a compiled policy; a parameter of the policy is `v.NAME`; `v.base.DECISION` asks the
    policy's base. A view made by `Lab.views` also says in `answer` what the policy of the seat answered. `block`
    holds the whole deal, the cards that the seat cannot see among them: policies may not touch it.
    """

    game: Game
    block: Sequence[int]
    seat: int
    decision: str
    policy: Policy
    answered: int = 0

    def __getattr__(self, name: str) -> Any:
        words = view_words()
        if name in words:
            word = words[name]
            if word.given:
                return lambda *given: self.say(word, *given)
            return self.say(word)
        if name in self.policy.params:
            return self.policy.params[name]
        known = [*words, *self.policy.params, "base"]
        raise AttributeError(f"expected a word of the view or a parameter, got v.{name}{nearest(name, known)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *view_words(), *self.policy.params]

    @property
    def base(self) -> Base:
        """What the base of the policy would answer: `v.base.follow`."""
        return Base(self)

    @property
    def answer(self) -> Any:
        """What the policy of the seat answered: cards as `Cards`, yes or no as a truth, kinds of deal as numbers."""
        kind = ROWS[self.decision].kind
        if kind == CARDS:
            return Cards(self.answered, self)
        return bool(self.answered) if kind == TRUTH else self.answered

    def say(self, word: Word, *given: int) -> Any:
        """The value of a word for this seat, with whatever the word is given."""
        if len(given) != len(word.given):
            raise TypeError(f"expected {word.call}, got {len(given)} value{'s' * (len(given) != 1)}")
        function = form(word.text, self.game.shape._replace(memory=1))
        plain = [int(value) for value in given]
        value = function(self.block, 0, self.seat, *plain) if word.placed else function(*plain)
        return Cards(value, self) if word.answer == CARDS else value

    def cards(self, names: str) -> Cards:
        """The set of some cards by name, such as `QC TD`, for comparing with what a policy answers."""
        return Cards(self.game.set_of(cards_named(names)), self)

    def __repr__(self) -> str:
        when = f"at trick {self.trick}" if self.trick else "before the first trick"
        where = f"seat {self.seat} {when}, to {self.decision}"
        return f"<view of {where}: hand {self.hand}, table {self.table}>"


@dataclass(frozen=True)
class Base:
    """`v.base`: the decisions of the base of a policy, each answered for the same view."""

    view: View

    def __getattr__(self, decision: str) -> Any:
        base = self.view.policy.base
        known = [word for one in base.chain for word in one.own] if base else []
        if base is None or decision not in known:
            who = self.view.policy.name
            raise AttributeError(
                f"expected a decision of the base of {who}, got v.base.{decision}{nearest(decision, known)}"
            )
        return base.plain(decision, self.view)


RESERVED = frozenset({*(one.name for one in fields(View)), *(name for name in vars(View) if not name.startswith("_"))})
"""Names of a view that are no words, so that no parameter may have them."""
