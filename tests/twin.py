"""The slow, obvious twin of the play: the yardstick that the compiled engine is judged by.

Everything here is written from the rules alone and shares nothing with the package. Cards are two-letter names
("QC" = queen of clubs), hands are lists of names. Section numbers in the docstrings are those of the rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

from numpy.random import Philox

SUITS = "CSHD"
TRUMP = "trump"


@dataclass
class Game:
    """The rules of one deal.

    pack: every card, in any order. trumps: high to low, may be empty. plain_order: ranks of the plain cards, high to
    low ("ATK987"). points: rank -> card points, a missing rank is worth 0. sides: the side (0, 1, ...) of every seat.
    hand_size: cards of a seat, so also tricks of a deal. trump_lead: "praiser_team" (only the side of the seat that
    makes the first lead may lead trumps), "all" or "nobody". leader: the seat that makes the first lead, the praiser.
    announced: trumps that were announced to be none in this deal (2b); they keep their place in yardstick order.
    """

    pack: list[str]
    trumps: list[str]
    plain_order: str
    points: dict[str, int]
    sides: list[int]
    hand_size: int
    trump_lead: str = "praiser_team"
    leader: int = 0
    announced: list[str] = field(default_factory=list)


@dataclass
class Told:
    """What a seat knows of others by signs (12), by seat: `voids`, plain suits of which they hold nothing, but had
    a trump; `lacks`, cards that they do not hold; `holds`, cards that they hold or have played since.
    """

    voids: dict[int, list[str]] = field(default_factory=dict)
    lacks: dict[int, list[str]] = field(default_factory=dict)
    holds: dict[int, list[str]] = field(default_factory=dict)


@dataclass
class Situation:
    """What a policy is asked with.

    hand: the cards of the seat. legal: those of them that it may play. table: (seat, card) of the trick so far, the
    lead first, empty when the seat leads. coin: the seat's 32-bit random number for this decision. before: the tricks
    that are over, each like the table. laid: how many of them were laid while the cards were dealt (3), so that nobody
    had to follow in them. for_less: points count against whoever has them (6b). capture: the card that catches and the
    card that is caught, if the game knows that (5, 7, 8). free: nobody has to follow (9). told: what the seat knows by
    signs.
    """

    game: Game
    seat: int
    hand: list[str]
    legal: list[str]
    table: list[tuple[int, str]]
    coin: int
    before: list[list[tuple[int, str]]] = field(default_factory=list)
    laid: int = 0
    for_less: bool = False
    capture: tuple[str, str] | None = None
    free: bool = False
    told: Told = field(default_factory=Told)


class Trick(TypedDict):
    """One trick as a record writes it: cards run clockwise from the leader."""

    leader: int
    cards: list[str]
    winner: int
    points: int


class Outcome(TypedDict):
    """A played deal. points, tricks_won and eyes are by side; eyes and outcome are there in two-sided games only."""

    tricks: list[Trick]
    points: list[int]
    tricks_won: list[int]
    eyes: NotRequired[list[int]]
    outcome: NotRequired[str]


Policy = Callable[[Situation], str]


def bare() -> Game:
    """Return the preset `bare` (0.5) of `classic` (section 1): 32 cards, 14 trumps, seats 0 and 2 against 1 and 3."""
    return Game(
        pack=[rank + suit for suit in "CSHD" for rank in "ATKQJ987"],
        trumps=["QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D", "7D"],
        plain_order="ATK987",
        points={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
        sides=[0, 1, 0, 1],
        hand_size=8,
    )


# ---------------------------------------------------------------------------------------------------------------------
# Cards


def card_class(game: Game, card: str) -> str:
    """Return "trump", or the suit letter of a plain card; a trump is no member of its printed suit (0.4).

    An announced card is the only card of a plain suit of its own (2b), named after the card.
    """
    if card in game.announced:
        return card
    if card in game.trumps:
        return TRUMP
    return card[1]


def card_points(game: Game, card: str) -> int:
    """Return the card points of a card (0.1)."""
    return game.points.get(card[0], 0)


def yardstick(game: Game) -> list[str]:
    """Return the pack in yardstick order: plain cards rank by rank from the lowest, then trumps from the lowest."""
    order = []
    for rank in reversed(game.plain_order):
        for suit in SUITS:
            card = rank + suit
            if card in game.pack and card not in game.trumps:
                order.append(card)
    for card in reversed(game.trumps):
        if card in game.pack:
            order.append(card)
    return order


def in_order(game: Game, cards: Sequence[str]) -> list[str]:
    """Return the cards sorted in yardstick order, the first one first."""
    return [card for card in yardstick(game) if card in cards]


# ---------------------------------------------------------------------------------------------------------------------
# Tricks


def legal(game: Game, hand: Sequence[str], led_card: str | None, seat: int) -> list[str]:
    """Return the cards of the hand that the seat may play, in the order of the hand.

    led_card is None when the seat leads. Leads: section 1, "Lead rule"; following: 0.4.
    """
    if led_card is None:
        return may_lead(game, hand, seat)
    same_class = [card for card in hand if card_class(game, card) == card_class(game, led_card)]
    if same_class:
        return same_class
    return list(hand)


def may_lead(game: Game, hand: Sequence[str], seat: int) -> list[str]:
    """Return the cards that the seat may lead: no trump against the praiser (or none at all), unless it has nothing
    else.
    """
    if game.trump_lead == "all":
        return list(hand)
    if game.trump_lead not in ("praiser_team", "nobody"):
        raise ValueError(f"trump_lead is praiser_team, all or nobody, not {game.trump_lead}")
    if game.trump_lead == "praiser_team" and game.sides[seat] == game.sides[game.leader]:
        return list(hand)
    plain = [card for card in hand if card_class(game, card) != TRUMP]
    if plain:
        return plain
    return list(hand)


def beats(game: Game, card: str, best: str) -> bool:
    """Return whether a later card beats the best one so far, which is a trump or of the led suit (0.4)."""
    card_is_trump = card_class(game, card) == TRUMP
    best_is_trump = card_class(game, best) == TRUMP
    if card_is_trump and best_is_trump:
        return game.trumps.index(card) < game.trumps.index(best)
    if card_is_trump:
        return True
    if best_is_trump:
        return False
    if card_class(game, card) != card_class(game, best):
        return False
    return game.plain_order.index(card[0]) < game.plain_order.index(best[0])


def winner(game: Game, leader: int, cards: Sequence[str]) -> int:
    """Return the seat that wins the cards, clockwise from the leader; in an unfinished trick, that wins it so far."""
    seats = len(game.sides)
    best = cards[0]
    best_seat = leader
    for place, card in enumerate(cards):
        if place > 0 and beats(game, card, best):
            best = card
            best_seat = (leader + place) % seats
    return best_seat


# ---------------------------------------------------------------------------------------------------------------------
# Policies


def random_policy(situation: Situation) -> str:
    """Play card number (coin * n) >> 32 of the n legal cards in yardstick order."""
    cards = in_order(situation.game, situation.legal)
    return cards[(situation.coin * len(cards)) >> 32]


def low(situation: Situation) -> str:
    """Play the legal card that comes first in yardstick order."""
    return in_order(situation.game, situation.legal)[0]


def high(situation: Situation) -> str:
    """Play the legal card that comes last in yardstick order."""
    return in_order(situation.game, situation.legal)[-1]


def cheapest(game: Game, cards: Sequence[str]) -> str:
    """Return the first in yardstick order among the cards worth 0, else among those worth at most 4, else of all."""
    ordered = in_order(game, cards)
    for most in (0, 4):
        for card in ordered:
            if card_points(game, card) <= most:
                return card
    return ordered[0]


def greedy(situation: Situation) -> str:
    """Lead the top trump from four or more, feed a trick the partner is winning, take a trick worth 10 or more.

    In every other case the cheapest card. With more than one partner any of them counts, with none nobody does. Where
    points count against whoever has them it dodges them; where nobody has to follow it keeps its trumps.
    """
    if situation.for_less:
        return dodging(situation)
    if situation.free:
        return thrifty(situation)
    if situation.table:
        return greedy_follow(situation)
    return greedy_lead(situation)


def thrifty(situation: Situation) -> str:
    """Take a trick worth 10 or more with the first card that does it; else play the first card."""
    game = situation.game
    cards = in_order(game, situation.legal)
    on_table = [card for _, card in situation.table]
    if sum(card_points(game, card) for card in on_table) >= 10:
        for card in cards:
            if winner(game, situation.table[0][0], [*on_table, card]) == situation.seat:
                return card
    return cards[0]


def dodging(situation: Situation) -> str:
    """Lead the first card; follow with the richest that does not win, else cheaply if last, else with the first."""
    game = situation.game
    cards = in_order(game, situation.legal)
    if not situation.table:
        return cards[0]
    leader = situation.table[0][0]
    on_table = [card for _, card in situation.table]
    losing = [card for card in cards if winner(game, leader, [*on_table, card]) != situation.seat]
    if losing:
        return max(losing, key=lambda card: card_points(game, card))
    return cheapest(game, cards) if len(on_table) == len(game.sides) - 1 else cards[0]


def greedy_lead(situation: Situation) -> str:
    """Lead; the hand is read as the cards that may be led."""
    game = situation.game
    trumps = [card for card in in_order(game, situation.legal) if card_class(game, card) == TRUMP]
    if len(trumps) >= 4:
        return trumps[-1]
    return cheapest(game, situation.legal)


def greedy_follow(situation: Situation) -> str:
    """Follow: a winning partner gets ace, ten or king; a trick worth 10 is won by the first card that does it."""
    game = situation.game
    cards = in_order(game, situation.legal)
    leader = situation.table[0][0]
    on_table = [card for _, card in situation.table]

    winning_seat = winner(game, leader, on_table)
    if game.sides[winning_seat] == game.sides[situation.seat]:
        for rank in "ATK":
            for card in cards:
                if card[0] == rank:
                    return card
        return cheapest(game, cards)

    if sum(card_points(game, card) for card in on_table) >= 10:
        for card in cards:
            if winner(game, leader, [*on_table, card]) == situation.seat:
                return card
    return cheapest(game, cards)


# ---------------------------------------------------------------------------------------------------------------------
# Random numbers


def coins(seed: int, index: int, seat: int, attempt: int = 0) -> Callable[[int], int]:
    """Return the function from a decision's number t (the trick, from 0) to the seat's 32-bit coin.

    Word j of the stream is word j % 4 of block j // 4; the coin is the low half of word t // 2 if t is even, the high
    half if it is odd. seed and index are 0 .. 2^64-1.
    """
    purpose = 16 + seat

    def coin(t: int) -> int:
        word_number = t // 2
        block = word_number // 4
        # One long integer instead of [block, index, attempt, purpose]: numpy turns such a list into floats, and so
        # loses digits, as soon as a word needs the 64th bit.
        counter = block + (index << 64) + (attempt << 128) + (purpose << 192)
        words = Philox(key=seed, counter=counter).random_raw(4)
        word = int(words[word_number % 4])
        if t % 2 == 0:
            return word % 2**32
        return word // 2**32

    return coin


# ---------------------------------------------------------------------------------------------------------------------
# The deal


def score(
    points: Sequence[int],
    tricks_won: Sequence[int],
    four_eyes_min: int = 91,
    loser_scale: str = "win_based",
) -> tuple[list[int], str]:
    """Return the eyes of both sides and the name of the scoring row (section 1, "Deal scoring", under `bare`).

    `bare` only celebrates a lucy: it scores 4 (6 under loser_based). loser_based ignores four_eyes_min.
    Equal points are an egg and more points win, also where a deal counts fewer than 120.
    """
    if loser_scale not in ("win_based", "loser_based"):
        raise ValueError(f"loser_scale is win_based or loser_based, not {loser_scale}")
    if four_eyes_min not in (90, 91):
        raise ValueError(f"four_eyes_min is 90 or 91, not {four_eyes_min}")

    if points[0] == points[1]:
        return [0, 0], "egg"
    winning_side = 0 if points[0] > points[1] else 1
    losing_side = 1 - winning_side

    if loser_scale == "loser_based":
        ninety = points[losing_side] <= 30
        lucy_worth = 6
    else:
        ninety = points[winning_side] >= four_eyes_min
        lucy_worth = 4

    if tricks_won[losing_side] == 0:
        outcome, worth = "lucy", lucy_worth
    elif ninety:
        outcome, worth = "ninety", 4
    else:
        outcome, worth = "win", 2

    eyes = [0, 0]
    eyes[winning_side] = worth
    return eyes, outcome


def check_hands(game: Game, hands: Sequence[Sequence[str]]) -> None:
    """Raise ValueError unless every seat holds hand_size cards of the pack and no card is dealt twice."""
    dealt = [card for hand in hands for card in hand]
    if len(hands) != len(game.sides) or any(len(hand) != game.hand_size for hand in hands):
        raise ValueError(f"expected {len(game.sides)} hands of {game.hand_size} cards, got {hands}")
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(game.pack):
        raise ValueError(f"a card is dealt twice or is not in the pack: {hands}")


def play(
    game: Game,
    hands: Sequence[Sequence[str]],
    policies: Sequence[Policy],
    seed: int,
    index: int,
    four_eyes_min: int = 91,
    loser_scale: str = "win_based",
) -> Outcome:
    """Play one deal to its end and return its tricks, points and tricks by side, and in two-sided games its eyes.

    hands: the cards of every seat in any order; policies: one a seat. Raises ValueError on hands that do not fit the
    game and on a policy that answers with a card that is not legal.
    """
    check_hands(game, hands)
    if len(policies) != len(game.sides):
        raise ValueError(f"expected {len(game.sides)} policies, got {len(policies)}")
    seats = len(game.sides)
    left = [list(hand) for hand in hands]
    seat_coins = [coins(seed, index, seat) for seat in range(seats)]
    points = [0] * (max(game.sides) + 1)
    tricks_won = [0] * (max(game.sides) + 1)
    tricks: list[Trick] = []
    before: list[list[tuple[int, str]]] = []

    leader = game.leader
    for t in range(game.hand_size):
        table: list[tuple[int, str]] = []
        for place in range(seats):
            seat = (leader + place) % seats
            led_card = table[0][1] if table else None
            allowed = legal(game, left[seat], led_card, seat)
            card = policies[seat](
                Situation(game, seat, list(left[seat]), list(allowed), list(table), seat_coins[seat](t), list(before))
            )
            if card not in allowed:
                raise ValueError(f"trick {t + 1}: seat {seat} played {card}, legal were {allowed}")
            left[seat].remove(card)
            table.append((seat, card))

        before.append(table)
        cards = [card for _, card in table]
        trick_winner = winner(game, leader, cards)
        trick_points = sum(card_points(game, card) for card in cards)
        tricks.append({"leader": leader, "cards": cards, "winner": trick_winner, "points": trick_points})
        points[game.sides[trick_winner]] += trick_points
        tricks_won[game.sides[trick_winner]] += 1
        leader = trick_winner

    result: Outcome = {"tricks": tricks, "points": points, "tricks_won": tricks_won}
    if len(set(game.sides)) == 2:
        result["eyes"], result["outcome"] = score(points, tricks_won, four_eyes_min, loser_scale)
    return result
