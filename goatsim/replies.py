"""The answers of `ask` and `spread`: frozen, and in the forms that people and programs read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from goatsim.answers import Counts, Envelope, Found

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from goatsim.runs.intervals import Estimate
    from goatsim.show.look import Look

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Method:
    """How an answer was found. `fresh`: it is about first deals, whatever the rules do with them. `counted`: the deals
    (or matches) that fulfilled the condition; None where nothing was played. `given_fraction`: the share of deals that
    fulfil it, where that is exact. `unplayed`: the share of the counted deals in which no card was played; None where
    every deal is. `how`: how it was counted exactly, or why it was not. `reached`: whether it is as precise as it was
    to be. `stopped`: what decided how many deals were played. `seats`: who is who. `captured`: the share of the
    counted deals that a capture ended; None where none can.
    """

    fresh: bool
    counted: int | None
    given_fraction: Fraction | None
    unplayed: float | None
    how: str
    reached: bool
    stopped: str
    seats: str
    captured: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The fields, fractions as numerator and denominator; `captured` only where there are captures."""
        return {
            "fresh": self.fresh,
            "counted": self.counted,
            "given_fraction": pair(self.given_fraction),
            "unplayed": self.unplayed,
            "how": self.how,
            "reached": self.reached,
            "stopped": self.stopped,
            "seats": self.seats,
            **({} if self.captured is None else {"captured": self.captured}),
        }


class Reply(Found):
    """What answers to questions share."""

    method_of: Method

    @property
    def name(self) -> str:
        """What files with the answer are called."""
        return self.envelope.verb

    def _each(self) -> dict[str, Any]:
        return {"each": dict(self.each)} if self.each else {}

    @property
    def headline(self) -> str:
        """The answer, in the form in which it is seen first: the value and how sure it is, or of a pattern the most
        frequent one.
        """
        from goatsim.show.replies import headline

        return headline(self.to_json())

    def _sentence(self) -> str:
        from goatsim.show.replies import sentence

        return sentence(self.to_json())

    def explain(self) -> str:
        """How the answer was found: what was counted, or how many deals were played and why."""
        from goatsim.show.replies import explained

        return explained(self.to_json())

    def text(self, look: Look | None = None) -> str:
        """What the command line prints."""
        from goatsim.show.look import PLAIN
        from goatsim.show.replies import reply_text

        return reply_text(self.to_json(), look or PLAIN)

    def __repr__(self) -> str:
        return f"<{self._sentence()}>"

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import reply_html

        return reply_html(self)


@dataclass(frozen=True, repr=False)
class AskAnswer(Reply):
    """How often a truth holds, or the mean of a number: `value` with its interval, and if it is exact as a `fraction`,
    too. `rows`: how often each value came about.
    """

    envelope: Envelope
    question: str
    asked: str
    """The question in full, nothing left to be guessed."""
    kind: str
    estimate: Estimate
    fraction: Fraction | None
    digits: int
    """Of an exact value, how many are written."""
    method_of: Method
    rows: Sequence[Row] = field(repr=False)
    charts: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, Any] = field(default_factory=dict)
    counted: Counts | None = field(default=None, repr=False, compare=False)

    @property
    def hits(self) -> int | None:
        """In how many deals a truth held; None for a number, and where it was counted exactly."""
        return self.estimate.hits

    @property
    def tables(self) -> Mapping[str, Sequence[Row]]:
        """The one table, with one row: the numbers of the answer."""
        value = self.to_json()
        keys = ("question", "given", "value", "low", "high", "hits", "fraction", "deals")
        return {self.name: [{key: value[key] for key in keys}]}

    def to_json(self) -> dict[str, Any]:
        """The envelope, then the answer as the schema of `ask` says it."""
        own = {
            **self._each(),
            "question": self.question,
            "asked": self.asked,
            "kind": self.kind,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "hits": self.hits,
            "fraction": pair(self.fraction),
            "decimal": decimal_of(self.fraction, self.digits),
            "digits": self.digits,
            **self.method_of.to_json(),
            "charts": dict(self.charts),
        }
        return {**self.envelope.to_json(), **own}

    def to_frame(self) -> pandas.DataFrame:
        """One row with the numbers of the answer; the fraction as numerator/denominator in a text."""
        import pandas as pd

        (row,) = self.tables[self.name]
        said = None if self.fraction is None else f"{self.fraction.numerator}/{self.fraction.denominator}"
        frame = pd.DataFrame([{**row, "fraction": said}])
        return frame.astype(dict.fromkeys(("value", "low", "high", "hits", "deals"), "float64"))

    def _drawings(self) -> Mapping[str, Callable[[Axes], object]]:
        from goatsim.show.replies import distribution_chart

        return {self.name: partial(distribution_chart, value={**self.to_json(), "rows": self.rows})}


@dataclass(frozen=True, repr=False)
class SpreadAnswer(Reply):
    """How a measure is spread: a row for each of its values or, with `by`, its mean for each group of deals. Floats as
    the mean over all deals, which a pattern has not.
    """

    envelope: Envelope
    measure: str
    asked: str
    """The measure in full, nothing left to be guessed."""
    kind: str
    by: tuple[str, ...]
    estimate: Estimate | None
    fraction: Fraction | None
    """The mean, where it is exact."""
    digits: int
    """Of an exact mean, how many are written."""
    method_of: Method
    rows: Sequence[Row] = field(repr=False)
    charts: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, Any] = field(default_factory=dict)
    counted: Counts | None = field(default=None, repr=False, compare=False)

    @property
    def mean(self) -> float | None:
        """The mean over all deals, of a truth its share; None for a pattern, and without deals."""
        return self.value

    @property
    def tables(self) -> Mapping[str, Sequence[Row]]:
        """The one table: a row a value or a group, each group's values in columns of their own."""
        from goatsim.show.replies import flat

        return {self.name: flat(self.to_json())}

    def to_json(self) -> dict[str, Any]:
        """The envelope, then the answer as the schema of `spread` says it."""
        own = {
            **self._each(),
            "measure": self.measure,
            "asked": self.asked,
            "kind": self.kind,
            "by": list(self.by),
            "mean": self.value,
            "low": self.low,
            "high": self.high,
            "fraction": pair(self.fraction),
            "decimal": decimal_of(self.fraction, self.digits),
            "digits": self.digits,
            "rows": [dict(row) for row in self.rows],
            **self.method_of.to_json(),
            "charts": dict(self.charts),
        }
        return {**self.envelope.to_json(), **own}

    def to_frame(self) -> pandas.DataFrame:
        """A row a value or a group; fractions as numerator/denominator in a text."""
        import pandas as pd

        rows = [dict(row) for row in self.tables[self.name]]
        for row in rows:
            for key in ("fraction", "share_fraction"):
                if row.get(key) is not None:
                    row[key] = "/".join(map(str, row[key]))
        return pd.DataFrame(rows)

    def _drawings(self) -> Mapping[str, Callable[[Axes], object]]:
        from goatsim.show.replies import charts_of

        return charts_of(self.to_json())


def pair(fraction: Fraction | None) -> list[int] | None:
    """A fraction as numerator and denominator."""
    return None if fraction is None else list(fraction.as_integer_ratio())


def decimal_of(fraction: Fraction | None, digits: int) -> str | None:
    """The decimal digits of an exact value."""
    from goatsim.show.replies import decimal

    return None if fraction is None else decimal(fraction, digits)
