"""What the engine has no room for is refused when rules are loaded, by what, how much of it, and how much there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from goatsim.engine import layout
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import Rules, load, names, room

CATCHES = [("6C", "QC"), ("7C", "QC"), ("8C", "QC")]
CAPTURES = "".join(f'[[capture]]\ncard = "{card}"\ntakes = "{takes}"\neyes = 1\n' for card, takes in CATCHES)
REDEALS = "".join(f'[[redeal]]\nreason = "r{k}"\ncards = ["QC"]\nleast = 1\n' for k in range(9))
ROWS = "".join(f'[[scoring]]\noutcome = "o{k}"\npoints = {k}\neyes = 1\n' for k in range(64))
MELDS = "".join(
    f'[[meld]]\nmeld = "m{k}"\npoints = 10\nkind = "four"\nranks = "A"\ncount = {1 + k % 8}\n' for k in range(17)
)
HANDS_OF_TWO = "hand_size = 2\n"
PAIRS = "sides = [0, 1, 2, 0, 1, 2]\nhand_size = 4\ntalon_to = 0\nphases = ['shuffle', 'swaps', 'tricks', 'settle']\n"


def has_no_room(rules: Rules) -> bool:
    try:
        room.require_room(rules)
    except RequestError as error:
        return str(error).startswith("expected at most 0 ")
    return False


@pytest.mark.parametrize(
    ("base", "keys", "said"),
    [
        ("six", CAPTURES, "expected at most 2 rows of capture, got 3"),
        ("bare", REDEALS, "expected at most 8 rows of redeal, got 9"),
        ("bare", ROWS, "expected at most 63 scoring rows, got 64"),
        ("bezique", MELDS, "expected at most 16 melds, got 17"),
        ("bezique", HANDS_OF_TWO, "expected at most 36 melds, exchanges and declarations in a deal, got 40"),
        ("classic", f'{PAIRS}swap_two = "optional"\n', "expected at most 2 pairs of partners with swap_two, got 3"),
    ],
)
def test_a_file_beyond_a_limit_is_refused_when_it_is_loaded(base: str, keys: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(f"base = '{base}'\n{keys}", "utf-8")
    with pytest.raises(RequestError) as error:
        load(file)
    assert str(error.value) == f"house: {said}"


def test_every_limit_of_the_engine_is_asked_or_held_by_the_rules_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    # A third claim ends the claims, nobody swaps twice, and kinds of deal lay at most so many tricks.
    held = {"MAX_CLAIMS": 3, "MAX_SWAPS": layout.MAX_SEATS // 2, "MAX_PRE": 4}
    limits = {name for name in vars(layout) if name.startswith("MAX_")}
    assert all(getattr(layout, name) >= least for name, least in held.items())
    # Each of the others is asked: with no room at all there is a game that is refused.
    games = [load(name) for name in names()] + [load("classic", {"swap_two": "optional"})]
    for name in limits - set(held):
        with monkeypatch.context() as patch:
            patch.setattr(layout, name, 0)
            assert any(map(has_no_room, games)), name


def test_rules_made_by_hand_are_asked_when_they_are_made_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("bare")
    monkeypatch.setattr(room, "MAX_ROWS", 1)
    game_of.cache_clear()
    with pytest.raises(RequestError, match="expected at most 1 scoring rows"):
        game_of(rules)
