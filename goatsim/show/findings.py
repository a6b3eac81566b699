"""The answer of a study as text: headline, tables, and the line that says how it was found."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.show.look import PLAIN, Look
from goatsim.show.tables import aligned, measured, percent
from goatsim.show.text import policies_words, rules_words

ESTIMATES = ("share", "mean", "difference", "value")
"""Keys under which a row holds what its `low` and `high` belong to; the first that is there counts."""


def study_text(value: Mapping[str, Any], look: Look = PLAIN) -> str:
    """Return a study's answer (its JSON) as text: headline, tables, and the line that says how it was found."""
    lines = textwrap.wrap(value["headline"], look.width)
    page = [look.bold(line) for line in lines]
    if value.get("partial"):
        page.append("Stopped before the end: this is what the deals played so far say.")
    for name, rows in value["tables"].items():
        if rows:
            page += ["", name.replace("_", " "), table_text(rows)]
    page += ["", *textwrap.wrap(source_words(value), look.width)]
    return "\n".join(page)


def source_words(value: Mapping[str, Any]) -> str:
    """Return where an answer comes from: deals, rules with changed options, policies, seed, confidence, time."""
    deals = f"{value['deals']:,} deals" if value.get("deals") is not None else "counted exactly"
    parts = [f"{deals} of {rules_words(value['rules'], value['options'])}", policies_words(value["policies"])]
    if value.get("seed") is not None:
        parts.append(f"seed {value['seed']}")
    if value.get("seat"):
        parts.append(f"seat {value['seat']} is me")
    if value.get("confidence") is not None and value.get("method") != "exact":
        parts.append(f"{100 * value['confidence']:g}% intervals")
    if value.get("seconds") is not None:
        parts.append(f"{value['seconds']:.1f} s")
    return "; ".join(parts)


def table_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as an aligned table; an estimate and its bounds are written to the digits the interval supports."""
    heads: list[str] = []
    columns: list[list[str]] = []
    for key in dict.fromkeys(key for row in rows for key in row):
        if key in ("low", "high") and all(estimate_key(row) for row in rows):
            continue
        if any(estimate_key(row) == key for row in rows):
            heads += [key, "interval"]
            pairs = [_estimate(row, key) if estimate_key(row) == key else (_cell(row.get(key)), "") for row in rows]
            columns += [[pair[0] for pair in pairs], [pair[1] for pair in pairs]]
        else:
            heads.append(key.replace("_", " "))
            columns.append([_cell(row.get(key)) for row in rows])
    right = [place for place, column in enumerate(columns) if all(_is_number(cell) for cell in column)]
    return aligned(list(zip(*columns, strict=True)), heads, right, indent=2)


def estimate_key(row: Mapping[str, Any]) -> str | None:
    """Return the key of what `low` and `high` of a row belong to, or None for a row without an interval."""
    if row.get("low") is None or row.get("high") is None:
        return None
    return next((key for key in ESTIMATES if isinstance(row.get(key), float)), None)


def _estimate(row: Mapping[str, Any], key: str) -> tuple[str, str]:
    value, low, high = row[key], row["low"], row["high"]
    write = percent if key == "share" or (key == "value" and "hits" in row) else measured
    width = (low, high)
    words = [write(each, *width) for each in (value, low, high)]
    return words[0], f"{words[1]} to {words[2]}"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _is_number(cell: str) -> bool:
    return not cell or cell.rstrip("%").replace(",", "").replace(".", "").lstrip("-").isdigit()
