"""The twin of bezique: what the rules print, each rule of the melds, and numbers from first principles."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest
import twin_bezique
import twin_bezique_match
from twin_bezique import Deal, Player, Record, Situation, low_player, play, random_player
from twin_melds import BEZIQUE, FOUR, MARRIAGE, PACK, RUN, Meld, Options, melds_of, name, strict, takes

MOST, HALF = 2**32 - 1, 2**31
SEVENS = ("seven", "exchange")


def names(text: str) -> list[str]:
    return text.split()


def offered(hand: str, marks: dict[str, int] | None = None, options: Options | None = None) -> list[tuple[str, str]]:
    """The melds that can be made with a hand if clubs are trumps, with their cards; a stroke marks a second copy."""
    marked = {**dict.fromkeys(PACK, 0), **(marks or {})}
    found = melds_of(options or Options(), names(hand), marked, "C")
    return [(meld.name, " ".join(meld.cards)) for meld in found]


# ---------------------------------------------------------------------------------------------------------------------
# Melds (11)


def test_the_table_of_melds() -> None:
    hand = "AC TC KC QC JC KS QS KH QH KD QD AS AH AD JS JH JD QS' JD' KH'"
    found = melds_of(Options(), names(hand), dict.fromkeys(PACK, 0), "C")
    assert [(meld.name, meld.points) for meld in found] == [
        ("sequence", 250),
        ("royal_marriage", 40),
        ("marriage", 20),
        ("marriage", 20),
        ("marriage", 20),
        ("four_aces", 100),
        ("four_kings", 80),
        ("four_queens", 60),
        ("four_jacks", 40),
        ("bezique", 40),
        ("double_bezique", 500),
    ]
    assert [meld.cards for meld in found[2:5]] == [names(pair) for pair in ("KS QS", "KH QH", "KD QD")]
    assert offered("TC TS TH TD 9C 8C 7C 7S") == []


@pytest.mark.parametrize(
    ("hand", "marks", "expected"),
    [
        # (i) Once in every kind, but in several kinds.
        ("KS QS", {"KS": MARRIAGE}, []),
        ("KS QS", {"KS": FOUR, "QS": FOUR | BEZIQUE}, [("marriage", "KS QS")]),
        ("KS KS' QS", {"KS": MARRIAGE}, [("marriage", "KS' QS")]),
        ("QS JD", {"QS": MARRIAGE | FOUR}, [("bezique", "QS JD")]),
        ("QS JD JD'", {"QS": BEZIQUE, "JD": BEZIQUE}, []),
        # (iii) A sequence takes the royal marriage with it, unless one of the two is fresh.
        ("AC TC KC QC JC", {"KC": MARRIAGE, "QC": MARRIAGE}, [("sequence", "AC TC KC QC JC")]),
        ("AC TC KC QC JC", dict.fromkeys(names("AC TC KC QC JC"), RUN), []),
        ("KC QC QC'", {"KC": RUN, "QC": RUN}, [("royal_marriage", "KC QC'")]),
        ("KC KC' QC", {"KC": RUN, "QC": RUN}, [("royal_marriage", "KC' QC")]),
        ("KC KC' QC QC'", {"KC": RUN, "QC": RUN}, [("royal_marriage", "KC QC'")]),
        ("KC KC' QC QC'", dict.fromkeys(["KC", "KC'", "QC", "QC'"], RUN), []),
        ("AC TC KC QC JC AC' TC' QC' JC'", dict.fromkeys(names("AC TC KC QC JC"), RUN), [("royal_marriage", "KC QC'")]),
        # (v) A second four needs four cards that are all fresh.
        ("AC AS AH AD", {}, [("four_aces", "AS AH AD AC")]),
        ("AS AS' AH AH'", {}, [("four_aces", "AS AS' AH AH'")]),
        ("AC AS AH AD AC' AS' AH'", dict.fromkeys(names("AC AS AH AD"), FOUR), []),
        ("AC AS AH AD AC' AS' AH' AD'", dict.fromkeys(names("AC AS AH AD"), FOUR), [("four_aces", "AS' AH' AD' AC'")]),
        # Worn cards go first, then those that come first in yardstick order.
        ("AC AS AH AD AC' AS' AH' AD'", {"AC'": RUN}, [("four_aces", "AS AS' AH AC'")]),
        ("KS KS' QS QS'", {"KS'": FOUR, "QS'": BEZIQUE}, [("marriage", "KS' QS'")]),
        # (iv) Bezique, single and double.
        ("QS QS' JD", {}, [("bezique", "QS JD")]),
        ("QS QS' JD", {"QS'": MARRIAGE}, [("bezique", "QS' JD")]),
        ("QS QS' JD JD'", {}, [("bezique", "QS JD"), ("double_bezique", "QS QS' JD JD'")]),
        ("QS QS' JD JD'", {"QS'": BEZIQUE, "JD": BEZIQUE}, [("double_bezique", "QS' QS JD JD'")]),
        ("QS QS' JD'", {"QS": BEZIQUE}, [("bezique", "QS' JD'")]),
        ("QS QS' JD JD'", dict.fromkeys(["QS", "QS'", "JD", "JD'"], BEZIQUE), []),
    ],
)
def test_which_melds_can_be_made(hand: str, marks: dict[str, int], expected: list[tuple[str, str]]) -> None:
    assert offered(hand, marks) == expected


def test_a_second_bezique_is_one_of_forty_without_the_option() -> None:
    hand, marks = "QS QS' JD JD'", {"QS": BEZIQUE, "JD": BEZIQUE}
    options = Options(double_after_single=False)
    assert offered(hand, marks, options) == [("bezique", "QS' JD'")]
    assert [one for one, _ in offered(hand, {}, options)] == ["bezique", "double_bezique"]


# ---------------------------------------------------------------------------------------------------------------------
# Tricks


def test_who_takes_a_trick() -> None:
    assert takes("KS", "TS", "H") and not takes("TS", "KS", "H") and takes("AS", "7H", "H")
    assert not takes("7H", "AS", "H") and not takes("KS", "AD", "H") and takes("7H", "8H", "H")
    # Of identical cards the first played wins.
    assert not takes("AS", "AS'", "H") and not takes("AH", "AH'", "H")


@pytest.mark.parametrize(
    ("hand", "led", "expected"),
    [
        ("7S KS AS 7H", "TS", "AS"),
        ("7S KS 7H", "TS", "7S KS"),
        ("7S TS' 7H", "TS", "7S TS'"),
        ("7D 8D 7H AH", "TS", "7H AH"),
        ("7D 8D 9C", "TS", "7D 8D 9C"),
        ("7H KH AD", "TH", "7H KH"),
        ("7H AH AD", "TH", "AH"),
    ],
)
def test_the_last_eight_tricks(hand: str, led: str, expected: str) -> None:
    assert strict(names(hand), led, "H") == names(expected)


# ---------------------------------------------------------------------------------------------------------------------
# Whole deals

GIVEN = ([names("KC QC 7C AC JC 7S 8S 9S"), names("QS JD JS JH JC 7H 8H 9H")], "TC")


def stacked(hands: list[list[str]], turned: str, last: str) -> list[str]:
    """A stock of the cards that are left, the last two of it given."""
    stock = [name(card) for card in PACK]
    for card in [*(card for hand in hands for card in hand), turned, last]:
        stock.remove(card)
    stock.sort(key=lambda card: (card[0], card[1]))
    return [*stock, last, turned]


def wanting(script: Sequence[tuple[str, str]], exchange: bool = False) -> Player:
    """Makes certain melds in turn and no others, keeps the cards for them, and plays the others at random."""
    left = list(script)

    def card(asked: Situation) -> str:
        kept = [card for _, cards in left for card in names(cards)]
        free = [card for card in asked.legal if card not in kept] or asked.legal
        return free[asked.coin * len(free) >> 32]

    def meld(asked: Situation) -> Meld | None:
        for one in asked.melds:
            if left and one.name == left[0][0]:
                left.pop(0)
                return one
        return None

    return Player(card, lambda asked: exchange, lambda asked: False, meld)


def test_the_worked_example() -> None:
    """P1: royal marriage, the exchange, the sequence, nine brisques. P2: bezique, four jacks, seven, the last trick."""
    hands, turned = GIVEN
    stock = stacked(hands, turned, "7C")
    found: list[Record] = []
    for index in range(60):
        first = wanting([("royal_marriage", "KC QC"), ("sequence", "AC TC KC QC JC")], exchange=True)
        second = wanting([("bezique", "QS JD"), ("four_jacks", "JD JS JH JC")])
        deal = play(Options(), [first, second], 1, index, (hands, stock))
        if deal["result"]["brisques"] == [90, 70] and deal["result"]["last_trick"] == [0, 10]:
            found.append(deal)
    assert len(found) > 1
    for deal in found:
        result = deal["result"]
        assert result["score"] == [390, 160] and result["outcome"] == "win"
        assert result["melds"] == [290, 80] and result["sevens"] == [10, 0]
        made = [(one["seat"], one["meld"], one["points"]) for one in deal["melds"]]
        ours = [one[1:] for one in made if one[0] == 0]
        assert sorted(ours) == [("exchange", 10), ("royal_marriage", 40), ("sequence", 250)]
        assert [one[1:] for one in made if one[0] == 1] == [("bezique", 40), ("four_jacks", 40)]
        assert ours.index(("royal_marriage", 40)) < ours.index(("sequence", 250))


def test_the_printed_deal_is_scored_as_printed() -> None:
    """(b): 630 and 530 with 10 for trick 24, ten brisques and six. Of its cards only the totals are known."""
    deal = Deal(Options(last_trick=24), [low_player()] * 2, 0, 0, *twin_bezique.dealt(0, 0))
    for seat, points in ((0, 500), (0, 120), (1, 250), (1, 100), (1, 80), (1, 60), (1, 40)):
        deal.score(seat, "melds", points)
    deal.score(0, "last_trick", 10)
    assert deal.scores() == [630, 530]
    brisques = [card for card in PACK if card[0] in "AT"]
    deal.won = [[*brisques[:10], "KC", "9H'"], [*brisques[10:], "7S"]]
    deal.count()
    assert deal.scores() == [730, 590]


ALL = [
    Options(),
    Options(last_trick=24, meld_after_trick_24=True),
    Options(double_after_single=False, seven_score="every_event"),
    Options(seven_uses_meld=True),
]


@pytest.mark.parametrize("options", ALL, ids=str)
@pytest.mark.parametrize("player", [random_player, low_player])
def test_what_holds_in_every_deal(options: Options, player: Callable[[], Player], daily_seed: int) -> None:
    for index in range(15):
        deal = play(options, [player(), player()], daily_seed, index)
        result = deal["result"]
        assert len(deal["tricks"]) == sum(result["tricks"]) == 32
        assert sum(result["brisques"]) == 160 and sum(result["last_trick"]) == 10
        assert sum(result["score"]) == 170 + sum(result["sevens"]) + sum(result["melds"])
        cards = sorted(name(card) for card in PACK)
        assert sorted(card for trick in deal["tricks"] for card in trick["cards"]) == cards
        assert sorted([*(card for hand in deal["hands"] for card in hand), *deal["stock"]]) == cards
        assert len(deal["hands"][0]) == len(deal["hands"][1]) == 8 and len(deal["stock"]) == 48
        winner = deal["tricks"][options.last_trick - 1]["winner"]
        assert result["last_trick"][winner] == 10
        for made in deal["melds"]:
            assert made["seat"] == deal["tricks"][made["trick"] - 1]["winner"]
            assert made["trick"] <= (24 if options.meld_after_trick_24 else 23)
        ones = [one["trick"] for one in deal["melds"] if options.seven_uses_meld or one["meld"] not in SEVENS]
        assert len(ones) == len(set(ones))
        for trick, following in zip(deal["tricks"], deal["tricks"][1:], strict=False):
            assert following["leader"] == trick["winner"]


def test_the_last_eight_tricks_are_played_strictly_and_those_before_freely(daily_seed: int) -> None:
    free = 0
    for index in range(20):
        deal = play(Options(), [random_player(), random_player()], daily_seed, index)
        for first in (0, 24):
            # What a seat plays to eight tricks in a row, drawn cards left out, it holds before them at least.
            for number in range(first, first + 8):
                led, answer = deal["tricks"][number]["cards"]
                answers = 1 - deal["tricks"][number]["leader"]
                held = [trick["cards"][(answers - trick["leader"]) % 2] for trick in deal["tricks"][number : first + 8]]
                legal = strict(held, led, deal["trump"])
                assert answer in legal or first == 0
                free += answer not in legal
    assert free


def test_cards_are_drawn_by_the_winner_first_and_the_last_one_is_the_turn_up() -> None:
    seen: dict[tuple[int, int], list[str]] = {}

    def player() -> Player:
        def card(asked: Situation) -> str:
            seen[asked.seat, 24 - asked.stock_left // 2] = asked.hand
            return asked.legal[0]

        return replace(low_player(), play=card, exchange=lambda asked: False)

    deal = play(Options(), [player(), player()], 3, 4)
    hands = [list(hand) for hand in deal["hands"]]
    for number, trick in enumerate(deal["tricks"][:24]):
        for seat in (0, 1):
            assert sorted(seen[seat, number]) == sorted(hands[seat])
        leader, winner = trick["leader"], trick["winner"]
        for place, card in enumerate(trick["cards"]):
            hands[(leader + place) % 2].remove(card)
        hands[winner].append(deal["stock"][2 * number])
        hands[1 - winner].append(deal["stock"][2 * number + 1])
    assert deal["stock"][47] == deal["turned"] == hands[1 - deal["tricks"][23]["winner"]][-1]


# ---------------------------------------------------------------------------------------------------------------------
# Sevens


def seven_deal(
    options: Options, first: Player, hands: list[list[str]] | None = None, turned: str = "AC", last: str = "7H"
) -> Record:
    """A deal in which clubs are trumps and seat 0 holds a seven of them; seat 1 scores none."""
    hands = hands or [names("7C 8C 9C TC AS AH AD KD"), names("7S 8S 9S JS 7D 8D 9D JD")]
    silent = replace(low_player(), exchange=lambda asked: False, declare=lambda asked: False, meld=lambda asked: None)
    return play(options, [first, silent], 0, 0, (hands, stacked(hands, turned, last)))


def seven_player(exchange: Sequence[bool], declare: Sequence[bool], cards: Sequence[str] = ()) -> Player:
    """Answers in turn as given, then no; plays the cards in turn, then the last of its hand."""
    one, two, three = list(exchange), list(declare), list(cards)
    return Player(
        lambda asked: three.pop(0) if three else asked.legal[-1],
        lambda asked: bool(one) and one.pop(0),
        lambda asked: bool(two) and two.pop(0),
        lambda asked: None,
    )


def events(deal: Record, seat: int = 0) -> list[tuple[int, str]]:
    return [(one["trick"], one["how"]) for one in deal["sevens"] if one["seat"] == seat]


def test_an_exchange_a_declaration_and_a_seven_played() -> None:
    exchanged = seven_deal(Options(), seven_player([True], [], ["AS"]))
    assert events(exchanged)[0] == (1, "exchanged")
    assert exchanged["melds"][0] == {"trick": 1, "seat": 0, "meld": "exchange", "cards": ["7C"], "points": 10}
    declared = seven_deal(Options(), seven_player([], [True], ["AS", "7C"]))
    assert (1, "declared") in events(declared) and (2, "played") not in events(declared)
    again = seven_deal(Options(seven_score="every_event"), seven_player([], [True], ["AS", "7C"]))
    assert events(again)[:2] == [(1, "declared"), (2, "played")]
    played = seven_deal(Options(), seven_player([], [], ["7C"]))
    assert events(played)[0] == (1, "played")


def test_a_declared_seven_may_be_exchanged_later_and_is_the_one_given_away() -> None:
    hands = [names("7C 7C 9C TC AS AH AD KD"), names("7S 8S 9S JS 7D 8D 9D JD")]
    deal = seven_deal(Options(), seven_player([False, True], [True, False], ["AS", "AH", "7C"]), hands)
    # The one that is left was not declared, so it scores when it is played.
    assert events(deal)[:3] == [(1, "declared"), (2, "exchanged"), (3, "played")]
    both = seven_deal(Options(), seven_player([True], [True, True], ["AS"]), hands)
    assert events(both)[:2] == [(1, "exchanged"), (1, "declared")]
    two = seven_deal(Options(), seven_player([False], [True, True], ["AS"]), hands)
    assert events(two)[:2] == [(1, "declared"), (1, "declared")]


def test_a_seven_may_take_the_place_of_the_meld() -> None:
    hands = [names("7C 7C KC QC AS AH AD KD"), names("7S 8S 9S JS 7D 8D 9D JD")]

    def first() -> Player:
        return replace(seven_player([True], [True, True], ["AS"]), meld=lambda asked: asked.melds[0])

    free = seven_deal(Options(), first(), hands)
    assert [one["meld"] for one in free["melds"] if one["trick"] == 1] == ["exchange", "seven", "royal_marriage"]
    bound = seven_deal(Options(seven_uses_meld=True), first(), hands)
    assert [one["meld"] for one in bound["melds"] if one["trick"] == 1] == ["exchange"]


def test_a_seven_turned_up_is_the_dealers_and_is_not_exchanged() -> None:
    deal = seven_deal(Options(), seven_player([True] * 32, [], ["AS"]), turned="7C")
    assert events(deal, 1)[0] == (0, "turned") and deal["result"]["sevens"][1] >= 10
    assert "exchanged" not in [how for _, how in events(deal)]


def test_the_exchanged_seven_goes_to_the_loser_of_trick_24_and_scores_no_more() -> None:
    deal = seven_deal(Options(), seven_player([True], [], ["AS"]))
    last = [
        (trick["leader"] + trick["cards"].index("7C")) % 2 for trick in deal["tricks"][24:] if "7C" in trick["cards"]
    ]
    assert 1 - deal["tricks"][23]["winner"] in last
    assert all(number <= 24 for number, _ in events(deal) + events(deal, 1))


@pytest.mark.parametrize("late", [False, True])
def test_melding_ends_with_the_stock(late: bool) -> None:
    tricks: set[int] = set()
    for index in range(40):
        deal = play(Options(meld_after_trick_24=late), [low_player(), low_player()], 5, index)
        tricks |= {one["trick"] for one in deal["melds"]}
    assert max(tricks) == (24 if late else 23)


# ---------------------------------------------------------------------------------------------------------------------
# Policies, as their definitions say


def asked(coin: int, legal: str = "7S 8S 9S", melds: Sequence[Meld] = ()) -> Situation:
    return Situation(Options(), 0, "C", "AC", [], names(legal), None, list(melds), [[], []], 48, [0, 0], coin)


def test_random_and_low_answer_as_defined() -> None:
    random, low = random_player(), low_player()
    melds = [Meld("marriage", 20, 4, []), Meld("royal_marriage", 40, 4, []), Meld("bezique", 40, 2, [])]
    assert [random.play(asked(coin)) for coin in (0, HALF, MOST)] == names("7S 8S 9S")
    assert not random.exchange(asked(HALF - 1)) and random.exchange(asked(HALF)) and random.declare(asked(MOST))
    quarters = [random.meld(asked(coin, melds=melds)) for coin in (0, HALF // 2, HALF, MOST)]
    assert quarters == [*melds, None]
    assert low.play(asked(MOST)) == "7S" and low.exchange(asked(0)) and low.declare(asked(0))
    assert low.meld(asked(MOST, melds=melds)) == melds[1]


def test_of_two_copies_the_worn_one_is_played() -> None:
    hands = [names("QS QS KS AS AH AD TD TH"), names("7S 8S 9S JS 7D 8D 9D JD")]
    player = seven_player([], [], ["AS", "QS", "AH"])
    seen: list[list[list[str]]] = []

    def card(situation: Situation) -> str:
        seen.append(situation.open)
        return player.play(situation)

    deal = seven_deal(Options(), replace(player, play=card, meld=lambda one: one.melds[0]), hands)
    assert deal["melds"][0]["cards"] == ["KS", "QS"]
    assert seen[1] == [["QS", "KS"], []] and seen[2] == [["KS"], []]


def test_nothing_depends_on_which_copy_is_called_the_first(daily_seed: int) -> None:
    def swapped(cards: Sequence[str]) -> list[str]:
        return [card[:2] if card.endswith("'") else card + "'" for card in cards]

    for index in range(12):
        hands, stock = twin_bezique.dealt(daily_seed, index)
        for player in (random_player, low_player):
            one = Deal(Options(), [player(), player()], 1, index, hands, stock).play()
            other = Deal(
                Options(), [player(), player()], 1, index, [swapped(hand) for hand in hands], swapped(stock)
            ).play()
            assert one == other


# ---------------------------------------------------------------------------------------------------------------------
# Matches


@pytest.mark.parametrize("check", ["end_of_deal", "instant"])
def test_matches_end_at_the_target(check: str, daily_seed: int) -> None:
    options = Options(target_check=check, target=400)
    for number in range(6):
        records, match = twin_bezique_match.play(options, [low_player(), random_player()], daily_seed, number)
        total = [0, 0]
        for place, record in enumerate(records):
            # A seven that is turned up may end a match before the first trick.
            assert record["dealer"] == 1 - place % 2
            assert [trick["leader"] for trick in record["tricks"][:1]] in ([], [place % 2])
            assert record["score_before"] == total
            total = [before + more for before, more in zip(total, record["result"]["score"], strict=True)]
            last = record is records[-1]
            assert (max(total) >= 400 and total[0] != total[1]) is last
            assert record["played"] == "whole" or (last and check == "instant")
            assert record["match"]["winner"] == (total.index(max(total)) if last else None)
        assert match.score == total
        if records[-1]["played"] == "stopped":
            assert records[-1]["result"]["brisques"] == [0, 0]
            assert min(total) < 400 or len(set(records[-1]["score_before"])) == 1


def test_equal_totals_are_played_off(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = [[500, 480], [520, 500], [200, 190]]

    def given(*_: object, **__: object) -> Record:
        return {"hands": [[], []], "tricks": [], "melds": [], "sevens": [], "result": {"score": scores.pop(0)}}

    monkeypatch.setattr(twin_bezique, "play", given)
    records, match = twin_bezique_match.play(Options(), [low_player()] * 2, 0, 0)
    # Deals are counted from whoever does not deal: 1 000 to 1 000 after two of them.
    assert [record["match"]["score_after"] for record in records] == [[500, 480], [1000, 1000], [1200, 1190]]
    assert [record["match"]["winner"] for record in records] == [None, None, 0] and match.winner == 0


# ---------------------------------------------------------------------------------------------------------------------
# Numbers, from first principles


def at_least_one_of_each(copies: Sequence[int], cards: int, size: int) -> Fraction:
    """The chance that a hand holds one card or more of each of some kinds, by inclusion and exclusion."""
    ways = 0
    for missing in product((0, 1), repeat=len(copies)):
        without = sum(number for number, gone in zip(copies, missing, strict=True) if gone)
        ways += (-1) ** sum(missing) * comb(cards - without, size)
    return Fraction(ways, comb(cards, size))


BEZIQUE_DEALT = at_least_one_of_each([2, 2], 64, 8)
FOUR_ACES_DEALT = Fraction(sum(comb(8, aces) * comb(56, 8 - aces) for aces in range(4, 9)), comb(64, 8))
# The card turned up is one of the eight trump ranks: of five of them it leaves but one copy.
SEQUENCE_DEALT = Fraction(3, 8) * at_least_one_of_each([2, 2, 2, 2, 2], 63, 8) + Fraction(5, 8) * at_least_one_of_each(
    [1, 2, 2, 2, 2], 63, 8
)
SEVEN_TURNED = Fraction(8, 64)


def test_numbers_of_the_first_eight_cards() -> None:
    assert round(float(100 * BEZIQUE_DEALT), 3) == 5.029
    assert round(float(100 * FOUR_ACES_DEALT), 3) == 0.617
    assert round(float(100 * SEQUENCE_DEALT), 5) == 0.01553
    assert Fraction(1, 8) == SEVEN_TURNED


@pytest.mark.large
def test_the_twin_deals_as_often(daily_seed: int, size: float, record_property: Callable[[str, object], None]) -> None:
    deals = int(20_000 * size)
    record_property("deals", deals)
    found = dict.fromkeys(("bezique", "aces", "seven", "trumps"), 0)
    for index in range(deals):
        hands, stock = twin_bezique.dealt(daily_seed, index)
        held = [[name(card) for card in hand] for hand in hands]
        found["bezique"] += "QS" in held[0] and "JD" in held[0]
        found["aces"] += sum(card[0] == "A" for card in held[1]) >= 4
        found["seven"] += stock[-1][0] == "7"
        found["trumps"] += sum(card[1] == stock[-1][1] for card in hands[0])
    for what, share in (("bezique", BEZIQUE_DEALT), ("aces", FOUR_ACES_DEALT), ("seven", SEVEN_TURNED)):
        expected = deals * float(share)
        assert abs(found[what] - expected) < 4.5 * sqrt(expected) + 1, what
    assert abs(found["trumps"] / deals - 8 * 15 / 63) < 4.5 * sqrt(1.3 / deals)
