"""Policies as text for people, and as JSON objects."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from goatsim.seats.decisions import DECISIONS
from goatsim.show.look import PLAIN, Look
from goatsim.show.tables import aligned
from goatsim.show.text import listed, many

if TYPE_CHECKING:
    from goatsim.seats.define import Policy


def policy_json(policy: Policy) -> dict[str, Any]:
    """Return what there is to know about a policy: its word, what it says of itself, decisions, parameters, fixed
    decisions and base.
    """
    return {
        "policy": policy.spoken or policy.name,
        "text": "\n\n".join(" ".join(part.split()) for part in policy.doc.split("\n\n")),
        "decisions": [word for word in policy.own if word not in policy.fixed],
        "parameters": dict(policy.params),
        "fixed": policy.fixed_answers,
        "base": policy.base.label if policy.base else None,
        "coins": policy.draws_coins,
        "weights": None if policy.weights is None else policy.weights.weigh(),
    }


def policies_text(policies: Sequence[Mapping[str, Any]]) -> str:
    """Return the list of policies: the word that --policies takes, and the first sentence of each."""
    rows = [[each["policy"], each["text"].split("\n")[0].split(". ")[0].rstrip(".")] for each in policies]
    own = "A policy of your own is FILE.py:NAME, or a table of weights FILE.csv (--template prints one to start from)."
    behind = "Parameters follow behind colons, NAME:keep=4, and so do decisions whose answer is fixed, NAME:give=never."
    return f"{aligned(rows)}\n\n{own}\n{behind}"


def policy_text(policy: Mapping[str, Any], checked: Mapping[str, Any] | None, look: Look = PLAIN) -> str:
    """Return what a policy does, what it decides itself, its parameters, and how a check by playing went."""
    lines = [look.bold(policy["policy"])]
    for part in policy["text"].split("\n\n"):
        lines += [*textwrap.wrap(part, look.width), ""]
    words = {decision.word: decision for decision in DECISIONS}
    rows = [[word, words[word].when] for word in policy["decisions"] if word in words]
    lines += ["Decides", aligned(rows, indent=2)]
    if policy["base"]:
        lines.append(f"Everything else is left to {policy['base']}.")
    if policy["coins"]:
        lines.append("It draws coins, so the same cards can be played differently at another index or seed.")
    lines += ["", "Parameters"]
    if policy["parameters"]:
        lines += [f"  {name} = {str(value).lower()}" for name, value in policy["parameters"].items()]
    else:
        lines.append("  none")
    if policy["fixed"]:
        lines += ["", "Fixed", *(f"  {word} = {answer}" for word, answer in policy["fixed"].items())]
    if policy["weights"] is not None:
        told = [[each["situation"], str(each["rows"]), each["meaning"]] for each in policy["weights"]]
        lines += ["", "Situations of its table", aligned(told, ("situation", "rows", "meaning"), right=(1,), indent=2)]
    lines += ["", "In twelve situations", situations_text(policy["situations"])]
    if checked is not None:
        deals = sum(checked["outcomes"].values())
        came = [f"{name.replace('_', ' ')} {count}" for name, count in checked["outcomes"].items()]
        lines += [
            "",
            f"Checked by playing {many(deals, 'deal')} of {checked['rules']}: every card legal; {listed(came)}",
        ]
    return "\n".join(lines)


def situations_text(findings: Sequence[Mapping[str, Any]]) -> str:
    """Return what a policy answers in fixed situations, a line each: what matters, its hand, the table, its answer."""
    rows = []
    for each in findings:
        answer = each["wrong"] or each["answer"]
        said = f"{answer}, by chance" if each["by_chance"] else answer
        rows.append([each["text"], " ".join(each["hand"]), " ".join(each["table"]), said])
    return aligned(rows, ("situation", "hand", "table", "answer"), indent=2)
