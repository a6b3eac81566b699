"""ask: exact where it can be, against numbers that are published or counted deal by deal; else sampled, and why."""

from __future__ import annotations

import json
import math
import shlex
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_patterns import SMALL, every_deal
from test_questions import truth as random_truth

import goatsim
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.inquiry import conditional
from goatsim.inquiry.conditions import fresh
from goatsim.inquiry.inquiries import How, inquiry
from goatsim.lang.kinds import Deal
from goatsim.lang.looks import Uncountable
from goatsim.lang.reading import read
from goatsim.show.replies import decimal

Capture = pytest.CaptureFixture[str]

HANDS = comb(32, 8)
NINES, HIGH = "9C 9S 9H 9D", "QC QS QH"


@cache
def lab_of(rules: str = "bare", **settings: Any) -> goatsim.Lab:
    return goatsim.at(rules, **{"progress": "never", **settings})


@cache
def made(**options: str | int) -> goatsim.Lab:
    """A game with another pack, of which only first deals are asked."""
    return goatsim.at("bare", options=dict(options), progress="never")


def unwrapped(answer: object) -> str:
    """A page as one line."""
    return " ".join(str(answer).split())


def six() -> goatsim.Lab:
    pack = " ".join(rank + suit for suit in "CSHD" for rank in "ATKQJ9876")
    trumps = "6C QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D 6D"
    return made(pack=pack, trumps=trumps, plain_order="ATK9876", sides="0 1 0 1 0 1", hand_size=6)


def bura() -> goatsim.Lab:
    pack = " ".join(rank + suit for suit in "CSHD" for rank in "ATKQJ9876")
    trumps = "AC TC KC QC JC 9C 8C 7C 6C"
    return made(pack=pack, trumps=trumps, plain_order="ATKQJ9876", sides="0 1 0 1", hand_size=4, talon_to=0)


FOUR_ALIKE = " or ".join(f"cards(*{suit}) == 4" for suit in "CSHD")


def split(shape: str) -> Fraction:
    """How likely the other six trumps lie like that in the three other hands if I hold eight."""
    ways = 0
    for a, b, c in set(permutations(map(int, shape.split("-")))):
        ways += comb(6, a) * comb(18, 8 - a) * comb(6 - a, b) * comb(10 + a, 8 - b)
        assert a + b + c == 6
    return Fraction(ways, comb(24, 8) * comb(16, 8))


SPLITS = {shape: split(shape) for shape in ("6-0-0", "5-1-0", "4-2-0", "4-1-1", "3-3-0", "3-2-1", "2-2-2")}
KNOWN: list[tuple[str, str | None, Fraction]] = [
    # rules.md, (b): the sample of published numbers, and those derived there.
    ("high_trumps(8) == 8", None, Fraction(1, HANDS)),
    *((f"trumps == {k}", None, Fraction(comb(14, k) * comb(18, 8 - k), HANDS)) for k in range(9)),
    *((f"queens == {k}", None, Fraction(comb(4, k) * comb(28, 8 - k), HANDS)) for k in range(5)),
    *((f"jacks == {k}", None, Fraction(comb(4, k) * comb(28, 8 - k), HANDS)) for k in range(5)),
    ("any(trumps == 1)", None, Fraction(1649536, 9821575)),
    # No trump in one hand of four, less what is counted twice; three such hands would need 24 plain cards of 18.
    (
        "any(trumps == 0)",
        None,
        4 * Fraction(comb(18, 8), HANDS) - 6 * Fraction(comb(18, 8) * comb(10, 8), HANDS * comb(24, 8)),
    ),
    *((f"pattern(others, trumps) == {shape}", "trumps == 8", share) for shape, share in SPLITS.items()),
    ("hand_points", None, Fraction(30)),
    ("us.queens == 4 or them.queens == 4", None, 2 * Fraction(comb(28, 12), comb(32, 16))),
    # rules.md, 1-4.
    ("hand_points <= 12", None, Fraction(428813, HANDS)),
    ("any(hand_points <= 12)", None, Fraction(46617245761, 288984942675)),
    (f"us.cards({HIGH}) == 0 or them.cards({HIGH}) == 0", None, Fraction(7, 31)),
    (f"any(has {NINES})", None, Fraction(4 * comb(28, 4), HANDS)),
    ("any(queens == 4)", None, Fraction(4 * comb(28, 4), HANDS)),
    ("any(queens == 4 and trumps == 4)", None, Fraction(4 * comb(18, 4), HANDS)),
    ("queens == 4 and trumps == 4", None, Fraction(comb(18, 4), HANDS)),
    ("any(us, has QC) and any(them, has 7C) or any(us, has 7C) and any(them, has QC)", None, Fraction(16, 31)),
    # Under a condition.
    ("trumps", "queens == 4", 4 + 4 * Fraction(10, 28)),
    ("partner.trumps == 0", "trumps == 8", Fraction(comb(18, 8), comb(24, 8))),
    ("all(others, clubs >= 1)", "has AC and clubs == 6", Fraction(0)),
]


@pytest.mark.parametrize(("question", "given", "expected"), KNOWN, ids=lambda part: str(part)[:40])
def test_numbers_of_the_rules_come_out_as_fractions(question: str, given: str | None, expected: Fraction) -> None:
    answer = lab_of("classic").ask(question, given=given, fresh=True)
    assert answer.fraction == expected
    assert answer.method == "exact" and answer.deals is None and answer.hits is None
    assert answer.value == answer.low == answer.high == float(expected)
    assert answer.to_json()["fraction"] == [expected.numerator, expected.denominator]


# The same of other packs: 6C and QC of `six`, ten-card hands of `three`, fifteen trumps, four of a suit of `bura`.
def test_numbers_of_other_packs() -> None:
    ten = made(sides="0 1 2", hand_size=10, talon_to=0)
    fifteen = made(trumps="QC QS QH QD JC JS JH JD 7C AD TD KD 9D 8D 7D")
    per_cent = {
        (six(), 6): "1.990 12.736 29.849 32.776 17.753 4.485 0.411",
        (ten, 10): "0.068 1.055 6.172 17.956 28.805 26.589 14.244 4.341 0.712 0.056 0.002",
        (fifteen, 8): "0.231 2.774 12.355 26.768 30.886 19.414 6.471 1.040 0.061",
    }
    for (lab, most), printed in per_cent.items():
        found = [100 * float(lab.ask(f"trumps == {k}")) for k in range(most + 1)]
        # One of them, 2.77345, is printed as 2.774.
        assert found == pytest.approx([float(share) for share in printed.split()], abs=0.00056)
    exact = {(six(), 16, 36, 6), (ten, 14, 32, 10), (fifteen, 15, 32, 8)}
    for lab, trumps, pack, hand in exact:
        for k in range(hand + 1):
            chance = Fraction(comb(trumps, k) * comb(pack - trumps, hand - k), comb(pack, hand))
            assert lab.ask(f"trumps == {k}").fraction == chance
    # Every hand of ten leaves 231 talons, all of them as likely.
    assert ten.ask("talon.has(AC AD)", hand="QC QS QH QD JC JS JH JD KC KS").fraction == Fraction(1, 231)
    apart = "any(us, has QC) and any(them, has 6C) or any(us, has 6C) and any(them, has QC)"
    assert six().ask(apart).fraction == Fraction(18, 35)
    assert bura().ask(FOUR_ALIKE).fraction == Fraction(4 * comb(9, 4), comb(36, 4))
    assert bura().ask(f"any({FOUR_ALIKE})").fraction == Fraction(6267641987, 186080076875)
    assert bura().ask("trumps == 4", given="talon.has(6C)").fraction == Fraction(comb(8, 4), comb(35, 4))
    assert bura().ask("trumps == 4", hand="talon=6C").fraction == Fraction(comb(8, 4), comb(35, 4))


def test_the_deviation_of_the_points_in_a_hand() -> None:
    square = lab_of().ask("hand_points * hand_points").fraction
    assert square is not None
    assert math.sqrt(square - 900) == pytest.approx(10.3175, abs=5e-5)


# ---------------------------------------------------------------------------------------------------------------------
# Random questions of the grammar


def countable(lab: goatsim.Lab, random: Random, wanted: int) -> list[str]:
    """Random questions that have a meaning in a game, are about dealt cards and can be counted."""
    found: list[str] = []
    while len(found) < wanted:
        text = random_truth(random, random.randrange(3)).text
        try:
            counted = inquiry(lab, "ask", text, (), How()).count()
        except (RequestError, Uncountable):
            continue
        # Of those that are always or never so a few are enough.
        if len(counted.ways) == 2 or random.random() < 0.05:
            found.append(text)
    return found


def share_of(deals: list[Deal], lab: goatsim.Lab, question: str, given: str | None = None) -> Fraction | None:
    """The share of some deals with a truth among those with another, each worked out word by word."""
    game = game_of(lab.rules)
    asked, condition = read(question), read(given) if given else None
    among = [deal for deal in deals if condition is None or condition.walk(game, deal, lab.seat)]
    return Fraction(sum(asked.walk(game, deal, lab.seat) for deal in among), len(among)) if among else None


def test_exact_answers_are_those_of_every_deal_of_a_small_pack(daily_seed: int) -> None:
    random = Random(daily_seed)
    lab = goatsim.at("bare", options=SMALL[0], seat=random.randrange(4), progress="never")
    rules = lab.rules
    deals = [Deal(hands, [], [], [], [], None, None, None, None) for hands in every_deal(rules.pack, 4, 2)]
    questions = countable(lab, random, 16)
    for question in questions:
        assert lab.ask(question).fraction == share_of(deals, lab, question), (daily_seed, question)
    for question, given in zip(questions[:5], questions[5:10], strict=True):
        expected = share_of(deals, lab, question, given)
        if expected is None:
            with pytest.raises(RequestError, match="expected a condition that some deal"):
                lab.ask(question, given=given)
            continue
        answer = lab.ask(question, given=given)
        assert answer.fraction == expected, (daily_seed, question, given)
        assert answer.method_of.given_fraction == share_of(deals, lab, given)


def test_exact_answers_are_what_playing_finds(daily_seed: int) -> None:
    lab = lab_of(deals=10_000, seed=daily_seed, confidence=1 - 1e-7)
    for question in countable(lab, Random(daily_seed), 6):
        exact, sampled = lab.ask(question), lab.tally(question).estimate()
        assert exact.method == "exact" and sampled.low is not None and sampled.high is not None
        assert sampled.low <= float(exact) <= sampled.high, (daily_seed, question)


# ---------------------------------------------------------------------------------------------------------------------
# Sampled answers


def test_what_needs_play_is_sampled_as_tally_does() -> None:
    lab = lab_of(deals=5_000)
    for question in ("us.points > 60", "us.points", "trumps >= 4 and us.eyes == 4"):
        answer, table = lab.ask(question), lab.tally(question)
        assert answer.estimate == table.estimate()
        assert answer.fraction is None and answer.deals == answer.method_of.counted == 5_000
        assert "not about dealt cards alone" in answer.explain()
    assert (lab.ask("us.points").kind, lab.ask("egg").kind) == ("number", "truth")


def test_a_precision_is_kept() -> None:
    answer = lab_of(precision=0.005).ask("us.points > 60")
    assert answer.low is not None and answer.high is not None and (answer.high - answer.low) / 2 <= 0.005
    assert "precise enough" in answer.explain()


def test_an_end_before_the_precision_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditional, "MOST_KEPT_FROM", 20_000)
    answer = lab_of().ask("egg", given="us.tricks == 4")
    assert answer.deals == 20_480 and "not yet as precise" in answer.text()
    monkeypatch.setattr(conditional, "MOST_IN_VAIN", 16_384)
    answer = lab_of().ask("egg", given="us.tricks == 0 and us.points > 60")
    assert answer.deals == 16_384 and answer.value is None and "not yet as precise" in answer.text()


def test_redeals_leave_the_first_deals_to_sampling_and_fresh_asks_about_them() -> None:
    lab = lab_of("classic", deals=3_000)
    answer = lab.ask("any(queens == 4)")
    assert answer.method == "sampled"
    assert "a hand may be dealt again" in unwrapped(answer) and "--fresh" in unwrapped(answer)
    table = lab.tally("any(queens == 4)")
    assert (answer.hits, answer.deals) == (table.share().hits, table.deals)
    assert lab.ask("any(queens == 4)", fresh=True).method == "exact"
    assert "first deal from a full pack" in lab.ask("any(queens == 4)", fresh=True).text()


def test_first_deals_are_played_without_redeals_and_praise() -> None:
    options = {"praise": "HAPPY", "swap_one": "off", "redeal_low_hand": "on"}
    rules = fresh(load("classic", options))
    assert rules.redeal_rows() == [] and rules.options["praise"] == "none"
    assert rules.identity != load("classic", options).identity
    found = goatsim.ask("us.points", rules="classic", options=options, fresh=True, deals=2000, progress="never")
    plain = goatsim.ask("us.points", rules="bare", deals=2000, progress="never")
    assert found.estimate == plain.estimate


def test_nothing_found_is_a_bound_and_the_interval_can_be_chosen() -> None:
    lab = lab_of(deals=300)
    answer = lab.ask("trumps == 8 and us.points < 30")
    assert answer.value == answer.low == 0 and answer.headline.startswith("0 (at most 1.26%)")
    exact = lab.ask("trumps == 8 and us.points < 30", interval="clopper-pearson")
    # Without a hit its upper end is where the chance of none is half of what is left outside.
    assert exact.high == pytest.approx(1 - 0.025 ** (1 / 300))
    for part in (lab.ask("egg"), lab.ask("egg", interval="clopper-pearson")):
        assert part.low is not None and part.high is not None and part.low <= float(part) <= part.high


# ---------------------------------------------------------------------------------------------------------------------
# Conditions


def test_a_condition_on_dealt_cards_is_dealt_directly() -> None:
    lab = lab_of(deals=2_000)
    rare = "me has QC QS QH QD JC JS JH JD"
    answer = lab.ask("lucy", given=rare)
    assert answer.envelope.given_share == 1 / HANDS and answer.method_of.given_fraction == Fraction(1, HANDS)
    assert answer.method_of.counted == answer.deals == 2_000
    # Every deal fulfils it, so that what follows from it is always so.
    assert lab.ask("trumps == 8 and us.points >= 0", given=rare).value == 1
    by_hand = lab.ask("lucy", hand="QC QS QH QD JC JS JH JD")
    assert by_hand.estimate == answer.estimate and by_hand.envelope.given == answer.envelope.given


def test_a_condition_on_the_result_is_sampled_by_acceptance() -> None:
    lab = lab_of(deals=4_000)
    answer, table = lab.ask("us.eyes == 4", given="us.points > 60"), lab.tally("us.eyes == 4", by="us.points > 60")
    counts = dict(table.groups())[(1,)]
    assert answer.estimate == table.share_of(counts)
    assert answer.envelope.given_share == counts.sum() / 4_000 and answer.method_of.given_fraction is None
    assert (answer.deals, answer.method_of.counted) == (4_000, int(counts.sum()))
    assert f"{counts.sum():,} of 4,000 deals fulfilled the condition" in unwrapped(answer)


def test_what_of_a_condition_is_about_dealt_cards_is_still_dealt_directly() -> None:
    lab = lab_of(deals=2_000)
    answer = lab.ask("lucy", given="us.tricks >= 7 and trumps == 7")
    direct = lab.ask("us.tricks >= 7", given="trumps == 7")
    assert answer.method_of.counted == direct.hits
    chance = Fraction(comb(14, 7) * 18, HANDS)
    assert direct.method_of.given_fraction == chance
    assert answer.envelope.given_share == pytest.approx(float(chance) * float(direct))


def test_under_rules_with_redeals_conditions_are_met_by_acceptance() -> None:
    lab = lab_of("classic", deals=4_000)
    answer, table = lab.ask("us.points > 60", given="trumps >= 5"), lab.tally("us.points > 60", by="trumps >= 5")
    assert answer.estimate == table.share_of(dict(table.groups())[(1,)])
    assert "was not dealt directly since a hand may be dealt again" in unwrapped(answer)


def test_a_condition_that_no_deal_met_leaves_the_answer_open(capsys: Capture) -> None:
    answer = lab_of(deals=50).ask("egg", given="us.tricks == 0 and trumps >= 5")
    assert answer.value is None and answer.method_of.counted == 0 and answer.envelope.given_share == 0
    assert answer.headline == "unknown" and "No deal that was played" in answer.text()
    answer.plot()


def test_hands_of_several_seats() -> None:
    lab = lab_of()
    hand: Mapping[str, Any] = {"me": "QC QS", "partner": ["QH"]}
    expected = Fraction(comb(29, 6) * comb(23, 7), comb(32, 8) * comb(24, 8))
    for form in (hand, ["QC QS", "partner=QH"], ["2=QH", "seat0 = QS qc"], "QC QS"):
        answer = lab.ask("trumps >= 2", hand=form)
        assert answer.value == 1
        if form != "QC QS":
            assert answer.method_of.given_fraction == expected
    assert lab.ask("left.queens", hand="QC QS QH").fraction == Fraction(8, 29)
    whole = "QC QS QH QD JC JS JH JD"
    assert lab.ask("partner.trumps", hand=whole).fraction == Fraction(8 * 6, 24)


@pytest.mark.parametrize(
    ("given", "hand"),
    [
        ("trumps == 9", None),
        ("trumps == 8 and partner.trumps == 7", None),
        ("us.points > 60 and queens == 5", None),
        (None, ["QC", "left=QC"]),
        (None, "QC QS QH QD JC JS JH JD AD"),
        ("void clubs", "AC"),
    ],
)
@pytest.mark.parametrize("rules", ["bare", "classic"])
def test_impossible_conditions_are_refused_at_once(rules: str, given: str | None, hand: Any) -> None:
    with pytest.raises(RequestError, match=f"expected a condition that some deal of {rules} fulfils"):
        lab_of(rules).ask("egg", given=given, hand=hand)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"question": "us.pints > 60"}, "nearest is points"),
    ({"question": "pattern(others, trumps)"}, "goatsim spread"),
    ({"question": 60}, "a measure such as goatsim.us.points"),
    ({"question": "egg", "given": "us.points"}, "yes or no"),
    ({"question": "egg", "given": goatsim.us.points}, "expected a truth as a condition"),
    ({"question": "egg", "given": 1}, "a condition as a measure"),
    ({"question": "egg", "given": "match.deals > 3"}, "all of it about matches"),
    ({"question": "egg", "hand": "partnr=QC"}, "nearest is partner"),
    ({"question": "egg", "hand": "7=QC"}, "a seat before the cards of a hand"),
    ({"question": "egg", "hand": "QX"}, "QX"),
    ({"question": "egg", "hand": "6C"}, "6C"),
    ({"question": "egg", "hand": " "}, "cards in a hand"),
    ({"question": "egg", "hand": 5}, "a hand as a text"),
    ({"question": "egg", "hand": [5]}, "a hand as a text"),
    ({"question": "egg", "hand": "talon=QC"}, "none"),
    ({"question": "egg", "fresh": 1}, "true or false for fresh"),
    ({"question": "egg", "interval": "wald"}, "wilson, clopper-pearson"),
    ({"question": "trumps", "digits": 0}, "a number of digits"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=lambda part: str(part)[:50])
def test_wrong_questions_are_refused_in_a_sentence(words: dict[str, Any], said: str) -> None:
    with pytest.raises(RequestError) as refused:
        lab_of().ask(**words)
    assert said in str(refused.value) and "\n" not in str(refused.value)


# ---------------------------------------------------------------------------------------------------------------------
# What is said


@pytest.mark.parametrize(
    ("fraction", "digits", "said"),
    [
        (Fraction(14, 1023), 6, "0.0136852..."),
        (100 * Fraction(1309, 4495), 6, "29.1212..."),
        (Fraction(1, 3), 1, "0.3..."),
        (Fraction(2, 3), 3, "0.666..."),
        (Fraction(1, 4), 6, "0.25"),
        (Fraction(30), 6, "30"),
        (Fraction(0), 4, "0"),
        (Fraction(1234567, 10), 3, "123456..."),
        (Fraction(-7, 2), 6, "-3.5"),
        (Fraction(1, 10518300), 6, "0.0000000950723..."),
        (Fraction(999999, 1000000), 3, "0.999..."),
        (Fraction(100), 1, "100"),
    ],
)
def test_digits_are_cut_off_and_never_wrong(fraction: Fraction, digits: int, said: str) -> None:
    assert decimal(fraction, digits) == said


def test_the_answer_comes_first_and_says_what_was_asked() -> None:
    answer = goatsim.ask("partner.trumps == 4", rules="bare", seat=1, digits=10, progress="never")
    page = answer.text().splitlines()
    assert page[0] == answer.headline == "1309/4495 = 29.12124582...%, exactly"
    assert page[2] == "Share of deals with partner.trumps == 4."
    seats = "Me is seat 1, left is seat 2, partner is seat 3 and right is seat 0; us are seats 1 and 3"
    assert seats in unwrapped(answer)
    assert page[-1] == "To repeat: goatsim ask 'partner.trumps == 4' --digits 10 --rules bare --seat 1"
    assert answer.cite().endswith(answer.envelope.command) and "1309/4495" in answer.cite()
    assert str(answer) == answer.text() and "1309/4495" in repr(answer)
    assert float(answer) == answer.value and answer.to_frame()["fraction"][0] == "1309/4495"
    assert "10,518,300 ways" in answer.explain() and "2 classes" in answer.explain()
    sampled = lab_of(deals=400).ask("egg")
    assert sampled.text().splitlines()[0] == sampled.headline and " to " in sampled.headline
    assert "greedy in every seat" in sampled.text() and "So many were asked for" in sampled.explain()


@pytest.mark.parametrize("question", ["egg", "us.points", "trumps == 4", "hand_points"])
def test_every_form(question: str) -> None:
    answer = lab_of(deals=300).ask(question)
    assert "<b>" in answer._repr_html_() and "data:image/png" in answer._repr_html_()
    assert answer.plot().get_title(loc="left")
    assert len(answer.to_frame()) == 1
    assert json.loads(json.dumps(answer.to_json()))["question"] == question
    assert sum(row["share"] for row in answer.rows) == pytest.approx(1)


@pytest.mark.parametrize(
    "words",
    [
        "ask --json 'us.points > 60' --given 'trumps >= 5' --rules bare --seed 5 --policies greedy,low --deals 300",
        "ask --json 'trumps == 4' --given 'queens == 2' --hand left=AC --digits 20 --fresh --seat 2",
        "ask --json --rules bare -- '-trumps + 3'",
        "ask --json us.wins --rules bare --deals 10 --given 'match.deals < 8'",
    ],
)
def test_the_command_of_an_answer_gives_it_again(words: str, capsys: Capture) -> None:
    assert run(shlex.split(words)) == 0
    first = json.loads(capsys.readouterr().out)
    assert run([*shlex.split(first["command"])[1:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    for value in (first, again):
        value.pop("seconds")
    assert {**again, "question": first["question"]} == first


def test_words_are_listed(capsys: Capture) -> None:
    assert run(["ask", "--words"]) == 0
    page = capsys.readouterr().out
    assert "high_trumps(number)" in page and "how many trumps the seat was dealt" in page
    assert run(["ask", "egg", "--words"]) == 2


def test_a_question_without_quotes(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("ask trumps in 3..4 --rules bare".split()) == 0
    assert "exactly" in capsys.readouterr().out
    assert run("ask us.points 60 --rules bare".split()) == 2
    assert "in a shell, a question stands in quotes" in capsys.readouterr().err
    assert run(["ask"]) == 2
    assert "us.points > 60" in capsys.readouterr().err
    for name, sign in (("60", ">"), ("=60", ">=")):
        with (tmp_path / name).open("w") as stream:
            words = [sys.executable, "-m", "goatsim", "ask", "us.points", "--rules", "bare", "--deals", "50"]
            done = subprocess.run(words, stdout=stream, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=300)
        assert done.returncode == 2 and f'"us.points {sign} 60"' in done.stderr and done.stderr.count("\n") == 1
    with (tmp_path / "out").open("w") as stream:
        assert (
            subprocess.run([*words[:4], "trumps", *words[5:]], stdout=stream, cwd=tmp_path, timeout=300).returncode == 0
        )
