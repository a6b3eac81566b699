"""Rules as data: what loads, what it resolves to, and the one sentence for everything that does not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goatsim import cards
from goatsim.errors import RequestError, nearest, wrong
from goatsim.games import FOLDERS, Rules, about_games, changed, describe, load, names

Write = Callable[..., Path]

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.toml"))
RELATIVES = [json.loads(line) for line in (HERE / "cases" / "relatives.jsonl").read_text("utf-8").splitlines()]

CLASSIC_TRUMPS = ("QC", "QS", "QH", "QD", "JC", "JS", "JH", "JD", "AD", "TD", "KD", "9D", "8D", "7D")

# Every option of rules.md 0-4 and 12 with its default there.
DEFAULTS: dict[str, object] = {
    "four_eyes_min": 91,
    "tail_min": 90,
    "lucy": "auto_win_or_reset",
    "lucy_also_scores_4": True,
    "trump_lead": "praiser_team",
    "first_deal_leader": "AD_holder",
    "first_deal_must_lead_AD": False,
    "egg_next_deal_multiplier": 1,
    "target": 12,
    "loser_scale": "win_based",
    "first_dealer": "last_seat",
    "swap_one": "optional",
    "swap_two": "off",
    "swap_partner_may_refuse": False,
    "praise": "none",
    "mirror_for": "praiser",
    "fish_for": "all",
    "pants2_lead": "dark_winner_leads_play",
    "pants_challenge": "off",
    "mirror_trick": False,
    "redeal_four_nines": "on",
    "redeal_low_hand": "on",
    "redeal_four_queens": "mandatory",
    "redeal_no_high_queen": "on",
    "no_queen_after_praise": False,
    "p_no_cut": 0.0,
    "p_wrong_cut": 0.0,
    "signals": "off",
    "signals_by": "everybody",
    "p_noticed": 0.0,
}


def refused(file: Path | str, overrides: dict[str, object] | None = None) -> str:
    """The sentence with which a game is refused; it must be one line."""
    with pytest.raises(RequestError) as caught:
        load(file, overrides)
    sentence = str(caught.value)
    assert "\n" not in sentence and len(sentence) < 500
    assert "expected" in sentence
    return sentence


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a game file and return its path."""

    def writer(text: str, name: str = "house.toml") -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return writer


# Cards and errors


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *[("QC", "QC"), ("10D", "TD"), ("td", "TD"), (" 9s ", "9S"), ("Q♣", "QC")],
        *[("10♦\N{VARIATION SELECTOR-16}", "TD"), ("a♥", "AH"), ("J♠", "JS"), ("Тт", "AC"), ("ТК", "AC")],
        *[("кк", "KC"), ("КТ", "KC"), ("Дп", "QS"), ("вв", "JS"), ("Вч", "JH"), ("аб", "AD")],
        *[("тБ", "AD"), ("10б", "TD"), ("9Ч", "9H")],
    ],
)
def test_a_card_is_read_in_every_spelling(text: str, name: str) -> None:
    assert cards.card(text) == name


@pytest.mark.parametrize("text", ["", "Q", "QQ", "1D", "11C", "QCX", "C", "100D", "♣Q", "чч", None, 7, ["QC"]])
def test_what_is_no_card_is_refused(text: object) -> None:
    with pytest.raises(RequestError, match="expected a card such as QC"):
        cards.card(text)


def test_cards_keep_their_order_and_come_once() -> None:
    assert cards.cards("td, qc 9S,,7h") == ("TD", "QC", "9S", "7H")
    assert cards.cards(["10D", "QC"]) == ("TD", "QC")
    with pytest.raises(RequestError, match="got TD twice"):
        cards.cards("TD QC 10d")
    with pytest.raises(RequestError, match="a text or a list"):
        cards.cards(5)


def test_pack_order_is_by_suit_and_then_by_rank() -> None:
    assert cards.pack_order(["7D", "2C", "AD", "JS", "QC", "TC", "AC"]) == ("AC", "TC", "QC", "2C", "JS", "AD", "7D")
    assert len(cards.NAMES) == len(set(cards.NAMES)) == 52


def test_an_error_says_expected_got_and_nearest() -> None:
    words = ("praiser_team", "all", "none_first_deal")
    assert str(wrong("a word", "prasier_team", words)) == 'expected a word, got "prasier_team"; nearest is praiser_team'
    assert nearest("xyzzy", words) == ""
    assert str(wrong("a", True)) == "expected a, got true"
    assert str(wrong("a", None)) == "expected a, got nothing"
    assert len(str(wrong("a", "x" * 10_000))) < 100
    assert len(str(wrong("a", 10**10_000))) < 100
    assert "\n" not in str(wrong("a", "x\ny"))


# The games of the package


def test_classic_is_as_the_account_has_it() -> None:
    rules = load("classic")
    assert (rules.seats, rules.side_count, rules.tricks, rules.talon_size, rules.total_points) == (4, 2, 8, 0, 120)
    assert rules.trumps == CLASSIC_TRUMPS
    assert rules.plain == {suit: tuple(rank + suit for rank in "ATK987") for suit in "CSH"}
    assert rules.options == DEFAULTS
    assert set(rules.outcomes) == {"egg", "win", "ninety", "lucy", "third_claim", "fault", "capture", "challenge"}
    assert [rules.card_points(name) for name in ("AC", "TD", "KH", "QS", "JC", "9C")] == [11, 10, 4, 3, 2, 0]
    assert rules.phases == ("shuffle", "praise", "redeals", "swaps", "tricks", "settle")


def test_every_option_has_a_source_and_a_playable_value() -> None:
    for option in load("classic").option_defs.values():
        assert option.source and option.text and option.section
        assert option.built == "all" or option.built


def test_bare_is_classic_under_the_overrides_of_rules_0_5() -> None:
    bare = load("bare")
    off = ("swap_one", "swap_two", "redeal_four_nines", "redeal_low_hand", "redeal_four_queens", "redeal_no_high_queen")
    assert bare.options == DEFAULTS | dict.fromkeys(off, "off") | {"lucy": "celebrate"}
    assert load("classic", {**dict.fromkeys(off, "off"), "lucy": "celebrate"}).identity == bare.identity
    assert (bare.name, bare.base, bare.origin) == ("bare", "classic", "bare")
    assert load("BARE") == bare and hash(load("BARE")) == hash(bare)
    bare.require_built()


def outcome(rules: Rules, points: tuple[int, ...], tricks: tuple[int, ...]) -> tuple[str, int, int] | None:
    """The first row that fits: (outcome, side, eyes)."""
    for row in rules.scoring_rows():
        for side in range(rules.side_count):
            if row.side not in (None, side):
                continue
            if row.points[0] <= points[side] <= row.points[1] and row.tricks[0] <= tricks[side] <= row.tricks[1]:
                return row.outcome, side, row.eyes
    return None


@pytest.mark.parametrize(
    ("options", "points", "tricks", "expected"),
    [
        ({}, (60, 60), (3, 5), ("egg", 0, 0)),
        ({}, (61, 59), (3, 5), ("win", 0, 2)),
        ({}, (59, 61), (3, 5), ("win", 1, 2)),
        ({}, (90, 30), (7, 1), ("win", 0, 2)),
        ({"four_eyes_min": 90}, (90, 30), (7, 1), ("ninety", 0, 4)),
        ({"four_eyes_min": 90}, (89, 31), (7, 1), ("win", 0, 2)),
        ({}, (29, 91), (1, 7), ("ninety", 1, 4)),
        ({}, (120, 0), (7, 1), ("ninety", 0, 4)),
        ({}, (120, 0), (8, 0), ("lucy", 0, 4)),
        ({"loser_scale": "loser_based"}, (0, 120), (0, 8), ("lucy", 1, 6)),
        ({"loser_scale": "loser_based"}, (90, 30), (7, 1), ("ninety", 0, 4)),
        ({"loser_scale": "loser_based", "four_eyes_min": 91}, (89, 31), (7, 1), ("win", 0, 2)),
        ({"loser_scale": "loser_based"}, (60, 60), (7, 1), ("egg", 0, 0)),
        ({"sides": [0, 1, 2, 3]}, (60, 30, 20, 10), (5, 1, 1, 1), None),
        ({"sides": [0, 1, 2, 3]}, (20, 30, 61, 9), (5, 1, 1, 1), ("win", 2, 2)),
        ({"sides": [0, 1, 1, 1]}, (60, 60), (5, 3), ("egg", 0, 0)),
    ],
)
def test_scoring_lines(
    options: dict[str, object], points: tuple[int, ...], tricks: tuple[int, ...], expected: object
) -> None:
    assert outcome(load("bare", options), points, tricks) == expected


def test_listing_of_games_and_options() -> None:
    assert {"bare", "classic"} <= set(names()) and names() == sorted(names())
    assert [name for name, title in about_games() if title] == names()
    listed = [line for _, lines in describe(load("classic")) for line in lines]
    assert {line.option: line.default for line in listed} == {
        name: {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        for name, value in DEFAULTS.items()
    }
    assert all(line.built for line in listed)
    by_name = {line.option: line for _, lines in describe(load("bare", {"trump_lead": "all"})) for line in lines}
    assert (by_name["trump_lead"].value, by_name["trump_lead"].values) == ("all", "praiser_team, all, none_first_deal")
    assert by_name["p_no_cut"].values == "a probability from 0 to 1"


# Games of the tests, without code


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_game_from_a_file_loads_and_can_be_played(file: Path) -> None:
    rules = load(file)
    rules.require_built()
    assert len(rules.trumps) + sum(map(len, rules.plain.values())) == len(rules.pack)
    told = load(rules.origin, changed(rules))
    assert told.identity == rules.identity
    assert (rules.origin, changed(rules)) == (str(file), {}) or rules.origin in names()
    assert load(str(file)) == rules


def test_the_five_games_are_what_they_claim() -> None:
    shape = {file.stem: load(file) for file in GAMES}
    assert set(shape) == {"schafkopf", "skat_grand", "skat_null", "kozel24", "kozel28"}
    assert [(shape[name].tricks, len(shape[name].pack)) for name in ("kozel24", "kozel28")] == [(6, 24), (7, 28)]
    grand, null = shape["skat_grand"], shape["skat_null"]
    assert (grand.seats, grand.side_count, grand.talon_size, grand.talon_to) == (3, 2, 2, 0)
    assert [len(names) for names in grand.plain.values()] == [7, 7, 7, 7]
    assert null.trumps == () and null.total_points == 0
    assert outcome(null, (0, 0), (0, 10)) == ("won", 0, 2)
    assert outcome(null, (0, 0), (1, 9)) == ("lost", 0, 0)
    assert [outcome(grand, (mine, 120 - mine), (5, 5)) for mine in (60, 61, 89, 90)] == [
        ("lost", 0, 0),
        ("won", 0, 2),
        ("won", 0, 2),
        ("schneider", 0, 4),
    ]
    assert outcome(shape["schafkopf"], (60, 60), (4, 4)) == ("win", 1, 1)


@pytest.mark.parametrize("record", RELATIVES)
def test_the_real_schafkopf_deals_load_over_bare(record: dict[str, dict[str, object]]) -> None:
    rules = load(str(record["game"]), record["options"])
    rules.require_built()
    assert list(rules.trumps) == record["options"]["trumps"]
    again = json.loads(json.dumps(changed(rules)))
    assert load("bare", again) == rules


def test_there_are_fourteen_of_them() -> None:
    assert len(RELATIVES) == 14


# Overrides


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        ("trump_lead", "ALL", "all"),
        ("TRUMP_LEAD", "all", "all"),
        ("first_deal_must_lead_ad", "yes", True),
        ("lucy_also_scores_4", "off", False),
        ("lucy_also_scores_4", False, False),
        ("redeal_low_hand", True, "on"),
        ("redeal_low_hand", "no", "off"),
        ("redeal_four_queens", False, "off"),
        ("praise", "pants2", "PANTS2"),
        ("four_eyes_min", "90", 90),
        ("four_eyes_min", 90.0, 90),
        ("target", "24", 24),
        ("p_no_cut", "0.25", 0.25),
        ("p_no_cut", 1, 1.0),
        ("pants_challenge", "0.5", 0.5),
        ("pants_challenge", "OFF", "off"),
    ],
)
def test_an_option_is_read_from_text_and_from_values(option: str, given: object, value: object) -> None:
    rules = load("classic", {option: given})
    name = next(name for name in rules.options if name.casefold() == option.casefold())
    assert rules.options[name] == value and type(rules.options[name]) is type(value)


def test_keys_of_the_rules_are_read_from_text() -> None:
    small = {
        "pack": "A♣ 10C KC QC AS TS KS QS",
        "hand_size": "2",
        "sides": "0, 1 0,1",
        "trumps": "",
        "plain_order": "A 10 K Q",
        "points": "A=11 10:10 QS=5",
        "first_leader": "3",
        "scoring": [{"outcome": "most", "points": ["more_than_half", "all"], "eyes": 1}],
    }
    rules = load("bare", small)
    assert (rules.pack[1], rules.plain_order, rules.first_leader, rules.total_points) == ("TC", "ATKQ", 3, 47)
    assert rules.scoring_rows()[0].points == (24, 47)
    kept = changed(rules)
    assert set(kept) == {"pack", "hand_size", "trumps", "plain_order", "points", "first_leader", "scoring"}
    assert load("bare", json.loads(json.dumps(kept))) == rules


def test_a_talon_is_what_no_seat_holds() -> None:
    rules = load("bare", {"sides": [0, 1, 1], "hand_size": 10, "talon_to": "0"})
    assert (rules.talon_size, rules.talon_to, rules.total_points) == (2, 0, 120)
    assert load("bare", {"talon_to": "NONE"}).talon_to == "none"


def test_what_changes_nothing_is_no_change() -> None:
    assert changed(load("bare", {"trump_lead": "praiser_team", "hand_size": 8})) == {}
    assert changed(load("bare", {"lucy": "auto_win_or_reset"})) == {"lucy": "auto_win_or_reset"}


def test_identity_is_about_play_alone() -> None:
    bare = load("bare")
    assert load("bare", {"title": "Another"}).identity == bare.identity
    assert load("bare", {"points": "A=11 T=10 K=4 Q=3 JC=2 JS=2 JH=2 JD=2"}).identity == bare.identity
    assert load("bare", {"four_eyes_min": 90}).identity != bare.identity


# Files


def test_a_house_rule_stands_on_a_base(write: Write) -> None:
    house = write('base = "bare"\ntrump_lead = "all"\nfour_eyes_min = 90\ntarget = "24"\n[points]\nA = 20\nT = 10\n')
    child = write('base = "house.toml"\nname = "mine"\nfour_eyes_min = 91\n', "child.toml")
    rules = load(child)
    assert (rules.options["trump_lead"], rules.options["four_eyes_min"], rules.base) == ("all", 91, "house.toml")
    # It is told as what it changes of the game that it comes from, so that an answer holds it whole.
    points = {"A": 20, "T": 10}
    assert (rules.name, rules.origin, rules.total_points) == ("mine", "bare", 120)
    assert changed(rules) == {"points": points, "trump_lead": "all", "target": 24}
    assert load("bare", changed(rules)).identity == rules.identity
    assert load(house).options["target"] == 24


def test_a_file_can_bring_options_and_contradictions_of_its_own(write: Write) -> None:
    file = write(
        """
        base = "bare"
        much = 100
        [option.much]
        type = "int"
        min = 61
        max = 120
        default = 91
        source = "our table"
        text = "the fewest points that are much"
        [[scoring]]
        outcome = "much"
        points = ["much", "all"]
        [[scoring]]
        outcome = "some"
        points = ["more_than_half", "much-1"]
        [[contradiction]]
        options = { MUCH = 120, trump_lead = "ALL" }
        why = "nobody would get there"
        """
    )
    assert [row.points for row in load(file).scoring_rows()] == [(100, 120), (61, 99)]
    assert [row.points for row in load(file, {"much": "120"}).scoring_rows()] == [(120, 120), (61, 119)]
    assert "much=120 with trump_lead=all, but nobody would get there" in refused(
        file, {"much": 120, "trump_lead": "all"}
    )
    assert "a whole number from 61 to 120 for much" in refused(file, {"much": 60})
    assert dict(describe(load(file)))["Own options"][0].value == "100"


def test_half_of_an_odd_total_is_nobodys(write: Write) -> None:
    rules = load("bare", {"points": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "7C": 1}})
    assert rules.total_points == 121
    assert [(row.outcome, row.points) for row in rules.scoring_rows()] == [
        ("lucy", (0, 121)),
        ("ninety", (91, 121)),
        ("win", (61, 90)),
    ]


def test_a_folder_can_add_games(write: Write) -> None:
    file = write('base = "bare"\ntitle = "Ours"\n', "ours.toml")
    FOLDERS.extend([file.parent, file.parent / "absent"])
    try:
        assert {"bare", "classic", "ours"} <= set(names())
        assert ("ours", "Ours") in about_games()
        assert load("Ours").origin == "ours"
    finally:
        FOLDERS.clear()


# Refusals


@pytest.mark.parametrize(
    ("overrides", "part"),
    [
        (
            {"trump_lead": "prasier_team"},
            'one of praiser_team, all, none_first_deal for trump_lead, got "prasier_team"; nearest is praiser_team',
        ),
        ({"trump_leed": "all"}, 'got "trump_leed"; nearest is trump_lead'),
        ({"hand_sice": 8}, "nearest is hand_size"),
        ({"base": "bare"}, 'a key or an option of bare, got "base"'),
        ({"options": {}}, 'got "options"'),
        ({"changes": {}}, 'got "changes"'),
        ({"four_eyes_min": 92}, "one of 90, 91 for four_eyes_min, got 92"),
        ({"four_eyes_min": True}, "got true"),
        ({"egg_next_deal_multiplier": True}, "one of 1, 2 for egg_next_deal_multiplier, got true"),
        ({"lucy_also_scores_4": 1}, "one of true, false for lucy_also_scores_4, got 1"),
        ({"lucy_also_scores_4": "maybe"}, "true, false"),
        ({"target": 0}, "a whole number from 1 to 1000 for target, got 0"),
        ({"target": 1.5}, "got 1.5"),
        ({"target": float("nan")}, "got nan"),
        ({"target": "1" * 5000}, 'got "111'),
        ({"p_no_cut": 1.1}, "a probability from 0 to 1 for p_no_cut, got 1.1"),
        ({"p_no_cut": float("inf")}, "got inf"),
        ({"p_no_cut": 10**400}, "got 1000"),
        ({"praise": "PANTS3"}, "nearest is PANTS"),
        ({"praise": None}, "got nothing"),
        ({"praise": ["FISH"]}, "for praise"),
        ({"trumps": "QC QS QC"}, "bare, trumps: expected every card once, got QC twice"),
        ({"trumps": "QC QX"}, "bare, trumps: expected a card such as QC"),
        ({"trumps": "6C QC"}, 'trumps to be cards of the pack, got "6C"'),
        ({"trumps": 5}, "cards as a text or a list, got 5"),
        ({"trumps": "QC QS QH QD"}, 'A T K J 9 8 7, got "ATK987", without J'),
        ({"plain_order": "ATK98"}, "without 7"),
        ({"plain_order": "ATK9876"}, "with 6"),
        ({"plain_order": "AATK987"}, "list once each rank"),
        ({"plain_order": "ATK9X7"}, 'ranks among A T K Q J 9 8 7 6 5 4 3 2, got "X"'),
        ({"plain_order": 7}, "plain_order as a list"),
        ({"pack": "QC QS"}, "the pack to hold 4 hands of 8 cards, got a pack of 2 cards"),
        ({"pack": [*load("bare").pack[:-1], "6D"]}, 'trumps to be cards of the pack, got "7D"'),
        ({"hand_size": 9}, "4 hands of 9 cards"),
        ({"hand_size": 0}, "hand_size to be 1 or more, got 0"),
        ({"hand_size": "eight"}, 'bare, hand_size: expected a whole number, got "eight"'),
        ({"hand_size": 8.0}, "a whole number, got 8.0"),
        ({"hand_size": True}, "a whole number, got true"),
        ({"hand_size": 10**4000}, "a whole number, got 1000"),
        ({"sides": [0, 1, 1, 3]}, "from 0 without a gap, got [0, 1, 1, 3]"),
        ({"sides": [0, 0, 0, 0]}, "two sides or more"),
        ({"sides": "0"}, "2 to 6 seats, got 1"),
        ({"sides": "0 1 2 3 4 5 6"}, "2 to 6 seats, got 7"),
        ({"sides": "us them"}, 'whole numbers in sides, got "us"'),
        ({"sides": {}}, "sides as a list"),
        ({"first_leader": 4}, "a seat from 0 to 3, got 4"),
        ({"talon_to": 2}, "none or a side from 0 to 1, got 2"),
        ({"talon_to": "nun"}, "none or a side"),
        ({"points": {"A": 32}}, "points from 0 to 31 for A, got 32"),
        ({"points": {"A": -1}}, "got -1"),
        ({"points": {"B": 1}}, "a card such as QC"),
        ({"points": {"A": 1.5}}, "as points of A, got 1.5"),
        ({"points": {"T": 1, "10": 2}}, "the points of T once"),
        ({"points": {"6C": 1}}, 'ranks or cards of the pack, got "6C"'),
        ({"points": "A=11 T"}, "as points of T, got nothing"),
        ({"points": [11]}, "points as a table"),
        ({"points": {"A": 1}}, "expected points within 0 to 4 in scoring row 4 (ninety)"),
        ({"phases": "shuffle trick"}, "nearest is tricks"),
        ({"phases": "shuffle shuffle"}, "a phase once"),
        ({"scoring": "none"}, 'bare, scoring: expected a list, got "none"'),
        ({"scoring": [7]}, "bare, scoring row 1: expected a scoring row as a table, got 7"),
        ({"scoring": [{"side": 0}]}, "bare, scoring row 1: expected a value for outcome, got none"),
        ({"scoring": [{"outcome": "x", "eye": 1}]}, 'dealer, half, got "eye"; nearest is eyes'),
        ({"scoring": [{"outcome": "x", "of": "sides"}]}, '"each" or "fewest", got "sides"; nearest is side'),
        ({"scoring": [{"outcome": "x", "when": {1: 2}}]}, "scoring row 1 when: expected a text, got {1: 2}"),
        ({"scoring": [{"outcome": "x", "side": "- at `$.x`"}]}, 'side: expected a whole number or nothing, got "- at'),
        ({"turned": "x - at `$.pack`"}, 'turned: expected "none" or "stock" or'),
        (
            {"redeal": '[{"reason": "x", "least": -1}]'},
            "redeal row 1 least: expected a whole number of at least 0",
        ),
        ({"redeal": [{}, 1]}, "bare, redeal row 1: expected a value for reason, got none"),
        (
            {"scoring": [{"outcome": "x", "eyes": -1}]},
            "row 1 eyes: expected a whole number of at least 0, got -1",
        ),
        ({"scoring": [{"outcome": "X!"}]}, "bare, scoring row 1 outcome: expected a word of small letters"),
        ({"scoring": [{"outcome": "none"}]}, "that is not none"),
        ({"scoring": [{"outcome": "x", "side": 2}]}, "a side from 0 to 1 in scoring row 1 (x), got 2"),
        ({"scoring": [{"outcome": "x", "points": [61, 60]}]}, "least first, got 61 to 60"),
        ({"scoring": [{"outcome": "x", "points": [61, 121]}]}, "got 61 to 121"),
        (
            {"scoring": [{"outcome": "x", "points": [61]}]},
            "row 1 points: expected a list of length 2, got [61]",
        ),
        ({"scoring": [{"outcome": "x", "points": [1, 2, 3]}]}, "points: expected a list of length 2, got [1, 2, 3]"),
        (
            {"capture": [{"card": "QC", "takes": "AD", "eyes": 2, "eye": 1}]},
            'bare, capture row 1: expected a key among card, takes, eyes, when, got "eye"; nearest is eyes',
        ),
        ({"scoring": [{"outcome": "x", "points": ["haf", "all"]}]}, "nearest is half"),
        ({"scoring": [{"outcome": "x", "points": ["2x", "all"]}]}, 'got "2x"'),
        (
            {"scoring": [{"outcome": "x", "points": [True, "all"]}]},
            "points item 1: expected a whole number or a text",
        ),
        (
            {"scoring": [{"outcome": "x", "tricks": "loser_scale"}]},
            'whole-number option in scoring row 1 (x), got "loser_scale"',
        ),
        ({"scoring": [{"outcome": "x", "when": {"loser_scal": "x"}}]}, "nearest is loser_scale"),
        ({"scoring": [{"outcome": "x", "when": {"loser_scale": "x"}}]}, "for loser_scale in scoring row 1 (x)"),
        ({"scoring": [{"outcome": "x"}, {"outcome": "y", "points": 60}]}, "row 2 (y), which the earlier row x covers"),
        (
            {"first_deal_must_lead_AD": True, "trump_lead": "none_first_deal"},
            "first_deal_must_lead_AD=true with trump_lead",
        ),
        ({"mirror_trick": True}, "mirror_trick=true with mirror_for=praiser"),
    ],
)
def test_a_wrong_override_is_refused_in_a_sentence(overrides: dict[str, object], part: str) -> None:
    assert part in refused("bare", overrides)


OPTION = "base = 'bare'\n[option.x]\nvalues = [1]\ndefault = 1\nsource = ''\ntext = ''\n"

COMPLETE = """
pack = "AC TC AS TS"
sides = [0, 1]
hand_size = 2
trumps = ""
plain_order = "AT"
points = {}
scoring = [{ outcome = "most", tricks = 2 }]
"""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "a value for pack, sides, hand_size, trumps, plain_order, points, scoring, got none"),
        (COMPLETE.replace("hand_size = 2", ""), "a value for hand_size, got none"),
        (COMPLETE + "trump_leed = 1", "nearest is trump_lead"),
        (COMPLETE + "trump_lead = 1", "one of all, praiser_team for trump_lead, got 1"),
        ("base = 7", "base as a text"),
        ("name = 7", "house.toml to be a text, got 7"),
        ("title = 7\nbase = 'bare'", "house, title: expected a text, got 7"),
        ("base = 'clasic'", "nearest is classic"),
        ("base = 'absent.toml'", "no such file"),
        ("base = 'house.toml'", "as a base of itself"),
        ("base = ", "to be TOML, got an error"),
        ("base = 'bura'\n[[redeal]]\nreason = 'a'\ncards = 'QC'", "no rows of redeal where sets are led, got 1"),
        ("base = 'bezique'\n[[redeal]]\nreason = 'a'\ncards = 'QC'", "no rows of redeal where cards are melded, got 1"),
        ("base = 'bura'\n[[capture]]\ncard = 'QC'\ntakes = '7C'\neyes = 4", "no rows of capture where sets are led"),
        ("base = 'bare'\nbase = 'bare'\ntitle = ''", "(at line 2"),
        ("a = " + "[" * 100_000, "beyond all bounds"),
        ("a = " + "1" * 5000, "beyond all bounds"),
        ("#" * 1_100_000, "at most 1000000 bytes"),
        ("base = 'bare'\noption = 1", "[option.NAME]"),
        ("base = 'bare'\n[option.x]\nvalues = [1]", "a value for default, source, text, got none"),
        ("base = 'bare'\n[option.x]\nvalue = [1]\ndefault = 1\nsource = ''\ntext = ''", "nearest is values"),
        ("base = 'bare'\n[option.x]\nvalues = [1]\ndefault = 2\nsource = ''\ntext = ''", "as default and built values"),
        ("base = 'bare'\n[option.x]\ndefault = 2\nsource = ''\ntext = ''", "values or a type, got neither"),
        ("base = 'bare'\n[option.pack]\ndefault = 2", "which is a key of the rules"),
        ("base = 'bare'\n[option.praise]\ndefault = 2", "which bare declares already"),
        ("base = 'bare'\ncontradiction = 1", "[[contradiction]]"),
        ("base = 'bare'\n[[contradiction]]\noptions = {praize = 'x'}\nwhy = ''", "nearest is praise"),
        ("base = 'bare'\n[[contradiction]]\noptions = {}\nwhi = ''", 'options, why, trump, got "whi"; nearest is why'),
        ("base = 'bare'\n[[contradiction]]\noptions = {}", "house: expected a value for why, got none"),
        (OPTION + "built = 'al'", 'house, option x, built: expected "all", got "al"; nearest is all'),
        (OPTION + "built = [[1]]", "house, option x, built item 1: expected true or false or a whole number"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(write: Write, text: str, part: str) -> None:
    assert part in refused(write(text))


def test_a_complete_file_is_taken(write: Write) -> None:
    assert load(write(COMPLETE)).options == {"trump_lead": "all"}


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "latin.toml").write_bytes("title = 'Козёл'".encode("cp1251"))
    assert "is a directory" in refused(tmp_path / "folder.toml")
    assert "no such file" in refused(tmp_path / "absent.toml")
    assert "in UTF-8" in refused(tmp_path / "latin.toml")
    assert "a file with the rules" in refused("null\0.toml")
    assert ", ".join(names()) + ", or the path of a .toml file" in refused("")
    assert "nearest is classic" in refused("clasic")


def test_bases_in_a_circle_are_refused(write: Write) -> None:
    write("base = 'two.toml'", "one.toml")
    write("base = 'three.toml'", "two.toml")
    assert "does not lead back" in refused(write("base = 'one.toml'", "three.toml"))


HATS = """base = "bare"
[option.hats]
values = ["none", "one", "all"]
built = ["none", "one"]
default = "none"
source = "us"
text = "who wears a hat"
"""


@pytest.mark.parametrize(
    ("overrides", "part"),
    [
        ({"hats": "all"}, "hats=all, which this version cannot play yet; it can play none or one"),
    ],
)
def test_what_cannot_be_played_yet_loads_but_is_not_played(
    write: Write, overrides: dict[str, object], part: str
) -> None:
    rules = load(write(HATS), overrides)
    with pytest.raises(RequestError) as caught:
        rules.require_built()
    assert part in str(caught.value)


@pytest.mark.parametrize("name", ["bare", "classic"])
def test_the_games_themselves_can_be_played(name: str) -> None:
    load(name).require_built()


def test_rules_are_frozen_and_import_nothing_heavy() -> None:
    rules: Any = load("bare")
    with pytest.raises(AttributeError, match="immutable"):
        rules.hand_size = 7
    heavy = "llvmlite numpy pandas matplotlib scipy click pydantic"
    code = f"import sys, goatsim.games as g; g.load('bare'); sys.exit(any(m in sys.modules for m in '{heavy}'.split()))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=HERE.parent).returncode == 0
