"""What DUCT says about its tree: snapshots, lines, and the part of it that a view asks for.

Shapes: [A] agents, [K] root actions, [P] turns of the principal variation.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines.game import PASS
from search.base import AgentStats, Floats, Ints, Snapshot
from search.branches import Branches, Wish
from search.duct.nodes import follow
from search.duct.params import TO_THE_END
from search.duct.selection import MIXED, RULES
from search.duct.summing import SummedNodes
from search.duct.unfolding import Numbers, unfolded
from search.equilibrium import EXPLOITABILITY, exploitability, unseen_words
from search.harvest import Shown
from search.measure import Axis, Kind, SeatValue, evaluation, result_value, results_axis
from search.nash import NASH_CONV, known_gains, nash_conv
from search.parallel.hands import INNER, SLOTS
from search.parallel.threaded import ThreadedSearch
from search.root import levels, root_stats, ucb_bonus, unsettled

LONGEST_LINE = 64  # turns of a principal variation
COARSE = (
    "In a table that is not zero-sum, what both play over all iterations approaches a coarse "
    "correlated equilibrium; the strategies beside the table need be no Nash equilibrium."
)
UNKNOWN_GAINS = (
    "interests are not opposed, so it takes both players' payoffs, which only the last round of a "
    "payoff table gives"
)
SMALL = 1024  # cells of the root's joint table whose exploitability is shown


class DuctReport(ThreadedSearch):
    """All of DUCT that only reads."""

    _base: int  # the radix of a joint action's number
    _numbers: Numbers
    _summed: SummedNodes | None = None  # of several trees, what is shown

    @abstractmethod
    def _chosen(self, agent: int) -> int:
        """The action that the agent would play."""

    @property
    def used(self) -> int:
        return int(self.scratch.used[0])

    def block(self, agent: int) -> tuple[Ints, Ints, Floats]:
        """The agent's root actions, visits and summed values, [K] each."""
        block = self.slots(agent)
        return (
            self.tree.action[block].copy(),
            self.tree.visits[block].astype(np.int64),
            self.tree.total[block].copy(),
        )

    def slots(self, agent: int) -> slice:
        if not self.scratch.inner[0]:
            return slice(0, 0)
        first, count = self.tree.node["first"][0, agent], self.tree.node["count"][0, agent]
        return slice(int(first), int(first + count))

    def policy_of(self, agent: int) -> Floats:
        """The mixed strategy: the average one where the rule learns it, else the shares of the
        visits. [K]
        """
        block = self.slots(agent)
        weights = (self.tree.average if self.params.rule in MIXED else self.tree.visits)[
            block
        ].astype(np.float64)
        return (
            weights / weights.sum()
            if weights.sum() > 0
            else np.full(weights.size, 1.0 / max(1, weights.size))
        )

    # -- what it knows -----------------------------------------------------------------------------

    def counts(self) -> Snapshot:
        self._add_up()
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(self.scratch.iterations[0]),
            turns=int(self.scratch.turns[0]),
            nodes=self.used - self._waiting,
            memory_bytes=self._bytes(),
            full=self.is_full,
        )

    def snapshot(self) -> Snapshot:
        counts = self.counts()
        line = self._variation()
        agents = tuple(
            self._agent_stats(a, line)
            for a in range(self.game.agents)
            if self.slots(a).stop > self.slots(a).start
        )
        return replace(
            counts,
            agents=agents,
            value=self._value(agents),
            scalars=self._scalars(),
            joint=self._joint_map(*self._told()) if counts.iterations else None,
            trace_values=tuple(float(v) for v in self.scratch.values),
        )

    def _bytes(self) -> int:
        s, memo = self.scratch, self.params.rule != "ucb1"
        waiting = self._hands.waiting if self._hands is not None else lambda _: 0
        inner, slots = int(s.inner[0]) - waiting(INNER), int(s.slots[0]) - waiting(SLOTS)
        counts = self.used - self._waiting, inner, slots, int(s.cells[0])
        return self.tree.bytes_of(*counts, memo)

    @property
    def is_full(self) -> bool:
        return super().is_full or (self._grove is None and self._crowded())

    def _crowded(self) -> bool:
        """Whether the largest arena has no room for another block of each thread."""
        hands, block = self._hands, self.game.max_actions
        if hands is not None:
            block = hands.count * max(hands.lot, block)
        more = self.game.agents * block
        return bool(
            self.tree.size >= self._limit
            and int(self.scratch.slots[0]) + more > self.tree.visits.size
        )

    def _warning(self) -> str:
        """The warning that the map is no equilibrium."""
        if self.params.rule in MIXED:
            return "" if self.game.zero_sum else COARSE
        return (
            f"{RULES[self.params.rule]} does not converge to an equilibrium; the shares say "
            "what it tried, not how to mix."
        )

    def _value(self, agents: Sequence[AgentStats]) -> SeatValue | None:
        """The mean result or evaluation of what it would play, over the own agents: of one action,
        or where an action is drawn, over the mixed strategy.
        """
        own = [a for a in agents if self.game.owner[a.agent] == self.seat and a.visits[a.best] > 0]
        if not own:
            return None
        means = []
        for stats in own:
            axis, weights = self._axis(stats.agent), np.zeros(stats.actions.size)
            weights[stats.best] = 1.0
            if self.params.final == "sample" and stats.policy is not None:
                weights = np.where(stats.visits > 0, stats.policy, 0.0)
            means.append(axis.raw(float(np.nansum(weights * stats.mean) / weights.sum())))
        number = float(np.mean(means))
        to_end = self.params.turns_below >= TO_THE_END
        if to_end:
            return result_value(self.game, self._root[0], number)
        return evaluation(self.game, number)

    def _told(self) -> tuple[Axis, str, str]:
        """The axis of the joint map, its warning, and why there is no exploitability."""
        return self._axis(max(0, self._pair[0])), self._warning(), self._unmeasured()

    def _unmeasured(self) -> str:
        """Why it is not known how far the strategies are from the equilibrium of the root's mean
        results.
        """
        cells, unseen = self._met.size, int((self._met == 0).sum())
        if self.game.agents != 2 or self._pair[0] < 0:
            return "it belongs to two agents of opposed interests"
        if not self.game.zero_sum:
            known = self.game.bimatrix(self._root[0]) is not None
            return "" if known else UNKNOWN_GAINS
        if cells > SMALL:
            return f"the table has more than {SMALL:,} cells"
        return unseen_words(unseen, cells)

    def _scalars(self) -> dict[str, float]:
        """How far the two strategies are from the equilibrium of the root's mean results, in the
        unit of the results as they are shown, or of the evaluation; in a game that is not zero-sum,
        from one of the table that is played, in its payoffs.
        """
        if self._unmeasured():
            return {}
        row, column = (
            self.policy_of(a)[: actions.size]
            for a, actions in zip(self._pair, (self._rows, self._columns), strict=True)
        )
        known = known_gains(self.game, self._root[0], self._pair, self._rows, self._columns)
        if known is not None:
            return {NASH_CONV: nash_conv(known, row, column)}
        found = exploitability(self._gain / self._met, row, column)
        to_end = self.params.turns_below >= TO_THE_END
        return {EXPLOITABILITY: found / (self._axis(0).scale if to_end else 1.0)}

    def _agent_stats(self, agent: int, line: Ints) -> AgentStats:
        s, axis, now = self.scratch, self._axis(agent), max(1, int(self.scratch.iterations[0]))
        actions, visits, total = self.block(agent)
        stats = root_stats(s, agent, actions, visits, total, axis, now)
        bonus = ucb_bonus(self.params.c, int(visits.sum()), visits)
        bound = stats.mean + bonus * (float(s.scale[agent]) / axis.scale)
        chosen = np.flatnonzero(actions == self._chosen(agent))
        return replace(
            stats,
            bound=bound if self.params.rule == "ucb1" else stats.bound,
            best=int(chosen[0]) if chosen.size else 0,
            pv=self._own(line, agent),
            depth=levels(s.depth_nodes),
            nodes=self.used - self._waiting,
            capacity=self._limit,
            mean_depth=float(s.depth[0]) / now,
            scale=float(s.scale[agent]),
            policy=self.policy_of(agent),
            drawn=self.params.final == "sample",
            unsettled=self._unsettled(stats),
        )

    def _axis(self, agent: int) -> Axis:
        """How values are shown."""
        if self.params.turns_below >= TO_THE_END:
            return results_axis(self.game, self._root[0])
        if self.params.scaling == "own":
            return Axis(0.0, 1.0, Kind.VALUE)
        low, scale = float(self.scratch.low[agent]), float(self.scratch.scale[agent])
        return Axis(low, 2.0 * scale, Kind.SCALED)

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        self._add_up()
        line, agents = self._variation(), range(self.game.agents)
        choosing = [a for a in agents if self.slots(a).stop > self.slots(a).start]
        if not choosing:
            return ()
        axes, unknown = [self._axis(a) for a in agents], np.full(len(agents), np.nan)
        shown = Shown(choosing[0], 0, tuple(line[line != PASS].tolist()), axes, unknown)
        at = self.generation, int(self.scratch.iterations[0])
        part = unfolded(self.tree, self._base, shown, wish, *at, self._summed)
        return (self._numbers.given(part),)

    # -- the sum of several trees ------------------------------------------------------------------

    def _unite(self) -> None:
        begun = [each for each in self._singles if each.scratch.inner[0]]
        self._summed = SummedNodes([each.tree for each in begun], self._base) if begun else None
        if self._summed is not None:
            self.tree = self._summed.arena
            self._spread()

    def _spread(self) -> None:
        """Adds up what is known of the spread of each root action, which may have other places in
        each tree.
        """
        s = self.scratch
        s.squares[:], s.lowest[:], s.highest[:] = 0.0, np.inf, -np.inf
        for each in self._singles:
            for a in range(self.game.agents):
                place = self._places(a, each.block(a)[0])
                kept = np.flatnonzero(place < s.squares.shape[1])[: s.squares.shape[1]]
                into, found = (a, place[kept]), (a, kept)
                s.squares[into] += each.scratch.squares[found]
                s.lowest[into] = np.minimum(s.lowest[into], each.scratch.lowest[found])
                s.highest[into] = np.maximum(s.highest[into], each.scratch.highest[found])

    def _places(self, agent: int, actions: Ints) -> Ints:
        """Where in the agent's block these actions are."""
        known = self.block(agent)[0]
        order = np.argsort(known)
        return order[np.searchsorted(known, actions, sorter=order)]

    def away_from(self, stats: AgentStats, leader: int) -> float:
        s, now, agent = self.scratch, int(self.scratch.iterations[0]), stats.agent
        mine = np.flatnonzero(self.block(agent)[0] == stats.actions[leader])
        place = int(mine[0]) if mine.size else -1
        return unsettled(s.changes[agent], int(s.changed[agent]), place, now)

    # -- lines -------------------------------------------------------------------------------------

    def line(self, agent: int, action: int) -> Ints:
        self._add_up()
        found = np.flatnonzero(self.block(agent)[0] == action)
        return (
            self._own(self._variation((agent, int(found[0]))), agent)
            if found.size
            else np.array([action], np.int64)
        )

    def _variation(self, forced: tuple[int, int] | None = None) -> Ints:
        """Joint actions along the best choices, one agent's first action `forced` to a place in its
        block; [P, A].
        """
        joint = np.array([self._place(a) for a in range(self.game.agents)], np.int64)
        if forced:
            joint[forced[0]] = forced[1]
        line = np.full((LONGEST_LINE, self.game.agents), PASS, np.int64)
        if self._summed is not None:
            self._summed.open_line(joint, line)
            self.tree = self._summed.arena
        return line[: follow(self.tree, self._base, joint, line)[0]]

    def _place(self, agent: int) -> int:
        """Where in the agent's block the action is that it would play; -1 if none was tried."""
        actions, visits, _ = self.block(agent)
        if not visits.any():
            return -1
        found = np.flatnonzero((visits > 0) & (actions == self._chosen(agent)))
        return int(found[0]) if found.size else -1

    def _own(self, line: Ints, agent: int) -> Ints:
        """The agent's actions on a line; every agent's in a sequential game."""
        shown = line[:, agent] if self.game.simultaneous else line.ravel()
        return shown[shown != PASS].copy()
