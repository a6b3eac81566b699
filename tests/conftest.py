"""What all tests share: the seed of the day, the size of the statistical tests, and a cache folder of their own."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
import zlib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent

SEED = "GOATSIM_TEST_SEED"
FULL = "GOATSIM_FULL"
CACHE = "GOATSIM_CACHE"
PROVED = "GOATSIM_PROVED"

# Compiling falls into whichever example comes first, so a deadline for each would only measure that.
hypothesis.settings.register_profile("goatsim", deadline=None, print_blob=True)
hypothesis.settings.load_profile("goatsim")


def pytest_configure(config: pytest.Config) -> None:
    """Settle what the processes started by tests, pytest-xdist's workers among them, must agree on."""
    os.environ.setdefault(SEED, datetime.now(UTC).strftime("%Y%m%d"))
    if not os.environ[SEED].isdecimal() or int(os.environ[SEED]) >= 2**64:
        raise pytest.UsageError(f'expected a whole number from 0 to {2**64 - 1} in {SEED}, got "{os.environ[SEED]}"')
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Started in the background by a shell: every process of a test would inherit deaf ears for Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # What compiling makes lives on in millions of objects; at the usual pace they would be looked through all the time.
    gc.set_threshold(100_000)
    if CACHE not in os.environ:
        os.environ[CACHE] = tempfile.mkdtemp(prefix="goatsim-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(CACHE), ignore_errors=True))
    paths = [str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is marked `turns(n)`, but for one in n of its cases, another one every day; at full size none is.

    For tests of which each compiles the play anew, which takes longer than its deals: fewer shapes, not fewer deals.
    What the file named by GOATSIM_PROVED lists is left out (see `scripts/prove.py`).
    """
    if PROVED in os.environ:
        proved = set(Path(os.environ[PROVED]).read_text(encoding="utf-8").splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in proved])
        items[:] = [item for item in items if item.nodeid not in proved]
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("turns")
        if mark is None:
            continue
        name = item.nodeid.partition("[")[0]
        if item.get_closest_marker("large") is None:
            raise pytest.UsageError(f"expected what is marked turns to be marked large, too, got {name}")
        turn = seen[name] + zlib.crc32(name.encode()) + int(os.environ[SEED])
        seen[name] += 1
        if turn % mark.args[0] and not is_full():
            item.add_marker(pytest.mark.skip("left to other days and to the full size"))


def pytest_report_header() -> str:
    """Say how to repeat this run."""
    size = "full size" if is_full() else "a tenth of the full size"
    return f"goatsim: {SEED}={os.environ[SEED]}, large tests at {size}"


def is_full() -> bool:
    """Whether the statistical tests run at full size."""
    return os.environ.get(FULL) == "1"


@pytest.fixture(scope="session")
def daily_seed() -> int:
    """A seed, 0 .. 2**64 - 1, that is another one every day (UTC) unless GOATSIM_TEST_SEED gives it."""
    return int(os.environ[SEED])


@pytest.fixture(scope="session")
def size() -> float:
    """What a test marked `large` multiplies its number of deals by: 1.0 with GOATSIM_FULL=1, else 0.1."""
    return 1.0 if is_full() else 0.1


@pytest.fixture(scope="session")
def sparing() -> float:
    """The same for tests that take a second for few hundred deals: 1.0 with GOATSIM_FULL=1, else 0.03."""
    return 1.0 if is_full() else 0.03
