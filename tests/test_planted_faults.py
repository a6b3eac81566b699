"""Every kind of fault planted in a record of every game: the referee finds it and calls it by its name. A fault that a
game cannot have stands in `EMPTY` with the reason.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from twin_records import TWINS, Told, match_told

from goatsim.games import Rules, load
from goatsim.records.referee import verdicts

MOST_MATCHES = 60
"""Matches in which a deal is looked for that can have a fault."""

Deals = tuple[Told, ...]
Plant = Callable[[Deals], list[Told] | None]
One = Callable[[Told], bool]


class Fault(NamedTuple):
    """A fault: how it is planted into a copy of the deals of a match (None if they cannot have it), what the referee
    says of it, and why other games cannot have it, by name.
    """

    plant: Plant
    said: str
    empty: Mapping[str, str] = MappingProxyType({})


def fresh(deal: Told) -> Told:
    """A copy that may be spoiled."""
    found: Told = json.loads(json.dumps(deal))
    return found


def alone(plant: One) -> Plant:
    """Plant into the first deal that can have it, which is then judged alone."""

    def into(deals: Deals) -> list[Told] | None:
        return next(([deal] for deal in map(fresh, deals) if plant(deal)), None)

    return into


def second(plant: One) -> Plant:
    """Plant into the second deal of a match, behind the first."""

    def into(deals: Deals) -> list[Told] | None:
        if len(deals) < 2:
            return None
        two = [fresh(deal) for deal in deals[:2]]
        return two if plant(two[1]) else None

    return into


def last(plant: One) -> Plant:
    """Plant into the last deal of a match."""

    def into(deals: Deals) -> list[Told] | None:
        deal = fresh(deals[-1])
        return [deal] if plant(deal) else None

    return into


# What deals are made of


def rules_of(deal: Told) -> Rules:
    return load(deal["game"], deal["options"])


def laid(trick: Told) -> list[tuple[int, str]]:
    """Seat and card of everything laid to a trick of a deal of single cards, `SEATS` being how many there are."""
    return [((trick["leader"] + place) % trick["seats"], card) for place, card in enumerate(trick["cards"])]


def tricks_of(deal: Told) -> Iterator[tuple[int, Told]]:
    """The tricks of single cards, each with the number of seats."""
    for place, trick in enumerate(deal["tricks"]):
        if "cards" in trick:
            yield place, {**trick, "seats": len(deal["hands"])}


def class_of(deal: Told, card: str) -> str:
    """What a card counts as: a trump, or a card of its suit."""
    rules = rules_of(deal)
    if rules.phases.count("melds"):
        return card[1]
    always = card in rules.trumps
    return "trump" if always or card[1] == deal.get("trump") else card[1]


def held(deal: Told, place: int, seat: int) -> list[str]:
    """The cards that a seat was dealt first and plays behind a trick."""
    later = [card for k, trick in tricks_of(deal) if k > place for who, card in laid(trick) if who == seat]
    return [card for card in later if card in deal["hands"][seat]]


def exchange(deal: Told, place: int, seat: int, other: str) -> None:
    """Let a seat play a card of its hand in a trick, and there, later, the one that it played in it; nothing is said of
    what follows.
    """
    mine = next(card for who, card in laid({**deal["tricks"][place], "seats": len(deal["hands"])}) if who == seat)
    for k, trick in tricks_of(deal):
        if k >= place:
            swapped = {mine: other, other: mine}
            deal["tricks"][k]["cards"] = [swapped.get(card, card) if who == seat else card for who, card in laid(trick)]
    for trick in deal["tricks"][place:]:
        trick.pop("winner", None)
        trick.pop("points", None)
    for key in ("result", "played", "stopped", "match"):
        deal.pop(key, None)


def worth(deal: Told, trick: Told) -> int:
    cards = trick.get("cards") or [card for play in trick["plays"] for card in play["cards"]]
    return sum(map(rules_of(deal).card_points, cards))


# The faults


def revoke(deal: Told) -> bool:
    drawn = rules_of(deal).tricks - rules_of(deal).hand_size if "stock" in deal else 0
    for place, trick in tricks_of(deal):
        led = class_of(deal, trick["cards"][0])
        for seat, card in laid(trick)[1:]:
            others = held(deal, place, seat)
            other = next((one for one in others if class_of(deal, one) not in (led, "trump")), None)
            late = deal["game"] != "bezique" or place >= drawn
            if late and other and class_of(deal, card) == led and others.count(other) == 1 and card not in others:
                exchange(deal, place, seat, other)
                return True
    return False


def refuse_to_win(deal: Told) -> bool:
    order = rules_of(deal).plain_order
    for place, trick in tricks_of(deal):
        (_, led), (seat, card) = laid(trick)[:2] if place >= 24 else ((0, ""), (0, ""))
        if led and card[1] == led[1] and order.index(card[0]) < order.index(led[0]):
            same = [one for one in held(deal, place, seat) if one[1] == led[1]]
            low = [one for one in same if order.index(one[0]) >= order.index(led[0])]
            if low:
                exchange(deal, place, seat, low[0])
                return True
    return False


def barred(deal: Told, seat: int) -> bool:
    """Whether a seat may not lead trumps by the defaults of its game."""
    if deal["game"] == "three":
        return deal.get("soloist") not in (None, seat)
    if deal["game"] == "stock":
        return not deal.get("first_deal") and seat % 2 != deal["dealer"] % 2
    return not deal.get("first_deal") and seat % 2 != deal["first_leader"] % 2


def lead_a_trump(deal: Told) -> bool:
    for place, trick in tricks_of(deal):
        seat, card = laid(trick)[0]
        trumps = [one for one in held(deal, place, seat) if class_of(deal, one) == "trump" and one not in PAIR]
        if barred(deal, seat) and class_of(deal, card) != "trump" and trumps and not deal.get("swaps"):
            exchange(deal, place, seat, trumps[0])
            return True
    return False


PAIR = ("QC", "7C", "6C")
"""Cards of captures, which would end a deal."""


def cards_in_order(deal: Told) -> list[tuple[list[str], int]]:
    """Every list of cards laid, with the place of its trick."""
    found = []
    for place, trick in enumerate(deal["tricks"]):
        found += (
            [(trick["cards"], place)] if trick.get("cards") else [(play["cards"], place) for play in trick["plays"]]
        )
    return found


def card_twice(deal: Told) -> bool:
    lists = cards_in_order(deal)
    copies = 1 + rules_of(deal).double
    before = Counter(card for cards, place in lists for card in cards if place < len(deal["tricks"]) - 1)
    again = next((card for card, many in before.items() if many == copies and card not in PAIR), None)
    cards = lists[-1][0]
    if again is None:
        return False
    cards[-1] = again
    return True


def of_another(deal: Told) -> bool:
    """The second to play plays a card of another seat, which that one plays later."""
    trick = deal["tricks"][0]
    plays = trick.get("plays")
    seat = (trick["leader"] + 1) % len(deal["hands"])
    cards, at = (plays[1]["cards"], 0) if plays else (trick["cards"], 1)
    there = [card for one in plays for card in one["cards"]] if plays else list(trick["cards"])
    other = deal["hands"][seat - 1][:4]
    left = [card for card in other if card not in (*there, *deal["hands"][seat], *PAIR)]
    if left:
        cards[at] = left[0]
    return bool(left)


def wrong_winner(deal: Told) -> bool:
    trick = deal["tricks"][1]
    trick["winner"] = (trick.get("winner", 0) + 1) % len(deal["hands"])
    return len(trick.get("cards", "....")) in (2, 3, 4, 6) and deal["played"] == "whole"


def wrong_leader(deal: Told) -> bool:
    trick = deal["tricks"][1]
    if "plays" in trick:
        if trick.get("claim"):
            return False
        for play in trick["plays"]:
            play["seat"] = (play["seat"] + 1) % len(deal["hands"])
    trick["leader"] = (trick["leader"] + 1) % len(deal["hands"])
    return True


def trick_points(deal: Told) -> bool:
    deal["tricks"][0]["points"] = worth(deal, deal["tricks"][0]) + 1
    return len(deal["tricks"]) > 1


def off(key: str, by: int = 1) -> One:
    """What the result says by side, wrong by so much in the first of them."""

    def plant(deal: Told) -> bool:
        said = deal["result"].get(key)
        if said:
            said[0] += by
        return bool(said)

    return plant


def either(*plants: One) -> One:
    return lambda deal: any(plant(deal) for plant in plants)


def outcome(deal: Told) -> bool:
    deal["result"]["outcome"] = "egg" if deal["result"]["outcome"] != "egg" else "win"
    return True


def score_after(deal: Told) -> bool:
    deal["match"]["score_after"][0] += 1
    return True


def score_before(deal: Told) -> bool:
    deal["score_before"][0] += 1 if deal["game"] != "valts" else -1
    return True


def dealer(deal: Told) -> bool:
    deal["dealer"] = (deal["dealer"] + 1) % len(deal["hands"])
    return True


def first_leader(deal: Told) -> bool:
    deal["first_leader"] = (deal["tricks"][0]["leader"] + 1) % len(deal["hands"])
    return not deal["tricks"][0].get("claim")


def loser(deal: Told) -> bool:
    if "loser" not in deal["match"]:
        return False
    deal["match"]["loser"] = (deal["match"]["loser"] + 1) % (max(rules_of(deal).sides) + 1)
    return True


def goes_on(deal: Told) -> bool:
    """A deal behind which a match goes on is said to have ended it."""
    if "loser" in deal["match"] or "losers" in deal["match"]:
        return False
    deal["match"]["loser"] = 0
    return True


def index(deal: Told) -> bool:
    deal["deal"] += 1
    return True


def number(deal: Told) -> bool:
    deal["number"] = str(int(deal["number"]) + 10**9)
    return True


def dealt_twice(deal: Told) -> bool:
    deal.pop("number")
    mine, other = deal["hands"][:2]
    copies = 1 + rules_of(deal).double
    gone = next(card for card in other if card not in mine)
    mine[:copies] = [gone] * copies
    return True


def soloist(deal: Told) -> bool:
    if deal.get("soloist") is None:
        return False
    deal["soloist"] = (deal["soloist"] + 1) % 3
    return True


def discard(deal: Told) -> bool:
    if not deal.get("discard"):
        return False
    deal["discard"][0] = deal["hands"][(deal["soloist"] + 1) % 3][0]
    return True


def talon(deal: Told) -> bool:
    if not deal.get("talon"):
        return False
    deal.pop("number")
    deal["talon"][0] = deal["hands"][0][0]
    return True


def order_of_drawing(deal: Told) -> bool:
    stock = deal.get("stock")
    if not stock or stock[0] == stock[1] or deal.get("played") != "whole":
        return False
    deal.pop("number")
    stock[0], stock[1] = stock[1], stock[0]
    return deal["game"] != "bezique" or not deal["melds"] or deal["melds"][0]["trick"] > 1


def turned(deal: Told) -> bool:
    if not deal.get("turned"):
        return False
    # No seat but the one whose cards are turned up holds it; of a stock any other card is wrong.
    opener = deal["tricks"][0]["leader"]
    others = deal["hands"][(opener + 1) % len(deal["hands"])]
    deal["turned"] = next(card for card in others if card != deal["turned"] and class_of(deal, card) != "trump")
    deal.pop("trump", None)
    return True


def trump(deal: Told) -> bool:
    if not deal.get("trump"):
        return False
    deal["trump"] = "CSHD"["CSHD".index(deal["trump"]) - 1]
    return True


def played_on(deal: Told) -> bool:
    if not deal.get("stopped"):
        return False
    gone = {card for cards, _ in cards_in_order(deal) for card in cards}
    left = [card for card in rules_of(deal).pack if card not in gone]
    tricks = deal["tricks"]
    if len(tricks[-1]["cards"]) < len(deal["hands"]):
        tricks[-1]["cards"].append(left[0])
    else:
        tricks.append({"leader": 0, "cards": left[: len(deal["hands"])]})
    return True


def stopped_by(deal: Told) -> bool:
    if not deal.get("stopped"):
        return False
    deal["stopped"]["by"] = (deal["stopped"]["by"] + 1) % len(deal["hands"])
    return True


def stopped_nowhere(deal: Told) -> bool:
    return deal.pop("stopped", None) is not None


def stopped_though_whole(deal: Told) -> bool:
    deal.update(stopped={"trick": 2, "by": 0})
    return bool(deal["played"] == "whole")


def too_few_tricks(deal: Told) -> bool:
    deal["tricks"].pop()
    return bool(deal["played"] == "whole")


def beat(deal: Told) -> bool:
    for trick in deal["tricks"]:
        # The first answer: what it has to beat is the lead.
        led, play = trick["plays"][0]["cards"], trick["plays"][1]
        suits = {card[1] for card in play["cards"]}
        if play["beat"] is False and suits.isdisjoint((led[0][1], deal["trump"])):
            play["beat"] = True
            return True
    return False


def of_two_suits(deal: Told) -> bool:
    for trick in deal["tricks"]:
        lead, answer = trick["plays"][0]["cards"], trick["plays"][1]["cards"]
        if len(lead) == 2 and lead[0][1] == lead[1][1] and not trick.get("claim"):
            other = next((one for one in answer if one[1] != lead[0][1] and one[0] != lead[0][0]), None)
            if other:
                answer[answer.index(other)], lead[1] = lead[1], other
                return True
    return False


def set_size(deal: Told) -> bool:
    answer = deal["tricks"][-1]["plays"][1]["cards"]
    answer += deal["tricks"][-1]["plays"][0]["cards"][:1]
    return True


def claim(deal: Told) -> bool:
    trick = deal["tricks"][1]
    trick["claim"] = True
    return len(trick["plays"][0]["cards"]) < 4


def melded(deal: Told, *names: str) -> Told | None:
    return next((one for one in deal.get("melds", ()) if one["meld"] in names), None)


def meld_not_held(deal: Told) -> bool:
    made = melded(deal, "marriage", "royal_marriage", "bezique")
    if made:
        had = {*deal["hands"][made["seat"]], *deal["stock"][: 2 * made["trick"]]}
        made["cards"] = [card for card in deal["stock"] if card not in had][:2]
    return made is not None and len(made["cards"]) == 2


def meld_twice(deal: Told) -> bool:
    for made in deal.get("melds", ()):
        if made["meld"] not in ("marriage", "royal_marriage", "bezique", "four_jacks"):
            continue
        for place in range(made["trick"], 22):
            played = [card for trick in deal["tricks"][made["trick"] : place + 1] for card in trick["cards"]]
            others = [one for one in deal["melds"] if one["trick"] == place + 1]
            holds = not {*played} & {*made["cards"]}
            drawn = [card for card in deal["stock"][2 * made["trick"] : 2 * place + 2] if card in made["cards"]]
            if deal["tricks"][place]["winner"] == made["seat"] and not others and holds and not drawn:
                deal["melds"].append({**made, "trick": place + 1})
                return True
    return False


def meld_of_the_loser(deal: Told) -> bool:
    made = melded(deal, "marriage", "royal_marriage", "bezique")
    if made:
        made["seat"] = 1 - made["seat"]
    return made is not None


def meld_points(deal: Told) -> bool:
    made = melded(deal, "marriage", "royal_marriage", "bezique")
    if made:
        made["points"] += 10
    return made is not None


def meld_too_late(deal: Told) -> bool:
    made = melded(deal, "marriage", "royal_marriage", "bezique")
    place = next(
        (k for k, trick in enumerate(deal["tricks"]) if k > 23 and made and trick["winner"] == made["seat"]), 0
    )
    if made and place:
        made["trick"] = place + 1
    return bool(place)


def two_melds(deal: Told) -> bool:
    made = melded(deal, "four_jacks", "four_kings", "four_queens", "four_aces", "marriage", "bezique")
    if made:
        deal["melds"].append(dict(made))
    return made is not None


def seven(deal: Told) -> bool:
    made = melded(deal, "seven", "exchange")
    if made:
        made["cards"] = made["cards"] * 2
    return made is not None


def second_exchange(deal: Told) -> bool:
    made = melded(deal, "exchange")
    if made:
        deal["melds"].append(dict(made))
    return made is not None


def swap(deal: Told) -> bool:
    if not deal.get("swaps"):
        return False
    one = deal["swaps"][0]
    one["gave"], one["got"] = one["got"], one["gave"]
    return True


def redeal(deal: Told) -> bool:
    claims = [one for one in deal.get("redeals", ()) if one["reason"] == "low_hand"]
    if claims:
        claims[0]["seat"] = (claims[0]["seat"] + 1) % 4
    return bool(claims)


def pre(deal: Told) -> bool:
    deal["tricks"][0]["pre"] = True
    return True


def has(key: str, value: Any) -> One:
    """A key of other games."""

    def plant(deal: Told) -> bool:
        if key in deal:
            return False
        deal[key] = value
        return True

    return plant


# The table

GAMES = tuple(TWINS)
SETS = ("bura", "bura-hammer", "bura-two")
TRICKS = tuple(game for game in GAMES if game not in SETS)
CATCHING = ("six", "stock", "turnup", "clubs")


def but(games: tuple[str, ...], why: str, **others: str) -> dict[str, str]:
    """Why all games but some cannot have a fault."""
    return {**{game: why for game in GAMES if game not in games}, **others}


FREE = {
    "valts": "any card may be played",
    **dict.fromkeys(SETS, "any cards may be laid to a lead"),
}
NO_RIGHTS = {**FREE, "bezique": "every card may be led"}
NO_SETS = "cards are led one by one"
NO_MELDS = but(("bezique",), "nothing is melded")
NO_TALON = "no talon is bought"
NO_CAPTURE = but(CATCHING, "no card takes another", bezique="deals are whole but for target_check=instant")

FAULTS: dict[str, Fault] = {
    # Play
    "revoke": Fault(alone(revoke), r"trick \d+: seat \d played \w\w to the lead of \w\w.*; legal w", FREE),
    "illegal phase-two card": Fault(
        alone(refuse_to_win),
        r"to the lead of \w\w, but must follow suit, and win, or else trump",
        but(("bezique",), "play is the same to its end"),
    ),
    "trump led by a barred side": Fault(alone(lead_a_trump), "a trump that it may not lead yet; legal w", NO_RIGHTS),
    "card twice": Fault(alone(card_twice), r"which seat \d played in trick \d+ already|which is in no hand"),
    "card of another": Fault(alone(of_another), r"trick 1: seat \d (played|laid) \w\w, which is in the hand of seat"),
    "wrong winner": Fault(alone(wrong_winner), r"trick 2: expected winner \d"),
    "wrong leader": Fault(alone(wrong_leader), r"trick 2: expected seat \d.* to lead"),
    "points of a trick off by one": Fault(alone(trick_points), r"trick 1: expected \d+ points, got \d+"),
    "too few tricks": Fault(
        alone(too_few_tricks), r"expected \d+ whole tricks|expected all 36 cards in the tricks of a deal with a result"
    ),
    "trick said to be played while dealing": Fault(alone(pre), "expected pre to be false|expected single cards"),
    "illegal beat": Fault(alone(beat), r"seat \d is said to beat with .*, which do not beat", but(SETS, NO_SETS)),
    "set of two suits": Fault(alone(of_two_suits), "which are not of one suit", but(SETS, NO_SETS)),
    "set of another size": Fault(alone(set_size), "expected as many cards as were led", but(SETS, NO_SETS)),
    "claim without the cards": Fault(
        alone(claim), "out of turn|for a lead out of turn", but(SETS, "nobody leads out of turn")
    ),
    "play behind a capture": Fault(alone(played_on), "expected the deal to end with .* by a capture", NO_CAPTURE),
    "capture elsewhere": Fault(alone(stopped_by), r"stopped: expected trick \d by seat \d, got trick", NO_CAPTURE),
    "capture nowhere": Fault(alone(stopped_nowhere), r"stopped: expected trick \d by seat \d, got none", NO_CAPTURE),
    "whole deal said to be stopped": Fault(alone(stopped_though_whole), "stopped: expected none"),
    # Cards
    "card dealt twice": Fault(alone(dealt_twice), "expected every card (once|twice), got"),
    "another number": Fault(alone(number), r"number \d+: expected|expected number to be at most"),
    "wrong draw": Fault(
        alone(order_of_drawing),
        "which is (in the hand of seat|still in the stock)",
        but((*SETS, "stock", "bezique"), "nothing is drawn"),
    ),
    "wrong card turned up": Fault(
        alone(turned),
        "turned: expected",
        but(
            ("bura", "bura-two", "turnup", "valts", "three", "bezique"),
            "no card is turned up",
            **{"bura-hammer": "the pack is cut, so that any card may have been shown"},
        ),
    ),
    "wrong trump": Fault(
        alone(trump),
        r"expected (trump )?[CSHD], the suit of",
        but((*SETS, "turnup", "valts", "bezique"), "trumps are the same in every deal"),
    ),
    "wrong talon": Fault(alone(talon), "talon: expected every card once, got", but(("three",), NO_TALON)),
    "wrong soloist": Fault(alone(soloist), r"expected soloist \d, by buys, got", but(("three",), NO_TALON)),
    "wrong discard": Fault(alone(discard), r"discard: expected cards of seat \d", but(("three",), NO_TALON)),
    "wrong swap": Fault(
        alone(swap),
        r"swap 1: seat \d gave|trick 8: expected seat \d to give",
        but(("classic", "turnup", "clubs", "stock"), "no cards are swapped"),
    ),
    "wrong redeal": Fault(
        alone(redeal), r"redeal \d: expected the hand of seat \d to allow", but(("classic",), "nothing is claimed back")
    ),
    # Melds
    "meld not held": Fault(alone(meld_not_held), r"expected cards that seat \d holds", NO_MELDS),
    "meld scored twice": Fault(
        alone(meld_twice), "expected cards that have not served in a meld of this kind", NO_MELDS
    ),
    "meld of the loser": Fault(alone(meld_of_the_loser), r"expected melds of seat \d alone", NO_MELDS),
    "points of a meld": Fault(alone(meld_points), r"expected \d+ points, got \d+", NO_MELDS),
    "meld behind the stock": Fault(alone(meld_too_late), "expected no meld behind trick 23", NO_MELDS),
    "two melds after a trick": Fault(alone(two_melds), "expected one meld after a trick", NO_MELDS),
    "two sevens for one": Fault(alone(seven), "expected a seven of trumps|holds, got 7", NO_MELDS),
    "second exchange": Fault(alone(second_exchange), "one exchange, got a second one|holds, got 7", NO_MELDS),
    # Words of other games
    "melds": Fault(
        alone(has("melds", [{"trick": 1, "seat": 0, "meld": "marriage", "cards": ["KC", "QC"]}])),
        "expected no melds",
        {"bezique": "it has them"},
    ),
    "soloist": Fault(alone(has("soloist", 1)), "expected no soloist", {"three": "it has one"}),
    "talon": Fault(
        alone(has("talon", ["7C", "8C"])), "expected no talon|expected a talon|every card once", {"three": "it has one"}
    ),
    "stock": Fault(
        alone(has("stock", ["7C", "8C"])), "expected no stock", dict.fromkeys((*SETS, "stock", "bezique"), "it has one")
    ),
    "redeals": Fault(
        alone(has("redeals", [{"seat": 0, "reason": "misdeal"}])),
        "expected no redeals|expected a reason",
    ),
    "swaps": Fault(
        alone(has("swaps", [{"giver": 0, "receiver": 1, "gave": "AC", "got": "AS"}])),
        "expected no swaps|swap 1: |expected at most one swap|expected no swap between|expected a swap before",
    ),
    # The result
    "points or score off by one": Fault(alone(either(off("points"), off("score"))), "result: expected (points|score)"),
    "tricks off by one": Fault(alone(off("tricks")), "result: expected tricks"),
    "wrong charge": Fault(
        alone(either(off("eyes"), off("penalty"), off("stocks"))),
        "result: expected (eyes|penalty|stocks)",
        {"bezique": "a deal scores points and charges nothing"},
    ),
    "wrong outcome": Fault(alone(outcome), "result: expected outcome"),
    # The match
    "dealer alone": Fault(
        alone(dealer), r"expected (dealer|first_leader|soloist)|turned: expected|expected seat \d.* to lead"
    ),
    "dealer after a deal": Fault(second(dealer), r"match 0: expected dealer \d after line 1"),
    "first leader after a deal": Fault(second(first_leader), r"expected first_leader \d"),
    "score before after a deal": Fault(
        second(score_before), "match 0: expected score_before .* after line 1|score_before to"
    ),
    "score after": Fault(last(score_after), "match: expected score_after"),
    "wrong loser": Fault(last(loser), "match: expected losers? "),
    "end too early": Fault(alone(goes_on), "match: expected no loser, since the match goes on"),
    "wrong index": Fault(alone(index), r"expected index \d+ of deal 0 of match"),
}


def missed(game: str, fault: Fault, seed: int) -> str:
    """What is not as it should be once a fault is planted in a game; "" if it is named."""
    for number in range(MOST_MATCHES):
        planted = fault.plant(match_told(game, seed, number))
        if planted:
            errors = [error for verdict in verdicts(planted) for error in verdict.errors]
            return "" if any(re.search(fault.said, error) for error in errors) else f"got {errors}"
    return "no deal can have it"


@pytest.mark.parametrize("game", GAMES)
def test_every_planted_fault_is_named(game: str, daily_seed: int) -> None:
    wrong = {}
    for name, fault in FAULTS.items():
        if game in fault.empty:
            assert fault.empty[game]
        elif found := missed(game, fault, daily_seed):
            wrong[name] = found
    assert not wrong
