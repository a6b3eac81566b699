"""Exact counting by classes of cards: known fractions, every deal of small packs one by one, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial

import pytest
from test_deals import TINY

from goatsim.engine import layout
from goatsim.engine import program as op
from goatsim.errors import RequestError
from goatsim.exact import counting
from goatsim.exact.counting import chance, counted
from goatsim.exact.patterns import MOST_PATTERNS, patterns_of, reason
from goatsim.game import Game, game_of
from goatsim.games import load
from goatsim.lang import Measure, left, me, others, over, partner, players, right, seat_at, the_deal, them, us
from goatsim.lang.binding import Bound
from goatsim.lang.kinds import Deal
from goatsim.lang.looks import Uncountable, looks
from goatsim.matches import match_of

BARE = game_of(load("bare"))
EVERY_HAND = 10_518_300


HIGH = "QC QS QH"
NINES = "9C 9S 9H 9D"
# rules.md, 4; the others by the inclusion and exclusion of hands with as many trumps.
KNOWN = {
    "low hand": (me.hand_points <= 12, Fraction(428813, EVERY_HAND)),
    "any low hand": (over("any", players, me.hand_points <= 12), Fraction(46617245761, 288984942675)),
    "no high queen": ((us.cards(HIGH) == 0) | (them.cards(HIGH) == 0), Fraction(7, 31)),
    "four nines": (over("any", players, me.cards(NINES) == 4), Fraction(4 * comb(28, 4), EVERY_HAND)),
    "one trump": (me.trumps == 1, Fraction(14 * comb(18, 7), EVERY_HAND)),
    "eight trumps": (me.trumps == 8, Fraction(comb(14, 8), EVERY_HAND)),
    "queens with the partner": (us.queens == 4, Fraction(comb(28, 12), comb(32, 16))),
    "both black queens": (me.has("QC QS"), Fraction(8 * 7, 32 * 31)),
    "void": (me.void("S"), Fraction(comb(26, 8), EVERY_HAND)),
    "somebody without a trump": (
        over("count", players, me.trumps == 0) >= 1,
        sum(
            (-1) ** (k + 1) * comb(4, k) * Fraction(comb(18, 8 * k) * factorial(8 * k), factorial(8) ** k * ways)
            for k, ways in ((1, EVERY_HAND), (2, EVERY_HAND * comb(24, 8)))
        ),
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_fractions(name: str) -> None:
    truth, expected = KNOWN[name]
    assert chance(BARE, truth) == expected


def test_the_trumps_of_a_hand_and_of_a_side() -> None:
    for measure, size in ((me.trumps, 8), (seat_at(3).trumps, 8), (us.trumps, 16)):
        ways = {(k,): comb(14, k) * comb(18, size - k) for k in range(min(size, 14) + 1)}
        assert counted(BARE, [measure]) == ways
        patterns = patterns_of(BARE, [measure])
        # Of seats whose sum alone is asked nobody can tell one from another.
        assert patterns.total == comb(32, size) and len(patterns.places) == 2


SIX: dict[str, object] = {
    "pack": " ".join(rank + suit for suit in "CSHD" for rank in "ATKQJ9876"),
    "trumps": "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D 6D 6C",
    "plain_order": "ATK9876",
    "sides": "0 1 0 1 0 1",
    "hand_size": 6,
}


def test_weights_beyond_a_machine_word() -> None:
    game = game_of(load("bare", SIX))
    bare_hands = over("count", players, me.trumps == 1)
    ways = counted(game, [bare_hands])
    total = factorial(36) // factorial(6) ** 6
    assert sum(ways.values()) == patterns_of(game, [bare_hands]).total == total > 1 << 64
    assert Fraction(sum(values[0] * n for values, n in ways.items()), total) == 6 * Fraction(
        16 * comb(20, 5), comb(36, 6)
    )


# ---------------------------------------------------------------------------------------------------------------------
# Every deal of small packs


# Four hands and nothing left, four hands and a talon, two hands and a talon, three sides.
SMALL: list[dict[str, object]] = [
    {**TINY, "pack": "AC TC KC QC AS TS KS QS", "trumps": "QC QS KC", "sides": "0 1 0 1", "points": "A=31 T=20 K=4"},
    {**TINY, "hand_size": 1, "sides": "0 1 0 1"},
    {**TINY},
    {**TINY, "sides": "0 1 2", "hand_size": 1},
]
EVERYWHERE = [
    me.trumps,
    us.trumps,
    us.trumps + me.trumps,
    us.trumps - them.trumps,
    us.trumps + them.trumps,
    us.trumps + us.aces + 2,
    2 * us.hand_points - me.kings,
    us.hand_points,
    us.cards("AC TC") * me.aces,
    over("any", players, me.trumps == 1),
    over("count", others, me.void("S")),
    over("max", players, me.hand_points),
    over("all", players, (me.hand_points <= 31) | (me.voids == 1)),
    over("sum", [me], me.longest) + me.high_trumps(2),
    ~me.has("AC KC"),
    me.top_trump >= "KC",
    over("min", players, me.top_trump),
    me.trumps * 0,
]
OF_FOUR = [
    partner.top_trump - right.top_trump,
    me.top_trump + partner.top_trump,
    over("count", them, me.trumps >= 1) == left.aces,
    (me.trumps + partner.trumps) * over("count", [left], me.hand_points > left.hand_points),
    us.trumps == them.trumps,
]


def measures_of(game: Game) -> list[Measure]:
    return EVERYWHERE + (OF_FOUR if game.rules.seats == 4 else [])


def every_deal(pack: Sequence[str], seats: int, size: int) -> Iterator[list[list[str]]]:
    if seats == 0:
        yield []
        return
    for hand in combinations(pack, size):
        left_over = [card for card in pack if card not in hand]
        for hands in every_deal(left_over, seats - 1, size):
            yield [list(hand), *hands]


@cache
def walked(small: int, seat: int) -> list[tuple[int, ...]]:
    """The value of every measure in every deal, worked out word by word from the names of the cards."""
    game = game_of(load("bare", SMALL[small]))
    rules, found = game.rules, []
    for hands in every_deal(rules.pack, rules.seats, rules.hand_size):
        deal = Deal(hands, [], [], [], [], None, None, None, None)
        found.append(tuple(measure.walk(game, deal, seat) for measure in measures_of(game)))
    return found


def test_only_what_is_added_up_as_it_is_lies_together() -> None:
    held = [(op.COUNT_SET, layout.DEALT + seat, 1) for seat in (0, 2)]
    highest = [(op.TOP, place, layout.ALL_TRUMPS) for _, place, _ in held]
    added = (op.ADD, 0, 0)
    for code, together in (([*held, added], 1), ([*held, (op.NOT, 0, 0), added], 2), ([*highest, added], 2)):
        assert len(looks(Bound(me.trumps, 0, 2, tuple(code)), BARE)) == together


@pytest.mark.parametrize("small", range(len(SMALL)))
def test_every_deal_of_a_small_pack(small: int) -> None:
    game = game_of(load("bare", SMALL[small]))
    measures, seat = measures_of(game), small % game.rules.seats
    deals = walked(small, seat)
    pairs = [(k, (7 * k + 3) % len(measures)) for k in range(len(measures))]
    for asked in [*((k,) for k in range(len(measures))), *pairs, (0, 4, 9)]:
        some = [measures[k] for k in asked]
        patterns = patterns_of(game, some, seat)
        expected = Counter(tuple(deal[k] for k in asked) for deal in deals)
        # Places that nobody tells apart are dealt as one.
        each, rest = divmod(len(deals), patterns.total)
        assert rest == 0
        found = counted(game, some, seat)
        assert {values: ways * each for values, ways in found.items()} == dict(expected), list(map(str, some))
        assert list(found) == sorted(found)
        groups, group = patterns.groups(some, seat)
        by_pattern: Counter[tuple[int, ...]] = Counter()
        for k, ways in zip(group.tolist(), patterns.weights.tolist(), strict=True):
            by_pattern[groups[k]] += ways
        assert by_pattern == found and groups == list(found)


# ---------------------------------------------------------------------------------------------------------------------
# What is left to sampling


@pytest.mark.parametrize("measure", [us.points, the_deal.egg, me.trumps + us.tricks, us.takes("QC") == 1])
def test_the_play_cannot_be_counted(measure: Measure) -> None:
    with pytest.raises(Uncountable, match="not about dealt cards alone"):
        patterns_of(BARE, [me.trumps, measure])
    with pytest.raises(Uncountable, match="not about dealt cards alone"):
        counted(BARE, [measure, me.trumps])


def test_too_many_patterns_are_refused_at_once() -> None:
    with pytest.raises(Uncountable, match=f"more than {MOST_PATTERNS:,} patterns"):
        patterns_of(BARE, [over("sum", players, me.hand_points * me.trumps)])
    for truth in (over("max", players, me.hand_points), over("any", players, me.top_trump >= "JC")):
        with pytest.raises(Uncountable, match="too many different deals"):
            counted(BARE, [truth])


def test_hands_that_take_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_PAIRS", 5_000)
    assert counted(BARE, [me.hand_points <= 12])
    with pytest.raises(Uncountable, match="too many different deals"):
        counted(BARE, [over("any", players, me.hand_points <= 12)])


def test_words_without_meaning_are_refused_as_ever() -> None:
    with pytest.raises(RequestError, match="a plain suit"):
        patterns_of(BARE, [me.void("D")])


OFF: Mapping[str, object] = {
    f"redeal_{name}": "off" for name in ("four_nines", "low_hand", "four_queens", "no_high_queen")
}
EXPECTED = [
    ("bare", {}, ""),
    ("classic", {**OFF, "p_no_cut": 0.1}, ""),
    ("classic", {**OFF, "redeal_low_hand": "on"}, "a hand may be dealt again (redeal_low_hand)"),
    ("classic", {**OFF, "praise": "free"}, "praise=free may give out the cards in another way"),
]


@pytest.mark.parametrize(("rules", "options", "said"), EXPECTED)
def test_games_whose_first_deals_are_not_those_played_say_why(
    rules: str, options: Mapping[str, object], said: str
) -> None:
    assert reason(game_of(load(rules, options))) == said


def test_matches_are_not_made_of_first_deals() -> None:
    assert "who praises" in reason(match_of(game_of(load("classic", OFF))))
