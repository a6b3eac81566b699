"""The compiler: whatever the engine's language has means in machine code what it means in plain Python."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from compiling import agree, machine, made

from goatsim.compiler.translate import translated
from goatsim.engine.jit import form, text
from goatsim.engine.layout import G
from goatsim.engine.play import asking

NOTE = """
def note(table, k, value):
    poke(table, 0, 10 * signed(table, 0) + k)
    return value
"""
"""Answers what it is given, and writes down in which order it was asked."""

# The letters say what each parameter is tried with (`compiling.VALUES`).
SUMS = [
    ("ss", "a + b"),
    ("ss", "a - b"),
    ("ss", "a * b"),
    ("n", "a * 0 + 7"),
    ("nd", "a // b"),
    ("nd", "a % b"),
    ("s", "a // -1"),
    ("s", "a % -1"),
    ("s", "7 // (a * 2 + 1)"),
    ("nn", "a & b"),
    ("nn", "a | b"),
    ("nn", "a ^ b"),
    ("sk", "a >> b"),
    ("nk", "a >> b"),
    ("s", "a << 50"),
    ("s", "-a"),
    ("n", "~a"),
    ("nn", "min(a, b)"),
    ("nn", "max(a, b)"),
    ("n", "max(3, G.seats) - min(3, G.seats) & a"),
    ("n", "min(a, 5) if a > -5 else max(-3, a)"),
    ("ww", "word(a) & word(b)"),
    ("ww", "word(a) | word(b)"),
    ("ww", "word(a) ^ word(b)"),
    ("ww", "word(a) & ~word(b)"),
    ("wk", "word(a) >> b"),
    ("wk", "word(a) << b & 18446744073709551615"),
    ("w", "word(a) // 3"),
    ("w", "word(a) % 9223372036854775809"),
    ("ww", "word(a) // (word(b) | 1)"),
    ("ww", "min(word(a), word(b))"),
    ("ww", "max(word(a), word(b))"),
    ("w", "max(word(a), 5)"),
    ("w", "18446744073709551615 & word(a)"),
    ("ss", "(a > 0) + (b > 0)"),
    ("ss", "(a > 0) * 5 - (b > 1)"),
    ("ss", "(a > 0) // 1 + (b > 0) % 2"),
    ("ss", "(a > 0) & (b > 0)"),
    ("ss", "(a > 0) | (b > 0)"),
    ("ss", "(a > 0) ^ (b > 0)"),
    ("s", "-(a > 0)"),
    ("s", "(a > 0) << 3"),
    ("s", "True + (a > 0)"),
    ("ss", "(a > 0) == (b > 0)"),
    ("ss", "(a > 0) != (b > 0)"),
    ("ss", "max(a > 0, b)"),
]
TRUTHS = [
    *(
        (letters, f"{a} {op} {b}")
        for op in ("==", "!=", "<", "<=", ">", ">=")
        for letters, a, b in (
            ("nn", "a", "b"),
            ("ww", "word(a)", "word(b)"),
            ("w", "word(a)", "9223372036854775813"),
            ("w", "5", "word(a)"),
        )
    ),
    ("n", "not a"),
    ("n", "not G.kinds and a > 0"),
    ("n", "not (1 < 2) or a > 0"),
    ("w", "not word(a)"),
    ("n", "not not a"),
    ("sss", "a < b < c"),
    ("sss", "a < b > c != a"),
    ("ss", "0 < a <= b"),
    ("ss", "1 < 2 < a < b"),
    ("ss", "2 < 1 < a < b"),
    ("ww", "0 < word(a) < word(b)"),
    ("ss", "(a > 0) < b"),
]
CHOICES = [
    ("nn", "a and b"),
    ("nn", "a or b"),
    ("nnn", "a and b or c"),
    ("sss", "a or b and c"),
    ("sss", "(a or b) and (b or c)"),
    ("ww", "word(a) and word(b)"),
    ("ww", "word(a) or word(b)"),
    ("w", "word(a) or 5"),
    ("w", "word(a) and 0"),
    ("n", "0 or a"),
    ("n", "5 and a"),
    ("n", "0 and a"),
    ("n", "5 or a"),
    ("nn", "a and 5 and b"),
    ("nn", "a and 0 and b"),
    ("nn", "a or 5 or b"),
    ("nn", "a > 0 and b > 0"),
    ("nn", "not (a > 0 or b > 0)"),
    ("nn", "1 if a and b else 2"),
    ("wn", "1 if word(a) and b else 2"),
    ("wn", "1 if not (word(a) or b > 2) else 2"),
    ("nnn", "a if b else c"),
    ("nnn", "(a if b else c) if c else (b if a else a)"),
    ("n", "a if G.seats else untold"),
    ("n", "untold if G.kinds else a"),
    ("n", "a if 1 < 2 else untold"),
    ("n", "(G.kinds and untold) or a"),
    ("n", "MELDS and untold or a"),
    ("n", "7 if G.kinds == 0 and a else 8"),
    ("nn", "True if a > b else a < 0"),
    ("wn", "word(a) if b else 0"),
    ("wn", "0 if b else word(a)"),
    ("nn", "a if b else True"),
]
ORDERS = [
    ("tss", "note(t, 1, a) and note(t, 2, b)"),
    ("tss", "note(t, 1, a) or note(t, 2, b)"),
    ("tsss", "note(t, 1, a) and note(t, 2, b) or note(t, 3, c)"),
    ("tsss", "1 if note(t, 1, a) and (note(t, 2, b) or note(t, 3, c)) else note(t, 4, 2)"),
    ("tsss", "note(t, 1, a) < note(t, 2, b) < note(t, 3, c)"),
    ("tsss", "1 < note(t, 1, a) <= note(t, 2, b) != note(t, 3, c) and note(t, 4, a) > 0"),
    ("tss", "min(note(t, 1, a), note(t, 2, b)) - max(note(t, 3, a), note(t, 4, b))"),
    ("tss", "note(t, note(t, 1, 2), note(t, 3, a)) + note(t, 4, b)"),
    ("ts", "0 and note(t, 1, a) or note(t, 2, a)"),
    ("ts", "note(t, 1, a) if note(t, 2, a) else note(t, 3, a)"),
]
PROGRAMS = (Path(__file__).parent / "cases" / "programs.txt").read_text("utf-8").split("\n\n# ")[1:]


@pytest.mark.parametrize(("letters", "said"), [*SUMS, *TRUTHS, *CHOICES], ids=lambda each: str(each))
def test_expressions(letters: str, said: str) -> None:
    function = made(f"def f({', '.join('abcd'[: len(letters)])}): return {said}", untold="nothing that is known")
    agree(function, letters)


@pytest.mark.parametrize(("letters", "said"), ORDERS, ids=lambda each: str(each))
def test_what_is_worked_out_and_in_which_order(letters: str, said: str) -> None:
    parameters = ["t", *"abcd"[: len(letters) - 1]]
    agree(made(f"{NOTE}\ndef f({', '.join(parameters)}): return {said}"), letters)


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program: str) -> None:
    letters, _, said = program.partition("\n")
    agree(made(NOTE + said, untold="nothing that is known"), letters)


def test_text_that_answers_nothing() -> None:
    table = (ctypes.c_uint64 * 2)()
    for said, expected in (("poke(t, 1, a)", 5), ("if a > 7:\n        return\n    poke(t, 1, a + 1)", 6), ("pass", 6)):
        machine(made(f"def f(t, a):\n    {said}"), answers=False)(ctypes.addressof(table), 5)
        assert table[1] == expected


def test_what_would_make_a_function_too_large_stays_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "def g(a): return a * a - 3\ndef h(a): return g(a) + g(a + 1)\ndef f(a): return h(a) - g(2 * a)"
    for most, apart in ((1000, 0), (20, 1), (0, 4)):
        monkeypatch.setattr("goatsim.compiler.expressions.LARGEST", most)
        function = made(said)
        assert translated(function, G, 1, True, "f").count(") noinline\n") == apart, most
        agree(function, "s")


def test_text_that_never_ends_is_still_text() -> None:
    machine(made("def f(a):\n    while True:\n        a += 1"), answers=False)


def test_the_numbers_of_a_shape_and_names_that_hang_on_it() -> None:
    function = made(
        "@where('melds', other=-1)\ndef g(a):\n    return a + G.planes\n"
        "def f(a):\n    return 100 * G.seats + g(a) if MELDS or G.kinds else -a"
    )
    for fields, expected in (({}, -5), ({"kinds": 1}, 399), ({"melds": 3, "seats": 2, "planes": 6}, 211)):
        shape = G._replace(**fields)
        assert form(function, shape)(5) == expected
        agree(function, "s", shape)


def enclosed(factor: int) -> object:
    @text
    def times(a: int) -> int:
        return a * factor

    @text
    def outer(a: int) -> int:
        return times(times(a)) + factor

    return outer


def test_closures_and_functions_in_files() -> None:
    for factor in (2, -3):
        agree(enclosed(factor), "s")


def test_the_text_is_the_same_whenever_it_is_made() -> None:
    assert translated(asking, G, 4, False, "a") == translated(asking, G, 4, False, "a")
