"""Cards that take others and end the deal, in `six`, `clubs` and `turnup` (rules.md, 5, 8 and 8b)."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import twin_ledgers
import twin_six

from goatsim.engine import layout, play
from goatsim.engine.bits import get, lowest, number
from goatsim.engine.jit import form, text
from goatsim.engine.layout import LEGAL, STOPPED
from goatsim.errors import RequestError
from goatsim.exact.space import space_of
from goatsim.game import Game, game_of
from goatsim.games import changed, load
from goatsim.lab import at
from goatsim.ledger import Facts, Ledger, Terms
from goatsim.records.referee import Verdict, referee, verdicts
from goatsim.runs.machine import Bench, called, driver
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up

Record = dict[str, Any]

APART = (
    "any(us, has {0}) and any(them, has QC) or any(them, has {0}) and any(us, has QC)"  # who takes and what is taken
)


def told(game: str, tricks: list[tuple[int, str]], **keys: object) -> Record:
    """A record by hand: only the tricks are told, leader and cards."""
    seats = load(game).seats
    return {
        "game": game,
        "hands": [None] * seats,
        "tricks": [{"leader": leader, "cards": cards.split()} for leader, cards in tricks],
        **keys,
    }


# The example of rules.md 5: seat 1 leads JS in trick 3, and seat 5 plays 6C on the QC of seat 4.
EXAMPLE = [(0, "AC 7C 8C 9C KC TC"), (0, "6S AS 7S 8S 9S TS"), (1, "JS AD 9D QC 6C")]


def result(record: Mapping[str, Any]) -> dict[str, Any]:
    found = referee(record)
    assert found.legal, found.errors
    assert found.result is not None
    return found.result


def test_the_worked_example_of_six() -> None:
    found = result(told("six", EXAMPLE, played="stopped", stopped={"trick": 3, "by": 5}))
    # Card points and tricks are those of the two tricks before.
    assert found == {"points": [25, 21], "tricks": [1, 1], "eyes": [0, 4], "outcome": "capture"}


@pytest.mark.parametrize("cards", ["6C AD 9D QC", "6C QC", "QC 6C", "JS 6C QC", "JS QC 9D 8D 6C"])
def test_whichever_card_comes_first_the_deal_ends_with_the_second(cards: str) -> None:
    found = result(told("six", [*EXAMPLE[:2], (1, cards)]))
    place = {card: k % 2 for k, card in enumerate(cards.split(), 1)}
    taken = 4 * (place["6C"] != place["QC"])
    # Seat 1 leads, so that the cards at even places are those of side 1.
    assert found["eyes"] == [taken * (place["6C"] == 0), taken * (place["6C"] == 1)] and taken
    assert found["outcome"] == "capture"


def test_nothing_happens_where_both_are_of_one_side() -> None:
    partial = told("six", [*EXAMPLE[:2], (1, "QC 9D 6C 8D 7D 6D")])
    assert referee(partial).legal
    partial["tricks"].append({"leader": 3, "cards": ["JC"]})
    assert referee(partial).legal


def test_options_of_captures() -> None:
    assert result(told("six", EXAMPLE, options={"capture_points": 6}))["eyes"] == [0, 6]
    lower = told("six", [(0, "7C 6C QC")], options={"six_clubs_role": "lowest_club_with_capture"})
    # A plain 6C takes the queen, too, though she wins the trick.
    assert result(lower)["eyes"] == [0, 4]
    follow = referee(told("six", [(0, "7C 6C QC")]))
    assert follow.legal and follow.result == {"points": [0, 0], "tricks": [0, 0], "eyes": [0, 4], "outcome": "capture"}
    caught = told("clubs", [(0, "QC 7C")])
    assert result(caught) == {"points": [0, 0], "tricks": [0, 0], "eyes": [0, 4], "outcome": "capture"}
    free = referee({**caught, "options": {"catch_queen": "off"}})
    assert free.legal and free.result is None


def stopped_record() -> Record:
    played = at("turnup", policies="random").replay(0, 400)
    return next(json.loads(json.dumps(one.to_json())) for one in played if one.stopped and one.stopped.trick > 2)


FAULTS: dict[str, Callable[[Record], object]] = {
    "expected the deal to end with": lambda r: r["tricks"][-1]["cards"].append("9D"),
    "by a capture, got 1 trick more": lambda r: r["tricks"].append({"leader": 0, "cards": ["9D"]}),
    "stopped: expected trick": lambda r: r["stopped"].update(by=(r["stopped"]["by"] + 1) % 4),
    "result: expected eyes": lambda r: r["result"].update(eyes=r["result"]["eyes"][::-1]),
    "result: expected outcome capture, got": lambda r: r["result"].update(outcome="win"),
    "result: expected points": lambda r: r["result"]["points"].__setitem__(0, r["result"]["points"][0] + 1),
    "expected played to be stopped, got whole": lambda r: r.update(played="whole"),
    "expected no winner or points": lambda r: r["tricks"][-1].update(winner=0),
}


def test_faults_around_a_capture_are_named() -> None:
    """The one test here, but for large ones, that plays in machine code: that of `turnup`, which its own tests use."""
    sound = stopped_record()
    assert referee(sound).legal
    for sentence, change in FAULTS.items():
        record = copy.deepcopy(sound)
        change(record)
        found: Verdict = referee(record)
        assert not found.legal and any(sentence in error for error in found.errors), (sentence, found.errors)
    whole = told("clubs", [(0, "AS TS KS 9S")], stopped={"trick": 1, "by": 1})
    assert "stopped: expected none, since no capture ended the deal" in referee(whole).errors[0]


def test_a_capture_is_booked_as_it_stands() -> None:
    terms = Terms(target=12, after_egg=2)
    before = Ledger(terms=terms, penalty=(8, 0), multiplier=2, eggs=1, dealer=1, deal=3, first=False)
    after = before.after(Facts("capture", (4, 0), (0, 110), (0, 6), counted=False))
    # Neither doubled after an egg nor with a tail; the multiplier waits for a deal that is counted.
    assert (after.penalty, after.loser, after.tail, after.multiplier) == ((12, 0), 0, False, 2)
    assert before.after(Facts("capture", (0, 4), counted=False)).dealer == 2


@text
def lowest_until_stopped(block: list[int], lane: int, seat: int) -> int:
    """The lowest legal card; behind a capture no card at all, which is illegal."""
    return 0 if get(block, STOPPED, lane) else lowest(get(block, LEGAL, lane))


def plain_block(game: Game) -> tuple[list[int], list[Any]]:
    block = game.contract.block().tolist()
    env: list[Any] = [0] * layout.ENVIRONMENT
    env[layout.SEED], env[layout.TABLES], env[layout.ROWS] = 4, game.contract.table_list, game.rows
    env[layout.DEALING] = form(play.deal_lanes, game.shape)
    env[layout.SETTLING] = form(play.settle_lanes, game.shape)
    for place, value in game.settings.items():
        env[place] = value
    return block, env


@pytest.mark.parametrize("make", [play.lanes_driver, play.scalar_driver])
def test_what_is_answered_behind_a_capture_does_not_count(make: Any) -> None:
    game = game_of(load("six", {}))
    block, env = plain_block(game)
    deals = 24
    chosen = [lowest_until_stopped] * make.__code__.co_argcount
    form(make(*chosen), game.shape)(block, env, 0, deals)
    column = {c: [number(get(block, c, lane)) for lane in range(deals)] for c in (STOPPED, layout.FAULT, layout.ENDED)}
    assert any(column[STOPPED]) and not any(column[layout.FAULT])
    for lane, stopped in enumerate(column[STOPPED]):
        assert (column[layout.ENDED][lane] == layout.CAPTURED) == (stopped > 0)
        tricks = sum(number(get(block, layout.TRICKS + side, lane)) for side in range(2))
        # Of the trick in which it ends nothing is counted.
        assert tricks == ((stopped - 1) // 6 if stopped else 6)
        points = sum(number(get(block, layout.POINTS + side, lane)) for side in range(2))
        assert points == 120 or stopped


def test_cards_left_over_count_in_whole_deals_alone() -> None:
    game = game_of(load("six", {"hand_size": 4, "talon_to": 0}))
    block, env = plain_block(game)
    chosen = [lowest_until_stopped] * play.lanes_driver.__code__.co_argcount
    form(play.lanes_driver(*chosen), game.shape)(block, env, 0, 48)
    seen = set()
    for lane in range(48):
        points, won, talon = (get(block, column, lane) for column in (layout.POINTS, layout.WON, layout.TALON))
        stopped = get(block, STOPPED, lane) > 0
        assert points == sum(map(game.rules.card_points, game.cards_of(won if stopped else won | talon))), lane
        seen.add(stopped)
    assert seen == {True, False}


TWINS = {"six": twin_six.Six, "clubs": twin_six.Clubs, "turnup": twin_six.Turnup}
RESULTS = (
    *(layout.FIRST, layout.LEADER, layout.OPENED, layout.OUTCOME, layout.FAULT, layout.STOPPED, layout.CAPTURE),
    *(layout.CAPTOR, layout.ENDED, layout.CHARGED),
    *(column + side for side in range(2) for column in (layout.WON, layout.TRICKS, layout.POINTS, layout.PENALTY)),
)


@pytest.mark.large
@pytest.mark.turns(9)
@pytest.mark.parametrize("rules", ["six", "clubs", "turnup"])
def test_drivers_leave_the_same_results(rules: str, daily_seed: int) -> None:
    game = game_of(load(rules, {}))
    arm = Arm(game, line_up("greedy", game.rules.sides))
    found = []
    for name in ("asking", "scalar", "lanes"):
        bench = Bench(arm, daily_seed)
        called(driver(arm, name), 4)(bench.block.ctypes.data, bench.env.ctypes.data, 7, layout.LANES)
        found.append(bench.columns[list(RESULTS), : layout.LANES].copy())
    assert (found[0][RESULTS.index(layout.STOPPED)] > 0).sum() > 10
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])


@pytest.mark.large
@pytest.mark.turns(6)
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("six", ["egg_next_deal_multiplier=2", "p_wrong_cut=0.02"]),
        ("clubs", ["first_deal_leader=AD_holder", "first_deal_must_lead_AD=true", "loser_scale=loser_based"]),
        ("turnup", ["turnup_max_specials=2", "praise_suit_redo_on_7C_or_QC=true", "swap_one=forced"]),
    ],
)
def test_matches_go_like_the_twin(rules: str, options: list[str], daily_seed: int, size: float) -> None:
    lab = at(rules, policies="random", options=options, seed=daily_seed)
    matches = max(3, int(40 * size))
    records = [json.loads(json.dumps(one.to_json())) for one in lab.replay(0, matches, match=True)]
    found = list(verdicts(records))
    assert [one.errors for one in found if not one.legal] == []
    assert {one["played"] for one in records} >= {"whole", "stopped"}
    given = {key: lab.rules.options[key] for key in (one.partition("=")[0] for one in options)}
    for number_of_match in range(matches):
        ours = [one for one in records if one["match"]["number"] == number_of_match]
        theirs, match = twin_ledgers.play_six(TWINS[rules](**given), ["random"], daily_seed, number_of_match)
        assert len(ours) == len(theirs) and ours[-1]["match"]["title"] == match.title
        for one, other in zip(ours, theirs, strict=True):
            assert sorted(map(sorted, one["hands"])) == sorted(map(sorted, other["hands"]))
            for key in ("dealer", "turned", "trump", "score_before", "first_leader", "multiplier", "result"):
                assert one.get(key) == json.loads(json.dumps(other.get(key))), (number_of_match, one["match"], key)


# Rules that follow from options


def test_a_variant_changes_what_the_file_says() -> None:
    plain, lower = load("six"), load("six", {"six_clubs_role": "lowest_club_with_capture"})
    assert plain.trumps == ("6C", *lower.trumps) and lower.plain["C"][-1] == "6C"
    assert plain.scoring_rows() == lower.scoring_rows() and plain.capture_rows() == lower.capture_rows()
    # What follows from an option is not told beside it.
    assert changed(lower) == {"six_clubs_role": "lowest_club_with_capture"}
    own = {"six_clubs_role": "lowest_club_with_capture", "trumps": " ".join(plain.trumps)}
    assert load("six", own).trumps == plain.trumps and set(changed(load("six", own))) == {"six_clubs_role", "trumps"}


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        ("[[variant]]\ntrumps = 'QC'\n", "expected when in a variant to say which option has which value"),
        ("[[variant]]\nwhen = { lucy = 'celebrate' }\nhands = 7\n", "expected keys of the rules in a variant"),
        ("[[variant]]\nwhen = { luck = 'celebrate' }\ntrumps = 'QC'\n", "expected the name of an option"),
        ("without = 'praised'\n", "expected an option of the base in without among"),
        ("[[capture]]\ncard = 'QC'\ntakes = 'QC'\neyes = 4\n", "expected two cards in capture 1, got QC twice"),
        ("[[capture]]\ncard = '6C'\ntakes = 'QC'\neyes = 4\n", "expected cards of the pack in capture 1, got"),
        ("[[capture]]\ncard = '7C'\ntakes = 'QC'\neyes = 'lucy'\n", "expected a number or a whole-number option"),
        ("[[capture]]\ncard = '7C'\ntakes = 'QC'\neyes = 101\n", "expected eyes from 0 to 100 in capture 1"),
    ],
)
def test_what_a_file_says_wrongly_is_named(lines: str, part: str, tmp_path: Any) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f"base = 'classic'\n{lines}", encoding="utf-8")
    with pytest.raises(RequestError, match=part):
        load(file)


def test_the_ace_of_diamonds_may_be_forced_where_it_is_plain() -> None:
    both = {"first_deal_must_lead_AD": True, "trump_lead": "none_first_deal"}
    assert load("clubs", both).options["trump_lead"] == "none_first_deal"
    with pytest.raises(RequestError, match="which then nobody may lead"):
        load("six", both)


# Numbers of rules.md, counted exactly


def test_deals_and_holders() -> None:
    assert space_of(load("six")).count == math.factorial(36) // math.factorial(6) ** 6
    assert space_of(load("six")).count == 2_670_177_736_637_149_247_308_800
    assert at("six").ask(APART.format("6C")).fraction == Fraction(18, 35)
    assert at("clubs").ask(APART.format("7C")).fraction == Fraction(16, 31)
    assert at("turnup").ask(APART.format("7C"), fresh=True).fraction == Fraction(16, 31)


def test_trumps_in_a_hand_of_six() -> None:
    rows = at("six").spread("trumps").rows
    shares = [1.990, 12.736, 29.849, 32.776, 17.753, 4.485, 0.411]
    assert [round(100 * row["share"], 3) for row in rows] == shares
    ways = [Fraction(math.comb(16, k) * math.comb(20, 6 - k), math.comb(36, 6)) for k in range(7)]
    assert [Fraction(*row["fraction"]) for row in rows] == ways
