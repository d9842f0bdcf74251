"""The lesson of Monte Carlo tree search: one iteration in four steps."""
