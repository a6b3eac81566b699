"""deal under a condition: dealt directly or looked for, with the chance of the condition, and found again."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from test_questions import PACK, TRUMPS

import goatsim
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.inquiry import conditional

Capture = pytest.CaptureFixture[str]


def lab_of(rules: str = "bare", **settings: Any) -> goatsim.Lab:
    return goatsim.at(rules, **{"progress": "never", **settings})


def trumps(hand: tuple[str, ...]) -> int:
    return sum(card in TRUMPS for card in hand)


@pytest.mark.parametrize("rules", ["bare", "classic"])
def test_deals_are_dealt_to_fulfil_a_condition(rules: str, daily_seed: int) -> None:
    answers = lab_of(rules, seed=daily_seed, seat=1).deal(3, 40, given="trumps == 8 and any(others, voids >= 2)")
    for place, answer in enumerate(answers):
        assert answer.index == 3 + place and answer.looked is None
        assert sorted(card for hand in answer.hands for card in hand) == sorted(PACK)
        assert trumps(answer.hands[1]) == 8
        suits = [{card[1] for card in hand if card not in TRUMPS} for hand in answer.hands]
        assert any(len(suits[seat]) <= 1 for seat in (0, 2, 3))
        # Its number is that of its cards.
        (again,) = lab_of(rules).deal(number=answer.number)
        assert again.hands == answer.hands
    assert len({answer.number for answer in answers}) == 40
    share = lab_of(rules).ask("trumps == 8 and any(others, voids >= 2)", fresh=True).fraction
    assert answers[0].given_fraction == share and answers[0].envelope.given_share == float(share or 0)


def test_hands_of_several_seats_and_a_talon() -> None:
    (answer,) = lab_of().deal(hand=["QC QS", "left=AC"], given="partner.trumps == 0")
    assert {"QC", "QS"} <= set(answer.hands[0]) and "AC" in answer.hands[1] and not trumps(answer.hands[2])
    # Eight plain cards for the partner, none of them the ace; two queens and six others for me; the ace for the left.
    chance = Fraction(comb(17, 8), comb(32, 8)) * Fraction(comb(21, 6), comb(24, 8)) * Fraction(8, 16)
    assert answer.given_fraction == chance
    three = goatsim.at("bare", options={"sides": "0 1 2", "hand_size": 10, "talon_to": 0}, progress="never")
    found = three.deal(count=30, hand={"talon": "QC"})
    assert all("QC" in one.talon and len(one.talon) == 2 for one in found)
    assert found[0].given_fraction == Fraction(1, 16)
    assert len({card for one in found for card in one.talon}) > 10


def test_what_is_said_of_the_result_is_looked_for() -> None:
    lab = lab_of(seed=5)
    wins = lab.sample("us.points > 100", deals=400)
    wanted = wins["index"][wins["us.points > 100"]].tolist()
    found = lab.deal(0, 10, given="us.points > 100")
    assert [one.index for one in found] == wanted[:10]
    assert [one.hands for one in found] == [lab.deal(one.index)[0].hands for one in found]
    assert [one.looked for one in found] == [b - a for a, b in zip([-1, *wanted[:9]], wanted[:10], strict=True)]
    assert found[0].given_fraction is None and found[0].envelope.given_share is None
    # What is about the cards is still dealt directly.
    found = lab.deal(count=5, given="us.tricks >= 6 and trumps == 7")
    assert all(trumps(one.hands[0]) == 7 for one in found)
    dealt = {one.index: one for one in lab.deal(count=found[-1].index + 1, given="trumps == 7")}
    assert all(dealt[one.index].hands == one.hands for one in found)


def test_all_deals_of_a_condition_are_as_likely() -> None:
    found = lab_of().deal(count=2_000, given="has QC QS QH QD JC JS JH and trumps == 7")
    eighth = Counter(next(card for card in one.hands[0] if card not in TRUMPS) for one in found)
    expected = 2_000 / 18
    assert len(eighth) == 18
    # 17 degrees of freedom: more than 50 has a chance of 4 in 100,000; the seed is fixed.
    assert sum((count - expected) ** 2 / expected for count in eighth.values()) < 50


@pytest.mark.parametrize(
    "words",
    [
        "deal --given 'trumps == 8' --hand left=AC --rules bare --seed 3 --index 7 --seat 2",
        "deal --given 'lucy and trumps >= 6' --seed 3 --count 2 --policies low,greedy",
    ],
)
def test_the_command_of_a_deal_gives_it_again(words: str, capsys: Capture) -> None:
    assert run([*shlex.split(words), "--json"]) == 0
    for line in capsys.readouterr().out.splitlines():
        first = json.loads(line)
        assert run([*shlex.split(first["command"])[1:], "--json"]) == 0
        again = json.loads(capsys.readouterr().out)
        assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_a_page_says_the_chance_or_how_many_were_looked_through(capsys: Capture) -> None:
    assert run(["deal", "--given", "trumps == 8", "--count", "2"]) == 0
    page = capsys.readouterr().out
    assert page.count("given me.trumps == 8: 77/269700 = 0.0285502% of first deals\n") == 2
    (answer,) = goatsim.deal(given="us.tricks >= 5", rules="bare")
    assert "found among" in answer._repr_html_()
    assert answer.to_json()["looked"] == answer.looked == answer.index + 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"given": "trumps == 9"}, "expected a condition that some deal of bare fulfils"),
        ({"hand": ["QC", "left=QC"]}, "expected a condition that some deal of bare fulfils"),
        ({"given": "trumps == 8", "number": 3}, "expected a condition or the number of a deal, got both"),
        ({"given": "match.deals > 3"}, "which is about matches"),
        ({"given": "us.points"}, "yes or no"),
        ({"given": "egg", "index": 2**60}, "the index of a deal from which to look"),
        ({"given": "egg and lucy"}, "which none of 16,384 did that were played"),
    ],
)
def test_conditions_that_no_deal_fulfils_are_refused(
    asked: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conditional, "MOST_IN_VAIN", 16_384)
    with pytest.raises(RequestError) as refused:
        lab_of().deal(**asked)
    assert said in str(refused.value) and "\n" not in str(refused.value)
