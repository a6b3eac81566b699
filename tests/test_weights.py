"""Tables of weights: against a slow twin written from their description, in every driver, and what is refused."""

from __future__ import annotations

import gc
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pandas as pd
import pytest
import twin
from policies.slow import Sight, sights

import goatsim
from goatsim.cli import run
from goatsim.engine import layout
from goatsim.engine.weigh import SITUATIONS, following, leading
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.runs import execute, machine
from goatsim.runs.machine import DRIVERS, Bench, entries
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.define import Policy
from goatsim.seats.language.kinds import LARGEST, NUMBER
from goatsim.seats.language.vocabulary import Word
from goatsim.seats.weighing import COLUMNS
from goatsim.show.schemas import schema
from goatsim.words import lowest

GAMES = Path(__file__).parent / "games"
HEAD = "decision,situation,card,weight\n"
Row = tuple[str, str, str, int]

TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "bare": ("bare", {}),
    "skat": (str(GAMES / "skat_grand.toml"), {}),
    "six": ("bare", {"sides": [0, 1, 0, 1, 0, 1], "hand_size": 5, "talon_to": 0}),
    "two": ("bare", {"sides": [0, 1], "hand_size": 12, "talon_to": 0}),
    "alone": ("bare", {"sides": [0, 1, 2], "hand_size": 10, "talon_to": 0, "trump_lead": "all"}),
    "none": (str(GAMES / "skat_null.toml"), {}),
}
LEADS = [f"{right}_{third}" for right in ("free", "barred") for third in ("early", "middle", "late")]
FOLLOWS = [
    f"{standing}_{prize}"
    for standing in ("sure", "shaky", "contested", "closing", "lost")
    for prize in ("poor", "rich")
]


def situation(sight: Sight) -> str:
    """The situation of a decision, from its description."""
    if not sight.table:
        over = len(sight.tricks) - 1
        early, middle = 3 * over < sight.game.hand_size, 3 * over < 2 * sight.game.hand_size
        third = "early" if early else "middle" if middle else "late"
        return f"{'free' if sight.say('may_lead', 0) else 'barred'}_{third}"
    cards = [card for _, card in sight.table]
    prize = "rich" if sight.points(cards) >= 10 else "poor"
    taker = twin.winner(sight.game, sight.table[0][0], cards)
    if sight.game.sides[taker] == sight.game.sides[sight.seat]:
        return f"{'shaky' if sight.can_be_beaten() else 'sure'}_{prize}"
    if not any(twin.beats(sight.game, card, sight.best()) for card in sight.legal):
        return f"lost_{prize}"
    last = len(cards) == len(sight.game.sides) - 1
    return f"{'closing' if last else 'contested'}_{prize}"


def covers(said: str, card: str, sight: Sight) -> bool:
    """Whether the card column of a row speaks of a card."""
    game = sight.game
    if said == "winner":
        return not sight.table or twin.beats(game, card, sight.best())
    if said == "*":
        return True
    if said in ("trump", "plain"):
        return (card in game.trumps) == (said == "trump")
    return card == said or (said[1] == "*" and card[0] == said[0]) or (said[0] == "*" and card[1] == said[1])


def choice(rows: list[Row], sight: Sight) -> str:
    """The card that a table plays."""
    here, decision = situation(sight), "follow" if sight.table else "lead"

    def weight(card: str) -> int:
        found = 0
        for one, name, said, value in rows:
            if one in (decision, "*") and name in (here, "*") and covers(said, card, sight):
                found = value
        return found

    ordered = twin.in_order(sight.game, sight.legal)
    return max(ordered, key=weight)


def random_rows(chance: random.Random, rows: int) -> list[Row]:
    cards = [*goatsim.at("bare").rules.pack, *(f"{rank}*" for rank in "ATKQJ9876"), *(f"*{suit}" for suit in "CSHD")]
    found: list[Row] = []
    for _ in range(rows):
        decision = chance.choice(("lead", "follow", "*"))
        names = {"lead": LEADS, "follow": FOLLOWS, "*": [*LEADS, *FOLLOWS]}[decision]
        card = chance.choice([*cards, *["trump", "plain", "winner", "*"] * 3])
        found.append((decision, chance.choice([*names, "*"]), card, chance.randint(-4, 4)))
    return found


def csv_of(rows: list[Row]) -> str:
    return HEAD + "".join(",".join(map(str, row)) + "\n" for row in rows)


def policy_of(text: str) -> Policy:
    found = goatsim.policies(text)
    assert isinstance(found, Policy)
    return found


def cards_of(lab: goatsim.Lab, index: int) -> list[str]:
    (record,) = lab.replay(index)
    return [card for trick in record.tricks for card in trick.cards]


# What it plays


def test_situations_are_named_once_and_cover_everything() -> None:
    assert [each.name for each in SITUATIONS] == [*LEADS, *FOLLOWS]
    assert [each.decision for each in SITUATIONS] == ["lead"] * 6 + ["follow"] * 10
    assert len({each.meaning for each in SITUATIONS}) == 16


@pytest.mark.parametrize("table", TABLES)
def test_it_agrees_with_its_twin(table: str, daily_seed: int) -> None:
    chance = random.Random(daily_seed)
    rules, options = TABLES[table]
    texts = {"lead": leading, "follow": following}
    words = {name: Word(name, text, (), NUMBER, True) for name, text in texts.items()}
    seen = set()
    for size in (0, 12, 60, 60):
        rows = random_rows(chance, size)
        lab = goatsim.at(rules, options=options, policies=goatsim.weights(rows), seed=daily_seed)
        for index in range(15):
            played = []
            for view, sight in sights(lab, index):
                here = situation(sight)
                assert SITUATIONS[view.say(words[view.decision])].name == here, (index, view)
                assert view.answer.names() == [choice(rows, sight)], (index, view, here)
                seen.add(here)
                played += view.answer.names()
            if table in ("bare", "six"):  # each game more is compiled anew
                assert cards_of(lab, index) == played
    assert len(seen) == 16 if table == "bare" else len(seen) >= 8


def test_all_drivers_agree(daily_seed: int) -> None:
    policy = goatsim.weights(random_rows(random.Random(daily_seed), 80))(give="never")
    arm = Arm(game_of(goatsim.at("classic").rules), (policy,) * 4)
    task = Task((arm,), (Ask("eyes", goatsim.us.eyes), Ask("points", goatsim.us.points)), daily_seed)
    lab = goatsim.at("classic", policies=policy, seed=daily_seed)
    for index in range(30):
        answers = [view.answer.names() for view in lab.views(index) if view.decision in ("lead", "follow")]
        assert [[card] for card in cards_of(lab, index)] == answers
    tables = [execute.run(task, deals=1500, driver=name).tables for name in DRIVERS]
    for found in tables[1:]:
        assert all((found[name].cells == tables[0][name].cells).all() for name in found)


def test_one_code_plays_all_tables(daily_seed: int) -> None:
    chance = random.Random(daily_seed)
    rows = [random_rows(chance, 40) for _ in range(4)]
    line_up = [goatsim.weights(each) for each in rows]
    assert len({one.identity for one in line_up}) == 4
    assert len({(one.code("lead"), one.code("follow")) for one in line_up}) == 1
    lab = goatsim.at("bare", policies=line_up, seed=daily_seed)
    arm = Arm(game_of(lab.rules), lab.policies)
    shape = arm.game.shape._replace(memory=1, indexed=1)
    assert len({tuple(entries(one, shape).items()) for one in line_up}) == 1
    for index in range(20):
        found = list(sights(lab, index))
        assert all(view.answer.names() == [choice(rows[view.seat], sight)] for view, sight in found)
        assert cards_of(lab, index) == [card for view, _ in found for card in view.answer.names()]
    bench = Bench(arm, daily_seed)
    bench.play(0, 1)
    gc.collect()
    bench.play(0, 20)
    assert (bench.columns[layout.LOG, :20] == [arm.game.set_of(cards_of(lab, k)[:1]) for k in range(20)]).all()
    assert machine.choose_driver(arm, machine.COMPILED_IN_FROM) == "asking"


def test_it_keeps_its_seat_in_matches(daily_seed: int) -> None:
    """The seats go round with the dealer, and the tables with them."""
    bare = goatsim.at("bare").rules
    game = twin.bare()
    high = [("*", "*", card, place) for place, card in enumerate(twin.in_order(game, bare.pack))]
    assert game.pack and len(high) == 32
    for names in (("high", "low", "greedy", "high"), ("high",) * 4, ("low", "high", "low", "high")):
        tables = [goatsim.weights({"high": high, "low": []}[name]) if name != "greedy" else name for name in names]
        found = [
            goatsim.at("bare", policies=who, seed=daily_seed, deals=300).tally(measure).cells.tolist()
            for who in (list(names), tables)
            for measure in (goatsim.us.wins, goatsim.the_match.deals)
        ]
        assert found[:2] == found[2:]


def test_without_rows_it_plays_low(tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    path.write_text(HEAD)
    low = [record.to_json()["tricks"] for record in goatsim.at("bare", policies="low").replay(0, 200)]
    for policy in (str(path), goatsim.weights([]), goatsim.weights([("*", "*", "*", -7)])):
        assert [one.to_json()["tricks"] for one in goatsim.at("bare", policies=policy).replay(0, 200)] == low


def test_later_rows_override_and_order_counts() -> None:
    rows: list[Row] = [("lead", "*", "K*", 5), ("lead", "*", "trump", -1), ("lead", "free_early", "KD", 9)]
    lab = goatsim.at("bare", policies=goatsim.weights(rows))
    for index in range(40):
        view, sight = next(iter(sights(lab, index)))
        held = view.hand.names()
        kings = [card for card in ("KC", "KS", "KH") if card in held]
        plain = [card for card in held if card not in lab.rules.trumps]
        expected = ["KD"] if "KD" in held else kings[:1] or twin.in_order(sight.game, plain)[:1] or held[-1:]
        assert view.answer.names() == expected
    weights = goatsim.weights(rows).weights
    assert weights is not None
    again = goatsim.weights([rows[1], rows[0], rows[1], *rows[2:]]).weights
    assert again is not None and again.rows == weights.rows


def test_it_can_be_a_base(daily_seed: int) -> None:
    rows = random_rows(random.Random(daily_seed), 60)
    heir = goatsim.policy(base=goatsim.weights(rows))(_Heir)
    other = goatsim.policy(base=goatsim.weights(rows[:30]))(_Heir)
    assert heir.identity != other.identity and heir.code("follow") == other.code("follow") and heir.remembers
    lab = goatsim.at("bare", policies=heir, seed=daily_seed)
    for index in range(20):
        played = []
        for view, sight in sights(lab, index):
            first = twin.in_order(sight.game, sight.legal)
            expected = first[0] if view.decision == "lead" and view.trick > 4 else choice(rows, sight)
            assert view.answer.names() == [expected]
            played += view.answer.names()
        assert cards_of(lab, index) == played


class _Heir:
    def lead(v: Any) -> Any:
        return lowest(v.legal) if v.trick > 4 else v.base.lead

    def follow(v: Any) -> Any:
        return v.base.follow


# Where it comes from


def test_files_frames_and_rows_are_one(tmp_path: Path, daily_seed: int) -> None:
    rows = random_rows(random.Random(daily_seed), 50)
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    path = tmp_path / "weights.csv"
    path.write_text(csv_of(rows))
    frame[["weight", "card", "decision", "situation"]].to_csv(tmp_path / "other.csv", index=False)
    made = [
        goatsim.weights(path),
        goatsim.weights(str(path)),
        policy_of(str(path)),
        policy_of(str(tmp_path / "other.csv")),
        goatsim.weights(frame),
        goatsim.weights(frame.astype({"weight": float})),
        goatsim.weights(frame.to_dict("records")),
        goatsim.weights(list(map(list, rows))),
    ]
    assert len({one.identity for one in made}) == 1
    assert [one.label for one in made[:3]] == [str(path)] * 3 and made[4].label == "weights"
    assert policy_of(f"{path}:give=never:claim=yes").label == f"{path}:claim=always:give=never"


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{HEAD}lead,*,QC,1\n",
        f"{HEAD}lead,*,QC,1".replace("\n", "\r\n"),
        f"# mine\n\n{HEAD}\n# a queen\n , ,,\nlead,*,QC,+1\n",
        "Weight,Card,Decision,Situation\n1,♣Q,lead,*\n".replace("♣Q", "qc"),
        f'{HEAD}"LEAD"," * ", "Q♣" , 1 \n',
        f"{HEAD}lead,*,QC,5\nlead,*,Дк,1\n",
    ],
)
def test_ways_to_write_a_table(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.csv"
    path.write_bytes(text.encode())
    assert goatsim.weights(path).identity == goatsim.weights([("lead", "*", "QC", 1)]).identity


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected the columns decision,situation,card,weight in .*w.csv, got no line that says anything"),
        ("# nothing\n", "got no line that says anything"),
        ("lead,*,QC,1\n", 'expected the columns .* in line 1 of .*w.csv, got "lead,.*,QC,1"'),
        ("decision,situation,card,weight,note\n", "expected the columns .* in line 1"),
        (f"{HEAD}lead,*,QC\n", "expected 4 cells in line 2 of .*w.csv, got 3"),
        (f"{HEAD}\nlead,*,QC,1,2\n", "expected 4 cells in line 3 of .*w.csv, got 5"),
        (f"{HEAD}leed,*,QC,1\n", r'expected a decision \(lead, follow or \*\) in line 2 .*"leed"; nearest is lead'),
        (f"{HEAD}give,*,QC,1\n", "expected a decision"),
        (f"{HEAD}lead,free,QC,1\n", r'situation \(free_early, .* or \*\) for lead in line 2 .*"free"; nearest is free'),
        (f"{HEAD}lead,sure_rich,QC,1\n", "expected a situation .* for lead in line 2"),
        (f"{HEAD}*,sure_ritch,QC,1\n", "or .* in line 2 of .*; nearest is sure_rich"),
        (f"{HEAD}lead,*,QX,1\n", r'such as QC, or K\*, \*D, trump, plain, winner or \*, in line 2 .*got "qx"'),
        (f"{HEAD}lead,*,X*,1\n", "expected a card"),
        (f"{HEAD}lead,*,*X,1\n", "expected a card"),
        (f"{HEAD}lead,*,**,1\n", "expected a card"),
        (f"{HEAD}lead,*,,1\n", "expected a card"),
        (f"{HEAD}lead,*,trumps,1\n", 'got "trumps"; nearest is trump'),
        (f"{HEAD}lead,*,QC,1.5\n", f'whole number from -{LARGEST} to {LARGEST} for the weight in line 2 .*got "1.5"'),
        (f"{HEAD}lead,*,QC,\n", "expected a whole number"),
        (f"{HEAD}lead,*,QC,2147483648\n", "expected a whole number"),
        (f"{HEAD}lead,*,QC,٣\n", "expected a whole number"),
        (f"{HEAD}lead,*,QC,{'9' * 400}\n", "expected a whole number"),
        (f'{HEAD}lead,*,"QC,1\nlead,*,KC,2\n', "expected 4 cells in line 3"),
        (f"{HEAD}lead,*,{'Q' * 200_000},2\n", "expected comma-separated values in .*w.csv, got something else"),
        ("decision;situation;card;weight\nlead;*;QC;1\n", "expected the columns"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "w.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(RequestError, match=said) as raised:
        goatsim.at("bare", policies=str(path))
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 700


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (HEAD.encode() + b"lead,*,\xff,1\n", "expected UTF-8 in .*w.csv, got something else in line 2"),
        (HEAD.encode() + b"#" * 1_000_000, "expected a policy file of at most 1000000 bytes"),
        (HEAD.encode() + b"lead,*,Q\0,1\n", "expected a card|got something else"),
        (None, "expected a policy file that can be read, got .*w.csv .No such file"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, kept: bytes | None, said: str) -> None:
    path = tmp_path / "w.csv"
    if kept is not None:
        path.write_bytes(kept)
    with pytest.raises(RequestError, match=said):
        goatsim.weights(path)
    with pytest.raises(RequestError, match="expected a file for a policy"):
        goatsim.weights(tmp_path)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (7, "expected a CSV file, a data frame or rows of decision, situation, card and weight, got 7"),
        (None, "expected a CSV file"),
        ({"decision": "lead"}, "expected a CSV file"),
        ([7], "expected decision,situation,card,weight in row 1, got 7"),
        ([("lead", "*", "QC")], "in row 1"),
        (["lead"], "in row 1"),
        ([("lead", "*", "QC", 1), {"decision": "lead"}], 'the columns .* in row 2, got "decision"'),
        ([("lead", 3, "QC", 1)], "expected a word for the situation in row 1, got 3"),
        ([("lead", "*", "QC", True)], "expected a whole number .* in row 1, got true"),
        ([("lead", "*", "QC", 0.5)], "expected a whole number"),
        ([("lead", "*", "QC", float("nan"))], "expected a whole number"),
        ([("lead", "*", "QC", float("inf"))], "expected a whole number"),
        ([("lead", "*", "QC", 1 << 31)], "expected a whole number"),
        ([("lead", "*", "QC", None)], "expected a whole number"),
        (pd.DataFrame({"decision": ["lead"]}), "the columns .* in row 1"),
        (pd.DataFrame([("lead", "*", "QC", None)], columns=list(COLUMNS)), "whole number"),
    ],
)
def test_wrong_rows_are_refused(given: Any, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        goatsim.weights(given)


def test_nothing_else_can_be_asked_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "w.csv"
    path.write_text(HEAD)
    for behind, said in (
        (":keep=4", r"expected a parameter of .*w.csv \(it has none\) or a decision to fix"),
        (":lead=QC", "whose answer can be fixed"),
        (":Careful", "expected PARAMETER=VALUE behind"),
    ):
        with pytest.raises(RequestError, match=said):
            policy_of(f"{path}{behind}")


def test_it_takes_its_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a,b.csv").write_text(csv_of([("lead", "*", "K*", 5)]))
    lab = goatsim.at("bare", policies="a,b.csv:give=never,greedy")
    assert [one.label for one in lab.policies] == ["a,b.csv:give=never", "greedy"] * 2


# The command line


def test_policies_explains_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "w.csv"
    path.write_text(csv_of([("lead", "free_early", "trump", 3), ("*", "*", "A*", -1)]))
    assert run(["policies", str(path)]) == 0
    page = capsys.readouterr().out
    assert all(said in page for said in ("has 2 rows.", "In twelve situations", "Checked by playing 1000 deals"))
    assert "  free_early         2  you may lead trumps at will; first third of the tricks" in page
    assert max(len(line) for line in page.splitlines() if line.startswith("  ")) <= 100
    assert run(["policies", f"{path}:give=never", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    jsonschema.validate(value, schema("policies"))
    assert value["weights"][0]["rows"] == 2 and value["fixed"] == {"give": "never"}
    assert value["decisions"] == ["lead", "follow"]


def test_the_template_is_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies", "--template"]) == 0
    text = capsys.readouterr().out
    path = tmp_path / "w.csv"
    path.write_text(text)
    made = policy_of(str(path)).weights
    assert made is not None and [row.situations for row in made.rows] == [(place,) for place in range(16)]
    assert all(row.cards == "*" and row.weight == 0 for row in made.rows)
    assert run(["policies", "--template", "--out", str(tmp_path / "out.csv")]) == 0
    assert goatsim.weights(tmp_path / "out.csv").identity == policy_of(str(path)).identity
    capsys.readouterr()
    assert run(["policies", "--template", "--json"]) == 0
    jsonschema.validate(json.loads(capsys.readouterr().out), schema("policies"))
    assert run(["policies", "greedy", "--template"]) == 2
    assert "expected no name with --template" in capsys.readouterr().err
