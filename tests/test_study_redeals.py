"""The study of redeals: counts against records of the same deals, exact chances against counting, and what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from statistics import NormalDist
from typing import Any

import pytest
from made import answer_of
from test_charts import drawn, spoken

import goatsim
from goatsim.exact.claims import chance_of_any, chance_of_one
from goatsim.games import load
from goatsim.records import Record
from goatsim.runs.execute import run
from goatsim.runs.tasks import Task
from goatsim.seats.named import line_up
from goatsim.studies.base import Setting, study_named

# As the rules print them (rules.md 0.1 and 4.1), and not read from goatsim.
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
HIGH = {"QC", "QS", "QH"}
CONDITIONS = ("four_nines", "low_hand", "four_queens", "no_high_queen")
DEALS = 300

Hands = Sequence[Sequence[str]]


def points(cards: Sequence[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def trumps(cards: Sequence[str]) -> int:
    return sum(card[0] in "QJ" or card[1] == "D" for card in cards)


def held(reason: str, hands: Hands, seat: int) -> bool:
    """Whether the hand of a seat, or of its team, allows a claim."""
    hand, team = hands[seat], [*hands[seat], *hands[(seat + 2) % 4]]
    return {
        "four_nines": sum(card[0] == "9" for card in hand) == 4,
        "low_hand": points(hand) <= 12,
        "four_queens": sum(card[0] == "Q" for card in hand) == 4,
        "no_high_queen": not HIGH & set(team),
    }[reason]


def bad(reason: str, hands: Hands, seat: int) -> int:
    if reason == "low_hand":
        return points(hands[seat])
    return trumps(hands[seat]) + trumps(hands[(seat + 2) % 4]) * (reason == "no_high_queen")


def dealt(hands: Sequence[Sequence[str] | None] | None) -> Hands:
    """Hands that are all known."""
    assert hands is not None
    return [hand for hand in hands if hand is not None]


def told(record: Record, seat: int) -> tuple[int, int]:
    """Eyes less those of the others, and card points, of a seat's side."""
    assert record.result and record.result.eyes and record.result.points
    ours = seat % 2
    return record.result.eyes[ours] - record.result.eyes[1 - ours], record.result.points[ours]


@pytest.mark.large
@pytest.mark.turns(2)
@pytest.mark.parametrize(("policies", "seat"), [("greedy", 0), ("greedy,low", 3)])
def test_every_count_against_records(policies: str, seat: int, daily_seed: int) -> None:
    rules = load("classic", {})
    setting = Setting(rules, line_up(policies, rules.sides, seat), seat)
    (part,) = study_named("redeals").parts(setting)
    tables = run(Task(part.arms, part.asks, daily_seed, seat), deals=DEALS).tables
    played = [
        list(goatsim.at(arm.game.rules, policies=list(arm.policies), seed=daily_seed).replay(0, DEALS))
        for arm in part.arms
    ]
    fresh = [dealt(record.hands) for record in played[0]]
    assert not any(record.redeals for record in played[0])
    everybody = [[[held(reason, hands, chair) for chair in range(4)] for hands in fresh] for reason in CONDITIONS]
    for place, holders in enumerate(everybody):
        assert tables[f"{place} one"].share().hits == sum(chairs[seat] for chairs in holders)
        assert tables[f"{place} any"].share().hits == sum(map(any, holders))
    assert tables["any"].share().hits == sum(any(map(any, chairs)) for chairs in zip(*everybody, strict=True))
    # Whoever may claim does, so that exactly these deals are redealt.
    claims = Counter(len(record.redeals or ()) for record in played[1])
    assert tables["redealt"].share().hits == DEALS - claims[0] == tables["any"].share().hits
    assert tables["third_claim"].share().hits == claims[3] > 0

    arms = iter(played[2:])
    for chair in (seat, (seat + 1) % 4):
        for place, reason in enumerate(CONDITIONS):
            records = next(arms)
            eyes: Counter[tuple[int, int, int]] = Counter()
            cards: Counter[tuple[int, int, int]] = Counter()
            for hands, before, after in zip(fresh, played[0], records, strict=True):
                claimable = held(reason, hands, chair)
                made = after.redeals or ()
                assert bool(made) == claimable and {claim.reason for claim in made} <= {reason}
                for claim in made:
                    who = {claim.seat} if claim.side is None else {claim.side, claim.side + 2}
                    assert chair in who
                    assert claim.hands is None or held(reason, dealt(claim.hands), chair)
                assert len(made) == 3 or not held(reason, dealt(after.hands), chair)
                group = int(claimable), bad(reason, hands, chair)
                (was, had), (now, has) = told(before, chair), told(after, chair)
                eyes[*group, now - was] += 1
                cards[*group, has - had] += 1
            for what, counted in (("eyes", eyes), ("points", cards)):
                table = tables[f"{what} {place} by seat {chair}"]
                cells = {
                    (*group, int(value)): int(hits)
                    for group, counts in table.groups()
                    for value, hits in zip(table.values, counts, strict=True)
                    if hits
                }
                assert cells == counted, (what, reason, chair)


# ---------------------------------------------------------------------------------------------------------------------
# Exact chances


def test_the_printed_chances() -> None:
    rules = load("classic", {})
    found = {row.reason: (chance_of_one(rules, row), chance_of_any(rules, row)) for row in rules.redeal_rows()}
    assert found["low_hand"] == (Fraction(428813, 10518300), Fraction(46617245761, 288984942675))
    assert found["no_high_queen"] == (Fraction(7, 62), Fraction(7, 31))
    # Four cards of one hand: 28 over 4 of 32 over 8 hands; two hands cannot both hold them.
    assert found["four_nines"] == found["four_queens"] == (Fraction(20475, 10518300), 4 * Fraction(20475, 10518300))
    dry = load("classic", {"redeal_four_queens": "dry_only"}).redeal_rows()[2]
    assert f"{float(chance_of_any(rules, dry) or 0):.4%}" == "0.1164%"


SMALL: dict[str, object] = {
    "pack": "AC TC QC 9C AD TD QD 9D",
    "hand_size": 2,
    "plain_order": "AT9",
    "trumps": "QC QD AD TD 9D",
    "scoring": [{"outcome": "won", "points": [25, 48], "eyes": 2}],
}
ROWS: list[tuple[dict[str, object], Any]] = [
    ({"points": 10}, lambda hand: points(hand) <= 10),
    ({"points": 21, "trumps": 1}, lambda hand: points(hand) <= 21 and trumps(hand) <= 1),
    ({"cards": "9C 9D AC", "least": 1, "most": 1}, lambda hand: len({"9C", "9D", "AC"} & {*hand}) == 1),
    ({"of": "side", "cards": "QC QD", "most": 0}, lambda hand: not {"QC", "QD"} & {*hand}),
    ({"of": "side", "trumps": 2}, lambda hand: trumps(hand) <= 2),
]


@pytest.mark.parametrize("place", range(len(ROWS)))
def test_chances_by_dealing_every_deal_of_a_small_pack(place: int) -> None:
    written, fits = ROWS[place]
    rules = load("bare", {**SMALL, "redeal": [{"reason": "some", **written}]})
    (row,) = rules.redeal_rows()
    pack, one, some, deals = set(rules.pack), 0, 0, 0
    for first in combinations(sorted(pack), 2):
        for second in combinations(sorted(pack - {*first}), 2):
            for third in combinations(sorted(pack - {*first, *second}), 2):
                hands: list[tuple[str, ...]] = [first, second, third, tuple(pack - {*first, *second, *third})]
                if row.of == "side":
                    hands = [hands[0] + hands[2], hands[1] + hands[3]]
                deals += 1
                one += fits(hands[0])
                some += any(map(fits, hands))
    assert deals == 2520
    assert (chance_of_one(rules, row), chance_of_any(rules, row)) == (Fraction(one, deals), Fraction(some, deals))


def test_no_exact_chance_where_sides_are_unequal() -> None:
    rules = load("classic", {"sides": "0 1 1 1"})
    *_, team = rules.redeal_rows()
    assert chance_of_one(rules, team) is chance_of_any(rules, team) is None


# ---------------------------------------------------------------------------------------------------------------------
# What is said


def often(deals: int, hits: int) -> dict[str, dict[Any, int]]:
    """So many deals that allow a redeal, all for a low hand of mine."""
    counts: dict[str, dict[Any, int]] = {name: {1: hits, 0: deals - hits} for name in ("any", "1 one", "1 any")}
    return counts | {f"{place} {who}": {0: deals} for place in (0, 2, 3) for who in ("one", "any")}


def claimed(worth: Mapping[int, Mapping[tuple[int, int], int]], deals: int = 100_000) -> goatsim.StudyAnswer:
    """Made-up counts: condition -> {(how bad the hand is, eyes won by a claim): deals}, for our side."""
    counts = often(deals, deals // 4)
    for place, groups in worth.items():
        counts[f"eyes {place} by seat 0"] = {(1, group, eyes): hits for (group, eyes), hits in groups.items()}
    return answer_of("redeals", counts, "classic")


def test_the_headline() -> None:
    answer = claimed(
        {
            0: {(2, 0): 50, (2, 2): 50},
            1: {(4, 4): 300, (4, 0): 300, (9, 2): 100, (9, -2): 100, (12, -2): 300, (12, 0): 200},
            2: {(5, -4): 200, (5, -2): 200},
            3: {(6, 0): 20},
        }
    )
    assert answer.headline == (
        "25.00% of deals allow a redeal; a claim brings our side 1.00 eyes with four nines and 0.46 with a low hand "
        "(clearly with 4 points) and costs our side 3.00 eyes with four queens; whether it pays with no high queen "
        "cannot be told."
    )
    rows = answer.tables["low_hand"]
    assert [(row["hand_points"], row["difference"], row["deals"]) for row in rows] == [
        (4, 2.0, 600), (9, 0.0, 200), (12, -1.2, 500)
    ]  # fmt: skip
    # The intervals of all five hands hold at once; in 200 deals half won two eyes and half lost them.
    half = NormalDist().inv_cdf(1 - 0.025 / 5) * 2 / 199**0.5
    assert (rows[1]["low"], rows[1]["high"]) == pytest.approx((-half, half))
    assert [row["condition"] for row in answer.tables["worth"]] == ["four nines", "a low hand", "four queens"]
    assert answer.tables["no_high_queen"] == []
    titles = {name: " ".join(drawn(answer, name).get_title(loc="left").split()) for name in answer.drawings}
    assert titles == {
        "chances": "25.00% of deals allow a redeal, most often for a low hand",
        "worth": "A claim pays with four nines and a low hand and costs with four queens",
        "four_nines": "With four nines a claim pays, whatever else is held",
        "low_hand": "With a low hand a claim clearly pays with 4 points, and costs with 12 points",
        "four_queens": "With four queens a claim costs, whatever else is held",
        "no_high_queen": answer.headline,
    }
    assert "No hand with no high queen came 30 times." in spoken(drawn(answer, "no_high_queen"))


def test_titles_claim_no_more_than_is_known() -> None:
    answer = claimed(
        {
            0: {(2, 2): 50, (3, 2): 50},
            1: {(4, 4): 300, (9, 2): 100, (9, -2): 100, (12, 2): 300},
            2: {(5, -4): 200, (6, -4): 29},
        }
    )
    titles = {name: " ".join(drawn(answer, name).get_title(loc="left").split()) for name in answer.drawings}
    assert titles["four_nines"] == "With four nines a claim pays, whatever else is held"
    assert titles["low_hand"] == "With a low hand a claim clearly pays with 4 and 12 points"
    assert titles["four_queens"] == "With four queens a claim costs, with every hand that came often"
    # A better hand may pay by chance alone, so that nothing is said of it behind one that costs.
    between = claimed({1: {(4, 4): 300, (9, -2): 100, (12, 4): 300}})
    assert "with a low hand (clearly with 4 points)" in between.headline
    title = " ".join(drawn(between, "low_hand").get_title(loc="left").split())
    assert title == "With a low hand a claim clearly pays with 4 points, and costs with 9 points"


@pytest.mark.parametrize(("hits", "end"), [(300, ""), (400, ", most often for a low hand")])
def test_what_allows_a_redeal_most_often_is_said_if_it_is_known(hits: int, end: str) -> None:
    """Of 1,000 deals 300 have one condition and 242 another, too few to tell of four conditions which comes more often,
    although the intervals of the two alone lie apart.
    """
    counts = often(1_000, 500) | {"1 any": {1: hits, 0: 1_000 - hits}, "3 any": {1: 242, 0: 758}}
    title = drawn(answer_of("redeals", counts, "classic"), "chances").get_title(loc="left")
    assert " ".join(title.split()) == f"50.0% of deals allow a redeal{end}"


@pytest.mark.parametrize(
    ("deals", "hits", "headline"),
    [
        (0, 0, "No deal was played to its end."),
        (1, 0, "The only deal played allows no redeal, which says next to nothing."),
        (1, 1, "The only deal played allows a redeal, which says next to nothing."),
        (200, 0, "Not one of 200 deals allows a redeal."),
        (200, 50, "25.0% of deals allow a redeal; whether a claim pays cannot be told."),
    ],
)
def test_headlines_of_few_deals(deals: int, hits: int, headline: str) -> None:
    answer = answer_of("redeals", often(deals, hits), "classic", partial=not deals)
    assert answer.headline == headline
    assert "None" not in answer.text() and "nan" not in answer.text()
    for name in answer.drawings:
        assert drawn(answer, name).get_title(loc="left")


@pytest.mark.parametrize(
    ("rules", "options", "why"),
    [
        ("bare", {}, r"no redeal can be claimed in bare \(--set redeal_four_nines=on allows one\)"),
        ("classic", {"redeal": []}, "no redeal can be claimed in classic"),
        (
            "classic",
            {"praise": "HAPPY"},
            "redeals are for deals that nobody praised, and praise=HAPPY praises them all",
        ),
        ("bare", {"sides": "0 1 2 3"}, "a claim is judged by the eyes of two sides, and bare has 4"),
    ],
)
def test_games_without_redeals_say_why(rules: str, options: Mapping[str, object], why: str) -> None:
    with pytest.raises(goatsim.RequestError, match=f"got redeals: {why}$"):
        goatsim.study("redeals", rules=rules, options=options, deals=10, progress="never")


def test_conditions_of_one_name_are_told_apart() -> None:
    low = [{"reason": "low_hand", "points": most} for most in (9, 12)]
    queens = [{"reason": "no_queens", "cards": cards, "most": 0} for cards in ("QC QS", "QC QS QH")]
    (answer,) = goatsim.study(
        "redeals", options={"redeal": [*low, *queens], "praise": "free"}, deals=300, progress="never"
    )
    named = ["low_hand_1", "low_hand_2", "no_queens_1", "no_queens_2"]
    assert list(answer.tables)[4:] == [*named, *(f"{name}_other_side" for name in named)]
    assert "Nobody praises here, since a deal that was praised is not redealt." in answer.notes
