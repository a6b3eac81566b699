"""Finding policies: built in by name, or `FILE.py:NAME`, with parameters and fixed decisions behind colons; and
line-ups, a policy for every seat.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import io
import linecache
import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import goatsim.seats
from goatsim.errors import RequestError, among, brief, brief_path, nearest, shown, wrong
from goatsim.seats.decisions import ROWS
from goatsim.seats.define import Policy
from goatsim.seats.language.scope import Param
from goatsim.seats.weighing import read_table, table_of

FOLDERS = list(goatsim.seats.__path__)
"""Where built-in policies are looked for: a file NAME.py that defines one policy called Name."""

Given = str | Policy | type
"""How a policy is given: by name, or as made by `goatsim.policy`, which type checkers still take for the class."""

LARGEST_FILE = 1_000_000

_FRAME = ("decisions", "define", "named", "view", "weighing")
_FILE = re.compile(r"(?P<file>.+?\.py)(?P<named>:(?P<name>[^:]*))?(?P<rest>(?::.*)?)\Z", re.DOTALL)
_TABLE = re.compile(r"(?P<file>.+?\.csv)(?P<rest>(?::.*)?)\Z", re.DOTALL | re.IGNORECASE)


def names() -> list[str]:
    """The names of the built-in policies, in order."""
    found = [module for module in pkgutil.iter_modules(FOLDERS) if not module.ispkg]
    return sorted({module.name for module in found} - {*_FRAME})


@cache
def _built_in(name: str) -> Policy:
    # Ours may stand in an archive, where only the import system finds them.
    if any(module.name == name for module in pkgutil.iter_modules(goatsim.seats.__path__)):
        module = importlib.import_module(f"goatsim.seats.{name}")
    else:
        module = _run(next(path for folder in FOLDERS if (path := Path(folder) / f"{name}.py").exists()))
    found = next(value for value in vars(module).values() if isinstance(value, Policy) and value.name.lower() == name)
    return replace(found, spoken=name)


def _run(path: Path) -> ModuleType:
    """Run a Python file as a module of its own, from the text that it has now. Raises `RequestError`."""
    text, said = _text(path), brief_path(path)
    name = f"goatsim_policy_{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        with _beside(path.resolve().parent):
            exec(compile(text, str(path), "exec", dont_inherit=True), module.__dict__)
    except (RequestError, KeyboardInterrupt):
        raise
    except SyntaxError as error:
        where = brief_path(error.filename or path)
        line = f" in line {error.lineno}" if error.lineno else ""
        raise RequestError(f"expected Python in {where}, got a mistake{line}: {brief(error.msg)}") from error
    except MemoryError as error:  # Python's parser runs out of its own memory where brackets are too deep
        raise RequestError(f"expected {said} to run as Python, got nesting or data beyond all bounds") from error
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        where = f"line {lines[-1]} of {said}" if lines else said
        raise RequestError(f"expected {where} to run as Python, got {_raised(error)}") from error
    return module


def _raised(error: BaseException) -> str:
    """What was raised, in words, whatever its own words do."""
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = ""
    return f"{type(error).__name__}: {brief(text)}" if text else type(error).__name__


def _kept(path: Path) -> tuple[bytes, os.stat_result]:
    """What a policy's file holds, and its facts."""
    try:
        if path.exists() and not path.is_file():
            raise RequestError(f"expected a file for a policy, got {brief_path(path)}, which is none")
        with path.open("rb") as file:
            kept = file.read(LARGEST_FILE + 1)
            facts = os.fstat(file.fileno())
    except RequestError:
        raise
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise RequestError(f"expected a policy file that can be read, got {brief_path(path)} ({why})") from error
    except ValueError as error:
        why = "a path with a null character"
        raise RequestError(f"expected a policy file that can be read, got {brief_path(path)} ({why})") from error
    if len(kept) > LARGEST_FILE:
        raise RequestError(f"expected a policy file of at most {LARGEST_FILE} bytes, got more in {brief_path(path)}")
    return kept, facts


def _text(path: Path) -> str:
    """The text of a Python file, told to `linecache` so that policies are translated from the very text that is run."""
    kept, facts = _kept(path)
    if b"\0" in kept:
        at = kept[: kept.index(b"\0")].count(b"\n") + 1
        raise RequestError(f"expected Python as text in {brief_path(path)}, got a null character in line {at}")
    try:
        text = importlib.util.decode_source(kept)
    except (SyntaxError, UnicodeDecodeError) as error:
        got = f"something else ({brief(str(error))})"
        raise RequestError(f"expected Python as UTF-8 in {brief_path(path)}, got {got}") from error
    linecache.cache[str(path)] = (facts.st_size, facts.st_mtime, text.splitlines(keepends=True), str(path))
    return text


@contextlib.contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """Let a file import what lies beside it, its newest text each time, and keep what it prints out of answers."""
    before, kept = set(sys.modules), sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        with contextlib.redirect_stdout(sys.stderr or io.StringIO()):
            yield
    finally:
        sys.dont_write_bytecode = kept
        with contextlib.suppress(ValueError):
            sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if "." not in name and isinstance(file, str) and Path(file).parent == folder:
                del sys.modules[name]


def _from_file(file: str, name: str | None) -> Policy:
    found = vars(_run(Path(file)))
    # The class that an object claims to be of may be anything, so that is not asked.
    policies: dict[str, Policy] = {key: value for key, value in found.items() if issubclass(type(value), Policy)}
    known, said = among(policies) or "it has none", brief_path(file)
    if not name:
        raise RequestError(f"expected {said}:NAME with the name of a policy in the file ({known}), got {said} alone")
    if name in found and name not in policies:
        raise RequestError(
            f"expected the name of a policy in {said} ({known}), got {brief(name)}, which goatsim.policy has not made"
        )
    if name not in policies:
        raise RequestError(
            f"expected the name of a policy in {said} ({known}), got {shown(name)}{nearest(name, policies)}"
        )
    return replace(policies[name], spoken=f"{file}:{name}")


def parameter_value(text: str, name: str, policy: Policy) -> Param:
    """The value that a text means for a parameter of a policy. Raises `RequestError`."""
    if isinstance(policy.params[name], bool):
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        raise wrong(f"true or false for {brief_path(policy.spoken)}:{name}", text, ("true", "false"))
    if not re.fullmatch(r"[-+]?[0-9]{1,18}", text):
        raise wrong(f"a whole number for {brief_path(policy.spoken)}:{name}", text)
    return int(text)


def named(text: str) -> Policy:
    """The policy of a text such as `greedy`, `careful:keep=4`, `greedy:give=never`, `mine.py:Careful`. Raises
    `RequestError` for anything else.
    """
    if not isinstance(text, str):
        raise wrong(f"a policy by name ({among(names())}) or FILE.py:NAME", text)
    match, table = _FILE.match(text), _TABLE.match(text)
    if match:
        policy, rest = _from_file(match["file"], match["name"]), match["rest"]
    elif table:
        policy, rest = weights(table["file"]), table["rest"]
    else:
        name, colon, after = text.partition(":")
        if name.strip().lower() not in names():
            raise wrong(f"a policy ({among(names())}), FILE.py:NAME or FILE.csv", name, names())
        policy, rest = _built_in(name.strip().lower()), colon + after
    changes: dict[str, Param | str] = {}
    owner = brief_path(policy.spoken)
    for part in rest.split(":")[1:]:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise wrong(f"PARAMETER=VALUE behind {owner}:", part)
        if key not in policy.params and key not in ROWS:
            raise policy.without(key, owner, shown(key))
        if key in changes:
            raise RequestError(f"expected {key} once behind {owner}:, got it twice")
        changes[key] = value if key in ROWS else parameter_value(value, key, policy)
    return policy(**changes) if changes else policy


def weights(given: str | os.PathLike[str] | Iterable[object]) -> Policy:
    """A policy that plays by a table of weights: a CSV file by its path, a data frame, or rows.

    Columns: `decision` (lead, follow or *), `situation` (`goatsim policies --template` lists them; * for all), `card`
    (QC, K*, *D, trump, plain, winner for what would be winning if it were played now, or *) and `weight` (a whole
    number up to 2147483647 either way). Later rows override earlier ones. The policy plays the legal card of greatest
    weight in the situation that it is in, of several the first in yardstick order; a card without a row weighs 0, and
    a card that the game has not is passed over. A card announced to be plain weighs what it weighs as a trump. Raises
    `RequestError`, with the line or row.
    """
    if isinstance(given, str | os.PathLike):
        file = os.fspath(given)
        kept, _ = _kept(Path(file))
        try:
            table = read_table(kept.decode("utf-8-sig"), file)
        except UnicodeDecodeError as error:
            line = kept[: error.start].count(b"\n") + 1
            raise RequestError(f"expected UTF-8 in {brief_path(file)}, got something else in line {line}") from error
    else:
        table, file = table_of(given), ""
    return Policy("weights", table.doc, {}, {}, None, file, {}, spoken=file, weights=table)


def is_own(text: str) -> bool:
    """Whether a text names a policy in a file."""
    return bool(_FILE.match(text) or _TABLE.match(text))


def _policy(part: object) -> Policy:
    if isinstance(part, str):
        return named(part)
    if isinstance(part, Policy):
        return part
    got = f"the class {part.__name__}, which is not" if isinstance(part, type) else f"a {type(part).__name__}"
    raise RequestError(f"expected policies by name or made by goatsim.policy, got {got}")


def parted(text: str) -> list[str]:
    """The policies of a line-up parted by commas. A comma in the path of a file parts nothing: where a piece is no
    policy, but a file together with those behind it, they are one.
    """
    pieces, found = text.split(","), []
    while pieces:
        ends = range(1, len(pieces) + 1)
        whole = next((end for end in ends if _is_there(",".join(pieces[:end]))), 1)
        found.append(",".join(pieces[:whole]).strip())
        del pieces[:whole]
    return found


def _is_there(text: str) -> bool:
    """Whether a text names a policy: a built-in one, or one in a file that exists."""
    text = text.strip()
    match = _FILE.match(text) or _TABLE.match(text)
    if match:
        return os.path.isfile(match["file"])
    return text.partition(":")[0].strip().lower() in names()


def line_up(given: Given | Sequence[Given], sides: Sequence[int], seat: int = 0) -> tuple[Policy, ...]:
    """A policy for every seat: from one for all, two (`us,them`: the side of `seat`, and the others), or one a seat.
    Raises `RequestError`.
    """
    parts: Sequence[object]
    if isinstance(given, str):
        parts = parted(given)
    elif isinstance(given, Sequence):
        parts = given
    else:
        parts = [given]
    found = [_policy(part) for part in parts]
    if len(found) == 1:
        return tuple(found * len(sides))
    if len(found) == len(sides):
        return tuple(found)
    if len(found) == 2:
        return tuple(found[0] if side == sides[seat] else found[1] for side in sides)
    raise RequestError(f"expected one policy, two (us,them) or one for each of {len(sides)} seats, got {len(found)}")
