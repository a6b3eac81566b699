"""The slow, obvious twin of a deal of `stock` (7): clubs trumps, four cards a seat, the rest drawn after each trick.

Written from the rules alone, with names and lists. Seat 0 is the dealer, who makes the first lead. What the rules leave
open is settled here like this:

* "Nobody is barred beyond the plain first lead" in a match's first deal is said of `prev_first_leader`, since there is
  no deal before it; the other values of restricted_team hold in every deal.
* Who must lead plain and holds nothing but trumps leads any of them.
* The forced exchange comes before the lead of the last trick, the only one with a single card in the hand, and asks
  nobody; it is told with its trick among the swaps.
* flat2 has one way to win, `win`, also with all tricks; s2 names its rows `win`, `ninety` and `lucy` by the loser's
  points and tricks, as loser_scale = loser_based does in `classic`.
* The trick in which a capture stops the deal is the last one told, without a winner; points and tricks leave it out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import twin
import twin_cards
from twin_tricks import Hands, Play, Player, Record, seated

SIDES = [0, 1, 0, 1]
SEATS = 4
HAND = 4
TRICKS = 8
CAPTURE = ("7C", "QC")
CAPTURED = 4
PREVIOUS = 1


@dataclass
class Options:
    """The options of section 7 under their names there; target and first_dealer matter in matches only."""

    restricted_team: str = "prev_first_leader"
    first_lead_plain: bool = True
    stock_scale: str = "flat2"
    swap_last_trump: bool = True
    target: int = 12
    first_dealer: str = "random"


def rules() -> twin.Game:
    """Return the rules of every deal: 7C, the queens, the jacks and all other clubs are trumps."""
    return twin.Game(
        pack=twin_cards.pack_of("ATKQJ987"),
        trumps=["7C", "QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AC", "TC", "KC", "9C", "8C"],
        plain_order="ATK987",
        points={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
        sides=SIDES,
        hand_size=HAND,
    )


@dataclass
class Tricks(Play):
    """The tricks of a deal. stock: top first. barred: the side that led first in the deal before, if there was one."""

    options: Options = field(default_factory=Options)
    stock: list[str] = field(default_factory=list)
    barred: int | None = None
    swaps: list[dict[str, Any]] = field(default_factory=list)

    def restricted(self, seat: int) -> bool:
        """Return whether a seat may not lead trumps to this trick because of its side."""
        side = SIDES[seat]
        if self.options.restricted_team == "prev_first_leader":
            return side == self.barred
        if self.options.restricted_team == "current_first_leader":
            return side == SIDES[self.game.leader]
        if self.options.restricted_team == "trick_level":
            return bool(self.tricks) and side == SIDES[self.tricks[-1]["leader"]]
        return False

    def leads(self, seat: int) -> list[str]:
        hand = self.held[seat]
        first = not self.tricks and self.options.first_lead_plain
        if first or self.restricted(seat):
            return self.plain(hand) or list(hand)
        return list(hand)

    def before_lead(self) -> None:
        """Exchange the last trump of a restricted leader for the partner's plain card."""
        giver = self.leader
        receiver = (giver + 2) % SEATS
        if not self.options.swap_last_trump or len(self.held[giver]) != 1 or not self.restricted(giver):
            return
        if self.plain(self.held[giver]) or not self.plain(self.held[receiver]):
            return
        (gave,), (got,) = self.held[giver], self.held[receiver]
        self.held[giver], self.held[receiver] = [got], [gave]
        number = len(self.tricks) + 1
        self.swaps.append({"giver": giver, "receiver": receiver, "gave": gave, "got": got, "trick": number})

    def after_trick(self, winner: int) -> None:
        """Let everybody draw a card, the winner first."""
        for place in range(SEATS):
            if self.stock:
                self.held[(winner + place) % SEATS].append(self.stock.pop(0))

    def forgotten(self) -> int:
        """Return how many tricks were over when everybody drew last: whoever draws may get what he lacked."""
        return min(len(self.tricks), TRICKS - HAND)


def score(points: Sequence[int], tricks: Sequence[int], scale: str = "flat2") -> tuple[list[int], str]:
    """Return the eyes of both sides and the name of the row, of a deal that was played to its end."""
    if points[0] == points[1]:
        return [0, 0], "egg"
    winning = 0 if points[0] > points[1] else 1
    worth, outcome = 2, "win"
    if scale == "s2" and tricks[1 - winning] == 0:
        worth, outcome = 6, "lucy"
    elif scale == "s2" and points[1 - winning] <= 30:
        worth, outcome = 4, "ninety"
    return [worth if side == winning else 0 for side in (0, 1)], outcome


def deal(seed: int, index: int) -> tuple[Hands, list[str]]:
    """Return the hands of four cards and the stock, top first."""
    hands, rest = twin_cards.deal(rules().pack, SEATS, HAND, seed, index)
    return hands, twin_cards.stacked(rest, seed, index)


def play(
    options: Options,
    policies: Sequence[str | Player],
    seed: int,
    index: int,
    barred: int | None = PREVIOUS,
    cards: tuple[Hands, list[str]] | None = None,
) -> Record:
    """Play one deal and return it as a record: hands (the first four cards), stock, swaps, tricks, stopped, result by
    side. barred: the side that led first in the deal before; in single deals the one that does not lead here, None in a
    match's first deal. cards: hands and stock to play with in place of the seed's.
    """
    hands, stock = deal(seed, index) if cards is None else cards
    tricks = Tricks(
        rules(),
        hands,
        seated(policies, SEATS),
        seed,
        index,
        CAPTURE,
        options=options,
        stock=list(stock),
        barred=barred,
    )
    tricks.run(TRICKS)
    told: Record = {"deal": index, "dealer": 0, "hands": hands, "stock": stock, "swaps": tricks.swaps}
    told |= {"tricks": tricks.tricks, "played": "whole"}
    result: Record = {"points": tricks.points, "tricks": tricks.won}
    if tricks.stopped is None or tricks.captor is None:
        result["eyes"], result["outcome"] = score(tricks.points, tricks.won, options.stock_scale)
        return {**told, "result": result}
    result["eyes"] = [CAPTURED if side == SIDES[tricks.captor] else 0 for side in (0, 1)]
    result["outcome"] = "capture"
    return {**told, "played": "stopped", "stopped": tricks.stopped, "result": result}
