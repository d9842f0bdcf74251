"""Trials of sequences, compiled for one configured game and one way of proposing them.

Shapes: [A] agents, [K] actions, [H] LONGEST genes of one agent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from engines import jit
from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import rule
from search.base import Floats
from search.kernels import kernel_for
from search.only import confined, only_fields
from search.playout import build_chance, build_script
from search.root import count_fields, count_value, note_leader, root_fields

LONGEST = 60  # genes of one agent
REST, SCRIPT, CHANCE = range(3)  # how an agent without a sequence moves


def scratch_dtype(game: Game, more: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """What trials keep between chunks, as one record; `more` are the algorithm's own fields."""
    agents, genes = (game.agents,), (game.agents, LONGEST)
    return np.dtype(
        [
            ("iterations", np.int64),  # trials, those for other seats' plans included
            ("trials", np.int64),  # of the seat that is searched for now
            ("turns", np.int64),  # simulated
            ("seat", np.int64),  # whose fitness counts
            # TRIED, PLANNED, or the model of the agent: REST, SCRIPT, CHANCE
            ("mode", np.int64, agents),
            ("trial", np.float64, genes),  # the sequence that is tried
            # what planned agents do; for tried ones the last decision's sequence, shifted by one
            # turn
            ("plan", np.float64, genes),
            ("warm", np.int64),  # whether `plan` holds such a sequence for the seat
            ("best", np.float64, genes),
            ("best_fitness", np.float64),
            ("low", np.float64),  # fitness, lowest seen for the seat
            ("high", np.float64),
            ("own_turns", np.int64, agents),  # genes used
            # index of the root action that each began with, -1 where it did not choose
            ("slot", np.int64, agents),
            ("joint", np.int64, agents),
            ("values", np.float64, agents),
            ("actions", np.int64, (game.max_actions,)),
            *count_fields(game.agents, game.max_actions),
            # the leader is the root action of `best`; changes are counted in trials
            *root_fields(game.agents, game.max_actions),
            *only_fields(game.agents, game.max_actions),
            *more,
        ],
        align=True,
    )


TRIED, PLANNED = -1, -2


def build_play(game: Game) -> Any:
    """The jitted (s, state, before, depth, rng) -> turns, which plays what `s` says in place, up to
    turn `depth` after `before` turns.
    """
    agents, rules = game.agents, game.rules.filled()
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    rests, rest = game.rules.rest is not None, rules.rest
    by_chance, by_script = build_chance(game), build_script(game)

    @rule
    def gene_action(s: Any, state: Any, a: int, turn: int, rng: Any) -> int:
        """What an agent with a sequence does; PASS where nothing is legal."""
        at = s.own_turns[a]
        count = legal(state, a, s.actions)
        if count == 0:
            return PASS
        if turn == 0 and s.mode[a] == TRIED:
            count = confined(s, a, s.actions, count)
        gene = s.trial[a, at] if s.mode[a] == TRIED else s.plan[a, at]
        s.own_turns[a] = at + 1
        k = min(count - 1, int(gene * count))
        if turn == 0:
            s.slot[a] = k
        return s.actions[k]

    @rule
    def play(s: Any, state: Any, before: int, depth: int, rng: Any) -> int:
        turns = before
        for a in range(agents):
            s.own_turns[a] = 0
            s.slot[a] = -1
        while turns < depth and not is_over(state):
            mover = to_move(state)
            for a in range(agents):
                s.joint[a] = PASS
                if mover != SIMULTANEOUS and mover != a:
                    continue
                if s.mode[a] < 0:
                    s.joint[a] = gene_action(s, state, a, turns, rng)
                elif s.mode[a] == CHANCE:
                    s.joint[a] = by_chance(state, a, s.actions, rng)
                elif s.mode[a] == REST and rests:
                    s.joint[a] = rest(state, a)
                else:
                    s.joint[a] = by_script(state, a, s.actions, rng)
            step(state, s.joint, rng, None)
            turns += 1
        return turns - before

    return play


def build(game: Game, propose: Any, receive: Any) -> Callable[..., None]:
    """The loop of trials, uncompiled. `propose(s, knobs, rng)` writes `s.trial`, `receive(s, knobs,
    fitness, rng)` learns from it.
    """
    agents, owner, value = game.agents, np.array(game.owner), game.rules.value
    play = build_play(game)

    def iterate(
        room: Any,
        buffer: Any,
        root: Any,
        w: Floats,
        rng: Any,
        n: int,
        depth: int,
        repeats: int,
        knobs: Floats,
    ) -> None:
        """Runs `n` trials, each the mean of `repeats` plays; `room` and `buffer` are modified in
        place.
        """
        s, state = room[0], buffer[0]
        for _ in range(n):
            # 1. a sequence
            propose(s, knobs, rng)
            # 2. its fitness: the seat's evaluation at the horizon
            fitness = 0.0
            for _again in range(repeats):
                buffer[0] = root[0]
                s.turns += play(s, state, 0, depth, rng)
                value(state, w, s.values)
                own, members = 0.0, 0
                for a in range(agents):
                    if owner[a] == s.seat:
                        own += s.values[a]
                        members += 1
                fitness += own / members / repeats
            s.iterations += 1
            s.trials += 1
            s.low = min(s.low, fitness)
            s.high = max(s.high, fitness)
            # 3. record its root actions, and whether it is the best so far
            better = s.trials == 1 or fitness > s.best_fitness
            if better:
                s.best_fitness = fitness
                s.best[:] = s.trial[:]
            for a in range(agents):
                k = s.slot[a]
                if s.mode[a] != TRIED or k < 0:
                    continue
                count_value(s, a, k, fitness)
                if better and s.leader[a] != k:
                    note_leader(s, a, k, s.trials)
            # 4. the algorithm learns
            receive(s, knobs, fitness, rng)

    return iterate


def build_unfold(game: Game) -> Callable[..., None]:
    """The walk along sequences, uncompiled."""
    agents, play = game.agents, build_play(game)

    def unfold(
        room: Any,
        buffer: Any,
        root: Any,
        rng: Any,
        genes: Floats,
        plan: Floats,
        used: Any,
        lines: Any,
        turns: Any,
    ) -> None:
        """Writes the joint actions of sequences `genes` [R, A, H] into `lines` [R, P, A], and their
        turns into `turns` [R]. Each turn is played alone, from the genes that are next; `room` and
        `used` [A] are scratch.
        """
        s, state = room[0], buffer[0]
        for r in range(lines.shape[0]):
            buffer[0] = root[0]
            used[:] = 0
            for t in range(lines.shape[1]):
                for a in range(agents):
                    s.trial[a, 0] = genes[r, a, used[a]]
                    s.plan[a, 0] = plan[a, used[a]]
                if play(s, state, t, t + 1, rng) == 0:
                    break
                for a in range(agents):
                    lines[r, t, a] = s.joint[a]
                    used[a] += s.own_turns[a]
                turns[r] = t + 1

    return unfold


def compiled(
    game: Game, algorithm: str, propose: Any, receive: Any, module: str
) -> Callable[..., None]:
    """The loop of trials of one algorithm, whose rules are in `module`; kept on disk for this
    configured game.
    """
    key = (*game.kernel_key, algorithm)
    return jit.kernel(
        partial(build, game, propose, receive),
        f"{algorithm}.{game.kernel_key[0]}",
        key,
        type(game).__module__,
        module,
        __name__,
    )


def compiled_unfold(game: Game) -> Callable[..., None]:
    """The walk along sequences, compiled likewise."""
    return kernel_for(game, "sequences.line", build_unfold)
