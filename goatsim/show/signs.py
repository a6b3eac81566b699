"""The signs of partners in words: who gave which, and which the opponents noticed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goatsim.games.signs import signs


def sign_words(record: Mapping[str, Any]) -> list[str]:
    """Return the signs of a record, a line for each seat that gave any: ``Seat 1 signs: beats clubs, trump ten
    (noticed)``.
    """
    meanings = {sign.id: sign.meaning for sign in signs()}
    lines = []
    for one in record.get("signals") or ():
        noticed = one.get("noticed") or ()
        said = [meanings.get(sign, sign) + " (noticed)" * (sign in noticed) for sign in one["signs"]]
        lines.append(f"Seat {one['seat']} signs: {', '.join(said)}")
    return lines
