"""First deals of matches as records: who leads, what, and who is asked first (rules.md, 1)."""

from __future__ import annotations

from typing import Any

from goatsim.records.referee import Referee

JUDGE = Referee()

HANDS = [
    ["QS", "JC", "JH", "AC", "KD", "7D", "KS", "8S"],
    ["QC", "JS", "JD", "TD", "TC", "9H", "AS", "TS"],
    ["QH", "QD", "8D", "KC", "9C", "7C", "KH", "7S"],
    ["9D", "AD", "8C", "AH", "TH", "8H", "7H", "9S"],
]


def errors(record: dict[str, Any]) -> str:
    return "\n".join(JUDGE.judge(record).errors)


def first_deal(led: str, **options: object) -> dict[str, Any]:
    tricks = [{"leader": 3, "cards": [led]}]
    return {"game": "classic", "options": options, "first_deal": True, "hands": HANDS, "tricks": tricks}


def test_the_holder_of_the_ace_leads_the_first_deal() -> None:
    for led in ("9D", "AD", "8C"):
        assert errors(first_deal(led)) == ""
    record = first_deal("8S")
    record["tricks"][0]["leader"] = 0
    assert errors(record) == "trick 1: expected seat 3 to lead, got seat 0"
    record = first_deal("QS")
    record["tricks"][0]["leader"] = 0
    assert "seat 0 led QS, a trump that it may not lead yet" in errors(record)
    record["options"] = {"first_deal_leader": "left_of_dealer"}
    assert errors(record) == ""
    # Where the ace is, is not told: the record is believed.
    record = {**first_deal("QS"), "hands": None, "first_leader": 2}
    record["tricks"][0]["leader"] = 2
    assert errors(record) == ""


def test_the_ace_may_have_to_be_led() -> None:
    assert errors(first_deal("AD", first_deal_must_lead_AD=True)) == ""
    said = errors(first_deal("9D", first_deal_must_lead_AD=True))
    assert said == "trick 1: seat 3 led 9D, but must lead AD; legal was AD"
    record = first_deal("9D", first_deal_must_lead_AD=True)
    assert errors({**record, "first_deal": False, "tricks": [{"leader": 0, "cards": ["QS"]}]}) == ""


def test_the_ace_that_must_be_led_is_not_passed_on() -> None:
    hands = [list(hand) for hand in HANDS]
    hands[3][0], hands[2][3] = "KC", "9D"
    swap = {"giver": 3, "receiver": 1, "gave": "AD", "got": "TS"}
    record = {**first_deal("AD", first_deal_must_lead_AD=True), "hands": hands, "swaps": [swap]}
    assert "swap 1: seat 3 gave AD, a card that must be led and may not be passed" in errors(record)
    del record["swaps"]
    record["options"]["swap_one"] = "forced"
    assert errors(record) == ""
    # Without that rule he may, and leads all the same.
    record = {**first_deal("TS"), "hands": hands, "swaps": [swap]}
    assert errors(record) == ""
    record["options"]["swap_one"] = "forced"
    del record["swaps"]
    record["tricks"] = []
    assert errors(record) == "expected seat 3 to pass AD, which is forced, got no such swap"


def test_nobody_may_have_the_right_to_lead_trumps() -> None:
    said = errors(first_deal("AD", trump_lead="none_first_deal"))
    assert said.startswith("trick 1: seat 3 led AD, a trump that it may not lead yet; legal were ")
    assert errors(first_deal("8C", trump_lead="none_first_deal")) == ""
    later = {**first_deal("QS", trump_lead="none_first_deal"), "first_deal": False}
    later["tricks"][0]["leader"] = 0
    assert errors(later) == ""


def test_the_first_deal_is_not_praised() -> None:
    for praise in ("free", "ONE"):
        record = first_deal("AD", praise=praise)
        assert errors(record) == ""
        record["praise"] = {"type": "ONE"}
        assert errors(record) == "praise: expected none, since the first deal of a match cannot be praised, got ONE"


def test_claims_and_swaps_are_asked_from_the_praiser() -> None:
    low = ["9D", "8D", "9S", "8S", "7S", "9H", "8H", "7H"]
    high = ["QC", "QS", "QH", "QD", "AC", "TC", "KC", "9C"]
    rest = [["AD", "TD", "KD", "7D", "AS", "TS", "KS", "AH"], ["JC", "JS", "JH", "JD", "8C", "7C", "TH", "KH"]]
    hands = [low, rest[0], high, rest[1]]
    claim = {"seat": 0, "reason": "low_hand", "hands": hands}
    record = {"game": "classic", "first_deal": True, "hands": None, "tricks": [], "redeals": [claim]}
    # Seat 1 holds AD and is asked first, then seat 2, whose queens cancel the deal before seat 0 is asked.
    assert "the redeal for four_queens that seat 2 must claim first, got one for low_hand of seat 0" in errors(record)
    assert errors({**record, "options": {"first_deal_leader": "left_of_dealer"}}) == ""
