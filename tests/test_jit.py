"""Forms of engine text: shared by all shapes that a text does not tell apart, and without what a shape rules out."""

from __future__ import annotations

import ctypes
from typing import Any

from goatsim.compiler import store
from goatsim.engine.bits import count, signed, word
from goatsim.engine.jit import Only, form, narrowed, text, where
from goatsim.engine.layout import G, Shape
from goatsim.engine.play import asking, deal_lanes
from goatsim.game import game_of
from goatsim.games import load


@text
def by_seats(cards: int) -> int:
    return count(cards) * G.seats


@where("melds", other=0)
@text
def by_planes(cards: int) -> int:
    return count(cards) + G.planes


@text
def untyped(numbers: Any) -> int:
    # No number has such a thing, so that the compiler refuses this where it looks at it.
    found: int = numbers.whatever_that_is
    return found


@text
def calls(numbers: list[int]) -> int:
    found = by_seats(word(signed(numbers, 0)))
    if G.melds:
        found += by_planes(word(signed(numbers, 0)))
    if G.kinds:
        found = untyped(numbers)
    return word(found)


only_kinds = Only("kinds")


@text
def by_name(cards: int) -> int:
    return count(cards) if only_kinds else word(0)


def enclosing(inner: Any) -> Any:
    @text
    def outer(cards: int) -> int:
        answer: int = inner(cards)
        return answer

    return outer


def shape(**fields: int) -> Shape:
    return G._replace(**fields)


def test_a_text_is_the_same_for_all_shapes_that_it_does_not_tell_apart() -> None:
    assert form(by_seats, shape(tricks=3, kinds=1)) is form(by_seats, shape(hand=2))
    assert form(by_seats, shape(seats=3)) is not form(by_seats, shape(seats=2))
    # What is called counts, in the text and in what encloses it, but not where it is left out.
    assert narrowed(calls, shape(seats=3, planes=2, tricks=1)) == shape(seats=3)
    assert narrowed(calls, shape(melds=2, planes=2, tricks=1)) == shape(melds=2, planes=2)
    assert narrowed(enclosing(by_seats), shape(seats=3, planes=2)) == shape(seats=3)
    assert form(enclosing(by_seats), shape(seats=3))(word(7)) == 9


def test_a_name_that_is_true_in_some_shapes_sets_them_apart() -> None:
    assert narrowed(by_name, shape(kinds=1, seats=3)) == shape(kinds=1)
    assert [form(by_name, shape(kinds=kinds))(word(7)) for kinds in (0, 1)] == [0, 3]


def test_games_share_what_is_the_same_in_both() -> None:
    bare, classic = (game_of(load(name)).shape for name in ("bare", "classic"))
    assert bare != classic and narrowed(deal_lanes, bare) != narrowed(deal_lanes, classic)
    assert narrowed(asking, bare._replace(rows=1, redeals=2)) == narrowed(asking, bare)


def test_what_a_shape_rules_out_is_never_looked_at() -> None:
    numbers = (ctypes.c_int64 * 1)(7)
    address = ctypes.addressof(numbers)
    for melds, expected in ((0, 3 * G.seats), (1, 3 * G.seats + 3 + G.planes)):
        entry = store.entry(calls, shape(melds=melds), 1, True, "test: calls")
        assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(entry)(address) == expected
