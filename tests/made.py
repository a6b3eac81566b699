"""Answers of studies to counts made up here, so that every edge can be had."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
from scipy.stats import t as student

from goatsim.answers import Envelope, StudyAnswer
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.tasks import Table, Task
from goatsim.seats.named import line_up
from goatsim.studies import base

GAMES = Path(__file__).parent / "games"


def wilson(hits: int, deals: int) -> tuple[float, float]:
    """Wilson's 95 % interval, worked out once more."""
    z = NormalDist().inv_cdf(0.975)
    middle = (hits + z * z / 2) / (deals + z * z)
    half = z / (deals + z * z) * math.sqrt(hits * (deals - hits) / deals + z * z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def errors_to_a_side(deals: int, tail: float) -> float:
    """How many standard errors leave a share `tail` on either side: Student's number below 200 deals."""
    return float(student.ppf(1 - tail, deals - 1)) if 1 < deals < 200 else NormalDist().inv_cdf(1 - tail)


Counts = Mapping[str, Mapping[Any, int]]


def answer_of(study: str, counts: Counts, rules: str = "bare", seat: int = 0, partial: bool = False) -> StudyAnswer:
    """The answer of a study to counts: ask -> {value, or (groups.., value): deals}; all other counts are nought."""
    game = game_of(load(rules, {}))
    found = base.study_named(study)
    setting = base.Setting(game.rules, line_up("greedy", game.rules.sides, seat), seat)
    parts = found.parts(setting)
    tables = {}
    for part in parts:
        task = Task(part.arms, part.asks, 0, seat, part.start)
        for ask, axes in zip(part.asks, task.plan.axes, strict=True):
            cells = np.zeros(axes.sizes, np.int64)
            for place, deals in counts.get(ask.name, {}).items():
                where = place if isinstance(place, tuple) else (place,)
                cells[tuple(value - low for value, low in zip(where, axes.lows, strict=True))] = deals
            tables[ask.name] = Table(ask, axes.lows, cells, 0.95)
    report = found.report(setting, tables)
    played = tables[parts[0].judge]
    deals = int(played.values @ played.histogram) if parts[0].start else played.deals
    envelope = Envelope(
        "study",
        "goatsim study",
        rules,
        {},
        ["greedy"] * game.rules.seats,
        0,
        seat,
        deals,
        "sampled",
        0.95,
        0.0,
        partial=partial,
        matches=played.deals if parts[0].start else None,
    )
    return StudyAnswer(envelope, study, report.headline, report.tables, report.charts, notes=tuple(report.notes))


def eggs(hits: int, deals: int, rules: str = "bare", trumps: dict[int, tuple[int, int]] | None = None) -> StudyAnswer:
    """Deals of which some are eggs, all others won by us; by default with half the trumps on our side in every deal."""
    half = len(load(rules, {}).trumps) // 2
    groups = trumps if trumps is not None else {half: (hits, deals)} if deals else {}
    by: dict[Any, int] = {
        (group, truth): (h if truth else d - h) for group, (h, d) in groups.items() for truth in (0, 1)
    }
    truth = {0: deals - hits, 1: hits}
    others = deals - hits
    counts: dict[str, Mapping[Any, int]] = {
        "egg": truth,
        "points": {(1, 60): hits, (1, 70): others},
        "ours": {0: hits, 1: others},
        **{name: {0: deals} for name in ("theirs", "all", "broke", "above 90", "90:30")},
        "by trumps": by,
        "by queens": {(2, value): count for value, count in truth.items()},
    }
    return answer_of("eggs", counts, rules)


def eyes(balance: dict[int, int], hands: dict[tuple[int, int, int], int] | None = None) -> StudyAnswer:
    """Deals by what we win; by default every hand has three trumps and a queen."""
    us = {value: sum(n for b, n in balance.items() if max(b, 0) == value) for value in (0, 2, 4)}
    them = {value: sum(n for b, n in balance.items() if max(-b, 0) == value) for value in (0, 2, 4)}
    deals = sum(balance.values())
    by: dict[Any, int] = hands if hands is not None else {(3, 1, value): n for value, n in balance.items()}
    others: dict[str, Mapping[Any, int]] = {"egg": {0: deals}, "lucy": {0: deals}}
    return answer_of("eyes", {"us": us, "them": them, "balance": balance, "by hand": by, **others})


def match(matches: Mapping[tuple[int, int, int, int, int], int], partial: bool = False) -> StudyAnswer:
    """Matches by (deals, eggs, tail, our eyes, their eyes): how many there were of each."""
    counts: dict[str, dict[Any, int]] = {name: {} for name in ("deals", "titles", "ours", "theirs")}
    for (deals, eggs, tail, ours, theirs), hits in matches.items():
        won = int(ours > theirs)
        places = {"deals": deals, "titles": (won, tail, eggs), "ours": (won, ours), "theirs": (won, theirs)}
        for name, place in places.items():
            counts[name][place] = counts[name].get(place, 0) + hits
    return answer_of("match", counts, partial=partial)


LONG = {(k, k % 3, k % 2, *((12, 2 * (k % 6)) if k % 2 else (2 * (k % 5), 14))): 9000 // k for k in range(4, 40)}
MANY = {(t, q, b): 400 + 10 * b * (t - 4) for t in range(9) for q in range(min(t, 4) + 1) for b in (-2, 2)}
SPLIT = {
    k: (round(d * (0.018 - 0.002 * abs(k - 7))), d)
    for k, d in {1: 30, 4: 90_000, 6: 10**6, 7: 10**6, 8: 10**6, 13: 2}.items()
}
ROUGH = Path("/work") / ("a" * 40) / f"{'an_extremely_long_name_' * 4}.py:Careful:keep=4"


def renamed(answer: StudyAnswer) -> StudyAnswer:
    """The same answer by four policies from files with long names, under rules with a strange one."""
    names = [f"{ROUGH}{seat}" for seat in range(4)]
    envelope = replace(answer.envelope, policies=names, rules="/somewhere/$house_\N{SNOWMAN}$ rules\t1.toml")
    return replace(answer, envelope=envelope)


def edge_answers() -> dict[str, StudyAnswer]:
    found = {
        "eggs none": answer_of("eggs", {}, partial=True),
        "eggs 1": eggs(0, 1),
        "eggs 1 egg": eggs(1, 1),
        "eggs 0 of 104": eggs(0, 104),
        "eggs all": eggs(104, 104),
        "eggs 3 of 100": eggs(3, 100, trumps={4: (0, 2), 6: (1, 40), 7: (2, 57), 10: (0, 1)}),
        "eggs many": eggs(sum(h for h, _ in SPLIT.values()), sum(d for _, d in SPLIT.values()), trumps=SPLIT),
        "eggs 15 bars": eggs(150_000, 15 * 10**6, trumps=dict.fromkeys(range(15), (10000, 10 ** 6))),
        "eggs kozel24": eggs(2_000, 10**5, str(GAMES / "kozel24.toml")),
        "eyes none": answer_of("eyes", {}, partial=True),
        "eyes 1": eyes({2: 1}),
        "eyes eggs only": eyes({0: 500}),
        "eyes all ours": eyes({4: 500}),
        "eyes 100": eyes({-4: 12, -2: 38, 2: 35, 4: 15}),
        "eyes many": eyes({b: sum(n for (_, _, c), n in MANY.items() if c == b) for b in (-2, 2)}, MANY),
    }  # fmt: skip
    found |= {
        "match none": match({}, partial=True),
        "match 1": match({(7, 1, 1, 4, 12): 1}),
        "match all alike": match({(3, 0, 0, 12, 0): 400}),
        "match few": match({(7, 0, 1, 12, 4): 3, (9, 2, 0, 10, 14): 2, (7, 0, 0, 12, 10): 1}),
        "match long": match(LONG),
        "match endless": match({(448, 15, 0, 10, 12): 5, (6, 0, 0, 12, 0): 95}),
    }
    found["match long names"] = renamed(found["match long"])
    found["eggs long names"] = renamed(found["eggs many"])
    found["eyes long names"] = renamed(found["eyes many"])
    return found


EDGES = edge_answers()
