"""What is the sole right to lead trumps worth?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from goatsim.chairs import seat_words
from goatsim.games import Rules
from goatsim.games.leads import EVERYBODY, FIRST_SIDE, option_for
from goatsim.lang import me, over, seat_at
from goatsim.runs.intervals import FEW, Estimate
from goatsim.runs.tasks import Table
from goatsim.show import charts
from goatsim.show.findings import our_side_words
from goatsim.show.telling import COLOURS, difference_row, known, spanned, spans, told_by_number, unknown_words, verdict
from goatsim.show.text import many, rules_words, side_words
from goatsim.studies.base import Part, Report, Row, Setting, Study
from goatsim.studies.common.changes import CHANGES, NOTE_CHANGES, NOTE_INTERVALS, OTHERS, POINTS, Change, changes_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RIGHT = "The sole right to lead trumps"


def _unfit(rules: Rules) -> str:
    if not rules.trumps and not rules.turns_up:
        return f"{rules.name} has no trumps"
    if rules.side_count != 2:
        return f"the right is one of two sides, and {rules.name} has {rules.side_count}"
    if rules.follow != "suit":
        return f"trumps may be led at will in {rules.name}"
    if any(option_for(rules, leads) is None for leads in (FIRST_SIDE, EVERYBODY)):
        return f"no option of {rules.name} gives the right to one side alone, or to everybody"
    return "" if rules.total_points else f"the cards of {rules.name} are worth no points"


def _holders(rules: Rules) -> list[int]:
    """The seats of the side that has the right: the one that leads first."""
    return [seat for seat, side in enumerate(rules.sides) if side == rules.sides[rules.first_leader]]


def _parts(setting: Setting) -> tuple[Part, ...]:
    rules = setting.rules
    holders = _holders(rules)
    side = seat_at(holders[0])
    other = seat_at(next(seat for seat in range(rules.seats) if seat not in holders))
    together = over("sum", [seat_at(seat) for seat in holders], me.trumps)
    asks = changes_of("all", side, other)
    asks += changes_of("side", side, other, [together])
    for seat in range(rules.seats):
        asks += changes_of(f"seat {seat}", side, other, [seat_at(seat).trumps])
    arms = tuple(setting.arm(option_for(rules, leads)) for leads in (FIRST_SIDE, EVERYBODY))
    return (Part(arms, tuple(asks), f"all: {POINTS}"),)


def _by_trumps(tables: Mapping[str, Table], key: str, who: Mapping[str, Row], whats: Sequence[str]) -> list[Row]:
    """A row for each of some changes, everybody and every number of trumps that he was dealt, which hold at once.
    `who`: the name of the asks, and the cells that tell who it is.
    """
    seen = []
    for what in whats:
        for name, cells in who.items():
            change, low = Change(tables, [name], what), tables[f"{name}: {what}"].lows[0]
            told = {"change_in": what} if len(whats) > 1 else {}
            groups = [(low + k, counts) for k, counts in enumerate(change.cells[0]) if counts.any()]
            seen += [({**told, **cells, key: trumps}, change, counts) for trumps, counts in groups]
    return [difference_row(cells, change.of(counts, len(seen))) for cells, change, counts in seen]


def _headline(points: Estimate, won: Estimate) -> str:
    """What the right is worth, and that it costs deals where it brings points, or the other way round."""
    headline = _points_headline(points)
    if won.value is None or won.low is None or won.high is None:
        return headline
    words = charts.difference_words(abs(won.value), won.low, won.high).lstrip("+")
    if points.sign > 0 > won.sign:
        return f"{headline.rstrip('.')}, which all the same wins {words} fewer of 100 deals."
    if points.sign < 0 < won.sign:
        return f"{headline.rstrip('.')}, though it wins {words} more of 100 deals."
    return headline


def _points_headline(worth: Estimate) -> str:
    if worth.value is None:
        return "No deal was played to its end."
    if worth.deals < FEW:
        return f"{many(worth.deals, 'deal')} cannot tell what the sole right to lead trumps is worth."
    found = spanned(worth, "card points a deal")
    if worth.sign > 0:
        return f"{RIGHT} is worth {found} to the side that has it."
    if worth.sign < 0:
        return f"{RIGHT} costs the side that has it card points: {found}."
    return f"Whether the sole right to lead trumps is worth anything cannot be told: {found}."


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules = setting.rules
    changes = {what: Change(tables, ["all"], what) for what in CHANGES}
    worth = {what: change.of(change.cells, len(changes)) for what, change in changes.items()}
    headline = _headline(worth[POINTS], worth["deals won of 100"])
    words = seat_words(rules.seats, setting.seat)
    holders = _holders(rules)
    seats: dict[str, Row] = {
        f"seat {seat}": {"seat": seat, "who": words[seat], "has_the_right": seat in holders}
        for seat in range(rules.seats)
    }
    found = {"worth": [difference_row({"change_in": what}, each) for what, each in worth.items()]}
    for name, key, who in (("side", "trumps_of_the_side", {"side": {}}), ("seat", "trumps", seats)):
        found[f"points_by_{name}"] = _by_trumps(tables, key, who, [POINTS])
        found[f"eyes_and_wins_by_{name}"] = _by_trumps(tables, key, who, OTHERS)
    mine = [row for row in found["points_by_seat"] if row["seat"] == setting.seat]
    whose = side_words(rules.sides, rules.sides[rules.first_leader])
    right = f"The side that leads first, {whose}, has the right."
    sides = f"{our_side_words(rules, setting.seat)}. {right}"
    drawn = {
        "side": partial(
            _draw, found["points_by_side"], "trumps_of_the_side", "on the side that has it", headline, sides
        ),
        "mine": partial(_draw, mine, "trumps", f"in my hand (seat {setting.seat})", headline, sides),
    }
    alone, free = (rules_words("", option_for(rules, leads) or {}).lstrip(", ") for leads in (FIRST_SIDE, EVERYBODY))
    notes = [
        f"A difference is what the side that leads first has more if it alone may lead trumps ({alone}) than if "
        f"everybody may ({free}), on the same deals.",
        NOTE_CHANGES,
        sides,
        "By side and by seat: so many trumps were dealt to the side that has the right, or to that seat.",
        NOTE_INTERVALS,
        "All this is so for these policies.",
    ]
    return Report(headline, found, drawn, notes)


def _draw(rows: list[Row], key: str, where: str, headline: str, sides: str, ax: Axes) -> Axes:
    shown = known(rows)
    if len(shown) < 2:
        return charts.nothing(ax, headline.rstrip("."), [sides])
    notes = unknown_words(rows, shown, lambda few: f"{spans([row[key] for row in few])} trumps")
    return charts.differences(
        ax,
        shown,
        [many(row[key], "trump") for row in shown],
        along=f"card points more for the side that has the right, by the trumps {where}",
        title=told_by_number(RIGHT, shown, [row[key] for row in shown], f"trumps {where}"),
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=[*notes, "All intervals hold at once.", sides],
    )


STUDY = Study(
    "trump-lead",
    "What is the sole right to lead trumps worth to the side that leads first?",
    _unfit,
    _parts,
    _report,
    "card points that the right is worth",
)
