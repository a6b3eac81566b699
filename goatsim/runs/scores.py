"""Matches played on from given scores: what `goatsim.equity` is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from goatsim.equity import Cell
from goatsim.lang import us
from goatsim.matches import Start, match_of
from goatsim.runs.execute import run
from goatsim.runs.tasks import Arm, Ask, Table, Task


def played_from(
    arm: Arm,
    cells: Iterable[Cell],
    *,
    matches: int,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    watch: Callable[[int], object] | None = None,
) -> dict[Cell, Table]:
    """Play matches 0 .. matches - 1 of a seed on from each cell, a later deal coming next, and count whether side 0
    wins. A cell's place is here the seat of the praiser; its multiplier is 1. `watch` hears how many matches are
    finished. After Ctrl-C what was played so far, the last table marked as partial.
    """
    rules = arm.game.rules
    task_arm = Arm(match_of(arm.game), arm.policies)
    found: dict[Cell, Table] = {}
    for cell in cells:
        assert cell.multiplier == 1
        start = Start(False, cell.eyes, (cell.praiser - 1) % rules.seats)
        task = Task((task_arm,), (Ask("won", us.wins),), seed, rules.sides.index(0), start)
        outcome = run(task, deals=matches, confidence=confidence, threads=threads)
        found[cell] = outcome.tables["won"]
        if watch:
            watch(len(found) * matches)
        if found[cell].partial:
            break
    return found
