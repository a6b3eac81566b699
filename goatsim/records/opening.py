"""What a record says of the time between the deal and the first lead, before the referee: praise, redeals, faults
of the cut and swaps (rules.md, 2 to 4).
"""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine.layout import CLAIM_LIMIT, CUT_FAULT, ENDINGS, NO_CUT, REGULAR, THIRD_CLAIM, WRONG_CUT
from goatsim.errors import nearest, shown
from goatsim.games.redeal import ResolvedRedeal
from goatsim.ledger import CHALLENGED, Ledger
from goatsim.records import Record
from goatsim.records.occasion import Occasion
from goatsim.records.parts import Redeal
from goatsim.records.praising import Praising, tricks_of
from goatsim.records.selling import Selling
from goatsim.records.swapping import Swapping
from goatsim.records.told import Table, Told, holds
from goatsim.records.turning import Turning


class Opening:
    """What one record says of it, against what the rules say.

    After `hold`, `faults` has a sentence for each disagreement; the hands of `deal` are those that are played, and
    `announced` the trumps that are plain in it. `ended` is the outcome of a deal that was not played, "" if it was, and
    `charged` the side that pays for it, None if that is not known. `praising` is what was praised, and `opener` the
    seat that leads first; `turning` tells which card was turned up.
    """

    def __init__(
        self, record: Record, table: Table, deal: Told, occasion: Occasion, ledger: Ledger | None = None
    ) -> None:
        """Take up a record whose hands, as dealt, are told by `deal`; nothing is judged yet. `ledger`: the state of the
        match, if it is known.
        """
        self.faults: list[str] = []
        self.ended = ""
        self.charged: int | None = None
        self.announced: list[int] = []
        self._record = record
        self._table = table
        self._deal = deal
        self._sides = table.game.rules.sides
        self._seats = table.game.shape.seats
        self._occasion = occasion
        self._ledger = ledger
        self._dealer = occasion.dealer
        self.praising = Praising(record, occasion)
        self.turning = Turning(record, deal, occasion)
        self.selling = Selling(record, deal, occasion)
        self.opener = occasion.left

    def hold(self) -> None:
        """Judge it, and pass the cards that were swapped."""
        self._judge_praise()
        self._judge_redeals()
        self._judge_ending()
        self._judge_opener()
        if not self.ended or self._record.turned or self._record.trump:
            self.turning.hold()
            self.faults += self.turning.faults
        swaps = [swap for swap in self._record.swaps or () if swap.trick is None]
        if self.ended:
            if self._record.tricks:
                self._fault(f"expected no tricks in a deal that was not played, got {len(self._record.tricks)}")
            if swaps:
                self._fault(f"expected no swaps in a deal that was not played, got {len(swaps)}")
            return
        self._judge_kept_hands()
        if swaps and tricks_of(self._table.game, self.praising.kind):
            why = "since a trick was played while the cards were dealt"
            self._fault(f"expected no swaps, {why}, got {len(swaps)}")
            return
        kind, turned = self.praising.kind, self.turning.turned
        swapping = Swapping(self._table, self._deal, swaps, self._occasion, self.opener, kind, turned)
        swapping.hold()
        self.faults += swapping.faults
        self.announced = swapping.announced
        self.selling.hold()
        self.faults += self.selling.faults

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    # Praise, and who leads

    def _judge_praise(self) -> None:
        record = self._record
        outcome = record.result.outcome if record.result else None
        self.praising.hold(bool(record.cut) or outcome == ENDINGS[CUT_FAULT])
        self.faults += self.praising.faults

    def _judge_opener(self) -> None:
        """Find out who leads first. Where that hangs on a card of which it is not told where it is, it is whoever the
        record says.
        """
        record, opener = self._record, self._occasion.opener(self._deal.hands)
        if opener is None:
            played = [trick.leader for trick in record.tricks[:1]]
            (opener,) = [*([] if record.first_leader is None else [record.first_leader]), *played, self.opener][:1]
            opener = opener if opener < self._seats else self.opener
        self.opener = opener = self._occasion.leads_first(opener, self.selling.soloist)
        if record.first_leader not in (None, opener):
            self._fault(f"expected first_leader {opener}, got {record.first_leader}")

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
            self._judge_claim(where, redeal, deal, number == 1 and self.praising.first_kind != REGULAR)

    def _rows(self, praised: bool) -> Sequence[ResolvedRedeal]:
        """The conditions that hold for a deal."""
        return [row for row in self._table.conditions if row.after_praise or not praised]

    def _judge_claim(self, where: str, redeal: Redeal, deal: Told, praised: bool) -> None:
        """Judge one claim: whether its reason is one, held for the hands, and came first."""
        rows = self._rows(praised)
        reasons = [row.reason for row in rows]
        if redeal.reason not in reasons:
            got = f"{shown(redeal.reason)}{nearest(redeal.reason, reasons)}"
            when = " after a praise" * praised
            if reasons:
                self._fault(f"{where}expected a reason that the rules allow{when} ({', '.join(reasons)}), got {got}")
            else:
                self._fault(f"{where}expected no redeal{when}, since the rules allow none, got one for {got}")
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
        order = self._order(deal)
        if order is None:
            return
        by = min(seats, key=order.index)
        for seat, number in self._mandatory(deal, rows):
            if (order.index(seat), number) < (order.index(by), place):
                first = f"the redeal for {rows[number].reason} that seat {seat} must claim first"
                self._fault(f"{where}expected {first}, got one for {row.reason} of seat {by}")
                return

    def _order(self, deal: Told) -> list[int] | None:
        """The seats in the order in which they are asked; None if it is not known from whom on."""
        opener = self._occasion.opener(deal.hands)
        return None if opener is None else self._occasion.seats_from(opener)

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

    def _mandatory(self, deal: Told, rows: Sequence[ResolvedRedeal]) -> Sequence[tuple[int, int]]:
        """The claims that must be made, in the order in which the seats are asked: seat and place of the condition."""
        found, order = [], self._order(deal) or list(range(self._seats))
        for seat in order:
            for place, row in enumerate(rows):
                seats = [seat] if row.of == "hand" else self._seats_of(self._sides[seat])
                first = min(seats, key=order.index) == seat
                if row.forced and first and holds(self._table, row, deal, seats)[1]:
                    found.append((seat, place))
        return found

    def _judge_kept_hands(self) -> None:
        rows = self._rows(self.praising.kind != REGULAR)
        for seat, place in self._mandatory(self._deal, rows):
            reason = rows[place].reason.replace("_", " ")
            self._fault(f"hand of seat {seat}: expected a redeal of {reason}, which is mandatory, got none")

    # Deals that were not played

    def _judge_ending(self) -> None:
        record, third, fault = self._record, ENDINGS[THIRD_CLAIM], ENDINGS[CUT_FAULT]
        claims = len(record.redeals or ())
        outcome = record.result.outcome if record.result else None
        if self._ends_by_challenge():
            self.ended, self.charged = CHALLENGED, None
            if claims or record.cut:
                self._fault(
                    "expected nothing after a challenge that ended the match, got a redeal or a fault of the cut"
                )
        elif claims >= CLAIM_LIMIT and self._table.conditions:
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
            whys = {third: "a third claim", fault: "a fault of the cut", CHALLENGED: "a challenge that ended the match"}
            why = whys[self.ended]
            self._fault(f"expected played to be none after {why}, got whole")

    def _ends_by_challenge(self) -> bool:
        """Whether a wrong challenge, booked at once, has ended the match, so that the deal is not counted."""
        accuser = self.praising.accuser
        if accuser is None or not self._occasion.of_match:
            return False
        if self._ledger is None:
            # Without the eyes before the deal the record must be believed.
            return self._record.played == "none" and not self._record.redeals and not self._record.cut
        return self._ledger.ends_by_challenge(self._sides[accuser])

    def _judge_cut(self) -> None:
        settings = self._table.game.settings
        no_cut, wrong_cut = settings[NO_CUT], settings[WRONG_CUT]
        others = [self._occasion.at_table(place) for place in range(1, self._seats - 1)]
        able = sorted([*(others if wrong_cut else ()), *([self._dealer] if no_cut else ())])
        if not able:
            # Whoever is to pay in such a game is not said anywhere.
            self._fault("expected no fault of the cut, since p_no_cut and p_wrong_cut are 0, got one")
            return
        cut = self._record.cut
        if cut:
            if cut.seat not in able:
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
