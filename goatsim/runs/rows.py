"""Numbers of single deals: a row a deal, in the order of the deals, handed on in pieces.

Pieces are played by several threads a little ahead of whoever takes them, so memory does not grow with their number; a
row depends on nothing but the index of its deal, so threads and the size of pieces cannot change it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.engine.layout import LANES
from goatsim.errors import PlayError
from goatsim.runs.execute import WATCH_SECONDS, Watcher, cores, fault_of
from goatsim.runs.machine import Worker, choose_driver
from goatsim.runs.tasks import Plan, Task

PIECE = 256 * LANES


class Piece(NamedTuple):
    """Rows of consecutive deals: `values[k, c]` is what ask c of the task says of deal `first + k`."""

    first: int
    values: NDArray[np.int64]


def pieces(
    task: Task,
    deals: int,
    *,
    first: int = 0,
    threads: int | None = None,
    piece: int = PIECE,
    driver: str | None = None,
    watch: Watcher | None = None,
) -> Iterator[Piece]:
    """Play deals `first .. first + deals - 1` and yield what a task asks of each, `piece` deals at a time. Values are
    sums over what an ask sees, not divided by its divisor; groups are not looked at.

    Raises `PlayError` if a policy gives an illegal answer, naming the first such deal, when its piece would come.
    """
    players = _Players(task, [driver or choose_driver(arm, deals) for arm in task.arms], piece)
    many = threads or cores()
    pool = ThreadPoolExecutor(many, thread_name_prefix="goatsim")
    pending: deque[tuple[int, Future[tuple[NDArray[np.int64], int | None]]]] = deque()
    starts = iter(range(first, first + deals, piece))
    try:
        while True:
            for start in islice(starts, many + 1 - len(pending)):
                pending.append((start, pool.submit(players.play, start, min(piece, first + deals - start))))
            if not pending:
                return
            start, future = pending.popleft()
            while wait([future], WATCH_SECONDS).not_done:
                if watch:
                    watch(start - first, deals)
            values, fault = future.result()
            if fault is not None:
                raise PlayError(fault_of(task, start + fault))
            yield Piece(start, values)
            if watch:
                watch(start - first + len(values), deals)
    finally:
        players.stop()
        pool.shutdown(wait=False, cancel_futures=True)


class _Players:
    """The workers of a task, as many as there are threads at work."""

    def __init__(self, task: Task, drivers: list[str], piece: int) -> None:
        self._task, self._drivers, self._plan = task, drivers, Plan.of_rows(task, piece)
        self._idle: list[Worker] = []
        self._all: list[Worker] = []
        self._lock = threading.Lock()
        self._stopped = False

    def play(self, first: int, deals: int) -> tuple[NDArray[np.int64], int | None]:
        """The rows of some deals, and how many deals after the first a policy gave an illegal answer, if one did."""
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        if worker is None:
            worker = Worker(self._task, self._drivers, self._plan)
            with self._lock:
                self._all.append(worker)
        done = 0 if self._stopped else worker.run(first, deals)
        wide = len(self._task.asks)
        values = worker.counts[: done * wide].reshape(done, wide).copy()
        fault = worker.faulty
        with self._lock:
            self._idle.append(worker)
        return values, fault

    def stop(self) -> None:
        """Let nobody play on."""
        self._stopped = True
        with self._lock:
            for worker in self._all:
                worker.stop()
