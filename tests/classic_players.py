"""Policies that answer what is asked before the first trick, each beside its twin."""

from __future__ import annotations

from typing import Any, NamedTuple

import twin
import twin_classic
import twin_players
from twin_classic import Player, Question, no

import goatsim
from goatsim.seats.define import Policy
from goatsim.seats.named import named
from goatsim.words import any_of, cheapest, count, highest, lowest, richest, worth


@goatsim.policy(base="greedy")
class Silent:
    """Never claims."""

    def claim(v: Any) -> Any:
        return False


@goatsim.policy(base="greedy")
class Keeper:
    """Never gives."""

    def give(v: Any) -> Any:
        return False


@goatsim.policy(base="random")
class Tosser:
    """Leaves everything to chance."""

    def claim(v: Any) -> Any:
        return v.coin(2) == 1

    def give(v: Any) -> Any:
        return v.coin(3) != 0

    def accept(v: Any) -> Any:
        return v.coin(4) != 0

    def give_back(v: Any) -> Any:
        return any_of(v.legal)


@goatsim.policy(base="low")
class Judge:
    """Looks at its hand."""

    most = 3

    def claim(v: Any) -> Any:
        return count(v.hand & v.trumps) <= v.most and worth(v.hand) < 20

    def give(v: Any) -> Any:
        return worth(v.legal) > 0 or count(v.hand & v.aces) >= 2

    def give_back(v: Any) -> Any:
        return richest(v.legal)


@goatsim.policy(base="random")
class Contrary:
    """Claims and gives by the lowest and the highest card, and gives back the highest plain one."""

    def claim(v: Any) -> Any:
        return lowest(v.hand) in cheapest(v.hand) and highest(v.hand) not in v.queens

    def give(v: Any) -> Any:
        return v.coin(2) == 0 or v.legal in v.queens

    def give_back(v: Any) -> Any:
        return highest(v.legal)


@goatsim.policy(base="greedy")
class Nosy:
    """Claims if there is nothing to be seen but its own hand, which is always so."""

    def claim(v: Any) -> Any:
        seen = count(v.gone) + count(v.table) + count(v.led) + count(v.best) + count(v.played(1)) + count(v.lacks(2))
        scored = v.table_points + v.our_points + v.their_points + v.our_tricks + v.position
        told = v.partner_winning or v.can_be_beaten or v.last
        return seen + scored == 0 and not told and count(v.hand) == 8 and count(v.unseen) == 24


def held_worth(question: Question) -> int:
    return twin_classic.points_of(question.game, question.hand)


def judge_claims(question: Question) -> bool:
    trumps = twin_classic.trumps_of(question.game, question.hand)
    return len(trumps) <= 3 and held_worth(question) < 20


def judge_gives(question: Question) -> bool:
    aces = [card for card in question.hand if card[0] == "A"]
    return twin_classic.points_of(question.game, question.choices) > 0 or len(aces) >= 2


def richest_back(question: Question) -> str:
    ordered = twin.in_order(question.game, question.choices)
    return max(ordered, key=lambda card: twin.card_points(question.game, card))


def contrary_claims(question: Question) -> bool:
    ordered = twin.in_order(question.game, question.hand)
    return ordered[0] == twin.cheapest(question.game, question.hand) and ordered[-1][0] != "Q"


def contrary_gives(question: Question) -> bool:
    return question.coin * 2 >> 32 == 0 or question.choices[0][0] == "Q"


def tossed_back(question: Question) -> str:
    ordered = twin.in_order(question.game, question.choices)
    return ordered[question.coin * len(ordered) >> 32]


def highest_back(question: Question) -> str:
    return twin.in_order(question.game, question.choices)[-1]


class Pair(NamedTuple):
    """A policy of the engine and its twin."""

    policy: Policy
    player: Player


def pair(made: Any, player: Player) -> Pair:
    assert isinstance(made, Policy)
    return Pair(made, player)


PAIRS = {
    "random": Pair(named("random"), Player(twin.random_policy)),
    "low": Pair(named("low"), Player(twin.low)),
    "high": Pair(named("high"), Player(twin.high)),
    "greedy": Pair(named("greedy"), Player(twin.greedy)),
    "memory": Pair(named("memory"), Player(twin_players.memory)),
    "expert": Pair(named("expert"), Player(twin_players.expert)),
    "silent": pair(Silent, Player(twin.greedy, claim=no)),
    "keeper": pair(Keeper, Player(twin.greedy, give=no)),
    "tosser": pair(
        Tosser,
        Player(
            twin.random_policy,
            claim=lambda question: question.coin * 2 >> 32 == 1,
            give=lambda question: question.coin * 3 >> 32 != 0,
            accept=lambda question: question.coin * 4 >> 32 != 0,
            give_back=tossed_back,
        ),
    ),
    "judge": pair(Judge, Player(twin.low, judge_claims, judge_gives, richest_back)),
    "nosy": pair(Nosy, Player(twin.greedy)),
    "contrary": pair(Contrary, Player(twin.random_policy, contrary_claims, contrary_gives, highest_back)),
}
