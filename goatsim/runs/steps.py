"""Deals in plain Python: the cards alone, or decision by decision, for looking at what a policy sees and for testing
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import overload

from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.draw import deal
from goatsim.engine.jit import form
from goatsim.engine.play import open_lane
from goatsim.engine.tricks import lay, legal_cards, seat_at, take
from goatsim.errors import PlayError
from goatsim.game import Game
from goatsim.runs.faults import illegal
from goatsim.runs.tasks import Arm
from goatsim.seats.view import View

_LANE = 0


class _Snapshot(Sequence[int]):
    """The block as it stood at one moment, of which only the first lane is kept."""

    def __init__(self, block: Sequence[int]) -> None:
        self._columns = tuple(block[_LANE :: layout.STRIDE])

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


def dealt(game: Game, seed: int, index: int) -> tuple[list[list[str]], list[str]]:
    """The hands and the talon of a deal of a stream, each strongest card first."""
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    form(deal, game.shape, False)(block, _LANE, game.contract.table_list, seed, index, 0)
    hands = [game.cards_of(get(block, layout.HAND + seat, _LANE)) for seat in range(game.shape.seats)]
    return hands, game.cards_of(get(block, layout.TALON, _LANE))


def decisions(arm: Arm, seed: int, index: int, hands: Sequence[Sequence[str]] | None = None) -> Iterator[View]:
    """The decisions of a deal in the order of play, each as the seat sees it, with its answer. `hands`: play these
    cards instead of dealing.

    Every seat may ask for coins and for what others lack, whoever plays. An illegal answer is still given; then
    `PlayError` is raised.
    """
    game = arm.game
    shape = game.shape._replace(memory=1)
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    for column, word in game.contract.columns().items():
        put(block, column, _LANE, word)
    if hands is not None:
        dealt = {card for hand in hands for card in hand}
        for seat, hand in enumerate(hands):
            put(block, layout.HAND + seat, _LANE, game.set_of(hand))
        put(block, layout.TALON, _LANE, game.set_of(card for card in game.rules.pack if card not in dealt))
    coins = (1 << shape.seats) - 1
    env = [seed, game.contract.table_list, game.rows, coins, int(hands is not None), 0]
    form(open_lane, shape, False)(block, _LANE, env, index)
    for trick in range(shape.tricks):
        for position in range(shape.seats):
            seat = form(seat_at, shape, False)(block, _LANE, position)
            legal = form(legal_cards, shape, False)(block, _LANE, seat, position == 0)
            put(block, layout.LEGAL, _LANE, legal)
            policy = arm.policies[seat]
            decision = "follow" if position else "lead"
            view = View(game, _Snapshot(block), seat, decision, policy)
            card = int(policy.plain(decision, view))
            yield replace(view, played_card=card)
            if not card & legal or card & (card - 1):
                raise PlayError(illegal(game, policy, index, trick, seat, card, legal))
            form(lay, shape, False)(block, _LANE, seat, position == 0, card)
        form(take, shape, False)(block, _LANE, trick)
