"""Minimax: the value of a position is the best that its mover can force; every line is searched to
a set depth.

Seed: the write-up on adversarial search. A MAX layer takes the highest value of its children and a
MIN layer the lowest, one after the other, until the match ends or the depth is reached; depth
counts rounds, in which every agent moves once.
Source: Shannon, "Programming a computer for playing chess" (1950); Knuth and Moore, "An analysis of
alpha-beta pruning" (1975).
Limits: two-sided zero-sum games only. Simultaneous turns are played one after the other, so one
side knows the other's choice. Hidden information is taken as sampled.
"""

from __future__ import annotations

from engines.game import Game
from search.depth_first.params import Plain
from search.depth_first.search import BoundedSearch


class Minimax(BoundedSearch):
    """Looks at every line of play down to its depth: its own side takes the highest value, the
    other side the lowest.

    It never cuts, so it shows what alpha-beta saves.
    """

    name = "minimax"
    title = "Minimax"
    note = "every line, no cuts"
    Params = Plain

    @classmethod
    def supports(cls, game: Game) -> str | None:
        if game.seats != 2 or not game.zero_sum:
            return "It needs two sides whose gains cancel out; paranoid search takes any number."
        return super().supports(game)
