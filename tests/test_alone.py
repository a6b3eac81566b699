"""A deal is the same whatever was played before it in the same memory: nothing of that may be seen or counted."""

from __future__ import annotations

from typing import Any

import pytest

import goatsim
from goatsim import Cards
from goatsim.game import game_of
from goatsim.games import load
from goatsim.matches import Start, match_of
from goatsim.records.playing import played
from goatsim.runs.execute import run
from goatsim.runs.matches import MatchBench
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.define import Policy
from goatsim.words import any_of, beats, cheapest, count, highest, lowest, masters, richest, worth


@goatsim.helper
def seen(v: Any, salt: int) -> int:
    """A number that everything the view tells has a part in."""
    total = salt + v.position + 3 * v.trick + 5 * v.table_points + 7 * v.our_points + 11 * v.their_points
    total += 13 * v.our_tricks + 17 * v.our_eyes + 19 * v.their_eyes + 23 * v.from_praiser
    total += count(v.hand) + 2 * count(v.legal) + 3 * count(v.gone) + 5 * count(v.unseen) + 7 * count(v.table)
    total += 11 * count(v.led) + 13 * count(v.best) + 17 * count(v.winners) + 19 * count(v.rivals | v.helpers)
    total += 2 * worth(v.hand) + 3 * count(v.hand & v.trumps) + 5 * count(masters(v.hand)) + count(v.trumps)
    for distance in range(4):
        total += (distance + 1) * (count(v.lacks(distance)) + 3 * count(v.played(distance)))
        if v.may_lead(distance):
            total += distance + 2
        if v.mine(distance):
            total += 37 * distance
    if v.last or v.partner_winning or v.can_be_beaten or v.first_deal:
        total += 29
    found: int = total + 31 * v.coin(1000)
    return found


@goatsim.helper
def one_of(v: Any, cards: Cards, salt: int) -> Cards:
    """A card of a set, by what is seen."""
    which = seen(v, salt) % 4
    if which == 0:
        return lowest(cards)
    if which == 1:
        return highest(cards)
    return cheapest(cards) if which == 2 else richest(cards)


@goatsim.policy
class Seer:
    """Lets everything that it sees decide."""

    def lead(v: Any) -> Any:
        return one_of(v, v.legal, 1)

    def follow(v: Any) -> Any:
        return one_of(v, beats(v.legal, v.best) if seen(v, 2) % 3 == 0 and v.winners else v.legal, 3)

    def praise(v: Any) -> Any:
        return seen(v, 4) % 8

    def commit(v: Any) -> Any:
        return one_of(v, v.legal, 5)

    def hold(v: Any) -> Any:
        return one_of(v, v.legal, 6)

    def claim(v: Any) -> Any:
        return seen(v, 7) % 3 == 0

    def give(v: Any) -> Any:
        return seen(v, 8) % 2 == 0

    def accept(v: Any) -> Any:
        return seen(v, 9) % 2 == 0

    def give_back(v: Any) -> Any:
        return any_of(v.legal)


OPTIONS: list[dict[str, object]] = [
    {"praise": "free"},
    {
        "praise": "free",
        "trump_lead": "none_first_deal",
        "swap_two": "optional",
        "swap_partner_may_refuse": True,
        "no_queen_after_praise": True,
        "redeal_four_queens": "optional",
        "pants_challenge": 0.3,
        "p_no_cut": 0.05,
        "p_wrong_cut": 0.05,
    },
]


def seers() -> tuple[Policy, ...]:
    made: Any = Seer
    return (made,) * 4


@pytest.mark.turns(4)
@pytest.mark.parametrize("options", OPTIONS, ids=["praise", "everything"])
@pytest.mark.large
def test_a_deal_alone_is_the_deal_in_a_block(options: dict[str, object], daily_seed: int) -> None:
    game = game_of(load("classic", options))
    together = list(played(game, seers(), daily_seed, 0, 700))
    kinds = {record.praise.type for record in together if record.praise}
    assert len(kinds) == 7
    for index in (0, 1, 255, 256, 257, 300, 511, 512, 600, 699):
        (alone,) = played(game, seers(), daily_seed, index, 1)
        assert alone == together[index], index


@pytest.mark.turns(4)
@pytest.mark.parametrize("options", OPTIONS, ids=["praise", "everything"])
@pytest.mark.large
def test_a_match_alone_is_the_match_after_others(options: dict[str, object], daily_seed: int) -> None:
    game = match_of(game_of(load("classic", options)))
    bench = MatchBench(Arm(game, seers()), daily_seed, Start())
    for match in range(30):
        fresh = MatchBench(Arm(game, seers()), daily_seed, Start())
        assert _told(bench, match) == _told(fresh, match), match


def _told(bench: MatchBench, match: int) -> list[Any]:
    from goatsim.engine import layout

    end = layout.LOG + 32
    return [
        (words[layout.KIND], words[layout.CLAIMS], words[layout.SWAPS], words[layout.SCORE], words[layout.LOG : end])
        for words, _ in bench.deals(match)
    ]


@pytest.mark.turns(4)
@pytest.mark.parametrize("options", OPTIONS, ids=["praise", "everything"])
@pytest.mark.large
def test_matches_in_lanes_are_those_played_alone(options: dict[str, object], daily_seed: int) -> None:
    game = match_of(game_of(load("classic", options)))
    arm = Arm(game, seers())
    asks = (Ask("deals", goatsim.the_match.deals), Ask("eyes", goatsim.us.final_eyes, (goatsim.us.wins,)))
    task = Task((arm,), asks, daily_seed, 0, Start())
    wholes = [
        run(task, deals=600, driver=driver, piece=piece)
        for driver, piece in (
            ("asking", 600),
            ("scalar", 256),
            ("lanes", 301),
        )
    ]
    first = wholes[0].tables
    for other in wholes[1:]:
        for name, table in other.tables.items():
            assert (table.cells == first[name].cells).all(), name
    bench = MatchBench(arm, daily_seed, Start())
    deals = [len(list(bench.deals(match))) for match in range(600)]
    assert sum(deals) == wholes[0].deals
