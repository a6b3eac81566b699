"""The trump suit of a deal: that of a card of the stock, which is shown and goes back (rules.md, 10)."""

from __future__ import annotations

from goatsim.engine.bits import get, high, number, peek, put, signed, word
from goatsim.engine.draw import card_of, fair
from goatsim.engine.jit import text, where
from goatsim.engine.layout import ALL_TRUMPS, DECK, SEED, SHOW_ANY, TABLES, TRUMPS, TURNED, G
from goatsim.engine.philox import ORDER
from goatsim.engine.stock import word_at
from goatsim.engine.tricks import class_of

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
    name_trumps(block, lane, card)


@where("shown")
@text
def name_trumps(block: list[int], lane: int, card: int) -> None:
    """Make the suit of a card trumps."""
    put(block, TURNED, lane, card)
    # The suits stand in the block as the rules class the pack: with the trumps of the deal before, too.
    put(block, TRUMPS, lane, 0)
    suit = class_of(block, lane, card)
    put(block, TRUMPS, lane, suit)
    put(block, ALL_TRUMPS, lane, suit)
