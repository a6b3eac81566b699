"""Praised deals written down and judged: kinds of deal, tricks played while the cards were dealt, challenges (rules.md,
3).
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import goatsim
from goatsim.engine.layout import KINDS
from goatsim.errors import RequestError
from goatsim.games import load
from goatsim.records import Record
from goatsim.records.referee import Referee
from goatsim.show.schemas import schema
from goatsim.show.text import record_text

CASE = json.loads((Path(__file__).parent / "cases" / "praise.jsonl").read_text().splitlines()[0])
JUDGE = Referee()
CLASSIC = load("classic")
PLAIN = [card for card in CLASSIC.pack if card not in CLASSIC.trumps]

POLICY = """import goatsim
from goatsim.words import any_of


@goatsim.policy(base="random")
class Free:
    "Decides everything by chance."

    def praise(v):
        return v.coin(8)

    def commit(v):
        return any_of(v.legal)

    def hold(v):
        return any_of(v.legal)

    def claim(v):
        return v.coin(3) > 0

    def give(v):
        return v.coin(2) == 0

    def accept(v):
        return v.coin(2) == 0
"""

VALUES: list[Mapping[str, object]] = [
    *({"praise": kind} for kind in KINDS),
    {"praise": "free"},
    {"praise": "MIRROR", "mirror_for": "all"},
    {"praise": "MIRROR", "mirror_for": "all", "mirror_trick": True},
    {"praise": "FISH", "fish_for": "praiser"},
    {"praise": "PANTS2", "pants2_lead": "dark_winner_leads_open"},
    {"praise": "PANTS", "pants_challenge": 0.5},
    {"praise": "PANTS2", "pants_challenge": 1.0},
    {"praise": "HAPPY", "no_queen_after_praise": True},
    {"praise": "ONE", "swap_one": "forced", "swap_partner_may_refuse": True},
    {"praise": "FISH", "redeal_four_queens": "optional", "swap_two": "optional"},
    {"praise": "SELF", "redeal_four_queens": "dry_only", "p_no_cut": 0.2, "p_wrong_cut": 0.2},
    {
        "praise": "free",
        "mirror_for": "all",
        "mirror_trick": True,
        "pants_challenge": 0.5,
        "no_queen_after_praise": True,
        "swap_two": "optional",
    },
]


@pytest.fixture(scope="module")
def free(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("policies") / "early.py"
    path.write_text(POLICY, "utf-8")
    return f"{path}:Free"


def replayed(options: Mapping[str, object], count: int, policy: str = "greedy", seed: int = 1) -> list[dict[str, Any]]:
    lab = goatsim.at("classic", options=options, policies=policy, seed=seed)
    return [json.loads(json.dumps(record.to_json())) for record in lab.replay(0, count=count)]


def errors(record: dict[str, Any]) -> str:
    verdict = JUDGE.judge(record)
    assert verdict.legal is not bool(verdict.errors)
    assert all("\n" not in sentence for sentence in verdict.errors)
    return "\n".join(verdict.errors)


def laid(record: dict[str, Any]) -> int:
    return sum("pre" in trick for trick in record["tricks"])


# What is played comes back


@pytest.mark.turns(13)
@pytest.mark.parametrize("options", VALUES, ids=str)
@pytest.mark.large
def test_replayed_deals_are_clean_under_every_option_value(
    options: Mapping[str, object],
    daily_seed: int,
    size: float,
    free: str,
    record_property: Callable[[str, object], None],
) -> None:
    check = jsonschema.Draft202012Validator(schema("replay"))
    records = replayed(options, round(500 * size)) + replayed(options, round(500 * size), free)
    record_property("deals", len(records))
    for record in records:
        verdict = JUDGE.judge(record)
        assert verdict.errors == () and verdict.result == record["result"], record
        assert Record.parse(json.dumps(record)).to_json() == record
        check.validate(record)


def test_everything_occurs(free: str) -> None:
    records = replayed(VALUES[-1], 600, free)
    praised = Counter(record["praise"]["type"] for record in records if "praise" in record)
    assert set(praised) == set(KINDS[1:])
    tricks = {kind: {laid(r) for r in records if r.get("praise", {}).get("type") == kind} for kind in praised}
    assert tricks == {"ONE": {0}, "HAPPY": {4}, "MIRROR": {1}, "SELF": {1}, "FISH": {0}, "PANTS": {1}, "PANTS2": {2}}
    assert {r["praise"]["challenge"] for r in records if "challenge" in r.get("praise", ())} == {0, 1, 2, 3}
    claimed = [record for record in records if "praise" in record.get("redeals", [{}])[0]]
    assert claimed and all("praise" not in record and not laid(record) for record in claimed)
    assert {record["redeals"][0]["reason"] for record in claimed} == {"no_high_queen"}
    assert any("challenge" in record["redeals"][0]["praise"] for record in claimed)
    assert any("praise" in record and "swaps" in record for record in records)
    assert not any("swaps" in record for record in records if laid(record))
    for record in records:
        if laid(record):
            assert [trick["leader"] for trick in record["tricks"][: laid(record)]] == [0] * laid(record)


def test_who_leads_after_the_tricks_played_while_dealing() -> None:
    ways: list[dict[str, object]] = [{"praise": "PANTS2"}]
    ways.append({**ways[0], "pants2_lead": "dark_winner_leads_open"})
    for options in ways:
        for record in replayed(options, 30):
            dark, light, normal = record["tricks"][:3]
            if "pants2_lead" in options:
                assert (light["leader"], normal["leader"]) == (dark["winner"], light["winner"])
            else:
                assert (light["leader"], normal["leader"]) == (0, dark["winner"])
    for record in replayed({"praise": "HAPPY"}, 30):
        assert [trick["leader"] for trick in record["tricks"][:5]] == [0, 0, 0, 0, record["tricks"][3]["winner"]]


def test_the_wrong_way_to_lead_after_double_pants_is_named() -> None:
    seen = set()
    for record in replayed({"praise": "PANTS2"}, 30):
        dark, light = (trick["winner"] for trick in record["tricks"][:2])
        record["options"]["pants2_lead"] = "dark_winner_leads_open"
        said = f"trick 2: expected seat {dark}, which took trick 1, to lead, got seat 0"
        assert (said in errors(record)) == bool(dark)
        if not dark:
            assert ("trick 3: expected seat" in errors(record)) == (light != 0)
        seen.add((bool(dark), light != 0))
    assert len(seen) == 4


def test_a_challenge_costs_its_side_four() -> None:
    plain, challenged = (replayed({"praise": "PANTS", "pants_challenge": p}, 40) for p in (0, 1.0))
    for without, record in zip(plain, challenged, strict=True):
        eyes = list(without["result"]["eyes"])
        eyes[1 - record["praise"]["challenge"] % 2] += 4
        assert record["result"] == {**without["result"], "eyes": eyes}


def test_the_cards_of_a_number_are_not_praised() -> None:
    for praise in ("free", "PANTS"):
        lab = goatsim.at("classic", options={"praise": praise})
        for ask in (lab.replay, lab.views):
            with pytest.raises(RequestError, match=f"expected praise=none .*, got praise={praise}"):
                ask(number=5)
    assert next(goatsim.at("classic", options={"praise": "REGULAR"}).replay(number=5)).number == "5"


# The worked example


def test_the_worked_example_is_judged_as_printed() -> None:
    verdict = JUDGE.judge(CASE)
    assert verdict.errors == ()
    assert verdict.result == {"points": [54, 66], "tricks": [4, 4], "eyes": [0, 2], "outcome": "win"}
    # Seat 1 took the open trick, and being of the other side it may not lead a trump.
    hand = CASE["hands"][1]
    record = copy.deepcopy(CASE)
    record["tricks"] = [record["tricks"][0], {"leader": 1, "cards": ["QH"]}]
    del record["result"]
    legal = " ".join(card for card in hand if card in PLAIN and card != "AC")
    assert errors(record) == f"trick 2: seat 1 led QH, a trump that it may not lead yet; legal were {legal}"
    for card in ("TS", "9S", "9H"):
        record["tricks"][1]["cards"] = [card]
        assert errors(record) == ""


def test_a_record_may_leave_the_praise_out_before_the_tricks() -> None:
    options = {"praise": "SELF"}
    record: dict[str, Any] = {"game": "classic", "options": options, "hands": CASE["hands"], "tricks": []}
    assert errors(record) == ""
    record["tricks"] = CASE["tricks"][:1]
    assert errors(record) == (
        "expected praise in a deal with tricks that were played while the cards were dealt, got none"
    )
    unmarked = {"leader": 0, "cards": ["9C", "AC"]}
    assert errors({**record, "praise": {"type": "SELF"}, "tricks": [unmarked]}) == (
        "trick 1: expected pre to be true, since SELF plays it while the cards are dealt, got false"
    )
    # Under praise=free a deal without praise is a regular one.
    assert errors({**record, "options": {"praise": "free"}, "tricks": [{"leader": 0, "cards": ["AH", "9H"]}]}) == ""
    assert "pre to be true" not in errors({**record, "options": {"praise": "free"}, "tricks": CASE["tricks"][:1]})


def test_a_plain_cut_may_be_named() -> None:
    record: dict[str, Any] = {"game": "classic", "hands": None, "tricks": [], "praise": {"type": "REGULAR"}}
    for praise in ("none", "free", "REGULAR"):
        assert errors({**record, "options": {"praise": praise}}) == ""
    said = errors({**record, "options": {"praise": "PANTS"}})
    assert said == "praise: expected PANTS, since praise=PANTS, got REGULAR"


# Faults, planted


def of(kind: str, **more: object) -> dict[str, Any]:
    """A deal of a kind that was played, without redeals."""
    records = replayed({"praise": kind, **more}, 40)
    return copy.deepcopy(next(r for r in records if not r.get("redeals") and r["played"] == "whole"))


def put(record: dict[str, Any], trick: int, seat: int, card: str) -> None:
    """Let a seat put another card of its hand to a trick, and what it put there where that card was played."""
    tricks = record["tricks"]
    position = (seat - tricks[trick]["leader"]) % 4
    before = tricks[trick]["cards"][position]
    for other in tricks:
        other["cards"] = [card if each == before else before if each == card else each for each in other["cards"]]


def own(record: dict[str, Any], seat: int, fits: Callable[[str], bool]) -> str:
    return next(str(card) for card in record["hands"][seat] if fits(card))


def trump(card: str) -> bool:
    return card in CLASSIC.trumps


@pytest.mark.parametrize("kind", ["SELF", "PANTS", "PANTS2"])
def test_a_trump_put_to_an_open_trick_is_named(kind: str) -> None:
    record = of(kind)
    card = own(record, 1, trump)
    put(record, 0, 1, card)
    legal = [each for each in record["hands"][1] if not trump(each)]
    said = errors(record)
    assert f"trick 1: seat 1 played {card}, a trump, which in {kind} " in said
    assert all(each in said.split("legal were ")[1].splitlines()[0] for each in legal)


def test_an_ace_of_the_praiser_put_to_pants_is_named() -> None:
    records = replayed({"praise": "PANTS"}, 60)
    aces = [r for r in records if any(card in ("AC", "AS", "AH") for card in r["hands"][0])]
    record = copy.deepcopy(aces[0])
    put(record, 0, 0, own(record, 0, lambda card: card in ("AC", "AS", "AH")))
    assert ", an ace, which in PANTS cannot lie there from the praiser; legal " in errors(record)


def test_only_the_dealer_can_run_out_of_cards_in_double_pants() -> None:
    record = of("PANTS2")
    for seat in range(4):
        changed = copy.deepcopy(record)
        put(changed, 0, seat, own(record, seat, trump))
        assert ("which in PANTS2 cannot lie there" in errors(changed)) == (seat < 3)


def test_a_trump_in_the_mirror_needs_a_packet_of_them() -> None:
    record = of("MIRROR", mirror_for="all", mirror_trick=True)
    card = own(record, 1, trump)
    if sum(map(trump, record["hands"][1])) < 7:
        put(record, 0, 1, card)
        assert f"played {card}, a trump, which in MIRROR lies there only from a hand with 6 others" in errors(record)


def test_nobody_follows_in_open_tricks(free: str) -> None:
    follows = 0
    for record in replayed({"praise": "HAPPY"}, 10):
        trick = record["tricks"][0]
        lead = trick["cards"][0]
        same = [card for card in record["hands"][1] if card[1] == lead[1] and not trump(card)]
        follows += bool(same) and not trump(lead) and trick["cards"][1][1] != lead[1]
        assert errors(record) == ""
    assert follows


@pytest.mark.parametrize("kind", ["HAPPY", "SELF", "PANTS", "PANTS2"])
def test_one_card_changed_in_an_open_trick_is_caught(kind: str, daily_seed: int) -> None:
    chance = random.Random(daily_seed)
    records = [record for record in replayed({"praise": kind}, 10) if laid(record)]
    for _ in range(60):
        record = copy.deepcopy(chance.choice(records))
        cards = record["tricks"][chance.randrange(laid(record))]["cards"]
        at = chance.randrange(4)
        before, cards[at] = cards[at], chance.choice([card for card in CLASSIC.pack if card != cards[at]])
        said = errors(record)
        assert before in said and cards[at] in said, (record, said)


def strip(record: dict[str, Any]) -> None:
    for trick in record["tricks"]:
        trick.pop("pre", None)


Spoil = Callable[[dict[str, Any]], object]

PLANTED: dict[str, tuple[str, dict[str, object], Spoil, str]] = {
    "no praise allowed": (
        "ONE",
        {},
        lambda r: r["options"].update(praise="none"),
        "praise: expected none, since praise=none, got ONE",
    ),
    "another praise": (
        "ONE",
        {},
        lambda r: r["praise"].update(type="FISH"),
        "praise: expected ONE, since praise=ONE, got FISH",
    ),
    "no mark": (
        "PANTS2",
        {},
        strip,
        "trick 2: expected pre to be true, since PANTS2 plays it while the cards are dealt, got false",
    ),
    "one mark too many": (
        "PANTS",
        {},
        lambda r: r["tricks"][1].update(pre=True),
        "trick 2: expected pre to be false, since PANTS plays 1 trick while the cards are dealt, got true",
    ),
    "a mark too late": (
        "HAPPY",
        {},
        lambda r: r["tricks"][0].update(pre=False),
        "trick 1: expected pre to be true, since HAPPY plays it",
    ),
    "another leader": (
        "HAPPY",
        {},
        lambda r: r["tricks"].__setitem__(1, {"leader": 1, "cards": [*r["tricks"][1]["cards"][1:], "QC"], "pre": True}),
        "trick 2: expected seat 0 to lead, got seat 1",
    ),
    "another winner": (
        "SELF",
        {},
        lambda r: r["tricks"][0].update(winner=(r["tricks"][0]["winner"] + 1) % 4),
        "trick 1: expected winner ",
    ),
    "other points": ("PANTS", {}, lambda r: r["tricks"][0].update(points=70), "trick 1: expected "),
    "a swap": (
        "PANTS",
        {},
        lambda r: r.update(swaps=[{"giver": 0, "receiver": 2, "gave": "9D", "got": "7S"}]),
        "expected no swaps, since a trick was played while the cards were dealt, got 1",
    ),
    "a challenge": (
        "PANTS",
        {},
        lambda r: r["praise"].update(challenge=2),
        "praise: expected no challenge, since pants_challenge is off, got one of seat 2",
    ),
    "a challenge elsewhere": (
        "FISH",
        {"pants_challenge": 0.5},
        lambda r: r["praise"].update(challenge=2),
        "praise: expected a challenge only in PANTS and PANTS2, got one of seat 2",
    ),
    "a challenge by nobody": (
        "PANTS",
        {"pants_challenge": 1.0},
        lambda r: r["praise"].update(challenge=4),
        "praise: expected a challenge of a seat from 0 to 3, got 4",
    ),
    "a challenge of the others": (
        "PANTS",
        {"pants_challenge": 1.0},
        lambda r: r["praise"].update(challenge=(r["praise"]["challenge"] + 1) % 4),
        "result: expected eyes ",
    ),
    "a challenge left out": (
        "PANTS2",
        {"pants_challenge": 1.0},
        lambda r: r["praise"].pop("challenge"),
        "result: expected eyes ",
    ),
    "a redeal": (
        "ONE",
        {},
        lambda r: r.update(redeals=[{"seat": 0, "reason": "low_hand"}]),
        "redeal 1: expected no redeal after a praise, since the rules allow none, got one for",
    ),
    "a redeal for another reason": (
        "ONE",
        {"no_queen_after_praise": True},
        lambda r: r.update(redeals=[{"seat": 0, "reason": "low_hand", "praise": {"type": "ONE"}}], praise=None),
        "redeal 1: expected a reason that the rules allow after a praise (no_high_queen), got",
    ),
    "praised again": (
        "ONE",
        {"no_queen_after_praise": True},
        lambda r: r.update(redeals=[{"side": 0, "reason": "no_high_queen"}]),
        "praise: expected that of the first deal in its redeal, since a deal that is dealt again is a regular one, got",
    ),
    "praised later": (
        "ONE",
        {"no_queen_after_praise": True},
        lambda r: r.update(
            redeals=[{"side": 0, "reason": "no_high_queen", "praise": {"type": "ONE"}}] * 2, praise=None
        ),
        "redeal 2: expected no praise, since only the first deal can be praised, got ONE",
    ),
    "praised after a fault": (
        "ONE",
        {"p_no_cut": 0.1},
        lambda r: r.update(cut={"seat": 3}, played="none", tricks=[], result=None),
        "praise: expected none after a fault of the cut, got ONE",
    ),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_caught_and_named(fault: str) -> None:
    kind, options, spoil, sentence = PLANTED[fault]
    record = of(kind, **options)
    assert errors(record) == ""
    spoil(record)
    assert sentence in errors(record)


def test_queens_bind_no_praised_deal() -> None:
    hands = [
        ["QC", "QS", "QH", "QD", "AC", "TC", "KC", "9C"],
        ["JC", "JS", "JH", "JD", "AS", "TS", "KS", "9S"],
        ["AD", "TD", "KD", "9D", "AH", "TH", "KH", "9H"],
        ["8D", "7D", "8C", "7C", "8S", "7S", "8H", "7H"],
    ]
    record = {"game": "classic", "options": {"praise": "free"}, "hands": hands, "tricks": []}
    assert "expected a redeal of four queens, which is mandatory" in errors(record)
    assert errors({**record, "praise": {"type": "ONE"}}) == ""
    # Seat 3 claims after the queens of seat 0, unless the deal was praised.
    claim = {"side": 1, "reason": "no_high_queen", "hands": hands}
    options = {"praise": "free", "no_queen_after_praise": True}
    again = {**record, "options": options, "hands": None, "redeals": [claim]}
    assert "that seat 0 must claim first" in errors(again)
    assert errors({**again, "redeals": [{**claim, "praise": {"type": "ONE"}}]}) == ""


@pytest.mark.parametrize("kind", ["HAPPY", "SELF", "PANTS", "PANTS2"])
def test_hands_may_be_unknown(kind: str) -> None:
    for record in replayed({"praise": kind}, 30):
        part = {**record, "hands": None}
        del part["number"]
        assert errors(part) == "" and JUDGE.judge(part).result == record["result"]
        part["tricks"] = record["tricks"][:1]
        del part["result"], part["played"]
        assert errors(part) == ""


# For people


def test_a_record_shows_praise_and_open_tricks() -> None:
    record = of("PANTS2", pants_challenge=1.0)
    text = record_text(record, load("classic", {"praise": "PANTS2"}))
    seat = record["praise"]["challenge"]
    side = "seats 0 and 2" if seat % 2 == 0 else "seats 1 and 3"
    said = f"Praise: seat 0 asks for PANTS2; seat {seat} accuses somebody wrongly, for which {side} are charged 4 eyes"
    assert said in text
    heads = [line[:5] for line in text.splitlines() if line[:5].strip().removeprefix("pre ").isdigit()]
    assert heads == ["pre 1", "pre 2", *(f"{place:>5}" for place in range(3, 9))]
    claimed = replayed({"praise": "HAPPY", "no_queen_after_praise": True}, 40)
    record = next(record for record in claimed if record.get("redeals"))
    lines = record_text(record, CLASSIC).splitlines()
    at = lines.index("Praise: seat 0 asks for HAPPY")
    assert lines[at + 1].startswith("Redeal: seats ") and lines[at + 1].endswith(" claim no high queen")
