"""How a deal that was dealt and played becomes a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goatsim.board import Board
from goatsim.engine import layout
from goatsim.errors import PlayError
from goatsim.game import Game
from goatsim.games import changed
from goatsim.records import Cut, Record, Redeal, Result, Swap, Trick
from goatsim.space import space_of


@dataclass(frozen=True)
class Before:
    """What happened before the first trick. `ended`: the outcome if nothing was played then, and `charged` the
    seat whose side pays for it.
    """

    redeals: tuple[Redeal, ...] = ()
    swaps: tuple[Swap, ...] = ()
    ended: str | None = None
    charged: int | None = None


def build(
    game: Game,
    seed: int,
    index: int,
    number: int,
    hands: Sequence[Sequence[str]],
    talon: Sequence[str],
    plays: Sequence[Sequence[str]],
    tookers: Sequence[int],
    before: Before | None = None,
) -> Record:
    """Write down a deal that came to its end.

    `number` is the rank of the cards, `hands` the cards dealt to each seat, `plays` the tricks with their cards in the
    order played, `tookers` the seat that won each trick. PlayError if the text of the play, run here once more, gives a
    trick to another seat.
    """
    before = before or Before()
    board = Board(game)
    talon_set = game.set_of(talon)
    held = [game.set_of(hand) for hand in hands]
    for swap in before.swaps:
        gave, got = game.set_of([swap.gave]), game.set_of([swap.got])
        held[swap.giver] ^= gave | got
        held[swap.receiver] ^= gave | got
    board.deal(held, talon_set, [game.set_of([swap.announced]) for swap in before.swaps if swap.announced])
    tricks = []
    for place, (played, tooker) in enumerate(zip(plays, tookers, strict=True)):
        leader = board.leader()
        for position, card in enumerate(played):
            board.lay((leader + position) % game.shape.seats, position == 0, game.set_of([card]))
        winner = board.take(place)
        if winner != tooker:
            what = f"expected seat {winner} to take {' '.join(played)}, got {tooker}"
            raise PlayError(f"deal {index}, trick {place + 1}: {what}")
        points = board.points(game.set_of(played))
        tricks.append(Trick.model_construct(leader=leader, cards=tuple(played), winner=winner, points=points))
    if before.ended is None:
        result = result_of(board, talon_set)
    else:
        result = unplayed(game, before.ended, game.rules.sides[before.charged or 0])
    wrong_cut = before.ended == layout.ENDINGS[layout.CUT_FAULT]
    return Record.model_construct(
        game=game.rules.origin,
        options=changed(game.rules),
        seed=seed,
        deal=index,
        number=str(number),
        dealer=game.shape.seats - 1,
        played="whole" if before.ended is None else "none",
        hands=_in_order(game, hands),
        redeals=before.redeals or None,
        cut=Cut.model_construct(seat=before.charged or 0) if wrong_cut else None,
        swaps=before.swaps or None,
        tricks=tuple(tricks),
        result=result,
        talon=tuple(talon) if talon else None,
    )


def written(
    game: Game, seed: int, index: int, lane: Sequence[int], hands: Sequence[Sequence[str]] | None = None
) -> Record:
    """Write down a deal from what the engine left in a lane, one word a column. `hands`: the cards it was given to play
    instead of dealing them.
    """
    shape = game.shape
    dealt = [game.cards_of(lane[layout.DEALT + seat]) for seat in range(shape.seats)]
    ended = layout.ENDINGS.get(lane[layout.ENDED])
    plays: list[list[str]] = []
    if ended is None:
        log = [game.cards_of(lane[layout.LOG + k])[0] for k in range(shape.seats * shape.tricks)]
        plays = [log[k : k + shape.seats] for k in range(0, len(log), shape.seats)]
    before = Before(
        tuple(_redeals(game, seed, index, lane, hands)),
        tuple(_swap(game, lane, layout.SWAP + 4 * k) for k in range(lane[layout.SWAPS])),
        ended,
        None if ended is None else lane[layout.CHARGED],
    )
    took = lane[layout.TOOK : layout.TOOK + len(plays)]
    number = space_of(game.rules).rank(dealt)
    return build(game, seed, index, number, dealt, game.cards_of(lane[layout.TALON]), plays, took, before)


def _redeals(
    game: Game, seed: int, index: int, lane: Sequence[int], hands: Sequence[Sequence[str]] | None
) -> list[Redeal]:
    from goatsim.runs.steps import dealt

    rows = game.rules.redeal_rows() if lane[layout.CLAIMS] else []
    found = []
    for claim in range(lane[layout.CLAIMS]):
        row = rows[lane[layout.CLAIM + 2 * claim] - 1]
        seat = lane[layout.CLAIM + 2 * claim + 1]
        of_side = row.of == "side"
        cancelled = None
        if claim + 1 < layout.CLAIM_LIMIT:
            given = hands if claim == 0 and hands is not None else dealt(game, seed, index, claim)[0]
            cancelled = _in_order(game, given)
        found.append(
            Redeal.model_construct(
                seat=None if of_side else seat,
                side=game.rules.sides[seat] if of_side else None,
                reason=row.reason,
                hands=cancelled,
            )
        )
    return found


def _swap(game: Game, lane: Sequence[int], column: int) -> Swap:
    giver, gave, got, announced = lane[column : column + 4]
    (given,), (back,) = game.cards_of(gave), game.cards_of(got)
    return Swap.model_construct(
        giver=giver,
        receiver=game.partner(giver),
        gave=given,
        got=back,
        announced=game.cards_of(announced)[0] if announced else None,
    )


def _in_order(game: Game, hands: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(game.cards_of(game.set_of(hand))) for hand in hands)


def result_of(board: Board, talon: int) -> Result:
    """Return the result of a deal of which all tricks lie on the board; `talon`: the cards dealt to nobody."""
    points, tricks, penalty, outcome = board.settle(talon)
    return _result(points, tricks, penalty, outcome)


def unplayed(game: Game, outcome: str, side: int) -> Result:
    """Return the result of a deal that ended without play, for which a side is charged (rules.md, 4)."""
    none = [0] * game.shape.sides
    penalty = [layout.UNPLAYED_CHARGE * (each == side) for each in range(game.shape.sides)]
    return _result(none, none, penalty, outcome)


def _result(points: Sequence[int], tricks: Sequence[int], penalty: Sequence[int], outcome: str) -> Result:
    two = len(penalty) == 2
    return Result.model_construct(
        points=tuple(points),
        tricks=tuple(tricks),
        # Two sides: what is charged to one is what the other gets (rules.md, 0.3).
        eyes=tuple(reversed(penalty)) if two else None,
        penalty=None if two else tuple(penalty),
        outcome=outcome,
    )
