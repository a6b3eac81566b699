"""Questions as text: what they mean, that they read as they are written, and what is said of those that are none."""

from __future__ import annotations

import operator
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark

import goatsim
from goatsim.engine import kept
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import (
    Measure,
    left,
    me,
    others,
    over,
    partner,
    pattern,
    players,
    reading,
    seat_at,
    talon,
    the_deal,
    the_match,
    them,
    us,
)
from goatsim.lang.kinds import NUMBER, TRUTH, Deal
from goatsim.lang.operations import OVER
from goatsim.lang.places import Who
from goatsim.lang.reading import LONGEST, question, read
from goatsim.lang.slips import BROADEST
from goatsim.lang.words import TABLE, lines

# The pack and its trumps as rules.md 1 lists them.
TRUMPS = "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D".split()
PACK = [rank + suit for suit in "CSHD" for rank in "ATKQJ987"]
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SIDES = (0, 1, 0, 1)
BARE = game_of(load("bare"))


def tree(measure: Measure) -> object:
    """A measure as plain data, which can be compared."""
    word = measure.word.name if measure.word else None
    given = tuple(measure.given) if isinstance(measure.given, tuple) else measure.given
    return measure.kind, measure.what, measure.value, word, measure.who, given, tuple(map(tree, measure.parts))


def a_deal(random: Random) -> Deal:
    """A deal of `bare` with made-up tricks."""
    pack = random.sample(PACK, 32)
    won: list[list[str]] = [[], []]
    for trick in range(8):
        won[random.randrange(2) if trick else 1] += pack[4 * trick : 4 * trick + 4]
    hands = random.sample(PACK, 32)
    points = [sum(WORTH.get(card[0], 0) for card in cards) for cards in won]
    return Deal(
        hands=[hands[8 * seat : 8 * seat + 8] for seat in range(4)],
        won=won,
        points=points,
        tricks=[len(cards) // 4 for cards in won],
        penalty=random.choice([[0, 2], [4, 0], [0, 0]]),
        outcome=random.choice(["egg", "lucy", "win"]),
        first_trick=random.randrange(4),
        last_trick=random.randrange(4),
        opened=random.choice(PACK),
    )


# ---------------------------------------------------------------------------------------------------------------------
# What questions mean

MUST_WORK: list[tuple[str, Measure]] = [
    ("egg", the_deal.egg),
    ("us.points > 60", us.points > 60),
    ("trumps >= 5 and queens + jacks >= 3", (me.trumps >= 5) & (me.queens + me.jacks >= 3)),
    ("any(trumps == 1)", over("any", players, me.trumps == 1)),
    ("any(them, trumps == 1)", over("any", them, me.trumps == 1)),
    ("count(trumps == 0) >= 1", over("count", players, me.trumps == 0) >= 1),
    ("cards(QC QS JC) == 3", me.cards("QC QS JC") == 3),
    ("me has QC QS and partner.trumps >= 3", me.has("QC QS") & (partner.trumps >= 3)),
    ("us.eyes == 4", us.eyes == 4),
    ("trumps in 5..6", (me.trumps >= 5) & (me.trumps <= 6)),
    ("lucy", the_deal.lucy),
    ("them.queens == 4", them.queens == 4),
    ("void spades", me.void("S")),
    ("us.tricks >= 5 and us.points < 61", (us.tricks >= 5) & (us.points < 61)),
    ("us.takes(T*) >= 3", us.takes("T*") >= 3),
    ("any(trumps >= 6 and partner.trumps == 0)", over("any", players, (me.trumps >= 6) & (partner.trumps == 0))),
    ("all(others, clubs >= 1)", over("all", others, me.clubs >= 1)),
    ("has AC and clubs == 1", me.has("AC") & (me.clubs == 1)),
    ("any(us, has AD) and them.takes(AD) == 1", over("any", us, me.has("AD")) & (them.takes("AD") == 1)),
    ("top_trump == QS and trumps == 4", (me.top_trump == "QS") & (me.trumps == 4)),
    ("pattern(others, trumps)", pattern(others, me.trumps)),
    ("trumps == 8", me.trumps == 8),
]

MORE: list[tuple[str, Measure]] = [
    ("pattern(others, trumps) == 1-3-2", pattern(others, me.trumps) == "3-2-1"),
    ("pattern(me left, queens) != 2-1", pattern([me, left], me.queens) != "2-1"),
    ("not egg or lucy and played", ~the_deal.egg | (the_deal.lucy & the_deal.played)),
    ("not us.points > 60", ~(us.points > 60)),
    ("trumps <= left.trumps < 5", (me.trumps <= left.trumps) & (left.trumps < 5)),
    ("left.trumps - trumps - aces * 2", left.trumps - me.trumps - me.aces * 2),
    ("-trumps * -3", -me.trumps * -3),
    ("(trumps + 1) * 2", (me.trumps + 1) * 2),
    ("sum(me, left, hand_points)", over("sum", [me, left], me.hand_points)),
    ("sum(me left, hand_points)", over("sum", [me, left], me.hand_points)),
    ("winner == us", us.winner),
    ("them == winner", them.winner),
    ("first_trick != partner", ~partner.first_trick),
    ("count(others, last_trick == me)", over("count", others, me.last_trick)),
    ("me.has(QC, QS)", me.has("QC QS")),
    ("seat3 void(spades)", seat_at(3).void("S")),
    ("void C", me.void("C")),
    ("void \u2665", me.void("H")),
    ("has 10d qs Q\u2663\ufe0f \u0422\u041a", me.has("TD QS QC AC")),
    ("cards 10* *d *\u2660 == 3", me.cards("T* *D *S") == 3),
    ("opens(QC *D)", the_deal.opens("QC *D")),
    ("high_trumps(3) >= 2", me.high_trumps(3) >= 2),
    ("talon.cards(Q*) == 1", talon.cards("Q*") == 1),
    ("deals", the_match.deals),
    ("match.eggs > 1", the_match.eggs > 1),
    ("us.wins", us.wins),
    ("dealer.trumps\n\t>\u00a03", Who("dealer").trumps > 3),
]


@pytest.mark.parametrize(("text", "measure"), MUST_WORK + MORE, ids=lambda part: str(part))
def test_a_text_means_what_the_words_of_python_mean(text: str, measure: Measure) -> None:
    found = read(text)
    assert tree(found) == tree(measure)
    assert tree(read(str(found))) == tree(found)


def test_the_examples_of_the_classic_game_have_a_program() -> None:
    classic = game_of(load("classic"))
    for text, measure in MUST_WORK:
        assert read(text).bound(classic, 3).code == measure.bound(classic, 3).code


class Asked(NamedTuple):
    """A question and what it means: the value from the chair of a seat."""

    text: str
    value: Callable[[Deal, int], int]


def strength(card: str) -> int:
    return len(TRUMPS) - TRUMPS.index(card) if card in TRUMPS else 0


def plain(deal: Deal, seat: int, suit: str) -> int:
    return sum(card[1] == suit and card not in TRUMPS for card in deal.hands[seat])


def held(random: Random) -> tuple[str, set[str]]:
    """Cards as a question names them, and which they are."""
    rank, suit, card = random.choice("ATKQJ987"), random.choice("CSHD"), random.choice(PACK)
    ten = "10" if rank == "T" and random.random() < 0.5 else rank
    parts = [
        (f"{ten}*", {each for each in PACK if each[0] == rank}),
        (f"*{suit.lower()}", {each for each in PACK if each[1] == suit}),
        (random.choice((card, card.lower(), card.replace("T", "10"))), {card}),
    ]
    some = random.sample(parts, random.randrange(1, 4))
    return " ".join(text for text, _ in some), set().union(*(cards for _, cards in some))


def number_word(random: Random) -> Asked:
    who, seat = random.choice([("", 0), ("me.", 0), ("left.", 1), ("partner.", 2), ("right.", 3)])
    cards, wanted = held(random)
    suit = random.choice("CSHD")
    least = random.randrange(1, 15)
    of_seat: list[tuple[str, Callable[[list[str]], int]]] = [
        ("trumps", lambda hand: len(set(hand) & set(TRUMPS))),
        ("queens", lambda hand: sum(card[0] == "Q" for card in hand)),
        ("hand_points", lambda hand: sum(WORTH.get(card[0], 0) for card in hand)),
        (f"cards({cards})", lambda hand: len(set(hand) & wanted)),
        (f"high_trumps({least})", lambda hand: len(set(hand) & set(TRUMPS[:least]))),
        ("top_trump", lambda hand: max(map(strength, hand))),
        (
            {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}[suit],
            lambda hand: sum(card[1] == suit and card not in TRUMPS for card in hand),
        ),
    ]
    word, count = random.choice(of_seat)
    choice = random.randrange(8)
    if choice < 5:
        return Asked(f"{who}{word}", lambda deal, chair: count(deal.hands[(chair + seat) % 4]))
    side, other = random.choice([("us", 0), ("them", 1)])
    if choice == 5:
        return Asked(
            f"{side}.{word}",
            lambda deal, chair: sum(count(deal.hands[seat]) for seat in range(4) if SIDES[seat] == (chair + other) % 2),
        )
    if choice == 6:
        return Asked(f"{side}.points", lambda deal, chair: deal.points[(chair + other) % 2])
    return Asked(f"{side}.takes({cards})", lambda deal, chair: len(set(deal.won[(chair + other) % 2]) & wanted))


def truth_word(random: Random) -> Asked:
    who, seat = random.choice([("", 0), ("me ", 0), ("left ", 1), ("partner.", 2)])
    cards, wanted = held(random)
    suit, name = random.choice([("C", "clubs"), ("S", "spades"), ("H", "h")])
    a, b = sorted((random.randrange(9), random.randrange(9)))
    numbers = sorted((random.randrange(3) for _ in range(4)), reverse=True)
    return random.choice(
        [
            Asked("egg", lambda deal, chair: deal.outcome == "egg"),
            Asked(f"{who}has {cards}", lambda deal, chair: wanted <= set(deal.hands[(chair + seat) % 4])),
            Asked(f"{who}void({name})", lambda deal, chair: plain(deal, (chair + seat) % 4, suit) == 0),
            Asked(f"opens({cards})", lambda deal, chair: deal.opened in wanted),
            Asked("first_trick == right", lambda deal, chair: deal.first_trick == (chair + 3) % 4),
            Asked("us != last_trick", lambda deal, chair: deal.last_trick not in (chair, (chair + 2) % 4)),
            Asked("winner == them", lambda deal, chair: deal.points[1 - chair % 2] > deal.points[chair % 2]),
            Asked(
                f"trumps in {a}..{b}",
                lambda deal, chair: a <= len(set(deal.hands[chair]) & set(TRUMPS)) <= b,
            ),
            Asked(
                f"pattern(aces) == {'-'.join(map(str, numbers))}",
                lambda deal, chair: (
                    sorted((sum(card[0] == "A" for card in hand) for hand in deal.hands), reverse=True) == numbers
                ),
            ),
            Asked("top_trump >= JC", lambda deal, chair: bool(set(deal.hands[chair]) & set(TRUMPS[:5]))),
        ]
    )


def seats(random: Random) -> tuple[str, Callable[[int], list[int]]]:
    """Whose chairs, as a question names them."""
    return random.choice(
        [
            ("", lambda chair: [0, 1, 2, 3]),
            ("players, ", lambda chair: [0, 1, 2, 3]),
            ("others, ", lambda chair: [seat for seat in range(4) if seat != chair]),
            ("us, ", lambda chair: [chair, (chair + 2) % 4]),
            ("them,", lambda chair: [(chair + 1) % 4, (chair + 3) % 4]),
            ("me right, ", lambda chair: [chair, (chair + 3) % 4]),
            ("left,partner, ", lambda chair: [(chair + 1) % 4, (chair + 2) % 4]),
        ]
    )


SIGNS: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def chained(random: Random, signs: tuple[str, ...], part: Callable[[], Asked]) -> Asked:
    """One to three parts joined from the left."""
    parts = [part() for _ in range(random.choice((1, 1, 2, 3)))]
    how = [random.choice(signs) for _ in parts[1:]]
    text = parts[0].text + "".join(f" {sign} {each.text}" for sign, each in zip(how, parts[1:], strict=True))

    def value(deal: Deal, chair: int) -> int:
        found = parts[0].value(deal, chair)
        for sign, each in zip(how, parts[1:], strict=True):
            found = SIGNS[sign](found, each.value(deal, chair))
        return found

    return Asked(text, value)


def number(random: Random, depth: int) -> Asked:
    """A number as the grammar lets one be written: products before sums, both from the left."""

    def atom() -> Asked:
        choice = random.randrange(6)
        if choice == 0:
            value = random.randrange(-9, 70)
            return Asked(str(value), lambda deal, chair: value)
        if depth and choice == 1:
            inner = number(random, depth - 1)
            return Asked(f"({inner.text})", inner.value)
        if depth and choice == 2:
            inner = number(random, depth - 1)
            return Asked(f"-({inner.text})", lambda deal, chair: -inner.value(deal, chair))
        if depth and choice == 3:
            what, (who, chairs) = random.choice(("sum", "min", "max", "count")), seats(random)
            inner = truth(random, depth - 1) if what == "count" else number(random, depth - 1)
            joined: dict[str, Callable[[list[int]], int]] = {"sum": sum, "min": min, "max": max, "count": sum}
            return Asked(
                f"{what}({who}{inner.text})",
                lambda deal, chair: joined[what]([int(inner.value(deal, one)) for one in chairs(chair)]),
            )
        return number_word(random)

    return chained(random, ("+", "-"), lambda: chained(random, ("*",), atom))


def compared(random: Random, depth: int) -> Asked:
    choice = random.randrange(4)
    if choice == 0:
        return truth_word(random)
    if depth and choice == 1:
        inner = truth(random, depth - 1)
        return Asked(f"({inner.text})", inner.value)
    if depth and choice == 2:
        what, (who, chairs), inner = random.choice(("any", "all")), seats(random), truth(random, depth - 1)
        join = any if what == "any" else all
        return Asked(
            f"{what}({who}{inner.text})", lambda deal, chair: join(inner.value(deal, one) for one in chairs(chair))
        )
    parts = [number(random, max(depth - 1, 0)) for _ in range(random.choice((2, 2, 3)))]
    how = [random.choice(list(COMPARED)) for _ in parts[1:]]
    text = parts[0].text + "".join(f" {sign} {part.text}" for sign, part in zip(how, parts[1:], strict=True))

    def value(deal: Deal, chair: int) -> bool:
        values = [part.value(deal, chair) for part in parts]
        return all(COMPARED[sign](a, b) for sign, a, b in zip(how, values, values[1:], strict=False))

    return Asked(text, value)


def truth(random: Random, depth: int) -> Asked:
    """A truth as the grammar lets one be written: not before and, and before or."""

    def denied() -> Asked:
        inner = compared(random, depth)
        if random.random() < 0.7:
            return inner
        return Asked(f"not {inner.text}", lambda deal, chair: not inner.value(deal, chair))

    def both() -> Asked:
        parts = [denied() for _ in range(random.choice((1, 1, 2, 3)))]
        return Asked(
            " and ".join(part.text for part in parts),
            lambda deal, chair: all(part.value(deal, chair) for part in parts),
        )

    ways = [both() for _ in range(random.choice((1, 1, 2)))]
    return Asked(" or ".join(way.text for way in ways), lambda deal, chair: any(way.value(deal, chair) for way in ways))


def test_random_questions_mean_what_they_say_and_read_as_they_are_written(daily_seed: int) -> None:
    random = Random(daily_seed)
    deals = [a_deal(random) for _ in range(4)]
    longest, yes = 0, 0
    for number_of in range(300):
        asked = (truth if number_of % 2 else number)(random, random.randrange(4))
        if len(asked.text) > 2000:
            continue
        measure = read(asked.text, TRUTH if number_of % 2 else NUMBER)
        assert tree(read(str(measure))) == tree(measure), asked.text
        longest = max(longest, len(asked.text))
        for deal in deals:
            chair = random.randrange(4)
            expected = int(asked.value(deal, chair))
            assert measure.walk(BARE, deal, chair) == expected, (daily_seed, asked.text, chair)
            yes += number_of % 2 and expected
    assert longest > 300 and 150 < yes < 450


# ---------------------------------------------------------------------------------------------------------------------
# What is no question

SUIT = "expected a suit (clubs, spades, hearts, diamonds)"
REFUSED = [
    ("", "expected a question such as us.points > 60, got an empty text"),
    (" \n", "expected a question such as us.points > 60, got an empty text"),
    ("us.foo > 3", 'expected a word about us, got "foo" at character 4 (us.[foo] > 3)'),
    ("us.pionts > 3", 'expected a word about us, got "pionts" at character 4 (us.[pionts] > 3); nearest is points'),
    (
        "trunps",
        'expected a word such as trumps or us.points, got "trunps" at character 1 ([trunps]); nearest is trumps',
    ),
    ("lefd.trumps", "expected a seat or a side before the dot, such as us.points, got"),
    (
        "players.trumps == 1",
        "expected any(players, ...), sum(players, ...) or another of any, all, count, sum, min, max",
    ),
    ("us.egg", 'expected a word about us, got "egg" at character 4 (us.[egg]); say egg alone'),
    ("us points > 60", "expected a dot and a word, a comparison, a sign (+ - *), a word (and, or, in) or the end, got"),
    ("us.points >", "expected a word such as us.points or a number, got nothing more at character 12 (us.points >[])"),
    ("us", 'expected a word about us, such as us.trumps, got "us" at character 1 ([us])'),
    ("trumps = 3", "expected a comparison, a sign (+ - *) or a word (and, or, in), got"),
    ("egg AND lucy", "expected a comparison, a sign (+ - *), a word (and, or, in) or the end, got"),
    (
        "eyes > 60",
        "expected a small number beside eyes, which are what a deal is worth (card points are called points)",
    ),
    ("61 <= us.eyes", "expected a small number beside eyes, which are what a deal is worth (card points are called"),
    ("has QX", 'expected a card such as QC, J* or *D, got "QX" at character 5 (has [QX])'),
    ("cards(QC QC)", "expected every card once, got QC twice at character 1 ([cards(QC QC]))"),
    ("void trumps", f'{SUIT}, got "trumps" at character 6 (void [trumps])'),
    ("void spade", f'{SUIT}, got "spade" at character 6 (void [spade]); nearest is spades'),
    (
        "trump",
        f"{SUIT}, got nothing more at character 6 (trump[]); nearest is trumps",
    ),
    (
        "us.trump > 3",
        f'{SUIT}, got ">" at character 10 (us.trump [>] 3); nearest is trumps',
    ),
    ("trumps in 5", "expected .. as in 3..5, got nothing more"),
    ("trumps in 5..3", 'expected the smaller number first, got "5..3" at character 11 (trumps in [5..3])'),
    ("trumps > 3.5", 'expected a whole number, got "." at character 11 (trumps > 3[.]5)'),
    ("any(us.points)", "expected a truth in any(...), got the number us.points at character 1 ([any(us.points])"),
    ("sum(trumps > 2)", "expected a number in sum(...), got the truth me.trumps > 2 at character 1 ([sum(trumps > 2])"),
    ("any(match, trumps > 2)", 'expected players, others, us, them or seats, got "match" at character 5 (any([match],'),
    ("any(us, trumps > 1", "expected ), got nothing more at character 19 (any(us, trumps > 1[])"),
    ("egg)", 'expected the end, got ")" at character 4 (egg[)])'),
    ("egg + 1", "expected a number beside +, got the truth egg at character 1 ([egg + 1])"),
    ("us.points and egg", "expected a truth beside and, got the number us.points at character 1 ([us.points and egg])"),
    ("winner > us", 'expected == or != between winner and a seat or a side, got "winner > us" at character 1 ('),
    ("trumps == us", "expected a word about us, such as us.trumps, got"),
    ("trumps > QC", "expected the card QC beside a comparison with top_trump, got me.trumps at character 1 ("),
    ("QC", 'expected a card beside a comparison with top_trump, got "QC" at character 1 ([QC])'),
    ("99999999999 > trumps", "expected a whole number of at most 2147483648, got"),
    ("high_trumps(x)", 'expected a whole number, got "x" at character 13 (high_trumps([x]))'),
    ("any", "expected (, got nothing more at character 4 (any[])"),
    (
        "pattern(others, trumps) > 3-2-1",
        "expected == or != and numbers such as 3-2-1 beside pattern(others, trumps)",
    ),
    ("pattern(others, trumps) == trumps", "expected numbers such as 3-2-1, got"),
    ("pattern(others, egg) == 3-2-1", "expected a number in pattern(...), got the truth egg at character 1 ("),
    ("3-2-1 == egg", "expected a number beside ==, got the truth egg"),
    ("us.points / 2", "expected a comparison, a sign (+ - *) or a word (and, or, in), got"),
    ("__import__('os')", "expected a comparison, a sign (+ - *), a word (and, or, in) or the end, got"),
    ("not " * 200 + "egg", "expected a measure at most 100 signs deep, got 101 at character 401 (...not not "),
    ("+".join(["trumps"] * 200), "expected a measure at most 100 signs deep, got 101 at character 1 ("),
    ("(" * 1000 + "egg" + ")" * 1000, "expected at most 100 open brackets, got"),
    ("x" * (LONGEST + 1), f"expected a question of at most {LONGEST} characters, got {LONGEST + 1}"),
    ("trumps > 3" + " " * 1_000_000, f"expected a question of at most {LONGEST} characters, got 1000010"),
    ("us.points > \u202e60", 'expected a word such as us.points or a number, got "\\u202e" at character 13 ('),
    ("\0", 'expected a word such as us.points or a number, got "\\x00" at character 1 ([\\x00])'),
    ("\ud800", 'expected a word such as us.points or a number, got "\\ud800" at character 1 ([\\ud800])'),
    ("trumps > \u0663", "expected a word such as us.points or a number, got"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=lambda part: part[:30].encode("unicode_escape").decode())
def test_what_is_no_question_is_refused_at_the_character(text: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        read(text)
    assert str(error.value).startswith(said)
    assert str(error.value).isprintable() and len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("text", "instead"), [("trumps = 3", "=="), ("egg && lucy", "and"), ("!egg", "not"), ("trumps \u2265 3", ">=")]
)
def test_the_signs_of_other_languages_are_answered_with_ours(text: str, instead: str) -> None:
    with pytest.raises(RequestError, match=rf"; say {instead}$"):
        read(text)


def test_a_number_where_a_truth_is_needed_may_be_the_work_of_the_shell() -> None:
    assert tree(read("us.points", NUMBER)) == tree(us.points)
    with pytest.raises(
        RequestError, match=r"got the number us\.points; in a shell, a question with < or > stands in quo"
    ):
        read("us.points", TRUTH)
    with pytest.raises(RequestError, match=r"^expected a number, such as us\.points, got the truth egg$"):
        read("egg", NUMBER)
    nothing: Any = 5
    with pytest.raises(RequestError, match=r"^expected a question as a text, such as us\.points > 60, got 5$"):
        read(nothing)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("them has QC", "expected a seat for has, got them: say any(us, ...) or all(us, ...)"),
        ("talon.cards(Q*)", "expected a game with a talon for talon.cards(Q*), got bare, which has none"),
        ("takes(6*)", 'expected cards of bare for takes, got "6*"'),
        ("void diamonds", 'expected a plain suit (C S H) for void, got "D"'),
        ("opponent.trumps", "expected a seat of bare (me, left, partner, right, leader, dealer"),
        (
            "pattern(others, trumps) == 3-3",
            "expected a pattern of 3 numbers for pattern(others, trumps) in bare, got",
        ),
        (
            "pattern(us.points)",
            "expected a pattern of a number with few values from 0 up, such as trumps, got 0 to 120",
        ),
        (
            "pattern(trumps - queens)",
            "expected a pattern of a number with few values from 0 up, such as trumps, got -4",
        ),
        ("sum(" * 12 + "trumps" + ")" * 12, "expected a measure of at most 8192 steps in bare, got sum(players, sum("),
        ("deals", "expected a word about deals, got deals, which is about matches"),
    ],
)
def test_what_has_no_meaning_in_a_game_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        read(text).bound(BARE)
    assert str(error.value).startswith(said)


BITS = "us them me left players others match talon seat0 and or not in == != < > + - * ( ) , . .. 3".split()
BITS += [*TABLE, *OVER, "QC", "J*", "*D", "10D", "pattern", "3-2-1", "spades", "=", "\0", "\u2665", "99", " "]


def answered(text: str) -> Measure | str:
    """The question that a text is, or why it is none."""
    try:
        return read(text)
    except RequestError as error:
        return str(error)


@given(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(BITS), max_size=12).map(" ".join)))
def test_any_text_is_a_question_or_refused_in_a_sentence(text: str) -> None:
    found = answered(text)
    if isinstance(found, Measure):
        assert tree(read(str(found))) == tree(found)
    else:
        assert found.startswith("expected ") and found.isprintable()
        assert len(found) < 400 + 4 * BROADEST


# ---------------------------------------------------------------------------------------------------------------------
# Where texts are taken, and the list of words


def test_measures_made_in_python_have_an_end_too() -> None:
    deep = broad = me.trumps
    for _ in range(99):
        deep = deep + 1
    for _ in range(9):
        broad = broad + broad
    with pytest.raises(RequestError, match=r"^expected a measure at most 100 signs deep, got 101$"):
        _ = deep + 1
    with pytest.raises(RequestError, match=r"^expected a measure of at most 2000 words and signs, got 2047$"):
        _ = broad + broad


def test_every_word_is_listed_and_can_be_asked() -> None:
    listed = {line.name: line for line in lines()}
    assert set(listed) == {*TABLE, *OVER, "pattern"}
    given = {"": "", "cards": "(QC J*)", "number": "(2)", "suit": "(spades)"}
    given |= {"a truth": "(egg)", "a number": "(trumps)", "meld": "(sequence)"}
    for line in lines():
        assert line.doc and read(f"{line.name}{given[line.takes]}").kind == line.kind


def test_questions_are_counted_as_texts() -> None:
    assert goatsim.question is question is read
    lab = goatsim.at("bare", deals=300, progress="never")
    text, python = lab.tally("us.points > 60", by="trumps"), lab.tally(us.points > 60, by=[me.trumps])
    assert text.to_frame().equals(python.to_frame())
    wrong: Any = [5]
    with pytest.raises(RequestError, match=r"^expected a measure such as goatsim.us.points, or its text, got 5$"):
        lab.tally("us.points", by=wrong)
    with pytest.raises(RequestError, match=r"beside a pattern, got pattern\(others, trumps\) alone$"):
        lab.tally("pattern(others, trumps)")


# ---------------------------------------------------------------------------------------------------------------------
# The parser's tables are kept


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder, out of which the parser comes."""
    monkeypatch.setenv(kept.FOLDER_VARIABLE, str(tmp_path))
    for one in (kept.folder, reading._parser):
        one.cache_clear()
    yield tmp_path
    for one in (kept.folder, reading._parser):
        one.cache_clear()


def parsed_anew(text: str) -> str:
    reading._parser.cache_clear()
    return str(read(text))


def test_tables_of_the_parser_are_kept_and_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = "any(us, has AD) and (trumps + 1 == 5)"
    first = parsed_anew(said)
    (file,) = cache.glob("*/*.code")
    before = file.read_bytes()
    with monkeypatch.context() as without:
        without.setattr(Lark, "__init__", None)
        assert parsed_anew(said) == first
        with pytest.raises(RequestError, match="expected"):
            parsed_anew("trumps +")
    # Another grammar, lark or Python is another name.
    for module, name in ((reading, "__version__"), (sys, "version")):
        monkeypatch.setattr(module, name, "other")
        assert parsed_anew(said) == first
    assert len(list(cache.glob("*/*.code"))) == 3
    assert file.read_bytes() == before


def test_damaged_tables_of_the_parser_are_made_anew(cache: Path) -> None:
    first = parsed_anew("trumps >= 5")
    (file,) = cache.glob("*/*.code")
    good = file.read_bytes()
    others: list[object] = [{"a": 1}, (), {"data": {}, "memo": {}}]
    contents = [b"no pickle", *map(pickle.dumps, others)]
    wrong = [kept._checksum(file, content) + content for content in contents]
    for damaged in (b"", good[:100], good[:-1] + bytes([good[-1] ^ 1]), *wrong):
        file.write_bytes(damaged)
        assert parsed_anew("trumps >= 5") == first
        mended = file.read_bytes()
        assert kept._checksum(file, mended[32:]) == mended[:32] and len(mended) > len(good) // 2
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_questions_need_no_folder(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("off", str(cache / "file")):
        (cache / "file").touch()
        monkeypatch.setenv(kept.FOLDER_VARIABLE, place)
        kept.folder.cache_clear()
        assert parsed_anew("trumps >= 5")
    assert [each.name for each in cache.iterdir()] == ["file"]
