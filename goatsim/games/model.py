"""The rules of a game as data: one frozen object that checks itself and knows no game by name."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from msgspec import field

from goatsim import cards
from goatsim.errors import RequestError, brief, wrong
from goatsim.games import read
from goatsim.games.capture import CaptureRow, ResolvedCapture, captures
from goatsim.games.fields import Reader, Readers, Table, plain, tables
from goatsim.games.melds import MeldRow, ResolvedMeld, resolved
from goatsim.games.options import Contradiction, Option, Value, spelled
from goatsim.games.partners import require_partners
from goatsim.games.phases import NEEDED_PHASES, PHASES
from goatsim.games.redeal import RedealRow, ResolvedRedeal, conditions
from goatsim.games.room import require_room
from goatsim.games.scoring import ResolvedRow, ScoringRow, outcome_word, resolve
from goatsim.games.together import hold_together

TRUMP_LEAD = Option(
    values=("all", "praiser_team"),
    default="all",
    source="rules 1",
    section="Play",
    text="who may lead a trump: everybody, or only the side of the seat that leads first",
)
"""The option of games that do not say otherwise who may lead trumps."""

TRUMP_LEADS = ("trump_lead", "restricted_team")
"""The options that say which sides may lead trumps; where a game has none of them, everybody may."""

_NOT_PLAYED = {"name", "origin", "base", "title", "text", "option_defs", "contradictions", "changes", "other_outcomes"}
_NOT_PLAYED |= {"points", "scoring", "redeal", "capture", "meld"}
"""Fields that do not change what happens in a deal, and those that `Rules.identity` holds as they are resolved."""


_ROWS: Mapping[str, type[Table]] = {"scoring": ScoringRow, "redeal": RedealRow, "meld": MeldRow, "capture": CaptureRow}
"""Keys that hold rows of tables."""


def _pack(given: object, known: Mapping[str, object]) -> tuple[str, ...]:
    found = cards.cards(read.structure(given, "cards"))
    return cards.pack_order(cards.copied(found) if known.get("double") else found)


def _trumps(given: object, known: Mapping[str, object]) -> tuple[str, ...]:
    found = cards.cards(read.structure(given, "cards"))
    return cards.copied(found[::-1])[::-1] if known.get("double") else found


def _word(given: object, known: Mapping[str, object]) -> object:
    return given.strip().casefold() if isinstance(given, str) else given


def _number(given: object, known: Mapping[str, object]) -> int:
    return read.number(given, "a whole number")


def _truth_of(key: str) -> Reader:
    return lambda given, known: read.truth(given, key)


def _rows_of(key: str, kind: type[Table]) -> Reader:
    return lambda given, known: tables(kind, read.structure(given, key))


def _title(given: object, known: Mapping[str, object]) -> object:
    return read.line(given.strip(), "the title of a game", read.LONGEST_TITLE) if isinstance(given, str) else given


def _text(given: object, known: Mapping[str, object]) -> object:
    return read.page(given, "the text of a game") if isinstance(given, str) else given


def _talon_to(given: object, known: Mapping[str, object]) -> object:
    none = isinstance(given, str) and given.strip().casefold() == "none"
    return "none" if none else read.number(given, "none or a side")


def _outcomes(given: object, known: Mapping[str, object]) -> tuple[object, ...]:
    found = read.items(given, "other_outcomes")
    return tuple(outcome_word(each) if isinstance(each, str) else each for each in found)


def _phases(given: object, known: Mapping[str, object]) -> tuple[str, ...]:
    found = read.words(given, PHASES, "a phase")
    ordered = [phase for phase in PHASES if phase in found]
    if list(found) != ordered or not set(NEEDED_PHASES) <= set(found):
        needed = ", ".join(NEEDED_PHASES)
        raise wrong(f"phases in the order of {', '.join(PHASES)}, with {needed} among them", " ".join(found))
    return found


class Rules(Table, dict=True, frozen=True, kw_only=True):
    """The rules of one game, resolved and checked: pack, sides, trumps, points, scoring and options.

    Cards are names such as ``QC``. Seats count from 0 clockwise, sides from 0. `goatsim.games.load` reads and checks
    them; building one by hand checks nothing.
    """

    THING = "the rules"
    READERS: ClassVar[Readers] = {
        **{key: _truth_of(key) for key in ("double", "draw", "stocks", "dealer_leads", "egg_moves_deal", "most_wins")},
        "title": _title,
        "text": _text,
        "pack": _pack,
        "trumps": _trumps,
        "plain_order": lambda given, known: read.ranks(given),
        "sides": lambda given, known: read.numbers(given, "sides"),
        **dict.fromkeys(("turned", "follow", "ledger", "leads_later"), _word),
        **dict.fromkeys(("hand_size", "first_leader", "halves"), _number),
        "talon_to": _talon_to,
        "points": lambda given, known: read.points(given),
        **{key: _rows_of(key, kind) for key, kind in _ROWS.items()},
        "other_outcomes": _outcomes,
        "phases": _phases,
    }

    name: str
    origin: str = ""
    """What --rules takes to get this game: a name, or the path of a file."""
    base: str | None = None
    title: str = ""
    text: str = ""
    double: bool = False
    """Whether the pack holds every card twice."""
    pack: tuple[str, ...]
    """In pack order, copies side by side (`cards.COPY`)."""
    sides: tuple[int, ...]
    hand_size: int
    trumps: tuple[str, ...]
    """High to low; may be empty."""
    plain_order: str
    """The ranks that occur among plain cards, high to low."""
    points: dict[str, int]
    """Rank or card to 0..31; a card goes before its rank, what is not listed is worth 0."""
    talon_to: int | Literal["none"] = "none"
    """The side whose pile the cards left over count for."""
    draw: bool = False
    """Whether the cards left over are a stock, of which each seat draws one after a trick, the winner first."""
    turned: Literal["none", "stock", "last_of_stock", "last_card"] = "none"
    """What names the trump suit of a deal: nothing, or a card: one of the stock, shown after the deal, the last of the
    stock, which lies open below it, or the last that the dealer is dealt (of the first half of a pack)."""
    dealer_leads: bool = False
    """Whether the dealer makes the first lead (seat 0 then deals), and not the seat left of the dealer."""
    leads_later: Literal["first", "dealer", "last_winner"] = "first"
    """Who leads first in later deals of a match: as in its first one, the dealer, or the last trick's winner."""
    egg_moves_deal: bool = False
    """Whether the deal moves on after an egg, too."""
    most_wins: bool = False
    """Whether the target wins a match for whoever has more than the other; while both are equal, it goes on."""
    follow: Literal["suit", "strict_after_stock", "free"] = "suit"
    """What must be followed: the class led; nothing until the stock is gone, and then it, with a card that wins if
    there is one, and else a trump; or nothing ever."""
    seven_rank: str = ""
    """The rank of the trumps that may be exchanged for the card turned up, and declared."""
    first_leader: int = 0
    halves: Literal[1, 2] = 1
    """2: the pack is dealt in two halves, `hand_size` cards of each, and the first is played before the second."""
    stocks: bool = False
    """Whether every side begins a match with a stock, of the target's size, from which charges are taken."""
    ledger: Literal["losers", "pairs", "winner"] = "losers"
    """In whose account a charge is booked: the loser's, one of loser and winner, or, all together, the winner's."""
    phases: tuple[str, ...] = ("shuffle", "tricks", "settle")
    scoring: tuple[ScoringRow, ...]
    redeal: tuple[RedealRow, ...] = ()
    """Conditions under which a deal may be claimed back, in the order in which a seat is asked."""
    meld: tuple[MeldRow, ...] = ()
    """What the winner of a trick may lay open and score, in the order in which it is offered."""
    capture: tuple[CaptureRow, ...] = ()
    """Cards that end the deal where they meet one of another side."""
    other_outcomes: tuple[str, ...] = ()
    """Outcomes of deals that are not counted out, such as a third claim."""
    options: dict[str, Value] = field(default_factory=dict)
    option_defs: dict[str, Option] = field(default_factory=dict)
    contradictions: tuple[Contradiction, ...] = ()
    changes: dict[str, object] = field(default_factory=dict)
    """What was overridden at load time, JSON-ready; see `goatsim.games.changed`."""

    def hold_together(self) -> None:
        """Raise `RequestError` naming the first thing that does not go with another."""
        hold_together(self)
        for contradiction in self.contradictions:
            contradiction.check(self.options, self.trumps)
        require_room(self)
        require_partners(self)

    @property
    def seats(self) -> int:
        """Number of seats, 2 to 6."""
        return len(self.sides)

    @cached_property
    def side_count(self) -> int:
        """Number of sides, 2 or more."""
        return len(set(self.sides))

    @property
    def single(self) -> bool:
        """Whether a side is a single seat, of which two play against each other."""
        return self.seats == self.side_count == 2

    @property
    def tricks(self) -> int:
        """Number of tricks in a whole deal."""
        return self.dealt + (self.talon_size // self.seats if self.draw else 0)

    @property
    def dealt(self) -> int:
        """Number of cards that a seat is dealt in a deal, those of a second half among them."""
        return self.hand_size * self.halves

    @property
    def dealer(self) -> int:
        """The seat that deals in single deals."""
        return (self.first_leader - (not self.dealer_leads)) % self.seats

    @property
    def buys(self) -> bool:
        """Whether the talon is bought, so that who plays with whom hangs on the deal."""
        return "buy" in self.phases

    @property
    def turns_up(self) -> bool:
        """Whether a card that is turned up makes its suit trump, so that it hangs on the deal."""
        return "turnup" in self.phases or self.turned != "none"

    @property
    def ordered(self) -> bool:
        """Whether the order of the cards that are dealt to no seat is part of a deal."""
        return self.draw or self.buys

    @property
    def talon_size(self) -> int:
        """Number of cards that are dealt to no seat; they are the stock where there is one."""
        return len(self.pack) - self.seats * self.dealt

    @cached_property
    def total_points(self) -> int:
        """Points of all the cards of the pack together, talon included."""
        return sum(map(self.card_points, self.pack))

    @cached_property
    def plain(self) -> dict[str, tuple[str, ...]]:
        """Suit to its plain cards, high to low, in the order C S H D; a suit without plain cards is not listed."""
        left = set(self.pack) - set(self.trumps)
        order = [rank + suit for suit in cards.SUITS for rank in self.plain_order]
        ranked = [card for name in order for card in (name, name + cards.COPY) if card in left]
        suits = {suit: tuple(card for card in ranked if card[1] == suit) for suit in cards.SUITS}
        return {suit: names for suit, names in suits.items() if names}

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """Every name that a result's outcome can bear, those of the scoring rows first; "none" is not among them."""
        return tuple(dict.fromkeys((*(row.outcome for row in self.scoring_rows()), *self.other_outcomes)))

    def card_points(self, card: str) -> int:
        """Points of a card of the pack, 0 to 31."""
        return self.points.get(cards.shown(card), self.points.get(card[0], 0))

    def scoring_rows(self) -> list[ResolvedRow]:
        """Return the scoring rows in force under the options, in order and in numbers.

        The first row that fits a side (sides tried from 0 in each row) is the deal's; none may fit.
        """
        return resolve(
            self.scoring,
            total_points=self.total_points,
            tricks=self.tricks,
            side_count=self.side_count,
            options=self.options,
            option_defs=self.option_defs,
        )

    def meld_rows(self) -> list[ResolvedMeld]:
        """Return the melds in force, in order."""
        return resolved(self.meld, self.pack, self.options, self.option_defs)

    def redeal_rows(self) -> list[ResolvedRedeal]:
        """Return the redeal conditions in force under the options, in order."""
        return conditions(self.redeal, self.pack, self.options, self.option_defs)

    def capture_rows(self) -> list[ResolvedCapture]:
        """Return the captures in force under the options, in order."""
        return captures(self.capture, self.pack, self.options, self.option_defs)

    def require_built(self) -> None:
        """Raise RequestError naming the first option or phase that this version cannot play yet."""
        for name, value in self.options.items():
            option = self.option_defs[name]
            if not option.can_play(value) and option.built != "all":
                playable = " or ".join(map(spelled, option.built))
                raise RequestError(
                    f"{brief(self.name)} asks for {name}={spelled(value)}, which this version cannot play yet; "
                    f"it can play {playable} (the rules of bare can be played as they stand)"
                )

    def told(self, names: Collection[str]) -> dict[str, Any]:
        """Return fields by name as values of JSON, cards without the marks of their copies."""
        found = {name: plain(getattr(self, name)) for name in names}
        return found | {name: cards.uncopied(getattr(self, name)) for name in ("pack", "trumps") if name in found}

    @cached_property
    def identity(self) -> str:
        """Canonical JSON of everything that can change what happens in a deal; equal text means the same rules."""
        kept = self.told(set(self.__struct_fields__) - _NOT_PLAYED)
        kept["points"] = {name: self.card_points(name) for name in self.pack}
        kept["meld"] = self.meld_rows()
        kept["scoring"] = self.scoring_rows()
        kept["redeal"] = self.redeal_rows()
        if rows := self.capture_rows():
            kept["capture"] = rows
        return json.dumps(kept, sort_keys=True, separators=(",", ":"))

    def __hash__(self) -> int:
        return hash(self.identity)
