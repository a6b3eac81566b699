"""The trump suit of a record before the referee: the card turned up, and what lay open before it (rules.md, 8, 9)."""

from __future__ import annotations

from goatsim.engine.layout import LAST_CARD, TURNUP_MOST, TURNUP_REDO
from goatsim.records import Record
from goatsim.records.occasion import Occasion
from goatsim.records.told import Told


class Turning:
    """What a record says of it, against what the rules say. Cards are sets of bits (`Game.set_of`).

    After `hold`, `faults` has a sentence for each disagreement, and `turned` is the card whose suit is trump, or some
    card of that suit where only the suit is told; 0 if nothing is.
    """

    def __init__(self, record: Record, deal: Told, occasion: Occasion) -> None:
        """Take a record up, of which `deal` tells the hands as they were dealt; nothing is judged yet."""
        self.faults: list[str] = []
        self.turned = 0
        self._record = record
        self._deal = deal
        self._game = occasion.game
        self._last = occasion.game.shape.turnup == LAST_CARD
        self._seat = occasion.dealer if self._last else occasion.left

    def hold(self) -> None:
        """Judge it."""
        record, game = self._record, self._game
        if game.shape.shown:
            return
        if not game.shape.turnup:
            said = {"turned": record.turned, "shown": record.shown and " ".join(record.shown), "trump": record.trump}
            for key, value in said.items():
                # A card of the talon is turned up where nobody buys it.
                if value and not (game.rules.buys and key == "turned"):
                    self._fault(
                        f"expected no {key}, since no trump suit is turned up in {game.rules.name}, got {value}"
                    )
            return
        suits = game.rules.plain
        turned, trump = record.turned or self._deal.up, record.trump
        if turned is None:
            if trump is None:
                self._fault("expected the card turned up (turned) or its suit (trump), got neither")
            elif trump not in suits:
                self._fault(f"trump: expected a suit of {game.rules.name} ({' '.join(suits)}), got {trump}")
            else:
                self.turned = game.set_of(suits[trump][:1])
                self._judge_suit(trump)
            return
        if (turned in game.rules.trumps and not self._last) or turned not in game.contract.place:
            what = "a trump in every deal" if turned in game.rules.trumps else "not in the pack"
            self._fault(f"turned: expected a card of a suit, got {turned}, which is {what}")
            self.turned = game.set_of(suits[trump][:1]) if trump in suits else 0
            return
        self.turned = game.set_of([turned])
        if trump not in (None, turned[1]):
            self._fault(f"trump: expected {turned[1]}, the suit of {turned}, which was turned up, got {trump}")
        self._judge_held("turned", self.turned)
        self._judge_shown(record.shown or ())

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def _judge_suit(self, trump: str) -> None:
        """See that a card of a suit can have been turned up."""
        rules, any_card = self._game.rules, self._last
        suit = self._game.set_of(
            card for card in rules.pack if card[1] == trump and (any_card or card not in rules.trumps)
        )
        first = self._deal.hands[self._seat] & ~self._deal.later[self._seat]
        if self._deal.told[self._seat] and not first & suit:
            hand = self._deal.names(first)
            self._fault(f"trump: expected a suit that seat {self._seat} holds a card of, got {trump} from {hand}")

    def _judge_held(self, key: str, cards: int) -> None:
        """See that cards that lay open are those of the seat whose cards are turned up."""
        for card in self._game.cards_of(cards):
            one = self._game.set_of([card])
            self._deal.learn(self._seat, one)
            if not one & self._deal.hands[self._seat] & ~self._deal.later[self._seat]:
                who = "the dealer, dealt with the first cards" if self._last else "the first to be dealt to"
                self._fault(f"{key}: expected a card of seat {self._seat}, {who}, got {card}")

    def _judge_shown(self, shown: tuple[str, ...]) -> None:
        game = self._game
        strange = [card for card in shown if card not in game.rules.trumps]
        if strange:
            self._fault(f"shown: expected trumps of every deal, got {' '.join(strange)}")
            return
        cards = game.set_of(set(shown))
        if len(set(shown)) < len(shown):
            self._fault(f"shown: expected every card once, got {' '.join(shown)}")
        self._judge_held("shown", cards)
        most, unwanted = game.settings[TURNUP_MOST], game.settings[TURNUP_REDO]
        if len(shown) >= most:
            self._fault(f"shown: expected at most {most - 1} cards before the one turned up, got {len(shown)}")
        if cards & unwanted:
            names = " ".join(game.cards_of(cards & unwanted))
            self._fault(f"shown: expected the deal to be dealt again after {names}, got a trump suit")
