"""The slow, obvious twin of matches of `bezique` (11, "Match").

Written from the rules alone. In a match the deal's seat 0 is whoever does not deal, so that each of its deals is the
single deal of its index; deal j of match m has the index m * 2^20 + j. The first dealer is seat 1.

**Where the rules are silent.** Equal totals from the target up: another deal, until they differ at the end of one.
`target_check=instant` stops the match when an event (the turned seven, a seven, a meld, the last trick) brings a player
to the target: the deal is not played on and its brisques do not count (`played` is `stopped`). Brisques are counted at
the end for both at once, and then the higher total wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import twin_bezique
from twin_bezique import Player, Record
from twin_melds import Options


@dataclass
class Match:
    """Where a match stands. winner: None while it is played."""

    score: list[int] = field(default_factory=lambda: [0, 0])
    dealer: int = 1
    winner: int | None = None


def turned(record: Record, first: int) -> Record:
    """Return a record counted from the seat that does not deal with the seats of the table."""
    if first == 0:
        return dict(record)
    result = record["result"]
    return {
        **record,
        "hands": record["hands"][::-1],
        "tricks": [{**one, "leader": 1 - one["leader"], "winner": 1 - one["winner"]} for one in record["tricks"]],
        "melds": [{**one, "seat": 1 - one["seat"]} for one in record["melds"]],
        "sevens": [{**one, "seat": 1 - one["seat"]} for one in record["sevens"]],
        "result": {key: value if key == "outcome" else value[::-1] for key, value in result.items()},
    }


def play(options: Options, players: Sequence[Player], seed: int, number: int) -> tuple[list[Record], Match]:
    """Play match `number` of a seed to its end; returns its deals as records, and how it ended."""
    match = Match()
    records: list[Record] = []
    while match.winner is None:
        first = 1 - match.dealer
        around = [players[first], players[1 - first]]
        before = [match.score[first], match.score[1 - first]]
        deal = twin_bezique.play(options, around, seed, (number << 20) + len(records), before=before)
        record = turned(deal, first)
        record |= {"dealer": match.dealer, "first_leader": first, "score_before": list(match.score)}
        match.score = [match.score[seat] + record["result"]["score"][seat] for seat in (0, 1)]
        match.dealer = first
        if max(match.score) >= options.target and match.score[0] != match.score[1]:
            match.winner = match.score.index(max(match.score))
        after = {"number": number, "deal": len(records), "score_after": list(match.score)}
        record["match"] = {**after, "winner": match.winner}
        records.append(record)
    return records, match
