"""How often does somebody take more than half of the points, and how long is a match by each ledger of stocks?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from goatsim.games import Rules
from goatsim.lang import me, over, players, seat_at, the_match
from goatsim.matches import Start
from goatsim.runs import intervals
from goatsim.runs.tasks import Ask, Seen, Table
from goatsim.show import charts
from goatsim.show.tables import measured
from goatsim.show.text import listed
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated, further

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COUNTED, LEDGER = "valts_count", "valts_ledger"
"""The options that say over what points are counted, and in whose account a deal is booked."""

PARTS = (0.05, 0.5, 0.95)
"""Parts of all matches of which is said after how many deals they are over."""

DEALS_A_MATCH = 50
"""For so many deals of the first part one match by each ledger is played."""


def _unfit(rules: Rules) -> str:
    if not rules.stocks:
        return f"no stocks are kept in {rules.name}"
    missing = [name for name in (COUNTED, LEDGER) if name not in rules.options]
    return f"{rules.name} has no option {missing[0]}" if missing else ""


def _ledgers(rules: Rules) -> list[str]:
    return [str(value) for value in rules.option_defs[LEDGER].values]


def _counts(rules: Rules) -> list[str]:
    return [str(value) for value in rules.option_defs[COUNTED].values]


def _parts(setting: Setting) -> tuple[Part, ...]:
    rules = setting.rules
    counts = _counts(rules)
    arms = tuple(setting.arm({COUNTED: count, LEDGER: _ledgers(rules)[0]}) for count in counts)
    taken = over("any", players, me.stocks < 0)
    asks = [Ask(f"taken {count}", taken, seen=(Seen(1, arm),)) for arm, count in enumerate(counts)]
    for seat in range(rules.seats):
        one = seat_at(seat)
        asks += [Ask(f"wins {seat}", one.points > rules.total_points // 2), Ask(f"points {seat}", one.points)]
        asks.append(Ask(f"stock {seat}", one.stocks))
    first = Part(arms, tuple(asks), asks[0].name)
    return first, *(_match_part(setting, ledger) for ledger in _ledgers(rules))


def _match_part(setting: Setting, ledger: str) -> Part:
    asks = [Ask(f"deals {ledger}", the_match.deals)]
    asks += [Ask(f"match {ledger} {seat}", seat_at(seat).wins) for seat in range(setting.rules.seats)]
    arm = setting.match_arm({LEDGER: ledger})
    return Part((arm,), tuple(asks), start=Start(), deals=lambda deals: max(1, deals // DEALS_A_MATCH))


def _over_after(table: Table, part: float) -> int:
    """The fewest deals after which at least this part of the matches is over."""
    reached = table.histogram.cumsum() >= part * table.deals
    return int(table.values[reached.argmax()])


def _lengths(setting: Setting, tables: Mapping[str, Table]) -> list[Row]:
    rows = []
    for ledger in _ledgers(setting.rules):
        table = tables[f"deals {ledger}"]
        over_after = {f"over_{part:.0%}": _over_after(table, part) if table.deals else None for part in PARTS}
        rows.append({"ledger": ledger, **estimated(table.mean(), "mean"), **over_after, "matches": table.deals})
    return rows


def _shares(setting: Setting, tables: Mapping[str, Table]) -> list[Row]:
    """How often points are taken from stocks: of packs, and of the halves of packs, of which at most one can pay."""
    rows = []
    for count in _counts(setting.rules):
        found = tables[f"taken {count}"].share()
        rows.append({"counted": count, "of": "packs", **estimated(found, "share")})
        if count == "per_half":
            rows.append({"counted": count, "of": "halves", **estimated(found.over(2), "share")})
    return rows


def _headline(setting: Setting, tables: Mapping[str, Table]) -> str:
    counts, ledger = _counts(setting.rules), _ledgers(setting.rules)[0]
    packs, length = tables[f"taken {counts[0]}"].share(), tables[f"deals {ledger}"].mean()
    if not packs.deals:
        return "No deal was played."
    said = f"Somebody takes more than half of the points in {charts.share_words(packs)} of the packs"
    if length.value is None or length.low is None or length.high is None or length.deals < intervals.FEW:
        return f"{said}."
    return f"{said}, and a match takes {measured(length.value, length.low, length.high)} deals on average."


def _names(rules: Rules) -> list[str]:
    """What the seats are, as they stand to the deal."""
    names = [f"seat {seat}" for seat in range(rules.seats)]
    names[rules.first_leader] += "\nleads first"
    names[rules.dealer] += "\ndeals"
    return names


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules = setting.rules
    headline, seats = _headline(setting, tables), range(rules.seats)
    by_seat = [
        {
            "seat": seat,
            **estimated(tables[f"wins {seat}"].share(), "share"),
            **further(tables[f"points {seat}"].mean(), "points"),
            **further(tables[f"stock {seat}"].mean(), "difference_to_the_stock"),
        }
        for seat in seats
    ]
    wins = [
        {"ledger": ledger, "seat": seat, **estimated(tables[f"match {ledger} {seat}"].share(), "share")}
        for ledger in _ledgers(rules)
        for seat in seats
    ]
    lengths = _lengths(setting, tables)
    found = {"taken": _shares(setting, tables), "by_seat": by_seat, "matches": lengths, "match_wins": wins}
    drawn = {
        "seats": partial(_draw_seats, setting, tables, headline),
        "length": partial(_draw_length, lengths, headline),
    }
    deals = tables[f"deals {_ledgers(rules)[0]}"]
    notes = [
        "Taken: somebody has more than half of the points of both halves together (per_pack), or of them in one half "
        "alone (per_half), on the same deals; at most one half of a pack can give that.",
        "By seat: the share of packs in which it takes more than half of the points, the card points that it takes of "
        "a pack, and what a pack changes its stock by, on average.",
        f"In single deals seat {rules.first_leader} leads first and seat {rules.dealer} deals; in a match the deal "
        "goes round the table.",
        f"{deals.deals:,} matches are played by each ledger; valts_count is {rules.options['valts_count']} in them.",
    ]
    if deals.deals and deals.histogram[-1]:
        notes.append(f"Matches of more than {int(deals.values[-1]):,} deals count as such of so many.")
    return Report(headline, found, drawn, notes)


def _draw_seats(setting: Setting, tables: Mapping[str, Table], headline: str, ax: Axes) -> Axes:
    rules = setting.rules
    found = [tables[f"wins {seat}"] for seat in range(rules.seats)]
    strict = [table.among(rules.seats).share() for table in found]
    if not found[0].deals:
        return charts.nothing(ax, headline.rstrip("."))
    best = max(range(rules.seats), key=lambda seat: strict[seat].value or 0.0)
    behind = [seat for seat in range(rules.seats) if (strict[best].low or 0.0) > (strict[seat].high or 0.0)]
    title = "Which seat takes more than half of the points most often cannot be told"
    if behind:
        than = listed((f"seat {seat}" for seat in behind), "or")
        title = f"Seat {best} takes more than half of the points more often than {than}"
    return charts.bars_with_intervals(
        ax,
        [estimated(share, "share") for share in strict],
        _names(rules),
        across="who takes more than half of the points of a pack",
        up="share of packs",
        title=title,
        notes=["All intervals hold at once."],
    )


def _draw_length(rows: list[Row], headline: str, ax: Axes) -> Axes:
    known = [row for row in rows if row["matches"] >= intervals.FEW and row["mean"] is not None]
    if not known:
        return charts.nothing(ax, headline.rstrip("."))
    longest, shortest = (pick(known, key=lambda row: row["mean"]) for pick in (max, min))
    title = "How long a match takes by each ledger"
    if longest["low"] > shortest["high"]:
        title = f"A match takes longest by {longest['ledger']}, and ends soonest by {shortest['ledger']}"
    return charts.levels(
        ax,
        known,
        [str(row["ledger"]) for row in known],
        along="deals of a match on average",
        title=title,
        key="mean",
    )


STUDY = Study(
    "valts",
    "How often does somebody take more than half of the points, and how long is a match by each ledger of stocks?",
    _unfit,
    _parts,
    _report,
    "share of packs in which somebody takes more than half of the points",
)
