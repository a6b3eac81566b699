"""What notebooks show: well-formed HTML that needs nothing from outside, with the numbers and cards of the text."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from made import EDGES

import goatsim
from goatsim import me, the_deal, us
from goatsim.records import Record
from goatsim.show.notebook import LEADS, RED

GAMES = Path(__file__).parent / "games"
SUITS = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
ALONE = {"br", "img"}


class Page(HTMLParser):
    """Reads HTML; every tag must be closed in its turn, and nothing may come from outside or run."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.lines: list[str] = [""]
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"div", "p", "b", "table", "thead", "tbody", "tr", "th", "td", "span", "br", "img", "pre"}
        self.tags.append((tag, dict(attrs)))
        for name, value in attrs:
            assert name in {"style", "src", "alt"}
            assert "url(" not in (value or "")
            assert name != "src" or (value or "").startswith("data:image/png;base64,")
        if tag not in ALONE:
            self.open.append(tag)
        if tag in ("tr", "p", "div"):
            self.lines.append("")
        elif tag in ("td", "th", "br"):
            self.lines[-1] += " | "

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.lines[-1] += data

    def rows(self) -> list[list[str]]:
        """The cells of the rows of tables, as text."""
        return [[cell.strip() for cell in line.split("|")[1:]] for line in self.lines if "|" in line]


def symbols(cards: list[str] | tuple[str, ...]) -> str:
    return " ".join(f"{card[0].replace('T', '10')}{SUITS[card[1]]}" for card in cards)


@pytest.fixture(scope="module")
def lab() -> goatsim.Lab:
    return goatsim.at("bare", deals=300, progress="never")


@pytest.mark.parametrize("name", ["eggs none", "eyes 100", "eggs long names", "match long"])
def test_every_answer_of_a_study_is_a_page(name: str) -> None:
    answer = EDGES[name]
    page = Page(answer._repr_html_())
    text = " ".join(page.lines)
    assert answer.headline in text
    assert all(note in text for note in answer.notes)
    assert sum(tag == "img" for tag, _ in page.tags) == 1
    rows = next(iter(answer.tables.values())) if answer.deals else ()
    assert len(page.rows()) == (min(len(rows), 20) + 1 if rows else 0)
    assert ("Stopped before the end" in text) == answer.partial


def test_a_study_shows_the_numbers_of_its_text_and_its_first_chart(lab: goatsim.Lab) -> None:
    (answer,) = lab.study("eggs")
    page = Page(answer._repr_html_())
    head, *rows = page.rows()
    assert head == ["result", "share", "interval", "hits"]
    printed = answer.text().partition("hits\n")[2].splitlines()
    for row, line in zip(rows, printed, strict=False):
        assert " ".join(row).split() == line.split()
    (image,) = (attributes for tag, attributes in page.tags if tag == "img")
    assert image["alt"] == answer.headline
    data = base64.b64decode((image["src"] or "").partition(",")[2])
    assert data.startswith(b"\x89PNG") and len(data) < 100_000


def test_answers_over_axes_show_the_overview_and_the_headlines(lab: goatsim.Lab) -> None:
    answers = lab.study("eggs", each={"trump_lead": "all,praiser_team"})
    page = Page(answers._repr_html_())
    rows = page.rows()
    assert [row[0] for row in rows] == ["trump lead", "all", "praiser_team", "trump_lead", "all", "praiser_team"]
    assert [row[1] for row in rows[4:]] == [answer.headline for answer in answers]
    assert sum(tag == "img" for tag, _ in page.tags) == 1
    two = Page(lab.study("eggs", "eyes")._repr_html_())
    assert sum(tag == "img" for tag, _ in two.tags) == 2


@pytest.mark.parametrize(("rules", "seat"), [("bare", 0), ("bare", 3), (str(GAMES / "skat_grand.toml"), 1)])
def test_hands_lie_around_a_table(rules: str, seat: int) -> None:
    lab = goatsim.at(rules, seat=seat, seed=5)
    (deal,) = lab.deal(2)
    page = Page(deal._repr_html_())
    top, middle, below = page.rows()
    text = " ".join(page.lines)
    assert f"seed 5, deal 2, number {deal.number}" in text
    trumps = lab.rules.trumps
    for hand in (*deal.hands, deal.talon):
        held = [card for card in trumps if card in hand]
        assert not held or symbols(held) in text
    assert f"seat {seat}, me" in below
    seats = len(deal.hands)
    left, right = f"seat {(seat + 1) % seats}, left", f"seat {(seat + seats - 1) % seats}, right"
    if seats == 4:
        assert f"seat {(seat + 2) % 4}, partner" in top
        assert middle.index(left) < middle.index(right)
    else:
        assert top.index(left) < top.index(right)
        assert symbols([deal.talon[0]]) in " ".join(middle) and "talon" in middle
    red = re.findall(rf'<span style="color:{RED}">([^<]*)</span>', deal._repr_html_())
    cards = [card for hand in (*deal.hands, deal.talon) for card in hand if card[1] in "HD"]
    assert sorted(red) == sorted(symbols([card]) for card in cards)


def test_a_deal_by_its_number_stands_in_no_stream() -> None:
    (deal,) = goatsim.deal(number=12345, rules="bare")
    text = " ".join(Page(deal._repr_html_()).lines)
    assert "number 12345" in text and "seed" not in text


def frames(page: str) -> list[str]:
    """The cards in frames."""
    return re.findall(r"solid currentColor[^>]*>(?:<span[^>]*>)([^<]*)<", page)


@pytest.mark.parametrize(
    ("rules", "options"),
    [("bare", {}), ("classic", {"praise": "PANTS"}), (str(GAMES / "skat_grand.toml"), {})],
)
def test_a_record_shows_who_leads_and_who_takes_every_trick(rules: str, options: Mapping[str, object]) -> None:
    (record,) = goatsim.replay(3, rules=rules, options=options)
    assert record.result is not None and record.tricks
    text = record._repr_html_()
    page = Page(text)
    sides = goatsim.at(rules).rules.sides
    start = next(place for place, row in enumerate(page.rows()) if row[0] == "trick")
    shown = page.rows()[start + 1 :]
    seats, taken = len(sides), [0] * len(set(sides))
    for place, (trick, row) in enumerate(zip(record.tricks, shown, strict=False), 1):
        assert trick.winner is not None and trick.points is not None
        assert row[0] == f"{'pre ' if trick.pre else ''}{place}"
        for step, card in enumerate(trick.cards):
            cell = row[1 + (trick.leader + step) % seats]
            assert cell.removeprefix(LEADS) == symbols([card])
            assert cell.startswith(LEADS) == (step == 0)
        taken[sides[trick.winner]] += trick.points
        assert row[1 + seats :] == [str(trick.points), *map(str, taken)]
    won = [trick.cards[((trick.winner or 0) - trick.leader) % seats] for trick in record.tricks]
    assert frames(text) == [symbols([card]) for card in won]
    if record.talon:
        assert record.result.points is not None
        assert shown[len(won)][0] == "talon"
        assert shown[len(won)][-len(taken) :] == [str(points) for points in record.result.points]
    words = "\n".join(page.lines)
    assert "\nOutcome: " in words
    assert (f"asks for {options['praise']}" in words) if options else ("Praise" not in words)


def test_records_of_matches_and_of_deals_not_played_are_pages_too() -> None:
    *_, last = goatsim.replay(0, match=True)
    assert "lose the match" in " ".join(Page(last._repr_html_()).lines)
    claims = goatsim.replay(rules="classic", options={"p_no_cut": 1}, count=1)
    text = " ".join(Page(next(claims)._repr_html_()).lines)
    assert "Not played" in text and "takes the trick" not in text


HANDWRITTEN: list[dict[str, Any]] = [
    {"game": "<script>alert(1)</script>", "hands": [None] * 4, "tricks": []},
    {"game": "bare", "hands": [None] * 3, "tricks": []},
    {"game": "bare", "options": {"<b>": 1}, "hands": [None] * 4, "tricks": []},
    {"game": "bare", "hands": [None] * 4, "tricks": [{"leader": 0, "cards": ["QC"], "winner": 5, "points": 3}]},
]


@pytest.mark.parametrize("given", HANDWRITTEN)
def test_a_record_that_cannot_be_drawn_is_shown_as_written(given: dict[str, Any]) -> None:
    page = Page(Record.parse(json.dumps(given))._repr_html_())
    assert [tag for tag, _ in page.tags] == ["div", "pre"]
    assert json.loads("".join(page.lines)) == Record.parse(json.dumps(given)).to_json()


def test_a_partial_record_is_drawn() -> None:
    given = {"game": "bare", "hands": [["QC"], None, None, None], "tricks": [{"leader": 0, "cards": ["QC"]}]}
    page = Page(Record.parse(json.dumps(given))._repr_html_())
    assert ["1", f"{LEADS}Q♣", "", "", "", "", "0", "0"] in page.rows()
    assert " ".join(page.lines).count("unknown") == 3


def test_tallies_show_their_value_and_their_rows(lab: goatsim.Lab) -> None:
    for table, head in (
        (lab.tally(the_deal.egg), ["value", "share", "interval", "hits"]),
        (lab.tally(us.points, by=me.trumps), ["me.trumps", "mean", "interval", "deals"]),
        (lab.tally(us.points), ["value", "share", "interval", "hits"]),
    ):
        page = Page(table._repr_html_())
        text = " ".join(page.lines)
        found = table.estimate()
        assert found.value is not None
        assert re.search(rf"{re.escape(table.asked)}: {100 * found.value if table.is_share else found.value:.1f}", text)
        assert "300 deals; 95% intervals" in text
        first, *rows = page.rows()
        assert first == head
        assert [row[0] for row in rows] == [str(next(iter(row.values()))) for row in table.rows()[:20]]
        assert ("rows more" in text) == (len(table.rows()) > 20)


def test_names_of_files_cannot_become_tags(tmp_path: Path) -> None:
    folder = tmp_path / "<b>&"
    folder.mkdir()
    game = folder / "<i>.toml"
    game.write_text(
        'name = "<i>"\nbase = "bare"\n[option.own]\nvalues = [1, 2]\ndefault = 1\nsource = "<u>"\ntext = "x"\n'
    )
    lab = goatsim.at(game, deals=20, progress="never")
    pages: list[Any] = [*lab.deal(0), *lab.replay(0), *lab.study("eggs"), lab.study("eggs", each={"own": [1, 2]})]
    for page in pages:
        read = Page(page._repr_html_())
        assert "<i>.toml" in " ".join(read.lines)
        assert not {"i", "u"} & {tag for tag, _ in read.tags}
