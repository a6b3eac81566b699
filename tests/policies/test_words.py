"""Every word of the view: right against its slow twin, the same compiled, and blind to what the seat cannot know."""

from __future__ import annotations

import ast
import ctypes
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import twin

import goatsim
from goatsim import words
from goatsim.compiler import store
from goatsim.engine import bits, layout, signals
from goatsim.engine.jit import written
from goatsim.game import game_of
from goatsim.seats.language.kinds import CARDS, NUMBER
from goatsim.seats.language.vocabulary import Word, card_words, view_words
from goatsim.seats.view import Cards, View
from policies.followed import sights
from policies.slow import Sight

GAMES = Path(__file__).parent.parent / "games"

TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "bare": ("bare", {}),
    "skat": (str(GAMES / "skat_grand.toml"), {}),
    "six": ("bare", {"sides": [0, 1, 0, 1, 0, 1], "hand_size": 5, "talon_to": 0}),
    "two": ("bare", {"sides": [0, 1], "hand_size": 12, "talon_to": 0}),
    "alone": ("bare", {"sides": [0, 1, 2], "hand_size": 10, "talon_to": 0, "trump_lead": "all"}),
    "none": (str(GAMES / "skat_null.toml"), {}),
    "seven": (str(GAMES / "kozel28.toml"), {}),
    "schafkopf": (str(GAMES / "schafkopf.toml"), {}),
    "stock": ("stock", {}),
    "three": ("three", {}),
    "talon": ("three", {"show_bought_talon": True}),
    "turnup": ("turnup", {}),
    "signs": ("bare", {"signals": "all", "p_noticed": 0.5}),
}
DISTANCES = range(layout.MAX_SEATS)
SECRET = {*range(layout.HAND, layout.GONE), *range(layout.DECK, layout.USUAL), layout.DISCARDED}
"""The columns of cards that seats may not know."""


def lab_of(table: str, seed: int) -> goatsim.Lab:
    rules, options = TABLES[table]
    return goatsim.at(rules, options=options, policies="random", seed=seed)


def asked(chance: random.Random) -> list[tuple[Word, tuple[int, ...]]]:
    """Every word of the view with what it may be given."""
    found: list[tuple[Word, tuple[int, ...]]] = []
    for word in view_words().values():
        if not word.given:
            found.append((word, ()))
        elif word.given == (("distance", NUMBER),):
            found += [(word, (distance,)) for distance in DISTANCES]
        else:
            assert [name for name, _ in word.given] in (["n"], ["k"])
            found += [(word, (n,)) for n in (0, 1, 7, chance.randint(2, 1 << 31) - 1)]
    return found


def some(view: View, chance: random.Random) -> Cards:
    """A random set of cards of the game: now and then the empty one, or a single card."""
    size = chance.choice((0, 1, 2, 5, chance.randint(0, len(view.game.rules.pack))))
    return Cards(view.game.set_of(chance.sample(view.game.rules.pack, size)), view)


def told(value: object) -> object:
    """A plain answer as the slow twin says it."""
    return set(value.names()) if isinstance(value, Cards) else value


def within(word: Word, value: Any, given: list[tuple[int, int]]) -> bool:
    """Whether an answer keeps to the span that the checks of policies trust in."""
    from goatsim.seats.language.kinds import Span

    span = word.span([Span(*one) for one in given])
    size = int(value).bit_count() if word.answer == CARDS else int(value)
    return span.low <= size <= span.high


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.large
def test_words_say_what_their_sentences_say(table: str, daily_seed: int, sparing: float) -> None:
    chance = random.Random(daily_seed)
    lab = lab_of(table, daily_seed)
    for index in range(int(250 * sparing)):
        for view, sight in sights(lab, index):
            for word, given in asked(chance):
                value = view.say(word, *given)
                assert told(value) == sight.say(word.name, *given), (index, view, word.name, given)
                assert within(word, value, [(one, one) for one in given])
                assert isinstance(value, bool) == (word.answer == "truth")
            compare_sets(view, sight, chance)


def compare_sets(view: View, sight: Sight, chance: random.Random) -> None:
    for word in card_words().values():
        cards, single = some(view, chance), chance.choice(view.game.rules.pack)
        given = [cards] if len(word.given) == 1 else [cards, view.cards(single)]
        value = getattr(words, word.name)(*given)
        assert told(value) == sight.of_cards(word.name, cards.names(), single), (view, word.name, given)
        assert within(word, value, [(len(one.names()),) * 2 for one in given])


def all_words() -> str:
    """A text that writes the answer of every word."""
    lines = ["def say(block, lane, seat, out, first, second, n, distance):"]
    lines += ["    cards, card, k = word(first), word(second), n"]
    for place, one in enumerate([*view_words().values(), *card_words().values()]):
        given = ["cards", "card"][: len(one.given)] if one.name in card_words() else [name for name, _ in one.given]
        where = ["block", "lane", "seat"] if one.placed else []
        lines.append(f"    poke(out, {place}, word_{one.name}({', '.join([*where, *given])}))")
    return "\n".join(lines)


@pytest.mark.parametrize("table", ["bare", "skat", "six", "two", "stock", "three", "turnup"])
@pytest.mark.large
@pytest.mark.turns(2)
def test_compiled_words_say_the_same(table: str, daily_seed: int, size: float) -> None:
    chance = random.Random(daily_seed)
    lab = lab_of(table, daily_seed)
    every = [*view_words().values(), *card_words().values()]
    space = {f"word_{word.name}": word.text for word in every} | {"poke": bits.poke, "word": bits.word}
    said = written(ast.parse(all_words()).body[0], "words", space)
    shape = game_of(lab.rules).shape._replace(memory=1)
    address = store.entry(said, shape, 8, False, "every word of the tests")
    say = ctypes.CFUNCTYPE(None, *(ctypes.c_int64,) * 8)(address)
    block = np.zeros((layout.COLUMNS, layout.STRIDE), np.uint64)
    out = np.zeros(len(every), np.uint64)
    lane = chance.randrange(layout.LANES)
    for index in range(int(600 * size)):
        for view in lab.views(index):
            block[:, lane] = [view.block[column * layout.STRIDE] for column in range(layout.COLUMNS)]
            cards, card = some(view, chance), some(view, chance)
            n, distance = chance.choice((0, 1, 3, chance.randint(0, (1 << 31) - 1))), chance.choice(DISTANCES)
            say(block.ctypes.data, lane, view.seat, out.ctypes.data, int(cards), int(card), n, distance)
            for word, value in zip(every, out.tolist(), strict=True):
                if word.name in card_words():
                    plain = getattr(words, word.name)(*[cards, card][: len(word.given)])
                else:
                    plain = view.say(word, *[distance if name == "distance" else n for name, _ in word.given])
                assert value == int(plain), (index, view, word.name, cards, card, n, distance)


# What a seat cannot know


def hidden_otherwise(view: View, sight: Sight, chance: random.Random) -> View:
    """The view with the cards that the seat has not seen exchanged among those who hold them, as far as the play
    allows.
    """
    game = sight.game
    columns = [view.block[column * layout.STRIDE] for column in range(layout.COLUMNS)]
    unseen = [card for card in sight.unseen() if not any(card in sight.shows(seat) for seat in range(len(game.sides)))]
    place = view.game.contract.place
    seats = range(len(game.sides))
    held = {card: seat for seat in seats for card in unseen if columns[layout.HAND + seat] >> place[card] & 1}
    barred = {seat: {*sight.lacks(seat), *sight.told.lacks.get(seat, [])} for seat in seats}
    for trick in sight.tricks[sight.forgotten :]:
        if trick and twin.card_class(game, trick[0][1]) == twin.TRUMP and not sight.may_lead_trumps(trick[0][0]):
            barred[trick[0][0]] |= {card for card in game.pack if card not in game.trumps}
    lies = {card: card for card in unseen}
    for _ in range(60 if unseen else 0):
        a, b = chance.choice(unseen), chance.choice(unseen)
        if lies[a] not in barred.get(held.get(b, -1), ()) and lies[b] not in barred.get(held.get(a, -1), ()):
            lies[a], lies[b] = lies[b], lies[a]
    block = [0] * (layout.COLUMNS * layout.STRIDE)
    mask = view.game.set_of(unseen)
    for other in seats:
        # What opponents told each other, and who gave which sign.
        secret = [signals.GIVEN + other, signals.NOTICED + other]
        if game.sides[other] != game.sides[view.seat]:
            secret += [column + other for column in (signals.HELD, signals.LACKED, signals.RUFFED)]
        for column in secret:
            columns[column] = chance.getrandbits(len(game.pack))
    for column, value in enumerate(columns):
        if column in SECRET and value & mask:
            value = value & ~mask | view.game.set_of([lies[card] for card in unseen if value >> place[card] & 1])
        block[column * layout.STRIDE] = value
    return View(view.game, block, view.seat, view.decision, view.policy)


def everything(view: View) -> Iterator[tuple[str, object]]:
    chance = random.Random(1)
    for word, given in asked(chance):
        yield word.name, view.say(word, *given)
    for word in card_words().values():
        for _ in range(3):
            yield word.name, getattr(words, word.name)(*[some(view, chance) for _ in word.given])


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.large
def test_views_know_nothing_of_hidden_cards(table: str, daily_seed: int, sparing: float) -> None:
    chance = random.Random(daily_seed + 1)
    lab = lab_of(table, daily_seed + 1)
    changed = 0
    for index in range(int(120 * sparing)):
        for view, sight in sights(lab, index):
            if sight.unseen():
                other = hidden_otherwise(view, sight, chance)
                assert list(everything(view)) == list(everything(other)), (index, view)
                hands = [column * layout.STRIDE for column in range(layout.HAND, layout.TALON)]
                changed += [view.block[place] for place in hands] != [other.block[place] for place in hands]
    assert changed > 60 * sparing


def test_every_word_is_told_slowly() -> None:
    lab = lab_of("bare", 0)
    view, sight = next(sights(lab, 0))
    for word, given in asked(random.Random(0)):
        assert sight.say(word.name, *given) == told(view.say(word, *given))
    assert all(word.doc.endswith(".") for word in [*view_words().values(), *card_words().values()])
