"""The words of policies: each is a function of `goatsim.engine.view` or of a neighbour, and here is what a policy needs
to know about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from goatsim.engine import bits, cardwords, foes, meld_view, order, setview, signal_view, signalling, stock_view
from goatsim.engine import view as text
from goatsim.engine.jit import is_text, reaches
from goatsim.engine.layout import MAX_CARDS, MAX_MELDS, MAX_PLANES, MAX_SEATS, MAX_TRICKS
from goatsim.seats.language.kinds import BY_ANNOTATION, CARDS, EITHER, LARGEST, NUMBER, TRUTH, Span

FUNCTIONS = ("worth", "cheapest", "richest", "beats", "suit_of", "masters", "any_of", "beating", "catchers", "caught")
"""Words that are called on sets of cards rather than read off the view."""

_PARTS = ("other_seat", "to_play", "mastering", "face_up", "may_hold", "shown_by_others", "beside")
"""Texts that words are made of and that are none themselves."""

MOST_OF_A_MELD = 8
MOST_MELD_POINTS = 10_000
MOST_POINTS = (1 << MAX_PLANES) - 1
_ANY = {CARDS: Span(0, MAX_CARDS), NUMBER: Span(0, MAX_CARDS * MOST_POINTS), TRUTH: EITHER}
_HAND = Span(0, MAX_TRICKS)
MOST_SET = 4
"""Cards that are led together."""
_RANK = Span(0, 4)

# Words without a row here have the span of their kind: whatever a view tells in numbers is counted from one pack.
_SPANS: dict[str, Span] = {
    "hand": _HAND,
    "legal": _HAND,
    "winners": _HAND,
    "played": _HAND,
    "shows": _HAND,
    "best": Span(0, MOST_SET),
    "turned": EITHER,
    "melds": Span(0, MAX_MELDS),
    "meld_at": Span(0, MOST_OF_A_MELD),
    "best_meld": Span(0, MOST_OF_A_MELD),
    "meld_points": Span(0, MOST_MELD_POINTS),
    "nothing": Span(0, 0),
    "table": Span(0, MOST_SET * (MAX_SEATS - 1)),
    "table_points": Span(0, MOST_SET * (MAX_SEATS - 1) * MOST_POINTS),
    "position": Span(0, MAX_SEATS - 1),
    "opponents": Span(0, MAX_SEATS - 1),
    "opposing": Span(0, MOST_SET * (MAX_SEATS - 1)),
    "from_praiser": Span(0, MAX_SEATS - 1),
    "trick": Span(0, MAX_TRICKS),
    "stock_left": Span(0, MAX_CARDS),
    "our_tricks": Span(0, MAX_TRICKS),
    "aces": _RANK,
    "tens": _RANK,
    "kings": _RANK,
    "queens": _RANK,
    "jacks": _RANK,
    "set_size": Span(0, MOST_SET),
    "lead_number": Span(0, MOST_SET),
    "answer_number": Span(0, MOST_SET),
    "lead_count": Span(0, (1 << MOST_SET) - 1),
    "answer_count": Span(0, (1 << MOST_SET) - 1),
}


def _one(cards: Span) -> Span:
    return Span(min(cards.low, 1), min(cards.high, 1))


_ONLY = {"alone": "buy", "talon": "buy", "catchers": "capture", "caught": "capture"}
_ONLY_OF = {meld_view.__name__: "melds", setview.__name__: "sets", signal_view.__name__: "signals"}
"""Words about what only games of some shapes have, by name and by module, with the field of the shape that says so."""

_GUARDS = {"alone": "buy", "for_less": "buy", "catching": "capture", "at_will": "free", "melding": "melds"}
"""Truths that hold only in games of some shapes: what a policy does if one holds is compiled for those alone."""

# Words whose span follows from what they are given.
_FOLLOWING: dict[str, Callable[..., Span]] = {
    "lowest": _one,
    "highest": _one,
    "cheapest": _one,
    "richest": _one,
    "any_of": _one,
    "count": lambda cards: cards,
    "worth": lambda cards: Span(0, cards.high * MOST_POINTS),
    "beats": lambda cards, card: Span(0, cards.high),
    "masters": lambda cards: Span(0, cards.high),
    "coin": lambda n: Span(0, max(0, n.high - 1)),
}

# What the numbers that words are given may be.
_ALLOWED = {"distance": Span(0, MAX_SEATS - 1), "n": Span(0, LARGEST), "k": Span(0, LARGEST)}


class Word(NamedTuple):
    """A word: its text, the names and kinds of what it is given, the kind it answers, and whether it must know who
    asks.
    """

    name: str
    text: Callable[..., Any]
    given: tuple[tuple[str, str], ...]
    answer: str
    placed: bool

    @property
    def doc(self) -> str:
        """What the word means, in a sentence."""
        return (self.text.__doc__ or "").strip()

    @property
    def call(self) -> str:
        """The word as a policy writes it, with what it is given."""
        given = ", ".join(name for name, _ in self.given)
        owner = "" if self.name in card_words() else "v."
        return f"{owner}{self.name}({given})" if given else f"{owner}{self.name}"

    @property
    def remembers(self) -> bool:
        """Whether it needs what the seats have shown not to hold (`Shape.memory`)."""
        return reaches(self.text, text.lacks)

    @property
    def reads_signs(self) -> bool:
        """Whether it may tell something that is known by signs of partners."""
        return reaches(self.text, signalling.told)

    @property
    def draws_coins(self) -> bool:
        """Whether it draws coins."""
        return reaches(self.text, cardwords.coin)

    @property
    def field(self) -> str | None:
        """The field of the shape of the games that have what it is about; None if all have."""
        return _ONLY.get(self.name, _ONLY_OF.get(self.text.__module__))

    @property
    def guards(self) -> str | None:
        """The field of the shape of the only games in which it can hold."""
        return _GUARDS.get(self.name)

    def span(self, given: Sequence[Span]) -> Span:
        """The span of the answer for values of these spans."""
        if self.name in _FOLLOWING:
            return _FOLLOWING[self.name](*given)
        return _SPANS.get(self.name, _ANY[self.answer])


def allowed(name: str, kind: str) -> Span:
    """The span that a value given to a word must keep to."""
    return _ALLOWED.get(name, _ANY[kind]) if kind == NUMBER else _ANY[kind]


def _word(function: Callable[..., Any]) -> Word:
    kinds = {given: BY_ANNOTATION[kind] for given, kind in function.__annotations__.items() if kind in BY_ANNOTATION}
    answer = kinds.pop("return")
    for place in ("block", "lane", "seat"):
        kinds.pop(place, None)
    return Word(function.__name__, function, tuple(kinds.items()), answer, True)


def _own() -> Iterator[Callable[..., Any]]:
    for module in (text, cardwords, setview, meld_view, stock_view, signal_view, foes):
        for name, value in vars(module).items():
            if is_text(value) and value.__module__ == module.__name__ and name not in _PARTS:
                yield value


@cache
def view_words() -> dict[str, Word]:
    """The words of the view: `v.WORD`, or `v.WORD(distance)`."""
    return {each.__name__: _word(each) for each in _own() if each.__name__ not in FUNCTIONS}


@cache
def card_words() -> dict[str, Word]:
    """The words on sets of cards, `WORD(cards)`, importable from `goatsim.words`."""
    words = {each.__name__: _word(each) for each in _own() if each.__name__ in FUNCTIONS}
    # In `bits` a set is a number like any other; these three have their kinds said here.
    cards = (("cards", CARDS),)
    words["lowest"] = Word("lowest", order.lowest, cards, CARDS, True)
    words["highest"] = Word("highest", order.highest, cards, CARDS, True)
    words["count"] = Word("count", bits.count, cards, NUMBER, False)
    return words


@cache
def words_that(need: str) -> frozenset[str]:
    """The names of the words that `remembers`, `draws_coins` or `reads_signs`."""
    return frozenset(name for name, word in (view_words() | card_words()).items() if getattr(word, need))
