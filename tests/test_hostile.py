"""What files, shells and people do to a program: odd files, closed streams, signals, texts without end."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import goatsim
from goatsim.chairs import seat_of
from goatsim.cli import run
from goatsim.errors import LONGEST_ECHO, RequestError, shown
from goatsim.games import changed, load
from goatsim.seats.named import line_up, named
from goatsim.show.files import Batch
from goatsim.show.progress import Progress, lasting

ROOT = Path(__file__).resolve().parent.parent
Capture = pytest.CaptureFixture[str]

POLICY = (
    "import goatsim\n@goatsim.policy(base='greedy')\nclass Mine:\n    'Mine.'\n    def follow(v):\n        return {}\n"
)
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals differ")


def refused(capsys: Capture, *words: str) -> str:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "Traceback" not in err
    return err


def sentence(ask: Callable[[], object]) -> str:
    with pytest.raises(RequestError) as error:
        ask()
    assert "\n" not in str(error.value)
    return str(error.value)


def started(*words: str, **settings: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "goatsim", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **settings
    )


# An option twice


@pytest.mark.parametrize("again", ["TRUMP_LEAD=praiser_team", "trump_lead = praiser_team", "Trump_Lead=all"])
def test_an_option_twice_in_any_case(capsys: Capture, again: str) -> None:
    said = refused(capsys, "rules", "bare", "--set", "trump_lead=all", "--set", again)
    assert "once" in said
    key, value = again.split("=")
    if key.strip() != "trump_lead":
        assert "once" in sentence(lambda: load("bare", {"trump_lead": "all", key.strip(): value}))


@pytest.mark.parametrize(
    "text",
    [
        "trump_lead = 'all'\nTRUMP_LEAD = 'praiser_team'",
        "hand_size = 8\nHand_Size = 7",
        "title = 'a'\nTITLE = 'b'",
        "[option.x]\nvalues=[1]\ndefault=1\nsource='s'\ntext='t'\n[option.X]\nvalues=[1]\ndefault=1\nsource='s'\ntext='t'",
        "[[contradiction]]\nwhy='w'\noptions={trump_lead='all', TRUMP_LEAD='praiser_team'}",
        "[[scoring]]\noutcome='egg'\nwhen={trump_lead='all', TRUMP_LEAD='all'}",
    ],
)
def test_a_key_of_a_file_twice_in_any_case(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.toml").write_text(f"base = 'bare'\n{text}\n", "utf-8")
    assert "once" in sentence(lambda: load(tmp_path / "x.toml"))


def test_the_keys_of_a_file_are_read_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("BASE = 'bare'\nName = 'ours'\nTrump_Lead = 'all'\n", "utf-8")
    rules = load(tmp_path / "x.toml")
    assert (rules.name, rules.base, rules.options["trump_lead"]) == ("ours", "bare", "all")


# Structures as JSON

ROWS = [{"outcome": "egg", "points": "half"}, {"outcome": "win", "points": ["more_than_half", "all"], "eyes": 2}]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scoring", ROWS),
        ("points", {"A": 11, "T": 10, "K": 4, "Q": 3, "JC": 5, "J": 2}),
        ("sides", [0, 1, 0, 1]),
        ("trumps", [*load("bare").trumps]),
        ("plain_order", [*load("bare").plain_order]),
        ("other_outcomes", ["third_claim", "odd"]),
        ("phases", ["shuffle", "tricks", "settle"]),
    ],
)
def test_a_structure_is_spelled_as_json(key: str, value: object) -> None:
    spelled = load("bare", {key: json.dumps(value)})
    assert spelled == load("bare", {key: value})
    assert load("bare", {key: json.dumps(each) for key, each in changed(spelled).items()}).identity == spelled.identity


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("scoring=[{", "expected JSON for scoring"),
        ("scoring=x", "scoring: expected a list"),
        ("scoring=[5]", "scoring row 1: expected a scoring row as a table"),
        ('scoring=[{"outcome":"egg","outcome":"win"}]', "every key once"),
        ('points={"A":NaN}', "finite numbers"),
        ("scoring=" + "[" * 200_000, "beyond all bounds"),
    ],
)
def test_a_wrong_structure(capsys: Capture, text: str, part: str) -> None:
    said = refused(capsys, "rules", "bare", "--set", text)
    assert part in said and "ScoringRow" not in said and "Option" not in said


def test_a_wrong_declaration_is_named_as_people_do(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("base = 'bare'\n[option]\nx = 5\n", "utf-8")
    assert sentence(lambda: load(tmp_path / "x.toml")).startswith("x, option x: expected the declaration of an option")


# Texts without end, and texts that are no texts


@pytest.mark.parametrize(
    "ask",
    [
        lambda: load("bare", {"trump_lead": 10**5000}),
        lambda: load("bare", {"sides": [10**5000]}),
        lambda: load("bare", {"x" * 10**6: 1}),
        lambda: load("x" * 10**6),
        lambda: load("bare", {"plain_order": "2" * 10**6}),
        lambda: load("bare", {"plain_order": "x y " * 10**6}),
        lambda: load("bare", {"other_outcomes": ["x" * 10**6]}),
        lambda: named("x" * 10**6),
        lambda: named("x" * 10**6 + ".py:Mine"),
        lambda: named("greedy:" + "k" * 10**6 + "=3"),
        lambda: named("greedy:a b " * 10**5),
        lambda: goatsim.at("bare", seat=10**5000),
        lambda: goatsim.at("bare", policies=["\n" * 10**6]),
    ],
)
def test_no_sentence_is_endless(ask: Callable[[], object]) -> None:
    assert len(sentence(ask)) < 400


@pytest.mark.parametrize("word", ["Mine", "follow", "v", "name"])
def test_no_name_in_a_policy_makes_a_sentence_endless(tmp_path: Path, word: str) -> None:
    text = POLICY.format("v.hand + name").replace(word, word[0] * 5000)
    (tmp_path / "x.py").write_text(text, "utf-8")
    assert len(sentence(lambda: named(f"{tmp_path / 'x.py'}:{word[0] * 5000}"))) < 600


class Odd:
    def __str__(self) -> str:
        raise RuntimeError("no words")


def test_what_cannot_be_shown() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(Odd()) == "a Odd"
    assert shown(deep) == "a list"
    assert shown("a\x1b[31m\ud800") == '"a\\x1b[31m\\ud800"'
    assert len(shown("\x00" * 10**6)) <= LONGEST_ECHO + 2
    assert str(RequestError("expected " + "y" * 500)).endswith("y...")


@pytest.mark.parametrize("given", [3, None, b"greedy", Path("greedy"), ["greedy"]])
def test_a_policy_by_what_is_no_text(given: Any) -> None:
    assert "expected a policy by name" in sentence(lambda: named(given))


@pytest.mark.parametrize(
    "line",
    [
        r'title = "a\u001b[31m"',
        r'title = "a\nb"',
        r'text = "a\u0007"',
        r'name = "a\u0000"',
        r'title = "a\u202eb"',
        f'name = "{"n" * 100}"',
        r'[option."a\u001b"]',
        "[option.x]\nvalues=['\\u001b']\ndefault=1\nsource='s'\ntext='t'".replace("'", '"'),
    ],
)
def test_characters_that_command_a_terminal(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.toml").write_text(f"base = 'bare'\n{line}\n", "utf-8")
    said = sentence(lambda: load(tmp_path / "x.toml"))
    assert said.isprintable() and ("control characters" in said or "at most" in said)


def test_a_game_named_by_an_odd_path(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[31m.toml"
    file.write_text("base = 'bare'\n", "utf-8")
    assert run(["deal", "--rules", str(file)]) == 0
    assert "\x1b" not in capsys.readouterr().out


# Odd files


def test_a_game_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xef\xbb\xbfbase = 'bare'\n")
    assert load(tmp_path / "x.toml").base == "bare"


@needs_pipes
@pytest.mark.parametrize(("name", "words"), [("x.toml", "rules"), ("x.py", "policies"), ("x.jsonl", "score")])
def test_pipes_and_devices_are_no_files(capsys: Capture, tmp_path: Path, name: str, words: str) -> None:
    os.mkfifo(tmp_path / name)
    behind = ":Mine" if name == "x.py" else ""
    assert "expected a file" in refused(capsys, words, f"{tmp_path / name}{behind}")
    (tmp_path / name).unlink()
    (tmp_path / name).symlink_to("/dev/zero")
    assert "expected a file" in refused(capsys, words, f"{tmp_path / name}{behind}")


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="needs /dev/fd")
def test_records_from_what_the_shell_hands_over() -> None:
    command = f"'{sys.executable}' -m goatsim"
    replay = f"{command} replay --count 5 --rules bare --json"
    for line in (f"{replay} | {command} score /dev/stdin", f"{command} score <({replay})"):
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "5 records, all legal\n", "")


# Policy files


@pytest.mark.parametrize("raised", ["BaseException", "GeneratorExit", "MemoryError", "SystemExit(0)", "Odd()"])
def test_whatever_a_policy_file_raises(tmp_path: Path, raised: str) -> None:
    odd = "class Odd(BaseException):\n    def __str__(self):\n        raise self\n"
    (tmp_path / "x.py").write_text(f"{odd}raise {raised}\n", "utf-8")
    assert "to run as Python, got" in sentence(lambda: named(f"{tmp_path / 'x.py'}:Mine"))


def test_objects_that_claim_to_be_something_else(tmp_path: Path) -> None:
    odd = "class Odd:\n    @property\n    def __class__(self):\n        raise SystemError\nodd = Odd()\n"
    (tmp_path / "x.py").write_text(odd + POLICY.format("v.base.follow"), "utf-8")
    assert named(f"{tmp_path / 'x.py'}:Mine").name == "Mine"


def test_null_characters_and_deep_brackets_in_policy_files(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_bytes(b"a = 1\nb = '\0'\n")
    assert "a null character in line 2" in sentence(lambda: named(f"{tmp_path / 'x.py'}:Mine"))
    (tmp_path / "x.py").write_text("(" * 5000 + ")" * 5000, "utf-8")
    said = sentence(lambda: named(f"{tmp_path / 'x.py'}:Mine"))
    assert "MemoryError" not in said and "line None" not in said


def test_helpers_without_mark_or_view(tmp_path: Path) -> None:
    def said(helper: str, answer: str) -> str:
        (tmp_path / "x.py").write_text(f"from goatsim import Cards\n{helper}\n{POLICY.format(answer)}", "utf-8")
        return sentence(lambda: named(f"{tmp_path / 'x.py'}:Mine"))

    assert "not lowest, a function without that mark" in said("def lowest(cards):\n    return cards", "lowest(v.legal)")
    marked = "import goatsim\n@goatsim.helper\ndef best(v, cards: Cards) -> Cards:\n    return cards"
    assert "without the view v in the first place" in said(marked, "best(v.legal)")


def test_a_policy_file_is_run_once_and_quiet_keeps_it_quiet(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(f"print('hello')\n{POLICY.format('v.base.follow')}", "utf-8")
    name = f"{tmp_path / 'x.py'}:Mine"
    assert run(["policies", name]) == 0
    assert capsys.readouterr().err == "hello\n"
    for words in (["policies", name], ["replay", "--rules", "bare", "--policies", name]):
        assert run([*words, "--quiet"]) == 0
        assert capsys.readouterr().err == ""


def test_commas_in_the_path_of_a_policy(tmp_path: Path) -> None:
    for folder in ("a,b", "low,", "x.py,y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(POLICY.format("v.base.follow"), "utf-8")
        file = f"{tmp_path / folder / 'mine.py'}:Mine"
        found = line_up(f"{file}, low", (0, 1, 0, 1))
        assert [policy.spoken for policy in found] == [file, "low"] * 2
        assert [policy.spoken for policy in line_up(f"low,{file},low,{file}", (0, 1, 0, 1))] == ["low", file] * 2


def test_the_package_works_from_an_archive(tmp_path: Path) -> None:
    archive = shutil.make_archive(str(tmp_path / "site"), "zip", ROOT, "goatsim")
    program = (
        "from goatsim.compiler.sources import LOADED; from goatsim.cli import run; print(LOADED);"
        "run(['policies', 'greedy']); run(['replay', '0', '--rules', 'bare'])"
    )
    pages = []
    for place in (archive, str(ROOT)):
        environment = {**os.environ, "PYTHONPATH": place}
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        pages.append(done.stdout)
    assert pages[0] == pages[1] and "points in" in pages[0]


# Where answers go


def test_a_folder_where_a_file_is_wanted(capsys: Capture, tmp_path: Path) -> None:
    assert "which is a folder" in refused(capsys, "deal", "--rules", "bare", "--out", str(tmp_path))
    (tmp_path / "x.json").mkdir()
    assert "which is a folder" in refused(capsys, "deal", "--rules", "bare", "--out", str(tmp_path / "x.json"))


@pytest.mark.parametrize("ending", [">&-", "| true", "| head -n 1"])
def test_a_file_is_whole_even_if_stdout_is_gone(tmp_path: Path, ending: str) -> None:
    command = f"'{sys.executable}' -m goatsim replay --count 700 --rules bare --json --out out.jsonl"
    done = subprocess.run(
        ["bash", "-c", f"{command} {ending}; exit ${{PIPESTATUS[0]}}"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]
    assert [json.loads(line)["deal"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == list(range(700))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["rules", "replay --rules bare --json --count 500", "study --list"])
def test_a_full_disk_behind_stdout_is_called_that(words: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "goatsim", *words.split()], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert b'"stdout": no space left' in done.stderr


def test_a_file_that_cannot_be_put_in_place_is_named(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device", source)

    monkeypatch.setattr("os.replace", full)
    assert "x.json" in refused(capsys, "deal", "--rules", "bare", "--out", str(tmp_path / "x.json"))
    assert list(tmp_path.iterdir()) == []


def _writing(folder: Path) -> subprocess.Popen[bytes]:
    """A process that is in the middle of writing a file."""
    process = started("deal", "--count", "1e9", "--rules", "bare", "--out", str(folder / "out.jsonl"))
    end = time.monotonic() + 60
    while not any(folder.iterdir()) and time.monotonic() < end:
        time.sleep(0.02)
    assert process.poll() is None
    return process


@needs_signals
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_request_to_end_leaves_nothing_half_written(tmp_path: Path, number: str) -> None:
    with _writing(tmp_path) as process:
        process.send_signal(getattr(signal, number))
        _, err = process.communicate(timeout=30)
    assert process.returncode == (130 if number == "SIGINT" else -getattr(signal, number))
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@needs_signals
def test_what_a_killed_process_left_is_swept_by_the_next(tmp_path: Path) -> None:
    with _writing(tmp_path) as process:
        (alive,) = tmp_path.iterdir()
        with Batch() as batch, batch.open(tmp_path / "other.txt") as stream:
            stream.write("other")
        assert alive.exists()
        process.kill()
        process.communicate()
    (tmp_path / ".goatsim-notes").touch()
    assert alive.exists()
    assert run(["deal", "--rules", "bare", "--out", str(tmp_path / "out.jsonl")]) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == [".goatsim-notes", "other.txt", "out.jsonl"]


@needs_signals
def test_ctrl_c_at_any_moment_is_no_traceback() -> None:
    for delay in (0.05, 0.08, 0.12, 0.2, 0.4, 0.6):
        process = started("rules", "bare")
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        # Before the first line of goatsim is read, Python itself answers, with 1 where it looks for modules.
        ours = b"goatsim/cli.py" in err
        assert process.returncode in ((0, 130, -signal.SIGINT) if ours else (0, 1, 130, -signal.SIGINT))
        assert not (ours and b"Traceback" in err)


def test_after_the_answer_ctrl_c_is_not_heard() -> None:
    program = (
        "import atexit, os, signal, sys; sys.argv = ['goatsim', '--version'];"
        "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT)); from goatsim.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_command_starts_no_threads_for_matrices_and_ends_at_once() -> None:
    program = (
        "import atexit, gc, os, sys; sys.argv = ['goatsim', '--version'];"
        "atexit.register(lambda: print(os.environ['OPENBLAS_NUM_THREADS'], gc.get_freeze_count() > 1000));"
        "from goatsim.cli import main; main()"
    )
    command = [sys.executable, "-c", program]
    for given, expected in ({}, "1 True"), ({"OPENBLAS_NUM_THREADS": "7"}, "7 True"):
        env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
        done = subprocess.run(command, capture_output=True, text=True, env={**env, **given}, check=False)
        assert done.stdout.splitlines()[-1] == expected


def test_the_command_is_ready_for_ctrl_c_before_anything_slow_is_loaded() -> None:
    program = "import sys; before = set(sys.modules); import goatsim.cli; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert not {"typing", "re", "click", "importlib.resources"} & set(done.stdout.split()), done.stdout


# Words


@pytest.mark.parametrize(
    ("word", "seats", "seat"),
    [
        ("0", 4, 0),
        ("me", 4, 0),
        ("Left", 4, 1),
        ("partner", 4, 2),
        ("right", 4, 3),
        (" seat2 ", 4, 2),
        ("right", 3, 2),
        ("opponent", 2, 1),
        ("across", 6, 3),
        ("partner4", 6, 4),
        ("me", 5, 0),
        ("seat4", 5, 4),
    ],
)
def test_seats_by_their_words(word: str, seats: int, seat: int) -> None:
    assert seat_of(word, seats) == seat


@pytest.mark.parametrize("word", ["4", "seat4", "-1", "", "opponent", "rihgt", "1.0", "\u0662", "10", "seat 2"])
def test_words_that_are_no_seat(word: str) -> None:
    said = sentence(lambda: seat_of(word, 4))
    assert "seat0 to seat3" in said and ("nearest is right" in said) == (word == "rihgt")


def test_the_seat_of_a_command_by_its_word(capsys: Capture) -> None:
    assert run(["deal", "--rules", "bare", "--seat", "partner", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == 2
    assert "opponent" not in refused(capsys, "deal", "--rules", "bare", "--seat", "4").partition("got")[0]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (
            ["compare", "--rules", "bare", "--b-rules", ""],
            'or the path of a .toml file, got ""',
        ),
        (["compare", "--rules", "", "--a-rules", "bare", "--b-rules", "bare"], "got it beside both"),
        (["compare", ""], "two policies or two rule sets to compare, got one"),
        (["compare", "--rules", "bare", "--b-set", "trump_lead=all", "--policies", ""], 'FILE.csv, got ""'),
        (["sample", "egg", "--deals", "3", "--policies", ""], 'FILE.csv, got ""'),
        (
            ["replay", ""],
            'the index of a deal to be a whole number from 0 to 2^64 - 1, such as 5000, 250k, 10M or 1e6, got ""',
        ),
        (["deal", "--index", ""], 'or 1e6, got ""'),
    ],
)
def test_an_empty_word_is_a_wrong_word(capsys: Capture, words: list[str], part: str) -> None:
    assert part in refused(capsys, *words)


def test_a_study_asked_for_twice_is_done_once(capsys: Capture) -> None:
    assert run(["study", "eggs", "EGGS", "eggs", "--rules", "bare", "--deals", "500", "--json", "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_all_studies_of_a_game_that_none_fits(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from goatsim.studies.base import study_named

    monkeypatch.setattr(
        "goatsim.studies.common.studying.study_named",
        lambda name: replace(study_named(name), unfit=lambda rules: "no scoring."),
    )
    said = refused(capsys, "study", "--all", "--rules", "bare")
    assert "got bare (capture: no scoring; claims: no scoring" in said and "eggs: no scoring" in said


def test_a_deal_by_its_number_stands_in_no_stream(capsys: Capture) -> None:
    assert run(["deal", "--rules", "bare", "--number", "77"]) == 0
    assert capsys.readouterr().out.startswith("bare, number 77\n")


def test_score_says_what_it_takes_on_trust(capsys: Capture) -> None:
    assert run(["score", "--help"]) == 0
    assert "taken on trust" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "1 second"),
        (59.6, "1 minute"),
        (150, "2 minutes"),
        (7000, "2 hours"),
        (10**6, "12 days"),
        (1e12, "31,710 years"),
    ],
)
def test_times_as_people_plan(seconds: float, said: str) -> None:
    assert lasting(seconds) == f"about {said}"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_says_how_long_it_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    now = [100.0]
    monkeypatch.setattr("goatsim.show.progress.time.monotonic", lambda: now[0])
    with Progress() as progress:
        progress(0, 10**9)
        now[0] += 0.5
        progress(1000, 10**9)
        now[0] += 1
        progress(2000, 10**9)
    said = terminal.getvalue()
    assert "2,000 of 1,000,000,000 deals, about 12 days left" in said
