"""Deals to look at: of the stream of a seed, by their number, or dealt so that they fulfil a condition."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from goatsim.answers import DealAnswer
from goatsim.checks import indices, number_of
from goatsim.commanding import exact_by
from goatsim.errors import RequestError, whole
from goatsim.exact.space import space_of
from goatsim.game import Game, game_of
from goatsim.inquiry.conditions import Hand, condition_of, fresh, hand_words
from goatsim.lang.measures import Measure

if TYPE_CHECKING:
    from goatsim.inquiry.conditional import Source
    from goatsim.lab import Lab

LAST_LOOKED = 1 << 53
"""The last index from which deals are looked through for a condition on their result."""
LOOKED_AT_ONCE = 16_384
"""Deals that are played at a time to see which of them fulfil a condition."""


def deals(
    lab: Lab,
    index: int,
    count: int,
    number: int | str | None = None,
    given: Measure | str | None = None,
    hand: Hand | None = None,
) -> Iterator[DealAnswer]:
    """What `Lab.deal` was asked, checked at once, and answered deal by deal. Raises `RequestError`."""
    lab.rules.require_built()
    condition = condition_of(given, hand, lab.rules)
    if number is not None:
        if condition is not None:
            raise RequestError(f"expected a condition or the number of a deal, got both, {condition} and {number}")
        return iter([_numbered(lab, number)])
    indices(index, count)
    if condition is None:
        return _streamed(lab, index, count)
    if condition.about_matches:
        raise RequestError(f"expected a condition about deals, got {condition}, which is about matches")
    from goatsim.inquiry.conditional import source_of

    game = game_of(fresh(lab.rules))
    source = source_of(game, (), condition, lab.seat)
    words = [] if given is None else ["--given", given.strip() if isinstance(given, str) else str(given)]
    words += [word for text in hand_words(hand) for word in ("--hand", text)]
    if source.kept is None:
        return _direct(lab, game, source, condition, words, range(index, index + count))
    whole("the index of a deal from which to look for those that fulfil a condition", index, 0, LAST_LOOKED)
    return _found(lab, game, source, condition, words, index, count)


def _numbered(lab: Lab, number: int | str) -> DealAnswer:
    begin = time.perf_counter()
    space = space_of(lab.rules)
    hands, talon = space.unrank(number_of(number, space.count))
    return _answer(lab, begin, ("--number", str(number)), 0, hands, talon, ready=True)


def _streamed(lab: Lab, index: int, count: int) -> Iterator[DealAnswer]:
    from goatsim.runs.steps import dealt

    for one in range(index, index + count):
        begin = time.perf_counter()
        yield _answer(lab, begin, ("--index", str(one)), one, *dealt(game_of(lab.rules), lab.seed, one))


def _direct(
    lab: Lab, game: Game, source: Source, condition: Measure, words: Sequence[str], which: range
) -> Iterator[DealAnswer]:
    """Deals each of which was dealt to fulfil a condition."""
    assert source.strata is not None
    for one in which:
        begin = time.perf_counter()
        hands, talon = source.strata.deal(game, lab.seed, one)
        answer = _answer(lab, begin, (*words, "--index", str(one)), one, hands, talon, ready=True)
        yield _under(answer, condition, source.strata.chance, None)


def _found(
    lab: Lab, game: Game, source: Source, condition: Measure, words: Sequence[str], index: int, count: int
) -> Iterator[DealAnswer]:
    """Deals that were looked for among those from an index on, of which all that can be dealt directly is. Raises
    `RequestError` where none is found for so long that it is given up.
    """
    from goatsim.inquiry import conditional
    from goatsim.runs.rows import pieces
    from goatsim.runs.steps import dealt
    from goatsim.runs.tasks import Arm, Ask, Task

    assert source.kept is not None
    ask = Ask("kept", source.kept)
    task = Task((Arm(game, lab.policies),), (ask,), lab.seed, lab.seat, strata=source.strata)
    begin, start, most = time.perf_counter(), index, conditional.MOST_IN_VAIN
    rows = pieces(task, LAST_LOOKED, first=index, threads=lab.threads, piece=LOOKED_AT_ONCE, driver="asking")
    for piece in rows:
        for place in piece.values[:, 0].nonzero()[0].tolist():
            one = piece.first + place
            hands, talon = source.strata.deal(game, lab.seed, one) if source.strata else dealt(game, lab.seed, one)
            # The command begins to look where this search began, so that it looks through as many.
            which = (*words, "--index", str(start))
            answer = _answer(lab, begin, which, one, hands, talon, ready=source.strata is not None)
            yield _under(answer, condition, None, one - start + 1)
            begin, start, count = time.perf_counter(), one + 1, count - 1
            if not count:
                return
        if piece.first + len(piece.values) - start >= most:
            raise RequestError(
                f"expected a condition that deals fulfil, got {condition}, which none of {most:,} did that were played"
            )


def _under(answer: DealAnswer, condition: Measure, share: Fraction | None, looked: int | None) -> DealAnswer:
    """A deal as one that fulfils a condition: of so great a share of deals, or found among so many."""
    envelope = replace(answer.envelope, given=str(condition), given_share=None if share is None else float(share))
    return replace(answer, envelope=envelope, given_fraction=share, looked=looked)


def _answer(
    lab: Lab,
    begin: float,
    which: Sequence[str],
    index: int,
    hands: Sequence[Sequence[str]],
    talon: Sequence[str],
    ready: bool = False,
) -> DealAnswer:
    """A deal as it is answered; `ready`: its cards were not dealt as the index deals them."""
    from goatsim.runs.steps import turned

    game = game_of(lab.rules)
    draws = lab.rules.draw
    number = str(space_of(lab.rules).rank(hands, talon if lab.rules.ordered else ()))
    cards = tuple(map(game.ordered, hands))
    left, stock = ((), tuple(talon)) if draws else (tuple(talon), ())
    envelope = exact_by(lab, "deal", which, time.perf_counter() - begin)
    up = game.turned_up(hands)
    shown, card = ([], up) if up else turned(game, lab.seed, index, hands if ready else None) or ((), "")
    return DealAnswer(envelope, index, number, cards, left, stock=stock, turned=card, shown=tuple(shown))
