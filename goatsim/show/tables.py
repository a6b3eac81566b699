"""Tables: aligned plain text for people, comma-separated values for spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence

Row = Mapping[str, object]

_WIDEST = 10_000


def aligned(
    rows: Sequence[Sequence[str]], heads: Sequence[str] = (), right: Iterable[int] = (), indent: int = 0
) -> str:
    """Return rows of text as columns two spaces apart, without frames and without trailing spaces.

    `right` lists the columns (from 0) whose text ends at the right edge. Cells may hold no colours.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    columns = max(map(len, [*rows, heads]), default=0)
    table = Table(box=None, show_header=bool(heads), pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    ends = set(right)
    for place in range(columns):
        head = heads[place] if place < len(heads) else ""
        table.add_column(Text(head), justify="right" if place in ends else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    page = io.StringIO()
    Console(file=page, width=_WIDEST, color_system=None, force_terminal=False, legacy_windows=False).print(table)
    return "\n".join(" " * indent + line.rstrip() for line in page.getvalue().rstrip("\n").split("\n"))


def percent(value: float, low: float, high: float) -> str:
    """Return a share in per cent, to the digit that its interval supports."""
    return f"{100 * value:.{_decimals(100 * (high - low) / 2)}f}%"


def measured(value: float, low: float, high: float) -> str:
    """Return a number to the digit that its interval supports."""
    # z: a small loss must not become a nought with a sign.
    return f"{value:z.{_decimals((high - low) / 2)}f}"


def _decimals(half_width: float) -> int:
    """Digits after the point that show two significant digits of the half-width of an interval, at most eight."""
    if not half_width > 0:
        return 6
    decimals = 0
    while half_width * 10**decimals < 9.95 and decimals < 8:
        decimals += 1
    return decimals


def cells(values: Sequence[object]) -> str:
    """Return values as one line of comma-separated values, line feed included.

    Floats are written so that they read back as the same floats; truths, lists and tables as JSON; None as nothing.
    """
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(value) for value in values])
    return line.getvalue()


def csv_text(rows: Sequence[Row]) -> str:
    """Return rows as comma-separated values under the keys of the first row."""
    heads = list(rows[0]) if rows else []
    return "".join([cells(heads), *(cells([row.get(head) for head in heads]) for row in rows)])


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool | list | tuple | dict):
        return json.dumps(value, ensure_ascii=False)
    return value
