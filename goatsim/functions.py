"""The verbs as functions, with the settings of the laboratory as keywords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from goatsim.answers import Answers, DealAnswer, StudyAnswer
from goatsim.checks import options_from, rules_from
from goatsim.games import Rules
from goatsim.games import names as game_names
from goatsim.lab import at
from goatsim.records import Record
from goatsim.records.referee import Verdict, verdicts
from goatsim.seats.define import Policy
from goatsim.seats.named import Given, named
from goatsim.seats.named import names as policy_names

if TYPE_CHECKING:
    import pandas

    from goatsim.contests import CompareAnswer
    from goatsim.lang import Measure
    from goatsim.replies import AskAnswer, SpreadAnswer

ASKING = ("given", "hand", "fresh", "interval", "digits")
"""The keywords of a question that are no settings of a Lab."""
COMPARING = ("measure", "a_rules", "b_rules", "a_options", "b_options", "until_decided", "most")
"""The keywords of a comparison that are no settings of a Lab."""


def study(*names: str, each: Mapping[str, object] | None = None, **settings: Any) -> Answers[StudyAnswer]:
    """Do prepared studies: `study("eggs", rules="bare", policies="greedy")`. Settings as for `at`, axes (`each`) as for
    `Lab.study`.
    """
    return at(**settings).study(*names, each=each)


@overload
def ask(question: Measure | str, *, each: None = None, **settings: Any) -> AskAnswer: ...
@overload
def ask(question: Measure | str, *, each: Mapping[str, object], **settings: Any) -> Answers[AskAnswer]: ...
def ask(
    question: Measure | str, *, each: Mapping[str, object] | None = None, **settings: Any
) -> AskAnswer | Answers[AskAnswer]:
    """How often, or how much on average? `ask("trumps >= 5", rules="bare")`. Keywords as for `Lab.ask`, all others as
    for `at`.
    """
    own = {name: settings.pop(name) for name in ASKING if name in settings}
    return at(**settings).ask(question, each=each, **own)


@overload
def spread(measure: Measure | str, *, each: None = None, **settings: Any) -> SpreadAnswer: ...
@overload
def spread(measure: Measure | str, *, each: Mapping[str, object], **settings: Any) -> Answers[SpreadAnswer]: ...
def spread(
    measure: Measure | str, *, each: Mapping[str, object] | None = None, **settings: Any
) -> SpreadAnswer | Answers[SpreadAnswer]:
    """How a measure is spread: `spread("us.points", by="trumps", rules="bare")`. Keywords as for `Lab.spread`, all
    others as for `at`.
    """
    own = {name: settings.pop(name) for name in ("by", *ASKING) if name in settings}
    return at(**settings).spread(measure, each=each, **own)


@overload
def compare(a: Given | None = None, b: Given | None = None, *, each: None = None, **settings: Any) -> CompareAnswer: ...
@overload
def compare(
    a: Given | None = None, b: Given | None = None, *, each: Mapping[str, object], **settings: Any
) -> Answers[CompareAnswer]: ...
def compare(
    a: Given | None = None, b: Given | None = None, *, each: Mapping[str, object] | None = None, **settings: Any
) -> CompareAnswer | Answers[CompareAnswer]:
    """Compare two policies, or two rule sets: `compare("greedy", "low", rules="bare")`. Keywords as for `Lab.compare`,
    all others as for `at`.
    """
    own = {name: settings.pop(name) for name in COMPARING if name in settings}
    lab = at(**settings)
    return lab.compare(a, b, **own) if each is None else lab.compare(a, b, each=each, **own)


def sample(*measures: Measure | str, **settings: Any) -> pandas.DataFrame:
    """A row a deal: `sample(goatsim.us.points, rules="bare", deals=1000)`. Settings as for `at`."""
    return at(**settings).sample(*measures)


def deal(index: int = 0, count: int = 1, number: int | str | None = None, **settings: Any) -> tuple[DealAnswer, ...]:
    """Show deals: `deal(3, rules="bare", seed=7)`, `deal(count=20, given="trumps == 8")`. A condition as for
    `Lab.deal`, settings as for `at`.
    """
    own = {name: settings.pop(name) for name in ("given", "hand") if name in settings}
    return at(**settings).deal(index, count, number, **own)


def replay(
    index: int = 0, count: int = 1, number: int | str | None = None, match: bool = False, **settings: Any
) -> Iterator[Record]:
    """Play deals, or whole matches, card by card: `replay(3, rules="bare")`. Settings as for `at`."""
    return at(**settings).replay(index, count, number, match)


def score(source: Any) -> Iterator[Verdict]:
    """Check and score written records: a path, "-" for standard input, lines, or a record. One verdict a record, as
    they are read.
    """
    return verdicts(source)


@overload
def rules(name: None = None) -> list[str]: ...
@overload
def rules(name: str | Path, options: Mapping[str, object] | Iterable[str] | None = None) -> Rules: ...
def rules(
    name: str | Path | None = None, options: Mapping[str, object] | Iterable[str] | None = None
) -> Rules | list[str]:
    """The rules of a game, by name or from a TOML file; without a name, the names of the games."""
    return game_names() if name is None else rules_from(name, options_from(options))


def policies(name: str | None = None) -> Policy | list[str]:
    """A policy by name or `FILE.py:NAME`; without a name, the names of the built-in ones."""
    return policy_names() if name is None else named(name)


def about() -> dict[str, Any]:
    """The version, the versions it stands on, the processor path in use and the cache folder."""
    from goatsim.show.machine import facts

    return facts()
