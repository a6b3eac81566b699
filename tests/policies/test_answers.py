"""What words answer where nothing of what they are about exists: still a set, a number or a truth."""

from __future__ import annotations

import pytest

from goatsim.compiler.intrinsics import NUMBER, TRUTH, WORD
from goatsim.compiler.translate import Module
from goatsim.game import game_of
from goatsim.games import load
from goatsim.games import names as games
from goatsim.seats.language.vocabulary import card_words, view_words

KINDS = {"cards": WORD, "number": NUMBER, "truth": TRUTH}
"""The compiler's kinds, by the kinds of policies."""


@pytest.mark.parametrize("game", games())
def test_words_answer_their_kind_in_every_game(game: str) -> None:
    module = Module(game_of(load(game)).shape)
    placed = [word for word in [*view_words().values(), *card_words().values()] if word.placed]
    for word in placed:
        made = module.function(word.text, (*(NUMBER,) * 3, *(KINDS[kind] for _, kind in word.given)), {})
        assert made.answer == KINDS[word.answer], word.name
