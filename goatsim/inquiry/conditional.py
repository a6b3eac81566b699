"""A measure over the deals that fulfil a condition, and in groups of them: what of it can be dealt directly is, and
what needs play is found by playing deals and keeping those that fulfil it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from goatsim.exact.patterns import reason
from goatsim.game import Game, ends_unplayed
from goatsim.inquiry.conditions import dealt_part, first_share
from goatsim.lang import the_deal
from goatsim.lang.looks import Uncountable
from goatsim.lang.measures import Measure
from goatsim.matches import Start
from goatsim.runs.execute import Outcome
from goatsim.runs.goals import MOST_SAMPLED, Goal
from goatsim.runs.groups import Enough, Grouped, every_reached
from goatsim.runs.strata import Strata, strata_of
from goatsim.runs.tasks import Arm, Ask, Table, Task
from goatsim.seats.define import Policy

MOST_IN_VAIN = 10_000_000
"""Deals after which a condition that none of them fulfilled is given up."""
MOST_KEPT_FROM = 100_000_000
"""Deals after which a condition that is waited for ends the run, unless a precision was asked for."""
ASKED, UNPLAYED, CAPTURED = "measure", "unplayed", "captured"


@dataclass(frozen=True, eq=False)
class Conditional:
    """What was found. `grouped`: the measure over the deals that fulfil the condition, in groups where it was asked in
    groups. `share`: how many deals do, of all; exactly known as a `fraction` where all deals were dealt to fulfil it.
    `accepted`: whether deals were played that do not. `reached`: whether as much is known as was asked for. `unplayed`:
    the share of the deals that fulfil it in which no card was played; None where every deal is. `captured`: the share
    that a capture ended; None where none can.
    """

    outcome: Outcome
    grouped: Grouped
    share: float | None
    fraction: Fraction | None
    accepted: bool
    reached: bool
    unplayed: float | None
    reason: str
    captured: float | None = None

    @property
    def table(self) -> Table:
        """The counts over the deals that fulfil the condition."""
        return self.grouped.table


@dataclass(frozen=True, eq=False)
class Source:
    """Where deals come from: the groups or the condition that are dealt directly (`strata`; None for the whole pack),
    what is left to acceptance, and why not all of it can be dealt.
    """

    strata: Strata | None
    kept: Measure | None
    grouped: bool
    reason: str


def source_of(game: Game, by: Sequence[Measure], condition: Measure | None, seat: int) -> Source:
    """How to deal what fulfils a condition, in groups as precise as each other where they are about dealt cards. Raises
    `RequestError` for a condition that no deal fulfils.
    """
    if game.shape.match or (condition is None and not by):
        return Source(None, condition, False, "")
    dealt, kept = dealt_part(condition, game, seat)
    first_share(dealt, game, seat)
    why = reason(game)
    if why or (dealt is None and not by):
        return Source(None, condition, False, why)
    if by and kept is None:
        try:
            return Source(strata_of(game, by, dealt, seat), None, True, "")
        except Uncountable as error:
            why = str(error)
    if dealt is None:
        return Source(None, kept, False, why)
    try:
        return Source(strata_of(game, (), dealt, seat), kept, False, why)
    except Uncountable as error:
        return Source(None, condition, False, str(error))


def found_by_playing(
    game: Game,
    policies: tuple[Policy, ...],
    ask: Ask,
    condition: Measure | None,
    goal: Goal,
    play: Callable[[Task, Enough], Outcome],
    *,
    seed: int,
    seat: int,
    exact_intervals: bool = False,
    spread: bool = False,
) -> Conditional:
    """Answer one question (its measure, and the groups in `ask.by`) over the deals that fulfil a condition. `play`
    plays a task until it is told that a look is enough. Where groups are dealt directly every one of them is played to
    the goal, however rare; of a `spread` the share of each value is. Raises `RequestError` for a condition that no deal
    fulfils.
    """
    source = source_of(game, ask.by, condition, seat)
    kept = () if source.kept is None else (source.kept,)
    asks = [Ask(ASKED, ask.measure, (*kept, *ask.by))]
    if not game.shape.match and ends_unplayed(game):
        asks.append(Ask(UNPLAYED, ~the_deal.played, kept))
    if not game.shape.match and game.shape.capture:
        asks.append(Ask(CAPTURED, the_deal.capture, kept))
    start = Start() if game.shape.match else None
    task = Task((Arm(game, policies),), tuple(asks), seed, seat, start, source.strata)

    def among(table: Table) -> Table:
        """The part of a table that fulfils what is left of the condition."""
        table = replace(table, exact=exact_intervals)
        if source.kept is None:
            return table
        asked = replace(table.ask, by=table.ask.by[1:])
        return replace(table, ask=asked, lows=table.lows[1:], cells=table.cells[1 - table.lows[0]])

    def precise(table: Table) -> bool:
        """Whether as much is known as the goal asks for."""
        if not table.deals:
            return False
        if spread:
            # No share has a wider interval than the greatest.
            return goal.reached_by(table.share(int(table.values[table.histogram.argmax()])))
        return every_reached(goal, table) if source.grouped else goal.reached(table)

    def enough(tables: Mapping[str, Table]) -> bool:
        played, table = tables[ASKED].deals, among(tables[ASKED])
        unasked = goal.precision is None and goal.relative is None
        most = MOST_KEPT_FROM if source.kept is not None and unasked else MOST_SAMPLED
        return played >= (most if table.deals else MOST_IN_VAIN) or precise(table)

    outcome = play(task, enough)
    table = among(outcome.tables[ASKED])
    played = outcome.tables[ASKED].deals
    chance = Fraction(1) if source.strata is None else source.strata.chance
    unplayed, captured = (
        among(outcome.tables[name]).share().value if name in outcome.tables else None for name in (UNPLAYED, CAPTURED)
    )
    share = None
    if condition is not None:
        share = float(chance) if source.kept is None else float(chance) * table.deals / played if played else None
    return Conditional(
        outcome,
        Grouped(table, source.strata if source.grouped else None, source.reason),
        share,
        chance if condition is not None and source.kept is None else None,
        source.kept is not None,
        goal.deals is not None or precise(table),
        unplayed,
        source.reason,
        captured,
    )
