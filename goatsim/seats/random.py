"""The policy `random`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import any_of


@policy
class Random:
    """Plays any of its legal cards, all equally likely."""

    def lead(v: Any) -> Any:
        return any_of(v.legal)

    def follow(v: Any) -> Any:
        return any_of(v.legal)
