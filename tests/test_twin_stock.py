"""The twin of the game with a stock against what the rules print (7)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
import twin
import twin_stock
from test_twin_games import names, share
from twin_stock import Options, Tricks, score
from twin_tricks import PLAYERS


def tricks_of(held: list[str], leader: int, options: Options, played: int = 0, barred: int | None = 1) -> Tricks:
    """The tricks of a deal under way, of which some are over; the one before was led by the seat to the left."""
    players = [PLAYERS["low"]] * 4
    tricks = Tricks(twin_stock.rules(), [names(hand) for hand in held], players, 0, 0, options=options, barred=barred)
    tricks.tricks = [{"leader": (leader + 1) % 4}] * played
    tricks.leader = leader
    return tricks


def test_worked_example() -> None:
    assert score([74, 46], [5, 3]) == ([2, 0], "win")
    # The first deal in which the queen of clubs is B's and falls in trick 5.
    for index in range(1000):
        record = twin_stock.play(Options(), ["random"], 0, index, barred=0)
        if record.get("stopped", {}).get("trick") == 5 and record["result"]["eyes"] == [4, 0]:
            break
    queen, seven = (
        [t["leader"] + t["cards"].index(c) for t in record["tricks"] if c in t["cards"]] for c in names("QC 7C")
    )
    assert (queen[0] % 2, seven[0] % 2) == (1, 0)
    assert record["result"]["outcome"] == "capture" and sum(record["result"]["tricks"]) == 4
    assert len(record["tricks"]) == 5 and "winner" not in record["tricks"][4]


def test_scale_lines() -> None:
    for points, flat, s2 in ((60, 0, 0), (61, 2, 2), (89, 2, 2), (90, 2, 4), (119, 2, 4), (120, 2, 4)):
        assert score([points, 120 - points], [7, 1])[0] == [flat, 0]
        assert score([120 - points, points], [1, 7], "s2")[0] == [0, s2]
    assert score([120, 0], [8, 0]) == ([2, 0], "win")
    assert score([0, 120], [0, 8], "s2") == ([0, 6], "lucy")


def test_seven_of_clubs_is_highest() -> None:
    game = twin_stock.rules()
    assert game.trumps[0] == "7C" and len(game.trumps) == 14
    assert twin.winner(game, 0, names("QC AC 7C JC")) == 2
    assert twin.card_class(game, "AD") == "D"


@pytest.mark.parametrize("policy", ["random", "low", "greedy"])
def test_cards_are_drawn_by_the_winner_first(policy: str) -> None:
    for index in range(20):
        record = twin_stock.play(Options(), [policy], 1, index)
        held = [list(hand) for hand in record["hands"]]
        stock = list(record["stock"])
        assert sorted(card for hand in [*held, stock] for card in hand) == sorted(twin_stock.rules().pack)
        for number, trick in enumerate(record["tricks"]):
            for swap in record["swaps"]:
                if swap["trick"] == number + 1:
                    held[swap["giver"]], held[swap["receiver"]] = [swap["got"]], [swap["gave"]]
            for place, card in enumerate(trick["cards"]):
                held[(trick["leader"] + place) % 4].remove(card)
            for place in range(4):
                if stock and "winner" in trick:
                    held[(trick["winner"] + place) % 4].append(stock.pop(0))
        if record["played"] == "whole":
            assert held == [[]] * 4 and len(record["tricks"]) == 8
            assert sum(record["result"]["points"]) == 120


@pytest.mark.parametrize(
    ("restricted", "barred", "leader", "played", "plain_only"),
    [
        ("prev_first_leader", 1, 0, 0, True),  # the plain first lead
        ("prev_first_leader", 1, 0, 3, False),
        ("prev_first_leader", 1, 2, 3, False),
        ("prev_first_leader", 1, 3, 3, True),
        ("prev_first_leader", None, 3, 3, False),  # a match's first deal
        ("current_first_leader", 1, 2, 3, True),
        ("current_first_leader", 1, 1, 3, False),
        ("trick_level", 1, 1, 3, False),  # the other side led the trick before
        ("none", 1, 1, 3, False),
    ],
)
def test_who_may_lead_trumps(restricted: str, barred: int | None, leader: int, played: int, plain_only: bool) -> None:
    tricks = tricks_of(["QC 9S 8S AC"] * 4, leader, Options(restricted_team=restricted), played, barred)
    assert tricks.leads(leader) == (names("9S 8S") if plain_only else names("QC 9S 8S AC"))


def test_lead_restrictions_in_detail() -> None:
    free = tricks_of(["QC 9S"] * 4, 0, Options(first_lead_plain=False))
    assert free.leads(0) == names("QC 9S")
    assert tricks_of(["QC AC"] * 4, 0, Options()).leads(0) == names("QC AC")
    level = tricks_of(["QC 9S"] * 4, 0, Options(restricted_team="trick_level"), 1)
    level.tricks = [{"leader": 2}]
    assert level.leads(0) == ["9S"] and level.leads(1) == names("QC 9S")


@pytest.mark.parametrize(
    ("held", "leader", "options", "swapped"),
    [
        (["9S", "8C", "8S", "AS"], 1, Options(), True),
        (["9S", "8C", "8S", "9C"], 1, Options(), False),  # the partner has a trump, too
        (["9S", "KS", "8S", "AS"], 1, Options(), False),
        (["8C", "9S", "AS", "8S"], 0, Options(), False),  # this side may lead trumps
        (["9S", "8C", "8S", "AS"], 1, Options(swap_last_trump=False), False),
        (["9S", "8C", "8S", "AS"], 1, Options(restricted_team="none"), False),
        (["8C", "9S", "AS", "8S"], 0, Options(restricted_team="current_first_leader"), True),
    ],
)
def test_last_trump_is_exchanged(held: list[str], leader: int, options: Options, swapped: bool) -> None:
    tricks = tricks_of(held, leader, options, played=7)
    tricks.run(1)
    partner = (leader + 2) % 4
    given = {"giver": leader, "receiver": partner, "gave": held[leader], "got": held[partner], "trick": 8}
    assert tricks.swaps == ([given] if swapped else [])
    assert tricks.tricks[7]["cards"][0] == held[partner if swapped else leader]
    assert tricks.tricks[7]["winner"] == (partner if swapped else tricks.tricks[7]["winner"])


def test_pair_on_opposite_sides() -> None:
    # Two cards among 32 places: the first sixteen are the hands, then come four draws of four, each going to the sides
    # in turn; between two of these groups it is even whose side a place belongs to.
    group = [0] * 16 + [1 + place // 4 for place in range(16)]
    chance = Fraction(0)
    pairs = list(combinations(range(32), 2))
    for one, other in pairs:
        chance += Fraction(one % 2 != other % 2) if group[one] == group[other] else Fraction(1, 2)
    assert chance / len(pairs) == Fraction(16, 31)


@pytest.mark.large
def test_pair_in_played_deals(daily_seed: int, size: float) -> None:
    deals = int(6_000 * size)
    apart = 0
    for index in range(deals):
        hands, stock = twin_stock.deal(daily_seed, index)
        tricks = Tricks(twin_stock.rules(), hands, [PLAYERS["greedy"]] * 4, 0, index, stock=stock, barred=1)
        tricks.run(8)
        by = Counter[str]()
        for trick in tricks.tricks:
            by.update({card: (trick["leader"] + place) % 2 for place, card in enumerate(trick["cards"])})
        apart += by["QC"] != by["7C"]
    assert share(apart, deals, Fraction(16, 31))
