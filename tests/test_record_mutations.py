"""Records of every game with one thing changed at random: the referee finds it, or the record tells no more than
before. What it cannot know stands in `UNKNOWABLE` with the reason.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from twin_records import TWINS, Told, match_told

from goatsim.exact.space import space_of
from goatsim.games import load
from goatsim.records.referee import Referee

MUTATIONS = 2_000

WORDS = (
    *("win", "ninety", "egg", "lucy", "capture", "for_less", "goat", "goat+eggs", "whole", "stopped", "none"),
    *("marriage", "royal_marriage", "sequence", "four_kings", "bezique", "seven", "exchange", "C", "S", "H", "D"),
)
OTHERS: tuple[Any, ...] = (None, [], {}, 0, -1, 1, 2, True, "QC", "", ["QC"], [1, 2], {"seat": 0})

FOREIGN: tuple[Told, ...] = (
    {"buys": [False, True], "soloist": 1, "discard": ["QC", "7H"], "talon": ["AD", "KH"], "turned": "AD"},
    {"stopped": {"trick": 2, "by": 1}, "played": "stopped", "first_deal": True, "multiplier": 2, "dealer": 1},
    {"melds": [{"trick": 3, "seat": 1, "meld": "marriage", "cards": ["KC", "QC"]}], "stock": ["QC"], "trump": "S"},
    {
        "swaps": [{"giver": 0, "receiver": 1, "gave": "QC", "got": "7H", "trick": 8}],
        "shown": ["JD"],
        "cut": {"seat": 2},
    },
    {"redeals": [{"seat": 1, "reason": "low_hand"}], "praise": {"type": "PANTS", "challenge": 1}, "first_leader": 4},
    {"tricks": [{"leader": 1, "plays": [{"seat": 1, "cards": ["7H", "8H"]}], "claim": True}]},
    {"tricks": [{"leader": 1, "cards": ["7H", "8H"], "pre": True}], "score_before": [4, 10]},
)
"""Parts of records of one game or another."""

Path = tuple[Any, ...]

UNKNOWABLE = {
    "seed": "any seed may have dealt it",
    "deal": "without its match, or the seed, any index may have had these cards",
    "match.number": "as above",
    "match.deal": "the deal may come earlier or later in its match",
    "turned": "another card of the suit may have been shown",
    "melds.*.trick": "the meld could be made after that trick, too",
    "melds.*.seat": "the same",
    "tricks.*": "tricks may have been played in another order",
    "redeals.*": "the same cards may be claimed back twice",
    "shown.*": "another trump of every deal in that hand may have lain open",
    "shown": "the same",
    "stock.*": "a seat may draw two cards in the other order",
    "talon.*": "of a talon that is bought nobody sees the order",
    "match.title": "whether a deal before was an egg is not known from one record",
    "score_before.*": "a lucy that wins, or closes the eyes of a side, asks for nothing else",
}
"""What may be told otherwise in a legal record, if the deal ends as it did."""


def deals(game: str, seed: int) -> tuple[Told, ...]:
    return (*match_told(game, seed, 0), *match_told(game, seed, 1))


def inside(told: Any, path: Path) -> Any:
    for key in path:
        told = told[key]
    return told


def somewhere(told: Told, chance: Random) -> Path:
    """The path to something in a record; what stands on the top is found as often as all that lies below together."""
    path: Path = ()
    while True:
        node = inside(told, path)
        if path and (not isinstance(node, dict | list) or not node or chance.random() < 0.2):
            return path
        path = (*path, chance.choice(list(node) if isinstance(node, dict) else range(len(node))))


def other(value: Any, chance: Random, pack: tuple[str, ...]) -> Any:
    """A value like another one, or of any kind."""
    if chance.random() < 0.1 or value is None or isinstance(value, dict | list):
        return chance.choice(OTHERS)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-2, -1, 1, 2, 10))
    if value.isdigit():
        return str(int(value) + chance.choice((-1, 1, 1000)))
    return chance.choice(pack if value in pack else WORDS)


def changed(told: Told, chance: Random, pack: tuple[str, ...]) -> tuple[Told, Path]:
    """The same record with one thing left out, told twice, cut off, changed, or put in the place of its neighbour."""
    found: Told = json.loads(json.dumps(told))
    path = somewhere(found, chance)
    within, key = inside(found, path[:-1]), path[-1]
    value = within[key]
    how = chance.choice(("less", "other", "other", "other", "twice", "cut", "swap"))
    if how == "less":
        del within[key]
    elif how == "other" or isinstance(within, dict):
        within[key] = other(value, chance, pack)
    elif how == "twice":
        within.insert(key, json.loads(json.dumps(value)))
    elif how == "cut":
        del within[key:]
    else:
        place = chance.randrange(len(within))
        within[key], within[place] = within[place], value
    return found, path


def tells_no_more(said: Any, before: Any, key: Any = "") -> bool:
    """Whether what is said now was said before, in whatever order where there is none."""
    if said is None or said == before or said in ([], {}):
        return True
    if isinstance(said, dict) and isinstance(before, dict):
        return all(name in before and tells_no_more(value, before[name], name) for name, value in said.items())
    if not isinstance(said, list) or not isinstance(before, list):
        return False
    if key == "tricks":
        return len(said) <= len(before) and all(map(tells_no_more, said, before))
    if key == "hands":
        return len(said) == len(before) and all(
            not one or not Counter(one) - Counter(other or ()) for one, other in zip(said, before, strict=True)
        )
    if key == "melds":
        return len(said) <= len(before) and all(any(tells_no_more(one, two) for two in before) for one in said)
    if key in ("cards", "discard", "shown"):
        return not Counter(said) - Counter(before)
    if key in ("plays", "redeals", "swaps"):
        return len(said) <= len(before) and all(map(tells_no_more, said, before))
    return False


def same_cards(deal: Told, before: Told) -> bool:
    """Whether two numbers name the same cards: those of a double pack tell copies apart."""
    space = space_of(load(before["game"], before["options"]))
    one, two = (space.unrank(int(told["number"]), before["dealer"]) for told in (deal, before))
    return one == two


def harmless(found: Told, before: Told, path: Path, result: Any) -> bool:
    if tells_no_more(found, before):
        return True
    if path == ("number",):
        return same_cards(found, before)
    place = ".".join("*" if isinstance(key, int) else key for key in path)
    return place in UNKNOWABLE and result == before["result"]


STRIPPED: dict[str, Callable[[Told], Told]] = {
    "as told": dict,
    "without number and index": lambda deal: {key: deal[key] for key in deal if key not in ("number", "seed", "deal")},
}


@pytest.mark.large
@pytest.mark.parametrize("game", TWINS)
def test_what_is_changed_is_found_or_tells_no_more(game: str, daily_seed: int, size: float) -> None:
    chance, judge, pack = Random(f"{daily_seed} {game}"), Referee().judge, tuple(load(game).pack)
    told, missed = deals(game, daily_seed), []
    for strip in STRIPPED.values():
        for _ in range(int(MUTATIONS * size / 4)):
            before = strip(chance.choice(told))
            found, path = changed(before, chance, pack)
            verdict = judge(json.dumps(found))
            assert verdict.legal is not bool(verdict.errors)
            result = verdict.result or before["result"]
            if verdict.legal and not harmless(found, before, path, result):
                missed.append((path, inside(before, path), found))
    assert not missed


@pytest.mark.large
@pytest.mark.parametrize("game", TWINS)
def test_whatever_is_changed_is_a_verdict(game: str, daily_seed: int, size: float) -> None:
    """Several things at once, and parts of records of other games."""
    chance, follow, pack = Random(f"{daily_seed} {game} more"), Referee().follow, tuple(load(game).pack)
    told, last = deals(game, daily_seed), None
    for _ in range(int(MUTATIONS * size / 4)):
        found, _ = changed(chance.choice(told), chance, pack)
        found |= {key: value for key, value in chance.choice(FOREIGN).items() if chance.random() < 0.2}
        found, _ = changed(found, chance, pack)
        verdict, last = follow(json.dumps(found), 2, last)
        assert verdict.legal is not bool(verdict.errors)
        assert all("\n" not in sentence for sentence in verdict.errors)
