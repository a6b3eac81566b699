"""Answers as notebooks show them: small pieces of HTML that need nothing from outside and run nothing.

Colours come from the page, so that they can be read on a dark one as on a white one; only red suits and charts, which
bring their own white, have colours of their own.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from goatsim.chairs import seat_words
from goatsim.games import Rules, load
from goatsim.show import pictures, replies, versus
from goatsim.show.findings import LONGEST_TABLE, STOPPED, estimated_words, source_words, table_columns
from goatsim.show.hands import halves_of
from goatsim.show.melding import taken_in_tricks
from goatsim.show.selling import sale_words
from goatsim.show.sets import Laid, led_in_sets, set_rows
from goatsim.show.text import after_words, before_words, given_words, rules_words, swaps_words
from goatsim.show.tricks import DRAWN, trick_rows
from goatsim.show.turning import grouped

if TYPE_CHECKING:
    from goatsim.answers import Answers, StudyAnswer
    from goatsim.contests import CompareAnswer
    from goatsim.replies import Reply
    from goatsim.runs.tasks import Table

RED = "#d8404a"
"""Of hearts and diamonds: light enough for a dark page and dark enough for a white one."""
SYMBOLS = {"C": "\u2663", "S": "\u2660", "H": "\u2665", "D": "\u2666"}
LEADS = "\u25b8"

_SMALL = "font-size:85%;opacity:.75"
_LINE = "border:0;border-bottom:1px solid rgba(128,128,128,.4)"
_PLACES = {2: (7, 1), 4: (7, 3, 1, 5), 3: (7, 0, 2)}
"""The place of every seat on a field of three by three, from me at the bottom clockwise."""


def study_html(answer: StudyAnswer) -> str:
    """Return a study's answer: headline, main table, notes, where it comes from, and the first chart."""
    value = answer.to_json()
    parts = [f"<p><b>{escape(answer.headline)}</b></p>"]
    parts += [f"<p>{STOPPED}</p>"] if answer.partial else []
    if answer.deals != 0:
        parts.append(_table(next(iter(answer.tables.values()), ())))
    parts += [*map(_small, answer.notes), _source(value)]
    return _page([*parts, *_picture(answer)])


def compare_html(answer: CompareAnswer) -> str:
    """Return a comparison: headline, the two and their difference, notes, where it comes from, and the first chart."""
    value = answer.to_json()
    parts = [f"<p><b>{escape(answer.headline)}</b></p>"]
    parts += [f"<p>{STOPPED}</p>"] if answer.partial else []
    for table in versus.tables(value):
        heads, *rows = ([escape(cell) for cell in row] for row in table)
        parts.append(_rows(heads, rows, range(1, len(heads))))
    parts += [*map(_small, versus.notes(value)), _source(versus.source(value))]
    return _page([*parts, *_picture(answer)])


def _source(value: Mapping[str, Any]) -> str:
    """Where an answer comes from, without the time it took: a notebook that is kept says the same everywhere."""
    return _small(source_words({**value, "seconds": None}))


def reply_html(answer: Reply) -> str:
    """Return the answer to a question: the answer, the rows of a spread, what was asked and how it was found, and the
    chart.
    """
    value = answer.to_json()
    parts = [f"<p><b>{escape(answer.headline)}</b></p>"]
    parts += [f"<p>{STOPPED}</p>"] if answer.partial else []
    parts += [_table(replies.shown_rows(value))] if value.get("rows") else []
    parts += [_small(note) for note in replies.notes(value)] + [_small(replies.source({**value, "seconds": None}))]
    return _page([*parts, *_picture(answer)])


def _picture(answer: StudyAnswer | CompareAnswer | Reply) -> list[str]:
    """The first chart of an answer, if it has one."""
    draw = next(iter(answer.figures().values()), None)
    if draw is None:
        return []
    picture = base64.b64encode(pictures.png(draw)).decode()
    told = escape(answer.headline)
    return [f'<img style="max-width:100%;width:45em" alt="{told}" src="data:image/png;base64,{picture}">']


def answers_html(answers: Answers[Any]) -> str:
    """Return the answers of studies below one another; over axes every overview with the headlines of its answers."""
    if not answers.overviews:
        return _page(answer._repr_html_() for answer in answers)
    parts = []
    for over in answers.overviews:
        rows = [[*map(_cell, one.each.values()), escape(one.headline)] for one in answers if one.name == over.name]
        parts += [study_html(over), _rows([*map(escape, over.each), ""], rows)]
    return _page(parts)


def deal_html(deal: Mapping[str, Any]) -> str:
    """Return a deal (the JSON of `deal`): a line that names it, then its hands around a table."""
    return _drawn(_deal, deal)


def record_html(record: Mapping[str, Any]) -> str:
    """Return a record (its JSON): what came before it, the hands around a table, the tricks, and the result. One of no
    known game, or that goes beyond its rules, is shown as it is written.
    """
    return _drawn(_record, record)


def _drawn(draw: Callable[[Mapping[str, Any]], list[str]], value: Mapping[str, Any]) -> str:
    try:
        return _page(draw(value))
    except (ValueError, LookupError):  # records are written by hand, too, and only the referee judges them
        return _page([f"<pre>{escape(json.dumps(value, ensure_ascii=False, indent=1))}</pre>"])


def _deal(deal: Mapping[str, Any]) -> list[str]:
    rules = load(deal["rules"], deal["options"])
    head = f"<b>{escape(rules_words(deal['rules'], deal['options']))}</b>"
    by_number = " --number " in deal["command"]
    stream = "" if by_number else f", seed {deal['seed']}, deal {deal['index']}"
    given = "".join(f"<br>{escape(line)}" for line in given_words(deal))
    return [f"<p>{head}{stream}, number {deal['number']}{given}</p>", _hands(deal, rules, deal["seat"])]


def _record(record: Mapping[str, Any]) -> list[str]:
    rules = load(record["game"], record.get("options"))
    head, *lines = before_words(record, rules)
    parts = [f"<p><b>{escape(head)}</b></p>", *(_line(line) for line in lines if line), _hands(record, rules)]
    parts += map(_line, [*swaps_words(record), *sale_words(record)])
    parts += [_tricks(record, rules)] if record["tricks"] else []
    return parts + [f"<b>{_line(line)}</b>" for text in after_words(record, rules) for line in text.split("\n")]


def _line(text: str) -> str:
    return f'<div style="margin:.2em 0">{escape(text)}</div>'


def tally_html(table: Table) -> str:
    """Return what was counted: the value with its interval, then the rows."""
    found = table.estimate()
    value = ", ".join(estimated_words(found.to_json(), share=table.is_share)) if found.deals else "unknown"
    said = f"<p><b>{escape(table.asked)}: {escape(value)}</b></p>"
    source = f"{table.deals:,} {table.unit}; {100 * table.confidence:g}% intervals"
    return _page([said, *([f"<p>{STOPPED}</p>"] if table.partial else []), _table(table.rows()), _small(source)])


def _page(parts: Iterable[str]) -> str:
    return f"<div>{''.join(parts)}</div>"


def _small(text: str) -> str:
    return f'<p style="{_SMALL};margin:.2em 0">{escape(text)}</p>'


def _cell(value: object) -> str:
    return escape(str(value).lower() if isinstance(value, bool) else str(value))


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a table; of a long one the beginning."""
    if not rows:
        return ""
    columns = table_columns(rows[:LONGEST_TABLE])
    # A space is not as wide as a digit; this one is.
    cells = [
        [escape(cell.replace(" ", "\u2007") if cell[:1] == " " else cell) for cell in one.cells] for one in columns
    ]
    right = [place for place, column in enumerate(columns) if column.right]
    page = _rows([escape(column.head) for column in columns], list(zip(*cells, strict=True)), right)
    more = len(rows) - LONGEST_TABLE
    return page + (_small(f"and {more:,} rows more: to_frame()") if more > 0 else "")


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """A table of cells that are HTML already."""
    ends = set(right)
    aligned = [
        f"{_LINE};padding:.15em .8em .15em 0;text-align:{('left', 'right')[k in ends]}" for k in range(len(heads))
    ]
    top = "".join(f'<th style="{style}">{head}</th>' for style, head in zip(aligned, heads, strict=True))
    body = "".join(
        "<tr>" + "".join(f'<td style="{style}">{cell}</td>' for style, cell in zip(aligned, row, strict=True)) + "</tr>"
        for row in rows
    )
    style = "border-collapse:collapse;font-variant-numeric:tabular-nums"
    return f'<table style="{style}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def _card(card: str) -> str:
    """A card with the symbol of its suit: 10 of hearts in red."""
    colour = f' style="color:{RED}"' if card[1] in "HD" else ""
    return f"<span{colour}>{'10' if card[0] == 'T' else escape(card[0])}{SYMBOLS[card[1]]}</span>"


def _hand(cards: Sequence[str] | None, rules: Rules, trump: str | None = None) -> str:
    """A hand as players sort it: trumps first, in bold, then suit by suit, a line each; those of two halves of the pack
    one below the other.
    """
    if cards is None:
        return "unknown"
    parts = []
    for part in halves_of(cards, rules):
        lines = []
        for group in grouped(part, rules, trump):
            line = " ".join(map(_card, group))
            is_trump = rules.trumps and (group[0] in rules.trumps or group[0][1] == trump)
            lines.append(f"<b>{line}</b>" if is_trump else line)
        parts.append("<br>".join(lines))
    return "<hr>".join(parts)


def _hands(value: Mapping[str, Any], rules: Rules, me: int | None = None) -> str:
    """All hands, around a table where there are places for them, with `me` below, and the talon in its middle."""
    names = [f"seat {seat}" for seat in range(rules.seats)]
    if me is not None:
        names = [f"{name}, {word}" for name, word in zip(names, seat_words(rules.seats, me), strict=True)]
    hands = [_hand(hand, rules, value.get("trump")) for hand in value["hands"]]
    shown = [f'<span style="{_SMALL}">{name}</span><br>{hand}' for name, hand in zip(names, hands, strict=True)]
    talon, stock = value.get("talon") or (), value.get("stock") or ()
    middle = f'<span style="{_SMALL}">talon</span><br>{_hand(talon, rules)}' if talon else ""
    if stock:
        rows = (" ".join(map(_card, stock[k : k + rules.seats])) for k in range(0, len(stock), rules.seats))
        middle = f'<span style="{_SMALL}">stock, top first</span><br>{"<br>".join(rows)}'
    style = "border:0;padding:.4em 1em;text-align:left;vertical-align:middle"
    if rules.seats not in _PLACES:
        cells = [*shown, *([middle] if middle else [])]
        return f'<table><tr>{"".join(f"""<td style="{style}">{cell}</td>""" for cell in cells)}</tr></table>'
    field = [""] * 9
    field[4] = middle
    for distance, place in enumerate(_PLACES[rules.seats]):
        field[place] = shown[((me or 0) + distance) % rules.seats]
    lines = ["".join(f'<td style="{style}">{cell}</td>' for cell in field[row : row + 3]) for row in (0, 3, 6)]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _played(card: str, leads: bool, wins: bool) -> str:
    if not card:
        return ""
    frame = "currentColor" if wins else "transparent"
    box = f'<span style="border:1px solid {frame};border-radius:.3em;padding:0 .2em">{_card(card)}</span>'
    return (LEADS if leads else "\u2007") + box


def _tricks(record: Mapping[str, Any], rules: Rules) -> str:
    """The tricks, the card that takes one in a frame."""
    heads = ["trick", *(f"seat {seat}" for seat in range(rules.seats)), taken_in_tricks(rules)]
    heads += [f"side {side}" for side in range(rules.side_count)]
    if led_in_sets(record):
        return _sets(record, rules, heads)
    stock = bool(record.get("stock"))
    heads += [DRAWN] * stock + ["scored"] * bool(rules.meld)
    rows = []
    for row in trick_rows(record, rules):
        cells = [escape(row.name)]
        cells += [_played(card, seat == row.leader, seat == row.winner) for seat, card in enumerate(row.cards)]
        drawn = [" ".join(map(_card, row.drawn))] * stock
        rows.append(
            [
                *cells,
                "" if row.points is None else str(row.points),
                *map(str, row.taken),
                *drawn,
                *[escape(row.melds)] * bool(rules.meld),
            ]
        )
    table = _rows(heads, rows, range(1 + rules.seats, len(heads)))
    return table + _small(f"{LEADS} leads, the card in the frame takes the trick")


def _sets(record: Mapping[str, Any], rules: Rules, heads: Sequence[str]) -> str:
    """The tricks of a deal of sets, the cards that take one in a frame, and those that lie face down in brackets."""
    rows = []
    for row in set_rows(record["tricks"], rules):
        cells = [escape(row.name), *map(_laid, row.laid)]
        rows.append([*cells, "" if row.points is None else str(row.points), *map(str, row.taken)])
    table = _rows(heads, rows, range(1 + rules.seats, len(heads)))
    marks = f"{LEADS} leads, {LEADS}{LEADS} out of turn, the cards in the frame take the trick"
    return table + _small(f"{marks}, those in brackets lie face down")


def _laid(laid: Laid | None) -> str:
    if laid is None:
        return ""
    cards = " ".join(map(_card, laid.cards))
    frame = "currentColor" if laid.wins else "transparent"
    box = f'<span style="border:1px solid {frame};border-radius:.3em;padding:0 .2em">{cards}</span>'
    return LEADS * (laid.leads + laid.claims) + (f"({box})" if laid.down else box)
