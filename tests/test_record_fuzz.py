"""Whatever a record says of praise and of matches, the referee answers with a verdict."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goatsim.cards import NAMES
from goatsim.engine.layout import KINDS
from goatsim.ledger import TITLES
from goatsim.records.referee import verdicts

CARD = st.sampled_from(NAMES)
SEAT = st.integers(0, 5)
EYES = st.lists(st.integers(0, 13), min_size=2, max_size=2)
HANDS = st.none() | st.lists(st.none() | st.lists(CARD, max_size=9), max_size=5)
PRAISE = st.fixed_dictionaries({"type": st.sampled_from(KINDS)}, optional={"challenge": SEAT})
REASON = st.sampled_from(["four_nines", "low_hand", "four_queens", "no_high_queen"])
REDEAL = st.fixed_dictionaries(
    {"reason": REASON}, optional={"seat": SEAT, "side": SEAT, "hands": HANDS, "praise": PRAISE}
)
TRICK = st.fixed_dictionaries(
    {"leader": SEAT, "cards": st.lists(CARD, max_size=5)},
    optional={"pre": st.booleans(), "winner": SEAT, "points": st.integers(0, 50)},
)
MATCH = st.fixed_dictionaries(
    {"number": st.integers(0, 1), "deal": st.integers(0, 2)},
    optional={"score_after": EYES, "loser": st.integers(0, 1), "title": st.sampled_from(list(TITLES.values()))},
)
RESULT = st.fixed_dictionaries(
    {}, optional={"eyes": EYES, "outcome": st.sampled_from(["fault", "third_claim", "challenge", "win", "lucy"])}
)
SWAP = st.fixed_dictionaries({"giver": SEAT, "receiver": SEAT, "gave": CARD, "got": CARD})
OPTIONS: list[dict[str, object]] = [
    {},
    {"praise": "free", "pants_challenge": 0.5, "no_queen_after_praise": True},
    {"praise": "PANTS2", "pants_challenge": 1, "p_no_cut": 0.1},
    {"praise": "MIRROR", "mirror_for": "all", "mirror_trick": True, "swap_one": "forced"},
    {"first_deal_must_lead_AD": True, "egg_next_deal_multiplier": 2, "swap_two": "optional", "target": 3},
    {"sides": [0, 1, 2, 0], "trump_lead": "all", "swap_one": "off"},
    {"trump_lead": "none_first_deal", "first_deal_leader": "left_of_dealer"},
]
RECORD = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["classic", "bare"]),
        "options": st.sampled_from(OPTIONS),
        "hands": HANDS,
        "tricks": st.lists(TRICK, max_size=9),
    },
    optional={
        "dealer": SEAT,
        "played": st.sampled_from(["whole", "none"]),
        "redeals": st.lists(REDEAL, max_size=4),
        "cut": st.fixed_dictionaries({"seat": SEAT}),
        "praise": PRAISE,
        "swaps": st.lists(SWAP, max_size=2),
        "result": RESULT,
        "first_deal": st.booleans(),
        "first_leader": SEAT,
        "multiplier": st.integers(1, 2),
        "score_before": EYES,
        "match": MATCH,
    },
)


@settings(max_examples=600, deadline=None)
@given(st.lists(RECORD, min_size=1, max_size=3))
def test_anything_is_a_verdict(records: list[dict[str, Any]]) -> None:
    found = list(verdicts(records))
    assert len(found) == len(records)
    for verdict in found:
        assert verdict.legal is not bool(verdict.errors)
        assert all("\n" not in sentence for sentence in verdict.errors)
