"""The cut of the pack before it is dealt (rules.md, 4.4)."""

from __future__ import annotations

from goatsim.engine.bits import high, number, peek, put, when, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import CHARGED, CUT_FAULT, ENDED, NO_CUT, SEED, WRONG_CUT, G
from goatsim.engine.philox import CUTS, philox


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
