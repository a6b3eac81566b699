"""What comes before the first lead, written down and judged: redeals, faults of the cut, swaps (rules.md, 2 and 4)."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import goatsim
from goatsim.cards import NAMES
from goatsim.engine import layout
from goatsim.errors import PlayError, RequestError
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import load
from goatsim.records import Record
from goatsim.records.referee import Referee
from goatsim.seats.view import View
from goatsim.show.schemas import schema
from goatsim.show.text import record_text

CASES = Path(__file__).parent / "cases" / "openings.jsonl"
WORKED = {record["note"]: record for record in map(json.loads, CASES.read_text().splitlines())}

VALUES: dict[str, list[object]] = {
    "trump_lead": ["all"],
    "four_eyes_min": [90],
    "loser_scale": ["loser_based"],
    "lucy": ["celebrate"],
    "lucy_also_scores_4": [False],
    "swap_one": ["off", "forced"],
    "swap_two": ["optional"],
    "redeal_four_nines": ["off"],
    "redeal_low_hand": ["off"],
    "redeal_four_queens": ["optional", "dry_only", "off"],
    "redeal_no_high_queen": ["off"],
    "p_no_cut": [0.2, 1],
    "p_wrong_cut": [0.2, 1],
}
SINGLE = [{name: value} for name, values in VALUES.items() for value in values]
EVERYTHING: dict[str, object] = {"swap_two": "optional", "p_no_cut": 0.1, "p_wrong_cut": 0.1}

JUDGE = Referee()

POLICIES = """import goatsim
from goatsim.words import any_of


@goatsim.policy(base="greedy")
class Choosy:
    "Claims and passes trumps as its cards say, or by chance."

    def claim(v):
        return v.coin(3) > 0

    def give(v):
        return v.coin(2) == 0

    def give_back(v):
        return any_of(v.legal)


@goatsim.policy(base="greedy")
class Never:
    "Claims nothing and gives nothing."

    def claim(v):
        return False

    def give(v):
        return False


@goatsim.policy(base="greedy")
class Wrong:
    "Gives back what it may not."

    def give_back(v):
        return v.hand
"""


@pytest.fixture(scope="module")
def policies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("policies") / "early.py"
    path.write_text(POLICIES, "utf-8")
    return path


def replayed(options: dict[str, object], count: int, policy: str = "greedy", seed: int = 1) -> list[dict[str, Any]]:
    lab = goatsim.at("classic", options=options, policies=[policy] * 4, seed=seed)
    return [json.loads(json.dumps(record.to_json())) for record in lab.replay(0, count=count)]


def first(records: list[dict[str, Any]], fits: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    return copy.deepcopy(next(record for record in records if fits(record)))


@pytest.fixture(scope="module")
def records(policies: Path) -> list[dict[str, Any]]:
    """Deals of which some have every kind of thing before their first trick."""
    return replayed(EVERYTHING, 1500) + replayed(EVERYTHING, 300, f"{policies}:Never")


def errors(record: dict[str, Any]) -> str:
    verdict = JUDGE.judge(record)
    assert verdict.legal is not bool(verdict.errors)
    return "\n".join(verdict.errors)


# What is played comes back


def combinations(count: int, seed: int) -> Iterator[dict[str, object]]:
    chance = random.Random(seed)
    for _ in range(count):
        yield {name: chance.choice(values) for name, values in VALUES.items() if chance.random() < 0.4}


def check_clean(written: list[dict[str, Any]]) -> None:
    check = jsonschema.Draft202012Validator(schema("replay"))
    for record in written:
        verdict = JUDGE.judge(record)
        assert verdict.errors == () and verdict.result == record["result"], record
        assert Record.parse(json.dumps(record)).to_json() == record
        check.validate(record)


@pytest.mark.turns(7)
@pytest.mark.parametrize("options", SINGLE, ids=str)
@pytest.mark.large
def test_replayed_deals_are_clean_under_every_option_value(options: dict[str, object], size: float) -> None:
    check_clean(replayed(options, round(500 * size)))


@pytest.mark.large
def test_replayed_deals_are_clean_under_combinations(policies: Path, daily_seed: int, size: float) -> None:
    for options in combinations(60 if size == 1 else 2, daily_seed):
        for policy in ("random", f"{policies}:Choosy"):
            check_clean(replayed(options, 60, policy, daily_seed))


@pytest.mark.large
def test_everything_occurs(records: list[dict[str, Any]], size: float) -> None:
    check_clean(records if size == 1 else records[::4])
    seen = Counter(record["result"]["outcome"] for record in records)
    assert {"third_claim", "fault", "win", "ninety"} <= set(seen)
    assert {len(record.get("redeals", ())) for record in records} == {0, 1, 2, 3}
    reasons = Counter(redeal["reason"] for record in records for redeal in record.get("redeals", ()))
    assert set(reasons) == {"four_nines", "low_hand", "four_queens", "no_high_queen"}
    assert {record["cut"]["seat"] for record in records if "cut" in record} == {1, 2, 3}
    swaps = [swap for record in records for swap in record.get("swaps", ())]
    assert {swap["giver"] for swap in swaps} == {0, 1, 2, 3}
    assert {"announced" in swap for swap in swaps} == {True, False}
    assert any(len(record.get("swaps", ())) == 2 for record in records)


def test_unplayed_deals_have_no_tricks_and_a_charge(records: list[dict[str, Any]]) -> None:
    for record in records:
        outcome = record["result"]["outcome"]
        assert (record["played"] == "none") == (outcome in ("third_claim", "fault")) == (not record["tricks"])
        if record["played"] == "none":
            charged = record["cut"]["seat"] % 2 if outcome == "fault" else 1
            eyes = [2 * (side != charged) for side in range(2)]
            assert record["result"] == {"points": [0, 0], "tricks": [0, 0], "eyes": eyes, "outcome": outcome}
            assert "swaps" not in record
        if outcome == "third_claim":
            assert ["hands" in redeal for redeal in record["redeals"]] == [True, True, False]


def test_cancelled_hands_are_the_earlier_deals_of_the_stream() -> None:
    lab = goatsim.at("classic", seed=1)
    kept = goatsim.at("bare", seed=1)
    found = [record for record in lab.replay(0, count=100) if record.redeals]
    assert found
    for record in found:
        assert record.redeals and record.deal is not None
        assert record.redeals[0].hands == kept.deal(record.deal)[0].hands != record.hands


def test_a_deal_by_number_may_be_claimed_back() -> None:
    lab = goatsim.at("classic", seed=3)
    hands = [["9C", "9S", "9H", "9D", "AC", "AS", "AH", "AD"]]
    rest = [card for card in load("classic").pack if card not in hands[0]]
    hands += [rest[:8], rest[8:16], rest[16:]]
    number = space_of(load("classic")).rank(hands)
    (record,) = lab.replay(number=number)
    assert record.redeals and record.redeals[0].reason == "four_nines" and record.number != str(number)
    assert [set(hand or ()) for hand in record.redeals[0].hands or ()] == [set(hand) for hand in hands]
    assert Referee().judge(record).legal


# The worked examples


@pytest.mark.parametrize("note", WORKED)
def test_the_worked_examples_are_judged_as_printed(note: str) -> None:
    verdict = JUDGE.judge(WORKED[note])
    assert verdict.errors == ()
    if note.startswith("rules.md 4"):
        assert verdict.result == {"points": [0, 0], "tricks": [0, 0], "eyes": [2, 0], "outcome": "third_claim"}


def test_an_announced_card_is_a_plain_suit_of_its_own() -> None:
    record = copy.deepcopy(WORKED["rules.md 2b: TD for 7S, 8D announced"])
    # Seat 1, of the side that may not lead trumps, leads 8D, which is plain; nobody can follow it.
    assert record["tricks"][1]["cards"][0] == "8D" and errors(record) == ""
    del record["swaps"][0]["announced"]
    assert "swap 1: expected 8D to be announced, got none" in errors(record)
    record["swaps"] = []
    assert "trick 2: seat 1 led 8D, a trump that it may not lead yet" in errors(record)


# Every kind of fault, planted


def claim_of(record: dict[str, Any], reason: str) -> dict[str, Any] | None:
    return next((redeal for redeal in record.get("redeals", ())[:2] if redeal["reason"] == reason), None)


def of_claim(reason: str) -> Callable[[dict[str, Any]], Any]:
    return lambda record: (claim_of(record, reason) or {}) is (record.get("redeals") or [0])[0]


def plain_deal(record: dict[str, Any]) -> bool:
    return record["played"] == "whole" and not record.get("redeals") and not record.get("swaps")


def swapped(announced: bool) -> Callable[[dict[str, Any]], Any]:
    return lambda record: len(record.get("swaps", ())) == 1 and ("announced" in record["swaps"][0]) == announced


def change(key: str, place: int, **values: object) -> Callable[[dict[str, Any]], object]:
    return lambda record: record[key][place].update(values)


def drop(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda record: record.pop(key)


def option(**values: object) -> Callable[[dict[str, Any]], object]:
    return lambda record: record["options"].update(values)


def another_seat(record: dict[str, Any]) -> None:
    record["redeals"][0]["seat"] = (record["redeals"][0]["seat"] + 1) % 4


def claim_in_the_kept_deal(record: dict[str, Any]) -> None:
    """Put a claim of four nines before a deal, by hands that do not have them."""
    record["redeals"] = [{"seat": 0, "reason": "four_nines", "hands": record["hands"]}]


def ungiven(record: dict[str, Any]) -> str:
    """A trump that is in the hand of another seat than the giver."""
    swap = record["swaps"][0]
    trumps = load("classic").trumps
    return next(str(card) for card in record["hands"][(swap["giver"] + 1) % 4] if card in trumps)


def returned_trump(record: dict[str, Any]) -> None:
    swap = record["swaps"][0]
    swap["got"] = next(card for card in record["hands"][swap["receiver"]] if card in load("classic").trumps)


def returned_from_elsewhere(record: dict[str, Any]) -> None:
    swap = record["swaps"][0]
    trumps = load("classic").trumps
    swap["got"] = next(card for card in record["hands"][(swap["giver"] + 1) % 4] if card not in trumps)


def returned_another(record: dict[str, Any]) -> None:
    swap = record["swaps"][0]
    trumps = load("classic").trumps
    swap["got"] = next(c for c in record["hands"][swap["receiver"]] if c not in trumps and c != swap["got"])


def swaps_out_of_order(record: dict[str, Any]) -> None:
    record["swaps"].reverse()


def swap_again(record: dict[str, Any]) -> None:
    record["swaps"].append(copy.deepcopy(record["swaps"][0]))


PLANTED: dict[str, tuple[Callable[[dict[str, Any]], Any], Callable[[dict[str, Any]], object], str]] = {
    "another seat": (of_claim("low_hand"), another_seat, "to allow a redeal for low_hand, got"),
    "another reason": (
        of_claim("low_hand"),
        change("redeals", 0, reason="four_nines"),
        "to allow a redeal for four_nines, got",
    ),
    "no such reason": (
        of_claim("low_hand"),
        change("redeals", 0, reason="low_hnd"),
        "redeal 1: expected a reason that the rules allow (four_nines, low_hand, four_queens, no_high_queen), "
        'got "low_hnd"; nearest is low_hand',
    ),
    "off": (
        of_claim("low_hand"),
        option(redeal_low_hand="off"),
        "that the rules allow (four_nines, four_queens, no_high",
    ),
    "all off": (
        of_claim("low_hand"),
        option(redeal_low_hand="off", redeal_four_nines="off", redeal_four_queens="off", redeal_no_high_queen="off"),
        "expected no redeals, since the rules allow none, got ",
    ),
    "seat for side": (
        of_claim("no_high_queen"),
        lambda record: record["redeals"][0].update(seat=record["redeals"][0].pop("side")),
        "redeal 1: expected the side that claimed no_high_queen, got a seat",
    ),
    "side for seat": (
        of_claim("low_hand"),
        lambda record: record["redeals"][0].update(side=record["redeals"][0].pop("seat") % 2),
        "redeal 1: expected the seat that claimed low_hand, got a side",
    ),
    "nobody": (
        of_claim("low_hand"),
        lambda record: record["redeals"][0].pop("seat"),
        "redeal 1: expected the seat that claimed low_hand, got none",
    ),
    "no such seat": (
        of_claim("low_hand"),
        change("redeals", 0, seat=5),
        "redeal 1: expected a seat from 0 to 3, got 5",
    ),
    "the other side": (
        of_claim("no_high_queen"),
        lambda record: record["redeals"][0].update(side=1 - record["redeals"][0]["side"]),
        "to allow a redeal for no_high_queen, got",
    ),
    "not allowed by the hands": (
        plain_deal,
        claim_in_the_kept_deal,
        "redeal 1: expected the hand of seat 0 to allow a redeal for four_nines, got",
    ),
    "third claim with hands": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record["redeals"][2].update(hands=record["hands"]),
        "redeal 3: expected no hands of its own, since the third claim cancels none, got some",
    ),
    "four claims": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record["redeals"].append(record["redeals"][0]),
        "expected at most 3 redeals, got 4",
    ),
    "third claim left out": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record["redeals"].pop(),
        "expected 3 redeals or a fault of the cut in a deal that was not played, got 2 redeals and no fault",
    ),
    "third claim charged to the others": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record["result"].update(eyes=[0, 2]),
        "result: expected eyes [2, 0], got [0, 2]",
    ),
    "third claim played": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record.update(played="whole", tricks=[{"leader": 0, "cards": [record["hands"][0][0]]}]),
        "expected no tricks in a deal that was not played, got 1\nexpected played to be none after a third claim",
    ),
    "third claim and a fault": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record.update(cut={"seat": 2}),
        "expected no fault of the cut after a third claim, got one of seat 2",
    ),
    "third claim and a swap": (
        lambda record: len(record.get("redeals", ())) == 3,
        lambda record: record.update(swaps=[{"giver": 0, "receiver": 2, "gave": "9D", "got": "7S"}]),
        "expected no swaps in a deal that was not played, got 1",
    ),
    "the praiser cuts": (
        lambda record: "cut" in record,
        lambda record: record.update(cut={"seat": 0}),
        "cut: expected seat 1 or 2 or 3, by p_no_cut and p_wrong_cut, got 0",
    ),
    "only the dealer can be at fault": (
        lambda record: record.get("cut") == {"seat": 2},
        option(p_wrong_cut=0),
        "cut: expected seat 3, by p_no_cut and p_wrong_cut, got 2",
    ),
    "no fault possible": (
        lambda record: "cut" in record,
        option(p_wrong_cut=0, p_no_cut=0),
        "expected no fault of the cut, since p_no_cut and p_wrong_cut are 0, got one",
    ),
    "fault charged to the others": (
        lambda record: record.get("cut") == {"seat": 2},
        lambda record: record["result"].update(eyes=[2, 0]),
        "result: expected eyes [0, 2], got [2, 0]",
    ),
    "fault that is a third claim": (
        lambda record: record.get("cut") == {"seat": 2},
        lambda record: record["result"].update(outcome="third_claim"),
        'result: expected outcome fault, got "third_claim"',
    ),
    "played none": (
        plain_deal,
        lambda record: record.update(played="none"),
        "expected 3 redeals or a fault of the cut in a deal that was not played, got 0 redeals and no fault",
    ),
    "swaps off": (
        swapped(False),
        option(swap_one="off", swap_two="off"),
        "expected no swaps, since the rules allow none, got 1",
    ),
    "single swap off": (swapped(False), option(swap_one="off"), "but the rules allow no swap of a single trump"),
    "double swap off": (swapped(True), option(swap_two="off"), "but the rules allow no swap of one of two trumps"),
    "a gift held by another": (
        swapped(False),
        lambda record: record["swaps"][0].update(gave=ungiven(record)),
        ", but the trumps dealt to it are ",
    ),
    "the other trump given": (
        swapped(True),
        lambda record: record["swaps"][0].update(
            gave=record["swaps"][0]["announced"], announced=record["swaps"][0]["gave"]
        ),
        ", its trump with points, got ",
    ),
    "not announced": (swapped(True), lambda record: record["swaps"][0].pop("announced"), "to be announced, got none"),
    "announced for nothing": (
        swapped(False),
        change("swaps", 0, announced="7D"),
        "swap 1: expected no card to be announced, got 7D",
    ),
    "not the partner": (
        swapped(False),
        lambda record: record["swaps"][0].update(receiver=(record["swaps"][0]["giver"] + 1) % 4),
        "swap 1: expected receiver ",
    ),
    "no such seat gives": (
        swapped(False),
        change("swaps", 0, giver=4),
        "swap 1: expected a giver and a receiver from 0 to 3, got 4 and ",
    ),
    "a trump given back": (swapped(False), returned_trump, ", which is a trump; it could give "),
    "given back from elsewhere": (swapped(False), returned_from_elsewhere, ", which is in the hand of seat "),
    "another plain card given back": (swapped(False), returned_another, ", which is in the hand of seat "),
    "swapped twice": (swapped(False), swap_again, "swap 2: expected nobody to swap twice, got seat "),
    "out of order": (
        lambda record: len(record.get("swaps", ())) == 2,
        swaps_out_of_order,
        "swap 2: expected givers in the order of the seats, got ",
    ),
    "a swap left out": (swapped(False), drop("swaps"), ", which is in the hand of seat "),
    "a forced swap left out": (
        lambda record: plain_deal(record) and any(single(record)),
        option(swap_one="forced"),
        ", which is forced, got no such swap",
    ),
    "cards out of the pack": (
        swapped(False),
        change("swaps", 0, got="6S"),
        "swap 1: expected cards of the pack, got 6S",
    ),
}


def single(record: dict[str, Any]) -> Iterator[int]:
    trumps = load("classic").trumps
    for seat, hand in enumerate(record["hands"]):
        if sum(card in trumps for card in hand) == 1 and any(card not in trumps for card in record["hands"][seat ^ 2]):
            yield seat


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_caught_and_named(kind: str, records: list[dict[str, Any]]) -> None:
    fits, spoil, sentence = PLANTED[kind]
    record = first(records, fits)
    assert errors(record) == ""
    spoil(record)
    assert all(part in errors(record) for part in sentence.split("\n")), errors(record)


def test_a_mandatory_redeal_comes_before_what_is_claimed_later() -> None:
    hands = [
        ["AC", "TC", "KC", "AS", "TS", "KS", "AH", "TH"],
        ["QC", "QS", "QH", "QD", "AD", "TD", "KD", "KH"],
        ["JC", "JS", "JH", "JD", "9D", "9C", "8C", "7C"],
        ["8D", "7D", "9S", "8S", "7S", "9H", "8H", "7H"],
    ]
    later = {
        "game": "classic",
        "hands": None,
        "tricks": [],
        "redeals": [{"seat": 3, "reason": "low_hand", "hands": hands}],
    }
    said = "redeal 1: expected the redeal for four_queens that seat 1 must claim first, got one for low_hand of seat 3"
    assert errors(later) == said
    assert errors({**later, "options": {"redeal_four_queens": "optional"}}) == ""
    assert errors({**later, "options": {"redeal_four_queens": "dry_only"}}) == ""
    later["redeals"] = [{"seat": 1, "reason": "four_queens", "hands": hands}]
    assert errors(later) == ""
    # A claim of an earlier seat cancels the deal before anybody is asked about the queens.
    later["redeals"] = [{"seat": 0, "reason": "low_hand", "hands": [hands[3], *hands[1:3], hands[0]]}]
    assert errors(later) == ""


@pytest.mark.parametrize("spot", range(40))
def test_one_card_changed_in_cancelled_hands_or_swaps_is_caught(spot: int, records: list[dict[str, Any]]) -> None:
    chance = random.Random(spot)
    some = [record for record in records if record.get("redeals") and "hands" in record["redeals"][0]]
    record = copy.deepcopy(chance.choice(some))
    hand = record["redeals"][0]["hands"][chance.randrange(4)]
    at = chance.randrange(8)
    before, hand[at] = hand[at], chance.choice([card for card in load("classic").pack if card != hand[at]])
    said = errors(record)
    assert before in said and hand[at] in said
    record = copy.deepcopy(chance.choice([record for record in records if record.get("swaps")]))
    swap = record["swaps"][0]
    key = chance.choice([key for key in ("gave", "got", "announced") if key in swap])
    before, swap[key] = swap[key], chance.choice([card for card in load("classic").pack if card != swap[key]])
    said = errors(record)
    assert before in said and swap[key] in said


# Records that say less


def test_a_fault_without_its_seat_is_judged_by_what_can_be() -> None:
    record: dict[str, Any] = {"game": "classic", "hands": None, "tricks": [], "result": {"outcome": "fault"}}
    for options, eyes, legal in (
        ({"p_no_cut": 0.1}, [2, 0], True),
        ({"p_no_cut": 0.1}, [0, 2], False),
        ({"p_wrong_cut": 0.1}, [0, 2], True),
        ({"p_wrong_cut": 0.1}, [2, 0], True),
        ({"p_wrong_cut": 0.1}, [2, 2], False),
        ({"p_wrong_cut": 0.1}, [4, 0], False),
        ({}, [2, 0], False),
    ):
        record.update(options=options, result={"outcome": "fault", "eyes": eyes})
        assert JUDGE.judge(record).legal == legal, (options, eyes)
    record.update(options={"p_wrong_cut": 0.1}, result={"outcome": "fault"})
    assert JUDGE.judge(record).legal and JUDGE.judge(record).result is None
    record.update(options={"p_no_cut": 0.1})
    assert JUDGE.judge(record).result == {"points": [0, 0], "tricks": [0, 0], "eyes": [2, 0], "outcome": "fault"}


@pytest.mark.parametrize("unknown", [[0], [1, 3], [0, 1, 2, 3]])
def test_hands_may_be_unknown(unknown: list[int], records: list[dict[str, Any]]) -> None:
    for record in records[:400]:
        part = copy.deepcopy(record)
        for hands in (part["hands"], *(redeal["hands"] for redeal in part.get("redeals", ()) if "hands" in redeal)):
            hands[:] = [None if seat in unknown else hand for seat, hand in enumerate(hands)]
        del part["number"]
        assert errors(part) == "", record
        assert JUDGE.judge(part).result == record["result"]
        for redeal in part.get("redeals", ()):
            redeal.pop("hands", None)
        assert errors(part) == ""


def test_the_number_names_the_cards_before_swaps(records: list[dict[str, Any]]) -> None:
    record = first(records, swapped(False))
    record["hands"] = [None] * 4
    assert errors(record) == ""
    hands, _ = space_of(load("classic")).unrank(int(record["number"]))
    assert record["swaps"][0]["gave"] in hands[record["swaps"][0]["giver"]]


def test_a_partner_who_may_refuse_is_bound_to_nothing(records: list[dict[str, Any]]) -> None:
    record = first(records, lambda record: plain_deal(record) and any(single(record)))
    record["options"]["swap_one"] = "forced"
    assert "which is forced" in errors(record)
    record["options"]["swap_partner_may_refuse"] = True
    assert errors(record) == ""


def test_games_without_swaps_or_redeals_refuse_them() -> None:
    record: dict[str, Any] = {"game": "bare", "hands": None, "tricks": []}
    assert "expected no redeals, since the rules allow none, got 1" in errors(
        {**record, "redeals": [{"seat": 0, "reason": "low_hand"}]}
    )
    assert "expected no swaps, since the rules allow none, got 1" in errors(
        {**record, "swaps": [{"giver": 0, "receiver": 2, "gave": "9D", "got": "7S"}]}
    )
    assert "expected no fault of the cut" in errors({**record, "cut": {"seat": 3}})


SEATS = st.none() | st.integers(0, 5)
CARD = st.sampled_from(NAMES)
HANDS = st.none() | st.lists(st.none() | st.lists(CARD, max_size=9), max_size=5)
REASON = st.sampled_from(["four_nines", "low_hand", "four_queens", "no_high_queen", "other"])
REDEAL = st.fixed_dictionaries({"reason": REASON}, optional={"seat": SEATS, "side": SEATS, "hands": HANDS})
SWAP = st.fixed_dictionaries(
    {"giver": st.integers(0, 5), "receiver": st.integers(0, 5), "gave": CARD, "got": CARD},
    optional={"announced": st.none() | CARD},
)
OPENING = st.fixed_dictionaries(
    {"hands": HANDS},
    optional={
        "redeals": st.lists(REDEAL, max_size=4),
        "swaps": st.lists(SWAP, max_size=4),
        "cut": st.fixed_dictionaries({"seat": st.integers(0, 5)}),
        "played": st.sampled_from(["whole", "none"]),
        "result": st.fixed_dictionaries(
            {},
            optional={
                "eyes": st.lists(st.integers(0, 4), max_size=3),
                "outcome": st.sampled_from(["fault", "third_claim"]),
            },
        ),
    },
)


@settings(max_examples=400)
@given(st.sampled_from(["classic", "bare"]), OPENING, st.sampled_from([{}, EVERYTHING, {"swap_one": "forced"}]))
def test_anything_before_the_play_is_a_verdict(game: str, opening: dict[str, Any], options: dict[str, object]) -> None:
    record = {"game": game, "options": options, "tricks": [{"leader": 0, "cards": ["QC", "7C"]}], **opening}
    assert all("\n" not in sentence for sentence in JUDGE.judge(record).errors)


# Decisions


def names(view: View) -> list[str]:
    found: list[str] = view.answer.names()
    return found


@pytest.mark.parametrize("who", ["greedy", "random", "Choosy", "Never"])
@pytest.mark.parametrize("options", [{}, EVERYTHING, {"swap_one": "forced"}], ids=str)
def test_views_are_the_decisions_that_the_record_tells(who: str, options: dict[str, object], policies: Path) -> None:
    policy = f"{policies}:{who}" if who[0].isupper() else who
    lab = goatsim.at("classic", options=options, policies=policy, seed=4)
    asked = Counter[str]()
    for record in lab.replay(0, count=120):
        assert record.deal is not None
        views = list(lab.views(record.deal))
        asked.update(view.decision for view in views)
        played = [card for view in views if view.decision in ("lead", "follow") for card in names(view)]
        assert played == [card for trick in record.tricks for card in trick.cards]
        claims = [view for view in views if view.decision == "claim"]
        assert all(type(view.answer) is bool for view in claims)
        made = [redeal for redeal in record.redeals or () if redeal.reason != "four_queens"]
        assert [view.seat for view in claims if view.answer] == [
            redeal.side if redeal.seat is None else redeal.seat for redeal in made
        ]
        gives = [view.seat for view in views if view.decision == "give" and view.answer is True]
        backs = [(view.seat, *names(view)) for view in views if view.decision == "give_back"]
        swaps = record.swaps or ()
        assert backs == [(swap.receiver, swap.got) for swap in swaps]
        assert set(gives) <= {swap.giver for swap in swaps}
        for view in views:
            if view.decision in ("give", "give_back"):
                held = (record.hands or ())[view.seat] or ()
                assert set(view.hand.names()) == set(held), view.decision
    assert asked["claim"] and asked["lead"]
    assert (asked["give"] > 0) == (options.get("swap_one") != "forced")
    assert (asked["give_back"] > 0) == (who != "Never" or options.get("swap_one") == "forced")


def test_policies_answer_early_decisions_as_plain_python() -> None:
    views = [view for index in range(60) for view in goatsim.at("classic").views(index)]
    for view in views:
        if view.decision in ("claim", "give"):
            assert view.policy.claim(view) is True and view.policy.give(view) is True
        if view.decision == "give_back":
            assert view.policy.give_back(view) == view.answer
            assert "hand" in repr(view)


def test_a_wrong_card_given_back_is_named(policies: Path) -> None:
    lab = goatsim.at("classic", policies=f"greedy,{policies}:Wrong", seed=4, deals=300, progress="never")
    plain: list[str] = []
    for index in range(300):
        try:
            views = list(lab.views(index))
        except PlayError as error:
            plain.append(str(error))
            break
        assert all(view.seat % 2 == 0 for view in views if view.decision == "give_back")
    said = f"policy {policies}:Wrong gave back "
    assert plain and plain[0].startswith(said) and f" in deal {index}, seat " in plain[0]
    assert ", where the legal cards are " in plain[0]
    with pytest.raises(PlayError) as compiled:
        list(lab.replay(0, count=300))
    assert str(compiled.value) == plain[0]
    with pytest.raises(PlayError) as counted:
        lab.study("eggs")
    assert str(counted.value) == plain[0]


def test_earlier_deals_of_a_lane_leave_nothing_behind(policies: Path) -> None:
    lab = goatsim.at("classic", options=EVERYTHING, policies=f"{policies}:Choosy", seed=9)
    many = list(lab.replay(0, count=3 * layout.LANES))
    for index in range(2 * layout.LANES, 2 * layout.LANES + 60):
        assert next(lab.replay(index)) == many[index]


def test_illegal_requests_are_refused() -> None:
    with pytest.raises(RequestError, match="redeal 1"):
        Record.parse('{"game": "classic", "hands": null, "tricks": [], "redeals": [{"seat": 0}]}')
    with pytest.raises(RequestError, match="swap 1 gave"):
        Record.parse(
            '{"game":"classic","hands":null,"tricks":[],"swaps":[{"giver":0,"receiver":2,"gave":"XX","got":"7S"}]}'
        )


# For people


def test_a_record_shows_what_came_before_the_play(records: list[dict[str, Any]]) -> None:
    rules = game_of(load("classic", EVERYTHING)).rules
    record = first(records, swapped(True))
    swap = record["swaps"][0]
    said = f"Swap: seat {swap['giver']} gives {swap['gave']} to seat {swap['receiver']} for {swap['got']}"
    assert f"{said}; {swap['announced']} is no trump" in record_text(record, rules)
    text = record_text(first(records, lambda record: len(record.get("redeals", ())) == 3), rules)
    assert text.count("Redeal: seat") == 3 and "trick" not in text
    assert text.endswith(
        "Not played, since three redeals were claimed\nSeats 1 and 3 are charged 2 eyes\nOutcome: third claim"
    )
    text = record_text(first(records, of_claim("low_hand")), rules)
    assert " claims low hand, with " in text
    assert "seats 0 and 2 claim no high queen" in record_text(
        first(records, lambda record: record.get("redeals", [{}])[0].get("side") == 0), rules
    )
    text = record_text(first(records, lambda record: record.get("cut") == {"seat": 3}), rules)
    assert "since seat 3, the dealer, offered no cut\nSeats 1 and 3 are charged" in text
    text = record_text(first(records, lambda record: record.get("cut") == {"seat": 2}), rules)
    assert "since seat 2 cut out of turn\nSeats 0 and 2 are charged" in text
