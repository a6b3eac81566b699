"""Expressions of marked text: names, what is worked out, and calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from goatsim.compiler.intrinsics import INTRINSICS, NOTHING, NUMBER, TRUTH, WORD
from goatsim.compiler.sources import tree_of
from goatsim.compiler.sums import Sums
from goatsim.compiler.values import HALF, Bound, Kind, Value, typed
from goatsim.engine.jit import Only, called, is_text, mark_of, needed
from goatsim.engine.layout import Shape

if TYPE_CHECKING:
    from goatsim.compiler.translate import Module

HAS = "what the engine's language has"

LARGEST = 40_000
"""Lines of a function with all that becomes part of it; what more it calls stays apart. For twice as many LLVM takes
more than twice as long; the largest of goatsim's own have 24,000.
"""


class Expressions(Sums):
    """A function while it is written: its names, expressions and calls. `bound`: its parameters that are functions."""

    def __init__(self, module: Module, function: Any, bound: Bound) -> None:
        super().__init__(called(function))
        self.module = module
        self.function = function
        self.bound = bound
        self.variables: dict[str, tuple[Kind, str]] = {}
        """The kinds and places of the variables that were met so far."""
        self.size = 0
        """Lines of what it calls, as far as that becomes part of it."""

    # Names

    def meaning(self, name: str, node: ast.AST) -> Any:
        """What a name that is no variable stands for."""
        code = self.function.__code__
        if name in self.bound:
            return self.bound[name]
        if name in code.co_varnames:
            raise self.refuse(node, "a variable that has a value here, however the text came here")
        if name in code.co_freevars:
            return self.function.__closure__[code.co_freevars.index(name)].cell_contents
        if name in self.function.__globals__:
            value = self.function.__globals__[name]
            return bool(getattr(self.module.shape, value)) if isinstance(value, Only) else value
        raise self.refuse(node, "a name that is known here")

    def assign(self, name: str, value: Value, node: ast.AST) -> None:
        """Give a variable a value; the first one decides its kind."""
        if name not in self.variables:
            self.variables[name] = (value.kind, self.room(value.kind))
        kind, place = self.variables[name]
        self.write(f"store {typed(kind)} {self.as_kind(value, kind, node).name}, ptr {place}")
        self.given |= {name}

    def builtin(self, name: str) -> bool:
        """Whether the name of a builtin means nothing else here."""
        code = self.function.__code__
        return not any(name in named for named in (code.co_varnames, code.co_freevars, self.function.__globals__))

    # Values

    def value(self, node: ast.expr) -> Value:
        """The value of an expression that has one."""
        found = self.answer(node)
        if found.kind not in (WORD, NUMBER, TRUTH):
            raise self.refuse(node, "one word, number or truth")
        return found

    def answer(self, node: ast.expr) -> Value:
        """What an expression comes to: a value, or what a call answers, which may be several or nothing."""
        match node:
            case ast.Constant(value=int() as value):
                return self.constant(value, node)
            case ast.Name(id=name) if name in self.given:
                kind, place = self.variables[name]
                return self.put(kind, f"load {typed(kind)}, ptr {place}")
            case ast.Name(id=name) if isinstance(self.meaning(name, node), int):
                return self.constant(self.meaning(name, node), node)
            case ast.Attribute(value=ast.Name(id=name), attr=field) if self.is_shape(name, node):
                if field not in Shape._fields:
                    raise self.refuse(node, "a field of the shape")
                return self.constant(getattr(self.module.shape, field), node)
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[one, other], keywords=[]) if self.builtin(
                name
            ):
                return self.extreme(name == "max", self.value(one), self.value(other), node)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self.call(name, arguments, node)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(self.value(left), op, self.value(right), node)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.negated(self.test(operand))
            case ast.UnaryOp(op=op, operand=operand):
                return self.unary(op, self.value(operand), node)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.compared(self.value(left), op, self.value(right), node)
            case ast.Compare(ops=ops):
                return self.joined(True, self.links(node), len(ops), node)
            case ast.BoolOp(op=op, values=values):
                return self.joined(isinstance(op, ast.And), map(self.value, values), len(values), node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.either(test, body, orelse, node)
        raise self.refuse(node, HAS)

    def is_shape(self, name: str, node: ast.expr) -> bool:
        """Whether a name means the shape."""
        return name not in self.variables and isinstance(self.meaning(name, node), Shape)

    def test(self, node: ast.expr) -> Value:
        """Whether an expression is true, where nothing else is asked of it."""
        if isinstance(node, ast.BoolOp):
            return self.joined(isinstance(node.op, ast.And), map(self.test, node.values), len(node.values), node)
        return self.truth(self.value(node), node)

    def links(self, node: ast.Compare) -> Iterator[Value]:
        """The comparisons of a chain; what stands between two of them is worked out once."""
        left = self.value(node.left)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            yield self.compared(left, op, right, node)
            left = right

    def joined(self, both: bool, parts: Iterator[Value], number: int, node: ast.AST) -> Value:
        """`and` (`both`) or `or` of so many parts, which are written when they are asked for: what stands behind is
        worked out only where it decides.
        """
        done = self.named("joined")
        ends: list[tuple[Value, str]] = []
        for place, value in enumerate(parts, 1):
            decided = None if value.known is None else bool(value.known) is not both
            if decided is False and place < number:
                continue
            ends.append((value, self.block))
            if decided or place == number:
                break
            more = self.named("more")
            self.fork(self.truth(value, node), *((more, done) if both else (done, more)))
            self.start(more)
        if len(ends) == 1:
            return ends[0][0]
        self.jump(done)
        self.start(done)
        return self.join(ends, node)

    def either(self, test: ast.expr, body: ast.expr, orelse: ast.expr, node: ast.AST) -> Value:
        """The value of one of two expressions."""
        asked = self.test(test)
        if asked.known is not None:
            return self.value(body if asked.known else orelse)
        yes, no, done = (self.named(each) for each in ("yes", "no", "done"))
        self.fork(asked, yes, no)
        ends = []
        for label, part in ((yes, body), (no, orelse)):
            self.start(label)
            ends.append((self.value(part), self.block))
            self.jump(done)
        self.start(done)
        return self.join(ends, node)

    # Calls

    def call(self, name: str, arguments: Sequence[ast.expr], node: ast.Call) -> Value:
        """What a call answers."""
        target: Any = None if name in self.variables else self.meaning(name, node)
        if not is_text(target):
            raise self.refuse(node, "a call of engine text")
        if mark_of(target) == "native":
            return self.instructions(target.__name__, arguments, node)
        parameters = tree_of(needed(target, self.module.shape)).args.args
        if len(arguments) != len(parameters):
            raise self.refuse(node, f"{len(parameters)} values for {name}")
        given: list[Value] = []
        bound: Bound = {}
        for parameter, argument in zip(parameters, arguments, strict=True):
            passed = None
            if isinstance(argument, ast.Name) and argument.id not in self.variables:
                passed = self.meaning(argument.id, argument)
            if is_text(passed):
                bound[parameter.arg] = passed
            else:
                given.append(self.value(argument))
        made = self.module.function(target, tuple(value.kind for value in given), bound)
        written = ", ".join(f"{typed(value.kind)} {value.name}" for value in given)
        becomes_part = self.size + made.size <= LARGEST
        self.size += made.size * becomes_part
        apart = "" if becomes_part else " noinline"
        instruction = f"call {typed(made.answer)} {made.name}({written}){apart}"
        if made.answer != NOTHING:
            return self.put(made.answer, instruction)
        self.write(instruction)
        return Value(NOTHING, "")

    def instructions(self, name: str, arguments: Sequence[ast.expr], node: ast.Call) -> Value:
        """The instructions of a word of `bits`; it takes words for numbers and numbers for words as they are."""
        row = INTRINSICS[name]
        if len(arguments) != len(row.takes):
            raise self.refuse(node, f"{len(row.takes)} values for {name}")
        values = []
        for argument, kind in zip(arguments, row.takes, strict=True):
            value = self.value(argument)
            whole = value.kind in (WORD, NUMBER) and kind in (WORD, NUMBER)
            values.append(value._replace(kind=kind) if whole else self.as_kind(value, kind, argument))
        if not row.template:
            if values[0].known is not None and not 0 <= values[0].known < HALF:
                raise self.refuse(node, "what is the same as a word and as a number")
            return values[0]._replace(kind=row.answer)
        own = {letter: f"%{self.named(letter)}" for letter in "abcde" if f"{{{letter}}}" in row.template}
        for line in row.template.format(*(value.name for value in values), **own).strip().split("\n"):
            self.write(line.strip())
        return Value(row.answer, [*own.values()][-1] if row.answer != NOTHING else "")
