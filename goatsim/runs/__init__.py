"""Running: tasks, the machine that plays them in pieces, counts, intervals and when to stop."""
