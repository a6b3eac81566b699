"""Random policies play the same cards compiled and as plain Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import goatsim
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.lang import us
from goatsim.runs.execute import run
from goatsim.runs.tasks import Arm, Ask, Task
from policies.grammar import policy_file

GAMES = Path(__file__).parent.parent / "games"
DEALS = 8
PLAYED_IN: tuple[tuple[str, dict[str, object]], ...] = (
    ("bare", {}),
    (str(GAMES / "skat_grand.toml"), {}),
    ("bare", {"sides": [0, 1, 0, 1, 0, 1], "hand_size": 5, "talon_to": 0}),
)


def made(seed: int, folder: Path) -> goatsim.Policy | None:
    """A random policy; None if it is too large to be compiled."""
    file = folder / f"made_{seed}.py"
    file.write_text(policy_file(seed), "utf-8")
    try:
        found = goatsim.policies(f"{file}:Made")
    except RequestError as error:
        if "names, values and signs" in str(error) or "either way" in str(error):
            return None
        raise
    assert isinstance(found, goatsim.Policy)
    return found


@pytest.mark.large
@pytest.mark.turns(2)
def test_compiled_and_plain_play_the_same_cards(tmp_path: Path, daily_seed: int, size: float) -> None:
    seeds = range(daily_seed * 1000, daily_seed * 1000 + int(80 * size))
    played = 0
    for seed in seeds:
        policy = made(seed, tmp_path)
        if policy is None:
            continue
        rules, options = PLAYED_IN[0] if seed % 4 else PLAYED_IN[seed // 4 % 3]
        lab = goatsim.at(rules, options=options, policies=policy, seed=seed)
        for index, record in enumerate(lab.replay(0, count=DEALS)):
            compiled = [card for trick in record.tricks for card in trick.cards]
            plain = [card for view in lab.views(index) for card in view.answer.names()]
            assert compiled == plain, (seed, index)
            played += 1
    assert played > len(seeds) * DEALS // 2


def test_every_driver_plays_the_same(tmp_path: Path, daily_seed: int) -> None:
    policy = next(found for seed in range(daily_seed, daily_seed + 50) if (found := made(seed, tmp_path)))
    rules = goatsim.at("bare").rules
    task = Task((Arm(game_of(rules), (policy,) * 4),), (Ask("points", us.points, (us.tricks,)),), daily_seed)
    tables = [run(task, deals=700, driver=driver).tables["points"] for driver in ("lanes", "scalar", "asking")]
    assert all((table.cells == tables[0].cells).all() for table in tables)
