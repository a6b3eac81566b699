"""Records of every game as people and other programs meet them: on the command line, in Python, as a page, as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from twin_records import TWINS, Told, match_told

import goatsim
from goatsim.cli import run
from goatsim.games import load
from goatsim.records import Record
from goatsim.records.referee import verdicts
from goatsim.show.schemas import schema
from goatsim.show.text import record_text

SETS = ("bura", "bura-hammer", "bura-two")
RESULTS = {"three": "penalty", "valts": "stocks", "bezique": "score"}
"""What the result of a deal says beside points and tricks, where it is not eyes (design.md, 4)."""


@pytest.mark.parametrize("game", TWINS)
def test_deals_of_twins_are_legal_and_have_the_documented_form(game: str, daily_seed: int) -> None:
    deals = match_told(game, daily_seed, 0)
    assert [verdict.errors for verdict in verdicts(deals) if verdict.errors] == []
    validator = jsonschema.Draft202012Validator(schema("replay"))
    for deal in deals[:3]:
        validator.validate(deal)
        record = Record.model_validate(deal)
        assert record.to_json() == deal
        assert list(record.to_json()) == [key for key in Record.model_fields if key in deal]
        assert RESULTS.get(game, "eyes") in deal["result"] and ("points" in deal["result"]) is (game != "bezique")
        assert all(("plays" in trick) is (game in SETS) for trick in deal["tricks"])


@pytest.mark.parametrize("game", TWINS)
def test_every_game_is_shown_to_people(game: str, daily_seed: int) -> None:
    rules = load(game)
    for deal in match_told(game, daily_seed, 0):
        lines = record_text(deal, rules).splitlines()
        assert sum(
            line.split()[:1] == [str(place + 1)] for place in range(len(deal["tricks"])) for line in lines
        ) >= len(deal["tricks"])
        page = Record.model_validate(deal)._repr_html_()
        assert page.count("<table") >= 1
    assert any("match" in line for line in lines[-2:])


@pytest.mark.large
@pytest.mark.parametrize("game", ["bare", "bura", "bezique"])
def test_another_seat_than_the_first_may_lead_single_deals(game: str, daily_seed: int) -> None:
    told = list(goatsim.at(game, options={"first_leader": 1}, policies="low", seed=daily_seed).replay(0, 10))
    assert [verdict.errors for verdict in verdicts(told)] == [()] * 10
    assert {record.tricks[0].leader for record in told} == {1}


def scored(lines: list[Told], path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[dict[str, Any]], str]:
    """What `score` says of records in a file: the exit status, its objects, and its words for people."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    status = run(["score", str(path), "--json", "--quiet"])
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert run(["score", str(path), "--quiet"]) == status
    return status, objects, capsys.readouterr().out


@pytest.mark.parametrize("game", TWINS)
def test_files_of_matches_are_scored(
    game: str, daily_seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = [json.loads(json.dumps(deal)) for deal in match_told(game, daily_seed, 0)]
    status, told, _ = scored(deals, tmp_path / "match.jsonl", capsys)
    assert status == 0 and [one["result"] for one in told] == [deal["result"] for deal in deals]
    for one in told:
        jsonschema.validate(one, schema("score"))
    assert told == [verdict.to_json() for verdict in goatsim.score(tmp_path / "match.jsonl")]
    deals[1]["tricks"][0]["leader"] = (deals[1]["tricks"][0]["leader"] + 1) % load(game).seats
    deals[1]["result"]["tricks"][0] += 1
    status, told, text = scored(deals, tmp_path / "match.jsonl", capsys)
    assert status == 1
    assert next(one["line"] for one in told if not one["legal"]) == 2
    assert "trick 1" in text


@pytest.mark.parametrize(
    ("game", "changes", "said"),
    [
        (
            "bura",
            {"tricks": [{"leader": 0, "cards": ["7C"]}]},
            "trick 1: expected plays alone, since sets of cards are led",
        ),
        ("bura", {"tricks": [{"leader": 0, "plays": [{"cards": ["7C"]}]}]}, "trick 1 play 1 seat"),
        ("bura", {"tricks": [{"leader": 0, "plays": [{"seat": 0, "card": "7C"}]}]}, 'got "card"; nearest is cards'),
        ("bura", {"tricks": [{"leader": 0, "plays": []}]}, "expected plays of 4 seats, got 0"),
        ("bura", {"tricks": [{"leader": 7, "plays": []}]}, "expected trick 1 leader to be at most 5, got 7"),
        ("bura", {"trump": "X"}, "expected a suit"),
        (
            "bezique",
            {"melds": [{"trick": 0, "seat": 0, "meld": "seven", "cards": ["7C"]}]},
            "meld 1 trick to be 1 or more",
        ),
        (
            "bezique",
            {"melds": [{"trick": 1, "seat": 0, "meld": "seven"}]},
            "expected a value for meld 1 cards, got none",
        ),
        ("bezique", {"melds": [{"trick": 40, "seat": 0, "meld": "seven", "cards": ["7C"]}]}, "expected "),
        (
            "bezique",
            {"tricks": [{"leader": 0, "plays": []}]},
            "trick 1: expected single cards, led in turn, got others",
        ),
        ("bezique", {"stock": None, "number": None}, "expected all hands and the stock, or the number of the deal"),
        ("bezique", {"number": "9" * 90}, "expected number to be at most "),
        ("bezique", {"result": {"eyes": [0, 2]}}, "in a game with melds, got eyes"),
        ("valts", {"result": {"eyes": [0, 2, 0, 0]}}, "result: expected stocks in valts, got eyes"),
        ("three", {"result": {"eyes": [0, 2, 0]}}, "result: expected penalty in three, got eyes"),
    ],
)
def test_what_is_written_wrongly_is_named(game: str, changes: dict[str, Any], said: str, daily_seed: int) -> None:
    deal = {**match_told(game, daily_seed, 0)[0], **changes}
    (verdict,) = goatsim.score({key: value for key, value in deal.items() if value is not None})
    assert not verdict.legal and any(said in error for error in verdict.errors), verdict.errors
