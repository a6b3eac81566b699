"""Prepared studies, one file each: what is asked, and how the answer is told, listed and drawn.

No study contains code that plays.
"""
