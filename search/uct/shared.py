"""UCT's iteration for several threads that grow one tree, compiled for one configured game.

As in `search.uct.kernel`, without optional features. No thread waits for another. The thread that
finds a node without children makes them, and they are its own while the node is young; one that
comes meanwhile plays on from there. A node that all enter counts as visited and lost until the
result is known (virtual loss), so that other threads go elsewhere; when it is busy, each thread
counts by itself and tells the others now and then (`search.parallel.own`). Shapes: [A] agents, [D]
plies on the path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.atomics import loaded
from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import borrowed, inlined, prefetch
from search.base import Floats, Ints
from search.kernels import kernel_for
from search.parallel.hands import BEGUN, USED, lowest_of, note_range, note_top
from search.parallel.opening import claimed, published
from search.parallel.own import (
    ALONE,
    LISTED,
    OPEN,
    YOUNG,
    Own,
    bound_at,
    busy_from,
    entered,
    left,
    owner_of,
    seen_at,
    taken,
    tell_all,
)
from search.playout import build_chance, build_evaluate, build_move, build_playout, build_script
from search.root import count_value, note_pair
from search.tree import LANES, LOGS, NO_CHILDREN, Tree, highest_rank, one_of
from search.uct.kernel import LEVELS, measure, most_plies
from search.uct.params import TO_THE_END
from search.uct.parts import build_beyond, build_choices

UNTRIED = 0x7FFFFFFF  # the rank of a child without visits


@inlined
def ranked(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    first: int,
    at: int,
    count: int,
    root_log: float,
    inverse: float,
    ranks: Any,
) -> tuple[int, int]:
    """`search.tree.ucb1_ranked` by the counts of all and the own ones from `at` on. Children may
    have no visits: they come before all others.
    """
    explore = np.float32(root_log)
    begin, own = np.uint64(first), np.uint64(at)
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        found, n = bound_at(visits, total, mine, gained, begin + j, own + j, explore, inverse)
        bound = np.float32(found)  # numba views the bits of nothing else
        bits = bound.view(np.int32)
        rank = bits ^ bits >> np.int32(31) & np.int32(0x7FFFFFFF)
        ranks[j] = np.int32(UNTRIED) if n == 0 else rank
    return highest_rank(ranks, count)


@inlined
def backpropagate(
    visits: Any, total: Any, mine: Any, gained: Any, s: Any, lent: Any, plies: int, busy: int
) -> None:
    """Each node takes the value of the agent that chose it, and gets back what was lent."""
    left(visits, total, mine, gained, 0, busy, 0.0, lent[0])
    for d in range(plies):
        left(visits, total, mine, gained, s.path[d], busy, s.values[s.who[d]], lent[1 + d])


@inlined
def note_roots(
    whole: Any,
    counters: Any,
    s: Any,
    agents: int,
    visits: Any,
    plies: int,
    first: int,
    second: int,
    met: Any,
    gain: Any,
) -> None:
    """Records each agent's root action, and the watched agents `first` and `second` against each
    other; one thread at a time records a new leader in the record of all threads.
    """
    for a in range(agents):
        if s.slot[a] >= 0:
            count_value(s, a, s.slot[a], s.values[a])
    if first >= 0:
        note_pair(met, gain, s.slot[first], s.slot[second], s.values[first])
    if plies > 0:
        note_top(whole, counters, visits, s.who[0], s.path[0])


def build_shared(game: Game) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled."""
    agents, rules, deepest = game.agents, game.rules, most_plies(game)
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over
    longest, simultaneous = game.longest, game.simultaneous
    choosers = agents if simultaneous else 1
    random_playout, move = build_playout(game, build_chance(game)), build_move(game)
    scripted_playout = build_playout(game, build_script(game))
    choices, beyond, evaluate = build_choices(game), build_beyond(game), build_evaluate(game)

    def iterate(
        tree: Tree,
        chooser: Any,
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
        playout_depth: int,
        scripted: bool,
        first_watched: int,
        second_watched: int,
        met: Ints,
        gain: Floats,
    ) -> int:
        """Runs iterations in place until all `hands` threads together have begun `n`, or there are
        more than `most_used` nodes. Returns how many this thread has run.
        """
        tree, chooser, counters, room, hand = borrowed((tree, chooser, counters, room, hand))
        own, lent, buffer, root, logs = borrowed((own, lent, buffer, root, logs))
        w, rng, met, gain = borrowed((w, rng, met, gain))
        whole, s, state, done = room[0], hand[0], buffer[0], 0
        visits, total, action, first_child, child_count = tree
        mine, gained, listed, lots, owner, me = own
        to_end, busy, to_do = playout_depth >= TO_THE_END, busy_from(hands), 0
        while loaded(counters, USED) <= most_used:
            to_do = taken(counters, BEGUN, n, hands, to_do) - 1
            if to_do < 0:
                break
            tell_all(visits, total, mine, gained, listed, LISTED)
            buffer[0] = root[0]
            node, plies, turns, inside = 0, 0, 0, True
            lent[0] = entered(visits, total, mine, listed, 0, busy, 0.0)
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
                    first = loaded(first_child, node) if inside else NO_CHILDREN
                    if inside and first <= NO_CHILDREN:
                        again = (node == 0 or visits[node] > 1) and plies < deepest
                        count = choices(state, s, a, turns) if again else 0
                        if count < 0:
                            continue
                        first = NO_CHILDREN
                        if count > 0:
                            first = claimed(tree, counters, lots, node, s.actions, count)
                        if first != NO_CHILDREN:
                            chooser[node] = a
                            s.depth_nodes[min(plies, LEVELS - 1)] += count
                            owner[node] = me if node > 0 and visits[node] < YOUNG else OPEN
                            published(tree, node, first, count)
                        inside = first != NO_CHILDREN
                    if inside:
                        who = owner_of(owner, visits, node, me)
                        inside = who in (OPEN, me)
                    # an agent without a choice plays PASS here
                    if not inside or (simultaneous and chooser[node] != a):
                        s.joint[a] = beyond(state, s, a, turns, scripted, rng)
                        continue
                    # 3. select, by what all know and what only this thread knows
                    bonus, inverse = c * logs[min(visits[node], LOGS)], 1.0 / s.scale[a]
                    at = seen_at(visits, node, first, busy)
                    place, ties = ranked(
                        visits,
                        total,
                        mine,
                        gained,
                        first,
                        at,
                        child_count[node],
                        bonus,
                        inverse,
                        s.ranks,
                    )
                    child = first + place
                    if ties > 1:
                        child = first + one_of(s.ranks, place, ties, rng.random())
                    ahead = first_child[child]
                    prefetch(visits, ahead)
                    prefetch(total, ahead)
                    # 4. others should not follow: counts as visited, and lost
                    lowest = lowest_of(s, a, to_end)
                    if who == me:
                        visits[child] += 1
                        lent[1 + plies] = ALONE
                    else:
                        lent[1 + plies] = entered(visits, total, mine, listed, child, busy, lowest)
                    if turns == 0:
                        s.slot[a] = child - first
                    s.path[plies], s.who[plies] = child, a
                    plies += 1
                    node = child
                    s.joint[a] = action[child]
                turns += 1
                if simultaneous:
                    step(state, s.joint, rng, None)
                else:
                    chosen, s.joint[mover] = s.joint[mover], PASS
                    move(state, s.joint, mover, chosen, rng)
            # 5. play on below the tree
            left = longest if to_end else playout_depth
            if scripted:
                turns += scripted_playout(state, s.joint, s.actions, rng, left)
            else:
                turns += random_playout(state, s.joint, s.actions, rng, left)
            # 6. the result of the match, or the evaluation where the playout stopped
            evaluate(state, s, w, to_end)
            note_range(whole, counters, s, agents)
            measure(s, agents, to_end)
            # 7. backpropagate
            backpropagate(visits, total, mine, gained, s, lent, plies, busy)
            s.iterations, s.turns, s.plies = s.iterations + 1, s.turns + turns, s.plies + plies
            first, second = first_watched, second_watched
            note_roots(whole, counters, s, agents, visits, plies, first, second, met, gain)
            done += 1
        tell_all(visits, total, mine, gained, listed, 0)
        return done

    return iterate


def compiled_shared(game: Game) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    return kernel_for(game, "uct.shared", build_shared)
