"""The slow, obvious twin of a whole classic deal with its kinds of deal: from the praise to the result, as a record.

Like `twin` and `twin_classic` it is written from the rules alone. Seats are counted from the dealer's left neighbour,
so the dealer is seat 3; the praiser is seat 0 except in a match's first deal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import twin
import twin_classic
import twin_kinds
from twin_classic import EarlyCoins, Hands
from twin_kinds import Choice

CHALLENGED = 4
LAST_CLAIM = 3

# A deal as design.md section 4 writes it: keys and values of JSON.
Record = dict[str, Any]


@dataclass
class Options(twin_classic.Options):
    """The options of sections 1 to 4 that matter in a deal, under their names in the rules."""

    praise: str = "none"
    mirror_for: str = "praiser"
    mirror_trick: bool = False
    fish_for: str = "all"
    pants2_lead: str = "dark_winner_leads_play"
    pants_challenge: str | float = "off"
    no_queen_after_praise: bool = False
    first_deal_leader: str = "AD_holder"
    first_deal_must_lead_AD: bool = False


@dataclass
class Question(twin_classic.Question):
    """What a seat is asked with before the first trick. table: cards that earlier players laid face up. may_pass: no
    card is an answer, too.
    """

    table: list[str] = field(default_factory=list)
    may_pass: bool = False


@dataclass
class Situation(twin.Situation):
    """What a seat is asked with in a trick. tricks: those of the deal so far."""

    tricks: list[twin.Trick] = field(default_factory=list)


def regular(question: Question) -> int:
    """Praise nothing: the default answer."""
    return twin_kinds.KINDS.index("REGULAR")


def first_bad(question: Question) -> str | None:
    """Commit the first bad card; go on without one; from the hand the cheapest: the default answers."""
    bad = [card for card in question.choices if twin_kinds.is_bad(question.game, card)]
    if bad:
        return bad[0]
    return None if question.may_pass else twin.cheapest(question.game, question.choices)


def first(question: Question) -> str:
    """Keep the first from the top: the default answer."""
    return question.choices[0]


@dataclass
class Player(twin_classic.Player):
    """What a seat answers: beside cards, claims and swaps the kind of deal (a number), and cards in pants."""

    praise: Callable[[Question], int] = regular
    commit: Callable[[Question], str | None] = first_bad
    hold: Callable[[Question], str] = first


def after_praise(options: Options, kind: str) -> twin_classic.Options:
    """Return the options with the conditions of a redeal that hold after a praise (3, 4.1)."""
    if kind == "REGULAR":
        return options
    off: dict[str, Any] = {"redeal_four_nines": "off", "redeal_low_hand": "off", "redeal_four_queens": "off"}
    if not options.no_queen_after_praise:
        off["redeal_no_high_queen"] = "off"
    return replace(options, **off)


def around(leader: int, cards: Sequence[str]) -> list[tuple[int, str]]:
    """Return the cards of a trick, each with the seat that played it."""
    return [((leader + place) % twin_kinds.SEATS, card) for place, card in enumerate(cards)]


@dataclass
class Deal:
    """One deal of a stream. deals: the hands that are dealt at attempts 0, 1 and 2 if the deal is a regular one.
    first_deal: it is a match's first.
    """

    options: Options
    deals: Callable[[int], Hands]
    players: Sequence[Player]
    seed: int
    index: int
    first_deal: bool = False

    def __post_init__(self) -> None:
        self.game = twin_classic.classic(self.options)
        if self.options.trump_lead == "none_first_deal":
            self.game.trump_lead = "nobody" if self.first_deal else "praiser_team"
        self.early = EarlyCoins(self.seed, self.index, twin_kinds.SEATS)
        self.dealt = twin_kinds.Dealt([])
        self.told: Record = {"deal": self.index, "played": "whole", "redeals": [], "swaps": [], "tricks": []}

    # -----------------------------------------------------------------------------------------------------------------
    # Cards (3)

    def kind(self, attempt: int) -> str:
        """Return the kind of deal of an attempt: the praised one at first, the regular one after a claim."""
        if self.first_deal:
            return "ONE"
        if attempt > 0 or self.options.praise == "none":
            return "REGULAR"
        if self.options.praise == "free":
            question = Question(self.game, 0, [], [], self.early.next(0))
            return twin_kinds.KINDS[self.players[0].praise(question)]
        return self.options.praise

    def ask(self, choice: Choice) -> str | None:
        """Ask a seat for a card in pants."""
        player, coin = self.players[choice.seat], self.early.next(choice.seat)
        question = Question(
            self.game, choice.seat, choice.hand, choice.cards, coin, choice.table, may_pass=choice.may_pass
        )
        return player.commit(question) if choice.word == "commit" else player.hold(question)

    def cut(self, seat: int, low: int, high: int) -> int:
        """Return how many cards a seat lifts in a mirror."""
        purpose = twin_kinds.CHANCE_IN_A_KIND
        return low + twin_kinds.below(high - low + 1, self.seed, self.index, 0, purpose, seat)

    def deal(self, kind: str, attempt: int) -> twin_kinds.Dealt:
        """Deal the deck of an attempt by a kind of deal."""
        options, game = self.options, self.game
        deck = twin_kinds.deck_of(game, self.deals(attempt), self.seed, self.index, attempt)
        if kind == "REGULAR":
            return twin_kinds.regular(deck)
        if kind == "ONE":
            return twin_kinds.one_by_one(deck)
        if kind == "HAPPY":
            return twin_kinds.happy(deck)
        if kind == "MIRROR":
            everybody = options.mirror_for == "all"
            return twin_kinds.mirror(game, deck, self.cut, everybody, everybody and options.mirror_trick)
        if kind == "SELF":
            return twin_kinds.self_draw(game, deck)
        if kind == "FISH":
            return twin_kinds.fish(game, deck, options.fish_for == "all")
        return twin_kinds.pants(game, deck, self.ask, 1 if kind == "PANTS" else 2)

    def challenger(self) -> int | None:
        """Return the seat that accuses an opponent of keeping a bad card, always wrongly, if one does (3.5)."""
        chance = self.options.pants_challenge
        if isinstance(chance, str):
            return None
        word, which = (
            twin_kinds.word_of(self.seed, self.index, 0, twin_kinds.CHANCE_IN_A_KIND, number) for number in (4, 5)
        )
        return which * twin_kinds.SEATS // twin_kinds.WORD if word < int(chance * twin_kinds.WORD) else None

    def settle_praiser(self) -> None:
        """Name the praiser: in a match's first deal the holder of AD in the hands as dealt (1)."""
        self.game.leader = 0
        if self.first_deal and self.options.first_deal_leader == "AD_holder":
            (self.game.leader,) = [seat for seat, hand in enumerate(self.dealt.hands) if "AD" in hand]

    # -----------------------------------------------------------------------------------------------------------------
    # The deal

    def play(self) -> Record:
        """Return the deal from the praise to the result, its eyes without what a challenge costs."""
        options, game, told = self.options, self.game, self.told
        for attempt in range(LAST_CLAIM):
            kind = self.kind(attempt)
            self.dealt = self.deal(kind, attempt)
            twin.check_hands(game, self.dealt.hands)
            self.settle_praiser()
            praise: dict[str, Any] = {} if kind == "REGULAR" or self.first_deal else {"type": kind}
            told["praise"] = praise
            cutter = twin_classic.wrong_cutter(game, options, self.seed, self.index, attempt)
            if cutter is not None:
                told |= {"cut": {"seat": cutter}, "praise": {}}
                return self.unplayed("fault", cutter)
            if kind in ("PANTS", "PANTS2") and (accuser := self.challenger()) is not None:
                praise["challenge"] = accuser
            conditions = options if self.first_deal else after_praise(options, kind)
            laid = [card for trick in self.dealt.laid for card in trick]
            claim = twin_classic.first_claim(game, conditions, self.dealt.hands, self.players, self.early, laid)
            if claim is None:
                return self.played(kind)
            seat, reason = claim
            who = {"side": seat % 2} if reason == "no_high_queen" else {"seat": seat}
            told["redeals"].append({**who, "reason": reason})
            if attempt + 1 < LAST_CLAIM:
                told["redeals"][-1] |= {"hands": self.dealt.hands, "praise": praise}
        return self.unplayed("third_claim", twin_kinds.SEATS - 1)

    def unplayed(self, outcome: str, seat: int) -> Record:
        """Return a deal that is over before it was played, at the charge of a seat's side (4.2, 4.4)."""
        eyes = [0 if side == self.game.sides[seat] else twin_classic.CHARGE for side in (0, 1)]
        result = {"points": [0, 0], "tricks": [0, 0], "eyes": eyes, "outcome": outcome}
        return {**self.told, "played": "none", "hands": self.dealt.hands, "result": result}

    def played(self, kind: str) -> Record:
        """Return the deal after its swaps and tricks."""
        told, game = self.told, self.game
        held = [list(hand) for hand in self.dealt.hands]
        must = ["AD"] if self.first_deal and self.options.first_deal_must_lead_AD else []
        if not self.dealt.laid:
            held, swaps = twin_classic.swap(game, self.options, held, self.players, self.early, must)
            game.announced = [made.announced for made in swaps if made.announced is not None]
            told["swaps"] = [{key: value for key, value in vars(made).items() if value is not None} for made in swaps]
        leader = self.laid(kind, held)
        while len(told["tricks"]) < game.hand_size:
            barred = [card for card in must if card in held[leader] and not told["tricks"]]
            leader = self.trick(leader, held, barred)

        points, won = [0, 0], [0, 0]
        for trick in told["tricks"]:
            points[game.sides[trick["winner"]]] += trick["points"]
            won[game.sides[trick["winner"]]] += 1
        eyes, outcome = twin.score(points, won, self.options.four_eyes_min, self.options.loser_scale)
        told["result"] = {"points": points, "tricks": won, "eyes": eyes, "outcome": outcome}
        told["hands"] = self.dealt.hands
        return told

    def take(self, leader: int, cards: list[str], **more: bool) -> int:
        """Note a trick and return its winner."""
        winner = twin.winner(self.game, leader, cards)
        points = twin_classic.points_of(self.game, cards)
        self.told["tricks"].append({"leader": leader, "cards": cards, "winner": winner, "points": points, **more})
        return winner

    def laid(self, kind: str, held: Hands) -> int:
        """Note the tricks that were laid while the cards were dealt, and return who leads the first normal trick."""
        winners: list[int] = []
        for number, trick in enumerate(self.dealt.laid):
            by = 0
            if kind == "PANTS2" and number == 1 and self.options.pants2_lead == "dark_winner_leads_open":
                by = winners[0]
            winners.append(self.take(by, [trick[(by + place) % 4] for place in range(4)], pre=True))
            for seat, card in enumerate(trick):
                held[seat].remove(card)
        if not winners:
            return self.game.leader
        if kind == "PANTS2" and self.options.pants2_lead == "dark_winner_leads_play":
            return winners[0]
        return winners[-1]

    def trick(self, leader: int, held: Hands, must: list[str]) -> int:
        """Play a trick and return its winner. must: the cards to one of which the lead is bound, if any."""
        game, number = self.game, len(self.told["tricks"])
        table: list[tuple[int, str]] = []
        for place in range(twin_kinds.SEATS):
            seat = (leader + place) % twin_kinds.SEATS
            led_card = table[0][1] if table else None
            allowed = must if must and not table else twin.legal(game, held[seat], led_card, seat)
            coin = twin.coins(self.seed, self.index, seat)(number)
            tricks = list(self.told["tricks"])
            before = [around(trick["leader"], trick["cards"]) for trick in tricks]
            hand, laid = list(held[seat]), len(self.dealt.laid)
            situation = Situation(game, seat, hand, list(allowed), list(table), coin, before, laid, tricks=tricks)
            card = self.players[seat].play(situation)
            if card not in allowed:
                raise ValueError(f"trick {number + 1}: seat {seat} played {card}, legal were {allowed}")
            held[seat].remove(card)
            table.append((seat, card))
        return self.take(leader, [card for _, card in table])


def accuser_of(record: Record) -> int | None:
    """Return who accused an opponent, in the deal or in one that was cancelled."""
    for praise in (record.get("praise", {}), *(claim.get("praise", {}) for claim in record.get("redeals", []))):
        if "challenge" in praise:
            seat: int = praise["challenge"]
            return seat
    return None


def challenged(record: Record) -> list[int]:
    """Return the eyes of both sides for a challenge: its accuser's side is charged (3.5)."""
    accuser = accuser_of(record)
    return [CHALLENGED if accuser is not None and side != accuser % 2 else 0 for side in (0, 1)]


def play(
    options: Options,
    deals: Callable[[int], Hands],
    players: Sequence[Player],
    seed: int,
    index: int,
) -> Record:
    """Return a single deal as a record, what a challenge costs among its eyes."""
    record = Deal(options, deals, players, seed, index).play()
    eyes = record["result"]["eyes"]
    record["result"]["eyes"] = [one + more for one, more in zip(eyes, challenged(record), strict=True)]
    return record
