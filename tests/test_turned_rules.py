"""What goes with a card turned up and with cards left over: what else no board or referee could follow is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import load

SETS = "turned=stock together with the phase sets, or neither"
MELDS = "turned=last_of_stock together with the phase melds, or neither"
NO_MELDS = 'phases = ["shuffle", "swaps", "tricks", "settle"]'

APART = {
    "sets without it": ("bura", 'turned = "none"', SETS),
    "sets with another": ("bura", 'turned = "last_of_stock"', SETS),
    "tricks with that of sets": ("bura-two", NO_MELDS, SETS),
    "tricks with that of melds": ("bezique", NO_MELDS, MELDS),
    "a stock without melds": ("bezique", "meld = []", "melds together with the phase melds, or neither"),
    "a talon bought": ("three", 'turned = "last_card"', "no trump suit that is turned up where the talon is bought"),
    "a stock that counts for a side": ("stock", "talon_to = 0", "talon_to=none with draw=true"),
    "a bought talon that counts for a side": ("three", "talon_to = 1", "talon_to=none with the phase buy"),
}


@pytest.mark.parametrize("kind", APART)
def test_a_card_turned_up_goes_with_its_game(kind: str, tmp_path: Path) -> None:
    base, line, said = APART[kind]
    file = tmp_path / "house.toml"
    file.write_text(f'base = "{base}"\n{line}\n', "utf-8")
    with pytest.raises(RequestError, match=f"^house: expected {said}.*, got .*$"):
        load(file)


def test_trumps_of_every_deal_are_none_where_ranks_are_led() -> None:
    with pytest.raises(RequestError, match="no trumps of every deal where rank_leads=on, got 7C QC"):
        game_of(load("bura-two", {"trumps": "7C QC"}))
    assert game_of(load("bura", {"trumps": "7C QC"})).shape.sets
