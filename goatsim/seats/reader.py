"""The policy `reader`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.composer import composed
from goatsim.seats.define import helper, policy
from goatsim.seats.expert import kept, snare, stands
from goatsim.seats.greedy import dodging
from goatsim.seats.view import Cards
from goatsim.words import beats, count, highest, masters, suit_of, worth


@helper
def promised(v: Any, helpers: Cards) -> Cards:
    """The cards that partners who play later are known to hold; `helpers`: those that they may hold."""
    others = helpers
    for distance in range(1, 6):
        if v.mine(distance):
            others -= v.shows(distance)
    return helpers - others


@policy(base="expert")
class Reader:
    """Plays as `expert`, and by what its partners have told it with signs: it leads its points to suits that they beat,
    gives them to tricks that they are known to win, and leads low to the ace that one of them holds.

    It weighs its cards as `expert` does; only the chance of a trick is another where signs are known. To hold a card
    means here: to be known to hold it, by signs or since it lay open. To ruff a suit means: to have none of it, as is
    known by signs, and perhaps a trump.

    Leading a card: it counts for the highest one of its class that a partner holds, if that is higher. The chance is 9
    where an opponent may hold a card of the class that beats this one, and where `expert` says that the lead may be
    ruffed; but 64 if a partner ruffs the suit, unless an opponent is known to have none of it. Else it is 64.

    Following: the sure card is the highest one that beats the best on the table, that a partner who plays later holds
    and, if one of those may hold cards of the class led, that is of this class. If there is one, the chance of each
    card is at least the chance that the sure card stands.

    Where nothing is known of the cards of partners, where sets of cards are led, and where tricks are played for melds
    or for less, it plays as `expert`.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        if count(v.legal) == 1:
            return v.legal
        if v.melding:
            return composed(v, 8, 8, 10)
        if v.for_less:
            return dodging(v)
        shown = v.nothing
        ruffed = v.nothing
        for distance in range(1, 6):
            if v.mine(distance):
                ruffed |= v.ruffs(distance)
            else:
                shown |= v.lacks(distance)
        tops = masters(v.legal)
        out = v.unseen & v.trumps
        second = highest(out - highest(out))
        third = highest(out - highest(out) - second)
        rivals = v.rivals
        partners = promised(v, v.helpers)
        most = -100000
        found = v.legal
        for card in v.legal:
            suit = suit_of(card)
            best = highest(partners & suit | card)
            chance = 64
            if beats(rivals, best) & suit or (rivals & v.trumps - suit and (suit & shown or not suit & v.unseen)):
                chance = 64 if suit & ruffed and not suit & shown else 9
            value = (worth(card) + 8) * (2 * chance - 64) - 64 * kept(v, card, tops, second, third)
            if v.catching:
                value += snare(v, card)
            if value > most:
                most = value
                found = card
        return found

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        if count(v.legal) == 1:
            return v.legal
        if v.melding:
            return composed(v, 8, 8, 10)
        if v.for_less:
            return dodging(v)
        tops = masters(v.legal)
        out = v.unseen & v.trumps
        second = highest(out - highest(out))
        third = highest(out - highest(out) - second)
        rivals = v.rivals
        void = 64
        if rivals & v.led and not v.led & v.trumps:
            void = max(0, 64 - 40 * count(v.unseen & v.led))
        helpers = v.helpers
        helped = 0
        if helpers:
            helped = 26 if helpers & v.led else 47
        given = 0
        if v.partner_winning:
            given = stands(v, v.best, rivals, void)
        elif beats(helpers, v.best) & v.led:
            given = 26 if v.led & v.trumps else 35
        elif beats(helpers, v.best) and not helpers & v.led:
            given = 57
        promise = promised(v, helpers)
        if helpers & v.led:
            promise &= v.led
        promise = highest(beats(promise, v.best))
        sure = stands(v, promise, rivals, void) if promise else 0
        points = v.table_points
        if not v.last:
            points += 6
        winners = v.winners
        most = -100000
        found = v.legal
        for card in v.legal:
            chance = given
            if card & winners:
                chance = stands(v, card, rivals, void)
                chance += (64 - chance) * helped // 64
            chance = max(chance, sure)
            value = (points + worth(card)) * (2 * chance - 64) - 64 * kept(v, card, tops, second, third)
            if v.catching:
                value += snare(v, card)
            if value > most:
                most = value
                found = card
        return found
