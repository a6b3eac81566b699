"""The phases of a deal, by the words of a game's file, and what each of them needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goatsim.errors import RequestError

if TYPE_CHECKING:
    from goatsim.games.model import Rules

PHASES = ("shuffle", "turnup", "praise", "redeals", "swaps", "buy", "tricks", "sets", "melds", "settle")
"""Every phase a deal can have (design: the house)."""

NEEDED_PHASES = ("shuffle", "settle")
"""The phases without which there is no deal."""

BUILT_PHASES = ("shuffle", "turnup", "praise", "redeals", "swaps", "buy", "tricks", "sets", "melds", "settle")
"""The phases this version can play."""

MOST_SET = 4
"""The most cards that are led together."""


def require_parts(rules: Rules) -> None:
    """Raise RequestError where a phase, or a card that names the trumps, lacks something that it needs."""
    if rules.meld and not (rules.double and rules.turned == "last_of_stock" and rules.seats == rules.side_count == 2):
        raise RequestError("expected two players, a double pack and turned=last_of_stock for melds, got others")
    if rules.draw and (not rules.talon_size or rules.talon_size % rules.seats):
        raise RequestError(
            f"expected a stock of as many cards for each of {rules.seats} seats to draw, got {rules.talon_size} cards"
        )
    if rules.buys and (list(rules.sides) != list(range(rules.seats)) or not rules.talon_size):
        got = f"sides {' '.join(map(str, rules.sides))} and {rules.talon_size} cards left over"
        raise RequestError(f"expected a side for every seat, in order, and a talon where it is bought, got {got}")
    if any(row.of in ("soloist", "defenders") for row in rules.scoring) and not rules.buys:
        raise RequestError("expected the phase buy, as scoring speaks of a soloist or defenders, got none")
    if rules.turned in ("stock", "last_of_stock") and not rules.draw:
        got = f"turned={rules.turned} and draw=false"
        raise RequestError(f"expected a stock whose card names the trump suit, got {got}")
    if "sets" in rules.phases and (not rules.draw or "tricks" in rules.phases or rules.hand_size > MOST_SET):
        raise RequestError(
            f"expected a stock, hands of at most {MOST_SET} cards and no phase tricks beside the phase sets, got "
            f"draw={str(rules.draw).lower()}, hand_size={rules.hand_size} and phases {' '.join(rules.phases)}"
        )
