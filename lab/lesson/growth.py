"""How leaves grow with depth, measured: minimax, and alpha-beta with the branches in three orders.

Knuth and Moore, "An analysis of alpha-beta pruning" (1975): minimax looks at b^d leaves; alpha-beta
with the best branch always first at b^ceil(d/2) + b^floor(d/2) - 1, which is about b^(d/2), so the
same time reaches twice the depth.

What is searched are uniform trees of any depth, with every node's best branch first, last or
anywhere. A node's value is known from above: one branch has it too, the others are worse by 1, 2 ..
for the mover. That is the tree of `engines.textbook.tree.ordered`, but nothing is stored. It is not
a game to play, so it is here and not among the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import Game, Rules, State
from engines.jit import inlined, rule
from engines.knobs import NoParams, Value, make
from search.alphabeta import AlphaBeta
from search.depth_first.search import DepthFirst
from search.minimax import Minimax

BEST, WORST, RANDOM = 0, 1, 2  # where the best branch is
MOST_BRANCHES, MOST_PLIES = 16, 32
LOW = np.uint64(0xFFFFFFFF)

STATE = np.dtype(
    [
        ("value", np.float64),  # of this node, for the first player
        ("ply", np.int32),
        ("plies", np.int32),
        ("branches", np.int32),
        ("order", np.int32),
        ("name", np.uint64),  # a number of 32 bits for the node, from which its random order comes
    ],
    align=True,
)


@inlined
def mixed(x: Any) -> Any:
    """A number of 32 bits with its bits in disorder (lowbias32; Wellons 2018); in 64 bits, so that
    no product overflows.
    """
    x = ((x ^ (x >> np.uint64(16))) * np.uint64(0x7FEB352D)) & LOW
    x = ((x ^ (x >> np.uint64(15))) * np.uint64(0x846CA68B)) & LOW
    return x ^ (x >> np.uint64(16))


@inlined
def lot(s: Any, action: int) -> Any:
    """The random number that decides an action's place."""
    return mixed((s.name + np.uint64(0x9E3779B9) * np.uint64(action + 1)) & LOW)


@rule
def rank(s: Any, action: int) -> int:
    """How many branches are better than this one."""
    if s.order == BEST:
        return action
    if s.order == WORST:
        return int(s.branches - 1 - action)
    mine = lot(s, action)
    better = 0
    for other in range(s.branches):
        better += lot(s, other) < mine
    return better


@rule
def to_move(s: Any) -> int:
    return int(s.ply % 2)


@rule
def is_over(s: Any) -> bool:
    return bool(s.ply >= s.plies)


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0 if is_over(s) or agent != to_move(s) else s.branches
    for k in range(n):
        out[k] = k
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return 0 <= action < s.branches and agent == to_move(s) and not is_over(s)


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    action = joint[s.ply % 2]
    worse = float(rank(s, action))
    s.value += -worse if s.ply % 2 == 0 else worse
    s.name = lot(s, action)
    s.ply += 1


@rule
def value(s: Any, w: Any, out: Any) -> None:
    out[0] = s.value
    out[1] = -s.value


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    return int(rng.random() * s.branches)


class Uniform(Game):
    """A uniform tree; `at` gives the root of one."""

    name = "uniform"
    title = "Uniform tree"
    Options = NoParams
    dtype = STATE
    agents = 2
    owner = (0, 1)
    max_actions = MOST_BRANCHES
    longest = MOST_PLIES
    rules = Rules(
        to_move, legal, is_legal, step, is_over, value, value, random_action=random_action
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def at(self, branches: int, plies: int, order: int, seed: int = 0) -> State:
        """The root of a tree; the root's value is 0."""
        state = self.blank()
        state.branches, state.plies, state.order = branches, plies, order
        state.name = np.random.default_rng(seed).integers(0, 1 << 32, dtype=np.uint64)
        return state

    def initial(self, seed: int) -> State:
        return self.at(3, 6, RANDOM, seed)


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
