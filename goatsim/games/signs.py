"""Signs between partners as data (rules.md, 12): what each says of the hand of whoever gives it, and in which games."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from goatsim import cards
from goatsim.errors import RequestError, brief, wrong
from goatsim.games.fields import Table, in_one_sentence, table

if TYPE_CHECKING:
    from goatsim.games.model import Rules

FILES: list[Path | Traversable] = [files("goatsim.games") / "tables" / "signals.toml"]
"""Where the signs stand, in order."""

MOST_SIGNS = 64
"""Signs have a bit each in a word."""

OFF, ALL = "off", "all"

AMONG = ("all", "trumps", "plain")
"""Which cards of the deal a sign can name."""

RANK_NAMES = {"A": "ace", "T": "ten", "K": "king", "Q": "queen", "J": "jack"}


class Sign(Table, frozen=True, kw_only=True):
    """A sign: `void` is a suit of which its giver holds no plain card, but a trump; else `holds` is a card that it
    holds, or a rank of which it holds a card, if that is `among` the trumps or the plain cards of the deal.
    """

    THING = "a sign"

    id: str
    group: str
    gesture: str
    meaning: str
    void: str = ""
    holds: str = ""
    among: Literal["all", "trumps", "plain"] = "all"
    source: str

    def hold_together(self) -> None:
        """Raise `RequestError` for a sign that says nothing, or two things, or names no suit, card or rank."""
        if bool(self.void) == bool(self.holds):
            raise RequestError(f"expected the sign {brief(self.id)} to have one of void and holds, got both or neither")
        if self.void and self.void not in tuple(cards.SUITS):
            raise wrong(f"void of the sign {brief(self.id)} among {' '.join(cards.SUITS)}", self.void)
        if self.holds and self.holds not in (*cards.NAMES, *cards.RANKS):
            raise wrong(f"holds of the sign {brief(self.id)} to be a card or a rank", self.holds)


class ResolvedSign(NamedTuple):
    """A sign as a game reads it: its id, its place in the table, the cards that it is about, which of them it means (a
    place in `AMONG`), and whether it says that its giver holds none of them, but a trump.
    """

    id: str
    place: int
    cards: tuple[str, ...]
    among: int
    void: bool


@cache
def signs() -> tuple[Sign, ...]:
    """Every sign there is, in the order of the table. Raises `RequestError` for a name that stands there twice, and for
    too many of them.
    """
    rows = [row for file in FILES for row in tomllib.loads(file.read_text("utf-8"))["sign"]]
    with in_one_sentence("signs"):
        found = tuple(table(Sign, row) for row in rows)
    names = [*(sign.id for sign in found), *groups(found), OFF, ALL]
    for name in names:
        if list(map(str.casefold, names)).count(name.casefold()) > 1:
            raise RequestError(
                f"expected every sign and every group to have a name of its own, got {brief(name)} twice"
            )
    if len(found) > MOST_SIGNS:
        raise RequestError(f"expected at most {MOST_SIGNS} signs, got {len(found)}")
    return found


def groups(found: Sequence[Sign] | None = None) -> dict[str, tuple[str, ...]]:
    """The ids of the signs of each group, in the order of the table."""
    found = signs() if found is None else found
    names = dict.fromkeys(sign.group for sign in found)
    return {name: tuple(sign.id for sign in found if sign.group == name) for name in names}


def words() -> list[str]:
    """What the option takes, beside off and all: groups and signs."""
    return [*groups(), *(sign.id for sign in signs())]


def chosen(value: object) -> tuple[str, ...]:
    """The ids of the signs that a value of the option names, in the order of the table: those of its groups too."""
    if value in (OFF, ALL):
        return tuple(sign.id for sign in signs() if value == ALL)
    named = set(str(value).split("+"))
    return tuple(sign.id for sign in signs() if named & {sign.id, sign.group})


def read(given: object) -> str | None:
    """A value of the option as it is spelled: off, all, or groups and signs joined by +, a whole group by its name.
    None if that is not what it says.
    """
    parts = given.replace("+", " ").replace(",", " ").split() if isinstance(given, str) else given
    if not isinstance(parts, list | tuple) or not parts or not all(isinstance(part, str) for part in parts):
        return None
    known = {word.casefold(): word for word in (OFF, ALL, *words())}
    named = [known.get(part.casefold(), "") for part in parts]
    if "" in named or (len(named) > 1 and OFF in named):
        return None
    if OFF in named or ALL in named:
        return named[0] if len(named) == 1 else ALL
    return spelled(chosen("+".join(named)))


def spelled(ids: Sequence[str]) -> str:
    """Some signs as a value of the option."""
    if len(ids) == len(signs()):
        return ALL
    named: list[str] = []
    for group, members in groups().items():
        held = [one for one in members if one in ids]
        named += [group] if len(held) == len(members) else held
    return "+".join(named) or OFF


def left_out(sign: Sign, rules: Rules) -> str:
    """Why a game does not read a sign, in some words; "" if it does."""
    if sign.void:
        suit = cards.SUIT_NAMES[sign.void]
        if sign.void not in rules.plain:
            return f"no {suit} are plain cards in {rules.name}"
        return "" if rules.trumps or rules.turns_up else f"{rules.name} has no trumps to beat {suit} with"
    held = _cards(sign, rules)
    if not held:
        return f"{rules.name} has no {_said(sign.holds)}"
    if sign.among == "trumps" and not rules.turns_up and not set(held) & set(rules.trumps):
        return f"no {_said(sign.holds)} is a trump in {rules.name}"
    if sign.among == "plain" and set(held) <= set(rules.trumps):
        return f"{_said(sign.holds)} is a trump in {rules.name}"
    return ""


def _said(holds: str) -> str:
    return holds if len(holds) > 1 else RANK_NAMES.get(holds, holds)


def _among(sign: Sign) -> str:
    """Which of the cards of a sign are meant: of a suit the plain ones."""
    return "plain" if sign.void else sign.among


def _cards(sign: Sign, rules: Rules) -> tuple[str, ...]:
    """The cards of the pack that a sign is about."""
    if sign.void:
        return rules.plain.get(sign.void, ())
    return tuple(card for card in rules.pack if cards.shown(card).startswith(sign.holds))


def readable(rules: Rules) -> tuple[Sign, ...]:
    """The signs that a game reads, in the order of the table."""
    return tuple(sign for sign in signs() if not left_out(sign, rules))


def given_signs(rules: Rules) -> list[ResolvedSign]:
    """The signs that partners give under some rules, in the order of the table."""
    value = rules.options.get("signals", OFF)
    if value == OFF:
        return []
    wanted = chosen(value)
    read_here = {sign.id for sign in readable(rules)}
    return [
        ResolvedSign(sign.id, place, _cards(sign, rules), AMONG.index(_among(sign)), bool(sign.void))
        for place, sign in enumerate(signs())
        if sign.id in wanted and sign.id in read_here
    ]
