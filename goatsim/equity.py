"""Match equity: how likely a side wins the match from every score, worked out from what single deals bring.

A match is a Markov chain: its state before a deal is the score, who deals and what multiplies the next eyes, and each
deal moves it by what the ledger books. Some deals move it back (a lucy takes eyes away), so the chances are found as
the solution of linear equations (J. G. Kemeny and J. L. Snell, Finite Markov Chains, 1960, chapter 3). The shares of
the outcomes were sampled; how far each chance moves with each of them follows from the same equations, and with the
covariance of a multinomial sample it gives the standard error (the delta method).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.errors import RequestError, whole, wrong
from goatsim.ledger import Facts, Ledger, Terms
from goatsim.outcomes import Outcomes
from goatsim.runs import intervals
from goatsim.runs.intervals import Estimate

MOST_STATES = 5000
"""What a chain may have, so that its equations fit in memory."""

Floats = NDArray[np.float64]
Together = Mapping[tuple[Outcomes, Outcomes], NDArray[np.int64]]
"""For samples of the same deals: how many had fact k of the first and fact l of the second, `[k, l]`."""


class Cell(NamedTuple):
    """A state of a match before a deal: the eyes by side, the place of the praiser (see `Chain`), and what multiplies
    the eyes of the next counted deal.
    """

    eyes: tuple[int, int]
    praiser: int
    multiplier: int = 1


@dataclass(frozen=True)
class Chain:
    """The states of a match and how deals lead from one to the next. `sides`: the side of every place that the praiser
    can have: two places where it matters only which side praises, or one for every seat. The praiser of the next deal
    sits one place on, after an egg at the same.
    """

    terms: Terms
    sides: tuple[int, ...] = (0, 1)

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The row of every cell; two more rows stand for matches that side 0 and side 1 have lost."""
        scores = range(self.terms.target)
        every = product(sorted({1, self.terms.after_egg}), range(len(self.sides)), scores, scores)
        return {Cell((ours, theirs), place, times): row for row, (times, place, ours, theirs) in enumerate(every)}

    def after(self, cell: Cell, facts: Facts) -> int:
        """The row that a deal leads to; in its facts side 0 is the praiser's."""
        places = len(self.sides)
        penalty, dealer = (cell.eyes[1], cell.eyes[0]), (cell.praiser - 1) % places
        before = Ledger(replace(self.terms, seats=places), penalty, dealer, cell.multiplier, first=False)
        state = before.after(_turned(facts) if self.sides[cell.praiser] else facts)
        if state.losers:
            return len(self.cells) + state.losers[-1]
        ours, theirs = state.eyes
        return self.cells[Cell((ours, theirs), (state.dealer + 1) % places, state.multiplier)]


def _turned(facts: Facts) -> Facts:
    """The facts with the numbers of the sides exchanged."""
    accuser = None if facts.accuser is None else 1 - facts.accuser
    points, tricks = facts.points[::-1], facts.tricks[::-1]
    return replace(facts, penalty=facts.penalty[::-1], points=points, tricks=tricks, accuser=accuser)


@dataclass(frozen=True)
class Chance:
    """A chance to win, or a difference of two (`least` is then -1), worked out from sampled deals: `value`, its
    standard `error`, and `unseen`, the most that it can move if an outcome that no deal had takes the share of one.
    """

    value: float
    error: float
    unseen: float
    deals: int
    least: int = 0

    def estimate(self, confidence: float) -> Estimate:
        """The value with its normal interval, or if that is wider the one of what was not seen: z squared deals' share
        is what Wilson's interval allows an outcome that was not counted.
        """
        z = intervals.z_of(confidence)
        half = max(z * self.error, z * z * self.unseen)
        low, high = max(self.least, self.value - half), min(1.0, self.value + half)
        return Estimate(self.value, float(low), float(high), None, self.deals)

    def turned(self) -> Chance:
        """The chance of the other side; of a difference, the other side's."""
        return replace(self, value=1 + self.least - self.value)


@dataclass(frozen=True, eq=False)
class _Slopes:
    """How quantities move with the sampled shares: for each sample the slope of every quantity (rows) along every
    share (columns), and how many of its deals each quantity rests on.
    """

    along: Mapping[Outcomes, Floats]
    visits: Mapping[Outcomes, Floats]

    def chances(self, values: Floats, together: Together, least: int = 0) -> list[Chance]:
        """The quantities, whose values these are, with their errors."""
        off = {one: slopes - (slopes @ one.shares)[:, None] for one, slopes in self.along.items()}
        squares = np.zeros(len(values))
        for one, slopes in off.items():
            squares += slopes**2 @ one.shares / one.deals
        for (one, other), joint in together.items():
            if one in off and other in off:
                squares += 2 * ((off[one] @ joint) * off[other]).sum(axis=1) / (one.deals * other.deals)
        unseen = np.sum([visits / one.deals for one, visits in self.visits.items()], axis=0)
        deals = sum(one.deals for one in off)
        known = zip(values.tolist(), np.sqrt(squares.clip(0)).tolist(), unseen.tolist(), strict=True)
        return [Chance(value, error, far, deals, least) for value, error, far in known]


@dataclass(frozen=True, eq=False, repr=False)
class _Step:
    """One deal from every cell of a chain. `moves`: the share of its outcomes that lead from a cell (rows) to each row;
    `after`: the row that each outcome leads to.
    """

    chain: Chain
    outcomes: tuple[Outcomes, ...]
    after: list[list[int]]
    moves: Floats

    @classmethod
    def of(cls, chain: Chain, outcomes: Sequence[Outcomes]) -> _Step:
        """Raises `RequestError` for outcomes that do not fit the chain."""
        if len(outcomes) != len(chain.sides):
            raise RequestError(f"expected outcomes for each of {len(chain.sides)} places, got {len(outcomes)}")
        if not all(one.deals for one in outcomes):
            raise RequestError("expected outcomes of at least one deal, got none")
        after = [[chain.after(cell, facts) for facts in outcomes[cell.praiser].facts] for cell in chain.cells]
        moves = np.zeros((len(after), len(after) + 2))
        for cell, row in chain.cells.items():
            np.add.at(moves[row], after[row], outcomes[cell.praiser].shares)
        return cls(chain, tuple(outcomes), after, moves)

    def slopes(self, values: Floats) -> _Slopes:
        """How the values after the step move with the shares of its own outcomes, by cell."""
        count = len(self.after)
        along = {one: np.zeros((count, len(one.facts))) for one in self.outcomes}
        visits = {one: np.zeros(count) for one in self.outcomes}
        for cell, row in self.chain.cells.items():
            one = self.outcomes[cell.praiser]
            along[one][row], visits[one][row] = values[self.after[row]], 1
        return _Slopes(along, visits)


@dataclass(frozen=True, eq=False, repr=False)
class Equity:
    """The chances to win the match, made by `solve`."""

    chain: Chain
    outcomes: tuple[Outcomes, ...]
    """What deals bring, by the place of the praiser."""
    together: Together
    values: Floats
    """The chance of side 0 by row, the two rows of finished matches included, as in `slopes`."""
    slopes: _Slopes

    @cached_property
    def chances(self) -> list[Chance]:
        """The chance of side 0 by row."""
        return self.slopes.chances(self.values, self.together)

    def at(self, eyes: tuple[int, int], praiser: int = 0, multiplier: int = 1, side: int = 0) -> Chance:
        """The chance of a side to win the match before a deal. Raises `RequestError` for a state that there is not."""
        for one in eyes:
            whole("the eyes of a side", one, 0, self.chain.terms.target - 1)
        whole("the praiser's place", praiser, 0, len(self.chain.sides) - 1)
        row = self.chain.cells.get(Cell(eyes, praiser, multiplier))
        if row is None:
            raise wrong(f"1 or {self.chain.terms.after_egg} as the multiplier of a deal", multiplier)
        return self.chances[row].turned() if side else self.chances[row]


def solve(
    terms: Terms, outcomes: Sequence[Outcomes], sides: Sequence[int] = (0, 1), together: Together | None = None
) -> Equity:
    """The equity of a match in which deals bring `outcomes[place]` when the praiser sits at a place, `sides` being the
    side of every place (see `Chain`). Where a deal is the same for both sides, the same object stands at both places.
    `together`: which samples are of the same deals, each pair once; the others are independent.

    Raises `RequestError` where a match might never end, for samples of no deals, and for more states than fit.
    """
    chain = Chain(terms, tuple(sides))
    count = len(chain.cells)
    if count > MOST_STATES:
        raise RequestError(f"expected a match of at most {MOST_STATES} states for its equity, got {count}")
    step = _Step.of(chain, outcomes)
    inner = step.moves[:, :count]
    ends = step.moves[:, count:].any(axis=1)
    while (more := ends | (inner @ ends > 0)).sum() > ends.sum():
        ends = more
    if not ends.all():
        cell = list(chain.cells)[int(ends.argmin())]
        raise RequestError(f"expected deals by which every match ends, got a match at {cell.eyes} that never does")
    # How many deals are played in every cell, on average, from every cell on.
    stays = np.linalg.inv(np.eye(count) - inner)
    values = np.append(stays @ step.moves[:, count + 1], [0.0, 1.0])
    own = step.slopes(values)
    along = {one: np.vstack([stays @ slopes, np.zeros((2, slopes.shape[1]))]) for one, slopes in own.along.items()}
    visits = {one: np.append(stays @ visits, [0.0, 0.0]) for one, visits in own.visits.items()}
    return Equity(chain, step.outcomes, together or {}, values, _Slopes(along, visits))


class Asked(NamedTuple):
    """What a kind of deal is worth to the praiser's side at a score: its chance to win the match if the next deal is of
    that kind and all later ones are as in the equity, and how much more that is than without this one deal.
    """

    chance: Chance
    difference: Chance


def after_one(kind: Sequence[Outcomes], equity: Equity, together: Together | None = None) -> dict[Cell, Asked]:
    """What one deal of a kind is worth in every cell, before a match that goes on as the equity says. `kind`: what its
    deals bring, by place as in `solve`. `together`: which samples are of the same deals beside those that the equity
    knows of; the others count as independent. Raises `RequestError` for samples that do not fit the equity.
    """
    together = {**equity.together, **(together or {})}
    step = _Step.of(equity.chain, kind)
    count = len(step.after)
    stay = np.eye(count, count + 2)
    own = step.slopes(equity.values)

    def judged(less: Floats, least: int) -> list[Chance]:
        along, visits = dict(own.along), dict(own.visits)
        for one, slopes in equity.slopes.along.items():
            along[one] = (step.moves - less) @ slopes + along.get(one, 0.0)
            visits[one] = (step.moves + less) @ equity.slopes.visits[one] + visits.get(one, 0.0)
        return _Slopes(along, visits).chances((step.moves - less) @ equity.values, together, least)

    found = {}
    for cell, chance, difference in zip(equity.chain.cells, judged(0 * stay, 0), judged(stay, -1), strict=True):
        theirs = equity.chain.sides[cell.praiser] == 1
        found[cell] = Asked(chance.turned(), difference.turned()) if theirs else Asked(chance, difference)
    return found


class Compared(NamedTuple):
    """A side's chance worked out beside the share of matches that it won from there; `z`: how many standard errors of
    both the share is above the chance.
    """

    solved: Chance
    played: Estimate
    z: float


def beside(equity: Equity, cell: Cell, won: int, matches: int, *, side: int = 0, confidence: float = 0.95) -> Compared:
    """The equity of a side beside matches that were played on from a cell, of which it won so many."""
    solved = equity.at(*cell, side=side)
    # A chance of 0 or 1 that only rests on few deals is not certain, whatever its standard error.
    own = max(solved.error, solved.unseen)
    error = math.sqrt(own**2 + solved.value * (1 - solved.value) / matches)
    return Compared(solved, intervals.share(won, matches, confidence), (won / matches - solved.value) / error)


def largest_z(cells: int, confidence: float) -> float:
    """How large a z may be in any of so many cells if only chance moves them."""
    return intervals.z_of(intervals.at_once(confidence, cells))
