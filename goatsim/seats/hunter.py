"""The policy `hunter`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import policy
from goatsim.seats.partner import spared
from goatsim.words import lowest, masters, richest


@policy(base="partner")
class Hunter:
    """Hunts trumps: leads them as long as an opponent may have one, and then its winners. Leading, if an opponent may
    hold a trump: its first trump that no unseen trump beats. If there is none, its plain ace that comes first; else the
    card that `partner` would spare. If no opponent may hold a trump: the card worth most among its plain cards that no
    unseen card of their suit beats, else the card that `partner` would spare. Unseen is what is neither played nor in
    its own hand; an opponent may hold every unseen card but those of a class (the trumps, or a plain suit) that it has
    not followed before, and what it lacks, or another seat holds, by signs of partners that it knows. Following: as
    `partner`. First, also among cards worth the same, means in yardstick order: plain cards rank by rank from the
    lowest, within a rank clubs, spades, hearts, diamonds, then the trumps from the lowest. All of this is about legal
    cards.

    It knows nothing of captures, and wins points even where they count against it. Where sets of cards are led it has
    no plan of its own: it leads its cheapest card alone, answers with its cheapest cards, one after another, face up if
    they beat what is winning, and takes the lead out of turn if it may.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        tops = masters(v.legal)
        if not v.rivals & v.trumps:
            plain = tops - v.trumps
            return richest(plain) if plain else spared(v, v.legal)
        if tops & v.trumps:
            return lowest(tops & v.trumps)
        aces = v.legal & v.aces - v.trumps
        return lowest(aces) if aces else spared(v, v.legal)
