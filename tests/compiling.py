"""Engine text for tests of the compiler: made from strings, and run as plain Python and as machine code."""

from __future__ import annotations

import ast
import ctypes
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from goatsim.compiler.machinecode import compiled, loaded
from goatsim.compiler.translate import translated
from goatsim.engine import bits
from goatsim.engine.jit import Only, apart, form, is_text, where, written
from goatsim.engine.layout import G, Shape

WORD = (1 << 64) - 1
TABLE = 8
"""Words of a table that text is given to read and write."""

VALUES: dict[str, tuple[Any, ...]] = {
    "n": (0, 1, -1, 2, 63, -64, 2**31, 2**62, -(2**62), 2**63 - 1, -(2**63)),
    "s": (0, 1, -1, 2, -3, 7, 64, -1000),
    "d": (1, 2, -2, 3, -7, 64, 2**62, -(2**62)),
    "k": (0, 1, 31, 62, 63),
    "w": (0, 1, 2, 3, 63, 2**32 + 1, 2**62, 2**63, 2**63 + 5, WORD),
    "t": (None,),
}
"""What text is tried with: any number, a small one, a divisor, a place, a word, a table."""

_names = itertools.count()


def made(texts: str, **names: Any) -> Any:
    """Functions from their texts; returns the last. It sees the words on sets, the shape, and the names given; what is
    decorated with `apart`, or `where(...)`, is that.
    """
    marks = {"apart": apart, "where": where}
    words = {name: value for name, value in vars(bits).items() if is_text(value)}
    namespace: dict[str, Any] = {"G": G, "MELDS": Only("melds"), **words, **names}
    function: Any = None
    for tree in ast.parse(texts).body:
        assert isinstance(tree, ast.FunctionDef)
        decorators, tree.decorator_list = tree.decorator_list, []
        function = written(tree, "<test>", namespace)
        for each in decorators:
            eval(ast.unparse(each), {}, marks)(function)
    return function


def machine(function: Any, shape: Shape = G, answers: bool = True) -> Callable[..., int]:
    """Text as machine code that is kept nowhere: a Python function that answers an unsigned word, or nothing."""
    numbers, name = function.__code__.co_argcount, f"test_{next(_names)}"
    address = loaded(compiled(translated(function, shape, numbers, answers, name)), name)
    kind = ctypes.CFUNCTYPE(ctypes.c_uint64 if answers else None, *(ctypes.c_int64,) * numbers)
    called: Callable[..., int] = kind(address)
    return called


def tried(letters: str) -> Iterator[Sequence[Any]]:
    """What a function is tried with, by the letters of its parameters."""
    yield from itertools.product(*(VALUES[letter] for letter in letters))


def both(function: Any, given: Sequence[Any], shape: Shape, code: Callable[..., int]) -> tuple[Any, Any]:
    """What text answers as plain Python and as machine code; with what it leaves in the table where None is given."""
    plain_table, table = [0] * TABLE, (ctypes.c_uint64 * TABLE)()
    plain = form(function, shape)(*(plain_table if value is None else value for value in given))
    found = code(*(ctypes.addressof(table) if value is None else value for value in given))
    return (int(plain) & WORD, [each & WORD for each in plain_table]), (found, list(table))


def agree(function: Any, letters: str, shape: Shape = G) -> None:
    """Have text meet its machine code for all that its letters say."""
    code = machine(function, shape)
    for given in tried(letters):
        plain, found = both(function, given, shape, code)
        assert found == plain, given
