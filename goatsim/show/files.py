"""Writing answers to files: whole or not at all, so that a full disk or Ctrl-C leaves no half a table behind."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TextIO

from goatsim.errors import RequestError, nearest, shown_path


def out_path(text: str, suffixes: Sequence[str], folder: bool = False) -> Path:
    """Return the path that --out names, checked before any work: a suffix that can be written, a folder that exists.

    With `folder`, a path without suffix, or an existing folder, is a folder to fill.
    """
    kinds = f"a file ending in {', '.join(suffixes)}" + (", or a folder" if folder else "")
    path = Path(os.path.realpath(text)) if text and "\0" not in text else None
    if path is None:
        raise RequestError(f"expected --out to be {kinds}, got {shown_path(text)}")
    fills = folder and (path.is_dir() or (not path.exists() and (not path.suffix or text.endswith(os.sep))))
    if not fills and (path.is_dir() or path.suffix.lower() not in suffixes):
        raise RequestError(f"expected --out to be {kinds}, got {shown_path(text)}{nearest(path.suffix, suffixes)}")
    if path.exists() and not (path.is_dir() or path.is_file()):
        raise RequestError(f"expected --out to be {kinds}, got {shown_path(text)}, which is a device or a pipe")
    above = path if path.is_dir() else path.parent
    if not above.is_dir():
        raise RequestError(
            f"expected --out in a folder that exists, got {shown_path(text)}: there is no {shown_path(above)}"
        )
    if not os.access(above, os.W_OK | os.X_OK):
        raise RequestError(f"expected --out in a folder that can be written, got {shown_path(text)}")
    return path


class Batch:
    """Files that appear together or not at all: written beside their places under other names, then renamed.

    Used in a `with` block; leaving it without an exception puts the files in place.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[Path, Path]] = []
        self._made: list[Path] = []

    def folder(self, path: Path) -> None:
        """Make a folder; it is removed again if the batch fails."""
        if not path.is_dir():
            path.mkdir()
            self._made.append(path)

    def place(self, path: Path) -> Path:
        """Return the path under which a file is to be written for now."""
        waiting = path.with_name(f".{secrets.token_hex(6)}{path.suffix}")
        self._waiting.append((waiting, path))
        return waiting

    @contextmanager
    def open(self, path: Path) -> Iterator[TextIO]:
        """Open a text file (UTF-8, lines ended by a single line feed) of the batch."""
        with self.place(path).open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            yield stream

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                while self._waiting:
                    os.replace(*self._waiting[0])
                    self._waiting.pop(0)
                self._made.clear()
        finally:
            for waiting, _ in self._waiting:
                waiting.unlink(missing_ok=True)
            for folder in self._made:
                # Whatever somebody else put there in the meantime stays.
                if not any(folder.iterdir()):
                    folder.rmdir()
