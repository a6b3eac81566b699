"""How often, or how much on average: one question about the deals of a Lab, counted if that can be, else sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from goatsim.answers import Answers, Counts
from goatsim.exact.patterns import reason
from goatsim.inquiry.inquiries import Counted, How, Inquiry, inquiry, refuse_pattern
from goatsim.lang.binding import label
from goatsim.lang.kinds import PATTERN, TRUTH
from goatsim.lang.looks import Uncountable
from goatsim.lang.measures import Measure
from goatsim.replies import AskAnswer, Method, pair
from goatsim.runs.intervals import Estimate
from goatsim.show.seating import seats_words

if TYPE_CHECKING:
    from goatsim.inquiry.conditional import Conditional
    from goatsim.lab import Lab


def asked(
    lab: Lab,
    question: Measure | str,
    how: How,
) -> AskAnswer:
    """What `Lab.ask` was asked, checked and answered. Raises `RequestError`."""
    asks = inquiry(lab, "ask", question, (), how)
    refuse_pattern(asks.measure)
    counts: Counts | None = None
    said = question.strip() if isinstance(question, str) else str(question)
    try:
        counted = asks.count()
    except Uncountable as error:
        found = asks.play()
        envelope, method = asks.played_by(found), played_method(asks, found, str(error))
        estimate, fraction, rows, counts = found.table.estimate(), None, value_rows(asks, found), found.table
    else:
        envelope, method = asks.counted_by(counted), counted_method(asks, counted)
        fraction = mean_of({values[-1]: ways for values, ways in counted.ways.items()})
        estimate, rows = exactly(fraction), counted_rows(asks, counted)
    return AskAnswer(
        envelope,
        said,
        str(asks.measure),
        asks.measure.kind,
        estimate,
        fraction,
        how.digits,
        method,
        tuple(rows),
        counted=counts,
    )


def asked_each(
    lab: Lab,
    question: Measure | str,
    how: How,
    each: Mapping[str, object],
) -> Answers[AskAnswer]:
    """The same for every combination of the values of axes; all are checked before anything is played."""
    from goatsim.inquiry.axes import points
    from goatsim.inquiry.overviews import over_axes

    here = points(lab, each)
    for point in here:
        asks = inquiry(point.lab, "ask", question, (), how)
        refuse_pattern(asks.measure)
        asks.check()
    measure = asks.measure
    truth = measure.kind == TRUTH
    unit = "matches" if measure.about_matches else "deals"
    number = f"share of {unit} with {measure}" if truth else f"mean of {measure}"
    subject = asks.subject(lab, number, "share" if truth else "mean")
    return over_axes(lab, subject, here, lambda one: asked(one, question, how))


def exactly(fraction: Fraction) -> Estimate:
    """An exact value as an estimate of no width."""
    return Estimate(float(fraction), float(fraction), float(fraction), None, 0)


def mean_of(ways: dict[int, int]) -> Fraction:
    """The exact mean of values that come about in so many ways."""
    return Fraction(sum(value * many for value, many in ways.items()), sum(ways.values()))


def counted_method(asks: Inquiry, found: Counted) -> Method:
    """How an exact answer was found."""
    share = None if asks.condition is None else found.share
    return Method(asks.fresh, None, share, None, found.how, True, "", seats_words(asks.lab.rules, asks.lab.seat))


def played_method(asks: Inquiry, found: Conditional, why: str) -> Method:
    """How a sampled answer was found, and why it was not counted."""
    how = f"Sampled, since {why}."
    if asks.condition is not None and not found.accepted:
        how += " Every deal was dealt to fulfil the condition."
    elif asks.condition is not None:
        played = found.outcome.matches or found.outcome.deals
        how += f" {found.table.deals:,} of {played:,} {found.table.unit} fulfilled the condition"
        how += f", which was not dealt directly since {found.reason}." if found.reason else "."
        if found.reason and found.reason == reason(asks.game):
            how += " --fresh asks about first deals, which are."
    stopped = "So many were asked for."
    reached = found.reached and not found.outcome.partial
    if not reached:
        stopped = "That is not yet as precise as was asked for."
    elif asks.lab.goal.deals is None:
        stopped = "That was precise enough, at one of the numbers of deals, fixed beforehand, at which it is looked at."
    return Method(
        asks.fresh,
        found.table.deals,
        found.fraction,
        found.unplayed,
        how,
        reached,
        stopped,
        seats_words(asks.lab.rules, asks.lab.seat),
        found.captured,
    )


def value_of(measure: Measure, asks: Inquiry, value: int) -> int | bool | str:
    """A value as answers write it: of a truth yes or no, of a pattern such as 3-2-1, else the number."""
    if measure.kind == TRUTH:
        return bool(value)
    return label(measure, asks.game, asks.lab.seat, value) if measure.kind == PATTERN else value


def counted_rows(asks: Inquiry, found: Counted) -> Sequence[dict[str, Any]]:
    """A row for every value: how often it comes about, exactly."""
    rows = []
    for values, ways in found.ways.items():
        share = Fraction(ways, found.total)
        row = {"value": value_of(asks.measure, asks, values[-1]), "share": float(share)}
        rows.append({**row, "low": float(share), "high": float(share), "hits": None, "fraction": pair(share)})
    return ordered(asks.measure, rows)


def value_rows(asks: Inquiry, found: Conditional) -> Sequence[dict[str, Any]]:
    """The same as it was sampled."""
    table = found.table
    rows = []
    for value, hits in zip(table.values.tolist(), table.histogram.tolist(), strict=True):
        if hits:
            share = table.share(value)
            row = {"value": value_of(asks.measure, asks, value), "share": share.value, "low": share.low}
            rows.append({**row, "high": share.high, "hits": hits, "fraction": None})
    return ordered(asks.measure, rows)


def ordered(measure: Measure, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows by value: numbers upwards, patterns as in a list from the most even one on."""
    if measure.kind == PATTERN:
        rows.sort(key=lambda row: [int(part) for part in row["value"].split("-")])
    return rows
