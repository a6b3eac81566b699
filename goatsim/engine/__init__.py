"""The engine: everything that is compiled, and nothing else. `jit` tells how one text serves plain Python and machine
code.
"""
