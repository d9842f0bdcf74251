"""Smitsimax's iteration, compiled for one configured game.

Shapes: [A] agents, [D] turns ahead, [K] actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Game, cached_per_game
from engines.jit import borrowed, inlined, prefetch, settled
from search.base import Floats, Ints
from search.kernels import kernel_for
from search.learned_moves import LearnedMoves, begin, credit, preferred, told
from search.only import confined, only_fields
from search.root import note_leader, note_pair, note_value, root_fields
from search.smitsimax.params import DEEPEST, depth_after
from search.smitsimax.subset import join, untried_of
from search.tree import (
    LANES,
    LOGS,
    NO_CHILDREN,
    SLACK,
    Tree,
    expand,
    highest,
    one_of,
    ucb1,
    untried,
)

NEAR = 1 << 17  # nodes that fit in a cache: there it takes longer to ask for them than to wait
MEASURED = 256  # iterations after which the fixed scale stays as it was measured
WAITS, RANDOM, UNTRIED, UCB, PLAYOUT = range(5)  # how an action of the last iteration was chosen
HOW = ("waits", "random", "untried", "UCB", "playout")  # the same in words


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations keep between chunks, as one record: a kernel gets it by reference, without
    reference counting inside.
    """
    agents, lines = (game.agents,), (DEEPEST, game.agents)
    return np.dtype(
        [
            ("used", np.int64),  # nodes in the arena
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("last_turns", np.int64),  # turns of the last iteration
            # running share of iterations that played every agent's best root action
            ("on_line", np.float64),
            ("low", np.float64, agents),  # lowest value seen
            ("high", np.float64, agents),
            ("scale", np.float64, agents),  # the divisor in selection
            ("values", np.float64, agents),
            ("joint", np.int64, agents),
            ("node", np.int64, agents),  # current node of each tree, -1 below the tree
            # node entered at each depth, -1 where the agent waited or played out
            ("path", np.int64, lines),
            ("moves", np.int64, lines),  # the joint actions of the last iteration
            ("how", np.int64, lines),  # how each was chosen
            ("actions", np.int64, (game.max_actions,)),
            # upper bounds of the children compared last
            ("bounds", np.float32, (game.max_actions + LANES,)),
            ("depth_nodes", np.int64, (DEEPEST + 1, game.agents)),  # nodes at each depth
            # sum over iterations of the depth at which the tree was left
            ("leaf_depth", np.int64, agents),
            # index of each agent's root action, -1 where it had none
            ("slot", np.int64, agents),
            # the leader is the root child with most visits
            *root_fields(game.agents, game.max_actions),
            *only_fields(game.agents, game.max_actions),
            # the actions legal now: their places among the children, copies of their statistics
            ("where", np.int64, (game.max_actions,)),
            ("now_visits", np.int32, (game.max_actions + LANES,)),
            ("now_total", np.float64, (game.max_actions + LANES,)),
        ],
        align=True,
    )


depth_of = inlined(depth_after)


@inlined
def measure(s: Any, agents: int, fixed: bool, fixed_scale: float) -> None:
    """Widens the range of values seen by `s.values`; selection divides by it, or by a fixed
    scale.
    """
    for a in range(agents):
        v = s.values[a]
        s.low[a] = min(s.low[a], v)
        s.high[a] = max(s.high[a], v)
        if not fixed or (fixed_scale <= 0.0 and s.iterations <= MEASURED):
            spread = s.high[a] - s.low[a]
            s.scale[a] = spread if spread > 0.0 else 1.0
        elif fixed_scale > 0.0:
            s.scale[a] = fixed_scale


@inlined
def backpropagate(s: Any, agents: int, visits: Any, total: Any, turns: int) -> None:
    """Adds each agent's value to the nodes that it entered; counts how deep its tree reached."""
    for a in range(agents):
        v = s.values[a]
        left = 0
        visits[a] += 1
        total[a] += v
        for d in range(turns):
            node = s.path[d, a]
            if node >= 0:
                visits[node] += 1
                total[node] += v
                left = d + 1
        s.leaf_depth[a] += left


@inlined
def visits_of(visits: Any, first: int, count: int) -> int:
    """The visits of all children: fewer than their parent's where it was a last node before the
    trees grew deeper.
    """
    found = 0
    for k in range(count):
        found += visits[first + k]
    return found


@inlined
def with_untried(visits: Any, first: int, count: int, bound: float, bounds: Any) -> tuple[int, int]:
    """The place of the highest of `bounds`, and how many are equal, where children without visits
    have this bound.
    """
    for k in range(count):
        if visits[first + k] == 0:
            bounds[k] = bound
    return highest(bounds, count)


@inlined
def highest_now(s: Any, a: int, count: int, bonus: float, by_bound: bool, rng: Any) -> int:
    """The place of the highest bound among the `count` actions that are legal now, one of equal
    ones; `bonus` is c sqrt(ln N).
    """
    inverse = 1.0 / s.scale[a]
    place, ties = ucb1(s.now_visits, s.now_total, 0, count, bonus, inverse, s.bounds)
    if by_bound:
        here, gained = 0, 0.0
        for k in range(count):
            here += s.now_visits[k]
            gained += s.now_total[k]
        usual = gained / max(1, here) * inverse + bonus
        place, ties = with_untried(s.now_visits, 0, count, usual, s.bounds)
    if ties > 1:
        place = one_of(s.bounds, place, ties, rng.random())
    return place


@inlined
def note_roots(
    s: Any,
    agents: int,
    visits: Any,
    first_child: Any,
    turns: int,
    first: int,
    second: int,
    met: Any,
    gain: Any,
) -> None:
    """Records each agent's root action, and the watched agents `first` and `second` against each
    other.
    """
    together = 1.0
    for a in range(agents):
        top = s.path[0, a] if turns > 0 else -1
        s.slot[a] = top - first_child[a] if top >= 0 else -1
        if top >= 0:
            note_value(s, a, s.slot[a], s.values[a])
            leader = s.leader[a]
            if leader < 0 or (top != leader and visits[top] > visits[leader]):
                note_leader(s, a, top, s.iterations)
            if top != s.leader[a]:
                together = 0.0
    if first >= 0:
        note_pair(met, gain, s.slot[first], s.slot[second], s.values[first])
    s.on_line += (together - s.on_line) * max(1.0 / s.iterations, 0.001)


def build(game: Game, learns: bool) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled; `learns`: playouts pick moves that
    did well.
    """
    agents, rules, most = game.agents, game.rules, game.max_actions
    simultaneous, varies = game.simultaneous, game.chance
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    value = rules.value

    @inlined
    def play_on(s: Any, moves: Any, a: int, turn: int, count: int, rng: Any) -> None:
        """Below the tree agent `a` plays one of the `count` actions in `s.actions`."""
        if learns:
            line, low, high = a if simultaneous else 0, s.low[a], s.high[a]
            k = preferred(moves, a, s.actions, count, line, low, high, rng)
        else:
            k = draw_below(rng, count)
        s.joint[a], s.how[turn, a] = s.actions[k], PLAYOUT

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
        depth: int,
        deeper: int,
        random_visits: int,
        by_bound: bool,
        fixed: bool,
        fixed_scale: float,
        one: bool,
        now: bool,
        first_watched: int,
        second_watched: int,
        met: Ints,
        gain: Floats,
        moves: LearnedMoves,
    ) -> int:
        """Runs up to `n` iterations in place; stops early, between iterations, when the arena
        should grow. Returns how many were run. `met` and `gain` [R, C] count root actions of the
        two watched agents (-1: none).
        """
        tree, room, buffer, root = borrowed((tree, room, buffer, root))
        logs, w, rng, met, gain, moves = borrowed((logs, w, rng, met, gain, moves))
        s, state = room[0], buffer[0]
        used = s.used
        visits, total, action, first_child, child_count = tree
        size = visits.size - SLACK
        for done in range(n):
            limit = depth_of(s.iterations, depth, deeper)
            if may_grow and used + agents * limit * most > size:
                s.used = used
                return done
            # 1. start at the root position and at every tree's root
            buffer[0] = root[0]
            for a in range(agents):
                s.node[a] = a
            turns = 0
            if learns:
                begin(moves)
            while turns < limit and not is_over(state):
                mover = to_move(state)
                for a in range(agents):
                    s.joint[a], s.path[turns, a], s.how[turns, a] = PASS, -1, WAITS
                    if mover != SIMULTANEOUS and mover != a:
                        continue
                    # 2. below the tree: play on
                    node = s.node[a]
                    if node < 0:
                        count = legal(state, a, s.actions)
                        if count > 0:
                            play_on(s, moves, a, turns, count, rng)
                        continue
                    # 3. expand: a node's children are made when it is first reached
                    first = first_child[node]
                    if first == NO_CHILDREN:
                        count = legal(state, a, s.actions)
                        if count == 0:
                            continue
                        if turns == 0:
                            count = confined(s, a, s.actions, count)
                        fresh = one and node >= agents and visits[node] == 0
                        if fresh or used + count > size:
                            s.node[a] = -1
                            play_on(s, moves, a, turns, count, rng)
                            continue
                        first = used
                        used = expand(tree, node, used, s.actions, count)
                        s.depth_nodes[turns + 1, a] += count
                    # 4. select among the actions that are legal now, where they vary
                    if varies and now:
                        before, count = child_count[node], legal(state, a, s.actions)
                        if turns == 0:
                            count = confined(s, a, s.actions, count)
                        count, used = join(tree, node, used, size, s, count)
                        if count > 0:
                            s.depth_nodes[turns + 1, a] += child_count[node] - before
                            left, here = untried_of(s.now_visits, count)
                            if left > 0 and not by_bound:
                                s.how[turns, a] = UNTRIED
                                place = untried(s.now_visits, 0, count, left, rng)
                            elif here < random_visits:
                                s.how[turns, a] = RANDOM
                                place = draw_below(rng, count)
                            else:
                                s.how[turns, a] = UCB
                                bonus = c * logs[min(here, LOGS)]
                                place = highest_now(s, a, count, bonus, by_bound, rng)
                            child = first_child[node] + s.where[place]
                            s.path[turns, a], s.node[a], s.joint[a] = child, child, action[child]
                        continue
                    # or among all, in the loop itself: a function would count references to arrays
                    count = child_count[node]
                    tried = visits[node] - (1 if one and node >= agents else 0)
                    if turns == depth:
                        tried = visits_of(visits, first, count)
                    if tried < count and not by_bound:
                        s.how[turns, a] = UNTRIED
                        child = untried(visits, first, count, count - tried, rng)
                    elif tried < random_visits:
                        s.how[turns, a] = RANDOM
                        child = first + draw_below(rng, count)
                    else:
                        s.how[turns, a] = UCB
                        bonus, inverse = c * logs[min(visits[node], LOGS)], 1.0 / s.scale[a]
                        place, ties = ucb1(visits, total, first, count, bonus, inverse, s.bounds)
                        if by_bound:
                            usual = total[node] / max(1, visits[node])
                            place, ties = with_untried(
                                visits, first, count, usual * inverse + bonus, s.bounds
                            )
                        child = first + place
                        if ties > 1:
                            child = first + one_of(s.bounds, place, ties, rng.random())
                    s.path[turns, a], s.node[a], s.joint[a] = child, child, action[child]
                    # its children are compared in the next turn, and many nodes fit in no cache
                    if used > NEAR:
                        ahead = first_child[child]
                        prefetch(visits, ahead)
                        prefetch(total, ahead)
                # 5. every agent has chosen: play the turn
                for a in range(agents):
                    s.moves[turns, a] = s.joint[a]
                    if learns and s.joint[a] != PASS:
                        told(moves, a, s.joint[a], a if simultaneous else 0)
                step(state, s.joint, rng, None)
                turns += 1
            # 6. evaluate
            value(state, w, s.values)
            s.iterations += 1
            s.turns += turns
            s.last_turns = turns
            measure(s, agents, fixed, fixed_scale)
            # 7. backpropagate in every tree
            backpropagate(s, agents, visits, total, turns)
            if learns:
                credit(moves, s.values)
            note_roots(
                s, agents, visits, first_child, turns, first_watched, second_watched, met, gain
            )
        s.used = used
        return n

    return iterate


def compiled(game: Game, learns: bool) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    return settled(kernel_for(game, "smitsimax.learns" if learns else "smitsimax", build, learns))
