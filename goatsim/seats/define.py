"""Policies: fixed ways of playing, written as small Python classes and compiled into the engine."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from types import CellType, FrameType, FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, overload

from goatsim.errors import RequestError, among, brief_path, nearest, shown, wrong
from goatsim.seats.decisions import DECISIONS, ROWS, WORDS, fixable
from goatsim.seats.language.assemble import Assembled, Layer, assemble, names_seen
from goatsim.seats.language.kinds import BY_ANNOTATION, LARGEST, TRUTH
from goatsim.seats.language.scope import Param, described
from goatsim.seats.language.source import class_tree, function_tree, require_same
from goatsim.seats.language.vocabulary import Word, card_words, view_words, words_that
from goatsim.seats.view import RESERVED

if TYPE_CHECKING:
    from goatsim.engine.layout import Shape
    from goatsim.game import Game
    from goatsim.seats.weighing import Weights

Helper = TypeVar("Helper", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False, repr=False)
class Policy:
    """A policy: what `goatsim.policy` makes of a class.

    `params` maps parameters to whole numbers and truths, `fixed` decisions to the number of an answer that they get
    whatever the cards are (`Decision.fixed` names them). Calling the policy changes both: `Careful(keep=4,
    give="never")`.
    `decisions` maps decision words to the functions as written, without those left to `base`.
    `Careful.follow(view)` answers a decision in plain Python, the base's decisions included.
    """

    name: str
    doc: str
    params: Mapping[str, Param]
    decisions: Mapping[str, FunctionType]
    base: Policy | None
    file: str
    trees: Mapping[str, ast.FunctionDef] = field(repr=False)
    spoken: str = ""
    """What `--policies` takes, without parameters."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    weights: Weights | None = None
    """The table of weights that it plays by."""

    def __call__(self, /, **changes: Param | str) -> Policy:
        """The same policy with other parameters, or with decisions fixed: `greedy(claim="never")`; never or always (or
        a truth) where the answer is yes or no, else the name of an answer. Raises `RequestError` for a parameter that
        it does not have, a decision that cannot be fixed, and a value that does not fit.
        """
        params: dict[str, Param] = dict(self.params)
        fixed = dict(self.fixed)
        for name, value in changes.items():
            if name in ROWS:
                fixed[name] = ROWS[name].fixed_answer(value, brief_path(self.spoken or self.name))
            elif name in self.params:
                params[name] = self._param(name, value)
            else:
                raise self.without(name, self.name, name)
        ordered = {word: fixed[word] for word in ROWS if word in fixed}
        changed = replace(self, params=MappingProxyType(params), fixed=MappingProxyType(ordered))
        changed.require_sound()
        return changed

    def _param(self, name: str, value: object) -> Param:
        if isinstance(self.params[name], bool):
            if isinstance(value, bool):
                return value
            raise wrong(f"true or false for {self.name}:{name}", value)
        if type(value) is int and abs(value) <= LARGEST:
            return value
        raise wrong(f"a whole number from -{LARGEST} to {LARGEST} for {self.name}:{name}", value)

    def without(self, name: str, owner: str, got: str) -> RequestError:
        """The error for a name that is neither a parameter nor a decision."""
        known = f"({among(self.params) or 'it has none'}) or a decision to fix ({', '.join(fixable())})"
        near = nearest(name, [*self.params, *fixable()])
        return RequestError(f"expected a parameter of {owner} {known}, got {got}{near}")

    def __getattr__(self, decision: str) -> Callable[..., Any]:
        defined = any(decision in one.own for one in self.chain)
        if decision in WORDS and (defined or ROWS[decision].fallback is not None):
            return partial(self.plain, decision)
        known = [word for word in WORDS if any(word in one.own for one in self.chain)]
        raise AttributeError(f"expected a decision of {self.name}, got {decision}{nearest(decision, known)}")

    def __mro_entries__(self, bases: tuple[object, ...]) -> NoReturn:
        raise RequestError(
            f"expected {self.name} as a base in the form @goatsim.policy(base={self.name}), got it as a base class"
        )

    def __repr__(self) -> str:
        return f"<policy {self.label}>"

    @property
    def label(self) -> str:
        """What `--policies` takes: the name with the parameters and the fixed decisions."""
        params = [f"{name}={str(value).lower()}" for name, value in self.params.items()]
        fixed = [f"{word}={answer}" for word, answer in self.fixed_answers.items()]
        return ":".join([self.spoken or self.name, *params, *fixed])

    @property
    def own(self) -> tuple[str, ...]:
        """The decisions that it answers itself, its fixed ones included."""
        weighed = () if self.weights is None else self.weights.texts
        return tuple(dict.fromkeys([*weighed, *self.decisions, *self.fixed]))

    @property
    def fixed_answers(self) -> dict[str, str]:
        """The names of the answers of its fixed decisions."""
        return {word: (ROWS[word].fixed or ())[answer] for word, answer in self.fixed.items()}

    @property
    def call(self) -> str:
        """The same, with the file of a policy that was made in one."""
        own = not self.spoken and self.file.endswith(".py")
        return f"{self.file}:{self.label}" if own else self.label

    @property
    def chain(self) -> tuple[Policy, ...]:
        """The policy, its base, the base of that, and so on."""
        found = [self]
        while found[-1].base is not None:
            found.append(found[-1].base)
        return tuple(found)

    def plain(self, decision: str, view: Any) -> Any:
        """The answer to a decision, run as plain Python on a `View`; a decision that the policy does not define is its
        base's, or what is answered where nobody defines it.
        """
        for one in self.chain:
            if decision in one.fixed:
                return bool(one.fixed[decision]) if ROWS[decision].kind == TRUTH else one.fixed[decision]
            if one.weights is not None and decision in one.weights.texts:
                return one.weights.answer(decision, view)
            if decision in one.decisions:
                return one.decisions[decision](replace(view, decision=decision, policy=one))
        row = ROWS.get(decision)
        if row is not None and row.fallback is not None:
            return view.say(Word(decision, row.fallback, (), row.kind, True))
        raise RequestError(f"expected {self.name} to answer {decision}, got no such function")

    @property
    def identity(self) -> str:
        """A hash of everything that decides what the policy answers: the texts it is made of, its parameters and its
        fixed decisions.
        """
        return self._assembled.identity

    @property
    def uses(self) -> frozenset[str]:
        """The words that its text uses, its base's and its helpers' included."""
        return self._assembled.used

    @property
    def draws_coins(self) -> bool:
        """Whether it uses chance."""
        return not self.uses.isdisjoint(words_that("draws_coins"))

    @property
    def remembers(self) -> bool:
        """Whether it asks what the seats have shown not to hold."""
        return not self.uses.isdisjoint(words_that("remembers"))

    def reads_signs(self, decisions: Collection[str]) -> bool:
        """Whether its answers to some decisions may hang on signs of partners."""
        used = {name for word in decisions for name in self._assembled.made[word].used}
        return not used.isdisjoint(words_that("reads_signs"))

    def suits(self, shape: Shape, decisions: Collection[str]) -> bool:
        """Whether games of a shape, which ask for these decisions, ask for any that it answers itself, and have all
        that it looks at to answer them; others it plays, too, but was not made for.
        """
        if not set(self.own) & set(decisions):
            return False
        needed = {name for word in decisions for name in self._assembled.made[word].needed}
        fields = [word.field for name, word in (view_words() | card_words()).items() if name in needed]
        return all(field is None or getattr(shape, field) for field in fields)

    def engine_text(self, decision: str) -> Callable[..., Any]:
        """The decision as engine text, a function of (block, lane, seat)."""
        return self._assembled.made[decision].function

    def code(self, decision: str) -> str:
        """A hash of the engine text of a decision with all that it calls: the name of its machine code."""
        return self._assembled.made[decision].code

    def by_chance(self, decision: str) -> bool:
        """Whether its answer to a decision may hang on chance."""
        return not self._assembled.made[decision].used.isdisjoint(words_that("draws_coins"))

    def table(self, game: Game) -> tuple[int, ...] | None:
        """The weights that it plays by in a game, or its base does, as `engine.weigh` reads them; None without."""
        return next((one.weights.table(game) for one in self.chain if one.weights is not None), None)

    def require_sound(self) -> None:
        """Raise `RequestError`, with the line, for anything that a policy may not do."""
        try:
            self._assembled.made.keys()
        except (RecursionError, MemoryError) as error:
            raise RequestError(
                f"expected a policy that is less deep than {self.name}, got one that cannot be followed"
            ) from error

    @cached_property
    def _assembled(self) -> Assembled:
        layers = [
            Layer(one.name, one.file, one.params, one.trees, one.decisions, one.fixed, one.weights)
            for one in reversed(self.chain)
        ]
        return assemble(layers)


def _frozen(function: FunctionType, known: dict[FunctionType, FunctionType]) -> FunctionType:
    """A copy of a function in which global and enclosing names, helpers' included, keep the meaning that they have now,
    as they do in compiled code.
    """
    if function in known:
        return known[function]
    names = {"__builtins__": builtins, "__name__": function.__module__}
    cells = tuple(CellType() for _ in function.__closure__ or ())
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    copy.__qualname__, copy.__doc__, copy.__module__ = function.__qualname__, function.__doc__, function.__module__
    copy.__dict__.update(function.__dict__)
    known[function] = copy
    seen = names_seen(function)
    for name, value in seen.items():
        seen[name] = _frozen(value, known) if getattr(value, "goatsim_helper", False) is True else value
    names |= {name: value for name, value in seen.items() if name not in function.__code__.co_freevars}
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        if name in seen:
            cell.cell_contents = seen[name]
    return copy


def helper(function: Helper) -> Helper:
    """Mark a function as one that policies may call: `def strong(v, cards: Cards, n: int) -> Cards`.

    The first parameter is the view; the others and the answer are annotated with `Cards`, `int` or `bool`. Raises
    `RequestError` for anything else.
    """
    if not isinstance(function, FunctionType):
        raise RequestError(f"expected a function for a helper, got {type(function).__name__}")
    tree, file = function_tree(function)
    where = f"{function.__name__}, line {function.__code__.co_firstlineno} of {brief_path(file)}"
    if not isinstance(tree, ast.FunctionDef):
        raise RequestError(f"{where}: expected a helper made by def, got {'async def' if tree else function.__name__}")
    require_same(function, function.__name__, file)
    if len(tree.decorator_list) > 1:
        raise RequestError(f"{where}: expected goatsim.helper alone, got another decorator beside it")
    if not tree.args.args:
        raise RequestError(f"{where}: expected the view as the first parameter of a helper, got none")
    kinds = {one.arg: _kind(one.annotation, f"parameter {one.arg}", where) for one in tree.args.args[1:]}
    answer = _kind(tree.returns, "what it returns", where)
    function.__dict__.update(goatsim_helper=True, goatsim_tree=tree, goatsim_file=file, goatsim_kinds=(kinds, answer))
    return function


def _kind(annotation: ast.expr | None, what: str, where: str) -> str:
    name = described(annotation).strip("'\"").rsplit(".", 1)[-1] if annotation else "no annotation"
    if name not in BY_ANNOTATION:
        raise RequestError(f"{where}: expected Cards, int or bool for {what}, got {name}{nearest(name, BY_ANNOTATION)}")
    return BY_ANNOTATION[name]


@overload
def policy(made: type, /) -> Policy: ...
@overload
def policy(*, base: str | Policy | None = None) -> Callable[[type], Policy]: ...
def policy(made: type | None = None, /, *, base: str | Policy | None = None) -> Policy | Callable[[type], Policy]:
    """Make a policy of a class: `@goatsim.policy` or `@goatsim.policy(base="greedy")`.

    Every function of the class is a decision (`lead`, `follow`) of one parameter, the view; every other name is a
    parameter, a whole number or a truth. Decisions not written are the base's. Raises `RequestError`, with the
    line, for anything that a policy may not do.
    """
    frame = inspect.currentframe()
    if made is not None:
        return _policy(made, None, frame.f_back if frame else None)

    def later(made: type) -> Policy:
        frame = inspect.currentframe()
        return _policy(made, base, frame.f_back if frame else None)

    return later


def _policy(made: object, base: object, frame: FrameType | None) -> Policy:
    if not isinstance(made, type):
        got = (
            f"the text {shown(made)}, which may be meant as base={shown(made)}"
            if isinstance(made, str)
            else type(made).__name__
        )
        raise RequestError(f"expected a class for a policy, got {got}")
    if isinstance(base, str):
        from goatsim.seats.named import named

        base = named(base)
    if base is not None and not isinstance(base, Policy):
        raise RequestError(
            f"expected a policy as the base of {made.__name__}, by name or made by goatsim.policy, got {shown(base)}"
        )
    try:
        tree, file = class_tree(made, frame)
        trees = _decisions(tree, made.__name__, brief_path(file))
        params = _params(made, tree, trees, file)
        known: dict[FunctionType, FunctionType] = {}
        decisions = {}
        for word in trees:
            decisions[word] = _frozen(made.__dict__[word], known)
            require_same(decisions[word], f"{made.__name__}.{word}", file)
    except (RecursionError, MemoryError) as error:
        raise RequestError(
            f"expected a policy that is less deep than {made.__name__}, got one that cannot be followed"
        ) from error
    doc = inspect.cleandoc(made.__doc__ or "")
    found = Policy(
        made.__name__, doc, MappingProxyType(params), MappingProxyType(decisions), base, file, MappingProxyType(trees)
    )
    # What stands in the folder of the built-in ones is tested to be sound; it takes long to find out.
    if not made.__module__.startswith("goatsim.seats."):
        found.require_sound()
    return found


def _decisions(tree: ast.ClassDef, owner: str, file: str) -> dict[str, ast.FunctionDef]:
    """The decisions of a class by word. Whatever else than decisions, parameters and a docstring stands in it is
    refused.
    """
    if tree.bases or tree.keywords:
        got = described(tree.bases[0] if tree.bases else tree.keywords[0].value)
        raise RequestError(
            f"{owner}, line {tree.lineno} of {file}: "
            f"expected a class without base classes (the base is base=...), got {got}"
        )
    if len(tree.decorator_list) > 1:
        raise RequestError(
            f"{owner}, line {tree.lineno} of {file}: expected goatsim.policy alone, got another decorator beside it"
        )
    rows = {row.word: row for row in DECISIONS}
    trees: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        where = f"{owner}, line {node.lineno} of {file}"
        if isinstance(node, ast.FunctionDef):
            row = rows.get(node.name)
            if row is None:
                raise RequestError(
                    f"{where}: expected a decision ({', '.join(WORDS)}), got {node.name}{nearest(node.name, WORDS)}"
                )
            if node.decorator_list:
                raise RequestError(f"{where}: expected a plain function for {node.name}, got one under a decorator")
            if node.name in trees:
                raise RequestError(f"{where}: expected {node.name} once, got it twice")
            trees[node.name] = node
        elif not (isinstance(node, ast.Assign | ast.AnnAssign | ast.Pass) or _is_text(node)):
            raise RequestError(f"{where}: expected decisions and parameters in a policy, got {described(node)}")
    return trees


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _params(made: type, tree: ast.ClassDef, trees: Mapping[str, ast.FunctionDef], file: str) -> dict[str, Param]:
    """The parameters of a class by name."""
    params: dict[str, Param] = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        where = f"{made.__name__}, line {node.lineno} of {brief_path(file)}"
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if not isinstance(target, ast.Name):
                raise RequestError(f"{where}: expected a name for a parameter, got {described(target)}")
            name = target.id
            if name in trees or name in RESERVED or name in view_words() or name in WORDS or name.startswith("_"):
                raise RequestError(f"{where}: expected a name for a parameter that means nothing else, got {name}")
            value = made.__dict__.get(name)
            if type(value) is not bool and (type(value) is not int or abs(value) > LARGEST):
                expected = f"a whole number from -{LARGEST} to {LARGEST} or a truth for parameter {name}"
                raise RequestError(f"{where}: {wrong(expected, value)}")
            params[name] = value
    return params
