"""A whole policy as engine text: its own decisions, its base's, and the helpers that they call."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from goatsim.engine import bits, order
from goatsim.engine.jit import Only, is_text, reaches, written
from goatsim.errors import RequestError
from goatsim.seats.decisions import ROWS, WORDS
from goatsim.seats.language.expressions import WORD_SIZE
from goatsim.seats.language.functions import Translation, translate
from goatsim.seats.language.kinds import EITHER, NUMBER, TRUTH, Span
from goatsim.seats.language.scope import Callee, Param, Scope, Work
from goatsim.seats.language.vocabulary import Word, view_words

if TYPE_CHECKING:
    from goatsim.seats.weighing import Weights

MOST_SIZE = 16_000
"""Parts of a policy's text with all that it calls, each call counted anew, as machine code mostly holds it."""
MOST_LEVELS = 200
"""Levels of a policy's text inside each other, with all that it calls: whoever reads it goes as deep."""
MOST_OPEN = 50
"""Helpers that call one another in a row; each has four levels or more."""


@dataclass(frozen=True)
class Layer:
    """One policy of a chain from the first base to the policy itself."""

    name: str
    file: str
    params: Mapping[str, Param]
    trees: Mapping[str, ast.FunctionDef]
    functions: Mapping[str, FunctionType]
    fixed: Mapping[str, int]
    weights: Weights | None


class Made(NamedTuple):
    """A decision as engine text: a function of (block, lane, seat), a hash of the texts that it is made of, the words
    used in them, and those of them that are used in every game.
    """

    function: Callable[..., Any]
    code: str
    used: frozenset[str]
    needed: frozenset[str]


@dataclass(frozen=True)
class Assembled:
    """A policy as engine text, by decision; a hash of all its texts, and the words used."""

    made: Mapping[str, Made]
    identity: str
    used: frozenset[str]


def assemble(layers: Sequence[Layer]) -> Assembled:
    """Translate a policy. Raises `RequestError`, with the line, for anything that a policy may not do."""
    house = _House()
    decisions: dict[str, Callee] = {}
    for depth, layer in enumerate(layers):
        base = dict(decisions) if depth else None
        for word, ready in ({} if layer.weights is None else layer.weights.texts).items():
            if word not in layer.fixed:
                decisions[word] = house.ready(f"{word}_{depth}", ready, ROWS[word].kind)
        for word, tree in layer.trees.items():
            if word in layer.fixed:
                continue
            scope = house.scope(layer.name, layer.file, layer.functions[word], layer.params, base)
            kind = ROWS[word].kind
            made = translate(tree, scope, (), (), kind, f"{word}_{depth}")
            answers = ROWS[word].fixed
            if kind == NUMBER and answers and not 0 <= made.span.low <= made.span.high < len(answers):
                said = f"one of {', '.join(answers)} (0 to {len(answers) - 1})"
                got = f"a number from {made.span.low} to {made.span.high}"
                raise scope.refuse(tree, f"expected {word} to answer {said}, got {got}")
            decisions[word] = house.keep(made, scope, tree, (), kind)
        for word, answer in layer.fixed.items():
            decisions[word] = house.constant(f"{word}_{depth}", answer, ROWS[word].kind)
    missing = [word for word in WORDS if word not in decisions and ROWS[word].fallback is None]
    if missing:
        name = layers[-1].name
        raise RequestError(
            f"expected {name} to answer {' and '.join(missing)}, got no such function and no base that does"
        )
    names = {word: decisions[word].name for word in WORDS if word in decisions}
    numbers = [layer.weights.said for layer in layers if layer.weights is not None]
    identity = _hash([*house.texts.values(), repr(names), *numbers])
    made_of = {word: house.made(name) for word, name in names.items()}
    for word in WORDS:
        fallback = ROWS[word].fallback
        if word not in made_of and fallback is not None:
            made_of[word] = Made(fallback, f"{fallback.__module__}.{fallback.__name__}", frozenset(), frozenset())
    return Assembled(made_of, identity, frozenset(house.used))


def _hash(texts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def names_seen(function: FunctionType) -> dict[str, Any]:
    """What the global and enclosing names of a function mean now."""
    names = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not set yet, so that the policy cannot mean anything by it
            continue
    return names


_ONLY = "only_"
"""What the names begin with that are true in some games only."""


def _names(node: ast.AST, everywhere: bool) -> Iterator[str]:
    """The names in a text; `everywhere`: without those in places that only some games come to."""
    match node:
        case ast.Name(id=name):
            yield name
        case ast.If(test=ast.BoolOp(values=[ast.Name(id=name), *_])) if everywhere and name.startswith(_ONLY):
            for statement in node.orelse:
                yield from _names(statement, everywhere)
        case ast.IfExp(test=ast.BoolOp(values=[ast.Name(id=name), *_])) if everywhere and name.startswith(_ONLY):
            yield from _names(node.orelse, everywhere)
        case _:
            for part in ast.iter_child_nodes(node):
                yield from _names(part, everywhere)


def _words(names: Iterable[str]) -> frozenset[str]:
    """Those of the names in some texts that mean words of the view or on sets of cards."""
    return frozenset(name.removeprefix("word_") for name in names if name.startswith("word_"))


class _House:
    """What the functions of one policy share."""

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {"lowest": order.lowest, "without": bits.without}
        self.texts: dict[str, str] = {}
        """The functions made so far, in order."""
        self.used: set[str] = set()
        self._work = Work()
        self._numbers: dict[Any, int] = {}
        self._helpers: dict[tuple[Any, tuple[Span, ...]], Callee] = {}
        self._open: list[Any] = []

    def scope(
        self,
        owner: str,
        file: str,
        function: FunctionType,
        params: Mapping[str, Param],
        base: Mapping[str, Callee] | None,
    ) -> Scope:
        """What a function may mention."""
        return Scope(owner, file, names_seen(function), params, base, self.helper, self.word, self.only, self._work)

    def word(self, word: Word) -> str:
        """Make a word known to the policy's functions."""
        self.used.add(word.name)
        self.namespace[f"word_{word.name}"] = word.text
        return f"word_{word.name}"

    def only(self, field: str) -> str:
        """Make a name known that is true in games whose shape has a field, and false in all others."""
        name = f"{_ONLY}{field}"
        self.namespace[name] = Only(field)
        return name

    def keep(
        self, made: Translation, scope: Scope, tree: ast.FunctionDef, given: Iterable[tuple[str, str]], answer: str
    ) -> Callee:
        """Turn a translated function into engine text that functions translated later may call."""
        if made.size > MOST_SIZE:
            got = f"{made.size} in {tree.name} with all that it calls"
            raise scope.refuse(tree, f"expected a text of at most {MOST_SIZE} names, values and signs, got {got}")
        if made.levels > MOST_LEVELS:
            got = f"{made.levels} in {tree.name} with all that it calls"
            raise scope.refuse(tree, f"expected at most {MOST_LEVELS} levels inside each other, got {got}")
        name = made.made.name
        self._define(name, made.made, scope.file)
        return Callee(name, tuple(given), answer, made.span, made.size, made.levels)

    def constant(self, name: str, answer: int, kind: str) -> Callee:
        """Engine text that answers the same whatever the seat sees."""
        value = bool(answer) if kind == TRUTH else answer
        (made,) = ast.parse(f"def {name}(block, lane, seat): return {value!r}").body
        self._define(name, made, "fixed")
        return Callee(name, (), kind, EITHER if kind == TRUTH else Span(answer, answer), 1)

    def ready(self, name: str, function: Callable[..., Any], kind: str) -> Callee:
        """Engine text that was not written as a policy; the engine's own files name it in the cache."""
        words = {word for word, row in view_words().items() if reaches(function, row.text)}
        self.used |= words
        self.namespace[name] = function
        said = [f"engine_{function.__module__}_{name}".replace(".", "_"), *(f"word_{word}" for word in sorted(words))]
        self.texts[name] = repr(said).replace("'", "")
        return Callee(name, (), kind, view_words()["legal"].span([]), WORD_SIZE)

    def made(self, name: str) -> Made:
        """A function with all that it calls."""
        reached = self._reached(name, False)
        code = _hash([*(text for one, text in self.texts.items() if one in reached), *self._meant(reached), name])
        return Made(self.namespace[name], code, _words(reached), _words(self._reached(name, True)))

    def _meant(self, names: Set[str]) -> Iterator[str]:
        """Which engine texts some names mean: the cache knows these by the engine's files, which do not say it."""
        for name in sorted(names & self.namespace.keys()):
            meant = self.namespace[name]
            if is_text(meant):
                yield f"{name} {meant.__module__}.{meant.__qualname__}"

    def _reached(self, name: str, everywhere: bool) -> set[str]:
        """The names in a function and in those that it calls; `everywhere`: those that every game comes to."""
        reached, ahead = {name}, [name]
        while ahead:
            called = set(_names(ast.parse(self.texts[ahead.pop()]), everywhere))
            ahead += [one for one in called & self.texts.keys() if one not in reached]
            reached |= called
        return reached

    def _define(self, name: str, made: ast.stmt, file: str) -> None:
        if name not in self.namespace:
            written(made, file, self.namespace)
            self.texts[name] = ast.unparse(made)

    def helper(self, helper: Any, spans: Sequence[Span], caller: Scope, node: ast.AST) -> Callee:
        """Translate a helper. Its text is the same wherever it is called, but how large its answer can be follows from
        what it is given.
        """
        if helper in self._open:
            raise caller.refuse(node, f"expected helpers that do not lead back to themselves, got {helper.__name__}")
        if len(self._open) == MOST_OPEN:
            raise caller.refuse(node, f"expected at most {MOST_OPEN} helpers that call one another in a row, got more")
        key = (helper, tuple(spans))
        if key not in self._helpers:
            self._open.append(helper)
            kinds, answer = helper.goatsim_kinds
            given = tuple(kinds.items())
            number = self._numbers.setdefault(helper, len(self._numbers))
            scope = self.scope(helper.__name__, helper.goatsim_file, helper, {}, None)
            made = translate(helper.goatsim_tree, scope, given, spans, answer, f"helper_{number}")
            self._helpers[key] = self.keep(made, scope, helper.goatsim_tree, given, answer)
            self._open.pop()
        return self._helpers[key]
