"""Games against their slow twins, card by card: policies, every value of every option, options that meet. Games that go
too much their own way have tests of their own.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import twin_six
import twin_stock
import twin_three

from goatsim import RequestError
from goatsim.game import game_of
from goatsim.games import Option, load, names
from goatsim.games.partners import PARTNER_OPTIONS
from goatsim.records.playing import played
from goatsim.seats.named import line_up

USUAL = ("random", "low", "greedy")
"""The policies that every twin knows."""

Play = Callable[[Any, Sequence[Any], int, int], dict[str, Any]]


class Twin(NamedTuple):
    """A twin: what holds its options, how it plays a deal, and the policies that it knows."""

    options: Callable[..., Any]
    play: Play
    policies: tuple[str, ...] = USUAL


TWINS = {
    "six": Twin(twin_six.Six, twin_six.play, (*USUAL, "expert")),
    "clubs": Twin(twin_six.Clubs, twin_six.play, (*USUAL, "expert")),
    "turnup": Twin(twin_six.Turnup, twin_six.play),
    "stock": Twin(twin_stock.Options, twin_stock.play),
    "three": Twin(twin_three.Options, twin_three.play),
}

ELSEWHERE = {
    "classic": "test_classic.py, test_praise.py, test_matches.py",
    "bare": "test_play.py",
    "valts": "test_valts.py",
    "bura": "test_bura.py",
    "bura-hammer": "test_bura.py",
    "bura-two": "test_bura.py",
    "bezique": "test_bezique.py",
}
"""Where other games meet their twins."""

SINGLE = ("first_leader",)
"""What records tell of deals of a match alone."""


def told(record: dict[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """What a record says under some keys, cards that lie in no order sorted, lists as lists."""
    found: dict[str, Any] = {}
    for key in keys:
        value = record.get(key)
        if key == "hands":
            value = [sorted(hand) for hand in record["hands"]]
        elif key == "discard":
            value = sorted(value or [])
        elif key == "shown":
            value = sorted(card for card in value or [] if card != record["turned"])
        elif key == "result":
            value = plain(record["result"])
        elif key in ("tricks", "swaps", "melds"):
            value = [plain(each) for each in value or []]
        elif isinstance(value, list | tuple):
            value = list(value)
        found[key] = value or None
    return found


def plain(part: dict[str, Any]) -> dict[str, Any]:
    """A part of a record without what is left open, tuples as lists."""
    found = {}
    for key, value in part.items():
        if key == "plays":
            value = [{**play, "cards": sorted(play["cards"])} for play in value]
        if value is not None:
            found[key] = list(value) if isinstance(value, tuple) else value
    return found


def compare(name: str, options: dict[str, Any], policies: str, seed: int, deals: int) -> int:
    """Play deals with the engine and the twin, and compare all that the twin tells. Returns how many deals."""
    twin = TWINS[name]
    game = game_of(load(name, options))
    seats = policies.split(",") if "," in policies else [policies] * game.rules.seats
    known = {field.name for field in dataclasses.fields(twin.options())}
    given = twin.options(**{key: value for key, value in options.items() if key in known})
    for record in played(game, line_up(policies, game.rules.sides), seed, 0, deals):
        ours = record.to_json()
        theirs = twin.play(given, seats, seed, ours["deal"])
        keys = [key for key in theirs if key in type(record).model_fields and key not in SINGLE]
        assert {"hands", "tricks", "result"} <= set(keys)
        assert told(ours, keys) == told(theirs, keys), f"deal {ours['deal']} of {name} {options}, {policies}"
    return deals


def mixed(name: str) -> str:
    """A line-up of all the policies of a game's twin."""
    known = TWINS[name].policies
    return ",".join(known[seat % len(known)] for seat in range(load(name).seats))


LINE_UPS = [(name, policy) for name in TWINS for policy in (*TWINS[name].policies, "mixed")]


def played_options(name: str) -> dict[str, Option]:
    """The options of a game but those of signs, which `test_signals` plays against a twin of their own."""
    return {option: row for option, row in load(name).option_defs.items() if option not in PARTNER_OPTIONS}


VALUES = [
    (name, {option: value})
    for name in TWINS
    for option, row in played_options(name).items()
    for value in row.values
    if value != load(name).options[option]
]


def test_every_game_has_a_twin() -> None:
    assert {*ELSEWHERE, *TWINS} == set(names())
    for files in ELSEWHERE.values():
        for file in files.split(", "):
            assert "twin" in Path(__file__).with_name(file).read_text("utf-8")


@pytest.mark.large
@pytest.mark.turns(8)
@pytest.mark.parametrize(("name", "policy"), LINE_UPS)
def test_policies_go_like_the_twin(
    name: str, policy: str, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    seats = mixed(name) if policy == "mixed" else policy
    record_property("deals", compare(name, {}, seats, daily_seed, int(5000 * size)))


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize(("name", "options"), VALUES, ids=lambda value: str(value))
def test_option_values_go_like_the_twin(
    name: str, options: dict[str, Any], daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    record_property("deals", compare(name, options, mixed(name), daily_seed, int(1000 * size)))


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("turn", range(8))
@pytest.mark.parametrize("name", TWINS)
def test_options_that_meet_go_like_the_twin(
    name: str, turn: int, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(f"{daily_seed} {name} {turn}")
    rows = played_options(name)
    options: dict[str, Any] = {}
    for option, row in rows.items():
        if row.values and chance.random() < 0.5:
            try:
                load(name, {**options, option: (value := chance.choice(row.values))})
            except RequestError:  # it contradicts the others
                continue
            options[option] = value
    record_property("deals", compare(name, options, mixed(name), daily_seed, int(500 * size)))
