"""The JSON schemas: valid themselves, and true of what the verbs write."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import goatsim
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.show import schemas
from goatsim.show.schemas import VERBS, schema

GAMES = Path(__file__).parent / "games"
CASES = Path(__file__).parent / "cases"

POLICY = """import goatsim


@goatsim.policy(base="low")
class Mine:
    "Plays low."

    limit = 3

    def follow(v):
        return v.base.follow
"""


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> list[dict[str, Any]]:
    """The objects that a command writes, one a line."""
    assert run([*words, "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def validator(verb: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(verb))


def test_every_verb_has_a_valid_schema() -> None:
    assert {file.stem for file in Path(schemas.__file__).parent.glob("*.json")} == set(VERBS) < set(goatsim.__all__)
    for verb in VERBS:
        jsonschema.Draft202012Validator.check_schema(schema(verb))
        assert schema(verb)["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    with pytest.raises(RequestError, match="study"):
        schema("stdy")


@pytest.mark.parametrize(
    "words",
    [
        "ask trumps==4 --rules bare --given queens==2 --digits 20",
        "ask hand_points --rules bare --hand partner=AC",
        "ask egg --rules bare --deals 300 --interval clopper-pearson --given voids>=1",
        "ask us.points --deals 300 --given us.eyes==4",
        "ask us.wins --rules bare --deals 20 --given match.deals<5",
        "ask --words",
        "spread pattern(others,trumps) --rules bare --given trumps==8",
        "spread egg --rules bare --deals 300",
        "spread us.points --by trumps --by has(QC) --rules bare --deals 900",
        "spread hand_points --by pattern(us,trumps) --rules bare",
        "spread egg --by trumps --deals 300",
        "study eggs eyes --rules bare --deals 500",
        "study eggs --rules bare --deals 1 --seat 1 --policies low,random",
        f"study eyes --rules {GAMES / 'skat_grand.toml'} --deals 300",
        "study match --rules bare --deals 1",
        "study match --deals 400 --seat 3 --policies low,random --set praise=HAPPY",
        "study redeals praise --deals 300 --seat 1",
        "study --list --rules bare",
        "compare greedy low --rules bare --deals 300",
        "compare random random --rules bare --deals 1",
        "compare --rules bare --b-set trump_lead=all --deals 200",
        "compare greedy low --rules bare --until-decided --most 300 --seat 1",
        "sample us.points egg --rules bare --deals 3",
        "deal --rules bare --count 3",
        "deal --rules bare --number 99561092450390999",
        "deal --rules bare --given trumps==8 --hand left=AC",
        "deal --rules bare --given us.tricks>=5",
        f"deal --rules {GAMES / 'skat_null.toml'}",
        "replay 4 --rules bare --set trump_lead=all --count 3",
        f"replay 0 --rules {GAMES / 'skat_grand.toml'} --count 2",
        f"score {CASES / 'relatives.jsonl'}",
        "rules",
        "rules classic",
        "rules bare --set four_eyes_min=90",
        f"rules {GAMES / 'skat_null.toml'}",
        "policies",
        "policies random",
        "policies greedy",
        "about",
    ],
)
def test_what_verbs_write_is_as_their_schema_says(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    check = validator(words.split()[0])
    found = said(capsys, *words.split())
    assert found
    for value in found:
        check.validate(value)


def test_a_policy_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(POLICY)
    (value,) = said(capsys, "policies", f"{tmp_path / 'mine.py'}:Mine")
    validator("policies").validate(value)
    assert value["checked"]


def test_a_study_with_charts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "study", "eggs", "--rules", "bare", "--deals", "200", "--out", str(tmp_path / "out"))
    value = json.loads((tmp_path / "out" / "eggs.json").read_text())
    validator("study").validate(value)
    assert value["charts"]


def test_verdicts_on_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.jsonl").write_text('{"game": "bare"}\nnothing\n')
    for value in said(capsys, "score", str(tmp_path / "bad.jsonl"), status=1):
        validator("score").validate(value)


@pytest.mark.parametrize(
    ("words", "path", "wrong"),
    [
        ("study eggs --rules bare --deals 200", ("tables", "results", 0, "share"), 1.5),
        ("study eggs --rules bare --deals 200", ("tables", "results", 0, "low"), -0.1),
        ("study eggs --rules bare --deals 200", ("tables", "results", 0, "hits"), "3"),
        ("study eggs --rules bare --deals 200", ("verb",), "ask"),
        ("study eggs --rules bare --deals 200", ("surprise",), 1),
        ("study match --rules bare --deals 200", ("matches",), "200"),
        ("compare greedy low --rules bare --deals 50", ("decisive", 0), -1),
        ("compare greedy low --rules bare --deals 50", ("a_better",), 1.5),
        ("sample egg --rules bare --deals 1", ("egg",), "false"),
        ("ask trumps==4 --rules bare", ("deals",), 1),
        ("ask trumps==4 --rules bare", ("fraction",), [1, 0]),
        ("ask egg --rules bare --deals 50", ("fraction",), [1, 2]),
        ("ask egg --rules bare --deals 50", ("kind",), "pattern"),
        ("spread trumps --rules bare", ("rows", 0, "share"), 1.5),
        ("spread trumps --by queens --rules bare", ("rows", 0, "group"), None),
        ("deal --rules bare", ("number",), 12),
        ("deal --rules bare", ("hands", 0, 0), "10D"),
        ("replay 0 --rules bare", ("tricks", 0, "winner"), None),
        ("replay 0 --rules bare", ("played",), "stopped"),
        ("rules bare", ("scoring", 0, "points"), [60]),
    ],
)
def test_what_is_wrong_is_refused(
    words: str, path: tuple[str | int, ...], wrong: object, capsys: pytest.CaptureFixture[str]
) -> None:
    (value,) = said(capsys, *words.split())
    spoilt: Any = copy.deepcopy(value)
    place = spoilt
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = wrong
    check = validator(words.split()[0])
    assert check.is_valid(value)
    assert not check.is_valid(spoilt)
