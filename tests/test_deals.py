"""Chance and dealing: the random words, the exact uniformity of the deal, and the numbers of deals."""

from __future__ import annotations

import ctypes
import math
import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.random import Philox
from scipy.special import chdtrc

from goatsim.compiler import store
from goatsim.engine import draw, layout
from goatsim.engine.bits import peek, poke
from goatsim.engine.jit import form, text
from goatsim.engine.philox import philox
from goatsim.errors import RequestError
from goatsim.exact.space import Space, space_of
from goatsim.game import Game, game_of
from goatsim.games import load
from goatsim.lab import at
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up

GAMES = Path(__file__).parent / "games"
MOST = (1 << 64) - 1
WORD = 1 << 64
EXTREMES = (0, 1, 2, (1 << 32) - 1, 1 << 32, (1 << 53) + 1, (1 << 63) - 1, 1 << 63, MOST - 1, MOST)
P_BOUND = 1e-6

# A pack, its seats and the size of a hand, as changes of bare that keep its scoring rows happy.
TINY: dict[str, object] = {
    "pack": "AC TC KC AS TS KS",
    "hand_size": 2,
    "sides": "0 1",
    "trumps": "KC TS",
    "plain_order": "ATK",
    "points": "A=31 T=20",
    "talon_to": 0,
}


def toml(name: str) -> str:
    return str(GAMES / f"{name}.toml")


ALL_GAMES = ["bare", *(toml(path.stem) for path in sorted(GAMES.glob("*.toml")))]


def bench_of(rules: str, seed: int, policies: str = "low", options: Mapping[str, object] | None = None) -> Bench:
    game = game_of(load(rules, options or {}))
    return Bench(Arm(game, line_up(policies, game.rules.sides)), seed)


def numpy_words(seed: int, index: int, attempt: int, purpose: int, block: int) -> list[int]:
    # One long integer each: numpy turns lists of such words into floats.
    counter = block + (index << 64) + (attempt << 128) + (purpose << 192)
    return [int(word) for word in Philox(key=seed, counter=counter).random_raw(4)]


Words = Callable[[int, int], int]
"""The word of a place (a seat) on a trial, 0 being the first."""


def words_of(seed: int, index: int) -> Words:
    """The deal's stream: the place's word, and further words so many blocks on."""
    return lambda place, trial: numpy_words(seed, index, 0, 1, place // 4 + 16 * trial)[place % 4]


# ---------------------------------------------------------------------------------------------------------------------
# Random words


@text
def four_words(out: list[int], seed: int, index: int, attempt: int, purpose: int, block: int) -> None:
    a, b, c, d = philox(seed, index, attempt, purpose, block)
    poke(out, 0, a)
    poke(out, 1, b)
    poke(out, 2, c)
    poke(out, 3, d)


def compiled(function: Any, numbers: int, shape: layout.Shape = layout.G) -> Callable[..., None]:
    address = store.entry(function, shape, numbers, False, f"test: {function.__name__}")
    return ctypes.CFUNCTYPE(None, *(ctypes.c_int64,) * numbers)(address)


def places() -> list[tuple[int, int, int, int, int]]:
    random = Random(5)
    found = [(seed, index, 0, purpose, 0) for seed in EXTREMES for index in EXTREMES for purpose in (1, 16, 21)]
    found += [
        (
            random.randrange(WORD),
            random.randrange(WORD),
            random.randrange(9),
            random.choice((1, 17)),
            random.randrange(9),
        )
        for _ in range(300)
    ]
    # numpy carries from one word of its counter into the next, so the last block of all is left out.
    return [*found, (MOST, MOST, MOST, MOST, MOST - 1), (3, MOST, 1 << 63, 16, 1 << 63)]


def test_philox_gives_the_words_of_numpy() -> None:
    call = compiled(four_words, 6)
    out = np.zeros(4, np.uint64)
    for place in places():
        expected = numpy_words(*place)
        assert list(philox(*place)) == expected, place
        call(out.ctypes.data, *place)
        assert out.tolist() == expected, place


def test_coins_are_streams_of_their_own() -> None:
    for seed, first in ((0, 0), (MOST, MOST - 3), (12345, 1 << 63)):
        bench = bench_of("bare", seed, "random")
        bench.play(first, 3)
        for lane in range(3):
            for seat in range(4):
                column = layout.COIN + seat * layout.COIN_WORDS
                words = bench.columns[column : column + 4, lane].tolist()
                assert words == numpy_words(seed, first + lane, 0, 16 + seat, 0)


def test_coins_of_long_hands_go_on_in_the_next_block() -> None:
    bench = bench_of(toml("skat_grand"), 9, "random")
    bench.play(4, 1)
    words = bench.columns[layout.COIN : layout.COIN + 5, 0].tolist()
    assert words == [*numpy_words(9, 4, 0, 16, 0), numpy_words(9, 4, 0, 16, 1)[0]]


# ---------------------------------------------------------------------------------------------------------------------
# The k-subset of a number


def slow_rank(taken: Sequence[int], n: int) -> int:
    """The number of a subset of n places: by how many of the lowest 16, then by their value, then by the rest."""
    k = len(taken)
    if n <= 16:
        return value_rank(taken)
    low = [place for place in taken if place < 16]
    rest = [place - 16 for place in taken if place >= 16]
    before = sum(math.comb(16, some) * math.comb(n - 16, k - some) for some in range(len(low)) if k - some <= n - 16)
    return before + value_rank(low) * math.comb(n - 16, len(rest)) + slow_rank(rest, n - 16)


def value_rank(taken: Sequence[int]) -> int:
    """How many sets of the same size have a smaller value."""
    return sum(math.comb(place, k + 1) for k, place in enumerate(sorted(taken)))


def members(cards: int) -> list[int]:
    return [place for place in range(64) if cards >> place & 1]


TABLES = game_of(load("bare")).contract.table_list


@pytest.mark.parametrize(
    ("n", "k"),
    [(n, k) for n in range(1, 17) for k in sorted({0, 1, n // 2, n - 1, n})]
    + [(17, 1), (17, 3), (17, 16), (20, 3), (20, 18), (24, 3), (32, 2), (32, 3), (32, 31)]
    + [(33, 2), (33, 32), (40, 2), (48, 2), (48, 47), (49, 2), (52, 2), (64, 1), (64, 2), (64, 63)],
)
def test_every_number_is_another_subset(n: int, k: int) -> None:
    ways = math.comb(n, k)
    sets = [draw.subset(TABLES, n, k, digit) for digit in range(ways)]
    assert len(set(sets)) == ways
    assert all(cards.bit_count() == k and cards >> n == 0 for cards in sets)
    assert [slow_rank(members(cards), n) for cards in sets] == list(range(ways))


@pytest.mark.parametrize(
    ("n", "k"),
    [
        *((17, 8), (24, 8), (32, 8), (32, 10), (32, 16), (33, 16), (40, 20), (48, 16), (48, 24), (49, 24), (52, 13)),
        *((52, 24), (64, 8), (64, 24), (64, 32), (64, 40)),
    ],
)
def test_numbers_of_large_subsets_lead_back(n: int, k: int, daily_seed: int) -> None:
    ways = math.comb(n, k)
    random = Random(daily_seed)
    digits = [0, 1, ways // 2, ways - 2, ways - 1, *(random.randrange(ways) for _ in range(300))]
    for digit in digits:
        taken = members(draw.subset(TABLES, n, k, digit))
        assert len(taken) == k and taken[-1] < n
        assert slow_rank(taken, n) == digit


# ---------------------------------------------------------------------------------------------------------------------
# Dealing from given words: the same text, fed with words that we choose


TRIALS = 12
"""How many words a place is given here, one after another; the last one is never rejected."""


@text
def given(seed: int, index: int, attempt: int, purpose: int, block: int) -> tuple[int, int, int, int]:
    """Stands in for philox: the words lie where `seed` points, those of each trial 16 blocks after those before."""
    at = 8 * (block // 16) + 4 * (block % 16)
    words: Any = seed
    return peek(words, at), peek(words, at + 1), peek(words, at + 2), peek(words, at + 3)


def fed(function: Any, **others: Any) -> Any:
    """A text of `draw` with other functions in place of those it names."""
    namespace = {**function.__globals__, "philox": given, **others}
    copy = types.FunctionType(function.__code__, namespace, f"fed_{function.__name__}")
    copy.__annotations__ = dict(function.__annotations__)
    return text(copy)


fed_deal = fed(draw.deal, fair=fed(draw.fair, drawn_again=fed(draw.drawn_again)))


def deal_of_words(game: Game, trials: Sequence[Sequence[int]], by_machine_code: bool) -> list[list[str]]:
    """The hands, and the talon last, that the engine deals from given words: `trials[t][place]`."""
    laid = [word for trial in trials for word in (*trial, *[0] * (8 - len(trial)))]
    if by_machine_code:
        block, memory = game.contract.block(), np.array(laid, np.uint64)
        call = compiled(fed_deal, 6, game.shape)
        call(block.ctypes.data, 0, game.contract.tables.ctypes.data, memory.ctypes.data, 0, 0)
        column = block.reshape(layout.COLUMNS, layout.STRIDE)[:, 0].tolist()
    else:
        plain: list[Any] = [0] * (layout.COLUMNS * layout.STRIDE)
        form(fed_deal, game.shape)(plain, 0, game.contract.table_list, laid, 0, 0)
        column = plain[:: layout.STRIDE]
    seats = range(game.rules.seats)
    return [sorted(game.cards_of(column[place])) for place in (*(layout.HAND + s for s in seats), layout.TALON)]


def slow_subset(n: int, k: int, digit: int) -> list[int]:
    """The subset with a number, by counting down the definition of `slow_rank`."""
    if n <= 16:
        taken = []
        for size in range(k, 0, -1):
            place = max(p for p in range(n) if math.comb(p, size) <= digit)
            digit -= math.comb(place, size)
            taken.append(place)
        return sorted(taken)
    for inside in range(max(0, k - (n - 16)), min(16, k) + 1):
        ways = math.comb(16, inside) * math.comb(n - 16, k - inside)
        if digit < ways:
            which, rest = divmod(digit, math.comb(n - 16, k - inside))
            return slow_subset(16, inside, which) + [16 + p for p in slow_subset(n - 16, k - inside, rest)]
        digit -= ways
    raise AssertionError


def slow_deal(game: Game, words: Words) -> list[list[str]]:
    """The hands and the talon by the definition: Lemire's numbers, subsets of what is left in pack order."""
    left = list(game.rules.pack)
    hands = []
    k = game.rules.hand_size
    for seat in range(game.rules.seats):
        n = len(left)
        digit = 0
        if n > k:
            ways = math.comb(n, k)
            trial = 0
            digit, low = divmod(words(seat, trial) * ways, WORD)
            while low < WORD % ways:
                trial += 1
                digit, low = divmod(words(seat, trial) * ways, WORD)
        hand = [left[place] for place in slow_subset(n, k, digit)]
        left = [card for card in left if card not in hand]
        hands.append(sorted(hand))
    return [*hands, sorted(left)]


def word_for(digit: int, ways: int) -> int:
    """The first word that gives a digit without being rejected."""
    word = -(-digit * WORD // ways)
    return word if word * ways % WORD >= WORD % ways else word + 1


@pytest.mark.parametrize(
    ("changes", "deals"),
    [
        (TINY, 90),
        ({**TINY, "hand_size": 3}, 20),
        ({**TINY, "hand_size": 1, "sides": "0 1 2 3"}, 360),
        ({**TINY, "hand_size": 2, "sides": "0 1 2"}, 90),
    ],
)
def test_every_tuple_of_numbers_is_another_deal(changes: dict[str, object], deals: int) -> None:
    game = game_of(load("bare", changes))
    seats, k = game.rules.seats, game.rules.hand_size
    sizes = [math.comb(6 - seat * k, k) for seat in range(seats) if 6 - seat * k > k]
    assert math.prod(sizes) == deals == space_of(game.rules).count
    for by_machine_code in (False, True):
        seen = set()
        for digits in product(*(range(ways) for ways in sizes)):
            words = [word_for(digit, ways) for digit, ways in zip(digits, sizes, strict=True)]
            seen.add(str(deal_of_words(game, [words], by_machine_code)))
        assert len(seen) == deals


@pytest.mark.parametrize("ways", [1, 2, 3, 6, 7, 15, 16, 10_518_300, math.comb(52, 24), math.comb(64, 32)])
def test_the_rejection_leaves_every_number_equally_many_words(ways: int) -> None:
    # Words whose low product is below 2**64 modulo `ways` are drawn again: floor(2**64 / ways) words a number are left.
    bias = WORD % ways
    for digit in {0, ways // 3, ways // 2, ways - 1}:
        first, end = -(-digit * WORD // ways), -(-(digit + 1) * WORD // ways)
        rejected = sum(word * ways % WORD < bias for word in (first, min(first + 1, MOST)) if word < end)
        assert end - first - rejected == WORD // ways


def edges(ways: int) -> list[int]:
    """Words around those that are rejected, and a few others."""
    digits = [0, 1, ways // 2, ways - 1]
    around = [-(-digit * WORD // ways) + step for digit in digits for step in (-1, 0, 1, 2)]
    return [word % WORD for word in around] + [0, 0, 0, 1, MOST, 1 << 63]


@pytest.mark.parametrize("by_machine_code", [False, True])
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("bare", {}),
        (toml("skat_grand"), {}),
        # Six seats: the fifth and the sixth draw from the next block.
        ("bare", {"sides": "0 1 0 1 0 1", "hand_size": 5, "talon_to": 0}),
    ],
)
def test_words_that_must_be_drawn_again_are(
    rules: str, options: dict[str, object], by_machine_code: bool, daily_seed: int
) -> None:
    random = Random(daily_seed)
    game = game_of(load(rules, options))
    sizes = space_of(game.rules).ways
    rejections: Counter[int] = Counter()
    for _ in range(150):
        trials = [[random.choice(edges(ways)) for ways in sizes] for _ in range(TRIALS - 1)]
        trials.append([word_for(random.randrange(ways), ways) for ways in sizes])

        def words(place: int, trial: int, trials: list[list[int]] = trials) -> int:
            rejections[place] += trial > 0
            return trials[trial][place]

        expected = slow_deal(game, words)
        assert deal_of_words(game, trials, by_machine_code) == expected
    drawing = [place for place, ways in enumerate(sizes) if ways > 1]
    assert all(rejections[place] > 20 for place in drawing if WORD % sizes[place])


@pytest.mark.parametrize("rules", ALL_GAMES)
def test_deals_are_what_the_definition_says(rules: str, daily_seed: int) -> None:
    seats = len(load(rules).sides)
    for seed, first in ((daily_seed, 0), (0, MOST - 5), (MOST, 1 << 63), (1 << 63, 0), (daily_seed, 1 << 32)):
        bench = bench_of(rules, seed)
        game = bench.arm.game
        bench.play(first, 6)
        for lane in range(6):
            words = bench.columns[:, lane].tolist()
            columns = (*(layout.HAND + seat for seat in range(seats)), layout.TALON)
            dealt = [sorted(game.cards_of(words[column])) for column in columns]
            assert dealt == slow_deal(game, words_of(seed, first + lane)), (seed, first + lane)


# ---------------------------------------------------------------------------------------------------------------------
# Many deals


@pytest.mark.large
def test_every_card_goes_everywhere(
    daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(2_000_000 * size) // layout.LANES * layout.LANES
    bench = bench_of("bare", daily_seed)
    cards = np.zeros((4, 32))
    together = np.zeros((32, 32))
    places = np.arange(32, dtype=np.uint64)
    batch = 64 * layout.LANES
    dealt = np.zeros((4, batch), np.uint64)
    filled = 0
    for start in range(0, deals, layout.LANES):
        bench.play(start, layout.LANES)
        dealt[:, filled : filled + layout.LANES] = bench.columns[layout.HAND : layout.HAND + 4, : layout.LANES]
        filled += layout.LANES
        if filled == batch or start + layout.LANES == deals:
            for seat in range(4):
                held = (dealt[seat, :filled, None] >> places & np.uint64(1)).astype(np.float32)
                cards[seat] += held.sum(axis=0, dtype=np.float64)
                together += (held.T @ held).astype(np.float64)
            filled = 0
    assert cards.sum() == 32 * deals
    assert (cards.sum(axis=0) == deals).all() and (cards.sum(axis=1) == 8 * deals).all()
    # A seat gets exactly eight cards, so the cards hang together: 32/31 times chi square, 31 x 3 degrees of freedom.
    chi_square = ((cards - deals / 4) ** 2 / (deals / 4)).sum() * 31 / 32
    assert P_BOUND < chdtrc(93, chi_square) < 1 - P_BOUND
    # Two cards lie in the same hand with probability 7/31.
    pairs = together[np.triu_indices(32, 1)]
    deviations = (pairs - deals * 7 / 31) / math.sqrt(deals * 7 / 31 * 24 / 31)
    assert len(pairs) == 496
    assert np.abs(deviations).max() < 6.3
    # All pairs together: were a suit or a neighbour favoured, the spread of the 496 would show it.
    assert 0.7 < deviations.std() < 1.35
    record_property("deals", deals)


def test_a_tiny_pack_is_dealt_evenly(daily_seed: int) -> None:
    bench = bench_of("bare", daily_seed, options=TINY)
    deals = 90 * 400 // layout.LANES * layout.LANES
    counted: Counter[tuple[int, int]] = Counter()
    for start in range(0, deals, layout.LANES):
        bench.play(start, layout.LANES)
        first, second = bench.columns[layout.HAND : layout.HAND + 2, : layout.LANES].tolist()
        counted.update(zip(first, second, strict=True))
    assert len(counted) == 90
    chi_square = sum((hits - deals / 90) ** 2 / (deals / 90) for hits in counted.values())
    assert P_BOUND < chdtrc(89, chi_square) < 1 - P_BOUND


def test_the_same_index_deals_the_same_cards_whatever_the_trumps(daily_seed: int) -> None:
    def hands(rules: str, options: Mapping[str, object] | None = None) -> list[list[set[str]]]:
        lab = at(rules, options=options, seed=daily_seed)
        return [[set(hand) for hand in deal.hands] for deal in lab.deal(1000, 50)]

    bare = hands("bare")
    assert hands(toml("schafkopf")) == bare
    assert hands("bare", {"trump_lead": "all", "loser_scale": "loser_based"}) == bare
    assert hands("bare", {"trumps": "7C 9H", "plain_order": "ATKQJ987"}) == bare
    assert hands("bare", {"trumps": "", "plain_order": "AKQJT987"}) == bare
    assert hands("bare", {"sides": "0 1 2 3"}) == bare
    assert hands(toml("skat_grand")) == hands(toml("skat_null"))
    assert bare[0] != bare[1]


@pytest.mark.parametrize("rules", ALL_GAMES)
def test_a_deal_shown_is_the_deal_played(rules: str, daily_seed: int) -> None:
    lab = at(rules, policies="random", seed=daily_seed)
    # More than a block, so that lanes and calls join.
    shown = lab.deal(40, layout.LANES + 10)
    played = list(lab.replay(40, layout.LANES + 10))
    assert len(shown) == len(played)
    for deal, record in zip(shown, played, strict=True):
        written = record.to_json()
        assert [list(hand) for hand in deal.hands] == written["hands"]
        assert (deal.index, deal.number) == (written["deal"], written["number"])
        assert list(deal.talon) == written.get("talon", [])


# ---------------------------------------------------------------------------------------------------------------------
# Numbers


def colex(cards: Sequence[str], k: int) -> list[tuple[str, ...]]:
    chosen = sorted(combinations(range(len(cards)), k), key=lambda places: places[::-1])
    return [tuple(cards[place] for place in places) for places in chosen]


@pytest.mark.parametrize(("seats", "hand_size"), [(2, 2), (2, 3), (3, 2), (3, 1), (4, 1), (1, 6)])
def test_the_order_of_numbers(seats: int, hand_size: int) -> None:
    pack = ("AC", "KC", "TS", "9S", "8H", "7D")

    def deals(left: Sequence[str], more: int) -> Iterator[list[tuple[str, ...]]]:
        if not more:
            yield []
            return
        for hand in colex(left, hand_size):
            for others in deals([card for card in left if card not in hand], more - 1):
                yield [hand, *others]

    space = Space(pack, seats, hand_size)
    every = list(deals(pack, seats))
    assert len(every) == space.count
    for number, hands in enumerate(every):
        found, talon = space.unrank(number)
        assert [tuple(hand) for hand in found] == hands
        assert sorted([*talon, *(card for hand in hands for card in hand)]) == sorted(pack)
        assert space.rank(hands) == number
        assert space.rank([hand[::-1] for hand in hands]) == number


@pytest.mark.parametrize("rules", ALL_GAMES)
def test_number_to_deal_to_number(rules: str, daily_seed: int) -> None:
    found = load(rules)
    space = space_of(found)
    random = Random(daily_seed)
    numbers = [0, 1, 2, space.count // 2, space.count - 2, space.count - 1]
    numbers += [random.randrange(space.count) for _ in range(200)]
    for number in numbers:
        hands, talon = space.unrank(number)
        assert [len(hand) for hand in hands] == [found.hand_size] * found.seats
        assert sorted([*talon, *(card for hand in hands for card in hand)]) == sorted(found.pack)
        assert space.rank(hands) == number
    lab = at(rules)
    for number in numbers[:9]:
        (deal,) = lab.deal(number=str(number))
        assert deal.number == str(number)
        (record,) = lab.replay(number=number)
        assert record.to_json()["number"] == str(number)
        assert record.to_json()["hands"] == [list(hand) for hand in deal.hands]


def test_how_many_deals_there_are() -> None:
    assert space_of(load("bare")).count == 99_561_092_450_391_000
    assert space_of(load("bare")).count == math.factorial(32) // math.factorial(8) ** 4
    assert space_of(load(toml("skat_grand"))).count == 2_753_294_408_504_640
    assert space_of(load(toml("kozel24"))).count == math.factorial(24) // math.factorial(6) ** 4


@pytest.mark.parametrize(
    "number", [-1, 99_561_092_450_391_000, "-1", "99561092450391000", "", "x", "1.5", 1.5, True, "1e3", "٣", "9" * 5000]
)
def test_numbers_of_no_deal_are_refused(number: Any) -> None:
    for verb in (at("bare").deal, at("bare").replay):
        with pytest.raises(RequestError, match=r"^expected the number of a deal from 0 to 99561092450390999, got "):
            verb(number=number)


@pytest.mark.parametrize("number", [-1, 90])
def test_a_space_refuses_numbers_outside(number: int) -> None:
    with pytest.raises(RequestError, match="from 0 to 89, got"):
        Space(("AC", "KC", "TS", "9S", "8H", "7D"), 2, 2).unrank(number)


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([["AC", "KC"]], "expected 2 hands, got 1"),
        ([["AC", "KC"], ["TS"]], "expected 2 cards in the hand of seat 1, got 1"),
        ([["AC", "KC"], ["TS", "AC"]], "expected every card once, got AC twice"),
        ([["AC", "KC"], ["TS", "QD"]], 'expected cards of the pack in the hand of seat 1, got "QD"'),
    ],
)
def test_a_space_refuses_hands_that_are_no_deal(hands: list[list[str]], said: str) -> None:
    with pytest.raises(RequestError) as error:
        Space(("AC", "KC", "TS", "9S", "8H", "7D"), 2, 2).rank(hands)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(("index", "some"), [(-1, 1), (MOST + 1, 1), (True, 1), (1.0, 1), (0, 0), (0, -5), (MOST, 2)])
def test_indices_outside_the_stream_are_refused(index: Any, some: int) -> None:
    for verb in (at("bare").deal, at("bare").replay):
        with pytest.raises(RequestError, match=r"^expected "):
            verb(index, some)


def test_the_last_deal_of_a_stream_can_be_shown() -> None:
    (deal,) = at("bare", seed=MOST).deal(MOST)
    (record,) = at("bare", seed=MOST).replay(MOST)
    assert record.to_json()["deal"] == deal.index == MOST
    assert record.to_json()["hands"] == [list(hand) for hand in deal.hands]
