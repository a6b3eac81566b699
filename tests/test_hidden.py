"""No policy sees what it should not: cards that a seat cannot know may lie anywhere without changing its answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import goatsim
from goatsim.engine import layout, signals
from goatsim.engine.bits import get, highest, lowest
from goatsim.engine.jit import form, text
from goatsim.engine.layout import LEGAL, RANK
from goatsim.engine.tricks import hand_of
from goatsim.engine.view import other_seat
from goatsim.seats.decisions import WORDS
from goatsim.seats.named import named, names
from goatsim.seats.view import View

DEALS = 60


def column(view: View, place: int) -> int:
    return view.block[place * layout.STRIDE]


def tells(view: View, place: int, seat: int) -> int:
    """What signs of another seat tell the one that is asked: a column of `engine.signals`."""
    sides = view.game.rules.sides
    return column(view, place + seat + layout.MAX_SEATS * (sides[seat] != sides[view.seat]))


def lacked(view: View, seat: int) -> int:
    """What another seat has shown not to hold."""
    return column(view, layout.LACKS + seat) | tells(view, signals.LACKED, seat)


def otherwise(view: View, chance: random.Random) -> View:
    """The same view of a deal in which the cards that the seat has not seen lie elsewhere: every other seat holds as
    many as before, none of those that it has shown not to hold, and what it has shown to hold, and so does the stock.
    What lies open stays; signs that the seat may not know tell anything.
    """
    shape = view.game.shape
    others = [seat for seat in range(shape.seats) if seat != view.seat]
    known = column(view, layout.GONE) | (column(view, layout.SHOWN) if shape.melds else 0)
    places, cards = [], []
    sides = view.game.rules.sides
    kept = {seat: tells(view, signals.HELD, seat) & ~known for seat in others}
    for seat in others:
        rest = column(view, layout.HAND + seat) & ~known & ~kept[seat]
        while rest:
            places.append(layout.HAND + seat)
            cards.append(lowest(rest))
            rest &= rest - 1
    # The card below the stock lies open.
    drawn, last = column(view, layout.DREW), view.game.rules.talon_size - (shape.below > 0)
    if view.game.rules.draw:
        places += range(layout.DECK + drawn, layout.DECK + last)
        cards += [column(view, place) for place in range(layout.DECK + drawn, layout.DECK + last)]
    lacks = {layout.HAND + seat: lacked(view, seat) for seat in others}
    for _ in range(4 * len(cards)):
        a, b = chance.randrange(len(cards)), chance.randrange(len(cards))
        if not (cards[a] & lacks.get(places[b], 0) | cards[b] & lacks.get(places[a], 0)):
            cards[a], cards[b] = cards[b], cards[a]
    block = [0] * len(view.block)
    block[:: layout.STRIDE] = [column(view, place) for place in range(layout.COLUMNS)]
    for place in places:
        block[place * layout.STRIDE] &= known | kept.get(place - layout.HAND, 0)
    for place, card in zip(places, cards, strict=True):
        block[place * layout.STRIDE] |= card
    for seat in others:
        secret = [signals.GIVEN, signals.NOTICED]
        if sides[seat] != sides[view.seat]:
            secret += [signals.HELD, signals.LACKED, signals.RUFFED]
        for place in secret:
            block[(place + seat) * layout.STRIDE] = chance.getrandbits(shape.cards)
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
    found: int = form(cheat, view.game.shape._replace(memory=1))(view.block, 0, view.seat)
    return found


def overhearing(view: View) -> int:
    """What somebody answers who sees the signs of an opponent that he did not notice."""
    legal = column(view, layout.LEGAL)
    held = column(view, signals.HELD + (view.seat + 1) % view.game.shape.seats)
    return lowest(legal) if held & 1 << 20 else highest(legal)


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
            if any(column(other, layout.HAND + k) != column(view, layout.HAND + k) for k in range(layout.MAX_SEATS)):
                moved += 1
                kinds.add(view.decision)
                changed += answer(view) != answer(other)
    return changed, moved, kinds


TABLES: dict[str, dict[str, object]] = {
    "bare": {},
    "classic": {"swap_two": "optional"},
    "stock": {},
    "bura": {},
    "bezique": {},
}
SIGNS = {"signals": "all", "p_noticed": 0.5}
READERS = [policy for policy in names() if named(policy).reads_signs(("lead", "follow"))]
ASKED = {"bura": {"set_lead", "set_answer"}, "bezique": {"lead", "follow", "meld"}}
"""What is asked at the least, if it is not `lead` and `follow`."""


SHORT = ("bare", "classic")
"""Games of which a deal takes little time; of the others some policies are left to other days."""


@pytest.mark.large
@pytest.mark.parametrize(
    "rules", [pytest.param(rules, marks=() if rules in SHORT else pytest.mark.turns(4)) for rules in TABLES]
)
@pytest.mark.parametrize("policy", goatsim.policies())
def test_hidden_cards_change_no_answer(policy: str, rules: str, daily_seed: int, size: float) -> None:
    deals = max(2, int(DEALS * size / (1 if rules in SHORT else 6)))
    changed, moved, kinds = swayed(rules, policy, daily_seed, deals, own, TABLES[rules])
    assert changed == 0
    # A capture may end a deal of `stock` with its first trick.
    assert moved > (20 * deals if rules in SHORT else 0)
    assert ASKED.get(rules, {"lead", "follow"}) <= kinds <= set(WORDS)


@pytest.mark.large
@pytest.mark.turns(2)
@pytest.mark.parametrize("policy", READERS)
def test_hidden_cards_and_signs_of_others_change_no_answer(policy: str, daily_seed: int, size: float) -> None:
    deals = max(2, int(DEALS * size / 3))
    changed, moved, _ = swayed("bare", policy, daily_seed, deals, own, SIGNS)
    assert changed == 0
    assert moved > 15 * deals


def test_somebody_who_reads_signs_of_others_is_found_out(daily_seed: int) -> None:
    changed, moved, _ = swayed("bare", "greedy", daily_seed, 6, overhearing, SIGNS)
    assert changed > moved / 50


@pytest.mark.parametrize("rules", [rules for rules in TABLES if rules != "bura"])
def test_somebody_who_looks_at_hidden_cards_is_found_out(rules: str, daily_seed: int) -> None:
    deals = 10 if rules in SHORT else 4
    changed, moved, _ = swayed(rules, "greedy", daily_seed, deals, cheating, TABLES[rules])
    assert changed > moved / 50
