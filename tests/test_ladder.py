"""The ladder of the built-in policies: what the script counts, and that the README shows it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import goatsim
from goatsim import us
from goatsim.seats.named import names

ROOT = Path(__file__).resolve().parent.parent
ENTRY = re.compile(r"([-+]\d+\.\d\d) ±(\d+\.\d\d)")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ladder", ROOT / "scripts" / "ladder.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shown() -> tuple[list[str], dict[tuple[str, str], tuple[float, float]]]:
    """The ladder in the README: the policies in order, and the entries."""
    text = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"^\$ python scripts/ladder\.py[^\n]*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    head, *rows = [line for line in found[1].splitlines() if line.strip()][:-1]
    order = head.split()[:-1]
    entries: dict[tuple[str, str], tuple[float, float]] = {}
    for row in rows:
        name = row.split()[0]
        others = [other for other in order if other != name]
        cells = ENTRY.findall(row)
        entries |= {(name, other): (float(a), float(b)) for other, (a, b) in zip(others, cells, strict=True)}
    assert [row.split()[0] for row in rows] == order
    return order, entries


def test_the_readme_shows_the_ladder_of_all_policies(script: ModuleType) -> None:
    order, entries = shown()
    assert sorted(order) == names()
    few = script.ladder(order, "bare", 2_000)
    for pair, (value, half) in few.items():
        # Nearly five standard deviations of these few deals.
        assert abs(value - entries[pair][0]) < 2.5 * half + 2 * entries[pair][1], pair
    means = [script.mean(name, entries) for name in order]
    assert means == sorted(means, reverse=True)


def test_every_new_player_beats_greedy_and_expert_beats_all() -> None:
    order, entries = shown()
    assert order[0] == "expert"
    for name in ("partner", "hunter", "memory", "expert"):
        value, half = entries[name, "greedy"]
        assert value - half > 3


def test_a_difference_is_that_of_both_seatings(script: ModuleType) -> None:
    value, half = script.difference("high", "low", "bare", 3_000)
    ours = goatsim.at("bare", policies="high,low", deals=3_000, progress="never").tally(us.points).estimate().value
    theirs = goatsim.at("bare", policies="low,high", deals=3_000, progress="never").tally(us.points).estimate().value
    assert ours is not None and theirs is not None
    # 120 points are in every deal, so that a side's less the other's is twice its own less 120.
    assert value == pytest.approx(ours - theirs)
    assert 0 < half < 5
    assert script.difference("low", "high", "bare", 3_000) == pytest.approx((-value, half))


def test_the_table_is_in_order(script: ModuleType) -> None:
    found = {("a", "b"): (-1.5, 0.25), ("b", "a"): (1.5, 0.25)}
    assert script.table(["a", "b"], found).splitlines() == [
        "             b            a    all",
        "b               +1.50 ±0.25  +1.50",
        "a  -1.50 ±0.25               -1.50",
    ]
