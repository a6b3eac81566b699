"""The swaps of a record before the referee (rules.md, 2)."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.records.occasion import Occasion
from goatsim.records.parts import Swap
from goatsim.records.praising import tricks_of
from goatsim.records.told import Table, Told

FORCED = 2


class Swapping:
    """The swaps that a record tells of, against what the rules say. Cards are sets of bits (`Game.set_of`).

    After `hold`, `faults` has a sentence for each disagreement, the hands of the deal are those that are played, and
    `announced` are the trumps that are plain in it.
    """

    def __init__(
        self,
        table: Table,
        deal: Told,
        swaps: Sequence[Swap],
        occasion: Occasion,
        opener: int,
        kind: int,
        turned: int = 0,
    ) -> None:
        """Take the swaps up; `deal` tells the hands as dealt, `opener` is asked first, `kind` is how it was dealt.
        `turned`: the card turned up.
        """
        self.faults: list[str] = []
        self.announced: list[int] = []
        self._game = table.game
        self._deal = deal
        self._swaps = swaps
        self._one, self._two = table.game.shape.swap_one, table.game.shape.swap_two
        whole = not tricks_of(table.game, kind)
        self._forced = self._one == FORCED and not table.may_refuse and whole
        self._order = occasion.seats_from(opener)
        self._kept = occasion.forced
        rules = table.game.rules
        self._trumps = table.game.trumps_by(turned)
        self._scoring = table.game.set_of(card for card in rules.pack if rules.card_points(card))
        self._seats = rules.seats
        self._dealt = list(deal.hands)
        self._busy: set[int] = set()

    def hold(self) -> None:
        """Judge the swaps, in the order in which the seats are asked, and pass the cards."""
        if self._swaps and not self._one and not self._two:
            self._fault(f"expected no swaps, since the rules allow none, got {len(self._swaps)}")
            return
        asked = -1
        for number, swap in enumerate(self._swaps, 1):
            where = f"swap {number}: "
            if max(swap.giver, swap.receiver) >= self._seats:
                seats = f"{swap.giver} and {swap.receiver}"
                self._fault(f"{where}expected a giver and a receiver from 0 to {self._seats - 1}, got {seats}")
                continue
            place = self._order.index(swap.giver)
            if place < asked:
                before = self._order[asked]
                self._fault(f"{where}expected givers in the order of the seats, got {swap.giver} after {before}")
            self._pass_over(asked + 1, place)
            asked = max(asked, place)
            self._judge(where, swap)
        self._pass_over(asked + 1, self._seats)

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def _names(self, cards: int) -> str:
        return self._deal.names(cards) or "none"

    def _pass_over(self, first: int, end: int) -> None:
        """See that seats that gave nothing did not have to."""
        for seat in self._order[first : end if self._forced else first]:
            trumps = self._dealt[seat] & self._trumps
            partner = self._game.partner(seat)
            bound = self._deal.told[seat] and trumps.bit_count() == 1 and not {seat, partner} & self._busy
            bound = bound and not trumps & self._kept
            if bound and partner != seat and self._deal.hands[partner] & ~self._trumps & ~self._kept:
                self._fault(f"expected seat {seat} to pass {self._names(trumps)}, which is forced, got no such swap")

    def _judge(self, where: str, swap: Swap) -> None:
        partner = self._game.partner(swap.giver)
        if swap.receiver != partner or partner == swap.giver:
            whom = f"receiver {partner}, the partner of seat {swap.giver}" if partner != swap.giver else "a partner"
            self._fault(f"{where}expected {whom}, got {swap.receiver}")
            return
        again = {swap.giver, swap.receiver} & self._busy
        if again:
            self._fault(f"{where}expected nobody to swap twice, got seat {min(again)} once more")
        self._busy |= {swap.giver, swap.receiver}
        place = self._game.contract.place
        strange = [card for card in (swap.gave, swap.got, swap.announced) if card is not None and card not in place]
        if strange:
            self._fault(f"{where}expected cards of the pack, got {' '.join(strange)}")
            return
        gave, got = 1 << place[swap.gave], 1 << place[swap.got]
        announced = 1 << place[swap.announced] if swap.announced else 0
        for seat, cards in ((swap.giver, (gave, announced)), (swap.receiver, (got,))):
            for card in cards:
                self._deal.learn(seat, card)
            self._dealt[seat] |= self._deal.hands[seat] if not again else 0
        self._judge_gift(where, swap.giver, gave, announced)
        self._judge_return(where, swap.receiver, got)
        hands = self._deal.hands
        if gave & hands[swap.giver] and got & hands[swap.receiver]:
            hands[swap.giver] ^= gave | got
            hands[swap.receiver] ^= gave | got

    def _judge_gift(self, where: str, giver: int, gave: int, announced: int) -> None:
        trumps = self._dealt[giver] & self._trumps
        scoring = trumps & self._scoring
        told = self._deal.told[giver]
        did = f"{where}seat {giver} gave {self._names(gave)}"
        many = trumps.bit_count()
        # Of a hand that is not told in full only what is known can speak against a swap.
        one = self._one and many == 1 and (told or not announced)
        two = self._two and many == 2 and scoring.bit_count() == 1
        if not gave & trumps or not (one or two):
            why = f"the trumps {'' if told else 'known to be '}dealt to it are {self._names(trumps)}"
            if gave & trumps and many == 1 and not announced:
                why = "the rules allow no swap of a single trump"
            elif gave & trumps and many == 2 and not self._two:
                why = f"the rules allow no swap of one of two trumps, {self._names(trumps)}"
            self._fault(f"{did}, but {why}")
            return
        if gave & self._kept:
            self._fault(f"{did}, a card that must be led and may not be passed")
            return
        gift = scoring if many == 2 else trumps
        if gave != gift:
            self._fault(
                f"{where}expected seat {giver} to give {self._names(gift)}, its trump with points, got "
                f"{self._names(gave)}"
            )
            return
        rest = trumps & ~gift
        if announced != rest:
            wanted = f"{self._names(rest)} to be announced" if rest else "no card to be announced"
            self._fault(f"{where}expected {wanted}, got {self._names(announced)}")
        if rest:
            self.announced = [*self.announced, rest][:2]

    def _judge_return(self, where: str, receiver: int, got: int) -> None:
        plain = self._deal.hands[receiver] & ~self._trumps & ~self._kept
        if got & plain:
            return
        owner = next((seat for seat, hand in enumerate(self._deal.hands) if got & hand), None)
        what = "in no hand" if owner is None else f"in the hand of seat {owner}"
        what = "a trump" if got & self._trumps else "a card that must be led" if got & self._kept else what
        legal = f"; it could give {self._names(plain)}"
        self._fault(f"{where}seat {receiver} gave back {self._names(got)}, which is {what}{legal}")
