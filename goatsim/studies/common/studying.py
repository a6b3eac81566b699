"""Doing a study: its parts played one after another, and its report made into an answer."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from goatsim.answers import Answers, StudyAnswer
from goatsim.commanding import line_up_words, rules_words_of, sampled_by, words_of
from goatsim.errors import RequestError, brief_path, whole
from goatsim.inquiry.axes import Point, label, points
from goatsim.inquiry.overviews import Subject
from goatsim.inquiry.overviews import overview as overview_of
from goatsim.runs.execute import MOST_DEALS, Outcome, Watcher, run
from goatsim.runs.goals import MOST_SAMPLED
from goatsim.runs.matches import LAST_MATCH
from goatsim.runs.tasks import Table, Task
from goatsim.show.wording import drawn, in_rows, wording_of
from goatsim.studies.base import Part, Setting, Study, study_named, study_names
from goatsim.studies.common.own import closed, unheard

if TYPE_CHECKING:
    from goatsim.lab import Lab

MISSED = f"The precision asked for was not reached in {MOST_SAMPLED:,} deals."


def studied(lab: Lab, names: Sequence[str], each: Mapping[str, object]) -> Answers[StudyAnswer]:
    """Do the named studies, for every combination of the values of axes if there are any (`axes.points`); all of them
    are checked before anything is played. After Ctrl-C the answers so far, the last one marked as partial.
    """
    found = list({study.name: study for study in map(study_named, names)}.values())
    if not found:
        raise RequestError("expected the name of a study, got none")
    here = points(lab, each)
    for point in here:
        point.lab.rules.require_built()
        for study in found:
            reason = study.unfit(point.lab.rules)
            if reason:
                game = ", ".join([lab.rules.name, *([label(point.each)] if point.each else [])])
                raise RequestError(f"expected a study that {game} has an answer to, got {study.name}: {reason}")
    for study in found:
        if reason := closed(lab, study, each):
            raise RequestError(f"expected axes that study {study.name} leaves open, got {', '.join(each)}: {reason}")
    answers: list[StudyAnswer] = []
    overviews: list[StudyAnswer] = []
    for study in found:
        own: list[StudyAnswer] = []
        for point in here:
            own.append(replace(answered(point.lab, study), each=point.each))
            if own[-1].partial:
                break
        answers += own
        if each:
            overviews.append(overview(lab, study, here, own))
        if own[-1].partial:
            break
    return Answers(answers, overviews)


def overview(lab: Lab, study: Study, points: Sequence[Point], answers: Sequence[StudyAnswer]) -> StudyAnswer:
    """The overview of a study's answers over axes, one a point, as far as they go."""
    estimate = answers[0].estimate
    assert estimate is not None
    key = "mean" if estimate.hits is None else "share"
    words = ["goatsim", "study", study.name, *rules_words_of(lab.rules)]
    number = study.alone if study.alone and lab.rules.side_count > 2 else study.number
    said = wording_of(lab.rules, lab.seat)(number)
    return overview_of(lab, Subject(study.name, said, key, words, line_up_words(lab), study.who), points, answers)


def fitting(lab: Lab, each: Mapping[str, object]) -> list[str]:
    """The names of the studies that make sense for the rules of a Lab, over axes for all of them. Raises `RequestError`
    with the reasons if none does.
    """
    found: dict[str, str] = {}
    for point in points(lab, each):
        for name in study_names():
            found[name] = found.get(name) or study_named(name).unfit(point.lab.rules)
    for name, reason in found.items():
        found[name] = reason or closed(lab, study_named(name), each)
    names = [name for name, reason in found.items() if not reason]
    if not names:
        why = "; ".join(f"{name}: {reason.rstrip('.')}" for name, reason in found.items())
        got = brief_path(lab.rules.origin)
        raise RequestError(f"expected a game that some study has an answer to, got {got} ({why})")
    return names


def answered(lab: Lab, study: Study) -> StudyAnswer:
    """Do a study as a Lab is set; after Ctrl-C the answer is what the deals so far say, marked as partial."""
    setting = Setting(lab.rules, lab.policies, lab.seat, lab.goal.confidence)
    parts = study.parts(setting)
    if parts[0].start and lab.goal.deals is not None:
        whole("a number of matches", lab.goal.deals, 1, LAST_MATCH + 1)
    begin = time.perf_counter()
    first, tables, stopped = _played(lab, parts)
    envelope = sampled_by(lab, words_of(lab, "study", [study.name]), first, time.perf_counter() - begin, stopped)
    report, say = study.report(setting, tables), wording_of(lab.rules, lab.seat)
    all_judged = [tables[part.judge] for part in parts if part.judge]
    judged = all_judged[0]
    missed = [MISSED] if any(map(lab.goal.missed, all_judged)) else []
    return StudyAnswer(
        envelope,
        study.name,
        say(report.headline),
        {name: in_rows(rows, say) for name, rows in report.tables.items()},
        {name: partial(drawn, draw, say) for name, draw in report.charts.items()},
        who=report.who or study.who,
        estimate=judged.estimate(),
        counted=judged,
        notes=(*map(say, report.notes), *unheard(lab, study, parts), *missed),
    )


def _played(lab: Lab, parts: tuple[Part, ...]) -> tuple[Outcome, dict[str, Table], bool]:
    """Play all parts: what the first gave, the tables of all asks, and whether the work was stopped before its end."""
    tables: dict[str, Table] = {}
    outcomes: list[Outcome] = []
    done, stopped = 0, False
    with lab.watched("matches played" if parts[0].start else "deals played") as watch:
        for part in parts:
            task = Task(part.arms, part.asks, lab.seed, lab.seat, part.start, part.strata)
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
    if part.judge:
        return lab.goal.deals
    return min(MOST_DEALS, part.deals(_units(outcomes[0])))


def _total(lab: Lab, parts: tuple[Part, ...], outcomes: list[Outcome]) -> int | None:
    """How many deals all parts play together, once that is known."""
    first = _units(outcomes[0]) if outcomes else lab.goal.deals
    return None if first is None else first + sum(part.deals(first) for part in parts[1:])


def _after(watch: Watcher, before: int, total: int | None) -> Watcher:
    """Tell a watcher of the part at hand as of the whole."""
    return lambda done, _: watch(before + done, total)
