"""What translated text works with: values of four kinds, and the lines of LLVM's language that make them."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from goatsim.compiler.intrinsics import NOTHING, NUMBER, TRUTH, WORD

Kind = str | tuple[str, ...]
"""A word, a number, a truth, nothing; or several of these."""

_TYPES = {WORD: "i64", NUMBER: "i64", TRUTH: "i1", NOTHING: "void"}
HALF = 1 << 63
"""Numbers are below it, words below twice as much."""


def typed(kind: Kind) -> str:
    """LLVM's type of a kind."""
    return _TYPES[kind] if isinstance(kind, str) else f"{{ {', '.join(_TYPES[each] for each in kind)} }}"


class Value(NamedTuple):
    """A value: its kind, its name in LLVM's language, and what it is known to be while translating."""

    kind: Kind
    name: str
    known: int | None = None


def constant(value: int) -> Value:
    """A value that is known: a truth, or a number that is a word if it is too large for a signed one."""
    if isinstance(value, bool):
        return Value(TRUTH, str(int(value)), value)
    if value >= HALF:
        return Value(WORD, str(value - 2 * HALF), value)
    return Value(NUMBER, str(value), value)


class Writer:
    """The body of one function while it is written. `open` says whether the text goes on behind the last line."""

    def __init__(self, called: str) -> None:
        self.called = called
        """What the function is called where it is refused."""
        self.slots: list[str] = []
        """What makes room for variables, at the head of the function: LLVM then keeps them in registers."""
        self.lines: list[str] = []
        self.open = True
        self.block = "start"
        self.given: frozenset[str] = frozenset()
        """The variables that have a value here, however the text came here."""
        self._led: dict[str, frozenset[str]] = {}
        """The labels that something leads to, and the variables that always have a value there."""
        self._count = 0

    def refuse(self, node: ast.AST, expected: str) -> TypeError:
        """The error of text that says something that the engine's language has not."""
        line = getattr(node, "lineno", "?")
        return TypeError(
            f"{self.called}, line {line}: expected {expected}, got {ast.unparse(node).splitlines()[0][:80]}"
        )

    def write(self, line: str) -> None:
        """Add an instruction."""
        self.lines.append(f"  {line}")

    def named(self, hint: str) -> str:
        """A name that is new in this function."""
        self._count += 1
        return f"{hint}.{self._count}"

    def put(self, kind: Kind, instruction: str) -> Value:
        """Add an instruction that makes a value."""
        name = f"%{self.named('v')}"
        self.write(f"{name} = {instruction}")
        return Value(kind, name)

    def room(self, kind: Kind) -> str:
        """Make room for a variable; returns the name of its place."""
        place = f"%{self.named('place')}"
        self.slots.append(f"  {place} = alloca {typed(kind)}")
        return place

    def start(self, label: str) -> None:
        """Begin the block of a label, if anything leads there."""
        self.open = label in self._led
        if self.open:
            self.lines.append(f"{label}:")
            self.block, self.given = label, self._led[label]

    def jump(self, label: str) -> None:
        """Go on at a label, if the text goes on at all."""
        if self.open:
            self.write(f"br label %{label}")
            self._lead(label)
        self.open = False

    def fork(self, test: Value, yes: str, no: str) -> None:
        """Go on at one of two labels."""
        if test.known is not None:
            self.jump(yes if test.known else no)
            return
        self.write(f"br i1 {test.name}, label %{yes}, label %{no}")
        self._lead(yes)
        self._lead(no)
        self.open = False

    def _lead(self, label: str) -> None:
        self._led[label] = self._led.get(label, self.given) & self.given


def text_of(writer: Writer, head: str) -> str:
    """The definition that a writer has finished."""
    return "\n".join([f"define {head} {{", "start:", *writer.slots, *writer.lines, "}"])


Bound = dict[str, Any]
"""The parameters that are functions, and which ones."""
