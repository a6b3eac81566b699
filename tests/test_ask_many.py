"""ask over and over: its intervals hold what is true, and random questions and random text find no gap."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_ask import countable, lab_of, share_of
from test_patterns import SMALL, every_deal
from test_questions import BITS
from test_questions import truth as random_truth

import goatsim
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.lang.kinds import Deal
from goatsim.lang.reading import read
from goatsim.runs import intervals
from goatsim.runs.execute import run as play
from goatsim.runs.tasks import Arm, Ask, Task

# Truths and means of which the chance is known, though they speak of the play and so are sampled: of deals as they
# come, dealt directly, and kept by acceptance.
COVERED = [
    ("trumps >= 4 and us.points >= 0", None, "trumps >= 4", None),
    ("trumps >= 4 and us.points >= 0", "queens == 1", "trumps >= 4", "queens == 1"),
    ("trumps >= 4 and us.points >= 0", "queens + us.tricks * 0 >= 2", "trumps >= 4", "queens >= 2"),
    ("hand_points + us.points * 0", None, "hand_points", None),
    ("trumps + us.points * 0", "queens + us.tricks * 0 >= 1", "trumps", "queens >= 1"),
]


@pytest.mark.large
@pytest.mark.parametrize(("question", "condition", "exact", "exact_given"), COVERED)
def test_intervals_cover(
    question: str, condition: str | None, exact: str, exact_given: str | None, daily_seed: int, size: float
) -> None:
    runs, held = int(2_000 * size), 0
    truth = float(lab_of().ask(exact, given=exact_given))
    for number in range(runs):
        seed = (daily_seed + number) % 2**64
        lab = goatsim.at("bare", seed=seed, deals=250, threads=1, policies="low", progress="never")
        answer = lab.ask(question, given=condition)
        assert answer.method == "sampled" and answer.low is not None and answer.high is not None
        held += answer.low <= truth <= answer.high
    # As far from 95 % as chance brings it in one of a hundred thousand such tests, and a little for the kind of
    # interval; a shift would go much further.
    assert abs(held / runs - 0.95) < 4.4 * (0.95 * 0.05 / runs) ** 0.5 + 0.008


@pytest.mark.large
@pytest.mark.parametrize("options", SMALL, ids=lambda options: f"{options['sides']}: {options['hand_size']}")
def test_random_questions_about_small_packs(options: dict[str, str], daily_seed: int, size: float) -> None:
    """Exact equals brute force over every deal."""
    random = Random(daily_seed)
    lab = goatsim.at("bare", options=options, seat=random.randrange(2), progress="never")
    rules = lab.rules
    every = every_deal(rules.pack, rules.seats, rules.hand_size)
    deals = [Deal(hands, [], [], [], [], None, None, None, None) for hands in every]
    for question in countable(lab, random, int(100 * size)):
        assert lab.ask(question).fraction == share_of(deals, lab, question), (daily_seed, question)


@pytest.mark.large
def test_random_questions_about_the_whole_pack(daily_seed: int, size: float) -> None:
    """Exact equals what playing finds, and single deals are what the slow walk says of them."""
    random = Random(daily_seed)
    lab = lab_of(seed=daily_seed)
    game = game_of(lab.rules)
    questions = countable(lab, random, int(150 * size))
    asks = tuple(Ask(f"{place}", read(question)) for place, question in enumerate(questions))
    found = play(Task((Arm(game, lab.policies),), asks, daily_seed), deals=20_000).tables
    rows = lab.sample(*dict.fromkeys(str(ask.measure) for ask in asks), deals=40)
    deals = [
        Deal([list(hand) for hand in one.hands], [], [], [], [], None, None, None, None) for one in lab.deal(0, 40)
    ]
    for question, ask in zip(questions, asks, strict=True):
        exact, table = lab.ask(question), found[ask.name]
        sampled = intervals.share(int(table.histogram[table.values == 1].sum()), table.deals, 1 - 1e-7)
        assert sampled.low is not None and sampled.high is not None
        assert sampled.low <= float(exact) <= sampled.high, (daily_seed, question)
        walked = [bool(ask.measure.walk(game, deal, 0)) for deal in deals]
        assert rows[str(ask.measure)].tolist() == walked, (daily_seed, question)


def test_random_questions_about_results_are_answered_or_refused(daily_seed: int) -> None:
    random = Random(daily_seed + 1)
    lab = lab_of(deals=60)
    for _ in range(25):
        question, condition = (random_truth(random, random.randrange(2)).text for _ in range(2))
        outcome = settled(lab, question, condition)
        assert outcome == "answered" or (outcome.startswith("expected ") and "\n" not in outcome), (
            daily_seed,
            question,
            condition,
        )


def settled(lab: goatsim.Lab, question: str, condition: str | None = None) -> str:
    """How asking ends: answered, or why it is refused."""
    try:
        answer = lab.ask(question, given=condition)
    except RequestError as error:
        return str(error)
    assert answer.value is None or (answer.low is not None and answer.low <= answer.value <= (answer.high or 0))
    assert (answer.text() and np.isfinite(float(answer))) or answer.value is None
    return "answered"


ODD = [
    "us.points > 60" + " " * (1 << 20),
    "trumps" * (1 << 17),
    "(" * 1000 + "egg" + ")" * 1000,
    "not " * 1000 + "egg",
    "any(" * 1000,
    ")" * 1000,
    "us.points > \u0666\u0660",
    "us.po\u0131nts > 60",
    "u\u0455.points > 60",
    "\u202etrumps == 3",
    "trumps\u200b == 3",
    "\ufefftrumps == 3",
    "tr\u0301umps == 3",
    "trumps == \uff13",
    "\U0001f0dd",
    "\ud800",
    "\x00",
    "\x1b[31megg",
    "trumps == 3\n\n; egg",
    "trumps\u2028== 3",
    "cards(Q\u2663 \u041a\u0421) == 9",
    "has \u26602",
    "9" * 5000 + " > trumps",
    "trumps " + "+ 1" * 5000,
]


@pytest.mark.parametrize("text", ODD, ids=lambda text: text[:12].encode("unicode_escape").decode())
def test_odd_text_is_answered_or_refused_in_a_line(text: str) -> None:
    lab = lab_of(deals=60)
    for ending in (settled(lab, text), settled(lab, "egg", text)):
        assert ending == "answered" or ending.startswith("expected ")
        assert ending.isprintable() and len(ending) < 700
    for words in (["ask", text], ["ask", "egg", "--given", text], ["ask", "egg", "--hand", text]):
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = run([*words, "--rules", "bare", "--deals", "60", "--quiet"])
        assert status in (0, 2) and (status == 0 or err.getvalue().count("\n") == 1)


@settings(max_examples=60)
@given(
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from(BITS), max_size=10).map(" ".join)),
    st.one_of(st.none(), st.text(max_size=20), st.lists(st.sampled_from(BITS), max_size=6).map(" ".join)),
)
def test_any_text_is_answered_or_refused(question: str, condition: str | None) -> None:
    ending = settled(lab_of(deals=60), question, condition)
    assert ending == "answered" or (ending.startswith("expected ") and ending.isprintable())


def test_a_share_of_nothing_is_a_fraction_all_the_same() -> None:
    assert lab_of().ask("trumps > 8").fraction == Fraction(0)
