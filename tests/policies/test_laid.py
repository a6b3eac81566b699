"""The words of sets and melds against their slow twins, and text that is compiled for some games only."""

from __future__ import annotations

from typing import Any

import pytest
import twin_bura

import goatsim
from goatsim.engine import layout
from goatsim.engine.bits import put
from goatsim.engine.jit import form
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.machine import asked
from goatsim.seats.define import Policy, helper
from goatsim.seats.named import named, names
from goatsim.seats.view import Cards
from goatsim.words import highest, lowest
from policies import laid


@pytest.mark.parametrize("game", ["bura", "bura-two"])
def test_words_of_sets_say_what_their_sentences_say(game: str, daily_seed: int) -> None:
    options = {"bura": twin_bura.bura, "bura-two": twin_bura.bura_two}[game]()
    lab = goatsim.at(game, policies="random", seed=daily_seed)
    assert sum(laid.sets(lab, options, index) for index in range(2)) > 30


def test_words_of_melds_say_what_their_sentences_say(daily_seed: int) -> None:
    lab = goatsim.at("bezique", policies="random", seed=daily_seed)
    assert laid.melds(lab, 0) > 64


@helper
def topmost(v: Any) -> Cards:
    """The highest card."""
    found: Cards = highest(v.legal - v.parts(0) or v.legal)
    return found


@goatsim.policy
class Split:
    """Plays high where tricks are played for melds, and low elsewhere."""

    def lead(v: Any) -> Any:
        if v.melding:
            return topmost(v)
        return lowest(v.legal)

    def follow(v: Any) -> Any:
        return topmost(v) if v.melding else lowest(v.legal)


@goatsim.policy
class Whole:
    """The same text everywhere."""

    def lead(v: Any) -> Any:
        return topmost(v)

    def follow(v: Any) -> Any:
        return lowest(v.legal)


def made(policy: object) -> Policy:
    """A policy of this file as what it is."""
    assert isinstance(policy, Policy)
    return policy


def answered(policy: object, shape: layout.Shape, decision: str) -> int:
    """What a policy leads of three cards, whatever they are, in a game of a shape."""
    block: list[Any] = [0] * (layout.COLUMNS * layout.STRIDE)
    put(block, layout.LEGAL, 0, 0b111)
    put(block, layout.BELOW, 0, 0b1000)
    return int(form(made(policy).engine_text(decision), shape)(block, 0, 0))


def test_text_behind_a_guard_is_for_games_in_which_it_can_hold() -> None:
    melds, bare = game_of(load("bezique")).shape, game_of(load("bare")).shape
    for decision in ("lead", "follow"):
        assert answered(Split, melds, decision) == 0b100 and answered(Split, bare, decision) == 0b1
    assert answered(Whole, bare, "lead") == 0b100
    assert form(made(Split).engine_text("lead"), melds).__globals__["only_melds"] is True
    assert form(made(Split).engine_text("lead"), bare).__globals__["only_melds"] is False


def test_what_stands_behind_a_guard_makes_no_policy_one_for_its_games_alone() -> None:
    bare, melds = (game_of(load(name)).shape for name in ("bare", "bezique"))
    assert all(made(Split).suits(shape, asked(shape)) for shape in (bare, melds))
    assert [made(Whole).suits(shape, asked(shape)) for shape in (bare, melds)] == [False, True]
    # Who answers nothing that a game asks was made for others.
    sets = game_of(load("bura")).shape
    assert [name for name in names() if named(name).suits(sets, asked(sets))] == [
        *("expert", "greedy", "high", "low", "random")
    ]
