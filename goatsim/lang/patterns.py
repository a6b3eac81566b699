"""Patterns: how a number is split among players, largest first, such as 3-2-1.

The engine has no word for order, and needs none: with n players a pattern is the sum over them of (n + 1)^value, in
which digit v says how many of them have the value v. Whoever has which is forgotten, as it should be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from goatsim.engine import program as op
from goatsim.errors import RequestError
from goatsim.lang.kinds import Code

LABEL = r"[0-9]{1,9}(?:-[0-9]{1,9})*"
"""How a pattern is written."""

LARGEST = 1 << 62


def read(text: str) -> tuple[int, ...] | None:
    """The numbers of a pattern, largest first; None if the text is none."""
    if not re.fullmatch(LABEL, text):
        return None
    return tuple(sorted(map(int, text.split("-")), reverse=True))


def written(numbers: Sequence[int]) -> str:
    """A pattern as text, largest first."""
    return "-".join(map(str, sorted(numbers, reverse=True)))


def number(values: Sequence[int], high: int) -> int:
    """A pattern of values in 0 .. high as a number; -1 if one lies outside."""
    if any(not 0 <= value <= high for value in values):
        return -1
    return int(sum((len(values) + 1) ** value for value in values))


def numbers(code: int, players: int) -> tuple[int, ...]:
    """The values that `number` made a code of, largest first."""
    found: Counter[int] = Counter()
    value = 0
    while code:
        code, found[value] = divmod(code, players + 1)
        value += 1
    return tuple(sorted(found.elements(), reverse=True))


def code(low: int, high: int, players: Sequence[Code]) -> tuple[int, int, Code]:
    """The range and the program of a pattern, by the program of each player's value and the range of the values. Raises
    `RequestError` for values below 0, and for more patterns than a word of the engine can tell apart.
    """
    base = len(players) + 1
    most = len(players) * base ** min(high, 64)
    if low < 0 or most > LARGEST:
        raise RequestError(
            f"expected a pattern of a number with few values from 0 up, such as trumps, got {low} to {high}"
        )
    made: Code = [(op.CONSTANT, 0, 0)]
    for value in range(high + 1):
        for player in players:
            made += [*player, (op.CONSTANT, value, 0), (op.EQ, 0, 0)]
            made += [(op.CONSTANT, base**value, 0), (op.MUL, 0, 0), (op.ADD, 0, 0)]
    return len(players), most, made
