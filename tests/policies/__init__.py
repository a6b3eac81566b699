"""Policies as their users write them: generated ones, their words told slowly, and what is refused."""
