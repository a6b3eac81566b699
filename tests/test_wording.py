"""What sides are called: seats, in games of two single players, wherever a study speaks of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import goatsim
from goatsim.games import load
from goatsim.show.findings import our_side_words, study_text
from goatsim.show.wording import wording_of


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Our side gets eyes from 3% of the deals, the other side\nfrom 2%",
            "Seat 1 gets eyes from 3% of the deals, seat 0 from 2%",
        ),
        ("The other side wins more often than ours", "Seat 0 wins more often than seat 1"),
        ("other side\n+2", "seat 0\n+2"),
        ("a side takes more than 90, besides both sides", "a seat takes more than 90, besides both seats"),
        ("1 claim by us, 0 by them", "1 claim by us, 0 by them"),
        ("theirs: the same of the other side", "theirs: the same of seat 0"),
        ("signals_by=first_side", "signals_by=first_side"),
        ("only its side may lead", "only it may lead"),
    ],
)
def test_sides_of_single_players_are_seats(text: str, said: str) -> None:
    assert wording_of(load("bezique"), 1)(text).split() == said.split()
    for game in ("bare", "three", "bura-hammer"):
        assert wording_of(load(game), 1)(text) == text


def test_who_is_who_is_said_by_seats() -> None:
    assert our_side_words(load("bura-two"), 1) == "Seat 1 is me (us), seat 0 the opponent (them)"
    assert our_side_words(load("bare"), 1).startswith("Our side (us) is seats 1 and 3")


def test_nothing_that_a_study_of_two_players_says_speaks_of_sides(tmp_path: Path) -> None:
    for answer in goatsim.study("eyes", "eggs", "claims", rules="bura-two", deals=60, progress="never"):
        page = study_text(answer.to_json())
        assert "our side" not in page.casefold()
        assert "other side" not in page.casefold()
        assert "eat 0" in page
        for name, draw in answer.drawings.items():
            page_of_charts = Figure()
            draw(page_of_charts.subplots())
            page_of_charts.draw_without_rendering()
            texts = [one.get_text() for one in page_of_charts.findobj() if isinstance(one, Text)]
            assert not [text for text in texts if " side" in f" {text}".casefold()], name
            assert any("eat 1" in text for text in texts), name
