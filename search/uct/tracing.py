"""UCT one iteration at a time, with a record of it: who chose what and how, the playout move by
move, and the result.

The iteration is run by the plain kernel, so the tree is the plain tree. Then a copy of the
generator from before it walks the same way again, in Python and by the rules. The repetition has to
make every random draw that the kernel made: in the end both generators must be in the same state
and both results equal. So the record costs the kernel nothing and needs no second build of it.
Shapes: [A] agents, [C] children of one node.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Joint, State
from search.repeating import Untraceable, bounds_below, same_draws
from search.tree import NO_CHILDREN, SLACK, Tree
from search.uct.params import TO_THE_END
from search.uct.search import UCT

How = Literal["untried", "bound", "tie"]
ONLY_PLAIN = "Only UCT without optional features, with all its moves, can be followed step by step."


@dataclass(frozen=True)
class TracedChoice:
    """One choice inside the tree; nodes are numbers in the arena."""

    node: int  # at which it was made
    child: int
    agent: int
    # drawn from the untried children, the highest bound, or drawn from several equal ones
    how: How
    among: int  # how many children it was drawn from
    turn: int = 0  # turns played before it


@dataclass(frozen=True, eq=False)
class Trace:
    """One iteration, and the tree before it."""

    before: Tree
    # [A, 2] what selection subtracted from values and divided them by, and will from now on
    ranges: tuple[NDArray[np.float64], NDArray[np.float64]]
    path: tuple[TracedChoice, ...]
    expanded: int  # the node that got children in this iteration, -1 for none
    # where the walk ended; in a simultaneous turn, some agents may still choose in the tree there
    leaf: State
    playout: tuple[Joint, ...]  # the joint action of each turn from there on
    end: State
    values: tuple[float, ...]  # [A] what went back
    walked: tuple[State, ...]  # the positions at the turns inside the tree, the root's first
    played: tuple[State, ...]  # those of the playout, after each of its turns


class TracedUCT(UCT):
    """UCT that can run and record single iterations."""

    @property
    def _form(self) -> str:
        return ""  # one thread can be followed

    @property
    def is_plain(self) -> bool:
        """Whether no optional feature is on, so that iterations can be followed."""
        return not self._features.grown and not self.only

    def copied(self) -> Tree:
        """The tree as it is now."""
        return Tree(*(array[: self.used + SLACK].copy() for array in self.tree))

    def traced(self) -> Trace | None:
        """Runs one iteration; None where more would change nothing.

        Untraceable where optional features are on, or if the repetition is not the iteration.
        """
        if not self.is_plain:
            raise Untraceable(ONLY_PLAIN)
        before = self.copied()
        used, ranges, plies = self.used, self.ranges(), int(self.scratch.plies[0])
        rng, done = copy.deepcopy(self.rng), int(self.scratch.iterations[0])
        self.advance(1)
        if int(self.scratch.iterations[0]) == done:
            return None
        nodes = [0, *self.scratch.path[: int(self.scratch.plies[0]) - plies].tolist()]
        walk = _Walk(self, before, used, ranges[:, 1], nodes, rng)
        walk.down()
        walk.play_on()
        walk.check()
        values = tuple(float(v) for v in self.scratch.values)
        parts = tuple(walk.path), walk.expanded, walk.leaf, tuple(walk.playout), walk.state
        positions = tuple(walk.walked), tuple(walk.played)
        return Trace(before, (ranges, self.ranges()), *parts, values, *positions)

    def ranges(self) -> NDArray[np.float64]:
        """The lowest value of each agent and what values are divided by, [A, 2]; from the lowest
        result on where playouts go to the end.
        """
        if self.params.playout_depth >= TO_THE_END:
            return np.tile([-1.0, 2.0], (self.game.agents, 1))
        low = np.where(np.isfinite(self.scratch.low), self.scratch.low, 0.0)
        return np.stack([low, self.scratch.scale], axis=1)


@dataclass
class _Walk:
    """The repetition of one iteration; `nodes` are those that the kernel entered, root first."""

    search: Any  # TracedUCT, with what is its own
    before: Tree
    used: int
    scale: NDArray[np.float64]
    nodes: list[int]
    rng: np.random.Generator
    path: list[TracedChoice] = field(default_factory=list)
    playout: list[Joint] = field(default_factory=list)
    expanded: int = -1

    def __post_init__(self) -> None:
        self.game, self.rules = self.search.game, self.search.game.rules
        self.state: State = self.search._root[0].copy()
        self.leaf = self.state.copy()
        self.walked, self.played = [self.leaf], list[State]()
        self.joint: Joint = np.full(self.game.agents, PASS, np.int64)
        self._actions = np.zeros(self.game.max_actions, np.int64)
        self._inside = True

    # -- inside the tree ---------------------------------------------------------------------------

    def down(self) -> None:
        """Walks down the tree, turn by turn, agent by agent."""
        order = [int(agent) for agent in self.search.scratch.order]
        while self._inside and not self.rules.is_over(self.state):
            mover = int(self.rules.to_move(self.state))
            for agent in order if self.game.simultaneous else [mover]:
                waits = mover not in (SIMULTANEOUS, agent)
                self.joint[agent] = PASS if waits else self._answer(agent)
            self._turn(mover)
            if self._inside:
                self.leaf = self.state.copy()
                self.walked.append(self.leaf)

    def _turn(self, mover: int) -> None:
        """Plays what was chosen; a turn that leaves the tree is the first one of the playout."""
        if not self._inside:
            self.playout.append(self.joint.copy())
        self.rules.step(self.state, self.joint, self.rng, None)
        if not self._inside:
            self.played.append(self.state.copy())
        if not self.game.simultaneous:
            self.joint[mover] = PASS

    def _answer(self, agent: int) -> int:
        """What the agent does at the node reached so far."""
        node = self.nodes[len(self.path)]
        if self._inside and self._was_leaf(node):
            if self._opens(node) and not self.rules.legal(self.state, agent, self._actions):
                return PASS  # another agent chooses here
            self._inside = self.search.tree.first_child[node] != NO_CHILDREN
            self.expanded = node if self._inside else self.expanded
        if not self._inside or self.search.growth.chooser[node] != agent:
            return self._drawn(agent)
        self.path.append(self._choice(node, agent))
        return int(self.search.tree.action[self.path[-1].child])

    def _was_leaf(self, node: int) -> bool:
        """Whether the node had no children when the walk came to it."""
        return node != self.expanded and (
            node >= self.used or self.before.first_child[node] == NO_CHILDREN
        )

    def _opens(self, node: int) -> bool:
        """Whether the node may get children: the root at once, others at their second visit."""
        return node == 0 or (node < self.used and self.before.visits[node] > 0)

    def _choice(self, node: int, agent: int) -> TracedChoice:
        """Makes the kernel's draws for the child that it chose."""
        child, after = self.nodes[len(self.path) + 1], self.search.tree
        count, turn = int(after.child_count[node]), len(self.walked) - 1
        tried = int(self.before.visits[node]) - (1 if node else 0)
        if tried < count:
            self.rng.random()
            return TracedChoice(node, child, agent, "untried", count - tried, turn)
        c, scale = float(self.search.params.c), float(self.scale[agent])
        found = bounds_below(self.before, node, c, scale)
        ties = int((found == found.max()).sum())
        if ties > 1:
            self.rng.random()
        if found[child - int(after.first_child[node])] != found.max():
            raise Untraceable(f"Node {child} was chosen, but its bound is not the highest.")
        return TracedChoice(node, child, agent, "tie" if ties > 1 else "bound", ties, turn)

    # -- below the tree ----------------------------------------------------------------------------

    def play_on(self) -> None:
        """Plays on as the kernel's playout does."""
        depth = int(self.search.params.playout_depth)
        most = self.game.longest if depth >= TO_THE_END else depth
        if not self.game.simultaneous:
            self.joint[:] = PASS
        turns = 0
        while turns < most and not self.rules.is_over(self.state):
            mover = int(self.rules.to_move(self.state))
            for agent in range(self.game.agents) if self.game.simultaneous else [mover]:
                self.joint[agent] = self._drawn(agent)
            self._inside = False
            self._turn(mover)
            turns += 1

    def _drawn(self, agent: int) -> int:
        """An action by the game's script or by chance, as in `search.playout`."""
        rules = self.rules
        if self.search.params.playout == "scripted" and rules.policy is not None:
            return int(rules.policy(self.state, agent, self.rng))
        if rules.random_action is not None:
            return int(rules.random_action(self.state, agent, self.rng))
        count = int(rules.legal(self.state, agent, self._actions))
        return int(self._actions[draw_below(self.rng, count)]) if count else PASS

    def check(self) -> None:
        """Untraceable unless this was the iteration: the same way, draws and result."""
        matched = same_draws(self.rng, self.search.rng)
        if len(self.path) + 1 != len(self.nodes) or not matched:
            raise Untraceable("The repetition of an iteration drew other numbers than the search.")
        if self.search.params.playout_depth >= TO_THE_END:
            out = np.zeros(self.game.seats)
            self.rules.outcome(self.state, out)
            found = out[list(self.game.owner)]
        else:
            found = np.zeros(self.game.agents)
            self.rules.value(self.state, self.search.weights, found)
        if not np.array_equal(found, self.search.scratch.values):
            raise Untraceable("The repetition of an iteration ended with another result.")
