"""Flat Monte Carlo: every root action is tried by playouts, and the one with the best mean is
played; no tree is grown.

Seed: the minimax write-up ends with Monte Carlo simulation; here its samples are matches played on
from each root action.

Source: Abramson, "Expected-outcome: a general model of static evaluation" (1990); the choice of the
next action by UCB1 is from Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed
bandit problem" (2002).

Limits: it fits every game, but however long it runs it assumes that everyone plays as in its
playouts after the first action, so it walks into traps that a single good reply springs. Where a
seat has several agents, each learns alone from its own values.

Shapes: [A] agents, [S] seats, [K] root actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Game, Joint, State, cached_per_game
from engines.jit import rule
from engines.knobs import RESTART, HasFields, Value, choice, integer
from engines.records import fields, records, wipe
from search.arena import exploration
from search.base import AgentStats, Floats, Ints, Search, Snapshot, generator, restarts
from search.forms import Form
from search.formulas import CAPPED, UCB1, UNIT
from search.kernels import kernel_for
from search.measure import Axis, Kind, SeatValue, evaluation, result_value, results_axis
from search.only import Only
from search.playout import build_chance, build_evaluate, build_playout, build_script, redraws
from search.root import (
    clear_root,
    count_fields,
    count_value,
    note_leader,
    root_fields,
    root_stats,
    ucb_bonus,
)
from search.tree import LANES, LOGS, one_of, root_logs, ucb1

TO_THE_END = 200  # the playout depth that means no limit


@dataclass(frozen=True)
class Params:
    """Flat Monte Carlo's knobs."""

    allocation: str = choice(
        "equal",
        {"equal": "all alike", "ucb1": "UCB1"},
        "Playouts go to",
        "Which root action gets the next playout: the one that has had fewest, or the one whose "
        "upper bound is highest.",
        main=True,
    )
    c: float = exploration(0.7, idle_if={"allocation": "equal"})
    playout_depth: int = integer(
        TO_THE_END,
        1,
        TO_THE_END,
        "Playout depth",
        "How many turns are played, the first included, before the position is evaluated. "
        "At the right end playouts go to the end of the "
        "match and its result counts.",
        unit="turns",
        top="to the end",
        effect=RESTART,
        main=True,
    )
    playout: str = choice(
        "random",
        {"random": "random", "scripted": "scripted"},
        "Playout moves",
        "Who plays after the first action, and for the others from the start: chance, or the "
        "game's own script.",
        effect=RESTART,
        idle_if={"game.policy": False},
    )
    unknown: str = choice(
        "each",
        {"each": "drawn for each playout", "once": "drawn once"},
        "Hidden things",
        "Whether what the seat cannot see is drawn again for each playout, or once for the whole "
        "decision.",
        effect=RESTART,
        idle_if={"game.hidden": False},
    )


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations keep between chunks, as one record."""
    agents, actions = (game.agents,), (game.agents, game.max_actions + LANES)
    return np.dtype(
        [
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            # number of root actions of each own agent that chooses now, 0 for all others
            ("count", np.int64, agents),
            ("listed", np.int64, actions),  # the root actions
            *count_fields(*actions),
            *root_fields(*actions),  # the leader has the best mean
            ("low", np.float64, agents),  # lowest value seen
            ("high", np.float64, agents),
            ("values", np.float64, agents),
            ("seat_values", np.float64, (game.seats,)),
            ("joint", np.int64, agents),
            ("slot", np.int64, agents),  # index of the root action that each tries
            ("actions", np.int64, (game.max_actions,)),
            ("bounds", np.float32, (game.max_actions + LANES,)),
        ],
        align=True,
    )


@rule
def fewest(visits: Ints, count: int, rng: Any) -> int:
    """One of the `count` actions with fewest visits, each with the same chance."""
    least, ties = visits[0], 0
    for k in range(count):
        ties = 1 if visits[k] < least else ties + (visits[k] == least)
        least = min(least, visits[k])
    skip = draw_below(rng, ties)
    for k in range(count):
        if visits[k] == least:
            if skip == 0:
                return k
            skip -= 1
    return 0


@rule
def learn(s: Any, a: int, k: int, v: float) -> None:
    """Counts the value `v` for agent `a`'s root action numbered `k`; keeps the one with the best
    mean.
    """
    count_value(s, a, k, v)
    s.low[a] = min(s.low[a], v)
    s.high[a] = max(s.high[a], v)
    best = s.leader[a]
    if best < 0 or best == k:
        best = k
        for j in range(s.count[a]):  # the best one's mean has changed, so another may now be best
            if (
                s.visits[a, j] > 0
                and s.total[a, j] / s.visits[a, j] > s.total[a, best] / s.visits[a, best]
            ):
                best = j
    elif s.total[a, k] / s.visits[a, k] > s.total[a, best] / s.visits[a, best]:
        best = k
    if best != s.leader[a]:
        note_leader(s, a, best, s.iterations)


def build(game: Game) -> Callable[..., None]:
    """The iteration loop for one configured game, uncompiled."""
    agents, longest, rules = game.agents, game.longest, game.rules.filled()
    to_move, step, sample = rules.to_move, rules.step, rules.sample
    evaluate = build_evaluate(game)
    by_chance, by_script = build_chance(game), build_script(game)
    random_playout = build_playout(game, by_chance)
    scripted_playout = build_playout(game, by_script)

    def iterate(
        room: Any,
        buffer: Any,
        root: Any,
        logs: Any,
        w: Floats,
        rng: Any,
        n: int,
        seat: int,
        ucb: bool,
        c: float,
        depth: int,
        scripted: bool,
        redraw: bool,
    ) -> None:
        """Runs `n` playouts; `room` and `buffer` are modified in place."""
        s, state = room[0], buffer[0]
        to_end = depth >= TO_THE_END
        for _ in range(n):
            # 1. the root position, hidden information redrawn where asked
            buffer[0] = root[0]
            if redraw:
                sample(state, seat, rng)
            # 2. the first turn: own agents try a root action, the others play as in playouts
            mover = to_move(state)
            for a in range(agents):
                s.joint[a] = PASS
                s.slot[a] = -1
                if mover != SIMULTANEOUS and mover != a:
                    continue
                if s.count[a] == 0:
                    s.joint[a] = (
                        by_script(state, a, s.actions, rng)
                        if scripted
                        else by_chance(state, a, s.actions, rng)
                    )
                    continue
                k = fewest(s.visits[a], s.count[a], rng)
                if ucb and s.visits[a, k] > 0:
                    scale = 2.0 if to_end else s.high[a] - s.low[a] if s.high[a] > s.low[a] else 1.0
                    k, ties = ucb1(
                        s.visits[a],
                        s.total[a],
                        0,
                        s.count[a],
                        c * logs[min(s.iterations, LOGS)],
                        1.0 / scale,
                        s.bounds,
                    )
                    if ties > 1:
                        k = one_of(s.bounds, k, ties, rng.random())
                s.slot[a] = k
                s.joint[a] = s.listed[a, k]
            step(state, s.joint, rng, None)
            # 3. play on
            left = longest if to_end else depth - 1
            if scripted:
                below = scripted_playout(state, s.joint, s.actions, rng, left)
            else:
                below = random_playout(state, s.joint, s.actions, rng, left)
            # 4. the result of the match, or the evaluation where the playout stopped
            evaluate(state, s, w, to_end)
            # 5. every own agent learns about the action it tried
            s.iterations += 1
            s.turns += 1 + below
            for a in range(agents):
                if s.slot[a] >= 0:
                    learn(s, a, s.slot[a], s.values[a])

    return iterate


class FlatMonteCarlo(Search):
    """Plays the match on at random from each root action again and again, and trusts the mean
    results; it grows no tree.

    All actions get the same number of playouts, or the promising ones more. It never learns that a
    good reply refutes an action.
    """

    name = "flat_mc"
    title = "Flat Monte Carlo"
    note = "playouts from each action, no tree"
    iteration_word = "playout"
    form = Form.FLAT
    Params = Params
    formulas = (UCB1.at("allocation", "ucb1", f"{UNIT} {CAPPED}"),)
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "UCB1 at the root": {"allocation": "ucb1"},
        "short playouts": {"playout_depth": 6},  # for matches of hundreds of turns
    }

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._kernel = kernel_for(game, "flat_mc", build)
        self._room = records(1, scratch_dtype(game))
        self._given, self._root, self._buffer = (records(1, game.dtype) for _ in range(3))
        self.scratch = fields(self._room)

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat = seat
        self._given[0] = state
        self._restart()

    def _restart(self) -> None:
        """Forgets all playouts and lists the root actions."""
        rules, s = self.game.rules, self.scratch
        self.generation += 1
        self.rng = generator(self.seed)
        self._root[0] = self._given[0]
        state = self._root[0]
        if rules.prepare is not None:
            rules.prepare(state, self.weights)
        self._redraw = self.params.unknown == "each" and redraws(self.game, state, self.seat)
        if self._redraw and rules.observe is not None:
            rules.observe(state, self.seat)
        wipe(self._room)
        s.low[:], s.high[:] = np.inf, -np.inf
        clear_root(s)
        for agent in self.game.agents_of(self.seat):
            actions = self._choices(state, agent)
            s.count[agent] = actions.size
            s.listed[agent, : actions.size] = actions

    def advance(self, n: int, spent: float = 0.0) -> bool:
        if not self.scratch.count.any():
            return True
        p = self.params
        arrays = self._room, self._buffer, self._root, root_logs(), self.weights, self.rng
        knobs = p.allocation == "ucb1", p.c, p.playout_depth, p.playout == "scripted"
        self._kernel(*arrays, n, self.seat, *knobs, self._redraw)
        return False

    def update(self, params: HasFields) -> str | None:
        again = restarts(self.params, params, "playout_depth", "playout", "unknown")
        self.params = params
        if again:
            self._restart()
        return None

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        self._restart()

    def choice(self) -> Ints:
        return np.array([self._chosen(a) for a in self.game.agents_of(self.seat)], np.int64)

    def _chosen(self, agent: int) -> int:
        """The action with the best mean; any action before the first playout."""
        count, best = int(self.scratch.count[agent]), int(self.scratch.leader[agent])
        if not count:
            return PASS
        if best < 0:
            best = draw_below(generator(self.seed, agent), count)
        return int(self.scratch.listed[agent, best])

    def snapshot(self) -> Snapshot:
        s = self.scratch
        stats = tuple(self._stats(a) for a in self.game.agents_of(self.seat) if s.count[a])
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(s.iterations[0]),
            turns=int(s.turns[0]),
            nodes=sum(each.nodes for each in stats),
            memory_bytes=self._room.nbytes,
            agents=stats,
            value=self._value(),
            trace_values=tuple(float(v) for v in s.values),
        )

    def _value(self) -> SeatValue | None:
        """The mean result or evaluation of the actions it would play, over the own agents."""
        s = self.scratch
        leaders = [(a, int(s.leader[a])) for a in self.game.agents_of(self.seat) if s.count[a]]
        if not leaders or not s.iterations[0]:
            return None
        mean = float(np.mean([s.total[a, k] / s.visits[a, k] for a, k in leaders]))
        to_end = int(self.params.playout_depth) >= TO_THE_END
        if to_end:
            return result_value(self.game, self._root[0], mean)
        return evaluation(self.game, mean)

    def _stats(self, agent: int) -> AgentStats:
        s, count, now = (
            self.scratch,
            int(self.scratch.count[agent]),
            int(self.scratch.iterations[0]),
        )
        actions, visits = s.listed[agent, :count].copy(), s.visits[agent, :count].copy()
        to_end, total = self.params.playout_depth >= TO_THE_END, s.total[agent, :count]
        axis = results_axis(self.game, self._root[0]) if to_end else Axis(0.0, 1.0, Kind.VALUE)
        low, high = (float(s.low[agent]), float(s.high[agent])) if now else (0.0, 0.0)
        seen = not to_end and high > low
        scale = high - low if seen else 1.0
        stats = root_stats(s, agent, actions, visits, total, axis, now)
        best = max(0, int(s.leader[agent]))
        bound = stats.mean + scale * ucb_bonus(self.params.c, now, visits)
        return replace(
            stats,
            bound=bound if self.params.allocation == "ucb1" else stats.bound,
            best=best,
            pv=actions[best : best + 1].copy(),
            scale=2.0 if to_end else scale,
            low=low if seen else stats.low,
            high=high if seen else stats.high,
            counted="playout",
        )
