"""Axes: settings that take one value after another, such as an option of the rules or a parameter of a policy, and the
Labs that all their combinations make.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from goatsim.commanding import spelled
from goatsim.errors import RequestError, among, nearest, shown, whole, wrong
from goatsim.games import Rules, changed, load
from goatsim.games.load import KEYS
from goatsim.seats.decisions import fixable
from goatsim.seats.define import Policy
from goatsim.seats.named import Given, line_up, parameter_value, parted

if TYPE_CHECKING:
    from goatsim.lab import Lab

Cell = str | int | float | bool
"""A value of an axis as it stands in tables: a line-up, and a key of the rules that is a list, as their text."""

MOST_POINTS = 1000
POLICIES = "policies"

_RANGE = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)\.\.(-?\d{1,9}(?:\.\d{1,9})?)(?::(\d{1,9}(?:\.\d{1,9})?))?", re.ASCII)


class Point(NamedTuple):
    """One combination of the values of all axes, by axis, and the Lab that it makes."""

    each: Mapping[str, Cell]
    lab: Lab


@dataclass(frozen=True)
class _Axis:
    """An axis as it was asked for. `kind` is "rules" (an option or a key), "policies" or "parameter"."""

    name: str
    kind: str
    values: tuple[object, ...]


def points(lab: Lab, each: Mapping[str, object]) -> tuple[Point, ...]:
    """Return all combinations of the values of axes, the last axis changing fastest; without axes the Lab alone.

    `each` maps an axis to its values: an option or a key of the rules, `policies` (line-ups), or a parameter or a
    decision of the policies that play, with `POLICY.PARAMETER` for one of them. Values are a sequence or a text of the
    command line: parted by `;`, or without one by commas, with ranges `1..5` and `10..50:10`. A value given twice
    counts once. Raises `RequestError` for what is no axis and for a value that does not fit.
    """
    if not isinstance(each, Mapping):
        raise wrong("axes as a mapping from options or parameters to values", each)
    axes = [_axis(lab, name, given) for name, given in each.items()]
    twice = [axis.name for place, axis in enumerate(axes) if axis.name in [one.name for one in axes[:place]]]
    if twice:
        raise RequestError(f"expected every axis once, got {twice[0]} twice")
    _require_few(prod(len(axis.values) for axis in axes))
    found: dict[tuple[str, ...], Point] = {}
    for values in product(*(axis.values for axis in axes)):
        point = _point(lab, list(zip(axes, values, strict=True)))
        found.setdefault(tuple(map(spelled, point.each.values())), point)
    return tuple(found.values())


def values_of(points: Sequence[Point]) -> dict[str, list[Cell]]:
    """Return the values of every axis in order."""
    found: dict[str, dict[str, Cell]] = {name: {} for name in points[0].each}
    for point in points:
        for name, cell in point.each.items():
            found[name].setdefault(spelled(cell), cell)
    return {name: list(cells.values()) for name, cells in found.items()}


def each_words(axes: Mapping[str, Sequence[Cell]]) -> list[str]:
    """Return the words of the command line that ask for these axes."""
    words: list[str] = []
    for name, cells in axes.items():
        texts = [spelled(cell) for cell in cells]
        listed = f"{';'.join(texts)};" if any("," in text for text in texts) else ",".join(texts)
        words += ["--each", f"{name}={listed}"]
    return words


def label(each: Mapping[str, Cell]) -> str:
    """Return a combination in words: ``trump_lead=all, keep=3``."""
    return ", ".join(f"{name}={spelled(cell)}" for name, cell in each.items())


def _axis(lab: Lab, name: object, given: object) -> _Axis:
    if not isinstance(name, str):
        raise wrong("the name of an axis", name)
    known = {word.casefold(): word for word in (*lab.rules.option_defs, *KEYS)}
    word = name.strip()
    if word.casefold() == POLICIES:
        return _Axis(POLICIES, POLICIES, _values(POLICIES, given))
    if word.casefold() in known:
        declared = known[word.casefold()]
        return _Axis(declared, "rules", _values(declared, given))
    return _Axis(word, "parameter", _values(word, given))


def _values(name: str, given: object) -> tuple[object, ...]:
    """The values of an axis, texts taken apart."""
    if isinstance(given, str):
        found: list[object] = []
        for text in _pieces(name, given):
            found += [text] if name == POLICIES else _spread(text)
    elif isinstance(given, Iterable) and not isinstance(given, Mapping):
        _require_few(len(given) if isinstance(given, Sequence) else 0)
        found = list(given)
    else:
        found = [given]
    if not found or any(one == "" for one in found):
        got = shown(given) if isinstance(given, str) and given else "none"
        raise RequestError(f"expected the values of {name}, such as A,B or A;B or 1..5, got {got}")
    return tuple(found)


def _pieces(name: str, text: str) -> list[str]:
    if ";" in text:
        return [piece.strip() for piece in text.strip().removesuffix(";").split(";")]
    return parted(text) if name == POLICIES else [piece.strip() for piece in text.split(",")]


def _spread(text: str) -> list[object]:
    """The numbers of a range, or the text itself."""
    match = _RANGE.fullmatch(text)
    if match is None:
        return [text]
    first, last, step = (Decimal(number or 1) for number in match.groups())
    if step <= 0 or last < first:
        raise wrong("a range such as 1..5 or 10..50:10, from low to high", text)
    count = int((last - first) / step) + 1
    _require_few(count)
    return [format(first + k * step, "f") for k in range(count)]


def _require_few(count: int) -> None:
    if count > MOST_POINTS:
        raise RequestError(f"expected at most {MOST_POINTS} combinations of the values of axes, got {count}")


def _point(lab: Lab, chosen: Sequence[tuple[_Axis, object]]) -> Point:
    """Make the Lab of one combination: the rules first, with all changes at once, since options may exclude each other;
    then who plays, and then their parameters.
    """
    cells: dict[str, Cell] = {}
    changes = {axis.name: value for axis, value in chosen if axis.kind == "rules"}
    here = _under(lab, load(lab.rules.origin or lab.rules.name, {**changed(lab.rules), **changes})) if changes else lab
    for name in changes:
        cells[name] = here.rules.options[name] if name in here.rules.options else _key(here.rules, name)
    for axis, value in chosen:
        if axis.kind == POLICIES:
            here = _playing(here, value)
            cells[axis.name] = here.policies_said
    for axis, value in chosen:
        if axis.kind == "parameter":
            here, cells[axis.name] = _set(here, axis.name, value)
    here.rules.require_built()
    return Point({axis.name: cells[axis.name] for axis, _ in chosen}, here)


def _key(rules: Rules, name: str) -> Cell:
    value: object = rules.told([name])[name]
    return value if isinstance(value, int) else spelled(value)


def _under(lab: Lab, rules: Rules) -> Lab:
    """The same Lab under other rules, where its line-up may have another number of seats to fill."""
    if rules.sides == lab.rules.sides:
        return replace(lab, rules=rules)
    whole("the seat that is me", lab.seat, 0, rules.seats - 1)
    few = _shortest(lab.policies, lab.rules.sides, lab.seat)
    return replace(lab, rules=rules, policies=line_up(few, rules.sides, lab.seat), policies_said=_said(few))


def _playing(lab: Lab, value: object) -> Lab:
    if not isinstance(value, str | Policy | type) and not isinstance(value, Sequence):
        raise wrong("line-ups as values of policies", value)
    given: Given | Sequence[Given] = value
    seats = line_up(given, lab.rules.sides, lab.seat)
    said = given if isinstance(given, str) else _said(_shortest(seats, lab.rules.sides, lab.seat))
    return replace(lab, policies=seats, policies_said=said)


def _shortest(policies: Sequence[Policy], sides: Sequence[int], seat: int) -> list[Policy]:
    """The shortest line-up that seats these policies: one for all, two for the sides, or one a seat."""
    ours = policies[seat]
    theirs = next((policy for policy, side in zip(policies, sides, strict=True) if side != sides[seat]), ours)
    for few in ([ours], [ours, theirs]):
        if [policy.call for policy in line_up(few, sides, seat)] == [policy.call for policy in policies]:
            return few
    return list(policies)


def _said(policies: Sequence[Policy]) -> str:
    return ",".join(policy.call for policy in policies)


def _set(lab: Lab, axis: str, value: object) -> tuple[Lab, Cell]:
    """Give a parameter, or a decision, of the policies that play a value."""
    owner, _, name = axis.rpartition(".")
    meant = [
        policy
        for policy in lab.policies
        if (not owner or owner.casefold() in (policy.name.casefold(), policy.spoken.casefold()))
        and (name in policy.params or name in fixable())
    ]
    if not meant:
        raise _unknown(lab, axis)
    if not isinstance(value, int | str):
        raise wrong(f"whole numbers, truths or texts as values of {axis}", value)
    made: dict[str, Policy] = {}
    for policy in meant:
        given = parameter_value(value, name, policy) if isinstance(value, str) and name in policy.params else value
        made[policy.call] = policy(**{name: given})
    first = made[meant[0].call]
    cell = first.params[name] if name in first.params else first.fixed_answers[name]
    seats = tuple(made.get(policy.call, policy) for policy in lab.policies)
    said = _said(_shortest(seats, lab.rules.sides, lab.seat))
    return replace(lab, policies=seats, policies_said=said), cell


def _unknown(lab: Lab, axis: str) -> RequestError:
    params = sorted({name for policy in lab.policies for name in policy.params})
    owned = [f"{policy.name}.{name}" for policy in lab.policies for name in (*policy.params, *fixable())]
    names = [*lab.rules.option_defs, POLICIES, *params, *fixable(), *owned, *KEYS]
    return RequestError(
        f"expected an option of {lab.rules.name}, policies, a parameter of the policies that play "
        f"({among(params) or 'they have none'}) or a decision to fix ({', '.join(fixable())}) as an axis, "
        f"got {shown(axis)}{nearest(axis, names)}"
    )
