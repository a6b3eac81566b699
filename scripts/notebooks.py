"""Makes the notebooks and the figures of the README again.

    python scripts/notebooks.py              everything at full size, written into notebooks/
    python scripts/notebooks.py --check      everything at small size, written nowhere
    python scripts/notebooks.py --deals N    the same with N deals for every question

A notebook runs from top to bottom in a fresh kernel and is kept with its outputs; how many deals it asks for stands in
its one cell with the tag `parameters`. A figure is a picture of notebooks/figures that the README shows: it is what the
last command above it that fills a folder (`--out FOLDER`) writes there under the same name. All files appear, or none.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from goatsim.errors import RequestError
from goatsim.show.files import Batch

ROOT = Path(__file__).resolve().parent.parent
SHELF = ROOT / "notebooks"
README = ROOT / "README.md"

SMALL = 3_000
LONGEST = 3600
"""Seconds for one cell."""

_DEALS = re.compile(r"^deals = ([\d_]+)$", re.MULTILINE)
_PICTURE = re.compile(r"\]\(notebooks/figures/([\w-]+\.png)\)")
_WRITES = re.compile(r"^goatsim .* --out (\w+)$")


def shelf() -> list[Path]:
    """The notebooks, in order."""
    return sorted(SHELF.glob("*.ipynb"))


def parameters(book: Any) -> Any:
    """The one cell of a notebook that says how many deals it asks for."""
    tagged = [cell for cell in book.cells if "parameters" in cell.metadata.get("tags", [])]
    if len(tagged) != 1 or len(_DEALS.findall(tagged[0].source)) != 1:
        raise RequestError(f"expected one cell tagged parameters with one line deals = NUMBER, got {len(tagged)}")
    return tagged[0]


def full_size(book: Any) -> int:
    """How many deals a notebook asks for as it is stored."""
    return int(_DEALS.findall(parameters(book).source)[0])


def executed(path: Path, deals: int | None = None) -> Any:
    """A notebook after a run from top to bottom, with a number of deals or as many as it says. Raises `RequestError`
    for a cell that fails or warns.
    """
    book = nbformat.read(path, as_version=4)
    cell = parameters(book)
    if deals is not None:
        cell.source = _DEALS.sub(f"deals = {deals:_}", cell.source)
    with tempfile.TemporaryDirectory() as place:
        # Neither a person's settings nor the folder of the repository may matter to what is stored.
        around = {**os.environ, "IPYTHONDIR": place, "PYTHONPATH": _with_checkout(), "PYTHONHASHSEED": "0"}
        client = NotebookClient(
            book, timeout=LONGEST, kernel_name="python3", record_timing=False, extra_arguments=["--log-level=40"]
        )
        try:
            client.execute(env=around, cwd=place)
        except CellExecutionError as error:
            raise RequestError(f"expected {path.name} to run to its end, got {error.ename}: {error.evalue}") from None
    _tidy(book, path.name)
    return book


def _with_checkout() -> str:
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))


def _tidy(book: Any, name: str) -> None:
    """Take out of a notebook what another run of the same cells would not give again."""
    book.metadata.clear()
    book.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book.metadata.language_info = {"name": "python"}
    for cell in book.cells:
        cell.metadata = {key: cell.metadata[key] for key in ("tags",) if key in cell.metadata}
        if cell.cell_type != "code":
            continue
        cell.execution_count = None
        for output in cell.outputs:
            if output.get("name") == "stderr":
                raise RequestError(f"expected {name} to run without a warning, got {output.text.strip()}")
            if "execution_count" in output:
                output.execution_count = None


def pictures(readme: str) -> dict[str, str]:
    """Every figure that a text shows and the command above it that makes it."""
    found, command = {}, ""
    for line in readme.splitlines():
        if _WRITES.match(line):
            command = line
        for name in _PICTURE.findall(line):
            if not command:
                raise RequestError(f"expected a command with --out FOLDER above the figure {name}, got none")
            found[name] = command
    return found


def drawn(readme: str, deals: int | None = None) -> Iterator[tuple[str, bytes]]:
    """The figures of a text, made by its commands. Raises `RequestError` if a command fails or makes no such file."""
    found = pictures(readme)
    for command in dict.fromkeys(found.values()):
        with tempfile.TemporaryDirectory() as place:
            words = [*shlex.split(command)[1:], *([] if deals is None else ["--deals", str(deals)])]
            done = subprocess.run(
                [sys.executable, "-m", "goatsim", *words],
                cwd=place,
                env={**os.environ, "PYTHONPATH": _with_checkout()},
                capture_output=True,
                text=True,
            )
            if done.returncode:
                raise RequestError(f"expected an answer to {command}, got {done.stderr.strip()}")
            (folder,) = _WRITES.findall(command)
            for name in (name for name, by in found.items() if by == command):
                file = Path(place, folder, name)
                if not file.is_file():
                    made = ", ".join(sorted(path.name for path in file.parent.glob("*.png")))
                    raise RequestError(f"expected {name} to be made by {command}, got {made}")
                yield name, file.read_bytes()


def make(deals: int | None, write: bool) -> None:
    """Run every notebook, draw every figure, and put them in their places if they are to be written."""
    with Batch() as batch:
        for path in shelf():
            print(f"{path.name} ...", flush=True)
            book = executed(path, deals)
            if write:
                with batch.open(path) as stream:
                    nbformat.write(book, stream)
        for name, picture in drawn(README.read_text("utf-8"), deals):
            print(f"{name} ...", flush=True)
            if write:
                batch.folder(SHELF / "figures")
                batch.place(SHELF / "figures" / name).write_bytes(picture)


def main(arguments: Sequence[str]) -> int:
    """Do as the arguments say; returns the exit status: 0 done, 2 for what could not be made."""
    parser = argparse.ArgumentParser(description="Make the notebooks and the figures of the README again.")
    parser.add_argument("--check", action="store_true", help=f"run with {SMALL:,} deals and write nothing")
    parser.add_argument("--deals", type=int, metavar="N", help="run with N deals and write nothing")
    asked = parser.parse_args(arguments)
    deals = SMALL if asked.check and asked.deals is None else asked.deals
    try:
        make(deals, write=deals is None)
    except RequestError as error:
        print(f"notebooks: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
