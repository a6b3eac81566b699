"""What the referee found, in text."""

from __future__ import annotations

from goatsim.show.look import PLAIN, Look
from goatsim.show.text import Object, many


def verdict_text(verdict: Object, look: Look = PLAIN) -> str:
    """Return what is wrong with one record (the JSON of `score`), one line an error; nothing for a legal one."""
    line = f"line {verdict['line']}: "
    # Errors name their line already where a record spans more than its own words.
    return "\n".join(
        error if error.startswith("line ") else look.bold(line) + error for error in verdict["errors"] or ()
    )


def scored_text(legal: int, wrong: int) -> str:
    """Return the closing count of a scored file."""
    whole = legal + wrong
    if not wrong:
        return f"{many(whole, 'record')}, {'legal' if whole == 1 else 'all legal'}"
    return f"{many(whole, 'record')}, {legal} legal, {wrong} not"
