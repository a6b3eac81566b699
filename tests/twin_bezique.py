"""The slow, obvious twin of `bezique`: melds, a stock, and the last eight tricks (11).

Written from the rules alone, with names and lists; section numbers are those of the rules. Seat 0 makes the first lead,
seat 1 deals. `twin_bezique_match` plays matches.

Cards, copies and their marks, and which melds can be made are described in `twin_melds`.

**After a trick** up to the 23rd (with `meld_after_trick_24` the 24th) its winner is asked, in this order, before he
draws:

1. `exchange`, yes or no: if he holds a seven of trumps and the turn-up is none. 10. So it happens at most once a deal.
2. `declare`, yes or no: if he holds a seven of trumps that was not declared; after a yes once more if he holds another.
   10 each. A seven just exchanged is no longer his, one declared after an earlier trick may be exchanged.
3. `meld`: one of the melds that can be made, or none; asked if there is any. The card just exchanged may serve.

With `seven_uses_meld` one exchange or one declaration is the trick's meld: nothing more is asked after it. Whenever a
question cannot be answered in two ways it is not asked.

**Policies.** `random`: any legal card, number floor(n c / 2^32) of the n legal cards in yardstick order, copies
counted, c being the seat's coin number t for trick t (from 0); exchanges and declares with chance 1/2, yes if floor(2 c
/ 2^32) is 1; of n melds in the order of the table number floor((n + 1) c / 2^32), number n being none. c of these
questions is the coin of a question apart from the play (as for redeals: question number n of the seat in the deal takes
coin 0 of attempt 1 + n).

`low`: plays the first legal card in yardstick order; exchanges and declares whenever it can; makes the dearest meld it
can, the first in the order of the table among those worth the same.

**Where the rules are silent.**

* `sevens` of a result counts the turned, exchanged, declared and played ones; `melds` the melds alone.
* A seven that is played scores if it was not declared, under `every_event` in any case; in tricks 1-24 only.
* With `meld_after_trick_24` sevens, too, may be exchanged and declared after trick 24: they end with melding.
* Phase 2: "higher card of the suit led" is a rank above: its copy does not win. Void of the suit led, any trump must be
  played.
* `last_trick=24` gives the 10 to the winner of trick 24.
* A deal's outcome is `win`, or `tie` if both scored the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import twin
import twin_cards
from twin_classic import EarlyCoins
from twin_melds import DECLARED, PACK, Meld, Options, copies, in_order, melds_of, name, strict, takes

SIZE = 8
DRAWN_TRICKS = 24
LAST_TRICK = 32
TEN = 10
HALF_COIN = 2**31

# A deal as design.md section 4 writes it: keys and values of JSON.
Record = dict[str, Any]


@dataclass
class Situation:
    """What a seat is asked with, in names.

    hand: its cards in yardstick order. legal: those it may play. led: the card to be answered, None on a lead. melds:
    those that can be made, in the order of the table. open: the cards that lie open, by seat. coin: 32 bits. scores:
    what both have scored in this deal, brisques left out.
    """

    options: Options
    seat: int
    trump: str
    turn_up: str | None
    hand: list[str]
    legal: list[str]
    led: str | None
    melds: list[Meld]
    open: list[list[str]]
    stock_left: int
    scores: list[int]
    coin: int


@dataclass
class Player:
    """The answers of a seat: the name of a card; whether to exchange and declare; one of the melds, or none."""

    play: Callable[[Situation], str]
    exchange: Callable[[Situation], bool]
    declare: Callable[[Situation], bool]
    meld: Callable[[Situation], Meld | None]


# ---------------------------------------------------------------------------------------------------------------------
# Policies


def random_player() -> Player:
    """Return `random`, as defined above."""

    def truth(asked: Situation) -> bool:
        return asked.coin >= HALF_COIN

    def meld(asked: Situation) -> Meld | None:
        return [*asked.melds, None][asked.coin * (len(asked.melds) + 1) >> 32]

    return Player(lambda asked: asked.legal[asked.coin * len(asked.legal) >> 32], truth, truth, meld)


def dearest(asked: Situation) -> Meld | None:
    """Return the dearest meld, the first of the table among those worth the same."""
    return max(asked.melds, key=lambda meld: meld.points)


def low_player() -> Player:
    """Return `low`, as defined above."""
    return Player(lambda asked: asked.legal[0], lambda asked: True, lambda asked: True, dearest)


# ---------------------------------------------------------------------------------------------------------------------
# The deal


class TargetReachedError(Exception):
    """A player has reached the target of the match in the middle of a deal."""


@dataclass
class Deal:
    """One deal. stock: top first, the turn-up last. before: the score of the match, if the deal stops at its target."""

    options: Options
    players: Sequence[Player]
    seed: int
    index: int
    dealt: list[list[str]]
    stock: list[str]
    before: Sequence[int] | None = None

    def __post_init__(self) -> None:
        self.trump = self.stock[-1][1]
        self.hands = [list(hand) for hand in self.dealt]
        self.left = list(self.stock)
        self.marks = dict.fromkeys(PACK, 0)
        self.coins = [twin.coins(self.seed, self.index, seat) for seat in (0, 1)]
        self.early = EarlyCoins(self.seed, self.index, 2)
        self.won: list[list[str]] = [[], []]
        self.tricks: list[Record] = []
        self.melds: list[Record] = []
        self.sevens: list[Record] = []
        self.counts = {"melds": [0, 0], "sevens": [0, 0], "brisques": [0, 0], "last_trick": [0, 0]}

    def scores(self) -> list[int]:
        """Return what both have scored in this deal."""
        return [sum(count[seat] for count in self.counts.values()) for seat in (0, 1)]

    def score(self, seat: int, what: str, points: int) -> None:
        """Write points down at once."""
        self.counts[what][seat] += points
        if self.before is not None and self.options.target_check == "instant":
            mine, other = (self.before[one] + self.scores()[one] for one in (seat, 1 - seat))
            if mine >= self.options.target and mine > other:
                raise TargetReachedError

    def seven(self, seat: int, how: str) -> None:
        """Score a seven that was turned, exchanged, declared or played."""
        self.sevens.append({"trick": len(self.tricks), "seat": seat, "how": how})
        self.score(seat, "sevens", TEN)

    def copy(self, seat: int, named: str) -> str:
        """Return the copy that a named card stands for: the one with the greater mark."""
        copies = [card for card in self.hands[seat] if name(card) == named]
        return min(copies, key=lambda card: (-self.marks[card], PACK.index(card)))

    def asked(
        self, seat: int, coin: int, legal: Sequence[str] = (), led: str | None = None, melds: Sequence[Meld] = ()
    ) -> Situation:
        # Open cards return to the hand when the stock is empty.
        shown = [[card for card in in_order(hand, self.trump) if self.marks[card] and self.left] for hand in self.hands]
        return Situation(
            self.options,
            seat,
            self.trump,
            name(self.left[-1]) if self.left else None,
            [name(card) for card in in_order(self.hands[seat], self.trump)],
            [name(card) for card in in_order(legal, self.trump)],
            led,
            list(melds),
            [[name(card) for card in cards] for cards in shown],
            len(self.left),
            self.scores(),
            coin,
        )

    def card(self, seat: int, legal: Sequence[str], led: str | None) -> str:
        """Ask a seat for a card and take it from its hand."""
        number = len(self.tricks)
        named = self.players[seat].play(self.asked(seat, self.coins[seat](number), legal, led))
        if named not in [name(card) for card in legal]:
            raise ValueError(f"trick {number + 1}: seat {seat} played {named} of {legal}")
        card = self.copy(seat, named)
        self.hands[seat].remove(card)
        return card

    def trick(self, leader: int) -> int:
        """Play a trick up to its winner, who is returned."""
        other = 1 - leader
        led = self.card(leader, self.hands[leader], None)
        drawing = len(self.tricks) < DRAWN_TRICKS
        legal = self.hands[other] if drawing else strict(self.hands[other], led, self.trump)
        answer = self.card(other, legal, name(led))
        winner = other if takes(led, answer, self.trump) else leader
        self.tricks.append({"leader": leader, "cards": [name(led), name(answer)], "winner": winner})
        self.won[winner] += [led, answer]
        for seat, card in ((leader, led), (other, answer)):
            again = self.options.seven_score == "every_event" or not self.marks[card] & DECLARED
            if drawing and name(card) == "7" + self.trump and again:
                self.seven(seat, "played")
        if len(self.tricks) == self.options.last_trick:
            self.score(winner, "last_trick", TEN)
        return winner

    def noted(self, seat: int, what: str, cards: Sequence[str], points: int) -> None:
        """Note a meld as a record does."""
        names = [name(card) for card in cards]
        self.melds.append(
            {"trick": len(self.tricks), "seat": seat, "meld": what, "cards": names, "points": points},
        )

    def after(self, seat: int) -> None:
        """Ask the winner of a trick for an exchange, declarations and a meld."""
        player, hand, lowest = self.players[seat], self.hands[seat], "7" + self.trump
        used = False
        if (
            any(name(card) == lowest for card in hand)
            and name(self.left[-1]) != lowest
            and player.exchange(self.asked(seat, self.early.next(seat)))
        ):
            given = self.copy(seat, lowest)
            hand[hand.index(given)], self.left[-1] = self.left[-1], given
            self.noted(seat, "exchange", [given], TEN)
            self.seven(seat, "exchanged")
            used = self.options.seven_uses_meld
        while not used:
            fresh = [card for card in hand if name(card) == lowest and not self.marks[card] & DECLARED]
            if not fresh or not player.declare(self.asked(seat, self.early.next(seat))):
                break
            self.marks[fresh[0]] |= DECLARED
            self.noted(seat, "seven", fresh[:1], TEN)
            self.seven(seat, "declared")
            used = self.options.seven_uses_meld
        melds = [] if used else melds_of(self.options, hand, self.marks, self.trump)
        if melds:
            meld = player.meld(self.asked(seat, self.early.next(seat), melds=melds))
            if meld is not None:
                self.make(seat, next(one for one in melds if one == meld))

    def make(self, seat: int, meld: Meld) -> None:
        """Lay a meld open and score it."""
        for card in meld.cards:
            self.marks[card] |= meld.mark
        self.noted(seat, meld.name, meld.cards, meld.points)
        self.score(seat, "melds", meld.points)

    def draw(self, winner: int) -> None:
        """Draw a card each, the winner first."""
        self.hands[winner].append(self.left.pop(0))
        self.hands[1 - winner].append(self.left.pop(0))

    def through(self) -> None:
        """Play all tricks."""
        if name(self.stock[-1])[0] == "7":
            self.seven(1, "turned")
        melding = DRAWN_TRICKS if self.options.meld_after_trick_24 else DRAWN_TRICKS - 1
        leader = 0
        while len(self.tricks) < LAST_TRICK:
            leader = self.trick(leader)
            if len(self.tricks) <= melding:
                self.after(leader)
            if len(self.tricks) <= DRAWN_TRICKS:
                self.draw(leader)
        self.count()

    def count(self) -> None:
        """Count the brisques of both."""
        for seat in (0, 1):
            self.counts["brisques"][seat] = TEN * sum(1 for card in self.won[seat] if card[0] in "AT")

    def play(self) -> Record:
        """Return the deal as a record."""
        played = "whole"
        try:
            self.through()
        except TargetReachedError:
            played = "stopped"
        scores = self.scores()
        taken = [sum(1 for trick in self.tricks if trick["winner"] == seat) for seat in (0, 1)]
        outcome = "tie" if scores[0] == scores[1] else "win"
        return {
            "deal": self.index,
            "played": played,
            "hands": [[name(card) for card in hand] for hand in self.dealt],
            "stock": [name(card) for card in self.stock],
            "turned": name(self.stock[-1]),
            "trump": self.trump,
            "tricks": self.tricks,
            "melds": self.melds,
            "sevens": self.sevens,
            "result": {"score": scores, **self.counts, "tricks": taken, "outcome": outcome},
        }


def dealt(seed: int, index: int) -> tuple[list[list[str]], list[str]]:
    """Return the hands and the stock of an index, from its top to the turn-up."""
    hands, left = twin_cards.deal(PACK, 2, SIZE, seed, index)
    return hands, twin_cards.stacked(left, seed, index)


def play(
    options: Options,
    players: Sequence[Player],
    seed: int,
    index: int,
    given: tuple[Sequence[Sequence[str]], Sequence[str]] | None = None,
    before: Sequence[int] | None = None,
) -> Record:
    """Play a deal. given: hands and stock in names, else those of the index. before: the score of its match."""
    hands, stock = copies(*given) if given else dealt(seed, index)
    return Deal(options, players, seed, index, hands, stock, before).play()
