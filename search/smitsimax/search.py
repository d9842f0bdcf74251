"""Smitsimax: the class that the lab drives.

Shapes: [K] root actions, [P] plies of the principal variation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engines.game import Game
from engines.knobs import HasFields, Value
from engines.records import fields, records
from search.arena import NOT_EQUAL
from search.base import AgentStats, Ints, Snapshot, generator, restarts
from search.branches import Branches, Wish
from search.evaluation import NETWORK
from search.forms import Form
from search.formulas import CAPPED, UCB1
from search.harvest import Shown, branches_of
from search.learned_moves import FORMULAS, LEARNING, forgotten, new_moves, set_knobs
from search.measure import Axis, Kind, SeatValue, evaluation
from search.networked import NetworkSearch
from search.parallel.crew import ROOT
from search.parallel.hands import ThreadTeam
from search.parallel.summed import SummedSearch
from search.parallel.united import SummedPart, United
from search.root import root_stats, ucb_bonus
from search.smitsimax.kernel import HOW, compiled, scratch_dtype
from search.smitsimax.params import SETTLED, Params, depth_after
from search.smitsimax.shared import compiled_shared
from search.tree import NODE_BYTES, child_by_action, plant, root_logs

# knobs after which the trees start again
WORTH = ("evaluation", "network", "depth", "deeper")
RESTARTING = (*WORTH, "expansion", "actions", "playout", "threads", "parallel")
JUDGED = f"{NETWORK}, {LEARNING}"
LEARNED: Mapping[str, Value] = {"expansion": "one", "playout": "mast"}
NOTHING = np.zeros(1, np.int8)  # its nodes have no chooser and no proof


class Smitsimax(NetworkSearch, SummedSearch):
    """Each agent has a tree of its own actions. In every iteration all agents choose at once, the
    turn is played, and so on down to the set depth; the position is then evaluated for each agent
    and the value goes back up its own tree.

    Where the trees converge, their best branches form one line: a prediction of what everybody will
    do. It needs a game in which the legal actions do not depend on what the others did.
    """

    name = "smitsimax"
    title = "Smitsimax"
    note = "one tree for each agent"
    joint = True
    form = Form.TREE
    Params = Params
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "write-up": {"c": 1.0, "random_visits": 10, "expansion": "full"},
        "RoboStac": {"expansion": "one"},
        "two threads": {"threads": 2},
    }
    apart: ClassVar = {
        **SummedSearch.apart,
        **NetworkSearch.apart,
        LEARNING: LEARNED,
        JUDGED: {**LEARNED, "evaluation": NETWORK},
    }
    formulas = (
        UCB1.at("c", "", f"x is divided by the range of scores, or by the fixed scale. {CAPPED}"),
        *FORMULAS,
    )

    @classmethod
    def apart_for(cls, params: HasFields | None) -> str:
        found = super().apart_for(params)
        if getattr(params, "learns", False):
            return JUDGED if found == NETWORK else LEARNING
        return found

    @classmethod
    def supports(cls, game: Game) -> str | None:
        if game.legal_depends_on_others:
            return "Legal actions depend on what the others did."
        return None

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._roots = game.agents
        self._moves = new_moves(game, self.params)
        self._room = records(1, scratch_dtype(game))
        self.scratch = fields(self._room)

    def _compile(self) -> None:
        self._kernel = compiled(self.game, self.params.learns)
        self._shared = compiled_shared(self.game)

    @property
    def used(self) -> int:
        return int(self.scratch.used[0])

    @property
    def _form(self) -> str:
        # its kernel is made for one thread, and each thread learns its own moves
        p = self.params
        alone = p.evaluation == NETWORK or p.learns or p.actions == "now"
        return ROOT if super()._form and alone else super()._form

    def _need(self) -> int:
        return int(self.game.agents * self._deepest * self.game.max_actions)

    @property
    def _deepest(self) -> int:
        return self.depth_after(SETTLED)

    def depth_after(self, iterations: int) -> int:
        """How many turns ahead the next iteration plays, after so many."""
        return depth_after(iterations, int(self.params.depth), int(self.params.deeper))

    def _restart(self) -> None:
        self.generation += 1
        self.rng = generator(self.seed)
        self._empty_arena()
        self._moves = forgotten(self._moves, self.game, self.params)
        self._clear()
        for agent in range(self.game.agents):
            plant(self.tree, agent)
        self._threads_restart()
        self._forget_pair()

    def _fill(self) -> None:
        self.scratch.used[0] = self.game.agents

    def part(self) -> SummedPart:
        return SummedPart(self.tree, NOTHING, NOTHING)

    def _show(self, united: United) -> None:
        self.tree = united.tree

    def _run(self, n: int, may_grow: bool) -> int:
        if self._hands is not None:
            return self._run_shared(self._hands, n, may_grow)
        return self._kernel(
            *(
                self.tree,
                self._room,
                self._buffer,
                self._root,
                root_logs(),
                self.weights,
                self.rng,
                n,
                may_grow,
            ),
            *self._settings,
            *(*self._pair, self._met, self._gain, self._moves),
        )

    def _run_shared(self, hands: ThreadTeam, n: int, may_grow: bool) -> int:
        size = self.tree.size
        hands.furnish(size, self.game.max_actions)
        most_used = size - hands.count * max(hands.lot, self._need()) if may_grow else size

        def work(k: int) -> int:
            shared = self.tree, hands.counters, self._room
            own = hands.rooms[k], hands.own[k], hands.lent[k], hands.buffers[k]
            rest = self._root, root_logs(), self.weights, hands.generators[k]
            limits = n, hands.count, most_used
            notes = *self._pair, hands.met[k], hands.gain[k]
            # all settings but the last: nodes keep the actions of their first visit
            return int(self._shared(*shared, *own, *rest, *limits, *self._settings[:-1], *notes))

        done = self._run_threads(hands, n, work)
        for agent in range(self._roots):
            self._note_best(agent, agent)
        return done

    @property
    def _settings(self) -> tuple[Any, ...]:
        """The knobs as the kernels read them."""
        p = self.params
        walk = p.c, p.depth, p.deeper, p.random_visits, p.untried == "ucb"
        return *walk, p.scaling == "fixed", p.scale, p.expansion == "one", p.actions == "now"

    def update(self, params: HasFields) -> str | None:
        if refusal := self._take_network(params):
            return refusal
        again = restarts(self.params, params, *RESTARTING)
        self.params = params
        self._compile()
        set_knobs(self._moves, params)
        self._pass_on()
        if again and self._given is not None:
            self._take(self._given)
        if again:
            self._restart()
        else:
            self._rescale()
        return None

    def _rescale(self) -> None:
        spread = self.scratch.high - self.scratch.low
        fixed = self.params.scaling == "fixed"
        if not fixed or self.params.scale > 0:
            self.scratch.scale[:] = (
                self.params.scale if fixed else np.where(spread > 0, spread, 1.0)
            )

    def choice(self) -> Ints:
        self._add_up()
        return np.array([self._chosen(a) for a in self.game.agents_of(self.seat)], np.int64)

    def _chosen(self, agent: int) -> int:
        child = self._best_child(agent, root=True)
        return int(self.tree.action[child]) if child >= 0 else self._any_action(agent)

    def counts(self) -> Snapshot:
        self._add_up()
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(self.scratch.iterations[0]),
            turns=int(self.scratch.turns[0]),
            nodes=self.used - self._waiting,
            memory_bytes=(self.used - self._waiting) * NODE_BYTES,
            full=self.is_full,
        )

    def snapshot(self) -> Snapshot:
        counts, s = self.counts(), self.scratch
        agents = tuple(
            self._agent_stats(a) for a in range(self.game.agents) if self.tree.child_count[a] > 0
        )
        settled = float(s.on_line[0])
        return replace(
            counts,
            agents=agents,
            value=self._value(),
            agreed=settled > 0.5 if counts.iterations else None,
            scalars={"On the joint line": settled} | self._depth(counts.iterations),
            joint=self._joint_map(self._axis(max(0, self._pair[0])), NOT_EQUAL)
            if counts.iterations
            else None,
            trace=self._trace(),
            trace_values=tuple(float(v) for v in s.values),
        )

    def _depth(self, iterations: int) -> dict[str, float]:
        """What the depth is now, where it changes."""
        now = float(self.depth_after(iterations))
        return {"Turns ahead": now} if self.params.deeper else {}

    def _value(self) -> SeatValue | None:
        """The mean evaluation of the actions it would play, over the own agents."""
        tree = self.tree
        children = [self._best_child(a, root=True) for a in self.game.agents_of(self.seat)]
        means = [float(tree.total[c] / tree.visits[c]) for c in children if c >= 0]
        return evaluation(self.game, float(np.mean(means))) if means else None

    def _agent_stats(self, agent: int) -> AgentStats:
        tree, s, axis = self.tree, self.scratch, self._axis(agent)
        first, count = int(tree.first_child[agent]), int(tree.child_count[agent])
        children = slice(first, first + count)
        visits, now = tree.visits[children].astype(np.int64), max(1, int(s.iterations[0]))
        actions, total = tree.action[children].copy(), tree.total[children]
        stats = root_stats(s, agent, actions, visits, total, axis, now)
        depth = self.depth_after(now)
        bonus = ucb_bonus(self.params.c, int(tree.visits[agent]), visits)
        return replace(
            stats,
            bound=stats.mean + bonus * (float(s.scale[agent]) / axis.scale),
            best=max(0, self._best_child(agent, root=True) - first),
            pv=self._variation(agent),
            depth=s.depth_nodes[1 : depth + 1, agent].copy(),
            nodes=int(s.depth_nodes[1 : depth + 1, agent].sum()),
            capacity=self._limit,
            mean_depth=float(s.leaf_depth[agent]) / now,
            scale=float(s.scale[agent]),
            unsettled=self._unsettled(stats),
        )

    def _axis(self, agent: int) -> Axis:
        """How values are shown."""
        if self.params.scaling == "fixed":
            return Axis(0.0, 1.0, Kind.VALUE)
        low, scale = float(self.scratch.low[agent]), float(self.scratch.scale[agent])
        return Axis(low, scale, Kind.SCALED)

    def line(self, agent: int, action: int) -> Ints:
        self._add_up()
        child = child_by_action(self.tree, agent, action)
        self._open_line(child, root=False)
        return self._line_from(child) if child >= 0 else np.array([action], np.int64)

    def _variation(self, agent: int) -> Ints:
        return self._line_from(self._best_child(agent, root=True))

    def _line_from(self, node: int) -> Ints:
        line: list[int] = []
        while node >= 0:
            line.append(int(self.tree.action[node]))
            node = self._best_child(node, root=False)
        return np.array(line, np.int64)

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        self._add_up()
        at = self.generation, int(self.scratch.iterations[0])
        axes = [self._axis(agent) for agent in range(self.game.agents)]
        explore, at_random = self.params.c * self.scratch.scale, self.params.random_visits
        found: list[Branches] = []
        for place, agent in enumerate(wish.agents):
            line = tuple(self._variation(agent).tolist())
            if line:
                self._open_part(agent, line, wish, place)
                shown = Shown(agent, agent, line, axes, explore, at_random=at_random)
                found.append(branches_of(self.tree, shown, wish, place, *at))
        return tuple(found)

    def _trace(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        turns = int(self.scratch.last_turns[0])
        lines = zip(self.scratch.moves[:turns], self.scratch.how[:turns], strict=True)
        return tuple(
            tuple((int(m), HOW[h]) for m, h in zip(moves, how, strict=True)) for moves, how in lines
        )
