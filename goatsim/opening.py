"""What a record says of the time between the deal and the first lead, before the referee: redeals, faults of
the cut and swaps (rules.md, 2 and 4).
"""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine.layout import CLAIM_LIMIT, CUT_FAULT, ENDINGS, NO_CUT, THIRD_CLAIM, WRONG_CUT
from goatsim.errors import nearest, shown
from goatsim.games.redeal import ResolvedRedeal
from goatsim.records import Record, Redeal
from goatsim.swapping import Swapping
from goatsim.told import Table, Told, holds


class Opening:
    """What one record says of it, against what the rules say.

    After `hold`, `faults` has a sentence for each disagreement; the hands of `deal` are those that are played, and
    `announced` the trumps that are plain in it. `ended` is the outcome of a deal that was not played, "" if it was, and
    `charged` the side that pays for it, None if that is not known.
    """

    def __init__(self, record: Record, table: Table, deal: Told) -> None:
        """Take up a record whose hands, as dealt, are told by `deal`; nothing is judged yet."""
        self.faults: list[str] = []
        self.ended = ""
        self.charged: int | None = None
        self.announced: list[int] = []
        self._record = record
        self._table = table
        self._deal = deal
        self._sides = table.game.rules.sides
        self._seats = table.game.shape.seats
        self._dealer = self._seats - 1

    def hold(self) -> None:
        """Judge it, and pass the cards that were swapped."""
        self._judge_redeals()
        self._judge_ending()
        swaps = self._record.swaps or ()
        if self.ended:
            if self._record.tricks:
                self._fault(f"expected no tricks in a deal that was not played, got {len(self._record.tricks)}")
            if swaps:
                self._fault(f"expected no swaps in a deal that was not played, got {len(swaps)}")
            return
        self._judge_kept_hands()
        swapping = Swapping(self._table, self._deal, swaps)
        swapping.hold()
        self.faults += swapping.faults
        self.announced = swapping.announced

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    # Redeals

    def _judge_redeals(self) -> None:
        redeals = self._record.redeals or ()
        if redeals and not self._table.conditions:
            self._fault(f"expected no redeals, since the rules allow none, got {len(redeals)}")
            return
        if len(redeals) > CLAIM_LIMIT:
            self._fault(f"expected at most {CLAIM_LIMIT} redeals, got {len(redeals)}")
        for number, redeal in enumerate(redeals[:CLAIM_LIMIT], 1):
            where = f"redeal {number}: "
            deal = self._deal
            if number < CLAIM_LIMIT:
                deal = Told(self._table.game, redeal.hands, None, where)
                self.faults += deal.faults
            elif redeal.hands is not None:
                self._fault(f"{where}expected no hands of its own, since the third claim cancels none, got some")
            self._judge_claim(where, redeal, deal)

    def _judge_claim(self, where: str, redeal: Redeal, deal: Told) -> None:
        """Judge one claim: whether its reason is one, held for the hands, and came first."""
        rows = self._table.conditions
        reasons = [row.reason for row in rows]
        if redeal.reason not in reasons:
            got = f"{shown(redeal.reason)}{nearest(redeal.reason, reasons)}"
            self._fault(f"{where}expected a reason that the rules allow ({', '.join(reasons)}), got {got}")
            return
        place = reasons.index(redeal.reason)
        row = rows[place]
        seats = self._claimants(where, redeal, row)
        if not seats or deal.faults:
            return
        if not holds(self._table, row, deal, seats)[0]:
            whose = f"hand of seat {seats[0]}" if row.of == "hand" else f"hands of side {redeal.side}"
            cards = 0
            for seat in seats:
                cards |= deal.hands[seat]
            self._fault(f"{where}expected the {whose} to allow a redeal for {row.reason}, got {deal.names(cards)}")
        for seat, number in self._mandatory(deal):
            if (seat, number) < (seats[0], place):
                first = f"the redeal for {rows[number].reason} that seat {seat} must claim first"
                self._fault(f"{where}expected {first}, got one for {row.reason} of seat {seats[0]}")
                return

    def _claimants(self, where: str, redeal: Redeal, row: ResolvedRedeal) -> Sequence[int]:
        """The seats whose hands together must give the reason of a claim; none if it does not say so rightly."""
        key, other, count = (
            ("side", "seat", len(set(self._sides))) if row.of == "side" else ("seat", "side", self._seats)
        )
        given: int | None = getattr(redeal, key)
        if given is None or getattr(redeal, other) is not None:
            got = f"a {other}" if getattr(redeal, other) is not None else "none"
            self._fault(f"{where}expected the {key} that claimed {row.reason}, got {got}")
            return ()
        if given >= count:
            self._fault(f"{where}expected a {key} from 0 to {count - 1}, got {given}")
            return ()
        return [given] if row.of == "hand" else self._seats_of(given)

    def _seats_of(self, side: int) -> Sequence[int]:
        return [seat for seat, each in enumerate(self._sides) if each == side]

    def _mandatory(self, deal: Told) -> Sequence[tuple[int, int]]:
        """The claims that must be made, in the order in which the seats are asked: seat and place of the condition."""
        found = []
        for seat, side in enumerate(self._sides):
            for place, row in enumerate(self._table.conditions):
                seats = [seat] if row.of == "hand" else self._seats_of(side)
                if row.forced and seats[0] == seat and holds(self._table, row, deal, seats)[1]:
                    found.append((seat, place))
        return found

    def _judge_kept_hands(self) -> None:
        for seat, place in self._mandatory(self._deal):
            reason = self._table.conditions[place].reason.replace("_", " ")
            self._fault(f"hand of seat {seat}: expected a redeal of {reason}, which is mandatory, got none")

    # Deals that were not played

    def _judge_ending(self) -> None:
        record, third, fault = self._record, ENDINGS[THIRD_CLAIM], ENDINGS[CUT_FAULT]
        claims = len(record.redeals or ())
        outcome = record.result.outcome if record.result else None
        if claims >= CLAIM_LIMIT and self._table.conditions:
            self.ended, self.charged = third, self._sides[self._dealer]
            if record.cut:
                self._fault(f"expected no fault of the cut after a third claim, got one of seat {record.cut.seat}")
        elif record.cut or outcome == fault:
            self.ended = fault
            self._judge_cut()
        elif record.played == "none" or outcome == third:
            self.ended = third
            got = f"{claims} redeal{'s' * (claims != 1)} and no fault"
            self._fault(
                f"expected {CLAIM_LIMIT} redeals or a fault of the cut in a deal that was not played, got {got}"
            )
        if self.ended and record.played == "whole":
            why = "a third claim" if self.ended == third else "a fault of the cut"
            self._fault(f"expected played to be none after {why}, got whole")

    def _judge_cut(self) -> None:
        settings = self._table.game.settings
        no_cut, wrong_cut = settings[NO_CUT], settings[WRONG_CUT]
        able = [*(range(1, self._dealer) if wrong_cut else ()), *([self._dealer] if no_cut else ())]
        if not able:
            self._fault("expected no fault of the cut, since p_no_cut and p_wrong_cut are 0, got one")
        cut = self._record.cut
        if cut:
            if able and cut.seat not in able:
                said = " or ".join(map(str, able))
                self._fault(f"cut: expected seat {said}, by p_no_cut and p_wrong_cut, got {cut.seat}")
            self.charged = self._sides[cut.seat] if cut.seat < self._seats else None
            return
        sides = {self._sides[seat] for seat in able}
        stated = self._charged_in_result()
        if len(sides) == 1 or len(stated & sides) == 1:
            (self.charged,) = stated & sides if len(sides) > 1 else sides
        elif stated:
            self._fault(f"result: expected one side to be charged for a fault of the cut, got {len(stated)}")

    def _charged_in_result(self) -> set[int]:
        """The sides that the record's own result charges."""
        result = self._record.result
        if result is None:
            return set()
        if result.penalty is None and result.eyes is not None and len(result.eyes) == 2:
            return {1 - side for side, eyes in enumerate(result.eyes) if eyes}
        return {side for side, penalty in enumerate(result.penalty or ()) if penalty}
