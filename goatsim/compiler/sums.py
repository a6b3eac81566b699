"""Arithmetic and comparisons: what is known is worked out while translating, the rest becomes instructions.

Words are unsigned and have `&`, `|`, `^`, shifts, `//`, `%` and comparisons; numbers are signed and never overflow. A
known number of 0 or more counts as a word beside a word, and a truth as 0 or 1 beside a number. Nothing else mixes.

What cannot be seen while translating is left to whoever writes text: that numbers stay within 63 bits, that divisors
are not 0 and that shifts are by 0 to 63 places. Otherwise machine code answers anything, or ends the process.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from typing import Any

from goatsim.compiler.intrinsics import NUMBER, TRUTH, WORD
from goatsim.compiler.values import HALF, Kind, Value, Writer, constant, typed

_WORKED_OUT: dict[type[ast.AST], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ON_TRUTHS: dict[type[ast.AST], str] = {ast.BitAnd: "and i1", ast.BitOr: "or i1", ast.BitXor: "xor i1"}
_ON_WORDS: dict[type[ast.AST], str] = {
    ast.BitAnd: "and i64",
    ast.BitOr: "or i64",
    ast.BitXor: "xor i64",
    ast.LShift: "shl i64",
    ast.RShift: "lshr i64",
    ast.FloorDiv: "udiv i64",
    ast.Mod: "urem i64",
}
# Saying that numbers do not overflow lets LLVM see that addresses follow one another from lane to lane.
_ON_NUMBERS: dict[type[ast.AST], str] = {
    ast.BitAnd: "and i64",
    ast.BitOr: "or i64",
    ast.BitXor: "xor i64",
    ast.LShift: "shl i64",
    ast.RShift: "ashr i64",
    ast.Add: "add nsw i64",
    ast.Sub: "sub nsw i64",
    ast.Mult: "mul nsw i64",
    ast.FloorDiv: "sdiv i64",
    ast.Mod: "srem i64",
}
_ORDER: dict[type[ast.AST], str] = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_EQUAL: dict[type[ast.AST], str] = {ast.Eq: "eq", ast.NotEq: "ne"}


class Sums(Writer):
    """A function while it is written: its arithmetic."""

    def as_kind(self, value: Value, kind: Kind, node: ast.AST) -> Value:
        """A value as another kind, if it can be that without doubt."""
        if value.kind == kind:
            return value
        if kind == WORD and value.kind == NUMBER and value.known is not None and value.known >= 0:
            return value._replace(kind=WORD)
        if kind == NUMBER and value.kind == TRUTH:
            if value.known is not None:
                return constant(int(value.known))
            return self.put(NUMBER, f"zext i1 {value.name} to i64")
        raise self.refuse(node, f"a {kind} rather than a {value.kind}")

    def constant(self, value: int, node: ast.AST) -> Value:
        """A value that is known; refused if it is too large for a word or too small for a number."""
        if not -HALF <= value < 2 * HALF:
            raise self.refuse(node, "whole numbers of 64 bits")
        return constant(value)

    def alike(self, a: Value, b: Value, node: ast.AST) -> tuple[Value, Value]:
        """Two values as one kind."""
        kind = a.kind if a.kind == b.kind else WORD if WORD in (a.kind, b.kind) else NUMBER
        return self.as_kind(a, kind, node), self.as_kind(b, kind, node)

    def common(self, values: Sequence[Value], node: ast.AST) -> Kind:
        """The one kind that several values can be: what is known may be another kind as well."""
        kinds = {value.kind for value in values if value.known is None} or {value.kind for value in values}
        if len(kinds) > 1 and kinds != {WORD, NUMBER}:
            raise self.refuse(node, "values of one kind")
        return WORD if WORD in kinds else next(iter(kinds))

    def join(self, ends: Sequence[tuple[Value, str]], node: ast.AST) -> Value:
        """The value that was made in whichever block was gone through."""
        kind = self.common([value for value, _ in ends], node)
        names = [(self.as_kind(value, kind, node).name, block) for value, block in ends]
        return self.put(kind, f"phi {typed(kind)} " + ", ".join(f"[ {name}, %{block} ]" for name, block in names))

    def truth(self, value: Value, node: ast.AST) -> Value:
        """Whether a value is not 0."""
        if value.kind == TRUTH:
            return value
        if value.kind not in (WORD, NUMBER):
            raise self.refuse(node, "a truth, a word or a number")
        return (
            constant(value.known != 0) if value.known is not None else self.put(TRUTH, f"icmp ne i64 {value.name}, 0")
        )

    def binary(self, a: Value, op: ast.operator, b: Value, node: ast.AST) -> Value:
        """What an operator makes of two values."""
        if isinstance(op, ast.LShift | ast.RShift):
            a, b = self.as_kind(a, NUMBER, node) if a.kind == TRUTH else a, self.as_kind(b, NUMBER, node)
        else:
            a, b = self.alike(a, b, node)
        if a.kind == TRUTH and type(op) not in _ON_TRUTHS:
            a, b = self.as_kind(a, NUMBER, node), self.as_kind(b, NUMBER, node)
        how = {TRUTH: _ON_TRUTHS, WORD: _ON_WORDS, NUMBER: _ON_NUMBERS}[str(a.kind)].get(type(op))
        if how is None:
            raise self.refuse(node, f"an operator that there is for a {a.kind}")
        if b.known is not None:
            # What these come to is up to the processor.
            if isinstance(op, ast.LShift | ast.RShift) and not 0 <= b.known < 64:
                raise self.refuse(node, "0 to 63 places to move by")
            if isinstance(op, ast.FloorDiv | ast.Mod) and b.known == 0:
                raise self.refuse(node, "another divisor than 0")
            if a.known is not None:
                return self.as_kind(self.constant(_WORKED_OUT[type(op)](a.known, b.known), node), a.kind, node)
        if a.kind == NUMBER and isinstance(op, ast.FloorDiv | ast.Mod):
            return self._divided(a, b, isinstance(op, ast.Mod))
        return self.put(a.kind, f"{how} {a.name}, {b.name}")

    def _divided(self, a: Value, b: Value, rest: bool) -> Value:
        """As Python divides: towards minus infinity, the rest with the sign of the divisor."""
        left = self.put(NUMBER, f"srem i64 {a.name}, {b.name}")
        signs = self.put(NUMBER, f"xor i64 {left.name}, {b.name}")
        apart = self.put(TRUTH, f"icmp slt i64 {signs.name}, 0")
        some = self.put(TRUTH, f"icmp ne i64 {left.name}, 0")
        below = self.put(TRUTH, f"and i1 {apart.name}, {some.name}")
        if rest:
            more = self.put(NUMBER, f"select i1 {below.name}, i64 {b.name}, i64 0")
            return self.put(NUMBER, f"add nsw i64 {left.name}, {more.name}")
        whole = self.put(NUMBER, f"sdiv i64 {a.name}, {b.name}")
        less = self.put(NUMBER, f"sext i1 {below.name} to i64")
        return self.put(NUMBER, f"add nsw i64 {whole.name}, {less.name}")

    def unary(self, op: ast.unaryop, value: Value, node: ast.AST) -> Value:
        """What `-` or `~` makes of a value."""
        if isinstance(op, ast.USub):
            return self.binary(constant(0), ast.Sub(), self.as_kind(value, NUMBER, node), node)
        if isinstance(op, ast.Invert) and value.kind in (WORD, NUMBER):
            return self.put(value.kind, f"xor i64 {value.name}, -1")
        raise self.refuse(node, "one of `not`, `-`, `~` and what it may stand before")

    def negated(self, value: Value) -> Value:
        """The opposite of a truth."""
        return constant(not value.known) if value.known is not None else self.put(TRUTH, f"xor i1 {value.name}, 1")

    def compared(self, a: Value, op: ast.cmpop, b: Value, node: ast.AST) -> Value:
        """Whether a comparison of two values holds."""
        a, b = self.alike(a, b, node)
        if a.known is not None and b.known is not None and type(op) in _WORKED_OUT:
            return constant(bool(_WORKED_OUT[type(op)](a.known, b.known)))
        how = _EQUAL.get(type(op))
        if how is None and type(op) in _ORDER and a.kind != TRUTH:
            how = ("s" if a.kind == NUMBER else "u") + _ORDER[type(op)]
        if how is None:
            raise self.refuse(node, "a comparison of words or numbers")
        return self.put(TRUTH, f"icmp {how} {typed(a.kind)} {a.name}, {b.name}")

    def extreme(self, greatest: bool, a: Value, b: Value, node: ast.AST) -> Value:
        """The smaller or the greater of two values."""
        a, b = self.alike(a, b, node)
        test = self.compared(a, ast.Gt() if greatest else ast.Lt(), b, node)
        if test.known is not None:
            return a if test.known else b
        return self.put(a.kind, f"select i1 {test.name}, {typed(a.kind)} {a.name}, {typed(b.kind)} {b.name}")
