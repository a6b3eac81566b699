"""Cards by name: two characters, rank then suit, such as ``QC`` or ``TD``.

Input also takes ``10D``, lower case, suit symbols and Cyrillic letters; output never does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from goatsim.errors import RequestError, wrong

RANKS = "ATKQJ98765432"
"""Every rank in the fixed order of a pack (not the order of play, which is each game's own)."""

SUITS = "CSHD"
"""Clubs, spades, hearts, diamonds: the fixed order of a pack."""

SUIT_NAMES = dict(zip(SUITS, ("clubs", "spades", "hearts", "diamonds"), strict=True))
"""The suits in full."""

NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""All 52 cards in pack order."""

_PLACE = {name: place for place, name in enumerate(NAMES)}

COPY = "'"
"""Marks the second copy of a card within the package, in a pack that holds every card twice. Nobody reads or writes it:
both copies bear one name.
"""

# A Cyrillic letter can be a rank and a suit (К is the king and, for "крести", clubs), so its place in the word decides.
# Т is the ace (туз), never the ten, which Russians write 10; А is read as the Latin letter that it looks like.
_RANK_LETTERS = {rank: rank for rank in RANKS} | {"Т": "A", "А": "A", "К": "K", "Д": "Q", "В": "J"}
_SUIT_LETTERS = (
    {suit: suit for suit in SUITS}
    | dict(zip("♣♠♥♦♧♤♡♢", SUITS + SUITS, strict=True))
    | {"Т": "C", "К": "C", "П": "S", "В": "S", "Ч": "H", "Б": "D"}
)

_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"

_RANK_SHAPE = f"(?:10|[{''.join(_RANK_LETTERS)}])"
SUIT_SHAPE = f"[{''.join(_SUIT_LETTERS)}]{_EMOJI_STYLE}?"
CARD_SHAPE = _RANK_SHAPE + SUIT_SHAPE
WILDCARD_SHAPE = rf"(?:{_RANK_SHAPE}\*|\*{SUIT_SHAPE})"
"""Regular expressions, for either case, of the letter or symbol of a suit, of a card, and of all cards of a rank or a
suit as `wanted` takes them.
"""


def rank_of(text: str) -> str | None:
    """Return the rank (a character of `RANKS`) that `text` writes, or None if it writes none."""
    folded = text.upper()
    return "T" if folded == "10" else _RANK_LETTERS.get(folded)


def _card_or_none(text: str) -> str | None:
    folded = text.strip().upper().replace(_EMOJI_STYLE, "")
    cut = 2 if folded.startswith("10") else 1
    rank, suit = rank_of(folded[:cut]), _SUIT_LETTERS.get(folded[cut:])
    return rank + suit if rank and suit else None


def card(text: object) -> str:
    """Return the name of the card that `text` writes; RequestError if it writes none."""
    name = _card_or_none(text) if isinstance(text, str) else None
    if name is None:
        raise wrong("a card such as QC, TD or 9S", text, NAMES)
    return name


def suit(text: object) -> str:
    """Return the suit (a character of `SUITS`) that `text` writes: a name such as clubs, a letter or a symbol.

    RequestError if it writes none.
    """
    folded = text.strip().replace(_EMOJI_STYLE, "") if isinstance(text, str) else ""
    by_name = {name: letter for letter, name in SUIT_NAMES.items()}
    found = by_name.get(folded.casefold()) or _SUIT_LETTERS.get(folded.upper())
    if found is None:
        raise wrong(f"a suit ({', '.join(by_name)})", text, by_name)
    return found


def cards(given: object) -> tuple[str, ...]:
    """Return the names of the cards in a text (parted by spaces or commas) or a list, in the order given.

    RequestError if a word is no card or a card comes twice.
    """
    return _each_once(given, card)


def wanted(given: object) -> tuple[str, ...]:
    """Return what a text or a list, as of `cards`, asks for: cards, ``J*`` (every jack), ``*D`` (every diamond).

    RequestError if a word is none of these or comes twice.
    """
    return _each_once(given, lambda word: _wildcard_or_none(word) or card(word))


def matching(name: str, pack: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a pack that one word of `wanted` means, in the pack's order, copies among them."""
    return tuple(each for each in pack if all(a in ("*", b) for a, b in zip(name, shown(each), strict=True)))


def shown(card: str) -> str:
    """Return the name that a card of a pack bears, be it a copy or not."""
    return card[:2]


def uncopied(names: Iterable[str]) -> list[str]:
    """Return the names of some cards of a pack, each once."""
    return list(dict.fromkeys(map(shown, names)))


def copied(names: Iterable[str]) -> tuple[str, ...]:
    """Return every card and its copy, side by side."""
    return tuple(each for name in names for each in (name, name + COPY))


def _wildcard_or_none(word: object) -> str | None:
    folded = word.strip().upper().replace(_EMOJI_STYLE, "") if isinstance(word, str) else ""
    if folded.endswith("*"):
        rank = rank_of(folded[:-1])
        return f"{rank}*" if rank else None
    suit = _SUIT_LETTERS.get(folded[1:]) if folded.startswith("*") else None
    return f"*{suit}" if suit else None


def _each_once(given: object, read: Callable[[object], str]) -> tuple[str, ...]:
    if isinstance(given, str):
        words: Iterable[object] = [word for word in re.split(r"[\s,]+", given) if word]
    elif isinstance(given, Iterable) and not isinstance(given, dict):
        words = given
    else:
        raise wrong("cards as a text or a list", given)
    found: dict[str, None] = {}
    for word in words:
        name = read(word)
        if name in found:
            raise RequestError(f"expected every card once, got {name} twice")
        found[name] = None
    return tuple(found)


def pack_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return card names sorted into the fixed order of a pack: suits C S H D, in each suit A T K Q J 9 ... 2."""
    return tuple(sorted(names, key=lambda name: (_PLACE[shown(name)], name)))
