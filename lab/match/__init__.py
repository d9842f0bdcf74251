"""One match without a thread: records, seats, budgets, decisions, turns, and compiled kernels."""
