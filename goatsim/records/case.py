"""What every hearing of a record begins with: the record, the game, which deal it is, and the match it belongs to."""

from __future__ import annotations

from goatsim.records import Record
from goatsim.records.parts import Result
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
