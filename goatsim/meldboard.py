"""One deal with melds on the table, for whoever follows it card by card: the engine's text as plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from goatsim.board import Board
from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.copies import one_of_each, with_copies
from goatsim.engine.jit import form
from goatsim.engine.melding import begin_melds, close_trick
from goatsim.engine.stock import lay_below
from goatsim.engine.tricks import hand_of
from goatsim.game import Game
from goatsim.games.melds import EXCHANGE, SEVEN

_LANE = 0


class Said(NamedTuple):
    """A meld as somebody tells of it: its name, or one of the two words above, the seat, and the cards by name."""

    meld: str
    seat: int
    cards: tuple[str, ...]


class Scores(NamedTuple):
    """What the sides have scored, by where it came from."""

    melds: tuple[int, ...]
    sevens: tuple[int, ...]
    brisques: tuple[int, ...]
    last_trick: tuple[int, ...]

    @property
    def total(self) -> tuple[int, ...]:
        """All of it together."""
        return tuple(map(sum, zip(*self, strict=True)))


class MeldBoard(Board):
    """The state of a deal of a game with melds. Cards are sets of bits (`Game.set_of`), of which any copy means either;
    seats, sides and tricks count from 0.
    """

    def __init__(self, game: Game) -> None:
        """Prepare an empty board; `start` starts a deal on it, as often as wanted."""
        super().__init__(game)
        self._names = [meld.meld for meld in game.rules.meld_rows()]
        self._env: list[Any] = [0] * layout.ENVIRONMENT
        for place, value in game.settings.items():
            self._env[place] = value
        self._env[layout.MELDS] = game.melds
        shape = game.shape._replace(memory=0, kinds=1, match=1)
        self._begin_melds, self._close, self._lay_below, self._hand_of, self._one = (
            form(function, shape) for function in (begin_melds, close_trick, lay_below, hand_of, one_of_each)
        )
        self._pending: list[Said] = []

    def start(
        self,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
        seated: tuple[int, int],
        charged: Sequence[int] | None = None,
    ) -> None:
        """Start a deal with these hands, and this stock, top first, by name. `seated`: as for `deal`; `charged`: what
        stood against each side of a match before, if it is known, so that its target may end the deal.
        """
        sets = self.game.sets_of([*hands, *([card] for card in stock)])
        self.deal(sets[: len(hands)], sum(sets[len(hands) :]), seated=seated, stock=sets[len(hands) :])
        self._lay_below(self._block, _LANE)
        instant = self.game.settings[layout.INSTANT]
        self._env[layout.INSTANT] = instant if charged is not None else 0
        for side, due in enumerate(charged or ()):
            put(self._block, layout.SCORE + side, _LANE, due)
        self._begin_melds(self._block, _LANE, self._env)

    def held(self, seat: int) -> int:
        """The cards that a seat holds now."""
        found: int = self._hand_of(self._block, _LANE, seat)
        return found

    def names(self, cards: int) -> list[str]:
        """The names of a set, strongest first."""
        return self.game.cards_of(cards)

    def in_hand(self, seat: int, name: str) -> int:
        """The copy of a card that a seat plays if it names it; none if it holds none."""
        both = with_copies(1 << self.game.contract.place[name])
        found: int = self._one(self._block, _LANE, self.held(seat) & both)
        return found

    def served(self, mark: int) -> int:
        """The cards that bear a mark (`layout.MARKS`)."""
        return get(self._block, layout.SERVED + mark, _LANE)

    @property
    def final(self) -> int | None:
        """The side that has won the match in the course of the deal, if one has."""
        side = get(self._block, layout.FINAL, _LANE)
        return side - 1 if side else None

    def close(self, trick: int, said: Sequence[Said]) -> tuple[int, list[Said]]:
        """Give a trick to its winner, let him make what is told of him, and draw. Returns the seat, and what of that
        cannot be made.
        """
        self._pending = list(said)
        asked: list[Callable[..., int]] = [self._exchanges, self._declares, self._melds]
        self._close(self._block, _LANE, self._env, trick, *asked)
        return get(self._block, layout.WINNING, _LANE), self._pending

    def _exchanges(self, block: list[Any], lane: int, seat: int) -> int:
        return self._told(EXCHANGE, seat)

    def _declares(self, block: list[Any], lane: int, seat: int) -> int:
        return self._told(SEVEN, seat)

    def _told(self, meld: str, seat: int) -> int:
        found = next((said for said in self._pending if (said.meld, said.seat) == (meld, seat)), None)
        if found is None or not self._is_seven(seat, found.cards):
            return 0
        self._pending.remove(found)
        return 1

    def _is_seven(self, seat: int, cards: Sequence[str]) -> bool:
        """Whether cards by name are one seven of trumps that a seat holds."""
        if len(cards) != 1 or cards[0] not in self.game.contract.place or cards[0][0] != self.game.rules.seven_rank:
            return False
        return bool(self.in_hand(seat, cards[0]) & get(self._block, layout.TRUMPS, _LANE))

    def _melds(self, block: list[Any], lane: int, seat: int) -> int:
        for said in self._pending:
            if said.seat == seat and (cards := self._offered(said)):
                self._pending.remove(said)
                return cards
        return 0

    def _offered(self, said: Said) -> int:
        """The set by which a meld that is told of can be made; none if it is not offered."""
        melds = self.game.rules.meld_rows()
        for k in range(get(self._block, layout.OFFERED, _LANE)):
            offer = get(self._block, layout.OFFER + k, _LANE)
            slot = melds[get(self._block, layout.OFFERED_SLOT + k, _LANE)]
            if slot.meld != said.meld:
                continue
            if sorted(self.names(offer)) == sorted(said.cards):
                return offer
            if not slot.each and len(said.cards) == slot.size and set(said.cards) <= set(self.names_of(slot.cards)):
                free = self.held(said.seat) & self.game.set_of(slot.cards) & ~self.served(slot.kind)
                return self._picked(said.cards, free)
        return 0

    def names_of(self, cards: Sequence[str]) -> list[str]:
        """The names that cards of the pack bear."""
        return self.names(self.game.set_of(cards))

    def _picked(self, names: Sequence[str], free: int) -> int:
        """Some cards by name out of a set; none if it does not hold them all."""
        found = 0
        for name, many in Counter(names).items():
            copies = free & with_copies(1 << self.game.contract.place[name])
            if copies.bit_count() < many:
                return 0
            found |= copies if many > 1 else copies & -copies
        return found

    def scores(self) -> Scores:
        """What the sides have scored, once the deal is settled."""
        columns = (layout.MELDED, layout.SEVENS_SCORED, layout.POINTS, layout.LAST_POINTS)
        sides = range(self.game.shape.sides)
        return Scores(*(tuple(get(self._block, column + side, _LANE) for side in sides) for column in columns))
