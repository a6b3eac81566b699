"""Deals and whole matches played card by card and written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goatsim.engine import layout
from goatsim.errors import PlayError
from goatsim.game import Game
from goatsim.ledger import Ledger, terms_of
from goatsim.matches import Start, match_of
from goatsim.records import Record
from goatsim.records.written import written, written_in_match
from goatsim.runs.machine import Bench
from goatsim.runs.matches import MatchBench
from goatsim.runs.steps import first_fault
from goatsim.runs.tasks import Arm
from goatsim.seats.define import Policy


def played(
    game: Game,
    policies: Sequence[Policy],
    seed: int,
    first: int,
    count: int,
    hands: Sequence[Sequence[str]] | None = None,
    stock: Sequence[str] | None = None,
) -> Iterator[Record]:
    """Play single deals `first .. first + count - 1` of a stream; `hands`: these cards instead of dealing, and
    `stock`: drawing these, top first (one deal). Raises `PlayError` if a policy plays an illegal card.
    """
    arm = Arm(game, tuple(policies))
    bench = Bench(arm, seed)
    for start in range(first, first + count, layout.LANES):
        some = min(layout.LANES, first + count - start)
        bench.play(start, some, hands, stock)
        for lane, words in enumerate(bench.columns[:, :some].T.tolist()):
            if words[layout.FAULT]:
                fault = first_fault(arm, seed, start + lane, hands, stock)
                raise PlayError(fault or f"a policy gave an illegal answer in deal {start + lane}")
            yield written(game, seed, start + lane, words)


def matches_played(game: Game, policies: Sequence[Policy], seed: int, first: int, count: int) -> Iterator[Record]:
    """Play matches `first .. first + count - 1` of a stream; a record for each of their deals. Raises `PlayError` if a
    policy plays an illegal card, or if the ledger, kept here once more, comes to another score than the engine.
    """
    game = match_of(game)
    bench = MatchBench(Arm(game, tuple(policies)), seed, Start())
    for match in range(first, first + count):
        for words, after in bench.deals(match):
            record = written_in_match(game, seed, match, _ledger(game, words), words)
            assert record.match is not None
            score = _ledger(game, after).eyes
            lost = sum(1 << side for side in record.match.lost)
            if (record.match.score_after, lost) != (score, after[layout.LOSERS]):
                where = f"match {match}, deal {words[layout.PLAYED]}"
                raise PlayError(f"{where}: expected the score {record.match.score_after} by the ledger, got {score}")
            yield record


def _ledger(game: Game, lane: Sequence[int]) -> Ledger:
    """How a match stands before the deal that was played in a lane."""
    sides = game.shape.sides
    pairs = [lane[layout.PAIRED + layout.MAX_SEATS * side :][:sides] for side in range(sides)]
    return Ledger(
        terms_of(game.rules),
        tuple(lane[layout.SCORE : layout.SCORE + sides]),
        lane[layout.DEALER],
        lane[layout.MULTIPLIER],
        lane[layout.EGGS],
        lane[layout.PLAYED],
        bool(lane[layout.FIRST_DEAL]),
        last_trick=lane[layout.BEGINS],
        taken=tuple(taken for row in pairs for taken in row) if game.shape.ledger == layout.BY_PAIRS else (),
    )
