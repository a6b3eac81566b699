"""Comparing two policies, or two rule sets, on the same deals: what is played, when it is enough, and the answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from goatsim.answers import Answers
from goatsim.checks import rules_from
from goatsim.commanding import line_up_words, rules_words_of, sampled_by, spelled, stream_words, words_of
from goatsim.contests import CompareAnswer, Contest
from goatsim.errors import RequestError, whole, wrong
from goatsim.exact.patterns import reason
from goatsim.exact.space import space_of
from goatsim.game import Game, ends_unplayed, game_of
from goatsim.games import Rules, changed
from goatsim.inquiry.axes import POLICIES, points
from goatsim.inquiry.overviews import Subject, over_axes
from goatsim.lang import the_deal, us
from goatsim.lang.looks import Uncountable, looks
from goatsim.lang.measures import Measure
from goatsim.lang.reading import counted
from goatsim.runs import sequence
from goatsim.runs.execute import MOST_DEALS, Outcome, run
from goatsim.runs.intervals import Estimate, z_of
from goatsim.runs.rows import pieces
from goatsim.runs.tasks import Arm, Ask, Seen, Table, Task, difference
from goatsim.seats.define import Policy
from goatsim.seats.named import Given, line_up
from goatsim.show.text import rules_words

if TYPE_CHECKING:
    from goatsim.lab import Lab

POWER = 0.8
DECISIVE = 10
LOOKED = 16_384
"""The deals among which the decisive ones are looked for, if so many were played."""
MOST_UNDECIDED = 10_000_000
"""Deals after which a comparison that waits for its decision stops without it."""


@dataclass(frozen=True, eq=False)
class Duel:
    """Two Labs that play the same deals, A's arm first, and how the three numbers of a deal are counted."""

    about: str
    names: tuple[str, str]
    labs: tuple[Lab, Lab]
    seen: tuple[tuple[Seen, ...], tuple[Seen, ...], tuple[Seen, ...]]
    """What is added up for A, for B and for A less B."""
    divisor: int
    words: list[str]
    """The command up to the measure."""

    @property
    def same(self) -> bool:
        """Whether both arms play the same cards in every deal by construction."""
        first, second = ([policy.identity for policy in lab.policies] for lab in self.labs)
        return self.labs[0].rules == self.labs[1].rules and first == second

    def task(self, measure: Measure) -> Task:
        """What is played and asked. Raises `RequestError` for a measure that is the same however deals are played."""
        lab = self.labs[0]
        arms = tuple(Arm(game_of(one.rules), one.policies) for one in self.labs)
        if all(_is_dealt(measure, arm.game, lab.seat) for arm in arms):
            raise RequestError(f"expected a measure that the play decides, got {measure}, which the deal alone settles")
        names = ("a", "b", "difference")
        asks = [Ask(name, measure, (), seen, 0, self.divisor) for name, seen in zip(names, self.seen, strict=True)]
        if any(ends_unplayed(arm.game) for arm in arms):
            asks.append(Ask("unplayed", ~the_deal.played, (), (Seen(1, 0), Seen(1, 1)), divisor=2))
        if any(arm.game.shape.capture for arm in arms):
            asks.append(Ask("captured", the_deal.capture, (), (Seen(1, 0), Seen(1, 1)), divisor=2))
        return Task(arms, tuple(asks), lab.seed, lab.seat)


def _is_dealt(measure: Measure, game: Game, seat: int) -> bool:
    """Whether a measure is about cards that are dealt the same whoever plays."""
    try:
        looks(measure.bound(game, seat), game)
    except Uncountable:
        return False
    return not reason(game)


Set = tuple[str | Path | Rules | None, Mapping[str, object]]
"""Rules, or None for those of the Lab, and the options that are changed in them."""


class Asked(NamedTuple):
    """What `Lab.compare` takes: two policies or two rule sets, the measure, and whether to play until the sign is
    known, after how many deals at most.
    """

    policies: tuple[Given | None, Given | None]
    sets: tuple[Set, Set]
    measure: object
    until_decided: bool
    most: int | None

    @property
    def stops(self) -> list[str]:
        """When to stop, as words of a command; none where the number of deals says it."""
        most = [] if self.most is None else ["--most", str(self.most)]
        return ["--until-decided", *most] if self.until_decided else []


def asked(lab: Lab, what: Asked) -> CompareAnswer:
    """What `Lab.compare` was asked, checked, and answered. Raises `RequestError`."""
    found = _checked(lab, what)
    a, b = what.policies
    duel = of_rules(lab, *what.sets) if a is None or b is None else of_policies(lab, a, b)
    return compared(lab, duel, found, what)


def asked_each(lab: Lab, what: Asked, each: Mapping[str, object]) -> Answers[CompareAnswer]:
    """The same for every combination of the values of axes; all are checked before anything is played. Parameters and
    decisions are those of the two policies that are compared.
    """
    found = _checked(lab, what)
    (a, b), sets = what.policies, what.sets
    who = ""
    if a is None or b is None:
        first, second = (one.rules for one in of_rules(lab, *sets).labs)
        names = [rules_words(one.origin or one.name, changed(one)) for one in (first, second)]
        words = [*_base_words(lab, sets), *_set_words("--a-", sets[0]), *_set_words("--b-", sets[1])]
        rest = line_up_words(lab)
    else:
        if any(str(name).strip().casefold() == POLICIES for name in each):
            raise RequestError(f"expected an axis other than {POLICIES} beside two policies to compare, got {POLICIES}")
        lab = replace(lab, policies=line_up([a, b], lab.rules.sides, lab.seat))
        names = [policy.label for policy in _two(lab)]
        words = [*(policy.call for policy in _two(lab)), *rules_words_of(lab.rules)]
        rest = stream_words(lab)
        who = f"{names[0]} against {names[1]}, each deal at both seatings"

    def duel(one: Lab) -> Duel:
        return of_rules(one, *sets) if a is None or b is None else of_policies(one, *_two(one))

    here = points(lab, each)
    for point in here:
        point.lab.rules.require_built()
        duel(point.lab).task(found)
    number = f"difference in {found} ({names[0]} less {names[1]})"
    words = ["goatsim", "compare", *words, "--measure", str(found)]
    subject = Subject("compare", number, "difference", words, [*rest, *what.stops], who, rows=_row)
    return over_axes(lab, subject, here, lambda one: compared(one, duel(one), found, what))


def _row(answer: CompareAnswer) -> list[dict[str, Any]]:
    (row,) = answer.tables[answer.name]
    return [{key: cell for key, cell in row.items() if key not in ("measure", "a_name", "b_name")}]


def _two(lab: Lab) -> tuple[Policy, Policy]:
    """The policies of us and of the next seat of another side."""
    other = _other(lab)
    return lab.policies[lab.seat], lab.policies[lab.seat if other is None else other]


def _other(lab: Lab) -> int | None:
    """The next seat of another side than that of me."""
    sides, me = lab.rules.sides, lab.seat
    around = ((me + step) % len(sides) for step in range(1, len(sides)))
    return next((seat for seat in around if sides[seat] != sides[me]), None)


def _base_words(lab: Lab, sets: tuple[Set, Set]) -> list[str]:
    """The rules that both sets start from; where both name their own only what is changed in them."""
    words = rules_words_of(lab.rules)
    return words[2:] if all(game is not None for game, _ in sets) else words


def _set_words(before: str, one: Set) -> list[str]:
    game, options = one
    if isinstance(game, Rules):
        return rules_words_of(game, before)
    words = [] if game is None else [f"{before}rules", str(game)]
    return words + [word for key, value in options.items() for word in (f"{before}set", f"{key}={spelled(value)}")]


def _checked(lab: Lab, what: Asked) -> Measure:
    """What is compared, and that the rest fits together. Raises `RequestError`."""
    (a, b), sets, measure, until_decided, most = what
    rules = any(one is not None or changes for one, changes in sets)
    if rules and (a is not None or b is not None):
        raise RequestError("expected two policies or two rule sets to compare, got both")
    if not rules and (a is None or b is None):
        raise RequestError(f"expected two policies or two rule sets to compare, got {'none' if a is b else 'one'}")
    usual = us.score if lab.rules.meld else us.points
    found = counted(usual if measure is None else measure)
    if found.about_matches:
        raise RequestError(f"expected a measure about deals to compare, got {found}, which is about matches")
    if not isinstance(until_decided, bool):
        raise wrong("true or false for until_decided", until_decided)
    goal = lab.goal
    if until_decided and (goal.deals, goal.precision, goal.relative) != (None, None, None):
        raise RequestError("expected one of deals, precision, relative and until-decided, got more than one")
    if most is not None:
        if not until_decided:
            raise RequestError("expected until-decided together with most, got most alone")
        whole("a greatest number of deals", most, 1, MOST_DEALS)
    lab.rules.require_built()
    return found


def of_policies(lab: Lab, a: Given, b: Given) -> Duel:
    """Two policies under the rules of a Lab, both seatings: in the first arm A plays at the seats of me's side and B at
    all others, in the second the other way round. A's value of a deal is the mean of what the measure says from me in
    the first and from the next seat of another side in the second.
    """
    sides, me, left = lab.rules.sides, lab.seat, _other(lab)
    if left is None:
        raise RequestError(f"expected a game of two sides or more to compare policies in, got {lab.rules.name}")
    (first, *_), (second, *_) = (line_up([one], sides) for one in (a, b))
    labs = []
    for mine, theirs in ((first, second), (second, first)):
        seats = tuple(mine if side == sides[me] else theirs for side in sides)
        said = seats if len(sides) == 2 else (mine, theirs)
        labs.append(replace(lab, policies=seats, policies_said=",".join(policy.call for policy in said)))
    ours, others = (Seen(1, 0, me), Seen(1, 1, left)), (Seen(1, 1, me), Seen(1, 0, left))
    seen = (ours, others, (*ours, *(one._replace(factor=-1) for one in others)))
    words = ["goatsim", "compare", first.call, second.call, *rules_words_of(lab.rules)]
    return Duel("policies", (first.label, second.label), (labs[0], labs[1]), seen, 2, words)


def of_rules(lab: Lab, a: Set, b: Set) -> Duel:
    """Two rule sets with the line-up of a Lab, each the Lab's rules or others, and what is changed in them. Raises
    `RequestError` if they do not deal the same cards.
    """
    labs = [replace(lab, rules=_rules(lab.rules, *one)) for one in (a, b)]
    names = [rules_words(one.rules.origin or one.rules.name, changed(one.rules)) for one in labs]
    for one in labs:
        one.rules.require_built()
    if space_of(labs[0].rules) != space_of(labs[1].rules):
        raise RequestError(f"expected two rule sets that deal the same cards, got {names[0]} and {names[1]}")
    if labs[0].rules.seats != lab.rules.seats:
        players = f"for {lab.rules.seats} players as those of this Lab"
        raise RequestError(f"expected rules {players}, got {names[0]} for {labs[0].rules.seats}")
    rules = [*rules_words_of(labs[0].rules, "--a-"), *rules_words_of(labs[1].rules, "--b-")]
    words = ["goatsim", "compare", *rules, "--policies", lab.policies_said]
    seen = ((Seen(1, 0),), (Seen(1, 1),), difference(0, 1))
    return Duel("rules", (names[0], names[1]), (labs[0], labs[1]), seen, 1, words)


def _rules(rules: Rules, other: str | Path | Rules | None, options: Mapping[str, object]) -> Rules:
    """Other rules, if any are given, with the options that were changed in some and more options changed."""
    if isinstance(other, Rules):
        rules, other = other, None
    if other is None and not options:
        return rules
    game = (rules.origin or rules.name) if other is None else other
    return rules_from(game, {**changed(rules), **options})


def compared(lab: Lab, duel: Duel, measure: Measure, what: Asked) -> CompareAnswer:
    """Play a duel and say who is ahead. After Ctrl-C the answer is what the deals so far say, marked as partial."""
    begin = time.perf_counter()
    task, until_decided = duel.task(measure), what.until_decided

    def enough(tables: dict[str, Table]) -> bool:
        if duel.same or not tables["difference"].values.any():
            return True
        return sequence.decided(tables["difference"]) if until_decided else lab.goal.reached(tables["difference"])

    with lab.watched("deals played") as watch:
        outcome = run(
            task,
            deals=lab.goal.deals,
            enough=enough,
            most=(what.most or MOST_UNDECIDED) if until_decided else MOST_DEALS,
            confidence=lab.goal.confidence,
            threads=lab.threads,
            watch=watch,
        )
    decisive: list[int] = []
    partial, looked = outcome.partial, 0
    if not duel.same and not partial:
        try:
            decisive, looked = _decisive(lab, task, outcome)
        except KeyboardInterrupt:
            partial = True
    words = [*duel.words, "--measure", str(measure), *stream_words(lab)]
    envelope = sampled_by(duel.labs[0], words, outcome, time.perf_counter() - begin, partial, what.stops)
    table = outcome.tables["difference"]
    between = _between(table, duel.same, until_decided)
    return CompareAnswer(
        envelope,
        Contest(duel.about, str(measure), measure.kind, *duel.names),
        a=outcome.tables["a"].estimate(),
        b=outcome.tables["b"].estimate(),
        estimate=between,
        better=(int(table.histogram[table.values > 0].sum()), int(table.histogram[table.values < 0].sum())),
        detectable=_detectable(table),
        same=duel.same,
        unplayed=_share(outcome, "unplayed"),
        captured=_share(outcome, "captured"),
        decided=sequence.decided(table) if until_decided else None,
        decisive=tuple(decisive),
        looked=looked,
        replay=(tuple(words_of(duel.labs[0], "replay", [])), tuple(words_of(duel.labs[1], "replay", []))),
        counted=table,
        sums={int(v): int(n) for v, n in zip(table.values, table.histogram, strict=True) if n},
        seatings=duel.divisor,
    )


def _share(outcome: Outcome, name: str) -> float | None:
    """The share of deals, over both arms, of which an ask is so; None where it was not asked."""
    return outcome.tables[name].mean().value if name in outcome.tables else None


def _between(table: Table, same: bool, until_decided: bool) -> Estimate:
    """The difference with its interval: of no width where nothing can differ."""
    if same and table.deals:
        return Estimate(0.0, 0.0, 0.0, None, table.deals)
    return sequence.interval(table) if until_decided else table.mean()


def _detectable(table: Table) -> float | None:
    """The difference that so many deals find with a chance of `POWER`: half the width of the interval for one number of
    deals, and as much more as keeps the rest of the chance outside.
    """
    if table.deals < 2:
        return None
    return table.mean().half_width * (1 + NormalDist().inv_cdf(POWER) / z_of(table.confidence))


def _decisive(lab: Lab, task: Task, outcome: Outcome) -> tuple[list[int], int]:
    """The deals of the greatest differences either way among the first ones, the greatest first, of equal ones the
    earlier; and among how many deals they were looked for.
    """
    looked = min(outcome.deals, LOOKED)
    asked = replace(task, asks=tuple(ask for ask in task.asks if ask.name == "difference"))
    sizes = np.concatenate([np.abs(piece.values[:, 0]) for piece in pieces(asked, looked, threads=lab.threads)])
    order = np.argsort(-sizes, kind="stable")[:DECISIVE]
    return [int(index) for index in order if sizes[index]], looked
