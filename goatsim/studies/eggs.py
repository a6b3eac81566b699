"""How often is a deal an egg?"""

from __future__ import annotations

from collections.abc import Mapping

from goatsim.game import Game
from goatsim.games import Rules
from goatsim.lang import the_deal, them, us
from goatsim.runs.tasks import Ask, Table
from goatsim.show.charts import bars_with_intervals, histogram_with_mark
from goatsim.show.tables import percent
from goatsim.studies.base import Report, Row, Study, estimated


def _unfit(rules: Rules) -> str:
    if rules.side_count != 2:
        return f"an egg is a tie of two sides, and {rules.name} has {rules.side_count}"
    return "" if "egg" in rules.outcomes else f"no scoring row of {rules.name} is called egg"


def _asks(game: Game) -> tuple[Ask, ...]:
    return (
        Ask("egg", the_deal.egg),
        Ask("points", us.points),
        Ask("tricks", us.tricks),
        Ask("by trumps", the_deal.egg, (us.trumps,)),
        Ask("by queens", the_deal.egg, (us.queens,)),
        Ask("broke", (us.tricks > 0) & (us.points == 0) | (them.tricks > 0) & (them.points == 0)),
    )


def _results(game: Game, tables: Mapping[str, Table]) -> list[Row]:
    points, tricks = tables["points"], tables["tricks"]
    total, all_tricks = game.rules.total_points, game.rules.tricks
    half = total // 2
    shares = [
        (f"egg, {half}:{half}", points.share(half)),
        (f"we take more than {half}", points.share(*range(half + 1, total + 1))),
        (f"they take more than {half}", points.share(*range(half))),
    ]
    if total == 120:
        shares += [
            ("a side takes more than 90", points.share(*range(30), *range(91, 121))),
            ("exactly 90:30", points.share(30, 90)),
        ]
    shares += [
        ("a side takes all the tricks", tricks.share(0, all_tricks)),
        ("a side takes a trick and no points", tables["broke"].share()),
    ]
    return [{"result": name, **estimated(share, "share")} for name, share in shares]


def _grouped(table: Table, name: str) -> list[Row]:
    rows = []
    for (group,), counts in table.groups():
        rows.append({name: group, **estimated(table.share_of(counts), "share"), "deals": int(counts.sum())})
    return rows


def _report(game: Game, seat: int, tables: Mapping[str, Table]) -> Report:
    egg = tables["egg"].share()
    points = tables["points"]
    half = game.rules.total_points // 2
    if egg.value is None or egg.low is None or egg.high is None:
        headline = "No deal was played to its end."
    elif egg.value == 0:
        headline = f"Not one of {egg.deals:,} deals is an egg ({half}:{half}): at most {percent(egg.high, 0, egg.high)} are."
    else:
        shown = percent(egg.value, egg.low, egg.high)
        headline = f"{shown} of deals are eggs ({half}:{half}), about one in {round(1 / egg.value):,}."
    spread = [
        {"points": int(value), **estimated(points.share(int(value)), "share")}
        for value, hits in zip(points.values, points.histogram, strict=True)
        if hits
    ]
    trumps, queens = _grouped(tables["by trumps"], "trumps"), _grouped(tables["by queens"], "queens")
    return Report(
        headline,
        {"results": _results(game, tables), "by_trumps": trumps, "by_queens": queens, "points": spread},
        {
            "points": lambda ax: histogram_with_mark(
                ax, spread, "points", half, "card points of our side", headline, f"egg\n{half}:{half}"
            ),
            "trumps": lambda ax: bars_with_intervals(
                ax, trumps, "trumps", "trumps dealt to our side", "share of eggs", "Eggs by the trumps of our side"
            ),
        },
    )


STUDY = Study("eggs", "How often is a deal an egg, both sides taking the same card points?", _unfit, _asks, "egg", _report)
