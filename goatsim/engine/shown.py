"""The trump suit of a deal: that of a card of the stock, which is shown and goes back (rules.md, 10)."""

from __future__ import annotations

from goatsim.engine.bits import get, high, number, peek, signed, word
from goatsim.engine.draw import card_of, fair
from goatsim.engine.jit import text, where
from goatsim.engine.layout import DECK, SEED, SHOW_ANY, TABLES, G
from goatsim.engine.philox import ORDER
from goatsim.engine.stock import word_at
from goatsim.engine.turnup import make_trump

PLACE = 15
"""The place of the stream of orders whose word shows the card."""


@where("shown")
@text
def show_trump(block: list[int], lane: int, env: list[int], index: int, attempt: int) -> None:
    """Show a card, any of the stock or of the whole pack being as likely, and make its suit trumps."""
    seed = peek(env, SEED)
    whole = signed(env, SHOW_ANY) == 1
    ways = word(G.cards if whole else G.cards - G.seats * G.hand)
    at = number(high(fair(seed, index, attempt, ORDER, PLACE, word_at(seed, index, attempt, ORDER, PLACE), ways), ways))
    card = card_of(signed(env, TABLES), at) if whole else get(block, DECK + at, lane)
    make_trump(block, lane, card, word(0))
