"""The parts of a record: cards, tricks, and what happens before and after them, as they are written and read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictInt,
    StrictStr,
    model_validator,
)
from pydantic_core import PydanticCustomError

from goatsim import cards
from goatsim.engine.layout import KINDS, MAX_SEATS, MAX_TRICKS
from goatsim.errors import RequestError, shown, wrong
from goatsim.ledger import TITLES

LARGEST_WORD = 2**64 - 1
_LONGEST_NUMBER = 200
MOST_EYES = 1_000_000

_KNOWN = frozenset(cards.NAMES)


def _read_card(given: object) -> str:
    return given if isinstance(given, str) and given in _KNOWN else cards.card(given)


def _read_suit(given: object) -> str:
    if isinstance(given, str) and given in cards.SUITS:
        return given
    return cards.suit(given)


def _read_cards(given: object) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise wrong("a list of cards", given)
    return tuple([_read_card(name) for name in given])


def _read_names(given: object) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise wrong("a list of names", given)
    return tuple(given)


def _read_hands(given: object) -> tuple[tuple[str, ...] | None, ...] | None:
    if given is None:
        return None
    if not isinstance(given, list | tuple):
        raise wrong("a list of hands", given)
    hands: list[tuple[str, ...] | None] = []
    for seat, hand in enumerate(given):
        try:
            hands.append(None if hand is None else _read_cards(hand))
        except RequestError as error:
            raise RequestError(f"hand of seat {seat}: {error}") from None
    return tuple(hands)


def read_number(given: object) -> str:
    """Return the number of a deal as it stands; RequestError for anything else."""
    if isinstance(given, str) and given.isascii() and given.isdigit() and len(given) <= _LONGEST_NUMBER:
        return given
    raise wrong("decimal digits in quotes", given)


def _read_kind(given: object) -> str:
    word = given.strip().upper() if isinstance(given, str) else given
    if isinstance(word, str) and word in KINDS:
        return word
    raise wrong(f"one of {', '.join(KINDS)}", given, KINDS)


def _read_title(given: object) -> str:
    titles = list(TITLES.values())
    if isinstance(given, str) and given in titles:
        return given
    raise wrong(f"one of {', '.join(titles)}", given, titles)


def _refuse(given: object) -> None:
    # The rules behind the key are not built, and to skip what it says would be to judge wrongly.
    if given is None or given is False or (isinstance(given, list | dict | str) and not given):
        return
    why = "since this version cannot play such deals yet"
    raise RequestError(f"expected none, {why}, got {shown(given)}")


def read_played(given: object) -> Literal["whole", "stopped", "none"]:
    """Return how much of a deal was played; RequestError for anything else."""
    if given == "whole":
        return "whole"
    if given == "stopped":
        return "stopped"
    if given == "none":
        return "none"
    raise wrong('"whole", "stopped" or "none"', given, ("whole", "stopped", "none"))


Card = Annotated[str, PlainValidator(_read_card)]
Cards = Annotated[tuple[str, ...], PlainValidator(_read_cards)]
Names = Annotated[tuple[str, ...], PlainValidator(_read_names)]
Hands = Annotated[tuple[tuple[str, ...] | None, ...] | None, PlainValidator(_read_hands)]
Suit = Annotated[str, PlainValidator(_read_suit)]
Seat = Annotated[StrictInt, Field(ge=0, lt=MAX_SEATS)]
Word = Annotated[StrictInt, Field(ge=0, le=LARGEST_WORD)]
Eyes = Annotated[StrictInt, Field(ge=0, le=MOST_EYES)]
Unbuilt = Annotated[None, PlainValidator(_refuse)]


class Part(BaseModel):
    """Any object in a record."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """Return what is known, ready for JSON, keys in the documented order."""
        values = ((key, getattr(self, key)) for key in type(self).model_fields)
        return {key: _plain(value) for key, value in values if value is not None}


NO_CARDS = "no_cards"
"""The kind of error of a trick without cards."""


class Play(Part):
    """The cards that a seat laid to a trick of sets. `beat`: face up, since they beat what was winning; None for those
    that were led.
    """

    seat: Seat
    cards: Cards
    beat: StrictBool | None = None


class Trick(Part):
    """One trick: cards run clockwise from the leader, or `plays` do where sets of cards are led. Seats count from 0;
    `points` are card points; `pre`: it was played while the cards were dealt; `claim`: its leader took the lead out of
    turn.
    """

    leader: Seat
    cards: Cards = ()
    plays: tuple[Play, ...] | None = None
    winner: Seat | None = None
    points: StrictInt | None = None
    pre: StrictBool | None = None
    claim: StrictBool | None = None

    @model_validator(mode="after")
    def _has_cards(self) -> Trick:
        if self.plays is None and "cards" not in self.model_fields_set:
            raise PydanticCustomError(NO_CARDS, "expected cards or plays")
        return self

    def to_json(self) -> dict[str, Any]:
        """Return what is known, ready for JSON; of a trick of sets no cards beside the plays."""
        plain = super().to_json()
        if self.plays is not None:
            del plain["cards"]
        return plain


class Praise(Part):
    """A praise: the kind of deal that the praiser asked for, and the seat that wrongly accused another in it."""

    type: Annotated[str, PlainValidator(_read_kind)]
    challenge: Seat | None = None


class Redeal(Part):
    """A claim that cancelled the deal before, or the third one, which ended it: who claimed (the seat, or the
    side if its hands together gave the reason), why, and what the seats held when the claim was made.

    `hands` may be left out; the third claim has none of its own, since it cancels nothing. `praise`: the deal that the
    first claim cancelled was praised.
    """

    seat: Seat | None = None
    side: Seat | None = None
    reason: StrictStr
    hands: Hands = None
    praise: Praise | None = None


class Cut(Part):
    """A fault of the cut: the seat that cut wrongly, or the dealer, who offered no cut."""

    seat: Seat


class Stopped(Part):
    """A capture that ended the deal: the trick, from 1, and the seat whose card completed the pair."""

    trick: Annotated[StrictInt, Field(ge=1)]
    by: Seat


class Meld(Part):
    """A meld that a seat made after a trick (numbered from 1) that it won; `seven`: one that it declared, `exchange`:
    one that it put in the place of the card turned up.
    """

    trick: Annotated[StrictInt, Field(ge=1, le=MAX_TRICKS)]
    seat: Seat
    meld: StrictStr
    cards: Cards
    points: StrictInt | None = None


class Swap(Part):
    """A trump passed to the partner and the plain card given back; `announced`: the giver's other trump, plain in this
    deal; `trick`: the number of the trick before which it was, from 1, if it was not before the play.
    """

    giver: Seat
    receiver: Seat
    gave: Card
    got: Card
    announced: Card | None = None
    trick: Annotated[StrictInt, Field(ge=1, le=MAX_TRICKS)] | None = None


class Signs(Part):
    """The signs that a seat gave its partners before the first lead, by their ids in the order of the table; `noticed`:
    those of them that the opponents noticed.
    """

    seat: Seat
    signs: Names
    noticed: Names | None = None


class Result(Part):
    """A result by side: card points, tricks, eyes (two sides) or penalty, or by seat the change of its stock; and
    the scoring row that applied, or how a deal ended that was not counted out. With melds: the score, and how much of
    it came from melds, sevens, brisques and the last trick.
    """

    points: tuple[StrictInt, ...] | None = None
    tricks: tuple[StrictInt, ...] | None = None
    eyes: tuple[StrictInt, ...] | None = None
    penalty: tuple[StrictInt, ...] | None = None
    outcome: StrictStr | None = None
    stocks: tuple[StrictInt, ...] | None = None
    score: tuple[StrictInt, ...] | None = None
    melds: tuple[StrictInt, ...] | None = None
    brisques: tuple[StrictInt, ...] | None = None
    sevens: tuple[StrictInt, ...] | None = None
    last_trick: tuple[StrictInt, ...] | None = None


class Stated(Part):
    """What a score sheet says: the card points of one side."""

    side: Seat
    points: StrictInt


class Match(Part):
    """Which deal of which match it is, both counted from 0. `score_after`: the score by side after it, of two sides the
    eyes of each, of more what is charged to each, with stocks what is left of each, or what each side has taken from
    each; in the last deal of a match `loser` is the side that has lost it, or `losers` are those that have lost it
    together, and `title` is what they are called. With stocks `winner` is the side that has won it.
    """

    number: Word
    deal: Word
    score_after: tuple[Annotated[StrictInt, Field(ge=-MOST_EYES, le=MOST_EYES)], ...] | None = None
    loser: Seat | None = None
    losers: tuple[Seat, ...] | None = None
    winner: Seat | None = None
    title: Annotated[str, PlainValidator(_read_title)] | None = None

    @property
    def lost(self) -> tuple[int, ...]:
        """The sides that have lost it, as far as it says."""
        return (self.loser,) if self.loser is not None else self.losers or ()


def _plain(value: object) -> object:
    if isinstance(value, Part):
        return value.to_json()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
