"""spread: the shares of all values and the means of groups, exact against counts by hand, sampled against tallies."""

from __future__ import annotations

import csv
import json
import shlex
from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest
from test_patterns import SMALL, every_deal

import goatsim
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.lang.kinds import Deal
from goatsim.lang.reading import read
from goatsim.replies import SpreadAnswer

Capture = pytest.CaptureFixture[str]

HANDS = comb(32, 8)


@cache
def lab_of(rules: str = "bare", **settings: Any) -> goatsim.Lab:
    return goatsim.at(rules, **{"progress": "never", **settings})


def shares(answer: SpreadAnswer) -> dict[Any, Fraction]:
    return {row["value"]: Fraction(*row["fraction"]) for row in answer.rows}


def test_the_trumps_of_a_hand() -> None:
    answer = lab_of("classic").spread("trumps", fresh=True)
    assert shares(answer) == {k: Fraction(comb(14, k) * comb(18, 8 - k), HANDS) for k in range(9)}
    assert answer.fraction == Fraction(7, 2) and answer.mean == float(answer) == 3.5
    assert answer.method == "exact" and answer.deals is None
    assert all(row["low"] == row["share"] == row["high"] and row["hits"] is None for row in answer.rows)


# rules.md, (b): I hold 8 trumps; the other 6 fall on three hands of 8 of 24 cards.
def test_the_split_of_the_other_trumps() -> None:
    answer = lab_of().spread("pattern(others, trumps)", given="trumps == 8")
    ways: defaultdict[str, int] = defaultdict(int)
    for a in range(7):
        for b in range(7 - a):
            c = 6 - a - b
            label = "-".join(map(str, sorted((a, b, c), reverse=True)))
            ways[label] += comb(6, a) * comb(18, 8 - a) * comb(6 - a, b) * comb(10 + a, 8 - b)
    total = comb(24, 8) * comb(16, 8)
    assert shares(answer) == {label: Fraction(n, total) for label, n in ways.items()}
    printed = {"6-0-0": 0.062409, "5-1-0": 1.99709, "4-2-0": 8.73726, "4-1-1": 9.98544}
    printed |= {"3-3-0": 6.98981, "3-2-1": 55.9185, "2-2-2": 16.3095}
    for label, share in printed.items():
        assert f"{100 * float(shares(answer)[label]):.6g}" == f"{share:g}"
    assert answer.mean is None and answer.headline == "most often 3-2-1 (55.9185%)"
    assert [row["value"] for row in answer.rows] == sorted(printed)


@pytest.mark.parametrize("given", [None, "us.aces >= 2"])
def test_exact_groups_are_those_of_every_deal_of_a_small_pack(given: str | None) -> None:
    lab = goatsim.at("bare", options=SMALL[0], seat=1, progress="never")
    game = game_of(lab.rules)
    deals = [Deal(hands, [], [], [], [], None, None, None, None) for hands in every_deal(lab.rules.pack, 4, 2)]
    among = [deal for deal in deals if given is None or read(given).walk(game, deal, 1)]
    for measure, by in (("hand_points", ["trumps"]), ("any(trumps == 2)", ["left.aces", "has QC"])):
        groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for deal in among:
            values = tuple(read(one).walk(game, deal, 1) for one in by)
            groups[values].append(read(measure).walk(game, deal, 1))
        answer = lab.spread(measure, by=by, given=given)
        assert len(answer.rows) == len(groups)
        for row, (values, found) in zip(answer.rows, sorted(groups.items()), strict=True):
            assert row["group"] == (values[0] if len(values) == 1 else list(values))
            assert Fraction(*row["fraction"]) == Fraction(sum(found), len(found))
            assert Fraction(*row["share_fraction"]) == Fraction(len(found), len(among))
        everything = [value for found in groups.values() for value in found]
        assert answer.fraction == Fraction(sum(everything), len(everything))


def test_a_distribution_is_that_of_a_tally() -> None:
    lab = lab_of(deals=3_000)
    for measure in ("us.points", "us.eyes", "egg"):
        answer, table = lab.spread(measure), lab.tally(measure)
        assert [{**row, "fraction": None} for row in table.rows()] == [dict(row) for row in answer.rows]
        assert answer.estimate == table.estimate() and sum(row["hits"] for row in answer.rows) == 3_000
    assert [row["value"] for row in lab.spread("egg").rows] == [False, True]
    for row in lab.spread("us.eyes").rows:
        assert isinstance(row["value"], int) and row["low"] < row["share"] < row["high"]


def test_every_share_of_a_distribution_is_as_precise_as_asked_for() -> None:
    answer = lab_of(precision=0.004).spread("us.eyes")
    assert max(row["high"] - row["low"] for row in answer.rows) <= 0.008
    assert (answer.deals or 0) > 16_384


def test_groups_by_dealt_cards_are_dealt_directly() -> None:
    lab = lab_of(deals=1_800)
    answer, grouped = lab.spread("us.points", by="trumps"), lab.by_groups("us.points", "trumps")
    assert [row["deals"] for row in answer.rows] == [200] * 9
    for row, other in zip(answer.rows, grouped.rows(), strict=True):
        assert (row["group"], row["mean"], row["low"], row["high"]) == (
            other["me.trumps"],
            other["mean"],
            other["low"],
            other["high"],
        )
        assert row["share_fraction"] == other["fraction"]
    assert answer.estimate == grouped.estimate()


def test_groups_under_a_condition_have_their_exact_shares() -> None:
    answer = lab_of(deals=900).spread("us.points > 60", by="partner.trumps", given="trumps == 6")
    expected = {k: Fraction(comb(8, k) * comb(16, 8 - k), comb(24, 8)) for k in range(9)}
    assert {row["group"]: Fraction(*row["share_fraction"]) for row in answer.rows} == expected
    assert {row["deals"] for row in answer.rows} == {100}
    assert answer.method_of.given_fraction == Fraction(comb(14, 6) * comb(18, 2), HANDS)
    # What is given holds in every deal that is played.
    (row,) = lab_of(deals=90).spread("us.points", by="trumps", given="trumps == 6 and void clubs").rows
    assert row["group"] == 6 and row["deals"] == 90


@pytest.mark.parametrize("by", ["us.tricks", "trumps"])
def test_groups_among_results_are_those_of_a_tally(by: str) -> None:
    lab = lab_of(deals=2_000)
    answer, table = lab.spread("us.eyes", by=by, given="us.points >= 50"), lab.tally("us.eyes", ["us.points >= 50", by])
    kept = {values[1]: counts for values, counts in table.groups() if values[0]}
    assert [row["group"] for row in answer.rows] == sorted(kept)
    many = sum(int(counts.sum()) for counts in kept.values())
    for row in answer.rows:
        found = table.mean_of(kept[row["group"]])
        assert (row["mean"], row["low"], row["high"], row["deals"]) == (found.value, found.low, found.high, found.deals)
        assert row["share"] == row["deals"] / many and row["share_fraction"] is None
    assert answer.method_of.counted == many and answer.envelope.given_share == many / 2_000


def test_rules_with_redeals_are_played_as_they_come() -> None:
    lab = lab_of("classic", deals=2_000)
    answer, table = lab.spread("us.points", by="trumps"), lab.tally("us.points", "trumps")
    assert [(row["mean"], row["deals"]) for row in answer.rows] == [(row["mean"], row["deals"]) for row in table.rows()]
    assert answer.estimate == table.estimate()


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"measure": "us.points", "by": "us.pints"}, "nearest is points"),
    ({"measure": "pattern(us, trumps)", "by": "trumps"}, "expected a truth or a number"),
    ({"measure": "us.points", "by": ["trumps"] * 5}, "at most 4"),
    ({"measure": "us.points", "by": "match.deals"}, "all of it about matches"),
    ({"measure": "us.points", "by": "trumps", "given": "trumps == 9"}, "some deal of bare fulfils"),
    ({"measure": "us.points * us.points * us.points", "by": "trumps"}, "different values"),
]


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=lambda part: str(part)[:50])
def test_what_cannot_be_spread_is_refused(words: dict[str, Any], said: str) -> None:
    with pytest.raises(RequestError) as refused:
        lab_of().spread(**words)
    assert said in str(refused.value)


FORMS = [
    {"measure": "us.points"},
    {"measure": "egg"},
    {"measure": "pattern(others, trumps)"},
    {"measure": "trumps", "given": "us.points > 60"},
    {"measure": "us.points", "by": "trumps"},
    {"measure": "egg", "by": "pattern(us, trumps)"},
    {"measure": "us.points", "by": ["trumps", "has QC"]},
    {"measure": "hand_points", "by": ["trumps", "queens"]},
    {"measure": "us.eyes", "by": ["trumps", "queens", "void clubs"]},
]


@pytest.mark.parametrize("words", FORMS, ids=lambda words: str(words)[12:60])
def test_every_form(words: dict[str, Any]) -> None:
    answer = lab_of(deals=540).spread(**words)
    assert answer.text().splitlines()[0] == answer.headline and str(answer) == answer.text()
    assert "data:image/png" in answer._repr_html_()
    assert answer.plot().get_title(loc="left")
    frame = answer.to_frame()
    assert len(frame) == len(answer.rows) and frame["share"].sum() == pytest.approx(1)
    assert json.loads(json.dumps(answer.to_json()))["rows"] == [dict(row) for row in answer.rows]
    assert answer.cite().endswith(answer.envelope.command)


def test_two_groups_make_a_cross_table() -> None:
    answer = lab_of().spread("hand_points", by=["queens", "trumps"], given="trumps in 2..3")
    title, *cells = answer.text().splitlines()[2:8]
    assert title == "  me.queens downwards, me.trumps to the right"
    # A queen is worth 3, the ten other trumps 33 together, the 18 plain cards 75.
    means = {(q, t): 3 * q + 3.3 * (t - q) + 75 / 18 * (8 - t) for q in range(4) for t in (2, 3) if q <= t}
    rows = [[str(q), *(f"{means[q, t]:.6g}" for t in (2, 3) if q <= t)] for q in range(4)]
    assert [line.split() for line in cells] == [["2", "3"], *rows]


def test_files_and_tables(tmp_path: Path, capsys: Capture) -> None:
    words = shlex.split("spread us.points --by trumps --by 'has QC' --rules bare --deals 170")
    assert run([*words, "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert rows[0]["me.trumps"] == "0" and rows[0]["me has QC"] == "false" and len(rows) == 17
    assert run([*words, "--out", str(tmp_path / "out")]) == 0
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"spread.json", "spread.csv", "spread.png"}
    assert json.loads((tmp_path / "out" / "spread.json").read_text())["charts"] == {"spread": "spread.png"}
    capsys.readouterr()
    assert run([*words, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert run([*shlex.split(first["command"])[1:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
