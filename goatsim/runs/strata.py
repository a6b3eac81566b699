"""Groups of deals, each with its exact share, dealt directly: what a task deals from instead of the whole pack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goatsim.engine import layout
from goatsim.engine.jit import form
from goatsim.engine.strata import GROUP, HEADER, deal_group
from goatsim.errors import RequestError
from goatsim.exact.patterns import Patterns, patterns_of, reason
from goatsim.exact.turnups import kept
from goatsim.game import Game
from goatsim.lang.kinds import TRUTH
from goatsim.lang.looks import Uncountable, sizes_of_places
from goatsim.lang.measures import Measure
from goatsim.runs.lane import cards_of_lane

WORD = 1 << 64


@dataclass(frozen=True, eq=False)
class Strata:
    """Groups of the first deals of a game. `groups`: the values that part them, in order; `ways`: in how many ways each
    is dealt, of `total` that the condition leaves and `every` that there are without it; deal i of a run is one of
    group i modulo their number. `table`: the same for the engine (`engine.strata`).
    """

    groups: tuple[tuple[int, ...], ...]
    ways: tuple[int, ...]
    every: int
    table: NDArray[np.uint64] = field(repr=False)

    @property
    def total(self) -> int:
        """In how many ways the deals of all groups can be dealt."""
        return sum(self.ways)

    @property
    def chance(self) -> Fraction:
        """The share of the first deals that fulfil the condition; 1 without one."""
        return Fraction(self.total, self.every)

    def share(self, group: tuple[int, ...]) -> Fraction:
        """The share of a group among the deals that fulfil the condition."""
        return Fraction(self.ways[self.groups.index(group)], self.total)

    def hands(self, game: Game, seed: int, index: int) -> list[list[str]]:
        """The hands of a deal by name, worked out in plain Python."""
        return self.deal(game, seed, index)[0]

    def deal(self, game: Game, seed: int, index: int) -> tuple[list[list[str]], list[str]]:
        """The same and the talon, or the stock, top first."""
        block = [0] * (layout.COLUMNS * layout.STRIDE)
        form(deal_group, game.shape)(block, 0, game.contract.table_list, self._words, seed, index)
        return cards_of_lane(game, block, seed, index, ready=True)

    @cached_property
    def _words(self) -> list[int]:
        found: list[int] = self.table.tolist()
        return found


def strata_of(game: Game, by: Sequence[Measure] = (), given: Measure | None = None, seat: int = 0) -> Strata:
    """The groups into which measures about dealt cards part the first deals of a game, or those of them that fulfil the
    condition `given`; one group if `by` is empty. `seat`: who `me` is.

    Raises `Uncountable`, saying why, if the deals that are played are not first deals of equal chance, if a measure is
    about something else than dealt cards, or if there is too much to count; `RequestError` for a condition that no deal
    fulfils.
    """
    if why := reason(game):
        raise Uncountable(why)
    if given is not None and given.kind != TRUTH:
        raise RequestError(f"expected a truth as a condition, got the {given.kind} {given}")
    first_hand = game.shape.turnup == layout.FIRST_HAND
    dealt = kept(game) if first_hand else None
    if first_hand:
        if dealt is None:
            raise Uncountable("a deal may be dealt again by what is turned up before the trump suit")
        given = dealt if given is None else given & dealt
    patterns = patterns_of(game, [*by, *([] if given is None else [given])], seat)
    if any(min(place) > game.rules.seats for place in patterns.places):
        raise Uncountable("the card turned up is drawn when the hands are dealt")
    groups, group = patterns.groups(by, seat)
    fits = np.arange(len(group)) if given is None else np.flatnonzero(patterns.values([given], seat)[:, 0])
    # A stable order, so that the same question deals the same cards everywhere.
    fits = fits[np.argsort(group[fits], kind="stable")]
    ends = np.cumsum(np.bincount(group[fits], minlength=len(groups)))
    parts = {values: part for values, part in zip(groups, np.split(fits, ends[:-1]), strict=True) if len(part)}
    if not parts:
        raise RequestError(f"expected a condition that some deal of {game.rules.name} fulfils, got {given}")
    ways = tuple(sum(map(int, patterns.weights[part])) for part in parts.values())
    if max(ways) >= WORD:
        raise Uncountable(f"a group can be dealt in more than 2^64 ways, {max(ways):,}")
    total = patterns.total
    if dealt is not None:
        played = np.flatnonzero(patterns.values([dealt], seat)[:, 0])
        total = sum(map(int, patterns.weights[played]))
    return Strata(tuple(parts), ways, total, _table(patterns, list(parts.values()), ways))


def _table(patterns: Patterns, parts: Sequence[NDArray[np.int64]], ways: Sequence[int]) -> NDArray[np.uint64]:
    """The groups, each the numbers of its patterns, as the engine reads them."""
    game, rules = patterns.game, patterns.game.rules
    firsts = np.cumsum([0, *map(len, parts)]).tolist()
    group = [(first, len(part), weight) for first, part, weight in zip(firsts, parts, ways, strict=False)]
    order = [game.contract.place[card] for card in rules.pack]
    source = [sum(1 << k for k, place in enumerate(order) if members >> place & 1) for members in patterns.classes]
    # The column of the talon does not stand right behind those of the hands.
    sizes = sizes_of_places(game)
    byte = [*range(rules.seats), *[layout.TALON - layout.HAND] * (len(sizes) - rules.seats)]
    source += [sum(sizes[one] << 8 * byte[one] for one in place) for place in patterns.places]
    running = np.concatenate([np.cumsum(patterns.weights[part]) for part in parts])
    bits = np.uint64(8) * np.arange(len(patterns.places), dtype=np.uint64)
    shares = (patterns.counts[np.concatenate(parts)].astype(np.uint64) << bits).sum(axis=2, dtype=np.uint64)
    blocks = [np.array(words, np.uint64).reshape(-1) for words in (group, source, running, shares)]
    header = np.zeros(HEADER, np.uint64)
    header[:GROUP] = len(parts), len(patterns.classes), len(patterns.places)
    header[GROUP:] = HEADER + np.cumsum([0, *map(len, blocks[:-1])])
    return np.concatenate([header, *blocks])
