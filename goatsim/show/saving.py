"""Answers with tables and charts as files: a folder with everything, or one file of one kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from goatsim.errors import RequestError
from goatsim.show import pictures
from goatsim.show.files import Batch, naming
from goatsim.show.tables import Row, csv_text

if TYPE_CHECKING:
    from goatsim.answers import CompareAnswer, StudyAnswer

Charted = TypeVar("Charted", "StudyAnswer", "CompareAnswer")

SUFFIXES = (".json", ".jsonl", ".csv", *pictures.SUFFIXES)
"""The kinds of single files that hold such answers."""


def save(answers: Sequence[Charted], path: Path) -> tuple[Charted, ...]:
    """Write answers to a folder (made if need be) or to a file by its suffix; all files appear, or none.

    A folder gets NAME.json, a CSV for each table and a PNG for each chart. Returns the answers with the names of the
    charts drawn. OSError if something cannot be written.
    """
    with Batch() as batch:
        if path.suffix.lower() not in SUFFIXES or path.is_dir():
            batch.folder(path)
            return tuple(_into_folder(answer, path, batch) for answer in answers)
        if path.suffix.lower() in pictures.SUFFIXES:
            figures = _figures(answers)
            if not figures:
                raise RequestError(f"expected an answer with a chart for {path.name}, got none among those asked for")
            with naming(path):
                pictures.draw(figures, batch.place(path))
            answers = [replace(each, charts=dict.fromkeys(each.figures(), path.name)) for each in answers]
        else:
            with batch.open(path) as stream, naming(path):
                stream.write(_page(answers, path.suffix.lower()))
    return tuple(answers)


def main_table(answer: Charted) -> Sequence[Row]:
    """Return the rows of an answer's first table."""
    return next(iter(answer.tables.values()), [])


def _page(answers: Sequence[Charted], suffix: str) -> str:
    values = [answer.to_json() for answer in answers]
    if suffix == ".csv":
        return "\n".join(csv_text(main_table(answer)) for answer in answers)
    if suffix == ".jsonl":
        return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)
    return json.dumps(values[0] if len(values) == 1 else values, ensure_ascii=False, indent=1) + "\n"


def _figures(answers: Sequence[Charted]) -> Mapping[str, Callable[[Any], object]]:
    return {f"{answer.name} {name}": draw for answer in answers for name, draw in answer.figures().items()}


def _into_folder(answer: Charted, folder: Path, batch: Batch) -> Charted:
    charts = {}
    for name, draw in answer.figures().items():
        file = folder / _named(answer.name, name, ".png")
        with naming(file):
            pictures.draw({name: draw}, batch.place(file))
        charts[name] = file.name
    answer = replace(answer, charts=charts)
    for name, rows in answer.tables.items():
        file = folder / _named(answer.name, name, ".csv")
        with batch.open(file) as stream, naming(file):
            stream.write(csv_text(rows))
    file = folder / f"{answer.name}.json"
    with batch.open(file) as stream, naming(file):
        stream.write(json.dumps(answer.to_json(), ensure_ascii=False, indent=1) + "\n")
    return answer


def _named(name: str, part: str, suffix: str) -> str:
    return f"{name}{suffix}" if part == name else f"{name}-{part.replace(' ', '-')}{suffix}"
