"""Greedy one-ply: plays whatever leads to the best evaluation after this turn, and looks no
further.

Seed: none of the write-ups names it; it plays by their evaluations, so it shows what an evaluation
is worth without a search.

Source: Russell and Norvig, "Artificial Intelligence: A Modern Approach" (hill climbing as greedy
local search).

Limits: it fits every game with fewer than 200,000 joint actions of a seat. It sees no reply, so it
needs an evaluation that says more than who has won; where the others move simultaneously, it has to
guess their moves.

Shapes: [A] agents, [O] own agents that choose, [K] root actions, [N] joint actions of the own
agents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State, cached_per_game
from engines.knobs import CONTINUE, RESTART, HasFields, choice, integer
from engines.records import fields, records, wipe
from search.base import AgentStats, Floats, Ints, Search, Snapshot, generator, restarts
from search.forms import Form
from search.kernels import kernel_for
from search.measure import evaluation
from search.only import Only
from search.playout import build_chance, build_script, redraws
from search.tree import standard_error

MOST = 200_000  # joint actions of one seat
REST, SCRIPTED, RANDOM = range(3)
OTHERS = {"rest": "rest", "scripted": "play by script", "random": "play at random"}


@dataclass(frozen=True)
class Params:
    """Greedy's knobs."""

    others: str = choice(
        "rest",
        OTHERS,
        "The others",
        (
            "What everybody else does in this turn. Where a game has no rest or no script, the "
            "next in the list is used."
        ),
        effect=RESTART,
        main=True,
    )
    samples: int = integer(
        16,
        1,
        1000,
        "Samples",
        (
            "How often each action is tried where chance, hidden things or the others' guessed "
            "moves decide what it leads to."
        ),
        log=True,
        unit="per action",
        effect=CONTINUE,
        main=True,
    )


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations keep between chunks, as one record."""
    return np.dtype(
        [
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("values", np.float64, (game.agents,)),
            ("joint", np.int64, (game.agents,)),
            ("actions", np.int64, (game.max_actions,)),
        ],
        align=True,
    )


def build(game: Game) -> Callable[..., None]:
    """The loop for one configured game, uncompiled."""
    agents, rules, owner = game.agents, game.rules.filled(), np.array(game.owner)
    to_move, step, value, sample = rules.to_move, rules.step, rules.value, rules.sample
    share = 1.0 / np.bincount(owner)
    by_chance, by_script = build_chance(game), build_script(game)
    has_rest, rest = game.rules.rest is not None, rules.rest

    def iterate(
        room: Any,
        worlds: Any,
        root: Any,
        own: Ints,
        table: Ints,
        sums: Floats,
        w: Floats,
        rng: Any,
        n: int,
        seat: int,
        others: int,
        redraw: bool,
    ) -> None:
        """Tries the next `n` rows of `table` [N, O], actions of the agents `own` [O]; adds values
        and their squares to `sums` [N, 2].

        `worlds` [2] holds the position with this round's draw of what is hidden, and a copy to play
        on. Modified in place.
        """
        s, state = room[0], worlds[1]
        for _ in range(n):
            row = s.iterations % table.shape[0]
            # 1. every action of one round is tried in the same world
            if row == 0:
                worlds[0] = root[0]
                if redraw:
                    sample(worlds[0], seat, rng)
            worlds[1] = worlds[0]
            # 2. the turn: own agents play the row, the others play as guessed
            mover = to_move(state)
            for a in range(agents):
                s.joint[a] = PASS
                if mover != SIMULTANEOUS or owner[a] == seat:
                    continue
                if others == REST and has_rest:
                    s.joint[a] = rest(state, a)
                elif others != RANDOM:
                    s.joint[a] = by_script(state, a, s.actions, rng)
                else:
                    s.joint[a] = by_chance(state, a, s.actions, rng)
            for k in range(own.size):
                s.joint[own[k]] = table[row, k]
            step(state, s.joint, rng, None)
            # 3. the seat's value is the mean of its agents'
            value(state, w, s.values)
            v = 0.0
            for a in range(agents):
                if owner[a] == seat:
                    v += s.values[a] * share[seat]
            sums[row, 0] += v
            sums[row, 1] += v * v
            s.iterations += 1
            s.turns += 1

    return iterate


class Greedy(Search):
    """Tries each of its actions once and plays the one after which the game's evaluation is best;
    ties are broken at random.

    What the others do in this turn it has to guess: they rest, follow the game's script, or play at
    random. Where chance decides, each action is tried several times.
    """

    name = "greedy"
    title = "Greedy"
    note = "best evaluation after one turn"
    iteration_word = "trial"
    form = Form.FLAT
    Params = Params

    @classmethod
    def supports(cls, game: Game) -> str | None:
        most = max(
            float(game.max_actions) ** len(game.agents_of(seat)) for seat in range(game.seats)
        )
        return (
            None
            if most <= MOST
            else f"A seat has up to {most:,.0f} joint actions; Greedy tries {MOST:,} at most."
        )

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._kernel = kernel_for(game, "greedy", build)
        self._room = records(1, scratch_dtype(game))
        self._given, self._root = (records(1, game.dtype) for _ in range(2))
        self._worlds = records(2, game.dtype)
        self.scratch = fields(self._room)

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat = seat
        self._given[0] = state
        self._restart()

    def _restart(self) -> None:
        """Lists the joint actions in random order, since the first of equals is played."""
        rules = self.game.rules
        self.generation += 1
        self.rng = generator(self.seed)
        self._root[0] = self._given[0]
        state = self._root[0]
        if rules.prepare is not None:
            rules.prepare(state, self.weights)
        self._redraw = redraws(self.game, state, self.seat)
        if self._redraw and rules.observe is not None:
            rules.observe(state, self.seat)
        wipe(self._room)
        listed = {
            a: actions
            for a in self.game.agents_of(self.seat)
            if (actions := self._choices(state, a)).size
        }
        self._own = np.array(list(listed), np.int64)
        grid = np.meshgrid(*listed.values(), indexing="ij")
        joint = (
            np.stack([axis.ravel() for axis in grid], axis=1)
            if listed
            else np.zeros((0, 0), np.int64)
        )
        self._table = np.ascontiguousarray(self.rng.permutation(joint))
        self._sums = np.zeros((len(self._table), 2))

    @property
    def _wanted(self) -> int:
        """Trials after which more would change nothing, or the number asked for."""
        guessed = self.game.simultaneous and (
            self.params.others != "rest" or self.game.rules.rest is None
        )
        again = self.game.chance or self._redraw or guessed
        return len(self._table) * (int(self.params.samples) if again else 1)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        n = min(n, self._wanted - int(self.scratch.iterations[0]))
        if n > 0:
            others = list(OTHERS).index(self.params.others)
            self._kernel(
                *(
                    self._room,
                    self._worlds,
                    self._root,
                    self._own,
                    self._table,
                    self._sums,
                    self.weights,
                    self.rng,
                    n,
                    self.seat,
                ),
                *(others, self._redraw),
            )
        return int(self.scratch.iterations[0]) >= self._wanted

    def update(self, params: HasFields) -> str | None:
        again = restarts(self.params, params, "others")
        self.params = params
        if again:
            self._restart()
        return None

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        self._restart()

    def _visits(self) -> Ints:
        """How often each row has been tried, [N]; rows are tried in rounds."""
        done, rows = int(self.scratch.iterations[0]), len(self._table)
        return done // rows + (np.arange(rows) < done % rows).astype(np.int64)

    def _means(self) -> Floats:
        visits = self._visits()
        return np.where(visits > 0, self._sums[:, 0] / np.maximum(visits, 1), -np.inf)

    def choice(self) -> Ints:
        played = dict.fromkeys(self.game.agents_of(self.seat), PASS)
        if self._own.size:
            row = self._table[int(np.argmax(self._means()))]
            played |= {int(a): int(action) for a, action in zip(self._own, row, strict=True)}
        return np.array(list(played.values()), np.int64)

    def snapshot(self) -> Snapshot:
        s, rows = self.scratch, len(self._table)
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(s.iterations[0]),
            turns=int(s.turns[0]),
            nodes=rows,
            memory_bytes=self._table.nbytes + self._sums.nbytes,
            agents=tuple(self._stats(k) for k in range(self._own.size)),
            value=evaluation(self.game, float(self._means().max()))
            if self._own.size and s.iterations[0]
            else None,
            trace_values=tuple(float(v) for v in s.values),
        )

    def _stats(self, k: int) -> AgentStats:
        """The k-th own agent: each of its actions with its teammates' best ones."""
        visits, means, column = self._visits(), self._means(), self._table[:, k]
        actions, place = np.unique(column, return_inverse=True)
        best, lowest = np.zeros(actions.size, np.int64), np.full(actions.size, np.inf)
        order = np.argsort(means, kind="stable")
        best[place[order]] = order  # the last assignment wins: the best row
        tried = visits > 0
        np.minimum.at(lowest, place[tried], means[tried])
        mean = np.where(visits[best] > 0, means[best], np.nan)
        with np.errstate(invalid="ignore"):
            error = standard_error(visits[best], mean, self._sums[best, 1])
        chosen = int(place[int(np.argmax(means))])
        return AgentStats(
            agent=int(self._own[k]),
            actions=actions,
            visits=np.bincount(place, weights=visits, minlength=actions.size).astype(np.int64),
            mean=mean,
            error=error,
            lowest=np.where(np.isfinite(lowest), lowest, np.nan),
            highest=mean.copy(),
            best=chosen,
            counted="trial",
        )
