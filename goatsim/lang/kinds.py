"""What a question word is: its kind, its range, how it is read from a block of deals and, as its own twin, from one
deal by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from goatsim.game import Game

if TYPE_CHECKING:
    from goatsim.meldboard import Scores
    from goatsim.records.parts import Swap

NUMBER = "number"
TRUTH = "truth"
PATTERN = "pattern"

Code = list[tuple[int, int, int]]
"""Instructions (operation, a, c); the arm is filled in later."""


class Ended(NamedTuple):
    """A match that is over: how many deals and eggs it had, whether the losers have a tail, the sides that lost, and
    what was charged to each side. With stocks `winner` is the side that won.
    """

    deals: int
    eggs: int
    tail: bool
    losers: tuple[int, ...]
    penalty: tuple[int, ...]
    winner: int | None = None


class Deal(NamedTuple):
    """A played deal by name: what the slow twin of a measure reads. `won` are the cards of each side's tricks; the
    points of a `talon` are among `points`, its cards are not among those. Without play there are no tricks to win and
    no card led. `match`: the match that it ended, which words about matches read. `challenged`: what each side is
    charged for a wrong challenge; empty where there was none. `laid`: the cards of each side's tricks that were played
    while the cards were dealt; empty where there were none. `soloist`: the seat that bought the talon, `discard` what
    it laid aside, `turned` the card that was turned up. `claims`: how often each seat led by a claim. `captor` and
    `caught`: the seats that took and lost a card by a capture, which ended the deal. `scores`: what each side scored,
    by melds and otherwise, and `made` the melds, each with its side.
    """

    hands: list[list[str]]
    won: list[list[str]]
    points: list[int]
    tricks: list[int]
    penalty: list[int]
    outcome: str | None
    first_trick: int | None
    last_trick: int | None
    opened: str | None
    redeals: int = 0
    swaps: Sequence[Swap] = ()
    match: Ended | None = None
    challenged: tuple[int, ...] = ()
    talon: Sequence[str] = ()
    laid: Sequence[Sequence[str]] = ()
    soloist: int | None = None
    discard: Sequence[str] = ()
    turned: Sequence[str] = ()
    claims: Sequence[int] = ()
    captor: int | None = None
    caught: int | None = None
    scores: Scores | None = None
    made: Sequence[tuple[int, str]] = ()


@dataclass(frozen=True)
class Word:
    """A row. `of` is what it is about: seat, side, deal, match or side of a match. `takes`: what it is given in
    brackets (cards, number, suit or None). `lone`: a truth of which at most one seat can say yes, so that it is one of
    a side, too. `strength`: a number that is the strength of a trump, which can be compared with one by name. `shared`:
    what a seat has together with whoever plays with it in the deal (`lang.sharing`).
    """

    name: str
    of: str
    kind: str
    doc: str
    bounds: Callable[[Game, object], tuple[int, int]]
    code: Callable[[Game, int, object], Code]
    walk: Callable[[Game, Deal, int, object], int]
    takes: str | None = None
    lone: bool = False
    strength: bool = False
    shared: bool = False

    @property
    def about_matches(self) -> bool:
        """Whether it is about a whole match."""
        return self.of in ("match", "side of a match")

    def __reduce__(self) -> tuple[Callable[[str], Word], tuple[str]]:
        """A word travels by its name."""
        return word_named, (self.name,)


def truth(game: Game, given: object) -> tuple[int, int]:
    """The range of a truth."""
    return 0, 1


def named(given: object) -> tuple[str, ...]:
    """The cards that a word is given."""
    assert isinstance(given, tuple)
    return given


def word_named(name: str) -> Word:
    """The row of the table of words with a name."""
    from goatsim.lang.words import TABLE

    return TABLE[name]
