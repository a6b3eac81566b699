"""Deals of matches written down and judged: dealers, first deals, scores, and how one record follows another (rules.md,
1).
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from goatsim.engine import layout
from goatsim.game import game_of
from goatsim.games import load
from goatsim.ledger import Facts, Ledger, terms_of
from goatsim.records import Record
from goatsim.referee import Referee, verdicts
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up
from goatsim.show.schemas import schema
from goatsim.show.text import record_text
from goatsim.written import written_in_match

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


def facts_of(lane: list[int], outcomes: list[str], kinds: bool) -> Facts:
    """What the engine left of a deal."""
    penalty, accuser = lane[layout.PENALTY : layout.PENALTY + 2], None
    if kinds and lane[layout.CHALLENGER]:
        accuser = lane[layout.SIDES] >> 4 * (lane[layout.CHALLENGER] - 1) & 15
        penalty[accuser] -= layout.CHALLENGE_CHARGE
    ended, outcome = lane[layout.ENDED], lane[layout.OUTCOME]
    name = layout.ENDINGS[ended] if ended else ["none", *outcomes][outcome]
    points, tricks = lane[layout.POINTS : layout.POINTS + 2], lane[layout.TRICKS : layout.TRICKS + 2]
    return Facts(name, penalty, points, tricks, counted=not ended, accuser=accuser)


def match(options: dict[str, object], number: int, policy: str = "random", dealer: int = 3) -> Iterator[dict[str, Any]]:
    """The records of a match, played deal by deal."""
    game = game_of(load("classic", options))
    game = replace(game, shape=game.shape._replace(match=1))
    bench = Bench(Arm(game, line_up(policy, game.rules.sides, 0)), 1)
    outcomes = [row.outcome for row in game.rules.scoring_rows()]
    ledger = Ledger(terms=terms_of(game.rules), dealer=dealer)
    while ledger.loser is None:
        seats = [(ledger.dealer + 1 + place) % 4 for place in range(4)]
        words = {
            layout.SIDES: sum(game.rules.sides[seat] << 4 * place for place, seat in enumerate(seats)),
            layout.FIRST_DEAL: int(ledger.first),
            layout.INDEX: (number << 20) + ledger.deal,
        }
        for column, word in words.items():
            bench.columns[column] = word
        bench.play(0, 1)
        lane = bench.columns[:, 0].tolist()
        record = written_in_match(game, 1, number, ledger, lane)
        yield json.loads(json.dumps(record.to_json()))
        ledger = ledger.after(facts_of(lane, outcomes, bool(game.shape.kinds)))


def matches(options: dict[str, object], count: int, policy: str = "random") -> list[dict[str, Any]]:
    return [record for number in range(count) for record in match(options, number, policy, number % 4)]


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return matches(OPTIONS[1], 30)


def errors(*records: dict[str, Any]) -> str:
    """What is wrong with the last of some records, read one after another."""
    found = list(verdicts(list(records)))
    assert all(verdict.legal for verdict in found[:-1]), found
    return "\n".join(found[-1].errors)


# What is played comes back


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.large
def test_matches_are_clean(
    options: dict[str, object], size: float, record_property: Callable[[str, object], None]
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


# First deals

HANDS = [
    ["QS", "JC", "JH", "AC", "KD", "7D", "KS", "8S"],
    ["QC", "JS", "JD", "TD", "TC", "9H", "AS", "TS"],
    ["QH", "QD", "8D", "KC", "9C", "7C", "KH", "7S"],
    ["9D", "AD", "8C", "AH", "TH", "8H", "7H", "9S"],
]


def first_deal(led: str, **options: object) -> dict[str, Any]:
    tricks = [{"leader": 3, "cards": [led]}]
    return {"game": "classic", "options": options, "first_deal": True, "hands": HANDS, "tricks": tricks}


def test_the_holder_of_the_ace_leads_the_first_deal() -> None:
    for led in ("9D", "AD", "8C"):
        assert errors(first_deal(led)) == ""
    record = first_deal("8S")
    record["tricks"][0]["leader"] = 0
    assert errors(record) == "trick 1: expected seat 3 to lead, got seat 0"
    record = first_deal("QS")
    record["tricks"][0]["leader"] = 0
    assert "seat 0 led QS, a trump that it may not lead yet" in errors(record)
    record["options"] = {"first_deal_leader": "left_of_dealer"}
    assert errors(record) == ""
    # Where the ace is, is not told: the record is believed.
    record = {**first_deal("QS"), "hands": None, "first_leader": 2}
    record["tricks"][0]["leader"] = 2
    assert errors(record) == ""


def test_the_ace_may_have_to_be_led() -> None:
    assert errors(first_deal("AD", first_deal_must_lead_AD=True)) == ""
    said = errors(first_deal("9D", first_deal_must_lead_AD=True))
    assert said == "trick 1: seat 3 led 9D, but must lead AD; legal was AD"
    record = first_deal("9D", first_deal_must_lead_AD=True)
    assert errors({**record, "first_deal": False, "tricks": [{"leader": 0, "cards": ["QS"]}]}) == ""


def test_the_ace_that_must_be_led_is_not_passed_on() -> None:
    hands = [list(hand) for hand in HANDS]
    hands[3][0], hands[2][3] = "KC", "9D"
    swap = {"giver": 3, "receiver": 1, "gave": "AD", "got": "TS"}
    record = {**first_deal("AD", first_deal_must_lead_AD=True), "hands": hands, "swaps": [swap]}
    assert "swap 1: seat 3 gave AD, but it must lead that card" in errors(record)
    del record["swaps"]
    record["options"]["swap_one"] = "forced"
    assert errors(record) == ""
    # Without that rule he may, and leads all the same.
    record = {**first_deal("TS"), "hands": hands, "swaps": [swap]}
    assert errors(record) == ""
    record["options"]["swap_one"] = "forced"
    del record["swaps"]
    record["tricks"] = []
    assert errors(record) == "expected seat 3 to pass AD, which is forced, got no such swap"


def test_nobody_may_have_the_right_to_lead_trumps() -> None:
    said = errors(first_deal("AD", trump_lead="none_first_deal"))
    assert said.startswith("trick 1: seat 3 led AD, a trump that it may not lead yet; legal were ")
    assert errors(first_deal("8C", trump_lead="none_first_deal")) == ""
    later = {**first_deal("QS", trump_lead="none_first_deal"), "first_deal": False}
    later["tricks"][0]["leader"] = 0
    assert errors(later) == ""


def test_the_first_deal_is_not_praised() -> None:
    for praise in ("free", "ONE"):
        record = first_deal("AD", praise=praise)
        assert errors(record) == ""
        record["praise"] = {"type": "ONE"}
        assert errors(record) == "praise: expected none, since the first deal of a match cannot be praised, got ONE"


def test_claims_and_swaps_are_asked_from_the_praiser() -> None:
    low = ["9D", "8D", "9S", "8S", "7S", "9H", "8H", "7H"]
    high = ["QC", "QS", "QH", "QD", "AC", "TC", "KC", "9C"]
    rest = [["AD", "TD", "KD", "7D", "AS", "TS", "KS", "AH"], ["JC", "JS", "JH", "JD", "8C", "7C", "TH", "KH"]]
    hands = [low, rest[0], high, rest[1]]
    claim = {"seat": 0, "reason": "low_hand", "hands": hands}
    record = {"game": "classic", "first_deal": True, "hands": None, "tricks": [], "redeals": [claim]}
    # Seat 1 holds AD and is asked first, then seat 2, whose queens cancel the deal before seat 0 is asked.
    assert "the redeal for four_queens that seat 2 must claim first, got one for low_hand of seat 0" in errors(record)
    assert errors({**record, "options": {"first_deal_leader": "left_of_dealer"}}) == ""


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
    more["match"] = {"number": 0, "deal": len(whole)}
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
    record = {"game": "bare", "options": {"sides": [0, 1, 2, 0]}, "hands": None, "tricks": []}
    for key, value in (("first_deal", True), ("multiplier", 1), ("match", {"number": 0, "deal": 0})):
        assert f"expected no {key} in a game without matches, got " in errors({**record, key: value})


def test_the_multiplier_needs_an_egg_before_it() -> None:
    record = {"game": "classic", "options": {"egg_next_deal_multiplier": 2}, "hands": None, "tricks": []}
    assert errors({**record, "multiplier": 2}) == ""
    said = "expected multiplier 1, since no egg came before it, got 2"
    assert errors({**record, "multiplier": 2, "first_deal": True}) == said
    assert errors({**record, "multiplier": 2, "match": {"number": 0, "deal": 0}}) == said


# For people


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
