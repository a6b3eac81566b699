"""From a game's name or file to its rules: find the file, lay it over its base, read options, and check the whole."""

from __future__ import annotations

import codecs
import os
import stat
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from goatsim.errors import RequestError, among, brief, brief_path, nearest, printable, shown, shown_path, wrong
from goatsim.games import read
from goatsim.games.fields import in_one_sentence, table
from goatsim.games.model import TRUMP_LEAD, TRUMP_LEADS, Rules
from goatsim.games.options import Contradiction, Option, Value, spelled
from goatsim.games.partners import PARTNER_OPTIONS, have_partners
from goatsim.games.variant import Variant, in_force, read_variants, varied

FOLDERS: list[Path] = []
"""Folders searched for game files after goatsim's own."""

LARGEST_FILE = 1_000_000
"""Bytes; no hand-written game comes near, so anything longer was named by mistake."""

SUFFIX = ".toml"

KEYS = (
    "double",
    "pack",
    "sides",
    "hand_size",
    "trumps",
    "plain_order",
    "points",
    "talon_to",
    "draw",
    "dealer_leads",
    "leads_later",
    "egg_moves_deal",
    "most_wins",
    "seven_rank",
    "turned",
    "halves",
    "follow",
    "stocks",
    "ledger",
    "first_leader",
    "phases",
    "redeal",
    "meld",
    "capture",
    "scoring",
    "other_outcomes",
    "title",
    "text",
)
"""Keys of the rules that files give and overrides may replace."""

FILE_KEYS = ("name", "base", "without", "option", "contradiction", "variant", *KEYS)
"""Keys of a file beside the options that it sets."""


class OptionLine(NamedTuple):
    """One option as `describe` lists it, all in text but `built`, which says whether the value can be played yet."""

    option: str
    value: str
    default: str
    values: str
    source: str
    text: str
    built: bool


@dataclass
class _Draft:
    """A game under construction: what its files have said so far, from the lowest base up."""

    name: str
    origin: str
    base: str | None = None
    keys: dict[str, object] = field(default_factory=dict)
    option_defs: dict[str, Option] = field(default_factory=dict)
    chosen: dict[str, Value] = field(default_factory=dict)
    contradictions: list[Contradiction] = field(default_factory=list)
    variants: list[Variant] = field(default_factory=list)
    root: str | None = None
    """The game found by its name from which a file with a base comes, if one does."""
    root_level: int = 0
    level: int = 0
    """How many files lie below what is being said."""
    levels: dict[str, int] = field(default_factory=dict)
    """For each key, the level at which it was said last."""

    def put(self, key: str, value: object, known: Sequence[str]) -> None:
        """Set a key of the rules among `known`, or an option; names are taken in any case."""
        folded = key.strip().casefold()
        if folded in known:
            self.keys[folded], self.levels[folded] = value, self.level
            return
        for name, option in self.option_defs.items():
            if name.casefold() == folded:
                self.chosen[name] = option.parse(name, value)
                return
        raise wrong(f"a key or an option of {brief(self.name)}", key, (*known, *self.option_defs))

    def build(self, changes: Mapping[str, object]) -> Rules:
        keys = varied(self.keys, self.levels, self._in_force())
        return table(
            Rules,
            {
                **keys,
                "name": self.name,
                "origin": self.origin,
                "base": self.base,
                "options": self._options(),
                "option_defs": self.option_defs,
                "contradictions": self.contradictions,
                "changes": changes,
            },
        )

    def varied_below(self, level: int) -> dict[str, bool]:
        """The keys that files below a level make hang on options; whether something else is said above them."""
        keys = [(key, one.level) for one in self._in_force() if one.level < level for key in one.keys]
        return {key: self.levels.get(key, 0) > by for key, by in keys}

    def _options(self) -> dict[str, Value]:
        return {name: self.chosen.get(name, option.default) for name, option in self.option_defs.items()}

    def _in_force(self) -> list[Variant]:
        return in_force(self.variants, self._options(), self.option_defs)


def load(name: str | os.PathLike[str], overrides: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of a game, by its name (see `names`) or by the path of a .toml file.

    `overrides` maps options and keys of the rules to values, as text of the command line or as values of JSON.
    RequestError, in one sentence, for whatever is unknown, impossible or contradictory.
    """
    origin = _origin(name)
    if not isinstance(overrides, Mapping | None):
        raise wrong("options as a mapping from names to values", overrides)
    file, found = _find(origin, None)
    draft = _gather(file, found, ())
    with in_one_sentence(draft.name):
        plain = draft.build({})
        told = (
            origin.casefold().endswith(SUFFIX)
            and draft.root is not None
            and set(draft.option_defs) == set(load(draft.root).option_defs)
        )
        if not overrides and not told:
            return plain
        for key in overrides or {}:
            if not isinstance(key, str):
                raise wrong(f"a key or an option of {brief(draft.name)}", key)
        read.once(overrides or {}, "option")
        draft.level += 1
        for key, value in (overrides or {}).items():
            draft.put(key, value, KEYS)
        if told and draft.root is not None:
            # A house rule is told as what it changes of the game it comes from: answers and records then hold it whole.
            draft.origin, plain = draft.root, load(draft.root)
        level = draft.root_level + 1 if told else draft.level
        return draft.build(_differences(plain, draft.build({}), draft.varied_below(level)))


def _origin(name: object) -> str:
    origin = os.fspath(name) if isinstance(name, os.PathLike) else name
    if not isinstance(origin, str):
        raise wrong("the name of a game or a .toml file", name)
    return origin


def names() -> list[str]:
    """Return the names of all games that `load` finds by name, sorted."""
    return sorted(file.name.removesuffix(SUFFIX) for file in _game_files())


def about_games() -> list[tuple[str, str]]:
    """Return (name, title) of every game, sorted by name."""
    return [(name, load(name).title) for name in names()]


def changed(rules: Rules) -> dict[str, object]:
    """Return what differs from the game in `rules.origin`, ready for JSON: option or key -> value.

    Loading that game with this as overrides gives rules that play the same.
    """
    return dict(rules.changes)


def describe(rules: Rules) -> list[tuple[str, list[OptionLine]]]:
    """Return the options by section, in the order of the files; defaults are those of the game in `rules.origin`, which
    may be others than those of the game that declares them.
    """
    plain = load(rules.origin) if rules.changes else rules
    sections: dict[str, list[OptionLine]] = {}
    for name, option in rules.option_defs.items():
        value = rules.options[name]
        line = OptionLine(
            option=name,
            value=spelled(value),
            default=spelled(plain.options[name]),
            values=option.values_text,
            source=option.source,
            text=option.text,
            built=option.can_play(value),
        )
        sections.setdefault(option.section, []).append(line)
    return list(sections.items())


def _differences(plain: Rules, rules: Rules, hanging: Mapping[str, bool]) -> dict[str, object]:
    """Return what differs. Of keys that hang on options, those that follow from them are not told, all others are."""
    before, after = (each.told(KEYS) for each in (plain, rules))
    told = [key for key in KEYS if key not in ("title", "text")]
    changes = {key: after[key] for key in told if hanging.get(key, after[key] != before[key])}
    options = {name: value for name, value in rules.options.items() if value != plain.options[name]}
    return {**changes, **options}


def _game_files() -> Iterator[Path | Traversable]:
    seen: set[str] = set()
    for folder in (files("goatsim.games"), *FOLDERS):
        for file in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda each: each.name):
            if file.name.endswith(SUFFIX) and file.name not in seen:
                seen.add(file.name)
                yield file


def _find(name: str, beside: Path | None) -> tuple[Path | Traversable, str]:
    """Return the file that `name` means and the name it is found by; a path in a file is taken from its folder."""
    if name.casefold().endswith(SUFFIX):
        path = Path(name) if beside is None else beside / name
        return path, name
    for file in _game_files():
        stem = file.name.removesuffix(SUFFIX)
        if stem.casefold() == name.strip().casefold():
            return file, stem
    known = names()
    raise RequestError(
        f"expected a game among {among(known)}, or the path of a {SUFFIX} file, got {shown(name)}{nearest(name, known)}"
    )


def _gather(file: Path | Traversable, origin: str, above: tuple[str, ...]) -> _Draft:
    """Read a file over its base; `above` holds the files that asked for it, so that a circle shows."""
    key = os.path.abspath(file) if isinstance(file, Path) else str(file)
    if key in above:
        got = f"{brief_path(origin)} as a base of itself"
        raise RequestError(f"expected a base that does not lead back to its own game, got {got}")
    content = _folded(_read(file, origin))
    stem = printable(file.name.removesuffix(SUFFIX))
    name = read.line(content.pop("name", stem), f"name in {brief_path(origin)}") if "name" in content else stem
    base = content.pop("base", None)
    if not isinstance(base, str | None):
        raise wrong(f"base as a text in {brief_path(origin)}", base)
    with in_one_sentence(name):
        if base is None:
            draft = _Draft(name, origin)
        else:
            found = _find(base, file.parent if isinstance(file, Path) else None)
            draft = _gather(*found, (*above, key))
            if not found[1].casefold().endswith(SUFFIX):
                draft.root, draft.root_level = found[1], draft.level
            draft.level += 1
            draft.name, draft.origin, draft.base = name, origin, found[1]
        _drop(draft, content.pop("without", []))
        restricts = base is None and _bars_leads(content)
        _declare(draft, content.pop("option", {}), content.pop("contradiction", []), restricts=restricts)
        if base is None and have_partners(read.items(content.get("sides", ()), "sides")):
            for word, option in PARTNER_OPTIONS.items():
                draft.option_defs.setdefault(word, option)
        draft.variants += read_variants(content.pop("variant", []), draft.level, KEYS)
        for word, value in content.items():
            draft.put(word, value, KEYS)
    return draft


def _bars_leads(content: Mapping[str, object]) -> bool:
    """Whether a side can be barred from leading trumps. Sets are led whatever the cards are; where any card may be
    played to a lead any may be led; and where a talon is bought it is the soloist who leads trumps.
    """
    phases = read.items(content.get("phases", ()), "phases")
    follow = content.get("follow", "suit")
    return not {"sets", "buy"} & set(phases) and isinstance(follow, str) and follow.strip().casefold() == "suit"


def _folded(content: dict[str, object]) -> dict[str, object]:
    """Return what a file holds with its own keys in small letters; RequestError for a key twice in another case."""
    read.once(content, "key or option")
    keys = {key: key.strip().casefold() for key in content}
    return {keys[key] if keys[key] in FILE_KEYS else key: value for key, value in content.items()}


def _drop(draft: _Draft, given: object) -> None:
    """Take away the options of the base that a game does not have."""
    known = {name.casefold(): name for name in draft.option_defs}
    for word in read.words(given, list(known), "an option of the base in without"):
        draft.option_defs.pop(known[word])
        draft.chosen.pop(known[word], None)


def _declare(draft: _Draft, options: object, contradictions: object, *, restricts: bool) -> None:
    if not isinstance(options, dict):
        raise wrong("options to be declared as [option.NAME]", options)
    read.once(options, "option")
    for name, body in options.items():
        said = brief(name)
        if read.line(name, "the name of an option") != name.strip() or not name or "=" in name:
            raise wrong("the name of an option to be a word without =", name)
        if name.casefold() in FILE_KEYS:
            raise RequestError(f"expected an option to have a name of its own, got {said}, which is a key of the rules")
        if name.casefold() in map(str.casefold, draft.option_defs):
            owner = brief(draft.base or draft.name)
            raise RequestError(f"expected options that are new, got {said}, which {owner} declares already")
        with in_one_sentence(f"{draft.name}, option {name}"):
            draft.option_defs[name] = table(Option, body)
    if restricts and not any(name in draft.option_defs for name in TRUMP_LEADS):
        draft.option_defs["trump_lead"] = TRUMP_LEAD
    if not isinstance(contradictions, list):
        raise wrong("contradictions as [[contradiction]]", contradictions)
    draft.contradictions += [table(Contradiction, body).read(draft.option_defs) for body in contradictions]


def _read(file: Path | Traversable, origin: str) -> dict[str, object]:
    where = shown_path(origin)
    try:
        # What is no file of its own, such as a pipe, may never end.
        if isinstance(file, Path) and not stat.S_ISREG(mode := file.stat().st_mode):
            got = "a folder (is a directory)" if stat.S_ISDIR(mode) else "a device or a pipe"
            raise RequestError(f"expected a file with the rules of a game, got {where}: {got}")
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise RequestError(f"expected a file with the rules of a game, got {where}: {reason}") from None
    except RequestError:
        raise
    except ValueError:  # a path with a null character
        raise wrong("the path of a file with the rules of a game", origin) from None
    if len(content) > LARGEST_FILE:
        raise RequestError(f"expected a game of at most {LARGEST_FILE} bytes, got a larger file, {where}")
    try:
        return tomllib.loads(content.removeprefix(codecs.BOM_UTF8).decode())
    except UnicodeDecodeError as error:
        raise RequestError(f"expected {where} in UTF-8, got byte {content[error.start]} at {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise RequestError(f"expected {where} to be TOML, got an error: {_line(error)}") from None
    except (ValueError, RecursionError):
        raise RequestError(f"expected {where} to be TOML, got numbers or nesting beyond all bounds") from None


def _line(error: tomllib.TOMLDecodeError) -> str:
    text = str(error)
    return text[:1].lower() + text[1:].replace("\n", " ")
