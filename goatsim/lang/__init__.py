"""Questions: the table of words and the measures made of them."""

from goatsim.lang.measures import Measure
from goatsim.lang.places import (
    left,
    me,
    others,
    over,
    partner,
    pattern,
    players,
    right,
    seat_at,
    talon,
    the_deal,
    the_match,
    them,
    us,
)

__all__ = [
    "Measure",
    "left",
    "me",
    "others",
    "over",
    "partner",
    "pattern",
    "players",
    "right",
    "seat_at",
    "talon",
    "the_deal",
    "the_match",
    "them",
    "us",
]
