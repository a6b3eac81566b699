"""Measures made ready for a game: which seats and sides they mean there, their range, and their program.

Only here does a question meet the rules, so whatever has no meaning in a game is refused here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from goatsim.cards import matching
from goatsim.chairs import seat_words
from goatsim.engine import program as op
from goatsim.errors import RequestError, among, wrong
from goatsim.game import Game
from goatsim.games import Rules
from goatsim.lang import patterns, sharing
from goatsim.lang.dealt import DISCARD, TALON, TURNED
from goatsim.lang.kinds import PATTERN, TRUTH, Code, Deal, named
from goatsim.lang.operations import COMPARISONS, NUMBERS, OVER, TRUTHS
from goatsim.lang.trumps import trump_strength

if TYPE_CHECKING:
    from goatsim.lang.measures import Measure

LARGEST = 1 << 62
SIDES = ("us", "them")
AWAY: dict[str, tuple[int, Callable[[Rules], bool]]] = {
    "talon": (TALON, lambda rules: rules.talon_size > 0),
    "turned": (TURNED, lambda rules: rules.buys or rules.turns_up),
    "discard": (DISCARD, lambda rules: rules.buys),
}
"""Places that are no seat, and which games have them."""
NAMED = {"talon": "a talon", "turned": "a card that is turned up", "discard": "cards that are laid aside"}
LONGEST_CODE = 1 << 13
"""Instructions of a measure: seats within seats within seats would otherwise have no end."""


@dataclass(frozen=True)
class Bound:
    """A measure for a game: every value lies in low .. high; `code` leaves it on top of the stack."""

    measure: Measure
    low: int
    high: int
    code: tuple[tuple[int, int, int], ...]


def bind(measure: Measure, game: Game, seat: int) -> Bound:
    """A measure for a game, `me` being a seat. Raises `RequestError` for what has no meaning there."""
    low, high, code = _within(measure, game, seat)
    return Bound(measure, low, high, tuple(code))


def chairs(measure: Measure, game: Game, seat: int) -> list[int]:
    """The seats that any, all, count, sum, min, max and pattern go over."""
    seats = range(game.rules.seats)
    mine = game.rules.sides[seat]
    groups = {
        "players": list(seats),
        "others": [place for place in seats if place != seat],
        "us": [place for place in seats if game.rules.sides[place] == mine],
        "them": [place for place in seats if game.rules.sides[place] != mine],
    }
    found = [chair for name in measure.who.split() for chair in groups.get(name) or [_seat(name, game, seat)]]
    return sorted(set(found))


def strength(measure: Measure, game: Game) -> int:
    """How strong the trump is that a measure names."""
    found = trump_strength(game, str(measure.given))
    if found == 0:
        raise wrong(f"a trump of {game.rules.name} to compare top_trump with", measure.given)
    return found


def gift(measure: Measure, game: Game) -> object:
    """What a word is given, in this game: cards are named one by one."""
    assert measure.word is not None
    if measure.word.takes != "cards":
        return measure.given
    found: dict[str, None] = {}
    for name in named(measure.given):
        meant = matching(name, game.rules.pack)
        if not meant:
            raise wrong(f"cards of {game.rules.name} for {measure.word.name}", name, game.rules.pack)
        found |= dict.fromkeys(meant)
    return tuple(found)


def places(measure: Measure, game: Game, seat: int) -> list[int]:
    """The seats, the side or the one place that a word is about."""
    assert measure.word is not None
    rules = game.rules
    of, who = measure.word.of, measure.who
    if of in ("deal", "match"):
        return [0]
    if who in AWAY:
        place, has = AWAY[who]
        if not has(rules):
            raise RequestError(f"expected a game with {NAMED[who]} for {measure}, got {rules.name}, which has none")
        return [place]
    if who in SIDES:
        others = sorted({side for side in rules.sides if side != rules.sides[seat]})
        sides = [rules.sides[seat]] if who == "us" else others
        if of != "seat":
            if len(sides) > 1 and measure.kind == TRUTH:
                raise RequestError(f"expected one side for {measure}, got {len(sides)} other sides in {rules.name}")
            return sides
        seats = [place for place in range(rules.seats) if rules.sides[place] in sides]
        if measure.kind == TRUTH and len(seats) > 1 and not measure.word.lone:
            raise RequestError(f"expected a seat for {measure.word.name}, got {who}: say any(us, ...) or all(us, ...)")
        return seats
    place = _seat(who, game, seat)
    return [place] if of == "seat" else [rules.sides[place]]


def walked(measure: Measure, game: Game, seat: int, deal: Deal) -> list[int]:
    """The places of which a word adds up what one deal by name says."""
    assert measure.word is not None
    everybody = range(game.rules.seats)
    if measure.who == sharing.SOLOIST:
        _soloist(measure, game)
        return [] if deal.soloist is None else [deal.soloist]
    if not (measure.word.shared and game.rules.buys):
        return places(measure, game, seat)
    if measure.who == "them":
        return [other for other in everybody if other not in sharing.friends(game, deal, seat)]
    (place,) = places(measure, game, seat)
    return sharing.friends(game, deal, place)


def _soloist(measure: Measure, game: Game) -> None:
    if not game.rules.buys:
        raise RequestError(f"expected a game in which a talon is bought for {measure}, got {game.rules.name}")


def _seat(who: str, game: Game, seat: int) -> int:
    rules = game.rules
    if who.startswith("seat"):
        place = int(who[4:])
        if place >= rules.seats:
            raise wrong(f"seat0 to seat{rules.seats - 1} in {rules.name}", who)
        return place
    known = {"me": seat}
    known |= {word: place for place, word in enumerate(seat_words(rules.seats, seat)) if not word.startswith("seat")}
    # In single deals the seat that leads first is the praiser where there is praise.
    known |= {"leader": rules.first_leader, "dealer": rules.dealer}
    known |= {"praiser": rules.first_leader} if "praise" in rules.options else {}
    if who not in known:
        raise wrong(f"a seat of {rules.name} ({among(known)})", who, known)
    return known[who]


def _within(measure: Measure, game: Game, seat: int) -> tuple[int, int, Code]:
    """The code of a measure whose values all fit in a word of the engine."""
    low, high, code = _code(measure, game, seat)
    if max(abs(low), abs(high)) > LARGEST:
        raise RequestError(
            f"expected numbers of at most 2^62 in a measure, got {measure}, which could reach {max(-low, high)}"
        )
    if len(code) > LONGEST_CODE:
        raise RequestError(f"expected a measure of at most {LONGEST_CODE} steps in {game.rules.name}, got {measure}")
    return low, high, code


def _code(measure: Measure, game: Game, seat: int) -> tuple[int, int, Code]:
    if measure.what == "constant":
        return measure.value, measure.value, [(op.CONSTANT, measure.value, 0)]
    if measure.what == "word":
        return _word_code(measure, game, seat)
    if measure.what == "card":
        return (found := strength(measure, game)), found, [(op.CONSTANT, found, 0)]
    if measure.what in OVER:
        return _over_code(measure, game, seat)
    if measure.what == "pattern":
        low, high, bounds = _bounds(measure, game, seat)
        return patterns.code(low, high, [code for _, _, code in bounds])
    if measure.what == "not":
        return 0, 1, [*_code(measure.parts[0], game, seat)[2], (op.NOT, 0, 0)]
    if measure.parts[1].what == "label":
        return _label_code(measure, game, seat)
    (low, high, first), (least, most, second) = (_within(part, game, seat) for part in measure.parts)
    if measure.what in NUMBERS:
        operation, value = NUMBERS[measure.what]
        corners = [value(a, b) for a in (low, high) for b in (least, most)]
        return min(corners), max(corners), [*first, *second, (operation, 0, 0)]
    operation = (COMPARISONS.get(measure.what) or TRUTHS[measure.what])[0]
    if measure.what in (">", ">="):
        first, second = second, first
    return 0, 1, [*first, *second, (operation, 0, 0)]


def _label_code(measure: Measure, game: Game, seat: int) -> tuple[int, int, Code]:
    pattern, label = measure.parts
    wanted = named_numbers(label.given)
    _, high, bounds = _bounds(pattern, game, seat)
    if len(wanted) != len(bounds):
        raise RequestError(
            f"expected a pattern of {len(bounds)} numbers for {pattern} in {game.rules.name}, got {label}"
        )
    _, _, code = _within(pattern, game, seat)
    number = patterns.number(wanted, high)
    return 0, 1, [*code, (op.CONSTANT, number, 0), (COMPARISONS[measure.what][0], 0, 0)]


def named_numbers(given: object) -> tuple[int, ...]:
    """The numbers of a pattern."""
    assert isinstance(given, tuple)
    return given


def label(measure: Measure, game: Game, seat: int, value: int) -> str:
    """A value of a measure as people write it: of a pattern such as 3-2-1, of everything else the number."""
    if measure.kind != PATTERN:
        return str(value)
    return patterns.written(patterns.numbers(value, len(chairs(measure, game, seat))))


def _bounds(measure: Measure, game: Game, seat: int) -> tuple[int, int, list[tuple[int, int, Code]]]:
    """A number seen from each of several seats, and the range of them all."""
    bounds = [_within(measure.parts[0], game, chair) for chair in chairs(measure, game, seat)]
    return min(low for low, _, _ in bounds), max(high for _, high, _ in bounds), bounds


def _over_code(measure: Measure, game: Game, seat: int) -> tuple[int, int, Code]:
    operation, joined = OVER[measure.what]
    bounds = [_within(measure.parts[0], game, chair) for chair in chairs(measure, game, seat)]
    code = list(bounds[0][2])
    for _, _, more in bounds[1:]:
        code += [*more, (operation, 0, 0)]
    return joined([low for low, _, _ in bounds]), joined([high for _, high, _ in bounds]), code


def _word_code(measure: Measure, game: Game, seat: int) -> tuple[int, int, Code]:
    word = measure.word
    assert word is not None
    given = gift(measure, game)
    if word.about_matches != (game.shape.match == 1):
        what, other = ("deals", "matches") if word.about_matches else ("matches", "deals")
        raise RequestError(f"expected a word about {what}, got {word.name}, which is about {other}")
    low, high = word.bounds(game, given)

    def of(place: int) -> Code:
        return word.code(game, place, given)

    if measure.who == sharing.SOLOIST and word.of not in ("deal", "match"):
        _soloist(measure, game)
        alone: Code = [(op.CONSTANT, 0, 0)]
        for place in range(game.rules.seats):
            alone += [*sharing.is_soloist(place), *of(place), (op.MUL, 0, 0), (op.ADD, 0, 0)]
        return min(low, 0), max(high, 0), alone
    if word.shared and game.rules.buys:
        mine = seat if measure.who == "them" else places(measure, game, seat)[0]
        return low, high, sharing.shared_code(game, mine, of, theirs=measure.who == "them")
    found = places(measure, game, seat)
    code: Code = []
    for k, place in enumerate(found):
        code += [*of(place), *([(op.ADD, 0, 0)] if k else [])]
    several = 1 if word.lone else len(found)
    return low * several, high * several, code
