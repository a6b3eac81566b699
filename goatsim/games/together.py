"""Whether the parts of a game's rules go together: seats and sides, pack and hands, trumps and plain cards, points."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from goatsim import cards
from goatsim.errors import RequestError, brief, shown, wrong

if TYPE_CHECKING:
    from goatsim.games.model import Rules

MOST_SET = 4
"""The most cards that are led together."""


def hold_together(rules: Rules) -> None:
    """Raise `RequestError` naming the first thing in some rules that does not go with another."""
    _seats(rules)
    _cards(rules)
    _points(rules)
    _half(rules)
    _stocks(rules)
    _whole(rules)


def _seats(rules: Rules) -> None:
    if not 2 <= rules.seats <= 6:
        raise RequestError(f"expected sides to give the side of 2 to 6 seats, got {rules.seats}")
    if rules.side_count < 2 or set(rules.sides) != set(range(rules.side_count)):
        raise wrong("sides to number two sides or more from 0 without a gap", list(rules.sides))
    if not 0 <= rules.first_leader < rules.seats:
        raise wrong(f"first_leader to be a seat from 0 to {rules.seats - 1}", rules.first_leader)
    if rules.talon_to != "none" and not 0 <= rules.talon_to < rules.side_count:
        raise wrong(f"talon_to to be none or a side from 0 to {rules.side_count - 1}", rules.talon_to)
    if rules.hand_size < 1:
        raise wrong("hand_size to be 1 or more", rules.hand_size)
    if rules.talon_size < 0 or (rules.talon_size and rules.halves > 1):
        what = f"{'to be exactly' if rules.halves > 1 else 'to hold'} {rules.seats * rules.halves}"
        got = f"got a pack of {len(rules.pack)} cards"
        raise RequestError(f"expected the pack {what} hands of {rules.hand_size} cards, {got}")
    if rules.meld and not (rules.double and rules.turned == "last_of_stock" and rules.seats == rules.side_count == 2):
        raise RequestError("expected two players, a double pack and turned=last_of_stock for melds, got others")
    if rules.draw and (not rules.talon_size or rules.talon_size % rules.seats):
        raise RequestError(
            f"expected a stock of as many cards for each of {rules.seats} seats to draw, got {rules.talon_size} cards"
        )
    if rules.buys and (list(rules.sides) != list(range(rules.seats)) or not rules.talon_size):
        got = f"sides {' '.join(map(str, rules.sides))} and {rules.talon_size} cards left over"
        raise RequestError(f"expected a side for every seat, in order, and a talon where it is bought, got {got}")
    if rules.buys and rules.turns_up:
        got = f"turned={rules.turned} and phases {' '.join(rules.phases)}"
        raise RequestError(f"expected no trump suit that is turned up where the talon is bought, got {got}")
    if any(row.of in ("soloist", "defenders") for row in rules.scoring) and not rules.buys:
        raise RequestError("expected the phase buy, as scoring speaks of a soloist or defenders, got none")
    if rules.turned in ("stock", "last_of_stock") and not rules.draw:
        got = f"turned={rules.turned} and draw=false"
        raise RequestError(f"expected a stock whose card names the trump suit, got {got}")
    for turned, phase in (("stock", "sets"), ("last_of_stock", "melds")):
        if (rules.turned == turned) is not (phase in rules.phases):
            got = f"turned={rules.turned} and phases {' '.join(rules.phases)}"
            raise RequestError(f"expected turned={turned} together with the phase {phase}, or neither, got {got}")
    if bool(rules.meld) is not ("melds" in rules.phases):
        got = f"{len(rules.meld)} and phases {' '.join(rules.phases)}"
        raise RequestError(f"expected melds together with the phase melds, or neither, got {got}")
    if rules.talon_to != "none" and (rules.draw or rules.buys):
        what = "draw=true" if rules.draw else "the phase buy"
        raise RequestError(f"expected talon_to=none with {what}, got side {rules.talon_to}")
    if "sets" in rules.phases and (not rules.draw or "tricks" in rules.phases or rules.hand_size > MOST_SET):
        raise RequestError(
            f"expected a stock, hands of at most {MOST_SET} cards and no phase tricks beside the phase sets, got "
            f"draw={str(rules.draw).lower()}, hand_size={rules.hand_size} and phases {' '.join(rules.phases)}"
        )


def _cards(rules: Rules) -> None:
    for name in rules.trumps:
        if name not in rules.pack:
            raise wrong("trumps to be cards of the pack", name)
    plain = {name[0] for name in rules.pack if name not in rules.trumps}
    order = [rank for rank in cards.RANKS if rank in plain]
    if Counter(rules.plain_order) != Counter(order):
        missing = [rank for rank in order if rank not in rules.plain_order]
        surplus = [rank for rank in rules.plain_order if rank not in plain]
        what = [f"without {' '.join(missing)}"] * bool(missing) + [f"with {' '.join(surplus)}"] * bool(surplus)
        raise RequestError(
            f"expected plain_order to list once each rank that plain cards have, {' '.join(order) or 'none'}, "
            f"got {shown(rules.plain_order)}{', ' if what else ''}{brief(' and '.join(what))}"
        )


def _points(rules: Rules) -> None:
    for key, value in rules.points.items():
        if len(key) == 2 and key not in rules.pack:
            raise wrong("points to name ranks or cards of the pack", key)
        if not 0 <= value <= 31:
            raise RequestError(f"expected points from 0 to 31 for {key}, got {value}")


def _half(rules: Rules) -> None:
    bounds = [str(bound) for row in rules.scoring for bound in row.points]
    counted = rules.talon_to != "none" or rules.draw or rules.buys
    if rules.talon_size and not counted and any("half" in bound for bound in bounds):
        raise RequestError(
            "expected talon_to to name the side that the cards left over count for, as scoring speaks of half of "
            f"all points, got none and {rules.talon_size} cards left over"
        )


def _stocks(rules: Rules) -> None:
    # One side takes from all others: a row that charges itself, or an other one nothing, names no taker.
    for row in rules.scoring if rules.stocks else ():
        if row.penalty or bool(row.eyes) != bool(row.eyes if row.dealer is None else row.dealer):
            raise RequestError(
                "expected scoring rows to charge every other side something, or nobody, where sides have stocks, got "
                f"{row.eyes} eyes, dealer {'as others' if row.dealer is None else row.dealer} and penalty "
                f"{row.penalty} in {row.outcome}"
            )


def _whole(rules: Rules) -> None:
    # Deals of sets and of melds are played to their end: nothing is claimed back or caught in them.
    where = "sets are led" if "sets" in rules.phases else "cards are melded" if "melds" in rules.phases else ""
    for what, rows in (("redeal", rules.redeal), ("capture", rules.capture)):
        if rows and where:
            raise RequestError(f"expected no rows of {what} where {where}, got {len(rows)}")
