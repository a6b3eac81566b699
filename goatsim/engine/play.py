"""The drivers: three ways to run the same text over a block of deals, with the same result to the last bit.

* `lanes`: every step for all deals of the block before the next step; the policies are compiled in, and the loops over
  lanes become vector code.
* `scalar`: one deal after another, the policies compiled in.
* `asking`: one deal after another, each seat's policy called through its entry point; the same machine code serves
  every line-up, and it can write the deal down.

Each plays deals `first .. first + deals - 1` of a stream into lanes `0 .. deals - 1`. What deals the lanes before and
what settles them afterwards is the same for all three, and machine code of its own: its entry points are in the
environment.
"""

from __future__ import annotations

from collections.abc import Callable

from goatsim.engine.bits import ask, enter, get, number, peek, put, signed, word
from goatsim.engine.buying import buy, unsold
from goatsim.engine.dealing import deal_until_kept
from goatsim.engine.jit import apart, text, where
from goatsim.engine.kinds import no_tricks
from goatsim.engine.layout import (
    ALL_TRUMPS,
    ASKED,
    BEAT,
    BEST,
    CHALLENGER,
    COIN,
    COIN_WORDS,
    COINS,
    DEALING,
    DECISIONS,
    DECLARE,
    DOWN,
    ENTRY,
    EXCHANGE,
    FAULT,
    FOLLOW,
    INDEX,
    LEADER,
    LED,
    LOG,
    LOGGED,
    MELD,
    READY,
    ROWS,
    SEED,
    SET_ANSWER,
    SET_LEAD,
    SETTLING,
    STREAM,
    SUIT,
    TABLE,
    TOOK,
    TRICK,
    TRUMPS,
    WINNING,
    G,
)
from goatsim.engine.melding import begin_melds, close_trick, is_final
from goatsim.engine.philox import COINS as COIN_PURPOSE
from goatsim.engine.philox import philox
from goatsim.engine.sets import play_sets
from goatsim.engine.settle import settle
from goatsim.engine.signalling import give_signs
from goatsim.engine.signals import clear_signs
from goatsim.engine.swaps import swap
from goatsim.engine.tricks import begin, stopped, take, turn

Decide = Callable[[list[int], int, int], int]


@text
def toss(block: list[int], lane: int, env: list[int], index: int) -> None:
    """Draw the coins of every seat whose policy uses them."""
    for seat in range(G.seats):
        if signed(env, COINS) >> seat & 1:
            for k in range((G.tricks + 7) >> 3):
                a, b, c, d = philox(peek(env, SEED), index, 0, COIN_PURPOSE + seat, k)
                base = COIN + seat * COIN_WORDS + 4 * k
                put(block, base, lane, a)
                put(block, base + 1, lane, b)
                put(block, base + 2, lane, c)
                put(block, base + 3, lane, d)


@text
def clear(block: list[int], lane: int) -> None:
    """Take away what the deal played before in a lane left there, since policies are asked before the first trick."""
    begin(block, lane)
    for column in (TABLE, LED, BEST, DOWN):
        put(block, column, lane, 0)
    for seat in range(G.seats):
        put(block, ASKED + seat, lane, 0)
    if G.kinds or G.match:
        no_tricks(block, lane)
        put(block, CHALLENGER, lane, 0)
    if G.swap_two:
        put(block, TRUMPS, lane, get(block, ALL_TRUMPS, lane))
        put(block, SUIT + G.suits - 1, lane, 0)
        put(block, SUIT + G.suits - 2, lane, 0)


@text
def open_lane(block: list[int], lane: int, env: list[int], index: int) -> None:
    """Deal a lane and make it ready for its first trick. In a match the lane says itself which deal it is."""
    if G.match:
        index = number(get(block, INDEX, lane))
    toss(block, lane, env, index)
    put(block, FAULT, lane, 0)
    if G.signals:
        clear_signs(block, lane)
    if G.early:
        put(block, INDEX, lane, word(index))
        put(block, STREAM, lane, peek(env, SEED))
        clear(block, lane)
    if G.buy:
        unsold(block, lane, env)
    deal_until_kept(block, lane, env, index, signed(env, READY) != 0)
    if G.buy:
        buy(block, lane, env)
    if G.swap_one or G.swap_two:
        swap(block, lane, env)
    begin(block, lane)
    if G.signals:
        give_signs(block, lane, env, index)
    if G.melds:
        begin_melds(block, lane, env)
    put(block, TRICK, lane, 0)


@text
def deal_lanes(block: list[int], env: list[int], first: int, deals: int) -> None:
    """Deal lanes and make them ready for their first trick."""
    for lane in range(deals):
        open_lane(block, lane, env, first + lane)


@text
def settle_lanes(block: list[int], env: list[int], first: int, deals: int) -> None:
    """Settle lanes that were played."""
    # With the address of the rows read once, the compiler may make vector code of this, three times as slow.
    for lane in range(deals):
        settle(block, lane, signed(env, ROWS))


def lanes_driver(lead: Decide, follow: Decide) -> Callable[[list[int], list[int], int, int], None]:
    """The lanes driver for one policy at all seats."""

    @text
    def lanes(block: list[int], env: list[int], first: int, deals: int) -> None:
        enter(signed(env, DEALING), block, env, first, deals)
        for trick in range(G.tricks):
            for lane in range(deals):
                turn(block, lane, trick, 0, lead)
            for position in range(1, G.seats):
                for lane in range(deals):
                    turn(block, lane, trick, position, follow)
            for lane in range(deals):
                take(block, lane, trick)
        enter(signed(env, SETTLING), block, env, first, deals)

    return lanes


def scalar_driver(
    lead: Decide, follow: Decide, exchange: Decide, declare: Decide, meld: Decide
) -> Callable[[list[int], list[int], int, int], None]:
    """The scalar driver for one policy at all seats; the last three are asked in games with melds."""

    @text
    def scalar(block: list[int], env: list[int], first: int, deals: int) -> None:
        enter(signed(env, DEALING), block, env, first, deals)
        for lane in range(deals):
            for trick in range(G.tricks):
                if G.melds and is_final(block, lane):
                    break
                turn(block, lane, trick, 0, lead)
                for position in range(1, G.seats):
                    if G.capture and stopped(block, lane):
                        break
                    turn(block, lane, trick, position, follow)
                if G.melds:
                    close_trick(block, lane, env, trick, exchange, declare, meld)
                else:
                    take(block, lane, trick)
                if G.capture and stopped(block, lane):
                    break
        enter(signed(env, SETTLING), block, env, first, deals)

    return scalar


@text
def ask_for(block: list[int], lane: int, seat: int, decision: int) -> int:
    """The answer of a seat's policy to a decision, at its entry point."""
    return ask(number(get(block, ENTRY + DECISIONS * seat + decision, lane)), block, lane, seat)


def sets_driver(
    claim: Decide, lead: Decide, answer: Decide, beat: Decide
) -> Callable[[list[int], list[int], int, int], None]:
    """The scalar driver of sets for one policy at all seats."""

    @text
    def decide(block: list[int], lane: int, seat: int, decision: int) -> int:
        if decision == SET_ANSWER:
            return answer(block, lane, seat)
        if decision == SET_LEAD:
            return lead(block, lane, seat)
        if decision == BEAT:
            return word(1 * beat(block, lane, seat))
        return word(1 * claim(block, lane, seat))

    @text
    def scalar_sets(block: list[int], env: list[int], first: int, deals: int) -> None:
        enter(signed(env, DEALING), block, env, first, deals)
        for lane in range(deals):
            play_sets(block, lane, env, False, decide)
        enter(signed(env, SETTLING), block, env, first, deals)

    return scalar_sets


def sets_asked(logged: bool) -> Callable[[list[int], list[int], int], None]:
    """How sets are played in dealt lanes, each seat's policy asked through its entry point, and written down or not."""

    @apart
    def ask_sets(block: list[int], env: list[int], deals: int) -> None:
        for lane in range(deals):
            play_sets(block, lane, env, logged, ask_for)

    return ask_sets


_log_sets, _ask_sets = sets_asked(True), sets_asked(False)


@text
def asking_sets(block: list[int], env: list[int], first: int, deals: int) -> None:
    """The driver of sets that asks each seat's policy through its entry point."""
    enter(signed(env, DEALING), block, env, first, deals)
    if signed(env, LOGGED) == 1:
        _log_sets(block, env, deals)
    else:
        _ask_sets(block, env, deals)
    enter(signed(env, SETTLING), block, env, first, deals)


@text
def ask_policy(block: list[int], lane: int, seat: int) -> int:
    """The answer of a seat's policy, at the entry point for leading or for following."""
    follows = 1 * (number(get(block, LEADER, lane)) != seat)
    return ask(number(get(block, ENTRY + DECISIONS * seat + FOLLOW * follows, lane)), block, lane, seat)


@where("melds", other=0)
@text
def ask_exchange(block: list[int], lane: int, seat: int) -> int:
    """Whether a seat exchanges a seven, by its policy's entry point."""
    return ask(number(get(block, ENTRY + DECISIONS * seat + EXCHANGE, lane)), block, lane, seat)


@where("melds", other=0)
@text
def ask_declare(block: list[int], lane: int, seat: int) -> int:
    """Whether a seat declares a seven, by its policy's entry point."""
    return ask(number(get(block, ENTRY + DECISIONS * seat + DECLARE, lane)), block, lane, seat)


@where("melds", other=0)
@text
def ask_meld(block: list[int], lane: int, seat: int) -> int:
    """The meld that a seat makes, by its policy's entry point."""
    return ask(number(get(block, ENTRY + DECISIONS * seat + MELD, lane)), block, lane, seat)


def tricks_asked(logged: bool) -> Callable[[list[int], list[int], int], None]:
    """How tricks are played in dealt lanes, each seat's policy asked through its entry point, and written down or not.

    Two texts, since writing down might change whatever the compiler knows of the block.
    """

    @apart
    def ask_tricks(block: list[int], env: list[int], deals: int) -> None:
        for lane in range(deals):
            for trick in range(G.tricks):
                if G.melds and is_final(block, lane):
                    break
                for position in range(G.seats):
                    if G.capture and stopped(block, lane):
                        break
                    card = turn(block, lane, trick, position, ask_policy)
                    if logged:
                        put(block, LOG + trick * G.seats + position, lane, card)
                if G.melds:
                    close_trick(block, lane, env, trick, ask_exchange, ask_declare, ask_meld)
                else:
                    take(block, lane, trick)
                if logged:
                    put(block, TOOK + trick, lane, get(block, WINNING, lane))
                if G.capture and stopped(block, lane):
                    break

    return ask_tricks


_log_tricks, _ask_tricks = tricks_asked(True), tricks_asked(False)


@text
def asking(block: list[int], env: list[int], first: int, deals: int) -> None:
    """The driver that asks each seat's policy through its entry point."""
    enter(signed(env, DEALING), block, env, first, deals)
    if signed(env, LOGGED) == 1:
        _log_tricks(block, env, deals)
    else:
        _ask_tricks(block, env, deals)
    enter(signed(env, SETTLING), block, env, first, deals)
