"""The policy `expert`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.composer import composed
from goatsim.seats.define import helper, policy
from goatsim.seats.greedy import dodging
from goatsim.seats.view import Cards
from goatsim.words import beating, beats, catchers, caught, cheapest, count, highest, lowest, masters, suit_of, worth


@helper
def kept(v: Any, card: Cards, tops: Cards, second: Cards, third: Cards) -> int:
    """What a card is worth to its hand beside its points; `tops`: the masters; `second`, `third`: those of the unseen
    trumps.
    """
    if card & v.trumps:
        value = 4 + count(card & v.queens) - 4 * count(card & (v.aces | v.tens | v.kings))
        if v.at_will:
            value += 12
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
def snare(v: Any, card: Cards) -> int:
    """What a card gains and risks by captures, in 64ths of a point."""
    taken = caught(card)
    takers = catchers(card)
    if taken & v.opposing:
        return 4096
    if takers & v.opposing:
        return -4096
    value = 0
    near = v.opponents
    if takers & v.unseen:
        value = 1280
        if takers & v.rivals:
            value = -1280 * near
            if v.led - v.trumps:
                value = -640 * near
    if taken & v.unseen:
        chance = 64
        for _ in range(min(12, count(v.unseen & v.trumps - taken))):
            chance = chance * 2 // 3
        value = -960
        if taken & v.rivals and (card & v.led or not v.led):
            value += 20 * chance * near
    if card & v.trumps and not taken and not takers:
        if catchers(v.hand) & v.unseen and count(v.hand & v.trumps) <= 3:
            value = -320
        if caught(v.hand) & v.unseen and not v.led:
            value = 384
    return value


@helper
def for_melds(v: Any) -> Cards:
    """The card that `composer` plays, with the parameters that it has if none are given."""
    return composed(v, 8, 8, 10)


@helper
def leading(v: Any, promised: Cards, ruffed: Cards) -> Cards:
    """The card to lead; `promised`: cards that partners are known to hold, `ruffed`: suits that they beat by signs."""
    found: Cards = v.legal
    if count(v.legal) == 1:
        return found
    if v.melding:
        return for_melds(v)
    if v.for_less:
        return dodging(v)
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
    for card in v.legal:
        suit = suit_of(card)
        best = highest(promised & suit | card) if promised else card
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


@helper
def following(v: Any, promised: Cards) -> Cards:
    """The card to follow with; `promised`: cards that partners who play later are known to hold."""
    found: Cards = v.legal
    if count(v.legal) == 1:
        return found
    if v.melding:
        return for_melds(v)
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
    # What beats a card that stands, stands as well as that.
    ours = v.best if v.partner_winning else v.nothing
    if promised:
        ours = highest(beats(promised & v.led if helpers & v.led else promised, v.best)) or ours
    least = stands(v, ours, rivals, void) if ours else 0
    given = least
    if not v.partner_winning:
        if beats(helpers, v.best) & v.led:
            given = max(given, 26 if v.led & v.trumps else 35)
        elif beats(helpers, v.best) and not helpers & v.led:
            given = max(given, 57)
    points = v.table_points
    if not v.last:
        points += 6
    winners = v.winners
    most = -100000
    for card in v.legal:
        chance = given
        if card & winners:
            chance = stands(v, card, rivals, void)
            chance += (64 - chance) * helped // 64
            if promised:
                chance = max(chance, least)
        value = (points + worth(card)) * (2 * chance - 64) - 64 * kept(v, card, tops, second, third)
        if v.catching:
            value += snare(v, card)
        if value > most:
            most = value
            found = card
    return found


@helper
def beaten(v: Any, cards: Cards, rivals: Cards, opponents: int) -> int:
    """The chance in 64ths that one of some opponents beats a set; `rivals`: the cards that they may hold."""
    if opponents == 0:
        return 0
    out = count(v.unseen)
    spared = 21 if out <= 12 else 32 if out <= 16 else 38 if out <= 20 else 43 if out <= 24 else 48
    spared = max(0, (128 - opponents * (64 - spared)) // 2)
    first = lowest(cards)
    found = 64
    for card in cards:
        miss = 64
        for _ in range(min(32, count(beats(rivals, card)))):
            miss = miss * spared // 64
        found = found * (64 - miss) // 64 if card == first else found * (64 - miss) // 96
    return found


@helper
def strength(v: Any) -> int:
    """What a hand is worth to a soloist: 2 for a trump, 1 more for a queen, 3 for a plain ace."""
    return 2 * count(v.hand & v.trumps) + count(v.hand & v.queens) + 3 * count(v.hand & v.aces - v.trumps)


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

    Keep, for a trump: 4, and 12 more where nobody need follow suit; 1 more for a queen, 4 less for an ace, ten or king;
    10 more for a master, 4 more if at most one unseen trump beats it, and 5 more if at most two do. For a plain card:
    -1 for an ace or ten, -3 for a king, 1 for another; 6 more for a master that is neither ace nor ten; 5 less for the
    only card of its suit in a hand with trumps.

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

    Where a card may catch another one of the other side, which ends the deal, the value of a card also holds what it
    gains or risks. 4096 more if it catches a card that an opponent has played to the trick, 4096 less if such a card
    catches it. Else, as long as what catches it is unseen: 1280 more if no later opponent may hold that; if one may,
    for each opponent who plays later 1280 less, or 640 less if a plain suit was led. As long as what it catches is
    unseen: 960 less, and 20 * t more for each opponent who plays later if one of them may hold that and the card leads
    or is of the class led; t is 64 times 2 / 3 for every other unseen trump, at most 12 of them. For another trump: 384
    more if it leads and the hand holds a card that catches an unseen one; else 320 less if the hand holds a card that
    an unseen one catches, and at most three trumps.

    Where tricks are played for melds, it plays as `composer` as long as a card lies open below the stock.

    It buys a talon if its hand is worth 14 or more: 2 for each trump, 1 more for each queen, 3 for each plain ace. It
    lays aside plain cards but aces, as long as it has one: the one with the greatest value, the first among equals in
    yardstick order, the value being its points, 15 more if it has no other card of the suit, and 10 more if it has one
    other; else its cheapest plain card, else its cheapest trump. Where nobody bought, it plays as `greedy`.

    Where sets of cards are led: it takes the lead out of turn if it may, and leads, or answers with, the set of the
    greatest value, of several the one with the lowest number (1 for the first card of its hand in yardstick order, 2
    for the second, 4 for the third, 8 for the fourth); it lays face up what beats. The value is stake * (64 - 2 * lost)
    less 64 * 9 for each trump of the set. The stake is the points of the set and those that lie open on the table, and
    8 for each card of the set. Lost is the chance in 64ths that opponents beat a set: its own if it leads or beats,
    that of the best one if that is its side's; else it is 64. That chance begins with 64; for each card of the set it
    is multiplied by 64 - m, and divided by 64 for the first one in yardstick order, by 96 for others. m is 64 times s /
    64 for every card that beats the card and that an opponent who answers later may hold (at most 32 of them). s is 21
    if there are at most 12 unseen cards, 32 if at most 16, 38 if at most 20, 43 if at most 24, else 48; that is where
    two opponents are still to answer. Where n are, it is (128 - n * (64 - s)) / 2, at least 0, and lost is 0 where none
    is.
    """

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        return leading(v, v.nothing, v.nothing)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        return following(v, v.nothing)

    def buy(v: Any) -> Any:
        """Answer whether to buy the talon."""
        return strength(v) >= 14

    def discard(v: Any) -> Any:
        """Answer a card to lay aside."""
        plain = v.legal - v.trumps
        most = -1
        found = cheapest(plain or v.legal)
        for card in plain - v.aces:
            value = worth(card)
            others = count(v.hand & suit_of(card)) - 1
            if others == 0:
                value += 15
            if others == 1:
                value += 10
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
            lost = beaten(v, cards, rivals, v.opponents)
            value = (worth(cards) + 8 * count(cards)) * (64 - 2 * lost) - 576 * count(cards & v.trumps)
            if value > most:
                most = value
                found = cards
        return found

    def set_answer(v: Any) -> Any:
        """Answer the cards to lay to a set."""
        rivals = v.rivals
        given = beaten(v, v.best, rivals, v.opponents) if v.partner_winning else 64
        points = v.table_points
        most = -1000000
        found = v.answer_number(0)
        for k in range(v.answer_count):
            cards = v.answer_number(k)
            lost = beaten(v, cards, rivals, v.opponents) if beating(cards) else given
            value = (points + worth(cards) + 8 * count(cards)) * (64 - 2 * lost) - 576 * count(cards & v.trumps)
            if value > most:
                most = value
                found = cards
        return found
