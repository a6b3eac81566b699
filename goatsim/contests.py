"""The answer of a comparison: frozen, and in the forms that people and programs read."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from goatsim.answers import Envelope, Found

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from goatsim.runs.intervals import Estimate
    from goatsim.runs.tasks import Table


class Contest(NamedTuple):
    """What is compared: policies or rules, in which measure (a truth or a number), and what the two are called."""

    about: str
    measure: str
    kind: str
    a_name: str
    b_name: str


@dataclass(frozen=True, repr=False)
class CompareAnswer(Found):
    """Two policies, or two rule sets, on the same deals: `value` is A less B, with its interval `low .. high`."""

    envelope: Envelope
    contest: Contest
    a: Estimate
    b: Estimate
    estimate: Estimate
    better: tuple[int, int]
    """In how many deals A had more than B, and B more than A."""
    detectable: float | None
    """The difference that so many deals find in four of five comparisons."""
    same: bool
    """Whether both play the same cards in every deal by construction."""
    unplayed: float | None
    """The share of deals, over both arms, that were not played; None where all are."""
    decided: bool | None
    """Of a comparison until it is decided, whether it is; the interval is then that of the sequence."""
    decisive: tuple[int, ...]
    """The deals that differ most among the first `looked`."""
    looked: int
    replay: tuple[tuple[str, ...], tuple[str, ...]]
    """The commands, but for the index behind the verb, that replay a deal as it was played either way."""
    sums: Mapping[int, int]
    """How many deals had each difference, the seatings of a deal added up and not yet divided by their number."""
    seatings: int
    charts: Mapping[str, str] = field(default_factory=dict)
    captured: float | None = None
    """The share of deals, over both arms, that a capture ended; None where none can."""
    each: Mapping[str, Any] = field(default_factory=dict)
    counted: Table | None = field(default=None, repr=False, compare=False)
    """The counts of the difference."""

    @property
    def name(self) -> str:
        """What files with the answer are called."""
        return self.envelope.verb

    @property
    def tables(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """The one table, with one row: the numbers of the answer."""
        from goatsim.show.versus import row

        return {self.name: [row(self.to_json())]}

    def strict(self, many: int) -> Estimate | None:
        """The difference with an interval that holds for so many comparisons at once."""
        if self.same or self.counted is None or self.decided is None:
            return self.estimate if self.same else super().strict(many)
        from goatsim.runs import sequence

        return sequence.interval(self.counted.among(many))

    @property
    def measure(self) -> str:
        """What was measured."""
        return self.contest.measure

    @property
    def equal(self) -> int:
        """In how many deals both had as much."""
        return (self.deals or 0) - sum(self.better)

    @property
    def headline(self) -> str:
        """Who has more, and how sure that is, in a sentence."""
        from goatsim.show.versus import headline

        return headline(self.to_json())

    def _sentence(self) -> str:
        return self.headline

    def _shown(self) -> Mapping[str, Any]:
        from goatsim.show.versus import drawn

        return drawn(self.to_json())

    def _source(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        from goatsim.show.versus import source

        return source(value)

    def _drawings(self) -> Mapping[str, Callable[[Axes], object]]:
        from goatsim.show import versus

        value = self._shown()
        found = {"deals": partial(versus.deals_chart, value=value, sums=self.sums, seatings=self.seatings)}
        # Where nothing can differ there is no interval to be drawn.
        return found if versus.tied(value) else {**found, "difference": partial(versus.difference_chart, value=value)}

    def commands(self, index: int) -> tuple[str, str]:
        """The two commands that replay a deal, as the first arm plays it and as the second does."""
        first, second = (shlex.join([*words[:2], str(index), *words[2:]]) for words in self.replay)
        return first, second

    def to_json(self) -> dict[str, Any]:
        """The envelope, then the answer as the schema of `compare` says it."""
        own = {
            **({"each": dict(self.each)} if self.each else {}),
            **self.contest._asdict(),
            "a": self.a.value,
            "b": self.b.value,
            "difference": self.value,
            "low": self.low,
            "high": self.high,
            "a_better": self.better[0],
            "b_better": self.better[1],
            "equal": self.equal,
            "detectable": self.detectable,
            "same": self.same,
            "unplayed": self.unplayed,
            **({} if self.captured is None else {"captured": self.captured}),
            "decided": self.decided,
            "decisive": list(self.decisive),
            "looked": self.looked,
            "replay": list(self.commands(self.decisive[0])) if self.decisive else [],
            "charts": dict(self.charts),
        }
        return {**self.envelope.to_json(), **own}

    def to_frame(self) -> pandas.DataFrame:
        """One row with the numbers of the answer."""
        import pandas as pd

        numbers = dict.fromkeys(("a", "b", "difference", "low", "high", "detectable"), "float64")
        return pd.DataFrame(self.tables[self.name]).astype(numbers)

    def text(self) -> str:
        """What the command line prints."""
        from goatsim.show.versus import compare_text

        return compare_text(self.to_json())

    def _repr_html_(self) -> str:
        from goatsim.show.notebook import compare_html

        return compare_html(self)

    def __repr__(self) -> str:
        return f"<compare: {self.headline}>"
