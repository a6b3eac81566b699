"""The phases of a deal, by the words of a game's file."""

PHASES = ("shuffle", "turnup", "praise", "redeals", "swaps", "buy", "tricks", "sets", "melds", "settle")
"""Every phase a deal can have (design: the house)."""

NEEDED_PHASES = ("shuffle", "settle")
"""The phases without which there is no deal."""
