"""Playing a task: pieces of its stream handed to threads, counted, watched, and stopped when the answer is good enough.

Counts are sums of whole numbers over deals that depend on nothing but their index, so neither the number of threads nor
the size or order of the pieces can change them. When to stop is decided only at numbers of deals fixed beforehand.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.engine import program
from goatsim.engine.layout import LANES
from goatsim.errors import PlayError
from goatsim.runs.machine import Worker, choose_driver
from goatsim.runs.matches import MatchWorker, match_fault
from goatsim.runs.steps import first_fault
from goatsim.runs.tasks import Table, Task

MOST_DEALS = 1 << 53
LARGEST_PIECE = 512 * LANES
DEALS_A_MATCH = 8
"""About how many deals a match has, for choosing how to play it."""
FIRST_LOOK = 16_384
STEP = 1.25
WATCH_SECONDS = 0.1
REST_SECONDS = 0.5
"""How long threads have to come to rest after Ctrl-C; playing ones need a moment, compiling ones longer."""

Watcher = Callable[[int, int | None], None]
"""Called about ten times a second with the deals done and, where known, the deals to do."""


@dataclass(frozen=True)
class Outcome:
    """What a task gave: a table for every ask, the deals played, whether it was stopped before its end, and how many
    matches were played where it is about those.
    """

    tables: dict[str, Table]
    deals: int
    partial: bool
    matches: int | None = None


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def looks() -> Iterator[int]:
    """The numbers of deals at which a run may stop: each about a quarter more than the one before."""
    deals = FIRST_LOOK
    while deals < MOST_DEALS:
        yield deals
        deals = int(deals * STEP) // LANES * LANES
    yield MOST_DEALS


def run(
    task: Task,
    *,
    deals: int | None,
    enough: Callable[[dict[str, Table]], bool] | None = None,
    most: int = MOST_DEALS,
    confidence: float = 0.95,
    threads: int | None = None,
    piece: int | None = None,
    driver: str | None = None,
    watch: Watcher | None = None,
) -> Outcome:
    """Play a task: exactly `deals` deals, or until `enough` says so at one of the fixed looks, the last of which comes
    after `most` deals. In a task about matches all numbers of deals are numbers of matches.

    `piece` and `driver` change nothing but the time. Raises `PlayError` if a policy gives an illegal answer, naming the
    first such deal.
    """
    crew = _Crew(task, deals, threads or cores(), piece, driver, watch)
    try:
        with crew:
            if deals is not None:
                crew.advance(deals)
            else:
                assert enough is not None
                for look in looks():
                    crew.advance(min(look, most))
                    if crew.interrupted or enough(_tables(task, crew.counted().cells, confidence)) or look >= most:
                        break
    except KeyboardInterrupt:  # while nothing was played, as when a look is judged
        crew.interrupted = True
    finally:
        crew.close()
    counted = crew.counted()
    tables = _tables(task, counted.cells, confidence, crew.interrupted)
    for table in tables.values():
        if table.deals != counted.played:
            raise AssertionError(f"{table.ask.measure} had values outside {table.lows} and {table.cells.shape}")
    return Outcome(tables, counted.deals, crew.interrupted, counted.played if task.start else None)


def _tables(task: Task, counts: NDArray[np.int64], confidence: float, partial: bool = False) -> dict[str, Table]:
    tables = {}
    for ask, axes in zip(task.asks, task.plan.axes, strict=True):
        size = int(np.prod(axes.sizes))
        cells = counts[axes.start : axes.start + size].reshape(axes.sizes).copy()
        tables[ask.name] = Table(ask, axes.lows, cells, confidence, partial, task.strata)
    return tables


def fault_of(task: Task, index: int) -> str:
    """The illegal answer of a policy in a deal, or a match, of a task, in a sentence."""
    if task.start:
        return match_fault(task, index) or f"a policy gave an illegal answer in match {index}"
    for arm in task.arms:
        hands = None if task.strata is None else task.strata.hands(arm.game, task.seed, index)
        found = first_fault(arm, task.seed, index, hands)
        if found:
            return found
    return f"a policy gave an illegal answer in deal {index}"


class Counted(NamedTuple):
    """What workers have counted: the cells of all asks, the deals (or matches) tallied, and the deals those were."""

    cells: NDArray[np.int64]
    played: int
    deals: int


class _Crew:
    """The threads of a run, what they have finished, and how they are watched and stopped."""

    def __init__(
        self, task: Task, deals: int | None, threads: int, piece: int | None, driver: str | None, watch: Watcher | None
    ) -> None:
        self.task = task
        self.threads = threads
        self.piece = piece
        self.watch = watch
        self.total = deals
        self.finished = 0
        self.interrupted = False
        self._driver = driver
        self._drivers: list[str] = []
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="goatsim")
        self._idle: list[Worker | MatchWorker] = []
        self._all: list[Worker | MatchWorker] = []
        self._busy: list[Worker | MatchWorker] = []
        self._lock = threading.Lock()

    def counted(self) -> Counted:
        """What the workers have counted that are at rest: all of them, but after Ctrl-C, when nobody waits for one that
        is still busy.
        """
        total = np.zeros(max(self.task.plan.cells, 1), np.int64)
        played = deals = 0
        # No worker begins or ends while the lock is held, so that all three numbers are of the same deals.
        with self._lock:
            for worker in self._all:
                if worker not in self._busy:
                    total += worker.counts
                    played += worker.played
                    deals += worker.deals
        return Counted(total, played, deals)

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop whatever still runs and let the threads go."""
        for worker in list(self._all):
            worker.stop()
        # After Ctrl-C nobody waits for a thread that is compiling; it plays nothing once it has done so.
        self._pool.shutdown(wait=not self.interrupted, cancel_futures=True)

    def advance(self, until: int) -> None:
        """Play on until so many deals are finished; after Ctrl-C stop within a moment with what is finished."""
        first, left = self.finished, until - self.finished
        if left <= 0:
            return
        deals = (self.total or until) * (DEALS_A_MATCH if self.task.start else 1)
        drivers = [self._driver or choose_driver(arm, deals) for arm in self.task.arms]
        if drivers != self._drivers:
            self._drivers, self._idle = drivers, []
        size = self.piece or max(LANES, min(LARGEST_PIECE, -(-left // self.threads // LANES) * LANES))
        pending: set[Future[tuple[int, int | None]]] = set()
        starts = iter(range(first, until, size))
        faults: list[int] = []
        try:
            more = True
            while more or pending:
                while more and len(pending) < 2 * self.threads:
                    start = next(starts, None)
                    if start is None or faults:
                        more = False
                    else:
                        pending.add(self._pool.submit(self._play, start, min(size, until - start)))
                done, pending = wait(pending, WATCH_SECONDS, FIRST_COMPLETED)
                faults += self._collect(done)
                if self.watch:
                    self.watch(self.finished + self._running(), self.total)
        except KeyboardInterrupt:
            self.interrupted = True
            for worker in list(self._all):
                worker.stop()
            for future in pending:
                future.cancel()
            with contextlib.suppress(KeyboardInterrupt):
                done, _ = wait(pending, REST_SECONDS)
                self._collect(future for future in done if not future.cancelled())
        if faults:
            raise PlayError(fault_of(self.task, min(faults)))

    def _collect(
        self, done: Iterator[Future[tuple[int, int | None]]] | set[Future[tuple[int, int | None]]]
    ) -> list[int]:
        faults = []
        for future in done:
            finished, fault = future.result()
            self.finished += finished
            if fault is not None:
                faults.append(fault)
        return faults

    def _running(self) -> int:
        with self._lock:
            return sum(int(worker.state[program.DONE]) for worker in self._busy)

    def _play(self, first: int, deals: int) -> tuple[int, int | None]:
        """Play one piece on a free worker: the deals finished, and the index of a deal with an illegal answer,
        if any.
        """
        with self._lock:
            worker = self._idle.pop() if self._idle else None
            if worker is not None:
                self._busy.append(worker)
        if worker is None:
            worker = (MatchWorker if self.task.start else Worker)(self.task, self._drivers)
            with self._lock:
                self._all.append(worker)
                self._busy.append(worker)
        finished = 0 if self.interrupted else worker.run(first, deals)
        fault = worker.faulty
        with self._lock:
            self._busy.remove(worker)
            self._idle.append(worker)
        return finished, None if fault is None else first + fault
