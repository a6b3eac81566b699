"""Words on sets of cards for policies: `from goatsim.words import cheapest, richest`.

In a policy they are compiled; in plain Python they work on the `Cards` that a view gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goatsim.seats.view import Cards, Word, card_words


def _plain(word: Word) -> Callable[..., Any]:
    """A word as a plain function: the view comes from the sets it is given."""

    def say(*given: Any) -> Any:
        owner = next((value.view for value in given if isinstance(value, Cards)), None)
        if owner is None:
            raise TypeError(f"expected a set of cards of a view for {word.name}, got {given!r}")
        return owner.say(word, *given)

    say.__name__ = say.__qualname__ = word.name
    say.__doc__ = word.doc
    say.__dict__["goatsim_word"] = word
    return say


lowest = _plain(card_words()["lowest"])
highest = _plain(card_words()["highest"])
count = _plain(card_words()["count"])
cheapest = _plain(card_words()["cheapest"])
richest = _plain(card_words()["richest"])
worth = _plain(card_words()["worth"])
beats = _plain(card_words()["beats"])
any_of = _plain(card_words()["any_of"])
