"""What the seats know in games that more is known of than hands and cards played, told by following their twins.

The policy of every seat is `random`, in goatsim as in the twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import twin
import twin_six
import twin_stock
import twin_three
from twin_classic import Question
from twin_tricks import PLAYERS, Player

from goatsim.lab import Lab
from goatsim.seats.view import View
from policies import slow
from policies.slow import Sight

RANDOM = PLAYERS["random"]


def early(question: Question) -> Sight:
    """What a seat knows before the first trick."""
    return Sight(question.game, question.seat, question.hand, question.choices, [[]], question.coin, early=True)


def playing(asked: twin.Situation) -> Sight:
    """What a seat knows in a trick."""
    tricks = [*asked.before, asked.table]
    return Sight(asked.game, asked.seat, asked.hand, asked.legal, tricks, asked.coin, forgotten=asked.laid)


def stock(lab: Lab, index: int) -> list[Sight]:
    """The decisions of a deal of `stock`. A seat with another card than was left to it has exchanged its last one."""
    seen: list[Sight] = []
    left: dict[int, list[str]] = {}
    exchanged: list[int] = []

    def play(asked: twin.Situation) -> str:
        sight = playing(asked)
        sight.rights = [0, 2]
        sight.stock_left = max(0, 16 - 4 * len(asked.before))
        if not sight.stock_left and left.get(asked.seat, asked.hand) != asked.hand and not exchanged:
            exchanged.extend((asked.seat, (asked.seat + 2) % 4))
        sight.exchanged = exchanged[:]
        seen.append(sight)
        card = RANDOM.play(asked)
        if len(asked.before) >= twin_stock.TRICKS - twin_stock.HAND:
            left[asked.seat] = [one for one in asked.hand if one != card]
        return card

    twin_stock.play(twin_stock.Options(), [Player(play)], lab.seed, index)
    return seen


def three(lab: Lab, index: int) -> list[Sight]:
    """The decisions of a deal of `three`."""
    options = twin_three.Options(show_bought_talon=bool(lab.rules.options["show_bought_talon"]))
    _, talon = twin_three.deal(lab.seed, index)
    seen: list[Sight] = []
    soloists: list[int] = []
    aside: list[str] = []

    def after_buying(sight: Sight) -> Sight:
        sight.rights = soloists or [0, 1, 2]
        sight.alone = soloists == [sight.seat]
        sight.for_less = not soloists
        sight.turned = [] if soloists else talon[:1]
        sight.talon = talon if sight.alone or (soloists and options.show_bought_talon) else sight.turned
        sight.aside = aside[:] if sight.alone else []
        return sight

    def buy(question: Question) -> bool:
        seen.append(early(question))
        seen[-1].rights = [0, 1, 2]
        if RANDOM.buy(question):
            soloists.append(question.seat)
        return bool(soloists)

    def discard(question: Question) -> str:
        seen.append(after_buying(early(question)))
        aside.append(RANDOM.discard(question))
        return aside[-1]

    def play(asked: twin.Situation) -> str:
        seen.append(after_buying(playing(asked)))
        return RANDOM.play(asked)

    twin_three.play(options, [Player(play, buy=buy, discard=discard)], lab.seed, index)
    return seen


def turnup(lab: Lab, index: int) -> list[Sight]:
    """The decisions of a deal of `turnup`. Whoever passes his only trump passes a card that everybody has seen."""
    options = twin_six.Turnup()
    _, told, _ = twin_six.deal(options, lab.seed, index)
    seen: list[Sight] = []
    holder = [0]

    def knowing(sight: Sight) -> Sight:
        sight.shown = {holder[0]: told["shown"]}
        sight.turned = [told["turned"]]
        seen.append(sight)
        return sight

    def give(question: Question) -> bool:
        knowing(early(question))
        return RANDOM.give(question)

    def give_back(question: Question) -> str:
        knowing(early(question))
        if question.seat == 2:
            holder[0] = 2
        return RANDOM.give_back(question)

    def play(asked: twin.Situation) -> str:
        knowing(playing(asked))
        return RANDOM.play(asked)

    twin_six.play(options, [Player(play, give=give, give_back=give_back)], lab.seed, index)
    return seen


CAPTURES = {"stock": ("7C", "QC"), "turnup": ("7C", "QC")}

TWINS: dict[str, Callable[[Lab, int], list[Sight]]] = {"stock": stock, "three": three, "turnup": turnup}


def sights(lab: Lab, index: int) -> Iterator[tuple[View, Sight]]:
    """Every decision of a deal as goatsim's view and as a sight."""
    if lab.rules.name in TWINS:
        found = TWINS[lab.rules.name](lab, index)
        for sight in found:
            sight.capture = CAPTURES.get(lab.rules.name)
        return zip(lab.views(index), found, strict=True)
    return slow.sights(lab, index)
