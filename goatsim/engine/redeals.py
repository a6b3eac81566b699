"""Between dealing and play: faults of the cut, and claims that cancel a deal (rules.md, 4)."""

from __future__ import annotations

from goatsim.engine.asking import consult
from goatsim.engine.bits import add, bit, count, get, high, number, peek, put, shl, signed, when, word
from goatsim.engine.draw import deal
from goatsim.engine.jit import text, where
from goatsim.engine.kinds import deal_first, deal_kind, no_tricks
from goatsim.engine.layout import (
    ALL_MAY,
    CANCELLED,
    CHALLENGER,
    CHARGED,
    CLAIM,
    CLAIM_LIMIT,
    CLAIM_REDEAL,
    CLAIMS,
    CUT_FAULT,
    DEALT,
    ENDED,
    FIRST_CARD,
    FIRST_DEAL,
    FIRST_LEAD,
    FIRST_RIGHTS,
    FORCED,
    FORCED_KIND,
    FREE_KIND,
    HAND,
    KIND,
    MAX_SEATS,
    NO_CUT,
    OPENER,
    PRAISE,
    PRAISER_SIDE_MAY,
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
    REGULAR,
    RIGHTS,
    RIGHTS_RULE,
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


@where("cuts")
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
def in_turn(block: list[int], lane: int, place: int) -> int:
    """The seat that is asked at a place in the order from the praiser."""
    seat = number(get(block, OPENER, lane)) + place
    return seat - G.seats * (seat >= G.seats)


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


@where("match")
@text
def appoint(block: list[int], lane: int, env: list[int]) -> None:
    """Settle who is praiser in a deal of a match, who may lead trumps, and which card must be led."""
    first = get(block, FIRST_DEAL, lane) == bit(0)
    opener = 0
    for seat in range(G.seats):
        if first and get(block, HAND + seat, lane) & peek(env, FIRST_CARD) != word(0):
            opener = seat
    put(block, OPENER, lane, word(opener))
    rule = signed(env, FIRST_RIGHTS) if first else signed(env, RIGHTS_RULE)
    rights = word(0)
    for seat in range(G.seats):
        ours = side_of(block, lane, seat) == side_of(block, lane, opener)
        rights |= when(rule == ALL_MAY or (rule == PRAISER_SIDE_MAY and ours), shl(bit(0), seat))
    put(block, RIGHTS, lane, rights)
    led = when(first, get(block, HAND + opener, lane) & peek(env, FIRST_LEAD))
    put(block, FORCED, lane, get(block, FORCED, lane) | led)


@where("kinds", other=0)
@text
def praised_kind(block: list[int], lane: int, env: list[int]) -> int:
    """The kind of deal: as the rules say, or as the praiser answers."""
    kind = signed(env, FORCED_KIND)
    if G.match and get(block, FIRST_DEAL, lane) == bit(0):
        kind = REGULAR
    elif kind == FREE_KIND:
        kind = number(consult(block, lane, number(get(block, OPENER, lane)), PRAISE, word(0)))
    return kind


@text
def deal_until_kept(block: list[int], lane: int, env: list[int], index: int, ready: bool) -> None:
    """Deal a lane, and deal again after every claim; the claim that reaches the limit ends the deal instead, at
    the dealer's charge.
    """
    put(block, CLAIMS, lane, 0)
    put(block, ENDED, lane, 0)
    put(block, TRICK, lane, word(G.tricks))
    kind = REGULAR
    if G.kinds:
        kind = praised_kind(block, lane, env)
        put(block, KIND, lane, word(kind))
    attempt = 0
    going = True
    while going:
        going = False
        if not ready:
            deal(block, lane, signed(env, TABLES), peek(env, SEED), index, attempt)
            if G.match and get(block, FIRST_DEAL, lane) == bit(0):
                deal_first(block, lane, env, index, attempt)
            if G.kinds and kind != REGULAR:
                deal_kind(block, lane, env, index, kind)
        if G.match:
            appoint(block, lane, env)
        if G.cuts:
            cut(block, lane, env, index, attempt)
            if G.kinds and attempt == 0 and get(block, ENDED, lane) != word(0):
                # Nothing was praised where the cut went wrong.
                put(block, KIND, lane, word(REGULAR))
                put(block, CHALLENGER, lane, 0)
        if G.redeals and get(block, ENDED, lane) == word(0) and claimed(block, lane, env, kind != REGULAR):
            if attempt + 1 == CLAIM_LIMIT:
                put(block, ENDED, lane, word(THIRD_CLAIM))
                put(block, CHARGED, lane, word(G.seats - 1))
            else:
                going = True
                ready = False
                attempt += 1
                kind = REGULAR
                no_tricks(block, lane)
    for seat in range(G.seats):
        put(block, DEALT + seat, lane, get(block, HAND + seat, lane))
