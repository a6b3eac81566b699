"""The ledger of a match: what is written against each side, deal after deal, and how the match ends (rules.md, 0.3
and 1). Any number of sides: where everybody plays for himself, each seat has an account of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from goatsim.engine.layout import CHALLENGE_CHARGE
from goatsim.errors import RequestError
from goatsim.games import Rules

EGG, LUCY = "egg", "lucy"
TITLES = {(0, 0): "goat", (1, 0): "goat+tail", (0, 1): "goat+eggs", (1, 1): "goat+eggs+tail"}
"""What the losers of a match are called, by whether they have a tail and whether a deal of it was an egg."""
NO_TAIL = 1_000_000
"""The points that give a tail in a game that knows none."""
CHALLENGED = "challenge"
"""The outcome of a deal that was not counted, since a wrong challenge ended the match."""


def shown(charged: Sequence[int]) -> tuple[int, ...]:
    """What people are shown of what is charged to each side: of two sides the eyes that each gets, of more what is
    charged to each (rules.md, 0.3). The same turns what is shown into what is charged.
    """
    return tuple(reversed(charged)) if len(charged) == 2 else tuple(charged)


@dataclass(frozen=True)
class Terms:
    """What a match is played for. `target`: the penalty that loses it; `tail_min`: the fewest points of the last deal
    that give a tail, where there are two sides; `after_egg`: what multiplies the eyes of the next counted deal after an
    egg; `lucy_wins`: a lucy wins the match or takes the losers' eyes away, and `lucy_scores` its normal eyes too in the
    second case; `egg_moves`: the deal moves on after an egg, too; `fatal`: outcomes of deals by which whoever is
    charged has lost the match; `most_wins`: the target wins the match for whoever has more than the other. `stocks`:
    each side begins with a stock of the target's size, and whoever empties one wins; `ledger`: whose account a deal is
    then booked in: the "losers"' stocks, one of winner and loser ("pairs"), or the "winner"'s own stock. `dealer_leads`
    and `leads_later`: who makes the first lead, in the first deal and later (`games.model.Rules`).
    """

    target: int = 12
    tail_min: int = 90
    after_egg: int = 1
    lucy_wins: bool = True
    lucy_scores: bool = True
    seats: int = 4
    egg_moves: bool = False
    sides: int = 2
    fatal: frozenset[str] = frozenset()
    most_wins: bool = False
    dealer_leads: bool = False
    leads_later: str = "first"
    stocks: bool = False
    ledger: str = "losers"

    @property
    def accounts(self) -> int:
        """How many numbers a score has."""
        return self.sides * (self.sides if self.counts_pairs else 1)

    @property
    def counts_pairs(self) -> bool:
        """Whether it is counted what each side has taken from each."""
        return self.stocks and self.ledger == "pairs"

    def shown(self, charged: Sequence[int]) -> tuple[int, ...]:
        """What people are shown of what is charged to each side: the rest of its stock, or as `shown` says. The same
        turns what is shown into what is charged.
        """
        return tuple(self.target - due for due in charged) if self.stocks else shown(charged)


def plays_matches(rules: Rules) -> bool:
    """Whether a game has matches: its sides play for a target."""
    return "target" in rules.options


def terms_of(rules: Rules) -> Terms:
    """The terms of a game. Raises `RequestError` for a game that has no matches."""
    if not plays_matches(rules):
        raise RequestError(f"expected a game of which the sides play for a target, got {rules.name} with none")
    options = rules.options
    return Terms(
        target=int(options["target"]),
        tail_min=int(options.get("tail_min", NO_TAIL)),
        after_egg=int(options.get("egg_next_deal_multiplier", options.get("egg_multiplier", 1))),
        # A lucy is won against one other side, whose eyes it closes.
        lucy_wins=options.get("lucy") == "auto_win_or_reset" and rules.side_count == 2,
        lucy_scores=options.get("lucy_also_scores_4") is not False,
        seats=rules.seats,
        egg_moves=rules.egg_moves_deal,
        sides=rules.side_count,
        most_wins=rules.most_wins,
        dealer_leads=rules.dealer_leads,
        leads_later=rules.leads_later,
        stocks=rules.stocks,
        ledger=rules.ledger,
        fatal=frozenset(row.outcome for row in rules.scoring_rows() if row.fatal),
    )


@dataclass(frozen=True)
class Facts:
    """What a ledger needs of a deal, by side: card points, tricks, and what the deal alone charges, without multiplier
    and challenge. `counted`: it was played and counted out; `accuser`: the side of a wrong challenge; `last_trick`: the
    seat that won the last trick, where the rules ask for it.
    """

    outcome: str
    penalty: Sequence[int]
    points: Sequence[int] = (0, 0)
    tricks: Sequence[int] = (0, 0)
    counted: bool = True
    accuser: int | None = None
    last_trick: int | None = None


@dataclass(frozen=True)
class Ledger:
    """The state of a match before a deal. `penalty` by side; `dealer`: who deals next; `multiplier`: of the eyes of
    the next counted deal; `eggs`: how many there were; `deal`: the number of the next deal, from 0; `first`: it is
    dealt by the rules of a first deal. Once the match is over, `losers` are the sides that have lost it, several if
    they reached the target together, and `tail` says whether with a tail. With stocks `winner` is the side that has
    won, and `taken` what each side, one after another, has taken from each, where that is counted. `last_trick`: the
    seat that won the last trick of the deal before, if that is known and matters.
    """

    terms: Terms = Terms()
    penalty: tuple[int, ...] = (0, 0)
    dealer: int = 3
    multiplier: int = 1
    eggs: int = 0
    deal: int = 0
    first: bool = True
    losers: tuple[int, ...] = ()
    tail: bool = False
    last_trick: int | None = None
    winner: int | None = None
    taken: tuple[int, ...] = ()

    @classmethod
    def of_score(cls, terms: Terms, score: Sequence[int], **known: Any) -> Ledger:
        """The state of a match in which the score stands as it is shown."""
        if not terms.counts_pairs:
            return cls(terms, terms.shown(score), **known)
        return cls(terms, _most_taken(terms, score), taken=tuple(score), **known)

    @property
    def begins(self) -> int:
        """The seat from which the seats of the next deal count: left of the dealer, or whoever leads it first."""
        by_dealer = self.terms.dealer_leads
        if not self.first and self.terms.leads_later != "first":
            if self.terms.leads_later == "last_winner" and self.last_trick is not None:
                return self.last_trick
            by_dealer = by_dealer or self.terms.leads_later == "dealer"
        return (self.dealer + (not by_dealer)) % self.terms.seats

    @property
    def loser(self) -> int | None:
        """The side that has lost the match; None while it goes on, and if several have lost it."""
        return self.losers[0] if len(self.losers) == 1 else None

    @property
    def eyes(self) -> tuple[int, ...]:
        """The score as people are shown it: what was taken by pairs, or as `Terms.shown` says."""
        if self.terms.counts_pairs:
            return self.taken or (0,) * self.terms.accounts
        return self.terms.shown(self.penalty)

    @property
    def title(self) -> str:
        """What the losers are called, such as goat+eggs+tail; "" while the match goes on, and where the target is there
        to be won, or every side counts its own stock down.
        """
        won = self.terms.most_wins or (self.terms.stocks and self.terms.ledger == "winner")
        return "" if not self.losers or won else TITLES[int(self.tail), int(self.eggs > 0)]

    def ends_by_challenge(self, accuser: int | None) -> bool:
        """Whether a wrong challenge of a side, booked at once, ends the match, so that the deal is not counted."""
        return accuser is not None and self.penalty[accuser] + CHALLENGE_CHARGE >= self.terms.target

    def after(self, facts: Facts) -> Ledger:
        """The state after a deal."""
        egg = facts.counted and facts.outcome == EGG
        dealer = self.dealer if egg and not self.terms.egg_moves else (self.dealer + 1) % self.terms.seats
        state = replace(self, dealer=dealer, deal=self.deal + 1, first=False, last_trick=facts.last_trick)
        if self.terms.stocks:
            return state._booked(facts)
        if facts.accuser is not None:
            state = state._charged(facts.accuser, CHALLENGE_CHARGE)
        if state.losers:
            return state
        if not facts.counted:
            for side, due in enumerate(facts.penalty):
                state = state._charged(side, due)
            return state
        if egg:
            return replace(state, eggs=state.eggs + 1, multiplier=self.terms.after_egg)
        state = state._counted(facts)
        if state.loser is not None and self.terms.sides == 2:
            near = self.penalty[state.loser] == self.terms.target - 2
            state = replace(state, tail=near and facts.points[1 - state.loser] >= self.terms.tail_min)
        return replace(state, multiplier=1)

    def _charged(self, side: int, due: int) -> Ledger:
        penalty = tuple(before + due * (side == each) for each, before in enumerate(self.penalty))
        lost = tuple(each for each, total in enumerate(penalty) if total >= self.terms.target)
        if self.terms.most_wins and len(lost) > 1:
            # What is charged to a side is what the other one has scored.
            lost = tuple(each for each in lost if penalty[each] > penalty[1 - each])
        return replace(self, penalty=penalty, losers=lost)

    def _booked(self, facts: Facts) -> Ledger:
        """The same where every side has a stock, or counts against each other one (rules.md, 9)."""
        terms, sides = self.terms, range(self.terms.sides)
        own = terms.ledger == "winner"
        takers = [side for side in sides if (facts.penalty[side] > 0) == own]
        if not any(facts.penalty):
            return self
        (winner,) = takers
        taken = self.taken
        penalty = tuple(before + due for before, due in zip(self.penalty, facts.penalty, strict=True))
        if terms.counts_pairs:
            row = terms.sides * winner
            more = [*(0,) * row, *facts.penalty, *(0,) * (terms.accounts - row - terms.sides)]
            taken = tuple(before + due for before, due in zip(self.eyes, more, strict=True))
            penalty = _most_taken(terms, taken)
        empty = [side for side in sides if penalty[side] >= terms.target]
        losers = tuple(side for side in sides if empty and (side in empty) != own)
        return replace(self, penalty=penalty, taken=taken, losers=losers, winner=winner if losers else None)

    def _counted(self, facts: Facts) -> Ledger:
        if facts.outcome == LUCY and self.terms.lucy_wins and 0 in facts.tricks:
            loser = tuple(facts.tricks).index(0)
            if not self.penalty[1 - loser]:
                return self._charged(loser, self.terms.target - self.penalty[loser])
            kept = self.penalty[loser]
            closed = replace(self, penalty=(kept * (loser == 0), kept * (loser == 1)))
            return closed._charged(loser, facts.penalty[loser] * self.multiplier * self.terms.lucy_scores)
        state = self
        for side, due in enumerate(facts.penalty):
            fatal = due and facts.outcome in self.terms.fatal
            state = state._charged(side, self.terms.target - self.penalty[side] if fatal else due * self.multiplier)
        return state


def _most_taken(terms: Terms, taken: Sequence[int]) -> tuple[int, ...]:
    """The most that one other side has taken from each."""
    return tuple(max(taken[side :: terms.sides]) for side in range(terms.sides))
