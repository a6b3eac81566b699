"""The slow, obvious twin of a deal of the games in which a trump above all others takes the queen of clubs: `six` (5),
`turnup` (8) and `clubs` (8b).

Written from the rules alone, with names and lists. Seats are counted from the dealer's left neighbour, so the dealer is
the last seat. What the rules leave open is settled here like this:

* `six` and `turnup` with `clubs` know every scoring and match option of `classic`, with its default, except that only
  in `six` the first deal of a match belongs to the holder of the ace of diamonds ("left of the dealer leads").
* The first dealer of `turnup` and `clubs` is drawn ("lowest card drawn"), that of `six` is the last seat.
* `clubs` has swaps and `catch_queen` like `turnup`, as it is everything else that `turnup` is.
* turnup_max_specials = n: n permanent trumps in a row are a redeal. With 8 the hand has no card of a suit left.
* A cut that goes wrong (5, as in 4.4) is judged at each attempt, before anybody sees a card.
* The trick in which a capture stops the deal is the last one told, without a winner; points and tricks leave it out.
* A capture's eyes are never multiplied and are the same under every scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import twin
import twin_cards
import twin_classic
import twin_match
from twin_classic import EarlyCoins
from twin_tricks import Hands, Play, Player, Record, seated

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
SPECIALS = ["7C", "QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD"]


@dataclass
class Options(twin_match.Options):
    """The options under their names in the rules; those of praise, claims and double swaps mean nothing here."""

    seats: int = 4
    ranks: str = "ATKQJ987"
    catch_queen: str = "on"
    capture_points: int = 4
    first_deal_leader: str = "left_of_dealer"
    first_dealer: str = "random"

    @property
    def sides(self) -> list[int]:
        return [seat % 2 for seat in range(self.seats)]

    @property
    def catcher(self) -> str:
        """The card that takes the queen of clubs."""
        return "7C"

    def trumps(self, suit: str) -> list[str]:
        """Return the trumps, high to low, where a suit is turned up."""
        return [*SPECIALS, *(rank + suit for rank in "ATK987" if rank + suit != "7C")]

    def turned_up(self, hands: Hands, seed: int, index: int, attempt: int) -> Record | None:
        """Return what is turned up before the deal is complete: nothing here; None if the cards must be dealt again."""
        return {}


@dataclass
class Six(Options):
    """Six players, 36 cards, 6C above the queens or, as `lowest_club_with_capture`, the lowest plain club."""

    seats: int = 6
    ranks: str = "ATKQJ9876"
    swap_one: str = "off"
    first_deal_leader: str = "AD_holder"
    first_dealer: str = "last_seat"
    six_clubs_role: str = "top_trump"

    @property
    def catcher(self) -> str:
        return "6C"

    def trumps(self, suit: str) -> list[str]:
        others = [*SPECIALS[1:], *(rank + "D" for rank in "ATK9876")]
        return ["6C", *others] if self.six_clubs_role == "top_trump" else others


@dataclass
class Clubs(Options):
    """Four players, clubs always trumps."""


@dataclass
class Turnup(Options):
    """Four players; the first card of a suit dealt face up to the seat that leads makes its suit trump."""

    turnup_max_specials: int = 8
    praise_suit_redo_on_7C_or_QC: bool = False

    def turned_up(self, hands: Hands, seed: int, index: int, attempt: int) -> Record | None:
        order = twin_cards.order_of_hand(hands[0], seed, index, attempt, 0)
        return self.shown(order)

    def shown(self, order: Sequence[str]) -> Record | None:
        """Return the cards shown, the last of them and its suit, from the cards of seat 0 in the order dealt; None if
        they are dealt again.
        """
        shown: list[str] = []
        for card in order:
            shown.append(card)
            if self.praise_suit_redo_on_7C_or_QC and card in ("7C", "QC"):
                return None
            if card not in SPECIALS:
                return {"shown": shown, "turned": card, "trump": card[1]}
            if len(shown) >= self.turnup_max_specials:
                return None
        return None


GAMES = {"six": Six, "clubs": Clubs, "turnup": Turnup}


def rules(options: Options, suit: str = "C", first_deal: bool = False) -> twin.Game:
    """Return the rules of a deal in which a suit is trump (`six` does not ask which)."""
    trump_lead = options.trump_lead
    if trump_lead == "none_first_deal":
        trump_lead = "nobody" if first_deal else "praiser_team"
    pack = twin_cards.pack_of(options.ranks)
    order = "ATK9876" if "6" in options.ranks else "ATK987"
    size = len(pack) // options.seats
    return twin.Game(pack, options.trumps(suit), order, POINTS, options.sides, size, trump_lead)


@dataclass
class Tricks(Play):
    """The tricks; must: the cards to one of which the first lead is bound, if the leader holds it."""

    must: Sequence[str] = ()

    def leads(self, seat: int) -> list[str]:
        bound = [card for card in self.must if card in self.held[seat] and not self.tricks]
        return bound or super().leads(seat)


def deal(options: Options, seed: int, index: int) -> tuple[Hands, Record, int]:
    """Return the hands, what was turned up, and the attempt at which they were dealt; a wrong cut ends the attempts."""
    pack = twin_cards.pack_of(options.ranks)
    attempt = 0
    while True:
        hands, _ = twin_cards.deal(pack, options.seats, len(pack) // options.seats, seed, index, attempt)
        turned = options.turned_up(hands, seed, index, attempt)
        cut = twin_classic.wrong_cutter(rules(options), options, seed, index, attempt)
        if turned is not None or cut is not None:
            return hands, turned or {}, attempt
        attempt += 1


def play(
    options: Options,
    policies: Sequence[str | Player],
    seed: int,
    index: int,
    first_deal: bool = False,
    hands: Hands | None = None,
    turned: Record | None = None,
) -> Record:
    """Play one deal and return it as a record: hands, trump and turned where they exist, swaps, tricks, stopped,
    result by side. first_deal: it is a match's first. hands and turned: cards to play with in place of the seed's.
    """
    players = seated(policies, options.seats)
    attempt = 0
    if hands is None:
        hands, turned, attempt = deal(options, seed, index)
    told: Record = {"deal": index, "dealer": options.seats - 1, "hands": hands, **(turned or {}), "swaps": []}
    game = rules(options, told.get("trump", "C"), first_deal)
    twin.check_hands(game, hands)
    told["tricks"] = []
    must = ["AD"] if first_deal and options.first_deal_must_lead_AD else []
    if first_deal and options.first_deal_leader == "AD_holder":
        (game.leader,) = [seat for seat, hand in enumerate(hands) if "AD" in hand]
    told["first_leader"] = game.leader
    cutter = twin_classic.wrong_cutter(game, options, seed, index, attempt)
    if cutter is not None:
        eyes = [0 if side == game.sides[cutter] else twin_classic.CHARGE for side in (0, 1)]
        result = {"points": [0, 0], "tricks": [0, 0], "eyes": eyes, "outcome": "fault"}
        return {**told, "played": "none", "cut": {"seat": cutter}, "result": result}

    held, swaps = hands, list[twin_classic.Swap]()
    if options.swap_one != "off":
        coins = EarlyCoins(seed, index, options.seats)
        held, swaps = twin_classic.swap(game, options, hands, players, coins, must)
    told["swaps"] = [{key: value for key, value in vars(made).items() if value is not None} for made in swaps]

    capture = (options.catcher, "QC") if options.catch_queen == "on" else None
    tricks = Tricks(game, held, players, seed, index, capture, must=must)
    tricks.run(game.hand_size)
    told["tricks"] = tricks.tricks
    told["played"] = "whole" if tricks.stopped is None else "stopped"
    told["result"] = result_of(options, tricks)
    if tricks.stopped is not None:
        told["stopped"] = tricks.stopped
    return told


def result_of(options: Options, tricks: Tricks) -> dict[str, Any]:
    """Return what the tricks bring, by side."""
    result: dict[str, Any] = {"points": tricks.points, "tricks": tricks.won}
    if tricks.captor is not None:
        side = tricks.game.sides[tricks.captor]
        eyes = [options.capture_points if one == side else 0 for one in (0, 1)]
        return {**result, "eyes": eyes, "outcome": "capture"}
    eyes, outcome = twin.score(tricks.points, tricks.won, options.four_eyes_min, options.loser_scale)
    return {**result, "eyes": eyes, "outcome": outcome}
