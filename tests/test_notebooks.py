"""The shelf of notebooks: each runs from top to bottom, uses the public names alone, and is kept as a run left it."""

from __future__ import annotations

import ast
import importlib.util
import json
import platform
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

import goatsim
from goatsim.errors import RequestError

ROOT = Path(__file__).resolve().parent.parent
BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
FIGURES = sorted((ROOT / "notebooks" / "figures").glob("*.png"))
DEALS = 2_000
FULL = 1_000_000
LARGEST = 1_000_000
"""Bytes of a notebook."""

each_book = pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)


def script() -> Any:
    """The script that makes the notebooks, as a module."""
    spec = importlib.util.spec_from_file_location("scripts_notebooks", ROOT / "scripts" / "notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def code(book: Any) -> list[Any]:
    return [cell for cell in book.cells if cell.cell_type == "code"]


def forms(book: Any) -> list[tuple[str, ...]]:
    """What every cell of code shows, by kind alone."""
    return [tuple(kind for output in cell.outputs for kind in sorted(output.get("data", {}))) for cell in code(book)]


def written(*cells: Any) -> Any:
    """A notebook of some cells, after one that says how many deals."""
    first = nbformat.v4.new_code_cell("deals = 1_000", metadata={"tags": ["parameters"]})
    return nbformat.v4.new_notebook(cells=[first, *cells])


def test_the_shelf_is_begun() -> None:
    assert {"eggs-and-eyes", "your-only-trump"} <= {path.stem for path in BOOKS}


@each_book
def test_runs_from_top_to_bottom(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    made = script().executed(path, DEALS)
    assert [cell.id for cell in made.cells] == [cell.id for cell in stored.cells]
    assert forms(made) == forms(stored)
    assert made.metadata == stored.metadata


@each_book
def test_is_kept_at_full_size_with_all_it_shows(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    assert script().full_size(book) == FULL
    assert path.stat().st_size < LARGEST
    assert len({cell.id for cell in book.cells}) == len(book.cells)
    for cell in code(book):
        assert cell.execution_count is None
        shows = isinstance(ast.parse(cell.source).body[-1], ast.Expr)
        assert bool(cell.outputs) == shows, f"{cell.id} has not been run"
        assert all(output.output_type in ("display_data", "execute_result") for output in cell.outputs)
    assert any("image/png" in shown for shown in forms(book))
    assert any("text/html" in shown for shown in forms(book))
    assert f"{FULL:,} deals" in json.dumps(book)


@each_book
def test_holds_nothing_of_the_machine_that_ran_it(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    shown = [output.data for cell in code(book) for output in cell.outputs]
    said = "\n".join("".join(data[kind]) for data in shown for kind in data if kind.startswith("text/"))
    said = re.sub(r"base64,[A-Za-z0-9+/=]+", "", said)
    assert not re.findall(r" at 0x|Traceback|Warning|[A-Z]:\\|/(?:home|root|tmp|usr|work|Users)/", said)
    assert not re.findall(r"\b\d+\.\d s\b", said)
    assert platform.node() not in said


def strangers(source: str) -> set[str]:
    """The names of goatsim in a text that are not public."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names if each.name.startswith("goatsim.")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "goatsim":
            names = {each.name for each in node.names}
            found |= names - set(goatsim.__all__) if node.module == "goatsim" else {str(node.module)}
        elif isinstance(node, ast.Attribute):
            of_goatsim = isinstance(node.value, ast.Name) and node.value.id == "goatsim"
            hidden = node.attr.startswith("_") or (of_goatsim and node.attr not in goatsim.__all__)
            found |= {node.attr} if hidden else set()
    return found


@each_book
def test_uses_public_names_alone(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    assert not [name for cell in code(book) for name in strangers(cell.source)]


@pytest.mark.parametrize(
    "source",
    ["import goatsim.lang", "from goatsim.lang import us", "from goatsim import answers", "goatsim.lab", "a._b"],
)
def test_other_names_are_noticed(source: str) -> None:
    assert strangers(source)


@each_book
def test_prose_holds_no_number_that_could_go_stale(path: Path) -> None:
    """Numbers of answers have a point or a per cent sign; those in the prose are of the rules, and whole."""
    book = nbformat.read(path, as_version=4)
    prose = "\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
    assert not re.findall(r"\d[.,]\d|\d ?%", prose)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("import warnings; warnings.warn('odd')", "odd"),
        ("import goatsim; goatsim.at('nowhere')", "nowhere"),
    ],
)
def test_a_cell_that_fails_or_warns_is_refused(source: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.ipynb"
    nbformat.write(written(nbformat.v4.new_code_cell(source)), path)
    with pytest.raises(RequestError, match=said):
        script().executed(path)


def test_the_number_of_deals_stands_in_one_cell(tmp_path: Path) -> None:
    made = script()
    path = tmp_path / "one.ipynb"
    nbformat.write(written(nbformat.v4.new_code_cell("deals")), path)
    assert made.full_size(nbformat.read(path, as_version=4)) == 1_000
    (cell,) = made.executed(path, 77).cells[1:]
    assert cell.outputs[0].data["text/plain"] == "77"
    for book in (nbformat.v4.new_notebook(), written(*written().cells)):
        with pytest.raises(RequestError, match="one cell tagged parameters"):
            made.full_size(book)


def test_nothing_is_written_if_something_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = script()
    monkeypatch.setattr(made, "SHELF", tmp_path)
    monkeypatch.setattr(made, "README", tmp_path / "README.md")
    (tmp_path / "README.md").write_text("no figures", "utf-8")
    for name, source in (("a", "deals"), ("b", "1 / 0")):
        nbformat.write(written(nbformat.v4.new_code_cell(source)), tmp_path / f"{name}.ipynb")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert made.main([]) == 2
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / "b.ipynb").unlink()
    assert made.main(["--check"]) == 0
    assert (tmp_path / "a.ipynb").read_bytes() == before[tmp_path / "a.ipynb"]
    assert made.main([]) == 0
    assert nbformat.read(tmp_path / "a.ipynb", as_version=4).cells[1].outputs[0].data["text/plain"] == "1000"


# Figures


def test_figures_are_those_that_the_readme_shows() -> None:
    assert FIGURES
    assert set(script().pictures((ROOT / "README.md").read_text("utf-8"))) == {path.name for path in FIGURES}


def test_figures_are_made_by_the_command_above_them() -> None:
    made = script()
    text = """
    ```sh
goatsim study eyes --rules bare --out elsewhere
goatsim study eggs --rules bare --deals 5M --out out
    ```
![Points](notebooks/figures/eggs-points.png)
"""
    assert made.pictures(text) == {"eggs-points.png": "goatsim study eggs --rules bare --deals 5M --out out"}
    ((name, picture),) = made.drawn(text, DEALS)
    assert name == "eggs-points.png" and picture.startswith(b"\x89PNG")
    with pytest.raises(RequestError, match=r"eggs-pints\.png to be made by .* got .*eggs-points\.png"):
        list(made.drawn(text.replace("eggs-points", "eggs-pints"), DEALS))
    with pytest.raises(RequestError, match="a command with --out FOLDER above the figure"):
        made.pictures("![Points](notebooks/figures/eggs-points.png)")
