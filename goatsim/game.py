"""A game made ready to be played: the rules, their contract, the shape of the compiled text and the scoring rows as the
engine reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from goatsim.engine import layout
from goatsim.engine.contract import Contract
from goatsim.engine.layout import Shape
from goatsim.engine.sets import IN_ORDER, OF_ONE_RANK
from goatsim.errors import RequestError
from goatsim.games import ResolvedRow, Rules
from goatsim.games.leads import BY_TRICK, EVERYBODY, FIRST_SIDE, NOBODY, OTHER_SIDES, leads_of
from goatsim.games.melds import KINDS, ResolvedMeld
from goatsim.games.options import Value
from goatsim.games.room import require_room, suits
from goatsim.games.signs import given_signs

FIRST_CARD = "AD"
"""Who holds it is praiser in the first deal of a match (rules.md 1)."""

UNWANTED = ("7C", "QC")
"""Cards that, turned up, have the trump suit turned up anew where praise_suit_redo_on_7C_or_QC says so (rules.md 8)."""

LARGEST_ORDERED = 20
"""Cards of a hand of which the orders can still be numbered in 64 bits."""


RIGHTS = {
    EVERYBODY: layout.ALL_MAY,
    FIRST_SIDE: layout.PRAISER_SIDE_MAY,
    OTHER_SIDES: layout.OTHERS_MAY,
    NOBODY: layout.NOBODY_MAY,
    BY_TRICK: layout.ALL_MAY,
}
"""Who may lead trumps at the start of a deal, for the engine."""

LEDGERS = {"losers": layout.BY_LOSERS, "pairs": layout.BY_PAIRS, "winner": layout.BY_WINNER}
"""Whose account a match with stocks is booked in (rules.md, 9)."""

UPCARD_RULES = {
    "free": layout.BY_NONE,
    "class": layout.BY_CLASS,
    "exact_suit": layout.BY_SUIT,
    "permit": layout.BY_PERMIT,
}
"""What the card turned up may mean for the first lead (rules.md, 6)."""


CLAIMS = {"off": 0, "four_suit": layout.SUIT_CLAIMS, "four_trumps": layout.TRUMP_CLAIMS}
"""Who may lead out of turn, by the value of the option."""


@dataclass(frozen=True)
class Game:
    """What the engine needs of some rules. `rows`: the scoring rows, `ROW_WORDS` numbers each (`engine.layout`)."""

    rules: Rules
    contract: Contract
    shape: Shape
    rows: tuple[int, ...]
    redeals: tuple[int, ...] = ()
    """The redeal conditions, `REDEAL_WORDS` numbers each."""
    settings: Mapping[int, int] = field(default_factory=dict, hash=False)
    """What the drivers are told of the options: words of the environment by place (`engine.layout`)."""
    melds: tuple[int, ...] = ()
    """The table of melds, `MELD_WORDS` numbers each."""
    signs: tuple[int, ...] = ()
    """The table of signs in force (`engine.signalling`)."""

    def set_of(self, cards: Iterable[str]) -> int:
        """The set of some cards by name, as bits in strength order."""
        return self.contract.set_of(cards)

    def sets_of(self, groups: Iterable[Iterable[str]]) -> list[int]:
        """The sets of several groups of cards that were dealt, copies told apart in the order in which they come."""
        return self.contract.sets_of(groups)

    def cards_of(self, cards: int) -> list[str]:
        """The names of the cards of a set, strongest first."""
        return self.contract.cards_of(cards)

    def ordered(self, hand: Sequence[str]) -> tuple[str, ...]:
        """A dealt hand, strongest card first; of a pack in two halves the cards of the first before the others."""
        first = self.shape.hand if self.shape.halves else len(hand)
        return tuple(card for part in (hand[:first], hand[first:]) for card in self.cards_of(self.set_of(part)))

    def dealt(self, lane: Sequence[int], seat: int) -> list[str]:
        """The cards that a seat of the engine was dealt, from a lane, one word a column: strongest first, those of a
        first half before those of the second. Where the dealer's last card is turned up, it ends his first half.
        """
        later = lane[layout.LATER + seat] if self.shape.halves else 0
        first = self.cards_of(lane[layout.DEALT + seat] & ~later)
        if self.shape.turnup == layout.LAST_CARD and seat == self.shape.seats - 1:
            first.sort(key=lambda card: self.set_of([card]) == lane[layout.TURNED])
        return first + self.cards_of(later)

    def turned_up(self, hands: Sequence[Sequence[str]], dealer: int = -1) -> str | None:
        """The card turned up that makes trumps, from hands as `dealt` gives them; None where there is none."""
        return hands[dealer][self.shape.hand - 1] if self.shape.turnup == layout.LAST_CARD else None

    def trumps_by(self, turned: int) -> int:
        """The trumps of a deal in which a card was turned up, if there was one."""
        suits = [self.rules.plain.get(name[1], ()) for name in self.cards_of(turned)]
        return self.set_of(self.rules.trumps) | self.set_of(card for suit in suits for card in suit)

    def partner(self, seat: int) -> int:
        """The one other seat of a seat's side, with which it swaps; the seat itself if there is no such one."""
        sides = self.rules.sides
        others = [other for other, side in enumerate(sides) if side == sides[seat] and other != seat]
        return others[0] if len(others) == 1 else seat


SUITS_OF_MELDS = ("", "trump", "plain")
"""Of what suit a meld is, in the order of the numbers in the table of melds (`engine.layout`)."""


def meld_parts(melds: Sequence[ResolvedMeld]) -> tuple[tuple[str, ...], ...]:
    """The cards that melds of each kind are made of."""
    parts = [[card for meld in melds if meld.kind == kind for card in meld.cards] for kind in range(len(KINDS))]
    return tuple(tuple(dict.fromkeys(cards)) for cards in parts)


def meld_words(contract: Contract, melds: Sequence[ResolvedMeld]) -> tuple[int, ...]:
    """The table of melds."""
    words: list[int] = []
    for meld in melds:
        words += [contract.set_of(meld.cards), SUITS_OF_MELDS.index(meld.suit), meld.each, meld.size, meld.points]
        words += [meld.kind, meld.not_all + 1, int(meld.grows), meld.gives_way + 1]
    return tuple(words)


SIGNALLERS = {"everybody": layout.ALL_MAY, "first_side": layout.PRAISER_SIDE_MAY, "other_sides": layout.OTHERS_MAY}
"""Who gives signs, by the value of the option."""


def sign_table(contract: Contract, rules: Rules) -> tuple[int, ...]:
    """The table of the signs in force; empty if there are none."""
    found = given_signs(rules)
    if not found:
        return ()
    words = [len(found), SIGNALLERS[str(rules.options["signals_by"])], _chance(rules.options["p_noticed"])]
    for sign in found:
        words += [sign.place, contract.set_of(sign.cards), sign.among, int(sign.void)]
    return tuple(words)


def _chance(given: Value) -> int:
    """A chance in units of 2**-64; off is none."""
    return 0 if given == "off" else min(int(float(given) * 2**64), 2**64 - 1)


def ends_unplayed(game: Game) -> bool:
    """Whether a deal of a game can end before its first trick."""
    return game.shape.redeals > 0 or game.shape.cuts > 0


@lru_cache(maxsize=256)
def game_of(rules: Rules) -> Game:
    """Make rules ready to be played. Raises `RequestError` for sizes that the engine has no room for."""
    # Rules made by hand were not asked when they were loaded.
    require_room(rules)
    melds = rules.meld_rows() if "melds" in rules.phases else []
    contract = Contract(
        pack=rules.pack,
        trumps=rules.trumps,
        plain=rules.plain,
        plain_order=rules.plain_order,
        points={card: rules.card_points(card) for card in rules.pack},
        sides=rules.sides,
        rights=_rights(rules),
        opener=rules.first_leader,
        captures=tuple(rules.capture_rows()),
        sevens=tuple(card for card in rules.pack if card[0] == rules.seven_rank),
        meld_parts=meld_parts(melds),
    )
    rows: list[int] = []
    for row in rules.scoring_rows():
        rows += [_tested(row), *row.points, *row.tricks, row.eyes, row.penalty, row.ahead]
        rows += [-1 if row.dealer is None else row.dealer, int(rules.ledger == "winner"), int(row.half)]
    options = rules.options
    swaps = {"off": 0, "optional": 1, "forced": 2}
    swap_one, swap_two = (swaps[str(options.get(name, "off"))] for name in ("swap_one", "swap_two"))
    settings = _settings(rules, contract)
    turnup = layout.LAST_CARD if rules.turned == "last_card" else layout.FIRST_HAND * ("turnup" in rules.phases)
    if turnup:
        _require_turnup(rules)
    kinds = int(settings[layout.FORCED_KIND] != layout.REGULAR)
    if kinds:
        _require_kinds(rules)
    if any(row.dealer is not None for row in rules.scoring_rows()):
        _require_dealer(rules, settings)
    redeals: list[int] = []
    for condition in rules.redeal_rows():
        of_side = int(condition.of == "side")
        held = contract.set_of(condition.cards)
        redeals += [
            of_side,
            held,
            condition.least,
            condition.most,
            condition.points,
            condition.trumps,
            condition.forced,
            condition.after_praise,
        ]
    shape = Shape(
        seats=rules.seats,
        sides=rules.side_count,
        suits=suits(rules),
        planes=len(contract.planes),
        hand=rules.hand_size,
        tricks=rules.tricks,
        cards=len(rules.pack),
        rows=len(rules.scoring_rows()),
        talon_to=-1 if rules.talon_to == "none" else rules.talon_to,
        redeals=len(rules.redeal_rows()),
        swap_one=swap_one,
        swap_two=swap_two,
        # A card announced to be plain keeps its bit among the trumps, one of a suit turned up among the plain cards.
        mixed=int(bool(swap_two or turnup or rules.turned != "none")),
        cuts=int(settings[layout.NO_CUT] > 0 or settings[layout.WRONG_CUT] > 0),
        kinds=kinds,
        match=0,
        early=int(bool(kinds or swap_one or swap_two or rules.redeal_rows() or rules.buys or melds or _sets(rules))),
        indexed=0,
        memory=0,
        capture=len(rules.capture_rows()),
        turnup=turnup,
        draw=int(rules.draw),
        plain_first=int(options.get("first_lead_plain") is True),
        turn_rights=int(leads_of(rules, first=False) == BY_TRICK),
        last_swap=int(options.get("swap_last_trump") is True),
        buy=int(rules.buys),
        each=int(any(row.of != "side" for row in rules.scoring_rows())),
        sets=_sets(rules),
        shown=int(rules.turned == "stock"),
        double=int(rules.double),
        below=int(rules.turned == "last_of_stock"),
        strict=int(rules.follow == "strict_after_stock"),
        melds=len(melds),
        halves=rules.halves * (rules.halves > 1),
        free=int(rules.follow == "free"),
        ledger=LEDGERS[rules.ledger] * rules.stocks,
        dues=int(rules.ledger == "winner" or any(row.dealer is not None for row in rules.scoring_rows())),
        signals=int(bool(given_signs(rules))),
    )
    tables = meld_words(contract, melds), sign_table(contract, rules)
    return Game(rules, contract, shape, tuple(rows), tuple(redeals), settings, *tables)


def _tested(row: ResolvedRow) -> int:
    """Who a scoring row tests, as the engine reads it."""
    several = {
        "soloist": layout.OF_SOLOIST,
        "defenders": layout.OF_DEFENDERS,
        "each": layout.OF_EACH,
        "fewest": layout.OF_FEWEST,
    }
    return several.get(row.of, layout.ANY_SIDE if row.side is None else row.side)


def _sets(rules: Rules) -> int:
    """What sets of cards may be led and how they are beaten (`Shape.sets`); 0 where single cards are led."""
    if "sets" not in rules.phases:
        return 0
    ranks, order = rules.options.get("rank_leads") == "on", rules.options.get("pairing") == "positional"
    return 1 + OF_ONE_RANK * ranks + IN_ORDER * order


def _settings(rules: Rules, contract: Contract) -> dict[int, int]:
    """What the drivers are told of the options; an option that a game does not have is off."""
    options = rules.options

    def chance(name: str) -> int:
        return _chance(options.get(name, 0))

    praise = str(options.get("praise", "none"))
    kinds = {"none": layout.REGULAR, "free": layout.FREE_KIND, **{kind: k for k, kind in enumerate(layout.KINDS)}}
    every = (("mirror_for", layout.MIRROR), ("fish_for", layout.FISH))
    first = contract.set_of(card for card in [FIRST_CARD] if card in contract.place)
    redo = int(options.get("praise_suit_redo_on_7C_or_QC") is True)
    return {
        layout.NO_CUT: chance("p_no_cut"),
        layout.WRONG_CUT: chance("p_wrong_cut"),
        layout.FORCED_KIND: kinds[praise],
        layout.FOR_ALL: sum(1 << kind for name, kind in every if options.get(name) == "all"),
        layout.MIRROR_TRICK: int(options.get("mirror_trick") is True),
        layout.OPEN_LEAD: int(options.get("pants2_lead") == "dark_winner_leads_open"),
        layout.CHALLENGE: chance("pants_challenge"),
        layout.FIRST_CARD: first if options.get("first_deal_leader") == "AD_holder" else 0,
        layout.FIRST_LEAD: first if options.get("first_deal_must_lead_AD") is True else 0,
        layout.MELD_LATE: int(options.get("meld_after_trick_24") is True),
        layout.SEVEN_MELDS: int(options.get("seven_uses_meld") is True),
        layout.SEVEN_EVERY: int(options.get("seven_score") == "every_event"),
        layout.LAST_TRICK: int(options.get("last_trick", 0)),
        layout.INSTANT: int(options["target"]) if options.get("target_check") == "instant" else 0,
        layout.FIRST_RIGHTS: RIGHTS[leads_of(rules, first=True)],
        layout.RIGHTS_RULE: RIGHTS[leads_of(rules, first=False)],
        layout.CLAIM_RULE: CLAIMS[str(options.get("out_of_turn", "off"))],
        layout.CLAIM_ONCE: int(options.get("hammer_when") == "first_lead"),
        layout.SHOW_ANY: int(options.get("trump") == "cut_card"),
        layout.REFUSABLE: int(options.get("swap_partner_may_refuse") is True),
        layout.FIRST_ONE: int("praise" in rules.phases),
        layout.TURNUP_MOST: int(options.get("turnup_max_specials", rules.hand_size)),
        layout.TURNUP_REDO: contract.set_of(card for card in UNWANTED if card in contract.place) * redo,
        layout.OPENING_SEAT: rules.first_leader,
        layout.ALONE_LEADS_TRUMPS: int(options.get("three_trump_lead") == "soloist"),
        layout.ALONE_LEADS: int(options.get("three_first_lead") == "soloist"),
        layout.SHOW_TALON: int(options.get("show_bought_talon") is True),
        layout.UPCARD_RULE: UPCARD_RULES[str(options.get("upcard_rule", "free"))],
    }


def deals_kinds(rules: Rules) -> bool:
    """Whether the cards can be dealt by praise: four players, partners opposite, eight cards each and no talon."""
    opposite = rules.seats == 4 and rules.sides[0] == rules.sides[2] != rules.sides[1] == rules.sides[3]
    return opposite and rules.hand_size == 8 and not rules.talon_size


def _require_kinds(rules: Rules) -> None:
    """Raise `RequestError` for rules whose cards cannot be dealt by praise (rules.md 3)."""
    praise = rules.options["praise"]
    if not deals_kinds(rules):
        raise RequestError(
            f"expected four players, partners opposite, with eight cards each and no talon for praise={praise}, got "
            f"{rules.seats} players of sides {' '.join(map(str, rules.sides))} with {rules.hand_size} cards each and "
            f"a talon of {rules.talon_size}"
        )


def _require_dealer(rules: Rules, settings: Mapping[int, int]) -> None:
    """Raise `RequestError` for rules whose scoring rows charge the dealer otherwise, if another seat than the one left
    of the dealer may lead first.
    """
    if rules.dealer_leads or rules.buys or settings[layout.FIRST_CARD]:
        raise RequestError(
            "expected the seat left of the dealer to lead first in every deal where a scoring row charges the dealer "
            f"otherwise, got {rules.name}, in which another one may"
        )


def _require_turnup(rules: Rules) -> None:
    """Raise `RequestError` for rules in which no trump suit can be turned up from the first hand (rules.md 8)."""
    if rules.first_leader or rules.hand_size > LARGEST_ORDERED or "praise" in rules.phases:
        raise RequestError(
            f"expected seat 0 to lead first, hands of at most {LARGEST_ORDERED} cards and no praise where the trump "
            f"suit is turned up, got seat {rules.first_leader} and hands of {rules.hand_size} in {rules.name}"
        )


def _rights(rules: Rules) -> tuple[int, ...]:
    """The seats that may lead trumps at will in single deals, by what holds in a match's later deals."""
    leads = leads_of(rules, first=False)
    first = rules.sides[rules.first_leader]
    return tuple(
        seat
        for seat, side in enumerate(rules.sides)
        if leads in (EVERYBODY, BY_TRICK)
        or (leads == FIRST_SIDE and side == first)
        or (leads == OTHER_SIDES and side != first)
    )
