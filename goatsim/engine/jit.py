"""One text, two ways to run it: as plain Python on plain integers, or compiled by numba.

Every function of the engine is written once and marked with `text`. As it stands it is ordinary Python for the shape
`layout.G`, and needs no numba. `form(function, shape, compiled)` gives it for another shape, or as machine code: the
same code object in a namespace where `G` is that shape and where every name that means another marked function means
that function's form. `native` marks the few words whose compiled form is an instruction of the processor
(`intrinsics`); what is written in Python is then their definition.

Shapes are constants of the compiled text, not arguments: only loops whose bounds are known while each function is
optimised by itself are unrolled in time for the loop over lanes to become vector code.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from goatsim.engine.layout import G, Shape

F = TypeVar("F", bound=Callable[..., Any])


class Only(str):
    """A name in marked text that is true in shapes in which the field of this name is not 0: `if ONLY and ...` is taken
    away for all others before numba looks at what stands behind it.
    """


_MARK = "__goatsim_text__"
_WHERE = "__goatsim_where__"


def text(function: F) -> F:
    """Mark a function as engine text: it may call only marked functions and the few builtins that numba knows."""
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


def _needed(function: Callable[..., Any], shape: Shape) -> bool:
    fields, _ = getattr(function, _WHERE, ((), None))
    return not fields or any(getattr(shape, field) for field in fields)


def _stub(function: types.FunctionType) -> types.FunctionType:
    """A function of the same arguments that answers what text that is not needed answers."""
    _, other = getattr(function, _WHERE)
    code = function.__code__
    names = ", ".join(code.co_varnames[: code.co_argcount])
    namespace: dict[str, Any] = {}
    exec(f"def {function.__name__}({names}): return {other!r}", namespace)
    stub: types.FunctionType = namespace[function.__name__]
    setattr(stub, _MARK, "text")
    return stub


def is_text(value: object) -> bool:
    """Whether a value is a function marked by `text`, `apart` or `native`."""
    return getattr(value, _MARK, None) is not None


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
    if getattr(function, _MARK, None) == "native" or not _needed(function, shape):
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


def placed(function: Callable[..., Any], shape: Shape, compiled: bool) -> types.FunctionType:
    """The same code in a namespace where `G` is the shape and marked functions are replaced by their forms."""
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"expected a plain function, got {function!r}")
    # Compiled code read back from the cache looks its module up by name; a policy's own module need not exist then.
    namespace = {**function.__globals__, "__name__": __name__}
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, Shape):
            namespace[name] = shape
        elif isinstance(value, Only):
            namespace[name] = bool(getattr(shape, value))
        elif is_text(value):
            namespace[name] = form(value, shape, compiled)
    cells = tuple(
        types.CellType(form(cell.cell_contents, shape, compiled) if is_text(cell.cell_contents) else cell.cell_contents)
        for cell in function.__closure__ or ()
    )
    copy = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, cells)
    copy.__qualname__ = function.__qualname__
    copy.__module__ = __name__
    return copy


@cache
def form(function: Any, shape: Shape, compiled: bool) -> Any:
    """A marked function for a shape, plain or compiled (then to be inlined where it is called); the same object each
    time, for all shapes of which the function sees no difference.
    """
    same = narrowed(function, shape)
    if same != shape:
        return form(function, same, compiled)
    if not _needed(function, shape):
        return form(_stub(function), shape, compiled)
    if getattr(function, _MARK) == "native":
        if not compiled:
            return function
        from goatsim.engine import intrinsics

        return getattr(intrinsics, function.__name__)
    if not compiled:
        return placed(function, shape, False)
    from goatsim.engine.compiling import linked

    return linked(placed(function, shape, True), inline=getattr(function, _MARK) == "text")
