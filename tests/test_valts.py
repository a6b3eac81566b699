"""Two halves of a pack with jacks on top (rules.md, 9): the engine against its slow twin, records, words and matches."""

from __future__ import annotations

from typing import Any

import pytest
import twin_ledgers
import twin_valts

import goatsim
from goatsim.game import game_of
from goatsim.games import load
from goatsim.records.playing import matches_played, played
from goatsim.seats.named import line_up


def plain(record: dict[str, Any]) -> dict[str, Any]:
    """What the twin tells of a deal, the cards of each half in no order."""
    kept = {key: record[key] for key in ("dealer", "played", "turned", "trump")}
    half = len(record["hands"][0]) // 2
    kept["hands"] = [[sorted(hand[:half]), sorted(hand[half:])] for hand in record["hands"]]
    keys = ("leader", "winner", "points")
    kept["tricks"] = [[list(trick["cards"]), *(trick[key] for key in keys)] for trick in record["tricks"]]
    return {**kept, "result": {key: record["result"][key] for key in ("points", "tricks", "stocks", "outcome")}}


def compare(options: dict[str, Any], policies: str, seed: int, deals: int) -> set[str]:
    """Play deals with the engine and the twin. Returns the outcomes that came about."""
    game = game_of(load("valts", options))
    seats = policies.split(",") if "," in policies else [policies] * game.shape.seats
    outcomes = set()
    for record in played(game, line_up(policies, game.rules.sides), seed, 0, deals):
        told = record.to_json()
        assert plain(told) == plain(twin_valts.play(twin_valts.Options(**options), seats, seed, told["deal"]))
        outcomes.add(told["result"]["outcome"])
    return outcomes


@pytest.mark.large
@pytest.mark.parametrize("policies", ["random", "low", "greedy", "greedy,random,low,random"])
def test_the_twin_agrees(policies: str, daily_seed: int, size: float) -> None:
    assert compare({}, policies, daily_seed, int(5000 * size)) == {"win", "nobody"}


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize(
    "options",
    [
        {"valts_count": "per_half"},
        {"valts_ledger": "pairwise"},
        {"valts_ledger": "own_countdown"},
        {"valts_follow": "follow_suit"},
        {"players": 2},
        {"players": 2, "valts_count": "per_half", "valts_ledger": "own_countdown", "valts_follow": "follow_suit"},
    ],
)
def test_the_twin_agrees_on_every_option(options: dict[str, Any], daily_seed: int, size: float) -> None:
    assert compare(options, "random", daily_seed, int(1000 * size)) == {"win", "nobody"}


def walk_match(options: dict[str, Any], policies: str, seed: int, number: int) -> None:
    """Play a match with the engine and the twin, and compare every deal, the accounts, and who wins."""
    game = game_of(load("valts", options))
    seats = policies.split(",") if "," in policies else [policies] * game.shape.seats
    deals, match = twin_ledgers.play_valts(twin_valts.Options(**options), seats, seed, number)
    told = [record.to_json() for record in matches_played(game, line_up(policies, game.rules.sides), seed, number, 1)]
    assert len(told) == len(deals) == match.deals
    for record, expected in zip(told, deals, strict=True):
        assert plain(record) == plain(expected)
    last = told[-1]["match"]
    pairs = options.get("valts_ledger") == "pairwise"
    assert last["score_after"] == (sum(match.table, []) if pairs else match.accounts)
    assert [last["winner"]] == match.winners and last.get("title") == match.title
    lost = last.get("losers") or [last["loser"]]
    assert lost == (match.goats or [seat for seat in range(game.shape.seats) if seat not in match.winners])
    assert [verdict.errors for verdict in goatsim.score(told)] == [()] * len(told)


@pytest.mark.large
@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"valts_ledger": "pairwise"},
        {"valts_ledger": "own_countdown"},
        {"players": 2, "valts_ledger": "pairwise"},
        {"players": 2},
        {"first_dealer": "random", "target": 30, "valts_count": "per_half"},
    ],
)
def test_matches_are_those_of_the_twin(options: dict[str, Any], daily_seed: int, size: float) -> None:
    for number in range(int(20 * size)):
        walk_match(options, "random" if number % 2 else "greedy", daily_seed, number)
