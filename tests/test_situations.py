"""The twelve situations in which `goatsim policies` shows what a policy does."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import goatsim
from goatsim.board import Board
from goatsim.cli import run
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.situations import Finding, findings, reached, situations
from goatsim.seats.define import Policy
from goatsim.seats.named import names
from goatsim.show.players import situations_text

# Read off the cards and the policies' docstrings by hand.
ANSWERS = {
    "greedy": "QS 7S 9H AD TS JD KD 9D AS yes yes 8H",
    "low": "7H 7S 9H 9D 8S 8D KD 7C 8S yes yes 8H",
    "high": "QS TS QC AD TS QH QS QD AS yes yes 8H",
    "partner": "AC 7S AH AD 8S JD KD 9D AS yes yes 8H",
    "hunter": "AC 7S QC AD 8S JD KD 9D AS yes yes 8H",
    "memory": "AC 7S TH AD 8S JD KD 9D AS yes yes 8H",
    "expert": "AC 7S AH AD TS QH QH QD AS yes yes 8H",
}

FILE = '''import goatsim
from goatsim.words import count, highest


@goatsim.policy(base="low")
class Mine:
    """Leads high from so many trumps."""

    least = 4
    proud = False

    def lead(v):
        return highest(v.legal) if count(v.hand & v.trumps) >= v.least else v.base.lead

    def give(v):
        return not v.proud


@goatsim.policy(base="low")
class Cheat:
    """Plays what is on the table, or nothing."""

    def follow(v):
        return v.table

    def give_back(v):
        return v.hand
'''


class Broken(Policy):
    """A policy whose text cannot be trusted."""

    def plain(self, decision: str, view: Any) -> Any:
        if decision == "lead":
            raise OverflowError("too much\nof it")
        return view.nothing if decision == "follow" else super().plain(decision, view)


def policy_of(text: str) -> Policy:
    found = goatsim.policies(text)
    assert isinstance(found, Policy)
    return found


def answers(policy: Policy) -> dict[str, Finding]:
    return {found.situation.name: found for found in findings(policy)}


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(FILE, "utf-8")
    return str(tmp_path / "mine.py")


def test_there_are_twelve_of_all_kinds() -> None:
    assert len({one.name for one in situations()}) == len({one.text for one in situations()}) == len(situations()) == 12
    asked = Counter(one.decision for one in situations())
    assert asked == {"lead": 3, "follow": 6, "claim": 1, "give": 1, "give_back": 1}
    assert {one.rules for one in situations()} == {"bare", "classic"}


@pytest.mark.parametrize("name", [one.name for one in situations()])
def test_situations_are_real(name: str) -> None:
    """The whole pack is dealt, what was played was legal by the referee, and the seat is where the data say."""
    (one,) = (one for one in situations() if one.name == name)
    assert sorted(card for hand in one.hands for card in hand) == sorted(goatsim.at("bare").rules.pack)
    tricks: list[dict[str, Any]] = []
    leader = 0
    game = game_of(load("bare"))
    board = Board(game)
    board.deal([game.set_of(hand) for hand in one.hands], 0)
    for start in range(0, len(one.played), 4):
        cards = list(one.played[start : start + 4])
        tricks.append({"leader": leader, "cards": cards})
        if len(cards) == 4:
            record = {"game": "bare", "hands": one.hands, "tricks": tricks}
            (verdict,) = goatsim.score([json.dumps(record)])
            assert verdict.legal, verdict.errors
            for place, card in enumerate(cards):
                board.lay((leader + place) % 4, place == 0, game.set_of([card]))
            leader = board.take(start // 4)
    if one.played:
        (verdict,) = goatsim.score([json.dumps({"game": "bare", "hands": one.hands, "tricks": tricks})])
        assert verdict.legal, verdict.errors
    view = reached(one)
    assert (view.decision, view.seat) == (one.decision, one.seat)
    assert set(view.hand.names()) == set(one.hands[one.seat]) - set(one.played)
    assert set(view.table.names()) == set(one.played[len(one.played) // 4 * 4 :])


def test_situations_are_what_their_words_say() -> None:
    views = {one.name: reached(one) for one in situations()}
    held = {name: len((view.hand & view.trumps).names()) for name, view in views.items()}
    assert views["long_trumps"].may_lead(0) and held["long_trumps"] >= 4
    assert not views["barred"].may_lead(0) and held["barred"] and not views["barred"].legal & views["barred"].trumps
    assert views["sure"].partner_winning and not views["sure"].can_be_beaten
    assert views["shaky"].partner_winning and views["shaky"].can_be_beaten
    assert not views["rich"].partner_winning and views["rich"].table_points == 11 and views["rich"].position == 1
    assert views["last"].last and views["last"].table_points < 10 and views["last"].winners
    assert views["later"].trick == 3 and views["later"].may_lead(0) and views["later"].gone & views["later"].aces
    assert not views["ruff"].hand & views["ruff"].led and views["ruff"].legal == views["ruff"].hand and held["ruff"]
    assert views["over_ten"].best & views["over_ten"].tens and views["over_ten"].legal & views["over_ten"].aces
    assert held["gift"] == 1 and views["gift"].legal == views["gift"].hand & views["gift"].trumps
    assert views["return"].legal == views["return"].hand - views["return"].trumps


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_policies_that_come_with_goatsim(name: str) -> None:
    found = list(findings(policy_of(name)))
    assert " ".join(str(one.answer) for one in found) == ANSWERS[name]
    assert not any(one.wrong or one.by_chance for one in found)


def test_chance_is_named_where_it_is() -> None:
    first, again = list(findings(policy_of("random"))), list(findings(policy_of("random")))
    assert first == again
    assert {one.situation.decision for one in first if one.by_chance} == {"lead", "follow"}
    assert all(one.answer in one.hand for one in first if one.by_chance)


def test_parameters_bases_and_fixed_decisions_show(file: str) -> None:
    said = {text: answers(policy_of(f"{file}:Mine{text}")) for text in ("", ":least=9", ":proud=true", ":claim=never")}
    assert [said[text]["long_trumps"].answer for text in said] == ["QS", "7H", "QS", "QS"]
    assert [said[text]["gift"].answer for text in said] == ["yes", "yes", "no", "yes"]
    assert [said[text]["redeal"].answer for text in said] == ["yes", "yes", "yes", "no"]
    assert all(one["sure"].answer == "9D" for one in said.values())


def test_what_is_wrong_stands_in_its_line(file: str) -> None:
    cheat = answers(policy_of(f"{file}:Cheat"))
    assert cheat["long_trumps"].answer == "7H" and cheat["long_trumps"].wrong is None
    assert (cheat["sure"].answer, cheat["sure"].wrong) == (None, "illegal: QC 8D")
    assert cheat["return"].wrong == "illegal: QC JC TD AS 9S TH KH 8H"
    page = situations_text([one.to_json() for one in cheat.values()])
    assert next(line for line in page.splitlines() if "cannot be beaten" in line).endswith("illegal: QC 8D")

    low = policy_of("low")
    broken = answers(Broken(*(getattr(low, each.name) for each in fields(low))))
    assert broken["barred"].wrong == "fails: OverflowError: too much\\nof it"
    assert broken["sure"].wrong == "illegal: no card"
    assert broken["redeal"].answer == "yes"


@pytest.mark.parametrize("name", names())
def test_lines_fit(name: str) -> None:
    lines = situations_text([one.to_json() for one in findings(policy_of(name))]).splitlines()
    assert len(lines) == 13 and max(map(len, lines)) <= 100


def test_policies_shows_them(capsys: pytest.CaptureFixture[str], file: str) -> None:
    assert run(["policies", "greedy"]) == 0
    page = capsys.readouterr().out
    assert "Partner's queen cannot be beaten" in page and "In twelve situations" in page
    assert run(["policies", f"{file}:Mine:least=2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["situations"]
    assert len(found) == 12 and found[0]["answer"] == "QS" and found[0]["hand"][0] == "QS"
    assert [each["table"] for each in found if each["situation"] == "sure"] == [["QC", "8D"]]
