"""The sources of the engine and of its compiler as this process reads them, and the syntax trees of marked text."""

from __future__ import annotations

import ast
import hashlib
import linecache
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from goatsim.engine.jit import TREE, called

PACKAGES = ("goatsim.engine", "goatsim.compiler")
"""What decides the machine code, with the policies' own texts."""


def _read() -> Iterator[tuple[str, bytes]]:
    for package in PACKAGES:
        # A package may stand in an archive, where there are no paths.
        for source in sorted(files(package).iterdir(), key=lambda each: each.name):
            if source.name.endswith(".py"):
                yield f"{package}.{source.name.removesuffix('.py')}", source.read_bytes()


def _hash(texts: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in texts.items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


# A process goes on with what it read first: what it has imported comes from there.
_LOADED = dict(_read())
LOADED = _hash(_LOADED)
"""A hash of the sources of engine and compiler as they were when this process read them."""


def unchanged() -> bool:
    """Whether the files are still what this process read."""
    return _hash(dict(_read())) == LOADED


def _text(function: Any) -> bytes | str:
    code, names = function.__code__, function.__globals__
    return _LOADED.get(names.get("__name__", "")) or "".join(linecache.getlines(code.co_filename, names))


@cache
def _defined(text: bytes | str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by their first line, that of the first decorator."""
    found = {}
    try:
        tree = ast.parse(text)
    except SyntaxError:  # edited, since this process runs what it says
        return {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found[min([node.lineno, *(each.lineno for each in node.decorator_list)])] = node
    return found


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """The syntax tree of marked text. Raises `TypeError` if its source cannot be read, or is not what runs."""
    made: ast.FunctionDef | None = getattr(function, TREE, None)
    if made is None:
        made = _defined(_text(function)).get(function.__code__.co_firstlineno)
    if made is None or made.name != function.__code__.co_name:
        expected = "a function written with def, in a file that still says what was loaded"
        raise TypeError(f"expected {expected}, got {called(function)}")
    return made
