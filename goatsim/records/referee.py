"""The referee: plays a record card by card through the engine's own text and names every disagreement."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from goatsim.board import Board
from goatsim.errors import RequestError, shown_path, wrong
from goatsim.game import game_of
from goatsim.games import load
from goatsim.records import LONGEST_LINE, Record, capped, read
from goatsim.records.hearing import Hearing
from goatsim.records.meldhearing import MeldHearing
from goatsim.records.sequel import Standing
from goatsim.records.sethearing import SetHearing
from goatsim.records.told import Table

GAMES_KEPT = 64
"""Games of a run that are kept ready; more would let a file of many games fill the memory."""


@dataclass(frozen=True)
class Verdict:
    """What the referee found: the line (from 1), whether all is in order, a sentence for each error, and the result.

    `result` (points, tricks, eyes or penalty by side, and outcome) is None unless the whole deal could be scored.
    """

    line: int
    legal: bool
    errors: tuple[str, ...]
    result: dict[str, Any] | None

    def to_json(self) -> dict[str, Any]:
        """Return the verdict ready for JSON."""
        return {"line": self.line, "legal": self.legal, "errors": list(self.errors), "result": self.result}


class Referee:
    """Judges records, keeping the games they were played by; use one for many records."""

    def __init__(self) -> None:
        """Start without any game."""
        self._tables: dict[str, Table | str] = {}

    def judge(self, given: Record | Mapping[str, object] | bytes | str, line: int = 1) -> Verdict:
        """Judge a record, or a line that should hold one; whatever is wrong with it becomes an error of the verdict."""
        return self.follow(given, line, None)[0]

    def follow(
        self, given: Record | Mapping[str, object] | bytes | str, line: int, last: Standing | None
    ) -> tuple[Verdict, Standing | None]:
        """Judge a record as the one after another, which left its match as `last` says. Returns how this one leaves its
        own; None if it is of no match.
        """
        record = given if isinstance(given, Record) else read(given)
        if not isinstance(record, Record):
            return Verdict(line, False, tuple(record), None), None
        try:
            key = json.dumps([record.game, record.options], sort_keys=True, default=repr)
        except RecursionError:
            return Verdict(line, False, ("expected options of a game, got nesting beyond all bounds",), None), None
        table = self._table(record, key)
        if isinstance(table, str):
            return Verdict(line, False, (table,), None), None
        shape = table.game.shape
        judge = MeldHearing if shape.melds else SetHearing if shape.sets else Hearing
        hearing = judge(record, table, key, last, line)
        hearing.hold()
        faults, result = hearing.faults, hearing.result
        told = result.to_json() if result else None
        return Verdict(line, not faults, tuple(capped(faults, len(faults))), told), hearing.standing

    def _table(self, record: Record, key: str) -> Table | str:
        """Return the table of the record's game, or the sentence that says why there is none."""
        try:
            if key not in self._tables:
                while len(self._tables) >= GAMES_KEPT:
                    del self._tables[next(iter(self._tables))]
                self._tables[key] = _prepare(record)
            return self._tables[key]
        except RecursionError:
            return "expected options of a game, got nesting beyond all bounds"


def _prepare(record: Record) -> Table | str:
    try:
        rules = load(record.game, record.options)
        rules.require_built()
        game = game_of(rules)
    except RequestError as error:
        return str(error)
    refusing = rules.options.get("swap_partner_may_refuse") is True
    return Table(game, Board(game), tuple(game.rules.redeal_rows()), refusing)


@runtime_checkable
class _Stream(Protocol):
    def readline(self, size: int = ..., /) -> bytes | str: ...


Source = str | os.PathLike[str] | Record | Mapping[str, object] | bytes | Iterable[object]
"""Where records come from: the path of a file, "-" for stdin, one record, or lines and records one after another."""


def referee(record: Record | Mapping[str, object] | bytes | str, line: int = 1) -> Verdict:
    """Judge one record, or a line that should hold one. For many, `verdicts` or a `Referee` is faster."""
    return Referee().judge(record, line)


def verdicts(source: Source) -> Iterator[Verdict]:
    """Judge record after record, reading on only as verdicts are asked for; lines that are empty count but hold none. A
    record of a match goes on where the one before it left the match.

    Whatever a line holds becomes a verdict. RequestError for a source that cannot be read (at once) or in which there
    is no record (at its end).
    """
    if isinstance(source, Record | Mapping):
        lines: Iterator[tuple[int, object]] = iter([(1, source)])
    elif isinstance(source, bytes):
        lines = _read_lines(io.BytesIO(source))
    elif isinstance(source, str) and source == "-":
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise RequestError("expected records from stdin, got no stdin")
        lines = _read_stdin(stream)
    elif isinstance(source, str | os.PathLike):
        lines = _read_file(_readable(source))
    elif isinstance(source, _Stream):
        lines = _read_lines(source)
    elif isinstance(source, Iterable):
        lines = enumerate(source, 1)
    else:
        raise wrong("a file of records, or records one after another", source)
    return _judge_all(lines)


_BOM = "\ufeff"


def _judge_all(lines: Iterator[tuple[int, object]]) -> Iterator[Verdict]:
    follow, empty, last = Referee().follow, True, None
    for number, line in lines:
        if isinstance(line, bytes | str):
            if number == 1:
                line = line.removeprefix(_BOM) if isinstance(line, str) else line.removeprefix(_BOM.encode())
            if not line.strip():
                continue
        empty = False
        if line is None or (isinstance(line, bytes | str) and len(line) > LONGEST_LINE + 2):
            yield Verdict(
                number, False, (f"expected a record of at most {LONGEST_LINE} bytes, got a longer line",), None
            )
        elif isinstance(line, Record | Mapping | bytes | str):
            verdict, last = follow(line, number, last)
            yield verdict
        else:
            yield Verdict(number, False, (str(wrong("a record or a line that holds one", line)),), None)
    if empty:
        raise RequestError("expected at least one record, got none")


def _readable(path: str | os.PathLike[str]) -> Path:
    """Return the path if it can be read, without opening it: what a pipe holds can be had only once."""
    try:
        file = Path(path)
        if file.is_dir():
            raise RequestError(f"expected a file of records, got a folder, {shown_path(path)}")
        # What the shell or a parent process hands over has an end; a pipe or a device met by its name may have none.
        handed = str(path) == "/dev/stdin" or str(path).startswith("/dev/fd/")
        if not stat.S_ISREG(file.stat().st_mode) and not handed:
            raise RequestError(f"expected a file of records, got a device or a pipe, {shown_path(path)}")
    except OSError as error:
        raise _unreadable(path, error) from None
    except RequestError:
        raise
    except (ValueError, TypeError):  # a null character in the path, or a path of bytes
        raise wrong("the path of a file of records", path) from None
    return file


def _unreadable(path: object, error: OSError) -> RequestError:
    reason = (error.strerror or type(error).__name__).lower()
    return RequestError(f"expected a file of records, got {shown_path(path)}: {reason}")


def _read_file(path: Path) -> Iterator[tuple[int, object]]:
    try:
        with path.open("rb") as stream:
            yield from _read_lines(stream)
    except OSError as error:
        raise _unreadable(path, error) from None


def _read_stdin(stream: _Stream) -> Iterator[tuple[int, object]]:
    try:
        yield from _read_lines(stream)
    except OSError as error:
        raise _unreadable("stdin", error) from None


def _read_lines(stream: _Stream) -> Iterator[tuple[int, object]]:
    """Yield the lines of a stream with their numbers; None for one that is too long, skipped piece by piece."""
    number = 0
    while piece := stream.readline(LONGEST_LINE + 2):
        number += 1
        if len(piece) <= LONGEST_LINE + 1 or piece[-1:] in (b"\n", "\n"):
            yield number, piece
            continue
        while piece and piece[-1:] not in (b"\n", "\n"):
            piece = stream.readline(LONGEST_LINE)
        yield number, None
