"""What a record says of a talon that is bought, before the referee: who was offered it, who took it, what he laid aside
and what was turned up where nobody did (rules.md, 6).
"""

from __future__ import annotations

from goatsim.board import Bought
from goatsim.errors import shown
from goatsim.records import Record
from goatsim.records.occasion import Occasion
from goatsim.records.told import Told


class Selling:
    """What one record says of it, against what the rules say. Cards are sets of bits (`Game.set_of`).

    After `hold`, `faults` has a sentence for each disagreement, `bought` says what became of the talon, and the hands
    of the deal are those that are played. `soloist` is who bought it, None if nobody did.
    """

    def __init__(self, record: Record, deal: Told, occasion: Occasion) -> None:
        """Take a record up, of which `deal` tells the cards as they were dealt; nothing is judged yet."""
        self.faults: list[str] = []
        self.bought = Bought()
        self._record = record
        self._deal = deal
        self._game = occasion.game
        self._order = occasion.seats_from(occasion.left)
        self._size = occasion.game.rules.talon_size
        self.soloist = self._soloist() if occasion.game.rules.buys else None

    def hold(self) -> None:
        """Judge it, and give the talon to whoever bought it."""
        record, soloist = self._record, self.soloist
        if not self._game.rules.buys:
            for key in ("buys", "soloist", "discard"):
                if getattr(record, key) is not None:
                    got = shown(getattr(record, key))
                    self._fault(f"expected no {key}, since no talon is bought in {self._game.rules.name}, got {got}")
            return
        if soloist is None:
            if record.discard:
                self._fault(f"expected no discard, since nobody bought the talon, got {' '.join(record.discard)}")
            self.bought = Bought(None, turned=self._turned())
            return
        if record.turned is not None:
            self._fault(f"expected no card turned up, since seat {soloist} bought the talon, got {record.turned}")
        self.bought = Bought(soloist, self._take(soloist))

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def _soloist(self) -> int | None:
        """The seat that bought, as the answers or else the record itself say; None if nobody did."""
        record, seats = self._record, len(self._order)
        if record.soloist is not None and record.soloist >= seats:
            self._fault(f"expected a soloist from 0 to {seats - 1}, got {record.soloist}")
            return None
        buys = record.buys
        if buys is None:
            return record.soloist
        found = self._order[buys.index(True)] if True in buys[:seats] else None
        asked = seats if found is None else buys.index(True) + 1
        if len(buys) != asked:
            until = "all were asked" if found is None else f"seat {found} bought"
            self._fault(f"buys: expected {asked} answers, until {until}, got {len(buys)}")
        if record.soloist not in (None, found):
            who = "no soloist" if found is None else f"soloist {found}"
            self._fault(f"expected {who}, by buys, got {record.soloist}")
        return found

    def _turned(self) -> int:
        """The card of the talon that was turned up, where nobody bought; 0 if it is not told."""
        record, place = self._record, self._game.contract.place
        upper = tuple(self._game.cards_of(self._deal.stock[0])) if self._deal.stock else ()
        if record.turned is not None and record.turned not in place:
            self._fault(f"turned: expected a card of the pack, got {record.turned}")
        elif record.turned is not None and upper not in ((), (record.turned,)):
            self._fault(f"turned: expected {upper[0]}, the upper card of the talon, got {record.turned}")
        elif record.turned is not None and not upper and not 1 << place[record.turned] & self._left():
            self._fault(f"turned: expected a card of the talon, got {record.turned}, which is in a hand")
        said = [card for card in (*upper, record.turned) if card in place][:1]
        return self._game.set_of(said)

    def _left(self) -> int:
        """The cards that may be in the talon."""
        return self._deal.talon or self._deal.unknown

    def _take(self, soloist: int) -> int:
        """Give the talon to the soloist and take away what he laid aside; returns that, as far as it is told."""
        record, deal = self._record, self._deal
        known = deal.told[soloist] and deal.talon.bit_count() == self._size
        hand = deal.hands[soloist] | deal.talon
        deal.hands[soloist], deal.talon = hand, 0
        deal.told[soloist] = known
        if record.discard is None:
            aside = hand & ~self._played(soloist) if known else 0
            aside = aside if aside.bit_count() == self._size else 0
        else:
            aside = self._aside(soloist, hand, known)
        deal.hands[soloist] &= ~aside
        return aside

    def _aside(self, soloist: int, hand: int, known: bool) -> int:
        cards, place = tuple(self._record.discard or ()), self._game.contract.place
        said = f"discard: expected {self._size} different cards of the pack"
        if len(set(cards)) != self._size or len(cards) != self._size or not set(cards) <= place.keys():
            self._fault(f"{said}, got {' '.join(cards) or 'none'}")
            return 0
        aside = self._game.set_of(cards)
        for seat, other in enumerate(self._deal.hands):
            if seat != soloist and other & aside:
                names = self._deal.names(other & aside)
                self._fault(f"discard: expected cards of seat {soloist}, got {names}, in the hand of seat {seat}")
        if known and not aside & ~hand:
            return aside
        return aside & hand if known else aside

    def _played(self, seat: int) -> int:
        """All cards that a seat plays in the record, if all tricks are there; else the whole pack."""
        game, seats = self._game, len(self._order)
        tricks = self._record.tricks
        if len(tricks) != game.shape.tricks or any(len(trick.cards) != seats for trick in tricks):
            return (1 << game.shape.cards) - 1
        cards = [trick.cards[(seat - trick.leader) % seats] for trick in tricks]
        return game.set_of(card for card in cards if card in game.contract.place)
