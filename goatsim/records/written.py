"""How a deal that was dealt and played becomes a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from goatsim.board import NOT_SOLD, Board, Bought
from goatsim.engine import layout
from goatsim.errors import PlayError
from goatsim.exact.space import space_of
from goatsim.game import Game
from goatsim.games import changed
from goatsim.ledger import CHALLENGED, Facts, Ledger, shown
from goatsim.records import Record
from goatsim.records.melding import meld_facts, meld_result, meld_tricks, stopped_at
from goatsim.records.occasion import Occasion, single
from goatsim.records.parts import Cut, Match, Praise, Redeal, Result, Stopped, Swap, Trick
from goatsim.records.sets import set_tricks
from goatsim.records.signing import signs_told
from goatsim.runs.lane import stock_of
from goatsim.setboard import SetBoard


@dataclass(frozen=True)
class Before:
    """What happened before the first trick, seats as they sit at the table. `kind`: how the cards were dealt (a place
    in `layout.KINDS`), with `pre` tricks played meanwhile; `praise`: what was praised; `accuser`: the seat that made a
    wrong challenge. `ended`: the outcome if nothing was played then, and `charged` the seat whose side pays for it.
    `turned`: the card turned up, and `shown` the cards that lay open before it.
    `buys`: the answers of those who were offered the talon, in order, and `bought` what became of it.
    """

    redeals: tuple[Redeal, ...] = ()
    swaps: tuple[Swap, ...] = ()
    ended: str | None = None
    charged: int | None = None
    kind: int = layout.REGULAR
    pre: int = 0
    praise: Praise | None = None
    accuser: int | None = None
    turned: str = ""
    shown: tuple[str, ...] = ()
    buys: tuple[bool, ...] = ()
    bought: Bought = NOT_SOLD


@dataclass(frozen=True)
class Played:
    """A deal of a match: the number of the match, and its state before the deal."""

    match: int
    ledger: Ledger


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
    played: Played | None = None,
) -> Record:
    """Write down a deal that came to its end.

    `number` is the rank of the cards, `hands` the cards dealt to each seat, `talon` those left, which are the
    stock, top first, where they are drawn, `plays` the tricks with their cards in the order played, `tookers` the seat
    that won each trick; `played` tells of the match that the deal belongs to.
    PlayError if the text of the play, run here once more, gives a trick to another seat.
    """
    before = before or Before()
    occasion = single(game) if played is None else _occasion(game, played.ledger)
    board = Board(game)
    talon_set = game.set_of(talon)
    held = [game.set_of(hand) for hand in hands]
    opener = occasion.opener(held)
    opener = occasion.left if opener is None else opener
    for swap in before.swaps:
        if swap.trick is not None:
            continue
        gave, got = game.set_of([swap.gave]), game.set_of([swap.got])
        held[swap.giver] ^= gave | got
        held[swap.receiver] ^= gave | got
    stock = [game.set_of([card]) for card in talon] if game.rules.draw else []
    announced = [game.set_of([swap.announced]) for swap in before.swaps if swap.announced]
    bought, left = before.bought, talon_set
    if bought.soloist is not None:
        held[bought.soloist] = (held[bought.soloist] | talon_set) & ~bought.discard
        left = bought.discard
    seated, turned = (opener, occasion.rights(opener)), game.set_of([before.turned] if before.turned else [])
    later = [game.set_of(hand[game.shape.hand :]) for hand in hands] if game.shape.halves else ()
    board.deal(held, talon_set, announced, before.kind, [0] * before.pre, seated, turned, stock, bought, later)
    tricks = []
    stopped = None
    for place, (cards, tooker) in enumerate(zip(plays, tookers, strict=True)):
        leader = board.leader()
        for position, card in enumerate(cards):
            board.lay((leader + position) % game.shape.seats, position == 0, game.set_of([card]))
        if board.stopped:
            stopped = Stopped.model_construct(trick=place + 1, by=(leader + len(cards) - 1) % game.shape.seats)
            tricks.append(Trick.model_construct(leader=leader, cards=tuple(cards)))
            break
        winner = board.take(place)
        if winner != tooker:
            what = f"expected seat {winner} to take {' '.join(cards)}, got {tooker}"
            raise PlayError(f"deal {index}, trick {place + 1}: {what}")
        points = board.points(game.set_of(cards))
        pre = True if place < before.pre else None
        tricks.append(Trick.model_construct(leader=leader, cards=tuple(cards), winner=winner, points=points, pre=pre))
    if before.ended is None:
        facts = facts_of(board, left)
    else:
        facts = unplayed(game, before.ended, None if before.charged is None else game.rules.sides[before.charged])
    if before.accuser is not None:
        facts = replace(facts, accuser=game.rules.sides[before.accuser])
    wrong_cut = before.ended == layout.ENDINGS[layout.CUT_FAULT]
    return Record.model_construct(
        game=game.rules.origin,
        options=changed(game.rules),
        seed=seed,
        deal=index,
        number=str(number),
        dealer=occasion.dealer,
        played="none" if before.ended is not None else "stopped" if stopped else "whole",
        hands=tuple(map(game.ordered, hands)),
        redeals=before.redeals or None,
        cut=Cut.model_construct(seat=before.charged or 0) if wrong_cut else None,
        praise=before.praise,
        swaps=before.swaps or None,
        tricks=tuple(tricks),
        result=result_of(game, facts, occasion.multiplier),
        stock=tuple(talon) if stock else None,
        talon=tuple(talon) if talon and not stock else None,
        turned=before.turned or None,
        shown=before.shown or None,
        trump=before.turned[1] if before.turned and game.shape.turnup else None,
        stopped=stopped,
        buys=before.buys or None,
        soloist=bought.soloist,
        discard=tuple(game.cards_of(bought.discard)) if bought.soloist is not None else None,
        **({} if played is None else _match_keys(played, occasion.leads_first(opener, bought.soloist), facts)),
    )


def _occasion(game: Game, ledger: Ledger) -> Occasion:
    begins = None if game.rules.leads_later == "first" else ledger.begins
    return Occasion(game, ledger.dealer, True, ledger.first, ledger.multiplier, begins)


def _match_keys(played: Played, opener: int, facts: Facts) -> dict[str, Any]:
    """What a record says of the match that its deal belongs to."""
    before, after = played.ledger, played.ledger.after(facts)
    match = Match.model_construct(
        number=played.match,
        deal=before.deal,
        score_after=after.eyes,
        loser=after.loser,
        losers=after.losers if len(after.losers) > 1 else None,
        winner=after.winner,
        title=after.title or None,
    )
    return {
        "first_deal": before.first or None,
        "first_leader": opener,
        "multiplier": before.multiplier,
        "score_before": before.eyes,
        "match": match,
    }


def written(game: Game, seed: int, index: int, lane: Sequence[int]) -> Record:
    """Write down a single deal from what the engine left in a lane, one word a column."""
    return _written(game, seed, index, lane, single(game), None)


def written_in_match(game: Game, seed: int, match: int, ledger: Ledger, lane: Sequence[int]) -> Record:
    """Write down a deal of a match, of which `ledger` is the state before it, from what the engine left in a lane, one
    word a column. The engine's seats count from the dealer's left, those of the record as they sit at the table.
    """
    index = (match << layout.DEALS_OF_A_MATCH) + ledger.deal
    return _written(game, seed, index, lane, _occasion(game, ledger), Played(match, ledger))


def _written(
    game: Game, seed: int, index: int, lane: Sequence[int], occasion: Occasion, played: Played | None
) -> Record:
    shape = game.shape
    write = _of_sets if shape.sets else _of_melds if shape.melds else _of_tricks
    record = write(game, seed, index, lane, occasion, played)
    signals = signs_told(game, lane, occasion) if shape.signals else None
    return record.model_copy(update={"signals": signals}) if signals else record


def _of_tricks(
    game: Game, seed: int, index: int, lane: Sequence[int], occasion: Occasion, played: Played | None
) -> Record:
    """Write down a deal of single cards."""

    def by_seat(column: int) -> list[list[str]]:
        return [game.cards_of(lane[column + place]) for place in places]

    shape = game.shape
    # Where each seat at the table stands in the engine's order.
    places = [
        next(place for place in range(shape.seats) if occasion.at_table(place) == seat) for seat in range(shape.seats)
    ]
    dealt = [game.dealt(lane, place) for place in places]
    ended = layout.ENDINGS.get(lane[layout.ENDED])
    charged = None if ended is None else occasion.at_table(lane[layout.CHARGED])
    redeals = tuple(_redeal(game, lane, occasion, claim, by_seat) for claim in range(lane[layout.CLAIMS]))
    kind = lane[layout.KIND] if shape.kinds else layout.REGULAR
    accuser = occasion.at_table(lane[layout.CHALLENGER] - 1) if shape.kinds and lane[layout.CHALLENGER] else None
    praise = None
    if kind != layout.REGULAR:
        praise = Praise.model_construct(type=layout.KINDS[kind], challenge=accuser)
    if played is not None and accuser is not None and played.ledger.ends_by_challenge(game.rules.sides[accuser]):
        # What the engine played after the challenge does not count.
        dealt = by_seat(layout.CANCELLED) if redeals else dealt
        ended, charged, redeals = CHALLENGED, None, ()
    elif redeals and praise is not None:
        redeals = (redeals[0].model_copy(update={"praise": praise}), *redeals[1:])
        praise, kind = None, layout.REGULAR
    plays: list[list[str]] = []
    swaps: tuple[Swap, ...] = ()
    if ended is None:
        cards = (lane[layout.STOPPED] if shape.capture else 0) or shape.seats * shape.tricks
        log = [game.cards_of(lane[layout.LOG + k])[0] for k in range(cards)]
        plays = [log[k : k + shape.seats] for k in range(0, len(log), shape.seats)]
        swaps = tuple(_swap(game, lane, occasion, k) for k in range(lane[layout.SWAPS]))
    pre = lane[layout.PRE] if shape.kinds and ended is None else 0
    turned = game.cards_of(lane[layout.TURNED]) if shape.turnup else []
    shown = game.cards_of(lane[layout.SHOWN] & ~lane[layout.TURNED]) if turned else []
    buys, bought = _bought(game, lane, occasion) if shape.buy and ended is None else ((), NOT_SOLD)
    turned = turned or game.cards_of(bought.turned)
    before = Before(
        redeals, swaps, ended, charged, kind, pre, praise, accuser, "".join(turned), tuple(shown), buys, bought
    )
    took = [occasion.at_table(seat) for seat in lane[layout.TOOK : layout.TOOK + len(plays)]]
    talon = stock_of(game, lane) if game.rules.ordered else game.cards_of(lane[layout.TALON])
    number = space_of(game.rules).rank(dealt, talon, occasion.dealer)
    return build(game, seed, index, number, dealt, talon, plays, took, before, played)


def _bought(game: Game, lane: Sequence[int], occasion: Occasion) -> tuple[tuple[bool, ...], Bought]:
    """The answers of those who were offered the talon, and what became of it."""
    if not lane[layout.SOLOIST]:
        return (False,) * game.shape.seats, Bought(turned=lane[layout.TURNED])
    soloist = occasion.at_table(lane[layout.SOLOIST] - 1)
    passed = occasion.seats_from(occasion.left).index(soloist)
    return (*(False,) * passed, True), Bought(soloist, lane[layout.DISCARDED])


def _of_melds(
    game: Game, seed: int, index: int, lane: Sequence[int], occasion: Occasion, played: Played | None
) -> Record:
    """Write down a deal with melds."""
    seats = range(game.shape.seats)
    places = [next(place for place in seats if occasion.at_table(place) == seat) for seat in seats]
    hands = [game.cards_of(lane[layout.DEALT + place]) for place in places]
    board, tricks, melds = meld_tricks(game, lane, hands, occasion, f"deal {index}")
    facts, scores = meld_facts(board)
    stock = stock_of(game, lane)
    return Record.model_construct(
        game=game.rules.origin,
        options=changed(game.rules),
        seed=seed,
        deal=index,
        number=str(space_of(game.rules).rank(hands, stock)),
        dealer=occasion.dealer,
        played="whole" if board.final is None else "stopped",
        hands=tuple(map(tuple, hands)),
        tricks=tricks,
        result=meld_result(facts, scores),
        stock=tuple(stock),
        turned=stock[-1],
        trump=stock[-1][1],
        melds=melds,
        stopped=stopped_at(board, len(tricks), game.rules.sides),
        **({} if played is None else _match_keys(played, occasion.at_table(0), facts)),
    )


def _of_sets(
    game: Game, seed: int, index: int, lane: Sequence[int], occasion: Occasion, played: Played | None
) -> Record:
    """Write down a deal of sets."""
    seats = range(game.shape.seats)
    places = [next(place for place in seats if occasion.at_table(place) == seat) for seat in seats]
    hands = [lane[layout.DEALT + place] for place in places]
    board, tricks = set_tricks(game, lane, hands, occasion, f"deal {index}")
    facts = replace(facts_of(board, 0), last_trick=board.leader())
    stock, (turned,) = stock_of(game, lane), game.cards_of(lane[layout.TURNED])
    return Record.model_construct(
        game=game.rules.origin,
        options=changed(game.rules),
        seed=seed,
        deal=index,
        number=str(space_of(game.rules).rank([game.cards_of(hand) for hand in hands], stock)),
        dealer=occasion.dealer,
        played="whole",
        hands=tuple(tuple(board.names(hand)) for hand in hands),
        tricks=tricks,
        result=result_of(game, facts, occasion.multiplier),
        stock=stock,
        turned=turned,
        trump=turned[1],
        **({} if played is None else _match_keys(played, occasion.at_table(0), facts)),
    )


def _redeal(
    game: Game,
    lane: Sequence[int],
    occasion: Occasion,
    claim: int,
    by_seat: Callable[[int], list[list[str]]],
) -> Redeal:
    row = game.rules.redeal_rows()[lane[layout.CLAIM + 2 * claim] - 1]
    seat = occasion.at_table(lane[layout.CLAIM + 2 * claim + 1])
    of_side = row.of == "side"
    cancelled = None
    if claim + 1 < layout.CLAIM_LIMIT:
        cancelled = tuple(map(game.ordered, by_seat(layout.CANCELLED + layout.MAX_SEATS * claim)))
    return Redeal.model_construct(
        seat=None if of_side else seat,
        side=game.rules.sides[seat] if of_side else None,
        reason=row.reason,
        hands=cancelled,
    )


def _swap(game: Game, lane: Sequence[int], occasion: Occasion, number: int) -> Swap:
    column = layout.SWAP + 4 * number
    place, gave, got, announced = lane[column : column + 4]
    exchanged = game.shape.last_swap and lane[layout.EXCHANGED] and number + 1 == lane[layout.SWAPS]
    giver = occasion.at_table(place)
    (given,), (back,) = game.cards_of(gave), game.cards_of(got)
    return Swap.model_construct(
        giver=giver,
        receiver=game.partner(giver),
        gave=given,
        got=back,
        announced=game.cards_of(announced)[0] if announced else None,
        trick=game.rules.tricks if exchanged else None,
    )


def facts_of(board: Board | SetBoard, talon: int) -> Facts:
    """Return what a deal gave of which all tricks lie on the board, or that a capture has ended; `talon`: the cards
    dealt to nobody.
    """
    points, tricks, penalty, outcome = board.settle(talon)
    return Facts(outcome, penalty, points, tricks, counted=not board.stopped)


def unplayed(game: Game, outcome: str, side: int | None) -> Facts:
    """Return what a deal gave that ended without play, for which a side, if any, is charged (rules.md, 4)."""
    none = [0] * game.shape.sides
    penalty = [layout.UNPLAYED_CHARGE * (each == side) for each in range(game.shape.sides)]
    return Facts(outcome, penalty, none, none, counted=False)


def result_of(game: Game, facts: Facts, multiplier: int = 1) -> Result:
    """Return the result of a deal as a record shows it: with the multiplier, if the deal was counted, and with the
    charge for a wrong challenge; where sides have stocks, as what is added to those.
    """
    penalty = [due * (multiplier if facts.counted else 1) for due in facts.penalty]
    if facts.accuser is not None:
        penalty[facts.accuser] += layout.CHALLENGE_CHARGE
    two, stocks = len(penalty) == 2, game.rules.stocks
    return Result.model_construct(
        points=tuple(facts.points),
        tricks=tuple(facts.tricks),
        eyes=shown(penalty) if two and not stocks else None,
        penalty=None if two or stocks else tuple(penalty),
        stocks=tuple(-penalty[side] for side in game.rules.sides) if stocks else None,
        outcome=facts.outcome,
    )
