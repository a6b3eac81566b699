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
    redeals: tuple[int, ...] = ()
    """The redeal conditions, `REDEAL_WORDS` numbers each."""
    cuts: tuple[int, int] = (0, 0)
    """The chances that no cut is offered and that the wrong player cuts, in units of 2**-64."""

    def set_of(self, cards: Iterable[str]) -> int:
        """The set of some cards by name, as bits in strength order."""
        return self.contract.set_of(cards)

    def cards_of(self, cards: int) -> list[str]:
        """The names of the cards of a set, strongest first."""
        return self.contract.cards_of(cards)

    def partner(self, seat: int) -> int:
        """The one other seat of a seat's side, with which it swaps; the seat itself if there is none."""
        sides = self.rules.sides
        others = [other for other, side in enumerate(sides) if side == sides[seat] and other != seat]
        return others[-1] if others else seat


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
    options = rules.options
    cuts = [min(int(float(options.get(name, 0)) * 2**64), 2**64 - 1) for name in ("p_no_cut", "p_wrong_cut")]
    swaps = {"off": 0, "optional": 1, "forced": 2}
    swap_one, swap_two = (swaps[str(options.get(name, "off"))] for name in ("swap_one", "swap_two"))
    redeals: list[int] = []
    for condition in rules.redeal_rows():
        of_side = int(condition.of == "side")
        held = contract.set_of(condition.cards)
        redeals += [
            of_side,
            held,
            condition.least,
            condition.most,
            condition.points,
            condition.trumps,
            condition.forced,
        ]
    shape = Shape(
        seats=rules.seats,
        sides=rules.side_count,
        # Either side may announce a card that is then a plain suit of its own.
        suits=len(rules.plain) + 2 * swap_two,
        planes=len(contract.planes),
        tricks=rules.hand_size,
        cards=len(rules.pack),
        rows=len(rules.scoring_rows()),
        talon_to=-1 if rules.talon_to == "none" else rules.talon_to,
        redeals=len(rules.redeal_rows()),
        swap_one=swap_one,
        swap_two=swap_two,
        cuts=int(any(cuts)),
        indexed=0,
        memory=0,
    )
    return Game(rules, contract, shape, tuple(rows), tuple(redeals), (cuts[0], cuts[1]))


def _rights(rules: Rules) -> tuple[int, ...]:
    """The seats that may lead trumps at will (rules.md 1; in single deals the praiser makes the first lead)."""
    seats = range(rules.seats)
    if rules.options["trump_lead"] == "all":
        return tuple(seats)
    return tuple(seat for seat in seats if rules.sides[seat] == rules.sides[rules.first_leader])
