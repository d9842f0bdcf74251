"""Matches of a search against itself. Where agents move in turn the trees are harvested: every node
with enough visits is a position with the value that the search gave it. Where they move at once,
DUCT learns how to mix, and only the positions of the match are learned from.

Shapes: [N] positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import PASS, SIMULTANEOUS, Game, Joint
from engines.jit import settled
from engines.knobs import Value, make
from engines.records import record_of, records
from search.base import Ints, generator
from search.duct.search import DUCT
from search.kernels import kernel_for
from search.network import Network
from search.playout import build_move
from search.tree import NO_CHILDREN
from search.uct.search import UCT
from search.uct.valued import CERTAIN

HARVESTED = 2  # in place of a result: a position of a tree, which was not played
WAITING = 1 << 12  # nodes that a harvest may still have to visit
PLAYED: Mapping[str, Value] = {"reuse": False}
MIXING: Mapping[str, Value] = {"rule": "regret", "final": "sample"}
VALUED: Mapping[str, Value] = {**PLAYED, "evaluation": "network", "c": 0.2, "implicit": 0.5}


@dataclass(frozen=True)
class Habits:
    """How a match is played."""

    iterations: int  # of each decision
    least: int  # visits of a node that is harvested
    opening: int = 8  # at most so many random turns begin a match
    varied: int = 8  # then so many moves are drawn by their visits
    stray: float = 0.02  # chance of a random move later on


@dataclass(frozen=True, eq=False)
class Harvest:
    """Positions with what is known of each, for the seat to move; [N] each."""

    states: NDArray[Any]  # of the dtype that `harvested` gives
    values: NDArray[np.float32]  # of the search
    results: NDArray[np.int8]  # of the match, or HARVESTED
    matches: NDArray[np.int32]  # the number of the match

    @property
    def size(self) -> int:
        """How many there are."""
        return int(self.values.size)


@cache
def harvested(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The fields of positions that are kept: all but arrays that are working memory, which may be
    large, and which no rule reads that says who moves or what a seat sees.
    """
    names = dtype.names or ()
    left = [each for each in names if not (each.endswith("_") and dtype[each].shape)]
    if len(left) == len(names):
        return record_of(dtype)
    return record_of(np.dtype([(each, dtype[each]) for each in left], align=True))


def _taken(states: NDArray[Any]) -> NDArray[Any]:
    """The positions without their working memory."""
    kind = harvested(states.dtype)
    if kind == states.dtype:
        return states.copy()
    found = np.zeros(len(states), kind)
    for name in kind.names or ():
        found[name] = states[name]
    return found


def searching(game: Game, network: Network | None, seed: int, **knobs: Value) -> UCT | DUCT:
    """The search that plays: with the network, or with playouts where there is none."""
    if game.simultaneous:
        mixing = DUCT(game, make(DUCT.Params, MIXING), None, seed)
        if network is not None:
            mixing.use(network, make(DUCT.Params, {**MIXING, "evaluation": "network"}))
        return mixing
    found = UCT(game, make(UCT.Params, {**PLAYED, **knobs}), None, seed)
    if network is not None:
        found.use(network, make(UCT.Params, {**VALUED, **knobs}))
    return found


def build_harvest(game: Game) -> Callable[..., int]:
    """The jitted walk through a tree that writes what it is worth learning from."""
    move, to_move = build_move(game), game.rules.to_move

    def harvest(
        tree: Any,
        growth: Any,
        joint: Joint,
        alpha: float,
        least: int,
        waiting: Ints,
        out: Any,
        values: Any,
        n: int,
    ) -> int:
        """Row `n` - 1 of `out` is the root. Writes each expanded node below it that has `least`
        visits as a further row, with its mean blended with its minimax value, for the seat to move;
        returns how many rows are in use then. `waiting` [W, 2] holds nodes and their rows.
        """
        visits, total, action, first_child, child_count = tree
        waiting[0, 0], waiting[0, 1], top = 0, n - 1, 1
        while top > 0:
            top -= 1
            node, row = waiting[top, 0], waiting[top, 1]
            mover, first = growth.chooser[node], first_child[node]
            for child in range(first, first + child_count[node]):
                if visits[child] < least or first_child[child] == NO_CHILDREN:
                    continue
                if top == len(waiting) or n == values.size:
                    return n
                out[n] = out[row]
                move(out[n], joint, mover, action[child], None)
                worth = total[child] / visits[child]
                if alpha > 0.0:
                    worth = (1.0 - alpha) * worth + alpha * growth.implicit[child]
                worth = min(1.0, max(-1.0, worth))
                values[n] = worth if to_move(out[n]) == mover else -worth
                waiting[top, 0], waiting[top, 1] = child, n
                top, n = top + 1, n + 1
        return n

    return harvest


class SelfPlay:
    """Plays matches of a network against itself, one after the other; match k of a seed is always
    the same.
    """

    def __init__(self, game: Game, network: Network | None, habits: Habits, seed: int) -> None:
        self.game, self.habits, self.seed = game, habits, seed
        self._search = searching(game, network, seed)
        self._alpha = 0.0
        if network is not None and isinstance(self._search, UCT):
            self._alpha = float(self._search.params.implicit)
        self._harvest = settled(kernel_for(game, "harvest", build_harvest))
        self._waiting = np.zeros((WAITING, 2), np.int64)
        self._joint, self._passes = np.full((2, game.agents), PASS, np.int64)
        self._actions = np.zeros(game.max_actions, np.int64)

    def play(self, wanted: int, tell: Callable[[int, int], object] = lambda n, k: None) -> Harvest:
        """Plays until there are `wanted` positions, which is after a whole match."""
        parts, found, match = list[Harvest](), 0, 0
        while found < wanted:
            parts.append(self._match(match))
            found, match = found + parts[-1].size, match + 1
            tell(found, match)
        columns = zip(*(vars(part).values() for part in parts), strict=True)
        return Harvest(*(np.concatenate(column) for column in columns))

    def _match(self, match: int) -> Harvest:
        """The positions of one match."""
        game, habits, rng = self.game, self.habits, generator(self.seed, match)
        most = game.most_turns * (2 + habits.iterations // max(1, habits.least)) * 4
        states, values = records(most, game.dtype), np.zeros(most, np.float32)
        results = np.full(most, HARVESTED, np.int8)
        state, used, turn = game.initial(int(rng.integers(1 << 30))), 0, 0
        own: list[tuple[int, int]] = []  # rows of the match's own positions, and who moved there
        opening = int(rng.integers(habits.opening + 1))
        while not game.rules.is_over(state):
            mover = int(game.rules.to_move(state))
            if turn < opening or rng.random() < habits.stray:
                for agent in (mover,) if mover != SIMULTANEOUS else range(game.agents):
                    actions = int(game.rules.legal(state, agent, self._actions))
                    self._joint[agent] = self._actions[int(rng.integers(actions))]
                own = []  # what came before says nothing about the result any more
            else:
                search, varied = self._search, turn < opening + habits.varied
                search.seed = int(rng.integers(1 << 30))
                search.start(state, max(0, mover))
                search.advance(habits.iterations)
                found = used
                if isinstance(search, DUCT):
                    states[used], values[used], used = state, self._mix(search, rng), used + 1
                else:
                    self._joint[mover], worth = self._decide(search, varied, rng)
                    if used < most:
                        states[used], values[used] = state, worth
                        limits = self._alpha, habits.least, self._waiting, states, values, used + 1
                        used = self._harvest(search.tree, search.growth, self._passes, *limits)
                if used > found:
                    own.append((found, max(0, mover)))
            game.rules.step(state, self._joint, rng, None)
            self._joint[:] = PASS
            turn += 1
        outcome = np.zeros(game.seats)
        game.rules.outcome(state, outcome)
        for row, mover in own:
            results[row] = np.sign(outcome[mover])
        matches = np.full(used, match, np.int32)
        return Harvest(_taken(states[:used]), values[:used], results[:used], matches)

    def _mix(self, search: DUCT, rng: np.random.Generator) -> float:
        """Draws what both play, into the joint action; what the position is worth for seat 0."""
        for agent in range(self.game.agents):
            actions, policy = search.block(agent)[0], search.policy_of(agent)
            drawn = int(np.searchsorted(np.cumsum(policy), rng.random() * policy.sum(), "right"))
            self._joint[agent] = actions[min(drawn, actions.size - 1)]
        _, visits, total = search.block(0)
        means = total / np.maximum(1, visits)
        return float(np.clip(means @ search.policy_of(0), -1.0, 1.0))

    def _decide(self, search: UCT, varied: bool, rng: np.random.Generator) -> tuple[int, float]:
        """What the search plays, and what that is worth for the mover."""
        action = int(search.choice()[0])
        tree, growth = search.tree, search.growth
        first = int(tree.first_child[0])
        below = slice(first, first + int(tree.child_count[0]))
        visits, actions = tree.visits[below], tree.action[below]
        k = int(np.flatnonzero(actions == action)[0])
        worth = float(tree.total[below][k]) / max(1, int(visits[k]))
        if self._alpha > 0.0:
            low = float(growth.implicit[below][k])
            worth = (1.0 - self._alpha) * worth + self._alpha * low
            settled_here = abs(low) >= CERTAIN
        else:
            settled_here = False
        if varied and not settled_here:
            counts = visits - (1 if self._alpha > 0.0 else 0)
            drawn = rng.random() * max(1, int(counts.sum()))
            action = int(
                actions[
                    min(int(np.searchsorted(np.cumsum(counts), drawn, "right")), counts.size - 1)
                ]
            )
        return action, min(1.0, max(-1.0, worth))
