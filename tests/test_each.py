"""Questions over axes: every combination is the answer of its own command, and the overview holds their numbers."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import goatsim
import goatsim.games
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.inquiry.axes import each_words, label, points, values_of
from goatsim.lang import the_deal
from goatsim.runs.tasks import Ask, Table
from goatsim.show.schemas import schema
from goatsim.studies.base import Setting, study_named
from goatsim.studies.common.own import closed, unheard
from goatsim.studies.common.studying import overview

CAREFUL = """import goatsim
from goatsim.words import count, richest

@goatsim.policy(base="greedy")
class Careful:
    "Feeds the partner with so many cards left."
    keep = 3
    share = 1

    def follow(v):
        if v.partner_winning and count(v.hand) > v.keep:
            return richest(v.legal)
        return v.base.follow
"""

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def careful(tmp_path: Path) -> str:
    """A policy in a file of a person's own, as --policies takes it."""
    file = tmp_path / "careful.py"
    file.write_text(CAREFUL, "utf-8")
    return f"{file}:Careful"


def lab_of(rules: str = "bare", **settings: Any) -> goatsim.Lab:
    return goatsim.at(rules, **{"deals": 200, "progress": "never", **settings})


def made(lab: goatsim.Lab, **each: object) -> list[tuple[Mapping[str, object], str]]:
    """The combinations of axes, and who plays in each of them."""
    return [(point.each, point.lab.policies_said) for point in points(lab, each)]


# Axes


def test_without_axes_there_is_the_lab_alone() -> None:
    lab = lab_of()
    ((each, here),) = points(lab, {})
    assert (each, here) == ({}, lab)


def test_values_are_parted_by_commas_or_semicolons_and_numbers_may_be_ranges() -> None:
    lab = lab_of("classic")
    assert [point.each for point in points(lab, {"target": "8..12:2,20"})] == [{"target": n} for n in (8, 10, 12, 20)]
    assert [point.each for point in points(lab, {"TARGET": range(8, 10)})] == [{"target": 8}, {"target": 9}]
    shares = [point.each["p_no_cut"] for point in points(lab, {"p_no_cut": "0..0.3:0.1"})]
    assert shares == [0.0, 0.1, 0.2, 0.3]
    sides = [point.lab.rules.sides for point in points(lab_of(), {"sides": "0 1 0 1;0 1 1 0"})]
    assert sides == [(0, 1, 0, 1), (0, 1, 1, 0)]
    assert [point.each for point in points(lab, {"trump_lead": "all, ALL"})] == [{"trump_lead": "all"}]
    assert [said for _, said in made(lab_of(), policies="greedy;greedy,low;")] == ["greedy", "greedy,low"]
    assert [said for _, said in made(lab_of(), policies="greedy,low")] == ["greedy", "low"]
    assert [said for _, said in made(lab_of(), policies=["low", ("greedy", "low")])] == ["low", "greedy,low"]


def test_parameters_and_decisions_of_who_plays(careful: str) -> None:
    lab = lab_of(policies=f"{careful},low")
    here = points(lab, {"keep": [4, 5]})
    assert [[policy.params.get("keep") for policy in point.lab.policies] for point in here] == [
        [4, None, 4, None],
        [5, None, 5, None],
    ]
    assert [point.each for point in points(lab, {"Careful.keep": "4"})] == [{"Careful.keep": 4}]
    ((each, said),) = made(lab, **{"low.give": "never"})
    assert (each, said) == ({"low.give": "never"}, f"{careful}:keep=3:share=1,low:give=never")
    ((each, said),) = made(lab_of(), give=[False])
    assert (each, said) == ({"give": "never"}, "greedy:give=never")
    assert [said for _, said in made(lab_of(), policies="low,high", give="never")] == [
        "low:give=never",
        "high:give=never",
    ]


def test_the_last_axis_changes_fastest_and_options_change_together() -> None:
    found = points(lab_of(), {"first_leader": "0,1", "trump_lead": "all,praiser_team"})
    assert [tuple(point.each.values()) for point in found] == [
        (0, "all"), (0, "praiser_team"), (1, "all"), (1, "praiser_team")
    ]  # fmt: skip
    # Hands of 16 are too many for four seats, and two seats are too few for hands of 8.
    (point,) = points(lab_of(policies="low,high"), {"hand_size": "16", "sides": ["0 1"]})
    assert (point.lab.rules.seats, point.lab.rules.hand_size) == (2, 16)
    assert [policy.name for policy in point.lab.policies] == ["Low", "High"]
    assert point.lab.policies_said == "low,high"
    with pytest.raises(RequestError, match="the seat that is me from 0 to 1, got 2"):
        points(lab_of(seat=2), {"hand_size": "16", "sides": ["0 1"]})


@pytest.mark.parametrize(
    ("each", "parts"),
    [
        ({"trump_led": "all"}, ['got "trump_led"', "nearest is trump_lead"]),
        ({"keep": "1..5"}, ["they have none", 'got "keep"']),
        ({"greedy.giv": "never"}, ["nearest is Greedy.give"]),
        ({"polcies": "low"}, ["nearest is policies"]),
        ({"trump_lead": "all,praiser_taem"}, ["nearest is praiser_team"]),
        ({"policies": "greedy;lwo"}, ["nearest is low"]),
        ({"give": "never,nevre"}, ["nearest is never"]),
        ({"give": [3.5]}, ["values of give", "got 3.5"]),
        ({"trump_lead": ""}, ["the values of trump_lead", "got none"]),
        ({"trump_lead": "all,,all"}, ["the values of trump_lead", 'got "all,,all"']),
        ({"trump_lead": []}, ["got none"]),
        ({"first_leader": "3..0"}, ["from low to high"]),
        ({"first_leader": "0..3:0"}, ["from low to high"]),
        ({"four_eyes_min": "1..999999999"}, ["at most 1000", "999999999"]),
        ({"four_eyes_min": "90,91", "Four_Eyes_Min": "90"}, ["four_eyes_min twice"]),
        ({"phases": ["shuffle settle", "shuffle buy settle"]}, ["a talon where it is bought"]),
        ({3: "all"}, ["the name of an axis", "got 3"]),
        ("keep=3", ["a mapping", "keep=3"]),
    ],
)
def test_what_is_no_axis_is_refused_before_anything_is_played(each: Any, parts: list[str]) -> None:
    def played(done: int, total: int | None) -> None:
        raise AssertionError("played")

    with pytest.raises(RequestError) as refused:
        lab_of(progress=played).study("eggs", each=each)
    assert all(part in str(refused.value) for part in parts), refused.value


def test_a_study_that_some_value_has_no_answer_for_is_refused_before_anything_is_played() -> None:
    with pytest.raises(RequestError, match="bare, sides=0 1 2 3 has an answer to, got eggs: an egg is a tie of two"):
        lab_of().study("eggs", each={"sides": ["0 1 0 1", "0 1 2 3"]})


# Answers


def test_every_answer_is_that_of_its_own_command(careful: str) -> None:
    lab = lab_of("classic", policies=f"{careful},low", seed=5, seat=1, confidence=0.9)
    each = {"keep": [2, 3], "praise": "HAPPY,none"}
    answers = lab.study("eggs", each=each)
    assert [answer.each for answer in answers] == [point.each for point in points(lab, each)]
    for answer in answers[:3:2]:
        words = shlex.split(answer.envelope.command)
        assert words[:3] == ["goatsim", "study", "eggs"]
        assert "--each" not in words
    for answer in answers:
        options = {"praise": answer.each["praise"]}
        policies = f"{careful}:keep={answer.each['keep']},low"
        (alone,) = goatsim.study(
            "eggs", rules="classic", options=options, policies=policies, seed=5, seat=1, deals=200, confidence=0.9,
            progress="never",
        )  # fmt: skip
        assert alone.tables == answer.tables


def test_the_commands_find_their_answers_again(capsys: Capture, careful: str) -> None:
    words = ["study", "eggs", "--rules", "bare", "--policies", f"low,{careful}", "--deals", "200", "--quiet"]
    assert run([*words, "--each", "keep=2..3", "--each", "trump_lead=all,praiser_team", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["each"] for line in lines] == [
        {"keep": keep, "trump_lead": lead} for keep in (2, 3) for lead in ("all", "praiser_team")
    ]
    for line in lines[1:3]:
        assert run([*shlex.split(line["command"])[1:], "--json", "--quiet"]) == 0
        again = json.loads(capsys.readouterr().out)
        each = line.pop("each")
        assert {**again, "seconds": 0} == {**line, "seconds": 0}, each


def test_the_command_of_an_overview_finds_all_of_them(capsys: Capture) -> None:
    lab = lab_of(policies="high", seed=3)
    answers = lab.study("eggs", "eyes", each={"policies": ["low", "low,greedy"], "first_leader": [0, 2]})
    assert [one.study for one in answers.overviews] == ["eggs", "eyes"]
    words = shlex.split(answers.overviews[1].envelope.command)
    assert words[words.index("--each") + 1] == "policies=low;low,greedy;"
    assert run([*words[1:], "--json", "--quiet"]) == 0
    again = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [json.loads(json.dumps(answer.to_json())) for answer in answers if answer.study == "eyes"]
    assert [{**one, "seconds": 0} for one in again] == [{**one, "seconds": 0} for one in found]


def test_the_rows_of_an_overview_are_the_numbers_of_its_answers(careful: str) -> None:
    answers = lab_of(policies=careful).study("eggs", "eyes", each={"share": "1,2"})
    eggs, eyes = answers.overviews
    assert list(eggs.tables) == ["by_share"]
    for over, key, own in ((eggs, "share", answers[:2]), (eyes, "mean", answers[2:])):
        for row, answer in zip(over.tables["by_share"], own, strict=True):
            # A parameter called as a column of ours is told apart from it.
            assert row["share_value"] == answer.each["share"]
            assert (row[key], row["low"], row["high"]) == (answer.value, answer.low, answer.high)
            assert row["deals"] == 200
    assert eggs.deals == 400
    matches = lab_of("classic", deals=3).study("match", each={"target": [8, 12]}).overviews[0]
    assert [row["matches"] for row in matches.tables["by_target"]] == [3, 3]
    assert matches.matches == 6


def answers_of(hits: Mapping[Any, int], deals: int, axis: str = "keep") -> tuple[Any, list[Any]]:
    """Answers of eggs whose number is made up, one for every value of an axis, and the points they stand at."""
    (real,) = lab_of(deals=1).study("eggs")
    ask, found = Ask("egg", the_deal.egg), []
    for value, count in hits.items():
        table = Table(ask, (0,), np.array([deals - count, count]), 0.95)
        each = dict(zip(axis.split(), value if isinstance(value, tuple) else (value,), strict=True))
        found.append(replace(real, each=each, counted=table, estimate=table.estimate()))
    lab = lab_of()
    return [points(lab, {})[0]._replace(each=answer.each) for answer in found], found


@pytest.mark.parametrize(
    ("hits", "headline"),
    [
        ({1: 300}, "Share of eggs by keep: 3.00% with 1."),
        ({1: 300, 2: 300}, "Share of eggs by keep: 3.00% everywhere."),
        ({1: 300, 2: 310}, "Share of eggs by keep: 3.00% to 3.10%; where it is most cannot be told from these deals."),
        ({1: 300, 2: 500}, "Share of eggs by keep: most with 2 (5.00%), least with 1 (3.00%)."),
        (
            {1: 300, 2: 500, 3: 510},
            "Share of eggs by keep: most with 2 (5.00%) or 3 (5.10%), least with 1 (3.00%).",
        ),
        (
            {1: 900, **dict.fromkeys((2, 3, 4, 5), 500)},
            "Share of eggs by keep: most with 1 (9.00%), least with one of 4 that cannot be told apart.",
        ),
        # Lie apart as a pair, and not as two of twenty.
        (
            {1: 250, 2: 320, **dict.fromkeys(range(3, 21), 280)},
            "Share of eggs by keep: 2.50% to 3.20%; where it is most cannot be told from these deals.",
        ),
        ({1: 0, 2: 0}, "Share of eggs by keep: none of 10,000 everywhere."),
    ],
)
def test_headlines_say_only_what_can_be_told(hits: dict[int, int], headline: str) -> None:
    here, answers = answers_of(hits, 10_000)
    assert overview(lab_of(), study_named("eggs"), here, answers).headline == headline


def test_without_deals_an_overview_says_so() -> None:
    here, answers = answers_of({1: 0, 2: 0}, 0)
    page = overview(lab_of(), study_named("eggs"), here, answers)
    assert page.headline == "No deal was played to its end."
    assert page.tables["by_keep"][0]["share"] is None
    page.plot()


def test_ctrl_c_leaves_the_answers_so_far() -> None:
    calls = 0

    def stop(done: int, total: int | None) -> None:
        nonlocal calls
        calls += done > 0
        if calls > 1:
            raise KeyboardInterrupt

    answers = lab_of(progress=stop, threads=1).study("eggs", "eyes", each={"first_leader": "0..3"})
    assert 1 <= len(answers) < 8
    assert [answer.partial for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert answers.overviews[-1].partial
    assert "Stopped before the end" in answers.text()


# Forms


def test_the_page_has_the_overview_first_and_then_the_headlines(capsys: Capture) -> None:
    words = ["study", "eyes", "--rules", "bare", "--deals", "200", "--quiet", "--each", "policies=low;low,high"]
    assert run(words) == 0
    page = capsys.readouterr().out
    lines = page.splitlines()
    assert lines[0].startswith("Eyes of our side less those of the other by policies: ")
    assert "400 deals of bare; every policies together; seed 0; 95% intervals; " in page
    assert "\npolicies=low: A deal brings" in page and "\npolicies=low,high: A deal brings" in page
    assert page.endswith("\n\nWhole answers: --json or --out FOLDER.\n")
    assert run([*words, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["policies"] for row in rows] == ["low", "low,high"]
    assert list(rows[0]) == ["policies", "mean", "low", "high", "deals"]


def test_a_folder_names_the_values(capsys: Capture, tmp_path: Path, careful: str) -> None:
    folder = tmp_path / "out"
    words = ["study", "eggs", "--rules", "bare", "--deals", "200", "--out", str(folder), "--quiet"]
    assert run([*words, "--each", f"policies=low;{careful};{careful}:keep=4", "--json"]) == 0
    found = {file.name for file in folder.glob("*.json")}
    stems = ["low", "careful.py_Careful", "careful.py_Careful_keep=4"]
    assert found == {"eggs-by_policies.json", *(f"eggs-policies={stem}.json" for stem in stems)}
    assert {"eggs-by_policies.csv", "eggs-by_policies.png", "eggs-policies=low-points.csv"} <= {
        file.name for file in folder.iterdir()
    }
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["charts"]["points"] == "eggs-policies=low-points.png"
    judge = jsonschema.Draft202012Validator(schema("study"))
    for value in [*lines, *(json.loads((folder / name).read_text("utf-8")) for name in found)]:
        judge.validate(value)


def test_values_that_look_alike_in_file_names_have_files_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    for place in (tmp_path / "careful.py", tmp_path / "a" / "careful.py"):
        place.write_text(CAREFUL, "utf-8")
    each = [f"{tmp_path}/careful.py:Careful", f"{tmp_path}/a/careful.py:Careful"]
    from goatsim.show.saving import save

    answers = lab_of(deals=20).study("eggs", each={"policies": each})
    save(answers, tmp_path / "out", answers.overviews)
    assert len(list((tmp_path / "out").glob("eggs-policies=*.json"))) == 2


@pytest.mark.parametrize("axis", ["keep", "keep lead", "keep lead seat"])
def test_charts_name_every_combination(axis: str) -> None:
    values = [(k, lead, 0)[: len(axis.split())] for k in (1, 2, 3) for lead in ("all", "none")]
    here, answers = answers_of(
        {value: 50 + 10 * place for place, value in enumerate(dict.fromkeys(values))}, 1000, axis
    )
    drawn = overview(lab_of(), study_named("eggs"), here, answers).plot()
    names = [text.get_text() for text in (*drawn.get_xticklabels(), *drawn.get_yticklabels())]
    if axis == "keep lead":
        assert names == ["1", "2", "3", "all", "none"]
        assert len(drawn.texts) >= 6
    else:
        assert names[-len(here) :] == [label(point.each).removeprefix("keep=" * (axis == "keep")) for point in here]


def test_the_words_of_axes_are_those_that_find_them() -> None:
    lab = lab_of("classic")
    each = {"policies": ["low", "greedy,low"], "target": range(8, 11), "pants2_lead": ["dark_winner_leads_play"]}
    found = points(lab, each)
    words = each_words(values_of(found))
    again = dict(word.split("=", 1) for word in words[1::2])
    assert [point.each for point in points(lab, again)] == [point.each for point in found]


# The list of studies


def test_the_list_is_a_table_of_studies_and_games(capsys: Capture) -> None:
    assert run(["study", "--list", "--set", "praise=free", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    games = ["classic, praise=free", *goatsim.rules()]
    assert [row["game"] for row in rows if row["study"] == "eggs"] == games
    for row in rows:
        options = {"praise": "free"} if "," in row["game"] else {}
        rules = goatsim.rules(row["game"].partition(",")[0], options)
        assert isinstance(rules, goatsim.games.Rules)
        assert row["reason"] == study_named(row["study"]).unfit(rules)
    assert run(["study", "--list", "--rules", str(Path(__file__).parent / "games" / "skat_null.toml")]) == 0
    page = capsys.readouterr().out
    assert page.split("\n\n")[1].splitlines()[0].split() == ["study", "skat_null.toml", *goatsim.rules()]
    assert "\neggs is not for skat_null.toml or bezique: no scoring row of it is called egg\n" in page


@pytest.mark.parametrize(
    ("study", "rules", "each", "said"),
    [
        ("signals", "bare", {"p_noticed": [0.25, 0.5]}, "p_noticed itself (0.0, 0.25, 0.5 and 1.0)"),
        ("ladder", "bare", {"policies": ["greedy", "low"]}, "policies itself"),
        ("trump-lead", "classic", {"swap_one": ["off"], "trump_lead": ["all"]}, "itself (praiser_team and all)"),
        ("praise", "classic", {"praise": ["none", "free"]}, "praise itself"),
        ("valts", "valts", {"valts_count": ["per_half", "per_pack"]}, "valts_count itself (per_pack and per_half)"),
        ("talon", "three", {"policies": ["greedy", "low"]}, "policies itself (buyer)"),
    ],
)
def test_an_axis_that_a_study_sets_itself_is_refused(
    study: str, rules: str, each: dict[str, list[object]], said: str
) -> None:
    with pytest.raises(RequestError) as error:
        lab_of(rules).study(study, each=each)
    assert said in str(error.value)
    assert f"study {study}" in str(error.value)


def test_an_axis_that_a_study_leaves_open_is_no_fault_even_at_its_default() -> None:
    lab = lab_of("valts")
    for each in ({"target": [20]}, {"target": [lab.rules.options["target"]]}, {"policies": ["greedy", "low"]}):
        assert not closed(lab, study_named("valts"), each)


def test_what_a_study_does_not_hear_is_said() -> None:
    lab = lab_of("classic", options={"praise": "free"})
    for study, heard in (("praise", False), ("eggs", True)):
        found = study_named(study)
        said = unheard(lab, found, found.parts(Setting(lab.rules, lab.policies)))
        assert said == ["praise=free does not matter here: the study sets praise itself."] * (not heard)
