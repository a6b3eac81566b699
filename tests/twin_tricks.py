"""The slow, obvious twin of the tricks of every game played with single cards, and of the seats that play them.

Written from the rules alone, with names and lists; section numbers are those of the rules. What a game does otherwise
(who may lead what, drawing from a stock) is a method that its own twin replaces.

Three players are defined here for every game. `random`, `low` and `greedy` play as `twin` says, in the yardstick order
of the deal: plain cards rank by rank from the lowest, within a rank clubs, spades, hearts, diamonds, then the trumps of
the deal from the lowest. Beside the play all of them pass their only trump and give back their cheapest plain card.
`random` buys if twice its coin, shifted down 32 bits, is 1, and discards card (coin * n) >> 32 of its n cards in
yardstick order, twice. `low` never buys and discards its first card in yardstick order, twice. `greedy` never buys and
discards its cheapest card, twice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import twin
import twin_classic
import twin_players
from twin_classic import Question, cheapest, no

Hands = list[list[str]]

# A deal as design.md section 4 writes it: keys and values of JSON.
Record = dict[str, Any]


@dataclass
class Player(twin_classic.Player):
    """What a seat answers: beside cards and swaps, whether it buys the talon, and what it discards, card by card."""

    buy: Callable[[Question], bool] = no
    discard: Callable[[Question], str] = cheapest


def any_choice(question: Question) -> str:
    """Answer any of the choices."""
    cards = twin.in_order(question.game, question.choices)
    return cards[question.coin * len(cards) >> 32]


def first_choice(question: Question) -> str:
    """Answer the choice that comes first in yardstick order."""
    return twin.in_order(question.game, question.choices)[0]


PLAYERS = {
    "random": Player(twin.random_policy, buy=lambda question: question.coin * 2 >> 32 == 1, discard=any_choice),
    "low": Player(twin.low, discard=first_choice),
    "greedy": Player(twin.greedy),
    **{name: Player(policy) for name, policy in twin_players.PLAYERS.items()},
}


def seated(policies: Sequence[str | Player], seats: int) -> list[Player]:
    """Return the players of the seats; a name stands for one of `PLAYERS`, a single policy for all seats."""
    if len(policies) not in (1, seats):
        raise ValueError(f"expected {seats} policies, got {len(policies)}")
    chosen = list(policies) * (seats if len(policies) == 1 else 1)
    return [PLAYERS[one] if isinstance(one, str) else one for one in chosen]


@dataclass
class Play:
    """The tricks of a deal.

    game: what is trump, the sides, and `leader`, the seat of the first lead. held: the cards of every seat now.
    capture: the card that catches and the card that is caught, if the game knows that (5, 7, 8). free: nobody has to
    follow (9). for_less: points count against whoever has them (6b). tricks: those that are over and, where a capture
    stopped the deal, the last one with nothing but leader and cards. points and won (tricks) are by side and count the
    tricks that are over.
    """

    game: twin.Game
    held: Hands
    players: Sequence[Player]
    seed: int
    index: int
    capture: tuple[str, str] | None = None
    free: bool = False
    for_less: bool = False
    tricks: list[dict[str, Any]] = field(default_factory=list)
    before: list[list[tuple[int, str]]] = field(default_factory=list)
    stopped: dict[str, int] | None = None
    captor: int | None = None

    def __post_init__(self) -> None:
        self.held = [list(hand) for hand in self.held]
        self.leader = self.game.leader
        self.points = [0] * (max(self.game.sides) + 1)
        self.won = [0] * (max(self.game.sides) + 1)

    # -----------------------------------------------------------------------------------------------------------------
    # What a game may do otherwise

    def leads(self, seat: int) -> list[str]:
        """Return the cards that a seat may lead now."""
        return twin.may_lead(self.game, self.held[seat], seat)

    def before_lead(self) -> None:
        """Do what happens before the leader leads."""

    def after_trick(self, winner: int) -> None:
        """Do what happens after a trick."""

    def told(self, seat: int) -> twin.Told:
        """Return what a seat knows by signs."""
        return twin.Told()

    def forgotten(self) -> int:
        """Return how many of the tricks that are over no longer tell what anybody lacks."""
        return 0

    # -----------------------------------------------------------------------------------------------------------------
    # Tricks

    def plain(self, hand: Sequence[str]) -> list[str]:
        """Return the plain cards of a hand."""
        return [card for card in hand if twin.card_class(self.game, card) != twin.TRUMP]

    def legal(self, seat: int, table: Sequence[tuple[int, str]]) -> list[str]:
        """Return the cards that a seat may play (0.4)."""
        if not table:
            return self.leads(seat)
        if self.free:
            return list(self.held[seat])
        return twin.legal(self.game, self.held[seat], table[0][1], seat)

    def run(self, count: int) -> None:
        """Play so many tricks, or up to a capture."""
        for _ in range(count):
            if self.stopped is None:
                self.trick()

    def trick(self) -> None:
        """Play one trick."""
        self.before_lead()
        table: list[tuple[int, str]] = []
        number = len(self.tricks)
        while len(table) < len(self.game.sides):
            seat = (self.leader + len(table)) % len(self.game.sides)
            self.one_card(seat, number, table)
            if self.caught(table):
                self.stopped = {"trick": number + 1, "by": seat}
                self.tricks.append({"leader": self.leader, "cards": [card for _, card in table]})
                return
        cards = [card for _, card in table]
        winner = twin.winner(self.game, self.leader, cards)
        points = twin_classic.points_of(self.game, cards)
        self.tricks.append({"leader": self.leader, "cards": cards, "winner": winner, "points": points})
        self.points[self.game.sides[winner]] += points
        self.won[self.game.sides[winner]] += 1
        self.before.append(table)
        self.leader = winner
        self.after_trick(winner)

    def one_card(self, seat: int, number: int, table: list[tuple[int, str]]) -> None:
        """Let a seat add a card to the table."""
        allowed = self.legal(seat, table)
        coin = twin.coins(self.seed, self.index, seat)(number)
        asked = twin.Situation(
            self.game,
            seat,
            list(self.held[seat]),
            list(allowed),
            list(table),
            coin,
            list(self.before),
            self.forgotten(),
            self.for_less,
            self.capture,
            self.free,
            self.told(seat),
        )
        card = self.players[seat].play(asked)
        if card not in allowed:
            raise ValueError(f"trick {number + 1}: seat {seat} played {card}, legal were {allowed}")
        self.held[seat].remove(card)
        table.append((seat, card))

    def caught(self, table: Sequence[tuple[int, str]]) -> bool:
        """Return whether both cards of the capture lie on the table from different sides, in either order."""
        if self.capture is None:
            return False
        by = {card: seat for seat, card in table}
        catcher, queen = self.capture
        if catcher not in by or queen not in by or self.game.sides[by[catcher]] == self.game.sides[by[queen]]:
            return False
        self.captor = by[catcher]
        return True


def in_turn(cards: Sequence[str]) -> Player:
    """Return a player who plays these cards one after another."""
    left = list(cards)
    return Player(lambda asked: left.pop(0))


def replayed(tricks: Sequence[tuple[int, str]], seats: int) -> list[Player]:
    """Return players who play the cards of these tricks: (leader, cards clockwise from it) each."""
    cards: list[list[str]] = [[] for _ in range(seats)]
    for leader, line in tricks:
        for place, card in enumerate(line.split()):
            cards[(leader + place) % seats].append(card)
    return [in_turn(one) for one in cards]
