"""The built-in players: situations in which the character of each shows, and how they stand against greedy."""

from __future__ import annotations

from typing import Any

import pytest
from twin import bare

import goatsim
from goatsim import them, us
from goatsim.engine import layout
from goatsim.engine.bits import get, put
from goatsim.engine.jit import form
from goatsim.engine.tricks import begin, lay, legal_cards, seat_at, take
from goatsim.game import Game, game_of
from goatsim.games.load import load
from goatsim.seats.named import named
from goatsim.seats.view import View

GAME = game_of(load("bare", {}))
CLUBS = game_of(load("clubs", {}))


def situation(hands: tuple[str, str, str, str], played: str, game: Game = GAME) -> View:
    """The view of the seat that is asked after some cards of a deal were played, the first by seat 0. Hands that are
    not full are filled in the order of the pack.
    """
    shape = game.shape._replace(memory=1)
    held = [hand.split() for hand in hands]
    rest = [card for card in bare().pack if not any(card in hand for hand in held)]
    for hand in held:
        hand += [rest.pop(0) for _ in range(8 - len(hand))]
    block: list[Any] = [0] * (layout.COLUMNS * layout.STRIDE)
    for column, word in game.contract.columns().items():
        put(block, column, 0, word)
    for seat, hand in enumerate(held):
        put(block, layout.HAND + seat, 0, game.set_of(hand))
    form(begin, shape)(block, 0)
    cards = played.split()
    for k in range(len(cards) + 1):
        trick, position = divmod(k, 4)
        seat = form(seat_at, shape)(block, 0, position)
        legal = form(legal_cards, shape)(block, 0, seat, trick, position == 0)
        put(block, layout.LEGAL, 0, legal)
        if k == len(cards):
            break
        card = game.set_of([cards[k]])
        assert card & legal, f"{cards[k]} is not legal"
        form(lay, shape)(block, 0, seat, position == 0, card)
        if position == 3:
            form(take, shape)(block, 0, trick)
    assert get(block, layout.GONE, 0).bit_count() == len(cards)
    decision = "follow" if len(cards) % 4 else "lead"
    return View(game, block, seat, decision, named("low"))


def answer(policy: str, view: View) -> str:
    (name,) = named(policy).plain(view.decision, view).names()
    return str(name)


NO_CLUBS = "QC QS JD AD KD 7D 7H 8H"
GONE = (
    "QC QS QH QD JC JS AS 7C",
    "AC TC KC 9C 8C KS TS 9S",
    "JH JD AD TD KD 9D 8D 7D",
    "8S 7S AH TH KH 9H 8H 7H",
)
FEW = ("QC QS QH QD JC JS 7C 7S", "7D 9D AC TC KC 9C AS TS", "JH JD AD TD KD 8S 9S KS", "8D AH TH KH 9H 8H 7H 8C")
HOLDER = ("9C", "AC TC 7H 8H 9H QD JD 7D", "8C", "7C")

Hands = tuple[str, str, str, str]

SITUATIONS: dict[str, tuple[str, Hands, str, str]] = {
    "partner feeds what nobody can beat": ("partner", ("QC", "7D 8C", "AD QD 8D", "9D"), "QC 7D", "AD"),
    "partner keeps its ten out of the others' trick": ("partner", ("AC", "TC 7C KS", "8C", "9C"), "AC", "7C"),
    "partner feeds nothing that may be beaten": ("partner", ("KC", "9C", "TC 8C", "AC"), "KC 9C", "8C"),
    "partner wins with its ace when nobody follows": ("partner", ("7C", "9C", "8C", "AC TC KC"), "7C 9C 8C", "AC"),
    "partner leaves a poor trick": ("partner", ("9C", "7C", "8C", "QC QS JC JD 7D 7H 8H 9H"), "9C 7C 8C", "7H"),
    "partner wastes no queen on a trick that is won": ("partner", ("7C", "9C", "8C", NO_CLUBS), "7C 9C 8C", "AD"),
    "partner takes a rich one": ("partner", ("TC", "7C", "8C", "QC QS JD 7D 7H 8H 9H KH"), "TC 7C 8C", "7D"),
    "partner leads a plain ace": ("partner", ("QC AD AS 7S 8S 7H 8H 9H", "", "", ""), "", "AS"),
    "hunter leads the lowest trump that is sure": ("hunter", ("QC QS QH JD AS 7C 8C 9C", "QD", "", ""), "", "QH"),
    "hunter leads its ace if no trump is sure": ("hunter", ("QS QH JD AS 7C 8C 9C 7H", "QC", "", ""), "", "AS"),
    "hunter cashes its suits when the trumps are gone": ("hunter", GONE, "QC 8C 7D 7S", "AS"),
    "memory knows when the ten has become the highest": ("memory", HOLDER, "9C AC 8C 7C", "TC"),
    "memory knows who is out of a suit": (
        "memory",
        ("9C", HOLDER[1], "7S 8S 9S KS AS TS QC QS", "7C"),
        "9C AC 7S 7C",
        "7H",
    ),
    "memory draws the last trumps": ("memory", FEW, "QC 7D AD 8D", "QS"),
    "expert feeds what nobody can beat": ("expert", ("QC", "7D 8C", "AD QD 8D", "9D"), "QC 7D", "AD"),
    "expert leaves a poor trick": ("expert", ("9C", "7C", "8C", "QC QS JC JD 8D 7D 8H 9H"), "9C 7C 8C", "8H"),
    "expert brings its points home": ("expert", ("7C", "9C", "8C", NO_CLUBS), "7C 9C 8C", "AD"),
    "expert takes a rich trick with its ace": ("expert", ("TC", "7C", "8C", NO_CLUBS), "TC 7C 8C", "AD"),
    "expert does not trust its ace where others are out": (
        "expert",
        ("9C 9H", "TC AC AS 7H 8H QD JD 7D", "7S 8S 9S KS TS QC QS 9D", "7C"),
        "9C TC 7S 7C",
        "AS",
    ),
}


HOME = "QC QS 9H 8H 7S 8S 9S KS"
CATCHES: dict[str, tuple[Hands, str, str]] = {
    # In clubs all clubs are trumps, 7C is the highest and catches QC.
    "no queen goes where what catches her may follow": (("TC", "QC 8C 7S 8S 9S KS 7H 8H", "7C", ""), "TC", "8C"),
    "a queen goes home behind all others": (("AC", "8C", "TC", HOME), "AC 8C TC", "QC"),
    "she takes a plain trick to do so": (("KS", "TS", "AS 8S", "QC 8H 9H KH 7D 8D 9D KD"), "KS TS 8S", "QC"),
    "who can catch her takes the others' trumps": (("7C JC 9S KS 7H 8H 9H KH", "", "", ""), "", "JC"),
    "a queen is caught": (("QH", "QC", "7C JC AC TC KC 8C", ""), "QH QC", "7C"),
    "a partner's queen is not": (("QC", "8C", "7C JC AC TC KC 9C", ""), "QC 8C", "AC"),
}


@pytest.mark.parametrize(("hands", "played", "card"), CATCHES.values(), ids=CATCHES)
def test_the_expert_catches_and_is_not_caught(hands: Hands, played: str, card: str) -> None:
    # Without signs a reader is an expert.
    assert {answer(policy, situation(hands, played, CLUBS)) for policy in ("expert", "reader")} == {card}


@pytest.mark.parametrize(("policy", "hands", "played", "card"), SITUATIONS.values(), ids=SITUATIONS)
def test_characters(policy: str, hands: Hands, played: str, card: str) -> None:
    assert answer(policy, situation(hands, played)) == card


@pytest.mark.parametrize(("policy", "least"), [("partner", 9), ("hunter", 7), ("memory", 9), ("expert", 19)])
@pytest.mark.parametrize("rules", ["bare", "classic"])
def test_each_beats_greedy(policy: str, least: int, rules: str, daily_seed: int) -> None:
    ours = goatsim.at(rules, policies=f"{policy},greedy", seed=daily_seed, deals=30_000, progress="never")
    theirs = goatsim.at(rules, policies=f"greedy,{policy}", seed=daily_seed)
    found = ours.tally(us.points - them.points, minus=theirs).estimate()
    assert found.low is not None and found.low / 2 > least
