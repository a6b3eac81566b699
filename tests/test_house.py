"""The house itself: what may import what, how it is written, what the wheel holds, and that the README is true."""

from __future__ import annotations

import ast
import email
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from goatsim.cli import run

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "goatsim"
MODULES = sorted(PACKAGE.rglob("*.py"))
README = (ROOT / "README.md").read_text("utf-8")

PUBLIC = """
study deal replay score rules policies about at policy
ask spread sample compare report solve suggest analyse collect combine plot
""".split()
LONGEST_MODULE = 400

# What costs a noticeable part of a second to import, and what else of it each of these may import than nothing.
HEAVY = {"llvmlite", "pandas", "matplotlib", "scipy.stats", "lark", "numpy", "msgspec", "pydantic"}
HEAVY |= {"goatsim.inquiry.overviews", "goatsim.records", "goatsim.show.charts", "goatsim.studies"}
LIGHT_COMMANDS = {
    "--help": "",
    "study --help": "",
    "ask --help": "",
    "compare --help": "",
    "rules": "msgspec",
    "rules bare": "msgspec",
    "policies": "msgspec",
    "policies greedy": "msgspec numpy",
    "ask --words": "msgspec",
    "ask 'trumps >= 5' --rules bare": "lark msgspec numpy",
    "ask 'any(trumps == 1)' --rules bare --given 'queens == 1'": "lark msgspec numpy",
    "ask 'any(trumps == 1)' --fresh --json": "lark msgspec numpy",
    "spread trumps --rules bare": "lark msgspec numpy",
    "deal --count 20 --given 'trumps == 8'": "lark msgspec numpy",
}
LIGHT_MODULES = {
    "goatsim": "",
    "goatsim.cards": "",
    "goatsim.errors": "",
    "goatsim.game": "msgspec",
    "goatsim.games": "msgspec",
    "goatsim.records": "goatsim.records msgspec pydantic",
    "goatsim.cli": "",
    "goatsim.exact.counting": "msgspec numpy",
}


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """Every module of goatsim that a file imports, anywhere in it, as a dotted name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                around = dotted(path).split(".") if path.name == "__init__.py" else dotted(path).split(".")[:-1]
                base = ".".join([*around[: len(around) - node.level + 1], *filter(None, [base])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name == "goatsim" or name.startswith("goatsim."))


def within(name: str, *places: str) -> bool:
    return any(name == place or name.startswith(f"{place}.") for place in places)


def python(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, timeout=600)


def outcome(done: subprocess.CompletedProcess[str]) -> str:
    return f"exit status {done.returncode}\n{done.stdout}\n{done.stderr}"


# Arrows


def test_imports_are_seen() -> None:
    place = ROOT / "goatsim" / "games" / "load.py"
    assert "goatsim.errors.RequestError" in set(imported(place))
    assert any(within(name, "goatsim.games.model") for name in imported(place))
    assert not within("goatsim.engineer", "goatsim.engine")


@pytest.mark.parametrize(("folder", "more"), [("engine", ()), ("compiler", ("goatsim.compiler",))])
def test_engine_and_compiler_import_only_each_other_and_cards(folder: str, more: tuple[str, ...]) -> None:
    allowed = ("goatsim.engine", "goatsim.cards", "goatsim.errors", *more)
    wrong = {
        f"{dotted(path)} imports {name}"
        for path in (PACKAGE / folder).rglob("*.py")
        for name in imported(path)
        if not within(name, *allowed)
    }
    assert not wrong


def test_what_runs_knows_nothing_of_who_asks() -> None:
    asking = ("goatsim.inquiry", "goatsim.studies", "goatsim.command", "goatsim.lab", "goatsim.functions")
    below = ("engine", "games", "lang", "exact", "runs", "seats", "records")
    wrong = {
        f"{dotted(path)} imports {name}"
        for folder in below
        for path in (PACKAGE / folder).rglob("*.py")
        for name in imported(path)
        if within(name, *asking)
    }
    assert not wrong


def test_nothing_imports_the_command_line() -> None:
    wrong = {
        dotted(path)
        for path in MODULES
        for name in imported(path)
        if within(name, "goatsim.cli") and path.name not in ("cli.py", "__main__.py")
    }
    assert not wrong


@pytest.mark.parametrize(("name", "allowed"), LIGHT_MODULES.items())
def test_light_modules_import_nothing_heavy(name: str, allowed: str) -> None:
    done = python("-X", "importtime", "-c", f"import {name}")
    assert done.returncode == 0, outcome(done)
    assert not heavy(done.stderr, allowed)


@pytest.mark.parametrize(("command", "allowed"), LIGHT_COMMANDS.items())
def test_light_commands_import_nothing_heavy(command: str, allowed: str) -> None:
    done = python("-X", "importtime", "-m", "goatsim", *shlex.split(command))
    assert done.returncode == 0, outcome(done)
    assert "click" in loaded(done.stderr)
    assert not heavy(done.stderr, allowed)


def loaded(importtime: str) -> set[str]:
    """The modules that `python -X importtime` says were imported."""
    return set(re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", importtime, re.MULTILINE))


def heavy(importtime: str, allowed: str = "") -> set[str]:
    return {name for name in loaded(importtime) if within(name, *HEAVY) and not within(name, *allowed.split())}


def test_heavy_imports_are_noticed() -> None:
    said = python("-X", "importtime", "-c", "import pandas").stderr
    assert {name.split(".")[0] for name in heavy(said)} == {"numpy", "pandas"}
    assert {name.split(".")[0] for name in heavy(said, "numpy")} == {"pandas"}


# Names and sizes


def test_no_module_bears_the_name_of_a_public_function() -> None:
    assert not {dotted(path) for path in MODULES if dotted(path).split(".")[-1] in PUBLIC}


EVERY_VERB = """
import importlib, pathlib, pkgutil, types
import goatsim

names = [module.name for module in pkgutil.walk_packages(goatsim.__path__, "goatsim.")]
for name in names:
    if name != "goatsim.__main__":
        importlib.import_module(name)
for name in goatsim.__all__:
    assert not isinstance(getattr(goatsim, name), types.ModuleType), name

lab = goatsim.at("bare", deals=300, progress="never")
assert goatsim.rules() and goatsim.rules("bare") and goatsim.about()
assert goatsim.policies() and goatsim.policies("greedy")
assert [answer.study for answer in goatsim.study("eggs", rules="bare", deals=300, progress="never")] == ["eggs"]
assert lab.study("eggs")[0].deals == 300
assert goatsim.ask("trumps == 4", rules="bare").method == "exact"
assert len(goatsim.spread("trumps", rules="bare").rows) == 9
assert goatsim.compare("low", "low", rules="bare", deals=300, progress="never").value == 0
assert len(goatsim.sample("us.points", rules="bare", deals=300, progress="never")) == 300
assert goatsim.deal(rules="bare") == lab.deal()
records = list(goatsim.replay(rules="bare", count=2))
assert len(records) == 2
assert all(verdict.legal for record in records for verdict in goatsim.score(record))
print(len(names), "modules")
"""


def test_every_module_imports_and_then_every_verb_works() -> None:
    done = python("-c", EVERY_VERB)
    assert done.returncode == 0, outcome(done)
    assert int(done.stdout.split()[0]) >= len([path for path in MODULES if path != PACKAGE / "__init__.py"])


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "scripts").glob("*.py"))], ids=lambda path: path.name)
def test_modules_are_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_MODULE


# Style and types


@pytest.mark.parametrize(
    "command",
    [
        "ruff check --ignore-noqa .",
        "ruff format --check --diff .",
        "mypy",
    ],
)
def test_style_and_types(command: str) -> None:
    done = python("-m", *command.split())
    assert done.returncode == 0, outcome(done)


# The wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    done = python("-c", "import sys, hatchling.build as b; print(b.build_wheel(sys.argv[1]))", str(folder))
    assert done.returncode == 0, outcome(done)
    (built,) = folder.glob("*.whl")
    return built


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"goatsim/py.typed", "goatsim/games/bare.toml", "goatsim/games/classic.toml"} <= wanted
    assert {name for name in held if ".dist-info/" not in name} == wanted
    assert any(name.endswith("/LICENSE") for name in held)


def test_wheel_says_what_it_is(wheel: Path) -> None:
    import goatsim

    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        (entries,) = (name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt"))
        said = email.message_from_bytes(archive.read(metadata))
        assert "goatsim = goatsim.cli:main" in archive.read(entries).decode()
    assert (said["Name"], said["Version"]) == ("goatsim", goatsim.__version__)
    assert said["Requires-Python"] == ">=3.11"
    assert said["License-Expression"] == "MIT"


def test_wheel_works_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    show = "import goatsim.games as g; print(g.__file__, *sorted(g.names())); g.load('bare')"
    done = python("-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); {show}", cwd=tmp_path)
    assert done.returncode == 0, outcome(done)
    place, *names = done.stdout.split()
    assert Path(place).is_relative_to(tmp_path)
    assert names == sorted(path.stem for path in (PACKAGE / "games").glob("*.toml"))


def test_changelog_knows_this_version() -> None:
    import goatsim

    assert f"## {goatsim.__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


# The README is true


def fenced(language: str) -> list[str]:
    """The code blocks of the README in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_readme_and_ci_run_the_same_test_command() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    (command,) = (line for line in lines if "pytest" in line)
    assert command == lines[-1]
    assert [command] in [block.splitlines() for block in fenced("sh")]


def test_readme_installs_and_runs_the_main_job() -> None:
    assert ["pip install . && goatsim study eggs --rules bare"] in [block.splitlines() for block in fenced("sh")]


def without_times(text: str) -> list[str]:
    """The lines of an answer with its durations taken out: they are all that differs between two runs."""
    return [re.sub(r"\d[\d.]* ?(s|ms|seconds?)\b", "TIME", line.rstrip()) for line in text.strip().splitlines()]


def cut_like(shown: str, answer: str) -> bool:
    """Whether an answer is what is shown; a line of three dots stands for any lines that are left out."""
    parts = [part.split("\n") for part in "\n".join(without_times(shown)).split("\n...\n")]
    lines = without_times(answer)
    if len(parts) == 1:
        return parts[0] == lines
    first, *middle, last = parts
    if lines[: len(first)] != first or lines[-len(last) :] != last:
        return False
    place, end = len(first), len(lines) - len(last)
    for part in middle:
        starts = range(place, end - len(part) + 1)
        found = next((start for start in starts if lines[start : start + len(part)] == part), None)
        if found is None:
            return False
        place = found + len(part)
    return place <= end


def test_answers_that_are_cut_must_still_be_true() -> None:
    assert cut_like("a\n...\nc\n", "a\nb\nc") and cut_like("a\n", "a") and cut_like("a\n...\nd\n", "a\nd\nb\nd")
    assert not any(cut_like(shown, "a\nb\nc") for shown in ("a\n...\nb\n", "b\n...\nc\n", "a\n...\nx\n...\nc\n", "a\n"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the README tells its reader to save."""
    for language in ("python", "toml", "json", "csv"):
        for before, block in re.findall(rf"([^\n]*\n)\n```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
            for name in re.findall(r"(?:[Ss]ave this|saved) as `(\S+)`", before):
                (tmp_path / name).write_text(block, "utf-8")
    return tmp_path


def test_readme_has_its_files_saved(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {"careful.py", "deal.jsonl", "house.toml", "kings.csv"}


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command answers; in this process, since most take longer to start than to answer."""
    status = run(words)
    out, err = capsys.readouterr()
    assert status == 0, err
    return out


@pytest.mark.parametrize("block", fenced("console"), ids=lambda block: block.splitlines()[0])
def test_readme_shows_real_answers(
    block: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, _, shown = block.partition("\n")
    prompt, program, *arguments = shlex.split(first)
    assert (prompt, program) == ("$", "goatsim")
    monkeypatch.chdir(folder)
    answer = said(arguments, capsys)
    assert cut_like(shown, answer), f"the answer is\n{answer}"


@pytest.mark.parametrize(
    "line", [line for block in fenced("sh") for line in block.splitlines() if line.startswith("goatsim ")]
)
def test_readme_commands_work(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    _, *words = shlex.split(line)
    if "|" not in words:
        assert said(words, capsys)
        return
    program = f'goatsim() {{ {shlex.quote(sys.executable)} -m goatsim "$@"; }}; set -euo pipefail; {line}'
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, outcome(done)
    assert done.stdout


@pytest.mark.parametrize("block", fenced("python"), ids=lambda block: block.splitlines()[-1].strip())
def test_readme_python_runs(block: str, folder: Path) -> None:
    (folder / "example.py").write_text(block, "utf-8")
    done = python("example.py", cwd=folder)
    assert done.returncode == 0, outcome(done)


def test_readme_names_only_files_that_exist() -> None:
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert linked
    assert not [name for name in linked if not (ROOT / name).exists()]
