"""What a policy may not do is refused when it is defined: class, line, what was found, and the nearest word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import goatsim
from goatsim.errors import RequestError

HEAD = """import goatsim
from goatsim import Cards
from goatsim.words import any_of, beats, cheapest, count, highest, lowest, richest, worth
"""


def refused(folder: Path, text: str, name: str = "Careful") -> str:
    """The sentence with which a file is refused."""
    file = folder / "careful.py"
    file.write_text(text, "utf-8")
    with pytest.raises(RequestError) as caught:
        goatsim.policies(f"{file}:{name}")
    said = str(caught.value)
    assert "\n" not in said and len(said.replace(str(folder), "")) < 400, said
    return said


def body(lines: str) -> str:
    """A policy whose `follow` has these lines; the first is line 9 of the file."""
    inside = "".join(f"        {line}\n" for line in lines.splitlines())
    return f'{HEAD}\n@goatsim.policy(base="greedy")\nclass Careful:\n    keep = 3\n    def follow(v):\n{inside}'


BODIES = {
    # statements
    "while": ("while True:\n    return v.legal", 9, "not while"),
    "try": ("try:\n    return v.legal\nfinally:\n    pass", 9, "not try"),
    "try star": ("try:\n    return v.legal\nexcept* ValueError:\n    pass\nreturn v.legal", 9, "not try"),
    "raise": ("raise ValueError", 9, "not raise ValueError"),
    "import": ("import os\nreturn v.legal", 9, "not import"),
    "from": ("from os import path\nreturn v.legal", 9, "not import"),
    "with": ("with open('x'):\n    return v.legal", 9, "not with"),
    "assert": ("assert v.legal\nreturn v.legal", 9, "not assert v.legal"),
    "del": ("n = 1\ndel n\nreturn v.legal", 10, "not del n"),
    "global": ("global n\nreturn v.legal", 9, "not global n"),
    "match": ("match v.trick:\n    case 1:\n        return v.legal\nreturn v.legal", 9, "not match v.trick"),
    "nested def": ("def inner():\n    return 1\nreturn v.legal", 9, "not a function inside it"),
    "nested class": ("class Inner:\n    pass\nreturn v.legal", 9, "not a class inside it"),
    "nested async": ("async def inner():\n    return 1\nreturn v.legal", 9, "not async def"),
    "print": ("print(v.legal)\nreturn v.legal", 9, "not print(v.legal)"),
    "bare value": ("v.legal\nreturn v.legal", 9, "not v.legal"),
    "yield": ("yield v.legal\nreturn v.legal", 9, "not yield v.legal"),
    "assign to v": ("v.keep = 4\nreturn v.legal", 9, "got v.keep = 4"),
    "assign the view": ("v = v.legal\nreturn v", 9, "v is the view"),
    "two targets": ("a = b = v.legal\nreturn a", 9, "one local name, got a = b = v.legal"),
    "tuple": ("a, b = 1, 2\nreturn v.legal", 9, "one local name"),
    "item": ("a = v.legal\na[0] = 1\nreturn a", 10, "one local name"),
    "annotation alone": ("n: int\nreturn v.legal", 9, "one local name"),
    "for else": ("for c in v.legal:\n    pass\nelse:\n    pass\nreturn v.legal", 9, "without else"),
    "for pair": ("for a, b in v.legal:\n    pass\nreturn v.legal", 9, "one name"),
    "for number": ("for c in 3:\n    pass\nreturn v.legal", 9, "set of cards or over range(n), got 3"),
    "for enumerate": ("for c in enumerate(v.legal):\n    pass\nreturn v.legal", 9, "not enumerate"),
    "behind return": ("return v.legal\nn = 1", 10, "nothing behind return, break or continue, got n = 1"),
    "behind break": ("for c in v.legal:\n    break\n    n = 1\nreturn v.legal", 11, "nothing behind"),
    # ranges
    "huge range": ("for k in range(1000):\n    pass\nreturn v.legal", 9, "from 0 to 64 for range, got 1000"),
    "number as range": ("for k in range(v.our_points):\n    pass\nreturn v.legal", 9, "from 0 to 64 for range"),
    "negative range": ("for k in range(-1, 3):\n    pass\nreturn v.legal", 9, "from 0 to 64 for range, got -1"),
    "stepped range": ("for k in range(0, 9, 2):\n    pass\nreturn v.legal", 9, "range(first, n)"),
    "empty range": ("for k in range():\n    pass\nreturn v.legal", 9, "range(n)"),
    "cards as range": ("for k in range(v.legal):\n    pass\nreturn v.legal", 9, "expected a number for range"),
    # return
    "missing return": ("n = 1", 8, "to return a set of cards on every way"),
    "return in if": ("if v.last:\n    return v.legal", 8, "on every way"),
    "return in loop": ("for c in v.legal:\n    return c", 8, "on every way"),
    "return nothing": ("return", 9, "a set of cards to return, got nothing"),
    "return None": ("return None", 9, "not None; nearest is v.nothing"),
    "return number": ("return count(v.legal)", 9, "a set of cards to return, got a number, count(v.legal)"),
    "return truth": ("return v.last", 9, "a set of cards to return, got a truth"),
    "return view": ("return v", 9, "expected v.WORD, got v alone"),
    "only a docstring": ('"""Nothing."""', 8, "on every way"),
    # expressions
    "lambda": ("return (lambda: v.legal)()", 9, "not (lambda: v.legal)()"),
    "list": ("return [c for c in v.legal]", 9, "not [c for c in v.legal]"),
    "sum of": ("n = sum(worth(c) for c in v.legal)\nreturn v.legal", 9, "not sum; nearest is worth"),
    "walrus": ("if (n := 3) > 2:\n    return v.legal\nreturn v.legal", 9, "not (n := 3)"),
    "f-string": ("n = f'{v.trick}'\nreturn v.legal", 9, "not f"),
    "string": ("n = 'QC'\nreturn v.legal", 9, "not 'QC'"),
    "float": ("n = 0.5\nreturn v.legal", 9, "not 0.5"),
    "bytes": ("n = b'x'\nreturn v.legal", 9, "not b'x'"),
    "subscript": ("return v.legal[0]", 9, "not v.legal[0]"),
    "keyword": ("return v.lacks(distance=1)", 9, "not v.lacks(distance=1)"),
    "star": ("return lowest(*v.legal)", 9, "not lowest(*v.legal)"),
    "open": ("return open('x')", 9, "not open"),
    "len": ("n = len(v.legal)\nreturn v.legal", 9, "not len; nearest is count"),
    "eval": ("return eval('v.legal')", 9, "not eval"),
    "unknown call": ("return richst(v.legal)", 9, "not richst; nearest is richest"),
    "unknown word": ("return v.legel", 9, "got v.legel; nearest is legal"),
    "unknown name": ("return legal", 9, "got legal"),
    "private": ("return v.__class__", 9, "got v.__class__"),
    "block": ("return v.block", 9, "got v.block"),
    "other attribute": ("return goatsim.words.lowest(v.legal)", 9, "only v.WORD, not goatsim.words.lowest"),
    "attribute of a set": ("return v.legal.names", 9, "only v.WORD, not v.legal.names"),
    "module": ("return goatsim", 9, "got goatsim, a module"),
    "word alone": ("return lowest", 9, "expected lowest(...)"),
    "word without": ("return v.lacks", 9, "expected v.lacks(distance), got lacks without"),
    "word with": ("return v.legal()", 9, "expected v.legal without brackets"),
    "parameter with": ("n = v.keep()\nreturn v.legal", 9, "expected v.keep without brackets"),
    "too many": ("return lowest(v.legal, v.hand)", 9, "expected lowest(cards), got 2 values"),
    "too few": ("return beats(v.legal)", 9, "expected beats(cards, card), got 1 value"),
    "bare parameter": ("n = keep\nreturn v.legal", 9, "the parameter as v.keep"),
    "base alone": ("return v.base", 9, "v.base.DECISION"),
    "base word": ("return v.base.folow", 9, "got folow; nearest is follow"),
    "base called": ("return v.base.follow()", 9, "without brackets"),
    "base of base": ("return v.base.base.follow", 9, "only v.WORD"),
    "local called": ("count = 1\nreturn lowest(v.legal) if count(v.legal) else v.legal", 10, "which is a local name"),
    # kinds
    "power": ("n = v.trick ** 2\nreturn v.legal", 9, "got v.trick ** 2"),
    "shift": ("n = 1 << v.trick\nreturn v.legal", 9, "got 1 << v.trick"),
    "division": ("n = v.trick / 2\nreturn v.legal", 9, "got v.trick / 2"),
    "by zero": ("n = v.trick // 0\nreturn v.legal", 9, "above 0"),
    "by minus": ("n = v.trick % -2\nreturn v.legal", 9, "above 0"),
    "by variable": ("n = v.trick\nk = 7 // n\nreturn v.legal", 10, "above 0"),
    "invert": ("return ~v.legal", 9, "not ~v.legal"),
    "plus truth": ("n = v.last + 1\nreturn v.legal", 9, "expected two numbers"),
    "minus truth": ("n = -v.last\nreturn v.legal", 9, "a number after -, got a truth"),
    "cards plus": ("return v.legal + v.hand", 9, "sets of cards by & | ^ -"),
    "cards and number": ("return v.legal & 1", 9, "two sets of cards"),
    "number for cards": ("return lowest(3)", 9, "expected a set of cards for lowest(cards), got a number, 3"),
    "cards for number": ("return v.lacks(v.legal)", 9, "expected a number for v.lacks(distance), got a set of cards"),
    "truth for number": ("return v.lacks(True)", 9, "expected a number"),
    "cards ordered": ("return v.legal if v.legal > v.hand else v.hand", 9, "== != in, got v.legal > v.hand"),
    "truth ordered": ("return v.legal if v.last > True else v.hand", 9, "expected to compare"),
    "is": ("return v.legal if v.legal is v.hand else v.hand", 9, "expected to compare"),
    "number in": ("return v.legal if 3 in v.hand else v.hand", 9, "expected to compare"),
    "mixed compare": ("return v.legal if v.legal == 0 else v.hand", 9, "expected to compare"),
    "none compare": ("return v.legal if v.best == None else v.hand", 9, "nearest is v.nothing"),
    "mixed or": ("n = v.trick or v.legal\nreturn v.legal", 9, "on both sides of or"),
    "number or": ("n = v.trick or 3\nreturn v.legal", 9, "on both sides of or, got a number"),
    "mixed and": ("t = v.last and v.legal\nreturn v.legal", 9, "on both sides of and"),
    "mixed else": ("n = 1 if v.last else v.legal\nreturn v.legal", 9, "a number on both sides of else"),
    "min of cards": ("return min(v.legal, v.hand)", 9, "a number for min"),
    "min of one": ("n = min(v.legal)\nreturn v.legal", 9, "not min"),
    "new kind": ("x = v.legal\nx = 1\nreturn v.legal", 10, "expected x to stay a set of cards, got a number"),
    "new kind in if": ("if v.last:\n    x = 1\nelse:\n    x = True\nreturn v.legal", 12, "expected x to stay a number"),
    # names that may not be set
    "unset": ("return c", 9, "got c"),
    "set on one way": ("if v.last:\n    c = v.legal\nreturn c", 11, "expected c to be set before"),
    "set in loop": ("for c in v.legal:\n    d = c\nreturn d", 11, "expected d to be set before"),
    "loop name": ("for c in v.legal:\n    pass\nreturn c", 11, "expected c to be set before"),
    "set after": ("d = c\nc = v.legal\nreturn d", 9, "expected c to be set before"),
    "set behind break": (
        "for c in v.legal:\n    if c in v.aces:\n        break\n    d = c\n    e = d\nreturn e",
        14,
        "expected e to be set before",
    ),
    # how large numbers are
    "large": ("n = 3000000000\nreturn v.legal", 9, "numbers up to 2147483647 either way, got 3000000000"),
    "enormous": (f"n = 0x{'f' * 9000}\nreturn v.legal", 9, "got an enormous number"),
    "product": ("n = v.our_points * 2000000\nreturn v.legal", 9, "which may become larger"),
    "growing": ("n = 1\nfor k in range(64):\n    n = n * 2\nreturn v.legal", 11, "got n * 2, which may become larger"),
    "squares": ("n = v.trick\nfor c in v.hand:\n    n *= n\nreturn v.legal", 11, "which may become larger"),
    "sinking": ("n = -2\nfor c in v.hand:\n    n = n * 3\nreturn v.legal", 11, "which may become larger"),
    "far": ("return v.lacks(6)", 9, "from 0 to 5 for v.lacks(distance), got 6, which may be 6 to 6"),
    "backwards": ("return v.played(-1)", 9, "from 0 to 5"),
    "unbounded": ("return v.played(v.trick)", 9, "got v.trick, which may be 0 to 32"),
    "coin below": ("n = v.coin(v.position - 1)\nreturn v.legal", 9, "which may be -1 to 4"),
    "loops of loops": (
        "n = 0\nfor a in range(64):\n    for b in range(64):\n        for c in range(64):\n            n += 1\n"
        "return v.legal",
        13,
        "expected loops that can be followed",
    ),
}


@pytest.mark.parametrize("case", BODIES)
def test_bodies(case: str, tmp_path: Path) -> None:
    lines, line, said = BODIES[case]
    got = refused(tmp_path, body(lines))
    assert got.startswith(f"Careful, line {line} of {tmp_path / 'careful.py'}: "), got
    assert said in got


POLICY = '@goatsim.policy(base="greedy")\n'
RETURN = "        return v.legal\n"

CLASSES = {
    "no decision": ("@goatsim.policy\nclass Careful:\n    keep = 3\n", "expected Careful to answer lead and follow"),
    "one decision": (f"@goatsim.policy\nclass Careful:\n    def lead(v):\n{RETURN}", "to answer follow"),
    "unknown decision": (
        f"{POLICY}class Careful:\n    def folow(v):\n{RETURN}",
        "line 6 of .*got folow; nearest is follow",
    ),
    "no truth": (f"{POLICY}class Careful:\n    def buy(v):\n{RETURN}", "line 7 of .*a truth to return, got a set of"),
    "no kind of deal": (
        f"{POLICY}class Careful:\n    def praise(v):\n        return 8\n",
        "PANTS2 .0 to 7., got a number",
    ),
    "private": (f"{POLICY}class Careful:\n    def __init__(v):\n{RETURN}", "got __init__"),
    "decorator": (f"{POLICY}class Careful:\n    @staticmethod\n    def lead(v):\n{RETURN}", "under a decorator"),
    "twice": (
        f"{POLICY}class Careful:\n    def lead(v):\n{RETURN}    def lead(v):\n{RETURN}",
        "lead once, got it twice",
    ),
    "async": (f"{POLICY}class Careful:\n    async def lead(v):\n{RETURN}", "got async def"),
    "no parameter": (
        f"{POLICY}class Careful:\n    def lead():\n        return 1\n",
        r"expected lead\(v\), got lead\(\)",
    ),
    "two parameters": (f"{POLICY}class Careful:\n    def lead(self, v):\n{RETURN}", r"got lead\(self, v\)"),
    "default": (f"{POLICY}class Careful:\n    def lead(v=1):\n{RETURN}", r"got lead\(v=1\)"),
    "star": (f"{POLICY}class Careful:\n    def lead(*v):\n{RETURN}", r"got lead\(\*v\)"),
    "keyword only": (f"{POLICY}class Careful:\n    def lead(v, *, k):\n{RETURN}", r"got lead\(v, \*, k\)"),
    "a word": (f"{POLICY}class Careful:\n    legal = 3\n", "line 6 of .*means nothing else, got legal"),
    "base": (f"{POLICY}class Careful:\n    base = 3\n", "got base"),
    "seat": (f"{POLICY}class Careful:\n    seat = 3\n", "got seat"),
    "block": (f"{POLICY}class Careful:\n    block = 3\n", "got block"),
    "answer": (f"{POLICY}class Careful:\n    answer = 3\n", "got answer"),
    "underscore": (f"{POLICY}class Careful:\n    _keep = 3\n", "got _keep"),
    "decision as number": (f"{POLICY}class Careful:\n    follow = 3\n", "got follow"),
    "decision as function": (f"{POLICY}class Careful:\n    lead = print\n", "got lead"),
    "float": (f"{POLICY}class Careful:\n    keep = 0.5\n", "whole number .*parameter keep, got 0.5"),
    "text": (f"{POLICY}class Careful:\n    keep = 'x'\n", 'parameter keep, got "x"'),
    "large": (f"{POLICY}class Careful:\n    keep = 1 << 40\n", "parameter keep, got 1099511627776"),
    "no value": (f"{POLICY}class Careful:\n    keep: int\n", "parameter keep, got nothing"),
    "pair": (f"{POLICY}class Careful:\n    a, b = 1, 2\n", r"a name for a parameter, got \(a, b\)"),
    "if": (f"{POLICY}class Careful:\n    if True:\n        keep = 3\n", "got if True: keep = 3"),
    "import": (f"{POLICY}class Careful:\n    import os\n", "got import"),
    "loop": (f"{POLICY}class Careful:\n    for k in range(3):\n        pass\n", "got for k in range"),
    "call": (f"{POLICY}class Careful:\n    print()\n", r"got print\(\)"),
    "base class": (f"class A:\n    pass\n{POLICY}class Careful(A):\n    keep = 3\n", "without base classes .*got A"),
    "metaclass": (f"{POLICY}class Careful(metaclass=type):\n    keep = 3\n", "without base classes"),
    "policy as base class": (
        f"{POLICY}class A:\n    keep = 3\n{POLICY}class Careful(A):\n    keep = 3\n",
        r"expected A as a base in the form @goatsim.policy\(base=A\)",
    ),
    "two decorators": (f"def same(c):\n    return c\n{POLICY}@same\nclass Careful:\n    keep = 3\n", "policy alone"),
    "function": (
        "@goatsim.policy\ndef Careful(v):\n    return v.legal\n",
        "expected a class for a policy, got function",
    ),
    "text for base": ("@goatsim.policy('greedy')\nclass Careful:\n    pass\n", 'meant as base="greedy"'),
    "unknown base": ("@goatsim.policy(base='gredy')\nclass Careful:\n    pass\n", "nearest is greedy"),
    "wrong base": ("@goatsim.policy(base=3)\nclass Careful:\n    pass\n", "as the base of Careful.*got 3"),
    "no base": (
        f"@goatsim.policy\nclass Careful:\n    def lead(v):\n        return v.base.lead\n    def follow(v):\n{RETURN}",
        "a policy with a base for v.base, got one without",
    ),
    "made in a call": (
        f"{POLICY}class A:\n    pass\nCareful = goatsim.policy(A)\n",
        "expected a class for a policy, got Policy",
    ),
    "from type": ("Careful = goatsim.policy(base='low')(type('X', (), {}))\n", "expected X in a file or a notebook"),
}


@pytest.mark.parametrize("case", CLASSES)
def test_classes(case: str, tmp_path: Path) -> None:
    text, said = CLASSES[case]
    got = refused(tmp_path, HEAD + text)
    assert re.search(said, got), got


USE = f"{POLICY}class Careful:\n    keep = 3\n    def lead(v):\n        return strong(v, v.legal)\n"

MARKED = "@goatsim.helper\ndef strong"
GIVEN = "(v, cards: Cards) -> Cards:\n    return"

HELPERS = {
    "no mark": (f"def strong{GIVEN} cards\n", "helpers marked with goatsim.helper, not strong"),
    "no annotation": (f"{MARKED}(v, cards) -> Cards:\n    return cards\n", "parameter cards, got no annotation"),
    "wrong annotation": (f"{MARKED}(v, cards: 'Card') -> Cards:\n    return cards\n", "got Card; nearest is Cards"),
    "no answer": (f"{MARKED}(v, cards: Cards):\n    return cards\n", "what it returns, got no annotation"),
    "wrong answer": (f"{MARKED}(v, cards: Cards) -> int:\n    return cards\n", "strong, line 6.*a number to return"),
    "answer used": (f"{MARKED}(v, cards: Cards) -> int:\n    return 1\n", "cards to return, got a number"),
    "no view": (f"{MARKED}() -> Cards:\n    return 1\n", "view as the first parameter"),
    "more given": (f"{MARKED}(v) -> Cards:\n    return v.legal\n", r"expected strong\(v\), got 1 value"),
    "default": (f"{MARKED}(v, cards: Cards = 3) -> Cards:\n    return cards\n", "strong, line 5"),
    "itself": (f"{MARKED}{GIVEN} strong(v, cards)\n", "lead back to themselves"),
    "each other": (
        f"{MARKED}{GIVEN} weak(v, cards)\n@goatsim.helper\ndef weak{GIVEN} strong(v, cards)\n",
        "lead back to themselves, got strong",
    ),
    "lambda": ("strong = goatsim.helper(lambda v, cards: cards)\n", "made by def"),
    "class": ("@goatsim.helper\nclass strong:\n    pass\n", "expected a function for a helper, got type"),
    "async": (f"@goatsim.helper\nasync def strong{GIVEN} cards\n", "got async def"),
    "decorated": (f"def same(f):\n    return f\n@goatsim.helper\n@same\ndef strong{GIVEN} cards\n", "helper alone"),
    "parameter inside": (f"{MARKED}{GIVEN} lowest(cards) if v.keep else cards\n", "got v.keep"),
    "base inside": (f"{MARKED}{GIVEN} v.base.lead\n", "with a base"),
    "wrong inside": (f"{MARKED}{GIVEN} cards + 1\n", "strong, line 6"),
    "constant as helper": ("strong = 3\n", "not strong"),
}


@pytest.mark.parametrize("case", HELPERS)
def test_helpers(case: str, tmp_path: Path) -> None:
    text, said = HELPERS[case]
    got = refused(tmp_path, HEAD + text + USE)
    assert re.search(said, got), got


GLOBALS = {
    "float": ("DEEP = 0.5\n", "a whole number or a truth, got DEEP, a float"),
    "list": ("DEEP = [1]\n", "got DEEP, a list"),
    "large": ("DEEP = 1 << 31\n", "numbers up to 2147483647 either way, got DEEP"),
    "enum": ("import enum\nclass E(enum.IntEnum):\n    A = 1\nDEEP = E.A\n", "got DEEP, a E"),
    "later": ("", "got DEEP"),
}


@pytest.mark.parametrize("case", GLOBALS)
def test_globals(case: str, tmp_path: Path) -> None:
    text, said = GLOBALS[case]
    follow = (
        f"{POLICY}class Careful:\n    def lead(v):\n        return v.legal if v.trick > DEEP else v.hand\nDEEP = 3\n"
    )
    assert said in refused(tmp_path, HEAD + text + follow)


def test_words_that_are_not_imported(tmp_path: Path) -> None:
    text = f"import goatsim\n{POLICY}class Careful:\n    def lead(v):\n        return cheapest(v.legal)\n"
    assert "expected cheapest imported from goatsim.words" in refused(tmp_path, text)


@pytest.mark.parametrize("levels", [50, 200, 1000, 5000])
def test_deep_choices(levels: int, tmp_path: Path) -> None:
    lines = "".join(f"{'el' if k else ''}if v.trick == {k}:\n    n = {k}\n" for k in range(levels))
    text = body(f"n = 0\n{lines}return v.legal")
    if levels == 50:
        (tmp_path / "careful.py").write_text(text, "utf-8")
        assert goatsim.policies(f"{tmp_path / 'careful.py'}:Careful")
    else:
        refused(tmp_path, text)


@pytest.mark.parametrize("levels", [99, 300, 5000, 100_000])
def test_deep_expressions(levels: int, tmp_path: Path) -> None:
    refused(tmp_path, body(f"n = {' + '.join(['v.trick'] * levels)}\nreturn v.legal"))
    refused(tmp_path, body(f"n = {'-' * levels}1\nreturn v.legal"))


def test_long_policies(tmp_path: Path) -> None:
    text = body("n = 0\n" + "n = v.trick\n" * 10_000 + "return v.legal")
    assert "expected a text of at most 16000 names, values and signs" in refused(tmp_path, text)


def test_the_longest_player_may_be_asked_three_times(tmp_path: Path) -> None:
    asked = "return v.base.follow if v.last else v.base.follow if v.table_points else v.base.follow"
    (tmp_path / "careful.py").write_text(body(asked).replace("greedy", "expert"), "utf-8")
    assert goatsim.policies(f"{tmp_path / 'careful.py'}:Careful")


def test_helpers_that_double(tmp_path: Path) -> None:
    """Each helper calls the one before it twice: short to write, without end to compile."""
    text = HEAD + "@goatsim.helper\ndef h0(v, n: int) -> int:\n    return n + v.trick\n"
    for k in range(1, 40):
        text += f"@goatsim.helper\ndef h{k}(v, n: int) -> int:\n    return h{k - 1}(v, n) - h{k - 1}(v, n)\n"
    text += f"{POLICY}class Careful:\n    def lead(v):\n        return v.legal if h39(v, 1) else v.hand\n"
    assert "names, values and signs" in refused(tmp_path, text) or "larger" in refused(tmp_path, text)


def test_parameters_are_checked_with_their_values(tmp_path: Path) -> None:
    file = tmp_path / "careful.py"
    file.write_text(body("n = v.trick // v.keep * 100000000 % v.keep\nreturn v.legal"), "utf-8")
    found = goatsim.policies(f"{file}:Careful:keep=2")
    assert isinstance(found, goatsim.Policy) and found.params == {"keep": 2}
    for value, said in {
        "0": "above 0",
        "-3": "above 0",
        "1": "which may become larger",
        "": "a whole number",
        "x": "a whole number",
        "2.5": "a whole number",
        "99999999999": "from -2147483647 to 2147483647",
        "9" * 30: "a whole number",
    }.items():
        with pytest.raises(RequestError, match=said):
            goatsim.policies(f"{file}:Careful:keep={value}")
