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
    """Return what there is to know about a policy: its word, what it says of itself, decisions, parameters and base."""
    return {
        "policy": policy.spoken or policy.name,
        "text": "\n\n".join(" ".join(part.split()) for part in policy.doc.split("\n\n")),
        "decisions": list(policy.decisions),
        "parameters": dict(policy.params),
        "base": policy.base.label if policy.base else None,
        "coins": policy.draws_coins,
    }


def policies_text(policies: Sequence[Mapping[str, Any]]) -> str:
    """Return the list of policies: the word that --policies takes, and the first sentence of each."""
    rows = [[each["policy"], each["text"].split("\n")[0].split(". ")[0].rstrip(".")] for each in policies]
    return f"{aligned(rows)}\n\nA policy of your own is FILE.py:NAME; parameters follow behind colons, NAME:keep=4."


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
    if checked is not None:
        deals = sum(checked["outcomes"].values())
        came = [f"{name.replace('_', ' ')} {count}" for name, count in checked["outcomes"].items()]
        lines += [
            "",
            f"Checked by playing {many(deals, 'deal')} of {checked['rules']}: every card legal; {listed(came)}",
        ]
    return "\n".join(lines)
