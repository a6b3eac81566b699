"""What single deals bring, counted: what `goatsim.equity` makes match equity of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.engine.layout import CHALLENGE_CHARGE, UNPLAYED_CHARGE
from goatsim.errors import RequestError
from goatsim.game import Game
from goatsim.games import Rules
from goatsim.lang import Measure, over, seat_at, the_deal
from goatsim.ledger import EGG, LUCY, Facts
from goatsim.runs.tasks import Arm, Ask, Seen, Table

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


@dataclass(frozen=True)
class Fate:
    """All that a match needs of a deal, as one number that can be counted, for games of two sides that play the same
    deals by different options. In single deals seat 0 is the praiser.
    """

    games: tuple[Game, ...]

    @cached_property
    def digits(self) -> dict[str, tuple[Measure, int]]:
        """What is asked, as measures of small numbers, each with the number of its values."""
        first = seat_at(0)
        second = seat_at(self.games[0].rules.sides.index(1 - self.games[0].rules.sides[0]))

        def is_so(truth: Measure) -> Measure:
            return over("count", first, truth)

        def most(measure: Measure) -> int:
            return max(measure.bound(game).high for game in self.games)

        scored = {row.outcome for row in self.games[0].rules.scoring_rows()}
        how = is_so(the_deal.whole)
        if EGG in scored:
            how = how + is_so(the_deal.egg)
        if LUCY in scored:
            ours, theirs = the_deal.lucy & (second.tricks == 0), the_deal.lucy & (first.tricks == 0)
            how = how + 2 * is_so(ours) + 3 * is_so(theirs)
        charges = 1 + most(first.penalty)
        digits = {"how": (how, 5), "first": (first.penalty, charges), "second": (second.penalty, charges)}
        if most(first.challenged):
            digits["accuser"] = is_so(first.challenged > 0) + 2 * is_so(second.challenged > 0), 3
        return digits

    @property
    def measure(self) -> Measure:
        """The number, from 0 to below `size`."""
        (found, _), *more = self.digits.values()
        for measure, size in more:
            found = found * size + measure
        return found

    @property
    def size(self) -> int:
        """How many numbers there may be."""
        return prod(size for _, size in self.digits.values())

    def ask(self, name: str, arm: int = 0) -> Ask:
        """An ask for the outcomes of an arm, which `outcomes` reads."""
        return Ask(name, self.measure, seen=(Seen(1, arm),))

    def pair(self, name: str, one: int, other: int) -> Ask:
        """An ask for the outcomes of two arms on the same deals, which `pairs` reads."""
        return Ask(name, self.measure, seen=(Seen(self.size, one), Seen(1, other)))

    def facts(self, number: int) -> Facts:
        """What a number says of a deal."""
        found = {"accuser": 0}
        for name, (_, size) in reversed(self.digits.items()):
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

    def outcomes(self, table: Table) -> Outcomes:
        """The outcomes that a table of `ask` has counted."""
        seen = np.flatnonzero(table.histogram)
        return Outcomes(tuple(self.facts(number) for number in seen.tolist()), table.histogram[seen])

    def pairs(self, table: Table, one: Outcomes, other: Outcomes) -> NDArray[np.int64]:
        """How many deals had fact k of one arm's outcomes and fact l of the other's, `[k, l]`: a table of `pair`."""
        numbers = np.flatnonzero(table.histogram)
        places = [{fact: k for k, fact in enumerate(each.facts)} for each in (one, other)]
        found = np.zeros((len(one.facts), len(other.facts)), np.int64)
        for number, hits in zip(numbers.tolist(), table.histogram[numbers].tolist(), strict=True):
            first, second = divmod(number, self.size)
            found[places[0][self.facts(first)], places[1][self.facts(second)]] = hits
        return found


class Samples(NamedTuple):
    """The single deals that tell what later deals of a match bring. `arms`: whose praisers sit in seat 0, as there is
    to be in single deals; `by_place`: which arm stands for each place of the praiser, and `sides` whose place it is.
    """

    arms: tuple[Arm, ...]
    by_place: tuple[int, ...]
    sides: tuple[int, ...]


def in_turns(rules: Rules) -> bool:
    """Whether two sides sit in turns, so that a deal looks the same from every dealer's left."""
    first, second = rules.sides[:2]
    return rules.side_count == 2 and rules.sides == (first, second) * (rules.seats // 2)


def samples_of(arm: Arm) -> Samples:
    """The fewest samples for a line-up: one if all policies are alike, one for each side that praises if partners are,
    else one for every seat. Raises `RequestError` for sides that do not sit in turns.
    """
    sides, policies = arm.game.rules.sides, arm.policies
    if not in_turns(arm.game.rules):
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
    charges += [row.eyes for row in game.rules.capture_rows()]
    unplayed = UNPLAYED_CHARGE * bool(game.shape.redeals or game.shape.cuts)
    return gcd(*charges, unplayed, seat_at(0).challenged.bound(game).high)
