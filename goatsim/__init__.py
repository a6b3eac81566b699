"""goatsim: a laboratory for the Goat (Kozel) family of card games. Deals, plays and counts millions of deals, and
answers "how often ...?" with an interval.

`goatsim.at("bare", policies="greedy").study("eggs")` is the first thing to try; README.md tells the rest.
"""

from __future__ import annotations

TYPE_CHECKING = False

__version__ = "0.1.0"

if TYPE_CHECKING:  # the module that has this word takes a while to load
    from typing import Any

    from goatsim.errors import PlayError, RequestError
    from goatsim.functions import about, ask, compare, deal, policies, replay, rules, sample, score, spread, study
    from goatsim.lab import Lab, at
    from goatsim.lang import (
        discard,
        left,
        me,
        others,
        over,
        partner,
        pattern,
        players,
        right,
        seat_at,
        soloist,
        talon,
        the_deal,
        the_match,
        them,
        turned,
        us,
    )
    from goatsim.lang.reading import question
    from goatsim.seats.define import Policy, helper, policy
    from goatsim.seats.named import weights
    from goatsim.seats.view import Cards

# Where each public name lives; it is imported when it is first used, so that `import goatsim` costs nothing.
_HOMES = {
    "goatsim.errors": ("PlayError", "RequestError"),
    "goatsim.functions": (
        "about",
        "ask",
        "compare",
        "deal",
        "policies",
        "replay",
        "rules",
        "sample",
        "score",
        "spread",
        "study",
    ),
    "goatsim.lab": ("Lab", "at"),
    "goatsim.lang": (
        "discard",
        "left",
        "me",
        "others",
        "over",
        "partner",
        "pattern",
        "players",
        "right",
        "seat_at",
        "soloist",
        "talon",
        "the_deal",
        "the_match",
        "them",
        "turned",
        "us",
    ),
    "goatsim.lang.reading": ("question",),
    "goatsim.seats.define": ("Policy", "helper", "policy"),
    "goatsim.seats.named": ("weights",),
    "goatsim.seats.view": ("Cards",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Cards",
    "Lab",
    "PlayError",
    "Policy",
    "RequestError",
    "about",
    "ask",
    "at",
    "compare",
    "deal",
    "discard",
    "helper",
    "left",
    "me",
    "others",
    "over",
    "partner",
    "pattern",
    "players",
    "policies",
    "policy",
    "question",
    "replay",
    "right",
    "rules",
    "sample",
    "score",
    "seat_at",
    "soloist",
    "spread",
    "study",
    "talon",
    "the_deal",
    "the_match",
    "them",
    "turned",
    "us",
    "weights",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module goatsim has no attribute {name}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
