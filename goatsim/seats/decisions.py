"""What a policy can be asked: one row for every decision word."""

from __future__ import annotations

from typing import NamedTuple


class Decision(NamedTuple):
    """A decision word, when it is asked, what kind of answer it takes, what is answered by default, and whether this
    version asks it.
    """

    word: str
    when: str
    answer: str
    default: str
    asked: bool


DECISIONS = (
    Decision("lead", "you lead a trick", "one of your legal cards", "low", True),
    Decision("follow", "you follow to a trick", "one of your legal cards", "low", True),
    Decision("praise", "you are the praiser and may choose the kind of deal", "a kind of deal", "REGULAR", False),
    Decision("commit", "you draw for pants and may put a card to the trick", "a card", "your first bad card", False),
    Decision("claim", "your hand allows a redeal", "yes or no", "yes", False),
    Decision("give", "you hold a trump that you may pass to your partner", "yes or no", "yes", False),
    Decision("give_back", "your partner passed you a trump", "a card", "your cheapest plain card", False),
    Decision("buy", "the talon is offered to you", "yes or no", "no", False),
    Decision("discard", "you bought the talon", "two cards", "your two cheapest cards", False),
    Decision("set_lead", "you lead a set of one suit", "cards of one suit", "one card", False),
    Decision("set_answer", "a set was led before you", "as many cards", "discard", False),
    Decision("claim_lead", "you hold four of a suit out of turn", "yes or no", "yes", False),
    Decision("meld", "you won a trick and hold a meld", "a meld", "the one worth most", False),
    Decision("exchange", "you hold the seven of trumps", "yes or no", "yes", False),
    Decision("declare", "you hold a seven that you may lay open", "yes or no", "yes", False),
)

WORDS = tuple(decision.word for decision in DECISIONS)
ASKED = tuple(decision.word for decision in DECISIONS if decision.asked)
