"""How long is a match, who wins it, and what are its losers called?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, SupportsInt

import numpy as np
from numpy.typing import NDArray

from goatsim.game import FIRST_CARD, Game
from goatsim.games import Rules
from goatsim.lang import the_match, them, us
from goatsim.ledger import TITLES
from goatsim.matches import Start, unfit
from goatsim.runs import intervals
from goatsim.runs.tasks import Ask, Table
from goatsim.show import charts
from goatsim.show.findings import our_side_words
from goatsim.show.tables import measured
from goatsim.show.text import many
from goatsim.studies.base import Part, Report, Row, Setting, Study, estimated
from goatsim.studies.common import alone
from goatsim.studies.common.equities import Equities, Solved, no_equity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WHO = {None: "all", 0: "us", 1: "them"}
"""Losers by whether our side won."""

PARTS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Parts of all matches of which is said after how many deals they are over."""

TENTHS = 10
"""Parts of the target by which a chart sorts scores."""

DRAWN = 0.999
"""The part of all matches that the chart of their deals shows; the longest would leave it empty on the right."""


def _unfit(rules: Rules) -> str:
    if rules.stocks:
        return "how long matches of stocks are, and who wins them, says the study valts"
    if rules.side_count != 2 and not alone.charges(rules):
        return f"its tables are those of two sides, and {rules.name} has {rules.side_count}"
    return unfit(rules)


def _unit(rules: Rules) -> str:
    """What a match is played for."""
    return "score" if rules.meld else "eyes"


def _titled(rules: Rules) -> bool:
    """Whether there are names for the losers of a match, and not only a side with more than the other."""
    return not rules.most_wins


def _parts(setting: Setting) -> tuple[Part, ...]:
    if setting.rules.side_count != 2:
        return alone.match_parts(setting)
    asks = (
        Ask("deals", the_match.deals),
        Ask("titles", the_match.eggs, (us.wins, the_match.tail)),
        Ask("ours", us.final_eyes, (us.wins,)),
        Ask("theirs", them.final_eyes, (us.wins,)),
    )
    whole = Part((setting.match_arm(),), asks, "deals", Start())
    return whole, *(() if no_equity(setting.rules) else Equities(setting).parts())


class _Matches:
    """What was counted, sorted by whether our side won (1) or lost (0)."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.deals = tables["deals"]
        self.count = self.deals.deals
        self.confidence = self.deals.confidence
        self.named = tables["titles"].cells
        ours, theirs = tables["ours"], tables["theirs"]
        self.eyes = ours.values
        self.winners = ours.cells[1] + theirs.cells[0]
        self.losers = ours.cells[0] + theirs.cells[1]

    def part(self, hits: SupportsInt, count: int | None = None) -> intervals.Estimate:
        """The share of some matches, of all or of so many."""
        return intervals.share(int(hits), self.count if count is None else count, self.confidence)

    def titled(self, who: int | None, title: tuple[int, int]) -> intervals.Estimate:
        """The share of a title (tail, eggs) among all losers, or among those of one side."""
        cells = self.named.sum(axis=0) if who is None else self.named[who]
        tail, eggs = title
        return self.part(cells[tail, 1:].sum() if eggs else cells[tail, 0], int(cells.sum()))

    @property
    def tail(self) -> intervals.Estimate:
        """The share of losers with a tail."""
        return self.part(self.named[:, 1].sum())

    @property
    def won(self) -> intervals.Estimate:
        """The share of matches that our side won."""
        return self.part(self.named[1].sum())

    @property
    def egged(self) -> NDArray[np.int64]:
        """How many matches had so many eggs."""
        found: NDArray[np.int64] = self.named.sum(axis=(0, 1))
        return found

    def over_after(self, part: float) -> int:
        """The fewest deals after which at least this part of the matches is over."""
        reached = self.deals.histogram.cumsum() >= part * self.count
        return int(self.deals.values[reached.argmax()])

    def over(self, deals: int) -> intervals.Estimate:
        """The share of matches that are over after so many deals."""
        return self.part(self.deals.histogram[self.deals.values <= deals].sum())


def _means(rules: Rules, found: _Matches) -> list[Row]:
    eggs = np.arange(len(found.egged))
    rows = {"deals": found.deals.mean()}
    if _titled(rules):
        rows["eggs"] = intervals.mean(eggs, found.egged, found.confidence)
    for side, counts in (("winners", found.winners), ("losers", found.losers)):
        rows[f"{_unit(rules)} of the {side}"] = intervals.mean(found.eyes, counts, found.confidence)
    return [{"of_a_match": name, **estimated(estimate, "mean")} for name, estimate in rows.items()]


def _spread(key: str, values: Sequence[int], counts: NDArray[np.int64], found: _Matches) -> list[Row]:
    pairs = zip(values, counts.tolist(), strict=True)
    return [{key: int(value), **estimated(found.part(hits), "share")} for value, hits in pairs if hits]


def _tables(rules: Rules, found: _Matches) -> dict[str, list[Row]]:
    tails = _has_tails(rules)
    titles = [
        {"losers": WHO[who], "title": TITLES[title], **estimated(found.titled(who, title), "share")}
        for who in WHO
        for title in TITLES
        if tails or not title[0]
        if who is None or found.named[who].any()
    ]
    wins = {"us": found.named[1].sum(), "them": found.named[0].sum()}
    over = []
    for part in PARTS if found.count else ():
        deals = found.over_after(part)
        over.append({"at_least": f"{part:.0%}", "after_deals": deals, **estimated(found.over(deals), "share")})
    unit = _unit(rules)
    final = [
        {"side": side, **row}
        for side, counts in (("winners", found.winners), ("losers", found.losers))
        for row in _spread(unit, found.eyes.tolist(), counts, found)
    ]
    eggs = _spread("eggs", range(len(found.egged)), found.egged, found)
    return {
        "means": _means(rules, found),
        "winners": [{"side": side, **estimated(found.part(hits), "share")} for side, hits in wins.items()],
        **({"titles": titles} if _titled(rules) else {}),
        "over": over,
        **({"eggs": eggs} if _titled(rules) else {}),
        f"final_{unit}": final,
        "deals": _spread("deals_of_the_match", found.deals.values.tolist(), found.deals.histogram, found),
    }


def _has_tails(rules: Rules) -> bool:
    return "tail_min" in rules.options


def _headline(rules: Rules, found: _Matches) -> str:
    mean = found.deals.mean()
    if mean.value is None or mean.low is None or mean.high is None:
        return "No match was played to its end."
    if found.count == 1:
        return f"The only match played has {many(round(mean.value), 'deal')}, which says next to nothing."
    length = f"A match takes {measured(mean.value, mean.low, mean.high)} deals on average"
    if not _has_tails(rules):
        return f"{length}."
    tail = found.tail
    having = (
        "none of the losers has a tail" if tail.hits == 0 else f"{charts.share_words(tail)} of the losers have a tail"
    )
    return f"{length}, and {having}."


def _who_wins(found: _Matches) -> str:
    won = found.won
    if (won.low or 0.0) > 0.5:
        return f"Our side wins more matches: {charts.share_words(won)}."
    if (won.high or 0.0) < 0.5:
        return f"The other side wins more matches: {charts.share_words(found.part(found.named[0].sum()))}."
    return f"Our side wins {charts.share_words(won)} of the matches; which side wins more cannot be told."


def _order(rules: Rules) -> str:
    """Who leads first in the deals of a match, and who deals the first of them."""
    options = rules.options
    dealer = "a seat drawn by lot" if options.get("first_dealer") == "random" else f"seat {rules.dealer}"
    if "trump_lead" in options:
        holder = options.get("first_deal_leader") == "AD_holder" and FIRST_CARD in rules.pack
        praiser = f"The holder of {FIRST_CARD}" if holder else "The dealer's left neighbour"
        return f"{praiser} is praiser in the first deal, which {dealer} deals; later the dealer's left neighbour is."
    first = "The dealer" if rules.dealer_leads else "The dealer's left neighbour"
    later = {
        "first": "and the deal goes round the table",
        "dealer": "and later the dealer does, as the deal goes round the table",
        "last_winner": "and later whoever won the last trick of the deal before does",
    }[rules.leads_later]
    return f"{first} leads first in the first deal, which {dealer} deals, {later}."


def _notes(game: Game, seat: int, found: _Matches) -> list[str]:
    rules, options = game.rules, game.rules.options
    target, tail = int(options["target"]), options.get("tail_min")
    hands = ", and so is one that ends unplayed, but not a hand that is redealt" if rules.redeal_rows() else ""
    near = f"had {target - 2} eyes before the last deal"
    tailed = f" with a tail if the winners {near} and took at least {tail} points in it,"
    notes = [f"{our_side_words(rules, seat)}.", _order(rules)]
    if _titled(rules):
        notes += [
            f"A match goes to {many(target, 'eye')}. An egg is a deal of it{hands}.",
            f"The losers are goats,{tailed if target >= 2 and tail else ''} with eggs if a deal of it was an egg.",
        ]
    else:
        when = "as soon as melds and sevens reach it" if options.get("target_check") == "instant" else "after a deal"
        notes.append(f"A match goes to {target:,}: {when} whoever then has more wins, and equal scores play on.")
    longest = int(found.deals.values[-1])
    if found.deals.histogram[-1]:
        notes.append(f"Matches of more than {longest:,} deals count as such of {longest:,}.")
    return [*notes, _who_wins(found)] if found.count > 1 else notes


def _report(setting: Setting, tables: Mapping[str, Table]) -> Report:
    game, seat = setting.game, setting.seat
    if game.rules.side_count != 2:
        return alone.match_report(setting, tables)
    found = _Matches(tables)
    tails = _has_tails(game.rules)
    headline = _headline(game.rules, found)
    sides = f"{our_side_words(game.rules, seat)}."
    rows = _tables(game.rules, found)
    drawn = {"deals": partial(_draw_deals, found, rows["deals"], headline, sides)}
    if _titled(game.rules):
        drawn["titles"] = partial(_draw_titles, found, tails, headline, sides)
    drawn["losers"] = partial(_draw_losers, game.rules, found, headline, sides)
    notes = _notes(game, seat, found)
    reason = no_equity(game.rules)
    if reason:
        notes.append(f"There is no equity table, since {reason}.")
    else:
        equity = Solved(Equities(setting), tables)
        rows["equity"] = equity.rows
        drawn["equity"] = partial(equity.draw, headline, sides)
        notes += equity.notes
    return Report(headline, rows, drawn, notes)


def _part_words(share: intervals.Estimate) -> str:
    """A share in per cent, or in a word where it is none or all."""
    if share.value in (0, 1):
        return "all" if share.value else "none"
    return charts.share_words(share)


def _draw_deals(found: _Matches, rows: list[Row], headline: str, sides: str, ax: Axes) -> Axes:
    if not rows:
        return charts.nothing(ax, headline, [sides])
    longest, middle = found.over_after(DRAWN), found.over_after(0.5)
    known = [row for row in rows if row["deals_of_the_match"] <= longest]
    rare = rows[len(known) :]
    notes = [sides]
    if rare:
        hits = sum(row["hits"] for row in rare)
        span = f"{rare[0]['deals_of_the_match']} to {rare[-1]['deals_of_the_match']}" if len(rare) > 1 else None
        matches = f"{hits:,} match{'' if hits == 1 else 'es'}"
        notes.insert(0, f"Too rare to be drawn: {matches} of {span or rare[0]['deals_of_the_match']} deals.")
    lengths = range(known[0]["deals_of_the_match"], longest + 1)
    by_length = {row["deals_of_the_match"]: row for row in known}
    bars = [by_length.get(length) or estimated(found.part(0), "share") for length in lengths]
    late = found.over_after(0.95)
    told = f"{_part_words(found.over(middle)).capitalize()} of the matches are over after {many(middle, 'deal')}"
    if late > middle:
        told += f", {_part_words(found.over(late))} after {late}"
    return charts.bars_with_intervals(
        ax,
        bars,
        [str(length) for length in lengths],
        across="deals of the match (dark: the median)",
        up="share of matches",
        title=told if found.count > 1 else headline,
        colours=[charts.NEITHER if length == middle else charts.QUIET for length in lengths],
        notes=notes,
    )


_NAMED = {(0, 0): "goat", (1, 0): "goat\nwith a tail", (0, 1): "goat\nwith eggs", (1, 1): "goat with eggs\nand a tail"}
"""What the losers are called below the bars, by whether they have a tail and eggs."""


def _draw_titles(found: _Matches, tails: bool, headline: str, sides: str, ax: Axes) -> Axes:
    if not found.count:
        return charts.nothing(ax, headline, [sides])
    named = {title: words for title, words in _NAMED.items() if tails or not title[0]}
    rows = [estimated(found.titled(None, title), "share") for title in named]
    plain, tail = _part_words(found.titled(None, (0, 0))), _part_words(found.tail)
    eggs = _part_words(found.part(found.egged[1:].sum()))
    tailed = f"{tail} have a tail, " if tails else ""
    told = f"{plain.capitalize()} of the losers are goats and no more; {tailed}{eggs} have eggs"
    return charts.bars_with_intervals(
        ax,
        rows,
        list(named.values()),
        across="what the losers are called",
        up="share of matches",
        title=told if found.count > 1 else headline,
        colours=[charts.NEITHER if title[0] else charts.QUIET for title in named],
        notes=[sides],
    )


def _draw_losers(rules: Rules, found: _Matches, headline: str, sides: str, ax: Axes) -> Axes:
    if not found.count:
        return charts.nothing(ax, headline, [sides])
    target = int(rules.options["target"])
    if not _titled(rules):
        return _draw_scores(target, found, headline, sides, ax)
    rows = _spread("eyes", found.eyes.tolist(), found.losers, found)
    near = found.part(found.losers[found.eyes >= target - 2].sum())
    none = found.part(found.losers[found.eyes == 0].sum())
    told = (
        f"In {_part_words(near)} of the matches the losers were at most two eyes short, in {_part_words(none)} they "
        "had none"
    )
    return charts.bars_with_intervals(
        ax,
        rows,
        [str(row["eyes"]) for row in rows],
        across=f"eyes of the losers at the end, of {target}",
        up="share of matches",
        title=told if found.count > 1 else headline,
        colours=[charts.NEITHER if row["eyes"] >= target - 2 else charts.QUIET for row in rows],
        notes=[sides],
    )


def _draw_scores(target: int, found: _Matches, headline: str, sides: str, ax: Axes) -> Axes:
    """The scores of the losers, in tenths of the target; whoever had more than that is with the last."""
    step = max(1, -(-target // TENTHS))
    bands = np.bincount(np.minimum(found.eyes // step, TENTHS), weights=found.losers, minlength=TENTHS + 1)
    shares = [found.part(hits) for hits in bands]
    lasts = [f"{band * step} to\n{(band + 1) * step - 1}" for band in range(TENTHS)]
    near = found.part(bands[TENTHS - 1 :].sum())
    told = f"In {_part_words(near)} of the matches the losers were at most {step} short of the target"
    return charts.bars_with_intervals(
        ax,
        [estimated(share, "share") for share in shares],
        [*lasts, f"{TENTHS * step}\nor more"],
        across=f"score of the losers at the end, of {target}",
        up="share of matches",
        title=told if found.count > 1 else headline,
        colours=[charts.NEITHER if band >= TENTHS - 1 else charts.QUIET for band in range(TENTHS + 1)],
        notes=[sides],
    )


STUDY = Study(
    "match",
    "How many deals does a match take, who wins it, and what are the losers called?",
    _unfit,
    _parts,
    _report,
    "deals of a match",
)
