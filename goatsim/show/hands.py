"""Hands as players sort and lay them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.cards import SUIT_NAMES
from goatsim.chairs import seat_words
from goatsim.games import Rules
from goatsim.show.look import PLAIN, Look

Object = Mapping[str, Any]
"""A JSON object."""


def hand_groups(cards: Sequence[str], rules: Rules, trump: str | None = None) -> list[list[str]]:
    """Return a hand as players sort it: trumps from the highest, then suit by suit. `trump`: the suit turned up, if one
    is, whose cards come behind the trumps of every deal.
    """
    plain = {suit: [card for card in names if card in cards] for suit, names in rules.plain.items()}
    trumps = [card for card in rules.trumps if card in cards]
    return [trumps + plain.pop(trump or "", []), *plain.values()]


def hand_words(cards: Sequence[str], rules: Rules, look: Look = PLAIN, trump: str | None = None) -> str:
    """Return the groups of a hand (`hand_groups`) two spaces apart."""
    groups = hand_groups(cards, rules, trump)
    return "  ".join(" ".join(look.card(card) for card in group) for group in groups if group)


def halves_of(hand: Sequence[str], rules: Rules) -> list[Sequence[str]]:
    """Return the cards of a hand that are dealt with each half of the pack; all of them where it is dealt at once."""
    if rules.halves == 1:
        return [hand]
    return [hand[: rules.hand_size], hand[rules.hand_size :]]


def hands_text(answer: Object, rules: Rules, seat: int, look: Look) -> str:
    """Return the hands of a deal, one line a seat, a | between those of two halves of the pack, the talon if there is
    one, or the stock in its order, top first, and the card that is turned up to make trumps.
    """
    hands, talon, stock = answer["hands"], answer.get("talon") or (), answer.get("stock") or ()
    turned = answer.get("turned") if rules.turns_up else None
    trump = turned and turned[1]
    names = [f"{place} {word}" for place, word in enumerate(seat_words(rules.seats, seat))]
    wide = max(map(len, [*names, "talon"])) if talon or stock else max(map(len, names))
    firsts = [hand_words(halves_of(hand or (), rules)[0], rules, PLAIN, trump) for hand in hands]
    lines = []
    for name, hand, first in zip(names, hands, firsts, strict=True):
        gap = " " * (max(map(len, firsts)) - len(first))
        parts = [hand_words(part, rules, look, trump) for part in halves_of(hand or (), rules)]
        lines.append(f"  {name:{wide}}  {'unknown' if hand is None else f'{gap}  |  '.join(parts)}")
    if talon:
        lines.append(f"  {'talon':{wide}}  {hand_words(talon, rules, look)}")
    if stock:
        lines.append(f"  {'stock':{wide}}  {' '.join(look.card(card) for card in stock)}")
    if turned:
        lines.append(f"  {look.card(turned)} is turned up: {SUIT_NAMES[turned[1]]} are trumps")
    return "\n".join(lines)
