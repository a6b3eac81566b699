"""How a deal of sets that was dealt and played becomes a record (rules.md, 10)."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine import layout
from goatsim.engine.sets import BEATEN_AT, OUT_OF_TURN
from goatsim.errors import PlayError
from goatsim.game import Game
from goatsim.records.occasion import Occasion
from goatsim.records.parts import Play, Trick
from goatsim.runs.lane import stock_of
from goatsim.setboard import SetBoard


def set_tricks(
    game: Game, lane: Sequence[int], hands: Sequence[int], occasion: Occasion, where: str
) -> tuple[SetBoard, tuple[Trick, ...]]:
    """The tricks of a deal from what the engine left in a lane, and the board on which they were played once more.
    `hands`: as they were dealt to the seats at the table; `where` names the deal in errors. Raises `PlayError` if that
    gives a trick to another seat.
    """
    board = SetBoard(game)
    stock = [game.set_of([name]) for name in stock_of(game, lane)]
    board.deal(hands, lane[layout.TURNED], occasion.left, stock)
    tricks = []
    for place in range(lane[layout.TRICK]):
        how = lane[layout.HOW + place]
        leader = occasion.at_table(how & OUT_OF_TURN - 1)
        plays, points = [], 0
        for position in range(game.shape.seats):
            seat, cards = (leader + position) % game.shape.seats, lane[layout.LOG + place * game.shape.seats + position]
            beat = how >> BEATEN_AT + position & 1 == 1
            points += board.points(cards)
            names = tuple(board.names(cards))
            plays.append(Play.model_construct(seat=seat, cards=names, beat=beat if position else None))
            board.lay(seat, position == 0, cards, beat)
        winner, took = board.take(place), occasion.at_table(lane[layout.TOOK + place])
        if winner != took:
            raise PlayError(f"{where}, trick {place + 1}: expected seat {winner} to take it, got {took}")
        claim = True if how & OUT_OF_TURN else None
        tricks.append(
            Trick.model_construct(leader=leader, winner=winner, points=points, plays=tuple(plays), claim=claim)
        )
    return board, tuple(tricks)
