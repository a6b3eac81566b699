"""The words of options made into what they ask for: a Lab, the places where answers go, progress, notes.

Every verb takes what it needs of this; `given` are the options of its command by name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stderr
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from goatsim import quantities
from goatsim.show.files import naming, out_path
from goatsim.show.look import Look, look_for
from goatsim.show.progress import Progress
from goatsim.show.sheets import Sheets, Value, as_json, sheets, standard, stdout_form

if TYPE_CHECKING:
    from goatsim.answers import Answers, StudyAnswer
    from goatsim.contests import CompareAnswer
    from goatsim.lab import Lab
    from goatsim.replies import AskAnswer, SpreadAnswer

Charted = TypeVar("Charted", bound="StudyAnswer | CompareAnswer | AskAnswer | SpreadAnswer")

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def changes_of(words: Sequence[str], option: str = "--set") -> dict[str, str]:
    """Return OPTION=VALUE words as a mapping; RequestError for a word without ``=`` and for an option given twice."""
    from goatsim.games.read import settings

    return settings(words, f"{option} OPTION=VALUE")


def _seat(given: dict[str, Any]) -> int:
    """Return the seat that is me; what words there are for it depends on the game."""
    from goatsim.chairs import seat_of

    if given["seat"].strip() in ("0", "1"):  # every game has these, so it need not be read for them
        return int(given["seat"])
    from goatsim.games import load

    return seat_of(given["seat"], load(given["rules"], changes_of(given["changes"])).seats, "--seat")


@contextmanager
def hushed(given: dict[str, Any]) -> Iterator[None]:
    """Keep what files of policies print off stderr if --quiet asks for it."""
    with redirect_stderr(StringIO()) if given["quiet"] else nullcontext():
        yield


def lab_of(given: dict[str, Any], progress: Progress | str = "never") -> Lab:
    """Make the Lab that the settings among the options ask for."""
    settings: dict[str, Any] = {
        "options": changes_of(given["changes"]),
        "policies": "greedy" if given["policies"] is None else given["policies"],
        "seed": quantities.seed(given["seed"]),
        "seat": _seat(given),
        "progress": progress,
    }
    if "deals" in given:
        settings |= _sampling(given)
    from goatsim.lab import at

    with hushed(given):
        return at(given["rules"], **settings)


def _sampling(given: dict[str, Any]) -> dict[str, Any]:
    """Return what a verb that plays many deals was told about them, as far as it takes such words."""
    words = {name: given[name] for name in ("deals", "precision", "relative", "confidence", "threads") if name in given}
    found: dict[str, Any] = {}
    for name, text in words.items():
        if text is None:
            continue
        if name in ("deals", "threads"):
            found[name] = quantities.whole(text, f"--{name}", 1, quantities.MOST_DEALS if name == "deals" else 1024)
        else:
            found[name] = quantities.share(text, f"--{name}", most=1 if name == "confidence" else None)
    return found


def places_of(given: dict[str, Any], *, gap: bool = True) -> AbstractContextManager[Sheets]:
    """Open the places that --json, --csv and --out ask for."""
    return sheets(as_json=given["as_json"], as_csv=given["as_csv"], out=given["out"], color=given["color"], gap=gap)


def progress_of(given: dict[str, Any], unit: str = "deals", *, scrolls: bool = True) -> Progress:
    """Make what shows the progress. `scrolls`: answers come one by one, which on a terminal is progress enough."""
    progress = Progress(given["progress"], unit)
    seen = scrolls and given["out"] is None and sys.stdout is not None and sys.stdout.isatty()
    return Progress("never") if given["quiet"] or (seen and progress.kind == "auto") else progress


def note(given: dict[str, Any], text: str) -> None:
    """Say something on stderr unless --quiet is given."""
    if not given["quiet"] and sys.stderr is not None:
        print(text, file=sys.stderr)


def said(verb: str, **fields: Any) -> dict[str, Any]:
    """Return an answer that no Lab gives, with the head that all answers have."""
    from goatsim import __version__
    from goatsim.answers import FORMAT

    return {"format": FORMAT, "goatsim": __version__, "verb": verb, **fields}


def folder_of(given: dict[str, Any]) -> Path | None:
    """Return the folder or file for tables and charts that --out names, checked before any work."""
    from goatsim.show import saving

    return None if given["out"] is None else out_path(given["out"], saving.SUFFIXES, folder=True)


def tell(
    given: dict[str, Any],
    answers: Sequence[Charted],
    page: Callable[[Sequence[Value], Look], str],
    path: Path | None,
    overviews: Sequence[StudyAnswer] = (),
) -> int:
    """Write answers with tables and charts to stdout, as text by `page`, and to a folder or file; return the exit
    status.
    """
    from goatsim.show import saving
    from goatsim.show.tables import csv_text

    form, look = stdout_form(given["as_json"], given["as_csv"]), look_for(sys.stdout, given["color"])
    if path is not None:
        answers = saving.save(answers, path, overviews)
    values = [answer.to_json() for answer in answers]
    with standard() as stream, naming("stdout"):
        if form == "lines":
            stream.write("".join(as_json(value, stream) + "\n" for value in values))
        elif form == "csv":
            stream.write("\n".join(csv_text(saving.main_table(answer)) for answer in overviews or answers))
        else:
            stream.write(page(values, look) + "\n")
    if path is not None:
        note(given, f"written: {path}")
    return INTERRUPTED if any(answer.partial for answer in answers) else 0


def tell_each(given: dict[str, Any], answers: Answers[Any], path: Path | None) -> int:
    """Write the answers to a question over axes, and their overview, as `tell` does."""
    from goatsim.show.pages import answers_pages

    def page(values: Sequence[Value], look: Look) -> str:
        return answers_pages([answer.to_json() for answer in answers.overviews], values, look)

    return tell(given, answers, page, path, answers.overviews)
