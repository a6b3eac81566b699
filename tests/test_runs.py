"""Running: threads, pieces and drivers change nothing, runs stop where they should, and faults are named."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import twin

from goatsim.engine.layout import LANES
from goatsim.errors import PlayError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lab import at
from goatsim.lang import me, the_deal, them, us
from goatsim.lang.reading import read
from goatsim.runs import execute
from goatsim.runs.execute import Outcome, looks, run
from goatsim.runs.machine import DRIVERS
from goatsim.runs.tasks import Arm, Ask, Seen, Table, Task, difference
from goatsim.seats.define import Policy
from goatsim.seats.named import line_up, named

GAMES = Path(__file__).parent / "games"
ASKS = (
    Ask("points", us.points, (me.trumps,)),
    Ask("egg", the_deal.egg),
    Ask("balance", us.eyes - them.eyes),
)


def task_of(
    policies: str | Sequence[str | Policy], seed: int, rules: str = "bare", asks: tuple[Ask, ...] = ASKS
) -> Task:
    game = game_of(load(rules))
    return Task((Arm(game, line_up(policies, game.rules.sides)),), asks, seed)


def cells(outcome: Outcome) -> dict[str, Any]:
    return {name: table.cells.tolist() for name, table in outcome.tables.items()}


# ---------------------------------------------------------------------------------------------------------------------
# What changes nothing


@pytest.mark.parametrize("policies", ["greedy", "random", "greedy,low"])
def test_threads_pieces_and_drivers_change_nothing(policies: str, daily_seed: int) -> None:
    task = task_of(policies, daily_seed)
    deals = 3333
    expected = run(task, deals=deals, threads=1, piece=deals, driver="asking")
    assert expected.deals == expected.tables["points"].deals == deals
    assert not expected.partial
    drivers = DRIVERS if policies.count(",") == 0 else ("asking",)
    for driver in drivers:
        for threads in (1, 2, 3):
            for piece in (1, 255, 257, 1001, None):
                if piece == 1 and (threads, driver) != (3, "asking"):
                    continue
                found = run(task, deals=deals, threads=threads, piece=piece, driver=driver)
                where = (driver, threads, piece)
                assert found.deals == deals, where
                assert cells(found) == cells(expected), where


def test_several_arms_change_nothing_either(daily_seed: int) -> None:
    game = game_of(load("bare"))
    arms = tuple(Arm(game, line_up(policies, game.rules.sides)) for policies in ("greedy", "low", "random"))
    asks = (
        Ask("d", us.points, (me.trumps,), difference(0, 1)),
        Ask("e", us.points, (), difference(1, 2)),
        Ask("f", us.points, (), (Seen(1, 2),)),
    )
    task = Task(arms, asks, daily_seed)
    expected = run(task, deals=3001, threads=1, driver="asking")
    for threads, piece, driver in ((2, 257, "asking"), (3, 1001, "scalar"), (2, None, "lanes")):
        assert cells(run(task, deals=3001, threads=threads, piece=piece, driver=driver)) == cells(expected)
    alone = run(Task((arms[2],), (Ask("f", us.points),), daily_seed), deals=3001)
    assert cells(alone)["f"] == cells(expected)["f"]


def test_more_deals_begin_with_the_same_deals(daily_seed: int) -> None:
    task = task_of("random", daily_seed)
    few, many = run(task, deals=1000).tables, run(task, deals=1500).tables
    for name, table in few.items():
        assert (table.cells <= many[name].cells).all()
        assert many[name].deals - table.deals == 500


def test_another_seed_gives_other_deals() -> None:
    assert cells(run(task_of("low", 1), deals=1000)) != cells(run(task_of("low", 2), deals=1000))


def test_studies_do_not_depend_on_threads(daily_seed: int) -> None:
    def said(threads: int, **more: Any) -> Any:
        lab = at("bare", policies="greedy,random", seed=daily_seed, threads=threads, progress="never", **more)
        fields = [answer.to_json() for answer in lab.study("eggs", "eyes")]
        for field in fields:
            del field["seconds"]
        return fields

    assert said(1, deals=5000) == said(2, deals=5000) == said(3, deals=5000)
    # Stopping by precision too: the looks are fixed beforehand.
    precise = said(1, precision=0.005)
    assert precise == said(2, precision=0.005) == said(3, precision=0.005)
    assert all(field["deals"] in set(_first(looks(), 60)) for field in precise)


def _first(numbers: Any, some: int) -> list[int]:
    return [number for number, _ in zip(numbers, range(some), strict=False)]


# ---------------------------------------------------------------------------------------------------------------------
# Stopping


def test_looks_are_whole_blocks_each_a_quarter_more() -> None:
    found = list(looks())
    assert found[0] == 16_384 and found[-1] == 2**53
    assert all(look % LANES == 0 for look in found)
    assert all(1.2 < b / a <= 1.25 for a, b in pairwise(found[:-1]))


@pytest.mark.parametrize("policies", ["low", "random,greedy"])
def test_a_run_stops_at_the_first_look_that_is_enough(policies: str, daily_seed: int) -> None:
    task = task_of(policies, daily_seed)
    seen: dict[int, list[int]] = {}

    def enough(tables: dict[str, Table]) -> bool:
        seen[threads].append(tables["egg"].deals)
        return tables["points"].mean().half_width < 0.3

    outcomes = []
    for threads in (1, 2, 3):
        seen[threads] = []
        outcomes.append(run(task, deals=None, enough=enough, threads=threads, piece=(None, 1001, 257)[threads - 1]))
    assert len({outcome.deals for outcome in outcomes}) == 1
    assert cells(outcomes[0]) == cells(outcomes[1]) == cells(outcomes[2])
    assert seen[1] == seen[2] == seen[3] == _first(looks(), len(seen[1]))
    assert len(seen[1]) > 3
    assert outcomes[0].deals == seen[1][-1]
    assert outcomes[0].tables["points"].mean().half_width < 0.3


@pytest.mark.parametrize("deals", [1, 2, 255, 256, 257, 100_001])
def test_exactly_so_many_deals_are_played(deals: int, daily_seed: int) -> None:
    outcome = run(task_of("low", daily_seed), deals=deals)
    assert outcome.deals == deals
    assert {table.deals for table in outcome.tables.values()} == {deals}


def test_progress_is_told_and_never_goes_beyond(daily_seed: int) -> None:
    told: list[tuple[int, int | None]] = []
    run(task_of("random", daily_seed), deals=700_000, watch=lambda done, total: told.append((done, total)))
    assert told
    assert {total for _, total in told} == {700_000}
    assert told[-1][0] == 700_000


def test_a_watcher_that_fails_stops_the_run(daily_seed: int) -> None:
    def watch(done: int, total: int | None) -> None:
        raise OSError("no terminal")

    begin = time.monotonic()
    with pytest.raises(OSError, match="no terminal"):
        run(task_of("random", daily_seed), deals=10**12, watch=watch)
    assert time.monotonic() - begin < 5


def script(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", text, *arguments], capture_output=True, text=True, timeout=300, check=True
    )


MEMORY = """
import resource, sys
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import me, us
from goatsim.runs.execute import run
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.named import line_up
game = game_of(load("bare"))
task = Task((Arm(game, line_up("low", game.rules.sides)),), (Ask("points", us.points, (me.trumps,)),), 5)
unit = 1 if sys.platform == "darwin" else 1024
for deals in (1_000_000, 20_000_000):
    assert run(task, deals=deals, driver="lanes").tables["points"].deals == deals
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no resource module")
def test_memory_does_not_grow_with_the_deals() -> None:
    few, many = (int(line) for line in script(MEMORY).stdout.split())
    assert many - few < 20_000_000


# ---------------------------------------------------------------------------------------------------------------------
# Ctrl-C

STUDY = "-m goatsim study eggs --rules bare --json --progress json".split()


def interrupted(words: Sequence[str], wait: float | None) -> tuple[int, str, str, float]:
    """Start goatsim, send SIGINT a while after the first deals, or, without a while, after the first sign of life.

    Returns the exit status, the output, and the seconds from the signal to the end.
    """
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stderr is not None
        # The first lines come while the play is still being compiled.
        first = next((line for line in process.stderr if wait is None or json.loads(line)["done"]), "")
        assert first
        time.sleep(wait or 0)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, first + err, time.monotonic() - begin
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
@pytest.mark.parametrize(
    ("words", "wait"),
    [
        (["--deals", "1e12", "--policies", "low"], 0.5),
        (["--deals", "1e12", "--policies", "random,greedy"], 0.05),
        (["--precision", "1e-7", "--policies", "random", "--threads", "3"], 0.6),
    ],
)
def test_ctrl_c_gives_what_was_played(words: list[str], wait: float) -> None:
    status, out, err, seconds = interrupted([*STUDY, *words], wait)
    assert status == 130, err
    # Within about a second, with room for a machine that is busy.
    assert seconds < 3
    assert "Traceback" not in err
    (answer,) = (json.loads(line) for line in out.splitlines())
    assert answer["partial"] is True
    assert 0 < answer["deals"] < 10**12
    points = answer["tables"]["points"]
    assert sum(row["hits"] for row in points) == answer["deals"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
def test_ctrl_c_before_the_first_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOATSIM_CACHE", str(tmp_path))
    status, out, err, _ = interrupted([*STUDY, "--deals", "1e12", "--policies", "low"], None)
    assert status == 130, err
    assert "Traceback" not in err
    (answer,) = (json.loads(line) for line in out.splitlines())
    assert answer["partial"] is True
    assert answer["deals"] < 10**12


def test_ctrl_c_in_python_returns_the_partial_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def watch(done: int, total: int | None) -> None:
        nonlocal calls
        calls += 1
        if done > 300_000:
            raise KeyboardInterrupt

    outcome = run(task_of("random", 3), deals=10**11, watch=watch, threads=2)
    assert outcome.partial
    assert 0 < outcome.deals < 10**10
    assert {table.deals for table in outcome.tables.values()} == {outcome.deals}
    assert calls > 0


def test_a_long_piece_is_stopped_in_its_midst() -> None:
    def watch(done: int, total: int | None) -> None:
        if done > 0:
            raise KeyboardInterrupt

    outcome = run(task_of("low", 3), deals=200_000_000, watch=watch, piece=100_000_000)
    assert outcome.partial
    assert 0 < outcome.deals < 50_000_000
    assert {table.deals for table in outcome.tables.values()} == {outcome.deals}


def test_ctrl_c_between_looks_keeps_what_was_played() -> None:
    def enough(tables: dict[str, Table]) -> bool:
        if tables["egg"].deals > 50_000:
            raise KeyboardInterrupt
        return False

    outcome = run(task_of("low", 3), deals=None, enough=enough)
    assert outcome.partial
    assert outcome.deals > 50_000
    assert {table.deals for table in outcome.tables.values()} == {outcome.deals}


def test_a_partial_answer_holds_only_deals_that_the_whole_one_holds(daily_seed: int) -> None:
    def watch(done: int, total: int | None) -> None:
        if done > 20_000:
            raise KeyboardInterrupt

    task = task_of("random", daily_seed)
    part = run(task, deals=3_000_000, watch=watch, threads=2, piece=4096)
    assert part.partial
    whole = run(task, deals=3_000_000)
    for name, table in part.tables.items():
        assert (table.cells <= whole.tables[name].cells).all()


# ---------------------------------------------------------------------------------------------------------------------
# Policies that play what they may not

FAULTY = '''
import goatsim
from goatsim.words import count, lowest


@goatsim.policy(base="greedy")
class Nothing:
    """Plays no card when it is last in the third trick or later with three trumps left."""

    def follow(v):
        if v.trick >= 3 and v.last and count(v.hand & v.trumps) == 3:
            return v.nothing
        return v.base.follow


@goatsim.policy(base="greedy")
class Foreign:
    """Plays a card that it does not hold."""

    def follow(v):
        if v.trick == 4 and v.last and count(v.hand & v.aces) == 3:
            return lowest(v.unseen)
        return v.base.follow


@goatsim.policy(base="greedy")
class Two:
    """Leads two cards at once."""

    def lead(v):
        if v.trick == 2 and count(v.hand & v.queens) == 3:
            return v.hand & v.queens
        return v.base.lead


@goatsim.policy(base="greedy")
class Revoke:
    """Does not follow suit when it could."""

    def follow(v):
        other = v.hand - v.legal
        if v.trick == 5 and count(v.legal) == 1 and count(other & v.trumps) == 3:
            return lowest(other)
        return v.base.follow
'''


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY)
    return path


def bad_twin(name: str) -> twin.Policy:
    """The same policies in the words of the twin: what they answer, as a text of cards."""

    def play(s: twin.Situation) -> str:
        trick = s.game.hand_size - len(s.hand) + 1
        leads, last = not s.table, len(s.table) == 3
        trumps = [card for card in s.hand if card in s.game.trumps]
        if name == "Nothing" and trick >= 3 and last and len(trumps) == 3:
            return ""
        if name == "Foreign" and trick == 4 and last and sum(card[0] == "A" for card in s.hand) == 3:
            return "foreign"
        queens = [card for card in s.hand if card[0] == "Q"]
        if name == "Two" and trick == 2 and leads and len(queens) == 3:
            return " ".join(reversed(twin.in_order(s.game, queens)))
        other = [card for card in s.hand if card not in s.legal]
        barred = [card for card in other if card in s.game.trumps]
        if name == "Revoke" and trick == 5 and not leads and len(s.legal) == 1 and len(barred) == 3:
            return twin.in_order(s.game, other)[0]
        return twin.greedy(s)

    return play


def first_fault(name: str, seat: int | None, seed: int) -> tuple[int, int, int, str, list[str]]:
    """Index, trick, seat, answer and legal cards of the first illegal answer, found by the twin."""
    bad = bad_twin(name)
    players = [bad if seat in (None, place) else twin.greedy for place in range(4)]
    lab = at("bare", seed=seed)
    for index in range(20_000):
        (deal,) = lab.deal(index)
        try:
            twin.play(twin.bare(), deal.hands, players, seed, index)
        except ValueError as error:
            found = re.fullmatch(r"trick (\d): seat (\d) played (.*), legal were (\[.*\])", str(error))
            assert found
            cards = re.findall(r"'(..)'", found[4])
            return index, int(found[1]), int(found[2]), found[3], sorted(cards)
    raise AssertionError("the policy never plays what it may not")


@pytest.mark.parametrize(
    ("name", "seat"),
    [("Nothing", None), ("Foreign", None), ("Two", None), ("Revoke", None), ("Nothing", 2), ("Two", 1)],
)
def test_an_illegal_answer_is_named(name: str, seat: int | None, faulty: Path) -> None:
    seed = 11
    index, trick, at_seat, answer, legal = first_fault(name, seat, seed)
    said = f"{faulty}:{name}"
    policy: Policy = named(said)
    seats: list[str | Policy] = [policy if seat in (None, place) else "greedy" for place in range(4)]
    sentences = set()
    drivers = DRIVERS if seat is None else ("asking",)
    for driver in drivers:
        for threads, piece in ((1, None), (2, 257), (3, 1001), (3, 1)):
            if piece == 1 and index > 500:
                continue
            with pytest.raises(PlayError) as error:
                run(task_of(seats, seed), deals=index + 3000, driver=driver, threads=threads, piece=piece)
            sentences.add(str(error.value))
    with pytest.raises(PlayError) as error:
        at("bare", policies=seats, seed=seed, deals=index + 3000, progress="never").study("eggs")
    sentences.add(str(error.value))
    with pytest.raises(PlayError) as error:
        list(at("bare", policies=seats, seed=seed).replay(max(0, index - 5), 300))
    sentences.add(str(error.value))
    assert len(sentences) == 1
    (sentence,) = sentences
    found = re.fullmatch(
        r"policy (.*) played (.*) in deal (\d+), trick (\d), seat (\d), where the legal cards are ([A-Z0-9 ]*)",
        sentence,
    )
    assert found, sentence
    assert found[1] == said
    assert (int(found[3]), int(found[4]), int(found[5])) == (index, trick, at_seat)
    assert sorted(found[6].split()) == legal
    if name == "Foreign":
        assert found[2] not in legal
    else:
        assert found[2] == (answer or "no card")


def test_no_fault_before_the_first_is_missed(faulty: Path) -> None:
    index, *_ = first_fault("Nothing", None, 11)
    outcome = run(task_of(f"{faulty}:Nothing", 11), deals=index, threads=3, piece=257)
    assert outcome.deals == index
    with pytest.raises(PlayError, match=f" in deal {index}, "):
        run(task_of(f"{faulty}:Nothing", 11), deals=index + 1)


def test_a_fault_at_the_command_line(faulty: Path) -> None:
    said = subprocess.run(
        [
            *(sys.executable, "-m", "goatsim", "study", "eggs", "--rules", "bare", "--seed", "11"),
            *("--deals", "20000", "--policies", f"{faulty}:Two", "--progress", "never"),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert said.returncode == 1
    assert said.stdout == ""
    index, trick, seat, *_ = first_fault("Two", None, 11)
    assert f"in deal {index}, trick {trick}, seat {seat}, where the legal cards are" in said.stderr
    assert said.stderr.count("\n") == 1


# ---------------------------------------------------------------------------------------------------------------------
# The statistics of the rules


@pytest.mark.large
def test_the_statistics_of_random_play(size: float, record_property: Callable[[str, object], None]) -> None:
    """The shares that the rules print for uniformly random legal play in `bare`, with room for their last digit."""
    deals = int(20_000_000 * size)
    bare = read("any(us, points == 0 and tricks > 0) or any(them, points == 0 and tricks > 0)")
    asks = (Ask("points", us.points), Ask("tricks", us.tricks), Ask("bare", bare))
    outcome = run(task_of("random", 31, asks=asks), deals=deals, confidence=0.9999)
    points, tricks = outcome.tables["points"], outcome.tables["tricks"]
    for found, percent in (
        (points.share(60), 1.491),
        (points.share(*range(61, 121)), 48.54),
        (points.share(*range(30), *range(91, 121)), 25.00),
        (tricks.share(0, 8), 1.644),
        (points.share(30, 90), 1.682),
        (outcome.tables["bare"].share(1), 0.068),
    ):
        half_digit = 0.005 if percent > 20 else 0.0005
        assert found.low is not None and found.high is not None
        assert 100 * found.low - half_digit <= percent <= 100 * found.high + half_digit, percent
    record_property("deals", deals)


def test_the_processors_are_those_this_process_may_use() -> None:
    assert 1 <= execute.cores() <= (os.cpu_count() or 1)
