"""Comparing: every number against records of the same deals, ties and turned names, intervals with known answers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

import goatsim
from goatsim.cli import run
from goatsim.contests import CompareAnswer
from goatsim.errors import PlayError, RequestError
from goatsim.inquiry.comparing import LOOKED, of_policies
from goatsim.lab import Lab, at
from goatsim.lang import Measure, the_match, us
from goatsim.runs import execute, sequence
from goatsim.runs.execute import looks
from goatsim.seats.define import Policy
from goatsim.show.pictures import INCHES

GAMES = Path(__file__).parent / "games"
DEALS = 400

Capture = pytest.CaptureFixture[str]
Values = dict[str, list[float]]

RUSHED = '''
import goatsim
from goatsim.words import any_of, highest


@goatsim.policy(base="low")
class Rushed:
    """Plays low, but one time in ten its highest card."""

    def lead(v):
        return highest(v.legal) if v.coin(10) == 0 else v.base.lead

    def follow(v):
        return highest(v.legal) if v.coin(10) == 0 else v.base.follow
'''


@pytest.fixture(scope="module")
def rushed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy with one decision in ten made by chance."""
    file = tmp_path_factory.mktemp("policies") / "rushed.py"
    file.write_text(RUSHED)
    return f"{file}:Rushed"


def lab(rules: str | Path = "bare", **settings: Any) -> Lab:
    return at(rules, progress="never", **{"deals": DEALS, **settings})


# ---------------------------------------------------------------------------------------------------------------------
# Against records


def results(rules: str, policies: list[str], seed: int, deals: int, **options: Any) -> Iterator[dict[str, Any]]:
    """The results of deals played by the policies of the seats, from their records."""
    for record in at(rules, policies=policies, seed=seed, options=options).replay(0, deals):
        yield record.to_json()["result"]


def mirrored(a: str, b: str, key: str, seed: int, seat: int) -> list[tuple[float, float]]:
    """What A and B have in every deal of `bare`, each the mean of its two seatings, side by side."""
    first = [a if (place - seat) % 2 == 0 else b for place in range(4)]
    second = [b if (place - seat) % 2 == 0 else a for place in range(4)]
    side = seat % 2
    found = []
    for one, other in zip(results("bare", first, seed, DEALS), results("bare", second, seed, DEALS), strict=True):
        found.append(((one[key][side] + other[key][1 - side]) / 2, (other[key][side] + one[key][1 - side]) / 2))
    return found


def summed_up(found: CompareAnswer, pairs: list[tuple[float, float]]) -> None:
    """Hold an answer against what A and B have in every deal."""
    gaps = [a - b for a, b in pairs]
    assert found.a.value == pytest.approx(sum(a for a, _ in pairs) / len(pairs))
    assert found.b.value == pytest.approx(sum(b for _, b in pairs) / len(pairs))
    assert found.value == pytest.approx(sum(gaps) / len(gaps))
    assert found.better == (sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps))
    assert found.equal == sum(gap == 0 for gap in gaps)
    assert found.deals == len(gaps)
    half = 1.959964 * np.std(gaps, ddof=1) / len(gaps) ** 0.5
    assert found.low == pytest.approx(float(np.mean(gaps)) - half, rel=1e-4)
    assert found.high == pytest.approx(float(np.mean(gaps)) + half, rel=1e-4)
    assert found.detectable == pytest.approx(half * (1 + 0.841621 / 1.959964), rel=1e-4)
    order = sorted(range(len(gaps)), key=lambda index: (-abs(gaps[index]), index))
    assert list(found.decisive) == [index for index in order[:10] if gaps[index]]


@pytest.mark.parametrize(
    ("a", "b", "key", "seat"),
    [("greedy", "low", "points", 0), ("random", "greedy", "eyes", 1), ("low", "high", "tricks", 3)],
)
def test_two_policies_as_their_records_say(a: str, b: str, key: str, seat: int, daily_seed: int) -> None:
    found = lab(seed=daily_seed, seat=seat).compare(a, b, measure=f"us.{key}")
    summed_up(found, mirrored(a, b, key, daily_seed, seat))


def test_shares_are_compared_as_shares(daily_seed: int) -> None:
    found = lab(seed=daily_seed).compare("greedy", "low", measure=us.points > 60)
    first = results("bare", ["greedy", "low"], daily_seed, DEALS)
    second = results("bare", ["low", "greedy"], daily_seed, DEALS)
    wins = [
        ((one["points"][0] > 60) + (other["points"][1] > 60), (other["points"][0] > 60) + (one["points"][1] > 60))
        for one, other in zip(first, second, strict=True)
    ]
    summed_up(found, [(a / 2, b / 2) for a, b in wins])
    assert "percentage points" in found.text()


def test_two_rule_sets_as_their_records_say(daily_seed: int) -> None:
    found = lab(seed=daily_seed, policies="low,greedy").compare(b_options={"trump_lead": "all"})
    first = results("bare", ["low", "greedy"], daily_seed, DEALS)
    second = results("bare", ["low", "greedy"], daily_seed, DEALS, trump_lead="all")
    summed_up(found, [(a["points"][0], b["points"][0]) for a, b in zip(first, second, strict=True)])
    assert found.contest[3:] == ("bare", "bare, trump_lead=all")


def test_deals_that_are_not_played_are_said(daily_seed: int) -> None:
    found = lab("classic", seed=daily_seed, deals=200).compare("greedy", "low", measure="us.eyes")
    arms = [results("classic", seats, daily_seed, 200) for seats in (["greedy", "low"], ["low", "greedy"])]
    ends = [result["outcome"] in ("third_claim", "fault") for arm in arms for result in arm]
    assert any(ends) and found.unplayed == pytest.approx(sum(ends) / 400)
    assert "not played" in found.text()
    assert lab(deals=2).compare("greedy", "low").unplayed is None


def test_two_rule_sets_of_three_players(capsys: Capture) -> None:
    grand, null = (str(GAMES / f"skat_{name}.toml") for name in ("grand", "null"))
    words = ["compare", "--a-rules", grand, "--b-rules", null, "--measure", "us.tricks", "--policies", "high,low,low"]
    assert run([*words, "--deals", "50", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["rules"] == grand and value["policies"] == ["high", "low", "low"]
    pairs = [[each["tricks"][0] for each in results(name, ["high", "low", "low"], 0, 50)] for name in (grand, null)]
    assert (value["a"], value["b"]) == tuple(pytest.approx(sum(tricks) / 50) for tricks in pairs)
    with pytest.raises(RequestError, match=r"rules for 4 players as those of this Lab, got .* for 3"):
        lab().compare(a_rules=grand, b_rules=null)


def test_three_players_of_two_sides() -> None:
    game = lab(str(GAMES / "skat_grand.toml"), seat=1, deals=60)
    one, other = game.compare("high", "low"), game.compare("low", "high")
    assert float(one) == -float(other) != 0


# ---------------------------------------------------------------------------------------------------------------------
# Ties, and the other way round


@pytest.mark.parametrize("policy", ["greedy", "random"])
def test_a_policy_against_itself_is_an_exact_tie(policy: str, daily_seed: int) -> None:
    for seed in range(daily_seed, daily_seed + 20):
        found = lab(seed=seed, deals=50).compare(policy, policy)
        assert (found.value, found.low, found.high, found.better, found.equal) == (0, 0, 0, (0, 0), 50)
        assert found.same and found.decisive == ()
    assert "An exact tie" in found.text() and "exact tie" in found.plot().get_title("left")


def test_the_same_rules_are_an_exact_tie() -> None:
    found = lab().compare(a_rules="bare", b_options={"trump_lead": "praiser_team"})
    assert found.same and (found.low, found.high) == (0, 0)
    assert "the same rules" in found.headline


def test_a_measure_of_one_value_is_a_tie_at_once() -> None:
    found = lab(GAMES / "skat_null.toml", deals=None).compare("greedy", "low", until_decided=True)
    assert found.headline == "An exact tie: us.points is as much with greedy as with low in every deal."
    assert not found.same and (found.low, found.high) == (0, 0) and (found.deals or 0) < 100_000
    assert "0.000000" not in found.text() and "Not decided" not in found.text()


def test_no_difference_seen_is_no_exact_tie(rushed: str) -> None:
    found = lab(deals=2).compare("low", rushed)
    assert not found.same
    assert found.low is not None and found.high is not None and found.low < 0 < found.high


@pytest.mark.parametrize("until", [False, True])
def test_a_against_b_is_minus_b_against_a(until: bool, daily_seed: int) -> None:
    settings = lab(seed=daily_seed, deals=None if until else DEALS)
    one, other = (settings.compare(*pair, until_decided=until) for pair in (("random", "low"), ("low", "random")))
    ends = np.array([other.value, other.high, other.low], float)
    assert [one.value, one.low, one.high] == list(-ends)
    assert (one.a, one.b, one.better) == (other.b, other.a, other.better[::-1])
    assert (one.equal, one.detectable, one.decisive, one.deals) == (
        other.equal,
        other.detectable,
        other.decisive,
        other.deals,
    )


def test_threads_change_nothing(daily_seed: int) -> None:
    every = [lab(seed=daily_seed, deals=3_000, threads=n).compare("random", "greedy") for n in (1, 2, 3)]
    values = [{**one.to_json(), "seconds": 0} for one in every]
    assert values[0] == values[1] == values[2]


# ---------------------------------------------------------------------------------------------------------------------
# Statistics


@pytest.mark.large
def test_intervals_hold_the_known_answer(
    rushed: str, size: float, daily_seed: int, record_property: Callable[[str, object], None]
) -> None:
    """A policy against itself with one decision in ten made by chance: the answer of a long run is in 95 % of the
    intervals of 2,000 short ones.
    """
    runs, deals, many = 2_000, 200, int(4_000_000 * size)
    task = of_policies(lab(), "low", rushed).task(us.points)
    known = execute.run(replace(task, seed=daily_seed), deals=many).tables["difference"].mean()
    assert known.value is not None and abs(known.value) > 3 * known.half_width
    within = 0
    for seed in range(runs):
        table = execute.run(replace(task, seed=daily_seed + 1 + seed), deals=deals, threads=1).tables["difference"]
        found = table.mean()
        assert found.low is not None and found.high is not None
        within += found.low <= known.value <= found.high
    # Five standard deviations of the luck of the runs, and half a point for what so few deals miss of the normal shape.
    assert abs(within / runs - 0.95) < 0.024 + 0.005
    record_property("deals", many + runs * deals)


def test_what_can_be_detected_is_found_four_times_in_five() -> None:
    """Runs whose differences have the shape of a real histogram, moved to the difference that is called detectable."""
    found = lab(deals=1_000).compare("greedy", "high")
    assert found.detectable is not None and found.value is not None
    values = np.array([sum_ / found.seatings for sum_ in found.sums])
    counts = np.array(list(found.sums.values()))
    rng = np.random.default_rng(5)
    drawn = rng.choice(values, (4_000, 1_000), p=counts / counts.sum()) - found.value + found.detectable
    error = drawn.std(axis=1, ddof=1) / 1_000**0.5
    called = (abs(drawn.mean(axis=1)) > 1.959964 * error).mean()
    assert 0.77 < called < 0.83


# ---------------------------------------------------------------------------------------------------------------------
# Until it is decided


def test_until_decided_stops_at_the_first_look_that_decides(daily_seed: int) -> None:
    open_ended = lab(deals=None, seed=daily_seed)
    found = open_ended.compare("greedy", "low", until_decided=True)
    assert found.decided is True and found.deals == next(looks())
    duel = of_policies(open_ended, "greedy", "low").task(us.points)
    table = execute.run(duel, deals=found.deals).tables["difference"]
    assert (found.low, found.high) == (sequence.interval(table).low, sequence.interval(table).high)
    assert found.low is not None and found.low < (table.mean().low or 0)
    assert "confidence sequence" in found.text()
    assert found.envelope.command.endswith("--until-decided")


def test_until_decided_stops_at_most(rushed: str, daily_seed: int) -> None:
    open_ended = lab(deals=None, seed=daily_seed)
    found = open_ended.compare("low", rushed, until_decided=True, most=300)
    assert (found.decided, found.deals) == (False, 300)
    assert "Not decided after 300 deals" in found.text()
    assert "--until-decided --most 300" in found.envelope.command
    tie = open_ended.compare("low", "low", until_decided=True)
    assert tie.same and tie.decided is False and tie.deals == next(looks())


# ---------------------------------------------------------------------------------------------------------------------
# Decisive deals, forms, refusals


@pytest.mark.parametrize("rules", [False, True])
def test_decisive_deals_are_replayed_as_they_were_played(rules: bool, capsys: Capture, daily_seed: int) -> None:
    settings = lab("classic", seed=daily_seed, seat=1, policies="greedy,low")
    found = settings.compare(a_options={"trump_lead": "all"}) if rules else settings.compare("random", "low")
    gaps = []
    for index in found.decisive[:3]:
        points = []
        for command in found.commands(index):
            program, *words = shlex.split(command)
            assert program == "goatsim" and run([*words, "--json"]) == 0
            points.append(json.loads(capsys.readouterr().out)["result"]["points"])
        (ours, theirs), (ours_b, theirs_b) = (one[::-1] for one in points)
        gaps.append(ours - ours_b if rules else (ours + theirs_b - ours_b - theirs) / 2)
    assert gaps and all(gaps)
    sizes = [abs(gap) for gap in gaps]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) == max(abs(total) for total in found.sums) / found.seatings


def test_decisive_deals_are_looked_for_among_the_first(daily_seed: int) -> None:
    found = lab(deals=LOOKED + 2_000, seed=daily_seed).compare("greedy", "low")
    assert found.looked == LOOKED
    assert max(found.decisive) < LOOKED
    assert f"Among the first {LOOKED:,} deals" in found.text()
    assert found.decisive == lab(deals=LOOKED, seed=daily_seed).compare("greedy", "low").decisive


def test_the_command_finds_the_same_answer(capsys: Capture, daily_seed: int) -> None:
    settings = lab(seed=daily_seed, seat=2, confidence=0.9, options={"trump_lead": "all"}, policies="greedy,low")
    for found in (
        settings.compare("greedy:give=never", "low", measure=us.eyes),
        settings.compare(a_options=["trump_lead=praiser_team"], b_rules="bare"),
    ):
        program, *words = shlex.split(found.envelope.command)
        assert program == "goatsim" and run([*words, "--json"]) == 0
        value = json.loads(capsys.readouterr().out)
        assert {**value, "seconds": 0} == {**found.to_json(), "seconds": 0}


@pytest.mark.parametrize("out", ["out", "x.json", "x.jsonl", "x.csv", "x.png", "x.svg", "x.pdf"])
def test_files(out: str, tmp_path: Path, capsys: Capture) -> None:
    words = ["compare", "greedy", "low", "--rules", "bare", "--deals", "200", "--out", str(tmp_path / out), "--quiet"]
    assert run(words) == 0
    assert capsys.readouterr().err == ""
    found = sorted(file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file())
    folder = [f"out/compare{end}" for end in ("-deals.png", "-difference.png", ".csv", ".json")]
    assert found == (folder if out == "out" else [out])
    if out in ("out", "x.json"):
        value = json.loads((tmp_path / found[-1]).read_text())
        assert value["a_better"] + value["b_better"] + value["equal"] == value["deals"] == 200
        assert set(value["charts"]) == ({"deals", "difference"} if out == "out" else set())


def test_an_answer_shows_itself() -> None:
    found = lab().compare("greedy", "low")
    assert float(found) == found.value and found.method == "sampled"
    assert found.headline in repr(found) and found.headline in found.text()
    page = found._repr_html_()
    assert found.headline in page and "<td" in page and "data:image/png" in page and "--seed" not in page
    assert found.envelope.command in found.cite()
    assert "greedy against low" in found.explain()
    frame = found.to_frame()
    assert len(frame) == 1 and frame["difference"].dtype == "float64" and frame["equal"][0] == found.equal


@pytest.fixture
def made() -> Callable[..., CompareAnswer]:
    """An answer with some of its numbers made up."""
    found = lab().compare("greedy", "low")

    def change(names: tuple[str, str], low: float, high: float, kind: str = "number") -> CompareAnswer:
        contest = found.contest._replace(a_name=names[0], b_name=names[1], kind=kind)
        estimate = replace(found.estimate, value=(low + high) / 2, low=low, high=high)
        return replace(found, contest=contest, estimate=estimate)

    return change


def test_headlines(made: Callable[..., CompareAnswer]) -> None:
    assert made(("A", "B"), 1, 3).headline == "us.points is more with A than with B, by 2.0 (1.0 to 3.0) a deal."
    assert made(("A", "B"), -3, -1).headline == "us.points is more with B than with A, by 2.0 (1.0 to 3.0) a deal."
    tie = "It cannot be told whether us.points is more with A or with B: the difference is 1.0 (-1.0 to 3.0)."
    assert made(("A", "B"), -1, 3).headline == tie
    shares = "us.points holds more often with B than with A, by 20 (10 to 30) percentage points."
    assert made(("A", "B"), -0.3, -0.1, "truth").headline == shares


LONG = ("/somewhere/" + "a_very_long_name_" * 5 + ".py:Careful:keep=4", "house.toml, trump_lead=all, swap_one=optional")


@pytest.mark.parametrize("names", [("greedy", "low"), LONG], ids=["short", "long"])
@pytest.mark.parametrize("chart", ["deals", "difference"])
def test_no_text_of_a_chart_leaves_the_page(
    chart: str, names: tuple[str, str], made: Callable[..., CompareAnswer]
) -> None:
    figure, axes = plt.subplots(figsize=INCHES, layout="constrained")
    made(names, 1, 3).plot(axes, chart)
    figure.canvas.draw()
    page = figure.bbox
    for text in (*axes.texts, axes.title, axes.xaxis.label, *axes.get_yticklabels()):
        box = text.get_window_extent()
        assert page.x0 - 1 <= box.x0 and box.x1 <= page.x1 + 1, text.get_text()
    above = [text.get_window_extent() for text in axes.texts if "%" in text.get_text()]
    assert not any(one.overlaps(other) for k, one in enumerate(above) for other in above[k + 1 :])
    plt.close(figure)


def test_ctrl_c_returns_the_partial_answer() -> None:
    def watch(done: int, total: int | None) -> None:
        if done:
            raise KeyboardInterrupt

    found = at("bare", deals=10**11, progress=watch).compare("greedy", "low")
    assert found.partial and found.deals and found.deals < 10**9
    assert sum(found.better) + found.equal == found.deals
    assert found.to_json()["partial"] is True and "Stopped before the end" in found.text()
    assert "--deals 100000000000" in found.envelope.command


def test_no_deal_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(execute._Crew, "_play", lambda self, first, deals: (0, None))
    monkeypatch.setattr(execute, "wait", stopped)
    found = lab().compare("greedy", "low")
    assert (found.value, found.deals, found.detectable, found.partial) == (None, 0, None, True)
    assert found.text().startswith("No deal was played.")
    assert np.isnan(float(found)) and found.plot().get_title("left") == "No deal was played."
    assert found.to_frame()["difference"].isna().all()


def mixed_up(one: Lab) -> list[Callable[[], object]]:
    """Requests that are refused."""
    number: Any = 3
    match: Measure = the_match.deals
    return [
        lambda: one.compare(),
        lambda: one.compare("greedy"),
        lambda: one.compare("greedy", "low", b_options={"trump_lead": "all"}),
        lambda: one.compare("greedy", "nobody"),
        lambda: one.compare("greedy", "low", measure=match),
        lambda: one.compare("greedy", "low", measure=number),
        lambda: one.compare("greedy", "low", most=5),
        lambda: one.compare("greedy", "low", until_decided=True),
        lambda: one.compare("greedy", "low", until_decided=number),
        lambda: one.compare(b_rules=str(GAMES / "kozel24.toml")),
        lambda: one.compare(b_options={"nonsense": 1}),
    ]


@pytest.mark.parametrize("place", range(11))
def test_what_cannot_be_compared_is_refused_in_one_sentence(place: int) -> None:
    with pytest.raises(RequestError) as error:
        mixed_up(lab())[place]()
    assert str(error.value).startswith("expected ") and "got" in str(error.value)


def test_an_illegal_answer_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(RUSHED.replace("highest(v.legal) if v.coin(10) == 0 else v.base.follow", "v.nothing"))
    with pytest.raises(PlayError, match="played no card in deal 0, trick 1, seat"):
        lab().compare(f"{bad}:Rushed", "low")


def test_policies_as_they_are_made() -> None:
    greedy = goatsim.policies("greedy")
    assert isinstance(greedy, Policy)
    never = greedy(give="never")
    found = goatsim.compare(never, "greedy", rules="bare", deals=20, progress="never")
    assert found.contest.a_name == "greedy:give=never"
    assert found.value == 0 and found.better == (0, 0)
