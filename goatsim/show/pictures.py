"""Drawing the figures of studies into files."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SUFFIXES = (".png", ".svg", ".pdf")

INCHES = (7.2, 4.7)
"""Width and height of one figure; letters of 9 points are then 13 pixels high on a picture 800 pixels wide."""


def draw(figures: Mapping[str, Callable[[Any], object]], path: Path) -> None:
    """Draw figures (name -> function of an Axes) below each other into one file; its suffix says in which format."""
    _draw(figures, path, path.suffix.removeprefix(".").lower(), 150)


def png(figure: Callable[[Any], object]) -> bytes:
    """Return one figure as a PNG for a page on a screen."""
    stream = io.BytesIO()
    _draw({"": figure}, stream, "png", 100)
    return stream.getvalue()


def _draw(figures: Mapping[str, Callable[[Any], object]], target: Path | io.BytesIO, kind: str, dots: int) -> None:
    # A person's own matplotlib settings do not count, and no date is written: the same answer is the same file.
    from matplotlib import rc_context, style
    from matplotlib.figure import Figure

    undated = {"svg": "Date", "pdf": "CreationDate"}
    with style.context("default"), rc_context({"svg.hashsalt": "goatsim"}):
        # No pyplot: it would pick a window system and keep every figure alive.
        page = Figure(figsize=(INCHES[0], INCHES[1] * len(figures)), layout="constrained")
        places = page.subplots(len(figures), squeeze=False)
        for place, figure in zip(places.flat, figures.values(), strict=True):
            figure(place)
        page.savefig(target, format=kind, dpi=dots, metadata={undated[kind]: None} if kind in undated else None)
