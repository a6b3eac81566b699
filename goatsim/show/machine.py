"""How goatsim runs on this machine, as a JSON object and as text."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from goatsim.show.tables import aligned
from goatsim.show.text import many


def facts() -> dict[str, Any]:
    """Return versions, the processor path that compiled code takes, cores, and the cache folder with its bytes."""
    from goatsim import __version__
    from goatsim.compiler.intrinsics import has_parallel_deposit
    from goatsim.engine.kept import FOLDER_VARIABLE, folder
    from goatsim.runs.execute import cores

    cache = folder()
    files = [entry for entry in cache.glob("*/*.code") if entry.is_file()] if cache else []
    return {
        "goatsim": __version__,
        "python": platform.python_version(),
        "llvmlite": _version("llvmlite"),
        "numpy": _version("numpy"),
        "processor": f"{platform.machine()} {'with' if has_parallel_deposit() else 'without'} parallel bit deposit",
        "cores": cores(),
        "cache_off": os.environ.get(FOLDER_VARIABLE) == "off",
        "cache": str(cache) if cache else None,
        "cache_files": len(files),
        "cache_bytes": sum(map(_size, files)),
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def about_text(facts: Mapping[str, Any]) -> str:
    """Return the facts, one a line."""
    rows = [["goatsim", facts["goatsim"]]]
    rows += [[name, str(facts[name])] for name in ("python", "llvmlite", "numpy", "processor", "cores")]
    if facts["cache"] is None:
        why = "switched off" if facts["cache_off"] else "no folder can be written"
        rows.append(["cache", f"{why}, so code is compiled anew in every process"])
    else:
        size = f"{facts['cache_bytes'] / 1e6:.1f} MB"
        rows.append(["cache", f"{facts['cache']} ({many(facts['cache_files'], 'file')}, {size})"])
    page = aligned(rows)
    return page if "removed" not in facts else f"{page}\nRemoved {many(facts['removed'], 'file')} of compiled code."
