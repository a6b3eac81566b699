"""Words on sets of cards. A set is an unsigned 64-bit integer, one bit a card, the weakest card lowest (see `layout`).

What is written here is the definition; compiled code uses the processor's instructions of the same names
(`intrinsics`).
"""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine.jit import native
from goatsim.engine.layout import STRIDE

WORD = (1 << 64) - 1


@native
def lowest(cards: int) -> int:
    """The lowest card of a set, as a set; empty for the empty set."""
    return cards & -cards


@native
def highest(cards: int) -> int:
    """The highest card of a set, as a set; empty for the empty set."""
    return 1 << (cards.bit_length() - 1) if cards else 0


@native
def count(cards: int) -> int:
    """How many cards a set holds."""
    return cards.bit_count()


@native
def bit(place: int) -> int:
    """The set that holds the card at a place (0..63)."""
    return 1 << place


@native
def place(card: int) -> int:
    """The place (0..63) of the lowest card of a set that is not empty."""
    return (card & -card).bit_length() - 1


@native
def upto(card: int) -> int:
    """All places at or below that of a single card; empty for the empty set."""
    return (2 * card - 1) & WORD if card else 0


@native
def without(cards: int, others: int) -> int:
    """The cards of the first set that are not in the second."""
    return cards & ~others


@native
def when(condition: bool, cards: int) -> int:
    """The set if the condition holds, else the empty set."""
    return cards if condition else 0


@native
def scatter(digits: int, cards: int) -> int:
    """Parallel deposit: bit k of `digits` decides whether the k-th lowest card of the set is taken."""
    result = 0
    while cards and digits:
        if digits & 1:
            result |= cards & -cards
        cards &= cards - 1
        digits >>= 1
    return result


@native
def add(a: int, b: int) -> int:
    """The sum, modulo 2**64."""
    return (a + b) & WORD


@native
def sub(a: int, b: int) -> int:
    """The difference, modulo 2**64."""
    return (a - b) & WORD


@native
def low(a: int, b: int) -> int:
    """The low 64 bits of a product."""
    return (a * b) & WORD


@native
def high(a: int, b: int) -> int:
    """The high 64 bits of a product."""
    return (a * b) >> 64


@native
def number(word: int) -> int:
    """A word below 2**63 as a signed number."""
    return word


@native
def word(number: int) -> int:
    """A number of 0 or more as a word."""
    return number


@native
def shr(bits: int, places: int) -> int:
    """The word moved down by a number of places (0..63)."""
    return bits >> places


@native
def shl(bits: int, places: int) -> int:
    """The word moved up by a number of places (0..63), modulo 2**64."""
    return (bits << places) & WORD


@native
def get(block: list[int], column: int, lane: int) -> int:
    """One entry of a block: a column's word for a lane."""
    return block[column * STRIDE + lane]


@native
def put(block: list[int], column: int, lane: int, value: int) -> None:
    """Write one entry of a block."""
    block[column * STRIDE + lane] = value


@native
def peek(words: list[int], place: int) -> int:
    """A word of a table."""
    return words[place]


@native
def signed(words: list[int], place: int) -> int:
    """A word of a table, read as a signed number."""
    return words[place]


@native
def ask(entry: Callable[..., int], block: list[int], lane: int, seat: int) -> int:
    """Ask a policy through its entry point."""
    return entry(block, lane, seat)


@native
def nth(cards: int, k: int) -> int:
    """The k-th lowest card of a set, k from 0 to 63, as a set; empty if there are fewer."""
    for _ in range(k):
        cards &= cards - 1
    return cards & -cards


@native
def poke(words: list[int], place: int, value: int) -> None:
    """Write a word of a table."""
    words[place] = value


@native
def enter(entry: Callable[..., None], a: list[int], b: list[int], c: int, d: int) -> None:
    """Run a text that takes four words through its entry point."""
    entry(a, b, c, d)
