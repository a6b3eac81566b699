"""Match equity as a study tells it: what is played for it, its table and its chart."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from goatsim.equity import Cell, Equity, beside, largest_z, solve
from goatsim.errors import RequestError
from goatsim.games import Rules
from goatsim.lang import us
from goatsim.ledger import terms_of
from goatsim.matches import Start
from goatsim.outcomes import Fate, in_turns, samples_of, step_of
from goatsim.runs.intervals import Estimate
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.studies.base import Part, Row, Setting, estimated, further

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEALS_A_MATCH = 10
"""Single deals that are played for every match of the study."""
MATCHES_A_MATCH = 20
"""One match is played from every score for so many of the study."""
WIDEST = 0.1
"""A chance whose interval is wider is not shown in the chart."""
ENOUGH = 25
"""The least variance of a number of matches won for which the normal bound is trusted."""
LARGEST_TARGET = 20
"""Eyes that end a match; beyond them a table is too large to be read."""


def no_equity(rules: Rules) -> str:
    """Why rules that have matches have no equity table, in a clause; "" if they have one."""
    if not in_turns(rules):
        return f"the sides of {rules.name} do not sit in turns"
    terms = terms_of(rules)
    if terms.leads_later == "last_winner":
        return "who leads first in the next deal hangs on who wins the last trick of this one, not on the score"
    return "" if terms.target <= LARGEST_TARGET else f"a match to {terms.target} has too many scores"


class Equities:
    """The equity of the matches of a setting, seen from our side: the parts that are played for it, and what they say
    once they are played.
    """

    def __init__(self, setting: Setting) -> None:
        rules = setting.rules
        self.setting = setting
        self.ours = rules.sides[setting.seat]
        self.samples = samples_of(setting.arm())
        self.fate = Fate((setting.game,))
        self.step = step_of(setting.game)
        scores = range(0, terms_of(rules).target, self.step)
        places = range(len(self.samples.sides))
        # Where all policies are alike, either side has the other's chances when that one praises.
        self.places = [
            place for place in places if len(self.samples.arms) > 1 or self.samples.sides[place] == self.ours
        ]
        cells = [Cell((one, two), place) for place in self.places for one in scores for two in scores]
        self.cells = {f"from {cell.eyes}, seat {cell.praiser}": cell for cell in cells}

    def parts(self) -> tuple[Part, ...]:
        """Single deals, and matches from every score; as many as the matches of the first part of the study say."""
        arms = range(len(self.samples.arms))
        asks = [self.fate.ask(f"deals {arm}", arm) for arm in arms]
        asks += [self.fate.pair(f"deals {one}, {two}", one, two) for one, two in combinations(arms, 2)]
        deals = Part(self.samples.arms, tuple(asks), deals=lambda matches: DEALS_A_MATCH * matches)
        seats, arm = self.setting.rules.seats, self.setting.match_arm()
        # Whoever leads first is the praiser, be it the dealer or the dealer's left neighbour.
        behind = int(not self.setting.rules.dealer_leads)
        return deals, *(
            Part(
                (arm,),
                (Ask(name, us.wins),),
                start=Start(False, cell.eyes, (cell.praiser - behind) % seats),
                deals=lambda matches: -(-matches // MATCHES_A_MATCH),
            )
            for name, cell in self.cells.items()
        )

    def solved(self, tables: Mapping[str, Table]) -> Equity | None:
        """The equity by the single deals; None if they are too few for one."""
        found = [self.fate.outcomes(tables[f"deals {arm}"]) for arm in range(len(self.samples.arms))]
        together = {
            (found[one], found[two]): self.fate.pairs(tables[f"deals {one}, {two}"], found[one], found[two])
            for one, two in combinations(range(len(found)), 2)
        }
        outcomes = [found[arm] for arm in self.samples.by_place]
        try:
            return solve(terms_of(self.setting.rules), outcomes, self.samples.sides, together)
        except RequestError:
            # No deals, or so few that by them a match need not end.
            return None


class Solved:
    """What was found of the equity. Its `rows` have our eyes and theirs, who praises (a side, or a seat where partners
    differ), our share of the matches as it is worked out, and that of matches played on from there, with intervals.
    """

    def __init__(self, asked: Equities, tables: Mapping[str, Table]) -> None:
        self.asked = asked
        self.equity = asked.solved(tables)
        self.confidence = asked.setting.confidence
        self.rows = [self._row(cell, tables[name]) for name, cell in asked.cells.items() if self.equity]

    def _row(self, cell: Cell, played: Table) -> Row:
        assert self.equity is not None
        sides, ours = self.asked.samples.sides, self.asked.ours
        side = "us" if sides[cell.praiser] == ours else "them"
        row: Row = {
            "us": cell.eyes[ours],
            "them": cell.eyes[1 - ours],
            "praises": side if len(sides) == 2 else f"seat {cell.praiser}",
            **estimated(self.equity.at(*cell, side=ours).estimate(self.confidence), "value"),
        }
        share, z = played.share(), None
        if played.deals:
            won = int(played.histogram[1])
            z = beside(self.equity, cell, won, played.deals, side=ours, confidence=self.confidence).z
        return {**row, **further(share, "share_played"), "matches": played.deals, "z": z}

    @property
    def notes(self) -> list[str]:
        """What the table is, and whether played matches agree with it."""
        if self.equity is None:
            return []
        matches = max(row["matches"] for row in self.rows)
        deals = self.equity.at((0, 0)).deals
        played = (
            "1 match played on from there has" if matches == 1 else f"{matches:,} matches played on from there have"
        )
        found = [
            "Equity is how often our side wins the match from a score, when a later deal comes next: worked out from "
            f"{deals:,} single deals, and beside it as {played} it."
        ]
        judged = [row for row in self.rows if row["matches"] * row["value"] * (1 - row["value"]) >= ENOUGH]
        if not judged:
            return [*found, "So few matches do not show whether the two agree."]
        far = max(judged, key=lambda row: abs(row["z"]))
        most, bound = abs(far["z"]), largest_z(len(judged), self.confidence)
        if most <= bound:
            found.append(f"They differ by at most {most:.1f} standard errors, and chance allows {bound:.1f}.")
        else:
            score = f"{far['us']} : {far['them']}, {far['praises']} praising"
            found.append(f"At {score}, they differ by {most:.1f} standard errors, and chance allows {bound:.1f}.")
        return found

    def draw(self, headline: str, sides: str, ax: Axes) -> Axes:
        """Draw our chances at all scores with our side praising."""
        place = next(place for place in self.asked.places if self.asked.samples.sides[place] == self.asked.ours)
        rows = [row for row, cell in zip(self.rows, self.asked.cells.values(), strict=False) if cell.praiser == place]
        if not rows:
            return charts.nothing(ax, headline, [sides])
        step = self.asked.step
        said = {
            (row["us"], row["them"]): charts.share_words(Estimate(row["value"], row["low"], row["high"], None, 1))
            for row in rows
        }
        title = f"When it praises, our side wins {said[0, 0]} of the matches from 0 : 0"
        if (step, 0) in said:
            title += f", {said[step, 0]} from {step} : 0 and {said[0, step]} from 0 : {step}"
        ticks = [str(score) for score in sorted({row["us"] for row in rows})]
        return charts.grid(
            ax,
            [(row["us"] // step, row["them"] // step) for row in rows],
            [row["value"] for row in rows],
            [f"{row['value']:.0%}" for row in rows],
            (ticks, ticks),
            ("eyes of our side", "eyes of the other side"),
            title=title,
            scale="matches that our side wins:\nblue, more than half",
            known=[row["high"] - row["low"] <= WIDEST for row in rows],
            middle=0.5,
            notes=["A later deal comes next, which our side praises.", sides],
        )
