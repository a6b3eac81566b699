"""Kinds of deal: the engine against the slow twin card by card, alone and in combinations of options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import test_classic
import twin_praise
from praise_players import PAIRS
from twin_classic import Hands
from twin_kinds import KINDS
from twin_praise import Options, Record

import goatsim
from goatsim.game import game_of
from goatsim.games import changed, load

FULL_DEALS = 20_000
OPTION_DEALS = 2_000

VALUES: dict[str, tuple[Any, ...]] = {
    "mirror_for": ("praiser", "all"),
    "mirror_trick": (False, True),
    "fish_for": ("praiser", "all"),
    "pants2_lead": ("dark_winner_leads_play", "dark_winner_leads_open"),
    "pants_challenge": ("off", 0.3, 1.0),
    "no_queen_after_praise": (False, True),
    "praise": ("none", "free", *KINDS),
}


def tidy(record: Record) -> Record:
    """What a record says of a deal, hands in one order and nothing that says nothing."""
    return {key: value for key, value in said(record).items() if key not in LEFT_OUT}


def said(part: Record) -> Record:
    found = {key: told(key, value) for key, value in part.items()}
    return {key: value for key, value in found.items() if value not in NOTHING}


def told(key: str, value: Any) -> Any:
    if key == "hands":
        return [sorted(hand) for hand in value]
    if isinstance(value, dict):
        return said(value)
    return [said(one) if isinstance(one, dict) else one for one in value] if isinstance(value, list) else value


NOTHING: list[object] = [None, [], {}]
LEFT_OUT = ("game", "options", "seed", "number", "talon")


def lab_of(options: Options, names: Sequence[str], seed: int) -> goatsim.Lab:
    policies = [PAIRS[name].policy for name in names]
    return goatsim.at("classic", options=dict(vars(options)), policies=policies, seed=seed)


def agrees(options: Options, names: Sequence[str], seed: int, deals: int, first: int = 0) -> Counter[str]:
    """Compare deals in everything that happens in them; returns how often what happened."""
    lab = lab_of(options, names, seed)
    stock = test_classic.Stock(game_of(lab.rules), seed)
    players = [PAIRS[name].player for name in names]
    seen: Counter[str] = Counter()
    for index, record in enumerate(lab.replay(first, deals), first):

        def hands(attempt: int, index: int = index) -> Hands:
            return stock.hands(index, attempt)

        expected = {**twin_praise.play(options, hands, players, seed, index), "dealer": 3}
        assert tidy(record.to_json()) == tidy(expected), f"{options}, {names}, seed {seed}, deal {index}"
        seen.update([expected["result"]["outcome"], f"{len(expected['redeals'])} claims"])
        seen.update([expected["praise"].get("type", "REGULAR")])
        seen.update(key for key in ("swaps", "cut") if expected.get(key))
        seen.update("pre" for trick in expected["tricks"] if "pre" in trick)
    return seen


LINE_UPS = [
    *(("chancer", name, "chancer", name) for name in sorted(PAIRS)),
    ("looker",) * 4,
    ("chancer", "looker", "quiet", "judge"),
    ("looker", "chancer", "contrary", "greedy"),
]


@pytest.mark.large
@pytest.mark.turns(10)
@pytest.mark.parametrize("names", LINE_UPS, ids=",".join)
def test_praise_goes_like_the_twin(
    names: tuple[str, ...], daily_seed: int, sparing: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(FULL_DEALS * sparing)
    seen = agrees(Options(praise="free"), names, daily_seed, deals)
    record_property("deals", deals)
    asked = KINDS if names[0] == "chancer" else ["PANTS", "PANTS2"]
    assert min(seen[kind] for kind in asked) > deals / 30


FORCED = [
    *((kind, "chancer") for kind in KINDS),
    *((kind, "looker") for kind in ("PANTS", "PANTS2")),
    *((kind, "greedy") for kind in ("PANTS", "PANTS2")),
]


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize(("kind", "name"), FORCED)
def test_every_kind_goes_like_the_twin(
    kind: str, name: str, daily_seed: int, sparing: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(FULL_DEALS * sparing)
    seen = agrees(Options(praise=kind), (name,) * 4, daily_seed, deals)
    record_property("deals", deals)
    assert seen[kind] == deals
    laid = {"HAPPY": 4, "SELF": 1, "PANTS": 1, "PANTS2": 2}.get(kind, 0)
    assert kind == "REGULAR" or seen["pre"] == laid * deals
    assert bool(seen["1 claims"]) == (kind == "REGULAR")
    assert bool(seen["swaps"]) == (laid == 0)


def option_values() -> list[tuple[str, Any, str]]:
    """Every value of an option with the kinds of deal that it may touch."""
    touched = {
        "mirror_for": ["MIRROR"],
        "mirror_trick": ["MIRROR"],
        "fish_for": ["FISH"],
        "pants2_lead": ["PANTS2"],
        "pants_challenge": ["PANTS", "PANTS2", "SELF"],
        "no_queen_after_praise": ["ONE", "PANTS2"],
    }
    return [(name, value, kind) for name, kinds in touched.items() for value in VALUES[name] for kind in kinds]


@pytest.mark.large
@pytest.mark.turns(8)
@pytest.mark.parametrize(("name", "value", "kind"), option_values())
def test_every_value_of_praise_goes_like_the_twin(
    name: str, value: Any, kind: str, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(OPTION_DEALS * size)
    more: dict[str, Any] = {"mirror_for": "all"} if name == "mirror_trick" else {}
    options = Options(**{"praise": kind, name: value, **more})
    agrees(options, ("chancer", "looker", "chancer", "quiet"), daily_seed, deals)
    record_property("deals", deals)


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("option", test_classic.option_values())
def test_every_other_value_goes_like_the_twin_after_a_praise(
    option: tuple[str, Any], daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(OPTION_DEALS * size)
    options = Options(**{"praise": "free", **dict([option])})
    agrees(options, ("chancer", "judge", "looker", "tosser"), daily_seed, deals)
    record_property("deals", deals)


def drawn(chance: random.Random) -> Options:
    """Random options of everything."""
    classic = vars(test_classic.drawn(chance))
    picked = {name: chance.choice(values) for name, values in VALUES.items()}
    if picked["mirror_for"] == "praiser":
        picked["mirror_trick"] = False
    return Options(**{**classic, **picked, "praise": chance.choice(("free", "free", *KINDS))})


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("number", range(20))
def test_options_together_go_like_the_twin_after_a_praise(
    number: int, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(OPTION_DEALS * size)
    chance = random.Random(f"praise {daily_seed} {number}")
    options = drawn(chance)
    names = (chance.choice(("chancer", "looker")), *(chance.choice(sorted(PAIRS)) for _ in range(3)))
    agrees(options, names, daily_seed, deals)
    record_property("deals", deals)


def test_a_regular_deal_is_a_plain_cut(daily_seed: int) -> None:
    names = ("chancer", "judge", "tosser", "contrary")
    lab = goatsim.at("classic", policies=[PAIRS[name].policy for name in names], seed=daily_seed)
    forced = replace(lab, rules=load("classic", {"praise": "REGULAR"}))
    assert changed(forced.rules) == {"praise": "REGULAR"}
    for one, other in zip(lab.replay(0, 300), forced.replay(0, 300), strict=True):
        assert tidy(one.to_json()) == tidy(other.to_json())


@pytest.mark.large
@pytest.mark.turns(10)
def test_extreme_seeds_and_indices_go_like_the_twin() -> None:
    most = (1 << 64) - 1
    options = Options(praise="free", p_no_cut=0.1, pants_challenge=0.5, no_queen_after_praise=True, swap_two="optional")
    for seed, first in ((0, most - 19), (most, 0), (most, most - 19), (1 << 63, (1 << 63) - 5)):
        agrees(options, ("chancer",) * 4, seed, 20, first=first)
