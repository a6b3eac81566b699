"""Matches in runs: words against their twins, counts that depend on nothing, runs that stop, faults that are named."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_runs import FAULTY, STUDY, interrupted

import goatsim
from goatsim import RequestError, me, the_deal, the_match, them, us
from goatsim.engine import layout, program
from goatsim.errors import PlayError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import Measure
from goatsim.lang.kinds import Deal, Ended, Word
from goatsim.lang.words import TABLE
from goatsim.matches import Start, match_of
from goatsim.runs.execute import Outcome, run
from goatsim.runs.machine import DRIVERS
from goatsim.runs.matches import MatchBench, MatchWorker, match_fault
from goatsim.runs.tasks import Arm, Ask, Table, Task
from goatsim.seats.named import line_up

ASKS = (
    Ask("deals", the_match.deals, (us.wins, the_match.tail)),
    Ask("eggs", the_match.eggs),
    Ask("balance", us.final_eyes - them.final_eyes),
)
COUPLED = {
    "swap_two": "optional",
    "p_no_cut": 0.05,
    "p_wrong_cut": 0.05,
    "first_dealer": "random",
    "egg_next_deal_multiplier": 2,
    "praise": "PANTS2",
    "pants_challenge": 0.1,
}
SETTINGS: list[tuple[str, dict[str, object], str | list[str]]] = [
    ("bare", {}, "greedy"),
    ("bare", {"target": 5, "loser_scale": "loser_based", "first_deal_leader": "left_of_dealer"}, "random"),
    ("classic", {}, "greedy,random"),
    ("classic", {"trump_lead": "none_first_deal"}, ["low", "high", "greedy", "random"]),
    ("classic", COUPLED, "random"),
    ("classic", {**COUPLED, "praise": "SELF", "target": 20}, "low,greedy"),
]


def arm_of(rules: str, options: Mapping[str, object], policies: str | Sequence[str]) -> Arm:
    game = match_of(game_of(load(rules, options)))
    return Arm(game, line_up(policies, game.rules.sides))


def task_of(setting: int, seed: int, asks: tuple[Ask, ...] = ASKS, seat: int = 0) -> Task:
    return Task((arm_of(*SETTINGS[setting]),), asks, seed, seat, Start())


def cells(outcome: Outcome) -> dict[str, Any]:
    return {name: table.cells.tolist() for name, table in outcome.tables.items()}


# ---------------------------------------------------------------------------------------------------------------------
# Words


@cache
def ended(setting: int, seed: int, matches: int) -> list[Ended]:
    """Some matches, followed deal by deal, with eggs and tail found out here."""
    arm = arm_of(*SETTINGS[setting])
    rules = arm.game.rules
    target = int(rules.options["target"])
    rows = [row.outcome for row in rules.scoring_rows()]
    bench = MatchBench(arm, seed, Start())
    found = []
    for number in range(matches):
        eggs, deals, stood, tail = 0, 0, [0, 0], False
        for played, after in bench.deals(number):
            deals += 1
            scores = after[layout.SCORE : layout.SCORE + 2]
            counted = not played[layout.ENDED]
            outcome = rows[played[layout.OUTCOME] - 1] if counted and played[layout.OUTCOME] else None
            accuser = played[layout.CHALLENGER] - 1
            charged = list(stood)
            if accuser >= 0:
                charged[rules.sides[(played[layout.DEALER] + 1 + accuser) % 4]] += 4
            if max(charged) < target:
                eggs += outcome == "egg"
                loser = int(scores[1] >= target)
                rich = played[layout.POINTS + 1 - loser] >= int(rules.options["tail_min"])
                tail = counted and charged[loser] == target - 2 and rich
            stood = scores
        assert max(stood) >= target > min(stood)
        found.append(Ended(deals, eggs, tail, (int(stood[1] >= target),), tuple(stood)))
    return found


def known(word: Word) -> bool:
    """Whether a word means something in games without stocks."""
    return word.name != "final_stock"


def words() -> list[Measure]:
    """Every word about matches of everyone it can be about."""
    found = [getattr(the_match, word.name) for word in TABLE.values() if word.of == "match"]
    for who in (us, them, me, goatsim.left, goatsim.seat_at(2)):
        found += [getattr(who, word.name) for word in TABLE.values() if word.of == "side of a match" and known(word)]
    return found


def a_match(end: Ended) -> Deal:
    """What the slow twin of a word about matches reads: the deal itself says nothing to it."""
    nothing: list[Any] = []
    return Deal(nothing, nothing, nothing, nothing, nothing, None, None, None, None, match=end)


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_every_word_counts_what_it_says(setting: int, daily_seed: int) -> None:
    made = [*words(), us.final_eyes - them.final_eyes, the_match.tail & ~us.wins, (the_match.deals > 6) | me.wins]
    assert {one.word.name for one in made if one.word} == {
        word.name for word in TABLE.values() if word.about_matches and known(word)
    }
    for seat in (0, 3):
        task = task_of(setting, daily_seed, tuple(Ask(str(one), one) for one in made), seat)
        worker = MatchWorker(task, ["asking"])
        game = task.arms[0].game
        starts = [axes.start for axes in task.plan.axes]
        lows = [axes.lows[-1] for axes in task.plan.axes]
        for number, end in enumerate(ended(setting, daily_seed, 40)):
            worker.counts[:] = 0
            assert worker.run(number, 1) == 1
            (places,) = np.nonzero(worker.counts)
            found = [int(place) - start + low for place, start, low in zip(places, starts, lows, strict=True)]
            assert found == [one.walk(game, a_match(end), seat) for one in made], f"match {number}: {end}"


def test_words_about_matches_are_listed() -> None:
    assert dir(the_match) == ["deals", "eggs", "tail"]
    assert {"wins", "final_eyes", "points"} <= set(dir(us))
    assert "wins" not in dir(the_deal) and "egg" not in dir(the_match)
    for word in TABLE.values():
        if word.about_matches:
            assert f"{word.name} " in str(us if word.of.startswith("side") else the_match)
    with pytest.raises(AttributeError, match=r"\(deals, eggs, tail\), got egg; nearest is eggs$"):
        _ = the_match.egg


def test_words_about_deals_and_matches_do_not_mix() -> None:
    lab = goatsim.at("bare", deals=50, progress="never")
    for measure, by in (
        (the_match.deals, [us.points]),
        (the_deal.egg, [us.wins]),
        (the_match.eggs, [the_deal.egg]),
        (us.final_eyes + us.eyes, []),
        (us.wins & the_deal.egg, []),
    ):
        with pytest.raises(RequestError, match=r"^expected a word about matches, got \w+, which is about deals$"):
            lab.tally(measure, by=by)
    game = game_of(load("bare"))
    with pytest.raises(RequestError, match=r"^expected a word about deals, got wins, which is about matches$"):
        us.wins.bound(game)
    with pytest.raises(RequestError, match=r"^expected a measure about deals with minus, got us\.wins, which is"):
        lab.tally(us.wins, minus=lab)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"first_leader": 2},
            "expected a game that has matches, got bare: who leads first goes round the table in a match",
        ),
        ({"target": 0}, "target"),
    ],
)
def test_what_is_no_match_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(RequestError, match=said):
        goatsim.at("bare", options=options, deals=50, progress="never").tally(the_match.deals)
    with pytest.raises(
        RequestError, match="expected a game that has matches, got skat_grand: skat_grand has no target"
    ):
        match_of(game_of(load(str(Path(__file__).parent / "games" / "skat_grand.toml"))))


# ---------------------------------------------------------------------------------------------------------------------
# What changes nothing


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_threads_pieces_and_drivers_change_nothing(setting: int, daily_seed: int) -> None:
    task = task_of(setting, daily_seed)
    matches = 1111
    expected = run(task, deals=matches, threads=1, piece=matches, driver="asking")
    assert expected.matches == expected.tables["deals"].deals == matches
    assert expected.deals == round(float(expected.tables["deals"].mean().value or 0) * matches)
    drivers = DRIVERS if len({policy.identity for policy in task.arms[0].policies}) == 1 else ("asking",)
    for driver in drivers:
        for threads, piece in ((1, 257), (2, None), (3, 1), (2, 256), (3, 1001)):
            if piece == 1 and driver != "asking":
                continue
            found = run(task, deals=matches, threads=threads, piece=piece, driver=driver)
            assert (found.matches, found.deals) == (matches, expected.deals), (driver, threads, piece)
            assert cells(found) == cells(expected), (driver, threads, piece)


@pytest.mark.parametrize("matches", [1, 2, 255, 256, 257, 20_001])
def test_exactly_so_many_matches_are_played(matches: int, daily_seed: int) -> None:
    outcome = run(task_of(0, daily_seed), deals=matches)
    assert outcome.matches == matches
    assert {table.deals for table in outcome.tables.values()} == {matches}


def test_more_matches_begin_with_the_same_matches(daily_seed: int) -> None:
    task = task_of(2, daily_seed)
    few, many = run(task, deals=300).tables, run(task, deals=500).tables
    for name, table in few.items():
        assert (table.cells <= many[name].cells).all()
        assert many[name].deals - table.deals == 200


def test_studies_of_matches_do_not_depend_on_threads(daily_seed: int) -> None:
    def said(threads: int, **more: Any) -> Any:
        lab = goatsim.at(
            "classic", policies="greedy,random", seed=daily_seed, threads=threads, progress="never", **more
        )
        (answer,) = lab.study("match")
        return {**answer.to_json(), "seconds": 0}

    assert said(1, deals=2000) == said(2, deals=2000) == said(3, deals=2000)
    precise = said(1, precision=0.02)
    assert precise == said(3, precision=0.02)
    assert 16_384 <= precise["matches"] < precise["deals"]


# ---------------------------------------------------------------------------------------------------------------------
# Stopping


@pytest.mark.parametrize("setting", [0, 2])
def test_a_worker_told_to_stop_ends_the_matches_at_hand(setting: int, daily_seed: int) -> None:
    task = task_of(setting, daily_seed)
    worker = MatchWorker(task, ["asking"])
    first = 1000
    done: list[int] = []
    thread = threading.Thread(target=lambda: done.append(worker.run(first, 10**9)))
    thread.start()
    while not worker.state[program.DONE] and thread.is_alive():
        time.sleep(0.01)
    worker.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert 0 < done[0] < 10**8
    again = MatchWorker(task, ["asking"])
    assert again.run(first, done[0]) == done[0]
    assert (again.counts == worker.counts).all() and again.deals == worker.deals


def test_ctrl_c_in_python_keeps_the_first_matches(daily_seed: int) -> None:
    def watch(done: int, total: int | None) -> None:
        if done > 0:
            raise KeyboardInterrupt

    task = task_of(0, daily_seed)
    part = run(task, deals=100_000_000, watch=watch, threads=1, piece=100_000_000)
    assert part.partial and part.matches is not None
    assert 0 < part.matches < 50_000_000
    whole = run(task, deals=part.matches)
    assert cells(part) == cells(whole) and part.deals == whole.deals


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
def test_ctrl_c_gives_the_matches_that_were_played() -> None:
    words = [word if word != "eggs" else "match" for word in STUDY]
    status, out, err, seconds = interrupted([*words, "--deals", "1e12", "--policies", "random,greedy"], 0.3)
    assert status == 130, err
    assert seconds < 3
    assert "Traceback" not in err
    (answer,) = (json.loads(line) for line in out.splitlines())
    assert answer["partial"] is True
    assert 0 < answer["matches"] < answer["deals"] < 10**12
    rows = answer["tables"]["deals"]
    assert sum(row["hits"] for row in rows) == answer["matches"]
    assert sum(row["hits"] * row["deals_of_the_match"] for row in rows) == answer["deals"]


def test_progress_is_told_in_matches(daily_seed: int) -> None:
    told: list[tuple[int, int | None]] = []
    run(task_of(0, daily_seed), deals=60_000, watch=lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {60_000}
    assert told[-1][0] == 60_000


# ---------------------------------------------------------------------------------------------------------------------
# Policies that play what they may not


@pytest.mark.parametrize(("name", "seat"), [("Two", None), ("Revoke", None), ("Nothing", 2)])
def test_an_illegal_answer_is_named_with_match_and_deal(name: str, seat: int | None, tmp_path: Path) -> None:
    (tmp_path / "faulty.py").write_text(FAULTY)
    said = f"{tmp_path / 'faulty.py'}:{name}"
    seats = [said if seat in (None, place) else "greedy" for place in range(4)]
    arm = arm_of("bare", {}, seats)
    task = Task((arm,), ASKS, 11, 0, Start())
    number, sentence = next((n, told) for n in range(10_000) if (told := match_fault(task, n)))
    found = re.fullmatch(
        r"policy (.*) played .* in deal (\d+) of match (\d+), trick (\d), seat (\d), which is not legal", sentence
    )
    assert found, sentence
    assert (found[1], int(found[3])) == (said, number)
    if seat is not None:
        assert int(found[5]) == seat
    assert run(task, deals=number, threads=3, piece=7).matches == number
    for driver in DRIVERS if seat is None else ("asking",):
        for threads, piece in ((1, None), (2, 257), (3, 1001), (2, 3)):
            with pytest.raises(PlayError) as error:
                run(task, deals=number + 2000, driver=driver, threads=threads, piece=piece)
            assert str(error.value) == sentence, (driver, threads, piece)
    with pytest.raises(PlayError) as error:
        goatsim.at("bare", policies=seats, seed=11, deals=number + 2000, progress="never").study("match")
    assert str(error.value) == sentence


def test_tables_of_matches_speak_of_matches(daily_seed: int) -> None:
    table: Table = goatsim.at("bare", seed=daily_seed, deals=100, progress="never").tally(us.wins, by=[the_match.tail])
    assert repr(table).endswith("100 matches>")
    assert table.deals == 100
