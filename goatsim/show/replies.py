"""The answers of `ask` and `spread` as text and as charts: the answer first, then what was asked and how it was found.

All of it is made from their JSON.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from goatsim.show.findings import STOPPED, estimated_words, source_words, table_text
from goatsim.show.look import PLAIN, Look
from goatsim.show.tables import aligned, measured, percent
from goatsim.show.text import NOTE_UNPLAYED, UNPLAYED, capital, listed, rules_words
from goatsim.show.turning import CAPTURED, NOTE_CAPTURED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Value = Mapping[str, Any]
"""The JSON of an answer."""

MOST_ROWS = 60
"""Rows of a table that are printed; a longer one is left to files and charts."""
MOST_BARS = 20
"""Values that are drawn as bars with their names; more are drawn as a histogram."""
WIDEST_CROSS = 12
"""Columns of a cross table that are printed; a wider one is printed as a list."""


def decimal(fraction: Fraction, digits: int) -> str:
    """Return a fraction with so many significant digits, cut off, not rounded, and dots behind if there are more."""
    sign, size = "-" if fraction < 0 else "", abs(fraction)
    places = digits - len(str(int(size))) if size >= 1 else digits
    while 0 < size * 10**places < 10 ** (digits - 1):
        places += 1
    places = max(places, 0)
    scaled = int(size * 10**places)
    whole, rest = divmod(scaled, 10**places)
    text = f"{whole}.{rest:0{places}}" if places else str(whole)
    if scaled == size * 10**places:
        return sign + (text.rstrip("0").rstrip(".") if places else text)
    return f"{sign}{text}..."


def exact_words(fraction: Sequence[int], digits: int, share: bool) -> str:
    """Return an exact value as the fraction and its decimal digits."""
    value = Fraction(*fraction)
    said = f"{decimal(100 * value, digits)}%" if share else decimal(value, digits)
    if value.denominator == 1:
        return f"{said}, exactly"
    return f"{value.numerator}/{value.denominator} = {said}, exactly"


def headline(value: Value) -> str:
    """Return the answer as it is seen first: ``1.347% (1.259% to 1.441%)``."""
    if value["fraction"] is not None:
        return exact_words(value["fraction"], value["digits"], value["kind"] == "truth")
    if value["kind"] == "pattern":
        if not value["rows"]:
            return "unknown"
        most = max(value["rows"], key=lambda row: row["share"])
        return f"most often {most['value']} ({_share(most)})"
    mean = value["value"] if "value" in value else value["mean"]
    if mean is None:
        return "unknown"
    said, interval = estimated_words({**value, "value": mean}, share=value["kind"] == "truth")
    return f"{said} ({interval})"


def sentence(value: Value) -> str:
    """Return the question and its answer in a line."""
    return f"{_asked(value)}: {headline(value)}."


def explained(value: Value) -> str:
    """Return how an answer was found."""
    return " ".join(part for part in (value["how"], f"{capital(source(value))}.", value["stopped"]) if part)


def source(value: Value) -> str:
    """Return where an answer comes from: rules, and how many deals who played."""
    if value["method"] == "exact":
        time = "" if value["seconds"] is None else f"; {value['seconds']:.1f} s"
        return f"rules: {rules_words(value['rules'], value['options'])}{time}"
    return source_words(value)


def _asked(value: Value) -> str:
    """What was asked, nothing left to be guessed."""
    unit = "matches" if value.get("matches") is not None else "deals"
    measure = value["asked"]
    if value["verb"] == "spread":
        said = f"How {measure} is spread over {unit}"
        said = f"Mean of {measure}" if value["by"] and value["kind"] == "number" else said
        said = f"How often {measure}" if value["by"] and value["kind"] == "truth" else said
        said += f", by {listed(value['by'])}" if value["by"] else ""
    else:
        said = f"Share of {unit} with {measure}" if value["kind"] == "truth" else f"Mean over {unit} of {measure}"
    return said + (f", given {value['given']}" if value["given"] else "")


def notes(value: Value) -> list[str]:
    """Return the sentences below the answer: what was asked, who is who, which deals, and how it was found."""
    matches = value.get("matches") is not None
    which = "the deal that is played, before any swap"
    if value["fresh"]:
        which = "a first deal from a full pack, whatever the rules do with it"
    found = [f"{_asked(value)}.", f"{capital(value['seats'])}{'' if matches else f' Hands are those of {which}.'}"]
    if value["given"]:
        share = _given_words(value)
        found += [f"The condition holds in {share} of {'matches' if matches else 'deals'}."] if share else []
    found.append(value["how"] if value["reached"] else f"{value['how']} {value['stopped']}")
    if value["unplayed"]:
        out = "" if value["given"] else " --given played leaves them out."
        found.append(f"{100 * value['unplayed']:.2g}% of these deals were {UNPLAYED}. {NOTE_UNPLAYED}{out}")
    if value.get("captured"):
        out = "" if value["given"] else " --given whole leaves them out."
        found.append(f"{100 * value['captured']:.2g}% of these deals were {CAPTURED}. {NOTE_CAPTURED}{out}")
    return found


def _given_words(value: Value) -> str:
    if value["given_fraction"] is not None:
        fraction = Fraction(*value["given_fraction"])
        return f"{fraction.numerator}/{fraction.denominator} = {decimal(100 * fraction, 6)}%"
    return "" if value["given_share"] is None else f"about {100 * value['given_share']:.3g}%"


def reply_text(value: Value, look: Look = PLAIN) -> str:
    """Return an answer as text: the answer, a table of a spread, what was asked, and a command that finds it again."""
    page = [look.bold(line) for line in textwrap.wrap(headline(value), look.width)]
    page += [STOPPED] if value.get("partial") else []
    if value["counted"] == 0:
        page.append("No deal that was played fulfilled the condition.")
    page += ["", table(value)] if value.get("rows") else []
    page.append("")
    for note in notes(value):
        page += textwrap.wrap(note, look.width)
    page += [*textwrap.wrap(f"{capital(source(value))}.", look.width), "", f"To repeat: {value['command']}"]
    return "\n".join(page)


def flat(value: Value) -> list[dict[str, Any]]:
    """Return the rows of a spread as those of a table: a group's values in columns named by what they are of."""
    if not value["by"]:
        return [dict(row) for row in value["rows"]]
    rows = []
    for row in value["rows"]:
        group = row["group"] if len(value["by"]) > 1 else [row["group"]]
        rows.append({**dict(zip(value["by"], group, strict=True)), **{k: v for k, v in row.items() if k != "group"}})
    return rows


def table(value: Value) -> str:
    """Return the rows of a spread as text: of two groups a cross table, if it is not too wide."""
    rows = value["rows"]
    if len(rows) > MOST_ROWS and not _crosses(value):
        return f"  {len(rows)} rows: --csv, --json or --out FOLDER"
    if _crosses(value):
        return _cross(value)
    return table_text(shown_rows(value))


def shown_rows(value: Value) -> list[dict[str, Any]]:
    """Return the rows of a spread as people read them."""
    return [_sampled_row(row, value) if row["fraction"] is None else _exact_row(row, value) for row in flat(value)]


def _exact_row(row: Mapping[str, Any], value: Value) -> dict[str, Any]:
    own = {key: cell for key, cell in row.items() if key in value["by"] or key == "value"}
    if value["by"]:
        share = value["kind"] == "truth"
        own |= {"share of deals": _exact_cell(row["share_fraction"], True)}
        own |= {"how often" if share else "mean": _exact_cell(row["fraction"], share)}
        return own
    return {**own, "share": _exact_cell(row["fraction"], True), "exactly": "/".join(map(str, row["fraction"]))}


def _exact_cell(fraction: Sequence[int], share: bool) -> str:
    value = Fraction(*fraction)
    return f"{float(100 * value):.6g}%" if share else f"{float(value):.6g}"


def _sampled_row(row: Mapping[str, Any], value: Value) -> dict[str, Any]:
    if not value["by"]:
        return {key: row[key] for key in ("value", "share", "low", "high", "hits")}
    own = {key: row[key] for key in value["by"]}
    own["share of deals"] = f"{100 * row['share']:.4g}%"
    of = {"low": row["low"], "high": row["high"]}
    if value["kind"] == "truth":
        return {**own, "share": row["mean"], **of, "deals": row["deals"]}
    return {**own, "mean": row["mean"], **of, "deals": row["deals"]}


def _crosses(value: Value) -> bool:
    return len(value["by"]) == 2 and len({_key(row["group"][1]) for row in value["rows"]}) <= WIDEST_CROSS


def _key(cell: object) -> str:
    return ("yes" if cell else "no") if isinstance(cell, bool) else str(cell)


def _ticks(value: Value) -> tuple[list[str], list[str]]:
    """The values of both groups, in order."""
    found: list[dict[str, None]] = [{}, {}]
    for row in value["rows"]:
        for one, cell in zip(found, row["group"], strict=True):
            one[_key(cell)] = None
    # Rows are ordered by the first; the second is put in its order.
    numbers = all(name.lstrip("-").isdigit() for name in found[1])
    return list(found[0]), sorted(found[1], key=int) if numbers else sorted(found[1])


def _mean_words(row: Mapping[str, Any], value: Value) -> str:
    if row["mean"] is None:
        return ""
    share = value["kind"] == "truth"
    if row["fraction"] is not None:
        return _exact_cell(row["fraction"], share)
    return (percent if share else measured)(row["mean"], row["low"], row["high"])


def _cross(value: Value) -> str:
    down, across = _ticks(value)
    cells = {tuple(map(_key, row["group"])): _mean_words(row, value) for row in value["rows"]}
    rows = [[one, *(cells.get((one, two), "") for two in across)] for one in down]
    first, second = value["by"]
    heads = ["", *across]
    page = aligned(rows, heads, range(1, len(heads)), indent=2)
    return f"  {first} downwards, {second} to the right\n{page}"


def _share(row: Mapping[str, Any]) -> str:
    if row["fraction"] is not None:
        return _exact_cell(row["fraction"], True)
    return percent(row["share"], row["low"], row["high"])


def charts_of(value: Value) -> Mapping[str, Callable[[Axes], object]]:
    """Return the charts of a spread by name."""
    if not value["by"]:
        return {"spread": partial(distribution_chart, value=value)}
    if len(value["by"]) == 2:
        return {"spread": partial(cross_chart, value=value)}
    return {"spread": partial(groups_chart, value=value)}


def distribution_chart(ax: Axes, value: Value) -> Axes:
    """Draw how often each value came about, each with its interval."""
    from goatsim.show import charts
    from goatsim.show.lettering import ACROSS, fitted

    title = sentence(value)
    rows = [{**row, "hits": 1} for row in value["rows"]]
    if not rows:
        return charts.nothing(ax, title)
    across = fitted(ax, value["asked"], ACROSS)
    numbers = [row["value"] for row in rows]
    if value["kind"] == "number" and max(numbers) - min(numbers) >= MOST_BARS:
        span = min(numbers), max(numbers)
        return charts.histogram(ax, rows, "value", across=across, title=title, span=span, colours={}, zones=[], mark=0)
    if value["kind"] == "number":
        # Values that did not come about keep their place, so that the shape can be seen.
        seen = dict(zip(numbers, rows, strict=True))
        none = {"share": 0.0, "low": 0.0, "high": 0.0, "hits": 0}
        rows = [seen.get(one, {"value": one, **none}) for one in range(min(numbers), max(numbers) + 1)]
    names = [_key(row["value"]) for row in rows]
    colours = [charts.US if row["value"] is True else charts.QUIET for row in rows]
    return charts.bars_with_intervals(ax, rows, names, across=across, up="share of deals", title=title, colours=colours)


def groups_chart(ax: Axes, value: Value) -> Axes:
    """Draw the mean, or the share, of each group with its interval, the first on top."""
    from goatsim.show import charts
    from goatsim.show.lettering import ACROSS, fitted

    key = "share" if value["kind"] == "truth" else "mean"
    title, heads = sentence(value), value["by"]
    known = [row for row in value["rows"] if row["mean"] is not None]
    if not known:
        return charts.nothing(ax, title)
    rows = [{key: row["mean"], "low": row["low"], "high": row["high"]} for row in known]
    if len(heads) == 1:
        names = [_key(row["group"]) for row in known]
    else:
        pairs = [zip(heads, row["group"], strict=True) for row in known]
        names = [", ".join(f"{head} {_key(cell)}" for head, cell in pair) for pair in pairs]
    return charts.levels(ax, rows, names, along=fitted(ax, value["asked"], ACROSS), title=title, key=key)


def cross_chart(ax: Axes, value: Value) -> Axes:
    """Draw the mean, or the share, of each pair of groups as a heat map, white at the mean over all deals."""
    from goatsim.runs.intervals import FEW
    from goatsim.show import charts

    down, across = _ticks(value)
    rows = [row for row in value["rows"] if row["mean"] is not None]
    title = sentence(value)
    if not rows:
        return charts.nothing(ax, title)
    places = [(across.index(_key(row["group"][1])), down.index(_key(row["group"][0]))) for row in rows]
    scale = 100 if value["kind"] == "truth" else 1
    return charts.grid(
        ax,
        places,
        [scale * row["mean"] for row in rows],
        [_cell_words(row, scale) for row in rows],
        (across, down),
        (value["by"][1], value["by"][0]),
        title=title,
        scale=f"{value['asked']}{' in %' if scale > 1 else ''}",
        known=[row["deals"] is None or row["deals"] >= FEW for row in rows],
        middle=scale * (value["mean"] or 0.0),
    )


def _cell_words(row: Mapping[str, Any], scale: int) -> str:
    half = scale * (row["high"] - row["low"]) / 2
    return f"{scale * row['mean']:.1f}" if half < 0.1 else f"{scale * row['mean']:.1f}\n±{half:.1f}"
