"""Who sits where, in words that cannot be misread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goatsim.chairs import seat_words
from goatsim.show.text import listed, many

if TYPE_CHECKING:
    from goatsim.games import Rules


def seats_words(rules: Rules, seat: int) -> str:
    """Return which seat each seat word means, `seat` being me, who leads first, and what hands are where cards are
    drawn.
    """
    words = seat_words(rules.seats, seat)
    named = [(word, place) for place, word in enumerate(words) if not word.startswith("seat")] or [("me", seat)]
    named.sort(key=lambda each: (each[1] - seat) % rules.seats)
    said = listed(f"{word} is seat {place}" for word, place in named)
    ours = [place for place, side in enumerate(rules.sides) if side == rules.sides[seat]]
    us = f"; us are seats {listed(ours)}" if len(ours) > 1 else ""
    drawn = f"; hands are the first {many(rules.hand_size, 'card')} of each, and talon means the stock"
    return f"{said}{us}; seat {rules.first_leader} leads first{drawn if rules.draw else ''}."
