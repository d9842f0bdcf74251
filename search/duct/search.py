"""DUCT: the class that the lab drives.

Shapes: [A] agents, [K] root actions, [P] turns of the principal variation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engines.game import PASS, Game, State
from engines.knobs import HasFields, Value
from search.arena import FIRST_SIZE, ArenaSearch, fields
from search.base import AgentStats, Floats, Ints, Snapshot, generator, restarts
from search.branches import Branches, Wish
from search.duct.kernel import compiled
from search.duct.layout import DuctSettings, code_base, scratch_dtype
from search.duct.nodes import (
    CELL_BYTES,
    ENTRY_BYTES,
    MEMO_BYTES,
    SLOT_BYTES,
    follow,
    grown,
    new_nodes,
)
from search.duct.outcomes import covered
from search.duct.params import TO_THE_END, Params
from search.duct.selection import MIXED, NUMBER, RULES
from search.duct.unfolding import Numbers, unfolded
from search.equilibrium import exploitability
from search.forms import Form
from search.formulas import CAPPED, EXP3, PUCT, REGRET, SPREAD, TUNED_SPREAD, UCB1
from search.harvest import Shown
from search.measure import Kind, SeatValue, evaluation, kind_of_results, result_value
from search.only import confine
from search.root import Axis, clear_root, levels, root_stats, ucb_bonus
from search.tree import root_logs

LONGEST_LINE = 64  # turns of a principal variation
SMALL = 1024  # cells of the root's joint table whose exploitability is shown


class DUCT(ArenaSearch):
    """One tree for all agents, in which everybody chooses at the same time: a node keeps each
    agent's own statistics, as if the others were part of the weather, and one child for each joint
    action that was played.

    No agent knows what the others choose this turn, but every agent saw what they chose the turn
    before. Only regret matching and Exp3 learn how often to play what; UCB1's shares are no
    equilibrium.
    """

    name = "duct"
    title = "DUCT"
    note = "one tree, decoupled choices"
    joint = True
    form = Form.TREE
    Params = Params
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "Xmas Rush": {"c": 0.05, "playout_depth": 0, "playout": "scripted", "scaling": "own"},
        "equilibrium": {"rule": "regret", "final": "sample"},
        "evaluation at once": {"playout_depth": 0},
        "short playouts": {"playout_depth": 6},
    }
    formulas = (
        UCB1.at("rule", "ucb1", f"{SPREAD} {CAPPED}"),
        TUNED_SPREAD.at("rule", "ucb1_tuned"),
        PUCT.at("rule", "puct"),
        EXP3.at("rule", "exp3"),
        REGRET.at("rule", "regret"),
    )

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._kernel = compiled(game)
        self._base = code_base(game)
        self._room = np.zeros(1, scratch_dtype(game)).view(np.recarray)
        self._s = fields(self._room)
        self._known = self._root.copy()
        self._content = self._buffer.view(np.uint8).view(np.ndarray)
        self._counted = covered(game.dtype)
        self._numbers = Numbers()
        self._clear()

    def _new_arena(self, size: int) -> Any:
        return new_nodes(size, self.game.agents, self.game.max_actions, self._table > 0)

    def _grow(self, size: int) -> None:
        s = self._s
        self._tree = grown(
            self._tree, int(s.inner[0]), int(s.slots[0]), int(s.cells[0]), self._new_arena(size)
        )

    @property
    def _table(self) -> int:
        """Most joint actions of a node that keeps a joint table."""
        return int(self.params.table) if self.params.rule == "regret" else 0

    @property
    def _used(self) -> int:
        return int(self._s.used[0])

    def _need(self) -> int:
        return 1

    def _run(self, n: int, may_grow: bool) -> int:
        p = self.params
        knobs = DuctSettings(
            float(p.c),
            NUMBER[p.rule],
            int(p.playout_depth),
            p.playout == "scripted",
            self._table,
            float(p.floor),
            p.scaling == "running",
            p.children == "outcome" and (self.game.chance or self.game.hidden),
            p.hidden == "each",
            p.ties == "lowest",
            self.seat,
            self._pair,
            self._rows,
            self._columns,
            self._met,
            self._gain,
        )
        return self._kernel(
            *(self._tree, self._room, self._buffer, self._content, self._counted, self._known),
            *(root_logs(), self.weights, self.rng, n, may_grow, knobs),
        )

    # -- the decision ------------------------------------------------------------------------------

    def _take(self, state: State) -> None:
        super()._take(state)
        self._known[0] = self._root[0]
        if (
            self.params.hidden == "each"
            and self.game.rules.sample is not None
            and self.game.rules.observe is not None
        ):
            # every iteration draws the hidden part again
            self.game.rules.observe(self._known[0], self.seat)

    def _restart(self) -> None:
        self.generation += 1
        self.rng = generator(self.seed)
        self._limit = int(self.params.memory)
        self._tree = self._new_arena(min(FIRST_SIZE, self._limit))
        self._clear()
        self._forget_pair()

    def _clear(self) -> None:
        """Forgets all iterations."""
        s = self._s
        self._room[:] = np.zeros(1, self._room.dtype)
        s.used[0], s.priors[0] = 1, self.params.rule == "puct"
        s.low[:], s.high[:], s.scale[:] = np.inf, -np.inf, 1.0
        clear_root(s)
        confine(s, self.only)

    def update(self, params: HasFields) -> str | None:
        again = restarts(
            self.params, params, "rule", "playout_depth", "table", "children", "hidden"
        )
        resample = restarts(self.params, params, "hidden")
        self.params = params
        if again and self.generation:
            if resample:
                self._take(self._root[0].copy())
            self._restart()
        elif self.params.playout_depth < TO_THE_END:
            spread = self._s.high - self._s.low
            self._s.scale[:] = np.where(
                (self.params.scaling == "running") & (spread > 0) & np.isfinite(spread),
                0.5 * spread,
                1.0,
            )
        return None

    def choice(self) -> Ints:
        return np.array([self._chosen(a) for a in self.game.agents_of(self.seat)], np.int64)

    def _chosen(self, agent: int) -> int:
        """The legal action picked by the final-choice rule; any legal one where nothing was
        tried.
        """
        actions, visits, total = self._block(agent)
        legal = np.isin(actions, self._root_actions(agent)) & (visits > 0)
        if not legal.any():
            return self._any_action(agent)
        if self.params.final == "sample":
            odds = np.where(legal, self._policy(agent), 0.0)
            draw = generator(self.seed, agent, int(self._s.iterations[0])).random()
            place = int(np.searchsorted(np.cumsum(odds) / odds.sum(), draw, "right"))
            return int(actions[min(place, actions.size - 1)])
        mean = np.where(legal, total / np.maximum(visits, 1), -np.inf)
        if self.params.final == "mean":
            return int(actions[np.argmax(mean)])
        return int(actions[np.lexsort((mean, np.where(legal, visits, -1)))[-1]])

    def _block(self, agent: int) -> tuple[Ints, Ints, Floats]:
        """The agent's root actions, visits and summed values, [K] each."""
        block = self._slots(agent)
        return (
            self._tree.action[block].copy(),
            self._tree.visits[block].astype(np.int64),
            self._tree.total[block].copy(),
        )

    def _slots(self, agent: int) -> slice:
        if not self._s.inner[0]:
            return slice(0, 0)
        node = self._tree.node[0]
        return slice(int(node.first[agent]), int(node.first[agent] + node.count[agent]))

    def _policy(self, agent: int) -> Floats:
        """The mixed strategy: the average one where the rule learns it, else the shares of the
        visits. [K]
        """
        block = self._slots(agent)
        weights = (self._tree.average if self.params.rule in MIXED else self._tree.visits)[
            block
        ].astype(np.float64)
        return (
            weights / weights.sum()
            if weights.sum() > 0
            else np.full(weights.size, 1.0 / max(1, weights.size))
        )

    # -- what it knows -----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        s, used = self._s, self._used
        iterations = int(s.iterations[0])
        line = self._variation()
        agents = tuple(
            self._agent_stats(a, line)
            for a in range(self.game.agents)
            if self._slots(a).stop > self._slots(a).start
        )
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=iterations,
            turns=int(s.turns[0]),
            nodes=used,
            memory_bytes=self._bytes(),
            agents=agents,
            full=used + self._need() > self._limit or self._crowded(),
            value=self._value(agents),
            scalars=self._scalars(),
            joint=self._joint_map(self._axis(max(0, self._pair[0])), self._warning())
            if iterations
            else None,
            trace_values=tuple(float(v) for v in s.values),
        )

    def _bytes(self) -> int:
        s, tree = self._s, self._tree
        slot = SLOT_BYTES + (MEMO_BYTES if self.params.rule != "ucb1" else 0)
        cell = CELL_BYTES + 8 * self.game.agents
        return int(
            self._used * ENTRY_BYTES
            + int(s.inner[0]) * tree.node.dtype.itemsize
            + int(s.slots[0]) * slot
            + int(s.cells[0]) * cell
        )

    def _crowded(self) -> bool:
        """Whether the largest arena has no room for another block."""
        return bool(
            self._tree.size >= self._limit
            and int(self._s.slots[0]) + self.game.agents * self.game.max_actions
            > self._tree.visits.size
        )

    def _warning(self) -> str:
        """The warning that the map is no equilibrium."""
        if self.params.rule in MIXED:
            return ""
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
        to_end = self.params.playout_depth >= TO_THE_END
        return result_value(self.game, number) if to_end else evaluation(self.game, number)

    def _scalars(self) -> dict[str, float]:
        """How far the two strategies are from the equilibrium of the root's mean results, where
        there are exactly two agents and every cell was seen.
        """
        scalars: dict[str, float] = {}
        complete = (
            sorted(self._pair) == [0, 1] and self._met.size <= SMALL and bool((self._met > 0).all())
        )
        if self.game.agents == 2 and self.game.zero_sum and complete:
            row, column = (
                self._policy(a)[: actions.size]
                for a, actions in zip(self._pair, (self._rows, self._columns), strict=True)
            )
            scalars["Exploitability"] = exploitability(self._gain / self._met, row, column)
        return scalars

    def _agent_stats(self, agent: int, line: Ints) -> AgentStats:
        s, axis, now = self._s, self._axis(agent), max(1, int(self._s.iterations[0]))
        actions, visits, total = self._block(agent)
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
            nodes=self._used,
            capacity=self._limit,
            mean_depth=float(s.depth[0]) / now,
            scale=float(s.scale[agent]),
            policy=self._policy(agent),
        )

    def _axis(self, agent: int) -> Axis:
        """How values are shown."""
        if self.params.playout_depth >= TO_THE_END:
            return Axis(-1.0, 2.0, kind_of_results(self.game))
        if self.params.scaling == "own":
            return Axis(0.0, 1.0, Kind.VALUE)
        low, scale = float(self._s.low[agent]), float(self._s.scale[agent])
        return Axis(low, 2.0 * scale, Kind.SCALED)

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        line, agents = self._variation(), range(self.game.agents)
        choosing = [a for a in agents if self._slots(a).stop > self._slots(a).start]
        if not choosing:
            return ()
        axes, unknown = [self._axis(a) for a in agents], np.full(len(agents), np.nan)
        shown = Shown(choosing[0], 0, tuple(line[line != PASS].tolist()), axes, unknown)
        at = self.generation, int(self._s.iterations[0])
        return (self._numbers.given(unfolded(self._tree, self._base, shown, wish, *at)),)

    # -- lines -------------------------------------------------------------------------------------

    def line(self, agent: int, action: int) -> Ints:
        found = np.flatnonzero(self._block(agent)[0] == action)
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
        return line[: follow(self._tree, self._base, np.maximum(joint, -1), line)]

    def _place(self, agent: int) -> int:
        """Where in the agent's block the action is that it would play; -1 if none was tried."""
        actions, visits, _ = self._block(agent)
        if not visits.any():
            return -1
        found = np.flatnonzero((visits > 0) & (actions == self._chosen(agent)))
        return int(found[0]) if found.size else -1

    def _own(self, line: Ints, agent: int) -> Ints:
        """The agent's actions on a line; every agent's in a sequential game."""
        shown = line[:, agent] if self.game.simultaneous else line.ravel()
        return shown[shown != PASS].copy()
