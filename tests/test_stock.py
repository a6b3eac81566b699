"""The game with a stock (rules.md, 7): against its slow twin, its numbers, its records and what is wrong with them."""

from __future__ import annotations

import copy
import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
import twin_players
import twin_stock

import goatsim
from goatsim.exact.space import space_of
from goatsim.games import load
from goatsim.ledger import Facts, Ledger, terms_of
from goatsim.records.referee import Referee
from goatsim.show.text import record_text

JUDGE = Referee()
SEATS = range(4)

Record = dict[str, Any]


def engine_deals(policy: str, options: Mapping[str, object], seed: int, deals: int) -> list[Record]:
    lab = goatsim.at("stock", options=options, policies=policy, seed=seed)
    return [record.to_json() for record in lab.replay(0, deals)]


def agree(found: Record, said: Record, where: str) -> None:
    """Compare a deal as the engine played it with the twin's."""
    assert [set(hand) for hand in found["hands"]] == [set(hand) for hand in said["hands"]], where
    assert found["stock"] == said["stock"], where
    assert found["tricks"] == said["tricks"], where
    assert found.get("swaps", []) == said["swaps"], where
    assert (found["played"], found.get("stopped")) == (said["played"], said.get("stopped")), where
    assert found["result"] == said["result"], where


def hold_apart(record: Record) -> bool:
    """Whether the queen and the seven of clubs came to opposite teams; a capture shows it before all is drawn."""
    side: dict[str, int] = {}
    for trick in record["tricks"]:
        side |= {card: (trick["leader"] + place) % 2 for place, card in enumerate(trick["cards"])}
    return bool(record["played"] == "stopped" or side["QC"] != side["7C"])


@pytest.mark.large
@pytest.mark.turns(4)
@pytest.mark.parametrize("policy", twin_players.PLAYERS)
def test_players_that_remember_go_like_the_twin(
    policy: str, size: float, daily_seed: int, record_property: Callable[[str, object], None]
) -> None:
    """What a seat has shown to lack is forgotten when it draws (`tests/test_game_twins.py` has the simpler players)."""
    deals, apart = int(size * 5000) // 4, 0  # these twins think long
    record_property("deals", deals)
    for found in engine_deals(policy, {}, daily_seed, deals):
        said = twin_stock.play(twin_stock.Options(), [policy], daily_seed, found["deal"])
        agree(found, said, f"{policy}, seed {daily_seed}, deal {found['deal']}")
        apart += hold_apart(found)
    share, error = apart / deals, math.sqrt(16 / 31 * 15 / 31 / deals)
    assert abs(share - 16 / 31) < 4.5 * error


def turned(record: Record, dealer: int) -> Record:
    """A deal of the twin, in which seat 0 deals, as it is told where another seat deals."""
    told = copy.deepcopy(record)
    told["hands"] = [told["hands"][(seat - dealer) % 4] for seat in SEATS]
    for part in (*told["tricks"], *told["swaps"], *([told["stopped"]] if "stopped" in told else [])):
        for key in ("leader", "winner", "giver", "receiver", "by"):
            if key in part:
                part[key] = (part[key] + dealer) % 4
    if dealer % 2:
        for key in ("points", "tricks", "eyes"):
            told["result"][key] = told["result"][key][::-1]
    return told


@pytest.mark.large
def test_matches_go_like_the_twin(size: float, daily_seed: int) -> None:
    """The deal goes round, also behind an egg; in the first deal nobody is barred; 12 eyes end the match."""
    lab = goatsim.at("stock", policies="random", seed=daily_seed)
    score, dealer, dealers, eggs = [0, 0], 0, set(), 0
    for record in lab.replay(0, int(size * 150), match=True):
        found = record.to_json()
        match = found["match"]
        if match["deal"] == 0:
            score, dealer, eggs = [0, 0], found["dealer"], 0
            dealers.add(dealer)
            assert found["first_deal"]
        assert (found["dealer"], found["first_leader"], found["score_before"]) == (dealer, dealer, score)
        barred = None if match["deal"] == 0 else twin_stock.PREVIOUS
        index = (match["number"] << 20) + match["deal"]
        said = twin_stock.play(twin_stock.Options(), ["random"], daily_seed, index, barred)
        agree(found, turned(said, dealer), f"seed {daily_seed}, match {match['number']}, deal {match['deal']}")
        score = [had + got for had, got in zip(score, found["result"]["eyes"], strict=True)]
        eggs += found["result"]["outcome"] == "egg"
        dealer = (dealer + 1) % 4
        assert match["score_after"] == score
        assert match.get("loser") == next((1 - side for side in (0, 1) if score[side] >= 12), None)
        if "loser" in match:
            assert match["title"] == ("goat+eggs" if eggs else "goat")
    assert len(dealers) > 1


def test_numbers_rank_hands_and_the_order_of_the_stock() -> None:
    space = space_of(load("stock"))
    assert space.count == math.comb(32, 4) * math.comb(28, 4) * math.comb(24, 4) * math.comb(20, 4) * math.factorial(16)
    hands, stock = space.unrank(0)
    assert [card for hand in hands for card in hand] + stock == list(space.pack)
    for number in (0, 1, 15, math.factorial(15), space.count // 3, space.count - 1):
        hands, stock = space.unrank(number)
        assert space.rank(hands, stock) == number
    # The last two cards of the stock are the last digit but the empty one.
    hands, stock = space.unrank(1)
    assert space.unrank(0)[1][:14] == stock[:14] and space.unrank(0)[1][14:] == stock[:13:-1]
    lab = goatsim.at("stock", seed=3)
    (deal,) = lab.deal(5)
    (named,) = lab.deal(number=deal.number)
    assert (named.hands, named.stock, named.to_json()["stock"]) == (deal.hands, deal.stock, list(deal.stock))
    (played,) = lab.replay(number=deal.number)
    assert (played.stock, played.number) == (deal.stock, deal.number)


@pytest.mark.large
def test_every_order_of_the_stock_is_as_likely(size: float, daily_seed: int) -> None:
    """Each place holds each card in 1 of 32 deals, also behind the tenth place, where a new word begins."""
    deals = int(size * 20_000)
    seen: Counter[tuple[int, str]] = Counter()
    lab = goatsim.at("stock", seed=daily_seed)
    for index in range(deals // 10):
        (deal,) = lab.deal(index)
        seen.update(enumerate(deal.stock))
    expected = deals / 10 / 32
    excess = sum((seen[place, card] - expected) ** 2 / expected for place in range(16) for card in load("stock").pack)
    freedom = 16 * 31
    assert excess < freedom + 6 * math.sqrt(2 * freedom)


def opposite(winners: tuple[int, ...]) -> Fraction:
    """The chance that two cards end in opposite teams, where each of these seats won a trick after which all drew."""
    owners = [seat for seat in SEATS for _ in range(4)]
    owners += [(winner + place) % 4 for winner in winners for place in SEATS]
    apart = sum(a % 2 != b % 2 for a, b in itertools.permutations(owners, 2))
    return Fraction(apart, 32 * 31)


def test_where_the_queen_and_the_seven_of_clubs_end() -> None:
    """Who gets a card of the stock is settled before it is seen, and whoever wins, each seat gets eight of 32."""
    assert {opposite(winners) for winners in itertools.product(SEATS, repeat=4)} == {Fraction(16, 31)}


def test_dealt_words_mean_the_first_four_cards_and_the_talon_the_stock() -> None:
    lab = goatsim.at("stock")
    for trumps in range(5):
        ways = Fraction(math.comb(14, trumps) * math.comb(18, 4 - trumps), math.comb(32, 4))
        assert lab.ask(f"trumps == {trumps}").fraction == ways
    assert lab.ask("talon.trumps == 14").fraction == Fraction(math.comb(18, 2), math.comb(32, 16))
    assert lab.ask("talon has QC 7C and me.trumps == 4").fraction == Fraction(
        math.comb(12, 4) * math.comb(26, 14), math.comb(32, 4) * math.comb(28, 16)
    )


def test_the_worked_example() -> None:
    """Rules 7: A 74, B 46, and then B's queen of clubs falls to A's seven: B is charged 2 and 4."""
    ledger = Ledger(terms_of(load("stock")), dealer=0)
    assert twin_stock.score([74, 46], [5, 3]) == ([2, 0], "win")
    lab = goatsim.at("stock", policies="random", seed=1)
    found, caught = (next(record.to_json() for record in lab.replay(index)) for index in (196, 78))
    assert found["result"]["points"] == [74, 46]
    assert (found["result"]["eyes"], found["result"]["outcome"]) == ([2, 0], "win")
    assert (caught["stopped"]["trick"], caught["result"]["eyes"]) == (5, [4, 0])
    assert sum(caught["result"]["tricks"]) == 4
    ledger = ledger.after(Facts("win", (0, 2), (74, 46), (5, 3)))
    ledger = ledger.after(Facts("capture", (0, 4), counted=False))
    assert (ledger.penalty, ledger.eyes, ledger.dealer) == ((0, 6), (6, 0), 2)


def test_an_egg_moves_the_deal_on() -> None:
    ledger = Ledger(terms_of(load("stock")), dealer=1).after(Facts("egg", (0, 0), (60, 60), (4, 4)))
    assert (ledger.dealer, ledger.penalty, ledger.eggs) == (2, (0, 0), 1)


# What the referee names


def errors(record: Record) -> str:
    verdict = JUDGE.judge(record)
    assert verdict.legal is not bool(verdict.errors)
    return "\n".join(verdict.errors)


@pytest.fixture(scope="module")
def deals() -> list[Record]:
    return engine_deals("random", {}, 5, 300)


def test_records_are_legal_also_where_the_stock_is_not_told(deals: list[Record]) -> None:
    for record in deals:
        assert errors(record) == ""
        told: Record = {key: record[key] for key in ("game", "hands", "tricks", "swaps") if key in record}
        verdict = JUDGE.judge(told)
        assert verdict.legal, (record, verdict.errors)
        assert verdict.result == record["result"]


def whole(deals: list[Record]) -> Record:
    """A deal that was played to its end without an exchange."""
    return copy.deepcopy(next(one for one in deals if one["played"] == "whole" and "swaps" not in one))


def test_a_wrong_order_of_drawing_is_named(deals: list[Record]) -> None:
    record = whole(deals)
    stock = record["stock"]
    winner = record["tricks"][0]["winner"]
    stock[0], stock[1] = stock[1], stock[0]
    assert errors(record).startswith(f"number {record['number']}: expected the stock ")
    del record["number"]
    # The winner or its neighbour plays what, by this order, the other one has drawn.
    assert any(f"which is in the hand of seat {seat}" in errors(record) for seat in (winner, (winner + 1) % 4))
    record["stock"] = stock[:15]
    assert "expected a stock of 16 cards" in errors(record)
    record["stock"] = [*stock[:15], stock[0]]
    assert f"stock: expected every card once, got {stock[0]} twice" in errors(record)


def test_a_card_that_the_stock_has_not_given_yet_is_named(deals: list[Record]) -> None:
    record = whole(deals)
    late = record["stock"][12]
    record["tricks"][1]["cards"][0] = late
    leader = record["tricks"][1]["leader"]
    assert f"trick 2: seat {leader} led {late}, which is still in the stock" in errors(record)
    del record["stock"], record["number"]
    early = record["tricks"][0]
    early["cards"][0] = late
    assert f"trick 1: seat 0 led {late}, which is still in the stock" in errors(record)


def test_a_swap_that_was_not_made_is_named(deals: list[Record]) -> None:
    record = copy.deepcopy(next(one for one in deals if "swaps" in one))
    (swap,) = record["swaps"]
    last = record["tricks"][7]
    assert swap["trick"] == 8
    assert last["leader"] == swap["giver"]
    assert "before trick 8" in record_text(record, load("stock"))
    wrong = copy.deepcopy(record)
    wrong["swaps"] = [{**swap, "gave": swap["got"], "got": swap["gave"]}]
    assert f"trick 8: expected seat {swap['giver']} to give {swap['gave']}" in errors(wrong)
    del record["swaps"]
    forced = f"trick 8: expected seat {swap['giver']} to exchange {swap['gave']} for {swap['got']}"
    assert errors(record).startswith(forced)
    assert errors(record).count("\n") == 0
    # Played without it, nothing else is wrong with the cards.
    last["cards"][0], last["cards"][2] = last["cards"][2], last["cards"][0]
    for key in ("winner", "points"):
        del last[key]
    del record["result"], record["played"]
    assert errors(record).count("\n") == 0
    record["options"] = {"swap_last_trump": False}
    assert errors(record) == ""


def test_a_swap_that_is_not_allowed_is_named(deals: list[Record]) -> None:
    record = whole(deals)
    leader = record["tricks"][7]["leader"]
    cards = record["tricks"][7]["cards"]
    swap = {"giver": leader, "receiver": (leader + 2) % 4, "gave": cards[2], "got": cards[0], "trick": 8}
    assert "trick 8: expected no swap before it" in errors({**record, "swaps": [swap]})
    assert "expected a swap before trick 8 alone" in errors({**record, "swaps": [{**swap, "trick": 3}]})
    without = {**record, "options": {"swap_last_trump": False}, "swaps": [swap]}
    assert "expected no swap between tricks, since the rules allow none" in errors(without)


def test_a_first_lead_of_a_trump_is_named(deals: list[Record]) -> None:
    trumps = load("stock").trumps
    record = next(one for one in map(copy.deepcopy, deals) if {*one["hands"][0]} & {*trumps} - {"7C", "QC"})
    lead = next(card for card in record["hands"][0] if card in trumps and card not in ("7C", "QC"))
    before = record["tricks"][0]["cards"][0]
    for trick in record["tricks"]:
        trick["cards"] = [{lead: before, before: lead}.get(card, card) for card in trick["cards"]]
    assert f"trick 1: seat 0 led {lead}, a trump that it may not lead yet" in errors(record)


def test_play_behind_a_capture_is_named(deals: list[Record]) -> None:
    record = copy.deepcopy(next(one for one in deals if one["played"] == "stopped"))
    played = {card for trick in record["tricks"] for card in trick["cards"]}
    left = [card for card in load("stock").pack if card not in played]
    record["tricks"].append({"leader": 0, "cards": left[:4]})
    assert "expected the deal to end with" in errors(record)
