"""The slow, obvious twin of whole matches of the games with tricks of single cards beside `classic` (5 to 9).

Written from the rules alone. Seats and sides are those of the table here, whoever deals. Deal j of match m has the
index m * 2^20 + j. What the rules leave open is settled here like this:

* `six`, `turnup`, `clubs`: as `classic` (twin_match). A capture is a deal of its own worth, never multiplied, which
  moves the deal and gives no tail, and after which a multiplier is still to come.
* `stock`, `three`: a 60:60 in the match puts eggs into the title, as in `classic`; a tail speaks of the points of the
  winners in the last deal, of which their accounts know nothing.
* `stock`: the deal always moves. `three`: an egg keeps the dealer. A seat with all tricks in a deal for less loses at
  once and alone, its penalty standing at the target; else whoever has reached the target is a goat.
* `valts`: what a deal changes is booked at its end, both halves together. Winners are those who took in this deal from
  somebody whose stock is now empty (`pairwise`: from whom they have taken the target, who is a goat as well;
  `own_countdown`: who have counted down to nothing, and nobody is a goat).
* first_dealer = random draws any seat, which is the default where the rules draw for it or let lots decide; else it is
  the seat that deals in single deals: last_seat, or first_seat in `stock`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import twin_match
import twin_six
import twin_stock
import twin_three
import twin_valts
from twin_kinds import WORD, word_of
from twin_match import FIRST_DEALER
from twin_tricks import Player, Record, seated


@dataclass
class Match:
    """Where a match stands and how it ended.

    accounts: the eyes written against each side; in `three` the penalty, in `valts` the stock of each seat (under
    own_countdown the seat's own count; under pairwise it decides nothing). table: in `valts` what each seat has taken
    from each. goats: the sides or seats
    that lost; winners: in `valts` the seats that won.
    """

    dealer: int
    accounts: list[int]
    table: list[list[int]] = field(default_factory=list)
    deals: int = 0
    eggs: int = 0
    over: bool = False
    goats: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    title: str | None = None


# ---------------------------------------------------------------------------------------------------------------------
# Seats of the table


def turned(record: Record, first: int, seats: int, sided: bool) -> Record:
    """Return a record with the seats and sides of the table, where its seat 0 sits at seat `first`."""

    def seat(one: int) -> int:
        return (first + one) % seats

    def by_seat(values: Sequence[Any]) -> list[Any]:
        return [values[(one - first) % seats] for one in range(seats)]

    def by_side(values: Sequence[Any]) -> list[Any]:
        if not sided:
            return by_seat(values)
        return [values[0], values[1]] if first % 2 == 0 else [values[1], values[0]]

    def named(found: dict[str, Any]) -> dict[str, Any]:
        seats_of = ("leader", "winner", "giver", "receiver", "seat", "by")
        return {key: seat(value) if key in seats_of else value for key, value in found.items()}

    found = dict(record)
    for key in ("dealer", "first_leader", "soloist"):
        if key in found:
            found[key] = seat(found[key])
    for key in ("cut", "stopped"):
        if key in found:
            found[key] = named(found[key])
    for key in ("tricks", "swaps"):
        found[key] = [named(one) for one in found.get(key, [])]
    for key in ("hands", "second"):
        if key in found:
            found[key] = by_seat(found[key])
    if "taken" in found:
        found["taken"] = by_seat([by_seat(row) for row in found["taken"]])
        found["halves"] = [by_seat(points) for points in found["halves"]]
    found["result"] = {k: by_side(v) if isinstance(v, list) else v for k, v in found["result"].items()}
    return found


def first_dealer(word: str, seats: int, seed: int, number: int) -> int:
    """Return who deals first in match `number`."""
    if word == "random":
        return word_of(seed, number << 20, 0, FIRST_DEALER, 0) * seats // WORD
    return {"first_seat": 0, "last_seat": seats - 1}[word]


def close(match: Match, record: Record) -> None:
    """Note a deal of 60:60, and what the goats are called once there are some."""
    match.eggs += record["result"]["outcome"] == "egg"
    match.over = bool(match.goats)
    if match.over:
        match.title = "goat+eggs" if match.eggs else "goat"


Deal = Callable[[Match, Sequence[Player], int, int], Record]
Book = Callable[[Match, Record], None]


def matched(
    match: Match, seats: int, policies: Sequence[str | Player], number: int, deal: Deal, book: Book, sided: bool = True
) -> list[Record]:
    """Play deals until a match is over and return them. deal: plays one, its seat 0 being the seat in its third
    argument; book: writes one down.
    """
    players = seated(policies, seats)
    records: list[Record] = []
    while not match.over:
        first = (match.dealer + 1) % seats
        before, dealer = list(match.accounts), match.dealer
        record = deal(match, players, first, (number << 20) + match.deals)
        record["score_before"] = before[::-1] if sided else before
        if match.deals == 0:
            record["first_deal"] = True
        match.deals += 1
        assert record["dealer"] == dealer
        book(match, record)
        record["match"] = {
            "number": number,
            "deal": match.deals - 1,
            "score_after": match.accounts[::-1] if sided else list(match.accounts),
            "over": match.over,
            "goats": list(match.goats),
            "title": match.title,
        }
        records.append(record)
    return records


def seats_from(players: Sequence[Player], first: int) -> list[Player]:
    """Return the players around the table from a seat."""
    return [*players[first:], *players[:first]]


# ---------------------------------------------------------------------------------------------------------------------
# six, turnup, clubs


def play_six(
    options: twin_six.Options, policies: Sequence[str | Player], seed: int, number: int
) -> tuple[list[Record], Match]:
    """Play a match of `six`, `turnup` or `clubs`."""
    seats = options.seats
    match = Match(first_dealer(options.first_dealer, seats, seed, number), [0, 0])
    sides = twin_match.Match(match.dealer)

    def deal(match: Match, players: Sequence[Player], first: int, index: int) -> Record:
        record = twin_six.play(options, seats_from(players, first), seed, index, match.deals == 0)
        return turned(record, first, seats, True) | {"multiplier": sides.multiplier}

    def book(match: Match, record: Record) -> None:
        result = record["result"]
        if result["outcome"] == "capture":
            sides.deals += 1
            caught = result["eyes"].index(0)
            twin_match.charge(sides, options, caught, options.capture_points)
        else:
            factor = twin_match.book(sides, options, record)
            result["eyes"] = [factor * eyes for eyes in result["eyes"]]
        if result["outcome"] != "egg":
            match.dealer = (match.dealer + 1) % seats
        # The twin of classic matches moves the deal among four seats and asks only for whose side pays.
        sides.dealer = match.dealer
        match.accounts = sides.penalty
        match.over, match.title = sides.loser is not None, sides.title
        match.goats = [] if sides.loser is None else [sides.loser]

    return matched(match, seats, policies, number, deal, book), match


# ---------------------------------------------------------------------------------------------------------------------
# stock


def play_stock(
    options: twin_stock.Options, policies: Sequence[str | Player], seed: int, number: int
) -> tuple[list[Record], Match]:
    """Play a match of `stock`; the dealer leads."""
    seats = twin_stock.SEATS
    match = Match(first_dealer(options.first_dealer, seats, seed, number), [0, 0])

    def deal(match: Match, players: Sequence[Player], first: int, index: int) -> Record:
        # The side that led in the deal before is the one that does not lead now.
        barred = None if match.deals == 0 else twin_stock.PREVIOUS
        record = twin_stock.play(options, seats_from(players, match.dealer), seed, index, barred)
        return turned(record, match.dealer, seats, True)

    def book(match: Match, record: Record) -> None:
        eyes = record["result"]["eyes"]
        match.accounts = [match.accounts[0] + eyes[1], match.accounts[1] + eyes[0]]
        match.dealer = (match.dealer + 1) % seats
        match.goats = [side for side in (0, 1) if match.accounts[side] >= options.target]
        close(match, record)

    return matched(match, seats, policies, number, deal, book), match


# ---------------------------------------------------------------------------------------------------------------------
# three


def play_three(
    options: twin_three.Options, policies: Sequence[str | Player], seed: int, number: int
) -> tuple[list[Record], Match]:
    """Play a match of `three`."""
    seats = twin_three.SEATS
    match = Match(first_dealer(options.first_dealer, seats, seed, number), [0] * seats)

    def deal(match: Match, players: Sequence[Player], first: int, index: int) -> Record:
        record = twin_three.play(options, seats_from(players, first), seed, index)
        return turned(record, first, seats, False)

    def book(match: Match, record: Record) -> None:
        penalty, outcome = record["result"]["penalty"], record["result"]["outcome"]
        if outcome != "egg":
            match.dealer = (match.dealer + 1) % seats
        if outcome == "goat":
            match.goats = [seat for seat in range(seats) if penalty[seat] > 0]
            match.accounts = [options.target if seat in match.goats else match.accounts[seat] for seat in range(seats)]
        else:
            match.accounts = [one + more for one, more in zip(match.accounts, penalty, strict=True)]
            match.goats = [seat for seat in range(seats) if match.accounts[seat] >= options.target]
        close(match, record)

    return matched(match, seats, policies, number, deal, book, sided=False), match


# ---------------------------------------------------------------------------------------------------------------------
# valts


def play_valts(
    options: twin_valts.Options, policies: Sequence[str | Player], seed: int, number: int
) -> tuple[list[Record], Match]:
    """Play a match of `valts`."""
    seats = options.players
    around = range(seats)
    match = Match(
        first_dealer(options.first_dealer, seats, seed, number),
        [options.target] * seats,
        [[0] * seats for _ in around],
    )

    def deal(match: Match, players: Sequence[Player], first: int, index: int) -> Record:
        record = twin_valts.play(options, seats_from(players, first), seed, index)
        return turned(record, first, seats, False)

    def book(match: Match, record: Record) -> None:
        book_valts(match, options, record["taken"], record["result"]["stocks"])
        match.dealer = (match.dealer + 1) % seats

    return matched(match, seats, policies, number, deal, book, sided=False), match


def book_valts(match: Match, options: twin_valts.Options, taken: list[list[int]], stocks: Sequence[int]) -> None:
    """Write down what was taken in a deal and how the stocks changed."""
    around = range(len(stocks))
    match.table = twin_valts.added(match.table, taken)
    match.accounts = [one + change for one, change in zip(match.accounts, stocks, strict=True)]
    pairs = [(taker, other) for taker in around for other in around if taken[taker][other] > 0]
    if options.valts_ledger == "own_countdown":
        match.winners = [seat for seat in around if match.accounts[seat] <= 0]
    elif options.valts_ledger == "pairwise":
        over = [(taker, other) for taker, other in pairs if match.table[taker][other] >= options.target]
        match.winners = sorted({taker for taker, _ in over})
        match.goats = sorted({other for _, other in over})
    else:
        match.goats = [seat for seat in around if match.accounts[seat] <= 0]
        match.winners = sorted({taker for taker, other in pairs if other in match.goats})
    match.over = bool(match.winners)
    match.title = "goat" if match.goats else None
