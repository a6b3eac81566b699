"""Rows of numbers as they come: comma-separated values, JSON lines or Parquet, to stdout or into a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from goatsim.errors import RequestError
from goatsim.show.files import Batch, naming, out_path
from goatsim.show.look import PLAIN
from goatsim.show.sheets import Sheet, standard, stdout_form
from goatsim.show.tables import cells

SUFFIXES = (".csv", ".jsonl", ".parquet")


class Heads(NamedTuple):
    """The columns of a stream: the name of the first, which numbers the rows, the names of the others, and which of
    those hold truths.
    """

    counter: str
    names: Sequence[str]
    truths: Sequence[bool]


Write = Callable[[NDArray[np.int64], NDArray[np.int64]], None]
"""Writes rows: the number of each and their values, a column each."""


@contextmanager
def streams(heads: Heads, *, as_json: bool, as_csv: bool, out: str | None, command: str) -> Iterator[Write]:
    """Open what --json, --csv and --out ask for: stdout, unless only --out is given, and a file, which appears when
    everything is written. `command` is put into a Parquet file, to find the rows again.
    """
    form = stdout_form(as_json, as_csv)
    path = None if out is None else out_path(out, SUFFIXES)
    writes: list[Write] = []
    with ExitStack() as stack:
        if path is not None:
            batch = stack.enter_context(Batch())
            if path.suffix.lower() == ".parquet":
                writes.append(stack.enter_context(_parquet(heads, batch, path, command)))
            else:
                stream = stack.enter_context(batch.open(path))
                kind = "csv" if path.suffix.lower() == ".csv" else "lines"
                writes.append(_lines(Sheet(stream, kind, PLAIN, False, str(path)), heads))
        if path is None or as_json or as_csv:
            stream = stack.enter_context(standard())
            sheet = Sheet(stream, "csv" if form == "text" else form, PLAIN, False, "stdout", needed=path is None)
            writes.append(_lines(sheet, heads))

        def write(numbers: NDArray[np.int64], values: NDArray[np.int64]) -> None:
            for each in writes:
                each(numbers, values)

        yield write


def _lines(sheet: Sheet, heads: Heads) -> Write:
    """Rows as lines of text, all columns put into one pattern: that takes a fifth of the time of a row at a time."""
    every = [heads.counter, *heads.names]
    if sheet.form == "csv":
        sheet.write(cells(every))
        pattern = ",".join(["%s"] * len(every)) + "\n"
    else:
        named = (json.dumps(name).replace("%", "%%") for name in every)
        pattern = "{" + ",".join(f"{name}:%s" for name in named) + "}\n"
    said = np.array(["false", "true"], object)

    def write(numbers: NDArray[np.int64], values: NDArray[np.int64]) -> None:
        columns: list[Sequence[Any]] = [numbers.tolist()]
        for place, truth in enumerate(heads.truths):
            column = values[:, place]
            columns.append((said[column] if truth else column).tolist())
        sheet.write("".join([pattern % row for row in zip(*columns, strict=True)]))

    return write


@contextmanager
def _parquet(heads: Heads, batch: Batch, path: Path, command: str) -> Iterator[Write]:
    """Rows as a Parquet file of plain types: truths as bool, numbers as 64-bit whole numbers."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError:
        raise RequestError(
            f"expected the library pyarrow (pip install pyarrow) to write {path.name}, got none; a .csv file needs none"
        ) from None
    kinds = [arrow.int64(), *(arrow.bool_() if truth else arrow.int64() for truth in heads.truths)]
    fields = list(zip([heads.counter, *heads.names], kinds, strict=True))
    schema = arrow.schema(fields, metadata={"goatsim": command})
    with naming(path), parquet.ParquetWriter(str(batch.place(path)), schema) as writer:

        def write(numbers: NDArray[np.int64], values: NDArray[np.int64]) -> None:
            columns = [numbers, *values.T]
            arrays = [
                arrow.array(column.astype(bool) if arrow.types.is_boolean(kind) else column, kind)
                for column, kind in zip(columns, kinds, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(arrays, schema=schema))

        yield write
