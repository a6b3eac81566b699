"""A row a deal: the rows against records, in every form, whatever the threads, whole or not at all."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import goatsim
from goatsim.cli import run
from goatsim.errors import PlayError, RequestError
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lab import at
from goatsim.lang import Measure, me, the_deal, the_match, them, us
from goatsim.runs.rows import Piece, pieces
from goatsim.runs.tasks import Arm, Ask, Seen, Task, difference
from goatsim.seats.named import line_up

Capture = pytest.CaptureFixture[str]
WORDS = ["us.points", "them.eyes", "egg", "me.trumps"]
COLUMNS = ["index", "us.points", "them.eyes", "egg", "me.trumps"]
DEALS = 500


def expected(seed: int, seat: int = 0) -> list[list[int | bool]]:
    """The rows of `WORDS` in `bare`, greedy players, from the records of the deals."""
    found: list[list[int | bool]] = []
    trumps = set(load("bare").trumps)
    for index, record in enumerate(at("bare", seed=seed).replay(0, DEALS)):
        value = record.to_json()
        result, side = value["result"], seat % 2
        held = sum(card in trumps for card in value["hands"][seat])
        row = [index, result["points"][side], result["eyes"][1 - side], result["outcome"] == "egg", held]
        found.append(row)
    return found


def rows(text: str) -> list[list[int | bool]]:
    """Rows of comma-separated values as Python values."""
    heads, *lines = csv.reader(StringIO(text))
    assert heads == COLUMNS
    return [[json.loads(cell) for cell in line] for line in lines]


@pytest.mark.parametrize("seat", [0, 3])
def test_rows_are_as_the_records_say(seat: int, daily_seed: int) -> None:
    lab = at("bare", seed=daily_seed, seat=seat, deals=DEALS, progress="never")
    frame = lab.sample(us.points, them.eyes, "egg", me.trumps)
    assert list(frame.columns) == COLUMNS
    assert frame.to_numpy().tolist() == expected(daily_seed, seat)
    assert [str(kind) for kind in frame.dtypes] == ["int64", "int64", "int64", "bool", "int64"]
    assert "partial" not in frame.attrs
    assert frame.equals(goatsim.sample(*WORDS, rules="bare", seed=daily_seed, seat=seat, deals=DEALS, progress="never"))
    assert frame.head(7).equals(lab.sample(*WORDS, deals=7))


def test_rows_of_deals_that_fulfil_a_condition(tmp_path: Path, capsys: Capture, daily_seed: int) -> None:
    settings: dict[str, Any] = {"seed": daily_seed, "deals": DEALS, "progress": "never"}
    lab = at("bare", **settings)
    every = lab.sample(*WORDS)
    kept = lab.sample(*WORDS, given="us.points > 60 and me.trumps >= 3")
    right = every[(every["us.points"] > 60) & (every["me.trumps"] >= 3)].reset_index(drop=True)
    assert 0 < len(right) < DEALS and kept.equals(right)
    held = goatsim.sample("me.trumps", us.points, rules="bare", hand="QC", **settings)
    assert held["index"].tolist() == lab.sample("me has QC").query("`me has QC`")["index"].tolist()
    words = ["sample", *WORDS, "--rules", "bare", "--deals", str(DEALS), "--seed", str(daily_seed)]
    assert run([*words, "--given", "us.points > 60", "--hand", "left=QC"]) == 0
    both = lab.sample("us.points > 60 and left has QC")
    assert [row[0] for row in rows(capsys.readouterr().out)] == both[both.iloc[:, 1]]["index"].tolist()
    with pytest.raises(RequestError, match=r"^expected a condition that some deal of bare fulfils, got me.trumps > 8$"):
        lab.sample("egg", given="trumps > 8")


def task(seed: int) -> Task:
    game = game_of(load("bare"))
    arms = tuple(Arm(game, line_up(name, game.rules.sides)) for name in ("random", "greedy"))
    asks = (
        Ask("points", us.points),
        Ask("both", us.points, (), difference(1, 0), divisor=2),
        Ask("left", us.points, (), (Seen(3, 1, 1), Seen(-1, 0))),
    )
    return Task(arms, asks, seed)


def test_threads_and_pieces_change_nothing(daily_seed: int) -> None:
    def joined(found: Iterator[Piece]) -> list[list[int]]:
        every = list(found)
        assert [piece.first for piece in every] == np.cumsum([0, *(len(one.values) for one in every)])[:-1].tolist()
        return [row for piece in every for row in piece.values.tolist()]

    whole = joined(pieces(task(daily_seed), 1500, threads=1))
    assert len(whole) == 1500
    for threads, piece in ((1, 256), (2, 257), (3, 100), (2, 1)):
        if piece == 1:
            assert joined(pieces(task(daily_seed), 40, threads=threads, piece=1)) == whole[:40]
        else:
            assert joined(pieces(task(daily_seed), 1500, threads=threads, piece=piece)) == whole
    # In whole deals of two sides ours and theirs are 120 together.
    greedy = [points + gap for points, gap, _ in whole]
    assert [left for _, _, left in whole] == [3 * (120 - g) - r for g, (r, _, _) in zip(greedy, whole, strict=True)]


def test_pieces_are_handed_on_as_they_come(daily_seed: int) -> None:
    lab = at("bare", seed=daily_seed, progress="never")
    frames = lab.samples("us.points", deals=10**12)
    first, second = next(frames), next(frames)
    assert second["index"].iloc[0] == len(first) == second["index"].iloc[-1] + 1 - len(first)
    del frames


def test_rows_in_every_form(tmp_path: Path, capsys: Capture, daily_seed: int) -> None:
    words = ["sample", *WORDS, "--rules", "bare", "--deals", str(DEALS), "--seed", str(daily_seed)]
    right = expected(daily_seed)
    assert run(words) == 0
    assert rows(capsys.readouterr().out) == right
    assert run([*words, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [COLUMNS] * DEALS and [list(line.values()) for line in lines] == right
    for name in ("a.csv", "a.jsonl", "a.parquet"):
        assert run([*words, "--out", str(tmp_path / name)]) == 0
        out, err = capsys.readouterr()
        assert out == "" and "written" in err
    assert rows((tmp_path / "a.csv").read_text()) == right
    assert [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()] == lines
    assert run([*words, "--out", str(tmp_path / "a.csv"), "--json", "--quiet"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == lines
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.csv", "a.jsonl", "a.parquet"]


def test_parquet_is_plain_and_says_where_it_comes_from(tmp_path: Path, daily_seed: int) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "a.parquet"
    assert (
        run(["sample", *WORDS, "--rules", "bare", "--deals", "300", "--seed", str(daily_seed), "--out", str(file)]) == 0
    )
    frame = pd.read_parquet(file)
    right = at("bare", seed=daily_seed, progress="never").sample(*WORDS, deals=300)
    pd.testing.assert_frame_equal(frame, right)
    command = parquet.read_schema(file).metadata[b"goatsim"].decode()
    assert command.startswith("goatsim sample us.points them.eyes egg me.trumps --rules bare")
    assert command.endswith(f"--seed {daily_seed} --deals 300")


def test_parquet_without_its_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(["sample", "egg", "--rules", "bare", "--deals", "3", "--out", str(tmp_path / "a.parquet")]) == 2
    sentence = capsys.readouterr().err
    assert "pip install pyarrow" in sentence and sentence.count("\n") == 1
    assert not list(tmp_path.iterdir())


def refusals() -> list[tuple[str, list[Any], dict[str, Any]]]:
    match: Measure = the_match.deals
    return [
        ("got none", [], {"deals": 5}),
        ("a number of deals to sample, got none", ["egg"], {}),
        ("about matches", [us.points, match], {"deals": 5}),
        ("egg twice", [the_deal.egg, "egg"], {"deals": 5}),
        ("a measure such as", [3], {"deals": 5}),
        ("a number of deals from 1", ["egg"], {"deals": 0}),
        ("nearest is points", ["us.pints"], {"deals": 5}),
    ]


@pytest.mark.parametrize(("part", "measures", "settings"), refusals(), ids=lambda value: str(value)[:20])
def test_what_cannot_be_sampled_is_refused(part: str, measures: list[Any], settings: dict[str, Any]) -> None:
    with pytest.raises(RequestError) as error:
        at("bare", progress="never").samples(*measures, **settings)
    assert str(error.value).startswith("expected") and part in str(error.value)


@pytest.mark.parametrize(
    "measure", ["seat5.points", "partner2.points", "talon.cards(Q*)", "2000000000*2000000000*us.points"]
)
def test_what_has_no_meaning_in_a_game_is_refused_before_anything_is_written(measure: str, capsys: Capture) -> None:
    with pytest.raises(RequestError):
        at("bare", progress="never").samples("egg", measure, deals=3)
    for form in ([], ["--json"]):
        assert run(["sample", "egg", measure, "--rules", "bare", "--deals", "3", *form]) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1


def test_an_illegal_answer_is_named_and_leaves_no_file(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "bad.py").write_text(
        'import goatsim\n\n\n@goatsim.policy(base="low")\nclass Bad:\n    "Holds back."\n\n'
        "    def lead(v):\n        return v.nothing if v.trick == 4 and v.coin(90) == 0 else v.base.lead\n"
    )
    policy = f"{tmp_path / 'bad.py'}:Bad"
    said = set()
    for deals, threads in ((5_000, 1), (5_000, 3), (200_000, 2)):
        with pytest.raises(PlayError) as error:
            at("bare", policies=policy, threads=threads, progress="never").sample("egg", deals=deals)
        said.add(str(error.value))
    with pytest.raises(PlayError) as error:
        at("bare", policies=policy, deals=5_000, progress="never").study("eggs")
    assert said == {str(error.value)}
    words = ["sample", "egg", "--rules", "bare", "--deals", "5k", "--policies", policy]
    assert run([*words, "--out", str(tmp_path / "a.csv")]) == 1
    assert said == {capsys.readouterr().err.removeprefix("goatsim: ").strip()}
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".csv"] == []


def test_a_condition_that_no_deal_played_fulfils_is_not_answered_with_silence(capsys: Capture) -> None:
    words = ["sample", "egg", "--rules", "bare", "--deals", "4", "--given"]
    assert run([*words, "trumps == 7"]) == 0
    out, said = capsys.readouterr()
    assert out == "index,egg\n" and "none of 4 deals fulfils the condition" in said
    assert run([*words, "trumps == 3"]) == 0
    assert "none" not in capsys.readouterr().err


def test_ctrl_c_in_python_gives_the_rows_so_far(daily_seed: int) -> None:
    def watch(done: int, total: int | None) -> None:
        assert total == 10**11
        if done > 200_000:
            raise KeyboardInterrupt

    frame = at("bare", seed=daily_seed, progress=watch).sample("egg", deals=10**11)
    assert frame.attrs == {"partial": True}
    assert 200_000 < len(frame) < 10**8 and frame["index"].tolist() == list(range(len(frame)))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT")
@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_ctrl_c_leaves_no_half_file(name: str, tmp_path: Path) -> None:
    words = "sample us.points egg --rules bare --deals 1e12 --progress json --out".split()
    process = subprocess.Popen(
        [sys.executable, "-m", "goatsim", *words, str(tmp_path / name)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        assert any(json.loads(line)["done"] for line in process.stderr)
        assert list(tmp_path.iterdir())
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    assert process.returncode == 130, err
    assert time.monotonic() - begin < 3
    assert err.splitlines()[-1] == "goatsim: stopped by Ctrl-C"
    assert list(tmp_path.iterdir()) == []


MEMORY = """
import resource, sys
from goatsim.cli import run
unit = 1 if sys.platform == "darwin" else 1024
for deals in (300_000, 3_000_000):
    assert run(["sample", "us.points", "egg", "--rules", "bare", "--deals", str(deals), "--threads", "2", "--quiet",
                "--out", sys.argv[1]]) == 0
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no resource module")
@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_memory_does_not_grow_with_the_deals(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(tmp_path / name)], capture_output=True, text=True, timeout=300, check=True
    )
    few, many = (int(line) for line in done.stdout.split())
    # The rows alone would be 24 bytes each in memory.
    assert many - few < 30_000_000


def test_a_closed_pipe_is_no_fault() -> None:
    words = [sys.executable, "-m", "goatsim", "sample", "egg", "--rules", "bare", "--deals", "1e9"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == f"index,egg{os.linesep}".encode()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0
