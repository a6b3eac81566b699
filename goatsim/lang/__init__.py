"""Questions: the table of words and the measures made of them."""

from goatsim.lang.measures import Measure, left, me, partner, right, seat_at, the_deal, them, us

__all__ = ["Measure", "left", "me", "partner", "right", "seat_at", "the_deal", "them", "us"]
