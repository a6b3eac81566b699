"""What kinds of deal do to the odds: exact numbers worked out here, and the slow twin against them."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
import twin
import twin_kinds
from test_classic_numbers import OFF, columns
from twin_kinds import Choice, Dealt

from goatsim.engine import layout

GAME = twin.bare()
PLAIN = [card for card in GAME.pack if card not in GAME.trumps]
CARDS, TRUMPS = 32, 14
CUTS = range(8, 25)
DEALS = 20_000
DEVIATIONS = 3.891
"""The half-width of a 99.99 % interval."""


# ---------------------------------------------------------------------------------------------------------------------
# The mirror (3.2)


def run_of_trumps(length: int) -> Fraction:
    """The chance that the praiser draws so many trumps from the mirror: then comes a plain card, or he has eight."""
    chance = Fraction(1)
    for drawn in range(length):
        chance *= Fraction(TRUMPS - drawn, CARDS - drawn)
    return chance if length == 8 else chance * Fraction(CARDS - TRUMPS, CARDS - length)


def receivers(drawn: int) -> list[int]:
    """Who gets each card of the deck, from the top, when the praiser has drawn so many."""
    held = [drawn, 0, 0, 0]
    found: list[int] = []
    while min(held) < 8:
        for seat in range(4):
            if held[seat] < 8:
                held[seat] += 1
                found.append(seat)
    return found


def expected_trumps() -> list[Fraction]:
    """How many trumps every seat has on average after a mirror for the praiser.

    Where the mirror stopped lies a plain card; every other card of the deck is a trump with one and the same chance.
    """
    expected = [Fraction(0)] * 4
    for cut in CUTS:
        for drawn in range(9):
            chance = run_of_trumps(drawn) / len(CUTS)
            deck = receivers(drawn)
            assert len(deck) == CARDS - drawn
            expected[0] += chance * drawn
            unknown = list(range(len(deck)))
            if drawn < 8:
                unknown.remove(cut - 1 - drawn)
            for place in unknown:
                expected[deck[place]] += chance * Fraction(TRUMPS - drawn, len(unknown))
    return expected


def test_the_printed_numbers_of_the_mirror() -> None:
    chances = [run_of_trumps(drawn) for drawn in range(9)]
    assert chances[:4] == [Fraction(9, 16), Fraction(63, 248), Fraction(273, 2480), Fraction(819, 17980)]
    assert sum(chances) == 1
    praiser, left, partner, dealer = expected_trumps()
    assert praiser == Fraction(70338443, 18339600)
    assert left == Fraction(536387, 158100)
    assert partner == Fraction(428819, 126480)
    assert dealer == Fraction(6201631, 1833960)
    assert praiser + left + partner + dealer == TRUMPS
    printed = "3.835331 3.392707 3.390410 3.381552"
    assert " ".join(f"{float(one):.6f}" for one in (praiser, left, partner, dealer)) == printed


def shuffled(chance: random.Random) -> list[str]:
    return chance.sample(GAME.pack, CARDS)


def test_the_twin_mirrors_as_counted(daily_seed: int) -> None:
    chance = random.Random(daily_seed)
    drawn: Counter[int] = Counter()
    trumps: list[list[int]] = [[] for _ in range(4)]
    for _ in range(DEALS):
        deck, cuts = shuffled(chance), list[int]()

        def cut(seat: int, low: int, high: int, cuts: list[int] = cuts) -> int:
            assert (seat, low, high) == (0, 8, 24)
            cuts.append(chance.randint(low, high))
            return cuts[-1]

        dealt = twin_kinds.mirror(GAME, deck, cut, False, False)
        (size,) = cuts
        run = 0
        while run < 8 and deck[size - 1 - run] in GAME.trumps:
            run += 1
        drawn[run] += 1
        assert set(deck[size - run : size]) <= set(dealt.hands[0])
        for seat, hand in enumerate(dealt.hands):
            trumps[seat].append(sum(card in GAME.trumps for card in hand))
    for run in range(4):
        assert fits(drawn[run], DEALS, run_of_trumps(run)), (run, drawn)
    for seat, exact in enumerate(expected_trumps()):
        assert mean_fits(trumps[seat], exact), (seat, sum(trumps[seat]) / DEALS)


def fits(hits: int, deals: int, chance: Fraction | float, blur: float = 0.0) -> bool:
    """Whether a count lies in the 99.99 % interval around a chance that is known but for so much."""
    p = float(chance)
    return abs(hits - deals * p) <= DEVIATIONS * math.sqrt(deals * p * (1 - p)) + deals * blur + 1


def mean_fits(values: list[int], mean: Fraction | float) -> bool:
    """Whether the mean of some values lies in the 99.99 % interval around what it should be."""
    found = sum(values) / len(values)
    spread = math.sqrt(sum((value - found) ** 2 for value in values) / len(values))
    return abs(found - float(mean)) <= DEVIATIONS * spread / math.sqrt(len(values))


# ---------------------------------------------------------------------------------------------------------------------
# Kinds that leave every hand as likely as any other (3, "Which types change the odds")

EVEN: dict[str, Callable[[list[str]], Dealt]] = {
    "ONE": twin_kinds.one_by_one,
    "HAPPY": twin_kinds.happy,
    "SELF": lambda deck: twin_kinds.self_draw(GAME, deck),
    "FISH": lambda deck: twin_kinds.fish(GAME, deck, True),
    "FISH for the praiser": lambda deck: twin_kinds.fish(GAME, deck, False),
}


def small_decks(size: int, trumps: int) -> Iterator[list[str]]:
    """A deck for four hands of some cards for each choice of the places of its trumps."""
    for places in combinations(range(4 * size), trumps):
        high, low = iter(GAME.trumps), iter(PLAIN)
        yield [next(high) if place in places else next(low) for place in range(4 * size)]


@pytest.mark.parametrize(("size", "trumps"), [(2, 1), (2, 3), (2, 5), (3, 5), (3, 8), (4, 7)])
@pytest.mark.parametrize("kind", EVEN)
def test_small_packs_split_their_trumps_as_if_dealt_blindly(
    kind: str, size: int, trumps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Within the places of trumps, and within those of plain cards, every order comes once; so all hands are equally
    # likely just if so many choices of places lead to a split as there are choices of places in hands for it.
    monkeypatch.setattr(twin_kinds, "FULL", size)
    splits: Counter[tuple[int, ...]] = Counter()
    for deck in small_decks(size, trumps):
        dealt = EVEN[kind](deck)
        assert sorted(card for hand in dealt.hands for card in hand) == sorted(deck)
        assert all(len(hand) == size for hand in dealt.hands)
        splits[tuple(sum(card in GAME.trumps for card in hand) for hand in dealt.hands)] += 1
    for split, ways in splits.items():
        assert ways == math.prod(math.comb(size, count) for count in split), split
    assert sum(splits.values()) == math.comb(4 * size, trumps)


@pytest.mark.parametrize("kind", ["SELF", "FISH"])
def test_every_order_of_eight_cards_is_dealt_evenly(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twin_kinds, "FULL", 2)
    hands: Counter[tuple[frozenset[str], ...]] = Counter()
    for order in permutations("QC JD AD AC 9S 7H TC KS".split()):
        hands[tuple(map(frozenset, EVEN[kind](list(order)).hands))] += 1
    assert len(hands) == math.factorial(8) // 2**4
    assert set(hands.values()) == {2**4}


def test_the_mirror_is_not_even(monkeypatch: pytest.MonkeyPatch) -> None:
    # The check above must be able to fail.
    monkeypatch.setattr(twin_kinds, "FULL", 2)
    hands: Counter[tuple[frozenset[str], ...]] = Counter()
    for order in permutations("QC JD AD AC 9S 7H TC KS".split()):
        dealt = twin_kinds.mirror(GAME, list(order), lambda seat, low, high: 5, False, False)
        hands[tuple(map(frozenset, dealt.hands))] += 1
    assert len(set(hands.values())) > 1


# ---------------------------------------------------------------------------------------------------------------------
# Pants (3.5, 3.6)


def by_default(choice: Choice) -> str | None:
    if choice.word == "keep":
        return choice.cards[0]
    bad = [card for card in choice.cards if twin_kinds.is_bad(GAME, card)]
    if bad:
        return bad[0]
    return None if choice.may_pass else twin.cheapest(GAME, choice.cards)


def any_ace(choice: Choice) -> str | None:
    """Commit an ace whenever it is allowed, else the last card."""
    aces = [card for card in choice.cards if card[0] == "A"]
    return aces[0] if choice.word == "commit" and aces else choice.cards[-1]


def test_there_are_so_many_bad_cards() -> None:
    assert sum(twin_kinds.is_bad(GAME, card) for card in GAME.pack) == 15


@pytest.mark.parametrize(
    ("wanted", "passed", "aside", "blur"), [(1, 0.0092, 0.0041, 0.00005), (2, 0.109, 0.100, 0.0005)]
)
def test_pants_pass_and_set_aside_as_printed(
    wanted: int, passed: float, aside: float, blur: float, daily_seed: int
) -> None:
    chance = random.Random(daily_seed)
    seen: Counter[str] = Counter()
    trumps: list[list[int]] = [[] for _ in range(4)]
    for _ in range(DEALS):
        dealt = twin_kinds.pants(GAME, shuffled(chance), by_default, wanted)
        seen.update({"passed": dealt.passed > 0, "aside": dealt.aside > 0, "ran out": dealt.ran_out})
        for seat, hand in enumerate(dealt.hands):
            trumps[seat].append(sum(card in GAME.trumps for card in hand))
    assert fits(seen["passed"], DEALS, passed, blur), seen
    assert fits(seen["aside"], DEALS, aside, blur), seen
    assert fits(seen["ran out"], DEALS, 5e-5 if wanted == 2 else 0, 0.5e-5), seen
    for seat in range(4):
        assert mean_fits(trumps[seat], 3.5), (seat, sum(trumps[seat]) / DEALS)


@pytest.mark.parametrize("wanted", [1, 2])
@pytest.mark.parametrize("ask", [by_default, any_ace])
def test_pants_commit_what_they_may(wanted: int, ask: Callable[[Choice], str | None], daily_seed: int) -> None:
    chance = random.Random(daily_seed + wanted)
    for _ in range(2000):
        deck = shuffled(chance)
        dealt = twin_kinds.pants(GAME, deck, ask, wanted)
        assert sorted(card for hand in dealt.hands for card in hand) == sorted(deck)
        assert [len(hand) for hand in dealt.hands] == [8] * 4
        assert len(dealt.laid) == wanted
        for trick in dealt.laid:
            for seat, card in enumerate(trick):
                assert card in dealt.hands[seat]
                assert dealt.ran_out or card not in GAME.trumps
                assert dealt.ran_out or seat or card[0] != "A"


# ---------------------------------------------------------------------------------------------------------------------
# The engine

SAMPLE = 1_000_000
EXPECTED = {kind: [Fraction(7, 2)] * 4 for kind in twin_kinds.KINDS} | {"MIRROR": expected_trumps()}


@pytest.mark.parametrize("kind", EXPECTED)
def test_the_engine_deals_as_many_trumps_as_counted(kind: str, daily_seed: int) -> None:
    # A redeal would be regular whatever the kind.
    held = np.zeros((4, 9), np.int64)
    for found in columns({**OFF, "swap_one": "off", "praise": kind}, "low", daily_seed, SAMPLE):
        trumps = np.bitwise_count(found[layout.DEALT : layout.DEALT + 4] & found[layout.ALL_TRUMPS])
        for seat in range(4):
            held[seat] += np.bincount(trumps[seat], minlength=9)
    count = np.arange(9)
    for seat, exact in enumerate(EXPECTED[kind]):
        mean = (held[seat] * count).sum() / SAMPLE
        spread = math.sqrt((held[seat] * (count - mean) ** 2).sum() / SAMPLE)
        assert abs(mean - float(exact)) <= DEVIATIONS * spread / math.sqrt(SAMPLE), (seat, mean)
