"""Melds in text: what was made after a trick, and what a deal with melds is worth (rules.md, 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.games import Rules
from goatsim.games.melds import EXCHANGE, SEVEN
from goatsim.show.look import PLAIN, Look

Object = Mapping[str, Any]

PARTS = ("melds", "brisques", "sevens", "last_trick")
"""What a score is made of, as a result tells it."""


def melds_after(record: Object, trick: int, look: Look = PLAIN) -> str:
    """Return what was melded after a trick, from 1: ``royal marriage KS QS 40``; "" if nothing was."""
    said = []
    for meld in record.get("melds") or ():
        if meld["trick"] == trick:
            cards = " ".join(look.card(card) for card in meld["cards"])
            name = {EXCHANGE: "exchanges", SEVEN: "declares"}.get(meld["meld"], meld["meld"].replace("_", " "))
            points = f" {meld['points']}" if meld.get("points") is not None else ""
            said.append(f"{name} {cards}{points}")
    return ", ".join(said)


def drawn_after(record: Object, trick: int, rules: Rules) -> Sequence[str]:
    """Return the cards that are drawn after a trick, from 1, the winner's first."""
    stock = list(record.get("stock") or ())
    exchanged = [meld["cards"] for meld in record.get("melds") or () if meld["meld"] == EXCHANGE]
    if stock and exchanged:
        # The seven took the place of the card that lay open.
        stock[-1:] = exchanged[-1][:1]
    return stock[rules.seats * (trick - 1) : rules.seats * trick]


def score_words(result: Object, side: int) -> str:
    """Return what a side scored: ``140: melds 80, brisques 50, sevens 10, last trick 0``."""
    parts = ", ".join(f"{key.replace('_', ' ')} {result[key][side]}" for key in PARTS if result.get(key))
    return f"{result['score'][side]}: {parts}"


def scores_text(result: Object, who: Sequence[str]) -> str:
    """Return the result of a deal with melds in sentences, the side with the higher score first; `who` they are."""
    lines = []
    for side in sorted(range(len(who)), key=lambda side: (-result["score"][side], side)):
        tricks = f"{result['tricks'][side]} trick{'s' * (result['tricks'][side] != 1)}"
        lines.append(f"{who[side]} scores {score_words(result, side)}, in {tricks}")
    return "\n".join([*lines, f"Outcome: {result['outcome']}"])


def meld_lines(rules: Rules) -> list[list[str]]:
    """Return the melds of a game, a line each: name, what it is made of, points."""
    lines: dict[tuple[str, str], list[str]] = {}
    for row in rules.meld:
        suit = {"trump": " of trumps", "plain": " of a plain suit", "": ""}[row.suit]
        made = " ".join(row.cards or row.ranks) + suit
        if row.count:
            made = f"{row.count} cards of rank {row.ranks}"
        lines[row.meld, made] = [row.meld.replace("_", " "), made, str(row.points)]
    return list(lines.values())
