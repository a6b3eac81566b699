"""Where the answers of a verb go and in which form: text, JSON or a table, to stdout, a file, or both."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

from goatsim.errors import RequestError
from goatsim.show.files import Batch, naming, out_path
from goatsim.show.look import PLAIN, Look, look_for
from goatsim.show.tables import Row, cells

Value = Mapping[str, Any]
Text = Callable[[Value, Look], str]
Rows = Callable[[Value], Iterable[Row]]

FORMS = {".json": "json", ".jsonl": "lines", ".csv": "csv", ".txt": "text"}
"""Suffix of a file -> the form in which it is written."""


def as_json(value: Mapping[str, Any], stream: TextIO | None = None) -> str:
    """Return a JSON object on one line, in plain ASCII for a stream that cannot write everything."""
    unicode = stream is None or (stream.encoding or "").lower().replace("-", "") == "utf8"
    return json.dumps(value, ensure_ascii=not unicode, allow_nan=False, separators=(",", ":"))


class Sheet:
    """One place for answers, written as they come. `name`: what errors call it; `needed`: that it can be written."""

    def __init__(self, stream: TextIO, form: str, look: Look, gap: bool, name: str, needed: bool = True) -> None:
        self.stream, self.form, self.look, self.gap, self.name = stream, form, look, gap, name
        self._needed, self._gone = needed, False
        self.count = 0
        self._heads: list[str] = []

    def add(self, value: Value, text: Text, rows: Rows) -> None:
        """Write one answer: its JSON, its text, or its rows, whichever this sheet is made of."""
        if self._gone:
            return
        if self.form == "csv":
            for row in rows(value):
                if not self._heads:
                    self._heads = list(row)
                    self.write(cells(self._heads))
                self.write(cells([row.get(head) for head in self._heads]))
        elif self.form == "text":
            page = text(value, self.look)
            if page:
                self.write(("\n" if self.gap and self.count else "") + page + "\n")
        elif self.form == "json":
            self.write(("[\n" if self.count == 0 else ",\n") + as_json(value, self.stream))
        else:
            self.write(as_json(value, self.stream) + "\n")
        self.count += 1

    def write(self, text: str) -> None:
        """Write some text, unless nobody reads here any more and nobody has to."""
        try:
            with naming(self.name):
                self.stream.write(text)
        except BrokenPipeError:
            if self._needed:
                raise
            self._gone = True

    def close(self) -> None:
        """Write what ends the sheet."""
        if self.form == "json":
            self.write("\n]\n" if self.count else "[]\n")


class Sheets:
    """All places for the answers of one verb. `written` is the file that --out names, or None."""

    def __init__(self, sheets: list[Sheet], written: Path | None) -> None:
        self.sheets, self.written = sheets, written

    def add(self, value: Value, text: Text, rows: Rows) -> None:
        """Write one answer everywhere."""
        for sheet in self.sheets:
            sheet.add(value, text, rows)

    def remark(self, text: str) -> None:
        """Write a closing line where people read."""
        for sheet in self.sheets:
            if sheet.form == "text":
                sheet.write(f"{text}\n")


@contextmanager
def sheets(
    *, as_json: bool, as_csv: bool, out: str | None, color: str, gap: bool = True, suffixes: Iterable[str] = FORMS
) -> Iterator[Sheets]:
    """Open the places that --json, --csv and --out ask for: stdout, unless only --out is given, and a file, which
    appears when everything is written. `gap` puts an empty line between texts. RequestError for words that do not fit.
    """
    form = stdout_form(as_json, as_csv)
    look = look_for(sys.stdout, color)
    path = out_path(out, list(suffixes)) if out is not None else None
    with ExitStack() as stack:
        open_sheets = []
        if path is not None:
            batch = stack.enter_context(Batch())
            stream = stack.enter_context(batch.open(path))
            open_sheets.append(Sheet(stream, FORMS[path.suffix.lower()], PLAIN, gap, str(path)))
        if path is None or ((as_json or as_csv) and sys.stdout is not None):
            stream = stack.enter_context(standard())
            # The file is to be whole even if whoever reads the other answer has gone.
            open_sheets.append(Sheet(stream, form, look, gap, "stdout", needed=path is None))
        made = Sheets(open_sheets, path)
        yield made
        for sheet in open_sheets:
            sheet.close()


@contextmanager
def standard() -> Iterator[TextIO]:
    """Yield stdout; a process started without one has nobody to answer."""
    if sys.stdout is None:
        raise BrokenPipeError
    yield sys.stdout


def stdout_form(as_json: bool, as_csv: bool) -> str:
    """Return the form in which stdout is written; RequestError for two forms at once."""
    if as_json and as_csv:
        raise RequestError("expected one of --json and --csv, got both")
    return "lines" if as_json else "csv" if as_csv else "text"
