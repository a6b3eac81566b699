"""The keywords that verbs share, as type checkers read them; what they mean stands with the verbs in `goatsim.lab`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from goatsim.games import Rules
from goatsim.inquiry.conditions import Hand
from goatsim.lang.measures import Measure

Groups = Measure | str | Sequence[Measure | str]
"""The measures that part deals into groups."""
Changes = Mapping[str, object] | Iterable[str]
"""Options of rules, as a mapping or as texts OPTION=VALUE."""


class Asking(TypedDict, total=False):
    """What `ask` and `spread` take beside a measure."""

    given: Measure | str | None
    hand: Hand | None
    fresh: bool
    interval: str
    digits: int


class Comparing(TypedDict, total=False):
    """What `compare` takes beside two policies."""

    measure: Measure | str | None
    a_rules: str | Path | Rules | None
    b_rules: str | Path | Rules | None
    a_options: Changes | None
    b_options: Changes | None
    until_decided: bool
    most: int | None
