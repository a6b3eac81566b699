"""What a record says of the card turned up that makes trumps, before the referee (rules.md, 8 and 9)."""

from __future__ import annotations

from goatsim.engine.layout import LAST_CARD
from goatsim.game import Game
from goatsim.records import Record
from goatsim.records.occasion import Occasion
from goatsim.records.told import Told


def turned_up(record: Record, game: Game, deal: Told, occasion: Occasion) -> tuple[int, list[str]]:
    """The card turned up, as a set (0: it is not known), and a sentence for each thing that is wrong with what the
    record says of it. Where only the trump suit is told, some card of it stands for the one that was turned up.
    """
    turned, trump = record.turned, record.trump
    if not game.shape.turnup:
        said = [key for key in ("turned", "trump") if getattr(record, key) is not None]
        return 0, [f"expected no {key}, since no card is turned up in {game.rules.name}, got some" for key in said]
    if turned is None and trump is None:
        return 0, [] if record.number is not None else ["expected turned, the card whose suit is trump, got none"]
    if turned is None:
        return game.set_of(game.rules.plain.get(trump or "", ())[:1]), []
    if turned not in game.rules.pack:
        return 0, [f"turned: expected a card of the pack, got {turned}"]
    card, faults = game.set_of([turned]), []
    last = game.shape.turnup == LAST_CARD
    seat = occasion.dealer if last else occasion.left
    first = deal.hands[seat] & ~deal.later[seat]
    elsewhere = card & (deal.held & ~first | deal.talon)
    if elsewhere or (not card & first and first.bit_count() == game.shape.hand):
        wanted = f"a card that seat {seat} is dealt{' first' * bool(game.shape.halves)} ({deal.names(first)})"
        faults.append(f"turned: expected {wanted}, got {turned}")
    elif not last and turned in game.rules.trumps:
        faults.append(f"turned: expected a card that belongs to a suit, got {turned}")
    if trump not in (None, turned[1]):
        faults.append(f"expected trump {turned[1]}, the suit of {turned}, which was turned up, got {trump}")
    return card, faults
