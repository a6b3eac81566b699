"""Two halves of a pack with jacks on top (rules.md, 9): the engine against its twin, records, words and matches."""

from __future__ import annotations

from typing import Any

import pytest
import twin_valts

from goatsim.game import game_of
from goatsim.games import load
from goatsim.records.playing import played
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
