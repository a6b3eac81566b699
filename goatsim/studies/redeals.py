"""How often does a deal allow a redeal, and which hands should claim one?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from goatsim.engine.layout import UNPLAYED_CHARGE
from goatsim.exact.claims import allows, chance_of_any, chance_of_one, said, written
from goatsim.games import Rules
from goatsim.games.redeal import ResolvedRedeal
from goatsim.lang import Measure, me, over, players, seat_at, the_deal, them, us
from goatsim.lang.kinds import NUMBER
from goatsim.runs.intervals import FEW, Estimate
from goatsim.runs.tasks import Arm, Ask, Seen, Table
from goatsim.show import charts
from goatsim.show.findings import sides_words
from goatsim.show.tables import measured
from goatsim.show.telling import COLOURS, difference_row, spans
from goatsim.show.text import NOTE_UNPLAYED, listed, side_words
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PRAISES = ("none", "free", "REGULAR")
"""Values of the option `praise` under which a deal may be one that nobody praised."""


def _unfit(rules: Rules) -> str:
    if rules.side_count != 2:
        return f"a claim is judged by the eyes of two sides, and {rules.name} has {rules.side_count}"
    if rules.options.get("praise", "none") not in PRAISES:
        return f"redeals are for deals that nobody praised, and praise={rules.options['praise']} praises them all"
    if rules.redeal_rows():
        return ""
    switches = [f"{key}={value}" for row in rules.redeal for key, value in row.when.items()]
    return f"no redeal can be claimed in {rules.name}" + (f" (--set {switches[0]} allows one)" if switches else "")


@dataclass(frozen=True)
class _Claim:
    """A condition, by its place among those of the rules, that in one arm is always claimed by one seat, or by its
    side if it is the side's, and by nobody else.
    """

    rules: Rules
    place: int
    row: ResolvedRedeal
    seat: int
    arm: int

    @property
    def name(self) -> str:
        """What its asks are called."""
        return f"{self.place} by seat {self.seat}"

    @property
    def called(self) -> str:
        """The condition in words."""
        return said(self.row)

    @property
    def key(self) -> str:
        """What its table and its chart are called: the reason, numbered where conditions share it."""
        same = [place for place, row in enumerate(self.rules.redeal_rows()) if row.reason == self.row.reason]
        return self.row.reason + (f"_{1 + same.index(self.place)}" if len(same) > 1 else "")

    @property
    def of_side(self) -> bool:
        """Whether it is a condition of a side and not of a hand."""
        return self.row.of == "side"

    @property
    def group(self) -> str:
        """What tells bad hands from worse: their points where the condition limits those, else their trumps."""
        return "hand_points" if self.row.points < self.rules.total_points else "trumps"

    @property
    def unit(self) -> str:
        """What these are counted in."""
        return self.group.removeprefix("hand_")

    def amount(self, number: int) -> str:
        """The badness of a hand in words: ``8 points``."""
        return f"{number} {self.unit[:-1] if number == 1 else self.unit}"

    @property
    def claimants(self) -> list[int]:
        """The seats that claim."""
        sides = self.rules.sides
        ours = [seat for seat, side in enumerate(sides) if side == sides[self.seat]]
        return ours if self.of_side else [self.seat]

    def asks(self) -> Iterator[Ask]:
        """Eyes and points more than if nobody claims, by whether there is something to claim and how bad it is."""
        by = [_from(self.seat, one) for one in (allows(self.row), getattr(us if self.of_side else me, self.group))]
        both = Seen(1, self.arm, self.seat), Seen(-1, 0, self.seat)
        yield Ask(f"eyes {self.name}", us.eyes - them.eyes, tuple(by), both)
        yield Ask(f"points {self.name}", us.points, tuple(by), both)


def _from(seat: int, measure: Measure) -> Measure:
    """A measure seen from the chair of a seat."""
    return over("sum" if measure.kind == NUMBER else "any", [seat_at(seat)], measure)


def _claimants(setting: Setting) -> dict[str, int]:
    """The seat that is `me`, and the next one of the other side."""
    sides, seats = setting.rules.sides, setting.rules.seats
    around = [(setting.seat + step) % seats for step in range(seats)]
    theirs = next(seat for seat in around if sides[seat] != sides[setting.seat])
    return {"our side": setting.seat, "the other side": theirs}


def _claims(setting: Setting) -> list[_Claim]:
    """Every condition claimed by our side, then the same by the other."""
    rows = setting.rules.redeal_rows()
    pairs = [(place, row, seat) for seat in _claimants(setting).values() for place, row in enumerate(rows)]
    return [_Claim(setting.rules, *pair, arm) for arm, pair in enumerate(pairs, 2)]


def _arm(setting: Setting, rows: Sequence[Mapping[str, object]], claimants: Sequence[int]) -> Arm:
    """The rules with some conditions, which some seats always claim and the others never."""
    regular = {"praise": "none"} if "praise" in setting.rules.options else {}
    claim = {seat: "always" if seat in claimants else "never" for seat in range(setting.rules.seats)}
    policies = [policy(claim=claim[seat]) for seat, policy in enumerate(setting.policies)]
    return setting.arm({**regular, "redeal": list(rows)}, policies)


def _parts(setting: Setting) -> tuple[Part, ...]:
    rules = setting.rules
    rows = rules.redeal_rows()
    every = [written(row) for row in rows]
    arms = [_arm(setting, every, ()), _arm(setting, every, range(rules.seats))]
    somebody = [over("any", players, allows(row)) for row in rows]
    asks = [Ask("any", reduce(or_, somebody))]
    for place, row in enumerate(rows):
        asks += [Ask(f"{place} one", allows(row)), Ask(f"{place} any", somebody[place])]
    asks += [Ask(name, getattr(the_deal, name), (), (Seen(1, 1),)) for name in ("redealt", "third_claim")]
    for claim in _claims(setting):
        # A condition that is asked as often as there are conditions is the same, and all arms share their machine code.
        arms.append(_arm(setting, [written(claim.row)] * len(rows), claim.claimants))
        asks += claim.asks()
    return (Part(tuple(arms), tuple(asks), "any"),)


class _Worth:
    """What a claim brings its side, all in all and by how bad the hand is. The intervals of all claims hold at once,
    and so do those of all hands.
    """

    def __init__(self, claim: _Claim, tables: Mapping[str, Table], claims: int, hands: int, what: str = "eyes") -> None:
        table = tables[f"{what} {claim.name}"]
        self.claim = claim
        self.groups = _bad(table)
        counts = sum(self.groups.values(), np.zeros(len(table.values), np.int64))
        self.all = table.among(claims).mean_of(counts)
        many = {group: some for group, some in self.groups.items() if some.sum() >= FEW}
        self.known = {group: table.among(hands).mean_of(some) for group, some in many.items()}
        """By how bad the hand is, for hands that came often enough to be judged."""

    @property
    def pays(self) -> int:
        """1 if claiming is better on average, -1 if it is worse, 0 if that cannot be told."""
        return self.all.sign if self.all.deals >= FEW else 0

    @property
    def paying(self) -> list[int]:
        """The hands for which claiming is known to pay, up to the first for which it is known not to."""
        found = []
        for group, estimate in sorted(self.known.items()):
            if estimate.sign < 0:
                break
            found += [group] if estimate.sign > 0 else []
        return found

    @property
    def paying_words(self) -> str:
        """With which hands claiming is known to pay, if not with all."""
        hands = self.paying
        if not hands or len(hands) == len(self.known):
            return ""
        unit = self.claim.unit[:-1] if hands == [1] else self.claim.unit
        return f"with {spans(hands)} {unit}{' of the side' if self.claim.of_side else ''}"


def _size(estimate: Estimate) -> str:
    assert estimate.value is not None and estimate.low is not None and estimate.high is not None
    return measured(abs(estimate.value), estimate.low, estimate.high)


def _bad(table: Table) -> dict[int, np.ndarray]:
    """The counts of the hands that allow a claim, by how bad they are."""
    return {group: counts for (allowed, group), counts in table.groups() if allowed}


def _worths(setting: Setting, tables: Mapping[str, Table], what: str = "eyes") -> list[_Worth]:
    claims = _claims(setting)
    hands = [counts.sum() for claim in claims for counts in _bad(tables[f"{what} {claim.name}"]).values()]
    known = sum(deals >= FEW for deals in hands)
    return [_Worth(claim, tables, len(claims), known, what) for claim in claims]


def _headline(ours: Sequence[_Worth], often: Estimate) -> str:
    if not often.deals:
        return "No deal was played to its end."
    if often.deals == 1:
        return f"The only deal played {'allows a' if often.hits else 'allows no'} redeal, which says next to nothing."
    if not often.hits:
        return f"Not one of {often.deals:,} deals allows a redeal."
    told = [worth for worth in sorted(ours, key=lambda worth: -(worth.all.value or 0.0)) if worth.pays]
    parts = []
    for sign, verb in ((1, "brings our side"), (-1, "costs our side")):
        found = [worth for worth in told if worth.pays == sign]
        if found:
            words = [
                f"{_size(worth.all)}{' eyes' * (not k)} with {worth.claim.called}"
                + (f" (clearly {worth.paying_words})" if sign > 0 and worth.paying_words else "")
                for k, worth in enumerate(found)
            ]
            parts.append(f"{verb} {listed(words)}")
    unknown = [worth.claim.called for worth in ours if not worth.pays]
    head = f"{charts.share_words(often).capitalize()} of deals allow a redeal"
    if not parts:
        return f"{head}; whether a claim pays cannot be told."
    rest = f"; whether it pays with {listed(unknown, 'or')} cannot be told" if unknown else ""
    return f"{head}; a claim {' and '.join(parts)}{rest}."


def _chances(setting: Setting, tables: Mapping[str, Table]) -> list[Row]:
    rows: list[Row] = []
    for place, row in enumerate(setting.rules.redeal_rows()):
        of = "team" if row.of == "side" else "hand"
        for name, who, exact in (
            ("one", f"our {of}" if of == "team" else "my hand", chance_of_one(setting.rules, row)),
            ("any", f"any {of}", chance_of_any(setting.rules, row)),
        ):
            rows.append(
                {
                    "condition": said(row),
                    "held_by": who,
                    **estimated(tables[f"{place} {name}"].share(), "share"),
                    "exact": None if exact is None else float(exact),
                    "fraction": "" if exact is None else str(exact),
                }
            )
    every = estimated(tables["any"].share(), "share")
    return [*rows, {"condition": "any of them", "held_by": "anybody", **every, "exact": None, "fraction": ""}]


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    worths, points = _worths(setting, tables), _worths(setting, tables, "points")
    ours = [worth for worth in worths if worth.claim.seat == setting.seat]
    headline = _headline(ours, tables["any"].share())
    who = {seat: name for name, seat in _claimants(setting).items()}
    found: dict[str, Sequence[Row]] = {
        "chances": _chances(setting, tables),
        "claims": [
            {"if_everybody_claims": what, **estimated(tables[name].share(), "share")}
            for name, what in (
                ("redealt", "a deal is redealt at least once"),
                ("third_claim", "a deal ends by the third claim"),
            )
        ],
    }
    for name, all_of in (("worth", worths), ("worth_in_points", points)):
        found[name] = [
            difference_row({"condition": one.claim.called, "claimed_by": who[one.claim.seat]}, one.all)
            for one in all_of
            if one.all.deals >= FEW
        ]
    for one in worths:
        other = "" if one.claim.seat == setting.seat else "_other_side"
        found[f"{one.claim.key}{other}"] = [
            difference_row({one.claim.group: group}, estimate) for group, estimate in one.known.items()
        ]
    sides = sides_words(setting.rules, setting.seat)
    drawn = {
        "chances": partial(_draw_chances, found["chances"], tables, headline, sides),
        "worth": partial(_draw_worth, worths, who, headline, sides),
    }
    drawn |= {one.claim.key: partial(_draw_hands, one, headline, sides) for one in ours}
    return Report(headline, found, drawn, _notes(setting, sides))


def _notes(setting: Setting, sides: str) -> list[str]:
    rules, who = setting.rules, _claimants(setting)
    forced = [said(row) for row in rules.redeal_rows() if row.forced]
    judged = f"seat {who['our side']} for our side, seat {who['the other side']} for the other"
    notes = [
        sides,
        "Worth: how many more eyes (or card points) a side gets from a deal in which it may claim if it always claims "
        "than if it plays on, on the same deals, all policies playing on as they do.",
        f"The claim of a hand is judged at one seat of a side ({judged}); only that condition counts then, and nobody "
        "else claims, whatever the policies would decide. By hand points and trumps: of the first hand, or of the two "
        "hands of a side where the condition is one of a side.",
        "The intervals of worth hold for all rows of a table at once, and so do those of all hands of all conditions. "
        f"What came in fewer than {FEW} deals is left out.",
        f"The third claim of a deal ends it, and {side_words(rules.sides, rules.sides[-1])}, the dealer's side, pay "
        f"{UNPLAYED_CHARGE} eyes.",
    ]
    if forced:
        notes.append(f"The rules cancel a deal with {listed(forced)} at once; here its holder may choose.")
    if rules.options.get("praise", "none") != "none":
        notes.append("Nobody praises here, since a deal that was praised is not redealt.")
    return [*notes, NOTE_UNPLAYED]


def _draw_chances(rows: Sequence[Row], tables: Mapping[str, Table], headline: str, sides: str, ax: Axes) -> Axes:
    often = tables["any"].share()
    if not often.deals:
        return charts.nothing(ax, headline, [sides])
    bars = [row for row in rows if row["held_by"].startswith("any")]
    title = f"{charts.share_words(often).capitalize()} of deals allow a redeal"
    strict = [tables[f"{place} any"].among(len(bars) - 1).share() for place in range(len(bars) - 1)]
    least = max(share.low or 0.0 for share in strict)
    first, *others = (row for row, share in zip(bars, strict, strict=False) if (share.high or 0.0) >= least)
    if not others:
        title += f", most often for {first['condition']}"
    return charts.bars_with_intervals(
        ax,
        bars,
        [f"{row['condition']}\n{row['held_by']}" for row in bars],
        across="what allows it, and who holds it",
        up="share of deals",
        title=title if often.hits and often.deals > 1 else headline,
        colours=[*[charts.QUIET] * (len(bars) - 1), charts.NEITHER],
        notes=[sides],
    )


LEGEND = "Blue: better to claim; orange: better to play on; grey: cannot be told."


def _draw_worth(worths: list[_Worth], who: Mapping[int, str], headline: str, sides: str, ax: Axes) -> Axes:
    known = [worth for worth in worths if worth.all.deals >= FEW]
    if not known:
        return charts.nothing(ax, headline, [sides])
    known.sort(key=lambda worth: -(worth.all.value or 0.0))
    signs: dict[str, set[int]] = {}
    for worth in known:
        signs.setdefault(worth.claim.called, set()).add(worth.pays)
    pays, costs = ([called for called, found in signs.items() if found == {sign}] for sign in (1, -1))
    told = [f"{verb} with {listed(some)}" for verb, some in (("pays", pays), ("costs", costs)) if some]
    title = f"A claim {listed(told)}" if told else "Whether a claim pays cannot be told"
    return charts.differences(
        ax,
        [difference_row({}, worth.all) for worth in known],
        [f"{worth.claim.called},\n{who[worth.claim.seat]}" for worth in known],
        along="eyes that a claim brings the side that makes it, compared with playing on",
        title=title,
        colours=[COLOURS[worth.all.sign] for worth in known],
        notes=[LEGEND, sides],
    )


def _draw_hands(worth: _Worth, headline: str, sides: str, ax: Axes) -> Axes:
    known, claim = worth.known, worth.claim
    if not known:
        return charts.nothing(ax, headline, [f"No hand with {claim.called} came {FEW} times.", sides])
    signs = {found.sign for found in known.values()}
    title = f"With {claim.called} a claim "
    if signs == {1} or signs == {-1}:
        ever = "with every hand that came often" if len(worth.groups) > len(known) else "whatever else is held"
        title += f"{'pays' if 1 in signs else 'costs'}, {ever}"
    elif worth.paying:
        title += f"clearly pays {worth.paying_words}"
        worse = [group for group, found in known.items() if found.sign < 0]
        title += f", and costs with {claim.amount(min(worse))}" if worse else ""
    else:
        title += "may pay or not: the deals do not tell" if signs == {0} else "costs with some hands"
    whose = "the side" if claim.of_side else "the hand"
    return charts.differences(
        ax,
        [difference_row({}, found) for found in known.values()],
        [*map(claim.amount, known)],
        along=f"eyes that our side gets more by a claim than by playing on, by {claim.unit} of {whose}",
        title=title,
        colours=[COLOURS[found.sign] for found in known.values()],
        notes=[*["Hands that came too seldom are left out."] * (len(worth.groups) > len(known)), LEGEND, sides],
    )


STUDY = Study(
    "redeals",
    "How often does a deal allow a redeal, and which hands should claim one?",
    _unfit,
    _parts,
    _report,
    "share of deals that allow a redeal",
)
