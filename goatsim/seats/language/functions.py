"""One function of a policy: its statements, followed on every way through them, and its translation into engine text.

Followed means: which local names are set at each point, and how large they can be. A loop is followed until nothing
changes any more or as often as it can run, so that a number that grows without end is found when the policy is
defined.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from goatsim.errors import RequestError
from goatsim.seats.language.expressions import Expressions, call, own, place
from goatsim.seats.language.kinds import CARDS, NUMBER, SAID, Span
from goatsim.seats.language.scope import MOST_STEPS, Scope, described

LONGEST_RANGE = 64
DEEPEST = 100
"""Levels of a function inside each other; also each `elif` is one."""

State = dict[str, Span]


@dataclass(frozen=True)
class Translation:
    """A function as engine text, the span of what it answers, and its size and levels with all that it calls."""

    made: ast.FunctionDef
    span: Span
    size: int
    levels: int


def translate(
    function: ast.FunctionDef,
    scope: Scope,
    given: Sequence[tuple[str, str]],
    spans: Sequence[Span],
    answer: str,
    name: str,
) -> Translation:
    """Check a function (first parameter: the view; `given`: names and kinds of the others, which are of these `spans`)
    and translate it to engine text called `name`.
    """
    arguments = function.args
    plain = not (
        arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs or arguments.defaults
    )
    if not plain or len(arguments.args) != 1 + len(given):
        said = ", ".join(["v", *(one for one, _ in given)])
        raise scope.refuse(function, f"expected {function.name}({said}), got {function.name}({described(arguments)})")
    depth = _depth(function)
    if depth > DEEPEST:
        raise scope.refuse(
            function, f"expected at most {DEEPEST} levels inside each other, got more in {function.name}"
        )
    view = arguments.args[0].arg
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == view and not isinstance(node.ctx, ast.Load):
            raise scope.refuse(node, f"expected another name than {view} for a local value, since {view} is the view")
    local = frozenset(_assigned(function)) | {one for one, _ in given}
    walker = _Statements(scope, view, local, given, spans, answer)
    body = walker.function(function)
    parameters = ", ".join(["block", "lane", "seat", *(own(one) for one, _ in given)])
    made = ast.parse(f"def {name}({parameters}): pass").body[0]
    assert isinstance(made, ast.FunctionDef)
    made.body = body
    ast.copy_location(made, function)
    size = sum(1 for _ in ast.walk(function)) + sum(walker.calls.values())
    return Translation(ast.fix_missing_locations(made), walker.answered(), size, depth + walker.below)


def _depth(function: ast.AST) -> int:
    """How many levels a syntax tree has, found without going as deep."""
    deepest, level = 0, [function]
    while level and deepest <= DEEPEST:
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        deepest += 1
    return deepest


def _assigned(function: ast.FunctionDef) -> Iterator[str]:
    """The names that a function sets somewhere: in Python they are local everywhere in it."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


class _Statements(Expressions):
    """The statements of one function."""

    def __init__(
        self,
        scope: Scope,
        view: str,
        local: frozenset[str],
        given: Sequence[tuple[str, str]],
        spans: Sequence[Span],
        answer: str,
    ) -> None:
        super().__init__(scope, view, local, given, spans)
        self.answer = answer
        self.reached = True
        self._answers: list[Span] = []
        self._loops: list[tuple[list[State], list[State]]] = []
        """The loops around this point: the states in which each is left early, and in which it goes on early."""

    def function(self, function: ast.FunctionDef) -> list[ast.stmt]:
        """The body of the function."""
        made = self.block(_without_docstring(function.body))
        if self.reached:
            raise self.scope.refuse(
                function, f"expected {function.name} to return {SAID[self.answer]} on every way through it"
            )
        return made

    def answered(self) -> Span:
        """The span of what the function answers."""
        span = self._answers[0]
        for other in self._answers[1:]:
            span = span.joined(other)
        return span

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Some statements in a row."""
        made: list[ast.stmt] = []
        for node in body:
            if not self.reached:
                raise self.scope.refuse(
                    node, f"expected nothing behind return, break or continue, got {described(node)}"
                )
            if not self.scope.work.step():
                raise self.scope.refuse(
                    node, f"expected loops that can be followed in {MOST_STEPS} steps, got more here"
                )
            made += [ast.copy_location(one, node) for one in self.statement(node)]
        return made

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """One statement."""
        match node:
            case ast.Return(value=ast.expr() as value):
                found = self.of_kind(value, self.answer, "to return")
                self._answers.append(found.span)
                self.reached = False
                return [ast.Return(found.made)]
            case ast.Return():
                raise self.scope.refuse(node, f"expected {SAID[self.answer]} to return, got nothing")
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return [self.assign(node, name, value)]
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                return [self.assign(node, name, value)]
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                before = ast.copy_location(ast.Name(name, ast.Load()), target)
                return [self.assign(node, name, ast.copy_location(ast.BinOp(before, op, value), node))]
            case ast.If(test=test, body=body, orelse=orelse):
                return [self.choice(test, body, orelse)]
            case ast.For(target=ast.Name(id=name), iter=source, body=body, orelse=[]):
                return self.loop(node, name, source, body)
            case ast.Break() | ast.Continue():
                self._loops[-1][isinstance(node, ast.Continue)].append(self.state)
                self.reached = False
                return [node]
            case ast.Pass():
                return [node]
        raise self.refused(node)

    def refused(self, node: ast.stmt) -> RequestError:
        """The error for a statement that a policy has no use for."""
        got = described(node)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            return self.scope.refuse(node, f"expected a value for one local name, got {got}")
        if isinstance(node, ast.For):
            return self.scope.refuse(node, "expected a for loop with one name and without else, got another")
        said = "return, local names, if and for over cards or a short range"
        return self.scope.refuse(node, f"a policy may use {said}, not {got}")

    def assign(self, node: ast.AST, name: str, value: ast.expr) -> ast.stmt:
        """Set a local name."""
        found = self.value(value)
        self.set(node, name, found.kind, found.span)
        return ast.Assign(targets=[ast.Name(own(name), ast.Store())], value=found.made)

    def set(self, node: ast.AST, name: str, kind: str, span: Span) -> None:
        """Note what a local name is from here on."""
        had = self.kinds.setdefault(name, kind)
        if had != kind:
            hint = f" (no card at all is {self.view}.nothing)" if CARDS in (had, kind) else ""
            raise self.scope.refuse(node, f"expected {name} to stay {SAID[had]}, got {SAID[kind]}{hint}")
        self.state = {**self.state, name: span}

    def choice(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> ast.stmt:
        """An `if`."""
        tested = self.test(test)
        before = self.state
        first = self.block(body)
        ways = [self.state] if self.reached else []
        self.state, self.reached = before, True
        second = self.block(orelse)
        self.join([*ways, *([self.state] if self.reached else [])])
        return ast.If(tested, first, second)

    def join(self, ways: list[State]) -> None:
        """Go on where some ways meet: a name is set if it is on all of them."""
        self.reached = bool(ways)
        if ways:
            self.state = _joined(ways)

    def loop(self, node: ast.For, name: str, source: ast.expr, body: list[ast.stmt]) -> list[ast.stmt]:
        """A `for` over a range or over the cards of a set."""
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            bounds, most, span = self.range(source)
            made = self.follow(body, most, lambda: self.set(node, name, NUMBER, span))
            return [ast.For(ast.Name(own(name), ast.Store()), call("range", *bounds), made, [])]
        cards = self.value(source)
        if cards.kind != CARDS:
            raise self.scope.refuse(
                source, f"expected a loop over a set of cards or over range(n), got {described(source)}"
            )
        rest = f"rest_{len(self._loops)}"
        made = self.follow(body, cards.span.high, lambda: self.set(node, name, CARDS, Span(1, 1)))
        first = ast.Assign([ast.Name(own(name), ast.Store())], call("lowest", *place(), ast.Name(rest, ast.Load())))
        left = call("without", ast.Name(rest, ast.Load()), ast.Name(own(name), ast.Load()))
        shrink = ast.Assign([ast.Name(rest, ast.Store())], left)
        more = ast.Compare(ast.Name(rest, ast.Load()), [ast.NotEq()], [ast.Constant(0)])
        return [ast.Assign([ast.Name(rest, ast.Store())], cards.made), ast.While(more, [first, shrink, *made], [])]

    def range(self, source: ast.Call) -> tuple[list[ast.expr], int, Span]:
        """The bounds of a range, how often it runs at most, and the span of what it gives."""
        if "range" in self.local or "range" in self.scope.names or source.keywords or not 1 <= len(source.args) <= 2:
            raise self.scope.refuse(source, f"expected range(n) or range(first, n), got {described(source)}")
        found = [self.of_kind(bound, NUMBER, "for range") for bound in source.args]
        for bound, value in zip(source.args, found, strict=True):
            if not 0 <= value.span.low <= value.span.high <= LONGEST_RANGE:
                raise self.scope.refuse(
                    bound, f"expected numbers from 0 to {LONGEST_RANGE} for range, got {described(bound)}"
                )
        first = found[0].span.low if len(found) == 2 else 0
        end = found[-1].span.high
        return [value.made for value in found], max(0, end - first), Span(first, max(first, end - 1))

    def follow(self, body: list[ast.stmt], most: int, start: Callable[[], None]) -> list[ast.stmt]:
        """A loop's body, followed as often as it can run or until nothing changes; `start` sets the loop's name."""
        left: list[State] = []
        begun = self.state
        made: list[ast.stmt] = []
        for _ in range(max(1, most)):
            again: list[State] = []
            self.state = begun
            self._loops.append((left, again))
            start()
            made = self.block(body)
            self._loops.pop()
            after = _joined([begun, *again, *([self.state] if self.reached else [])])
            self.reached = True
            if after == begun:
                break
            begun = after
        self.join([begun, *left])
        return made


def _joined(ways: list[State]) -> State:
    first, *others = ways
    found = dict(first)
    for other in others:
        found = {name: span.joined(other[name]) for name, span in found.items() if name in other}
    return found


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return body[1:]
    return body
