"""A game made ready to be played: the rules, their contract, the shape of the compiled text and the scoring rows as the
engine reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from goatsim.engine.contract import Contract
from goatsim.engine.layout import MAX_CARDS, MAX_PLANES, MAX_SEATS, MAX_SUITS, MAX_TRICKS, Shape
from goatsim.errors import RequestError
from goatsim.games import Rules


@dataclass(frozen=True)
class Game:
    """What the engine needs of some rules. `rows`: the scoring rows, `ROW_WORDS` numbers each (`engine.layout`)."""

    rules: Rules
    contract: Contract
    shape: Shape
    rows: tuple[int, ...]

    def set_of(self, cards: Iterable[str]) -> int:
        """The set of some cards by name, as bits in strength order."""
        return self.contract.set_of(cards)

    def cards_of(self, cards: int) -> list[str]:
        """The names of the cards of a set, strongest first."""
        return self.contract.cards_of(cards)


@lru_cache(maxsize=256)
def game_of(rules: Rules) -> Game:
    """Make rules ready to be played. Raises `RequestError` for sizes that the engine has no room for."""
    contract = Contract(
        pack=rules.pack,
        trumps=rules.trumps,
        plain=rules.plain,
        plain_order=rules.plain_order,
        points={card: rules.card_points(card) for card in rules.pack},
        sides=rules.sides,
        rights=_rights(rules),
        opener=rules.first_leader,
    )
    for what, size, room in (
        ("seats", rules.seats, MAX_SEATS),
        ("cards", len(rules.pack), MAX_CARDS),
        ("plain suits", len(rules.plain), MAX_SUITS),
        ("cards in a hand", rules.hand_size, MAX_TRICKS),
        ("bits of card points", len(contract.planes), MAX_PLANES),
    ):
        if size > room:
            raise RequestError(f"expected at most {room} {what}, got {size} in {rules.name}")
    rows: list[int] = []
    for row in rules.scoring_rows():
        rows += [-1 if row.side is None else row.side, *row.points, *row.tricks, row.eyes, row.penalty]
    shape = Shape(
        seats=rules.seats,
        sides=rules.side_count,
        suits=len(rules.plain),
        planes=len(contract.planes),
        tricks=rules.hand_size,
        cards=len(rules.pack),
        rows=len(rules.scoring_rows()),
        talon_to=-1 if rules.talon_to == "none" else rules.talon_to,
        indexed=0,
        memory=0,
    )
    return Game(rules, contract, shape, tuple(rows))


def _rights(rules: Rules) -> tuple[int, ...]:
    """The seats that may lead trumps at will (rules.md 1; in single deals the praiser makes the first lead)."""
    seats = range(rules.seats)
    if rules.options["trump_lead"] == "all":
        return tuple(seats)
    return tuple(seat for seat in seats if rules.sides[seat] == rules.sides[rules.first_leader])
