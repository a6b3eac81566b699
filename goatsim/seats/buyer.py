"""The policy `buyer`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.seats.expert import strength


@policy(base="expert")
class Buyer:
    """Buys the talon with a hand that is worth `least` or more: 2 for each trump, 1 more for each queen, 3 for each
    plain ace. `goatsim study talon --rules three` plays the values of `least` against one another. In all else it plays
    as `expert`: the card, or the set, of the greatest value, the first among equals in yardstick order.
    """

    least = 14

    def buy(v: Any) -> Any:
        """Answer whether to buy the talon."""
        return strength(v) >= v.least
