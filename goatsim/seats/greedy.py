"""The policy `greedy`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.words import cheapest, count, highest, lowest


@policy
class Greedy:
    """Leads its highest trump from four or more, feeds its partner's tricks with aces, tens and kings, takes tricks of ten points or more as cheaply as it can, else throws its cheapest card."""

    def lead(v: Any) -> Any:
        trumps = v.legal & v.trumps
        if count(trumps) >= 4:
            return highest(trumps)
        return cheapest(v.legal)

    def follow(v: Any) -> Any:
        if v.partner_winning:
            if v.legal & v.aces:
                return lowest(v.legal & v.aces)
            if v.legal & v.tens:
                return lowest(v.legal & v.tens)
            if v.legal & v.kings:
                return lowest(v.legal & v.kings)
            return cheapest(v.legal)
        if v.table_points >= 10 and v.winners:
            return lowest(v.winners)
        return cheapest(v.legal)
