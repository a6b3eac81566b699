"""The slow, obvious twin of the kinds of deal (3): how a deck comes into the hands, and the tricks laid while it does.

Written from the rules alone, with names and lists. The praiser is seat 0, the dealer seat 3; a deck is a list, top
first. `ask` is called for what a player may choose and answers a card or None.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import twin
from numpy.random import Philox

KINDS = ["REGULAR", "ONE", "HAPPY", "MIRROR", "SELF", "FISH", "PANTS", "PANTS2"]
SEATS = 4
FULL = 8
WORD = 2**64

ORDER_OF_DECK = 3
CHANCE_IN_A_KIND = 4


@dataclass
class Choice:
    """What a player chooses from while cards are dealt.

    word: "commit" or "hold". hand: what it keeps so far. cards: those that it may answer, in the order taken. table:
    cards that earlier players laid face up. may_pass: it may answer None.
    """

    word: str
    seat: int
    hand: list[str]
    cards: list[str]
    table: list[str]
    may_pass: bool


Ask = Callable[[Choice], str | None]


@dataclass
class Dealt:
    """A deck dealt. hands: eight cards a seat. laid: for every trick laid meanwhile the card of every seat. passed,
    aside: good cards that went to the partner, bad cards set aside. ran_out: the deck did not last.
    """

    hands: list[list[str]]
    laid: list[list[str]] = field(default_factory=list)
    passed: int = 0
    aside: int = 0
    ran_out: bool = False


# ---------------------------------------------------------------------------------------------------------------------
# Random numbers


def word_of(seed: int, index: int, attempt: int, purpose: int, number: int, round: int = 0) -> int:
    """Return word `number` of a stream; `round` counts the words that were no use."""
    block = number // 4 + 16 * round
    counter = block + (index << 64) + (attempt << 128) + (purpose << 192)
    return int(Philox(key=seed, counter=counter).random_raw(4)[number % 4])


def below(n: int, seed: int, index: int, attempt: int, purpose: int, number: int) -> int:
    """Return a number below n, each as likely as any other, from word `number` of a stream."""
    round = 0
    while True:
        word = word_of(seed, index, attempt, purpose, number, round)
        if word * n % WORD >= WORD % n:
            return word * n // WORD
        round += 1


def deck_of(game: twin.Game, hands: Sequence[Sequence[str]], seed: int, index: int, attempt: int) -> list[str]:
    """Return the deck of which the regular deal (4 + 4) gives these hands."""
    deck = [""] * (SEATS * FULL)
    for seat, hand in enumerate(hands):
        number = below(40320, seed, index, attempt, ORDER_OF_DECK, seat)
        left = [card for card in game.pack if card in hand]
        digits = []
        for base in range(1, FULL + 1):
            digits.append(number % base)
            number //= base
        for k, digit in enumerate(reversed(digits)):
            packet, place = divmod(k, 4)
            deck[16 * packet + 4 * seat + place] = left.pop(digit)
    return deck


# ---------------------------------------------------------------------------------------------------------------------
# Kinds of deal


def is_trump(game: twin.Game, card: str) -> bool:
    return card in game.trumps


def is_bad(game: twin.Game, card: str) -> bool:
    """Return whether a card is neither a trump nor a plain ace."""
    return not is_trump(game, card) and card[0] != "A"


def deal_out(hands: list[list[str]], rest: list[str], size: int) -> None:
    """Deal the rest from the top, one at a time from the praiser, to everybody who has room, until all have `size`."""
    while any(len(hand) < size for hand in hands):
        for hand in hands:
            if len(hand) < size:
                hand.append(rest.pop(0))
    assert not rest


def together(hands: list[list[str]], laid: list[list[str]]) -> list[list[str]]:
    """Return the hands with the cards that were laid out of them."""
    return [[*hand, *(trick[seat] for trick in laid)] for seat, hand in enumerate(hands)]


def regular(deck: list[str]) -> Dealt:
    return Dealt([deck[4 * seat : 4 * seat + 4] + deck[16 + 4 * seat : 16 + 4 * seat + 4] for seat in range(SEATS)])


def one_by_one(deck: list[str]) -> Dealt:
    return Dealt([deck[seat::SEATS] for seat in range(SEATS)])


def happy(deck: list[str]) -> Dealt:
    """3.1: rounds are dealt face down and face up in turn; the open ones are tricks."""
    rounds = [deck[4 * number : 4 * number + 4] for number in range(FULL)]
    closed = [[one[seat] for one in rounds[0::2]] for seat in range(SEATS)]
    laid = rounds[1::2]
    return Dealt(together(closed, laid), laid)


def mirror(
    game: twin.Game, deck: list[str], cut: Callable[[int, int, int], int], everybody: bool, trick: bool
) -> Dealt:
    """3.2: trumps are drawn from the bottom of a packet up to the first plain card.

    cut: the size of a seat's packet between two numbers. trick: that plain card is laid.
    """
    deck = list(deck)
    hands: list[list[str]] = [[] for _ in range(SEATS)]
    laid: list[str] = []
    room = FULL - 1 if trick else FULL
    for seat in range(SEATS if everybody else 1):
        low, high = (8, 24) if seat == 0 else (-(-len(deck) // 4), 3 * len(deck) // 4)
        size = cut(seat, low, high)
        packet, deck = deck[:size], deck[size:]
        while packet and is_trump(game, packet[-1]) and len(hands[seat]) < room:
            hands[seat].append(packet.pop())
        if trick:
            # The card that is seen next is a plain one, or the hand is full; no packet: nothing is seen.
            laid.append(packet.pop() if packet else deck.pop(0))
        deck = packet + deck
    deal_out(hands, deck, room)
    tricks = [laid] if trick else []
    return Dealt(together(hands, tricks), tricks)


def self_draw(game: twin.Game, deck: list[str]) -> Dealt:
    """3.3: trumps to the hand, the first plain card, or the card after seven trumps, to the table."""
    deck = list(deck)
    hands: list[list[str]] = []
    laid: list[str] = []
    for _ in range(SEATS):
        hand: list[str] = []
        while is_trump(game, deck[0]) and len(hand) < FULL - 1:
            hand.append(deck.pop(0))
        laid.append(deck.pop(0))
        hands.append(hand)
    deal_out(hands, deck, FULL - 1)
    return Dealt(together(hands, [laid]), [laid])


def fish(game: twin.Game, deck: list[str], everybody: bool) -> Dealt:
    """3.4: trumps and the first plain card to the hand."""
    deck = list(deck)
    hands: list[list[str]] = [[] for _ in range(SEATS)]
    for hand in hands if everybody else hands[:1]:
        while len(hand) < FULL:
            hand.append(deck.pop(0))
            if not is_trump(game, hand[-1]):
                break
    deal_out(hands, deck, FULL)
    return Dealt(hands)


# ---------------------------------------------------------------------------------------------------------------------
# Pants (3.5, 3.6)


@dataclass
class Pants:
    """Pants (one card of every seat goes to the trick) and double pants (two) while they are drawn."""

    game: twin.Game
    deck: list[str]
    ask: Ask
    wanted: int
    hands: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    committed: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    aside: list[str] = field(default_factory=list)
    passed: int = 0
    bad_aside: int = 0
    ran_out: bool = False

    def room(self, seat: int) -> int:
        return FULL - self.wanted - len(self.hands[seat])

    def face_up(self, seat: int) -> list[str]:
        """The face-up cards of earlier players: in pants those of the last two, in double pants every second card."""
        if self.wanted == 1:
            return [card for one in range(2, seat) for card in self.committed[one]]
        return [self.committed[one][1] for one in range(seat)]

    def choose(self, word: str, seat: int, cards: list[str], may_pass: bool = False) -> str | None:
        choice = Choice(word, seat, list(self.hands[seat]), list(cards), self.face_up(seat), may_pass)
        answer = self.ask(choice)
        if answer not in cards and not (may_pass and answer is None):
            raise ValueError(f"{choice}: answered {answer}")
        return answer

    def take(self) -> list[str]:
        """What a step takes off the deck: in turn from the top, then in turn from the bottom."""
        top = [self.deck.pop(0) for _ in range(self.wanted)]
        bottom = [self.deck.pop() for _ in range(self.wanted)]
        return top + bottom

    def commit(self, seat: int, taken: list[str]) -> None:
        """Put cards of a step to the tricks: bad ones as far as they are needed, aces at will but not the praiser's."""
        while len(self.committed[seat]) < self.wanted:
            bad = [card for card in taken if is_bad(self.game, card)]
            aces = [card for card in taken if card[0] == "A" and not is_trump(self.game, card)]
            allowed = [card for card in taken if card in bad or (card in aces and seat != 0)]
            if not allowed:
                return
            if bad and len(allowed) == 1:
                card: str | None = allowed[0]
            else:
                card = self.choose("commit", seat, allowed, may_pass=not bad)
            if card is None:
                return
            taken.remove(card)
            self.committed[seat].append(card)

    def place(self, seat: int, taken: list[str]) -> None:
        """Put what is left of a step into the hand, good cards first; what finds no room goes elsewhere."""
        good = [card for card in taken if not is_bad(self.game, card)]
        while 0 < self.room(seat) < len(good):
            card = self.choose("hold", seat, good)
            assert card is not None
            good.remove(card)
            self.hands[seat].append(card)
        for card in good:
            if self.room(seat):
                self.hands[seat].append(card)
            elif self.room((seat + 2) % SEATS):
                self.hands[(seat + 2) % SEATS].append(card)
                self.passed += 1
            else:
                self.aside.append(card)
        for card in taken:
            if is_bad(self.game, card):
                if self.room(seat):
                    self.hands[seat].append(card)
                else:
                    self.aside.append(card)
                    self.bad_aside += 1

    def from_hand(self, seat: int) -> None:
        """Commit a card although the deck is empty: a plain ace from the hand, else any card of it (3.6)."""
        self.ran_out = True
        hand = self.hands[seat]
        aces = [card for card in hand if card[0] == "A" and not is_trump(self.game, card)]
        allowed = aces or list(hand)
        if not allowed:
            self.committed[seat].append(self.aside.pop(0))
            return
        card = allowed[0] if len(allowed) == 1 else self.choose("commit", seat, allowed)
        assert card is not None
        hand.remove(card)
        self.committed[seat].append(card)

    def draw(self) -> Dealt:
        for seat in range(SEATS):
            while len(self.committed[seat]) < self.wanted:
                if self.deck:
                    taken = self.take()
                    self.commit(seat, taken)
                    self.place(seat, taken)
                else:
                    self.from_hand(seat)
        deal_out(self.hands, self.deck + self.aside, FULL - self.wanted)
        laid = [[self.committed[seat][number] for seat in range(SEATS)] for number in range(self.wanted)]
        return Dealt(together(self.hands, laid), laid, self.passed, self.bad_aside, self.ran_out)


def pants(game: twin.Game, deck: Sequence[str], ask: Ask, wanted: int) -> Dealt:
    return Pants(game, list(deck), ask, wanted).draw()
