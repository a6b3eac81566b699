"""Two-player Bezique (rules.md, 11): the deal against its slow twin, records, scores, and exact numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import twin_bezique
import twin_bezique_match
from twin_melds import Options

import goatsim

PLAYERS = {"low": twin_bezique.low_player, "random": twin_bezique.random_player}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"last_trick": 24, "meld_after_trick_24": True},
    {"double_after_single": False, "seven_uses_meld": True},
    {"seven_score": "every_event"},
]


def records(policy: str, seed: int, count: int, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Some deals written down."""
    lab = goatsim.at("bezique", policies=policy, seed=seed, options=dict(options or {}), progress="never")
    return [record.to_json() for record in lab.replay(0, count)]


def bare(record: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """What the twin knows of a record, cards of melds and hands in any order."""
    found = {key: record[key] for key in keys}
    found["hands"] = [sorted(hand) for hand in record["hands"]]
    found["tricks"] = [{key: trick[key] for key in ("leader", "cards", "winner")} for trick in record["tricks"]]
    found["melds"] = [{**meld, "cards": sorted(meld["cards"])} for meld in record.get("melds", [])]
    return found


DEAL = ("hands", "stock", "turned", "trump", "tricks", "melds", "result", "played")


@pytest.mark.large
@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_deal_agrees_with_its_twin(policy: str, options: dict[str, Any], daily_seed: int, size: float) -> None:
    deals = round(500 * size)
    players = [PLAYERS[policy]()] * 2
    for index, record in enumerate(records(policy, daily_seed, deals, options)):
        slow = twin_bezique.play(Options(**options), players, daily_seed, index)
        assert bare(record, DEAL) == bare(slow, DEAL), (daily_seed, index)


@pytest.mark.large
@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("options", [{}, {"target_check": "instant", "target": 300}], ids=str)
def test_matches_agree_with_their_twin(policy: str, options: dict[str, Any], daily_seed: int, size: float) -> None:
    lab = goatsim.at("bezique", policies=policy, seed=daily_seed, options=options, progress="never")
    players = [PLAYERS[policy]()] * 2
    for number in range(round(20 * size)):
        found = [record.to_json() for record in lab.replay(number, 1, match=True)]
        slow, end = twin_bezique_match.play(Options(**options), players, daily_seed, number)
        keys = (*DEAL, "dealer", "first_leader", "score_before")
        assert [bare(one, keys) for one in found] == [bare(one, keys) for one in slow], (daily_seed, number)
        assert [one["match"]["score_after"] for one in found] == [one["match"]["score_after"] for one in slow]
        assert end.winner is not None and found[-1]["match"]["loser"] == 1 - end.winner
        assert [verdict.errors for verdict in goatsim.score(found)] == [()] * len(found)
