"""One text, two ways to run it: as plain Python on plain integers, or as machine code (`goatsim.compiler`).

Every function of the engine is written once and marked with `text`. As it stands it is ordinary Python for the shape
`layout.G`. `form(function, shape)` gives it for another shape: the same code in a namespace where `G` is that shape and
where every name that means another marked function means that function's form. The compiler reads the same text as a
syntax tree. `native` marks the few words whose compiled form is an instruction of the processor; what is written in
Python is then their definition.

Shapes are constants of the compiled text, not arguments: only loops whose bounds are known while each function is
optimised by itself are unrolled in time for the loop over lanes to become vector code.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from goatsim.engine.layout import G, Shape

F = TypeVar("F", bound=Callable[..., Any])


class Only(str):
    """A name in marked text that is true in shapes in which the field of this name is not 0: `if ONLY and ...` is taken
    away for all others, with what stands behind it.
    """


_MARK = "__goatsim_text__"
_WHERE = "__goatsim_where__"
TREE = "__goatsim_tree__"


def text(function: F) -> F:
    """Mark a function as engine text: it may call only marked functions, `min` and `max`."""
    setattr(function, _MARK, "text")
    return function


def apart(function: F) -> F:
    """Mark engine text that is seldom run: compiled on its own instead of into every place that calls it."""
    setattr(function, _MARK, "apart")
    return function


def native(function: F) -> F:
    """Mark a word whose compiled form is the processor's own instruction."""
    setattr(function, _MARK, "native")
    return function


def where(*fields: str, other: bool | int | None = None) -> Callable[[F], F]:
    """Mark engine text as needed only for shapes in which one of these fields is not 0: for all others it is one that
    answers `other`, so that what it reads of the shape does not set apart texts that name it but never call it.
    """

    def marked(function: F) -> F:
        setattr(function, _WHERE, (fields, other))
        return function

    return marked


def needed(function: Callable[..., Any], shape: Shape) -> Callable[..., Any]:
    """The function itself where a shape needs it, else one of the same arguments that answers what is then answered."""
    fields, _ = getattr(function, _WHERE, ((), None))
    return function if not fields or any(getattr(shape, field) for field in fields) else _stub(function)


@cache
def _stub(function: types.FunctionType) -> types.FunctionType:
    _, other = getattr(function, _WHERE)
    code = function.__code__
    names = ", ".join(code.co_varnames[: code.co_argcount])
    (tree,) = ast.parse(f"def {function.__name__}({names}): return {other!r}").body
    return written(tree, "<engine>", {})


def written(tree: ast.stmt, file: str, namespace: dict[str, Any]) -> types.FunctionType:
    """Engine text made from the syntax tree of a `def`; it sees the names of the namespace, and becomes one of them."""
    assert isinstance(tree, ast.FunctionDef)
    exec(compile(ast.Module([tree], []), file, "exec"), namespace)
    made: types.FunctionType = namespace[tree.name]
    setattr(made, TREE, tree)
    return text(made)


def mark_of(value: object) -> str:
    """By which of `text`, `apart`, `native` a function is marked; empty if by none."""
    mark: str = getattr(value, _MARK, "")
    return mark


def is_text(value: object) -> bool:
    """Whether a value is a function marked by `text`, `apart` or `native`."""
    return mark_of(value) != ""


def called(function: Callable[..., Any]) -> str:
    """What a function is called where it is refused."""
    return f"{function.__module__ or function.__code__.co_filename}.{function.__qualname__}"


def _names(code: types.CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _names(constant)
    return found


def reaches(function: Callable[..., Any], goal: Callable[..., Any]) -> bool:
    """Whether marked text is, or calls at any depth, another marked function."""
    if function is goal:
        return True
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    names = [function.__globals__.get(name) for name in _names(code)]
    return any(reaches(value, goal) for value in names if is_text(value) and value is not function)


@cache
def _fields(function: Callable[..., Any], shape: Shape) -> frozenset[str]:
    """The fields of the shape that decide what a function is compiled to, with all that it calls."""
    found = set(getattr(function, _WHERE, ((), None))[0])
    if mark_of(function) == "native" or needed(function, shape) is not function:
        return frozenset(found)
    named = _names(function.__code__)
    parts = [function.__globals__.get(name) for name in named]
    parts += [cell.cell_contents for cell in function.__closure__ or ()]
    if any(isinstance(part, Shape) for part in parts):
        found |= named.intersection(Shape._fields)
    found |= {str(part) for part in parts if isinstance(part, Only)}
    for part in parts:
        if is_text(part) and part is not function:
            found |= _fields(part, shape)
    return frozenset(found)


def narrowed(function: Callable[..., Any], shape: Shape) -> Shape:
    """The shape in which all fields that do not matter to a function are as in `layout.G`: one and the same for all
    shapes that give it the same form.
    """
    return G._replace(**{field: getattr(shape, field) for field in _fields(function, shape)})


def _placed(function: Callable[..., Any], shape: Shape) -> types.FunctionType:
    """The same code in a namespace where `G` is the shape and marked functions are replaced by their forms."""
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"expected a plain function, got {function!r}")
    namespace = dict(function.__globals__)
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, Shape):
            namespace[name] = shape
        elif isinstance(value, Only):
            namespace[name] = bool(getattr(shape, value))
        elif is_text(value):
            namespace[name] = form(value, shape)
    cells = tuple(
        types.CellType(form(cell.cell_contents, shape) if is_text(cell.cell_contents) else cell.cell_contents)
        for cell in function.__closure__ or ()
    )
    copy = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, cells)
    copy.__qualname__ = function.__qualname__
    return copy


@cache
def form(function: Any, shape: Shape) -> Any:
    """A marked function for a shape, as plain Python; the same object each time, for all shapes of which the function
    sees no difference.
    """
    same = narrowed(function, shape)
    if same != shape:
        return form(function, same)
    if mark_of(function) == "native":
        return function
    wanted = needed(function, shape)
    return _placed(function, shape) if wanted is function else form(wanted, shape)
