"""One record of a deal with melds before the referee: its tricks, melds and sevens through the engine's own text
(rules.md, 11).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from goatsim.cards import uncopied
from goatsim.engine.layout import INSTANT, MELD_LATE
from goatsim.engine.melding import SEVEN_POINTS
from goatsim.errors import nearest, shown
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import Rules
from goatsim.games.melds import EXCHANGE, KINDS, SEVEN
from goatsim.ledger import Facts
from goatsim.meldboard import MeldBoard, Said
from goatsim.records import Record
from goatsim.records.case import Case
from goatsim.records.melding import meld_facts, meld_result, stopped_at
from goatsim.records.parts import Meld, Result, Trick
from goatsim.records.sequel import Standing
from goatsim.records.told import Table

_FOREIGN = ("redeals", "cut", "praise", "swaps", "talon", "shown", "buys", "soloist", "discard")
"""Keys of a record that say nothing of a deal with melds."""


@lru_cache(maxsize=64)
def board_of(rules: Rules) -> MeldBoard:
    """A board for the melds of a game; it serves one record after another."""
    return MeldBoard(game_of(rules))


class MeldHearing(Case):
    """What a record of a deal with melds says, against what the rules say; `hold` judges it. Cards are names.

    The hands and the stock must be told in full, or by the number of the deal. Behind a card that its seat does not
    hold nothing more can be followed.
    """

    def __init__(
        self, record: Record, table: Table, rules: str = "", last: Standing | None = None, line: int = 1
    ) -> None:
        """Take the record up, as any case; nothing is judged yet."""
        super().__init__(record, table, rules, last, line)
        self._rules = table.game.rules
        self._board = board_of(table.game.rules)
        self._hands: list[tuple[str, ...]] = []
        self._stock: tuple[str, ...] = ()
        self._played = 0
        self._followed = True

    def hold(self) -> None:
        """Judge the record."""
        for key in _FOREIGN:
            if given := getattr(self._record, key):
                self._fault(f"expected no {key} in a deal of {self._rules.name}, got {shown(str(given))}")
        if self._read_cards():
            self._judge_turned()
            self._play()
            self._score()
        self.faults += self._sequel.faults
        self.standing = self._sequel.after

    # The cards

    def _read_cards(self) -> bool:
        """Take the hands and the stock up; False if they are not all known."""
        record, size, left = self._record, self._rules.hand_size, self._rules.talon_size
        hands, stock = record.hands, record.stock
        if hands is not None and len(hands) != self._seats:
            self._fault(f"expected {self._seats} hands, got {len(hands)}")
            return False
        if record.number is not None:
            number, space = int(record.number), space_of(self._rules)
            if number >= space.count:
                self._fault(f"expected number to be at most {space.count - 1}, got {shown(number)}")
                return False
            dealt, drawn = space.unrank(number)
            told = list(hands or (None,) * self._seats)
            for seat, (said, right) in enumerate(zip(told, dealt, strict=False)):
                if said is not None and (other := Counter(said) - Counter(right)):
                    cards = " ".join(other.elements())
                    self._fault(f"number {number}: expected hands as it deals them, got {cards} with seat {seat}")
            if stock is not None and list(stock) != drawn:
                self._fault(f"number {number}: expected the stock {' '.join(drawn)}, top first, got another one")
            if self.faults:
                return False
            hands, stock = tuple(map(tuple, dealt)), tuple(drawn)
        if hands is None or stock is None or any(hand is None or len(hand) < size for hand in hands):
            missing = "the stock" if stock is None else "hands"
            self._fault(f"expected all hands and the stock, or the number of the deal, got not all of {missing}")
            return False
        self._hands, self._stock = [hand or () for hand in hands], stock
        for seat, hand in enumerate(self._hands):
            if len(hand) != size:
                self._fault(f"hand of seat {seat}: expected at most {size} cards, got {len(hand)}")
        if len(stock) != left:
            self._fault(f"expected a stock of {left} cards, got {len(stock)}")
        names = Counter(card for cards in (*self._hands, stock) for card in cards)
        pack = uncopied(self._rules.pack)
        for name, many in names.items():
            if name not in pack:
                self._fault(f"expected cards of the pack, got {name}")
            elif many > 2:
                self._fault(f"expected every card twice, got {name} {many} times")
        return not self.faults

    def _judge_turned(self) -> None:
        record, card = self._record, self._stock[-1]
        if record.turned not in (None, card):
            self._fault(f"turned: expected {card}, the last card of the stock, got {record.turned}")
        if record.trump not in (None, card[1]):
            self._fault(f"expected trump {card[1]}, the suit of {card}, got {record.trump}")

    # The play

    def _play(self) -> None:
        record, board, sides = self._record, self._board, self._game.shape.sides
        opener = self._occasion.left
        if record.first_leader not in (None, opener):
            self._fault(f"expected first_leader {opener}, got {record.first_leader}")
        before = self._sequel.before
        charged = before.penalty if before is not None else None
        if charged is not None and len(charged) != sides:
            charged = None
        board.start(self._hands, self._stock, (opener, self._occasion.rights(opener)), charged)
        if len(record.tricks) > self._rules.tricks:
            self._fault(f"expected at most {self._rules.tricks} tricks, got {len(record.tricks)}")
        for place, trick in enumerate(record.tricks[: self._rules.tricks]):
            if board.final is not None:
                self._fault(f"trick {place + 1}: expected the deal to end before it, with the match, got more tricks")
                return
            if not self._follow(place, trick):
                self._followed = False
                return
        for meld in record.melds or ():
            if meld.trick > len(record.tricks):
                self._fault(f"{_said(meld)}: expected a trick that was played, got trick {meld.trick}")

    def _follow(self, place: int, trick: Trick) -> bool:
        """Let a trick be played; False if nothing behind it can be judged."""
        board, name, count = self._board, f"trick {place + 1}", len(trick.cards)
        leader, last = board.leader(), place + 1 == len(self._record.tricks)
        if trick.plays is not None or trick.claim or trick.pre:
            self._fault(f"{name}: expected single cards, led in turn, got others")
            return False
        if trick.leader != leader:
            why = f", which took trick {place}," if place else ""
            self._fault(f"{name}: expected seat {leader}{why} to lead, got seat {trick.leader}")
            return False
        if count > self._seats or (count < self._seats and not last):
            self._fault(f"{name}: expected {self._seats} cards, got {count}")
            return False
        for position, card in enumerate(trick.cards):
            if not self._lay(place, position, (leader + position) % self._seats, card):
                return False
        if count < self._seats:
            if trick.winner is not None or trick.points is not None:
                self._fault(f"{name}: expected no winner or points before {self._seats} cards lie, got {count} cards")
            return False
        self._played += 1
        self._close(place, trick)
        return True

    def _lay(self, place: int, position: int, seat: int, name: str) -> bool:
        board = self._board
        did = f"trick {place + 1}: seat {seat} {'played' if position else 'led'} {name}"
        legal = board.legal(seat, position == 0)
        said = f"; legal were {' '.join(board.names(legal))}"
        if name not in self._game.contract.place:
            self._fault(f"{did}, which is not in the pack{said}")
            return False
        card = board.in_hand(seat, name)
        if not card:
            other = next((other for other in range(self._seats) if board.in_hand(other, name)), None)
            where = "in no hand" if other is None else f"in the hand of seat {other}"
            self._fault(f"{did}, which is {where}{said}")
            return False
        if not card & legal:
            why = "must follow suit, and win, or else trump, once the stock is gone"
            self._fault(f"{did} to the lead of {self._record.tricks[place].cards[0]}, but {why}{said}")
        board.lay(seat, position == 0, card)
        return True

    def _close(self, place: int, trick: Trick) -> None:
        """Give a trick to its winner, let him meld, and compare."""
        board, name = self._board, f"trick {place + 1}"
        melds = [meld for meld in self._record.melds or () if meld.trick == place + 1]
        held = [board.held(seat) for seat in range(self._seats)]
        served = [board.served(mark) for mark in range(len(KINDS))]
        winner, left = board.close(place, [Said(meld.meld, meld.seat, meld.cards) for meld in melds])
        if trick.winner not in (None, winner):
            card = trick.cards[(winner - trick.leader) % self._seats]
            self._fault(f"{name}: expected winner {winner}, who played {card}, got {trick.winner}")
        points = sum(map(self._rules.card_points, trick.cards))
        if trick.points not in (None, points):
            self._fault(f"{name}: expected {points} points, got {trick.points}")
        for meld in melds:
            said = Said(meld.meld, meld.seat, meld.cards)
            if said in left:
                left.remove(said)
                self._fault(f"{_said(meld)}: {self._why(place, winner, meld, melds, held, served)}")
            elif meld.points not in (None, self._worth(meld.meld)):
                self._fault(f"{_said(meld)}: expected {self._worth(meld.meld)} points, got {meld.points}")

    def _worth(self, name: str) -> int:
        return next((row.points for row in self._rules.meld_rows() if row.meld == name), SEVEN_POINTS)

    def _why(
        self,
        place: int,
        winner: int,
        meld: Meld,
        melds: Sequence[Meld],
        held: Sequence[int],
        served: Sequence[int],
    ) -> str:
        """Why a meld cannot be made; `held` and `served` as they were before any of the trick."""
        rows = {row.meld: row for row in self._rules.meld_rows()}
        known = [*rows, SEVEN, EXCHANGE]
        drawn = self._rules.tricks - self._rules.hand_size
        late = place + 1 > drawn or (place + 1 == drawn and self._game.settings[MELD_LATE] == 0)
        if meld.meld not in known:
            return f"expected one of {', '.join(known)}, got {shown(meld.meld)}{nearest(meld.meld, known)}"
        if meld.seat != winner:
            return f"expected melds of seat {winner} alone, who took the trick, got one of seat {meld.seat}"
        if late:
            last = drawn if self._game.settings[MELD_LATE] else drawn - 1
            return f"expected no meld behind trick {last}, got one"
        names = Counter(self._game.cards_of(held[winner]))
        if missing := Counter(meld.cards) - names:
            return f"expected cards that seat {winner} holds, got {' '.join(missing.elements())}, which it does not"
        if meld.meld in (SEVEN, EXCHANGE):
            seven = self._rules.seven_rank + self._stock[-1][1]
            if meld.cards != (seven,):
                return f"expected a seven of trumps, {seven}, got {' '.join(meld.cards) or 'none'}"
            if meld.meld == SEVEN:
                return "expected a seven that was not declared, and no other meld in its place, got one that was"
            return "expected another card than a seven below the stock, and one exchange, got a second one"
        row = rows[meld.meld]
        others = [each for each in melds if each is not meld and each.meld in rows]
        cards = 0
        for name in meld.cards:
            cards |= self._game.set_of([name, name])
        if others:
            return f"expected one meld after a trick, got {others[0].meld} beside it"
        if cards & held[winner] & served[row.kind]:
            return f"expected cards that have not served in a meld of this kind ({KINDS[row.kind]}), got some that have"
        return f"expected the cards of {meld.meld}, got {' '.join(meld.cards)}"

    # The result

    def _score(self) -> None:
        facts = self._facts()
        if facts is not None:
            scores = self._board.scores()
            self.result = meld_result(facts, scores)
            self._compare(self.result)
        self._sequel.end(facts)

    def _facts(self) -> Facts | None:
        record, board = self._record, self._board
        whole = self._played == self._rules.tricks
        if not self._followed or not (whole or board.final is not None):
            if self._followed and (record.result or record.played):
                self._fault(f"expected {self._rules.tricks} whole tricks of a deal with a result, got {self._played}")
            return None
        right = "stopped" if board.final is not None else "whole"
        if record.played not in (None, right) and (self._sequel.before is not None or not self._game.settings[INSTANT]):
            self._fault(f"expected played to be {right}, got {record.played}")
        self._judge_stop(stopped_at(board, self._played, self._rules.sides), "nothing")
        facts, _ = meld_facts(board)
        return facts

    def _compare(self, found: Result) -> None:
        given, right = self._record.result, found.to_json()
        for key, said in (given.to_json() if given else {}).items():
            if key not in right:
                self._fault(f"result: expected {', '.join(right)} in a game with melds, got {key}")
            elif key == "outcome" and said != right[key]:
                self._fault(f"result: expected outcome {right[key]}, got {shown(said)}")
            elif said != right[key]:
                self._fault(f"result: expected {key} {right[key]}, got {shown(said)}")
        stated = self._record.stated
        if stated and found.score is not None:
            if stated.side >= len(found.score):
                self._fault(f"stated: expected a side from 0 to {len(found.score) - 1}, got {stated.side}")
            elif stated.points != found.score[stated.side]:
                side = f"side {stated.side}"
                self._fault(f"stated: expected {found.score[stated.side]} points of {side}, got {stated.points}")


def _said(meld: Meld) -> str:
    return f"trick {meld.trick}: {meld.meld} of seat {meld.seat} ({' '.join(meld.cards)})"
