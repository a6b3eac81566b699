"""What the engine has room for: how much of everything some rules may have, asked of them when they are loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goatsim.engine import layout
from goatsim.errors import RequestError

if TYPE_CHECKING:
    from goatsim.games.model import Rules

MOST_ANNOUNCED = 2
"""Cards announced in swaps, for which the engine keeps columns behind those of the plain suits."""

MAX_ROWS = 63
"""Scoring rows, which must fit in the bits of a word."""


def require_room(rules: Rules) -> None:
    """Raise `RequestError` for rules of which the engine's tables cannot hold something."""
    for what, size, room in (
        ("seats", rules.seats, layout.MAX_SEATS),
        ("cards in the pack", len(rules.pack), layout.MAX_CARDS),
        ("plain suits, those announced in swaps among them", suits(rules), layout.MAX_SUITS),
        ("pairs of partners with swap_two", _announcers(rules), MOST_ANNOUNCED),
        ("tricks", rules.tricks, layout.MAX_TRICKS),
        ("scoring rows", len(rules.scoring_rows()), MAX_ROWS),
        ("bits in the points of a card", _point_bits(rules), layout.MAX_PLANES),
        ("rows of capture", len(rules.capture_rows()), layout.MAX_CAPTURES),
        ("rows of redeal", len(rules.redeal_rows()), layout.MAX_CONDITIONS),
        ("melds", len(rules.meld_rows()), layout.MAX_MELDS),
        ("melds, exchanges and declarations in a deal", _events(rules), layout.MAX_EVENTS),
    ):
        if size > room:
            raise RequestError(f"expected at most {room} {what}, got {size}")


def suits(rules: Rules) -> int:
    """How many plain suits a deal may have; a card that is announced in a swap is one of its own."""
    return len(rules.plain) + MOST_ANNOUNCED * announces(rules)


def announces(rules: Rules) -> bool:
    """Whether one of two trumps may be passed, so that the other is announced to be plain (rules.md, 2)."""
    return bool(rules.options.get("swap_two", "off") != "off")


def _announcers(rules: Rules) -> int:
    """How many pairs may announce a card, each once."""
    return sum(rules.sides.count(side) == 2 for side in set(rules.sides)) if announces(rules) else 0


def _point_bits(rules: Rules) -> int:
    return max(map(rules.card_points, rules.pack)).bit_length()


def _events(rules: Rules) -> int:
    """The most that is noted of a deal: a meld after every trick up to the one after the last card was drawn, every
    seven declared, and the card turned up exchanged once.
    """
    if "melds" not in rules.phases:
        return 0
    sevens = sum(card[0] == rules.seven_rank for card in rules.pack)
    return rules.tricks - rules.dealt + 1 + sevens + 1
