"""Matches on the machine: many of them measured and tallied, or one deal by deal for writing it down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from goatsim.compiler import store
from goatsim.engine import layout, matches, program
from goatsim.engine.kinds import BY_FIRST_WINNER, BY_OPENER
from goatsim.errors import PlayError
from goatsim.matches import Start, match_terms
from goatsim.runs.faults import fault_of_sets, illegal_before_play
from goatsim.runs.machine import LOOP, Bench, Memory, called, driver, entries, shape_of
from goatsim.runs.tasks import Arm, Task

LAST_MATCH = (1 << 64 - layout.DEALS_OF_A_MATCH - 1) - 1
"""The largest number of a match: the index of its deals must fit in a signed word."""


@dataclass(frozen=True)
class MatchBench:
    """One arm's memory for one thread of matches: its block, its environment and the terms of the match."""

    arm: Arm
    seed: int
    start: Start

    @cached_property
    def bench(self) -> Bench:
        """The block and the environment of the deals."""
        bench = Bench(self.arm, self.seed)
        # Whoever sits at a place of the dealer's round, coins are there.
        bench.env[layout.COINS] = ((1 << self.arm.game.shape.seats) - 1) * any(
            policy.draws_coins for policy in self.arm.policies
        )
        return bench

    @cached_property
    def entries(self) -> NDArray[np.int64]:
        """The entry points and the weights of the seats at the table; empty if they are alike."""
        if len({policy.identity for policy in self.arm.policies}) == 1:
            return np.zeros(0, np.int64)
        table = np.zeros((self.arm.game.shape.seats, layout.DECISIONS + 1), np.int64)
        for seat, policy in enumerate(self.arm.policies):
            for place, address in entries(policy, shape_of(self.arm, True)).items():
                table[seat, place] = address
            if seat in self.bench.weights:
                table[seat, layout.DECISIONS] = self.bench.weights[seat].ctypes.data
        return table.reshape(-1)

    @cached_property
    def terms(self) -> NDArray[np.int64]:
        """What the loop over matches is told."""
        terms = np.zeros(layout.TERMS, np.int64)
        for place, value in match_terms(self.arm.game, self.start).items():
            terms[place] = value
        terms[layout.ENTRIES] = self.entries.ctypes.data if len(self.entries) else 0
        return terms

    def deals(self, match: int) -> Iterator[tuple[list[int], list[int]]]:
        """Play one match: for each deal its lane, one word a column, before it is booked and after. Raises `PlayError`
        for an illegal answer.
        """
        shape = shape_of(self.arm, True)
        begin = called(store.entry(matches.begin_match, shape, 5, False, "begin match"), 5)
        advance = called(store.entry(matches.advance, shape, 3, True, "advance"), 3, True)
        play = called(driver(self.arm, "asking"), 4)
        block, env, terms = self.bench.block.ctypes.data, self.bench.env.ctypes.data, self.terms.ctypes.data
        self.bench.env[layout.LOGGED] = 1
        begin(block, 0, terms, self.seed, match)
        over = False
        while not over:
            play(block, env, 0, 1)
            words: list[int] = self.bench.columns[:, 0].tolist()
            if words[layout.FAULT]:
                raise PlayError(_fault(self.arm, words))
            if words[layout.PLAYED] == matches.MOST_DEALS:
                raise PlayError(f"expected match {match} to end some time, got {matches.MOST_DEALS + 1} deals")
            over = bool(advance(block, 0, terms))
            yield words, self.bench.columns[:, 0].tolist()


def _fault(arm: Arm, words: Sequence[int]) -> str:
    """The first illegal answer of a deal of a match in a sentence."""
    game, seats = arm.game, arm.game.shape.seats
    trick, place = divmod(words[layout.FAULT] - 1, seats)
    deal = f"deal {words[layout.PLAYED]} of match {words[layout.MATCH]}"
    early = trick >= game.shape.tricks
    if game.shape.sets and not early:
        return fault_of_sets(game, arm.policies, words, deal, words[layout.BEGINS])
    first = words[layout.BEGINS]
    seat = (first + place + (0 if early else _leader(words, trick))) % seats
    policy = arm.policies[seat]
    if early:
        return illegal_before_play(game, policy, words, deal, seat)
    answer = " ".join(game.cards_of(words[layout.LOG + words[layout.FAULT] - 1])) or "no card"
    return f"policy {policy.label} played {answer} in {deal}, trick {trick + 1}, seat {seat}, which is not legal"


def _leader(words: Sequence[int], trick: int) -> int:
    """Who led a trick of a deal that was written down."""
    how = words[layout.LED_BY] >> 2 * trick & 3
    if trick == 0 or how == BY_OPENER:
        return words[layout.OPENER]
    return words[layout.FIRST] if how == BY_FIRST_WINNER else words[layout.TOOK + trick - 1]


class MatchWorker(Memory):
    """One thread's machine for a task about matches; what `machine.Worker` is for deals."""

    def __init__(self, task: Task, drivers: Sequence[str]) -> None:
        assert task.start is not None
        (arm,) = task.arms
        super().__init__(task.plan)
        self.matches = MatchBench(arm, task.seed, task.start)
        self.deals = 0
        """Deals of the matches that were tallied."""
        self.faulty: int | None = None
        """How many matches after the first of the call a policy gave an illegal answer, if one did."""
        self._driver = driver(arm, drivers[0])
        self._results = arm.game.contract.block()
        self._into = np.array([self._results.ctypes.data], np.int64)
        own = arm.game.shape
        shape = LOOP._replace(seats=own.seats, kinds=own.kinds, sides=own.sides, ledger=own.ledger)
        self._run = called(store.entry(matches.run_matches, shape, 11, False, "run matches"), 11)

    def run(self, first: int, count: int) -> int:
        """Play, measure and tally matches `first .. first + count - 1`; returns how many were finished."""
        self.faulty = None
        done = self._play(first, count)
        self.played += done
        self.deals += int(self.state[program.DEALS])
        # Matches are played side by side: an earlier one may go wrong in a later deal than the one that was found.
        while self.state[program.FAULTY]:
            self.faulty = int(self.state[program.FAULTY_LANE])
            self._play(first, self.faulty)
        return done

    def _play(self, first: int, count: int) -> int:
        self.state[program.DONE] = self.state[program.FAULTY] = self.state[program.DEALS] = 0
        bench = self.matches.bench
        self._run(
            self._driver,
            bench.block.ctypes.data,
            bench.env.ctypes.data,
            self.matches.terms.ctypes.data,
            self._into.ctypes.data,
            *self.measuring,
            self.matches.seed,
            first,
            count,
            self.state.ctypes.data,
        )
        return int(self.state[program.DONE])


def match_fault(task: Task, match: int) -> str | None:
    """The first illegal answer of a match in a sentence; None if all were legal."""
    assert task.start is not None
    try:
        for _ in MatchBench(task.arms[0], task.seed, task.start).deals(match):
            pass
    except PlayError as error:
        return str(error)
    return None
