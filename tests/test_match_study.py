"""The study of matches: every row against matches followed one by one, headlines, charts, and games without matches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from made import EDGES, match
from test_charts import bars, drawn, spoken
from test_matches import SETTINGS, ended
from test_studies import assert_rows, mean, share

import goatsim
from goatsim.cli import run
from goatsim.lang.kinds import Ended

GAMES = Path(__file__).parent / "games"
MATCHES = 120


def title_of(end: Ended) -> str:
    return "goat" + "+eggs" * (end.eggs > 0) + "+tail" * end.tail


TITLES = ("goat", "goat+tail", "goat+eggs", "goat+eggs+tail")


@pytest.mark.parametrize(("setting", "seat"), [(0, 0), (2, 0), (3, 1)])
def test_every_row(setting: int, seat: int, daily_seed: int) -> None:
    rules, options, policies = SETTINGS[setting]
    # Two names are meant for us and them, whoever we are.
    policies = ",".join(reversed(policies.split(","))) if seat and isinstance(policies, str) else policies
    settings: dict[str, Any] = {"seed": daily_seed, "seat": seat, "progress": "never"}
    lab = goatsim.at(rules, options=options, policies=policies, deals=MATCHES, **settings)
    (answer,) = lab.study("match")
    ends = ended(setting, daily_seed, MATCHES)
    ours = [seat % 2 not in end.losers for end in ends]
    assert (answer.matches, answer.deals) == (MATCHES, sum(end.deals for end in ends))
    assert list(answer.tables) == ["means", "winners", "titles", "over", "eggs", "final_eyes", "deals", "equity"]
    worth, most = 4, 64 + 32 * 12
    winners = [end.penalty[end.losers[0]] for end in ends]
    losers = [end.penalty[1 - end.losers[0]] for end in ends]
    numbers = {
        "deals": mean([end.deals for end in ends], 0, most),
        "eggs": mean([end.eggs for end in ends], 0, 15),
        "eyes of the winners": mean(winners, 0, 12 + worth),
        "eyes of the losers": mean(losers, 0, 12 + worth),
    }
    assert_rows(answer.tables["means"], [{"of_a_match": name, **row} for name, row in numbers.items()])
    wins = {"us": sum(ours), "them": MATCHES - sum(ours)}
    assert_rows(answer.tables["winners"], [{"side": side, **share(hits, MATCHES)} for side, hits in wins.items()])
    expected = []
    for name, lost in (
        ("all", ends),
        *(("us" if not won else "them", _lost(ends, ours, won)) for won in (False, True)),
    ):
        named = Counter(map(title_of, lost))
        expected += [{"losers": name, "title": title, **share(named[title], len(lost))} for title in TITLES if lost]
    assert_rows(answer.tables["titles"], expected)
    lengths = sorted(end.deals for end in ends)
    expected = []
    for part in (5, 25, 50, 75, 95):
        deals = lengths[-(-part * MATCHES // 100) - 1]
        expected.append(
            {"at_least": f"{part}%", "after_deals": deals, **share(sum(k <= deals for k in lengths), MATCHES)}
        )
    assert_rows(answer.tables["over"], expected)
    assert_rows(answer.tables["eggs"], spread("eggs", [end.eggs for end in ends]))
    both = [
        {"side": side, **row}
        for side, eyes in (("winners", winners), ("losers", losers))
        for row in spread("eyes", eyes)
    ]
    assert_rows(answer.tables["final_eyes"], both)
    assert_rows(answer.tables["deals"], spread("deals_of_the_match", lengths))


def _lost(ends: list[Ended], ours: list[bool], won: bool) -> list[Ended]:
    return [end for end, our in zip(ends, ours, strict=True) if our == won]


def spread(key: str, values: list[int]) -> list[dict[str, Any]]:
    return [{key: value, **share(hits, len(values))} for value, hits in sorted(Counter(values).items())]


# ---------------------------------------------------------------------------------------------------------------------
# What is said


@pytest.mark.parametrize(
    ("name", "headline"),
    [
        ("match none", "No match was played to its end."),
        ("match 1", "The only match played has 7 deals, which says next to nothing."),
        ("match all alike", "A match takes 3.0 deals on average, and none of the losers has a tail."),
    ],
)
def test_headlines(name: str, headline: str) -> None:
    assert EDGES[name].headline == headline


def test_the_headline_of_many_matches() -> None:
    answer = match({(7, 0, 1, 12, 4): 200_000, (8, 0, 0, 12, 4): 400_000, (9, 1, 0, 4, 12): 400_000})
    assert answer.headline == "A match takes 8.2000 deals on average, and 20.000% of the losers have a tail."


@pytest.mark.parametrize(
    ("ours", "theirs", "said"),
    [
        (600, 400, "Our side wins more matches: 60.0%."),
        (400, 600, "The other side wins more matches: 60.0%."),
        (500, 500, "Our side wins 50.0% of the matches; which side wins more cannot be told."),
        (100, 0, "Our side wins more matches: 100.0%."),
        (0, 100, "The other side wins more matches: 100.0%."),
    ],
)
def test_who_wins(ours: int, theirs: int, said: str) -> None:
    assert match({(7, 0, 0, 12, 4): ours, (7, 0, 0, 4, 12): theirs}).notes[-1] == said


def test_notes_explain_the_words() -> None:
    (answer,) = goatsim.study("match", deals=20, progress="never")
    page = " ".join(answer.text().split())
    assert "Our side (us) is seats 0 and 2, the other side (them) seats 1 and 3. The holder of AD is praiser" in page
    assert "in the first deal, which seat 3 deals; later the dealer's left neighbour is." in page
    assert "A match goes to 12 eyes. An egg is a deal of it, and so is one that ends unplayed, but not a hand" in page
    assert "had 10 eyes before the last deal and took at least 90 points in it, with eggs if a deal" in page
    assert f"20 matches ({answer.deals} deals) of classic; greedy in every seat; seed 0;" in page
    settings: Mapping[str, object] = {
        "first_dealer": "random", "first_deal_leader": "left_of_dealer", "target": 20, "tail_min": 91
    }  # fmt: skip
    (answer,) = goatsim.study("match", rules="bare", options=settings, deals=20, progress="never")
    page = " ".join(answer.text().split())
    assert "The dealer's left neighbour is praiser in the first deal, which a seat drawn by lot deals;" in page
    assert "A match goes to 20 eyes. An egg is a deal of it. The losers" in page
    assert "had 18 eyes before the last deal and took at least 91 points in it" in page


def test_matches_too_long_to_be_told_apart_are_named() -> None:
    assert "Matches of more than 448 deals count as such of 448." in EDGES["match endless"].notes
    assert not [note for note in EDGES["match long"].notes if "more than" in note]


@pytest.mark.parametrize(
    ("rules", "changes", "said"),
    [
        (str(GAMES / "skat_grand.toml"), {}, "skat_grand has no target that would end a match"),
        ("bare", {"sides": "0 1 2 0"}, "its tables are those of two sides, and bare has 3"),
        (
            "bare",
            {"scoring": [{"outcome": "won", "points": [0, 120], "eyes": 0}]},
            "no deal of bare is worth eyes, so that no match would end",
        ),
    ],
)
def test_games_without_matches_say_why(rules: str, changes: Mapping[str, object], said: str) -> None:
    with pytest.raises(goatsim.RequestError, match=f"has an answer to, got match: {said}$"):
        goatsim.study("match", rules=rules, options=changes, deals=10, progress="never")


def test_the_command_finds_the_answer_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["study", "match", "--policies", "random,low", "--deals", "321", "--json"]
    assert run(words) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["matches"] == 321 and "--deals 321" in value["command"]
    assert run([*value["command"].split()[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {**value, "seconds": pytest.approx(0, abs=1e3)}
    assert run(["study", "--help"]) == 0
    assert "How many deals to play (matches, in a study of those)" in " ".join(capsys.readouterr().out.split())


# ---------------------------------------------------------------------------------------------------------------------
# Charts


def test_the_chart_of_deals() -> None:
    axes = drawn(match({(6, 0, 0, 12, 4): 300, (8, 0, 0, 12, 4): 500, (9, 1, 0, 4, 12): 200}), "deals")
    assert [label.get_text() for label in axes.get_xticklabels()] == ["6", "7", "8", "9"]
    assert [bar.get_height() for bar in bars(axes)] == pytest.approx([0.3, 0, 0.5, 0.2])
    title = " ".join(axes.get_title(loc="left").split())
    assert title == "80.0% of the matches are over after 8 deals, all after 9"
    assert "Too rare" not in spoken(axes)


def test_rare_lengths_are_left_out_and_named() -> None:
    axes = drawn(match({(6, 0, 0, 12, 4): 50_000, (7, 0, 0, 12, 4): 50_000, (30, 0, 0, 12, 4): 3}), "deals")
    assert len(bars(axes)) == 2
    assert "Too rare to be drawn: 3 matches of 30 deals." in spoken(axes)


@pytest.mark.parametrize(
    ("chart", "heights", "title"),
    [
        (
            "titles",
            [0.5, 0.3, 0.15, 0.05],
            "50.0% of the losers are goats and no more; 35.0% have a tail, 20.0% have eggs",
        ),
        (
            "losers",
            [0.3, 0.7],
            "In 30.0% of the matches the losers were at most two eyes short, in 70.0% they had none",
        ),
    ],
)
def test_the_charts_of_the_losers(chart: str, heights: list[float], title: str) -> None:
    cases = {(8, 0, 0, 12, 0): 500, (7, 0, 1, 10, 12): 300, (9, 1, 0, 12, 0): 150, (9, 2, 1, 0, 14): 50}
    axes = drawn(match(cases), chart)
    assert sorted(bar.get_height() for bar in bars(axes)) == pytest.approx(sorted(heights))
    assert " ".join(axes.get_title(loc="left").split()) == title


def test_studies_of_deals_and_matches_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["study", "eggs", "match", "--rules", "bare", "--deals", "100", "--json"]) == 0
    eggs, matches = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "matches" not in eggs and eggs["deals"] == 100
    assert matches["matches"] == 100 < matches["deals"]


def test_without_matches_there_is_a_sentence_and_no_table() -> None:
    page = EDGES["match none"].text()
    assert page.startswith("No match was played to its end.")
    assert "interval " not in page and "None" not in page and "nan" not in page
