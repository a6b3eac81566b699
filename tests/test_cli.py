"""The command line: words that are refused, where answers go, how it leaves, and what it must not import."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import click
import pytest

from goatsim import quantities
from goatsim.answers import Answers
from goatsim.cli import run
from goatsim.command.commands import commands
from goatsim.errors import RequestError
from goatsim.games import load
from goatsim.show.look import Look, look_for
from goatsim.show.progress import Progress
from goatsim.show.tables import percent
from goatsim.show.text import record_text

VERBS = ("ask", "spread", "study", "compare", "sample", "deal", "replay", "score", "rules", "policies", "about")
GAMES = Path(__file__).parent / "games"

Capture = pytest.CaptureFixture[str]


def goatsim(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "goatsim", *words], capture_output=True, timeout=120, check=False, env=env
    )


def refused(capsys: Capture, *words: str) -> str:
    """Run words that must be refused, and return the one sentence on stderr."""
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("goatsim: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err
    return err


def test_help_lists_every_verb_and_no_other(capsys: Capture) -> None:
    assert tuple(commands.commands) == VERBS
    assert run(["--help"]) == 0
    page = capsys.readouterr().out
    assert all(f"\n  {verb} " in page for verb in VERBS)
    for verb in VERBS:
        assert run([verb, "-h"]) == 0
        assert f"goatsim {verb}" in capsys.readouterr().out.partition("\n")[2]


def test_help_of_eyes_says_that_they_are_no_card_points(capsys: Capture) -> None:
    assert run(["study", "--help"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert "Eyes are not the card points" in page


def test_version(capsys: Capture) -> None:
    from goatsim import __version__

    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"goatsim {__version__}\n"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("", ["a verb among", "got none"]),
        ("stdy eggs", ['got "stdy"', "nearest is study"]),
        ("--rules bare study", ["a verb before its options"]),
        ("--versoin", ["nearest is --version"]),
        ("study", ["names of studies", "got none"]),
        ("study eggs --all", ["got both"]),
        ("study eggs --dealz 5", ['got "--dealz"', "nearest is --deals"]),
        ("study eggs --deals", ["a value for --deals", "got none"]),
        ("study eggs --deals 0", ["--deals", "from 1 to 2^53", 'got "0"']),
        ("study eggs --deals -1", ["--deals", 'got "-1"']),
        ("study eggs --deals 1.5", ['got "1.5"']),
        ("study eggs --deals 1e30", ['got "1e30"']),
        ("study eggs --deals NaN", ['got "NaN"']),
        ("study eggs --deals \uff11\uff12", ["--deals"]),
        ("study eggs --deals=", ['got ""']),
        ("study eggs --seed rnadom", ["random", "nearest is random"]),
        ("study eggs --seed -3", ["2^64 - 1"]),
        ("study eggs --seed 18446744073709551616", ["2^64 - 1"]),
        ("study eggs --precision 0", ["above 0"]),
        ("study eggs --precision nan", ["above 0"]),
        ("study eggs --confidence 95", ["above 0 and below 1", "95%"]),
        ("study eggs --confidence 100%", ["below 1"]),
        ("study eggs --threads 0", ["--threads"]),
        ("study eggs --seat 9", ["--seat"]),
        ("study eggs --progress no", ["auto, never, json"]),
        ("study eggs --color red", ["auto, never"]),
        ("study eggs --set trump_lead", ["OPTION=VALUE"]),
        ("study eggs --json=yes", ["no value for --json"]),
        ("study eggs --json --csv", ["one of --json and --csv"]),
        ("study eggs --rules bar", ["a game among", "nearest is bare"]),
        ("study eggs --rules bare --set trump_led=all", ["nearest is trump_lead"]),
        ("study eggs --rules bare --set trump_lead=al", ["nearest is all"]),
        ("deal --count 0", ["--count"]),
        ("deal --number x", ["--number"]),
        ("deal --number 3 --count 2", ["a single deal"]),
        ("deal 3", ["nothing more", 'got "3"']),
        ("replay 3 --number 4", ["got both"]),
        ("replay first", ["the index of a deal"]),
        ("compare greedy", ["two policies or two rule sets", "got one"]),
        ("compare gredy low", ["nearest is greedy"]),
        ("compare greedy low high", ["nothing more"]),
        ("compare greedy low --a-set trump_lead=all", ["got both"]),
        ("compare --b-set trump_lead=all --policies=", ["a policy (buyer, composer, expert", 'got ""']),
        ("compare greedy low --policies low", ["--policies only with two rule sets"]),
        ("compare greedy low --most 5", ["until-decided together with most"]),
        ("compare greedy low --rules bare --measure us.trumps", ["us.trumps, which the deal alone settles"]),
        ("compare greedy low --until-decided --deals 5", ["got more than one"]),
        ("compare greedy low --measure us.pints", ["nearest is", "points"]),
        ("compare --b-set trump_lead", ["--b-set OPTION=VALUE"]),
        ("sample us.points", ["a number of deals", "got none"]),
        ("sample --deals 5", ["expected a measure", "got none"]),
        ("sample egg egg --deals 5", ["every measure once", "egg twice"]),
        ("sample egg --deals 5 --precision 1%", ["--precision"]),
        ("score", ["FILE", "got nothing"]),
        ("score a b", ["nothing more"]),
        ("rules bar", ["nearest is bare"]),
        ("rules --set a=b", ["got no game"]),
        ("rules bare --set lucy=celebrate --set lucy=celebrate", ["lucy once"]),
        ("rules nowhere.toml", ["nowhere.toml", "no such file"]),
        ("policies gredy", ["nearest is greedy"]),
        ("policies nowhere.py:Careful", ["nowhere.py"]),
        ("about --clear-cach", ["nearest is --clear-cache"]),
    ],
)
def test_a_wrong_request_is_refused_in_one_sentence(capsys: Capture, words: str, parts: list[str]) -> None:
    sentence = refused(capsys, *words.split(" ") if words else [])
    for part in parts:
        assert part in sentence


@pytest.mark.parametrize(
    "verb", ["study eggs", "compare greedy low", "sample egg --deals 5", "deal", "replay", "rules"]
)
def test_an_impossible_out_is_refused_before_any_work(capsys: Capture, tmp_path: Path, verb: str) -> None:
    assert "nowhere" in refused(capsys, *verb.split(), "--out", str(tmp_path / "nowhere" / "x.json"))
    assert "ending in" in refused(capsys, *verb.split(), "--out", str(tmp_path / "x.jsn"))
    assert "ending in" in refused(capsys, *verb.split(), "--out", "/dev/null")
    assert "ending in" in refused(capsys, *verb.split(), "--out", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), ("5_000", 5000), ("1e6", 10**6), ("10M", 10**7), ("250k", 250_000), ("1.5M", 1_500_000), ("2E3", 2000)],
)
def test_numbers_as_people_write_them(text: str, value: int) -> None:
    assert quantities.whole(text, "n", 1, 10**9) == value


@pytest.mark.parametrize("text", ["0x10", "1__0", "_1", "1e", "k", "1e+", "1e999", "9" * 5000, "1 000", "\u0663", "+5"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(RequestError, match="expected n to be a whole number"):
        quantities.whole(text, "n", 0, 10**9)


def test_long_numbers_are_exact() -> None:
    assert quantities.whole("18446744073709551615", "n", 0, quantities.LAST_WORD) == 2**64 - 1
    assert quantities.number("0099561092450391000") == "99561092450391000"
    assert quantities.seed("Random") == "random"


@pytest.mark.parametrize(("text", "value"), [("0.1%", 0.001), ("0.001", 0.001), (".5", 0.5), ("1e-3", 0.001), ("2", 2)])
def test_shares(text: str, value: float) -> None:
    assert quantities.share(text, "--precision", most=None) == pytest.approx(value)


def test_rules_list_and_page(capsys: Capture) -> None:
    assert run(["rules"]) == 0
    assert "bare" in capsys.readouterr().out
    assert run(["rules", "BARE", "--set", "trump_lead=all"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("bare, trump_lead=all: ")
    assert "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D (14, high to low)" in page
    assert "a side with 61 to 90 points    2 eyes" in page
    assert "trump_lead = all  (default praiser_team; praiser_team, all, none_first_deal; S0:19)" in page
    assert "\x1b" not in page
    assert not any(line != line.rstrip() for line in page.splitlines())


def test_rules_say_how_sets_are_led_and_beaten(capsys: Capture) -> None:
    for game, ranks in (("bura-hammer", False), ("bura-two", True)):
        assert run(["rules", game]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert "sets one to four cards of one suit" in said and "or lies face down; nobody need beat" in said
        assert ("or two to four of one rank, are led" in said) == ranks
    assert run(["rules", "bare"]) == 0
    assert " sets " not in capsys.readouterr().out


def test_rules_mark_what_this_version_cannot_play(capsys: Capture, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    hats = "[option.hats]\nvalues = ['none', 'all']\nbuilt = ['none']\ndefault = 'none'\nsource = 'us'\ntext = 'hats'\n"
    house.write_text("base = 'bare'\n" + hats)
    assert run(["rules", str(house), "--set", "hats=all"]) == 0
    page = capsys.readouterr().out
    assert "! hats = all" in page
    assert "  trump_lead = praiser_team  (the default" in page
    assert "Not in this version" in page


def test_rules_as_json_and_csv(capsys: Capture) -> None:
    assert run(["rules", "bare", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    value = json.loads(line)
    assert (value["format"], value["verb"], value["rules"], value["playable"]) == (1, "rules", "bare", True)
    assert len(value["pack"]) == 32
    assert run(["rules", "bare", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert {row["option"]: row["default"] for row in rows}["swap_one"] == "off"


def test_policies(capsys: Capture) -> None:
    assert run(["policies"]) == 0
    page = capsys.readouterr().out
    assert all(f"{name} " in page for name in ("greedy", "high", "low", "random"))
    assert run(["policies", "greedy"]) == 0
    assert "you follow to a trick" in capsys.readouterr().out


def test_about(capsys: Capture) -> None:
    assert run(["about", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["verb"] == "about"
    assert value["cores"] >= 1
    assert run(["about"]) == 0
    assert "llvmlite" in capsys.readouterr().out


def test_help_comes_at_once() -> None:
    def best(*words: str) -> float:
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            subprocess.run([sys.executable, *words], capture_output=True, check=True)
            times.append(time.perf_counter() - begin)
        return min(times)

    assert best("-m", "goatsim", "--help") < 8 * best("-c", "pass")


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"'{sys.executable}' -m goatsim rules bare | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "goatsim", "rules"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"no space left" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "</dev/null"])
def test_missing_streams_are_no_fault(closed: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -m goatsim rules {closed}"], capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_narrow_encodings_are_no_fault(tmp_path: Path) -> None:
    game = tmp_path / "наша.toml"
    game.write_text('base = "bare"\ntitle = "Наша игра"\nswap_one = "optional"\n', encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = goatsim("rules", str(game), env=environment)
    assert done.returncode == 0
    assert b"\\u041d" in done.stdout
    assert goatsim("rules", str(game) + "x", env=environment).returncode == 2
    value = json.loads(goatsim("rules", str(game), "--json", env=environment).stdout)
    assert value["title"] == "Наша игра"


def test_an_unexpected_fault_is_one_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**given: object) -> int:
        raise ZeroDivisionError("of a test")

    monkeypatch.setattr("goatsim.command.verbs.rules", broken)
    monkeypatch.delenv("GOATSIM_DEBUG", raising=False)
    assert run(["rules"]) == 1
    err = capsys.readouterr().err
    assert "ZeroDivisionError: of a test" in err
    assert "please report" in err
    assert err.count("\n") == 1
    monkeypatch.setenv("GOATSIM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["rules"])


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (MemoryError(), 2), (BrokenPipeError(), 0)])
def test_how_it_leaves(capsys: Capture, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int) -> None:
    def broken(**given: object) -> int:
        raise error

    monkeypatch.setattr("goatsim.command.verbs.rules", broken)
    monkeypatch.setattr("goatsim.cli._silenced", lambda status: status)
    assert run(["rules"]) == status
    assert capsys.readouterr().err.count("\n") == (status != 0)


ENVELOPE = {
    "format": 1,
    "goatsim": "0.0",
    "verb": "study",
    "rules": "bare",
    "options": {"trump_lead": "all"},
    "policies": ["greedy", "low", "greedy", "low"],
    "seed": 7,
    "seat": 0,
    "deals": 20_000_000,
    "method": "sampled",
    "confidence": 0.95,
    "seconds": 1.25,
}
ROWS = [{"outcome": "egg", "share": 0.0149123, "low": 0.0148592, "high": 0.0149656, "hits": 298_246}]


def _bar(axes: Any) -> None:
    axes.bar(["egg"], [1.5])


@dataclass(frozen=True)
class Answer:
    """Looks like the answer of a study."""

    study: str
    partial: bool = False
    charts: dict[str, str] = field(default_factory=dict)
    tables: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {"outcomes": ROWS, "none": []})

    each: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.study

    def figures(self) -> dict[str, Any]:
        return {"outcomes": _bar}

    def to_json(self) -> dict[str, Any]:
        own = {"study": self.study, "headline": "Eggs are rare.", "tables": self.tables, "charts": self.charts}
        return {**ENVELOPE, **own, **({"partial": True} if self.partial else {})}


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Put a Lab in place that only remembers what it was asked; returns those settings."""
    asked: list[dict[str, Any]] = []

    class Lab:
        rules = "bare"

        def study(self, *names: str, each: object) -> Any:
            return Answers(cast(Any, [Answer(name, partial=name == "late") for name in names]))

    def at(rules: str, **settings: Any) -> Lab:
        asked.append({"rules": rules, **settings})
        return Lab()

    module = ModuleType("goatsim.lab")
    monkeypatch.setattr(module, "at", at, raising=False)
    monkeypatch.setitem(sys.modules, "goatsim.lab", module)
    return asked


def test_options_reach_the_lab(lab: list[dict[str, Any]]) -> None:
    words = "study eggs --rules bare --set trump_lead=all --policies greedy,low --seed 7 --seat 1 --deals 10M"
    assert run([*words.split(), "--precision", "0.1%", "--confidence", "99%", "--threads", "2", "--quiet"]) == 0
    (asked,) = lab
    asked.pop("progress")
    assert asked == {
        "rules": "bare",
        "options": {"trump_lead": "all"},
        "policies": "greedy,low",
        "seed": 7,
        "seat": 1,
        "deals": 10**7,
        "precision": 0.001,
        "confidence": 0.99,
        "threads": 2,
    }


def test_a_study_as_text(capsys: Capture, lab: list[dict[str, Any]]) -> None:
    assert run(["study", "eggs"]) == 0
    page = capsys.readouterr().out
    assert page.splitlines() == [
        "Eggs are rare.",
        "",
        "outcomes",
        "  outcome  share    interval               hits",
        "  egg      1.4912%  1.4859% to 1.4966%  298,246",
        "",
        "20,000,000 deals of bare, trump_lead=all; greedy low greedy low in seats 0 to 3; seed 7; 95% intervals; 1.2 s",
    ]


def test_a_study_as_json_and_csv(capsys: Capture, lab: list[dict[str, Any]]) -> None:
    assert run(["study", "eggs", "eyes", "--json"]) == 0
    values = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [value["study"] for value in values] == ["eggs", "eyes"]
    assert run(["study", "eggs", "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert float(row["share"]) == ROWS[0]["share"]


def test_ctrl_c_prints_what_there_is_and_marks_it(capsys: Capture, lab: list[dict[str, Any]]) -> None:
    assert run(["study", "late"]) == 130
    assert "Stopped before the end" in capsys.readouterr().out
    assert run(["study", "late", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["partial"] is True


def test_a_folder_of_studies(capsys: Capture, lab: list[dict[str, Any]], tmp_path: Path) -> None:
    assert run(["study", "eggs", "eyes", "--out", str(tmp_path / "out")]) == 0
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        "eggs-none.csv",
        "eggs-outcomes.csv",
        "eggs-outcomes.png",
        "eggs.json",
        "eyes-none.csv",
        "eyes-outcomes.csv",
        "eyes-outcomes.png",
        "eyes.json",
    ]
    assert json.loads((tmp_path / "out" / "eggs.json").read_text())["charts"] == {"outcomes": "eggs-outcomes.png"}
    assert "written" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".csv", ".png", ".svg", ".pdf"])
def test_a_file_of_studies(lab: list[dict[str, Any]], tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"eggs{suffix}"
    file.write_text("what stood there before")
    assert run(["study", "eggs", "--out", str(file), "--quiet"]) == 0
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    assert b"before" not in file.read_bytes()


@pytest.mark.parametrize("name", ["out", "out.csv", "out.png"])
def test_a_full_disk_leaves_nothing_half(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, lab: list[dict[str, Any]], tmp_path: Path, name: str
) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert run(["study", "eggs", "--out", str(tmp_path / name)]) == 2
    assert "no space left" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_deals_by_index_and_by_number(capsys: Capture) -> None:
    assert run(["deal", "--rules", "bare", "--seed", "7", "--index", "5", "--count", "2", "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["index"], second["index"], first["seed"]) == (5, 6, 7)
    assert run(["deal", "--rules", "bare", "--number", first["number"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == first["hands"]
    assert run(["deal", "--rules", "bare", "--seed", "7", "--index", "5"]) == 0
    page = capsys.readouterr().out
    assert f"number {first['number']}" in page
    assert all(card in page for hand in first["hands"] for card in hand)
    assert run(["deal", "--rules", "bare", "--seed", "7", "--index", "5", "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert row["seat2"].split() == first["hands"][2]


def test_the_last_index_and_the_one_behind_it(capsys: Capture) -> None:
    assert run(["deal", "--rules", "bare", "--index", str(2**64 - 1)]) == 0
    capsys.readouterr()
    refused(capsys, "deal", "--rules", "bare", "--index", str(2**64))
    refused(capsys, "deal", "--rules", "bare", "--number", "9" * 40)


def test_a_replay_reads_at_a_glance(capsys: Capture) -> None:
    assert run(["replay", "3", "--rules", "bare", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert run(["replay", "3", "--rules", "bare"]) == 0
    page = capsys.readouterr().out
    assert "\x1b" not in page
    assert page.startswith(f"bare, seed 0, deal 3, number {record['number']}\n")
    tricks = page[page.index("trick ") :].splitlines()[1:9]
    for line, trick in zip(tricks, record["tricks"], strict=True):
        leads = trick["cards"][0]
        wins = trick["cards"][(trick["winner"] - trick["leader"]) % 4]
        assert f">{leads}" in line
        assert f"{wins}*" in line
    points, taken, eyes = (record["result"][key] for key in ("points", "tricks", "eyes"))
    assert tricks[-1].split()[-2:] == [str(each) for each in points]
    winner = "0 and 2" if points[0] > points[1] else "1 and 3"
    side = 0 if points[0] > points[1] else 1
    assert f"Seats {winner} take {points[side]} points in {taken[side]} tricks: {eyes[side]} eyes" in page


def test_replays_are_clean_records_and_a_changed_card_is_named(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "played.jsonl"
    assert run(["replay", "--count", "50", "--rules", "bare", "--policies", "random", "--out", str(file)]) == 0
    assert capsys.readouterr() == ("", "")
    assert run(["score", str(file)]) == 0
    assert capsys.readouterr().out == "50 records, all legal\n"
    lines = file.read_text().splitlines()
    record = json.loads(lines[7])
    cards = record["tricks"][2]["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    lines[7] = json.dumps(record)
    file.write_text("\n".join(lines))
    assert run(["score", str(file)]) == 1
    page = capsys.readouterr().out
    assert page.startswith("line 8: ")
    assert page.endswith("50 records, 49 legal, 1 not\n")
    assert run(["score", str(file), "--json"]) == 1
    verdicts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [verdict["line"] for verdict in verdicts if not verdict["legal"]] == [8]
    assert run(["score", str(file), "--csv"]) == 1
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == 50


def test_records_through_a_pipe() -> None:
    command = f"'{sys.executable}' -m goatsim"
    pipe = f"{command} replay 0 --count 20 --rules bare --json | {command} score -"
    done = subprocess.run(["bash", "-c", pipe], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "20 records, all legal\n", "")


def test_files_of_records_that_are_not_there(capsys: Capture, tmp_path: Path) -> None:
    assert "no such file" in refused(capsys, "score", str(tmp_path / "none.jsonl")).lower()
    refused(capsys, "score", str(tmp_path))
    (tmp_path / "empty.jsonl").touch()
    refused(capsys, "score", str(tmp_path / "empty.jsonl"))


@pytest.mark.parametrize("game", ["schafkopf", "skat_null", "kozel28"])
def test_a_game_of_ones_own_is_checked_by_playing(capsys: Capture, game: str) -> None:
    assert run(["rules", str(GAMES / f"{game}.toml")]) == 0
    page = capsys.readouterr().out
    assert "Checked by playing 1000 deals: " in page
    assert "Mean points: " in page
    assert run(["replay", "1", "--rules", str(GAMES / f"{game}.toml")]) == 0


POLICIES = """
import goatsim
from goatsim.words import richest

@goatsim.policy(base="greedy")
class Careful:
    "Leads from length, feeds a sure trick. And more."
    keep = 3
    def follow(v):
        if v.partner_winning and not v.can_be_beaten: return richest(v.legal)
        return v.base.follow

@goatsim.policy(base="greedy")
class Cheat:
    "Plays a card that it does not hold."
    def follow(v):
        return v.gone
"""


def test_a_policy_of_ones_own_is_checked_by_playing(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICIES)
    assert run(["policies", f"{file}:Careful"]) == 0
    page = capsys.readouterr().out
    assert "Leads from length" in page
    assert "keep = 3" in page
    assert "Everything else is left to greedy." in page
    assert "Checked by playing 1000 deals of bare" in page
    assert run(["policies", f"{file}:Careful:keep=4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["parameters"] == {"keep": 4}
    assert "nearest is Careful" in refused(capsys, "policies", f"{file}:Carefull")


def test_a_policy_that_cheats_ends_with_status_one(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICIES)
    for words in (["policies", f"{file}:Cheat"], ["study", "eggs", "--rules", "bare", "--policies", f"{file}:Cheat"]):
        assert run(words) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert "Cheat" in err
        assert "legal" in err


def test_studies_are_listed_with_the_reason_against_them(capsys: Capture) -> None:
    assert run(["study", "--list"]) == 0
    page = capsys.readouterr().out
    asked, meant, reasons = (part.splitlines() for part in page.split("\n\n"))
    assert asked[0].split() == ["study", "question"]
    assert meant[0].split()[:3] == ["study", "classic", "bare"]
    assert [row.split()[:3] for row in meant if row.startswith("eggs")] == [["eggs", "yes", "yes"]]
    assert "eggs is not for bezique: no scoring row of bezique is called egg" in reasons
    assert "talon is not for classic, bare, bezique," in page
    assert run(["study", "--list", "--rules", str(GAMES / "skat_null.toml"), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["studies"]
    assert all(row["reason"] for row in rows if row["study"] == "eggs")
    assert "nearest is eggs" in refused(capsys, "study", "egs", "--rules", "bare")
    assert "a talon where it is bought" in refused(capsys, "study", "eggs", "--set", "phases=shuffle buy settle")


def test_a_real_study_end_to_end(tmp_path: Path) -> None:
    words = ["study", "eggs", "eyes", "--rules", "bare", "--deals", "20k", "--out", "out", "--threads", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "goatsim", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "20,000 deals of bare; greedy in every seat; seed 0; 95% intervals" in done.stdout
    value = json.loads((tmp_path / "out" / "eggs.json").read_text())
    assert value["deals"] == 20_000
    assert all((tmp_path / "out" / file).stat().st_size > 10_000 for file in value["charts"].values())


@pytest.mark.skipif(os.name == "nt", reason="signals differ")
def test_ctrl_c_within_a_second_with_the_partial_answer() -> None:
    words = [sys.executable, "-m", "goatsim", "study", "eggs", "--rules", "bare", "--deals", "1e10", "--json"]
    with subprocess.Popen([*words, "--progress", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        lines = map(json.loads, process.stderr)
        # The first lines come while the play is still being compiled.
        line = next(line for line in lines if line["done"] > 0)
        begin = time.perf_counter()
        process.send_signal(signal.SIGINT)
        try:
            out, _ = process.communicate(timeout=30)
        finally:
            process.kill()
        assert time.perf_counter() - begin < 2
    # Its groups are played apart, each kind of them as often as all deals.
    assert line["total"] == 3 * 10**10
    assert process.returncode == 130
    value = json.loads(out)
    assert value["partial"] is True
    assert 0 < value["deals"] < 10**10


def test_the_cache_serves_later_runs_and_is_cleared(tmp_path: Path) -> None:
    environment = {**os.environ, "GOATSIM_CACHE": str(tmp_path / "cache")}
    kept: list[dict[Path, int]] = []
    pages = []
    for _ in range(2):
        done = goatsim("replay", "0", "--rules", "bare", env=environment)
        assert done.returncode == 0
        pages.append(done.stdout)
        kept.append({path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.code")})
    assert pages[0] == pages[1] and kept[0] == kept[1]
    value = json.loads(goatsim("about", "--json", env=environment).stdout)
    assert value["cache_files"] == len(kept[0]) > 0
    cleared = json.loads(goatsim("about", "--clear-cache", "--json", env=environment).stdout)
    assert (cleared["removed"], cleared["cache_files"]) == (value["cache_files"], 0)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_colours_only_where_they_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert look_for(Terminal()).color
    assert not look_for(Terminal(), "never").color
    assert not look_for(io.StringIO()).color
    monkeypatch.setenv("TERM", "dumb")
    assert not look_for(Terminal()).color
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not look_for(Terminal()).color


def test_colours_do_not_push_columns_out_of_line() -> None:
    record = json.loads((Path(__file__).parent / "cases" / "worked.jsonl").read_text().splitlines()[0])
    rules = load(record["game"], record.get("options"))
    plain, colored = (record_text(record, rules, ["low"] * 4, 0, look) for look in (Look(), Look(color=True)))
    assert "\x1b[" in colored
    assert click.unstyle(colored) == plain


def test_a_talon_that_counts_is_in_the_running_points(capsys: Capture) -> None:
    assert run(["replay", "0", "--rules", str(GAMES / "skat_grand.toml"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["result"]
    assert run(["replay", "0", "--rules", str(GAMES / "skat_grand.toml")]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("talon")]
    assert line.split()[-2:] == [str(points) for points in result["points"]]


@pytest.mark.parametrize("kind", ["auto", "json", "never"])
def test_progress_waits_a_second_and_then_shows(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with Progress(kind) as progress:
        progress(1, 10)
        assert stream.getvalue() == ""
        progress.begin -= 2
        progress.said -= 2
        progress(5, 10)
    page = stream.getvalue()
    assert ("5 of 10 deals" in page) == (kind == "auto")
    assert (page.startswith('{"done": 5, "total": 10, ')) == (kind == "json")
    assert (page == "") == (kind == "never")


def test_no_bar_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert Progress("auto").kind == "never"


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (0.0149123, 0.0148592, 0.0149656, "1.4912%"),
        (0.5, 0.4, 0.6, "50%"),
        (0.0, 0.0, 0.000003, "0.00000%"),
        (1.0, 1.0, 1.0, "100.000000%"),
    ],
)
def test_percentages_to_the_digit_that_the_interval_supports(value: float, low: float, high: float, text: str) -> None:
    assert percent(value, low, high) == text
