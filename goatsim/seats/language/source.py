"""The text of a policy or helper: found in its file or notebook cell, and sure to be the text of what runs."""

from __future__ import annotations

import ast
import linecache
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import CodeType, FrameType, FunctionType
from typing import Any

from goatsim.errors import RequestError, brief_path

# The parser of Python counts how deep its own work goes; a wrong guess of ours must still be an error in a sentence.
_TOO_DEEP = (RecursionError, MemoryError)


def class_tree(made: type, frame: FrameType | None) -> tuple[ast.ClassDef, str]:
    """The syntax tree of a class and the name of its file; `frame`: where `goatsim.policy` was called."""
    own = [value for value in vars(made).values() if isinstance(value, FunctionType) and _is_within(value, made)]
    code = own[0].__code__ if own else frame.f_code if frame else None
    file = code.co_filename if code else "?"
    _announce(file, own[0].__globals__ if own else frame.f_globals if frame else {})
    line = own[0].__code__.co_firstlineno if own else frame.f_lineno if frame else 0
    found: ast.ClassDef | None = None
    for node in ast.walk(_tree(made.__name__, file)):
        if isinstance(node, ast.ClassDef) and node.name == made.__name__ and _first(node) <= line <= _last(node):
            found = node  # the walk goes inwards, so the last is the innermost
    if found is None:
        raise _unreadable(made.__name__)
    return found, file


def function_tree(function: FunctionType) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef | None, str]:
    """The syntax tree of a function, None if it was not made by `def`, and the name of its file."""
    code = function.__code__
    _announce(code.co_filename, function.__globals__)
    for node in ast.walk(_tree(function.__name__, code.co_filename)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _first(node) == code.co_firstlineno:
            return node, code.co_filename
    return None, code.co_filename


def require_same(function: FunctionType, owner: str, file: str) -> None:
    """Refuse a function that is not made from the text that its file has now: Python may have loaded an older one."""
    code = function.__code__
    for other in _codes(_text(file), file):
        if (other.co_name, other.co_firstlineno) == (code.co_name, code.co_firstlineno) and _says(other) == _says(code):
            return
    raise RequestError(
        f"expected {owner} to run the text that stands in {brief_path(file)}, got another; "
        "import it anew after a change"
    )


def _says(code: CodeType) -> tuple[object, ...]:
    constants = [value for value in code.co_consts if not isinstance(value, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, [(type(value), value) for value in constants]


def _is_within(function: FunctionType, made: type) -> bool:
    return function.__qualname__ == f"{made.__qualname__}.{function.__name__}"


def _first(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _last(node: ast.ClassDef) -> int:
    return node.end_lineno or node.lineno


def _announce(file: str, names: Mapping[str, Any]) -> None:
    """Let `linecache` ask whatever loaded a module for its text: in an archive there is no file to read."""
    if not os.path.exists(file):
        linecache.lazycache(file, dict(names))


def _text(file: str) -> str:
    linecache.checkcache(file)
    return "".join(linecache.getlines(file))


def _tree(name: str, file: str) -> ast.Module:
    text = _text(file)
    if not text:
        raise _unreadable(name)
    try:
        return _parsed(text)
    except (SyntaxError, ValueError, *_TOO_DEEP) as error:
        raise _unreadable(name) from error


def _unreadable(name: str) -> RequestError:
    return RequestError(f"expected {name} in a file or a notebook, got one whose text cannot be read")


@lru_cache(maxsize=8)
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


@lru_cache(maxsize=8)
def _codes(text: str, file: str) -> list[CodeType]:
    """All code of a file. A notebook's cell may also wait for something at its top."""
    whole = compile(text, file, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    return list(_nested(whole))


def _nested(code: CodeType) -> Iterator[CodeType]:
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield value
            yield from _nested(value)
