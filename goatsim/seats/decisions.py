"""What a policy can be asked: one row for every decision word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from goatsim.engine import fallbacks, layout
from goatsim.errors import RequestError, wrong
from goatsim.seats.language.kinds import CARDS, NUMBER, TRUTH

NEVER_ALWAYS = ("never", "always")
_SAME = {"no": "never", "false": "never", "yes": "always", "true": "always"}
"""Other ways to write the fixed answer of a truth."""


class Decision(NamedTuple):
    """A decision word, when it is asked, what kind of answer it takes, and what is answered by default; `entry`
    is its place among the entry points of `engine.layout`, `kind` the kind of value that is answered and
    `fallback` the text for a policy that does not define it, None where it must. `fixed` names the answers that
    can be given beforehand, each at the place of the number that it stands for; None where it takes a look at the
    cards to answer.
    """

    word: str
    when: str
    answer: str
    default: str
    entry: int
    kind: str = CARDS
    fallback: Callable[..., Any] | None = None
    fixed: tuple[str, ...] | None = None

    def fixed_answer(self, answer: object, owner: str) -> int:
        """The number of a fixed answer, by name in any case, or as a truth where the decision is one. Raises
        `RequestError` for a decision that cannot be fixed and for an answer that it does not have.
        """
        if self.fixed is None:
            got = f"{self.word}, which is answered with {self.answer}"
            raise RequestError(f"expected a decision whose answer can be fixed ({', '.join(fixable())}), got {got}")
        names = {name.casefold(): place for place, name in enumerate(self.fixed)}
        if self.kind == TRUTH and isinstance(answer, bool):
            return int(answer)
        said = answer.strip().casefold() if isinstance(answer, str) else ""
        if self.kind == TRUTH:
            said = _SAME.get(said, said)
        if said not in names:
            raise wrong(f"{' or '.join(self.fixed)} for {owner}:{self.word}", answer, self.fixed)
        return names[said]


DECISIONS = (
    Decision("lead", "you lead a trick", "one of your legal cards", "low", layout.LEAD),
    Decision("follow", "you follow to a trick", "one of your legal cards", "low", layout.FOLLOW),
    Decision(
        "praise",
        "you are the praiser and may choose the kind of deal",
        "a kind of deal",
        "REGULAR",
        layout.PRAISE,
        NUMBER,
        fallbacks.regular,
        layout.KINDS,
    ),
    Decision(
        "commit",
        "you draw for pants and may choose the card you put to the trick",
        "one of your legal cards; none, to draw on, where you drew no bad one",
        "your first bad card",
        layout.COMMIT,
        CARDS,
        fallbacks.usual,
    ),
    Decision(
        "hold",
        "you drew more good cards than your hand has room for",
        "one of them to hold",
        "the first",
        layout.HOLD,
        CARDS,
        fallbacks.usual,
    ),
    Decision(
        "claim",
        "your hand allows a redeal",
        "yes or no",
        "yes",
        layout.CLAIM_REDEAL,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "give",
        "you hold a trump that you may pass to your partner",
        "yes or no",
        "yes",
        layout.GIVE,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "accept",
        "your partner passes you a trump and you may refuse",
        "yes or no",
        "yes",
        layout.ACCEPT,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "give_back",
        "your partner passes you a trump",
        "one of your plain cards",
        "the cheapest",
        layout.GIVE_BACK,
        CARDS,
        fallbacks.cheapest_legal,
    ),
    Decision(
        "buy",
        "the talon is offered to you",
        "yes or no",
        "no",
        layout.BUY,
        TRUTH,
        fallbacks.no,
        NEVER_ALWAYS,
    ),
    Decision(
        "discard",
        "you bought the talon and lay a card aside, as often as it has cards",
        "one of your cards",
        "the cheapest",
        layout.DISCARD,
        CARDS,
        fallbacks.cheapest_legal,
    ),
    Decision(
        "set_lead",
        "you lead a set of cards",
        "cards of one suit, or of one rank where the rules allow that",
        "your cheapest card",
        layout.SET_LEAD,
        CARDS,
        fallbacks.cheapest_legal,
    ),
    Decision(
        "set_answer",
        "a set was led before you",
        "as many of your cards",
        "your cheapest cards",
        layout.SET_ANSWER,
        CARDS,
        fallbacks.cheapest_set,
    ),
    Decision(
        "beat",
        "the cards you answer a set with (your legal cards) beat what is winning; they lie face down if you do not",
        "yes or no",
        "yes",
        layout.BEAT,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "claim_lead",
        "you may take the lead out of turn, with a full hand of one suit, or of trumps",
        "yes or no",
        "yes",
        layout.CLAIM_LEAD,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "exchange",
        "you won a trick and hold a seven of trumps that you may exchange for the card turned up",
        "yes or no",
        "yes",
        layout.EXCHANGE,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "declare",
        "you won a trick and hold a seven of trumps that you may lay open",
        "yes or no",
        "yes",
        layout.DECLARE,
        TRUTH,
        fallbacks.yes,
        NEVER_ALWAYS,
    ),
    Decision(
        "meld",
        "you won a trick and hold a meld",
        "the cards of a meld that you can make, or none",
        "the meld worth most",
        layout.MELD,
        CARDS,
        fallbacks.best_of_melds,
    ),
)

WORDS = tuple(decision.word for decision in DECISIONS)
ROWS = {decision.word: decision for decision in DECISIONS}


def fixable() -> list[str]:
    """The decisions whose answer can be fixed."""
    return [word for word, row in ROWS.items() if row.fixed is not None]
