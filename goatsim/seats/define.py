"""Policies: fixed ways of playing, written as small Python classes and compiled into the engine."""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, overload

from goatsim.engine import bits
from goatsim.engine.jit import text
from goatsim.errors import RequestError, nearest, wrong
from goatsim.seats.check import Scope, translate
from goatsim.seats.decisions import ASKED, DECISIONS, WORDS
from goatsim.seats.view import CARDS, COINS, MEMORY, NUMBER, TRUTH, view_words

Param = int | bool

_KINDS = {"Cards": CARDS, "int": NUMBER, "bool": TRUTH}
LARGEST = (1 << 31) - 1


@dataclass(frozen=True, eq=False)
class Policy:
    """A policy: what `@goatsim.policy` makes of a class. `decisions` maps decision words to the functions as written; calling it changes parameters: `Careful(keep=4)`."""

    name: str
    doc: str
    params: Mapping[str, Param]
    decisions: Mapping[str, Callable[..., Any]]
    base: Policy | None
    file: str
    trees: Mapping[str, ast.FunctionDef] = field(repr=False)
    spoken: str = ""
    """What `--policies` takes, without parameters."""

    def __call__(self, **changes: Param) -> Policy:
        """The same policy with other parameters. Raises `RequestError` for one that it does not have."""
        for name, value in changes.items():
            if name not in self.params:
                known = ", ".join(self.params) or "none"
                raise RequestError(f"expected a parameter of {self.name} ({known}), got {name}{nearest(name, self.params)}")
            if type(value) is not type(self.params[name]) or abs(value) > LARGEST:
                kind = "true or false" if isinstance(self.params[name], bool) else f"a whole number up to {LARGEST}"
                raise wrong(f"{kind} for {self.name}:{name}", value)
        changed = replace(self, params={**self.params, **changes})
        _translated(changed)
        return changed

    def __getattr__(self, decision: str) -> Callable[..., Any]:
        decisions = object.__getattribute__(self, "decisions")
        if decision in decisions:
            found: Callable[..., Any] = decisions[decision]
            return found
        raise AttributeError(f"expected a decision of {self.name}, got {decision}{nearest(decision, decisions)}")

    @property
    def label(self) -> str:
        """What `--policies` takes: the name with the parameters."""
        return ":".join([self.spoken or self.name, *(f"{k}={str(v).lower()}" for k, v in self.params.items())])

    def plain(self, decision: str, view: Any) -> Any:
        """The answer of the policy, run as plain Python on a view; a decision it does not define is its base's."""
        if decision in self.decisions:
            return self.decisions[decision](view)
        if self.base is None:
            raise RequestError(f"expected {self.name} to answer {decision}, got no such function")
        return self.base.plain(decision, replace(view, policy=self.base))

    @property
    def identity(self) -> str:
        """A hash of everything that decides what the policy answers: the texts it is made of and its parameters."""
        return hashlib.sha256(_translated(self).source.encode()).hexdigest()

    @property
    def uses(self) -> frozenset[str]:
        """The words it uses that need something kept or drawn for it."""
        return frozenset(_translated(self).used)

    @property
    def draws_coins(self) -> bool:
        """Whether it uses chance."""
        return not self.uses.isdisjoint(COINS)

    @property
    def remembers(self) -> bool:
        """Whether it asks what the seats have shown not to hold."""
        return not self.uses.isdisjoint(MEMORY)

    def engine_text(self, decision: str) -> Callable[..., Any]:
        """The decision as engine text, a function of (block, lane, seat)."""
        return _translated(self).functions[decision]


@dataclass(frozen=True)
class _Translation:
    functions: Mapping[str, Callable[..., Any]]
    source: str
    used: frozenset[str]


_translations: dict[tuple[int, tuple[tuple[str, Param], ...]], tuple[Policy, _Translation]] = {}


def _translated(policy: Policy) -> _Translation:
    """The engine text of a policy, its base's and its helpers' included; made once."""
    key = (id(policy), tuple(policy.params.items()))
    if key not in _translations:
        _translations[key] = (policy, _translate(policy))
    return _translations[key][1]


def _translate(policy: Policy) -> _Translation:
    chain = [policy]
    while chain[-1].base is not None:
        chain.append(chain[-1].base)
    namespace: dict[str, Any] = {"lowest": bits.lowest, "without": bits.without}
    used: set[str] = set()
    sources: list[str] = []
    names: dict[str, str] = {}
    for depth, one in reversed(list(enumerate(chain))):
        own = dict(names)
        for decision, tree in one.trees.items():
            scope = Scope(one.name, one.file, one.decisions[decision].__globals__, one.params, names, _helper(namespace, sources, used, []))
            name = f"{decision}_{depth}"
            made = translate(tree, scope, {}, CARDS, name)
            _define(made, one.file, {**scope.namespace}, namespace, sources)
            used.update(scope.used)
            own[decision] = name
        names = own
    missing = [word for word in ASKED if word not in names]
    if missing:
        raise RequestError(f"expected {policy.name} to answer {' and '.join(missing)}, got no such function and no base that does")
    return _Translation({word: namespace[names[word]] for word in ASKED}, "\n".join(sources), frozenset(used))


def _define(made: ast.FunctionDef, file: str, needs: Mapping[str, Any], namespace: dict[str, Any], sources: list[str]) -> None:
    """Turn a translated function into engine text in a namespace that functions translated later share."""
    namespace.update(needs)
    exec(compile(ast.Module([made], []), file, "exec"), namespace)
    namespace[made.name] = text(namespace[made.name])
    sources.append(ast.unparse(made))


def _helper(namespace: dict[str, Any], sources: list[str], used: set[str], open_now: list[Any]) -> Callable[[Any, Scope], tuple[str, tuple[str, ...], str]]:
    """How a scope translates helpers: each once, into the policy's namespace; one that leads back to itself is refused."""

    def translated(function: Any, scope: Scope) -> tuple[str, tuple[str, ...], str]:
        name = f"helper_{function.__name__}_{hashlib.sha256(function.goatsim_source.encode()).hexdigest()[:8]}"
        kinds, answer = function.goatsim_kinds
        if function in open_now:
            raise RequestError(f"{scope.owner}: expected helpers that do not call themselves, got {function.__name__}")
        if name not in namespace:
            open_now.append(function)
            inner = Scope(function.__name__, function.goatsim_file, function.__globals__, {}, {}, _helper(namespace, sources, used, open_now))
            made = translate(function.goatsim_tree, inner, kinds, answer, name)
            _define(made, function.goatsim_file, inner.namespace, namespace, sources)
            used.update(inner.used)
            open_now.pop()
        scope.namespace[name] = namespace[name]
        return name, tuple(kinds.values()), answer

    return translated


def _parsed(thing: Any, what: str) -> tuple[ast.stmt, str]:
    """The syntax tree of a class or function with the lines of its file, and the file's name."""
    file = inspect.getsourcefile(thing) or "?"
    try:
        lines, start = inspect.getsourcelines(thing)
    except (OSError, TypeError) as error:
        raise RequestError(f"expected {what} {thing.__name__} in a file or a notebook, got one whose text cannot be read") from error
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    ast.increment_lineno(tree, max(start, 1) - 1)
    return tree, file


def helper(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as one that policies may call: `def strong(v, cards: Cards, n: int) -> Cards`. The first parameter is the view, kinds are `Cards`, `int`, `bool`."""
    tree, file = _parsed(function, "a helper")
    if not isinstance(tree, ast.FunctionDef) or not tree.args.args:
        raise RequestError(f"expected a function of the view for a helper, got {function.__name__}")
    kinds = {}
    for argument in tree.args.args[1:]:
        kinds[argument.arg] = _kind(argument.annotation, f"{function.__name__}, parameter {argument.arg}")
    answer = _kind(tree.returns, f"{function.__name__}, what it returns")
    function.__dict__.update(
        goatsim_helper=True, goatsim_tree=tree, goatsim_file=file, goatsim_source=ast.unparse(tree), goatsim_kinds=(kinds, answer)
    )
    return function


def _kind(annotation: ast.expr | None, where: str) -> str:
    name = ast.unparse(annotation).strip("'\"").rsplit(".", 1)[-1] if annotation else "nothing"
    if name not in _KINDS:
        raise RequestError(f"expected Cards, int or bool for {where}, got {name}{nearest(name, _KINDS)}")
    return _KINDS[name]


@overload
def policy(made: type, /) -> Policy: ...
@overload
def policy(*, base: str | Policy | None = None) -> Callable[[type], Policy]: ...
def policy(made: type | None = None, /, *, base: str | Policy | None = None) -> Policy | Callable[[type], Policy]:
    """Make a policy of a class: `@goatsim.policy` or `@goatsim.policy(base="greedy")`.

    Every function of the class is a decision (`lead`, `follow`, ...) of one parameter, the view; every other name is a parameter, a whole number or a truth. Decisions
    not written are the base's. Raises `RequestError`, with the line, for anything that a policy may not do.
    """
    if made is not None:
        return _define_policy(made, None)
    return lambda later: _define_policy(later, base)


def _define_policy(made: type, base: str | Policy | None) -> Policy:
    if not isinstance(made, type):
        raise RequestError(f"expected a class for a policy, got {type(made).__name__}")
    tree, file = _parsed(made, "a policy")
    if not isinstance(tree, ast.ClassDef):
        raise RequestError(f"expected a class for a policy, got {made.__name__}")
    if isinstance(base, str):
        from goatsim.seats.named import named

        base = named(base)
    trees: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            row = next((row for row in DECISIONS if row.word == node.name), None)
            where = f"{made.__name__}, line {node.lineno} of {file}"
            if row is None:
                raise RequestError(f"{where}: expected a decision ({', '.join(ASKED)}), got {node.name}{nearest(node.name, WORDS)}")
            if not row.asked:
                raise RequestError(f"{where}: {node.name} is not asked in this version, which asks {' and '.join(ASKED)}")
            if node.decorator_list:
                raise RequestError(f"{where}: expected a plain function for {node.name}, got a decorated one")
            trees[node.name] = node
        elif not isinstance(node, ast.Assign | ast.AnnAssign | ast.Expr | ast.Pass):
            raise RequestError(f"{made.__name__}, line {node.lineno} of {file}: expected decisions and parameters in a policy, got {type(node).__name__.lower()}")
    decisions = {word: made.__dict__[word] for word in trees}
    params = {k: v for k, v in made.__dict__.items() if not k.startswith("__") and k not in decisions}
    for name, value in params.items():
        if not isinstance(value, bool | int) or abs(value) > LARGEST or name in view_words() or name == "base":
            raise wrong(f"a whole number or a truth for {made.__name__}, parameter {name}, and a name that is no word of the view", value)
    doc = inspect.cleandoc(made.__doc__ or "")
    found = Policy(made.__name__, doc, params, decisions, base, file, trees)
    _translated(found)
    return found


def forget_source(file: str) -> None:
    """Forget what was read of a file, so that its newest text is seen."""
    linecache.checkcache(file)
