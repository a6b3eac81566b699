"""Drawing the figures of studies into files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SUFFIXES = (".png", ".svg", ".pdf")

INCHES = (7.0, 4.2)
"""Width and height of one figure."""


def draw(figures: Mapping[str, Callable[[Any], object]], path: Path) -> None:
    """Draw figures (name -> function of an Axes) below each other into one file; its suffix says in which format."""
    from matplotlib.figure import Figure

    # No pyplot: it would pick a window system and keep every figure alive.
    page = Figure(figsize=(INCHES[0], INCHES[1] * len(figures)), layout="constrained")
    places = page.subplots(len(figures), squeeze=False)
    for place, figure in zip(places.flat, figures.values(), strict=True):
        figure(place)
    page.savefig(path, format=path.suffix.removeprefix(".").lower(), dpi=150)
