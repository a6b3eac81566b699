"""What the JSON of each verb looks like, as JSON Schema (draft 2020-12): a file VERB.json each, complete in itself."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from goatsim.errors import wrong

VERBS = ("ask", "spread", "study", "compare", "sample", "deal", "replay", "score", "rules", "policies", "about")
"""The verbs that answer in JSON."""


def schema(verb: str) -> dict[str, Any]:
    """Return the schema of one JSON object that a verb writes. Raises `RequestError` for any other word."""
    if verb not in VERBS:
        raise wrong(f"a verb with a schema ({', '.join(VERBS)})", verb, VERBS)
    found: dict[str, Any] = json.loads((files(__package__) / f"{verb}.json").read_text("utf-8"))
    return found
