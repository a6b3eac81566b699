"""One record before the referee: its cards, its play card by card through the engine's own text, its result."""

from __future__ import annotations

from dataclasses import replace

from goatsim.errors import shown
from goatsim.exact.space import space_of
from goatsim.ledger import CHALLENGED, Facts
from goatsim.records import Record
from goatsim.records.between import Between
from goatsim.records.case import Case
from goatsim.records.opening import Opening
from goatsim.records.parts import Result, Stopped, Trick
from goatsim.records.praising import Laying, marks, tricks_of
from goatsim.records.sequel import Standing
from goatsim.records.signing import Signing
from goatsim.records.told import Table, Told
from goatsim.records.written import facts_of, result_of, unplayed


class Hearing(Case):
    """What one record says, against what the rules say; `hold` judges it. Cards are sets of bits (`Game.set_of`)."""

    def __init__(
        self, record: Record, table: Table, rules: str = "", last: Standing | None = None, line: int = 1
    ) -> None:
        """Take the record up, as any case; nothing is judged yet."""
        super().__init__(record, table, rules, last, line)
        self._table = table
        self._board = table.board
        self._place = table.game.contract.place
        self._size = table.game.shape.tricks
        self._first = table.game.shape.hand if table.game.shape.halves else self._size  # tricks before a second half
        self._pack = (1 << table.game.shape.cards) - 1
        self._deal = Told(table.game, record.hands, record.talon, stock=record.stock)
        self._opening = Opening(record, table, self._deal, self._occasion, self._sequel.before)
        self._pre = 0  # tricks played while the cards were dealt
        self._owners: tuple[int, ...] = ()  # the hands before any card was put in the place of another
        self._between = Between(record, self._board, self._deal)
        self._draws = table.game.rules.draw
        self._tricks: list[Trick] = []
        self._laid: dict[int, tuple[int, int]] = {}  # card -> trick and seat
        self._opened = False  # a card lies on the table
        self._winner = -1  # of the trick before
        self._stopped: Stopped | None = None  # where a capture has ended the deal
        self._surplus = [0] * self._seats  # cards that the seat holds and never plays in the record

    def hold(self) -> None:
        """Judge the record."""
        self.faults += self._deal.faults
        if self._record.melds:
            self._fault(f"expected no melds, since nothing is melded in {self._game.rules.name}, got some")
        if not self.faults and self._record.number is not None:
            self._check_number(int(self._record.number))
        self._opening.hold()
        self.faults += self._opening.faults
        self._kind = self._opening.praising.kind
        self._laying = Laying(self._occasion, self._kind, self._deal)
        self._pre = tricks_of(self._game, self._kind)
        if not self._opening.ended:
            self.faults += marks(self._game, self._kind, [trick.pre is True for trick in self._record.tricks])
            signing = Signing(self._record, self._game, self._deal, self._opening.opener, self._kind)
            signing.hold(self._opening.announced)
            self.faults += signing.faults
        elif self._record.signals:
            self._fault("expected no signals in a deal that was not played, got some")
        self._read_tricks()
        self._play()
        self._score()
        self.faults += self._sequel.faults
        self.standing = self._sequel.after

    def _names(self, cards: int) -> str:
        return " ".join(self._game.cards_of(cards))

    # The cards

    def _check_number(self, number: int) -> None:
        space, dealer, up = space_of(self._game.rules), self._occasion.dealer, self._record.turned
        if number >= space.count:
            self._fault(f"expected number to be at most {space.count - 1}, got {shown(number)}")
            return
        deal = self._deal
        if all(deal.told) and (deal.stock or not space.ordered) and (up or not space.turned):
            stock = [name for card in deal.stock for name in self._game.cards_of(card)]
            if space.rank([deal.listed(seat, up) for seat in range(self._seats)], stock, dealer) == number:
                return
        hands, talon = space.unrank(number, dealer)
        dealt, later = ([self._game.set_of(hand[begin:]) for hand in hands] for begin in (0, self._first))
        deal.up = self._game.turned_up(hands, dealer)
        if deal.up and up not in (None, deal.up):
            self._fault(f"number {number}: expected turned {deal.up}, got {up}")
        for seat, hand in enumerate(deal.hands):
            if other := hand & ~dealt[seat]:
                self._fault(
                    f"number {number}: expected hands as it deals them, got {self._names(other)} with seat {seat}"
                )
                return
            if other := (deal.later[seat] ^ later[seat]) & hand:
                where = f"in the other half of the hand of seat {seat}"
                self._fault(f"number {number}: expected {self._names(other)} {where}")
                return
        if space.ordered:
            order, what = [self._game.set_of([card]) for card in talon], "stock" if self._draws else "talon"
            if deal.stock and deal.stock != order:
                self._fault(f"number {number}: expected the {what} {' '.join(talon)}, top first, got another order")
                return
            deal.stock[:] = order
        deal.hands[:], deal.later[:], deal.talon = dealt, later, self._game.set_of(talon)
        deal.told[:] = [True] * self._seats

    # The play

    def _read_tricks(self) -> None:
        """Take up the tricks that can be followed, and learn from them what hands not told in full must hold."""
        tricks = self._record.tricks
        if len(tricks) > self._size:
            self._fault(f"expected at most {self._size} tricks, got {len(tricks)}")
        by_seat, later = [0] * self._seats, [0] * self._seats
        for number, trick in enumerate(tricks[: self._size], 1):
            if trick.leader >= self._seats:
                self._fault(f"trick {number}: expected a leader from 0 to {self._seats - 1}, got {trick.leader}")
                break
            if trick.plays is not None or trick.claim:
                self._fault(f"trick {number}: expected single cards, led in turn, got others")
                break
            self._tricks.append(trick)
            for position, card in enumerate(trick.cards[: self._seats]):
                seat, bit = (trick.leader + position) % self._seats, self._game.set_of({card} & self._place.keys())
                by_seat[seat] |= bit
                later[seat] |= bit * (number > self._first)
        self._by_seat = by_seat
        known = self._deal.talon | self._deal.held
        for seat in range(self._seats):
            if self._draws:
                # What a seat holds comes from the stock in time; see `_meant`.
                continue
            if self._deal.told[seat]:
                self._surplus[seat] = self._deal.hands[seat] & ~by_seat[seat] if self._is_whole() else 0
                continue
            self._deal.hands[seat] |= by_seat[seat] & ~known
            self._deal.later[seat] |= later[seat] & ~known
            held = self._deal.hands[seat]
            if held.bit_count() > self._size:
                names = self._names(held)
                self._fault(f"seat {seat}: expected at most {self._size} cards with those it plays, got {names}")

    def _is_whole(self) -> bool:
        return len(self._tricks) == self._size and all(len(trick.cards) >= self._seats for trick in self._tricks)

    def _play(self) -> None:
        opener = self._opening.opener
        seated = opener, self._occasion.rights(opener)
        led = self._deal.hands[opener] & self._occasion.forced
        laid = [0] * self._pre if self._pre else [led]
        between, deal, opening = self._between, self._deal, self._opening
        self._board.deal(
            deal.hands,
            deal.talon,
            opening.announced,
            self._kind,
            laid,
            seated,
            opening.turning.turned,
            deal.stock,
            opening.selling.bought,
            deal.later,
        )
        between.begin()
        self.faults += between.faults
        between.faults.clear()
        self._owners = tuple(self._deal.hands)
        taken = True
        for place, trick in enumerate(self._tricks):
            leader = self._board.leader()
            if taken and trick.leader != leader:
                why = f", which took trick {place}," if place and leader == self._winner else ""
                self._fault(f"trick {place + 1}: expected seat {leader}{why} to lead, got seat {trick.leader}")
            self._opened = False
            for position, card in enumerate(trick.cards[: self._seats]):
                if not self._stopped:
                    self._lay(place, position, (trick.leader + position) % self._seats, card)
            if self._stopped:
                self._end(place, trick)
                break
            taken = self._take(place, trick)
            if taken:
                between.after(place)
            self.faults += between.faults
            between.faults.clear()

    def _lay(self, place: int, position: int, seat: int, name: str) -> None:
        did = f"trick {place + 1}: seat {seat} {'played' if position else 'led'} {name}"
        card = 1 << self._place[name] if name in self._place else 0
        if self._draws:
            self._between.learn(place, seat, card)
        # Behind a lead that is no card of the pack nothing can be said about following.
        legal = self._board.legal(seat, position == 0) if position == 0 or self._opened else card
        if place < self._pre:
            legal = self._laying.allowed(seat, self._owners[seat]) & self._deal.hands[seat] & ~sum(self._laid)
        if not card:
            self._fault(f"{did}, which is not in the pack{self._meant(seat)}{self._legal(legal, seat, place)}")
            return
        if card in self._laid:
            before, by = self._laid[card]
            when = f"which seat {by} played in trick {before + 1} already"
            self._fault(f"{did}, {when}{self._meant(seat)}{self._legal(legal, seat, place)}")
        elif not card & self._deal.hands[seat]:
            self._fault(
                f"{did}, which is {self._where(place, card)}{self._meant(seat)}{self._legal(legal, seat, place)}"
            )
        elif not card & legal:
            if place < self._first and card & self._deal.later[seat]:
                why = ", which it is dealt with the second half of the pack"
            elif place < self._pre:
                why = self._laying.why(seat, card)
            elif position:
                why = f" to the lead of {self._tricks[place].cards[0]}"
            else:
                must = self._names(legal & self._occasion.forced)
                up = self._names(self._opening.selling.bought.turned)
                why = f", but must lead {must}" if must else ", a trump that it may not lead yet"
                if up and not place:
                    why = f", though {up} is turned up"
            self._fault(f"{did}{why}{self._legal(legal, seat, place)}")
        self._laid.setdefault(card, (place, seat))
        self._board.lay(seat, not self._opened, card)
        self._opened = True
        if self._board.stopped:
            self._stopped = Stopped(trick=place + 1, by=seat)

    def _meant(self, seat: int) -> str:
        """Name a card that the seat never plays, for which the wrong one must stand; it binds the seat no longer."""
        if self._draws and self._is_whole():
            self._surplus[seat] = self._deal.hands[seat] & ~sum(self._laid) & ~self._by_seat[seat]
        meant = self._surplus[seat] & -self._surplus[seat]
        self._surplus[seat] ^= meant
        self._deal.hands[seat] ^= meant
        self._board.hold(seat, self._deal.hands[seat])
        return f" (it never plays {self._names(meant)})" if meant else ""

    def _where(self, place: int, card: int) -> str:
        if self._draws:
            return self._between.where(place, card)
        for seat, hand in enumerate(self._owners):
            if card & hand:
                return f"in the hand of seat {seat}"
        if card & self._opening.selling.bought.discard:
            return "laid aside"
        return "in the talon" if card & self._deal.talon else "in no hand"

    def _legal(self, legal: int, seat: int, place: int) -> str:
        """Say what was legal; of a hand that is not told in full, say when it shows what it must have held."""
        if not legal:
            return ""
        said = f"; legal {'were' if legal & (legal - 1) else 'was'} {self._names(legal)}"
        if self._deal.told[seat]:
            return said
        for later, trick in enumerate(self._tricks[place + 1 :], place + 2):
            position = (seat - trick.leader) % self._seats
            card = trick.cards[position] if position < len(trick.cards) else ""
            if card in self._place and legal >> self._place[card] & 1:
                return f"{said}, since it plays {card} in trick {later}"
        return said

    def _take(self, place: int, trick: Trick) -> bool:
        """Give a trick to its winner and compare; False if it is not known who leads the next."""
        name, count = f"trick {place + 1}", len(trick.cards)
        last = place + 1 == len(self._record.tricks)
        if count > self._seats or (count < self._seats and not last):
            self._fault(f"{name}: expected {self._seats} cards, got {count}")
        if count < self._seats:
            if last and (trick.winner is not None or trick.points is not None):
                self._fault(f"{name}: expected no winner or points before {self._seats} cards lie, got {count} cards")
            return False
        cards = trick.cards[: self._seats]
        if len(set(cards) & self._place.keys()) < self._seats:
            return False
        self._winner = winner = self._board.take(place)
        if trick.winner not in (None, winner):
            card = cards[(winner - trick.leader) % self._seats]
            self._fault(f"{name}: expected winner {winner}, who played {card}, got {trick.winner}")
        points = self._board.points(self._game.set_of(cards))
        if trick.points not in (None, points):
            self._fault(f"{name}: expected {points} points, got {trick.points}")
        return True

    def _end(self, place: int, trick: Trick) -> None:
        """See that the record ends where a capture has ended the deal."""
        assert self._stopped is not None
        seat = self._stopped.by
        laid = (seat - trick.leader) % self._seats + 1
        what = f"trick {place + 1}: expected the deal to end with {trick.cards[laid - 1]} of seat {seat}, by a capture"
        if len(trick.cards) > laid:
            self._fault(f"{what}, got {trick.cards[laid]} of seat {(seat + 1) % self._seats}")
        elif len(self._record.tricks) > place + 1:
            more = len(self._record.tricks) - place - 1
            self._fault(f"{what}, got {more} trick{'s' * (more > 1)} more")
        elif trick.winner is not None or trick.points is not None:
            self._fault(f"trick {place + 1}: expected no winner or points of a trick that a capture ended, got some")

    def _judge_stopped(self) -> None:
        """Compare where the record says that a capture ended the deal, and how much it says was played."""
        self._judge_stop(self._stopped, "no capture")
        right = "stopped" if self._stopped else "whole"
        if self._record.played not in (None, right) and (self._stopped or self._record.played == "stopped"):
            self._fault(f"expected played to be {right}, got {self._record.played}")

    # The result

    def _score(self) -> None:
        if not self._opening.ended:
            self._judge_stopped()
        facts = self._facts()
        accuser = self._opening.praising.accuser
        if facts is not None and accuser is not None:
            facts = replace(facts, accuser=self._game.rules.sides[accuser])
        if facts is not None:
            self._judge_result(result_of(self._game, facts, self._occasion.multiplier))
        self._sequel.end(facts)

    def _facts(self) -> Facts | None:
        """What the deal gave, if all of it is known."""
        record, opening = self._record, self._opening
        if opening.ended:
            known = opening.charged is not None or opening.ended == CHALLENGED
            return unplayed(self._game, opening.ended, opening.charged) if known else None
        if self._stopped:
            return facts_of(self._board, 0)
        if not self._is_whole():
            if record.played or record.result:
                full = sum(len(trick.cards) >= self._seats for trick in self._tricks)
                self._fault(f"expected {self._size} whole tricks of a deal with a result, got {full}")
            return None
        if len(self._laid) < self._size * self._seats:
            return None
        return facts_of(self._board, self._pack & ~sum(self._laid))

    def _judge_result(self, found: Result) -> None:
        record = self._record
        self.result = found
        if record.result:
            self._compare(record.result, found)
        stated = record.stated
        if stated and found.points:
            if stated.side >= len(found.points):
                self._fault(f"stated: expected a side from 0 to {len(found.points) - 1}, got {stated.side}")
            elif stated.points != found.points[stated.side]:
                self._fault(
                    f"stated: expected {found.points[stated.side]} points of side {stated.side}, got {stated.points}"
                )

    def _compare(self, stated: Result, found: Result) -> None:
        kept = "stocks" if found.stocks is not None else "penalty" if found.eyes is None else ""
        for key in ("eyes", "penalty", "stocks"):
            wrong = key == "eyes" if kept == "penalty" else key != kept if kept else key == "stocks"
            if wrong and getattr(stated, key) is not None:
                self._fault(f"result: expected {kept or 'eyes'} in {self._game.rules.name}, got {key}")
        penalty = found.penalty if found.eyes is None else tuple(reversed(found.eyes))
        for what, said, right in (
            ("points", stated.points, found.points),
            ("tricks", stated.tricks, found.tricks),
            ("eyes", stated.eyes, found.eyes),
            ("penalty", stated.penalty, penalty),
            ("stocks", stated.stocks, found.stocks),
        ):
            if said is not None and right is not None and said != right:
                self._fault(f"result: expected {what} {list(right)}, got {shown(list(said))}")
        if stated.outcome not in (None, found.outcome):
            self._fault(f"result: expected outcome {found.outcome}, got {shown(stated.outcome)}")
