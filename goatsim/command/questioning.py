"""The verbs of the command line that answer questions: ask and spread."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Any

from goatsim import quantities
from goatsim.command.given import folder_of, hushed, lab_of, places_of, progress_of, said, tell, tell_each
from goatsim.errors import RequestError
from goatsim.show.sheets import stdout_form

SHELL = "; in a shell, a question stands in quotes"
EXAMPLE = '"us.points > 60"'


def ask(**given: Any) -> int:
    """Answer a question, or list the words of the language."""
    if given["listing"]:
        return _words(given)
    question = _joined(given, "question", EXAMPLE)
    _not_eaten(question)
    return _answer(given, lambda lab, settings: lab.ask(question, **settings))


def spread(**given: Any) -> int:
    """Spread a measure over its values, or its mean over groups."""
    measure = _joined(given, "measure", '"us.points"')
    return _answer(given, lambda lab, settings: lab.spread(measure, by=list(given["by"]), **settings))


def _answer(given: dict[str, Any], answer: Any) -> int:
    from goatsim.games.read import settings as pairs
    from goatsim.show.replies import reply_text

    stdout_form(given["as_json"], given["as_csv"])
    settings = {
        "given": given["given"],
        "hand": list(given["hand"]) or None,
        "fresh": given["fresh"],
        "interval": given["interval"],
        "digits": quantities.whole(given["digits"], "--digits", 1, 1000),
        "each": pairs(given["each"], "--each X=VALUES") or None,
    }
    path = folder_of(given)
    several = len(given["words"]) > 1
    with progress_of(given, "deals played", scrolls=False) as progress, hushed(given):
        lab = lab_of(given, progress)
        try:
            found = answer(lab, settings)
        except RequestError as error:
            raise (RequestError(f"{error}{SHELL}") if several and SHELL not in str(error) else error) from None
    if settings["each"]:
        return tell_each(given, found, path)
    return tell(given, (found,), lambda values, look: reply_text(values[0], look), path)


def _joined(given: dict[str, Any], what: str, example: str) -> str:
    """The words of a question that stood without quotes, as one text."""
    words: Sequence[str] = given["words"]
    if not words:
        raise RequestError(f"expected a {what} such as {example}, got none")
    return " ".join(words)


def _not_eaten(question: str) -> None:
    """Raise `RequestError` if the shell took the end of a question, such as > 60, for a file to write to."""
    if re.search(r"[<>=!]", question):
        return
    for name in _numbers_here():
        if _is_stdout(name):
            number = name.lstrip("=")
            sign = ">=" if name.startswith("=") else ">"
            raise RequestError(
                f'expected a question in quotes, such as "{question} {sign} {number}", got {question} with the answer '
                f"going into a file named {name}: the shell took the {sign} for itself"
            )


def _is_stdout(name: str) -> bool:
    try:
        return sys.stdout is not None and os.path.samestat(os.stat(name), os.fstat(sys.stdout.fileno()))
    except OSError:  # also if it is no file at all
        return False


def _numbers_here() -> list[str]:
    try:
        return [name for name in os.listdir() if re.fullmatch(r"=?\d{1,9}", name, re.ASCII)]
    except OSError:
        return []


def _words(given: dict[str, Any]) -> int:
    """List every word of the language."""
    if given["words"]:
        raise RequestError(f"expected no question with --words, got {given['words'][0]}")
    from goatsim.lang.words import lines

    rows = [line._asdict() for line in lines()]
    with places_of(given) as places:
        places.add(
            said("ask", words=rows), lambda value, look: _words_text(value["words"]), lambda value: value["words"]
        )
    return 0


def _words_text(rows: Sequence[dict[str, str]]) -> str:
    from goatsim.show.tables import aligned

    cells = [[f"{row['name']}({row['takes']})" if row["takes"] else row["name"], row["of"], row["doc"]] for row in rows]
    return aligned(cells, ["word", "of", "meaning"])
