"""Every built-in policy against every other: a table of card points, in order of strength.

    python scripts/ladder.py --deals 1e6 --rules bare

Each pair plays every deal twice, once with the one policy at seats 0 and 2 and the other at 1 and 3, once the other way
round. An entry is the points of the row's side less those of the column's, a deal, averaged over both seatings, with
half the width of its 95% interval; `all` is the mean of a row.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import combinations

from goatsim import at, policies, them, us
from goatsim.errors import PlayError, RequestError

SEED = 0


def difference(one: str, other: str, rules: str, deals: int) -> tuple[float, float]:
    """The points of a policy less those of another, a deal, over both seatings of the same deals; and half the width
    of the 95% interval.
    """
    first = at(rules, policies=f"{one},{other}", seed=SEED, deals=deals, progress="never")
    second = at(rules, policies=f"{other},{one}", seed=SEED)
    found = first.tally(us.points - them.points, minus=second).estimate()
    assert found.value is not None
    return found.value / 2, found.half_width / 2


def ladder(
    names: Sequence[str], rules: str, deals: int, tell: Callable[[str], None] = lambda pair: None
) -> dict[tuple[str, str], tuple[float, float]]:
    """The difference of every ordered pair of different policies."""
    found = {}
    for one, other in combinations(names, 2):
        tell(f"{one} against {other}")
        value, half = difference(one, other, rules, deals)
        found[one, other], found[other, one] = (value, half), (-value, half)
    return found


def mean(name: str, found: dict[tuple[str, str], tuple[float, float]]) -> float:
    """The mean of a policy's differences."""
    row = [value for (one, _), (value, _) in found.items() if one == name]
    return sum(row) / len(row)


def table(names: Sequence[str], found: dict[tuple[str, str], tuple[float, float]]) -> str:
    """The differences as a table, the strongest policy first."""
    ordered = sorted(names, key=lambda name: -mean(name, found))
    rows = [["", *ordered, "all"]]
    for one in ordered:
        cells = [
            f"{found[one, other][0]:+.2f} ±{found[one, other][1]:.2f}" if other != one else "" for other in ordered
        ]
        rows.append([one, *cells, f"{mean(one, found):+.2f}"])
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for name, *cells in rows:
        right = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *right]))
    return "\n".join(lines)


def whole(text: str) -> int:
    """A number of deals such as 1e6."""
    value = float(text)
    if not 1 <= value <= 1e12:
        raise ValueError(text)
    return int(value)


def main() -> int:
    """Play what was asked for and print the table."""
    parser = argparse.ArgumentParser(description="Play every built-in policy against every other.")
    parser.add_argument("--deals", type=whole, default=100_000, help="deals for each pair (default 1e5)")
    parser.add_argument("--rules", default="bare", help="a game by name or a file (default bare)")
    given = parser.parse_args()
    names = policies()
    assert isinstance(names, list)
    try:
        found = ladder(names, given.rules, given.deals, lambda pair: print(pair, file=sys.stderr, flush=True))
    except (RequestError, PlayError) as error:
        print(error, file=sys.stderr)
        return 1 if isinstance(error, PlayError) else 2
    print(table(names, found))
    print(f"\n{given.deals:,} deals of {given.rules}, each in both seatings; seed {SEED}; 95% intervals")
    return 0


if __name__ == "__main__":
    sys.exit(main())
