"""From engine text to machine code: a translator for the part of Python in which the engine is written, and LLVM.

numba can compile that text, too; making its way from Python's bytecode to LLVM took ten times as long.
"""
