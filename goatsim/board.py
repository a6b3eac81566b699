"""One deal on the table, for whoever follows a deal card by card: the engine's text of the play as plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goatsim.engine.bits import get, put
from goatsim.engine.buying import sold, turn_talon, unsold
from goatsim.engine.jit import form
from goatsim.engine.kinds import lead_order
from goatsim.engine.layout import (
    ALL_TRUMPS,
    COLUMNS,
    DECK,
    DISCARDED,
    ENDED,
    ENVIRONMENT,
    EXCHANGED,
    FORCED,
    HAND,
    LATER,
    LEADER,
    LED_BY,
    MAX_PRE,
    OPEN_LEAD,
    OPENER,
    OUTCOME,
    PENALTY,
    POINTS,
    PRE,
    REGULAR,
    RIGHTS,
    SOLOIST,
    STOPPED,
    STRIDE,
    SUIT,
    SWAP,
    SWAPS,
    TALON,
    TRICK,
    TRICKS,
    TRUMPS,
    UNCOUNTED,
    WINNING,
)
from goatsim.engine.settle import points_of, settle
from goatsim.engine.tricks import begin, lay, legal_cards, take
from goatsim.engine.turnup import make_trump
from goatsim.game import Game

_LANE = 0


@dataclass(frozen=True)
class Bought:
    """What became of a talon that could be bought: the `soloist` who did, None if nobody; the cards laid aside for it,
    and the card that was turned up where nobody bought, as far as they are told.
    """

    soloist: int | None = None
    discard: int = 0
    turned: int = 0


NOT_SOLD = Bought()


class Board:
    """The state of one deal of a game. Cards are sets of bits (`Game.set_of`); seats, sides and tricks count from 0."""

    def __init__(self, game: Game) -> None:
        """Prepare an empty board; `deal` starts a deal on it, as often as wanted."""
        self.game = game
        self._outcomes = ("none", *(row.outcome for row in game.rules.scoring_rows()), *UNCOUNTED.values())
        # Any deal may be praised or one of a match, and is told so when it is dealt.
        shape = game.shape._replace(memory=0, kinds=1, match=1)
        self._block = [0] * (COLUMNS * STRIDE)
        for column, value in game.contract.columns().items():
            put(self._block, column, _LANE, value)
        self._env = [game.settings.get(place, 0) for place in range(ENVIRONMENT)]
        self._unsold, self._sold, self._turn_talon = (form(function, shape) for function in (unsold, sold, turn_talon))
        self._begin, self._legal, self._lay, self._take, self._settle, self._points = (
            form(function, shape) for function in (begin, legal_cards, lay, take, settle, points_of)
        )
        self._lead_order, self._make_trump = (form(function, shape) for function in (lead_order, make_trump))

    def deal(
        self,
        hands: Sequence[int],
        talon: int,
        announced: Sequence[int] = (),
        kind: int = REGULAR,
        laid: Sequence[int] = (),
        seated: tuple[int, int] | None = None,
        turned: int = 0,
        stock: Sequence[int] = (),
        bought: Bought = NOT_SOLD,
        later: Sequence[int] = (),
    ) -> None:
        """Start a deal with these hands, one set a seat, as they are played, and the cards dealt to nobody.
        `announced`: the trumps, at most two, that are plain suits of their own in this deal; `kind`: a place in
        `layout.KINDS`; `laid`: cards that must be played to a trick by whoever has one, for each trick that was played
        while they were dealt, and perhaps the first lead; `seated`: the seat that leads first, and those that may lead
        trumps, one bit each, if they are others than in single deals; `turned`: the card whose suit is trump;
        `stock`: the cards drawn after the tricks, top first (of those that are not told nothing is drawn);
        `bought`: what became of a talon that could be bought; `later`: those cards of each hand that are dealt with the
        second half of the pack.
        """
        opener, rights = seated or (self.game.contract.opener, sum(1 << seat for seat in self.game.contract.rights))
        put(self._block, OPENER, _LANE, opener)
        put(self._block, RIGHTS, _LANE, rights)
        for seat, hand in enumerate(hands):
            put(self._block, LATER + seat, _LANE, later[seat] if later else 0)
            put(self._block, HAND + seat, _LANE, hand & ~get(self._block, LATER + seat, _LANE))
        put(self._block, TALON, _LANE, talon)
        shape = self.game.shape
        if shape.turnup:
            self._make_trump(self._block, _LANE, turned, 0)
        if shape.swap_two:
            put(self._block, TRUMPS, _LANE, get(self._block, ALL_TRUMPS, _LANE) & ~sum(announced))
            for own in range(2):
                suit = announced[own] if own < len(announced) else 0
                put(self._block, SUIT + shape.suits - 1 - own, _LANE, suit)
        put(self._block, PRE, _LANE, len(laid) if kind != REGULAR else 0)
        put(self._block, LED_BY, _LANE, self._lead_order(kind, self.game.settings[OPEN_LEAD] == 1))
        for trick in range(MAX_PRE):
            put(self._block, FORCED + trick, _LANE, laid[trick] if trick < len(laid) else 0)
        put(self._block, TRICK, _LANE, 0)
        put(self._block, ENDED, _LANE, 0)
        put(self._block, SWAPS, _LANE, 0)
        for place in range(shape.draw * self.game.rules.talon_size):
            put(self._block, DECK + place, _LANE, stock[place] if place < len(stock) else 0)
        if shape.buy:
            self._sell(bought)
        self._begin(self._block, _LANE)

    def _sell(self, bought: Bought) -> None:
        self._unsold(self._block, _LANE, self._env)
        put(self._block, DISCARDED, _LANE, bought.discard)
        if bought.soloist is not None:
            put(self._block, SOLOIST, _LANE, 1 + bought.soloist)
            self._sold(self._block, _LANE, self._env)
        elif bought.turned:
            put(self._block, DECK, _LANE, bought.turned)
            self._turn_talon(self._block, _LANE, self._env)

    def hold(self, seat: int, hand: int) -> None:
        """Replace the cards dealt to a seat, of which those of a second half stay with it."""
        later = get(self._block, LATER + seat, _LANE) & hand
        put(self._block, LATER + seat, _LANE, later)
        in_first = get(self._block, TRICK, _LANE) < self.game.shape.hand
        put(self._block, HAND + seat, _LANE, hand & ~later if in_first else hand)

    def hand(self, seat: int) -> int:
        """The cards that a seat was dealt or drew, those it has played and those of a second half among them."""
        return get(self._block, HAND + seat, _LANE) | get(self._block, LATER + seat, _LANE)

    def exchanged(self) -> tuple[int, int, int] | None:
        """The exchange of last cards that was made, if one was: the giver, what it gave, and what it got."""
        if not (self.game.shape.last_swap and get(self._block, EXCHANGED, _LANE)):
            return None
        giver, gave, got = (get(self._block, SWAP + k, _LANE) for k in range(3))
        return giver, gave, got

    def leader(self) -> int:
        """The seat that leads the trick at hand."""
        return get(self._block, LEADER, _LANE)

    def legal(self, seat: int, opening: bool) -> int:
        """The cards that a seat may play now; `opening`: it leads."""
        found: int = self._legal(self._block, _LANE, seat, get(self._block, TRICK, _LANE), opening)
        return found

    def lay(self, seat: int, opening: bool, card: int) -> None:
        """Put a card on the table, legal or not."""
        self._lay(self._block, _LANE, seat, opening, card)

    @property
    def stopped(self) -> bool:
        """Whether a capture has ended the deal."""
        return get(self._block, STOPPED, _LANE) != 0

    def take(self, trick: int) -> int:
        """Give the trick to its winner and return that seat."""
        self._take(self._block, _LANE, trick)
        return get(self._block, WINNING, _LANE)

    def points(self, cards: int) -> int:
        """The card points of a set."""
        found: int = self._points(self._block, _LANE, cards)
        return found

    def settle(self, talon: int) -> tuple[list[int], list[int], list[int], str]:
        """Count the deal and return points, tricks and penalty by side, and the outcome.

        `talon` holds the cards that nobody played, dealt to nobody or laid aside; the outcome is the name of the
        scoring row that applied, or "none".
        """
        put(self._block, TALON, _LANE, talon)
        put(self._block, DISCARDED, _LANE, talon)
        self._settle(self._block, _LANE, self.game.rows)
        points, tricks, penalty = (
            [get(self._block, column + side, _LANE) for side in range(self.game.shape.sides)]
            for column in (POINTS, TRICKS, PENALTY)
        )
        return points, tricks, penalty, self._outcomes[get(self._block, OUTCOME, _LANE)]
