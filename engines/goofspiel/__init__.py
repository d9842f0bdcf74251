"""Goofspiel: `rules` on masks of cards, `check` for positions from outside, `picture` for the
table, `game` for the rest.
"""

from engines.goofspiel.game import Goofspiel

__all__ = ["Goofspiel"]
