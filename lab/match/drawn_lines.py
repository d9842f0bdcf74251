"""Joint lines drawn from one search: what is asked for, and the record that is shown.

Plain data. Shapes: [L] lines, [P] turns, [A] agents.
"""

from __future__ import annotations

from dataclasses import dataclass

from search.base import Floats, Ints
from search.branches import Wish

LINES, TURNS = 400, 5


@dataclass(frozen=True)
class DrawWish(Wish):
    """Joint lines are wanted, and no part of the trees."""

    lines: int = LINES
    turns: int = TURNS


@dataclass(frozen=True, eq=False)
class DrawnLines:
    """Where the agents are along joint lines that were drawn from one search."""

    seat: int
    generation: int
    iterations: int
    known: tuple[int, ...]  # the agents whose actions the search has a tree for
    places: Floats  # [L, P + 1, A, 2] from the position that is searched; NaN where unknown
    turns: Ints  # [L] that each line has
