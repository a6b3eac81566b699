"""Deals and matches in which everybody has an account of its own, as the studies of eyes and of matches tell them: what
is charged to whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goatsim.chairs import seat_words
from goatsim.game import Game
from goatsim.games import Rules
from goatsim.lang import me, over, players, seat_at, the_deal, the_match
from goatsim.matches import Start
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.tables import measured
from goatsim.show.text import capital, listed, many
from goatsim.studies.base import NOTE_GROUPS, Part, Report, Row, Setting, estimated, grouped, parts_by_groups

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OUTCOMES = ("egg", "lucy", "for_less")
"""Words about the outcome of a deal whose shares are told, where a game knows them."""


def charges(rules: Rules) -> bool:
    """Whether deals charge something to seats that play for themselves."""
    own = rules.side_count == rules.seats > 2 and not rules.stocks
    return own and any(row.eyes or row.penalty for row in rules.scoring_rows())


def _outcomes(game: Game) -> list[str]:
    known = [*game.rules.outcomes, *["for_less"] * game.rules.buys]
    return [name for name in OUTCOMES if name in known]


# Deals


def deal_parts(setting: Setting) -> tuple[Part, ...]:
    """What is played for the penalty of a deal."""
    seats = range(setting.rules.seats)
    asks = [Ask("all", over("sum", players, me.penalty))]
    asks += [Ask(f"seat {seat}", seat_at(seat).penalty) for seat in seats]
    asks += [Ask(name, getattr(the_deal, name)) for name in _outcomes(setting.game)]
    groups = [Ask("by trumps", me.penalty, (me.trumps,))] if setting.rules.trumps else []
    return parts_by_groups(setting, tuple(asks), "all", groups)


def deal_report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    """What a deal charges to every seat."""
    rules, seats = setting.rules, range(setting.rules.seats)
    words = seat_words(rules.seats, setting.seat)
    means = [tables[f"seat {seat}"].among(rules.seats).mean() for seat in seats]
    rows = [{"seat": seat, "who": words[seat], **estimated(found, "mean")} for seat, found in enumerate(means)]
    spread = []
    for seat in seats:
        table = tables[f"seat {seat}"]
        for value, hits in zip(table.values, table.histogram, strict=True):
            if hits or not value:
                spread.append({"seat": seat, "penalty": int(value), **estimated(table.share(int(value)), "share")})
    outcomes = [{"outcome": name, **estimated(tables[name].share(), "share")} for name in _outcomes(setting.game)]
    headline = _deal_headline(means)
    found: dict[str, list[Row]] = {"means": rows, "penalty": spread, "outcomes": outcomes}
    drawn = {"penalty": partial(_draw_penalty, [row for row in spread if row["seat"] == setting.seat], headline)}
    notes = [
        "Penalty is what a deal charges to a seat; there are no eyes where everybody has an account of its own.",
        "The intervals of the means hold at once.",
    ]
    if "by trumps" in tables:
        found["by_trumps"] = grouped(tables["by trumps"], ["trumps"], "mean")
        drawn["trumps"] = partial(_draw_trumps, found["by_trumps"], headline)
        notes.append(f"By trumps: what a deal charges to seat {setting.seat}, by the trumps that it was dealt.")
        notes += [NOTE_GROUPS] * (tables["by trumps"].strata is not None)
    return Report(headline, found, drawn, notes)


def _deal_headline(means: list[Estimate]) -> str:
    if any(found.value is None for found in means):
        return "No deal was played to its end."
    if means[0].deals == 1:
        return "The only deal played says next to nothing."
    said = [
        f"{measured(found.value or 0.0, found.low or 0.0, found.high or 0.0)} to seat {seat}"
        for seat, found in enumerate(means)
    ]
    most = max(range(len(means)), key=lambda seat: means[seat].value or 0.0)
    worst = all((means[most].low or 0.0) > (other.high or 0.0) for k, other in enumerate(means) if k != most)
    who = f"; seat {most} pays most" if worst else ""
    return f"A deal charges {listed(said)} on average{who}."


def _draw_penalty(rows: list[Row], headline: str, ax: Axes) -> Axes:
    if not rows or rows[0]["share"] is None:
        return charts.nothing(ax, headline.rstrip("."))
    return charts.bars_with_intervals(
        ax,
        rows,
        [str(row["penalty"]) if row["penalty"] else "nothing" for row in rows],
        across="what a deal charges to me",
        up="share of deals",
        title=headline.rstrip("."),
        colours=[charts.THEM if row["penalty"] else charts.QUIET for row in rows],
    )


def _draw_trumps(rows: list[Row], headline: str, ax: Axes) -> Axes:
    shown = [row for row in rows if row["deals"] > 1]
    if not shown:
        return charts.nothing(ax, headline.rstrip("."))
    names = [many(row["trumps"], "trump") for row in shown]
    title = "What a deal charges to me, by the trumps in my hand"
    return charts.levels(ax, shown, names, along="penalty a deal on average", title=title, key="mean")


# Matches


def match_parts(setting: Setting) -> tuple[Part, ...]:
    """What is played for matches of accounts."""
    asks = [
        Ask("deals", the_match.deals),
        Ask("eggs", the_match.eggs),
        Ask("goats", over("count", players, ~me.wins)),
    ]
    for seat in range(setting.rules.seats):
        asks.append(Ask(f"lost {seat}", ~seat_at(seat).wins))
        asks.append(Ask(f"penalty {seat}", seat_at(seat).final_penalty, (seat_at(seat).wins,)))
    return (Part((setting.match_arm(),), tuple(asks), "deals", Start()),)


def match_report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    """How long matches are, who loses them, and how many do."""
    rules, deals, goats = setting.rules, tables["deals"], tables["goats"]
    seats, words = range(rules.seats), seat_words(rules.seats, setting.seat)
    means = [{"of_a_match": name, **estimated(tables[name].mean(), "mean")} for name in ("deals", "eggs", "goats")]
    means += [
        {"of_a_match": f"final penalty of seat {seat}", **estimated(tables[f"penalty {seat}"].mean(), "mean")}
        for seat in seats
    ]
    losers = [
        {"seat": seat, "who": words[seat], **estimated(tables[f"lost {seat}"].among(rules.seats).share(), "share")}
        for seat in seats
    ]
    together = [
        {"goats": int(value), **estimated(goats.share(int(value)), "share")}
        for value, hits in zip(goats.values, goats.histogram, strict=True)
        if hits
    ]
    lengths = [
        {"deals_of_the_match": int(value), **estimated(deals.share(int(value)), "share")}
        for value, hits in zip(deals.values, deals.histogram, strict=True)
        if hits
    ]
    headline = _match_headline(deals, goats)
    target = int(rules.options["target"])
    notes = [
        f"Whoever is charged {target} first is the goat; all who reach it in the same deal are goats.",
        "The shares of the losers hold at once; several may lose a match together.",
    ]
    drawn = {
        "deals": partial(_draw_deals, deals, headline),
        "losers": partial(_draw_losers, losers, headline),
    }
    return Report(headline, {"means": means, "losers": losers, "goats": together, "deals": lengths}, drawn, notes)


def _match_headline(deals: Table, goats: Table) -> str:
    mean = deals.mean()
    if mean.value is None or mean.low is None or mean.high is None:
        return "No match was played to its end."
    if deals.deals == 1:
        return f"The only match played has {many(round(mean.value), 'deal')}, which says next to nothing."
    several = goats.share(*[int(value) for value in goats.values if value > 1])
    said = charts.share_words(several) if several.hits else "none"
    return f"A match takes {measured(mean.value, mean.low, mean.high)} deals on average; {said} end with several goats."


def _draw_deals(table: Table, headline: str, ax: Axes) -> Axes:
    if not table.deals:
        return charts.nothing(ax, headline.rstrip("."))
    reached = np.flatnonzero(table.histogram.cumsum() >= 0.999 * table.deals)
    shown = [int(value) for value in table.values[: reached[0] + 1] if value > 0]
    rows = [estimated(table.share(value), "share") for value in shown]
    return charts.bars_with_intervals(
        ax,
        rows,
        [str(value) for value in shown],
        across="deals of the match",
        up="share of matches",
        title=headline.rstrip("."),
    )


def _draw_losers(rows: list[Row], headline: str, ax: Axes) -> Axes:
    if rows[0]["share"] is None:
        return charts.nothing(ax, headline.rstrip("."))
    return charts.bars_with_intervals(
        ax,
        rows,
        [capital(f"seat {row['seat']}") for row in rows],
        across="who is a goat",
        up="share of matches",
        title=headline.rstrip("."),
        level=(1 / len(rows), "as often as each other"),
    )
