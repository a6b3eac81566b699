"""Three players and a talon (rules.md, 6): the engine against its slow twin, records, words, scores and matches."""

from __future__ import annotations

from typing import Any

import pytest
import twin_three

import goatsim
from goatsim.game import game_of
from goatsim.games import load
from goatsim.records.playing import played
from goatsim.seats.named import line_up

SAID = {"less": "for_less"}
"""Outcomes that the twin calls otherwise."""
VALUES: list[tuple[str, object]] = [
    ("three_trump_lead", "all"),
    ("three_first_lead", "soloist"),
    ("solo_tie", "soloist_loses"),
    ("solo_tie", "soloist_wins"),
    ("solo_loss", "fixed4"),
    ("solo_loss", "none"),
    ("upcard_rule", "exact_suit"),
    ("upcard_rule", "permit"),
    ("upcard_rule", "free"),
    ("show_bought_talon", True),
]
SEATED = ("random", "low", "greedy", "greedy,random,low")


def plain(record: dict[str, Any]) -> dict[str, Any]:
    """What the twin tells of a deal, hands and what was laid aside in no order."""
    kept = {key: record[key] for key in ("talon", "buys", "dealer", "played")}
    for key in ("soloist", "turned"):
        kept[key] = record.get(key)
    kept["hands"] = [sorted(hand) for hand in record["hands"]]
    kept["discard"] = sorted(record.get("discard") or [])
    keys = ("leader", "winner", "points")
    kept["tricks"] = [
        [list(trick[key]) if key == "cards" else trick[key] for key in keys] for trick in record["tricks"]
    ]
    kept["result"] = {key: record["result"][key] for key in ("points", "tricks", "penalty")}
    return {**kept, "outcome": SAID.get(record["result"]["outcome"], record["result"]["outcome"])}


def compare(options: dict[str, Any], policies: str, seed: int, deals: int) -> set[str]:
    """Play deals with the engine and the twin. Returns the outcomes that came about."""
    game = game_of(load("three", options))
    seats = policies.split(",") if "," in policies else [policies] * 3
    outcomes = set()
    for record in played(game, line_up(policies, game.rules.sides), seed, 0, deals):
        told = record.to_json()
        expected = twin_three.play(twin_three.Options(**options), seats, seed, told["deal"])
        assert plain(told) == plain(expected)
        outcomes.add(told["result"]["outcome"])
    return outcomes


@pytest.mark.large
@pytest.mark.parametrize("policies", SEATED)
def test_the_twin_agrees(policies: str, daily_seed: int, size: float) -> None:
    compare({}, policies, daily_seed, int(5000 * size))


@pytest.mark.large
@pytest.mark.parametrize(("option", "value"), VALUES)
def test_the_twin_agrees_on_every_option(option: str, value: object, daily_seed: int, size: float) -> None:
    compare({option: value}, "random", daily_seed, int(1000 * size))


def test_a_talon_that_always_has_a_buyer(daily_seed: int) -> None:
    lab = goatsim.at("three", policies="greedy:buy=always", seed=daily_seed)
    for record in lab.replay(0, 40):
        assert (record.soloist, record.buys, record.turned) == (0, (True,), None)
