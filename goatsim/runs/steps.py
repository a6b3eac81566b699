"""Deals in plain Python: the cards alone, or decision by decision, for looking at what a policy sees and for testing
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, overload

from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.draw import deal
from goatsim.engine.jit import form
from goatsim.engine.melding import close_trick
from goatsim.engine.play import ask_declare, ask_exchange, ask_for, ask_meld, open_lane
from goatsim.engine.sets import is_set, play_sets
from goatsim.engine.tricks import lay, legal_cards, seat_at, stopped, take
from goatsim.errors import PlayError
from goatsim.game import Game
from goatsim.runs.faults import CHOOSING, illegal, illegal_meld, illegal_set
from goatsim.runs.lane import cards_of_lane, dealt_columns, readiness, turn_up_in_lane
from goatsim.runs.tasks import Arm
from goatsim.seats.decisions import DECISIONS, ROWS
from goatsim.seats.view import View

_LANE = 0


class _Snapshot(Sequence[int]):
    """The block as it stood at one moment, of which only the first lane is kept, without the entry points."""

    def __init__(self, block: Sequence[int]) -> None:
        columns = list(block[_LANE :: layout.STRIDE])
        columns[layout.ENTRY : layout.ASKED] = [0] * (layout.ASKED - layout.ENTRY)
        self._columns = tuple(columns)

    def __len__(self) -> int:
        return len(self._columns) * layout.STRIDE

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        column, lane = divmod(place, layout.STRIDE)
        if lane != _LANE:
            raise IndexError(f"expected a place of lane {_LANE}, got one of lane {lane}")
        return self._columns[column]


def dealt(game: Game, seed: int, index: int, attempt: int = 0) -> tuple[list[list[str]], list[str]]:
    """The hands and the talon of a deal of a stream, each strongest card first, or the stock, top first; `attempt`: how
    often it was dealt before.
    """
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    form(deal, game.shape)(block, _LANE, game.contract.table_list, seed, index, attempt)
    return cards_of_lane(game, block, seed, index, attempt)


def turned(
    game: Game, seed: int, index: int, hands: Sequence[Sequence[str]] | None = None
) -> tuple[list[str], str] | None:
    """What lies open in a deal of a stream before the trump suit is turned up, and the card that shows it; None where
    none is. `hands`: of these cards instead of dealing.
    """
    if not game.shape.turnup:
        return None
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    if hands is None:
        form(deal, game.shape)(block, _LANE, game.contract.table_list, seed, index, 0)
    for seat, hand in enumerate(hands or ()):
        put(block, layout.HAND + seat, _LANE, game.set_of(hand))
    turn_up_in_lane(game, block, seed, index, ready=hands is not None)
    card = get(block, layout.TURNED, _LANE)
    return game.cards_of(get(block, layout.SHOWN, _LANE) & ~card), "".join(game.cards_of(card))


def decisions(
    arm: Arm,
    seed: int,
    index: int,
    hands: Sequence[Sequence[str]] | None = None,
    stock: Sequence[str] | None = None,
) -> Iterator[View]:
    """The decisions of a deal in the order of play, each as the seat sees it, with its answer; those of deals that were
    claimed back come first. `hands`: play these cards instead of dealing; `stock`: draw these, top first.

    Every seat may ask for coins and for what others lack, whoever plays. An illegal answer is still given; then
    `PlayError` is raised.
    """
    return _Deal(arm, seed, index).decisions(hands, stock)


def first_fault(
    arm: Arm,
    seed: int,
    index: int,
    hands: Sequence[Sequence[str]] | None = None,
    stock: Sequence[str] | None = None,
) -> str | None:
    """The first illegal answer of a deal in a sentence: policy, index, trick, seat, answer, legal cards; None if all
    are legal.
    """
    try:
        for _ in decisions(arm, seed, index, hands, stock):
            pass
    except PlayError as error:
        return str(error)
    return None


class _Illegal(Exception):
    """Ends the engine's text where a policy gave an illegal answer."""


class _Deal:
    """A deal in the first lane of a block of its own."""

    def __init__(self, arm: Arm, seed: int, index: int) -> None:
        self._arm = arm
        self._game = arm.game
        self._shape = arm.game.shape._replace(memory=1)
        self._seed = seed
        self._index = index
        self._block: list[Any] = [0] * (layout.COLUMNS * layout.STRIDE)
        self._asked: list[View] = []
        for column, word in self._game.contract.columns().items():
            put(self._block, column, _LANE, word)
        for seat in range(self._shape.seats):
            for row in DECISIONS:
                # Where machine code finds an address, the same text run as plain Python finds a function.
                column = layout.ENTRY + layout.DECISIONS * seat + row.entry
                self._block[column * layout.STRIDE + _LANE] = partial(self._asked_early, row.word)

    def decisions(self, hands: Sequence[Sequence[str]] | None, stock: Sequence[str] | None = None) -> Iterator[View]:
        game, shape, block = self._game, self._shape, self._block
        if hands is not None:
            for column, cards in dealt_columns(game, hands, stock or ()).items():
                put(block, column, _LANE, cards)
        env = self._environment(0 if hands is None else readiness(game, stock))
        # The engine asks all that comes before the first trick in one go, and all of the play of sets.
        yield from self._asking(partial(form(open_lane, shape), block, _LANE, env, self._index))
        if shape.sets:
            asks = form(ask_for, shape)
            yield from self._asking(partial(form(play_sets, shape), block, _LANE, env, False, asks))
        if get(block, layout.ENDED, _LANE) or shape.sets:
            return
        for trick in range(shape.tricks):
            for position in range(shape.seats):
                seat = form(seat_at, shape)(block, _LANE, position)
                legal = form(legal_cards, shape)(block, _LANE, seat, trick, position == 0)
                put(block, layout.LEGAL, _LANE, legal)
                if trick < get(block, layout.PRE, _LANE):
                    form(lay, shape)(block, _LANE, seat, position == 0, legal)
                    if form(stopped, shape)(block, _LANE):
                        return
                    continue
                view = self._answered("follow" if position else "lead", seat)
                yield view
                card = view.answered
                if not card & legal or card & (card - 1):
                    where = f"trick {trick + 1}, seat {seat}"
                    raise PlayError(illegal(game, view.policy, "played", card, f"deal {self._index}", where, legal))
                form(lay, shape)(block, _LANE, seat, position == 0, card)
                if form(stopped, shape)(block, _LANE):
                    return
            if shape.melds:
                asks = [form(ask, shape) for ask in (ask_exchange, ask_declare, ask_meld)]
                yield from self._asking(partial(form(close_trick, shape), block, _LANE, env, trick, *asks))
            else:
                form(take, shape)(block, _LANE, trick)

    def _asking(self, work: Callable[[], None]) -> Iterator[View]:
        """Let the engine do something in the course of which it asks, and tell what was asked and answered."""
        self._asked.clear()
        fault: Exception | None = None
        try:
            work()
        except Exception as error:
            fault = error
        yield from self._asked
        if isinstance(fault, _Illegal):
            raise PlayError(str(fault)) from None
        if fault is not None:
            raise fault

    def _environment(self, ready: int) -> list[Any]:
        env: list[Any] = [0] * layout.ENVIRONMENT
        env[layout.SEED] = self._seed
        env[layout.TABLES] = self._game.contract.table_list
        env[layout.ROWS] = self._game.rows
        env[layout.COINS] = (1 << self._shape.seats) - 1
        env[layout.READY] = ready
        env[layout.REDEALS] = self._game.redeals
        env[layout.MELDS] = self._game.melds
        env[layout.SIGNS] = self._game.signs
        for place, value in self._game.settings.items():
            env[place] = value
        return env

    def _answered(self, decision: str, seat: int) -> View:
        """What a seat sees at a decision, with the answer of its policy."""
        policy = self._arm.policies[seat]
        view = View(self._game, _Snapshot(self._block), seat, decision, policy)
        return replace(view, answered=int(policy.plain(decision, view)))

    def _asked_early(self, decision: str, block: list[Any], lane: int, seat: int) -> int:
        """The entry point of a seat for what is asked before the first trick, between two, or where sets are led."""
        view = self._answered(decision, seat)
        self._asked.append(view)
        legal = get(block, layout.LEGAL, lane)
        if ROWS[decision].entry == layout.MELD:
            melds = [get(block, layout.OFFER + k, lane) for k in range(get(block, layout.OFFERED, lane))]
            if view.answered not in (0, *melds):
                raise _Illegal(illegal_meld(self._game, view.policy, view.answered, f"deal {self._index}", seat, legal))
            return view.answered
        if decision in ("set_lead", "set_answer"):
            self._require_set(view, seat, legal)
        did = CHOOSING.get(ROWS[decision].entry)
        passes = decision == "commit" and not view.answered and not get(block, layout.USUAL, lane)
        if did and not passes and (not view.answered & legal or view.answered & (view.answered - 1)):
            raise _Illegal(
                illegal(self._game, view.policy, did, view.answered, f"deal {self._index}", f"seat {seat}", legal)
            )
        return view.answered

    def _require_set(self, view: View, seat: int, hand: int) -> None:
        """See that an answer is a set that may be led, or as large as the one that was led."""
        leads = view.decision == "set_lead"
        size = 0 if leads else get(self._block, layout.LED_SIZE, _LANE)
        fits = form(is_set, self._shape)(self._block, _LANE, view.answered) if leads else None
        if view.answered & ~hand or not (fits if leads else view.answered.bit_count() == size):
            where = f"trick {get(self._block, layout.TRICK, _LANE) + 1}, seat {seat}"
            deal = f"deal {self._index}"
            raise _Illegal(illegal_set(self._game, view.policy, view.answered, deal, where, hand, size))
