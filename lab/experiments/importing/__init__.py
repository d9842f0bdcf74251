"""Results that were kept in files of their own, taken into the store: ledgers of sweeps and tables,
and the games of a psyleague.

Such files do not say which sources were compiled, so their games are never pooled with others; each
file becomes an experiment of its own.
"""
