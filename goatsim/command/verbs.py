"""What each verb of the command line does, once its words are read: ask goatsim, and put the answer where it belongs.

Each function takes the words of its options as text and returns the exit status.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from goatsim import quantities
from goatsim.command.given import changes_of, folder_of, hushed, lab_of, note, places_of, progress_of, said, tell_each
from goatsim.errors import RequestError, shown
from goatsim.show.look import Look, look_for
from goatsim.show.progress import Progress
from goatsim.show.sheets import Value, sheets, stdout_form

if TYPE_CHECKING:
    from goatsim.lab import Lab
    from goatsim.seats.define import Policy

T = TypeVar("T")

CHECKED_DEALS = 1000
"""How many deals are played to check what a person wrote."""
ASKING = {"commit": {"praise": "PANTS2"}, "hold": {"praise": "PANTS2"}, "give_back": {"swap_one": "optional"}}
"""Where the questions are asked that can be answered with a wrong card before the first trick: options of classic."""


def _watched(items: Iterable[T], progress: Progress, total: int | None) -> Iterator[T]:
    """Pass items on, showing how many have come."""
    with progress:
        for done, item in enumerate(items, 1):
            yield item
            progress(done, total)


def _which(given: dict[str, Any]) -> dict[str, Any]:
    """Return which deals are meant: an index and a count, or a number."""
    if given["index"] is not None and given["number"] is not None:
        raise RequestError(
            f"expected an index or --number, got both, {shown(given['index'])} and {shown(given['number'])}"
        )
    found: dict[str, Any] = {"count": quantities.whole(given["count"], "--count", 1, quantities.MOST_DEALS)}
    if given["number"] is not None:
        found["number"] = int(quantities.number(given["number"]))
        if found["count"] != 1:
            raise RequestError(f"expected --count 1 with --number, which names a single deal, got {found['count']}")
    else:
        found["index"] = quantities.whole(
            "0" if given["index"] is None else given["index"], "the index of a deal", 0, quantities.LAST_WORD
        )
    return found


def study(**given: Any) -> int:
    """Do prepared studies, or list them."""
    stdout_form(given["as_json"], given["as_csv"])
    look_for(sys.stdout, given["color"])
    names, every = given["names"], given["every"]
    if given["listing"]:
        return _list_studies(given)
    if bool(names) == every:
        got = f"both, {shown(names[0])} and --all" if every else "none"
        raise RequestError(f"expected names of studies or --all (goatsim study --list lists them), got {got}")
    from goatsim.games.read import settings

    path = folder_of(given)
    with progress_of(given, "deals played", scrolls=False) as progress:
        lab = lab_of(given, progress)
        each = settings(given["each"], "--each X=VALUES")
        if every:
            from goatsim.studies.common.studying import fitting

            names = fitting(lab, each)
        # A study asked for twice has one answer.
        answers = lab.study(*{name.casefold(): name for name in names}.values(), each=each)
    return tell_each(given, answers, path)


def _list_studies(given: dict[str, Any]) -> int:
    from goatsim.games import load
    from goatsim.show.findings import studies_text
    from goatsim.studies.base import listing

    if given["names"]:
        raise RequestError(f"expected no name with --list, got {shown(given['names'][0])}")
    game = load(given["rules"], changes_of(given["changes"]))
    studies = listing(game)
    with places_of(given) as places:
        places.add(
            said("study", rules=game.origin, studies=studies),
            lambda value, look: studies_text(studies, look),
            lambda value: [
                {"study": each["study"], "title": each["title"], "game": name, "reason": reason}
                for each in studies
                for name, reason in each["games"].items()
            ],
        )
    return 0


def deal(**given: Any) -> int:
    """Show deals."""
    from goatsim.inquiry.dealing import deals
    from goatsim.show.text import deal_text

    which = _which(given)
    asked = {"index": 0, **which, "given": given["given"], "hand": list(given["hand"]) or None}
    with places_of(given) as places:
        lab = lab_of(given)

        def text(value: Value, look: Look) -> str:
            return deal_text(value, lab.rules, look, by_number=which.get("number"))

        for answer in _watched(deals(lab, **asked), progress_of(given), which["count"]):
            places.add(answer.to_json(), text, _deal_rows)
    return 0


def _deal_rows(value: Value) -> Iterator[dict[str, Any]]:
    hands = {f"seat{seat}": " ".join(hand) for seat, hand in enumerate(value["hands"])}
    talon = {"talon": " ".join(value["talon"])} if value.get("talon") else {}
    yield {"index": value["index"], "number": value["number"], **hands, **talon}


def replay(**given: Any) -> int:
    """Play deals card by card."""
    from goatsim.show.text import record_text

    which = {**_which(given), "match": given["match"]}
    if given["match"] and given["number"] is not None:
        raise RequestError(f"expected the index of a match with --match, got --number {shown(given['number'])}")
    with places_of(given) as places:
        lab = lab_of(given)
        labels = policy_labels(lab)
        # How many deals a match has is known only at its end.
        total = None if given["match"] else which["count"]

        def text(value: Value, look: Look) -> str:
            return record_text(value, lab.rules, labels, lab.seat, look, by_number=which.get("number"))

        for record in _watched(lab.replay(**which), progress_of(given), total):
            places.add(record.to_json(), text, _trick_rows)
    return 0


def _trick_rows(value: Value) -> Iterator[dict[str, Any]]:
    match = value.get("match") or {}
    which = {"match": match["number"], "deal_of_match": match["deal"]} if match else {}
    which |= {"deal": value.get("deal"), "number": value.get("number"), "dealer": value.get("dealer")}
    which |= {"praise": (value.get("praise") or {}).get("type"), "outcome": (value.get("result") or {}).get("outcome")}
    if not value["tricks"]:
        # A deal that was not played has a row, too.
        yield {**which, "trick": None, "pre": None, "leader": None, "cards": None, "winner": None, "points": None}
    for place, trick in enumerate(value["tricks"], 1):
        yield {
            **which,
            "trick": place,
            "pre": bool(trick.get("pre")),
            "leader": trick["leader"],
            "cards": " ".join(trick["cards"]),
            "winner": trick["winner"],
            "points": trick["points"],
        }


def score(**given: Any) -> int:
    """Check and score written records."""
    from goatsim.functions import score as verdicts
    from goatsim.show.verdicts import scored_text, verdict_text

    legal = illegal = 0
    with places_of(given, gap=False) as places:
        for verdict in _watched(verdicts(given["file"]), progress_of(given, "records"), None):
            legal, illegal = legal + verdict.legal, illegal + (not verdict.legal)
            places.add(verdict.to_json(), verdict_text, _verdict_rows)
        places.remark(scored_text(legal, illegal))
    if given["out"] is not None:
        note(given, scored_text(legal, illegal))
    return 1 if illegal else 0


def _verdict_rows(value: Value) -> Iterator[dict[str, Any]]:
    yield {**value, "errors": "; ".join(value["errors"])}


def rules(**given: Any) -> int:
    """List the games or explain one."""
    from goatsim.games import load, names
    from goatsim.show import games

    name, changes = given["name"], changes_of(given["changes"])
    with places_of(given) as places:
        if name is None:
            if changes:
                raise RequestError("expected a game to change with --set, got no game")
            rows = [games.game_row(load(each)) for each in names()]
            places.add(said("rules", games=rows), lambda value, look: games.games_text(rows), lambda value: rows)
            return 0
        found = load(name, changes)
        checked = None
        if name.casefold().endswith(".toml") and games.unplayable(found) is None:
            checked = _played(name, changes, "greedy")

        def text(value: Value, look: Look) -> str:
            page = games.game_text(found, look)
            return page if checked is None else f"{page}\n\n{games.played_text(found, **checked)}"

        value = said("rules", **games.game_json(found), checked=checked)
        places.add(value, text, lambda value: value["options"])
    return 0


def _played(name: str, changes: dict[str, str], policy: Policy | str) -> dict[str, Any]:
    """Play a thousand deals; return how often each outcome came and the mean card points of each side."""
    from goatsim.lab import at

    results = [
        record.to_json()["result"]
        for record in at(name, options=changes, policies=policy).replay(0, count=CHECKED_DEALS)
    ]
    outcomes = Counter(result["outcome"] for result in results)
    sums = [sum(points) for points in zip(*(result["points"] for result in results), strict=True)]
    return {"outcomes": dict(outcomes.most_common()), "mean_points": [total / len(results) for total in sums]}


def policies(**given: Any) -> int:
    """List the policies or explain one."""
    from goatsim.games import load
    from goatsim.seats.named import is_own, named, names
    from goatsim.seats.weighing import template, template_text
    from goatsim.show import players

    name, changes = given["name"], changes_of(given["changes"])
    with places_of(given) as places:
        if given["template"]:
            if name is not None:
                raise RequestError(f"expected no name with --template, got {shown(name)}")
            table = template()
            places.add(said("policies", template=table), lambda value, look: template_text(), lambda value: table)
            return 0
        if name is None:
            rows = [players.policy_json(named(each)) for each in names()]
            places.add(
                said("policies", policies=rows), lambda value, look: players.policies_text(rows), lambda value: rows
            )
            return 0
        from goatsim.runs.situations import findings

        with hushed(given):
            policy = named(name)
            situations = [each.to_json() for each in findings(policy)]
        found = players.policy_json(policy)
        checked = None
        if is_own(name):
            game = load(given["rules"], changes)
            checked = {"rules": game.origin, **_played(given["rules"], changes, policy)}
            for word, asking in ASKING.items():
                if word in policy.own and any(game.options.get(key) != value for key, value in asking.items()):
                    _played("classic", asking, policy)

        places.add(
            said("policies", **found, situations=situations, checked=checked),
            lambda value, look: players.policy_text(value, value["checked"], look),
            lambda value: [found],
        )
    return 0


def about(**given: Any) -> int:
    """Say how goatsim runs on this machine; clear the cache of compiled code on request."""
    from goatsim.show import machine

    removed = None
    if given["clear_cache"]:
        from goatsim.engine.kept import clear

        removed = clear()
    with sheets(as_json=given["as_json"], as_csv=False, out=None, color=given["color"]) as places:
        value = said("about", **machine.facts(), **({} if removed is None else {"removed": removed}))
        places.add(value, lambda value, look: machine.about_text(value), lambda value: [value])
    return 0


def policy_labels(lab: Lab) -> list[str]:
    """Return what the policies of a Lab are called, one a seat."""
    return [policy if isinstance(policy, str) else policy.label for policy in lab.policies]
