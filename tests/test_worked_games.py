"""Examples of rules.md, 6 to 11 and (b), of which only totals are printed: whole deals that come to them are judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goatsim.games import load
from goatsim.records.referee import referee

LINES = (Path(__file__).parent / "cases" / "games.jsonl").read_text(encoding="utf-8").splitlines()
DEALS: dict[str, dict[str, Any]] = {json.loads(line)["note"].partition(":")[0]: json.loads(line) for line in LINES}


def points(game: str, cards: list[str]) -> int:
    return sum(map(load(game).card_points, cards))


def result(name: str) -> dict[str, Any]:
    verdict = referee(DEALS[name])
    assert verdict.errors == () and verdict.result is not None
    return verdict.result


def test_a_soloist_with_83_points() -> None:
    deal, found = DEALS["rules 6a"], result("rules 6a")
    assert points("three", deal["discard"]) == 14
    assert found["points"][deal["soloist"]] == 83 and found["outcome"] == "win"
    assert found["penalty"] == [0 if seat == deal["soloist"] else 2 for seat in range(3)]


def test_a_deal_for_less() -> None:
    deal, found = DEALS["rules 6b"], result("rules 6b")
    assert points("three", deal["talon"]) == 11 and deal["tricks"][-1]["winner"] == found["points"].index(63)
    assert sorted(zip(found["points"], found["penalty"], strict=True)) == [(22, 0), (35, 2), (63, 4)]


def test_a_pair_of_one_rank_is_led_and_beaten() -> None:
    found = result("rules 10.3")
    assert (found["points"], found["eyes"], found["outcome"]) == ([73, 47], [2, 0], "win")
    pairs = [trick["plays"] for trick in DEALS["rules 10.3"]["tricks"] if len(trick["plays"][0]["cards"]) == 2]
    assert any(lead["cards"][0][0] == lead["cards"][1][0] and answer["beat"] for lead, answer in pairs)


def test_the_worked_deal_of_bezique() -> None:
    deal, found = DEALS["rules 11"], result("rules 11")
    assert found["score"] == [390, 160]
    assert (found["brisques"], found["sevens"], found["last_trick"]) == ([90, 70], [10, 0], [0, 10])
    made = [(one["seat"], one["meld"], one["points"]) for one in deal["melds"]]
    ours = [("royal_marriage", 40), ("exchange", 10), ("sequence", 250)]
    assert sorted(made) == sorted([*((0, *one) for one in ours), (1, "bezique", 40), (1, "four_jacks", 40)])


def test_the_totals_of_the_printed_deal_of_bezique() -> None:
    """630 and 530 before the brisques, ten for trick 24 among them; ten brisques and six."""
    deal, found = DEALS["rules (b)"], result("rules (b)")
    assert deal["options"] == {"last_trick": 24}
    assert found["brisques"] == [100, 60] and found["last_trick"] == [10, 0] and found["score"] == [730, 590]
    assert [score - brisques for score, brisques in zip(found["score"], found["brisques"], strict=True)] == [630, 530]
    # Under the default the last trick of all is worth 10, to whoever has won it.
    last = 0 if deal["tricks"][-1]["winner"] == 0 else 10
    changed = referee({**deal, "options": {}})
    assert changed.result is not None and changed.result["score"] == [730 - last, 590 + last]


@pytest.mark.parametrize("name", DEALS)
@pytest.mark.parametrize("key", ["points", "score", "penalty", "eyes", "brisques", "last_trick"])
def test_totals_that_are_off_are_found(name: str, key: str) -> None:
    deal = json.loads(json.dumps(DEALS[name]))
    if key not in deal["result"]:
        return
    deal["result"][key][0] += 1
    (error,) = referee(deal).errors
    assert error.startswith(f"result: expected {key} [")
