"""Deals of sets in text: who laid which cards to a trick, face up or face down (rules.md, 10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from goatsim.cards import SUIT_NAMES
from goatsim.games import Rules
from goatsim.show.look import Look

Object = Mapping[str, Any]

LEGEND = "> leads, >> out of turn, * takes the trick; cards in brackets lie face down"


class Laid(NamedTuple):
    """What a seat laid to a trick: the cards; whether it led them, and out of turn, laid them face down, took it."""

    cards: Sequence[str]
    leads: bool
    claims: bool
    down: bool
    wins: bool


class SetRow(NamedTuple):
    """A line of the tricks of a record: what stands before it, what each seat laid (None: nothing yet), its points, and
    those of every side so far.
    """

    name: str
    laid: Sequence[Laid | None]
    points: int | None
    taken: Sequence[int]


def led_in_sets(record: Object) -> bool:
    """Whether a record tells of sets."""
    return any(trick.get("plays") is not None for trick in record["tricks"])


def set_rows(tricks: Sequence[Object], rules: Rules) -> Iterator[SetRow]:
    """Return the lines of the tricks of a record."""
    taken = [0] * rules.side_count
    for place, trick in enumerate(tricks, 1):
        laid: list[Laid | None] = [None] * rules.seats
        winner, points = trick.get("winner"), trick.get("points")
        for position, play in enumerate(trick["plays"]):
            claims = position == 0 and bool(trick.get("claim"))
            down = position > 0 and play.get("beat") is False
            laid[play["seat"]] = Laid(play["cards"], position == 0, claims, down, play["seat"] == winner)
        if points is not None and winner is not None:
            taken[rules.sides[winner]] += points
        yield SetRow(str(place), laid, points, tuple(taken))


def sets_text(record: Object, rules: Rules, look: Look) -> list[str]:
    """Return the tricks of a record, a line each in the columns of the seats, and what the marks mean."""
    rows = list(set_rows(record["tricks"], rules))
    plain = [[_cell(laid, None) for laid in row.laid] for row in rows]
    heads = [f"seat {seat}" for seat in range(rules.seats)]
    wide = [max(len(head), *(len(cells[seat]) for cells in plain)) for seat, head in enumerate(heads)]
    totals = [f"side {side}" for side in range(rules.side_count)]
    titles = [f"{head:{width}}" for head, width in zip(heads, wide, strict=True)]
    lines = ["  ".join(["trick", *titles, "points", *totals]).rstrip()]
    for row, cells in zip(rows, plain, strict=True):
        parts = [
            _cell(laid, look) + " " * (width - len(cell))
            for laid, cell, width in zip(row.laid, cells, wide, strict=True)
        ]
        points = f"{'' if row.points is None else row.points:>6}"
        running = [f"{taken:>{len(head)}}" for taken, head in zip(row.taken, totals, strict=True)]
        lines.append("  ".join([row.name.rjust(5), *parts, points, *running]))
    return [*lines, f"       {LEGEND}"]


def _cell(laid: Laid | None, look: Look | None) -> str:
    if laid is None:
        return ""
    cards = " ".join(look.card(card, laid.wins) if look else card for card in laid.cards)
    marks = ">" * (laid.leads + laid.claims)
    return f"{marks}({cards})" if laid.down else f"{marks}{cards}{'*' * laid.wins}"


def shown_words(record: Object) -> str:
    """Return what is trump in a record in which a card was shown: ``hearts are trumps: AH was shown``."""
    trump, turned = record.get("trump"), record.get("turned")
    suit = trump or (turned[1] if turned else None)
    if suit is None:
        return "which suit is trump is not told"
    shown = f": {turned} was shown" if turned else ""
    return f"{SUIT_NAMES[suit]} are trumps{shown}"
