"""Which policy is the strongest?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from goatsim.games import Rules
from goatsim.lang import Measure, them, us
from goatsim.runs.intervals import Estimate
from goatsim.runs.machine import asked
from goatsim.runs.tasks import Ask, Table, difference
from goatsim.seats.define import Policy
from goatsim.seats.named import line_up, named, names
from goatsim.show import charts
from goatsim.show.findings import sides_words
from goatsim.show.telling import COLOURS, verdict
from goatsim.show.text import listed
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MINUS = "\N{MINUS SIGN}"
PENALTY = "penalty"
"""What is better the less there is of it."""


def _unfit(rules: Rules) -> str:
    if rules.side_count == 2:
        return "" if rules.total_points else f"the cards of {rules.name} are worth no points"
    charges = any(row.eyes or row.penalty for row in rules.scoring_rows())
    return "" if charges else f"{rules.name} has {rules.side_count} sides, and charges nothing to any"


def _gain(rules: Rules) -> tuple[Measure, int, str]:
    """What our side gains over the others, what it is divided by, and what it is called."""
    if "melds" in rules.phases:
        return us.score - them.score, 1, "points of the score"
    if rules.side_count == 2 and rules.capture_rows():
        # Of a deal that a capture ends card points say nothing.
        return us.eyes - them.eyes, 1, "eyes"
    if rules.side_count == 2:
        return us.points - them.points, 1, "card points"
    rest = rules.side_count - 1
    return them.penalty - rest * us.penalty, rest, PENALTY


def _what(rules: Rules) -> str:
    """What a difference is, in words."""
    if rules.side_count == 2:
        return f"the {_gain(rules)[2]} of the first less those of the second, a deal, averaged over both"
    return "what is charged to the second more than to the first, a deal, averaged over both"


def _players(setting: Setting) -> dict[str, Policy]:
    """The built-in policies that were made for the game, and those of the line-up that are none of them, by what they
    are called.
    """
    shape = setting.game.shape
    found = {one.identity: one for one in map(named, names()) if one.suits(shape, asked(shape))}
    for policy in setting.policies:
        found.setdefault(policy.identity, policy)
    # A built-in policy is known by its name: what it is set to when nobody says otherwise is no part of it.
    called = {name: found[identity] for name in names() if (identity := named(name).identity) in found}
    for policy in [one for one in found.values() if one not in called.values()]:
        alike = sum(other.label == policy.label for other in called.values())
        called[f"{policy.label} ({alike + 1})" if alike else policy.label] = policy
    return called


def _pair(one: str, other: str) -> str:
    return f"{one} against {other}"


def _parts(setting: Setting) -> tuple[Part, ...]:
    players, parts = _players(setting), []
    for one, other in combinations(players, 2):
        seatings = ([players[one], players[other]], [players[other], players[one]])
        arms = tuple(setting.arm(policies=line_up(both, setting.rules.sides, setting.seat)) for both in seatings)
        # What our side has more than the other in the second seating is the other policy's.
        gain, divisor, _ = _gain(setting.rules)
        ask = Ask(_pair(one, other), gain, seen=difference(0, 1), divisor=2 * divisor)
        parts.append(Part(arms, (ask,), ask.name))
    return tuple(parts)


class _Ladder:
    """Every difference, and the policies in order of their mean against all others."""

    def __init__(self, setting: Setting, tables: Mapping[str, Table]) -> None:
        labels = list(_players(setting))
        pairs = list(combinations(labels, 2))
        self.found: dict[tuple[str, str], Estimate] = {}
        for one, other in pairs:
            estimate = tables[_pair(one, other)].among(len(pairs)).mean()
            self.found[one, other] = estimate
            self.found[other, one] = estimate.turned()
        self.complete = all(estimate.deals for estimate in self.found.values())
        self.order = sorted(labels, key=lambda label: -self.mean(label)) if self.complete else labels

    def against(self, one: str, other: str) -> Estimate:
        """The points of a policy less those of another."""
        return self.found[one, other]

    def mean(self, one: str) -> float:
        """The mean of a policy against all others."""
        row = [estimate.value or 0.0 for (first, _), estimate in self.found.items() if first == one]
        return sum(row) / max(len(row), 1)

    def half(self, one: str) -> float:
        """Half the width of the interval of that mean: at most the mean of the others', however they hang together."""
        row = [estimate.half_width for (first, _), estimate in self.found.items() if first == one]
        return sum(row) / max(len(row), 1)

    def beats(self, one: str, other: str) -> bool:
        """Whether a policy is better than another, all such answers holding at once."""
        return self.found[one, other].sign > 0

    @property
    def close(self) -> list[tuple[str, str]]:
        """Neighbours in the order of which neither is known to beat the other."""
        pairs = zip(self.order, self.order[1:], strict=False)
        return [(one, other) for one, other in pairs if not self.beats(one, other) and not self.beats(other, one)]


def _headline(ladder: _Ladder, unit: str) -> str:
    if not ladder.complete:
        return "Not every pair of policies has played a deal, so there is no order."
    best, *others = ladder.order
    unbeaten = [other for other in others if not ladder.beats(best, other)]
    nearest = min(others, key=lambda other: ladder.against(best, other).value or 0.0)
    least = ladder.against(best, nearest)
    if not unbeaten:
        assert least.value is not None and least.low is not None and least.high is not None
        by = charts.difference_words(least.value, least.low, least.high).lstrip("+")
        nearby = f"and the nearest, {nearest}, by {by} {unit}{' less' if unit == PENALTY else ''} a deal"
        return f"{best} is the strongest policy: it beats every other, {nearby}."
    return f"{best} leads; whether it is stronger than {listed(unbeaten, 'or')} cannot be told."


def _tables(ladder: _Ladder) -> dict[str, list[Row]]:
    if not ladder.complete:
        return {"ladder": [], "against": [], "pairs": []}
    steps, cross, pairs = [], [], []
    for one in ladder.order:
        others = [other for other in ladder.order if other != one]
        beaten = sum(ladder.beats(one, other) for other in others)
        mean, half = ladder.mean(one), ladder.half(one)
        steps.append({"policy": one, "difference": mean, "low": mean - half, "high": mean + half, "beats": beaten})
        cells = {
            f"against {other}": "" if other == one else _words(ladder.against(one, other)) for other in ladder.order
        }
        cross.append({"policy": one, **cells})
        for other in others:
            found = ladder.against(one, other)
            pairs.append({"policy": one, "against": other, **estimated(found, "difference"), "deals": found.deals})
    return {"ladder": steps, "against": cross, "pairs": pairs}


def _words(found: Estimate) -> str:
    return f"{found.value or 0.0:+.2f} ±{found.half_width:.2f}"


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    ladder = _Ladder(setting, tables)
    unit = _gain(setting.rules)[2]
    headline = _headline(ladder, unit)
    notes = [
        "Each pair plays every deal twice, once with either policy on our side; a difference is "
        f"{_what(setting.rules)}.",
        "The intervals of all pairs hold at once.",
    ]
    if ladder.complete and ladder.close:
        which = "; ".join(f"{one} or {other}" for one, other in ladder.close)
        notes.append(f"Which is better cannot be told of {which}.")
    sides, title = sides_words(setting.rules, setting.seat), headline.rstrip(".")
    drawn = {
        "ladder": partial(_draw, ladder, unit, title, sides),
        "against": partial(_draw_against, ladder, unit, title, sides),
    }
    return Report(headline, _tables(ladder), drawn, notes)


def _more(unit: str) -> str:
    return f"{unit} {'less' if unit == PENALTY else 'more'}"


def _draw_against(ladder: _Ladder, unit: str, headline: str, sides: str, ax: Axes) -> Axes:
    if not ladder.complete:
        return charts.nothing(ax, headline, [sides])
    size = len(ladder.order)
    places, values, texts = [], [], []
    for row, one in enumerate(ladder.order):
        for column, other in enumerate(ladder.order):
            if one != other:
                found = ladder.against(one, other)
                places.append((column, size - 1 - row))
                values.append(found.value or 0.0)
                texts.append(f"{found.value or 0.0:+.1f}".replace("-", MINUS))
    widest = max(found.half_width for found in ladder.found.values())
    return charts.grid(
        ax,
        places,
        values,
        texts,
        (ladder.order, ladder.order[::-1]),
        ("against", "policy"),
        title=headline,
        scale=f"{_more(unit)} a deal:\nblue, the policy of the row is better",
        notes=[f"Known to {widest:.2f} {unit.removeprefix('card ')} either way, all cells at once.", sides],
    )


def _draw(ladder: _Ladder, unit: str, headline: str, sides: str, ax: Axes) -> Axes:
    rows: Sequence[Row] = _tables(ladder)["ladder"]
    if not rows:
        return charts.nothing(ax, headline, [sides])
    return charts.differences(
        ax,
        rows,
        [str(row["policy"]) for row in rows],
        along=f"{unit} a deal {'less' if unit == PENALTY else 'more'} than the others, on average over them",
        title=headline,
        colours=[COLOURS[verdict(row)] for row in rows],
        notes=[sides],
    )


STUDY = Study(
    "ladder",
    "Which policy is the strongest, each against every other on the same deals?",
    _unfit,
    _parts,
    _report,
    "what the first policy of the list is ahead of the second by",
    who="every policy against every other",
)
