"""What sides are called. Studies speak of our side and the other side; in a game of two single players these are seats,
and so is everything else that they call a side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from goatsim.games import Rules

Wording = Callable[[str], str]
"""A text as a game says it."""

_SIDE = re.compile(
    r"\b(?:(?P<ours>our\s+side|(?<=than )ours)|(?P<theirs>(?:the\s+)?other\s+side)|"
    r"(?P<it>its\s+side)|side(?P<several>s?))\b",
    re.IGNORECASE,
)


def wording_of(rules: Rules, seat: int) -> Wording:
    """Return how texts about sides are said in a game, `seat` being me: as they stand, but by seats in a game of two
    single players.
    """
    if not rules.single:
        return str
    ours, theirs = f"seat {seat}", f"seat {1 - seat}"

    def said(found: re.Match[str]) -> str:
        plain = {"ours": ours, "theirs": theirs, "it": "it"}
        words = next((word for name, word in plain.items() if found[name]), f"seat{found['several'] or ''}")
        return words.capitalize() if found[0][0].isupper() else words

    return lambda text: _SIDE.sub(said, text)


def in_rows(rows: Sequence[Mapping[str, Any]], say: Wording) -> list[dict[str, Any]]:
    """Return rows with their texts as a game says them."""
    return [{key: say(cell) if isinstance(cell, str) else cell for key, cell in row.items()} for row in rows]


def drawn(draw: Callable[[Axes], object], say: Wording, ax: Axes) -> object:
    """Draw a chart, its texts as a game says them, which are no longer than they stand."""
    from matplotlib.axes import Axes as AnyAxes
    from matplotlib.text import Text

    found = draw(ax)
    for one in ax.findobj():
        if isinstance(one, Text):
            one.set_text(say(one.get_text()))
        for axis in (one.xaxis, one.yaxis) if isinstance(one, AnyAxes) else ():
            # Names of ticks are made anew whenever they are drawn.
            names = [label.get_text() for label in axis.get_ticklabels()]
            if names != (told := list(map(say, names))):
                axis.set_ticklabels(told)
    return found
