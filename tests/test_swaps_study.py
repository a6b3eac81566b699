"""The study of swaps: every row against the records of the same deals with and without swaps, exact chances against all
deals of a small pack, headlines and charts of made-up counts.
"""

from __future__ import annotations

import json
import math
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any

import jsonschema
import pytest
from made import answer_of, errors_to_a_side
from test_charts import drawn, spoken, words

import goatsim
from goatsim.answers import StudyAnswer
from goatsim.cli import run
from goatsim.exact.counting import chance, counted
from goatsim.exact.offers import OFFERS, offering
from goatsim.game import game_of
from goatsim.games import load
from goatsim.lang import over, them, us
from goatsim.seats.named import named
from goatsim.show.schemas import schema
from goatsim.studies.base import Setting
from goatsim.studies.swaps import STUDY

GAMES = Path(__file__).parent / "games"
DEALS = 900
OPTIONS = {"swap_one": "optional"}
TRUMPS = "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D".split()
PLAIN = [rank + suit for rank in "ATK987" for suit in "HSC"]
WHAT = ("card points", "eyes", "deals won of 100")
LIMIT = {"card points": 120, "eyes": 8, "deals won of 100": 100}

Row = dict[str, Any]


def lab_of(seat: int, seed: int, policies: str, **options: object) -> goatsim.Lab:
    settings: dict[str, Any] = {"seat": seat, "seed": seed, "deals": DEALS, "progress": "never"}
    return goatsim.at("bare", options={**OPTIONS, **options}, policies=policies, **settings)


class Changed:
    """One deal played in two ways: what changes for each side, and the swaps of the first."""

    def __init__(self, first: Any, second: Any) -> None:
        assert first.hands == second.hands
        a, b = first.result, second.result
        self.swaps = {swap.giver % 2: swap for swap in first.swaps or ()}
        self.hands = first.hands
        self.change = [
            {
                "card points": a.points[side] - b.points[side],
                "eyes": a.eyes[side] - a.eyes[1 - side] - b.eyes[side] + b.eyes[1 - side],
                "deals won of 100": 100 * ((a.points[side] > 60) - (b.points[side] > 60)),
            }
            for side in (0, 1)
        ]

    def passed(self, side: int, trumps: int) -> bool:
        """Whether a side passes a trump from a hand of so many."""
        swap = self.swaps.get(side)
        return swap is not None and sum(card in TRUMPS for card in self.hands[swap.giver]) == trumps


def both_ways(first: goatsim.Lab, second: goatsim.Lab) -> list[Changed]:
    return [Changed(*pair) for pair in zip(first.replay(0, DEALS), second.replay(0, DEALS), strict=True)]


def estimate(values: Sequence[int], what: str, among: int) -> Row:
    """The mean of some changes with an interval that holds for so many at once: of few all that is possible, of more
    the normal one, but where nearly all are alike at least what follows from how rare others may be.
    """
    value, limit, deals = fmean(values), float(LIMIT[what]), len(values)
    if deals < 30:
        return {"difference": value, "low": -limit, "high": limit, "deals": deals}
    z = NormalDist().inv_cdf(1 - 0.025 / among)
    half = errors_to_a_side(deals, 0.025 / among) * math.sqrt(
        sum((one - value) ** 2 for one in values) / (deals - 1) / deals
    )
    low, high = max(-limit, value - half), min(limit, value + half)
    usual, common = min(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    others = deals - common
    if others < 30 and 10 * others < deals:
        rare, unseen = (most(hits, deals, z) for hits in (others, 0))
        low = min(low, max(-limit, usual - rare * (usual - min(values)) - unseen * (min(values) + limit)))
        high = max(high, min(limit, usual + rare * (max(values) - usual) + unseen * (limit - max(values))))
    return {"difference": value, "low": low, "high": high, "deals": deals}


def most(hits: int, deals: int, z: float) -> float:
    """The upper end of Wilson's interval."""
    spread = math.sqrt(hits * (deals - hits) / deals + z * z / 4)
    return min(1.0, (hits + z * z / 2 + z * spread) / (deals + z * z))


def same(found: Iterable[Mapping[str, Any]], expected: Sequence[Row]) -> None:
    rows = list(found)
    assert [list(row) for row in rows] == [list(row) for row in expected]
    for row, wanted in zip(rows, expected, strict=True):
        assert {key: value for key, value in row.items() if not isinstance(value, float)} == {
            key: value for key, value in wanted.items() if key not in ("difference", "low", "high")
        }
        for key in ("difference", "low", "high"):
            assert row[key] == pytest.approx(wanted[key], abs=1e-9), (key, row, wanted)


def by_who(found: Mapping[str, Sequence[tuple[Changed, int]]]) -> list[Row]:
    """The rows of a table by who did it: deals with the side whose change counts."""
    seen = {who: deals for who, deals in found.items() if deals}
    return [
        {"who_passes": who, "change_in": what}
        | estimate([deal.change[side][what] for deal, side in deals], what, len(seen) * len(WHAT))
        for who, deals in seen.items()
        for what in WHAT
    ]


def alone_or_both(deals: Sequence[Changed], us: int, done: Mapping[int, Sequence[bool]]) -> list[Row]:
    pairs = list(zip(deals, done[us], done[1 - us], strict=True))
    return by_who(
        {
            "us alone": [(deal, us) for deal, ours, theirs in pairs if ours and not theirs],
            "them alone": [(deal, 1 - us) for deal, ours, theirs in pairs if theirs and not ours],
            "both (change for us)": [(deal, us) for deal, ours, theirs in pairs if ours and theirs],
        }
    )


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize(("seat", "policies"), [(0, "greedy"), (1, "low,greedy:give=never")])
def test_every_row(seat: int, policies: str, daily_seed: int) -> None:
    lab = lab_of(seat, daily_seed, policies)
    (answer,) = lab.study("swaps")
    tables, us = answer.tables, seat % 2
    deals = both_ways(lab, lab_of(seat, daily_seed, policies, swap_one="off"))
    alone = [(deal, *deal.swaps) for deal in deals if len(deal.swaps) == 1]
    worth = {what: [deal.change[side][what] for deal, side in alone] for what in WHAT}
    same(
        tables["worth"],
        [{"who_passes": "one side", "change_in": what} | estimate(worth[what], what, 3) for what in WHAT],
    )
    same(tables["by_side"], alone_or_both(deals, us, {k: [k in deal.swaps for deal in deals] for k in (0, 1)}))
    for name, cards, attribute in (("trump", TRUMPS, "gave"), ("given_back", PLAIN, "got")):
        groups = defaultdict(list)
        for deal, side in alone:
            groups[getattr(deal.swaps[side], attribute)].append(deal.change[side])
        shown = [card for card in cards if card in groups]
        rows = {
            what: [{name: c} | estimate([one[what] for one in groups[c]], what, many * len(groups)) for c in shown]
            # Eyes and deals won stand in one table.
            for what, many in zip(WHAT, (1, 2, 2), strict=True)
        }
        same(tables[f"points_by_{name}"], rows["card points"])
        more = [{"change_in": what, **row} for what in WHAT[1:] for row in rows[what]]
        same(tables[f"eyes_and_wins_by_{name}"], more)

    kept = {}
    for side in (us, 1 - us):
        line_up = [
            [policy(give=give) if k % 2 == side else policy for k, policy in enumerate(lab.policies)]
            for give in ("always", "never")
        ]
        always, never = (
            goatsim.at("bare", options=OPTIONS, policies=one, seed=daily_seed, progress="never") for one in line_up
        )
        kept["us" if side == us else "them"] = [
            (deal, side) for deal in both_ways(always, never) if deal.passed(side, 1)
        ]
    same(tables["keeping"], by_who(kept))

    assert ("forced" in tables) == ("never" in policies)
    if "forced" in tables:
        forced = both_ways(
            lab_of(seat, daily_seed, policies, swap_one="forced"), lab_of(seat, daily_seed, policies, swap_one="off")
        )
        done = {k: [deal.passed(k, 1) for deal in forced] for k in (0, 1)}
        same(tables["forced"], alone_or_both(forced, us, done))
    two = both_ways(lab_of(seat, daily_seed, policies, swap_two="optional"), lab)
    same(tables["two_trumps"], alone_or_both(two, us, {k: [deal.passed(k, 2) for deal in two] for k in (0, 1)}))

    situations = {row["situation"]: row["hits"] for row in tables["situations"]}
    held = [[[card for card in hand if card in TRUMPS] for hand in deal.hands] for deal in deals]
    one = [[len(hand) == 1 and len(held[d][k ^ 2]) < 8 for k, hand in enumerate(held[d])] for d in range(DEALS)]
    pair = [
        [
            len(hand) == 2 and sum(card[0] in "789" for card in hand) == 1 and len(held[d][k ^ 2]) < 8
            for k, hand in enumerate(held[d])
        ]
        for d in range(DEALS)
    ]
    ours = (seat, seat ^ 2)
    assert situations == {
        "I am dealt exactly one trump": sum(len(hands[seat]) == 1 for hands in held),
        "our side has an only trump to pass": sum(any(found[k] for k in ours) for found in one),
        "a side has an only trump to pass": sum(map(any, one)),
        "both sides have an only trump to pass": sum((f[0] or f[2]) and (f[1] or f[3]) for f in one),
        "our side has one of two trumps to pass": sum(any(found[k] for k in ours) for found in pair),
        "a side has one of two trumps to pass": sum(map(any, pair)),
        "a trump is passed": sum(bool(deal.swaps) for deal in deals),
    }
    for row in tables["situations"]:
        if row["exact"] is not None:
            numerator, denominator = map(int, row["fraction"].split("/"))
            assert row["exact"] == pytest.approx(numerator / denominator)
            # Six standard deviations: seldom enough for a test that is run every day.
            spread = math.sqrt(row["exact"] * (1 - row["exact"]) / DEALS)
            assert abs(row["share"] - row["exact"]) < 6 * spread + 1 / DEALS


def test_hands_as_first_dealt_are_those_of_bare() -> None:
    game = game_of(load("classic", {}))
    parts = STUDY.parts(Setting(game.rules, (named("greedy"),) * 4))
    (fresh,) = [part for part in parts if part.asks[0].name.startswith("fresh")]
    assert fresh.arms[0].game.shape == game_of(load("bare", {})).shape
    assert [len(part.arms) for part in parts] == [2, 1, 4, 2]


# Exact chances


def test_chances_in_a_hand() -> None:
    rules = load("classic", {})
    one, two = (chance(game_of(rules), OFFERS[swap](rules)) for swap in ("one", "two"))
    assert one == Fraction(math.comb(14, 1) * math.comb(18, 7), math.comb(32, 8))
    assert two == Fraction(11 * 3 * math.comb(18, 6), math.comb(32, 8))


def test_chances_of_our_side_are_those_of_two_hands() -> None:
    """All ways to deal 14 trumps and 18 other cards to two hands of eight."""
    ways = {
        (a, b): math.comb(14, a) * math.comb(18, 8 - a) * math.comb(14 - a, b) * math.comb(10 + a, 8 - b)
        for a in range(9)
        for b in range(9)
        if a + b <= 14
    }
    fit = sum(many for (a, b), many in ways.items() if (a == 1 and b < 8) or (b == 1 and a < 8))
    rows = answer_of("swaps", {}, "classic").tables["situations"]
    exact = {row["situation"]: row["fraction"] for row in rows if row["hands"] == "as first dealt"}
    assert exact["our side has an only trump to pass"] == str(Fraction(fit, sum(ways.values())))


@pytest.mark.parametrize("trumps", ["QC JC 9D", "QC JC 9D 8D", "9D 8D", "QC JC AD TD 9D"])
@pytest.mark.parametrize("swap", ["one", "two"])
def test_chances_by_going_through_every_deal_of_a_small_pack(swap: str, trumps: str) -> None:
    pack = ["QC", "JC", "AD", "TD", "9D", "8D", "AC", "AS"]
    ranks = {card[0] for card in pack if card not in trumps.split()}
    order = "".join(rank for rank in "ATQJ98" if rank in ranks)
    points = {"A": 30, "T": 20, "Q": 6, "J": 4}
    small = {"pack": " ".join(pack), "hand_size": 2, "trumps": trumps, "plain_order": order, "points": points}
    rules = load("bare", small)
    sides_that_can, mine, every = [0, 0, 0], 0, 0
    low = trumps.split()
    for hands in deals_of(pack):
        offers = [set(hand) & set(low) for hand in hands]
        fits = [
            len(own) == 1 if swap == "one" else len(own) == 2 and sum(card[0] in "789" for card in own) == 1
            for own in offers
        ]
        pairs = ((0, 2), (1, 3))
        sides = sum(any(fits[a] and len(offers[b]) < 2 for a, b in (pair, pair[::-1])) for pair in pairs)
        sides_that_can[sides] += 1
        mine += fits[0]
        every += 1
    assert every == 2520
    game, can = game_of(rules), offering(rules, swap)
    ways = counted(game, [over("any", us, can), over("any", them, can)])
    found = [sum(n for truths, n in ways.items() if sum(truths) == many) for many in range(3)]
    assert [Fraction(n, sum(ways.values())) for n in found] == [Fraction(hits, every) for hits in sides_that_can]
    assert chance(game, OFFERS[swap](rules)) == Fraction(mine, every)


def deals_of(pack: Sequence[str], seats: int = 4) -> Iterable[list[tuple[str, ...]]]:
    """Every deal of a pack, two cards to a seat."""
    if seats == 0:
        yield []
        return
    for hand in combinations(pack, 2):
        rest = [card for card in pack if card not in hand]
        for others in deals_of(rest, seats - 1):
            yield [hand, *others]


# Made-up counts


def made(
    alone: Mapping[tuple[str, int, int, int], int],
    both: int = 0,
    quiet: int = 0,
    rules: str = "classic",
    partial: bool = False,
) -> StudyAnswer:
    """Deals in which one side alone passes: (side, strength of the trump, place of the card, change in points)."""
    counts: dict[str, dict[Any, int]] = defaultdict(dict)
    for side in ("us", "them"):
        own = {key[1:]: deals for key, deals in alone.items() if key[0] == side}
        other = sum(deals for key, deals in alone.items() if key[0] != side)
        for what, worth in (("card points", 1), ("eyes", 0), ("deals won of 100", 0)):
            cells: dict[Any, int] = defaultdict(int)
            for (trump, card, change), deals in own.items():
                cells[trump, card, 0, change * worth] += deals
            cells[1, 1, 1, 0] += both
            cells[0, 0, 0, 0] += quiet
            cells[0, 0, 1, 0] += other
            counts[f"swap, {side}: {what}"] = cells
    swapped = sum(alone.values()) + both
    counts["swapped"] = {0: quiet, 1: swapped}
    return answer_of("swaps", counts, rules, partial=partial)


EVEN = {(side, t, c, d): 40 for side in ("us", "them") for t in range(1, 15) for c in (1, 9, 18) for d in (-30, 30)}
GAINS = {(side, t, 1 + t, d + t): 60 for side in ("us", "them") for t in range(1, 15) for d in (2, 12)}
COSTS = {(side, t, 1 + t, -d): 60 for side, t, d in (("us", 3, 2), ("us", 3, 10), ("them", 9, 4), ("them", 9, 14))}
MIXED = {**dict.fromkeys(GAINS, 300), **{("us", t, 18, -40): 700 for t in (1, 2)}, ("them", 14, 1, 5): 2}
EDGES = {
    "none": made({}, partial=True),
    "one deal": made({}, quiet=1),
    "nobody": made({}, quiet=5_000),
    "one swap": made({("us", 14, 1, 7): 1}, quiet=5_000),
    "both only": made({}, both=40, quiet=5_000),
    "few": made({("them", 2, 1, 7): 14, ("us", 2, 1, -7): 15}, quiet=900),
    "even": made(EVEN, both=200, quiet=9_000),
    "gains": made(GAINS, both=2, quiet=9_000),
    "costs": made(COSTS, quiet=9_000),
    "mixed": made(MIXED, both=90, quiet=90_000),
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", "No deal was played to its end."),
        ("one deal", "Nobody passes an only trump in the only deal."),
        ("nobody", "Nobody passes an only trump in 5,000 deals."),
        ("one swap", "Too few only trumps are passed in 5,001 deals to tell what that is worth: 1."),
        ("both only", "Nobody passes an only trump in 5,040 deals."),
        ("few", "Too few only trumps are passed in 929 deals to tell what that is worth: 29."),
        ("even", "Whether passing your only trump to your partner pays cannot be told: +0.00 card points ("),
        ("gains", "Passing your only trump to your partner is worth +14.50 card points (+"),
        ("costs", "Passing your only trump to your partner costs your side card points: \N{MINUS SIGN}7.5"),
    ],
)
def test_headlines(name: str, said: str) -> None:
    assert EDGES[name].headline.startswith(said)


def test_titles_claim_no_more_than_is_known() -> None:
    titles = {name: drawn(EDGES[name], "trumps").get_title(loc="left") for name in EDGES if name != "none"}
    flat = {name: " ".join(title.split()) for name, title in titles.items()}
    assert flat["even"] == "Not one trump shows whether passing an only trump pays"
    assert flat["gains"].startswith("Passing an only trump pays with every trump: from +8.0")
    assert "(7D) to" in flat["gains"] and flat["gains"].endswith("(QC)")
    assert flat["costs"].startswith("Passing an only trump costs points with every trump")
    alike = made({(side, t, 1 + t, 9): 60 for side in ("us", "them") for t in range(1, 15)}, quiet=9_000)
    title = drawn(alike, "trumps").get_title(loc="left")
    assert " ".join(title.split()) == "Passing an only trump pays with every trump"
    some = {key: deals for key, deals in GAINS.items() if key[1] > 1}
    title = drawn(made({**some, ("us", 1, 2, 5): 2}, quiet=9_000), "trumps").get_title(loc="left")
    assert title.startswith("Passing an only trump pays with each of 13 trumps: from +9.0")
    assert flat["mixed"] == "Passing an only trump pays with 12 and costs points with 2 of 14 trumps"
    assert "brings us" in drawn(EDGES["gains"], "sides").get_title(loc="left")


def readable(answer: StudyAnswer) -> None:
    """No text of any chart runs into another or off the page."""
    for chart in answer.drawings:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            axes = drawn(answer, chart)
        assert "Our side (us) is seat" in spoken(axes)
        boxes = [(text.get_text(), text.get_window_extent()) for text in words(axes)]
        page = axes.figure.bbox
        for place, (text, box) in enumerate(boxes):
            assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1 and box.y0 >= page.y0 - 1, text
            for other, second in boxes[place + 1 :]:
                across = min(box.x1, second.x1) - max(box.x0, second.x0)
                along = min(box.y1, second.y1) - max(box.y0, second.y0)
                assert across < 1.5 or along < 1.5, f"{text!r} runs into {other!r}"


@pytest.mark.parametrize("name", EDGES)
def test_charts_can_be_read(name: str) -> None:
    readable(EDGES[name])


@pytest.mark.parametrize("name", EDGES)
def test_answers_are_as_the_schema_says(name: str) -> None:
    value = json.loads(json.dumps(EDGES[name].to_json(), allow_nan=False))
    jsonschema.Draft202012Validator(schema("study")).validate(value)
    assert "None" not in EDGES[name].text() and "nan" not in EDGES[name].text()
    assert len(EDGES[name].to_frame()) == 3


# Which rules


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("study swaps --rules bare --set swap_one=optional --deals 200 --json".split()) == 0
    value = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(schema("study")).validate(value)
    assert value["study"] == "swaps" and value["deals"] == 200


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("bare", "the swap of one trump is off in bare (--set swap_one=optional)"),
        (str(GAMES / "schafkopf.toml"), "nobody passes a trump in schafkopf"),
        (str(GAMES / "skat_grand.toml"), "nobody passes a trump in skat_grand"),
    ],
)
def test_rules_without_swaps(rules: str, reason: str) -> None:
    assert STUDY.unfit(load(rules, {})) == reason
    everybody = load("classic", {"sides": "0 1 2 3"})
    assert STUDY.unfit(everybody).startswith("a trump goes to one's only partner of two sides")
