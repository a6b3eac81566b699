"""How often is each meld made, what does it add, what does a deal score, and how long is a match?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from goatsim.games import Rules
from goatsim.lang import the_match, them, us
from goatsim.ledger import plays_matches, terms_of
from goatsim.matches import Start
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.findings import our_side_words
from goatsim.show.tables import measured
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated, further

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PARTS = ("melds", "sevens", "brisques")
"""What a score is made of, by the words of questions; the last trick is what is left."""


def _unfit(rules: Rules) -> str:
    if "melds" not in rules.phases or not rules.meld_rows():
        return f"nothing is melded in {rules.name}"
    return (
        "" if rules.side_count == 2 else f"its tables are those of two sides, and {rules.name} has {rules.side_count}"
    )


def _worths(rules: Rules) -> dict[str, int]:
    """The points of every meld by name."""
    return {row.meld: row.points for row in rules.meld_rows()}


def _parts(setting: Setting) -> tuple[Part, ...]:
    asks = [Ask("score", us.score), Ask("their score", them.score), Ask("balance", us.score - them.score)]
    for name in PARTS:
        asks += [Ask(name, getattr(us, name)), Ask(f"their {name}", getattr(them, name))]
    for name in _worths(setting.rules):
        asks += [Ask(f"made {name}", us.meld(name)), Ask(f"their made {name}", them.meld(name))]
        asks.append(Ask(f"makes {name}", us.meld(name) > 0))
    deals = Part((setting.arm(),), tuple(asks), "balance")
    if not plays_matches(setting.rules):
        return (deals,)
    whole = Part((setting.match_arm(),), (Ask("deals", the_match.deals),), start=Start(), deals=_few)
    return deals, whole


def _few(deals: int) -> int:
    # A match has some five deals, and takes as much longer.
    return max(1, deals // 5)


def _melds(rules: Rules, tables: Mapping[str, Table]) -> list[Row]:
    """How often each meld is made by our side, and what it adds to the score of either."""
    rows: list[Row] = []
    for name, points in _worths(rules).items():
        made, theirs = tables[f"made {name}"].mean(), tables[f"their made {name}"].mean()
        row: Row = {"meld": name, "points": points, **estimated(tables[f"makes {name}"].share(), "share")}
        rows.append({**row, **further(_times(points, made), "adds"), **further(_times(points, theirs), "theirs")})
    return rows


def _times(points: int, made: Estimate) -> Estimate:
    """What melds add that are worth so many points each."""
    value, low, high = (None if each is None else points * each for each in (made.value, made.low, made.high))
    return Estimate(value, low, high, None, made.deals)


def _scores(tables: Mapping[str, Table]) -> list[Row]:
    """What both sides score, and what it is made of."""
    rows: list[Row] = []
    for name in ("score", *PARTS):
        for side, whose in (("", "ours"), ("their ", "theirs")):
            rows.append({"part": name, "side": whose, **estimated(tables[side + name].mean(), "mean")})
    return rows


def _matches(tables: Mapping[str, Table]) -> list[Row]:
    """How many matches take how many deals."""
    table = tables["deals"]
    pairs = zip(table.values.tolist(), table.histogram.tolist(), strict=True)
    return [{"deals_of_the_match": value, **estimated(table.share(value), "share")} for value, hits in pairs if hits]


def _headline(rules: Rules, tables: Mapping[str, Table]) -> str:
    score, melds = tables["score"].mean(), tables["melds"].mean()
    if score.value is None or score.low is None or score.high is None or melds.value is None:
        return "No deal was played."
    headline = f"Our side scores {measured(score.value, score.low, score.high)} a deal"
    if score.value:
        headline += f", {100 * melds.value / score.value:.0f}% of it by melds"
    length = tables["deals"].mean() if "deals" in tables else None
    if length is not None and length.value is not None and length.low is not None and length.high is not None:
        lasts = measured(length.value, length.low, length.high)
        headline += f"; a match to {terms_of(rules).target} lasts {lasts} deals"
    return f"{headline}."


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    rules = setting.rules
    melds = _melds(rules, tables)
    headline = _headline(rules, tables)
    sides = our_side_words(rules, setting.seat)
    notes = [
        f"{sides}.",
        "share: of deals in which our side makes the meld; adds: the points that it adds to the score of a deal on "
        "average, as often as it is made, and theirs: the same of the other side.",
        "What a score has beside melds, sevens and brisques is the last trick.",
    ]
    found = {"melds": melds, "score": _scores(tables)}
    if "deals" in tables:
        found["match"] = _matches(tables)
    return Report(headline, found, {"melds": partial(_draw, melds, headline, sides)}, notes)


def _draw(rows: list[Row], headline: str, sides: str, ax: Axes) -> Axes:
    if not any(row["share"] for row in rows):
        return charts.nothing(ax, headline.rstrip("."), [f"{sides}."])
    names = [row["meld"].replace("_", "\n") for row in rows]
    return charts.bars_with_intervals(
        ax,
        rows,
        names,
        across="meld",
        up="share of deals in which our side makes it",
        title=headline.rstrip("."),
        colours=[charts.US] * len(rows),
        notes=[f"{sides}."],
    )


STUDY = Study(
    "melds",
    "How often is each meld made, what does it bring, and how long is a match?",
    _unfit,
    _parts,
    _report,
    "score of our side less that of the other",
)
