"""The study of praise: counts against records of the same deals, the mirror by counting, scores, and what is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from made import answer_of
from matplotlib.figure import Figure
from test_charts import drawn

import goatsim
from goatsim.exact.mirror import praisers_trumps
from goatsim.games import load
from goatsim.records import Record
from goatsim.runs.execute import run
from goatsim.runs.tasks import Arm, Task
from goatsim.seats.named import line_up
from goatsim.studies.base import Setting, study_named
from goatsim.studies.common.kinds_by_score import KindsByScore, draw

GAMES = Path(__file__).parent / "games"
# As rules.md 3 prints them, with the tricks that each kind plays before the first lead.
KINDS = {"REGULAR": 0, "ONE": 0, "HAPPY": 4, "MIRROR": 0, "SELF": 1, "FISH": 0, "PANTS": 1, "PANTS2": 2}
REDEALT = "REGULAR with redeals"
DEALS = 150


def eyes(record: Record) -> int:
    assert record.result and record.result.eyes
    return record.result.eyes[0] - record.result.eyes[1]


def points(record: Record) -> int:
    assert record.result and record.result.points
    return record.result.points[0] - record.result.points[1]


def laid(record: Record) -> int:
    """The points of the tricks before the play, those of the other side taken off."""
    return sum((-1) ** (trick.winner or 0) * (trick.points or 0) for trick in record.tricks if trick.pre)


def trumps(record: Record, *seats: int) -> int:
    hands = record.hands or ()
    return sum(card[0] in "QJ" or card[1] == "D" for seat in seats for card in hands[seat] or ())


TOLD: dict[str, Callable[[Record], int]] = {
    "eyes": eyes,
    "wins": lambda record: int(points(record) > 0),
    "eggs": lambda record: int(record.result is not None and record.result.outcome == "egg"),
    "trumps": lambda record: trumps(record, 0),
    "trumps of the side": lambda record: trumps(record, 0, 2),
}
COMPARED: dict[str, Callable[[Record], int]] = {
    "points": points,
    "before": laid,
    "after": lambda record: points(record) - laid(record),
}


def records(arm: Arm, seed: int, deals: int = DEALS) -> list[Record]:
    return list(goatsim.at(arm.game.rules, policies=list(arm.policies), seed=seed).replay(0, deals))


@pytest.mark.parametrize(("policies", "seat"), [("greedy", 0), ("low,greedy", 1)])
def test_every_count_against_records(policies: str, seat: int, daily_seed: int) -> None:
    rules = load("classic", {})
    setting = Setting(rules, line_up(policies, rules.sides, seat), seat)
    (part,) = study_named("praise").parts(setting)
    tables = run(Task(part.arms, part.asks, daily_seed, seat), deals=DEALS).tables
    names = [*KINDS, REDEALT]
    played = {name: records(arm, daily_seed) for name, arm in zip(names, part.arms, strict=False)}

    def counted(name: str, values: list[int]) -> None:
        table = tables[name]
        found = {int(value): int(hits) for value, hits in zip(table.values, table.histogram, strict=True) if hits}
        assert found == Counter(values), name

    plain = played["REGULAR"]
    for kind, deals in played.items():
        assert {(record.praise and record.praise.type) or "REGULAR" for record in deals} == {kind.split()[0]}
        assert {sum(bool(trick.pre) for trick in record.tricks) for record in deals if record.tricks} == {
            KINDS[kind.split()[0]]
        }
        assert any(record.redeals for record in deals) == (kind == REDEALT)
        for name, told in TOLD.items():
            counted(f"{name} {kind}", list(map(told, deals)))
        for name, told in COMPARED.items() if kind != "REGULAR" else ():
            counted(f"{name} {kind}", [told(one) - told(two) for one, two in zip(deals, plain, strict=True)])
    for one, two in combinations(names, 2):
        less = [eyes(second) - eyes(first) for first, second in zip(played[one], played[two], strict=True)]
        counted(f"eyes {two} less {one}", less)
    # Where sides play differently, later deals are also played with the other side to praise.
    assert len(part.arms) == len(names) + (policies != "greedy")
    if policies != "greedy":
        assert part.arms[-1].policies == setting.policies[1:] + setting.policies[:1]


# ---------------------------------------------------------------------------------------------------------------------
# By score


def chances(deals: list[Record], target: int) -> dict[tuple[int, int, int], float]:
    """The chance of side 0 to win the match by score and the side that praises, by going through the deals again and
    again.
    """
    found = {(a, b, praises): 0.5 for a in range(target) for b in range(target) for praises in (0, 1)}
    for _ in range(400):
        found = {state: after(deals, found, state, target) for state in found}
    return found


def after(
    deals: list[Record], found: Mapping[tuple[int, int, int], float], state: tuple[int, int, int], target: int
) -> float:
    total = 0.0
    ours, theirs, praises = state
    for deal in deals:
        assert deal.result and deal.result.eyes
        won = deal.result.eyes if praises == 0 else deal.result.eyes[::-1]
        a, b = ours + won[0], theirs + won[1]
        again = deal.result.outcome == "egg"
        total += 1 if a >= target else 0 if b >= target else found[a, b, praises if again else 1 - praises]
    return total / len(deals)


def test_gains_by_score_against_going_through_the_deals(daily_seed: int) -> None:
    rules = load("classic", {"redeal": [], "lucy": "celebrate", "target": 4})
    setting = Setting(rules, line_up("greedy", rules.sides))
    (part,) = study_named("praise").parts(setting)
    arms = dict(zip(KINDS, part.arms, strict=True))
    scores = KindsByScore(setting, arms, "REGULAR")
    tables = run(Task(part.arms, tuple(scores.asks()), daily_seed), deals=DEALS).tables
    plain = chances(records(arms["REGULAR"], daily_seed), 4)
    kinds = {kind: records(arm, daily_seed) for kind, arm in arms.items() if kind != "REGULAR"}
    choices = scores.choices(tables)
    assert [choice.score for choice in choices] == [(0, 0), (0, 2), (2, 0), (2, 2)]
    # All 4 x 7 intervals hold at once, so that a lesser confidence makes them hardly narrower: by the normal quantiles,
    # or where they rest on what was not seen by their squares.
    loose = KindsByScore(replace(setting, confidence=0.5), arms, "REGULAR").choices(tables)
    strict, less = (NormalDist().inv_cdf(1 - (1 - confidence) / 2 / 28) for confidence in (0.95, 0.5))
    for one, other in zip(choices, loose, strict=True):
        for kind, gain in one.gains.items():
            half = other.gains[kind].half_width
            assert strict / less * half <= gain.half_width * (1 + 1e-9) <= (strict / less) ** 2 * half * (1 + 2e-9)
    for choice in choices:
        state = (*choice.score, 0)
        for kind, deals in kinds.items():
            assert choice.gains[kind].value == pytest.approx(after(deals, plain, state, 4) - plain[state], abs=1e-9)
        best = max(choice.gains, key=lambda kind: choice.gains[kind].value or 0.0)
        assert choice.best == () or choice.best[0] == best
    axes = Figure().subplots()
    known = [("HAPPY",), ("HAPPY", "SELF"), ("SELF",), ()]
    draw([choice._replace(best=best) for choice, best in zip(choices, known, strict=True)], "", [], axes)
    assert axes.get_title(loc="left").replace("\n", " ") == "HAPPY looks best at 2 of 4 scores, SELF at 1"


def test_scores_are_the_praisers_whatever_the_number_of_his_side(daily_seed: int) -> None:
    said = []
    for sides in ("0 1 0 1", "1 0 1 0"):
        rules = load("classic", {"redeal": [], "target": 6, "sides": sides})
        setting = Setting(rules, line_up("greedy", rules.sides))
        (part,) = study_named("praise").parts(setting)
        scores = KindsByScore(setting, dict(zip(KINDS, part.arms, strict=True)), "REGULAR")
        choices = scores.choices(run(Task(part.arms, tuple(scores.asks()), daily_seed), deals=DEALS).tables)
        said.append({(choice.score, kind): gain for choice in choices for kind, gain in choice.gains.items()})
    assert said[0].keys() == said[1].keys()
    for place, gain in said[0].items():
        for end in ("value", "low", "high"):
            assert getattr(gain, end) == pytest.approx(getattr(said[1][place], end), abs=1e-9)


# ---------------------------------------------------------------------------------------------------------------------
# The mirror


def mirrored(cards: int, trumps: int, hand: int) -> Fraction:
    """The praiser's trumps on average by looking into the mirror of every deck, trumps and others told apart only."""
    found, decks = 0, 0
    for places in combinations(range(cards), trumps):
        for packet in range(-(-cards // 4), 3 * cards // 4 + 1):
            deck = [place in places for place in range(cards)]
            mine: list[bool] = []
            bottom = packet - 1
            while bottom >= 0 and deck[bottom] and len(mine) < hand:
                mine.append(deck.pop(bottom))
                bottom -= 1
            held = [len(mine), 0, 0, 0]
            while deck:
                for seat in range(4):
                    if held[seat] < hand:
                        card = deck.pop(0)
                        held[seat] += 1
                        if seat == 0:
                            mine.append(card)
            found += sum(mine)
            decks += 1
    return Fraction(found, decks)


@pytest.mark.parametrize(("cards", "trumps", "hand"), [(8, 3, 2), (8, 5, 2), (12, 5, 3)])
def test_the_mirror_by_looking_into_every_deck(cards: int, trumps: int, hand: int) -> None:
    assert praisers_trumps(cards, trumps, hand, 4) == mirrored(cards, trumps, hand)


def test_the_printed_number() -> None:
    assert praisers_trumps(32, 14, 8, 4) == Fraction(70338443, 18339600)
    answer = answer_of("praise", {}, "classic")
    exact = {row["kind"]: row["fraction"] for row in answer.tables["trumps"] if row["held_by"] == "the praiser"}
    assert exact == dict.fromkeys(KINDS, "7/2") | {"MIRROR": "70338443/18339600", "PANTS": "", "PANTS2": ""}


# ---------------------------------------------------------------------------------------------------------------------
# What is said


def praised(
    gains: Mapping[str, int], deals: int = 4_000, more: Mapping[str, dict[Any, int]] | None = None
) -> goatsim.StudyAnswer:
    """Made-up deals in which a kind brings our side two eyes more than the plain deal in so many of a hundred; `more`:
    other counts.
    """
    counts: dict[str, dict[Any, int]] = {f"{what} {kind}": {0: deals} for kind in KINDS for what in ("wins", "eggs")}
    shares = {kind: deals * gains.get(kind, 0) // 100 for kind in [*KINDS, REDEALT]}
    for kind, better in shares.items():
        counts[f"eyes {kind}"] = {2: abs(better), 0: deals - abs(better)} if better >= 0 else {-2: -better}
    for one, two in combinations(shares, 2):
        gap = shares[two] - shares[one]
        counts[f"eyes {two} less {one}"] = {2 if gap > 0 else -2: abs(gap), 0: deals - abs(gap)}
    return answer_of("praise", counts | dict(more or {}), "classic")


@pytest.mark.parametrize(
    ("gains", "headline"),
    [
        (
            {"PANTS2": 40, "HAPPY": 20},
            "The praiser should ask for PANTS2: it brings 0.800 eyes a deal more than REGULAR, and more than any other "
            "kind.",
        ),
        (
            {"PANTS2": 40, "SELF": 40},
            "The praiser should ask for SELF or PANTS2; which of them is best cannot be told (eyes a deal more than "
            "REGULAR: SELF 0.800 and PANTS2 0.800).",
        ),
        ({}, "Which kind of deal the praiser should ask for cannot be told."),
        (
            dict.fromkeys(KINDS, 0) | {"REGULAR": 30, "ONE": 30},
            "The praiser does well with the plain deal, REGULAR; whether ONE is better cannot be told.",
        ),
    ],
)
def test_headlines(gains: Mapping[str, int], headline: str) -> None:
    answer = praised(gains)
    assert answer.headline == headline
    for name in answer.drawings:
        assert drawn(answer, name).get_title(loc="left")


def test_a_kind_that_another_beats_is_not_advised() -> None:
    """PANTS2 brings most, but in deals so unlike the others that nothing is known of it; SELF beats the plain deal."""
    unlike = {f"eyes PANTS2 less {kind}": {8: 1_050, -8: 950, 0: 2_000} for kind in [*KINDS][:-1]}
    unlike |= {f"eyes {REDEALT} less PANTS2": {8: 950, -8: 1_050, 0: 2_000}}
    answer = praised({"PANTS2": 40, "SELF": 20}, more=unlike)
    assert answer.headline == (
        "The praiser should ask for PANTS2 or SELF; which of them is best cannot be told (eyes a deal more than "
        "REGULAR: SELF 0.400)."
    )


def test_titles() -> None:
    answer = praised({"PANTS2": 40, "MIRROR": 20, "ONE": -20})
    title = drawn(answer, "difference").get_title(loc="left")
    assert " ".join(title.split()) == (
        "The praiser's side gets more with PANTS2 and MIRROR and less with ONE than with the plain deal"
    )
    assert " ".join(drawn(praised({}), "difference").get_title(loc="left").split()) == (
        "No kind of deal is known to differ from the plain one"
    )


@pytest.mark.parametrize("deals", [0, 1])
def test_few_deals(deals: int) -> None:
    answer = praised({}, deals)
    said = "No deal was played to its end." if not deals else "The only deal played says next to nothing about kinds of"
    assert answer.headline.startswith(said)
    assert "None" not in answer.text() and "nan" not in answer.text()
    assert "The deals do not show what to ask for at a score of a match." in answer.notes
    for name in answer.drawings:
        assert drawn(answer, name).get_title(loc="left")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (str(GAMES / "skat_grand.toml"), "skat_grand knows no praise"),
        (
            str(GAMES / "kozel24.toml"),
            "kinds of deal are for four players, partners opposite, with eight cards each, and kozel24 has others",
        ),
    ],
)
def test_games_without_praise_say_why(rules: str, why: str) -> None:
    with pytest.raises(goatsim.RequestError, match=f"got praise: {why}$"):
        goatsim.study("praise", rules=rules, deals=10, progress="never")
