"""Conditions of a redeal as questions and as exact chances: how often a fresh deal from the whole pack allows a claim
(rules.md, 4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from math import comb, prod
from operator import and_

from goatsim.games import Rules
from goatsim.games.redeal import ResolvedRedeal
from goatsim.lang import Measure, me, us

MOST_KINDS = 400
"""Ways to hold a condition up to which several hands that hold it at once are counted."""

Held = tuple[int, ...]
"""How many cards of each class a hand holds, or are left."""


_SAID = {"low_hand": "a low hand"}
"""Reasons that want an article."""


def said(row: ResolvedRedeal) -> str:
    """What a condition is called in a sentence."""
    return _SAID.get(row.reason, row.reason.replace("_", " "))


def allows(row: ResolvedRedeal) -> Measure:
    """Whether the hand of `me`, or for a condition of a side the hands of `us`, were dealt what a condition asks."""
    who = us if row.of == "side" else me
    asked: list[Measure] = [who.hand_points <= row.points, who.trumps <= row.trumps]
    if row.cards:
        asked += [who.cards(row.cards) >= row.least, who.cards(row.cards) <= row.most]
    return reduce(and_, asked)


def written(row: ResolvedRedeal) -> dict[str, object]:
    """A condition as a row of a game's file, the claim left to the policy."""
    kept = {**row._asdict(), "cards": " ".join(row.cards), "claim": "optional"}
    del kept["forced"]
    return kept


def chance_of_one(rules: Rules, row: ResolvedRedeal) -> Fraction | None:
    """The chance that a given hand of a fresh deal, or a given side, holds a condition; None where sides are of unequal
    size.
    """
    sizes = _sizes(rules, row)
    if sizes[0] != sizes[-1]:
        return None
    left, fits = _ways(rules, row)
    return Fraction(_together(left, fits, 1), comb(len(rules.pack), sizes[0]))


def chance_of_any(rules: Rules, row: ResolvedRedeal) -> Fraction | None:
    """The chance that some hand, or some side, holds a condition, by inclusion and exclusion; None where there are too
    many ways to hold it, or sides are of unequal size.
    """
    sizes = _sizes(rules, row)
    left, fits = _ways(rules, row)
    if len(fits) > MOST_KINDS or sizes[0] != sizes[-1]:
        return None
    found, deals = Fraction(0), 1
    for many in range(1, len(sizes) + 1):
        deals *= comb(len(rules.pack) - (many - 1) * sizes[0], sizes[0])
        ways = _together(left, fits, many)
        if not ways:
            break
        found -= (-1) ** many * comb(len(sizes), many) * Fraction(ways, deals)
    return found


def _sizes(rules: Rules, row: ResolvedRedeal) -> list[int]:
    """How many cards each of those has who may hold a condition, the fewest first."""
    if row.of == "side":
        return sorted(rules.hand_size * count for count in Counter(rules.sides).values())
    return [rules.hand_size] * rules.seats


def _ways(rules: Rules, row: ResolvedRedeal) -> tuple[Held, tuple[Held, ...]]:
    """The cards of a pack in classes that a condition cannot tell apart, how many there are of each, and all ways to
    hold the condition.
    """
    points, trumps = row.points < rules.total_points, row.trumps < len(rules.trumps)
    classes: Mapping[tuple[int, bool, bool], int] = Counter(
        (rules.card_points(card) * points, card in row.cards, card in rules.trumps and trumps) for card in rules.pack
    )

    def holds(held: Held) -> bool:
        cards = list(zip(held, classes, strict=True))
        return (
            sum(some * worth for some, (worth, _, _) in cards) <= row.points
            and row.least <= sum(some for some, (_, named, _) in cards if named) <= row.most
            and sum(some for some, (_, _, trump) in cards if trump) <= row.trumps
        )

    sizes = tuple(classes.values())
    return sizes, tuple(held for held in _split(_sizes(rules, row)[0], sizes) if holds(held))


def _split(cards: int, sizes: Sequence[int]) -> Iterator[Held]:
    """All ways to draw so many cards from classes of some sizes."""
    if not sizes:
        if not cards:
            yield ()
        return
    for some in range(max(0, cards - sum(sizes[1:])), min(cards, sizes[0]) + 1):
        for more in _split(cards - some, sizes[1:]):
            yield (some, *more)


def _together(left: Held, fits: tuple[Held, ...], many: int) -> int:
    """In how many deals the first so many hands all are among some ways."""

    @cache
    def count(left: Held, many: int) -> int:
        if not many:
            return 1
        total = 0
        for held in fits:
            after = tuple(size - some for size, some in zip(left, held, strict=True))
            if min(after) >= 0:
                total += prod(map(comb, left, held)) * count(after, many - 1)
        return total

    return count(left, many)
