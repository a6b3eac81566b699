"""Which deal it is: who deals it, who is praiser, who may lead trumps (rules.md, 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goatsim.engine.layout import (
    ALL_MAY,
    ALONE_LEADS,
    FIRST_CARD,
    FIRST_LEAD,
    FIRST_RIGHTS,
    NOBODY_MAY,
    PRAISER_SIDE_MAY,
    RIGHTS_RULE,
)
from goatsim.game import Game


@dataclass(frozen=True)
class Occasion:
    """Which deal it is, with seats as they sit at the table. `of_match`: it belongs to a match; else the dealer is that
    of single deals. `first`: it is dealt by the rules of a match's first deal; `multiplier`: of its eyes, if it is
    counted. `begins`: the seat from which the engine counts, if that does not follow from the dealer.
    """

    game: Game
    dealer: int
    of_match: bool = False
    first: bool = False
    multiplier: int = 1
    begins: int | None = None

    @property
    def left(self) -> int:
        """The seat that is praiser in every deal but a match's first."""
        if not self.of_match:
            return self.game.rules.first_leader
        return self.at_table(0)

    @property
    def by_card(self) -> int:
        """The card whose holder is praiser in this deal; none if its seat is."""
        return self.game.settings[FIRST_CARD] if self.first else 0

    @property
    def forced(self) -> int:
        """The card that whoever is praiser must lead if he holds it; none if he may choose."""
        return self.game.settings[FIRST_LEAD] if self.first else 0

    def opener(self, hands: Sequence[int]) -> int | None:
        """The praiser, by the hands as they were dealt; None if that hangs on a card of which it is not known where it
        is.
        """
        if not self.by_card:
            return self.left
        return next((seat for seat, hand in enumerate(hands) if hand & self.by_card), None)

    def leads_first(self, opener: int, soloist: int | None) -> int:
        """The seat that leads first: the one that was to begin, or whoever bought the talon."""
        alone = soloist is not None and self.game.settings[ALONE_LEADS] == 1
        return soloist if alone and soloist is not None else opener

    def rights(self, opener: int) -> int:
        """The seats that may lead trumps at will, one bit each."""
        game = self.game
        if not self.of_match:
            return sum(1 << seat for seat in game.contract.rights)
        rule = game.settings[FIRST_RIGHTS if self.first else RIGHTS_RULE]
        sides = game.rules.sides
        if rule == NOBODY_MAY:
            return 0
        if rule == ALL_MAY:
            return sum(1 << seat for seat in range(len(sides)))
        ours = rule == PRAISER_SIDE_MAY
        return sum(1 << seat for seat, side in enumerate(sides) if (side == sides[opener]) == ours)

    def seats_from(self, first: int) -> list[int]:
        """All seats clockwise from one on, as they are asked."""
        seats = self.game.rules.seats
        return [(first + place) % seats for place in range(seats)]

    def at_table(self, place: int) -> int:
        """The seat at a place as the engine counts them: in a match from the dealer's left, or from the dealer where he
        leads first; in a deal of none as they are.
        """
        rules = self.game.rules
        if not self.of_match:
            return place
        begins = self.dealer + (not rules.dealer_leads) if self.begins is None else self.begins
        return (begins + place) % rules.seats


def single(game: Game) -> Occasion:
    """A deal that belongs to no match."""
    return Occasion(game, game.rules.dealer)
