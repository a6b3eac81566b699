"""What LLVM does with translated text: optimise it, make machine code of it, and load that into the process."""

from __future__ import annotations

import platform
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from goatsim.compiler.intrinsics import processor


@cache
def _target() -> Any:
    """The machine that code is made for, with the relocations and the code model that LLVM's loader wants there."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    name, features = processor()
    x86 = platform.machine().lower() in ("x86_64", "amd64", "i386", "i686")
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=name, features=features, opt=3, reloc="static" if x86 else "default", codemodel="jitdefault", jit=True
    )


@cache
def _engine() -> Any:
    """What holds all loaded machine code."""
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())


def optimised(text: str) -> Any:
    """LLVM's module of translated text, optimised; raises `RuntimeError` if it is none."""
    target = _target()
    module = llvm.parse_assembly(text)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    options.loop_unrolling = True
    builder = llvm.create_pass_builder(target, options)
    # What becomes part of other functions is optimised by itself first: there much of it is not unrolled any more.
    # What stays by itself must not be: its loops look small before they hold what they call.
    alone = builder.getFunctionPassManager()
    for function in module.functions:
        if any(b"alwaysinline" in each for each in function.attributes):
            alone.run(function, builder)
    builder.getModulePassManager().run(module, builder)
    return module


def compiled(text: str) -> bytes:
    """Machine code of translated text, as an object file."""
    code: bytes = _target().emit_object(optimised(text))
    return code


def assembly(text: str) -> str:
    """Machine code of translated text as the processor's assembly language, to be read."""
    code: str = _target().emit_assembly(optimised(text))
    return code


def loaded(code: bytes, name: str) -> int:
    """Load an object file; returns the address of what it calls by a name, which no other loaded object has."""
    engine = _engine()
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return int(engine.get_function_address(name))
