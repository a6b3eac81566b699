"""Melds: rows of a table, as a game's file writes them and ready to be looked for in a hand (rules.md, 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta, field

from goatsim import cards
from goatsim.errors import RequestError, wrong
from goatsim.games import read
from goatsim.games.fields import Readers, Table
from goatsim.games.options import Option, Value, fits

KINDS = ("four", "bezique", "marriage", "run")
"""The kinds of melds, in none of which a card may serve twice; a card that served in a later one is the more worn."""
EXCHANGE, SEVEN = "exchange", "seven"
"""What an exchange and a declaration are called among the melds of a record."""


class MeldRow(Table, frozen=True, kw_only=True):
    """One meld: one card of each of some `ranks`, all trumps or (a meld for each suit) of one plain `suit`; or `count`
    cards of a rank; or the `cards` that are named, which may be named twice.

    `kind`: no card serves in two melds of it. `not_all`: not all of its cards may have served together in melds of that
    kind. `grows`: half of its cards may have served in a meld of its kind, if they are still in the hand. `gives_way`:
    the name of a later meld that must be made in its place where the hand holds all cards for it, some of which have
    served so. `when` names option values without which the row is left out.
    """

    READERS: ClassVar[Readers] = {
        "ranks": lambda given, known: read.ranks(given),
        "cards": lambda given, known: tuple(cards.card(name) for name in read.items(given, "cards")),
    }

    meld: str
    points: Annotated[int, Meta(ge=1, le=10_000)]
    kind: Literal["four", "bezique", "marriage", "run"]
    ranks: str = ""
    suit: Literal["", "trump", "plain"] = ""
    count: Annotated[int, Meta(ge=0, le=8)] = 0
    cards: tuple[str, ...] = ()
    not_all: Literal["", "four", "bezique", "marriage", "run"] = ""
    grows: bool = False
    gives_way: str = ""
    when: dict[str, Value] = field(default_factory=dict)


class ResolvedMeld(NamedTuple):
    """A meld in force. `cards`: all cards of the pack that may be part of it; `size`: how many make it; `each`: how
    many of each name, 0 for any; `kind` and `not_all` are places in `KINDS` (-1: none); `gives_way`: the place of
    another meld, or -1.
    """

    meld: str
    points: int
    kind: int
    cards: tuple[str, ...]
    suit: str
    each: int
    size: int
    not_all: int
    grows: bool
    gives_way: int


def resolved(
    rows: Sequence[MeldRow], pack: Sequence[str], options: Mapping[str, Value], option_defs: Mapping[str, Option]
) -> list[ResolvedMeld]:
    """Return the melds in force, in the order of the table, those of plain suits suit by suit. RequestError for unknown
    words and for cards that are not in the pack.
    """
    kept = []
    for place, row in enumerate(rows, 1):
        name = f"meld row {place} ({row.meld})"
        if fits(row.when, name, options, option_defs):
            kept.append((name, row))
    found = [meld for name, row in kept for meld in _melds(name, row, pack)]
    places = {meld.meld: place for place, meld in enumerate(found)}
    ready = []
    for (name, row), melds in ((each, [meld for meld in found if meld.meld == each[1].meld]) for each in kept):
        if row.gives_way and row.gives_way not in places:
            raise wrong(f"the name of a meld for gives_way in {name}", row.gives_way, places)
        ready += [meld._replace(gives_way=places.get(row.gives_way, -1)) for meld in melds]
    return ready


def _melds(name: str, row: MeldRow, pack: Sequence[str]) -> list[ResolvedMeld]:
    ways = bool(row.suit and row.ranks), bool(row.count and row.ranks), bool(row.cards and not row.ranks)
    if sum(ways) != 1:
        raise RequestError(f"expected ranks with a suit, ranks with a count, or cards in {name}, got something else")
    not_all = KINDS.index(row.not_all) if row.not_all else -1

    def meld(cards_of: Sequence[str], each: int, size: int) -> ResolvedMeld:
        kind = KINDS.index(row.kind)
        return ResolvedMeld(row.meld, row.points, kind, tuple(cards_of), row.suit, each, size, not_all, row.grows, -1)

    for card in row.cards:
        if card not in pack:
            raise wrong(f"cards of the pack in {name}", card, pack)
    if row.cards:
        names = dict.fromkeys(row.cards)
        part = [card for card in pack if cards.shown(card) in names]
        each, uneven = divmod(len(row.cards), len(names))
        if uneven or not 1 <= each <= 2:
            raise RequestError(f"expected every card as often as every other in {name}, once or twice, got others")
        return [meld(part, each, len(row.cards))]
    part = [card for card in pack if card[0] in row.ranks]
    if not row.suit:
        return [meld(part, 0, row.count)]
    if row.suit == "trump":
        return [meld(part, 1, len(row.ranks))]
    suits = [[card for card in part if card[1] == suit] for suit in cards.SUITS]
    return [meld(some, 1, len(row.ranks)) for some in suits if some]
