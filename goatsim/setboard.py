"""One deal of sets on the table, for whoever follows it play by play: the engine's text of the play as plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine.bits import get, put
from goatsim.engine.jit import form
from goatsim.engine.layout import (
    BEST,
    CLAIM_RULE,
    COLUMNS,
    FACE_UP,
    GONE,
    HAND,
    LEADER,
    LED_SIZE,
    OPENER,
    OUTCOME,
    PENALTY,
    POINTS,
    STRIDE,
    TALON,
    TRICKS,
    TRUMPS,
    WINNING,
)
from goatsim.engine.sets import beats_set, clear_table, is_set, lay_set, may_claim, take_set
from goatsim.engine.settle import points_of, settle
from goatsim.engine.tricks import begin
from goatsim.engine.turnup import make_trump
from goatsim.game import Game

_LANE = 0


class SetBoard:
    """The state of one deal of a game. Cards are sets of bits (`Game.set_of`); seats, sides and tricks count from 0.
    What the seats draw is given to them after each trick, as far as the stock is told.
    """

    def __init__(self, game: Game) -> None:
        """Prepare an empty board; `deal` starts a deal on it, as often as wanted."""
        self.game = game
        self.stock: list[int] = []
        """The cards that are left to draw, top first."""
        self._outcomes = ("none", *(row.outcome for row in game.rules.scoring_rows()))
        shape = game.shape._replace(memory=0, draw=0)
        self._block = [0] * (COLUMNS * STRIDE)
        for column, value in game.contract.columns().items():
            put(self._block, column, _LANE, value)
        self._begin, self._name, self._clear, self._lay, self._take, self._settle = (
            form(function, shape) for function in (begin, make_trump, clear_table, lay_set, take_set, settle)
        )
        self._is_set, self._beats, self._may_claim, self._points = (
            form(function, shape) for function in (is_set, beats_set, may_claim, points_of)
        )

    def deal(self, hands: Sequence[int], turned: int, opener: int, stock: Sequence[int] = ()) -> None:
        """Start a deal with these hands, one set a seat; `turned`: the card that names the trump suit; `opener`: the
        seat that leads first; `stock`: the cards that are drawn, top first.
        """
        self.stock = list(stock)
        for seat, hand in enumerate(hands):
            put(self._block, HAND + seat, _LANE, hand)
        put(self._block, TALON, _LANE, 0)
        put(self._block, OPENER, _LANE, opener)
        put(self._block, FACE_UP, _LANE, 0)
        if turned:
            self._name(self._block, _LANE, turned, 0)
        self._begin(self._block, _LANE)
        self._clear(self._block, _LANE)

    def give(self, seat: int, cards: int) -> None:
        """Give a seat cards that it draws."""
        put(self._block, HAND + seat, _LANE, get(self._block, HAND + seat, _LANE) | cards)

    def hand(self, seat: int) -> int:
        """The cards that a seat holds."""
        return get(self._block, HAND + seat, _LANE) & ~get(self._block, GONE, _LANE)

    def leader(self) -> int:
        """The seat that leads the trick at hand, if nobody does so out of turn."""
        return get(self._block, LEADER, _LANE)

    def best(self) -> int:
        """The cards that are winning the trick."""
        return get(self._block, BEST, _LANE)

    def may_claim(self, seat: int) -> bool:
        """Whether a seat may lead out of turn, by the cards it holds."""
        rule = self.game.settings[CLAIM_RULE]
        return rule != 0 and bool(self._may_claim(self._block, _LANE, seat, rule))

    def is_set(self, cards: int) -> bool:
        """Whether some cards may be led together."""
        return bool(self._is_set(self._block, _LANE, cards))

    def beats(self, cards: int) -> bool:
        """Whether some cards beat those that are winning the trick."""
        return bool(self._beats(self._block, _LANE, cards, self.best()))

    def names(self, cards: int) -> list[str]:
        """The names of a set of cards, strongest first: trumps, then plain cards suit by suit."""
        trumps = cards & get(self._block, TRUMPS, _LANE)
        return self.game.cards_of(trumps) + self.game.cards_of(cards & ~trumps)

    def lay(self, seat: int, opening: bool, cards: int, beats: bool) -> None:
        """Put cards on the table, face up if they are led or beat the others."""
        self._lay(self._block, _LANE, seat, opening, cards, beats)

    def take(self, trick: int) -> int:
        """Give the trick to its winner, let all draw, one card at a time clockwise from him, and return that seat."""
        self._take(self._block, _LANE, trick)
        winner, seats = get(self._block, WINNING, _LANE), self.game.shape.seats
        drawn = min(len(self.stock), seats * get(self._block, LED_SIZE, _LANE))
        for k in range(drawn):
            self.give((winner + k) % seats, self.stock[k])
        del self.stock[:drawn]
        self._clear(self._block, _LANE)
        return winner

    @property
    def stopped(self) -> bool:
        """Whether a capture has ended the deal: no set is one."""
        return False

    def points(self, cards: int) -> int:
        """The card points of a set."""
        found: int = self._points(self._block, _LANE, cards)
        return found

    def settle(self, talon: int = 0) -> tuple[list[int], list[int], list[int], str]:
        """Count the deal and return points, tricks and penalty by side, and the outcome, as `Board.settle` does."""
        put(self._block, TALON, _LANE, talon)
        self._settle(self._block, _LANE, self.game.rows)
        points, tricks, penalty = (
            [get(self._block, column + side, _LANE) for side in range(self.game.shape.sides)]
            for column in (POINTS, TRICKS, PENALTY)
        )
        return points, tricks, penalty, self._outcomes[get(self._block, OUTCOME, _LANE)]
