"""How many eyes does a deal bring?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goatsim.game import Game, ends_unplayed
from goatsim.games import Rules
from goatsim.lang import me, the_deal, them, us
from goatsim.runs import intervals
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.findings import sides_words
from goatsim.show.tables import measured
from goatsim.show.text import NOTE_UNPLAYED, UNPLAYED, capital, many
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
from goatsim.studies.common import alone

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WHO = {"us": us, "them": them}


def _unfit(rules: Rules) -> str:
    if alone.charges(rules):
        return ""
    if rules.stocks or not any(row.eyes or row.penalty for row in rules.scoring_rows()):
        return f"no deal of {rules.name} is worth eyes"
    if rules.side_count != 2:
        return f"eyes are what one of two sides gets, and {rules.name} has {rules.side_count} sides"
    return ""


def _asks(game: Game) -> tuple[Ask, ...]:
    asks = [Ask(name, side.eyes) for name, side in WHO.items()]
    asks.append(Ask("balance", us.eyes - them.eyes))
    asks += [Ask(name, getattr(the_deal, name)) for name in ("egg", "lucy") if name in game.rules.outcomes]
    asks += [Ask("capture", the_deal.capture)] * bool(game.rules.capture_rows())
    if ends_unplayed(game):
        asks.append(Ask(UNPLAYED, ~the_deal.played))
    return tuple(asks)


def _parts(setting: Setting) -> tuple[Part, ...]:
    if setting.rules.side_count != 2:
        return alone.deal_parts(setting)
    by_hand = Ask("by hand", us.eyes - them.eyes, (me.trumps, me.queens))
    return parts_by_groups(setting, _asks(setting.game), "balance", (by_hand,))


def _distribution(tables: Mapping[str, Table]) -> list[Row]:
    rows = []
    for name in WHO:
        table = tables[name]
        for value, hits in zip(table.values, table.histogram, strict=True):
            if hits or value == 0:
                rows.append({"side": name, "eyes": int(value), **estimated(table.share(int(value)), "share")})
    return rows


def _balances(table: Table) -> list[Row]:
    return [
        {"us_minus_them": int(value), **estimated(table.share(int(value)), "share")}
        for value, hits in zip(table.values, table.histogram, strict=True)
        if hits
    ]


def _headline(tables: Mapping[str, Table]) -> str:
    first, second, balance = (tables[name].mean() for name in ("us", "them", "balance"))
    if first.value is None or second.value is None or balance.low is None or balance.high is None:
        return "No deal was played to its end."
    ours = measured(first.value, first.low or 0.0, first.high or 0.0)
    theirs = measured(second.value, second.low or 0.0, second.high or 0.0)
    if balance.deals == 1:
        return (
            f"The only deal played brings our side {many(round(first.value), 'eye')} and the other side "
            f"{round(second.value)}, which says next to nothing."
        )
    if balance.low > 0:
        return f"A deal brings our side more: {ours} eyes on average against {theirs} for the other side."
    if balance.high < 0:
        return f"A deal brings the other side more: {theirs} eyes on average against {ours} for our side."
    return f"A deal brings our side {ours} eyes on average and the other side {theirs}; which gets more cannot be told."


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    game, seat = setting.game, setting.seat
    rules = game.rules
    if rules.side_count != 2:
        return alone.deal_report(setting, tables)
    headline = _headline(tables)
    means = [{"side": name, **estimated(tables[name].mean(), "mean")} for name in WHO]
    means.append({"side": "us minus them", **estimated(tables["balance"].mean(), "mean")})
    balances = _balances(tables["balance"])
    special = [
        {"outcome": name, **estimated(tables[name].share(), "share")}
        for name in ("egg", "lucy", "capture", UNPLAYED)
        if name in tables
    ]
    by_hand = grouped(tables["by hand"], ["trumps", "queens"], "mean")
    sides = sides_words(rules, seat)
    hand = f"My hand is what seat {seat} was dealt."
    drawn = {"eyes": partial(_draw_balance, tables, balances, headline, sides)}
    if rules.trumps and any(card[0] == "Q" for card in rules.pack):
        drawn["hand"] = partial(_draw_hands, tables, by_hand, headline, [f"{hand} {sides}"])
    return Report(
        headline,
        {"means": means, "eyes": _distribution(tables), "balance": balances, "outcomes": special, "by_hand": by_hand},
        drawn,
        [
            "Eyes are what a deal is worth, not card points.",
            sides,
            hand,
            *[NOTE_GROUPS] * (tables["by hand"].strata is not None),
            *[NOTE_UNPLAYED] * ends_unplayed(game),
            *[NOTE_CAPTURED] * bool(game.shape.capture),
        ],
    )


def _who_wins(table: Table) -> str:
    """Say which side wins eyes more often, if the deals can tell."""
    signs = np.array([-1, 0, 1])
    counts = np.array([table.histogram[np.sign(table.values) == sign].sum() for sign in signs])
    theirs, _, ours = (intervals.share(int(count), table.deals, table.confidence) for count in counts)
    ahead = intervals.mean(signs, counts, table.confidence)
    we, they = (charts.share_words(share) if share.hits else "none" for share in (ours, theirs))
    if (ahead.low or 0.0) > 0:
        return f"Our side gets eyes from more deals than the other: {we} against {they}"
    if (ahead.high or 0.0) < 0:
        return f"The other side gets eyes from more deals than ours: {they} against {we}"
    return f"Our side gets eyes from {we} of the deals, the other from {they}: which from more cannot be told"


def _draw_balance(tables: Mapping[str, Table], rows: list[Row], headline: str, sides: str, ax: Axes) -> Axes:
    table = tables["balance"]
    if not rows:
        return charts.nothing(ax, headline, [sides])
    names, colours = [], []
    for row in rows:
        eyes = row["us_minus_them"]
        names.append(f"{'our' if eyes > 0 else 'other'} side\n+{abs(eyes)}" if eyes else "nobody")
        colours.append(charts.US if eyes > 0 else charts.THEM if eyes < 0 else charts.NEITHER)
    unplayed = []
    if "capture" in tables:
        unplayed.append(f"{capital(CAPTURED)}: {charts.share_words(tables['capture'].share())}.")
    if UNPLAYED in tables:
        unplayed.append(f"Not played, 2 eyes for one side: {charts.share_words(tables[UNPLAYED].share())}.")
    return charts.bars_with_intervals(
        ax,
        rows,
        names,
        across="who gets eyes from the deal, and how many",
        up="share of deals",
        title=_who_wins(table) if table.deals > 1 else headline,
        colours=colours,
        notes=[sides, *unplayed],
    )


def _hands_title(table: Table, rows: list[Row]) -> str:
    """Say how far hands are apart; all intervals hold at once with the table's confidence."""
    strict = table.among(len(rows))
    found = {(row["trumps"], row["queens"]): row for row in rows}
    means = {group: strict.mean_of(counts) for group, counts in table.groups() if group in found}
    if means:
        best = max(means, key=lambda group: means[group].value or 0.0)
        worst = min(means, key=lambda group: means[group].value or 0.0)
        if (means[best].low or 0.0) > (means[worst].high or 0.0):
            low, high = (
                f"{charts.signed(found[group]['mean'])} eyes ({many(group[0], 'trump')}, {many(group[1], 'queen')})"
                for group in (worst, best)
            )
            return f"My hand decides what our side wins or loses: from {low} to {high}"
    deals = f"{table.deals:,} {'deal does' if table.deals == 1 else 'deals do'}"
    return f"{deals} not show what my hand is worth"


def _draw_hands(tables: Mapping[str, Table], rows: list[Row], headline: str, notes: list[str], ax: Axes) -> Axes:
    rows = [row for row in rows if row["deals"]]
    if not rows:
        return charts.nothing(ax, headline, notes)
    wide = tables["balance"].deviation() / 4
    known = [row["deals"] >= intervals.FEW and row["high"] - row["low"] <= 2 * wide for row in rows]
    few = [] if all(known) else ["Too few: hands that came too seldom to say what they are worth."]
    return charts.heat_map(
        ax,
        rows,
        ("trumps", "queens"),
        ("trumps in my hand", "queens in my hand"),
        title=_hands_title(tables["by hand"], [row for row, sure in zip(rows, known, strict=True) if sure]),
        scale="eyes a deal on average: blue, our side wins;\norange, the other side",
        known=known,
        notes=[*few, *notes],
    )


STUDY = Study(
    "eyes",
    "How many eyes does a deal bring to each side (eyes are not card points)?",
    _unfit,
    _parts,
    _report,
    "eyes of our side less those of the other",
    alone="penalty of all players together",
)
