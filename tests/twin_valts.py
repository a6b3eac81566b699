"""The slow, obvious twin of a deal of `valts` (9): jacks on top, a turned-up trump suit, two halves of the pack.

Written from the rules alone, with names and lists. Seats are counted from the dealer's left neighbour, so the dealer is
the last seat. What the rules leave open is settled here like this:

* The cards of both halves are dealt to places: the first hands of the seats in turn, then their second hands. The
  turned-up card is the last one dealt to the dealer in the first half.
* Tricks are numbered through both halves, and so are the coins of a seat.
* valts_count = per_half: each half is counted on its own, more than 60 of its points being needed, and what both take
  is added up. Both halves are always played.
* `stocks` of a result is what the deal changes by seat. Under `pairwise` it is what is taken from each opponent, as
  under `stock`; under `own_countdown` what the taker counts down. `taken` says who took what from whom in all ledgers.
* Outcomes: `win` if somebody took something, else `nobody`.
* With two players the dealer's only opponent takes 1 from him, and he takes 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import twin
import twin_cards
from twin_tricks import Hands, Play, Player, Record, seated

HALVES = 2
PACK = twin_cards.pack_of("ATKQJ987")
JACKS = ["JC", "JS", "JH", "JD"]
NEEDED = 61
FROM_DEALER = 1
FROM_OTHERS = 2


@dataclass
class Options:
    """The options of section 9 under their names there; target and first_dealer matter in matches only."""

    valts_count: str = "per_pack"
    valts_ledger: str = "stock"
    valts_follow: str = "free"
    players: int = 4
    target: int = 12
    first_dealer: str = "last_seat"


def rules(players: int, suit: str) -> twin.Game:
    """Return the rules of a deal in which a suit is trump beside the jacks; nobody is with anybody."""
    return twin.Game(
        pack=PACK,
        trumps=[*JACKS, *(rank + suit for rank in "ATKQ987")],
        plain_order="ATKQ987",
        points={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
        sides=list(range(players)),
        hand_size=len(PACK) // HALVES // players,
        trump_lead="all",
    )


def deal(players: int, seed: int, index: int) -> tuple[Hands, Hands, str]:
    """Return the hands of the first half, those of the second, and the card turned up."""
    size = len(PACK) // HALVES // players
    dealt, _ = twin_cards.deal(PACK, HALVES * players, size, seed, index)
    first, second = dealt[:players], dealt[players:]
    turned = twin_cards.order_of_hand(first[-1], seed, index, 0, players - 1)[-1]
    return first, second, turned


def taken(points: Sequence[int]) -> list[list[int]]:
    """Return how much each seat (row) takes from each (column), from the points counted; the dealer is the last."""
    dealer = len(points) - 1
    table = [[0] * len(points) for _ in points]
    for seat, own in enumerate(points):
        if own >= NEEDED:
            for other in range(len(points)):
                if other != seat:
                    table[seat][other] = FROM_DEALER if other == dealer else FROM_OTHERS
    return table


def added(one: list[list[int]], other: list[list[int]]) -> list[list[int]]:
    """Return two tables added up."""
    return [[a + b for a, b in zip(row, more, strict=True)] for row, more in zip(one, other, strict=True)]


def changes(options: Options, table: list[list[int]]) -> list[int]:
    """Return what changes in the stock of every seat by what the seats take from each other."""
    seats = range(len(table))
    if options.valts_ledger == "own_countdown":
        return [-sum(table[seat]) for seat in seats]
    return [-sum(table[other][seat] for other in seats) for seat in seats]


def play(
    options: Options,
    policies: Sequence[str | Player],
    seed: int,
    index: int,
    cards: tuple[Hands, Hands, str] | None = None,
) -> Record:
    """Play one deal and return it as a record: hands (the first half's cards, then the second's), second (those of the
    second half), turned, trump, tricks, halves (points by seat in each), taken, and the result by seat. cards: the
    hands of both halves and the turned-up card to play with in place of the seed's.
    """
    players = seated(policies, options.players)
    first, second, turned = deal(options.players, seed, index) if cards is None else cards
    game = rules(options.players, turned[1])
    tricks = Play(game, first, players, seed, index, free=options.valts_follow == "free")
    tricks.run(game.hand_size)
    half = list(tricks.points)
    tricks.held = [list(hand) for hand in second]
    tricks.run(game.hand_size)

    rest = [whole - one for whole, one in zip(tricks.points, half, strict=True)]
    table = added(taken(half), taken(rest)) if options.valts_count == "per_half" else taken(tricks.points)
    result: Record = {"points": tricks.points, "tricks": tricks.won, "stocks": changes(options, table)}
    result["outcome"] = "win" if any(any(row) for row in table) else "nobody"
    return {
        "deal": index,
        "dealer": options.players - 1,
        "hands": [one + other for one, other in zip(first, second, strict=True)],
        "second": second,
        "turned": turned,
        "trump": turned[1],
        "tricks": tricks.tricks,
        "played": "whole",
        "halves": [half, rest],
        "taken": table,
        "result": result,
    }
