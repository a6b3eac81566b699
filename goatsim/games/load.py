"""From a game's name or file to its rules: find the file, lay it over its base, read options, and check the whole."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from goatsim.errors import LONGEST_ECHO, RequestError, nearest, shown, wrong
from goatsim.games.model import TRUMP_LEAD, Rules
from goatsim.games.options import Contradiction, Option, Value, spelled
from goatsim.games.sentences import in_one_sentence

FOLDERS: list[Path] = []
"""Folders searched for game files after goatsim's own."""

LARGEST_FILE = 1_000_000
"""Bytes; no hand-written game comes near, so anything longer was named by mistake."""

SUFFIX = ".toml"

KEYS = (
    "pack",
    "sides",
    "hand_size",
    "trumps",
    "plain_order",
    "points",
    "talon_to",
    "first_leader",
    "phases",
    "redeal",
    "scoring",
    "other_outcomes",
    "title",
    "text",
)
"""Keys of the rules that files give and overrides may replace."""

FILE_KEYS = ("name", "base", "option", "contradiction", *KEYS)
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

    def put(self, key: str, value: object, known: Sequence[str]) -> None:
        """Set a key of the rules among `known`, or an option; names are taken in any case."""
        folded = key.strip().casefold()
        if folded in known:
            self.keys[folded] = value
            return
        for name, option in self.option_defs.items():
            if name.casefold() == folded:
                self.chosen[name] = option.parse(name, value)
                return
        raise wrong(f"a key or an option of {self.name}", key, (*known, *self.option_defs))

    def build(self, changes: Mapping[str, object]) -> Rules:
        options = {name: self.chosen.get(name, option.default) for name, option in self.option_defs.items()}
        return Rules.model_validate(
            {
                **self.keys,
                "name": self.name,
                "origin": self.origin,
                "base": self.base,
                "options": options,
                "option_defs": self.option_defs,
                "contradictions": self.contradictions,
                "changes": changes,
            }
        )


def load(name: str | os.PathLike[str], overrides: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of a game, by its name (see `names`) or by the path of a .toml file.

    `overrides` maps options and keys of the rules to values, as text of the command line or as values of JSON.
    RequestError, in one sentence, for whatever is unknown, impossible or contradictory.
    """
    origin = os.fspath(name)
    if not isinstance(origin, str):
        raise wrong("the name of a game or a .toml file", name)
    file, found = _find(origin, None)
    draft = _gather(file, found, ())
    with in_one_sentence(draft.name):
        plain = draft.build({})
        if not overrides:
            return plain
        for key, value in overrides.items():
            draft.put(str(key), value, KEYS)
        changes = _differences(plain, draft.build({}))
        return draft.build(changes)


def names() -> list[str]:
    """Return the names of all games that `load` finds by name, sorted."""
    return sorted(file.name.removesuffix(SUFFIX) for file in _game_files())


def about_games() -> list[tuple[str, str]]:
    """Return (name, title) of every game, sorted by name."""
    return [(name, load(name).title) for name in names()]


def changed(rules: Rules) -> dict[str, object]:
    """Return what was overridden of the game named, ready for JSON: option or key -> value.

    Loading the same game with this as overrides gives the same rules.
    """
    return dict(rules.changes)


def describe(rules: Rules) -> list[tuple[str, list[OptionLine]]]:
    """Return the options by section, in the order of the files; defaults are those of the game that declares them."""
    sections: dict[str, list[OptionLine]] = {}
    for name, option in rules.option_defs.items():
        value = rules.options[name]
        line = OptionLine(
            option=name,
            value=spelled(value),
            default=spelled(option.default),
            values=option.values_text,
            source=option.source,
            text=option.text,
            built=option.can_play(value),
        )
        sections.setdefault(option.section, []).append(line)
    return list(sections.items())


def _differences(plain: Rules, rules: Rules) -> dict[str, object]:
    before, after = (each.model_dump(mode="json", include=set(KEYS)) for each in (plain, rules))
    changes = {key: after[key] for key in KEYS if after[key] != before[key]}
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
        f"expected a game among {', '.join(known)}, or the path of a {SUFFIX} file, "
        f"got {shown(name)}{nearest(name, known)}"
    )


def _gather(file: Path | Traversable, origin: str, above: tuple[str, ...]) -> _Draft:
    """Read a file over its base; `above` holds the files that asked for it, so that a circle shows."""
    key = os.path.abspath(file) if isinstance(file, Path) else str(file)
    if key in above:
        raise RequestError(f"expected a base that does not lead back to its own game, got {origin} as a base of itself")
    content = _read(file, origin)
    name = content.pop("name", file.name.removesuffix(SUFFIX))
    base = content.pop("base", None)
    for what, value in (("name", name), ("base", base or "")):
        if not isinstance(value, str):
            raise wrong(f"{what} as a text in {origin}", value)
    with in_one_sentence(str(name)):
        if base is None:
            draft = _Draft(str(name), origin)
        else:
            found = _find(str(base), file.parent if isinstance(file, Path) else None)
            draft = _gather(*found, (*above, key))
            draft.name, draft.origin, draft.base = str(name), origin, found[1]
        _declare(draft, content.pop("option", {}), content.pop("contradiction", []), has_base=base is not None)
        for word, value in content.items():
            draft.put(word, value, KEYS)
    return draft


def _declare(draft: _Draft, options: object, contradictions: object, *, has_base: bool) -> None:
    if not isinstance(options, dict):
        raise wrong("options to be declared as [option.NAME]", options)
    for name, body in options.items():
        if name.casefold() in FILE_KEYS:
            raise RequestError(f"expected an option to have a name of its own, got {name}, which is a key of the rules")
        if name in draft.option_defs:
            raise RequestError(f"expected options that are new, got {name}, which {draft.base} declares already")
        draft.option_defs[name] = Option.model_validate(body)
    if not has_base:
        draft.option_defs.setdefault("trump_lead", TRUMP_LEAD)
    if not isinstance(contradictions, list):
        raise wrong("contradictions as [[contradiction]]", contradictions)
    draft.contradictions += [Contradiction.model_validate(body).read(draft.option_defs) for body in contradictions]


def _read(file: Path | Traversable, origin: str) -> dict[str, object]:
    # The end of a long path names the file, so that is what an error keeps.
    where = shown(origin if len(origin) <= LONGEST_ECHO else f"...{origin[3 - LONGEST_ECHO :]}")
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise RequestError(f"expected a file with the rules of a game, got {where}: {reason}") from None
    except ValueError:  # a path with a null character
        raise wrong("the path of a file with the rules of a game", origin) from None
    if len(content) > LARGEST_FILE:
        raise RequestError(f"expected a game of at most {LARGEST_FILE} bytes, got a larger file, {where}")
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError as error:
        raise RequestError(f"expected {where} in UTF-8, got byte {content[error.start]} at {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise RequestError(f"expected {where} to be TOML, got an error: {_line(error)}") from None
    except (ValueError, RecursionError):
        raise RequestError(f"expected {where} to be TOML, got numbers or nesting beyond all bounds") from None


def _line(error: tomllib.TOMLDecodeError) -> str:
    text = str(error)
    return text[:1].lower() + text[1:].replace("\n", " ")
