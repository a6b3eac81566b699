"""From engine text to machine code: a translator for the part of Python in which the engine is written, and LLVM.

numba did this before; its way from Python's bytecode to LLVM took ten times as long for the same texts.
"""
