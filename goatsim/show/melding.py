"""Melds in text: what was made after a trick, and what a deal with melds is worth (rules.md, 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.engine.melding import SEVEN_POINTS
from goatsim.games import Rules
from goatsim.games.melds import EXCHANGE, SEVEN
from goatsim.show.look import PLAIN, Look

Object = Mapping[str, Any]

PARTS = ("melds", "brisques", "sevens", "last_trick")
"""What a score is made of, as a result tells it."""


def taken_in_tricks(rules: Rules) -> str:
    """Return what the points in tricks are called: they are brisques where melds score, too."""
    return "brisques" if rules.meld else "points"


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


def sevens_played(record: Object, rules: Rules) -> list[list[tuple[int, str]]]:
    """Return for every trick of a record who played a seven that scores at once, in the order of the cards, and which:
    one of trumps that was not declared, or any where every event scores, as long as there is a stock (rules.md, 11).
    Where melds are not told nothing is.
    """
    tricks, melds = record["tricks"], record.get("melds")
    found: list[list[tuple[int, str]]] = [[] for _ in tricks]
    if not rules.meld or melds is None:
        return found
    seven = f"{rules.seven_rank}{record.get('trump')}"
    declared = [0] * rules.seats
    every = rules.options.get("seven_score") == "every_event"
    for place, trick in enumerate(tricks):
        for step, card in enumerate(trick["cards"]):
            seat = (trick["leader"] + step) % rules.seats
            if card != seven:
                continue
            if (every or not declared[seat]) and place < rules.tricks - rules.hand_size:
                found[place].append((seat, card))
            # Of two in a hand the declared one is taken first.
            declared[seat] -= declared[seat] > 0
        for meld in melds:
            if meld["trick"] == place + 1 and meld["meld"] in (EXCHANGE, SEVEN):
                more = 1 if meld["meld"] == SEVEN else -1
                declared[meld["seat"]] = max(0, declared[meld["seat"]] + more)
    return found


def sevens_words(played: Sequence[tuple[int, str]], look: Look = PLAIN) -> list[str]:
    """Return what sevens that were played to a trick score, in words: ``7C of seat 1 scores 10``."""
    return [f"{look.card(card)} of seat {seat} scores {SEVEN_POINTS}" for seat, card in played]


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
