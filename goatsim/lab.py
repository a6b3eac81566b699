"""The laboratory: settings once, then every verb."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from goatsim.answers import Answers, DealAnswer, StudyAnswer
from goatsim.chairs import seat_of
from goatsim.checks import LAST_INDEX, above, indices, number_of, options_from, rules_from
from goatsim.engine import layout
from goatsim.errors import RequestError, shown, whole, wrong
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import Rules, changed
from goatsim.runs.goals import Goal
from goatsim.seats.define import Policy
from goatsim.seats.named import Given, line_up

if TYPE_CHECKING:
    from typing import Unpack

    import pandas

    from goatsim.contests import CompareAnswer
    from goatsim.inquiry.conditions import Hand
    from goatsim.inquiry.keywords import Asking, Comparing, Groups
    from goatsim.lang import Measure
    from goatsim.records import Record
    from goatsim.records.referee import Verdict
    from goatsim.replies import AskAnswer, SpreadAnswer
    from goatsim.runs.execute import Outcome, Watcher
    from goatsim.runs.groups import Enough, Grouped
    from goatsim.runs.tasks import Table, Task
    from goatsim.seats.view import View

MOST_THREADS = 1024
LEAST_CONFIDENCE = 0.5
MOST_CONFIDENCE = 1 - 1e-9


@dataclass(frozen=True, repr=False)
class Lab:
    """Settings for questions, made by `at`; every verb is a method."""

    rules: Rules
    policies: tuple[Policy, ...]
    policies_said: str
    seed: int
    seat: int
    goal: Goal
    threads: int | None
    progress: str | Watcher

    def __repr__(self) -> str:
        options = "".join(f", {key}={value}" for key, value in changed(self.rules).items())
        return f"<{self.rules.name}{options}: {self.policies_said}, seed {self.seed}>"

    def study(self, *names: str, each: Mapping[str, object] | None = None) -> Answers[StudyAnswer]:
        """Do the named studies (`goatsim study --list`). With `each`, axes by name with their values, for every
        combination of them: `each={"trump_lead": ["praiser_team", "all"]}`; see `goatsim.inquiry.axes.points`. After
        Ctrl-C the answers so far are returned, the last one marked as partial. Raises `RequestError` for a name that is
        no study or not meant for these rules and for what is no axis, `PlayError` if a policy plays an illegal card.
        """
        from goatsim.studies.common.studying import studied

        self.rules.require_built()
        return studied(self, names, {} if each is None else each)

    def run(self, task: Task, judge: str, enough: Enough | None = None) -> Outcome:
        """Play a task until `judge`, one of its asks, is known as well as these settings ask for, or until `enough`
        says so.
        """
        from goatsim.runs.execute import run

        with self.watched("matches played" if task.start else "deals played") as watch:
            return run(
                task,
                deals=self.goal.deals,
                enough=enough or (lambda tables: self.goal.reached(tables[judge])),
                confidence=self.goal.confidence,
                threads=self.threads,
                watch=watch,
            )

    def watched(self, what: str) -> AbstractContextManager[Watcher]:
        """Whoever is told how far the work is."""
        from goatsim.show.progress import Progress

        return nullcontext(self.progress) if callable(self.progress) else Progress(str(self.progress), what)

    @overload
    def ask(self, question: Measure | str, *, each: None = None, **how: Unpack[Asking]) -> AskAnswer: ...
    @overload
    def ask(
        self, question: Measure | str, *, each: Mapping[str, object], **how: Unpack[Asking]
    ) -> Answers[AskAnswer]: ...
    def ask(
        self,
        question: Measure | str,
        *,
        given: Measure | str | None = None,
        hand: Hand | None = None,
        fresh: bool = False,
        interval: str = "wilson",
        digits: int = 6,
        each: Mapping[str, object] | None = None,
    ) -> AskAnswer | Answers[AskAnswer]:
        """How often a truth holds, or the mean of a number: counted exactly where only dealt cards matter, they are
        dealt as first deals are, and there are not too many to count; else sampled, and the answer says why.

        `given`: only deals that fulfil this truth count. `hand`: nor do those in which the cards are not held: of me
        "QC QS", of other seats "left=QC QS", several of them in a list, or a mapping. What a condition says of dealt
        cards is dealt directly, however rare it is, where first deals are played as they are; the rest by acceptance.
        `fresh`: about first deals from a full pack, whatever the rules do with them. `interval` of a sampled share:
        wilson or clopper-pearson. `digits` of an exact value that are written. With `each`, axes as for `study`, there
        is an answer for every combination, and their overview. Stops, and after Ctrl-C answers, as `study` does. Raises
        `RequestError`, and `PlayError` if a policy plays an illegal card.
        """
        from goatsim.inquiry.asking import asked, asked_each
        from goatsim.inquiry.inquiries import How

        how = How(given, hand, fresh, interval, digits)
        return asked(self, question, how) if each is None else asked_each(self, question, how, each)

    @overload
    def spread(
        self, measure: Measure | str, *, by: Groups = (), each: None = None, **how: Unpack[Asking]
    ) -> SpreadAnswer: ...
    @overload
    def spread(
        self, measure: Measure | str, *, by: Groups = (), each: Mapping[str, object], **how: Unpack[Asking]
    ) -> Answers[SpreadAnswer]: ...
    def spread(
        self,
        measure: Measure | str,
        *,
        by: Groups = (),
        given: Measure | str | None = None,
        hand: Hand | None = None,
        fresh: bool = False,
        interval: str = "wilson",
        digits: int = 6,
        each: Mapping[str, object] | None = None,
    ) -> SpreadAnswer | Answers[SpreadAnswer]:
        """The share of each value of a measure, also of a pattern; or with `by` the mean of a number, or the share of a
        truth, in each group of deals. All else as for `ask`; sampled groups that can be dealt directly are all as
        precise as asked for, however rare, and their own shares are exact.
        """
        from goatsim.inquiry.inquiries import How
        from goatsim.inquiry.spreading import spread_each, spread_out

        how = How(given, hand, fresh, interval, digits)
        return spread_out(self, measure, by, how) if each is None else spread_each(self, measure, by, how, each)

    def tally(self, measure: Measure | str, by: Sequence[Measure | str] | str = (), minus: Lab | None = None) -> Table:
        """Count a measure over deals, in groups if `by` says so: shares, means and groups with their intervals. A
        measure is made of words such as `goatsim.us.points` or a text, "us.points > 60".

        With `minus`, another Lab of the same seed and pack, the measure's difference between the two on the same deals:
        paired, so that what the cards bring to both cancels; how long to play is then this Lab's. Stops as `study`
        does; after Ctrl-C the table so far is returned, marked as partial. Raises `RequestError` for a measure that
        these rules have no meaning for, `PlayError` if a policy plays an illegal card. A measure about matches
        (`the_match.deals`, `us.wins`) is counted over matches, and what is said of deals here is then meant of them.
        """
        from goatsim.inquiry.tallying import task_of

        return self.run(task_of(self, measure, by, minus), "measure").tables["measure"]

    def by_groups(self, measure: Measure | str, by: Sequence[Measure | str] | str, minus: Lab | None = None) -> Grouped:
        """A measure in groups by dealt cards, as `tally` with `by`, but rare groups as precise as common ones: each has
        its exact share and the same number of deals, dealt directly; without a number of deals each is played to the
        precision asked for. Where that cannot be (`reason` says why) deals are played as they come.
        """
        from goatsim.inquiry.tallying import task_of
        from goatsim.runs.groups import in_groups

        task = task_of(self, measure, by, minus)
        return in_groups(task, self.goal, lambda task, enough: self.run(task, "measure", enough))

    @overload
    def compare(
        self, a: Given | None = None, b: Given | None = None, *, each: None = None, **how: Unpack[Comparing]
    ) -> CompareAnswer: ...
    @overload
    def compare(
        self, a: Given | None = None, b: Given | None = None, *, each: Mapping[str, object], **how: Unpack[Comparing]
    ) -> Answers[CompareAnswer]: ...
    def compare(
        self,
        a: Given | None = None,
        b: Given | None = None,
        *,
        measure: Measure | str | None = None,
        a_rules: str | Path | Rules | None = None,
        b_rules: str | Path | Rules | None = None,
        a_options: Mapping[str, object] | Iterable[str] | None = None,
        b_options: Mapping[str, object] | Iterable[str] | None = None,
        until_decided: bool = False,
        most: int | None = None,
        each: Mapping[str, object] | None = None,
    ) -> CompareAnswer | Answers[CompareAnswer]:
        """Two policies on the same deals, each deal at both seatings, of which the mean is taken; or with `a_rules`,
        `b_rules`, `a_options`, `b_options` two rule sets with this Lab's line-up, deal by deal by index.

        What is compared is `measure`, by either: unless said `us.points`, or where melds score `us.score`, which
        tell two players apart in the fewest deals; `us.eyes`, or a truth such as `us.points > 60`, whose shares
        are compared. `until_decided` plays until a confidence sequence knows the sign (`goatsim.runs.sequence`), `most`
        deals at most. With `each`, axes as for `study`, there is an answer for every combination, and their overview;
        options are then of the rules of this Lab, parameters and decisions of the two policies. Stops, and after Ctrl-C
        answers, as `study` does.
        Raises `RequestError`, and `PlayError` if a policy plays an illegal card.
        """
        from goatsim.inquiry.comparing import Asked, asked, asked_each

        sets = (a_rules, options_from(a_options)), (b_rules, options_from(b_options))
        what = Asked((a, b), sets, measure, until_decided, most)
        return asked(self, what) if each is None else asked_each(self, what, each)

    def sample(
        self,
        *measures: Measure | str,
        deals: int | None = None,
        given: Measure | str | None = None,
        hand: Hand | None = None,
    ) -> pandas.DataFrame:
        """A row a deal from deal 0 on: its index, then a column a measure, named by its text. `deals`: how many are
        played, unless this Lab says it; with `given` or `hand` (as for `ask`) those among them that do not fulfil it
        have no row. After Ctrl-C the frame holds the deals so far and `attrs["partial"]` is true. Raises
        `RequestError`, and `PlayError` if a policy plays an illegal card.
        """
        import pandas as pd

        found, partial = [], False
        try:
            for piece in self.samples(*measures, deals=deals, given=given, hand=hand):
                found.append(piece)
        except KeyboardInterrupt:
            if not found:
                raise
            partial = True
        frame = pd.concat(found, ignore_index=True)
        frame.attrs |= {"partial": True} if partial else {}
        return frame

    def samples(
        self,
        *measures: Measure | str,
        deals: int | None = None,
        given: Measure | str | None = None,
        hand: Hand | None = None,
    ) -> Iterator[pandas.DataFrame]:
        """The same in pieces, one after another, so that memory does not grow with the number of deals."""
        from goatsim.inquiry.sampling import columns, frame, sampled

        found = columns(measures)
        return (frame(found, rows) for rows in sampled(self, found, deals, given, hand))

    def deal(
        self,
        index: int = 0,
        count: int = 1,
        number: int | str | None = None,
        *,
        given: Measure | str | None = None,
        hand: Hand | None = None,
    ) -> tuple[DealAnswer, ...]:
        """Deals `index .. index + count - 1` of the seed's stream, or the one deal with a number.

        With `given` or `hand` (as for `ask`) these are first deals that fulfil a condition: each dealt directly, every
        such deal with the same chance, as far as the condition is about dealt cards. What it says of the result is
        looked for in deals from `index` on, played without praise and redeals. Raises `RequestError` outside the ranges
        and for a condition that no deal fulfils, `PlayError` if a policy plays an illegal card.
        """
        from goatsim.inquiry.dealing import deals

        return tuple(deals(self, index, count, number, given, hand))

    def replay(
        self, index: int = 0, count: int = 1, number: int | str | None = None, match: bool = False
    ) -> Iterator[Record]:
        """Play deals card by card and write them down, one record each; with `match` whole matches `index ..
        index + count - 1`, one record for each of their deals. Raises as `deal`, `RequestError` for a match of rules
        that have none, and `PlayError` if a policy plays an illegal card.
        """
        from goatsim.records.playing import matches_played, played
        from goatsim.runs.matches import LAST_MATCH

        self.rules.require_built()
        game = game_of(self.rules)
        if not isinstance(match, bool):
            raise wrong("true or false for match", match)
        if match:
            if number is not None:
                raise RequestError(f"expected the index of a match, got the number of a deal, {shown(number)}")
            whole("the index of a match", index, 0, LAST_MATCH)
            whole("a count of matches", count, 1, LAST_MATCH - index + 1)
            return matches_played(game, self.policies, self.seed, index, count)
        if number is not None:
            return played(game, self.policies, self.seed, 0, 1, *self._cards(number))
        indices(index, count)
        return played(game, self.policies, self.seed, index, count)

    def _cards(self, number: int | str) -> tuple[list[list[str]], list[str] | None]:
        """The hands, and the stock if there is one, of a deal by its number, to be played as they are."""
        praise = self.rules.options.get("praise", "none")
        if praise not in ("none", layout.KINDS[layout.REGULAR]):
            why = "since a praised deal gives out the cards in its own way"
            raise RequestError(
                f"expected praise=none or REGULAR to play the cards of a number, {why}, got praise={praise}"
            )
        hands, left = space_of(self.rules).unrank(number_of(number, space_of(self.rules).count))
        return hands, left if self.rules.ordered else None

    def views(self, index: int = 0, number: int | str | None = None) -> Iterator[View]:
        """The decisions of a deal in the order of play, each as the seat sees it: a view `v` on which a policy runs as
        plain Python, `Careful.follow(v)`, with the card that was played, or a yes or no, as `v.answer`; those of deals
        that were claimed back come first. Raises as `replay`.
        """
        from goatsim.runs.steps import decisions
        from goatsim.runs.tasks import Arm

        self.rules.require_built()
        arm = Arm(game_of(self.rules), self.policies)
        if number is not None:
            return decisions(arm, self.seed, 0, *self._cards(number))
        indices(index, 1)
        return decisions(arm, self.seed, index)

    def score(self, source: Any) -> Iterator[Verdict]:
        """Check and score written records; see `goatsim.score`."""
        from goatsim.records.referee import verdicts

        return verdicts(source)


def at(
    rules: str | Path | Rules = "classic",
    *,
    options: Mapping[str, object] | Iterable[str] | None = None,
    policies: Given | Sequence[Given] = "greedy",
    seed: int | str = 0,
    seat: int | str = 0,
    deals: int | None = None,
    precision: float | None = None,
    relative: float | None = None,
    confidence: float = 0.95,
    threads: int | None = None,
    progress: str | Callable[[int, int | None], None] = "auto",
) -> Lab:
    """Settings for questions.

    `rules`: a game by name, a TOML file, or `Rules`; `options` change them (a mapping, or texts OPTION=VALUE).
    `policies`: one for all seats, two (us,them) or one a seat, by name, `FILE.py:NAME` or as made by
    `goatsim.policy`. `seed`: 0 .. 2**64 - 1 or "random". `seat`: who `me` is, by number or word. `deals`: play
    exactly so many; else until `precision` (half-width, in the measure's unit; a share as 0.001) or `relative`
    (half-width over value) is reached. `confidence` of the intervals, 0 .. 1. `threads` change only the time.
    `progress`: auto, never, json, or a function of (done, total). Raises `RequestError` for anything else.
    """
    found = rules_from(rules, options_from(options))
    if seed == "random":
        seed = secrets.randbits(64)
    if isinstance(seed, str):
        raise wrong(f"a seed from 0 to {LAST_INDEX} or random", seed, ("random",))
    whole("a seed", seed, 0, LAST_INDEX)
    place = seat_of(seat, found.seats) if isinstance(seat, str) else whole("a seat", seat, 0, found.seats - 1)
    if deals is not None:
        from goatsim.runs.execute import MOST_DEALS

        whole("a number of deals", deals, 1, MOST_DEALS)
    if threads is not None:
        whole("a number of threads", threads, 1, MOST_THREADS)
    if sum(setting is not None for setting in (deals, precision, relative)) > 1:
        raise RequestError("expected one of deals, precision and relative, got more than one")
    for name, value in (("precision", precision), ("relative", relative)):
        if value is not None:
            above(f"a {name}", value)
    if isinstance(confidence, bool) or not isinstance(confidence, float):
        raise wrong("a confidence such as 0.95", confidence)
    if not LEAST_CONFIDENCE <= confidence <= MOST_CONFIDENCE:
        raise wrong(f"a confidence from {LEAST_CONFIDENCE} to {MOST_CONFIDENCE}", confidence)
    if not callable(progress) and progress not in ("auto", "never", "json"):
        raise wrong("progress auto, never, json or a function", progress, ("auto", "never", "json"))
    seats = line_up(policies, found.sides, place)
    said = policies if isinstance(policies, str) else ",".join(policy.call for policy in seats)
    return Lab(found, seats, said, seed, place, Goal(deals, precision, relative, confidence), threads, progress)
