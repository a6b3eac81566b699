"""What happens between the tricks of a record, before the referee: cards drawn from the stock, and the exchange of last
cards (rules.md, 7).
"""

from __future__ import annotations

from goatsim.board import Board
from goatsim.records import Record
from goatsim.records.parts import Swap
from goatsim.records.told import Told


class Between:
    """The time between the tricks of one record. Cards are sets of bits (`Game.set_of`), seats and tricks count from 0.

    Where the order of the stock is told, the board draws from it. Where it is not, a seat is believed to have drawn
    what it plays, as long as it can have: the referee then knows less of the hands, and accuses of less. `faults` has a
    sentence for each disagreement; the hands of `deal` are what the seats are known to have been dealt and to have
    drawn so far.
    """

    def __init__(self, record: Record, board: Board, deal: Told) -> None:
        """Take a record up that is played on a board; `deal` tells its cards."""
        self.faults: list[str] = []
        rules = board.game.rules
        self._board = board
        self._deal = deal
        self._place = board.game.contract.place
        self._tricks = record.tricks
        self._seats = rules.seats
        self._last = rules.tricks - 1
        self._draws = rules.tricks - rules.hand_size
        self._loose = rules.draw and not deal.stock
        self._swaps = [swap for swap in record.swaps or () if swap.trick is not None]
        self._learned = [0] * self._seats

    def begin(self) -> None:
        """See what the record says of exchanges before the first card is led."""
        allowed = self._board.game.shape.last_swap
        for swap in self._swaps:
            if not allowed:
                self.faults.append(f"expected no swap between tricks, since the rules allow none, got {_said(swap)}")
            elif swap.trick != self._last + 1:
                self.faults.append(f"expected a swap before trick {self._last + 1} alone, got {_said(swap)}")
        self._swaps = [swap for swap in self._swaps if allowed and swap.trick == self._last + 1]
        if len(self._swaps) > 1:
            self.faults.append(f"expected at most one swap before trick {self._last + 1}, got {len(self._swaps)}")

    def learn(self, trick: int, seat: int, card: int) -> None:
        """Believe that a seat has drawn a card that it plays, if its place is not known and the seat can have it."""
        deal = self._deal
        if not self._loose or not card or card & deal.held:
            return
        missing = 0 if deal.told[seat] else self._board.game.shape.hand - self._dealt(seat)
        if self._learned[seat] < missing + min(trick, self._draws):
            self._learned[seat] += 1
            deal.hands[seat] |= card
            self._board.hold(seat, deal.hands[seat])

    def _dealt(self, seat: int) -> int:
        return self._deal.hands[seat].bit_count() - self._learned[seat]

    def after(self, trick: int) -> None:
        """Go on behind a trick that was taken."""
        if self._loose:
            if trick + 1 == self._draws:
                # Nothing is drawn any more: whatever is played from now on is in the hands already.
                self._learn_rest(trick + 1)
        else:
            for seat in range(self._seats):
                self._deal.hands[seat] = self._board.hand(seat)
        if trick + 1 == self._last and not self._board.stopped:
            self._judge_exchange()

    def _learn_rest(self, first: int) -> None:
        moved = {swap.giver: (swap.gave, swap.got) for swap in self._swaps}
        moved |= {swap.receiver: (swap.got, swap.gave) for swap in self._swaps}
        for trick in self._tricks[first:]:
            for position, name in enumerate(trick.cards[: self._seats]):
                seat = (trick.leader + position) % self._seats
                held, got = moved.get(seat, ("", ""))
                # Who plays a card that it got by an exchange held the one that it gave.
                name = held if name == got else name
                if name in self._place:
                    self.learn(first, seat, 1 << self._place[name])

    def _judge_exchange(self) -> None:
        """Compare the exchange that the rules force with what the record says of it."""
        made, board, where = self._board.exchanged(), self._board, f"trick {self._last + 1}: "
        said = self._swaps[0] if self._swaps else None
        if made is not None:
            giver, gave, got = made
            receiver = board.game.partner(giver)
            right = (giver, receiver, *board.game.cards_of(gave), *board.game.cards_of(got))
            known = gave.bit_count() == got.bit_count() == 1
            if known and said is None:
                forced = f"seat {giver} to exchange {right[2]} for {right[3]} of seat {receiver}, which is forced"
                self.faults.append(f"{where}expected {forced}, got no such swap")
            elif known and said and (said.giver, said.receiver, said.gave, said.got) != right:
                wanted = f"seat {giver} to give {right[2]} to seat {receiver} for {right[3]}"
                self.faults.append(f"{where}expected {wanted}, got {_said(said)}")
            led = self._tricks[self._last].cards[:1] if len(self._tricks) > self._last else ()
            if not known or (said is None and list(led) != board.game.cards_of(got)):
                # What follows was played without it.
                for seat in (giver, receiver):
                    board.hold(seat, board.hand(seat) ^ (gave | got))
        elif said is not None:
            why = "since its leader may lead the card that it has, or the partner has no plain one"
            self.faults.append(f"{where}expected no swap before it, {why}, got {_said(said)}")
        for seat in range(self._seats):
            self._deal.hands[seat] = board.hand(seat)

    def where(self, trick: int, card: int) -> str:
        """Say where a card is that its player does not hold in a trick."""
        for seat, hand in enumerate(self._deal.hands):
            if card & hand:
                return f"in the hand of seat {seat}"
        drawn = self._seats * min(trick, self._draws)
        return "still in the stock" if self._loose or card in self._deal.stock[drawn:] else "in no hand"


def _said(swap: Swap) -> str:
    return f"{swap.gave} of seat {swap.giver} for {swap.got} of seat {swap.receiver} before trick {swap.trick}"
