"""The slow, obvious twin of the signs that partners give each other (12), written from the rules alone.

What the rules leave open is settled here like this. After the deal and the swaps, before anybody chooses a card to
play, every seat with a partner gives each sign in force that is true of its hand; cards that were laid while the cards
were dealt are in no hand. "Trump" means a trump of the deal, a sign for a suit its plain cards, and the ten or the ace
of a suit only that card as a plain one; so where there are no such cards nobody gives the sign. Its partners see all
signs of a seat, and so they know for each sign in force that it is true or that it is not. Each sign that is given is
noticed by all opponents together with the chance p: the word of place 64 * seat + k of the stream of purpose 8, k being
the place of the sign in the table of the rules, must be less than p * 2**64; at p = 1 all are. From a sign that they
did not notice opponents learn nothing, but at p = 1 they know what the partners know.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import twin
from numpy.random import Philox

TABLE = [
    *(f"beat_{suit}" for suit in "CSH"),
    "T_trump",
    *(f"T_{suit}" for suit in "CSH"),
    "A_trump",
    *(f"A_{suit}" for suit in "CSH"),
    *(f"Q_{suit}" for suit in "CSHD"),
    *(f"J_{suit}" for suit in "CSHD"),
]
"""The ids of section 12, in its order."""

PURPOSE = 8


@dataclass
class Signals:
    """The options, and what was given in a deal: by seat the ids that it gave, and those noticed."""

    ids: Sequence[str] = tuple(TABLE)
    p_noticed: float = 0.0
    by: str = "everybody"
    given: list[list[str]] = field(default_factory=list)
    noticed: list[list[str]] = field(default_factory=list)


def trumps(game: twin.Game, cards: Sequence[str]) -> list[str]:
    """Return the trumps among some cards."""
    return [card for card in cards if twin.card_class(game, card) == twin.TRUMP]


def plain(game: twin.Game, suit: str) -> list[str]:
    """Return the plain cards of a suit."""
    return [card for card in game.pack if twin.card_class(game, card) == suit]


def about(game: twin.Game, sign: str) -> list[str]:
    """Return the cards that a sign is about."""
    what, which = sign.split("_")
    if what == "beat":
        return plain(game, which)
    if which == "trump":
        return [card for card in trumps(game, game.pack) if card[0] == what]
    if what in "TA":
        return [card for card in plain(game, which) if card[0] == what]
    return [card for card in game.pack if card == what + which]


def true(game: twin.Game, sign: str, hand: Sequence[str]) -> bool:
    """Return whether a sign is true of a hand."""
    cards = about(game, sign)
    held = [card for card in hand if card in cards]
    if sign.startswith("beat"):
        return bool(cards) and not held and bool(trumps(game, hand))
    return bool(held)


def gives(game: twin.Game, seat: int, by: str) -> bool:
    """Return whether a seat gives signs."""
    mine = game.sides[seat]
    first = mine == game.sides[game.leader]
    return game.sides.count(mine) > 1 and (by == "everybody" or first == (by == "first_side"))


def word(seed: int, index: int, place: int) -> int:
    """Return a word of the stream of notices."""
    drawn = Philox(key=[seed, 0], counter=[place // 4, index, 0, PURPOSE]).random_raw(4)
    return int(drawn[place % 4])


def give(game: twin.Game, hands: Sequence[Sequence[str]], options: Signals, seed: int, index: int) -> Signals:
    """Return the options with what is given in a deal of which these hands are played."""
    given: list[list[str]] = []
    noticed: list[list[str]] = []
    for seat, hand in enumerate(hands):
        signs = [sign for sign in TABLE if sign in options.ids and true(game, sign, hand)]
        signs = signs if gives(game, seat, options.by) else []
        given.append(signs)
        noticed.append([])
        for sign in signs:
            chance = word(seed, index, 64 * seat + TABLE.index(sign))
            if options.p_noticed == 1 or chance < int(options.p_noticed * 2**64):
                noticed[-1].append(sign)
    return Signals(options.ids, options.p_noticed, options.by, given, noticed)


def known(game: twin.Game, signals: Signals, seat: int) -> twin.Told:
    """Return what a seat knows of the others by signs, right after they were given."""
    found = twin.Told()
    for other in range(len(game.sides)):
        ours = game.sides[other] == game.sides[seat]
        all_known = ours or signals.p_noticed == 1
        for sign in signals.ids if gives(game, other, signals.by) else []:
            cards = about(game, sign)
            if sign in (signals.given[other] if all_known else signals.noticed[other]):
                if sign.startswith("beat"):
                    found.voids.setdefault(other, []).append(sign[-1])
                elif len(cards) == 1:
                    found.holds.setdefault(other, []).extend(cards)
            elif all_known and not sign.startswith("beat"):
                found.lacks.setdefault(other, []).extend(cards)
    return found
