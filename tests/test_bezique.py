"""Two-player Bezique (rules.md, 11): the deal against its slow twin, records, scores, and exact numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest
import twin_bezique
import twin_bezique_match
from twin_melds import Options

import goatsim
from goatsim.engine import layout, matches
from goatsim.engine.jit import form
from goatsim.game import game_of
from goatsim.games import load
from goatsim.matches import Start, match_of, match_terms
from goatsim.show.melding import sevens_played
from goatsim.show.text import record_text
from goatsim.show.tricks import trick_rows

PLAYERS = {"low": twin_bezique.low_player, "random": twin_bezique.random_player}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"last_trick": 24, "meld_after_trick_24": True},
    {"double_after_single": False, "seven_uses_meld": True},
    {"seven_score": "every_event"},
]


def records(policy: str, seed: int, count: int, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Some deals written down."""
    lab = goatsim.at("bezique", policies=policy, seed=seed, options=dict(options or {}), progress="never")
    return [record.to_json() for record in lab.replay(0, count)]


def bare(record: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """What the twin knows of a record, cards of melds and hands in any order."""
    found = {key: record[key] for key in keys}
    found["hands"] = [sorted(hand) for hand in record["hands"]]
    found["tricks"] = [{key: trick[key] for key in ("leader", "cards", "winner")} for trick in record["tricks"]]
    found["melds"] = [{**meld, "cards": sorted(meld["cards"])} for meld in record.get("melds", [])]
    return found


DEAL = ("hands", "stock", "turned", "trump", "tricks", "melds", "result", "played")


@pytest.mark.large
@pytest.mark.turns(8)
@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_deal_agrees_with_its_twin(policy: str, options: dict[str, Any], daily_seed: int, size: float) -> None:
    deals = round(500 * size)
    players = [PLAYERS[policy]()] * 2
    for index, record in enumerate(records(policy, daily_seed, deals, options)):
        slow = twin_bezique.play(Options(**options), players, daily_seed, index)
        assert bare(record, DEAL) == bare(slow, DEAL), (daily_seed, index)


@pytest.mark.large
@pytest.mark.turns(8)
@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("options", [{}, {"target_check": "instant", "target": 300}], ids=str)
def test_matches_agree_with_their_twin(policy: str, options: dict[str, Any], daily_seed: int, size: float) -> None:
    lab = goatsim.at("bezique", policies=policy, seed=daily_seed, options=options, progress="never")
    players = [PLAYERS[policy]()] * 2
    for number in range(round(20 * size)):
        found = [record.to_json() for record in lab.replay(number, 1, match=True)]
        slow, end = twin_bezique_match.play(Options(**options), players, daily_seed, number)
        keys = (*DEAL, "dealer", "first_leader", "score_before")
        assert [bare(one, keys) for one in found] == [bare(one, keys) for one in slow], (daily_seed, number)
        assert [one["match"]["score_after"] for one in found] == [one["match"]["score_after"] for one in slow]
        assert end.winner is not None and found[-1]["match"]["loser"] == 1 - end.winner
        assert [verdict.errors for verdict in goatsim.score(found)] == [()] * len(found)


@pytest.mark.parametrize(
    ("charged", "lost", "score"), [((0, 10), 2, [1000, 1010]), ((10, 0), 1, [1010, 1000]), ((20, 20), 0, [1020, 1020])]
)
def test_a_tie_at_the_target_is_played_on(charged: tuple[int, int], lost: int, score: list[int]) -> None:
    game = match_of(game_of(load("bezique")))
    block, terms = [0] * (layout.COLUMNS * layout.STRIDE), [0] * layout.TERMS
    for place, value in match_terms(game, Start()).items():
        terms[place] = value
    form(matches.begin_match, game.shape)(block, 0, terms, 0, 0)
    columns = {layout.SCORE: 1000, layout.SCORE + 1: 1000, layout.PENALTY: charged[0], layout.PENALTY + 1: charged[1]}
    for column, value in columns.items():
        block[column * layout.STRIDE] = value
    block[layout.OUTCOME * layout.STRIDE] = 1
    assert form(matches.advance, game.shape)(block, 0, terms) == lost
    assert [block[(layout.SCORE + side) * layout.STRIDE] for side in range(2)] == score


# ---------------------------------------------------------------------------------------------------------------------
# Numbers


def test_first_eight_cards_are_counted_exactly() -> None:
    hands = comb(64, 8)
    # Neither queen of spades nor jack of diamonds is missing.
    bezique = 1 - Fraction(2 * comb(62, 8) - comb(60, 8), hands)
    aces = Fraction(sum(comb(8, k) * comb(56, 8 - k) for k in range(4, 9)), hands)
    for text, share in (("has QS JD", bezique), ("aces >= 4", aces), ("turned.cards(7*) == 1", Fraction(1, 8))):
        answer = goatsim.ask(text, rules="bezique")
        assert answer.method == "exact" and answer.fraction == share, text
    assert round(100 * float(bezique), 3) == 5.029 and round(100 * float(aces), 3) == 0.617


def test_the_chance_of_a_trump_sequence_is_counted_exactly() -> None:
    # One of the five ranks may lie open, so that one copy of it is left, or another card of the suit.
    def with_copies(single: int) -> Fraction:
        names, hands = [2] * (5 - single) + [1] * single, comb(63, 8)
        missing = 0
        for absent in range(1 << 5):
            left = sum(n for k, n in enumerate(names) if not absent >> k & 1) + 63 - sum(names)
            missing += (-1) ** absent.bit_count() * comb(left, 8)
        return Fraction(missing, hands)

    share = Fraction(10, 16) * with_copies(1) + Fraction(6, 16) * with_copies(0)
    answer = goatsim.ask("has AC TC KC QC JC and turned.cards(*C) == 1", rules="bezique")
    assert answer.method == "exact" and answer.fraction is not None and 4 * answer.fraction == share
    assert round(100 * float(share), 5) == 0.01553


@pytest.mark.large
def test_every_deal_keeps_what_every_deal_has(daily_seed: int, size: float) -> None:
    for policy in ("random", "composer"):
        for record in records(policy, daily_seed, round(300 * size)):
            result = record["result"]
            assert len(record["tricks"]) == sum(result["tricks"]) == 32
            assert sum(result["brisques"]) == 160 and sorted(result["last_trick"]) == [0, 10]
            melds = [sum(m["points"] for m in record["melds"] if m["seat"] == seat) for seat in (0, 1)]
            sevens = [m for m in record["melds"] if m["meld"] in ("seven", "exchange")]
            assert sum(melds) - 10 * len(sevens) == sum(result["melds"])
            assert sum(result["score"]) - sum(result["melds"]) - sum(result["sevens"]) == 170


def test_questions_agree_with_records() -> None:
    found = records("low", 5, 50)
    lab = goatsim.at("bezique", policies="low", seed=5, deals=50, progress="never")
    for text, value in (
        ("us.score", lambda one: one["result"]["score"][0]),
        ("them.melds", lambda one: one["result"]["melds"][1]),
        ("us.sevens", lambda one: one["result"]["sevens"][0]),
        ("them.brisques", lambda one: one["result"]["brisques"][1]),
        ("us.meld(marriage)", lambda one: sum((m["meld"], m["seat"]) == ("marriage", 0) for m in one["melds"])),
    ):
        mean = sum(map(value, found)) / len(found)
        assert lab.spread(text).mean == pytest.approx(mean), text


# ---------------------------------------------------------------------------------------------------------------------
# Faults

Change = Callable[[dict[str, Any]], None]


def errors(change: Change, seed: int = 3) -> str:
    """What is found wrong with a deal of `low` after a change."""
    (record,) = records("low", seed, 1)
    changed = copy.deepcopy(record)
    change(changed)
    (verdict,) = goatsim.score(changed)
    assert verdict.legal is (not verdict.errors)
    return "\n".join(verdict.errors)


def meld(record: dict[str, Any], name: str) -> dict[str, Any]:
    """The first meld of a name."""
    found: dict[str, Any] = next(one for one in record["melds"] if one["meld"] == name)
    return found


def twice(record: dict[str, Any]) -> None:
    made = meld(record, "royal_marriage")
    winner = next(
        k for k, trick in enumerate(record["tricks"], 1) if k > made["trick"] and trick["winner"] == made["seat"]
    )
    record["melds"].append({**made, "trick": winner})


def elsewhere(record: dict[str, Any]) -> None:
    held = {card for trick in record["tricks"] for card in trick["cards"]}
    meld(record, "royal_marriage")["cards"] = sorted(held)[:2]


def of_the_loser(record: dict[str, Any]) -> None:
    made = meld(record, "royal_marriage")
    made["seat"] = 1 - made["seat"]


def late_revoke(record: dict[str, Any]) -> None:
    held: list[list[str]] = [[], []]
    for trick in record["tricks"][24:]:
        for k, card in enumerate(trick["cards"]):
            held[(trick["leader"] + k) % 2].append(card)
    for place, trick in enumerate(record["tricks"][24:], 24):
        led, answer = trick["cards"]
        seat = 1 - trick["leader"]
        others = [card for card in held[seat] if card[1] != led[1] and card != answer]
        if answer[1] == led[1] and others:
            trick["cards"][1] = others[0]
            record["tricks"][place + 1 :] = []
            record.pop("result")
            record.pop("played")
            for key in ("winner", "points"):
                trick.pop(key)
            return
        for k, card in enumerate(trick["cards"]):
            held[(trick["leader"] + k) % 2].remove(card)


def missing_card(record: dict[str, Any]) -> None:
    record["tricks"][2]["cards"][0] = record["tricks"][30]["cards"][0]


def third_copy(record: dict[str, Any]) -> None:
    record["hands"][0][0] = record["stock"][0] = record["stock"][1]
    del record["number"]


PLANTED: dict[str, tuple[Change, str]] = {
    "a meld scored twice": (twice, "have not served in a meld of this kind (marriage)"),
    "a meld not held": (elsewhere, "which it does not"),
    "a meld of who lost the trick": (of_the_loser, "who took the trick"),
    "points of a meld": (lambda one: meld(one, "royal_marriage").update(points=20), "expected 40 points, got 20"),
    "an unknown meld": (lambda one: meld(one, "royal_marriage").update(meld="royal"), "expected one of sequence"),
    "a second exchange": (lambda one: one["melds"].append(meld(one, "exchange")), "one exchange"),
    "a card that must not follow": (late_revoke, "must follow suit, and win, or else trump"),
    "a card that is not held": (missing_card, "which is in"),
    "a third copy": (third_copy, "expected every card twice"),
    "a wrong winner": (lambda one: one["tricks"][4].update(winner=1 - one["tricks"][4]["winner"]), "expected winner"),
    "a score off by ten": (lambda one: one["result"]["score"].__setitem__(0, 0), "expected score"),
    "points in a result": (lambda one: one["result"].update(points=[50, 110]), "in a game with melds, got points"),
    "another trump": (lambda one: one.update(trump="H" if one["trump"] != "H" else "C"), "expected trump"),
    "another order of the stock": (lambda one: one.update(stock=one["stock"][::-1]), "expected the stock"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_named(name: str) -> None:
    change, said = PLANTED[name]
    # Not every deal has a suit that is followed in its second phase.
    assert said in errors(change, 6 if change is late_revoke else 3)


@pytest.mark.parametrize("options", [{}, {"seven_score": "every_event"}], ids=str)
def test_sevens_are_shown_where_they_score(options: dict[str, Any]) -> None:
    rules = load("bezique", options)
    seen = set()
    for record in records("random", 3, 150, options):
        scored = [10 * (record["turned"][0] == "7" and seat == rules.dealer) for seat in range(2)]
        for meld in record.get("melds", []):
            scored[meld["seat"]] += meld["points"] * (meld["meld"] in ("exchange", "seven"))
        for trick, played in enumerate(sevens_played(record, rules), 1):
            for seat, card in played:
                scored[seat] += 10
                seen.add(trick)
                (line,) = [row.melds for row in trick_rows(record, rules) if row.name == str(trick)]
                assert f"{card} of seat {seat} scores 10" in line
        assert scored == record["result"]["sevens"], record["deal"]
        told = f"seat {rules.dealer}, who deals, scores 10 for it" in record_text(record, rules)
        assert told == (record["turned"][0] == "7")
    assert {1, 24} <= seen <= set(range(1, 25))


def test_sevens_are_not_shown_where_melds_are_not_told() -> None:
    played = records("random", 3, 9)
    assert any(any(sevens_played(record, load("bezique"))) for record in played)
    assert not any(any(sevens_played({**record, "melds": None}, load("bezique"))) for record in played)
