"""How leaves grow with depth, measured: minimax, and alpha-beta with the branches in three orders.

Knuth and Moore, "An analysis of alpha-beta pruning" (1975): minimax looks at b^d leaves; alpha-beta
with the best branch always first at b^ceil(d/2) + b^floor(d/2) - 1, which is about b^(d/2), so the
same time reaches twice the depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engines.knobs import Value, make
from lab.lesson.uniform import BEST, RANDOM, WORST, Uniform
from search.alphabeta import AlphaBeta
from search.depth_first.search import DepthFirst
from search.minimax import Minimax

BRANCHES, PLIES, TREES = 4, 10, 5
PORTION = 1 << 20  # nodes visited in one call, between which Ctrl-C is answered


@dataclass(frozen=True)
class LeafGrowth:
    """Leaves looked at, by depth; [D] each."""

    branches: int
    depth: tuple[int, ...]
    minimax: tuple[float, ...]
    worst: tuple[float, ...]
    random: tuple[float, ...]  # the mean of `trees` trees
    best: tuple[float, ...]
    trees: int

    @property
    def plain(self) -> tuple[float, ...]:
        """b^d."""
        return tuple(float(self.branches**d) for d in self.depth)

    @property
    def perfect(self) -> tuple[float, ...]:
        """b^ceil(d/2) + b^floor(d/2) - 1."""
        return tuple(
            float(self.branches ** -(-d // 2) + self.branches ** (d // 2) - 1) for d in self.depth
        )

    @property
    def root(self) -> tuple[float, ...]:
        """b^(d/2)."""
        return tuple(float(self.branches ** (d / 2)) for d in self.depth)


def measure(branches: int = BRANCHES, plies: int = PLIES, trees: int = TREES) -> LeafGrowth:
    """Searches uniform trees of 1 to `plies` plies and counts their leaves."""
    *_, last = measured(branches, plies, trees)
    return last


def measured(branches: int, plies: int, trees: int = TREES) -> Iterator[LeafGrowth]:
    """The measurement after each depth."""

    def count(kind: type[DepthFirst], order: int, depth: int, seed: int = 0) -> int:
        return leaves(kind, branches, order, depth, seed)

    plain, worst, at_random, best = (list[float]() for _ in range(4))
    for depth in range(1, plies + 1):
        plain.append(count(Minimax, RANDOM, depth))
        worst.append(count(AlphaBeta, WORST, depth))
        means = [count(AlphaBeta, RANDOM, depth, seed) for seed in range(trees)]
        at_random.append(float(np.mean(means)))
        best.append(count(AlphaBeta, BEST, depth))
        depths = tuple(range(1, depth + 1))
        counts = (tuple(plain), tuple(worst), tuple(at_random), tuple(best))
        yield LeafGrowth(branches, depths, *counts, trees)


def leaves(kind: type[DepthFirst], branches: int, order: int, depth: int, seed: int = 0) -> int:
    """How many leaves a search looks at in one uniform tree, without deepening and without a
    table.
    """
    plain: dict[str, Value] = {"deepening": False, "ordering": "listed"}
    if kind is AlphaBeta:
        plain["table"] = 0
    game = Uniform()
    search = kind(game, make(kind.Params, plain))
    search.start(game.at(branches, depth, order, seed), 0)
    while not search.advance(PORTION):
        pass
    if search.finished[-1].value != 0.0:
        raise ArithmeticError(
            f"{kind.title} found {search.finished[-1].value}, not the value of the tree, 0."
        )
    return int(search.snapshot().agents[0].depth[-1])


def rows(growth: LeafGrowth) -> list[list[str]]:
    """The table, with its head."""
    head = [
        "plies",
        "b^d",
        "minimax",
        "worst order",
        "random order",
        "best order",
        "b^⌈d/2⌉ + b^⌊d/2⌋ − 1",
    ]
    columns = (
        growth.depth,
        growth.plain,
        growth.minimax,
        growth.worst,
        growth.random,
        growth.best,
        growth.perfect,
    )
    return [head, *([f"{x:,.0f}" for x in row] for row in zip(*columns, strict=True))]
