"""The envelope of an answer, and in it the command that finds the answer again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from goatsim.answers import Envelope
from goatsim.games import changed

if TYPE_CHECKING:
    from goatsim.lab import Lab
    from goatsim.runs.execute import Outcome


def sampled_by(lab: Lab, study: str, outcome: Outcome, seconds: float, partial: bool) -> Envelope:
    """The envelope of a study, `outcome` being that of its first part. Its command plays as many deals as were played;
    after Ctrl-C, when that may have been any of them, it asks for what was asked for.
    """
    words = [*_base(lab, "study", [study]), "--policies", lab.policies_said, *_seed(lab), *_seat(lab)]
    words += _goal(lab) if partial else ["--deals", str(outcome.matches or outcome.deals)]
    words += _confidence(lab)
    return _envelope(lab, "study", words, outcome.deals, "sampled", seconds, partial, outcome.matches)


def sampled_over(lab: Lab, study: str, each: Sequence[str], parts: Sequence[Envelope]) -> Envelope:
    """The envelope of answers over axes together, those of `parts`. Its command says `each` in words and asks for what
    was asked for, since every answer may have needed another number of deals.
    """
    words = [*_base(lab, "study", [study]), *each, "--policies", lab.policies_said, *_seed(lab), *_seat(lab)]
    words += _goal(lab) + _confidence(lab)
    deals = sum(part.deals or 0 for part in parts)
    matches = None if parts[0].matches is None else sum(part.matches or 0 for part in parts)
    seconds = sum(part.seconds for part in parts)
    return _envelope(lab, "study", words, deals, "sampled", seconds, any(part.partial for part in parts), matches)


def exact_by(lab: Lab, verb: str, which: Sequence[str], seconds: float) -> Envelope:
    """The envelope of one deal."""
    words = [*_base(lab, verb, which), "--policies", lab.policies_said, *_seed(lab), *_seat(lab)]
    return _envelope(lab, verb, words, 1, "exact", seconds, False)


def _base(lab: Lab, verb: str, what: Sequence[str]) -> list[str]:
    words = ["goatsim", verb, *what, "--rules", lab.rules.origin or lab.rules.name]
    for key, value in changed(lab.rules).items():
        words += ["--set", f"{key}={spelled(value)}"]
    return words


def _goal(lab: Lab) -> list[str]:
    goal = lab.goal
    words = [] if goal.deals is None else ["--deals", str(goal.deals)]
    words += [] if goal.precision is None else ["--precision", repr(goal.precision)]
    return words + ([] if goal.relative is None else ["--relative", repr(goal.relative)])


def _confidence(lab: Lab) -> list[str]:
    return [] if lab.goal.confidence == 0.95 else ["--confidence", repr(lab.goal.confidence)]


def _seed(lab: Lab) -> list[str]:
    return ["--seed", str(lab.seed)]


def _seat(lab: Lab) -> list[str]:
    return ["--seat", str(lab.seat)] if lab.seat else []


def _envelope(
    lab: Lab,
    verb: str,
    words: Sequence[str],
    deals: int,
    method: str,
    seconds: float,
    partial: bool,
    matches: int | None = None,
) -> Envelope:
    return Envelope(
        verb=verb,
        command=shlex.join(words),
        rules=lab.rules.origin or lab.rules.name,
        options=changed(lab.rules),
        policies=[policy.label for policy in lab.policies],
        seed=lab.seed,
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
