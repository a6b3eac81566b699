"""How often is the lead taken out of turn, and what is that worth?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from goatsim.exact.counting import chance
from goatsim.game import game_of
from goatsim.games import Rules
from goatsim.lang import Measure, me, over, players, them, us
from goatsim.runs.intervals import FEW
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.findings import our_side_words
from goatsim.show.telling import COLOURS, difference_row, known, spanned, unknown_words, verdict
from goatsim.show.text import many
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated
from goatsim.studies.common.changes import CHANGES, NOTE_CHANGES, NOTE_INTERVALS, POINTS, Change, changes_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _unfit(rules: Rules) -> str:
    if rules.options.get("out_of_turn", "off") == "off":
        return f"nobody leads out of turn in {rules.name}"
    return "" if rules.side_count == 2 else f"claims are weighed by two sides, and {rules.name} has {rules.side_count}"


def _parts(setting: Setting) -> tuple[Part, ...]:
    asks = [
        Ask("claims", over("sum", players, me.claims)),
        Ask("us", us.claims >= 1),
        Ask("them", them.claims >= 1),
        *changes_of("by", us, them, [us.claims, them.claims]),
    ]
    return (Part((setting.arm(), setting.arm({"out_of_turn": "off"})), tuple(asks), "claims"),)


def _allowed(rules: Rules) -> Measure:
    """Whether a first hand allows a claim: it is of one suit, or all trumps."""
    if rules.options["out_of_turn"] == "four_trumps":
        trumps: Measure = me.trumps == rules.hand_size
        return trumps
    whole: list[Measure] = [me.cards(list(cards)) == rules.hand_size for cards in rules.plain.values()]
    return reduce(Measure.__or__, whole)


def _first_hands(rules: Rules) -> list[Row]:
    allowed, game = _allowed(rules), game_of(rules)
    rows = []
    for whose, truth in (("a given hand", allowed), ("some hand", over("any", players, allowed))):
        exact = chance(game, truth)
        rows.append({"first_hands": whose, "share": float(exact), "fraction": str(exact)})
    return rows


def _by(tables: Mapping[str, Table], what: str) -> list[Row]:
    """A row for every number of claims of both sides: what the right changes for ours."""
    change = Change(tables, ["by"], what)
    ours, theirs = tables[f"by: {what}"].lows[:2]
    cells = change.cells[0]
    seen = [(i, j) for i in range(cells.shape[0]) for j in range(cells.shape[1]) if cells[i, j].any()]
    rows = []
    for i, j in seen:
        names = {"change_in": what, "our_claims": ours + i, "their_claims": theirs + j}
        rows.append(difference_row(names, change.of(cells[i, j], len(seen))))
    return rows


def _headline(tables: Mapping[str, Table]) -> str:
    some = tables["claims"]
    hits = int(some.histogram[some.values > 0].sum())
    if not some.deals:
        return "No deal was played to its end."
    head = f"Somebody leads out of turn in {hits / some.deals:.1%} of the deals"
    change = Change(tables, ["by"], POINTS)
    ours, theirs = (-low for low in tables[f"by: {POINTS}"].lows[:2])
    alone = change.of(change.cells[0][ours + 1, theirs])
    if alone.deals < FEW:
        return f"{head}; too few to tell what that is worth."
    found = spanned(alone, "card points")
    if alone.sign > 0:
        return f"{head}, and one claim of our side alone is worth {found} to it."
    if alone.sign < 0:
        return f"{head}, and one claim of our side alone costs it card points: {found}."
    return f"{head}; whether one claim of our side is worth anything cannot be told: {found}."


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules = setting.rules
    headline = _headline(tables)
    claims = tables["claims"]
    often = [
        {"claims": int(value), **estimated(claims.share(int(value)), "share")}
        for value, hits in zip(claims.values, claims.histogram, strict=True)
        if hits or not value
    ]
    sides = [{"side": name, **estimated(tables[name].share(), "share")} for name in ("us", "them")]
    found: dict[str, list[Row]] = {"claims": often, "sides": sides, "first_hands": _first_hands(rules)}
    found["worth"] = [row for what in CHANGES for row in _by(tables, what)]
    words = our_side_words(rules, setting.seat)
    points = [row for row in found["worth"] if row["change_in"] == POINTS]
    notes = [
        "A claim is a lead out of turn, or in turn by the same right; a first hand that allows one is counted exactly.",
        "What the right is worth: what our side has more than on the same deals if nobody may claim (out_of_turn=off).",
        NOTE_CHANGES,
        f"{words}.",
        NOTE_INTERVALS,
    ]
    return Report(headline, found, {"worth": partial(_draw, points, headline, f"{words}.")}, notes)


def _draw(rows: list[Row], headline: str, sides: str, ax: Axes) -> Axes:
    # Without a claim nothing changes, which is known so well that all else would seem too little.
    claimed = [row for row in rows if row["our_claims"] or row["their_claims"]]
    shown = known(claimed)
    if not shown:
        return charts.nothing(ax, headline.rstrip("."), [sides])

    def name(row: Mapping[str, Any]) -> str:
        return f"{many(row['our_claims'], 'claim')} by us, {row['their_claims']} by them"

    return charts.differences(
        ax,
        shown,
        list(map(name, shown)),
        along="card points more for our side than if nobody may claim",
        title=headline.rstrip("."),
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=[
            *unknown_words(claimed, shown, lambda few: "; ".join(map(name, few))),
            "All intervals hold at once.",
            sides,
        ],
    )


STUDY = Study(
    "claims",
    "How often is the lead taken out of turn, and what is that worth?",
    _unfit,
    _parts,
    _report,
    "leads out of turn in a deal",
)
