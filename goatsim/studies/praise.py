"""Which kind of deal should the praiser ask for?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from goatsim.engine.layout import KINDS
from goatsim.game import deals_kinds
from goatsim.games import Rules
from goatsim.lang import Measure, me, the_deal, them, us
from goatsim.mirror import praisers_trumps
from goatsim.praising import tricks_of
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Arm, Ask, Seen, Table
from goatsim.show import charts
from goatsim.show.text import listed, side_words
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REGULAR, *PRAISED = KINDS
REDEALT = "REGULAR with redeals"
"""The plain deal with the redeals of the rules, beside the eight kinds."""

PRAISER = 0
"""In single deals the first seat leads first, and it is the praiser."""

SAID = (
    "REGULAR is the plain cut: cards in two packets. ONE: one by one. HAPPY: down and up in turn, so that four tricks lie "
    "open before the play. MIRROR: the praiser takes trumps from the bottom of a packet. SELF: trumps to the hand, the "
    "first other card to a trick. FISH: the same, but it stays in hand. PANTS and PANTS2: a card, or two, of those drawn "
    "from both ends of the deck go to tricks."
)

BALANCE = us.eyes - them.eyes


def _unfit(rules: Rules) -> str:
    if "praise" not in rules.options:
        return f"{rules.name} knows no praise"
    if not deals_kinds(rules):
        return f"kinds of deal are for four players, partners opposite, with eight cards each, and {rules.name} has others"
    return "" if any(row.eyes or row.penalty for row in rules.scoring_rows()) else f"no deal of {rules.name} is worth eyes"


def _arms(setting: Setting) -> dict[str, Arm]:
    """Every kind of deal on the same cards, without redeals, and at last the plain deal with those of the rules."""
    # The plain deal as an answer of the praiser's policy shares its machine code with the other kinds.
    plain = [policy(praise=REGULAR) for policy in setting.policies]
    arms = {REGULAR: setting.arm({"praise": "free", "redeal": []}, plain)}
    arms |= {kind: setting.arm({"praise": kind, "redeal": []}) for kind in PRAISED}
    if setting.rules.redeal_rows():
        arms[REDEALT] = setting.arm({"praise": "none"})
    return arms


def _measures(rules: Rules) -> dict[str, Measure]:
    """What is told of every kind, from the praiser's chair."""
    found = {
        "eyes": BALANCE,
        "wins": us.winner,
        "trumps": me.trumps,
        "trumps of the side": us.trumps,
        "points": us.points - them.points,
        "before": us.laid_points - them.laid_points,
        "after": us.points - them.points - (us.laid_points - them.laid_points),
    }
    return found | ({"eggs": the_deal.egg} if "egg" in rules.outcomes else {})


COMPARED = ("points", "before", "after")
"""What is told only as a difference from the plain deal."""


def _parts(setting: Setting) -> tuple[Part, ...]:
    arms = _arms(setting)
    names = list(arms)
    asks = []
    for name, measure in _measures(setting.rules).items():
        for arm, kind in enumerate(names):
            against = (Seen(-1, 0, PRAISER),) if name in COMPARED else ()
            if arm or not against:
                asks.append(Ask(f"{name} {kind}", measure, (), (Seen(1, arm, PRAISER), *against)))
    for (one, first), (other, second) in combinations(enumerate(names), 2):
        pair = Seen(1, other, PRAISER), Seen(-1, one, PRAISER)
        asks.append(Ask(f"eyes {second} less {first}", BALANCE, (), pair))
    return (Part(tuple(arms.values()), tuple(asks), f"wins {REGULAR}"),)


class _Found:
    """What was found of every kind: differences in eyes hold for all pairs of kinds at once."""

    def __init__(self, setting: Setting, tables: Mapping[str, Table]) -> None:
        self.setting = setting
        self.tables = tables
        self.names = list(_arms(setting))
        self.deals = tables[f"wins {REGULAR}"].deals
        self.pairs = len(self.names) * (len(self.names) - 1) // 2

    def against(self, one: str, other: str) -> Estimate:
        """The eyes that a kind brings the praiser's side more than another."""
        if self.names.index(one) > self.names.index(other):
            return self.tables[f"eyes {one} less {other}"].among(self.pairs).mean()
        found = self.against(other, one)
        if found.value is None or found.low is None or found.high is None:
            return found
        return Estimate(0 - found.value, 0 - found.high, 0 - found.low, None, found.deals)

    def gain(self, kind: str) -> Estimate:
        """The eyes that a kind brings the praiser's side more than the plain deal."""
        return self.against(kind, REGULAR)

    @property
    def best(self) -> list[str]:
        """The kind that brings most eyes, and behind it those of which it cannot be told whether they bring less."""
        order = sorted(KINDS, key=lambda kind: -(self.tables[f"eyes {kind}"].mean().value or 0.0))
        first = order[0]
        return [first, *(kind for kind in order[1:] if (self.against(first, kind).low or 0.0) <= 0)]


def _headline(found: _Found) -> str:
    if not found.deals:
        return "No deal was played to its end."
    if found.deals == 1:
        return "The only deal played says next to nothing about kinds of deal."
    best = found.best
    if len(best) == len(KINDS):
        return "Which kind of deal the praiser should ask for cannot be told."
    if REGULAR in best:
        others = [kind for kind in best if kind != REGULAR]
        same = f"; whether {listed(others, 'or')} is better cannot be told" if others else ""
        return f"The praiser does well with the plain deal, REGULAR{same}."
    brings = [f"{_gain(found.gain(kind))} eyes a deal" for kind in best]
    if len(best) == 1:
        return f"The praiser should ask for {best[0]}: it brings {brings[0]} more than REGULAR, and more than any other kind."
    return (
        f"The praiser should ask for {listed(best, 'or')}, which bring {listed(brings)} more than REGULAR; which of them "
        "is best cannot be told."
    )


def _gain(estimate: Estimate) -> str:
    assert estimate.value is not None and estimate.low is not None and estimate.high is not None
    return charts.difference_words(estimate.value, estimate.low, estimate.high).lstrip("+")


def _tables(found: _Found) -> dict[str, list[Row]]:
    rules, tables = found.setting.rules, found.tables
    others = [name for name in found.names if name != REGULAR]
    rows: dict[str, list[Row]] = {
        "difference": [{"kind": kind, **estimated(found.gain(kind), "difference")} for kind in others],
        "eyes": [{"kind": kind, **estimated(tables[f"eyes {kind}"].mean(), "mean")} for kind in found.names],
        "wins": [{"kind": kind, **estimated(tables[f"wins {kind}"].share(), "share")} for kind in found.names],
    }
    if f"eggs {REGULAR}" in tables:
        rows["eggs"] = [{"kind": kind, **estimated(tables[f"eggs {kind}"].share(), "share")} for kind in found.names]
    rows["trumps"] = [
        {
            "kind": kind,
            "held_by": whose,
            **estimated(tables[f"{name} {kind}"].mean(), "mean"),
            **(_exact(rules, kind) if name == "trumps" else {"exact": None, "fraction": ""}),
        }
        for name, whose in (("trumps", "the praiser"), ("trumps of the side", "his side"))
        for kind in KINDS
    ]
    laid = [kind for kind in PRAISED if tricks_of(found.setting.arm({"praise": kind}).game, KINDS.index(kind))]
    count = len(others) + 2 * len(laid)
    said = {"points": "all tricks", "before": "tricks before the play", "after": "tricks of the play"}
    rows["points"] = [
        {"kind": kind, "of": what, **estimated(tables[f"{name} {kind}"].among(count).mean(), "difference")}
        for kind in others
        for name, what in said.items()
        if name == "points" or kind in laid
    ]
    return rows


def _exact(rules: Rules, kind: str) -> Row:
    """The praiser's trumps on average, where they can be counted: a card of other kinds than the mirror comes to a seat
    that was settled before anybody saw it, but in pants what finds a hand full goes elsewhere.
    """
    cards, trumps = len(rules.pack), len(rules.trumps)
    exact = None
    if kind == "MIRROR":
        if rules.options["mirror_for"] == "praiser":
            exact = praisers_trumps(cards, trumps, rules.hand_size, rules.seats)
    elif not kind.startswith("PANTS"):
        exact = praisers_trumps(cards, trumps, 0, rules.seats) 
    return {"exact": None if exact is None else float(exact), "fraction": "" if exact is None else str(exact)}
