"""The hands of a deal by name, from a block in which the cards lie but nothing was played."""

from __future__ import annotations

from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.dealing import deal_halves
from goatsim.engine.jit import form
from goatsim.game import Game


def hands_in(
    game: Game, block: list[int], seed: int, index: int, attempt: int = 0, together: bool = False
) -> tuple[list[list[str]], list[str]]:
    """The hands, as `Game.dealt` gives them, and the talon. `together`: those of both halves of a pack lie in one, to
    be parted as the engine does.
    """
    shape = game.shape
    if shape.turned or shape.halves:
        env: list[object] = [0] * layout.ENVIRONMENT
        env[layout.SEED], env[layout.TABLES] = seed, game.contract.table_list
        env[layout.READY] = layout.HANDS_READY * together
        form(deal_halves, shape, False)(block, 0, env, index, attempt, together)
    for seat in range(shape.seats):
        later = get(block, layout.LATER + seat, 0) if shape.halves else 0
        put(block, layout.DEALT + seat, 0, get(block, layout.HAND + seat, 0) | later)
    lane = block[:: layout.STRIDE]
    return [game.dealt(lane, seat) for seat in range(shape.seats)], game.cards_of(lane[layout.TALON])
