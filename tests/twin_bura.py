"""The slow, obvious twin of `bura`, `bura-hammer` and `bura-two`: sets of cards led and beaten (10).

Written from the rules alone, with names and lists; section numbers are those of the rules. Seat 0 makes the first lead
of a single deal; the hands are those of seats 0, 1, ... in turn. `twin_bura_match` plays matches.

**Order.** The pack goes suit by suit (C S H D), in a suit A T K Q J 9 8 7 6. Yardstick order is that of the deal: plain
cards rank by rank from the six, within a rank C S H D, and then the trumps from the six. A set of a hand has a number:
write the hand in yardstick order, its first card counts 1, the second 2, the third 4, the fourth 8; sets come in the
order of their numbers.

**Policies.** Each seat answers three questions.

* `claim_lead`, yes or no: asked at the start of a trick of every seat whose four cards are of one suit (under
  `four_trumps`: are trumps), from the leader clockwise, until somebody says yes, who then leads the four cards. The
  leader is asked as well; his yes is a claim like any other. It is not asked of a seat with fewer than four cards.
* `set_lead`, a set: one to all of the cards, of one suit; under `rank_leads` also two to four of one rank.
* `set_answer`, a set of as many cards, and whether to lay it face up. It beats if it is laid face up and could; a set
  that is to lie face up and does not beat is put down face down, so a set can be kept from beating but not made to.

`random`: claims with chance 1/2, yes if floor(2 c / 2^32) is 1; leads set number floor(n c / 2^32) of the n sets that
may be led; answers with j = floor(2 n c / 2^32) of the n sets of that many cards of its hand: set number floor(j / 2),
face up if j is even, so that a set that beats is laid face up with chance 1/2. c of a lead or an answer is the seat's
coin number t, where t is the trick (from 0); c of a claim is the coin of a question apart from the play (as for
redeals: question number n of the seat in the deal takes coin 0 of attempt 1 + n).

`low`: never claims; leads the first card of its hand in yardstick order, alone; answers with the first cards of its
hand in yardstick order, face up, whether they beat or not.

**Where the rules are silent.**

* `pairing=positional`: both sets in yardstick order, and the first must beat the first, the second the second, and so
  on. (If cards were paired as they happen to be laid, whoever beats would only have to lay them well.)
* `trump=random_stock_card`: any place of the stock, all equally likely; the card stays there. `cut_card`: the pack is
  cut before it is dealt, so any of its 36 cards is shown, all equally likely, and may afterwards be in a hand as well.
* `hammer_when=first_lead`: claims are asked before the first trick of a deal only; it may be set in all three games.
* Eyes: the loser with 31 or more points pays 2 (outcome `win`), with fewer 4 (`ninety`), without a trick 6 (`lucy`);
  equal points are an `egg`. Among three, whoever has fewest points is charged by his own points and tricks; the outcome
  is that of the dearest charge. `penalty` is by side, a side being a seat among three.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import twin
import twin_cards
from twin_classic import EarlyCoins

RANKS = "ATKQJ9876"
PACK = twin_cards.pack_of(RANKS)
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SIZE = 4
SAVED = 31
SAVED_OF_THREE = 21
HALF_COIN = 2**31

# A deal as design.md section 4 writes it: keys and values of JSON.
Record = dict[str, Any]


@dataclass
class Options:
    """The options of section 10 under their names there, with the defaults of `bura`."""

    players: int = 4
    first_deal_leader: str = "left_of_dealer"
    later_leader: str = "last_trick_winner"
    first_dealer: str = "last_seat"
    out_of_turn: str = "four_suit"
    hammer_when: str = "any_trick"
    rank_leads: str = "off"
    trump: str = "random_stock_card"
    egg_multiplier: int = 1
    pairing: str = "any_assignment"
    target: int = 12

    @property
    def sides(self) -> list[int]:
        """The side of every seat: two teams, seated alternately, if they are even; among three nobody is a partner."""
        return [seat % 2 if self.players % 2 == 0 else seat for seat in range(self.players)]


def bura() -> Options:
    """Return the defaults of `bura` (10.1)."""
    return Options()


def bura_hammer(players: int = 4) -> Options:
    """Return the defaults of `bura-hammer` (10.2)."""
    return Options(
        players=players, first_deal_leader="dealer", later_leader="dealer", out_of_turn="four_trumps", trump="cut_card"
    )


def bura_two() -> Options:
    """Return the defaults of `bura-two` (10.3)."""
    return Options(players=2, rank_leads="on")


@dataclass
class Situation:
    """What a seat is asked with.

    trump: the suit. hand: its cards in yardstick order. sets: what may be answered, in order; for a claim the one set
    that it would lead. table: what lies in the trick so far, (seat, cards), None for cards that lie face down. best:
    the winning set so far. winning: whose it is, None before the lead. coin: 32 bits. stock_left: cards of the stock.
    """

    options: Options
    seat: int
    trump: str
    hand: list[str]
    sets: list[list[str]]
    table: list[tuple[int, list[str] | None]]
    best: list[str]
    winning: int | None
    coin: int
    stock_left: int


@dataclass
class Player:
    """The answers of a seat: `set_answer` gives the cards, and whether they shall lie face up."""

    claim_lead: Callable[[Situation], bool]
    set_lead: Callable[[Situation], Sequence[str]]
    set_answer: Callable[[Situation], tuple[Sequence[str], bool]]


# ---------------------------------------------------------------------------------------------------------------------
# Cards and sets


def in_order(cards: Sequence[str], trump: str) -> list[str]:
    """Return the cards in yardstick order."""
    return sorted(cards, key=lambda card: (card[1] == trump, -RANKS.index(card[0]), twin_cards.SUITS.index(card[1])))


def points_of(cards: Sequence[str]) -> int:
    """Return the card points of some cards."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def sets_of(hand: Sequence[str], trump: str) -> list[list[str]]:
    """Return every set of the hand but the empty one, in the order of their numbers."""
    hand = in_order(hand, trump)
    return [
        [card for place, card in enumerate(hand) if number // 2**place % 2 == 1] for number in range(1, 2 ** len(hand))
    ]


def may_lead(options: Options, cards: Sequence[str]) -> bool:
    """Return whether a set may be led (10.1; 10.3 for cards of one rank)."""
    one_suit = len({card[1] for card in cards}) == 1
    one_rank = len({card[0] for card in cards}) == 1
    return one_suit or (options.rank_leads == "on" and one_rank)


def card_beats(card: str, other: str, trump: str) -> bool:
    """Return whether a card beats another: higher of its suit, or a trump a plain card."""
    if card[1] == other[1]:
        return RANKS.index(card[0]) < RANKS.index(other[0])
    return card[1] == trump


def set_beats(options: Options, cards: Sequence[str], others: Sequence[str], trump: str) -> bool:
    """Return whether a set beats another of the same size, card by card."""
    if options.pairing == "positional":
        pairs = zip(in_order(cards, trump), in_order(others, trump), strict=True)
        return all(card_beats(card, other, trump) for card, other in pairs)
    return any(
        all(card_beats(card, other, trump) for card, other in zip(some, others, strict=True))
        for some in permutations(cards)
    )


def may_claim(options: Options, hand: Sequence[str], trump: str) -> bool:
    """Return whether a hand gives the right to lead out of turn: four cards of one suit, four trumps, or none does."""
    if len(hand) != SIZE or len({card[1] for card in hand}) != 1:
        return False
    return options.out_of_turn == "four_suit" or (options.out_of_turn == "four_trumps" and hand[0][1] == trump)


# ---------------------------------------------------------------------------------------------------------------------
# Policies


def random_player() -> Player:
    """Return `random`, as defined above."""

    def set_lead(asked: Situation) -> list[str]:
        return asked.sets[asked.coin * len(asked.sets) >> 32]

    def set_answer(asked: Situation) -> tuple[list[str], bool]:
        number = asked.coin * 2 * len(asked.sets) >> 32
        return asked.sets[number // 2], number % 2 == 0

    return Player(lambda asked: asked.coin >= HALF_COIN, set_lead, set_answer)


def low_player() -> Player:
    """Return `low`, as defined above."""
    return Player(
        lambda asked: False,
        lambda asked: asked.hand[:1],
        lambda asked: (asked.hand[: len(asked.best)], True),
    )


# ---------------------------------------------------------------------------------------------------------------------
# The score of a deal


def charge(points: int, tricks: int, saved: int) -> tuple[int, str]:
    """Return what a loser pays and the name of the scoring row."""
    if tricks == 0:
        return 6, "lucy"
    if points < saved:
        return 4, "ninety"
    return 2, "win"


def score(points: Sequence[int], tricks: Sequence[int]) -> tuple[list[int], str]:
    """Return the penalty of every side and the outcome (10.1; 10.2 for three players)."""
    penalty = [0] * len(points)
    if len(set(points)) == 1:
        return penalty, "egg"
    outcome, dearest = "", 0
    for side in range(len(points)):
        if points[side] == min(points):
            penalty[side], name = charge(points[side], tricks[side], SAVED if len(points) == 2 else SAVED_OF_THREE)
            if penalty[side] > dearest:
                outcome, dearest = name, penalty[side]
    return penalty, outcome


# ---------------------------------------------------------------------------------------------------------------------
# The deal


@dataclass
class Deal:
    """One deal. stock: top first. turned: the card that was shown, its suit is trump. hands change, dealt do not."""

    options: Options
    players: Sequence[Player]
    seed: int
    index: int
    dealt: list[list[str]]
    stock: list[str]
    turned: str

    def __post_init__(self) -> None:
        self.seats = self.options.players
        self.trump = self.turned[1]
        self.hands = [in_order(hand, self.trump) for hand in self.dealt]
        self.left = list(self.stock)
        self.coins = [twin.coins(self.seed, self.index, seat) for seat in range(self.seats)]
        self.early = EarlyCoins(self.seed, self.index, self.seats)
        self.claims: list[dict[str, int]] = []
        self.tricks: list[Record] = []

    def asked(
        self,
        seat: int,
        sets: list[list[str]],
        coin: int,
        table: Sequence[tuple[int, list[str] | None]] = (),
        best: Sequence[str] = (),
        winning: int | None = None,
    ) -> Situation:
        hand = list(self.hands[seat])
        return Situation(
            self.options, seat, self.trump, hand, sets, list(table), list(best), winning, coin, len(self.left)
        )

    def claimant(self, leader: int) -> int | None:
        """Ask who may lead out of turn, from the leader clockwise; returns the first who wants to."""
        if self.options.hammer_when == "first_lead" and self.tricks:
            return None
        for place in range(self.seats):
            seat = (leader + place) % self.seats
            if may_claim(self.options, self.hands[seat], self.trump):
                question = self.asked(seat, [list(self.hands[seat])], self.early.next(seat))
                if self.players[seat].claim_lead(question):
                    return seat
        return None

    def lead(self, seat: int) -> list[str]:
        """Return the set that a seat leads."""
        sets = [cards for cards in sets_of(self.hands[seat], self.trump) if may_lead(self.options, cards)]
        cards = self.players[seat].set_lead(self.asked(seat, sets, self.coins[seat](len(self.tricks))))
        return self.checked(seat, cards, sets)

    def checked(self, seat: int, cards: Sequence[str], sets: list[list[str]]) -> list[str]:
        """Return the cards, which must be one of the sets, in yardstick order."""
        ordered = in_order(cards, self.trump)
        if ordered not in sets:
            raise ValueError(f"trick {len(self.tricks) + 1}: seat {seat} laid {cards} of {self.hands[seat]}")
        return ordered

    def trick(self, leader: int) -> int:
        """Play a trick and return its winner."""
        claimant = self.claimant(leader)
        if claimant is not None:
            leader = claimant
            best = list(self.hands[leader])
            self.claims.append({"trick": len(self.tricks) + 1, "seat": leader})
        else:
            best = self.lead(leader)
        plays: list[Record] = [{"seat": leader, "cards": best}]
        table: list[tuple[int, list[str] | None]] = [(leader, best)]
        winner = leader
        for place in range(1, self.seats):
            seat = (leader + place) % self.seats
            sets = [cards for cards in sets_of(self.hands[seat], self.trump) if len(cards) == len(best)]
            coin = self.coins[seat](len(self.tricks))
            cards, face_up = self.players[seat].set_answer(self.asked(seat, sets, coin, table, best, winner))
            cards = self.checked(seat, cards, sets)
            beat = face_up and set_beats(self.options, cards, best, self.trump)
            plays.append({"seat": seat, "cards": cards, "beat": beat})
            table.append((seat, cards if beat else None))
            if beat:
                best, winner = cards, seat
        for play in plays:
            self.hands[play["seat"]] = [card for card in self.hands[play["seat"]] if card not in play["cards"]]
        points = sum(points_of(play["cards"]) for play in plays)
        trick: Record = {"leader": leader, "plays": plays, "winner": winner, "points": points}
        if claimant is not None:
            trick["claim"] = True
        self.tricks.append(trick)
        self.draw(winner)
        return winner

    def draw(self, winner: int) -> None:
        """Draw one card at a time clockwise from the winner until all have four or the stock is empty."""
        while self.left and any(len(hand) < SIZE for hand in self.hands):
            for place in range(self.seats):
                seat = (winner + place) % self.seats
                if self.left and len(self.hands[seat]) < SIZE:
                    self.hands[seat] = in_order([*self.hands[seat], self.left.pop(0)], self.trump)

    def play(self) -> Record:
        """Return the deal as a record, seat 0 having led first."""
        leader = 0
        while self.hands[leader]:
            leader = self.trick(leader)
        sides = self.options.sides
        points, tricks = [0] * (max(sides) + 1), [0] * (max(sides) + 1)
        for trick in self.tricks:
            points[sides[trick["winner"]]] += trick["points"]
            tricks[sides[trick["winner"]]] += 1
        penalty, outcome = score(points, tricks)
        result: Record = {"points": points, "tricks": tricks, "outcome": outcome}
        if len(penalty) == 2:
            result["eyes"] = penalty[::-1]
        else:
            result["penalty"] = penalty
        return {
            "deal": self.index,
            "hands": self.dealt,
            "stock": self.stock,
            "turned": self.turned,
            "trump": self.trump,
            "claims": self.claims,
            "tricks": self.tricks,
            "result": result,
        }


def dealt(options: Options, seed: int, index: int) -> tuple[list[list[str]], list[str], str]:
    """Return the hands, the stock from its top, and the card that is shown."""
    hands, left = twin_cards.deal(PACK, options.players, SIZE, seed, index)
    stock = twin_cards.stacked(left, seed, index)
    cards = stock if options.trump == "random_stock_card" else PACK
    return hands, stock, cards[twin_cards.shown(len(cards), seed, index)]


def play(
    options: Options,
    players: Sequence[Player],
    seed: int,
    index: int,
    given: tuple[list[list[str]], list[str], str] | None = None,
) -> Record:
    """Play a single deal. given: hands, stock and the card shown, else those of the index."""
    return Deal(options, players, seed, index, *(given or dealt(options, seed, index))).play()
