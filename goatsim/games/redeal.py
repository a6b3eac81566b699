"""Conditions under which a deal may be claimed back and dealt again: rows of a table, as a game's file writes
them and as numbers (rules.md, 4.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, field

from goatsim import cards
from goatsim.errors import RequestError, wrong
from goatsim.games.fields import Readers, Table
from goatsim.games.options import Option, Value, fits

EVERY_POINT = 10_000
EVERY_CARD = 64
"""Bounds that no hand exceeds."""


class RedealRow(Table, frozen=True, kw_only=True):
    """One condition: `of` a hand, or of all hands of a side, that hold `least` to `most` of `cards`, at most
    `points` card points and at most `trumps` trumps. `claim`: whether the seat is asked, or the deal is
    cancelled whatever it says. `after_praise`: whether it holds in deals that were praised, too. `when` names option
    values without which the row is left out.
    """

    READERS: ClassVar[Readers] = {"cards": lambda given, known: cards.cards(given)}

    reason: str
    of: Literal["hand", "side"] = "hand"
    cards: tuple[str, ...] = ()
    least: Annotated[int, Meta(ge=0)] = 0
    most: Annotated[int, Meta(ge=0)] = EVERY_CARD
    points: Annotated[int, Meta(ge=0)] = EVERY_POINT
    trumps: Annotated[int, Meta(ge=0)] = EVERY_CARD
    claim: Literal["optional", "mandatory"] = "optional"
    after_praise: bool = False
    when: dict[str, Value] = field(default_factory=dict)


class ResolvedRedeal(NamedTuple):
    """A redeal condition in force."""

    reason: str
    of: str
    cards: tuple[str, ...]
    least: int
    most: int
    points: int
    trumps: int
    forced: bool
    after_praise: bool


def conditions(
    rows: Sequence[RedealRow], pack: Sequence[str], options: Mapping[str, Value], option_defs: Mapping[str, Option]
) -> list[ResolvedRedeal]:
    """Return the conditions in force, in order; RequestError for unknown words and cards that are not in the pack."""
    found = []
    for place, row in enumerate(rows, 1):
        name = f"redeal row {place} ({row.reason})"
        if not fits(row.when, name, options, option_defs):
            continue
        for card in row.cards:
            if card not in pack:
                raise wrong(f"cards of the pack in {name}", card, pack)
        if row.least > min(row.most, len(row.cards)):
            raise RequestError(
                f"expected least to be at most {min(row.most, len(row.cards))} in {name}, got {row.least}"
            )
        found.append(
            ResolvedRedeal(
                row.reason,
                row.of,
                row.cards,
                row.least,
                row.most,
                row.points,
                row.trumps,
                row.claim == "mandatory",
                row.after_praise,
            )
        )
    return found
