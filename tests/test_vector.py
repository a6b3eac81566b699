"""The steps of a trick over all lanes are vector code: the compiler turns one scalar without a word, which only machine
code shows. Dealing and settling are quicker lane by lane.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator

import pytest

from goatsim.compiler.machinecode import assembly
from goatsim.compiler.translate import translated
from goatsim.engine.jit import text
from goatsim.engine.tricks import take, turn
from goatsim.game import game_of
from goatsim.games import load
from goatsim.seats.named import named

# Whole-register instructions on 64-bit numbers, by processor.
WIDE = {"x86_64": r"[yz]mm\d", "amd64": r"[yz]mm\d", "aarch64": r"v\d+\.2d", "arm64": r"v\d+\.2d"}

Loop = Callable[[list[int], int, int, int], None]


def loops(policy: str) -> Iterator[tuple[str, Loop]]:
    """The steps of the lanes driver, each over all lanes."""
    lead, follow = (named(policy).engine_text(word) for word in ("lead", "follow"))

    @text
    def leading(block: list[int], deals: int, trick: int, unused: int) -> None:
        for lane in range(deals):
            turn(block, lane, trick, 0, lead)

    @text
    def following(block: list[int], deals: int, trick: int, unused: int) -> None:
        for lane in range(deals):
            turn(block, lane, trick, 2, follow)

    @text
    def taking(block: list[int], deals: int, trick: int, unused: int) -> None:
        for lane in range(deals):
            take(block, lane, trick)

    yield from (("leading", leading), ("following", following), ("taking", taking))


def wide_lines(loop: Loop) -> int:
    code = assembly(translated(loop, game_of(load("bare")).shape, 4, False, "loop"))
    return len(re.findall(WIDE[platform.machine().lower()], code))


@pytest.mark.parametrize("policy", ["low", "high", "greedy"])
def test_every_step_is_taken_side_by_side(policy: str) -> None:
    found = {name: wide_lines(loop) for name, loop in loops(policy)}
    assert min(found.values()) > 20, found


def test_a_loop_that_is_not_vector_code_is_noticed() -> None:
    # Picking one card of several at random has no vector form.
    found = {name: wide_lines(loop) for name, loop in loops("random")}
    assert found["following"] < 5 and found["taking"] > 20, found
