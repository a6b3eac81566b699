"""What pydantic found wrong, in goatsim's one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from goatsim.errors import RequestError, brief, nearest, shown
from goatsim.games.options import Contradiction, Option
from goatsim.games.scoring import ScoringRow

# pydantic names a class where a sentence names a thing.
_THINGS = {
    "ScoringRow": "a scoring row",
    "Option": "the declaration of an option",
    "Contradiction": "a contradiction",
    "Rules": "the rules",
}
_PARTS: dict[str, type[BaseModel]] = {"ScoringRow": ScoringRow, "Option": Option, "Contradiction": Contradiction}


@contextmanager
def in_one_sentence(game: str) -> Iterator[None]:
    """Turn a ValidationError inside the block into a RequestError about `game`."""
    try:
        yield
    except ValidationError as error:
        raise RequestError(_sentence(error, brief(game))) from None


def _sentence(error: ValidationError, game: str) -> str:
    details = error.errors(include_url=False)
    first = details[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, RequestError):
        return f"{', '.join([game, *filter(None, [_place(first['loc'])])])}: {cause}"
    missing = [_place(each["loc"]) for each in details if each["type"] == "missing"]
    if missing:
        return f"{game}: expected a value for {', '.join(missing)}, got none"
    if first["type"] == "extra_forbidden":
        return f"{game}: {_unknown(first, error.title)}"
    place = _place(first["loc"]) or _THINGS.get(error.title, "it")
    return f"{game}: expected {place} to be {_wanted(first)}, got {shown(first['input'])}"


def _unknown(detail: ErrorDetails, title: str) -> str:
    *where, word = detail["loc"]
    part = ScoringRow if "scoring" in where else _PARTS[title]
    known = list(part.model_fields)
    inside = f" in {_place(where)}" if where else ""
    return f"expected a key among {', '.join(known)}{inside}, got {shown(str(word))}{nearest(word, known)}"


def _wanted(detail: ErrorDetails) -> str:
    """Say what pydantic wanted: its message reads "Input should be a valid integer" or "Tuple should have ..."."""
    _, _, wanted = detail["msg"].partition(" should ")
    wanted = wanted.removeprefix("be ").split(" or instance of ")[0] or detail["msg"].lower()
    return wanted.replace("tuple", "list").replace("dictionary", "table")


def _place(loc: Sequence[int | str]) -> str:
    """Say where a value stands, such as "scoring row 1 points item 2"; the names of tried types are left out."""
    before = ("", *loc)
    words = [
        brief(part) if isinstance(part, str) else f"{'row' if before[at] == 'scoring' else 'item'} {part + 1}"
        for at, part in enumerate(loc)
    ]
    return " ".join(word for word in words if word not in ("int", "str", "bool", "float"))
