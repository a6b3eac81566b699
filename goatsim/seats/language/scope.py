"""What one function of a policy may mention, and how it is told that it may not."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from goatsim.errors import RequestError, brief, brief_path
from goatsim.seats.language.kinds import Span
from goatsim.seats.language.vocabulary import Word

Param = int | bool

MOST_STEPS = 40_000
"""Statements that are followed to see how large the numbers of a policy become."""

_NAMED: dict[type[ast.AST], str] = {
    ast.AsyncFor: "async for",
    ast.AsyncFunctionDef: "async def",
    ast.AsyncWith: "async with",
    ast.ClassDef: "a class inside it",
    ast.FunctionDef: "a function inside it",
    ast.Import: "import",
    ast.ImportFrom: "import",
    ast.Try: "try",
    ast.TryStar: "try",
    ast.While: "while",
    ast.With: "with",
}


def described(node: ast.AST) -> str:
    """What stands in the user's file, short enough for a sentence."""
    if type(node) in _NAMED:
        return _NAMED[type(node)]
    try:
        text = " ".join(ast.unparse(node).split())
    except ValueError:  # Python refuses to write out whole numbers of more than some thousand digits
        return "an enormous number"
    return brief(text)


class Callee(NamedTuple):
    """A translated function that others call: its name, what it takes after the view, its answer, and its size and how
    many levels it has inside each other, with all that it calls.
    """

    name: str
    given: tuple[tuple[str, str], ...]
    answer: str
    span: Span
    size: int
    levels: int = 1


@dataclass
class Work:
    """How much has been done for a policy; what has no end must be refused."""

    steps: int = 0

    def step(self) -> bool:
        """Count a statement; false if there have been too many."""
        self.steps += 1
        return self.steps <= MOST_STEPS


@dataclass(frozen=True)
class Scope:
    """What one function of a policy may mention."""

    owner: str
    file: str
    names: Mapping[str, Any]
    """The global names of its file, as they were when the policy was defined."""
    params: Mapping[str, Param]
    base: Mapping[str, Callee] | None
    """The decisions of the base; None without one, or in a helper."""
    helper: Callable[[Any, Sequence[Span], Scope, ast.AST], Callee]
    word: Callable[[Word], str]
    """Note that a word is used; answers the name of its text."""
    only: Callable[[str], str]
    """Note a field of the shapes of some games; answers a name that is true in those alone."""
    work: Work

    def refuse(self, node: ast.AST, what: str) -> RequestError:
        """The error for a place in the user's file."""
        return RequestError(f"{self.owner}, line {getattr(node, 'lineno', '?')} of {brief_path(self.file)}: {what}")
