"""The arrays that deals begin with: a block under a contract, and the tables for dealing. They stand apart from the
contract, of which much is asked that needs no arrays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from goatsim.engine.layout import BINOMIAL, CARD, COLUMNS, INSIDE, ORDER, SIZE, STRIDE, SUBSET, TABLE_WORDS


def block_of(columns: Mapping[int, int]) -> NDArray[np.uint64]:
    """A fresh block of deals in which some columns have the same word in all deals."""
    block = np.zeros((COLUMNS, STRIDE), np.uint64)
    for column, value in columns.items():
        block[column] = value
    return block.reshape(-1)


def tables_of(places: Sequence[int]) -> NDArray[np.uint64]:
    """The tables for dealing a pack whose cards are the bits `places`, in pack order: binomial coefficients, pack order
    to strength order by bytes and by single places, the 16-bit sets by size and value.
    """
    tables = np.zeros(TABLE_WORDS, np.uint64)
    tables[BINOMIAL:ORDER] = _binomials()
    order = tables[ORDER:SUBSET].reshape(8, 256)
    for k, place in enumerate(places):
        byte, bit = divmod(k, 8)
        order[byte] |= np.uint64(1 << place) * ((np.arange(256, dtype=np.uint64) >> np.uint64(bit)) & np.uint64(1))
    tables[SUBSET:SIZE], tables[SIZE:INSIDE] = _subsets()
    tables[INSIDE:CARD] = _steps()
    tables[CARD : CARD + len(places)] = [1 << place for place in places]
    return tables


@cache
def _binomials() -> NDArray[np.uint64]:
    return np.array([math.comb(n, k) for n in range(65) for k in range(65)], np.uint64)


@cache
def _steps() -> NDArray[np.uint64]:
    """For n > 16 places and k to be taken, the first number of the subsets that take 0, 1, .. 16 of the first
    16 places; the largest word where no subset takes so many.
    """
    binomial = _binomials().reshape(65, 65)
    steps = np.full((65, 65, 17), np.iinfo(np.uint64).max, np.uint64)
    for n in range(17, 65):
        for k in range(n + 1):
            most = min(16, k)
            ways = binomial[16, : most + 1] * binomial[n - 16, k - np.arange(most + 1)]
            steps[n, k, 0] = 0
            steps[n, k, 1 : most + 1] = np.cumsum(ways[:-1])
    return steps.reshape(-1)


@cache
def _subsets() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The 16-bit sets ordered by size, then by value; and where each size begins."""
    values = np.arange(65536)
    size = np.bitwise_count(values)
    return np.argsort(size, kind="stable").astype(np.uint64), np.searchsorted(np.sort(size), np.arange(17)).astype(
        np.uint64
    )
