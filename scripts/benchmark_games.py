"""Every game against `classic` in the same run: cards played per second and core, and what it adds to a new install."""

from __future__ import annotations

import statistics
import tempfile

from benchmark_timing import Row, of_processes, process, rates

from goatsim.engine import layout
from goatsim.game import Game, game_of
from goatsim.games import load, names
from goatsim.lang import me
from goatsim.runs.machine import DRIVERS, Bench, Worker
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.named import line_up

CARDS = 4_000_000
ROUNDS = 5
REFERENCE = "classic"
POLICIES = ("random", "greedy")


def drivers_of(game: Game) -> tuple[str, ...]:
    """The drivers that can play a game: sets and melds are not played in step."""
    return tuple(name for name in DRIVERS if name != "lanes" or not (game.shape.sets or game.shape.melds))


def goal_of(game: Game) -> str:
    """How many cards a second a game should play, as a part of what `classic` plays."""
    return ">= 0.3" if game.shape.sets or game.shape.melds else ">= 0.6"


def cards_a_deal(arm: Arm, blocks: int = 20) -> float:
    """How many cards leave the hands in a deal; a stopped deal plays fewer."""
    bench = Bench(arm, 0)
    cards = 0
    for block in range(blocks):
        bench.play(block * layout.LANES, layout.LANES)
        cards += sum(int(gone).bit_count() for gone in bench.columns[layout.GONE, : layout.LANES])
    return cards / blocks / layout.LANES


def _worker(arm: Arm, driver: str) -> Worker:
    """Deals of which the tricks of seat 0 are counted."""
    return Worker(Task((arm,), (Ask("tricks", me.tricks),)), [driver])


def speed_rows(name: str, policy: str) -> list[Row]:
    """Cards played per second by every driver of a game, and by the best of them beside scalar `classic`."""
    games = [game_of(load(REFERENCE)), game_of(load(name))]
    classic, arm = (Arm(game, line_up(policy, game.rules.sides)) for game in games)
    drivers = drivers_of(games[1])
    workers = [_worker(classic, "scalar"), *(_worker(arm, driver) for driver in drivers)]
    cards = [cards_a_deal(classic), *[cards_a_deal(arm)] * len(drivers)]
    told = rates(workers, [int(CARDS / each) for each in cards], ROUNDS)
    rows = [
        (f"{name}, {policy}, {driver}, M cards/s", statistics.median(each[k] for each in told) * cards[k] / 1e6, "")
        for k, driver in enumerate(drivers, 1)
    ]
    best = max(range(1, len(workers)), key=lambda k: statistics.median(each[k] for each in told))
    ratio = statistics.median(each[best] * cards[best] / (each[0] * cards[0]) for each in told)
    rows.append((f"{name}, {policy}: {drivers[best - 1]} / {REFERENCE} scalar, cards", ratio, goal_of(games[1])))
    return rows


def compile_rows() -> list[Row]:
    """The first answer of a new install, game by game, and what each game adds to one that has played others."""

    def answer(name: str, folder: str) -> float:
        words = ("-m", "goatsim", "spread", "me.tricks", "--deals", "20k", "--rules", name)
        return process(*words, rounds=1, clock=of_processes, GOATSIM_CACHE=folder)

    games = [REFERENCE, *(name for name in names() if name != REFERENCE)]
    rows: list[Row] = []
    for name in games:
        with tempfile.TemporaryDirectory() as empty:
            rows.append((f"{name}: first answer of a new install, s", answer(name, empty), ""))
    total = 0.0
    with tempfile.TemporaryDirectory() as shared:
        for name in games:
            first = answer(name, shared)
            added = first - answer(name, shared)
            rows.append((f"{name}: added to an install with those above, s", added, ""))
            total += added if name != REFERENCE else 0.0
    rows.append((f"all games together: added to an install with {REFERENCE}, s", total, "a few"))
    return rows


def game_rows() -> list[Row]:
    """All of it."""
    rows = [row for name in names() if name != REFERENCE for policy in POLICIES for row in speed_rows(name, policy)]
    return rows + compile_rows()
