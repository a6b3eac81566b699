"""Measures over a block: a postfix program run column by column, and the loop that plays, measures and tallies.

One compiled interpreter serves every question, so that a new question compiles nothing. An instruction is four words:
the operation and up to three operands. Values live on a stack of columns, one number a lane. A program may read several
blocks (*arms*) in which the same deals were played under different rules or policies, and so measure differences deal
by deal.
"""

from __future__ import annotations

from goatsim.engine.bits import count, enter, get, highest, number, poke, signed, upto, word
from goatsim.engine.jit import text
from goatsim.engine.layout import FAULT, LANES
from goatsim.engine.settle import points_of

# (a, b, c) = the operands; "top" and "next" = the two highest columns of the stack; every comparison leaves 0 or 1.
CONSTANT = 0  # push a
COLUMN = 1  # push column a of arm b
COUNT = 2  # push how many cards of column a of arm b are in column c
COUNT_SET = 3  # push how many cards of column a of arm b are in the set c
WORTH = 4  # push the card points of column a of arm b
TOP = 5  # push 1 + the place of the highest card of column a of arm b that is in column c; 0 if there is none
ADD = 6  # next + top
SUB = 7  # next - top
MUL = 8  # next * top
EQ = 9
NE = 10
LT = 11
LE = 12
AND = 13
OR = 14
NOT = 15
LEAST = 16
GREATEST = 17
TALLY = 18  # pop the top and count one in cell a + top, if that is one of the c cells from a
KEEP = 19  # pop the top and write it down as number a of the c numbers of the deal
INSTRUCTION_WORDS = 4

# What is told of a program beside the blocks: one word each.
CODE = 0  # address of its instructions
LENGTH = 1  # how many they are
STACK = 2  # address of the stack
COUNTS = 3  # address of the counts
PROGRAM_WORDS = 4

# What the loop and its caller tell each other: one word each.
STOP = 0  # set by the caller: stop after the block at hand
DONE = 1  # deals finished and tallied
FAULTY = 2  # 1 + the arm in which a policy gave an illegal answer first
FAULTY_LANE = 3  # the lane of that deal; in matches how many matches after the first of the call it is
DEALS = 4  # in matches: how many deals those had that are over
STATE_WORDS = 5


@text
def evaluate(blocks: list[int], told: list[int], deals: int, before: int) -> None:
    """Run a program over the first lanes of the blocks; `before`: how many deals are written down already."""
    program = signed(told, CODE)
    stack = signed(told, STACK)
    counts = signed(told, COUNTS)
    depth = 0
    for step in range(signed(told, LENGTH)):
        at = step * INSTRUCTION_WORDS
        operation = signed(program, at)
        a = signed(program, at + 1)
        c = signed(program, at + 3)
        block = signed(blocks, signed(program, at + 2))
        push = depth * LANES
        top = push - LANES
        below = top - LANES
        if operation == CONSTANT:
            for lane in range(deals):
                poke(stack, push + lane, a)
        elif operation == COLUMN:
            for lane in range(deals):
                poke(stack, push + lane, number(get(block, a, lane)))
        elif operation == COUNT:
            for lane in range(deals):
                poke(stack, push + lane, count(get(block, a, lane) & get(block, c, lane)))
        elif operation == COUNT_SET:
            for lane in range(deals):
                poke(stack, push + lane, count(get(block, a, lane) & word(c)))
        elif operation == WORTH:
            for lane in range(deals):
                poke(stack, push + lane, points_of(block, lane, get(block, a, lane)))
        elif operation == TOP:
            for lane in range(deals):
                poke(stack, push + lane, count(upto(highest(get(block, a, lane) & get(block, c, lane)))))
        elif operation == NOT:
            for lane in range(deals):
                poke(stack, top + lane, 1 - signed(stack, top + lane))
        elif operation == TALLY:
            for lane in range(deals):
                value = signed(stack, top + lane)
                if 0 <= value < c:
                    poke(counts, a + value, signed(counts, a + value) + 1)
        elif operation == KEEP:
            for lane in range(deals):
                poke(counts, (before + lane) * c + a, signed(stack, top + lane))
        else:
            combine(stack, operation, below, top, deals)
        depth += 1 if operation <= TOP else 0 if operation == NOT else -1


@text
def combine(stack: list[int], operation: int, below: int, top: int, deals: int) -> None:
    """Replace the two highest columns by what an operation makes of them."""
    if operation == ADD:
        for lane in range(deals):
            poke(stack, below + lane, signed(stack, below + lane) + signed(stack, top + lane))
    elif operation == SUB:
        for lane in range(deals):
            poke(stack, below + lane, signed(stack, below + lane) - signed(stack, top + lane))
    elif operation == MUL:
        for lane in range(deals):
            poke(stack, below + lane, signed(stack, below + lane) * signed(stack, top + lane))
    elif operation == EQ:
        for lane in range(deals):
            poke(stack, below + lane, 1 * (signed(stack, below + lane) == signed(stack, top + lane)))
    elif operation == NE:
        for lane in range(deals):
            poke(stack, below + lane, 1 * (signed(stack, below + lane) != signed(stack, top + lane)))
    elif operation == LT:
        for lane in range(deals):
            poke(stack, below + lane, 1 * (signed(stack, below + lane) < signed(stack, top + lane)))
    elif operation == LE:
        for lane in range(deals):
            poke(stack, below + lane, 1 * (signed(stack, below + lane) <= signed(stack, top + lane)))
    elif operation == AND or operation == LEAST:
        for lane in range(deals):
            poke(stack, below + lane, min(signed(stack, below + lane), signed(stack, top + lane)))
    else:
        for lane in range(deals):
            poke(stack, below + lane, max(signed(stack, below + lane), signed(stack, top + lane)))


@text
def run(
    arms: int,
    drivers: list[int],
    blocks: list[int],
    envs: list[int],
    groups: int,
    measure: int,
    told: list[int],
    first: int,
    deals: int,
    state: list[int],
) -> None:
    """Play deals `first .. first + deals - 1` in every arm, measure and tally them, block by block. `groups`: the entry
    point of what deals them by groups, or 0; `measure`: that of `evaluate`. Called through these, both are compiled
    once for all loops, and what deals by groups only where it is asked for.
    """
    done = 0
    while done < deals and signed(state, STOP) == 0 and signed(state, FAULTY) == 0:
        some = min(LANES, deals - done)
        for arm in range(arms):
            block = signed(blocks, arm)
            env = signed(envs, arm)
            if groups != 0:
                enter(groups, block, env, first + done, some)
            enter(signed(drivers, arm), block, env, first + done, some)
            for lane in range(some):
                new = signed(state, FAULTY) == 0 or lane < signed(state, FAULTY_LANE)
                if get(block, FAULT, lane) != word(0) and new:
                    poke(state, FAULTY, arm + 1)
                    poke(state, FAULTY_LANE, lane)
        if signed(state, FAULTY) == 0:
            enter(measure, blocks, told, some, done)
            done += some
            poke(state, DONE, done)
