"""The sum of several of DUCT's trees of one position, as far down as it is asked for: an arena of
the same kind.

Nodes that are reached by the same joint actions are one node, with the statistics of all; a leaf of
a single tree is a node without blocks here. Only what a view shows is added up, so the cost does
not depend on the size of the trees. Shapes: [A] agents, [F] nodes to look below, [N] nodes, [T]
trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engines.jit import keep, rule
from search.base import Ints
from search.duct.nodes import CODE, FREE, LEAF, NOWHERE, Nodes, entry_of, follow, grown, new_nodes
from search.duct.nodes import roomier as with_more_entries
from search.duct.unfolding import DEAREST
from search.tree import SLACK

FIRST_SIZE = 1 << 10
# of a node, instead of its number in a tree: the tree does not have it, or has it as a leaf
ABSENT, AS_LEAF = -1, -2


class SummedNodes:
    """The sum of `parts`, which must have a root each. `base` is the radix of a joint action's
    number.
    """

    def __init__(self, parts: Sequence[Nodes], base: int) -> None:
        self._parts, self._base = parts, base
        agents = parts[0].node["first"].shape[1]
        self.arena = new_nodes(FIRST_SIZE, agents, 0, False)
        self._at = np.full((FIRST_SIZE, len(parts)), ABSENT, np.int32)  # [N, T]
        self._opened = np.zeros(FIRST_SIZE, np.bool_)  # [N] whether its children are added up
        self._digits = np.zeros((2, agents), np.int64)
        self.used, self.slots = 1, 0
        self._at[0] = 0
        root = self.arena.node[0]
        root.first[:], root.count[:], root.cells = 0, 0, NOWHERE
        root.visits = sum(int(part.node[0].visits) for part in parts)
        root.space[:] = sum(part.node[0].count for part in parts)
        self._fill(0)

    def open(self, nodes: Ints) -> None:
        """Adds up the children of `nodes` [F], and what the agents have tried there."""
        nodes = nodes[~self._opened[nodes]]
        before = self.used
        for k, part in enumerate(self._parts):
            left = True
            while left:
                self.used, left = link(
                    *(self.arena, self._at, k, part, self._base, nodes, self.used, self._digits)
                )
                if left:
                    self._make_room()
        self._opened[nodes] = True
        self._fill(before)

    def open_line(self, joint: Ints, line: Ints) -> None:
        """Adds up the nodes along a line that begins with the slots `joint` [A]; overwrites `line`
        as `follow` does.
        """
        while True:
            _, last = follow(self.arena, self._base, joint.copy(), line)
            if self._opened[last]:
                return
            self.open(np.array([last]))

    def closed(self, nodes: Ints) -> Ints:
        """Those of `nodes` whose children are not added up."""
        return np.unique(nodes[~self._opened[nodes]])

    def _fill(self, before: int) -> None:
        """Adds up the blocks of all nodes from number `before` on."""
        wanted = self.slots + int(self.arena.node["space"][before : self.used].sum()) + SLACK
        if wanted > self.arena.visits.size:
            self._grow(max(2 * self.arena.size, wanted))
        self.slots = lay(self.arena, before, self.used, self.slots)
        for k, part in enumerate(self._parts):
            fill(self.arena, self._at, k, part, before, self.used)

    def _make_room(self) -> None:
        if self.used == self.arena.size:
            self._grow(2 * self.arena.size)
        if 2 * self.used >= self.arena.entries.size:
            self.arena = with_more_entries(self.arena)

    def _grow(self, size: int) -> None:
        more = size - self.arena.size
        larger = new_nodes(size, self.arena.node["first"].shape[1], 0, False)
        self.arena = grown(self.arena, self.used, self.slots, 0, larger)
        none = np.full((more, len(self._parts)), ABSENT, np.int32)
        self._at = np.concatenate((self._at, none))
        self._opened = np.concatenate((self._opened, np.zeros(more, np.bool_)))


@rule
def place_of(arena: Any, node: Any, a: int, action: int, hint: int) -> int:
    """Where `action` is in the agent's block, most likely at `hint`; the end of the block if
    nowhere.
    """
    first, count = node.first[a], node.count[a]
    if hint < count and arena.action[first + hint] == action:
        return hint
    place = 0
    while place < count and arena.action[first + place] != action:
        place += 1
    return place


@rule
def link(
    arena: Any, at: Any, k: int, part: Any, base: int, nodes: Any, used: int, digits: Any
) -> tuple[int, bool]:
    """Gives `nodes` the children that tree `k` has there, new ones from number `used` on. Returns
    how many nodes there are, and whether room for more is needed first.

    A node at which the agents after the first have more than `DEAREST` joint actions gets none, as
    in `search.duct.unfolding`. Scratch: `digits` [2, A], of a joint action in the tree and here.
    """
    agents = digits.shape[1]
    for i in range(nodes.size):
        here, source = arena.node[nodes[i]], at[nodes[i], k]
        if source < 0:
            continue
        there = part.node[source]
        below, chosen = 1, 0
        for a in range(agents):
            digits[0, a] = 0
            if there.count[a] > 0:
                below = min(below * there.count[a], DEAREST + 1) if chosen > 0 else 1
                chosen += 1
        more = chosen > 0 and below <= DEAREST
        while more:
            # 1. the number of this joint action there and here, if all of its actions were tried
            theirs, ours, tried = 0, 0, True
            for a in range(agents):
                if there.count[a] > 0:
                    slot = there.first[a] + digits[0, a]
                    tried = tried and part.visits[slot] > 0
                    digits[1, a] = place_of(arena, here, a, part.action[slot], digits[0, a])
                    theirs = (theirs * base + digits[0, a] + 1) & CODE
                    ours = (ours * base + digits[1, a] + 1) & CODE
            found = FREE
            if tried:
                found = part.entries[entry_of(part.entries, source, theirs)].node
            # 2. its child
            if found != FREE:
                entry = arena.entries[entry_of(arena.entries, nodes[i], ours)]
                if entry.node == FREE:
                    if used == arena.node.size or 2 * used >= arena.entries.size:
                        return used, True
                    entry.code, entry.parent, entry.node = ours, nodes[i], used
                    new = arena.node[used]
                    new.visits, new.cells = -1, NOWHERE
                    for a in range(agents):
                        new.first[a], new.count[a], new.space[a] = 0, 0, 0
                    at[used, :] = ABSENT
                    used += 1
                child = entry.node
                if at[child, k] == ABSENT:
                    at[child, k] = AS_LEAF if found == LEAF else found
                    arena.node[child].visits += 1
                    if found != LEAF:
                        arena.node[child].visits += part.node[found].visits
                        for a in range(agents):
                            arena.node[child].space[a] += part.node[found].count[a]
            # 3. the next joint action
            a = agents - 1
            while a >= 0:
                digits[0, a] += 1
                if digits[0, a] < there.count[a]:
                    break
                digits[0, a] = 0
                a -= 1
            more = a >= 0
    return used, False


@rule
def lay(arena: Any, begin: int, end: int, slots: int) -> int:
    """Lays out empty blocks for the nodes from `begin` to `end`; returns the slots used."""
    for number in range(begin, end):
        node = arena.node[number]
        for a in range(node.first.size):
            node.first[a] = slots
            slots += node.space[a]
    return slots


@rule
def fill(arena: Any, at: Any, k: int, part: Any, begin: int, end: int) -> None:
    """Adds the blocks that tree `k` has at the nodes from `begin` to `end`."""
    for number in range(begin, end):
        if at[number, k] < 0:
            continue
        node, there = arena.node[number], part.node[at[number, k]]
        for a in range(node.first.size):
            for j in range(there.count[a]):
                source = there.first[a] + j
                place = place_of(arena, node, a, part.action[source], j)
                slot = node.first[a] + place
                if place == node.count[a]:
                    node.count[a] += 1
                    arena.action[slot] = part.action[source]
                    arena.visits[slot] = 0
                    arena.total[slot] = 0.0
                    arena.average[slot] = 0.0
                arena.visits[slot] += part.visits[source]
                arena.total[slot] += part.total[source]
                arena.average[slot] += part.average[source]


# called from Python, so each has a kernel file of its own on disk
for _function in (link, lay, fill):
    keep(_function, f"duct.{_function.__name__}", ("duct", _function.__name__), __name__)
