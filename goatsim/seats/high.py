"""The policy `high`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import highest


@policy
class High:
    """Always plays the last of its legal cards in yardstick order: its highest trump if it may, else its highest plain card."""

    def lead(v: Any) -> Any:
        return highest(v.legal)

    def follow(v: Any) -> Any:
        return highest(v.legal)
