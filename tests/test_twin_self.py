"""The twin against what the rules print: the worked example, every scoring line, every branch of every policy."""

import dataclasses
import random

import pytest
import twin
from numpy.random import Philox
from twin import Game, Policy, Situation, bare, greedy, high, legal, low, play, random_policy, score, winner


def names(text: str) -> list[str]:
    return text.split()


YARDSTICK = (
    "7C 7S 7H 8C 8S 8H 9C 9S 9H KC KS KH TC TS TH AC AS AH 7D 8D 9D KD TD AD JD JH JS JC QD QH QS QC"  # as printed
)

EXAMPLE_HANDS = [
    names("QS JC JH AD KD 7D KS 8S"),
    names("QC JS JD TD TC 9H AS TS"),
    names("QH QD 8D KC 9C 7C KH 7S"),
    names("9D AC 8C AH TH 8H 7H 9S"),
]
EXAMPLE_TRICKS = [
    (0, "QS QC 8D 9D", 1, 6),
    (1, "AS 7S 9S 8S", 1, 11),
    (1, "TS QD 8C KS", 2, 17),
    (2, "QH 8H AD JD", 2, 16),
    (2, "KH AH 7D 9H", 0, 15),
    (0, "JC JS KC 7H", 0, 8),
    (0, "JH TD 7C TH", 0, 22),
    (0, "KD TC 9C AC", 0, 25),
]


def scripted(cards: list[str]) -> Policy:
    """Return a policy that plays the cards in the order given, and checks nothing."""
    queue = list(cards)
    return lambda situation: queue.pop(0)


def example_policies() -> list[Policy]:
    cards: list[list[str]] = [[], [], [], []]
    for leader, line, _, _ in EXAMPLE_TRICKS:
        for place, card in enumerate(line.split()):
            cards[(leader + place) % 4].append(card)
    return [scripted(one_seat) for one_seat in cards]


def all_leads() -> Game:
    return dataclasses.replace(bare(), trump_lead="all")


def ask(
    hand: str, table: str = "", seat: int = 0, leader: int = 0, game: Game | None = None, coin: int = 0
) -> Situation:
    """Return the situation of a seat with this hand; the cards of the table run clockwise from the leader."""
    game = game or bare()
    cards = table.split()
    played = [((leader + place) % len(game.sides), card) for place, card in enumerate(cards)]
    assert (leader + len(cards)) % len(game.sides) == seat
    led_card = cards[0] if cards else None
    return Situation(game, seat, hand.split(), legal(game, hand.split(), led_card, seat), played, coin)


def test_worked_example() -> None:
    result = play(bare(), EXAMPLE_HANDS, example_policies(), seed=0, index=0)
    found = [(t["leader"], " ".join(t["cards"]), t["winner"], t["points"]) for t in result["tricks"]]
    assert found == EXAMPLE_TRICKS
    assert result["points"] == [103, 17]
    assert result["tricks_won"] == [6, 2]
    assert result["eyes"] == [4, 0]
    assert result["outcome"] == "ninety"


def test_worked_example_seat_1_must_lead_plain() -> None:
    assert legal(bare(), names("JS JD TD TC 9H AS TS"), None, 1) == ["TC", "9H", "AS", "TS"]
    assert legal(bare(), names("JS JD TD TC 9H TS"), None, 1) == ["TC", "9H", "TS"]


def test_illegal_card_is_refused() -> None:
    policies = example_policies()
    policies[3] = scripted(["AC"])
    with pytest.raises(ValueError, match="trick 1: seat 3 played AC"):
        play(bare(), EXAMPLE_HANDS, policies, seed=0, index=0)


def test_wrong_hands_are_refused() -> None:
    twice = [EXAMPLE_HANDS[0], EXAMPLE_HANDS[0], EXAMPLE_HANDS[2], EXAMPLE_HANDS[3]]
    short = [EXAMPLE_HANDS[0][:7], *EXAMPLE_HANDS[1:]]
    for hands in (twice, short, EXAMPLE_HANDS[:3]):
        with pytest.raises(ValueError, match=r"expected 4 hands of 8|dealt twice"):
            play(bare(), hands, [low] * 4, seed=0, index=0)


def test_pack() -> None:
    game = bare()
    assert len(game.pack) == len(set(game.pack)) == 32
    assert len(game.trumps) == 14
    assert sum(twin.card_points(game, card) for card in game.pack) == 120
    assert [twin.card_points(game, card) for card in names("AC TD KS QH JC 9S 8D 7C")] == [11, 10, 4, 3, 2, 0, 0, 0]


def test_yardstick_order() -> None:
    assert twin.yardstick(bare()) == YARDSTICK.split()


@pytest.mark.parametrize(
    ("points", "win_91", "win_90", "loser_based"),
    [
        (60, (0, "egg"), (0, "egg"), (0, "egg")),
        (61, (2, "win"), (2, "win"), (2, "win")),
        (89, (2, "win"), (2, "win"), (2, "win")),
        (90, (2, "win"), (4, "ninety"), (4, "ninety")),
        (91, (4, "ninety"), (4, "ninety"), (4, "ninety")),
        (119, (4, "ninety"), (4, "ninety"), (4, "ninety")),
        (120, (4, "ninety"), (4, "ninety"), (4, "ninety")),
    ],
)
def test_scoring_lines(
    points: int, win_91: tuple[int, str], win_90: tuple[int, str], loser_based: tuple[int, str]
) -> None:
    # Seen from the loser these are the lines at 60, 59, 31, 30, 29, 1 and 0 points, always with a trick.
    both = [points, 120 - points]
    for four_eyes_min, scale, (eyes, outcome) in [
        (91, "win_based", win_91),
        (90, "win_based", win_90),
        (91, "loser_based", loser_based),
        (90, "loser_based", loser_based),
    ]:
        assert score(both, [7, 1], four_eyes_min, scale) == ([eyes, 0], outcome)
        assert score(both[::-1], [1, 7], four_eyes_min, scale) == ([0, eyes], outcome)


def test_lucy_line() -> None:
    assert score([120, 0], [8, 0]) == ([4, 0], "lucy")
    assert score([0, 120], [0, 8], four_eyes_min=90) == ([0, 4], "lucy")
    assert score([120, 0], [8, 0], loser_scale="loser_based") == ([6, 0], "lucy")
    assert score([0, 120], [0, 8], 90, "loser_based") == ([0, 6], "lucy")


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="loser_scale"):
        score([61, 59], [4, 4], loser_scale="points")
    with pytest.raises(ValueError, match="four_eyes_min"):
        score([61, 59], [4, 4], four_eyes_min=92)
    with pytest.raises(ValueError, match="trump_lead"):
        legal(dataclasses.replace(bare(), trump_lead="somebody"), ["QC"], None, 0)


def test_played_lucy() -> None:
    hands = [
        names("QC QS QH QD JC JS JH JD"),
        names("AD TD KD 9D 8D 7D AC TC"),
        names("KC 9C 8C 7C AS TS KS 9S"),
        names("8S 7S AH TH KH 9H 8H 7H"),
    ]
    for scale, worth in [("win_based", 4), ("loser_based", 6)]:
        result = play(bare(), hands, [high] * 4, seed=0, index=0, loser_scale=scale)
        assert (result["points"], result["tricks_won"]) == ([120, 0], [8, 0])
        assert (result["eyes"], result["outcome"]) == ([worth, 0], "lucy")


def test_played_loser_with_a_trick_but_no_points() -> None:
    hands = [
        names("QC QS QH QD JC JS JH 7C"),
        names("JD AD TD KD 9D 8D 7D 9C"),
        names("AC TC AS TS KS 9S 8S 7S"),
        names("KC 8C AH TH KH 9H 8H 7H"),
    ]
    for scale in ("win_based", "loser_based"):
        result = play(bare(), hands, [high] * 4, seed=0, index=0, loser_scale=scale)
        assert result["tricks"][-1] == {"leader": 0, "cards": ["7C", "9C", "7S", "7H"], "winner": 1, "points": 0}
        assert (result["points"], result["tricks_won"]) == ([120, 0], [7, 1])
        assert (result["eyes"], result["outcome"]) == ([4, 0], "ninety")


@pytest.mark.parametrize(
    ("hand", "led_card", "seat", "expected"),
    [
        ("QH AH 7H 9C", "KH", 1, "AH 7H"),  # the queen of hearts is a trump, not a heart
        ("QH 9C 8S", "KH", 1, "QH 9C 8S"),  # so it does not have to follow a heart either
        ("AH 7H 9C QH", "JS", 1, "QH"),  # but a trump lead calls for it
        ("AH 7H 9C", "QH", 1, "AH 7H 9C"),  # and when it is led, hearts do not follow
        ("7D 9C AD", "QC", 2, "7D AD"),  # diamonds are trumps
        ("AS 9C AD", "7C", 3, "9C"),  # no duty to beat, only to follow
        ("QC 9D", "7C", 3, "QC 9D"),  # all trumps, plain lead
        ("QC 9D", "7D", 3, "QC 9D"),  # no duty to overtake a trump
        ("QC 9D 7C", None, 0, "QC 9D 7C"),
        ("QC 9D 7C", None, 2, "QC 9D 7C"),
        ("QC 9D 7C AH", None, 1, "7C AH"),
        ("QC 9D 7C AH", None, 3, "7C AH"),
        ("QH 9D AH", None, 3, "AH"),
        ("QC 9D JH", None, 1, "QC 9D JH"),  # an all-trump hand leads a trump
    ],
)
def test_legal(hand: str, led_card: str | None, seat: int, expected: str) -> None:
    assert legal(bare(), hand.split(), led_card, seat) == expected.split()


def test_who_may_lead_trumps() -> None:
    for seat in range(4):
        assert legal(all_leads(), ["QC", "7C"], None, seat) == ["QC", "7C"]
    praiser_1 = dataclasses.replace(bare(), leader=1)
    assert [legal(praiser_1, ["QC", "7C"], None, seat)[0] for seat in range(4)] == ["7C", "QC", "7C", "QC"]


@pytest.mark.parametrize(
    ("leader", "cards", "expected"),
    [
        (0, "9C KC TC AC", 3),
        (2, "9C KC TC AC", 1),
        (0, "7C AS AH TS", 0),  # other plain suits never win
        (0, "AC 7D KC TC", 1),  # the lowest trump beats the highest plain card
        (0, "AC 7D JD QH", 3),
        (1, "AD JD QD JC", 3),  # all queens above all jacks above the ace of diamonds
        (3, "QS QC QH QD", 0),
        (0, "KH QH AH TH", 1),
        (2, "TH 9H", 2),  # a trick under way
        (2, "TH AH", 3),
    ],
)
def test_winner(leader: int, cards: str, expected: int) -> None:
    assert winner(bare(), leader, cards.split()) == expected


def test_low_and_high() -> None:
    assert low(ask("QC 9D AH KS")) == "KS"
    assert high(ask("QC 9D AH KS")) == "QC"
    assert high(ask("QC 9D AH KS", seat=1, leader=1)) == "AH"
    assert low(ask("9C QC 7D", "AH", seat=1)) == "9C"
    assert low(ask("9C QC 7D", "AD", seat=1)) == "7D"
    assert high(ask("8C 8H 8S", "AD", seat=1)) == "8H"


def test_random_picks_in_yardstick_order() -> None:
    picks = [random_policy(ask("QC 8H 8C", coin=coin)) for coin in (0, 2**32 // 3, 2**32 // 3 + 1, 2**32 - 1)]
    assert picks == ["8C", "8C", "8H", "QC"]
    assert random_policy(ask("QC 8H 8C", "9H", seat=1, coin=2**32 - 1)) == "8H"


def test_cheapest() -> None:
    for cards, expected in {
        "KC 9H 8S 7D": "8S",  # worth nothing, plain before trump
        "KC AC 7D": "7D",  # a worthless trump before a king
        "TC KH QD JD": "KH",  # at most 4 points: the plain king comes before the trumps
        "TC AC QD JD": "JD",
        "AC TS TD AD": "TS",  # nothing below ten: first in order
    }.items():
        assert twin.cheapest(bare(), cards.split()) == expected


@pytest.mark.parametrize(
    ("hand", "seat", "expected"),
    [
        ("7D QH JC 9D AC 7C", 0, "QH"),  # four trumps: the highest
        ("7D QH JC AC 7C", 0, "7C"),  # three: the cheapest card
        ("7D QH JC AC KC", 0, "7D"),
        ("QC QS QH QD JC AC KC", 1, "KC"),  # may not lead trumps: only the plain cards are looked at
        ("QC QS QH QD JC AC 8H", 3, "8H"),
        ("QH QS 7D 9D", 1, "QS"),  # an all-trump hand may lead them
        ("QH QS 7D", 1, "7D"),
    ],
)
def test_greedy_leads(hand: str, seat: int, expected: str) -> None:
    assert greedy(ask(hand, seat=seat, leader=seat)) == expected
    assert greedy(ask("QH QS 7D 9D AC", seat=seat, leader=seat, game=all_leads())) == "QS"


@pytest.mark.parametrize(
    ("hand", "table", "expected"),
    [
        # Seat 2's partner, seat 0, is winning.
        ("AD AH AS TH 7H", "QC 7D", "AD"),  # must follow with the trump
        ("AH AS TH 7H", "QC 7D", "AS"),  # the first ace in yardstick order
        ("AD AS", "AC 7C", "AS"),
        ("AD TS 7S", "AC 7C", "AD"),  # an ace of trumps goes before a plain ten
        ("TD TS KS 7S", "AC 7C", "TS"),
        ("KD KS QC 7S", "AC 7C", "KS"),
        ("QC JD 9H 8S", "AC 7C", "8S"),  # no ace, ten or king: the cheapest
        ("QC JD", "AC 7C", "JD"),
        ("KC 9C", "AC 7C", "KC"),
        ("7D AD QC 9S", "TC 7H", "AD"),  # another plain suit has not beaten the ten
        # The partner is not winning, 10 points or more lie on the table.
        ("AC KC 9C", "TC QD", "9C"),  # nothing wins: the cheapest
        ("AD JC QC 9S", "7C TC", "AD"),  # exactly ten: the first winning card, be it dear
        ("7D JC QC 9S", "7C AC", "7D"),
        ("8D JC QC 9S", "TC QH", "QC"),  # only a card above QH wins
        ("8D JC 9S AS", "TC QH", "9S"),  # none does: the cheapest
        ("AC 9C", "8C TC", "AC"),  # by rank in the led suit
        # The partner is not winning, less than 10 points lie on the table.
        ("AC 9C", "7C KC", "9C"),
        ("QC QS AS 9H", "KC JD", "9H"),
        ("QC 9H", "KC JD QD", "9H"),  # nine
        ("AC TC", "KC QD", "TC"),
        # Seat 1 has nobody to feed yet, seat 3 plays last.
        ("AS 7S 9H", "AC", "7S"),
        ("7D 9S", "TC", "7D"),
        ("AS 7D", "7C KC 9C", "AS"),  # seat 1's king holds for seat 3
        ("AS 7D", "7C KC AC", "7D"),  # seat 2 has beaten it, 15 points lie there
        ("7D 9S", "7C KC 9D", "9S"),  # 4 points are not worth a trump
        ("JD TS", "7C TC 9D", "JD"),
    ],
)
def test_greedy_follows(hand: str, table: str, expected: str) -> None:
    assert greedy(ask(hand, table, seat=len(table.split()), leader=0)) == expected


def test_greedy_with_other_sides() -> None:
    alone = dataclasses.replace(bare(), sides=[0, 1, 2, 3])
    assert greedy(ask("AS 7S", "AC 7C", seat=2, game=alone)) == "7S"
    assert greedy(ask("QC 7S", "AC 7C", seat=2, game=alone)) == "QC"
    against_one = dataclasses.replace(bare(), sides=[0, 1, 1, 1])
    assert greedy(ask("AS 7S", "7C AC", seat=2, game=against_one)) == "AS"
    assert greedy(ask("AS 7S", "AC 7C", seat=2, game=against_one)) == "7S"


def philox_block(key: tuple[int, int], counter: list[int]) -> list[int]:
    """Return the block of Philox 4x64 with 10 rounds (Salmon and others, 2011) in plain integers."""
    x0, x1, x2, x3 = counter
    k0, k1 = key
    for _ in range(10):
        first = 0xD2E7470EE14C6C93 * x0
        second = 0xCA5A826395121157 * x2
        x0, x1, x2, x3 = (second >> 64) ^ x1 ^ k0, second % 2**64, (first >> 64) ^ x3 ^ k1, first % 2**64
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) % 2**64, (k1 + 0xBB67AE8584CAA73B) % 2**64
    return [x0, x1, x2, x3]


@pytest.mark.parametrize("seed", [0, 7, 2**63 + 12345, 2**64 - 1])
@pytest.mark.parametrize("index", [0, 48213, 2**63 + 1, 2**64 - 1])
def test_coins_are_the_halves_of_the_stream(seed: int, index: int) -> None:
    for seat, attempt in [(0, 0), (3, 0), (2, 5)]:
        coin = twin.coins(seed, index, seat, attempt)
        # The generator steps its counter before it draws, so its block 0 is made from counter 1.
        words = philox_block((seed, 0), [1, index, attempt, 16 + seat])
        words += philox_block((seed, 0), [2, index, attempt, 16 + seat])
        halves = [half for word in words for half in (word % 2**32, word >> 32)]
        assert [coin(t) for t in range(16)] == halves
        if max(seed, index) < 2**63:
            assert words == Philox(key=[seed, 0], counter=[0, index, attempt, 16 + seat]).random_raw(8).tolist()


def shuffled_hands(game: Game, number: int) -> list[list[str]]:
    cards = list(game.pack)
    random.Random(number).shuffle(cards)
    return [cards[seat * game.hand_size : (seat + 1) * game.hand_size] for seat in range(len(game.sides))]


def without_low_ranks(ranks: str) -> list[str]:
    return [card for card in bare().pack if card[0] not in ranks]


SHAPES = {
    "bare": bare(),
    "all": all_leads(),
    "leader": dataclasses.replace(bare(), leader=3),
    "alone": dataclasses.replace(bare(), sides=[0, 1, 2, 3]),
    "one against three": dataclasses.replace(bare(), sides=[0, 1, 1, 1]),
    "three seats": dataclasses.replace(bare(), sides=[0, 1, 2], hand_size=10),
    "six tricks": dataclasses.replace(bare(), pack=without_low_ranks("87"), hand_size=6),
    "seven tricks": dataclasses.replace(bare(), pack=without_low_ranks("7"), hand_size=7),
    "no trumps": dataclasses.replace(bare(), trumps=[], plain_order="ATKQJ987"),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("policy", [random_policy, low, greedy, high])
def test_whole_deals_of_any_shape(shape: str, policy: Policy) -> None:
    game = SHAPES[shape]
    for number in range(5):
        hands = shuffled_hands(game, number)
        result = play(game, hands, [policy] * len(game.sides), seed=1, index=number)
        played = [card for trick in result["tricks"] for card in trick["cards"]]
        assert sorted(played) == sorted(card for hand in hands for card in hand)
        assert sum(result["points"]) == sum(twin.card_points(game, card) for card in played)
        assert sum(result["tricks_won"]) == len(result["tricks"]) == game.hand_size
        leaders = [trick["leader"] for trick in result["tricks"]]
        assert leaders == [game.leader, *(trick["winner"] for trick in result["tricks"][:-1])]
        assert ("eyes" in result) == ("outcome" in result) == (len(set(game.sides)) == 2)
        assert result == play(game, hands, [policy] * len(game.sides), seed=1, index=number)


def test_random_play_depends_on_seed_and_index() -> None:
    hands = shuffled_hands(bare(), 0)
    first = play(bare(), hands, [random_policy] * 4, seed=1, index=1)
    assert first != play(bare(), hands, [random_policy] * 4, seed=1, index=2)
    assert first != play(bare(), hands, [random_policy] * 4, seed=2, index=1)


def test_without_trumps_queens_follow_their_suit() -> None:
    game = SHAPES["no trumps"]
    assert legal(game, names("QH 7H AD"), "8H", 1) == ["QH", "7H"]
    assert legal(game, names("QH 7H AD"), None, 1) == ["QH", "7H", "AD"]
    assert winner(game, 0, names("JH QH AD TS")) == 1
    assert twin.yardstick(game)[:5] == ["7C", "7S", "7H", "7D", "8C"]
    assert twin.yardstick(game)[-1] == "AD"
