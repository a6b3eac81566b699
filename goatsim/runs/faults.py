"""What a policy did wrong: an illegal answer, said in words."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.engine import layout
from goatsim.engine.sets import BEATEN_AT, OF_ONE_RANK, OUT_OF_TURN
from goatsim.game import Game
from goatsim.runs.lane import stock_of
from goatsim.seats.define import Policy
from goatsim.setboard import SetBoard

CHOOSING = {
    layout.GIVE_BACK: "gave back",
    layout.COMMIT: "committed",
    layout.HOLD: "held",
    layout.DISCARD: "laid aside",
}
"""The questions before the first trick that are answered with a card, and what a policy did that answered them."""


def fault_of_sets(game: Game, policies: Sequence[Policy], words: Sequence[int], deal: str, begins: int = 0) -> str:
    """The first illegal set of a deal in a sentence, from its lane; `begins`: the seat at the table of its seat 0."""
    board, seats = SetBoard(game), game.rules.seats
    hands = [words[layout.DEALT + seat] for seat in range(seats)]
    stock = [game.set_of([name]) for name in stock_of(game, words)]
    board.deal(hands, words[layout.TURNED], words[layout.OPENER], stock)
    size = leader = 0
    for place in range(words[layout.FAULT]):
        trick, position = divmod(place, seats)
        how, cards = words[layout.HOW + trick], words[layout.LOG + place]
        leader = (how & OUT_OF_TURN - 1) if position == 0 else leader
        seat = (leader + position) % seats
        if place == words[layout.FAULT] - 1:
            break
        size = cards.bit_count() if position == 0 else size
        board.lay(seat, position == 0, cards, how >> BEATEN_AT + position & 1 == 1)
        if position == seats - 1:
            board.take(trick)
    at = (begins + seat) % seats
    where = f"trick {trick + 1}, seat {at}"
    return illegal_set(game, policies[at], cards, deal, where, board.hand(seat), size if position else 0)


def illegal_set(game: Game, policy: Policy, answer: int, deal: str, where: str, hand: int, size: int) -> str:
    """An illegal set in a sentence; `hand`: what the seat holds; `size`: how many cards were led, 0 if it leads."""
    given = " ".join(game.cards_of(answer)) or ("no card" if not answer else "cards that are not in the pack")
    said = f"policy {policy.label} {'laid' if size else 'led'} {given} in {deal}, {where}"
    one_rank = " or of one rank" if game.shape.sets & OF_ONE_RANK else ""
    due = f"{size} card{'s' * (size > 1)}" if size else f"cards of one suit{one_rank}"
    return f"{said}, which must be {due} of its hand, {' '.join(game.cards_of(hand))}"


def illegal_before_play(game: Game, policy: Policy, words: Sequence[int], deal: str, seat: int) -> str:
    """An illegal answer to a question before the first trick in a sentence. `words`: the lane of the deal; `deal`: what
    it is called.
    """
    answer, legal, decision = words[layout.WRONG : layout.WRONG + 3]
    if decision == layout.MELD:
        return illegal_meld(game, policy, answer, deal, seat, legal)
    return illegal(game, policy, CHOOSING[decision], answer, deal, f"seat {seat}", legal)


def illegal_meld(game: Game, policy: Policy, answer: int, deal: str, seat: int, hand: int) -> str:
    """An answer that is no meld in a sentence; `hand`: the cards of the seat, `answer` and `hand` as sets."""
    cards = " ".join(game.cards_of(answer)) or "cards that are not in the pack"
    held = " ".join(game.cards_of(hand))
    return f"policy {policy.label} melded {cards} in {deal}, seat {seat}, which is none of the melds of its hand {held}"


def illegal(game: Game, policy: Policy, did: str, answer: int, deal: str, where: str, legal: int) -> str:
    """An illegal answer in a sentence. `did` says what was done with it, `where` in the deal that is called so;
    `answer` and `legal` are sets of cards.
    """
    given = " ".join(game.cards_of(answer)) or ("no card" if not answer else "cards that are not in the pack")
    said = f"policy {policy.label} {did} {given} in {deal}, {where}"
    return f"{said}, where the legal cards are {' '.join(game.cards_of(legal))}"
