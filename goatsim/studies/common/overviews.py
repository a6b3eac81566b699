"""What the answers of one study over axes say together: the number of the study for every combination of values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from goatsim.answers import StudyAnswer
from goatsim.commanding import sampled_over, spelled
from goatsim.inquiry.axes import Cell, Point, each_words, label, values_of
from goatsim.runs.intervals import Estimate
from goatsim.show import charts
from goatsim.show.tables import measured, percent
from goatsim.show.text import capital, listed
from goatsim.studies.base import Row, Study, estimated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from goatsim.lab import Lab

MOST_NAMED = 3
"""Combinations that a headline names."""
LONGEST_NAME = 36
"""Characters of a combination's name in a chart."""
LONGEST_TITLE = 120
"""Characters of a headline that stands over a chart."""
_COLUMNS = ("share", "mean", "low", "high", "hits", "deals", "matches")
_SAME_DEALS = (
    "Every row plays the same deals by index, with the same cards wherever the rules deal alike; what two rows differ "
    "by is then usually known better than their intervals say."
)


def overview(lab: Lab, study: Study, points: Sequence[Point], answers: Sequence[StudyAnswer]) -> StudyAnswer:
    """Return the overview of a study's answers over axes, one a point, as far as they go."""
    axes = values_of(points)
    name = f"by_{'_and_'.join(axes)}"
    rows = [_row(answer) for answer in answers]
    headline = _headline(study, list(axes), answers)
    return StudyAnswer(
        sampled_over(lab, study.name, each_words(axes), [answer.envelope for answer in answers]),
        study.name,
        headline,
        {name: rows},
        who=study.who,
        drawings={name: partial(_draw, study.number, headline, axes, [answer.each for answer in answers], rows)},
        notes=_notes(len(answers)),
        each=axes,
    )


def _row(answer: StudyAnswer) -> Row:
    estimate = answer.estimate
    assert estimate is not None
    places = {f"{name}_value" if name in _COLUMNS else name: cell for name, cell in answer.each.items()}
    key = "mean" if estimate.hits is None else "share"
    return {**places, **estimated(estimate, key), "deals" if answer.matches is None else "matches": estimate.deals}


def _notes(many: int) -> list[str]:
    if many < 2:
        return []
    told = f"The first line tells rows apart only where intervals that hold for all {many} of them at once do."
    return [_SAME_DEALS, told]


def _written(estimate: Estimate) -> str:
    if estimate.hits is not None or estimate.value is None or estimate.low is None or estimate.high is None:
        return charts.share_words(estimate)
    return measured(estimate.value, estimate.low, estimate.high)


def _headline(study: Study, axes: Sequence[str], answers: Sequence[StudyAnswer]) -> str:
    """The least and the most, where they can be told from all others."""
    known = [answer for answer in answers if answer.value is not None]
    if not known:
        return "No deal was played to its end."
    number = f"{capital(study.number)} by {listed(axes)}"
    if len(known) == 1:
        return f"{number}: {_told(known[0])} with {_name(known[0].each)}."
    ends = [_strict(answer, len(known)) for answer in known]
    fewest, most = min(high for _, high in ends), max(low for low, _ in ends)
    lowest = [answer for answer, (low, _) in zip(known, ends, strict=True) if low <= fewest]
    highest = [answer for answer, (_, high) in zip(known, ends, strict=True) if high >= most]
    if len(lowest) < len(known) or len(highest) < len(known):
        return f"{number}: most with {_named(highest)}, least with {_named(lowest)}."
    least, greatest = (_told(pick(known, key=float)) for pick in (min, max))
    if min(known, key=float).value == max(known, key=float).value:
        return f"{number}: {least} everywhere."
    return f"{number}: {least} to {greatest}; where it is most cannot be told from these deals."


def _told(answer: StudyAnswer) -> str:
    assert answer.estimate is not None
    return _written(answer.estimate)


def _name(each: Mapping[str, Cell]) -> str:
    """A combination; of a single axis the value alone."""
    return label(each) if len(each) > 1 else spelled(next(iter(each.values())))


def _named(answers: Sequence[StudyAnswer]) -> str:
    if len(answers) > MOST_NAMED:
        return f"one of {len(answers)} that cannot be told apart"
    found = [f"{_name(answer.each)} ({_told(answer)})" for answer in answers]
    return listed(found, "or")


def _brief(name: str) -> str:
    """A name as charts have room for it: files without their folders, and of what is long still the end."""
    short = re.sub(r"[^=,;\s]*[/\\]", "", name)
    return short if len(short) <= LONGEST_NAME else f"...{short[3 - LONGEST_NAME :]}"


def _strict(answer: StudyAnswer, many: int) -> tuple[float, float]:
    """The interval of an answer's number that holds for so many of them at once."""
    assert answer.counted is not None
    estimate = answer.counted.among(many).estimate()
    assert estimate.low is not None and estimate.high is not None
    return estimate.low, estimate.high


def _draw(
    number: str,
    headline: str,
    axes: Mapping[str, Sequence[Cell]],
    each: Sequence[Mapping[str, Cell]],
    rows: list[Row],
    ax: Axes,
) -> Axes:
    known = [(one, row) for one, row in zip(each, rows, strict=True) if row["low"] is not None]
    if not known:
        return charts.nothing(ax, headline)
    key = "share" if "share" in rows[0] else "mean"
    write = percent if key == "share" else measured
    shown = [row for _, row in known]
    texts = [write(row[key], row["low"], row["high"]) for row in shown]
    values: list[float] = [row[key] for row in shown]
    title = headline.removesuffix(".")
    if len(title) > LONGEST_TITLE:
        least, most = texts[values.index(min(values))], texts[values.index(max(values))]
        title = f"{capital(number)} by {listed(axes)}: {least} to {most}"
    if len(axes) != 2:
        names = [_brief(_name(one)) for one, _ in known]
        charts.levels(ax, shown, names, along=number, title=title, key=key)
        if len(axes) == 1:
            ax.set_ylabel(next(iter(axes)))
        return ax
    (across, columns), (up, lines) = axes.items()
    places = [(columns.index(one[across]), lines.index(one[up])) for one, _ in known]
    halves = [write((row["high"] - row["low"]) / 2, row["low"], row["high"]) for row in shown]
    cells = [f"{text}\n\u00b1{half}".replace("-", "\u2212") for text, half in zip(texts, halves, strict=True)]
    ticks = [_brief(spelled(cell)) for cell in columns], [_brief(spelled(cell)) for cell in lines]
    middle = sum(values) / len(values)
    scale = "blue more, orange less than on average"
    return charts.grid(ax, places, values, cells, ticks, (across, up), title=title, scale=scale, middle=middle)
