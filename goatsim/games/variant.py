"""Rules that hang on an option: tables of a game's file whose keys then stand in the place of the file's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from goatsim.errors import wrong
from goatsim.games.options import Option, Value, fits


class Variant(NamedTuple):
    """Keys of the rules that hold where options have the values of `when`. `level`: how many files lie below the one
    that says so; what is said above it goes before.
    """

    when: Mapping[str, Value]
    keys: Mapping[str, object]
    level: int


def read_variants(given: object, level: int, known: Sequence[str]) -> list[Variant]:
    """Return what `[[variant]]` holds; RequestError for anything but `when` and keys of the rules among `known`."""
    if not isinstance(given, list) or not all(isinstance(body, dict) for body in given):
        raise wrong("variants as [[variant]]", given)
    found = []
    for body in given:
        keys = {key.strip().casefold(): value for key, value in body.items()}
        when = keys.pop("when", {})
        if not isinstance(when, dict) or not when:
            raise wrong("when in a variant to say which option has which value", when)
        for key in keys:
            if key not in known:
                raise wrong("keys of the rules in a variant", key, known)
        found.append(Variant(when, keys, level))
    return found


def in_force(
    variants: Sequence[Variant], options: Mapping[str, Value], option_defs: Mapping[str, Option]
) -> list[Variant]:
    """Return the variants that hold under some options, in order; RequestError for unknown words in `when`."""
    named = enumerate(variants, 1)
    return [one for number, one in named if fits(one.when, f"variant {number}", options, option_defs)]


def varied(keys: Mapping[str, object], levels: Mapping[str, int], variants: Sequence[Variant]) -> dict[str, object]:
    """Return the keys of the rules with what variants in force put in their place; `levels`: where each was said."""
    found = dict(keys)
    for variant in variants:
        found |= {key: value for key, value in variant.keys.items() if variant.level >= levels.get(key, 0)}
    return found
