"""UCT's iteration, compiled for one configured game.

Shapes: [A] agents, [S] seats, [D] plies on the path, [K] actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, cached_per_game
from engines.jit import borrowed, inlined, prefetch, settled
from search.base import Floats, Ints
from search.kernels import kernel_for
from search.learned_moves import LearnedMoves, begin, credit, told
from search.only import only_fields
from search.parallel.hands import lowest_of
from search.playout import build_chance, build_evaluate, build_move, build_playout, build_script
from search.root import count_fields, count_value, note_leader, note_pair, root_fields
from search.tree import LANES, LOGS, NO_CHILDREN, SLACK, Tree, expand, one_of, ucb1_ranked, untried
from search.uct.growth import MOST_PLAYED, Features, UctGrowth, choose, hear, note, sprout
from search.uct.params import TO_THE_END
from search.uct.parts import (
    build_beyond,
    build_choices,
    build_heard_playout,
    build_judge,
    build_wishes,
)
from search.uct.proofs import UNKNOWN

DEEPEST = 4096  # plies on one path
LEVELS = 64  # depths that are counted separately


def most_plies(game: Game) -> int:
    """On one path: a match has no more, and nodes that far down get no children."""
    return min(DEEPEST, game.longest * game.agents)


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations keep between chunks, as one record: a kernel gets it by reference, without
    reference counting inside.
    """
    agents, path = (game.agents,), (most_plies(game),)
    return np.dtype(
        [
            ("used", np.int64),  # nodes in the arena
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("plies", np.int64),  # sum over iterations of the nodes entered
            ("low", np.float64, agents),  # lowest value seen
            ("high", np.float64, agents),
            ("scale", np.float64, agents),  # the divisor in selection
            ("values", np.float64, agents),
            ("seat_values", np.float64, (game.seats,)),
            ("joint", np.int64, agents),
            ("order", np.int64, agents),  # order of choice in simultaneous turns
            ("path", np.int64, path),  # nodes entered
            ("who", np.int64, path),  # the agent that chose each
            ("safe", np.int8, path),  # whether a draw was certain there, if that was looked at
            # index of each agent's action in the first turn, -1 where it did not choose inside the
            # tree
            ("slot", np.int64, agents),
            ("actions", np.int64, (game.max_actions,)),
            ("wishes", np.float64, (game.max_actions,)),  # how early each action should be allowed
            # of the children compared last, in the order of their upper bounds
            ("ranks", np.int32, (game.max_actions + LANES,)),
            ("proven", np.int64),  # nodes whose result is certain
            ("depth_nodes", np.int64, (LEVELS,)),  # nodes at each depth, deeper ones in the last
            # first-turn actions of each agent, whatever earlier agents chose; the first agent's
            # leader is the root child with most visits
            *count_fields(game.agents, game.max_actions),
            *root_fields(game.agents, game.max_actions),
            *only_fields(game.agents, game.max_actions),
        ],
        align=True,
    )


@inlined
def measure(s: Any, agents: int, to_end: bool) -> None:
    """Widens the range of values seen by `s.values`; selection divides by it, or by 2 where values
    are results.
    """
    for a in range(agents):
        v = s.values[a]
        s.low[a] = min(s.low[a], v)
        s.high[a] = max(s.high[a], v)
        if to_end:
            s.scale[a] = 2.0
        elif s.high[a] > s.low[a]:
            s.scale[a] = s.high[a] - s.low[a]


@inlined
def note_roots(
    s: Any, agents: int, visits: Any, plies: int, first: int, second: int, met: Any, gain: Any
) -> None:
    """Records each agent's root action, and the watched agents `first` and `second` against each
    other.
    """
    for a in range(agents):
        if s.slot[a] >= 0:
            count_value(s, a, s.slot[a], s.values[a])
    if first >= 0:
        note_pair(met, gain, s.slot[first], s.slot[second], s.values[first])
    if plies > 0:
        top, leader = s.path[0], s.leader[s.who[0]]
        if leader < 0 or (top != leader and visits[top] > visits[leader]):
            note_leader(s, s.who[0], top, s.iterations)


def build(game: Game, variant: bool) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled; only the variant supports
    `Features`.
    """
    agents, rules, deepest = game.agents, game.rules, most_plies(game)
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over
    most, longest, simultaneous = game.max_actions, game.longest, game.simultaneous
    choosers = agents if simultaneous else 1

    by_chance, by_script = build_chance(game), build_script(game)
    random_playout, move = build_playout(game, by_chance), build_move(game)
    scripted_playout = build_playout(game, by_script)
    choices, beyond, evaluate = build_choices(game), build_beyond(game), build_evaluate(game)
    wishes, heard_playout, judge = build_wishes(game), build_heard_playout(game), build_judge(game)

    @inlined
    def children(visits: Any, s: Any, state: Any, a: int, node: int, plies: int, turns: int) -> int:
        """How many children the leaf `node` gets for agent `a`: 0 at its first visit, -1 where the
        agent has no choice.
        """
        if (node == 0 or visits[node] > 0) and plies < deepest:
            return choices(state, s, a, turns)
        return 0

    @inlined
    def grow(
        tree: Any,
        growth: Any,
        f: Any,
        s: Any,
        state: Any,
        a: int,
        node: int,
        plies: int,
        used: int,
        count: int,
        rng: Any,
    ) -> int:
        """Gives `node` a child for each of the `count` actions in `s.actions`; returns the new
        `used`.
        """
        first = used
        used = expand(tree, node, used, s.actions, count)
        growth.chooser[node] = a
        s.depth_nodes[min(plies, LEVELS - 1)] += count
        if variant:
            sprout(growth, f, first, count)
            if f.widening:
                wishes(state, a, s.actions, count, growth.wish, first, s.wishes, rng)
        return used

    @inlined
    def play_on(
        state: Any,
        s: Any,
        growth: Any,
        f: Any,
        moves: Any,
        plies: int,
        left: int,
        scripted: bool,
        to_end: bool,
        rng: Any,
    ) -> int:
        """Plays on below the tree for at most `left` turns; returns the turns played."""
        if variant and (f.rave > 0.0 or f.learns):
            rave, played = f.rave > 0.0, growth.played
            return heard_playout(
                state, s, rng, left, scripted, to_end, rave, played, plies + 1, moves
            )
        if scripted:
            return scripted_playout(state, s.joint, s.actions, rng, left)
        return random_playout(state, s.joint, s.actions, rng, left)

    @inlined
    def backpropagate(
        tree: Any, visits: Any, total: Any, growth: Any, f: Any, moves: Any, s: Any, plies: int
    ) -> None:
        """Each node takes the value of the agent that chose it."""
        visits[0] += 1
        for d in range(plies):
            node, v = s.path[d], s.values[s.who[d]]
            visits[node] += 1
            total[node] += v
            if variant and f.tuned:
                growth.squares[node] += v**2
        if variant and f.rave > 0.0:
            hear(tree, growth, s, plies)
        if variant and f.learns:
            credit(moves, s.values)

    def iterate(
        tree: Tree,
        room: Any,
        buffer: Any,
        root: Any,
        logs: Floats,
        w: Floats,
        rng: Any,
        n: int,
        may_grow: bool,
        c: float,
        playout_depth: int,
        scripted: bool,
        first_watched: int,
        second_watched: int,
        met: Ints,
        gain: Floats,
        growth: UctGrowth,
        f: Features,
        moves: LearnedMoves,
    ) -> int:
        """Runs up to `n` iterations in place; stops early, between iterations, when the arena
        should grow. Returns how many were run.
        """
        tree, room, buffer, root = borrowed((tree, room, buffer, root))
        logs, w, rng, met, gain, growth = borrowed((logs, w, rng, met, gain, growth))
        moves = borrowed(moves)
        s, state, chooser, used = room[0], buffer[0], growth.chooser, room[0].used
        visits, total, action, first_child, child_count = tree
        size, to_end = visits.size - SLACK, playout_depth >= TO_THE_END
        for done in range(n):
            if (may_grow and used + agents * most > size) or (
                variant and f.solver and growth.proof[0] != UNKNOWN
            ):
                s.used = used
                return done
            buffer[0] = root[0]
            node, plies, turns, inside = 0, 0, 0, True
            if variant and f.learns:
                begin(moves)
            for a in range(agents):
                s.slot[a], s.joint[a] = -1, PASS
            # 1. walk down the tree, turn by turn, agent by agent
            while inside and not is_over(state):
                mover = to_move(state)
                for i in range(choosers):
                    a = s.order[i] if simultaneous else mover
                    s.joint[a] = PASS
                    if simultaneous and mover != SIMULTANEOUS and mover != a:
                        continue
                    # 2. expand: a node's children are made at its second visit
                    if inside and first_child[node] == NO_CHILDREN:
                        count = children(visits, s, state, a, node, plies, turns)
                        if count < 0:
                            continue
                        inside = 0 < count <= size - used
                        if inside:
                            used = grow(tree, growth, f, s, state, a, node, plies, used, count, rng)
                    # an agent without a choice plays PASS here
                    if not inside or (simultaneous and chooser[node] != a):
                        s.joint[a] = beyond(state, s, a, turns, scripted, rng)
                        if variant and f.rave > 0.0 and s.joint[a] != PASS and plies < MOST_PLAYED:
                            note(growth.played, a, s.joint[a], plies, s.iterations)
                        if variant and f.learns and s.joint[a] != PASS:
                            told(moves, a, s.joint[a], a if simultaneous else 0)
                        continue
                    # 3. select, in the loop itself: a function would count references to arrays
                    first, count = first_child[node], child_count[node]
                    tried = visits[node] - (1 if node > 0 else 0)
                    if variant:
                        lowest = lowest_of(s, a, to_end)
                        child = choose(tree, growth, f, node, lowest, s.scale[a], c, rng)
                    elif tried < count:
                        child = untried(visits, first, count, count - tried, rng)
                    else:
                        bonus, inverse = c * logs[min(visits[node], LOGS)], 1.0 / s.scale[a]
                        place, ties = ucb1_ranked(
                            visits, total, first, count, bonus, inverse, s.ranks
                        )
                        child = first + place
                        if ties > 1:
                            child = first + one_of(s.ranks, place, ties, rng.random())
                    # its children are compared next: they may be far away in memory
                    ahead = first_child[child]
                    prefetch(visits, ahead)
                    prefetch(total, ahead)
                    prefetch(total, ahead + LANES)
                    prefetch(first_child, ahead)
                    prefetch(first_child, ahead + LANES // 2)
                    if turns == 0:
                        s.slot[a] = child - first
                    s.path[plies], s.who[plies] = child, a
                    plies += 1
                    node = child
                    s.joint[a] = action[child]
                    if variant and f.learns:
                        told(moves, a, action[child], a if simultaneous else 0)
                turns += 1
                if simultaneous:
                    step(state, s.joint, rng, None)
                else:
                    chosen, s.joint[mover] = s.joint[mover], PASS
                    move(state, s.joint, mover, chosen, rng)
            if variant:
                judge(tree, growth, s, f, state, plies, inside, to_end, w)
            # 4. play on below the tree
            left = longest if to_end else playout_depth
            turns += play_on(state, s, growth, f, moves, plies, left, scripted, to_end, rng)
            # 5. the result of the match, or the evaluation where the playout stopped
            evaluate(state, s, w, to_end)
            measure(s, agents, to_end)
            # 6. backpropagate
            backpropagate(tree, visits, total, growth, f, moves, s, plies)
            s.iterations, s.turns, s.plies = s.iterations + 1, s.turns + turns, s.plies + plies
            note_roots(s, agents, visits, plies, first_watched, second_watched, met, gain)
        s.used = used
        return n

    return iterate


def compiled(game: Game, variant: bool) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    name = "uct.grown" if variant else "uct"
    return settled(kernel_for(game, name, build, variant))
