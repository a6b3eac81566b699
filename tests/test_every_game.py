"""What holds for every game there is and every policy: a new game, or a new policy, is tested here as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import jsonschema
import pytest

import goatsim
from goatsim.games import load, names
from goatsim.lang.words import TABLE
from goatsim.seats.named import names as policies
from goatsim.show.schemas import schema
from goatsim.studies.base import study_named, study_names

GAMES = names()
DEALS = 40


def records(game: str, policy: str, count: int, **settings: Any) -> list[dict[str, Any]]:
    """Some deals of a game, written down."""
    lab = goatsim.at(game, policies=policy, seed=3, progress="never", **settings)
    return [record.to_json() for record in lab.replay(0, count)]


def refusal(request: Callable[[], object]) -> str:
    """The sentence with which a request is refused; "" if it is not."""
    try:
        request()
    except goatsim.RequestError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_its_file_says_what_a_reader_needs(game: str) -> None:
    rules = load(game)
    assert rules.title and rules.text
    for option in rules.option_defs.values():
        assert option.text and option.source and option.section


@pytest.mark.large
@pytest.mark.turns(6)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_is_legal_and_can_be_told_again(game: str) -> None:
    can_be_told_again(game, "greedy")


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", [name for name in policies() if name != "greedy"])
def test_every_policy_plays_every_game(game: str, policy: str) -> None:
    can_be_told_again(game, policy)


def can_be_told_again(game: str, policy: str) -> None:
    """Play some deals, write them down, and have them judged."""
    found = records(game, policy, DEALS)
    validator = jsonschema.Draft202012Validator(schema("replay"))
    for record in found:
        validator.validate(record)
        assert json.loads(json.dumps(record)) == record
    verdicts = list(goatsim.score(found))
    assert [verdict.errors for verdict in verdicts] == [()] * DEALS
    assert [verdict.result for verdict in verdicts] == [record["result"] for record in found]
    outcomes = {"none", *load(game).outcomes}
    assert {record["result"]["outcome"] for record in found} <= outcomes
    assert found == records(game, policy, DEALS)


REPLAYS = 10_000
SEATED: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    *(("bura-hammer", {"players": players}) for players in (2, 3, 6)),
    ("valts", {"players": 2}),
]


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize(("game", "options"), SEATED)
def test_every_replay_passes_the_referee(
    game: str, options: dict[str, Any], size: float, record_property: Callable[[str, object], None]
) -> None:
    """Some thousands of deals of a simple player and some of none; at the ordinary size a few of them."""
    deals = int(REPLAYS * size * size)
    record_property("deals", deals)
    for policy, count in (("greedy", deals - deals // 4), ("random", deals // 4)):
        lab = goatsim.at(game, options=options, policies=policy, seed=5, progress="never")
        found = (verdict.errors for verdict in goatsim.score(lab.replay(0, count)))
        assert not [errors for errors in found if errors]


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("game", GAMES)
def test_replays_under_options_that_meet_pass_the_referee(game: str, daily_seed: int, size: float) -> None:
    chance, rules = Random(f"{daily_seed} {game}"), load(game)
    options: dict[str, Any] = {}
    for name, option in rules.option_defs.items():
        more = {**options, name: chance.choice(option.values)} if option.values else options
        # Of options that exclude each other the later ones stay as they were.
        options = options if refusal(partial(load, game, more)) else more
    for policy in ("greedy", "random"):
        lab = goatsim.at(game, options=options, policies=policy, seed=daily_seed, progress="never")
        deals = list(lab.replay(0, int(1000 * size * size)))
        matches = list(lab.replay(0, int(20 * size), match=True)) if "target" in rules.option_defs else []
        for told in (deals, matches):
            assert not [verdict.errors for verdict in goatsim.score(told or deals) if verdict.errors], options


@pytest.mark.large
@pytest.mark.turns(6)
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_result_and_a_card_of_two_hands_are_found(game: str) -> None:
    (record,) = records(game, "greedy", 1)
    result = record["result"]
    for key, value in result.items():
        other = (
            "nonsense" if isinstance(value, str) else [each + 1 for each in value] if isinstance(value, list) else None
        )
        if other is None:
            continue
        (verdict,) = goatsim.score({**record, "result": {**result, key: other}})
        assert not verdict.legal, key
        assert any(key in error or "nonsense" in error for error in verdict.errors), verdict.errors
    hands = [list(hand) for hand in record["hands"]]
    hands[0][0] = hands[1][0]
    (verdict,) = goatsim.score({**record, "hands": hands})
    assert not verdict.legal


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_a_deal_gives_its_cards(game: str) -> None:
    lab = goatsim.at(game, seed=11)
    (answer,) = goatsim.deal(rules=game, seed=11, index=7)
    (again,) = goatsim.deal(rules=game, seed=11, number=answer.number)
    assert again.hands == answer.hands
    cards = [card for hand in answer.hands for card in hand]
    assert set(cards) <= set(lab.rules.pack)


@pytest.mark.large
@pytest.mark.turns(6)
@pytest.mark.parametrize("game", GAMES)
def test_counts_do_not_depend_on_threads(game: str) -> None:
    found = []
    for threads in (1, 2):
        answer = goatsim.spread("us.tricks", rules=game, deals=3000, seed=5, threads=threads, progress="never")
        found.append({**answer.to_json(), "seconds": 0})
    assert found[0] == found[1]
    assert sum(row["hits"] for row in found[0]["rows"]) == 3000


@pytest.mark.parametrize("game", GAMES)
def test_every_study_is_for_it_or_says_why_not(game: str) -> None:
    rules = load(game)
    meant = 0
    for name in study_names():
        reason = study_named(name).unfit(rules)
        meant += not reason
        assert not reason or reason[0].islower()
    assert meant


@pytest.mark.large
@pytest.mark.turns(12)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_has_a_meaning_or_is_refused_with_the_reason(game: str) -> None:
    lab = goatsim.at(game, deals=200, progress="never")
    for name, row in TABLE.items():
        if row.takes:
            continue
        text = f"count({name})" if row.kind == "truth" else name
        refused = refusal(partial(lab.spread, text))
        assert not refused or name in refused or game in refused


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_is_read(game: str) -> None:
    rules = load(game)
    for name, option in rules.option_defs.items():
        for value in option.values:
            if value == rules.options[name]:
                continue
            refused = refusal(partial(load, game, {name: value}))
            assert name in refused if refused else load(game, {name: value}).identity != rules.identity
