"""Doing a study: its parts played one after another, and its report made into an answer."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from goatsim.answers import StudyAnswer
from goatsim.commanding import sampled_by, words_of
from goatsim.errors import whole
from goatsim.runs.execute import MOST_DEALS, Outcome, Watcher, run
from goatsim.runs.goals import MOST_SAMPLED
from goatsim.runs.matches import LAST_MATCH
from goatsim.runs.tasks import Table, Task
from goatsim.studies.base import Part, Setting, Study

if TYPE_CHECKING:
    from goatsim.lab import Lab

MISSED = f"The precision asked for was not reached in {MOST_SAMPLED:,} deals."


def answered(lab: Lab, study: Study) -> StudyAnswer:
    """Do a study as a Lab is set; after Ctrl-C the answer is what the deals so far say, marked as partial."""
    setting = Setting(lab.rules, lab.policies, lab.seat, lab.goal.confidence)
    parts = study.parts(setting)
    if parts[0].start and lab.goal.deals is not None:
        whole("a number of matches", lab.goal.deals, 1, LAST_MATCH + 1)
    begin = time.perf_counter()
    first, tables, stopped = _played(lab, parts)
    envelope = sampled_by(lab, words_of(lab, "study", [study.name]), first, time.perf_counter() - begin, stopped)
    report = study.report(setting, tables)
    judged = tables[parts[0].judge]
    return StudyAnswer(
        envelope,
        study.name,
        report.headline,
        report.tables,
        report.charts,
        who=study.who,
        estimate=judged.estimate(),
        notes=(*report.notes, *([MISSED] if lab.goal.missed(judged) else [])),
    )


def _played(lab: Lab, parts: tuple[Part, ...]) -> tuple[Outcome, dict[str, Table], bool]:
    """Play all parts: what the first gave, the tables of all asks, and whether the work was stopped before its end."""
    tables: dict[str, Table] = {}
    outcomes: list[Outcome] = []
    done, stopped = 0, False
    with lab.watched("matches played" if parts[0].start else "deals played") as watch:
        for part in parts:
            task = Task(part.arms, part.asks, lab.seed, lab.seat, part.start)
            count = _count(lab, part, outcomes)
            outcome = run(
                task,
                deals=0 if stopped else count,
                enough=partial(_reached, lab, part.judge),
                confidence=lab.goal.confidence,
                threads=lab.threads,
                watch=_after(watch, done, _total(lab, parts, outcomes)),
            )
            if tables.keys() & outcome.tables.keys():
                raise AssertionError(f"asks of one name in two parts: {tables.keys() & outcome.tables.keys()}")
            tables |= outcome.tables
            outcomes.append(outcome)
            done += _units(outcome)
            stopped = stopped or outcome.partial
    return outcomes[0], tables, stopped


def _reached(lab: Lab, judge: str, tables: dict[str, Table]) -> bool:
    return lab.goal.reached(tables[judge])


def _units(outcome: Outcome) -> int:
    """How many deals or, where a part plays those, matches were asked for."""
    return outcome.deals if outcome.matches is None else outcome.matches


def _count(lab: Lab, part: Part, outcomes: list[Outcome]) -> int | None:
    """How many deals a part plays; None if that is seen on the way."""
    return min(MOST_DEALS, part.deals(_units(outcomes[0]))) if outcomes else lab.goal.deals


def _total(lab: Lab, parts: tuple[Part, ...], outcomes: list[Outcome]) -> int | None:
    """How many deals all parts play together, once that is known."""
    first = _units(outcomes[0]) if outcomes else lab.goal.deals
    return None if first is None else first + sum(part.deals(first) for part in parts[1:])


def _after(watch: Watcher, before: int, total: int | None) -> Watcher:
    """Tell a watcher of the part at hand as of the whole."""
    return lambda done, _: watch(before + done, total)
