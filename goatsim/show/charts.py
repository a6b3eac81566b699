"""Charts that carry their message alone: the title says what is to be seen, every sampled bar has its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Rows = Sequence[Mapping[str, Any]]

QUIET = "#9db4c0"
LOUD = "#c1440e"
US = "#2f6690"
THEM = "#d8a47f"
INK = "#253237"


def _dress(ax: Axes, title: str, across: str, up: str) -> None:
    ax.set_title(title, loc="left", color=INK, fontsize=12, wrap=True)
    ax.set_xlabel(across)
    ax.set_ylabel(up)
    for edge in ("top", "right"):
        ax.spines[edge].set_visible(False)


def _in_percent(ax: Axes) -> None:
    from matplotlib.ticker import PercentFormatter

    ax.yaxis.set_major_formatter(PercentFormatter(1.0))


def _whiskers(rows: Rows, key: str) -> list[list[float]]:
    return [[max(0.0, row[key] - row["low"]) for row in rows], [max(0.0, row["high"] - row[key]) for row in rows]]


def histogram_with_mark(ax: Axes, rows: Rows, key: str, marked: int, across: str, title: str, label: str) -> Axes:
    """A distribution, one bar a value, with one value made to stand out."""
    colours = [LOUD if row[key] == marked else QUIET for row in rows]
    ax.bar([row[key] for row in rows], [row["share"] for row in rows], width=0.9, color=colours)
    _dress(ax, title, across, "share of deals")
    _in_percent(ax)
    high = next((row["share"] for row in rows if row[key] == marked), 0.0)
    top = max((row["share"] for row in rows), default=1.0)
    ax.annotate(label, (marked, high), (marked, high + 0.12 * top), ha="center", va="bottom", color=LOUD, arrowprops={"arrowstyle": "-", "color": LOUD})
    return ax


def bars_with_intervals(ax: Axes, rows: Rows, key: str, across: str, up: str, title: str) -> Axes:
    """Shares by group with their intervals."""
    ax.bar([row[key] for row in rows], [row["share"] for row in rows], color=QUIET, yerr=_whiskers(rows, "share"), capsize=3, ecolor=INK)
    ax.set_xticks([row[key] for row in rows])
    _dress(ax, title, across, up)
    _in_percent(ax)
    return ax


def two_sided_bars(ax: Axes, rows: Rows, key: str, across: str, title: str) -> Axes:
    """The distribution of a number for us and for them, side by side."""
    values = sorted({row[key] for row in rows})
    for shift, (side, colour) in ((-0.2, ("us", US)), (0.2, ("them", THEM))):
        own = [row for row in rows if row["side"] == side]
        places = [values.index(row[key]) + shift for row in own]
        bars = ax.bar(places, [row["share"] for row in own], 0.38, color=colour, label=side, yerr=_whiskers(own, "share"), ecolor=INK)
        ax.bar_label(bars, [f"{100 * row['share']:.1f}%" for row in own], padding=2, fontsize=9, color=INK)
    ax.set_xticks(range(len(values)), [str(value) for value in values])
    _dress(ax, title, across, "share of deals")
    _in_percent(ax)
    ax.legend(frameon=False)
    return ax


def heat_map(ax: Axes, rows: Rows, keys: tuple[str, str], names: tuple[str, str], title: str) -> Axes:
    """Means by two groups, the number written into every cell; cells that never occurred stay empty."""
    import numpy as np

    across, up = ([*range(max((row[key] for row in rows), default=0) + 1)] for key in keys)
    grid = np.full((len(up), len(across)), np.nan)
    for row in rows:
        grid[row[keys[1]], row[keys[0]]] = row["mean"]
    bound = max((abs(row["mean"]) for row in rows), default=1.0) or 1.0
    ax.imshow(grid, origin="lower", cmap="RdBu", vmin=-bound, vmax=bound, aspect="auto")
    for row in rows:
        dark = abs(row["mean"]) > 0.6 * bound
        wide = (row["high"] - row["low"]) / 2
        text = f"{row['mean']:+.1f}" + ("" if wide < 0.1 else f"\n±{wide:.1f}")
        ax.text(row[keys[0]], row[keys[1]], text, ha="center", va="center", color="white" if dark else INK, fontsize=9)
    ax.set_xticks(across)
    ax.set_yticks(up)
    _dress(ax, title, *names)
    return ax
