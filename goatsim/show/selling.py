"""A talon in words: who bought it, what was laid aside or turned up, and for whom it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from goatsim.games import Rules
from goatsim.show.look import PLAIN, Look

Object = Mapping[str, Any]


class LeftOver(NamedTuple):
    """Cards that count for a side beside its tricks, and what they are called."""

    name: str
    cards: Sequence[str]
    side: int


def sale_words(record: Object, look: Look = PLAIN) -> list[str]:
    """Return what became of the talon of a record, in a line: ``Seat 1 buys the talon and lays aside 9S 8C``; none
    where it could not be bought.
    """
    soloist, buys, discard = record.get("soloist"), record.get("buys"), record.get("discard")
    if soloist is not None:
        said = f"Seat {soloist} buys the talon"
        return [f"{said} and lays aside {' '.join(map(look.card, discard))}" if discard else said]
    if not buys:
        return []
    turned = record.get("turned")
    return [f"Nobody buys the talon{f'; {look.card(turned)} is turned up' if turned else ''}"]


def left_over(record: Object, rules: Rules) -> LeftOver | None:
    """Return the cards that count beside the tricks of a record that is whole; None if there are none."""
    tricks, talon = record["tricks"], record.get("talon") or ()
    if len(tricks) < rules.tricks or not talon:
        return None
    soloist, discard = record.get("soloist"), record.get("discard")
    if rules.buys and soloist is not None:
        return LeftOver("aside", discard, rules.sides[soloist]) if discard else None
    if rules.buys:
        winner = tricks[-1].get("winner")
        return None if winner is None else LeftOver("talon", talon, rules.sides[winner])
    return None if rules.talon_to == "none" else LeftOver("talon", talon, rules.talon_to)


def may_lead_trumps(record: Object, rules: Rules) -> str:
    """Return who may lead trumps in a deal whose talon was bought, in words; "" if that does not hang on the talon."""
    if not rules.buys or record.get("soloist") is None or rules.options.get("three_trump_lead") != "soloist":
        return ""
    return f"seat {record['soloist']} may lead trumps"
