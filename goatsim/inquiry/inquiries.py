"""What a question asks of the deals of a Lab, checked; counted exactly if that can be, else played."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from goatsim.answers import Envelope
from goatsim.commanding import exactly_by, line_up_words, rules_words_of, sampled_by, stream_words
from goatsim.errors import RequestError, whole, wrong
from goatsim.exact.counting import counted
from goatsim.exact.patterns import parted, reason
from goatsim.exact.turnups import of_suits, settled
from goatsim.game import Game, game_of
from goatsim.inquiry.conditions import Hand, condition_of, dealt_part, first_share, fresh, hand_words
from goatsim.inquiry.keywords import Groups
from goatsim.lang.kinds import PATTERN
from goatsim.lang.looks import Uncountable, looks
from goatsim.lang.measures import Measure
from goatsim.lang.reading import read
from goatsim.matches import match_of
from goatsim.show.text import many

if TYPE_CHECKING:
    from goatsim.inquiry.conditional import Conditional
    from goatsim.inquiry.overviews import Subject
    from goatsim.lab import Lab

MOST_DIGITS = 1000
INTERVALS = ("wilson", "clopper-pearson")
"""How the intervals of shares are made."""


class How(NamedTuple):
    """How a question is asked, as `Lab.ask` takes it: about which deals, with which intervals of shares, and how many
    digits of an exact value are written.
    """

    given: Measure | str | None = None
    hand: Hand | None = None
    fresh: bool = False
    interval: str = INTERVALS[0]
    digits: int = 6


@dataclass(frozen=True, eq=False)
class Counted:
    """What was counted: in how many ways each tuple of values comes about among the deals that fulfil the condition,
    in order; the share of these among all, and a sentence that says how.
    """

    ways: dict[tuple[int, ...], int]
    share: Fraction
    how: str

    @property
    def total(self) -> int:
        """The ways of all values together."""
        return sum(self.ways.values())


@dataclass(frozen=True, eq=False)
class Inquiry:
    """A measure, in groups by others (`by`), over the deals of a Lab that fulfil a condition. `fresh`: over first deals
    from a full pack, whatever the rules do with them. `words`: the command, as far as it does not say which deals.
    """

    lab: Lab
    measure: Measure
    by: tuple[Measure, ...]
    condition: Measure | None
    fresh: bool
    interval: str
    words: tuple[str, ...]
    begin: float = field(default_factory=time.perf_counter)

    @cached_property
    def game(self) -> Game:
        """The game whose deals, or matches, are asked about."""
        game = game_of(fresh(self.lab.rules) if self.fresh else self.lab.rules)
        return match_of(game) if self.measure.about_matches else game

    def check(self) -> None:
        """Raise `RequestError` for what has no meaning in the game and for a condition that no deal can fulfil."""
        for one in (self.measure, *self.by):
            one.bound(self.game, self.lab.seat)
        if self.condition is not None:
            dealt, _ = dealt_part(self.condition, self.game, self.lab.seat)
            first_share(dealt, self.game, self.lab.seat)

    def subject(self, lab: Lab, number: str, key: str) -> Subject:
        """What is asked, over axes that change the settings of a Lab."""
        from goatsim.inquiry.overviews import Subject

        words = [*self.words, *rules_words_of(lab.rules)]
        given = None if self.condition is None else str(self.condition)
        said = number if given is None else f"{number} (given {given})"
        return Subject(self.words[1], said, key, words, line_up_words(lab), given=given)

    def count(self) -> Counted:
        """Count it. Raises `Uncountable`, saying why it cannot be, and `RequestError` for a condition that no deal
        fulfils and for what has no meaning in the game.
        """
        seat, rules = self.lab.seat, self.lab.rules
        measures = [*self.by, self.measure, *([] if self.condition is None else [self.condition])]
        game = settled(self.game, of_suits(self.game)[0]) if rules.turns_up else self.game
        seen = [look for one in measures for look in looks(one.bound(game, seat), game)]
        if why := reason(self.game):
            raise Uncountable(f"{why}; --fresh asks about first deals, which are counted")
        ways = counted(self.game, measures, seat)
        total = sum(ways.values())
        if self.condition is not None:
            ways = {values[:-1]: number for values, number in ways.items() if values[-1]}
        if not ways:
            raise RequestError(f"expected a condition that some deal of {rules.name} fulfils, got {self.condition}")
        _, classes = parted(game, seen)
        alike = f"the {len(rules.pack)} cards in {many(len(classes), 'class', 'classes')} of cards that are alike here"
        how = f"Counted exactly: all {total:,} ways to deal the cards that matter, {alike}."
        if game is not self.game:
            how = f"Counted exactly, for every suit that may be turned up, {alike}."
        return Counted(ways, Fraction(sum(ways.values()), total), how)

    def play(self) -> Conditional:
        """Play deals until it is known as well as the Lab's settings ask for."""
        from goatsim.inquiry.conditional import ASKED, found_by_playing
        from goatsim.runs.tasks import Ask

        lab = self.lab
        return found_by_playing(
            self.game,
            lab.policies,
            Ask(ASKED, self.measure, self.by),
            self.condition,
            lab.goal,
            lambda task, enough: lab.run(task, ASKED, enough),
            seed=lab.seed,
            seat=lab.seat,
            exact_intervals=self.interval == INTERVALS[1],
            spread=self.words[1] == "spread" and not self.by,
        )

    def counted_by(self, found: Counted) -> Envelope:
        """The envelope of an exact answer."""
        lab = self.lab
        words = [*self.words, *rules_words_of(lab.rules), *(["--seat", str(lab.seat)] if lab.seat else [])]
        share = None if self.condition is None else float(found.share)
        return self._given(exactly_by(lab, words, time.perf_counter() - self.begin), share)

    def played_by(self, found: Conditional) -> Envelope:
        """The envelope of a sampled answer."""
        lab = self.lab
        words = [*self.words, *rules_words_of(lab.rules), "--policies", lab.policies_said, *stream_words(lab)]
        outcome = found.outcome
        envelope = sampled_by(lab, words, outcome, time.perf_counter() - self.begin, outcome.partial)
        return self._given(envelope, found.share)

    def _given(self, envelope: Envelope, share: float | None) -> Envelope:
        said = None if self.condition is None else str(self.condition)
        return replace(envelope, given=said, given_share=share)


def inquiry(
    lab: Lab,
    verb: str,
    measure: Measure | str,
    by: Groups,
    how: How,
) -> Inquiry:
    """What a verb was asked, checked. Raises `RequestError` for anything that is no question of these rules."""
    lab.rules.require_built()
    given, hand, first, interval, digits = how
    found = _measure(measure)
    groups = [by] if isinstance(by, str | Measure) else list(by)
    parts = tuple(map(_measure, groups))
    condition = condition_of(given, hand, lab.rules)
    if not isinstance(first, bool):
        raise wrong("true or false for fresh", first)
    if interval not in INTERVALS:
        raise wrong(f"one of {', '.join(INTERVALS)} as the interval", interval, INTERVALS)
    every = [found, *parts, *([] if condition is None else [condition])]
    of_matches = [one for one in every if one.about_matches]
    if of_matches and len(of_matches) < len(every):
        other = next(one for one in every if not one.about_matches)
        raise RequestError(f"expected all of it about matches, as {of_matches[0]} is, got {other}")
    words = ["goatsim", verb, _word(measure, found)]
    words += [word for text, one in zip(groups, parts, strict=True) for word in ("--by", _word(text, one))]
    words += [] if given is None else ["--given", given.strip() if isinstance(given, str) else str(given)]
    words += [word for text in hand_words(hand) for word in ("--hand", text)]
    words += (["--fresh"] if first else []) + ([] if interval == INTERVALS[0] else ["--interval", interval])
    words += [] if whole("a number of digits", digits, 1, MOST_DIGITS) == How().digits else ["--digits", str(digits)]
    return Inquiry(lab, found, parts, condition, first, interval, tuple(words))


def refuse_pattern(measure: Measure) -> None:
    """Raise `RequestError` for a measure that is neither a truth nor a number."""
    if measure.kind == PATTERN:
        raise RequestError(
            f"expected a truth or a number, got {measure}, whose values goatsim spread lists, and which == compares "
            "with numbers such as 3-2-1"
        )


def _measure(given: object) -> Measure:
    if not isinstance(given, Measure | str):
        raise wrong("a measure such as goatsim.us.points, or its text", given)
    return read(given) if isinstance(given, str) else given


def _word(given: object, measure: Measure) -> str:
    """A measure as a word of a command; a sign at its beginning would make an option of it."""
    text = given.strip() if isinstance(given, str) else ""
    return text if text and not text.startswith("-") else str(measure)
