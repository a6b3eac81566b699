"""The praise of a record before the referee: which kind of deal it was, and what may lie in the tricks that were played
while the cards were dealt (rules.md, 3).
"""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine.layout import (
    CHALLENGE,
    FORCED_KIND,
    FREE_KIND,
    HAPPY,
    KINDS,
    MIRROR,
    MIRROR_TRICK,
    PANTS,
    PANTS2,
    REGULAR,
    SELF,
)
from goatsim.errors import shown
from goatsim.game import Game
from goatsim.games.options import spelled
from goatsim.records import Record
from goatsim.records.occasion import Occasion
from goatsim.records.told import Told

_TRICKS = {HAPPY: 4, SELF: 1, PANTS: 1, PANTS2: 2}


def tricks_of(game: Game, kind: int) -> int:
    """How many tricks a kind of deal (a place in `layout.KINDS`) plays while the cards are dealt."""
    if kind == MIRROR:
        return int(game.settings[MIRROR_TRICK] == 1)
    return _TRICKS.get(kind, 0)


class Praising:
    """What a record says of praise, against what the rules say.

    After `hold`, `faults` has a sentence for each disagreement; `kind` is how the deal that was kept was dealt and
    `first_kind` how the first one was, which differs if a praised deal was claimed back (places in `layout.KINDS`);
    `accuser` is the seat that made a wrong challenge.
    """

    def __init__(self, record: Record, occasion: Occasion) -> None:
        """Take a record up; nothing is judged yet."""
        self.faults: list[str] = []
        self.kind = self.first_kind = REGULAR
        self.accuser: int | None = None
        self._record = record
        self._occasion = occasion
        self._game = occasion.game

    def hold(self, cut: bool) -> None:
        """Judge it; `cut`: the deal ended with a fault of the cut."""
        record, redeals = self._record, self._record.redeals or ()
        forced = self._game.settings[FORCED_KIND]
        usual = REGULAR if self._occasion.first or forced == FREE_KIND else forced
        for number, redeal in enumerate(redeals[1:], 2):
            if redeal.praise:
                why = "since only the first deal can be praised"
                self.faults.append(f"redeal {number}: expected no praise, {why}, got {redeal.praise.type}")
        claimed = redeals[0].praise if redeals else None
        if redeals and record.praise and record.praise.type != KINDS[REGULAR]:
            why = "since a deal that is dealt again is a regular one"
            self.faults.append(
                f"praise: expected that of the first deal in its redeal, {why}, got {record.praise.type}"
            )
        elif cut and record.praise:
            self.faults.append(f"praise: expected none after a fault of the cut, got {record.praise.type}")
        said = claimed or (None if redeals else record.praise)
        where = "redeal 1: praise" if claimed else "praise"
        laid = sum(bool(trick.pre) for trick in record.tricks)
        if said and not (cut and not claimed):
            self.first_kind = KINDS.index(said.type)
            self._judge_type(where, said.type, forced, usual)
            if said.challenge is not None:
                self._judge_challenge(where, said.challenge)
        elif not cut:
            self.first_kind = usual
            if laid and not redeals and forced != REGULAR and not self._occasion.first:
                self.faults.append(
                    "expected praise in a deal with tricks that were played while the cards were dealt, got none"
                )
                guess = {tricks_of(self._game, kind): kind for kind in (MIRROR, SELF, PANTS2, HAPPY)}
                self.first_kind = usual or guess.get(laid, REGULAR)
        self.kind = REGULAR if redeals else self.first_kind

    def _judge_type(self, where: str, given: str, forced: int, usual: int) -> None:
        if given == KINDS[usual] or (forced == FREE_KIND and not self._occasion.first):
            return
        wanted, why = KINDS[usual], f"since praise={spelled(self._game.rules.options.get('praise', 'none'))}"
        if self._occasion.first:
            wanted, why = "none", "since the first deal of a match cannot be praised"
        elif usual == REGULAR:
            wanted = "none"
        self.faults.append(f"{where}: expected {wanted}, {why}, got {given}")

    def _judge_challenge(self, where: str, seat: int) -> None:
        seats = self._game.rules.seats
        if self._game.settings[CHALLENGE] == 0:
            self.faults.append(f"{where}: expected no challenge, since pants_challenge is off, got one of seat {seat}")
        elif self.first_kind not in (PANTS, PANTS2):
            self.faults.append(f"{where}: expected a challenge only in PANTS and PANTS2, got one of seat {seat}")
        elif seat >= seats:
            self.faults.append(f"{where}: expected a challenge of a seat from 0 to {seats - 1}, got {seat}")
        if seat < seats:
            self.accuser = seat


class Laying:
    """The cards that seats put to the tricks played while the cards were dealt, by what each kind of deal allows."""

    def __init__(self, occasion: Occasion, kind: int, deal: Told) -> None:
        """Take up a deal of a kind; `deal` tells its hands."""
        self._game = occasion.game
        self._occasion = occasion
        self._kind = kind
        self._deal = deal
        rules = self._game.rules
        self._trumps = self._game.set_of(rules.trumps)
        self._aces = self._game.set_of(card for card in rules.pack if card[0] == "A") & ~self._trumps

    def allowed(self, seat: int, hand: int) -> int:
        """The cards of a hand, the whole one as it was dealt, that its seat may have put there."""
        place = (seat - self._occasion.left) % self._game.rules.seats
        plain = hand & ~self._trumps
        if self._kind in (PANTS, PANTS2):
            if self._runs_out(place):
                return hand
            return plain if place else plain & ~self._aces
        if self._kind in (SELF, MIRROR):
            least = self._least_trumps(place)
            others = self._game.rules.tricks - 1
            # A trump only if so many of the other cards can be trumps; a card that is not told may be one.
            return plain if plain.bit_count() > others - least else hand
        return hand

    def _least_trumps(self, place: int) -> int:
        """How many trumps a seat has drawn, at least, that puts a trump there: a hand of them, or in a mirror a
        packet, which is smallest if every seat before took a whole hand.
        """
        full = self._game.rules.tricks - 1
        if self._kind == SELF:
            return full
        left = (self._game.rules.seats - place) * self._game.rules.tricks
        return min(full, (left + 3) // 4)

    def _runs_out(self, place: int) -> bool:
        """Whether the deck can have run out before a seat was done: each before it uses up at most two bad cards in
        pants, five in double pants.
        """
        bad = len(self._game.rules.pack) - (self._trumps | self._aces).bit_count()
        needed, used = (2, 5) if self._kind == PANTS2 else (1, 2)
        return bad - used * place < needed

    def why(self, seat: int, card: int) -> str:
        """Say why a card cannot lie there."""
        kind = KINDS[self._kind]
        if self._kind in (SELF, MIRROR):
            least = self._least_trumps((seat - self._occasion.left) % self._game.rules.seats)
            return f", a trump, which in {kind} lies there only from a hand with {least} others"
        if card & self._trumps:
            return f", a trump, which in {kind} cannot lie there"
        return f", an ace, which in {kind} cannot lie there from the praiser"


def marks(game: Game, kind: int, pre: Sequence[bool]) -> list[str]:
    """Say which tricks are marked wrongly as played while the cards were dealt."""
    count, faults = tricks_of(game, kind), []
    name = KINDS[kind]
    for number, marked in enumerate(pre, 1):
        if marked and number > count:
            had = f"plays {count or 'no'} trick{'s' * (count != 1)} while the cards are dealt"
            faults.append(f"trick {number}: expected pre to be false, since {name} {had}, got {shown(marked)}")
        elif not marked and number <= count:
            faults.append(
                f"trick {number}: expected pre to be true, since {name} plays it while the cards are dealt, got "
                f"{shown(marked)}"
            )
    return faults
