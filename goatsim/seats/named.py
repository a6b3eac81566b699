"""Finding policies: built in by name, or `FILE.py:NAME`, with parameters behind colons; and line-ups, a policy for every seat."""

from __future__ import annotations

import importlib
import importlib.util
import linecache
import pkgutil
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import goatsim.seats
from goatsim.errors import RequestError, nearest, wrong
from goatsim.seats.define import Param, Policy

FOLDERS = list(goatsim.seats.__path__)
"""Where built-in policies are looked for: a file NAME.py that defines one policy called Name."""

_FRAME = ("check", "decisions", "define", "named", "view")
_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>[^:]+)(?P<rest>(?::.*)?)\Z", re.DOTALL)
LARGEST_FILE = 1_000_000


def names() -> list[str]:
    """The names of the built-in policies, in order."""
    return sorted(module.name for module in pkgutil.iter_modules(FOLDERS) if module.name not in _FRAME)


@cache
def _built_in(name: str) -> Policy:
    if FOLDERS[0] in goatsim.seats.__path__ and (Path(FOLDERS[0]) / f"{name}.py").exists():
        module = importlib.import_module(f"goatsim.seats.{name}")
    else:
        module = _run(next(path for folder in FOLDERS if (path := Path(folder) / f"{name}.py").exists()))
    found = next(value for value in vars(module).values() if isinstance(value, Policy) and value.name.lower() == name)
    return replace(found, spoken=name)


def _run(path: Path) -> object:
    """Run a Python file as a module of its own."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RequestError(f"expected a policy file of at most {LARGEST_FILE} bytes, got {path}")
        linecache.checkcache(str(path))
        name = f"goatsim_policy_{path.stem}_{abs(hash(path.resolve()))}"
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise wrong("a Python file for a policy", str(path))
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    except RequestError:
        raise
    except OSError as error:
        raise RequestError(f"expected a policy file that can be read, got {path} ({error.strerror})") from error
    except SyntaxError as error:
        raise RequestError(f"expected Python in {path}, got a mistake in line {error.lineno}: {error.msg}") from error
    except Exception as error:
        raise RequestError(f"expected {path} to run as Python, got {type(error).__name__}: {error}") from error
    return module


def _from_file(file: str, name: str) -> Policy:
    found = vars(_run(Path(file)))
    policies = {key: value for key, value in found.items() if isinstance(value, Policy)}
    if name not in policies:
        known = ", ".join(policies) or "no policy"
        raise RequestError(f"expected the name of a policy in {file} ({known}), got {name}{nearest(name, policies)}")
    return replace(policies[name], spoken=f"{file}:{name}")


def _value(text: str, name: str, policy: Policy) -> Param:
    if isinstance(policy.params.get(name), bool):
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        raise wrong(f"true or false for {policy.name}:{name}", text, ("true", "false"))
    if not re.fullmatch(r"-?[0-9]{1,10}", text):
        raise wrong(f"a whole number for {policy.name}:{name}", text)
    return int(text)


def named(text: str) -> Policy:
    """The policy of a text such as `greedy`, `careful:keep=4`, `mine.py:Careful`. Raises `RequestError` for anything else."""
    match = _FILE.match(text)
    if match:
        policy, rest = _from_file(match["file"], match["name"]), match["rest"]
    else:
        name, colon, after = text.partition(":")
        if name.lower() not in names():
            raise wrong(f"a policy ({', '.join(names())}) or FILE.py:NAME", name, names())
        policy, rest = _built_in(name.lower()), colon + after
    changes: dict[str, Param] = {}
    for part in rest.split(":")[1:]:
        key, equals, value = part.partition("=")
        if not equals:
            raise wrong(f"PARAMETER=VALUE behind {policy.spoken}:", part)
        if key not in policy.params:
            known = ", ".join(policy.params) or "it has none"
            raise RequestError(f"expected a parameter of {policy.spoken} ({known}), got {key}{nearest(key, policy.params)}")
        changes[key] = _value(value, key, policy)
    return policy(**changes) if changes else policy


def line_up(given: str | Policy | Sequence[str | Policy], sides: Sequence[int], seat: int = 0) -> tuple[Policy, ...]:
    """A policy for every seat: from one for all, two (`us,them`: the side of `seat`, and the others), or one a seat."""
    parts: list[str | Policy]
    if isinstance(given, Policy):
        parts = [given]
    elif isinstance(given, str):
        parts = [part.strip() for part in given.split(",")]
    elif isinstance(given, Sequence):
        parts = list(given)
    else:
        raise wrong("policies by name", type(given).__name__)
    for part in parts:
        if not isinstance(part, str | Policy):
            raise wrong("policies by name or made with goatsim.policy", type(part).__name__)
    found = [named(part) if isinstance(part, str) else part for part in parts]
    if len(found) == 1:
        return tuple(found * len(sides))
    if len(found) == len(sides):
        return tuple(found)
    if len(found) == 2:
        return tuple(found[0] if side == sides[seat] else found[1] for side in sides)
    raise RequestError(f"expected one policy, two (us,them) or one for each of {len(sides)} seats, got {len(found)}")
