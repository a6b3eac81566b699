"""Questions and their answers: every word against its own twin, exact shares, refusals, and intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goatsim.engine.layout import LANES
from goatsim.errors import RequestError
from goatsim.game import Game, game_of
from goatsim.games import load
from goatsim.lab import at
from goatsim.lang import (
    Measure,
    left,
    me,
    others,
    over,
    partner,
    pattern,
    patterns,
    players,
    right,
    seat_at,
    talon,
    the_deal,
    them,
    us,
)
from goatsim.lang.binding import label
from goatsim.lang.kinds import TRUTH, Deal
from goatsim.lang.reading import question
from goatsim.lang.words import TABLE
from goatsim.runs import intervals
from goatsim.runs.execute import run
from goatsim.runs.machine import Worker
from goatsim.runs.tasks import Arm, Ask, Table, Task, difference
from goatsim.seats.named import line_up

GAMES = Path(__file__).parent / "games"
SKAT_GRAND = str(GAMES / "skat_grand.toml")
SKAT_NULL = str(GAMES / "skat_null.toml")
SCHAFKOPF = str(GAMES / "schafkopf.toml")
DEALS = 120
ABOUT_DEALS = [word for word in TABLE.values() if not word.about_matches]

# Rules, options and line-up; one with every kind of side, one with a talon, one without trumps and points.
SETTINGS: list[tuple[str, dict[str, object], str]] = [
    ("bare", {}, "random"),
    ("bare", {"loser_scale": "loser_based"}, "greedy,low"),
    ("bare", {"sides": "0 1 2 3"}, "random"),
    (SCHAFKOPF, {}, "greedy"),
    (SKAT_GRAND, {}, "random"),
    (SKAT_NULL, {}, "low"),
    ("classic", {}, "greedy"),
    ("classic", {"swap_two": "optional", "p_no_cut": 0.1, "p_wrong_cut": 0.1}, "random"),
    ("classic", {"praise": "PANTS2", "pants_challenge": 0.5, "no_queen_after_praise": True}, "random"),
]


def arm_of(rules: str, options: Mapping[str, object], policies: str) -> Arm:
    game = game_of(load(rules, options))
    return Arm(game, line_up(policies, game.rules.sides))


@cache
def walked(setting: int, seed: int) -> list[Deal]:
    """Some deals by name, out of their records."""
    rules, options, policies = SETTINGS[setting]
    lab = at(rules, options=options, policies=policies, seed=seed)
    sides = lab.rules.sides
    found = []
    for record in lab.replay(0, DEALS):
        written = record.to_json()
        tricks, result = written["tricks"], written["result"]
        won: list[list[str]] = [[] for _ in range(lab.rules.side_count)]
        laid: list[list[str]] = [[] for _ in range(lab.rules.side_count)]
        for trick in tricks:
            won[sides[trick["winner"]]] += trick["cards"]
            laid[sides[trick["winner"]]] += trick["cards"] * trick.get("pre", False)
        # Of two sides, what one gets is charged to the other.
        penalty = result["eyes"][::-1] if "eyes" in result else result["penalty"]
        found.append(
            Deal(
                hands=written["hands"],
                won=won,
                points=result["points"],
                tricks=result["tricks"],
                penalty=penalty,
                outcome=result["outcome"],
                first_trick=tricks[0]["winner"] if tricks else None,
                last_trick=tricks[-1]["winner"] if tricks else None,
                # Cards of tricks that were played while they were dealt are not led.
                opened=next((trick["cards"][0] for trick in tricks if not trick.get("pre")), None),
                redeals=len(written.get("redeals", [])),
                swaps=record.swaps or (),
                challenged=challenged(written, sides),
                talon=written.get("talon", []),
                laid=laid,
            )
        )
    return found


def challenged(written: Mapping[str, Any], sides: Sequence[int]) -> tuple[int, ...]:
    """What each side pays for a wrong challenge, in the deal or in one that was cancelled."""
    made = [one.get("praise", {}).get("challenge") for one in (written, *written.get("redeals", []))]
    accusers = [sides[seat] for seat in made if seat is not None]
    return tuple(4 * (side in accusers) for side in range(2)) if accusers else ()


def measured(arm: Arm, measures: list[Measure], seed: int, seat: int, deals: int = DEALS) -> list[list[int]]:
    """The value of every measure in every deal, as the engine counts it: one deal at a time."""
    task = Task((arm,), tuple(Ask(str(k), measure) for k, measure in enumerate(measures)), seed, seat)
    worker = Worker(task, ["asking"])
    starts = np.array([axes.start for axes in task.plan.axes])
    lows = np.array([axes.lows[0] for axes in task.plan.axes])
    found = []
    for index in range(deals):
        worker.counts[:] = 0
        assert worker.run(index, 1) == 1
        cells = np.flatnonzero(worker.counts)
        assert len(cells) == len(measures) and worker.counts.sum() == len(measures)
        found.append((cells - starts + lows).tolist())
    return found


def agree(setting: int, measures: list[Measure], seed: int, seat: int, size: float = 1.0) -> None:
    arm = arm_of(*SETTINGS[setting])
    deals = walked(setting, seed)[: max(40, int(DEALS * size))]
    expected = [[measure.walk(arm.game, deal, seat) for measure in measures] for deal in deals]
    for measure, values in zip(measures, zip(*expected, strict=True), strict=True):
        bound = measure.bound(arm.game, seat)
        assert bound.low <= min(values) and max(values) <= bound.high, str(measure)
        assert measure.kind != TRUTH or {bound.low, bound.high} == {0, 1}
    for index, (found, said) in enumerate(zip(measured(arm, measures, seed, seat, len(deals)), expected, strict=True)):
        wrong = [str(m) for m, a, b in zip(measures, found, said, strict=True) if a != b]
        assert not wrong, f"seed {seed}, deal {index}, seat {seat}: {wrong}"


def fits(measure: Measure, game: Game, seat: int) -> bool:
    try:
        measure.bound(game, seat)
    except RequestError:
        return False
    return True


OF_OTHER_GAMES = {
    "bought",
    "brisques",
    "claims",
    "for_less",
    "meld",
    "melds",
    "score",
    "sevens",
    "stocks",
}
"""Words of a talon that is bought, of sets, melds and stocks; the tests of their games walk them."""


def words(game: Game, random: Random) -> Iterator[Measure]:
    """Every word of the table about everyone it can be about, with several things in the brackets."""
    pack = list(game.rules.pack)
    gifts: dict[str | None, list[Any]] = {
        None: [None],
        "number": sorted({1, 2, len(game.rules.trumps)}),
        "suit": [*"CSHD"],
        "meld": ["sequence"],
        "cards": [*(random.sample(pack, some) for some in (1, 1, 2, 3, 8, len(pack))), ["T*"], ["*D", "J*", "AC"]],
    }
    seats = [me, left, partner, right, *map(seat_at, range(4))]
    for word in ABOUT_DEALS:
        whole = [us, them, *([talon] if word.of == "seat" and not word.lone else [])]
        for who in [the_deal] if word.of == "deal" else [*seats, *whole]:
            made = getattr(who, word.name)
            yield from [made] if word.takes is None else [made(gift) for gift in gifts[word.takes]]


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_every_word_counts_what_it_says(setting: int, daily_seed: int, size: float) -> None:
    game = arm_of(*SETTINGS[setting]).game
    used = set()
    for seat in (0, game.rules.seats - 1):
        asked = [one for one in words(game, Random(daily_seed)) if fits(one, game, seat)]
        used |= {one.word.name for one in asked if one.word}
        agree(setting, asked, daily_seed, seat, size)
    if setting == 0:
        assert used == {word.name for word in ABOUT_DEALS} - OF_OTHER_GAMES


def tree(random: Random, game: Game, simple: list[Measure], kind: str, depth: int) -> Measure:
    """A measure put together at random."""
    made: Measure
    if depth == 0:
        if kind != TRUTH and random.random() < 0.25:
            made = me.trumps * 0 + random.randrange(-3, 70)
            return made
        return random.choice([one for one in simple if one.kind == kind])

    def part(of: str) -> Measure:
        return tree(random, game, simple, of, random.randrange(depth))

    if kind == "number":
        choice = random.randrange(6)
        if choice == 0:
            return part("number") - part("number")
        if choice == 1:
            return part("number") * random.randrange(-2, 4)
        if choice == 2:
            return over(random.choice(("sum", "min", "max")), random.choice((players, others, us, them)), me.queens)
        if choice == 3:
            return over("count", random.choice((players, others)), me.trumps > left.trumps)
        return part("number") + part("number")
    choice = random.randrange(10)
    a, b = part("number"), part("number")
    if choice < 6:
        made = [a == b, a != b, a < b, a <= b, a > b, a >= b][choice]
        return made
    if choice == 6:
        return ~part(TRUTH)
    if choice == 7:
        return over(random.choice(("any", "all")), random.choice((players, others, us, them)), me.trumps >= right.aces)
    return part(TRUTH) & part(TRUTH) if choice == 8 else part(TRUTH) | part(TRUTH)


@pytest.mark.large
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_measures_made_at_random(setting: int, daily_seed: int, size: float) -> None:
    random = Random(daily_seed)
    game = arm_of(*SETTINGS[setting]).game
    simple = [one for one in words(game, random) if fits(one, game, 1)]
    made = [tree(random, game, simple, random.choice((TRUTH, "number")), random.randrange(1, 5)) for _ in range(150)]
    agree(setting, made, daily_seed, 1, size)
    depths = {str(one).count("(") for one in made}
    assert max(depths) > 5


def test_the_highest_trump_compares_with_cards(daily_seed: int) -> None:
    asked = [me.top_trump >= "JC", me.top_trump == "QS", left.top_trump < "9D", over("any", us, me.top_trump == "QC")]
    agree(0, asked, daily_seed, 2)


SAID = [
    "pattern(others, trumps) == 3-2-1",
    "pattern(trumps) != 5-4-3-2",
    "pattern(me left, queens) == 1-0",
    "count(pattern(others, jacks) == 2-1-0)",
    "dealer.trumps * 100 + leader.trumps",
    "first_trick == me and last_trick != us",
    "any(others, first_trick == me) == any(them, last_trick == me)",
    "min(hand_points) - max(us, hand_points)",
]


@pytest.mark.parametrize("setting", [0, 2])
def test_questions_as_texts_count_what_they_say(setting: int, daily_seed: int) -> None:
    agree(setting, [question(text) for text in SAID], daily_seed, 1)


def test_a_pattern_has_a_number_of_its_own() -> None:
    game, asked = arm_of(*SETTINGS[0]).game, pattern(others, me.trumps)
    bound, labels = asked.bound(game, 2), set()
    for a in range(9):
        for b in range(a + 1):
            for c in range(b + 1):
                value = patterns.number((c, a, b), 8)
                assert bound.low <= value <= bound.high
                assert label(asked, game, 2, value) == f"{a}-{b}-{c}"
                labels.add(value)
    assert len(labels) == 165
    assert label(me.trumps, game, 2, 7) == "7"


def test_measures_say_what_they_are() -> None:
    assert str((us.points > 60) & ~the_deal.egg | (me.cards("10D qs") == 2)) == (
        "((us.points > 60) and (not egg)) or (me.cards(TD QS) == 2)"
    )
    assert str(1 - partner.trumps * 2) == "1 - (partner.trumps * 2)"
    assert str(seat_at(3).has("QC")) == "seat3 has QC"


def test_words_of_the_whole_deal_add_up(daily_seed: int) -> None:
    game = game_of(load("bare"))
    task = Task(
        (Arm(game, line_up("random", game.rules.sides)),),
        (
            Ask("trumps", us.trumps + them.trumps),
            Ask("points", us.points + them.points),
            Ask("dealt", over("sum", players, me.hand_points)),
            Ask("tricks", us.tricks + them.tricks),
            Ask("first", over("count", (me, left), us.first_trick)),
            Ask("egg", the_deal.egg == (us.points == them.points)),
            Ask("all", me.cards(" ".join(game.rules.pack))),
        ),
        daily_seed,
    )
    tables = run(task, deals=5000).tables
    for name, value in {"trumps": 14, "points": 120, "dealt": 120, "tricks": 8, "first": 1, "egg": 1, "all": 8}.items():
        assert tables[name].share(value).hits == 5000, name


# ---------------------------------------------------------------------------------------------------------------------
# Exact shares


def hypergeometric(k: int, marked: int, pack: int = 32, hand: int = 8) -> float:
    return math.comb(marked, k) * math.comb(pack - marked, hand - k) / math.comb(pack, hand)


def test_the_published_shares_of_trumps() -> None:
    shares = [round(100 * hypergeometric(k, 14), 2) for k in range(9)]
    assert shares == [0.42, 4.24, 16.06, 29.65, 29.12, 15.53, 4.37, 0.59, 0.03]


@pytest.mark.large
def test_dealt_words_have_their_exact_shares(daily_seed: int, size: float) -> None:
    game = game_of(load("bare"))
    asks = (
        *(Ask(f"trumps {seat}", seat_at(seat).trumps) for seat in range(4)),
        Ask("queens", me.queens),
        Ask("high", partner.high_trumps(3)),
        Ask("void", left.void("C")),
        Ask("has", right.has("QC QS")),
        Ask("side", us.cards("QC QS QH QD")),
        Ask("one", over("any", players, me.trumps == 1)),
        Ask("none", over("any", players, me.trumps == 0)),
        Ask("top", me.top_trump == "QC"),
    )
    arm = Arm(game, line_up("low", game.rules.sides))
    # About sixty intervals are looked at each day; at this confidence one fails by chance in centuries.
    tables = run(Task((arm,), asks, daily_seed), deals=int(4_000_000 * size), confidence=1 - 1e-7).tables
    exact = {f"trumps {seat}": [hypergeometric(k, 14) for k in range(9)] for seat in range(4)}
    exact |= {
        "queens": [hypergeometric(k, 4) for k in range(5)],
        "high": [hypergeometric(k, 3) for k in range(4)],
        "side": [hypergeometric(k, 4, hand=16) for k in range(5)],
    }
    for name, shares in exact.items():
        assert sum(shares) == pytest.approx(1)
        for value, share in enumerate(shares):
            found = tables[name].share(value)
            assert found.low is not None and found.high is not None
            assert found.low <= share <= found.high, (name, value)
    truths = {
        "void": hypergeometric(0, 6),
        "has": hypergeometric(2, 2),
        "one": 0.16795,
        "none": 0.01664,
        "top": 1 / 4,
    }
    for name, share in truths.items():
        found = tables[name].share()
        assert found.low is not None and found.high is not None
        assert found.low - 6e-6 <= share <= found.high + 6e-6, name
    mean = tables["trumps 2"].mean()
    assert mean.low is not None and mean.high is not None
    assert mean.low <= 3.5 <= mean.high
    deviation = math.sqrt(8 * 14 / 32 * 18 / 32 * 24 / 31)
    assert tables["trumps 2"].deviation() == pytest.approx(deviation, rel=0.01)


# ---------------------------------------------------------------------------------------------------------------------
# Refusals


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda game: me.trunps, "expected a word about me (aces, "),
        (lambda game: me.egg, "expected a word about me ("),
        (lambda game: the_deal.points, "expected a word about the deal (capture, egg, "),
        (
            lambda game: them.has("QC").bound(game),
            "expected a seat for has, got them: say any(us, ...) or all(us, ...)",
        ),
        (lambda game: me.high_trumps(0).bound(game), "expected a number of trumps from 1 to 14 for high_trumps, got 0"),
        (
            lambda game: me.high_trumps(15).bound(game),
            "expected a number of trumps from 1 to 14 for high_trumps, got 15",
        ),
        (lambda game: me.high_trumps(True), "expected a whole number for high_trumps, got true"),
        (lambda game: me.void("D").bound(game), 'expected a plain suit (C S H) for void, got "D"'),
        (lambda game: me.cards(7), "expected cards for cards, such as QC QS, got 7"),
        (lambda game: me.has("QC QC"), "expected every card once, got QC twice"),
        (lambda game: me.has("QX"), 'expected a card such as QC, TD or 9S, got "QX"'),
        (lambda game: ~us.points, "expected a truth after not, got the number us.points"),
        (lambda game: us.points & the_deal.egg, "expected a truth beside and, got the number us.points"),
        (lambda game: us.points + the_deal.egg, "expected a number beside +, got the truth egg"),
        (lambda game: us.points == the_deal.egg, "expected a number beside ==, got the truth egg"),
        (lambda game: us.points > 1.5, "expected a measure, a whole number or a card, got 1.5"),
        (lambda game: us.points == (), "expected a measure, a whole number or a card, got ()"),
        (lambda game: 1 < us.points < 60, "expected & | ~ between measures instead of and, or, not and chained"),
        (lambda game: over("any", us, me.trumps), "expected a truth in any(...), got the number me.trumps"),
        (lambda game: over("sum", us, the_deal.egg), "expected a number in sum(...), got the truth egg"),
        (lambda game: over("mean", us, me.trumps), 'expected one of any, all, count, sum, min, max, got "mean"'),
        (lambda game: (me.top_trump > "AC").bound(game), "expected a trump of bare to compare top_trump with, got"),
        (lambda game: me.trumps > "QC", "expected the card QC beside a comparison with top_trump, got me.trumps"),
        (lambda game: seat_at(6), "expected"),
        (lambda game: seat_at(True), "expected"),
        (lambda game: seat_at(5).trumps.bound(game), 'expected seat0 to seat3 in bare, got "seat5"'),
        (lambda game: me.has("2C").bound(game), "expected cards of bare for has, got"),
        (lambda game: me.cards("QC 6D").bound(game), "expected cards of bare for cards, got"),
        (lambda game: us.takes("6H").bound(game), "expected cards of bare for takes, got"),
        (lambda game: the_deal.opens("2S QC").bound(game), "expected cards of bare for opens, got"),
    ],
)
def test_what_has_no_meaning_is_refused_in_a_sentence(make: Any, said: str) -> None:
    with pytest.raises((RequestError, AttributeError)) as error:
        make(game_of(load("bare")))
    assert str(error.value).startswith(said)
    assert "\n" not in str(error.value)


def test_a_wrong_word_is_answered_with_the_words_there_are() -> None:
    with pytest.raises(AttributeError, match=r"\(aces, .* wins\), got trunps; nearest is trumps$"):
        _ = me.trunps
    assert "trumps" in dir(me) and "egg" not in dir(me) and set(dir(the_deal)) >= {"egg", "lucy", "opens"}


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (partner.trumps, "expected a seat of skat_grand (me, left, right, leader, dealer), got"),
        (the_deal.egg, "expected a word that skat_grand knows, got egg: no scoring row of it has that outcome"),
    ],
)
def test_words_without_a_meaning_in_a_game_are_refused(measure: Measure, said: str) -> None:
    with pytest.raises(RequestError) as error:
        measure.bound(game_of(load(SKAT_GRAND)))
    assert str(error.value).startswith(said)


def test_several_other_sides_have_no_truth() -> None:
    with pytest.raises(RequestError, match=r"expected one side for them\.winner, got 3 other sides in bare"):
        them.winner.bound(game_of(load("bare", {"sides": "0 1 2 3"})))


def test_too_many_values_or_too_deep_a_measure_are_refused() -> None:
    arm = arm_of("bare", {}, "low")
    with pytest.raises(RequestError, match="expected at most 4194304 different values"):
        _ = Task((arm,), (Ask("x", us.points * us.points * us.points * us.points),)).plan
    deep = me.trumps
    for _ in range(70):
        deep = me.trumps - deep
    with pytest.raises(RequestError, match="expected a measure at most 64 values deep, got 7"):
        _ = Task((arm,), (Ask("x", deep * 0),)).plan


# ---------------------------------------------------------------------------------------------------------------------
# Groups and differences


def test_groups_are_counted_apart(daily_seed: int) -> None:
    arm = arm_of(*SETTINGS[0])
    by = (me.trumps - left.trumps, us.queens)
    task = Task((arm,), (Ask("points", us.points, by), Ask("egg", the_deal.egg, (me.trumps,))), daily_seed)
    tables = run(task, deals=DEALS).tables
    expected: dict[tuple[int, ...], list[int]] = {}
    eggs: dict[tuple[int, ...], list[int]] = {}
    for deal in walked(0, daily_seed):
        group = tuple(measure.walk(arm.game, deal) for measure in by)
        expected.setdefault(group, []).append(us.points.walk(arm.game, deal))
        eggs.setdefault((me.trumps.walk(arm.game, deal),), []).append(the_deal.egg.walk(arm.game, deal))
    table = tables["points"]
    found = {group: sorted(np.repeat(table.values, counts).tolist()) for group, counts in table.groups()}
    assert found == {group: sorted(values) for group, values in expected.items()}
    assert table.deals == DEALS
    for group, counts in table.groups():
        assert table.mean_of(counts).value == pytest.approx(sum(expected[group]) / len(expected[group]))
    for group, counts in tables["egg"].groups():
        share = tables["egg"].share_of(counts)
        assert (share.hits, share.deals) == (sum(eggs[group]), len(eggs[group]))
    assert table.histogram.sum() == DEALS
    assert table.mean().value == pytest.approx(sum(map(sum, expected.values())) / DEALS)


def compared(first: Arm, second: Arm, measure: Measure, seed: int, deals: int) -> Table:
    task = Task((first, second), (Ask("d", measure, seen=difference(0, 1)),), seed)
    return run(task, deals=deals).tables["d"]


@pytest.mark.parametrize("policies", ["greedy", "random", "random,low"])
def test_a_line_up_against_itself_differs_by_nothing(policies: str, daily_seed: int) -> None:
    arm, again = arm_of("bare", {}, policies), arm_of("bare", {}, policies)
    table = compared(arm, again, us.points, daily_seed, 3000)
    assert table.histogram[table.values == 0].tolist() == [3000]
    mean = table.mean()
    assert mean.value == 0
    # No spread was seen, which does not mean that there is none.
    assert mean.low is not None and mean.high is not None
    assert -0.5 < mean.low < 0 < mean.high < 0.5


@pytest.mark.parametrize(
    ("rules", "options", "policies"),
    [("bare", {}, "greedy"), ("bare", {"trump_lead": "all"}, "random"), (SCHAFKOPF, {}, "low")],
)
def test_differences_are_taken_deal_by_deal(
    rules: str, options: dict[str, object], policies: str, daily_seed: int
) -> None:
    first, second = arm_of("bare", {}, "random"), arm_of(rules, options, policies)
    table = compared(first, second, us.points - them.tricks, daily_seed, DEALS)
    ours = [row[0] for row in measured(first, [us.points - them.tricks], daily_seed, 0)]
    others_ = [row[0] for row in measured(second, [us.points - them.tricks], daily_seed, 0)]
    expected = sorted(a - b for a, b in zip(ours, others_, strict=True))
    assert np.repeat(table.values, table.histogram).tolist() == expected
    assert len(set(expected)) > 10


# ---------------------------------------------------------------------------------------------------------------------
# Intervals


@pytest.mark.parametrize(
    # R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, at 95 %.
    ("hits", "deals", "wilson", "exact"),
    [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_published_intervals(hits: int, deals: int, wilson: tuple[float, float], exact: tuple[float, float]) -> None:
    for is_exact, limits in ((False, wilson), (True, exact)):
        found = intervals.share(hits, deals, 0.95, is_exact)
        assert found.value == hits / deals
        assert (found.low, found.high) == pytest.approx(limits, abs=0.00005)
        mirrored = intervals.share(deals - hits, deals, 0.95, is_exact)
        assert (mirrored.low, mirrored.high) == pytest.approx((1 - limits[1], 1 - limits[0]), abs=0.00005)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999, 1 - 1e-9])
def test_intervals_of_shares_stay_within_reason(confidence: float, exact: bool) -> None:
    for deals in [*range(1, 40), 1000, 10**9, 2**53]:
        for hits in sorted({0, 1, deals // 3, deals // 2, deals - 1, deals}):
            found = intervals.share(hits, deals, confidence, exact)
            assert found.low is not None and found.high is not None and found.value is not None
            assert 0 <= found.low <= found.value <= found.high <= 1
            assert found.low < found.high or deals == 2**53  # where floating point ends
            assert found.low == 0 or hits
            assert found.high == 1 or hits < deals
            if deals <= 1000:
                assert (found.low == 0) == (hits == 0) and (found.high == 1) == (hits == deals)
            assert math.isfinite(found.half_width)


def test_the_bound_without_a_hit_is_near_the_rule_of_three() -> None:
    found = intervals.share(0, 1000, 0.95, exact=True)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 1000))
    assert intervals.share(0, 1000, 0.95).high == pytest.approx(3.8 / 1000, abs=0.1 / 1000)


def test_no_deals_have_no_value() -> None:
    for found in (intervals.share(0, 0, 0.95), intervals.mean(np.arange(3), np.zeros(3, np.int64), 0.95)):
        assert (found.value, found.low, found.high, found.deals) == (None, None, None, 0)
        assert found.half_width == math.inf
        assert "nan" not in str(found.to_json()).lower()
    assert intervals.deviation(np.arange(3), np.zeros(3, np.int64)) == 0


@given(
    st.integers(-200, 200),
    st.lists(st.one_of(st.just(0), st.integers(0, 5), st.integers(0, 10**12)), min_size=1, max_size=40),
    st.sampled_from([0.5, 0.95, 0.9999]),
)
def test_intervals_of_means_stay_within_reason(least: int, counts: list[int], confidence: float) -> None:
    values = np.arange(len(counts)) + least
    found = intervals.mean(values, np.array(counts, np.int64), confidence)
    if not sum(counts):
        assert found.value is None
        return
    assert found.value is not None and found.low is not None and found.high is not None
    slack = 1e-9 * (1 + abs(least))
    assert values[0] - slack <= found.low <= found.value <= found.high <= values[-1] + slack
    exact = sum(int(v) * c for v, c in zip(values, counts, strict=True)) / sum(counts)
    assert found.value == pytest.approx(exact, rel=1e-12, abs=1e-12)
    if len(counts) > 1:
        assert found.low < found.high


def test_the_mean_and_deviation_of_known_numbers() -> None:
    values, counts = np.array([2, 3, 4, 5]), np.array([100, 0, 200, 100])
    data = [2, 4, 4, 5] * 100
    assert intervals.deviation(values, counts) == pytest.approx(np.std(data, ddof=1))
    found = intervals.mean(values, counts, 0.95)
    assert found.value == pytest.approx(np.mean(data))
    half = 1.959964 * np.std(data, ddof=1) / 20
    assert (found.low, found.high) == pytest.approx((3.75 - half, 3.75 + half), abs=1e-6)


def test_a_rare_value_does_not_make_the_others_rarer() -> None:
    values, counts = np.arange(5), np.array([1000, 0, 0, 0, 0])
    never = intervals.mean(values, counts, 0.95)
    counts[4] = 1
    once = intervals.mean(values, counts, 0.95)
    assert never.high is not None and once.high is not None and never.high < once.high


def test_a_value_that_never_changed_is_not_certain() -> None:
    values, counts = np.arange(0, 11), np.zeros(11, np.int64)
    counts[2] = 100
    found = intervals.mean(values, counts, 0.95)
    other = intervals.share(0, 100, 0.95).high
    assert other is not None
    # As often as another value may come unseen, it may have been the least or the most of all.
    assert found.value == 2
    assert (found.low, found.high) == pytest.approx((2 - 2 * other, 2 + 8 * other))


def test_intervals_cover_as_often_as_they_say() -> None:
    """Two thousand runs of 400 deals: how often the interval holds the exact value, at a fixed seed."""
    arm = arm_of("bare", {}, "low")
    task = Task((arm,), (Ask("many", me.trumps >= 4), Ask("trumps", me.trumps)), seed=20)
    share = sum(hypergeometric(k, 14) for k in range(4, 9))
    worker, runs, deals = Worker(task, ["asking"]), 2000, 400
    covered = {"wilson": 0, "exact": 0, "mean": 0}
    for number in range(runs):
        worker.counts[:] = 0
        worker.run(number * deals, deals)
        cells = worker.counts[task.plan.axes[1].start :]
        hits = int(worker.counts[1])
        assert hits == cells[4:].sum() and cells.sum() == deals
        for name, found, truth in (
            ("wilson", intervals.share(hits, deals, 0.95), share),
            ("exact", intervals.share(hits, deals, 0.95, exact=True), share),
            ("mean", intervals.mean(np.arange(9), cells, 0.95), 3.5),
        ):
            assert found.low is not None and found.high is not None
            covered[name] += found.low <= truth <= found.high
    assert 0.935 <= covered["wilson"] / runs <= 0.965
    assert 0.935 <= covered["mean"] / runs <= 0.965
    assert covered["exact"] / runs >= 0.95


@pytest.mark.parametrize("share", [0.001, 0.015, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("deals", [10, 100, 1000])
def test_the_exact_interval_covers_at_least_as_often_as_it_says(share: float, deals: int) -> None:
    # Not by trying, but by adding up the probability of all numbers of hits whose interval holds the share.
    covered = 0.0
    for hits in range(deals + 1):
        found = intervals.share(hits, deals, 0.95, exact=True)
        assert found.low is not None and found.high is not None
        if found.low <= share <= found.high:
            log = math.lgamma(deals + 1) - math.lgamma(hits + 1) - math.lgamma(deals - hits + 1)
            covered += math.exp(log + hits * math.log(share) + (deals - hits) * math.log1p(-share))
    assert covered >= 0.95


def test_lanes_left_over_are_not_counted(daily_seed: int) -> None:
    arm = arm_of("bare", {}, "low")
    task = Task((arm,), (Ask("t", me.trumps),), daily_seed)
    for deals in (1, LANES - 1, LANES, LANES + 1):
        assert run(task, deals=deals).tables["t"].deals == deals
