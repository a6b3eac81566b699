"""How an answer may look: whether colours can be seen, and how wide the page is."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import TextIO

from goatsim.errors import wrong

PAPER = 100
"""Columns of running text where no terminal says how many it has."""

CHOICES = ("auto", "never")

_SUIT_COLORS = {"C": "green", "S": "cyan", "H": "red", "D": "yellow"}


@dataclass(frozen=True)
class Look:
    """`color`: colours may be used; `width`: columns for running text (tables never wrap)."""

    color: bool = False
    width: int = PAPER

    def card(self, name: str, strong: bool = False) -> str:
        """A card in the colour of its suit, bold if `strong`."""
        return self.styled(name, fg=_SUIT_COLORS[name[1]], bold=strong or None)

    def bold(self, text: str) -> str:
        """Text that should be seen first."""
        return self.styled(text, bold=True)

    def styled(self, text: str, fg: str | None = None, bold: bool | None = None) -> str:
        """Text in a colour, or as it stands where there are none."""
        if not self.color:
            return text
        import click

        return click.style(text, fg=fg, bold=bold)


PLAIN = Look()


def look_for(stream: TextIO | None, color: str = "auto") -> Look:
    """The look for a stream: colours only on a terminal that shows them, never under NO_COLOR
    (https://no-color.org).
    """
    if color not in CHOICES:
        raise wrong(f"--color to be one of {', '.join(CHOICES)}", color, CHOICES)
    if stream is None or not stream.isatty():
        return PLAIN
    dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    width = shutil.get_terminal_size((PAPER, 24)).columns
    return Look(color == "auto" and not dumb, max(40, min(width, 120)))
