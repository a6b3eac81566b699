"""The envelope of an answer, and in it the command that finds the answer again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from goatsim.answers import Envelope
from goatsim.games import Rules, changed

if TYPE_CHECKING:
    from goatsim.lab import Lab
    from goatsim.runs.execute import Outcome


def sampled_by(
    lab: Lab, words: Sequence[str], outcome: Outcome, seconds: float, partial: bool, stops: Sequence[str] = ()
) -> Envelope:
    """The envelope of what was sampled, `outcome` being that of its first part. `words` are its command but for the
    number of deals, which is that of the deals played unless `stops` says otherwise; after Ctrl-C, when that may have
    been any number, it asks for what was asked for.
    """
    words = [*words, *stops]
    words += _goal(lab) if stops or partial else ["--deals", str(outcome.matches or outcome.deals)]
    words += _confidence(lab)
    return _envelope(lab, words, outcome.deals, "sampled", seconds, partial, outcome.matches)


def sampled_over(lab: Lab, words: Sequence[str], parts: Sequence[Envelope]) -> Envelope:
    """The envelope of answers over axes together, those of `parts`; exact only if all of them are. `words` are its
    command, to which is added what was asked for, since every answer may have needed another number of deals.
    """
    words = [*words, *_goal(lab), *_confidence(lab)]
    exact = all(part.deals is None for part in parts)
    deals = None if exact else sum(part.deals or 0 for part in parts)
    matches = None if parts[0].matches is None else sum(part.matches or 0 for part in parts)
    seconds = sum(part.seconds for part in parts)
    method, partial = "exact" if exact else "sampled", any(part.partial for part in parts)
    return _envelope(lab, words, deals, method, seconds, partial, matches)


def exact_by(lab: Lab, verb: str, which: Sequence[str], seconds: float) -> Envelope:
    """The envelope of one deal."""
    return _envelope(lab, words_of(lab, verb, which), 1, "exact", seconds, False)


def exactly_by(lab: Lab, words: Sequence[str], seconds: float) -> Envelope:
    """The envelope of what was counted over all deals, with the command `words`."""
    return _envelope(lab, words, None, "exact", seconds, False)


def words_of(lab: Lab, verb: str, what: Sequence[str]) -> list[str]:
    """The command with which a verb does something as a Lab is set."""
    return ["goatsim", verb, *what, *rules_words_of(lab.rules), *line_up_words(lab)]


def line_up_words(lab: Lab) -> list[str]:
    """Who plays which deals, as options of a command."""
    return ["--policies", lab.policies_said, *stream_words(lab)]


def rules_words_of(rules: Rules, before: str = "--") -> list[str]:
    """Some rules as options of a command, `before` being what stands before `rules` and `set`."""
    words = [f"{before}rules", rules.origin or rules.name]
    for key, value in changed(rules).items():
        words += [f"{before}set", f"{key}={spelled(value)}"]
    return words


def stream_words(lab: Lab) -> list[str]:
    """Which deals a Lab plays, and who is me, as options of a command."""
    return ["--seed", str(lab.seed), *(["--seat", str(lab.seat)] if lab.seat else [])]


def _goal(lab: Lab) -> list[str]:
    goal = lab.goal
    words = [] if goal.deals is None else ["--deals", str(goal.deals)]
    words += [] if goal.precision is None else ["--precision", repr(goal.precision)]
    return words + ([] if goal.relative is None else ["--relative", repr(goal.relative)])


def _confidence(lab: Lab) -> list[str]:
    return [] if lab.goal.confidence == 0.95 else ["--confidence", repr(lab.goal.confidence)]


def _envelope(
    lab: Lab,
    words: Sequence[str],
    deals: int | None,
    method: str,
    seconds: float,
    partial: bool,
    matches: int | None = None,
) -> Envelope:
    return Envelope(
        verb=words[1],
        command=shlex.join(words),
        rules=lab.rules.origin or lab.rules.name,
        options=changed(lab.rules),
        policies=[policy.label for policy in lab.policies],
        seed=None if deals is None else lab.seed,
        seat=lab.seat,
        deals=deals,
        matches=matches,
        method=method,
        confidence=lab.goal.confidence if method == "sampled" else None,
        seconds=round(seconds, 3),
        partial=partial,
    )


def spelled(value: object) -> str:
    """A value as `--set` and `--each` take it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping) and all(isinstance(item, int) for item in value.values()):
        return " ".join(f"{key}={item}" for key, item in value.items())
    if isinstance(value, Mapping) or (
        isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value)
    ):
        return json.dumps(value)
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return str(value)
