"""Whether what the rules of a game say of its cards holds together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from goatsim import cards
from goatsim.errors import RequestError, brief, shown, wrong


def check_cards(pack: Sequence[str], trumps: Sequence[str], plain_order: str) -> None:
    """Raise `RequestError` unless trumps are cards of the pack, and the order lists each rank of plain cards once."""
    for name in trumps:
        if name not in pack:
            raise wrong("trumps to be cards of the pack", name)
    plain = {name[0] for name in pack if name not in trumps}
    order = [rank for rank in cards.RANKS if rank in plain]
    if Counter(plain_order) != Counter(order):
        missing = [rank for rank in order if rank not in plain_order]
        surplus = [rank for rank in plain_order if rank not in plain]
        what = [f"without {' '.join(missing)}"] * bool(missing) + [f"with {' '.join(surplus)}"] * bool(surplus)
        raise RequestError(
            f"expected plain_order to list once each rank that plain cards have, {' '.join(order) or 'none'}, "
            f"got {shown(plain_order)}{', ' if what else ''}{brief(' and '.join(what))}"
        )


def check_points(points: Mapping[str, int], pack: Sequence[str]) -> None:
    """Raise `RequestError` unless points are from 0 to 31, of ranks or of cards of the pack."""
    for key, value in points.items():
        if len(key) == 2 and key not in pack:
            raise wrong("points to name ranks or cards of the pack", key)
        if not 0 <= value <= 31:
            raise RequestError(f"expected points from 0 to 31 for {key}, got {value}")
