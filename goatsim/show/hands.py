"""Hands as players sort and lay them."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.cards import SUIT_NAMES
from goatsim.chairs import seat_words
from goatsim.games import Rules
from goatsim.show.look import PLAIN, Look


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


def hands_text(
    hands: Sequence[Sequence[str] | None],
    talon: Sequence[str],
    rules: Rules,
    seat: int,
    look: Look,
    turned: str | None = None,
) -> str:
    """Return the hands, one line a seat, a | between those of two halves of the pack, the talon if there is one, and
    the card `turned` up that makes trumps.
    """
    trump = turned and turned[1]
    shown = [[hand_words(part, rules, PLAIN, trump) for part in halves_of(hand or (), rules)] for hand in hands]
    room = max(len(first) for first, *_ in shown)

    def line(hand: Sequence[str]) -> str:
        parts = [hand_words(part, rules, look, trump) for part in halves_of(hand, rules)]
        gap = " " * (room - len(hand_words(halves_of(hand, rules)[0], rules, PLAIN, trump)))
        return f"{gap}  |  ".join(parts)

    names = [f"{place} {word}" for place, word in enumerate(seat_words(rules.seats, seat))]
    wide = max(map(len, [*names, "talon"])) if talon else max(map(len, names))
    lines = [
        f"  {name:{wide}}  {'unknown' if hand is None else line(hand)}" for name, hand in zip(names, hands, strict=True)
    ]
    if talon:
        lines.append(f"  {'talon':{wide}}  {hand_words(talon, rules, look)}")
    if turned:
        lines.append(f"  {look.card(turned)} is turned up: {SUIT_NAMES[turned[1]]} are trumps")
    return "\n".join(lines)
