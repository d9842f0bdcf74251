"""UCT's iteration, compiled for one configured game.

Shapes: [A] agents, [S] seats, [D] plies on the path, [K] actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines import jit
from engines.game import PASS, SIMULTANEOUS, Game, Joint
from engines.jit import inlined, rule
from search.base import Floats, Ints
from search.playout import build_chance, build_playout, build_script
from search.root import count_fields, count_value, note_leader, note_pair, root_fields
from search.tree import LANES, LOGS, NO_CHILDREN, SLACK, Tree, expand, one_of, ucb1, untried
from search.uct.growth import (
    MOST_PLAYED,
    UNKNOWN,
    Features,
    Growth,
    back_up,
    choose,
    hear,
    note,
    preferred,
    prove,
    sprout,
)
from search.uct.params import TO_THE_END

DEEPEST = 4096  # plies on one path
LEVELS = 64  # depths that are counted apart
LONGEST_LINE = 64  # plies of a principal variation


def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations write and keep between chunks, as one record: a kernel gets it by reference
    and counts no references inside.
    """
    agents = (game.agents,)
    return np.dtype(
        [
            ("used", np.int64),  # nodes in the arena
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("plies", np.int64),  # sum over iterations of the nodes entered
            ("low", np.float64, agents),  # lowest value seen
            ("high", np.float64, agents),
            ("scale", np.float64, agents),  # what the selection divides by
            ("values", np.float64, agents),
            ("seat_values", np.float64, (game.seats,)),
            ("joint", np.int64, agents),
            ("order", np.int64, agents),  # who chooses first in simultaneous turns
            ("path", np.int64, (DEEPEST,)),  # nodes entered
            ("who", np.int64, (DEEPEST,)),  # the agent that chose each
            # index of each agent's action in the first turn, -1 where it did not choose inside the
            # tree
            ("slot", np.int64, agents),
            ("actions", np.int64, (game.max_actions,)),
            ("wishes", np.float64, (game.max_actions,)),  # how early each action should be allowed
            # upper bounds of the children compared last
            ("bounds", np.float32, (game.max_actions + LANES,)),
            ("proven", np.int64),  # nodes whose result is certain
            ("depth_nodes", np.int64, (LEVELS,)),  # nodes at each depth, deeper ones in the last
            # first-turn actions of each agent, whatever the agents before it chose; the leader of
            # the agent that chooses first is the root child with most visits
            *count_fields(game.agents, game.max_actions),
            *root_fields(game.agents, game.max_actions),
        ],
        align=True,
    )


def build(game: Game, variant: bool) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled; the variant heeds `Features`, the
    plain one has no trace of them.
    """
    agents, rules, owner = game.agents, game.rules, np.array(game.owner)
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    value, outcome = rules.value, rules.outcome
    most, longest, simultaneous = game.max_actions, game.longest, game.simultaneous
    choosers = agents if simultaneous else 1

    by_chance, by_script = build_chance(game), build_script(game)
    random_playout = build_playout(game, by_chance)
    scripted_playout = build_playout(game, by_script)
    wishes, heard_playout, judge = build_wishes(game), build_heard_playout(game), build_judge(game)

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
        growth: Growth,
        f: Features,
    ) -> int:
        """Runs up to `n` iterations in place; stops early, between iterations, when the arena
        should grow. Returns how many were run.
        """
        s = room[0]
        state = buffer[0]
        used = s.used
        visits, total, action, first_child, child_count = tree
        chooser = growth.chooser
        size = visits.size - SLACK
        to_end = playout_depth >= TO_THE_END
        for done in range(n):
            if (may_grow and used + agents * most > size) or (
                variant and f.solver and growth.proof[0] != UNKNOWN
            ):
                s.used = used
                return done
            buffer[0] = root[0]
            node = 0
            plies = 0
            turns = 0
            inside = True
            for a in range(agents):
                s.slot[a] = -1
                s.joint[a] = PASS
            # 1. walk down the tree, turn by turn, agent by agent
            while inside and not is_over(state):
                mover = to_move(state)
                for i in range(choosers):
                    a = s.order[i] if simultaneous else mover
                    s.joint[a] = PASS
                    if simultaneous and mover != SIMULTANEOUS and mover != a:
                        continue
                    # 2. expand: a node's children are made at its second visit
                    first = first_child[node]
                    if inside and first == NO_CHILDREN:
                        count = 0
                        if (node == 0 or visits[node] > 0) and plies < DEEPEST:
                            count = legal(state, a, s.actions)
                            if count == 0:
                                continue
                        inside = 0 < count <= size - used
                        if inside:
                            first = used
                            used = expand(tree, node, used, s.actions, count)
                            if simultaneous:
                                chooser[node] = a
                            s.depth_nodes[min(plies, LEVELS - 1)] += count
                            if variant:
                                sprout(growth, f, first, count)
                                if f.widening:
                                    wishes(
                                        state,
                                        a,
                                        s.actions,
                                        count,
                                        growth.wish,
                                        first,
                                        s.wishes,
                                        rng,
                                    )
                    # who has nothing to choose plays PASS here
                    if not inside or (simultaneous and chooser[node] != a):
                        s.joint[a] = (
                            by_script(state, a, s.actions, rng)
                            if scripted
                            else by_chance(state, a, s.actions, rng)
                        )
                        if variant and f.rave > 0.0 and s.joint[a] != PASS and plies < MOST_PLAYED:
                            note(growth.played, a, s.joint[a], plies, s.iterations)
                        continue
                    # 3. select: untried children first, at random, then by UCB1
                    count = child_count[node]
                    tried = visits[node] - (1 if node > 0 else 0)
                    if variant:
                        lowest = -1.0 if to_end else s.low[a] if s.low[a] < np.inf else 0.0
                        child = choose(tree, growth, f, node, lowest, s.scale[a], c, rng)
                    elif tried < count:
                        child = untried(visits, first, count, count - tried, rng)
                    else:
                        root_log = c * logs[min(visits[node], LOGS)]
                        place, ties = ucb1(
                            visits, total, first, count, root_log, 1.0 / s.scale[a], s.bounds
                        )
                        child = first + (
                            one_of(s.bounds, place, ties, rng.random()) if ties > 1 else place
                        )
                    if turns == 0:
                        s.slot[a] = child - first
                    s.path[plies] = child
                    s.who[plies] = a
                    plies += 1
                    node = child
                    s.joint[a] = action[child]
                step(state, s.joint, rng, None)
                turns += 1
                if not simultaneous:
                    s.joint[mover] = PASS
            if variant:
                judge(tree, growth, s, f, state, plies, inside, to_end, w)
            # 4. play on below the tree
            left = longest if to_end else playout_depth
            if variant and f.rave > 0.0:
                below = heard_playout(
                    state,
                    s.joint,
                    s.actions,
                    rng,
                    left,
                    scripted,
                    growth.played,
                    plies + 1,
                    s.iterations,
                )
            elif scripted:
                below = scripted_playout(state, s.joint, s.actions, rng, left)
            else:
                below = random_playout(state, s.joint, s.actions, rng, left)
            # 5. the result of the match, or the evaluation where the playout stopped
            if to_end:
                outcome(state, s.seat_values)
                for a in range(agents):
                    s.values[a] = s.seat_values[owner[a]]
            else:
                value(state, w, s.values)
            for a in range(agents):
                v = s.values[a]
                s.low[a] = min(s.low[a], v)
                s.high[a] = max(s.high[a], v)
                if to_end:
                    s.scale[a] = 2.0
                elif s.high[a] > s.low[a]:
                    s.scale[a] = s.high[a] - s.low[a]
                if s.slot[a] >= 0:
                    count_value(s, a, s.slot[a], v)
            # 6. backpropagate: each node takes the value of the agent that chose it
            visits[0] += 1
            for d in range(plies):
                node = s.path[d]
                visits[node] += 1
                total[node] += s.values[s.who[d]]
                if variant and f.tuned:
                    growth.squares[node] += s.values[s.who[d]] ** 2
            if variant and f.rave > 0.0:
                hear(tree, growth, s, plies)
            if first_watched >= 0:
                row, column = s.slot[first_watched], s.slot[second_watched]
                note_pair(met, gain, row, column, s.values[first_watched])
            s.iterations += 1
            if plies > 0:
                top, leader = s.path[0], s.leader[s.who[0]]
                if leader < 0 or (top != leader and visits[top] > visits[leader]):
                    note_leader(s, s.who[0], top, s.iterations)
            s.turns += turns + below
            s.plies += plies
        s.used = used
        return n

    return iterate


def build_wishes(game: Game) -> Any:
    """The jitted function that writes how early progressive widening should allow each new child:
    by order, prior, or chance.
    """
    order, prior = game.rules.filled().order, game.rules.filled().prior
    has_order, has_prior = game.rules.order is not None, game.rules.prior is not None

    @rule
    def wishes(
        state: Any,
        agent: int,
        actions: Ints,
        count: int,
        wish: Floats,
        first: int,
        scratch: Floats,
        rng: Any,
    ) -> None:
        if has_prior and not has_order:
            prior(state, agent, actions, count, scratch)
        for k in range(count):
            if has_order:
                wish[first + k] = order(state, agent, actions[k])
            elif has_prior:
                wish[first + k] = scratch[k]
            else:
                wish[first + k] = rng.random()

    return wishes


def build_heard_playout(game: Game) -> Any:
    """The jitted playout that notes what each agent plays, from `ply` on."""
    agents, rules = game.agents, game.rules
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over
    by_chance, by_script = build_chance(game), build_script(game)

    @rule
    def heard(
        state: Any,
        joint: Joint,
        actions: Ints,
        rng: Any,
        most: int,
        scripted: bool,
        played: Ints,
        ply: int,
        iteration: int,
    ) -> int:
        turns = 0
        while turns < most and not is_over(state):
            mover = to_move(state)
            for a in range(agents):
                joint[a] = PASS
                if mover != SIMULTANEOUS and mover != a:
                    continue
                joint[a] = (
                    by_script(state, a, actions, rng)
                    if scripted
                    else by_chance(state, a, actions, rng)
                )
                if joint[a] != PASS and ply + turns < MOST_PLAYED:
                    note(played, a, joint[a], ply + turns, iteration)
            step(state, joint, rng, None)
            turns += 1
        return turns

    return heard


def build_judge(game: Game) -> Any:
    """The jitted function that looks at the position where the tree ends: is anything proved, and
    what is it worth?
    """
    rules = game.rules
    owner = np.array(game.owner)
    lowest = float(game.value_range[0])
    highest = float(game.value_range[1])
    outcome, value = rules.outcome, rules.value

    @inlined
    def judge(
        tree: Any,
        growth: Any,
        s: Any,
        f: Any,
        state: Any,
        plies: int,
        ended: bool,
        to_end: bool,
        w: Floats,
    ) -> None:
        if plies == 0:
            return
        last = s.who[plies - 1]
        if f.solver and ended:
            outcome(state, s.seat_values)
            prove(tree, growth.proof, s, plies, s.seat_values[owner[last]], owner)
        if f.alpha > 0.0:
            value(state, w, s.values)
            v = s.values[last]
            if to_end:  # from the range of `value` to that of results
                v = min(1.0, max(-1.0, 2.0 * (v - lowest) / (highest - lowest) - 1.0))
            back_up(tree, growth.implicit, s, plies, v)

    return judge


def build_follow(game: Game) -> Callable[..., int]:
    """The walk along the principal variation, uncompiled."""
    agents, rules, simultaneous = game.agents, game.rules, game.simultaneous
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over

    def follow(
        tree: Tree,
        room: Any,
        buffer: Any,
        root: Any,
        rng: Any,
        by_mean: bool,
        growth: Growth,
        line: Ints,
    ) -> int:
        """Writes (agent, action) along the best children into `line` [P, 2]; the root's by mean
        where asked. Returns how many.
        """
        buffer[0] = root[0]
        s, state = room[0], buffer[0]
        node, plies = 0, 0
        while node >= 0 and not is_over(state):
            mover = to_move(state)
            for i in range(agents):
                a = s.order[i]
                s.joint[a] = PASS
                if node < 0 or plies == line.shape[0] or (mover != SIMULTANEOUS and mover != a):
                    continue
                if simultaneous and tree.child_count[node] > 0 and growth.chooser[node] != a:
                    continue
                node = preferred(tree, growth.proof, node, by_mean and node == 0)
                if node >= 0:
                    s.joint[a] = tree.action[node]
                    line[plies, 0] = a
                    line[plies, 1] = s.joint[a]
                    plies += 1
            if node >= 0 and plies < line.shape[0]:
                step(state, s.joint, rng, None)
            else:
                node = -1
        return plies

    return follow


def compiled(game: Game, variant: bool) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    name = "uct.grown" if variant else "uct"
    return jit.kernel(
        build(game, variant),
        f"{name}.{game.name}",
        (*game.kernel_key, name),
        type(game).__module__,
        __name__,
    )


def compiled_follow(game: Game) -> Callable[..., Any]:
    """The walk along the principal variation, compiled likewise."""
    return jit.kernel(
        build_follow(game),
        f"uct.line.{game.name}",
        (*game.kernel_key, "uct line"),
        type(game).__module__,
        __name__,
    )
