"""The twins of bura, bura-hammer and bura-two: what the rules print, and numbers from first principles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt

import pytest
import twin_bura
import twin_bura_match
from twin_bura import PACK, Options, Player, Situation, bura, bura_hammer, bura_two, low_player, play, random_player


def names(text: str) -> list[str]:
    return text.split()


def scripted(sets: list[str], claims: bool = False) -> Player:
    """Lays the sets in the order given, face up where it may; claims always or never."""
    queue = [names(one) for one in sets]
    return Player(lambda asked: claims, lambda asked: queue.pop(0), lambda asked: (queue.pop(0), True))


def asked(hand: str, sets: list[str], best: str = "", coin: int = 0) -> Situation:
    return Situation(bura(), 1, "D", names(hand), [names(one) for one in sets], [], names(best), None, coin, 20)


# ---------------------------------------------------------------------------------------------------------------------
# Worked examples (10.1, 10.3)

EXAMPLE = (
    [names("9S KD JC 6S"), names("AS JH TH 7H"), names("QD 9C KC 9H"), names("6H TD KH JD")],
    names("9D 6D 8D 8C AH 7D 8H 7S  JS AD TS QC AC 6C TC 7C  QH 8S KS QS"),
    "7C",
)


def test_the_worked_example_of_four() -> None:
    cards = sorted([*EXAMPLE[1], *(card for hand in EXAMPLE[0] for card in hand)])
    assert cards == sorted(PACK)
    players = [
        scripted(["9S 6S", "KD 9D", "AH AD JC 6C", "KS"], claims=True),
        scripted(["7H JH", "6D TH", "7D TS AS TC", "QS"], claims=True),
        scripted(["QD 9H", "8D 8H", "QH"], claims=True),
        scripted(["6H JD", "TD 8C", "7S JS KH AC", "8S"], claims=True),
    ]
    deal = play(bura(), players, 0, 0, EXAMPLE)
    tricks = [(trick["leader"], trick["winner"], trick["points"]) for trick in deal["tricks"]]
    assert tricks == [(0, 0, 7), (0, 3, 24), (2, 2, 79), (2, 2, 10)]
    assert [[one["seat"] for one in trick["plays"] if one.get("beat")] for trick in deal["tricks"]] == [[], [3], [], []]
    assert deal["claims"] == [{"trick": 3, "seat": 2}]
    assert [trick.get("claim", False) for trick in deal["tricks"]] == [False, False, True, False]
    assert deal["result"] == {"points": [96, 24], "tricks": [3, 1], "outcome": "ninety", "eyes": [4, 0]}


def test_a_card_each_is_drawn_after_single_cards() -> None:
    left: list[int] = []

    def lead(situation: Situation) -> list[str]:
        left.append(situation.stock_left)
        return situation.hand[:1]

    play(bura(), [replace(low_player(), set_lead=lead) for _ in range(4)], 0, 0)
    assert left == [20, 16, 12, 8, 4, 0, 0, 0, 0]


def test_the_worked_examples_of_two() -> None:
    assert twin_bura.score([73, 47], [5, 4]) == ([0, 2], "win")
    two = bura_two()
    assert twin_bura.may_lead(two, names("QS QD")) and not twin_bura.may_lead(bura(), names("QS QD"))
    assert twin_bura.set_beats(two, names("KS 6H"), names("QS QD"), "H")
    assert not twin_bura.set_beats(two, names("KS KC"), names("QS QD"), "H")


# ---------------------------------------------------------------------------------------------------------------------
# Sets led, beaten and claimed


@pytest.mark.parametrize(
    ("cards", "others", "anyhow", "in_turn"),
    [
        ("TD 8C", "KD 9D", True, True),
        ("8C TD", "KD 9D", True, True),
        ("TD 8S", "KD 9D", False, False),
        ("QD 8C", "KD 9D", True, True),
        ("QD 8D", "KD 9D", False, False),
        ("9C 6C", "8C 7C", False, False),
        ("JC 9C", "8C 7C", True, True),
        # Cards of one rank, and what has beaten them, are of several suits: here the order matters.
        ("AS KD", "QS QD", True, False),
        ("KS AD", "QS QD", True, True),
        ("6C KS", "QS QD", True, True),
        ("6C KD", "QS QD", True, False),
        ("7S 6C AS", "6S 8S AD", True, True),
        ("AH", "KS", False, False),
        ("6C", "AS", True, True),
    ],
)
def test_sets_beat_card_by_card(cards: str, others: str, anyhow: bool, in_turn: bool) -> None:
    assert twin_bura.set_beats(bura(), names(cards), names(others), "C") is anyhow
    positional = replace(bura(), pairing="positional")
    assert twin_bura.set_beats(positional, names(cards), names(others), "C") is in_turn


def test_sets_that_may_be_led() -> None:
    hand = twin_bura.in_order(names("9S 9D 6S AC"), "C")
    assert hand == names("6S 9S 9D AC")
    sets = [one for one in twin_bura.sets_of(hand, "C") if twin_bura.may_lead(bura(), one)]
    assert sets == [names(one) for one in ("6S", "9S", "6S 9S", "9D", "AC")]
    sets = [one for one in twin_bura.sets_of(hand, "C") if twin_bura.may_lead(bura_two(), one)]
    assert sets == [names(one) for one in ("6S", "9S", "6S 9S", "9D", "9S 9D", "AC")]
    queens = twin_bura.in_order(names("QC QS QH QD"), "H")
    assert queens == names("QC QS QD QH")
    assert all(twin_bura.may_lead(bura_two(), one) for one in twin_bura.sets_of(queens, "H"))


def test_who_may_claim() -> None:
    for options, right in ((bura(), (True, True)), (bura_hammer(), (False, True))):
        assert tuple(twin_bura.may_claim(options, names(hand), "S") for hand in ("6H 7H AH QH", "6S 7S AS QS")) == right
        assert not twin_bura.may_claim(options, names("6S 7S AS QC"), "S")
        assert not twin_bura.may_claim(options, names("6S 7S AS"), "S")
    assert not twin_bura.may_claim(replace(bura(), out_of_turn="off"), names("6S 7S AS QS"), "S")


FOUR_SUITS = [names("6C 7C 8C 9C"), names("6S 7S 8S 9S"), names("6H 7H 8H 9H"), names("6D 7D 8D 9D")]


@pytest.mark.parametrize(
    ("options", "trump", "willing", "expected"),
    [
        (bura(), "C", [True, True, True, True], ([0], 0)),
        (bura(), "C", [False, True, True, True], ([0, 1], 1)),
        (bura(), "C", [False, False, False, True], ([0, 1, 2, 3], 3)),
        (bura(), "C", [False, False, False, False], ([0, 1, 2, 3], None)),
        (bura_hammer(), "H", [True, True, True, True], ([2], 2)),
        (bura_hammer(), "H", [True, True, False, True], ([2], None)),
    ],
)
def test_claims_are_asked_clockwise_from_the_leader(
    options: Options, trump: str, willing: list[bool], expected: tuple[list[int], int | None]
) -> None:
    questions: list[int] = []

    def player(seat: int) -> Player:
        def claim(situation: Situation) -> bool:
            if situation.stock_left < 20:
                return False
            questions.append(seat)
            assert situation.sets == [FOUR_SUITS[seat]]
            return willing[seat]

        return replace(low_player(), claim_lead=claim)

    stock = [card for card in PACK if card[0] in "ATKQJ"]
    deal = play(options, [player(seat) for seat in range(4)], 0, 0, (FOUR_SUITS, stock, "A" + trump))
    expected_questions, claimant = expected
    assert questions == expected_questions
    first = deal["tricks"][0]
    assert deal["claims"] == ([] if claimant is None else [{"trick": 1, "seat": claimant}])
    assert first["leader"] == (claimant or 0) and len(first["plays"][0]["cards"]) == (1 if claimant is None else 4)


def test_a_hammer_of_the_first_lead_only() -> None:
    hands = [names("6C 7C 8C 9C"), names("6S 7S 8S 9S"), names("6H 7H 8H 9H"), names("6D 7D 8D 9D")]
    # Seat 0 draws every fourth card, and so four trumps once more.
    stock = names("AC AS AH AD TC TS TH TD KC KS KH KD QC QS QH QD JC JS JH JD")
    for when, claims in (("any_trick", [1, 2]), ("first_lead", [1])):
        players = [replace(low_player(), claim_lead=lambda asked: True) for _ in range(4)]
        deal = play(replace(bura_hammer(), hammer_when=when), players, 1, 1, (hands, stock, "AC"))
        assert deal["claims"] == [{"trick": trick, "seat": 0} for trick in claims]


def test_answers_may_be_held_back_and_what_does_not_beat_lies_face_down() -> None:
    hands = [names("6S 7S 8H 9H"), names("AS KS 6H 7H"), names("6D 7D 8D 9D"), names("6C 7C 8C 9C")]
    stock = [card for card in PACK if card not in [card for hand in hands for card in hand]]
    seen: list[list[tuple[int, list[str] | None]]] = []

    def answer(cards: str, face_up: bool) -> Player:
        def say(situation: Situation) -> tuple[Sequence[str], bool]:
            if situation.stock_left == 20:
                seen.append(situation.table)
                return names(cards), face_up
            return low_player().set_answer(situation)

        return replace(low_player(), set_answer=say)

    for second_up, winner in ((True, 1), (False, 0)):
        leader = replace(
            low_player(), set_lead=lambda asked: names("6S 7S") if asked.stock_left == 20 else asked.hand[:1]
        )
        players = [leader, answer("AS KS", second_up), answer("6D 7D", True), answer("6C 7C", True)]
        deal = play(bura(), players, 0, 0, (hands, stock, "TH"))
        first = deal["tricks"][0]
        assert first["winner"] == winner
        assert [one.get("beat") for one in first["plays"]] == [None, second_up, False, False]
        assert seen[-1][1] == (1, names("KS AS") if second_up else None) and seen[-1][2] == (2, None)


@pytest.mark.parametrize("cards", ["6S 7S", "6S 8H", "AS", "6S 6S"])
def test_sets_that_may_not_be_laid_are_refused(cards: str) -> None:
    hands = [names("6S 8H 9H TH"), names("AS KS 6H 7H"), names("6D 7D 8D 9D"), names("6C 7C 8C 9C")]
    stock = [card for card in PACK if card not in [card for hand in hands for card in hand]]
    with pytest.raises(ValueError, match="seat 0 laid"):
        play(bura(), [scripted([cards]), *(low_player() for _ in range(3))], 0, 0, (hands, stock, "TC"))


# ---------------------------------------------------------------------------------------------------------------------
# Policies, as their definitions say


def test_random_and_low_answer_as_defined() -> None:
    most, half = 2**32 - 1, 2**31
    random, low = random_player(), low_player()
    sets = ["6S", "9S", "6S 9S"]
    assert [random.set_lead(asked("6S 9S", sets, coin=coin)) for coin in (0, half, most)] == [names(s) for s in sets]
    assert not random.claim_lead(asked("6S 7S 8S 9S", ["6S 7S 8S 9S"], coin=half - 1))
    assert random.claim_lead(asked("6S 7S 8S 9S", ["6S 7S 8S 9S"], coin=half))
    found = [random.set_answer(asked("6S 9S", ["6S", "9S"], "7S", coin)) for coin in (0, half // 2, half, most)]
    assert found == [(["6S"], True), (["6S"], False), (["9S"], True), (["9S"], False)]
    assert low.set_lead(asked("6S 7S KC", [])) == ["6S"] and not low.claim_lead(asked("6S 7S 8S 9S", []))
    assert low.set_answer(asked("6S 7S KC", [], "8H 9H")) == (names("6S 7S"), True)


# ---------------------------------------------------------------------------------------------------------------------
# Scores and matches


@pytest.mark.parametrize(
    ("points", "tricks", "penalty", "outcome"),
    [
        ([60, 60], [4, 4], [0, 0], "egg"),
        ([61, 59], [1, 8], [0, 2], "win"),
        ([59, 61], [5, 4], [2, 0], "win"),
        ([89, 31], [5, 4], [0, 2], "win"),
        ([90, 30], [5, 4], [0, 4], "ninety"),
        ([120, 0], [8, 1], [0, 4], "ninety"),
        ([0, 120], [0, 9], [6, 0], "lucy"),
        ([40, 40, 40], [4, 4, 4], [0, 0, 0], "egg"),
        ([50, 49, 21], [4, 4, 4], [0, 0, 2], "win"),
        ([50, 50, 20], [4, 4, 4], [0, 0, 4], "ninety"),
        ([30, 60, 30], [4, 4, 4], [2, 0, 2], "win"),
        ([0, 120, 0], [0, 9, 3], [6, 0, 4], "lucy"),
        ([0, 0, 120], [0, 0, 12], [6, 6, 0], "lucy"),
    ],
)
def test_the_score_of_a_deal(points: list[int], tricks: list[int], penalty: list[int], outcome: str) -> None:
    assert twin_bura.score(points, tricks) == (penalty, outcome)


GAMES = [bura(), bura_two(), *(bura_hammer(players) for players in (2, 3, 4, 6))]
VARIANTS = [
    *GAMES,
    replace(bura(), out_of_turn="four_trumps", rank_leads="on", pairing="positional", trump="cut_card"),
    replace(bura_two(), out_of_turn="four_trumps", rank_leads="off", pairing="positional", trump="cut_card"),
    replace(bura_hammer(3), out_of_turn="four_suit", hammer_when="first_lead", trump="random_stock_card"),
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_what_holds_in_every_deal(options: Options, daily_seed: int) -> None:
    for index in range(25):
        for player in (random_player, low_player):
            deal = play(options, [player() for _ in range(options.players)], daily_seed, index)
            cards = [card for hand in deal["hands"] for card in hand] + deal["stock"]
            assert sorted(cards) == sorted(PACK)
            played = [card for trick in deal["tricks"] for one in trick["plays"] for card in one["cards"]]
            assert sorted(played) == sorted(PACK)
            assert all(len({len(one["cards"]) for one in trick["plays"]}) == 1 for trick in deal["tricks"])
            assert sum(deal["result"]["points"]) == 120 and sum(deal["result"]["tricks"]) == len(deal["tricks"])
            assert options.trump == "cut_card" or deal["turned"] in deal["stock"]
            for trick, following in zip(deal["tricks"], deal["tricks"][1:], strict=False):
                assert following.get("claim") or following["leader"] == trick["winner"]


RANDOM_DEALER = [replace(bura(), first_dealer="random"), replace(bura_hammer(3), first_dealer="random")]


@pytest.mark.parametrize("options", [*GAMES, *RANDOM_DEALER], ids=str)
def test_matches_go_on_from_deal_to_deal(options: Options, daily_seed: int) -> None:
    for number in range(3):
        players = [random_player() for _ in range(options.players)]
        records, match = twin_bura_match.play(options, players, daily_seed, number)
        sides = max(options.sides) + 1
        total = [0] * sides
        for place, record in enumerate(records):
            first_dealer = twin_bura_match.first_dealer(options, daily_seed, number)
            assert record["dealer"] == (first_dealer + place) % options.players
            if options.later_leader == "dealer":
                assert record["first_leader"] == record["dealer"]
            elif place > 0:
                assert record["first_leader"] == records[place - 1]["tricks"][-1]["winner"]
            elif options.first_dealer == "last_seat":
                assert record["first_leader"] == 0
            if not record["tricks"][0].get("claim"):
                assert record["tricks"][0]["leader"] == record["first_leader"]
            charged = record["result"]["penalty"] if sides > 2 else record["result"]["eyes"][::-1]
            total = [before + more for before, more in zip(total, charged, strict=True)]
            assert (max(total) >= 12) is (record is records[-1])
        assert total == match.penalty and match.goats == [side for side in range(sides) if total[side] >= 12]
        assert match.title == ("goat+eggs" if match.eggs else "goat")
        single = play(options, players, daily_seed, number << 20)
        turned = twin_bura_match.turned(options, single, records[0]["first_leader"])
        assert records[0]["tricks"] == turned["tricks"]


def test_an_egg_doubles_the_next_deal_that_is_none() -> None:
    options = replace(bura(), egg_multiplier=2)
    match = twin_bura_match.Match([0, 0], 3)
    seen = []
    for outcome in ("win", "egg", "egg", "ninety", "win"):
        seen.append(match.multiplier)
        charged = {"win": 2, "egg": 0, "ninety": 4}[outcome] * match.multiplier
        twin_bura_match.book(options, match, [0, charged], outcome)
    assert seen == [1, 1, 2, 2, 1] and match.penalty == [0, 12]
    assert match.eggs == 2 and match.title == "goat+eggs" and match.dealer == 0


# ---------------------------------------------------------------------------------------------------------------------
# Numbers, from first principles


def one_suited(hands: int) -> Fraction:
    """The chance that the first so many hands are all of one suit each."""
    ways = Fraction(0)
    for suits in product(range(4), repeat=hands):
        taken = [suits[:place].count(suit) for place, suit in enumerate(suits)]
        ways += prod(comb(9 - 4 * before, 4) if before < 3 else 0 for before in taken)
    return ways / prod(comb(36 - 4 * place, 4) for place in range(hands))


def test_four_of_a_suit() -> None:
    one = one_suited(1)
    assert one == Fraction(4 * comb(9, 4), comb(36, 4)) and round(float(100 * one), 4) == 0.8556
    some = sum((-1) ** (hands + 1) * comb(4, hands) * one_suited(hands) for hands in range(1, 5))
    assert some == Fraction(6267641987, 186080076875) and round(float(100 * some), 4) == 3.3682


def test_four_trumps() -> None:
    """The card shown lies in the stock, so the hand is four of the other 35 cards, of which eight are trumps."""
    assert Fraction(comb(8, 4), comb(35, 4)) == Fraction(1, 748)
    assert round(100 / 748, 4) == 0.1337


@pytest.mark.large
def test_the_twin_deals_as_often(daily_seed: int, size: float, record_property: Callable[[str, object], None]) -> None:
    deals = int(20_000 * size)
    record_property("deals", deals)
    found = trumps = shown = 0
    for index in range(deals):
        hands, stock, turned = twin_bura.dealt(bura(), daily_seed, index)
        found += any(len({card[1] for card in hand}) == 1 for hand in hands)
        trumps += sum(card[1] == turned[1] for card in hands[0])
        shown += stock.index(turned)
    share = float(Fraction(6267641987, 186080076875))
    assert abs(found - deals * share) < 4.5 * sqrt(deals * share)
    # Eight of the other 35 cards are trumps, and the card shown is as likely anywhere in the stock.
    assert abs(trumps / deals - 4 * 8 / 35) < 4.5 * sqrt(0.65 / deals)
    assert abs(shown / deals - 9.5) < 4.5 * sqrt(33.25 / deals)
