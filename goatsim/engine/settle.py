"""What a deal is worth: card points by side, and the first scoring row that fits (rules.md, 1)."""

from __future__ import annotations

from goatsim.engine.bits import add, count, get, number, put, signed, when, word
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    OUTCOME,
    PENALTY,
    PLANE,
    POINTS,
    ROW_EYES,
    ROW_PENALTY,
    ROW_POINTS_HIGH,
    ROW_POINTS_LOW,
    ROW_SIDE,
    ROW_TRICKS_HIGH,
    ROW_TRICKS_LOW,
    ROW_WORDS,
    TALON,
    TRICKS,
    WON,
    G,
)


@text
def points_of(block: list[int], lane: int, cards: int) -> int:
    """The card points of a set."""
    total = 0
    for k in range(G.planes):
        total += count(cards & get(block, PLANE + k, lane)) << k
    return total


@text
def settle(block: list[int], lane: int, rows: list[int]) -> None:
    """Count the points of every side and apply the first scoring row that fits a side; rows in order, in each row the
    sides in order.
    """
    for side in range(G.sides):
        won = get(block, WON + side, lane) | when(side == G.talon_to, get(block, TALON, lane))
        put(block, POINTS + side, lane, word(points_of(block, lane, won)))
        put(block, PENALTY + side, lane, 0)
    done = False
    outcome = 0
    for row in range(G.rows):
        base = row * ROW_WORDS
        for side in range(G.sides):
            points = number(get(block, POINTS + side, lane))
            tricks = number(get(block, TRICKS + side, lane))
            fits = (
                not done
                and (signed(rows, base + ROW_SIDE) == -1 or signed(rows, base + ROW_SIDE) == side)
                and points >= signed(rows, base + ROW_POINTS_LOW)
                and points <= signed(rows, base + ROW_POINTS_HIGH)
                and tricks >= signed(rows, base + ROW_TRICKS_LOW)
                and tricks <= signed(rows, base + ROW_TRICKS_HIGH)
            )
            done = done or fits
            outcome += (row + 1) * fits
            for other in range(G.sides):
                charge = signed(rows, base + ROW_PENALTY) if other == side else signed(rows, base + ROW_EYES)
                put(block, PENALTY + other, lane, add(get(block, PENALTY + other, lane), when(fits, word(charge))))
    put(block, OUTCOME, lane, word(outcome))
