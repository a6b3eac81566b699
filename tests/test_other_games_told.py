"""What rules, studies, their list and questions say of the other games, read as somebody does who knows cards only."""

from __future__ import annotations

import re
from pathlib import Path

import made
import pytest

import goatsim
from goatsim.cards import uncopied
from goatsim.cli import run
from goatsim.errors import RequestError
from goatsim.exact.space import space_of
from goatsim.game import game_of
from goatsim.games import describe, load, names
from goatsim.inquiry.comparing import Asked, _checked
from goatsim.inquiry.conditions import condition_of
from goatsim.lang.reading import read
from goatsim.seats.named import line_up
from goatsim.show.findings import studies_text, table_columns
from goatsim.show.games import game_text
from goatsim.show.text import record_text
from goatsim.studies.base import Setting, further, listing, study_named
from goatsim.studies.common.equities import Equities, no_equity
from goatsim.studies.common.studying import _count


def page(name: str, options: dict[str, object] | None = None) -> str:
    """The rules of a game as a person reads them, on one line."""
    return " ".join(game_text(load(name, options or {})).split())


def scoring(name: str, options: dict[str, object] | None = None) -> dict[str, str]:
    """The scoring rows of a game as they are told, by outcome; of rows of one name the first."""
    text = game_text(load(name, options or {})).split("What a deal is worth\n")[1].split("\n\n")[0]
    rows = [re.split(r"  +", line.strip(), maxsplit=1) for line in text.split("\n") if re.match(r"  [a-z]", line)]
    return {row[0]: " ".join(row[1].split()) for row in reversed(rows) if len(row) == 2}


# Rules


def test_rows_named_after_the_winner_say_against_whom() -> None:
    for name in ("bura", "bura-two"):
        who = "side" if name == "bura" else "player"
        rows = scoring(name)
        assert rows["lucy"] == f"against a {who} with no trick 6 eyes"
        assert rows["ninety"] == f"against a {who} with 30 points or fewer 4 eyes"
        assert rows["win"] == f"against a {who} with 31 to 59 points 2 eyes"
        assert "penalty 2" not in page(name)
    three = scoring("bura-hammer", {"players": 3})
    assert three["ninety"] == "whoever has fewest points, with 20 points or fewer penalty 4 for itself"
    assert three["egg"] == "whoever has fewest points, with exactly 40 points nothing"
    # Rows of other games are still told of whoever has done what they are called after.
    assert scoring("classic")["win"] == "a side with 61 to 90 points 2 eyes"
    assert scoring("three")["lost"] == "the soloist with 31 to 59 points penalty 2 for itself"


def test_who_has_no_partner_is_a_player_and_stocks_have_no_eyes() -> None:
    rows = scoring("valts")
    assert rows["win"] == "a player with 61 points or more 2 from every other player, 1 from the dealer"
    assert rows["nobody"] == "in any other case nothing"
    said = page("valts").split("Options")[0]
    assert "side" not in said and "eye" not in said
    assert "a stock of 12; what a player loses is taken off its stock" in said
    assert "12 taken from one win the match" in page("valts", {"valts_ledger": "pairwise"})
    assert "taken off the winner's own" in page("valts", {"valts_ledger": "own_countdown"})


def test_bezique_says_what_scores() -> None:
    said = page("bezique")
    rows = load("bezique").meld_rows()
    assert {row.meld for row in rows} == {"sequence", "royal_marriage", "marriage", "bezique", "double_bezique"} | {
        f"four_{rank}" for rank in ("aces", "kings", "queens", "jacks")
    }
    for row in rows:
        assert re.search(rf"\b{row.meld.replace('_', ' ')} [^.;]*?\b{row.points}\b", said), row.meld
    assert "10 for a 7 of trumps that is declared after winning a trick, or else played" in said
    assert "10 for trick 32" in said and "10 for trick 24" in page("bezique", {"last_trick": 24})
    assert "and again when played" in page("bezique", {"seven_score": "every_event"})
    assert "then the suit led, with a card that wins if possible" in said
    assert "A T 10 each; 160 in all (brisques)" in said
    assert "nothing" not in said.split("Options")[0]


def test_sets_are_drawn_and_trumps_turned_as_they_are() -> None:
    assert "each draws one after a trick" in page("stock") and "8 tricks" in page("stock")
    bura = page("bura")
    assert "at most 9 tricks" in bura and "each draws up to 4 again after a trick" in bura and "none" not in bura[:900]
    assert "trumps the suit of a card of the stock, which is shown" in bura
    assert "trumps the suit of the card at which the pack is cut" in page("bura-hammer")
    assert "the suit of the dealer's last card of the first half" in page("valts")


def test_rights_to_lead_trumps_are_offered_where_there_are_some() -> None:
    for name in names():
        rules = load(name)
        for option in rules.option_defs.values():
            assert len(option.values) != 1 or option.type, name
    for name in ("three", "valts", "bezique", "bura"):
        assert "trump_lead" not in load(name).options
    assert "trump_lead" in load("clubs").options and "three_trump_lead" in load("three").options


def test_an_option_that_must_be_so_is_always_so(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        'base = "bare"\n[option.table]\nvalues = ["round"]\ndefault = "round"\nsource = "us"\ntext = "its form"\n'
    )
    assert "table = round (always; us)" in page(str(file))


def test_defaults_are_those_of_the_game_and_targets_have_one_limit() -> None:
    for name in names():
        rules = load(name)
        lines = {line.option: line for _, lines in describe(rules) for line in lines}
        assert all(line.value == line.default for line in lines.values()), name
        if not rules.meld and "target" in lines:
            assert lines["target"].values == "a whole number from 1 to 1000", name
    changed = {
        line.option: line for _, lines in describe(load("clubs", {"first_dealer": "last_seat"})) for line in lines
    }
    assert (changed["first_dealer"].value, changed["first_dealer"].default) == ("last_seat", "random")


# Studies and their list


def test_the_list_says_it_of_a_game_whatever_that_is_called(tmp_path: Path) -> None:
    # A name that is a word of the reasons, which a search in the text would have replaced there, too.
    file = tmp_path / "tie.toml"
    file.write_text('base = "bare"\nsides = [0, 1, 2, 3]\n[option.mine]\nvalues = [1, 2]\ndefault = 1\nsource = "s"\n'
                    'text = "t"\n')  # fmt: skip
    found = {row["study"]: row for row in listing(load(file))}
    assert found["eggs"]["reason"] == "an egg is a tie of two sides, and tie has 4"
    general = found["eggs"]["general"]
    assert general[next(iter(general))] == "an egg is a tie of two sides, and it has 4"
    assert general["classic"] is None and found["eggs"]["games"]["classic"] is None
    said = " ".join(studies_text(list(found.values())).split())
    assert "eggs is not for tie.toml or valts: an egg is a tie of two sides, and it has 4" in said
    assert "match is not for valts: how long matches of stocks are, and who wins them, says the study valts" in said


def test_a_match_is_told_by_what_it_is_played_for() -> None:
    counts: made.Counts = {
        "deals": {5: 30, 7: 10},
        "titles": {(1, 0, 0): 25, (0, 0, 0): 15},
        "ours": {(1, 1000): 25, (0, 400): 15},
        "theirs": {(1, 950): 25, (0, 1100): 15},
    }
    answer = made.answer_of("match", counts, "bezique")
    assert set(answer.tables) == {"means", "winners", "over", "final_score", "deals"}
    assert [row["of_a_match"] for row in answer.tables["means"]] == [
        "deals",
        "score of the winners",
        "score of the losers",
    ]
    said = answer.text()
    assert not re.search(r"\beyes?\b|goat|\begg", said.split("There is no equity")[0]), said
    assert "A match goes to 1,000: after a deal whoever then has more wins, and equal scores play on." in said
    axes = answer.plot(chart="losers")
    assert "In 62% of the matches the losers were at most 100 short" in " ".join(axes.get_title(loc="left").split())
    counts = {"deals": {5: 3}, "titles": {(1, 0, 0): 3}, "ours": {(1, 12): 3}, "theirs": {(1, 4): 3}}
    bura = made.answer_of("match", counts, "bura")
    assert set(bura.tables) >= {"titles", "eggs", "final_eyes"} and "equity" not in bura.tables
    said = " ".join(bura.text().split())
    assert "and later whoever won the last trick of the deal before does. A match goes to 12 eyes." in said
    assert "There is no equity table, since who leads first in the next deal hangs on" in said


def test_there_is_no_equity_where_the_last_trick_says_who_leads() -> None:
    assert no_equity(load("bura")).startswith("who leads first in the next deal hangs on who wins the last trick")
    assert no_equity(load("bura", {"later_leader": "dealer"})) == "" == no_equity(load("classic"))
    assert no_equity(load("bezique")) == "a match to 1000 has too many scores"


@pytest.mark.parametrize(("name", "dealer"), [("bare", 3), ("stock", 0), ("bura-hammer", 0)])
def test_matches_are_played_on_from_the_seat_that_leads(name: str, dealer: int) -> None:
    rules = load(name)
    asked = Equities(Setting(rules, line_up("greedy", rules.sides)))
    starts = [part.start for part in asked.parts()[1:]]
    assert starts and {start.dealer for start in starts if start} == {dealer}


def test_further_estimates_say_what_they_are() -> None:
    from goatsim.runs.intervals import Estimate

    found = Estimate(0.25, 0.2, 0.3, 25, 100)
    row = {**further(found, "share_won"), **further(found, "difference_than_before"), **further(found, "points")}
    cells = [(column.head, *column.cells) for column in table_columns([row])]
    assert cells == [
        ("won", "25.0%"),
        ("interval", "20.0% to 30.0%"),
        ("than before", "+0.250"),
        ("interval", "+0.200 to +0.300"),
        ("points", "0.250"),
        ("interval", "0.200 to 0.300"),
    ]


def test_every_pair_of_a_ladder_is_played_until_it_is_known() -> None:
    rules = load("bare")
    setting = Setting(rules, line_up("greedy", rules.sides))
    parts = study_named("ladder").parts(setting)
    precise, counted = goatsim.at("bare", precision=0.5), goatsim.at("bare", deals=300)
    assert len(parts) > 2 and all(part.judge == part.asks[0].name for part in parts)
    # Nothing of an earlier part is looked at.
    assert [_count(precise, part, []) for part in parts] == [None] * len(parts)
    assert [_count(counted, part, []) for part in parts] == [300] * len(parts)


def test_what_is_compared_and_told_where_deals_are_worth_no_eyes() -> None:
    for name, word in (("bezique", "score"), ("valts", "stocks")):
        said = rf"^expected a word that {name} knows, got eyes: what a deal is worth is called {word} in it$"
        with pytest.raises(RequestError, match=said):
            read("us.eyes").bound(game_of(load(name)))
    assert read("us.eyes").bound(game_of(load("bura"))).high == 6
    what = Asked(("greedy", "low"), ((None, {}), (None, {})), None, False, None)
    assert str(_checked(goatsim.at("bezique"), what)) == "us.score"
    assert str(_checked(goatsim.at("bura"), what)) == "us.points"
    assert study_named("eyes").alone == "penalty of all players together"
    with pytest.raises(RequestError, match=r'^expected one of 32, 24 for last_trick, got "25"$'):
        load("bezique", {"last_trick": "25"})


# Questions and deals


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("soloist == me", "expected me.bought to ask whether me is the soloist, got"),
        ("left != soloist", "expected left.bought to ask whether left is the soloist, got"),
        ("left == me", "expected a word beside a seat or a side, such as winner == me, got"),
        ("soloist", "expected a word about soloist, such as soloist.trumps, got"),
    ],
)
def test_seats_beside_seats_are_no_question(question: str, said: str) -> None:
    with pytest.raises(RequestError) as error:
        read(question)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("any(trumps == 1)", "any(players, trumps == 1)"),
        ("any(us, me has QC and left.trumps > 1)", "any(us, has QC and (left.trumps > 1))"),
        ("sum(them, cards(J*)) > trumps", "sum(them, cards(J*)) > me.trumps"),
        ("pattern(others, me.trumps)", "pattern(others, trumps)"),
        ("not all(others, not egg)", "not all(others, not egg)"),
    ],
)
def test_what_is_seen_from_every_chair_is_not_said_of_me(question: str, said: str) -> None:
    written = str(read(question))
    assert written == said
    assert str(read(written)) == written


def test_a_hand_may_hold_both_of_a_card_of_which_there_are_two() -> None:
    rules = load("bezique")
    assert str(condition_of(None, "QS qs JD", rules)) == "me has QS JD and (me.cards(QS) == 2)"
    assert str(condition_of(None, {"opponent": ["QS", "QS"]}, rules)) == "opponent has QS and (opponent.cards(QS) == 2)"
    assert str(condition_of(None, "QS JD", rules)) == "me has QS JD"
    for name, cards in (("bezique", "QS QS QS"), ("bare", "QS QS")):
        with pytest.raises(RequestError, match=r"^expected every card once, got QS twice$"):
            condition_of(None, cards, load(name))


def test_deals_by_number_stand_in_no_stream_and_brisques_are_called_so() -> None:
    def told(name: str, number: int | None = None) -> str:
        rules = load(name)
        cards = list(dict.fromkeys(uncopied(rules.pack)))[: rules.seats]
        trick = {"leader": 0, "cards": cards, "winner": 0, "points": 11}
        hands = [[card] for card in cards]
        record = {"game": name, "seed": 0, "deal": 0, "number": "7", "hands": hands, "tricks": [trick]}
        return record_text(record, rules, by_number=number)

    assert told("bare").startswith("bare, seed 0, deal 0, number 7\n")
    assert told("bare", 7).startswith("bare, number 7\n")
    assert "  points  side 0" in told("bare") and "  brisques  side 0" in told("bezique")
    # The numbers stand below the word, whichever it is.
    for name, word in (("bare", "points"), ("bezique", "brisques")):
        head, row = told(name).split("\n")[-2:]
        assert row[: head.index(word) + len(word)].endswith(" 11"), name


def test_a_deal_of_two_packs_is_called_by_the_least_of_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    space = space_of(load("bezique"))
    assert [space.least(number) for number in (0, 1, 3, 5)] == [0, 0, 3, 3]
    assert space_of(load("bare")).least(5) == 5
    said = "Number 5 is the same deal as number 3: copies of a card are alike."
    for verb in ("deal", "replay"):
        for number, told in ((5, True), (3, False)):
            assert run([verb, "--number", str(number), "--rules", "bezique", "--quiet"]) == 0
            page = capsys.readouterr().out
            assert "number 3\n" in page.split("Open")[0]
            assert (said in page) == told
