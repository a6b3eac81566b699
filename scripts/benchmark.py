"""How fast goatsim is, as ratios against references measured in the same run.

`python scripts/benchmark.py` prints a row for every goal: what was measured, its ratio to a reference, the goal. Rates
are millions of deals per second and core of the yardstick work: `bare` with trump_lead=all, deal, play eight tricks,
score side 0, count one cell of a histogram. The reference is the same work with random play written in the plainest
numba. Times of processes are against `python -c pass`.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import llvmlite
import numpy as np
from benchmark_games import game_rows
from benchmark_timing import Row, environment, process, rates, seconds

import goatsim
from goatsim.engine import layout
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import me, the_match, us
from goatsim.matches import Start, match_of
from goatsim.runs.execute import DEALS_A_MATCH, cores
from goatsim.runs.machine import Bench, Worker
from goatsim.runs.matches import MatchWorker
from goatsim.runs.strata import strata_of
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.define import Policy
from goatsim.seats.named import line_up

DEALS = 400_000
ROUNDS = 5
SEED = 88172645463325252


EVERYTHING: dict[str, object] = {
    "praise": "free",
    "mirror_for": "all",
    "mirror_trick": True,
    "fish_for": "all",
    "pants_challenge": 0.1,
    "no_queen_after_praise": True,
    "swap_one": "optional",
    "swap_two": "optional",
    "swap_partner_may_refuse": True,
    "p_no_cut": 0.01,
    "p_wrong_cut": 0.01,
}
"""Every option of `classic` that adds work to a deal; its redeals are on anyway."""


@goatsim.policy(base="greedy")
class Praiser:
    """Plays like greedy, and as praiser chooses any kind of deal, all equally likely."""

    def praise(v: Any) -> Any:
        """Answer a kind of deal."""
        return v.coin(8)


def plainest(deals: Any, seed: Any, trumps: Any, classes: Any, planes: Any) -> Any:
    """The plainest kernel: shuffle an array, let every seat play any legal card, count the points of side 0."""
    histogram = np.zeros(121, np.int64)
    one = np.uint64(1)
    state = np.uint64(seed)
    pack = np.arange(32)
    hands = np.zeros(4, np.uint64)
    for _ in range(deals):
        for k in range(31, 0, -1):
            state ^= state << np.uint64(13)
            state ^= state >> np.uint64(7)
            state ^= state << np.uint64(17)
            j = int(((state >> np.uint64(32)) * np.uint64(k + 1)) >> np.uint64(32))
            pack[k], pack[j] = pack[j], pack[k]
        for seat in range(4):
            hands[seat] = np.uint64(0)
            for k in range(8):
                hands[seat] |= one << np.uint64(pack[8 * seat + k])
        leader = 0
        points = 0
        for _ in range(8):
            best = np.uint64(0)
            led = np.uint64(0)
            winner = leader
            worth = 0
            for position in range(4):
                seat = (leader + position) & 3
                legal = hands[seat] & led
                if position == 0 or legal == 0:
                    legal = hands[seat]
                size = 0
                rest = legal
                while rest:
                    rest &= rest - one
                    size += 1
                state ^= state << np.uint64(13)
                state ^= state >> np.uint64(7)
                state ^= state << np.uint64(17)
                for _ in range(((state >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32)):
                    legal &= legal - one
                card = legal & (~legal + one)
                hands[seat] ^= card
                if position == 0:
                    for group in classes:
                        if card & group:
                            led = group
                if card & (led | trumps) > best:
                    best = card & (led | trumps)
                    winner = seat
                for k in range(4):
                    if card & planes[k]:
                        worth += 1 << k
            if winner & 1 == 0:
                points += worth
            leader = winner
        histogram[points] += 1
    return histogram


def worker(policy: str, driver: str) -> Worker:
    """The yardstick work for a policy."""
    rules = load("bare", {"trump_lead": "all"})
    arm = Arm(game_of(rules), line_up(policy, rules.sides))
    return Worker(Task((arm,), (Ask("points", us.points),)), [driver])


def play_rows() -> list[Row]:
    """Rates of play: every measurement once a round, so that drifts of the machine meet all alike. Ends the process in
    a sentence where numba is not installed.
    """
    try:
        import numba
    except ImportError:
        sys.exit("expected numba for the reference of the group play, got none; pip install '.[benchmark]' brings it")
    reference = numba.njit(nogil=True)(plainest)
    contract = game_of(load("bare", {"trump_lead": "all"})).contract
    groups = np.array([contract.set_of(cards) for cards in (*contract.plain.values(), contract.trumps)], np.uint64)
    planes = np.array(contract.planes, np.uint64)
    trumps = np.uint64(contract.set_of(contract.trumps))
    names = [
        (policy, driver) for policy in ("low", "random", "greedy", "expert") for driver in ("scalar", "asking", "lanes")
    ]
    workers = {name: worker(*name) for name in names}
    # One thread is busy; its processor time leaves out what others take of a shared machine.
    busy = partial(seconds, clock=time.process_time)
    times: dict[Any, list[float]] = {name: [] for name in ["reference", *names]}
    for round_ in range(ROUNDS + 1):
        deals = DEALS if round_ else 10_000
        spent: dict[Any, float] = {"reference": busy(partial(reference, deals, SEED, trumps, groups, planes))}
        spent |= {name: busy(partial(one.run, 0, deals)) for name, one in workers.items()}
        if round_:
            for name, value in spent.items():
                times[name].append(value)
    rates = {name: DEALS / statistics.median(each) / 1e6 for name, each in times.items()}
    rows = [("reference: plainest numba, random, M deals/s", rates["reference"], "")]
    for policy, driver in names:
        rows.append((f"{policy}, {driver}, M deals/s", rates[policy, driver], ""))
    rows += [
        ("greedy scalar / reference", rates["greedy", "scalar"] / rates["reference"], ">= 0.6"),
        ("expert scalar / reference", rates["expert", "scalar"] / rates["reference"], ">= 0.25"),
        ("greedy asking / greedy scalar", rates["greedy", "asking"] / rates["greedy", "scalar"], ">= 0.7"),
        ("low lanes / low scalar (layout)", rates["low", "lanes"] / rates["low", "scalar"], ">= 1.5"),
    ]
    return rows


def _single(rules: str, options: dict[str, object], who: str | Policy, driver: str) -> Worker:
    """Single deals, of which the eyes of a side are counted."""
    game = game_of(load(rules, options))
    return Worker(Task((Arm(game, line_up([who] * 4, game.rules.sides)),), (Ask("eyes", us.eyes),)), [driver])


def _matches(rules: str, options: dict[str, object], who: str | Policy, driver: str) -> MatchWorker:
    """Matches, of which the deals are counted."""
    game = match_of(game_of(load(rules, options)))
    arm = Arm(game, line_up([who] * 4, game.rules.sides))
    return MatchWorker(Task((arm,), (Ask("deals", the_match.deals),), start=Start()), [driver])


def _hands_a_deal(options: dict[str, object], who: Policy, blocks: int = 40) -> float:
    """How many times cards are dealt in a deal of `classic`: redeals count, a third claim deals no new ones."""
    game = game_of(load("classic", options))
    bench = Bench(Arm(game, line_up([who] * 4, game.rules.sides)), 0)
    hands = 0
    for block in range(blocks):
        bench.play(block * layout.LANES, layout.LANES)
        hands += int((1 + np.minimum(bench.columns[layout.CLAIMS, : layout.LANES], np.uint64(2))).sum())
    return hands / blocks / layout.LANES


def _side_by_side(workers: Sequence[Worker | MatchWorker]) -> list[list[float]]:
    """Millions of deals per second of each worker, round by round in turn."""
    deals = [DEALS // (DEALS_A_MATCH if isinstance(one, MatchWorker) else 1) for one in workers]
    return [[rate / 1e6 for rate in each] for each in rates(workers, deals, 2 * ROUNDS)]


def match_rows() -> list[Row]:
    """Deals in matches against single deals of the same game, and every option of `classic` against `bare`."""
    praiser: Any = Praiser  # what the decorator makes of the class
    hands = _hands_a_deal(EVERYTHING, praiser)
    rows = [("dealt hands a deal with everything on", hands, "")]
    for driver in ("lanes", "scalar", "asking"):
        rounds = _side_by_side([_single("classic", {}, "greedy", driver), _matches("classic", {}, "greedy", driver)])
        single, match = (statistics.median(rates) for rates in zip(*rounds, strict=True))
        ratio = statistics.median(second / first for first, second in rounds)
        rows += [
            (f"classic, greedy, {driver}, M single deals/s", single, ""),
            (f"classic, greedy, {driver}, M deals of matches/s", match, ""),
            (f"matches / single deals, {driver}", ratio, ">= 0.9"),
        ]
        full: list[Worker | MatchWorker] = [
            _single("bare", {}, praiser, driver),
            _single("classic", EVERYTHING, praiser, driver),
            _matches("classic", EVERYTHING, praiser, driver),
        ]
        rounds = _side_by_side(full)
        bare, whole, _ = (statistics.median(rates) for rates in zip(*rounds, strict=True))
        rows += [
            (f"bare, {driver}, M deals/s", bare, ""),
            (f"everything on, {driver}, M dealt hands/s", hands * whole, ""),
            (
                f"everything on / bare, {driver}",
                hands * statistics.median(two / one for one, two, _ in rounds),
                ">= 0.5",
            ),
            (
                f"matches / single deals, everything on, {driver}",
                statistics.median(three / two for _, two, three in rounds),
                "",
            ),
        ]
    return rows


def group_rows() -> list[Row]:
    """Deals dealt by groups against ordinary ones: a hand that comes once in 3,500 deals, and a side's trumps and
    queens.
    """
    game = game_of(load("bare"))
    arm = Arm(game, line_up("greedy", game.rules.sides))
    asked = {
        "eight trumps": strata_of(game, (), me.trumps == 8),
        "a side's trumps and queens": strata_of(game, (us.trumps, us.queens)),
    }
    workers: list[Worker | MatchWorker] = [
        Worker(Task((arm,), (Ask("points", us.points),), strata=strata), ["asking"])
        for strata in (None, *asked.values())
    ]
    rounds = _side_by_side(workers)
    return [
        (f"{name} / ordinary deals", statistics.median(rates[k] / rates[0] for rates in rounds), ">= 0.8")
        for k, name in enumerate(asked, 1)
    ]


def thread_rows() -> list[Row]:
    """Two threads against two processes, both at the same work, in turn."""
    deals = 10 * DEALS
    workers = [worker("greedy", "scalar") for _ in range(2)]
    for one in workers:
        one.run(0, 10_000)
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3):
            threads = seconds(
                lambda: [future.result() for future in [pool.submit(one.run, 0, deals) for one in workers]]
            )
            children = [_child(deals) for _ in range(2)]
            for child in children:
                assert child.stdout is not None
                child.stdout.readline()
            processes = seconds(partial(_let_go, children))
            ratios.append(processes / threads)
    return [(f"two threads / two processes on {cores()} cores", statistics.median(ratios), ">= 0.95")]


def _child(deals: int) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, "--child", str(deals)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment())


def _let_go(children: list[subprocess.Popen[str]]) -> None:
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        child.wait()


def _be_child(deals: int) -> None:
    one = worker("greedy", "scalar")
    one.run(0, 10_000)
    print("ready", flush=True)
    sys.stdin.readline()
    one.run(0, deals)
    os._exit(0)


def start_rows() -> list[Row]:
    """Whole processes, from start to end."""
    study, ask = (("-m", "goatsim", *words, "--rules", "bare") for words in (("study", "eggs"), ("ask",)))
    with tempfile.TemporaryDirectory() as empty:
        first = process(*study, rounds=1, GOATSIM_CACHE=empty)
        later = process(*study, rounds=5, GOATSIM_CACHE=empty)
    return [
        ("--help / python -c pass", process("-m", "goatsim", "--help") / process("-c", "pass"), "<= 8"),
        ("first answer of a new install, s", first, "<= 15"),
        ("the same answer later, s", later, "<= 2"),
        ("exact question about one hand, s", process(*ask, "trumps >= 5 and queens + jacks >= 3"), "<= 0.3"),
        ("exact question about every hand, s", process(*ask, "any(trumps == 1)"), "<= 1"),
    ]


MEMORY = """
import resource, sys
import goatsim
goatsim.study("eggs", rules="bare", policies="low", deals=int(sys.argv[1]), progress="never")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def memory_rows(most: int) -> list[Row]:
    """Peak memory of many deals against that of a million."""
    if sys.platform == "win32":
        return []

    def peak(deals: int) -> float:
        command = [sys.executable, "-c", MEMORY, str(deals)]
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
        size = float(done.stderr.split()[-1])
        return size / (1 << 20) if sys.platform == "darwin" else size / (1 << 10)

    few = 1_000_000
    for deals in (few, 2 * few):
        peak(deals)  # compiled code is then read, not made, whichever driver is used
    return [(f"memory of {most:,} deals less that of {few:,}, MiB", peak(most) - peak(few), "<= 20")]


def main() -> None:
    """Measure what was asked for and print a table."""
    parser = argparse.ArgumentParser(description="Measure goatsim against references in the same run.")
    parser.add_argument(
        "--only", choices=("play", "matches", "games", "groups", "threads", "start", "memory"), help="one group of rows"
    )
    parser.add_argument("--deals", type=int, default=100_000_000, help="deals for the memory row (default 1e8)")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        _be_child(given.child)
        return
    groups: dict[str, Callable[[], list[Row]]] = {
        "play": play_rows,
        "matches": match_rows,
        "games": game_rows,
        "groups": group_rows,
        "threads": thread_rows,
        "start": start_rows,
        "memory": partial(memory_rows, given.deals),
    }
    machine = platform.processor() or platform.machine()
    print(f"{machine}, {cores()} cores, Python {platform.python_version()}, llvmlite {llvmlite.__version__}")
    for name, rows in groups.items():
        if given.only in (None, name):
            for what, value, goal in rows():
                print(f"{what:55} {value:9.3g}  {goal}", flush=True)


if __name__ == "__main__":
    main()
