"""Answers with tables and charts as files: a folder with everything, or one file of one kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from goatsim.commanding import spelled
from goatsim.errors import RequestError
from goatsim.show import pictures
from goatsim.show.files import Batch, naming
from goatsim.show.tables import Row, csv_text

if TYPE_CHECKING:
    from goatsim.answers import StudyAnswer
    from goatsim.contests import CompareAnswer
    from goatsim.replies import AskAnswer, SpreadAnswer

Charted = TypeVar("Charted", bound="StudyAnswer | CompareAnswer | AskAnswer | SpreadAnswer")

SUFFIXES = (".json", ".jsonl", ".csv", *pictures.SUFFIXES)
"""The kinds of single files that hold such answers."""
LONGEST_STEM = 120
"""Characters that the names of an answer's files have in common."""


def save(answers: Sequence[Charted], path: Path, overviews: Sequence[StudyAnswer] = ()) -> tuple[Charted, ...]:
    """Write answers to a folder (made if need be) or to a file by its suffix; all files appear, or none.

    A folder gets NAME.json, a CSV for each table and a PNG for each chart; over axes their names carry the values, and
    the overviews are there too. A single table or picture then shows the overviews alone. Returns the answers with the
    names of the charts drawn. OSError if something cannot be written.
    """
    shown = overviews or answers
    with Batch() as batch:
        if path.suffix.lower() not in SUFFIXES or path.is_dir():
            batch.folder(path)
            every: list[Any] = [*overviews, *answers]
            pairs = zip(every, _stems(every), strict=True)
            placed = [_into_folder(answer, stem, path, batch) for answer, stem in pairs]
            return tuple(placed[len(overviews) :])
        if path.suffix.lower() in pictures.SUFFIXES:
            figures = _figures(shown)
            if not figures:
                raise RequestError(f"expected an answer with a chart for {path.name}, got none among those asked for")
            with naming(path):
                pictures.draw(figures, batch.place(path))
            if not overviews:
                answers = [replace(each, charts=dict.fromkeys(each.figures(), path.name)) for each in answers]
        else:
            with batch.open(path) as stream, naming(path):
                suffix = path.suffix.lower()
                stream.write(_page(shown if suffix == ".csv" else answers, suffix))
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


def _stems(answers: Sequence[Charted]) -> list[str]:
    """How the names of an answer's files begin: its name, and the value of every axis as far as files can bear it."""
    found: list[str] = []
    for answer in answers:
        cells = {name: spelled(cell) for name, cell in answer.each.items() if not isinstance(cell, list)}
        # Of a policy's file the name is enough.
        parts = [f"{name}={re.sub(r'.*[/]', '', text)}" for name, text in cells.items()]
        stem = re.sub(r"[^\w=.,+-]", "_", "-".join([answer.name, *parts]))[:LONGEST_STEM]
        # Two values may look alike once what files cannot bear is gone.
        again = sum(one == stem or one.startswith(f"{stem}~") for one in found) if parts else 0
        found.append(f"{stem}~{again + 1}" if again else stem)
    return found


def _into_folder(answer: Charted, stem: str, folder: Path, batch: Batch) -> Charted:
    charts = {}
    for name, draw in answer.figures().items():
        file = folder / _named(answer.name, stem, name, ".png")
        with naming(file):
            pictures.draw({name: draw}, batch.place(file))
        charts[name] = file.name
    answer = replace(answer, charts=charts)
    for name, rows in answer.tables.items():
        file = folder / _named(answer.name, stem, name, ".csv")
        with batch.open(file) as stream, naming(file):
            stream.write(csv_text(rows))
    overview = any(isinstance(cells, list) for cells in answer.each.values())
    file = folder / _named(answer.name, stem, next(iter(answer.tables)) if overview else answer.name, ".json")
    with batch.open(file) as stream, naming(file):
        stream.write(json.dumps(answer.to_json(), ensure_ascii=False, indent=1) + "\n")
    return answer


def _named(name: str, stem: str, part: str, suffix: str) -> str:
    return f"{stem}{suffix}" if part == name else f"{stem}-{part.replace(' ', '-')}{suffix}"
