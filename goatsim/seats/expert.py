"""The policy `expert`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.view import Cards
from goatsim.words import beating, beats, count, highest, lowest, masters, suit_of, worth


@helper
def kept(v: Any, card: Cards, tops: Cards, second: Cards, third: Cards) -> int:
    """What a card is worth to its hand beside its points; `tops`: the masters; `second`, `third`: those of the unseen
    trumps.
    """
    if card & v.trumps:
        value = 4 + count(card & v.queens) - 4 * count(card & (v.aces | v.tens | v.kings))
        return value + 10 * count(card & tops) + 4 * count(beats(card, second)) + 5 * count(beats(card, third))
    rich = v.aces | v.tens
    value = 1 - 2 * count(card & rich) - 4 * count(card & v.kings) + 6 * count((card & tops) - rich)
    if v.hand & suit_of(card) == card and v.hand & v.trumps:
        value -= 5
    return value


@helper
def stands(v: Any, card: Cards, rivals: Cards, void: int) -> int:
    """The chance in 64ths that no opponent beats a card that is winning; `void`: that one need not follow suit."""
    better = beats(rivals, card)
    over = count(better - v.trumps)
    ruffs = count(better & v.trumps)
    return max(0, 64 - 55 * over - void * min(64, 13 * ruffs) // 64)


@helper
def beaten(v: Any, cards: Cards, rivals: Cards, opponents: int) -> int:
    """The chance in 64ths that one of some opponents beats a set; `rivals`: the cards that they may hold."""
    if opponents == 0:
        return 0
    out = count(v.unseen)
    spared = 21 if out <= 12 else 32 if out <= 16 else 38 if out <= 20 else 43 if out <= 24 else 48
    if opponents == 1:
        spared = (64 + spared) // 2
    first = lowest(cards)
    found = 64
    for card in cards:
        miss = 64
        for _ in range(min(32, count(beats(rivals, card)))):
            miss = miss * spared // 64
        found = found * (64 - miss) // 64 if card == first else found * (64 - miss) // 96
    return found


@policy
class Expert:
    """Weighs every card: the points at stake by the chance to win them, less what the card is worth in the hand.

    It plays the legal card with the greatest value, the first among equals in yardstick order: plain cards rank by rank
    from the lowest, within a rank clubs, spades, hearts, diamonds, then the trumps from the lowest. The value is
    stake * (2 * chance - 64) - 64 * keep, with the chance in 64ths; all quotients are rounded down.

    Unseen is what is neither played nor in its own hand. A seat may hold every unseen card but those of a class (the
    trumps, or a plain suit) that it has not followed before. Signs of partners, as far as it knows them, count like
    that: who beats a suit by a sign has not followed it, and a card is not with who lacks it by signs, nor with others
    than who holds it. Later means: playing after it in this trick. A master is a card that no unseen card of its class
    beats.

    Keep, for a trump: 4; 1 more for a queen, 4 less for an ace, ten or king; 10 more for a master, 4 more if at most
    one unseen trump beats it, and 5 more if at most two do. For a plain card: -1 for an ace or ten, -3 for a king, 1
    for another; 6 more for a master that is neither ace nor ten; 5 less for the only card of its suit in a hand with
    trumps.

    Leading: the stake is the card's points and 8. The chance is 64, but 9 if an opponent may hold a card of its class
    that beats it, or if the card is plain, an opponent may hold a trump, and an opponent has not followed the suit
    before or no card of it is unseen.

    Following: the stake is the points on the table, those of the card, and 6 more unless it plays last. The chance that
    a winning card stands is 64 less 55 for every plain card that beats it and that a later opponent may hold, and less
    void * t / 64, where t is 13 for every trump of which the same is true, at most 64; it is at least 0. Void is 64 if
    trumps were led or no later opponent may hold a card of the class led, else 64 less 40 for every unseen card of it,
    at least 0. For a card that wins, the chance is the chance c that it stands and (64 - c) * h / 64 more; h is 0 if no
    partner plays later, 26 if one may follow the class led, else 47. For a card that does not, it is the chance that
    the best card on the table stands if that is its side's; else, if a later partner may hold a card that beats the
    best, 57 if he cannot follow the class led, 26 if it is a trump where trumps were led, 35 if it is a card of the
    plain suit that was led; else 0.

    Where sets of cards are led: it takes the lead out of turn if it may, and leads, or answers with, the set of the
    greatest value, of several the one with the lowest number (1 for the first card of its hand in yardstick order, 2
    for the second, 4 for the third, 8 for the fourth); it lays face up what beats. The value is stake * (64 - 2 * lost)
    less 64 * 9 for each trump of the set. The stake is the points of the set and those that lie open on the table, and
    8 for each card of the set. Lost is the chance in 64ths that opponents beat a set: its own if it leads or beats,
    that of the best one if that is its side's; else it is 64. That chance begins with 64; for each card of the set it
    is multiplied by 64 - m, and divided by 64 for the first one in yardstick order, by 96 for others. m is 64 times s /
    64 for every card that beats the card and that an opponent who answers later may hold (at most 32 of them). s is 21
    if there are at most 12 unseen cards, 32 if at most 16, 38 if at most 20, 43 if at most 24, else 48; and (64 + s) /
    2 if one opponent may still answer. Two may when it leads; after an answer at place p, counted from 0, (4 - p) / 2
    may, but at least one, and none after the last.
    """

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
        most = -100000
        found = v.legal
        for card in v.legal:
            suit = suit_of(card)
            chance = 64
            if beats(rivals, card) & suit or (rivals & v.trumps - suit and (suit & shown or not suit & v.unseen)):
                chance = 9
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
            value = (points + worth(card)) * (2 * chance - 64) - 64 * kept(v, card, tops, second, third)
            if value > most:
                most = value
                found = card
        return found

    def set_lead(v: Any) -> Any:
        """Answer the cards to lead."""
        most = -1000000
        found = lowest(v.legal)
        rivals = v.rivals
        for k in range(v.lead_count):
            cards = v.lead_number(k)
            lost = beaten(v, cards, rivals, 2)
            value = (worth(cards) + 8 * count(cards)) * (64 - 2 * lost) - 576 * count(cards & v.trumps)
            if value > most:
                most = value
                found = cards
        return found

    def set_answer(v: Any) -> Any:
        """Answer the cards to lay to a set."""
        opponents = 0 if v.last else max(1, (4 - v.position) // 2)
        rivals = v.rivals
        given = beaten(v, v.best, rivals, opponents) if v.partner_winning else 64
        points = v.table_points
        most = -1000000
        found = v.answer_number(0)
        for k in range(v.answer_count):
            cards = v.answer_number(k)
            lost = beaten(v, cards, rivals, opponents) if beating(cards) else given
            value = (points + worth(cards) + 8 * count(cards)) * (64 - 2 * lost) - 576 * count(cards & v.trumps)
            if value > most:
                most = value
                found = cards
        return found
