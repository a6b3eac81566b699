"""Progress on stderr, for whatever takes longer than a second: a bar on a terminal, or JSON lines on request."""

from __future__ import annotations

import json
import math
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from goatsim.errors import wrong

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

KINDS = ("auto", "never", "json")

SILENT_SECONDS = 1.0
"""Nothing is shown before."""

JSON_SECONDS = 0.5
"""Least time between two JSON lines."""


_UNITS = (("second", 60), ("minute", 60), ("hour", 24), ("day", 365), ("year", math.inf))


def lasting(seconds: float) -> str:
    """Return a time in the words in which people plan: ``about 40 seconds``, ``about 3 hours``, ``about 12 days``."""
    amount, place = max(seconds, 1.0), 0
    while round(amount) >= _UNITS[place][1]:
        amount, place = amount / _UNITS[place][1], place + 1
    number = round(amount)
    return f"about {number:,} {_UNITS[place][0]}{'s' if number != 1 else ''}"


class Progress:
    """Shows how much is done each time it is called with (done, total); `total` None where nobody knows it.

    `kind`: auto (a bar, if stderr is a terminal), never, or json (one object a line: done, total, seconds). Used in a
    `with` block, at whose end the bar goes away.
    """

    def __init__(self, kind: str = "auto", unit: str = "deals") -> None:
        if kind not in KINDS:
            raise wrong(f"progress to be one of {', '.join(KINDS)}", kind, KINDS)
        self.kind, self.unit = kind, unit
        if sys.stderr is None or (kind == "auto" and not sys.stderr.isatty()):
            self.kind = "never"
        self.begin = self.said = time.monotonic()
        self._bar: Bar | None = None
        self._first: tuple[float, int] | None = None

    def __call__(self, done: int, total: int | None = None) -> None:
        """Show that `done` of `total` is done; cheap enough to be called often."""
        if self.kind == "never":
            return
        now = time.monotonic()
        if self._first is None and done > 0:
            self._first = (now, done)
        if now - self.begin < SILENT_SECONDS:
            return
        if self.kind == "auto":
            self._draw(done, total)
        elif now - self.said >= JSON_SECONDS:
            self.said = now
            line = {"done": done, "total": total, "seconds": round(now - self.begin, 3)}
            self._write(json.dumps(line) + "\n")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            # Whoever listened has gone; the work goes on.
            self.kind = "never"

    def _draw(self, done: int, total: int | None) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                BarColumn(),
                TextColumn("{task.fields[said]}"),
                console=Console(file=sys.stderr),
                transient=True,
            )
            self._bar.add_task("", total=None, said="")
            self._bar.start()
        said = (
            f"{done:,} {self.unit}" if total is None else f"{done:,} of {total:,} {self.unit}{self._left(done, total)}"
        )
        self._bar.update(self._bar.task_ids[0], completed=done, total=total, said=said)

    def _left(self, done: int, total: int) -> str:
        """Say how long the rest will take at the pace since something was first seen done: before that, code is being
        compiled.
        """
        now = time.monotonic()
        if self._first is None or now <= self._first[0] or done <= self._first[1]:
            return ""
        pace = (done - self._first[1]) / (now - self._first[0])
        return f", {lasting((total - done) / pace)} left"

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
