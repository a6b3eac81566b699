"""Tables of weights: a row for a decision, a situation and some cards, read from CSV or from Python and checked."""

from __future__ import annotations

import csv
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from goatsim import cards
from goatsim.engine.layout import MAX_CARDS, MAX_SEATS, STRIDE, WEIGHTS
from goatsim.engine.weigh import SITUATIONS, TEXTS
from goatsim.errors import RequestError, brief_path, shown, wrong
from goatsim.game import Game, game_of
from goatsim.seats.language.kinds import CARDS, LARGEST
from goatsim.seats.language.vocabulary import Word

if TYPE_CHECKING:
    from goatsim.games import Rules
    from goatsim.seats.view import View

COLUMNS = ("decision", "situation", "card", "weight")
ANY = "*"
CLASSES = ("trump", "plain", "winner", ANY)


class Row(NamedTuple):
    """A row of a table: the numbers of its situations (`engine.weigh`), its cards (`QC`, `K*`, `*D`, `trump`,
    `plain`, `winner` or `*`) and what they weigh there.
    """

    situations: tuple[int, ...]
    cards: str
    weight: int


@dataclass(frozen=True)
class Weights:
    """A table of weights. `rows`: each once, later ones overriding earlier ones."""

    rows: tuple[Row, ...]

    @property
    def texts(self) -> Mapping[str, Callable[..., Any]]:
        """The decisions that it answers, as engine text."""
        return TEXTS

    @property
    def said(self) -> str:
        """Everything that is in it, on one line: tables of one text play alike."""
        return repr([tuple(row) for row in self.rows])

    @property
    def doc(self) -> str:
        """What a policy that plays by it says of itself."""
        return (
            "Plays the legal card of greatest weight in the situation that it is in, and of several the first in "
            f"yardstick order; a card that has no row weighs 0. Its table has {len(self.rows)} "
            f"row{'s' * (len(self.rows) != 1)}."
        )

    def weigh(self) -> list[dict[str, Any]]:
        """Every situation in words, with how many rows of the table speak of it."""
        spoken = [place for row in self.rows for place in row.situations]
        return [
            {"situation": each.name, "decision": each.decision, "meaning": each.meaning, "rows": spoken.count(place)}
            for place, each in enumerate(SITUATIONS)
        ]

    def table(self, game: Game) -> tuple[int, ...]:
        """The weights in a game, as `engine.weigh` reads them. Cards that the game has not are passed over."""
        return _table(self, game.rules)

    def answer(self, decision: str, view: View) -> Any:
        """The answer to a decision, run as plain Python on a view of any game."""
        word = Word(decision, TEXTS[decision], (), CARDS, True)
        return replace(view, block=_Weighed(view.block, self.table(view.game))).say(word)


class _Weighed(Sequence[Any]):
    """A block in which the weights of every seat are these."""

    def __init__(self, block: Sequence[int], table: tuple[int, ...]) -> None:
        self._block, self._table = block, table

    def __len__(self) -> int:
        return len(self._block)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, int) and 0 <= place // STRIDE - WEIGHTS < MAX_SEATS:
            return self._table
        return self._block[place]


@lru_cache(maxsize=64)
def _table(weights: Weights, rules: Rules) -> tuple[int, ...]:
    game = game_of(rules)
    found = [0] * (2 * len(SITUATIONS) * MAX_CARDS)
    for row in weights.rows:
        halves = (1,) if row.cards == "winner" else (0, 1)
        for place in _places(row.cards, game):
            for situation in row.situations:
                for half in halves:
                    found[(2 * situation + half) * MAX_CARDS + place] = row.weight
    return tuple(found)


def _places(said: str, game: Game) -> Iterator[int]:
    trumps = set(game.rules.trumps)
    for card, place in game.contract.place.items():
        if said in (ANY, "winner", card, f"{card[0]}*", f"*{card[1]}", "trump" if card in trumps else "plain"):
            yield place


def read_table(text: str, file: str) -> Weights:
    """The table that the text of a CSV file holds: a head with the four columns in any order, then a row a line. Lines
    that are empty or begin with # say nothing. Raises `RequestError` with the line.
    """
    said = brief_path(file)
    lines = csv.reader(text.splitlines(), skipinitialspace=True)
    head: list[str] | None = None
    found: list[Row] = []
    try:
        for cells in lines:
            where = f"line {lines.line_num} of {said}"
            if not any(cell.strip() for cell in cells) or cells[0].startswith("#"):
                continue
            if head is None:
                head = [cell.strip().casefold() for cell in cells]
                if sorted(head) != sorted(COLUMNS):
                    raise RequestError(f"expected the columns {','.join(COLUMNS)} in {where}, got {_list(cells)}")
            elif len(cells) != len(COLUMNS):
                raise RequestError(f"expected {len(COLUMNS)} cells in {where}, got {len(cells)}")
            else:
                found.append(_row(dict(zip(head, cells, strict=True)), where))
    except csv.Error as error:
        raise RequestError(f"expected comma-separated values in {said}, got something else ({error})") from error
    if head is None:
        raise RequestError(f"expected the columns {','.join(COLUMNS)} in {said}, got no line that says anything")
    return Weights(_once(found))


def table_of(given: object) -> Weights:
    """The table that a data frame, or rows as mappings or tuples in the order of the columns, hold. Raises
    `RequestError` with the row, counted from 1.
    """
    records = getattr(given, "to_dict", None)
    rows = records("records") if callable(records) and not isinstance(given, Mapping) else given
    expected = "a CSV file, a data frame or rows of decision, situation, card and weight"
    if isinstance(rows, str | bytes | Mapping) or not isinstance(rows, Iterable):
        raise wrong(expected, given)
    found = []
    for number, row in enumerate(rows, 1):
        where = f"row {number}"
        if isinstance(row, Mapping):
            if sorted(map(str, row)) != sorted(COLUMNS):
                raise RequestError(f"expected the columns {','.join(COLUMNS)} in {where}, got {_list(row)}")
            found.append(_row({str(key): value for key, value in row.items()}, where))
        elif isinstance(row, Sequence) and not isinstance(row, str | bytes) and len(row) == len(COLUMNS):
            found.append(_row(dict(zip(COLUMNS, row, strict=True)), where))
        else:
            raise wrong(f"{','.join(COLUMNS)} in {where}", row)
    return Weights(_once(found))


def _list(cells: Iterable[object]) -> str:
    return shown(",".join(map(str, cells)))


def _once(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows without those that later ones of the same situations and cards override."""
    kept: dict[tuple[tuple[int, ...], str], Row] = {}
    for row in rows:
        kept.pop(row[:2], None)
        kept[row[:2]] = row
    return tuple(kept.values())


def _row(cells: Mapping[str, object], where: str) -> Row:
    decision, situation, card = (_word(cells[name], name, where) for name in COLUMNS[:3])
    if decision not in (*TEXTS, ANY):
        raise wrong(f"a decision ({', '.join(TEXTS)} or {ANY}) in {where}", decision, TEXTS)
    own = {each.name: place for place, each in enumerate(SITUATIONS) if decision in (each.decision, ANY)}
    if situation != ANY and situation not in own:
        every = f" for {decision}" if decision != ANY else ""
        raise wrong(f"a situation ({', '.join(own)} or {ANY}){every} in {where}", situation, own)
    places = tuple(own.values()) if situation == ANY else (own[situation],)
    return Row(places, _cards(card, where), _weight(cells["weight"], where))


def _word(value: object, name: str, where: str) -> str:
    if not isinstance(value, str):
        raise wrong(f"a word for the {name} in {where}", value)
    return value.strip().casefold()


def _cards(said: str, where: str) -> str:
    if said in CLASSES:
        return said
    try:
        if said.endswith(ANY) and cards.rank_of(said[:-1]):
            return f"{cards.rank_of(said[:-1])}{ANY}"
        return ANY + cards.card(f"A{said[1:]}")[1] if said.startswith(ANY) else cards.card(said)
    except RequestError as error:
        raise wrong(
            f"a card such as QC, or K*, *D, {', '.join(CLASSES[:-1])} or {ANY}, in {where}",
            said,
            (*cards.NAMES, *CLASSES[:-1]),
        ) from error


def _weight(value: object, where: str) -> int:
    found: int | None = None
    written = isinstance(value, str) and re.fullmatch(r"[-+]?[0-9]{1,10}", value.strip(), re.ASCII)
    # Whole numbers of a data frame may come as floats.
    if (written and isinstance(value, str)) or (isinstance(value, float) and value.is_integer()):
        found = int(value)
    elif not isinstance(value, str | float | bool) and hasattr(value, "__index__"):
        found = operator.index(value)
    if found is None or abs(found) > LARGEST:
        raise wrong(f"a whole number from -{LARGEST} to {LARGEST} for the weight in {where}", value)
    return found


def template() -> list[dict[str, Any]]:
    """A table to start from: every situation, with all cards of the same weight."""
    return [{"decision": each.decision, "situation": each.name, "card": ANY, "weight": 0} for each in SITUATIONS]


def template_text() -> str:
    """The same as CSV, with what each situation means."""
    lines = [
        "# A table of weights. The legal card of greatest weight is played, of several the first in yardstick order.",
        "# card: QC, K*, *D, trump, plain, winner (it would be winning now) or *.",
        "# Later rows override earlier ones; a card without a row weighs 0.",
        "# situation: one of those below, or * for all. What can be beaten is judged by what the seat can know;",
        "# points are those on the table; of 8 tricks the first third is 1 to 3, the second 4 to 6, the last 7 and 8.",
        ",".join(COLUMNS),
    ]
    for each, row in zip(SITUATIONS, template(), strict=True):
        lines += [f"# {each.meaning}", ",".join(str(row[column]) for column in COLUMNS)]
    return "\n".join(lines)
