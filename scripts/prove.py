"""Runs the tests marked `large` at full size and prints what each of them took.

    python scripts/prove.py [--afresh] [PYTEST ARGUMENTS]

The whole takes an hour or more, so it can be done in pieces: what has passed is kept for exactly these sources, and a
later run leaves it out and counts it as proved before. `--afresh` forgets it. What a test records with pytest's
`record_property("deals", n)` is printed beside its time. The exit status is pytest's; with nothing left to run it is 0.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def proved() -> Path:
    """The file that names the tests passed with the sources as they are: other sources, another file."""
    digest = hashlib.sha256()
    for folder in ("goatsim", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(ROOT).as_posix()}\n".encode() + path.read_bytes())
    return ROOT / ".pytest_cache" / f"proved-{digest.hexdigest()[:16]}.txt"


class Times:
    """A pytest plugin that keeps what every test took (seconds), how it ended and what it recorded.

    `passed` is a file to which the name of every test is added that passed.
    """

    def __init__(self, passed: Path) -> None:
        self.passed = passed
        self.seconds: dict[str, float] = {}
        self.ends: dict[str, str] = {}
        self.recorded: dict[str, dict[str, object]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add one phase of a test; a failure in any phase is how the test ended."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.when == "call" or not report.passed:
            self.ends[report.nodeid] = report.outcome
        self.recorded[report.nodeid] = dict(report.user_properties)
        if report.when == "teardown" and report.passed and self.ends.get(report.nodeid) == "passed":
            with self.passed.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")

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
    passed = proved()
    passed.parent.mkdir(exist_ok=True)
    if "--afresh" in arguments:
        passed.unlink(missing_ok=True)
        arguments = [argument for argument in arguments if argument != "--afresh"]
    before = passed.read_text(encoding="utf-8").splitlines() if passed.exists() else []
    # A copy, so that every process of a run leaves out the same tests while the file grows.
    with tempfile.TemporaryDirectory() as folder:
        left_out = Path(folder, "proved.txt")
        left_out.write_text("\n".join(before), encoding="utf-8")
        os.environ["GOATSIM_PROVED"] = str(left_out)
        times = Times(passed)
        status = pytest.main(["-m", "large", *arguments], plugins=[times])
    print("\n".join(times.lines()))
    print(f"{len(before)} passed before with the same sources and were left out")
    return 0 if before and status == pytest.ExitCode.NO_TESTS_COLLECTED else int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
