"""Conditions of a redeal as questions and as exact chances: how often a fresh deal from the whole pack allows a claim
(rules.md, 4).
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import and_

from goatsim.exact.counting import chance
from goatsim.game import game_of
from goatsim.games import Rules
from goatsim.games.redeal import EVERY_CARD, EVERY_POINT, ResolvedRedeal
from goatsim.lang import Measure, me, over, players, us
from goatsim.lang.looks import Uncountable

_SAID = {"low_hand": "a low hand"}
"""Reasons that want an article."""


def said(row: ResolvedRedeal) -> str:
    """What a condition is called in a sentence."""
    return _SAID.get(row.reason, row.reason.replace("_", " "))


def allows(row: ResolvedRedeal) -> Measure:
    """Whether the hand of `me`, or for a condition of a side the hands of `us`, were dealt what a condition asks."""
    who = us if row.of == "side" else me
    asked: list[Measure] = []
    if row.points < EVERY_POINT:
        asked.append(who.hand_points <= row.points)
    if row.cards:
        asked += [who.cards(row.cards) >= row.least, who.cards(row.cards) <= row.most]
    if row.trumps < EVERY_CARD or not asked:
        asked.append(who.trumps <= row.trumps)
    return reduce(and_, asked)


def written(row: ResolvedRedeal) -> dict[str, object]:
    """A condition as a row of a game's file, the claim left to the policy."""
    kept = {**row._asdict(), "cards": " ".join(row.cards), "claim": "optional"}
    del kept["forced"]
    return kept


def chance_of_one(rules: Rules, row: ResolvedRedeal) -> Fraction | None:
    """The chance that a given hand of a fresh deal, or a given side, holds a condition; None where sides are of unequal
    size, or there is too much to count.
    """
    return _chance(rules, row, allows(row))


def chance_of_any(rules: Rules, row: ResolvedRedeal) -> Fraction | None:
    """The chance that some hand, or some side, holds a condition; None as for one."""
    return _chance(rules, row, over("any", players, allows(row)))


def _chance(rules: Rules, row: ResolvedRedeal, truth: Measure) -> Fraction | None:
    if row.of == "side" and len({rules.sides.count(side) for side in rules.sides}) > 1:
        return None
    try:
        return chance(game_of(rules), truth)
    except Uncountable:
        return None
