"""Kinds of deal by hand: decks made so that every sentence of the rules (3.1 - 3.6) shows, dealt by the slow twin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import twin
import twin_kinds
import twin_praise
from twin_kinds import Choice
from twin_praise import Options, Player, Question, Record

GAME = twin.bare()


def names(text: str) -> list[str]:
    return text.split()


def deck(top: str, bottom: str = "") -> list[str]:
    """A deck with these cards on top and at the bottom (its last card last), the others between in pack order."""
    first, last = names(top), names(bottom)
    return [*first, *(card for card in GAME.pack if card not in [*first, *last]), *last]


class Asked:
    """Gives the answers one after another and keeps what it was asked."""

    def __init__(self, *answers: str | None) -> None:
        self.answers: Iterator[str | None] = iter(answers)
        self.choices: list[Choice] = []

    def __call__(self, choice: Choice) -> str | None:
        self.choices.append(choice)
        return next(self.answers)


GREEDY = Player(twin.greedy)


def played(cards: Sequence[str], monkeypatch: pytest.MonkeyPatch, player: Player = GREEDY, **options: Any) -> Record:
    """The deal that players of one kind make of a deck."""
    monkeypatch.setattr(twin_kinds, "deck_of", lambda *given: list(cards))
    hands = twin_kinds.regular(list(cards)).hands
    return twin_praise.play(Options(**options), lambda attempt: hands, [player] * 4, 0, 0)


def test_the_order_of_a_deck_gives_the_regular_hands(daily_seed: int) -> None:
    hands = [GAME.pack[seat::4] for seat in range(4)]
    orders = set()
    for index in range(200):
        cards = twin_kinds.deck_of(GAME, hands, daily_seed, index, 0)
        assert sorted(cards) == sorted(GAME.pack)
        assert [sorted(hand) for hand in twin_kinds.regular(cards).hands] == [sorted(hand) for hand in hands]
        orders.add(tuple(cards))
    assert len(orders) == 200


def test_draws_are_even_and_drawn_again_where_they_would_not_be(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**64 is one more than a multiple of 3, so just one word of all is no use: the one with nothing left over.
    words = {0: 0, 1: 2**63}
    monkeypatch.setattr(twin_kinds, "word_of", lambda *given: words[given[5] if len(given) > 5 else 0])
    assert twin_kinds.below(3, 1, 2, 0, 3, 0) == 1
    words[0] = 2**64 - 1
    assert twin_kinds.below(3, 1, 2, 0, 3, 0) == 2


def test_an_open_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = deck("7C 8C 9C KC AC TC AS 7D 7S 8S 9S KS TS QC QS QH")
    dealt = twin_kinds.happy(cards)
    assert dealt.laid[:2] == [names("AC TC AS 7D"), names("TS QC QS QH")]
    assert set(dealt.hands[0]) >= set(names("7C AC 7S TS"))
    record = played(cards, monkeypatch, praise="HAPPY")
    assert [(trick["leader"], trick["winner"], trick.get("pre")) for trick in record["tricks"][:2]] == [
        (0, 3, True),
        (0, 1, True),
    ]
    assert [trick.get("pre", False) for trick in record["tricks"]] == [True] * 4 + [False] * 4
    assert record["tricks"][4]["leader"] == record["tricks"][3]["winner"]
    assert record["swaps"] == []


def test_a_mirror() -> None:
    # Ten cards are lifted: at the bottom of the packet lie QC, JD and then 9C.
    cards = deck("7C 8C 7S 8S 7H 8H KC 9C JD QC AC")
    dealt = twin_kinds.mirror(GAME, cards, lambda seat, low, high: 10, False, False)
    assert dealt.hands[0][:3] == names("QC JD 7C")
    assert [dealt.hands[seat][0] for seat in (1, 2, 3)] == names("8C 7S 8S")
    # Six rounds go round the table; then the praiser has eight.
    after = [*names("7C 8C 7S 8S 7H 8H KC 9C"), *cards[10:]]
    assert dealt.hands[0] == [*names("QC JD"), *after[0:24:4]]
    assert dealt.hands[1] == [*after[1:24:4], after[24], after[27]]
    assert dealt.laid == []


def test_a_mirror_takes_eight_trumps_at_most() -> None:
    cards = [*GAME.trumps[:9], *(card for card in GAME.pack if card not in GAME.trumps[:9])]
    dealt = twin_kinds.mirror(GAME, cards, lambda seat, low, high: 9, False, False)
    assert dealt.hands[0] == GAME.trumps[8:0:-1]
    assert "QC" in dealt.hands[1]


def test_a_mirror_for_all() -> None:
    bounds = []

    def cut(seat: int, low: int, high: int) -> int:
        bounds.append((low, high))
        return [10, 8, 8, 8][seat]

    # The praiser takes QC, leaving 31 cards; the next takes QS from the bottom of eight, leaving 30; then 7S stops.
    cards = deck("7C 8C 9C KC TC AC 7S QS 8S QC")
    dealt = twin_kinds.mirror(GAME, cards, cut, True, False)
    assert bounds == [(8, 24), (8, 23), (8, 22), (8, 22)]
    assert [dealt.hands[0][0], dealt.hands[1][0]] == names("QC QS")
    assert "8S" in dealt.hands[0] + dealt.hands[1] + dealt.hands[2] + dealt.hands[3]
    assert dealt.laid == []


def test_a_mirror_with_a_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = deck("7C 8C 9C KC TC AC 7S QS 8S QC")
    dealt = twin_kinds.mirror(GAME, cards, lambda seat, low, high: [10, 8, 8, 7][seat], True, True)
    # 8S lies under QC; then 7S under QS, which leaves 28 cards; nobody else sees a trump first.
    assert dealt.laid[0][:2] == names("8S 7S")
    assert [len(hand) for hand in dealt.hands] == [8] * 4
    record = played(cards, monkeypatch, praise="MIRROR", mirror_for="all", mirror_trick=True)
    assert record["tricks"][0]["leader"] == 0 and record["tricks"][0]["pre"]
    assert record["tricks"][1]["leader"] == record["tricks"][0]["winner"]


def test_a_hand_of_seven_lays_the_next_card_of_the_mirror() -> None:
    cards = [*GAME.trumps[:9], *(card for card in GAME.pack if card not in GAME.trumps[:9])]
    dealt = twin_kinds.mirror(GAME, cards, lambda seat, low, high: 9 if seat == 0 else low, True, True)
    assert dealt.hands[0][:7] == GAME.trumps[8:1:-1]
    assert dealt.laid[0][0] == "QS"
    # All seven of the packet are taken: the card laid comes off the rest.
    dealt = twin_kinds.mirror(
        GAME, [*cards[2:], *cards[:2]], lambda seat, low, high: 7 if seat == 0 else low, True, True
    )
    assert dealt.hands[0][:7] == GAME.trumps[8:1:-1]
    assert dealt.laid[0][0] == "AC"


def test_the_worked_example_of_a_draw_for_oneself(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(deck("QC 9C AC JD 7D 8H TC"), monkeypatch, praise="SELF")
    first, second = record["tricks"][:2]
    assert first == {"leader": 0, "cards": names("9C AC 8H TC"), "winner": 1, "points": 21, "pre": True}
    assert second["leader"] == 1
    assert second["cards"][0] not in GAME.trumps
    assert "pre" not in second
    assert {"QC", "9C"} <= set(record["hands"][0])
    assert twin.score([54, 66], [3, 5]) == ([0, 2], "win")


def test_the_leader_of_a_draw_for_oneself_may_hold_nothing_but_trumps(monkeypatch: pytest.MonkeyPatch) -> None:
    trumps = [card for card in GAME.trumps if card != "QC"]
    cards = ["9C", *trumps[:7], "AC", "8H", "TC"]
    record = played(deck(" ".join(cards)), monkeypatch, praise="SELF")
    assert record["tricks"][0]["winner"] == 1
    assert record["tricks"][1]["cards"][0] in trumps[:7]


def test_after_seven_trumps_any_card_is_laid() -> None:
    cards = [*GAME.trumps[:8], *(card for card in GAME.pack if card not in GAME.trumps[:8])]
    dealt = twin_kinds.self_draw(GAME, cards)
    assert dealt.laid[0][0] == "JD"
    assert dealt.hands[0] == GAME.trumps[:8]


def test_fishing() -> None:
    cards = deck("QC QS 9C 8C JD 7C AD 7H 8S 9S KS TS")
    dealt = twin_kinds.fish(GAME, cards, True)
    assert [hand[: len(start)] for hand, start in zip(dealt.hands, FISHED, strict=True)] == FISHED
    assert [hand[len(start)] for hand, start in zip(dealt.hands, FISHED, strict=True)] == names("8S 9S KS TS")
    alone = twin_kinds.fish(GAME, cards, False)
    assert alone.hands[0][:4] == names("QC QS 9C 8C")
    assert [alone.hands[seat][0] for seat in (1, 2, 3)] == names("JD 7C AD")


FISHED = [names("QC QS 9C"), names("8C"), names("JD 7C"), names("AD 7H")]


# ---------------------------------------------------------------------------------------------------------------------
# Pants


def test_pants_of_one_step_each() -> None:
    # One bad card: it goes without a question. An ace beside it is a choice for all but the praiser.
    ask = Asked("AS", "8H", "9H")
    dealt = twin_kinds.pants(GAME, deck("AC QC 8H 9H", bottom="TH KH AS 7C"), ask, 1)
    # Praiser: AC 7C, commits 7C. Seat 1: QC AS, no bad card: commits AS. Seat 2: 8H KH. Seat 3: 9H TH.
    assert dealt.laid == [names("7C AS 8H 9H")]
    assert [(choice.seat, choice.cards, choice.may_pass) for choice in ask.choices] == [
        (1, ["AS"], True),
        (2, ["8H", "KH"], False),
        (3, ["9H", "TH"], False),
    ]
    assert [choice.table for choice in ask.choices] == [[], [], ["8H"]]
    assert [hand[0] for hand in dealt.hands] == names("AC QC KH TH")


def test_pants_go_on_with_good_cards() -> None:
    ask = Asked("TS", None, "AH", "8H")
    dealt = twin_kinds.pants(GAME, deck("AC QC 7S AS AH 7D 8H", bottom="TH KH 9S JD TS JC QS"), ask, 1)
    # Praiser: AC QS, QC JC, then 7S TS. Seat 1: AS JD and goes on, then AH 9S. Seat 2: 7D KH. Seat 3: 8H TH.
    assert [(choice.seat, choice.cards, choice.may_pass) for choice in ask.choices] == [
        (0, ["7S", "TS"], False),
        (1, ["AS"], True),
        (1, ["AH", "9S"], False),
        (3, ["8H", "TH"], False),
    ]
    assert [choice.hand for choice in ask.choices] == [names("AC QS QC JC"), [], names("AS JD"), []]
    assert ask.choices[3].table == ["KH"]
    assert dealt.laid == [names("TS AH KH 8H")]
    assert [hand[:3] for hand in dealt.hands[:2]] == [names("AC QS QC"), names("AS JD 9S")]


def test_pants_overflow_to_the_partner_and_aside() -> None:
    # The praiser draws four pairs of good cards before a bad one: seven stay, one goes over.
    ask = Asked("JD", "KH", "7C", "TS", "9C")
    cards = deck("QC QS QH QD 7S 7C 8C 9C", bottom="TH TS TC KH JD JH JS JC")
    dealt = twin_kinds.pants(GAME, cards, ask, 1)
    keep, commit = ask.choices[:2]
    assert (keep.word, keep.cards, len(keep.hand)) == ("hold", names("QD JD"), 6)
    assert (commit.word, commit.cards, len(commit.hand)) == ("commit", names("7S KH"), 7)
    assert (dealt.passed, dealt.aside) == (1, 1)
    assert dealt.hands[0] == names("QC JC QS JS QH JH JD KH")
    assert dealt.hands[2][:2] == names("QD 8C")
    # What was set aside is dealt last; the card committed is counted with the hand.
    assert dealt.hands[3][-2:] == names("7S 9C")


# ---------------------------------------------------------------------------------------------------------------------
# Double pants

DOUBLE = deck("QC 9C AC AS QH 7S 8C QD 9S TC", bottom="9H KS JS 8H JC 7H AH QS TS KC")
ANSWERS = [*names("KC 9C AC"), None, *names("7H 8C 9S TC")]


def test_double_pants() -> None:
    ask = Asked(*ANSWERS)
    dealt = twin_kinds.pants(GAME, DOUBLE, ask, 2)
    assert [(choice.seat, choice.cards, choice.may_pass) for choice in ask.choices] == [
        (0, names("9C KC TS"), False),
        (0, names("9C TS"), False),
        (1, names("AC AS AH"), True),
        (1, names("AS AH"), True),
        (1, names("7S 7H"), False),
        (2, names("8C 8H"), False),
        (3, names("9S TC KS 9H"), False),
        (3, names("TC KS 9H"), False),
    ]
    assert [choice.table for choice in ask.choices[-3:]] == [names("9C 7H"), names("9C 7H 8H"), names("9C 7H 8H")]
    assert dealt.laid == [names("KC AC 8C 9S"), names("9C 7H 8H TC")]
    assert dealt.hands[0][:2] == names("QC TS")
    assert dealt.hands[1] == names("AS QS AH QH JC 7S AC 7H")


LEADS = {"dark_winner_leads_play": (0, 3, 1), "dark_winner_leads_open": (1, 2, 2)}


@pytest.mark.parametrize("lead", LEADS)
def test_who_leads_in_double_pants(lead: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(ANSWERS)
    player = Player(twin.greedy, commit=lambda question: next(answers))
    record = played(DOUBLE, monkeypatch, player, praise="PANTS2", pants2_lead=lead)
    dark, light, normal = record["tricks"][:3]
    assert (dark["leader"], dark["winner"]) == (0, 1)
    assert (light["leader"], light["winner"], normal["leader"]) == LEADS[lead]
    assert [trick.get("pre") for trick in record["tricks"]] == [True, True, *[None] * 6]
    assert sum(record["result"]["tricks"]) == 8 and sum(record["result"]["points"]) == 120


LAST_STEPS = {"AC AS QC QS QH QD JC JS": "AC AS", "QC QS QH QD JC JS JH JD": "JS JC"}


@pytest.mark.parametrize("last", LAST_STEPS)
def test_double_pants_of_a_deck_that_runs_out(last: str) -> None:
    # Each of the first three draws one bad card, then four; nothing bad is left for the last.
    bad = [card for card in GAME.pack if twin_kinds.is_bad(GAME, card)]
    good = [card for card in GAME.pack if card not in bad and card not in names(last)]
    steps = [[[bad[5 * k], *good[3 * k : 3 * k + 3]], bad[5 * k + 1 : 5 * k + 5]] for k in range(3)]
    order = [step for both in steps for step in both] + [names(last)[:4], names(last)[4:]]
    top = [card for step in order for card in step[:2]]
    bottom = [card for step in order for card in step[2:]]

    def choose(choice: Choice) -> str | None:
        asked.append(choice)
        question = Question(GAME, choice.seat, choice.hand, choice.cards, 0, choice.table, choice.may_pass)
        return twin_praise.first_bad(question) if choice.word == "commit" else twin_praise.first(question)

    asked: list[Choice] = []
    dealt = twin_kinds.pants(GAME, [*top, *reversed(bottom)], choose, 2)
    assert dealt.ran_out
    assert [trick[3] for trick in dealt.laid] == names(LAST_STEPS[last])
    # What is left of the last eight comes back to the last seat, the two cards set aside at the end.
    assert dealt.hands[3][4:6] == names(last)[6:]
    assert sorted(dealt.hands[3]) == sorted(names(last))
    assert [one.word for one in asked if one.seat == 3 and not one.may_pass][:3] == ["hold", "hold", "commit"]
