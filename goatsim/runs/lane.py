"""The cards of a deal by name, from what lies in a lane of a block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.dealing import order_stock
from goatsim.engine.halves import halve
from goatsim.engine.jit import form
from goatsim.engine.turnup import turn_up
from goatsim.game import Game

_LANE = 0


def dealt_columns(game: Game, hands: Sequence[Sequence[str]], stock: Sequence[str] = ()) -> dict[int, int]:
    """The words of a lane in which these hands were dealt, as `Game.dealt` gives them, and this stock, top first, by
    column.
    """
    first, up = game.shape.hand if game.shape.halves else game.shape.cards, game.turned_up(hands)
    parts = [hand[begin : begin + first] for begin in (0, first) for hand in hands]
    sets = game.sets_of([*parts, *([card] for card in stock)])
    held, drawn = sets[: len(parts)], sets[len(parts) :]
    found = {column + seat: held.pop(0) for column in (layout.HAND, layout.LATER) for seat in range(len(hands))}
    left = (1 << game.shape.cards) - 1 & ~sum(found.values())
    found |= {layout.DECK + place: card for place, card in enumerate(drawn)}
    return {**found, layout.TALON: left, layout.TURNED: 0 if up is None else game.set_of([up])}


def readiness(game: Game, stock: Sequence[str] | None) -> int:
    """What the engine is told (READY) of hands that are given to it with this stock, or without one."""
    return layout.HANDS_READY if game.rules.ordered and stock is None else layout.ALL_READY


def cards_of_lane(
    game: Game, block: list[int], seed: int, index: int, attempt: int = 0, ready: bool = False
) -> tuple[list[list[str]], list[str]]:
    """The hands, as `Game.dealt` gives them, and the talon, or the stock in the order of the stream, of a deal whose
    cards lie in the first lane. `ready`: they were not dealt as the game deals them; the hands of both halves of a pack
    then lie in one, to be parted as the engine does.
    """
    shape = game.shape
    env: list[Any] = [0] * layout.ENVIRONMENT
    env[layout.SEED], env[layout.TABLES], env[layout.READY] = seed, game.contract.table_list, layout.HANDS_READY
    if shape.halves and ready:
        form(halve, shape)(block, _LANE, env, index)
    if shape.turnup:
        turn_up_in_lane(game, block, seed, index, attempt, ready)
    if game.rules.ordered:
        form(order_stock, shape)(block, _LANE, env, index, attempt, True)
    for seat in range(shape.seats):
        later = get(block, layout.LATER + seat, _LANE) if shape.halves else 0
        put(block, layout.DEALT + seat, _LANE, get(block, layout.HAND + seat, _LANE) | later)
    lane = [get(block, column, _LANE) for column in range(layout.COLUMNS)]
    hands = [game.dealt(lane, seat) for seat in range(shape.seats)]
    return hands, stock_of(game, lane) if game.rules.ordered else game.cards_of(lane[layout.TALON])


def turn_up_in_lane(game: Game, block: list[int], seed: int, index: int, attempt: int = 0, ready: bool = False) -> None:
    """Turn up the trump suit of a deal whose cards lie in the first lane; they are dealt again where the rules say so,
    unless they are `ready`, and only their order is drawn.
    """
    for column, cards in game.contract.columns().items():
        put(block, column, _LANE, cards)
    env: list[Any] = [0] * layout.ENVIRONMENT
    env[layout.SEED], env[layout.TABLES] = seed, game.contract.table_list
    for place in (layout.TURNUP_MOST, layout.TURNUP_REDO):
        env[place] = game.settings[place]
    form(turn_up, game.shape)(block, _LANE, env, index, attempt, ready)


def stock_of(game: Game, lane: Sequence[int]) -> list[str]:
    """The stock of a deal as it was dealt, top first, from what lies in a lane, one word a column."""
    places = range(layout.DECK, layout.DECK + game.rules.talon_size)
    return [name for place in places for name in game.cards_of(lane[place])]
