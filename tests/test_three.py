"""Three players and a talon (rules.md, 6): scores, records, words, players, studies and matches."""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
import twin_ledgers
import twin_three
from settling import settled

import goatsim
from goatsim.cards import SUITS
from goatsim.engine import layout
from goatsim.engine.bits import put
from goatsim.engine.buying import part_sides
from goatsim.engine.jit import form
from goatsim.errors import RequestError
from goatsim.exact.counting import counted
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang.kinds import Deal
from goatsim.ledger import terms_of
from goatsim.records.playing import matches_played
from goatsim.records.referee import Referee
from goatsim.seats.named import line_up
from goatsim.show.text import record_text
from goatsim.studies.base import listing

SAID = {"less": "for_less"}
"""Outcomes that the twin calls otherwise."""
JUDGE = Referee()


def plain(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the twin tells of a deal, hands and what was laid aside in no order."""
    kept = {key: record[key] for key in ("talon", "buys", "dealer", "played")}
    for key in ("soloist", "turned"):
        kept[key] = record.get(key)
    kept["hands"] = [sorted(hand) for hand in record["hands"]]
    kept["discard"] = sorted(record.get("discard") or [])
    keys = ("leader", "winner", "points")
    kept["tricks"] = [[list(trick["cards"]), *(trick[key] for key in keys)] for trick in record["tricks"]]
    kept["result"] = {key: record["result"][key] for key in ("points", "tricks", "penalty")}
    return {**kept, "outcome": SAID.get(record["result"]["outcome"], record["result"]["outcome"])}


@pytest.mark.large
def test_replays_stand_before_the_referee(daily_seed: int, size: float) -> None:
    deals = int(2000 * size)
    for policies in ("random", "low,greedy,random"):
        for record in goatsim.at("three", policies=policies, seed=daily_seed).replay(0, deals // 2):
            assert not JUDGE.judge(record).errors


# What a deal is worth


def worth(
    options: dict[str, object], soloist: int | None, points: list[int], tricks: list[int]
) -> tuple[list[int], str]:
    """What the scoring rows charge to each seat, and the outcome."""
    game = game_of(load("three", options))
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    for column, value in game.contract.columns().items():
        put(block, column, 0, value)
    if soloist is not None:
        put(block, layout.SOLOIST, 0, 1 + soloist)
        form(part_sides, game.shape)(block, 0, soloist)
    return settled(game, points, tricks, dict(enumerate(block[:: layout.STRIDE])))


@pytest.mark.parametrize(
    ("soloist", "points", "tricks", "charged", "outcome"),
    [
        (1, [20, 83, 17], [2, 7, 1], [2, 0, 2], "win"),
        (None, [22, 35, 63], [3, 3, 4], [0, 2, 4], "for_less"),
        (0, [61, 30, 29], [5, 3, 2], [0, 2, 2], "win"),
        (0, [89, 31, 0], [7, 3, 0], [0, 2, 2], "win"),
        (0, [90, 30, 0], [7, 3, 0], [0, 4, 4], "ninety"),
        (0, [120, 0, 0], [9, 0, 1], [0, 4, 4], "ninety"),
        (2, [0, 0, 120], [0, 0, 10], [6, 6, 0], "lucy"),
        (2, [30, 30, 60], [3, 3, 4], [0, 0, 0], "egg"),
        (2, [31, 30, 59], [3, 3, 4], [0, 0, 2], "lost"),
        (2, [50, 39, 31], [3, 3, 4], [0, 0, 2], "lost"),
        (2, [50, 40, 30], [3, 3, 4], [0, 0, 4], "lost_ninety"),
        (2, [60, 60, 0], [5, 4, 1], [0, 0, 4], "lost_ninety"),
        (2, [60, 49, 11], [5, 5, 0], [0, 0, 6], "lost_lucy"),
        (None, [30, 30, 60], [3, 3, 4], [0, 0, 2], "for_less"),
        (None, [31, 61, 28], [3, 3, 4], [2, 4, 0], "for_less"),
        (None, [90, 30, 0], [3, 3, 4], [4, 0, 0], "for_less"),
        (None, [91, 29, 0], [3, 7, 0], [6, 0, 0], "for_less"),
        (None, [120, 0, 0], [9, 1, 0], [6, 0, 0], "for_less"),
        (None, [0, 120, 0], [0, 10, 0], [0, 12, 0], "goat"),
    ],
)
def test_what_a_deal_is_worth(
    soloist: int | None, points: list[int], tricks: list[int], charged: list[int], outcome: str
) -> None:
    assert worth({}, soloist, points, tricks) == (charged, outcome)


@pytest.mark.parametrize("tie", ["egg", "soloist_loses", "soloist_wins"])
@pytest.mark.parametrize("loss", ["mirror", "fixed4", "none"])
@pytest.mark.parametrize(("points", "tricks"), [(0, 0), (11, 0), (0, 1), (30, 4), (31, 4), (59, 4), (60, 4), (61, 4)])
def test_every_scale_is_the_twins(tie: str, loss: str, points: int, tricks: int) -> None:
    options: dict[str, object] = {"solo_tie": tie, "solo_loss": loss}
    expected = twin_three.score_solo(twin_three.Options(solo_tie=tie, solo_loss=loss), 1, points, tricks)
    assert worth(options, 1, [120 - points, points, 0], [10 - tricks, tricks, 0]) == expected


# Exact numbers


def test_hands_and_deals_are_counted() -> None:
    rules = load("three")
    assert math.comb(32, 10) == 64_512_240
    # The order of the talon is part of a deal: its upper card may be turned up.
    assert space_of(rules).count == 2 * 2_753_294_408_504_640
    found = counted(game_of(rules), [goatsim.me.trumps])
    ways = {k: math.comb(14, k) * math.comb(18, 10 - k) for k in range(11)}
    total = sum(found.values())
    assert {k: Fraction(n, total) for (k,), n in found.items()} == {k: Fraction(n, 64_512_240) for k, n in ways.items()}
    printed = [0.068, 1.055, 6.172, 17.956, 28.805, 26.589, 14.244, 4.341, 0.712, 0.056, 0.002]
    assert [round(100 * found[(k,)] / total, 3) for k in range(11)] == printed
    talon = goatsim.ask("talon.trumps == 2", rules="three")
    assert talon.fraction == Fraction(math.comb(14, 2), math.comb(32, 2))


def test_a_number_names_hands_and_the_order_of_the_talon() -> None:
    lab = goatsim.at("three", policies="low")
    record = next(lab.replay(5))
    assert record.number is not None and record.talon is not None
    again = next(lab.replay(number=record.number))
    assert (again.hands, again.talon, again.tricks) == (record.hands, record.talon, record.tricks)
    space = space_of(lab.rules)
    swapped = space.rank([list(hand or ()) for hand in record.hands or ()], record.talon[::-1])
    other = next(lab.replay(number=str(swapped)))
    assert (other.hands, other.talon, other.turned) == (record.hands, record.talon[::-1], record.talon[1])


# Records


@pytest.fixture(scope="module")
def records() -> list[dict[str, Any]]:
    return [record.to_json() for record in goatsim.at("three", policies="random", seed=3).replay(0, 60)]


def of(records: list[dict[str, Any]], **wanted: object) -> dict[str, Any]:
    """A copy of the first record with such values; a key that is None must not be there."""
    for record in records:
        if all(record.get(key) == value for key, value in wanted.items()):
            return copy.deepcopy(record)
    raise AssertionError(wanted)


def errors(record: Mapping[str, Any]) -> str:
    return " / ".join(JUDGE.judge(record).errors)


def trump_of_a_defender(record: dict[str, Any]) -> None:
    """Let the first defender that leads a plain card with a trump in hand lead the trump instead."""
    trumps = load("three").trumps
    gone: set[str] = set()
    for trick in record["tricks"]:
        hand = set(record["hands"][trick["leader"]]) - gone
        if trick["leader"] != record["soloist"] and hand & set(trumps) and trick["cards"][0] not in trumps:
            trick["cards"][0] = sorted(hand & set(trumps))[0]
            return
        gone |= set(trick["cards"])
    raise AssertionError("no defender leads")


Fault = Callable[[dict[str, Any]], object]
SOLO: dict[str, object] = {"soloist": 1}
FAULTS: dict[str, tuple[dict[str, object], Fault, str]] = {
    "another soloist": (SOLO, lambda r: r.update(soloist=2), "expected soloist 1, by buys, got 2"),
    "asked on": (SOLO, lambda r: r["buys"].append(False), "buys: expected 2 answers, until seat 1 bought, got 3"),
    "bought by nobody of three": (
        {"soloist": None},
        lambda r: r["buys"].append(True),
        "buys: expected 3 answers, until all were asked, got 4",
    ),
    "asked too few": (
        {"soloist": None},
        lambda r: r["buys"].pop(),
        "buys: expected 3 answers, until all were asked, got 2",
    ),
    "laid aside one": (SOLO, lambda r: r["discard"].pop(), "discard: expected 2 different cards of the pack, got "),
    "laid aside twice": (
        SOLO,
        lambda r: r.update(discard=r["discard"][:1] * 2),
        "discard: expected 2 different cards of the pack",
    ),
    "laid aside another's": (
        SOLO,
        lambda r: r["discard"].__setitem__(0, r["hands"][0][0]),
        "discard: expected cards of seat 1, got ",
    ),
    "played what was laid aside": (
        SOLO,
        lambda r: r["tricks"][0]["cards"].__setitem__((1 - r["tricks"][0]["leader"]) % 3, r["discard"][0]),
        ", which is laid aside",
    ),
    "turned up and bought": (
        SOLO,
        lambda r: r.update(turned=r["talon"][0]),
        "expected no card turned up, since seat 1 bought the talon, got ",
    ),
    "the lower card": (
        {"soloist": None},
        lambda r: r.update(turned=r["talon"][1]),
        ", the upper card of the talon, got ",
    ),
    "laid aside unsold": (
        {"soloist": None},
        lambda r: r.update(discard=r["talon"]),
        "expected no discard, since nobody bought the talon, got ",
    ),
    "a defender's trump": ({"soloist": 0}, trump_of_a_defender, ", a trump that it may not lead yet; legal w"),
    "talon of one": (SOLO, lambda r: r["talon"].pop(), "expected a talon of 2 cards, got "),
    "talon in a hand": (
        SOLO,
        lambda r: r["talon"].__setitem__(0, r["hands"][0][0]),
        "talon: expected every card once, got ",
    ),
    "talon the other way": ({"soloist": None}, lambda r: r["talon"].reverse(), "number "),
    "points off by one": (
        SOLO,
        lambda r: r["result"]["points"].__setitem__(1, r["result"]["points"][1] + 1),
        "result: expected points [",
    ),
    "charged to another": (
        {"soloist": None},
        lambda r: r["result"].update(penalty=[9, 9, 9]),
        "result: expected penalty [",
    ),
    "eyes": (SOLO, lambda r: r["result"].update(eyes=[0, 0, 0]), "result: expected penalty in three, got eyes"),
    "another outcome": (SOLO, lambda r: r["result"].update(outcome="for_less"), "result: expected outcome "),
    "another winner": (
        SOLO,
        lambda r: r["tricks"][3].update(winner=(r["tricks"][3]["winner"] + 1) % 3),
        "trick 4: expected winner ",
    ),
    "another leader": (
        SOLO,
        lambda r: r["tricks"][0].update(leader=1),
        "trick 1: expected seat 0 to lead, got seat 1",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught_and_named(fault: str, records: list[dict[str, Any]]) -> None:
    wanted, plant, said = FAULTS[fault]
    record = of(records, **wanted)
    assert errors(record) == ""
    plant(record)
    assert said in errors(record)


def test_the_card_turned_up_binds_the_first_lead(records: list[dict[str, Any]]) -> None:
    trumps = load("three").trumps
    for record in map(copy.deepcopy, records):
        hand = record["hands"][0]
        other = [card for card in hand if (card in trumps) != (record.get("turned") in trumps)]
        if record.get("turned") and other and len(other) < 10:
            del record["result"], record["played"]
            record["tricks"] = [{"leader": 0, "cards": [other[0]]}]
            assert f"seat 0 led {other[0]}, though {record['turned']} is turned up; legal w" in errors(record)
            assert errors({**record, "options": {"upcard_rule": "free"}}) == ""
            return
    raise AssertionError("no such deal")


def test_records_need_no_more_than_hands_and_tricks(records: list[dict[str, Any]]) -> None:
    record = of(records, soloist=1)
    result = record["result"]
    # Who bought must be told; what he laid aside follows from what he plays.
    short = {key: record[key] for key in ("game", "hands", "talon", "soloist")}
    short["tricks"] = [{"leader": trick["leader"], "cards": trick["cards"]} for trick in record["tricks"]]
    verdict = JUDGE.judge(short)
    assert verdict.errors == () and verdict.result == result
    unsold = of(records, soloist=None)
    short = {key: unsold[key] for key in ("game", "hands")} | {
        "tricks": [{"leader": trick["leader"], "cards": trick["cards"]} for trick in unsold["tricks"]]
    }
    assert JUDGE.judge(short).result == unsold["result"]
    assert "expected no buys, since no talon is bought in bare, got (True,)" in errors(
        {"game": "bare", "hands": None, "tricks": [], "buys": [True]}
    )


def test_a_person_reads_who_bought(records: list[dict[str, Any]]) -> None:
    rules = load("three")
    record = of(records, soloist=1)
    text = record_text(record, rules, ["random"] * 3)
    assert "random in every seat; seat 1 may lead trumps" in text
    assert f"\nSeat 1 buys the talon and lays aside {' '.join(record['discard'])}\n" in text
    last = next(line for line in text.splitlines() if line.startswith("aside")).split()
    assert [int(one) for one in last[2:]] == record["result"]["points"]
    record = of(records, soloist=None)
    text = record_text(record, rules)
    assert f"\nNobody buys the talon; {record['turned']} is turned up\n" in text
    last = [line for line in text.splitlines() if line.startswith("talon ")][-1].split()
    assert [int(one) for one in last[2:]] == record["result"]["points"]


# Questions

QUESTIONS = [
    *("me.points", "seat1.points", "seat2.points", "us.points", "them.points", "soloist.points", "seat1.tricks"),
    *("them.tricks", "me.takes(QC QS AD TD)", "them.takes(A*)", "me.penalty", "seat2.penalty", "soloist.penalty"),
    *("me.bought", "left.bought", "for_less", "egg", "lucy", "me.winner", "seat1.winner", "seat2.winner"),
    *("soloist.trumps", "soloist.hand_points", "discard.hand_points", "discard.trumps", "turned.cards(Q* J*)"),
    *("turned.trumps", "talon.trumps", "count(points > 30)", "sum(others, penalty)", "soloist.first_trick"),
    *("me.last_trick", "seat1.first_trick", "them.penalty", "us.eyes"),
]


def by_name(record: Mapping[str, Any]) -> Deal:
    won: list[list[str]] = [[], [], []]
    for trick in record["tricks"]:
        won[trick["winner"]] += trick["cards"]
    result, tricks = record["result"], record["tricks"]
    return Deal(
        record["hands"],
        won,
        result["points"],
        result["tricks"],
        result["penalty"],
        result["outcome"],
        tricks[0]["winner"],
        tricks[-1]["winner"],
        tricks[0]["cards"][0],
        talon=record["talon"],
        soloist=record.get("soloist"),
        discard=record.get("discard", ()),
        turned=[record["turned"]] if "turned" in record else (),
    )


def test_every_word_is_its_twin(records: list[dict[str, Any]]) -> None:
    lab = goatsim.at("three", policies="random", seed=3)
    frame = lab.sample(*QUESTIONS, deals=len(records))
    game = game_of(lab.rules)
    for row, record in zip(frame.itertuples(index=False), records, strict=True):
        deal = by_name(record)
        expected = [goatsim.question(text).walk(game, deal) for text in QUESTIONS]
        assert [int(value) for value in row[1:]] == expected
    assert (frame["us.points"] + frame["them.points"] == 120).all()
    assert frame.iloc[:, 1:].nunique().gt(1).sum() > len(QUESTIONS) - 4


def test_words_of_a_talon_are_refused_elsewhere() -> None:
    for text in ("soloist.points > 60", "any(bought)", "for_less", "discard.trumps == 1", "turned.trumps == 1"):
        with pytest.raises(RequestError, match="bare"):
            goatsim.ask(text, rules="bare", deals=10)


# Players


def test_what_a_seat_sees_of_the_talon() -> None:
    """The talon is seen by whoever bought it, its upper card by all where nobody did, and nothing else by anyone."""
    for shown in (False, True):
        lab = goatsim.at("three", options={"show_bought_talon": shown}, policies="random", seed=1)
        for index in range(12):
            record = next(lab.replay(index)).to_json()
            soloist, aside = record.get("soloist"), set(record.get("discard", ()))
            for v in lab.views(index):
                hand, seen = set(v.hand.names()), set(v.talon.names())
                if v.decision == "buy":
                    assert not seen and not v.alone and not v.for_less and len(v.unseen.names()) == 22
                elif soloist is None:
                    assert seen == {record["turned"]} == set(v.turned.names()) and v.for_less
                    assert v.unseen.names() and not seen & set(v.unseen.names())
                elif v.seat == soloist:
                    assert seen == set(record["talon"]) and v.alone
                    assert v.decision == "discard" or not aside & (set(v.unseen.names()) | hand)
                    assert not v.mine(1) and not v.mine(2)
                else:
                    assert seen == (set(record["talon"]) if shown else set())
                    assert aside <= set(v.unseen.names()) and v.mine(1) != v.mine(2)


def buyer(v: Any, rules: Any) -> object:
    """What the player `buyer` answers, from its docstring; None where it plays as `expert`."""
    order = [rank + suit for rank in rules.plain_order[::-1] for suit in SUITS if rank + suit not in rules.trumps]
    order = [card for card in [*order, *rules.trumps[::-1]] if card in rules.pack]
    hand, legal = (sorted(cards.names(), key=order.index) for cards in (v.hand, v.legal))

    def cheapest(cards: list[str]) -> str:
        return min(cards, key=lambda card: (rules.card_points(card) > 0, rules.card_points(card) > 4))

    if v.decision == "buy":
        worth = sum(2 * (c in rules.trumps) + (c[0] == "Q") + 3 * (c in ("AC", "AS", "AH")) for c in hand)
        return worth >= 14
    if v.decision == "discard":
        plain = [card for card in legal if card not in rules.trumps]
        rest = [card for card in plain if card[0] != "A"]

        def value(card: str) -> int:
            suit = sum(other[1] == card[1] for other in plain)
            return int(rules.card_points(card)) + {1: 15, 2: 10}.get(suit, 0)

        return max(rest, key=value) if rest else cheapest(plain or legal)
    if not v.for_less:
        return None
    lost = [card for card in legal if card not in v.winners.names()]
    if v.decision == "follow" and lost:
        return max(lost, key=rules.card_points)
    return cheapest(legal) if v.decision == "follow" and v.last else legal[0]


def test_the_buyer_does_what_it_says(daily_seed: int) -> None:
    lab = goatsim.at("three", policies="buyer", seed=daily_seed)
    seen: Counter[str] = Counter()
    for index in range(40):
        for v in lab.views(index):
            expected = buyer(v, lab.rules)
            if expected is not None:
                answer = v.answer if v.decision == "buy" else v.answer.names()[0]
                assert answer == expected, (index, v)
                seen[v.decision] += 1
    assert min(seen[one] for one in ("buy", "discard", "lead", "follow")) > 10


@pytest.mark.large
@pytest.mark.parametrize(("other", "margin"), [("random", 1.5), ("low", 1.0)])
def test_the_buyer_beats(other: str, margin: float, daily_seed: int, size: float) -> None:
    """It is charged less than the others, whoever of three it is, and less than they are if they are one and it two."""
    lab = goatsim.at("three", seed=daily_seed, deals=int(20_000 * size))
    found = lab.compare("buyer", other, measure="me.penalty")
    assert found.high is not None and found.high < -margin


# Studies


def test_the_study_of_the_talon_finds_from_what_worth_on_to_buy() -> None:
    answer = goatsim.study("talon", rules="three", deals=6_000, progress="never")[0]
    by_worth = {row["worth"]: row for row in answer.tables["by_worth"]}
    assert by_worth[8]["high"] < 0 < by_worth[18]["low"]
    thresholds = {row["buys_from"]: row for row in answer.tables["thresholds"]}
    assert thresholds[10]["high"] < 0 and thresholds[18]["high"] < 0
    assert max(thresholds, key=lambda least: thresholds[least]["difference"]) in (13, 14, 15)
    # Two cards of thirty-two: at least one of them is a trump in 343 of 496 talons.
    deals = {row["trumps_in_talon"]: row["deals"] for row in answer.tables["talon"]}
    assert sum(deals.values()) == 6_000 and abs(deals[1] + deals[2] - 6_000 * 343 / 496) < 180
    assert "hand worth" in answer.headline
    wrong = {study["study"]: study["reason"] for study in listing(load("bare"))}
    assert wrong["talon"] == "nobody buys a talon in bare"


def test_eyes_and_matches_are_told_by_seat() -> None:
    lab = goatsim.at("three", policies="buyer", deals=400, progress="never")
    (eyes,) = lab.study("eyes")
    assert [row["seat"] for row in eyes.tables["means"]] == [0, 1, 2]
    shares = [sum(row["share"] for row in eyes.tables["penalty"] if row["seat"] == seat) for seat in range(3)]
    assert shares == pytest.approx([1, 1, 1])
    assert {row["outcome"] for row in eyes.tables["outcomes"]} == {"egg", "lucy", "for_less"}
    reasons = {study["study"]: study["reason"] for study in listing(load("three"))}
    assert {name for name, reason in reasons.items() if reason is None} >= {"talon", "eyes", "match", "ladder"}
    assert "three has 3" in reasons["trump-lead"]


# Matches


@pytest.mark.large
@pytest.mark.turns(2)
def test_matches_are_the_twins(daily_seed: int, size: float) -> None:
    game = game_of(load("three", {"first_dealer": "random"}))
    options = twin_three.Options(first_dealer="random")
    goats: Counter[int] = Counter()
    for number in range(int(300 * size)):
        told = [one.to_json() for one in matches_played(game, line_up("random", (0, 1, 2)), daily_seed, number, 1)]
        expected, _ = twin_ledgers.play_three(options, ["random"], daily_seed, number)
        assert len(told) == len(expected)
        for ours, theirs in zip(told, expected, strict=True):
            assert plain(ours) == plain(theirs)
            assert ours["score_before"] == theirs["score_before"]
            assert ours["match"]["score_after"] == theirs["match"]["score_after"]
            match = ours["match"]
            lost = match.get("losers") or [match[key] for key in ("loser",) if key in match]
            assert lost == theirs["match"]["goats"]
        goats[len(lost)] += 1
        judged = [JUDGE.judge(record) for record in told]
        assert not [verdict.errors for verdict in judged if verdict.errors]
    assert goats[1]


def test_the_terms_of_a_match() -> None:
    terms = terms_of(load("three"))
    assert (terms.target, terms.sides, terms.seats, terms.fatal, terms.lucy_wins) == (
        12,
        3,
        3,
        frozenset({"goat"}),
        False,
    )
