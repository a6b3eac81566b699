"""Machine code: compiling the engine's text, and keeping the result where it can never be stale.

A compiled function is kept (`kept`) under a hash of everything that decides it: the sources of engine and compiler, the
texts of the policies compiled in, the shape, the version of llvmlite, and the processor. A change anywhere is another
name, so there is nothing to invalidate, and a damaged file is compiled anew. Without a writable folder everything is
compiled in memory.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import threading
from collections.abc import Callable
from typing import Any

from goatsim.compiler.intrinsics import processor
from goatsim.compiler.sources import LOADED, unchanged
from goatsim.engine import kept
from goatsim.engine.jit import called, narrowed
from goatsim.engine.layout import Shape
from goatsim.errors import RequestError

_addresses: dict[str, int] = {}
_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    # A process that forks while a thread compiles would leave its child a lock that nobody opens.
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def _identity(key: str) -> str:
    """The name under which a compiled function is kept."""
    import llvmlite

    machine = (*processor(), platform.machine(), sys.platform)
    return hashlib.sha256(repr((LOADED, key, machine, llvmlite.__version__)).encode()).hexdigest()


def entry(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool, key: str) -> int:
    """The address of the machine code of a text function for a shape, compiled or read from the cache.

    `numbers`: how many words it takes; `answers`: whether it returns one. `key` must name the function and every text
    it was built from. Raises `TypeError` for text that is not in the engine's language, `RequestError` for text that is
    too deep, as a policy may be.
    """
    try:
        shape = narrowed(function, shape)
        key = repr((key, tuple(shape), numbers, answers))
        with _lock:
            if key not in _addresses:
                _addresses[key] = _made(function, shape, numbers, answers, key)
            return _addresses[key]
    except RecursionError:
        expected = "text that is less deep and never leads back to itself"
        raise RequestError(f"expected {expected}, got {called(function)}") from None


def _made(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool, key: str) -> int:
    from goatsim.compiler.machinecode import compiled, loaded

    name = f"goatsim_{hashlib.sha256(key.encode()).hexdigest()[:32]}"
    # Once the files have changed, what this process runs may be a mixture that is kept under no name.
    file = _identity(key) if unchanged() else None
    code = kept.read(file) if file else None
    if code is None:
        from goatsim.compiler.translate import translated

        code = compiled(translated(function, shape, numbers, answers, name))
        if file:
            kept.write(file, code)
    return loaded(code, name)
