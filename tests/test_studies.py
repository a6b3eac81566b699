"""The studies: every row of every table against records of the same deals, headlines, forms, additions."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from made import EDGES, answer_of, eggs, errors_to_a_side, eyes, wilson

import goatsim
from goatsim.show.tables import csv_text

GAMES = Path(__file__).parent / "games"
DEALS = 3_000

# Scores of cards, as rules.md prints them, and not read from goatsim.
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

Row = dict[str, Any]


# Tables against records


class Played(NamedTuple):
    """One deal by what its record says, from our side's chair."""

    points: tuple[int, int]
    tricks: tuple[int, int]
    eyes: tuple[int, int]
    outcome: str
    our_trumps: int
    our_queens: int
    my_trumps: int
    my_queens: int


class Case(NamedTuple):
    rules: str
    policies: str
    seat: int
    seed: int


CASES = [
    Case("bare", "greedy", 0, 0),
    Case("bare", "random,low", 1, 7),
    Case(str(GAMES / "skat_grand.toml"), "high", 2, 1),
]


def lab_of(case: Case, deals: int = DEALS) -> goatsim.Lab:
    return goatsim.at(case.rules, policies=case.policies, seat=case.seat, seed=case.seed, deals=deals, progress="never")


def eyes_of(rules: str, points: Sequence[int], tricks: Sequence[int]) -> tuple[str, tuple[int, int]]:
    """The outcome and the eyes of side 0 and 1, from the rules as they are printed."""
    if rules != "bare":
        if points[0] >= 90:
            return "schneider", (4, 0)
        return ("won", (2, 0)) if points[0] >= 61 else ("lost", (0, 4))
    if points[0] == 60:
        return "egg", (0, 0)
    best = 0 if points[0] > 60 else 1
    outcome = "lucy" if tricks[best] == 8 else "ninety" if points[best] > 90 else "win"
    worth = 2 if outcome == "win" else 4
    return outcome, (worth, 0) if best == 0 else (0, worth)


def read(case: Case) -> list[Played]:
    lab = lab_of(case)
    sides, trumps = lab.rules.sides, set(lab.rules.trumps)
    own = sides[case.seat]
    found = []
    for record in lab.replay(0, DEALS):
        points, tricks = [0, 0], [0, 0]
        for trick in record.tricks:
            assert trick.winner is not None
            points[sides[trick.winner]] += sum(WORTH.get(card[0], 0) for card in trick.cards)
            tricks[sides[trick.winner]] += 1
        if record.talon:
            points[0] += sum(WORTH.get(card[0], 0) for card in record.talon)
        outcome, eyes = eyes_of(case.rules, points, tricks)
        assert record.hands is not None and record.result is not None
        assert (record.result.points, record.result.outcome) == (tuple(points), outcome)
        hands = [hand or () for hand in record.hands]
        ours = [card for seat, hand in enumerate(hands) if sides[seat] == own for card in hand]
        mine = hands[case.seat]
        found.append(
            Played(
                (points[own], points[1 - own]),
                (tricks[own], tricks[1 - own]),
                (eyes[own], eyes[1 - own]),
                outcome,
                sum(card in trumps for card in ours),
                sum(card[0] == "Q" for card in ours),
                sum(card in trumps for card in mine),
                sum(card[0] == "Q" for card in mine),
            )
        )
    return found


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{Path(case.rules).stem} {case.policies} {case.seat}")
def both(request: pytest.FixtureRequest) -> tuple[Case, list[Played]]:
    return request.param, read(request.param)


def share(hits: int, deals: int) -> Row:
    low, high = wilson(hits, deals)
    return {"share": hits / deals, "low": low, "high": high, "hits": hits}


def mean(values: Sequence[int], least: int, most: int) -> Row:
    value = math.fsum(values) / len(values)
    squares = math.fsum((each - value) ** 2 for each in values)
    spread = squares / max(len(values) - 1, 1) / len(values)
    half = errors_to_a_side(len(values), 0.025) * math.sqrt(spread)
    low, high = max(float(least), value - half), min(float(most), value + half)
    usual, common = min(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    others = len(values) - common
    if others < 30 and 10 * others < len(values):
        rare, unseen = wilson(others, len(values))[1], wilson(0, len(values))[1]
        first, last = min(values), max(values)
        low = min(low, max(float(least), usual - rare * (usual - first) - unseen * (first - least)))
        high = max(high, min(float(most), usual + rare * (last - usual) + unseen * (most - last)))
    return {"mean": value, "low": low, "high": high}


def assert_rows(found: Sequence[Any], expected: Sequence[Row]) -> None:
    assert [list(row) for row in found] == [list(row) for row in expected]
    for row, wanted in zip(found, expected, strict=True):
        for key, value in wanted.items():
            assert row[key] == (pytest.approx(value, abs=1e-12) if isinstance(value, float) else value), (key, row)
            assert type(row[key]) is type(value)


def assert_groups(found: Sequence[Any], names: list[str], key: str, seen: dict[tuple[int, ...], Row]) -> None:
    """Groups that were dealt directly: as many deals of each, exact shares of all deals, and what was found is near
    what records of ordinary deals have, by group.
    """
    groups = [tuple(row[name] for name in names) for row in found]
    assert groups == sorted(set(groups)) and set(seen) <= set(groups)
    assert sum(row["deals"] for row in found) == DEALS
    assert max(row["deals"] for row in found) - min(row["deals"] for row in found) <= 1
    fractions = [Fraction(row["fraction"]) for row in found]
    assert sum(fractions) == 1
    assert [row["of_all_deals"] for row in found] == [pytest.approx(float(one)) for one in fractions]
    for row, group in zip(found, groups, strict=True):
        if group in seen:
            here = row["high"] - row["low"] + seen[group]["high"] - seen[group]["low"]
            assert abs(row[key] - seen[group][key]) <= 1.5 * here


def has_outcome(name: str, deal: Played) -> bool:
    return deal.outcome == name


def grouped(deals: Sequence[Played], key: Callable[[Played], Any]) -> Iterator[tuple[Any, list[Played]]]:
    for group in sorted({key(deal) for deal in deals}):
        yield group, [deal for deal in deals if key(deal) == group]


def counted(deals: Sequence[Played], fits: Callable[[Played], bool]) -> Row:
    return share(sum(map(fits, deals)), len(deals))


def test_every_row_of_eggs(both: tuple[Case, list[Played]]) -> None:
    case, deals = both
    if case.rules != "bare":
        with pytest.raises(goatsim.RequestError, match="no scoring row of skat_grand is called egg"):
            lab_of(case).study("eggs")
        return
    (answer,) = lab_of(case).study("eggs")
    assert answer.deals == len(deals) == DEALS
    assert list(answer.tables) == ["results", "by_trumps", "by_queens", "points"]
    results: dict[str, Callable[[Played], bool]] = {
        "egg, 60:60": lambda deal: deal.points == (60, 60),
        "our side takes more than 60": lambda deal: deal.points[0] > 60,
        "the other side takes more than 60": lambda deal: deal.points[1] > 60,
        "a side takes more than 90": lambda deal: max(deal.points) > 90,
        "exactly 90:30": lambda deal: sorted(deal.points) == [30, 90],
        "a side takes all the tricks": lambda deal: 8 in deal.tricks,
        "a side takes a trick and no points": lambda deal: any(
            t and not p for t, p in zip(deal.tricks, deal.points, strict=True)
        ),
    }
    expected = [{"result": name, **counted(deals, fits)} for name, fits in results.items()]
    assert_rows(answer.tables["results"], expected)
    keys: dict[str, Callable[[Played], int]] = {
        "trumps": lambda deal: deal.our_trumps,
        "queens": lambda deal: deal.our_queens,
    }
    for name, key in keys.items():
        seen = {group: counted(some, lambda deal: deal.points == (60, 60)) for group, some in grouped(deals, key)}
        assert_groups(answer.tables[f"by_{name}"], [name], "share", {(group,): row for group, row in seen.items()})
    taken = Counter(deal.points[0] for deal in deals)
    expected = [{"points": points, **share(taken[points], DEALS)} for points in sorted(taken)]
    assert_rows(answer.tables["points"], expected)
    assert sum(row["hits"] for row in answer.tables["points"]) == DEALS


def test_every_row_of_eyes(both: tuple[Case, list[Played]]) -> None:
    case, deals = both
    (answer,) = lab_of(case).study("eyes")
    assert list(answer.tables) == ["means", "eyes", "balance", "outcomes", "by_hand"]
    balances = [deal.eyes[0] - deal.eyes[1] for deal in deals]
    means = [
        {"side": name, **mean([deal.eyes[side] for deal in deals], 0, 4)} for side, name in enumerate(("us", "them"))
    ]
    assert_rows(answer.tables["means"], [*means, {"side": "us minus them", **mean(balances, -4, 4)}])
    expected = []
    for side, name in enumerate(("us", "them")):
        eyes = Counter({0: 0}) + Counter(deal.eyes[side] for deal in deals)
        expected += [{"side": name, "eyes": value, **share(eyes[value], DEALS)} for value in sorted({0, *eyes})]
    assert_rows(answer.tables["eyes"], expected)
    seen = Counter(balances)
    expected = [{"us_minus_them": value, **share(seen[value], DEALS)} for value in sorted(seen)]
    assert_rows(answer.tables["balance"], expected)
    special = ("egg", "lucy") if case.rules == "bare" else ()
    expected = [{"outcome": name, **counted(deals, partial(has_outcome, name))} for name in special]
    assert_rows(answer.tables["outcomes"], expected)
    hands = grouped(deals, lambda deal: (deal.my_trumps, deal.my_queens))
    found = {hand: mean([d.eyes[0] - d.eyes[1] for d in some], -4, 4) for hand, some in hands}
    assert_groups(answer.tables["by_hand"], ["trumps", "queens"], "mean", found)


def test_groups_that_redeals_keep_from_being_dealt_directly() -> None:
    case = Case("classic", "greedy", 0, 3)
    (answer,) = lab_of(case).study("eyes")
    records = list(lab_of(case).replay(0, DEALS))
    trumps = set(goatsim.at("classic").rules.trumps)
    balances: dict[tuple[int, int], list[int]] = {}
    for record in records:
        hand = None if record.hands is None else record.hands[0]
        assert hand is not None
        assert record.result is not None and record.result.eyes is not None
        place = sum(card in trumps for card in hand), sum(card[0] == "Q" for card in hand)
        balances.setdefault(place, []).append(record.result.eyes[0] - record.result.eyes[1])
    expected = [
        {"trumps": t, "queens": q, **mean(found, -4, 4), "deals": len(found)}
        for (t, q), found in sorted(balances.items())
    ]
    assert_rows(answer.tables["by_hand"], expected)
    assert not any("dealt directly" in note for note in answer.notes)


# Headlines and text


@pytest.mark.parametrize(
    ("hits", "deals", "headline"),
    [
        (0, 0, "No deal was played to its end."),
        (0, 1, "The only deal played is no egg (60:60), which says next to nothing."),
        (1, 1, "The only deal played is an egg (60:60), which says next to nothing."),
        (0, 104, "Not one of 104 deals is an egg (60:60): at most 3.6% are."),
        (104, 104, "All of 104 deals are eggs (60:60): at least 96.4% are."),
        (50, 100, "50.0% of deals are eggs (60:60)."),
        (1386, 100_000, "1.386% of deals are eggs (60:60), about one in 72."),
        (7, 5_000_000, "0.00014% of deals are eggs (60:60), about one in 710,000."),
    ],
)
def test_headline_of_eggs(hits: int, deals: int, headline: str) -> None:
    assert eggs(hits, deals).headline == headline


@pytest.mark.parametrize(
    ("balance", "headline"),
    [
        ({}, "No deal was played to its end."),
        ({2: 1}, "The only deal played brings our side 2 eyes and the other side 0, which says next to nothing."),
        ({2: 600, -2: 400}, "A deal brings our side more: 1.200 eyes on average against 0.800 for the other side."),
        ({2: 400, -2: 600}, "A deal brings the other side more: 1.200 eyes on average against 0.800 for our side."),
        (
            {2: 500, -2: 500},
            "A deal brings our side 1.000 eyes on average and the other side 1.000; which gets more cannot be told.",
        ),
    ],
)
def test_headline_of_eyes(balance: dict[int, int], headline: str) -> None:
    assert eyes(balance).headline == headline


def test_us_and_them_are_explained_once() -> None:
    page = eggs(3, 100).text()
    who = "Our side (us) is seats 0 and 2, the other side (them) seats 1 and 3"
    assert " ".join(page.split()).count(f"{who}; seat 0 leads first, and only its side may lead trumps freely.") == 1
    (answer,) = goatsim.study("eggs", rules="bare", options={"trump_lead": "all"}, seat=3, deals=64, progress="never")
    assert answer.notes[0] == (
        "Our side (us) is seats 1 and 3, the other side (them) seats 0 and 2; seat 0 leads first, and everybody may "
        "lead trumps."
    )


def test_no_hits_are_a_bound_and_not_nought_per_cent() -> None:
    page = eggs(0, 104).text()
    assert "0.0%" not in page
    assert "0      at most 3.6%" in page
    assert "100%   at least 96.4%" in page


def test_long_tables_are_left_to_files() -> None:
    (answer,) = goatsim.study("eggs", rules="bare", deals=2_000, progress="never")
    assert len(answer.tables["points"]) > 40
    assert len(answer.text().splitlines()) < 60
    assert f"points ({len(answer.tables['points'])} rows)" in answer.text()


def test_without_deals_there_is_a_sentence_and_no_table() -> None:
    for answer in (answer_of("eggs", {}, partial=True), answer_of("eyes", {}, partial=True)):
        page = answer.text()
        assert page.startswith("No deal was played to its end.")
        assert "interval " not in page and "None" not in page and "nan" not in page
        frame = answer.to_frame()
        assert frame[["low", "high"]].dtypes.eq("float64").all()


# Forms


def numbers(value: object) -> Iterator[float]:
    if isinstance(value, dict):
        for item in value.values():
            yield from numbers(item)
    elif isinstance(value, list):
        for item in value:
            yield from numbers(item)
    elif isinstance(value, int | float):
        yield value


@pytest.mark.parametrize("name", EDGES)
def test_json_holds_numbers_and_nothing_else_for_them(name: str) -> None:
    value = EDGES[name].to_json()
    again = json.loads(json.dumps(value, allow_nan=False))
    assert again == value
    assert all(math.isfinite(each) for each in numbers(again))
    for rows in value["tables"].values():
        for row in rows:
            for key, cell in row.items():
                number = key not in ("result", "side", "outcome", "of_a_match", "losers", "title", "at_least")
                assert isinstance(cell, int | float) or not number or (cell is None and not value["deals"])
            if row.get("share") is not None:
                assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
                assert row["low"] < row["high"]


def test_csv_gives_the_same_floats_back() -> None:
    for answer in goatsim.study("eggs", "eyes", rules="bare", policies="random", deals=1_000, progress="never"):
        for rows in answer.tables.values():
            read_back = list(csv.DictReader(io.StringIO(csv_text(rows))))
            assert len(read_back) == len(rows)
            for row, cells in zip(rows, read_back, strict=True):
                for key, value in row.items():
                    assert type(value)(cells[key]) == value


def test_frames_have_plain_columns() -> None:
    (answer,) = goatsim.study("eyes", rules="bare", deals=1_000, progress="never")
    kinds = answer.to_frame("by_hand").dtypes.astype(str).to_dict()
    assert kinds == {
        "trumps": "int64", "queens": "int64", "mean": "float64", "low": "float64", "high": "float64", "deals": "int64",
        "of_all_deals": "float64", "fraction": "str",
    }  # fmt: skip
    assert len(answer.to_frame()) == 3
