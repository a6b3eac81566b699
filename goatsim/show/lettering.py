"""Text in charts: lines broken to the width there is, and the footer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.font_manager import FontProperties

ACROSS = 10.0
"""The size of the letters below a chart, in points."""

_FOOTER = "goatsim footer"
_GREY = "#5a6a70"
_SIZE = 7.5


@cache
def _font(size: float) -> FontProperties:
    from matplotlib.font_manager import FontProperties

    return FontProperties(size=size)


def measure(text: str, size: float) -> float:
    """The width of a line in points."""
    from matplotlib.textpath import text_to_path

    width, _, _ = text_to_path.get_text_width_height_descent(text, _font(size), ismath=False)
    return float(width)


def room(ax: Axes) -> float:
    """The width in points that text over or under axes may have, before their figure is laid out."""
    # Margins shrink when a figure is laid out, so its axes get wider than they are now.
    return 1.08 * float(ax.get_window_extent().width) * 72 / float(ax.figure.dpi)


def slot(ax: Axes, places: int) -> float:
    """The width in points that each of some places on the axis across has."""
    return room(ax) / 1.15 / max(places, 1)


def fitting(lines: Iterable[str], size: float, width: float) -> float:
    """Return the size at which each of some lines is no wider than a width in points, at most `size`."""
    widest = max((measure(line, size) for line in lines), default=0.0)
    return size if widest <= width else size * width / widest


def shown(text: str) -> str:
    """Return text on one line, with a question mark for what the font of charts cannot show."""
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont(_font(_SIZE)))
    line = " ".join(text.split())
    return "".join(letter if font.get_char_index(ord(letter)) else "?" for letter in line)


def fitted(ax: Axes, text: str, size: float) -> str:
    """Return text broken into lines that fit the width of the axes; a word that is too long is broken anywhere."""
    width = room(ax)
    lines = [""]
    for word in shown(text).split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if measure(joined, size) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and measure(lines[-1] + letter, size) > width:
                lines.append("")
            lines[-1] += letter
    return "\n".join(lines)


def footer(ax: Axes, *lines: str) -> None:
    """Write lines in small letters below the name of the axis across, under those that are there already."""
    if not lines:
        return
    more = "\n".join(fitted(ax, line, _SIZE) for line in lines)
    for old in ax.texts:
        if old.get_gid() == _FOOTER:
            old.set_text(f"{old.get_text()}\n{more}")
            return
    written = ax.annotate(
        more,
        (0, 0),
        (0, -5),
        xycoords=("axes fraction", ax.xaxis.label),
        textcoords="offset points",
        va="top",
        ha="left",
        color=_GREY,
        fontsize=_SIZE,
        linespacing=1.35,
        annotation_clip=False,
        parse_math=False,
    )
    written.set_gid(_FOOTER)
