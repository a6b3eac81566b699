"""Settings and their mistakes in Python, and the command in every answer, which finds the answer again."""

from __future__ import annotations

import contextlib
import io
import json
import pickle
import shlex
from pathlib import Path
from typing import Any

import pytest

import goatsim
from goatsim import RequestError, me, over, the_deal, us
from goatsim.cli import run

CAREFUL = """
import goatsim
from goatsim.words import richest

@goatsim.policy(base="greedy")
class Careful:
    limit = 3

    def follow(v):
        return richest(v.legal) if v.partner_winning and v.trick > v.limit else v.base.follow
"""


def again(value: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the command of an answer answers."""
    words = shlex.split(value["command"])
    assert words[0] == "goatsim"
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as said:
        assert run([*words[1:], "--json", "--quiet"]) == 0
    found: dict[str, Any] = json.loads(said.getvalue())
    return found


@pytest.mark.parametrize(
    "settings",
    [
        {"deals": 777, "confidence": 0.8},
        {"policies": "greedy,random", "seed": 2**64 - 1, "seat": 1, "deals": 500},
        {"policies": ["low", "high", "greedy", "random"], "options": {"trump_lead": "all"}, "precision": 0.01},
        {
            "options": {
                "trumps": "QC QS QH QD JC JS JH JD AC TC KC 9C 8C 7C",
                "points": {"A": 12, "T": 9, "K": 4, "Q": 3, "J": 2},
            },
            "deals": 99,
        },
        {"relative": 0.2},
    ],
)
def test_the_command_of_a_study_finds_it_again(settings: dict[str, Any], tmp_path: Path) -> None:
    answer = goatsim.study("eyes", rules="bare", progress="never", **settings)[0]
    value = answer.to_json()
    assert {**again(value, tmp_path), "seconds": 0} == {**value, "seconds": 0}
    assert value["command"] in answer.cite()


def test_the_command_names_the_file_of_a_policy(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CAREFUL, "utf-8")
    named = goatsim.policies(f"{file}:Careful:limit=5")
    answer = goatsim.study("eggs", rules="bare", policies=named, deals=300, progress="never")[0]
    assert {**again(answer.to_json(), tmp_path), "seconds": 0} == {**answer.to_json(), "seconds": 0}


@pytest.mark.parametrize("which", [{"index": 5}, {"number": 123456789}, {"index": 2**64 - 1}])
def test_the_command_of_a_deal_finds_it_again(which: dict[str, int], tmp_path: Path) -> None:
    answer = goatsim.deal(rules="bare", seed=5, policies="low", seat=2, **which)[0]
    assert {**again(answer.to_json(), tmp_path), "seconds": 0} == {**answer.to_json(), "seconds": 0}


@pytest.mark.parametrize("wrong", [None, 5, "x", 1.5, us, [us], float("nan")])
def test_what_is_no_measure_is_refused(wrong: Any) -> None:
    lab = goatsim.at("bare", deals=10, progress="never")
    with pytest.raises(RequestError, match=r"expected a (measure|word)"):
        lab.tally(wrong)
    with pytest.raises(RequestError, match="expected"):
        lab.tally(us.points, by=[wrong] if wrong is not us else [us])
    with pytest.raises(RequestError, match="expected"):
        over("any", me, wrong)


def test_measures_that_have_no_meaning_are_refused() -> None:
    lab: Any = goatsim.at("bare", deals=10, progress="never")
    whoever: Any = "us"
    for make in (
        lambda: me.trumps / 2,
        lambda: me.trumps // 2,
        lambda: over("sum", [], me.trumps),
        lambda: over("sum", whoever, me.trumps),
        lambda: lab.tally(us.points * 2**31 * 2**31),
        lambda: lab.tally(us.points, minus=5),
        lambda: lab.tally(us.points, minus=goatsim.at("bare", seed=1)),
        lambda: lab.tally(us.points, minus=goatsim.at(Path(__file__).parent / "games" / "kozel24.toml")),
    ):
        with pytest.raises(RequestError, match="expected"):
            make()
    with pytest.raises(RequestError, match="got seats 0 and 1"):
        lab.tally(us.points, minus=goatsim.at("bare", seat=1))
    assert lab.tally(-me.trumps).values[0] == -8


@pytest.mark.parametrize(
    "settings",
    [
        {"options": 5},
        {"options": [5]},
        {"confidence": 1.0},
        {"confidence": 0.1},
        {"confidence": 1 - 1e-12},
        {"confidence": True},
        {"precision": 0},
        {"precision": float("nan")},
        {"precision": 10**5000},
        {"relative": "1%"},
        {"deals": 0},
        {"deals": 1.5},
        {"deals": True},
        {"deals": 10, "precision": 0.1},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": "soon"},
        {"seat": 4},
        {"threads": 0},
        {"progress": "loud"},
        {"policies": []},
        {"policies": 7},
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(settings: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match=r"^expected [^\n]*got [^\n]*$"):
        goatsim.at("bare", **settings)


def test_a_difference_of_truths_is_a_mean() -> None:
    first = goatsim.at("bare", policies="random", deals=2000, progress="never")
    second = goatsim.at("bare", policies="greedy", deals=2000, progress="never")
    table = first.tally(the_deal.egg, minus=second)
    found = table.estimate()
    apart = first.tally(the_deal.egg).share(), second.tally(the_deal.egg).share()
    assert found.value == pytest.approx((apart[0].value or 0) - (apart[1].value or 0))
    assert "share" in table.to_frame() and found.hits is None


def test_a_measure_that_never_varies_does_not_run_for_ever() -> None:
    lab = goatsim.at("bare", policies="low", progress="never")
    assert lab.tally(us.points - us.points).estimate().value == 0
    same = lab.tally(us.points, minus=lab)
    assert same.estimate().value == 0 and same.deals < 10**6


def test_tables_travel_between_processes() -> None:
    table = goatsim.at("bare", deals=200, progress="never").tally(us.points, by=[me.trumps])
    copy = pickle.loads(pickle.dumps(table))
    assert repr(copy) == repr(table) and (copy.cells == table.cells).all()


def test_the_number_of_a_study() -> None:
    answer = goatsim.study("eggs", rules="bare", deals=5000, progress="never")[0]
    assert answer.value is not None and answer.low is not None and answer.high is not None
    assert answer.low <= float(answer) == answer.value <= answer.high
    assert answer.method == "sampled" and "5,000 deals" in answer.explain()
    assert f"{100 * answer.value:.1f}"[:3] in answer.headline


def test_what_two_labs_do_not_share_is_said() -> None:
    lab = goatsim.at("bare", deals=10, progress="never")
    for seed, seat, said in ((0, 1, "got seats 0 and 1"), (7, 0, "got seeds 0 and 7")):
        with pytest.raises(RequestError, match=said):
            lab.by_groups("us.points", "trumps", minus=goatsim.at("bare", seed=seed, seat=seat))


def test_a_list_is_no_name_of_a_study() -> None:
    names: Any = [["eggs"], {}]
    for name in names:
        with pytest.raises(RequestError, match="expected a study"):
            goatsim.at("bare", deals=10, progress="never").study(name)
