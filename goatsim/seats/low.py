"""The policy `low`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import lowest


@policy
class Low:
    """Always plays the first of its legal cards in yardstick order: the lowest plain card it may, else its lowest trump."""

    def lead(v: Any) -> Any:
        return lowest(v.legal)

    def follow(v: Any) -> Any:
        return lowest(v.legal)
