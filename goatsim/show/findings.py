"""The answer of a study as text: headline, notes, tables, and the line that says how it was found."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from goatsim.errors import printable
from goatsim.games.leads import BY_TRICK, EVERYBODY, FIRST_SIDE, NOBODY, OTHER_SIDES, leads_of
from goatsim.games.options import spelled
from goatsim.show.look import PLAIN, Look
from goatsim.show.tables import aligned, measured, percent
from goatsim.show.text import listed, policies_words, rules_words, side_words

if TYPE_CHECKING:
    from goatsim.games import Rules

ESTIMATES = ("share", "mean", "difference", "value")
"""Keys under which a row holds what its `low` and `high` belong to; the first that is there counts."""
STOPPED = "Stopped before the end: this is what the deals played so far say."
LONGEST_TABLE = 20
"""Rows; a longer table is left to files and charts, where it can be read."""


def study_text(value: Mapping[str, Any], look: Look = PLAIN) -> str:
    """Return a study's answer (its JSON) as text: headline, tables, notes, and the line that says how it was found."""
    lines = textwrap.wrap(value["headline"], look.width)
    page = [look.bold(line) for line in lines]
    if value.get("partial"):
        page.append(STOPPED)
    long = []
    for name, rows in value["tables"].items() if value.get("deals") != 0 else ():
        title = name.replace("_", " ")
        if len(rows) > LONGEST_TABLE:
            long.append(f"{title} ({len(rows)} rows)")
        elif rows:
            page += ["", title, table_text(rows)]
    notes = list(value.get("notes", ()))
    if long:
        notes.append(f"More in --json or --out FOLDER: {', '.join(long)}.")
    if notes:
        page += ["", *(line for note in notes for line in textwrap.wrap(note, look.width))]
    page += ["", source_words(value)]
    return "\n".join(page)


def studies_text(studies: Sequence[Mapping[str, Any]], look: Look = PLAIN) -> str:
    """Return the list of studies: what each asks, for which games each is meant, and below the reasons against it."""
    games = list(studies[0]["games"]) if studies else []
    heads = [re.split(r"[\\/]", game)[-1] for game in games]
    rows, reasons = [], []
    for each in studies:
        rows.append([each["study"], *("no" if each["games"][game] else "yes" for game in games)])
        # What holds of several games is said once of "it".
        against: dict[str, list[tuple[str, str]]] = {}
        for head, (game, reason) in zip(heads, each["games"].items(), strict=True):
            if reason:
                against.setdefault(each["general"][game], []).append((head, reason))
        for general, named in against.items():
            reason = named[0][1] if len(named) == 1 else general
            text = f"{each['study']} is not for {listed([head for head, _ in named], 'or')}: {reason.rstrip('.')}"
            reasons += textwrap.wrap(text, look.width, subsequent_indent="  ")
    asked = aligned([[each["study"], each["title"]] for each in studies], ["study", "question"])
    meant = aligned(rows, ["study", *heads])
    return "\n".join([asked, "", meant, *([""] if reasons else []), *reasons])


def studies_pages(overviews: Sequence[Mapping[str, Any]], answers: Sequence[Mapping[str, Any]], look: Look) -> str:
    """Return the answers of studies (their JSON) as text, pages parted by an empty line: over axes every overview with
    the headlines of its answers, else the answers.
    """
    if not overviews:
        return "\n\n".join(study_text(answer, look) for answer in answers)
    pages = []
    for overview in overviews:
        lines = [study_text(overview, look), ""]
        for answer in answers:
            if answer["study"] == overview["study"]:
                where = ", ".join(f"{name}={spelled(cell)}" for name, cell in answer["each"].items())
                lines += textwrap.wrap(f"{printable(where)}: {answer['headline']}", look.width, subsequent_indent="  ")
        pages.append("\n".join(lines))
    return "\n\n".join([*pages, "Whole answers: --json or --out FOLDER."])


def source_words(value: Mapping[str, Any]) -> str:
    """Return where an answer comes from: deals, rules with changed options, policies, seed, confidence, time."""
    deals = value.get("deals")
    found = "counted exactly over all deals" if deals is None else f"{deals:,} deal{'' if deals == 1 else 's'}"
    matches = value.get("matches")
    if matches is not None:
        found = f"{matches:,} match{'' if matches == 1 else 'es'} ({found})"
    axes = [name for name, cells in value.get("each", {}).items() if isinstance(cells, list)]
    options = {name: option for name, option in value["options"].items() if name not in axes}
    parts = [f"{found} of {rules_words(value['rules'], options)}"]
    parts += [f"every {' and '.join(axes)} together"] if axes else []
    who = value.get("who") or policies_words(value["policies"])
    # Who plays has no say in what is counted.
    parts += [] if "policies" in axes or deals is None else [who]
    if value.get("seed") is not None:
        parts.append(f"seed {value['seed']}")
    if value.get("seat"):
        parts.append(f"seat {value['seat']} is me")
    if value.get("confidence") is not None and value.get("method") != "exact":
        parts.append(f"{100 * value['confidence']:g}% intervals")
    if value.get("seconds") is not None:
        parts.append(f"{value['seconds']:.1f} s")
    return "; ".join(parts)


def origin_words(value: Mapping[str, Any]) -> str:
    """Return where a chart comes from: as `source_words`, without the time and with files by their names alone."""
    policies = [short(policy) for policy in value["policies"]]
    words = source_words({**value, "seconds": None, "rules": short(value["rules"]), "policies": policies})
    return f"{words}; stopped before the end" if value.get("partial") else words


def short(name: str) -> str:
    """Return what a policy or a game is called with a file by its name alone."""
    return re.split(r"[\\/]", name)[-1]


def sides_words(rules: Rules, seat: int) -> str:
    """Return which side is ours, `seat` being me, who leads first, and who may lead trumps."""
    leads = f"seat {rules.first_leader} leads first"
    if rules.trumps:
        leads += f", and {_TRUMP_LEADS[leads_of(rules, first=False)]}"
    return f"{our_side_words(rules, seat)}; {leads}."


_TRUMP_LEADS = {
    EVERYBODY: "everybody may lead trumps",
    FIRST_SIDE: "only its side may lead trumps freely",
    OTHER_SIDES: "only the other side may lead trumps freely",
    NOBODY: "nobody may lead trumps freely",
    BY_TRICK: "the side that led a trick may not lead a trump to the next",
}


def our_side_words(rules: Rules, seat: int) -> str:
    """Return which side is ours, `seat` being me, and who is against it; of two single players who I am."""
    if rules.single:
        return f"Seat {seat} is me (us), seat {1 - seat} the opponent (them)"
    ours = rules.sides[seat]
    against = [int(side != ours) for side in rules.sides]
    what = "side" if rules.side_count == 2 else "sides"
    return f"Our side (us) is {side_words(rules.sides, ours)}, the other {what} (them) {side_words(against, 1)}"


class Column(NamedTuple):
    """A column of a table as people read it. Numbers end at the right edge, `right`, unless they stand by their points
    already.
    """

    head: str
    cells: Sequence[str]
    right: bool


def table_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as an aligned table."""
    columns = table_columns(rows)
    right = [place for place, column in enumerate(columns) if column.right]
    cells = zip(*(column.cells for column in columns), strict=True)
    return aligned(list(cells), [column.head for column in columns], right, indent=2)


def table_columns(rows: Sequence[Mapping[str, Any]]) -> list[Column]:
    """Return rows as columns of text; an estimate and its bounds are written to the digits the interval supports.

    A further estimate of a row stands under a key of its own, its bounds under the same with `_low` and `_high`
    (`studies.base.further`).
    """
    columns: list[Column] = []
    keys = list(dict.fromkeys(key for row in rows for key in row))
    further = [key for key in keys if f"{key}_low" in keys and f"{key}_high" in keys]
    for key in keys:
        if key in ("low", "high") and any(estimate_key(row) for row in rows):
            continue
        if key.removesuffix("_low").removesuffix("_high") in further and key not in further:
            continue
        if key in further:
            pairs = [_further(row, key) for row in rows]
            head = key.removeprefix("share_").removeprefix("difference_").replace("_", " ")
            columns.append(Column(head, _pointed([pair[0] for pair in pairs]), False))
            columns.append(Column("interval", [pair[1] for pair in pairs], False))
            continue
        if any(estimate_key(row) == key for row in rows):
            pairs = [_estimate(row, key) if estimate_key(row) == key else (_cell(row.get(key)), "") for row in rows]
            columns.append(Column(key, _pointed([pair[0] for pair in pairs]), False))
            columns.append(Column("interval", [pair[1] for pair in pairs], False))
        else:
            cells = [_cell(row.get(key)) for row in rows]
            columns.append(Column(key.replace("_", " "), cells, key not in ESTIMATES and all(map(_is_number, cells))))
    return columns


def estimate_key(row: Mapping[str, Any]) -> str | None:
    """Return the key of what `low` and `high` of a row belong to, or None for a row without an interval."""
    if row.get("low") is None or row.get("high") is None:
        return None
    return next((key for key in ESTIMATES if isinstance(row.get(key), float)), None)


def _estimate(row: Mapping[str, Any], key: str) -> tuple[str, str]:
    # A sampled share may have the exact one beside it.
    if row.get("exact") is not None and row.get("hits") is None:
        return (f"{100 * row[key]:.6g}%" if key == "share" else f"{row[key]:.6g}"), "exactly"
    of = {**row, "value": row[key]}
    return estimated_words(of, share=key == "share" or (key == "value" and "hits" in row), signed=key == "difference")


def _further(row: Mapping[str, Any], key: str) -> tuple[str, str]:
    value, low, high = (row.get(name) for name in (key, f"{key}_low", f"{key}_high"))
    if value is None or low is None or high is None:
        return _cell(value), ""
    estimate = {"value": value, "low": low, "high": high}
    return estimated_words(estimate, share=key.startswith("share_"), signed=key.startswith("difference_"))


def estimated_words(estimate: Mapping[str, Any], *, share: bool, signed: bool = False) -> tuple[str, str]:
    """Return the value of an estimate (its JSON) and its interval, to the digits that the interval supports."""
    value, low, high = estimate["value"], estimate["low"], estimate["high"]
    write = percent if share else measured
    if share and (estimate.get("hits") == 0 or value == 0 < high):
        return "0", f"at most {percent(high, low, high)}"
    if share and value == 1:
        return "100%", f"at least {percent(low, low, high)}"
    words = [f"{'+' if signed and each > 0 else ''}{write(each, low, high)}" for each in (value, low, high)]
    return words[0], f"{words[1]} to {words[2]}"


def _pointed(numbers: Sequence[str]) -> list[str]:
    """Indent numbers so that their decimal points stand below each other."""
    heads = [len(number.rstrip("%").partition(".")[0]) for number in numbers]
    wide = max(heads)
    return [" " * (wide - head) + number for number, head in zip(numbers, heads, strict=True)]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _is_number(cell: str) -> bool:
    return not cell or cell.replace(",", "").replace(".", "", 1).lstrip("-").isdigit()
