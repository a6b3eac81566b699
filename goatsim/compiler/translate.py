"""From marked text to LLVM's language, statement by statement.

Values are words (sets of cards, 64 bits), signed numbers and truths (`sums`). What is known while translating, like the
numbers of the shape, is worked out then, and branches that it rules out are never looked at. Every function that is
called becomes one of LLVM's, once for what it is given: the kinds of its values, and the functions among its arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from goatsim.compiler.intrinsics import INTRINSICS, NOTHING, NUMBER, TRUTH, WORD, preamble
from goatsim.compiler.sources import tree_of
from goatsim.compiler.sums import Sums
from goatsim.compiler.values import Bound, Kind, Value, constant, text_of, typed
from goatsim.engine.jit import Only, is_text, mark_of, needed
from goatsim.engine.layout import Shape

_INLINE = {"text": "alwaysinline", "apart": "noinline"}
_HAS = "what the engine's language has"


class Made(NamedTuple):
    """A translated function: its name as LLVM writes it, and what it answers."""

    name: str
    answer: Kind


class Module:
    """The functions that one entry needs."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.texts = [preamble()]
        self._made: dict[Any, Made] = {}

    def function(self, function: Any, kinds: tuple[Kind, ...], bound: Bound, name: str = "") -> Made:
        """A function for arguments of these kinds, translated if it is not there; `name`: it is called from outside."""
        function = needed(function, self.shape)
        key = (function, kinds, tuple(sorted((parameter, id(value)) for parameter, value in bound.items())))
        if key not in self._made:
            self._made[key] = _Function(self, function, kinds, bound, name).made
        return self._made[key]


class _Function(Sums):
    """A function while it is written: its names, calls and statements."""

    def __init__(self, module: Module, function: Any, kinds: Sequence[Kind], bound: Bound, name: str) -> None:
        super().__init__(f"{function.__module__}.{function.__qualname__}")
        self.module = module
        self.function = function
        self.bound = bound
        self.outside = name != ""
        """Whether it is called from outside, where every answer is a word."""
        self.variables: dict[str, tuple[Kind, str]] = {}
        self.loops: list[tuple[str, str]] = []
        """Where `continue` and `break` lead, the innermost loop last."""
        self.answers: list[tuple[Value, int, ast.AST]] = []
        """What is returned, and in which line that shall be written."""
        tree = tree_of(function)
        given = []
        parameters = [each.arg for each in tree.args.args if each.arg not in bound]
        for parameter, kind in zip(parameters, kinds, strict=True):
            value = Value(kind, f"%{self.named('given')}")
            given.append(f"{typed(kind)} {value.name}")
            self.assign(parameter, value, tree)
        self.body(tree.body)
        answer = self._answer(tree)
        called = name or f"{function.__name__}.{len(module.texts)}"
        self.made = Made(f'@"{called}"', answer)
        seen, inline = ("", "") if self.outside else ("internal ", _INLINE[mark_of(function)])
        head = f"{seen}{typed(answer)} {self.made.name}({', '.join(given)}) {inline} nounwind"
        module.texts.append(text_of(self, head))

    # Names

    def meaning(self, name: str, node: ast.AST) -> Any:
        """What a name that is no variable stands for."""
        code = self.function.__code__
        if name in self.bound:
            return self.bound[name]
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

    # Values

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        match node:
            case ast.Constant(value=int() as value):
                return constant(value)
            case ast.Name(id=name) if name in self.variables:
                kind, place = self.variables[name]
                return self.put(kind, f"load {typed(kind)}, ptr {place}")
            case ast.Name(id=name) if isinstance(self.meaning(name, node), int):
                return constant(self.meaning(name, node))
            case ast.Attribute(value=ast.Name(id=name), attr=field) if isinstance(self.meaning(name, node), Shape):
                return constant(getattr(self.module.shape, field))
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
            case ast.Compare(left=left, ops=ops, comparators=rights):
                pairs = zip([left, *rights], ops, rights, strict=False)
                parts = [ast.copy_location(ast.Compare(one, [op], [other]), node) for one, op, other in pairs]
                return self.joined(True, parts, False, node)
            case ast.BoolOp(op=op, values=values):
                return self.joined(isinstance(op, ast.And), values, False, node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.either(test, body, orelse, node)
        raise self.refuse(node, _HAS)

    def test(self, node: ast.expr) -> Value:
        """Whether an expression is true, where nothing else is asked of it."""
        if isinstance(node, ast.BoolOp):
            return self.joined(isinstance(node.op, ast.And), node.values, True, node)
        return self.truth(self.value(node), node)

    def joined(self, both: bool, parts: Sequence[ast.expr], truths: bool, node: ast.AST) -> Value:
        """`and` (`both`) or `or`: what stands behind is worked out only where it decides."""
        done = self.named("joined")
        ends: list[tuple[Value, str]] = []
        for part in parts:
            value = self.test(part) if truths else self.value(part)
            decided = None if value.known is None else bool(value.known) is not both
            if decided is False and part is not parts[-1]:
                continue
            ends.append((value, self.block))
            if decided or part is parts[-1]:
                break
            more = self.named("more")
            self.fork(self.truth(value, part), *((more, done) if both else (done, more)))
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
        if name in ("min", "max") and len(arguments) == 2:
            return self.extreme(name == "max", self.value(arguments[0]), self.value(arguments[1]), node)
        target: Any = None if name in self.variables else self.meaning(name, node)
        if not is_text(target):
            raise self.refuse(node, "a call of engine text")
        if mark_of(target) == "native":
            return self.instructions(target.__name__, arguments)
        given: list[Value] = []
        bound: Bound = {}
        for parameter, argument in zip(tree_of(needed(target, self.module.shape)).args.args, arguments, strict=True):
            passed = None
            if isinstance(argument, ast.Name) and argument.id not in self.variables:
                passed = self.meaning(argument.id, argument)
            if is_text(passed):
                bound[parameter.arg] = passed
            else:
                given.append(self.value(argument))
        made = self.module.function(target, tuple(value.kind for value in given), bound)
        written = ", ".join(f"{typed(value.kind)} {value.name}" for value in given)
        instruction = f"call {typed(made.answer)} {made.name}({written})"
        if made.answer != NOTHING:
            return self.put(made.answer, instruction)
        self.write(instruction)
        return Value(NOTHING, "")

    def instructions(self, name: str, arguments: Sequence[ast.expr]) -> Value:
        """The instructions of a word of `bits`; it takes words for numbers and numbers for words as they are."""
        row = INTRINSICS[name]
        values = []
        for argument, kind in zip(arguments, row.takes, strict=True):
            value = self.value(argument)
            whole = value.kind in (WORD, NUMBER) and kind in (WORD, NUMBER)
            values.append(value._replace(kind=kind) if whole else self.as_kind(value, kind, argument))
        if not row.template:
            return values[0]._replace(kind=row.answer)
        own = {letter: f"%{self.named(letter)}" for letter in "abcde" if f"{{{letter}}}" in row.template}
        for line in row.template.format(*(value.name for value in values), **own).strip().split("\n"):
            self.write(line.strip())
        return Value(row.answer, [*own.values()][-1] if row.answer != NOTHING else "")

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
                self.value(call)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.assign(name, self.value(value), node)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self.assign(name, self.value(value), node)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                for target, part in zip(names, self.parts(value), strict=True):
                    self.assign(ast.unparse(target), part, node)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                before = self.value(ast.copy_location(ast.Name(name, ast.Load()), node))
                self.assign(name, self.binary(before, op, self.value(value), node), node)
            case ast.If(test=test, body=body, orelse=orelse):
                self.branch(test, body, orelse)
            case ast.While(test=test, body=body, orelse=[]):
                self.repeat(test, body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=ends), orelse=[]):
                self.count_through(name, ends, node)
            case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=values), orelse=[]):
                self.go_through(name, values, node)
            case ast.Break() | ast.Continue():
                self.jump(self.loops[-1][isinstance(node, ast.Break)])
            case ast.Return():
                self.leave(node)
            case _:
                raise self.refuse(node, _HAS)

    def parts(self, node: ast.expr) -> list[Value]:
        """The values of several expressions, or those that a call answers."""
        if isinstance(node, ast.Tuple):
            return [self.value(each) for each in node.elts]
        whole = self.value(node)
        whole_type = typed(whole.kind)
        return [self.put(kind, f"extractvalue {whole_type} {whole.name}, {k}") for k, kind in enumerate(whole.kind)]

    def branch(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        """`if`, with or without `else`."""
        asked = self.test(test)
        if asked.known is not None:
            self.body(body if asked.known else orelse)
            return
        yes, no, done = (self.named(each) for each in ("yes", "no", "done"))
        self.fork(asked, yes, no)
        goes_on = False
        for label, statements in ((yes, body), (no, orelse)):
            self.start(label)
            self.body(statements)
            goes_on = goes_on or self.open
            self.jump(done)
        if goes_on:
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
        following = self.binary(self.put(NUMBER, f"load i64, ptr {counter}"), ast.Add(), step, node)
        self.write(f"store i64 {following.name}, ptr {counter}")
        self.jump(head)
        self.start(done)

    def go_through(self, name: str, values: Sequence[ast.expr], node: ast.For) -> None:
        """`for` over expressions: its body once for each."""
        done = self.named("done")
        for each in values:
            self.assign(name, self.value(each), node)
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
            value = self.value(node.value)
            if self.outside:
                value = (self.as_kind(value, NUMBER, node) if value.kind == TRUTH else value)._replace(kind=WORD)
        self.answers.append((value, len(self.lines), node))
        self.write("ret")
        self.open = False

    def _answer(self, tree: ast.FunctionDef) -> Kind:
        """What the function answers; writes it where it returns."""
        if self.open:
            self.answers.append((Value(NOTHING, ""), len(self.lines), tree))
            self.write("ret")
        kind = self.common([value for value, _, _ in self.answers], tree)
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
    if (made.answer == WORD) != answers:
        raise TypeError(f"expected text that answers {'a word' if answers else 'nothing'}, got {function.__qualname__}")
    return "\n".join(module.texts)
