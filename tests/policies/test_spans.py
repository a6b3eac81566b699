"""The spans of values: what the checks say a number can become, it never leaves."""

from __future__ import annotations

import ast
import itertools
import operator
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import goatsim
from goatsim import words
from goatsim.errors import RequestError
from goatsim.seats.language.expressions import _arithmetic
from goatsim.seats.language.kinds import Span
from policies.grammar import KINDS, Writer

FAR = 1_000_000
"""Added to a number so that it is refused as a distance, in a sentence that tells its span."""


@pytest.mark.parametrize("sign", [ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod])
def test_spans_of_arithmetic_hold_every_result(sign: type[ast.operator]) -> None:
    spans = [Span(low, high) for low, high in itertools.product(range(-3, 4), repeat=2) if low <= high]
    exact: dict[type[ast.operator], Callable[[int, int], int]] = {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
    }
    for a, b in itertools.product(spans, spans):
        if sign in (ast.FloorDiv, ast.Mod) and not 0 < b.low == b.high:
            continue
        results = [exact[sign](x, y) for x in range(a.low, a.high + 1) for y in range(b.low, b.high + 1)]
        found = _arithmetic(a, sign(), b)
        assert found.low <= min(results) and max(results) <= found.high
        if sign is not ast.Mod:
            assert found == (min(results), max(results))


def span_of(expression: str, folder: Path) -> Span | None:
    """What the checks say a number can be, on a view alone; None if it may become too large."""
    file = folder / "span.py"
    file.write_text(
        "import goatsim\nfrom goatsim.words import any_of, beats, cheapest, count, highest\n"
        "from goatsim.words import lowest, masters, richest, suit_of, worth\n"
        "FEW = 3\nBOLD = True\n@goatsim.policy(base='low')\nclass Far:\n    def follow(v):\n"
        f"        return v.lacks({expression} + {FAR})\n",
        "utf-8",
    )
    with pytest.raises(RequestError) as caught:
        goatsim.policies(f"{file}:Far")
    found = re.search(r"which may be (-?\d+) to (-?\d+)$", str(caught.value))
    if found is None:
        assert "which may become larger" in str(caught.value), caught.value
        return None
    return Span(int(found[1]) - FAR, int(found[2]) - FAR)


@pytest.mark.large
def test_numbers_stay_in_their_spans(tmp_path: Path, daily_seed: int, size: float) -> None:
    chance = random.Random(daily_seed)
    views = [view for index in range(2) for view in goatsim.at("bare", policies="random", seed=7).views(index)]
    names = {name: getattr(words, name) for name in words.__all__} | {"FEW": 3, "BOLD": True}
    told = 0
    for _ in range(int(2000 * size)):
        writer = Writer(chance, {kind: [] for kind in KINDS}, {kind: [] for kind in KINDS}, [], False)
        expression = writer.whole(chance.randint(1, 3))
        span = span_of(expression, tmp_path)
        if span is None:
            continue
        told += 1
        for view in chance.sample(views, 8):
            value = eval(expression, {**names, "v": view})
            assert span.low <= value <= span.high, (expression, view, span)
    assert told > 1000 * size
