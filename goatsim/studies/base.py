"""What a study is, and where studies are found: a file NAME.py in one of `FOLDERS` that defines STUDY."""

from __future__ import annotations

import importlib.util
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

import goatsim.studies
from goatsim.errors import wrong
from goatsim.game import Game, game_of
from goatsim.games import Rules, changed, load
from goatsim.games import names as game_names
from goatsim.matches import Start, match_of
from goatsim.runs.groups import Grouped, strata_for
from goatsim.runs.strata import Strata
from goatsim.runs.tasks import Arm, Ask, Table, Task
from goatsim.seats.define import Policy
from goatsim.show.text import rules_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDERS = list(goatsim.studies.__path__)

Row = dict[str, Any]


class Report(NamedTuple):
    """What a study says: a headline, tables by name, the main one first, charts by name, each a function that draws
    into axes, sentences that explain the words of the tables, and who played, where that is known only here.
    """

    headline: str
    tables: Mapping[str, Sequence[Row]]
    charts: Mapping[str, Callable[[Axes], object]]
    notes: Sequence[str] = ()
    who: str = ""


@dataclass(frozen=True)
class Setting:
    """What a study is asked about: rules, the policy of every seat, and the seat that is `me`."""

    rules: Rules
    policies: tuple[Policy, ...]
    seat: int = 0
    confidence: float = 0.95

    @property
    def game(self) -> Game:
        """The game of the rules."""
        return game_of(self.rules)

    def arm(self, options: Mapping[str, object] | None = None, policies: Sequence[Policy] = ()) -> Arm:
        """An arm of a part: these rules with some options changed, and another line-up if one is given."""
        return Arm(game_of(varied(self.rules, options or {})), tuple(policies) or self.policies)

    def match_arm(self, options: Mapping[str, object] | None = None) -> Arm:
        """The same for whole matches."""
        arm = self.arm(options)
        return Arm(match_of(arm.game), arm.policies)


def varied(rules: Rules, options: Mapping[str, object]) -> Rules:
    """Some rules with options, or other keys, changed. Raises `RequestError` as `goatsim.games.load` does."""
    return load(rules.origin, {**changed(rules), **options}) if options else rules


@dataclass(frozen=True, eq=False)
class Part:
    """Deals that a study plays: arms that play the same ones, and what is asked of them. With a `start` they are whole
    matches. A part with a `judge`, one of its asks, plays until that is known well enough; the first part of a study
    has one, and `deals` says by the deals of the first how many a later one without plays.
    """

    arms: tuple[Arm, ...]
    asks: tuple[Ask, ...]
    judge: str = ""
    start: Start | None = None
    deals: Callable[[int], int] = int
    strata: Strata | None = None


def parts_by_groups(setting: Setting, asks: Sequence[Ask], judge: str, groups: Sequence[Ask]) -> tuple[Part, ...]:
    """The parts of a study of which some asks are in groups by dealt cards. Where those can be dealt directly, each
    such ask is a part of its own, in which rare groups get as many deals as common ones; else all are counted in the
    deals as they come.
    """
    arm = setting.arm()
    found = [(ask, strata_for(Task((arm,), (ask,), seat=setting.seat))[0]) for ask in groups]
    if any(strata is None for _, strata in found):
        return (Part((arm,), (*asks, *groups), judge),)
    return (Part((arm,), tuple(asks), judge), *(Part((arm,), (ask,), strata=strata) for ask, strata in found))


NOTE_GROUPS = "Each group was dealt directly, as many deals of each; beside it stands its exact share of all deals."


def grouped(table: Table, names: Sequence[str], key: str) -> list[Row]:
    """What was counted in groups as rows: the group under `names`, what was found under `key` with its interval, and
    how many deals; where groups were dealt directly also the share of all deals that such a group is, as a number and
    as a fraction.
    """
    rows = []
    for group in Grouped(table, table.strata).groups():
        exact = {} if group.fraction is None else {"of_all_deals": group.share.value, "fraction": str(group.fraction)}
        own = dict(zip(names, group.values, strict=True))
        rows.append({**own, **estimated(group.found, key), "deals": group.found.deals, **exact})
    return rows


@dataclass(frozen=True)
class Study:
    """A prepared study. `unfit` says in a sentence why it has no answer for some rules, or "". `parts` says what is
    played; the names of asks are different in all of them. `report` gets the tables of all asks by name. `number` says
    what the judge of the first part counts, as a heading does ("share of eggs"), `alone` the same where everybody has
    an account of its own, if that is another; `who`: who plays where that is not the line-up. `instead` is the command
    that answers for other values of what the study sets itself, up to those values.
    """

    name: str
    title: str
    unfit: Callable[[Rules], str]
    parts: Callable[[Setting], tuple[Part, ...]]
    report: Callable[[Setting, Mapping[str, Table]], Report]
    number: str
    who: str = ""
    alone: str = ""
    instead: str = "goatsim ask QUESTION"


def _modules() -> dict[str, str]:
    """The module of every study by the study's name: a hyphen stands where a module has an underscore."""
    names = [module.name for module in pkgutil.iter_modules(FOLDERS) if module.name != "base" and not module.ispkg]
    return {name.replace("_", "-"): name for name in names}


def study_names() -> list[str]:
    """The names of all studies, in order."""
    return sorted(_modules())


@cache
def _study(module: str) -> Study:
    # Ours may stand in an archive, where only the import system finds them.
    if any(own.name == module for own in pkgutil.iter_modules(goatsim.studies.__path__)):
        loaded = import_module(f"goatsim.studies.{module}")
    else:
        path = next(path for folder in FOLDERS if (path := Path(folder) / f"{module}.py").exists())
        spec = importlib.util.spec_from_file_location(f"goatsim_study_{module}", path)
        assert spec is not None and spec.loader is not None
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
    found: Study = loaded.STUDY
    return found


def study_named(name: str) -> Study:
    """A study by name. Raises `RequestError` for anything else."""
    modules = _modules()
    module = modules.get(str(name).lower().replace("_", "-"))
    if module is None:
        raise wrong(f"a study ({', '.join(sorted(modules))})", name, modules)
    return _study(module)


MOST_CHANGES = 3
"""Changes of the rules that the head of a column has room for."""


def listing(rules: Rules) -> list[Row]:
    """The studies by games: for each study `study`, `title`, `reason`, why it has no answer for some rules (None if it
    has one), and `games`, the same for those rules and for every built-in game, by what --rules and --set say of it;
    `general` is that said of "it", whatever the game is called.
    """
    changes = changed(rules)
    # A house rule that changes much is known by its name.
    own = rules.name if len(changes) > MOST_CHANGES else rules_words(rules.origin or rules.name, changes)
    games = {own: rules}
    for name in game_names():
        games.setdefault(name, load(name))
    unnamed = {name: structs.replace(game, name="it") for name, game in games.items()}
    rows = []
    for study in map(study_named, study_names()):
        said = {name: study.unfit(game) or None for name, game in games.items()}
        general = {name: study.unfit(unnamed[name]) if said[name] else None for name in games}
        row = {"study": study.name, "title": study.title, "reason": next(iter(said.values()))}
        rows.append({**row, "games": said, "general": general})
    return rows


def estimated(estimate: Any, key: str) -> Row:
    """An estimate as the cells of a row, its value under `key`."""
    row: Row = estimate.row(key)
    return row


def further(estimate: Any, key: str) -> Row:
    """A further estimate of a row, its bounds under `key` with `_low` and `_high` behind. A key that begins with
    ``share_`` or ``difference_`` says what it is an estimate of; tables leave that word out of the heading.
    """
    return {key: estimate.value, f"{key}_low": estimate.low, f"{key}_high": estimate.high}
