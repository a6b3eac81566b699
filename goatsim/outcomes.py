"""What single deals bring, counted: what `goatsim.equity` makes match equity of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.engine.layout import CHALLENGE_CHARGE, UNPLAYED_CHARGE
from goatsim.errors import RequestError
from goatsim.game import Game
from goatsim.lang import Measure, over, seat_at, the_deal
from goatsim.ledger import EGG, LUCY, Facts
from goatsim.runs.tasks import Arm, Table

PLAIN = "plain"
"""The outcome of a deal that is neither egg nor lucy: beyond its charges a match does not ask what it was."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What deals brought: in `counts[k]` of them what `facts[k]` says, side 0 being the praiser's. An object stands for
    one sample of deals: used at two places it is still one, and two objects are samples apart unless said otherwise.
    """

    facts: tuple[Facts, ...]
    counts: NDArray[np.int64]

    @property
    def deals(self) -> int:
        """How many deals there were."""
        return int(self.counts.sum())

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of each of the `facts`."""
        found: NDArray[np.float64] = self.counts / self.deals
        return found


def _digits(game: Game) -> dict[str, tuple[Measure, int]]:
    """What a match asks about a deal, as measures of small numbers, each with the number of its values."""
    # In single deals seat 0 is the praiser.
    first = seat_at(0)
    second = seat_at(game.rules.sides.index(1 - game.rules.sides[0]))

    def is_so(truth: Measure) -> Measure:
        return over("count", first, truth)

    scored = {row.outcome for row in game.rules.scoring_rows()}
    how = is_so(the_deal.played)
    if EGG in scored:
        how = how + is_so(the_deal.egg)
    if LUCY in scored:
        ours, theirs = the_deal.lucy & (second.tricks == 0), the_deal.lucy & (first.tricks == 0)
        how = how + 2 * is_so(ours) + 3 * is_so(theirs)
    most = first.penalty.bound(game).high
    digits = {"how": (how, 5), "first": (first.penalty, most + 1), "second": (second.penalty, most + 1)}
    if first.challenged.bound(game).high:
        digits["accuser"] = is_so(first.challenged > 0) + 2 * is_so(second.challenged > 0), 3
    return digits


def fate(game: Game) -> Measure:
    """A measure of single deals of a game of two sides: all that a match needs of a deal as one number, which
    `outcomes_of` reads.
    """
    (found, _), *more = _digits(game).values()
    for measure, size in more:
        found = found * size + measure
    return found


def _facts(game: Game, number: int) -> Facts:
    """The facts that a value of `fate` stands for."""
    found = {"accuser": 0}
    for name, (_, size) in reversed(_digits(game).items()):
        number, found[name] = divmod(number, size)
    how, accuser = found["how"], found["accuser"] - 1 if found["accuser"] else None
    charged = [CHALLENGE_CHARGE * (side == accuser) for side in (0, 1)]
    return Facts(
        EGG if how == 2 else LUCY if how > 2 else PLAIN,
        (found["first"] - charged[0], found["second"] - charged[1]),
        tricks={3: (1, 0), 4: (0, 1)}.get(how, (1, 1)),
        counted=how > 0,
        accuser=accuser,
    )


def _sample(game: Game, values: NDArray[np.int64], counts: NDArray[np.int64]) -> Outcomes:
    return Outcomes(tuple(_facts(game, int(value)) for value in values), counts)


def outcomes_of(game: Game, table: Table) -> Outcomes:
    """The outcomes that a table of `fate` has counted. Raises `AssertionError` if it counts anything else."""
    seen = table.histogram > 0
    return _sample(game, table.values[seen], table.histogram[seen])


def pair_of(games: tuple[Game, Game], table: Table) -> tuple[Outcomes, Outcomes, NDArray[np.int64]]:
    """The outcomes of the same deals played in two ways, and how many deals had what together: `[k, l]` those with
    fact k the first and fact l the second way. `table`: of `fate`, grouped by it, minus that of the second way.
    """
    firsts, differences = np.nonzero(table.cells)
    one = firsts + table.lows[0]
    two = one - (differences + table.lows[1])
    hits = table.cells[firsts, differences]
    values, at = zip(*(np.unique(each, return_inverse=True) for each in (one, two)), strict=True)
    joint = np.zeros((len(values[0]), len(values[1])), np.int64)
    np.add.at(joint, (at[0], at[1]), hits)
    return _sample(games[0], values[0], joint.sum(axis=1)), _sample(games[1], values[1], joint.sum(axis=0)), joint


class Samples(NamedTuple):
    """The single deals that tell what later deals of a match bring. `arms`: whose praisers sit in seat 0, as there is
    to be in single deals; `by_place`: which arm stands for each place of the praiser, and `sides` whose place it is.
    """

    arms: tuple[Arm, ...]
    by_place: tuple[int, ...]
    sides: tuple[int, ...]


def samples_of(arm: Arm) -> Samples:
    """The fewest samples for a line-up: one if all policies are alike, one for each side that praises if partners are,
    else one for every seat. Raises `RequestError` for sides that do not sit in turns.
    """
    sides, policies = arm.game.rules.sides, arm.policies
    if any(side == after for side, after in pairwise(sides)) or set(sides) != {0, 1} or len(sides) % 2:
        raise RequestError(f"expected two sides that sit in turns for match equity, got sides {list(sides)}")
    around = [policies[seat:] + policies[:seat] for seat in range(len(policies))]
    said = [tuple(policy.identity for policy in one) for one in around]
    places = 2 if said == said[2:] + said[:2] else len(said)
    distinct = list(dict.fromkeys(said[:places]))
    arms = tuple(Arm(arm.game, around[said.index(one)]) for one in distinct)
    return Samples(arms, tuple(distinct.index(one) for one in said[:places]), tuple(sides[:places]))


def step_of(game: Game) -> int:
    """The greatest number of which every charge of a game is a multiple: scores of a match stand that far apart."""
    charges = [charge for row in game.rules.scoring_rows() for charge in (row.eyes, row.penalty)]
    unplayed = UNPLAYED_CHARGE * bool(game.shape.redeals or game.shape.cuts)
    return gcd(*charges, unplayed, seat_at(0).challenged.bound(game).high)
