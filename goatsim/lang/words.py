"""The table of question words: one row a word.

A word is about a seat (`trumps`), a side (`points`; a seat's is its side's) or the deal (`egg`).
"""

from __future__ import annotations

from goatsim.lang import dealt, results

TABLE = {row.name: row for row in (*dealt.ROWS, *results.ROWS)}
"""Every word by name."""
