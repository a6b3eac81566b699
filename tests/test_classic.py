"""Cuts, redeals and swaps: the engine against the slow twin card by card, alone and in combinations of options."""

from __future__ import annotations

import ctypes
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import twin_classic
import twin_players
from classic_players import PAIRS
from numpy.typing import NDArray
from twin_classic import Hands, Options, Swap, Told

from goatsim.engine import draw, layout
from goatsim.engine.jit import form
from goatsim.game import Game, game_of
from goatsim.games import load
from goatsim.lang import them, us
from goatsim.runs import machine
from goatsim.runs.execute import run
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm, Ask, Task

FULL_DEALS = 20_000
OPTION_DEALS = 2_000

VALUES: dict[str, tuple[Any, ...]] = {
    "trump_lead": ("praiser_team", "all"),
    "four_eyes_min": (90, 91),
    "loser_scale": ("win_based", "loser_based"),
    "swap_one": ("off", "optional", "forced"),
    "swap_two": ("off", "optional"),
    "swap_partner_may_refuse": (False, True),
    "redeal_four_nines": ("on", "off"),
    "redeal_low_hand": ("on", "off"),
    "redeal_four_queens": ("mandatory", "optional", "dry_only", "off"),
    "redeal_no_high_queen": ("on", "off"),
    "p_no_cut": (0.0, 0.2, 1.0),
    "p_wrong_cut": (0.0, 0.3, 1.0),
}
MATCH_VALUES: dict[str, tuple[Any, ...]] = {
    "lucy": ("auto_win_or_reset", "celebrate"),
    "lucy_also_scores_4": (True, False),
}
"""Options of section 1 that change nothing in single deals."""


def arm_of(options: Options, names: Sequence[str], **more: object) -> Arm:
    return Arm(game_of(load("classic", {**vars(options), **more})), tuple(PAIRS[name].policy for name in names))


class Stock:
    """The hands that every attempt of every deal of a seed gives, dealt by plain Python."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.block = [0] * (layout.COLUMNS * layout.STRIDE)
        self.deal = form(draw.deal, game.shape)

    def hands(self, index: int, attempt: int) -> Hands:
        self.deal(self.block, 0, self.game.contract.table_list, self.seed, index, attempt)
        return [self.game.cards_of(self.block[(layout.HAND + seat) * layout.STRIDE]) for seat in range(4)]


def one(cards: Sequence[str]) -> str:
    (card,) = cards
    return card


def decoded(game: Game, words: Sequence[int]) -> Told:
    """What a lane of a block holds after the play, by name."""
    reasons = ["", *(row.reason for row in game.rules.redeal_rows())]
    outcomes = ["none", *(row.outcome for row in game.rules.scoring_rows()), "third_claim", "fault"]
    assert words[layout.FAULT] == 0
    told = Told(
        hands=[game.cards_of(words[layout.DEALT + seat]) for seat in range(4)],
        held=[game.cards_of(words[layout.HAND + seat]) for seat in range(4)],
        points=list(words[layout.POINTS : layout.POINTS + 2]),
        tricks_won=list(words[layout.TRICKS : layout.TRICKS + 2]),
        eyes=[words[layout.PENALTY + 1], words[layout.PENALTY]],
        outcome=outcomes[words[layout.OUTCOME]],
    )
    for row, seat in np.reshape(words[layout.CLAIM :][: 2 * words[layout.CLAIMS]], (-1, 2)).tolist():
        told.claims.append((seat, reasons[row]))
    for giver, *cards in np.reshape(words[layout.SWAP :][: 4 * words[layout.SWAPS]], (-1, 4)).tolist():
        gave, got, announced = (game.cards_of(card) for card in cards)
        told.swaps.append(Swap(giver, (giver + 2) % 4, one(gave), one(got), one(announced) if announced else None))
    if words[layout.ENDED]:
        told.charged = words[layout.CHARGED]
        return told
    leader = 0
    for t in range(8):
        cards = [one(game.cards_of(card)) for card in words[layout.LOG + 4 * t : layout.LOG + 4 * t + 4]]
        winner = words[layout.TOOK + t]
        points = sum(game.rules.card_points(card) for card in cards)
        told.tricks.append({"leader": leader, "cards": cards, "winner": winner, "points": points})
        leader = winner
    return told


def engine_deals(arm: Arm, seed: int, first: int, deals: int) -> Iterator[Told]:
    bench = Bench(arm, seed)
    for start in range(first, first + deals, layout.LANES):
        some = min(layout.LANES, first + deals - start)
        bench.play(start, some)
        for words in bench.columns[:, :some].T.tolist():
            yield decoded(arm.game, words)


def sorted_hands(told: Told) -> Told:
    """The same deal with every hand in one order."""
    hands, held = ([sorted(hand) for hand in hands] for hands in (told.hands, told.held))
    return replace(told, hands=hands, held=held)


def agrees(options: Options, names: Sequence[str], seed: int, deals: int, first: int = 0) -> Counter[str]:
    """Compare deals in everything that happens in them; returns how often what happened."""
    arm = arm_of(options, names)
    stock = Stock(arm.game, seed)
    players = [PAIRS[name].player for name in names]
    seen: Counter[str] = Counter()
    for index, found in enumerate(engine_deals(arm, seed, first, deals), first):

        def hands(attempt: int, index: int = index) -> Hands:
            return stock.hands(index, attempt)

        said = twin_classic.play(options, hands, players, seed, index)
        assert sorted_hands(found) == sorted_hands(said), f"{options}, {names}, seed {seed}, deal {index}"
        seen.update([said.outcome, f"{len(said.claims)} claims", f"{len(said.swaps)} swaps"])
        seen.update(reason for _, reason in said.claims)
        seen.update("announced" for made in said.swaps if made.announced)
    return seen


def line_ups() -> list[tuple[str, ...]]:
    mixed = [("greedy", "tosser", "contrary", "judge"), ("judge", "silent", "tosser", "keeper")]
    return [*((name,) * 4 for name in PAIRS), *mixed]


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("names", line_ups(), ids=",".join)
def test_classic_goes_like_the_twin(
    names: tuple[str, ...], daily_seed: int, sparing: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(FULL_DEALS * sparing)
    if twin_players.PLAYERS.keys() & set(names):
        deals //= 4  # these twins think long
    seen = agrees(Options(), names, daily_seed, deals)
    record_property("deals", deals)
    assert seen["win"]
    assert names == ("silent",) * 4 or seen["third_claim"] or deals < 1000
    assert ("1 swaps" in seen) == (names != ("keeper",) * 4)


def option_values() -> list[tuple[str, Any]]:
    return [(name, value) for name, values in VALUES.items() for value in values]


@pytest.mark.large
@pytest.mark.parametrize(("name", "value"), option_values())
def test_every_value_goes_like_the_twin(
    name: str, value: Any, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(OPTION_DEALS * size)
    agrees(replace(Options(), **{name: value}), ("tosser", "judge", "silent", "tosser"), daily_seed, deals)
    record_property("deals", deals)


def drawn(chance: random.Random) -> Options:
    """Random options; faults of the cut are rare enough to leave deals to be played."""
    picked = {name: chance.choice(values) for name, values in VALUES.items()}
    cuts = {name: chance.choice((0.0, 0.0, 0.1)) for name in ("p_no_cut", "p_wrong_cut")}
    return Options(**{**picked, **cuts})


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("number", range(20))
def test_options_together_go_like_the_twin(
    number: int, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(OPTION_DEALS * size)
    chance = random.Random(f"{daily_seed} {number}")
    options = drawn(chance)
    names = tuple(chance.choice(list(PAIRS)) for _ in range(4))
    agrees(options, names, daily_seed, deals)
    record_property("deals", deals)


def test_everything_that_can_happen_happens(daily_seed: int) -> None:
    # Where nobody claims most deals are played, and announced cards led and beaten.
    seen = agrees(Options(swap_two="optional"), ("silent",) * 4, daily_seed, 2000)
    assert seen["announced"] > 100
    assert seen["2 swaps"] > 10
    seen = agrees(Options(p_no_cut=0.05, p_wrong_cut=0.05), ("greedy", "greedy", "tosser", "greedy"), daily_seed, 2000)
    assert seen["fault"] > 100
    assert seen["third_claim"] > 5
    assert min(seen[f"{n} claims"] for n in range(4)) > 30
    assert min(seen[reason] for reason in ("four_nines", "low_hand", "four_queens", "no_high_queen")) > 0


@pytest.mark.parametrize("match_option", [(name, value) for name, values in MATCH_VALUES.items() for value in values])
def test_options_of_the_match_change_nothing_in_single_deals(match_option: tuple[str, Any], daily_seed: int) -> None:
    names = ("greedy", "tosser", "judge", "contrary")
    plain = list(engine_deals(arm_of(Options(), names), daily_seed, 0, 512))
    assert list(engine_deals(arm_of(Options(), names, **dict([match_option])), daily_seed, 0, 512)) == plain


def test_extreme_seeds_and_indices_go_like_the_twin() -> None:
    most = (1 << 64) - 1
    options = Options(p_no_cut=0.3, p_wrong_cut=0.3, swap_two="optional")
    for seed, first in ((0, most - 9), (most, 0), (most, most - 9), (1 << 63, (1 << 63) - 5)):
        agrees(options, ("tosser",) * 4, seed, 10, first=first)


# ---------------------------------------------------------------------------------------------------------------------
# The drivers


def driven(arm: Arm, name: str, seed: int, first: int, deals: int) -> NDArray[np.uint64]:
    """The columns that a driver leaves, the entry points of the policies and the log left out."""
    bench = Bench(arm, seed)
    call = ctypes.CFUNCTYPE(None, *(ctypes.c_int64,) * 4)(machine.driver(arm, name))
    call(bench.block.ctypes.data, bench.env.ctypes.data, first, deals)
    columns = bench.columns[:, :deals].copy()
    columns[layout.ENTRY : layout.CLAIMS] = 0
    return columns[: layout.LOG]


DRIVEN = [
    (Options(), "tosser"),
    (Options(swap_two="optional", redeal_four_queens="dry_only"), "judge"),
    (Options(p_no_cut=0.1, p_wrong_cut=0.1), "judge"),
]


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize(("options", "name"), DRIVEN, ids=lambda value: value if isinstance(value, str) else "")
def test_drivers_leave_the_same_words(options: Options, name: str, daily_seed: int) -> None:
    arm = arm_of(options, (name,) * 4)
    asking = driven(arm, "asking", daily_seed, 1000, layout.LANES)
    for other in ("scalar", "lanes"):
        assert (driven(arm, other, daily_seed, 1000, layout.LANES) == asking).all(), other
    agrees(options, (name,) * 4, daily_seed, layout.LANES, first=1000)


@pytest.mark.parametrize(("options", "name"), DRIVEN, ids=lambda value: value if isinstance(value, str) else "")
def test_drivers_count_what_the_twin_says(options: Options, name: str, daily_seed: int) -> None:
    arm = arm_of(options, (name,) * 4)
    asks = (Ask("points", us.points, (them.tricks,)), Ask("eyes", us.eyes - them.eyes))
    deals = 700
    stock, player = Stock(arm.game, daily_seed), PAIRS[name].player
    points: Counter[tuple[int, int]] = Counter()
    eyes: Counter[int] = Counter()
    for index in range(deals):

        def hands(attempt: int, index: int = index) -> Hands:
            return stock.hands(index, attempt)

        said = twin_classic.play(options, hands, [player] * 4, daily_seed, index)
        points[said.tricks_won[1], said.points[0]] += 1
        eyes[said.eyes[0] - said.eyes[1]] += 1
    for driver in machine.DRIVERS:
        # Pieces that end inside a block: what an earlier deal left in a lane must not reach the next.
        tables = run(Task((arm,), asks, daily_seed), deals=deals, driver=driver, piece=101, threads=2).tables
        found = dict(tables["points"].groups())
        cells = {(group[0], value): int(n) for group, counts in found.items() for value, n in enumerate(counts) if n}
        assert cells == points, driver
        counted = zip(tables["eyes"].values.tolist(), tables["eyes"].histogram.tolist(), strict=True)
        assert {value: n for value, n in counted if n} == eyes, driver


def test_a_deal_is_the_same_wherever_it_is_played(daily_seed: int) -> None:
    options = Options(swap_two="optional", redeal_four_queens="dry_only")
    arm = arm_of(options, ("nosy", "judge", "tosser", "nosy"))
    bench = Bench(arm, daily_seed)
    bench.play(5000, layout.LANES)  # leaves whatever it leaves in the lanes
    bench.play(0, layout.LANES)
    used = bench.columns[:, : layout.LANES].T.tolist()
    fresh = [decoded(arm.game, words) for words in used]
    for index in range(0, layout.LANES, 5):
        alone = Bench(arm, daily_seed)
        alone.play(index, 1)
        assert decoded(arm.game, alone.columns[:, 0].tolist()) == fresh[index], index


# ---------------------------------------------------------------------------------------------------------------------
# The worked examples of the rules (2 and 4)

SWAP_ONE: Hands = [
    "QC JC JH AD KD 8D AC 7C".split(),
    "9D AS TS KS 9S 8S AH TH".split(),
    "QS QD JS TD 7D KC 9C 7H".split(),
    "7S KH 9H 8H TC 8C QH JD".split(),
]
SWAP_TWO: Hands = [
    "QC JC JH AD KD 9D AC 7C".split(),
    "8D TD TS KS 9S 8S AH TH".split(),
    "QS QD JS 7D AS KC 9C 7H".split(),
    "7S KH 9H 8H TC 8C QH JD".split(),
]


def given(options: Options, hands: Hands, seed: int = 0, index: int = 0) -> tuple[Told, list[int]]:
    """A deal of given cards as the engine plays it, after the twin has said the same; and the words of its lane."""
    arm = arm_of(options, ("greedy",) * 4)
    bench, stock = Bench(arm, seed), Stock(arm.game, seed)
    bench.play(index, 1, hands)
    words = [int(word) for word in bench.columns[:, 0]]
    found = decoded(arm.game, words)
    said = twin_classic.play(
        options,
        lambda attempt: stock.hands(index, attempt) if attempt else hands,
        [PAIRS["greedy"].player] * 4,
        seed,
        index,
    )
    assert sorted_hands(found) == sorted_hands(said)
    return found, words


def test_the_worked_example_of_one_trump() -> None:
    found, words = given(Options(), SWAP_ONE)
    assert found.swaps == [Swap(1, 3, "9D", "7S", None)]
    assert sorted(found.held[1]) == sorted("7S AS TS KS 9S 8S AH TH".split())
    assert "9D" in found.held[3]
    assert words[layout.TRUMPS].bit_count() == 14
    assert sum(found.points) == 120


def test_the_worked_example_of_two_trumps() -> None:
    found, words = given(Options(swap_two="optional"), SWAP_TWO)
    assert found.swaps == [Swap(1, 3, "TD", "7S", "8D")]
    assert "TD" in found.held[3]
    assert {"7S", "8D"} < set(found.held[1])
    assert words[layout.TRUMPS].bit_count() == 13
    assert given(Options(), SWAP_TWO)[0].swaps == []


FOUR_NINES: Hands = [
    "8D 8S AC AD AS JC JH TH".split(),
    "7C 7H AH JD KC KS QC QH".split(),
    "9C 9S 9H 9D JS QD QS TD".split(),
    "7D 7S 8C 8H KD KH TC TS".split(),
]
LOW_TWICE = (0, 1056)
"""A seed and an index at which the second and the third deal are as in the example."""


def test_the_worked_example_of_a_third_claim() -> None:
    found, _ = given(Options(), FOUR_NINES, *LOW_TWICE)
    seed, index = LOW_TWICE
    game = game_of(load("classic"))
    stock = Stock(game, seed)
    second, third = stock.hands(index, 1), stock.hands(index, 2)
    assert sum(map(game.rules.card_points, second[0])) == 11
    assert sum(map(game.rules.card_points, third[1])) == 9
    assert found.claims == [(2, "four_nines"), (0, "low_hand"), (1, "low_hand")]
    assert found.charged == 3
    assert (found.outcome, found.eyes, found.points, found.swaps) == ("third_claim", [2, 0], [0, 0], [])
