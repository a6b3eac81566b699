"""Policies that are many calls deep: as deep as is allowed they play, deeper ones are refused with the line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import goatsim
from goatsim.errors import RequestError

HEAD = "import goatsim\nfrom goatsim.words import lowest\n"


def bases(many: int) -> str:
    """A policy on so many bases."""
    chained = "for _ in range({}):\n    @goatsim.policy(base=P)\n    class P:\n        def follow(v):\n{}"
    return HEAD + "P = goatsim.policies('low')\n" + chained.format(many, "            return v.base.follow\n")


def helpers(many: int, line: str = "h{}(v)") -> str:
    """A policy with so many helpers of which each calls the next."""
    texts = [f"@goatsim.helper\ndef h{k}(v) -> int:\n    return {line.format(k + 1)}\n" for k in range(many)]
    last = f"@goatsim.helper\ndef h{many}(v) -> int:\n    return v.trick\n"
    own = "    def follow(v):\n        return lowest(v.legal) if h0(v) else v.legal\n"
    return HEAD + "".join(texts) + last + f"@goatsim.policy(base='low')\nclass P:\n{own}"


def saved(text: str, folder: Path) -> str:
    file = folder / "deep.py"
    file.write_text(text, "utf-8")
    return f"{file}:P"


DEEP = {
    "bases": (bases(300), 7, "at most 200 levels"),
    "helpers": (helpers(300), 152, "at most 50 helpers"),
    "expressions": (helpers(30, "-1 * (2 * -(-h{}(v) + 1))"), 34, "at most 200 levels"),
}


@pytest.mark.parametrize("kind", DEEP)
def test_what_is_too_deep_to_be_read_is_refused(kind: str, tmp_path: Path) -> None:
    text, line, said = DEEP[kind]
    with pytest.raises(RequestError, match=f"line {line} of .*: expected {re.escape(said)}"):
        goatsim.policies(saved(text, tmp_path))


@pytest.mark.parametrize("text", [bases(30), helpers(35)], ids=["bases", "helpers"])
def test_what_is_deep_plays_like_plain_python(text: str, tmp_path: Path) -> None:
    lab = goatsim.at("bare", policies=saved(text, tmp_path))
    (record,) = lab.replay(0)
    assert [card for trick in record.tricks for card in trick.cards] == [str(*v.answer.names()) for v in lab.views(0)]
