"""What the compiler refuses: text outside the engine's language, in one sentence that names function and line."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from compiling import machine, made

from goatsim.compiler import store
from goatsim.engine.jit import F, text, written
from goatsim.engine.layout import G
from goatsim.errors import RequestError

OTHER = "what the engine's language has"
UNSET = "a variable that has a value here, however the text came here"
TWO = "def two(a): return a, word(a)\n"
NONE = "def none(a): pass\n"

# A line of a function of a and b, numbers; what was expected, and what was got if that is not the whole line.
LINES = [
    ("return c", "a name that is known here", "c"),
    ("return a + len(a)", "a name that is known here", "len(a)"),
    ("return sum", "a name that is known here", "sum"),
    ("return G.whatever", "a field of the shape", "G.whatever"),
    ("return G", OTHER, "G"),
    ("return a.real", OTHER, "a.real"),
    ("return 1.5", OTHER, "1.5"),
    ("return 'a'", OTHER, "'a'"),
    ("return [a]", OTHER, "[a]"),
    ("return a[0]", OTHER, "a[0]"),
    ("return f'{a}'", OTHER, "f'{a}'"),
    ("return (lambda: a)", OTHER, "lambda: a"),
    ("return (c := a)", OTHER, "(c := a)"),
    ("return a / b", "an operator that there is for a number", "a / b"),
    ("return a ** 2", "an operator that there is for a number", "a ** 2"),
    ("return word(a) + word(b)", "an operator that there is for a word", "word(a) + word(b)"),
    ("return word(a) * 2", "an operator that there is for a word", "word(a) * 2"),
    ("return 2 ** 64 - 1", "an operator that there is for a number", "2 ** 64"),
    ("return word(a) | b", "a word rather than a number", "word(a) | b"),
    ("return word(a) == b", "a word rather than a number", "word(a) == b"),
    ("return word(a) > -1", "a word rather than a number", "word(a) > -1"),
    ("return word(a) & (b > 1)", "a word rather than a truth", "word(a) & (b > 1)"),
    ("return max(word(a), b)", "a word rather than a number", "max(word(a), b)"),
    ("return max(a > 0, b > 0)", "a comparison of words or numbers", "max(a > 0, b > 0)"),
    ("return word(a) if a else b", "a word rather than a number", "word(a) if a else b"),
    ("return word(a) and b > 1", "values of one kind", "word(a) and b > 1"),
    ("return -word(a)", "a number rather than a word", "-word(a)"),
    ("return +a", "one of `not`, `-`, `~` and what it may stand before", "+a"),
    ("return ~(a > 1)", "one of `not`, `-`, `~` and what it may stand before", "~(a > 1)"),
    ("return a in b", "a comparison of words or numbers", "a in b"),
    ("return a is b", "a comparison of words or numbers", "a is b"),
    ("return a << word(b)", "a number rather than a word", "a << word(b)"),
    ("return a << 64", "0 to 63 places to move by", "a << 64"),
    ("return 1 >> -1", "0 to 63 places to move by", "1 >> -1"),
    ("return a // 0", "another divisor than 0", "a // 0"),
    ("return 5 % (G.kinds * 2)", "another divisor than 0", "5 % (G.kinds * 2)"),
    ("return 9223372036854775807 + 1", "a number rather than a word", "9223372036854775807 + 1"),
    ("return -9223372036854775807 - 2", "whole numbers of 64 bits", "-9223372036854775807 - 2"),
    ("return 18446744073709551616", "whole numbers of 64 bits", "18446744073709551616"),
    ("return 9223372036854775808 << 1", "whole numbers of 64 bits", "9223372036854775808 << 1"),
    ("return HUGE", "whole numbers of 64 bits", "HUGE"),
    ("return word(-1)", "what is the same as a word and as a number", "word(-1)"),
    ("return number(9223372036854775808)", "what is the same as a word and as a number", "number(9223372036854775808)"),
    ("return when(word(a), word(b))", "a truth rather than a word", "word(a)"),
    ("return shl(word(a))", "2 values for shl", "shl(word(a))"),
    ("return shl(word(a), places=b)", OTHER, "shl(word(a), places=b)"),
    ("return shl(*b)", "2 values for shl", "shl(*b)"),
    ("return two(a, b)", "1 values for two", "two(a, b)"),
    ("return a(b)", "a call of engine text", "a(b)"),
    ("return plain(b)", "a call of engine text", "plain(b)"),
    ("return two(a) + 1", "one word, number or truth", "two(a)"),
    ("return 1 + none(a)", "one word, number or truth", "none(a)"),
    ("return two(none(a))", "one word, number or truth", "none(a)"),
    ("return a, two(a)", "one word, number or truth", "two(a)"),
    ("c = none(a)", "one word, number or truth", "none(a)"),
    ("c = two(a)", "one word, number or truth", "two(a)"),
    ("c, d = none(a)", "several values", "none(a)"),
    ("c, d = a", "several values", "a"),
    ("c, d = a, b, a", "3 names for as many values", None),
    ("c, d = two(a), a", "one word, number or truth", "two(a)"),
    ("(c, d), e = a, b", "2 names for as many values", None),
    ("c[0], d = a, b", "2 names for as many values", None),
    ("c = d = a", OTHER, None),
    ("c: int", OTHER, None),
    ("c[0] = a", OTHER, None),
    ("a = word(a)", "a number rather than a word", None),
    ("c += a", UNSET, "c"),
    ("if a:\n        c = 1\n    return c", UNSET, "c"),
    ("for k in range(a):\n        pass\n    return k", UNSET, "k"),
    ("while a > 0:\n        c = a\n        break\n    return c", UNSET, "c"),
    ("for k in (a, b):\n        if a:\n            break\n        c = k\n    return c", UNSET, "c"),
    ("c = HUGE if b else c", "whole numbers of 64 bits", "HUGE"),
    ("known = known + a", UNSET, "known"),
    ("a", OTHER, None),
    ("assert a", OTHER, None),
    ("raise a", OTHER, None),
    ("del a", OTHER, None),
    ("global known", OTHER, None),
    ("import os", OTHER, None),
    ("with a: pass", OTHER, "with a:"),
    ("try: pass\n    finally: pass", OTHER, "try:"),
    ("match a:\n        case 1: pass", OTHER, "match a:"),
    ("def g(): pass", OTHER, "def g():"),
    ("yield a", OTHER, None),
    ("while a:\n        pass\n    else:\n        pass", OTHER, "while a:"),
    ("for k in range(a):\n        pass\n    else:\n        pass", OTHER, "for k in range(a):"),
    ("for k in (a, b):\n        pass\n    else:\n        pass", OTHER, "for k in (a, b):"),
    ("for k in a: pass", OTHER, "for k in a:"),
    ("for k in range(a, b, a): pass", "a range with a known step", "for k in range(a, b, a):"),
    ("for k in range(a, b, 0): pass", "a range with a known step", "for k in range(a, b, 0):"),
    ("for k in range(word(a)): pass", "a number rather than a word", "word(a)"),
    ("for k in range(): pass", OTHER, "for k in range():"),
    ("for k, m in (a, b): pass", OTHER, "for (k, m) in (a, b):"),
    ("if two(a): pass", "one word, number or truth", "two(a)"),
    ("return a if none(a) else b", "one word, number or truth", "none(a)"),
]  # fmt: skip


# A whole text, and what is said of its last function beside its name.
WHOLE = [
    ("def f(a, b=1): return a", "line 1: expected parameters without defaults, stars and bars, got def f(a, b=1):"),
    ("def f(a, *b): return a", "line 1: expected parameters without defaults, stars and bars, got def f(a, *b):"),
    ("def f(a, *, b): return a", "line 1: expected parameters without defaults, stars and bars, got def f(a, *, b):"),
    ("def f(a, /): return a", "line 1: expected parameters without defaults, stars and bars, got def f(a, /):"),
    ("def f(a):\n    if a: return a", "line 1: expected values of one kind, got def f(a):"),
    ("def g(a):\n    if a: return word(a)\n    return a\ndef f(a): return g(a)", "a word rather than a number"),
    ("def g(a):\n    if a: return a, a\n    return a\ndef f(a): return g(a)", "values of one kind"),
    (
        "def g(a):\n    return\n    return a\ndef f(a): return g(a)",
        "expected text that answers one value, got <test>.f",
    ),
    ("def f(a): return None", "expected text that answers one value, got <test>.f"),
    ("def f(a): return a, a", "expected text that answers one value, got <test>.f"),
    ("def f(a): return f(a)", "expected text that never leads back to itself, got <test>.f"),
    ("def g(a): return f(a)\ndef f(a): return g(a)", "expected text that never leads back to itself, got <test>.f"),
    (
        "def g(do, a): return do(g, a)\ndef h(do, a): return do(h, a)\ndef f(a): return g(h, a)",
        "expected text that never leads back to itself, got <test>.g",
    ),
]


def bare(said: str) -> str:
    # Pythons differ in where they write brackets around several values.
    return said.replace("(", "").replace(")", "")


@pytest.mark.parametrize(("line", "expected", "got"), LINES)
def test_lines_that_are_not_in_the_language(line: str, expected: str, got: str | None) -> None:
    function = made(f"{TWO}{NONE}def f(a, b):\n    {line}", HUGE=2**64, known=3, plain=lambda a: a)
    with pytest.raises(TypeError) as caught:
        machine(function)
    said = str(caught.value)
    assert said.startswith("<test>.f, line ")
    assert bare(said).endswith(bare(f"expected {expected}, got {line if got is None else got}"))
    assert 4 <= int(said.split("line ")[1].split(":")[0]) <= 3 + len(line.split("\n")) and "\n" not in said


@pytest.mark.parametrize(("said", "expected"), WHOLE)
def test_functions_that_are_not_in_the_language(said: str, expected: str) -> None:
    with pytest.raises(TypeError) as caught:
        machine(made(said))
    assert expected in str(caught.value) and "\n" not in str(caught.value)


def test_answers_where_nothing_is_expected() -> None:
    for said in ("return a", "return a, a"):
        with pytest.raises(TypeError, match=r"^expected text that answers nothing, got <test>\.f$"):
            machine(made(f"def f(a): {said}"), answers=False)


@text
def back(a: int) -> int:
    return forth(a) + 1


@text
def forth(a: int) -> int:
    return back(a) - 1


def test_texts_that_lead_back_to_themselves_or_are_too_deep_are_refused_by_the_store() -> None:
    said = "^expected text that is less deep and never leads back to itself, got "
    with pytest.raises(RequestError, match=f"{said}test_compiler_refused.back$"):
        store.entry(back, G, 1, True, "test: back and forth")
    deep = made("def f0(a): return a\n" + "".join(f"def f{k + 1}(a): return f{k}(a)\n" for k in range(400)))
    with pytest.raises(RequestError, match=f"{said}<test>.f400$"):
        store.entry(deep, G, 1, True, "test: deep")
    # Whoever was refused holds up nobody else.
    assert store.entry(made("def f(a): return a"), G, 1, True, "test: afterwards")


# ---------------------------------------------------------------------------------------------------------------------
# Sources

DEF = "expected a function written with def, in a file that still says what was loaded, got "


def marked(function: F) -> F:
    text(function)
    return function


def test_functions_that_no_file_defines() -> None:
    names: dict[str, Any] = {"__name__": "nowhere"}
    exec("def f(a): return a", names)
    for function, said in ((text(lambda a: a), "test_compiler_refused"), (text(names["f"]), "nowhere.f")):
        with pytest.raises(TypeError, match=f"^{DEF}{said}"):
            machine(function)
    names = {"__name__": "goatsim.engine.bits"}
    exec(33 * "\n" + "def nothing(a): return a", names)
    with pytest.raises(TypeError, match=f"^{DEF}goatsim.engine.bits.nothing"):
        machine(text(names["nothing"]))


def test_functions_with_several_decorators_within_others_and_in_one_line() -> None:
    @marked
    @text
    def inner(a: int) -> int:
        "Said."
        return a + 1

    @text
    @marked
    @marked
    def outer(
        a: int,
    ) -> int:
        return inner(a) * 2

    assert machine(outer)(4) == 10


@pytest.mark.parametrize("change", ["# more\n{}", "{}def f(:\n", "def g(a):\n    return a\n", ""])
def test_an_edited_file_is_not_taken_for_what_was_loaded(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"edited_{abs(hash(change))}"
    first = "def f(a):\n    return a + 1\n"
    (tmp_path / f"{name}.py").write_text(first)
    function = text(importlib.import_module(name).f)
    (tmp_path / f"{name}.py").write_text(change.format(first))
    with pytest.raises(TypeError, match=f"^{DEF}{name}.f$"):
        machine(function)


def test_text_made_of_a_tree_needs_no_file() -> None:
    import ast

    (tree,) = ast.parse("def f(a): return a + 1").body
    assert machine(written(tree, "nowhere", {}))(4) == 5
