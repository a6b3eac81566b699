"""Deals of matches before the referee: how the score of a record follows from the deal, and how a record goes on where
the one before it ended (rules.md, 1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from goatsim.engine.layout import DEALS_OF_A_MATCH
from goatsim.errors import shown
from goatsim.game import Game
from goatsim.ledger import EGG, Facts, Ledger, plays_matches, terms_of
from goatsim.records import Record
from goatsim.records.occasion import Occasion

_KEYS = ("first_deal", "first_leader", "multiplier", "score_before", "match")


@dataclass(frozen=True)
class Standing:
    """How a match stood after a record. `line`: where that is; `rules`: the game and its options, as text; `ledger`:
    None if it is not known; `whole`: all records of the match from its first deal on came before, so that its eggs are
    known.
    """

    line: int
    number: int
    deal: int
    seed: int | None
    rules: str
    ledger: Ledger | None
    whole: bool


def occasion_of(record: Record, game: Game) -> tuple[Occasion, list[str]]:
    """Which deal a record tells of, and a sentence for each thing that makes it none of a match."""
    last, usual = game.rules.seats - 1, game.rules.dealer
    said = [key for key in _KEYS if getattr(record, key) not in (None, False)]
    of_match = bool(said) or record.dealer not in (None, usual)
    single = Occasion(game, usual)
    if not of_match:
        return single, []
    if not plays_matches(game.rules):
        if said:
            return single, [f"expected no {said[0]} in a game without matches, got {shown(getattr(record, said[0]))}"]
        why = "since the same seat deals in a game without matches"
        return single, [f"expected dealer {usual}, {why}, got {record.dealer}"]
    faults = []
    dealer = usual if record.dealer is None else record.dealer
    if dealer > last:
        faults.append(f"expected a dealer from 0 to {last}, got {dealer}")
        dealer = usual
    first, multiplier = record.first_deal is True, record.multiplier or 1
    if record.match and first != (record.match.deal == 0):
        right, got = ("false", "true") if first else ("true", "false")
        faults.append(f"expected first_deal to be {right} in deal {record.match.deal} of a match, got {got}")
        first = record.match.deal == 0
    faults += _wrong_dealer(record, game, dealer, first) + _wrong_index(record)
    if multiplier > 1:
        if terms_of(game.rules).after_egg != multiplier:
            why = "since egg_next_deal_multiplier is 1"
        else:
            why = "since no egg came before it" if first or (record.match and not record.match.deal) else ""
        if why:
            faults.append(f"expected multiplier 1, {why}, got {multiplier}")
    # Only what a record says of its match, and not the dealer alone, makes it a later deal than a first one.
    begins = _begins(record, game, dealer, first) if said else None
    return Occasion(game, dealer, True, first, multiplier, begins), faults


def _wrong_dealer(record: Record, game: Game, dealer: int, first: bool) -> list[str]:
    """Say that a seat cannot deal that deal of its match: the deal goes round from a known seat, and only an egg keeps
    it where the rules say so.
    """
    usual, seats = game.rules.dealer, game.rules.seats
    deal = record.match.deal if record.match else 0 if first else None
    if deal is None or game.rules.options.get("first_dealer") == "random":
        return []
    moves = terms_of(game.rules).egg_moves or EGG not in game.rules.outcomes
    moved = (dealer - usual) % seats
    if moved == deal % seats or (not moves and moved <= deal):
        return []
    if first:
        return [f"expected dealer {usual} in a first deal, since first_dealer is not random, got {dealer}"]
    able = [(usual + k) % seats for k in range(deal if moves else 0, deal + 1)]
    return [f"expected dealer {' or '.join(map(str, sorted(able)))} in deal {deal} of a match, got {dealer}"]


def _wrong_index(record: Record) -> list[str]:
    """Say that a deal of a match cannot have its index in the stream of a seed."""
    match = record.match
    if match is None or record.seed is None or record.deal is None:
        return []
    index = (match.number << DEALS_OF_A_MATCH) + match.deal
    if record.deal == index:
        return []
    return [f"expected index {index} of deal {match.deal} of match {match.number}, got {record.deal}"]


def _begins(record: Record, game: Game, dealer: int, first: bool) -> int | None:
    """The seat that leads a later deal first, where that does not follow from the dealer as in a first deal."""
    if first or game.rules.leads_later == "first":
        return None
    if game.rules.leads_later == "dealer":
        return dealer
    led = [trick.leader for trick in record.tricks[:1] if not trick.claim]
    seats = [seat for seat in (record.first_leader, *led) if seat is not None and seat < game.rules.seats]
    return seats[0] if seats else None


class Sequel:
    """The score of a record of a match. After each step `faults` has a sentence for each disagreement; `before` is the
    state of the match before the deal, None if that is not known, and `after` how it stood then.
    """

    def __init__(self, record: Record, occasion: Occasion, rules: str, last: Standing | None, line: int) -> None:
        """Take a record up. `rules`: its game and options as text; `last`: how the record before it left its match."""
        self.faults: list[str] = []
        self.before: Ledger | None = None
        self.after: Standing | None = None
        self._record = record
        self._occasion = occasion
        self._rules = rules
        self._line = line
        self._whole = False
        if occasion.of_match:
            self._begin(last)

    def _begin(self, last: Standing | None) -> None:
        """Find out how the match stands, and compare that with how it stood at the end of the record before."""
        record, match, occasion = self._record, self._record.match, self._occasion
        terms = terms_of(occasion.game.rules)
        goes_on = last is not None and match is not None and match.number == last.number and record.seed == last.seed
        left = last.ledger if last is not None and goes_on else None
        self._whole = match is not None and match.deal == 0
        if last is not None and match is not None and goes_on:
            self._whole = last.whole and match.deal == last.deal + 1
            self._continue(last, match.deal)
        score = (left.eyes if left else None) if record.score_before is None else record.score_before
        if score is None:
            return
        if len(score) != terms.accounts:
            what = "numbers, what each side has taken from each" if terms.counts_pairs else "sides"
            self.faults.append(f"expected score_before for {terms.accounts} {what}, got {list(score)}")
            return
        tie = terms.most_wins and len(set(score)) == 1
        if max(score) >= terms.target and not tie and (terms.counts_pairs or not terms.stocks):
            target = f"the target of {terms.target} in a match that goes on"
            self.faults.append(f"expected score_before to be below {target}, got {list(score)}")
            return
        if terms.stocks and not terms.counts_pairs and not 0 < min(score) <= max(score) <= terms.target:
            self.faults.append(f"expected score_before to hold stocks from 1 to {terms.target}, got {list(score)}")
            return
        self.before = Ledger.of_score(
            terms,
            score,
            dealer=occasion.dealer,
            multiplier=occasion.multiplier,
            eggs=max(left.eggs if left else 0, int(occasion.multiplier > 1)),
            deal=match.deal if match else 0,
            first=occasion.first,
            last_trick=occasion.begins,
        )

    def _continue(self, last: Standing, deal: int) -> None:
        record, left = self._record, last.ledger
        where = f"match {last.number}: "
        if self._rules != last.rules:
            self.faults.append(f"{where}expected the rules of line {last.line} in all its deals, got others")
        if left is not None and left.losers:
            self.faults.append(f"{where}expected no deal after its end in line {last.line}, got deal {deal}")
            return
        if deal != last.deal + 1:
            self.faults.append(f"{where}expected deal {last.deal + 1} after line {last.line}, got deal {deal}")
            return
        if left is None:
            return
        for key, right, said in (
            ("dealer", left.dealer, record.dealer),
            ("score_before", list(left.eyes), record.score_before and list(record.score_before)),
            ("multiplier", left.multiplier, record.multiplier or 1),
            ("first_leader", left.begins, self._occasion.begins),
        ):
            if said is not None and said != right:
                self.faults.append(f"{where}expected {key} {right} after line {last.line}, got {said}")

    def end(self, facts: Facts | None) -> None:
        """Book the deal, by what it gave (None if that is not known), and compare the score after it."""
        match, before = self._record.match, self.before
        after = before.after(facts) if before is not None and facts is not None else None
        if match is None:
            return
        if after is not None:
            self._compare(after)
        self.after = Standing(self._line, match.number, match.deal, self._record.seed, self._rules, after, self._whole)

    def _compare(self, after: Ledger) -> None:
        match = self._record.match
        assert match is not None
        if match.score_after is not None and match.score_after != after.eyes:
            self.faults.append(f"match: expected score_after {list(after.eyes)}, got {list(match.score_after)}")
        if match.lost and match.lost != after.losers:
            wanted = "no loser, since the match goes on"
            if after.losers:
                wanted = f"loser{'s' * (len(after.losers) > 1)} {' '.join(map(str, after.losers))}"
            self.faults.append(f"match: expected {wanted}, got {' '.join(map(str, match.lost))}")
        if match.winner not in (None, after.winner):
            wanted = f"winner {after.winner}" if after.winner is not None else "no winner"
            self.faults.append(f"match: expected {wanted}, got {match.winner}")
        titles = [after.title]
        if after.title and not self._whole:
            # Whether there was an egg before the first record is not known.
            titles = sorted({after.title, replace(after, eggs=1).title}, key=len)
        if match.title is not None and match.title not in titles:
            wanted = f"title {' or '.join(titles)}" if after.title else "no title, since the match goes on"
            self.faults.append(f"match: expected {wanted}, got {match.title}")
