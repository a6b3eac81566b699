"""The study trump-lead: every row against the records of the same deals under both rules, and headlines and charts of
made-up counts.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from made import answer_of
from test_charts import drawn, spoken
from test_swaps_study import WHAT, Changed, estimate, readable, same

import goatsim
from goatsim.answers import StudyAnswer
from goatsim.cli import run
from goatsim.games import load
from goatsim.show.schemas import schema
from goatsim.show.telling import spans
from goatsim.studies.base import study_named, study_names

GAMES = Path(__file__).parent / "games"
DEALS = 700
TRUMPS = "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D".split()


@pytest.mark.parametrize(
    ("seat", "policies", "given"), [(0, "greedy", "praiser_team"), (3, "random,low", "all"), (2, "high", "all")]
)
def test_every_row(seat: int, policies: str, given: str, daily_seed: int) -> None:
    def lab_of(rule: str) -> goatsim.Lab:
        settings: dict[str, Any] = {"seat": seat, "seed": daily_seed, "deals": DEALS, "progress": "never"}
        return goatsim.at("bare", options={"trump_lead": rule}, policies=policies, **settings)

    (answer,) = lab_of(given).study("trump-lead")
    ways = zip(lab_of("praiser_team").replay(0, DEALS), lab_of("all").replay(0, DEALS), strict=True)
    deals = [Changed(*pair) for pair in ways]
    same(
        answer.tables["worth"],
        [{"change_in": what} | estimate([deal.change[0][what] for deal in deals], what, 3) for what in WHAT],
    )
    held = [[sum(card in TRUMPS for card in hand) for hand in deal.hands] for deal in deals]
    changes = [deal.change[0] for deal in deals]
    side = grouped(changes, [hands[0] + hands[2] for hands in held], "trumps_of_the_side")
    same(answer.tables["points_by_side"], side["card points"])
    more = [{"change_in": what, **row} for what in WHAT[1:] for row in side[what]]
    same(answer.tables["eyes_and_wins_by_side"], more)
    names = ("me", "left", "partner", "right")
    seats: dict[str, list[dict[str, Any]]] = defaultdict(list)
    every = sum(len({hands[place] for hands in held}) for place in range(4))
    for place in range(4):
        who = {"seat": place, "who": names[(place - seat) % 4], "has_the_right": place in (0, 2)}
        for what, rows in grouped(changes, [hands[place] for hands in held], "trumps", every).items():
            seats[what] += [{**who, **row} for row in rows]
    same(answer.tables["points_by_seat"], seats["card points"])
    more = [{"change_in": what, **row} for what in WHAT[1:] for row in seats[what]]
    same(answer.tables["eyes_and_wins_by_seat"], more)


def grouped(
    changes: Sequence[Mapping[str, int]], keys: Sequence[int], name: str, every: int = 0
) -> dict[str, list[dict[str, Any]]]:
    """Rows by key, of `every` (or as many as there are) that stand in a table for each change in it."""
    groups = defaultdict(list)
    for change, key in zip(changes, keys, strict=True):
        groups[key].append(change)
    return {
        what: [
            {name: key} | estimate([c[what] for c in groups[key]], what, many * (every or len(groups)))
            for key in sorted(groups)
        ]
        # Eyes and deals won stand in one table.
        for what, many in zip(WHAT, (1, 2, 2), strict=True)
    }


def made(deals: Mapping[tuple[int, int, int], int], seat: int = 0, partial: bool = False) -> StudyAnswer:
    """Deals by the trumps of the leader, the change in points and the change in deals won, two trumps elsewhere."""
    counts: dict[str, dict[Any, int]] = defaultdict(lambda: defaultdict(int))
    for (trumps, points, won), count in deals.items():
        for what, change in (("card points", points), ("eyes", won), ("deals won of 100", won)):
            counts[f"all: {what}"][change] += count
            counts[f"side: {what}"][trumps + 2, change] += count
            for place in range(4):
                counts[f"seat {place}: {what}"][2 if place else trumps, change] += count
    return answer_of("trump-lead", counts, seat=seat, partial=partial)


EDGES = {
    "none": made({}, partial=True),
    "one deal": made({(3, 10, 0): 1}),
    "gains": made({(t, d, 0): 900 for t in range(7) for d in (2, 6)}),
    "costs": made({(t, d, -1): 900 for t in (3, 4) for d in (-2, -6)}),
    "gains and loses": made({(t, 4, -1): 400 for t in (2, 3, 4, 6)} | {(7, -30, 0): 200, (5, 0, 1): 40}),
    "even": made({(t, d, 0): 300 for t in (1, 2, 3) for d in (-9, 9)}),
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", "No deal was played to its end."),
        ("one deal", "1 deal cannot tell what the sole right to lead trumps is worth."),
        (
            "gains",
            "The sole right to lead trumps is worth +4.000 card points a deal (+3.9",
        ),
        ("costs", "The sole right to lead trumps costs the side that has it card points: \N{MINUS SIGN}4.0"),
        ("even", "Whether the sole right to lead trumps is worth anything cannot be told: +0.0"),
    ],
)
def test_headlines(name: str, said: str) -> None:
    assert EDGES[name].headline.startswith(said)


def test_a_right_that_brings_points_and_costs_deals() -> None:
    few = made({(3, 5, -1): 500, (4, 1, 0): 500})
    assert few.headline.endswith("to the side that has it, which all the same wins 50.0 fewer of 100 deals.")
    more = made({(3, -5, 1): 500, (4, -1, 0): 500})
    assert more.headline.endswith("), though it wins 50.0 more of 100 deals.")


@pytest.mark.parametrize("name", EDGES)
def test_charts_can_be_read(name: str) -> None:
    readable(EDGES[name])
    assert "The side that leads first, seats 0 and 2, has the right." in spoken(drawn(EDGES[name], "mine")).replace(
        "\n", " "
    )


def test_titles_claim_no_more_than_is_known() -> None:
    titles = {name: " ".join(drawn(answer, "mine").get_title(loc="left").split()) for name, answer in EDGES.items()}
    assert titles["gains"] == "The sole right to lead trumps pays with 0 to 6 trumps in my hand (seat 0)"
    assert titles["gains and loses"].startswith(
        "The sole right to lead trumps pays with 2, 3, 4 and 6 and costs points with 7 trumps in my hand"
    ) or titles["gains and loses"].startswith("The sole right to lead trumps pays with 2 to 4 and 6")
    assert titles["even"].startswith("Whether the sole right to lead trumps pays cannot be told for any number of")


def test_numbers_side_by_side_are_taken_together() -> None:
    assert spans([3]) == "3"
    assert spans([3, 4]) == "3 and 4"
    assert spans([0, 1, 2, 4, 5, 8]) == "0 to 2, 4, 5 and 8"


@pytest.mark.parametrize("name", EDGES)
def test_answers_are_as_the_schema_says(name: str) -> None:
    value = json.loads(json.dumps(EDGES[name].to_json(), allow_nan=False))
    jsonschema.Draft202012Validator(schema("study")).validate(value)
    assert "None" not in EDGES[name].text() and "nan" not in EDGES[name].text()


def test_a_name_with_a_hyphen(capsys: pytest.CaptureFixture[str]) -> None:
    assert "trump-lead" in study_names() and study_named("Trump_Lead") is study_named("trump-lead")
    assert run("study trump-lead --rules bare --deals 200 --json".split()) == 0
    value = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(schema("study")).validate(value)
    assert value["study"] == "trump-lead"


@pytest.mark.parametrize(
    ("rules", "options", "reason"),
    [
        (str(GAMES / "skat_null.toml"), {}, "skat_null has no trumps"),
        ("bare", {"sides": "0 1 2 3"}, "the right is one of two sides, and bare has 4"),
    ],
)
def test_rules_without_the_right(rules: str, options: dict[str, object], reason: str) -> None:
    assert study_named("trump-lead").unfit(load(rules, options)) == reason
