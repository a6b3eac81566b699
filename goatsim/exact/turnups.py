"""First deals whose trump suit is turned up, or shown, counted exactly (rules.md, 8 to 10).

Of a hand whose cards lie in any order, one as likely as another, the first card that belongs to a suit may be any of
these. So a deal counts once for every suit, or card, that may be turned up, with the chance that it is: its share among
those of the first hand, less where a card that must not lie open, or too many others, come before. A card shown may be
any of the stock, or of the whole pack, and the dealer's last card (of the first half of a pack) any that he is dealt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm, perm

from goatsim.engine import layout
from goatsim.game import Game
from goatsim.lang.looks import Uncountable, looks
from goatsim.lang.measures import Measure
from goatsim.lang.places import seat_at, talon

Count = Callable[[Game, Sequence[Measure], int], dict[tuple[int, ...], int]]


def settled(game: Game, card: str) -> Game:
    """The game with a card turned up, as exact counting takes it: its suit is trump."""
    return replace(game, contract=replace(game.contract, turned=card), shape=game.shape._replace(turnup=0, shown=0))


def kept(game: Game) -> Measure | None:
    """What of dealt cards decides whether a deal is played: that the first hand holds a card of a suit; None if more
    does.
    """
    if game.settings[layout.TURNUP_MOST] < game.shape.hand or game.settings[layout.TURNUP_REDO]:
        return None
    found: Measure = seat_at(0).cards(of_suits(game)) >= 1
    return found


def of_suits(game: Game) -> list[str]:
    """The cards that can be turned up to show the trump suit."""
    return [card for cards in game.rules.plain.values() for card in cards]


def turned_up(game: Game, measures: Sequence[Measure], seat: int, count: Count) -> dict[tuple[int, ...], int]:
    """What `counting.counted` says of a game whose trump suit is turned up, of the deals that are not dealt again;
    `count` is that function. The ways are to scale.
    """
    if game.shape.turnup == layout.LAST_CARD:
        return _last_turned_up(game, measures, seat, count)
    cards = game.set_of(of_suits(game))
    unwanted = game.settings[layout.TURNUP_REDO]
    first = seat_at(0)
    games = _shown(game, measures, seat)
    if len(games) == 1 and game.settings[layout.TURNUP_MOST] > game.shape.hand:
        # First deals, whatever can be turned up from them.
        return count(games[0][0], measures, seat)

    def held(some: int) -> Measure:
        measure: Measure = first.cards(game.cards_of(some))
        return measure

    shares: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for shown, among in games:
        asked = [*measures, held(cards), held(among), *([held(unwanted)] if unwanted else [])]
        ways = count(shown, asked, seat)
        total = sum(ways.values())
        for values, number in ways.items():
            mine, (suited, some, *bad) = values[: len(measures)], values[len(measures) :]
            shares[mine] += Fraction(number, total) * some * _chance(game, suited, sum(bad))
    return _scaled(shares)


def _last_turned_up(game: Game, measures: Sequence[Measure], seat: int, count: Count) -> dict[tuple[int, ...], int]:
    """The same where the dealer's last card is turned up. The ways are to scale."""
    dealer = seat_at(game.rules.dealer)
    games = _shown(game, measures, seat)
    if len(games) == 1:
        # Nobody asks for the trump suit.
        return count(games[0][0], measures, seat)
    shares: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for shown, among in games:
        held: Measure = dealer.cards(game.cards_of(among))
        ways = count(shown, [*measures, held], seat)
        total = sum(ways.values())
        for (*mine, some), number in ways.items():
            shares[tuple(mine)] += Fraction(number * some, total)
    return _scaled(shares)


def _scaled(shares: Mapping[tuple[int, ...], Fraction]) -> dict[tuple[int, ...], int]:
    """Shares as whole numbers, those of nothing left out."""
    scale = lcm(*(share.denominator for share in shares.values()))
    return {values: int(share * scale) for values, share in sorted(shares.items()) if share}


def card_shown(game: Game, measures: Sequence[Measure], seat: int, count: Count) -> dict[tuple[int, ...], int]:
    """What `counting.counted` says of a game in which a card is shown to name the trump suit; `count` is that function.
    The ways are to scale.
    """
    games = _shown(game, measures, seat)
    if len(games) == 1:
        return count(games[0][0], measures, seat)
    anywhere = bool(game.settings[layout.SHOW_ANY])
    found: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for shown, among in games:
        names = game.cards_of(among)
        asked = [*measures, *([] if anywhere else [talon.cards(names)])]
        for values, number in count(shown, asked, seat).items():
            # So many cards that name the same trumps lie where one is shown.
            found[values[: len(measures)]] += number * (len(names) if anywhere else values[-1])
    return {values: number for values, number in sorted(found.items()) if number}


def _shown(game: Game, measures: Sequence[Measure], seat: int) -> list[tuple[Game, int]]:
    """The game for everything that measures can tell apart of what may be turned up, and the cards that show it."""
    codes = [measure.bound(game, seat).code for measure in measures]
    if any(layout.TURNED in columns for code in codes for _, *columns in code):
        return [(settled(game, card), game.set_of([card])) for card in _turnable(game)]
    try:
        for measure in measures:
            looks(measure.bound(game, seat), game)
    except Uncountable:
        suits = [[card for card in _turnable(game) if card[1] == suit] for suit in game.rules.plain]
        return [(settled(game, cards[0]), game.set_of(cards)) for cards in suits if cards]
    # Nobody asks for the trump suit.
    return [(replace(game, shape=game.shape._replace(turnup=0, shown=0)), game.set_of(of_suits(game)))]


def _turnable(game: Game) -> list[str]:
    """The cards that can be turned up to make their suit trump."""
    return list(game.rules.pack) if game.shape.turnup == layout.LAST_CARD else of_suits(game)


def _chance(game: Game, suited: int, unwanted: int) -> Fraction:
    """The chance that one of the `suited` cards of the first hand is turned up before the others, before `unwanted`
    ones, and in time.
    """
    size, most = game.shape.hand, game.settings[layout.TURNUP_MOST]
    if not suited:
        return Fraction(0)
    late = Fraction(perm(size - suited - unwanted, most), perm(size, most)) if most < size else Fraction(0)
    return (1 - late) / (suited + unwanted)
