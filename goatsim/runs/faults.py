"""What a policy did wrong: the illegal answer in a deal, found again and said in words."""

from __future__ import annotations

from goatsim.engine import layout
from goatsim.engine.jit import form
from goatsim.engine.tricks import begin, lay, legal_cards, seat_at, take
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm


def first_fault(arm: Arm, seed: int, index: int) -> str | None:
    """The first illegal answer of a deal in a sentence: policy, index, trick, seat, answer, legal cards; None if all were legal."""
    game = arm.game
    bench = Bench(arm, seed)
    bench.play(index, 1)
    columns = bench.columns
    place = int(columns[layout.FAULT, 0]) - 1
    if place < 0:
        return None
    answers = [int(columns[layout.LOG + k, 0]) for k in range(place + 1)]
    block = [int(word) for word in game.contract.block()]
    for seat in range(game.rules.seats):
        block[(layout.HAND + seat) * layout.STRIDE] = int(columns[layout.HAND + seat, 0])
    lead_off, lay_card, may_play, who, finish = (
        form(one, game.shape, False) for one in (begin, lay, legal_cards, seat_at, take)
    )
    lead_off(block, 0)
    for k, answer in enumerate(answers):
        trick, position = divmod(k, game.rules.seats)
        seat = who(block, 0, position)
        if k == place:
            legal = " ".join(game.cards_of(may_play(block, 0, seat, position == 0)))
            given = " ".join(game.cards_of(answer)) or "no card"
            policy = arm.policies[seat].label
            return f"policy {policy} played {given} in deal {index}, trick {trick + 1}, seat {seat}, where {legal} {'is' if ' ' not in legal else 'are'} legal"
        lay_card(block, 0, seat, position == 0, answer)
        if position == game.rules.seats - 1:
            finish(block, 0, trick)
    return None
