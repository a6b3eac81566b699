"""Hands as players sort and lay them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.chairs import seat_words
from goatsim.games import Rules
from goatsim.show.look import PLAIN, Look
from goatsim.show.turning import hand_words

Object = Mapping[str, Any]
"""A JSON object."""


def halves_of(hand: Sequence[str], rules: Rules) -> list[Sequence[str]]:
    """Return the cards of a hand that are dealt with each half of the pack; all of them where it is dealt at once."""
    if rules.halves == 1:
        return [hand]
    return [hand[: rules.hand_size], hand[rules.hand_size :]]


def hands_text(answer: Object, rules: Rules, seat: int, look: Look) -> str:
    """Return the hands of a deal, one line a seat, a | between those of two halves of the pack, the talon if there is
    one, or the stock in its order, top first.
    """
    hands, talon, stock = answer["hands"], answer.get("talon") or (), answer.get("stock") or ()
    trump = answer.get("trump")
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
    return "\n".join(lines)
