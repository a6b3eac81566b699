"""The answers of studies as files: a folder with everything, or one file of one kind."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goatsim.commanding import spelled
from goatsim.errors import RequestError
from goatsim.show import pictures
from goatsim.show.files import Batch, naming
from goatsim.show.tables import Row, csv_text

if TYPE_CHECKING:
    from goatsim.answers import StudyAnswer

SUFFIXES = (".json", ".jsonl", ".csv", *pictures.SUFFIXES)
"""The kinds of single files that hold studies."""
LONGEST_STEM = 120
"""Characters that the names of an answer's files have in common."""


def save(answers: Sequence[StudyAnswer], path: Path, overviews: Sequence[StudyAnswer] = ()) -> tuple[StudyAnswer, ...]:
    """Write answers to a folder (made if need be) or to a file by its suffix; all files appear, or none.

    A folder gets NAME.json, a CSV for each table and a PNG for each chart; over axes their names carry the values, and
    the overviews are there too. A single table or picture then shows the overviews alone. Returns the answers with the
    names of the charts drawn. OSError if something cannot be written.
    """
    shown = overviews or answers
    with Batch() as batch:
        if path.suffix.lower() not in SUFFIXES or path.is_dir():
            batch.folder(path)
            stems = _stems([*overviews, *answers])
            placed = [_into_folder(*pair, path, batch) for pair in zip([*overviews, *answers], stems, strict=True)]
            return tuple(placed[len(overviews) :])
        if path.suffix.lower() in pictures.SUFFIXES:
            figures = _figures(shown)
            if not figures:
                raise RequestError(f"expected a study with a chart for {path.name}, got none among those asked for")
            with naming(path):
                pictures.draw(figures, batch.place(path))
            if not overviews:
                answers = [replace(each, charts=dict.fromkeys(each.figures(), path.name)) for each in answers]
        else:
            with batch.open(path) as stream, naming(path):
                suffix = path.suffix.lower()
                stream.write(_page(shown if suffix == ".csv" else answers, suffix))
    return tuple(answers)


def main_table(value: Mapping[str, Any]) -> Sequence[Row]:
    """Return the rows of a study's first table."""
    return next(iter(value["tables"].values()), [])


def _page(answers: Sequence[StudyAnswer], suffix: str) -> str:
    values = [answer.to_json() for answer in answers]
    if suffix == ".csv":
        return "\n".join(csv_text(main_table(value)) for value in values)
    if suffix == ".jsonl":
        return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)
    return json.dumps(values[0] if len(values) == 1 else values, ensure_ascii=False, indent=1) + "\n"


def _figures(answers: Sequence[StudyAnswer]) -> Mapping[str, Callable[[Any], object]]:
    return {f"{answer.study} {name}": draw for answer in answers for name, draw in answer.figures().items()}


def _stems(answers: Sequence[StudyAnswer]) -> list[str]:
    """How the names of an answer's files begin: the study, and the value of every axis as far as files can bear it."""
    found: list[str] = []
    for answer in answers:
        cells = {name: spelled(cell) for name, cell in answer.each.items() if not isinstance(cell, list)}
        # Of a policy's file the name is enough.
        parts = [f"{name}={re.sub(r'.*[/]', '', text)}" for name, text in cells.items()]
        stem = re.sub(r"[^\w=.,+-]", "_", "-".join([answer.study, *parts]))[:LONGEST_STEM]
        # Two values may look alike once what files cannot bear is gone.
        again = sum(one == stem or one.startswith(f"{stem}~") for one in found) if parts else 0
        found.append(f"{stem}~{again + 1}" if again else stem)
    return found


def _into_folder(answer: StudyAnswer, stem: str, folder: Path, batch: Batch) -> StudyAnswer:
    charts = {}
    for name, draw in answer.figures().items():
        file = folder / _named(answer.study, stem, name, ".png")
        with naming(file):
            pictures.draw({name: draw}, batch.place(file))
        charts[name] = file.name
    answer = replace(answer, charts=charts)
    for name, rows in answer.tables.items():
        file = folder / _named(answer.study, stem, name, ".csv")
        with batch.open(file) as stream, naming(file):
            stream.write(csv_text(rows))
    overview = any(isinstance(cells, list) for cells in answer.each.values())
    file = folder / _named(answer.study, stem, next(iter(answer.tables)) if overview else answer.study, ".json")
    with batch.open(file) as stream, naming(file):
        stream.write(json.dumps(answer.to_json(), ensure_ascii=False, indent=1) + "\n")
    return answer


def _named(study: str, stem: str, part: str, suffix: str) -> str:
    return f"{stem}{suffix}" if part == study else f"{stem}-{part.replace(' ', '-')}{suffix}"
