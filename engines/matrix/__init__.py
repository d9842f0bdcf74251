"""Matrix games: `tables` with the payoffs and records, `rules` on them, `check` for positions from
outside, `picture` for the table, `text` and `editing` for a table of one's own, `game` for the
rest.
"""

from engines.matrix.game import Matrix

__all__ = ["Matrix"]
