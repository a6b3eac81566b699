"""Which kind of deal brings the praiser's side nearest to winning the match, at every score: what a study plays for it
beside its own deals, and what they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from goatsim.equity import Cell, after_one, solve
from goatsim.errors import RequestError
from goatsim.games import Rules
from goatsim.ledger import terms_of
from goatsim.matches import unfit
from goatsim.outcomes import Fate, samples_of, step_of
from goatsim.runs.intervals import Estimate, at_once
from goatsim.runs.tasks import Arm, Ask, Table
from goatsim.show import charts
from goatsim.studies.base import Row, Setting, estimated
from goatsim.studies.common.equities import no_equity

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def no_scores(rules: Rules) -> str:
    """Why it is not told at which score to ask for what, in a clause; "" if it is."""
    return unfit(rules) or no_equity(rules)


class Choice(NamedTuple):
    """What to ask for at a score of the praiser's side and the other: the chance to win the match that every kind adds,
    compared with no praise. `best`: the kind that adds most and those that may add as much; none where no kind is known
    to add anything.
    """

    score: tuple[int, int]
    gains: Mapping[str, Estimate]
    best: tuple[str, ...]


class KindsByScore:
    """`arms`: the kinds of deal by name, seat 0 being the praiser, on the same deals; `base` is the one in which later
    deals of the match are dealt, and the next one if nobody praises.
    """

    def __init__(self, setting: Setting, arms: Mapping[str, Arm], base: str) -> None:
        self._setting = setting
        self._base = base
        samples = samples_of(arms[base])
        self._by_place, self._sides = samples.by_place, samples.sides
        self._kinds = [name for name in arms if name != base]
        # The same rules as the other seats praise under them, where policies differ.
        self.more = {f"{base}, place {place}": arm for place, arm in enumerate(samples.arms) if place}
        self._places = {name: place for place, name in enumerate([*arms, *self.more])}
        self._fate = Fate(tuple(arm.game for arm in arms.values()))

    def asks(self) -> list[Ask]:
        """What is asked of deals that `arms`, and behind them `more`, play."""
        asks = [self._fate.ask(f"fate of {name}", arm) for name, arm in self._places.items()]
        return asks + [
            self._fate.pair(f"fates of {one} and {two}", self._places[one], self._places[two])
            for one, two in self._pairs()
        ]

    def _pairs(self) -> list[tuple[str, str]]:
        """Arms whose deals are needed together: all but two kinds."""
        pairs = combinations(self._places, 2)
        return [pair for pair in pairs if not set(pair) <= set(self._kinds)]

    def choices(self, tables: Mapping[str, Table]) -> list[Choice]:
        """What to ask for at every score; the intervals of all scores and kinds hold at once. Nothing where the deals
        are too few for it.
        """
        rules = self._setting.rules
        found = {name: self._fate.outcomes(tables[f"fate of {name}"]) for name in self._places}
        if not found[self._base].deals:
            return []
        together = {
            (found[one], found[two]): self._fate.pairs(tables[f"fates of {one} and {two}"], found[one], found[two])
            for one, two in self._pairs()
        }
        bases = [self._base, *self.more]
        by_place = [found[bases[place]] for place in self._by_place]
        try:
            equity = solve(terms_of(rules), by_place, self._sides, together)
        except RequestError:
            # By so few deals a match need not end.
            return []
        scores = range(0, terms_of(rules).target, step_of(self._setting.game))
        # The eyes of a cell are in the order of the sides, and the praiser's may be either.
        cells = {
            (ours, theirs): Cell((theirs, ours) if self._sides[0] else (ours, theirs), 0)
            for ours in scores
            for theirs in scores
        }
        strict = at_once(self._setting.confidence, len(cells) * len(self._kinds))
        asked = {kind: after_one([found[kind], *by_place[1:]], equity, together) for kind in self._kinds}
        return [
            _choice(score, {kind: asked[kind][cell].difference.estimate(strict) for kind in self._kinds})
            for score, cell in cells.items()
        ]


def _choice(score: tuple[int, int], gains: Mapping[str, Estimate]) -> Choice:
    order = sorted(gains, key=lambda kind: -(gains[kind].value or 0.0))
    least = gains[order[0]].low or 0.0
    best = tuple(kind for kind in order if (gains[kind].high or 0.0) >= least) if least > 0 else ()
    return Choice(score, gains, best)


def rows_of(choices: Sequence[Choice]) -> list[Row]:
    """A row for every score: its best kind, others that may be as good, and what the best one adds to the chance to
    win the match.
    """
    rows = []
    for choice in choices:
        top = max(choice.gains, key=lambda kind: choice.gains[kind].value or 0.0)
        us, them = choice.score
        others = ", ".join(choice.best[1:])
        best = choice.best[0] if choice.best else "cannot be told"
        rows.append({"us": us, "them": them, "best": best, "or": others, **estimated(choice.gains[top], "difference")})
    return rows


def draw(choices: Sequence[Choice], headline: str, notes: Sequence[str], ax: Axes) -> Axes:
    """Draw the best kind of every score, and what it adds to the chance to win the match."""
    if not choices:
        return charts.nothing(ax, headline, notes)
    scores = sorted({choice.score[0] for choice in choices})
    tops = [max(choice.gains, key=lambda kind: choice.gains[kind].value or 0.0) for choice in choices]
    values = [100 * (choice.gains[top].value or 0.0) for choice, top in zip(choices, tops, strict=True)]
    names = [f"{top}{'?' * (len(choice.best) > 1)}" for choice, top in zip(choices, tops, strict=True)]
    unsure = ["?: another kind may be as good."] if any(len(choice.best) > 1 for choice in choices) else []
    if not all(choice.best for choice in choices):
        unsure.append("Too few: the deals do not show whether any kind is better than no praise.")
    return charts.grid(
        ax,
        [(scores.index(choice.score[0]), scores.index(choice.score[1])) for choice in choices],
        values,
        [f"{name}\n{charts.signed(value)}" for name, value in zip(names, values, strict=True)],
        ([str(score) for score in scores], [str(score) for score in scores]),
        ("eyes of the praiser's side", "eyes of the other side"),
        title=title_of(choices),
        scale="what the best kind adds to the chance\nto win the match, in percentage points",
        known=[bool(choice.best) for choice in choices],
        notes=[*unsure, *notes],
    )


def title_of(choices: Sequence[Choice]) -> str:
    """Say which kind to ask for at most scores."""
    sure = [choice.best[0] for choice in choices if choice.best]
    if not sure:
        return "The deals do not show at which score to ask for what"
    often = Counter(sure).most_common(2)
    looks = "is" if all(len(choice.best) == 1 for choice in choices) else "looks"
    first, times = often[0]
    if times == len(choices):
        return f"{first} {looks} best at every score"
    other = f", {often[1][0]} at {often[1][1]}" if len(often) > 1 else ""
    return f"{first} {looks} best at {times} of {len(choices)} scores{other}"
