"""The twin of the game with two halves against what the rules print (9)."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import twin
import twin_cards
import twin_valts
from test_twin_games import holder, names, share
from twin_valts import Options, changes, taken

DEALS = 8_000


def test_worked_example() -> None:
    # The dealer of the example sits first; here the dealer is the last seat, so the seats are moved by one.
    table = taken([67, 21, 20, 12])
    assert table == [[0, 2, 2, 1], [0] * 4, [0] * 4, [0] * 4]
    assert [12 + change for change in changes(Options(), table)] == [12, 10, 10, 11]
    assert changes(Options(valts_ledger="own_countdown"), table) == [-5, 0, 0, 0]
    assert changes(Options(valts_ledger="pairwise"), table) == [0, -2, -2, -1]


def test_who_takes() -> None:
    assert taken([60, 60, 0, 0]) == [[0] * 4] * 4
    assert taken([61, 59, 0, 0])[0] == [0, 2, 2, 1]
    assert taken([0, 0, 0, 120])[3] == [2, 2, 2, 0]
    assert taken([61, 59]) == [[0, 1], [0, 0]] and taken([59, 61]) == [[0, 0], [2, 0]]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("JS JC JH JD", 1),
        ("JH JD AS JS", 3),
        ("JD AS TS KS", 0),  # the lowest jack beats every card that is none
        ("AH 7S TH KH", 1),  # the turned suit beats the led one
        ("7H AC QH TC", 2),
        ("9S QS KS TS", 3),
    ],
)
def test_rank(cards: str, expected: int) -> None:
    assert twin.winner(twin_valts.rules(4, "S"), 0, names(cards)) == expected


@pytest.mark.parametrize("players", [4, 2])
@pytest.mark.parametrize("policy", ["random", "low", "greedy"])
@pytest.mark.parametrize("follow", ["free", "follow_suit"])
def test_whole_deals(players: int, policy: str, follow: str) -> None:
    options = Options(players=players, valts_follow=follow)
    revokes = 0
    for index in range(20):
        record = twin_valts.play(options, [policy], 2, index)
        assert sorted(card for hand in record["hands"] for card in hand) == sorted(twin_valts.PACK)
        size = 16 // players
        assert record["turned"] in record["hands"][-1][:size] and record["turned"][1] == record["trump"]
        tricks, result = record["tricks"], record["result"]
        assert len(tricks) == 2 * size and sum(result["points"]) == 120 and sum(result["tricks"]) == 2 * size
        assert [trick["leader"] for trick in tricks] == [0, *(trick["winner"] for trick in tricks[:-1])]
        second = [card for trick in tricks[size:] for card in trick["cards"]]
        assert sorted(second) == sorted(card for hand in record["second"] for card in hand)
        game = twin_valts.rules(players, record["trump"])
        held = [list(hand[:size]) for hand in record["hands"]]
        for number, trick in enumerate(tricks):
            if number == size:
                held = [list(hand) for hand in record["second"]]
            for place, card in enumerate(trick["cards"]):
                seat = (trick["leader"] + place) % players
                led = None if place == 0 else trick["cards"][0]
                revokes += card not in twin.legal(game, held[seat], led, seat)
                held[seat].remove(card)
    assert (revokes > 0) == (follow == "free")


def test_halves_may_be_counted_alone() -> None:
    seen = 0
    for index in range(300):
        whole, half = (
            twin_valts.play(Options(valts_count=count), ["random"], 3, index) for count in ("per_pack", "per_half")
        )
        assert whole["tricks"] == half["tricks"] and whole["taken"] == taken(whole["result"]["points"])
        for points in half["halves"]:
            seen += max(points) > 60
        assert any(max(points) > 60 for points in half["halves"]) == (half["result"]["outcome"] == "win")
    assert seen > 0


def test_number_of_trumps() -> None:
    for suit in "CSHD":
        assert len(twin_valts.rules(4, suit).trumps) == 11
    hands = [twin_valts.deal(4, 5, index)[0] for index in range(600)]
    # Any of the 16 cards of the first half is the one that turns up with the same chance, so a jack in one of eight.
    turned = [twin_valts.deal(4, 5, index)[2] for index in range(600)]
    assert share(sum(card[0] == "J" for card in turned), 600, Fraction(1, 8))
    assert all(holder(four, card) == 3 for four, card in zip(hands, turned, strict=True))
    last = [twin_cards.order_of_hand(four[3], 5, index, 0, 3)[-1] for index, four in enumerate(hands)]
    assert turned == last


@pytest.mark.large
def test_how_often_somebody_takes(daily_seed: int, size: float) -> None:
    # The rules print 4 % of halves and 40 % of packs, from 40,000 random deals and in whole percents.
    deals = int(DEALS * size)
    packs = halves = 0
    for index in range(deals):
        record = twin_valts.play(Options(), ["random"], daily_seed, index)
        packs += record["result"]["outcome"] == "win"
        halves += sum(max(points) > 60 for points in record["halves"])
    for found, of, printed in ((packs, deals, 0.40), (halves, 2 * deals, 0.04)):
        error = math.sqrt(printed * (1 - printed) / of)
        assert abs(found / of - printed) < 0.01 + 4 * error
