"""The twins of the trick games against what the rules print: worked examples, options, and derived numbers."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
import twin
import twin_cards
import twin_six
from twin_tricks import Player, replayed


def names(text: str) -> list[str]:
    return text.split()


def share(found: int, deals: int, expected: Fraction | float) -> bool:
    """Whether a share lies within 4 standard errors of what is expected."""
    p = float(expected)
    return abs(found / deals - p) <= 4 * math.sqrt(p * (1 - p) / deals)


def holder(hands: list[list[str]], card: str) -> int:
    """Who holds a card."""
    return next(seat for seat, hand in enumerate(hands) if card in hand)


def trumps_held(pack: int, trumps: int, size: int) -> list[Fraction]:
    """The exact shares of hands of a size by their number of trumps."""
    return [
        Fraction(math.comb(trumps, k) * math.comb(pack - trumps, size - k), math.comb(pack, size))
        for k in range(size + 1)
    ]


def percent(shares: list[Fraction]) -> list[float]:
    """Shares in percent as the rules print them, to three digits."""
    return [round(float(100 * one), 3) for one in shares]


# ---------------------------------------------------------------------------------------------------------------------
# Dealing


@pytest.mark.parametrize(
    ("ranks", "seats", "size"),
    [("ATKQJ987", 4, 8), ("ATKQJ9876", 6, 6), ("ATKQJ987", 3, 10), ("ATKQJ987", 4, 4), ("ATKQJ987", 8, 4)],
)
def test_every_card_is_dealt_once(ranks: str, seats: int, size: int) -> None:
    pack = twin_cards.pack_of(ranks)
    for index in range(20):
        hands, rest = twin_cards.deal(pack, seats, size, 3, index)
        assert [len(hand) for hand in hands] == [size] * seats
        assert sorted(card for hand in [*hands, rest] for card in hand) == sorted(pack)
        assert hands != twin_cards.deal(pack, seats, size, 3, index, attempt=1)[0]
        assert sorted(twin_cards.stacked(rest, 3, index)) == sorted(rest)
        assert sorted(twin_cards.order_of_hand(hands[0], 3, index, 0, 0)) == sorted(hands[0])


@pytest.mark.parametrize(("n", "k"), [(6, 3), (16, 2), (17, 3), (18, 16)])
def test_subsets_are_all_different(n: int, k: int) -> None:
    found = {tuple(twin_cards.subset(n, k, number)) for number in range(math.comb(n, k))}
    assert found == set(combinations(range(n), k))


def test_cards_of_a_stock_come_in_any_order() -> None:
    pack = twin_cards.pack_of("ATKQJ987")
    top = Counter(twin_cards.stacked(pack[:3], 5, index)[0] for index in range(1200))
    assert all(share(top[card], 1200, Fraction(1, 3)) for card in pack[:3])
    eleventh = Counter(twin_cards.stacked(pack[:16], 5, index)[10] for index in range(1600))
    assert all(share(eleventh[card], 1600, Fraction(1, 16)) for card in pack[:16])


# ---------------------------------------------------------------------------------------------------------------------
# six (5), clubs (8b), turnup (8)

CAUGHT = [
    names("9C KS QS QH JH TS"),
    names("AC AS JS JC 8D 7D"),
    names("8C 9S AD QD JD 9H"),
    names("7C 8S 9D TD KD 8H"),
    names("KC 7S QC AH TH KH"),
    names("TC 6S 6C 6D 7H 6H"),
]
CATCH = [(0, "9C AC 8C 7C KC TC"), (1, "AS 9S 8S 7S 6S KS"), (1, "JS AD 9D QC 6C")]


def test_six_catches_the_queen_of_clubs() -> None:
    record = twin_six.play(twin_six.Six(), replayed(CATCH, 6), 0, 0, hands=CAUGHT)
    assert record["stopped"] == {"trick": 3, "by": 5}
    assert record["tricks"][-1] == {"leader": 1, "cards": names("JS AD 9D QC 6C")}
    assert [trick.get("winner") for trick in record["tricks"]] == [1, 1, None]
    assert record["result"] == {"points": [0, 40], "tricks": [0, 2], "eyes": [0, 4], "outcome": "capture"}
    dear = twin_six.play(twin_six.Six(capture_points=6), replayed(CATCH, 6), 0, 0, hands=CAUGHT)
    assert dear["result"]["eyes"] == [0, 6]


def test_six_of_clubs_as_the_lowest_club() -> None:
    options = twin_six.Six(six_clubs_role="lowest_club_with_capture")
    game = twin_six.rules(options)
    assert len(game.trumps) == 15 and twin.card_class(game, "6C") == "C"
    assert twin.yardstick(game)[:3] == names("6C 6S 6H")
    hands = [list(hand) for hand in CAUGHT]
    hands[2][5], hands[5][3] = "6D", "9H"
    record = twin_six.play(options, replayed(CATCH, 6), 0, 0, hands=hands)
    assert record["result"]["outcome"] == "capture"
    # With a trump in the hand, the six of clubs may not go to a trump.
    with pytest.raises(ValueError, match=r"seat 5 played 6C, legal were \['6D'"):
        twin_six.play(options, replayed(CATCH, 6), 0, 0, hands=CAUGHT)


@pytest.mark.parametrize("queen_first", [True, False])
def test_captures_come_in_either_order_but_not_from_one_side(queen_first: bool) -> None:
    game = twin_six.rules(twin_six.Clubs())
    lead, answer = ("QC", "7C") if queen_first else ("7C", "QC")
    for second, stopped in ((1, True), (2, False), (3, True)):
        hands = [[lead, *"8H 9H TH KH AH 8S 9S".split()], [], [], []]
        rest = [card for card in game.pack if card not in hands[0] and card != answer]
        for seat in (1, 2, 3):
            hands[seat] = [rest.pop(0) for _ in range(7 if seat == second else 8)]
        hands[second].append(answer)
        policies = [Player(twin.high if seat in (0, second) else twin.low) for seat in range(4)]
        record = twin_six.play(twin_six.Clubs(swap_one="off"), policies, 0, 0, hands=hands)
        assert (record["played"] == "stopped") == stopped
        if stopped:
            captor = second if queen_first else 0
            assert record["stopped"] == {"trick": 1, "by": second}
            assert record["result"]["eyes"] == [4 * (captor % 2 == side) for side in (0, 1)]
        uncaught = twin_six.play(twin_six.Clubs(swap_one="off", catch_queen="off"), policies, 0, 0, hands=hands)
        assert uncaught["played"] == "whole" and sum(uncaught["result"]["points"]) == 120


def test_turned_cards() -> None:
    turned = twin_six.Turnup().shown(names("JH 9S QC 8H 7D KD AC TC"))
    assert turned == {"shown": names("JH 9S"), "turned": "9S", "trump": "S"}
    assert len(twin_six.rules(twin_six.Turnup(), "S").trumps) == 15
    assert len(twin_six.rules(twin_six.Turnup(), "C").trumps) == 14
    assert twin.score([66, 54], [4, 4]) == ([2, 0], "win")
    specials = names("JH JD JS 9S QC 8H 7D KD")
    assert twin_six.Turnup().shown(twin_six.SPECIALS[:8]) is None
    assert twin_six.Turnup(turnup_max_specials=3).shown(specials) is None
    assert twin_six.Turnup(turnup_max_specials=4).shown(specials) is not None
    redo = twin_six.Turnup(praise_suit_redo_on_7C_or_QC=True)
    assert redo.shown(names("JH QC 9S")) is None and redo.shown(names("JH 7C 9S")) is None
    assert redo.shown(names("JH QS 9S QC")) is not None


def test_swaps_go_by_the_trumps_of_the_deal() -> None:
    # Spades are trumps: seat 1 holds one, gives it, and gets the cheapest plain card of seat 3.
    hands = [
        names("JH 9S QC QS QH 7C 8S 7S"),
        names("AS AD KD TD 9D 8D 7D AH"),
        names("QD JC JS JD AC KC TC 9C"),
        names("TS KS 8C TH KH 9H 8H 7H"),
    ]
    turned = twin_six.Turnup().shown(hands[0])
    record = twin_six.play(twin_six.Turnup(), ["low"], 0, 0, hands=hands, turned=turned)
    assert record["swaps"] == [{"giver": 1, "receiver": 3, "gave": "AS", "got": "7H"}]
    refused = [Player(twin.low, accept=lambda question: False)]
    options = twin_six.Turnup(swap_partner_may_refuse=True)
    assert twin_six.play(options, refused, 0, 0, hands=hands, turned=turned)["swaps"] == []


def test_first_deals_of_a_match() -> None:
    record = twin_six.play(twin_six.Six(), ["greedy"], 0, 0, first_deal=True, hands=CAUGHT)
    assert record["first_leader"] == record["tricks"][0]["leader"] == 2
    must = twin_six.Six(first_deal_must_lead_AD=True)
    assert twin_six.play(must, ["low"], 0, 0, first_deal=True, hands=CAUGHT)["tricks"][0]["cards"][0] == "AD"
    # Later on nobody must lead it, not even where its holder leads.
    later = twin_six.play(must, ["low"], 0, 0, hands=[*CAUGHT[2:], *CAUGHT[:2]])
    assert later["tricks"][0]["cards"][0] == "8C"
    barred = twin_six.Six(trump_lead="none_first_deal", first_deal_leader="left_of_dealer")
    game = twin_six.rules(barred, first_deal=True)
    assert twin.legal(game, names("QS 9C"), None, 0) == ["9C"]
    assert twin.legal(twin_six.rules(barred), names("QS 9C"), None, 0) == names("QS 9C")
    for game_name in ("clubs", "turnup"):
        assert twin_six.GAMES[game_name]().first_deal_leader == "left_of_dealer"


def test_wrong_cuts_of_six() -> None:
    fault = twin_six.play(twin_six.Six(p_no_cut=1.0), ["low"], 0, 0)
    assert (fault["cut"], fault["result"]["eyes"], fault["played"]) == ({"seat": 5}, [2, 0], "none")
    seats = Counter(
        twin_six.play(twin_six.Six(p_wrong_cut=1.0), ["low"], 0, index)["cut"]["seat"] for index in range(200)
    )
    assert set(seats) == {1, 2, 3, 4}


def test_deals_of_six() -> None:
    assert math.factorial(36) // math.factorial(6) ** 6 == 2_670_177_736_637_149_247_308_800
    assert percent(trumps_held(36, 16, 6)) == [1.990, 12.736, 29.849, 32.776, 17.753, 4.485, 0.411]
    # Six of clubs and queen of clubs among the 36 places, 18 of either team.
    pairs = [(one, other) for one in range(36) for other in range(36) if one != other]
    assert Fraction(sum(one % 2 != other % 2 for one, other in pairs), len(pairs)) == Fraction(18, 35)


def test_trumps_of_turnup() -> None:
    # The rules print 2.7735 as 2.774 and 12.3545 as 12.355: rounded twice.
    printed = [0.231, 2.774, 12.355, 26.768, 30.886, 19.414, 6.471, 1.040, 0.061]
    assert percent(trumps_held(32, 15, 8)) == pytest.approx(printed, abs=0.0011)
    # After s permanent trumps in a row one of 23 cards comes, of which five are clubs.
    special = [Fraction(math.perm(9, s), math.perm(32, s)) for s in range(8)]
    clubs = sum(some * Fraction(5, 32 - s) for s, some in enumerate(special))
    any_suit = sum(some * Fraction(23, 32 - s) for s, some in enumerate(special))
    assert clubs / any_suit == Fraction(5, 23)
    assert any_suit == 1 - Fraction(math.perm(9, 8), math.perm(32, 8))


def trumps_of_seats() -> tuple[list[Fraction], list[Fraction]]:
    """The exact shares of turnup hands by their trumps where a plain suit other than clubs is turned up: of seat 0,
    which has shown a trump, and of any other seat. A fixed trump suit would give `trumps_held(32, 15, 8)`.
    """
    seat_0, others, deals = [Fraction(0)] * 9, [Fraction(0)] * 9, Fraction(0)
    for s in range(8):
        chance = Fraction(math.perm(9, s), math.perm(32, s)) * Fraction(6, 32 - s)
        deals += chance
        left, trumps, room = 31 - s, 14 - s, 7 - s
        for k, part in enumerate(trumps_held(left, trumps, room)):
            seat_0[s + 1 + k] += chance * part
        for k, part in enumerate(trumps_held(left, trumps, 8)):
            others[k] += chance * part
    return [one / deals for one in seat_0], [one / deals for one in others]


def test_trumps_of_turnup_by_seat() -> None:
    seat_0, others = trumps_of_seats()
    assert sum(seat_0) == sum(others) == 1
    assert percent(seat_0) == [0, 0.532, 5.171, 18.509, 31.698, 28.100, 12.908, 2.849, 0.234]
    assert percent(others) == [0.354, 3.810, 15.146, 29.155, 29.716, 16.383, 4.747, 0.656, 0.033]
    means = [sum(k * part for k, part in enumerate(shares)) for shares in (seat_0, others)]
    assert means[0] + 3 * means[1] == 15


@pytest.mark.large
def test_suits_turned_up(daily_seed: int, size: float) -> None:
    deals = int(20_000 * size)
    suits, held = Counter[str](), [Counter[int](), Counter[int]()]
    for index in range(deals):
        hands, turned, _ = twin_six.deal(twin_six.Turnup(), daily_seed, index)
        suits[turned["trump"]] += 1
        trumps = twin_six.rules(twin_six.Turnup(), turned["trump"]).trumps
        if turned["trump"] != "C":
            for seat in (0, 1):
                held[seat][sum(card in trumps for card in hands[seat])] += 1
    assert share(suits["C"], deals, Fraction(5, 23))
    assert all(share(suits[suit], deals, Fraction(6, 23)) for suit in "SHD")
    for seat, shares in enumerate(trumps_of_seats()):
        assert all(share(held[seat][k], held[seat].total(), shares[k]) for k in range(2, 7))


@pytest.mark.large
def test_holders_of_the_pair_in_six(daily_seed: int, size: float) -> None:
    deals = int(20_000 * size)
    apart = 0
    for index in range(deals):
        hands, _, _ = twin_six.deal(twin_six.Six(), daily_seed, index)
        apart += (
            next(s for s, h in enumerate(hands) if "6C" in h) % 2
            != next(s for s, h in enumerate(hands) if "QC" in h) % 2
        )
    assert share(apart, deals, Fraction(18, 35))
