"""What scoring rows charge for points and tricks that are made up here."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine import layout
from goatsim.engine.bits import put
from goatsim.engine.jit import form
from goatsim.engine.settle import settle
from goatsim.game import Game

EIGHTS = 15


def settled(game: Game, points: Sequence[int], tricks: Sequence[int], columns: dict[int, int]) -> tuple[list[int], str]:
    """The penalty of every account and the outcome, in a lane with these columns beside those of the contract."""
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    for column, value in (game.contract.columns() | columns).items():
        put(block, column, 0, value)
    # Any points can be won with made-up cards: fifteen of 8 points, and one each of 4, 2 and 1.
    worth = {3: (1 << EIGHTS) - 1, 2: 1 << EIGHTS, 1: 2 << EIGHTS, 0: 4 << EIGHTS}
    for plane in range(game.shape.planes):
        put(block, layout.PLANE + plane, 0, worth.get(plane, 0))
    for side, (won, taken) in enumerate(zip(points, tricks, strict=True)):
        rest = sum(worth[plane] for plane in range(3) if won >> plane & 1)
        put(block, layout.WON + side, 0, ((1 << (won >> 3)) - 1) | rest)
        put(block, layout.TRICKS + side, 0, taken)
    form(settle, game.shape)(block, 0, list(game.rows))
    outcome = block[layout.OUTCOME * layout.STRIDE]
    charged = [block[(layout.PENALTY + side) * layout.STRIDE] for side in range(game.shape.sides)]
    return charged, game.rules.scoring_rows()[outcome - 1].outcome if outcome else "none"
