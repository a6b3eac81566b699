"""How often is a card caught by one that takes it, which ends the deal?"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import comb
from typing import TYPE_CHECKING

from goatsim.exact.counting import chance
from goatsim.exact.patterns import reason
from goatsim.game import Game
from goatsim.games import Rules
from goatsim.games.capture import ResolvedCapture
from goatsim.lang import me, over, the_deal, them, us
from goatsim.lang.looks import Uncountable
from goatsim.lang.measures import Measure
from goatsim.runs import intervals
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.findings import sides_words
from goatsim.show.tables import percent
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

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLACES = ("stock", "our side", "other side")
"""Where a card lies, by what `_place` says of it."""


def _unfit(rules: Rules) -> str:
    if rules.side_count != 2:
        return f"a capture is one of two sides, and {rules.name} has {rules.side_count}"
    if not rules.capture_rows():
        hint = next((f"; --set {key}=on" for row in rules.capture for key in row.when), "")
        return f"no card takes another and ends the deal in {rules.name}{hint and f' ({hint[2:]})'}"
    return ""


def _place(card: str) -> Measure:
    """Where a card was dealt: a place in `PLACES`."""
    ours, theirs = over("sum", us, me.cards(card)), over("sum", them, me.cards(card))
    return ours + theirs + theirs


def _apart(row: ResolvedCapture) -> Measure:
    """Whether the two cards of a capture were dealt to different sides."""
    taker, taken = _place(row.card), _place(row.takes)
    found: Measure = (taker + taken == 3) & (taker > 0) & (taken > 0)
    return found


def _names(row: ResolvedCapture) -> str:
    return f"{row.card} and {row.takes}"


def _asks(game: Game) -> tuple[Ask, ...]:
    caught = the_deal.capture
    asks = [Ask("caught", caught), Ask("ours", us.captor), Ask("theirs", them.captor)]
    asks.append(Ask("trick", us.tricks + them.tricks, (caught,)))
    for row in game.rules.capture_rows():
        asks.append(Ask(f"apart: {_names(row)}", caught, (_apart(row),)))
    return tuple(asks)


def _groups(game: Game) -> tuple[Ask, ...]:
    return tuple(
        Ask(f"by holders: {_names(row)}", the_deal.capture, (_place(row.card), _place(row.takes)))
        for row in game.rules.capture_rows()
    )


def _parts(setting: Setting) -> tuple[Part, ...]:
    return parts_by_groups(setting, _asks(setting.game), "caught", _groups(setting.game))


def _exactly_apart(game: Game, row: ResolvedCapture) -> Fraction | None:
    """The share of deals in which the two cards come to different sides, if it can be counted."""
    rules = game.rules
    if rules.draw:
        # Every card is drawn in the end, as many by each seat, and no two cards more likely by one seat than others.
        sides = [rules.sides.count(side) * rules.tricks for side in range(rules.side_count)]
        return 1 - Fraction(sum(comb(cards, 2) for cards in sides), comb(len(rules.pack), 2))
    if reason(game):
        return None
    try:
        return chance(game, _apart(row))
    except Uncountable:
        return None


def _holders(game: Game, tables: Mapping[str, Table]) -> list[Row]:
    rows: list[Row] = []
    for one in game.rules.capture_rows():
        for row in grouped(tables[f"by holders: {_names(one)}"], ["card", "takes"], "share"):
            card, takes = PLACES[row["card"]], PLACES[row["takes"]]
            rows.append({**row, "card": f"{one.card} {_with(card)}", "takes": f"{one.takes} {_with(takes)}"})
    return rows


def _with(place: str) -> str:
    return f"in the {place}" if place == PLACES[0] else f"with {place.replace('other', 'the other')}"


_SHORT = dict(zip(map(_with, PLACES), ("in stock", "ours", "theirs"), strict=True))
_COLOURS = dict(zip(map(_with, PLACES), (charts.NEITHER, charts.US, charts.THEM), strict=True))


def _shares(game: Game, tables: Mapping[str, Table]) -> list[Row]:
    rows: list[Row] = [
        {"what": "a card is caught", **estimated(tables["caught"].share(), "share")},
        {"what": "our side catches it", **estimated(tables["ours"].share(), "share")},
        {"what": "the other side catches it", **estimated(tables["theirs"].share(), "share")},
    ]
    for row in game.rules.capture_rows():
        table, name = tables[f"apart: {_names(row)}"], _names(row)
        dealt = " dealt" if game.rules.draw else ""
        known = {group: counts for (group,), counts in table.groups()}
        hits = int(known[1].sum()) if 1 in known else 0
        rows.append(
            {"what": f"{name} are{dealt} with different sides", **estimated(_within(table, hits, table.deals), "share")}
        )
        if 1 in known:
            what = f"caught where {name} are{dealt} with different sides"
            rows.append({"what": what, **estimated(table.share_of(known[1]), "share")})
        exact = _exactly_apart(game, row)
        if exact is not None:
            whole = " in the end" if game.rules.draw else ""
            told = {"share": float(exact), "low": float(exact), "high": float(exact), "exact": str(exact)}
            rows.append({"what": f"{name} come to different sides{whole}", **told})
    return rows


def _headline(rules: Rules, tables: Mapping[str, Table]) -> str:
    caught = tables["caught"].share()
    row = rules.capture_rows()[0]
    if caught.value is None or caught.low is None or caught.high is None:
        return "No deal was played."
    if caught.deals == 1:
        known = "" if caught.hits else "not "
        return f"{row.takes} is {known}caught in the only deal played, which says next to nothing."
    if not caught.hits:
        most = percent(caught.high, 0, caught.high)
        return f"{row.takes} is caught in none of {caught.deals:,} deals: in at most {most}."
    said = f"{row.takes} is caught by {row.card} in {percent(caught.value, caught.low, caught.high)} of deals"
    table = tables[f"apart: {_names(row)}"]
    apart = {group: counts for (group,), counts in table.groups()}.get(1)
    found = table.share_of(apart) if apart is not None else None
    if found is None or found.value is None or found.low is None or found.high is None or len(rules.capture_rows()) > 1:
        return f"{said}."
    dealt = " dealt" if rules.draw else ""
    known = percent(found.value, found.low, found.high)
    return f"{said}, and in {known} of those in which the two are{dealt} with different sides."


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    game, seat = setting.game, setting.seat
    rules = game.rules
    headline = _headline(rules, tables)
    sides = sides_words(rules, seat)
    holders = _holders(game, tables)
    tricks = tables["trick"]
    caught = {group: counts for (group,), counts in tricks.groups()}.get(1)
    when: list[Row] = []
    if caught is not None:
        low = tricks.lows[-1]
        when = [
            {"trick": low + k + 1, **estimated(_within(tricks, int(hits), int(caught.sum())), "share")}
            for k, hits in enumerate(caught.tolist())
            if hits
        ]
    groups = [tables[name] for name in tables if name.startswith("by holders")]
    notes = [
        sides,
        "Of deals by holders: how often the card is caught where the two were dealt so.",
        *["By trick: in which trick of the deal it is caught, as shares of the deals in which it is."] * bool(when),
        *[NOTE_GROUPS] * any(table.strata is not None for table in groups),
        *["What is in the stock is drawn later."] * rules.draw,
    ]
    found = {"shares": _shares(game, tables), "by_holders": holders, "by_trick": when}
    drawn = {"holders": partial(_draw_holders, game, tables, holders, headline, sides)}
    return Report(headline, found, drawn, notes)


def _within(table: Table, hits: int, deals: int) -> Estimate:
    return intervals.share(hits, deals, table.confidence)


def _title(rules: Rules, tables: Mapping[str, Table], headline: str) -> str:
    """Say which side catches the card more often, if the deals can tell; both intervals hold at once."""
    ours, theirs = (tables[name].among(2).share() for name in ("ours", "theirs"))
    row = rules.capture_rows()[0]
    if None in (ours.low, ours.high, theirs.low, theirs.high) or ours.deals == 1:
        return headline.rstrip(".")
    we, they = charts.share_words(ours), charts.share_words(theirs)
    if (ours.low or 0.0) > (theirs.high or 0.0):
        return f"Our side catches {row.takes} more often than the other: in {we} of deals against {they}"
    if (theirs.low or 0.0) > (ours.high or 0.0):
        return f"The other side catches {row.takes} more often than ours: in {they} of deals against {we}"
    return headline.rstrip(".")


def _draw_holders(
    game: Game, tables: Mapping[str, Table], rows: list[Row], headline: str, sides: str, ax: Axes
) -> Axes:
    rows = [row for row in rows if row["deals"]]
    if not rows:
        return charts.nothing(ax, headline.rstrip("."), [sides])
    colours, names = [], []
    for row in rows:
        cards = [row[key].split(" ", 1) for key in ("card", "takes")]
        names.append("\n".join(f"{card} {_SHORT[place]}" for card, place in cards))
        (_, holder), (_, other) = cards
        colours.append(charts.QUIET if holder == other != _with(PLACES[0]) else _COLOURS[holder])
    least = min(row["deals"] for row in rows)
    return charts.bars_with_intervals(
        ax,
        rows,
        names,
        across="who was dealt the two cards",
        up="share of them in which it is caught",
        title=_title(game.rules, tables, headline),
        colours=colours,
        notes=[sides, f"Each bar: {least:,} deals or more. Blue: our side has the card that takes; orange: the other."],
    )


STUDY = Study(
    "capture",
    "How often is a card caught by one that takes it, and who held the two?",
    _unfit,
    _parts,
    _report,
    "share of deals that a capture ends",
)
