"""One record of a deal of sets before the referee: its plays through the engine's own text, and what was drawn between
them (rules.md, 10).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from goatsim.engine.layout import CLAIM_ONCE, CLAIM_RULE, SHOW_ANY, TRUMP_CLAIMS
from goatsim.game import game_of
from goatsim.games import Rules
from goatsim.ledger import Facts
from goatsim.records.hearing import Hearing
from goatsim.records.parts import Play, Trick
from goatsim.records.written import facts_of
from goatsim.setboard import SetBoard


@lru_cache(maxsize=64)
def board_of(rules: Rules) -> SetBoard:
    """A board for the sets of a game; it serves one record after another."""
    return SetBoard(game_of(rules))


class SetHearing(Hearing):
    """What a record of sets says, against what the rules say; see `Hearing`.

    Where the order of the stock is not told, or a hand not in full, a seat is believed to hold what it plays, as long
    as it can: the referee then accuses of less.
    """

    def _read_tricks(self) -> None:
        for number, trick in enumerate(self._record.tricks, 1):
            if trick.plays is None or trick.cards:
                self._fault(f"trick {number}: expected plays alone, since sets of cards are led, got cards")
                return
            if trick.leader >= self._seats:
                self._fault(f"trick {number}: expected a leader from 0 to {self._seats - 1}, got {trick.leader}")
                return
            self._tricks.append(trick)

    def _play(self) -> None:
        self._sets = board_of(self._game.rules)
        self._loose = [self._deal.free(seat) for seat in range(self._seats)]
        self._undrawn = self._game.rules.talon_size
        self._whole = True  # every trick so far has all its cards, each of the pack and once
        self._twice = False
        turned = self._turned()
        if self._tricks and not turned:
            self._tricks.clear()
        self._sets.deal(self._deal.hands, turned, self._occasion.left, self._deal.stock)
        for place, trick in enumerate(self._tricks):
            if not self._whole:
                self._fault(f"trick {place + 1}: expected no trick behind one that is not whole, got one")
                return
            self._judge_lead(place, trick)
            self._follow(place, trick)

    def _turned(self) -> int:
        """The card shown, or one of its suit where only that is told; 0 if it is not known."""
        record, game, places = self._record, self._game, self._game.contract.place
        if record.turned is None and record.trump is None:
            self._fault("expected the card that was shown (turned), or its suit (trump), got neither")
            return 0
        if record.turned is None:
            found = next((card for card in game.rules.pack if card[1] == record.trump), None)
            if found is None:
                self._fault(f"expected trump to be a suit of the pack, got {record.trump}")
            return game.set_of([found]) if found else 0
        if record.turned not in places:
            self._fault(f"turned: expected a card of the pack, got {record.turned}")
            return 0
        card = game.set_of([record.turned])
        if record.trump not in (None, record.turned[1]):
            self._fault(f"expected trump {record.turned[1]}, the suit of {record.turned}, got {record.trump}")
        if not game.settings[SHOW_ANY] and card & self._deal.held:
            seat = next(seat for seat, hand in enumerate(self._deal.hands) if hand & card)
            self._fault(
                f"turned: expected a card of the stock, got {record.turned}, which is in the hand of seat {seat}"
            )
        return card

    def _judge_lead(self, place: int, trick: Trick) -> None:
        """Whether whoever leads a trick may."""
        board, where, seat = self._sets, f"trick {place + 1}", trick.leader
        if not trick.claim:
            leader = board.leader()
            if seat != leader:
                why = f", which took trick {place}," if place else ""
                hint = ""
                if not place and self._occasion.begins is None and self._game.rules.leads_later == "last_winner":
                    hint = "; in a later deal of a match first_leader says who leads"
                got = f"got seat {seat} without one{hint}"
                self._fault(f"{where}: expected seat {leader}{why} to lead, or a claim, {got}")
            return
        rule, size = self._game.settings[CLAIM_RULE], self._game.shape.hand
        what = f"{size} trumps" if rule == TRUMP_CLAIMS else f"{size} cards of one suit"
        if not rule:
            self._fault(f"{where}: expected no lead out of turn, since out_of_turn is off, got one of seat {seat}")
        elif place and self._game.settings[CLAIM_ONCE]:
            why = "since hammer_when is first_lead"
            self._fault(f"{where}: expected no lead out of turn behind trick 1, {why}, got one of seat {seat}")
        elif self._loose[seat] == 0 and not board.may_claim(seat):
            held = self._said(board.hand(seat)) or "no card"
            self._fault(f"{where}: expected {what} for a lead out of turn, got one of seat {seat}, which holds {held}")

    def _follow(self, place: int, trick: Trick) -> None:
        """Let the seats lay their cards, and compare what the record says of the trick."""
        board, where, plays = self._sets, f"trick {place + 1}", trick.plays or ()
        total = size = 0
        for position, play in enumerate(plays[: self._seats]):
            seat = (trick.leader + position) % self._seats
            if play.seat != seat:
                self._fault(f"{where}: expected seat {seat} at place {position + 1}, got seat {play.seat}")
            cards = self._cards(place, seat, position, play)
            total |= cards
            if not position:
                size = len(play.cards)
                self._judge_set(place, seat, cards, trick)
            elif len(play.cards) != size:
                got = f"{len(play.cards)} of seat {seat}: {' '.join(play.cards)}"
                self._fault(f"{where}: expected as many cards as were led, {size}, got {got}")
            beats = position > 0 and board.beats(cards)
            if play.beat and not beats:
                best = f", which do not beat {self._said(board.best())}" if position else ", which it led"
                self._fault(f"{where}: seat {seat} is said to beat with {' '.join(play.cards)}{best}")
            # What is not told to lie face down lies open if it beats.
            board.lay(seat, position == 0, cards, beats and play.beat is not False)
        self._whole = len(plays) == self._seats and size > 0 and all(len(play.cards) == size for play in plays)
        if len(plays) != self._seats:
            last = place + 1 == len(self._tricks)
            if not last or len(plays) > self._seats or not plays or trick.winner is not None:
                self._fault(f"{where}: expected plays of {self._seats} seats, got {len(plays)}")
            return
        self._close(place, trick, total, size)

    def _close(self, place: int, trick: Trick, total: int, size: int) -> None:
        """Give a trick to its winner, compare, and draw."""
        board, where = self._sets, f"trick {place + 1}"
        winner, points = board.take(place), board.points(total)
        if trick.winner not in (None, winner):
            self._fault(f"{where}: expected winner {winner}, got {trick.winner}")
        if trick.points not in (None, points):
            self._fault(f"{where}: expected {points} points, got {trick.points}")
        drawn = min(self._undrawn, size * self._seats)
        self._undrawn -= drawn
        if not self._deal.stock:
            self._loose = [loose + drawn // self._seats for loose in self._loose]

    def _cards(self, place: int, seat: int, position: int, play: Play) -> int:
        """The cards of a play that are of the pack, each of which its seat must hold."""
        board, did, cards = self._sets, f"trick {place + 1}: seat {seat} {'laid' if position else 'led'}", 0
        for name in play.cards:
            card = 1 << self._place[name] if name in self._place else 0
            if not card:
                self._fault(f"{did} {name}, which is not in the pack")
            elif card in self._laid:
                before, by = self._laid[card]
                when = "in this trick" if before == place else f"in trick {before + 1}"
                self._fault(f"{did} {name}, which seat {by} played {when} already")
                self._twice = True
            else:
                if not card & board.hand(seat):
                    self._judge_held(seat, did, name, card)
                self._laid[card] = place, seat
            cards |= card
        return cards

    def _judge_held(self, seat: int, did: str, name: str, card: int) -> None:
        """Whether a seat can hold a card that it is not known to hold."""
        board = self._sets
        holder = next((other for other in range(self._seats) if board.hand(other) & card), None)
        known = holder is not None or bool(self._deal.stock)
        if self._loose[seat] and not known:
            self._loose[seat] -= 1
            board.give(seat, card)
            return
        where = "still in the stock" if holder is None else f"in the hand of seat {holder}"
        held = self._said(board.hand(seat))
        self._fault(f"{did} {name}, which is {where}" + (f"; it held {held}" if held else ""))

    def _judge_set(self, place: int, seat: int, cards: int, trick: Trick) -> None:
        """Whether cards may be led together, by a seat that leads in turn or out of turn."""
        did = f"trick {place + 1}: seat {seat} led {self._said(cards)}"
        size = cards.bit_count()
        if cards and not self._sets.is_set(cards):
            ranks = " or of one rank" if self._game.rules.options.get("rank_leads") == "on" else ""
            self._fault(f"{did}, which are not of one suit{ranks}")
        if trick.claim and size != self._game.shape.hand:
            self._fault(f"{did} out of turn, for which it must lead all {self._game.shape.hand}")
        if not size:
            self._fault(f"trick {place + 1}: expected a lead of one card or more, got none")

    def _said(self, cards: int) -> str:
        return " ".join(self._sets.names(cards))

    def _facts(self) -> Facts | None:
        played = sum(1 for _ in self._laid)
        if played < self._game.shape.cards or not self._whole or self._twice:
            if (self._record.played or self._record.result) and not self.faults:
                self._fault(
                    f"expected all {self._game.shape.cards} cards in the tricks of a deal with a result, got {played}"
                )
            return None
        return replace(facts_of(self._sets, 0), last_trick=self._sets.leader())
