"""Asking a policy before the first trick: each question counted, so that the coins of each are its own."""

from __future__ import annotations

from goatsim.engine.bits import add, ask, bit, get, number, put, shl, shr, sub, when, word
from goatsim.engine.jit import apart, text, where
from goatsim.engine.layout import ASKED, DECISIONS, DOWN, ENTRY, FAULT, INDEX, LEADER, LEGAL, STREAM, USUAL, WRONG, G
from goatsim.engine.philox import COINS, philox


@text
def consult(block: list[int], lane: int, seat: int, decision: int, legal: int) -> int:
    """The answer of a seat's policy to a question before the first trick; `legal`: what it may choose from."""
    put(block, LEGAL, lane, legal)
    # The seat that is asked sees an empty table, as one that leads does.
    put(block, LEADER, lane, word(seat))
    put(block, ASKED + seat, lane, add(get(block, ASKED + seat, lane), bit(0)))
    return ask(number(get(block, ENTRY + DECISIONS * seat + decision, lane)), block, lane, seat)


@text
def choose(block: list[int], lane: int, seat: int, decision: int, legal: int, usual: int, may_pass: bool) -> int:
    """One card of `legal` that a seat's policy chooses, or none where it may pass. An answer that is neither is noted
    in FAULT, and `usual` taken for it.
    """
    put(block, USUAL, lane, usual)
    answer = consult(block, lane, seat, decision, legal)
    one = answer & legal != word(0) and answer & sub(answer, 1) == word(0)
    right = one or (may_pass and answer == word(0))
    if not right and get(block, FAULT, lane) == word(0):
        put(block, FAULT, lane, word(1 + G.tricks * G.seats + seat))
        put(block, WRONG, lane, answer)
        put(block, WRONG + 1, lane, legal)
        put(block, WRONG + 2, lane, word(decision))
    return when(right, answer) | when(not right, usual)


@text
def knows(block: list[int], lane: int, cards: int) -> None:
    """Tell the seat that is asked next which cards it knows to lie face down."""
    put(block, DOWN, lane, cards)


@where("early", other=0)
@apart
def early_coin(block: list[int], lane: int, seat: int) -> int:
    """The 32 random bits of a seat for the question that it is asked before the first trick."""
    asked = number(get(block, ASKED + seat, lane))
    a, _, _, _ = philox(get(block, STREAM, lane), number(get(block, INDEX, lane)), asked, COINS + seat, 0)
    return number(shr(shl(a, 32), 32))
