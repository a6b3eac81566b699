"""Between dealing and play: faults of the cut, and claims that cancel a deal (rules.md, 4)."""

from __future__ import annotations

from goatsim.engine.bits import add, ask, bit, count, get, high, number, peek, put, signed, when, word
from goatsim.engine.draw import deal
from goatsim.engine.jit import text
from goatsim.engine.layout import (
    CHARGED,
    CLAIM,
    CLAIM_LIMIT,
    CLAIM_REDEAL,
    CLAIMS,
    CUT_FAULT,
    DEALT,
    DECISIONS,
    ENDED,
    ENTRY,
    HAND,
    LEADER,
    LEGAL,
    NO_CUT,
    REASON,
    REDEAL_FORCED,
    REDEAL_LEAST,
    REDEAL_MOST,
    REDEAL_POINTS,
    REDEAL_SET,
    REDEAL_SIDE,
    REDEAL_TRUMPS,
    REDEAL_WORDS,
    REDEALS,
    SEED,
    TABLES,
    THIRD_CLAIM,
    TRICK,
    TRUMPS,
    WRONG_CUT,
    G,
)
from goatsim.engine.philox import CUTS, philox
from goatsim.engine.settle import points_of
from goatsim.engine.tricks import side_of


@text
def cut(block: list[int], lane: int, env: list[int], index: int, attempt: int) -> None:
    """See whether the cut goes wrong: the dealer, the last seat, offers none, or one of the two seats that are
    neither dealer nor praiser cuts.
    """
    a, b, c, _ = philox(peek(env, SEED), index, attempt, CUTS, 0)
    none = a < peek(env, NO_CUT)
    wrong = not none and b < peek(env, WRONG_CUT)
    seat = 1 + number(high(c, word(G.seats - 2)))
    put(block, ENDED, lane, when(none or wrong, word(CUT_FAULT)))
    put(block, CHARGED, lane, when(none, word(G.seats - 1)) | when(wrong, word(seat)))


@text
def first_of_side(block: list[int], lane: int, seat: int) -> bool:
    """Whether no seat before this one plays for its side."""
    first = True
    for other in range(G.seats):
        first = first and not (other < seat and side_of(block, lane, other) == side_of(block, lane, seat))
    return first


@text
def holds(block: list[int], lane: int, rows: list[int], row: int, seat: int) -> bool:
    """Whether a redeal condition holds for a seat's hand, or for its side (then only at the side's first seat)."""
    base = row * REDEAL_WORDS
    team = signed(rows, base + REDEAL_SIDE) == 1
    cards = word(0)
    for other in range(G.seats):
        held = other == seat or (team and side_of(block, lane, other) == side_of(block, lane, seat))
        cards |= when(held, get(block, HAND + other, lane))
    some = count(cards & peek(rows, base + REDEAL_SET))
    return (
        (not team or first_of_side(block, lane, seat))
        and some >= signed(rows, base + REDEAL_LEAST)
        and some <= signed(rows, base + REDEAL_MOST)
        and points_of(block, lane, cards) <= signed(rows, base + REDEAL_POINTS)
        and count(cards & get(block, TRUMPS, lane)) <= signed(rows, base + REDEAL_TRUMPS)
    )


@text
def claimed(block: list[int], lane: int, env: list[int]) -> bool:
    """Ask the seats in order whether they claim a redeal, each for its conditions in order, and note the first
    claim.
    """
    rows = signed(env, REDEALS)
    done = False
    for seat in range(G.seats):
        for row in range(G.redeals):
            if not done and holds(block, lane, rows, row, seat):
                put(block, REASON, lane, word(row + 1))
                # The seat that is asked sees an empty table, as one that leads does.
                put(block, LEADER, lane, word(seat))
                put(block, LEGAL, lane, 0)
                if signed(rows, row * REDEAL_WORDS + REDEAL_FORCED) == 1:
                    done = True
                else:
                    entry = number(get(block, ENTRY + DECISIONS * seat + CLAIM_REDEAL, lane))
                    done = ask(entry, block, lane, seat) != word(0)
                if done:
                    claims = number(get(block, CLAIMS, lane))
                    put(block, CLAIM + 2 * claims, lane, word(row + 1))
                    put(block, CLAIM + 2 * claims + 1, lane, word(seat))
                    put(block, CLAIMS, lane, add(get(block, CLAIMS, lane), bit(0)))
    return done


@text
def deal_until_kept(block: list[int], lane: int, env: list[int], index: int, ready: bool) -> None:
    """Deal a lane, and deal again after every claim; the claim that reaches the limit ends the deal instead, at
    the dealer's charge.
    """
    put(block, CLAIMS, lane, 0)
    put(block, ENDED, lane, 0)
    put(block, TRICK, lane, word(G.tricks))
    attempt = 0
    going = True
    while going:
        going = False
        if not ready:
            deal(block, lane, signed(env, TABLES), peek(env, SEED), index, attempt)
        if G.cuts:
            cut(block, lane, env, index, attempt)
        if G.redeals and get(block, ENDED, lane) == word(0) and claimed(block, lane, env):
            if attempt + 1 == CLAIM_LIMIT:
                put(block, ENDED, lane, word(THIRD_CLAIM))
                put(block, CHARGED, lane, word(G.seats - 1))
            else:
                going = True
                ready = False
                attempt += 1
    for seat in range(G.seats):
        put(block, DEALT + seat, lane, get(block, HAND + seat, lane))
