"""What a record says of the card turned up that makes trumps, before the referee (rules.md, 8 and 9)."""

from __future__ import annotations

from goatsim.game import Game
from goatsim.records import Record
from goatsim.records.told import Told


def turned_up(record: Record, game: Game, deal: Told, dealer: int) -> tuple[int, list[str]]:
    """The card turned up, as a set (0: it is not known), and a sentence for each thing that is wrong with what the
    record says of it. Where only the trump suit is told, some card of it stands for the one that was turned up.
    """
    turned, trump = record.turned, record.trump
    if not game.shape.turned:
        said = [key for key in ("turned", "trump") if getattr(record, key) is not None]
        return 0, [f"expected no {key}, since no card is turned up in {game.rules.name}, got some" for key in said]
    if turned is None and trump is None:
        return 0, [] if record.number is not None else ["expected turned, the card whose suit is trump, got none"]
    if turned is None:
        return game.set_of(card for card in game.rules.plain.get(trump or "", ())[:1]), []
    if turned not in game.rules.pack:
        return 0, [f"turned: expected a card of the pack, got {turned}"]
    card, faults = game.set_of([turned]), []
    first = deal.hands[dealer] & ~deal.later[dealer]
    elsewhere = card & (deal.held & ~first | deal.talon)
    if elsewhere or (not card & first and first.bit_count() == game.shape.hand):
        got = f"expected a card that seat {dealer}, the dealer, is dealt first"
        faults.append(f"turned: {got} ({deal.names(first)}), got {turned}")
    if trump not in (None, turned[1]):
        faults.append(f"expected trump {turned[1]}, the suit of {turned}, which was turned up, got {trump}")
    return card, faults
