"""The hands of a deal by name, from a block in which the cards lie but nothing was played."""

from __future__ import annotations

from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.draw import halve
from goatsim.engine.jit import form
from goatsim.engine.turnup import turn_up
from goatsim.game import Game


def hands_in(
    game: Game, block: list[int], seed: int, index: int, attempt: int = 0, ready: bool = False
) -> tuple[list[list[str]], list[str]]:
    """The hands, as `Game.dealt` gives them, and the talon. `ready`: the hands were not dealt as the game deals them;
    those of both halves of a pack then lie in one, to be parted as the engine does.
    """
    shape = game.shape
    env: list[object] = [0] * layout.ENVIRONMENT
    env[layout.SEED], env[layout.TABLES], env[layout.READY] = seed, game.contract.table_list, layout.HANDS_READY * ready
    for place, value in game.settings.items():
        env[place] = value
    if shape.halves and ready:
        form(halve, shape, False)(block, 0, env, index)
    if shape.turnup:
        form(turn_up, shape, False)(block, 0, env, index, attempt, ready)
    for seat in range(shape.seats):
        later = get(block, layout.LATER + seat, 0) if shape.halves else 0
        put(block, layout.DEALT + seat, 0, get(block, layout.HAND + seat, 0) | later)
    lane = block[:: layout.STRIDE]
    return [game.dealt(lane, seat) for seat in range(shape.seats)], game.cards_of(lane[layout.TALON])
