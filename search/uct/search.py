"""UCT: the class that the lab drives.

Shapes: [K] root actions, [P] plies of the principal variation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from engines.game import PASS, Game, Joint, State, same
from engines.knobs import HasFields, Value
from search.arena import ArenaSearch, fields
from search.base import DRAW, LOSS, WIN, AgentStats, Ints, Snapshot, generator, restarts
from search.branches import Branches, Wish
from search.forms import Form
from search.formulas import CAPPED, FIRST_PLAY, IMPLICIT, RAVE, SOLVER, TUNED, UCB1, UNIT, WIDENING
from search.harvest import Shown, branches_of
from search.measure import Kind, SeatValue, evaluation, kind_of_results, result_value
from search.only import Only, confine
from search.root import Axis, clear_root, levels, root_stats, ucb_bonus
from search.tree import (
    NODE_BYTES,
    child_by_action,
    plant,
    root_logs,
)
from search.uct.growth import (
    DRAWN,
    LOST,
    UNKNOWN,
    WON,
    UctGrowth,
    by_ucb1,
    copied,
    features,
    implicit_refusal,
    new_growth,
    node_bytes,
    preferred,
    solver_refusal,
)
from search.uct.keeping import UctArena, copy_below, other_arena
from search.uct.kernel import compiled, scratch_dtype
from search.uct.line import LONGEST_LINE, compiled_follow
from search.uct.params import TO_THE_END, Params

# knobs after which the tree starts again
FEATURES = ("solver", "implicit", "rave", "first_play", "widening", "selection")
PROVEN = {UNKNOWN: "", WON: WIN, LOST: LOSS, DRAWN: DRAW}
ONE_KNOWS = "Who chooses second knows the first choice here, so this is no equilibrium."


class UCT(ArenaSearch):
    """One tree for all agents, grown in each iteration by one node where the statistics look most
    promising, followed by a playout.

    Simultaneous turns are serialised, so one side knows what the other has chosen: the tree may
    rely on a reply to a choice that could not be known.
    """

    name = "uct"
    title = "UCT"
    note = "one tree for all agents"
    joint = True
    form = Form.TREE
    usual_iterations = 20_000
    Params = Params
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        # the constant of UCB1 for results from 0 to 1
        "textbook": {"c": round(math.sqrt(2), 3), "reuse": False},
        "evaluation at once": {"playout_depth": 0},
        # for matches of hundreds of turns, such as Coders Strike Back
        "short playouts": {"c": 0.3, "playout_depth": 6},
        "solver": {"solver": True},
        # a separate kernel in every game, which match preparation finds through the presets
        "few moves first": {"widening": True},
    }
    formulas = (
        UCB1.at("selection", "ucb1", f"{UNIT} {CAPPED[:-1]}, unless an option below is on."),
        TUNED.at("selection", "tuned"),
        SOLVER,
        IMPLICIT,
        RAVE,
        FIRST_PLAY,
        WIDENING,
    )

    _growth: UctGrowth

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._plain = compiled(game, False)
        self._grown = compiled(game, True)
        self._follow = compiled_follow(game)
        self._room = np.zeros(1, scratch_dtype(game)).view(np.recarray)
        self._s = fields(self._room)
        self._set_features()
        self._spare = UctArena(
            self._tree, self._growth
        )  # where the next decision's nodes are copied to
        self._clear()
        self._started = False
        self._reused = 0

    @property
    def _used(self) -> int:
        return int(self._s.used[0])

    def _need(self) -> int:
        return int(self.game.agents * self.game.max_actions)

    def _run(self, n: int, may_grow: bool) -> int:
        p = self.params
        kernel = self._grown if self._features.grown else self._plain
        position = self._tree, self._room, self._buffer, self._root
        knobs = p.c, p.playout_depth, p.playout == "scripted"
        notes = *self._pair, self._met, self._gain, self._growth, self._features
        done = kernel(*position, root_logs(), self.weights, self.rng, n, may_grow, *knobs, *notes)
        return int(done)

    @property
    def _finished(self) -> bool:
        return self._over or bool(self._features.solver and self._growth.proof[0])

    def _grow(self, size: int) -> None:
        super()._grow(size)
        old, self._growth = self._growth, new_growth(self.game, self._features, size)
        copied(old, self._growth, slice(0, self._used))
        self._growth.played[:] = old.played

    def _set_features(self) -> None:
        """Reads the knobs of the optional features; switching one on needs new arrays."""
        self._features = features(self.game, self.params)
        self._growth = new_growth(self.game, self._features, self._tree.size)

    # -- the decision ------------------------------------------------------------------------------

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        again = self._started and seat == self.seat and not only
        kept = self._kept(state, last_joint) if again else -1
        self._limit_to(only, state, seat)
        self.seat, self._started = seat, True
        self._take(state)
        self._restart(kept)

    def _restart(self, kept: int = -1) -> None:
        """Begins with an empty tree, or with the part of the old one below node `kept`."""
        self.generation += 1
        self.rng = generator(self.seed)
        ranges, used = [self._s.low.copy(), self._s.high.copy(), self._s.scale.copy()], self._used
        self._clear()
        self._forget_pair()
        if kept < 0 or used > int(self.params.memory):
            self._empty_arena()
            self._set_features()
            plant(self._tree, 0)
            self._reused = 0
            return
        self._limit = int(self.params.memory)
        self._features = features(self.game, self.params)
        old, size = UctArena(self._tree, self._growth), min(self._limit, self._tree.size)
        new = other_arena(self._spare, old, size, self.game, self._features)
        kept_nodes = copy_below(old, new, kept, self._features.solver, self._s.depth_nodes)
        self._s.used[0], self._s.proven[0] = kept_nodes
        self._s.low[:], self._s.high[:], self._s.scale[:] = ranges
        self._spare, (self._tree, self._growth) = old, new
        self._reused = int(self._tree.visits[0])

    def _clear(self) -> None:
        """Forgets all iterations."""
        own = self.game.agents_of(self.seat)
        others = [a for a in range(self.game.agents) if a not in own]
        s = self._s
        self._room[:] = np.zeros(1, self._room.dtype)
        s.used[0] = 1
        s.low[:], s.high[:], s.scale[:] = np.inf, -np.inf, 1.0
        clear_root(s)
        confine(s, self.only)
        s.order[:] = [*own, *others] if self.params.second == "others" else [*others, *own]

    def _kept(self, state: State, last: Joint | None) -> int:
        """The node that stands for `state`, reached from the old root by what was played since; -1
        if there is none.

        In a simultaneous game that is the last joint action, in a sequential one the own choice and
        the reply to it.
        """
        if not self.params.reuse or last is None or self.game.chance or self.game.hidden:
            return -1
        node, then, rng = 0, self._root[0].copy(), generator(self.seed)
        for joint in (last,) if self.game.simultaneous else (self._own_joint(), last):
            for agent in self._s.order:
                if node >= 0 and joint[agent] != PASS:
                    node = child_by_action(self._tree, node, int(joint[agent]))
            if node < 0:
                return -1
            self.game.rules.step(then, joint, rng, None)
        return node if same(then, state) else -1

    def _own_joint(self) -> Joint:
        """What the seat chose last, as a joint action in which the others waited."""
        joint = np.full(self.game.agents, PASS, np.int64)
        joint[list(self.game.agents_of(self.seat))] = self.choice()
        return joint

    def update(self, params: HasFields) -> str | None:
        again = restarts(self.params, params, "playout_depth", "second", *FEATURES)
        had = self.params
        self.params = params
        if again:
            self._restart()
        else:
            self._features = features(self.game, self.params)
        if self.params.solver and not had.solver and (refusal := solver_refusal(self.game)):
            return refusal
        return (
            implicit_refusal(self.game) if self.params.implicit > 0 and not had.implicit else None
        )

    def choice(self) -> Ints:
        """The best path down the tree for the agents of the first turn; any action where the tree
        ends early.
        """
        first: dict[int, int] = {}
        for agent, action in self._variation():
            if agent in first or (first and not self.game.simultaneous):
                break  # the next turn
            first[agent] = action
        return np.array(
            [
                first[a] if a in first else self._any_action(a)
                for a in self.game.agents_of(self.seat)
            ],
            np.int64,
        )

    # -- what it knows -----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        s, used, line = self._s, self._used, self._variation()
        movers = [a for a in range(self.game.agents) if s.visits[a].any() or self._leads(a)]
        agents = tuple(self._agent_stats(a, line) for a in movers)
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(s.iterations[0]),
            turns=int(s.turns[0]),
            nodes=used,
            memory_bytes=used * (NODE_BYTES + node_bytes(self._growth)),
            agents=agents,
            reused=self._reused,
            full=used + self._need() > self._limit,
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
        if self.params.playout_depth >= TO_THE_END:
            sure = {WIN: 1.0, LOSS: -1.0, DRAW: 0.0}
            found = result_value(self.game, sure.get(proven, float(np.mean(means))), proven)
        else:
            found = evaluation(self.game, float(np.mean(means)), proven)
        return found if own else found.mirrored()

    def _agent_stats(self, agent: int, line: list[tuple[int, int]]) -> AgentStats:
        """The agent's root actions; for agents that choose later in a simultaneous turn, summed
        over the earlier choices.
        """
        s, tree, leads, axis = self._s, self._tree, self._leads(agent), self._axis(agent)
        actions, now = self._root_actions(agent), int(s.iterations[0])
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
            nodes=self._used,
            capacity=self._limit,
            mean_depth=float(s.plies[0]) / max(1, now),
            scale=float(s.scale[agent]),
            unsettled=stats.unsettled if leads else float("nan"),
            proven=self._proven() if leads and self._features.solver else (),
        )

    def _proven(self) -> tuple[str, ...]:
        """What is certain about each root action, for the seat that moves."""
        first = int(self._tree.first_child[0])
        codes = self._growth.proof[first : first + int(self._tree.child_count[0])]
        return tuple(PROVEN[int(code)] for code in codes)

    def _best_child(self, node: int, root: bool) -> int:
        return int(
            preferred(self._tree, self._growth.proof, node, root and self.params.final == "mean")
        )

    def _leads(self, agent: int) -> bool:
        """Whether the root's children are this agent's actions."""
        return bool(self._tree.child_count[0] and self._growth.chooser[0] == agent)

    def _axis(self, agent: int) -> Axis:
        """How values are shown."""
        if self.params.playout_depth >= TO_THE_END:
            return Axis(-1.0, 2.0, kind_of_results(self.game))
        low, scale = float(self._s.low[agent]), float(self._s.scale[agent])
        return Axis(low, scale, Kind.SCALED)

    def line(self, agent: int, action: int) -> Ints:
        line = [action]
        node = child_by_action(self._tree, 0, action) if not self.game.simultaneous else -1
        while node >= 0 and (node := self._best_child(node, root=False)) >= 0:
            line.append(int(self._tree.action[node]))
        return np.array(line, np.int64)

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        if not self._tree.child_count[0]:
            return ()
        f, growth = self._features, self._growth
        shown = Shown(
            agent=int(growth.chooser[0]),
            root=0,
            line=tuple(action for _, action in self._variation()),
            axes=[self._axis(agent) for agent in range(self.game.agents)],
            explore=(self.params.c if by_ucb1(f) else np.nan) * self._s.scale,
            chooser=growth.chooser,
            proof=growth.proof if f.solver else None,
            capped=not f.grown,
            untried_first=not (f.first_play or f.widening),
        )
        return (
            branches_of(self._tree, shown, wish, 0, self.generation, int(self._s.iterations[0])),
        )

    def _variation(self) -> list[tuple[int, int]]:
        """(agent, action) along the best children."""
        line = np.zeros((LONGEST_LINE, 2), np.int64)
        by_mean = self.params.final == "mean"
        plies = self._follow(
            self._tree,
            self._room,
            self._buffer,
            self._root,
            generator(self.seed),
            by_mean,
            self._growth,
            line,
        )
        return [(int(agent), int(action)) for agent, action in line[:plies]]
