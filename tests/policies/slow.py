"""The words of the view told slowly, from their docstrings, with names and lists. A sight holds only what a seat may
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import twin
import twin_signals

from goatsim.games import Rules
from goatsim.lab import Lab
from goatsim.seats.view import View

RANKS = {"aces": "A", "tens": "T", "kings": "K", "queens": "Q", "jacks": "J"}


def game_of(rules: Rules) -> twin.Game:
    """The twin's form of some rules."""
    return twin.Game(
        pack=list(rules.pack),
        trumps=list(rules.trumps),
        plain_order=rules.plain_order,
        points={card[0]: rules.card_points(card) for card in rules.pack},
        sides=list(rules.sides),
        hand_size=rules.hand_size,
        trump_lead=str(rules.options.get("trump_lead", "all")),
        leader=rules.first_leader,
    )


@dataclass
class Sight:
    """What a seat knows at a decision: its cards, those it may play, the tricks so far (the last may be begun) as
    (seat, card) in the order played, and its coin. Where a game has them: how many tricks were over before all drew,
    who exchanged a card since the last trick, which seats may lead trumps, whether no trick has begun, which cards it
    laid aside, which cards lay open in whose hand, what is known of a talon and a stock, and the card that catches
    another one with that one.
    """

    game: twin.Game
    seat: int
    hand: list[str]
    legal: list[str]
    tricks: list[list[tuple[int, str]]]
    coin_word: int
    forgotten: int = 0
    exchanged: list[int] = field(default_factory=list)
    rights: list[int] | None = None
    early: bool = False
    aside: list[str] = field(default_factory=list)
    shown: dict[int, list[str]] = field(default_factory=dict)
    turned: list[str] = field(default_factory=list)
    talon: list[str] = field(default_factory=list)
    alone: bool = False
    for_less: bool = False
    stock_left: int = 0
    capture: tuple[str, str] | None = None
    told: twin.Told = field(default_factory=twin.Told)

    @property
    def table(self) -> list[tuple[int, str]]:
        """The trick at hand."""
        return self.tricks[-1]

    def at(self, distance: int) -> int:
        """The seat so far to the left."""
        return (self.seat + distance) % len(self.game.sides)

    def of_class(self, card: str) -> list[str]:
        """All cards of a card's class."""
        kind = twin.card_class(self.game, card)
        return [one for one in self.game.pack if twin.card_class(self.game, one) == kind]

    def points(self, cards: Sequence[str]) -> int:
        """Card points of some cards."""
        return sum(twin.card_points(self.game, card) for card in cards)

    def won(self, ours: bool) -> list[list[str]]:
        """The finished tricks of my side, or of the others."""
        mine = self.game.sides[self.seat]
        found = []
        for trick in self.tricks[:-1]:
            cards = [card for _, card in trick]
            side = self.game.sides[twin.winner(self.game, trick[0][0], cards)]
            if (side == mine) == ours:
                found.append(cards)
        return found

    def best(self) -> str:
        """The card that is winning."""
        cards = [card for _, card in self.table]
        taker = twin.winner(self.game, self.table[0][0], cards)
        return next(card for seat, card in self.table if seat == taker)

    def unseen(self) -> list[str]:
        """Neither played nor mine, nor laid aside by me, nor the talon's card that was turned up."""
        lying = self.turned if self.for_less else []
        seen = [*self.played(), *self.hand, *self.aside, *lying]
        return [card for card in self.game.pack if card not in seen]

    def played(self) -> list[str]:
        """What has been played."""
        return [card for trick in self.tricks for _, card in trick]

    def shows(self, seat: int) -> list[str]:
        """What everybody knows a seat to hold."""
        known = [*self.shown.get(seat, []), *self.told.holds.get(seat, [])]
        return [card for card in known if card not in self.played()]

    def may_hold(self, seat: int, card: str) -> bool:
        """Whether another seat may hold an unseen card."""
        others = [other for other in range(len(self.game.sides)) if other not in (seat, self.seat)]
        elsewhere = any(card in self.shows(other) for other in others)
        return card not in [*self.lacks(seat), *self.told.lacks.get(seat, [])] and not elsewhere

    def ruffs(self, seat: int) -> set[str]:
        """The suits that a seat lacks by its signs, while it may hold a trump."""
        trumps = [card for card in self.unseen() if twin.card_class(self.game, card) == twin.TRUMP]
        if not any(self.may_hold(seat, card) for card in trumps):
            return set()
        voids = self.told.voids.get(seat, [])
        return {card for card in self.game.pack if twin.card_class(self.game, card) in voids}

    def may_lead_trumps(self, seat: int) -> bool:
        """Whether a seat may lead trumps at will."""
        if self.rights is not None:
            return seat in self.rights
        return self.game.trump_lead == "all" or self.game.sides[seat] == self.game.sides[self.game.leader]

    def higher(self, card: str) -> list[str]:
        """The unseen cards that beat a card of their class."""
        return [one for one in self.unseen() if one in self.of_class(card) and twin.beats(self.game, one, card)]

    def lacks(self, seat: int) -> list[str]:
        """What a seat has shown not to hold, since it got a card last."""
        found: list[str] = []
        known = self.tricks[-1:] if seat in self.exchanged else self.tricks[self.forgotten :]
        for trick in known:
            for one, card in trick[1:]:
                if one == seat and twin.card_class(self.game, card) != twin.card_class(self.game, trick[0][1]):
                    found += self.of_class(trick[0][1])
        voids = self.told.voids.get(seat, [])
        return found + [card for card in self.game.pack if twin.card_class(self.game, card) in voids]

    def behind(self, ours: bool) -> list[int]:
        """The seats behind me, of my side or of others."""
        behind = [self.at(k) for k in range(1, len(self.game.sides) - len(self.table))]
        return [seat for seat in behind if (self.game.sides[seat] == self.game.sides[self.seat]) == ours]

    def to_play(self, ours: bool) -> set[str]:
        """What the seats behind me, of my side or of others, may hold."""
        return {card for seat in self.behind(ours) for card in self.unseen() if self.may_hold(seat, card)}

    def can_be_beaten(self) -> bool:
        """May a seat behind me hold a card that beats the best one?"""
        behind = [self.at(k) for k in range(1, len(self.game.sides) - len(self.table))] if self.table else []
        return any(
            twin.beats(self.game, card, self.best()) and self.may_hold(seat, card)
            for seat in behind
            for card in self.unseen()
        )

    def say(self, word: str, *given: int) -> object:
        """The value of a word of the view: a set of names, a number or a truth."""
        game, table = self.game, [card for _, card in self.table]
        mine = game.sides[self.seat]
        plain: dict[str, Callable[[], object]] = {
            "hand": lambda: set(self.hand),
            "legal": lambda: set(self.legal),
            "position": lambda: len(table),
            "trick": lambda: 0 if self.early else len(self.tricks),
            "last": lambda: len(table) == len(game.sides) - 1,
            "table": lambda: set(table),
            "led": lambda: set(self.of_class(table[0]) if table else []),
            "best": lambda: {self.best()} if table else set(),
            "table_points": lambda: self.points(table),
            "partner_winning": lambda: bool(table) and game.sides[twin.winner(game, self.table[0][0], table)] == mine,
            "winners": lambda: {card for card in self.legal if not table or twin.beats(game, card, self.best())},
            "gone": lambda: set(self.played()),
            "unseen": lambda: set(self.unseen()),
            "rivals": lambda: self.to_play(False),
            "helpers": lambda: self.to_play(True),
            "can_be_beaten": self.can_be_beaten,
            "trumps": lambda: {card for card in game.pack if twin.card_class(game, card) == twin.TRUMP},
            "our_points": lambda: sum(self.points(cards) for cards in self.won(True)),
            "their_points": lambda: sum(self.points(cards) for cards in self.won(False)),
            "our_tricks": lambda: len(self.won(True)),
            "nothing": lambda: set[str](),
            "our_eyes": lambda: 0,
            "their_eyes": lambda: 0,
            "first_deal": lambda: False,
            "from_praiser": lambda: (self.seat - game.leader) % len(game.sides),
            "alone": lambda: self.alone,
            "for_less": lambda: self.for_less,
            "talon": lambda: set(self.talon),
            "turned": lambda: set(self.turned),
            "stock_left": lambda: self.stock_left,
            "opponents": lambda: len(self.behind(ours=False)),
            "opposing": lambda: {card for seat, card in self.table if game.sides[seat] != mine},
            "catching": lambda: self.capture is not None,
            # No game here has sets or melds; `laid` is about those.
            "melding": lambda: False,
            "at_will": lambda: False,
            "set_size": lambda: 0,
            "lead_count": lambda: 0,
            "answer_count": lambda: 0,
            "melds": lambda: 0,
            "best_meld": lambda: set[str](),
        }
        asked: dict[str, Callable[[int], object]] = {
            "lacks": lambda k: set(self.lacks(self.at(k))),
            "played": lambda k: {card for trick in self.tricks for seat, card in trick if seat == self.at(k)},
            "mine": lambda k: game.sides[self.at(k)] == mine,
            "may_lead": lambda k: self.may_lead_trumps(self.at(k)),
            "shows": lambda k: set(self.shows(self.at(k))),
            "ruffs": lambda k: self.ruffs(self.at(k)),
            "coin": lambda n: self.coin_word * n >> 32,
            "lead_number": lambda k: set[str](),
            "answer_number": lambda k: set[str](),
            "meld_at": lambda n: set[str](),
            "meld_points": lambda n: 0,
            "served": lambda n: set[str](),
            "parts": lambda n: set[str](),
        }
        if word in RANKS:
            return {card for card in game.pack if card[0] == RANKS[word]}
        return asked[word](*given) if given else plain[word]()

    def of_cards(self, word: str, cards: list[str], card: str) -> object:
        """The value of a word on sets; `card` is what `beats` must beat."""
        game = self.game
        ordered = twin.in_order(game, cards)
        worth = [twin.card_points(game, one) for one in ordered]
        said: dict[str, Callable[[], object]] = {
            "count": lambda: len(cards),
            "worth": lambda: sum(worth),
            "lowest": lambda: set(ordered[:1]),
            "highest": lambda: set(ordered[-1:]),
            "richest": lambda: {ordered[worth.index(max(worth))]} if cards else set(),
            "cheapest": lambda: {twin.cheapest(game, cards)} if cards else set(),
            "beats": lambda: {one for one in cards if one != card and twin.beats(game, one, card)},
            "suit_of": lambda: {other for one in cards for other in self.of_class(one)},
            "masters": lambda: {one for one in cards if not self.higher(one)},
            "any_of": lambda: {ordered[self.coin_word * len(cards) >> 32]} if cards else set(),
            "beating": lambda: False,
            "catchers": lambda: {self.capture[0]} if self.capture and self.capture[1] in cards else set(),
            "caught": lambda: {self.capture[1]} if self.capture and self.capture[0] in cards else set(),
        }
        return said[word]()


def signals_of(lab: Lab, game: twin.Game, hands: Sequence[Sequence[str]], index: int) -> list[twin.Told]:
    """What every seat knows by signs, where all that there are may be given."""
    options = lab.rules.options
    if options.get("signals", "off") == "off":
        return [twin.Told() for _ in hands]
    asked = twin_signals.Signals(p_noticed=float(str(options["p_noticed"])), by=str(options["signals_by"]))
    given = twin_signals.give(game, hands, asked, lab.seed, index)
    return [twin_signals.known(game, given, seat) for seat in range(len(hands))]


def sights(lab: Lab, index: int) -> Iterator[tuple[View, Sight]]:
    """Every decision of a deal as goatsim's view and as a sight, the latter followed from the hands and the cards
    played alone.
    """
    game = game_of(lab.rules)
    hands = [list(hand) for hand in lab.deal(index)[0].hands]
    coins = [twin.coins(lab.seed, index, seat) for seat in range(len(hands))]
    told = signals_of(lab, game, hands, index)
    tricks: list[list[tuple[int, str]]] = [[]]
    leader = game.leader
    for view in lab.views(index):
        seat = (leader + len(tricks[-1])) % len(hands)
        assert view.seat == seat
        led = tricks[-1][0][1] if tricks[-1] else None
        legal = twin.legal(game, hands[seat], led, seat)
        coin = coins[seat](len(tricks) - 1)
        yield view, Sight(game, seat, list(hands[seat]), legal, [list(one) for one in tricks], coin, told=told[seat])
        (card,) = view.answer.names()
        hands[seat].remove(card)
        tricks[-1].append((seat, card))
        if len(tricks[-1]) == len(hands):
            leader = twin.winner(game, leader, [one for _, one in tricks[-1]])
            tricks.append([])
