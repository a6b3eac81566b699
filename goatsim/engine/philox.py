"""Random words that are a pure function of (seed, index, attempt, purpose, block): Philox 4x64 with ten rounds.

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. Block b of a
stream is what `numpy.random.Philox(key=[seed, 0], counter=[b, index, attempt, purpose]).random_raw(4)` gives (numpy
steps its counter before it draws).
"""

from __future__ import annotations

from goatsim.engine.bits import add, high, low
from goatsim.engine.jit import text

# Every use of chance draws from a stream of its own, so that one more coin in one place moves nothing elsewhere.
DEAL = 1
CUTS = 2
ORDER = 3  # the order of the deck
CHANCES = 4  # chance in a kind of deal
FIRST_DEALER = 5
STRATUM = 6  # deals of one group
HALVES = 7  # which cards of a seat belong to the first half of the pack, where they were dealt together
SIGNALS = 8  # which signs are noticed
COINS = 16  # + the seat

MULTIPLIER_0 = 0xD2E7470EE14C6C93
MULTIPLIER_1 = 0xCA5A826395121157
WEYL_0 = 0x9E3779B97F4A7C15
WEYL_1 = 0xBB67AE8584CAA73B


@text
def philox(seed: int, index: int, attempt: int, purpose: int, block: int) -> tuple[int, int, int, int]:
    """The four 64-bit words of one block of a stream."""
    a, b, c, d = add(block, 1), add(index, 0), add(attempt, 0), add(purpose, 0)
    key, other = add(seed, 0), add(0, 0)
    for _ in range(10):
        a, b, c, d = (
            high(MULTIPLIER_1, c) ^ b ^ key,
            low(MULTIPLIER_1, c),
            high(MULTIPLIER_0, a) ^ d ^ other,
            low(MULTIPLIER_0, a),
        )
        key, other = add(key, WEYL_0), add(other, WEYL_1)
    return a, b, c, d
