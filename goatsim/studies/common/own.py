"""What a study sets itself: settings of which its answer does not hear, because it plays with values of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from goatsim.commanding import rules_words_of, spelled
from goatsim.errors import RequestError
from goatsim.games import changed, load
from goatsim.inquiry.axes import each_words, points, values_of
from goatsim.runs.tasks import Arm
from goatsim.show.text import listed
from goatsim.studies.base import Part, Setting, Study

if TYPE_CHECKING:
    from goatsim.lab import Lab

MOST_VALUES = 6
"""Values of a study's own that a sentence repeats."""


def closed(lab: Lab, study: Study, each: Mapping[str, object]) -> str:
    """Why axes have no answer from a study, in a clause, or "": one of them cannot change the number that the study is
    judged by, since that is played with values of the study's own.
    """
    if not each:
        return ""
    cells = values_of(points(lab, each))
    for name in cells:
        rest = {other: values[:1] for other, values in cells.items() if other != name}
        along = [point.lab for point in points(lab, {**rest, name: cells[name]})]
        labs = _different([*_made(lab, rest), *along])
        made = [_parts(study, one) for one in labs]
        if len(labs) > 1 and len({_played(parts)[0] for parts in made}) == 1:
            words = " ".join([*rules_words_of(lab.rules), *each_words({name: cells[name]})])
            own = _own(made[0], name)
            return f"it sets {name} itself{own}; {study.instead} {words} answers for other values"
    return ""


def unheard(lab: Lab, study: Study, parts: tuple[Part, ...]) -> list[str]:
    """A sentence for every change of the rules that changes nothing in `parts`, what a study plays under them, since
    the study sets that itself.
    """
    changes = changed(lab.rules)
    found = []
    for name, value in changes.items():
        plain = _without(lab, {other: kept for other, kept in changes.items() if other != name})
        if plain and _played(_parts(study, plain)) == _played(parts):
            said = f"{name}={spelled(value)} does not matter here"
            found.append(f"{said}: the study sets {name} itself{_own(parts, name)}.")
    return found


def _different(labs: Sequence[Lab]) -> list[Lab]:
    """Some Labs without those that play as one before them."""
    found = {(lab.rules.identity, *(policy.identity for policy in lab.policies)): lab for lab in reversed(labs)}
    return list(found.values())


def _made(lab: Lab, each: Mapping[str, object]) -> list[Lab]:
    """The Lab at one value of every axis; none if they cannot be had without a further one."""
    try:
        return [point.lab for point in points(lab, each)]
    except RequestError:
        return []


def _without(lab: Lab, changes: Mapping[str, object]) -> Lab | None:
    """A Lab under its game with fewer changes, if that can be had and has the same seats."""
    try:
        rules = load(lab.rules.origin, changes)
        rules.require_built()
    except RequestError:
        return None
    return replace(lab, rules=rules) if rules.sides == lab.rules.sides else None


def _parts(study: Study, lab: Lab) -> tuple[Part, ...]:
    if study.unfit(lab.rules):
        return ()
    return study.parts(Setting(lab.rules, lab.policies, lab.seat, lab.goal.confidence))


def _played(parts: tuple[Part, ...]) -> list[object]:
    """What a study plays, the part by which it is judged first, to be compared with that of another Lab; where it has
    no answer something that nothing else is equal to.
    """
    found: list[object] = [
        (tuple(map(_arm, part.arms)), part.start, tuple(ask.name for ask in part.asks)) for part in parts
    ]
    return found or [object()]


def _arm(arm: Arm) -> tuple[str, ...]:
    return arm.game.rules.identity, *(policy.identity for policy in arm.policies)


def _own(parts: tuple[Part, ...], name: str) -> str:
    """The values of an option, or the players, with which a study plays, in brackets; "" where they are too many."""
    arms = [arm for part in parts for arm in part.arms]
    rules = arms[0].game.rules
    if name in rules.options:
        own = list(dict.fromkeys(spelled(arm.game.rules.options[name]) for arm in arms))
    elif hasattr(rules, name):
        own = []
    else:
        own = list(dict.fromkeys(policy.spoken or policy.name for arm in arms for policy in arm.policies))
    return f" ({listed(own)})" if 0 < len(own) <= MOST_VALUES else ""
