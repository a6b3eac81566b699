"""The policy `partner`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.view import Cards
from goatsim.words import beats, highest, lowest, richest


@helper
def spared(v: Any, cards: Cards) -> Cards:
    """The card that helps the opponents least: no ace or ten, and no trump, as long as there is another."""
    light = cards - v.aces - v.tens
    if light - v.trumps:
        return lowest(light - v.trumps)
    return lowest(light or cards)


@helper
def certain(v: Any) -> Cards:
    """The winning cards that no opponent who plays later can beat."""
    threats = beats(v.rivals, v.best)
    return beats(v.winners, highest(threats)) if threats else v.winners


@policy
class Partner:
    """Thinks of its partner: puts its points on tricks that are its side's for sure, and keeps its tens and aces out of
    the others'. Leading: its first plain ace, else the card it can spare. Following, if its own side is winning and no
    opponent can beat that any more: the one worth most of its aces, tens and kings, else the card it can spare.
    Otherwise: the one worth most of the aces, tens and kings with which it wins for certain; else, if its own side is
    winning, the card it can spare; else its first card that wins, if somebody plays after it or there are 6 card points
    or more on the table; else the card it can spare. That is its first plain card but aces and tens, else its first
    trump but ace and ten, else its first card. A card wins for certain, or cannot be beaten any more, if no opponent
    who plays later may hold one that beats it: a card that is neither played nor in its own hand, and not of a class
    (the trumps, or a plain suit) that the opponent has not followed before, or, as far as it knows signs of partners,
    lacks by them; nor one that another seat holds by them. First, also among cards worth the same, means in yardstick
    order: plain cards rank by rank from the lowest, within a rank clubs, spades, hearts, diamonds, then the trumps from
    the lowest. All of this is about legal cards.

    It knows nothing of captures, and wins points even where they count against it. Where sets of cards are led it has
    no plan of its own: it leads its cheapest card alone, answers with its cheapest cards, one after another, face up if
    they beat what is winning, and takes the lead out of turn if it may.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        aces = v.legal & v.aces - v.trumps
        return lowest(aces) if aces else spared(v, v.legal)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        won = v.partner_winning and not beats(v.rivals, v.best)
        rich = (v.legal if won else certain(v)) & (v.aces | v.tens | v.kings)
        if rich:
            return richest(rich)
        if not v.partner_winning and v.winners and (not v.last or v.table_points >= 6):
            return lowest(v.winners)
        return spared(v, v.legal)
