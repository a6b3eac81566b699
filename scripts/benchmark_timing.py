"""What the groups of `benchmark.py` share: how time is taken, and how processes are started."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from goatsim.runs.machine import Worker
from goatsim.runs.matches import MatchWorker

ROOT = Path(__file__).resolve().parent.parent

Row = tuple[str, float, str]
"""What was measured, how much it was, and the goal."""


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The time of one call."""
    begin = clock()
    work()
    return clock() - begin


def rates(workers: Sequence[Worker | MatchWorker], deals: Sequence[int], rounds: int) -> list[list[float]]:
    """Deals per second of processor time of each worker, round by round in turn, so that drifts of the machine meet all
    alike; `deals`: the deals, or matches, of a round, worker by worker. A warm-up round is not told.
    """
    told = []
    for round_ in range(rounds + 1):
        each = []
        for one, many in zip(workers, deals, strict=True):
            before = one.deals
            # One thread is busy; its processor time leaves out what others take of a shared machine.
            spent = seconds(partial(one.run, round_ * many, many), time.process_time)
            each.append((one.deals - before) / spent)
        told.append(each)
    return told[1:]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process that runs this goatsim; its modules are kept compiled, as an install keeps them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def process(*words: str, rounds: int = 7, clock: Callable[[], float] = time.perf_counter, **changes: str) -> float:
    """The median time of a process of Python from start to end."""
    run = partial(
        subprocess.run, [sys.executable, *words], env=environment(**changes), stdout=subprocess.DEVNULL, check=True
    )
    return statistics.median(seconds(run, clock) for _ in range(rounds))


def of_processes() -> float:
    """Processor time of the processes that have ended, where the system tells it, else the time of day."""
    times = os.times()
    return times.elapsed if os.name == "nt" else times.children_user + times.children_system
