"""The compiler in threads and processes of all kinds: the same text, made once, and nobody waits for ever."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from compiling import made

from goatsim.compiler import store
from goatsim.engine.layout import G

ROOT = Path(__file__).resolve().parent.parent

TEXTS = """
import ctypes, hashlib, goatsim
from goatsim.compiler import sources, store
from goatsim.compiler.translate import translated
from goatsim.engine import play
from goatsim.engine.fallbacks import cheapest_legal
from goatsim.engine.layout import G

shape = G._replace(kinds=1, redeals=2, match=1, early=1, swap_one=1)
both = play.scalar_driver(*(cheapest_legal,) * 5)
texts = [translated(each, shape, 4, False, "a") for each in (play.asking, both, play.deal_lanes, play.settle_lanes)]
entry = store.entry(cheapest_legal, G, 3, True, "test")
print(sources.LOADED, hashlib.sha256("".join(texts).encode()).hexdigest(), entry > 0, __debug__, goatsim.__file__)
"""


def said(*options: str, package: Path = ROOT, seed: int = 0) -> list[str]:
    env = {**os.environ, "PYTHONPATH": str(package), "PYTHONHASHSEED": str(seed), "GOATSIM_CACHE": "off"}
    words = [sys.executable, *options, "-c", TEXTS]
    done = subprocess.run(words, capture_output=True, text=True, env=env, cwd=ROOT.parent, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_every_process_makes_the_same_text(tmp_path: Path) -> None:
    folder = shutil.copytree(ROOT / "goatsim", tmp_path / "goatsim", ignore=shutil.ignore_patterns("__pycache__"))
    archive = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, "goatsim"))
    shutil.rmtree(folder)
    first, bare, packed = said(), said("-OO", seed=5), said(package=archive, seed=7)
    assert first[:3] == bare[:3] == packed[:3]
    assert (first[3], bare[3]) == ("True", "False")
    assert packed[4].startswith(str(archive))


def answer(address: int, given: int) -> int:
    return int(ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_int64)(address)(given))


def test_threads_that_ask_at_once_get_what_was_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [made(f"def f(a):\n    for k in range(a): a += k * {k}\n    return a") for k in range(6)]
    expected = [10 + 45 * k for k in range(6)]
    asked: list[str] = []
    make: Callable[..., int] = store._made

    def counted(*given: Any) -> int:
        asked.append(given[-1])
        return make(*given)

    monkeypatch.setattr(store, "_made", counted)
    ready = threading.Barrier(8)

    def work(number: int) -> list[int]:
        ready.wait()
        order = [(k + number) % 6 for k in range(6)]
        found = {k: answer(store.entry(texts[k], G, 1, True, f"test: threads {k}"), 10) for k in order * 3}
        return [found[k] for k in range(6)]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [expected] * 8
    assert len(asked) == len(set(asked)) == 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_process_that_forks_while_a_thread_compiles_leaves_its_child_able_to(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    make: Callable[..., int] = store._made

    def slow(*given: Any) -> int:
        begun.set()
        time.sleep(0.2)
        return make(*given)

    monkeypatch.setattr(store, "_made", slow)
    function = made("def f(a): return a + 1")
    thread = threading.Thread(target=store.entry, args=(function, G, 1, True, "test: parent"))
    thread.start()
    begun.wait()
    child = os.fork()
    if not child:
        found = 0
        try:
            found = answer(store.entry(function, G, 1, True, "test: child"), 4)
        finally:
            os._exit(found)
    thread.join()
    ended, end = 0, time.monotonic() + 20
    while not ended and time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    if not ended:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child waits for ever")
    assert os.waitstatus_to_exitcode(status) == 5
