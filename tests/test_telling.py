"""Which differences are drawn together, and what is said of the others."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from goatsim.show.telling import known, unknown_words
from goatsim.studies import claims, swaps, talon, trump_lead

SIDES = "who is who"


def row(low: float, high: float, deals: int = 1000, **names: object) -> dict[str, Any]:
    return {**names, "difference": (low + high) / 2, "low": low, "high": high, "deals": deals}


NARROW = [row(-21, -20), row(16, 17)]


@pytest.mark.parametrize(
    ("one", "shown"),
    [
        (row(-60, -38), True),  # wide beside the others, but no wider than all of them together, and clear
        (row(-12, 1), True),
        (row(-60, -20), False),  # it would dwarf them
        (row(-21, -20, deals=29), False),
    ],
)
def test_what_would_dwarf_the_rest_is_not_drawn(one: dict[str, Any], shown: bool) -> None:
    rows = [*NARROW, one]
    assert known(rows) == (rows if shown else NARROW)
    note = unknown_words(rows, known(rows), lambda few: f"{len(few)} row")
    assert note == ([] if shown else ["Too little is known of 1 row to draw it."])


def test_where_all_is_alike_and_narrow_wide_rows_are_left_out() -> None:
    rows = [row(0.0, 0.1), row(0.05, 0.15), row(-3, 3)]
    assert known(rows) == rows[:2]
    assert known([]) == []


def spoken(draw: Any) -> str:
    """All texts of a chart, on one line."""
    figure = Figure(figsize=(12, 5))
    draw(figure.subplots())
    return " ".join(" ".join(one.get_text() for one in figure.findobj() if isinstance(one, Text)).split())


def test_every_chart_says_of_what_too_little_is_known() -> None:
    few = row(-120, 120, deals=3)
    claimed = [row(16, 17, our_claims=1, their_claims=0), row(-21, -20, our_claims=0, their_claims=1)]
    claimed += [{**few, "our_claims": 1, "their_claims": 2}, row(0, 0.1, our_claims=0, their_claims=0)]
    assert "known of 1 claim by us, 2 by them to draw" in spoken(lambda ax: claims._draw(claimed, "", SIDES, ax))

    worth = [row(k - 10, k - 9, worth=k) for k in range(3, 20)] + [{**few, "worth": k} for k in (20, 21, 22, 24)]
    assert "known of hands worth 20 to 22 and 24 to draw" in spoken(lambda ax: talon._draw_worth(worth, "", ax))

    trumps = [row(k - 3, k - 2, trumps=k) for k in range(1, 5)] + [{**few, "trumps": 5}]
    drawn = partial(trump_lead._draw, trumps, "trumps", "in a hand", "", SIDES)
    assert "known of 5 trumps to draw" in spoken(drawn)

    passing: dict[str, Any] = {"change_in": "card points"}
    sides = [row(9, 10, who_passes="us alone", **passing), row(9, 10, who_passes="them alone", **passing)]
    sides.append({**few, **passing, "who_passes": swaps.BOTH})
    assert "known of both, for us to draw" in spoken(lambda ax: swaps._draw_sides(sides, "", SIDES, ax))
