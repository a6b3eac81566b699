"""What measures are put together with: every operation as the engine's instruction and as plain Python, its twin."""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine import program as op

NUMBERS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "+": (op.ADD, lambda a, b: a + b),
    "-": (op.SUB, lambda a, b: a - b),
    "*": (op.MUL, lambda a, b: a * b),
}
COMPARISONS: dict[str, tuple[int, Callable[[int, int], bool]]] = {
    "==": (op.EQ, lambda a, b: a == b),
    "!=": (op.NE, lambda a, b: a != b),
    "<": (op.LT, lambda a, b: a < b),
    "<=": (op.LE, lambda a, b: a <= b),
    ">": (op.LT, lambda a, b: a > b),
    ">=": (op.LE, lambda a, b: a >= b),
}
OVER: dict[str, tuple[int, Callable[[list[int]], int]]] = {
    "any": (op.OR, max),
    "all": (op.AND, min),
    "count": (op.ADD, sum),
    "sum": (op.ADD, sum),
    "min": (op.LEAST, min),
    "max": (op.GREATEST, max),
}
TRUTHS: dict[str, tuple[int, Callable[[int, int], int]]] = {"and": (op.AND, min), "or": (op.OR, max)}
