"""Every text that any game comes to is in the engine's language, under every value of every option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from goatsim.compiler.translate import translated
from goatsim.engine import matches, play
from goatsim.engine.jit import narrowed
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import load, names
from goatsim.runs import machine
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up

POLICIES = ("random", "greedy", "expert", "reader")


def texts(arm: Arm) -> Iterator[tuple[Any, Any, int, bool]]:
    """What is compiled for an arm: the text, the shape, how many numbers it takes, and whether it answers."""
    (policy,) = set(arm.policies)
    for indexed in (False, True):
        for match in (0, 1):
            shape = machine.shape_of(arm, indexed)._replace(match=match)
            tricks = [policy.engine_text(word) for word in machine.TRICKS]
            yield play.deal_lanes, shape, 4, False
            yield play.settle_lanes, shape, 4, False
            yield matches.begin_match, shape, 5, False
            yield matches.advance, shape, 3, True
            yield from ((policy.engine_text(word), shape, 3, True) for word in machine.asked(shape))
            if shape.sets:
                yield play.asking_sets, shape, 4, False
                yield play.sets_driver(*map(policy.engine_text, machine.SETS)), shape, 4, False
            else:
                yield play.asking, shape, 4, False
                yield play.scalar_driver(*tricks, *map(policy.engine_text, machine.MELDS)), shape, 4, False
            if not shape.sets and not shape.melds:
                yield play.lanes_driver(*tricks), shape, 4, False


@pytest.mark.large
@pytest.mark.parametrize("game", names())
def test_all_of_it_can_be_translated(
    game: str, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    chance = Random(daily_seed)
    values: list[dict[str, object]] = [
        {name: value} for name, option in load(game).option_defs.items() for value in option.values
    ]
    chosen = [{}, *chance.sample(values, round(len(values) * size))]
    seen = set()
    for options in chosen:
        try:
            rules = load(game, options)
        except RequestError:
            continue  # some options need one another
        for policy in POLICIES if size == 1 else chance.sample(POLICIES, 1):
            for text, shape, numbers, answers in texts(Arm(game_of(rules), line_up(policy, rules.sides))):
                key = (text, narrowed(text, shape))
                if key not in seen:
                    seen.add(key)
                    translated(*key, numbers, answers, "text")
    record_property("texts", len(seen))
    assert len(seen) > 20
