"""What deals must fulfil to be asked about: `given` and `hand` as one measure, its parts, and first deals (`fresh`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import and_

from msgspec.structs import replace

from goatsim.cards import wanted
from goatsim.chairs import seat_of
from goatsim.errors import RequestError, wrong
from goatsim.exact.counting import counted
from goatsim.game import Game
from goatsim.games import Rules
from goatsim.games.options import Value
from goatsim.games.redeal import EVERY_CARD
from goatsim.lang.building import SEATS
from goatsim.lang.kinds import TRUTH
from goatsim.lang.looks import Uncountable, looks
from goatsim.lang.measures import Measure
from goatsim.lang.places import TALON, Who
from goatsim.lang.reading import read

Hand = str | Sequence[str] | Mapping[str, str | Sequence[str]]
"""Cards of me as a text, several such texts, each with ``SEAT=`` before it if another seat is meant, or cards by
seat.
"""

HOLDERS = (*SEATS, TALON)


def condition_of(given: Measure | str | None, hand: Hand | None, rules: Rules) -> Measure | None:
    """Everything that is asked of a deal as one truth; None if nothing is. Raises `RequestError`."""
    parts = [] if given is None else [_truth(given)]
    return joined([*parts, *(_holds(holder, cards, rules) for holder, cards in _hands(hand))])


def hand_words(hand: Hand | None) -> list[str]:
    """Hands as `--hand` takes them."""
    found = [(holder, cards if isinstance(cards, str) else " ".join(cards)) for holder, cards in _hands(hand)]
    return [cards.strip() if holder == "me" else f"{holder}={cards.strip()}" for holder, cards in found]


def joined(parts: Sequence[Measure]) -> Measure | None:
    """Several truths as one; None for none."""
    return reduce(and_, parts) if parts else None


def parts_of(condition: Measure | None) -> list[Measure]:
    """The truths that a condition joins by and."""
    if condition is None:
        return []
    return [one for part in condition.parts for one in parts_of(part)] if condition.what == "and" else [condition]


def dealt_part(condition: Measure | None, game: Game, seat: int) -> tuple[Measure | None, Measure | None]:
    """What a condition says of dealt cards alone, and the rest. Raises `RequestError` for what has no meaning in the
    game.
    """
    dealt, rest = [], []
    for part in parts_of(condition):
        bound = part.bound(game, seat)
        try:
            looks(bound, game)
        except Uncountable:
            rest.append(part)
        else:
            dealt.append(part)
    return joined(dealt), joined(rest)


def first_share(condition: Measure | None, game: Game, seat: int) -> Fraction | None:
    """The share of first deals that fulfil a condition about dealt cards, 1 for none; None where there are too many to
    count. Raises `RequestError` for a condition that none of them fulfils, and so no deal that is played.
    """
    if condition is None:
        return Fraction(1)
    try:
        ways = counted(game, [condition], seat)
    except Uncountable:
        return None
    found = Fraction(ways.get((1,), 0), sum(ways.values()))
    if not found:
        raise RequestError(f"expected a condition that some deal of {game.rules.name} fulfils, got {condition}")
    return found


def fresh(rules: Rules) -> Rules:
    """Rules under which first deals from a full pack are played as they are: without praise and redeals, and whatever
    lies open before the trump suit is turned up.
    """
    as_dealt: dict[str, Value] = {
        "praise": "none",
        "turnup_max_specials": EVERY_CARD,
        "praise_suit_redo_on_7C_or_QC": False,
    }
    options = {name: as_dealt.get(name, value) for name, value in rules.options.items()}
    return replace(rules, redeal=(), options=options)


def _truth(given: object) -> Measure:
    if isinstance(given, str):
        return read(given, TRUTH)
    if not isinstance(given, Measure):
        raise wrong("a condition as a measure such as goatsim.me.trumps >= 5, or its text", given)
    if given.kind != TRUTH:
        raise RequestError(f"expected a truth as a condition, got the {given.kind} {given}")
    return given


def _hands(hand: Hand | None) -> list[tuple[str, str | Sequence[str]]]:
    if hand is None:
        return []
    if isinstance(hand, Mapping):
        return [(str(holder), cards) for holder, cards in hand.items()]
    if not isinstance(hand, str | Sequence):
        raise wrong("a hand as a text such as QC QS or left=QC QS, several of them, or cards by seat", hand)
    texts = [hand] if isinstance(hand, str) else list(hand)
    found: list[tuple[str, str | Sequence[str]]] = []
    for text in texts:
        if not isinstance(text, str):
            raise wrong("a hand as a text such as QC QS or left=QC QS", text)
        holder, sign, cards = text.partition("=")
        found.append((holder, cards) if sign else ("me", text))
    return found


def _holds(holder: str, cards: object, rules: Rules) -> Measure:
    word = holder.strip()
    if word.isascii() and word.isdigit():
        word = f"seat{seat_of(word, rules.seats, 'a seat before the cards of a hand')}"
    if word not in HOLDERS:
        raise wrong("a seat such as me, left, seat2 or the talon before = and the cards of a hand", holder, HOLDERS)
    once, twice = _told_twice(cards) if rules.double else (cards, [])
    held = wanted(once)
    if not held:
        raise wrong("cards in a hand, such as QC QS", cards)
    measure: Measure = Who(word).has(held)
    for name in twice:
        measure &= Who(word).cards(name) == 2
    return measure


def _told_twice(cards: object) -> tuple[object, list[str]]:
    """Cards of a pack that holds two of each, those told of twice named once, and the names of these."""
    words = cards.replace(",", " ").split() if isinstance(cards, str) else cards
    if not isinstance(words, list | tuple):
        return cards, []
    names = [name for word in words for name in wanted(word)]
    twice = [name for name in dict.fromkeys(names) if names.count(name) == 2 and "*" not in name]
    kept = [name for place, name in enumerate(names) if name not in twice or name not in names[:place]]
    return kept, twice
