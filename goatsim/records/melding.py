"""How a deal with melds that was dealt and played becomes a record (rules.md, 11)."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine import layout
from goatsim.engine.melding import EXCHANGE_NOTED, SEVEN_NOTED, SEVEN_POINTS
from goatsim.errors import PlayError
from goatsim.game import Game
from goatsim.games.melds import EXCHANGE, SEVEN
from goatsim.ledger import Facts
from goatsim.meldboard import MeldBoard, Said, Scores
from goatsim.records.occasion import Occasion
from goatsim.records.parts import Meld, Result, Stopped, Trick
from goatsim.runs.lane import stock_of


def meld_tricks(
    game: Game, lane: Sequence[int], hands: Sequence[Sequence[str]], occasion: Occasion, where: str
) -> tuple[MeldBoard, tuple[Trick, ...], tuple[Meld, ...]]:
    """The tricks and the melds of a deal from what the engine left in a lane, and the board on which they were played
    once more. `hands`: as they were dealt to the seats at the table; `where` names the deal in errors. Raises
    `PlayError` if that comes to something else.
    """
    board, seats = MeldBoard(game), game.shape.seats
    charged = [lane[layout.SCORE + side] for side in range(game.shape.sides)] if occasion.of_match else None
    opener = occasion.left
    board.start(hands, stock_of(game, lane), (opener, occasion.rights(opener)), charged)
    melds = _melds(game, lane, occasion)
    tricks: list[Trick] = []
    while len(tricks) < game.shape.tricks and board.final is None:
        place, leader, cards = len(tricks), board.leader(), []
        for position in range(seats):
            seat = (leader + position) % seats
            (name,) = game.cards_of(lane[layout.LOG + place * seats + position])
            board.lay(seat, position == 0, board.in_hand(seat, name))
            cards.append(name)
        made = [Said(meld.meld, meld.seat, meld.cards) for meld in melds if meld.trick == place + 1]
        winner, left = board.close(place, made)
        took = occasion.at_table(lane[layout.TOOK + place])
        if winner != took or left:
            raise PlayError(f"{where}, trick {place + 1}: expected seat {winner} to take it and no {left}, got {took}")
        points = sum(map(game.rules.card_points, cards))
        tricks.append(Trick.model_construct(leader=leader, cards=tuple(cards), winner=winner, points=points))
    return board, tuple(tricks), melds


def _melds(game: Game, lane: Sequence[int], occasion: Occasion) -> tuple[Meld, ...]:
    rows = game.rules.meld_rows()
    found = []
    for column in range(layout.EVENT, layout.EVENT + 2 * lane[layout.EVENTS], 2):
        what, seat, trick = lane[column] & 255, lane[column] >> 8 & 255, lane[column] >> 16
        name = {EXCHANGE_NOTED: EXCHANGE, SEVEN_NOTED: SEVEN}.get(what) or rows[what].meld
        points = SEVEN_POINTS if what in (EXCHANGE_NOTED, SEVEN_NOTED) else rows[what].points
        cards = tuple(game.cards_of(lane[column + 1]))
        meld = Meld.model_construct(
            trick=trick + 1, seat=occasion.at_table(seat), meld=name, cards=cards, points=points
        )
        found.append(meld)
    return tuple(found)


def stopped_at(board: MeldBoard, tricks: int, sides: Sequence[int]) -> Stopped | None:
    """Where a deal was stopped, since its match was won: the trick, and the seat that won it; None behind a whole deal,
    and where it was won before the first trick.
    """
    if board.final is None or not tricks:
        return None
    return Stopped.model_construct(trick=tricks, by=list(sides).index(board.final))


def meld_facts(board: MeldBoard) -> tuple[Facts, Scores]:
    """What a deal gave of which all tricks lie on the board, or that the end of the match has stopped."""
    points, tricks, penalty, outcome = board.settle(0)
    return Facts(outcome, penalty, points, tricks), board.scores()


def meld_result(facts: Facts, scores: Scores) -> Result:
    """The result of a deal as a record shows it."""
    return Result.model_construct(
        tricks=tuple(facts.tricks),
        outcome=facts.outcome,
        score=scores.total,
        melds=scores.melds,
        brisques=scores.brisques,
        sevens=scores.sevens,
        last_trick=scores.last_trick,
    )
