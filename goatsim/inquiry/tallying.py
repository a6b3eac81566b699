"""One measure, alone or less what another Lab finds for it, as a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goatsim.errors import RequestError, wrong
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.lang import Measure
from goatsim.lang.reading import counted
from goatsim.matches import Start, match_of
from goatsim.runs.tasks import Arm, Ask, Seen, Task, difference

if TYPE_CHECKING:
    from goatsim.lab import Lab


def task_of(lab: Lab, measure: Measure | str, by: Sequence[Measure | str] | str, minus: Lab | None) -> Task:
    """One question as a task, `minus` a Lab whose answer is subtracted. Raises `RequestError`."""
    given: list[object] = [by] if isinstance(by, Measure | str) or not isinstance(by, Sequence) else list(by)
    measure, *groups = measures = [counted(one) for one in (measure, *given)]
    if not isinstance(minus, type(lab) | None):
        raise wrong("a Lab made by goatsim.at for minus", minus)
    labs = [lab] if minus is None else [lab, minus]
    for one in labs:
        one.rules.require_built()
        if (one.seed, one.seat) != (lab.seed, lab.seat):
            what = "seed" if one.seed != lab.seed else "seat"
            got = f"{what}s {getattr(lab, what)} and {getattr(one, what)}"
            raise RequestError(f"expected two Labs of one seed and seat, got {got}")
        if space_of(one.rules) != space_of(lab.rules):
            names = f"{lab.rules.name} and {one.rules.name}"
            raise RequestError(f"expected two Labs that deal the same cards, got {names}")
    ask = Ask("measure", measure, tuple(groups), (Seen(),) if minus is None else difference(0, 1))
    if any(one.about_matches for one in measures):
        if minus is not None:
            raise RequestError(f"expected a measure about deals with minus, got {measure}, which is about matches")
        task = Task((Arm(match_of(game_of(lab.rules)), lab.policies),), (ask,), lab.seed, lab.seat, Start())
    else:
        arms = tuple(Arm(game_of(one.rules), one.policies) for one in labs)
        task = Task(arms, (ask,), lab.seed, lab.seat)
    return task
