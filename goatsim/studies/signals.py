"""What are the signs of partners worth, and what is left of that where the opponents notice them?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from goatsim.game import game_of
from goatsim.games import Rules
from goatsim.games.partners import have_partners
from goatsim.games.signs import ALL, Sign, groups, left_out, readable, signs
from goatsim.lang import us
from goatsim.runs.intervals import FEW, Estimate
from goatsim.runs.machine import asked
from goatsim.runs.tasks import Ask, Seen, Table
from goatsim.seats.define import Policy
from goatsim.seats.named import named
from goatsim.show import charts
from goatsim.show.telling import COLOURS, difference_row, spanned, verdict
from goatsim.show.text import many, policies_words
from goatsim.studies.base import Part, Report, Row, Setting, Study, further

if TYPE_CHECKING:
    from matplotlib.axes import Axes

READER = "reader"
"""The player that is studied where the line-up reads no signs."""

CHANCES = (0.0, 0.25, 0.5, 1.0)
"""The chances that opponents notice a sign, at which it is weighed."""

BY = ("first_side", "other_sides")
"""Who alone gives signs, in turn."""


def _unfit(rules: Rules) -> str:
    if "signals" not in rules.options or not have_partners(rules.sides):
        return f"nobody has a partner to give signs to in {rules.name}"
    if rules.side_count != 2:
        return f"signs are weighed by two sides, and {rules.name} has {rules.side_count}"
    if not rules.total_points:
        return f"the cards of {rules.name} are worth no points"
    if not readable(rules):
        return f"{rules.name} has none of the cards that signs name"
    return ""


def _reads(rules: Rules, policy: Policy) -> bool:
    return policy.reads_signs(asked(game_of(rules).shape))


def _players(setting: Setting) -> tuple[Policy, ...]:
    """The line-up, if somebody in it reads signs; else the player that is studied in every seat."""
    if any(_reads(setting.rules, policy) for policy in setting.policies):
        return setting.policies
    return (named(READER),) * setting.rules.seats


def _sets(rules: Rules) -> dict[str, str]:
    """What is weighed, all signs first, then groups and single signs: a value of the option by its name."""
    here = {sign.id for sign in readable(rules)}
    some = {name: name for name, members in groups().items() if here & set(members)}
    return {"all signs": ALL, **some, **{sign.id: sign.id for sign in readable(rules)}}


def _name(what: str, chance: float) -> str:
    return f"{what} at {chance:g}"


def _parts(setting: Setting) -> tuple[Part, ...]:
    rules, players = setting.rules, _players(setting)
    seats = rules.first_leader, next(s for s in range(rules.seats) if rules.sides[s] != rules.sides[rules.first_leader])
    # Without signs the other two change nothing; they are said so that all who ask play the same deals.
    silent = setting.arm({"signals": "off", "signals_by": BY[0], "p_noticed": CHANCES[0]}, players)
    parts = []
    for what, value in _sets(rules).items():
        arms, asks = [silent], []
        for chance in CHANCES:
            seen: tuple[Seen, ...] = ()
            for by, seat in zip(BY, seats, strict=True):
                seen += (Seen(1, len(arms), seat), Seen(-1, 0, seat))
                arms.append(setting.arm({"signals": value, "signals_by": by, "p_noticed": chance}, players))
            asks.append(Ask(_name(what, chance), us.points, seen=seen, divisor=len(BY)))
        parts.append(Part(tuple(arms), tuple(asks), asks[0].name))
    return tuple(parts)


def _found(tables: Mapping[str, Table], what: str, chance: float, among: int) -> Estimate:
    """What some signs are worth, with an interval that holds for so many of them at once."""
    return tables[_name(what, chance)].among(among).mean()


def _changed(table: Table, among: int) -> Estimate:
    """The share of deals in which signs changed the card points, with an interval like that of `_found`."""
    return table.among(among).share(*(int(value) for value in table.values if value))


def _rows(tables: Mapping[str, Table], whats: Mapping[str, Row]) -> list[Row]:
    """A row for everything that was weighed and every chance of notice, whose intervals hold at once."""
    rows = []
    for what, cells in whats.items():
        for chance in CHANCES:
            among = len(whats) * len(CHANCES)
            row = difference_row({**cells, "noticed": chance}, _found(tables, what, chance, among))
            rows.append({**row, **further(_changed(tables[_name(what, chance)], among), "share_changed")})
    return rows


def _headline(rows: list[Row], who: str) -> str:
    first, last = rows[0], rows[len(CHANCES) - 1]
    if first["difference"] is None:
        return "No deal was played to its end."
    if first["deals"] < FEW:
        return f"{many(first['deals'], 'deal')} cannot tell what signs are worth."
    free, seen = (
        spanned(Estimate(r["difference"], r["low"], r["high"], None, r["deals"]), "card points a deal")
        for r in (first, last)
    )
    head = f"All signs are worth {free} to a side of {who} if unnoticed"
    if verdict(first) < 0:
        head = f"A side of {who} loses by giving all signs even unnoticed: {free}"
    elif not verdict(first):
        head = f"Whether all signs are worth anything to a side of {who} cannot be told: {free}"
    tail = "and" if verdict(last) in (1, verdict(first)) else "but"
    return f"{head}, {tail} {seen} if opponents who play alike always notice."


def _proof(rules: Rules, players: tuple[Policy, ...]) -> str:
    """Why signs are worth nothing to players who do not read them; "" if somebody does."""
    if any(_reads(rules, policy) for policy in players):
        return ""
    words = ", ".join(asked(game_of(rules).shape))
    nothing = f"exactly nothing to {_who(players)} in {rules.name}"
    return f"Signs are worth {nothing}: no decision that it is asked for ({words}) reads a word that tells of them."


def _who(players: tuple[Policy, ...]) -> str:
    return " and ".join(dict.fromkeys(policy.label for policy in players))


def _cells(sign: Sign) -> Row:
    return {"signs": sign.id, "gesture": sign.gesture, "meaning": sign.meaning}


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules, players = setting.rules, _players(setting)
    who = _who(players)
    here = readable(rules)
    several = [what for what in _sets(rules) if what not in {sign.id for sign in here}]
    worth = _rows(tables, {what: {"signs": what} for what in several})
    found = {
        "worth": worth[: len(CHANCES)],
        "groups": worth[len(CHANCES) :],
        "each": _rows(tables, {sign.id: _cells(sign) for sign in here}),
    }
    missing = [{**_cells(sign), "left_out": why} for sign in signs() if (why := left_out(sign, rules))]
    if missing:
        found["left_out"] = missing
    headline = _proof(rules, players) or _headline(worth, who)
    notes = [
        f"Everybody plays as {who}; one side gives signs, on the same deals as if nobody did, each side in turn.",
        "A difference is what the side that gives signs has more in card points; noticed is the chance that its "
        "opponents notice a sign, and changed the share of deals in which signs changed the points of a side.",
        "A sign that is given is true, and one that is not given is false, as partners know; opponents know of those "
        "that they notice, and where they always do of all.",
        "Intervals hold at once for all rows of worth and groups, and for all rows of each. All this is so for these "
        "policies.",
    ]
    if players != setting.policies:
        notes += [f"{_proof(rules, setting.policies)} So {READER} plays in its place."]
    drawn = {
        "noticed": partial(_draw_noticed, worth, headline),
        "each": partial(_draw_each, found["each"], headline, who),
    }
    return Report(headline, found, drawn, notes, policies_words([policy.label for policy in players]))


def _draw_noticed(rows: list[Row], headline: str, ax: Axes) -> Axes:
    told = [row for row in rows if row["difference"] is not None]
    if not told:
        return charts.nothing(ax, headline.rstrip("."))
    names = dict.fromkeys(row["signs"] for row in told)
    lines = {name: [row for row in told if row["signs"] == name] for name in names}
    return charts.curves(
        ax,
        lines,
        "chance that the opponents notice a sign",
        "card points more for the side that gives signs",
        key="difference",
        x="noticed",
        title=headline.rstrip("."),
        notes=["All intervals hold at once."],
    )


def _draw_each(rows: list[Row], headline: str, who: str, ax: Axes) -> Axes:
    # All signs are weighed on the same deals: one that seldom changes anything has a narrow interval, and those that
    # are worth most have wide ones, so none may be left out for its width.
    enough = [row for row in rows if not row["noticed"] and row["deals"] >= FEW]
    shown = sorted(enough, key=lambda row: -row["difference"])
    if not shown:
        return charts.nothing(ax, headline.rstrip("."))
    pays = sum(verdict(row) > 0 for row in shown)
    return charts.differences(
        ax,
        shown,
        [f"{row['signs']}: {row['meaning']}" for row in shown],
        along="card points more for the side that gives this sign alone, unnoticed",
        title=f"{pays} of {many(len(shown), 'sign')} alone {'is' if pays == 1 else 'are'} worth points to {who}",
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=["All intervals hold at once."],
    )


STUDY = Study(
    "signals",
    "What are the signs of partners worth, and what is left of it if opponents notice them?",
    _unfit,
    _parts,
    _report,
    "card points that all signs are worth unnoticed",
    f"the line-up, or {READER} where nobody in it reads signs",
    instead=f"goatsim ask us.points --policies {READER} --set signals=all --set signals_by={BY[0]}",
)
