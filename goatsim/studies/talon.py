"""Is the talon worth buying, what does it bring, and how strong must a hand be to buy it?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from goatsim.games import Rules
from goatsim.lang import Measure, discard, me, others, over, talon
from goatsim.runs.intervals import Estimate, cautious
from goatsim.runs.tasks import Ask, Seen, Table, difference
from goatsim.seats.define import Policy
from goatsim.seats.named import named
from goatsim.show import charts
from goatsim.show.telling import COLOURS, difference_row, known, spans, unknown_words, verdict
from goatsim.show.text import policies_words
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated, further

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BUYER = "buyer"
LEAST = "least"
"""The player that is studied, and its parameter: what a hand must be worth for it to buy."""

LEASTS = range(10, 20)
"""The values of it that play against one another."""

NOTHING = Estimate(None, None, None, None, 0)
"""What is known where nothing was played."""

WORTH = 2 * me.trumps + me.queens + 3 * me.cards("AC AS AH")
"""What a hand is worth, as that player counts it."""
NOTE_WORTH = "A hand is worth 2 for each trump, 1 more for each queen, and 3 for each plain ace."


def _unfit(rules: Rules) -> str:
    if not rules.buys:
        return f"nobody buys a talon in {rules.name}"
    missing = [card for card in ("AC", "AS", "AH") if card not in rules.pack or card in rules.trumps]
    return f"the hands of {rules.name} have no plain {missing[0]}" if missing else ""


def _players(setting: Setting) -> tuple[Policy, ...]:
    """The line-up, if all in it buy by what a hand is worth; else the player that is studied in every seat."""
    if all(LEAST in policy.params for policy in setting.policies):
        return setting.policies
    return (named(BUYER),) * setting.rules.seats


def _better(rules: Rules) -> Measure:
    """How much less is charged to me than to the others, times their number."""
    better: Measure = over("sum", others, me.penalty) - (rules.seats - 1) * me.penalty
    return better


def _parts(setting: Setting) -> tuple[Part, ...]:
    rules, players = setting.rules, _players(setting)
    first = rules.first_leader
    arms = []
    for answer in ("always", "never"):
        seated = [player(buy=answer) if seat == first else player for seat, player in enumerate(players)]
        arms.append(setting.arm(policies=seated))
    change, many = _better(rules), rules.seats - 1
    seen = tuple(Seen(one.factor, one.arm, first) for one in difference(0, 1))
    alone = (Seen(1, 0, first),)
    won = me.points > rules.total_points // 2
    asks = (
        Ask("all", change, (), seen, divisor=many),
        Ask("by worth", change, (WORTH,), seen, divisor=many),
        Ask("won", won, (), alone),
        Ask("won by worth", won, (WORTH,), alone),
        Ask("points", me.points, (talon.trumps,), alone),
        Ask("won by talon", won, (talon.trumps,), alone),
        Ask("trumps", talon.trumps - discard.trumps, (), alone),
        Ask("aside", discard.hand_points, (), alone),
    )
    return Part(tuple(arms), asks, "all"), _contest(setting, players)


def _contest(setting: Setting, players: tuple[Policy, ...]) -> Part:
    """Everybody in turn buys from another worth on than the rest, on the same deals."""
    rules = setting.rules
    change, divisor = _better(rules), rules.seats * (rules.seats - 1)
    # A player is made once for all the seats in which it sits: making one takes longer than all else here.
    made = cache(lambda player, least: player(**{LEAST: least}))
    arms = [
        setting.arm(policies=[made(one, least) if seat == other else one for seat, one in enumerate(players)])
        for least in LEASTS
        for other in range(rules.seats)
    ]

    def seen(place: int, factor: int) -> tuple[Seen, ...]:
        return tuple(Seen(factor, place * rules.seats + seat, seat) for seat in range(rules.seats))

    asks = [Ask(f"from {least}", change, (), seen(k, 1), divisor=divisor) for k, least in enumerate(LEASTS)]
    asks += [
        Ask(f"from {least + 1} or {least}", change, (), (*seen(k + 1, 1), *seen(k, -1)), divisor=divisor)
        for k, least in enumerate(LEASTS[:-1])
    ]
    return Part(tuple(arms), tuple(asks))


def _by_worth(tables: Mapping[str, Table]) -> list[Row]:
    """What buying changes for a hand of each worth, and how often such a soloist wins."""
    table, shares = tables["by worth"], dict(tables["won by worth"].groups())
    groups, divisor = table.groups(), table.ask.divisor
    rows = []
    for group, counts in groups:
        found = cautious(table.values, counts, table.confidence, len(groups)).over(divisor)
        won = tables["won by worth"].share_of(shares[group])
        rows.append({**difference_row({"worth": group[0]}, found), **further(won, "share_won")})
    return rows


def _pays_from(rows: list[Row]) -> int | None:
    """The least worth from which on buying is known to pay, for every hand of which enough is known."""
    shown = known(rows)
    pays = [row["worth"] for k, row in enumerate(shown) if all(verdict(later) > 0 for later in shown[k:])]
    return pays[0] if pays else None


def _leasts(tables: Mapping[str, Table]) -> list[Row]:
    """What each value brings against the others, and what it brings more than the one before."""
    rows = []
    for least in LEASTS:
        found = tables[f"from {least}"].among(len(LEASTS)).mean()
        rows.append(difference_row({"buys_from": least}, found))
        table = tables.get(f"from {least} or {least - 1}")
        more = table.among(len(LEASTS) - 1).mean() if table else None
        rows[-1] |= further(more or NOTHING, "difference_than_before")
    return rows


def _best(rows: list[Row]) -> list[int]:
    """The values among which the best one is: those that no step up or down is known to better."""
    found = []
    for k, row in enumerate(rows):
        after = rows[k + 1] if k + 1 < len(rows) else None
        worse = (row["difference_than_before_high"] or 0.0) < 0
        better = after is not None and (after["difference_than_before_low"] or 0.0) > 0
        if not worse and not better:
            found.append(row["buys_from"])
    return found


def _headline(all_hands: Estimate, pays: int | None, best: list[int]) -> str:
    if all_hands.value is None:
        return "No deal was played to its end."
    if all_hands.deals == 1:
        return "The only deal played says next to nothing of the talon."
    parts = []
    if pays is not None:
        parts.append(f"buying the talon pays with a hand worth {pays} or more")
    else:
        parts.append("from what worth of a hand on buying the talon pays cannot be told")
    if len(best) == 1:
        parts.append(f"the best player buys from {best[0]} on")
    elif best:
        parts.append(f"the best player buys from {best[0]} to {best[-1]} on")
    said = ", and ".join(parts)
    return f"{said[:1].upper()}{said[1:]}."


def _brought(tables: Mapping[str, Table]) -> list[Row]:
    """What the talon brings: how a soloist does, by the trumps in it."""
    points, won = tables["points"], dict(tables["won by talon"].groups())
    rows = []
    for group, counts in points.groups():
        found = points.mean_of(counts)
        share = tables["won by talon"].share_of(won[group])
        own = {"trumps_in_talon": group[0], "deals": found.deals}
        rows.append({**own, **further(found, "points"), **further(share, "share_won")})
    return rows


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules, players = setting.rules, _players(setting)
    by_worth, leasts = _by_worth(tables), _leasts(tables)
    everything = tables["all"].mean()
    headline = _headline(everything, _pays_from(by_worth), _best(leasts))
    means = [
        {"of_a_soloist": "penalty less than the others', against passing", **estimated(everything, "mean")},
        {"of_a_soloist": "trumps more by the talon", **estimated(tables["trumps"].mean(), "mean")},
        {"of_a_soloist": "points laid aside", **estimated(tables["aside"].mean(), "mean")},
    ]
    who = players[0].label if len({one.identity for one in players}) == 1 else "those of the line-up"
    notes = [
        f"Players are {who}; the first seat asked, seat {rules.first_leader}, always buys or never does, on the same "
        "deals. A difference is what is charged to it less than to the others on average.",
        NOTE_WORTH,
        "Buys from: one player, each seat in turn, buys from another worth on than the others do.",
        "The intervals of a table of differences hold for all its rows at once.",
        f"Of all hands that buy {charts.share_words(tables['won'].share())} win." if everything.deals else "",
    ]
    drawn = {
        "worth": partial(_draw_worth, by_worth, headline),
        "threshold": partial(_draw_leasts, leasts, headline),
    }
    found = {"by_worth": by_worth, "thresholds": leasts, "talon": _brought(tables), "means": means}
    who = policies_words([policy.label for policy in players])
    return Report(headline, found, drawn, [note for note in notes if note], who)


def _draw_worth(rows: list[Row], headline: str, ax: Axes) -> Axes:
    shown = known(rows)
    if len(shown) < 2:
        return charts.nothing(ax, headline.rstrip("."))
    return charts.differences(
        ax,
        shown,
        [f"worth {row['worth']}" for row in shown],
        along="penalty less than the others' if the first seat buys, against passing",
        title=headline.rstrip("."),
        colours=[COLOURS[verdict(row)] for row in shown],
        notes=[
            *unknown_words(rows, shown, lambda few: f"hands worth {spans([row['worth'] for row in few])}"),
            "All intervals hold at once.",
            NOTE_WORTH,
        ],
    )


def _draw_leasts(rows: list[Row], headline: str, ax: Axes) -> Axes:
    if any(row["difference"] is None for row in rows):
        return charts.nothing(ax, headline.rstrip("."))
    best = max(rows, key=lambda row: row["difference"])
    return charts.differences(
        ax,
        rows,
        [f"from {row['buys_from']}" for row in rows],
        along="penalty less than the others', by what a hand must be worth to buy",
        title=f"Buying from {best['buys_from']} on brings most, against others who play alike",
        colours=[COLOURS[verdict(row)] for row in rows],
        notes=["All intervals hold at once.", NOTE_WORTH],
    )


STUDY = Study(
    "talon",
    "Is the talon worth buying, what does it bring, and how strong must a hand be?",
    _unfit,
    _parts,
    _report,
    "penalty less than the others' by buying",
    who="buyer in every seat, unless the line-up has a worth to buy from",
)
