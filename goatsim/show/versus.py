"""The answer of a comparison as text and as charts: who has more of what, and how sure that is."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goatsim.show.findings import STOPPED, short, source_words
from goatsim.show.look import PLAIN, Look
from goatsim.show.tables import aligned, measured
from goatsim.show.text import NOTE_UNPLAYED, UNPLAYED, listed
from goatsim.show.turning import CAPTURED, NOTE_CAPTURED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Value = Mapping[str, Any]
"""The JSON of a comparison."""

ROW = ("measure a_name b_name a b difference low high a_better b_better equal detectable deals").split()


def row(value: Value) -> dict[str, Any]:
    """Return the numbers of a comparison as the row of a table."""
    return {key: value[key] for key in ROW}


def tied(value: Value) -> bool:
    """Return whether nothing can differ: the same cards in every deal, or a measure that has but one value."""
    return bool(value["deals"]) and value["low"] == value["high"] == 0


def headline(value: Value) -> str:
    """Return who has more, and how sure that is, in a sentence."""
    a, b, measure = value["a_name"], value["b_name"], value["measure"]
    truth = value["kind"] == "truth"
    if value["difference"] is None:
        return "No deal was played."
    if value["same"]:
        both = f"{a} and {b} play" if value["about"] == "policies" else f"{a} and {b} are the same rules, so they play"
        return f"An exact tie: {both} the same cards in every deal."
    low, high = value["low"], value["high"]
    if tied(value):
        return f"An exact tie: {measure} {'holds' if truth else 'is'} as much with {a} as with {b} in every deal."
    said = f"{_sized(value, 1)} ({_sized(value, 1, 'low')} to {_sized(value, 1, 'high')})"
    if low <= 0 <= high:
        wanting = f"whether {measure} holds more often" if truth else f"whether {measure} is more"
        return f"It cannot be told {wanting} with {a} or with {b}: the difference is {said}."
    more, less, sign = (a, b, 1) if low > 0 else (b, a, -1)
    ends = ("low", "high") if sign > 0 else ("high", "low")
    size = f"{_sized(value, sign)} ({_sized(value, sign, ends[0])} to {_sized(value, sign, ends[1])})"
    if truth:
        return f"{measure} holds more often with {more} than with {less}, by {size} percentage points."
    return f"{measure} is more with {more} than with {less}, by {size} a deal."


def _sized(value: Value, sign: int, key: str = "difference") -> str:
    scale = sign * (100 if value["kind"] == "truth" else 1)
    return measured(*(scale * value[each] for each in (key, *(("low", "high") if scale > 0 else ("high", "low")))))


def compare_text(value: Value, look: Look = PLAIN) -> str:
    """Return a comparison: headline, the two and their difference, in how many deals who had more, deals to replay."""
    page = [look.bold(line) for line in textwrap.wrap(headline(value), look.width)]
    page += [STOPPED] if value.get("partial") else []
    for table in tables(value):
        heads, *rows = table
        page += ["", aligned(rows, heads, range(1, len(heads)), indent=2)]
    for note in notes(value):
        page += ["", *textwrap.wrap(note, look.width)]
    page += [f"  {command}" for command in value["replay"]]
    return "\n".join([*page, "", source_words(source(value))])


def tables(value: Value) -> list[list[list[str]]]:
    """Return the tables of a comparison, heads first: the two values and their difference, to the digit that its
    interval supports; in how many deals who had more.
    """
    deals = value["deals"]
    if not deals:
        return []
    scale = 100 if value["kind"] == "truth" else 1
    ends = (0.0, 0.2) if tied(value) else (scale * value["low"], scale * value["high"])
    names = {"a": value["a_name"], "b": value["b_name"], "difference": "difference"}
    numbers = [["", f"{value['measure']}{' in %' if scale > 1 else ''}"]]
    numbers += [[name, measured(scale * value[key], *ends)] for key, name in names.items()]
    if tied(value):
        return [numbers]
    hits = {"a_better": f"more with {value['a_name']}", "b_better": f"more with {value['b_name']}"}
    hits["equal"] = "as much with both"
    counts = [["deals", "share", "number"]]
    counts += [[name, f"{100 * value[key] / deals:.2f}%", f"{value[key]:,}"] for key, name in hits.items()]
    return [numbers, counts]


def notes(value: Value) -> list[str]:
    """Return what else is to be known of a comparison, in sentences, the deals to replay last."""
    found = []
    if value["decided"] is not None and value["deals"] and not tied(value):
        end = "Decided" if value["decided"] else "Not decided"
        kind = "the interval is that of a confidence sequence, which holds at every look"
        found.append(f"{end} after {value['deals']:,} deals; {kind}.")
    if value["unplayed"]:
        over = ", each counted once by either rules," if value["about"] == "rules" else ""
        found.append(f"{100 * value['unplayed']:.2g}% of the deals{over} were {UNPLAYED}. {NOTE_UNPLAYED}")
    if value.get("captured"):
        found.append(f"{100 * value['captured']:.2g}% of the deals were {CAPTURED}. {NOTE_CAPTURED}")
    if value["detectable"] is not None and not tied(value):
        scale, unit = (100, "percentage points") if value["kind"] == "truth" else (1, "a deal")
        least = f"{scale * value['detectable']:.2g} {unit}"
        found.append(f"So many deals find a difference of {least} in four of five comparisons.")
    deals = value["decisive"]
    if deals:
        which = f"Among the first {value['looked']:,} deals" if value["looked"] < value["deals"] else "Of all deals"
        many = "this one differs most" if len(deals) == 1 else "these differ most"
        found.append(f"{which} {many}: {listed(deals)}. To see deal {deals[0]} played both ways:")
    return found


def source(value: Value) -> Value:
    """Return a comparison as it stands where answers say where they come from: who played, and by which rules."""
    a, b = value["a_name"], value["b_name"]
    if value["about"] == "rules":
        return {**value, "rules": f"{a} and of {b}", "options": {}}
    return {**value, "who": f"{a} against {b}, each deal at both seatings"}


def drawn(value: Value) -> Value:
    """Return a comparison as charts speak of it: files by their names alone, unless that makes two names one."""
    names = {}
    for key in ("a_name", "b_name"):
        # Behind rules stand the options changed in them.
        head, comma, options = value[key].partition(", ") if value["about"] == "rules" else (value[key], "", "")
        names[key] = short(head) + comma + options
    return {**value, **names} if names["a_name"] != names["b_name"] or value["same"] else value


def _less(value: Value) -> str:
    return f"{value['measure']}: {value['a_name']} less {value['b_name']}"


def _broken(text: str, width: int) -> str:
    """Break a text into lines that leave room beside it in a chart."""
    return "\n".join(textwrap.wrap(text, width, max_lines=3, placeholder=" ..."))


def deals_chart(ax: Axes, value: Value, sums: Mapping[int, int], seatings: int) -> Axes:
    """How many deals had which difference: blue where A had more, orange where B had, with both shares."""
    from goatsim.runs.intervals import share
    from goatsim.show import charts
    from goatsim.show.lettering import ACROSS, fitted

    title = headline(value)
    deals = sum(sums.values())
    if not deals:
        return charts.nothing(ax, title)
    # Two seatings of whole deals differ by the same amount twice; other sums would need half steps.
    step = seatings if all(size % seatings == 0 for size in sums) else 1
    rows: list[dict[str, Any]] = []
    for size, count in sums.items():
        found = share(count, deals, value["confidence"])
        rows.append({"size": size // step, "share": found.value, "low": found.low, "high": found.high})
    end = max(1, *(abs(row["size"]) for row in rows))
    shares = {key: f"{100 * value[key] / deals:.1f}% of deals" for key in ("a_better", "b_better", "equal")}
    aside = 0.62 * (end + 1.5)
    zones = [
        (-aside, f"{shares['b_better']}\n{_broken('more with ' + value['b_name'], 22)}"),
        (0, f"{shares['equal']}\nequal"),
        (aside, f"{shares['a_better']}\n{_broken('more with ' + value['a_name'], 22)}"),
    ]
    if tied(value):
        zones = [(0, "equal in every deal")]
    unit = "" if seatings == 1 else ", mean of both seatings" if step > 1 else ", both seatings added up"
    return charts.histogram(
        ax,
        rows,
        "size",
        across=fitted(ax, f"{_less(value)}, in a deal{unit}", ACROSS),
        title=title,
        span=(-end, end),
        colours={
            row["size"]: charts.US if row["size"] > 0 else charts.THEM if row["size"] else charts.NEITHER
            for row in rows
        },
        zones=zones,
        mark=0,
    )


def difference_chart(ax: Axes, value: Value) -> Axes:
    """The difference of the means with its interval, left or right of nought."""
    from goatsim.show import charts
    from goatsim.show.lettering import ACROSS, fitted
    from goatsim.show.telling import COLOURS, verdict

    title = headline(value)
    if value["difference"] is None:
        return charts.nothing(ax, title)
    truth = value["kind"] == "truth"
    scale = 100 if truth else 1
    found = {key: scale * value[key] for key in ("difference", "low", "high")}
    return charts.differences(
        ax,
        [found],
        [""],
        along=fitted(ax, f"{_less(value)}, {'percentage points' if truth else 'a deal'}", ACROSS),
        title=title,
        colours=[COLOURS[verdict(found)]],
    )
