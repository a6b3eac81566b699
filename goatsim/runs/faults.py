"""What a policy did wrong: the illegal answer in a deal, found again and said in words."""

from __future__ import annotations

from collections.abc import Sequence

from goatsim.board import Board
from goatsim.engine import layout
from goatsim.engine.sets import BEATEN_AT, OF_ONE_RANK, OUT_OF_TURN
from goatsim.game import Game
from goatsim.runs.lane import stock_of
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm
from goatsim.seats.define import Policy
from goatsim.setboard import SetBoard

CHOOSING = {
    layout.GIVE_BACK: "gave back",
    layout.COMMIT: "committed",
    layout.HOLD: "held",
    layout.DISCARD: "laid aside",
}
"""The questions before the first trick that are answered with a card, and what a policy did that answered them."""


def first_fault(
    arm: Arm,
    seed: int,
    index: int,
    hands: Sequence[Sequence[str]] | None = None,
    stock: Sequence[str] | None = None,
) -> str | None:
    """The first illegal answer of a deal in a sentence: policy, index, trick, seat, answer, legal cards; None if all
    were legal.
    """
    game = arm.game
    bench = Bench(arm, seed)
    bench.play(index, 1, hands, stock)
    words = [int(word) for word in bench.columns[:, 0]]
    place = words[layout.FAULT] - 1
    if place < 0:
        return None
    if place >= game.rules.seats * game.rules.tricks:
        seat = place - game.rules.seats * game.rules.tricks
        return illegal_before_play(game, arm.policies[seat], words, f"deal {index}", seat)
    if game.shape.sets:
        return fault_of_sets(game, arm.policies, words, f"deal {index}")
    board = Board(game)
    swaps = [layout.SWAP + 4 * k + 3 for k in range(words[layout.SWAPS])]
    announced = [words[column] for column in swaps if words[column]]
    hands_played = [words[layout.HAND + seat] for seat in range(game.rules.seats)]
    kind, laid = layout.REGULAR, []
    if game.shape.kinds:
        kind = words[layout.KIND] if not words[layout.CLAIMS] else layout.REGULAR
        laid = words[layout.FORCED : layout.FORCED + words[layout.PRE]]
    turned = words[layout.TURNED] if game.shape.turnup else 0
    board.deal(hands_played, words[layout.TALON], announced, kind, laid, turned=turned)
    for k in range(place):
        trick, position = divmod(k, game.rules.seats)
        board.lay((board.leader() + position) % game.rules.seats, position == 0, words[layout.LOG + k])
        if position == game.rules.seats - 1:
            board.take(trick)
    trick, position = divmod(place, game.rules.seats)
    seat = (board.leader() + position) % game.rules.seats
    legal = board.legal(seat, position == 0)
    where = f"trick {trick + 1}, seat {seat}"
    return illegal(game, arm.policies[seat], "played", words[layout.LOG + place], f"deal {index}", where, legal)


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
