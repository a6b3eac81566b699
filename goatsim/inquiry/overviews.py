"""What the answers to one question over axes say together: its number for every combination of values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from goatsim.answers import Answers, Overview, StudyAnswer
from goatsim.commanding import sampled_over, spelled
from goatsim.inquiry.axes import Cell, Point, each_words, label, values_of
from goatsim.replies import AskAnswer, SpreadAnswer
from goatsim.show import charts
from goatsim.show.lettering import ACROSS, fitted
from goatsim.show.tables import measured, percent
from goatsim.show.telling import COLOURS, verdict
from goatsim.show.text import capital, listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from goatsim.contests import CompareAnswer
    from goatsim.lab import Lab

    Answer = StudyAnswer | AskAnswer | SpreadAnswer | CompareAnswer

Row = dict[str, Any]
One = TypeVar("One", "AskAnswer", "SpreadAnswer", "CompareAnswer")

MOST_NAMED = 3
"""Combinations that a headline names."""
LONGEST_NAME = 36
"""Characters of a combination's name in a chart."""
LONGEST_TITLE = 120
"""Characters of a headline that stands over a chart."""
_COLUMNS = ("share", "mean", "difference", "low", "high", "hits", "deals", "matches", "exact")
_SAME_DEALS = (
    "Every row plays the same deals by index, with the same cards wherever the rules deal alike; what two rows differ "
    "by is then usually known better than their intervals say."
)


class Subject(NamedTuple):
    """What is asked over axes. `name`: what files with it are called; `number`: what its answers are judged by, as a
    heading does ("share of eggs"), and `key`: whether that is a share, a mean or a difference, or "" where there is no
    number; `words`: its command up to the axes, and `rest` what stands behind them. `rows`: the rows of an answer,
    where the number with its interval is not all.
    """

    name: str
    number: str
    key: str
    words: Sequence[str]
    rest: Sequence[str]
    who: str = ""
    given: str | None = None
    rows: Callable[[Any], Sequence[Mapping[str, Any]]] | None = None


def over_axes(lab: Lab, subject: Subject, points: Sequence[Point], answer: Callable[[Lab], One]) -> Answers[One]:
    """The answer to a question for every point, and their overview; after Ctrl-C those so far."""
    found: list[One] = []
    for point in points:
        found.append(replace(answer(point.lab), each=point.each))
        if found[-1].partial:
            break
    return Answers(found, [overview(lab, subject, points, found, Overview)])


def overview(
    lab: Lab,
    subject: Subject,
    points: Sequence[Point],
    answers: Sequence[Answer],
    kind: type[StudyAnswer] = StudyAnswer,
) -> StudyAnswer:
    """Return the overview of answers over axes, one a point, as far as they go."""
    axes = values_of(points)
    name = f"by_{'_and_'.join(axes)}"
    rows = [row for answer in answers for row in _rows(subject, answer, answers)]
    headline = _headline(subject, list(axes), answers)
    numbers = [_number(subject, answer) for answer in answers] if subject.key else []
    draw: Callable[[Axes], object]
    if subject.key:
        draw = partial(_draw, subject, headline, axes, [answer.each for answer in answers], numbers)
    else:
        draw = partial(_shares, headline, [answer for answer in answers if isinstance(answer, SpreadAnswer)])
    words = [*subject.words, *each_words(axes), *subject.rest]
    envelope = sampled_over(lab, words, [answer.envelope for answer in answers])
    return kind(
        replace(envelope, given=subject.given),
        subject.name,
        headline,
        {name: rows},
        who=subject.who,
        drawings={name: draw},
        notes=_notes(answers),
        each=axes,
    )


def _number(subject: Subject, answer: Answer) -> Row:
    """What an answer is judged by, as a row."""
    assert answer.estimate is not None
    return dict(answer.estimate.row(subject.key))


def _rows(subject: Subject, answer: Answer, answers: Sequence[Answer]) -> list[Row]:
    if subject.rows:
        found = [dict(row) for row in subject.rows(answer)]
    else:
        assert answer.estimate is not None
        unit = "deals" if answer.envelope.matches is None else "matches"
        sampled = any(one.deals is not None for one in answers)
        own = _number(subject, answer)
        if sampled:
            own |= {"hits": own.get("hits")} if subject.key == "share" else {}
            own |= {unit: None if answer.deals is None else answer.estimate.deals}
        if any(one.deals is None for one in answers):
            exact = answer.fraction if isinstance(answer, AskAnswer | SpreadAnswer) else None
            own |= {"exact": None if exact is None else str(exact)}
        found = [own]
    taken = {*_COLUMNS, *(key for row in found for key in row)}
    places = {f"{name}_value" if name in taken else name: cell for name, cell in answer.each.items()}
    return [{**places, **row} for row in found]


def _notes(answers: Sequence[Answer]) -> list[str]:
    many = sum(answer.deals is not None for answer in answers)
    if many < 2:
        return []
    told = f"The first line tells rows apart only where intervals that hold for all {len(answers)} of them at once do."
    return [_SAME_DEALS, told]


def _headline(subject: Subject, axes: Sequence[str], answers: Sequence[Answer]) -> str:
    """The least and the most, where they can be told from all others."""
    if not subject.key:
        return f"{capital(subject.number)} by {listed(axes)}."
    known = [answer for answer in answers if answer.value is not None]
    if not known:
        return "No deal was played to its end." if subject.given is None else "No deal fulfilled the condition."
    number = f"{capital(subject.number)} by {listed(axes)}"
    told = partial(_told, subject)
    if len(known) == 1:
        return f"{number}: {told(known[0])} with {_name(known[0].each)}."
    ends = [_strict(answer, len(known)) for answer in known]
    fewest, most = min(high for _, high in ends), max(low for low, _ in ends)
    lowest = [answer for answer, (low, _) in zip(known, ends, strict=True) if low <= fewest]
    highest = [answer for answer, (_, high) in zip(known, ends, strict=True) if high >= most]
    if len(lowest) < len(known) or len(highest) < len(known):
        return f"{number}: most with {_named(highest, told)}, least with {_named(lowest, told)}."
    least, greatest = min(known, key=float), max(known, key=float)
    if least.value == greatest.value:
        return f"{number}: {told(least)} everywhere."
    return f"{number}: {told(least)} to {told(greatest)}; where it is most cannot be told from these deals."


def _told(subject: Subject, answer: Answer) -> str:
    estimate = answer.estimate
    assert estimate is not None
    if subject.key == "share" and estimate.hits is not None:
        return charts.share_words(estimate)
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return "unknown"
    return _sized(estimate.value, _number(subject, answer), subject.key)


def _sized(value: float, row: Row, key: str) -> str:
    """A number to the digit that the interval of a row supports."""
    if row["low"] == row["high"]:
        return f"{100 * value:.6g}%" if key == "share" else f"{value:.6g}"
    write = {"share": percent, "mean": measured, "difference": charts.difference_words}[key]
    return write(value, row["low"], row["high"])


def _name(each: Mapping[str, Cell]) -> str:
    """A combination; of a single axis the value alone."""
    return label(each) if len(each) > 1 else spelled(next(iter(each.values())))


def _named(answers: Sequence[Answer], told: Callable[[Answer], str]) -> str:
    if len(answers) > MOST_NAMED:
        alike = len({answer.value for answer in answers}) == 1 and all(answer.deals is None for answer in answers)
        return f"one of {len(answers)} that {'are alike' if alike else 'cannot be told apart'}"
    found = [f"{_name(answer.each)} ({told(answer)})" for answer in answers]
    return listed(found, "or")


def _brief(name: str) -> str:
    """A name as charts have room for it: files without their folders, and of what is long still the end."""
    short = re.sub(r"[^=,;\s]*[/\\]", "", name)
    return short if len(short) <= LONGEST_NAME else f"...{short[3 - LONGEST_NAME :]}"


def _strict(answer: Answer, many: int) -> tuple[float, float]:
    """The interval of an answer's number that holds for so many of them at once."""
    estimate = answer.strict(many)
    assert estimate is not None and estimate.low is not None and estimate.high is not None
    return estimate.low, estimate.high


def _draw(
    subject: Subject,
    headline: str,
    axes: Mapping[str, Sequence[Cell]],
    each: Sequence[Mapping[str, Cell]],
    rows: list[Row],
    ax: Axes,
) -> Axes:
    known = [(one, row) for one, row in zip(each, rows, strict=True) if row["low"] is not None]
    if not known:
        return charts.nothing(ax, headline)
    key, number = subject.key, subject.number
    shown = [row for _, row in known]
    texts = [_sized(row[key], row, key) for row in shown]
    values: list[float] = [row[key] for row in shown]
    title = headline.removesuffix(".")
    if len(title) > LONGEST_TITLE:
        least, most = texts[values.index(min(values))], texts[values.index(max(values))]
        title = f"{capital(number)} by {listed(axes)}: {least} to {most}"
    if len(axes) != 2:
        number = fitted(ax, number, ACROSS)
        names = [_brief(_name(one)) for one, _ in known]
        if key == "difference":
            colours = [COLOURS[verdict(row)] for row in shown]
            charts.differences(ax, shown, names, along=number, title=title, colours=colours)
        else:
            charts.levels(ax, shown, names, along=number, title=title, key=key)
        if len(axes) == 1:
            ax.set_ylabel(next(iter(axes)))
        return ax
    (across, columns), (up, lines) = axes.items()
    places = [(columns.index(one[across]), lines.index(one[up])) for one, _ in known]
    halves = [_sized((row["high"] - row["low"]) / 2, row, key).lstrip("+") for row in shown]
    cells = [
        (f"{text}\n\u00b1{half}" if row["low"] < row["high"] else text).replace("-", "\u2212")
        for row, text, half in zip(shown, texts, halves, strict=True)
    ]
    ticks = [_brief(spelled(cell)) for cell in columns], [_brief(spelled(cell)) for cell in lines]
    middle = 0.0 if key == "difference" else sum(values) / len(values)
    scale = "blue above nought, orange below" if key == "difference" else "blue more, orange less than on average"
    return charts.grid(ax, places, values, cells, ticks, (across, up), title=title, scale=scale, middle=middle)


def _shares(headline: str, answers: Sequence[SpreadAnswer], ax: Axes) -> Axes:
    """The share of every value for every combination, where values are no numbers."""
    title = headline.removesuffix(".")
    values = list(dict.fromkeys(row["value"] for answer in answers for row in answer.rows))
    if not values:
        return charts.nothing(ax, title)
    cells = [(k, row) for k, answer in enumerate(answers) for row in answer.rows]
    shares: list[float] = [row["share"] for _, row in cells]
    texts = [f"{100 * share:.3g}%" for share in shares]
    places = [(k, values.index(row["value"])) for k, row in cells]
    ticks = [_brief(_name(answer.each)) for answer in answers], values
    names = ", ".join(answers[0].each), answers[0].asked
    middle = sum(shares) / len(shares)
    return charts.grid(ax, places, shares, texts, ticks, names, title=title, scale="share of deals", middle=middle)
