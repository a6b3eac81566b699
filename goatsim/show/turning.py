"""What is said of a trump suit that is turned up, and of a capture that ends a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.cards import SUIT_NAMES, uncopied
from goatsim.engine.melding import SEVEN_POINTS
from goatsim.games import Rules
from goatsim.show.look import PLAIN, Look

CAPTURED = "ended by a capture"
NOTE_CAPTURED = "A deal that a capture ends is not counted out: card points are then those of the tricks before."
"""What is said of deals that a capture ended."""


def grouped(cards: Sequence[str], rules: Rules, trump: str | None = None) -> list[list[str]]:
    """Return cards as players sort them: trumps from the highest, then suit by suit. `trump`: the suit turned up."""
    trumps = [*rules.trumps, *(rules.plain.get(trump or "", ()) if rules.turns_up else ())]
    groups = [trumps, *(suit for suit in rules.plain.values() if not set(suit) <= set(trumps))]
    # Of a card of which the pack holds two a hand may hold both.
    held = ([card for card in uncopied(group) for _ in range(list(cards).count(card))] for group in groups)
    return [cards for cards in held if cards]


def hand_words(cards: Sequence[str], rules: Rules, look: Look = PLAIN, trump: str | None = None) -> str:
    """Return a hand as players sort it: trumps from the highest, then suit by suit, groups two spaces apart."""
    return "  ".join(" ".join(look.card(card) for card in group) for group in grouped(cards, rules, trump))


def turned_words(answer: Mapping[str, Any], rules: Rules, look: Look = PLAIN) -> list[str]:
    """Return a line on what was turned up (of a deal or a record), if that made a suit trump."""
    if not rules.turns_up or not answer.get("trump") or rules.turned == "stock":
        return []
    suit = f"{SUIT_NAMES[answer['trump']]} are trumps"
    if not answer.get("turned"):
        return [suit[:1].upper() + suit[1:]]
    shown = " ".join(look.card(card) for card in (*(answer.get("shown") or ()), answer["turned"]))
    if rules.turned == "last_of_stock":
        scores = rules.meld and answer["turned"][0] == rules.seven_rank
        seven = f"; seat {dealing_seat(answer, rules)}, who deals, scores {SEVEN_POINTS} for it" if scores else ""
        return [f"Open below the stock: {shown}; {suit}{seven}"]
    whose = dealing_seat(answer, rules) if rules.turned == "last_card" else first_seat(answer, rules)
    return [f"Turned up from seat {whose}: {shown}; {suit}"]


def dealing_seat(answer: Mapping[str, Any], rules: Rules) -> int:
    """Return the seat that deals in a deal or a record."""
    return rules.dealer if answer.get("dealer") is None else int(answer["dealer"])


def first_seat(answer: Mapping[str, Any], rules: Rules) -> int:
    """Return the seat left of the dealer of a deal or a record."""
    dealer = answer.get("dealer")
    return rules.first_leader if dealer is None else (int(dealer) + 1) % rules.seats


def stopped_words(record: Mapping[str, Any], rules: Rules, look: Look = PLAIN) -> list[str]:
    """Return a line on the capture that ended a deal: ``Stopped in trick 3: 6C of seat 1 takes QC of seat 0``."""
    stopped = record.get("stopped")
    if not stopped or len(record["tricks"]) < stopped["trick"]:
        return []
    trick = record["tricks"][stopped["trick"] - 1]
    owner = {card: (trick["leader"] + place) % rules.seats for place, card in enumerate(trick["cards"])}
    for row in rules.capture_rows():
        if row.card in owner and row.takes in owner:
            taker = f"{look.card(row.card)} of seat {owner[row.card]}"
            taken = f"{look.card(row.takes)} of seat {owner[row.takes]}"
            return [f"Stopped in trick {stopped['trick']}: {taker} takes {taken}"]
    return []
