"""What is kept from one process to the next: files in the user's cache folder, each under a hash of everything that
decides its content, so that there is nothing to invalidate.

A file is written whole under a name of its own and then renamed, and carries a checksum: one that is truncated or
damaged counts as missing. Without a writable folder nothing is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

FOLDER_VARIABLE = "GOATSIM_CACHE"
"""Names another cache folder; `off` keeps nothing."""

_OURS = re.compile(r"[0-9a-f]{62}\.code|\w+\.part")


def _named() -> Path | None:
    """The folder that is meant, whether or not it is there; None if nothing shall be kept."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        return None if named == "off" else Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("goatsim", appauthor=False))


@cache
def folder() -> Path | None:
    """The cache folder, made if need be; None if there is none that can be written."""
    try:
        path = _named()
        if path is not None:
            path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=path):
                pass
    except (OSError, RuntimeError):
        return None
    return path


def clear() -> int:
    """Remove all that was kept, what killed processes left, and whatever stands in the place of what is kept; returns
    how many there were.
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


def _file(folder: Path, name: str) -> Path:
    return folder / name[:2] / f"{name[2:]}.code"


def _checksum(file: Path, content: bytes) -> bytes:
    """The checksum of a file, its name included: what was kept under another name is something else."""
    return hashlib.sha256(f"{file.parent.name}/{file.name}".encode() + b"\0" + content).digest()


def read(name: str) -> bytes | None:
    """What is kept under a name, a hash of 64 hexadecimal digits; None if it is not there or not whole."""
    try:
        path = _named()
        file = _file(path, name) if path else None
        # A pipe that stands there would be waited for.
        if file is None or not file.is_file():
            return None
        kept = file.read_bytes()
    except (OSError, RuntimeError):
        return None
    return kept[32:] if _checksum(file, kept[32:]) == kept[:32] else None


def write(name: str, content: bytes) -> None:
    """Keep bytes under a name, whole or not at all; a full disk or a lost folder only means that nothing is kept."""
    path = folder()
    if path is None:
        return
    file = _file(path, name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=file.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(_checksum(file, content) + content)
            os.replace(part, file)
        except OSError:
            os.unlink(part)
    except OSError:
        return
