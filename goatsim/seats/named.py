"""Finding policies: built in by name, or `FILE.py:NAME`, with parameters behind colons; and line-ups, a policy for
every seat.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import linecache
import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import goatsim.seats
from goatsim.errors import RequestError, nearest, shown, wrong
from goatsim.seats.define import Policy
from goatsim.seats.language.scope import Param

FOLDERS = list(goatsim.seats.__path__)
"""Where built-in policies are looked for: a file NAME.py that defines one policy called Name."""

Given = str | Policy | type
"""How a policy is given: by name, or as made by `goatsim.policy`, which type checkers still take for the class."""

LARGEST_FILE = 1_000_000

_FRAME = ("decisions", "define", "named", "view")
_FILE = re.compile(r"(?P<file>.+?\.py)(?P<named>:(?P<name>[^:]*))?(?P<rest>(?::.*)?)\Z", re.DOTALL)


def names() -> list[str]:
    """The names of the built-in policies, in order."""
    found = [module for module in pkgutil.iter_modules(FOLDERS) if not module.ispkg]
    return sorted({module.name for module in found} - {*_FRAME})


@cache
def _built_in(name: str) -> Policy:
    folder = next(folder for folder in FOLDERS if (Path(folder) / f"{name}.py").exists())
    inside = folder in goatsim.seats.__path__
    module = importlib.import_module(f"goatsim.seats.{name}") if inside else _run(Path(folder) / f"{name}.py")
    found = next(value for value in vars(module).values() if isinstance(value, Policy) and value.name.lower() == name)
    return replace(found, spoken=name)


def _run(path: Path) -> ModuleType:
    """Run a Python file as a module of its own, from the text that it has now. Raises `RequestError`."""
    text = _text(path)
    name = f"goatsim_policy_{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        with _beside(path.resolve().parent):
            exec(compile(text, str(path), "exec", dont_inherit=True), module.__dict__)
    except RequestError:
        raise
    except SyntaxError as error:
        where = error.filename or path
        raise RequestError(f"expected Python in {where}, got a mistake in line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        where = f"line {lines[-1]} of {path}" if lines else str(path)
        said = shown(" ".join(str(error).split())).strip('"')
        raise RequestError(f"expected {where} to run as Python, got {type(error).__name__}: {said}") from error
    return module


def _text(path: Path) -> str:
    """The text of a Python file, told to `linecache` so that policies are translated from the very text that is run."""
    try:
        if path.exists() and not path.is_file():
            raise RequestError(f"expected a file for a policy, got {path}, which is none")
        with path.open("rb") as file:
            kept = file.read(LARGEST_FILE + 1)
            facts = os.fstat(file.fileno())
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RequestError(f"expected a policy file that can be read, got {path} ({why})") from error
    if len(kept) > LARGEST_FILE:
        raise RequestError(f"expected a policy file of at most {LARGEST_FILE} bytes, got more in {path}")
    try:
        text = importlib.util.decode_source(kept)
    except (SyntaxError, UnicodeDecodeError) as error:
        raise RequestError(f"expected Python as UTF-8 in {path}, got something else ({error})") from error
    linecache.cache[str(path)] = (facts.st_size, facts.st_mtime, text.splitlines(keepends=True), str(path))
    return text


@contextlib.contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """Let a file import what lies beside it, its newest text each time, and keep what it prints out of answers."""
    before, kept = set(sys.modules), sys.dont_write_bytecode
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        sys.dont_write_bytecode = kept
        with contextlib.suppress(ValueError):
            sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if "." not in name and file and Path(file).parent == folder:
                del sys.modules[name]


def _from_file(file: str, name: str | None) -> Policy:
    found = vars(_run(Path(file)))
    policies = {key: value for key, value in found.items() if isinstance(value, Policy)}
    known = ", ".join(policies) or "it has none"
    if not name:
        raise RequestError(f"expected {file}:NAME with the name of a policy in the file ({known}), got {file} alone")
    if name in found and name not in policies:
        raise RequestError(
            f"expected the name of a policy in {file} ({known}), got {name}, which goatsim.policy has not made"
        )
    if name not in policies:
        raise RequestError(
            f"expected the name of a policy in {file} ({known}), got {shown(name)}{nearest(name, policies)}"
        )
    return replace(policies[name], spoken=f"{file}:{name}")


def _value(text: str, name: str, policy: Policy) -> Param:
    if isinstance(policy.params[name], bool):
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        raise wrong(f"true or false for {policy.spoken}:{name}", text, ("true", "false"))
    if not re.fullmatch(r"[-+]?[0-9]{1,18}", text):
        raise wrong(f"a whole number for {policy.spoken}:{name}", text)
    return int(text)


def named(text: str) -> Policy:
    """The policy of a text such as `greedy`, `careful:keep=4`, `mine.py:Careful`. Raises `RequestError` for anything
    else.
    """
    match = _FILE.match(text)
    if match:
        policy, rest = _from_file(match["file"], match["name"]), match["rest"]
    else:
        name, colon, after = text.partition(":")
        if name.strip().lower() not in names():
            raise wrong(f"a policy ({', '.join(names())}) or FILE.py:NAME", name, names())
        policy, rest = _built_in(name.strip().lower()), colon + after
    changes: dict[str, Param] = {}
    for part in rest.split(":")[1:]:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise wrong(f"PARAMETER=VALUE behind {policy.spoken}:", part)
        if key not in policy.params:
            known = ", ".join(policy.params) or "it has none"
            raise RequestError(
                f"expected a parameter of {policy.spoken} ({known}), got {shown(key)}{nearest(key, policy.params)}"
            )
        if key in changes:
            raise RequestError(f"expected {key} once behind {policy.spoken}:, got it twice")
        changes[key] = _value(value, key, policy)
    return policy(**changes) if changes else policy


def _policy(part: object) -> Policy:
    if isinstance(part, str):
        return named(part)
    if isinstance(part, Policy):
        return part
    got = f"the class {part.__name__}, which is not" if isinstance(part, type) else f"a {type(part).__name__}"
    raise RequestError(f"expected policies by name or made by goatsim.policy, got {got}")


def line_up(given: Given | Sequence[Given], sides: Sequence[int], seat: int = 0) -> tuple[Policy, ...]:
    """A policy for every seat: from one for all, two (`us,them`: the side of `seat`, and the others), or one a seat.
    Raises `RequestError`.
    """
    parts: Sequence[object]
    if isinstance(given, str):
        parts = [part.strip() for part in given.split(",")]
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
