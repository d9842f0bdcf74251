"""The class behind the searches over sequences.

Shapes: [A] agents, [K] root actions, [P] turns of the principal variation.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from engines.knobs import HasFields
from engines.records import fields, records, wipe
from search.base import AgentStats, Curve, Floats, Ints, Search, Snapshot, generator, restarts
from search.branches import Wish
from search.forms import MOST_SEQUENCES, Form, Sequences
from search.measure import Axis, Kind, SeatValue, evaluation
from search.only import Only, confine
from search.root import clear_root, root_stats
from search.sequences.trial import (
    CHANCE,
    PLANNED,
    REST,
    SCRIPT,
    TRIED,
    compiled,
    compiled_unfold,
    scratch_dtype,
)

MODES = {"rest": REST, "scripted": SCRIPT, "random": CHANCE}
SAMPLES = 200  # points of the curve of the best fitness
# the share of a budget that other seats' plans may use; without a plan of its own a search plays at
# random
OTHERS_SHARE = 0.3


class Living(NamedTuple):
    """What a search keeps besides its best sequence."""

    genes: Floats  # [R, A, LONGEST]
    fitness: Floats  # [R] NaN for one that has not been tried
    names: tuple[str, ...]  # [R]
    title: str  # what is kept, in words


class SequenceSearch(Search):
    """Tries sequences of own actions; subclasses propose the next and learn from its fitness.

    They give `fields_of` (their own fields of the scratch record), `rules` (the jitted `propose`
    and `receive`), `knobs` (the numbers these read) and, where a new decision needs it, `begin`.
    """

    iteration_word: ClassVar[str] = "trial"
    form = Form.SEQUENCES

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        propose, receive = self.rules()
        self._kernel = compiled(game, self.name, propose, receive, type(self).__module__)
        self._unfold = compiled_unfold(game)
        self._room = records(1, scratch_dtype(game, self.fields_of(game)))
        self._root, self._given, self._buffer = (records(1, game.dtype) for _ in range(3))
        self.scratch = fields(self._room)
        self._last: Floats | None = None  # the best sequence of the decision before, [A, LONGEST]
        self._others: list[int] = []  # seats whose plan is still to be searched for
        self._planned: set[int] = set()
        self._curve: list[tuple[int, float]] = []

    @classmethod
    def supports(cls, game: Game) -> str | None:
        if game.hidden and game.rules.sample is not None and game.rules.observe is None:
            return "It would have to know what is hidden."
        return None

    @abstractmethod
    def fields_of(self, game: Game) -> list[tuple[Any, ...]]:
        """Further fields of the scratch record."""

    @abstractmethod
    def rules(self) -> tuple[Any, Any]:
        """The jitted propose(s, knobs, rng) and receive(s, knobs, fitness, rng)."""

    @abstractmethod
    def knobs_now(self, spent: float) -> Floats:
        """The numbers that those two read."""

    def begin(self) -> None:
        """Called when the trials for a seat begin."""

    # -- the decision ------------------------------------------------------------------------------

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        kept = (
            self._shifted()
            if self.params.warm and self.generation and seat == self.seat and self.scratch.trials[0]
            else None
        )
        self.seat, self._last = seat, kept
        self._given[0] = state
        self._restart()

    def _shifted(self) -> Floats:
        """The best sequence from its second own turn on; the last gene is repeated to fill the
        gap.
        """
        best: Floats = self.scratch.best
        return np.concatenate([best[:, 1:], best[:, -1:]], axis=1)

    def _restart(self) -> None:
        rules, game = self.game.rules, self.game
        self.generation += 1
        self.rng = generator(self.seed)
        self._root[0] = self._given[0]
        if rules.sample is not None and game.hidden:
            rules.sample(self._root[0], self.seat, self.rng)
        if rules.prepare is not None:
            rules.prepare(self._root[0], self.weights)
        wipe(self._room)
        self._curve = []
        self._planned = set()
        self._others = (
            [k for k in range(game.seats) if k != self.seat]
            if self.params.opponent == "search"
            else []
        )
        self._over = bool(rules.is_over(self._root[0])) or not self._movers()
        if self._over:
            self._others = []
        self._turn_to(self._others[0] if self._others else self.seat)

    def _turn_to(self, seat: int) -> None:
        """Begins the trials for one seat; the others follow their plan or their model."""
        s = self.scratch
        s.seat[0], s.trials[0], s.best_fitness[0] = seat, 0, -np.inf
        s.low[0], s.high[0] = np.inf, -np.inf
        s.visits[:], s.total[:] = 0, 0.0
        clear_root(s)
        confine(s, self.only)
        model = MODES.get(self.params.opponent, REST)
        for agent, owner in enumerate(self.game.owner):
            s.mode[agent] = TRIED if owner == seat else PLANNED if owner in self._planned else model
        s.warm[0] = seat == self.seat and self._last is not None
        if s.warm[0] and self._last is not None:
            own = list(self.game.agents_of(seat))
            s.plan[own] = self._last[own]
        self.begin()

    def advance(self, n: int, spent: float = 0.0) -> bool:
        if self._over:
            return True
        while n > 0:
            left = self._left_for_another(spent) if self._others else n
            if left <= 0:
                seat = self._others.pop(0)
                own = list(self.game.agents_of(seat))
                self.scratch.plan[own] = self.scratch.best[own]
                self._planned.add(seat)
                self._turn_to(self._others[0] if self._others else self.seat)
                continue
            run = min(n, left, max(1, 256 - int(self.scratch.trials[0]) % 256))
            p = self.params
            repeats = p.repeats if self.game.chance else 1
            self._kernel(
                *(
                    self._room,
                    self._buffer,
                    self._root,
                    self.weights,
                    self.rng,
                    run,
                    p.depth,
                    repeats,
                ),
                self.knobs_now(spent),
            )
            n -= run
            s = self.scratch
            if not self._others and int(s.trials[0]) % 256 == 0:
                self._curve.append((int(s.trials[0]), float(s.best_fitness[0])))
                if len(self._curve) > SAMPLES:
                    self._curve = self._curve[::2]
        return False

    def _left_for_another(self, spent: float) -> int:
        """Trials left for the current seat, when it is another's: its full number, or one once its
        share of the budget is used.
        """
        trials, seats = int(self.scratch.trials[0]), self.game.seats - 1
        done = seats - len(self._others) + 1
        most = self.params.opponent_trials if spent < OTHERS_SHARE * done / seats else 1
        return int(most) - trials

    def update(self, params: HasFields) -> str | None:
        again = restarts(
            self.params,
            params,
            *(
                f
                for f in ("depth", "opponent", "opponent_trials", "repeats", "population")
                if hasattr(params, f)
            ),
        )
        self.params = params
        if again:
            self._restart()
        return None

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        self._restart()

    def _movers(self) -> list[int]:
        """The own agents that choose now."""
        mover = int(self.game.rules.to_move(self._root[0]))
        return [a for a in self.game.agents_of(self.seat) if mover in (SIMULTANEOUS, a)]

    def _listed(self, agent: int) -> Ints:
        return self._choices(self._root[0], agent)

    def choice(self) -> Ints:
        chosen, movers = [], self._movers()
        for agent in self.game.agents_of(self.seat):
            actions = (
                self._listed(agent) if agent in movers and not self._over else np.zeros(0, np.int64)
            )
            chosen.append(int(actions[self._first(agent, actions.size)]) if actions.size else PASS)
        return np.array(chosen, np.int64)

    def _first(self, agent: int, count: int) -> int:
        """The index of the action to play: from the best sequence, from the last decision's, or
        any.
        """
        s = self.scratch
        if not self._others and s.leader[agent] >= 0:
            return int(s.leader[agent])
        gene = (
            self._last[agent, 0] if self._last is not None else generator(self.seed, agent).random()
        )
        return min(count - 1, int(gene * count))

    # -- what it knows -----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        s, tried = self.scratch, not self._others and int(self.scratch.trials[0]) > 0
        line = self._line() if tried else np.zeros((0, self.game.agents), np.int64)
        agents = (
            []
            if self._over or self._others
            else [a for a in self._movers() if self._listed(a).size]
        )
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(s.iterations[0]),
            turns=int(s.turns[0]),
            nodes=int(s.trials[0]),
            memory_bytes=int(self._room.nbytes),
            agents=(
                *(self._stats(a, line) for a in agents),
                *(self._assumed(a, line) for a in self._others_moving(line)),
            ),
            value=self._value(),
            scalars=self.scalars() if tried else {},
            series=self.series() if tried else {},
            histograms=self.histograms() if tried else {},
            trace_values=tuple(float(v) for v in s.values),
        )

    def scalars(self) -> Mapping[str, float]:
        """What else is counted."""
        return {
            "best fitness": float(self.scratch.best_fitness[0]),
            "others' trials": float(self.scratch.iterations[0] - self.scratch.trials[0]),
        }

    def series(self) -> Mapping[str, Curve]:
        """The best fitness over the trials."""
        points = np.array(
            [*self._curve, (int(self.scratch.trials[0]), float(self.scratch.best_fitness[0]))],
            np.float64,
        )
        return {"Best fitness": Curve(points[:, 0], points[:, 1], "trials", "game's units")}

    def histograms(self) -> Mapping[str, Curve]:
        """Distributions that one algorithm shows."""
        return {}

    def _line(self) -> Ints:
        """The joint actions of the best sequence, [P, A]."""
        lines, turns = self._unfolded(self.scratch.best[None])
        return lines[0, : turns[0]]

    def _unfolded(self, genes: Floats) -> tuple[Ints, Ints]:
        """The joint actions of sequences of genes [R, A, LONGEST], and their turns: [R, P, A], [R].
        What playing them writes is not kept.
        """
        shape = len(genes), int(self.params.depth), self.game.agents
        lines, turns = np.full(shape, PASS, np.int64), np.zeros(len(genes), np.int64)
        used, rng = np.zeros(self.game.agents, np.int64), generator(self.seed)
        room, plan = self._room.copy(), self.scratch.plan.copy()
        self._unfold(room, self._buffer, self._root, rng, genes, plan, used, lines, turns)
        return lines, turns

    # -- what it keeps -----------------------------------------------------------------------------

    def living(self) -> Living:
        """The sequences kept besides the best; none by default."""
        return Living(
            np.zeros((0, *self.scratch.best.shape)), np.zeros(0), (), "The best sequence only"
        )

    def kept(self, wish: Wish) -> Sequences:
        tried = not self._over and not self._others and int(self.scratch.trials[0]) > 0
        living = self.living()
        order = np.argsort(-living.fitness, kind="stable")[: MOST_SEQUENCES - 1]  # NaN is last
        genes = np.concatenate([self.scratch.best[None], living.genes[order]])[
            : None if tried else 0
        ]
        lines, turns = self._unfolded(genes)
        return Sequences(
            agents=self.game.agents_of(self.seat),
            generation=self.generation,
            iterations=int(self.scratch.iterations[0]),
            actions=lines,
            lengths=turns,
            fitness=np.append(self.scratch.best_fitness, living.fitness[order])[: len(genes)],
            names=("best", *(living.names[k] for k in order))[: len(genes)],
            title=living.title if tried else "Plans the others' moves first" * bool(self._others),
            total=len(living.genes),
        )

    def _value(self) -> SeatValue | None:
        """The fitness of the best sequence."""
        tried = not self._others and int(self.scratch.trials[0]) > 0
        return evaluation(self.game, float(self.scratch.best_fitness[0])) if tried else None

    def _others_moving(self, line: Ints) -> list[int]:
        """The agents of other seats that move in the line's first turn, in a simultaneous game."""
        if not self.game.simultaneous or not line.size:
            return []
        return [
            a
            for a, owner in enumerate(self.game.owner)
            if owner != self.seat and line[0, a] != PASS and self._listed(a).size
        ]

    def _assumed(self, agent: int, line: Ints) -> AgentStats:
        """What an agent of another seat is taken to do in the best sequence; nothing is counted for
        its root actions. A script may play one that is not enumerated, which is then added.
        """
        plan = line[:, agent][line[:, agent] != PASS].copy()
        actions = self._listed(agent)
        actions = actions if plan[0] in actions else np.append(actions, plan[0])
        return AgentStats(
            agent=agent,
            actions=actions,
            visits=np.zeros(actions.size, np.int64),
            mean=np.full(actions.size, np.nan),
            best=int(np.flatnonzero(actions == plan[0])[0]),
            pv=plan,
            nodes=0,
            mean_depth=float(plan.size),
            kind=Kind.FITNESS,
            counted="sequence",
        )

    def _stats(self, agent: int, line: Ints) -> AgentStats:
        s, actions, trials = self.scratch, self._listed(agent), int(self.scratch.trials[0])
        visits, total = s.visits[agent, : actions.size].copy(), s.total[agent, : actions.size]
        axis, best = Axis(0.0, 1.0, Kind.FITNESS), self._first(agent, actions.size)
        stats = root_stats(s, agent, actions, visits, total, axis, trials)
        low, high = (float(s.low[0]), float(s.high[0])) if trials else (np.nan, np.nan)
        mine = line[:, agent] if self.game.simultaneous else line.max(axis=1, initial=PASS)
        return replace(
            stats,
            error=np.full(actions.size, np.nan),
            bound=stats.highest.copy(),
            best=best,
            pv=mine[mine != PASS].copy() if mine.size else actions[best : best + 1].copy(),
            nodes=trials,
            mean_depth=float(self.params.depth),
            low=low,
            high=high if high > low else np.nan,
            counted="sequence",
        )
