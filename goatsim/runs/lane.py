"""The cards of a deal by name, from what lies in a lane of a block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.dealing import order_stock
from goatsim.engine.jit import form
from goatsim.engine.turnup import turn_up
from goatsim.game import Game

_LANE = 0


def dealt_columns(game: Game, hands: Sequence[Sequence[str]], stock: Sequence[str] = ()) -> dict[int, int]:
    """The words of a lane in which these hands were dealt, and this stock, top first, by column."""
    sets = game.sets_of([*hands, *([card] for card in stock)])
    held, drawn = sets[: len(hands)], sets[len(hands) :]
    found = {layout.HAND + seat: cards for seat, cards in enumerate(held)}
    found |= {layout.DECK + place: card for place, card in enumerate(drawn)}
    return {**found, layout.TALON: (1 << game.shape.cards) - 1 & ~sum(held)}


def cards_of_lane(
    game: Game, block: list[int], seed: int, index: int, attempt: int = 0
) -> tuple[list[list[str]], list[str]]:
    """The hands and the talon, or the stock in the order of the stream, of a deal whose cards lie in the first lane."""
    hands = [game.cards_of(get(block, layout.HAND + seat, _LANE)) for seat in range(game.shape.seats)]
    talon = game.cards_of(get(block, layout.TALON, _LANE))
    if not game.rules.ordered:
        return hands, talon
    env: list[Any] = [0] * layout.ENVIRONMENT
    env[layout.SEED], env[layout.READY], env[layout.TABLES] = seed, 1, game.contract.table_list
    form(order_stock, game.shape, False)(block, _LANE, env, index, attempt, True)
    return hands, stock_of(game, [get(block, column, _LANE) for column in range(layout.COLUMNS)])


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
    form(turn_up, game.shape, False)(block, _LANE, env, index, attempt, ready)


def stock_of(game: Game, lane: Sequence[int]) -> list[str]:
    """The stock of a deal as it was dealt, top first, from what lies in a lane, one word a column."""
    places = range(layout.DECK, layout.DECK + game.rules.talon_size)
    return [name for place in places for name in game.cards_of(lane[place])]
