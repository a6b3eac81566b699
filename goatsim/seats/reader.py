"""The policy `reader`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.expert import kept, stands
from goatsim.seats.view import Cards
from goatsim.words import beats, count, highest, masters, suit_of, worth


@helper
def promised(v: Any) -> Cards:
    """The cards that partners who play later are known to hold."""
    found = v.nothing
    for distance in range(1, 6):
        if v.mine(distance):
            found |= v.shows(distance)
    return found & v.helpers


@helper
def ruffed(v: Any, ours: bool) -> Cards:
    """The plain suits that others of its own side, or of others, are known to lack, with a trump."""
    found = v.nothing
    for distance in range(1, 6):
        if v.mine(distance) == ours:
            found |= v.ruffs(distance)
    return found


@policy(base="expert")
class Reader:
    """Plays as expert..."""

    ruff = 50
    promise = 64

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        if count(v.legal) == 1:
            return v.legal
        shown = v.nothing
        for distance in range(1, 6):
            if not v.mine(distance):
                shown |= v.lacks(distance)
        tops = masters(v.legal)
        out = v.unseen & v.trumps
        second = highest(out - highest(out))
        third = highest(out - highest(out) - second)
        rivals = v.rivals
        partner = promised(v)
        beaten = ruffed(v, True)
        most = -100000
        found = v.legal
        for card in v.legal:
            suit = suit_of(card)
            best = highest(partner & suit | card)
            chance = 64
            if beats(rivals, best) & suit or (rivals & v.trumps - suit and (suit & shown or not suit & v.unseen)):
                chance = 9
                if suit & beaten and not suit & shown:
                    chance = max(chance, v.ruff)
            value = (worth(card) + 8) * (2 * chance - 64) - 64 * kept(v, card, tops, second, third)
            if value > most:
                most = value
                found = card
        return found

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        if count(v.legal) == 1:
            return v.legal
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
        partner = promised(v)
        if helpers & v.led:
            partner &= v.led
        partner = highest(beats(partner, v.best))
        sure = 0
        if partner:
            sure = stands(v, partner, rivals, void)
            given = max(given, sure)
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
            if value > most:
                most = value
                found = card
        return found
