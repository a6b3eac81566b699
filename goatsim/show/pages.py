"""Answers over axes as text: their overview, and what of each of them it does not say."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from goatsim.errors import printable
from goatsim.games.options import spelled
from goatsim.show import replies, versus
from goatsim.show.findings import studies_pages, study_text
from goatsim.show.look import PLAIN, Look

Value = Mapping[str, Any]
"""The JSON of an answer."""


def answers_pages(overviews: Sequence[Value], answers: Sequence[Value], look: Look = PLAIN) -> str:
    """Return answers of studies, or those of one question over axes, as text."""
    if not overviews or "study" in overviews[0]:
        return studies_pages(overviews, answers, look)
    (overview,) = overviews
    page = []
    if overview["verb"] == "compare":
        for answer in answers:
            page += [*textwrap.wrap(f"{_where(answer)}: {versus.headline(answer)}", look.width)]
    if overview["verb"] == "spread":
        for answer in answers:
            page += [f"{_where(answer)}: {replies.headline(answer)}", replies.table(answer), ""]
        return overview_text({**overview, "tables": {}}, page, look)
    return overview_text(overview, page, look)


def overview_text(overview: Value, lines: Sequence[str] = (), look: Look = PLAIN) -> str:
    """Return the overview of a question, behind it lines about the single answers, and the command that finds them."""
    page = [study_text(overview, look), *([""] if lines else []), *lines]
    page += ["Whole answers: --json or --out FOLDER." if lines else "", f"To repeat: {overview['command']}"]
    return "\n".join(page)


def _where(answer: Value) -> str:
    """The values of the axes that an answer stands at."""
    return printable(", ".join(f"{name}={spelled(cell)}" for name, cell in answer["each"].items()))
