"""A measure as people give it: already made, or in words."""

from __future__ import annotations

from goatsim.errors import RequestError, wrong
from goatsim.lang.measures import Measure
from goatsim.lang.places import Who


def measure_from(given: object) -> Measure:
    """A measure as it is, or read from text. Raises `RequestError` for anything else."""
    if isinstance(given, str):
        return _read(given)
    if not isinstance(given, Measure):
        raise wrong("a measure such as goatsim.us.points", given)
    return given


def _read(text: str) -> Measure:
    who, _, word = text.strip().rpartition(".")
    try:
        found = getattr(Who(who), word)
    except AttributeError as error:
        raise RequestError(str(error)) from None
    return measure_from(found)
