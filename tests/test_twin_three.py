"""The twin of the game for three against what the rules print (6)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import pytest
import twin
import twin_three
from test_twin_games import names, percent, share, trumps_held
from twin_three import Options, Tricks, score_less, score_solo
from twin_tricks import PLAYERS, Player, Record

BUYER = Player(twin.greedy, buy=lambda question: True)


def test_worked_examples() -> None:
    assert score_solo(Options(), 1, 83, 6) == ([2, 0, 2], "win")
    assert score_less([22, 35, 63], [3, 3, 4]) == ([0, 2, 4], "for_less")


@pytest.mark.parametrize(
    ("points", "tricks", "penalty", "outcome"),
    [
        (120, 10, [0, 6, 6], "lucy"),
        (120, 9, [0, 4, 4], "ninety"),
        (90, 6, [0, 4, 4], "ninety"),
        (89, 6, [0, 2, 2], "win"),
        (61, 6, [0, 2, 2], "win"),
        (60, 6, [0, 0, 0], "egg"),
        (59, 6, [2, 0, 0], "lost"),
        (31, 6, [2, 0, 0], "lost"),
        (30, 6, [4, 0, 0], "lost_ninety"),
        (0, 1, [4, 0, 0], "lost_ninety"),
        (21, 0, [6, 0, 0], "lost_lucy"),
        (0, 0, [6, 0, 0], "lost_lucy"),
    ],
)
def test_lines_of_a_soloist(points: int, tricks: int, penalty: list[int], outcome: str) -> None:
    assert score_solo(Options(), 0, points, tricks) == (penalty, outcome)
    lost = outcome.startswith("lost")
    for loss, worth in (("fixed4", 4), ("none", 0)):
        expected = ([worth, 0, 0], "lost") if lost else (penalty, outcome)
        assert score_solo(Options(solo_loss=loss), 0, points, tricks) == expected


def test_ties_of_a_soloist() -> None:
    assert score_solo(Options(solo_tie="soloist_loses"), 2, 60, 5) == ([0, 0, 2], "lost")
    assert score_solo(Options(solo_tie="soloist_loses", solo_loss="fixed4"), 2, 60, 5) == ([0, 0, 4], "lost")
    assert score_solo(Options(solo_tie="soloist_wins"), 2, 60, 5) == ([2, 2, 0], "win")


def test_lines_for_less() -> None:
    for points, penalty in ((0, 0), (30, 0), (31, 2), (60, 2), (61, 4), (90, 4), (91, 6), (120, 6)):
        assert score_less([points, 120 - points, 0], [6, 4, 0])[0][0] == penalty
    assert score_less([120, 0, 0], [10, 0, 0]) == ([12, 0, 0], "goat")
    assert score_less([0, 120, 0], [0, 10, 0]) == ([0, 12, 0], "goat")


@pytest.mark.parametrize(
    ("rule", "upcard", "hand", "expected"),
    [
        ("class", "QH", "QS 9C AH", "QS"),
        ("class", "QH", "9C AH", "9C AH"),
        ("class", "7H", "QS 9C AH", "9C AH"),
        ("class", "7H", "QS 9D", "QS 9D"),
        ("exact_suit", "7H", "QS 9C AH", "AH"),
        ("exact_suit", "7H", "QS 9C AS", "QS 9C AS"),
        ("exact_suit", "JD", "QS 9C", "QS"),
        ("permit", "QH", "QS 9C", "QS 9C"),
        ("permit", "7H", "QS 9C AS", "9C AS"),
        ("permit", "7H", "QS 9D", "QS 9D"),
        ("free", "7H", "QS 9C", "QS 9C"),
    ],
)
def test_upcard(rule: str, upcard: str, hand: str, expected: str) -> None:
    held = [names(hand), [], []]
    tricks = Tricks(twin_three.rules(None), held, [], 0, 0, options=Options(upcard_rule=rule), upcard=upcard)
    assert tricks.leads(0) == names(expected)
    tricks.tricks = [{"leader": 0}]
    assert tricks.leads(0) == names(hand)


def test_who_leads_trumps_in_a_soloists_deal() -> None:
    held = [names("QS 9C"), names("QH QD"), names("7D KH")]
    for rule, last in (("soloist", ["KH"]), ("all", names("7D KH"))):
        game = twin_three.rules(0)
        tricks = Tricks(game, held, [], 0, 0, options=Options(three_trump_lead=rule), soloist=0)
        assert [tricks.leads(seat) for seat in range(3)] == [names("QS 9C"), names("QH QD"), last]


def whole(policies: Sequence[str | Player], index: int, options: Options | None = None) -> Record:
    """A deal that holds what every deal must."""
    record = twin_three.play(options or Options(), policies, 4, index)
    dealt = [*(card for hand in record["hands"] for card in hand), *record["talon"]]
    assert sorted(dealt) == sorted(twin_three.rules(None).pack)
    assert sum(record["result"]["points"]) == 120 and sum(record["result"]["tricks"]) == 10
    played = [card for trick in record["tricks"] for card in trick["cards"]]
    out = record["discard"] if "soloist" in record else record["talon"]
    assert sorted([*played, *out]) == sorted(dealt)
    return record


def test_buying() -> None:
    for index in range(20):
        record = whole(["low", BUYER, BUYER], index)
        assert (record["buys"], record["soloist"]) == ([False, True], 1)
        assert "turned" not in record and record["tricks"][0]["leader"] == 0
        twelve = [*record["hands"][1], *record["talon"]]
        first, second = record["discard"]
        assert first == twin.cheapest(twin_three.rules(1), twelve)
        assert second == twin.cheapest(twin_three.rules(1), [card for card in twelve if card != first])
        soloist = whole(["low", BUYER, BUYER], index, Options(three_first_lead="soloist"))
        assert soloist["tricks"][0]["leader"] == 1


def test_discarded_points_are_the_soloists() -> None:
    rich = Player(twin.low, buy=lambda question: True, discard=lambda q: twin.in_order(q.game, q.choices)[-1])
    for index in range(20):
        record = whole(["low", rich, "low"], index)
        won = sum(trick["points"] for trick in record["tricks"] if trick["winner"] == 1)
        worth = sum(twin.card_points(twin.bare(), card) for card in record["discard"])
        assert record["result"]["points"][1] == won + worth


def test_for_less_the_talon_goes_to_the_last_trick() -> None:
    for index in range(40):
        record = whole(["low"], index)
        assert record["buys"] == [False] * 3 and record["turned"] == record["talon"][0]
        last = record["tricks"][-1]["winner"]
        won = [sum(trick["points"] for trick in record["tricks"] if trick["winner"] == s) for s in range(3)]
        won[last] += sum(twin.card_points(twin.bare(), card) for card in record["talon"])
        assert record["result"]["points"] == won


def test_random_buys_by_a_coin() -> None:
    deals = 400
    soloists = Counter(whole(["random"], index).get("soloist") for index in range(deals))
    assert all(share(soloists[seat], deals, 0.5 ** (seat + 1)) for seat in range(3))
    assert share(soloists[None], deals, 0.125)


def test_number_of_deals_and_trumps() -> None:
    deals = math.factorial(32) // (math.factorial(10) ** 3 * math.factorial(2))
    assert deals == 2_753_294_408_504_640
    assert math.comb(22, 2) == 231 and math.comb(32, 10) == 64_512_240
    printed = [0.068, 1.055, 6.172, 17.956, 28.805, 26.589, 14.244, 4.341, 0.712, 0.056, 0.002]
    assert percent(trumps_held(32, 14, 10)) == printed


@pytest.mark.large
def test_trumps_of_dealt_hands(daily_seed: int, size: float) -> None:
    deals = int(10_000 * size)
    trumps = Counter[int]()
    for index in range(deals):
        hands, _ = twin_three.deal(daily_seed, index)
        trumps[sum(card in twin.bare().trumps for card in hands[index % 3])] += 1
    assert all(share(trumps[k], deals, trumps_held(32, 14, 10)[k]) for k in range(2, 8))
    assert PLAYERS["low"].buy is PLAYERS["greedy"].buy
