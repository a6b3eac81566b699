"""Deals of matches written down and judged: dealers, first deals, scores, and how one record follows another (rules.md,
1).
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import goatsim
from goatsim.cli import run
from goatsim.engine import layout
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.ledger import Ledger, terms_of
from goatsim.matches import Start, match_of
from goatsim.records import Record
from goatsim.records.referee import Referee, verdicts
from goatsim.records.written import written_in_match
from goatsim.runs.matches import MatchBench
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up
from goatsim.show.schemas import schema
from goatsim.show.text import after_words, record_text

GAMES = Path(__file__).parent / "games"
WORKED = json.loads((Path(__file__).parent / "cases" / "worked.jsonl").read_text().splitlines()[0])
JUDGE = Referee()

OPTIONS: list[dict[str, object]] = [
    {},
    {"trump_lead": "none_first_deal", "egg_next_deal_multiplier": 2},
    {"first_deal_must_lead_AD": True, "swap_one": "forced", "swap_two": "optional"},
    {"first_deal_leader": "left_of_dealer", "first_deal_must_lead_AD": True, "trump_lead": "all"},
    {"lucy": "celebrate", "loser_scale": "loser_based", "target": 9},
    {"lucy_also_scores_4": False, "tail_min": 91, "p_no_cut": 0.1, "p_wrong_cut": 0.1},
    {"praise": "PANTS", "pants_challenge": 0.5, "no_queen_after_praise": True, "egg_next_deal_multiplier": 2},
    {"praise": "HAPPY", "no_queen_after_praise": True, "swap_partner_may_refuse": True},
]


def matches(options: dict[str, object], count: int, policy: str = "random") -> list[dict[str, Any]]:
    """The records of some matches, one deal after another."""
    lab = goatsim.at("classic", options=options, policies=policy, seed=1)
    return [json.loads(json.dumps(record.to_json())) for record in lab.replay(0, count, match=True)]


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return matches(OPTIONS[1], 30)


def errors(*records: dict[str, Any]) -> str:
    """What is wrong with the last of some records, read one after another."""
    found = list(verdicts(list(records)))
    assert all(verdict.legal for verdict in found[:-1]), found
    return "\n".join(found[-1].errors)


# What is played comes back


@pytest.mark.turns(4)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.large
def test_matches_are_clean(
    options: dict[str, object],
    daily_seed: int,
    size: float,
    record_property: Callable[[str, object], None],
) -> None:
    check = jsonschema.Draft202012Validator(schema("replay"))
    played = matches(options, round(60 * size)) + matches(options, round(60 * size), "greedy")
    record_property("deals", len(played))
    for record, verdict in zip(played, verdicts([json.dumps(record) for record in played]), strict=True):
        assert verdict.errors == () and verdict.result == record["result"], record
        assert Record.parse(json.dumps(record)).to_json() == record
        check.validate(record)
        # Alone it is as good as among the others.
        assert JUDGE.judge(record).legal


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_ledger_agrees_with_the_loop_over_matches(options: dict[str, object]) -> None:
    game = match_of(game_of(load("classic", options)))
    bench = MatchBench(Arm(game, line_up("greedy,random", game.rules.sides, 0)), 2, Start())
    for number in range(10):
        ledger = Ledger(terms=terms_of(game.rules))
        for words, after in bench.deals(number):
            assert (words[layout.DEALER], words[layout.MULTIPLIER]) == (ledger.dealer, ledger.multiplier)
            assert (words[layout.PLAYED], words[layout.FIRST_DEAL]) == (ledger.deal, ledger.first)
            record = written_in_match(game, 2, number, ledger, words)
            assert record.match and record.match.score_after and record.result
            penalty = after[layout.SCORE], after[layout.SCORE + 1]
            assert record.match.score_after == (penalty[1], penalty[0])
            egg = record.result.outcome == "egg" and record.played == "whole"
            lost = after[layout.LOSERS] - 1 if after[layout.LOSERS] else None
            ledger = replace(
                ledger,
                penalty=penalty,
                dealer=(ledger.dealer + (not egg)) % 4,
                multiplier=after[layout.MULTIPLIER],
                eggs=after[layout.EGGS],
                deal=ledger.deal + 1,
                first=False,
                losers=() if lost is None else (lost,),
                tail=bool(after[layout.TAIL]),
            )
            assert (record.match.loser, record.match.title or "") == (lost, ledger.title)


def test_everything_occurs() -> None:
    played = [*matches(OPTIONS[1], 30), *matches(OPTIONS[6], 20)]
    outcomes = Counter(record["result"]["outcome"] for record in played)
    assert {"egg", "lucy", "third_claim", "challenge", "win", "ninety"} <= set(outcomes)
    titles = {record["match"].get("title") for record in played}
    assert {None, "goat", "goat+tail", "goat+eggs"} <= titles
    assert {record["multiplier"] for record in played} == {1, 2}
    assert {record["dealer"] for record in played} == {0, 1, 2, 3}
    firsts = [record for record in played if record.get("first_deal")]
    assert {(record["first_leader"] - record["dealer"]) % 4 for record in firsts} == {0, 1, 2, 3}
    for record in played:
        if record.get("first_deal"):
            assert "AD" in record["hands"][record["first_leader"]] and record["match"]["deal"] == 0
        else:
            assert record["first_leader"] == (record["dealer"] + 1) % 4 and record["match"]["deal"] > 0
        assert record["deal"] == (record["match"]["number"] << 20) + record["match"]["deal"]


def test_a_deal_that_a_challenge_leaves_uncounted() -> None:
    played = matches(OPTIONS[6], 20)
    ended = [record for record in played if record["result"]["outcome"] == "challenge"]
    for record in ended:
        side = record["praise"]["challenge"] % 2
        eyes = [4 * (side != each) for each in range(2)]
        assert (record["tricks"], record["played"], record["result"]["eyes"]) == ([], "none", eyes)
        assert record["match"]["loser"] == side and "tail" not in record["match"]["title"]
        text = record_text(record, load("classic", OPTIONS[6]))
        assert "Not played, since a wrong challenge ended the match" in text
    record = copy.deepcopy(ended[0])
    record["played"] = "whole"
    assert "expected played to be none after a challenge that ended the match, got whole" in errors(record)
    # One eye less, and the deal would have had to be played.
    record = copy.deepcopy(ended[0])
    loser = record["match"]["loser"]
    record["score_before"][1 - loser] = 7
    assert "expected 3 redeals or a fault of the cut in a deal that was not played" in errors(record)


def test_the_worked_example_ends_the_match() -> None:
    record = {**WORKED, "dealer": 3, "score_before": [10, 4], "match": {"number": 0, "deal": 5}}
    record["match"].update(score_after=[14, 4], loser=1, title="goat+tail")
    assert errors(record) == ""
    for title in ("goat", "goat+eggs"):
        record["match"]["title"] = title
        assert errors(record) == f"match: expected title goat+tail or goat+eggs+tail, got {title}"
    record["match"]["title"] = "goat+eggs+tail"
    assert errors(record) == ""
    record["score_before"] = [8, 4]
    assert "match: expected score_after [12, 4], got [14, 4]\nmatch: expected title goat or goat+eggs" in errors(record)


def test_another_dealer_turns_the_table() -> None:
    for dealer in range(4):
        turned = copy.deepcopy(WORKED)
        turn = (dealer + 1) % 4
        turned["dealer"] = dealer
        turned["hands"] = [WORKED["hands"][(seat - turn) % 4] for seat in range(4)]
        for trick in turned["tricks"]:
            trick["leader"] = (trick["leader"] + turn) % 4
            if "winner" in trick:
                trick["winner"] = (trick["winner"] + turn) % 4
        turned.pop("result", None)
        verdict = JUDGE.judge(turned)
        assert verdict.errors == () and verdict.result
        assert verdict.result["points"] == ([103, 17] if turn % 2 == 0 else [17, 103])
        turned["first_leader"] = (turn + 1) % 4
        assert errors(turned) == f"expected first_leader {turn}, got {(turn + 1) % 4}"


PRAISERS = """import goatsim


@goatsim.policy(base="greedy")
class One:
    "Praises one."

    def praise(v):
        return 1


@goatsim.policy(base="greedy")
class Fish:
    "Praises fish."

    def praise(v):
        return 5
"""


def test_the_praiser_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "praisers.py"
    path.write_text(PRAISERS, "utf-8")
    asked = set()
    for record in goatsim.replay(0, 20, match=True, options={"praise": "free"}, policies=f"{path}:One,{path}:Fish"):
        assert record.first_leader is not None
        if record.praise:
            asked.add((record.first_leader % 2, record.praise.type))
    assert asked == {(0, "ONE"), (1, "FISH")}


# One deal after another


def chain(records: list[dict[str, Any]], fits: Callable[[dict[str, Any], dict[str, Any]], Any]) -> list[dict[str, Any]]:
    """All deals of a match up to the second of two that follow one another and fit."""
    for place, (before, after) in enumerate(pairwise(records)):
        if before["match"]["number"] == after["match"]["number"] and fits(before, after):
            start = place - before["match"]["deal"]
            return copy.deepcopy(records[start : place + 2])
    raise AssertionError("no such deals")


def after_egg(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return bool(before["result"]["outcome"] == "egg" and after["result"]["outcome"] in ("win", "ninety"))


def anyhow(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return bool(before["score_before"] != before["match"]["score_after"] and after["played"] == "whole")


PLANTED: dict[str, tuple[Callable[..., Any], Callable[[dict[str, Any]], object], str]] = {
    "score before": (
        anyhow,
        lambda r: r.update(score_before=[0, 0]),
        "expected score_before ",
    ),
    "score after": (
        anyhow,
        lambda r: r["match"].update(score_after=[1, 1]),
        "match: expected score_after ",
    ),
    "dealer": (anyhow, lambda r: r.update(dealer=(r["dealer"] + 1) % 4), "expected dealer "),
    "deal left out": (anyhow, lambda r: r["match"].update(deal=r["match"]["deal"] + 1), " after line "),
    "first again": (
        anyhow,
        lambda r: r.update(first_deal=True),
        "expected first_deal to be false in deal ",
    ),
    "other rules": (
        anyhow,
        lambda r: r["options"].update(tail_min=91),
        "expected the rules of line ",
    ),
    "multiplier": (anyhow, lambda r: r.update(multiplier=2), "expected multiplier 1 after line "),
    "no multiplier": (after_egg, lambda r: r.update(multiplier=1), "expected multiplier 2 after line "),
    "multiplier left out": (after_egg, lambda r: r.pop("multiplier"), "expected multiplier 2 after line "),
    "eyes once": (
        after_egg,
        lambda r: r["result"].update(eyes=[eyes // 2 for eyes in r["result"]["eyes"]]),
        "result: expected eyes ",
    ),
    "loser too early": (
        lambda before, after: "loser" not in after["match"],
        lambda r: r["match"].update(loser=0, title="goat"),
        "match: expected no loser, since the match goes on, got 0\n"
        "match: expected no title, since the match goes on, got goat",
    ),
    "another loser": (
        lambda before, after: "loser" in after["match"],
        lambda r: r["match"].update(loser=1 - r["match"]["loser"]),
        "match: expected loser ",
    ),
    "another title": (
        lambda before, after: after["match"].get("title") == "goat",
        lambda r: r["match"].update(title="goat+eggs"),
        "match: expected title goat, got goat+eggs",
    ),
    "over already": (
        anyhow,
        lambda r: r.update(score_before=[12, 0]),
        "expected score_before to be below the target of 12 in a match that goes on, got [12, 0]",
    ),
    "double without an egg rule": (
        after_egg,
        lambda r: r["options"].update(egg_next_deal_multiplier=1),
        "expected multiplier 1, since egg_next_deal_multiplier is 1, got 2",
    ),
    "another first leader": (
        anyhow,
        lambda r: r.update(first_leader=(r["first_leader"] + 1) % 4),
        "expected first_leader ",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_caught_and_named(fault: str, records: list[dict[str, Any]]) -> None:
    fits, spoil, sentence = PLANTED[fault]
    played = chain(records, fits)
    assert errors(*played) == ""
    spoil(played[-1])
    assert sentence in errors(*played)


def test_the_dealer_stays_after_an_egg(records: list[dict[str, Any]]) -> None:
    played = chain(records, lambda before, after: before["result"]["outcome"] == "egg")
    assert played[-1]["dealer"] == played[-2]["dealer"] and played[-1]["multiplier"] == 2
    # A title knows of eggs only by the records before it.
    end = copy.deepcopy(next(record for record in records if record["match"].get("title") == "goat"))
    end["match"]["title"] = "goat+eggs"
    assert errors(end) == ""


def test_nothing_follows_the_end(records: list[dict[str, Any]]) -> None:
    whole = [record for record in records if record["match"]["number"] == 0]
    more = copy.deepcopy(whole[1])
    more["match"], more["deal"] = {"number": 0, "deal": len(whole)}, len(whole)
    more["deal"] = len(whole)
    assert errors(*whole, more) == (
        f"match 0: expected no deal after its end in line {len(whole)}, got deal {len(whole)}"
    )
    # A match of another seed is another match, and so is one of another number.
    assert errors(*whole, {**whole[0], "seed": 2}) == ""
    assert errors(*whole, next(record for record in records if record["match"]["number"] == 1)) == ""


def test_a_faulty_score_counts_once(records: list[dict[str, Any]]) -> None:
    whole = [copy.deepcopy(record) for record in records if record["match"]["number"] == 0]
    whole[1]["match"]["score_after"] = [1, 1]
    assert [verdict.legal for verdict in verdicts(whole)] == [place != 1 for place in range(len(whole))]


def test_games_without_matches_have_none_of_their_keys() -> None:
    record: dict[str, Any] = {"game": str(GAMES / "skat_grand.toml"), "hands": None, "tricks": []}
    for key, value in (("first_deal", True), ("multiplier", 1), ("match", {"number": 0, "deal": 0})):
        assert f"expected no {key} in a game without matches, got " in errors({**record, key: value})


def test_the_multiplier_needs_an_egg_before_it() -> None:
    options = {"egg_next_deal_multiplier": 2}
    record: dict[str, Any] = {"game": "classic", "options": options, "hands": None, "tricks": []}
    assert errors({**record, "multiplier": 2}) == ""
    said = "expected multiplier 1, since no egg came before it, got 2"
    assert errors({**record, "multiplier": 2, "first_deal": True}) == said
    assert errors({**record, "multiplier": 2, "first_deal": True, "match": {"number": 0, "deal": 0}}) == said


# For people


def test_matches_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "3", "--match", "--count", "2", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {record["match"]["number"] for record in told} == {3, 4}
    assert told == [json.loads(json.dumps(record.to_json())) for record in goatsim.replay(3, 2, match=True)]
    assert run(["replay", "--number", "3", "--match"]) == 2
    assert "expected the index of a match with --match, got --number" in capsys.readouterr().err
    with pytest.raises(RequestError, match="expected the index of a match, got the number of a deal, 3"):
        goatsim.replay(number=3, match=True)
    with pytest.raises(RequestError, match="expected a game that has matches, got bare"):
        next(goatsim.replay(0, match=True, rules="bare", options={"first_leader": 2}))
    with pytest.raises(RequestError, match="expected the index of a match from 0 to "):
        goatsim.replay(2**60, match=True)


def test_a_record_shows_how_the_match_stands(records: list[dict[str, Any]]) -> None:
    rules = load("classic", OPTIONS[1])
    after = chain(records, after_egg)[-1]
    text = record_text(after, rules, ["random"] * 4)
    eyes = after["score_before"]
    head = f"Match {after['match']['number']}, deal {after['match']['deal']}, which seat {after['dealer']} deals"
    score = f"before it seats 0 and 2 have {eyes[0]} eyes and seats 1 and 3 have {eyes[1]} eyes"
    assert f"\n{head}; {score}; eyes count twice after an egg\n" in text
    side = "seats 0 and 2" if after["first_leader"] % 2 == 0 else "seats 1 and 3"
    assert f"random in every seat; {side} may lead trumps" in text
    first = next(record for record in records if record.get("first_deal"))
    text = record_text(first, rules, ["random"] * 4)
    assert "; the first deal; before it seats 0 and 2 have 0 eyes" in text and "nobody may lead trumps" in text
    last = next(record for record in records if record["match"].get("title") == "goat+tail")
    lines = record_text(last, rules, ["random"] * 4).splitlines()
    score = last["match"]["score_after"]
    assert lines[-2] == f"After it seats 0 and 2 have {score[0]} eyes and seats 1 and 3 have {score[1]} eyes"
    assert lines[-1].endswith(" lose the match: goats with a tail")


@pytest.mark.parametrize(
    ("game", "score", "said"),
    [
        ("bare", [2, 1], "seats 0 and 2 have 2 eyes and seats 1 and 3 have 1 eye"),
        ("bura-two", [2, 0], "seat 0 has 2 eyes and seat 1 has 0 eyes"),
        ("bezique", [970, 560], "the scores are 970 for seat 0 and 560 for seat 1"),
        ("three", [2, 8, 4], "the penalties are 2 for seat 0, 8 for seat 1 and 4 for seat 2"),
        ("valts", [1, 2, 2, 10], "the stocks are 1 for seat 0, 2 for seat 1, 2 for seat 2 and 10 for seat 3"),
    ],
)
def test_a_score_is_said_in_the_words_of_the_game(game: str, score: list[int], said: str) -> None:
    record = {"match": {"score_after": score, "winner": None, "loser": None, "title": None}}
    assert after_words(record, load(game)) == [f"After it {said}"]
