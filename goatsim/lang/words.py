"""The table of question words: one row a word.

A word is about a seat (`trumps`), a side (`points`; a seat's is its side's), the deal (`egg`), a match (`deals`) or a
side of a match (`wins`).
"""

from __future__ import annotations

from goatsim.lang import dealt, matches, results, swaps

TABLE = {row.name: row for row in (*dealt.ROWS, *swaps.ROWS, *results.ROWS, *matches.ROWS)}
"""Every word by name."""
