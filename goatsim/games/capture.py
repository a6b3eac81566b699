"""Cards that take others and so end the deal: rows of a table, as a game's file writes them and as numbers.

The rules are rules.md, 5, 7 and 8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from msgspec import field

from goatsim import cards
from goatsim.errors import RequestError, wrong
from goatsim.games.fields import Readers, Table
from goatsim.games.options import Option, Value, fits, option_named

MOST_EYES = 100


class CaptureRow(Table, frozen=True, kw_only=True):
    """One capture: where `card` and the card that it `takes` lie in one trick, played by different sides, the deal ends
    at once and the side of `card` gets `eyes`, a number or the name of an option. `when` names option values without
    which the row is left out.
    """

    READERS: ClassVar[Readers] = dict.fromkeys(("card", "takes"), lambda given, known: cards.card(given))

    card: str
    takes: str
    eyes: int | str
    when: dict[str, Value] = field(default_factory=dict)


class ResolvedCapture(NamedTuple):
    """A capture in force."""

    card: str
    takes: str
    eyes: int


def captures(
    rows: Sequence[CaptureRow], pack: Sequence[str], options: Mapping[str, Value], option_defs: Mapping[str, Option]
) -> list[ResolvedCapture]:
    """Return the captures in force, in order; RequestError for unknown words and cards that are not in the pack."""
    found = []
    for place, row in enumerate(rows, 1):
        name = f"capture {place}"
        if not fits(row.when, name, options, option_defs):
            continue
        for card in (row.card, row.takes):
            if card not in pack:
                raise wrong(f"cards of the pack in {name}", card, pack)
        if row.card == row.takes:
            raise RequestError(f"expected two cards in {name}, got {row.card} twice")
        eyes = row.eyes if isinstance(row.eyes, int) else options[_whole(row.eyes, name, option_defs)]
        if not isinstance(eyes, int) or not 0 <= eyes <= MOST_EYES:
            raise wrong(f"eyes from 0 to {MOST_EYES} in {name}", eyes)
        found.append(ResolvedCapture(row.card, row.takes, eyes))
    return found


def _whole(given: str, name: str, option_defs: Mapping[str, Option]) -> str:
    found = option_named(given, option_defs)
    if not option_defs[found].is_whole:
        raise wrong(f"a number or a whole-number option as eyes in {name}", given)
    return found
