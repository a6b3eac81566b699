"""The ladder: every pair against tallies of both seatings, what is called better, and pairs that nobody played."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import goatsim
from goatsim import us
from goatsim.answers import StudyAnswer
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.machine import asked
from goatsim.runs.tasks import Table
from goatsim.seats.named import line_up, named
from goatsim.seats.named import names as every_name
from goatsim.studies import base, ladder

DEALS = 2_000


def names() -> list[str]:
    """The policies that were made for the game."""
    shape = game_of(load("bare")).shape
    return [name for name in every_name() if named(name).suits(shape, asked(shape))]


@pytest.fixture(scope="module")
def answer() -> StudyAnswer:
    return goatsim.study("ladder", rules="bare", deals=DEALS, progress="never")[0]


def test_a_difference_is_that_of_both_seatings(answer: StudyAnswer) -> None:
    ours, theirs = (
        goatsim.at("bare", policies=both, deals=DEALS, progress="never").tally(us.points).estimate().value
        for both in ("high,low", "low,high")
    )
    assert ours is not None and theirs is not None
    rows = {(row["policy"], row["against"]): row for row in answer.tables["pairs"]}
    assert len(rows) == len(names()) * (len(names()) - 1)
    # 120 points are in every deal, so that a side's less the other's is twice its own less 120.
    assert rows["high", "low"]["difference"] == pytest.approx(ours - theirs)
    for one, other in combinations(names(), 2):
        there, back = rows[one, other], rows[other, one]
        assert (there["difference"], there["low"]) == (-back["difference"], -back["high"])
        assert there["low"] < there["difference"] < there["high"]


def test_the_order_and_what_beats_what(answer: StudyAnswer) -> None:
    steps = answer.tables["ladder"]
    assert steps[0]["policy"] == "expert" and len(steps) == len(names())
    assert [row["difference"] for row in steps] == sorted((row["difference"] for row in steps), reverse=True)
    pairs = answer.tables["pairs"]
    for row in steps:
        mine = [pair for pair in pairs if pair["policy"] == row["policy"]]
        assert row["difference"] == pytest.approx(sum(pair["difference"] for pair in mine) / len(mine))
        assert row["beats"] == sum(pair["low"] > 0 for pair in mine)
        half = sum(pair["high"] - pair["low"] for pair in mine) / len(mine) / 2
        assert (row["low"], row["high"]) == pytest.approx((row["difference"] - half, row["difference"] + half))
    for name in ("partner", "hunter", "memory", "expert"):
        (low,) = [pair["low"] for pair in pairs if (pair["policy"], pair["against"]) == (name, "greedy")]
        assert low > 3
    assert answer.headline.startswith("expert is the strongest policy: it beats every other, ")
    assert "every policy against every other" in answer.explain() and answer.to_json()["who"]


def test_intervals_hold_for_all_pairs_at_once(answer: StudyAnswer) -> None:
    (row,) = [r for r in answer.tables["pairs"] if (r["policy"], r["against"]) == ("high", "low")]
    setting = base.Setting(goatsim.at("bare").rules, line_up("greedy", (0, 1, 0, 1)))
    (part,) = [part for part in ladder.STUDY.parts(setting) if part.judge == "high against low"]
    from goatsim.runs.execute import run
    from goatsim.runs.tasks import Task

    table = run(Task(part.arms, part.asks), deals=DEALS).tables[part.judge]
    many = len(names()) * (len(names()) - 1) // 2
    alone, strict = table.mean(), replace(table, confidence=1 - 0.05 / many).mean()
    assert (row["low"], row["high"]) == (strict.low, strict.high)
    assert alone.half_width < 0.7 * strict.half_width


def made(setting: base.Setting, points: dict[str, int]) -> dict[str, Table]:
    """Tables in which every deal of a pair had one difference, nought if none is given."""
    tables = {}
    for part in ladder.STUDY.parts(setting):
        (ask,) = part.asks
        cells = np.zeros(481, np.int64)
        cells[240 + points.get(ask.name, 0)] = 500
        tables[ask.name] = Table(ask, (-240,), cells, 0.95)
    return tables


def test_what_cannot_be_told_is_said() -> None:
    setting = base.Setting(goatsim.at("bare").rules, line_up("greedy", (0, 1, 0, 1)))
    report = ladder.STUDY.report(setting, made(setting, {}))
    others = ", ".join(names()[1:-1])
    said = f"whether it is stronger than {others} or {names()[-1]} cannot be told."
    assert report.headline == f"{names()[0]} leads; {said}"
    assert any("cannot be told of" in note for note in report.notes)
    assert all(row["beats"] == 0 for row in report.tables["ladder"])
    nobody = {name: replace(table, cells=0 * table.cells) for name, table in made(setting, {}).items()}
    assert not ladder.STUDY.report(setting, nobody).tables["ladder"]


def test_policies_of_ones_own_join_in() -> None:
    own = line_up(["greedy:give=never", "greedy", "low:claim=never", "greedy:give=never"], (0, 1, 0, 1))
    setting = base.Setting(goatsim.at("bare").rules, own)
    pairs = {name for part in ladder.STUDY.parts(setting) for name in part.judge.split(" against ")}
    assert pairs == {*names(), "greedy:give=never", "low:claim=never"}
