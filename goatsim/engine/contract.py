"""The contract of a deal: what is settled before the first trick. Trumps, plain suits, card points, sides, who may lead
trumps, who leads first.

Phases write it into the block, tricks only read it, so no text of the engine asks which game is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from goatsim.cards import COPY, RANKS, SUITS, shown
from goatsim.engine.layout import (
    ACCOUNTS,
    ALL_TRUMPS,
    CAPTURE_EYES,
    CATCHER,
    CAUGHT,
    FREE,
    GROUP,
    LIGHT,
    LIGHT_POINTS,
    MELD_PARTS,
    OPENER,
    PLANE,
    PRINTED,
    RANK,
    RIGHTS,
    SEVENS,
    SIDES,
    SUIT,
    TRUMPS,
    TURNED,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Contract:
    """A contract over a pack. `pack` in pack order, `trumps` high to low, `plain` by suit and `plain_order` high to
    low, `points` by card, `sides` by seat, `rights`: the seats that may lead trumps.
    """

    pack: tuple[str, ...]
    trumps: tuple[str, ...]
    plain: Mapping[str, tuple[str, ...]]
    plain_order: str
    points: Mapping[str, int]
    sides: tuple[int, ...]
    rights: tuple[int, ...]
    opener: int
    captures: tuple[tuple[str, str, int], ...] = ()
    """Which card takes which other one, and for how many eyes."""
    sevens: tuple[str, ...] = ()
    """The cards that can be exchanged and declared where they are trumps."""
    meld_parts: tuple[tuple[str, ...], ...] = ()
    """The cards that melds of each kind are made of."""
    turned: str = ""
    """The card turned up in the deals that are meant, whose suit is trump; "" where none is, or it is not known."""

    @cached_property
    def strength(self) -> tuple[str, ...]:
        """The pack in strength order: plain cards rank by rank from the lowest, within a rank by suit, then trumps from
        the lowest.
        """
        cards = [card for suit in self.plain.values() for card in suit]
        plain = sorted(cards, key=lambda card: (-self.plain_order.index(card[0]), SUITS.index(card[1])))
        return (*plain, *reversed(self.trumps))

    @cached_property
    def place(self) -> dict[str, int]:
        """The bit of each card."""
        return {card: k for k, card in enumerate(self.strength)}

    @cached_property
    def double(self) -> bool:
        """Whether the pack holds every card twice."""
        return self.pack[1] == self.pack[0] + COPY

    def set_of(self, cards: Iterable[str]) -> int:
        """The set of some cards. Of a card of which the pack holds two, the first copy; both if it is named twice."""
        if not self.double:
            return sum(1 << self.place[card] for card in cards)
        return self.sets_of([cards])[0]

    def sets_of(self, groups: Iterable[Iterable[str]]) -> list[int]:
        """The sets of several groups of cards that were dealt: copies of a card are called the first and the second in
        the order in which they are named, as the engine calls them while it deals.
        """
        if not self.double:
            return [self.set_of(cards) for cards in groups]
        taken, found = 0, []
        for cards in groups:
            held = 0
            for card in cards:
                first = 1 << self.place[card]
                held |= first << 1 if taken & first else first
                taken |= first << 1 if taken & first else first
            found.append(held)
        return found

    def cards_of(self, cards: int) -> list[str]:
        """The names of a set, strongest first: trumps from the highest, then plain cards suit by suit."""
        names = [card for card in reversed(self.strength) if cards >> self.place[card] & 1]
        held = [shown(card) for card in names if card in self.trumps]
        for suit in SUITS:
            held += [shown(card) for card in names if card[1] == suit and card not in self.trumps]
        return held

    @cached_property
    def planes(self) -> tuple[int, ...]:
        """Card points in binary: set k holds the cards whose points have bit k."""
        width = max(1, max(self.points.values()).bit_length())
        return tuple(self.set_of(card for card in self.pack if self.points[card] >> k & 1) for k in range(width))

    def columns(self) -> dict[int, int]:
        """The words that the contract puts into the block, by column."""
        words = {
            TRUMPS: self.set_of(self.trumps),
            ALL_TRUMPS: self.set_of(self.trumps),
            SIDES: sum(side << 4 * seat for seat, side in enumerate(self.sides)),
            ACCOUNTS: sum(side << 4 * seat for seat, side in enumerate(self.sides)),
            RIGHTS: sum(1 << seat for seat in self.rights),
            OPENER: self.opener,
        }
        suits = {suit: self.set_of(cards) for suit, cards in self.plain.items()}
        if self.turned:
            trumps = words[TRUMPS] | suits[self.turned[1]]
            words |= {TRUMPS: trumps, ALL_TRUMPS: trumps, TURNED: self.set_of([self.turned])}
            suits[self.turned[1]] = 0
        words |= {SUIT + k: cards for k, cards in enumerate(suits.values())}
        words |= {GROUP + k: self.set_of(cards) for k, cards in enumerate(self.plain.values())}
        words |= {PRINTED + k: self.set_of(c for c in self.pack if c[1] == suit) for k, suit in enumerate(self.plain)}
        words |= {PLANE + k: plane for k, plane in enumerate(self.planes)}
        words[FREE] = self.set_of(card for card in self.pack if self.points[card] == 0)
        words[LIGHT] = self.set_of(card for card in self.pack if self.points[card] <= LIGHT_POINTS)
        words |= {RANK + k: self.set_of(c for c in self.pack if c[0] == r) for k, r in enumerate(RANKS)}
        words[SEVENS] = self.set_of(self.sevens)
        words |= {MELD_PARTS + k: self.set_of(cards) for k, cards in enumerate(self.meld_parts)}
        for k, (catcher, caught, eyes) in enumerate(self.captures):
            words |= {CATCHER + k: self.set_of([catcher]), CAUGHT + k: self.set_of([caught]), CAPTURE_EYES + k: eyes}
        return words

    def block(self) -> NDArray[np.uint64]:
        """A fresh block of deals under this contract."""
        from goatsim.engine.tables import block_of

        return block_of(self.columns())

    @cached_property
    def tables(self) -> NDArray[np.uint64]:
        """The tables for dealing: binomial coefficients, pack order to strength order by bytes and by
        single places, the 16-bit sets by size and value.
        """
        from goatsim.engine.tables import tables_of

        return tables_of([self.place[card] for card in self.pack])

    @cached_property
    def table_list(self) -> list[int]:
        """The tables as plain integers, for the text run as plain Python."""
        found: list[int] = self.tables.tolist()
        return found
