"""The loop of joint enumeration, compiled for one configured game.

Depth first over an explicit stack, so that it can stop and resume after any result. Level 0 is the
root; a frame at level L is the position after L turns and goes through its joint actions row by
row. Shapes: [A] agents, [L] levels, [K] actions; of the root's table [R] rows, own joint actions of
[O] agents, and [C] columns, joint actions of the [P] other agents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines import jit
from engines.game import PASS, Game, cached_per_game
from engines.jit import rule
from search.base import Floats, Ints
from search.equilibrium import match_regrets
from search.joint.params import AVERAGE, CAREFUL, DEEPEST, HOPEFUL, MIXED, RANDOM, REST, SAME, SPOIL
from search.kernels import kernel_for
from search.playout import build_chance, build_playout, build_script

ROUNDS = 200  # of regret matching in each table below the root


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What the loop keeps between chunks, as one record."""
    levels, agents = (DEEPEST,), (game.agents,)
    return np.dtype(
        [
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("cells", np.int64),  # results of the root's table, still counted once it is full
            ("level", np.int64),  # of the deepest open frame
            ("rows", np.int64, levels),  # of each open frame
            ("columns", np.int64, levels),
            ("row", np.int64, levels),  # where it is
            ("column", np.int64, levels),
            ("judged", np.float64, levels),  # the row's results so far, by the rule
            ("best", np.float64, levels),  # the best finished row
            ("count", np.int64, (DEEPEST, game.agents)),  # actions of each agent
            ("listed", np.int64, (DEEPEST, game.agents, game.max_actions)),
            ("joint", np.int64, agents),
            ("values", np.float64, agents),
            ("seat_values", np.float64, (game.seats,)),
            ("actions", np.int64, (game.max_actions,)),
        ],
        align=True,
    )


@rule
def before_first(judge: int) -> float:
    """The initial value that a row's results are folded into."""
    return 0.0 if judge == AVERAGE else -np.inf if judge == HOPEFUL else np.inf


@rule
def joined(judge: int, row: float, result: float) -> float:
    """A row's results and one more: their sum, the best, or the worst."""
    return (
        row + result
        if judge == AVERAGE
        else max(row, result)
        if judge == HOPEFUL
        else min(row, result)
    )


@rule
def game_value(payoffs: Floats, mixing: Floats) -> float:
    """The approximate value of the matrix game `payoffs` [R, C]: halfway between what the two sides
    secure. `mixing` [6, R or C] is scratch.
    """
    rows, columns = payoffs.shape
    x, y = mixing[4, :rows], mixing[5, :columns]
    match_regrets(payoffs, ROUNDS, mixing[:4], x, y)
    low, high = np.inf, -np.inf
    for j in range(columns):
        against = 0.0
        for i in range(rows):
            against += x[i] * payoffs[i, j]
        low = min(low, against)
    for i in range(rows):
        against = 0.0
        for j in range(columns):
            against += y[j] * payoffs[i, j]
        high = max(high, against)
    return 0.5 * (low + high)


def build(game: Game) -> Callable[..., int]:
    """The loop for one configured game, uncompiled."""
    agents, seats, owner, rules = game.agents, game.seats, np.array(game.owner), game.rules.filled()
    legal, step, is_over, value = rules.legal, rules.step, rules.is_over, rules.value
    sizes, sample = np.bincount(owner), rules.sample
    has_rest, rest = game.rules.rest is not None, rules.rest
    by_chance, by_script = build_chance(game), build_script(game)

    @jit.inlined
    def by_rest(state: Any, agent: int, actions: Ints, rng: Any) -> int:
        return rest(state, agent) if has_rest else by_script(state, agent, actions, rng)

    rested, scripted, drawn = (
        build_playout(game, choose) for choose in (by_rest, by_script, by_chance)
    )

    @rule
    def open_frame(s: Any, level: int, state: Any, seat: int, judge: int) -> None:
        """Lists the joint actions of `state` in the frame at `level`."""
        s.rows[level] = 1
        s.columns[level] = 1
        for a in range(agents):
            s.count[level, a] = legal(state, a, s.listed[level, a])
            if owner[a] == seat:
                s.rows[level] *= max(1, s.count[level, a])
            else:
                s.columns[level] *= max(1, s.count[level, a])
        s.row[level] = 0
        s.column[level] = 0
        s.judged[level] = before_first(judge)
        s.best[level] = -np.inf

    @rule
    def take_joint(s: Any, level: int, seat: int) -> None:
        """Reads the frame's current joint action: its row and column are mixed-radix numbers whose
        digits are the agents' actions.
        """
        row, column = s.row[level], s.column[level]
        for a in range(agents):
            n = s.count[level, a]
            if n == 0:
                s.joint[a] = PASS
            elif owner[a] == seat:
                s.joint[a] = s.listed[level, a, row % n]
                row //= n
            else:
                s.joint[a] = s.listed[level, a, column % n]
                column //= n

    @rule
    def worth(s: Any, seat: int, judge: int) -> float:
        """The seat's value, the mean of its agents'; under the spoiling rule, minus that of the
        best opponent.
        """
        s.seat_values[:] = 0.0
        for a in range(agents):
            s.seat_values[owner[a]] += s.values[a] / sizes[owner[a]]
        if judge != SPOIL:
            return s.seat_values[seat]
        rival = -np.inf
        for other in range(seats):
            if other != seat:
                rival = max(rival, s.seat_values[other])
        return -rival

    def iterate(
        room: Any,
        stack: Any,
        root: Any,
        own: Ints,
        others: Ints,
        rows: Ints,
        columns: Ints,
        sums: Floats,
        tables: Floats,
        mixing: Floats,
        w: Floats,
        rng: Any,
        n: int,
        stop: int,
        seat: int,
        depth: int,
        judge: int,
        below: int,
        redraw: bool,
    ) -> int:
        """Evaluates up to `n` joint results, until `stop` cells of the root's table are done;
        returns how many it evaluated.

        Of `rows` [R, O] and `columns` [C, P] every combination is tried, column after column, and
        added to `sums` [R, C]. `tables` [L, cells] and `mixing` are scratch for the mixed rule.
        Modified in place.
        """
        s = room[0]
        cells = rows.shape[0] * columns.shape[0]
        for done in range(n):
            if s.cells >= stop:
                return done
            # 1. go down to a result
            while True:
                level = s.level
                if level == 0:
                    cell = s.cells % cells
                    if cell == 0 and redraw:
                        stack[0] = root[0]
                        sample(stack[0], seat, rng)
                    for a in range(agents):
                        s.joint[a] = PASS
                    for k in range(own.size):
                        s.joint[own[k]] = rows[cell % rows.shape[0], k]
                    for k in range(others.size):
                        s.joint[others[k]] = columns[cell // rows.shape[0], k]
                else:
                    take_joint(s, level, seat)
                stack[level + 1] = stack[level]
                state = stack[level + 1]
                step(state, s.joint, rng, None)
                s.turns += 1
                if below != SAME or level + 1 == depth or is_over(state):
                    break
                open_frame(s, level + 1, state, seat, judge)
                s.level = level + 1
            # 2. play on where later turns are not enumerated, then evaluate
            if below == REST:
                s.turns += rested(state, s.joint, s.actions, rng, depth - 1)
            elif below == RANDOM:
                s.turns += drawn(state, s.joint, s.actions, rng, depth - 1)
            elif below != SAME:
                s.turns += scripted(state, s.joint, s.actions, rng, depth - 1)
            value(state, w, s.values)
            result = worth(s, seat, judge)
            s.iterations += 1
            # 3. back up: into the row, at its end into the frame, then one level up
            level = s.level
            while level > 0:
                column, width = s.column[level], s.columns[level]
                if judge == MIXED:
                    tables[level, s.row[level] * width + column] = result
                s.judged[level] = joined(judge, s.judged[level], result)
                s.column[level] = column + 1
                hopeless = judge in (CAREFUL, SPOIL) and s.judged[level] <= s.best[level]
                if column + 1 < width and not hopeless:
                    break
                s.best[level] = max(
                    s.best[level], s.judged[level] / width if judge == AVERAGE else s.judged[level]
                )
                s.judged[level] = before_first(judge)
                s.column[level] = 0
                s.row[level] += 1
                if s.row[level] < s.rows[level]:
                    break
                result = s.best[level]
                if judge == MIXED:
                    result = game_value(
                        tables[level, : s.rows[level] * width].reshape(s.rows[level], width), mixing
                    )
                level -= 1
            s.level = level
            # 4. a cell of the root's table is done
            if level == 0:
                cell = s.cells % cells
                sums[cell % rows.shape[0], cell // rows.shape[0]] += result
                s.cells += 1
        return n

    return iterate


def compiled(game: Game) -> Callable[..., Any]:
    """The loop, compiled; kept on disk for this configured game."""
    return kernel_for(game, "joint", build)
