"""The slow, obvious twin of whole matches (1): deals one after another until a side has 12 against it.

Written from the rules alone. Seats and sides are those of the table here: seats 0 and 2 against 1 and 3, whoever deals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import twin_praise
from twin_classic import Hands
from twin_kinds import SEATS, WORD, word_of
from twin_praise import CHALLENGED, Player, Record

FIRST_DEALER = 5
CLAIM_OR_FAULT = ("third_claim", "fault")


@dataclass
class Options(twin_praise.Options):
    """The options of a match beside those of its deals."""

    target: int = 12
    tail_min: int = 90
    lucy: str = "auto_win_or_reset"
    lucy_also_scores_4: bool = True
    egg_next_deal_multiplier: int = 1
    first_dealer: str = "last_seat"


@dataclass
class Match:
    """Where a match stands and how it ended.

    penalty: the eyes written against each side. loser: None while it is played. eggs: how many deals were 60:60.
    multiplier: of the next deal that is counted.
    """

    dealer: int
    penalty: list[int] = field(default_factory=lambda: [0, 0])
    eggs: int = 0
    multiplier: int = 1
    deals: int = 0
    loser: int | None = None
    tail: bool = False

    @property
    def title(self) -> str | None:
        """What the losers are called (1, "Title of the loser")."""
        if self.loser is None:
            return None
        return "goat" + ("+eggs" if self.eggs else "") + ("+tail" if self.tail else "")


def turned(record: Record, dealer: int) -> Record:
    """Return a record counted from the dealer's left neighbour with the seats and sides of the table."""

    def seat(one: int) -> int:
        return (dealer + 1 + one) % SEATS

    def by_side(values: list[Any]) -> list[Any]:
        return [values[0], values[1]] if seat(0) % 2 == 0 else [values[1], values[0]]

    def by_seat(hands: Hands) -> Hands:
        return [hands[(one - dealer - 1) % SEATS] for one in range(SEATS)]

    found = dict(record)
    found["hands"] = by_seat(record["hands"])

    def by_praise(praise: dict[str, Any]) -> dict[str, Any]:
        return {key: seat(value) if key == "challenge" else value for key, value in praise.items()}

    turn: dict[str, Callable[[Any], Any]] = {
        "seat": seat,
        "side": lambda side: seat(side) % 2,
        "hands": by_seat,
        "praise": by_praise,
    }
    found["praise"] = by_praise(record["praise"])
    found["redeals"] = [
        {key: turn[key](value) if key in turn else value for key, value in one.items()} for one in record["redeals"]
    ]
    found["swaps"] = [
        {**one, "giver": seat(one["giver"]), "receiver": seat(one["receiver"])} for one in record["swaps"]
    ]
    found["tricks"] = [
        {**one, "leader": seat(one["leader"]), "winner": seat(one["winner"])} for one in record["tricks"]
    ]
    result = record["result"]
    found["result"] = {key: value if key == "outcome" else by_side(value) for key, value in result.items()}
    if "cut" in record:
        found["cut"] = {"seat": seat(record["cut"]["seat"])}
    return found


def challenged(record: Record) -> Record:
    """Return what is left of a deal if a challenge in it ends the match at once."""
    found = dict(record)
    if record["redeals"] and "challenge" in record["redeals"][0]["praise"]:
        found |= {key: record["redeals"][0][key] for key in ("hands", "praise")} | {"redeals": []}
    result = {"points": [0, 0], "tricks": [0, 0], "eyes": [0, 0], "outcome": "challenge"}
    return {**found, "played": "none", "tricks": [], "swaps": [], "result": result}


def charge(match: Match, options: Options, side: int, eyes: int) -> bool:
    """Write eyes against a side; returns whether that ends the match."""
    match.penalty[side] += eyes
    if match.penalty[side] >= options.target:
        match.loser = side
    return match.loser is not None


def book(match: Match, options: Options, record: Record) -> int:
    """Write down what a deal brings (1, "Deal scoring" and "Match"); returns the number that its eyes were
    multiplied by.
    """
    match.deals += 1
    dealer, factor = match.dealer, 1
    result = record["result"]
    outcome = result["outcome"]
    if outcome != "egg":
        match.dealer = (dealer + 1) % SEATS

    stood_before = list(match.penalty)
    accuser = twin_praise.accuser_of(record)
    if accuser is not None and charge(match, options, accuser % 2, CHALLENGED):
        return factor
    if outcome in CLAIM_OR_FAULT:
        at_fault = record["cut"]["seat"] if outcome == "fault" else dealer
        charge(match, options, at_fault % 2, 2)
        return factor
    if outcome == "egg":
        match.eggs += 1
        match.multiplier = options.egg_next_deal_multiplier
        return factor

    points = result["points"]
    winner = 0 if points[0] > points[1] else 1
    loser = 1 - winner
    stood = stood_before[loser]
    factor, match.multiplier = match.multiplier, 1
    if outcome == "lucy":
        score_lucy(match, options, winner, factor)
    else:
        charge(match, options, loser, worth(options, outcome) * factor)
    match.tail = match.loser is not None and stood == options.target - 2 and points[winner] >= options.tail_min
    return factor


def worth(options: Options, outcome: str) -> int:
    """Return the eyes of a scoring row."""
    if outcome == "lucy":
        return 6 if options.loser_scale == "loser_based" else 4
    return {"win": 2, "ninety": 4}[outcome]


def score_lucy(match: Match, options: Options, winner: int, factor: int) -> None:
    """Write down a deal in which one side took all tricks; its eyes are multiplied, since it is neither a claim, a
    fault nor a challenge.
    """
    loser = 1 - winner
    if options.lucy == "celebrate":
        charge(match, options, loser, worth(options, "lucy") * factor)
    elif match.penalty[winner] == 0:
        match.penalty[loser] = options.target
        match.loser = loser
    else:
        match.penalty[winner] = 0
        if options.lucy_also_scores_4:
            charge(match, options, loser, worth(options, "lucy") * factor)


def play(
    options: Options,
    deals: Callable[[int, int], Hands],
    players: Sequence[Player],
    seed: int,
    number: int,
) -> tuple[list[Record], Match]:
    """Play match `number` of a seed to its end; returns its deals as records, and how it ended.

    deals: the hands of an index and an attempt, counted from the dealer's left neighbour. players: one a seat.
    """
    dealer = SEATS - 1
    if options.first_dealer == "random":
        dealer = word_of(seed, number << 20, 0, FIRST_DEALER, 0) * SEATS // WORD
    match = Match(dealer)
    records: list[Record] = []
    while match.loser is None:
        dealer, index = match.dealer, (number << 20) + len(records)
        around = [players[(dealer + 1 + place) % SEATS] for place in range(SEATS)]
        deal = twin_praise.Deal(options, partial(deals, index), around, seed, index, not records)
        record = turned(deal.play(), dealer)
        record |= {
            "dealer": dealer,
            "score_before": [match.penalty[1], match.penalty[0]],
            "multiplier": match.multiplier,
        }
        if not records:
            record["first_deal"] = True
        record["first_leader"] = (dealer + 1 + deal.game.leader) % SEATS
        accuser = twin_praise.accuser_of(record)
        if accuser is not None and match.penalty[accuser % 2] + CHALLENGED >= options.target:
            record = challenged(record)
        factor = book(match, options, record)
        eyes, more = record["result"]["eyes"], twin_praise.challenged(record)
        record["result"]["eyes"] = [factor * eyes[side] + more[side] for side in (0, 1)]
        record["match"] = {
            "number": number,
            "deal": len(records),
            "score_after": match.penalty[::-1],
            "loser": match.loser,
            "title": match.title,
        }
        records.append(record)
    return records, match
