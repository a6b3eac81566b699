"""Matches: made score situations, and whole matches of the engine against the slow twin card by card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import test_classic
import test_praise
import twin_match
from praise_players import PAIRS
from test_praise import lab_of, tidy
from twin_match import Options

import goatsim
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.matches import LAST_MATCH

FULL_MATCHES = 3_000
OPTION_MATCHES = 400

VALUES: dict[str, tuple[Any, ...]] = {
    "target": (1, 4, 12, 20),
    "tail_min": (90, 91),
    "lucy": ("auto_win_or_reset", "celebrate"),
    "lucy_also_scores_4": (True, False),
    "loser_scale": ("win_based", "loser_based"),
    "four_eyes_min": (90, 91),
    "egg_next_deal_multiplier": (1, 2),
    "first_dealer": ("last_seat", "random"),
    "first_deal_leader": ("AD_holder", "left_of_dealer"),
    "first_deal_must_lead_AD": (False, True),
    "trump_lead": ("praiser_team", "all", "none_first_deal"),
    "praise": ("none", "free", "ONE", "HAPPY", "PANTS2"),
    "pants_challenge": ("off", 0.5),
    "no_queen_after_praise": (False, True),
    "p_no_cut": (0.0, 0.2),
    "p_wrong_cut": (0.0, 0.3),
    "swap_one": ("off", "optional", "forced"),
}


# ---------------------------------------------------------------------------------------------------------------------
# The engine against the twin


def agrees(options: Options, names: Sequence[str], seed: int, matches: int, first: int = 0) -> Counter[str]:
    """Compare whole matches in everything that happens in them; returns how often what happened."""
    lab = lab_of(options, names, seed)
    stock = test_classic.Stock(game_of(lab.rules), seed)
    players = [PAIRS[name].player for name in names]
    seen: Counter[str] = Counter()
    for number in range(first, first + matches):
        said, match = twin_match.play(options, stock.hands, players, seed, number)
        found = [record.to_json() for record in lab.replay(number, match=True)]
        where = f"{options}, {names}, seed {seed}, match {number}"
        for one, other in zip(found, said, strict=False):
            assert tidy(one) == tidy(other), where
        assert len(found) == len(said), where
        seen.update(record["result"]["outcome"] for record in said)
        seen.update({"deals": match.deals, "tail": match.tail, "eggs": match.eggs > 0, "matches": 1})
    return seen


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("names", [("greedy",) * 4, ("chancer",) * 4, *test_praise.LINE_UPS[-2:]], ids=",".join)
@pytest.mark.parametrize("praise", ["none", "free"])
def test_matches_go_like_the_twin(
    names: tuple[str, ...],
    praise: str,
    daily_seed: int,
    sparing: float,
    record_property: Callable[[str, object], None],
) -> None:
    matches = int(FULL_MATCHES * sparing)
    seen = agrees(Options(praise=praise), names, daily_seed, matches)
    record_property("deals", seen["deals"])
    assert seen["deals"] > 4 * matches
    assert min(seen["tail"], seen["eggs"], seen["lucy"]) > 0 or matches < 300


def option_values() -> list[tuple[str, Any]]:
    return [(name, value) for name, values in VALUES.items() for value in values]


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("option", option_values())
def test_every_value_of_a_match_goes_like_the_twin(
    option: tuple[str, Any], daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    more: dict[str, Any] = {"praise": "PANTS"} if option[0] == "pants_challenge" else {}
    options = Options(**{**more, **dict([option])})
    seen = agrees(options, ("chancer", "looker", "quiet", "judge"), daily_seed, int(OPTION_MATCHES * size))
    record_property("deals", seen["deals"])


def drawn(chance: random.Random) -> Options:
    """Random options of everything that can go together."""
    picked = {name: chance.choice(values) for name, values in VALUES.items()}
    if picked["first_deal_must_lead_AD"]:
        picked["trump_lead"] = chance.choice(("praiser_team", "all"))
    picked |= {name: chance.choice((0.0, 0.0, 0.1)) for name in ("p_no_cut", "p_wrong_cut")}
    return Options(**{**vars(test_praise.drawn(chance)), **picked})


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("number", range(20))
def test_options_together_go_like_the_twin_in_matches(
    number: int, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(f"match {daily_seed} {number}")
    names = [chance.choice(sorted(PAIRS)) for _ in range(4)]
    seen = agrees(drawn(chance), names, daily_seed, int(OPTION_MATCHES * size))
    record_property("deals", seen["deals"])


LONG: dict[str, Any] = {"egg_next_deal_multiplier": 2, "target": 200, "redeal_no_high_queen": "off"}
LUCIES_AND_EGGS: list[dict[str, Any]] = [
    {},
    {"lucy": "celebrate"},
    {"lucy_also_scores_4": False},
    {"loser_scale": "loser_based"},
    {"lucy": "celebrate", "loser_scale": "loser_based"},
]


@pytest.mark.large
@pytest.mark.turns(10)
@pytest.mark.parametrize("more", LUCIES_AND_EGGS, ids=str)
def test_long_matches_of_unlike_sides_go_like_the_twin(
    more: dict[str, Any], daily_seed: int, sparing: float, record_property: Callable[[str, object], None]
) -> None:
    # One side gets most lucies, and each closes eyes; so eggs and lucies meet, and matches last.
    seen = agrees(Options(**LONG, **more), ("quiet", "high", "quiet", "high"), daily_seed, int(400 * sparing))
    record_property("deals", seen["deals"])
    assert min(seen["lucy"], seen["egg"]) > 0


def test_a_match_of_a_far_number_goes_like_the_twin() -> None:
    most = (1 << 64) - 1
    options = Options(first_dealer="random", praise="free", pants_challenge=0.2, egg_next_deal_multiplier=2)
    for seed, first in ((most, 0), (0, LAST_MATCH - 4), (most, LAST_MATCH - 4)):
        agrees(options, ("chancer",) * 4, seed, 5, first=first)


def test_options_of_a_first_deal_that_contradict_are_refused() -> None:
    with pytest.raises(goatsim.RequestError):
        load("classic", {"first_deal_must_lead_AD": True, "trump_lead": "none_first_deal"})
