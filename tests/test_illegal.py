"""What is said of an illegal answer where cards are drawn, bought or dealt in halves: the cards that were legal."""

from __future__ import annotations

import re
from typing import Any

import pytest

import goatsim
from goatsim.errors import PlayError
from goatsim.seats.view import View


@goatsim.policy(base="low")
class Sudden:
    """Plays no card in the third trick."""

    def follow(v: Any) -> Any:
        return v.nothing if v.trick == 3 else v.base.follow


@pytest.mark.parametrize("game", ["stock", "three", "valts", "bezique"])
def test_the_cards_that_were_legal_are_named(game: str) -> None:
    lab = goatsim.at(game, policies=Sudden, seed=3)
    views: list[View] = []
    with pytest.raises(PlayError) as plain:
        views.extend(lab.views(0))
    with pytest.raises(PlayError) as played:
        list(lab.replay(0))
    assert str(played.value) == str(plain.value)
    legal = re.fullmatch(r".* trick 3, seat \d, where the legal cards are (.*)", str(played.value))
    assert legal and legal[1].split() == views[-1].legal.names()
    assert set(views[-1].legal.names()) <= set(views[-1].hand.names())
