"""Matches in which every side has a stock, or counts against each other one: whose account a deal is booked in, and who
wins (rules.md, 9).
"""

from __future__ import annotations

from goatsim.engine.bits import add, bit, get, number, put, shl, signed, when, word
from goatsim.engine.jit import text, where
from goatsim.engine.layout import BY_PAIRS, BY_WINNER, LOSERS, MAX_SEATS, PAIRED, PENALTY, SCORE, TARGET, VICTOR, G


@where("ledger")
@text
def open_accounts(block: list[int], lane: int) -> None:
    """Begin a match: nobody has won, and nobody has taken anything from anybody."""
    put(block, VICTOR, lane, 0)
    for pair in range(MAX_SEATS * G.sides):
        put(block, PAIRED + pair, lane, 0)


@where("ledger", other=-1)
@text
def taker(block: list[int], lane: int) -> int:
    """The side for which a deal charges others, or that it charges instead of them; -1 if it charges nobody."""
    found = -1
    anybody = False
    for side in range(G.sides):
        charged = get(block, PENALTY + side, lane) != word(0)
        anybody = anybody or charged
        if charged == (G.ledger == BY_WINNER):
            found = side
    return found if anybody else -1


@where("ledger")
@text
def book_stocks(block: list[int], lane: int, terms: list[int]) -> None:
    """Book what a deal charges. Whoever empties a stock, or has taken the target from an opponent, wins; the owners of
    such stocks have lost, or all others where everybody counts his own down.
    """
    winner = taker(block, lane)
    lost = word(0)
    if winner >= 0:
        for side in range(G.sides):
            due = get(block, PENALTY + side, lane)
            total = add(get(block, SCORE + side, lane), due)
            if G.ledger == BY_PAIRS:
                pair = PAIRED + MAX_SEATS * winner + side
                taken = add(get(block, pair, lane), due)
                put(block, pair, lane, taken)
                before = get(block, SCORE + side, lane)
                total = taken if taken > before else before
            put(block, SCORE + side, lane, total)
            if number(total) >= signed(terms, TARGET):
                for other in range(G.sides):
                    loses = (other == side) != (G.ledger == BY_WINNER)
                    lost |= when(loses, shl(bit(0), other))
        put(block, LOSERS, lane, lost)
        put(block, VICTOR, lane, when(lost != word(0), word(1 + winner)))


@where("ledger")
@text
def move_accounts(block: list[int], lane: int, into: list[int], to: int) -> None:
    """Write the accounts of a lane into another one."""
    put(into, VICTOR, to, get(block, VICTOR, lane))
    for pair in range(MAX_SEATS * G.sides):
        put(into, PAIRED + pair, to, get(block, PAIRED + pair, lane))
