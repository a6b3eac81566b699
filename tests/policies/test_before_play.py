"""What a seat sees before the first trick: its own hand and what is public, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import pytest
import twin
import twin_classic
from classic_players import PAIRS
from twin_classic import Hands, Options, Question

import goatsim
from goatsim.engine import layout
from goatsim.game import game_of
from goatsim.runs.steps import dealt
from goatsim.seats.view import View
from policies.slow import Sight
from policies.test_words import asked, everything, hidden_otherwise, told, within

OPTIONS = {
    "default": Options(),
    "two trumps": Options(swap_two="optional", redeal_no_high_queen="off"),
    "asked more": Options(swap_one="forced", swap_two="optional", redeal_four_queens="optional"),
}
LINE_UP = ("tosser", "contrary", "judge", "silent")

Answer = TypeVar("Answer")
Asked = tuple[str, Question]


def lab_of(options: Options, seed: int) -> goatsim.Lab:
    return goatsim.at("classic", options=vars(options), policies=[PAIRS[name].policy for name in LINE_UP], seed=seed)


def questions(lab: goatsim.Lab, options: Options, index: int) -> list[Asked]:
    """Everything that the twin asks before the first trick of a deal, in order."""
    found: list[Asked] = []

    def noted(word: str, answer: Callable[[Question], Answer]) -> Callable[[Question], Answer]:
        def say(question: Question) -> Answer:
            found.append((word, question))
            return answer(question)

        return say

    def hands(attempt: int) -> Hands:
        return dealt(game, lab.seed, index, attempt)[0]

    game = game_of(lab.rules)
    players = [
        replace(
            PAIRS[name].player,
            claim=noted("claim", PAIRS[name].player.claim),
            give=noted("give", PAIRS[name].player.give),
            give_back=noted("give_back", PAIRS[name].player.give_back),
        )
        for name in LINE_UP
    ]
    twin_classic.play(options, hands, players, lab.seed, index)
    return found


def sights(lab: goatsim.Lab, options: Options, index: int) -> list[tuple[View, Sight]]:
    """Every decision before the first trick of a deal as goatsim's view and as the twin's question."""
    views = [view for view in lab.views(index) if view.decision not in ("lead", "follow")]
    expected = questions(lab, options, index)
    assert [(view.decision, view.seat) for view in views] == [(word, one.seat) for word, one in expected]
    return [
        (view, Sight(one.game, one.seat, one.hand, one.choices, [[]], one.coin, early=True))
        for view, (_, one) in zip(views, expected, strict=True)
    ]


@pytest.mark.large
@pytest.mark.parametrize("table", OPTIONS)
def test_words_before_play_say_what_their_sentences_say(table: str, daily_seed: int, size: float) -> None:
    chance = random.Random(daily_seed)
    lab, seen = lab_of(OPTIONS[table], daily_seed), set()
    for index in range(int(1500 * size)):
        for view, sight in sights(lab, OPTIONS[table], index):
            seen.add(view.decision)
            for word, given in asked(chance):
                expected: Any = sight.say(word.name, *given)
                value = view.say(word, *given)
                assert told(value) == expected, (index, view, word.name, given)
                assert within(word, value, [(one, one) for one in given])
    assert seen >= {"claim", "give", "give_back"}


def secrets_changed(view: View, sight: Sight, chance: random.Random) -> View:
    """The view with other cards in the hands that the seat does not see, and other secrets of what was done before."""
    other = hidden_otherwise(view, sight, chance)
    block = list(other.block)
    for seat in range(4):
        block[(layout.DEALT + seat) * layout.STRIDE] = block[(layout.HAND + seat) * layout.STRIDE]
        if seat != view.seat:
            for k in range(layout.COIN_WORDS):
                block[(layout.COIN + seat * layout.COIN_WORDS + k) * layout.STRIDE] = chance.getrandbits(64)
    for swap in range(layout.MAX_SWAPS):
        for k in (1, 2):
            block[(layout.SWAP + 4 * swap + k) * layout.STRIDE] = 1 << chance.randrange(32)
    return replace(other, block=block)


@pytest.mark.large
@pytest.mark.parametrize("table", OPTIONS)
def test_views_before_play_know_nothing_of_hidden_cards(table: str, daily_seed: int, size: float) -> None:
    chance = random.Random(daily_seed + 1)
    lab, changed = lab_of(OPTIONS[table], daily_seed + 1), 0
    for index in range(int(600 * size)):
        for view, sight in sights(lab, OPTIONS[table], index):
            other = secrets_changed(view, sight, chance)
            assert list(everything(view)) == list(everything(other)), (index, view)
            assert int(view.policy.plain(view.decision, view)) == int(other.policy.plain(other.decision, other))
            hands = [column * layout.STRIDE for column in range(layout.HAND, layout.TALON)]
            changed += [view.block[place] for place in hands] != [other.block[place] for place in hands]
    assert changed > 100 * size


def test_an_announced_card_is_seen_to_be_no_trump(daily_seed: int) -> None:
    options = OPTIONS["two trumps"]
    lab, seen = lab_of(options, daily_seed), 0
    for index in range(200):
        for view, sight in sights(lab, options, index):
            if sight.game.announced:
                seen += 1
                assert not set(view.trumps.names()) & set(sight.game.announced)
                assert len(view.trumps.names()) == 14 - len(sight.game.announced)
        for view in lab.views(index):
            if view.decision == "lead" and view.trick == 1:
                announced = set(twin.bare().trumps) - set(view.trumps.names())
                assert announced <= {"9D", "8D", "7D"}
                seen += len(announced)
    assert seen
