"""From marked text to LLVM's language, statement by statement.

Values are words (sets of cards, 64 bits), signed numbers and truths (`sums`). What is known while translating, like the
numbers of the shape, is worked out then, and branches that it rules out are never looked at. Every function that is
called becomes one of LLVM's, once for what it is given: the kinds of its values, and the functions among its arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from goatsim.compiler.expressions import HAS, Expressions
from goatsim.compiler.intrinsics import NOTHING, NUMBER, TRUTH, WORD, preamble
from goatsim.compiler.sources import tree_of
from goatsim.compiler.values import Bound, Kind, Value, constant, text_of, typed
from goatsim.engine.jit import called, mark_of, needed
from goatsim.engine.layout import Shape

_INLINE = {"text": "alwaysinline", "apart": "noinline"}


class Made(NamedTuple):
    """A translated function: its name as LLVM writes it, what it answers, and its lines with all that becomes part of
    it.
    """

    name: str
    answer: Kind
    size: int


class Module:
    """The functions that one entry needs."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.texts = [preamble()]
        self._made: dict[Any, Made] = {}
        self._begun: set[Any] = set()
        """What is made, or is being made: what meets itself there leads back to itself."""

    def function(self, function: Any, kinds: tuple[Kind, ...], bound: Bound, name: str = "") -> Made:
        """A function for arguments of these kinds, translated if it is not there; `name`: it is called from outside."""
        function = needed(function, self.shape)
        key = (function, kinds, tuple(sorted((parameter, id(value)) for parameter, value in bound.items())))
        if key not in self._made:
            if key in self._begun:
                raise TypeError(f"expected text that never leads back to itself, got {called(function)}")
            self._begun.add(key)
            self._made[key] = _Function(self, function, kinds, bound, name).made
        return self._made[key]


class _Function(Expressions):
    """A function while it is written: its statements."""

    def __init__(self, module: Module, function: Any, kinds: Sequence[Kind], bound: Bound, name: str) -> None:
        super().__init__(module, function, bound)
        self.outside = name != ""
        """Whether it is called from outside, where every answer is a word."""
        self.loops: list[tuple[str, str]] = []
        """Where `continue` and `break` lead, the innermost loop last."""
        self.answers: list[tuple[Value, int, ast.AST]] = []
        """What is returned, and in which line that shall be written."""
        tree = tree_of(function)
        given = []
        every = tree.args
        if every.defaults or every.posonlyargs or every.vararg or every.kwonlyargs or every.kwarg:
            raise self.refuse(tree, "parameters without defaults, stars and bars")
        parameters = [each.arg for each in tree.args.args if each.arg not in bound]
        for parameter, kind in zip(parameters, kinds, strict=True):
            value = Value(kind, f"%{self.named('given')}")
            given.append(f"{typed(kind)} {value.name}")
            self.assign(parameter, value, tree)
        self.body(tree.body)
        answer = self._answer(tree)
        label = name or f"{len(module.texts)}.{function.__name__}"
        self.made = Made(f'@"{label}"', answer, self.size + len(self.lines))
        seen, inline = ("", "") if self.outside else ("internal ", _INLINE[mark_of(function)])
        head = f"{seen}{typed(answer)} {self.made.name}({', '.join(given)}) {inline} nounwind"
        module.texts.append(text_of(self, head))

    # Statements

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Write statements, up to one behind which the text does not go on."""
        for statement in statements:
            if self.open:
                self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Write one statement."""
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self.answer(call)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.assign(name, self.value(value), node)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self.assign(name, self.value(value), node)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                self.share(targets, self.parts(value), node)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                before = self.value(ast.copy_location(ast.Name(name, ast.Load()), node))
                self.assign(name, self.binary(before, op, self.value(value), node), node)
            case ast.If(test=test, body=body, orelse=orelse):
                self.branch(test, body, orelse)
            case ast.While(test=test, body=body, orelse=[]):
                self.repeat(test, body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=ends), orelse=[]) if (
                self.builtin("range") and 1 <= len(ends) <= 3
            ):
                self.count_through(name, ends, node)
            case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=values), orelse=[]):
                self.go_through(name, values, node)
            case ast.Break() | ast.Continue():
                self.jump(self.loops[-1][isinstance(node, ast.Break)])
            case ast.Return():
                self.leave(node)
            case _:
                raise self.refuse(node, HAS)

    def parts(self, node: ast.expr) -> list[Value]:
        """The values of several expressions, or those that a call answers."""
        if isinstance(node, ast.Tuple):
            return [self.value(each) for each in node.elts]
        whole = self.answer(node)
        if isinstance(whole.kind, str):
            raise self.refuse(node, "several values")
        whole_type = typed(whole.kind)
        return [self.put(kind, f"extractvalue {whole_type} {whole.name}, {k}") for k, kind in enumerate(whole.kind)]

    def share(self, targets: Sequence[ast.expr], values: Sequence[Value], node: ast.AST) -> None:
        """Give several variables a value each."""
        names = [each.id for each in targets if isinstance(each, ast.Name)]
        if not len(names) == len(targets) == len(values):
            raise self.refuse(node, f"{len(values)} names for as many values")
        for name, value in zip(names, values, strict=True):
            self.assign(name, value, node)

    def branch(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        """`if`, with or without `else`."""
        asked = self.test(test)
        if asked.known is not None:
            self.body(body if asked.known else orelse)
            return
        yes, no, done = (self.named(each) for each in ("yes", "no", "done"))
        self.fork(asked, yes, no)
        for label, statements in ((yes, body), (no, orelse)):
            self.start(label)
            self.body(statements)
            self.jump(done)
        self.start(done)

    def loop(self, body: Sequence[ast.stmt], on: str, done: str) -> None:
        """The body of a loop; `on` and `done` are where `continue` and `break` lead."""
        self.loops.append((on, done))
        self.body(body)
        self.loops.pop()
        self.jump(on)

    def repeat(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        """`while`."""
        head, inside, done = (self.named(each) for each in ("head", "inside", "done"))
        self.jump(head)
        self.start(head)
        self.fork(self.test(test), inside, done)
        self.start(inside)
        self.loop(body, head, done)
        self.start(done)

    def count_through(self, name: str, ends: Sequence[ast.expr], node: ast.For) -> None:
        """`for` over a range whose step is known."""
        values = [self.as_kind(self.value(each), NUMBER, each) for each in ends]
        start = values[0] if len(values) > 1 else constant(0)
        stop = values[1] if len(values) > 1 else values[0]
        step = values[2] if len(values) > 2 else constant(1)
        if not step.known:
            raise self.refuse(node, "a range with a known step")
        # Apart from the variable, which the body may change.
        counter = self.room(NUMBER)
        self.write(f"store i64 {start.name}, ptr {counter}")
        head, inside, on, done = (self.named(each) for each in ("head", "inside", "on", "done"))
        self.jump(head)
        self.start(head)
        now = self.put(NUMBER, f"load i64, ptr {counter}")
        self.fork(self.compared(now, ast.Lt() if step.known > 0 else ast.Gt(), stop, node), inside, done)
        self.start(inside)
        self.assign(name, now, node)
        self.loop(node.body, on, done)
        self.start(on)
        if self.open:
            following = self.binary(self.put(NUMBER, f"load i64, ptr {counter}"), ast.Add(), step, node)
            self.write(f"store i64 {following.name}, ptr {counter}")
        self.jump(head)
        self.start(done)

    def go_through(self, name: str, values: Sequence[ast.expr], node: ast.For) -> None:
        """`for` over expressions: its body once for each."""
        done = self.named("done")
        for value in [self.value(each) for each in values]:
            if self.open:
                self.assign(name, value, node)
                on = self.named("on")
                self.loop(node.body, on, done)
                self.start(on)
        self.jump(done)
        self.start(done)

    def leave(self, node: ast.Return) -> None:
        """`return`."""
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            value = Value(NOTHING, "")
        elif isinstance(node.value, ast.Tuple):
            values = self.parts(node.value)
            kind = tuple(str(each.kind) for each in values)
            value = Value(kind, "undef")
            for k, each in enumerate(values):
                value = self.put(kind, f"insertvalue {typed(kind)} {value.name}, {typed(each.kind)} {each.name}, {k}")
        else:
            value = self.answer(node.value)
            if self.outside and value.kind in (NUMBER, TRUTH):
                value = self.as_kind(value, NUMBER, node)._replace(kind=WORD)
        self.answers.append((value, len(self.lines), node))
        self.write("ret")
        self.open = False

    def _answer(self, tree: ast.FunctionDef) -> Kind:
        """What the function answers; writes it where it returns."""
        if self.open:
            self.answers.append((Value(NOTHING, ""), len(self.lines), tree))
            self.write("ret")
        kind = self.common([value for value, _, _ in self.answers], tree) if self.answers else NOTHING
        for value, place, node in self.answers:
            found = self.as_kind(value, kind, node)
            self.lines[place] = f"  ret {typed(kind)} {found.name}"
        return kind


def translated(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool, name: str) -> str:
    """LLVM's text of a function that is called from outside by a name, with so many numbers, and `answers` one word or
    nothing; and of all that it calls. Raises `TypeError` for text that is not in the engine's language.
    """
    module = Module(shape)
    made = module.function(function, (NUMBER,) * numbers, {}, name)
    if made.answer != (WORD if answers else NOTHING):
        said = "one value" if answers else "nothing"
        raise TypeError(f"expected text that answers {said}, got {called(function)}")
    return "\n".join(module.texts)
