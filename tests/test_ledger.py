"""The ledger of a match: every rule of rules.md 1 about the score, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from goatsim.errors import RequestError
from goatsim.games import load
from goatsim.ledger import Facts, Ledger, Terms, plays_matches, terms_of

WIN = Facts("win", (0, 2), (70, 50), (5, 3))
NINETY = Facts("ninety", (0, 4), (100, 20), (6, 2))
LUCY = Facts("lucy", (0, 4), (120, 0), (8, 0))
EGG = Facts("egg", (0, 0), (60, 60), (4, 4))
CLAIM = Facts("third_claim", (2, 0), counted=False)


def at(eyes: tuple[int, int], **more: Any) -> Ledger:
    """A match in which the sides have so many eyes."""
    return replace(Ledger(penalty=(eyes[1], eyes[0]), deal=3, first=False), **more)


def test_the_first_deal_and_the_next() -> None:
    state = Ledger()
    assert (state.eyes, state.dealer, state.deal, state.first, state.title) == ((0, 0), 3, 0, True, "")
    after = state.after(WIN)
    assert (after.eyes, after.dealer, after.deal, after.first, after.loser) == ((2, 0), 0, 1, False, None)
    assert after.after(replace(NINETY, penalty=(4, 0))).eyes == (2, 4)


def test_the_dealer_stays_after_an_egg_alone() -> None:
    for facts, dealer in ((WIN, 2), (NINETY, 2), (LUCY, 2), (CLAIM, 2), (EGG, 1)):
        assert at((2, 2), dealer=1).after(facts).dealer == dealer
    assert at((2, 2), dealer=3).after(WIN).dealer == 0
    # An egg by its name only, as far as it was counted.
    assert at((2, 2), dealer=1).after(Facts("egg", (0, 2), counted=False)).dealer == 2


def test_a_third_claim_in_the_example_charges_the_dealer() -> None:
    after = Ledger().after(replace(CLAIM, penalty=(0, 2)))
    assert (after.eyes, after.dealer, after.deal) == ((2, 0), 0, 1)


@pytest.mark.parametrize(
    ("eyes", "facts", "loser", "title"),
    [
        ((8, 0), NINETY, 1, "goat"),
        ((8, 0), WIN, None, ""),
        ((10, 0), WIN, 1, "goat"),
        ((10, 10), NINETY, 1, "goat+tail"),
        ((10, 10), replace(NINETY, points=(90, 30)), 1, "goat+tail"),
        ((10, 10), replace(NINETY, points=(89, 31)), 1, "goat"),
        ((9, 0), NINETY, 1, "goat"),
        ((11, 0), NINETY, 1, "goat"),
        ((10, 2), LUCY, 1, "goat+tail"),
        ((8, 2), LUCY, 1, "goat"),
        ((10, 0), LUCY, 1, "goat+tail"),
        ((0, 10), CLAIM, 0, "goat"),
        ((10, 10), replace(CLAIM, penalty=(0, 2)), 1, "goat"),
    ],
)
def test_who_loses_and_how(eyes: tuple[int, int], facts: Facts, loser: int | None, title: str) -> None:
    after = at(eyes).after(facts)
    assert (after.loser, after.title) == (loser, title)
    egged = at(eyes, eggs=2).after(facts)
    assert egged.title == title.replace("goat", "goat+eggs")


def test_the_worked_example_ends_with_a_tail() -> None:
    after = at((10, 4)).after(Facts("ninety", (0, 4), (103, 17), (6, 2)))
    assert (after.loser, after.title, after.eyes) == (1, "goat+tail", (14, 4))


def test_lucy_wins_or_closes_the_eyes() -> None:
    for eyes, after, loser in (((2, 0), (12, 0), 1), ((0, 0), (12, 0), 1), ((2, 6), (6, 0), None)):
        state = at(eyes).after(LUCY)
        assert (state.eyes, state.loser) == (after, loser)
    theirs = replace(LUCY, penalty=(4, 0), points=(0, 120), tricks=(0, 8))
    assert at((4, 2)).after(theirs).eyes == (0, 6)
    assert at((2, 6), terms=Terms(lucy_scores=False)).after(LUCY).eyes == (2, 0)
    assert at((2, 6), terms=Terms(lucy_wins=False)).after(LUCY).eyes == (6, 6)
    assert at((2, 0), terms=Terms(lucy_wins=False)).after(LUCY).eyes == (6, 0)
    assert at((2, 6)).after(replace(LUCY, penalty=(0, 6))).eyes == (8, 0)
    # A side that has tricks and no points is no lucy.
    assert at((2, 6)).after(replace(NINETY, points=(120, 0), tricks=(7, 1))).eyes == (6, 6)


def test_an_egg_multiplies_the_next_counted_deal_alone() -> None:
    double = Terms(after_egg=2)
    egg = at((0, 0), terms=double).after(EGG)
    assert (egg.multiplier, egg.eggs, egg.eyes) == (2, 1, (0, 0))
    assert egg.after(EGG).multiplier == 2 and egg.after(EGG).eggs == 2
    claim = egg.after(CLAIM)
    assert (claim.multiplier, claim.eyes) == (2, (0, 2))
    won = claim.after(WIN)
    assert (won.multiplier, won.eyes) == (1, (4, 2))
    assert at((0, 0)).after(EGG).multiplier == 1
    assert won.after(WIN).eyes == (6, 2)


def test_a_challenge_is_booked_first() -> None:
    wrong = replace(WIN, accuser=1)
    assert at((2, 2)).after(wrong).eyes == (8, 2)
    assert at((2, 2)).after(replace(WIN, accuser=0)).eyes == (4, 6)
    # It opens an eye of the other side, which a lucy then closes instead of winning.
    assert at((2, 0)).after(replace(LUCY, accuser=0)).eyes == (6, 0)
    # One that ends the match leaves the deal uncounted: no tail, no second charge.
    ended = at((8, 10)).after(replace(NINETY, accuser=1))
    assert (ended.eyes, ended.loser, ended.title, ended.deal) == ((12, 10), 1, "goat", 4)
    assert at((8, 10)).ends_by_challenge(1) and not at((7, 10)).ends_by_challenge(1)
    assert not at((8, 10)).ends_by_challenge(None)
    # The tail looks at the eyes before the deal, without the challenge.
    assert at((6, 0)).after(replace(NINETY, accuser=1)).title == "goat"
    assert at((8, 8), terms=Terms(after_egg=2), multiplier=2).after(replace(CLAIM, accuser=0)).loser == 0


def test_terms_come_from_the_options() -> None:
    assert terms_of(load("classic")) == Terms()
    options = {
        "target": 20,
        "tail_min": 91,
        "egg_next_deal_multiplier": 2,
        "lucy": "celebrate",
        "lucy_also_scores_4": False,
    }
    assert terms_of(load("classic", options)) == Terms(20, 91, 2, lucy_wins=False, lucy_scores=False)
    assert terms_of(load("bare")).lucy_wins is False
    several = terms_of(load("classic", {"sides": [0, 1, 2, 0]}))
    assert (several.sides, several.lucy_wins) == (3, False)
    endless = msgspec.structs.replace(load("bare"), options={})
    assert not plays_matches(endless)
    with pytest.raises(RequestError, match="the sides play for a target, got bare with none"):
        terms_of(endless)


def test_of_several_accounts_all_that_reach_the_target_are_goats() -> None:
    terms = Terms(seats=3, sides=3, fatal=frozenset({"all_tricks"}))
    state = Ledger(terms, (10, 8, 10), dealer=2)
    assert state.eyes == (10, 8, 10)
    both = state.after(Facts("solo", (2, 0, 2), (20, 90, 10), (2, 7, 1)))
    assert (both.penalty, both.losers, both.loser, both.title) == ((12, 8, 12), (0, 2), None, "goat")
    one = replace(state, eggs=1).after(Facts("solo", (2, 0, 0), (20, 90, 10), (2, 7, 1)))
    assert (one.losers, one.loser, one.tail, one.title, one.dealer) == ((0,), 0, False, "goat+eggs", 0)
    on = state.after(Facts("solo", (0, 2, 0), (20, 90, 10), (2, 7, 1)))
    assert (on.losers, on.title, on.penalty) == ((), "", (10, 10, 10))
    fatal = Ledger(replace(terms, target=20), (2, 0, 0)).after(Facts("all_tricks", (12, 0, 0)))
    assert (fatal.penalty, fatal.losers) == ((20, 0, 0), (0,))
