"""Claims that cancel a deal (rules.md, 4)."""

from __future__ import annotations

from goatsim.engine.asking import consult
from goatsim.engine.bits import add, bit, count, get, lowest, number, peek, place, put, shl, signed, when, without, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import (
    CANCELLED,
    CLAIM,
    CLAIM_LIMIT,
    CLAIM_REDEAL,
    CLAIMS,
    HAND,
    MAX_CONDITIONS,
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
def first_of_side(block: list[int], lane: int, turn: int) -> bool:
    """Whether no seat asked before this turn plays for the side of the seat that is asked then."""
    side = side_of(block, lane, in_turn(block, lane, turn))
    first = True
    for before in range(G.seats):
        first = first and not (before < turn and side_of(block, lane, in_turn(block, lane, before)) == side)
    return first


@text
def looked_at(block: list[int], lane: int, team: bool, seat: int) -> int:
    """The cards that a condition looks at: a seat's, or its side's."""
    cards = get(block, HAND + seat, lane)
    if team:
        for other in range(G.seats):
            ours = side_of(block, lane, other) == side_of(block, lane, seat)
            cards |= when(ours, get(block, HAND + other, lane))
    return cards


@text
def claimable(block: list[int], lane: int, rows: list[int], praised: bool) -> int:
    """Which seats may claim a redeal for which conditions, one bit each, in the order in which they are asked: each
    seat in turn for every condition. A side is asked at the first of its seats.

    Conditions are the outer loop: what they say is then read once for all seats, and branches on it are the same in
    every deal.
    """
    found = word(0)
    for row in range(G.redeals):
        base = row * REDEAL_WORDS
        if not praised or signed(rows, base + REDEAL_PRAISED) == 1:
            team = signed(rows, base + REDEAL_SIDE) == 1
            for turn in range(G.seats):
                cards = looked_at(block, lane, team, in_turn(block, lane, turn))
                some = count(cards & peek(rows, base + REDEAL_SET))
                if (
                    some >= signed(rows, base + REDEAL_LEAST)
                    and some <= signed(rows, base + REDEAL_MOST)
                    and points_of(block, lane, cards) <= signed(rows, base + REDEAL_POINTS)
                    and count(cards & get(block, TRUMPS, lane)) <= signed(rows, base + REDEAL_TRUMPS)
                    and (not team or first_of_side(block, lane, turn))
                ):
                    found |= shl(bit(0), MAX_CONDITIONS * turn + row)
    return found


@where("redeals", other=False)
@text
def claimed(block: list[int], lane: int, env: list[int], praised: bool) -> bool:
    """Ask the seats in order whether they claim a redeal, each for its conditions in order, and note the first
    claim, with the hands that it cancels.
    """
    rows = signed(env, REDEALS)
    asked = claimable(block, lane, rows, praised)
    done = False
    while asked != word(0) and not done:
        turn = place(lowest(asked)) // MAX_CONDITIONS
        row = place(lowest(asked)) - MAX_CONDITIONS * turn
        asked = without(asked, lowest(asked))
        seat = in_turn(block, lane, turn)
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
