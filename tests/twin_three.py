"""The slow, obvious twin of a deal of `three` (6): three players, a talon to buy, and deals "for less".

Written from the rules alone, with names and lists. Seats are counted from the dealer's left neighbour, so the dealer is
seat 2. Points, tricks and penalty are by seat. What the rules leave open is settled here like this:

* Each seat is asked once whether it buys, in turn, until one does; the buyer is asked for a discard twice, first with
  twelve cards and then with eleven, the talon among them. Every one of these questions has a coin of its own.
* upcard_rule, for the first lead of a deal for less: `class` and `permit` as the rules say; `exact_suit`: a card of the
  class of the upper talon card (a trump, or a plain card of its suit), any card if there is none; `free`: any card.
  Who may lead no trump under `permit` and has nothing else leads one.
* Outcomes of a soloist's deal: `egg`; won by the soloist `win`, `ninety` (defenders 0..30), `lucy` (all tricks); lost
  by the soloist `lost`, `lost_ninety` (0..30), `lost_lucy` (no trick), all of them `lost` where solo_loss makes no
  difference. For less: `for_less`, and `goat` where one seat took all tricks. All is judged by tricks first, then by
  points, in which the discard is the soloist's.
* An egg under solo_tie = soloist_loses charges the soloist as solo_loss says for 31..59 points (2, 4 or nothing), under
  soloist_wins each defender 2.
* solo_loss = none: a lost deal charges nobody.
* For less, all tricks count 12 in a single deal.
* In a soloist's deal the defenders are one side, so that `greedy` feeds its partner's trick; for less everybody is a
  side of his own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import twin
import twin_cards
import twin_classic
from twin_classic import EarlyCoins, Question
from twin_tricks import Hands, Play, Player, Record, seated

SEATS = 3
HAND = 10
TALON = 2
GOAT = 12
HALF = 60


@dataclass
class Options:
    """The options of section 6 under their names there; target and first_dealer matter in matches only."""

    three_trump_lead: str = "soloist"
    three_first_lead: str = "left_of_dealer"
    solo_tie: str = "egg"
    solo_loss: str = "mirror"
    upcard_rule: str = "class"
    show_bought_talon: bool = False
    target: int = 12
    first_dealer: str = "last_seat"


def rules(soloist: int | None) -> twin.Game:
    """Return the rules of a deal: pack and trumps of `classic`, and who is with whom."""
    game = twin.bare()
    game.hand_size = HAND
    game.sides = [0, 1, 2] if soloist is None else [0 if seat == soloist else 1 for seat in range(SEATS)]
    return game


@dataclass
class Tricks(Play):
    """The tricks of a deal. upcard: the upper talon card in a deal for less. own: points and tricks by seat."""

    options: Options = field(default_factory=Options)
    soloist: int | None = None
    upcard: str = ""

    def leads(self, seat: int) -> list[str]:
        hand = self.held[seat]
        if self.soloist is not None:
            if self.options.three_trump_lead == "soloist" and seat != self.soloist:
                return self.plain(hand) or list(hand)
            return list(hand)
        return list(hand) if self.tricks else self.first_lead(hand)

    def first_lead(self, hand: list[str]) -> list[str]:
        """Return what the upper talon card lets the first leader of a deal for less lead."""
        shown = twin.card_class(self.game, self.upcard)
        trumps = [card for card in hand if twin.card_class(self.game, card) == twin.TRUMP]
        if self.options.upcard_rule == "class":
            asked = trumps if shown == twin.TRUMP else self.plain(hand)
        elif self.options.upcard_rule == "exact_suit":
            asked = [card for card in hand if twin.card_class(self.game, card) == shown]
        elif self.options.upcard_rule == "permit":
            asked = list(hand) if shown == twin.TRUMP else self.plain(hand)
        else:
            asked = list(hand)
        return asked or list(hand)

    def by_seat(self, key: str) -> list[int]:
        """Return the points of the tricks that each seat won, or how many they are."""
        found = [0] * SEATS
        for trick in self.tricks:
            found[trick["winner"]] += trick["points"] if key == "points" else 1
        return found


def score_solo(options: Options, soloist: int, points: int, tricks: int) -> tuple[list[int], str]:
    """Return the penalty of every seat and the row of a soloist's deal (6a), from the soloist's points, discard
    included, and tricks.
    """
    others = [seat for seat in range(SEATS) if seat != soloist]
    if tricks == HAND:
        charged, worth, outcome = others, 6, "lucy"
    elif tricks == 0:
        charged, worth, outcome = [soloist], 6, "lost_lucy"
    elif points == HALF:
        charged, worth, outcome = {
            "egg": ([], 0, "egg"),
            "soloist_loses": ([soloist], 2, "lost"),
            "soloist_wins": (others, 2, "win"),
        }[options.solo_tie]
    elif points > HALF:
        ninety = 2 * HALF - points <= 30
        charged, worth, outcome = others, 4 if ninety else 2, "ninety" if ninety else "win"
    else:
        ninety = points <= 30
        charged, worth, outcome = [soloist], 4 if ninety else 2, "lost_ninety" if ninety else "lost"
    if outcome.startswith("lost") and options.solo_loss != "mirror":
        worth, outcome = {"fixed4": 4, "none": 0}[options.solo_loss], "lost"
    return [worth if seat in charged else 0 for seat in range(SEATS)], outcome


def score_less(points: Sequence[int], tricks: Sequence[int]) -> tuple[list[int], str]:
    """Return the penalty of every seat and the row of a deal for less (6b); the talon is among the points."""
    if HAND in tricks:
        return [GOAT if one == HAND else 0 for one in tricks], "goat"
    penalty = []
    for own, won in zip(points, tricks, strict=True):
        if won == 0 or own <= 30:
            penalty.append(0)
        elif own <= 60:
            penalty.append(2)
        elif own <= 90:
            penalty.append(4)
        else:
            penalty.append(6)
    return penalty, "for_less"


def deal(seed: int, index: int) -> tuple[Hands, list[str]]:
    """Return the hands of ten cards and the talon, its upper card first."""
    hands, rest = twin_cards.deal(rules(None).pack, SEATS, HAND, seed, index)
    return hands, twin_cards.stacked(rest, seed, index)


@dataclass
class Buying:
    """Who buys, and what comes of it. buys: the answers, in turn."""

    hands: Hands
    talon: list[str]
    players: Sequence[Player]
    coins: EarlyCoins
    buys: list[bool] = field(default_factory=list)
    soloist: int | None = None
    discard: list[str] = field(default_factory=list)

    def ask(self) -> None:
        """Ask the seats in turn until one buys, who takes the talon and discards."""
        self.hands = [list(hand) for hand in self.hands]
        for seat in range(SEATS):
            question = Question(rules(None), seat, list(self.hands[seat]), [], self.coins.next(seat))
            self.buys.append(bool(self.players[seat].buy(question)))
            if self.buys[-1]:
                self.soloist = seat
                break
        if self.soloist is None:
            return
        hand = self.hands[self.soloist]
        hand.extend(self.talon)
        for _ in range(TALON):
            coin = self.coins.next(self.soloist)
            card = self.players[self.soloist].discard(
                Question(rules(self.soloist), self.soloist, list(hand), list(hand), coin)
            )
            hand.remove(card)
            self.discard.append(card)


def play(
    options: Options,
    policies: Sequence[str | Player],
    seed: int,
    index: int,
    cards: tuple[Hands, list[str]] | None = None,
) -> Record:
    """Play one deal and return it as a record: hands as dealt, talon, buys, soloist and discard or the card turned up,
    tricks, result by seat. cards: hands and talon to play with in place of the seed's.
    """
    hands, talon = deal(seed, index) if cards is None else cards
    players = seated(policies, SEATS)
    buying = Buying(hands, talon, players, EarlyCoins(seed, index, SEATS))
    buying.ask()
    told: Record = {"deal": index, "dealer": SEATS - 1, "hands": hands, "talon": talon, "buys": buying.buys}
    game = rules(buying.soloist)
    if buying.soloist is not None:
        told |= {"soloist": buying.soloist, "discard": buying.discard}
        if options.three_first_lead == "soloist":
            game.leader = buying.soloist
    else:
        told["turned"] = talon[0]

    tricks = Tricks(game, buying.hands, players, seed, index, options=options, soloist=buying.soloist, upcard=talon[0])
    tricks.for_less = buying.soloist is None
    tricks.run(HAND)
    told |= {"tricks": tricks.tricks, "played": "whole"}
    points, won = tricks.by_seat("points"), tricks.by_seat("tricks")
    kept: dict[str, Any]
    if buying.soloist is not None:
        points[buying.soloist] += twin_classic.points_of(game, buying.discard)
        penalty, outcome = score_solo(options, buying.soloist, points[buying.soloist], won[buying.soloist])
    else:
        points[tricks.tricks[-1]["winner"]] += twin_classic.points_of(game, talon)
        penalty, outcome = score_less(points, won)
    kept = {"points": points, "tricks": won, "penalty": penalty, "outcome": outcome}
    return {**told, "result": kept}
