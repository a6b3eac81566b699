"""How many eyes does a deal bring?"""

from __future__ import annotations

from collections.abc import Mapping

from goatsim.game import Game
from goatsim.games import Rules
from goatsim.lang import me, the_deal, them, us
from goatsim.runs.tasks import Ask, Table
from goatsim.show.charts import heat_map, two_sided_bars
from goatsim.show.tables import measured
from goatsim.studies.base import Report, Row, Study, estimated

WHO = {"us": us, "them": them}


def _unfit(rules: Rules) -> str:
    if rules.side_count != 2:
        return f"eyes are what one of two sides gets, and {rules.name} has {rules.side_count} sides"
    return "" if any(row.eyes or row.penalty for row in rules.scoring_rows()) else f"no deal of {rules.name} is worth eyes"


def _asks(game: Game) -> tuple[Ask, ...]:
    asks = [Ask(name, side.eyes) for name, side in WHO.items()]
    asks.append(Ask("balance", us.eyes - them.eyes))
    asks.append(Ask("by hand", us.eyes - them.eyes, (me.trumps, me.queens)))
    asks += [Ask(name, getattr(the_deal, name)) for name in ("egg", "lucy") if name in game.rules.outcomes]
    return tuple(asks)


def _distribution(tables: Mapping[str, Table]) -> list[Row]:
    rows = []
    for name in WHO:
        table = tables[name]
        for value, hits in zip(table.values, table.histogram, strict=True):
            if hits or value == 0:
                rows.append({"side": name, "eyes": int(value), **estimated(table.share(int(value)), "share")})
    return rows


def _report(game: Game, seat: int, tables: Mapping[str, Table]) -> Report:
    balance = tables["balance"].mean()
    distribution = _distribution(tables)
    means = [{"side": name, **estimated(tables[name].mean(), "mean")} for name in WHO]
    means.append({"side": "us minus them", **estimated(balance, "mean")})
    special = [{"outcome": name, **estimated(tables[name].share(), "share")} for name in ("egg", "lucy") if name in tables]
    by_hand = [
        {"trumps": trumps, "queens": queens, **estimated(tables["by hand"].mean_of(counts), "mean"), "deals": int(counts.sum())}
        for (trumps, queens), counts in tables["by hand"].groups()
    ]
    first, second = tables["us"].mean(), tables["them"].mean()
    if first.value is None or second.value is None or None in (first.low, first.high, second.low, second.high):
        headline = "No deal was played to its end."
    else:
        ours = measured(first.value, first.low or 0.0, first.high or 0.0)
        theirs = measured(second.value, second.low or 0.0, second.high or 0.0)
        headline = f"A deal brings our side {ours} eyes on average and the other side {theirs}."
    return Report(
        headline,
        {"means": means, "eyes": distribution, "outcomes": special, "by_hand": by_hand},
        {
            "eyes": lambda ax: two_sided_bars(ax, distribution, "eyes", "eyes of the deal", headline),
            "hand": lambda ax: heat_map(
                ax,
                by_hand,
                ("trumps", "queens"),
                ("trumps in my hand", "queens in my hand"),
                "What my hand is worth: our eyes minus theirs, on average",
            ),
        },
    )


STUDY = Study("eyes", "How many eyes does a deal bring to each side (eyes are not card points)?", _unfit, _asks, "balance", _report)
