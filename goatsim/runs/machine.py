"""The machine: an arm compiled and given memory, ready to play pieces of its stream; and single deals for replay."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goatsim.compiler import store
from goatsim.engine import bits, layout, play, program, strata
from goatsim.runs.lane import dealt_columns, readiness
from goatsim.runs.tasks import Arm, Plan, Task
from goatsim.seats.decisions import ROWS
from goatsim.seats.define import Policy

DRIVERS = ("lanes", "scalar", "asking")
# Compiling a line-up in costs a tenth of a second once; calling policies through their entry points costs up to two
# hundred nanoseconds a deal.
COMPILED_IN_FROM = 1_000_000

TRICKS = ("lead", "follow")
MELDS = ("exchange", "declare", "meld")
SETS = ("claim_lead", "set_lead", "set_answer", "beat")
"""The decisions of the play, in the order in which the drivers take them."""

# The loop reads the columns of any game; with room for every bit of card points one machine code serves all.
LOOP = layout.G._replace(planes=layout.MAX_PLANES)


def shape_of(arm: Arm, indexed: bool) -> layout.Shape:
    """The shape for which an arm's text is compiled; `indexed`: for drivers that play one deal after another."""
    memory = int(any(policy.remembers for policy in arm.policies))
    return arm.game.shape._replace(memory=memory, indexed=int(indexed))


def choose_driver(arm: Arm, deals: int) -> str:
    """The driver that is quickest for a number of deals; all give the same numbers."""
    one = len({policy.identity for policy in arm.policies}) == 1
    if arm.game.shape.melds:
        return "scalar" if one and deals >= COMPILED_IN_FROM else "asking"
    if not one or deals < COMPILED_IN_FROM:
        return "asking"
    # Drawing one card of several at random is not vector code, and with sets tricks are not in step.
    return "scalar" if arm.policies[0].draws_coins or arm.game.shape.sets else "lanes"


def driver(arm: Arm, name: str) -> int:
    """The address of a driver for an arm. `lanes` and `scalar` take the policy of seat 0 for all seats."""
    shape = shape_of(arm, name == "asking")
    if name == "asking":
        asking = play.asking_sets if shape.sets else play.asking
        return store.entry(asking, shape, 4, False, asking.__name__)
    policy = arm.policies[0]
    if len({one.identity for one in arm.policies}) > 1:
        raise ValueError(f"expected one policy at all seats for the driver {name}, got several")
    words = SETS if shape.sets else TRICKS if name == "lanes" else (*TRICKS, *MELDS)
    make = play.sets_driver if shape.sets else play.lanes_driver if name == "lanes" else play.scalar_driver
    text = make(*(policy.engine_text(word) for word in words))
    # What is never asked for is no part of the machine code.
    codes = [policy.code(word) for word in words if word in asked(shape)]
    return store.entry(text, shape, 4, False, " ".join([name, *codes]))


def asked(shape: layout.Shape) -> tuple[str, ...]:
    """The decisions that a game of a shape asks for."""
    return (
        *(SETS if shape.sets else TRICKS),
        *("claim",) * (shape.redeals > 0),
        *("give", "accept", "give_back") * (shape.swap_one + shape.swap_two > 0),
        *("praise", "commit", "hold") * (shape.kinds > 0),
        *MELDS * (shape.melds > 0),
        *("buy", "discard") * (shape.buy > 0),
    )


def entries(policy: Policy, shape: layout.Shape) -> dict[int, int]:
    """The addresses at which a policy answers, by the place of the decision among its entry points."""
    found = {}
    for word in asked(shape):
        found[ROWS[word].entry] = store.entry(policy.engine_text(word), shape, 3, True, f"{word} {policy.code(word)}")
    return found


@dataclass(frozen=True)
class Bench:
    """One arm's memory for one thread: its block and its environment."""

    arm: Arm
    seed: int

    @cached_property
    def tables(self) -> NDArray[np.uint64]:
        """The tables for dealing."""
        return self.arm.game.contract.tables

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The scoring rows."""
        return np.array(self.arm.game.rows or (0,) * layout.ROW_WORDS, np.int64)

    @cached_property
    def redeals(self) -> NDArray[np.uint64]:
        """The redeal conditions."""
        return np.array(self.arm.game.redeals or (0,) * layout.REDEAL_WORDS, np.uint64)

    @cached_property
    def melds(self) -> NDArray[np.uint64]:
        """The table of melds."""
        return np.array(self.arm.game.melds or (0,) * layout.MELD_WORDS, np.uint64)

    @cached_property
    def signs(self) -> NDArray[np.uint64]:
        """The table of signs."""
        return np.array(self.arm.game.signs or (0,), np.uint64)

    @cached_property
    def block(self) -> NDArray[np.uint64]:
        """The block, with the contract and the policies' entry points in place."""
        block = self.arm.game.contract.block()
        columns = block.reshape(layout.COLUMNS, layout.STRIDE)
        for seat, policy in enumerate(self.arm.policies):
            for place, address in entries(policy, shape_of(self.arm, True)).items():
                columns[layout.ENTRY + layout.DECISIONS * seat + place] = address
            if seat in self.weights:
                columns[layout.WEIGHTS + seat] = self.weights[seat].ctypes.data
        return block

    @cached_property
    def weights(self) -> dict[int, NDArray[np.int64]]:
        """The weights of the seats whose policies play by a table."""
        tables = [policy.table(self.arm.game) for policy in self.arm.policies]
        return {seat: np.array(table, np.int64) for seat, table in enumerate(tables) if table is not None}

    @cached_property
    def env(self) -> NDArray[np.uint64]:
        """The environment of the drivers."""
        env = np.zeros(layout.ENVIRONMENT, np.uint64)
        env[layout.SEED] = self.seed
        env[layout.TABLES] = self.tables.ctypes.data
        env[layout.ROWS] = self.rows.ctypes.data
        env[layout.REDEALS] = self.redeals.ctypes.data
        env[layout.MELDS] = self.melds.ctypes.data
        for place, text in ((layout.DEALING, play.deal_lanes), (layout.SETTLING, play.settle_lanes)):
            env[place] = store.entry(text, shape_of(self.arm, False), 4, False, text.__name__)
        env[layout.SIGNS] = self.signs.ctypes.data
        for place, value in self.arm.game.settings.items():
            env[place] = value
        env[layout.COINS] = sum(policy.draws_coins << seat for seat, policy in enumerate(self.arm.policies))
        return env

    @property
    def columns(self) -> NDArray[np.uint64]:
        """The block as columns by lanes."""
        return self.block.reshape(layout.COLUMNS, layout.STRIDE)

    def play(
        self,
        index: int,
        deals: int,
        hands: Sequence[Sequence[str]] | None = None,
        stock: Sequence[str] | None = None,
    ) -> None:
        """Play and log deals `index ..` into the first lanes with the asking driver; `hands`: play these cards instead
        of dealing, and `stock`: draw these, top first (one deal).
        """
        self.env[layout.LOGGED] = 1
        self.env[layout.READY] = 0 if hands is None else readiness(self.arm.game, stock)
        if hands is not None:
            for column, cards in dealt_columns(self.arm.game, hands, stock or ()).items():
                self.columns[column, 0] = cards
        called(driver(self.arm, "asking"), 4)(self.block.ctypes.data, self.env.ctypes.data, index, deals)


def called(address: int, numbers: int, answers: bool = False) -> Any:
    """Machine code as a Python function of so many whole numbers."""
    # A foreign function of ctypes lets other Python threads run while it works.
    return ctypes.CFUNCTYPE(ctypes.c_int64 if answers else None, *(ctypes.c_int64,) * numbers)(address)


class Memory:
    """What one thread keeps of a task: the program and its stack, the counts, and the state that it shares with whoever
    watches it.
    """

    def __init__(self, plan: Plan) -> None:
        self.state = np.zeros(program.STATE_WORDS, np.int64)
        self.counts = np.zeros(max(plan.cells, 1), np.int64)
        self.played = 0
        """Deals, or matches, that were tallied."""
        words = [number & bits.WORD for instruction in plan.program for number in instruction]
        self._program = np.array(words or [0], np.uint64)
        self._stack = np.zeros(max(plan.depth, 1) * layout.LANES, np.int64)
        self._told = np.zeros(program.PROGRAM_WORDS, np.int64)
        self._told[program.CODE] = self._program.ctypes.data
        self._told[program.LENGTH] = len(plan.program)
        self._told[program.STACK] = self._stack.ctypes.data
        self._told[program.COUNTS] = self.counts.ctypes.data

    @property
    def measuring(self) -> tuple[int, int]:
        """Where programs are run, and what is told of this one, as the engine's loops take them."""
        return store.entry(program.evaluate, LOOP, 4, False, "evaluate"), self._told.ctypes.data

    def stop(self) -> None:
        """Ask the running call to end as soon as what it has at hand is finished."""
        self.state[program.STOP] = 1


class Worker(Memory):
    """One thread's machine for a task: a bench for every arm. `plan`: another one than the task's own."""

    def __init__(self, task: Task, drivers: Sequence[str], plan: Plan | None = None) -> None:
        super().__init__(plan or task.plan)
        self.benches = [Bench(arm, task.seed) for arm in task.arms]
        self._strata = task.strata
        for bench in self.benches if task.strata else ():
            assert task.strata is not None
            bench.env[layout.STRATA] = task.strata.table.ctypes.data
            bench.env[layout.READY] = layout.HANDS_READY
        self._drivers = np.array([driver(arm, name) for arm, name in zip(task.arms, drivers, strict=True)], np.int64)
        self._blocks = np.array([bench.block.ctypes.data for bench in self.benches], np.int64)
        self._envs = np.array([bench.env.ctypes.data for bench in self.benches], np.int64)
        self._groups = 0
        if task.strata:
            # One machine code for all packs of the usual sizes.
            usual = all(len(arm.game.rules.pack) <= LOOP.cards for arm in task.arms)
            shape = LOOP if usual else LOOP._replace(cards=layout.MAX_CARDS)
            self._groups = store.entry(strata.deal_groups, shape, 4, False, "deal groups")
        self._run = called(store.entry(program.run, LOOP, 10, False, "run"), 10)

    def run(self, first: int, deals: int) -> int:
        """Play, measure and tally deals `first .. first + deals - 1`; returns how many were finished."""
        self.state[program.DONE] = self.state[program.FAULTY] = 0
        self._run(
            len(self.benches),
            self._drivers.ctypes.data,
            self._blocks.ctypes.data,
            self._envs.ctypes.data,
            self._groups,
            *self.measuring,
            first,
            deals,
            self.state.ctypes.data,
        )
        done = int(self.state[program.DONE])
        self.played += done
        return done

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.played

    @property
    def faulty(self) -> int | None:
        """How many deals after the first of the call a policy gave an illegal answer, if one did."""
        if not self.state[program.FAULTY]:
            return None
        return int(self.state[program.DONE] + self.state[program.FAULTY_LANE])
