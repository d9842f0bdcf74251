"""DUCT's iteration for several threads that grow one tree, compiled for one configured game.

As in `search.duct.kernel`, for UCB1 in games without chance and hidden information: there a node's
blocks stay as they are made. No thread waits for another. A node belongs to the thread that made it
while it is young; one that comes meanwhile plays on from there. At a node that all enter, what an
agent chooses counts as visited and lost until the result is known (virtual loss), so that other
threads go elsewhere; each agent lends its own lowest value. Where it is busy, each thread counts by
itself and tells the others now and then (`search.parallel.own`). Shapes: [A] agents, [D] turns on
the path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.atomics import loaded, stored, swapped
from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import borrowed, inlined
from search.base import Floats, Ints
from search.duct.layout import DEEPEST, LEVELS, DuctSettings, code_base
from search.duct.nodes import CODE, FREE, LEAF, NOWHERE, Nodes, hashed
from search.duct.params import TO_THE_END
from search.duct.parts import build_play_on, measure
from search.duct.selection import first_or_drawn, untried
from search.kernels import kernel_for
from search.only import confined
from search.parallel.hands import (
    BEGUN,
    INNER,
    SLOTS,
    USED,
    lowest_of,
    note_range,
    note_top,
    without_visits,
)
from search.parallel.own import (
    ALONE,
    LISTED,
    OPEN,
    SIZE,
    Own,
    bound_at,
    busy_from,
    entered,
    from_lot,
    is_due,
    left,
    owner_of,
    taken,
    tell_all,
    tell_visits,
    visited,
)
from search.playout import build_evaluate
from search.root import note_pair, note_value
from search.tree import LANES, LOGS, SLACK

# `node` of an entry that a thread writes just now: a leaf that becomes a node, and one whose key is
# not there yet
OPENING, CLAIMED = -2, -3


class Links(NamedTuple):
    """The fields of an arena's records that threads change while others read them."""

    visits: NDArray[np.int32]  # [N] of the nodes
    node: NDArray[np.int32]  # [H] of the entries


def links_of(arena: Nodes) -> Links:
    """The same memory by fields."""
    return Links(arena.node["visits"], arena.entries["node"])


@inlined
def found_at(entries: Any, link: Any, parent: int, code: int) -> tuple[int, int]:
    """Where the child of `parent` by joint action `code` is in the hash table, or the entry where
    it belongs; and what that entry is.
    """
    mask = entries.size - 1
    at = hashed(parent, code) & mask
    found = loaded(link, at)
    while found not in (FREE, CLAIMED) and (
        entries[at].parent != parent or entries[at].code != code
    ):
        at = (at + 1) & mask
        found = loaded(link, at)
    return at, found


@inlined
def claimed(
    entries: Any, link: Any, counters: Any, lots: Any, at: int, parent: int, code: int, most: int
) -> bool:
    """Makes a free entry the leaf below `parent` by joint action `code`, unless another thread was
    faster or there are `most` nodes.
    """
    if not swapped(link, at, FREE, CLAIMED):
        return False
    fits = from_lot(counters, lots, USED, 1, most) >= 0
    if fits:
        entries[at].parent, entries[at].code = parent, code
    stored(link, at, LEAF if fits else FREE)
    return fits


@inlined
def by_bound(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    first: int,
    at: int,
    count: int,
    root_log: float,
    inverse: float,
    lowest: bool,
    bounds: Any,
    rng: Any,
) -> int:
    """`search.duct.selection.by_bound` by the counts of all and the own ones from `at` on."""
    begin, own = np.uint64(first), np.uint64(at)
    explore = np.float32(root_log)
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        bounds[j], _ = bound_at(visits, total, mine, gained, begin + j, own + j, explore, inverse)
    return first_or_drawn(bounds, count, lowest, rng)


@inlined
def entered_node(visits: Any, mine: Any, listed: Any, node: int, busy: int, alone: bool) -> int:
    """Counts a choice made at `node`; returns how many there were."""
    here = visits[node] + mine[node]
    if alone:
        visits[node] += 1
    elif visited(visits, mine, listed, node, busy) and is_due(visits, mine, node, busy):
        tell_visits(visits, mine, node)
    return here


@inlined
def tell_nodes(visits: Any, mine: Any, listed: Any, most: int) -> None:
    """`tell_all` for the choices made at nodes."""
    if listed[0] > most:
        for k in range(1, listed[0] + 1):
            tell_visits(visits, mine, listed[k])
        listed[0] = 0


@inlined
def backpropagate(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    s: Any,
    lent: Any,
    turns: int,
    agents: int,
    busy: int,
) -> None:
    """Adds each agent's value to its own slots on the path, which get back what was lent."""
    for d in range(turns):
        for a in range(agents):
            if s.slot[d, a] >= 0:
                left(
                    visits,
                    total,
                    mine,
                    gained,
                    s.slot[d, a],
                    busy,
                    s.values[a],
                    lent[(1 + d) * agents + a],
                )


@inlined
def note_roots(
    whole: Any, counters: Any, s: Any, agents: int, node: Any, visits: Any, knobs: Any
) -> None:
    """Records each agent's root action, and the watched agents' against each other; one thread at a
    time records a new leader in the record of all threads.
    """
    for a in range(agents):
        slot = s.slot[0, a]
        if slot >= 0:
            note_value(s, a, slot - node.first[a], s.values[a])
            note_top(whole, counters, visits, a, slot)
    first, second = knobs.watched
    if first >= 0 and s.slot[0, first] >= 0 and s.slot[0, second] >= 0:
        row, column = s.slot[0, first] - node.first[first], s.slot[0, second] - node.first[second]
        note_pair(knobs.met, knobs.gain, row, column, s.values[first])


def build_shared(game: Game) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled."""
    agents, rules = game.agents, game.rules
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    base, deepest = code_base(game), min(DEEPEST, game.longest)
    play_on, evaluate = build_play_on(game), build_evaluate(game)

    @inlined
    def make(arena: Any, counters: Any, lots: Any, s: Any, state: Any, number: int) -> None:
        """Makes the blocks of a node that no other thread sees yet; the root's are limited to the
        lists of `search.only`.
        """
        node, mover = arena.node[number], to_move(state)
        for a in range(agents):
            count = legal(state, a, s.actions) if mover in (SIMULTANEOUS, a) else 0
            if number == 0 and count > 0:
                count = confined(s, a, s.actions, count)
            first = from_lot(counters, lots, SLOTS, count, arena.visits.size - SLACK)
            node.first[a], node.count[a], node.space[a] = first, count, count
            for k in range(count):
                arena.visits[first + k] = 0
                arena.total[first + k] = 0.0
                arena.action[first + k] = s.actions[k]
        node.visits, node.cells = 0, NOWHERE

    @inlined
    def select(
        arena: Any,
        own: Any,
        s: Any,
        number: int,
        here: int,
        busy: int,
        turns: int,
        lent: Any,
        logs: Floats,
        rng: Any,
        knobs: Any,
    ) -> int:
        """Every agent chooses for itself, into `s.joint` and `s.slot`; returns the joint action's
        code.
        """
        _, visits, total, action, _, _, _, _, _ = arena
        mine, gained, listed, _, owner, me = own
        node, code = arena.node[number], 0
        for a in range(agents):
            s.joint[a], s.slot[turns, a] = PASS, -1
            first, count = node.first[a], node.count[a]
            if count == 0:
                continue
            left, k = without_visits(visits, first, count), 0
            if left > 0:
                k = untried(visits, first, count, left, knobs.lowest, rng)
            elif count > 1:
                bonus, inverse = knobs.c * logs[min(here, LOGS)], 1.0 / s.scale[a]
                at = first if node.visits >= busy else visits.size
                k = by_bound(
                    visits,
                    total,
                    mine,
                    gained,
                    first,
                    at,
                    count,
                    bonus,
                    inverse,
                    knobs.lowest,
                    s.bounds,
                    rng,
                )
            place = (1 + turns) * agents + a
            if owner[number] == me:
                visits[first + k] += 1
                lent[place] = ALONE
            else:
                lent[place] = entered(visits, total, mine, listed, first + k, busy, lent[a])
            s.slot[turns, a], s.joint[a] = first + k, action[first + k]
            code = (code * base + int(k) + 1) & CODE
        return code

    def iterate(
        arena: Nodes,
        links: Links,
        counters: Ints,
        room: Any,
        hand: Any,
        own: Own,
        of_nodes: Own,
        lent: Floats,
        buffer: Any,
        root: Any,
        logs: Floats,
        w: Floats,
        rng: Any,
        n: int,
        hands: int,
        may_grow: bool,
        knobs: DuctSettings,
    ) -> int:
        """Runs iterations in place until all `hands` threads together have begun `n`, or the arena
        should grow. The first iteration of a tree makes its root, so only one thread may run it.
        Returns how many this thread has run.
        """
        arena, links, counters, knobs = borrowed((arena, links, counters, knobs))
        room, hand, own, of_nodes, lent = borrowed((room, hand, own, of_nodes, lent))
        buffer, root, logs, w, rng = borrowed((buffer, root, logs, w, rng))
        whole, s, state, done = room[0], hand[0], buffer[0], 0
        nodes, visits, total, _, _, _, _, _, entries = arena
        mine, gained, listed, lots, owner, me = own
        to_end, busy, to_do = knobs.playout_depth >= TO_THE_END, busy_from(hands), 0
        most_slots = visits.size - SLACK - hands * agents * max(lots[SLOTS + SIZE], s.actions.size)
        while True:
            used, cramped = loaded(counters, USED), loaded(counters, SLOTS) > most_slots
            dense = used < nodes.size and 2 * used >= entries.size
            if dense or (may_grow and (used + hands * lots[USED + SIZE] > nodes.size or cramped)):
                break
            to_do = taken(counters, BEGUN, n, hands, to_do) - 1
            if to_do < 0:
                break
            tell_all(visits, total, mine, gained, listed, LISTED)
            tell_nodes(links.visits, of_nodes.visits, of_nodes.listed, LISTED)
            # 1. start at the root; what each agent lends to its choices
            buffer[0] = root[0]
            for a in range(agents):
                lent[a] = lowest_of(s, a, to_end)
            if loaded(counters, INNER) == 0:
                make(arena, counters, lots, s, state, 0)
                stored(counters, INNER, 1)
            at, turns = 0, 0
            while turns < deepest and not is_over(state):
                # 2. select: every agent for itself
                s.path[turns] = at
                alone = owner[at] == me
                here = entered_node(links.visits, of_nodes.visits, of_nodes.listed, at, busy, alone)
                code = select(arena, own, s, at, here, busy, turns, lent, logs, rng, knobs)
                # 3. every agent has chosen: play the turn
                step(state, s.joint, rng, None)
                turns += 1
                if is_over(state):
                    break
                # 4. on to the child: new, it becomes a leaf; a leaf, it becomes a node
                place, child = found_at(entries, links.node, at, code)
                if child == FREE:
                    if claimed(entries, links.node, counters, lots, place, at, code, nodes.size):
                        s.depth_nodes[min(turns - 1, LEVELS - 1)] += 1
                    break
                fits = child == LEAF and loaded(counters, SLOTS) <= most_slots
                if fits and swapped(links.node, place, LEAF, OPENING):
                    child = from_lot(counters, lots, INNER, 1, nodes.size)
                    if child > 0:
                        owner[child] = me
                        make(arena, counters, lots, s, state, child)
                    stored(links.node, place, child)
                if child <= FREE or owner_of(owner, links.visits, child, me) not in (OPEN, me):
                    break
                at = child
            # 5. play on below the tree
            below = play_on(state, s, knobs.playout_depth, knobs.scripted, to_end, rng)
            # 6. the result of the match, or the evaluation where the playout stopped
            evaluate(state, s, w, to_end)
            note_range(whole, counters, s, agents)
            measure(s, agents, to_end, knobs.running)
            # 7. backpropagate
            backpropagate(visits, total, mine, gained, s, lent, turns, agents, busy)
            s.depth, s.turns = s.depth + turns, s.turns + turns + below
            s.iterations += 1
            if turns > 0:
                note_roots(whole, counters, s, agents, nodes[0], visits, knobs)
            done += 1
        tell_all(visits, total, mine, gained, listed, 0)
        tell_nodes(links.visits, of_nodes.visits, of_nodes.listed, 0)
        return done

    return iterate


def compiled_shared(game: Game) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    return kernel_for(game, "duct.shared", build_shared)
