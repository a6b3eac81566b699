"""Words on sets of cards for policies: `from goatsim.words import cheapest, richest`.

In a policy they are compiled; in plain Python they work on the `Cards` that a view gives. `python -m goatsim.words`
lists them, and the words of the view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goatsim.engine.layout import KINDS
from goatsim.seats.language.vocabulary import card_words, view_words
from goatsim.seats.view import Cards


def _plain(name: str) -> Callable[..., Any]:
    """A word as a plain function: the view comes from the sets it is given."""
    word = card_words()[name]

    def say(*given: Any) -> Any:
        views = [value.view for value in given if isinstance(value, Cards)]
        if not views or len(views) != len(word.given) or len(given) != len(word.given):
            raise TypeError(f"expected {word.call} of sets of cards of a view, got {given!r}")
        return views[0].say(word, *given)

    say.__name__ = say.__qualname__ = name
    say.__module__ = __name__
    say.__doc__ = word.doc
    say.__dict__["goatsim_word"] = word
    return say


lowest: Callable[[Cards], Cards] = _plain("lowest")
highest: Callable[[Cards], Cards] = _plain("highest")
count: Callable[[Cards], int] = _plain("count")
cheapest: Callable[[Cards], Cards] = _plain("cheapest")
richest: Callable[[Cards], Cards] = _plain("richest")
worth: Callable[[Cards], int] = _plain("worth")
beats: Callable[[Cards, Cards], Cards] = _plain("beats")
suit_of: Callable[[Cards], Cards] = _plain("suit_of")
masters: Callable[[Cards], Cards] = _plain("masters")
any_of: Callable[[Cards], Cards] = _plain("any_of")
beating: Callable[[Cards], bool] = _plain("beating")
catchers: Callable[[Cards], Cards] = _plain("catchers")
caught: Callable[[Cards], Cards] = _plain("caught")

REGULAR, ONE, HAPPY, MIRROR, SELF, FISH, PANTS, PANTS2 = range(len(KINDS))
"""The kinds of deal (rules.md, 3): what the decision `praise` answers."""

__all__ = [
    "any_of",
    "beating",
    "beats",
    "catchers",
    "caught",
    "cheapest",
    "count",
    "highest",
    "lowest",
    "masters",
    "richest",
    "suit_of",
    "worth",
]
__all__ += KINDS


def told() -> str:
    """Every word that a policy may use, a line for each: how it is written and what it means."""
    words = [*view_words().values(), *card_words().values()]
    wide = max(len(word.call) for word in words)
    return "\n".join(f"{word.call:{wide}}  {' '.join(word.doc.split())}" for word in words)


if __name__ == "__main__":
    print(told())
