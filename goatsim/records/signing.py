"""The signs of a record: how they are written down, and how the referee judges them (rules.md, 12)."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine import signals as columns
from goatsim.errors import nearest, shown
from goatsim.game import Game
from goatsim.games.signs import AMONG, ResolvedSign, given_signs, signs
from goatsim.records import Record
from goatsim.records.occasion import Occasion
from goatsim.records.parts import Signs
from goatsim.records.praising import tricks_of
from goatsim.records.told import Told


def signs_told(game: Game, lane: Sequence[int], occasion: Occasion) -> tuple[Signs, ...] | None:
    """The signs of a deal from what the engine left in a lane, one word a column, by seat at the table; None if nobody
    gave any.
    """
    found = []
    for place in range(game.shape.seats):
        given, noticed = (
            tuple(sign.id for k, sign in enumerate(signs()) if lane[column + place] >> k & 1)
            for column in (columns.GIVEN, columns.NOTICED)
        )
        if given:
            found.append(Signs.model_construct(seat=occasion.at_table(place), signs=given, noticed=noticed or None))
    return tuple(sorted(found, key=lambda one: one.seat)) or None


class Signing:
    """The signs that a record tells of, against what the rules say. Cards are sets of bits (`Game.set_of`).

    After `hold`, `faults` has a sentence for each disagreement. Of a hand that is not told in full only what is known
    can speak against a sign.
    """

    def __init__(self, record: Record, game: Game, deal: Told, opener: int, kind: int) -> None:
        """Take a record up, of which `deal` tells the hands that are played; `opener` leads first, `kind` is how the
        cards were dealt.
        """
        self.faults: list[str] = []
        self._record = record
        self._game = game
        self._deal = deal
        self._opener = opener
        self._signs = {sign.id: sign for sign in given_signs(game.rules)}
        suit = record.trump or (record.turned or deal.up or "")[1:2]
        # Where a turned card makes trumps, they are not known without it.
        self._known = bool(suit) or not game.rules.turns_up
        plain = game.rules.plain.get(suit, ()) if game.rules.turns_up else ()
        self._trumps = game.set_of((*game.rules.trumps, *plain))
        self._laid = [0] * game.shape.seats
        place = game.contract.place
        for trick in record.tricks[: tricks_of(game, kind)]:
            for position, card in enumerate(trick.cards):
                seat = (trick.leader + position) % game.shape.seats
                self._laid[seat] |= 1 << place[card] if card in place else 0

    def hold(self, announced: Sequence[int]) -> None:
        """Judge them; `announced`: trumps that are plain in this deal. A record that tells of none is not judged."""
        if self._record.signals is None:
            return
        rules = self._game.rules
        if not self._signs:
            self._fault(f"expected none, since partners give no signs in {rules.name}, got some")
            return
        for card in announced:
            self._trumps &= ~card
        given: dict[int, tuple[str, ...]] = {}
        for one in self._record.signals:
            where = f"seat {one.seat}: "
            if one.seat >= rules.seats or one.seat in given:
                what = f"each seat once, from 0 to {rules.seats - 1}"
                self._fault(f"expected {what}, got seat {one.seat}{' again' if one.seat in given else ''}")
                continue
            given[one.seat] = one.signs
            if not self._gives(one.seat):
                self._fault(f"{where}expected no signs of it, by signals_by={rules.options['signals_by']}, got some")
                continue
            self._judge_given(where, one)
            self._judge_noticed(where, one)
        for seat in filter(self._gives, range(rules.seats)):
            for sign in self._signs.values():
                if self._known and sign.id not in given.get(seat, ()) and self._true(sign, seat)[1]:
                    self._fault(f"seat {seat}: expected {sign.id}, which is true of its hand, got no such sign")

    def _fault(self, sentence: str) -> None:
        self.faults.append(f"signals: {sentence}")

    def _gives(self, seat: int) -> bool:
        """Whether a seat gives signs."""
        sides, by = self._game.rules.sides, self._game.rules.options["signals_by"]
        first = sides[seat] == sides[self._opener]
        return sides.count(sides[seat]) > 1 and (by == "everybody" or (by == "first_side") == first)

    def _judge_given(self, where: str, one: Signs) -> None:
        for sign in one.signs:
            if sign not in self._signs:
                known = ", ".join(self._signs)
                self._fault(f"{where}expected signs in force ({known}), got {shown(sign)}{nearest(sign, self._signs)}")
            elif one.signs.count(sign) > 1:
                self._fault(f"{where}expected every sign once, got {sign} again")
            elif self._known and not self._true(self._signs[sign], one.seat)[0]:
                hand = self._deal.names(self._hand(one.seat)) or "no card that is known"
                self._fault(f"{where}expected signs that are true, got {sign} from {hand}")

    def _judge_noticed(self, where: str, one: Signs) -> None:
        chance, noticed = float(self._game.rules.options["p_noticed"]), one.noticed or ()
        for sign in noticed:
            if sign not in one.signs:
                self._fault(f"{where}expected signs that it gave to be noticed, got {shown(sign)}")
            elif not chance:
                self._fault(f"{where}expected no sign to be noticed, since p_noticed is 0, got {sign}")
        for sign in one.signs if chance == 1 else ():
            if sign not in noticed:
                self._fault(f"{where}expected every sign to be noticed, since p_noticed is 1, got {sign} unnoticed")

    def _hand(self, seat: int) -> int:
        return self._deal.hands[seat] & ~self._laid[seat]

    def _true(self, sign: ResolvedSign, seat: int) -> tuple[bool, bool]:
        """Whether a sign may be true of a hand, and whether it must, as far as that is told."""
        cards, among = self._game.set_of(sign.cards), AMONG[sign.among]
        cards &= self._trumps if among == "trumps" else ~self._trumps if among == "plain" else -1
        hand, more = self._hand(seat), self._deal.unknown if self._deal.free(seat) else 0
        told = not self._deal.free(seat)
        if sign.void:
            may = bool(cards and not hand & cards and (hand | more) & self._trumps)
            return may, may and told
        return bool((hand | more) & cards), bool(hand & cards)
