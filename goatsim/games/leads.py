"""Who may lead trumps: what the options of a game say about it (rules.md, 1 and 7)."""

from __future__ import annotations

from goatsim.games.model import TRUMP_LEADS, Rules

EVERYBODY = "everybody"
FIRST_SIDE = "first side"
"""The side that makes the first lead of the deal."""
OTHER_SIDES = "other sides"
NOBODY = "nobody"
BY_TRICK = "by trick"
"""Everybody to the first trick; to later ones whoever is not of the side that led the trick before."""

_LEADS = {
    "all": (EVERYBODY, EVERYBODY),
    "praiser_team": (FIRST_SIDE, FIRST_SIDE),
    "none_first_deal": (NOBODY, FIRST_SIDE),
    # The deal goes round, so that the side that led first in the deal before is never the one that does in this deal.
    "prev_first_leader": (EVERYBODY, FIRST_SIDE),
    "current_first_leader": (OTHER_SIDES, OTHER_SIDES),
    "trick_level": (BY_TRICK, BY_TRICK),
    "none": (EVERYBODY, EVERYBODY),
}
"""By the value of the option: in the first deal of a match, and in every other one."""


def option_for(rules: Rules, leads: str) -> dict[str, str] | None:
    """Return the option, with its value, that lets those lead trumps whom one of the words above says in every deal but
    a match's first; None if no value of the game's does.
    """
    name = next((name for name in TRUMP_LEADS if name in rules.options), None)
    if name is None:
        return None
    values = (str(value) for value in rules.option_defs[name].values)
    return next(({name: value} for value in values if _LEADS[value][1] == leads), None)


def leads_of(rules: Rules, *, first: bool) -> str:
    """Return who may lead trumps at will, one of the words above; `first`: in the first deal of a match."""
    value = next((str(rules.options[name]) for name in TRUMP_LEADS if name in rules.options), "all")
    in_first, later = _LEADS[value]
    return in_first if first else later
