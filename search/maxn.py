"""Max^n: minimax for any number of seats, in which each player maximises its own value.

Seed: not described; the write-up on adversarial search allows any number of agents, but only one
that maximises.
Source: Luckhardt and Irani, "An algorithmic solution of n-person games" (1986).
Limits: hardly anything can be cut, so it is shallow. It assumes that all players are selfish and
equally strong, and its prediction can depend on how ties are broken (the action tried first wins).
Simultaneous turns are played one after the other. Hidden information is taken as sampled.
"""

from __future__ import annotations

from search.depth_first.params import Plain
from search.depth_first.search import UncutSearch


class MaxN(UncutSearch):
    """Every position has a value for each seat, and the player that moves takes the action that is
    best for its own seat.

    With two seats whose gains cancel out it is minimax.
    """

    name = "maxn"
    title = "Max^n"
    note = "each player maximises its own value"
    Params = Plain

    def _model(self) -> tuple[int, float, float]:
        return -1, 1.0, 1.0
