"""Which kind of deal should the praiser ask for?"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from goatsim.engine.layout import KINDS
from goatsim.exact.mirror import praisers_trumps
from goatsim.game import deals_kinds, ends_unplayed
from goatsim.games import Rules
from goatsim.lang import Measure, me, the_deal, them, us
from goatsim.records.praising import tricks_of
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Arm, Ask, Seen, Table
from goatsim.show import charts
from goatsim.show.telling import COLOURS, verdict
from goatsim.show.text import NOTE_UNPLAYED, listed, side_words
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated
from goatsim.studies.common.kinds_by_score import Choice, KindsByScore, draw, no_scores, rows_of, title_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REGULAR, *PRAISED = KINDS
REDEALT = "REGULAR with redeals"
"""The plain deal with the redeals of the rules, beside the eight kinds."""

PRAISER = 0
"""In single deals the first seat leads first, and it is the praiser."""

SAID = (
    "REGULAR is the plain cut: cards in two packets. ONE: one by one. HAPPY: down and up in turn, so that four tricks "
    "lie open before the play. MIRROR: the praiser takes trumps from the bottom of a packet. SELF: trumps to the hand, "
    "the first other card to a trick. FISH: the same, but it stays in hand. PANTS and PANTS2: a card, or two, of those "
    "drawn from both ends of the deck go to tricks."
)

BALANCE = us.eyes - them.eyes


def _unfit(rules: Rules) -> str:
    if "praise" not in rules.options:
        return f"{rules.name} knows no praise"
    if not deals_kinds(rules):
        return (
            f"kinds of deal are for four players, partners opposite, with eight cards each, and {rules.name} has others"
        )
    return (
        "" if any(row.eyes or row.penalty for row in rules.scoring_rows()) else f"no deal of {rules.name} is worth eyes"
    )


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


JUDGE = f"eyes PANTS2 less {REGULAR}"
"""What is to be known well enough."""

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
    scores = _by_score(setting)
    more = scores.more.values() if scores else ()
    asks += scores.asks() if scores else []
    return (Part((*arms.values(), *more), tuple(asks), JUDGE),)


def _by_score(setting: Setting) -> KindsByScore | None:
    """The kinds of deal at the scores of a match, if the game has matches; later deals are as without a praise."""
    if no_scores(setting.rules):
        return None
    arms = _arms(setting)
    return KindsByScore(setting, arms, REDEALT if REDEALT in arms else REGULAR)


class _Found:
    """What was found of every kind: differences in eyes hold for all pairs of kinds at once."""

    def __init__(self, setting: Setting, tables: Mapping[str, Table]) -> None:
        self.setting = setting
        self.tables = tables
        self.names = list(_arms(setting))
        self.deals = tables[JUDGE].deals
        self.pairs = len(self.names) * (len(self.names) - 1) // 2

    def against(self, one: str, other: str) -> Estimate:
        """The eyes that a kind brings the praiser's side more than another."""
        if self.names.index(one) > self.names.index(other):
            return self.tables[f"eyes {one} less {other}"].among(self.pairs).mean()
        return self.against(other, one).turned()

    def gain(self, kind: str) -> Estimate:
        """The eyes that a kind brings the praiser's side more than the plain deal."""
        return self.against(kind, REGULAR)

    @property
    def best(self) -> list[str]:
        """The kinds of which none is known to bring fewer eyes than another; first the one that brought most."""
        order = sorted(KINDS, key=lambda kind: -(self.tables[f"eyes {kind}"].mean().value or 0.0))
        less = {kind for kind in order for other in order if other != kind and self.against(other, kind).sign > 0}
        return [kind for kind in order if kind not in less]


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
    if len(best) == 1:
        more = "more than REGULAR, and more than any other kind"
        return f"The praiser should ask for {best[0]}: it brings {_gain(found.gain(best[0]))} eyes a deal {more}."
    rest = "which of them is best cannot be told"
    known = [f"{kind} {_gain(found.gain(kind))}" for kind in best if found.gain(kind).sign > 0]
    more = f" (eyes a deal more than REGULAR: {listed(known)})" if known else ""
    return f"The praiser should ask for {listed(best, 'or')}; {rest}{more}."


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
    laid = [kind for place, kind in enumerate(KINDS) if tricks_of(found.setting.game, place)]
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
    exact: Fraction | None = None
    if kind == "MIRROR":
        if rules.options["mirror_for"] == "praiser":
            exact = praisers_trumps(cards, trumps, rules.hand_size, rules.seats)
    elif not kind.startswith("PANTS"):
        exact = Fraction(rules.hand_size * trumps, cards)
    return {"exact": None if exact is None else float(exact), "fraction": "" if exact is None else str(exact)}


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    found = _Found(setting, tables)
    headline = _headline(found)
    scores = _by_score(setting)
    choices = scores.choices(tables) if scores else []
    rows = _tables(found)
    side = side_words(setting.rules.sides, setting.rules.sides[PRAISER])
    sides = f"Seat {PRAISER} is the praiser; his side is {side}, whoever me is."
    drawn = {
        "difference": partial(_draw_difference, found, headline, sides),
        "points": partial(_draw_points, rows["points"], headline, sides),
    }
    if scores:
        rows["by_score"] = rows_of(choices)
        drawn["by_score"] = partial(draw, choices, headline, [_later(found), sides])
    return Report(headline, rows, drawn, _notes(found, choices, sides))


def _later(found: _Found) -> str:
    plain = "with the redeals of the rules" if REDEALT in found.names else "without redeals"
    return f"Compared with no praise, a plain deal {plain}; so are all later deals of the match."


def _notes(found: _Found, choices: list[Choice], sides: str) -> list[str]:
    rules = found.setting.rules
    notes = [
        sides,
        SAID,
        "All kinds are dealt from the same shuffled packs and played by the same policies. Nobody claims a redeal in "
        "them, since a deal that was praised is not redealt"
        + (f"; {REDEALT} is the plain deal in which the policies may." if REDEALT in found.names else "."),
        "Difference: the eyes that a kind brings the praiser's side more than REGULAR, those of the other side taken "
        f"off (points in the same way); its intervals hold for all {found.pairs} pairs of kinds at once.",
    ]
    if rules.options.get("swap_one", "off") != "off" or rules.options.get("swap_two", "off") != "off":
        notes.append("Trumps are passed between partners only where no trick lies before the play.")
    if rules.options["praise"] == "free":
        notes.append("What the praiser's policy would ask for does not matter here.")
    notes.append(
        "In PANTS and PANTS2 a card that finds a hand full goes elsewhere, so that trumps are not counted exactly."
    )
    if ends_unplayed(found.setting.game):
        notes.append(NOTE_UNPLAYED)
    why = no_scores(rules)
    if why:
        return [*notes, f"No best kind by score: {why}."]
    if not choices:
        return [*notes, "The deals do not show what to ask for at a score of a match."]
    return [*notes, f"By the score of the match: {title_of(choices)}. {_later(found)}"]


LEGEND = "Blue: better than REGULAR; orange: worse; grey: cannot be told."


def _draw_difference(found: _Found, headline: str, sides: str, ax: Axes) -> Axes:
    if not found.deals:
        return charts.nothing(ax, headline, [sides])
    others = [name for name in found.names if name != REGULAR]
    rows = [{"kind": kind, **estimated(found.gain(kind), "difference")} for kind in others]
    rows.sort(key=lambda row: -row["difference"])
    better, worse = ([row["kind"] for row in rows if verdict(row) == sign and row["kind"] in KINDS] for sign in (1, -1))
    return charts.differences(
        ax,
        rows,
        [row["kind"] for row in rows],
        along="eyes a deal that the praiser's side gets more than with REGULAR",
        title=_title(better, worse),
        colours=[COLOURS[verdict(row)] for row in rows],
        notes=[LEGEND, sides],
    )


def _title(better: list[str], worse: list[str]) -> str:
    """Say which kinds bring more eyes than the plain deal, and which fewer."""
    parts = [f"{much} with {listed(kinds)}" for much, kinds in (("more", better), ("less", worse)) if kinds]
    if not parts:
        return "No kind of deal is known to differ from the plain one"
    return f"The praiser's side gets {listed(parts)} than with the plain deal"


def _draw_points(rows: list[Row], headline: str, sides: str, ax: Axes) -> Axes:
    shown = [row for row in rows if row["kind"] != REDEALT and row["difference"] is not None]
    if not shown:
        return charts.nothing(ax, headline, [sides])
    laid = [row for row in shown if row["of"] == "tricks before the play" and row["low"] > 0]
    title = "Where the card points of a kind come from"
    if laid:
        title = f"Tricks before the play favour the praiser's side in {listed(row['kind'] for row in laid)}"
    return charts.differences(
        ax,
        shown,
        [f"{row['kind']}, {row['of']}" for row in shown],
        along="card points more than with REGULAR, those of the other side taken off",
        title=title,
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=[LEGEND, sides],
    )


STUDY = Study(
    "praise",
    "Which kind of deal should the praiser ask for?",
    _unfit,
    _parts,
    _report,
    "eyes that PANTS2 brings the praiser's side more than REGULAR",
)
