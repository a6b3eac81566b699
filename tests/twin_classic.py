"""The slow, obvious twin of what stands around the play of a classic deal: cuts, redeals and swaps, then the play.

Like `twin` it is written from the rules alone, with names and lists. Section numbers in the docstrings are those of the
rules. Single deals: seat 0 is the praiser, the last seat the dealer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import twin
from numpy.random import Philox

Hands = list[list[str]]

QUEENS = ["QC", "QS", "QH", "QD"]
NINES = ["9C", "9S", "9H", "9D"]
CHARGE = 2
LAST_CLAIM = 3


@dataclass
class Options:
    """The options of sections 1, 2 and 4 under their names in the rules, with their defaults there."""

    trump_lead: str = "praiser_team"
    four_eyes_min: int = 91
    loser_scale: str = "win_based"
    swap_one: str = "optional"
    swap_two: str = "off"
    swap_partner_may_refuse: bool = False
    redeal_four_nines: str = "on"
    redeal_low_hand: str = "on"
    redeal_four_queens: str = "mandatory"
    redeal_no_high_queen: str = "on"
    p_no_cut: float = 0.0
    p_wrong_cut: float = 0.0


@dataclass
class Question:
    """What a seat is asked with before the first trick.

    hand: the cards of the seat now. choices: the cards that may be passed; empty when a claim is asked about. coin: the
    seat's 32-bit random number for this question.
    """

    game: twin.Game
    seat: int
    hand: list[str]
    choices: list[str]
    coin: int


def yes(question: Question) -> bool:
    """Claim the deal back, or give the trump: the default answers (4.3, 2a)."""
    return True


def no(question: Question) -> bool:
    """Play on, or keep the trump."""
    return False


def cheapest(question: Question) -> str:
    """Give back the cheapest plain card: the default answer."""
    return twin.cheapest(question.game, question.choices)


class EarlyCoins:
    """The coins of the questions before the first trick: every question that a seat is asked has one of its own.

    Question number n of a seat, cancelled deals included, takes piece 0 of the seat's stream of attempt 1 + n.
    """

    def __init__(self, seed: int, index: int, seats: int) -> None:
        self.seed, self.index = seed, index
        self.asked = [0] * seats

    def next(self, seat: int) -> int:
        """Return the coin of the next question of a seat."""
        self.asked[seat] += 1
        return twin.coins(self.seed, self.index, seat, self.asked[seat])(0)


@dataclass
class Player:
    """What a seat answers: cards in the play, and before it claim, give, accept and give_back."""

    play: twin.Policy
    claim: Callable[[Question], bool] = yes
    give: Callable[[Question], bool] = yes
    give_back: Callable[[Question], str] = cheapest
    accept: Callable[[Question], bool] = yes


@dataclass
class Swap:
    """One swap (2). announced: the giver's other trump if it was announced to be none."""

    giver: int
    receiver: int
    gave: str
    got: str
    announced: str | None


@dataclass
class Told:
    """Everything that happened in a deal.

    hands: as dealt at last. held: after swaps, by seat. claims: (seat, reason) in order, a third one last. charged: the
    seat whose side is charged for a deal that is not played. points, tricks_won and eyes are by side.
    """

    hands: Hands
    held: Hands
    claims: list[tuple[int, str]] = field(default_factory=list)
    swaps: list[Swap] = field(default_factory=list)
    charged: int | None = None
    tricks: list[twin.Trick] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    tricks_won: list[int] = field(default_factory=lambda: [0, 0])
    eyes: list[int] = field(default_factory=lambda: [0, 0])
    outcome: str = ""


def points_of(game: twin.Game, cards: Sequence[str]) -> int:
    """Return the card points of some cards."""
    return sum(twin.card_points(game, card) for card in cards)


def trumps_of(game: twin.Game, cards: Sequence[str]) -> list[str]:
    """Return the trumps among some cards, before any was announced to be none."""
    return [card for card in cards if card in game.trumps]


def plain_of(game: twin.Game, cards: Sequence[str]) -> list[str]:
    """Return the cards that are no trumps."""
    return [card for card in cards if card not in game.trumps]


def from_praiser(game: twin.Game) -> list[int]:
    """Return the seats in the order in which they are asked: from the praiser, who is the game's leader."""
    seats = len(game.sides)
    return [(game.leader + place) % seats for place in range(seats)]


def side_hands(game: twin.Game, hands: Hands, seat: int) -> list[str]:
    """Return the cards of a seat's whole side."""
    return [card for other, hand in enumerate(hands) if game.sides[other] == game.sides[seat] for card in hand]


# ---------------------------------------------------------------------------------------------------------------------
# Faults of the cut and claims (4)


def wrong_cutter(game: twin.Game, options: Options, seed: int, index: int, attempt: int) -> int | None:
    """Return the seat that is charged because the cut went wrong, if it did (4.4).

    Block 0 of purpose 2 decides: its first word whether the dealer offers no cut, its second whether the wrong player
    cuts, its third which of the seats that are neither the dealer nor the player on his left.
    """
    dealer = len(game.sides) - 1
    words = Philox(key=seed, counter=(index << 64) + (attempt << 128) + (2 << 192)).random_raw(3)
    no_cut, wrong_cut, which = (int(one) for one in words)
    if no_cut < min(int(options.p_no_cut * 2**64), 2**64 - 1):
        return dealer
    if wrong_cut < min(int(options.p_wrong_cut * 2**64), 2**64 - 1):
        others = [seat for seat in range(len(game.sides)) if seat not in (dealer, 0)]
        return others[which * len(others) >> 64]
    return None


def reasons(game: twin.Game, options: Options, hands: Hands, seat: int) -> list[str]:
    """Return the conditions that hold when a seat is asked, in the order of the table (4.1); a team's condition is
    asked about at the team's first seat only (4.2).
    """
    hand = hands[seat]
    found = []
    if options.redeal_four_nines == "on" and all(card in hand for card in NINES):
        found.append("four_nines")
    if options.redeal_low_hand == "on" and points_of(game, hand) <= 12:
        found.append("low_hand")
    if options.redeal_four_queens != "off" and all(card in hand for card in QUEENS):
        dry = trumps_of(game, hand) == [card for card in hand if card in QUEENS]
        if dry or options.redeal_four_queens != "dry_only":
            found.append("four_queens")
    first_of_team = next(one for one in from_praiser(game) if game.sides[one] == game.sides[seat])
    if options.redeal_no_high_queen == "on" and seat == first_of_team:
        team = side_hands(game, hands, seat)
        if not any(card in team for card in ("QC", "QS", "QH")):
            found.append("no_high_queen")
    return found


def first_claim(
    game: twin.Game,
    options: Options,
    hands: Hands,
    players: Sequence[Player],
    coins: EarlyCoins,
    laid: Sequence[str] = (),
) -> tuple[int, str] | None:
    """Return the first claim made: its seat and reason (4.2). Four queens are no policy's decision, unless optional.

    laid: cards that lie open from tricks played while dealing; they count, but a player no longer holds them.
    """
    for seat in from_praiser(game):
        for reason in reasons(game, options, hands, seat):
            mandatory = reason == "four_queens" and options.redeal_four_queens != "optional"
            held = [card for card in hands[seat] if card not in laid]
            if mandatory or players[seat].claim(Question(game, seat, held, [], coins.next(seat))):
                return seat, reason
    return None


# ---------------------------------------------------------------------------------------------------------------------
# Swaps (2)


def gift(game: twin.Game, options: Options, dealt: list[str]) -> tuple[str, bool, str | None] | None:
    """Return the trump that a seat may pass by its cards as dealt, whether it must, and the trump that it then
    announces; None if it may pass nothing.
    """
    trumps = trumps_of(game, dealt)
    if len(trumps) == 1 and options.swap_one != "off":
        return trumps[0], options.swap_one == "forced", None
    scoring = [card for card in trumps if twin.card_points(game, card) > 0]
    if len(trumps) == 2 and len(scoring) == 1 and options.swap_two != "off":
        (other,) = [card for card in trumps if card not in scoring]
        assert other in ("9D", "8D", "7D")
        return scoring[0], False, other
    return None


def swap(
    game: twin.Game,
    options: Options,
    dealt: Hands,
    players: Sequence[Player],
    coins: EarlyCoins,
    barred: Sequence[str] = (),
) -> tuple[Hands, list[Swap]]:
    """Ask the seats from the praiser whether they pass a trump: each at most once, and nobody gives or receives twice.

    barred: trumps that may not be passed (1, "Options that meet"). Returns the hands after all swaps, and the swaps.
    """
    # What was announced is known to whoever is asked later.
    game = replace(game, announced=list(game.announced))
    hands = [list(hand) for hand in dealt]
    swaps: list[Swap] = []
    for seat in from_praiser(game):
        (partner,) = [one for one in range(len(hands)) if one != seat and game.sides[one] == game.sides[seat]]
        offer = gift(game, options, dealt[seat])
        busy = [one for made in swaps for one in (made.giver, made.receiver)]
        plain = plain_of(game, hands[partner])
        if offer is None or seat in busy or partner in busy or not plain or offer[0] in barred:
            continue
        gave, forced, announced = offer
        if not forced and not players[seat].give(Question(game, seat, list(hands[seat]), [gave], coins.next(seat))):
            continue
        held = list(hands[partner])
        if options.swap_partner_may_refuse and not players[partner].accept(
            Question(game, partner, held, [], coins.next(partner))
        ):
            continue
        got = players[partner].give_back(Question(game, partner, list(hands[partner]), plain, coins.next(partner)))
        if got not in plain:
            raise ValueError(f"seat {partner} gave back {got}, its plain cards were {plain}")
        hands[seat].remove(gave)
        hands[partner].remove(got)
        hands[seat].append(got)
        hands[partner].append(gave)
        swaps.append(Swap(seat, partner, gave, got, announced))
        if announced is not None:
            game = replace(game, announced=[*game.announced, announced])
    return hands, swaps


# ---------------------------------------------------------------------------------------------------------------------
# The deal


def classic(options: Options, announced: Sequence[str] = ()) -> twin.Game:
    """Return the classic game (1); announced trumps are plain suits of their own (2b)."""
    game = twin.bare()
    game.trump_lead = options.trump_lead
    game.announced = list(announced)
    return game


def unplayed(game: twin.Game, charged: int, outcome: str, told: Told) -> Told:
    """Return a deal that is over before it was played, at the charge of a seat's side (4.2, 4.4)."""
    told.charged, told.outcome = charged, outcome
    told.eyes = [0 if side == game.sides[charged] else CHARGE for side in (0, 1)]
    return told


def play(options: Options, deals: Callable[[int], Hands], players: Sequence[Player], seed: int, index: int) -> Told:
    """Play one deal from the cut to its result.

    deals: the hands that are dealt at attempt 0, and after one claim and two claims at attempts 1 and 2.
    """
    game = classic(options)
    seats = range(len(game.sides))
    coins = EarlyCoins(seed, index, len(seats))
    claims: list[tuple[int, str]] = []
    while True:
        hands = [list(hand) for hand in deals(len(claims))]
        twin.check_hands(game, hands)
        told = Told(hands, hands, claims)
        cutter = wrong_cutter(game, options, seed, index, len(claims))
        if cutter is not None:
            return unplayed(game, cutter, "fault", told)
        claim = first_claim(game, options, hands, players, coins)
        if claim is None:
            break
        claims.append(claim)
        if len(claims) == LAST_CLAIM:
            return unplayed(game, seats[-1], "third_claim", told)

    told.held, told.swaps = swap(game, options, hands, players, coins)
    game = classic(options, [made.announced for made in told.swaps if made.announced is not None])
    policies = [player.play for player in players]
    played = twin.play(game, told.held, policies, seed, index, options.four_eyes_min, options.loser_scale)
    told.tricks, told.points, told.tricks_won = played["tricks"], played["points"], played["tricks_won"]
    told.eyes, told.outcome = played["eyes"], played["outcome"]
    return told
