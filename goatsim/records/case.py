"""What every hearing of a record begins with: the record, the game, which deal it is, and the match it belongs to."""

from __future__ import annotations

from goatsim.records import Record
from goatsim.records.parts import Result, Stopped
from goatsim.records.sequel import Sequel, Standing, occasion_of
from goatsim.records.told import Table


class Case:
    """One record that is judged. Seats count from 0.

    After its hearing, `faults` has a sentence for each disagreement and `result` the result of the deal, or None unless
    all of it could be scored. `standing` is how it leaves its match.
    """

    def __init__(
        self, record: Record, table: Table, rules: str = "", last: Standing | None = None, line: int = 1
    ) -> None:
        """Take the record up; nothing is judged yet. `rules`: its game and options as text; `last`: how the record
        before it left its match.
        """
        self.faults: list[str] = []
        self.result: Result | None = None
        self.standing: Standing | None = None
        self._occasion, faults = occasion_of(record, table.game)
        self.faults += faults
        self._sequel = Sequel(record, self._occasion, rules, last, line)
        self._record = record
        self._game = table.game
        self._seats = table.game.shape.seats

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)

    def _judge_stop(self, found: Stopped | None, nothing: str) -> None:
        """Compare where the record says that the deal ended with where it did; `nothing`: what it did not end with."""
        said = self._record.stopped
        # Who tells but the tricks need not say where; who says that a deal was stopped must.
        if said == found or (said is None and self._record.played != "stopped"):
            return
        wanted = f"trick {found.trick} by seat {found.by}" if found else f"none, since {nothing} ended the deal"
        got = f"trick {said.trick} by seat {said.by}" if said else "none"
        self._fault(f"stopped: expected {wanted}, got {got}")
