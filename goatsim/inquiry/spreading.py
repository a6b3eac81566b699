"""How a measure is spread over the deals of a Lab: the share of each value, or its mean in each group of deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from goatsim.answers import Answers, Counts
from goatsim.errors import RequestError
from goatsim.inquiry.asking import (
    counted_method,
    counted_rows,
    exactly,
    mean_of,
    played_method,
    value_of,
    value_rows,
)
from goatsim.inquiry.inquiries import Counted, How, Inquiry, inquiry, refuse_pattern
from goatsim.inquiry.keywords import Groups
from goatsim.lang.kinds import NUMBER, PATTERN, TRUTH
from goatsim.lang.looks import Uncountable
from goatsim.lang.measures import Measure
from goatsim.replies import SpreadAnswer, pair

if TYPE_CHECKING:
    from goatsim.inquiry.conditional import Conditional
    from goatsim.lab import Lab

MOST_BY = 4
"""Measures that part the groups."""


def spread_out(
    lab: Lab,
    measure: Measure | str,
    by: Groups,
    how: How,
) -> SpreadAnswer:
    """What `Lab.spread` was asked, checked and answered. Raises `RequestError`."""
    asks = inquiry(lab, "spread", measure, by, how)
    _check(asks)
    fraction = None
    counts: Counts | None = None
    try:
        counted = asks.count()
    except Uncountable as error:
        found = asks.play()
        envelope, method = asks.played_by(found), played_method(asks, found, str(error))
        rows = grouped_rows(asks, found) if asks.by else value_rows(asks, found)
        pattern = asks.measure.kind == PATTERN
        counts = None if pattern else found.grouped if asks.by else found.table
        estimate = None if pattern else found.grouped.estimate() if asks.by else found.table.estimate()
    else:
        envelope, method = asks.counted_by(counted), counted_method(asks, counted)
        rows = counted_groups(asks, counted) if asks.by else counted_rows(asks, counted)
        if asks.measure.kind != PATTERN:
            sums: defaultdict[int, int] = defaultdict(int)
            for values, ways in counted.ways.items():
                sums[values[-1]] += ways
            fraction = mean_of(sums)
        estimate = None if fraction is None else exactly(fraction)
    return SpreadAnswer(
        envelope,
        measure.strip() if isinstance(measure, str) else str(measure),
        str(asks.measure),
        asks.measure.kind,
        tuple(map(str, asks.by)),
        estimate,
        fraction,
        how.digits,
        method,
        tuple(rows),
        counted=counts,
    )


def spread_each(
    lab: Lab,
    measure: Measure | str,
    by: Groups,
    how: How,
    each: Mapping[str, object],
) -> Answers[SpreadAnswer]:
    """The same for every combination of the values of axes; all are checked before anything is played."""
    from goatsim.inquiry.axes import points
    from goatsim.inquiry.overviews import over_axes

    here = points(lab, each)
    for point in here:
        asks = inquiry(point.lab, "spread", measure, by, how)
        _check(asks)
        asks.check()
    kind = asks.measure.kind
    number, key = {
        TRUTH: (f"share of deals with {asks.measure}", "share"),
        NUMBER: (f"mean of {asks.measure}", "mean"),
        PATTERN: (f"how {asks.measure} is spread", ""),
    }[kind]
    subject = asks.subject(lab, number, key)._replace(rows=_flat)
    return over_axes(lab, subject, here, lambda one: spread_out(one, measure, by, how))


def _flat(answer: SpreadAnswer) -> list[dict[str, Any]]:
    """The rows of an answer, fractions as texts."""
    rows = []
    for row in answer.tables[answer.name]:
        texts = {key: "/".join(map(str, row[key])) for key in ("fraction", "share_fraction") if row.get(key)}
        rows.append({**row, **texts})
    return rows


def _check(asks: Inquiry) -> None:
    if len(asks.by) > MOST_BY:
        raise RequestError(f"expected at most {MOST_BY} measures to part groups by, got {len(asks.by)}")
    if asks.by:
        refuse_pattern(asks.measure)


def counted_groups(asks: Inquiry, found: Counted) -> list[dict[str, Any]]:
    """A row for every group: its mean and its share, exactly."""
    groups: defaultdict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
    for values, ways in found.ways.items():
        groups[values[:-1]][values[-1]] = ways
    rows = []
    for group, ways_of in groups.items():
        mean, share = mean_of(ways_of), Fraction(sum(ways_of.values()), found.total)
        rows.append(_row(asks, group, float(share), share, float(mean), float(mean), float(mean), None, mean))
    return rows


def grouped_rows(asks: Inquiry, found: Conditional) -> list[dict[str, Any]]:
    """The same as it was sampled."""
    return [
        _row(asks, group, share.value, exact, one.value, one.low, one.high, one.deals, None)
        for group, share, exact, one in found.grouped.groups()
    ]


def _row(
    asks: Inquiry,
    group: tuple[int, ...],
    share: float | None,
    exact: Fraction | None,
    mean: float | None,
    low: float | None,
    high: float | None,
    deals: int | None,
    fraction: Fraction | None,
) -> dict[str, Any]:
    said = [value_of(one, asks, value) for one, value in zip(asks.by, group, strict=True)]
    return {
        "group": said[0] if len(said) == 1 else said,
        "share": share,
        "share_fraction": pair(exact),
        "mean": mean,
        "low": low,
        "high": high,
        "deals": deals,
        "fraction": pair(fraction),
    }
