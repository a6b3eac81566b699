"""The store of machine code: never stale, never half written, shared by processes, and not needed."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Deals and has a seat answer, in machine code, and says what came of it and how many modules LLVM was given for
# that. The tricks, which take much the longest to compile, are left to the cache test of the command line.
PLAY = """
import ctypes, json, sys
import llvmlite.binding as llvm

made = 0
parse = llvm.parse_assembly

def parse_assembly(text):
    global made
    made += len(text) > 0
    return parse(text)

llvm.parse_assembly = parse_assembly
import goatsim
from goatsim.game import game_of
from goatsim.games import load
from goatsim.engine import layout
from goatsim.engine.draw import deal
from goatsim.compiler.store import entry
from goatsim.runs.machine import Bench, entries, shape_of
from goatsim.runs.tasks import Arm
from goatsim.seats.named import line_up

def called(address, numbers, result=None):
    return ctypes.CFUNCTYPE(result, *(ctypes.c_int64,) * numbers)(address)

def play(policies):
    game = game_of(load("bare"))
    arm = Arm(game, line_up(policies, game.rules.sides))
    shape = shape_of(arm, True)
    bench = Bench(arm, 3)
    block, tables = bench.block.ctypes.data, bench.tables.ctypes.data
    dealt = called(entry(deal, shape, 6, False, "test: deal"), 6)
    for lane in range(100):
        dealt(block, lane, tables, 3, lane, 0)
    bench.columns[layout.LEGAL] = bench.columns[layout.HAND]
    answers = [called(address, 3, ctypes.c_uint64) for address in entries(arm.policies[0], shape).values()]
    return [answer(block, lane, 0).bit_length() for answer in answers for lane in range(100)]

"""
ONCE = "print(json.dumps({'cards': play(sys.argv[1]), 'made': made, 'file': goatsim.__file__}))"

Start = Callable[..., "subprocess.Popen[str]"]


def start(text: str, *arguments: str, cache: Path | str, package: Path = ROOT) -> subprocess.Popen[str]:
    env = {**os.environ, "GOATSIM_CACHE": str(cache), "PYTHONPATH": str(package)}
    # Files are edited here faster than the clock by which Python knows its own compiled files to be old.
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.Popen(
        [sys.executable, "-c", text, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
        cwd=package,
    )


def ended(process: subprocess.Popen[str], given: str | None = None) -> dict[str, Any]:
    out, err = process.communicate(given, timeout=120)
    assert process.returncode == 0, err
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


def played(policies: str = "low", *, cache: Path | str, package: Path = ROOT) -> dict[str, Any]:
    found = ended(start(PLAY + ONCE, policies, cache=cache, package=package))
    assert Path(found["file"]).parent.parent == package
    return found


def files(cache: Path) -> list[Path]:
    return sorted(path for path in cache.rglob("*") if path.is_file())


def checksum(path: Path, kept: bytes) -> bytes:
    return hashlib.sha256(f"{path.parent.name}/{path.name}".encode() + b"\0" + kept).digest()


def whole(path: Path) -> bool:
    """Whether a file holds what its checksum says."""
    kept = path.read_bytes()
    return checksum(path, kept[32:]) == kept[:32]


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[int], Path]:
    """What must come out, played without any cache folder; and a folder filled by a first process."""
    cache = tmp_path_factory.mktemp("filled")
    alone, filling = start(PLAY + ONCE, "low", cache="off"), start(PLAY + ONCE, "low", cache=cache)
    first, without = ended(filling), ended(alone)
    assert first["made"] > 2 and without["made"] > 2
    assert first["cards"] == without["cards"]
    assert len(set(first["cards"])) > 10
    return first["cards"], cache


@pytest.fixture
def filled(right: tuple[list[int], Path], tmp_path: Path) -> Path:
    """A filled folder of one's own."""
    return Path(shutil.copytree(right[1], tmp_path / "cache"))


def test_a_second_process_compiles_nothing(right: tuple[list[int], Path], filled: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in files(filled)}
    assert len(before) >= 3
    assert all(path.suffix == ".code" and whole(path) for path in before)
    second = played(cache=filled)
    assert second["made"] == 0
    assert second["cards"] == right[0]
    assert {path: path.stat().st_mtime_ns for path in files(filled)} == before


def test_damaged_files_are_compiled_anew(right: tuple[list[int], Path], filled: Path) -> None:
    kept = files(filled)
    good = {path: path.read_bytes() for path in kept}

    def flipped(path: Path, data: bytes) -> bytes:
        return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]

    damages: Sequence[Callable[[Path, bytes], bytes]] = (
        lambda path, data: b"",
        lambda path, data: data[: len(data) // 2],
        flipped,
        lambda path, data: os.urandom(1000),
    )
    for number, path in enumerate(kept):
        path.write_bytes(damages[number % len(damages)](path, good[path]))
    found = played(cache=filled)
    assert found["cards"] == right[0]
    assert found["made"] > 2
    assert files(filled) == kept
    assert all(whole(path) and len(path.read_bytes()) > 500 for path in kept)


def test_a_file_under_the_name_of_another_is_compiled_anew(right: tuple[list[int], Path], filled: Path) -> None:
    first, second, *_ = files(filled)
    first.write_bytes(second.read_bytes())
    assert not whole(first)
    found = played(cache=filled)
    assert found["cards"] == right[0] and found["made"] > 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_stands_in_the_place_of_files_does_no_harm_and_is_cleared(
    right: tuple[list[int], Path], filled: Path
) -> None:
    first, second, *rest = files(filled)
    for path in (first, second):
        path.unlink()
    first.mkdir()
    (first / "notes.txt").write_text("in the way")
    os.mkfifo(second)
    assert played(cache=filled)["cards"] == right[0]
    assert first.is_dir()
    assert ended(start(FOLDER, cache=filled))["removed"] == 2 + len(rest)
    assert list(filled.iterdir()) == []


def test_one_damaged_file_is_enough(right: tuple[list[int], Path], filled: Path) -> None:
    smallest = min(files(filled), key=lambda path: path.stat().st_size)
    smallest.write_bytes(b"")
    found = played(cache=filled)
    assert found["cards"] == right[0]
    assert found["made"] > 0
    assert whole(smallest) and smallest.stat().st_size > 500


def test_two_processes_at_once_on_an_empty_folder(right: tuple[list[int], Path], tmp_path: Path) -> None:
    cache = tmp_path / "not" / "yet" / "there"
    both = [start(PLAY + ONCE, "low", cache=cache) for _ in range(2)]
    assert [ended(process)["cards"] for process in both] == [right[0]] * 2
    assert [path.name for path in files(cache)] == [path.name for path in files(right[1])]
    assert all(whole(path) for path in files(cache))
    assert played(cache=cache)["made"] == 0


def test_a_file_in_place_of_the_folder_does_no_harm(right: tuple[list[int], Path], tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("mine")
    assert played(cache=place)["cards"] == right[0]
    assert place.read_text() == "mine"
    assert files(tmp_path) == [place]


FOLDER = """
import json
from goatsim.engine import kept
print(json.dumps({"folder": str(kept.folder()), "removed": kept.clear()}))
"""


@pytest.mark.parametrize("cache", ["off", "/proc/nowhere", "FILE", "FILE/inside"])
def test_places_that_cannot_be_written_are_none(cache: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    if cache.startswith("/proc") and not Path("/proc").is_dir():
        pytest.skip("there is no /proc here")
    found = ended(start(FOLDER, cache=cache.replace("FILE", str(file))))
    assert found == {"folder": "None", "removed": 0}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything can be written as root")
def test_a_folder_without_the_right_to_write_is_none(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert ended(start(FOLDER, cache=tmp_path))["folder"] == "None"


# ---------------------------------------------------------------------------------------------------------------------
# Edits

POLICY = '''
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
import goatsim
from help_of_mine import pick

@goatsim.policy(base="low")
class Mine:
    """Follows as its helper says."""

    def follow(v):
        return pick(v, v.legal)
'''
HELPER = """
import goatsim
from goatsim.words import {0}

@goatsim.helper
def pick(v, cards: "Cards") -> "Cards":
    return {0}(cards)
"""


def test_a_helper_edited_in_another_file_is_noticed(
    right: tuple[list[int], Path], filled: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(POLICY)
    said = f"{tmp_path / 'mine.py'}:Mine"
    helper = tmp_path / "help_of_mine.py"
    cards: dict[str, list[int]] = {}
    for word in ("lowest", "highest", "lowest", "richest"):
        helper.write_text(HELPER.format(word))
        found = played(said, cache=filled)
        assert cards.setdefault(word, found["cards"]) == found["cards"]
    assert cards["lowest"] == right[0]
    assert len({str(found) for found in cards.values()}) == 3
    # Back at an older text nothing is compiled, and nothing newer is read.
    helper.write_text(HELPER.format("highest"))
    found = played(said, cache=filled)
    assert (found["cards"], found["made"]) == (cards["highest"], 0)


def copied(folder: Path) -> Path:
    shutil.copytree(ROOT / "goatsim", folder / "goatsim", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def edited(package: Path, file: str, old: str, new: str) -> None:
    path = package / "goatsim" / "engine" / file
    text = path.read_text("utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new), "utf-8")


def test_two_versions_in_turn_never_mix(right: tuple[list[int], Path], filled: Path, tmp_path: Path) -> None:
    ours, theirs = copied(tmp_path / "ours"), copied(tmp_path / "theirs")
    # Another constant of the random words: other deals, by machine code that is otherwise the same.
    edited(theirs, "philox.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    before = len(files(filled))
    first = played(cache=filled, package=theirs)
    assert first["made"] > 2
    assert first["cards"] != right[0]
    assert len(files(filled)) == 2 * before
    # What was kept before belongs to the same text in another place.
    for package, cards in ((ours, right[0]), (theirs, first["cards"]), (ours, right[0])):
        found = played(cache=filled, package=package)
        assert (found["cards"], found["made"]) == (cards, 0)


LATE = (
    PLAY
    + """
import goatsim.engine.view
print("ready", file=sys.stderr, flush=True)
sys.stdin.readline()
print(json.dumps({"cards": play("low"), "file": goatsim.__file__}))
"""
)


def test_a_running_process_keeps_nothing_under_the_name_of_a_newer_text(filled: Path, tmp_path: Path) -> None:
    package = copied(tmp_path / "package")
    process = start(LATE, cache=filled, package=package)
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    edited(package, "philox.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17")
    old = ended(process, "go on\n")
    new = played(cache=filled, package=package)
    assert new["cards"] != old["cards"]
    assert new["made"] > 2


# ---------------------------------------------------------------------------------------------------------------------
# Clearing and killing


def test_clearing_removes_what_is_ours_and_nothing_else(right: tuple[list[int], Path], filled: Path) -> None:
    ours = files(filled)
    torn = ours[0].with_name("tmpabc123.part")
    torn.write_bytes(b"half")
    theirs = [filled / "notes.txt", ours[0].with_name("notes.txt"), filled / "other" / "thing.code", filled / "x.code"]
    for path in theirs:
        path.parent.mkdir(exist_ok=True)
        path.write_text("keep me")
    found = ended(start(FOLDER, cache=filled))
    assert found["removed"] == len(ours) + 1
    assert files(filled) == sorted(theirs)
    # Nothing is left of folders that held only compiled code.
    assert sorted(path.name for path in filled.iterdir()) == sorted(
        {ours[0].parent.name, "notes.txt", "other", "x.code"}
    )
    assert ended(start(FOLDER, cache=filled))["removed"] == 0
    assert ended(start(PLAY + ONCE, "low", cache=filled))["cards"] == right[0]


KILLED = (
    """
import os, signal
os.replace = lambda *paths: os.kill(os.getpid(), signal.SIGKILL)
"""
    + PLAY
    + ONCE
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_kill_between_writing_and_naming_leaves_nothing_that_counts(tmp_path: Path) -> None:
    process = start(KILLED, "low", cache=tmp_path)
    process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL
    (left,) = files(tmp_path)
    assert left.suffix == ".part"
    assert ended(start(FOLDER, cache=tmp_path))["removed"] == 1
    assert files(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_process_killed_while_compiling_leaves_nothing_half_written(
    right: tuple[list[int], Path], tmp_path: Path
) -> None:
    kept: list[int] = []
    for wait in (0.8, 1.3):
        process = start(PLAY + ONCE, "low", cache=tmp_path)
        time.sleep(wait)
        process.kill()
        process.communicate(timeout=60)
        code = [path for path in files(tmp_path) if path.suffix == ".code"]
        assert all(whole(path) for path in code)
        assert all(re.fullmatch(r"tmp\w+\.part", path.name) for path in set(files(tmp_path)) - set(code))
        kept.append(len(code))
    assert kept == sorted(kept)
    assert played(cache=tmp_path)["cards"] == right[0]
    assert played(cache=tmp_path)["made"] == 0
