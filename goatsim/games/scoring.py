"""What a deal is worth: rows of a table, tried in order, as a game's file writes them and as numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, field

from goatsim.errors import RequestError, shown, wrong
from goatsim.games.fields import Readers, Table
from goatsim.games.options import Option, Value, fits

Bound = int | str

SPECIAL = ("all", "half", "more_than_half", "less_than_half")
"""Words for a bound that follow the game's own total of points or tricks."""

_BOUND = re.compile(r"([A-Za-z_]\w*)(?:\s*([-+])\s*(\d{1,6}))?")


def outcome_word(given: str) -> str:
    """Return the name of an outcome as it stands; RequestError if it is no plain word."""
    # "none" is what a deal that fits no row is called.
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,59}", given) or given == "none":
        raise wrong("a word of small letters, digits and _ (at most 60) that is not none", given)
    return given


def _both(given: object, known: Mapping[str, object]) -> object:
    """A single bound is both."""
    return (given, given) if isinstance(given, int | str) else given


class ScoringRow(Table, frozen=True, kw_only=True):
    """One row: it fits a side whose points and tricks both lie in its ranges (both ends belong to a range).

    `side` None tries every side in turn; `when` names option values and `side_count` a number of sides without which
    the row is left out. `ahead`: it fits only a side that has scored more than every other, melds and all; `half`: its
    points are those of either half of the pack. `eyes` are charged to every other side, or `dealer` to that of the
    dealer, and `penalty` to the side itself.

    `of` says who is tested. "side": a side, in any deal. "soloist" and "defenders": the seat that bought the talon, or
    all others together, in a deal in which somebody bought it. "each": every side in a deal of which nobody is the
    soloist; each is charged by the first such row that fits it, and the deal's outcome is that of the first row that
    fits anybody. "fewest": the same for every side than which none has fewer points, in any deal. `fatal`: whoever it
    charges has lost the match.
    """

    THING = "a scoring row"
    READERS: ClassVar[Readers] = {
        "outcome": lambda given, known: outcome_word(given) if isinstance(given, str) else given,
        "points": _both,
        "tricks": _both,
    }

    outcome: str
    side: int | None = None
    points: tuple[Bound, Bound] = (0, "all")
    tricks: tuple[Bound, Bound] = (0, "all")
    when: dict[str, Value] = field(default_factory=dict)
    side_count: int | None = None
    of: Literal["side", "soloist", "defenders", "each", "fewest"] = "side"
    fatal: bool = False
    eyes: Annotated[int, Meta(ge=0, le=100)] = 0
    penalty: Annotated[int, Meta(ge=0, le=100)] = 0
    ahead: bool = False
    dealer: Annotated[int, Meta(ge=0, le=100)] | None = None
    half: bool = False


class ResolvedRow(NamedTuple):
    """A scoring row in numbers: `points` and `tricks` are (least, most), both included; `side` None means any side."""

    outcome: str
    side: int | None
    points: tuple[int, int]
    tricks: tuple[int, int]
    eyes: int
    penalty: int
    of: str = "side"
    fatal: bool = False
    ahead: bool = False
    dealer: int | None = None
    half: bool = False

    def covers(self, other: ResolvedRow) -> bool:
        """Whether every side that fits `other` fits this row too."""
        return (
            self.of in ("side", other.of)
            and self.ahead <= other.ahead
            and self.side in (None, other.side)
            and (self.half == other.half or self.points[0] == 0)
            and self.points[0] <= other.points[0]
            and other.points[1] <= self.points[1]
            and self.tricks[0] <= other.tricks[0]
            and other.tricks[1] <= self.tricks[1]
        )


def resolve(
    rows: Sequence[ScoringRow],
    *,
    total_points: int,
    tricks: int,
    side_count: int,
    options: Mapping[str, Value],
    option_defs: Mapping[str, Option],
) -> list[ResolvedRow]:
    """Return the rows in force, in order, in numbers; RequestError for unknown words and rows that can never apply."""
    found: list[ResolvedRow] = []
    for place, row in enumerate(rows, 1):
        name = f"scoring row {place} ({row.outcome})"
        applies = fits(row.when, name, options, option_defs)
        if row.side is not None and not 0 <= row.side < side_count:
            raise wrong(f"a side from 0 to {side_count - 1} in {name}", row.side)
        totals = {"points": total_points, "tricks": tricks}
        given = {"points": row.points, "tricks": row.tricks}
        ranges = {
            what: (
                _number(given[what][0], totals[what], True, options, option_defs, name),
                _number(given[what][1], totals[what], False, options, option_defs, name),
            )
            for what in totals
        }
        if row.side_count not in (None, side_count) or not applies:
            continue
        # Half of an odd total is no whole number, so nobody can hold it and the row drops out of the game.
        if any(totals[what] % 2 and "half" in given[what] and ranges[what][0] > ranges[what][1] for what in totals):
            continue
        for what, (least, most) in ranges.items():
            if not 0 <= least <= most <= totals[what]:
                raise RequestError(
                    f"expected {what} within 0 to {totals[what]} in {name}, least first, "
                    f"got {shown(least)} to {shown(most)}"
                )
        worth = row.eyes, row.penalty, row.of, row.fatal, row.ahead, row.dealer, row.half
        resolved = ResolvedRow(row.outcome, row.side, ranges["points"], ranges["tricks"], *worth)
        for earlier in found:
            if earlier.covers(resolved):
                raise RequestError(
                    f"expected every scoring row to be reachable, got {name}, which the earlier row "
                    f"{earlier.outcome} covers completely"
                )
        found.append(resolved)
    return found


def _number(
    bound: Bound,
    total: int,
    is_least: bool,
    options: Mapping[str, Value],
    option_defs: Mapping[str, Option],
    name: str,
) -> int:
    if isinstance(bound, int):
        return bound
    match = _BOUND.fullmatch(bound.strip())
    if match is None:
        raise wrong(f"a number, one of {', '.join(SPECIAL)}, or a whole-number option in {name}", bound, SPECIAL)
    word, sign, offset = match.groups()
    shift = int(f"{sign}{offset}") if offset else 0
    special = {
        "all": total,
        "half": (total + 1) // 2 if is_least else total // 2,
        "more_than_half": total // 2 + 1,
        "less_than_half": (total - 1) // 2,
    }
    if word in special:
        return special[word] + shift
    whole = [key for key, option in option_defs.items() if option.is_whole]
    value = options[word] if word in whole else None
    if not isinstance(value, int):
        raise wrong(f"one of {', '.join(SPECIAL)} or a whole-number option in {name}", word, (*SPECIAL, *whole))
    return value + shift
