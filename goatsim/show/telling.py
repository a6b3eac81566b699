"""Differences told: as rows of a table, and in titles that claim no more than their intervals do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goatsim.runs.intervals import FEW, Estimate
from goatsim.show.charts import QUIET, THEM, US, difference_words
from goatsim.show.text import listed

Row = dict[str, Any]
Rows = Sequence[Mapping[str, Any]]

WIDEST = 10
"""How many times as wide as the narrowest an interval may be to be drawn beside it."""

COLOURS = {1: US, -1: THEM, 0: QUIET}
"""The colour of a difference by its `verdict`."""


def difference_row(names: Mapping[str, object], found: Estimate) -> Row:
    """A row of a difference: what it is of, the difference with its interval, and of how many deals."""
    return {**names, "difference": found.value, "low": found.low, "high": found.high, "deals": found.deals}


def known(rows: Rows) -> list[Mapping[str, Any]]:
    """The rows that can be drawn together: those of enough deals, but no intervals that would dwarf the rest: wide
    beside the narrowest, and wider than all that the others take up together.
    """
    enough = [row for row in rows if row["deals"] >= FEW]
    narrowest = min((row["high"] - row["low"] for row in enough), default=0.0)
    sure = [row for row in enough if row["high"] - row["low"] <= WIDEST * narrowest]
    # What a row says can be clear though its interval is wide, if it is far from nought.
    span = max((row["high"] for row in sure), default=0.0) - min((row["low"] for row in sure), default=0.0)
    return [row for row in enough if row["high"] - row["low"] <= max(WIDEST * narrowest, span)]


def unknown_words(rows: Rows, shown: Rows, name: Callable[[Sequence[Mapping[str, Any]]], str]) -> list[str]:
    """A note on the rows of which too little is known to be among those shown, `name` saying what they are of; none if
    all are shown.
    """
    few = [row for row in rows if row not in shown]
    return [f"Too little is known of {name(few)} to draw it."] if few else []


def points_words(row: Mapping[str, Any]) -> str:
    """The difference of a row in card points, to the digit that its interval supports."""
    return f"{difference_words(row['difference'], row['low'], row['high'])} points"


def spanned(found: Estimate, unit: str) -> str:
    """A difference with its unit and its interval, to the digit that this supports: ``+1.2 eyes (+0.9 to +1.5)``."""
    assert found.value is not None and found.low is not None and found.high is not None
    words = [difference_words(each, found.low, found.high) for each in (found.value, found.low, found.high)]
    return f"{words[0]} {unit} ({words[1]} to {words[2]})"


def verdict(row: Mapping[str, Any]) -> int:
    """1 where a difference is above nought, -1 where it is below, 0 where that cannot be told."""
    return int(row["low"] > 0) - int(row["high"] < 0)


def told(what: str, each: str, rows: Rows, names: Sequence[str], more: int = 0) -> str:
    """Say where something pays. `rows` are its differences, whose intervals hold at once, `names` what each is of;
    `each`: what there are so many of ("trump"), and `more` of which too little is known to have a row.
    """
    verdicts = [verdict(row) for row in rows]
    gains, costs, count = verdicts.count(1), verdicts.count(-1), len(rows)
    if count and max(gains, costs) == count:
        best = max(range(count), key=lambda k: rows[k]["difference"])
        worst = min(range(count), key=lambda k: rows[k]["difference"])
        apart = rows[best]["low"] > rows[worst]["high"]
        ends = [f"{points_words(rows[k])} ({names[k]})" for k in (worst, best)]
        pays = "pays" if gains else "costs points"
        every = f"each of {count} {each}s" if more else f"every {each}"
        return f"{what} {pays} with {every}" + (f": from {ends[0]} to {ends[1]}" if apart else "")
    if gains == costs == 0:
        return f"Not one {each} shows whether {what[:1].lower()}{what[1:]} pays"
    parts = [f"pays with {gains}"] * (gains > 0) + [f"costs points with {costs}"] * (costs > 0)
    left = count - gains - costs
    rest = f"; of {left} it cannot be told" if left else ""
    return f"{what} {' and '.join(parts)} of {count} {each}s{rest}"


def told_by_number(what: str, rows: Rows, numbers: Sequence[int], of: str) -> str:
    """The same where the rows are in order of a number, such as that of trumps; `of` says what is counted."""
    signs = {
        sign: [number for row, number in zip(rows, numbers, strict=True) if verdict(row) == sign] for sign in (1, -1)
    }
    parts = [f"{word} with {spans(signs[sign])}" for sign, word in ((1, "pays"), (-1, "costs points")) if signs[sign]]
    if not parts:
        return f"Whether {what[:1].lower()}{what[1:]} pays cannot be told for any number of {of}"
    rest = "" if len(signs[1]) + len(signs[-1]) == len(rows) else "; else it cannot be told"
    return f"{what} {' and '.join(parts)} {of}{rest}"


def spans(numbers: Sequence[int]) -> str:
    """Whole numbers in ascending order, three neighbours or more taken together: ``2 to 5, 7 and 8``."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    return listed(
        word for group in groups for word in ([f"{group[0]} to {group[-1]}"] if len(group) > 2 else map(str, group))
    )
