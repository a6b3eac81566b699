"""Machine code: compiling the engine's text, and keeping the result where it can never be stale.

A compiled function is kept (`kept`) under a hash of everything that decides it: every source file of the engine, the
texts of the policies compiled in, the shape, the versions of Python, numba and llvmlite, and the processor. A change
anywhere is another name, so there is nothing to invalidate, and a damaged file is compiled anew. Without a writable
folder everything is compiled in memory.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
import sys
import threading
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from goatsim.engine import kept
from goatsim.engine.jit import placed
from goatsim.engine.layout import Shape

_addresses: dict[str, tuple[int, Any]] = {}
_lock = threading.Lock()


def sources() -> str:
    """A hash of every source file of the engine as it is now; what it compiles comes from there or from the policies,
    which are named in the key.
    """
    digest = hashlib.sha256()
    # The package may stand in an archive, where there are no paths.
    every = sorted(files(__package__).iterdir(), key=lambda each: each.name)
    for source in [each for each in every if each.name.endswith(".py")]:
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


_LOADED = sources()
"""The hash of the text that this process runs: of the files as they were when it read them."""


def _identity(key: str) -> str:
    """The name under which a compiled function is kept."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba
    from numba.core import config

    features = config.CPU_FEATURES or llvm.get_host_cpu_features().flatten()
    processor = (config.CPU_NAME or llvm.get_host_cpu_name(), features, platform.machine(), sys.platform)
    versions = (sys.version, numba.__version__, llvmlite.__version__)
    return hashlib.sha256(repr((_LOADED, key, processor, versions)).encode()).hexdigest()


class _Kept:
    """numba's interface to a cache, for one function under one name; without a name nothing is kept."""

    def __init__(self, name: str | None) -> None:
        self.name = name

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        from numba.core.compiler import CompileResult

        target_context.refresh()
        found = kept.read(self.name) if self.name else None
        if found is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(found))
        except Exception:  # it is no compile result of this numba: compiling anew is right
            return None

    def save_overload(self, sig: Any, result: Any) -> None:
        from numba.core.serialize import dumps

        if self.name:
            kept.write(self.name, dumps(result._reduce()))


def uncompiled(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool) -> Any:
    """A text function for a shape a C function of `numbers` words that returns one if it `answers`."""
    from numba.core import types
    from numba.core.ccallback import CFunc

    result = types.uint64 if answers else types.void
    options = {"nopython": True, "nogil": True, "error_model": "numpy"}
    return CFunc(placed(function, shape, True), ((types.int64,) * numbers, result), {}, options)


def entry(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool, key: str) -> int:
    """The address of the machine code of a text function for a shape, compiled or read from the cache.

    `numbers`: how many words it takes; `answers`: whether it returns one. `key` must name the function and every text
    it was built from.
    """
    whole = repr((key, tuple(shape), numbers, answers))
    with _lock:
        if whole not in _addresses:
            native = uncompiled(function, shape, numbers, answers)
            # Once the files have changed, what this process runs may be a mixture that has no name.
            name = _identity(whole) if sources() == _LOADED else None
            # CFunc has no public way to be given another cache.
            native.__dict__["_cache"] = _Kept(name)
            native.compile()
            _addresses[whole] = (int(native.address), native)
        return _addresses[whole][0]
