"""What a record tells of the cards dealt, and what can be said of hands that it tells only in part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goatsim.board import Board
from goatsim.game import Game
from goatsim.games.redeal import ResolvedRedeal


@dataclass(frozen=True)
class Table:
    """A game ready to be judged. `conditions`: the redeal conditions in force, in order; `may_refuse`: a
    partner may turn a swap down, so that none is forced.
    """

    game: Game
    board: Board
    conditions: tuple[ResolvedRedeal, ...] = ()
    may_refuse: bool = False


class Told:
    """The cards of a deal as far as they are told. Cards are sets of bits (`Game.set_of`), seats count from 0.

    `hands` and `talon` are what is known of them, `stock` lists the cards of a stock, or of a talon of which the order
    counts, top first, if that is known (`talon` holds them, too), `told` says of which seats everything is; `later`
    are those cards of the hands that are dealt with the second half of a pack, `up` is the card turned up if the number
    of the deal tells it. `faults` has a sentence for each thing that cannot be.
    """

    def __init__(
        self,
        game: Game,
        hands: Sequence[Sequence[str] | None] | None,
        talon: Sequence[str] | None,
        where: str = "",
        stock: Sequence[str] | None = None,
    ) -> None:
        """Read the cards; each sentence begins with `where`. What is not told is filled in where only one place
        is left.
        """
        self.faults: list[str] = []
        self.hands = [0] * game.shape.seats
        self.talon = 0
        self.told = [False] * game.shape.seats
        self._game = game
        self.stock: list[int] = []
        self.later = [0] * game.shape.seats
        self.up: str | None = None
        self._size = game.rules.dealt
        self._pack = (1 << game.shape.cards) - 1
        self._where = where
        self._read(hands if hands is not None else (None,) * game.shape.seats, talon or (), stock or ())
        if not self.faults:
            self._complete()

    def names(self, cards: int) -> str:
        """The names of a set, strongest first."""
        return " ".join(self._game.cards_of(cards))

    @property
    def held(self) -> int:
        """All cards that are known to be in a hand."""
        held = 0
        for hand in self.hands:
            held |= hand
        return held

    @property
    def unknown(self) -> int:
        """The cards of which it is not told where they are."""
        return self._pack & ~self.talon & ~self.held

    def listed(self, seat: int, turned: str | None = None) -> list[str]:
        """A hand by name, the cards of a second half behind the others, and a card turned up last among those."""
        first = self._game.cards_of(self.hands[seat] & ~self.later[seat])
        first.sort(key=lambda card: card == turned)
        return [*first, *self._game.cards_of(self.later[seat])]

    def free(self, seat: int) -> int:
        """How many cards of a seat are not told."""
        return 0 if self.told[seat] else max(0, self._size - self.hands[seat].bit_count())

    def learn(self, seat: int, card: int) -> None:
        """Put a card of which it is not told where it is into a hand that has room for it."""
        if card & self.unknown and self.free(seat):
            self.hands[seat] |= card

    def _fault(self, sentence: str) -> None:
        self.faults.append(self._where + sentence)

    def _read(self, stated: Sequence[Sequence[str] | None], talon: Sequence[str], stock: Sequence[str]) -> None:
        game, seats = self._game, self._game.shape.seats
        if len(stated) != seats:
            self._fault(f"expected {seats} hands, got {len(stated)}")
        owners: dict[str, str] = {}
        for seat, hand in enumerate(stated[:seats]):
            where = f"hand of seat {seat}"
            if hand is not None and len(hand) > self._size:
                self._fault(f"{where}: expected at most {self._size} cards, got {len(hand)}")
            first = game.shape.hand if game.shape.halves else len(hand or ())
            self.later[seat] = self._keep((hand or ())[first:], where, owners)
            self.hands[seat] = self._keep((hand or ())[:first], where, owners) | self.later[seat]
            self.told[seat] = self.hands[seat].bit_count() == self._size
        size = game.rules.talon_size
        for what, cards, expected in (
            ("talon", talon, 0 if game.rules.draw else size),
            ("stock", stock, size if game.rules.draw else 0),
        ):
            if cards and len(cards) != expected:
                wanted = f"a {what} of {expected} cards" if expected else f"no {what}"
                self._fault(f"expected {wanted}, got {' '.join(cards[: game.shape.tricks])}")
            self.talon |= self._keep(cards, what, owners)
        talon = [*talon, *stock]
        if game.rules.ordered and not self.faults:
            self.stock = [game.set_of([card]) for card in talon]
        missing = self.unknown
        lengths = [len(hand or ()) for hand in stated]
        if self.faults and missing and lengths == [self._size] * seats and len(talon) == size:
            self._fault(f"expected every card of the pack, got no {self.names(missing)}")

    def _keep(self, cards: Iterable[str], where: str, owners: dict[str, str]) -> int:
        kept, place = 0, self._game.contract.place
        for card in cards:
            if card not in place:
                self._fault(f"{where}: expected cards of the pack, got {card}")
            elif card in owners:
                again = f"{card} twice" if owners[card] == where else f"{card}, which is in the {owners[card]} too"
                self._fault(f"{where}: expected every card once, got {again}")
            else:
                owners[card] = where
                kept |= 1 << place[card]
        return kept

    def _complete(self) -> None:
        game, left = self._game, self.unknown
        unknown = [seat for seat, told in enumerate(self.told) if not told]
        if not unknown and not self.talon:
            self.talon = left
        # Of the two halves of a hand that is not told only the cards together would be known.
        elif len(unknown) == 1 and not game.shape.halves and self.talon.bit_count() == game.rules.talon_size:
            self.hands[unknown[0]] |= left
            self.told[unknown[0]] = True


def holds(table: Table, row: ResolvedRedeal, deal: Told, seats: Sequence[int]) -> tuple[bool, bool]:
    """Whether a redeal condition may hold for the hands of some seats together, and whether it must, as far as
    these are told.
    """
    game = table.game
    cards = 0
    for seat in seats:
        cards |= deal.hands[seat]
    free = sum(deal.free(seat) for seat in seats)
    trumps, asked = game.set_of(game.rules.trumps), game.set_of(row.cards)
    some, points = (cards & asked).bit_count(), table.board.points(cards)
    more = min(free, (deal.unknown & asked).bit_count())
    may = (
        row.least <= some + more
        and some <= row.most
        and points <= row.points
        and (cards & trumps).bit_count() <= row.trumps
    )
    worst = sorted((game.rules.card_points(card) for card in game.cards_of(deal.unknown)), reverse=True)[:free]
    must = (
        row.least <= some
        and some + more <= row.most
        and points + sum(worst) <= row.points
        and (cards & trumps).bit_count() + min(free, (deal.unknown & trumps).bit_count()) <= row.trumps
    )
    return may, must
