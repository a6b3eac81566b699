"""The twin of whole matches against what the rules print (5 to 9), on deals whose results are made up here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
import twin_ledgers
import twin_six
import twin_stock
import twin_three
import twin_valts
from twin_tricks import Record

Results = Sequence[dict[str, Any]]


def made(monkeypatch: pytest.MonkeyPatch, module: Any, dealer: int, results: Results) -> list[tuple[int, Any]]:
    """Have a twin play these results, one a deal, seats counted as in single deals; returns what it is asked with."""
    left = [dict(result) for result in results]
    asked: list[tuple[int, Any]] = []

    def play(options: Any, players: Any, seed: int, index: int, last: Any = None) -> Record:
        result = left.pop(0)
        more: Record = {key: result.pop(key) for key in ("taken", "halves", "cut") if key in result}
        asked.append((index, last))
        seats = len(players)
        return {
            "deal": index,
            "dealer": dealer,
            "hands": [[]] * seats,
            "tricks": [],
            "swaps": [],
            "result": result,
            **more,
        }

    monkeypatch.setattr(module, "play", play)
    return asked


def win(points: int, eyes: Sequence[int], outcome: str = "win") -> dict[str, Any]:
    """A deal in which the side that makes the first lead has so many points."""
    tricks = [8, 0] if outcome == "lucy" else [4, 4]
    return {"points": [points, 120 - points], "tricks": tricks, "eyes": list(eyes), "outcome": outcome}


# ---------------------------------------------------------------------------------------------------------------------
# six, turnup, clubs

CAPTURE = {"points": [40, 0], "tricks": [1, 0], "eyes": [4, 0], "outcome": "capture"}
EGG = win(60, [0, 0], "egg")


def six_match(
    monkeypatch: pytest.MonkeyPatch, results: Results, **options: Any
) -> tuple[list[Record], twin_ledgers.Match]:
    made(monkeypatch, twin_six, 5, results)
    return twin_ledgers.play_six(twin_six.Six(**options), ["low"], 0, 0)


def test_captures_count_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    # The dealer is seat 5, then 0, 1 ..: the side that leads is A, then B, then A.
    records, match = six_match(monkeypatch, [CAPTURE, win(45, [0, 2]), CAPTURE, win(20, [0, 4], "ninety")])
    assert [record["dealer"] for record in records] == [5, 0, 1, 2]
    assert [record["match"]["score_after"] for record in records] == [[4, 0], [6, 0], [10, 0], [14, 0]]
    assert (match.goats, match.title) == ([1], "goat+tail")
    assert [record["result"]["eyes"] for record in records] == [[4, 0], [2, 0], [4, 0], [4, 0]]


def test_a_capture_gives_no_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [win(99, [4, 0], "ninety"), win(21, [0, 4], "ninety"), win(61, [2, 0]), CAPTURE, CAPTURE]
    records, match = six_match(monkeypatch, results)
    # B, who leads in the second and the fourth deal, stands at 4 after it; A ends the match from 10.
    assert records[-1]["score_before"] == [10, 4]
    assert (match.accounts, match.title) == ([4, 14], "goat")


def test_a_capture_is_not_multiplied(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [EGG, CAPTURE, win(61, [2, 0]), CAPTURE, CAPTURE, CAPTURE]
    records, match = six_match(monkeypatch, results, egg_next_deal_multiplier=2)
    # The egg keeps the dealer.
    assert [record["dealer"] for record in records[:4]] == [5, 5, 0, 1]
    assert [record["result"]["eyes"] for record in records[:3]] == [[0, 0], [4, 0], [0, 4]]
    assert match.title == "goat+eggs"


def test_lucy_and_faults_of_six(monkeypatch: pytest.MonkeyPatch) -> None:
    records, match = six_match(monkeypatch, [win(120, [4, 0], "lucy")])
    assert (len(records), match.accounts, match.goats) == (1, [0, 12], [1])
    fault = {"points": [0, 0], "tricks": [0, 0], "eyes": [2, 0], "outcome": "fault", "cut": {"seat": 5}}
    results = [fault, win(120, [4, 0], "lucy"), win(20, [0, 4], "ninety"), win(99, [4, 0], "ninety")]
    records, match = six_match(monkeypatch, results)
    # Seat 5 dealt, so B is charged; then B closes A's eyes, which are no longer none.
    assert [record["match"]["score_after"] for record in records] == [[2, 0], [0, 4], [0, 8], [0, 12]]
    assert records[0]["cut"] == {"seat": 5}
    assert match.title == "goat"


@pytest.mark.parametrize("name", twin_six.GAMES)
def test_played_matches(name: str) -> None:
    options = twin_six.GAMES[name]()
    for number in range(5):
        records, match = twin_ledgers.play_six(options, ["greedy"], 3, number)
        assert [record["deal"] for record in records] == [(number << 20) + k for k in range(len(records))]
        assert max(match.accounts) >= 12 and len(match.goats) == 1
        eyes = [sum(record["result"]["eyes"][side] for record in records) for side in (0, 1)]
        lucky = any(record["result"]["outcome"] == "lucy" for record in records)
        assert lucky or eyes == match.accounts[::-1]
        for record in records:
            leader = record["first_leader"]
            if record.get("first_deal") and name == "six":
                assert "AD" in record["hands"][leader]
            else:
                assert leader == (record["dealer"] + 1) % options.seats


# ---------------------------------------------------------------------------------------------------------------------
# stock


def test_worked_example_of_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    # Seat 0 deals and leads first, and A wins; in the next deal B leads and its queen is taken.
    taken = {"points": [0, 40], "tricks": [0, 1], "eyes": [0, 4], "outcome": "capture"}
    results = [win(74, [2, 0]), taken, EGG, taken, EGG, taken]
    asked = made(monkeypatch, twin_stock, 0, results)
    options = twin_stock.Options(first_dealer="first_seat")
    records, match = twin_ledgers.play_stock(options, ["low"], 0, 0)
    assert [record["match"]["score_after"] for record in records[:2]] == [[2, 0], [6, 0]]
    assert [record["dealer"] for record in records] == [0, 1, 2, 3, 0, 1]
    assert [barred for _, barred in asked[:3]] == [None, 1, 1]
    assert (match.accounts, match.goats, match.title) == ([0, 14], [1], "goat+eggs")


def test_rights_alternate_with_the_deal() -> None:
    records, _ = twin_ledgers.play_stock(twin_stock.Options(), ["random"], 5, 0)
    for before, record in pairwise(records):
        assert record["dealer"] == (before["dealer"] + 1) % 4
        assert record["tricks"][0]["leader"] == record["dealer"]
        barred = before["tricks"][0]["leader"] % 2
        held = [list(hand) for hand in record["hands"]]
        stock, game = list(record["stock"]), twin_stock.rules()
        for number, trick in enumerate(record["tricks"]):
            leader = trick["leader"]
            plain = [card for card in held[leader] if card not in game.trumps]
            led_trump = trick["cards"][0] in game.trumps
            assert not (led_trump and plain and (number == 0 or leader % 2 == barred))
            for swap in record["swaps"]:
                if swap["trick"] == number + 1:
                    held[swap["giver"]], held[swap["receiver"]] = [swap["got"]], [swap["gave"]]
            for place, card in enumerate(trick["cards"]):
                held[(leader + place) % 4].remove(card)
            for place in range(4 if stock and "winner" in trick else 0):
                held[(trick["winner"] + place) % 4].append(stock.pop(0))


# ---------------------------------------------------------------------------------------------------------------------
# three


def alone(penalty: Sequence[int], outcome: str = "for_less") -> dict[str, Any]:
    """A deal of the game for three."""
    return {"points": [40] * 3, "tricks": [4, 3, 3], "penalty": list(penalty), "outcome": outcome}


@pytest.mark.parametrize(
    ("results", "dealers", "accounts", "goats"),
    [
        # Seat 0 of the first deal sits at the table's seat 0, that of the second at 1, and so on.
        ([alone([4, 0, 6]), alone([0, 6, 8])], [2, 0], [12, 0, 12], [0, 2]),
        ([alone([4, 4, 0]), alone([0] * 3, "egg"), alone([8, 2, 0])], [2, 0, 0], [4, 12, 2], [1]),
        ([alone([10, 0, 0]), alone([0, 12, 0], "goat")], [2, 0], [10, 0, 12], [2]),
        ([alone([10, 2, 0]), alone([0, 0, 12], "goat")], [2, 0], [12, 2, 0], [0]),
    ],
)
def test_matches_of_three(
    results: Results, dealers: list[int], accounts: list[int], goats: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(monkeypatch, twin_three, 2, results)
    records, match = twin_ledgers.play_three(twin_three.Options(), ["low"], 0, 0)
    assert [record["dealer"] for record in records] == dealers
    assert (match.accounts, match.goats) == (accounts, goats)
    eggs = any(result["outcome"] == "egg" for result in results)
    assert match.title == ("goat+eggs" if eggs else "goat")


def test_seats_of_three_are_those_of_the_table() -> None:
    records, _ = twin_ledgers.play_three(twin_three.Options(), ["random"], 1, 0)
    for record in records:
        leader = record["tricks"][0]["leader"]
        assert leader == (record["dealer"] + 1) % 3
        if "soloist" in record:
            assert record["soloist"] == (leader + len(record["buys"]) - 1) % 3
        for trick in record["tricks"]:
            cards = [*record["hands"][trick["leader"]], *record["talon"]]
            assert trick["cards"][0] in cards


# ---------------------------------------------------------------------------------------------------------------------
# valts


def takes(seat: int, **more: Any) -> dict[str, Any]:
    """A deal in which a seat takes, or none."""
    points = [67 if one == seat else 17 for one in range(4)]
    table = twin_valts.taken(points)
    options = twin_valts.Options(**more)
    result = {"points": points, "tricks": [2] * 4, "stocks": twin_valts.changes(options, table), "outcome": "win"}
    return {**result, "taken": table, "halves": [[0] * 4, points]}


def test_worked_example_of_valts(monkeypatch: pytest.MonkeyPatch) -> None:
    # Seat 3 deals first and nobody takes; then the dealer is seat 0 and seat 1 takes.
    made(monkeypatch, twin_valts, 3, [takes(-1), takes(0), *[takes(3)] * 9])
    records, match = twin_ledgers.play_valts(twin_valts.Options(), ["low"], 0, 0)
    assert records[1]["dealer"] == 0
    assert records[1]["taken"][1] == [1, 0, 2, 2]
    assert records[1]["match"]["score_after"] == [11, 12, 10, 10]
    # From now on it is the dealer who takes, two from each of the others.
    assert [record["match"]["score_after"] for record in records[2:4]] == [[9, 12, 8, 8], [7, 10, 8, 6]]
    assert (match.accounts, match.goats, match.winners) == ([1, 4, 2, 0], [3], [2])


@pytest.mark.parametrize(
    ("ledger", "takers", "deals", "goats", "winners"),
    [
        # Dealers are 3, 0, 1, 2 and so on: seat 1 takes 2 2 1 from 0 2 3, then 1 2 2, 2 2 2, 2 1 2, ...
        ("stock", [1], 7, [0, 2, 3], [1]),
        ("pairwise", [1], 7, [0, 2, 3], [1]),
        ("own_countdown", [1], 3, [], [1]),
        # Seats 1 and 2 take in turn: 1 from 3 and 1, 2 from 0 and 2 dealing.
        ("stock", [1, 2], 7, [0, 3], [1]),
        ("pairwise", [1, 2], 11, [0, 2], [1]),
        ("own_countdown", [1, 2], 5, [], [1]),
    ],
)
def test_ledgers_of_valts(
    ledger: str, takers: list[int], deals: int, goats: list[int], winners: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Counted from the dealer's left, seat s of the table is s, s - 1, s - 2 and so on.
    results = [takes((takers[k % len(takers)] - k) % 4, valts_ledger=ledger) for k in range(20)]
    made(monkeypatch, twin_valts, 3, results)
    records, match = twin_ledgers.play_valts(twin_valts.Options(valts_ledger=ledger), ["low"], 0, 0)
    assert (len(records), match.goats, match.winners) == (deals, goats, winners)
    if ledger == "own_countdown":
        assert match.accounts == ([12, -4, 12, 12] if takers == [1] else [12, -4, 1, 12])
    elif takers == [1]:
        assert match.table[1] == [12, 0, 13, 12]


def test_played_matches_of_valts() -> None:
    for players in (4, 2):
        options = twin_valts.Options(players=players)
        for number in range(3):
            records, match = twin_ledgers.play_valts(options, ["random"], 3, number)
            assert min(match.accounts) <= 0 and match.goats and match.winners
            for before, record in pairwise(records):
                assert record["dealer"] == (before["dealer"] + 1) % players
                assert record["tricks"][0]["leader"] == (record["dealer"] + 1) % players
                assert record["turned"] in record["hands"][record["dealer"]]
