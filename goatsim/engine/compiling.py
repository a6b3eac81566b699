"""How numba compiles engine text: only what a shape needs, and machine code only of what is called from outside.

numba's usual way would type and lower every branch of a text, make each function callable from Python, and make machine
code of each even where all of it is inlined into others. Together that is most of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import _dynfunc, njit
from numba.core import ir, types
from numba.core.ccallback import CFunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import DeadBranchPrune, FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode

from goatsim.engine.layout import Shape

OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""What numba is told of every text: it lets other threads run, divides as the processor does, and keeps no objects."""


@register_pass(mutates_CFG=False, analysis_only=False)
class ShapeNumbers(FunctionPass):
    """Write the numbers of the shape into the text, so that branches which they rule out are never looked at."""

    _name = "goatsim_shape_numbers"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Put a number in the place of every field of a shape; returns whether there was any."""
        definitions = state.func_ir._definitions
        changed = False
        for block in state.func_ir.blocks.values():
            for assigned in block.find_insts(ir.Assign):
                asked = assigned.value
                if isinstance(asked, ir.Expr) and asked.op == "getattr":
                    owner = definitions[asked.value.name][0]
                    shape = getattr(owner, "value", None)
                    if isinstance(shape, Shape):
                        assigned.value = ir.Const(getattr(shape, asked.attr), asked.loc)
                        definitions[assigned.target.name] = [assigned.value]
                        changed = True
        return changed


class _Linked(JITCodeLibrary):
    """Code that is only ever linked into other code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(NativeLowering):
    """Lowering for text that other text calls: optimised and kept for them, without machine code of its own."""

    _name = "goatsim_linked_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, and tell numba by what name callers find the code."""
        state.library = _Linked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        made = state.cr
        # numba knows compiled functions by what Python would call; this one is never called.
        name = _dynfunc.make_function(
            made.fndesc.lookup_module(), made.fndesc.qualname, "", 0, made.env, (state.library,)
        )
        state.targetctx.insert_user_function(name, made.fndesc, [state.library])
        state.cr = made._replace(cfunc=name)
        return True


class EntryCompiler(CompilerBase):
    """The way to machine code that is called from outside."""

    lowering: Any = NativeLowering

    def define_pipelines(self) -> list[Any]:
        """numba's passes, but those for what no text holds: closures, arrays, objects, exceptions."""
        manager = PassManager("goatsim")
        for one in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            ShapeNumbers,
            DeadBranchPrune,
            ReconstructSSA,
            NopythonTypeInference,
            PreLowerStripPhis,
            IRLegalization,
            self.lowering,
            NoPythonBackend,
        ):
            manager.add_pass(one, one.__name__)
        manager.finalize()
        return [manager]


class TextCompiler(EntryCompiler):
    """The way for text that other text calls."""

    lowering = LinkedLowering


def linked(function: Callable[..., Any], inline: bool) -> Any:
    """A function that compiled text calls; `inline`: it becomes part of whatever calls it."""
    options = {**OPTIONS, "forceinline": inline, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return njit(function, pipeline_class=TextCompiler, **options)


def entered(function: Callable[..., Any], numbers: int, answers: bool) -> Any:
    """A function that is called from outside: with so many numbers, and it `answers` one word or none."""
    result = types.uint64 if answers else types.void
    return CFunc(function, ((types.int64,) * numbers, result), {}, OPTIONS, EntryCompiler)
