"""Policies as a user writes them: in a file, in a notebook, on the command line, and as plain Python on a view."""

from __future__ import annotations

import importlib
import linecache
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import goatsim
from goatsim import words
from goatsim.cli import run
from goatsim.errors import PlayError, RequestError
from goatsim.seats import named
from goatsim.seats.define import Policy
from goatsim.seats.language.vocabulary import card_words, view_words
from goatsim.seats.view import RESERVED, Cards, View
from goatsim.words import cheapest, count, lowest, richest

HEAD = "import goatsim\nfrom goatsim import Cards\nfrom goatsim.words import count, highest, lowest, richest\n\n"

CAREFUL = f'''{HEAD}
@goatsim.policy(base="greedy")
class Careful:
    """Feeds the partner's trick only if nobody can take it any more. Otherwise as its base."""

    keep = 3
    bold = False

    def follow(v):
        if v.partner_winning and not v.can_be_beaten and (v.bold or count(v.hand) > v.keep):
            return richest(v.legal)
        return v.base.follow
'''


@pytest.fixture
def careful(tmp_path: Path) -> str:
    """The text that names a policy in a file."""
    (tmp_path / "careful.py").write_text(CAREFUL, "utf-8")
    return f"{tmp_path / 'careful.py'}:Careful"


def policy_of(text: str) -> Policy:
    found = goatsim.policies(text)
    assert isinstance(found, Policy)
    return found


def cards_of(lab: goatsim.Lab, index: int) -> list[str]:
    (record,) = lab.replay(index)
    return [card for trick in record.tricks for card in trick.cards]


def refused(text: str) -> str:
    with pytest.raises(RequestError) as caught:
        goatsim.policies(text)
    said = str(caught.value)
    assert "\n" not in said and len(said) < 500, said
    return said


# Views


def test_views_are_the_decisions_of_a_deal_in_order(careful: str) -> None:
    lab = goatsim.at("bare", policies=[careful, "random", "greedy", "low"], seed=5)
    for index in (0, 7, (1 << 64) - 1):
        views = list(lab.views(index))
        (record,) = lab.replay(index)
        assert [card for view in views for card in view.answer.names()] == cards_of(lab, index)
        assert [view.seat for view in views[::4]] == [trick.leader for trick in record.tricks]
        assert [view.decision for view in views] == (["lead"] + ["follow"] * 3) * 8
        assert record.hands is not None
        for view in views:
            assert set(view.hand.names()) <= set(record.hands[view.seat] or ())
            assert view.answer in view.legal and view.legal == view.legal & view.hand


def test_views_keep_what_they_showed() -> None:
    iterator = goatsim.at("bare", seed=1).views(2)
    first = next(iterator)
    before = (list(first.block), first.hand.names(), first.trick)
    assert len(list(iterator)) == 31
    assert (list(first.block), first.hand.names(), first.trick) == before
    assert not hasattr(first.block, "__setitem__")


def test_views_of_a_number_are_its_deal() -> None:
    lab = goatsim.at("bare", policies="random")
    (record,) = lab.replay(number=12345678901234567)
    views = list(lab.views(number="12345678901234567"))
    assert [v.answer.names()[0] for v in views] == [card for trick in record.tricks for card in trick.cards]
    assert record.number == "12345678901234567"


@pytest.mark.parametrize("index", [-1, 1 << 64, True, "0", 0.5])
def test_views_refuse_what_is_no_index(index: Any) -> None:
    with pytest.raises(RequestError, match="expected the index of a deal"):
        goatsim.at("bare").views(index)


def test_views_refuse_rules_that_cannot_be_played(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    own = "base = 'bare'\n[option.hats]\nvalues = ['off', 'on']\nbuilt = ['off']\ndefault = 'off'\nsource = 'us'\n"
    house.write_text(own + "text = 'whether hats are worn'\n")
    with pytest.raises(RequestError, match="cannot play yet"):
        goatsim.at(str(house), options={"hats": "on"}).views(0)


def test_a_policy_answers_views_of_any_lab(careful: str) -> None:
    """Views of one line-up answer for every policy, with its own parameters and base, and coins are drawn for all."""
    policy = policy_of(careful)
    bold = policy(keep=0, bold=True)
    answers = set()
    for view in goatsim.at("bare", policies="low", seed=3).views(4):
        answer = policy.follow(view) if view.decision == "follow" else policy.lead(view)
        assert isinstance(answer, Cards) and answer in view.legal and count(answer) == 1
        if view.decision == "follow":
            easy = view.partner_winning and not view.can_be_beaten
            fed = richest(view.legal) if easy and count(view.hand) > 3 else policy_of("greedy").follow(view)
            assert answer == fed
            assert bold.follow(view) == (richest(view.legal) if easy else policy_of("greedy").follow(view))
        answers.add(policy_of("random").plain(view.decision, view).names()[0])
    assert len(answers) > 8


def test_a_view_says_what_it_has_not(careful: str) -> None:
    beats: Any = words.beats
    pick: Any = lowest
    view = next(goatsim.at("bare", policies=careful).views(0))
    with pytest.raises(AttributeError, match=r"got v\.legel; nearest is legal"):
        _ = view.legel
    with pytest.raises(AttributeError, match=r"got v\.base\.folow; nearest is follow"):
        _ = view.base.folow
    with pytest.raises(TypeError, match=r"expected v\.lacks\(distance\), got 0 values"):
        view.lacks()
    with pytest.raises(TypeError, match=r"expected beats\(cards, card\)"):
        beats(view.hand)
    with pytest.raises(TypeError, match=r"expected lowest\(cards\) of sets of cards of a view, got \(3,\)"):
        pick(3)
    with pytest.raises(AttributeError, match="expected a decision of Careful, got folow; nearest is follow"):
        _ = policy_of(careful).folow
    assert (view.keep, view.bold) == (3, False)
    assert repr(view).startswith("<view of seat 0 at trick 1, to lead: hand {")


def test_names_of_a_view_do_not_meet() -> None:
    assert not RESERVED & set(view_words())
    assert {"answer", "base", "block", "seat", "cards", "say"} <= RESERVED


def test_sets_of_cards_work_as_sets() -> None:
    view = next(goatsim.at("bare").views(0))
    hand, trumps = view.hand, view.trumps
    mine, all_trumps = set(hand.names()), set(trumps.names())
    assert set((hand & trumps).names()) == mine & all_trumps
    assert set((hand | trumps).names()) == mine | all_trumps
    assert set((hand ^ trumps).names()) == mine ^ all_trumps
    assert set((hand - trumps).names()) == mine - all_trumps
    assert next(iter(hand)) == lowest(hand)
    assert {card.names()[0] for card in hand} == mine
    assert all(card in hand for card in hand) and view.cards("QC 7d") == view.cards("7D QC")
    assert not view.nothing and str(view.nothing) == "{}" and isinstance(cheapest(hand), Cards)


# Policies and their parameters


def test_parameters_change_the_play_and_the_identity(careful: str) -> None:
    policy = policy_of(careful)
    other, same = policy(keep=7), policy(keep=3)
    assert (policy.params, other.params) == ({"keep": 3, "bold": False}, {"keep": 7, "bold": False})
    assert policy.identity == same.identity != other.identity
    assert policy_of(f"{careful}:keep=7").identity == other.identity
    assert other.label == f"{careful}:keep=7:bold=false" == repr(other)[8:-1]
    assert policy_of(other.label).identity == other.identity
    params: Any = policy.params
    with pytest.raises(TypeError):
        params["keep"] = 4


def test_two_values_of_a_parameter_in_one_line_up(careful: str) -> None:
    lab = goatsim.at("bare", policies=f"{careful}:keep=0,{careful}:keep=8", seed=2)
    assert [policy.params["keep"] for policy in lab.policies] == [0, 8, 0, 8]
    for index in range(20):
        assert cards_of(lab, index) == [card for view in lab.views(index) for card in view.answer.names()]
    alone = goatsim.at("bare", policies=f"{careful}:keep=8", seed=2)
    assert [cards_of(lab, index) for index in range(20)] != [cards_of(alone, index) for index in range(20)]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"kep": 4},
            "parameter of Careful .keep, bold. or a decision to fix .praise, claim, .*, got kep; nearest is keep",
        ),
        ({"keep": True}, "expected a whole number from -2147483647 to 2147483647 for Careful:keep, got true"),
        ({"keep": 1 << 31}, "expected a whole number from -2147483647 to 2147483647"),
        ({"keep": 0.5}, "expected a whole number"),
        ({"bold": 1}, "expected true or false for Careful:bold, got 1"),
    ],
)
def test_wrong_parameters(careful: str, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RequestError, match=said):
        policy_of(careful)(**changes)


@pytest.mark.parametrize(
    ("behind", "said"),
    [
        (":keep", 'expected PARAMETER=VALUE behind .*careful.py:Careful:, got "keep"'),
        (":", "expected PARAMETER=VALUE"),
        (":keep=", "expected a whole number for .*careful.py:Careful:keep"),
        (":keep=four", "expected a whole number"),
        (":keep=1:keep=2", "expected keep once"),
        (":bold=yes", "expected true or false"),
        (":kepe=1", "expected a parameter of .*keep, bold.*nearest is keep"),
        (
            ":gives=never",
            "expected a parameter of .* or a decision to fix .praise, claim, .*, got .gives.; nearest is give",
        ),
    ],
)
def test_wrong_parameters_behind_colons(careful: str, behind: str, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        goatsim.policies(careful + behind)


def test_right_parameters_behind_colons(careful: str) -> None:
    assert policy_of(f"{careful}:keep=-2: bold = TRUE").params == {"keep": -2, "bold": True}


def test_identity_follows_everything_that_is_said(tmp_path: Path) -> None:
    text = (
        f"{HEAD}MANY = 4\n@goatsim.helper\ndef strong(v, cards: Cards) -> bool:\n    return count(cards) >= MANY\n"
        '@goatsim.policy(base="low")\nclass Strong:\n    keep = 2\n    def follow(v):\n'
        "        return highest(v.legal) if strong(v, v.hand) else v.base.follow\n"
    )
    changes = [
        ("", ""),
        ("MANY = 4", "MANY = 5"),
        (">= MANY", "> MANY"),
        ('"low"', '"greedy"'),
        ("highest(v.legal)", "lowest(v.legal)"),
        ("v.hand", "v.legal"),
    ]
    found = []
    for place, (old, new) in enumerate(changes):
        (tmp_path / f"s{place}.py").write_text(text.replace(old, new, 1), "utf-8")
        found.append(policy_of(f"{tmp_path / f's{place}.py'}:Strong").identity)
    assert len(set(found)) == len(changes)
    for number, same in enumerate((f"# another comment\n{text}", text.replace("strong(", "sturdy("))):
        (tmp_path / f"same{number}.py").write_text(same, "utf-8")
        assert policy_of(f"{tmp_path / f'same{number}.py'}:Strong").identity == found[0]


def test_a_word_that_means_another_text_is_other_machine_code(careful: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = policy_of(careful).code("follow")
    assert policy_of(careful).code("follow") == before
    known = card_words()
    monkeypatch.setitem(vars(richest), "goatsim_word", known["richest"]._replace(text=known["cheapest"].text))
    assert policy_of(careful).code("follow") != before


def test_the_same_helper_text_with_other_constants(tmp_path: Path) -> None:
    """Two helpers of one name and text, in two files, mean what each file means by the constant."""
    for name, many in (("a", 1), ("b", 8)):
        (tmp_path / f"{name}_tools.py").write_text(
            f"{HEAD}MANY = {many}\n@goatsim.helper\ndef strong(v) -> bool:\n    return count(v.hand) > MANY\n", "utf-8"
        )
    (tmp_path / "both.py").write_text(
        f"{HEAD}from a_tools import strong as first\nfrom b_tools import strong as second\n"
        "@goatsim.policy(base='low')\n"
        "class Both:\n    def follow(v):\n"
        "        return highest(v.legal) if first(v) and not second(v) else lowest(v.legal)\n",
        "utf-8",
    )
    lab = goatsim.at("bare", policies=f"{tmp_path / 'both.py'}:Both")
    views = [view for view in lab.views(0) if view.decision == "follow" and count(view.hand) > 1]
    assert all(view.answer == words.highest(view.legal) for view in views)
    assert cards_of(lab, 0) == [card for view in lab.views(0) for card in view.answer.names()]


def test_bases_of_bases(tmp_path: Path) -> None:
    (tmp_path / "chain.py").write_text(
        f"{HEAD}@goatsim.policy\nclass A:\n    n = 1\n    def lead(v):\n        return lowest(v.legal)\n"
        "    def follow(v):\n        return lowest(v.legal) if v.trick > v.n else highest(v.legal)\n"
        "@goatsim.policy(base=A(n=4))\nclass B:\n    n = 7\n    def lead(v):\n        return highest(v.legal)\n"
        "@goatsim.policy(base=B)\nclass C:\n    def follow(v):\n        return v.base.follow\n"
        "    def lead(v):\n        return v.base.lead if v.trick > 2 else lowest(v.legal)\n",
        "utf-8",
    )
    lab = goatsim.at("bare", policies=f"{tmp_path / 'chain.py'}:C", seed=9)
    for index in range(5):
        views = list(lab.views(index))
        assert cards_of(lab, index) == [card for view in views for card in view.answer.names()]
        for view in views:
            low = view.trick > 4 if view.decision == "follow" else view.trick <= 2
            assert view.answer == (lowest(view.legal) if low else words.highest(view.legal))


# Where a policy is written


def test_a_policy_in_a_function_may_use_its_names() -> None:
    from goatsim.words import highest

    limit = 5

    @goatsim.helper
    def late(v: Any, n: int) -> bool:
        return bool(v.trick > n)

    with pytest.raises(RequestError, match="not bool"):

        @goatsim.policy(base="low")
        class Wrong:
            def follow(v: Any) -> Any:
                return highest(v.legal) if late(v, limit) else v.base.follow

    @goatsim.helper
    def later(v: Any, n: int) -> bool:
        answer: bool = v.trick > n
        return answer

    @goatsim.policy(base="low")
    class Late:
        def follow(v: Any) -> Any:
            return highest(v.legal) if later(v, limit) else v.base.follow

    late_now: Any = Late
    before = late_now.identity
    lab = goatsim.at("bare", policies=Late)
    compiled = cards_of(lab, 3)
    limit = 0
    assert compiled == [card for view in lab.views(3) for card in view.answer.names()]
    assert late_now().identity == before


def cell(text: str, number: int, space: dict[str, Any]) -> None:
    """Run text as a notebook runs a cell."""
    name = f"/notebook/ipykernel_99/{number}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), space)


def test_a_policy_in_a_notebook() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    cell(f"{HEAD}FEW = 2", 1, space)
    policy = '@goatsim.policy(base="low")\nclass Mine:\n    def follow(v):\n'
    cell(f"{policy}        return highest(v.legal) if v.trick > FEW else v.base.follow\n", 2, space)
    first = space["Mine"]
    compiled = cards_of(goatsim.at("bare", policies=first), 0)
    cell("FEW = 9", 3, space)  # as in compiled code, a policy keeps what its names meant when it was made
    views = goatsim.at("bare", policies=first).views(0)
    assert compiled == [card for view in views for card in view.answer.names()]
    cell(f"{policy}        return highest(v.legal) if v.trick > FEW else v.base.follow\n", 4, space)
    assert space["Mine"].identity != first.identity
    cell('@goatsim.policy(base="greedy")\nclass Mine:\n    keep = 3\n', 5, space)
    assert space["Mine"].params == {"keep": 3}
    with pytest.raises(
        RequestError, match=r"Mine, line 4 of /notebook/ipykernel_99/6\.py: .* got v\.legel; nearest is legal"
    ):
        cell(f"{policy}        return v.legel\n", 6, space)


def test_a_policy_without_a_text() -> None:
    with pytest.raises(RequestError, match="expected Mine in a file or a notebook, got one whose text cannot be read"):
        exec(f"{HEAD}@goatsim.policy(base='low')\nclass Mine:\n    def lead(v):\n        return v.legal\n", {})


def test_an_edited_file_is_read_anew(tmp_path: Path) -> None:
    """Also within one tick of the clock, with as many bytes as before."""
    file = tmp_path / "edited.py"
    identities = []
    for number in (3, 4, 5):
        file.write_text(CAREFUL.replace("> v.keep", f"> {number}").replace("keep = 3", f"keep = {number}"), "utf-8")
        os.utime(file, (1_700_000_000, 1_700_000_000))
        policy = policy_of(f"{file}:Careful")
        assert policy.params["keep"] == number
        identities.append(policy.identity)
    assert len(set(identities)) == 3
    assert not (tmp_path / "__pycache__").exists()


def test_an_imported_file_that_python_has_not_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python takes an edit of the same size in the same second for none; then text and code differ."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "stale_careful.py"
    text = CAREFUL.replace("v.bold or", "v.last or")
    file.write_text(text, "utf-8")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    module = importlib.import_module("stale_careful")
    first = module.Careful
    file.write_text(text.replace("v.last or", "v.bold or"), "utf-8")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    linecache.clearcache()
    with pytest.raises(RequestError, match=r"expected Careful.follow to run the text that stands in .*, got another"):
        importlib.reload(module)
    os.utime(file, (1_700_000_100, 1_700_000_100))
    assert importlib.reload(module).Careful.identity != first.identity
    del sys.modules["stale_careful"]


def test_helpers_beside_a_file_are_read_anew(tmp_path: Path) -> None:
    user = f"{HEAD}from beside_tools import some\n@goatsim.policy(base='low')\nclass Uses:\n    def lead(v):\n"
    user += "        return some(v)\n"
    for folder, pick in (("one", "lowest"), ("two", "highest"), ("two", "lowest")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "uses.py").write_text(user, "utf-8")
        (tmp_path / folder / "beside_tools.py").write_text(
            f"{HEAD}@goatsim.helper\ndef some(v) -> Cards:\n    return {pick}(v.legal)\n", "utf-8"
        )
        view = next(goatsim.at("bare", policies=f"{tmp_path / folder / 'uses.py'}:Uses").views(0))
        assert view.answer == getattr(words, pick)(view.legal)
        assert "beside_tools" not in sys.modules and str(tmp_path / folder) not in sys.path


def test_two_files_with_the_same_class(tmp_path: Path) -> None:
    for name, pick in (("a", "lowest"), ("b", "highest")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.py").write_text(
            f"{HEAD}@goatsim.policy\nclass Same:\n    def lead(v):\n        return {pick}(v.legal)\n"
            f"    def follow(v):\n        return {pick}(v.legal)\n",
            "utf-8",
        )
    lab = goatsim.at("bare", policies=f"{tmp_path}/a/same.py:Same,{tmp_path}/b/same.py:Same")
    assert cards_of(lab, 6) == cards_of(goatsim.at("bare", policies="low,high"), 6)


def test_names_in_any_script(tmp_path: Path) -> None:
    (tmp_path / "ход.py").write_text(
        f"{HEAD}БОЛЬШЕ = 2\n@goatsim.helper\ndef сила(v, карты: Cards) -> int:\n    число = count(карты)\n"
        "    return число\n"
        "@goatsim.policy(base='low')\nclass Осторожный:\n    порог = 3\n    def follow(вид):\n"
        "        всего = сила(вид, вид.hand)\n        if всего > вид.порог + БОЛЬШЕ:\n"
        "            return highest(вид.legal)\n"
        "        return вид.base.follow\n",
        "utf-8",
    )
    lab = goatsim.at("bare", policies=f"{tmp_path / 'ход.py'}:Осторожный:порог=2")
    assert cards_of(lab, 0) == [card for view in lab.views(0) for card in view.answer.names()]


def test_names_that_the_engine_uses(tmp_path: Path) -> None:
    """Local names are the user's own, whatever the translated text is made of."""
    (tmp_path / "names.py").write_text(
        f"{HEAD}@goatsim.helper\ndef word_legal(block, lane: Cards, seat: int) -> Cards:\n    rest_0 = lane\n"
        "    for without in lane:\n        rest_0 = without\n    return rest_0 if seat else lane\n"
        "@goatsim.policy(base='low')\nclass Names:\n    text = 1\n    def follow(lane):\n        block = lane.legal\n"
        "        seat = 0\n        get = lane.hand\n        helper_0 = lane.text\n        lead_0 = lane.last\n"
        "        for rest_0 in block:\n            for own_seat in get:\n                seat += helper_0\n"
        "                if own_seat == rest_0 and lead_0:\n                    break\n"
        "        follow_1 = word_legal(lane, block, seat % 2)\n        return lowest(follow_1 & lane.legal)\n",
        "utf-8",
    )
    lab = goatsim.at("bare", policies=f"{tmp_path / 'names.py'}:Names")
    for index in range(5):
        assert cards_of(lab, index) == [card for view in lab.views(index) for card in view.answer.names()]


# Finding policies


SETS = {"set_lead", "set_answer"}
BUILT_IN = {
    "buyer": {"buy", "discard"} | SETS,
    "composer": SETS,
    "expert": {"buy", "discard"} | SETS,
    "greedy": SETS,
    "high": SETS,
    "hunter": set[str](),
    "low": {"beat", "claim_lead", "discard"} | SETS,
    "melder": SETS,
    "memory": set[str](),
    "partner": set[str](),
    "random": {"beat", "buy", "claim_lead", "declare", "discard", "exchange", "meld"} | SETS,
    "reader": {"buy", "discard"} | SETS,
}
"""What each decides, or what it is based on, beside lead and follow."""


def test_names_of_built_in_policies() -> None:
    assert goatsim.policies() == list(BUILT_IN)
    assert policy_of(" Greedy").label == "greedy"


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_policies_are_sound_and_say_what_they_do(name: str) -> None:
    named.named(name).require_sound()
    policy = policy_of(name)
    said = " ".join(word for one in policy.chain for word in one.doc.split())
    decided = {word for one in policy.chain for word in one.decisions}
    assert "yardstick order" in said and decided == {"lead", "follow"} | BUILT_IN[name]
    assert policy.draws_coins == (name == "random")
    assert policy.remembers == (name in ("partner", "hunter", "memory", "expert", "buyer", "reader"))


def test_a_policy_is_added_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "careful.py").write_text(CAREFUL, "utf-8")
    monkeypatch.setattr(named, "FOLDERS", [*named.FOLDERS, str(tmp_path)])
    named._built_in.cache_clear()
    try:
        assert goatsim.policies() == sorted(["careful", *BUILT_IN])
        assert goatsim.at("bare", policies="careful:keep=4").policies[0].label == "careful:keep=4:bold=false"
    finally:
        named._built_in.cache_clear()


FILES: dict[str, tuple[bytes | None, str]] = {
    "missing": (None, "can be read, got .*x.py .No such file or directory."),
    "empty": (b"", "expected the name of a policy in .*x.py .it has none., got "),
    "syntax": (b"def (:\n", "expected Python in .*x.py, got a mistake in line 1: "),
    "tabs": (b"if 1:\n\tx = 1\n        y = 2\n", "got a mistake in line 3"),
    "raises": (b"\n1 / 0\n", "expected line 2 of .*x.py to run as Python, got ZeroDivisionError: division by zero"),
    "long error": (b"raise ValueError('x' * 9999 + chr(10))\n", r"got ValueError: x+\.\.\.$"),
    "exits": (b"import sys\nsys.exit(3)\n", "line 2 of .*x.py to run as Python, got SystemExit: 3"),
    "recursion": (b"def f():\n    f()\nf()\n", "got RecursionError"),
    "not UTF-8": ("# Козёл\n".encode("cp1251"), "expected Python as UTF-8 in .*x.py, got something else"),
    "bad cookie": (b"# coding: klingon\n", "expected Python as UTF-8"),
    "null byte": (b"x = 1\x00\n", "x.py"),
    "import": (b"import no_such_module_at_all\n", "got ModuleNotFoundError"),
    "class alone": (b"class Careful:\n    pass\n", "got Careful, which goatsim.policy has not made"),
    "huge": (b"#" * 1_000_001, "at most 1000000 bytes"),
    "other name": (CAREFUL.replace("Careful", "Carefull").encode(), "got Careful; nearest is Carefull"),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_wrong_files(case: str, tmp_path: Path) -> None:
    text, said = FILES[case]
    if text is not None:
        (tmp_path / "x.py").write_bytes(text)
    got = refused(f"{tmp_path / 'x.py'}:Careful")
    if case != "empty":
        got = got.replace('"Careful"', "Careful")
    assert re.search(said, got), got


def test_wrong_names_of_files(careful: str, tmp_path: Path) -> None:
    file = careful.rpartition(":")[0]
    (tmp_path / "folder.py").mkdir()
    assert "expected a file for a policy" in refused(f"{tmp_path / 'folder.py'}:X")
    assert f"expected {file}:NAME with the name of a policy in the file (Careful), got {file} alone" == refused(file)
    assert "got" in refused(f"{file}:") and "alone" in refused(f"{file}:")
    assert "nearest is Careful" in refused(f"{file}:careful")
    assert "can be read" in refused("C:\\policies\\careful.py:Careful:keep=4")
    assert "can be read" in refused("x\0.py:Careful")
    assert "can be read" in refused(f"{'x' * 300}.py:Careful")
    assert "FILE.py:NAME or FILE.csv" in refused("careful.txt:Careful")
    assert "nearest is greedy" in refused("gredy") and "nearest is low" in refused("lo:keep=3")
    for empty in ("", ":", "greedy:", "greedy:keep=3"):
        refused(empty)


def test_windows_paths_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "C:\\cards\\careful.py").write_text(CAREFUL, "utf-8")
    policy = policy_of("C:\\cards\\careful.py:Careful:keep=4")
    assert policy.params["keep"] == 4 and policy.spoken == "C:\\cards\\careful.py:Careful"


class Undecorated:
    pass


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Undecorated, "got the class Undecorated"),
        ([Undecorated, "low"], "got the class Undecorated"),
        (3, "expected policies by name or made by goatsim.policy, got"),
        (None, "expected policies by name"),
        ([], "expected one policy, two .us,them. or one for each of 4 seats, got 0"),
        ("low,low,low", "got 3"),
        ("low,,low,low", "expected a policy"),
        (["low", 3], "expected policies by name"),
    ],
)
def test_wrong_line_ups(given: Any, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        goatsim.at("bare", policies=given)


# Illegal cards

WRONG = {
    "nothing": ("v.nothing", "no card"),
    "two": ("v.hand", None),
    "not held": ("lowest(v.unseen)", None),
    "not legal": ("lowest(v.hand - v.legal) or lowest(v.legal)", None),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_illegal_card_stops_the_play(case: str, tmp_path: Path) -> None:
    answer, given = WRONG[case]
    (tmp_path / "wrong.py").write_text(
        f"{HEAD}@goatsim.policy(base='low')\nclass Wrong:\n    def follow(v):\n"
        f"        return {answer} if v.trick == 3 else v.base.follow\n",
        "utf-8",
    )
    lab = goatsim.at("bare", policies=f"low,{tmp_path / 'wrong.py'}:Wrong", seed=4, deals=300, progress="never")
    views: list[View] = []
    plain: PlayError | None = None
    for index in range(300):
        try:
            views = list(keep(lab.views(index), views))
        except PlayError as error:
            plain = error
            break
    assert plain is not None
    assert (
        views[-1].trick == 3
        and views[-1].seat in (1, 3)
        and not (count(views[-1].answer) == 1 and views[-1].answer in views[-1].legal)
    )
    with pytest.raises(PlayError) as compiled:
        list(lab.replay(0, count=300))
    assert str(compiled.value) == str(plain)
    with pytest.raises(PlayError) as counted:
        lab.study("eggs")
    assert str(counted.value) == str(plain)
    shown = given or " ".join(views[-1].answer.names())
    legal = " ".join(views[-1].legal.names())
    assert str(plain) == (
        f"policy {tmp_path / 'wrong.py'}:Wrong played {shown} in deal {index}, trick 3, seat {views[-1].seat}, "
        f"where the legal cards are {legal}"
    )


def keep(views: Iterator[View], kept: list[View]) -> Iterator[View]:
    """The views, kept as they come even if the last one raises."""
    kept.clear()
    for view in views:
        kept.append(view)
        yield view


# The command line


def test_the_command_line_takes_files(
    careful: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str) -> tuple[int, str, str]:
        return run(words), *capsys.readouterr()

    monkeypatch.chdir(tmp_path)
    (tmp_path / "careful.py").write_text(f"print('hello')\n{CAREFUL}", "utf-8")
    status, out, err = said("policies", "careful.py:Careful:keep=4", "--rules", "bare", "--json")
    assert (status, err) == (0, "hello\n")
    assert '"keep":4' in out.replace(" ", "") and "hello" not in out
    status, out, err = said("policies", "careful.py:Carefull")
    assert (status, out) == (2, "") and "nearest is Careful" in err
    status, _, err = said("study", "eggs", "--rules", "bare", "--policies", "careful.py", "--deals", "99")
    assert status == 2 and "expected careful.py:NAME" in err
    (tmp_path / "careful.py").write_text(CAREFUL.replace("richest(v.legal)", "v.hand"), "utf-8")
    status, _, err = said("policies", "careful.py:Careful", "--rules", "bare")
    assert status == 1 and "policy careful.py:Careful:keep=3:bold=false played" in err
    assert "Traceback" not in err


def test_words_are_listed_with_their_meaning() -> None:
    lines = words.told().splitlines()
    assert "v.unseen" in {line.split()[0] for line in lines} and any(
        line.startswith("masters(cards)") for line in lines
    )
    assert all(len(line.split("  ", 1)) == 2 for line in lines)
    (view, *_) = goatsim.at("bare").views(0)
    assert {"unseen", "hand", "our_eyes"} <= set(dir(view))
