"""Smitsimax one iteration at a time, with a record of it: which rule chose each action of each
agent, the positions of the simulated turns, and what every tree learns.

The iteration is run by the plain kernel, so the trees are the plain trees. Then a copy of the
generator from before it makes the same choices again, in Python and by the rules. Both have to end
in the same state: generators, actions, values, and every number of every tree. Shapes: [A] agents,
[C] children of one node.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Joint, State
from search.learned_moves import LearnedMoves, begin, preferred, told
from search.repeating import Untraceable, bound_of_untried, bounds_below, same_draws
from search.smitsimax.kernel import HOW, PLAYOUT, RANDOM, UCB, UNTRIED, WAITS
from search.smitsimax.search import Smitsimax
from search.tree import NO_CHILDREN, SLACK, Tree


@dataclass(frozen=True)
class Pick:
    """What one agent does in one simulated turn; nodes are numbers in the arena."""

    agent: int
    how: str  # one of HOW
    action: int  # PASS where the agent waits
    node: int = -1  # at which its tree chose, -1 below the tree and where it waits
    child: int = -1
    among: int = 1  # how many actions it was drawn from


@dataclass(frozen=True, eq=False)
class TracedTurn:
    """One simulated turn: all choices, and the positions around it."""

    before: State
    picks: tuple[Pick, ...]  # [A]
    after: State


@dataclass(frozen=True, eq=False)
class Ranges:
    """The range of the values seen by each agent, and what selection divides them by, [A]."""

    low: NDArray[np.float64]  # infinite before the first iteration
    high: NDArray[np.float64]
    scale: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SmitsimaxTrace:
    """One iteration, with the trees and the ranges around it."""

    before: Tree
    used: int  # nodes before
    after: Tree
    turns: tuple[TracedTurn, ...]
    values: tuple[float, ...]  # [A] the evaluation at the end
    ranges: tuple[Ranges, Ranges]  # before and after


class TracedSmitsimax(Smitsimax):
    """Smitsimax that can run and record single iterations."""

    @property
    def _form(self) -> str:
        return ""  # one thread can be followed

    def copied(self) -> Tree:
        """The trees as they are now."""
        return Tree(*(array[: self.used + SLACK].copy() for array in self.tree))

    def ranges(self) -> Ranges:
        """The ranges of values as they are now."""
        return Ranges(self.scratch.low.copy(), self.scratch.high.copy(), self.scratch.scale.copy())

    def traced(self) -> SmitsimaxTrace | None:
        """Runs one iteration; None where more would change nothing. Untraceable if the repetition
        is not the iteration.
        """
        before, used, ranges = self.copied(), self.used, self.ranges()
        rng, done = copy.deepcopy(self.rng), int(self.scratch.iterations[0])
        moves = copy.deepcopy(self._moves)
        self.advance(1)
        if int(self.scratch.iterations[0]) == done:
            return None
        repeated = _Repetition(self, before, ranges, rng, moves)
        repeated.run()
        repeated.check()
        values, after = tuple(float(v) for v in self.scratch.values), self.copied()
        turns = tuple(repeated.turns)
        return SmitsimaxTrace(before, used, after, turns, values, (ranges, self.ranges()))


class _Repetition:
    """An iteration again, with growing trees of its own."""

    def __init__(
        self,
        search: Any,  # TracedSmitsimax, with what is its own
        before: Tree,
        ranges: Ranges,
        rng: np.random.Generator,
        moves: LearnedMoves,
    ) -> None:
        self.search, self.rng, self.ranges, self.moves = search, rng, ranges, moves
        self.used = used = before.visits.size - SLACK
        self.depth = search.depth_after(int(search.scratch.iterations[0]) - 1)
        self.params, self.game, self.rules = search.params, search.game, search.game.rules
        room = search.used - used
        grown = (np.concatenate([a[:used], np.zeros(room, a.dtype)]) for a in before)
        self.tree = Tree(*grown)
        self.state: State = search._root[0].copy()
        self.nodes = list(range(self.game.agents))
        self.turns: list[TracedTurn] = []
        self._actions = np.zeros(self.game.max_actions, np.int64)

    def run(self) -> None:
        """Plays turn by turn down to the depth, and lets the trees learn."""
        begin(self.moves)
        while len(self.turns) < self.depth and not self.rules.is_over(self.state):
            before, mover = self.state.copy(), int(self.rules.to_move(self.state))
            picks = tuple(
                self._pick(a) if mover in (SIMULTANEOUS, a) else Pick(a, HOW[WAITS], PASS)
                for a in range(self.game.agents)
            )
            joint: Joint = np.array([pick.action for pick in picks], np.int64)
            for pick in picks if self.params.learns else ():
                if pick.action != PASS:
                    told(self.moves, pick.agent, pick.action, self._line(pick.agent))
            self.rules.step(self.state, joint, self.rng, None)
            self.turns.append(TracedTurn(before, picks, self.state.copy()))
        self.values = np.zeros(self.game.agents)
        self.rules.value(self.state, self.search.weights, self.values)
        for agent, value in enumerate(self.values):
            entered = (turn.picks[agent].child for turn in self.turns)
            for node in (agent, *(child for child in entered if child >= 0)):
                self.tree.visits[node] += 1
                self.tree.total[node] += value

    def _pick(self, agent: int) -> Pick:
        """What an agent that moves does at its node."""
        node = self.nodes[agent]
        if node < 0:
            return self._below(agent)
        if self.tree.first_child[node] == NO_CHILDREN:
            count = int(self.rules.legal(self.state, agent, self._actions))
            if not count:
                return Pick(agent, HOW[WAITS], PASS)
            fresh = self._one and node >= self.game.agents and not self.tree.visits[node]
            if fresh or self.used + count > self.search.tree.size:
                self.nodes[agent] = -1
                return self._drawn(agent, count)
            self._expand(node, count)
        present = self._present(agent, node)
        if not present.size:
            return Pick(agent, HOW[WAITS], PASS)
        how, child, among = self._chosen(agent, node, present)
        self.nodes[agent] = child
        return Pick(agent, HOW[how], int(self.tree.action[child]), node, child, among)

    @property
    def _one(self) -> bool:
        return str(self.params.expansion) == "one"

    @property
    def _now(self) -> bool:
        return str(self.params.actions) == "now"

    def _below(self, agent: int) -> Pick:
        """An action below the tree."""
        count = int(self.rules.legal(self.state, agent, self._actions))
        return self._drawn(agent, count) if count else Pick(agent, HOW[WAITS], PASS)

    def _drawn(self, agent: int, count: int) -> Pick:
        if self.params.learns:
            low, high = float(self.ranges.low[agent]), float(self.ranges.high[agent])
            among = self.moves, agent, self._actions, count, self._line(agent)
            k = preferred(*among, low, high, self.rng)
        else:
            k = draw_below(self.rng, count)
        return Pick(agent, HOW[PLAYOUT], int(self._actions[k]), among=count)

    def _line(self, agent: int) -> int:
        """Whose moves come before the agent's next one."""
        return agent if self.game.simultaneous else 0

    def _expand(self, node: int, count: int) -> None:
        """Gives a node its children."""
        self.tree.first_child[node], self.tree.child_count[node] = self.used, count
        self.tree.action[self.used : self.used + count] = self._actions[:count]
        self.used += count

    def _present(self, agent: int, node: int) -> NDArray[np.int64]:
        """The children that are compared: all, or those of the actions legal now, of which each has
        one as long as the arena has room.
        """
        first, count = int(self.tree.first_child[node]), int(self.tree.child_count[node])
        if not self._now:
            return np.arange(first, first + count)
        legal = self._actions[: int(self.rules.legal(self.state, agent, self._actions))].tolist()
        known = self.tree.action[first : first + count].tolist()
        new = [action for action in legal if action not in known]
        if new and self.used + count + len(new) <= self.search.tree.size:
            for array in self.tree:
                array[self.used : self.used + count] = array[first : first + count]
            first, known = self.used, [*known, *new]
            self.tree.action[first + count : first + len(known)] = new
            self.tree.first_child[node], self.tree.child_count[node] = first, len(known)
            self.used += len(known)
        return np.array([first + known.index(a) for a in legal if a in known], np.int64)

    def _chosen(self, agent: int, node: int, present: NDArray[np.int64]) -> tuple[int, int, int]:
        """The rule, the child, and how many children it was drawn from."""
        visits, count = self.tree.visits[present], present.size
        untried = np.flatnonzero(visits == 0)
        by_bound = str(self.params.untried) == "ucb"
        if untried.size and not by_bound:
            place = draw_below(self.rng, untried.size)
            return UNTRIED, int(present[untried[place]]), untried.size
        if visits.sum() < self.params.random_visits:
            return RANDOM, int(present[draw_below(self.rng, count)]), count
        c, scale = float(self.params.c), float(self.ranges.scale[agent])
        tree = self.tree
        if self._now:  # as if there were no others
            tree, node = _apart(tree, present), 0
        with np.errstate(all="ignore"):
            bounds = bounds_below(tree, node, c, scale)
        if by_bound:
            bounds = np.where(visits > 0, bounds, bound_of_untried(tree, node, c, scale))
        best = np.flatnonzero(bounds == bounds.max())
        drawn = self.rng.random() if best.size > 1 else 0.0
        return UCB, int(present[best[int(drawn * best.size)]]), best.size

    def check(self) -> None:
        """Untraceable unless this was the iteration, number by number."""
        scratch, used = self.search.scratch, self.search.used
        arrays: list[tuple[Any, Any]] = list(zip(self.tree, self.search.tree, strict=True))
        moves = [[pick.action for pick in turn.picks] for turn in self.turns]
        same = (
            same_draws(self.rng, self.search.rng)
            and len(moves) == int(scratch.last_turns[0])
            and np.array_equal(np.array(moves), scratch.moves[: len(moves)])
            and np.array_equal(self.values, scratch.values)
            and self.used == used
            and all(np.array_equal(mine, theirs[:used]) for mine, theirs in arrays)
        )
        if not same:
            raise Untraceable("The repetition of an iteration differs from the search's own.")


def _apart(tree: Tree, children: NDArray[np.int64]) -> Tree:
    """A tree whose root, node 0, has these nodes alone as its children."""
    visits, total = tree.visits[children], tree.total[children]
    links = np.array([1], np.int32), np.array([children.size], np.int32)
    counts = np.array([visits.sum(), *visits], np.int32), np.array([total.sum(), *total])
    return Tree(*counts, np.array([-1, *tree.action[children]]), *links)
