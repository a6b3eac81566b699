"""Machine code: compiling the engine's text, and keeping the result where it can never be stale.

A compiled function is kept in the user's cache folder under a hash of everything that decides it: every source file of
the engine, the texts of the policies compiled in, the shape, the versions of Python, numba and llvmlite, and the
processor. A change anywhere is another name, so there is nothing to invalidate. A file is written whole under a name of
its own and then renamed, and carries a checksum: a truncated or damaged one is compiled anew. Without a writable folder
everything is compiled in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import platform
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from goatsim.engine.jit import narrowed, placed
from goatsim.engine.layout import Shape

FOLDER_VARIABLE = "GOATSIM_CACHE"
"""Names another cache folder; `off` keeps nothing."""

_OURS = re.compile(r"[0-9a-f]{62}\.code|\w+\.part")

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


@cache
def folder() -> Path | None:
    """The folder for compiled code, made if need be; None if there is none that can be written."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named == "off":
        return None
    try:
        if named:
            path = Path(named)
        else:
            import platformdirs

            path = Path(platformdirs.user_cache_dir("goatsim", appauthor=False))
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    except (OSError, RuntimeError):
        return None
    return path


def clear() -> int:
    """Remove all compiled code that was kept, what killed processes left, and whatever stands in the place of compiled
    code; returns how many there were.
    """
    path = folder()
    if path is None:
        return 0
    ours = [entry for entry in path.glob("[0-9a-f][0-9a-f]/*") if _OURS.fullmatch(entry.name)]
    for entry in ours:
        with contextlib.suppress(OSError):
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            else:
                entry.unlink()
    for parent in {entry.parent for entry in ours}:
        with contextlib.suppress(OSError):  # it holds something else
            parent.rmdir()
    return sum(not os.path.lexists(entry) for entry in ours)


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


def _checksum(path: Path, kept: bytes) -> bytes:
    """The checksum of a file's content, its name included: what was kept under another name is something else."""
    return hashlib.sha256(f"{path.parent.name}/{path.name}".encode() + b"\0" + kept).digest()


def _read(path: Path) -> Any:
    """The compile result kept in a file, or None if it is not there or not whole."""
    try:
        # A pipe that stands there would be waited for.
        kept = path.read_bytes() if path.is_file() else b""
    except OSError:
        return None
    if _checksum(path, kept[32:]) != kept[:32]:
        return None
    try:
        return pickle.loads(kept[32:])
    except Exception:  # whatever stands in the way of reading it, compiling anew is right
        return None


def _write(path: Path, value: Any) -> None:
    """Keep a compile result, whole or not at all; a full disk or a lost folder only means that nothing is kept."""
    from numba.core.serialize import dumps

    kept = dumps(value)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_checksum(path, kept) + kept)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
    except OSError:
        return


class _Kept:
    """numba's interface to a cache, for one function under one name."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        from numba.core.compiler import CompileResult

        target_context.refresh()
        reduced = _read(self.path) if self.path else None
        if reduced is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *reduced)
        except Exception:  # it is no compile result of this numba: compiling anew is right
            return None

    def save_overload(self, sig: Any, result: Any) -> None:
        if self.path:
            _write(self.path, result._reduce())


def uncompiled(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool) -> Any:
    """A text function for a shape a C function of `numbers` words that returns one if it `answers`."""
    from goatsim.engine.compiling import entered

    return entered(placed(function, shape, True), numbers, answers)


def entry(function: Callable[..., Any], shape: Shape, numbers: int, answers: bool, key: str) -> int:
    """The address of the machine code of a text function for a shape, compiled or read from the cache.

    `numbers`: how many words it takes; `answers`: whether it returns one. `key` must name the function and every text
    it was built from.
    """
    shape = narrowed(function, shape)
    whole = repr((key, tuple(shape), numbers, answers))
    with _lock:
        if whole not in _addresses:
            native = uncompiled(function, shape, numbers, answers)
            # Once the files have changed, what this process runs may be a mixture that has no name.
            place = folder() if sources() == _LOADED else None
            name = _identity(whole)
            # CFunc has no public way to be given another cache.
            native.__dict__["_cache"] = _Kept(place / name[:2] / f"{name[2:]}.code" if place else None)
            native.compile()
            _addresses[whole] = (int(native.address), native)
        return _addresses[whole][0]
