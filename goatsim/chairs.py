"""What the seats are called from the chair of one of them, and which seat a word means."""

from __future__ import annotations

import re

from goatsim.errors import among, wrong

_WORDS = {
    2: ("me", "opponent"),
    3: ("me", "left", "right"),
    4: ("me", "left", "partner", "right"),
    6: ("me", "left", "partner2", "across", "partner4", "right"),
}


def seat_words(seats: int, me: int = 0) -> list[str]:
    """Return what each seat is called from the chair of seat `me`, clockwise from seat 0; numbers without words."""
    words = _WORDS.get(seats)
    return [words[(seat - me) % seats] if words else f"seat{seat}" for seat in range(seats)]


def seat_of(text: str, seats: int, what: str = "a seat") -> int:
    """Return the seat that a text means, by number (``2`` or ``seat2``) or by its word seen from seat 0.

    RequestError, naming `what`, for anything else.
    """
    words = list(dict.fromkeys(["me", *seat_words(seats)]))
    word = text.strip().casefold()
    if word in words and not word.startswith("seat"):
        return 0 if word == "me" else seat_words(seats).index(word)
    number = re.fullmatch(r"(?:seat)?([0-9])", word, re.ASCII)
    if number is None or int(number[1]) >= seats:
        said = among(each for each in words if not each.startswith("seat"))
        raise wrong(f"{what} to be a number from 0 to {seats - 1}, seat0 to seat{seats - 1}, or {said}", text, words)
    return int(number[1])
