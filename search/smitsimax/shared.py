"""Smitsimax's iteration for several threads that grow the same trees, compiled for one configured
game.

As in `search.smitsimax.kernel`. No thread waits for another. A node that a thread enters counts as
visited with the lowest value seen until the iteration ends (virtual loss), so that other threads go
elsewhere; where it is busy, each thread counts by itself and tells the others now and then
(`search.parallel.own`). Shapes: [A] agents, [D] turns ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.atomics import loaded
from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import borrowed, inlined, prefetch
from search.base import Floats, Ints
from search.kernels import kernel_for
from search.only import confined
from search.parallel.hands import (
    BEGUN,
    USED,
    lowest_of,
    note_range,
    note_top,
    without_visits,
)
from search.parallel.opening import claimed, published
from search.parallel.own import (
    LISTED,
    Own,
    bound_at,
    busy_from,
    entered,
    left,
    seen_at,
    taken,
    tell_all,
)
from search.root import note_pair, note_value
from search.smitsimax.kernel import (
    PLAYOUT,
    RANDOM,
    UCB,
    UNTRIED,
    WAITS,
    depth_of,
    measure,
    visits_of,
    with_untried,
)
from search.tree import LANES, LOGS, NO_CHILDREN, Tree, one_of, untried


@inlined
def ucb1(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    first: int,
    at: int,
    count: int,
    root_log: float,
    inverse_scale: float,
    bounds: Any,
) -> None:
    """`search.tree.ucb1` by the counts of all and the own ones from `at` on, into `bounds`."""
    explore = np.float32(root_log)
    begin, own = np.uint64(first), np.uint64(at)
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        bounds[j], _ = bound_at(
            visits, total, mine, gained, begin + j, own + j, explore, inverse_scale
        )


@inlined
def backpropagate(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    s: Any,
    lent: Any,
    agents: int,
    turns: int,
    busy: int,
) -> None:
    """Adds each agent's value to the nodes that it entered, which get back what was lent; counts
    how deep its tree reached.
    """
    for a in range(agents):
        v = s.values[a]
        deepest = 0
        left(visits, total, mine, gained, a, busy, v, lent[a])
        for d in range(turns):
            node = s.path[d, a]
            if node >= 0:
                left(visits, total, mine, gained, node, busy, v, lent[(1 + d) * agents + a])
                deepest = d + 1
        s.leaf_depth[a] += deepest


@inlined
def note_roots(
    whole: Any,
    counters: Any,
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
    other; one thread at a time records a new leader in the record of all threads.
    """
    together = 1.0
    for a in range(agents):
        top = s.path[0, a] if turns > 0 else -1
        s.slot[a] = top - first_child[a] if top >= 0 else -1
        if top >= 0:
            note_value(s, a, s.slot[a], s.values[a])
            note_top(whole, counters, visits, a, top)
            if top != whole.leader[a]:
                together = 0.0
    if first >= 0:
        note_pair(met, gain, s.slot[first], s.slot[second], s.values[first])
    s.on_line += (together - s.on_line) * max(1.0 / s.iterations, 0.001)


def build_shared(game: Game) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled."""
    agents, rules = game.agents, game.rules
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    value = rules.value

    @inlined
    def opened(
        tree: Any,
        counters: Any,
        lots: Any,
        s: Any,
        state: Any,
        a: int,
        node: int,
        turn: int,
        one: bool,
        rng: Any,
    ) -> int:
        """The first child of `node`, which gets its children if it has none. Where it cannot, the
        agent leaves the tree and plays at random; none then, nor where it has nothing to play.
        """
        visits, first_child = tree.visits, tree.first_child
        first = loaded(first_child, node)
        if first > NO_CHILDREN:
            return first
        count = legal(state, a, s.actions)
        if count == 0:
            return NO_CHILDREN
        if turn == 0:
            count = confined(s, a, s.actions, count)
        if not (one and node >= agents and visits[node] <= 1):
            first = claimed(tree, counters, lots, node, s.actions, count)
            if first > NO_CHILDREN:
                published(tree, node, first, count)
                s.depth_nodes[turn + 1, a] += count
                return first
        s.node[a] = -1
        s.joint[a] = s.actions[draw_below(rng, count)]
        s.how[turn, a] = PLAYOUT
        return NO_CHILDREN

    def iterate(
        tree: Tree,
        counters: Ints,
        room: Any,
        hand: Any,
        own: Own,
        lent: Floats,
        buffer: Any,
        root: Any,
        logs: Floats,
        w: Floats,
        rng: Any,
        n: int,
        hands: int,
        most_used: int,
        c: float,
        depth: int,
        deeper: int,
        random_visits: int,
        by_bound: bool,
        fixed: bool,
        fixed_scale: float,
        one: bool,
        first_watched: int,
        second_watched: int,
        met: Ints,
        gain: Floats,
    ) -> int:
        """Runs iterations in place until all `hands` threads together have begun `n`, or there are
        more than `most_used` nodes. Returns how many this thread has run.
        """
        tree, counters, room, hand, own = borrowed((tree, counters, room, hand, own))
        lent, buffer, root, logs, w = borrowed((lent, buffer, root, logs, w))
        rng, met, gain = borrowed((rng, met, gain))
        whole, s, state, done = room[0], hand[0], buffer[0], 0
        visits, total, action, first_child, child_count = tree
        mine, gained, listed, lots, _, _ = own
        busy, to_do = busy_from(hands), 0
        while loaded(counters, USED) <= most_used:
            to_do = taken(counters, BEGUN, n, hands, to_do) - 1
            if to_do < 0:
                break
            tell_all(visits, total, mine, gained, listed, LISTED)
            # 1. start at the root position and at every tree's root
            buffer[0] = root[0]
            for a in range(agents):
                s.node[a] = a
                lent[a] = entered(visits, total, mine, listed, a, busy, 0.0)
            limit = depth_of(whole.iterations + loaded(counters, BEGUN), depth, deeper)
            turns = 0
            while turns < limit and not is_over(state):
                mover = to_move(state)
                for a in range(agents):
                    s.joint[a], s.path[turns, a], s.how[turns, a] = PASS, -1, WAITS
                    if mover != SIMULTANEOUS and mover != a:
                        continue
                    # 2. below the tree: play at random
                    node = s.node[a]
                    if node < 0:
                        count = legal(state, a, s.actions)
                        if count > 0:
                            s.joint[a] = s.actions[draw_below(rng, count)]
                            s.how[turns, a] = PLAYOUT
                        continue
                    # 3. expand: a node's children are made when it is first reached
                    first = opened(tree, counters, lots, s, state, a, node, turns, one, rng)
                    if first == NO_CHILDREN:
                        continue
                    # 4. select
                    count, rest, here = child_count[node], 0, visits[node] + mine[node]
                    tried = here - (2 if one and node >= agents else 1)
                    if turns == depth:
                        tried = visits_of(visits, first, count)
                    if tried < count and not by_bound:
                        rest = without_visits(visits, first, count)
                    if rest > 0:
                        s.how[turns, a] = UNTRIED
                        child = untried(visits, first, count, rest, rng)
                    elif tried < random_visits:
                        s.how[turns, a] = RANDOM
                        child = first + draw_below(rng, count)
                    else:
                        s.how[turns, a] = UCB
                        bonus, inverse = c * logs[min(here, LOGS)], 1.0 / s.scale[a]
                        at = seen_at(visits, node, first, busy)
                        ucb1(
                            visits, total, mine, gained, first, at, count, bonus, inverse, s.bounds
                        )
                        usual = np.inf
                        if by_bound:
                            known = total[node] + gained[node]
                            usual = known / max(1, here) * inverse + bonus
                        place, ties = with_untried(visits, first, count, usual, s.bounds)
                        child = first + place
                        if ties > 1:
                            child = first + one_of(s.bounds, place, ties, rng.random())
                    # 5. others should not follow: counts as visited, with the lowest value
                    loan = lowest_of(s, a, False)
                    loan = entered(visits, total, mine, listed, child, busy, loan)
                    lent[(1 + turns) * agents + a] = loan
                    s.path[turns, a], s.node[a], s.joint[a] = child, child, action[child]
                    ahead = first_child[child]
                    prefetch(visits, ahead)
                    prefetch(total, ahead)
                # 6. every agent has chosen: play the turn
                for a in range(agents):
                    s.moves[turns, a] = s.joint[a]
                step(state, s.joint, rng, None)
                turns += 1
            # 7. evaluate
            value(state, w, s.values)
            s.iterations, s.turns, s.last_turns = s.iterations + 1, s.turns + turns, turns
            note_range(whole, counters, s, agents)
            measure(s, agents, fixed, fixed_scale)
            # 8. backpropagate in every tree
            backpropagate(visits, total, mine, gained, s, lent, agents, turns, busy)
            first, second = first_watched, second_watched
            note_roots(
                whole, counters, s, agents, visits, first_child, turns, first, second, met, gain
            )
            done += 1
        tell_all(visits, total, mine, gained, listed, 0)
        return done

    return iterate


def compiled_shared(game: Game) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    return kernel_for(game, "smitsimax.shared", build_shared)
