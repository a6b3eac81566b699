"""The slow, obvious twin of matches of `bura`, `bura-hammer` and `bura-two` (10.1, "Match").

Written from the rules alone. Seats and sides are those of the table here. In a match the deal's seat k is the seat at
the table k places clockwise from whoever makes its first lead, so that each of its deals is the single deal of its
index; deal j of match m has the index m * 2^20 + j.

**Where the rules are silent.** The deal moves left after every deal, an egg as well. The first dealer is the last seat
(`first_dealer=last_seat`); where the dealer leads (`first_deal_leader=dealer`) it is seat 0, so that seat 0 makes the
first lead of every match. `first_dealer=random` draws him as in `classic`. `egg_multiplier` multiplies the next deal
that is no egg, and does not grow with a second egg in a row. Among three, several may reach the target at once; all of
them are goats.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import twin_bura
from twin_bura import Options, Player, Record
from twin_kinds import WORD, word_of
from twin_match import FIRST_DEALER


@dataclass
class Match:
    """Where a match stands. penalty: by side. goats: the sides that lost, empty while it is played."""

    penalty: list[int]
    dealer: int
    multiplier: int = 1
    eggs: int = 0
    goats: list[int] = field(default_factory=list)

    @property
    def title(self) -> str | None:
        """What the losers are called."""
        if not self.goats:
            return None
        return "goat+eggs" if self.eggs else "goat"


def turned(options: Options, record: Record, first: int) -> Record:
    """Return a record counted from its first leader with the seats and sides of the table."""
    sides = max(options.sides) + 1

    def seat(one: int) -> int:
        return (first + one) % options.players

    def by_side(values: list[int]) -> list[int]:
        return [values[(side - first) % sides] for side in range(sides)]

    def trick(one: Record) -> Record:
        plays = [{**play, "seat": seat(play["seat"])} for play in one["plays"]]
        return {**one, "leader": seat(one["leader"]), "plays": plays, "winner": seat(one["winner"])}

    result: dict[str, Any] = record["result"]
    return {
        **record,
        "hands": [record["hands"][(one - first) % options.players] for one in range(options.players)],
        "claims": [{**one, "seat": seat(one["seat"])} for one in record["claims"]],
        "tricks": [trick(one) for one in record["tricks"]],
        "result": {key: value if key == "outcome" else by_side(value) for key, value in result.items()},
    }


def first_dealer(options: Options, seed: int, number: int) -> int:
    """Return who deals first in a match."""
    if options.first_dealer == "random":
        return word_of(seed, number << 20, 0, FIRST_DEALER, 0) * options.players // WORD
    return 0 if options.first_deal_leader == "dealer" else options.players - 1


def leader_of(options: Options, match: Match, records: Sequence[Record]) -> int:
    """Return who makes the first lead of the next deal (10.3, table)."""
    rule = options.later_leader if records else options.first_deal_leader
    if rule == "last_trick_winner":
        winner: int = records[-1]["tricks"][-1]["winner"]
        return winner
    return match.dealer if rule == "dealer" else (match.dealer + 1) % options.players


def book(options: Options, match: Match, penalty: Sequence[int], outcome: str) -> None:
    """Write down what a deal brings. penalty: by side at the table, already multiplied."""
    match.dealer = (match.dealer + 1) % options.players
    if outcome == "egg":
        match.eggs += 1
        match.multiplier = options.egg_multiplier
        return
    match.multiplier = 1
    match.penalty = [before + more for before, more in zip(match.penalty, penalty, strict=True)]
    match.goats = [side for side, charged in enumerate(match.penalty) if charged >= options.target]


def play(options: Options, players: Sequence[Player], seed: int, number: int) -> tuple[list[Record], Match]:
    """Play match `number` of a seed to its end; returns its deals as records, and how it ended."""
    sides = max(options.sides) + 1
    match = Match([0] * sides, first_dealer(options, seed, number))
    records: list[Record] = []
    while not match.goats:
        first = leader_of(options, match, records)
        around = [players[(first + place) % options.players] for place in range(options.players)]
        record = turned(options, twin_bura.play(options, around, seed, (number << 20) + len(records)), first)
        record |= {"dealer": match.dealer, "first_leader": first, "multiplier": match.multiplier}
        # Eyes are what the other side is charged; among three there are charges only.
        word = "eyes" if sides == 2 else "penalty"
        record["score_before"] = match.penalty[::-1] if sides == 2 else list(match.penalty)
        record["result"][word] = [match.multiplier * one for one in record["result"][word]]
        charged = record["result"][word][::-1] if sides == 2 else record["result"][word]
        book(options, match, charged, record["result"]["outcome"])
        after = match.penalty[::-1] if sides == 2 else list(match.penalty)
        ended = {"number": number, "deal": len(records), "score_after": after}
        record["match"] = {**ended, "goats": match.goats, "title": match.title}
        records.append(record)
    return records, match
