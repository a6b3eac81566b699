"""Numbers as people write them: ``1e6``, ``10M``, ``5_000``, ``0.1%``. Only plain digits are digits."""

from __future__ import annotations

import re
from decimal import Decimal

from goatsim.errors import RequestError, wrong

MOST_DEALS = 2**53
"""More deals than can be counted in numbers that JSON readers keep exact."""

LAST_WORD = 2**64 - 1
"""The largest seed or index: both are 64-bit words."""

_SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}
# Exponents of more than two digits would let a short word stand for a number that fills the memory.
_COUNT = re.compile(r"(\d+(?:_\d+)*)(\.\d+)?(?:e\+?(\d{1,2}))?([kmgb]?)", re.ASCII | re.IGNORECASE)
_SHARE = re.compile(r"\d*\.?\d+(?:e[-+]?\d{1,3})?|\d+\.", re.ASCII | re.IGNORECASE)
_LONGEST = 200


def grouped(number: int) -> str:
    """Return a whole number as messages write it: the largest as powers, the rest in full."""
    for size, word in ((MOST_DEALS, "2^53"), (LAST_WORD, "2^64 - 1")):
        if number == size:
            return word
    return str(number)


def whole(text: str, what: str, least: int, most: int) -> int:
    """Return the whole number that `text` writes, from `least` to `most`; RequestError, naming `what`, otherwise."""
    examples = ", such as 5000, 250k, 10M or 1e6" if most > 10**6 else ""
    expected = f"{what} to be a whole number from {grouped(least)} to {grouped(most)}{examples}"
    found = _COUNT.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    if found is None:
        raise wrong(expected, text)
    digits, fraction, exponent, suffix = found.groups()
    # Decimal arithmetic would round a long number to 28 digits, so whole digits never pass through it.
    scale = int(10 ** int(exponent or 0)) * _SUFFIXES[suffix.lower()]
    rest = Decimal(fraction or 0) * scale
    if rest != int(rest):
        raise wrong(expected, text)
    number = int(digits) * scale + int(rest)
    if not least <= number <= most:
        raise wrong(expected, text)
    return number


def seed(text: str) -> int | str:
    """Return a seed: a whole number from 0 to 2^64 - 1, or the word ``random`` as it stands."""
    if text.strip().casefold() == "random":
        return "random"
    try:
        return whole(text, "--seed", 0, LAST_WORD)
    except RequestError:
        expected = f"--seed to be random or a whole number from 0 to {grouped(LAST_WORD)}"
        raise wrong(expected, text, ("random",)) from None


def number(text: str) -> str:
    """Return the number of a deal as plain decimal digits without leading zeros; it may exceed 64 bits by far."""
    digits = text.strip().replace("_", "")
    if not re.fullmatch(r"\d{1,200}", digits, re.ASCII):
        raise wrong("--number to be the number of a deal in decimal digits", text)
    return digits.lstrip("0") or "0"


def share(text: str, what: str, *, most: float | None) -> float:
    """Return a positive number written as such or in per cent; below `most` if that is given.

    RequestError, naming `what`, otherwise.
    """
    limit = f"above 0 and below {most:g}" if most is not None else "above 0"
    word = text.strip()
    bare = word.removesuffix("%").rstrip()
    if len(word) <= _LONGEST and _SHARE.fullmatch(bare):
        value = float(bare) / (100 if word.endswith("%") else 1)
        if 0 < value < (float("inf") if most is None else most):
            return value
    raise wrong(f"{what} to be a number {limit}, such as {'95% or 0.95' if most == 1 else '0.1% or 0.001'}", text)
