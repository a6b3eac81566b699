"""Which games a card turned up goes with: what else no player, board or referee could follow is refused when loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from goatsim.errors import RequestError
from goatsim.games import load

APART = {
    "sets without it": ("bura", 'turned = "none"', "turned=stock together with the phase sets"),
    "sets with another": ("bura", 'turned = "last_of_stock"', "turned=stock together with the phase sets"),
    "tricks with that of sets": (
        *("bura-two", 'phases = ["shuffle", "swaps", "tricks", "settle"]'),
        "turned=stock together with the phase sets",
    ),
    "that of melds without melds": ("bezique", "meld = []", "melds where turned=last_of_stock"),
    "a talon bought": ("three", 'turned = "last_card"', "no trump suit that is turned up where the talon is bought"),
}


@pytest.mark.parametrize("kind", APART)
def test_a_card_turned_up_goes_with_its_game(kind: str, tmp_path: Path) -> None:
    base, line, said = APART[kind]
    file = tmp_path / "house.toml"
    file.write_text(f'base = "{base}"\n{line}\n', "utf-8")
    with pytest.raises(RequestError, match=f"^house: expected {said}.*, got .*$"):
        load(file)
