"""Words of the view about sets and melds, told slowly from their sentences with names and lists, while a twin plays the
same deal: whatever the twin asks, goatsim has asked as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import twin_bezique
import twin_bura
import twin_melds

from goatsim.lab import Lab
from goatsim.seats.view import View
from goatsim.words import beating

Said = dict[str, object]
"""Values by the words that say them."""


def listed(cards: Any) -> list[str]:
    """The names of a set of cards, both copies of a card if it holds them."""
    return sorted(cards.names())


@dataclass
class Followed:
    """The views of a deal of goatsim, one after another, and how many were compared."""

    views: Iterator[View]
    compared: int = 0

    def next(self, decision: str, seat: int) -> View:
        """The view of the decision that the twin is at."""
        view = next(self.views)
        assert (view.decision, view.seat) == (decision, seat)
        return view

    def same(self, told: Said, slow: Said) -> None:
        """Compare what the view says with what was told slowly."""
        assert told == slow
        self.compared += 1


# ---------------------------------------------------------------------------------------------------------------------
# Sets


def numbered(sets: Sequence[Sequence[str]]) -> list[list[str]]:
    """Sets by their numbers, and no card at the number behind the last."""
    return [*map(sorted, sets), []]


def sets_told(view: View) -> Said:
    """What the view says of sets."""
    return {
        "set_size": view.set_size,
        "lead_count": view.lead_count,
        "leads": [listed(view.lead_number(k)) for k in range(view.lead_count + 1)],
        "answer_count": view.answer_count,
        "answers": [listed(view.answer_number(k)) for k in range(view.answer_count + 1)],
        "beating": [beating(view.answer_number(k)) for k in range(view.answer_count)],
    }


def sets_slowly(asked: twin_bura.Situation) -> Said:
    """The same from what the twin asks with."""
    options, trump = asked.options, asked.trump
    every = twin_bura.sets_of(asked.hand, trump)
    leads = [cards for cards in every if twin_bura.may_lead(options, cards)]
    answers = [cards for cards in every if asked.best and len(cards) == len(asked.best)]
    return {
        "set_size": len(asked.best),
        "lead_count": len(leads),
        "leads": numbered(leads),
        "answer_count": len(answers),
        "answers": numbered(answers),
        "beating": [twin_bura.set_beats(options, cards, asked.best, trump) for cards in answers],
    }


def sets(lab: Lab, options: twin_bura.Options, index: int) -> int:
    """Follow a deal of sets; returns how many decisions were compared."""
    followed = Followed(iter(list(lab.views(index))))

    def claim_lead(asked: twin_bura.Situation) -> bool:
        view = followed.next("claim_lead", asked.seat)
        followed.same(sets_told(view), sets_slowly(asked))
        return bool(view.answer)

    def set_lead(asked: twin_bura.Situation) -> list[str]:
        view = followed.next("set_lead", asked.seat)
        followed.same(sets_told(view), sets_slowly(asked))
        return listed(view.answer)

    def set_answer(asked: twin_bura.Situation) -> tuple[list[str], bool]:
        view = followed.next("set_answer", asked.seat)
        followed.same(sets_told(view), sets_slowly(asked))
        cards = listed(view.answer)
        beats = twin_bura.set_beats(options, cards, asked.best, asked.trump)
        return cards, beats and bool(followed.next("beat", asked.seat).answer)

    player = twin_bura.Player(claim_lead, set_lead, set_answer)
    twin_bura.play(options, [player] * options.players, lab.seed, index)
    return followed.compared


# ---------------------------------------------------------------------------------------------------------------------
# Melds

KINDS = (twin_melds.FOUR, twin_melds.BEZIQUE, twin_melds.MARRIAGE, twin_melds.RUN, twin_melds.DECLARED)
"""The marks of the kinds of melds, in the order of their numbers in the view."""


def is_part(card: str, kind: int, trump: str) -> bool:
    """Whether melds of a kind are made of a card."""
    rank, suit = card[0], card[1]
    return {
        twin_melds.FOUR: rank in "AKQJ",
        twin_melds.BEZIQUE: card[:2] in ("QS", "JD"),
        twin_melds.MARRIAGE: rank in "KQ",
        twin_melds.RUN: rank in "ATKQJ" and suit == trump,
        twin_melds.DECLARED: rank == "7" and suit == trump,
    }[kind]


def melds_told(view: View) -> Said:
    """What the view says of melds."""
    numbers = range(view.melds + 1)
    return {
        "melds": view.melds,
        "meld_at": [listed(view.meld_at(n)) for n in numbers],
        "meld_points": [view.meld_points(n) for n in numbers],
        "best_meld": listed(view.best_meld),
        "parts": [listed(view.parts(n)) for n in range(len(KINDS))],
        "served": [listed(view.served(n)) for n in range(len(KINDS))],
        "melding": view.melding,
        "turned": listed(view.turned),
    }


def melds_slowly(asked: twin_bezique.Situation, deal: twin_bezique.Deal) -> Said:
    """The same from what the twin asks with, and from the marks of its deal."""
    dearest = [twin_bezique.dearest(asked)] if asked.melds else []
    return {
        "melds": len(asked.melds),
        "meld_at": numbered([[card[:2] for card in meld.cards] for meld in asked.melds]),
        "meld_points": [*(meld.points for meld in asked.melds), 0],
        "best_meld": sorted(card[:2] for meld in dearest if meld for card in meld.cards),
        "parts": [sorted(card[:2] for card in twin_melds.PACK if is_part(card, kind, asked.trump)) for kind in KINDS],
        "served": [sorted(card[:2] for card, mark in deal.marks.items() if mark & kind) for kind in KINDS],
        "melding": asked.turn_up is not None,
        "turned": [asked.turn_up] if asked.turn_up else [],
    }


def melds(lab: Lab, index: int) -> int:
    """Follow a deal with melds; returns how many decisions were compared."""
    followed = Followed(iter(list(lab.views(index))))
    made: list[twin_bezique.Deal] = []

    def view_of(decision: str, asked: twin_bezique.Situation) -> View:
        view = followed.next(decision, asked.seat)
        followed.same(melds_told(view), melds_slowly(asked, made[0]))
        return view

    def play(asked: twin_bezique.Situation) -> str:
        (card,) = view_of("follow" if asked.led else "lead", asked).answer.names()
        return str(card)

    def meld(asked: twin_bezique.Situation) -> twin_melds.Meld | None:
        cards = listed(view_of("meld", asked).answer)
        return next((one for one in asked.melds if sorted(card[:2] for card in one.cards) == cards), None)

    player = twin_bezique.Player(
        play,
        lambda asked: bool(view_of("exchange", asked).answer),
        lambda asked: bool(view_of("declare", asked).answer),
        meld,
    )
    hands, stock = twin_bezique.dealt(lab.seed, index)
    made.append(twin_bezique.Deal(twin_melds.Options(), [player] * 2, lab.seed, index, hands, stock))
    made[0].play()
    return followed.compared
