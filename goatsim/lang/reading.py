"""Questions as text: `read` makes measures of them. The grammar is `questions.lark`, the words are those of the tables.

Nothing in a text is run as Python. Whatever is wrong is refused in one sentence that points at the character.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from lark import Lark, __version__
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from goatsim.cards import CARD_SHAPE, SUIT_NAMES, SUIT_SHAPE, WILDCARD_SHAPE
from goatsim.engine import kept
from goatsim.errors import RequestError, nearest, wrong
from goatsim.lang import patterns
from goatsim.lang.building import PLACES, WORDS, Builder, measure_in
from goatsim.lang.kinds import NUMBER, PATTERN, TRUTH
from goatsim.lang.measures import DEEPEST, Measure
from goatsim.lang.operations import OVER
from goatsim.lang.slips import Slip
from goatsim.lang.words import TABLE

LONGEST = 10_000
"""Characters of a question."""

INSTEAD = {
    "=": "==",
    "=>": ">=",
    "=<": "<=",
    "<>": "!=",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "×": "*",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
    "!": "not",
    "~": "not",
}
"""What people write who are used to other languages, and what it is here."""

PHRASES = (
    ({"NUMBER", "NAME"}, "a word such as us.points or a number"),
    ({"CARD"}, "a card such as QC, J* or *D"),
    ({"SUIT"}, f"a suit ({', '.join(SUIT_NAMES.values())})"),
    ({"LABEL"}, "numbers such as 3-2-1"),
    ({"NUMBER"}, "a whole number"),
    ({"NAME"}, "a word"),
    ({"DOT"}, "a dot and a word"),
    ({"DOTS"}, ".. as in 3..5"),
    ({"COMMA"}, "a comma"),
    ({"COMPARED"}, "a comparison"),
    ({"TIMES"}, "a sign (+ - *)"),
    ({"AND"}, "a word (and, or, in)"),
    ({"RPAR"}, ")"),
    ({"$END"}, "the end"),
    ({"LPAR"}, "("),
)
"""What can follow, by the terminals that the grammar allows; the first phrase that fits takes its terminals."""


def read(text: str, kind: str | None = None) -> Measure:
    """The measure that a text asks for, such as ``any(us, has AD) and them.takes(AD) == 1``. `kind`: it must be a
    "truth" or a "number". Raises `RequestError`, pointing at the character, for whatever is no question.
    """
    if not isinstance(text, str):
        raise wrong("a question as a text, such as us.points > 60", text)
    if len(text) > LONGEST:
        raise RequestError(f"expected a question of at most {LONGEST} characters, got {len(text)}")
    if not text.strip():
        raise RequestError("expected a question such as us.points > 60, got an empty text")
    try:
        measure = _parsed(text)
    except Slip as slip:
        raise slip.pointed(text) from None
    if kind is not None and measure.kind != kind:
        wanted = "a question with yes or no for an answer" if kind == TRUTH else f"a {kind}"
        shell = "; in a shell, a question with < or > stands in quotes" if kind == TRUTH else ""
        raise RequestError(f"expected {wanted}, such as {_EXAMPLES[kind]}, got the {measure.kind} {measure}{shell}")
    return measure


def counted(given: object) -> Measure:
    """A measure, or what a text asks for, if its values can be counted. Raises `RequestError` if not."""
    if not isinstance(given, Measure | str):
        raise wrong("a measure such as goatsim.us.points, or its text", given)
    measure = read(given) if isinstance(given, str) else given
    if measure.kind == PATTERN:
        raise RequestError(f"expected == and numbers such as 3-2-1 beside a pattern, got {measure} alone")
    return measure


question = read
_EXAMPLES = {TRUTH: "us.points > 60", NUMBER: "us.points", PATTERN: "pattern(others, trumps)"}


def _parsed(text: str) -> Measure:
    _shallow(text)
    try:
        found: Any = _parser().parse(text)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        raise _unexpected(text, error) from None
    measure = measure_in(found)
    if measure.what == "card":
        raise Slip("a card beside a comparison with top_trump", found.start, found.end)
    return measure


def _shallow(text: str) -> None:
    """Refuse brackets within brackets without end."""
    within = 0
    for place, letter in enumerate(text):
        within += {"(": 1, ")": -1}.get(letter, 0)
        if within > DEEPEST:
            raise Slip(f"at most {DEEPEST} open brackets", place, place + 1)


@cache
def _parser() -> Lark:
    def word(takes: str) -> str:
        return _any_of(name for name, row in TABLE.items() if row.takes == takes)

    made = {
        "OVER": _any_of(OVER),
        "CARDS_WORD": word("cards"),
        "SUIT_WORD": word("suit"),
        "NUMBER_WORD": word("number"),
        "MELD_WORD": word("meld"),
        "CARD": CARD_SHAPE,
        "WILDCARD": WILDCARD_SHAPE,
        "SUIT": f"(?:{_any_of(SUIT_NAMES.values())}|{SUIT_SHAPE})",
        "LABEL": patterns.LABEL,
    }
    grammar = files("goatsim.lang").joinpath("questions.lark").read_text("utf-8")
    # Only cards and suits are read in either case.
    either = ("CARD", "WILDCARD", "SUIT")
    terminals = "\n".join(rf"{name}.1: /{shape}(?!\w)/{'i' * (name in either)}" for name, shape in made.items())
    return _kept_parser(f"{grammar}\n{terminals}\n")


_LARK: Any = {"start": "question", "parser": "lalr"}
"""What the parser is told beside its grammar."""


def _kept_parser(grammar: str) -> Lark:
    """The parser of a grammar. Its tables are kept, since making them takes longer than most answers."""
    name = hashlib.sha256(repr((grammar, _LARK, __version__, sys.version)).encode()).hexdigest()
    tables = kept.read(name)
    if tables is not None:
        with suppress(Exception):  # they are none of this lark: making them anew is right
            return Lark.load(BytesIO(tables))
    parser = Lark(grammar, **_LARK, transformer=Builder())
    file = BytesIO()
    parser.save(file)
    kept.write(name, file.getvalue())
    return parser


def _any_of(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, names))})"


def _unexpected(text: str, error: UnexpectedCharacters | UnexpectedToken) -> Slip:
    """What the parser stumbled on, in the words of a player."""
    if isinstance(error, UnexpectedToken):
        allowed, start = set(error.accepts or error.expected), error.token.start_pos or 0
        got = "" if error.token.type == "$END" else str(error.token)
    else:
        place: Any = error.pos_in_stream
        allowed, start = set(error.allowed), int(place)
        signs = _SIGNS.match(text, start)
        got = signs[0] if signs else text[start]
    start = start if got else len(text)
    # Where brackets are open the question cannot end, and where none are no bracket can.
    allowed -= {"$END"} if text.count("(", 0, start) > text.count(")", 0, start) else {"RPAR"}
    before = re.search(r"(\w*)\s*$", text[:start])
    about = before[1] if before and before[1] in PLACES else ""
    allowed -= set() if about else {"DOT", "COMMA"}
    allowed -= {"NAME"} if "COMPARED" in allowed else set()
    also = ""
    if got in INSTEAD:
        also = f"; say {INSTEAD[got]}"
    elif about and got in TABLE:
        also = f"; say {about}.{got}"
    elif "SUIT" in allowed and before and f"{before[1]}s" in TABLE:
        # Whoever means trumps and writes trump has written the word that is given a suit.
        also = nearest(got, SUIT_NAMES.values()) or f"; nearest is {before[1]}s"
    meant = ({"NUMBER", "NAME"}, WORDS), ({"AND"}, ("and", "or", "in")), ({"SUIT"}, SUIT_NAMES.values())
    words = next((names for terminals, names in meant if terminals <= allowed), ())
    expected = "a whole number" if re.search(r"[0-9]$", text[:start]) and got == "." else _listed(allowed)
    return Slip(expected, start, start + len(got), words, also)


_SIGNS = re.compile(r"[=<>&|!~]+")


def _listed(allowed: set[str]) -> str:
    """What can follow, as a list in a sentence."""
    said: list[str] = []
    for terminals, phrase in PHRASES:
        if terminals <= allowed and not (said and terminals == {"LPAR"}):
            said.append(phrase)
            allowed = allowed - (terminals | {"CARD"} if terminals == {"NUMBER", "NAME"} else terminals)
    return ", ".join(said[:-1]) + " or " * (len(said) > 1) + said[-1]
