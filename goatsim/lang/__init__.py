"""Questions: the table of words and the measures made of them."""

from goatsim.lang.measures import Measure
from goatsim.lang.places import (
    discard,
    left,
    me,
    others,
    over,
    partner,
    pattern,
    players,
    right,
    seat_at,
    soloist,
    talon,
    the_deal,
    the_match,
    them,
    turned,
    us,
)

__all__ = [
    "Measure",
    "discard",
    "left",
    "me",
    "others",
    "over",
    "partner",
    "pattern",
    "players",
    "right",
    "seat_at",
    "soloist",
    "talon",
    "the_deal",
    "the_match",
    "them",
    "turned",
    "us",
]
