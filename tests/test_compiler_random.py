"""Random programs of the engine's language, compiled and as plain Python: the same answers."""

from __future__ import annotations

import random

import pytest
from compiling import VALUES, both, machine, made
from programs import Programs

from goatsim.engine.layout import G

MANY = 1500
TRIED = 12


@pytest.mark.large
def test_random_programs_mean_the_same_compiled(daily_seed: int, size: float) -> None:
    source, numbers = Programs(daily_seed), random.Random(daily_seed)
    different = 0
    for number in range(int(MANY * size)):
        letters, said = source.program()
        function = made(said)
        shape = G._replace(melds=number % 2)
        code = machine(function, shape)
        answers = set()
        for _ in range(TRIED):
            given = [
                numbers.choice([*VALUES[letter], numbers.getrandbits(64) - (2**63 if letter == "n" else 0)])
                for letter in letters
            ]
            plain, found = both(function, given, shape, code)
            assert found == plain, f"{said}\n{given}"
            answers.add(str(found))
        different += len(answers) > 1
    # Programs that answer the same whatever they are given would prove little.
    assert different > MANY * size / 3
