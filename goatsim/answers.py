"""Answers: frozen, with everything needed to get them again, and in the forms that people and programs read."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from goatsim import __version__

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from goatsim.runs.intervals import Estimate
    from goatsim.show.look import Look

One = TypeVar("One", bound="Found")

FORMAT = 1
"""The version of the JSON of answers."""


@dataclass(frozen=True)
class Envelope:
    """What every answer carries: which rules with which options changed, who played, which seed, how many deals, how
    found, and a command that finds it again.
    """

    verb: str
    command: str
    rules: str
    options: Mapping[str, object]
    policies: Sequence[str]
    seed: int | None
    seat: int
    deals: int | None
    method: str
    confidence: float | None
    seconds: float = field(compare=False)
    given: str | None = None
    given_share: float | None = None
    partial: bool = False
    matches: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The fields in the documented order; `matches` only where matches were played, `partial` only if the run was
        stopped before its end.
        """
        fields: dict[str, Any] = {
            "format": FORMAT,
            "goatsim": __version__,
            "verb": self.verb,
            "command": self.command,
            "rules": self.rules,
            "options": dict(self.options),
            "policies": list(self.policies),
            "seed": self.seed,
            "seat": self.seat,
            "deals": self.deals,
            "method": self.method,
            "given": self.given,
            "given_share": self.given_share,
            "confidence": self.confidence,
            "seconds": self.seconds,
        }
        matches = {} if self.matches is None else {"matches": self.matches}
        return {**fields, **matches, **({"partial": True} if self.partial else {})}


@dataclass(frozen=True)
class DealAnswer:
    """One deal: its index in the stream of the seed (0 if named by its number), its number, the hands by seat,
    strongest card first (of two halves those of the first before the others), the talon, or the stock, top first. Under
    a condition `given_fraction` is the share of first deals that fulfil it, exactly, if it was dealt directly; else
    `looked` says how many deals were looked through for this one. `turned` is the card turned up, whose suit is trump,
    `shown` what lay open before it.
    """

    envelope: Envelope = field(repr=False)
    index: int
    number: str
    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()
    given_fraction: Fraction | None = None
    looked: int | None = None
    stock: tuple[str, ...] = ()
    turned: str = ""
    shown: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The envelope, then index, number and hands; a talon, a stock or a card turned up only in games that have one,
        and only under a condition how such a deal was come by.
        """
        own = {"index": self.index, "number": self.number, "hands": [list(hand) for hand in self.hands]}
        talon: dict[str, Any] = {"talon": list(self.talon)} if self.talon else {}
        talon |= {"stock": list(self.stock)} if self.stock else {}
        if self.turned:
            shown = {"shown": list(self.shown)} if self.shown else {}
            talon |= {"turned": self.turned, **shown, "trump": self.turned[1]}
        share = None if self.given_fraction is None else list(self.given_fraction.as_integer_ratio())
        found = {} if self.envelope.given is None else {"given_fraction": share, "looked": self.looked}
        return {**self.envelope.to_json(), **own, **talon, **found}

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import deal_html

        return deal_html(self.to_json())


class Counts(Protocol):
    """What was counted, as far as answers know of it."""

    def among(self, many: int) -> Counts:
        """The same with intervals that hold for so many at once."""
        ...

    def estimate(self) -> Estimate:
        """The number with its interval."""
        ...


class Found(ABC):
    """What all answers with one number and its interval share. A part of a frozen dataclass that has these fields."""

    envelope: Envelope
    estimate: Estimate | None
    """The number that the answer is judged by, with its interval."""
    charts: Mapping[str, str]
    """Chart -> the file it was drawn to; empty until it is."""
    each: Mapping[str, Any]
    """Axis -> its value, if the question was asked for each of several; of an overview all its values."""
    counted: Counts | None
    """The counts behind the estimate."""

    def strict(self, many: int) -> Estimate | None:
        """The number with an interval that holds for so many such answers at once."""
        return self.estimate if self.counted is None else self.counted.among(many).estimate()

    @property
    def deals(self) -> int | None:
        """How many deals were played."""
        return self.envelope.deals

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return self.envelope.partial

    @property
    def value(self) -> float | None:
        """The number that the answer is judged by; None without deals."""
        return None if self.estimate is None else self.estimate.value

    @property
    def low(self) -> float | None:
        """The lower end of its interval."""
        return None if self.estimate is None else self.estimate.low

    @property
    def high(self) -> float | None:
        """The upper end of its interval."""
        return None if self.estimate is None else self.estimate.high

    @property
    def method(self) -> str:
        """How it was found: sampled, or exact."""
        return self.envelope.method

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    @abstractmethod
    def _sentence(self) -> str:
        """The answer in a sentence."""

    @abstractmethod
    def _drawings(self) -> Mapping[str, Callable[[Axes], object]]:
        """The charts by name, without what stands below them."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """The answer as it is written: the envelope first."""

    @abstractmethod
    def text(self) -> str:
        """What the command line prints."""

    @abstractmethod
    def to_frame(self) -> pandas.DataFrame:
        """Its table as a DataFrame."""

    def _shown(self) -> Mapping[str, Any]:
        """The answer as charts speak of it."""
        return self.to_json()

    def _source(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """The JSON of the answer as it says where it comes from."""
        return value

    def explain(self) -> str:
        """How the answer was found, in a sentence."""
        from goatsim.show.findings import source_words

        return source_words(self._source(self.to_json()))

    def cite(self) -> str:
        """The answer with what is needed to find it again, in a line."""
        return f"{self._sentence()} goatsim {__version__}: {self.envelope.command}"

    def figures(self) -> Mapping[str, Callable[[Axes], object]]:
        """The charts by name, each a function that draws into matplotlib axes, and below them where they come from."""
        return {name: partial(self._draw, name) for name in self._drawings()}

    def _draw(self, name: str, ax: Axes) -> Axes:
        from goatsim.show.findings import origin_words
        from goatsim.show.lettering import footer

        self._drawings()[name](ax)
        footer(ax, origin_words(self._source(self._shown())))
        return ax

    def plot(self, ax: Axes | None = None, chart: str | None = None) -> Axes:
        """Draw a chart, the first unless named, into `ax` or a new figure; returns the axes. KeyError for a chart that
        is not there.
        """
        if ax is None:
            from matplotlib.figure import Figure

            from goatsim.show.pictures import INCHES

            ax = Figure(figsize=INCHES, layout="constrained").subplots()
        return self._draw(next(iter(self._drawings())) if chart is None else chart, ax)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class StudyAnswer(Found):
    """The answer of a study: a headline, tables by name (lists of rows), and charts."""

    envelope: Envelope = field(repr=False)
    study: str
    headline: str
    tables: Mapping[str, Sequence[Mapping[str, Any]]] = field(repr=False)
    drawings: Mapping[str, Callable[[Axes], object]] = field(repr=False, compare=False)
    estimate: Estimate | None = field(default=None, repr=False)
    charts: Mapping[str, str] = field(default_factory=dict, repr=False)
    notes: Sequence[str] = field(default=(), repr=False)
    """Sentences that explain the words of the tables."""
    who: str = ""
    """Who played, where that is not the line-up."""
    each: Mapping[str, Any] = field(default_factory=dict)
    counted: Counts | None = field(default=None, repr=False, compare=False)

    def _sentence(self) -> str:
        return self.headline

    def _drawings(self) -> Mapping[str, Callable[[Axes], object]]:
        return self.drawings

    @property
    def name(self) -> str:
        """What files with the answer are called."""
        return self.study

    @property
    def matches(self) -> int | None:
        """How many matches they were; None where single deals were played."""
        return self.envelope.matches

    def to_json(self) -> dict[str, Any]:
        """The envelope, then study, headline, notes, tables and charts; `each` only over axes."""
        tables = {name: [dict(row) for row in rows] for name, rows in self.tables.items()}
        each = {"each": dict(self.each)} if self.each else {}
        own = {"study": self.study, **each, "headline": self.headline, "notes": list(self.notes)}
        who = {"who": self.who} if self.who else {}
        return {**self.envelope.to_json(), **own, **who, "tables": tables, "charts": dict(self.charts)}

    def to_frame(self, table: str | None = None) -> pandas.DataFrame:
        """A table as a DataFrame, the first unless named. KeyError for a table that is not there."""
        import pandas as pd

        name = next(iter(self.tables)) if table is None else table
        frame = pd.DataFrame([dict(row) for row in self.tables[name]])
        # Without a deal there is no value anywhere, and pandas cannot know that the missing ones are numbers.
        empty = [key for key in frame if len(frame) and frame[key].isna().all()]
        return frame.astype(dict.fromkeys(empty, "float64"))

    def text(self) -> str:
        """What the command line prints."""
        from goatsim.show.findings import study_text

        return study_text(self.to_json())

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import study_html

        return study_html(self)


class Overview(StudyAnswer):
    """The overview of a question over axes: as that of a study, of which `study` is the verb."""

    def to_json(self) -> dict[str, Any]:
        """The envelope, then each, headline, notes, tables and charts."""
        return {key: value for key, value in super().to_json().items() if key != "study"}

    def text(self) -> str:
        """What the command line prints of it."""
        from goatsim.show.pages import overview_text

        return overview_text(self.to_json())


class Answers(tuple[One, ...], Generic[One]):
    """The answers of studies, or of one question over axes, a tuple. Over axes there is one for every combination of
    values, in order, and before them `overviews`, one a study, or one: the number by combination.
    """

    overviews: tuple[StudyAnswer, ...]

    def __new__(cls, answers: Iterable[One], overviews: Iterable[StudyAnswer] = ()) -> Answers[One]:
        """Hold some answers and overviews of them."""
        made = super().__new__(cls, answers)
        made.overviews = tuple(overviews)
        return made

    @property
    def _first(self) -> Found:
        return self.overviews[0] if self.overviews else self[0]

    def text(self, look: Look | None = None) -> str:
        """What the command line prints."""
        from goatsim.show.look import PLAIN
        from goatsim.show.pages import answers_pages

        pages = [answer.to_json() for answer in self.overviews], [answer.to_json() for answer in self]
        return answers_pages(*pages, look or PLAIN)

    def to_frame(self) -> pandas.DataFrame:
        """The table of the first overview, or of the first answer where there is none. IndexError without answers."""
        return self._first.to_frame()

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the first overview, or the first answer where there is none. IndexError without answers."""
        return self._first.plot(ax)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import answers_html

        return answers_html(self)
