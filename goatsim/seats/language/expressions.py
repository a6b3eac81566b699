"""Expressions of a policy: their kinds, how large they can become, and their translation into engine text."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from goatsim.engine.layout import MAX_CARDS
from goatsim.errors import nearest
from goatsim.seats.language.kinds import CARDS, EITHER, LARGEST, NUMBER, SAID, TRUTH, Span, Value
from goatsim.seats.language.scope import Callee, Scope, described
from goatsim.seats.language.vocabulary import Word, allowed, card_words, view_words

PLACE = ("block", "lane", "seat")

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_SETS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# What people try first, where the spelling does not lead to the right word.
_MEANT = {
    "len": "count",
    "sum": "worth",
    "random": "any_of",
    "choice": "any_of",
    "None": "v.nothing",
    "set": "v.nothing",
}


def call(name: str, *given: ast.expr) -> ast.expr:
    """A call in engine text."""
    return ast.Call(func=ast.Name(name, ast.Load()), args=list(given), keywords=[])


def own(name: str) -> str:
    """What a local name of a policy is called in engine text, where it can meet no other name."""
    return f"own_{name}"


def place() -> list[ast.expr]:
    """Who asks: the first three values of every placed text."""
    return [ast.Name(name, ast.Load()) for name in PLACE]


class Expressions:
    """The expressions of one function. `kinds` are those of its local names, `state` the spans of those that are set at
    this point.
    """

    def __init__(
        self, scope: Scope, view: str, local: frozenset[str], given: Sequence[tuple[str, str]], spans: Sequence[Span]
    ) -> None:
        self.scope = scope
        self.view = view
        self.local = local
        self.kinds = dict(given)
        self.state = {name: span for (name, _), span in zip(given, spans, strict=True)}
        self.calls: dict[int, int] = {}
        """The sizes of what is called, by place, however often a loop is followed."""
        self.below = 0
        """The levels of the deepest of what is called."""

    def value(self, node: ast.expr) -> Value:
        """An expression where its value matters."""
        found = self._translated(node)
        if found.kind == NUMBER and not -LARGEST <= found.span.low <= found.span.high <= LARGEST:
            raise self.scope.refuse(
                node, f"expected numbers up to {LARGEST} either way, got {described(node)}, which may become larger"
            )
        return Value(ast.copy_location(found.made, node), found.kind, found.span)

    def of_kind(self, node: ast.expr, kind: str, what: str) -> Value:
        """An expression that must be of a kind; `what` it is for."""
        found = self.value(node)
        if found.kind != kind:
            raise self.scope.refuse(node, f"expected {SAID[kind]} {what}, got {SAID[found.kind]}, {described(node)}")
        return found

    def test(self, node: ast.expr) -> ast.expr:
        """An expression where only its truth matters: a set is true if it holds a card, a number if it is not 0."""
        if isinstance(node, ast.BoolOp):
            return ast.copy_location(ast.BoolOp(node.op, [self.test(value) for value in node.values]), node)
        found = self.value(node)
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner == self.view and name in view_words():
                field = view_words()[name].guards
                if field is not None:
                    only = ast.Name(self.scope.only(field), ast.Load())
                    return ast.copy_location(ast.BoolOp(ast.And(), [only, found.made]), node)
        if found.kind == TRUTH:
            return found.made
        return ast.copy_location(ast.Compare(found.made, [ast.NotEq()], [ast.Constant(0)]), node)

    def _translated(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() as value):
                return Value(ast.Constant(value), TRUTH, EITHER)
            case ast.Constant(value=int() as value):
                return Value(ast.Constant(value), NUMBER, Span(value, value))
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Call(func=func, args=given, keywords=[]) if not any(isinstance(one, ast.Starred) for one in given):
                return self._call(node, func, given)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, self.value(left), op, self.value(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Value(ast.UnaryOp(ast.Not(), self.test(operand)), TRUTH, EITHER)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                found = self.of_kind(operand, NUMBER, "after -")
                return Value(ast.UnaryOp(ast.USub(), found.made), NUMBER, Span(-found.span.high, -found.span.low))
            case ast.BoolOp(op=op, values=values):
                return self._joined(node, op, [self.value(value) for value in values])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                made, first = self.test(test), self.value(body)
                second = self.of_kind(orelse, first.kind, "on both sides of else")
                return Value(ast.IfExp(made, first.made, second.made), first.kind, first.span.joined(second.span))
            case ast.Compare(left=left, ops=ops, comparators=others):
                return Value(self._compare(node, left, ops, others), TRUTH, EITHER)
        raise self._unknown(node, "numbers, sets of cards, its parameters and goatsim's words", described(node))

    def _unknown(self, node: ast.AST, usable: str, got: str) -> Exception:
        meant = _MEANT.get(got)
        near = f"; nearest is {meant.replace('v.', self.view + '.')}" if meant else nearest(got, card_words())
        return self.scope.refuse(node, f"a policy may use {usable}, not {got}{near}")

    def _name(self, node: ast.expr, name: str) -> Value:
        if name in self.local:
            if name not in self.state:
                raise self.scope.refuse(
                    node, f"expected {name} to be set before it is used, got a way on which it is not"
                )
            return Value(ast.Name(own(name), ast.Load()), self.kinds[name], self.state[name])
        if name == self.view:
            raise self.scope.refuse(node, f"expected {name}.WORD, got {name} alone")
        if name in self.scope.params:
            raise self.scope.refuse(node, f"expected the parameter as {self.view}.{name}, got {name}")
        value = self.scope.names.get(name)
        if type(value) is bool:
            return Value(ast.Constant(value), TRUTH, EITHER)
        if type(value) is int:
            return Value(ast.Constant(value), NUMBER, Span(value, value))
        if isinstance(getattr(value, "goatsim_word", None), Word) or getattr(value, "goatsim_helper", False) is True:
            raise self.scope.refuse(node, f"expected {name}(...), got {name} without what it is about")
        if value is not None:
            raise self.scope.refuse(
                node, f"expected a global name to be a whole number or a truth, got {name}, a {type(value).__name__}"
            )
        known = [*self.local, *card_words(), *self.scope.params]
        raise self.scope.refuse(
            node, f"expected a local name, a whole number or a word, got {name}{nearest(name, known)}"
        )

    def _attribute(self, node: ast.Attribute) -> Value:
        match node.value:
            case ast.Name(id=owner) if owner == self.view:
                words, params = view_words(), self.scope.params
                if node.attr in words:
                    return self._word(node, words[node.attr], None)
                if node.attr in params:
                    value = params[node.attr]
                    if isinstance(value, bool):
                        return Value(ast.Constant(value), TRUTH, EITHER)
                    return Value(ast.Constant(value), NUMBER, Span(value, value))
                if node.attr == "base":
                    raise self.scope.refuse(node, f"expected {owner}.base.DECISION, got {owner}.base alone")
                got = f"{owner}.{node.attr}{nearest(node.attr, [*words, *params, 'base'])}"
                raise self.scope.refuse(node, f"expected a word of the view or a parameter, got {got}")
            case ast.Attribute(value=ast.Name(id=owner), attr="base") if owner == self.view:
                return self._base(node)
        raise self.scope.refuse(node, f"a policy may use only {self.view}.WORD, not {described(node)}")

    def _base(self, node: ast.Attribute) -> Value:
        base = self.scope.base
        if base is None:
            raise self.scope.refuse(node, f"expected a policy with a base for {self.view}.base, got one without")
        if node.attr not in base:
            got = f"{node.attr}{nearest(node.attr, base)}"
            raise self.scope.refuse(
                node, f"expected {' or '.join(base) or 'nothing'} after {self.view}.base, got {got}"
            )
        return self._called(node, base[node.attr], [])

    def _called(self, node: ast.AST, callee: Callee, given: list[ast.expr]) -> Value:
        self.calls[id(node)] = callee.size
        self.below = max(self.below, callee.levels)
        return Value(call(callee.name, *place(), *given), callee.answer, callee.span)

    def _word(self, node: ast.AST, word: Word, given: list[ast.expr] | None) -> Value:
        if given is None and word.given:
            raise self.scope.refuse(node, f"expected {word.call}, got {word.name} without what it is about")
        if given is not None and not word.given:
            raise self.scope.refuse(node, f"expected {word.call} without brackets, got {word.name}(...)")
        found = self._given(node, word.call, word.given, given or [])
        for (name, kind), one, value in zip(word.given, given or [], found, strict=True):
            limits = allowed(name, kind)
            if kind == NUMBER and not limits.low <= value.span.low <= value.span.high <= limits.high:
                got = f"{described(one)}, which may be {value.span.low} to {value.span.high}"
                raise self.scope.refuse(
                    one, f"expected a number from {limits.low} to {limits.high} for {word.call}, got {got}"
                )
        self.calls[id(node)] = WORD_SIZE
        made = call(self.scope.word(word), *(place() if word.placed else []), *(value.made for value in found))
        return Value(made, word.answer, word.span([value.span for value in found]))

    def _given(
        self, node: ast.AST, said: str, wanted: Sequence[tuple[str, str]], given: Sequence[ast.expr]
    ) -> list[Value]:
        if len(given) != len(wanted):
            raise self.scope.refuse(node, f"expected {said}, got {len(given)} value{'s' * (len(given) != 1)}")
        return [self.of_kind(one, kind, f"for {said}") for one, (_, kind) in zip(given, wanted, strict=True)]

    def _call(self, node: ast.Call, func: ast.expr, given: list[ast.expr]) -> Value:
        if isinstance(func, ast.Attribute):
            words = view_words()
            if isinstance(func.value, ast.Name) and func.value.id == self.view and func.attr in words:
                return self._word(node, words[func.attr], given)
            self._attribute(func)  # says what is wrong before the brackets, if anything is
            raise self.scope.refuse(node, f"expected {described(func)} without brackets, got {described(node)}")
        if not isinstance(func, ast.Name):
            raise self._unknown(node, "numbers, sets of cards, its parameters and goatsim's words", described(node))
        name = func.id
        if name in self.local:
            raise self.scope.refuse(
                node, f"expected a word or a helper to be called, got {name}, which is a local name"
            )
        value: Any = self.scope.names.get(name)
        word = getattr(value, "goatsim_word", None)
        if isinstance(word, Word):
            return self._word(node, word, given)
        if getattr(value, "goatsim_helper", False) is True:
            return self._helper(node, name, value, given)
        if name in ("min", "max") and name not in self.scope.names and len(given) >= 2:
            return self._least(name, given)
        if isinstance(value, FunctionType):
            raise self.scope.refuse(
                node, f"a policy may call helpers marked with goatsim.helper, not {name}, a function without that mark"
            )
        if name in card_words() and value is None:
            raise self.scope.refuse(
                node, f"expected {name} imported from goatsim.words, got a name that the file does not know"
            )
        raise self._unknown(
            node, "goatsim's words, min and max of numbers, and helpers marked with goatsim.helper", name
        )

    def _least(self, name: str, given: Sequence[ast.expr]) -> Value:
        """`min` or `max`, of two numbers at a time."""
        choose = min if name == "min" else max
        first, *others = [self.of_kind(one, NUMBER, f"for {name}") for one in given]
        for other in others:
            span = Span(choose(first.span.low, other.span.low), choose(first.span.high, other.span.high))
            first = Value(call(name, first.made, other.made), NUMBER, span)
        return first

    def _helper(self, node: ast.Call, name: str, helper: Any, given: Sequence[ast.expr]) -> Value:
        kinds = helper.goatsim_kinds[0]
        said = f"{name}({', '.join([self.view, *kinds])})"
        if not given or not isinstance(given[0], ast.Name) or given[0].id != self.view:
            got = f"{described(node)} without the view {self.view} in the first place"
            raise self.scope.refuse(node, f"expected {said}, got {got}")
        found = self._given(node, said, tuple(kinds.items()), given[1:])
        callee = self.scope.helper(helper, [value.span for value in found], self.scope, node)
        return self._called(node, callee, [value.made for value in found])

    def _joined(self, node: ast.expr, op: ast.boolop, parts: list[Value]) -> Value:
        kinds = {part.kind for part in parts}
        word = "or" if isinstance(op, ast.Or) else "and"
        if kinds == {NUMBER} or len(kinds) > 1:
            got = " and ".join(sorted(SAID[kind] for kind in kinds))
            raise self.scope.refuse(node, f"expected truths, or sets of cards, on both sides of {word}, got {got}")
        span = parts[0].span
        for part in parts[1:]:
            span = span.joined(part.span)
        return Value(ast.BoolOp(op, [part.made for part in parts]), parts[0].kind, span)

    def _binary(self, node: ast.expr, left: Value, op: ast.operator, right: Value) -> Value:
        if left.kind == right.kind == CARDS and isinstance(op, _SETS):
            return self._sets(left, op, right)
        if left.kind == right.kind == NUMBER and isinstance(op, _ARITHMETIC):
            if isinstance(op, ast.FloorDiv | ast.Mod) and not (
                isinstance(right.made, ast.Constant) and right.span.low > 0
            ):
                got = described(node)
                raise self.scope.refuse(
                    node, f"expected a number above 0, or a parameter that is, after // and %, got {got}"
                )
            return Value(ast.BinOp(left.made, op, right.made), NUMBER, _arithmetic(left.span, op, right.span))
        raise self.scope.refuse(
            node, f"expected two numbers joined by + - * // %, or two sets of cards by & | ^ -, got {described(node)}"
        )

    def _sets(self, left: Value, op: ast.operator, right: Value) -> Value:
        if isinstance(op, ast.Sub):
            return Value(call("without", left.made, right.made), CARDS, Span(0, left.span.high))
        most = min(MAX_CARDS, left.span.high + right.span.high)
        if isinstance(op, ast.BitAnd):
            most = min(left.span.high, right.span.high)
        return Value(ast.BinOp(left.made, op, right.made), CARDS, Span(0, most))

    def _compare(self, node: ast.expr, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> ast.expr:
        parts: list[ast.expr] = []
        first = self.value(left)
        for op, other in zip(ops, others, strict=True):
            second = self.value(other)
            same = first.kind == second.kind
            if same and first.kind == CARDS and isinstance(op, ast.In | ast.NotIn):
                sign: ast.cmpop = ast.NotEq() if isinstance(op, ast.In) else ast.Eq()
                parts.append(ast.Compare(ast.BinOp(first.made, ast.BitAnd(), second.made), [sign], [ast.Constant(0)]))
            elif same and (isinstance(op, ast.Eq | ast.NotEq) or (first.kind == NUMBER and isinstance(op, _ORDERS))):
                parts.append(ast.Compare(first.made, [op], [second.made]))
            else:
                said = "two numbers, or two sets of cards by == != in"
                raise self.scope.refuse(node, f"expected to compare {said}, got {described(node)}")
            first = second
        return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)


WORD_SIZE = 10
"""What a word counts in the size of a policy."""


def _arithmetic(a: Span, op: ast.operator, b: Span) -> Span:
    """The span of a sum, difference, product, quotient or rest; what stands after // and % is one number above 0."""
    if isinstance(op, ast.Add):
        return Span(a.low + b.low, a.high + b.high)
    if isinstance(op, ast.Sub):
        return Span(a.low - b.high, a.high - b.low)
    if isinstance(op, ast.Mult):
        corners = [x * y for x in a for y in b]
        return Span(min(corners), max(corners))
    if isinstance(op, ast.FloorDiv):
        return Span(a.low // b.low, a.high // b.low)
    return Span(0, b.low - 1)
