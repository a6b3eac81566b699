"""Partners and what they tell each other: the options of every game in which seats play together (rules.md, 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goatsim.errors import RequestError, nearest, shown
from goatsim.games.options import Option
from goatsim.games.signs import OFF, groups, left_out, readable, signs

if TYPE_CHECKING:
    from goatsim.games.model import Rules

SECTION = "Signals"

PARTNER_OPTIONS = {
    "signals": Option(
        values=("off", "all"),
        type="signs",
        default="off",
        source="S0:95-103, rules 12",
        section=SECTION,
        text="which signs partners give each other before the first lead, each whenever it is true of the hand: none, "
        "all that the game reads, or some, by groups and names joined by +",
    ),
    "signals_by": Option(
        values=("everybody", "first_side", "other_sides"),
        default="everybody",
        source="rules 12",
        section=SECTION,
        text="who gives signs: everybody, only the side that makes the first lead, or only the others",
    ),
    "p_noticed": Option(
        type="probability",
        default=0.0,
        source="rules 12",
        section=SECTION,
        text="the chance that the opponents notice a sign that is given, for each by itself",
    ),
}
"""The options of partners, by name."""


def have_partners(sides: Sequence[object]) -> bool:
    """Whether any two seats play on one side."""
    return len(set(sides)) < len(sides)


def require_partners(rules: Rules) -> None:
    """Raise `RequestError` for signs where nobody has a partner, and for one that is named and that the game does not
    read.
    """
    value = str(rules.options.get("signals", OFF))
    if value == OFF:
        return
    if not have_partners(rules.sides):
        raise RequestError(f"expected partners for signals={value}, got sides {' '.join(map(str, rules.sides))}")
    here, table = {sign.id for sign in readable(rules)}, {sign.id: sign for sign in signs()}
    for word in value.split("+"):
        members = groups().get(word, (word,) if word in table else ())
        if members and not here & set(members):
            why = left_out(table[members[0]], rules)
            raise RequestError(
                f"expected signs that {rules.name} reads, got {shown(word)}, but {why}{nearest(word, sorted(here))}"
            )
