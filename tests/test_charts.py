"""The charts of studies: nothing runs into anything, titles say what the data say, footers where they come from."""

from __future__ import annotations

import warnings
from pathlib import Path

import jsonschema
import pytest
from made import EDGES, answer_of, eggs, eyes, wilson
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from goatsim.answers import StudyAnswer
from goatsim.lab import at
from goatsim.show.pictures import INCHES, draw
from goatsim.show.schemas import schema
from goatsim.studies.common.studying import fitting


def drawn(answer: StudyAnswer, chart: str) -> Axes:
    """The axes of a chart, laid out as in a file."""
    page = Figure(figsize=INCHES, layout="constrained")
    FigureCanvasAgg(page)
    axes = page.subplots()
    answer.plot(axes, chart)
    page.canvas.draw()
    return axes


def words(axes: Axes) -> list[Text]:
    """Every text that can be seen, the scale of colours included."""
    found = [text for text in axes.findobj(Text) if text.get_visible() and text.get_text()]
    for place in (axes, *axes.child_axes):
        for axis, (low, high) in ((place.xaxis, place.get_xlim()), (place.yaxis, place.get_ylim())):
            for tick, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True):
                if label in found and not low - 1e-9 <= tick <= high + 1e-9:
                    found.remove(label)
    return found


def bars(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def spoken(axes: Axes) -> str:
    return "\n".join(text.get_text() for text in words(axes))


@pytest.mark.parametrize(
    ("name", "chart"), [(name, chart) for name, answer in EDGES.items() for chart in answer.drawings]
)
def test_no_text_of_a_chart_runs_into_another_or_off_the_page(name: str, chart: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = drawn(EDGES[name], chart)
    boxes = [(text.get_text(), text.get_window_extent()) for text in words(axes)]
    page = axes.figure.bbox
    for place, (text, box) in enumerate(boxes):
        assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1 and box.y0 >= page.y0 - 1 and box.y1 <= page.y1 + 1, text
        for other, second in boxes[place + 1 :]:
            # Boxes hold some air around the letters, so only an overlap of more than a point counts.
            across = min(box.x1, second.x1) - max(box.x0, second.x0)
            along = min(box.y1, second.y1) - max(box.y0, second.y0)
            assert across < 1.5 or along < 1.5, f"{text!r} runs into {other!r}"


@pytest.mark.parametrize("name", EDGES)
def test_charts_say_where_they_come_from(name: str) -> None:
    answer = EDGES[name]
    for chart in answer.drawings:
        text = " ".join(spoken(drawn(answer, chart)).split())
        assert f"{answer.deals:,} deal" in text
        assert "seed 0; 95% intervals" in text
        assert "Our side (us) is seats 0 and 2" in text
        assert ("stopped before the end" in text) == answer.partial
        assert "/" not in text


def test_the_chart_of_points() -> None:
    axes = drawn(eggs(1_386, 100_000), "points")
    heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars(axes)}
    assert heights == {60: pytest.approx(0.01386), 70: pytest.approx(0.98614)}
    text = spoken(axes)
    assert "1.386% of deals are eggs (60:60), about one in 72." in text
    assert "egg, 60:60:\n1.386%" in text
    assert "our side takes\nmore than 60:\n98.614%" in text
    assert "the other side takes\nmore than 60:\nnone of 100,000" in text


def test_rare_groups_are_left_out_and_named() -> None:
    axes = drawn(EDGES["eggs many"], "trumps")
    assert [label.get_text() for label in axes.get_xticklabels()] == ["4", "6", "7", "8"]
    assert "Too little is known of 1 and 13 trumps to draw it (at most 30 deals each)." in spoken(axes)
    assert axes.get_ylim()[1] < 0.03


@pytest.mark.parametrize(
    ("groups", "title"),
    [
        ({6: (1_400, 10**5), 7: (1_900, 10**5), 8: (1_400, 10**5)}, "when the trumps are split evenly, 7 to 7"),
        ({5: (100, 10**5), 6: (1_900, 10**5), 7: (1_901, 10**5)}, "split about evenly: 6 to 7 of 14 on our side"),
        ({5: (100, 10**5), 6: (1_000, 10**5), 9: (1_901, 10**5)}, "likeliest with 9 of the 14 trumps on our side"),
        ({3: (1_900, 10**5), 4: (1_900, 10**5), 9: (100, 10**5)}, "likeliest with 3 to 4 of the 14 trumps on our side"),
        ({3: (1_900, 10**5), 5: (100, 10**5), 9: (1_900, 10**5)}, "likeliest with 3 or 9 of the 14 trumps"),
        ({6: (1_500, 10**5), 7: (1_520, 10**5)}, "do not show whether eggs depend on the split of the trumps"),
        ({6: (0, 10**5), 7: (0, 10**5)}, "No egg in 200,000 deals, however the trumps are split"),
    ],
)
def test_the_title_says_what_the_trumps_show(groups: dict[int, tuple[int, int]], title: str) -> None:
    answer = eggs(sum(h for h, _ in groups.values()), sum(d for _, d in groups.values()), trumps=groups)
    assert title in " ".join(spoken(drawn(answer, "trumps")).split())


@pytest.mark.parametrize(("hands", "told"), [(2, True), (8, False)])
def test_hands_are_told_apart_only_where_all_intervals_at_once_allow_it(hands: int, told: bool) -> None:
    """Two hands that lie 0.3 eyes apart, and others between them: alone their intervals do not meet."""
    more = {0: 38, 1: -38} | dict.fromkeys(range(2, hands), 0)
    by_hand = {(k, 0, eyes): 500 + eyes // 2 * won for k, won in more.items() for eyes in (-2, 2)}
    answer = answer_of("eyes", {"by hand": by_hand, "balance": {-2: 4_000, 2: 4_000}})
    title = drawn(answer, "hand").get_title(loc="left")
    assert title.startswith("My hand decides") == told


def test_the_title_calls_a_difference_only_where_all_intervals_at_once_allow_it() -> None:
    # Single 95 % intervals of these two shares do not meet; with nine other groups beside them they do.
    others = dict.fromkeys((2, 3, 4, 5, 9, 10, 11, 12), (1000, 10**5))
    groups = {6: (1_400, 10**5), 7: (1_560, 10**5), **others}
    assert wilson(*groups[6])[1] < wilson(*groups[7])[0]
    answer = eggs(sum(h for h, _ in groups.values()), sum(d for _, d in groups.values()), trumps=groups)
    assert "about evenly: 6 to 7 of 14" in " ".join(spoken(drawn(answer, "trumps")).split())


def test_the_charts_of_eyes() -> None:
    axes = drawn(eyes({-2: 600, 0: 100, 4: 300}), "eyes")
    assert [bar.get_height() for bar in bars(axes)] == pytest.approx([0.6, 0.1, 0.3])
    assert [label.get_text() for label in axes.get_xticklabels()] == ["other side\n+2", "nobody", "our side\n+4"]
    assert "The other side gets eyes from more deals than ours: 60.0% against 30.0%" in " ".join(spoken(axes).split())
    axes = drawn(EDGES["eyes many"], "hand")
    (scale,) = axes.child_axes
    assert "our side wins" in scale.get_ylabel()
    title = " ".join(spoken(axes).split())
    assert "from \N{MINUS SIGN}0.4 eyes (0 trumps, 0 queens) to +0.4 eyes (8 trumps" in title


def test_hands_that_came_too_seldom_are_marked() -> None:
    axes = drawn(eyes({-2: 505, 2: 505}, {(3, 1, -2): 500, (4, 1, 2): 500, (8, 4, 2): 5, (0, 0, -2): 5}), "hand")
    marked = {text.get_position() for text in axes.texts if text.get_text() == "too\nfew"}
    assert marked == {(8, 4), (0, 0)}
    assert "Too few: hands that came too seldom" in spoken(axes)


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_files_are_the_same_every_time(suffix: str, tmp_path: Path) -> None:
    figures = {**EDGES["eggs many"].figures(), **EDGES["eyes 100"].figures()}
    for name in ("one", "two"):
        draw(figures, tmp_path / f"{name}{suffix}")
    first, second = (tmp_path / f"{name}{suffix}" for name in ("one", "two"))
    assert first.read_bytes() == second.read_bytes()
    assert first.stat().st_size > 10_000


def test_plot_makes_its_own_axes_and_fills_given_ones() -> None:
    answer = EDGES["eggs many"]
    assert answer.plot().get_title(loc="left") == answer.headline
    given = Figure().subplots()
    assert answer.plot(given, chart="trumps") is given
    with pytest.raises(KeyError):
        answer.plot(chart="queens")


@pytest.mark.large
@pytest.mark.turns(2)
@pytest.mark.parametrize("rules", ["bare", "classic"])
def test_every_study_of_few_deals_is_drawn_and_as_its_schema_says(rules: str) -> None:
    """Where groups are dealt directly, three deals leave most groups without any."""
    lab = at(rules, deals=3, progress="never")
    for answer in lab.study(*fitting(lab, {})):
        jsonschema.validate(answer.to_json(), schema("study"))
        for chart in answer.figures():
            assert answer.plot(Figure().subplots(), chart).get_title("left"), chart
        for rows in answer.tables.values():
            assert all(row["low"] is not None for row in rows if row.get("deals") and "low" in row)


def test_stopped_before_the_first_deal_of_a_group() -> None:
    def stop(done: int, total: int | None = None) -> None:
        raise KeyboardInterrupt

    for answer in at("bare", deals=40_000, progress=stop).study("eggs", "eyes"):
        assert answer.partial
        for chart in answer.figures():
            answer.plot(Figure().subplots(), chart)
