"""Tricks of single cards in text: who played what, who took it, and how the points of the sides grow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from goatsim.games import Rules
from goatsim.show.look import PLAIN, Look
from goatsim.show.melding import drawn_after, melds_after, sevens_played, sevens_words, taken_in_tricks
from goatsim.show.selling import left_over

Object = Mapping[str, Any]

DRAWN = "drawn, winner first"
"""The head of the cards that are drawn after a trick."""


class TrickRow(NamedTuple):
    """A line of the tricks of a record: what stands before it, the card of every seat ("" where there is none), the
    seats that lead and win, its points, those of every side so far, and the cards drawn after it, the winner's first.
    What counts beside them is the last one. `melds`: what sevens in it scored, and what the winner melded, in words.
    """

    name: str
    cards: Sequence[str]
    leader: int | None
    winner: int | None
    points: int | None
    taken: Sequence[int]
    drawn: Sequence[str] = ()
    melds: str = ""


def trick_rows(record: Object, rules: Rules, look: Look = PLAIN) -> Iterator[TrickRow]:
    """Return the lines of the tricks of a record."""
    tricks = record["tricks"]
    taken = [0] * rules.side_count
    sevens = sevens_played(record, rules)
    for place, trick in enumerate(tricks, 1):
        cards = [""] * rules.seats
        for step, card in enumerate(trick["cards"]):
            cards[(trick["leader"] + step) % rules.seats] = card
        points, winner = trick.get("points"), trick.get("winner")
        if points is not None and winner is not None:
            taken[rules.sides[winner]] += points
        name = f"{'pre ' * bool(trick.get('pre'))}{place}"
        drawn = drawn_after(record, place, rules) if winner is not None else ()
        made = melds_after(record, place, look) if winner is not None else ""
        scored = ", ".join([*sevens_words(sevens[place - 1], look), *[made] * bool(made)])
        yield TrickRow(name, cards, trick["leader"], winner, points, tuple(taken), drawn, scored)
    left = left_over(record, rules)
    if left is not None:
        worth = sum(map(rules.card_points, left.cards))
        taken[left.side] += worth
        yield TrickRow(left.name, [""] * rules.seats, None, None, worth, tuple(taken))


def tricks_text(record: Object, rules: Rules, look: Look) -> list[str]:
    """Return the tricks of a record, a line each in the columns of the seats."""
    heads = [f"seat {seat}" for seat in range(rules.seats)]
    totals = [f"side {side}" for side in range(rules.side_count)]
    drawn = [DRAWN] if record.get("stock") else []
    worth = taken_in_tricks(rules)
    lines = ["  ".join(["trick", *(f"{head:^6}" for head in heads), worth, *totals, *drawn]).rstrip()]
    for row in trick_rows(record, rules, look):
        cells = []
        for seat, card in enumerate(row.cards):
            wins = seat == row.winner
            # As wide as the heads, with room for the marks on both sides of the card.
            leads, takes = ">" if seat == row.leader else " ", "*" if wins else " "
            cells.append(f" {leads}{look.card(card, wins)}{takes} " if card else " " * 6)
        points = f"{'' if row.points is None else row.points:>{len(worth)}}"
        got = [part for part in (" ".join(look.card(card) for card in row.drawn), row.melds) if part]
        lines.append("  ".join([row.name.rjust(5), *cells, points, *_running(row.taken, totals), *got]))
    return lines


def _running(taken: Sequence[int], heads: Sequence[str]) -> list[str]:
    return [f"{points:>{len(head)}}" for points, head in zip(taken, heads, strict=True)]
