"""Signs that partners give each other before the first lead (rules.md, 12), and what they tell.

Each seat with a partner gives every sign in force that is true of its hand. So its partners know for each of them that
it is true, or that it is not. The opponents notice a sign that is given with some chance, all of them together; of one
that they do not notice they know nothing, unless that chance is 1, when they know what the partners know. Whether sign
k of the table is noticed at a seat hangs on the word of place 64 * seat + k of a stream of its own, and on nothing
else: a sign that is noticed at some chance is noticed at every greater one, whatever other signs are given.
"""

from __future__ import annotations

from goatsim.engine.bits import bit, count, get, number, peek, put, shl, signed, sub, when, without, word
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import (
    ALL_MAY,
    ENDED,
    HAND,
    LAID,
    MAX_SEATS,
    OPENER,
    PRAISER_SIDE_MAY,
    PRE,
    SEED,
    SIGNS,
    TRUMPS,
    G,
)
from goatsim.engine.philox import SIGNALS
from goatsim.engine.signals import GIVEN, HELD, LACKED, NOTICED, RUFFED
from goatsim.engine.stock import word_at
from goatsim.engine.tricks import side_of

# The table of the signs in force, one word each: first the head,
HOW_MANY = 0
BY = 1  # who gives them: ALL_MAY, PRAISER_SIDE_MAY, OTHERS_MAY
CHANCE = 2  # that a sign is noticed, in units of 2**-64; the largest word: it always is
SIGN_HEAD = 3
# and then of each sign
PLACE = 0  # its place in the table of all signs
CARDS = 1  # the cards that it is about ...
AMONG = 2  # ... if they are: ANY_CARDS, OF_TRUMPS, OF_PLAIN
VOID = 3  # 1: its giver holds none of them, but a trump; 0: it holds one of them
SIGN_WORDS = 4
ANY_CARDS = 0
OF_TRUMPS = 1
OF_PLAIN = 2


@where("signals", other=False)
@text
def gives(block: list[int], lane: int, seat: int, by: int) -> bool:
    """Whether a seat gives signs: it has a partner to see them, and its side is one of those that do."""
    partners = 0
    for other in range(G.seats):
        partners += 1 * (other != seat and side_of(block, lane, other) == side_of(block, lane, seat))
    first = side_of(block, lane, seat) == side_of(block, lane, number(get(block, OPENER, lane)))
    return partners > 0 and (by == ALL_MAY or (by == PRAISER_SIDE_MAY) == first)


@where("signals", other=0)
@text
def meant(block: list[int], lane: int, cards: int, among: int) -> int:
    """Those of some cards that a sign means in this deal."""
    trumps = get(block, TRUMPS, lane)
    if among == OF_TRUMPS:
        cards &= trumps
    if among == OF_PLAIN:
        cards = without(cards, trumps)
    return cards


@where("signals")
@text
def tell(block: list[int], lane: int, column: int, cards: int) -> None:
    """Add cards to what signs tell."""
    put(block, column, lane, get(block, column, lane) | cards)


@where("signals")
@apart
def give_signs(block: list[int], lane: int, env: list[int], index: int) -> None:
    """Let every seat give the signs in force that are true of the cards it holds before its first choice."""
    table = signed(env, SIGNS)
    chance = peek(table, CHANCE)
    always = chance == sub(word(0), bit(0))
    for seat in range(G.seats):
        hand = get(block, HAND + seat, lane)
        if G.kinds:
            # What was laid while the cards were dealt is in no hand any more.
            hand = without(hand, when(get(block, PRE, lane) != word(0), get(block, LAID + seat, lane)))
        trumps = hand & get(block, TRUMPS, lane)
        giving = gives(block, lane, seat, signed(table, BY)) and get(block, ENDED, lane) == word(0)
        for row in range(signed(table, HOW_MANY)):
            at = SIGN_HEAD + SIGN_WORDS * row
            place = signed(table, at + PLACE)
            cards = meant(block, lane, peek(table, at + CARDS), signed(table, at + AMONG))
            void = signed(table, at + VOID) == 1
            true = (hand & cards == word(0) and trumps != word(0)) if void else hand & cards != word(0)
            if giving and cards != word(0):
                drawn = word_at(peek(env, SEED), index, 0, SIGNALS, 64 * seat + place)
                noticed = true and (always or drawn < chance)
                tell(block, lane, GIVEN + seat, when(true, shl(bit(0), place)))
                tell(block, lane, NOTICED + seat, when(noticed, shl(bit(0), place)))
                for others in range(2):
                    at_once = others * MAX_SEATS + seat
                    known = others == 0 or always or noticed
                    # Of several cards, such as two trump tens, it is not said which.
                    tell(block, lane, HELD + at_once, when(known and true and not void and count(cards) == 1, cards))
                    tell(block, lane, LACKED + at_once, when(known and true == void, cards))
                    tell(block, lane, RUFFED + at_once, when(known and true and void, cards))


@where("signals", other=0)
@text
def told(block: list[int], lane: int, seat: int, other: int, column: int) -> int:
    """What a seat knows by signs of another one, or others of its own side of itself: a column of what signs tell."""
    ours = side_of(block, lane, other) == side_of(block, lane, seat)
    cards = word(0)
    for k in range(G.seats):
        known = when(ours, get(block, column + k, lane)) | when(not ours, get(block, column + MAX_SEATS + k, lane))
        cards |= when(other == k, known)
    return cards
