"""What a policy does in twelve fixed situations, found by running its text as plain Python."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from types import FunctionType
from typing import Any, NamedTuple

from goatsim.cards import cards
from goatsim.errors import brief
from goatsim.game import game_of
from goatsim.games import load
from goatsim.runs.steps import decisions
from goatsim.runs.tasks import Arm
from goatsim.seats.decisions import ROWS, WORDS
from goatsim.seats.define import Policy
from goatsim.seats.language.kinds import CARDS, TRUTH
from goatsim.seats.view import View
from goatsim.words import lowest

SEED = 0
FILE = "situations.toml"


class Situation(NamedTuple):
    """A decision of a deal: its rules, the hand of every seat as dealt, the cards played before in the order of play,
    the seat that is asked, and the seats that pass a trump before. `text` says what matters in it, from where that seat
    sits.
    """

    name: str
    text: str
    rules: str
    decision: str
    seat: int
    hands: tuple[tuple[str, ...], ...]
    played: tuple[str, ...]
    givers: tuple[int, ...]


class Finding(NamedTuple):
    """What a policy answers in a situation: `answer` is a card, yes or no, or a word; None if `wrong` says what is
    wrong with it. `table` in the order of play, `hand` strongest first.
    """

    situation: Situation
    hand: tuple[str, ...]
    table: tuple[str, ...]
    answer: str | None
    wrong: str | None
    by_chance: bool

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON has it."""
        of = self.situation
        return {
            "situation": of.name,
            "text": of.text,
            "rules": of.rules,
            "decision": of.decision,
            "hand": list(self.hand),
            "table": list(self.table),
            "answer": self.answer,
            "wrong": self.wrong,
            "by_chance": self.by_chance,
        }


@cache
def situations() -> tuple[Situation, ...]:
    """All situations, in the order in which they are shown."""
    rows = tomllib.loads(files("goatsim.runs").joinpath(FILE).read_text("utf-8"))["situation"]
    return tuple(
        Situation(
            row["name"],
            row["text"],
            row["rules"],
            row["decision"],
            row["seat"],
            tuple(cards(hand) for hand in row["hands"]),
            cards(row.get("played", "")),
            tuple(row.get("givers", ())),
        )
        for row in rows
    )


@cache
def reached(situation: Situation) -> View:
    """The view of the seat that is asked in a situation, played up to there by a script."""
    script = _script(situation)
    game = game_of(load(situation.rules, {}))
    arm = Arm(game, (script,) * game.shape.seats)
    index = situations().index(situation)  # another one for each, so that coins fall differently
    views = decisions(arm, SEED, index, situation.hands)
    if situation.decision in ("lead", "follow"):
        played = (view for view in views if view.decision in ("lead", "follow"))
        for _ in situation.played:
            next(played)
        return next(played)
    return next(view for view in views if (view.decision, view.seat) == (situation.decision, situation.seat))


def _script(situation: Situation) -> Policy:
    """A policy that plays what comes before a situation; it claims nothing, and answers the situation somehow."""
    left = iter(situation.played)

    def asked(v: Any) -> Any:
        if v.decision in ("lead", "follow"):
            card = next(left, None)
            return lowest(v.legal) if card is None else v.cards(card)
        if ROWS[v.decision].kind == TRUTH:
            return v.decision == "give" and v.seat in situation.givers
        return lowest(v.legal) if ROWS[v.decision].kind == CARDS else 0

    assert isinstance(asked, FunctionType)
    return Policy("script", "", {}, dict.fromkeys(WORDS, asked), None, "", {})


def findings(policy: Policy) -> Iterator[Finding]:
    """What a policy answers in every situation, one after another."""
    for situation in situations():
        view = reached(situation)
        answer, wrong = _answered(policy, view)
        begun = len(situation.played) % view.game.shape.seats
        table = situation.played[len(situation.played) - begun :]
        yield Finding(situation, tuple(view.hand.names()), table, answer, wrong, policy.by_chance(situation.decision))


def _answered(policy: Policy, view: View) -> tuple[str | None, str | None]:
    """The answer of a policy in words, or what is wrong with it."""
    row = ROWS[view.decision]
    try:
        found = int(policy.plain(view.decision, view))
    except Exception as error:  # a text that only runs here, as plain Python, may do anything
        return None, f"fails: {brief(f'{type(error).__name__}: {error}')}"
    if row.kind == TRUTH:
        return "yes" if found else "no", None
    if row.kind != CARDS:
        names = row.fixed or ()
        return (names[found], None) if 0 <= found < len(names) else (None, f"illegal: {found}")
    if found & view.legal and not found & (found - 1):
        return view.game.cards_of(found)[0], None
    return None, f"illegal: {' '.join(view.game.cards_of(found)) or 'no card'}"
