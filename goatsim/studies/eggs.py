"""How often is a deal an egg?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from goatsim.game import Game, ends_unplayed
from goatsim.games import Rules
from goatsim.lang import the_deal, them, us
from goatsim.lang.trumps import trump_counts
from goatsim.runs import intervals
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.findings import sides_words
from goatsim.show.tables import percent
from goatsim.show.text import NOTE_UNPLAYED, UNPLAYED, capital, listed
from goatsim.show.turning import CAPTURED, NOTE_CAPTURED
from goatsim.studies.base import (
    NOTE_GROUPS,
    Part,
    Report,
    Row,
    Setting,
    Study,
    estimated,
    grouped,
    parts_by_groups,
)
from goatsim.studies.common import soloists

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _unfit(rules: Rules) -> str:
    if rules.side_count != 2 and not rules.buys:
        return f"an egg is a tie of two sides, and {rules.name} has {rules.side_count}"
    scored = [row.outcome for row in rules.scoring_rows()]
    return "" if "egg" in scored else f"no scoring row of {rules.name} is called egg"


def _asks(game: Game) -> tuple[Ask, ...]:
    rules = game.rules
    half = rules.total_points // 2
    asks = [
        Ask("egg", the_deal.egg),
        Ask("points", us.points, (the_deal.whole,)),
        Ask("ours", the_deal.whole & (us.points > half)),
        Ask("theirs", the_deal.whole & (them.points > half)),
        Ask("all", the_deal.whole & ((us.tricks == 0) | (them.tricks == 0))),
        Ask("broke", the_deal.whole & ((us.tricks > 0) & (us.points == 0) | (them.tricks > 0) & (them.points == 0))),
    ]
    if ends_unplayed(game):
        asks.append(Ask("unplayed", ~the_deal.played))
    if game.shape.capture:
        asks.append(Ask("captured", the_deal.capture))
    if rules.total_points == 120:
        ninety = (us.points == 90) & (them.points == 30) | (us.points == 30) & (them.points == 90)
        asks += [Ask("above 90", (us.points > 90) | (them.points > 90)), Ask("90:30", ninety)]
    return tuple(asks)


def _groups(game: Game) -> tuple[Ask, ...]:
    trumps = [Ask("by trumps", the_deal.egg, (us.trumps,))] if game.rules.trumps else []
    queens = any(card[0] == "Q" for card in game.rules.pack)
    return (*trumps, *([Ask("by queens", the_deal.egg, (us.queens,))] if queens else []))


def _parts(setting: Setting) -> tuple[Part, ...]:
    if setting.rules.buys:
        return soloists.egg_parts(setting)
    return parts_by_groups(setting, _asks(setting.game), "egg", _groups(setting.game))


def _eggs(rules: Rules) -> tuple[list[int], str]:
    """The points of our side at which a deal can be an egg, and how such a deal is written: 60:60."""
    spans = {row.points for row in rules.scoring_rows() if row.outcome == "egg"}
    places = sorted({points for low, high in spans for points in range(low, high + 1)})
    half = rules.total_points // 2
    if places == [half] and 2 * half == rules.total_points:
        return places, f"{half}:{half}"
    return places, f"{places[0]} to {places[-1]} points" if len(places) > 1 else f"{places[0]} points"


def _results(game: Game, tables: Mapping[str, Table]) -> list[Row]:
    half = game.rules.total_points // 2
    names = {
        "egg": f"egg, {_eggs(game.rules)[1]}",
        "ours": f"our side takes more than {half}",
        "theirs": f"the other side takes more than {half}",
        "above 90": "a side takes more than 90",
        "90:30": "exactly 90:30",
        "all": "a side takes all the tricks",
        "broke": "a side takes a trick and no points",
        "captured": CAPTURED,
        "unplayed": UNPLAYED,
    }
    return [{"result": names[key], **estimated(tables[key].share(), "share")} for key in names if key in tables]


def _headline(egg: Estimate, called: str) -> str:
    if egg.value is None or egg.low is None or egg.high is None:
        return "No deal was played to its end."
    if egg.deals == 1:
        return f"The only deal played is {'an egg' if egg.hits else 'no egg'} ({called}), which says next to nothing."
    if egg.hits == 0:
        return f"Not one of {egg.deals:,} deals is an egg ({called}): at most {percent(egg.high, 0, egg.high)} are."
    if egg.hits == egg.deals:
        return f"All of {egg.deals:,} deals are eggs ({called}): at least {percent(egg.low, egg.low, 1)} are."
    often = f", about one in {_one_in(egg.value, egg.low, egg.high):,}" if egg.value < 0.4 else ""
    return f"{percent(egg.value, egg.low, egg.high)} of deals are eggs ({called}){often}."


def _one_in(value: float, low: float, high: float) -> int:
    """One deal in how many, to the two digits of its uncertainty that the interval supports."""
    half = (1 / low - 1 / high) / 2
    step = 10 ** max(0, math.floor(math.log10(half)) - 1) if half > 0 else 1
    return max(1, round(1 / value / step) * step)


def _telling(rows: list[Row], egg: Estimate) -> list[bool]:
    """Which groups are known well enough to be drawn: of so many deals, the interval of the share of eggs in all deals
    would be no wider than that share.

    Where that leaves nothing to compare, those with a hundredth of all deals.
    """
    share = egg.value or 0.0
    # By the deals alone: a group of few eggs has a narrow interval, and would be drawn where one of many is not.
    sure = [4 * math.sqrt(share * (1 - share) / row["deals"]) <= share > 0 for row in rows]
    return sure if sum(sure) > 1 else [100 * row["deals"] >= egg.deals for row in rows]


def _likeliest(table: Table, groups: list[int]) -> list[int]:
    """Those of some groups that may have most eggs; every other has fewer, all at once with the table's confidence.

    A group with less than a hundredth of all deals is never among them: it might have most eggs only because too
    little is known of it.
    """
    strict = table.among(len(groups))
    known = {group: counts for (group,), counts in table.groups() if group in groups}
    shares = {group: strict.share_of(counts) for group, counts in known.items() if 100 * counts.sum() >= table.deals}
    most = max(share.low or 0.0 for share in shares.values())
    return [group for group, share in shares.items() if (share.high or 0.0) >= most]


def _trumps_title(rules: Rules, best: list[int], groups: int, egg: Estimate) -> str:
    deals = f"{egg.deals:,} deal{'' if egg.deals == 1 else 's'}"
    if egg.hits == 0:
        return f"No egg in {deals}, however the trumps are split"
    if len(best) == groups:
        return f"{deals} {'does' if egg.deals == 1 else 'do'} not show whether eggs depend on the split of the trumps"
    counts = trump_counts(rules)
    trumps = listed(counts, "or")
    even = {half for many in counts for half in (many // 2, many - many // 2)} if not rules.talon_size else set()
    if even and set(best) <= even:
        split = f", {counts[0] - counts[0] // 2} to {counts[0] // 2}" if len(counts) == 1 else ""
        return f"Eggs are likeliest when the trumps are split evenly{split}"
    if best != [*range(best[0], best[-1] + 1)]:
        which = listed(best, "or")
    else:
        which = str(best[0]) if len(best) == 1 else f"{best[0]} to {best[-1]}"
    if even and even <= set(best) and best[0] >= min(even) - 1 and best[-1] <= max(even) + 1:
        return f"Eggs are likeliest when the trumps are split about evenly: {which} of {trumps} on our side"
    return f"Eggs are likeliest with {which} of the {trumps} trumps on our side"


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    if setting.rules.buys:
        return soloists.egg_report(setting, tables, _headline, _eggs(setting.rules)[1])
    game, seat = setting.game, setting.seat
    rules, points = game.rules, tables["points"]
    egg = tables["egg"].share()
    headline = _headline(egg, _eggs(rules)[1])
    sides = sides_words(rules, seat)
    spread = [
        {"points": int(value), **estimated(intervals.share(int(hits), points.deals, points.confidence), "share")}
        for value, hits in zip(points.values, points.cells[1], strict=True)
        if hits
    ]
    found: dict[str, list[Row]] = {"results": _results(game, tables)}
    found |= {
        f"by_{name}": grouped(tables[f"by {name}"], [name], "share")
        for name in ("trumps", "queens")
        if f"by {name}" in tables
    }
    found["points"] = spread
    drawn = {"points": partial(_draw_points, game, tables, spread, headline, sides)}
    if "by_trumps" in found:
        drawn["trumps"] = partial(_draw_trumps, rules, tables["by trumps"], found["by_trumps"], egg, sides)
    groups = [name for name in ("trumps", "queens") if f"by_{name}" in found]
    notes = [sides] + (
        [f"By {listed(groups)}: how often there is an egg when our side was dealt so many."] if groups else []
    )
    if any(tables[f"by {name}"].strata for name in groups):
        notes.append(NOTE_GROUPS)
    if ends_unplayed(game):
        notes.append(NOTE_UNPLAYED)
    notes += [NOTE_CAPTURED] * bool(game.shape.capture)
    return Report(headline, found, drawn, notes)


def _draw_points(game: Game, tables: Mapping[str, Table], rows: list[Row], title: str, sides: str, ax: Axes) -> Axes:
    rules = game.rules
    if not rows:
        return charts.nothing(ax, title, [sides])
    total, half = rules.total_points, rules.total_points // 2
    eggs, called = _eggs(rules)
    shares = [tables[name].share() for name in ("theirs", "egg", "ours")]
    theirs, egg, ours = (charts.share_words(share) for share in shares)
    left_out = {"unplayed": "Not played", "captured": capital(CAPTURED)}
    unplayed = [
        f"{said}: {charts.share_words(tables[name].share())}." for name, said in left_out.items() if name in tables
    ]
    colours: dict[int, str] = {}
    # Points that count for nobody would make fewer than half no sign that the others have more.
    if not rules.talon_size or rules.talon_to != "none":
        colours |= {value: charts.THEM if 2 * value < total else charts.US for value in range(total + 1)}
    return charts.histogram(
        ax,
        rows,
        "points",
        across="card points of our side",
        title=title,
        span=(0, total),
        colours={**colours, **dict.fromkeys(eggs, charts.NEITHER)},
        zones=[
            (total * 0.18, f"the other side takes\nmore than {half}:\n{theirs}"),
            (sum(eggs) / len(eggs), f"egg, {called}:\n{egg}"),
            (total * 0.82, f"our side takes\nmore than {half}:\n{ours}"),
        ],
        mark=round(sum(eggs) / len(eggs)),
        notes=[sides, *unplayed],
    )


def _draw_trumps(rules: Rules, table: Table, rows: list[Row], egg: Estimate, sides: str, ax: Axes) -> Axes:
    rows = [row for row in rows if row["deals"]]
    telling = _telling(rows, egg)
    known = [row for row, sure in zip(rows, telling, strict=True) if sure]
    rare = [row for row, sure in zip(rows, telling, strict=True) if not sure]
    if not known:
        return charts.nothing(ax, _headline(egg, _eggs(rules)[1]), [sides])
    notes = [sides]
    if rare:
        most = max(row["deals"] for row in rare)
        few = listed(row["trumps"] for row in rare)
        notes.insert(0, f"Too little is known of {few} trumps to draw it (at most {most:,} deals each).")
    best = _likeliest(table, [row["trumps"] for row in known])
    return charts.bars_with_intervals(
        ax,
        known,
        [str(row["trumps"]) for row in known],
        across=f"trumps dealt to our side, of {listed(trump_counts(rules), 'or')}",
        up="share of eggs",
        title=_trumps_title(rules, best, len(known), egg) if egg.deals > 1 else _headline(egg, _eggs(rules)[1]),
        colours=[charts.NEITHER if row["trumps"] in best and len(best) < len(known) else charts.QUIET for row in known],
        level=(egg.value or 0.0, f"all deals:\n{charts.share_words(egg)}"),
        notes=notes,
    )


STUDY = Study(
    "eggs",
    "How often is a deal an egg, both sides taking the same card points?",
    _unfit,
    _parts,
    _report,
    "share of eggs",
)
