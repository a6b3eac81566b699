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
from goatsim.games import names as rules_names
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


ORDER: dict[str, tuple[str, float, float]] = {
    "classic": ("us.points", 20, 18),
    "bare": ("us.points", 20, 18),
    "six": ("us.eyes", 0.2, 0.2),
    "turnup": ("us.eyes", 0.2, 0.4),
    "clubs": ("us.eyes", 0.2, 0.4),
    "stock": ("us.eyes", 0.05, 0.2),
    "three": ("me.penalty", 0.1, 0.5),
    "valts": ("us.points", 8, 2.5),
    "bura": ("us.points", 20, 1),
    "bura-hammer": ("us.points", 20, 1),
    "bura-two": ("us.points", 20, 0.1),
    "bezique": ("us.score", 10, 20),
}
"""What `low`, `greedy` and `expert` are told apart by, and by how much each is better than the one before, at least."""


@pytest.mark.large
@pytest.mark.turns(12)
@pytest.mark.parametrize("game", ORDER)
def test_every_game_has_a_simple_and_a_decent_player(game: str, daily_seed: int, size: float) -> None:
    measure, *margins = ORDER[game]
    lab = goatsim.at(game, seed=daily_seed, deals=int(40_000 * size), progress="never")
    for better, worse, least in (("greedy", "low", margins[0]), ("expert", "greedy", margins[1])):
        found = lab.compare(better, worse, measure=measure)
        assert found.low is not None and found.high is not None
        assert (-found.high if "penalty" in measure else found.low) > least


def test_all_games_are_in_order() -> None:
    assert set(ORDER) == set(rules_names())


@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        ("clubs", {}, "the eyes of the first less those of the second"),
        ("clubs", {"catch_queen": "off"}, "the card points of the first"),
        ("bezique", {}, "the points of the score of the first"),
        ("valts", {}, "what is charged to the second more than to the first"),
    ],
)
def test_what_tells_policies_apart_is_said(rules: str, options: dict[str, object], said: str) -> None:
    game = load(rules, options)
    setting = base.Setting(game, line_up("greedy", game.sides))
    assert said in ladder.STUDY.report(setting, made(setting, {})).notes[0]


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


def test_a_built_in_policy_is_called_by_its_name() -> None:
    game = goatsim.at("three").rules
    setting = base.Setting(game, line_up(["buyer", "buyer:least=16", "greedy"], game.sides))
    pairs = {name for part in ladder.STUDY.parts(setting) for name in part.judge.split(" against ")}
    assert {name for name in pairs if name.startswith("buyer")} == {"buyer", "buyer:least=16"}


def test_policies_of_ones_own_join_in() -> None:
    own = line_up(["greedy:give=never", "greedy", "low:claim=never", "greedy:give=never"], (0, 1, 0, 1))
    setting = base.Setting(goatsim.at("bare").rules, own)
    pairs = {name for part in ladder.STUDY.parts(setting) for name in part.judge.split(" against ")}
    assert pairs == {*names(), "greedy:give=never", "low:claim=never"}
