"""Decisions whose answer is fixed behind a colon: what is taken, what is refused, and that every path obeys."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from typing import Any

import pytest

import goatsim
from goatsim.cli import run
from goatsim.compiler import store
from goatsim.engine.jit import form
from goatsim.engine.layout import G
from goatsim.errors import RequestError
from goatsim.game import game_of
from goatsim.runs import execute
from goatsim.runs.machine import DRIVERS, driver
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats import decisions
from goatsim.seats.decisions import DECISIONS, ROWS, Decision
from goatsim.seats.define import Policy
from goatsim.seats.language.kinds import NUMBER

FILE = '''import goatsim
from goatsim.words import count, richest


@goatsim.policy(base="greedy")
class Careful:
    """Gives a trump if it was dealt few points."""

    keep = 3

    def give(v):
        return count(v.hand & v.aces) < v.keep

    def give_back(v):
        return richest(v.legal)


@goatsim.policy(base="greedy")
class Refuses:
    """Says no to everything, in words."""

    def claim(v):
        return False

    def give(v):
        return False


Stingy = Careful(give="never")


@goatsim.policy(base=Stingy)
class Heir:
    """Leaves giving to a base that never gives."""

    def claim(v):
        return not v.base.give
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "fixed.py"
    path.write_text(FILE, "utf-8")
    return str(path)


def policy_of(text: str) -> Policy:
    found = goatsim.policies(text)
    assert isinstance(found, Policy)
    return found


@pytest.mark.parametrize("said", ["never", "NEVER", "no", "No", "false", " False "])
def test_ways_to_say_never(said: str) -> None:
    fixed = policy_of(f"greedy:give={said}")
    assert (fixed.label, dict(fixed.fixed)) == ("greedy:give=never", {"give": 0})
    assert fixed.identity == policy_of("greedy")(give="never").identity == policy_of("greedy")(give=False).identity


@pytest.mark.parametrize("said", ["always", "Always", "yes", "TRUE"])
def test_ways_to_say_always(said: str) -> None:
    fixed = policy_of(f"greedy:claim={said}")
    assert fixed.label == "greedy:claim=always" == policy_of("greedy")(claim=True).label


def test_the_label_is_taken_again_and_has_one_order(file: str) -> None:
    one = policy_of(f"{file}:Careful:give=no:keep=4:claim=never")
    other = policy_of(f"{file}:Careful:claim=never:give=never:keep=4")
    assert one.label == other.label == f"{file}:Careful:keep=4:claim=never:give=never"
    assert policy_of(one.label).identity == one.identity == other.identity
    assert one.identity == policy_of(f"{file}:Careful")(keep=4, give="never", claim="never").identity
    assert one.fixed_answers == {"claim": "never", "give": "never"} and dict(one.params) == {"keep": 4}
    assert one(give="always").label.endswith(":keep=4:claim=never:give=always")


def test_identities_differ_where_answers_do(file: str) -> None:
    texts = ["", ":give=never", ":give=always", ":claim=never", ":claim=never:give=never", ":keep=4"]
    made = [policy_of(f"{file}:Careful{text}") for text in texts]
    assert len({one.identity for one in made}) == len(texts)
    # The cards are played by one machine code whatever is fixed, and whatever parameters giving has.
    assert len({one.code("lead") for one in made}) == len({one.code("follow") for one in made}) == 1
    assert len({one.code("give") for one in made}) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("greedy:give=maybe", 'expected never or always for greedy:give, got "maybe"'),
        ("greedy:give=alway", 'expected never or always for greedy:give, got "alway"; nearest is always'),
        ("greedy:give=", 'expected never or always for greedy:give, got ""'),
        (
            "greedy:lead=QC",
            r"answer can be fixed \(praise, claim, .*\bdeclare\), got lead, which is answered with one of your legal",
        ),
        ("greedy:follow=low", "got follow, which is answered with one of your legal cards"),
        ("greedy:give_back=9S", "got give_back, which is answered with one of your plain cards"),
        ("greedy:give", 'expected PARAMETER=VALUE behind greedy:, got "give"'),
        ("greedy:give=never:give=always", "expected give once behind greedy:, got it twice"),
        ("greedy:clam=never", r"parameter of greedy \(it has none\) or a decision to fix .*nearest is claim"),
    ],
)
def test_what_cannot_be_fixed_is_refused(text: str, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        goatsim.policies(text)


@pytest.mark.parametrize("answer", [1, None, 0.0, ["never"], "2"])
def test_what_is_no_answer_is_refused(answer: Any) -> None:
    with pytest.raises(RequestError, match="expected never or always for greedy:give"):
        policy_of("greedy")(give=answer)


def test_no_parameter_has_the_name_of_a_decision(tmp_path: Path) -> None:
    for word in ROWS:
        path = tmp_path / f"{word}.py"
        path.write_text(f'import goatsim\n@goatsim.policy(base="low")\nclass Mine:\n    {word} = 3\n', "utf-8")
        with pytest.raises(RequestError, match=f"a parameter that means nothing else, got {word}"):
            goatsim.policies(f"{path}:Mine")


def test_fixed_answers_are_played(file: str, daily_seed: int) -> None:
    """As the same answers in words, in the machine and as plain Python on views."""
    fixed = goatsim.at("classic", policies="greedy:claim=never:give=never", seed=daily_seed)
    spelled = goatsim.at("classic", policies=f"{file}:Refuses", seed=daily_seed)
    free = goatsim.at("classic", policies="greedy:claim=never", seed=daily_seed)
    records = list(fixed.replay(0, 1000))
    assert [one.to_json() for one in records] == [one.to_json() for one in spelled.replay(0, 1000)]
    assert not any(one.swaps for one in records)
    swapped = [index for index, one in enumerate(free.replay(0, 1000)) if one.swaps][:5]
    assert len(swapped) == 5
    for index in swapped:
        answers = {view.decision: view.answer for view in fixed.views(index) if view.decision in ("claim", "give")}
        assert answers["give"] is False and not any(answers.values())
        played = [card for trick in records[index].tricks for card in trick.cards]
        assert [v.answer.names()[0] for v in fixed.views(index) if v.decision in ("lead", "follow")] == played
    view = next(view for view in free.views(swapped[0]) if view.decision == "give")
    assert (policy_of("greedy:give=never").give(view), policy_of("greedy:give=always").give(view)) == (False, True)


def test_all_drivers_agree(daily_seed: int) -> None:
    lab = goatsim.at("classic", policies="greedy:claim=always:give=never", seed=daily_seed)
    arm = Arm(game_of(lab.rules), lab.policies)
    task = Task((arm,), (Ask("eyes", goatsim.us.eyes), Ask("points", goatsim.us.points)), daily_seed)
    tables = [execute.run(task, deals=1500, driver=name).tables for name in DRIVERS]
    for found in tables[1:]:
        assert all((found[name].cells == tables[0][name].cells).all() for name in found)
    # What is fixed before the first trick is no part of the code that plays the cards.
    assert driver(arm, "scalar") == driver(Arm(arm.game, (policy_of("greedy"),) * 4), "scalar")


def test_a_fixed_decision_is_there_for_heirs(file: str) -> None:
    heir = policy_of(f"{file}:Heir")
    lab = goatsim.at("classic", policies=heir)
    assert heir.base is not None and heir.base.fixed_answers == {"give": "never"}
    assert not any(one.swaps for one in lab.replay(0, 300))
    asked = [view for index in range(300) for view in lab.views(index) if view.decision in ("claim", "give")]
    assert {(view.decision, view.answer) for view in asked} == {("claim", True), ("give", False)}


def test_a_fixed_decision_needs_neither_text_nor_coins() -> None:
    assert form(policy_of("greedy:give=never").engine_text("give"), G)(None, 0, 0) is False
    tossed = goatsim.policy(base="low")(_Tossed)
    assert tossed.by_chance("claim") and tossed.draws_coins
    assert not tossed(claim="always").by_chance("claim") and not tossed(claim="always").draws_coins


class _Tossed:
    def claim(v: Any) -> Any:
        return v.coin(2) == 1


KINDS = ("REGULAR", "ONE", "HAPPY", "MIRROR", "SELF", "FISH", "PANTS", "PANTS2")


@pytest.fixture
def praise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision answered with a number, as one more row of the table."""
    row = Decision("praise", "you are the praiser", "a kind of deal", "REGULAR", 0, NUMBER, _regular, KINDS)
    monkeypatch.setitem(ROWS, "praise", row)
    monkeypatch.setattr(decisions, "WORDS", (*decisions.WORDS, "praise"))
    monkeypatch.setattr("goatsim.seats.language.assemble.WORDS", decisions.WORDS)


def _regular(block: list[int], lane: int, seat: int) -> int:
    return 0


@pytest.mark.usefixtures("praise")
@pytest.mark.parametrize("place", range(len(KINDS)))
def test_a_number_decision_is_fixed_by_name(place: int) -> None:
    made = policy_of(f"greedy:give=never:praise={KINDS[place].swapcase()}")
    assert made.label.split(":")[1:] == sorted([f"praise={KINDS[place]}", "give=never"], key=_order)
    view = next(goatsim.at("bare").views(0))
    assert made.plain("praise", view) == place and made.fixed["praise"] == place
    text = made.engine_text("praise")
    assert form(text, G)([], 0, 0) == place
    entry = store.entry(text, G, 3, True, f"praise {made.code('praise')}")
    assert ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_int64] * 3)(entry)(0, 0, 0) == place


def _order(text: str) -> int:
    return list(ROWS).index(text.partition("=")[0])


@pytest.mark.usefixtures("praise")
@pytest.mark.parametrize("answer", ["fishing", "1", "always", True, 3])
def test_a_number_decision_has_its_own_answers(answer: Any) -> None:
    with pytest.raises(RequestError, match=r"expected REGULAR or ONE or .* or PANTS2 for greedy:praise"):
        policy_of("greedy")(praise=answer)


def test_rows_name_an_answer_for_every_number() -> None:
    for row in DECISIONS:
        if row.fixed is not None:
            assert len({name.casefold() for name in row.fixed}) == len(row.fixed)
            assert all(name and not set(name) & set(":=, ") for name in row.fixed)


def test_policies_shows_what_is_fixed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies", "greedy:give=never", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["fixed"] == {"give": "never"} and "give" not in found["decisions"]
    assert run(["policies", "greedy:give=never:claim=yes"]) == 0
    page = capsys.readouterr().out
    assert "claim = always\n  give = never" in page
    assert run(["policies"]) == 0
    assert "NAME:give=never" in capsys.readouterr().out
    assert run(["replay", "0", "--rules", "classic", "--policies", "greedy:give=never,low:claim=no"]) == 0
    assert "greedy:give=never" in capsys.readouterr().out


def test_a_view_says_which_kind_was_praised() -> None:
    lab = goatsim.at("classic", options={"praise": "free"}, policies="greedy:praise=fish:claim=never")
    view = next(view for view in lab.views(0) if view.decision == "praise")
    assert view.answer == KINDS.index("FISH") and view.answer is not True
