"""Charts that carry their message alone: the title says what is to be seen, every sampled value has its interval, and a
footer says where the numbers come from.

Colours keep apart for the colour-blind and in grey print: blue is our side, orange the other, ink neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from goatsim.show.lettering import fitted, fitting, footer, measure, slot
from goatsim.show.tables import measured, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from goatsim.runs.intervals import Estimate

Rows = Sequence[Mapping[str, Any]]

US = "#0072b2"
THEM = "#e69f00"
NEITHER = "#253237"
QUIET = "#8aa4b1"
INK = "#253237"
PALE = "#eceff1"

_TITLE, _NAME, _LABEL, _SMALL = 12.0, 10.0, 9.0, 8.0
_MOST_LABELS = 16
_MOST_CELLS = 14
_FEWEST_PLACES = 4
_MOST_LINES = 30


def _dress(ax: Axes, title: str, across: str, up: str, notes: Iterable[str], laid_out: bool = False) -> None:
    # Axes that are laid out already grow no more.
    ax.set_title(fitted(ax, title, _TITLE * (1.08 if laid_out else 1)), loc="left", fontsize=_TITLE, parse_math=False)
    ax.set_xlabel(across)
    ax.set_ylabel(up)
    for edge in ("top", "right"):
        ax.spines[edge].set_visible(False)
    footer(ax, *notes)


def _in_percent(ax: Axes, top: float) -> None:
    from matplotlib.ticker import PercentFormatter

    ax.set_ylim(0, top)
    if top > 1:
        ax.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1])
    ax.yaxis.set_major_formatter(PercentFormatter(1.0))


def _ink() -> str:
    """The colour of text, which in a person's own style need not be black."""
    from matplotlib import rcParams

    return str(rcParams["text.color"])


def _whiskers(rows: Rows, key: str) -> list[list[float]]:
    return [[max(0.0, row[key] - row["low"]) for row in rows], [max(0.0, row["high"] - row[key]) for row in rows]]


def _lay_out(ax: Axes) -> None:
    # Names and values take their room from the axes, which titles and footers must know.
    from matplotlib.figure import Figure

    if isinstance(ax.figure, Figure):
        ax.figure.draw_without_rendering()


def nothing(ax: Axes, title: str, notes: Iterable[str] = ()) -> Axes:
    """Axes that say that there is nothing to draw."""
    _dress(ax, title, "no deal was played", "", notes)
    ax.set_xticks([])
    ax.set_yticks([])
    return ax


def histogram(
    ax: Axes,
    rows: Rows,
    key: str,
    *,
    across: str,
    title: str,
    span: tuple[int, int],
    colours: Mapping[int, str],
    zones: Sequence[tuple[float, str]],
    mark: int,
    notes: Iterable[str] = (),
) -> Axes:
    """The distribution of a whole number over `span`, one bar a value, each with its interval.

    `colours`: value -> colour, quiet where there is none. `zones`: texts above the bars as (place, text); from the one
    at `mark` a line leads to the bar there.
    """
    values = [row[key] for row in rows]
    shares = [row["share"] for row in rows]
    ax.bar(
        values,
        shares,
        width=0.9,
        color=[colours.get(value, QUIET) for value in values],
        yerr=_whiskers(rows, "share"),
        error_kw={"elinewidth": 0.7, "ecolor": _ink(), "alpha": 0.6},
    )
    _dress(ax, title, across, "share of deals", notes)
    ax.set_xlim(span[0] - 1.5, span[1] + 1.5)
    quarters = [span[0] + (span[1] - span[0]) * part / 4 for part in range(5)]
    if all(tick == int(tick) for tick in quarters):
        ax.set_xticks(quarters)
    top = max((row["high"] for row in rows), default=1.0)
    # The upper quarter belongs to the texts, so no bar can run into them.
    _in_percent(ax, top * 1.36)
    over = ax.get_xaxis_transform()
    for place, text in zones:
        ax.text(place, 0.985, text, transform=over, ha="center", va="top", fontsize=_LABEL)
    if any(place == mark for place, _ in zones):
        high = next((row["high"] for row in rows if row[key] == mark), 0.0)
        ax.vlines(mark, high + 0.01 * top, 1.17 * top, color=_ink(), linewidth=1)
    return ax


def bars_with_intervals(
    ax: Axes,
    rows: Rows,
    names: Sequence[str],
    *,
    across: str,
    up: str,
    title: str,
    colours: Sequence[str] = (),
    level: tuple[float, str] | None = None,
    notes: Iterable[str] = (),
) -> Axes:
    """Shares side by side, each with its name below, its interval and its value above.

    `level`: a share to compare with and its name, drawn as a line across.
    """
    from matplotlib.ticker import MaxNLocator

    places = range(len(rows))
    ax.bar(
        places,
        [row["share"] for row in rows],
        color=list(colours) or QUIET,
        yerr=_whiskers(rows, "share"),
        capsize=3,
        ecolor=_ink(),
    )
    lines = [line for name in names for line in name.split("\n")]
    size = fitting(lines, _NAME, 0.95 * slot(ax, max(len(rows), _FEWEST_PLACES)))
    ax.set_xticks(list(places), list(names), fontsize=size)
    if len(rows) > _MOST_LABELS:
        ax.xaxis.set_major_locator(MaxNLocator(_MOST_LABELS, integer=True))
        ax.xaxis.set_major_formatter(lambda place, _: names[int(place)] if 0 <= place < len(names) else "")
    _dress(ax, title, across, up, notes)
    # A single bar as wide as the page would look like much.
    margin = max(0.6, (_FEWEST_PLACES - len(rows)) / 2)
    ax.set_xlim(-margin, len(rows) - 1 + margin)
    labels = [percent(row["share"], row["low"], row["high"]) if row["hits"] else "none" for row in rows]
    wide = max((measure(label, _SMALL) for label in labels), default=0.0)
    lies = wide < 0.95 * slot(ax, max(len(rows), _FEWEST_PLACES))
    top = max([*(row["high"] for row in rows), *([level[0]] if level else [])], default=1.0)
    _in_percent(ax, top * (1.12 if lies else 1.25))
    if len(rows) <= _MOST_LABELS or lies:
        for place, row, label in zip(places, rows, labels, strict=True):
            ax.annotate(
                label,
                (place, row["high"]),
                (0, 3),
                textcoords="offset points",
                ha="center",
                va="bottom",
                rotation=0 if lies else 90,
                fontsize=_SMALL,
            )
    if level is not None:
        ax.axhline(level[0], color=_ink(), linewidth=0.8, linestyle=(0, (4, 3)), zorder=0.5)
        # Outside the frame no bar and no label can be in the way.
        ax.annotate(
            level[1],
            (1, level[0]),
            (4, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=_SMALL,
        )
    return ax


def differences(
    ax: Axes,
    rows: Rows,
    names: Sequence[str],
    *,
    along: str,
    title: str,
    colours: Sequence[str] = (),
    key: str = "difference",
    notes: Iterable[str] = (),
) -> Axes:
    """Differences below one another, the first on top: a dot with its interval left or right of a line at nought, its
    name at the left edge and its value at the right one. `along` says what the axis measures.
    """
    ax.axvline(0, color=_ink(), linewidth=1)
    texts = [difference_words(row[key], row["low"], row["high"]) for row in rows]
    return _dots(ax, rows, names, texts, key, along, title, list(colours) or [QUIET] * len(rows), notes)


def levels(
    ax: Axes, rows: Rows, names: Sequence[str], *, along: str, title: str, key: str, notes: Iterable[str] = ()
) -> Axes:
    """Shares (`key` is "share") or means below one another, the first on top, as `differences` but without its line."""
    write = percent if key == "share" else measured
    texts = [write(row[key], row["low"], row["high"]).replace("-", "\u2212") for row in rows]
    if key == "share":
        from matplotlib.ticker import PercentFormatter

        ax.xaxis.set_major_formatter(PercentFormatter(1.0))
    return _dots(ax, rows, names, texts, key, along, title, [US] * len(rows), notes)


def _dots(
    ax: Axes,
    rows: Rows,
    names: Sequence[str],
    texts: Sequence[str],
    key: str,
    along: str,
    title: str,
    shades: Sequence[str],
    notes: Iterable[str],
) -> Axes:

    places = [-place for place in range(len(rows))]
    for place, row, shade in zip(places, rows, shades, strict=True):
        ax.hlines(place, row["low"], row["high"], color=shade, linewidth=2.4)
        ax.plot([row[key]], [place], marker="o", markersize=5.5, color=shade)
    # Of very many only every so many can be named.
    every = -(-len(rows) // _MOST_LINES)
    ax.set_yticks(places[::every], list(names)[::every], fontsize=min(_NAME, 200 / max(len(rows[::every]), 1)))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="y", color=PALE, linewidth=1)
    ax.set_axisbelow(True)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(-len(rows) + 0.4, 0.6)
    ax.margins(x=0.06)
    for place, text in zip(places[::every], texts[::every], strict=True):
        ax.annotate(
            text,
            (1, place),
            (6, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=min(_LABEL, 200 / max(len(rows[::every]), 1)),
        )
    _lay_out(ax)
    _dress(ax, title, along, "", notes, laid_out=True)
    return ax


def heat_map(
    ax: Axes,
    rows: Rows,
    keys: tuple[str, str],
    names: tuple[str, str],
    *,
    title: str,
    scale: str,
    known: Sequence[bool],
    notes: Iterable[str] = (),
) -> Axes:
    """Means by two groups: blue above nought, orange below, white at nought, the number written into every cell.

    `known[k]` says whether row k is known well enough to be coloured; `scale` is written beside the colours. Cells that
    never occurred stay empty.
    """
    across, up = (_span(row[key] for row in rows) for key in keys)
    places = [(row[keys[0]] - across[0], row[keys[1]] - up[0]) for row in rows]
    texts = [_cell(row) for row in rows]
    values = [row["mean"] for row in rows]
    ticks = [str(value) for value in across], [str(value) for value in up]
    return grid(ax, places, values, texts, ticks, names, title=title, scale=scale, known=known, notes=notes)


def grid(
    ax: Axes,
    places: Sequence[tuple[int, int]],
    values: Sequence[float],
    texts: Sequence[str],
    ticks: tuple[Sequence[str], Sequence[str]],
    names: tuple[str, str],
    *,
    title: str,
    scale: str,
    known: Sequence[bool] = (),
    middle: float = 0.0,
    notes: Iterable[str] = (),
) -> Axes:
    """Cells with a value's colour (blue above `middle`, orange below) and a text; places count from the lower left,
    `ticks` name the columns and the rows. What is not `known` is grey; cells that are not given stay empty.
    """
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    known = list(known) or [True] * len(values)
    shape = len(ticks[1]), len(ticks[0])
    shown, rare = np.full(shape, np.nan), np.full(shape, np.nan)
    for (column, row), value, sure in zip(places, values, known, strict=True):
        (shown if sure else rare)[row, column] = value if sure else 0
    bound = max((abs(value - middle) for value, sure in zip(values, known, strict=True) if sure), default=0.0) or 1.0
    colours = LinearSegmentedColormap.from_list("sides", ["#a85b00", THEM, "#fbfbfb", "#56a5d0", "#00517f"])
    norm = Normalize(middle - bound, middle + bound)
    ax.imshow(np.where(np.isnan(rare), np.nan, 0.5), origin="lower", cmap="Greys", vmin=0.4, vmax=1.6)
    image = ax.imshow(shown, origin="lower", cmap=colours, norm=norm, aspect="auto")
    ax.set_xlabel(names[0])
    ax.set_ylabel(names[1])
    written = len(ticks[0]) <= _MOST_CELLS
    if written:
        ax.set_yticks(range(len(ticks[1])), list(ticks[1]), fontsize=_NAME)
    if any(known):
        # Beside the cells, so that a long title may run on above the colours.
        bar = ax.figure.colorbar(image, cax=ax.inset_axes((1.02, 0, 0.025, 1)))
        bar.set_label(scale, fontsize=_LABEL)
        bar.ax.spines["outline"].set_visible(False)
    _lay_out(ax)
    _dress(ax, title, *names, notes, laid_out=True)
    if written:
        lines = [signed(-1), "±0.0", *(line for text in texts for line in text.split("\n"))]
        size = fitting(lines, _LABEL, 0.92 * slot(ax, len(ticks[0])))
        for (column, row), value, text, sure in zip(places, values, texts, known, strict=True):
            red, green, blue, _ = colours(norm(value))
            dark = sure and 0.3 * red + 0.6 * green + 0.1 * blue < 0.5
            said, ink = (text, "white" if dark else INK) if sure else ("too\nfew", "#5a6a70")
            ax.text(column, row, said, ha="center", va="center", color=ink, fontsize=size if sure else 0.8 * size)
        names_size = fitting(ticks[0], _NAME, 0.95 * slot(ax, len(ticks[0])))
        ax.set_xticks(range(len(ticks[0])), list(ticks[0]), fontsize=names_size)
    return ax


def curves(
    ax: Axes, rows: Mapping[str, Rows], across: str, up: str, *, key: str, x: str, title: str, notes: Iterable[str] = ()
) -> Axes:
    """Values (`key`) that change with a number (`x`), a line for each name, the first in our colour: a dot with its
    interval for each row, side by side where they would hide one another; the line at nought is drawn.
    """
    ax.axhline(0, color=_ink(), linewidth=1)
    shades = (US, THEM, "#009e73", "#cc79a7", "#56b4e9", NEITHER)
    for k, (name, line) in enumerate(rows.items()):
        places = [row[x] + 0.008 * (k - (len(rows) - 1) / 2) for row in line]
        shade = shades[k % len(shades)]
        values = [row[key] for row in line]
        ax.errorbar(places, values, _whiskers(line, key), color=shade, marker="o", markersize=4, capsize=2, label=name)
    if rows:
        ax.set_xticks(sorted({row[x] for line in rows.values() for row in line}))
        ax.legend(frameon=False, fontsize=_LABEL)
    _dress(ax, title, across, up, notes)
    return ax


def share_words(share: Estimate) -> str:
    """Return a share in per cent, to the digit that its interval supports."""
    if share.value is None or share.low is None or share.high is None:
        return "unknown"
    if share.hits == 0:
        return f"none of {share.deals:,}"
    return percent(share.value, share.low, share.high)


def difference_words(value: float, low: float, high: float, unit: str = "") -> str:
    """Return a difference with its sign, to the digit that its interval supports."""
    text = measured(value, low, high)
    return f"{'' if text.startswith('-') else '+'}{text}{unit}".replace("-", "\u2212")


def signed(value: float) -> str:
    """Return a number with its sign and one digit behind the point."""
    return f"{value:+z.1f}".replace("-", "\u2212")


def _span(values: Iterable[int]) -> list[int]:
    seen = list(values)
    return [*range(min(seen), max(seen) + 1)]


def _cell(row: Mapping[str, Any]) -> str:
    """A mean with its sign, and how far it may be off if that is more than the digits say."""
    half = (row["high"] - row["low"]) / 2
    return signed(row["mean"]) if half < 0.1 else f"{signed(row['mean'])}\n±{half:.1f}"
