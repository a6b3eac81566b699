"""From the text of a policy to engine text: what a policy may say, checked when it is defined, with the line; and its translation.

A decision is a small function of the view. It may use numbers, sets of cards and truths; words of the view and words on sets; its own parameters, local names, helpers marked
with `goatsim.helper`; `if`, loops over the cards of a set or a short range; `return`. Everything has one of three kinds, cards, number or truth, worked out here, so that a mix-up is
found at once. The translation keeps the lines of the user's file: `v.WORD` becomes a call of the word's text with (block, lane, seat), a parameter its value, sets and
truths the operations of `engine.bits`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from goatsim.errors import RequestError, nearest
from goatsim.seats.view import CARDS, COINS, MEMORY, NUMBER, TRUTH, Word, card_words, view_words

LONGEST_RANGE = 64
PLACE = ("block", "lane", "seat")

_ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_SETS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Sub: "-"}
_ARTICLES = {CARDS: "a set of cards", NUMBER: "a number", TRUTH: "a truth"}
_MADE_OF = {"Cards": CARDS, "int": NUMBER, "bool": TRUTH}


@dataclass
class Scope:
    """What one function of a policy may mention, and what its translation needs."""

    owner: str
    file: str
    globals: Mapping[str, Any]
    params: Mapping[str, int | bool]
    base_words: Mapping[str, str]
    """Decision of the base -> the name of its translation."""
    helpers: Callable[[Any, Scope], tuple[str, tuple[str, ...], str]]
    """Translate a helper: its name, the kinds it takes after the view, the kind it answers."""
    namespace: dict[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def refuse(self, node: ast.AST, what: str) -> RequestError:
        """The error for a place in the user's file."""
        return RequestError(f"{self.owner}, line {getattr(node, 'lineno', '?')} of {self.file}: {what}")


def translate(
    function: ast.FunctionDef, scope: Scope, given: Mapping[str, str], answer: str, name: str
) -> ast.FunctionDef:
    """Check one function (first parameter: the view; `given`: the kinds of the others) and translate it to engine text called `name`."""
    arguments = function.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs or arguments.defaults)
    if not plain or len(arguments.args) != 1 + len(given):
        raise scope.refuse(function, f"expected {function.name}(v), a function of the view alone")
    if not _returns(function.body):
        raise scope.refuse(function, f"expected {function.name} to return {_ARTICLES[answer]} on every path")
    walker = _Walker(scope, arguments.args[0].arg, dict(given), answer)
    body = walker.block(_without_docstring(function.body))
    names = [*PLACE, *given]
    made = ast.FunctionDef(
        name=name,
        args=ast.arguments(posonlyargs=[], args=[ast.arg(one) for one in names], kwonlyargs=[], kw_defaults=[], defaults=[]),
        body=body,
        decorator_list=[],
    )
    ast.copy_location(made, function)
    return ast.fix_missing_locations(made)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return body[1:]
    return body


def _returns(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.Return):
        return last.value is not None
    return isinstance(last, ast.If) and bool(last.orelse) and _returns(last.body) and _returns(last.orelse)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(func=ast.Name(name, ast.Load()), args=list(arguments), keywords=[])


class _Walker:
    """The kinds and the translation of one function's statements and expressions."""

    def __init__(self, scope: Scope, view: str, kinds: dict[str, str], answer: str) -> None:
        self.scope = scope
        self.view = view
        self.kinds = kinds
        self.answer = answer
        self.loops = 0

    # Statements

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [made for statement in body for made in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Return(value=ast.expr() as value):
                made: ast.stmt = ast.Return(self.of_kind(value, self.answer, "to return"))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                made = self.assign(node, name, *self.expression(value))
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                combined = ast.BinOp(ast.copy_location(ast.Name(name, ast.Load()), target), op, value)
                made = self.assign(node, name, *self.expression(ast.copy_location(combined, node)))
            case ast.If(test=test, body=body, orelse=orelse):
                made = ast.If(self.truth(test), self.block(body), self.block(orelse))
            case ast.For(target=ast.Name(id=name), iter=source, body=body, orelse=[]):
                return self.loop(node, name, source, body)
            case ast.Pass() | ast.Break() | ast.Continue():
                made = node
            case _:
                what = type(node).__name__.lower()
                raise self.scope.refuse(node, f"a policy may use return, names, if and for over cards or a short range, not {what}")
        return [ast.copy_location(made, node)]

    def assign(self, node: ast.AST, name: str, made: ast.expr, kind: str) -> ast.stmt:
        had = self.kinds.setdefault(name, kind)
        if name == self.view or name in PLACE:
            raise self.scope.refuse(node, f"expected another name for a local value, got {name}")
        if had != kind:
            raise self.scope.refuse(node, f"{name} was {_ARTICLES[had]} and may not become {_ARTICLES[kind]} (no card at all is v.nothing)")
        return ast.Assign(targets=[ast.Name(name, ast.Store())], value=made)

    def loop(self, node: ast.For, name: str, source: ast.expr, body: list[ast.stmt]) -> list[ast.stmt]:
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            bounds = []
            for bound in source.args:
                made, kind = self.expression(bound)
                if kind != NUMBER or not isinstance(made, ast.Constant) or not 0 <= made.value <= LONGEST_RANGE:
                    raise self.scope.refuse(bound, f"expected numbers from 0 to {LONGEST_RANGE} or parameters as bounds of a range")
                bounds.append(made)
            self.assign(node, name, ast.Constant(0), NUMBER)
            target = ast.Name(name, ast.Store())
            return [ast.copy_location(ast.For(target, _call("range", *bounds), self.block(body), []), node)]
        cards, kind = self.expression(source)
        if kind != CARDS:
            raise self.scope.refuse(source, "expected a loop over a set of cards or over range(n)")
        self.loops += 1
        rest = f"goatsim_rest_{self.loops}"
        first = self.assign(node, name, _call("lowest", ast.Name(rest, ast.Load())), CARDS)
        shrink = ast.Assign([ast.Name(rest, ast.Store())], _call("without", ast.Name(rest, ast.Load()), ast.Name(name, ast.Load())))
        more = ast.Compare(ast.Name(rest, ast.Load()), [ast.NotEq()], [ast.Constant(0)])
        made = [ast.Assign([ast.Name(rest, ast.Store())], cards), ast.While(more, [first, shrink, *self.block(body)], [])]
        return [ast.copy_location(one, node) for one in made]

    # Expressions

    def of_kind(self, node: ast.expr, kind: str, what: str) -> ast.expr:
        made, found = self.expression(node)
        if found != kind:
            raise self.scope.refuse(node, f"expected {_ARTICLES[kind]} {what}, got {_ARTICLES[found]}")
        return made

    def truth(self, node: ast.expr) -> ast.expr:
        made, kind = self.expression(node)
        return made if kind == TRUTH else ast.copy_location(ast.Compare(made, [ast.NotEq()], [ast.Constant(0)]), node)

    def expression(self, node: ast.expr) -> tuple[ast.expr, str]:
        made, kind = self.translated(node)
        return ast.copy_location(made, node), kind

    def translated(self, node: ast.expr) -> tuple[ast.expr, str]:
        match node:
            case ast.Constant(value=bool() as value):
                return ast.Constant(value), TRUTH
            case ast.Constant(value=int() as value) if abs(value) < 1 << 31:
                return ast.Constant(value), NUMBER
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.Attribute():
                return self.attribute(node, ())
            case ast.Call(func=ast.Attribute() as func, args=args, keywords=[]):
                return self.attribute(func, tuple(args))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.call(node, name, args)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(node, self.expression(left), op, self.expression(right))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ast.UnaryOp(ast.Not(), self.truth(operand)), TRUTH
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return ast.UnaryOp(ast.USub(), self.of_kind(operand, NUMBER, "after -")), NUMBER
            case ast.BoolOp(op=op, values=values):
                parts = [self.expression(value) for value in values]
                if isinstance(op, ast.Or) and all(kind == CARDS for _, kind in parts):
                    return ast.BoolOp(op, [made for made, _ in parts]), CARDS
                return ast.BoolOp(op, [self.truth(value) for value in values]), TRUTH
            case ast.IfExp(test=test, body=body, orelse=orelse):
                made, kind = self.expression(body)
                return ast.IfExp(self.truth(test), made, self.of_kind(orelse, kind, "on both sides of else")), kind
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self.compare(node, left, ops, others), TRUTH
        what = ast.unparse(node)
        raise self.scope.refuse(node, f"a policy may use numbers, sets of cards, its parameters and goatsim's words, not {what[:60]}")

    def name(self, node: ast.expr, name: str) -> tuple[ast.expr, str]:
        if name in self.kinds:
            return ast.Name(name, ast.Load()), self.kinds[name]
        if name in self.scope.params:
            raise self.scope.refuse(node, f"expected the parameter as {self.view}.{name}, got {name}")
        value = self.scope.globals.get(name)
        if isinstance(value, bool | int) and abs(value) < 1 << 31:
            return ast.Constant(value), TRUTH if isinstance(value, bool) else NUMBER
        known = [*self.kinds, *card_words(), *self.scope.params]
        raise self.scope.refuse(node, f"expected a local name, a whole number or a word, got {name}{nearest(name, known)}")

    def attribute(self, node: ast.Attribute, given: tuple[ast.expr, ...]) -> tuple[ast.expr, str]:
        match node.value:
            case ast.Name(id=owner) if owner == self.view:
                if node.attr in self.scope.params and not given:
                    value = self.scope.params[node.attr]
                    return ast.Constant(value), TRUTH if isinstance(value, bool) else NUMBER
                words = view_words()
                if node.attr in words:
                    return self.word(node, words[node.attr], given)
                known = [*words, *self.scope.params, "base"]
                raise self.scope.refuse(node, f"expected a word of the view or a parameter, got {self.view}.{node.attr}{nearest(node.attr, known)}")
            case ast.Attribute(value=ast.Name(id=owner), attr="base") if owner == self.view:
                if node.attr not in self.scope.base_words:
                    known = list(self.scope.base_words)
                    raise self.scope.refuse(node, f"expected one of {', '.join(known)} after {self.view}.base, got {node.attr}{nearest(node.attr, known)}")
                return _call(self.scope.base_words[node.attr], *self.place()), CARDS
        raise self.scope.refuse(node, f"a policy may use only {self.view}.WORD, not {ast.unparse(node)[:60]}")

    def place(self) -> list[ast.expr]:
        return [ast.Name(name, ast.Load()) for name in PLACE]

    def word(self, node: ast.AST, word: Word, given: tuple[ast.expr, ...]) -> tuple[ast.expr, str]:
        if len(given) != len(word.given):
            raise self.scope.refuse(node, f"expected {len(word.given)} value{'s' * (len(word.given) != 1)} for {word.name}, got {len(given)}")
        made = [self.of_kind(one, kind, f"for {word.name}") for one, kind in zip(given, word.given, strict=True)]
        self.scope.used |= {word.name} & {*MEMORY, *COINS}
        name = f"word_{word.name}"
        self.scope.namespace[name] = word.text
        return _call(name, *(self.place() if word.placed else []), *made), word.answer

    def call(self, node: ast.Call, name: str, args: list[ast.expr]) -> tuple[ast.expr, str]:
        value = self.scope.globals.get(name)
        word = getattr(value, "goatsim_word", None)
        if isinstance(word, Word):
            return self.word(node, word, tuple(args))
        if name in ("min", "max") and name not in self.scope.globals and len(args) == 2:
            return _call(name, *(self.of_kind(one, NUMBER, f"for {name}") for one in args)), NUMBER
        if getattr(value, "goatsim_helper", False):
            made, kinds, answer = self.scope.helpers(value, self.scope)
            if not args or not isinstance(args[0], ast.Name) or args[0].id != self.view or len(args) != 1 + len(kinds):
                raise self.scope.refuse(node, f"expected {name}({', '.join([self.view, *kinds])})")
            given = [self.of_kind(one, kind, f"for {name}") for one, kind in zip(args[1:], kinds, strict=True)]
            return _call(made, *self.place(), *given), answer
        known = [*card_words(), "min", "max"]
        raise self.scope.refuse(node, f"a policy may call goatsim's words and helpers marked with goatsim.helper, not {name}{nearest(name, known)}")

    def binary(self, node: ast.expr, left: tuple[ast.expr, str], op: ast.operator, right: tuple[ast.expr, str]) -> tuple[ast.expr, str]:
        (a, first), (b, second) = left, right
        if first == second == CARDS and type(op) in _SETS:
            return (_call("without", a, b) if isinstance(op, ast.Sub) else ast.BinOp(a, op, b)), CARDS
        if first == second == NUMBER and type(op) in _ARITHMETIC:
            if isinstance(op, ast.FloorDiv | ast.Mod) and not (isinstance(b, ast.Constant) and b.value > 0):
                raise self.scope.refuse(node, "expected a number above 0 or a parameter after // and %")
            return ast.BinOp(a, op, b), NUMBER
        raise self.scope.refuse(node, f"expected two numbers, or two sets of cards joined by & | ^ -, got {ast.unparse(node)[:60]}")

    def compare(self, node: ast.expr, left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr]) -> ast.expr:
        parts: list[ast.expr] = []
        a, first = self.expression(left)
        for op, other in zip(ops, others, strict=True):
            b, second = self.expression(other)
            if isinstance(op, ast.In | ast.NotIn) and first == second == CARDS:
                sign: ast.cmpop = ast.NotEq() if isinstance(op, ast.In) else ast.Eq()
                parts.append(ast.Compare(ast.BinOp(a, ast.BitAnd(), b), [sign], [ast.Constant(0)]))
            elif first == second and (isinstance(op, ast.Eq | ast.NotEq) or first == NUMBER) and not isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn):
                parts.append(ast.Compare(a, [op], [b]))
            else:
                raise self.scope.refuse(node, f"expected to compare two numbers, or two sets of cards by == != in, got {ast.unparse(node)[:60]}")
            a, first = b, second
        return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)
