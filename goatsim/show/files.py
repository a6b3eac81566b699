"""Writing answers to files: whole or not at all, so that a full disk or Ctrl-C leaves no half a table behind."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import secrets
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

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
    if not fills and path.is_dir():
        raise RequestError(f"expected --out to be {kinds}, got {shown_path(text)}, which is a folder")
    if not fills and (path.suffix.lower() not in suffixes):
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


@contextmanager
def naming(what: str | Path) -> Iterator[None]:
    """Give an OSError inside the block the name of the file or stream that it is about, as a person knows it; a pipe
    that was closed needs none.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        error.filename, error.filename2 = str(what), None
        raise


_HERE = hashlib.sha256(platform.node().encode()).hexdigest()[:8]
_WAITING = re.compile(rf"\.goatsim-{_HERE}-([0-9]{{1,10}})-[0-9a-f]{{12}}(\.\w+)?")


def _sweep(folder: Path) -> None:
    """Remove files that processes of this machine left half-written, if those have come to their end without a word."""
    if os.name != "posix":
        return
    with contextlib.suppress(OSError):
        for entry in os.scandir(folder):
            found = _WAITING.fullmatch(entry.name)
            if found and _is_gone(int(found[1])):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def _is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False


_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Batch:
    """Files that appear together or not at all: written beside their places under other names, then renamed.

    Used in a `with` block; leaving it without an exception puts the files in place. While it lasts, a request to end
    (SIGTERM, SIGHUP) first removes what is not finished.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._waiting: list[tuple[Path, Path]] = []
        self._made: list[Path] = []
        self._swept: set[Path] = set()

    def folder(self, path: Path) -> None:
        """Make a folder; it is removed again if the batch fails."""
        if not path.is_dir():
            path.mkdir()
            self._made.append(path)

    def place(self, path: Path) -> Path:
        """Return the path under which a file is to be written for now."""
        if path.parent not in self._swept:
            _sweep(path.parent)
            self._swept.add(path.parent)
        waiting = path.with_name(f".goatsim-{_HERE}-{os.getpid()}-{secrets.token_hex(6)}{path.suffix}")
        self._waiting.append((waiting, path))
        return waiting

    @contextmanager
    def open(self, path: Path) -> Iterator[TextIO]:
        """Open a text file (UTF-8, lines ended by a single line feed) of the batch."""
        with naming(path):
            stream = self.place(path).open("x", encoding="utf-8", errors="backslashreplace", newline="\n")
        try:
            yield stream
        finally:
            with naming(path):
                stream.close()

    def __enter__(self) -> Batch:
        for each in _ENDINGS:
            # Only the main thread may set handlers, and one that somebody has set is not ours to replace.
            if signal.getsignal(each) is signal.SIG_DFL:
                with contextlib.suppress(ValueError):
                    self._before[each] = signal.signal(each, self._leave)
        return self

    def _leave(self, number: int, frame: object) -> None:
        # An exception could be lost on its way up, in a finalizer or a callback, and the process would live on.
        self._remove()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _remove(self) -> None:
        for waiting, _ in self._waiting:
            waiting.unlink(missing_ok=True)
        for folder in self._made:
            # Whatever somebody else put there in the meantime stays.
            if not any(folder.iterdir()):
                folder.rmdir()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                while self._waiting:
                    with naming(self._waiting[0][1]):
                        os.replace(*self._waiting[0])
                    self._waiting.pop(0)
                self._made.clear()
        finally:
            self._remove()
            for each, handler in self._before.items():
                signal.signal(each, handler)
