"""The play: the engine against the slow twin card by card, and its drivers against each other."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import twin
import twin_players
from numpy.typing import NDArray

from goatsim.board import Board
from goatsim.compiler import store
from goatsim.engine import layout, play
from goatsim.engine.bits import get, number
from goatsim.engine.jit import form, text
from goatsim.engine.layout import LOG, TRICK, G
from goatsim.engine.tricks import begin, lay, legal_cards, take
from goatsim.engine.view import position
from goatsim.game import Game, game_of
from goatsim.games import load
from goatsim.lab import at
from goatsim.lang import the_deal, them, us
from goatsim.runs import machine
from goatsim.runs.execute import run
from goatsim.runs.machine import Bench
from goatsim.runs.tasks import Arm, Ask, Task
from goatsim.seats.named import line_up, named, names

GAMES = Path(__file__).parent / "games"
FULL_DEALS = 20_000

POLICIES: dict[str, twin.Policy] = {
    "random": twin.random_policy,
    "low": twin.low,
    "high": twin.high,
    "greedy": twin.greedy,
    **twin_players.PLAYERS,
}
MIXED = ("greedy,low", "low,random", "random,high,greedy,low", "expert,memory,random,hunter")


class Played(NamedTuple):
    """One deal as the engine played it, by name."""

    hands: list[list[str]]
    tricks: list[tuple[int, list[str], int]]
    points: list[int]
    tricks_won: list[int]
    eyes: list[int]
    outcome: str


def arm_of(rules: str, policies: str, options: Mapping[str, object] | None = None) -> Arm:
    game = game_of(load(rules, options or {}))
    return Arm(game, line_up(policies, game.rules.sides))


def toml(name: str) -> str:
    return str(GAMES / f"{name}.toml")


def engine_deals(arm: Arm, seed: int, first: int, deals: int) -> Iterator[Played]:
    game, bench = arm.game, Bench(arm, seed)
    rules = game.rules
    outcomes = ("none", *(row.outcome for row in rules.scoring_rows()))
    for start in range(first, first + deals, layout.LANES):
        some = min(layout.LANES, first + deals - start)
        bench.play(start, some)
        for words in bench.columns[:, :some].T.tolist():
            assert words[layout.FAULT] == 0
            log = [game.cards_of(card) for card in words[LOG : LOG + rules.seats * rules.tricks]]
            assert all(len(card) == 1 for card in log)
            took = words[layout.TOOK : layout.TOOK + rules.tricks]
            tricks = [
                (
                    took[t - 1] if t else rules.first_leader,
                    [card for (card,) in log[t * rules.seats : (t + 1) * rules.seats]],
                    took[t],
                )
                for t in range(rules.tricks)
            ]
            sides = range(rules.side_count)
            penalty = [words[layout.PENALTY + side] for side in sides]
            yield Played(
                [game.cards_of(words[layout.HAND + seat]) for seat in range(rules.seats)],
                tricks,
                [words[layout.POINTS + side] for side in sides],
                [words[layout.TRICKS + side] for side in sides],
                [sum(penalty) - charge for charge in penalty],
                outcomes[words[layout.OUTCOME]],
            )


def twin_policies(policies: str, sides: Sequence[int]) -> list[twin.Policy]:
    said = policies.split(",")
    if len(said) == 2 and len(sides) != 2:
        said = [said[side != sides[0]] for side in sides]
    elif len(said) == 1:
        said *= len(sides)
    return [POLICIES[name] for name in said]


def agrees(
    arm: Arm,
    game: twin.Game,
    policies: str,
    seed: int,
    deals: int,
    result: Callable[[twin.Outcome], tuple[list[int], list[int], str]],
    first: int = 0,
    **options: Any,
) -> None:
    """Compare deals card by card. `result` gives points and eyes by side and the outcome of what the twin played."""
    players = twin_policies(policies, game.sides)
    outcomes = set()
    for index, found in enumerate(engine_deals(arm, seed, first, deals), first):
        said = twin.play(game, found.hands, players, seed, index, **options)
        where = f"seed {seed}, deal {index}"
        assert found.tricks == [(t["leader"], t["cards"], t["winner"]) for t in said["tricks"]], where
        assert found.tricks_won == said["tricks_won"], where
        assert (found.points, found.eyes, found.outcome) == result(said), where
        outcomes.add(found.outcome)
    assert len(outcomes) > 1 or deals < 100


def as_scored(said: twin.Outcome) -> tuple[list[int], list[int], str]:
    return said["points"], said["eyes"], said["outcome"]


def test_every_built_in_policy_has_a_twin() -> None:
    shape = game_of(load("bare", {"signals": "all"})).shape
    assert sorted(POLICIES) == [name for name in names() if named(name).suits(shape, ("lead", "follow"))]


@pytest.mark.large
@pytest.mark.turns(8)
@pytest.mark.parametrize("policies", [*POLICIES, *MIXED])
def test_engine_plays_like_the_twin(
    policies: str, daily_seed: int, size: float, record_property: Callable[[str, object], None]
) -> None:
    deals = int(FULL_DEALS * size)
    if twin_players.PLAYERS.keys() & set(policies.split(",")):
        deals //= 4  # these twins think long
    agrees(arm_of("bare", policies), twin.bare(), policies, daily_seed, deals, as_scored)
    record_property("deals", deals)


@pytest.mark.parametrize(
    ("option", "value"), [("trump_lead", "all"), ("four_eyes_min", 90), ("loser_scale", "loser_based")]
)
def test_options_of_the_play(option: str, value: object, daily_seed: int, size: float) -> None:
    game = twin.bare()
    scored: dict[str, Any] = {}
    if option == "trump_lead":
        game.trump_lead = str(value)
    else:
        scored = {option: value}
    # Policies that give big wins, so that the rows in which the options differ are met.
    for policies in ("random", "greedy,low"):
        arm = arm_of("bare", policies, {option: value})
        agrees(arm, game, policies, daily_seed, int(4000 * size), as_scored, **scored)


def test_ninety_to_thirty_is_scored_as_the_option_says(daily_seed: int) -> None:
    found = {}
    for least in (90, 91):
        arm = arm_of("bare", "random", {"four_eyes_min": least})
        deals = [deal for deal in engine_deals(arm, daily_seed, 0, 2000) if max(deal.points) == 90]
        assert deals
        found[least] = {(max(deal.eyes), deal.outcome) for deal in deals}
    assert found == {90: {(4, "ninety")}, 91: {(2, "win")}}


def test_the_extreme_seeds_and_indices_play_like_the_twin() -> None:
    most = (1 << 64) - 1
    for seed, first in ((0, most - 3), (most, 0), (most, most - 1), (1 << 63, (1 << 63) - 2)):
        agrees(arm_of("bare", "random"), twin.bare(), "random", seed, 2, as_scored, first=first)


# ---------------------------------------------------------------------------------------------------------------------
# Other games

SUITS = "CSHD"
CLASSIC_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def pack(ranks: str) -> list[str]:
    return [rank + suit for suit in SUITS for rank in ranks]


def kozel24() -> twin.Game:
    return twin.Game(
        pack=pack("ATKQJ9"),
        trumps="QC QS QH QD JC JS JH JD AD TD KD 9D".split(),
        plain_order="ATK9",
        points=CLASSIC_POINTS,
        sides=[0, 1, 0, 1],
        hand_size=6,
    )


def kozel28() -> twin.Game:
    return twin.Game(
        pack=pack("ATKQJ98"),
        trumps="QC QS QH QD JC JS JH JD AD TD KD 9D 8D".split(),
        plain_order="ATK98",
        points=CLASSIC_POINTS,
        sides=[0, 1, 0, 1],
        hand_size=7,
    )


def schafkopf() -> twin.Game:
    game = twin.bare()
    game.trumps = "QC QS QH QD JC JS JH JD AH TH KH 9H 8H 7H".split()
    game.trump_lead = "all"
    return game


def skat(trumps: str, plain_order: str, points: dict[str, int]) -> twin.Game:
    return twin.Game(
        pack=pack("ATKQJ987"),
        trumps=trumps.split(),
        plain_order=plain_order,
        points=points,
        sides=[0, 1, 1],
        hand_size=10,
        trump_lead="all",
    )


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("policies", ["greedy", "random,high,greedy,low", "expert,memory,hunter,partner"])
@pytest.mark.parametrize(("name", "game"), [("kozel24", kozel24()), ("kozel28", kozel28())])
def test_six_and_seven_tricks(name: str, game: twin.Game, policies: str, daily_seed: int, size: float) -> None:
    agrees(arm_of(toml(name), policies), game, policies, daily_seed, int(3000 * size), as_scored)


def schafkopf_result(said: twin.Outcome) -> tuple[list[int], list[int], str]:
    ours, theirs = said["points"]
    winner = 0 if ours > 60 else 1
    outcome, worth = "win", 1
    if 0 in said["tricks_won"]:
        outcome, worth = "black", 3
    elif ours > 90 or theirs >= 90:
        outcome, worth = "schneider", 2
    return [ours, theirs], [worth * (side == winner) for side in (0, 1)], outcome


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("policies", ["random", "greedy,low", "expert,memory"])
def test_a_game_in_which_a_tie_is_won_by_one_side(policies: str, daily_seed: int, size: float) -> None:
    agrees(arm_of(toml("schafkopf"), policies), schafkopf(), policies, daily_seed, int(3000 * size), schafkopf_result)


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("policies", ["greedy", "random", "high,low,greedy", "memory,expert"])
def test_three_seats_and_a_talon(policies: str, daily_seed: int, size: float) -> None:
    game = skat("JC JS JH JD", "ATKQ987", CLASSIC_POINTS)

    def result(said: twin.Outcome) -> tuple[list[int], list[int], str]:
        theirs = said["points"][1]
        ours = 120 - theirs  # every card that the others did not win, the talon's included, is in the soloist's pile
        outcome = "schneider" if ours >= 90 else "won" if ours >= 61 else "lost"
        return [ours, theirs], {"schneider": [4, 0], "won": [2, 0], "lost": [0, 4]}[outcome], outcome

    agrees(arm_of(toml("skat_grand"), policies), game, policies, daily_seed, int(3000 * size), result)


@pytest.mark.parametrize("policies", ["low", "low,high", "random"])
def test_no_trumps_and_no_points(policies: str, daily_seed: int, size: float) -> None:
    game = skat("", "AKQJT987", {})

    def result(said: twin.Outcome) -> tuple[list[int], list[int], str]:
        won = said["tricks_won"][0] == 0
        return [0, 0], [2, 0] if won else [0, 4], "won" if won else "lost"

    arm = arm_of(toml("skat_null"), policies)
    players = twin_policies(policies, game.sides)
    for index, found in enumerate(engine_deals(arm, daily_seed, 0, int(3000 * size))):
        said = twin.play(game, found.hands, players, daily_seed, index)
        assert found.tricks == [(t["leader"], t["cards"], t["winner"]) for t in said["tricks"]]
        assert (found.points, found.eyes, found.outcome) == result(said)


@pytest.mark.parametrize("policies", ["greedy", "random", "expert,memory"])
def test_one_against_three(policies: str, daily_seed: int, size: float) -> None:
    game = twin.bare()
    game.sides = [0, 1, 1, 1]
    arm = arm_of("bare", policies, {"sides": "0 1 1 1"})
    agrees(arm, game, policies, daily_seed, int(3000 * size), as_scored)


@pytest.mark.large
@pytest.mark.turns(10)
@pytest.mark.parametrize("policies", ["greedy", "random", "expert"])
def test_everyone_for_himself(policies: str, daily_seed: int, size: float) -> None:
    game = twin.bare()
    game.sides = [0, 1, 2, 3]
    arm = arm_of("bare", policies, {"sides": "0 1 2 3"})

    def result(said: twin.Outcome) -> tuple[list[int], list[int], str]:
        points, tricks = said["points"], said["tricks_won"]
        if 8 in tricks:
            outcome, winner, worth = "lucy", tricks.index(8), 4
        elif max(points) > 90:
            outcome, winner, worth = "ninety", points.index(max(points)), 4
        elif max(points) > 60:
            outcome, winner, worth = "win", points.index(max(points)), 2
        else:
            return points, [0, 0, 0, 0], "none"
        # What is charged to the three others; a side's eyes are the sum of what the other sides are charged.
        return points, [worth * (3 if side == winner else 2) for side in range(4)], outcome

    agrees(arm, game, policies, daily_seed, int(3000 * size), result)


@pytest.mark.large
@pytest.mark.turns(14)
@pytest.mark.parametrize("policies", ["greedy", "greedy,random", "expert,partner"])
def test_cards_worth_anything(policies: str, daily_seed: int, size: float) -> None:
    # Every bit of card points, alone and together: what is cheap and what is rich must not hang on the usual values.
    game = twin.bare()
    game.points = {"A": 17, "T": 1, "K": 5, "Q": 8, "J": 4, "9": 2, "8": 6}
    arm = arm_of("bare", policies, {"points": "A=17 T=1 K=5 Q=8 J=4 9=2 8=6"})

    def result(said: twin.Outcome) -> tuple[list[int], list[int], str]:
        # The pack is worth 172.
        ours, theirs = said["points"]
        if ours == theirs:
            return [ours, theirs], [0, 0], "egg"
        worth, outcome = (4, "ninety") if max(ours, theirs) > 90 else (2, "win")
        if 0 in said["tricks_won"]:
            worth, outcome = 4, "lucy"
        return [ours, theirs], [worth * (ours > theirs), worth * (theirs > ours)], outcome

    agrees(arm, game, policies, daily_seed, int(3000 * size), result)


@pytest.mark.parametrize("leader", [1, 2, 3])
def test_another_seat_leads_first(leader: int, daily_seed: int) -> None:
    game = twin.bare()
    game.leader = leader
    arm = arm_of("bare", "random", {"first_leader": leader})
    agrees(arm, game, "random", daily_seed, 200, as_scored)


@pytest.mark.parametrize(
    ("rules", "game", "policies"),
    [
        ("bare", twin.bare(), "random,high,greedy,low"),
        (toml("schafkopf"), schafkopf(), "greedy"),
        (toml("skat_grand"), skat("JC JS JH JD", "ATKQ987", CLASSIC_POINTS), "random"),
    ],
)
def test_records_hold_what_the_twin_plays(rules: str, game: twin.Game, policies: str, daily_seed: int) -> None:
    players = twin_policies(policies, game.sides)
    for record in at(rules, policies=policies, seed=daily_seed).replay(500, 60):
        written = record.to_json()
        said = twin.play(game, written["hands"], players, daily_seed, written["deal"])
        assert written["tricks"] == said["tricks"]
        assert written["result"]["tricks"] == said["tricks_won"]


# ---------------------------------------------------------------------------------------------------------------------
# The drivers


def driven(arm: Arm, name: str, seed: int, first: int, deals: int) -> NDArray[np.uint64]:
    """The columns that a compiled driver leaves, the entry points of the policies left out."""
    bench = Bench(arm, seed)
    call = ctypes.CFUNCTYPE(None, *(ctypes.c_int64,) * 4)(machine.driver(arm, name))
    block, env = bench.block, bench.env
    call(block.ctypes.data, env.ctypes.data, first, deals)
    columns = bench.columns[:, :deals].copy()
    columns[layout.ENTRY : layout.POINTS] = 0
    return columns


SAME_POLICY = [
    *(("bare", policy) for policy in POLICIES),
    (toml("skat_grand"), "greedy"),
    (toml("kozel28"), "random"),
    (toml("skat_null"), "low"),
]


@pytest.mark.large
@pytest.mark.turns(8)
@pytest.mark.parametrize(("rules", "policy"), SAME_POLICY)
def test_compiled_drivers_leave_the_same_words(rules: str, policy: str, daily_seed: int) -> None:
    arm = arm_of(rules, policy)
    asking = driven(arm, "asking", daily_seed, 1000, layout.LANES)
    assert asking[layout.POINTS : layout.PENALTY].any() or rules == toml("skat_null")
    for name in ("scalar", "lanes"):
        assert (driven(arm, name, daily_seed, 1000, layout.LANES) == asking).all(), name


@pytest.mark.parametrize(("rules", "policy"), SAME_POLICY)
def test_drivers_count_the_same(rules: str, policy: str, daily_seed: int) -> None:
    arm = arm_of(rules, policy)
    asks = (
        Ask("points", us.points, (them.tricks,)),
        Ask("eyes", us.eyes - them.eyes),
        Ask("ten", the_deal.opens("TC")),
    )
    task = Task((arm,), asks, daily_seed)
    deals = 2000
    tables = {name: run(task, deals=deals, driver=name).tables for name in machine.DRIVERS}
    played = list(engine_deals(arm, daily_seed, 0, deals))
    for found in tables.values():
        assert found["points"].cells.tolist() == tables["asking"]["points"].cells.tolist()
        assert found["eyes"].cells.tolist() == tables["asking"]["eyes"].cells.tolist()
        assert found["ten"].cells.tolist() == tables["asking"]["ten"].cells.tolist()
    counted = np.zeros_like(tables["lanes"]["points"].cells)
    for deal in played:
        counted[deal.tricks_won[1], deal.points[0]] += 1
    assert counted.tolist() == tables["lanes"]["points"].cells.tolist()
    opened = sum(deal.tricks[0][1][0] == "TC" for deal in played)
    assert tables["lanes"]["ten"].cells.tolist() == [deals - opened, opened]


PLAIN = [
    *(("bare", policies, None) for policies in (*POLICIES, *MIXED)),
    ("bare", "greedy", {"trump_lead": "all"}),
    ("bare", "random", {"sides": "0 1 2 3"}),
    (toml("skat_grand"), "random,greedy,high", None),
    (toml("kozel24"), "random", None),
    (toml("skat_null"), "random", None),
]


def plain_block(arm: Arm, name: str, seed: int, first: int, deals: int) -> list[list[int]]:
    """The columns that a driver leaves when its text runs as plain Python, up to those of the log."""
    game = arm.game
    shape = game.shape._replace(memory=int(any(policy.remembers for policy in arm.policies)))
    block: list[Any] = [int(word) for word in game.contract.block()]
    coins = sum(policy.draws_coins << seat for seat, policy in enumerate(arm.policies))
    env: list[Any] = [seed, game.contract.table_list, game.rows, coins, 0, 1, *[0] * layout.ENVIRONMENT]
    env[layout.DEALING] = form(play.deal_lanes, shape)
    env[layout.SETTLING] = form(play.settle_lanes, shape)
    for seat, policy in enumerate(arm.policies):
        for k, word in enumerate(("lead", "follow")):
            entry = form(policy.engine_text(word), shape)
            column = layout.ENTRY + layout.DECISIONS * seat + k
            block[column * layout.STRIDE : (column + 1) * layout.STRIDE] = [entry] * layout.STRIDE
    if name == "asking":
        driver = form(play.asking, shape)
    else:
        make: Any = play.lanes_driver if name == "lanes" else play.scalar_driver
        words = ("lead", "follow") if name == "lanes" else ("lead", "follow", "exchange", "declare", "meld")
        driver = form(make(*map(arm.policies[0].engine_text, words)), shape)
    driver(block, env, first, deals)
    columns = [block[column * layout.STRIDE :][:deals] for column in range(layout.COLUMNS)]
    columns[layout.ENTRY : layout.POINTS] = [[0] * deals] * (layout.POINTS - layout.ENTRY)
    return columns


@pytest.mark.parametrize(("rules", "policies", "options"), PLAIN)
def test_the_plain_text_agrees_with_machine_code(
    rules: str, policies: str, options: dict[str, object] | None, daily_seed: int
) -> None:
    arm = arm_of(rules, policies, options)
    deals = 12
    bench = Bench(arm, daily_seed)
    bench.play(77, deals)
    logged = bench.columns[:, :deals].copy()
    logged[layout.ENTRY : layout.POINTS] = 0
    assert logged[LOG].all()
    drivers = machine.DRIVERS if "," not in policies else ("asking",)
    for name in drivers:
        columns = plain_block(arm, name, daily_seed, 77, deals)
        end = layout.COLUMNS if name == "asking" else LOG
        assert columns[:end] == logged[:end].tolist(), name


# ---------------------------------------------------------------------------------------------------------------------
# The worked example of the rules


@text
def as_written(block: list[int], lane: int, seat: int) -> int:
    """A policy that plays what stands in the log, whatever it is."""
    place = number(get(block, TRICK, lane)) * G.seats + position(block, lane, seat)
    return get(block, LOG + place, lane)


WRITTEN = {
    0: "QS JC JH AD KD 7D KS 8S",
    1: "QC JS JD TD TC 9H AS TS",
    2: "QH QD 8D KC 9C 7C KH 7S",
    3: "9D AC 8C AH TH 8H 7H 9S",
}
PLAYED = [
    (0, "QS QC 8D 9D", 1, 6),
    (1, "AS 7S 9S 8S", 1, 11),
    (1, "TS QD 8C KS", 2, 17),
    (2, "QH 8H AD JD", 2, 16),
    (2, "KH AH 7D 9H", 0, 15),
    (0, "JC JS KC 7H", 0, 8),
    (0, "JH TD 7C TH", 0, 22),
    (0, "KD TC 9C AC", 0, 25),
]


def columns_of(game: Game, cards: Sequence[str]) -> list[int]:
    """What machine code leaves after playing the worked example's hands with these cards in the order of play."""
    bench = Bench(Arm(game, line_up("low", game.rules.sides)), 0)
    entry = store.entry(as_written, game.shape, 3, True, "test: what is written")
    for seat in range(game.rules.seats):
        column = layout.ENTRY + layout.DECISIONS * seat
        bench.columns[column : column + 2] = entry
        bench.columns[layout.HAND + seat, 0] = game.set_of(WRITTEN[seat].split())
    for place, card in enumerate(cards):
        bench.columns[LOG + place, 0] = game.set_of(card.split())
    bench.env[layout.READY] = 1
    call = ctypes.CFUNCTYPE(None, *(ctypes.c_int64,) * 4)(store.entry(play.asking, game.shape, 4, False, "asking"))
    call(bench.block.ctypes.data, bench.env.ctypes.data, 0, 1)
    found: list[int] = bench.columns[:, 0].tolist()
    return found


def test_the_worked_example_through_machine_code() -> None:
    game = game_of(load("bare"))
    words = columns_of(game, [card for _, cards, _, _ in PLAYED for card in cards.split()])
    assert words[layout.FAULT] == 0
    assert words[layout.POINTS : layout.POINTS + 2] == [103, 17]
    assert words[layout.TRICKS : layout.TRICKS + 2] == [6, 2]
    assert words[layout.PENALTY : layout.PENALTY + 2] == [0, 4]
    assert game.rules.scoring_rows()[words[layout.OUTCOME] - 1].outcome == "ninety"
    assert words[layout.FIRST] == 1
    assert game.cards_of(words[layout.OPENED]) == ["QS"]


@pytest.mark.parametrize(
    ("place", "card"),
    [
        (1, "AS"),  # a trump was led and seat 1 holds some
        (4, "JS"),  # seat 1 may not lead a trump while it has plain cards
        (5, "KH"),  # seat 2 holds 7S
        (8, "QC"),  # gone
        (31, "7C"),  # not his
        (7, ""),
        (7, "8S KS"),
    ],
)
def test_an_illegal_card_in_the_worked_example_is_noted(place: int, card: str) -> None:
    game = game_of(load("bare"))
    cards = [one for _, trick, _, _ in PLAYED for one in trick.split()]
    cards[place] = card
    assert columns_of(game, cards)[layout.FAULT] == 1 + place


def test_the_worked_example_through_the_plain_text() -> None:
    game = game_of(load("bare"))
    block = [int(word) for word in game.contract.block()]
    for seat, hand in WRITTEN.items():
        block[(layout.HAND + seat) * layout.STRIDE] = game.set_of(hand.split())
    starts, legals, lays, takes = (form(f, game.shape) for f in (begin, legal_cards, lay, take))
    starts(block, 0)
    legal = {}
    for trick, (leader, cards, winner, _) in enumerate(PLAYED):
        assert block[layout.LEADER * layout.STRIDE] == leader
        for place, card in enumerate(cards.split()):
            seat = (leader + place) % 4
            legal[trick + 1, seat] = game.cards_of(legals(block, 0, seat, trick, place == 0))
            assert card in legal[trick + 1, seat]
            lays(block, 0, seat, place == 0, game.set_of([card]))
        takes(block, 0, trick)
        assert block[layout.LEADER * layout.STRIDE] == winner
    # The example says why seat 1 leads spades: it holds trumps but is not of the praiser's side.
    assert legal[2, 1] == "TC AS TS 9H".split()
    assert legal[3, 1] == "TC TS 9H".split()


def test_the_worked_example_on_the_board() -> None:
    game = game_of(load("bare"))
    board = Board(game)
    board.deal([game.set_of(WRITTEN[seat].split()) for seat in range(4)], 0)
    for trick, (leader, cards, winner, points) in enumerate(PLAYED):
        for place, card in enumerate(cards.split()):
            board.lay((leader + place) % 4, place == 0, game.set_of([card]))
        assert board.points(game.set_of(cards.split())) == points
        assert board.take(trick) == winner
    assert board.settle(0) == ([103, 17], [6, 2], [0, 4], "ninety")
