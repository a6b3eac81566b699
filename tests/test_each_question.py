"""Questions over axes: every answer is that of its own command, and the overview holds their numbers."""

from __future__ import annotations

import csv
import io
import json
import shlex
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from test_each import CAREFUL

import goatsim
from goatsim.cli import run
from goatsim.show.schemas import schema

Capture = pytest.CaptureFixture[str]


def lab_of(rules: str = "bare", **settings: Any) -> goatsim.Lab:
    return goatsim.at(rules, **{"deals": 300, "progress": "never", **settings})


def test_an_answer_for_every_combination_and_their_overview() -> None:
    lab = lab_of(policies="greedy,low", seat=1)
    each = {"trump_lead": ["all", "praiser_team"], "policies": "greedy;low"}
    answers = lab.ask("us.points > 60", given="trumps >= 5", each=each)
    assert [tuple(answer.each.values()) for answer in answers] == [
        ("all", "greedy"), ("all", "low"), ("praiser_team", "greedy"), ("praiser_team", "low")
    ]  # fmt: skip
    (over,) = answers.overviews
    for answer, row in zip(answers, over.to_json()["tables"]["by_trump_lead_and_policies"], strict=True):
        options = {"trump_lead": answer.each["trump_lead"]}
        other = lab_of(policies=answer.each["policies"], options=options, seat=1)
        alone = other.ask("us.points > 60", given="trumps >= 5")
        assert alone.estimate == answer.estimate
        assert (row["share"], row["low"], row["hits"], row["deals"]) == (answer.value, answer.low, answer.hits, 300)
    assert over.envelope.given == "me.trumps >= 5" and over.deals == 1200
    assert over.headline.startswith("Share of deals with us.points > 60 (given me.trumps >= 5) by trump_lead and pol")
    assert answers.plot().get_title(loc="left") and "To repeat: goatsim ask" in answers.text()
    assert "<table" in answers._repr_html_() and len(answers.to_frame()) == 4


def test_exact_answers_over_axes_are_fractions() -> None:
    lab = lab_of(options={"sides": "0 1 2", "talon_to": 0})
    answers = lab.ask("trumps == 4", each={"hand_size": "8..10:2"})
    eight, ten = (Fraction(comb(14, 4) * comb(18, n - 4), comb(32, n)) for n in (8, 10))
    assert [answer.fraction for answer in answers] == [eight, ten]
    rows = answers.overviews[0].tables["by_hand_size"]
    assert [row["exact"] for row in rows] == [str(answer.fraction) for answer in answers]
    assert "deals" not in rows[0] and answers.overviews[0].method == "exact"
    told = f"most with 8 ({100 * float(eight):.6g}%), least with 10 ({100 * float(ten):.6g}%)."
    assert "exactly" in answers.text() and answers.overviews[0].headline.endswith(told)
    # Exact under one rule, sampled under the other.
    off = {"redeal_four_nines": "off", "redeal_low_hand": "off", "redeal_no_high_queen": "off"}
    mixed = lab_of("classic", options=off).ask("queens == 4", each={"redeal_four_queens": "off,mandatory"})
    assert [answer.method for answer in mixed] == ["exact", "sampled"]
    assert [row["exact"] is None for row in mixed.overviews[0].tables["by_redeal_four_queens"]] == [False, True]


def test_the_commands_find_their_answers_again(capsys: Capture) -> None:
    words = "--rules bare --deals 300 --seed 3 --each first_leader=0,2 --quiet --json"
    for question in ("ask us.points", "spread us.tricks --by trumps", "compare low high", "ask trumps==3"):
        assert run(shlex.split(f"{question} {words}")) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        judge = jsonschema.Draft202012Validator(schema(question.split()[0]))
        assert [line["each"] for line in lines] == [{"first_leader": 0}, {"first_leader": 2}]
        for line in lines:
            judge.validate(line)
            assert run([*shlex.split(line["command"])[1:], "--json", "--quiet"]) == 0
            again = json.loads(capsys.readouterr().out)
            line.pop("each")
            assert {**again, "seconds": 0} == {**line, "seconds": 0}


def test_the_command_of_an_overview_finds_all_of_them(capsys: Capture) -> None:
    lab, each = lab_of(seed=3), {"first_leader": [0, 2]}
    ask = lab.ask("us.points", given="trumps == 4", each=each)
    spread = lab.spread("us.tricks", by="trumps", each=each)
    compare = lab.compare("low", "high", each=each)
    for answers, command in (
        (tuple(ask), ask.overviews[0].envelope.command),
        (tuple(spread), spread.overviews[0].envelope.command),
        (tuple(compare), compare.overviews[0].envelope.command),
    ):
        assert run([*shlex.split(command)[1:], "--json", "--quiet"]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        found = [json.loads(json.dumps(answer.to_json())) for answer in answers]
        assert [{**line, "seconds": 0} for line in lines] == [{**one, "seconds": 0} for one in found]


def test_spreads_over_axes_are_one_table(capsys: Capture, tmp_path: Path) -> None:
    words = ["spread", "pattern(others, trumps)", "--given", "trumps == 8", "--rules", "bare", "--quiet"]
    words += ["--each", "first_leader=0..1"]
    assert run([*words, "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 14 and rows[0]["fraction"] == "784/4807" and rows[7]["first_leader"] == "1"
    assert run([*words, "--out", str(tmp_path / "out")]) == 0
    page = capsys.readouterr().out
    assert page.count("most often 3-2-1 (55.9185%)") == 2 and "To repeat: goatsim spread" in page
    judge = jsonschema.Draft202012Validator(schema("spread"))
    files = list((tmp_path / "out").glob("*.json"))
    assert len(files) == 3 and (tmp_path / "out" / "spread-by_first_leader.png").exists()
    for file in files:
        judge.validate(json.loads(file.read_text("utf-8")))


def test_comparisons_over_axes(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "careful.py").write_text(CAREFUL, "utf-8")
    careful = f"{tmp_path}/careful.py:Careful"
    answers = lab_of(seed=4).compare(careful, "low", each={"keep": [2, 5]})
    for answer in answers:
        alone = lab_of(seed=4).compare(f"{careful}:keep={answer.each['keep']}", "low")
        assert alone.estimate == answer.estimate and alone.headline == answer.headline
    rows = answers.overviews[0].tables["by_keep"]
    assert [(row["keep"], row["difference"]) for row in rows] == [
        (answer.each["keep"], answer.value) for answer in answers
    ]
    open_end = goatsim.at("bare", progress="never")
    both = open_end.compare(b_options={"trump_lead": "all"}, each={"first_leader": "0,1"}, until_decided=True, most=500)
    # The base of both sets changes.
    here = goatsim.at("bare", options={"first_leader": 1}, progress="never")
    assert both[1].estimate == here.compare(b_options={"trump_lead": "all"}, until_decided=True, most=500).estimate
    words = shlex.split(both.overviews[0].envelope.command)
    assert words[words.index("--b-set") + 1] == "trump_lead=all" and "--until-decided" in words
    judge = jsonschema.Draft202012Validator(schema("compare"))
    judge.validate(json.loads(json.dumps(both.overviews[0].to_json())))
    assert both.plot() is not None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ask egg --each trump_led=all", "nearest is trump_lead"),
        ("ask talon.queens --each first_leader=0,1", "which has none"),
        ("ask egg --given trumps==9 --each first_leader=0,1", "some deal of bare fulfils"),
        ("spread us.points --by has(6C) --each first_leader=0,1", "6C"),
        ("compare low high --each policies=greedy", "expected an axis other than policies"),
        ("compare low high --measure trumps --each first_leader=0", "which the deal alone settles"),
    ],
)
def test_what_cannot_be_asked_over_axes_is_refused_before_anything_is_played(
    words: str, said: str, capsys: Capture
) -> None:
    assert run([*shlex.split(words), "--rules", "bare"]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
