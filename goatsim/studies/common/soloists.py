"""Eggs where a soloist plays against all others: how often he takes half of the card points, as the study of eggs tells
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from goatsim.games import Rules
from goatsim.lang import me, over, players, soloist, the_deal
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.text import many
from goatsim.studies.base import Part, Report, Row, Setting, estimated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BOUGHT = over("any", players, me.bought)


def egg_parts(setting: Setting) -> tuple[Part, ...]:
    """What is played: eggs among all deals, and what the soloists of others take."""
    half = setting.rules.total_points // 2
    asks = (
        Ask("egg", the_deal.egg),
        Ask("bought", BOUGHT),
        Ask("more", BOUGHT & (soloist.points > half)),
        Ask("less", BOUGHT & (soloist.points < half)),
        Ask("points", soloist.points, (BOUGHT,)),
        Ask("by trumps", the_deal.egg, (BOUGHT, soloist.trumps)),
    )
    return (Part((setting.arm(),), asks, "egg"),)


def _by_trumps(table: Table) -> list[Row]:
    return [
        {"trumps": trumps, **estimated(table.share_of(counts), "share"), "deals": int(counts.sum())}
        for (bought, trumps), counts in table.groups()
        if bought
    ]


def _of_bought(tables: Mapping[str, Table]) -> list[Row]:
    """The share of each number of points among the deals in which somebody bought."""
    table = tables["points"]
    counts = dict(table.groups()).get((1,))
    if counts is None:
        return []
    return [
        {"points": int(value), **estimated(table.share_of(counts, int(value)), "share")}
        for value, hits in zip(table.values, counts, strict=True)
        if hits
    ]


def egg_report(
    setting: Setting, tables: Mapping[str, Table], headline: Callable[[Estimate, str], str], called: str
) -> Report:
    """How often the soloist takes half of the card points. `headline` tells a share of eggs, `called` what they are."""
    rules = setting.rules
    names = {
        "egg": f"egg ({called})",
        "more": "the soloist takes more than half",
        "less": "the soloist takes less than half",
        "bought": "somebody buys the talon",
    }
    results = [{"result": name, **estimated(tables[key].share(), "share")} for key, name in names.items()]
    points, by_trumps = _of_bought(tables), _by_trumps(tables["by trumps"])
    said = headline(tables["egg"].share(), called)
    drawn = {
        "points": partial(_draw_points, rules, points, said),
        "trumps": partial(_draw_trumps, by_trumps, said),
    }
    notes = [
        "An egg is a deal of whose card points the soloist takes half; where nobody buys there is none.",
        "By trumps: how often there is an egg when the soloist was dealt so many. Points are shares of the deals in "
        "which somebody buys.",
    ]
    return Report(said, {"results": results, "by_trumps": by_trumps, "points": points}, drawn, notes)


def _draw_points(rules: Rules, rows: list[Row], headline: str, ax: Axes) -> Axes:
    if not rows:
        return charts.nothing(ax, headline.rstrip("."))
    half, total = rules.total_points // 2, rules.total_points
    colours = {value: charts.THEM if value < half else charts.US for value in range(total + 1)}
    return charts.histogram(
        ax,
        rows,
        "points",
        across="card points of the soloist",
        title=headline.rstrip("."),
        span=(0, total),
        colours={**colours, half: charts.NEITHER},
        zones=[(total * 0.18, "the soloist\nloses"), (total * 0.82, "the soloist\nwins")],
        mark=half,
        notes=["Of the deals in which somebody buys the talon."],
    )


def _draw_trumps(rows: list[Row], headline: str, ax: Axes) -> Axes:
    shown = [row for row in rows if row["deals"] >= 100]
    if not shown:
        return charts.nothing(ax, headline.rstrip("."))
    return charts.bars_with_intervals(
        ax,
        shown,
        [str(row["trumps"]) for row in shown],
        across="trumps dealt to the soloist",
        up="share of eggs",
        title=f"Eggs by the trumps of the soloist, of {many(sum(row['deals'] for row in shown), 'deal')} with one",
    )
