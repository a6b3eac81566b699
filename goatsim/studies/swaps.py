"""What is passing one's only trump to the partner worth?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from goatsim.exact.counting import chance
from goatsim.exact.offers import offering, scoring
from goatsim.game import Game, ends_unplayed, game_of
from goatsim.games import Rules
from goatsim.lang import Measure, me, over, players, the_deal, them, us
from goatsim.lang.places import Who
from goatsim.lang.swaps import plain_cards
from goatsim.lang.trumps import trump_names
from goatsim.runs import intervals
from goatsim.runs.intervals import FEW, Estimate
from goatsim.runs.tasks import Arm, Ask, Table
from goatsim.seats.decisions import NEVER_ALWAYS
from goatsim.seats.define import Policy
from goatsim.show import charts
from goatsim.show.findings import sides_words
from goatsim.show.telling import COLOURS, difference_row, known, points_words, spanned, told, unknown_words, verdict
from goatsim.show.text import listed
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated
from goatsim.studies.common.changes import (
    CHANGES,
    NOTE_CHANGES,
    NOTE_INTERVALS,
    OTHERS,
    POINTS,
    Change,
    Counts,
    changes_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NO_SWAPS = {"swap_one": "off", "swap_two": "off"}

FRESH = {"praise": "none", "p_no_cut": 0, "p_wrong_cut": 0, **NO_SWAPS}
"""Options, beside those of redeals, without which the hands that are played are the first that were dealt."""

NEVER = NEVER_ALWAYS.index("never")

MOST = 500_000
"""Deals of the parts beside the main question."""

SIDES: Mapping[str, tuple[Who, Who]] = {"us": (us, them), "them": (them, us)}

BOTH = "both (change for us)"
FIRST, PLAYED = "as first dealt", "as played"
PASSED = me.passed_trump > 0
PASSED_ONE = PASSED & (me.trumps == 1)
PASSED_TWO = PASSED & (me.trumps == 2)


def _unfit(rules: Rules) -> str:
    if "swap_one" not in rules.options:
        return f"nobody passes a trump in {rules.name}"
    if rules.side_count != 2 or any(rules.sides.count(side) != 2 for side in rules.sides):
        return f"a trump goes to one's only partner of two sides, and {rules.name} has other sides"
    if rules.options["swap_one"] == "off":
        return f"the swap of one trump is off in {rules.name} (--set swap_one=optional)"
    return ""


def _asks(
    name: str, groups: Callable[[Who, Who], tuple[Measure, ...]], pairs: Sequence[tuple[int, int]] = ((0, 1), (0, 1))
) -> list[Ask]:
    """What changes for either side from an arm to another, a pair of them a side."""
    return [
        ask
        for (side, (who, other)), pair in zip(SIDES.items(), pairs, strict=True)
        for ask in changes_of(f"{name}, {side}", who, other, groups(who, other), pair)
    ]


def _cards(who: Who, other: Who) -> tuple[Measure, ...]:
    return (over("max", who, me.passed_trump), over("max", who, me.returned_plain), over("any", other, PASSED))


def _cards_of_one(who: Who, other: Who) -> tuple[Measure, ...]:
    return (over("any", who, PASSED_TWO), *_cards(who, other))


def _kept(who: Who, other: Who) -> tuple[Measure, ...]:
    return (over("any", who, PASSED_ONE),)


def _one(who: Who, other: Who) -> tuple[Measure, ...]:
    return (over("any", who, PASSED_ONE), over("any", other, PASSED_ONE))


def _two(who: Who, other: Who) -> tuple[Measure, ...]:
    return (over("any", who, PASSED_TWO), over("any", other, PASSED_TWO))


def _situations(rules: Rules, seat: int) -> dict[str, tuple[Measure, Fraction]]:
    """What is asked of dealt hands, and how often it is so in a fresh deal; `seat`: who I am."""
    one = offering(rules, "one")
    found: dict[str, Measure] = {
        "I am dealt exactly one trump": me.trumps == 1,
        "our side has an only trump to pass": over("any", us, one),
        "a side has an only trump to pass": over("any", players, one),
        "both sides have an only trump to pass": over("any", us, one) & over("any", them, one),
    }
    if "swap_two" in rules.options and scoring(rules):
        two = offering(rules, "two")
        found |= {
            "our side has one of two trumps to pass": over("any", us, two),
            "a side has one of two trumps to pass": over("any", players, two),
        }
    return {name: (measure, chance(game_of(rules), measure, seat)) for name, measure in found.items()}


def _chosen(game: Game) -> bool:
    """Whether the hands that are played need not be those that were dealt first, after a plain cut."""
    return game.shape.redeals > 0 or game.shape.kinds > 0


def _fresh(setting: Setting) -> dict[str, object]:
    """The options under which they are; none where that is so anyway or cannot be had."""
    options = setting.rules.options
    off = {**FRESH, **{name: "off" for name in options if name.startswith("redeal_")}}
    wanted = {name: value for name, value in off.items() if name in options}
    return wanted if _chosen(setting.game) and not _chosen(setting.arm(wanted).game) else {}


def _may_keep(policy: Policy) -> bool:
    """Whether a policy may keep a trump that it may pass."""
    for one in policy.chain:
        if "give" in one.fixed:
            return one.fixed["give"] == NEVER
        if "give" in one.decisions:
            return True
    return False


def _told_to(setting: Setting, side: str, answer: str) -> Arm:
    """An arm in which the players of a side always, or never, pass a trump."""
    ours = setting.rules.sides[setting.seat]
    changed = [
        policy(give=answer) if (owner == ours) == (side == "us") else policy
        for policy, owner in zip(setting.policies, setting.rules.sides, strict=True)
    ]
    return setting.arm(policies=changed)


def _parts(setting: Setting) -> tuple[Part, ...]:
    rules = setting.rules
    given = setting.arm()
    two = rules.options.get("swap_two") == "optional"
    situations = _situations(rules, setting.seat)
    unswapped = setting.arm({name: "off" for name in NO_SWAPS if name in rules.options})
    asks = [
        Ask("swapped", the_deal.swapped),
        *_asks("swap", _cards_of_one if two else _cards),
        *(Ask(f"played: {name}", measure) for name, (measure, _) in situations.items()),
    ]
    parts = [Part((given, unswapped), tuple(asks), "swapped")]
    few = partial(min, MOST)
    if fresh := _fresh(setting):
        dealt = tuple(Ask(f"fresh: {name}", measure) for name, (measure, _) in situations.items())
        parts.append(Part((setting.arm(fresh),), dealt, deals=few))
    if rules.options["swap_one"] == "optional":
        arms = tuple(_told_to(setting, side, answer) for side in SIDES for answer in ("always", "never"))
        parts.append(Part(arms, tuple(_asks("keep", _kept, [(0, 1), (2, 3)])), deals=few))
    if rules.options["swap_one"] == "optional" and any(map(_may_keep, setting.policies)):
        forced = setting.arm({"swap_one": "forced"})
        parts.append(Part((forced, unswapped), tuple(_asks("forced", _one)), deals=few))
    if "swap_two" in rules.options:
        arms = (setting.arm({"swap_two": "optional"}), setting.arm({"swap_two": "off"}))
        parts.append(Part(arms, tuple(_asks("two", _two)), deals=few))
    return tuple(parts)


class _Change(Change):
    """How one thing changes for both sides, in groups (done, done by the other side)."""

    def __init__(self, tables: Mapping[str, Table], name: str, what: str) -> None:
        super().__init__(tables, [f"{name}, {side}" for side in SIDES], what)

    def who(self) -> dict[str, Counts]:
        """Deals by who did it."""
        return _by_who(self.cells[:, 1])


class _Cards(_Change):
    """How one thing changes with the swap of one trump."""

    def __init__(self, tables: Mapping[str, Table], what: str) -> None:
        super().__init__(tables, "swap", what)
        # Where nobody passes one of two trumps there is no such group.
        self.cells = self.cells.reshape(2, -1, *self.cells.shape[-4:])
        self.alone = self.cells[:, 0, 1:, 1:, 0]

    def who(self) -> dict[str, Counts]:
        """Deals by who passes an only trump, or, of both sides, any."""
        swaps = self.cells[:, :, 1:, 1:].sum(axis=(2, 3))
        return {**_by_who(swaps[:, 0]), BOTH: swaps[0, :, 1]}


class _Kept(_Change):
    """How one thing changes for a side that passes an only trump and does not keep it."""

    def who(self) -> dict[str, Counts]:
        return dict(zip(SIDES, self.cells[:, 1], strict=True))


def _by_who(cells: Counts) -> dict[str, Counts]:
    return {"us alone": cells[0, 0], "them alone": cells[1, 0], BOTH: cells[0, 1]}


def _rows(changes: Mapping[str, _Change]) -> list[Row]:
    """A row for everybody who did it and every thing that changes, which hold at once."""
    seen = {(who, what): counts for what, change in changes.items() for who, counts in change.who().items()}
    seen = {key: counts for key, counts in seen.items() if counts.any()}
    order = sorted(seen, key=lambda key: list(next(iter(changes.values())).who()).index(key[0]))
    return [
        difference_row({"who_passes": who, "change_in": what}, changes[what].of(seen[who, what], len(seen)))
        for who, what in order
    ]


def _card_rows(key: str, axis: int, names: Sequence[str], change: _Cards, among: int) -> list[Row]:
    """A row for every trump passed (axis 1) or plain card given back (axis 2) by a side that alone passes one, the
    strongest first. Of so many changes such rows hold at once.
    """
    groups = np.moveaxis(change.alone, axis, 0)
    seen = {name: counts for name, counts in zip(names, groups, strict=True) if counts.any()}
    return [difference_row({key: name}, change.of(seen[name], among * len(seen))) for name in reversed(seen)]


def _situation_rows(game: Game, seat: int, tables: Mapping[str, Table]) -> list[Row]:
    unknown = {"exact": None, "fraction": None}
    swapped = tables["swapped"]
    hands = PLAYED if _chosen(game) else FIRST
    rows = []
    for name, (_, exact) in _situations(game.rules, seat).items():
        known = {"exact": float(exact), "fraction": f"{exact.numerator}/{exact.denominator}"}
        if hands == PLAYED:
            fresh = tables.get(f"fresh: {name}")
            share = fresh.share() if fresh else intervals.share(0, 0, swapped.confidence)
            rows.append({"situation": name, "hands": FIRST, **estimated(share, "share"), **known})
        played = tables[f"played: {name}"].share()
        beside = known if hands == FIRST else unknown
        rows.append({"situation": name, "hands": hands, **estimated(played, "share"), **beside})
    passed = {"situation": "a trump is passed", "hands": hands}
    return [*rows, {**passed, **estimated(swapped.share(), "share"), **unknown}]


def _headline(worth: Estimate, played: int) -> str:
    deals = f"{played:,} deals" if played != 1 else "the only deal"
    if worth.value is None:
        return f"Nobody passes an only trump in {deals}." if played else "No deal was played to its end."
    if worth.deals < FEW:
        return f"Too few only trumps are passed in {deals} to tell what that is worth: {worth.deals}."
    found = spanned(worth, "card points")
    if worth.sign > 0:
        return f"Passing your only trump to your partner is worth {found} to your side."
    if worth.sign < 0:
        return f"Passing your only trump to your partner costs your side card points: {found}."
    return f"Whether passing your only trump to your partner pays cannot be told: {found} to your side."


def _notes(setting: Setting, names: Sequence[str]) -> list[str]:
    rules = setting.rules
    notes = [
        "A difference is what a side has more with the swaps of the rules than without any on the same deals, those in "
        "which it alone passes its only trump; where both sides pass one it is what our side has more.",
        NOTE_CHANGES,
        sides_words(rules, setting.seat),
        NOTE_INTERVALS,
        "All this is so for these policies, which also choose the card that is given back; that card tells of the hand "
        "it comes from, too.",
    ]
    if _chosen(setting.game):
        notes.append(
            f"Hands {PLAYED} are what redeals and praise have left, no longer dealt at random; the exact chances are "
            f"those of hands {FIRST}."
        )
    if ends_unplayed(setting.game) or setting.game.shape.kinds:
        early = ", or whose first tricks are played while the cards are dealt" * setting.game.shape.kinds
        notes.append(f"Nobody passes a trump in a deal that is not played{early}.")
    if "keeping" in names:
        notes.append(
            "Keeping: what a side has more if its players always pass an only trump (give=always) than if they never "
            "do (give=never), the others as they are, in deals in which it then passes one."
        )
    if "forced" in names:
        notes.append("Forced: the same as by side, with the swap of one trump forced on everybody.")
    elif "keeping" in names:
        notes.append("These players pass an only trump whenever they may, so a forced swap would change nothing.")
    if rules.turns_up:
        notes.append("A trump named by its rank alone is of the suit turned up.")
    if "two_trumps" in names:
        notes.append(
            "Two trumps: what a side that passes one of two trumps (swap_two=optional) has more than in the same deals "
            "without that swap, all other rules alike."
        )
    return notes


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules = setting.rules
    cards = {what: _Cards(tables, what) for what in CHANGES}
    worth = {what: change.of(change.alone, len(cards)) for what, change in cards.items()}
    found: dict[str, list[Row]] = {
        "worth": [difference_row({"who_passes": "one side", "change_in": what}, each) for what, each in worth.items()],
        "by_side": _rows(cards),
    }
    for name, axis, names in (("trump", 1, trump_names(setting.game)), ("given_back", 2, plain_cards(setting.game))):
        found[f"points_by_{name}"] = _card_rows(name, axis, names, cards[POINTS], 1)
        found[f"eyes_and_wins_by_{name}"] = [
            {"change_in": what, **row}
            for what in OTHERS
            for row in _card_rows(name, axis, names, cards[what], len(OTHERS))
        ]
    for name, part, kind in (("keeping", "keep", _Kept), ("forced", "forced", _Change), ("two_trumps", "two", _Change)):
        if f"{part}, us: {POINTS}" in tables:
            found[name] = _rows({what: kind(tables, part, what) for what in CHANGES})
    found["situations"] = _situation_rows(setting.game, setting.seat, tables)
    headline = _headline(worth[POINTS], tables["swapped"].deals)
    title, sides = headline.rstrip("."), sides_words(rules, setting.seat)
    drawn = {
        "trumps": partial(_draw_cards, found["points_by_trump"], "trump", "by the trump passed", title, sides),
        "sides": partial(_draw_sides, found["by_side"], title, sides),
        "cards": partial(
            _draw_cards, found["points_by_given_back"], "given_back", "by the card given back", title, sides
        ),
    }
    return Report(headline, found, drawn, _notes(setting, list(found)))


def _draw_cards(rows: list[Row], key: str, by: str, headline: str, sides: str, ax: Axes) -> Axes:
    shown = known(rows)
    if not shown:
        return charts.nothing(ax, headline, [sides])
    names = [str(row[key]) for row in shown]
    notes = unknown_words(rows, shown, lambda few: listed(row[key] for row in few))
    return charts.differences(
        ax,
        shown,
        names,
        along=f"card points more for the side that passes its only trump, {by}",
        title=told("Passing an only trump", "trump" if key == "trump" else "card", shown, names, len(rows) - len(shown))
        if len(shown) > 1
        else headline,
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=[*notes, "All intervals hold at once.", sides],
    )


def _draw_sides(rows: list[Row], headline: str, sides: str, ax: Axes) -> Axes:
    points = [row for row in rows if row["change_in"] == POINTS]
    shown = known(points)
    if not shown:
        return charts.nothing(ax, headline, [sides])
    words = [
        f"{row['who_passes'].removesuffix(' alone')} {points_words(row)}{'' if verdict(row) else ' (or none)'}"
        for row in shown
        if row["who_passes"] != BOTH
    ]
    return charts.differences(
        ax,
        shown,
        list(map(_passing, shown)),
        along="card points more for the side that passes its only trump",
        title=f"Passing an only trump brings {listed(words)}" if words else headline,
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=[
            *["Both: both sides pass one, and our side has so much more."]
            * any(row["who_passes"] == BOTH for row in shown),
            *unknown_words(points, shown, lambda few: listed(map(_passing, few))),
            "All intervals hold at once.",
            sides,
        ],
    )


def _passing(row: Mapping[str, object]) -> str:
    """Who passes a trump, as the chart names it."""
    return "both, for us" if row["who_passes"] == BOTH else str(row["who_passes"])


STUDY = Study(
    "swaps",
    "What is passing one's only trump to the partner worth, by the trump and by the card given back?",
    _unfit,
    _parts,
    _report,
    "share of deals with a swap",
)
