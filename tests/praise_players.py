"""Policies that choose kinds of deal and cards in pants, each beside its twin."""

from __future__ import annotations

from typing import Any, NamedTuple

import classic_players
import twin
import twin_classic
from twin_praise import Player, Question, Situation

import goatsim
from goatsim.seats.define import Policy
from goatsim.words import any_of, cheapest, count, highest, lowest, richest, worth


@goatsim.policy(base="random")
class Chancer:
    """Leaves everything to chance."""

    def praise(v: Any) -> Any:
        return v.coin(8)

    def commit(v: Any) -> Any:
        # Aces that are drawn, and not yet in the hand, may also be kept if there is no bad card beside them.
        may_pass = count(v.legal & v.aces) == count(v.legal) and count(v.legal & v.hand) == 0
        if may_pass and v.coin(2) == 0:
            return v.nothing
        return any_of(v.legal)

    def hold(v: Any) -> Any:
        return any_of(v.legal)

    def claim(v: Any) -> Any:
        return v.coin(2) == 1

    def give(v: Any) -> Any:
        return v.coin(3) != 0

    def accept(v: Any) -> Any:
        return v.coin(2) != 0

    def give_back(v: Any) -> Any:
        return any_of(v.legal)


@goatsim.policy(base="random")
class Looker:
    """Goes by what it sees: the cards on the table, its hand, its place; later by what was laid before the play."""

    first = 6

    def praise(v: Any) -> Any:
        return v.first + v.coin(2)

    def commit(v: Any) -> Any:
        if count(v.gone) > 0 and worth(v.gone) < 5:
            return lowest(v.legal)
        if count(v.hand) > 3:
            return cheapest(v.legal)
        return richest(v.legal)

    def hold(v: Any) -> Any:
        if v.from_praiser > 1 or count(v.hand & v.aces) > 1:
            return highest(v.legal)
        return any_of(v.legal)

    def claim(v: Any) -> Any:
        return False

    def lead(v: Any) -> Any:
        if v.our_points > v.their_points or v.trick == 2:
            return highest(v.legal)
        if count(v.gone & v.aces) > 1:
            return lowest(v.legal)
        return v.base.lead

    def follow(v: Any) -> Any:
        # Nobody shows a void before the play.
        if count(v.lacks(1)) + count(v.lacks(2)) + count(v.lacks(3)) > 9:
            return lowest(v.legal)
        if count(v.played(2)) + v.our_tricks > 6:
            return richest(v.legal)
        return v.base.follow


@goatsim.policy(base="greedy")
class Quiet:
    """Never claims, so that a deal is the praised one whatever its hands."""

    def claim(v: Any) -> Any:
        return False


def on_chance(cards: list[str], question: Question) -> str:
    ordered = twin.in_order(question.game, cards)
    return ordered[question.coin * len(ordered) >> 32]


def chance_commits(question: Question) -> str | None:
    if question.may_pass and question.coin * 2 >> 32 == 0:
        return None
    return on_chance(question.choices, question)


def richest_of(game: twin.Game, cards: list[str]) -> str:
    return max(twin.in_order(game, cards), key=lambda card: twin.card_points(game, card))


def looker_commits(question: Question) -> str:
    game = question.game
    if question.table and twin_classic.points_of(game, question.table) < 5:
        return twin.in_order(game, question.choices)[0]
    if len(question.hand) > 3:
        return twin.cheapest(game, question.choices)
    return richest_of(game, question.choices)


def looker_keeps(question: Question) -> str:
    if question.seat > 1 or sum(card[0] == "A" for card in question.hand) > 1:
        return twin.in_order(question.game, question.choices)[-1]
    return on_chance(question.choices, question)


def of_class(game: twin.Game, card: str) -> list[str]:
    return [one for one in game.pack if twin.card_class(game, one) == twin.card_class(game, card)]


def voids(situation: Situation, seat: int) -> set[str]:
    """What a seat has shown not to hold since the play began."""
    game, found = situation.game, set[str]()
    for table in [*situation.before[situation.laid :], situation.table]:
        for one, card in table[1:]:
            if one == seat and twin.card_class(game, card) != twin.card_class(game, table[0][1]):
                found.update(of_class(game, table[0][1]))
    return found


def looker_plays(situation: twin.Situation) -> str:
    assert isinstance(situation, Situation)
    game, seat, tricks = situation.game, situation.seat, situation.tricks
    ordered = twin.in_order(game, situation.legal)
    won = [trick for trick in tricks if game.sides[trick["winner"]] == game.sides[seat]]
    lost = [trick for trick in tricks if trick not in won]
    if not situation.table:
        ahead = sum(trick["points"] for trick in won) > sum(trick["points"] for trick in lost)
        if ahead or len(tricks) == 1:
            return ordered[-1]
        if sum(card[0] == "A" for trick in tricks for card in trick["cards"]) > 1:
            return ordered[0]
        return twin.random_policy(situation)
    if sum(len(voids(situation, (seat + k) % 4)) for k in (1, 2, 3)) > 9:
        return ordered[0]
    partner = (seat + 2) % 4
    if len(tricks) + any(one == partner for one, _ in situation.table) + len(won) > 6:
        return richest_of(game, situation.legal)
    return twin.random_policy(situation)


class Pair(NamedTuple):
    """A policy of the engine and its twin."""

    policy: Policy
    player: Player


def pair(made: Any, player: Player) -> Pair:
    assert isinstance(made, Policy)
    return Pair(made, player)


CHANCER = Player(
    twin.random_policy,
    claim=lambda question: question.coin * 2 >> 32 == 1,
    give=lambda question: question.coin * 3 >> 32 != 0,
    give_back=classic_players.tossed_back,
    accept=lambda question: question.coin * 2 >> 32 != 0,
    praise=lambda question: question.coin * 8 >> 32,
    commit=chance_commits,
    hold=lambda question: on_chance(question.choices, question),
)
LOOKER = Player(
    looker_plays,
    claim=twin_classic.no,
    praise=lambda question: 6 + (question.coin * 2 >> 32),
    commit=looker_commits,
    hold=looker_keeps,
)

PAIRS = {
    **{name: Pair(one.policy, Player(**vars(one.player))) for name, one in classic_players.PAIRS.items()},
    "chancer": pair(Chancer, CHANCER),
    "looker": pair(Looker, LOOKER),
    "quiet": pair(Quiet, Player(twin.greedy, claim=twin_classic.no)),
}
