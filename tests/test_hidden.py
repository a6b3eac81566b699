"""No policy sees what it should not: cards that a seat cannot know may lie anywhere without changing its answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import goatsim
from goatsim.engine import layout
from goatsim.engine.bits import get, highest, lowest
from goatsim.engine.jit import form, text
from goatsim.engine.layout import LEGAL, RANK
from goatsim.engine.tricks import hand_of
from goatsim.engine.view import other_seat
from goatsim.seats.decisions import WORDS
from goatsim.seats.view import View

DEALS = 60


def column(view: View, place: int) -> int:
    return view.block[place * layout.STRIDE]


def otherwise(view: View, chance: random.Random) -> View:
    """The same view of a deal in which the cards that the seat has not seen lie elsewhere: every other seat holds as
    many as before, and none of those that it has shown not to hold.
    """
    others = [seat for seat in range(view.game.shape.seats) if seat != view.seat]
    gone = column(view, layout.GONE)
    places, cards = [], []
    for seat in others:
        rest = column(view, layout.HAND + seat) & ~gone
        while rest:
            places.append(seat)
            cards.append(lowest(rest))
            rest &= rest - 1
    for _ in range(4 * len(cards)):
        a, b = chance.randrange(len(cards)), chance.randrange(len(cards))
        barred = cards[a] & column(view, layout.LACKS + places[b]) | cards[b] & column(view, layout.LACKS + places[a])
        if not barred:
            cards[a], cards[b] = cards[b], cards[a]
    block = [0] * len(view.block)
    block[:: layout.STRIDE] = [column(view, place) for place in range(layout.COLUMNS)]
    for seat in others:
        played = column(view, layout.HAND + seat) & gone
        held = sum(card for place, card in zip(places, cards, strict=True) if place == seat)
        block[(layout.HAND + seat) * layout.STRIDE] = played | held
    return replace(view, block=block)


def own(view: View) -> int:
    """What the policy of the seat answers."""
    return int(view.policy.plain(view.decision, view))


@text
def cheat(block: list[int], lane: int, seat: int) -> int:
    """A policy that looks at its left neighbour's queens: with a queen there it plays its lowest card."""
    queens = hand_of(block, lane, other_seat(seat, 1)) & get(block, RANK + 3, lane)
    return lowest(get(block, LEGAL, lane)) if queens else highest(get(block, LEGAL, lane))


def cheating(view: View) -> int:
    """What somebody who sees a hidden hand answers."""
    found: int = form(cheat, view.game.shape._replace(memory=1), False)(view.block, 0, view.seat)
    return found


def swayed(
    rules: str, policy: str, seed: int, deals: int, answer: Callable[[View], int], options: dict[str, object]
) -> tuple[int, int, set[str]]:
    """How many answers hidden cards changed, how many decisions were looked at with such cards moved, and of which
    kinds.
    """
    chance = random.Random(seed)
    lab = goatsim.at(rules, policies=policy, seed=seed, options=options)
    changed, moved, kinds = 0, 0, set()
    for index in range(deals):
        for view in lab.views(index):
            other = otherwise(view, chance)
            if any(column(other, layout.HAND + k) != column(view, layout.HAND + k) for k in range(4)):
                moved += 1
                kinds.add(view.decision)
                changed += answer(view) != answer(other)
    return changed, moved, kinds


TABLES: dict[str, dict[str, object]] = {"bare": {}, "classic": {"swap_two": "optional"}}


@pytest.mark.large
@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize("policy", goatsim.policies())
def test_hidden_cards_change_no_answer(policy: str, rules: str, daily_seed: int, size: float) -> None:
    deals = max(6, int(DEALS * size))
    changed, moved, kinds = swayed(rules, policy, daily_seed, deals, own, TABLES[rules])
    assert changed == 0
    assert moved > 20 * deals
    assert {"lead", "follow"} <= kinds <= set(WORDS)


@pytest.mark.parametrize("rules", TABLES)
def test_somebody_who_looks_at_hidden_cards_is_found_out(rules: str, daily_seed: int) -> None:
    changed, moved, _ = swayed(rules, "greedy", daily_seed, 10, cheating, TABLES[rules])
    assert changed > moved / 50
