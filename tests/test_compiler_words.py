"""The words on sets of cards: the processor's instructions answer what their Python says, on any processor."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import json
import os
import platform
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from compiling import VALUES, agree, machine, made

from goatsim.compiler.intrinsics import CPU_VARIABLE, INTRINSICS, has_parallel_deposit, processor
from goatsim.compiler.machinecode import assembly
from goatsim.compiler.translate import translated
from goatsim.engine import bits
from goatsim.engine.jit import mark_of
from goatsim.engine.layout import COLUMNS, STRIDE, G
from goatsim.engine.play import deal_lanes
from goatsim.errors import RequestError

ROOT = Path(__file__).resolve().parent.parent
LEVEL = "x86-64"
X86 = platform.machine().lower() in ("x86_64", "amd64")

# What words take, by the letters of `compiling.VALUES`; p is a word below 2**63, o any word but the empty set.
WORDS = {
    "lowest": "w",
    "highest": "w",
    "count": "w",
    "bit": "k",
    "place": "o",
    "upto": "w",
    "without": "ww",
    "scatter": "ww",
    "nth": "wk",
    "add": "ww",
    "sub": "ww",
    "low": "ww",
    "high": "ww",
    "number": "p",
    "word": "p",
    "shr": "wk",
    "shl": "wk",
}
OTHERS = {"when", "get", "put", "peek", "poke", "signed", "ask", "enter"}
"""Words that take something else; each has a test of its own."""


def tried(letter: str, numbers: random.Random, some: int) -> list[int]:
    """Edge values, and some at random: of all sizes, dense and sparse."""
    if letter == "k":
        return list(range(64))
    found: list[int] = [*VALUES["w"], *(numbers.getrandbits(numbers.randint(1, 64)) for _ in range(some))]
    found += [numbers.getrandbits(64) & numbers.getrandbits(64) & numbers.getrandbits(64) for _ in range(some)]
    return [value for value in found if (letter != "p" or value < 2**63) and (letter != "o" or value)]


def words_agree(seed: int, some: int = 20) -> int:
    """Have every word meet its Python; returns how many answers were compared."""
    numbers = random.Random(seed)
    compared = 0
    for name, letters in WORDS.items():
        row = INTRINSICS[name]
        given = [f"word({each})" if kind == "word" else each for each, kind in zip("ab", row.takes, strict=False)]
        code = machine(made(f"def f({', '.join('ab'[: len(letters)])}): return {name}({', '.join(given)})"))
        for values in itertools.product(*(tried(letter, numbers, some) for letter in letters)):
            assert code(*values) == getattr(bits, name)(*values), (name, values)
            compared += 1
    return compared


def test_every_word_is_tried() -> None:
    native = {name for name, value in vars(bits).items() if mark_of(value) == "native"}
    assert native == WORDS.keys() | OTHERS == INTRINSICS.keys()


def test_words_are_what_their_python_says(daily_seed: int) -> None:
    assert words_agree(daily_seed) > 10_000


def test_a_condition() -> None:
    agree(made("def f(a, b): return when(a > 0, word(b))"), "sw")


def test_tables() -> None:
    agree(made("def f(t, a, k):\n    poke(t, k & 7, a)\n    return signed(t, k & 7) < 0"), "tsk")
    agree(made("def f(t, a):\n    poke(t, 7, word(a))\n    return peek(t, 7) | peek(t, 0)"), "tw")


def test_a_place_of_a_block_is_a_column_and_a_lane(daily_seed: int) -> None:
    size = COLUMNS * STRIDE
    block = (ctypes.c_uint64 * size)()
    function = made(
        "def f(block, column, lane, a):\n    put(block, column, lane, word(a))\n    return get(block, 0, 0)"
    )
    put = machine(function)
    read = machine(made("def f(block, column, lane): return get(block, column, lane)"))
    numbers = random.Random(daily_seed)
    for column, lane in [(0, 0), (COLUMNS - 1, STRIDE - 1), *((k, numbers.randrange(STRIDE)) for k in range(COLUMNS))]:
        value = numbers.getrandbits(64)
        put(ctypes.addressof(block), column, lane, value)
        assert block[column * STRIDE + lane] == value == read(ctypes.addressof(block), column, lane)


def test_entries_are_called_through_their_addresses() -> None:
    table = (ctypes.c_uint64 * 4)(7, 8, 9, 10)
    asked = machine(made("def f(t, lane, seat): return peek(t, lane) | word(16 * seat)"))
    entered = machine(made("def f(a, b, c, d):\n    poke(a, c, d)\n    poke(b, 0, 5)"), answers=False)
    asking = machine(made("def f(entry, t, lane, seat): return ask(entry, t, lane, seat)"))
    entering = machine(made("def f(entry, a, b, c):\n    enter(entry, a, a, b, c)\n    return peek(a, b)"))

    def address(function: Any) -> int:
        return ctypes.cast(function, ctypes.c_void_p).value or 0

    assert asking(address(asked), ctypes.addressof(table), 2, 3) == 9 | 48
    assert entering(address(entered), ctypes.addressof(table), 3, 77) == 77
    assert list(table) == [5, 8, 9, 77]


# ---------------------------------------------------------------------------------------------------------------------
# Other processors


def python(*arguments: str, level: str) -> subprocess.CompletedProcess[str]:
    paths = [str(ROOT), str(ROOT / "tests")]
    env = {**os.environ, CPU_VARIABLE: level, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=env, timeout=120)


def deposits() -> bool:
    """Whether machine code that deals uses the processor's parallel deposit."""
    return "pdep" in assembly(translated(deal_lanes, G, 4, False, "dealing"))


def test_the_processor_of_this_machine_is_used() -> None:
    assert deposits() is has_parallel_deposit()


@pytest.mark.skipif(not X86, reason="there are no levels of other processors")
def test_words_without_parallel_deposit(daily_seed: int) -> None:
    said = f"import test_compiler_words as here; print(here.words_agree({daily_seed}, 5), here.deposits())"
    done = python("-c", said, level=LEVEL)
    assert done.returncode == 0, done.stderr
    compared, with_deposit = done.stdout.split()
    assert int(compared) > 3000 and with_deposit == "False"


@pytest.mark.skipif(not X86, reason="there are no levels of other processors")
def test_a_study_gives_the_same_numbers_on_any_processor() -> None:
    words = "-m goatsim study eggs --rules bare --policies random --deals 3000 --json".split()
    found = []
    for level in ("", LEVEL):
        done = python(*words, level=level)
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        answer.pop("seconds")
        found.append(answer)
    assert found[0] == found[1]


@pytest.mark.parametrize("words", ["about", "study eggs --rules bare --deals 100"])
def test_processors_that_there_are_not(words: str) -> None:
    done = python("-m", "goatsim", *words.split(), level="nonsense")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"goatsim: expected {CPU_VARIABLE} to be one of generic")
    assert 'got "nonsense"' in done.stderr


@pytest.mark.skipif(not X86, reason="there are no levels of other processors")
def test_levels_are_those_that_this_machine_can_stand_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {}
    for level in ("generic", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"):
        monkeypatch.setenv(CPU_VARIABLE, level)
        with contextlib.suppress(RequestError):
            found[level] = processor.__wrapped__()
    for level in ("X86-64 ", "x86-64-v9"):
        monkeypatch.setenv(CPU_VARIABLE, level)
        with pytest.raises(
            RequestError, match=f'^expected {CPU_VARIABLE} to be one of .*, got "{level}"; nearest is x86'
        ):
            processor.__wrapped__()
    monkeypatch.delenv(CPU_VARIABLE)
    here = processor.__wrapped__()[1].split(",")
    assert found.keys() >= {"generic", "x86-64"}
    assert all(name == level for level, (name, _) in found.items())
    for level, flag in (("x86-64-v3", "+bmi2"), ("x86-64-v4", "+avx512f")):
        assert level not in found or {"+avx", "+popcnt", flag} <= set(found[level][1].split(",")) <= set(here)
