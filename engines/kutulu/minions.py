"""Wanderers and slashers: where they appear, whom they chase, when they strike.

A minion steps along the cheapest path, where entering a lit cell costs 5; of several it takes the
first that a uniform-cost search with first-in-first-out ties finds, whose order of directions
rotates with each turn of the match. Without light that is the first direction in that order which
shortens the path, because such a search finds the lexicographically smallest of all shortest paths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.java import next_int
from engines.jit import rule
from engines.kutulu.maps import (
    APART,
    BESIDE,
    MAPS,
    MOST_CELLS,
    MOST_SPAWNS,
    NOWHERE,
    PLACE,
    SIGHT,
    distance,
)
from engines.kutulu.state import (
    FRIGHT,
    LIGHT_COST,
    NOBODY,
    PLAYERS,
    RECALLED,
    RUSH,
    SLASHER,
    SLASHER_SANITY,
    SLASHER_SPAWN,
    SPAWNING,
    STALK,
    STALKING,
    STUN,
    STUNNED,
    WANDERER,
    WANDERING,
)

SPAWNS = np.array([[*each.spawns, *[NOWHERE] * (MOST_SPAWNS - len(each.spawns))] for each in MAPS])
UNREACHED = 1 << 14


@rule
def apart(s: Any, a: int, b: int) -> int:
    """The distance between two cells, ignoring walls."""
    return abs(int(PLACE[s.map, a, 0]) - int(PLACE[s.map, b, 0])) + abs(
        int(PLACE[s.map, a, 1]) - int(PLACE[s.map, b, 1])
    )


@rule
def in_sight(s: Any, a: int, b: int) -> int:
    """The distance from cell a to cell b if b is on one of a's lines of sight, else -1."""
    dx = int(PLACE[s.map, b, 0]) - int(PLACE[s.map, a, 0])
    dy = int(PLACE[s.map, b, 1]) - int(PLACE[s.map, a, 1])
    if dx != 0 and dy != 0:
        return -1
    way = 2 if dy > 0 else 0 if dy < 0 else 1 if dx > 0 else 3
    far = abs(dx) + abs(dy)
    return far if far <= SIGHT[s.map, a, way] else -1


@rule
def add(s: Any, kind: int, cell: int, spawn: int, target: int, seen: int) -> None:
    """A new minion. The contest draws a number for it that it never uses."""
    next_int(s, 4)
    k = s.minions
    s.m_id[k], s.m_kind[k], s.m_mood[k], s.m_cell[k] = s.next_id, kind, SPAWNING, cell
    s.m_spawn[k], s.m_life[k], s.m_wait[k], s.m_target[k], s.m_seen[k] = (
        spawn,
        s.life_time,
        0,
        target,
        seen,
    )
    s.next_id += 1
    s.minions += 1


@rule
def send_slashers(s: Any) -> None:
    """Adds one slasher for each explorer whose sanity has fallen below 200 for the first time."""
    for a in range(PLAYERS):
        if s.alive[a] and not s.hunted[a] and s.sanity[a] < SLASHER_SANITY:
            s.hunted[a] = 1
            add(s, SLASHER, s.cell[a], SLASHER_SPAWN, a, s.cell[a])


@rule
def send_wanderers(s: Any) -> None:
    """Adds a wanderer at each of the spawns farthest from their nearest explorer."""
    farthest = -1
    for k in range(MOST_SPAWNS):
        farthest = max(farthest, nearest(s, SPAWNS[s.map, k]))
    for k in range(MOST_SPAWNS):
        cell = SPAWNS[s.map, k]
        if cell != NOWHERE and nearest(s, cell) == farthest:
            add(s, WANDERER, cell, s.spawn_time, NOBODY, NOWHERE)


@rule
def nearest(s: Any, cell: int) -> int:
    """The distance, ignoring walls, from a cell to the nearest explorer; -1 for no cell."""
    found = UNREACHED
    if cell == NOWHERE:
        return -1
    for a in range(PLAYERS):
        if s.alive[a]:
            found = min(found, apart(s, cell, s.cell[a]))
    return found


@rule
def move_minions(s: Any) -> None:
    """Moves all minions in order; those that struck or reached their age limit vanish."""
    light = s.lit[0] | s.lit[1] | s.lit[2] | s.lit[3]
    for k in range(s.minions):
        if s.m_mood[k] == SPAWNING:
            s.m_spawn[k] -= 1
            if s.m_spawn[k] == 0:
                s.m_mood[k] = WANDERING if s.m_kind[k] == WANDERER else RUSH
        elif s.m_kind[k] == WANDERER:
            wander(s, k, light)
        else:
            slash(s, k, light)
    dismiss(s)


@rule
def dismiss(s: Any) -> None:
    """Removes the recalled wanderers; the others keep their order."""
    n = 0
    for k in range(s.minions):
        if s.m_mood[k] != RECALLED:
            if n != k:
                s.m_id[n], s.m_cell[n], s.m_seen[n] = s.m_id[k], s.m_cell[k], s.m_seen[k]
                s.m_kind[n], s.m_mood[n], s.m_spawn[n] = s.m_kind[k], s.m_mood[k], s.m_spawn[k]
                s.m_life[n], s.m_wait[n], s.m_target[n] = s.m_life[k], s.m_wait[k], s.m_target[k]
            n += 1
    s.minions = n


@rule
def wander(s: Any, k: int, light: int) -> None:
    """A wanderer's step; it vanishes with its first victims."""
    chase(s, k, light)
    if frighten(s, s.m_cell[k]) > 0:
        s.m_mood[k] = RECALLED
        return
    s.m_life[k] -= 1
    if s.m_life[k] == 0:
        s.m_mood[k] = RECALLED


@rule
def frighten(s: Any, cell: int) -> int:
    """Takes sanity from everybody on the cell; returns how many there are."""
    count = 0
    for a in range(PLAYERS):
        if s.alive[a] and s.cell[a] == cell:
            s.sanity[a] = max(0, s.sanity[a] - FRIGHT)
            s.frights[a] += 1
            count += 1
    return count


@rule
def slash(s: Any, k: int, light: int) -> None:
    """A slasher's turn."""
    if s.m_mood[k] == STUNNED:
        s.m_wait[k] -= 1
        if s.m_wait[k] == 0:
            s.m_mood[k] = WANDERING
    elif s.m_mood[k] == WANDERING:
        if acquire(s, k):
            s.m_mood[k], s.m_wait[k] = STALKING, STALK
        else:
            chase(s, k, light)
    elif s.m_mood[k] == STALKING:
        s.m_wait[k] -= 1
        acquire(s, k)
        if s.m_wait[k] <= 0:
            s.m_mood[k] = RUSH
    else:
        acquire(s, k)
        if s.m_seen[k] != NOWHERE:  # the target's cell if it is in sight, else where it was
            s.m_cell[k] = s.m_seen[k]
        frighten(s, s.m_cell[k])
        s.m_target[k], s.m_seen[k], s.m_mood[k], s.m_wait[k] = NOBODY, NOWHERE, STUNNED, STUN


@rule
def acquire(s: Any, k: int) -> bool:
    """Whether a slasher sees a target: its old one, else the nearest in sight. Two equally near
    ones confuse it.

    An explorer who has gone mad this turn cannot be kept as a target, but can be found as one.
    """
    cell, target = s.m_cell[k], s.m_target[k]
    if target != NOBODY and s.sanity[target] == 0:
        s.m_target[k] = target = NOBODY
        s.m_seen[k] = NOWHERE
    if target != NOBODY and in_sight(s, cell, s.cell[target]) >= 0:
        s.m_seen[k] = s.cell[target]
        return True
    found, least, count = NOBODY, UNREACHED, 0
    for a in range(PLAYERS):
        far = in_sight(s, cell, s.cell[a]) if s.alive[a] else -1
        if far >= 0 and far < least:
            found, least, count = a, far, 1
        elif far == least:
            count += 1
    s.m_target[k] = found if count == 1 else NOBODY
    if count > 0:
        s.m_seen[k] = s.cell[found] if count == 1 else NOWHERE
    return count == 1


@rule
def chase(s: Any, k: int, light: int) -> None:
    """Chooses the explorer with the cheapest way, in a shuffled order with the old target first,
    and steps towards it.
    """
    order, count, old = 0, 0, s.m_target[k]  # the order of explorers, four bits each
    first = 0
    for a in range(PLAYERS):
        if s.alive[a]:
            order |= a << 4 * count
            count += 1
            if a == old:
                order = exchange(order, 0, count - 1)
                first = 1
    for i in range(first, count - 1):
        order = exchange(order, i, i + next_int(s, count - i))
    if light:
        find_ways(s, s.m_cell[k])
    target, least = NOBODY, UNREACHED
    for i in range(count):
        a = order >> 4 * i & 15
        cost = way_cost(s, s.m_cell[k], s.cell[a], light)
        if cost < least or (cost == least and cost < UNREACHED and a == old):
            target, least = a, cost
    s.m_target[k] = target
    if target != NOBODY and least > 0:
        s.m_cell[k] = next_cell(s, s.m_cell[k], s.cell[target], light)
    if light:
        s.far[: s.cells] = 0
        s.todo[:] = 0


@rule
def exchange(order: int, i: int, j: int) -> int:
    """An order with two of its places swapped."""
    differ = (order >> 4 * i ^ order >> 4 * j) & 15
    return order ^ (differ << 4 * i) ^ (differ << 4 * j) if i != j else order


@rule
def way_cost(s: Any, start: int, end: int, light: int) -> int:
    """The cost of the cheapest path; with light, `find_ways` must have run."""
    if light:
        return s.far[end] - 1 >> 2 if s.far[end] else UNREACHED
    steps = distance(s, start, end)
    return steps if steps != APART else UNREACHED


@rule
def next_cell(s: Any, start: int, end: int, light: int) -> int:
    """The first cell of the path that the contest's search finds."""
    if light:
        return BESIDE[s.map, start, s.far[end] - 1 & 3]
    return towards(s, start, end, s.turn)


@rule
def towards(s: Any, start: int, end: int, turned: int) -> int:
    """The first cell of the path without light, trying directions from `turned` on; NOWHERE if
    there is none.
    """
    steps = distance(s, start, end)
    for i in range(4):
        cell = BESIDE[s.map, start, i + turned & 3]
        if cell != NOWHERE and steps != APART and distance(s, cell, end) == steps - 1:
            return cell
    return NOWHERE


@rule
def find_ways(s: Any, start: int) -> None:
    """Uniform-cost search from a cell to all explorers: `far` becomes 1 + 4 cost + first direction,
    0 if there is no path.

    A lit cell costs the same from all sides, so the first visit to a cell is also the cheapest, and
    each cell is queued once. Lit and unlit cells are in two queues, each in order of cost; at equal
    cost the lit one was reached earlier.
    """
    s.far[start] = 1
    s.todo[0] = start
    head, tail, lit_head, lit_tail = 0, 1, MOST_CELLS - 1, MOST_CELLS - 1
    missing = 0  # the first explorer not reached yet
    while head < tail or lit_head > lit_tail:
        while missing < PLAYERS and (not s.alive[missing] or s.far[s.cell[missing]]):
            missing += 1
        if missing == PLAYERS:
            return
        if head == tail or (
            lit_head > lit_tail and s.far[s.todo[lit_head]] - 1 >> 2 <= s.far[s.todo[head]] - 1 >> 2
        ):
            here = s.todo[lit_head]
            lit_head -= 1
        else:
            here = s.todo[head]
            head += 1
        known = s.far[here] - 1
        for i in range(4):
            way = i + s.turn & 3
            cell = BESIDE[s.map, here, way]
            if cell == NOWHERE or s.far[cell]:
                continue
            first = way if here == start else known & 3
            if s.lit[cell >> 6] >> (cell & 63) & 1:
                s.far[cell] = 1 + 4 * ((known >> 2) + LIGHT_COST) + first
                s.todo[lit_tail] = cell
                lit_tail -= 1
            else:
                s.far[cell] = 1 + 4 * ((known >> 2) + 1) + first
                s.todo[tail] = cell
                tail += 1
