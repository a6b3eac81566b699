"""Claims that cancel a deal (rules.md, 4)."""

from __future__ import annotations

from goatsim.engine.asking import consult
from goatsim.engine.bits import add, bit, count, get, number, peek, put, signed, when, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    CANCELLED,
    CLAIM,
    CLAIM_LIMIT,
    CLAIM_REDEAL,
    CLAIMS,
    HAND,
    MAX_SEATS,
    REASON,
    REDEAL_FORCED,
    REDEAL_LEAST,
    REDEAL_MOST,
    REDEAL_POINTS,
    REDEAL_PRAISED,
    REDEAL_SET,
    REDEAL_SIDE,
    REDEAL_TRUMPS,
    REDEAL_WORDS,
    REDEALS,
    TRUMPS,
    G,
)
from goatsim.engine.settle import points_of
from goatsim.engine.tricks import in_turn, side_of


@text
def first_of_side(block: list[int], lane: int, place: int) -> bool:
    """Whether no seat asked before that of this place plays for its side."""
    side = side_of(block, lane, in_turn(block, lane, place))
    first = True
    for before in range(G.seats):
        first = first and not (before < place and side_of(block, lane, in_turn(block, lane, before)) == side)
    return first


@text
def holds(block: list[int], lane: int, rows: list[int], row: int, place: int) -> bool:
    """Whether a redeal condition holds for the hand of the seat at a place, or for its side (then only at the side's
    first seat).
    """
    base = row * REDEAL_WORDS
    seat = in_turn(block, lane, place)
    team = signed(rows, base + REDEAL_SIDE) == 1
    cards = word(0)
    for other in range(G.seats):
        held = other == seat or (team and side_of(block, lane, other) == side_of(block, lane, seat))
        cards |= when(held, get(block, HAND + other, lane))
    some = count(cards & peek(rows, base + REDEAL_SET))
    return (
        (not team or first_of_side(block, lane, place))
        and some >= signed(rows, base + REDEAL_LEAST)
        and some <= signed(rows, base + REDEAL_MOST)
        and points_of(block, lane, cards) <= signed(rows, base + REDEAL_POINTS)
        and count(cards & get(block, TRUMPS, lane)) <= signed(rows, base + REDEAL_TRUMPS)
    )


@where("redeals", other=False)
@text
def claimed(block: list[int], lane: int, env: list[int], praised: bool) -> bool:
    """Ask the seats in order whether they claim a redeal, each for its conditions in order, and note the first
    claim, with the hands that it cancels.
    """
    rows = signed(env, REDEALS)
    done = False
    for place in range(G.seats):
        seat = in_turn(block, lane, place)
        for row in range(G.redeals):
            counts = not praised or signed(rows, row * REDEAL_WORDS + REDEAL_PRAISED) == 1
            if counts and not done and holds(block, lane, rows, row, place):
                put(block, REASON, lane, word(row + 1))
                done = signed(rows, row * REDEAL_WORDS + REDEAL_FORCED) == 1
                if not done:
                    done = consult(block, lane, seat, CLAIM_REDEAL, word(0)) != word(0)
                if done:
                    claims = number(get(block, CLAIMS, lane))
                    put(block, CLAIM + 2 * claims, lane, word(row + 1))
                    put(block, CLAIM + 2 * claims + 1, lane, word(seat))
                    put(block, CLAIMS, lane, add(get(block, CLAIMS, lane), bit(0)))
                    if claims + 1 < CLAIM_LIMIT:
                        for other in range(G.seats):
                            put(block, CANCELLED + MAX_SEATS * claims + other, lane, get(block, HAND + other, lane))
    return done
