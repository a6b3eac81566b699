"""Runs the tests marked `large` at full size and prints what each of them took.

    python scripts/prove.py [PYTEST ARGUMENTS]

What a test records with pytest's `record_property("deals", n)` is printed beside its time. The exit status is pytest's.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Times:
    """A pytest plugin that keeps what every test took (seconds), how it ended and what it recorded."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.ends: dict[str, str] = {}
        self.recorded: dict[str, dict[str, object]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test; a failure in any phase is how the test ended."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.when == "call" or not report.passed:
            self.ends[report.nodeid] = report.outcome
        self.recorded[report.nodeid] = dict(report.user_properties)

    def lines(self) -> list[str]:
        """One line a test, the longest first, and one for all of them."""
        shown = []
        for name, seconds in sorted(self.seconds.items(), key=lambda item: -item[1]):
            recorded = "".join(
                f"  {key} {value:,}" if isinstance(value, int) else f"  {key} {value}"
                for key, value in self.recorded[name].items()
            )
            shown.append(f"{seconds:9.1f} s  {self.ends.get(name, 'unfinished'):<10}  {name}{recorded}")
        ends = Counter(self.ends.values())
        counts = ", ".join(f"{count} {end}" for end, count in sorted(ends.items())) or "no test"
        return [*shown, f"{sum(self.seconds.values()):9.1f} s  {counts}"]


def main(arguments: list[str]) -> int:
    """Run pytest with these arguments beside the mark; returns its exit status."""
    os.chdir(ROOT)
    os.environ["GOATSIM_FULL"] = "1"
    times = Times()
    status = pytest.main(["-m", "large", *arguments], plugins=[times])
    print("\n".join(times.lines()))
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
