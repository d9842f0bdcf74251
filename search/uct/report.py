"""What UCT says about its tree: snapshots, lines, and the part of it that a view asks for.

Shapes: [K] root actions, [P] plies of the principal variation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from search.base import DRAW, LOSS, WIN, AgentStats, Ints, Snapshot, turn_generator
from search.branches import Branches, Wish
from search.harvest import Shown, branches_of
from search.measure import Axis, Kind, SeatValue, evaluation, result_value, results_axis
from search.parallel.summed import SummedSearch
from search.parallel.united import SummedPart, United
from search.root import levels, root_stats, ucb_bonus
from search.tree import NODE_BYTES, child_by_action
from search.uct.growth import (
    Features,
    UctGrowth,
    by_ucb1,
    node_bytes,
)
from search.uct.line import LONGEST_LINE
from search.uct.params import TO_THE_END
from search.uct.proofs import DRAWN, LOST, UNKNOWN, WON, preferred

PROVEN = {UNKNOWN: "", WON: WIN, LOST: LOSS, DRAWN: DRAW}
ONE_KNOWS = "Who chooses second knows the first choice here, so this is no equilibrium."


class UctReport(SummedSearch):
    """All of UCT that only reads."""

    growth: UctGrowth
    _features: Features
    _follow: Callable[..., int]
    _reused: int  # visits kept from the last decision's tree
    _walked: tuple[int, int, bool] | None = None  # of which moment `_line` is the variation
    _line: list[tuple[int, int]]

    @property
    def used(self) -> int:
        return int(self.scratch.used[0])

    @property
    def _by_results(self) -> bool:
        """Whether values are results of matches, or what a network expects of them."""
        return self._features.valued or self.params.playout_depth >= TO_THE_END

    def part(self) -> SummedPart:
        return SummedPart(self.tree, self.growth.chooser, self.growth.proof)

    def _rescale(self) -> None:
        spread = self.scratch.high - self.scratch.low
        to_end = self._by_results
        self.scratch.scale[:] = 2.0 if to_end else np.where(spread > 0, spread, 1.0)

    def _show(self, united: United) -> None:
        proof = united.proof if self._features.solver else self.growth.proof
        self.tree = united.tree
        self.growth = self.growth._replace(chooser=united.chooser, proof=proof)

    def counts(self) -> Snapshot:
        self._add_up()
        s, nodes = self.scratch, self.used - self._waiting
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(s.iterations[0]),
            turns=int(s.turns[0]),
            nodes=nodes,
            memory_bytes=nodes * (NODE_BYTES + node_bytes(self.growth)),
            reused=self._reused,
            full=self.is_full,
        )

    def snapshot(self) -> Snapshot:
        counts = self.counts()
        s, line = self.scratch, self._variation()
        movers = [a for a in range(self.game.agents) if s.visits[a].any() or self._leads(a)]
        agents = tuple(self._agent_stats(a, line) for a in movers)
        return replace(
            counts,
            agents=agents,
            value=self._value(agents),
            scalars={"Proven nodes": float(s.proven[0])} if self._features.solver else {},
            joint=self._joint_map(self._axis(max(0, self._pair[0])), ONE_KNOWS)
            if s.iterations[0]
            else None,
            trace_values=tuple(float(v) for v in s.values),
        )

    def _value(self, agents: Sequence[AgentStats]) -> SeatValue | None:
        """The mean result or evaluation of the actions it would play, over the own agents; while
        only the other side of a zero-sum game moves, the negative of its value.
        """
        own = [a for a in agents if self.game.owner[a.agent] == self.seat and a.visits[a.best] > 0]
        shown = own or [a for a in agents if a.visits[a.best] > 0]
        if not shown or not (own or (self.game.zero_sum and self.game.seats == 2)):
            return None
        means = [self._axis(a.agent).raw(float(a.mean[a.best])) for a in shown]
        proven = shown[0].proven[shown[0].best] if shown[0].proven else ""
        if self._by_results:
            sure = {} if self.game.graded else {WIN: 1.0, LOSS: -1.0, DRAW: 0.0}
            number = sure.get(proven, float(np.mean(means)))
            found = result_value(self.game, self._root[0], number, proven)
        else:
            found = evaluation(self.game, float(np.mean(means)), proven)
        return found if own else found.mirrored()

    def _agent_stats(self, agent: int, line: list[tuple[int, int]]) -> AgentStats:
        """The agent's root actions; for agents that choose later in a simultaneous turn, summed
        over the earlier choices.
        """
        s, tree, leads, axis = self.scratch, self.tree, self._leads(agent), self._axis(agent)
        actions, now = self.root_actions(agent), int(s.iterations[0])
        known = slice(0, actions.size)
        fresh = s.visits[agent, known].copy(), s.total[agent, known].copy()
        visits, total = fresh
        if leads:  # with what a kept tree already knew
            first = int(tree.first_child[0])
            children = slice(first, first + int(tree.child_count[0]))
            visits, total = tree.visits[children].astype(np.int64), tree.total[children]
        stats = root_stats(s, agent, actions, visits, total, axis, now, fresh)
        c = self.params.c if by_ucb1(self._features) else np.nan
        bonus = ucb_bonus(c, int(visits.sum()), visits, capped=not self._features.grown)
        mine = np.array([action for who, action in line if who == agent], np.int64)
        everybody = np.array([action for _, action in line], np.int64)
        return replace(
            stats,
            bound=stats.mean + bonus * (float(s.scale[agent]) / axis.scale),
            best=int(np.flatnonzero(actions == mine[0])[0]) if mine.size else stats.best,
            pv=mine if self.game.simultaneous else everybody,
            depth=levels(s.depth_nodes),
            nodes=self.used - self._waiting,
            capacity=self._limit,
            mean_depth=float(s.plies[0]) / max(1, now),
            scale=float(s.scale[agent]),
            unsettled=self._unsettled(stats) if leads else float("nan"),
            proven=self._proven() if leads and self._features.solver else (),
        )

    def _proven(self) -> tuple[str, ...]:
        """What is certain about each root action, for the seat that moves."""
        first = int(self.tree.first_child[0])
        codes = self.growth.proof[first : first + int(self.tree.child_count[0])]
        return tuple(PROVEN.get(int(code), "") for code in codes)

    def _best_child(self, node: int, root: bool) -> int:
        return int(
            preferred(self.tree, self.growth.proof, node, root and self.params.final == "mean")
        )

    def _leads(self, agent: int) -> bool:
        """Whether the root's children are this agent's actions."""
        return bool(self.tree.child_count[0] and self.growth.chooser[0] == agent)

    def _axis(self, agent: int) -> Axis:
        """How values are shown."""
        if self._by_results:
            return results_axis(self.game, self._root[0])
        low, scale = float(self.scratch.low[agent]), float(self.scratch.scale[agent])
        return Axis(low, scale, Kind.SCALED)

    def line(self, agent: int, action: int) -> Ints:
        line = [action]
        self._add_up()
        node = child_by_action(self.tree, 0, action) if not self.game.simultaneous else -1
        self._open_line(node, root=False)
        while node >= 0 and (node := self._best_child(node, root=False)) >= 0:
            line.append(int(self.tree.action[node]))
        return np.array(line, np.int64)

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        self._add_up()
        if not self.tree.child_count[0]:
            return ()
        line = tuple(action for _, action in self._variation())
        self._open_part(0, line, wish, 0)
        f, growth = self._features, self.growth
        shown = Shown(
            agent=int(growth.chooser[0]),
            root=0,
            line=line,
            axes=[self._axis(agent) for agent in range(self.game.agents)],
            explore=(self.params.c if by_ucb1(f) else np.nan) * self.scratch.scale,
            chooser=growth.chooser,
            proof=growth.proof if f.solver else None,
            capped=not f.grown,
            untried_first=not (f.first_play or f.widening),
        )
        return (
            branches_of(
                self.tree, shown, wish, 0, self.generation, int(self.scratch.iterations[0])
            ),
        )

    def _variation(self) -> list[tuple[int, int]]:
        """(agent, action) along the best children; walked once for each state of the tree."""
        by_mean = self.params.final == "mean"
        walked = (self.generation, int(self.scratch.iterations[0]), by_mean)
        if self._walked != walked:
            self._walked, self._line = walked, self._follow_best(by_mean)
        return self._line

    def _follow_best(self, by_mean: bool) -> list[tuple[int, int]]:
        line = np.zeros((LONGEST_LINE, 2), np.int64)
        plies = self._follow(
            self.tree,
            self._room,
            self._buffer,
            self._root,
            turn_generator(self.game, self.seed),
            by_mean,
            self.growth,
            line,
        )
        return [(agent, action) for agent, action in line[:plies].tolist()]
