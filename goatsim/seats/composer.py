"""The policy `composer`."""

from __future__ import annotations

from typing import Any

from goatsim.seats.define import helper, policy
from goatsim.seats.view import Cards
from goatsim.words import beats, cheapest, count, highest, masters, richest, suit_of, worth


@helper
def ready(v: Any) -> int:
    """The points of the dearest meld for which the hand holds the cards."""
    points = 0
    for king in v.hand & v.kings - v.served(2):
        if suit_of(king) & v.hand & v.queens - v.served(2):
            points = max(points, 40 if king & v.trumps else 20)
    free = v.hand - v.served(0)
    pair = v.hand & v.parts(1) - v.served(1)
    if count(free & v.jacks) >= 4 or (pair & v.queens and pair & v.jacks):
        points = max(points, 40)
    if count(free & v.queens) >= 4:
        points = max(points, 60)
    if count(free & v.kings) >= 4:
        points = max(points, 80)
    if count(free & v.aces) >= 4:
        points = max(points, 100)
    run = v.hand & v.parts(3) - v.served(3)
    if run & v.aces and run & v.tens and run & v.kings and run & v.queens and run & v.jacks:
        points = max(points, 250)
    pairs = v.hand & v.parts(1)
    if count(pairs) == 4 and count(pairs & v.served(1)) < 3:
        points = 500
    return points


@helper
def four(v: Any, held: int, points: int) -> int:
    """What a card of a rank is worth towards four of it, of which so many are held."""
    return points // 3 if held >= 4 else points // 5 if held == 3 else points // 12 if held == 2 else points // 40


@helper
def one(v: Any, cards: Cards) -> int:
    """1 for any cards, 0 for none."""
    return 1 if cards else 0


@helper
def kept(v: Any, card: Cards) -> int:
    """What a card is worth to its hand for melds to come, in points."""
    value = 0
    if not card & v.served(0):
        free = v.hand - v.served(0)
        if card & v.aces:
            value += four(v, count(free & v.aces), 100)
        if card & v.kings:
            value += four(v, count(free & v.kings), 80)
        if card & v.queens:
            value += four(v, count(free & v.queens), 60)
        if card & v.jacks:
            value += four(v, count(free & v.jacks), 40)
    if card & v.parts(1):
        other = v.hand & v.parts(1) & (v.jacks if card & v.queens else v.queens)
        if card - v.served(1):
            value += 24 if other else 10
        value += 12 * max(0, count(v.hand & v.parts(1)) - 2)
    if card & v.parts(2) - v.served(2):
        pair = suit_of(card) & v.hand - v.served(2) & (v.queens if card & v.kings else v.kings)
        most = 20 if card & v.trumps else 9
        value += most if pair else most // 4
    if card & v.parts(3) - v.served(3):
        run = v.hand & v.parts(3) - v.served(3)
        held = one(v, run & v.aces) + one(v, run & v.tens) + one(v, run & v.kings)
        held += one(v, run & v.queens) + one(v, run & v.jacks)
        court = v.jacks if card & v.jacks else v.queens if card & v.queens else v.kings
        same = run & (v.aces if card & v.aces else v.tens if card & v.tens else court)
        if count(same) == 1:
            value += 60 if held >= 4 else 30 if held == 3 else 14
    if card & v.parts(4) - v.served(4):
        value += 8
    if card & v.trumps:
        value += 6
    return value


@helper
def composed(v: Any, patience: int, fear: int, thrift: int) -> Cards:
    """The card that is worth most for melds, as long as a card lies open below the stock."""
    prize = ready(v)
    leading = v.position == 0
    table = v.table_points
    hidden = v.unseen
    winners = v.winners
    most = -100000
    found: Cards = v.legal
    for card in v.legal:
        own = worth(card)
        if leading:
            over = min(64, fear * count(beats(hidden, card)))
            value = (prize + own) * (64 - over) + (patience - own) * over
        elif card & winners:
            value = 64 * (prize + table + own)
        else:
            value = 64 * (patience - table - own)
        value -= 8 * thrift * kept(v, card)
        if value > most:
            most = value
            found = card
    return found


@policy(base="greedy")
class Composer:
    """Weighs every card by the meld that a trick would let it make, the points at stake, and what the card is worth for
    melds to come.

    As long as a card lies open below the stock it plays the legal card with the greatest value, the first among equals
    in yardstick order. The prize is the points of the dearest meld for which its hand holds the cards, as far as it
    sees: 500, 250, 100, 80, 60, 40 or 20. Following: of a card that wins the value is the prize, the points on the
    table and its own; of another one it is `patience` less these points. Leading: with r = `fear` for every unseen card
    that beats it, at most 64, the value in 64ths is 64 - r times the prize and its points, and r times `patience` less
    its points. From all of these `thrift` eighths of the worth of the card are taken away.

    The worth of a card is the sum of: towards four of a rank, if it has not served in such, a third of their points if
    four are held, a fifth if three, a twelfth if two, else a fortieth; a queen of spades or jack of diamonds that has
    not served in a bezique 24 if a card of the other kind is held, else 10, and 12 for every one of the four that is
    held beyond two; a king or queen that has not served in a marriage 9 (20 for a trump) if a partner is held, else a
    quarter of that; a card of the sequence that has not served in one and is the only one of its rank 60 if four ranks
    of it are held, 30 if three, else 14; a seven that was not declared 8; and 6 for a trump. Quotients are rounded
    down.

    When nothing lies open any more: leading, its highest master if that is a trump and the other may hold a trump; if
    the other may hold none, its master worth most; else its first plain master of a suit that the other may hold; else
    its cheapest card. Following, the card worth most that wins, a plain one if it can, else its cheapest. A master is a
    card that no unseen card of its class beats. It exchanges, declares and melds as `low`.
    """

    patience = 8
    fear = 8
    thrift = 10

    def lead(v: Any) -> Any:
        """Answer a card to lead."""
        if not v.turned:
            tops = masters(v.legal)
            if v.unseen & v.trumps and tops & v.trumps:
                return highest(tops & v.trumps)
            if tops and not v.unseen & v.trumps:
                return richest(tops)
            for card in tops - v.trumps:
                if suit_of(card) & v.unseen:
                    return card
            return cheapest(v.legal)
        return composed(v, v.patience, v.fear, v.thrift)

    def follow(v: Any) -> Any:
        """Answer a card to follow with."""
        if not v.turned:
            if v.winners:
                return richest(v.winners - v.trumps or v.winners)
            return cheapest(v.legal)
        return composed(v, v.patience, v.fear, v.thrift)
