"""Matches of the slow twin: made score situations, and what holds of first deals, dealers and scores."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
import twin
import twin_match
from praise_players import PAIRS
from twin_classic import Hands
from twin_kinds import deck_of, one_by_one
from twin_match import Match, Options
from twin_praise import Record

# ---------------------------------------------------------------------------------------------------------------------
# Made situations (1, "Deal scoring", "Match", "Options that meet")


def over(outcome: str, points: tuple[int, int] = (0, 0), **more: Any) -> Record:
    """What matters of a deal that is over."""
    return {"result": {"outcome": outcome, "points": list(points)}, **more}


def booked(match: Match, *deals: Record, **options: Any) -> Match:
    """The match after some deals."""
    for deal in deals:
        assert match.loser is None
        twin_match.book(match, Options(**options), deal)
    return match


def test_an_egg_keeps_the_dealer_and_everything_else_moves_it() -> None:
    match = booked(Match(1), over("egg", (60, 60)))
    assert (match.dealer, match.penalty, match.eggs, match.deals) == (1, [0, 0], 1, 1)
    assert booked(match, over("win", (59, 61))).dealer == 2
    assert match.penalty == [2, 0]
    assert booked(match, over("ninety", (100, 20))).dealer == 3
    assert match.penalty == [2, 4]
    assert booked(match, over("egg", (60, 60)), over("third_claim")).dealer == 0
    assert (match.penalty, match.eggs, match.deals) == ([2, 6], 2, 5)
    assert booked(match, over("fault", cut={"seat": 2})).dealer == 1
    assert (match.penalty, match.loser) == ([4, 6], None)


def test_the_worked_example_of_a_tail() -> None:
    match = booked(Match(3, [0, 10]), over("ninety", (103, 17)))
    assert (match.loser, match.tail, match.penalty) == (1, True, [0, 14])


@pytest.mark.parametrize(
    ("stood", "points", "tail_min", "tail"),
    [(10, 90, 90, True), (10, 89, 90, False), (10, 90, 91, False), (10, 91, 91, True), (8, 100, 90, False)],
)
def test_a_tail_needs_ten_eyes_and_ninety_points(stood: int, points: int, tail_min: int, tail: bool) -> None:
    outcome = "ninety" if points > 90 else "win"
    match = booked(Match(3, [stood, 0]), over(outcome, (120 - points, points)), tail_min=tail_min)
    assert (match.loser, match.tail) == (0, tail)


def test_a_tail_follows_the_target() -> None:
    assert booked(Match(3, [0, 4]), over("ninety", (95, 25)), target=6).tail
    assert not booked(Match(3, [0, 10]), over("ninety", (95, 25)), target=13).tail
    # Nobody can stand at 11 or -1.
    assert not booked(Match(3), over("ninety", (95, 25)), target=1).tail


@pytest.mark.parametrize("deal", [over("third_claim"), over("fault", cut={"seat": 3})])
def test_claims_and_faults_end_matches_without_a_tail(deal: Record) -> None:
    match = booked(Match(3, [0, 10]), deal)
    assert (match.loser, match.tail, match.penalty) == (1, False, [0, 12])


LUCIES = [
    ([0, 0], {}, [0, 12], True, False),
    ([0, 8], {}, [0, 12], True, False),
    ([0, 10], {}, [0, 12], True, True),
    ([0, 4], {"loser_scale": "loser_based", "lucy_also_scores_4": False}, [0, 12], True, False),
    ([2, 0], {}, [0, 4], False, False),
    ([10, 6], {}, [0, 10], False, False),
    ([2, 8], {}, [0, 12], True, False),
    ([2, 10], {}, [0, 14], True, True),
    ([10, 10], {"lucy_also_scores_4": False}, [0, 10], False, False),
    ([2, 4], {"loser_scale": "loser_based"}, [0, 10], False, False),
    ([2, 6], {"lucy": "celebrate"}, [2, 10], False, False),
    ([0, 6], {"lucy": "celebrate", "lucy_also_scores_4": False}, [0, 10], False, False),
    ([2, 6], {"lucy": "celebrate", "loser_scale": "loser_based"}, [2, 12], True, False),
    ([0, 10], {"lucy": "celebrate"}, [0, 14], True, True),
    ([0, 2], {"target": 8}, [0, 8], True, False),
]
"""Penalties before a lucy of side 0, options, penalties after it, whether the match is over, and with a tail."""


@pytest.mark.parametrize(("before", "options", "after", "ended", "tail"), LUCIES)
def test_a_lucy_wins_or_closes_eyes(
    before: list[int], options: dict[str, Any], after: list[int], ended: bool, tail: bool
) -> None:
    match = booked(Match(3, list(before)), over("lucy", (120, 0)), **options)
    assert (match.penalty, match.loser, match.tail) == (after, 1 if ended else None, tail)
    assert match.dealer == 0


def test_an_egg_doubles_the_next_counted_deal() -> None:
    egg, win = over("egg", (60, 60)), over("win", (70, 50))
    assert booked(Match(3), egg, win).penalty == [0, 2]
    doubled: dict[str, Any] = {"egg_next_deal_multiplier": 2}
    assert booked(Match(3), egg, win, **doubled).penalty == [0, 4]
    assert booked(Match(3), egg, win, win, **doubled).penalty == [0, 6]
    assert booked(Match(3), egg, egg, win, **doubled).penalty == [0, 4]
    assert booked(Match(3), egg, over("ninety", (20, 100)), **doubled).penalty == [8, 0]
    assert booked(Match(3, [0, 2]), egg, over("lucy", (0, 120)), lucy="celebrate", **doubled).penalty == [8, 2]
    assert booked(Match(3, [0, 2]), egg, over("lucy", (0, 120)), win, **doubled).penalty == [8, 2]
    # What is not counted is charged once, and the deal after it is doubled.
    assert booked(Match(3), egg, over("third_claim"), win, **doubled).penalty == [0, 6]
    assert booked(Match(3), egg, over("fault", cut={"seat": 0}), win, **doubled).penalty == [2, 4]
    challenged = over("win", (70, 50), praise={"type": "PANTS", "challenge": 2})
    assert booked(Match(3), egg, challenged, **doubled).penalty == [4, 4]


def test_a_challenge_is_booked_before_the_deal() -> None:
    challenge = {"type": "PANTS", "challenge": 1}
    match = booked(Match(3), over("win", (70, 50), praise=challenge))
    assert (match.penalty, match.dealer) == ([0, 6], 0)
    # It ends the match: the deal is not counted, though it would have ended it, too.
    match = booked(Match(3, [10, 8]), over("ninety", (10, 110), praise=challenge))
    assert (match.penalty, match.loser, match.tail, match.deals) == ([10, 12], 1, False, 1)
    # A tail goes by the score before the deal, whatever a challenge has brought since.
    match = booked(Match(3, [0, 6]), over("ninety", (110, 10), praise=challenge))
    assert (match.penalty, match.loser, match.tail) == ([0, 14], 1, False)
    # It opens the first eyes of the others: a lucy of the accused no longer meets ... a side without any.
    match = booked(Match(3, [0, 0]), over("lucy", (0, 120), praise=challenge))
    assert (match.penalty, match.loser) == ([4, 0], None)


# ---------------------------------------------------------------------------------------------------------------------
# Whole matches of the twin


def hands_of(index: int, attempt: int) -> Hands:
    """Hands for matches without an engine."""
    pack = random.Random(f"{index} {attempt}").sample(twin.bare().pack, 32)
    return [pack[8 * seat : 8 * seat + 8] for seat in range(4)]


def told(number: int, **options: Any) -> tuple[list[Record], Match]:
    return twin_match.play(Options(**options), hands_of, [PAIRS["chancer"].player] * 4, 5, number)


def test_first_deals() -> None:
    trumps = twin.bare().trumps
    leaders, dealers = Counter[int](), Counter[int]()
    for number in range(60):
        first, *others = told(number, praise="free", trump_lead="none_first_deal", first_dealer="random")[0]
        holder = next(seat for seat, hand in enumerate(first["hands"]) if "AD" in hand)
        assert first["praise"] == {}
        assert first["first_leader"] == holder
        dealers[first["dealer"]] += 1
        leaders[(holder - first["dealer"]) % 4] += 1
        assert not first["tricks"] or first["tricks"][0]["leader"] == holder
        held = [list(hand) for hand in first["hands"]]
        for swap in first["swaps"]:
            for seat, out, back in ((swap["giver"], "gave", "got"), (swap["receiver"], "got", "gave")):
                held[seat] = [card for card in held[seat] if card != swap[out]] + [swap[back]]
        for trick in first["tricks"]:
            lead = trick["cards"][0]
            assert lead not in trumps or set(held[trick["leader"]]) <= set(trumps)
            for place, card in enumerate(trick["cards"]):
                held[(trick["leader"] + place) % 4].remove(card)
        assert not any("first_deal" in record for record in others)
    assert len(leaders) == len(dealers) == 4


def test_the_first_deal_is_dealt_one_by_one() -> None:
    for number in range(20):
        (record, *_), _ = told(number)
        index, attempt = number << 20, min(len(record["redeals"]), 2)
        deck = deck_of(twin.bare(), hands_of(index, attempt), 5, index, attempt)
        assert [sorted(hand) for hand in one_by_one(deck).hands] == [sorted(hand) for hand in record["hands"]]


def test_the_ace_of_diamonds_may_have_to_be_led() -> None:
    played = 0
    for number in range(60):
        first = told(number, first_deal_must_lead_AD=True)[0][0]
        if first["tricks"]:
            played += 1
            assert first["tricks"][0]["cards"][0] == "AD"
            assert all(swap["gave"] != "AD" for swap in first["swaps"])
    assert played > 30
    first = told(0, first_deal_leader="left_of_dealer", redeal_low_hand="off", redeal_no_high_queen="off")[0][0]
    assert (first["dealer"], first["first_leader"], first["tricks"][0]["leader"]) == (3, 0, 0)


def test_dealers_and_scores_go_on() -> None:
    for number in range(40):
        records, match = told(number, praise="free", egg_next_deal_multiplier=2)
        assert match.deals == len(records)
        assert [record["deal"] for record in records] == [(number << 20) + j for j in range(len(records))]
        for one, other in pairwise(records):
            egg = one["result"]["outcome"] == "egg"
            assert other["dealer"] == (one["dealer"] + (not egg)) % 4
            assert not egg or other["multiplier"] == 2
            lost = {before > after for before, after in zip(one["score_before"], other["score_before"], strict=True)}
            assert one["result"]["outcome"] == "lucy" or lost == {False}
        assert match.loser is not None
        assert match.penalty[match.loser] >= 12 > match.penalty[1 - match.loser]
